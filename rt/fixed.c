/* fixed.c - methods of fixed step: explicit Euler, implicit Euler, trapezoid, BDF of order 2 to 6
 * (IN-10, IN-12). Nothing is allocated during a run, and each step does a bounded number of
 * iterations.
 *
 * Steps end at whole multiples of the step after where the method began: the start, an event that
 * changes the course, or a time event that falls between. A step that is shortened to end there,
 * and the first ones of BDF, are steps of order 4 (dirk.c), extrapolated (Richardson) for orders 5
 * and 6: so the order of the whole is that of the formula. The trapezoid does not damp what an
 * event excites; after one, two half steps of implicit Euler do. */
#include "rt/dirk.h"
#include "rt/step_policy.h"
#include "rt/unstable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6, LEVELS = 3, POINTS = MOST + 1 };

/* old(x) = sum of weight[k][j] * x_(n-1-j) / divisor[k], h = factor[k] * step / divisor[k] */
static const double factor[MOST + 1] = {0, 1, 2, 6, 12, 60, 60};
static const double divisor[MOST + 1] = {1, 1, 3, 11, 25, 137, 147};
static const double weight[MOST + 1][MOST] = {
    {0},
    {1},
    {4, -1},
    {18, -9, 2},
    {48, -36, 16, -3},
    {300, -300, 200, -75, 12},
    {360, -450, 400, -225, 72, -10},
};

typedef enum { LINE, HERMITE, HISTORY, STAGES } Dense;

typedef struct Fixed {
    KIntegrator base;
    KMethod method;
    int order; /* of the formula; 1 also for Euler */
    KStepping *step;
    KDirk dirk; /* also says for what guesses are needed */
    int nx;
    double *x[POINTS + 1];  /* [nx] x[0] at t, those before it; all at equal distances: `known` */
    double *guess[3];       /* [dirk.n] at the last points: `guessed` of them */
    double *slope, *before; /* [nx] der(x) at t, and at t0 */
    double *level[LEVELS];  /* [nx] results of start steps */
    double *size, *atol;    /* [nx] weights_take */
    double *memory;
    double tolerance;
    double origin, h; /* steps end at origin + count * h */
    double t0, t;
    long count;
    int known, guessed;
    Dense dense;
    bool excited; /* by an event */
    bool begun;
    long steps;
} Fixed;

static int levels_of(const Fixed *s)
{
    return s->order > 4 ? s->order - 3 : 1;
}

/* ---- States and guesses ---- */

static void put_states(const Fixed *s, const double *x)
{
    KInst *m = s->base.m;
    for (int i = 0; i < s->nx; i++)
        m->v[m->run->model->state[i]] = x[i];
}

/* Values of the model itself at the last point. */
static int evaluate(Fixed *s)
{
    KInst *m = s->base.m;
    integrator_at(m, s->t);
    m->time = s->t;
    put_states(s, s->x[0]);
    for (int i = s->dirk.nslopes; i < s->dirk.n && s->guessed; i++)
        m->v[s->dirk.var[i]] = s->guess[0][i];
    int result = code_rhs(m, K_TRIAL);
    for (int i = 0; i < s->nx && !result; i++)
        s->slope[i] = m->v[m->run->model->der[i]];
    return result;
}

/* Unknowns continue their last values, at equal distances; states follow the formula. */
static void put_guesses(const Fixed *s, double h, const double *old)
{
    static const double w[4][3] = {{0}, {1}, {2, -1}, {3, -3, 1}};
    KInst *m = s->base.m;
    const KDirk *d = &s->dirk;
    const double *c = w[s->guessed];
    for (int i = 0; i < d->n && s->guessed; i++)
        m->v[d->var[i]] = c[0] * s->guess[0][i] + c[1] * s->guess[1][i] + c[2] * s->guess[2][i];
    for (int i = 0; i < d->nslopes; i++)
        m->v[m->run->model->state[d->of[i]]] = old[d->of[i]] + h * m->v[d->var[i]];
}

/* The values in m->v are those of the next point, at the same distance as the last ones if so. */
static void take_point(Fixed *s, bool equal)
{
    KInst *m = s->base.m;
    double *x = s->x[POINTS], *g = s->guess[2];
    memmove(&s->x[1], &s->x[0], POINTS * sizeof *s->x);
    s->x[0] = x;
    for (int i = 0; i < s->nx; i++)
        x[i] = m->v[m->run->model->state[i]];
    memmove(&s->guess[1], &s->guess[0], 2 * sizeof *s->guess);
    s->guess[0] = g;
    for (int i = 0; i < s->dirk.n; i++)
        g[i] = m->v[s->dirk.var[i]];
    s->known = !equal ? 1 : s->known < POINTS ? s->known + 1 : POINTS;
    s->guessed = !equal ? 1 : s->guessed < 3 ? s->guessed + 1 : 3;
}

/* ---- Steps ---- */

/* x = h*der(x) + old(x) at t; from other guesses, and with all patience, if it has to be. */
static int solve(Fixed *s, double t, double h, const double *old)
{
    KInst *m = s->base.m;
    int result = 1;
    for (int i = 0; i < 2 && result > 0; i++) {
        s->step->patient = i > 0;
        failure_clear(m);
        integrator_at(m, t);
        put_guesses(s, h, old);
        result = step_solve(m, t, h, old);
        if (result)
            s->guessed = s->guessed ? 1 : 0;
    }
    return result;
}

/* From s->t to end by order 4, or higher by extrapolation. */
static int start_step(Fixed *s, double h, double end)
{
    KDirk *d = &s->dirk;
    int n = levels_of(s), result = 0;
    for (int l = n - 1; l >= 0 && !result; l--) {
        int parts = 1 << l;
        if ((result = evaluate(s)))
            break;
        dirk_begin(d);
        for (int p = 0; p < parts && !result; p++) {
            if (p)
                dirk_shift(d);
            double to = p == parts - 1 ? end : s->t + h * (p + 1) / parts;
            s->step->patient = true;
            result = dirk_step(d, s->t + h * p / parts, h / parts, to);
        }
        memcpy(s->level[l], d->x, (size_t)s->nx * sizeof *d->x);
    }
    for (int order = 4, left = n - 1; left > 0 && !result; order++, left--) {
        double more = 1 / (ldexp(1, order) - 1);
        for (int l = 0; l < left; l++)
            for (int i = 0; i < s->nx; i++)
                s->level[l][i] = s->level[l + 1][i] + more * (s->level[l + 1][i] - s->level[l][i]);
    }
    put_states(s, s->level[0]);
    s->dense = STAGES;
    return result;
}

static int bdf_step(Fixed *s, double end)
{
    int k = s->order;
    double *old = s->dirk.old;
    memset(old, 0, (size_t)s->nx * sizeof *old);
    for (int j = 0; j < k; j++) {
        const double *x = s->x[j], w = weight[k][j] / divisor[k];
        for (int i = 0; i < s->nx; i++)
            old[i] += w * x[i];
    }
    s->dense = k > 1 ? HISTORY : LINE;
    return solve(s, end, s->h * factor[k] / divisor[k], old);
}

/* Implicit Euler over two halves, or over the whole. */
static int euler_steps(Fixed *s, double h, double end, int parts)
{
    double *x = s->level[0];
    int result = 0;
    memcpy(x, s->x[0], (size_t)s->nx * sizeof *x);
    for (int p = 0; p < parts && !result; p++) {
        result = solve(s, p == parts - 1 ? end : s->t + h / parts, h / parts, x);
        for (int i = 0; i < s->nx && !result; i++)
            x[i] = s->base.m->v[s->base.m->run->model->state[i]];
    }
    s->dense = LINE;
    return result;
}

static int trapezoid_step(Fixed *s, double h, double end)
{
    double *old = s->dirk.old;
    for (int i = 0; i < s->nx; i++)
        old[i] = s->x[0][i] + 0.5 * h * s->slope[i];
    s->dense = HERMITE;
    return solve(s, end, 0.5 * h, old);
}

static int explicit_step(Fixed *s, double h)
{
    int result = evaluate(s);
    for (int i = 0; i < s->nx && !result; i++)
        s->base.m->v[s->base.m->run->model->state[i]] = s->x[0][i] + h * s->slope[i];
    s->dense = LINE;
    return result;
}

static int any_step(Fixed *s, double h, double end)
{
    bool whole = h == s->h;
    switch (s->method) {
    case K_EULER:
        return explicit_step(s, h);
    case K_IMPLICIT_EULER:
        return euler_steps(s, h, end, 1);
    case K_TRAPEZOID:
        return s->excited ? euler_steps(s, h, end, 2) : trapezoid_step(s, h, end);
    default:
        return whole && s->known >= s->order ? bdf_step(s, end) : start_step(s, h, end);
    }
}

/* Explicit steps beyond the limit of stability; false: these are not. */
static bool tell_steps_alone(const Fixed *s, double h)
{
    static const char form[] =
        "the step of %.6g is too long for explicit Euler, by which values grow although the model "
        "decays: "
        "here steps up to %.3g are stable; choose a shorter one, or an implicit method (--method "
        "implicit-euler)";
    KInst *m = s->base.m;
    const KModel *model = m->run->model;
    double limit = s->method == K_EULER ? euler_limit(m) : NAN;
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    int most = 0;
    if (!(h > limit))
        return false;
    for (int i = 1; i < s->nx; i++)
        most = fabs(s->x[0][i]) > fabs(s->x[0][most]) ? i : most;
    text_add(&t, form, h, limit);
    text_add(&t, "\n  ");
    text_variable(&t, model, model->state[most]);
    text_add(&t, " has grown to %g", s->x[0][most]);
    text_defining(&t, model, model->der[most], " by ");
    failure_say(m, form, text);
    return true;
}

static int gave_up(Fixed *s, double h)
{
    KInst *m = s->base.m;
    KStepView view = {.h = NAN,
                      .steps = s->steps,
                      .n = s->nx,
                      .var = m->run->model->state,
                      .x = s->x[0],
                      .atol = s->atol,
                      .tolerance = s->tolerance};
    char why[240];
    if (tell_steps_alone(s, h))
        return -1;
    snprintf(why, sizeof why,
             s->method == K_EULER
                 ? "the step of %.6g is too long for explicit Euler, or the model is "
                   "unstable; try a shorter one, or --method implicit-euler"
                 : "the equations of a step of %.6g cannot be solved; try a shorter one",
             h);
    return integrator_failed(m, why, &view);
}

/* A state that an explicit step has brought beyond every scale. */
static bool has_escaped(const Fixed *s)
{
    static const double beyond = 1e100;
    const KInst *m = s->base.m;
    for (int i = 0; i < s->nx && s->method == K_EULER; i++)
        if (!(fabs(m->v[m->run->model->state[i]]) < beyond))
            return true;
    return false;
}

static int fixed_step(KIntegrator *base, double tstop, double *t)
{
    Fixed *s = (Fixed *)base;
    KInst *m = base->m;
    double end = s->origin + (double)(s->count + 1) * s->h;
    if (!(end < tstop - 1e-9 * s->h))
        end = tstop;
    double h = end - s->t;
    bool whole = fabs(h - s->h) <= 1e-9 * s->h;
    h = whole ? s->h : h;
    if (s->step)
        weights_take(s->nx, s->x[0], s->tolerance, s->size, s->atol, s->step->weight);
    int result = any_step(s, h, end);
    if (result)
        return result < 0 ? -1 : gave_up(s, h);
    if (has_escaped(s))
        return gave_up(s, h);
    memcpy(s->before, s->slope, (size_t)s->nx * sizeof *s->slope);
    for (int i = 0; i < s->nx && s->method == K_TRAPEZOID; i++)
        s->slope[i] = m->v[m->run->model->der[i]];
    take_point(s, whole);
    s->excited = false;
    s->begun = true;
    base->solved = s->step != NULL && s->dense != STAGES;
    s->steps++;
    s->count++;
    s->t0 = s->t;
    *t = s->t = end;
    if (!whole) {
        s->origin = end;
        s->count = 0;
    }
    return 0;
}

/* ---- Inside a step ---- */

/* Through the points at equal distances; a: distance from the last one, in steps. */
static double on_history(const Fixed *s, int i, double a)
{
    double difference[POINTS], x = s->x[0][i], c = 1;
    int n = s->known - 1 < s->order ? s->known - 1 : s->order;
    for (int j = 0; j <= n; j++)
        difference[j] = s->x[j][i];
    for (int j = 1; j <= n; j++) {
        for (int k = 0; k <= n - j; k++)
            difference[k] -= difference[k + 1];
        c *= (a + j - 1) / j;
        x += c * difference[0];
    }
    return x;
}

/* a: the part of the step that is done. */
static double inside(const Fixed *s, int i, double a)
{
    double h = s->t - s->t0, x0 = s->x[1][i], x1 = s->x[0][i], b = 1 - a;
    switch (s->dense) {
    case HERMITE:
        return x0 + a * (x1 - x0) +
               a * b * (b * (h * s->before[i] - (x1 - x0)) - a * (h * s->slope[i] - (x1 - x0)));
    case HISTORY:
        return on_history(s, i, -b);
    case STAGES:
        return s->base.m->v[s->base.m->run->model->state[i]] + a * (x1 - s->dirk.x[i]);
    default:
        return x0 + a * (x1 - x0);
    }
}

static void fixed_interpolate(KIntegrator *base, double t)
{
    Fixed *s = (Fixed *)base;
    KInst *m = base->m;
    const KModel *model = m->run->model;
    double a = s->begun && t != s->t ? (t - s->t0) / (s->t - s->t0) : 1;
    if (s->dense == STAGES && a != 1)
        dirk_interpolate(&s->dirk, a);
    for (int i = 0; i < s->dirk.n && s->guessed && s->dense != STAGES; i++)
        m->v[s->dirk.var[i]] = s->guess[0][i];
    m->time = t;
    for (int i = 0; i < s->nx; i++)
        m->v[model->state[i]] = a == 1 ? s->x[0][i] : inside(s, i, a);
}

/* ---- The integrator ---- */

static int fixed_restart(KIntegrator *base)
{
    Fixed *s = (Fixed *)base;
    KInst *m = base->m;
    if (s->step)
        step_forget(m);
    s->excited = s->begun && !base->same_course;
    base->same_course = s->begun = false;
    s->t = s->t0 = s->origin = m->time;
    s->count = 0;
    take_point(s, false);
    for (int i = 0; i < s->nx; i++)
        s->slope[i] = m->v[m->run->model->der[i]];
    s->dense = LINE;
    return 0;
}

static void fixed_count(KIntegrator *base, KStats *stats)
{
    const Fixed *s = (Fixed *)base;
    static const char *const name[] = {
        [K_EULER] = "euler",         [K_IMPLICIT_EULER] = "implicit-euler",
        [K_TRAPEZOID] = "trapezoid", [K_BDF1] = "bdf1",
        [K_BDF2] = "bdf2",           [K_BDF3] = "bdf3",
        [K_BDF4] = "bdf4",           [K_BDF5] = "bdf5",
        [K_BDF6] = "bdf6",
    };
    stats->steps += s->steps;
    stats->method = name[s->method];
    if (s->step) {
        stats->jacobians += s->step->jacobians;
        stats->newton_iterations += s->step->iterations;
    }
}

static void fixed_close(KIntegrator *base)
{
    Fixed *s = (Fixed *)base;
    step_close(base->m);
    dirk_close(&s->dirk);
    free(s->memory);
    free(s);
}

static void share_out(Fixed *s)
{
    size_t nx = (size_t)s->nx, n = (size_t)s->dirk.n;
    double *at = s->memory, **other[] = {&s->slope, &s->before, &s->size, &s->atol};
    for (int i = 0; i <= POINTS; i++, at += nx)
        s->x[i] = at;
    for (int i = 0; i < LEVELS; i++, at += nx)
        s->level[i] = at;
    for (int i = 0; i < 4; i++, at += nx)
        *other[i] = at;
    for (int i = 0; i < 3; i++, at += n)
        s->guess[i] = at;
}

static KIntegrator *fixed_open(KInst *m, const KOptions *o)
{
    Fixed *s = integrator_new(m, &integrator_fixed, sizeof *s);
    if (!s)
        return NULL;
    bool implicit = o->method != K_EULER, good = true;
    s->method = o->method;
    s->order = o->method >= K_BDF1 && o->method <= K_BDF6 ? 1 + (int)(o->method - K_BDF1) : 1;
    s->nx = m->run->model->nstates;
    s->h = o->step;
    if (implicit)
        good = (s->step = step_open(m, 1)) && dirk_open(&s->dirk, m, s->step);
    size_t nx = (size_t)s->nx, n = (size_t)s->dirk.n;
    if (good)
        s->memory = calloc(nx * (POINTS + 1 + LEVELS + 4) + 3 * n + 1, sizeof *s->memory);
    if (!s->memory) {
        failure_format(m, "memory is exhausted");
        fixed_close(&s->base);
        return NULL;
    }
    share_out(s);
    s->tolerance = weights_begin(m, o, sharper, s->nx, m->run->model->state, s->size, s->atol);
    if (s->step) {
        s->step->tolerance = s->tolerance;
        s->step->converged = DIRK_CONVERGED;
    }
    return &s->base;
}

const KIntegratorType integrator_fixed = {
    "fixed", fixed_open,  fixed_restart, fixed_step, fixed_interpolate,
    NULL,    fixed_count, fixed_close,   NULL,
};
