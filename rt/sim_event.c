/* sim_event.c - an event of the run: the point before it, what happens, the point after it. */
#include "rt/inputs.h"
#include "rt/sim_internal.h"
#include "rt/step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int sim_find_next_time(Sim *s)
{
    double now = s->m->time, by_model, by_sample = fmin(samples_next(s->m), delay_next(s->m));
    by_sample = fmin(by_sample, inputs_next(s->m));
    int result = code_next_time(s->m, &by_model);
    s->next = fmin(by_model, by_sample);
    s->next_by_relation = by_model < by_sample;
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

int sim_settle_event(Sim *s, double t)
{
    int result;
    s->t = s->t_event = t;
    s->steps = 0;
    if ((result = crossing_settle(s->crossing)) ||
        (!s->choose_later && !s->method && (result = sim_choose_states(s))))
        return result;
    if ((result = sim_complete(s, true, true)))
        return result;
    crossing_hold(s->crossing);
    poles_begin(&s->poles);
    s->reach = s->look / 64;
    sim_pass_output(s, t);
    pulses_begin(&s->pulses, t, s->span / LOOKS);
    return sim_find_next_time(s);
}

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
    bool due = !code_relations(m, K_TRIAL) && crossing_due(s->crossing);
    if (due)
        return 0;
    failure_clear(m);
    for (int i = 0; i < model->nstates; i++)
        m->v[model->state[i]] = s->watch.mid[i];
    return code_relations(m, K_POINT);
}

/* Whether what has just failed has values if relations are what they are here: one that is less
 * than its rounding errors beyond its event keeps what it was, but the root of a number needs no
 * more to have no value. */
static bool fails_by_rounding(Sim *s)
{
    size_t n = (size_t)s->model->nrel;
    unsigned char *kept = n ? malloc(n) : NULL;
    if (!kept)
        return false;
    KFailure failure = s->run->failure;
    memcpy(kept, s->m->rel, n);
    bool well = !sim_examine(s, true, K_LIVE | K_TRIAL);
    memcpy(s->m->rel, kept, n);
    s->run->failure = failure;
    free(kept);
    return well;
}

/* At an event that was searched for, relations still are as before it: what they keep from being
 * evaluated, as the root of a number that is negative by rounding, has no value on this side. */
static bool has_value_before(Sim *s, double t)
{
    if (sim_examine_inside(s, s->t + 0.5 * (t - s->t)) && !fails_by_rounding(s))
        return false;
    failure_clear(s->m);
    return sim_evaluate(s, t) == 0;
}

/* Whether an assertion fails before the event at t, where everything has been evaluated as it is
 * before it: at *before, where what makes the event itself does not matter yet. */
static bool fails_before(Sim *s, double t, double *before)
{
    *before = t - 4 * s->close;
    if (s->skip || !s->run->code.check || !(*before > s->t))
        return false;
    int result = sim_examine(s, true, K_TRIAL);
    if (!result)
        return false;
    bool fails = sim_examine_inside(s, *before) && !fails_by_rounding(s);
    failure_clear(s->m);
    return fails;
}

int sim_event_at(Sim *s, double t, bool by_time)
{
    double before;
    int result;
    if (by_time) {
        s->stats->time_events++;
        pace_time_event(s, t);
    } else if ((result = pace_event(s, t, false)))
        return result;
    else
        pace_accumulation(s);
    step_changed(s->m);
    watch_ahead(s, t);
    bool has_row = fabs(t - s->t_row) <= s->close;
    if ((result = sim_evaluate(s, t)))
        return result;
    if (!has_row && fails_before(s, t, &before))
        return sim_stop_where_it_begins(s, s->t, before);
    if (s->m->time != t && (result = sim_evaluate(s, t)))
        return result;
    if (!has_row && (result = sim_examine_at(s, t, false))) {
        if (s->skip || by_time || !has_value_before(s, t))
            return s->skip ? result : sim_stop_where_it_begins(s, s->t, t);
        has_row = true;
    }
    if ((!has_row && (result = sim_row(s))) || (result = delay_record(s->m, false)))
        return result;
    watch_take(s, s->watch.now);
    if (by_time && (result = meet_crossings(s)))
        return result;
    if (!s->skip && (s->pause == K_PAUSE_EVERYWHERE || (s->pause && t >= s->until - s->close))) {
        s->due = true;
        s->t_due = t;
        return 0;
    }
    return sim_pass_event(s, t);
}

/* What is due at t happens. */
static int sim_fire_event(Sim *s, double t)
{
    samples_fire(s->m, t, s->close);
    inputs_pass(s->m, t, s->close);
    delay_pass(s->m, s->close);
    return sim_settle_event(s, t);
}

int sim_pass_event(Sim *s, double t)
{
    s->restart = s->in->same_course = false;
    s->choose_later = true;
    int result = sim_fire_event(s, t);
    s->choose_later = false;
    if (result || (result = watch_decide(s, t, &s->restart)))
        return result;
    if (s->model->nsets && !s->method && (result = sim_choose_states(s)))
        return result;
    if (s->restart)
        s->step_end = t;
    return sim_progress(s);
}
