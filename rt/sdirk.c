/* sdirk.c - the method `sdirk`: adaptive, diagonally implicit, of order 4 (dirk.c).
 *
 * The step follows the error by a PI controller (Hairer, Wanner II, IV.2); it stays where it is as
 * long as it would change little, so that factors of matrices live. The first one comes from a
 * trial step of implicit Euler, which tells the second derivative. */
#include "rt/dirk.h"
#include "rt/step_policy.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct Sdirk {
    KIntegrator base;
    KStepping *step;
    KDirk dirk;
    double *size, *atol; /* [nx] weights_take */
    double *error;       /* [nx] */
    double tolerance, max_step;
    double t0, t, h; /* the last step was from t0 to t; the next one is h; 0: to be chosen */
    double old_error;
    bool rejected; /* the last step, at least once */
    long steps, rejections;
} Sdirk;

static double norm(const Sdirk *s, const double *d)
{
    const double *w = s->step->weight;
    int n = s->dirk.nx;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += d[i] * w[i] * d[i] * w[i];
    return n ? sqrt(sum / n) : 0;
}

/* ---- Step size ---- */

static double smallest_step(const Sdirk *s, double tstop)
{
    return 16 * DBL_EPSILON * fmax(fabs(s->t), fabs(tstop) * DBL_EPSILON);
}

/* Of a step after a restart: k[0] is der(x). Negative: failure recorded. */
static int first_step(Sdirk *s, double room)
{
    KDirk *d = &s->dirk;
    KInst *m = s->base.m;
    const KModel *model = m->run->model;
    double size = norm(s, d->x0), slope = norm(s, d->k[0]);
    double h = slope < 1e-10 ? 1e-3 * room : fmin(0.01 * fmax(size, 1) / slope, room);
    int result = 1;
    s->h = h;
    for (int tries = 0; tries < 20 && result > 0; tries++, h *= 0.1) {
        for (int i = 0; i < d->nx; i++)
            m->v[model->state[i]] = d->x0[i] + h * (m->v[model->der[i]] = d->k[0][i]);
        for (int i = d->nslopes; i < d->n; i++)
            m->v[d->var[i]] = d->guess[0][i];
        integrator_at(m, s->t + h);
        if ((result = step_solve(m, s->t + h, h, d->x0)))
            continue;
        for (int i = 0; i < d->nx; i++)
            s->error[i] = (m->v[model->der[i]] - d->k[0][i]) / h;
        double curve = norm(s, s->error), most = fmax(slope * slope, curve);
        double by_curve = most > 0 ? pow(0.01 / most, 0.5) : room;
        s->h = fmin(fmin(100 * h, by_curve * 4), room);
    }
    return result < 0 ? -1 : 0;
}

/* The last two steps before tstop are alike. */
static void land(Sdirk *s, double tstop)
{
    double left = tstop - s->t;
    if (s->h >= left * (1 - 1e-10))
        s->h = left;
    else if (2 * s->h > left)
        s->h = 0.5 * left;
}

static void adapt(Sdirk *s, double h, double error)
{
    double e = fmax(error, least_error);
    double factor = safety * pow(e, -0.7 / 4) * pow(fmax(s->old_error, first_error), 0.4 / 4);
    factor = fmin(fmax(factor, least_factor), s->rejected ? 1 : 5);
    if (factor < 0.9 || factor > 1.2)
        h *= factor;
    s->old_error = error;
    s->h = fmin(h, s->max_step);
}

/* ---- A step ---- */

static int gave_up(Sdirk *s, bool tested)
{
    KStepView view = {.h = s->h,
                      .order = 4,
                      .steps = s->steps,
                      .rejected = s->rejections,
                      .n = s->dirk.nx,
                      .var = s->base.m->run->model->state,
                      .x = s->dirk.x0,
                      .error = tested ? s->error : NULL,
                      .atol = s->atol,
                      .tolerance = s->tolerance};
    return integrator_failed(s->base.m,
                             tested
                                 ? "no step is small enough for the tolerance"
                                 : "the equations of a step cannot be solved, however small it is",
                             &view);
}

/* Tries steps until one is good. Negative: failure recorded. */
static int try_steps(Sdirk *s, double tstop, double *end)
{
    KInst *m = s->base.m;
    int unsolved = 0;
    bool tested = false;
    s->rejected = s->step->patient = false;
    for (;;) {
        land(s, tstop);
        if (!(s->h > smallest_step(s, tstop)))
            return gave_up(s, tested);
        double h = s->h;
        *end = h == tstop - s->t ? tstop : s->t + h;
        failure_clear(m);
        int result = dirk_step(&s->dirk, s->t, h, *end);
        if (result < 0)
            return -1;
        double error = INFINITY;
        if (!result) {
            dirk_error(&s->dirk, s->error);
            error = norm(s, s->error);
        }
        tested = isfinite(error);
        if (error <= 1) {
            adapt(s, h, error);
            return 0;
        }
        s->rejected = true;
        s->rejections++;
        if (result)
            s->step->patient = ++unsolved >= PATIENT_AFTER;
        s->h = h * (tested ? fmax(least_factor, safety * pow(error, -0.25)) : failed_factor);
    }
}

static int sdirk_step(KIntegrator *base, double tstop, double *t)
{
    Sdirk *s = (Sdirk *)base;
    KRun *run = base->m->run;
    KDirk *d = &s->dirk;
    double end = s->t;
    if (s->t0 < s->t)
        dirk_shift(d);
    weights_take(d->nx, d->x0, s->tolerance, s->size, s->atol, s->step->weight);
    run->trial = true;
    int result = 0;
    if (s->h == 0)
        result = first_step(s, fmin(tstop - s->t, s->max_step));
    s->t0 = s->t;
    if (!result)
        result = try_steps(s, tstop, &end);
    run->trial = false;
    if (result)
        return -1;
    s->steps++;
    *t = s->t = end;
    return 0;
}

/* ---- The integrator ---- */

static void sdirk_interpolate(KIntegrator *base, double t)
{
    Sdirk *s = (Sdirk *)base;
    base->m->time = t;
    dirk_interpolate(&s->dirk, s->t > s->t0 ? t == s->t ? 1 : (t - s->t0) / (s->t - s->t0) : 1);
}

static int sdirk_restart(KIntegrator *base)
{
    Sdirk *s = (Sdirk *)base;
    step_forget(base->m);
    s->t = s->t0 = base->m->time;
    s->old_error = 1;
    if (!base->same_course)
        s->h = 0;
    base->same_course = false;
    dirk_begin(&s->dirk);
    return 0;
}

static void sdirk_count(KIntegrator *base, KStats *stats)
{
    const Sdirk *s = (Sdirk *)base;
    stats->steps += s->steps;
    stats->rejected += s->rejections;
    stats->jacobians += s->step->jacobians;
    stats->newton_iterations += s->step->iterations;
}

static void sdirk_close(KIntegrator *base)
{
    Sdirk *s = (Sdirk *)base;
    step_close(base->m);
    dirk_close(&s->dirk);
    free(s->size);
    free(s);
}

static KIntegrator *sdirk_open(KInst *m, const KOptions *o)
{
    Sdirk *s = integrator_new(m, &integrator_sdirk, sizeof *s);
    if (!s)
        return NULL;
    size_t nx = (size_t)m->run->model->nstates;
    s->step = step_open(m);
    s->size = calloc(3 * nx + 1, sizeof *s->size);
    if (!s->step || !s->size || !dirk_open(&s->dirk, m, s->step)) {
        failure_format(m, "memory is exhausted");
        sdirk_close(&s->base);
        return NULL;
    }
    s->atol = s->size + nx;
    s->error = s->atol + nx;
    KOptions own = *o; /* errors of steps add up less than those of BDF */
    own.tolerance /= sharper;
    own.atol /= sharper;
    s->tolerance = weights_begin(m, &own, (int)nx, m->run->model->state, s->size, s->atol);
    s->step->tolerance = s->tolerance;
    s->step->converged = DIRK_CONVERGED;
    s->max_step = o->max_step > 0 ? o->max_step : INFINITY;
    return &s->base;
}

const KIntegratorType integrator_sdirk = {
    "sdirk",           sdirk_open, sdirk_restart, sdirk_step,
    sdirk_interpolate, NULL,       sdirk_count,   sdirk_close,
};
