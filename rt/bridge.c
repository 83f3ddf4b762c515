/* bridge.c - a motion past a position where the constraints of states depend on each other.
 *
 * Such positions are single points of most motions that come to them: three angles when the second
 * is 90 degrees, a double point of a curve, bars of a loop in one line. More ways than one lead on
 * from there, and nothing can be solved for. But the motion is smooth, as accelerations are finite:
 * its derivatives are a polynomial of time across the position to any accuracy, through points that
 * are not near it (bridge_find.c). States are the integrals of the polynomials from where the
 * motion is known, and so are all candidates; everything else inside of the gap is interpolated.
 *
 * For the run this is a step of an integrator, with rows and events on the way. Where a part of the
 * code is called inside of the gap blocks are not solved, their unknowns being interpolated; what
 * it computes from them is kept unless it depends on rounding, as a quotient of what vanishes there
 * does. After an event the points are evaluated once more, with the modes it has left, so that
 * derivatives show whether it changes the course. O(nv) an evaluation. */
#include "rt/bridge_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void interpolate(KIntegrator *in, double t)
{
    bridge_at((KBridge *)(void *)in, t);
}

static const KIntegratorType type = {.name = "bridge", .interpolate = interpolate};

/* ---- Variables ---- */

static void mark_basic(KBridge *b)
{
    const KModel *model = bridge_model(b);
    for (int k = 0; k < model->nblocks; k++)
        for (int i = 0; i < model->block[k].n && !model->block[k].of_step; i++)
            b->basic[model->block[k].var[i]] = BASIC;
    for (int i = 0; i < model->nstates; i++)
        b->basic[model->der[i]] = BASIC;
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n; k++)
            if (model->set[i].rate[k])
                b->basic[abs(model->set[i].rate[k]) - 1] = BASIC;
    for (int i = 0; i < model->nstates; i++)
        b->basic[model->state[i]] = SUM;
    for (int i = 0; i < model->nsets; i++) {
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n; k++)
            b->basic[model->set[i].x[k]] = model->set[i].rate[k] ? SUM : BASIC;
        for (int k = 0; k < model->set[i].nstates; k++)
            b->basic[model->set[i].state[k]] = CHOSEN;
    }
}

bool bridge_open(KBridge *b, KInst *m, KSets *sets, double tolerance)
{
    const KModel *model = m->run->model;
    *b = (KBridge){.in = {.type = &type, .m = m}, .sets = sets, .tolerance = tolerance};
    b->nv = model->nsets ? model->nv : 0;
    b->basic = calloc((size_t)b->nv + 1, 1);
    b->watched = calloc((size_t)model->nsets + 1, sizeof *b->watched);
    b->doubtful = calloc((size_t)(b->nv ? model->nrel + 2 * model->nkept : 0) + 1, 1);
    if (b->basic && b->nv)
        mark_basic(b);
    return b->basic && b->watched && b->doubtful;
}

void bridge_close(KBridge *b)
{
    free(b->memory);
    free(b->basic);
    free(b->watched);
    free(b->doubtful);
    *b = (KBridge){0};
}

void bridge_take(const KBridge *b, double *to)
{
    memcpy(to, b->in.m->v, (size_t)b->nv * sizeof *to);
    memcpy(to + b->nv, b->in.m->g, (size_t)bridge_model(b)->nrel * sizeof *to);
}

void bridge_put(const KBridge *b, const double *v)
{
    memcpy(b->in.m->v, v, (size_t)b->nv * sizeof *v);
    memcpy(b->in.m->g, v + b->nv, (size_t)bridge_model(b)->nrel * sizeof *v);
}

static bool note(double *noted, double now)
{
    bool differs = *noted != now;
    *noted = now;
    return differs;
}

bool bridge_note_modes(KBridge *b)
{
    const KModel *model = bridge_model(b);
    const KInst *m = b->in.m;
    double *to = b->modes;
    bool changed = false;
    for (int i = 0; i < model->nrel; i++)
        changed |= note(to++, m->rel[i]);
    for (int i = 0; i < model->nkept; i++)
        changed |= note(to++, m->run->kept[i].q);
    for (int i = 0; i < model->ndiscrete; i++)
        changed |= note(to++, m->v[model->discrete[i]]);
    return changed;
}

/* ---- Polynomials ---- */

/* The one that is 1 at point k and 0 at the others of n. */
static double lagrange(const KBridge *b, int n, int k, double t)
{
    double product = 1;
    for (int j = 0; j < n; j++)
        if (j != k)
            product *= (t - b->t[j]) / (b->t[k] - b->t[j]);
    return product;
}

/* Gauss' quadrature with six points is exact for polynomials through BRIDGE_NODES of them. */
void bridge_weigh(KBridge *b, int n, double t)
{
    static const double where[] = {0.03376524289842399, 0.16939530676686774, 0.38069040695840155,
                                   0.61930959304159845, 0.83060469323313226, 0.96623475710157601};
    static const double weight[] = {0.08566224618958517, 0.18038078652406930, 0.23395696728634552,
                                    0.23395696728634552, 0.18038078652406930, 0.08566224618958517};
    double way = t - b->from;
    for (int k = 0; k < n; k++) {
        b->factor[k] = lagrange(b, n, k, t);
        b->area[k] = 0;
        for (int g = 0; g < 6; g++)
            b->area[k] += way * weight[g] * lagrange(b, n, k, b->from + where[g] * way);
    }
    b->at = n == b->n ? t : NAN;
}

double bridge_sum(const KBridge *b, double *const *value, int n, int var, int rate)
{
    double x = b->start[var];
    for (int k = 0; k < n; k++)
        x += b->area[k] * sets_rate(value[k], rate);
    return x;
}

/* A variable at the time of the weights; NAN: it is the same at all points. */
static double interpolated(const KBridge *b, int var)
{
    double first = b->value[0][var], x = first;
    bool same = true;
    for (int k = 1; k < b->n; k++) {
        same = same && b->value[k][var] == first;
        x += b->factor[k] * (b->value[k][var] - first);
    }
    return same ? NAN : x;
}

/* ---- Points ---- */

double bridge_size(const KBridge *b, int i)
{
    const KModel *model = bridge_model(b);
    int state = model->state[i];
    double size = k_nominal_given(model, state) ? k_nominal(model, state) : LEAST_SIZE;
    for (int k = 0; k < b->n; k++)
        size = fmax(size, fabs(b->value[k][state]));
    return size;
}

int bridge_evaluate(const KBridge *b)
{
    int result = code_relations(b->in.m, K_TRIAL);
    if (!result)
        (void)code_out(b->in.m, K_TRIAL);
    return result;
}

int bridge_solve(KBridge *b, int k)
{
    KInst *m = b->in.m;
    for (int i = 0; i < b->nv; i++)
        if (b->basic[i])
            m->v[i] = b->value[k][i];
    m->time = b->t[k];
    int result = code_relations(m, K_TRIAL);
    bridge_take(b, b->value[k]);
    return result;
}

void bridge_complete(KBridge *b, int k)
{
    bridge_put(b, b->value[k]);
    b->in.m->time = b->t[k];
    (void)code_out(b->in.m, K_TRIAL);
    bridge_take(b, b->value[k]);
}

/* The points with other modes. */
static int solve_anew(KBridge *b)
{
    KInst *m = b->in.m;
    double t = m->time;
    int result = 0;
    bridge_take(b, b->kept);
    m->run->gap = NULL;
    for (int k = 0; k < b->n && !result; k++) {
        bridge_put(b, b->kept);
        result = bridge_solve(b, k);
        if (!result)
            bridge_complete(b, k);
    }
    bridge_put(b, b->kept);
    m->run->gap = b;
    m->time = t;
    return result;
}

/* ---- Inside ---- */

void bridge_enter(KBridge *b)
{
    double *v = b->in.m->v;
    const double *there = b->value[b->end];
    for (int i = 0; i < bridge_model(b)->nsets; i++) {
        const KStateSet *set = &bridge_model(b)->set[i];
        for (int k = 0; k < set->nstates * set->n; k++)
            v[set->pick[k]] = there[set->pick[k]];
        for (int k = 0; k < set->n && set->nstates; k++)
            v[set->taken[k]] = there[set->taken[k]];
    }
    sets_restore(b->in.m);
    b->at = NAN;
    b->moved_on = false;
    b->in.m->run->gap = b;
}

void bridge_leave(KBridge *b)
{
    b->in.m->run->gap = NULL;
}

bool bridge_inside(const KBridge *b)
{
    double t = b->in.m->time;
    return t < b->to && (b->here ? t >= b->from : t > b->from);
}

void bridge_reinit(KBridge *b, int var, double value)
{
    const KModel *model = bridge_model(b);
    double by = value - b->in.m->v[var];
    if (!bridge_inside(b))
        return;
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n; k++)
            if (model->set[i].x[k] == var)
                bridge_leave(b);
    b->start[var] += by;
    for (int k = 0; k < b->n; k++)
        b->value[k][var] += by;
    b->moved_on = true;
}

/* Variables of `kind` or more get the values of the motion at the present time. */
static void overlay(KBridge *b, int kind)
{
    KInst *m = b->in.m;
    const KModel *model = bridge_model(b);
    if (b->at != m->time)
        bridge_weigh(b, b->n, m->time);
    for (int i = 0; i < b->nv; i++) {
        double x = b->basic[i] < kind || b->basic[i] >= SUM ? NAN : interpolated(b, i);
        m->v[i] = isfinite(x) ? x : m->v[i];
    }
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = 0; k < set->ngiven + set->n; k++)
            if (set->rate[k])
                m->v[set->x[k]] = bridge_sum(b, b->motion, b->n, set->x[k], set->rate[k]);
    }
    for (int i = 0; i < model->nstates; i++)
        m->v[model->state[i]] = bridge_sum(b, b->motion, b->n, model->state[i], model->der[i] + 1);
}

void bridge_at(KBridge *b, double t)
{
    b->in.m->time = t;
    overlay(b, OTHER);
}

/* What is no more than rounding of element i. */
static double grain(const KBridge *b, int i)
{
    double size = 0;
    for (int k = 0; k < b->n; k++)
        size = fmax(size, fabs(b->value[k][i]));
    return BRIDGE_MOVED * size;
}

/* The values that everything follows from are off a little, of their sizes in the gap. */
static void move_basic(KBridge *b)
{
    for (int i = 0; i < b->nv; i++)
        if (b->basic[i])
            b->in.m->v[i] += grain(b, i) * ((i & 1) - 0.5);
}

/* What interpolation makes of element i at the present time; how far it is from that with one point
 * less goes into *off. */
static double between(const KBridge *b, int i, const double *less, double *off)
{
    double first = b->value[0][i], y = first, z = first;
    for (int k = 0; k < b->n; k++) {
        y += b->factor[k] * (b->value[k][i] - first);
        z += less[k] * (b->value[k][i] - first);
    }
    *off = fabs(y - z);
    return y;
}

/* Variable i is x by evaluation, give or take `change`: that where it tells more than
 * interpolation, or is one of the values at the points, as of a sign. */
static double better_of(const KBridge *b, int i, const double *less, double x, double change)
{
    double off, y = between(b, i, less, &off);
    for (int k = 0; k < b->n; k++)
        if (b->value[k][i] == x)
            return x;
    return isfinite(y) && !(off >= change) ? y : x;
}

/* How far element i changes where values are off a little; 0: next to nothing. */
static double change_of(const KBridge *b, int i)
{
    double change = fabs(b->moved[i] - b->seen[i]);
    return change <= BRIDGE_CERTAIN * fabs(b->seen[i]) ? 0 : change;
}

static void weigh_less(const KBridge *b, double *less)
{
    less[b->n - 1] = 0;
    for (int k = 0; k < b->n - 1; k++)
        less[k] = lagrange(b, b->n - 1, k, b->in.m->time);
}

/* Calls a part of the code, and another one if that depends on it, first with values that are off a
 * little: what it computes otherwise by far is interpolated. */
static int call_inside(KBridge *b, int (*part)(KInst *), int (*next)(KInst *), KMode mode)
{
    KInst *m = b->in.m;
    double less[BRIDGE_NODES]; /* factors of one point less */
    bridge_take(b, b->seen);
    move_basic(b);
    if (!code_call(m, part, mode | K_TRIAL))
        (void)code_call(m, next, K_TRIAL);
    bridge_take(b, b->moved);
    bridge_put(b, b->seen);
    int result = code_call(m, part, mode);
    if (result < 0)
        return result;
    if (!result)
        (void)code_call(m, next, K_TRIAL);
    bridge_take(b, b->seen);
    overlay(b, BASIC);
    weigh_less(b, less);
    for (int i = 0; i < b->nv; i++)
        if (!b->basic[i] && change_of(b, i) != 0)
            m->v[i] = better_of(b, i, less, b->seen[i], change_of(b, i));
    failure_clear(m);
    return 0;
}

/* Where only interpolation tells which side of a relation is the larger one: event code, which
 * evaluates everything anew, leaves it as it is, and what is between the points decides. */
static void decide_sides(KBridge *b)
{
    KInst *m = b->in.m;
    double less[BRIDGE_NODES], off;
    weigh_less(b, less);
    for (int i = 0; i < bridge_model(b)->nrel; i++) {
        int at = b->nv + i;
        double change = change_of(b, at), y = change == 0 ? 0 : between(b, at, less, &off);
        b->doubtful[i] = change != 0 && off < change && fabs(y) > fmax(off, grain(b, at));
        m->g[i] = b->doubtful[i] ? y : m->g[i];
    }
}

int bridge_rhs(KBridge *b, KMode mode)
{
    bool anew = bridge_note_modes(b) || b->moved_on;
    int result = anew ? solve_anew(b) : 0;
    b->moved_on = false;
    overlay(b, OTHER);
    return result ? result : call_inside(b, b->in.m->run->code.rhs, b->in.m->run->code.cross, mode);
}

int bridge_cross(KBridge *b, KMode mode)
{
    int result = code_call(b->in.m, b->in.m->run->code.cross, mode);
    if (!result)
        decide_sides(b);
    return result;
}

int bridge_out(KBridge *b, KMode mode)
{
    return call_inside(b, b->in.m->run->code.out, NULL, mode);
}
