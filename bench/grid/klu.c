/* klu.c - KLU alone on the node matrix of the grid of Grid.mo: klu M SECONDS. The corner with the
 * source has a conductance of 10 to it, the one with the capacitor a given potential.
 *
 * Prints milliseconds of analysis, of the first factorisation, and of a factorisation with the
 * pivots of the first and a solution with it (process time, the least of several). */
#define _POSIX_C_SOURCE 200809L
#include <suitesparse/klu.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 10, n = m * m - 1, nnz = 0;
    double limit = argc > 2 ? atof(argv[2]) : 0.5;
    int *begin = malloc(sizeof(int) * (size_t)(n + 1)), *row = malloc(sizeof(int) * 5 * (size_t)n);
    double *value = malloc(sizeof(double) * 5 * (size_t)n), *b = calloc((size_t)n, sizeof *b);
    for (int k = 0; k < n; k++) { /* the last node's potential is known */
        int i = k / m, j = k % m, neighbours = (i > 0) + (i < m - 1) + (j > 0) + (j < m - 1);
        const int other[] = {k - m, k - 1, k, k + 1, k + m};
        const int is[] = {i > 0, j > 0, 1, j < m - 1, i < m - 1};
        begin[k] = nnz;
        for (int e = 0; e < 5; e++)
            if (is[e] && other[e] < n) {
                row[nnz] = other[e];
                value[nnz++] = e == 2 ? neighbours + (k == 0 ? 10 : 0) : -1;
            }
    }
    begin[n] = nnz;
    klu_common c;
    klu_defaults(&c);
    double t = processor();
    klu_symbolic *s = klu_analyze(n, begin, row, &c);
    double analysis = processor() - t;
    t = processor();
    klu_numeric *f = klu_factor(begin, row, value, s, &c);
    double first = processor() - t, again = HUGE_VAL, solve = HUGE_VAL, spent = 0;
    if (!s || !f)
        return fprintf(stderr, "KLU failed\n"), 1;
    while (spent < limit) {
        t = processor();
        klu_refactor(begin, row, value, s, f, &c);
        double middle = processor();
        memset(b, 0, sizeof *b * (size_t)n);
        b[0] = 10;
        klu_solve(s, f, n, 1, b, &c);
        double end = processor();
        again = fmin(again, middle - t), solve = fmin(solve, end - middle), spent += end - t;
    }
    printf("nodes %d\nentries %d\nfill %d\nanalysis %.6g\nfirst %.6g\nfactor %.6g\nsolve %.6g\n",
           n + 1, nnz, f->lnz + f->unz, 1e3 * analysis, 1e3 * first, 1e3 * again, 1e3 * solve);
    return 0;
}
