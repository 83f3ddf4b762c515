/* bdf.c - backward differentiation formulas of order 1 to 5, inlined: variable step and order, with
 * fixed leading coefficient (Brenan, Campbell, Petzold: Numerical Solution of Initial-Value
 * Problems in Differential-Algebraic Equations, chapter 5).
 *
 * The history is kept as modified divided differences phi[j], in which beta, psi, gamma, sigma and
 * alpha are the book's. xp and dp are value and slope of the polynomial through the last k + 1
 * points: with h = step/(1 + 1/2 + ... + 1/k), old(x) = xp - h*dp (IN-12). Only states are in the
 * error test. Candidates of sets of states have a history too, so that a set may integrate another
 * one at any time; and unknowns of torn blocks, for the sake of their guesses. O(states * order) a
 * step, besides the equations. */
#include "rt/step.h"
#include "rt/step_policy.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ORDER = 5, TERMS = MOST_ORDER + 2, LANES = 4 };

typedef struct Bdf {
    KIntegrator base;
    KStepping *step;
    int nx, n;            /* states; with candidates of sets and other unknowns of blocks */
    int nkept;            /* states and candidates */
    int *var;             /* [n] */
    double *memory;       /* of all arrays */
    double *phi[TERMS];   /* [n] each */
    double *xp, *dp, *ee; /* [n] prediction, its slope; what was found less xp */
    double *old;          /* [nx] */
    double *old_ee;       /* [nx] measure_noise */
    double *zero;         /* [nx] zeros */
    double *size, *atol;  /* [nx] weights_take */
    double *noise; /* [nx] what rounding makes of the states in a step, where it was measured */
    bool noisy;    /* of one it is not 0 */
    double *x;     /* [n] at t */
    double tolerance, max_step;
    double psi[TERMS], alpha[TERMS], beta[TERMS], gamma[TERMS], sigma[TERMS];
    double t, h, used; /* accepted; of the next step, of the last one */
    int order, order_used, order_next;
    int equal;       /* steps of the same size and order, as far as it matters */
    bool starting;   /* order and step grow with every step */
    bool begun;      /* a first step has been accepted since the restart */
    bool fresh;      /* nothing is known of the first step size */
    bool held;       /* steps do not grow: a longer one has failed at this order */
    double hb;       /* h of the formula */
    double error[3]; /* estimates for order, order - 1, order - 2 */
    double norm;
    long steps, rejected;
    long since;          /* steps since the restart */
    double stop, t_lost; /* of the run; where steps were looked at last (is_lost), ... */
    long rejected_lost;  /* ... and how many had been rejected until then */
    long directions;     /* the same of KStepping.directions, every COSTLY_STEPS */
} Bdf;

/* ---- Norms ---- */

/* Of a sum of fourth powers of errors in units of what is tolerated: one state among many counts
 * more than in the root of a mean square. */
static double mean_of(const Bdf *s, double sum)
{
    return s->nx ? sqrt(sqrt(sum / s->nx)) : 0;
}

static double norm(const Bdf *s, const double *a)
{
    const double *w = s->step->weight;
    double sum[LANES] = {0}, all = 0;
    int i = 0;
    for (; i + LANES <= s->nx; i += LANES)
        for (int k = 0; k < LANES; k++) {
            double e = a[i + k] * w[i + k], ee = e * e;
            sum[k] += ee * ee;
        }
    for (; i < s->nx; i++) {
        double e = a[i] * w[i], ee = e * e;
        sum[0] += ee * ee;
    }
    for (int k = 0; k < LANES; k++)
        all += sum[k];
    return mean_of(s, all);
}

static inline void add_powers(double e, double last, double before, double w, int lane,
                              double sum[3][2])
{
    double f = e + last, g = f + before;
    e *= w;
    f *= w;
    g *= w;
    sum[0][lane] += e * e * (e * e);
    sum[1][lane] += f * f * (f * f);
    sum[2][lane] += g * g * (g * g);
}

/* What was found less the prediction, and the same less those of the next two lower orders, which
 * are there from order 2 and 3 on: in one pass. */
static void norms(const Bdf *s, int k, double *of)
{
    const double *w = s->step->weight, *ee = s->ee;
    const double *last = k > 1 ? s->phi[k] : s->zero, *before = k > 2 ? s->phi[k - 1] : s->zero;
    double sum[3][2] = {{0}};
    int i = 0;
    for (; i + 2 <= s->nx; i += 2)
        for (int j = 0; j < 2; j++)
            add_powers(ee[i + j], last[i + j], before[i + j], w[i + j], j, sum);
    if (i < s->nx)
        add_powers(ee[i], last[i], before[i], w[i], 0, sum);
    for (i = 0; i < 3; i++)
        of[i] = mean_of(s, sum[i][0] + sum[i][1]);
}

/* Weights of the next step. Errors add up over the steps: they become smaller with their number, so
 * that their sum grows as its root; but not below what rounding makes of them, since it is the same
 * for steps of any length, unless the user has said how small they are. That is forgotten from step
 * to step and measured again: its cause may have ended. */
static void take_weights(Bdf *s)
{
    double *w = s->step->weight;
    double factor = fmin(sqrt((double)s->since / loose_steps), most_sharper);
    factor = fmax(fmin(factor, s->tolerance / least_tolerance), 1);
    weights_take(s->nx, s->x, s->tolerance, s->size, s->atol, w);
    for (int i = 0; i < s->nx && factor > 1; i++)
        w[i] *= factor;
    s->noisy = s->noisy && weights_allow(s->nx, s->size, s->noise, w);
}

/* ---- The formula ---- */

/* 1 + 1/2 + ... + 1/k */
static const double harmonic[MOST_ORDER + 1] = {
    0, 1, 1 + 0.5, 1 + 0.5 + 1.0 / 3, 1 + 0.5 + 1.0 / 3 + 0.25, 1 + 0.5 + 1.0 / 3 + 0.25 + 0.2};

static void set_coefficients(Bdf *s)
{
    double h = s->h;
    int k = s->order;
    if (h != s->used || k != s->order_used)
        s->equal = 0;
    s->equal = s->equal + 1 < s->order_used + 2 ? s->equal + 1 : s->order_used + 2;
    if (k + 1 >= s->equal) {
        double sum = h;
        s->beta[0] = s->alpha[0] = s->sigma[0] = 1;
        s->gamma[0] = 0;
        for (int i = 1; i <= k; i++) {
            double last = s->psi[i - 1];
            s->psi[i - 1] = sum;
            s->beta[i] = s->beta[i - 1] * s->psi[i - 1] / last;
            sum = last + h;
            s->alpha[i] = h / sum;
            s->sigma[i] = i * s->sigma[i - 1] * s->alpha[i];
            s->gamma[i] = s->gamma[i - 1] + s->alpha[i - 1] / h;
        }
        s->psi[k] = sum;
    }
    s->hb = h / harmonic[k];
}

/* What the error test has as factor: of the error of the step, and of the interpolation in it. */
static double error_factor(const Bdf *s)
{
    double sum = 0;
    for (int i = 0; i < s->order; i++)
        sum += s->alpha[i];
    return fmax(fabs(s->alpha[s->order] - harmonic[s->order] + sum), s->alpha[s->order]);
}

static void undo_coefficients(Bdf *s)
{
    for (int i = 1; i <= s->order; i++)
        s->psi[i - 1] = s->psi[i] - s->h;
    for (int i = s->equal; i <= s->order; i++)
        for (int j = 0; j < s->n; j++)
            s->phi[i][j] /= s->beta[i];
}

/* p, a difference of a history, scaled to the new step; adds its part to the value and to the
 * slope. */
static inline void term(double *p, double scale, double gamma, double *x, double *slope)
{
    *p *= scale;
    *x += *p;
    *slope += gamma * *p;
}

/* One pass over all histories; k is a constant for the compiler, and that no two of them overlap.
 */
static inline void predict_by(const Bdf *s, const int k, const double *restrict p0,
                              double *restrict p1, double *restrict p2, double *restrict p3,
                              double *restrict p4, double *restrict p5, double *restrict xp,
                              double *restrict dp)
{
    double scale[TERMS], gamma[TERMS];
    const int n = s->n;
    for (int i = 0; i <= k; i++) {
        scale[i] = i >= s->equal ? s->beta[i] : 1;
        gamma[i] = s->gamma[i];
    }
    for (int j = 0; j < n; j++) {
        double x = p0[j], slope = 0;
        term(&p1[j], scale[1], gamma[1], &x, &slope);
        if (k > 1)
            term(&p2[j], scale[2], gamma[2], &x, &slope);
        if (k > 2)
            term(&p3[j], scale[3], gamma[3], &x, &slope);
        if (k > 3)
            term(&p4[j], scale[4], gamma[4], &x, &slope);
        if (k > 4)
            term(&p5[j], scale[5], gamma[5], &x, &slope);
        xp[j] = x;
        dp[j] = slope;
    }
}

static inline void predict_order(Bdf *s, const int k)
{
    double **p = s->phi;
    predict_by(s, k, p[0], p[1], p[2], p[3], p[4], p[5], s->xp, s->dp);
}

static void predict(Bdf *s)
{
    switch (s->order) {
    case 1:
        predict_order(s, 1);
        break;
    case 2:
        predict_order(s, 2);
        break;
    case 3:
        predict_order(s, 3);
        break;
    case 4:
        predict_order(s, 4);
        break;
    default:
        predict_order(s, MOST_ORDER);
    }
    double *restrict old = s->old, hb = s->hb;
    const double *restrict xp = s->xp, *restrict dp = s->dp;
    for (int j = 0; j < s->nx; j++)
        old[j] = xp[j] - hb * dp[j];
}

/* Once a step has failed, unknowns of blocks begin where they were: nothing says how well they were
 * predicted. */
static void put_guesses(Bdf *s, bool again)
{
    KInst *m = s->base.m;
    const KModel *model = m->run->model;
    int first = s->step->in_rows ? s->nx : 0;
    if (s->step->der_in_row)
        memcpy(m->v + model->der[0], s->dp, (size_t)s->nx * sizeof *s->dp);
    if (first)
        memcpy(m->v + model->state[0], s->xp, (size_t)s->nx * sizeof *s->xp);
    for (int i = 0; i < s->nx && !s->step->der_in_row; i++)
        m->v[model->der[i]] = s->dp[i];
    for (int i = first; i < s->n; i++)
        m->v[s->var[i]] = again && i >= s->nkept ? s->x[i] : s->xp[i];
}

/* to := what the variables of all histories are, less `from`; NULL: less nothing. */
static void read_values(const Bdf *s, const double *from, double *to)
{
    const double *v = s->base.m->v;
    int first = s->step->in_rows ? s->nx : 0;
    for (int i = 0; i < first; i++)
        to[i] = v[s->var[0] + i];
    for (int i = first; i < s->n; i++)
        to[i] = v[s->var[i]];
    for (int i = 0; i < s->n && from; i++)
        to[i] -= from[i];
}

static int solve(Bdf *s, double t, bool again)
{
    KInst *m = s->base.m;
    put_guesses(s, again);
    int result = step_solve(m, t, s->hb, s->old);
    if (!result)
        read_values(s, s->xp, s->ee);
    return result;
}

/* The step from s->t to t has failed the error test: what rounding makes of its states, found with
 * operations rounded another way. Iterations must not leave anything then. */
static void measure_noise(Bdf *s, double t)
{
    size_t size = (size_t)s->nx * sizeof *s->ee;
    for (int i = 0; i < s->nx; i++)
        s->step->weight[i] *= NOISE_SHARPER;
    int result = solve(s, t, false);
    memcpy(s->old_ee, s->ee, size);
    fesetround(FE_UPWARD);
    result = result ? result : solve(s, t, false);
    fesetround(FE_TONEAREST);
    for (int i = 0; i < s->nx && !result; i++)
        s->noise[i] = fmax(s->noise[i], fabs(s->ee[i] - s->old_ee[i]));
    failure_clear(s->base.m);
    s->noisy = true;
    take_weights(s);
}

/* ---- Error and order ---- */

/* Error estimates for this order and the two below, and whether one of these would do better.
 * Whether the step is good. */
static bool test_error(Bdf *s)
{
    int k = s->order;
    double of[3];
    norms(s, k, of);
    s->norm = of[0];
    s->error[0] = s->sigma[k] * of[0];
    s->order_next = k;
    double estimate = (k + 1) * s->error[0];
    if (k > 1) {
        s->error[1] = s->sigma[k - 1] * of[1];
        double lower = k * s->error[1];
        if (k > 2) {
            s->error[2] = s->sigma[k - 2] * of[2];
            if (fmax(lower, (k - 1) * s->error[2]) <= estimate)
                s->order_next = k - 1;
        } else if (lower <= 0.5 * estimate) {
            s->order_next = k - 1;
        }
    }
    return error_factor(s) * s->norm <= 1;
}

/* Order and step of the next step. After a failed test the step does not grow before a higher order
 * could be tried, which takes steps of one length: else a longer one of the same order is tried,
 * fails, and is tried again for ever. */
static void adapt(Bdf *s, bool failed)
{
    int k = s->order, raised = k - s->order_used;
    double h = s->h, error = s->error[0];
    s->order_used = k;
    s->used = h;
    if (s->order_next == k - 1 || k == MOST_ORDER)
        s->starting = false;
    if (s->starting) {
        if (s->begun) {
            s->order++;
            s->h = fmin(2 * h, s->max_step);
        }
        return;
    }
    if (s->order_next == k - 1) {
        s->order = k - 1;
    } else if (k < MOST_ORDER && k + 1 < s->equal && raised != 1) {
        for (int i = 0; i < s->nx; i++)
            s->dp[i] = s->ee[i] - s->phi[k + 1][i];
        double higher = norm(s, s->dp) / (k + 2);
        double up = (k + 2) * higher, here = (k + 1) * s->error[0];
        if (k == 1 ? up < 0.5 * here : up < here && !(k * s->error[1] <= fmin(here, up))) {
            s->order = k + 1;
            error = higher;
        } else if (k > 1 && k * s->error[1] <= fmin(here, up)) {
            s->order = k - 1;
        }
    }
    if (s->order == k - 1)
        error = s->error[1];
    double e = 2 * error + 1e-4, part = 1.0 / (2 << s->order);
    s->held = failed || (s->held && s->order == k && k + 1 >= s->equal);
    if (e <= part && !s->held) /* the step may be twice as long */
        s->h = 2 * h;
    else if (!(e < 1))
        s->h = h * fmax(0.5, fmin(0.9, pow(e, -1.0 / (s->order + 1))));
    s->h = fmin(s->h, s->max_step);
}

/* An unknown of a block that the prediction missed by more than it moved: the line through its last
 * two values is all that is known of it. */
static void straighten(Bdf *s, int j)
{
    double x = s->base.m->v[s->var[j]], moved = x - s->x[j];
    if (fabs(s->ee[j]) <= fabs(moved))
        return;
    s->phi[0][j] = x;
    s->phi[1][j] = moved;
    for (int i = 2; i < TERMS; i++)
        s->phi[i][j] = 0;
}

/* One pass over all histories, as in predict_by. */
static inline void shift_by(int n, const int k, double *restrict p0, double *restrict p1,
                            double *restrict p2, double *restrict p3, double *restrict p4,
                            double *restrict p5, const double *restrict ee)
{
    double *restrict next = k == 1 ? p2 : k == 2 ? p3 : k == 3 ? p4 : p5;
    for (int j = 0; j < n; j++) {
        double sum = ee[j];
        if (k < MOST_ORDER)
            next[j] = sum;
        if (k > 4)
            sum = p5[j] += sum;
        if (k > 3)
            sum = p4[j] += sum;
        if (k > 2)
            sum = p3[j] += sum;
        if (k > 1)
            sum = p2[j] += sum;
        sum = p1[j] += sum;
        p0[j] += sum;
    }
}

static inline void shift_order(Bdf *s, const int k)
{
    double **p = s->phi;
    shift_by(s->n, k, p[0], p[1], p[2], p[3], p[4], p[5], s->ee);
}

static void take_over(Bdf *s)
{
    switch (s->order_used) {
    case 1:
        shift_order(s, 1);
        break;
    case 2:
        shift_order(s, 2);
        break;
    case 3:
        shift_order(s, 3);
        break;
    case 4:
        shift_order(s, 4);
        break;
    default:
        shift_order(s, MOST_ORDER);
    }
    for (int j = s->nkept; j < s->n; j++)
        straighten(s, j);
    read_values(s, NULL, s->x);
}

/* ---- A step ---- */

/* A trial step of Euler's method tells the second derivative, and this the first step: one whose
 * error is tolerated at order 1. The derivatives are in s->phi[1]. */
static double first_step_size(Bdf *s, double tstop)
{
    KInst *m = s->base.m;
    const KModel *model = m->run->model;
    double room = fmin(first_part * (tstop - s->t), s->max_step);
    double speed = norm(s, s->phi[1]);
    double h = speed * room > first_motion ? first_motion / speed : room;
    h = fmax(h, fmin(step_first(s->t, tstop), room));
    for (int i = 0; i < s->nx; i++)
        m->v[model->state[i]] = s->x[i] + h * s->phi[1][i];
    integrator_at(m, s->t + h);
    m->time = s->t + h;
    if (code_rhs(m, K_TRIAL)) {
        failure_clear(m);
        return h;
    }
    for (int i = 0; i < s->nx; i++)
        s->dp[i] = m->v[model->der[i]] - s->phi[1][i];
    double bend = norm(s, s->dp) / h;
    room = fmin(room, first_growth * h);
    return bend * room * room > first_bend ? fmax(h, sqrt(first_bend / bend)) : room;
}

/* The last two steps before tstop are alike. */
static void land(Bdf *s, double tstop)
{
    double left = tstop - s->t;
    if (s->h >= left * (1 - 1e-10))
        s->h = left;
    else if (2 * s->h > left)
        s->h = 0.5 * left;
}

static int gave_up(Bdf *s, const char *why, bool tested)
{
    KStepView view = {.h = s->h,
                      .order = s->order,
                      .steps = s->steps,
                      .rejected = s->rejected,
                      .n = s->nx,
                      .var = s->var,
                      .x = s->x,
                      .error = tested ? s->ee : NULL,
                      .atol = s->atol,
                      .tolerance = s->tolerance};
    return integrator_failed(s->base.m, why, &view);
}

/* A shorter step, and perhaps a lower order, after the error test has failed for the n-th time. */
static void shorten(Bdf *s, int n)
{
    double factor = 0.25;
    if (n == 1) {
        int k = s->order_next;
        double estimate = s->error[k == s->order ? 0 : 1];
        s->order = k;
        factor = fmax(0.25, fmin(0.9, 0.9 * pow(2 * estimate + 1e-4, -1.0 / (k + 1))));
    } else {
        s->order = n == 2 ? s->order_next : 1;
    }
    s->h *= factor;
}

/* Before anything is accepted a shorter step changes the slope that begins the history. */
static void begin_slope(Bdf *s)
{
    for (int i = 0; i < s->nx; i++)
        s->phi[1][i] *= s->h / s->psi[0];
    s->psi[0] = s->h;
}

/* After a restart: what the last digit of time makes of states is noise, too. A state that leaves 0
 * as fast as that has a size that nobody has seen yet. */
static void note_clock(Bdf *s, double tstop)
{
    const double *w = s->step->weight;
    bool any = false;
    for (int i = 0; i < s->nx; i++) {
        double noise = fabs(s->phi[1][i]) * step_least(s->t, tstop);
        if (STEP_NOISE * noise * w[i] > 1) {
            s->noise[i] = fmax(s->noise[i], noise);
            any = true;
        }
    }
    s->noisy |= any;
    if (any)
        take_weights(s);
}

/* Whether no state moves by what a step is held to in one as short as the next trial. */
static bool is_nothing(const Bdf *s)
{
    double most = 0;
    for (int i = 0; i < s->nx; i++)
        most = fmax(most, fabs(s->dp[i]) * s->step->weight[i]);
    return s->h * most <= 1;
}

/* Many of the last SLOW_STEPS failed, and the run would need far more of that length: the equations
 * of a step are harder than those of the model, or a state is computed in them by a difference that
 * loses more digits than the tolerance leaves. Another method sees neither. */
static bool is_lost(Bdf *s)
{
    if (s->since % SLOW_STEPS)
        return false;
    double pace = (s->t - s->t_lost) / SLOW_STEPS;
    long failed = s->rejected - s->rejected_lost;
    s->t_lost = s->t;
    s->rejected_lost = s->rejected;
    return s->base.replaceable && s->since && LOST_AMONG * failed > SLOW_STEPS &&
           s->stop - s->t > far_away * pace;
}

/* Nearly every one of the last COSTLY_STEPS needed a matrix of its own, of so many columns that
 * each step was as long as COSTLY_DIRECTIONS evaluations of the model. A method that solves the
 * blocks inside of the model needs a few for a step, and its matrix, of the states alone, seldom.
 */
static bool is_costly(Bdf *s)
{
    if (s->since % COSTLY_STEPS)
        return false;
    long directions = s->step->directions - s->directions;
    s->directions = s->step->directions;
    return s->base.replaceable && s->since && directions > (long)COSTLY_STEPS * COSTLY_DIRECTIONS;
}

static int bdf_step(KIntegrator *base, double tstop, double *t)
{
    Bdf *s = (Bdf *)base;
    int failed = 0, unsolved = 0;
    take_weights(s);
    if (s->fresh) {
        note_clock(s, tstop);
        s->psi[0] = 1;
        s->h = first_step_size(s, tstop);
        begin_slope(s);
        s->fresh = false;
    }
    s->step->patient = false;
    base->unsolved = 0;
    if (is_lost(s))
        return gave_up(s, "most steps fail unless they are very short", false);
    if (is_costly(s))
        return gave_up(s, "each step needs a large matrix of its own", false);
    for (;;) {
        land(s, tstop);
        if (!(s->h > step_least(s->t, tstop)))
            return gave_up(s,
                           failed ? "no step is small enough for the tolerance"
                                  : "the equations of a step cannot be solved, however small it is",
                           failed > 0);
        double end = s->h == tstop - s->t ? tstop : s->t + s->h;
        failure_clear(base->m);
        set_coefficients(s);
        predict(s);
        integrator_at(base->m, end);
        int result = solve(s, end, unsolved > 0);
        if (result < 0)
            return -1;
        if (!result && test_error(s)) {
            *t = s->t = end;
            break;
        }
        undo_coefficients(s);
        s->starting = false;
        s->rejected++;
        if (result) {
            s->h *= 0.25;
            s->step->patient = ++unsolved >= PATIENT_AFTER;
            base->unsolved = 4 * s->h;
            if (base->early && is_nothing(s))
                return -1;
        } else {
            shorten(s, ++failed);
            if (s->rejected % NOISE_EVERY == 0)
                measure_noise(s, end);
        }
        if (!s->begun)
            begin_slope(s);
    }
    s->steps++;
    s->since++;
    adapt(s, failed > 0);
    take_over(s);
    s->begun = base->solved = true;
    return 0;
}

/* ---- The integrator ---- */

static void bdf_interpolate(KIntegrator *base, double t)
{
    Bdf *s = (Bdf *)base;
    KInst *m = base->m;
    m->time = t;
    double *x = s->ee, c = 1, distance = t - s->t;
    memcpy(x, s->phi[0], (size_t)s->n * sizeof *x);
    int k = s->begun ? s->order_used : 0;
    for (int i = 1; i <= k && distance != 0; i++) {
        c *= (distance + (i > 1 ? s->psi[i - 2] : 0)) / s->psi[i - 1];
        for (int j = 0; j < s->n; j++)
            x[j] += c * s->phi[i][j];
    }
    for (int j = 0; j < s->n; j++)
        m->v[s->var[j]] = x[j];
}

static int bdf_restart(KIntegrator *base)
{
    Bdf *s = (Bdf *)base;
    const KInst *m = base->m;
    step_forget(base->m);
    s->t = m->time;
    for (int i = 0; i < s->n; i++)
        s->x[i] = s->phi[0][i] = m->v[s->var[i]];
    for (int i = 1; i < TERMS; i++)
        memset(s->phi[i], 0, (size_t)s->n * sizeof(double));
    for (int i = 0; i < s->nx; i++)
        s->phi[1][i] = m->v[m->run->model->der[i]];
    s->order = 1;
    s->since = 0;
    s->order_used = s->equal = 0;
    s->used = 0;
    s->starting = s->fresh = true;
    s->held = false;
    s->begun = false;
    return 0;
}

/* The history of candidate k of a set. */
static int place_of_candidate(const Bdf *s, int set, int k)
{
    const KModel *model = s->base.m->run->model;
    int at = s->nx + k;
    for (int i = 0; i < set; i++)
        at += model->set[i].n;
    return at;
}

static void bdf_choose(KIntegrator *base)
{
    Bdf *s = (Bdf *)base;
    const KInst *m = base->m;
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int j = 0; j < set->nstates; j++) {
            int k = 0, state = s->step->of[set->state[j]] - 1;
            while (k < set->n - 1 && m->v[set->pick[j * set->n + k]] == 0)
                k++;
            int from = place_of_candidate(s, i, k);
            for (int p = 0; p < TERMS; p++)
                s->phi[p][state] = s->phi[p][from];
            s->x[state] = s->x[from];
        }
    }
    step_forget(base->m);
}

static void bdf_count(KIntegrator *base, KStats *stats)
{
    const Bdf *s = (Bdf *)base;
    stats->steps += s->steps;
    stats->rejected += s->rejected;
    stats->jacobians += s->step->jacobians;
    stats->newton_iterations += s->step->iterations;
    if (s->step->mixed) {
        stats->method = "mixed";
        stats->stiff_unknowns = s->step->nstiff;
    }
}

static void bdf_close(KIntegrator *base)
{
    Bdf *s = (Bdf *)base;
    step_close(base->m);
    free(s->var);
    free(s->memory);
    free(s);
}

static KIntegrator *bdf_open(KInst *m, const KOptions *o)
{
    const KModel *model = m->run->model;
    Bdf *s = integrator_new(m, &integrator_bdf, sizeof *s);
    if (!s)
        return NULL;
    s->base.growth = twofold;
    s->step = step_open(m, 1);
    s->nx = model->nstates;
    s->nkept = s->nx;
    for (int i = 0; i < model->nsets; i++)
        s->nkept += model->set[i].n;
    s->n = s->nkept + (s->step ? s->step->nextra : 0);
    size_t n = (size_t)s->n, nx = (size_t)s->nx;
    s->var = malloc((n + 1) * sizeof *s->var);
    s->memory = calloc(n * (TERMS + 4) + 6 * nx + 1, sizeof *s->memory);
    if (!s->step || !s->var || !s->memory) {
        failure_format(m, "memory is exhausted");
        bdf_close(&s->base);
        return NULL;
    }
    double *at = s->memory, **all[] = {&s->xp, &s->dp, &s->ee, &s->x};
    for (int i = 0; i < TERMS; i++, at += n)
        s->phi[i] = at;
    for (int i = 0; i < 4; i++, at += n)
        *all[i] = at;
    s->old = at;
    s->size = at + nx;
    s->atol = at + 2 * nx;
    s->noise = at + 3 * nx;
    s->old_ee = at + 4 * nx;
    s->zero = at + 5 * nx;
    for (int i = 0; i < s->nx; i++)
        s->var[i] = model->state[i];
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].n; k++)
            s->var[place_of_candidate(s, i, k)] = model->set[i].x[model->set[i].ngiven + k];
    for (int i = s->nkept; i < s->n; i++)
        s->var[i] = s->step->extra[i - s->nkept];
    s->tolerance =
        weights_begin(m, o, BDF_SHARE(tolerance_asked(o)), s->nx, s->var, s->size, s->atol);
    s->step->tolerance = s->tolerance;
    if (o->method == K_MIXED && !step_divide(m, s->step)) {
        failure_format(m, "memory is exhausted");
        bdf_close(&s->base);
        return NULL;
    }
    s->max_step = o->max_step > 0 ? o->max_step : INFINITY;
    s->stop = o->stop;
    return &s->base;
}

const KIntegratorType integrator_bdf = {
    "bdf", bdf_open, bdf_restart, bdf_step, bdf_interpolate, bdf_choose, bdf_count, bdf_close, NULL,
};
