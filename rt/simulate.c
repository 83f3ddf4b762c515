/* simulate.c - the run: steps, output points, events and restarts.
 *
 * The integrator's last step reaches from where it began to `step_end`. Inside it the run walks
 * from point to point - output points, time events, the step's end - and at each looks for
 * relations that have changed on the way (crossing.c). An event found is handled where it lies;
 * if states or derivatives jump, or would run differently up to the step's end, the integrator
 * begins anew from there, else the walk goes on with the same step. */
#include "rt/doubt.h"
#include "rt/idle.h"
#include "rt/inputs.h"
#include "rt/limits.h"
#include "rt/linear_policy.h"
#include "rt/sim_internal.h"
#include "rt/step.h"
#include "rt/texts.h"
#include "rt/windup.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_STEPS = 16 }; /* between looks at the clock, for progress */

int sim_progress(Sim *s)
{
    if (!s->sink || !s->sink->progress || s->ticks++ % CLOCK_STEPS)
        return 0;
    double clock = k_clock();
    if (clock - s->clock < 0.1)
        return 0;
    s->clock = clock;
    if (s->sink->progress(s->sink->arg, s->m, s->t)) {
        failure_format(s->m, "interrupted");
        s->run->failure.certain = true;
        return -1;
    }
    return 0;
}

/* The run cannot go on from s->t: is it the choice of states, or a pole? */
static void explain_end(Sim *s)
{
    KFailure failure = s->run->failure;
    if (!s->poles.g || !s->in || failure.certain) /* the set-up failed, or it is said already */
        return;
    if (!s->restart)
        s->in->type->interpolate(s->in, s->t);
    bool here = !code_rhs(s->m, K_POINT),
         states = here && s->model->nsets && sets_singular(&s->sets, 0.1);
    if (!states)
        s->run->failure = failure;
    if (here && !states)
        poles_explain(&s->poles, s->span);
}

/* Where the next step ends at the latest: where the slope of an input changes, or a function of
 * time does what a step of this length would not see. */
static double step_limit(Sim *s, double tstop)
{
    double bend = inputs_bend(s->m, s->t, s->close);
    double last = s->step_end - s->begin;
    s->stride = s->step_end < s->limit ? last : fmax(last, s->stride);
    tstop = fmin(fmin(tstop, bend), sim_before_singular(s));
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
    int result = s->model->nsets ? sim_pass_singular(s) : 1;
    if (result <= 0)
        return result;
    result = s->in->may_change && s->in->stiff ? sim_change_method(s) : 0;
    if (!s->restart && s->kept.n)
        s->in->type->interpolate(s->in, s->t);
    kept_take(s);
    if (s->o->method < K_EULER)
        tstop = step_limit(s, tstop);
    s->begin = s->t;
    s->limit = tstop;
    if (!result)
        result = sim_integrator_step(s, tstop);
    if (!result) {
        if (s->in->solved)
            pulses_given(&s->pulses);
        failure_clear(s->m);
        sim_prove_smooth(s);
        result = sim_progress(s);
    }
    return result ? result : pace_step(s);
}

/* Evaluates at *t. Where that fails an event may lie before: tries nearer points. */
static int evaluate_or_shrink(Sim *s, double *t)
{
    int result;
    while ((result = sim_evaluate(s, *t)) > 0 && s->shrinks++ < SHRINKS) {
        double nearer = s->t + 0.5 * (*t - s->t);
        if (!(nearer > s->t))
            break;
        *t = nearer;
        kept_guess(s);
    }
    return result;
}

/* Is anything asked of the end of a step, as such? Guesses are not, after an inlined step: it has
 * followed their solution itself. */
static bool ends_matter(const Sim *s)
{
    return s->crossing->n > 0 || s->model->ndelays > 0 || s->run->code.check ||
           s->o->intervals <= 0 || (s->kept.n > 0 && !s->in->solved) || s->model->nsets > 0 ||
           s->poles.n > 0;
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
        return sim_event_at(s, t, true);
    bool write = output || (end && rows_at_steps), check = (end || write) && s->run->code.check;
    if ((check || write || s->model->ndelays) && (result = sim_examine_at(s, t, check)))
        return s->skip ? result : sim_stop_where_it_begins(s, s->t, t);
    s->t = t;
    result = write ? sim_row(s) : 0;
    sim_pass_output(s, t);
    if (!result && s->ratio > 0)
        result = sim_choose_states(s);
    if (s->restart)
        s->step_end = t;
    kept_take(s);
    if (!result && s->model->ndelays && !(result = delay_record(s->m, false)) && end)
        result =
            sim_find_next_time(s); /* a delay that varies moves the jumps that come out of it */
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
    int result = code_call(m, s->run->code.aside, K_TRIAL);
    if (!result)
        result = code_call(m, s->run->code.cross, K_TRIAL);
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
        return result > 0 && !s->skip ? sim_leave_point(s, t) : result;
    if (s->model->nsets && ((result = sim_stay_near_choice(s, &t)) || (s->restart && !s->skip)))
        return result;
    if (s->model->nsets && ((result = sim_check_states(s, &t)) || (s->restart && !s->skip)))
        return result;
    double found;
    if (!s->skip && crossing_search(s->crossing, s->in, t, s->close, &found) &&
        !(s->next - found <= s->close && t == s->next) &&
        s->o->stop - found >
            s->close) { /* rounding decides whether it comes before the stop: after */
        /* Just after an event relations may still be lost in rounding errors: goes out of them. */
        found = fmax(found, fmin(t, s->t_event + 0.5 * s->close));
        return sim_event_at(s, found, false);
    }
    if (s->m->time != t && (result = sim_evaluate(s, t)))
        return result;
    bool watched = s->method ||
                   (s->model->nsets && s->sets.room < PASS_FROM); /* divisors vanish with pivots */
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
    if (s->o->method == K_IDA && s->o->fallback && s->model->nstates && sim_inline(s) < 0)
        return -1;
    s->choice = s->o->method == K_AUTO || (s->o->fallback && s->o->method == K_IDA);
    if (!sim_open_method(s, sim_method(s)))
        return -1;
    const char *why = s->model->nstates == 0   ? "no states"
                      : s->o->method == K_AUTO ? "not stiff"
                      : s->o->method == K_IDA  ? "nonlinear equations for derivatives"
                                               : "";
    if (s->o->fallback || s->o->method == K_AUTO)
        snprintf(s->stats->why, sizeof s->stats->why, "%s", why);
    s->in->may_change = s->o->method == K_AUTO;
    s->begun = malloc((size_t)s->model->nv * sizeof *s->begun + 1);
    s->jump_from = malloc((size_t)s->model->nstates * sizeof *s->jump_from + 1);
    s->jump_end = -INFINITY;
    m->run->loosest = sqrt(s->o->tolerance);
    s->crossing = crossing_new(m);
    if (!s->begun || !s->jump_from || !s->crossing || !watch_open(s) || !kept_open(s) ||
        !bounds_open(&s->bounds, s->model) || !growth_open(&s->growth, s->model) ||
        !surge_open(&s->surge, m) || !poles_open(&s->poles, m) || !digits_open(&s->digits, m) ||
        !pulses_open(&s->pulses, m, s->o->tolerance) || !block_open(m)) {
        failure_format(m, "memory is exhausted");
        return -1;
    }
    return 0;
}

/* From the initial problem to the first row. */
static int begin_motion(Sim *s)
{
    KInst *m = s->m;
    bool solve = !s->o->resume, event = false;
    int result = solve ? init_solve(m, s->t) : 0;
    m->initial = m->terminal = 0;
    if (result)
        return result;
    if (!sets_open(&s->sets, m) ||
        !bridge_open(&s->bridge, m, &s->sets, s->o->tolerance > 0 ? s->o->tolerance : 1e-6)) {
        failure_format(m, "memory is exhausted");
        return -1;
    }
    if (solve && (result = sim_begin_singular(s, &event)))
        return result;
    bool singular = s->run->gap != NULL;
    if (solve && !event && (result = init_finish(m, s->t, s->close)))
        return result;
    s->initialized = s->run->started = true;
    m->initial = m->terminal = 0;
    if ((result = code_relations(m, K_POINT)) || (result = open_run(s)))
        return result;
    if (crossing_synchronize(s->crossing, false) && (result = crossing_settle(s->crossing)))
        return result;
    if (!singular && sets_choose(&s->sets) && (result = code_rhs(m, K_POINT)))
        return result;
    return sim_complete(s, true, true);
}

/* Divisions by 0 that nothing fails by, as in exp(-E/(R*T)) with T = 0, or min(1, time/T) where it
 * is 0/0: it is the start value that is wrong. */
static void warn_of_infinite(KInst *m)
{
    feclearexcept(FE_INVALID);
    if (code_rhs(m, K_TRIAL) || code_out(m, K_TRIAL) || !fetestexcept(FE_DIVBYZERO | FE_INVALID))
        return;
    KTexts *texts = k_texts(m->run->model);
    const char *why = texts && texts->infinite ? texts->infinite(texts, m) : NULL;
    if (why)
        run_message(m, K_MSG_WARNING,
                    "at time %g a value is not finite, although nothing fails by it: %s", m->time,
                    why);
}

static int begin(Sim *s)
{
    KInst *m = s->m;
    s->t = s->o->start;
    s->span = s->o->span > 0 ? s->o->span : s->o->stop - s->o->start;
    s->until = s->o->stop;
    s->run->begin = s->o->start;
    s->run->span = isfinite(s->span) ? s->span : 0;
    s->run->moved_at = -INFINITY;
    s->run->moved_anything = s->run->endless = false;
    s->run->moved_beside = -1;
    s->close = event_close(s->t, s->span);
    s->tout = s->t;
    failure_clear(m);
    if (!isfinite(s->span)) {
        failure_format(m, "the time from %g to %g is too long for numbers", s->o->start,
                       s->o->stop);
        return -1;
    }
    int result = begin_motion(s);
    if (result)
        return result;
    pace_samples(s);
    warn_of_infinite(s->m);
    if (!s->o->resume)
        doubt_tell_start(m);
    idle_begin(m);
    s->t = s->t_event = s->step_end = m->time;
    s->restart = true;
    s->tout = k_output_time(s->o, 0);
    sim_pass_output(s, s->t);
    crossing_hold(s->crossing);
    poles_begin(&s->poles);
    bool looking = s->crossing->n || s->model->ndelays || s->model->nsets;
    s->look = looking ? s->span / LOOKS : INFINITY;
    s->reach = s->look / 64;
    pulses_begin(&s->pulses, s->t, s->span / LOOKS);
    result = sim_find_next_time(s);
    s->singular = -INFINITY;
    s->error = s->ahead = INFINITY;
    if (!result && s->run->gap)
        sim_leave_singular(s);
    return result;
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
        result = code_relations(m, K_POINT);
    if (!result && before && has_changed(s, before, switched) && !(result = code_rhs(m, K_POINT)))
        result = sim_complete(s, false, true);
    free(before);
    m->terminal = 0;
    return result;
}

static void report(Sim *s, int result)
{
    KInst *m = s->m;
    KStats *stats = s->stats;
    KIntegrator *in = s->method ? s->method : s->in;
    stats->end_time = s->t;
    stats->evaluations = s->run->evaluations;
    stats->pivoted = s->run->pivoted;
    memcpy(stats->factored, s->run->factored, sizeof stats->factored);
    stats->terminated = s->run->terminate;
    stats->method = in ? in->type->name : "";
    if (in)
        in->type->count(in, stats);
    if (result) {
        char text[FAIL_TEXT_SIZE];
        double t = s->run->failure.kind == FAIL_NONE ? s->t : s->run->failure.time;
        if (!*failure_text(m, text, sizeof text)) {
            static const char unknown[] = "the equations cannot be evaluated";
            snprintf(text, sizeof text, unknown);
            k_add_code(text, sizeof text, unknown);
        }
        const char *what = s->initialized ? "" : "initialization failed ";
        snprintf(stats->message, sizeof stats->message, "%sat time %g: %.*s", what, t,
                 (int)sizeof stats->message - 100, text);
        run_message(m, K_MSG_ERROR, "%s", stats->message);
    } else if (s->run->terminate) {
        snprintf(stats->message, sizeof stats->message, "%s", s->run->terminate_text);
        run_message(m, K_MSG_INFO, "terminated at time %g: %s", s->t, s->run->terminate_text);
    }
}

/* Everything but the instance. */
static void close_run(Sim *s)
{
    s->run->gap = NULL;
    s->in = s->method ? s->method : s->in;
    if (s->in)
        s->in->type->close(s->in);
    crossing_free(s->crossing);
    free(s->begun);
    free(s->jump_from);
    free(s->watch.var);
    free(s->watch.noise);
    s->run->guess = (KGuess){0};
    free(s->kept.var);
    free(s->kept.value);
    sets_close(&s->sets);
    bridge_close(&s->bridge);
    bounds_close(&s->bounds);
    growth_close(&s->growth);
    surge_close(&s->surge);
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
    if (!result && !growth_tell(&s.growth, m, options->method == K_EULER ? options->step : 0))
        limits_tell(&s.growth, m);
    bool still = !result && growth_tell_still(&s.growth, m);
    if (!result)
        windup_tell(m);
    if (!result)
        surge_tell(&s.surge, m);
    if (!result && !m->run->terminate)
        doubt_tell(&s.growth, m, still);
    if (!result)
        result = finish(&s);
    if (!result && !m->run->terminate)
        idle_tell(m);
    if (result && s.initialized && s.in)
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
    if (!result && !s->due && s->m->time != s->t && !(result = sim_evaluate(s, s->t)))
        result = sim_examine(s, false, K_POINT);
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
    int result = sim_settle_event(s, s->t);
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
    int result = due ? sim_pass_event(s, s->t_due) : sim_event_at(s, s->t, true);
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
