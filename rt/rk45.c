/* rk45.c - the states as an ordinary differential equation, by the explicit Runge-Kutta method of
 * Dormand and Prince (J. Comput. Appl. Math. 6, 1980): order 5 with an embedded 4th, seven stages
 * of which the last is the first of the next step, dense output of order 4 (Hairer, Norsett, Wanner
 * I, II.6). Algebraic blocks are solved inside each evaluation.
 *
 * The step follows the error by a PI controller; the first one comes from a trial Euler step
 * (II.4). Stiffness shows in h*|lambda|, estimated from the two stages at the end of the step
 * (Hairer, Wanner II, IV.2): where stability and not accuracy limits the steps for long, the run
 * says so once, or changes the method if it may. */
#include "rt/integrator.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 7, STIFF_STEPS = 15, CALM_STEPS = 6 };

static const double node[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
/* The last row gives the solution. */
static const double weight[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};
static const double difference[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                          -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
static const double dense[STAGES] = {-12715105075.0 / 11282082432,  0,
                                     87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                     701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                     69997945.0 / 29380423};
static const double stability = 3.25; /* |h lambda| up to which the method damps */

typedef struct Rk45 {
    KIntegrator base;
    int n;
    double *atol, *most;            /* [n] grows with the state up to `most` (sun_weights) */
    double *x0, *x, *trial, *error; /* [n]; x is the solution at t, x0 at t0 */
    double *k[STAGES];              /* [n] slopes of the stages */
    double *c[4];                   /* [n] coefficients of the dense output */
    double tolerance, max_step;
    double t0, t;
    double h;         /* the next step; 0: to be chosen */
    double old_error; /* of the last accepted step */
    bool dense_ready, rejected;
    int stiff, calm; /* steps at and inside the limit of stability, lately */
    long limited;    /* steps at the limit, ever: events may come too often for `stiff` to count */
    bool hinted;
    long steps, rejections;
} Rk45;

static void set_states(const Rk45 *s, double t, const double *x)
{
    KInst *m = s->base.m;
    const int *state = m->run->model->state;
    m->time = t;
    for (int i = 0; i < s->n; i++)
        m->v[state[i]] = x[i];
}

static int slopes(Rk45 *s, double t, const double *x, double *k)
{
    KInst *m = s->base.m;
    set_states(s, t, x);
    int result = code_rhs(m);
    for (int i = 0; i < s->n && !result; i++)
        k[i] = m->v[m->run->model->der[i]];
    return result;
}

/* Root mean square of d in units of what is tolerated at x and y. */
static double norm(const Rk45 *s, const double *d, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < s->n; i++) {
        double c = d[i] / (s->atol[i] + s->tolerance * fmax(fabs(x[i]), fabs(y[i])));
        sum += c * c;
    }
    return sqrt(sum / s->n);
}

/* ---- Step size ---- */

/* The first step: an Euler step tells the second derivative. */
static int first_step(Rk45 *s, double room)
{
    double size = norm(s, s->x, s->x, s->x), slope = norm(s, s->k[0], s->x, s->x);
    double h = size < 1e-5 || slope < 1e-5 ? 1e-6 * fmax(room, DBL_EPSILON) : 0.01 * size / slope;
    h = fmin(h, room);
    int result = 1;
    for (int tries = 0; tries < 20 && result > 0; tries++, h /= 10) {
        for (int i = 0; i < s->n; i++)
            s->trial[i] = s->x[i] + h * s->k[0][i];
        if ((result = slopes(s, s->t + h, s->trial, s->k[1])))
            continue;
        for (int i = 0; i < s->n; i++)
            s->error[i] = s->k[1][i] - s->k[0][i];
        double curve = norm(s, s->error, s->x, s->x) / h, most = fmax(slope, curve);
        double by_curve = most <= 1e-15 ? fmax(1e-6 * room, 1e-3 * h) : pow(0.01 / most, 0.2);
        s->h = fmin(100 * h, by_curve);
    }
    return result;
}

static double smallest_step(const Rk45 *s, double tstop)
{
    return 16 * DBL_EPSILON * fmax(fabs(s->t), fabs(tstop));
}

static double controlled(Rk45 *s, double h, double error)
{
    double factor = 0.9 * pow(fmax(error, 1e-10), -0.17) * pow(fmax(s->old_error, 1e-4), 0.04);
    factor = fmin(fmax(factor, 0.2), s->rejected ? 1 : 10);
    return h * factor;
}

/* ---- Stiffness ---- */

static void look_for_stiffness(Rk45 *s, double h)
{
    double slope = 0, distance = 0;
    for (int i = 0; i < s->n; i++) {
        double unit = s->atol[i] + s->tolerance * fabs(s->x[i]);
        double dk = (s->k[6][i] - s->k[5][i]) / unit, dx = (s->x[i] - s->trial[i]) / unit;
        slope += dk * dk;
        distance += dx * dx;
    }
    if (distance > 0 && h * sqrt(slope / distance) > stability) {
        s->calm = 0;
        s->stiff++;
        s->limited++;
    } else if (++s->calm == CALM_STEPS) {
        s->stiff = 0;
    }
    if (s->stiff < STIFF_STEPS && (s->limited < 4 * STIFF_STEPS || 4 * s->limited < s->steps))
        return;
    s->base.stiff = true;
    if (s->hinted || s->base.may_change)
        return;
    s->hinted = true;
    run_message(s->base.m, K_MSG_WARNING,
                "from time %g on the model is stiff: stability limits the steps of rk45 to %.2g; "
                "try --method cvode",
                s->t, h);
}

/* ---- One step ---- */

/* The stages of a step h from t to end; x there is left in x0. Positive: a smaller step may do. */
static int stages(Rk45 *s, double h, double end)
{
    for (int j = 1; j < STAGES; j++) {
        double *x = j < STAGES - 1 ? s->trial : s->x0;
        for (int i = 0; i < s->n; i++) {
            double sum = 0;
            for (int l = 0; l < j; l++)
                sum += weight[j][l] * s->k[l][i];
            x[i] = s->x[i] + h * sum;
        }
        int result = slopes(s, node[j] == 1 ? end : s->t + node[j] * h, x, s->k[j]);
        if (result)
            return result;
    }
    return 0;
}

static double step_error(Rk45 *s, double h)
{
    for (int i = 0; i < s->n; i++) {
        double sum = 0;
        for (int j = 0; j < STAGES; j++)
            sum += difference[j] * s->k[j][i];
        s->error[i] = h * sum;
    }
    return norm(s, s->error, s->x, s->x0);
}

static void accept(Rk45 *s, double h, double end)
{
    double *x0 = s->x;
    s->x = s->x0;
    s->x0 = x0;
    s->t0 = s->t;
    s->t = end;
    s->steps++;
    s->dense_ready = false;
    for (int i = 0; i < s->n; i++)
        s->atol[i] = fmax(s->atol[i], fmin(s->most[i], s->tolerance * fabs(s->x[i])));
    look_for_stiffness(s, h);
}

/* The slope at the end begins the next step; deferred, since the dense output needs all. */
static void shift(Rk45 *s)
{
    if (s->t0 == s->t)
        return;
    double *first = s->k[0];
    s->k[0] = s->k[STAGES - 1];
    s->k[STAGES - 1] = first;
    s->t0 = s->t;
}

static int give_up(Rk45 *s, double h, int result)
{
    KInst *m = s->base.m;
    KStepView view = {.h = h,
                      .order = 5,
                      .steps = s->steps,
                      .rejected = s->rejections,
                      .n = s->n,
                      .var = m->run->model->state,
                      .error = result ? NULL : s->error,
                      .x = s->x,
                      .atol = s->atol,
                      .tolerance = s->tolerance,
                      .stiff = s->stiff > 0 || s->hinted};
    return integrator_failed(m,
                             result ? "the derivatives cannot be evaluated, however small the step"
                                    : "no step is small enough for the tolerance",
                             &view);
}

static int rk45_step(KIntegrator *base, double tstop, double *t)
{
    Rk45 *s = (Rk45 *)base;
    KRun *run = base->m->run;
    int result = 0;
    shift(s);
    failure_clear(base->m);
    run->trial = true;
    if (s->h == 0)
        result = first_step(s, tstop - s->t);
    s->rejected = false;
    double h = s->h;
    while (result >= 0) {
        h = s->max_step > 0 ? fmin(h, s->max_step) : h;
        double left = tstop - s->t;
        bool last = h >= 0.9999 * left;
        double step = last ? left : h > 0.5 * left ? 0.5 * left : h;
        double end = last ? tstop : s->t + step;
        if (!(step >= smallest_step(s, tstop)) && !last)
            break;
        result = stages(s, step, end);
        double error = result ? INFINITY : step_error(s, step);
        if (error <= 1) {
            failure_clear(base->m);
            double next = controlled(s, step, error);
            s->h = step < h ? fmax(h, next) : next; /* cut short: not the error's doing */
            s->old_error = error;
            accept(s, step, end);
            run->trial = false;
            *t = end;
            return 0;
        }
        if (result >= 0) {
            s->rejections++;
            h = isfinite(error) ? step * fmin(1, fmax(0.2, 0.9 * pow(error, -0.2))) : 0.25 * step;
            s->rejected = true;
            if (last && h < smallest_step(s, tstop))
                break;
        }
    }
    run->trial = false;
    return give_up(s, h, result);
}

/* ---- The integrator ---- */

static int rk45_restart(KIntegrator *base)
{
    Rk45 *s = (Rk45 *)base;
    KInst *m = base->m;
    const KModel *model = m->run->model;
    for (int i = 0; i < s->n; i++) {
        s->x[i] = m->v[model->state[i]];
        s->k[0][i] = m->v[model->der[i]];
    }
    s->t = s->t0 = m->time;
    if (!base->same_course) {
        s->h = 0;
        s->old_error = 1e-4;
        s->stiff = s->calm = 0;
    }
    base->same_course = false;
    return 0;
}

static void prepare_dense(Rk45 *s)
{
    double h = s->t - s->t0;
    for (int i = 0; i < s->n; i++) {
        double sum = 0, dx = s->x[i] - s->x0[i];
        for (int j = 0; j < STAGES; j++)
            sum += dense[j] * s->k[j][i];
        double b = h * s->k[0][i] - dx;
        s->c[0][i] = dx;
        s->c[1][i] = b;
        s->c[2][i] = dx - h * s->k[STAGES - 1][i] - b;
        s->c[3][i] = h * sum;
    }
    s->dense_ready = true;
}

static void rk45_interpolate(KIntegrator *base, double t)
{
    Rk45 *s = (Rk45 *)base;
    if (t == s->t || s->t0 == s->t) {
        set_states(s, t, s->x);
        return;
    }
    if (!s->dense_ready)
        prepare_dense(s);
    double p = (t - s->t0) / (s->t - s->t0), q = 1 - p;
    for (int i = 0; i < s->n; i++)
        s->trial[i] =
            s->x0[i] + p * (s->c[0][i] + q * (s->c[1][i] + p * (s->c[2][i] + q * s->c[3][i])));
    set_states(s, t, s->trial);
}

static void rk45_count(KIntegrator *base, KStats *stats)
{
    const Rk45 *s = (const Rk45 *)base;
    stats->steps += s->steps;
    stats->rejected += s->rejections;
}

static void rk45_close(KIntegrator *base)
{
    free(base);
}

static KIntegrator *rk45_open(KInst *m, const KOptions *o)
{
    const KModel *model = m->run->model;
    size_t n = (size_t)model->nstates;
    Rk45 *s = calloc(1, sizeof *s + (6 + STAGES + 4) * n * sizeof(double));
    if (!s) {
        failure_format(m, "memory is exhausted");
        return NULL;
    }
    double *at = (double *)(void *)(s + 1);
    double **part[] = {&s->atol, &s->most, &s->x0, &s->x, &s->trial, &s->error};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++, at += n)
        *part[i] = at;
    for (int i = 0; i < STAGES; i++, at += n)
        s->k[i] = at;
    for (int i = 0; i < 4; i++, at += n)
        s->c[i] = at;
    s->base = (KIntegrator){.type = &integrator_rk45, .m = m};
    s->n = model->nstates;
    s->max_step = o->max_step;
    s->tolerance = o->tolerance > 0 ? o->tolerance : 1e-6;
    for (int i = 0; i < s->n; i++) {
        bool guess = o->atol <= 0 && !k_nominal_given(model, model->state[i]);
        s->most[i] = o->atol > 0 ? o->atol : s->tolerance * k_nominal(model, model->state[i]);
        s->atol[i] = guess ? LEAST_SIZE * s->most[i] : s->most[i];
    }
    return &s->base;
}

const KIntegratorType integrator_rk45 = {
    "rk45", rk45_open, rk45_restart, rk45_step, rk45_interpolate, rk45_count, rk45_close,
};
