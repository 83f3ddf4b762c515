/* sim_singular.c - states chosen on the way (sets.c), and positions where every choice is singular:
 * steps come near to them, and then the motion is followed to the other side (bridge.c), over which
 * the run walks as over a step. A step that has gone through one all the same is taken back. */
#include "rt/sim_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int sim_choose_states(Sim *s)
{
    int changed = sets_choose(&s->sets);
    if (!changed)
        return 0;
    s->stats->state_switches += changed;
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
    s->ratio = s->method ? 0 : sets_ratio(&s->sets);
    if (s->skip || !(s->ratio > poor))
        return 0;
    for (int i = 0; i < CHOICE_HALVINGS && hi - lo > s->close; i++) {
        double mid = lo + 0.5 * (hi - lo);
        if (sim_evaluate_from(s, mid, NULL))
            break;
        double ratio = sets_ratio(&s->sets);
        *(ratio > 0 ? &hi : &lo) = mid;
        if (ratio > 0 && ratio <= poor)
            break;
    }
    *t = hi; /* where nothing is better just before it was of another branch, too far from the guess
              */
    if (hi < s->step_end && s->in->type->shorten) {
        bool good = !s->in->type->shorten(s->in, hi);
        s->step_end = good ? hi : s->t;
        s->restart = s->in->same_course = !good;
        *t = s->step_end;
    }
    int result = sim_evaluate_from(s, *t, NULL);
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

/* ---- Past a position ---- */

double sim_before_singular(const Sim *s)
{
    double at = s->singular > s->t ? s->singular : INFINITY, room = s->sets.room;
    for (int i = 0; i < s->model->nsets; i++)
        at = fmin(at, sets_vanish_of(&s->sets, i));
    double part =
        room > PASS_FROM ? fmin(1 - PASS_THERE * PASS_FROM / room, PASS_FAR) : PASS_APPROACH;
    return at > s->t ? s->t + part * (at - s->t) : INFINITY;
}

/* The run walks over the motion that was found, as far as this call goes. */
static void walk_over(Sim *s)
{
    if (!s->method) {
        s->method = s->in;
        s->in = &s->bridge.in;
        bridge_enter(&s->bridge);
    }
    s->restart = false;
    s->begin = s->t;
    s->step_end = fmin(s->bridge.to, s->until);
    s->limit = s->step_end;
}

/* Where the determinant of set i vanishes on the way over the bridge; NAN: nowhere. */
static double vanishes_at(Sim *s, int i)
{
    double lo = s->bridge.from, hi = s->bridge.to, volume;
    bridge_at(&s->bridge, lo);
    double begin = sets_determinant(&s->sets, i, &volume);
    bridge_at(&s->bridge, hi);
    if (!(begin * sets_determinant(&s->sets, i, &volume) < 0))
        return NAN;
    for (int k = 0; k < TURN_HALVINGS && hi - lo > s->close; k++) {
        double mid = lo + 0.5 * (hi - lo);
        bridge_at(&s->bridge, mid);
        *(begin * sets_determinant(&s->sets, i, &volume) > 0 ? &lo : &hi) = mid;
    }
    return hi;
}

/* The user is told once. */
static void tell_passed(Sim *s, int i)
{
    double t = s->m->time, at;
    if (s->passed)
        return;
    memcpy(s->bridge.kept, s->m->v, (size_t)s->bridge.nv * sizeof *s->m->v);
    at = vanishes_at(s, i);
    if (!isnan(at)) {
        s->m->time = at;
        sets_fail(&s->sets, i);
        run_message(
            s->m, K_MSG_WARNING,
            "at time %g: %s\n  the motion goes on as it came; later positions like this are "
            "not reported",
            at, s->run->failure.text);
        failure_clear(s->m);
        s->passed = true;
    }
    memcpy(s->m->v, s->bridge.kept, (size_t)s->bridge.nv * sizeof *s->m->v);
    s->m->time = t;
}

/* The set whose best determinant vanishes first, and when. */
static int next_singular(Sim *s, double *at)
{
    int found = -1;
    *at = INFINITY;
    for (int i = 0; i < s->model->nsets; i++) {
        double when = s->model->set[i].nstates ? sets_vanish_of(&s->sets, i) : INFINITY;
        when = s->singular > s->t && i == s->singular_set ? s->singular : when;
        if (when < *at) {
            *at = when;
            found = i;
        }
    }
    return found;
}

/* The bridge is behind, or what has changed on it goes another way. */
static void leave_bridge(Sim *s)
{
    s->in = s->method;
    s->method = NULL;
    bridge_leave(&s->bridge);
    s->restart = true;
    s->in->same_course = false;
    s->singular = -INFINITY;
    s->error = s->ahead = INFINITY;
    sets_forget(&s->sets);
}

/* The least pivot beside which values are certain that are computed from the states. */
static double certain(const Sim *s)
{
    return sqrt(fmax(s->o->tolerance, CLOSER_LEAST));
}

/* Integrators do not begin with smaller pivots. */
static int begin_plainly(Sim *s, double least)
{
    double pivot;
    int i = least_certain(s, &pivot);
    s->m->time = s->t;
    if (pivot >= least)
        return 1;
    sets_fail(&s->sets, i);
    return -1;
}

/* Smaller ones begin where the tolerance is as much smaller. */
static int begin_closely(Sim *s)
{
    double pivot;
    (void)least_certain(s, &pivot);
    while (pivot < certain(s) && sim_look_closer(s))
        ;
    return s->in ? begin_plainly(s, certain(s)) : -1;
}

/* The motion from beside a position: past it, if that is ahead, else as far as it is known. */
static double find_beside(Sim *s)
{
    double pivot, error = INFINITY;
    int i = least_certain(s, &pivot);
    if (i >= 0)
        error = bridge_find(&s->bridge, BRIDGE_REGULAR, i, 0);
    return error <= PASS_MOST || s->run->exhausted ? error
                                                   : bridge_find(&s->bridge, BRIDGE_BESIDE, 0, 0);
}

/* The motion from s->t on, in the middle of a bridge, where an event has changed its course. */
static int go_on_inside(Sim *s)
{
    double error = find_beside(s);
    if (!(error <= PASS_MOST))
        return s->run->exhausted ? -1 : begin_closely(s);
    walk_over(s);
    return 0;
}

/* The error of the motion past the position of set i, which is so far ahead, is small enough: where
 * rounding makes most of it that does not become smaller nearer to the position, as it would with
 * the fourth power of the distance at least. */
static bool is_bridged(Sim *s, int i, double ahead, bool fixed)
{
    double error = bridge_find(&s->bridge, BRIDGE_REGULAR, i, ahead);
    bool noise = error > s->error * pow(ahead / s->ahead, 4);
    s->error = error;
    s->ahead = ahead;
    return error <= (fixed ? PASS_FIXED : noise ? PASS_MOST : PASS_ERROR);
}

int sim_pass_singular(Sim *s)
{
    double at;
    if (s->method && s->t < s->bridge.to) {
        if (!s->restart) {
            walk_over(s); /* the call before went so far only */
            return 0;
        }
        leave_bridge(s);
        return go_on_inside(s);
    }
    if (s->method) {
        leave_bridge(s);
        int result = sim_choose_states(s);
        return result ? result : 1;
    }
    if (s->asked && s->sets.room > PASS_FROM) {
        int result = sim_look_from_afar(s);
        return result ? result : 1;
    }
    int i = next_singular(s, &at);
    bool fixed = s->o->method >= K_EULER && s->singular > s->t; /* in the next step */
    bool near = i >= 0 && (s->sets.room <= PASS_FROM || fixed);
    if (!near || at - s->t > 2 * s->ahead) /* another position, or the motion has turned */
        s->error = s->ahead = INFINITY;
    if (!near || at - s->t > PASS_AGAIN * s->ahead)
        return 1;
    if (!s->restart && sim_evaluate_from(s, s->t, NULL))
        return 1;
    s->m->time = s->t;
    if (!is_bridged(s, i, at - s->t, fixed)) {
        if (fixed)
            sets_fail(&s->sets, i);
        return fixed || s->run->exhausted ? -1 : 1;
    }
    walk_over(s);
    tell_passed(s, i);
    return 0;
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
    s->m->time = s->t;
    double error = beside ? find_beside(s) : bridge_find(&s->bridge, BRIDGE_SINGULAR, 0, 0);
    if (error <= PASS_MOST)
        bridge_enter(&s->bridge);
    return error <= PASS_MOST;
}

/* The motion from the start on, and once more with what the event at the start changes. -1: the
 * event failed; 0: there is none, or the event has moved states: these are as before then. */
static int find_start(Sim *s, bool beside, bool *event)
{
    KInst *m = s->m;
    size_t size = (size_t)s->bridge.nv * sizeof *m->v;
    double *first = malloc(size + 1);
    int found = first && find_motion(s, beside);
    if (found) {
        memcpy(first, m->v, size);
        *event = true;
        found = code_relations(m, K_TRIAL) || init_event(m, s->t, s->close) ? -1 : 1;
        bridge_leave(&s->bridge);
    }
    if (found > 0 && begins_elsewhere(s, first)) {
        memcpy(m->v, first, size);
        found = 0;
    } else if (found > 0)
        found = find_motion(s, beside);
    free(first);
    return found;
}

int sim_begin_singular(Sim *s, bool *event)
{
    bool beside = !begins_singular(s);
    KFailure failure = s->run->failure;
    double pivot;
    if (beside && (least_certain(s, &pivot) < 0 || pivot >= PASS_FROM))
        return 0;
    int found = find_start(s, beside, event);
    if (found < 0 || s->run->exhausted)
        return -1;
    sets_forget(&s->sets);
    if (!found && beside)
        return begin_plainly(s, START_CERTAIN) < 0 ? -1 : 0;
    if (!found) {
        s->m->time = s->t;
        s->run->failure = failure;
        return -1;
    }
    if (beside)
        return 0;
    run_message(
        s->m, K_MSG_WARNING,
        "at time %g: %s\n  the motion begins as the speeds say; later positions like this are "
        "not reported",
        s->t, failure.text);
    s->passed = true;
    return 0;
}

void sim_leave_singular(Sim *s)
{
    walk_over(s);
}

/* ---- On the way ---- */

/* The step from s->t on has gone through a singular position of set i, at `at`: the run goes back
 * to where it began, and nearer by shorter steps. The failure is that of the position. */
static int back_before(Sim *s, int i, double at)
{
    KFailure failure = s->run->failure;
    int result = sim_evaluate_from(s, s->t, NULL);
    sets_forget(&s->sets);
    if (!result)
        (void)sets_singular(&s->sets, 0);
    double least = certain(s);
    bool near = s->sets.room < 2 * least || at - s->t <= s->close;
    bool closer = !result && !s->skip && near && sim_look_closer(s);
    if (result || s->skip || (!closer && (s->sets.room < least || at - s->t <= s->close))) {
        s->run->failure = failure;
        return -1;
    }
    failure_clear(s->m);
    s->singular = closer ? -INFINITY : at;
    s->singular_set = i;
    s->error = s->ahead = closer ? INFINITY : s->ahead;
    s->restart = true;
    s->in->same_course = false;
    s->step_end = s->t;
    return 0;
}

int sim_check_states(Sim *s, double *t)
{
    double at = *t;
    if (s->method)
        return 0;
    bool there = sets_singular(&s->sets, certain(s));
    int i = there ? s->sets.found : s->sets.turned;
    if (!there && (i < 0 || s->skip))
        return 0;
    if (there && !s->model->set[i].nstates)
        return -1;
    if (!there && !is_singular_between(s, t, i, &at)) {
        bool shorter = *t<at && * t - s->t> s->close;
        *t = shorter ? *t : at;
        if (shorter)
            sets_forget(&s->sets);
        int result = sim_evaluate_from(s, *t, NULL);
        return result || !shorter ? result : sim_check_states(s, t);
    }
    return back_before(s, i, there ? *t : at);
}
