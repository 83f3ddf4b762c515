/* sim_pace.c - runs that do not get on: events by the million, relations that change again and
 * again, events that accumulate, steps that do not become longer. */
#include "rt/analyse.h"
#include "rt/sim_internal.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const long max_steps_default = 100000000;

/* Derivatives with the modes of relations as they are; `through`: what changes at events follows
 * them too. */
static int derivatives(KInst *m, bool through)
{
    int result = through ? code_call(m, m->run->code.event, K_POINT) : code_rhs(m, K_POINT);
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

static const KEquation *relation_text(const Sim *s, int relation)
{
    const KTexts *texts = k_texts(s->model);
    return texts ? k_equation(texts, texts->relation, relation) : NULL;
}

/* A parameter, or what follows from parameters alone. */
static bool is_fixed(const Sim *s, int var)
{
    const KTexts *texts = k_texts(s->model);
    const KEquation *e = k_equation(texts, texts->defining, var);
    bool all = e && e->nvars > 1 && !s->run->is_parameter[var];
    for (int i = 0; all && i < s->model->ndiscrete; i++)
        all = s->model->discrete[i] != var; /* (its equation has its last value in it) */
    for (int i = 0; all && i < e->nvars; i++)
        all = e->var[i] == var || s->run->is_parameter[e->var[i]];
    return all || s->run->is_parameter[var];
}

/* A relation of `time` with something that changes: it can become true again. */
static bool comes_again(const Sim *s, int relation)
{
    const KEquation *e =
        s->model->rel_time && s->model->rel_time[relation] ? relation_text(s, relation) : NULL;
    for (int i = 0; e && i < e->nvars; i++)
        if (!is_fixed(s, e->var[i]))
            return true;
    return false;
}

/* What made the last time event, as far as it is the only one that can; -1: it is not known. */
static int time_relation(const Sim *s)
{
    int found = -1;
    for (int i = 0; i < s->model->nrel; i++)
        if (comes_again(s, i)) {
            if (found >= 0 && strcmp(relation_text(s, found)->text, relation_text(s, i)->text))
                return -1;
            found = i;
        }
    return found;
}

/* A relation in words, and where its values come from, first those that are fixed: the time between
 * events is one of them. */
static void describe(const Sim *s, int relation, Text *t, Text *from)
{
    enum { MOST = 3 };
    const KEquation *e = relation < 0 ? NULL : relation_text(s, relation);
    if (relation < 0)
        text_add(t, "`time` in conditions");
    else
        text_relation(t, s->model, relation);
    for (int pass = 0, n = 0; pass < 2; pass++)
        for (int i = 0; e && i < e->nvars && n < MOST; i++)
            if (is_fixed(s, e->var[i]) == !pass) {
                text_source(from, s->m, e->var[i]);
                n++;
            }
}

/* Parameters of 0 in a relation: the width of a hysteresis that is none. */
static void add_zeros(const Sim *s, int relation, Text *t)
{
    const KEquation *e = relation_text(s, relation);
    for (int i = 0; e && i < e->nvars; i++)
        if (s->run->is_parameter[e->var[i]] && s->m->v[e->var[i]] == 0)
            text_source(t, s->m, e->var[i]);
}

/* Events by the million, as far as those until now tell. */
static void warn_of_pace(Sim *s, double t, bool by_time)
{
    double expected = EVENTS_FOR_PACE * s->span / (t - s->o->start);
    char text[500] = "", fixed[900] = "";
    Text culprit = {text, sizeof text}, from = {fixed, sizeof fixed};
    int relation = by_time ? time_relation(s) : crossing_relation(s->crossing);
    if (!(expected >= MANY_EVENTS) || s->paced)
        return;
    if (by_time || relation >= 0)
        describe(s, relation, &culprit, &from);
    else
        crossing_describe(s->crossing, &culprit);
    s->paced = true;
    run_message(s->m, K_MSG_WARNING,
                "%s: %d %s events until time %g; about %.2g until time %g; is that meant?%s", text,
                EVENTS_FOR_PACE, by_time ? "time" : "state", t, expected, s->o->start + s->span,
                fixed);
}

/* A state that reinit puts back each time, and that moves on as before. */
static bool tell_put_back(Sim *s, int n, double first, double t, const char *culprit)
{
    KRun *run = s->run;
    char text[900] = "";
    Text moved = {text, sizeof text};
    if (!(run->moved_at >= first))
        return false;
    text_variable(&moved, s->model, run->last_moved);
    for (int i = 0; i < s->model->nstates; i++)
        if (s->model->state[i] == run->last_moved) {
            text_add(&moved, " to %g, and ", run->moved_to);
            text_variable(&moved, s->model, s->model->der[i]);
            text_add(&moved, " = %g", s->m->v[s->model->der[i]]);
            text_defining(&moved, s->model, s->model->der[i], " by ");
        }
    failure_format(
        s->m,
        "%d events in a time of %g: %s changes again and again\n  each time reinit sets %s "
        "drives it back at once: let reinit change what moves it too, as the speed that a "
        "stop ends, or let an `if` in the equation hold it there",
        n, t - first, culprit, text);
    return true;
}

/* When the oldest event was that is still known. */
static double note_event(Recent *r, double t, int by)
{
    long i = r->n++ % CHATTER_EVENTS;
    double first = r->at[i];
    r->at[i] = t;
    r->by[i] = by;
    return first;
}

/* What the relation of the last event drives, and parameters of 0 in it. */
static void add_chatter(Sim *s, Text *text)
{
    int relation = crossing_relation(s->crossing);
    if (relation >= 0) {
        add_sides(s, relation, text);
        add_zeros(s, relation, text);
    }
}

static void forget_events(Sim *s)
{
    for (int i = 0; i < CHATTER_EVENTS; i++)
        s->state_events.at[i] = -INFINITY;
}

static void warn_of_hysteresis(Sim *s, double t)
{
    char culprit[500], sides[900] = "";
    Text text = {culprit, sizeof culprit}, both = {sides, sizeof sides};
    crossing_describe(s->crossing, &text);
    add_chatter(s, &both);
    run_message(
        s->m, K_MSG_WARNING,
        "at time %g: %s changes again and again and stays next to its limit: from here on it "
        "changes a little beyond that, so that the run gets on%s\n  give the condition a "
        "hysteresis (one limit to become true, by `pre` another to become false), or replace the "
        "jump by a smooth function",
        t, culprit, sides);
}

/* How large the sides of a relation are: what the tolerance of the integration means for them. */
static double relation_scale(const Sim *s, int relation)
{
    const KEquation *e = relation_text(s, relation);
    double size = s->crossing->largest[relation];
    for (int i = 0; e && i < e->nvars; i++) {
        int var = e->var[i];
        double nominal = k_nominal_given(s->model, var) ? k_nominal(s->model, var) : LEAST_SIZE;
        if (!s->run->is_parameter[var] && isfinite(s->m->v[var]))
            size = fmax(size, fmax(fabs(s->m->v[var]), nominal));
    }
    return size;
}

/* The event at t is of a relation that rides on its limit, with events too close to get on
 * (`stands`: all of them are): it gets a hysteresis, or a wider one. (Not if reinit moves something
 * each time.) The user is told once of each. */
static bool loosen(Sim *s, double t, bool stands)
{
    KCrossing *c = s->crossing;
    int i = crossing_relation(c);
    double size = i < 0 ? 0 : relation_scale(s, i);
    double near = stands ? s->o->tolerance : fmin(RIDE_NEAR, s->o->tolerance);
    if (!crossing_rides(c, t, near * size) || s->run->moved_at >= c->from[i])
        return false;
    if (t - c->from[i] > RIDE_TIME * s->span) {
        c->rides[i] = 0;
        return false;
    }
    if (!crossing_loosen(c, sqrt(s->o->tolerance) * size))
        return false;
    if (!c->told[i])
        warn_of_hysteresis(s, t);
    c->told[i] = 1;
    forget_events(s);
    return true;
}

/* Why the run does not get on: *n events since *first; false: it does. */
static bool is_stuck(Sim *s, double t, bool branch, double *first, int *n)
{
    double since = s->t_many;
    *first = note_event(&s->state_events, t, s->crossing->culprit);
    *n = CHATTER_EVENTS;
    if (s->state_events.n == EVENTS_FOR_PACE && !branch)
        warn_of_pace(s, t, false);
    if (s->state_events.n % EVENTS_FOR_PACE == 0) {
        s->t_many = t;
        if (s->state_events.n > EVENTS_FOR_PACE && t - since < CHATTER_LONG * s->span) {
            *first = since;
            *n = EVENTS_FOR_PACE;
            return true;
        }
    }
    bool stands = s->stats->state_events >= CHATTER_EVENTS && t - *first <= CHATTER_TIME * s->span;
    if ((!branch && (!stands || s->loosened) && loosen(s, t, stands)) || !stands)
        return false;
    if (branch || s->loosened++ >= LOOSENED_TIMES)
        return true;
    s->crossing->nloose = CHATTER_EVENTS; /* iterations may be what changes them */
    s->m->run->chattered = true;
    forget_events(s);
    return false;
}

int pace_event(Sim *s, double t, bool branch)
{
    double first;
    int n;
    bool stuck = is_stuck(s, t, branch, &first, &n);
    s->stats->state_events++;
    if (!stuck)
        return 0;
    char culprit[500], sides[900] = "";
    Text text = {culprit, sizeof culprit}, both = {sides, sizeof sides};
    if (branch)
        text_add(&text, "the solution of a nonlinear system");
    else
        crossing_describe(s->crossing, &text);
    if (tell_put_back(s, n, first, t, culprit))
        return -1;
    if (!branch)
        add_chatter(s, &both);
    failure_format(
        s->m,
        "%d events in a time of %g: %s changes again and again%s\n  what holds on each side "
        "of it drives the model back to the other: give the condition a hysteresis (one limit "
        "to become true, by `pre` another to become false), or replace the jump by a smooth "
        "function",
        n, t - first, culprit, sides);
    return -1;
}

static long recent_event(const Recent *r, long back)
{
    return (r->n - 1 - back) % CHATTER_EVENTS;
}

/* Whether the intervals between every stride-th event, all made by one function, have shrunk so far
 * that their sum is as good as reached: those of many bodies do by chance. */
static bool intervals_vanish(const Sim *s, const Recent *r, int stride)
{
    double later = 0, rest = INFINITY;
    if (r->n <= VANISHING * stride)
        return false;
    for (int i = 0; i < VANISHING; i++) {
        long event = recent_event(r, i * stride), before = recent_event(r, (i + 1) * stride);
        double interval = r->at[event] - r->at[before];
        if (r->by[event] != r->by[before])
            return false;
        if (i > 0 && !(later < 0.99 * interval))
            return false;
        if (i == 1)
            rest = later * later / (interval - later);
        later = interval;
    }
    return rest <= VANISHED * s->span;
}

static bool accumulate(Sim *s, const Recent *r)
{
    enum { MOST_STRIDE = 4 }; /* two conditions in turn, each of which becomes true and false */
    bool now = false;
    for (int stride = 1; stride <= MOST_STRIDE && !s->accumulated && !now; stride++)
        now = intervals_vanish(s, r, stride);
    s->accumulated |= now;
    return now;
}

void pace_accumulation(Sim *s)
{
    char culprit[500];
    Text text = {culprit, sizeof culprit};
    if (!accumulate(s, &s->state_events))
        return;
    crossing_describe(s->crossing, &text);
    run_message(
        s->m, K_MSG_WARNING,
        "at time %g events come in ever shorter intervals: %s changes infinitely often in "
        "a finite time; what comes after is not described by the model: let a condition end "
        "it, as by a body that rests when it has become slow, or let a least time lie between two "
        "of them",
        s->t, culprit);
}

void pace_time_event(Sim *s, double t)
{
    char culprit[500] = "", fixed[900] = "";
    Text text = {culprit, sizeof culprit}, from = {fixed, sizeof fixed};
    if (!s->next_by_relation)
        return;
    note_event(&s->time_events, t, 0);
    if (s->time_events.n == EVENTS_FOR_PACE)
        warn_of_pace(s, t, true);
    if (!accumulate(s, &s->time_events))
        return;
    describe(s, time_relation(s), &text, &from);
    run_message(
        s->m, K_MSG_WARNING,
        "at time %g events come in ever shorter intervals: %s becomes true infinitely often in a "
        "finite time; what comes after is not described by the model: give the interval to the "
        "next event a least value, as by max(..., 1e-3)%s",
        t, culprit, fixed);
}

/* A run that will take long: what changes fastest, and a parameter that it is in inverse proportion
 * to, as a mass. */
static void tell_fast(const Sim *s, double pace, double left)
{
    static const double many = 1e8; /* steps: more than a minute of the fastest models */
    KInst *m = s->m;
    int fastest = -1;
    double most = 0;
    if (left < many || code_rhs(m, K_TRIAL)) {
        failure_clear(m);
        return;
    }
    for (int i = 0; i < s->model->nstates; i++) {
        int x = s->model->state[i];
        double rate = fabs(m->v[s->model->der[i]]) / fmax(fabs(m->v[x]), k_nominal(s->model, x));
        if (rate <= most)
            continue;
        most = rate;
        fastest = i;
    }
    if (fastest < 0)
        return;
    char text[1200] = "";
    Text t = {text, sizeof text};
    text_defining(&t, s->model, s->model->der[fastest], ", by ");
    Text before = t;
    text_add(&t, "\n  with ");
    int var = growth_hold_back(&t, m, fastest, 0);
    if (var >= 0)
        text_source(&t, m, var);
    else
        *before.at = 0;
    run_message(m, K_MSG_WARNING,
                "at time %g the solution needs steps of about %.2g, %.2g of them until time %g: %s "
                "changes fastest%s\n  is a parameter "
                "too small, or given in another unit?",
                m->time, pace, left, s->o->stop, k_state_name(m, fastest), text);
}

int pace_step(Sim *s)
{
    long limit = s->o->max_steps > 0 ? s->o->max_steps : max_steps_default;
    if (++s->steps > limit) {
        char why[900] = "";
        Text text = {why, sizeof why};
        text_jumps(&text, s->m, K_JUMPS_ALL);
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
    text_jumps(&text, s->m, K_JUMPS_OR_ENDS);
    if (left < (*why ? 1 : hopeless) * (double)limit) { /* at a jump the steps stay as they are */
        if (*why)
            run_message(s->m, K_MSG_WARNING,
                        "at time %g: the solution needs steps of about %.2g without an event%s",
                        s->t, pace, why);
        else if (!growth_tell_pace(&s->growth, s->m, pace))
            tell_fast(s, pace, left);
        return 0;
    }
    if (!*why)
        text_jumps(&text, s->m, K_JUMPS_ALL);
    failure_format(s->m,
                   "the solution needs steps of about %.2g, %.2g of them up to time %g: the run "
                   "would not end%s",
                   pace, left, s->o->stop, why);
    return -1;
}

/* Intervals that many times as long as the run were given in ms, with which the run has at least
 * one; a longer one means: never again. */
static const double far_beyond = 10, never = 1e3;

void pace_samples(Sim *s)
{
    for (int i = 0; i < s->model->nsamples; i++) {
        double interval = s->run->sample_interval[i], n = s->span / interval;
        bool rare = n > 0 && n <= 1 / far_beyond && n >= 1 / never;
        double first = s->run->sample_start[i],
               end = s->o->start + s->span; /* (much later means: never) */
        bool late = first > end && first <= never * fmax(fabs(end), s->span);
        const KTexts *texts = n >= MANY_EVENTS || rare || late ? k_texts(s->model) : NULL;
        const KEquation *e = texts ? k_equation(texts, texts->sample, i) : NULL;
        char text[500] = "sample";
        Text t = {text, sizeof text};
        if (e) {
            text_add(&t, "%s", e->text);
            text_place(&t, e->place);
        }
        s->paced |= n >= MANY_EVENTS;
        if (n >= MANY_EVENTS)
            run_message(s->m, K_MSG_WARNING,
                        "%s: an interval of %g gives %.2g events until time %g; is that meant?",
                        text, interval, n, s->o->start + s->span);
        if (late)
            run_message(s->m, K_MSG_INFO,
                        "%s: it begins at %g, after the end of the run at %g, and never acts; is "
                        "that meant?",
                        text, first, end);
        else if (rare)
            run_message(s->m, K_MSG_INFO,
                        "%s: its interval of %g is %.3g times the time of the run, %g: it acts "
                        "once at the most; is it given in "
                        "another unit, as ms?",
                        text, interval, interval / s->span, s->span);
    }
}
