/* scheduled.c - input clocks of FMUs. In Scheduled Execution their partitions are activated one
 * after the other, and nothing is interrupted; in Model Exchange and Co-Simulation they tick in
 * Event Mode.
 *
 * Clocks with an interval tick by it; triggered ones where a column of the inputs is not 0;
 * countdown clocks when the FMU has said how long they take. What ticks at one time is activated by
 * priority. A list of clocks is searched for the next tick: linear for each. */
#include "fmi/fmi_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Clock {
    const FmuVariable *v;
    double next, first, interval; /* infinite: it does not tick by itself */
    long count;
} Clock;

typedef struct Schedule {
    Loaded *l;
    int n;
    Clock *clock;
    double at; /* where ticks are counted, */
    int ticks; /* and how many */
} Schedule;

/* The interval that the FMU says, if it is a new one. */
static int ask_interval(Loaded *l, const FmuVariable *v, double *interval, bool *changed)
{
    fmi3IntervalQualifier qualifier = fmi3IntervalNotYetKnown;
    int code = loaded_interval(l, v, interval, &qualifier);
    *changed = !code && qualifier == fmi3IntervalChanged;
    return code;
}

static int open_clock(Schedule *s, Clock *c, double start)
{
    const FmuVariable *v = c->v;
    bool changed = false;
    int code = 0;
    c->next = c->interval = INFINITY;
    if (v->clock == FK_PERIODIC) {
        c->interval = v->interval;
        if (!(c->interval > 0))
            code = ask_interval(s->l, v, &c->interval, &changed);
        c->first = c->next = start + v->shift;
    } else if (v->clock == FK_COUNTDOWN) {
        double wait = 0;
        code = ask_interval(s->l, v, &wait, &changed);
        if (changed)
            c->next = start + wait;
    }
    if (!code && v->clock == FK_PERIODIC && !(c->interval > 0)) {
        s->l->message(s->l->arg, K_MSG_ERROR, "a clock of the FMU has no interval");
        code = -1;
    }
    return code;
}

Schedule *schedule_new(Loaded *l, double start)
{
    FmuFile *f = l->f;
    Schedule *s = ARENA_NEW(f->a, Schedule);
    *s = (Schedule){.l = l, .clock = ARENA_ARRAY(f->a, Clock, f->var.n + 1)};
    for (int i = 0; i < f->var.n; i++)
        if (f->var.v[i].type == FT_CLOCK && f->var.v[i].cause == FC_INPUT &&
            f->var.v[i].alias_of < 0) {
            int at = s->n++; /* the most urgent first */
            while (at > 0 && s->clock[at - 1].v->priority > f->var.v[i].priority) {
                s->clock[at] = s->clock[at - 1];
                at--;
            }
            s->clock[at] = (Clock){.v = &f->var.v[i]};
        }
    for (int i = 0; i < s->n; i++)
        if (open_clock(s, &s->clock[i], start))
            return NULL;
    return s;
}

double schedule_next(const Schedule *s)
{
    double next = INFINITY;
    for (int i = 0; i < s->n; i++)
        next = fmin(next, s->clock[i].next);
    return next;
}

bool fmu_has_clocks(const FmuFile *f)
{
    for (int i = 0; i < f->var.n; i++)
        if (f->var.v[i].type == FT_CLOCK && f->var.v[i].cause == FC_INPUT)
            return true;
    return false;
}

int schedule_ask(Schedule *s, double t)
{
    int code = 0;
    for (int i = 0; i < s->n && !code; i++) {
        double wait = 0;
        bool changed = false;
        if (s->clock[i].v->clock != FK_COUNTDOWN)
            continue;
        code = ask_interval(s->l, s->clock[i].v, &wait, &changed);
        if (changed)
            s->clock[i].next = t + wait;
    }
    return code;
}

static bool is_due(const Clock *c, double t, double close)
{
    return c->next <= t + close;
}

static void pass(Clock *c)
{
    c->count++;
    c->next = c->v->clock == FK_PERIODIC ? c->first + (double)c->count * c->interval : INFINITY;
}

/* Countdowns of 0 may follow each other, but not for ever. */
static int count_tick(Schedule *s, const Clock *c, double t)
{
    enum { MOST = 10000 };
    char text[300];
    s->ticks = s->at == t ? s->ticks + 1 : 1;
    s->at = t;
    if (s->ticks <= MOST)
        return 0;
    snprintf(text, sizeof text,
             "clocks of the FMU have ticked %d times at time %g, `%.100s` the last of them: its "
             "interval is 0 again and again",
             MOST, t, c->v->name);
    s->l->message(s->l->arg, K_MSG_ERROR, text);
    return -1;
}

int schedule_tick(Schedule *s, double t, bool (*triggered)(const FmuVariable *clock, double t))
{
    double close = 1e-12 * fmax(1, fabs(t));
    int code = 0;
    for (int i = 0; i < s->n; i++)
        if (s->clock[i].v->clock == FK_TRIGGERED && triggered(s->clock[i].v, t))
            s->clock[i].next = t;
    for (int i = 0; i < s->n && !code;) {
        Clock *c = &s->clock[i++];
        if (!is_due(c, t, close))
            continue;
        pass(c);
        if (!(code = count_tick(s, c, t)))
            code = loaded_activate(s->l, c->v, t);
        if (!code && s->l->se)
            code = schedule_ask(s, t);
        i = 0; /* what has become due in between may be more urgent */
    }
    return code;
}
