/* bridge_find.c - how a motion goes on past a position where the constraints of states depend on
 * each other, or from there.
 *
 * It is known at the start, where everything is solved for, and wanted behind the position: between
 * them is a gap. The points of the polynomials lie behind it and, as far as that leads, on the
 * motion that has led to the start. States at the points are integrals of the derivatives at all of
 * them, from the start on, everything else there is solved for: the stages of a Runge-Kutta method
 * that leaves the gap out, found by fixed-point iteration, or by Newton's (bridge_stiff.c). They
 * begin along the velocities and accelerations, and what is solved for has to be near there.
 *
 * What tells the way that continues the motion from the others: all candidates are integrals of
 * their derivatives, too, not only the states. How far those at the end of the gap are from that,
 * and from the same with one point less, is the error of the result, of rounding as well as of the
 * polynomials. The nearer to the position the gap begins the less is the latter, and the more is
 * the former: at a pivot of size d, what is left of the equations of positions, r, makes errors of
 * r/d in positions, r/d^2 in velocities and r/d^3 in accelerations.
 *
 * Where the motion begins at the position itself accelerations are not known, and the start is in
 * the middle of the gap. Velocities that fit the constraints, and their second derivatives, lie
 * along one of the ways that cross each other there; along ways that touch each other they leave
 * the motion open, as at rest. O(nv + n^2) an iteration, of n candidates. */
#include "rt/bridge_internal.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Memory from the first motion on: most runs have none. */
static bool take_memory(KBridge *b)
{
    const KModel *model = bridge_model(b);
    size_t nv = (size_t)(b->nv + model->nrel),
           modes = (size_t)(model->nrel + model->nkept + model->ndiscrete);
    if (b->memory)
        return true;
    double *next = b->memory = malloc(((2 * BRIDGE_NODES + 5) * nv + modes + 1) * sizeof *next);
    if (!next)
        return false;
    for (int k = 0; k < BRIDGE_NODES; k++, next += 2 * nv) {
        b->value[k] = next;
        b->motion[k] = next + nv;
    }
    double **work[] = {&b->start, &b->kept, &b->seen, &b->moved, &b->best};
    for (int k = 0; k < 5; k++, next += nv)
        *work[k] = next;
    b->modes = next;
    return true;
}

static void copy(const KBridge *b, double *to, const double *from)
{
    memcpy(to, from, (size_t)(b->nv + bridge_model(b)->nrel) * sizeof *to);
}

/* ---- Guesses ---- */

/* The derivative of the derivative that an element of KStateSet.rate stands for: the latter is a
 * candidate of velocities. 0: it is none. */
static double second_rate(const KModel *model, const double *v, int rate)
{
    int second = rate ? sets_rate_of(model, abs(rate) - 1) : 0;
    return sets_rate(v, rate > 0 ? second : -second);
}

/* How fast positions change against their own size. */
typedef struct Pace {
    double speed, acceleration;
} Pace;

static Pace pace_at_start(const KBridge *b)
{
    const KModel *model = bridge_model(b);
    Pace most = {0};
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        double size = 0, unit = INFINITY;
        Pace pace = {0};
        for (int k = 0; k < set->ngiven + set->n && set->nstates && set->positions; k++) {
            double turn = second_rate(model, b->start, set->rate[k]);
            size = fmax(size, fabs(b->start[set->x[k]]));
            pace.speed = fmax(pace.speed, fabs(sets_rate(b->start, set->rate[k])));
            pace.acceleration = fmax(pace.acceleration, fabs(turn));
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

/* The instance gets guesses for t from the values v at `from`: on along the velocities and
 * accelerations. What is stiff would not stay near what it follows: other states go on from the
 * start, if their derivatives are known there. */
static void go_along(const KBridge *b, const double *v, double from, double t)
{
    KInst *m = b->in.m;
    const KModel *model = bridge_model(b);
    const double *other = b->here ? v : b->start;
    double h = t - from, way = b->here ? h : t - b->from;
    for (int i = 0; i < b->nv; i++)
        if (b->basic[i])
            m->v[i] = v[i];
    for (int i = 0; i < model->nstates; i++)
        m->v[model->state[i]] = other[model->state[i]] + way * other[model->der[i]];
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n; k++) {
            const KStateSet *set = &model->set[i];
            double turn = set->positions ? 0.5 * h * h * second_rate(model, v, set->rate[k]) : 0;
            m->v[set->x[k]] = v[set->x[k]] + h * sets_rate(v, set->rate[k]) + turn;
        }
    sets_restore(m);
    m->time = t;
}

/* Whether positions at t are where the velocities and accelerations lead that they have at the
 * start. */
static bool is_along(const KBridge *b, double t)
{
    const KModel *model = bridge_model(b);
    double off = 0, way = 0, h = t - b->from;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = 0; k < set->ngiven + set->n && set->nstates && set->positions; k++) {
            double unit = k_nominal(model, set->x[k]), step = h * sets_rate(b->start, set->rate[k]);
            double turn = 0.5 * h * h * second_rate(model, b->start, set->rate[k]);
            double moved = b->in.m->v[set->x[k]] - b->start[set->x[k]];
            off = fmax(off, fabs(moved - step - turn) / unit);
            way = fmax(way, fmax(fabs(step), fabs(turn)) / unit);
        }
    }
    return off <= PASS_NEAR * way;
}

/* Accelerations at the start are those in v; NULL: not known, 0. */
static void take_accelerations(KBridge *b, const double *v)
{
    const KModel *model = bridge_model(b);
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = 0; k < set->ngiven + set->n && !set->positions; k++) {
            int a = abs(set->rate[k]) - 1;
            if (a >= 0)
                b->start[a] = v && isfinite(v[a]) ? v[a] : 0;
        }
    }
}

/* ---- The points ---- */

/* First values at the points from number `first` on, one after the other away from the start;
 * false: no solution, or none that continues the motion. */
static bool begin_points(KBridge *b, int first, int step)
{
    const double *last = b->start;
    double t = b->from;
    for (int k = first; k >= 0 && k < b->n; k += step) {
        go_along(b, last, t, b->t[k]);
        int result = bridge_evaluate(b);
        if (result || (k == first && !is_along(b, b->t[k])))
            return false;
        bridge_take(b, b->value[k]);
        last = b->value[k];
        t = b->t[k];
    }
    return true;
}

/* The states at all points but the start become integrals; how much they move, where 1 is their
 * size. */
static double integrate(KBridge *b)
{
    const KModel *model = bridge_model(b);
    double most = 0;
    for (int k = 0; k < b->n; k++) {
        if (b->t[k] == b->from)
            continue;
        bridge_weigh(b, b->n, b->t[k]);
        for (int i = 0; i < model->nstates; i++) {
            int state = model->state[i];
            b->moved[state] = bridge_sum(b, b->value, b->n, state, model->der[i] + 1);
            double moved = fabs(b->moved[state] - b->value[k][state]) / bridge_size(b, i);
            most = moved >= 0 ? fmax(most, moved) : INFINITY;
        }
        for (int i = 0; i < model->nstates; i++)
            b->value[k][model->state[i]] = b->moved[model->state[i]];
    }
    return most;
}

/* Iterates until the states at the points stay where they are, or rounding moves them; how much.
 * INFINITY: there is no solution. One round moves velocities, the next positions. */
static double settle(KBridge *b)
{
    double left = INFINITY, before = INFINITY, earlier = INFINITY;
    double enough = fmax(BRIDGE_SETTLED * b->tolerance, 4 * DBL_EPSILON);
    for (int round = 0; round < BRIDGE_ROUNDS; round++) {
        left = integrate(b);
        if (left <= enough || (round > 4 && left > 0.5 * earlier))
            break;
        earlier = before;
        before = left;
        for (int k = 0; k < b->n; k++)
            if (b->t[k] != b->from && bridge_solve(b, k))
                return INFINITY;
    }
    return left;
}

/* ---- The error ---- */

/* The size of a set's candidates, in their units. */
static double set_size(const KBridge *b, const KStateSet *set)
{
    double size = 0;
    for (int i = 0; i < set->ngiven + set->n; i++)
        for (int k = 0; k < b->n; k++) {
            double unit = k_nominal(bridge_model(b), set->x[i]);
            size = fmax(size, fabs(b->value[k][set->x[i]]) / unit);
        }
    return size > 0 ? size : 1;
}

/* At the end of the gap: how far a variable is from the integral of its derivative, or that with
 * one point less is. */
static double off_by(KBridge *b, int var, int rate)
{
    bridge_weigh(b, b->n, b->to);
    double x = bridge_sum(b, b->value, b->n, var, rate);
    bridge_weigh(b, b->n - 1, b->to);
    double less = bridge_sum(b, b->value, b->n - 1, var, rate);
    double off = fmax(fabs(x - b->value[b->end][var]), fabs(x - less));
    return off >= 0 ? off : INFINITY;
}

/* The error at the end of the gap, where 1 is the tolerance. */
static double error(KBridge *b)
{
    const KModel *model = bridge_model(b);
    double most = 0;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        double size = set->nstates ? set_size(b, set) : 1;
        for (int k = 0; k < set->ngiven + set->n && set->nstates; k++) {
            double unit = size * k_nominal(model, set->x[k]);
            if (set->rate[k])
                most = fmax(most, off_by(b, set->x[k], set->rate[k]) / unit);
        }
    }
    for (int i = 0; i < model->nstates; i++)
        if (b->basic[model->state[i]] != CHOSEN)
            most = fmax(most, off_by(b, model->state[i], model->der[i] + 1) / bridge_size(b, i));
    return most / b->tolerance;
}

/* The motion past a gap, with `before` points before it: as many as behind it, or, where the motion
 * that has led to the start does not lead far back, one or none. `known`: the start is one of
 * them, else it is in the gap. Returns the error. */
static double try_gap(KBridge *b, double gap, int before, bool known)
{
    double part = before > 1 ? BRIDGE_PART : BRIDGE_AHEAD;
    double first = known || before == 0 ? b->from : b->from - 0.5 * gap;
    b->n = before > 1 ? BRIDGE_NODES : BRIDGE_FEW;
    b->end = before;
    b->to = first + gap;
    for (int k = 0; k < b->n; k++)
        b->t[k] =
            k < before ? first - (before - 1 - k) * part * gap : b->to + (k - before) * part * gap;
    if (known)
        copy(b, b->value[before - 1], b->start);
    if (!begin_points(b, before, 1) || !begin_points(b, before - 1 - known, -1))
        return INFINITY;
    double left = settle(b);
    if (before <= 1 && !(left <= b->tolerance) && begin_points(b, before, 1))
        left = bridge_settle_stiff(b);
    for (int k = 0; k < b->n && left < INFINITY; k++)
        bridge_complete(b, k);
    return left < INFINITY ? fmax(error(b), left / b->tolerance) : INFINITY;
}

/* The better one of two; `gap`: from the start on. */
static double try_gaps(KBridge *b, double gap, bool known)
{
    double whole = known ? gap : 2 * gap, e = try_gap(b, whole, BRIDGE_SIDE, known);
    if (e <= PASS_ERROR)
        return e;
    double other = try_gap(b, gap, known, known);
    return other < e || e == INFINITY ? other : try_gap(b, whole, BRIDGE_SIDE, known);
}

/* ---- From a point before the position ---- */

/* When the size of the best determinant of set i is again what it is at the start, if the motion
 * goes on as it does there; 0: it does not fall, or does not come back. */
static double find_gap(KBridge *b, int i, double ahead)
{
    double begin, before = 0, least = INFINITY, step = 0.25 * ahead;
    (void)sets_determinant(b->sets, i, &begin);
    for (int k = 1; k <= BRIDGE_LOOKS; k++) {
        double volume;
        go_along(b, b->start, b->from, b->from + k * step);
        (void)sets_determinant(b->sets, i, &volume);
        if (volume >= begin && least < 0.5 * begin)
            return step * (k - (volume - begin) / (volume - before));
        least = fmin(least, volume);
        before = volume;
    }
    return 0;
}

/* How far ahead it vanishes, as it begins to fall; 0: it does not. */
static double time_until(KBridge *b, int i)
{
    double begin, then, h = time_of(pace_at_start(b), START_FIRST);
    if (!isfinite(h))
        return 0;
    (void)sets_determinant(b->sets, i, &begin);
    go_along(b, b->start, b->from, b->from + h);
    (void)sets_determinant(b->sets, i, &then);
    bridge_put(b, b->start);
    b->in.m->time = b->from;
    return then < begin ? h * begin / (begin - then) : 0;
}

/* Candidates are what they were: from the states they follow with errors of rounding over the
 * pivot. */
static void keep_candidates(KBridge *b)
{
    const KModel *model = bridge_model(b);
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n && model->set[i].nstates; k++)
            b->in.m->v[model->set[i].x[k]] = b->kept[model->set[i].x[k]];
    sets_restore(b->in.m);
}

static double find_behind(KBridge *b, int i, double ahead)
{
    sets_choose_best(b->sets);
    sets_restore(b->in.m); /* in the order in which the points will have them */
    int result = bridge_evaluate(b);
    keep_candidates(b);
    bridge_take(b, b->start);
    if (!result && ahead == 0)
        ahead = time_until(b, i);
    double gap = result || ahead == 0 ? 0 : find_gap(b, i, ahead);
    return gap > 0 ? try_gaps(b, gap, true) : INFINITY;
}

/* ---- From the position itself, or beside it ---- */

/* The smallest pivot of the best choices at the present values. */
static double least_pivot(const KBridge *b)
{
    const KModel *model = bridge_model(b);
    double least = INFINITY;
    for (int i = 0; i < model->nsets; i++)
        if (model->set[i].nstates)
            least = fmin(least, sets_pivot(b->sets, i));
    return least;
}

/* Of constraints that are alone the pivot is always 1: the least size of their derivatives; 0:
 * there are none. */
static double least_alone(const KBridge *b)
{
    const KModel *model = bridge_model(b);
    double least = INFINITY, size;
    for (int i = 0; i < model->nsets; i++)
        if (model->set[i].nstates && model->set[i].m == 1) {
            (void)sets_determinant(b->sets, i, &size);
            least = fmin(least, size);
        }
    return least < INFINITY ? least : 0;
}

/* Evaluates h after the start, with the states that are best there; the pivot, or 0: there is no
 * solution where the velocities lead. */
static double try_point(KBridge *b, double h)
{
    go_along(b, b->start, b->from, b->from + h);
    sets_choose_best(b->sets);
    int result = bridge_evaluate(b);
    return result || !is_along(b, b->from + h) ? 0 : least_pivot(b);
}

/* The start again, with the states that have been chosen. */
static void begin_again(KBridge *b)
{
    const KModel *model = bridge_model(b);
    go_along(b, b->start, b->from, b->from);
    for (int i = 0; i < model->nstates; i++)
        b->start[model->state[i]] = b->in.m->v[model->state[i]];
}

/* A point that was tried: how far positions have gone, and when; the least pivot, and least_alone.
 */
typedef struct Tried {
    double way, time, pivot, size;
} Tried;

/* The same a part of the way on. Accelerations at the start are those at the last point that was
 * found, which is nearer than this one; or, if they lead nowhere, those before: nearest to the
 * position they are rounding. */
static Tried try_way(KBridge *b, double way, bool first)
{
    Tried now = {.way = way, .time = time_of(pace_at_start(b), way)};
    now.pivot = isfinite(now.time) ? try_point(b, now.time) : 0;
    if (now.pivot == 0 && !first) {
        take_accelerations(b, b->seen);
        now.time = time_of(pace_at_start(b), way);
        now.pivot = try_point(b, now.time);
    }
    if (now.pivot > 0) {
        copy(b, b->seen, b->start);
        take_accelerations(b, b->in.m->v);
        now.size = least_alone(b);
    }
    return now;
}

/* Whether pivots grow in proportion to the way, as where ways cross each other: not with its
 * square, as where they touch. By three points, each about twice as far as the one before. */
static bool ways_cross(const Tried *near, const Tried *middle, const Tried *far)
{
    double first = middle->way - near->way, second = far->way - middle->way;
    double grew = (middle->pivot - near->pivot) / first,
           grows = (far->pivot - middle->pivot) / second;
    double large = (middle->size - near->size) / first,
           larger = (far->size - middle->size) / second;
    return grows <= START_SLOPE * fabs(grew) && larger <= START_SLOPE * fabs(large);
}

/* The last of n points that were tried at half the way or less; -1: there is none. */
static int half_way(const Tried *tried, int n, double way)
{
    while (n > 0 && tried[n - 1].way > 0.55 * way)
        n--;
    return n - 1;
}

/* Whether the last of n points that were tried may be behind a gap. */
static bool is_useful(const Tried *tried, int n)
{
    const Tried *last = &tried[n - 1];
    int half = half_way(tried, n, last->way);
    int quarter = half < 0 ? -1 : half_way(tried, half, tried[half].way);
    return quarter >= 0 && fmin(last->pivot, last->way) >= START_FROM &&
           ways_cross(&tried[quarter], &tried[half], last);
}

/* Points are tried farther and farther off, until they give the motion, and as far as they do;
 * where the error is more than it should be, those with the least. */
static double find_beyond(KBridge *b)
{
    Tried tried[START_POINTS], best = {0};
    double least = INFINITY, way = START_FIRST;
    int n = 0, worse = 0;
    for (int k = 0; k < START_POINTS && worse < 2; k++, way *= START_FARTHER) {
        tried[n] = try_way(b, way, n == 0);
        if (tried[n].pivot == 0 || !is_useful(tried, ++n))
            continue;
        begin_again(b);
        double e = try_gaps(b, tried[n - 1].time, false);
        worse = e > PASS_ERROR && least <= PASS_ERROR ? worse + 1 : 0;
        if (e < least || e <= PASS_ERROR) {
            copy(b, b->best, b->start);
            best = tried[n - 1];
            least = e;
        }
        if (least <= PASS_ERROR && best.pivot >= PASS_FROM)
            break;
    }
    if (least == INFINITY)
        return INFINITY;
    copy(b, b->start, b->best);
    (void)try_point(b, best.time);
    begin_again(b);
    return try_gaps(b, best.time, false);
}

static double find_from_here(KBridge *b, KBridgeFrom from)
{
    if (from == BRIDGE_SINGULAR)
        take_accelerations(b, NULL);
    double found = find_beyond(b);
    if (found <= PASS_MOST || from == BRIDGE_SINGULAR)
        return found;
    bridge_put(b, b->kept); /* they may be nothing but rounding */
    copy(b, b->start, b->kept);
    take_accelerations(b, NULL);
    return find_beyond(b);
}

double bridge_find(KBridge *b, KBridgeFrom from, int i, double ahead)
{
    KInst *m = b->in.m;
    KWatched *watched = b->sets->watched;
    if (!take_memory(b)) {
        failure_format(m, "memory is exhausted");
        m->run->exhausted = true;
        return INFINITY;
    }
    bridge_take(b, b->start);
    copy(b, b->kept, b->start);
    b->from = m->time;
    b->here = from != BRIDGE_REGULAR;
    b->sets->watched = b->watched; /* other choices are made */
    (void)bridge_note_modes(b);
    double found = from == BRIDGE_REGULAR ? find_behind(b, i, ahead) : find_from_here(b, from);
    for (int k = 0; k < b->n && found < INFINITY; k++)
        copy(b, b->motion[k], b->value[k]);
    b->here |= ahead == 0; /* its values are kept, not solved for */
    b->sets->watched = watched;
    failure_clear(m);
    m->time = b->from;
    bridge_put(b, b->kept);
    block_solved_here(m);
    return found;
}
