/* tangents.c - exponentials in a block of an inlined step, followed by their values.
 *
 * exp(a) with the tangent at p, exp(p)*(1 + a - p), gives linear equations where it is the only
 * nonlinear function. Their solution wants a value exp(p)*(1 + a - p) of it: the next point is
 * where the exponential has it, log(1 + a - p) from p. One that conducts too much comes down at
 * once so, instead of by 1 in each iteration. Upwards the argument is followed, since exponentials
 * far down have no part in the equations yet; but not beyond what one correction brings back, of
 * which rounding leaves 36 units. Where models let the exponential go on as a straight line the
 * correction leads to where that vanishes, below its begin: from there it is an exponential.
 * O(exponentials). */
#include "rt/tangents.h"
#include "rt/newton_policy.h"

#include <math.h>

void tangents_take(KInst *m, const KBlock *b)
{
    for (int i = 0; i < b->nbent; i++)
        m->v[b->bent_at[i]] = m->v[b->bent_arg[i]];
}

/* The next point after p, where the argument is a. */
static double next_point(double p, double a)
{
    double moved = a - p;
    if (moved > 0)
        return fmin(a, fmax(p, 0) + TANGENT_UP);
    if (moved > -1)
        return p + fmax(log1p(moved), -TANGENT_DOWN);
    if (p > TANGENT_UP && moved < TANGENT_LINE)
        return a;
    return fmin(a, p - TANGENT_DOWN);
}

bool tangents_far(const KInst *m, const KBlock *b)
{
    for (int i = 0; i < b->nbent; i++) {
        double p = m->v[b->bent_at[i]], a = m->v[b->bent_arg[i]];
        if ((p > 0 || a > 0) && fabs(a - p) > TANGENT_NEAR &&
            fabs(fmax(next_point(p, a), 0) - fmax(p, 0)) > TANGENT_FAR)
            return true;
    }
    return false;
}

void tangents_move(KInst *m, const KBlock *b)
{
    for (int i = 0; i < b->nbent; i++) {
        double a = m->v[b->bent_arg[i]], *p = &m->v[b->bent_at[i]];
        if (isfinite(a))
            *p = isfinite(*p) ? next_point(*p, a) : a;
    }
}

void tangents_use(KInst *m, bool use)
{
    m->v[m->run->model->step_bent] = use;
}
