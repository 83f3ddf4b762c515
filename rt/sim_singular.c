/* sim_singular.c - states chosen on the way (sets.c), and positions where every choice is singular:
 * found between two points by the sign of the determinants, and passed where the motion before them
 * leads on (passing.c), with the rows and time events on the way. */
#include "rt/sim_internal.h"

#include <math.h>
#include <string.h>

int sim_choose_states(Sim *s)
{
    int changed = sets_choose(&s->sets);
    if (!changed)
        return 0;
    s->stats->state_switches += changed;
    passing_choose(&s->passing);
    s->in->same_course = !s->restart;
    if (!s->restart && s->in->type->choose)
        s->in->type->choose(s->in);
    else
        s->restart = true;
    int result = code_rhs(s->m, K_POINT);
    if (!result)
        poles_begin(&s->poles);
    return result;
}

int sim_stay_near_choice(Sim *s, double *t)
{
    static const double poor = 1.25;
    double lo = s->t, hi = *t;
    s->ratio = sets_ratio(&s->sets);
    if (s->skip || !(s->ratio > poor))
        return 0;
    for (int i = 0; i < CHOICE_HALVINGS && hi - lo > s->close; i++) {
        double mid = lo + 0.5 * (hi - lo);
        if (integrator_evaluate(s->in, mid))
            break;
        double ratio = sets_ratio(&s->sets);
        *(ratio > 0 ? &hi : &lo) = mid;
        if (ratio > 0 && ratio <= poor)
            break;
    }
    *t = hi; /* where nothing is better just before it was of another branch, too far from the guess */
    int result = integrator_evaluate(s->in, hi);
    s->ratio = sets_ratio(&s->sets);
    return result;
}

/* The size of the best determinant of set i at t inside the step; 0: nothing can be evaluated
 * there. *value: the determinant of the present choice. */
static double volume_at(Sim *s, double t, int i, double *value)
{
    double volume = 0;
    *value = sim_evaluate_from(s, t, NULL) ? 0 : sets_determinant(&s->sets, i, &volume);
    return volume;
}

/* Between s->t and *t the determinant of set i has changed its sign, or the best one may have
 * touched zero: have all choices of states become singular there, at *at, or was there a better one
 * for a while? The way is halved, by the sign or towards the smaller values. A sign that jumps is
 * of another branch of the solution: of one near by, where they cannot be told apart beside the
 * position, or of a far one, which was taken because the guess is too far: *t is where it is not,
 * half as far. */
static bool is_singular_between(Sim *s, double *t, int i, double *at)
{
    double lo = s->t, hi = *t, volume, value, left, least = INFINITY;
    double end = sets_determinant(&s->sets, i, &volume), begin;
    double size =
        fmax(volume, volume_at(s, s->begin, i, &begin)); /* of a step, as its errors are */
    size = fmax(size, volume_at(s, lo, i, &begin));
    double at_lo = begin, at_hi = end;
    for (int k = 0; k < TURN_HALVINGS && hi - lo > s->close; k++) {
        double mid = lo + 0.5 * (hi - lo), there = volume_at(s, mid, i, &value);
        least = fmin(least, there);
        if (there == 0)
            break;
        if (begin * end < 0) {
            bool behind = value * end > 0;
            *(behind ? &hi : &lo) = mid;
            *(behind ? &at_hi : &at_lo) = value;
            continue;
        }
        double beside = volume_at(s, mid + 1e-3 * (hi - lo), i, &left);
        *(beside > there ? &hi : &lo) = mid;
    }
    double jump = begin * end < 0 ? fabs(at_hi - at_lo) : 0;
    bool far = jump > TURN_JUMP * fmin(fabs(begin), fabs(end));
    if (!(least < fmin(sqrt(s->o->tolerance), TURN_LEAST) * size) && (far || jump < 0.5 * least)) {
        if (far)
            *t = s->t + 0.5 * (lo - s->t);
        return false;
    }
    (void)integrator_evaluate(s->in, hi);
    sets_fail(&s->sets, i);
    *at = hi;
    return true;
}

/* Where set i, whose best determinant vanishes towards t, is singular; less than t: nowhere near.
 */
static double singular_beyond(Sim *s, double t, int i)
{
    double value, before = volume_at(s, s->begin, i, &value), now = volume_at(s, t, i, &value);
    return before > now ? t + (t - s->begin) * now / (before - now) : -INFINITY;
}

/* The set with the least pivot, which is *least; -1: there are none. */
static int least_certain(Sim *s, double *least)
{
    int found = -1;
    *least = INFINITY;
    for (int i = 0; i < s->model->nsets; i++) {
        double pivot = s->model->set[i].nstates ? sets_pivot(&s->sets, i) : INFINITY;
        if (pivot < *least) {
            *least = pivot;
            found = i;
        }
    }
    return found;
}

/* How near to the position the motion is not evaluated. */
static double beside_of(const Sim *s, double distance)
{
    return (s->passing.begins ? START_BESIDE : PASS_BESIDE) * distance;
}

/* Evaluates the continued motion at t, or as near to the singular position, at `at`, as it can be.
 */
static int evaluate_passing(Sim *s, double at, double distance, double t)
{
    double beside = beside_of(s, distance), near = t - at;
    int result =
        passing_evaluate(&s->passing, fabs(near) < beside ? at + copysign(beside, near) : t);
    s->m->time = t;
    return result;
}

/* The instance gets values at t, where the motion is continued past a singular position: those for
 * a row. */
static int values_passed(Sim *s, double at, double distance, double t)
{
    double beside = beside_of(s, distance);
    if (fabs(t - at) >= beside)
        return passing_evaluate(&s->passing, t);
    return s->passing.begins ? starting_extrapolate(&s->passing, at, beside, t)
                             : passing_between(&s->passing, t, at - beside, at + beside);
}

/* Evaluates where events at t begin, as evaluate_passing does; rows that are written then show t
 * itself. */
static int stand_passing(Sim *s, double at, double distance, double t)
{
    bool beside = fabs(t - at) < beside_of(s, distance);
    if (beside && !values_passed(s, at, distance, t))
        passing_keep(&s->passing);
    int result = evaluate_passing(s, at, distance, t);
    passing_stand(&s->passing);
    return result;
}

/* Rows for the output points up to t, where the motion is continued past a singular position. */
static int rows_passed(Sim *s, double at, double distance, double t)
{
    int result = 0;
    for (; s->tout < t - s->close && !result; sim_pass_output(s, s->tout)) {
        if ((result = values_passed(s, at, distance, s->tout)))
            break;
        result = sim_examine(s, false, K_POINT);
        if (!result)
            result = sim_row(s);
    }
    return result;
}

/* The row before an event at t. */
static int row_before(Sim *s, double at, double distance, double t)
{
    int result = stand_passing(s, at, distance, t);
    if (result)
        return result;
    passing_show(&s->passing);
    result = sim_examine(s, false, K_POINT);
    if (!result)
        result = sim_row(s);
    passing_hide(&s->passing);
    return result;
}

double sim_passing_room(const Sim *s)
{
    return fmax(PASS_FROM, PASS_SIZE * sqrt(s->o->tolerance));
}

/* Stages of a step that go through a singular position may have been on any branch behind it: a step
 * ends where the motion is continued from, or, as the position is not certain from afar, nearer to
 * it by PASS_APPROACH of the way. */
double sim_before_singular(const Sim *s)
{
    double at = s->model->nsets ? sets_vanish(&s->sets) : INFINITY;
    double left = fmax(sim_passing_room(s) / s->sets.room, 1 - PASS_APPROACH);
    return at > s->t && left < PASS_THERE ? at - left * (at - s->t) : INFINITY;
}

/* The last point before the singular position of set i at `at` from which the motion is continued:
 * inside of the step, if it begins far enough from there. */
static double begin_passing(Sim *s, int i, double at)
{
    double found, value, size = volume_at(s, s->begin, i, &value);
    double room = fmin(size / s->sets.watched[i].most, sets_pivot(&s->sets, i));
    double from = at - (at - s->begin) * sim_passing_room(s) / room;
    if (room * PASS_THERE > sim_passing_room(s) && from > s->t + s->close && from < s->step_end &&
        !sim_evaluate_from(s, from, NULL) &&
        !crossing_search(s->crossing, s->in, from, s->close, &found) &&
        !sim_evaluate_from(s, from, NULL))
        passing_note(&s->passing);
    return passing_begin(&s->passing);
}

/* Whether the motion has a solution at `to`, behind the singular position at `at`. */
static bool is_solved_behind(Sim *s, double at, double distance, double to)
{
    passing_use(&s->passing, to);
    return to > s->t + s->close && !evaluate_passing(s, at, distance, to);
}

/* The point behind the singular position at `at` to which the motion is continued: as far as its
 * last point before it, or so much farther that the constraints determine everything again, where
 * the motion turns round beside the position; nearer where relations change on the way or nothing
 * is solved; or the stop time before it. INFINITY: there is none. */
static double end_passing(Sim *s, double at, double distance)
{
    double pivot, way = distance;
    for (int k = 0; k < PASS_FARTHER && at + way < s->until; k++, way *= PASS_FARTHER_BY) {
        if (!is_solved_behind(s, at, distance, at + way))
            continue;
        if (crossing_due(s->crossing))
            break;
        if (least_certain(s, &pivot) >= 0 && pivot >= PASS_BEHIND * sim_passing_room(s))
            return at + way;
    }
    for (int k = 0; k <= PASS_NEARER; k++) {
        double to = fmin(at + ldexp(distance, -k), s->until);
        if (is_solved_behind(s, at, distance, to) && (k == PASS_NEARER || !crossing_due(s->crossing)))
            return to;
    }
    return INFINITY;
}

/* Time events on the way to *to, which becomes the time of the first that changes the course. */
static int events_passed(Sim *s, double at, double distance, double *to)
{
    int result = 0;
    while (s->next < *to - s->close) {
        double t = s->next;
        if ((result = rows_passed(s, at, distance, t)) ||
            (result = row_before(s, at, distance, t)))
            return result;
        watch_take(s, s->watch.now);
        s->stats->time_events++;
        s->choose_later = true;
        result = sim_fire_event(s, t);
        s->choose_later = s->passing.shows = false;
        if (result)
            return result;
        if (watch_differs(s, s->watch.now, 0))
            *to = t;
    }
    return rows_passed(s, at, distance, *to);
}

/* The run goes on at `to`, behind the position at `at`; `whole`: nothing has changed its course on
 * the way. */
static int go_on_behind(Sim *s, double at, double distance, double to, bool whole)
{
    failure_clear(s->m);
    sets_forget(&s->sets);
    double before = to > at ? 0.5 * (at + to) : at - distance;
    if (whole) {
        s->t = before;
        passing_continue(&s->passing, s->t);
        kept_take(s);
    }
    int result = whole ? stand_passing(s, at, distance, to) : 0;
    if (!result)
        result = sim_settle_event(s, to);
    s->passing.shows = false;
    if (result)
        return result;
    if (whole)
        passing_leave(&s->passing, to);
    else
        passing_forget(&s->passing);
    s->in->same_course = false;
    s->restart = true;
    s->step_end = to;
    kept_take(s);
    s->kept.t_before = whole ? before : to;
    return 0;
}

/* Goes on behind the singular position of set i at `at`, where the motion leads that was before it.
 * Positive: it does not. */
static int pass_singular(Sim *s, int i, double at, const KFailure *failure)
{
    double from = begin_passing(s, i, at), distance = at - from, way;
    double to = from < at && isfinite(from) ? end_passing(s, at, distance) : INFINITY;
    way = to - at;
    if (to == INFINITY || (way > PASS_CERTAIN * distance && passing_correct(&s->passing)))
        return 1;
    passing_use(&s->passing, at); /* for the rows, which are between the points now */
    if (events_passed(s, at, distance, &to))
        return 1;
    if (!s->passed)
        run_message(
            s->m, K_MSG_WARNING,
            "at time %g: %s\n  the motion goes on as it came; later positions like this are "
            "not reported",
            at, failure->text);
    s->passed = true;
    return go_on_behind(s, at, distance, to, to - at == way);
}

/* ---- At the start ---- */

/* Whether states have become others than they are in v. */
static bool begins_elsewhere(const Sim *s, const double *v)
{
    for (int i = 0; i < s->model->nstates; i++)
        if (s->m->v[s->model->state[i]] != v[s->model->state[i]])
            return true;
    return false;
}

static bool begins_singular(Sim *s)
{
    bool found = s->model->nsets && sets_singular(&s->sets, LOST_IN_NOISE) &&
                 s->model->set[s->sets.found].nstates;
    sets_forget(&s->sets);
    if (!found)
        failure_clear(s->m);
    return found;
}

static bool find_motion(Sim *s, bool beside)
{
    double reach = starting_find(&s->passing, &s->sets, s->t, beside);
    bool found = reach > 0 && !evaluate_passing(s, s->t, reach, s->t);
    failure_clear(s->m);
    return found;
}

/* Beside a position the integrator finds the motion if it is not found from there: from pivots on
 * that leave enough digits. */
static int begin_plainly(Sim *s)
{
    double pivot;
    int i = least_certain(s, &pivot);
    passing_forget(&s->passing);
    sets_forget(&s->sets);
    s->m->time = s->t;
    if (pivot >= START_CERTAIN)
        return 0;
    sets_fail(&s->sets, i);
    return -1;
}

/* The values at the start again, as far as motions are tried with others. */
static void back_to_start(Sim *s)
{
    const KPassing *p = &s->passing;
    for (int k = 0; k < p->nvar; k++)
        s->m->v[p->var[k]] = p->sum[p->var[k]];
    sets_restore(s->m); /* other states may have been chosen */
}

/* The motion from the start on, and once more with what the event at the start changes. -1: the event
 * failed; 0: there is none; *moved: because the event has moved states. */
static int find_start(Sim *s, bool beside, bool *event, bool *moved)
{
    KInst *m = s->m;
    size_t size = (size_t)s->model->nv * sizeof *m->v;
    memcpy(s->passing.sum, m->v, size);
    if (!find_motion(s, beside)) {
        memcpy(m->v, s->passing.sum, size);
        return 0;
    }
    memcpy(s->passing.side, m->v, size);
    if (init_event(m, s->t, s->close))
        return -1;
    *event = true;
    *moved = begins_elsewhere(s, s->passing.side);
    if (*moved)
        return 0;
    back_to_start(s);
    bool found = find_motion(s, beside);
    if (!found)
        back_to_start(s);
    return found;
}

int sim_begin_singular(Sim *s, bool *event)
{
    bool beside = !begins_singular(s), moved = false;
    KFailure failure = s->run->failure;
    double pivot;
    if (beside && (least_certain(s, &pivot) < 0 || pivot >= sim_passing_room(s)))
        return 0;
    int found = find_start(s, beside, event, &moved);
    if (found < 0)
        return -1;
    if (!found && beside)
        return begin_plainly(s);
    if (!found) {
        if (moved)
            back_to_start(s);
        s->m->time = s->t;
        s->run->failure = failure;
        return -1;
    }
    if (beside)
        return 0;
    run_message(s->m, K_MSG_WARNING,
                "at time %g: %s\n  the motion begins as the speeds say; later positions like this are "
                "not reported",
                s->t, failure.text);
    s->passed = true;
    return 0;
}

int sim_row_singular(Sim *s)
{
    double distance = s->passing.reach;
    int result = starting_extrapolate(&s->passing, s->t, beside_of(s, distance), s->t);
    if (!result)
        result = sim_complete(s, true, true);
    return result ? result : evaluate_passing(s, s->t, distance, s->t);
}

int sim_leave_singular(Sim *s)
{
    double at = s->t, distance = s->passing.reach, to = end_passing(s, at, distance), way = to - at;
    int result = to == INFINITY ? 1 : events_passed(s, at, distance, &to);
    if (result)
        return -1;
    return go_on_behind(s, at, distance, to, to - at == way);
}

int sim_check_states(Sim *s, double *t)
{
    double at = *t, step = *t - s->t;
    bool there = sets_singular(&s->sets, sqrt(s->o->tolerance));
    int i = there ? s->sets.found : s->sets.turned;
    if (!there && i < 0 && s->sets.room >= sim_passing_room(s))
        passing_note(&s->passing);
    if (!there && (i < 0 || s->skip))
        return 0;
    if (!there && !is_singular_between(s, t, i, &at)) {
        bool shorter = *t - s->t<step && * t - s->t> s->close;
        *t = shorter ? *t : s->t + step;
        if (shorter)
            sets_forget(&s->sets);
        int result = sim_evaluate_from(s, *t, NULL);
        return result || !shorter ? result : sim_check_states(s, t);
    }
    KFailure failure = s->run->failure;
    if (there && s->model->set[i].nstates)
        at = singular_beyond(s, *t, i);
    int result = s->skip || !s->model->set[i].nstates ? 1 : pass_singular(s, i, at, &failure);
    if (result > 0)
        s->run->failure = failure;
    return result > 0 ? -1 : result;
}
