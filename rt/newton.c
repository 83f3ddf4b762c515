/* newton.c - damped Newton iteration for the nonlinear equations of a block.
 *
 * The natural monotonicity test decides on each step: with the matrix of x, the correction that
 * the trial x - lambda*d would get must be smaller than d by 1 - lambda/4; lambda is halved until
 * it is. That correction also estimates the error of the trial, so convergence is known without
 * another matrix. Blocks of more than three unknowns keep the matrix, also from the last call,
 * while it reduces the error tenfold; smaller ones take a new one each time. Progress is measured
 * in units of the iterate or the nominal value, whichever is larger; convergence relative to the
 * unknown, or a thousandth of its nominal value.
 *
 * Full steps that do not become shorter (down the slope of an exponential, towards a multiple root)
 * are doubled as long as the correction keeps its direction. Where the iteration fails, residuals
 * that rounding explains count as 0 in a second attempt. */
#include "rt/block_internal.h"
#include "rt/newton_policy.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* At events and initialization a block may look for a solution far from the last one; between
 * events it has to stay on its branch. */
static bool may_restart(const KInst *m)
{
    return m->mode & (K_LIVE | K_SETTLING);
}

typedef struct Newton {
    KInst *m;
    int k, n;
    KBlockWork *w;
    bool clip;       /* stay inside min and max */
    double size;     /* of w->d, in units of w->x */
    double next;     /* of w->d_next, in the same units */
    double error;    /* of w->d at w->x, or of w->d_next at w->x_next, relative */
    bool floor;      /* residuals at the level of noise count as 0 */
    bool walks;      /* full steps, each as long as the one before: try longer ones */
    bool own_matrix; /* made at w->x or the iterate before it */
} Newton;

/* Largest |d| in units of max(|x|, least*nominal). (fmax is a call.) */
static double norm(const Newton *s, const double *d, const double *x, double least)
{
    double size = 0;
    for (int i = 0; i < s->n; i++) {
        double unit = least * s->w->unit[i], a = fabs(x[i]);
        double c = fabs(d[i]) / (a > unit ? a : unit);
        if (!(c <= size))
            size = c; /* NaN too */
    }
    return size;
}

static void measure(Newton *s)
{
    s->size = norm(s, s->w->d, s->w->x, 1);
    s->error = norm(s, s->w->d, s->w->x, LEAST_OF_NOMINAL);
}

/* d := A^-1 r; false if the matrix is singular and r does not fit. */
static bool correction(const Newton *s, double *d)
{
    const KBlockWork *w = s->w;
    for (int i = 0; i < s->n; i++)
        d[i] = s->floor && fabs(w->r[i]) <= NOISE_LEVEL * w->noise[i] ? 0 : w->r[i];
    return linear_solve(w->lin, d) == 0;
}

/* Matrix at x (whose residuals are in w->r), and the correction. */
static int fresh_matrix(Newton *s)
{
    int result = s->floor ? block_noise(s->m, s->k, s->w) : 0;
    if (result || (result = block_factor(s->m, s->k, s->w, NULL)))
        return result;
    s->own_matrix = true;
    if (!correction(s, s->w->d))
        return block_is_singular(s->m, s->k, s->w);
    measure(s);
    return isfinite(s->size) ? 0 : 1;
}

/* Largest factor <= lambda for which no unknown moves by more than its size twice - near an
 * extremum of the residual steps lead anywhere -, and which keeps the step 10 % away from the
 * bounds it heads for. */
static double clipped(const Newton *s, double lambda)
{
    const KModel *model = s->m->run->model;
    for (int i = 0; i < s->n; i++) {
        double d = fabs(s->w->d[i]), most = 2 * fmax(fabs(s->w->x[i]), s->w->unit[i]);
        if (lambda * d > most)
            lambda = most / d;
    }
    if (!s->clip || !model->min || !model->max)
        return lambda;
    for (int i = 0; i < s->n; i++) {
        double x = s->w->x[i], d = s->w->d[i];
        double min = model->min[s->w->var[i]], max = model->max[s->w->var[i]];
        double room = d > 0 && x > min ? x - min : d < 0 && x < max ? max - x : INFINITY;
        if (lambda * fabs(d) > of_the_room * room)
            lambda = of_the_room * room / fabs(d);
    }
    return lambda;
}

/* Whether the correction at the trial has the direction of the step. */
static bool goes_on(const Newton *s)
{
    const KBlockWork *w = s->w;
    double sum = 0;
    for (int i = 0; i < s->n; i++)
        sum += w->d[i] / w->unit[i] * (w->d_next[i] / w->unit[i]);
    return sum >= 0;
}

/* One damping factor: 0 accepted, 1 not, negative: stop. */
static int try_damping(Newton *s, double lambda)
{
    KBlockWork *w = s->w;
    for (int i = 0; i < s->n; i++)
        w->x_next[i] = w->x[i] - lambda * w->d[i];
    int result = block_residual(s->m, s->k, w->x_next, w->r);
    if (result)
        return result;
    if (!correction(s, w->d_next))
        return 1;
    s->next = norm(s, w->d_next, w->x, 1);
    s->error = norm(s, w->d_next, w->x_next, LEAST_OF_NOMINAL);
    if (lambda > 1) { /* too far for the error to be known */
        s->error = INFINITY;
        return s->next <= slow_rate * s->size && goes_on(s) ? 0 : 1;
    }
    return s->next <= (1 - lambda / 4) * s->size || s->error <= converged ? 0 : 1;
}

/* Takes a step; *lambda says how long. Positive: none reduces the error. */
static int damped_step(Newton *s, double *lambda)
{
    KBlockWork *w = s->w;
    double first = s->walks ? 2 * w->last_damping : fmin(1, 4 * w->last_damping);
    for (*lambda = clipped(s, first); *lambda >= least_damping; *lambda /= 2) {
        int result = try_damping(s, *lambda);
        if (result < 0)
            return result;
        if (result == 0) {
            w->last_damping = *lambda;
            memcpy(w->x, w->x_next, (size_t)s->n * sizeof *w->x);
            return 0;
        }
        if (!s->own_matrix) {
            if ((result = block_residual(s->m, s->k, w->x, w->r)) || (result = fresh_matrix(s)))
                return result;
            *lambda = 2 * clipped(s, first);
        }
    }
    return 1;
}

/* x := x - d_next, whose error is estimated to be small enough. 0: so it is; 1: the residuals have
 * not become as small as that, which happens at kinks. */
static int last_step(Newton *s)
{
    KBlockWork *w = s->w;
    double before = s->next;
    for (int i = 0; i < s->n; i++)
        w->x[i] -= w->d_next[i];
    int result = block_residual(s->m, s->k, w->x, w->r);
    if (result)
        return result;
    if (!correction(s, w->d))
        return 1;
    measure(s);
    return s->error <= converged || (s->error <= newton_nearly && s->size <= slow_rate * before)
               ? 0
               : 1;
}

bool newton_is_noise(KInst *m, int k, KBlockWork *w, double factor)
{
    if (block_residual(m, k, w->x, w->r) || block_noise(m, k, w))
        return false;
    for (int i = 0; i < w->n; i++)
        if (!(fabs(w->r[i]) <= factor * w->noise[i]))
            return false;
    return true;
}

static bool is_noise(const Newton *s, double factor)
{
    return newton_is_noise(s->m, s->k, s->w, factor);
}

/* No step from w->x is an improvement, though w->d is the correction by a matrix of its own: is it
 * small enough to be the work of rounding? */
static bool stands_still(Newton *s)
{
    KBlockWork *w = s->w;
    if (s->own_matrix && s->size <= negligible && norm(s, w->d, w->x, DBL_MIN) <= plain)
        return block_residual(s->m, s->k, w->x, w->r) == 0;
    return s->own_matrix && norm(s, w->d, w->x, LEAST_OF_NOMINAL) <= rounding &&
           is_noise(s, NOISE_LEVEL);
}

/* A correction w->d that is small in units of nominal values, but not of the unknowns: 0 if it
 * leads to a solution, which is w->x then. Beside a pole residuals are huge and their slopes still
 * more so. A step makes them smaller by (1 + 1/p)^-p where it has order p, more than 1/e; towards a
 * root of order p by (1 - 1/p)^p, less than 1/e. */
static int confirm(Newton *s)
{
    KBlockWork *w = s->w;
    if (norm(s, w->d, w->x, DBL_MIN) <= plain)
        return 0;
    for (int i = 0; i < s->n; i++)
        w->x_next[i] = w->x[i] - w->d[i];
    int result = block_residual(s->m, s->k, w->x_next, w->r);
    bool smaller =
        !result && correction(s, w->d_next) && norm(s, w->d_next, w->x, 1) <= of_pole * s->size;
    int again = block_residual(s->m, s->k, w->x, w->r);
    if (result < 0 || again)
        return result < 0 ? result : again;
    return smaller || is_noise(s, NOISE_LEVEL) ? 0 : 1;
}

/* From w->x. 0: w->x and the inner variables are the solution. */
static int iterate(Newton *s)
{
    KBlockWork *w = s->w;
    int result = block_residual(s->m, s->k, w->x, w->r);
    if (result)
        return result;
    if (w->factored && s->n > TRUE_NEWTON && correction(s, w->d)) {
        s->own_matrix = false;
        measure(s);
    } else if ((result = fresh_matrix(s))) {
        return result;
    }
    s->walks = false;
    int limit = may_restart(s->m) ? PATIENT : IMPATIENT;
    for (int i = 0; i < limit; i++) {
        if (s->error <= converged && (result = confirm(s)) <= 0)
            return result;
        double lambda;
        if ((result = damped_step(s, &lambda)))
            return result > 0 && stands_still(s) ? 0 : result;
        double rate = s->next / s->size;
        if (s->error <= converged && norm(s, w->d_next, w->x, DBL_MIN) <= plain)
            return 0;
        bool last = lambda == 1 && rate < slow_rate && s->error * rate / (1 - rate) <= converged;
        if (last && ((result = last_step(s)) <= 0 || is_noise(s, NOISE_LEVEL)))
            return result < 0 ? result : 0;
        if (lambda == 1 && s->own_matrix && rate > slow_rate && s->error <= rounding &&
            is_noise(s, NOISE_LEVEL))
            return 0;
        if (!last && lambda == 1 && s->n > TRUE_NEWTON && rate <= keep_rate) {
            memcpy(w->d, w->d_next, (size_t)s->n * sizeof *w->d);
            measure(s);
            s->walks = false;
        } else {
            double before = s->size;
            if ((result = fresh_matrix(s)))
                return result;
            s->walks = lambda >= 1 && s->size >= slow_rate * before;
        }
    }
    return 1;
}

/* The correction w->d at w->x, whose residuals are in w->r. */
static int full_correction(Newton *s)
{
    KBlockWork *w = s->w;
    int result = block_factor(s->m, s->k, w, NULL);
    memcpy(w->d, w->r, (size_t)s->n * sizeof *w->d);
    return result ? result : linear_solve(w->lin, w->d);
}

/* Few unknowns near their solution: full steps from w->x, as long as they converge fast. The error
 * after a step is predicted, so that the last one needs no matrix. Positive: it is not so easy. */
static int iterate_fast(Newton *s)
{
    KBlockWork *w = s->w;
    double before = 0, enough = s->m->mode & K_ROUGH ? roughly : converged;
    for (int i = 0; i < FAST_STEPS; i++) {
        int result = block_residual(s->m, s->k, w->x, w->r);
        if (result || (result = full_correction(s)))
            return result;
        measure(s);
        double rate = before > 0 ? s->error / before : 1;
        if (!(s->size <= fast_rate) || (i > 0 && !(rate < fast_rate)))
            return 1;
        if (s->error <= enough)
            return confirm(s);
        for (int j = 0; j < s->n; j++)
            w->x[j] -= w->d[j];
        if (s->error * rate * rate <= enough)
            return block_residual(s->m, s->k, w->x, w->r);
        before = s->error;
    }
    return 1;
}

/* ---- One equation for one unknown ----
 *
 * Most of what nonlinear equations are torn to: the same rules as above, in which the norms cancel,
 * without what larger blocks need around each residual and each slope. */

typedef struct One {
    Newton *of;
    double *at; /* where the unknown is read */
    int (*residual)(KInst *, double *),
        (*slope)(KInst *, double *); /* NULL: by what serves all blocks */
    double unit, x, r, d;            /* x - d is the next iterate */
    double error;                    /* of d, as in Newton */
    int slopes;                      /* so many were made */
} One;

static void one_open(One *o, Newton *s)
{
    const KBlockWork *w = s->w;
    const KBlockCode *code = &s->m->run->code.block[s->k];
    const KModel *model = s->m->run->model;
    bool direct =
        code->jacobian && !w->row && w->nnz <= 1 && !model->block[s->k].sparse && !model->external;
    *o = (One){.of = s, .at = &s->m->v[w->var[0]], .unit = w->unit[0], .x = w->x[0]};
    o->residual = direct ? code->residual : NULL;
    o->slope = direct ? code->jacobian : NULL;
}

/* Back to where larger blocks have their iterate, residual, correction and matrix. */
static void one_close(One *o)
{
    Newton *s = o->of;
    KBlockWork *w = s->w;
    w->x[0] = o->x;
    w->r[0] = o->r;
    w->d[0] = o->d;
    measure(s);
    if (o->slope && o->slopes) {
        block_factored(s->m, w, o->slopes);
        w->factored = w->fresh = linear_factor(w->lin, w->entry) == 0;
        o->slopes = 0;
    }
}

static int one_residual(One *o, double x, double *r)
{
    Newton *s = o->of;
    if (!o->residual)
        return block_residual(s->m, s->k, &x, r);
    *o->at = x;
    int result = o->residual(s->m, r);
    return result ? result : !(*r * 0.0 == 0);
}

/* The correction at x, whose residual is known. Positive: there is none as simple as that. */
static int one_correction(One *o)
{
    KBlockWork *w = o->of->w;
    if (!o->slope) {
        w->r[0] = o->r;
        int result = full_correction(o->of);
        if (result)
            return result;
        o->d = w->d[0];
    } else {
        o->slopes++;
        int result = o->slope(o->of->m, w->entry);
        if (result)
            return result;
        double size = fabs(w->entry[0]) * o->unit;
        if (!(size >= DBL_MIN && size <= DBL_MAX))
            return 1;
        o->d = o->r / w->entry[0];
    }
    double x = fabs(o->x), least = LEAST_OF_NOMINAL * o->unit;
    o->error = fabs(o->d) / (x > least ? x : least);
    return !isfinite(o->error);
}

/* From x to the next iterate; *lambda: how long the last step was, and this one is. Positive: no
 * step reduces the residual. */
static int one_damped(One *o, bool walks, double *lambda)
{
    double size = fabs(o->x), most = 2 * (size > o->unit ? size : o->unit),
           first = walks ? 2 * *lambda : 4 * *lambda;
    double r = o->r, d = fabs(o->d);
    if (!walks && first > 1)
        first = 1;
    for (*lambda = first * d > most ? most / d : first; *lambda >= least_damping; *lambda /= 2) {
        double next = o->x - *lambda * o->d;
        int result = one_residual(o, next, &o->r);
        if (result < 0)
            return result;
        bool same_side = (o->r < 0) == (r < 0) || o->r == 0;
        double most_left = *lambda > 1 ? slow_rate : 1 - *lambda / 4;
        if (!result && (*lambda <= 1 || same_side) && fabs(o->r) <= most_left * fabs(r)) {
            o->x = next;
            return 0;
        }
    }
    return 1;
}

/* The correction is small: is x the solution? */
static int one_confirm(One *o)
{
    double least = DBL_MIN * o->unit, x = fabs(o->x);
    if (fabs(o->d) <= plain * (x > least ? x : least))
        return 0;
    one_close(o);
    return confirm(o->of);
}

/* The same as iterate() between events, each residual and each slope evaluated once. */
static int one_iterate(One *o)
{
    double before = 0, step = 0, lambda = 1,
           enough = o->of->m->mode & K_ROUGH ? roughly : converged;
    int result = one_residual(o, o->x, &o->r);
    for (int i = 0; i < IMPATIENT && !result; i++) {
        if ((result = one_correction(o)))
            return result;
        if (o->error <= enough)
            return one_confirm(o);
        double rate = lambda == 1 && o->error < fast_rate * before ? o->error / before : 1;
        if (rate < 1 && o->error * rate * rate <= enough) {
            o->x -= o->d;
            return one_residual(o, o->x, &o->r);
        }
        bool walks = i > 0 && lambda >= 1 && fabs(o->d) >= slow_rate * step;
        before = o->error;
        step = fabs(o->d);
        result = one_damped(o, walks, &lambda);
    }
    return result ? result : 1;
}

static int iterate_one(Newton *s)
{
    One o;
    one_open(&o, s);
    int result = one_iterate(&o);
    one_close(&o);
    return result;
}

/* Moves away from a point where the matrix is singular, a little more each time. */
static void nudge(const Newton *s, int time)
{
    for (int i = 0; i < s->n; i++)
        s->w->x[i] += s->w->unit[i] * 1e-3 * (1 + 0.1 * (i % 7)) * pow(10, time);
}

/* A solution where the matrix is singular, or that a nudge has led to: unknowns that the equations
 * leave open (what an enthalpy is without flow) keep their guess. */
static int keep_open(Newton *s)
{
    KBlockWork *w = s->w;
    for (int i = 0; i < s->n; i++) {
        double x = w->x[i];
        w->x[i] = w->guess[i];
        if (x != w->x[i] && !is_noise(s, 2))
            w->x[i] = x;
    }
    failure_clear(s->m);
    return block_residual(s->m, s->k, w->x, w->r);
}

/* Between events: the nudges from the last solution, if that is where the matrix is singular, as
 * at a multiple root (the speed of a pump that has stood still, of whose square its pressure is).
 */
static int leaves_singular(const Newton *s)
{
    const KBlockWork *w = s->w;
    return w->has_last && !memcmp(w->last, w->guess, (size_t)s->n * sizeof *w->last);
}

/* The solution is near the last one: a nudge has not led to another branch. */
static bool is_beside(const Newton *s)
{
    const KBlockWork *w = s->w;
    for (int i = 0; i < s->n; i++)
        if (!(fabs(w->x[i] - w->last[i]) <= beside * fmax(fabs(w->last[i]), w->unit[i])))
            return false;
    return true;
}

/* No step was an improvement, and even the least one was longer than the unknowns: the matrix is
 * that beside a multiple root, which is as good as singular. */
static bool is_beside_singular(const Newton *s)
{
    return s->m->run->failure.kind == FAIL_NONE && s->own_matrix && s->size * least_damping > 1;
}

/* One equation for one unknown: half of its digits, which is all that a double root has, change the
 * residual by more than it is, to the same side, though rounding at w->x itself does not. Or it is
 * a plain root, met to the last digits, beside which the slope is none, as there is a pole. */
static bool is_found_root(const Newton *s)
{
    KBlockWork *w = s->w;
    if (s->n != 1 || block_residual(s->m, s->k, w->x, w->r))
        return false;
    double r = w->r[0], h = half_of_digits * fmax(fabs(w->x[0]), w->unit[0]), side[2];
    for (int i = 0; i < 2; i++) {
        double x = w->x[0] + (i ? h : -h);
        if (block_residual(s->m, s->k, &x, &side[i]))
            return false;
    }
    double least = fmin(fabs(side[0] - r), fabs(side[1] - r));
    bool turns = (side[0] > 0) == (side[1] > 0);
    return turns ? least > fabs(r) : half_of_digits * least > fabs(r);
}

static int attempt(Newton *s)
{
    s->w->last_damping = 1;
    for (int i = 0;; i++) {
        int result = iterate(s);
        bool singular =
            result > 0 && (s->m->run->failure.kind == FAIL_SINGULAR || is_beside_singular(s));
        if ((singular && is_noise(s, 2)) ||
            (result > 0 && is_found_root(s))) { /* a multiple root */
            failure_clear(s->m);
            return keep_open(s);
        }
        bool may_leave = may_restart(s->m) || s->m->mode & K_LEAVE_BRANCH;
        if (!result && i > 0 && !may_leave && !is_beside(s))
            return 1;
        if (!result && i > 0)
            return keep_open(s);
        if (!singular || i == (may_leave ? NUDGES : leaves_singular(s)))
            return result;
        s->w->factored = false;
        failure_clear(s->m);
        nudge(s, i);
    }
}

/* From the start values, each unknown by itself as far as it may move: where some cannot be had
 * before others (enthalpies before the flows that carry them) a common factor stops all. */
static int attempt_apart(Newton *s)
{
    KBlockWork *w = s->w;
    bool far = true;
    for (int i = 0; i < s->n; i++)
        w->x[i] = s->m->start[w->var[i]];
    for (int time = 0; time < APART_STEPS && far; time++) {
        failure_clear(s->m);
        w->factored = false;
        int result = block_residual(s->m, s->k, w->x, w->r);
        if (result)
            return result;
        if (fresh_matrix(s)) {
            nudge(s, 0);
            continue;
        }
        far = false;
        for (int i = 0; i < s->n; i++) {
            double most = apart_part * fmax(fabs(w->x[i]), w->unit[i]);
            far = far || fabs(w->d[i]) > most;
            w->x[i] -= fmax(-most, fmin(most, w->d[i]));
        }
    }
    failure_clear(s->m);
    w->factored = false;
    return attempt(s);
}

/* Whether some residuals at w->x, which are in w->r, are noise. Where the matrix is nearly singular
 * (all diodes of a bridge block) the corrections they ask for are as wrong as they are large. */
static bool has_noise(const Newton *s)
{
    const KBlockWork *w = s->w;
    if (block_noise(s->m, s->k, s->w))
        return false;
    for (int i = 0; i < s->n; i++)
        if (w->r[i] != 0 && fabs(w->r[i]) <= NOISE_LEVEL * w->noise[i])
            return true;
    return false;
}

/* Once more on the same branch: above the noise - which residuals may have only after the step that
 * the others ask for, and then the iteration ended near a solution -, from the last solution if the
 * equations cannot be evaluated at the guess. */
static int attempt_again(Newton *s)
{
    KBlockWork *w = s->w;
    size_t size = (size_t)s->n * sizeof *w->x;
    KFailure failure = s->m->run->failure;
    bool near = s->size <= rounding;
    int result = 1;
    memcpy(w->spare, w->x, size);
    memcpy(w->x, w->guess, size);
    bool defined = block_residual(s->m, s->k, w->x, w->r) == 0;
    if (!defined && w->has_last)
        memcpy(w->x, w->last, size);
    if (defined ? near || has_noise(s) : w->has_last) {
        failure_clear(s->m);
        w->factored = false;
        s->floor = true;
        result = attempt(s);
        s->floor = false;
    }
    if (result > 0) {
        memcpy(w->x, w->spare, size);
        s->m->run->failure = failure;
    }
    return result;
}

/* Of one equation for one unknown: two places between which the residual changes its sign, on
 * either side of the guess and not farther from it than `most`; the first of them has the sign of
 * *r. */
static bool finds_change(const Newton *s, double most, double *a, double *b, double *r)
{
    KBlockWork *w = s->w;
    if (block_residual(s->m, s->k, w->guess, w->r) || w->r[0] == 0)
        return false;
    *r = w->r[0];
    for (double h = change_first * most; h <= most; h *= 2)
        for (int side = 1; side >= -1; side -= 2) {
            *a = w->guess[0] + side * h / 2;
            *b = w->guess[0] + side * h;
            if (!block_residual(s->m, s->k, b, w->r) && (w->r[0] < 0) != (*r < 0))
                return true;
        }
    return false;
}

/* The slope at the guess vanishes, or is so small that no part of the step it asks for was an
 * improvement (a speed that has come to rest but for its last digits, of whose square the pressure
 * is). */
static bool has_no_slope(const Newton *s)
{
    KFailKind kind = s->m->run->failure.kind;
    return kind == FAIL_SINGULAR || (kind == FAIL_NONE && s->w->x[0] == s->w->guess[0]);
}

/* At a guess without slope, beside which the equation has its solution: by bisection (x - sin(x) =
 * time from 0 on). */
static int attempt_change(Newton *s)
{
    KBlockWork *w = s->w;
    KFailure failure = s->m->run->failure;
    double a, b, first, middle;
    if (!finds_change(s, beside * fmax(fabs(w->guess[0]), w->unit[0]), &a, &b, &first)) {
        s->m->run->failure = failure;
        return 1;
    }
    while (middle = a + (b - a) / 2, middle != a && middle != b) {
        if (block_residual(s->m, s->k, &middle, w->r))
            break;
        *((w->r[0] < 0) == (first < 0) ? &a : &b) = middle;
    }
    failure_clear(s->m);
    w->factored = false;
    w->x[0] = b;
    int result = attempt(s);
    if (result > 0)
        s->m->run->failure = failure;
    return result;
}

/* Where the residuals have no value: the last place on the way there from the guess at which they
 * have one, if there is one. */
static void step_back(KInst *m, int k, KBlockWork *w)
{
    enum { HALVES = 60 };
    size_t size = (size_t)w->n * sizeof *w->x;
    double good = 0, bad = 1;
    memcpy(w->spare, w->x, size);
    for (int i = 0; i <= HALVES; i++) {
        double part = i ? 0.5 * (good + bad) : 0;
        for (int j = 0; j < w->n; j++)
            w->x[j] = part == 0 ? w->guess[j] : w->guess[j] + part * (w->spare[j] - w->guess[j]);
        bool has_value = block_residual(m, k, w->x, w->r) == 0;
        if (!has_value && !i) {
            good = 1;
            break;
        }
        *(has_value ? &good : &bad) = part;
    }
    for (int j = 0; j < w->n; j++)
        w->x[j] = w->guess[j] + good * (w->spare[j] - w->guess[j]);
    (void)block_residual(m, k, w->x, w->r);
}

static double scaled_residual(const KBlockWork *w)
{
    const double *scale = linear_row_scale(w->lin);
    double sum = 0;
    for (int i = 0; i < w->n; i++)
        sum = hypot(sum, w->r[i] * scale[i]);
    return sum;
}

/* Whether the residuals, evaluated at w->x, are least there: as far back along the correction as
 * the guess is away they have grown far more than their slope at w->x says. */
static bool are_least(KInst *m, int k, KBlockWork *w)
{
    static const double more = 10;
    double here = scaled_residual(w), way = 0, length = 0;
    for (int j = 0; j < w->n; j++) {
        way = hypot(way, (w->x[j] - w->guess[j]) / w->unit[j]);
        length = hypot(length, w->d[j] / w->unit[j]);
    }
    if (!(length > 0 && isfinite(length)))
        return false;
    for (int j = 0; j < w->n; j++)
        w->spare[j] = w->x[j] + way / length * w->d[j];
    return block_residual(m, k, w->spare, w->r) == 0 &&
           scaled_residual(w) - here > more * way / length * here;
}

/* Whether an assertion fails where the next correction leads, and is what ends the iteration. */
static bool meets_assertion(KInst *m, int k, KBlockWork *w)
{
    bool moves = false;
    if (are_least(m, k, w))
        return false;
    for (int j = 0; j < w->n; j++) {
        w->spare[j] = w->x[j] - w->d[j];
        moves = moves || (isfinite(w->d[j]) && w->d[j] != 0);
    }
    failure_clear(m);
    if (moves && block_residual(m, k, w->spare, w->r) != 0 && m->run->failure.kind == FAIL_TEXT)
        return true;
    failure_clear(m);
    return false;
}

int newton_report(KInst *m, int k, KBlockWork *w)
{
    KFailKind known = m->run->failure.kind;
    if (known == FAIL_SINGULAR)
        return 1;
    if (block_residual(m, k, w->x, w->r) != 0) {
        if (known != FAIL_NONE)
            return 1;
        step_back(m, k, w);
    } else if (known == FAIL_TEXT) {
        if (meets_assertion(m, k, w))
            return 1;
        (void)block_residual(m, k, w->x, w->r);
    }
    KFailure *f = failure_set(m, FAIL_NEWTON);
    const double *scale = linear_row_scale(w->lin);
    double weight[FAIL_NAMED], most = 0;
    f->block = k;
    for (int i = 0; i < w->n; i++)
        most = fmax(most, fabs(w->r[i]) * scale[i]);
    for (int i = 0; i < w->n; i++) { /* not those that hold */
        double size = fabs(w->r[i]) * scale[i];
        if (!(size <= rounding * most) || !isfinite(size))
            largest_insert(&f->nrows, f->row, weight, i, size);
    }
    for (int i = 0; i < f->nrows; i++)
        f->residual[i] = w->r[f->row[i]];
    for (int i = 0; i < w->n; i++)
        largest_insert(&f->ncols, f->col, weight, i, fabs(w->d[i]) / w->unit[i]);
    for (int i = 0; i < f->ncols; i++) {
        f->value[i] = w->x[f->col[i]];
        f->col[i] = w->var[f->col[i]];
    }
    for (int i = 0; i < f->nrows && w->row; i++)
        f->row[i] = w->row[f->row[i]];
    return 1;
}

/* Of one equation for one unknown: whether the residual has the sign it has at w->x wherever it can
 * be evaluated, near and far; the failure stays. */
static bool has_one_sign(KInst *m, int k, KBlockWork *w)
{
    enum { DECADES = 24, ENOUGH = 16 };
    KFailure failure = m->run->failure;
    bool one_sign = !block_residual(m, k, w->x, w->r) && w->r[0] != 0;
    double first = w->r[0], size = 1e-12;
    int n = 0;
    for (int i = 0; i < 4 * DECADES && one_sign; i++, size *= i % 4 ? 1 : 10) {
        double x = (i % 4 < 2 ? w->x[0] : 0) + (i % 2 ? -1 : 1) * size * w->unit[0];
        if (block_residual(m, k, &x, w->r))
            continue;
        n++;
        one_sign = first < 0 ? w->r[0] < 0 : w->r[0] > 0;
    }
    (void)block_residual(m, k, w->x, w->r);
    m->run->failure = failure;
    return one_sign && n >= ENOUGH;
}

/* Follows curves from the guess and from the start values to another solution. */
static int search(Newton *s)
{
    KBlockWork *w = s->w;
    size_t size = (size_t)s->n * sizeof *w->x;
    int result = 1;
    KFailure failure = s->m->run->failure;
    memcpy(w->spare, w->x, size);
    s->clip = false;
    for (int i = 0; i < 4 && result > 0; i++) {
        for (int j = 0; j < s->n; j++)
            w->begin[j] = i < 2 ? w->guess[j] : s->m->start[w->var[j]];
        failure_clear(s->m);
        result = branch_follow(s->m, s->k, w, w->begin, i % 2 ? -1 : 1);
        w->factored = false;
        if (!result)
            result = attempt(s);
    }
    if (result > 0) {
        memcpy(w->x, w->spare, size);
        s->m->run->failure = failure;
    }
    return result;
}

/* From points around x: the equations cannot be evaluated there, or lead nowhere, as where flows
 * change their direction and friction has no slope. */
static int attempt_around(Newton *s, const double *x, int n, const double *away)
{
    KBlockWork *w = s->w;
    KFailure failure = s->m->run->failure;
    int result = 1;
    memcpy(w->spare, w->x, (size_t)s->n * sizeof *w->x);
    for (int t = 0; t < n && result > 0; t++) {
        for (int i = 0; i < s->n; i++)
            w->x[i] = x[i] + away[t] * w->unit[i];
        failure_clear(s->m);
        w->factored = false;
        result = attempt(s);
    }
    if (result > 0) {
        memcpy(w->x, w->spare, (size_t)s->n * sizeof *w->x);
        s->m->run->failure = failure;
    }
    return result;
}

/* The last resort: around the start values, or near the last solution where a branch ends. */
static int attempt_elsewhere(Newton *s)
{
    static const double far[] = {1, -1, 0.1, -0.1, 10};
    static const double near[] = {1e-6, -1e-6, 1e-3, -1e-3, 0.1, -0.1, 1, -1};
    KBlockWork *w = s->w;
    s->clip = false;
    if (!s->m->initial)
        return attempt_around(s, w->guess, sizeof near / sizeof *near, near);
    for (int i = 0; i < s->n; i++)
        w->begin[i] = s->m->start[w->var[i]];
    return attempt_around(s, w->begin, sizeof far / sizeof *far, far);
}

/* Of one equation for one unknown, solved by w->x: a point next to a solution that is nearer to the
 * start value, where the residual vanishes or changes its sign; false if there is none. */
static bool finds_nearer(const Newton *s, double *at)
{
    KBlockWork *w = s->w;
    double start = s->m->start[w->var[0]], far = w->x[0] - start, first, last[2];
    if (block_residual(s->m, s->k, &start, w->r) || w->r[0] == 0)
        return false;
    first = last[0] = last[1] = w->r[0];
    for (int i = 1; i <= NEARER_PLACES; i++)
        for (int side = 0; side < 2; side++) {
            double step = nearer * far * i / NEARER_PLACES, x = side ? start - step : start + step;
            if (last[side] == 0 || block_residual(s->m, s->k, &x, w->r)) {
                last[side] = 0; /* nothing is known beyond it */
                continue;
            }
            double slope = (w->r[0] - last[side]) * NEARER_PLACES;
            if (w->r[0] == 0 || (w->r[0] < 0) != (first < 0)) {
                *at = x - (side ? -1 : 1) * w->r[0] * nearer * far / slope;
                return true;
            }
            last[side] = w->r[0];
        }
    return false;
}

/* Its solution next to that point, or as it was. */
static int attempt_nearer_root(Newton *s)
{
    KBlockWork *w = s->w;
    if (!(guess_distance(s->m, w) > far_from_start))
        return 0;
    double x = w->x[0], start = s->m->start[w->var[0]];
    bool found = finds_nearer(s, &w->x[0]);
    failure_clear(s->m);
    w->factored = false;
    int result = found ? attempt(s) : 1;
    if (result < 0 || (!result && fabs(w->x[0] - start) < nearer * fabs(x - start)))
        return result;
    failure_clear(s->m);
    w->factored = false;
    w->x[0] = x;
    return block_residual(s->m, s->k, w->x, w->r);
}

/* At the start, after the first attempt: a solution that is nearer to the start values that are
 * given, or one at all, from better guesses for the other unknowns. */
static int attempt_nearer(Newton *s, int result)
{
    KBlockWork *w = s->w;
    size_t size = (size_t)s->n * sizeof *w->x;
    double moved = guess_distance(s->m, w);
    KFailure failure = s->m->run->failure;
    if (moved < 0 || (!result && !(moved > far_from_start)))
        return result;
    memcpy(w->begin, w->x, size);
    failure_clear(s->m);
    w->factored = false;
    s->clip = false;
    for (int time = 0; time < GUESS_TIMES; time++) {
        int found = guess_rest(s->m, s->k, w, time);
        if (found < 0 || (!found && (found = attempt(s)) < 0))
            return found;
        if (!found && (result || guess_distance(s->m, w) < nearer * moved))
            return 0;
        failure_clear(s->m);
        w->factored = false;
    }
    memcpy(w->x, w->begin, size);
    s->m->run->failure = failure;
    return result ? result : block_residual(s->m, s->k, w->x, w->r);
}

/* Whether one of the unknowns is a position that may be a state. */
static bool has_positions(const Newton *s)
{
    const KModel *model = s->m->run->model;
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n && model->set[i].positions; k++)
            for (int j = 0; j < s->n; j++)
                if (model->set[i].x[k] == s->w->var[j])
                    return true;
    return false;
}

/* At the start: positions that are given and fit their constraints are the solution. Where these
 * nearly depend on each other a correction would be far more than the rounding that it corrects. */
static int keep_fitting(const Newton *s)
{
    KBlockWork *w = s->w;
    bool given = s->m->initial && has_positions(s);
    for (int i = 0; i < s->n && given; i++)
        given = s->m->run->is_given[w->var[i]] && w->guess[i] == s->m->start[w->var[i]];
    if (!given)
        return 1;
    memcpy(w->x, w->guess, (size_t)s->n * sizeof *w->x);
    return is_noise(s, 2) ? block_residual(s->m, s->k, w->x, w->r) : 1;
}

int newton_solve(KInst *m, int k, KBlockWork *w)
{
    KRun *run = m->run;
    Newton s = {.m = m, .k = k, .n = w->n, .w = w};
    bool restarts = may_restart(m) && !(m->mode & K_KEEP_BRANCH);
    bool leaves = m->mode & K_LEAVE_BRANCH;
    failure_clear(m);
    int result = s.n > TRUE_NEWTON || may_restart(m) ? keep_fitting(&s)
                 : s.n == 1                          ? iterate_one(&s)
                                                     : iterate_fast(&s);
    if (result > 0) {
        failure_clear(m);
        memcpy(w->x, w->guess, (size_t)s.n * sizeof *w->x);
        result = attempt(&s);
    }
    if (result > 0 && m->run->failure.kind == FAIL_NONE && is_noise(&s, 2))
        result = 0;
    if (result > 0)
        result = attempt_again(&s);
    if (result > 0 && s.n == 1 && has_no_slope(&s))
        result = attempt_change(&s);
    if (result >= 0 && restarts && m->initial)
        result = attempt_nearer(&s, result);
    if (result > 0 && restarts) {
        for (int i = 0; i < w->n; i++)
            w->x[i] = m->start[w->var[i]];
        w->factored = false;
        s.clip = true;
        failure_clear(m);
        result = attempt(&s);
    }
    if (result > 0 && restarts && m->initial && !w->near)
        result = attempt_apart(&s);
    if (result > 0 && !w->near && (leaves || (restarts && !(m->mode & K_SETTLING))))
        result = search(&s);
    if (result > 0 && !w->near && (leaves || (restarts && m->initial)))
        result = attempt_elsewhere(&s);
    if (!result && restarts && m->initial && s.n == 1)
        result = attempt_nearer_root(&s);
    if (result > 0 && is_noise(&s, NOISE_LEVEL)) { /* a multiple root that rounding took away */
        failure_clear(m);
        result = 0;
    }
    w->fresh = false;
    if (result) {
        w->factored = false;
        if (result > 0)
            result = newton_report(s.m, s.k, s.w);
        if (result > 0 && restarts && s.n == 1 && run->failure.kind == FAIL_NEWTON)
            run->failure.one_sign = has_one_sign(m, k, w);
        return result;
    }
    memcpy(w->last, w->x, (size_t)w->n * sizeof *w->last);
    w->has_last = true;
    return 0;
}
