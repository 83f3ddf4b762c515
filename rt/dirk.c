/* dirk.c - the stages of ESDIRK4(3)6L[2]SA (Kennedy, Carpenter: Additive Runge-Kutta schemes for
 * convection-diffusion-reaction equations, 2003): order 4 with an embedded formula of order 3,
 * stage order 2, L-stable, stiffly accurate; the first stage is the last one of the step before, no
 * stage lies beyond the end of the step. All others are steps of the inlined program with the same
 * h, a quarter of the step, so that one factorisation serves them all.
 *
 * h*der(x) of a stage is taken from the formula, as (x - old(x))/(1/4): the error that Newton's
 * iteration leaves in x is not multiplied by the stiffness. The dense output, of order 3 for all
 * parts s of the step, is damped like 1 - s for infinite stiffness; what the conditions leave open
 * makes its error of order 4 small. O(states * stages^2) a step, besides the equations. */
#include "rt/dirk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double gamma4 = 0.25;
static const double node[DIRK_STAGES] = {0, 0.5, 0.332, 0.62, 0.85, 1};
static const double weight[DIRK_STAGES][DIRK_STAGES] = {
    {0},
    {0.25, 0.25},
    {8611.0 / 62500, -1743.0 / 31250, 0.25},
    {5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108, 0.25},
    {15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768,
     2285395.0 / 8070912, 0.25},
    {82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211, 0.25},
};
static const double embedded[DIRK_STAGES] = {4586570599.0 / 29645900160, 0,
                                             178811875.0 / 945068544,    814220225.0 / 1159782912,
                                             -3700637.0 / 11593932,      61727.0 / 225920};
/* [power of s - 1][stage] */
static const double dense[4][DIRK_STAGES] = {
    {0.418510726228339, -3.0921051360337963, 3.7956881507937683, -3.1809486862521363,
     5.338551052227558, -2.279696106963733},
    {-1.1493091466037675, 2.9394191697511403, -3.7094033851628616, 9.394245044100078,
     -12.748880624940272, 5.273928942855683},
    {1.5945956303305144, 3.919794159979094, -3.598139230980691, -5.297418777838474,
     5.747222877024404, -2.3660546585148468},
    {-0.7058809147934145, -3.7671081936964375, 3.698613405873785, -0.23531228470013307,
     1.3878661646933037, -0.3781781773771034},
};
/* The stages whose parabola predicts a stage; the first one is predicted from the last three of the
 * step before: KDirk.past. */
enum { PAST = 3 };
static const int source[DIRK_STAGES][3] = {
    {0}, {PAST, PAST + 1, PAST + 2}, {0, 1, 1}, {0, 2, 1}, {0, 2, 3}, {1, 3, 4}};
/* A step longer than the last one by this factor is not predicted from it. */
static const double far_ahead = 2;

/* ---- Guesses ---- */

/* Weights of three values at the places p, of which two may be one, for the value at `at`. */
static void parabola(const double *p, double at, double *w)
{
    if (p[1] == p[2]) {
        w[1] = (at - p[0]) / (p[1] - p[0]);
        w[0] = 1 - w[1];
        w[2] = 0;
        return;
    }
    for (int i = 0; i < 3; i++) {
        double a = p[(i + 1) % 3], b = p[(i + 2) % 3];
        w[i] = (at - a) * (at - b) / ((p[i] - a) * (p[i] - b));
    }
}

/* Unknowns of nonlinear blocks begin from what the stages before say; states by the formula. */
static void put_guesses(const KDirk *d, int stage, double hb)
{
    KInst *m = d->m;
    const KModel *model = m->run->model;
    const int *from = source[stage];
    const double p[3] = {node[from[0]], node[from[1]], node[from[2]]};
    double w[3], at = node[stage];
    if (stage == 1)
        at = d->followed ? 1 + at * d->h / d->before : INFINITY;
    if (stage == 1 && !(at <= 1 + node[1] * far_ahead)) {
        for (int i = 0; i < d->n; i++)
            m->v[d->var[i]] = d->guess[0][i];
    } else {
        parabola(p, at, w);
        const double *a = d->guess[from[0]], *b = d->guess[from[1]], *c = d->guess[from[2]];
        if (stage == 1) {
            a = d->past[0];
            b = d->past[1];
            c = d->past[2];
        }
        for (int i = 0; i < d->n; i++)
            m->v[d->var[i]] = w[0] * a[i] + w[1] * b[i] + w[2] * c[i];
    }
    for (int i = 0; i < d->nslopes; i++)
        m->v[model->state[d->of[i]]] = d->old[d->of[i]] + hb * m->v[d->var[i]];
}

static void take_guesses(KDirk *d, int stage)
{
    for (int i = 0; i < d->n; i++)
        d->guess[stage][i] = d->m->v[d->var[i]];
}

/* ---- A step ---- */

void dirk_begin(KDirk *d)
{
    KInst *m = d->m;
    const KModel *model = m->run->model;
    for (int i = 0; i < d->nx; i++) {
        d->x0[i] = d->x[i] = m->v[model->state[i]];
        d->k[0][i] = m->v[model->der[i]];
    }
    d->h = 1;
    d->followed = false;
    take_guesses(d, 0);
}

void dirk_shift(KDirk *d)
{
    double *k = d->k[0], *x = d->x0;
    d->k[0] = d->k[DIRK_STAGES - 1];
    d->k[DIRK_STAGES - 1] = k;
    d->x0 = d->x;
    d->x = x;
    for (int i = 0; i < 3; i++) {
        double *past = d->past[i];
        d->past[i] = d->guess[PAST + i];
        d->guess[PAST + i] = past;
    }
    if (d->n)
        memcpy(d->guess[0], d->past[2], (size_t)d->n * sizeof **d->guess);
    d->before = d->h;
    d->followed = true;
}

/* to := from + the sum of c[j]*k[j], j < terms, a constant for the compiler, two at a time. */
static inline void add_terms(int nx, double *restrict to, const double *from, const int terms,
                             const double *const *k, const double *c)
{
    static const double zero[2];
    int one = from != NULL;
    from = from ? from : zero;
    for (int i = 0; i + 1 < nx; i += 2) {
        double a = from[one * i], b = from[one * i + 1];
        for (int j = 0; j < terms; j++) {
            a += c[j] * k[j][i];
            b += c[j] * k[j][i + 1];
        }
        to[i] = a;
        to[i + 1] = b;
    }
    for (int i = nx - nx % 2; i < nx; i++) {
        to[i] = from[one * i];
        for (int j = 0; j < terms; j++)
            to[i] += c[j] * k[j][i];
    }
}

/* The same with the stages' k, in one pass; those without weight are left out. */
static void combine(const KDirk *d, double *to, const double *from, int stages, const double *w)
{
    const double *k[DIRK_STAGES];
    double c[DIRK_STAGES];
    int n = 0;
    for (int j = 0; j < stages; j++)
        if (w[j] != 0) {
            k[n] = d->k[j];
            c[n++] = w[j];
        }
    switch (n) {
    case 1:
        add_terms(d->nx, to, from, 1, k, c);
        break;
    case 2:
        add_terms(d->nx, to, from, 2, k, c);
        break;
    case 3:
        add_terms(d->nx, to, from, 3, k, c);
        break;
    case 4:
        add_terms(d->nx, to, from, 4, k, c);
        break;
    default:
        add_terms(d->nx, to, from, n, k, c);
    }
}

/* h*der(x) of a stage that has been solved. */
static void take_slopes(const KDirk *d, double *restrict k, const double *old)
{
    const double *v = d->m->v;
    const int *state = d->m->run->model->state;
    int even = d->step->in_rows ? d->nx - d->nx % 2 : 0;
    for (int i = 0; i < even; i += 2) {
        const double *x = v + state[0] + i;
        k[i] = (x[0] - old[i]) * (1 / gamma4);
        k[i + 1] = (x[1] - old[i + 1]) * (1 / gamma4);
    }
    for (int i = even; i < d->nx; i++)
        k[i] = (v[state[i]] - old[i]) * (1 / gamma4);
}

int dirk_step(KDirk *d, double t, double h, double end)
{
    KInst *m = d->m;
    const int *state = m->run->model->state;
    double hb = gamma4 * h;
    for (int i = 0; i < d->nx && h != d->h; i++)
        d->k[0][i] *= h / d->h;
    d->h = h;
    for (int stage = 1; stage < DIRK_STAGES; stage++) {
        double at = node[stage] == 1 ? end : t + node[stage] * h;
        combine(d, d->old, d->x0, stage, weight[stage]);
        integrator_at(m, at);
        put_guesses(d, stage, hb);
        int result = step_solve(m, at, hb, d->old);
        if (result)
            return result;
        take_slopes(d, d->k[stage], d->old);
        take_guesses(d, stage);
    }
    if (d->step->in_rows)
        memcpy(d->x, m->v + state[0], (size_t)d->nx * sizeof *d->x);
    for (int i = 0; i < d->nx && !d->step->in_rows; i++)
        d->x[i] = m->v[state[i]];
    return 0;
}

void dirk_error(const KDirk *d, double *error)
{
    double w[DIRK_STAGES];
    for (int j = 0; j < DIRK_STAGES; j++)
        w[j] = weight[DIRK_STAGES - 1][j] - embedded[j];
    combine(d, error, NULL, DIRK_STAGES, w);
}

void dirk_interpolate(const KDirk *d, double s)
{
    KInst *m = d->m;
    const KModel *model = m->run->model;
    double w[DIRK_STAGES], p[3] = {0, node[1], 1}, g[3];
    for (int j = 0; j < DIRK_STAGES; j++)
        w[j] = s * (dense[0][j] + s * (dense[1][j] + s * (dense[2][j] + s * dense[3][j])));
    parabola(p, s, g);
    const double *last = d->guess[DIRK_STAGES - 1];
    for (int i = 0; i < d->n; i++)
        m->v[d->var[i]] = g[0] * d->guess[0][i] + g[1] * d->guess[1][i] + g[2] * last[i];
    for (int i = 0; i < d->nx; i++) {
        double x = d->x0[i];
        for (int j = 0; j < DIRK_STAGES; j++)
            x += w[j] * d->k[j][i];
        m->v[model->state[i]] = s == 1 ? d->x[i] : s == 0 ? d->x0[i] : x;
    }
}

/* ---- Work space ---- */

/* Marks the states and further unknowns that nonlinear blocks need guesses for. */
static void list_guesses(KDirk *d, bool *slope, bool *other)
{
    const KModel *model = d->m->run->model;
    for (int k = 0; k < model->nblocks; k++) {
        const KBlock *b = &model->block[k];
        for (int i = 0; i < b->n && b->of_step == 1 && !b->linear; i++) {
            int of = d->step->of[b->var[i]];
            if (of)
                slope[abs(of) - 1] = true;
            else
                other[b->var[i]] = true;
        }
    }
    for (int i = 0; i < d->nx; i++)
        if (slope[i]) {
            d->of[d->nslopes++] = i;
            d->var[d->n++] = model->der[i];
        }
    for (int i = 0; i < d->step->nextra; i++)
        if (other[d->step->extra[i]])
            d->var[d->n++] = d->step->extra[i];
}

bool dirk_open(KDirk *d, KInst *m, KStepping *step)
{
    const KModel *model = m->run->model;
    size_t nx = (size_t)model->nstates, n = nx + (size_t)step->nextra, nv = (size_t)model->nv;
    *d = (KDirk){.m = m, .step = step, .nx = model->nstates};
    bool *marks = calloc(nx + nv + 1, sizeof *marks);
    d->of = malloc((nx + n + 1) * sizeof *d->of);
    if (marks && d->of) {
        d->var = d->of + nx;
        list_guesses(d, marks, marks + nx);
        n = (size_t)d->n;
        d->memory = calloc(nx * (DIRK_STAGES + 3) + n * (DIRK_STAGES + 3) + 1, sizeof *d->memory);
    }
    free(marks);
    if (!d->memory)
        return false;
    double *at = d->memory;
    for (int j = 0; j < DIRK_STAGES; j++, at += nx)
        d->k[j] = at;
    for (int j = 0; j < DIRK_STAGES; j++, at += n)
        d->guess[j] = at;
    for (int j = 0; j < 3; j++, at += n)
        d->past[j] = at;
    d->x0 = at;
    d->x = at + nx;
    d->old = at + 2 * nx;
    return true;
}

void dirk_close(KDirk *d)
{
    free(d->of);
    free(d->memory);
    *d = (KDirk){0};
}
