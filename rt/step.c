/* step.c - the equations of an inlined step solved: chord Newton iteration for each torn block, the
 * matrix being kept as long as it converges (IN-20).
 *
 * A correction of a state counts against the error of it that is tolerated, one of der(x) as the
 * h-fold, others against the tolerance of their nominal value; and all by what the states that
 * follow from them have moved. The iteration ends at a point whose own next correction, by the same
 * matrix, says that it is good enough (Deuflhard: Newton Methods for Nonlinear Problems, 2.1): this
 * costs no evaluation, since the equations are evaluated at the solution anyway, and predicts
 * nothing. Or after that next correction, if the two of them prove by the same theorem that it
 * leaves little. That correction is not asked for where the residuals of the point are so small
 * that it would be, by what corrections of the same matrix have been of theirs (KBlockWork.gain).
 * Small blocks have a matrix of their own in each iteration. */
#include "rt/step.h"
#include "rt/mixed.h"
#include "rt/newton_policy.h"
#include "rt/tangents.h"

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

/* These places ascend one by one. */
static bool lies_in_row(int n, const int *place)
{
    bool in_row = n > 0;
    for (int i = 1; i < n && in_row; i++)
        in_row = place[i] == place[0] + i;
    return in_row;
}

static size_t most_followers(const KModel *model)
{
    int most = 0;
    for (int k = 0; k < model->nblocks; k++)
        most = model->block[k].nfollow > most ? model->block[k].nfollow : most;
    return (size_t)most;
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
        s->before = calloc(most_followers(model) + 1, sizeof *s->before);
        s->slope = calloc((size_t)model->nstates + 1, sizeof *s->slope);
    }
    m->run->stepping = s;
    if (!s || !s->of || !s->extra || !s->weight || !s->before || !s->slope) {
        failure_format(m, "memory is exhausted");
        return NULL;
    }
    s->h = NAN;
    s->converged = STEP_CONVERGED;
    s->in_rows =
        lies_in_row(model->nstates, model->state) && lies_in_row(model->nstates, model->step_old);
    s->der_in_row = lies_in_row(model->nstates, model->der);
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
    if (h == s->h)
        return 0;
    for (int k = 0; k < model->nblocks; k++) {
        const KBlock *b = &model->block[k];
        if (b->of_step == s->stages && b->linear && m->run->block[k])
            m->run->block[k]->factored = false;
        if (b->of_step == s->stages && b->whole && m->run->block[b->whole])
            m->run->block[b->whole]->factored = false;
    }
    s->h = h;
    return code_call(m, s->stages > 1 ? m->run->code.stages_still : m->run->code.still, K_TRIAL);
}

/* 0 unless a value is not finite. */
static double zero_of(const double *v, int n, const int *place, bool in_row)
{
    double zero[2] = {0};
    const double *x = n ? v + place[0] : v;
    for (int i = 0; i + 1 < n && in_row; i += 2) {
        zero[0] += x[i] * 0.0;
        zero[1] += x[i + 1] * 0.0;
    }
    for (int i = in_row ? n - n % 2 : 0; i < n; i++)
        zero[0] += v[place[i]] * 0.0;
    return zero[0] + zero[1];
}

static bool has_finite_states(const KInst *m, const KStepping *s)
{
    const KModel *model = m->run->model;
    return zero_of(m->v, model->nstates, model->state, s->in_rows) +
               zero_of(m->v, model->nstates, model->der, s->der_in_row) ==
           0;
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
        result = code_call(m, s->stages > 1 ? m->run->code.stages : m->run->code.step, K_TRIAL);
    else
        s->h = NAN;
    if (!result && !has_finite_states(m, s)) {
        failure_set(m, FAIL_FINITE);
        return 1;
    }
    return result;
}

/* ---- Newton ---- */

/* The larger one; of a NaN and b: b. (fmax is a call.) */
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* 1 / the errors of unknowns that are tolerated. */
static void weigh(const KInst *m, KStepping *s, int n, const int *var, double *restrict weight)
{
    const double h = fabs(m->v[s->h_var]), *of_state = s->weight - 1;
    for (int k = 0; k < n; k++) {
        int i = s->of[var[k]];
        if (i > 0) {
            weight[k] = of_state[i];
            continue;
        }
        double size = larger(fabs(m->v[var[k]]), k_nominal(m->run->model, var[k]));
        if (i == 0) {
            weight[k] = 1 / (s->tolerance * size);
            continue;
        }
        double *slope = &s->slope[-i - 1];
        /* Slow against what it has been is as good as at rest: the rest may be rounding. */
        size = *slope = larger(size, *slope);
        double moved = h * of_state[-i], unit = s->tolerance * size;
        weight[k] = moved * unit >= STEP_LEAST ? moved : STEP_LEAST / unit;
    }
}

/* The largest correction against what is tolerated; NaN if one is not finite. */
static double size_of(int n, const double *d, const double *weight)
{
    enum { LANES = 4 };
    double size[LANES] = {0}, zero[LANES] = {0};
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int k = 0; k < LANES; k++) {
            double c = fabs(d[i + k]) * weight[i + k];
            size[k] = larger(c, size[k]);
            zero[k] += c * 0.0;
        }
    for (; i < n; i++) {
        double c = fabs(d[i]) * weight[i];
        size[0] = larger(c, size[0]);
        zero[0] += c * 0.0;
    }
    double all = larger(larger(size[0], size[1]), larger(size[2], size[3]));
    return zero[0] + zero[1] + zero[2] + zero[3] == 0 ? all : NAN;
}

static int new_matrix(KInst *m, int k, KBlockWork *w)
{
    const KBlockCode *code = &m->run->code.block[k];
    m->run->stepping->jacobians++;
    m->run->stepping->directions += code->jacobian || !code->direction ? 0 : w->colors.n;
    w->step_h = m->v[m->run->stepping->h_var];
    return block_factor(m, k, w, NULL);
}

/* How much the states that are computed from the block's unknowns have moved since it was asked
 * last, against what is tolerated: perhaps by a large factor. */
static double states_moved(const KInst *m, int k)
{
    const KStepping *s = m->run->stepping;
    const KBlock *b = &m->run->model->block[k];
    double size = 0;
    for (int i = 0; i < b->nfollow; i++) {
        double x = m->v[b->follow[i]],
               c = fabs(x - s->before[i]) * s->weight[s->of[b->follow[i]] - 1];
        size = c <= size || isnan(size) ? size : c;
        s->before[i] = x;
    }
    return size;
}

/* A kind of iteration. */
typedef struct Way {
    KMixed *mixed; /* the unknowns are divided; NULL: they are not */
    bool each;     /* each correction has a matrix of its own */
    bool bends;    /* the first may lead far along an exponential: it ends there (FAR_ALONG) */
    int most;      /* corrections */
    double worst;  /* factor from one to the next */
} Way;

/* d := the correction for the residuals w->r, by the matrix that there is. Positive: it is
 * singular. */
static int solve_for(KInst *m, int k, const KBlockWork *w, const Way *way, double *d)
{
    double h = m->v[m->run->stepping->h_var];
    if (way->mixed) {
        mixed_correct(w, way->mixed, d);
        return 0;
    }
    memcpy(d, w->r, (size_t)w->n * sizeof *d);
    if (linear_solve(w->lin, d))
        return block_is_singular(m, k, w);
    double scale = w->step_h != h ? 2 / (1 + h / w->step_h) : 1;
    for (int j = 0; j < w->n && scale != 1; j++)
        d[j] *= scale;
    return 0;
}

/* By what the error that is left may be more than the next correction of the same matrix, if this
 * is so many times the one before. Up to STEP_PROVES they go on as they began (Kantorovich's
 * theorem, in Deuflhard's form); slower ones may be those of an exponential that is come down, by
 * one thermal voltage or less each time. */
static double beyond(double rate)
{
    return rate <= STEP_PROVES ? 1 / (1 - rate) : fmax(1 / (1 - rate), STEP_UNPROVEN);
}

/* Whether at most `limit` is left after the correction w->d of that size, by the next one,
 * w->d_next: it becomes smaller at the rate of the largest part, or at its own where that is
 * slower. (Products with |d| instead of quotients.) */
static bool is_left(const KBlockWork *w, const double *weight, double size, double next,
                    double limit)
{
    double rate = next / size;
    if (next == 0)
        return true;
    if (!(rate < 1 && next * beyond(rate) <= limit))
        return false;
    int more = 0;
    for (int i = 0; i < w->n; i++) {
        double d = fabs(w->d[i]), dd = d * d, now = w->d[i] * w->d_next[i];
        more |= (now > rate * dd) & (now < dd) &
                ((now * weight[i] * d > limit * (dd - now)) |
                 ((now > STEP_PROVES * dd) & (now * weight[i] * STEP_UNPROVEN > limit * d)));
    }
    return !more;
}

/* What is left of a correction of size 1 and the next one, which has size `rate`: the zero of
 * rate*t^2 - t + 1, where the sum of all would be, less the two (the theorem's majorant). */
static double rest_of(double rate)
{
    return 2 / (1 + sqrt(1 - 4 * rate)) - 1 - rate;
}

/* What is left at most, against what is tolerated, after w->d_next has been made, too; INFINITY:
 * nothing is proven. Parts of it that become smaller more slowly than the whole are judged by
 * themselves. */
static double left_after(const KBlockWork *w, const double *weight, double size, double next)
{
    double rate = next / size, more = 0, most = rest_of(STEP_PROVES) / STEP_PROVES;
    if (!(rate <= STEP_PROVES))
        return INFINITY;
    for (int i = 0; i < w->n; i++) {
        double dd = w->d[i] * w->d[i], now = w->d[i] * w->d_next[i];
        double part =
            fabs(w->d_next[i]) * weight[i] * (now <= STEP_PROVES * dd ? most : STEP_UNPROVEN);
        more = larger(now > rate * dd ? part : 0, more);
    }
    return larger(size * rest_of(rate), more);
}

/* An iteration. */
typedef struct Progress {
    double size, next; /* of w->d, w->d_next; NaN: it was not needed */
    double left;       /* after w->d, as proven before it; INFINITY: nothing is */
    double limit;      /* of what is left */
    bool good;         /* it has come to its end */
} Progress;

/* Whether the last correction has left residual i, which is above the noise as it was known last,
 * as it was: w->begin has what it was. (Small ones of other equations it may well have made
 * larger.) */
static bool stands(const KBlockWork *w, int i)
{
    return fabs(w->r[i] - w->begin[i]) < STEP_STANDS * fabs(w->begin[i]) &&
           fabs(w->r[i]) > NOISE_LEVEL * w->noise[i];
}

static bool any_stands(const KBlockWork *w)
{
    for (int i = 0; i < w->n; i++)
        if (stands(w, i))
            return true;
    return false;
}

/* Whether the next correction of an unknown is about as large as the last one, and an equation
 * stands in which it occurs. */
static bool any_repeats(const KBlockWork *w)
{
    for (int j = 0; j < w->n; j++) {
        if (fabs(w->d_next[j] - w->d[j]) > STEP_STANDS * fabs(w->d[j]))
            continue;
        int from = w->nnz > 0 ? w->colptr[j] : 0, to = w->nnz > 0 ? w->colptr[j + 1] : w->n;
        for (int p = from; p < to; p++)
            if (stands(w, w->nnz > 0 ? w->rowidx[p] : p))
                return true;
    }
    return false;
}

/* Whether the matrix, made elsewhere or all zeros, has missed an equation: where it has the slope
 * of an exponential far up, or none at an extremum, corrections vanish though the equation does not
 * hold, and the next ones are the same. (One that is singular in part leaves open what nothing asks
 * for, as where nothing flows.) A residual that was small by chance may be left as it was by what
 * others leave in its equation: one more correction changes that, and not one that is missed.
 * `known`: the next correction is. Not 0: it has, or the residuals fail. */
static int misses(KInst *m, int k, KBlockWork *w, const Way *way, bool known)
{
    if (!any_stands(w))
        return 0;
    int result = known ? 0 : solve_for(m, k, w, way, w->d_next);
    if (result || !any_repeats(w))
        return result;
    for (int i = 0; i < w->n; i++) {
        w->x[i] -= w->d_next[i];
        w->begin[i] = stands(w, i) ? w->r[i] : 0;
    }
    m->run->stepping->iterations++;
    result = block_residual(m, k, w->x, w->r);
    return result ? result : any_stands(w) && (block_noise(m, k, w) || any_stands(w));
}

/* w->rows := of each row of the matrix at hand 1 / its largest entry, in units of what is
 * tolerated. */
static void weigh_rows(KBlockWork *w, const double *weight)
{
    for (int i = 0; i < w->n; i++)
        w->rows[i] = 0;
    for (int j = 0; j < w->n; j++) {
        int from = w->nnz > 0 ? w->colptr[j] : j * w->n,
            to = w->nnz > 0 ? w->colptr[j + 1] : from + w->n;
        for (int p = from; p < to; p++) {
            double *row = &w->rows[w->nnz > 0 ? w->rowidx[p] : p - from];
            *row = larger(fabs(w->entry[p]) / weight[j], *row);
        }
    }
    for (int i = 0; i < w->n; i++)
        w->rows[i] = w->rows[i] > 0 ? 1 / w->rows[i] : INFINITY;
}

/* The residuals w->r have a correction of size `next` by the matrix at hand. */
static void note_gain(KBlockWork *w, const double *weight, double next)
{
    if (w->gain == 0)
        weigh_rows(w, weight);
    double gain = next / size_of(w->n, w->r, w->rows);
    w->gain = isfinite(gain) ? larger(gain, STEP_FORGETS * w->gain) : w->gain;
}

/* Corrects w->x by w->d, and finds the next correction unless it is not needed. p->good: what is
 * left is within the limit, in units of what the states have moved by if that is more. */
static int correct(KInst *m, int k, KBlockWork *w, const double *weight, const Way *way,
                   Progress *p)
{
    for (int j = 0; j < w->n; j++)
        w->x[j] -= w->d[j];
    m->run->stepping->iterations++;
    memcpy(w->begin, w->r, (size_t)w->n * sizeof *w->r);
    int result = block_residual(m, k, w->x, w->r);
    double moved = states_moved(m, k), limit = p->limit;
    if (moved > p->size)
        limit *= p->size / moved;
    p->good = !result && p->left <= limit;
    p->next = NAN;
    if (result || p->good)
        return result;
    bool chord = !way->each && !way->mixed;
    p->good = chord && w->gain > 0 && STEP_GAINS * w->gain * size_of(w->n, w->r, w->rows) <= limit;
    if (p->good)
        return 0;
    result = solve_for(m, k, w, way, w->d_next);
    p->next = result ? NAN : size_of(w->n, w->d_next, weight);
    if (chord && !result)
        note_gain(w, weight, p->next);
    p->good = !result && is_left(w, weight, p->size, p->next, limit);
    return result;
}

/* Whether a correction that does not become smaller is noise. */
static bool is_noise(const KStepping *s, double size)
{
    return size <=
           fmin(STEP_CONVERGED, fmax(STEP_TINY, STEP_ROUNDINGS * DBL_EPSILON / s->tolerance));
}

/* The next correction of the same matrix, which is not smaller, is not made: noise, or the one
 * before led away and is taken back. */
static int give_up(const KStepping *s, KBlockWork *w, double next)
{
    if (is_noise(s, next))
        return 0;
    for (int j = 0; j < w->n; j++)
        w->x[j] += w->d[j];
    return 1;
}

static void exchange(double **a, double **b)
{
    double *c = *a;
    *a = *b;
    *b = c;
}

/* How an iteration may end, besides. */
enum { FAR_ALONG = 2, TOO_SLOW };

/* Iterates from w->x, where the residuals are w->r, until the next correction says that little is
 * left: rates of earlier solutions prove nothing for this one. Positive: it does not converge. */
static int iterate(KInst *m, int k, KBlockWork *w, const double *weight, const Way *way)
{
    const KStepping *s = m->run->stepping;
    Progress p = {.left = INFINITY, .limit = fmin(s->converged, STEP_LOOSEST / s->tolerance)};
    double before = INFINITY;
    int result = 0;
    states_moved(m, k);
    for (int i = 0; i < way->most && !result; i++, before = p.size) {
        bool own = i == 0 || way->each;
        if (way->each)
            result = new_matrix(m, k, w);
        if (!result && own)
            result = solve_for(m, k, w, way, w->d);
        p.size = own ? size_of(w->n, w->d, weight) : p.next;
        if (result || !isfinite(p.size))
            return result ? result : 1;
        if (p.size > way->worst * before)
            return is_noise(s, p.size) ? 0 : 1;
        if (way->each && p.size > STEP_STANDS * before && is_noise(s, p.size))
            return 0;
        result = correct(m, k, w, weight, way, &p);
        if (way->bends && i == 0 && tangents_far(m, &m->run->model->block[k]))
            return FAR_ALONG;
        if (p.good)
            return (!way->each || linear_nothing(w->lin)) ? misses(m, k, w, way, !isnan(p.next))
                                                          : 0;
        if (result || way->each)
            continue;
        if (!(p.next <= way->worst * p.size))
            return give_up(s, w, p.next);
        p.left = left_after(w, weight, p.size, p.next);
        if (!way->mixed && p.next > STEP_SLOW_RATE * p.size && p.left > p.limit)
            return TOO_SLOW;
        exchange(&w->d, &w->d_next);
    }
    return result ? result : 1;
}

/* The same with the unknowns divided. */
static int iterate_mixed(KInst *m, int k, KBlockWork *w, const double *weight, KMixed *x)
{
    const Way way = {.mixed = x, .most = MIXED_ITERATIONS, .worst = STEP_WORST_RATE};
    KStepping *s = m->run->stepping;
    int result = 0;
    if (x->h != m->v[s->h_var]) {
        s->jacobians++;
        result = mixed_divide(m, k, w, x, s->h_var, m->run->code.still);
        s->nstiff = !result && x->nstiff > s->nstiff ? x->nstiff : s->nstiff;
    }
    if (!result)
        result = block_residual(m, k, w->x, w->r);
    if (!result)
        result = iterate(m, k, w, weight, &way);
    if (!result)
        return 0;
    x->h = NAN;
    memcpy(w->x, w->guess, (size_t)w->n * sizeof *w->x);
    failure_clear(m);
    return 1;
}

/* A first correction has led far along an exponential: goes on with tangents until none does, with
 * a matrix for each correction. w->x, its residuals and the last matrix are left. Positive: it
 * does not come to an end. */
static int come_near(KInst *m, int k, KBlockWork *w)
{
    static const Way once = {.most = 1};
    const KBlock *b = &m->run->model->block[k];
    int result = 0;
    bool far = true;
    m->run->stepping->bends++;
    for (int i = 0; i < TANGENT_ITERATIONS && far && result >= 0; i++) {
        failure_clear(m);
        tangents_move(m, b);
        tangents_use(m, true);
        if (!(result = block_residual(m, k, w->x, w->r)) && !(result = new_matrix(m, k, w)))
            result = solve_for(m, k, w, &once, w->d);
        tangents_use(m, false);
        if (result)
            return result;
        double finite = 0;
        for (int j = 0; j < w->n; j++) {
            w->x[j] -= w->d[j];
            finite += w->x[j] * 0.0;
        }
        m->run->stepping->iterations++;
        if (finite != 0)
            break;
        result = block_residual(m, k, w->x, w->r);
        far = tangents_far(m, b);
    }
    if (far)
        memcpy(w->x, w->guess, (size_t)w->n * sizeof *w->x);
    return far ? 1 : result;
}

/* The same after what has ended an iteration early. A matrix that is too slow is replaced where the
 * iteration stands. */
static int go_on(KInst *m, int k, KBlockWork *w, const double *weight, const Way *way, int result)
{
    for (int i = 0; i < STEP_FULL_ITERATIONS && (result == FAR_ALONG || result == TOO_SLOW); i++) {
        if (result == FAR_ALONG)
            result = come_near(m, k, w);
        else
            result = way->each ? 0 : new_matrix(m, k, w);
        if (!result)
            result = iterate(m, k, w, weight, way);
    }
    return result;
}

/* With the matrix that there is, or one of its own; where that leads away, and in small blocks,
 * with one for each correction. Positive: it does not converge. */
static int iterate_all(KInst *m, int k, KBlockWork *w, const double *weight, bool own)
{
    const KBlock *b = &m->run->model->block[k];
    const Way full = {.each = true,
                      .most = m->run->stepping->patient ? STEP_PATIENT_ITERATIONS
                                                        : STEP_FULL_ITERATIONS,
                      .worst = STEP_FULL_WORST};
    const Way chord = {.most = STEP_ITERATIONS, .worst = STEP_WORST_RATE};
    const Way *near = w->n <= TRUE_NEWTON ? &full : &chord;
    Way first = *near;
    first.bends = b->nbent > 0;
    int result = block_residual(m, k, w->x, w->r);
    if (result)
        return result;
    if (first.bends)
        tangents_take(m, b);
    if (own && !first.each)
        result = new_matrix(m, k, w);
    if (!result)
        result = iterate(m, k, w, weight, &first);
    if (result == TOO_SLOW || (result == FAR_ALONG && own))
        result = go_on(m, k, w, weight, near, result);
    if (first.each || !(result > 0 && own && m->run->failure.kind == FAIL_NONE))
        return result;
    result = block_residual(m, k, w->x, w->r);
    return result ? result : iterate(m, k, w, weight, &full);
}

int step_block(KInst *m, int k, KBlockWork *w)
{
    KStepping *s = m->run->stepping;
    double h = m->v[s->h_var], *weight = w->spare;
    weigh(m, s, w->n, w->var, weight);
    if (s->mixed && s->mixed[k] && s->mixed[k]->n == w->n &&
        !iterate_mixed(m, k, w, weight, s->mixed[k]))
        return 0;
    bool own = w->n <= TRUE_NEWTON || !w->factored || !(h <= STEP_RATIO * w->step_h) ||
               !(h >= w->step_h / STEP_RATIO);
    for (;; own = true) {
        int result = iterate_all(m, k, w, weight, own);
        if (result > 0 && own && m->run->failure.kind == FAIL_NONE) {
            if (newton_is_noise(m, k, w, NOISE_LEVEL))
                return 0;
            if (!s->patient)
                newton_report(m, k, w);
        }
        if (result <= 0 || (own && !s->patient))
            return result;
        memcpy(w->x, w->guess, (size_t)w->n * sizeof *w->x);
        failure_clear(m);
        if (own)
            return newton_solve(m, k, w);
    }
}
