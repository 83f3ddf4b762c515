/* passing.c - positions in which the constraints of states depend on each other, passed.
 *
 * Such positions are single points of most motions that come to them: three angles when the second
 * is 90 degrees, a double point of a curve, bars of a loop in one line. More ways than one lead on
 * from there. A body that has a speed takes the one that continues its motion: accelerations are
 * finite. So the motion before the point is continued by polynomials to the other side of
 * it, where the states begin anew and all that follows from them is solved for, beginning with the
 * continuation. A solution elsewhere - on another branch - is refused.
 *
 * The polynomials go through points of the motion that are not near the position: at a pivot of
 * size d, what is left of the equations of positions, r, makes errors of r/d in positions, r/d^2 in
 * velocities and r/d^3 in accelerations. States are the integrals of the polynomials of their
 * derivatives, from the last point on, as in Adams' methods: as many points are used as make the
 * least difference from one point less, and the derivatives found on the other side then correct
 * what was predicted. O(nv). */
#include "rt/passing.h"
#include "rt/event_policy.h"
#include "rt/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a continuation says: states, candidates of sets, unknowns of blocks. Everything else
 * follows, or changes at events only. */
static int list_variables(const KModel *model, int *var)
{
    int n = 0;
    for (int i = 0; i < model->nstates; i++, n++)
        if (var)
            var[n] = model->state[i];
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n; k++, n++)
            if (var)
                var[n] = model->set[i].x[k];
    for (int b = 0; b < model->nblocks; b++)
        for (int k = 0; k < model->block[b].n && !model->block[b].of_step; k++, n++)
            if (var)
                var[n] = model->block[b].var[k];
    return n;
}

bool passing_open(KPassing *p, KInst *m)
{
    const KModel *model = m->run->model;
    size_t nv = model->nsets ? (size_t)model->nv : 0;
    int n = model->nsets ? list_variables(model, NULL) : 0;
    *p = (KPassing){.m = m, .nv = (int)nv, .nvar = n};
    p->memory = malloc(((PASS_NODES + 5) * nv + 1) * sizeof *p->memory);
    p->var = malloc(((size_t)n + 1) * sizeof *p->var);
    if (!p->memory || !p->var)
        return false;
    for (int k = 0; k < PASS_NODES; k++)
        p->value[k] = p->memory + (size_t)k * nv;
    p->side = p->memory + PASS_NODES * nv;
    p->first = p->side + nv;
    p->sum = p->first + nv;
    p->stood = p->sum + nv;
    p->here = p->stood + nv;
    if (n)
        list_variables(model, p->var);
    return true;
}

void passing_close(KPassing *p)
{
    free(p->memory);
    free(p->var);
    *p = (KPassing){0};
}

void passing_forget(KPassing *p)
{
    p->n = p->alike = p->last = 0;
    p->begins = false;
}

void passing_leave(KPassing *p, double t)
{
    if (p->n && p->t[0] > t)
        passing_forget(p);
    p->last = 0;
    p->begins = false;
}

void passing_choose(KPassing *p)
{
    const KModel *model = p->m->run->model;
    for (int i = 0; i < model->nsets; i++)
        for (int k = model->set[i].ngiven; k < model->set[i].ngiven + model->set[i].n; k++)
            if (model->set[i].nstates && model->set[i].rate[k] == 0)
                p->alike = 0;
}

/* Points are not much closer than those before them: the last one is replaced until they are not.
 */
static bool is_crowded(const KPassing *p)
{
    return p->n > 2 && p->alike > 0 && p->t[0] - p->t[1] < PASS_CROWDED * (p->t[1] - p->t[2]);
}

static void add_point(KPassing *p)
{
    double *oldest = p->value[PASS_NODES - 1];
    memmove(p->value + 1, p->value, (PASS_NODES - 1) * sizeof *p->value);
    memmove(p->t + 1, p->t, (PASS_NODES - 1) * sizeof *p->t);
    p->value[0] = oldest;
    p->n += p->n < PASS_NODES;
    p->alike += p->alike < PASS_NODES;
}

static void take_values(KPassing *p, double t)
{
    p->t[0] = t;
    memcpy(p->value[0], p->m->v, (size_t)p->nv * sizeof *p->m->v);
}

void passing_note(KPassing *p)
{
    if (p->n && !(p->m->time > p->t[0]))
        return;
    if (!is_crowded(p))
        add_point(p);
    take_values(p, p->m->time);
}

double passing_begin(const KPassing *p)
{
    return p->n >= PASS_FEW ? p->t[0] : -INFINITY;
}

/* The polynomial that is 1 at point k and 0 at the others that are used. */
static double lagrange(const KPassing *p, int k, double t)
{
    double product = 1;
    for (int j = 0; j < p->used; j++)
        if (j != k)
            product *= (t - p->t[j]) / (p->t[k] - p->t[j]);
    return product;
}

/* Gauss' quadrature with four points is exact for polynomials through PASS_NODES of them. */
void passing_weigh(KPassing *p, double from, double t)
{
    static const double where[] = {0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                                   0.93056815579702629};
    static const double weight[] = {0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                    0.17392742256872693};
    double way = t - from;
    for (int k = 0; k < p->used; k++) {
        p->factor[k] = lagrange(p, k, t);
        p->area[k] = 0;
        for (int g = 0; g < 4; g++)
            p->area[k] += way * weight[g] * lagrange(p, k, from + where[g] * way);
    }
}

static void weigh(KPassing *p, double t)
{
    passing_weigh(p, p->t[p->last], t);
}

double passing_extrapolated(const KPassing *p, int var)
{
    double now = p->value[0][var], x = now;
    for (int k = 1; k < p->used; k++)
        x += p->factor[k] * (p->value[k][var] - now);
    return x;
}

/* A state whose derivative is known at all points used. */
static double integrated(const KPassing *p, int state, int derivative)
{
    double x = p->value[p->last][state];
    for (int k = 0; k < p->used; k++)
        x += p->area[k] * p->value[k][derivative];
    return x;
}

/* States of sets, which may have been other candidates at some of the points. */
static void integrate_chosen(KPassing *p)
{
    KInst *m = p->m;
    for (int i = 0; i < m->run->model->nsets; i++) {
        const KStateSet *set = &m->run->model->set[i];
        for (int state = 0; state < set->nstates; state++) {
            int c = set->ngiven + sets_picked(m, set, state);
            if (set->rate[c] == 0)
                continue;
            double x = p->value[p->last][set->x[c]];
            for (int k = 0; k < p->used; k++)
                x += p->area[k] * sets_rate(p->value[k], set->rate[c]);
            m->v[set->state[state]] = x;
        }
    }
}

void passing_continue(KPassing *p, double t)
{
    KInst *m = p->m;
    const KModel *model = m->run->model;
    weigh(p, t);
    m->time = p->at = t;
    for (int k = 0; k < p->nvar; k++) {
        double x = passing_extrapolated(p, p->var[k]);
        m->v[p->var[k]] = isfinite(x) ? x : m->v[p->var[k]];
    }
    if (p->used > p->alike)
        sets_restore(m);
    for (int i = 0; i < model->nstates && p->used <= p->alike; i++)
        m->v[model->state[i]] = integrated(p, model->state[i], model->der[i]);
    if (p->used <= p->alike)
        integrate_chosen(p);
}

/* How far the candidates of all sets at t, continued from n points, are from those by one less. */
static double difference(KPassing *p, int n, double t)
{
    const KModel *model = p->m->run->model;
    double most = 0;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = 0; k < set->ngiven + set->n && set->nstates; k++) {
            double x[2];
            for (int less = 0; less < 2; less++) {
                p->used = n - less;
                weigh(p, t);
                x[less] = passing_extrapolated(p, set->x[k]);
            }
            most = fmax(most, fabs(x[0] - x[1]) / k_nominal(model, set->x[k]));
        }
    }
    return most;
}

void passing_use(KPassing *p, double t)
{
    if (p->begins)
        return;
    double least = INFINITY;
    int all = p->alike >= PASS_FEW ? p->alike : p->n, best = all;
    for (int n = PASS_FEW; n <= all; n++) {
        double d = difference(p, n, t);
        best = d < least ? n : best;
        least = fmin(least, d);
    }
    p->used = best;
}

/* Whether the candidates of a set are where the continuation has them, against the way they went.
 */
static bool is_near(const KPassing *p, const KStateSet *set)
{
    double off = 0, way = 0;
    for (int k = 0; k < set->ngiven + set->n; k++) {
        int x = set->x[k];
        double expected = passing_extrapolated(p, x), unit = k_nominal(p->m->run->model, x);
        off = fmax(off, fabs(p->m->v[x] - expected) / unit);
        way = fmax(way, fabs(p->value[p->last][x] - expected) / unit);
        if (p->begins) /* it may be near any of the points, but not near all */
            way = fmax(way, fabs(p->value[p->used - 1][x] - expected) / unit);
    }
    return off <= PASS_NEAR * way;
}

int passing_evaluate(KPassing *p, double t)
{
    KInst *m = p->m;
    const KModel *model = m->run->model;
    passing_continue(p, t);
    int result = code_relations(m, K_TRIAL);
    for (int i = 0; i < model->nsets && !result; i++)
        if (model->set[i].nstates && model->set[i].positions)
            result = is_near(p, &model->set[i]) ? 0 : 1;
    return result;
}

int passing_cubic(KPassing *p, double t, const double at[4])
{
    KInst *m = p->m;
    int result = 0;
    for (int k = 0; k < 4 && !result; k++) {
        double weight = 1;
        for (int j = 0; j < 4; j++)
            weight *= j == k ? 1 : (t - at[j]) / (at[k] - at[j]);
        result = passing_evaluate(p, at[k]);
        for (int i = 0; i < p->nv; i++) {
            p->side[i] = k ? p->side[i] : m->v[i];
            p->sum[i] = k ? p->sum[i] + weight * (m->v[i] - p->side[i]) : m->v[i];
        }
    }
    for (int i = 0; i < p->nv && !result; i++)
        m->v[i] = isfinite(p->sum[i]) ? p->sum[i] : m->v[i];
    m->time = t;
    return result;
}

int passing_between(KPassing *p, double t, double lo, double hi)
{
    double way = hi - lo;
    return passing_cubic(p, t, (const double[4]){lo - way, lo, hi, hi + way});
}

void passing_keep(KPassing *p)
{
    memcpy(p->here, p->m->v, (size_t)p->nv * sizeof *p->here);
    p->shows = true;
}

void passing_stand(KPassing *p)
{
    if (p->shows)
        memcpy(p->stood, p->m->v, (size_t)p->nv * sizeof *p->stood);
}

void passing_show(KPassing *p)
{
    double *v = p->m->v;
    if (!p->shows)
        return;
    memcpy(p->side, v, (size_t)p->nv * sizeof *v);
    for (int i = 0; i < p->nv; i++) {
        double x = v[i] + (p->here[i] - p->stood[i]);
        v[i] = isfinite(x) ? x : v[i];
    }
}

void passing_hide(KPassing *p)
{
    if (p->shows)
        memcpy(p->m->v, p->side, (size_t)p->nv * sizeof *p->side);
}

int passing_correct(KPassing *p)
{
    KInst *m = p->m;
    const KModel *model = m->run->model;
    double t = p->at;
    int result = 0;
    add_point(p);
    take_values(p, t);
    p->last = 1;
    p->used += p->used < PASS_NODES;
    for (int round = 0; round < PASS_ROUNDS && p->used <= p->alike && !result; round++) {
        double moved = 0;
        result = passing_evaluate(p, t);
        for (int i = 0; i < model->nstates; i++) {
            int x = model->state[i];
            moved = fmax(moved, fabs(m->v[x] - p->value[0][x]) / k_nominal(model, x));
        }
        take_values(p, t);
        if (moved < PASS_STILL)
            break;
    }
    return result;
}
