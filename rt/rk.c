/* rk.c - the states as an ordinary differential equation, by explicit Runge-Kutta methods (tables
 * in rk_tables.c): order 5 with an embedded 4th, order 8 with estimates of orders 5 and 3. The last
 * stage of a step is the first of the next one. Algebraic blocks are solved inside each evaluation.
 *
 * The step follows the error by a PI controller; the first one comes from a trial Euler step
 * (Hairer, Norsett, Wanner I, II.4). Stiffness shows in h*|lambda|, estimated from the two stages
 * at the end of the step (Hairer, Wanner II, IV.2): where stability and not accuracy limits the
 * steps for long, the run says so once, or changes the method if it may. Where modes that
 * oscillate limit them the solution itself tells (smooth.c). */
#include "rt/rk.h"
#include "rt/integrator.h"
#include "rt/smooth.h"
#include "rt/step_policy.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STAGES = 16, MOST_DENSE = 7 };

typedef struct Rk {
    KIntegrator base;
    const RkTable *table;
    int n;
    double *atol, *most;            /* [n] grows with the state up to `most` (sun_weights) */
    double *x0, *x, *trial, *error; /* [n]; x is the solution at t, x0 at t0 */
    double *k[MOST_STAGES];         /* [n] slopes of the stages */
    double *c[MOST_DENSE];          /* [n] coefficients of the dense output */
    double tolerance, max_step;
    double asked; /* the user's tolerance against this one, which may be sharper */
    KSmooth smooth;
    double t0, t;
    double h;         /* the next step; 0: to be chosen */
    double old_error; /* of the last accepted step */
    bool dense_ready, rejected;
    int stiff, calm; /* steps at and inside the limit of stability, lately */
    long limited;    /* steps at the limit, ever: events may come too often for `stiff` to count */
    double stop, t_slow; /* end of the run; where the last SLOW_STEPS steps began */
    bool hinted, looked;
    long steps, rejections;
} Rk;

static void set_states(const Rk *s, double t, const double *x)
{
    KInst *m = s->base.m;
    const int *state = m->run->model->state;
    m->time = t;
    for (int i = 0; i < s->n; i++)
        m->v[state[i]] = x[i];
}

static int slopes(Rk *s, double t, const double *x, double *k)
{
    KInst *m = s->base.m;
    integrator_at(m, t);
    set_states(s, t, x);
    int result = code_rhs(m, K_TRIAL);
    for (int i = 0; i < s->n && !result; i++)
        k[i] = m->v[m->run->model->der[i]];
    return result;
}

/* d in units of what is tolerated at x and y. The mean is that of fourth powers: one state among
 * many counts. */
static double norm(const Rk *s, const double *d, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < s->n; i++) {
        double a = fabs(x[i]), b = fabs(y[i]);
        double c = d[i] / (s->atol[i] + s->tolerance * (a > b ? a : b));
        sum += c * c * (c * c);
    }
    return sqrt(sqrt(sum / s->n));
}

/* ---- Step size ---- */

static double smallest_step(const Rk *s, double tstop)
{
    return 16 * DBL_EPSILON * fmax(fabs(s->t), fabs(tstop));
}

/* The first step: an Euler step tells the second derivative. */
static int first_step(Rk *s, double room)
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
        double by_curve =
            most <= 1e-15 ? fmax(1e-6 * room, 1e-3 * h) : pow(0.01 / most, 1.0 / s->table->order);
        s->h = fmax(fmin(100 * h, by_curve), 100 * smallest_step(s, s->t + room));
    }
    return result;
}

static double controlled(Rk *s, double h, double error)
{
    const RkTable *t = s->table;
    double factor = safety * pow(fmax(error, least_error), -t->alpha);
    if (t->beta > 0)
        factor *= pow(fmax(s->old_error, first_error), t->beta);
    factor = fmin(fmax(factor, least_factor), s->rejected ? 1 : most_factor);
    return h * factor;
}

/* ---- Stiffness ---- */

/* Steps that are short against the run for long: where a root's slope depends on the error itself,
 * stability limits them though no stage shows it. An implicit method will hardly need as many. */
static void look_at_pace(Rk *s)
{
    if (s->steps % SLOW_STEPS)
        return;
    double pace = (s->t - s->t_slow) / SLOW_STEPS;
    s->t_slow = s->t;
    if (s->base.may_change && s->stop - s->t > far_away * pace)
        s->base.stiff = true;
}

static void look_for_stiffness(Rk *s, double h)
{
    double slope = 0, distance = 0;
    int last = s->table->stages - 1;
    for (int i = 0; i < s->n; i++) {
        double unit = s->atol[i] + s->tolerance * fabs(s->x[i]);
        double dk = (s->k[last][i] - s->k[last - 1][i]) / unit, dx = (s->x[i] - s->trial[i]) / unit;
        slope += dk * dk;
        distance += dx * dx;
    }
    if (distance > 0 && h * sqrt(slope / distance) > s->table->stability) {
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
                "from time %g on the model is stiff: stability limits the steps of %s to %.2g; "
                "try --method cvode",
                s->t, s->table->name, h);
}

static double unit_of(const Rk *s, int i)
{
    return s->atol[i] + s->tolerance * fabs(s->x[i]);
}

/* A step that was not cut short has been accepted. Candidates of sets of states change by jumps. */
static void look_for_smoothness(Rk *s)
{
    if (!s->base.may_change || s->base.rough || s->base.m->run->model->nsets)
        return;
    for (int i = 0; i < s->n; i++)
        s->error[i] = s->asked * unit_of(s, i);
    if (!smooth_step(&s->smooth, s->t, s->x, s->error))
        return;
    double pace = smooth_pace(&s->smooth);
    s->base.stiff = s->stop - s->t > SMOOTH_AHEAD * pace;
    s->base.smooth = s->base.stiff ? pace : 0;
}

/* Power iteration with differences of slopes: whether the fastest mode at the begin decays many
 * times in the run. s->k[0] has the slopes there. */
static bool decays_fast(Rk *s)
{
    double rate = 0, length = 0, *move = s->error;
    for (int i = 0; i < s->n; i++)
        move[i] = (i % 2 ? -1 : 1) * (1 + 0.25 * (i % 3)) * unit_of(s, i);
    for (int time = 0; time <= AHEAD_POWERS; time++) {
        double own = 0, along = 0, all = 0;
        for (int i = 0; i < s->n; i++)
            own += move[i] / unit_of(s, i) * (move[i] / unit_of(s, i));
        double scale = ahead_move * sqrt(s->n / own);
        if (!(own > 0) || !isfinite(scale))
            return false;
        for (int i = 0; i < s->n; i++)
            s->trial[i] = s->x[i] + (move[i] *= scale);
        if (slopes(s, s->t, s->trial, s->k[1]))
            return false;
        for (int i = 0; i < s->n; i++) {
            double change = (s->k[1][i] - s->k[0][i]) / unit_of(s, i);
            along += change * move[i] / unit_of(s, i);
            all += change * change;
            move[i] = s->k[1][i] - s->k[0][i];
        }
        own *= scale * scale;
        rate = along / own;
        length = sqrt(all / own);
    }
    return rate < -ahead_real * length && -rate * (s->stop - s->t) > ahead_decays;
}

static void look_ahead(Rk *s)
{
    if (!s->base.may_change || !s->base.m->run->code.step || s->looked)
        return;
    s->looked = true;
    s->base.stiff = decays_fast(s);
    failure_clear(s->base.m);
}

/* ---- One step ---- */

/* x := the sum of c * weight[l] * k[l]. */
static void weigh(const Rk *s, int stages, double c, const double *weight, double *restrict x)
{
    for (int i = 0; i < s->n; i++)
        x[i] = 0;
    for (int l = 0; l < stages; l++) {
        const double *restrict k = s->k[l];
        double w = c * weight[l];
        for (int i = 0, n = w != 0 ? s->n : 0; i < n; i++)
            x[i] += w * k[i];
    }
}

/* x := the argument of stage j of a step h. */
static void stage_argument(const Rk *s, int j, double h, const double *restrict from,
                           double *restrict x)
{
    weigh(s, j, 1, s->table->weight + j * (j - 1) / 2, x);
    for (int i = 0; i < s->n; i++)
        x[i] = from[i] + h * x[i];
}

/* The stages of a step h from t to end; x there is left in x0. Positive: a smaller step may do. */
static int stages(Rk *s, double h, double end)
{
    const RkTable *table = s->table;
    for (int j = 1; j < table->stages; j++) {
        double *x = j < table->stages - 1 ? s->trial : s->x0, node = table->node[j];
        stage_argument(s, j, h, s->x, x);
        int result = slopes(s, node == 1 ? end : s->t + node * h, x, s->k[j]);
        if (result)
            return result;
    }
    return 0;
}

/* s->error := h times the stages weighted by e; its norm. */
static double estimate(Rk *s, double h, const double *e)
{
    weigh(s, s->table->stages, h, e, s->error);
    return norm(s, s->error, s->x, s->x0);
}

/* A second estimate of lower order tells how far the first one can be trusted (II.5.C). */
static double step_error(Rk *s, double h)
{
    double second = s->table->error[1] ? estimate(s, h, s->table->error[1]) : 0;
    double first = estimate(s, h, s->table->error[0]);
    if (!s->table->error[1] || first == 0)
        return first;
    return first * first / sqrt(first * first + 0.01 * second * second);
}

static void accept(Rk *s, double h, double end)
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
    look_at_pace(s);
}

/* The slope at the end begins the next step; deferred, since the dense output needs all. */
static void shift(Rk *s)
{
    if (s->t0 == s->t)
        return;
    double *first = s->k[0];
    int last = s->table->stages - 1;
    s->k[0] = s->k[last];
    s->k[last] = first;
    s->t0 = s->t;
}

static int give_up(Rk *s, double h, int result)
{
    KInst *m = s->base.m;
    KStepView view = {.h = h,
                      .order = s->table->order,
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

static int rk_step(KIntegrator *base, double tstop, double *t)
{
    Rk *s = (Rk *)base;
    int result = 0;
    shift(s);
    failure_clear(base->m);
    look_ahead(s);
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
            if (step < h || step == s->max_step)
                smooth_forget(&s->smooth);
            else
                look_for_smoothness(s);
            *t = end;
            return 0;
        }
        if (result >= 0) {
            s->rejections++;
            h = isfinite(error)
                    ? step *
                          fmin(1, fmax(least_factor, safety * pow(error, -1.0 / s->table->order)))
                    : failed_factor * step;
            s->rejected = true;
            if (last && h < smallest_step(s, tstop))
                break;
        }
    }
    return give_up(s, h, result);
}

static void exchange_ends(Rk *s, double t0, double t)
{
    double *x0 = s->x;
    s->x = s->x0;
    s->x0 = x0;
    s->t0 = t0;
    s->t = t;
    s->dense_ready = false;
}

/* The last step once more, to t inside of it. An error that is too large there was small at the end
 * by chance only: the next step is shorter. */
static int rk_shorten(KIntegrator *base, double t)
{
    Rk *s = (Rk *)base;
    double begin = s->t0, end = s->t;
    if (begin == end)
        return 0;
    exchange_ends(s, begin, begin);
    base->m->run->guess.t = INFINITY;
    int result = stages(s, t - begin, t);
    if (!result && step_error(s, t - begin) > 1)
        result = 1;
    if (result) {
        failure_clear(base->m);
        (void)stages(s, end - begin, end);
        t = end;
        s->h = fmin(s->h, failed_factor * (t - begin));
    }
    exchange_ends(s, begin, t);
    return result;
}

/* ---- The integrator ---- */

static int rk_restart(KIntegrator *base)
{
    Rk *s = (Rk *)base;
    KInst *m = base->m;
    const KModel *model = m->run->model;
    for (int i = 0; i < s->n; i++) {
        s->x[i] = m->v[model->state[i]];
        s->k[0][i] = m->v[model->der[i]];
    }
    s->t = s->t0 = m->time;
    smooth_forget(&s->smooth);
    if (!base->same_course) {
        s->h = 0;
        s->old_error = first_error;
        s->stiff = s->calm = 0;
    }
    base->same_course = false;
    return 0;
}

/* State i at the part p of the step, by the first `terms` coefficients; 3: the cubic that has the
 * values and slopes at both ends. */
static double dense_at(const Rk *s, int i, int terms, double p)
{
    double x = 0, q = 1 - p;
    for (int d = terms - 1; d >= 0; d--)
        x = (x + s->c[d][i]) * (d % 2 ? q : p);
    return s->x0[i] + x;
}

#define DENSE_WALK 0.1 /* of the step */

/* Evaluates on the cubic from the part `from` of the step to `to`, in short ways: what is iterated
 * stays on its branch. */
static int walk(Rk *s, double from, double to)
{
    int n = (int)ceil((to - from) / DENSE_WALK), result = 0;
    for (int k = 1; k < n && !result; k++) {
        double p = from + (to - from) * k / n;
        for (int i = 0; i < s->n; i++)
            s->trial[i] = dense_at(s, i, 3, p);
        result = slopes(s, s->t0 + p * (s->t - s->t0), s->trial, s->error);
    }
    return result;
}

/* Stages that only the dense output needs. */
static bool extra_stages(Rk *s, bool walks)
{
    const RkTable *table = s->table;
    double h = s->t - s->t0, before = 0;
    int result = 0;
    for (int j = table->stages; j < table->stages + table->extra && !result; j++) {
        double p = table->node[j];
        s->base.m->run->guess.t = INFINITY; /* each from where the step began */
        result = walks ? walk(s, before, p) : 0;
        stage_argument(s, j, h, s->x0, s->trial);
        result = result ? result : slopes(s, s->t0 + p * h, s->trial, s->k[j]);
        before = p;
    }
    return !result;
}

#define DENSE_ROUNDING (16 * DBL_EPSILON) /* of the distances from all extra stages, against x */

/* At the limit of stability the stages inside of a step have a multiple of what its end has of the
 * fast modes, and the terms of high order are made of it (h*lambda = -6: 10 times the error of the
 * cubic). Then they are farther from the arguments of the extra stages than the cubic is, which is
 * taken. Returns for how many states. */
static int take_cubics(Rk *s)
{
    const RkTable *table = s->table;
    int terms = 3 + table->ndense;
    double *farther = s->error;
    memset(farther, 0, (size_t)s->n * sizeof *farther);
    for (int j = table->stages; j < table->stages + table->extra; j++) {
        double p = table->node[j];
        stage_argument(s, j, s->t - s->t0, s->x0, s->trial);
        for (int i = 0; i < s->n; i++)
            farther[i] += fabs(s->trial[i] - dense_at(s, i, terms, p)) -
                          fabs(s->trial[i] - dense_at(s, i, 3, p));
    }
    int taken = 0;
    for (int i = 0; i < s->n; i++) {
        bool cubic = farther[i] > DENSE_ROUNDING * fabs(s->x[i]);
        for (int d = 3; d < terms && cubic; d++)
            s->c[d][i] = 0;
        taken += cubic;
    }
    return taken;
}

#define DENSE_SLOPE 0.05 /* of the largest slope of the step */

/* The stage of the step whose node is nearest to p, on one side of it. */
static int stage_beside(const RkTable *table, double p, bool below)
{
    int best = below ? 0 : table->stages - 1;
    for (int j = 0; j < table->stages; j++) {
        double node = table->node[j];
        if (below ? node <= p && node > table->node[best] : node >= p && node < table->node[best])
            best = j;
    }
    return best;
}

/* Beside a singular position of states slopes may be those of another branch, and those of the
 * extra stages are not seen by the error of the step: whether they go with those of the step. */
static bool extra_fits(const Rk *s, int j)
{
    const RkTable *table = s->table;
    int a = stage_beside(table, table->node[j], true),
        b = stage_beside(table, table->node[j], false);
    for (int i = 0; i < s->n; i++) {
        double most = 0, mean = 0.5 * (s->k[a][i] + s->k[b][i]),
               apart = fabs(s->k[a][i] - s->k[b][i]);
        for (int n = 0; n < table->stages; n++)
            most = fmax(most, fabs(s->k[n][i]));
        if (!(fabs(s->k[j][i] - mean) <= 1.5 * apart + DENSE_SLOPE * most))
            return false;
    }
    return true;
}

/* Terms of high order, by the extra stages; without them where these are not good. Returns for how
 * many states there are none. */
static int high_terms(Rk *s, bool walks)
{
    const RkTable *table = s->table;
    double h = s->t - s->t0;
    int all = table->stages + table->extra;
    bool good = extra_stages(s, walks);
    for (int j = table->stages; j < all && good && s->base.m->run->model->nsets; j++)
        good = extra_fits(s, j);
    for (int d = 0; d < table->ndense; d++) {
        const double *weight = table->dense + d * all;
        double *c = s->c[3 + d];
        for (int i = 0; i < s->n; i++)
            c[i] = 0;
        for (int j = 0; j < all && good; j++)
            for (int i = 0; i < s->n && weight[j] != 0; i++)
                c[i] += h * weight[j] * s->k[j][i];
    }
    return good ? take_cubics(s) : s->n;
}

static void prepare_dense(Rk *s)
{
    double h = s->t - s->t0;
    int last = s->table->stages - 1;
    for (int i = 0; i < s->n; i++) {
        double dx = s->x[i] - s->x0[i];
        s->c[0][i] = dx;
        s->c[1][i] = h * s->k[0][i] - dx;
        s->c[2][i] = 2 * dx - h * (s->k[last][i] + s->k[0][i]);
    }
    if (high_terms(s, false) && s->base.m->run->model->nsets)
        (void)high_terms(s, true);
    s->dense_ready = true;
}

static void rk_interpolate(KIntegrator *base, double t)
{
    Rk *s = (Rk *)base;
    if (t == s->t || s->t0 == s->t) {
        set_states(s, t, s->x);
        return;
    }
    if (!s->dense_ready)
        prepare_dense(s);
    double p = (t - s->t0) / (s->t - s->t0);
    for (int i = 0; i < s->n; i++)
        s->trial[i] = dense_at(s, i, 3 + s->table->ndense, p);
    set_states(s, t, s->trial);
    integrator_guess(s->base.m, t);
}

static void rk_count(KIntegrator *base, KStats *stats)
{
    const Rk *s = (const Rk *)base;
    stats->steps += s->steps;
    stats->rejected += s->rejections;
}

static void rk_close(KIntegrator *base)
{
    free(base);
}

static KIntegrator *open_table(KInst *m, const KOptions *o, const KIntegratorType *type,
                               const RkTable *table)
{
    const KModel *model = m->run->model;
    size_t n = (size_t)model->nstates;
    size_t room = (6 + MOST_STAGES + MOST_DENSE + SMOOTH_POINTS) * n * sizeof(double);
    Rk *s = integrator_new(m, type, sizeof *s + room);
    if (!s)
        return NULL;
    double *at = (double *)(void *)(s + 1);
    double **part[] = {&s->atol, &s->most, &s->x0, &s->x, &s->trial, &s->error};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++, at += n)
        *part[i] = at;
    for (int i = 0; i < MOST_STAGES; i++, at += n)
        s->k[i] = at;
    for (int i = 0; i < MOST_DENSE; i++, at += n)
        s->c[i] = at;
    for (int i = 0; i < SMOOTH_POINTS; i++, at += n)
        s->smooth.x[i] = at;
    s->smooth.n = model->nstates;
    s->table = table;
    s->n = model->nstates;
    s->max_step = o->max_step;
    s->stop = o->stop;
    s->t_slow = m->time;
    double asked = o->tolerance > 0 ? o->tolerance : 1e-6;
    s->tolerance = fmin(table->share * asked, table->loosest);
    s->asked = asked / s->tolerance;
    for (int i = 0; i < s->n; i++) {
        bool guess = o->atol <= 0 && !k_nominal_given(model, model->state[i]);
        s->most[i] = o->atol > 0 ? o->atol : s->tolerance * k_nominal(model, model->state[i]);
        s->atol[i] = guess ? LEAST_SIZE * s->most[i] : s->most[i];
    }
    return &s->base;
}

static KIntegrator *open5(KInst *m, const KOptions *o)
{
    return open_table(m, o, &integrator_rk45, &rk_table5);
}

static KIntegrator *open8(KInst *m, const KOptions *o)
{
    return open_table(m, o, &integrator_rk8, &rk_table8);
}

const KIntegratorType integrator_rk45 = {
    "rk45", open5, rk_restart, rk_step, rk_interpolate, NULL, rk_count, rk_close, rk_shorten,
};
const KIntegratorType integrator_rk8 = {
    "rk8", open8, rk_restart, rk_step, rk_interpolate, NULL, rk_count, rk_close, rk_shorten,
};
