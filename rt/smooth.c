/* smooth.c - whether a solution is smooth over many steps of an explicit method, so that not its
 * accuracy but stability limits these.
 *
 * The test for stiffness (rk.c) compares h*|lambda| with the limit on the real axis. Modes that
 * oscillate limit the steps of an explicit method much earlier, where steps as long for the sake of
 * accuracy are common: a line of a thousand inductors and capacitors carries one wave. What tells
 * both apart is the solution. Every SMOOTH_STEPS steps a point of it is kept; how far the cubic
 * through four of them misses the next one is its fourth difference, which is what the inlined
 * method of order 4 holds its steps to: whether it would accept one of that length. A few
 * operations for a state and step. */
#include "rt/smooth.h"
#include "rt/step_policy.h"

#include <math.h>
#include <string.h>

void smooth_forget(KSmooth *s)
{
    s->points = s->steps = s->times = 0;
}

/* The point at t becomes the last one. */
static void keep(KSmooth *s, double t, const double *x)
{
    if (s->points == SMOOTH_POINTS) {
        double *first = s->x[0];
        memmove(s->x, s->x + 1, (SMOOTH_POINTS - 1) * sizeof *s->x);
        memmove(s->t, s->t + 1, (SMOOTH_POINTS - 1) * sizeof *s->t);
        s->x[--s->points] = first;
    }
    s->t[s->points] = t;
    memcpy(s->x[s->points++], x, (size_t)s->n * sizeof *x);
}

/* Whether the cubic through the points is near x at t; the mean is that of fourth powers. */
static bool meets(const KSmooth *s, double t, const double *x, const double *unit)
{
    double weight[SMOOTH_POINTS], sum = 0;
    for (int i = 0; i < SMOOTH_POINTS; i++) {
        weight[i] = 1;
        for (int j = 0; j < SMOOTH_POINTS; j++)
            if (j != i)
                weight[i] *= (t - s->t[j]) / (s->t[i] - s->t[j]);
    }
    for (int i = 0; i < s->n; i++) {
        double error = x[i];
        for (int j = 0; j < SMOOTH_POINTS; j++)
            error -= weight[j] * s->x[j][i];
        error /= unit[i];
        sum += error * error * (error * error);
    }
    return sum <= pow(smooth_error, 4) * s->n;
}

bool smooth_step(KSmooth *s, double t, const double *x, const double *unit)
{
    if (++s->steps < SMOOTH_STEPS)
        return false;
    if (s->points == SMOOTH_POINTS)
        s->times = meets(s, t, x, unit) ? s->times + 1 : 0;
    keep(s, t, x);
    s->steps = 0;
    return s->times >= SMOOTH_TIMES;
}

double smooth_pace(const KSmooth *s)
{
    return (s->t[SMOOTH_POINTS - 1] - s->t[SMOOTH_POINTS - 2]) / SMOOTH_STEPS;
}
