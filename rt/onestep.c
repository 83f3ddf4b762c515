/* onestep.c - the methods `sdirk`, diagonally implicit of order 4 (dirk.c), and `radau`, implicit
 * of order 5 (radau.c), with variable step.
 *
 * The step follows the error by a PI controller (Hairer, Wanner II, IV.2); it stays where it is as
 * long as it would change little, so that factors of matrices live. The first one comes from a
 * trial step of implicit Euler, which tells the second derivative. */
#include "rt/dirk.h"
#include "rt/radau.h"
#include "rt/step_policy.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct OneStep {
    KIntegrator base;
    KStepping *step; /* the program of one stage */
    int nx;
    bool is_radau;
    KDirk dirk;
    KRadau radau;
    double *size, *atol; /* [nx] weights_take */
    double *error;       /* [nx] */
    double *noise,
        *other; /* [nx] what rounding makes of errors, where it was measured; measure_noise */
    bool noisy; /* `noise` counts */
    double tolerance, max_step;
    double t0, t, h; /* the last step was from t0 to t; the next one is h; 0: to be chosen */
    double old_error;
    bool rejected; /* the last step, at least once */
    bool fresh;    /* nothing has been accepted since the restart */
    long steps, rejections;
} OneStep;

/* ---- The two methods ---- */

static const double *begin_of(const OneStep *s)
{
    return s->is_radau ? s->radau.x0 : s->dirk.x0;
}

/* Of a step that has not been tried: der(x) at its begin. */
static const double *slope_of(const OneStep *s)
{
    return s->is_radau ? s->radau.slope : s->dirk.k[0];
}

static int formula_step(OneStep *s, double h, double end)
{
    return s->is_radau ? radau_step(&s->radau, s->t, h, end) : dirk_step(&s->dirk, s->t, h, end);
}

static void formula_shift(OneStep *s)
{
    if (s->is_radau)
        radau_shift(&s->radau);
    else
        dirk_shift(&s->dirk);
}

/* The mean of fourth powers: one state among many counts. */
static double norm(const OneStep *s, const double *d)
{
    const double *w = s->base.m->run->stepping->weight;
    int n = s->nx;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += d[i] * w[i] * d[i] * w[i] * (d[i] * w[i] * d[i] * w[i]);
    return n ? sqrt(sqrt(sum / n)) : 0;
}

/* Guesses of unknowns that are neither states nor derivatives, as they are at the begin. */
static void put_begin(OneStep *s)
{
    double *v = s->base.m->v;
    const KDirk *d = &s->dirk;
    const KRadau *r = &s->radau;
    for (int i = d->nslopes; i < d->n; i++)
        v[d->var[i]] = d->guess[0][i];
    for (int i = 2 * s->nx; i < r->n; i++)
        v[r->var[3 * i + 2]] = r->begin[i];
}

/* Of a step after a restart. Negative: failure recorded. */
static int first_step(OneStep *s, double tstop)
{
    KInst *m = s->base.m;
    const KModel *model = m->run->model;
    const double *x0 = begin_of(s), *der = slope_of(s);
    double size = norm(s, x0), slope = norm(s, der), room = fmin(tstop - s->t, s->max_step);
    double least = fmin(step_first(s->t, tstop), room);
    double h = slope < 1e-10 ? 1e-3 * room : fmin(0.01 * fmax(size, 1) / slope, room);
    h = fmax(h, least);
    int result = 1;
    s->h = h;
    for (int tries = 0; tries < 20 && result > 0; tries++, h *= 0.1) {
        put_begin(s);
        for (int i = 0; i < s->nx; i++)
            m->v[model->state[i]] = x0[i] + h * (m->v[model->der[i]] = der[i]);
        integrator_at(m, s->t + h);
        step_use(m, s->step);
        result = step_solve(m, s->t + h, h, x0);
        if (s->is_radau)
            step_use(m, s->radau.all);
        if (result)
            continue;
        for (int i = 0; i < s->nx; i++)
            s->error[i] = (m->v[model->der[i]] - der[i]) / h;
        double curve = norm(s, s->error), most = fmax(slope * slope, curve);
        double by_curve = most > 0 ? pow(0.01 / most, 0.5) : room;
        s->h = fmax(fmin(fmin(100 * h, by_curve * 4), room), least);
    }
    return result < 0 ? -1 : 0;
}

/* The last two steps before tstop are alike. */
static void land(OneStep *s, double tstop)
{
    double left = tstop - s->t;
    if (s->h >= left * (1 - 1e-10))
        s->h = left;
    else if (2 * s->h > left)
        s->h = 0.5 * left;
}

static void adapt(OneStep *s, double h, double error)
{
    double e = fmax(error, least_error);
    double factor = safety * pow(e, -0.7 / 4) * pow(fmax(s->old_error, first_error), 0.4 / 4);
    factor = fmin(fmax(factor, least_factor), s->rejected ? 1 : fivefold);
    if (factor < 0.9 || factor > 1.2)
        h *= factor;
    s->old_error = error;
    s->h = fmin(h, s->max_step);
}

/* ---- A step ---- */

static int gave_up(OneStep *s, bool tested)
{
    KStepView view = {.h = s->h,
                      .order = s->is_radau ? 5 : 4,
                      .steps = s->steps,
                      .rejected = s->rejections,
                      .n = s->nx,
                      .var = s->base.m->run->model->state,
                      .x = begin_of(s),
                      .error = tested ? s->error : NULL,
                      .atol = s->atol,
                      .tolerance = s->tolerance};
    return integrator_failed(s->base.m,
                             tested
                                 ? "no step is small enough for the tolerance"
                                 : "the equations of a step cannot be solved, however small it is",
                             &view);
}

/* The error of a step that was tried, against what is tolerated. */
static double error_of(OneStep *s, double end)
{
    if (!s->is_radau) {
        dirk_error(&s->dirk, s->error);
        return norm(s, s->error);
    }
    radau_error(&s->radau, end, false, s->error);
    double error = norm(s, s->error);
    if (!(error > 1) || !(s->fresh || s->rejected))
        return error;
    radau_error(&s->radau, end, true, s->error);
    return norm(s, s->error);
}

/* Weights of the next step. Errors that rounding makes are the same for steps of any length and do
 * not count, unless the user has said how small they are; they are forgotten from step to step and
 * measured again, since their cause may have ended. */
static void take_weights(OneStep *s)
{
    double *w = s->step->weight;
    weights_take(s->nx, begin_of(s), s->tolerance, s->size, s->atol, w);
    s->noisy = s->noisy && weights_allow(s->nx, s->size, s->noise, w);
    if (s->is_radau)
        memcpy(s->base.m->run->stepping->weight, w, (size_t)s->nx * sizeof *w);
}

/* The errors of a step of length h, into s->error. */
static int errors_of(OneStep *s, double h, double end)
{
    int result = formula_step(s, h, end);
    if (!result && s->is_radau)
        radau_error(&s->radau, end, false, s->error);
    else if (!result)
        dirk_error(&s->dirk, s->error);
    return result;
}

/* What rounding makes of the errors of a step: their difference with another rounding. */
static void measure_noise(OneStep *s, double h, double end)
{
    KInst *m = s->base.m;
    for (int i = 0; i < s->nx; i++)
        m->run->stepping->weight[i] *= NOISE_SHARPER;
    int result = errors_of(s, h, end);
    memcpy(s->other, s->error, (size_t)s->nx * sizeof *s->error);
    fesetround(FE_UPWARD);
    result = result ? result : errors_of(s, h, end);
    fesetround(FE_TONEAREST);
    for (int i = 0; i < s->nx && !result; i++)
        s->noise[i] = fmax(s->noise[i], fabs(s->error[i] - s->other[i]));
    failure_clear(m);
    s->noisy = true;
    take_weights(s);
}

/* Whether no state moves by what a step is held to in one as short as the next trial. */
static bool is_nothing(const OneStep *s)
{
    const double *slope = slope_of(s);
    double most = 0, h = s->is_radau ? s->h : s->h / s->dirk.h;
    for (int i = 0; i < s->nx; i++)
        most = fmax(most, fabs(slope[i]) * s->step->weight[i]);
    return h * most <= 1;
}

/* Tries steps until one is good. Negative: failure recorded. */
static int try_steps(OneStep *s, double tstop, double *end)
{
    KInst *m = s->base.m;
    int unsolved = 0;
    bool tested = false;
    s->base.unsolved = 0;
    s->rejected = m->run->stepping->patient = false;
    for (;;) {
        land(s, tstop);
        if (!(s->h > step_least(s->t, tstop)))
            return gave_up(s, tested);
        double h = s->h;
        *end = h == tstop - s->t ? tstop : s->t + h;
        failure_clear(m);
        long bends = m->run->stepping->bends;
        int result = formula_step(s, h, *end);
        if (result < 0)
            return -1;
        double error = result ? INFINITY : error_of(s, *end);
        if (m->run->stepping->bends > bends)
            error *= kink_factor;
        tested = isfinite(error);
        if (error <= 1) {
            adapt(s, h, error);
            return 0;
        }
        s->rejected = true;
        s->rejections++;
        if (result)
            m->run->stepping->patient = ++unsolved >= PATIENT_AFTER;
        s->h = h * (tested ? fmax(least_factor, safety * pow(error, -0.25)) : failed_factor);
        s->base.unsolved = result ? h : s->base.unsolved;
        if (result && s->base.early && is_nothing(s))
            return -1;
        if (tested && s->rejections % NOISE_EVERY == 0)
            measure_noise(s, h, *end);
    }
}

static int onestep_step(KIntegrator *base, double tstop, double *t)
{
    OneStep *s = (OneStep *)base;
    double end = s->t;
    if (s->t0 < s->t)
        formula_shift(s);
    take_weights(s);
    int result = 0;
    if (s->h == 0)
        result = first_step(s, tstop);
    s->t0 = s->t;
    if (!result)
        result = try_steps(s, tstop, &end);
    if (result)
        return -1;
    s->steps++;
    s->fresh = false;
    base->solved = !s->is_radau;
    *t = s->t = end;
    return 0;
}

/* ---- The integrator ---- */

/* Nothing has been accepted since the restart, or since the last step: the values there. */
static void put_fresh(OneStep *s)
{
    const double *x0 = begin_of(s);
    put_begin(s);
    for (int i = 0; i < s->nx; i++)
        s->base.m->v[s->base.m->run->model->state[i]] = x0[i];
}

static void onestep_interpolate(KIntegrator *base, double t)
{
    OneStep *s = (OneStep *)base;
    base->m->time = t;
    double part = t != s->t ? (t - s->t0) / (s->t - s->t0) : 1;
    if (!(s->t > s->t0))
        put_fresh(s);
    else if (s->is_radau)
        radau_interpolate(&s->radau, part);
    else
        dirk_interpolate(&s->dirk, part);
}

static int onestep_restart(KIntegrator *base)
{
    OneStep *s = (OneStep *)base;
    step_forget(base->m);
    s->t = s->t0 = base->m->time;
    s->old_error = 1;
    if (!base->same_course)
        s->h = 0;
    base->same_course = false;
    s->fresh = true;
    if (s->is_radau)
        radau_begin(&s->radau);
    else
        dirk_begin(&s->dirk);
    return 0;
}

static void onestep_count(KIntegrator *base, KStats *stats)
{
    const OneStep *s = (OneStep *)base;
    stats->steps += s->steps;
    stats->rejected += s->rejections;
    for (const KStepping *k = s->step; k; k = k == s->step ? k->other : NULL) {
        stats->jacobians += k->jacobians;
        stats->newton_iterations += k->iterations;
    }
}

static void onestep_close(KIntegrator *base)
{
    OneStep *s = (OneStep *)base;
    step_close(base->m);
    dirk_close(&s->dirk);
    radau_close(&s->radau);
    free(s->size);
    free(s);
}

static KIntegrator *onestep_open(KInst *m, const KOptions *o, bool is_radau)
{
    const KIntegratorType *type = is_radau ? &integrator_radau : &integrator_sdirk;
    OneStep *s = integrator_new(m, type, sizeof *s);
    if (!s)
        return NULL;
    size_t nx = (size_t)m->run->model->nstates;
    s->base.growth = fivefold;
    s->is_radau = is_radau;
    s->nx = (int)nx;
    s->size = calloc(5 * nx + 1, sizeof *s->size);
    bool good =
        s->size && (is_radau ? radau_open(&s->radau, m)
                             : (s->step = step_open(m, 1)) && dirk_open(&s->dirk, m, s->step));
    if (!good) {
        failure_format(m, "memory is exhausted");
        onestep_close(&s->base);
        return NULL;
    }
    s->step = is_radau ? s->radau.one : s->step;
    s->atol = s->size + nx;
    s->error = s->atol + nx;
    s->noise = s->error + nx;
    s->other = s->noise + nx;
    double share = is_radau ? 1 : SDIRK_SHARE(tolerance_asked(o));
    s->tolerance = weights_begin(m, o, share, (int)nx, m->run->model->state, s->size, s->atol);
    for (KStepping *k = s->step; k; k = k == s->step ? k->other : NULL) {
        k->tolerance = s->tolerance;
        k->converged = is_radau ? RADAU_CONVERGED(s->tolerance) : STAGES_CONVERGED(s->tolerance);
    }
    s->max_step = o->max_step > 0 ? o->max_step : INFINITY;
    return &s->base;
}

static KIntegrator *sdirk_open(KInst *m, const KOptions *o)
{
    return onestep_open(m, o, false);
}

static KIntegrator *radau_method_open(KInst *m, const KOptions *o)
{
    return onestep_open(m, o, true);
}

const KIntegratorType integrator_sdirk = {
    "sdirk", sdirk_open,    onestep_restart, onestep_step, onestep_interpolate,
    NULL,    onestep_count, onestep_close,   NULL,
};

const KIntegratorType integrator_radau = {
    "radau", radau_method_open, onestep_restart, onestep_step, onestep_interpolate,
    NULL,    onestep_count,     onestep_close,   NULL,
};
