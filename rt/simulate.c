/* simulate.c - the run: steps, output points, events and restarts.
 *
 * The integrator's last step reaches from where it began to `step_end`. Inside it the run walks
 * from point to point - output points, time events, the step's end - and at each looks for
 * relations that have changed on the way (crossing.c). An event found is handled where it lies;
 * if states or derivatives jump, or would run differently up to the step's end, the integrator
 * begins anew from there, else the walk goes on with the same step. */
#include "rt/bounds.h"
#include "rt/crossing.h"
#include "rt/digits.h"
#include "rt/event_policy.h"
#include "rt/inputs.h"
#include "rt/integrator.h"
#include "rt/linear_policy.h"
#include "rt/passing.h"
#include "rt/poles.h"
#include "rt/pulses.h"
#include "rt/sets.h"
#include "rt/step.h"
#include "rt/step_policy.h"
#include "rt/texts.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_STEPS = 16 }; /* between looks at the clock, for progress */
enum { MOST_AHEAD = 8 };   /* times their distance the line through two points is followed */
static const long max_steps_default = 100000000;

/* Values that tell whether an event changed the course: states, derivatives, further unknowns. */
typedef struct Watch {
    int n, nsame; /* the first nsame are interpolated, not computed */
    int *var;
    double *noise;     /* [n] differences that do not count */
    double *now;       /* [n] before the event */
    double *mid, *end; /* [n] later in the step, with the old modes */
    bool ahead;        /* mid and end are known */
} Watch;

/* Unknowns at the last accepted point, from where a solution that has come to an end is left. */
typedef struct Kept {
    int nx, n;            /* states, and all: with the unknowns of algebraic blocks */
    int *var;             /* [n] */
    double *value;        /* [n]; between events where it is left: the last solution found */
    double *before;       /* [n] at the accepted point before that; t_before is t: there is none */
    double *x, *dx, *ddx; /* [nx] states, first and second derivatives there */
    double t, t_before;
    bool jumped; /* the user has been told */
} Kept;

typedef struct KSim {
    KInst *m;
    KRun *run;
    const KModel *model;
    const KOptions *o;
    const KSink *sink;
    KStats *stats;
    KIntegrator *in;
    KCrossing *crossing;
    Watch watch;
    Kept kept;
    KSets sets;
    double ratio; /* at the point at hand: how much better other states would be */
    KBounds bounds;
    KPoles poles;
    KDigits digits;
    KPassing passing;
    KPulses pulses;
    bool passed;                   /* the user has been told of a singular position */
    double span;                   /* from start to stop */
    double until;                  /* this call goes up to here */
    double limit;                  /* the last step had to end here if not before */
    double stride;                 /* of the last step that ended before: the next may be as long */
    double t;                      /* accepted up to here */
    double begin, step_end;        /* the integrator's solution reaches from here to there */
    double next;                   /* next time event */
    double close;                  /* instants nearer than this are one */
    double t_event;                /* of the last event */
    double t_pace;                 /* after PACE_STEPS steps since then */
    double t_row;                  /* of the last row */
    double tout;                   /* next output point; inf when rows are written at steps' ends */
    double look, reach;            /* longest distance between checks of relations: ever, and now */
    long point;                    /* its number */
    bool restart;                  /* the integrator must begin anew before the next step */
    bool skip;                     /* the present step is a jump over less than `close` */
    int shrinks;                   /* of points that could not be evaluated in this step */
    long steps;                    /* since the last event */
    double recent[CHATTER_EVENTS]; /* times of the last state events, a ring */
    int loosened;                  /* how often relations have chattered */
    bool accumulated;              /* the user has been told of events that accumulate */
    bool initialized;
    KPause pause;
    bool due;        /* the run has stopped before the event at t_due */
    bool on_the_way; /* past a singular position: states stay as they are */
    double t_due;
    double *begun; /* [nv] values at the last restart */
    bool choice;   /* where the method fails another one goes on */
    double clock;  /* of the last progress call */
    long ticks;
} Sim;

/* ---- Output ---- */

/* A point as near to the next output point as instants are told apart has its time. */
static int row(Sim *s)
{
    KInst *m = s->m;
    double t = m->time;
    int result = 0;
    s->t_row = t;
    bounds_check(&s->bounds, m);
    if (fabs(t - s->tout) <= s->close)
        m->time = s->tout;
    if (s->sink && s->sink->point && s->sink->point(s->sink->arg, m)) {
        failure_format(m, "stopped while results were written");
        result = -1;
    }
    m->time = t;
    return result;
}

/* Output points up to t are done. */
static void pass_output(Sim *s, double t)
{
    while (s->tout <= t + s->close)
        s->tout = k_output_time(s->o, ++s->point);
}

static int progress(Sim *s)
{
    if (!s->sink || !s->sink->progress || s->ticks++ % CLOCK_STEPS)
        return 0;
    double clock = k_clock();
    if (clock - s->clock < 0.1)
        return 0;
    s->clock = clock;
    if (s->sink->progress(s->sink->arg, s->m, s->t)) {
        failure_format(s->m, "interrupted");
        return -1;
    }
    return 0;
}

/* The rest of the variables at an accepted point, and the assertions. */
static int examine(Sim *s, bool check)
{
    int result = code_out(s->m);
    return result || !check ? result : code_call(s->m, s->run->code.check);
}

/* ... and the row, after an event. */
static int complete(Sim *s, bool check, bool write)
{
    int result = check || write ? examine(s, check) : 0;
    if (!result && write)
        result = row(s);
    return result ? result : delay_record(s->m, true);
}

/* ---- Does an event change the course? ---- */

static bool watch_open(Sim *s)
{
    Watch *w = &s->watch;
    const KModel *model = s->model;
    int nx = model->nstates;
    w->n = 2 * nx + s->in->nextra;
    w->nsame = nx;
    size_t n = (size_t)w->n + 1;
    w->var = malloc(n * sizeof *w->var);
    w->noise = malloc(4 * n * sizeof *w->noise);
    if (!w->var || !w->noise)
        return false;
    w->now = w->noise + n;
    w->mid = w->now + n;
    w->end = w->mid + n;
    for (int i = 0; i < w->n; i++) {
        w->var[i] = i < nx       ? model->state[i]
                    : i < 2 * nx ? model->der[i - nx]
                                 : s->in->extra[i - 2 * nx];
        int scale = i < 2 * nx ? model->state[i % nx] : w->var[i];
        double nominal = k_nominal(model, scale);
        w->noise[i] = i < nx ? 0 : 1e-12 * nominal / (i < 2 * nx ? s->span : 1);
    }
    return true;
}

static void watch_take(const Sim *s, double *to)
{
    for (int i = 0; i < s->watch.n; i++)
        to[i] = s->m->v[s->watch.var[i]];
}

/* Do the computed values differ from those taken before? States: any difference. */
static bool watch_differs(const Sim *s, const double *from, int first)
{
    const Watch *w = &s->watch;
    for (int i = first; i < w->n; i++) {
        double a = from[i], b = s->m->v[w->var[i]];
        double allowed = i < w->nsame ? 0 : 1e-10 * (fabs(a) + fabs(b)) + w->noise[i];
        if (!(fabs(a - b) <= allowed))
            return true;
    }
    return false;
}

/* Before an event at t inside the step: how it would go on with the old modes. */
static void watch_ahead(Sim *s, double t)
{
    Watch *w = &s->watch;
    w->ahead = false;
    if (s->step_end - t <= s->close || s->skip)
        return;
    if (integrator_evaluate(s->in, t + 0.5 * (s->step_end - t)))
        return;
    watch_take(s, w->mid);
    if (integrator_evaluate(s->in, s->step_end))
        return;
    watch_take(s, w->end);
    w->ahead = true;
}

/* After the event, everything evaluated at t: must the integrator begin anew? Leaves the instance
 * at t, evaluated. */
static int decide_restart(Sim *s, double t, bool *restart)
{
    Watch *w = &s->watch;
    *restart = true;
    if (s->skip || watch_differs(s, w->now, 0))
        return 0;
    if (s->step_end - t > s->close) {
        if (!w->ahead || integrator_evaluate(s->in, t + 0.5 * (s->step_end - t)))
            return integrator_evaluate(s->in, t);
        bool same = !watch_differs(s, w->mid, w->nsame);
        same =
            same && !integrator_evaluate(s->in, s->step_end) && !watch_differs(s, w->end, w->nsame);
        *restart = !same;
        return integrator_evaluate(s->in, t);
    }
    *restart = false;
    return 0;
}

/* ---- Events ---- */

/* The next time event; instants close to each other are one, at the last of them. */
static int find_next_time(Sim *s)
{
    double now = s->m->time, by_model, by_sample = fmin(samples_next(s->m), delay_next(s->m));
    by_sample = fmin(by_sample, inputs_next(s->m));
    int result = code_next_time(s->m, &by_model);
    s->next = fmin(by_model, by_sample);
    if (fmax(by_model, by_sample) <= s->next + s->close)
        s->next = fmax(by_model, by_sample);
    double limit = s->next + s->close;
    while (!result && isfinite(s->next)) {
        s->m->time = s->next;
        result = code_next_time(s->m, &by_model);
        if (!(by_model <= limit))
            break;
        s->next = by_model;
    }
    s->m->time = now;
    return result;
}

/* Derivatives with the modes of relations as they are; `through`: what changes at events follows
 * them too. */
static int derivatives(KInst *m, bool through)
{
    int result = through ? code_call(m, m->run->code.event) : code_rhs(m);
    m->run->npending = 0;
    return result;
}

/* der(x) = 1 while it is true, -1 while it is false: the states that a relation drives, by
 * evaluating with both of its values. How many were named. */
static int add_sides_by(Sim *s, int relation, bool through, Text *text)
{
    KInst *m = s->m;
    int n = s->model->nstates, shown = 0;
    size_t nv = (size_t)s->model->nv;
    double *here = malloc(((size_t)n + nv + 1) * sizeof *here), *kept = here ? here + n : NULL;
    bool now = m->rel[relation], ends = m->run->terminate;
    if (!here || derivatives(m, through)) {
        free(here);
        return 0;
    }
    memcpy(kept, m->v, nv * sizeof *kept);
    for (int i = 0; i < n; i++)
        here[i] = m->v[s->model->der[i]];
    m->rel[relation] = !now;
    bool good = !derivatives(m, through);
    for (int i = 0; good && i < n && shown < FAIL_NAMED; i++) {
        double there = m->v[s->model->der[i]];
        if (!(fabs(there - here[i]) > 1e-6 * (fabs(there) + fabs(here[i]))))
            continue;
        text_add(text, shown++ ? ", " : "\n  while it is true ");
        text_variable(text, s->model, s->model->der[i]);
        text_add(text, " = %g, while it is false %g", now ? here[i] : there, now ? there : here[i]);
        text_defining(text, s->model, s->model->der[i], ", by ");
    }
    m->rel[relation] = now;
    m->run->terminate = ends;
    memcpy(m->v, kept, nv * sizeof *kept);
    free(here);
    return shown;
}

/* Where the derivatives themselves do not ask for the relation, Booleans and `when` may. */
static void add_sides(Sim *s, int relation, Text *text)
{
    if (!add_sides_by(s, relation, false, text))
        add_sides_by(s, relation, true, text);
}

/* State events by the million, as far as those until now tell. */
static void warn_of_pace(const Sim *s, double t)
{
    double expected = EVENTS_FOR_PACE * s->span / (t - s->o->start);
    char text[500] = "";
    Text culprit = {text, sizeof text};
    if (!(expected >= MANY_EVENTS))
        return;
    crossing_describe(s->crossing, &culprit);
    run_message(s->m, K_MSG_WARNING,
                "%s: %d state events until time %g; about %.2g until time %g; is that meant?", text,
                EVENTS_FOR_PACE, t, expected, s->o->start + s->span);
}

static int check_chattering(Sim *s, double t, bool branch)
{
    double *slot = &s->recent[s->stats->state_events % CHATTER_EVENTS];
    double first = *slot;
    *slot = t;
    if (s->stats->state_events + 1 == EVENTS_FOR_PACE && !branch)
        warn_of_pace(s, t);
    if (s->stats->state_events++ < CHATTER_EVENTS || t - first > CHATTER_TIME * s->span)
        return 0;
    if (!branch && s->loosened++ < LOOSENED_TIMES) { /* iterations may be what changes them */
        s->crossing->nloose = CHATTER_EVENTS;
        s->m->run->chattered = true;
        for (int i = 0; i < CHATTER_EVENTS; i++)
            s->recent[i] = -INFINITY;
        return 0;
    }
    char culprit[500], sides[900] = "";
    Text text = {culprit, sizeof culprit}, both = {sides, sizeof sides};
    if (branch)
        text_add(&text, "the solution of a nonlinear system");
    else
        crossing_describe(s->crossing, &text);
    int relation = branch ? -1 : crossing_relation(s->crossing);
    if (relation >= 0)
        add_sides(s, relation, &both);
    failure_format(
        s->m,
        "%d events in a time of %g: %s changes again and again%s\n  what holds on each side "
        "of it drives the model back to the other: give the condition a hysteresis (one limit "
        "to become true, by `pre` another to become false), or replace the jump by a smooth "
        "function",
        CHATTER_EVENTS, t - first, culprit, sides);
    return -1;
}

static double recent_event(const Sim *s, long back)
{
    return s->recent[(s->stats->state_events - 1 - back) % CHATTER_EVENTS];
}

/* Whether the intervals between every stride-th event have shrunk so far that their sum is as good
 * as reached. */
static bool intervals_vanish(const Sim *s, int stride)
{
    double later = 0, rest = INFINITY;
    if (s->stats->state_events <= VANISHING * stride)
        return false;
    for (int i = 0; i < VANISHING; i++) {
        double interval = recent_event(s, i * stride) - recent_event(s, (i + 1) * stride);
        if (i > 0 && !(later < 0.99 * interval))
            return false;
        if (i == 1)
            rest = later * later / (interval - later);
        later = interval;
    }
    return rest <= VANISHED * s->span;
}

/* Events in ever shorter intervals - a ball that comes to rest - end before a certain time, after
 * which the model says nothing. A condition becomes true and false again: every second event. */
static void check_accumulation(Sim *s)
{
    if (s->accumulated || (!intervals_vanish(s, 1) && !intervals_vanish(s, 2)))
        return;
    char culprit[500];
    Text text = {culprit, sizeof culprit};
    crossing_describe(s->crossing, &text);
    s->accumulated = true;
    run_message(
        s->m, K_MSG_WARNING,
        "at time %g events come in ever shorter intervals: %s changes infinitely often in "
        "a finite time; what comes after is not described by the model: let a condition end "
        "it, as by a body that rests when it has become slow",
        s->t, culprit);
}

/* Evaluates at t inside the step, whose end may lie on another branch where constraints are
 * nearly singular: algebraic unknowns begin from those among v, or on the line through the last
 * two accepted points. */
static int evaluate_from(Sim *s, double t, const double *v)
{
    const Kept *k = &s->kept;
    bool trial = s->run->trial;
    s->in->type->interpolate(s->in, t);
    double ahead = k->t > k->t_before ? (t - k->t) / (k->t - k->t_before) : 0;
    if (fabs(ahead) > MOST_AHEAD)
        ahead = 0; /* two points too near each other */
    for (int i = 0; i < k->nx; i++)
        k->x[i] = s->m->v[s->model->state[i]];
    for (int i = k->nx; i < k->n; i++)
        s->m->v[k->var[i]] = v            ? v[k->var[i]]
                             : ahead == 0 ? k->value[i]
                                          : k->value[i] + ahead * (k->value[i] - k->before[i]);
    for (int i = 0; i < k->nx; i++) /* some are unknowns of blocks of the initial problem */
        s->m->v[s->model->state[i]] = k->x[i];
    s->run->trial = true;
    int result = code_relations(s->m);
    s->run->trial = trial;
    return result && !v ? integrator_evaluate(s->in, t) : result;
}

static int evaluate_at(Sim *s, double t)
{
    if (!s->skip)
        return s->model->nsets ? evaluate_from(s, t, NULL) : integrator_evaluate(s->in, t);
    s->m->time = t;
    return code_relations(s->m);
}

/* Examines the point t, where everything is evaluated. What is defined up to an end only (a root, a
 * table, a search between bounds) may not be where rounding has put the states beyond it: then they
 * go back as far as instants are not told apart, which is nothing but rounding to them. */
static int examine_at(Sim *s, double t, bool check)
{
    KInst *m = s->m;
    int first = examine(s, check), result;
    if (!first || s->skip || s->model->nstates == 0 || s->model->nsets > 0)
        return first;
    KFailure failure = s->run->failure;
    failure_clear(m);
    for (int i = 0; i < s->model->nstates; i++)
        m->v[s->model->state[i]] -= 4 * s->close * m->v[s->model->der[i]];
    s->run->trial = true;
    result = code_relations(m);
    if (!result)
        result = examine(s, check);
    s->run->trial = false;
    if (!result)
        return 0;
    result = evaluate_at(s, t);
    s->run->failure = failure;
    return result ? result : first;
}

/* ---- Sets of states ---- */

/* At a point that is accepted and evaluated: other states where they are better. The solution is
 * the same, but the integrator has to take it over. */
static int choose_states(Sim *s)
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
    int result = code_rhs(s->m);
    if (!result)
        poles_begin(&s->poles);
    return result;
}

/* Not so far beyond the point where other states are better that the present ones become poor:
 * shortens the way from s->t to *t, where everything has been evaluated. */
static int stay_near_choice(Sim *s, double *t)
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
    if (hi == *t)
        return 0;
    *t = hi;
    int result = integrator_evaluate(s->in, hi);
    s->ratio = sets_ratio(&s->sets);
    return result;
}

/* The size of the best determinant of set i at t inside the step; 0: nothing can be evaluated
 * there. *value: the determinant of the present choice. */
static double volume_at(Sim *s, double t, int i, double *value)
{
    double volume = 0;
    *value = evaluate_from(s, t, NULL) ? 0 : sets_determinant(&s->sets, i, &volume);
    return volume;
}

/* Between s->t and *t the determinant of set i has changed its sign, or the best one may have
 * touched zero: have all choices of states become singular there, at *at, or was there a better one
 * for a while? The way is halved, by the sign or towards the smaller values. A sign that jumps is
 * of another branch of the solution, which was taken because the guess is too far: *t is where it
 * is not, half as far. */
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
    if (!(least < fmin(sqrt(s->o->tolerance), TURN_LEAST) * size)) {
        if (begin * end < 0 && fabs(at_hi - at_lo) > TURN_JUMP * fmin(fabs(begin), fabs(end)))
            *t = s->t + 0.5 * (lo - s->t);
        return false;
    }
    (void)integrator_evaluate(s->in, hi);
    sets_fail(&s->sets, i);
    *at = hi;
    return true;
}

static void kept_take(Sim *s);
static int settle_event(Sim *s, double t);
static int fire_event(Sim *s, double t);

/* Where set i, whose best determinant vanishes towards t, is singular; less than t: nowhere near.
 */
static double singular_beyond(Sim *s, double t, int i)
{
    double value, before = volume_at(s, s->begin, i, &value), now = volume_at(s, t, i, &value);
    return before > now ? t + (t - s->begin) * now / (before - now) : -INFINITY;
}

/* Evaluates the continued motion at t, or as near to the singular position, at `at`, as it can be.
 */
static int evaluate_passing(Sim *s, double at, double distance, double t)
{
    double beside = PASS_BESIDE * distance, near = t - at;
    int result =
        passing_evaluate(&s->passing, fabs(near) < beside ? at + copysign(beside, near) : t);
    s->m->time = t;
    return result;
}

/* Rows for the output points up to t, where the motion is continued past a singular position. */
static int rows_passed(Sim *s, double at, double distance, double t)
{
    int result = 0;
    for (; s->tout < t - s->close && !result; pass_output(s, s->tout)) {
        double beside = PASS_BESIDE * distance;
        result = fabs(s->tout - at) < beside
                     ? passing_between(&s->passing, s->tout, at - beside, at + beside)
                     : passing_evaluate(&s->passing, s->tout);
        if (result)
            break;
        result = examine(s, false);
        if (!result)
            result = row(s);
    }
    return result;
}

/* Pivots of points from which the motion is continued. */
static double passing_room(const Sim *s)
{
    return fmax(PASS_FROM, PASS_SIZE * sqrt(s->o->tolerance));
}

/* The last point before the singular position of set i at `at` from which the motion is continued:
 * inside of the step, if it begins far enough from there. */
static double begin_passing(Sim *s, int i, double at)
{
    double found, value, size = volume_at(s, s->begin, i, &value);
    double room = fmin(size / s->sets.watched[i].most, sets_pivot(&s->sets, i));
    double from = at - (at - s->begin) * passing_room(s) / room;
    if (room > passing_room(s) && from > s->t + s->close && from < s->step_end &&
        !evaluate_from(s, from, NULL) &&
        !crossing_search(s->crossing, s->in, from, s->close, &found) &&
        !evaluate_from(s, from, NULL))
        passing_note(&s->passing);
    return passing_begin(&s->passing);
}

/* The farthest point behind the singular position at `at` to which the motion can be continued: it
 * has a solution, and no relation changes on the way; or the stop time before it. INFINITY: there
 * is none. */
static double end_passing(Sim *s, double at, double distance)
{
    for (int k = 0; k <= PASS_NEARER; k++) {
        double to = fmin(at + ldexp(distance, -k), s->until);
        if (!(to > s->t + s->close))
            continue;
        passing_use(&s->passing, to);
        if (!evaluate_passing(s, at, distance, to) &&
            (k == PASS_NEARER || !crossing_due(s->crossing)))
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
            (result = evaluate_passing(s, at, distance, t)) || (result = row(s)))
            return result;
        watch_take(s, s->watch.now);
        s->stats->time_events++;
        s->on_the_way = true;
        result = fire_event(s, t);
        s->on_the_way = false;
        if (result)
            return result;
        if (watch_differs(s, s->watch.now, 0))
            *to = t;
    }
    return rows_passed(s, at, distance, *to);
}

/* Goes on behind the singular position of set i at `at`, where the motion leads that was before it.
 * Positive: it does not. */
static int pass_singular(Sim *s, int i, double at, const KFailure *failure)
{
    double from = begin_passing(s, i, at), distance = at - from, way;
    double to = from < at && isfinite(from) ? end_passing(s, at, distance) : INFINITY;
    way = to - at;
    if (to == INFINITY || (way > PASS_CERTAIN * distance && passing_correct(&s->passing)) ||
        events_passed(s, at, distance, &to))
        return 1;
    if (!s->passed)
        run_message(
            s->m, K_MSG_WARNING,
            "at time %g: %s\n  the motion goes on as it came; later positions like this are "
            "not reported",
            at, failure->text);
    s->passed = true;
    failure_clear(s->m);
    sets_forget(&s->sets);
    bool whole = to - at == way;
    double before = to > at ? 0.5 * (at + to) : from;
    if (whole) {
        s->t = before;
        passing_continue(&s->passing, s->t);
        kept_take(s);
    }
    int result = whole ? evaluate_passing(s, at, distance, to) : 0;
    if (result || (result = settle_event(s, to)))
        return result;
    passing_forget(&s->passing);
    s->in->same_course = false;
    s->restart = true;
    s->step_end = to;
    kept_take(s);
    s->kept.t_before = whole ? before : to;
    return 0;
}

/* States that cannot be chosen well at t, where everything has been evaluated, or on the way there.
 * With pivots of the size of the square root of the tolerance, nothing that is computed from the
 * states is certain. */
static int check_states(Sim *s, double *t)
{
    double at = *t, step = *t - s->t;
    bool there = sets_singular(&s->sets, sqrt(s->o->tolerance));
    int i = there ? s->sets.found : s->sets.turned;
    if (!there && i < 0 && s->sets.room >= passing_room(s))
        passing_note(&s->passing);
    if (!there && (i < 0 || s->skip))
        return 0;
    if (!there && !is_singular_between(s, t, i, &at)) {
        bool shorter = *t - s->t<step && * t - s->t> s->close;
        *t = shorter ? *t : s->t + step;
        if (shorter)
            sets_forget(&s->sets);
        int result = evaluate_from(s, *t, NULL);
        return result || !shorter ? result : check_states(s, t);
    }
    KFailure failure = s->run->failure;
    if (there && s->model->set[i].nstates)
        at = singular_beyond(s, *t, i);
    int result = s->skip || !s->model->set[i].nstates ? 1 : pass_singular(s, i, at, &failure);
    if (result > 0)
        s->run->failure = failure;
    return result > 0 ? -1 : result;
}

/* The run cannot go on from s->t: is it the choice of states, or a pole? */
static void explain_end(Sim *s)
{
    KFailure failure = s->run->failure;
    if (!s->poles.g || !s->in) /* the set-up failed */
        return;
    if (!s->restart)
        s->in->type->interpolate(s->in, s->t);
    bool here = !code_rhs(s->m), states = here && s->model->nsets && sets_singular(&s->sets, 0.1);
    if (!states)
        s->run->failure = failure;
    if (here && !states)
        poles_explain(&s->poles, s->span);
}

/* Settles what changes at an event at t and goes on from there. */
static int settle_event(Sim *s, double t)
{
    int result;
    s->t = s->t_event = t;
    s->steps = 0;
    if ((result = crossing_settle(s->crossing)) ||
        (!s->on_the_way && (result = choose_states(s))) || (result = complete(s, true, true)))
        return result;
    crossing_hold(s->crossing);
    poles_begin(&s->poles);
    s->reach = s->look / 64;
    pass_output(s, t);
    pulses_begin(&s->pulses, t, s->span / LOOKS);
    return find_next_time(s);
}

/* ---- Solutions that come to an end ----
 *
 * Between events an algebraic block stays on its branch. Where that ends - op-amps with positive
 * feedback, tunnel diodes - no step is small enough. The end is located, and another solution taken
 * there as at an event. */

static bool has_branches(const KBlock *b)
{
    return !b->linear && !b->of_step;
}

static bool kept_open(Sim *s)
{
    Kept *k = &s->kept;
    const KModel *model = s->model;
    k->nx = k->n = model->nstates;
    for (int b = 0; b < model->nblocks; b++)
        k->n += has_branches(&model->block[b]) ? model->block[b].n : 0;
    if (k->n == k->nx)
        k->n = 0; /* no branches: nothing is kept */
    k->var = malloc((size_t)(k->n + 1) * sizeof *k->var);
    k->value = malloc((size_t)(2 * k->n + 3 * k->nx + 1) * sizeof *k->value);
    if (!k->var || !k->value)
        return false;
    k->before = k->value + k->n;
    k->x = k->before + k->n;
    k->dx = k->x + k->nx;
    k->ddx = k->dx + k->nx;
    k->t = k->t_before = INFINITY;
    for (int i = 0; i < k->n; i++) /* nothing is kept yet: blocks begin from start values */
        k->value[i] = k->before[i] = NAN;
    int n = 0;
    for (; n < k->n && n < k->nx; n++)
        k->var[n] = model->state[n];
    for (int b = 0; b < model->nblocks && n < k->n; b++)
        for (int i = 0; i < model->block[b].n && has_branches(&model->block[b]); i++)
            k->var[n++] = model->block[b].var[i];
    if (k->n)
        s->run->guess = (KGuess){k->n - k->nx, k->var + k->nx, k->value + k->nx, s->o->start};
    return true;
}

static void kept_take(Sim *s)
{
    Kept *k = &s->kept;
    if (s->t > k->t) {
        memcpy(k->before, k->value, (size_t)k->n * sizeof *k->value);
        k->t_before = s->t_event < k->t ? k->t : s->t; /* not before an event */
    }
    for (int i = 0; i < k->n; i++)
        k->value[i] = s->m->v[k->var[i]];
    k->t = s->t;
}

/* Algebraic unknowns begin from there, as after the solution there. */
static void kept_guess(const Sim *s)
{
    const Kept *k = &s->kept;
    for (int i = k->nx; i < k->n; i++)
        s->m->v[k->var[i]] = k->value[i];
    if (k->n > k->nx)
        block_solved_here(s->m);
}

/* Evaluates dt after the point kept. */
static int evaluate_beyond(Sim *s, double dt, bool leave)
{
    Kept *k = &s->kept;
    KInst *m = s->m;
    m->time = k->t + dt;
    for (int i = 0; i < k->nx; i++)
        m->v[k->var[i]] = k->x[i] + dt * (k->dx[i] + 0.5 * dt * k->ddx[i]);
    kept_guess(s);
    s->run->trial = true;
    s->run->leave_branch = leave;
    int result = code_relations(m);
    if (!result)
        result = code_out(m);
    s->run->leave_branch = false;
    s->run->trial = false;
    return result;
}

static bool no_solution(const Sim *s)
{
    KFailKind kind = s->run->failure.kind;
    return kind == FAIL_NEWTON || kind == FAIL_SINGULAR;
}

/* The interval after the kept point in which the branch ends; *lo = *hi = 0 if it ended there, to
 * within rounding. False: it does not end. */
static bool locate_end(Sim *s, double *lo, double *hi)
{
    Kept *k = &s->kept;
    double span = s->span;
    double limit = fmin(1e-3 * span, fmin(s->next, s->until) - k->t);
    for (int i = 0; i < k->nx && k->n; i++) {
        k->x[i] = k->value[i];
        k->dx[i] = k->ddx[i] = 0;
    }
    *lo = *hi = 0;
    if (k->n == 0)
        return false;
    if (evaluate_beyond(s, 0, false))
        return no_solution(s);
    for (int i = 0; i < k->nx; i++)
        k->dx[i] = s->m->v[s->model->der[i]];
    for (*hi = s->close; !evaluate_beyond(s, *hi, false); *hi = fmin(8 * *hi, limit)) {
        if (*hi >= limit)
            return false;
        *lo = *hi;
        for (int i = 0; i<k->nx && * hi> 1e-9 * span; i++)
            k->ddx[i] = (s->m->v[s->model->der[i]] - k->dx[i]) / *hi;
    }
    if (!no_solution(s))
        return false;
    while (*hi - *lo > s->close) {
        double mid = 0.5 * (*lo + *hi);
        *(evaluate_beyond(s, mid, false) ? hi : lo) = mid;
    }
    return true;
}

static void tell_jump(Sim *s, int block, double from, double to)
{
    if (s->kept.jumped)
        return;
    s->kept.jumped = true;
    char name[300], equation[600] = "";
    Text text = {name, sizeof name}, of = {equation, sizeof equation};
    text_variable(&text, s->model, s->model->block[block].var[0]);
    text_equation(&of, s->model, block, 0);
    run_message(s->m, K_MSG_INFO,
                "at time %g the solution of nonlinear equations ends, and another one is taken: %s "
                "jumps from %g to %g by %s; later jumps are not reported",
                s->m->time, name, from, to, equation);
}

/* The last row on the branch, and the first solution on another one. Positive: there
 * is none. */
static int change_branch(Sim *s, double before, double after)
{
    int result = 0;
    if (!evaluate_beyond(s, before, false)) {
        result = s->m->time > s->t_row ? row(s) : 0;
        if (result || (result = delay_record(s->m, false)))
            return result;
    }
    (void)evaluate_beyond(s, after, false);
    int block = s->run->failure.block;
    if (block < 0)
        return 1;
    int var = s->model->block[block].var[0];
    double from = s->m->v[var];
    result = evaluate_beyond(s, after, true);
    if (!result)
        tell_jump(s, block, from, s->m->v[var]);
    return result;
}

/* The integrator has failed after the point kept. 0: because a branch has ended, which has been
 * left for another; else the failure is recorded, as before if there is no other branch. */
static int leave_branch(Sim *s)
{
    KFailure failure = s->run->failure;
    double before = 0, after = 0;
    int result = locate_end(s, &before, &after) ? change_branch(s, before, after) : 1;
    if (result) {
        s->run->failure = failure;
        return -1;
    }
    failure_clear(s->m);
    double t = s->m->time;
    passing_forget(&s->passing);
    if ((result = check_chattering(s, t, true)) || (result = settle_event(s, t)))
        return result;
    s->restart = true;
    s->step_end = t;
    return 0;
}

static int examine_inside(Sim *s, double t)
{
    kept_guess(s);
    s->run->trial = true;
    int result = integrator_evaluate(s->in, t);
    if (!result)
        result = examine(s, true);
    s->run->trial = false;
    return result;
}

/* What was examined at t is wrong. *lo, where it is not, and *hi, where it is, next to each other;
 * in between is where that begins. */
static void find_begin(Sim *s, double examined, double *lo, double *hi)
{
    if (*lo > examined && examine_inside(s, *lo)) { /* points inside of a step are not */
        *hi = *lo;
        *lo = examined;
    }
    while (*hi - *lo > 4 * DBL_EPSILON * fmax(fabs(*lo), fabs(*hi))) {
        double mid = *lo + 0.5 * (*hi - *lo);
        if (!(mid > *lo && mid < *hi))
            break;
        *(examine_inside(s, mid) ? hi : lo) = mid;
    }
}

/* Goes back to lo, where all is well; false if it is not. */
static bool back_to(Sim *s, double lo)
{
    if (examine_inside(s, lo) || (lo > s->t_row && row(s)))
        return false;
    s->t = lo;
    kept_take(s);
    return true;
}

/* What was examined at t is wrong: goes back to where that begins, after `lo`. If a branch ends
 * there the run goes on with another; if only the guess was too far off for t, from there; else the
 * rows end. */
static int stop_where_it_begins(Sim *s, double lo, double t)
{
    double hi = t, examined = s->model->nstates == 0 ? s->t_row : s->begin;
    find_begin(s, examined, &lo, &hi);
    bool fails = examine_inside(s, hi), advanced = lo - examined > ADVANCED * s->span;
    if (fails ? no_solution(s) : advanced) {
        KFailure failure = s->run->failure;
        if (!back_to(s, lo))
            return -1;
        if (advanced && !examine_inside(s, hi)) {
            failure_clear(s->m);
            s->restart = true;
            s->step_end = lo;
            return 0;
        }
        s->run->failure = failure;
        return leave_branch(s);
    }
    if (lo > s->t_row && !examine_inside(s, lo) && row(s))
        return -1;
    s->t = hi;
    int result = integrator_evaluate(s->in, hi);
    if (!result)
        result = examine(s, true);
    if (!result)
        failure_format(s->m, "the equations cannot be evaluated");
    return -1;
}

/* ---- An event ---- */

/* At a time event: crossings that rounding puts just behind it belong to it. The states go as far
 * as that takes, which is nothing but rounding to them. */
static int meet_crossings(Sim *s)
{
    KInst *m = s->m;
    const KModel *model = s->model;
    if (!s->crossing->n || !model->nstates || s->skip)
        return 0;
    for (int i = 0; i < model->nstates; i++) {
        s->watch.mid[i] = m->v[model->state[i]]; /* the place of states is free there */
        m->v[model->state[i]] += 4 * s->close * m->v[model->der[i]];
    }
    bool trial = s->run->trial;
    s->run->trial = true;
    bool due = !code_relations(m) && crossing_due(s->crossing);
    s->run->trial = trial;
    if (due)
        return 0;
    failure_clear(m);
    for (int i = 0; i < model->nstates; i++)
        m->v[model->state[i]] = s->watch.mid[i];
    return code_relations(m);
}

/* At an event that was searched for, relations still are as before it: what they keep from being
 * evaluated, as the root of a number that is negative by rounding, has no value on this side. */
static bool has_value_before(Sim *s, double t)
{
    if (examine_inside(s, s->t + 0.5 * (t - s->t)))
        return false;
    failure_clear(s->m);
    return evaluate_at(s, t) == 0;
}

static int pass_event(Sim *s, double t);

/* Whether an assertion fails before the event at t, where everything has been evaluated as it is
 * before it: at *before, where what makes the event itself does not matter yet. */
static bool fails_before(Sim *s, double t, double *before)
{
    *before = t - 4 * s->close;
    if (s->skip || !s->run->code.check || !(*before > s->t))
        return false;
    s->run->trial = true;
    int result = examine(s, true);
    s->run->trial = false;
    if (!result)
        return false;
    result = examine_inside(s, *before);
    failure_clear(s->m);
    return result != 0;
}

/* The event at t; `by_time`: one that was known beforehand. */
static int event_at(Sim *s, double t, bool by_time)
{
    double before;
    int result;
    if (by_time)
        s->stats->time_events++;
    else if ((result = check_chattering(s, t, false)))
        return result;
    else
        check_accumulation(s);
    step_changed(s->m);
    watch_ahead(s, t);
    bool has_row = fabs(t - s->t_row) <= s->close;
    if ((result = evaluate_at(s, t)))
        return result;
    if (!has_row && fails_before(s, t, &before))
        return stop_where_it_begins(s, s->t, before);
    if (s->m->time != t && (result = evaluate_at(s, t)))
        return result;
    if (!has_row && (result = examine_at(s, t, false))) {
        if (s->skip || by_time || !has_value_before(s, t))
            return s->skip ? result : stop_where_it_begins(s, s->t, t);
        has_row = true;
    }
    if ((!has_row && (result = row(s))) || (result = delay_record(s->m, false)))
        return result;
    watch_take(s, s->watch.now);
    if (by_time && (result = meet_crossings(s)))
        return result;
    if (!s->skip && (s->pause == K_PAUSE_EVERYWHERE || (s->pause && t >= s->until - s->close))) {
        s->due = true;
        s->t_due = t;
        return 0;
    }
    return pass_event(s, t);
}

/* What is due at t happens. */
static int fire_event(Sim *s, double t)
{
    samples_fire(s->m, t, s->close);
    inputs_pass(s->m, t, s->close);
    delay_pass(s->m, s->close);
    return settle_event(s, t);
}

/* What happens at the event at t, which has been reached. */
static int pass_event(Sim *s, double t)
{
    int result;
    s->restart = false;
    if ((result = fire_event(s, t)))
        return result;
    if (!s->restart && (result = decide_restart(s, t, &s->restart)))
        return result;
    if (s->restart)
        passing_forget(&s->passing);
    s->in->same_course = false;
    if (s->restart)
        s->step_end = t;
    return progress(s);
}

/* ---- The walk ---- */

static const KIntegratorType *method_of(const Sim *s)
{
    const KIntegratorType *const types[] = {
        [K_CVODE] = &integrator_cvode,
        [K_IDA] = s->o->fallback && s->run->code.step ? &integrator_bdf : &integrator_ida,
        [K_RK45] = &integrator_rk45,
        [K_RK8] = &integrator_rk8,
        [K_BDF] = &integrator_bdf,
        [K_SDIRK] = &integrator_sdirk,
        [K_RADAU] = &integrator_radau,
        [K_MIXED] = &integrator_bdf,
        [K_AUTO] = s->o->tolerance < 1e-7 ? &integrator_rk8 : &integrator_rk45,
    };
    return s->model->nstates == 0    ? &integrator_still
           : s->o->method >= K_EULER ? &integrator_fixed
                                     : types[s->o->method];
}

/* The method for a stiff model: an inlined one, where the program has one or can get it and it is
 * not that which failed. */
static const KIntegratorType *stiff_method(Sim *s, const KIntegratorType *failed)
{
    int none = 1;
    if (failed == &integrator_bdf)
        return &integrator_cvode;
    if (!s->run->code.step && s->sink && s->sink->inlined && s->o->fallback)
        none = s->sink->inlined(s->sink->arg, s->m);
    if (none < 0)
        return NULL;
    if (!none) {
        s->model = s->run->model;
        free(s->begun);
        s->begun = malloc((size_t)s->model->nv * sizeof *s->begun);
        if (!s->begun || !crossing_extend(s->crossing) || !block_open(s->m))
            return NULL;
    }
    return s->run->code.step ? &integrator_bdf : &integrator_cvode;
}

/* Takes a method for stiff models instead of the one that found it stiff, or that failed. */
static int change_method(Sim *s)
{
    KIntegrator *old = s->in;
    const KIntegratorType *failed = old->stiff ? NULL : old->type;
    s->in = NULL;
    if (!failed)
        snprintf(s->stats->why, sizeof s->stats->why, "stiff from time %.4g on", s->t);
    else
        snprintf(s->stats->why, sizeof s->stats->why, "%s could not go on at time %.4g",
                 failed->name, s->t);
    if (!s->restart)
        old->type->interpolate(old, s->t);
    old->type->count(old, s->stats);
    old->type->close(old);
    s->restart = true;
    int result = code_rhs(s->m);
    const KIntegratorType *next = result ? NULL : stiff_method(s, failed);
    if (!result && (!next || !(s->in = next->open(s->m, s->o))))
        result = -1;
    pulses_close(&s->pulses); /* the step of the method has brought more variables */
    if (!result && !pulses_open(&s->pulses, s->m, s->o->tolerance))
        result = -1;
    pulses_begin(&s->pulses, s->t, s->span / LOOKS);
    return result;
}

/* A step of the integrator that is there, first where it begins anew if `restart` says so. */
static int try_step(Sim *s, double tstop)
{
    int result = 0;
    if (s->restart)
        memcpy(s->begun, s->m->v, (size_t)s->model->nv * sizeof *s->begun);
    if (s->restart)
        result = s->in->type->restart(s->in);
    s->restart = false;
    return result ? result : s->in->type->step(s->in, tstop, &s->step_end);
}

/* ---- Equations that have a value only while a relation holds ----
 *
 * The root of a level that is guarded by `if level > 0` has no value where that is about to change,
 * and the relation keeps its value until the event: no step is small enough. That is the event. */

/* Has a relation changed for the states there are? Equations need not have a value. */
static bool is_beyond(Sim *s)
{
    KInst *m = s->m;
    s->run->trial = true;
    (void)code_rhs(m);
    bool beyond =
        s->crossing->n && !code_call(m, s->run->code.cross) && crossing_beyond(s->crossing);
    s->run->trial = false;
    failure_clear(m);
    return beyond;
}

/* The event at t, with the states there are. */
static int leave_domain(Sim *s, double t)
{
    int result;
    passing_forget(&s->passing);
    step_changed(s->m);
    if ((result = check_chattering(s, t, false)) || (result = settle_event(s, t)))
        return result;
    s->restart = true;
    s->step_end = t;
    return 0;
}

/* The states at s->t, from where a step has failed; and, if equations have a value there, with
 * `ahead` on by their derivatives, as far as instants are not told apart. */
static bool place_at_begin(Sim *s, bool fresh, bool ahead)
{
    KInst *m = s->m;
    const KModel *model = s->model;
    m->time = s->t;
    if (fresh)
        memcpy(m->v, s->begun, (size_t)model->nv * sizeof *s->begun);
    else
        s->in->type->interpolate(s->in, s->t);
    kept_guess(s);
    s->run->trial = true;
    bool good = !code_relations(m);
    s->run->trial = false;
    for (int i = 0; i < model->nstates && good && ahead; i++)
        m->v[model->state[i]] += 4 * s->close * m->v[model->der[i]];
    return good;
}

/* The integrator cannot leave s->t. Positive: not for that reason. */
static int leave_ahead(Sim *s, bool fresh)
{
    KFailure failure = s->run->failure;
    bool good = place_at_begin(s, fresh, true);
    if (!is_beyond(s)) {
        s->run->failure = failure;
        return 1;
    }
    if (good && s->t > s->t_row) {
        int result = place_at_begin(s, fresh, false) ? row(s) : -1;
        if (result)
            return result;
        place_at_begin(s, fresh, true);
    }
    return leave_domain(s, s->t);
}

/* Evaluation has failed at t, inside of a step. */
static int leave_point(Sim *s, double t)
{
    int result = leave_branch(s);
    if (!result || !s->crossing->n || s->model->nsets)
        return result;
    KFailure failure = s->run->failure;
    double lo = s->t, hi = t;
    find_begin(s, s->t, &lo, &hi);
    s->in->type->interpolate(s->in, hi);
    if (!is_beyond(s)) {
        s->run->failure = failure;
        return result;
    }
    if (!examine_inside(s, lo) && lo > s->t_row && (result = row(s)))
        return result;
    s->in->type->interpolate(s->in, hi);
    return leave_domain(s, hi);
}

/* A step of the integrator. Where it fails a method for stiff models goes on, if the caller left
 * the choice, CVODE the last: IDA has only its own Newton iteration for the algebraic equations,
 * explicit methods may be too slow in seeing that a model is stiff, the equations of an inlined
 * step may be worse conditioned than those of the model. */
static int integrator_step(Sim *s, double tstop)
{
    for (;;) {
        KInst *m = s->m;
        bool fresh = s->restart, last = s->in->type == &integrator_cvode;
        int result = try_step(s, tstop);
        if (s->run->exhausted)
            return -1;
        if (result < 0 && !leave_branch(s))
            return 0;
        int left = result < 0 ? leave_ahead(s, fresh) : 1;
        if (left <= 0)
            return left;
        if (result >= 0 || !s->choice || last)
            return result;
        failure_clear(m);
        s->restart = fresh;
        m->time = s->t;
        if (fresh)
            memcpy(m->v, s->begun, (size_t)s->model->nv * sizeof *s->begun);
        bool ida = s->in->type == &integrator_ida;
        if (change_method(s))
            return -1;
        if (ida)
            run_message(m, K_MSG_INFO,
                        "at time %g ida cannot solve the equations of a step: %s goes on", s->t,
                        s->in->type->name);
    }
}

/* A run that has so far to go with steps that do not become longer will not end. */
static int count_step(Sim *s)
{
    long limit = s->o->max_steps > 0 ? s->o->max_steps : max_steps_default;
    if (++s->steps > limit) {
        char why[900] = "";
        Text text = {why, sizeof why};
        text_jumps(&text, s->m, false);
        failure_format(s->m, "more than %ld steps without an event%s", limit, why);
        return -1;
    }
    if (s->steps == PACE_STEPS)
        s->t_pace = s->t;
    if (s->steps != 2 * PACE_STEPS)
        return 0;
    double first = s->t_pace - s->t_event, pace = (s->t - s->t_pace) / PACE_STEPS;
    double left = (s->o->stop - s->t) / pace;
    if (pace * PACE_STEPS > 2 * first)
        return 0;
    char why[900] = "";
    Text text = {why, sizeof why};
    if (left < hopeless * (double)limit) {
        text_jumps(&text, s->m, true);
        if (*why)
            run_message(s->m, K_MSG_WARNING,
                        "at time %g: the solution needs steps of about %.2g without an event%s",
                        s->t, pace, why);
        return 0;
    }
    text_jumps(&text, s->m, false);
    failure_format(s->m,
                   "the solution needs steps of about %.2g, %.2g of them up to time %g: the run "
                   "would not end%s",
                   pace, left, s->o->stop, why);
    return -1;
}

/* Where the next step ends at the latest: where the slope of an input changes, or a function of
 * time does what a step of this length would not see. */
static double step_limit(Sim *s, double tstop)
{
    double bend = inputs_bend(s->m, s->t, s->close);
    double last = s->step_end - s->begin;
    s->stride = s->step_end < s->limit ? last : fmax(last, s->stride);
    tstop = fmin(tstop, bend);
    double stop =
        s->restart ? s->t + s->pulses.part : pulses_stop(&s->pulses, s->in, s->t, s->stride, tstop);
    return stop < tstop - s->close ? fmax(stop, s->t + s->close) : tstop;
}

static int take_step(Sim *s)
{
    double tstop = fmin(s->next, s->until);
    s->shrinks = 0;
    s->close = event_close(s->t, s->span);
    s->skip = tstop - s->t <= s->close;
    if (s->skip) {
        if (!s->restart)
            s->in->type->interpolate(s->in, s->t);
        s->step_end = tstop;
        s->restart = true;
        return 0;
    }
    int result = s->in->may_change && s->in->stiff ? change_method(s) : 0;
    if (!s->restart && s->kept.n)
        s->in->type->interpolate(s->in, s->t);
    kept_take(s);
    if (s->o->method < K_EULER)
        tstop = step_limit(s, tstop);
    s->begin = s->t;
    s->limit = tstop;
    if (!result)
        result = integrator_step(s, tstop);
    if (!result) {
        failure_clear(s->m);
        result = progress(s);
    }
    return result ? result : count_step(s);
}

/* Evaluates at *t. Where that fails an event may lie before: tries nearer points. */
static int evaluate_or_shrink(Sim *s, double *t)
{
    int result;
    while ((result = evaluate_at(s, *t)) > 0 && s->shrinks++ < SHRINKS) {
        *t = s->t + 0.5 * (*t - s->t);
        kept_guess(s);
    }
    return result;
}

/* Is anything asked of the end of a step, as such? */
static bool ends_matter(const Sim *s)
{
    return s->crossing->n > 0 || s->model->ndelays > 0 || s->run->code.check ||
           s->o->intervals <= 0 || s->kept.n > 0 || s->model->nsets > 0 || s->poles.n > 0;
}

/* No event before t: it is accepted. */
static int accept(Sim *s, double t)
{
    bool end = t >= s->step_end, output = s->tout <= t + s->close;
    bool rows_at_steps = s->o->intervals <= 0;
    int result;
    crossing_accept(s->crossing, t);
    s->reach = fmin(s->look, 4 * s->reach);
    if (s->next <= t + s->close && t >= fmin(s->next, s->until))
        return event_at(s, t, true);
    bool write = output || (end && rows_at_steps), check = (end || write) && s->run->code.check;
    if ((check || write || s->model->ndelays) && (result = examine_at(s, t, check)))
        return s->skip ? result : stop_where_it_begins(s, s->t, t);
    s->t = t;
    result = write ? row(s) : 0;
    pass_output(s, t);
    if (!result && s->ratio > 0)
        result = choose_states(s);
    if (s->restart)
        s->step_end = t;
    kept_take(s);
    if (!result && s->model->ndelays && !(result = delay_record(s->m, false)) && end)
        result = find_next_time(s); /* a delay that varies moves the jumps that come out of it */
    return result;
}

/* At the end of an inlined step, t, nothing but relations and divisors is looked at, and none of
 * them is near a change: the values that the step has left do for that, rhs need not be solved. */
static bool ends_quietly(Sim *s, double t)
{
    KInst *m = s->m;
    double ahead = t + s->close;
    if (t != s->step_end || m->time != t || !s->in->solved || s->skip || s->tout <= ahead ||
        s->next <= ahead || s->o->stop <= ahead || s->o->intervals <= 0 || s->run->code.check ||
        s->model->nsets || s->model->ndelays || !poles_far(&s->poles, t))
        return false;
    s->run->trial = true;
    int result = code_call(m, s->run->code.aside);
    if (!result)
        result = code_call(m, s->run->code.cross);
    s->run->trial = false;
    if (result)
        failure_clear(m);
    return !result && crossing_far(s->crossing);
}

/* Goes on to the next point of interest, or to an event before it. */
static int advance(Sim *s)
{
    int result = 0;
    if (s->t >= s->step_end) {
        result = take_step(s);
        if (result || (s->restart && !s->skip))
            return result; /* failed, or another branch was taken */
    }
    double t = fmin(fmin(s->step_end, s->t + s->reach), fmin(s->tout, s->next));
    if (s->next - t <= s->close && s->next <= s->step_end)
        t = s->next;
    else if (s->step_end - t <= s->close)
        t = s->step_end;
    if (t < fmin(s->tout, s->next) - s->close && !ends_matter(s)) {
        s->t = t;
        return 0;
    }
    bool quiet = ends_quietly(s, t);
    if (!quiet && (result = evaluate_or_shrink(s, &t)))
        return result > 0 && !s->skip ? leave_point(s, t) : result;
    if (s->model->nsets && (result = stay_near_choice(s, &t)))
        return result;
    if (s->model->nsets && ((result = check_states(s, &t)) || (s->restart && !s->skip)))
        return result;
    double found;
    if (!s->skip && crossing_search(s->crossing, s->in, t, s->close, &found) &&
        !(s->next - found <= s->close && t == s->next) &&
        s->o->stop - found >
            s->close) { /* rounding decides whether it comes before the stop: after */
        /* Just after an event relations may still be lost in rounding errors: goes out of them. */
        found = fmax(found, fmin(t, s->t_event + 0.5 * s->close));
        return event_at(s, found, false);
    }
    if (s->m->time != t && (result = evaluate_at(s, t)))
        return result;
    bool watched =
        s->model->nsets && s->sets.room < passing_room(s); /* divisors vanish with pivots */
    if (!quiet && !s->skip && !watched && (result = poles_check(&s->poles, s->in, s->t, t)))
        return result;
    if (!quiet)
        digits_check(&s->digits, poles_small(&s->poles, FAR_PIVOTS));
    return accept(s, t);
}

/* ---- Begin and end ---- */

static int open_run(Sim *s)
{
    KInst *m = s->m;
    if (!(s->in = method_of(s)->open(m, s->o)))
        return -1;
    const char *why = s->model->nstates == 0   ? "no states"
                      : s->o->method == K_AUTO ? "not stiff"
                      : s->o->method == K_IDA  ? "nonlinear equations for derivatives"
                                               : "";
    if (s->o->fallback || s->o->method == K_AUTO)
        snprintf(s->stats->why, sizeof s->stats->why, "%s", why);
    s->in->may_change = s->o->method == K_AUTO;
    s->choice = s->in->may_change || (s->o->fallback && s->o->method == K_IDA);
    s->begun = malloc((size_t)s->model->nv * sizeof *s->begun + 1);
    s->crossing = crossing_new(m);
    if (!s->begun || !s->crossing || !watch_open(s) || !kept_open(s) || !sets_open(&s->sets, m) ||
        !passing_open(&s->passing, m) || !bounds_open(&s->bounds, s->model) ||
        !poles_open(&s->poles, m) || !digits_open(&s->digits, m) ||
        !pulses_open(&s->pulses, m, s->o->tolerance) || !block_open(m)) {
        failure_format(m, "memory is exhausted");
        return -1;
    }
    return 0;
}

/* Time events by the million. */
static void warn_of_samples(const Sim *s)
{
    for (int i = 0; i < s->model->nsamples; i++) {
        double interval = s->run->sample_interval[i], n = s->span / interval;
        const KTexts *texts = n >= MANY_EVENTS ? k_texts(s->model) : NULL;
        const KEquation *e = texts ? k_equation(texts, texts->sample, i) : NULL;
        char text[500] = "sample";
        Text t = {text, sizeof text};
        if (e) {
            text_add(&t, "%s", e->text);
            text_place(&t, e->place);
        }
        if (n >= MANY_EVENTS)
            run_message(s->m, K_MSG_WARNING,
                        "%s: an interval of %g gives %.2g events until time %g; is that meant?",
                        text, interval, n, s->o->start + s->span);
    }
}

static int begin(Sim *s)
{
    KInst *m = s->m;
    s->t = s->o->start;
    s->span = s->o->span > 0 ? s->o->span : s->o->stop - s->o->start;
    s->until = s->o->stop;
    s->close = event_close(s->t, s->span);
    s->tout = s->t;
    failure_clear(m);
    if (!isfinite(s->span)) {
        failure_format(m, "the time from %g to %g is too long for numbers", s->o->start,
                       s->o->stop);
        return -1;
    }
    int result = s->o->resume ? 0 : init_run(m, s->o->start, s->close);
    s->initialized = s->run->started = !result;
    m->live = m->initial = m->terminal = 0;
    s->run->trial = false;
    if (!result)
        result = code_relations(m);
    if (!result)
        result = open_run(s);
    if (!result && crossing_synchronize(s->crossing, false))
        result = crossing_settle(s->crossing);
    if (!result && sets_choose(&s->sets))
        result = code_rhs(m);
    if (!result)
        result = complete(s, true, true);
    if (result)
        return result;
    warn_of_samples(s);
    s->t = s->t_event = s->step_end = m->time;
    s->restart = true;
    s->tout = k_output_time(s->o, 0);
    pass_output(s, s->t);
    crossing_hold(s->crossing);
    poles_begin(&s->poles);
    bool looking = s->crossing->n || s->model->ndelays || s->model->nsets;
    s->look = looking ? s->span / LOOKS : INFINITY;
    s->reach = s->look / 64;
    pulses_begin(&s->pulses, s->t, s->span / LOOKS);
    return find_next_time(s);
}

static bool has_changed(const Sim *s, const double *before, bool switched)
{
    const double *v = s->m->v;
    for (int i = 0; i < s->model->ndiscrete; i++)
        if (before[s->model->discrete[i]] != v[s->model->discrete[i]])
            return true;
    return (switched || s->run->code.asks_terminal) &&
           memcmp(before, v, (size_t)s->model->nv * sizeof *v) != 0;
}

/* terminal() is true in one last event; a row is added if it changes anything, or a relation does
 * that becomes true just here. */
static int finish(Sim *s)
{
    KInst *m = s->m;
    if (!s->run->code.event)
        return 0;
    bool switched = crossing_end(s->crossing);
    event_store_pre(m);
    size_t size = (size_t)s->model->nv * sizeof(double);
    double *before = malloc(size + 1);
    if (before)
        memcpy(before, m->v, size);
    m->terminal = 1;
    int result = event_iterate(m);
    if (!result && switched)
        result = code_relations(m);
    if (!result && before && has_changed(s, before, switched) && !(result = code_rhs(m)))
        result = complete(s, false, true);
    free(before);
    m->terminal = 0;
    return result;
}

static void report(Sim *s, int result)
{
    KInst *m = s->m;
    KStats *stats = s->stats;
    stats->end_time = s->t;
    stats->evaluations = s->run->evaluations;
    stats->pivoted = s->run->pivoted;
    memcpy(stats->factored, s->run->factored, sizeof stats->factored);
    stats->terminated = s->run->terminate;
    stats->method = s->in ? s->in->type->name : "";
    if (s->in)
        s->in->type->count(s->in, stats);
    if (result) {
        char text[3000];
        double t = s->run->failure.kind == FAIL_NONE ? s->t : s->run->failure.time;
        if (!*failure_text(m, text, sizeof text)) {
            static const char unknown[] = "the equations cannot be evaluated";
            snprintf(text, sizeof text, unknown);
            k_add_code(text, sizeof text, unknown);
        }
        const char *what = s->initialized ? "" : "initialization failed ";
        snprintf(stats->message, sizeof stats->message, "%sat time %g: %.2900s", what, t, text);
        run_message(m, K_MSG_ERROR, "%s", stats->message);
    } else if (s->run->terminate) {
        snprintf(stats->message, sizeof stats->message, "%s", s->run->terminate_text);
        run_message(m, K_MSG_INFO, "terminated at time %g: %s", s->t, s->run->terminate_text);
    }
}

/* Everything but the instance. */
static void close_run(Sim *s)
{
    if (s->in)
        s->in->type->close(s->in);
    crossing_free(s->crossing);
    free(s->begun);
    free(s->watch.var);
    free(s->watch.noise);
    s->run->guess = (KGuess){0};
    free(s->kept.var);
    free(s->kept.value);
    sets_close(&s->sets);
    passing_close(&s->passing);
    bounds_close(&s->bounds);
    poles_close(&s->poles);
    digits_close(&s->digits);
    pulses_close(&s->pulses);
    s->run->sink = NULL;
}

static void count_anew(KInst *m, KStats *stats)
{
    *stats = (KStats){0};
    m->run->evaluations = m->run->pivoted = 0;
    memset(m->run->factored, 0, sizeof m->run->factored);
}

int k_simulate(KInst *m, const KOptions *options, const KSink *sink, KStats *stats)
{
    Sim s = {
        .m = m, .run = m->run, .model = m->run->model, .o = options, .sink = sink, .stats = stats};
    s.restart = true;
    count_anew(m, stats);
    m->run->sink = sink;
    int result = begin(&s);
    while (!result && s.t < options->stop && !m->run->terminate)
        result = advance(&s);
    if (!result)
        result = finish(&s);
    else if (s.initialized && s.in)
        explain_end(&s);
    report(&s, result);
    close_run(&s);
    return result ? -1 : 0;
}

/* ---- In parts ---- */

KSim *k_sim_open(KInst *m, const KOptions *options, KStats *stats)
{
    Sim *s = malloc(sizeof *s);
    if (!s) {
        failure_format(m, "memory is exhausted");
        return NULL;
    }
    *s = (Sim){.m = m, .run = m->run, .model = m->run->model, .o = options, .stats = stats};
    s->restart = true;
    count_anew(m, stats);
    if (!begin(s))
        return s;
    report(s, -1);
    k_sim_close(s);
    return NULL;
}

int k_sim_advance(KSim *s, double until)
{
    int result = 0;
    s->until = until;
    while (!result && s->t < until && !s->run->terminate && !s->due)
        result = advance(s);
    if (!result && !s->due && s->m->time != s->t && !(result = evaluate_at(s, s->t)))
        result = examine(s, false);
    if (result)
        explain_end(s);
    report(s, result);
    return result ? -1 : 0;
}

int k_sim_changed(KSim *s)
{
    step_changed(s->m);
    s->restart = true;
    s->step_end = s->t;
    s->in->same_course = false;
    int result = settle_event(s, s->t);
    if (result)
        report(s, result);
    return result ? -1 : 0;
}

void k_sim_pause(KSim *s, KPause where)
{
    s->pause = where;
}

bool k_sim_due(const KSim *s)
{
    return s->due;
}

double k_sim_next(const KSim *s)
{
    return s->next;
}

int k_sim_event(KSim *s, bool changed)
{
    bool due = s->due, by_time = !due && s->next <= s->t + s->close;
    KPause pause = s->pause;
    if (!due && !by_time)
        return changed ? k_sim_changed(s) : 0;
    s->due = false;
    s->pause = K_PAUSE_NOWHERE;
    int result = due ? pass_event(s, s->t_due) : event_at(s, s->t, true);
    s->pause = pause;
    if (!result && changed) {
        s->restart = true;
        s->step_end = s->t;
    }
    if (result)
        report(s, result);
    return result ? -1 : 0;
}

void k_sim_close(KSim *s)
{
    if (!s)
        return;
    close_run(s);
    free(s);
}
