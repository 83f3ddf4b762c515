/* starting.c - a motion that begins where the constraints of its states depend on each other, or
 * beside such a position.
 *
 * Bars of a loop in one line, a double point of a curve: more ways than one lead on from there, and
 * nothing can be solved for. But velocities that fit the constraints, and their second derivatives,
 * lie along one of the ways (the other condition, that of the accelerations, is met along no
 * other), and then the motion is determined. So it is beside the position without speed, by the
 * accelerations. It is found by collocation: the polynomials of the
 * derivatives go through PASS_NODES points behind the position, far enough from it for the pivots,
 * and states are their integrals from the start on, by fixed-point iteration, which converges as
 * the way is short. Points are those of passing.c, which continues the motion then.
 *
 * What does not hold is refused: without speed, a point that is far from where the speeds lead, and
 * the accelerations as they are near the start,
 * polynomials that do not come from the start values, pivots that grow with the square of the
 * way (ways that touch each other). O(nv + n^2) an iteration, of n candidates. */
#include "rt/event_policy.h"
#include "rt/passing.h"
#include "rt/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The derivative of the derivative that an element of KStateSet.rate stands for: the latter is a
 * candidate of velocities. 0: it is none. */
static double second_rate(const KModel *model, const double *v, int rate)
{
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = 0; k < set->ngiven + set->n && !set->positions; k++)
            if (set->x[k] == abs(rate) - 1)
                return rate > 0 ? sets_rate(v, set->rate[k]) : -sets_rate(v, set->rate[k]);
    }
    return 0;
}

/* How fast positions change against their own size. */
typedef struct Pace {
    double speed, acceleration;
} Pace;

static Pace pace_at_start(const KPassing *p)
{
    const KModel *model = p->m->run->model;
    Pace most = {0};
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        double size = 0, unit = INFINITY;
        Pace pace = {0};
        for (int k = 0; k < set->ngiven + set->n && set->nstates && set->positions; k++) {
            size = fmax(size, fabs(p->first[set->x[k]]));
            pace.speed = fmax(pace.speed, fabs(sets_rate(p->first, set->rate[k])));
            pace.acceleration =
                fmax(pace.acceleration, fabs(second_rate(model, p->first, set->rate[k])));
            unit = fmin(unit, k_nominal(model, set->x[k]));
        }
        size = size > 0 ? size : unit;
        most.speed = fmax(most.speed, pace.speed / size);
        most.acceleration = fmax(most.acceleration, pace.acceleration / size);
    }
    return most;
}

/* When positions have gone `part` of their size, if nothing turns round. */
static double time_of(Pace p, double part)
{
    return 2 * part / (p.speed + sqrt(p.speed * p.speed + 2 * part * p.acceleration));
}

/* Whether accelerations are certain enough for points of the polynomials where pivots are `pivot`:
 * their errors grow with its third power, times the square of the speeds, which were gained on the
 * way or are those of the start. With these alone it is PASS_FROM. */
static bool is_certain(Pace p, double pivot)
{
    double squared = p.speed * p.speed, least = PASS_FROM * PASS_FROM * PASS_FROM;
    return (squared + 2 * p.acceleration * pivot) * least <=
           (squared + p.acceleration) * pivot * pivot * pivot;
}

/* The instance is evaluated at t, from the values it has. */
static int evaluate(KInst *m, double t)
{
    m->time = t;
    return code_relations(m, K_TRIAL);
}

/* Guesses for t from the values at `from`: on along the velocities and accelerations. */
static void go_along(KPassing *p, const double *v, double from, double t)
{
    KInst *m = p->m;
    const KModel *model = m->run->model;
    double h = t - from;
    for (int k = 0; k < p->nvar; k++)
        m->v[p->var[k]] = v[p->var[k]];
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n; k++) {
            const KStateSet *set = &model->set[i];
            double turn = set->positions ? 0.5 * h * h * second_rate(model, v, set->rate[k]) : 0;
            m->v[set->x[k]] += h * sets_rate(v, set->rate[k]) + turn;
        }
    sets_restore(m);
}

/* Whether positions are where the velocities and accelerations lead that they have at the start. */
static bool is_along(const KPassing *p, double t0, double t)
{
    const KModel *model = p->m->run->model;
    double off = 0, way = 0, h = t - t0;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = 0; k < set->ngiven + set->n && set->nstates && set->positions; k++) {
            double unit = k_nominal(model, set->x[k]), step = h * sets_rate(p->first, set->rate[k]);
            double turn = 0.5 * h * h * second_rate(model, p->first, set->rate[k]);
            off = fmax(off, fabs(p->m->v[set->x[k]] - p->first[set->x[k]] - step - turn) / unit);
            way = fmax(way, fmax(fabs(step), fabs(turn)) / unit);
        }
    }
    return off <= PASS_NEAR * way;
}

/* Accelerations at the start are those in v; NULL: not known, 0. */
static void take_accelerations(KPassing *p, const double *v)
{
    const KModel *model = p->m->run->model;
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n && !model->set[i].positions;
             k++) {
            int a = abs(model->set[i].rate[k]) - 1;
            if (a >= 0)
                p->first[a] = v && isfinite(v[a]) ? v[a] : 0;
        }
}

/* The smallest pivot of the best choices at the present values. */
static double least_pivot(const KModel *model, KSets *sets)
{
    double least = INFINITY;
    for (int i = 0; i < model->nsets; i++)
        if (model->set[i].nstates)
            least = fmin(least, sets_pivot(sets, i));
    return least;
}

/* Of constraints that are alone the pivot is always 1: the least size of their derivatives; 0:
 * there are none. */
static double least_alone(const KModel *model, KSets *sets)
{
    double least = INFINITY, size;
    for (int i = 0; i < model->nsets; i++)
        if (model->set[i].nstates && model->set[i].m == 1) {
            (void)sets_determinant(sets, i, &size);
            least = fmin(least, size);
        }
    return least < INFINITY ? least : 0;
}

/* Evaluates at t, as near to the start as is good, with the states that are best there; the pivot,
 * or 0: there is no solution where the velocities lead. */
static double try_point(KPassing *p, KSets *sets, double t0, double t)
{
    KInst *m = p->m;
    go_along(p, p->first, t0, t);
    sets_choose(sets);
    int result = evaluate(m, t);
    if (!result && sets_choose(sets)) {
        go_along(p, p->first, t0, t);
        result = evaluate(m, t);
    }
    return result || !is_along(p, t0, t) ? 0 : least_pivot(m->run->model, sets);
}

/* A point that was tried: how far positions have gone, the least pivot there, and least_alone. */
typedef struct Tried {
    double way, pivot, size;
} Tried;

/* Whether pivots grow from one point to another as they do where ways cross each other. */
static bool ways_part(const Tried *from, const Tried *to)
{
    double most = START_SLOPE * log(to->way / from->way);
    return log(to->pivot / from->pivot) < most &&
           (from->size == 0 || log(to->size / from->size) < most);
}

/* The time from the start on from which pivots are large enough; 0: there is none. Beside the
 * position, or where the motion turns round, pivots vanish on the way, and growth is that of the
 * last points. Accelerations at the start are those at the last point that was found, which is
 * nearer than the next by far. */
static double first_distance(KPassing *p, KSets *sets, double t0, bool beside)
{
    enum { BACK = 6 }; /* points: 1/8 of the way */
    const KModel *model = p->m->run->model;
    Tried tried[BACK];
    int n = 0;
    for (double way = START_FIRST; way < START_LAST; way *= START_FARTHER) {
        double t = time_of(pace_at_start(p), way);
        if (!isfinite(t))
            return 0;
        Tried now = {.way = way, .pivot = try_point(p, sets, t0, t0 + t)};
        if (now.pivot == 0)
            continue;
        take_accelerations(p, p->m->v);
        now.size = least_alone(model, sets);
        Pace pace = pace_at_start(p);
        if (n > 0 && is_certain(pace, now.pivot) && is_certain(pace, way) &&
            way >= 2 * tried[0].way) {
            if (ways_part(&tried[0], &now))
                return t;
            if (!beside)
                return 0;
        }
        if (n == BACK)
            memmove(tried, tried + 1, (size_t)--n * sizeof *tried);
        if (n == 0 || beside)
            tried[n++] = now;
    }
    return 0;
}

/* States at the points: integrals of the derivatives, from the start on. How much they move. */
static double integrate(KPassing *p, double t0)
{
    const KModel *model = p->m->run->model;
    double moved = 0;
    for (int k = 0; k < PASS_NODES; k++) {
        passing_weigh(p, t0, p->t[k]);
        for (int i = 0; i < model->nstates; i++) {
            double *x = &p->value[k][model->state[i]], before = *x;
            *x = p->first[model->state[i]];
            for (int j = 0; j < PASS_NODES; j++)
                *x += p->area[j] * p->value[j][model->der[i]];
            double way = fabs(*x - before) / k_nominal(model, model->state[i]);
            moved = way >= 0 ? fmax(moved, way) : INFINITY;
        }
    }
    return moved;
}

/* One round over the points, nearest first: how much states have moved; INFINITY: there is no
 * solution. */
static double iterate(KPassing *p, double t0, bool first)
{
    KInst *m = p->m;
    double moved = first ? 0 : integrate(p, t0);
    for (int k = PASS_NODES; k-- > 0 && moved < INFINITY;) {
        for (int i = 0; i < p->nvar && !first; i++)
            m->v[p->var[i]] = p->value[k][p->var[i]];
        if (first && k == PASS_NODES - 1)
            go_along(p, p->first, t0, p->t[k]);
        else if (first)
            go_along(p, p->value[k + 1], p->t[k + 1], p->t[k]);
        if (evaluate(m, p->t[k]))
            moved = INFINITY;
        memcpy(p->value[k], m->v, (size_t)p->nv * sizeof *m->v);
    }
    return moved;
}

/* Whether the motion comes from the start values. */
static bool fits_start(KPassing *p, double t0)
{
    const KModel *model = p->m->run->model;
    passing_weigh(p, t0, t0);
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        double off = 0, size = 0;
        for (int k = 0; k < set->ngiven + set->n && set->nstates; k++) {
            double x = p->first[set->x[k]], unit = k_nominal(model, set->x[k]);
            off = fmax(off, fabs(passing_extrapolated(p, set->x[k]) - x) / unit);
            size = fmax(size, fmax(fabs(x), fabs(p->value[0][set->x[k]])) / unit);
        }
        if (!(off <= START_FITS * size))
            return false;
    }
    return true;
}

/* Points from `near` to `far` behind the start: whether the iteration settles, and the motion comes
 * from there. */
static bool find_points(KPassing *p, double t0, double near, double far)
{
    double moved = INFINITY, before = INFINITY;
    for (int k = 0; k < PASS_NODES; k++)
        p->t[k] = t0 + far + (near - far) * k / (PASS_NODES - 1);
    for (int round = 0; round < START_ROUNDS; round++) {
        before = moved;
        moved = iterate(p, t0, round == 0);
        if (moved == INFINITY || (round > 1 && moved < START_STILL))
            break;
        if (round > 1 && moved < START_NOISE && moved > 0.5 * before)
            break; /* what is left is rounding */
    }
    return moved < START_NOISE && fits_start(p, t0);
}

/* Points of the motion whose values at the start are in p->first; how far they reach, or 0. */
static double find_motion(KPassing *p, KSets *sets, double t0, bool beside)
{
    KInst *m = p->m;
    const KModel *model = m->run->model;
    double near = first_distance(p, sets, t0, beside);
    if (near == 0)
        return 0;
    go_along(p, p->first, t0, t0); /* the states that have been chosen */
    for (int i = 0; i < model->nstates; i++)
        p->first[model->state[i]] = m->v[model->state[i]];
    p->n = p->alike = p->used = PASS_NODES;
    p->last = 0;
    p->begins = true;
    for (int k = 0; k < PASS_NEARER; k++, near /= 2)
        if (find_points(p, t0, near, START_REACH * near))
            return p->reach = START_REACH * near;
    passing_forget(p);
    return 0;
}

/* Beside the position accelerations are known from the start, to few digits, of which the square of
 * the speeds takes more: they decide where speeds say nothing. */
double starting_find(KPassing *p, KSets *sets, double t0, bool beside)
{
    KInst *m = p->m;
    size_t size = (size_t)p->nv * sizeof *m->v;
    memcpy(p->first, m->v, size);
    memcpy(p->side, m->v, size);
    take_accelerations(p, NULL);
    double reach = find_motion(p, sets, t0, beside);
    if (reach > 0 || !beside)
        return reach;
    memcpy(m->v, p->side, size);
    memcpy(p->first, p->side, size);
    take_accelerations(p, evaluate(m, t0) ? NULL : m->v);
    return find_motion(p, sets, t0, beside);
}

int starting_extrapolate(KPassing *p, double at, double beside, double t)
{
    KInst *m = p->m;
    const KModel *model = m->run->model;
    int result = passing_cubic(
        p, t, (const double[4]){at + beside, at + 2 * beside, at + 3 * beside, at + 4 * beside});
    for (int i = 0; i < model->nstates && t == at && !result; i++)
        m->v[model->state[i]] = p->first[model->state[i]];
    for (int i = 0; i < model->nsets && t == at && !result; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n; k++)
            m->v[model->set[i].x[k]] = p->first[model->set[i].x[k]];
    return result;
}
