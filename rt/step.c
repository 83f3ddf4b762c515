/* step.c - the equations of an inlined step solved: chord Newton iteration for each torn block, the
 * matrix being kept as long as it converges (IN-20).
 *
 * A correction of a state counts against the error of it that is tolerated, one of der(x) as the
 * h-fold, others against the tolerance of their nominal value. The iteration is that of IDA
 * (Brenan, Campbell, Petzold 5.2): it ends when the error predicted from the rate of convergence is
 * a third of what is tolerated. Small blocks have a matrix of their own in each iteration. */
#include "rt/step.h"
#include "rt/mixed.h"
#include "rt/newton_policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which variables are states and derivatives, in all stages. */
static void place_states(const KModel *model, KStepping *s)
{
    for (int i = 0; i < model->nstates; i++)
        s->of[model->der[i]] = -(i + 1);
    for (int i = 0; i < 3 * model->nstates && s->stages > 1; i++)
        s->of[model->triple[3 * model->nstates + i]] = -(i / 3 + 1);
    for (int i = 0; i < model->nstates; i++)
        s->of[model->state[i]] = i + 1;
    for (int i = 0; i < 3 * model->nstates && s->stages > 1; i++)
        s->of[model->triple[i]] = i / 3 + 1;
}

/* The places of states, derivatives and old(x) ascend one by one. */
static bool lies_in_rows(const KModel *model)
{
    const int *place[] = {model->state, model->der, model->step_old};
    bool in_rows = model->nstates > 0;
    for (size_t k = 0; k < sizeof place / sizeof *place; k++)
        for (int i = 1; i < model->nstates && in_rows; i++)
            in_rows = place[k][i] == place[k][0] + i;
    return in_rows;
}

KStepping *step_open(KInst *m, int stages)
{
    const KModel *model = m->run->model;
    KStepping *s = calloc(1, sizeof *s);
    if (s) {
        s->stages = stages;
        s->h_var = stages > 1 ? model->stages_h : model->step_h;
        s->other = m->run->stepping;
        if (s->other)
            s->other->other = s;
        s->of = calloc((size_t)model->nv + 1, sizeof *s->of);
        s->extra = malloc(((size_t)model->nv + 1) * sizeof *s->extra);
        s->weight = calloc((size_t)model->nstates + 1, sizeof *s->weight);
        s->before = calloc((size_t)model->nstates + 1, sizeof *s->before);
        s->slope = calloc((size_t)model->nstates + 1, sizeof *s->slope);
    }
    m->run->stepping = s;
    if (!s || !s->of || !s->extra || !s->weight || !s->before || !s->slope) {
        failure_format(m, "memory is exhausted");
        return NULL;
    }
    s->h = NAN;
    s->converged = STEP_CONVERGED;
    s->in_rows = lies_in_rows(model);
    place_states(model, s);
    for (int k = 0; k < model->nblocks; k++)
        for (int i = 0; i < model->block[k].n && model->block[k].of_step == stages; i++)
            if (!s->of[model->block[k].var[i]])
                s->extra[s->nextra++] = model->block[k].var[i];
    return s;
}

bool step_divide(KInst *m, KStepping *s)
{
    const KModel *model = m->run->model;
    s->mixed = calloc((size_t)model->nblocks + 1, sizeof *s->mixed);
    s->nblocks = model->nblocks;
    bool good = s->mixed != NULL;
    for (int k = 0; k < model->nblocks && good; k++)
        if (model->block[k].of_step == s->stages && !model->block[k].linear)
            good = (s->mixed[k] = mixed_new(model->block[k].n)) != NULL;
    return good;
}

static void free_stepping(KStepping *s)
{
    if (!s)
        return;
    for (int k = 0; k < s->nblocks && s->mixed; k++)
        mixed_free(s->mixed[k]);
    free(s->mixed);
    free(s->before);
    free(s->slope);
    free(s->of);
    free(s->extra);
    free(s->weight);
    free(s);
}

void step_close(KInst *m)
{
    KStepping *s = m->run->stepping;
    if (s)
        free_stepping(s->other);
    free_stepping(s);
    m->run->stepping = NULL;
}

void step_use(KInst *m, KStepping *s)
{
    m->run->stepping = s;
}

void step_forget(KInst *m)
{
    const KModel *model = m->run->model;
    for (int k = 0; k < model->nblocks; k++)
        if (model->block[k].of_step && m->run->block[k])
            m->run->block[k]->factored = m->run->block[k]->fresh = false;
    step_changed(m);
}

void step_changed(KInst *m)
{
    KStepping *s = m->run->stepping;
    if (s)
        s->h = NAN;
    if (s && s->other)
        s->other->h = NAN;
}

/* Matrices of linear blocks that do not change but for h, and what else does not. */
static int follow_h(KInst *m, double h)
{
    const KModel *model = m->run->model;
    KStepping *s = m->run->stepping;
    s->changed = h != s->h;
    if (!s->changed)
        return 0;
    for (int k = 0; k < model->nblocks; k++) {
        const KBlock *b = &model->block[k];
        if (b->of_step == s->stages && b->linear && m->run->block[k])
            m->run->block[k]->factored = false;
        if (b->of_step == s->stages && b->whole && m->run->block[b->whole])
            m->run->block[b->whole]->factored = false;
    }
    s->h = h;
    return code_call(m, s->stages > 1 ? m->run->code.stages_still : m->run->code.still);
}

static bool has_finite_states(const KInst *m, const KStepping *s)
{
    const KModel *model = m->run->model;
    double zero[2] = {0};
    int n = model->nstates;
    if (s->in_rows) {
        const double *der = m->v + model->der[0], *x = m->v + model->state[0];
        for (int i = 0; i + 1 < n; i += 2) {
            zero[0] += (der[i] + x[i]) * 0.0;
            zero[1] += (der[i + 1] + x[i + 1]) * 0.0;
        }
    }
    for (int i = s->in_rows ? n - n % 2 : 0; i < n; i++)
        zero[0] += (m->v[model->der[i]] + m->v[model->state[i]]) * 0.0;
    return zero[0] + zero[1] == 0;
}

int step_solve(KInst *m, double t, double h, const double *old)
{
    const KModel *model = m->run->model;
    KStepping *s = m->run->stepping;
    m->time = t;
    m->v[s->h_var] = h;
    if (s->in_rows)
        memcpy(m->v + model->step_old[0], old, (size_t)model->nstates * sizeof *old);
    for (int i = 0; i < model->nstates && !s->in_rows; i++)
        m->v[model->step_old[i]] = old[i];
    m->run->evaluations++;
    int result = follow_h(m, h);
    if (!result)
        result = code_call(m, s->stages > 1 ? m->run->code.stages : m->run->code.step);
    else
        s->h = NAN;
    if (!result && !has_finite_states(m, s)) {
        failure_set(m, FAIL_FINITE);
        return 1;
    }
    return result;
}

/* ---- Newton ---- */

/* 1 / the error of an unknown that is tolerated. */
static double weight_of(const KInst *m, KStepping *s, int var)
{
    double h = fabs(m->v[s->h_var]);
    int i = s->of[var];
    double size = fmax(fabs(m->v[var]), k_nominal(m->run->model, var));
    if (i > 0)
        return s->weight[i - 1];
    if (i < 0) /* slow against what it has been is as good as at rest: the rest may be rounding */
        size = s->slope[-i - 1] = fmax(size, s->slope[-i - 1]);
    return i < 0 ? fmax(h * s->weight[-i - 1], STEP_LEAST / (s->tolerance * size))
                 : 1 / (s->tolerance * size);
}

/* The largest correction against what is tolerated. */
static double size_of(const KBlockWork *w, const double *weight)
{
    double size = 0;
    for (int i = 0; i < w->n; i++) {
        double c = fabs(w->d[i]) * weight[i];
        if (!(c <= size))
            size = c;
    }
    return size;
}

static int new_matrix(KInst *m, int k, KBlockWork *w)
{
    m->run->stepping->jacobians++;
    int result = block_factor(m, k, w, NULL);
    w->step_h = m->v[m->run->stepping->h_var];
    if (w->n > TRUE_NEWTON)
        w->step_rate = STEP_FIRST_RATE;
    return result;
}

/* What is left after a correction of that size, the i-th, by what those before have shown: the rate
 * of convergence of a kept matrix; with matrices of their own corrections are as the square of the
 * one before. Infinite: they do not converge. */
static double predicted_error(KBlockWork *w, int i, double size, double before, double first)
{
    if (i > 0 && size > STEP_WORST_RATE * before)
        return INFINITY;
    if (w->n <= TRUE_NEWTON) {
        if (i > 0)
            w->step_rate =
                fmax(STEP_FORGETS * w->step_rate, fmax(size / (before * before), STEP_LEAST_RATE));
        return w->step_rate > 0 ? w->step_rate * size * size : STEP_FIRST_RATE * size;
    }
    if (i > 0) {
        double rate = i > 1 ? pow(size / first, 1.0 / i) : size / first;
        w->step_rate = rate / (1 - rate);
    }
    return w->step_rate * size;
}

/* The correction of w->x by the matrix that there is; its size. Positive: the matrix is singular.
 */
static int correct(KInst *m, int k, KBlockWork *w, const double *weight, double *size)
{
    double h = m->v[m->run->stepping->h_var];
    memcpy(w->d, w->r, (size_t)w->n * sizeof *w->d);
    if (linear_solve(w->lin, w->d))
        return block_is_singular(m, k, w);
    double scale = w->step_h != h ? 2 / (1 + h / w->step_h) : 1;
    for (int j = 0; j < w->n; j++)
        w->x[j] -= w->d[j] *= scale;
    *size = size_of(w, weight);
    m->run->stepping->iterations++;
    return isfinite(*size) ? 0 : 1;
}

/* Iterates from w->x, with new matrices if they shall be its own. Positive: it does not converge;
 * after the first correction, *again. */
static int iterate(KInst *m, int k, KBlockWork *w, const double *weight, bool *again)
{
    double first = 0, before = 0, size;
    *again = false;
    for (int i = 0; i < STEP_ITERATIONS; i++) {
        int result = block_residual(m, k, w->x, w->r);
        if (!result && w->n <= TRUE_NEWTON)
            result = new_matrix(m, k, w);
        if (!result)
            result = correct(m, k, w, weight, &size);
        if (result)
            return result;
        first = i ? first : size;
        double left = predicted_error(w, i, size, before, first);
        if (size <= STEP_TINY)
            left = 0;
        else if (i == 0 && size > STEP_FAR && w->n <= TRUE_NEWTON)
            left = fmax(left, size);
        if (left <= m->run->stepping->converged)
            return block_residual(m, k, w->x, w->r);
        *again = true;
        if (isinf(left))
            break;
        before = size;
    }
    return 1;
}

/* How much the states have moved since it was asked last, against what is tolerated: also those
 * that follow from unknowns, perhaps with a large factor. */
static double states_moved(const KInst *m, KStepping *s)
{
    const KModel *model = m->run->model;
    double size = 0;
    for (int i = 0; i < model->nstates; i++) {
        double x = m->v[model->state[i]];
        size = fmax(size, fabs(x - s->before[i]) * s->weight[i]);
        s->before[i] = x;
    }
    return size;
}

/* From where the iteration with one matrix was before its last correction, which led away: each has
 * a matrix of its own. Positive: it does not converge. */
static int iterate_fully(KInst *m, int k, KBlockWork *w, const double *weight)
{
    KStepping *s = m->run->stepping;
    double before = 0, size;
    int most = s->patient ? STEP_PATIENT_ITERATIONS : STEP_FULL_ITERATIONS;
    for (int j = 0; j < w->n; j++)
        w->x[j] += w->d[j];
    int result = block_residual(m, k, w->x, w->r);
    states_moved(m, s);
    for (int i = 0; i < most && !result; i++) {
        if ((result = new_matrix(m, k, w)) || (result = correct(m, k, w, weight, &size)) ||
            (result = block_residual(m, k, w->x, w->r)))
            return result;
        size = fmax(size, states_moved(m, s));
        double rate = i > 0 ? size / before : 1;
        double left = size <= STEP_TINY ? 0
                      : i == 0          ? STEP_FIRST_RATE * size
                      : rate < 1        ? size * rate * rate / (1 - rate)
                                        : INFINITY;
        if (left <= s->converged)
            return 0;
        if (i > 0 && size > STEP_FULL_WORST * before)
            return 1;
        before = size;
    }
    return result ? result : 1;
}

/* The same with the unknowns divided. */
static int iterate_mixed(KInst *m, int k, KBlockWork *w, const double *weight, KMixed *x)
{
    KStepping *s = m->run->stepping;
    double first = 0, before = 0, h = m->v[s->h_var];
    int result = 0;
    if (x->h != h) {
        s->jacobians++;
        x->rate = STEP_FIRST_RATE;
        result = mixed_divide(m, k, w, x, s->h_var, m->run->code.still);
        s->nstiff = !result && x->nstiff > s->nstiff ? x->nstiff : s->nstiff;
    }
    if (!result)
        result = block_residual(m, k, w->x, w->r);
    states_moved(m, s);
    for (int i = 0; i < MIXED_ITERATIONS && !result; i++) {
        mixed_correct(w, x);
        for (int j = 0; j < w->n; j++)
            w->x[j] -= w->d[j];
        double size = size_of(w, weight);
        s->iterations++;
        if ((result = block_residual(m, k, w->x, w->r)))
            break;
        size = fmax(size, states_moved(m, s));
        first = i ? first : size;
        if (i > 0) {
            double rate = pow(size / first, 1.0 / i);
            x->rate = rate / (1 - rate);
        }
        if (size <= STEP_TINY || (x->rate >= 0 && x->rate * size <= s->converged))
            return 0;
        if (!(i == 0 || size <= STEP_WORST_RATE * before))
            break;
        before = size;
    }
    x->h = NAN;
    memcpy(w->x, w->guess, (size_t)w->n * sizeof *w->x);
    failure_clear(m);
    return 1;
}

int step_block(KInst *m, int k, KBlockWork *w)
{
    KStepping *s = m->run->stepping;
    double h = m->v[s->h_var], *weight = w->spare;
    for (int i = 0; i < w->n; i++)
        weight[i] = weight_of(m, s, w->var[i]);
    if (s->mixed && s->mixed[k] && s->mixed[k]->n == w->n &&
        !iterate_mixed(m, k, w, weight, s->mixed[k]))
        return 0;
    bool own = w->n <= TRUE_NEWTON || !w->factored || !(h <= STEP_RATIO * w->step_h) ||
               !(h >= w->step_h / STEP_RATIO);
    for (;;) {
        int result = 0;
        if (own && w->n > TRUE_NEWTON) {
            result = block_residual(m, k, w->x, w->r);
            if (!result)
                result = new_matrix(m, k, w);
        } else if (s->changed && w->n > TRUE_NEWTON) {
            w->step_rate = STEP_CHANGED_RATE;
        }
        bool again = false;
        if (!result)
            result = iterate(m, k, w, weight, &again);
        if (result > 0 && own && again && w->n > TRUE_NEWTON && m->run->failure.kind == FAIL_NONE)
            result = iterate_fully(m, k, w, weight);
        if (result > 0 && own && m->run->failure.kind == FAIL_NONE &&
            newton_is_noise(m, k, w, NOISE_LEVEL))
            return 0;
        if (result > 0 && own && !s->patient && m->run->failure.kind == FAIL_NONE)
            newton_report(m, k, w);
        if (result <= 0 || (own && !s->patient))
            return result;
        memcpy(w->x, w->guess, (size_t)w->n * sizeof *w->x);
        failure_clear(m);
        if (own)
            return newton_solve(m, k, w);
        own = true;
    }
}
