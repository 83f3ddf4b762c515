/* radau.c - Radau IIA of order 5 (Hairer, Wanner: Solving Ordinary Differential Equations II,
 * IV.8): a collocation method, L-stable, stiffly accurate. The three stages are one system of the
 * inlined program (dae/stages.c), which has the formula; what is here are guesses, the error and
 * the values inside of a step, which are those of the polynomial of degree 3 through its begin and
 * the stages.
 *
 * The error is the difference to an embedded formula of order 3 that has der(x) at the begin,
 * g0*h*der(x0) + e1*z1 + e2*z2 + e3*z3 with z = x - x0 of the stages; (I - g0*h*J)^-1 times that is
 * bounded where the model is stiff: a step of length g0*h of the program with one stage, whose
 * old(x) is off by it, ends as much off. O(unknowns) a step, besides the equations. */
#include "rt/radau.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOT6 2.449489742783178098
static const double node[RADAU_STAGES] = {(4 - ROOT6) / 10, (4 + ROOT6) / 10, 1};
static const double g0 = 0.27488882959567734; /* 1 / the real eigenvalue of the inverse matrix */
static const double e[RADAU_STAGES] = {-(13 + 7 * ROOT6) / 3, (-13 + 7 * ROOT6) / 3, -1.0 / 3};
/* A step longer than the last one by this factor is not predicted from it. */
static const double far_ahead = 4;

/* ---- Polynomials through the stages ---- */

/* Weights of the values at the nodes for the value at s. */
static void through_stages(double s, double *w)
{
    for (int i = 0; i < RADAU_STAGES; i++) {
        w[i] = 1;
        for (int j = 0; j < RADAU_STAGES; j++)
            if (j != i)
                w[i] *= (s - node[j]) / (node[i] - node[j]);
    }
}

/* The same of what the values at the nodes are more than the one at the begin. */
static void through_begin(double s, double *w)
{
    through_stages(s, w);
    for (int i = 0; i < RADAU_STAGES; i++)
        w[i] *= s / node[i];
}

static double combined(const double *w, const double *value)
{
    return w[0] * value[0] + w[1] * value[1] + w[2] * value[2];
}

/* ---- A step ---- */

void radau_begin(KRadau *r)
{
    const KModel *model = r->m->run->model;
    for (int i = 0; i < r->n; i++)
        r->begin[i] = r->m->v[r->var[3 * i + 2]];
    for (int i = 0; i < r->nx; i++) {
        r->x0[i] = r->x[i] = r->m->v[model->state[i]];
        r->slope[i] = r->m->v[model->der[i]];
    }
    r->before = 0;
}

void radau_shift(KRadau *r)
{
    double *now = r->now, *x = r->first;
    r->now = r->last;
    r->last = now;
    r->first = r->x0;
    r->x0 = r->x;
    r->x = x;
    for (int i = 0; i < r->n; i++)
        r->begin[i] = now[3 * i + 2];
    memcpy(r->slope, r->begin + r->nx, (size_t)r->nx * sizeof *r->slope);
    r->before = r->h;
}

static void put_guesses(const KRadau *r)
{
    double *v = r->m->v, w[3][3], wx[3][3];
    bool ahead = r->before > 0 && r->h <= far_ahead * r->before;
    for (int j = 0; j < RADAU_STAGES && ahead; j++) {
        double s = 1 + node[j] * r->h / r->before;
        through_stages(s, w[j]);
        through_begin(s, wx[j]);
    }
    for (int i = r->n - 1; i >= 0; i--)
        for (int j = 0; j < RADAU_STAGES; j++) {
            const double *last = r->last + 3 * i;
            double z[3] = {0};
            for (int k = 0; k < 3 && ahead && i < r->nx; k++)
                z[k] = last[k] - r->first[i];
            v[r->var[3 * i + j]] = !ahead      ? r->begin[i]
                                   : i < r->nx ? r->first[i] + combined(wx[j], z)
                                               : combined(w[j], last);
        }
}

int radau_step(KRadau *r, double t, double h, double end)
{
    KInst *m = r->m;
    const KModel *model = m->run->model;
    r->h = h;
    r->t = t;
    step_use(m, r->all);
    integrator_at(m, end);
    put_guesses(r);
    for (int j = 0; j < RADAU_STAGES - 1; j++)
        m->v[model->stage_time[j]] = t + node[j] * h;
    int result = step_solve(m, end, h, r->x0);
    for (int i = 0; i < 3 * r->n && !result; i++)
        r->now[i] = m->v[r->var[i]];
    for (int i = 0; i < r->nx && !result; i++)
        r->x[i] = r->now[3 * i + 2];
    return result;
}

/* ---- Its error ---- */

/* der(x) at the begin of the step, for states that are off by `error`, instead of the one there;
 * false: it has none. */
static bool slope_beside(KRadau *r, const double *error, double *slope)
{
    KInst *m = r->m;
    const KModel *model = m->run->model;
    for (int i = 0; i < r->nx; i++)
        m->v[model->state[i]] = r->x0[i] + error[i];
    integrator_at(m, r->t);
    for (int i = 2 * r->nx; i < r->n; i++)
        m->v[r->var[3 * i + 2]] = r->begin[i];
    m->time = r->t;
    bool good = !code_rhs(m, K_TRIAL);
    for (int i = 0; i < r->nx && good; i++)
        slope[i] = m->v[model->der[i]];
    failure_clear(m);
    return good;
}

void radau_error(KRadau *r, double end, bool again, double *error)
{
    KInst *m = r->m;
    const KModel *model = m->run->model;
    double hb = g0 * r->h;
    const double *slope = r->slope;
    if (again && !slope_beside(r, error, r->old))
        return;
    if (again)
        slope = r->old;
    for (int i = 0; i < r->nx; i++) {
        const double *x = r->now + 3 * i;
        double z[3] = {x[0] - r->x0[i], x[1] - r->x0[i], x[2] - r->x0[i]};
        r->raw[i] = hb * slope[i] + g0 * combined(e, z);
    }
    for (int i = r->n - 1; i >= 0; i--)
        m->v[r->var[3 * i + 2]] = r->now[3 * i + 2];
    for (int i = 0; i < r->nx; i++)
        r->old[i] = r->x[i] - hb * r->now[3 * (r->nx + i) + 2] + r->raw[i];
    memcpy(r->one->weight, r->all->weight, (size_t)r->nx * sizeof *r->raw);
    step_use(m, r->one);
    bool solved = !step_solve(m, end, hb, r->old);
    step_use(m, r->all);
    failure_clear(m);
    for (int i = 0; i < r->nx; i++)
        error[i] = solved ? m->v[model->state[i]] - r->x[i] : r->raw[i];
}

/* ---- Inside of it ---- */

void radau_interpolate(const KRadau *r, double s)
{
    double *v = r->m->v, w[3], wx[3];
    through_stages(s, w);
    through_begin(s, wx);
    for (int i = r->n - 1; i >= r->nx; i--)
        v[r->var[3 * i + 2]] = combined(w, r->now + 3 * i);
    for (int i = 0; i < r->nx; i++) {
        const double *x = r->now + 3 * i;
        double z[3] = {x[0] - r->x0[i], x[1] - r->x0[i], x[2] - r->x0[i]};
        v[r->m->run->model->state[i]] = s == 1   ? r->x[i]
                                        : s == 0 ? r->x0[i]
                                                 : r->x0[i] + combined(wx, z);
    }
}

/* ---- Work space ---- */

bool radau_open(KRadau *r, KInst *m)
{
    const KModel *model = m->run->model;
    size_t nx = (size_t)model->nstates, n = (size_t)model->ntriples;
    *r = (KRadau){.m = m, .nx = model->nstates, .n = model->ntriples, .var = model->triple};
    r->one = step_open(m, 1);
    r->all = r->one ? step_open(m, RADAU_STAGES) : NULL;
    r->memory = r->all ? calloc(6 * nx + 7 * n + 1, sizeof *r->memory) : NULL;
    if (!r->memory)
        return false;
    double *at = r->memory, **of_x[] = {&r->x0, &r->x, &r->slope, &r->first, &r->raw, &r->old};
    for (int i = 0; i < 6; i++, at += nx)
        *of_x[i] = at;
    r->begin = at;
    r->now = at + n;
    r->last = at + 4 * n;
    return true;
}

void radau_close(KRadau *r)
{
    free(r->memory);
    *r = (KRadau){0};
}
