/* ladder.c - the ladder of bench/Ladder.mo by hand: an adaptive SDIRK method of order 4 with five
 * stages (Hairer, Wanner: Solving Ordinary Differential Equations II, table 6.5) whose stages are
 * solved by elimination along the ladder, as an inlined method does it.
 *
 *     ladder N TOLERANCE POINTS SECONDS
 *
 * goes to t = 2 N^2, repeats that for about SECONDS, and prints "cpu SECONDS", "steps N" and lines
 * "a VALUE": the voltage of the last capacitor at POINTS points, which are steps' ends. */
#include "../measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 5 };
static const double g = 0.25;
static const double a[STAGES][STAGES] = {{0.25},
                                         {0.5, 0.25},
                                         {17.0 / 50, -1.0 / 25, 0.25},
                                         {371.0 / 1360, -137.0 / 2720, 15.0 / 544, 0.25},
                                         {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 0.25}};
static const double lower[STAGES] = {59.0 / 48, -17.0 / 96, 225.0 / 32, -85.0 / 12, 0};

typedef struct {
    int n, points;
    long steps;
    double tolerance, h, factored_h;
    double *x, *y, *old, *k[STAGES], *pivot, *result;
} Ladder;

/* (1 + 2c) on the diagonal, -c beside it; the last node has one neighbour. pivot: reciprocals. */
static void factor(Ladder *s, double c)
{
    s->pivot[0] = 1 / (1 + 2 * c);
    for (int i = 1; i < s->n; i++)
        s->pivot[i] = 1 / (1 + (i < s->n - 1 ? 2 : 1) * c - c * c * s->pivot[i - 1]);
}

static void solve(Ladder *s, double c)
{
    double *y = s->y, last = 0;
    const double *old = s->old, *pivot = s->pivot;
    last = y[0] = (old[0] + c) * pivot[0]; /* the source has 1 V */
    for (int i = 1; i < s->n; i++)
        last = y[i] = (old[i] + c * last) * pivot[i];
    for (int i = s->n - 2; i >= 0; i--)
        last = y[i] += c * pivot[i] * last;
}

/* The error against what is tolerated. */
static double stages(Ladder *s, double h)
{
    int n = s->n;
    if (h != s->factored_h)
        factor(s, g * h);
    s->factored_h = h;
    for (int j = 0; j < STAGES; j++) {
        memcpy(s->old, s->x, (size_t)n * sizeof *s->old);
        for (int l = 0; l < j; l++)
            for (int i = 0; i < n; i++)
                s->old[i] += a[j][l] * s->k[l][i];
        solve(s, g * h);
        for (int i = 0; i < n; i++)
            s->k[j][i] = (s->y[i] - s->old[i]) * (1 / g); /* h times the slope */
    }
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double e = 0;
        for (int j = 0; j < STAGES; j++)
            e += (a[STAGES - 1][j] - lower[j]) * s->k[j][i];
        e /= s->tolerance * (1e-3 + fabs(s->y[i]));
        sum += e * e;
    }
    return sqrt(sum / n);
}

static int integrate(void *arg, long run)
{
    Ladder *s = arg;
    double stop = 2.0 * s->n * s->n, t = 0, h = 1e-3, before = 1;
    (void)run;
    memset(s->x, 0, (size_t)s->n * sizeof *s->x);
    s->steps = 0;
    for (int p = 1; p <= s->points; p++) {
        double end = stop * p / s->points;
        while (t < end) {
            double step = t + h >= end * (1 - 1e-12) ? end - t : h;
            double error = fmax(stages(s, step), 1e-10);
            double factor = 0.9 * pow(error, -0.7 / 4) * pow(fmax(before, 1e-4), 0.4 / 4);
            factor = fmin(fmax(factor, 0.2), 5);
            if (error <= 1) {
                double *x = s->x;
                s->x = s->y;
                s->y = x;
                t = step < h ? end : t + step;
                s->steps++;
                before = error;
            }
            if ((step == h || factor < 1) && (factor < 0.9 || factor > 1.2))
                h = step * factor;
        }
        s->result[p - 1] = s->x[s->n - 1];
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return fprintf(stderr, "usage: ladder N TOLERANCE POINTS SECONDS\n"), 2;
    Ladder s = {.n = atoi(argv[1]), .tolerance = atof(argv[2]), .points = atoi(argv[3])};
    double **all[] = {&s.x, &s.y, &s.old, &s.pivot, &s.k[0], &s.k[1], &s.k[2], &s.k[3], &s.k[4]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(*all[i] = calloc((size_t)s.n, sizeof(double))))
            return 1;
    s.result = calloc((size_t)s.points, sizeof *s.result);
    double seconds = s.result ? measure(atof(argv[4]), integrate, &s) : -1;
    printf("cpu %.9g\nsteps %ld\n", seconds, s.steps);
    for (int i = 0; i < s.points; i++)
        printf("a %.17g\n", s.result[i]);
    return seconds < 0;
}
