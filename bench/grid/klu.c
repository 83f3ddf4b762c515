/* klu.c - KLU alone on the node matrix of the grid of Grid.mo: klu M SECONDS. The corner with the
 * source has a conductance of 10 to it, the one with the capacitor a given potential.
 *
 * Prints milliseconds of analysis, of the first factorisation, and of a factorisation with the
 * pivots of the first and a solution with it (process time, the least of several). */
#include "../measure.h"

#include <suitesparse/klu.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n, *begin, *row;
    double *value, *b;
    klu_symbolic *s;
    klu_numeric *f;
    klu_common c;
} Run;

static int factor(void *arg, long i)
{
    Run *r = arg;
    (void)i;
    return !klu_refactor(r->begin, r->row, r->value, r->s, r->f, &r->c);
}

static int solve(void *arg, long i)
{
    Run *r = arg;
    (void)i;
    memset(r->b, 0, sizeof *r->b * (size_t)r->n);
    r->b[0] = 10;
    return !klu_solve(r->s, r->f, r->n, 1, r->b, &r->c);
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
    Run r = {.n = n, .begin = begin, .row = row, .value = value, .b = b};
    klu_defaults(&r.c);
    double t = processor();
    r.s = klu_analyze(n, begin, row, &r.c);
    double analysis = processor() - t;
    t = processor();
    r.f = klu_factor(begin, row, value, r.s, &r.c);
    double first = processor() - t;
    if (!r.s || !r.f)
        return fprintf(stderr, "KLU failed\n"), 1;
    double again = measure(limit, factor, &r), solution = measure(limit, solve, &r);
    printf("nodes %d\nentries %d\nfill %d\nanalysis %.6g\nfirst %.6g\nfactor %.6g\nsolve %.6g\n",
           n + 1, nnz, r.f->lnz + r.f->unz, 1e3 * analysis, 1e3 * first, 1e3 * again,
           1e3 * solution);
    return 0;
}
