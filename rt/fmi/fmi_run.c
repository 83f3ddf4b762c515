/* fmi_run.c - instances for FMI: initialization, events and steps. */
#include "rt/fmi/fmi.h"
#include "rt/request.h"
#include "rt/texts.h"

#include <stdlib.h>
#include <string.h>

/* An event indicator changes its sign where its relation has changed for certain: by this part of
 * the largest value it has had after zero. Callers find signs, and may stop before a zero. */
#define BEYOND_ZERO 1e-10

/* ---- Initialization ---- */

FmiStatus fmi_initialize(Fmi *f)
{
    if (f->initial)
        return FMI_GOOD;
    f->params = false;
    FmiStatus status = fmi_parameters(f);
    if (status)
        return status;
    if (k_initialize(f->m, f->start))
        return FMI_ERROR;
    f->initial = f->rhs = f->out = true;
    f->relations = false;
    return FMI_GOOD;
}

FmiStatus fmi_enter_initialization(Fmi *f, double start, double stop, double tolerance)
{
    f->start = start;
    f->stop = stop;
    f->tolerance = tolerance;
    f->span = stop > start                     ? stop - start
              : f->model.stop > f->model.start ? f->model.stop - f->model.start
                                               : 1;
    f->m->time = start;
    f->stage = STAGE_INITIALIZING;
    f->initial = false;
    return FMI_GOOD;
}

/* The next time event; instants close to each other are one, at the last of them. */
static FmiStatus find_next(Fmi *f)
{
    KInst *m = f->m;
    double now = m->time, close = event_close(now, f->span), by_model = INFINITY;
    int result = code_next_time(m, &by_model);
    f->next = fmin(by_model, fmin(samples_next(m), delay_next(m)));
    double limit = f->next + close;
    for (int i = 0; i < m->run->model->nsamples + 2 && !result && isfinite(f->next); i++) {
        m->time = f->next;
        result = code_next_time(m, &by_model);
        if (!(by_model <= limit))
            break;
        f->next = by_model;
    }
    m->time = now;
    return result ? fmi_fail(f, "the next time event cannot be computed") : FMI_GOOD;
}

/* What events need in Model Exchange. */
FmiStatus fmi_open_events(Fmi *f)
{
    if (!f->crossing)
        f->crossing = crossing_new(f->m);
    if (!f->has_sets)
        f->has_sets = sets_open(&f->sets, f->m);
    if (!f->crossing || !f->has_sets || !block_open(f->m))
        return fmi_fail(f, "%s", k_no_memory);
    return FMI_GOOD;
}

/* Options are those of `kron simulate`, but for what the caller says. */
static FmiStatus choose_options(Fmi *f)
{
    KRequest r = K_REQUEST_NONE;
    r.start = f->start;
    r.method = f->fmu->method;
    if (f->tolerance > 0)
        r.tolerance = f->tolerance;
    r.stop = f->start + f->span;
    const char *wrong = k_options(&f->model, &r, &f->options);
    if (wrong)
        return fmi_fail(f, "%s", wrong);
    KOptions *o = &f->options;
    o->span = o->stop - o->start;
    o->interval = 0;
    o->intervals = 0;
    o->resume = true;
    return FMI_GOOD;
}

/* Co-Simulation from here on. */
static FmiStatus begin_steps(Fmi *f)
{
    KOptions *o = &f->options;
    if (f->sim)
        return FMI_GOOD;
    o->start = f->m->time;
    f->sim = k_sim_open(f->m, o, &f->stats);
    return f->sim ? FMI_GOOD : FMI_ERROR;
}

FmiStatus fmi_exit_initialization(Fmi *f)
{
    FmiStatus status = fmi_initialize(f);
    if (status)
        return status;
    f->changed = false;
    f->stage = f->cs ? f->event_mode ? STAGE_STEP_EVENT : STAGE_STEPS : STAGE_EVENT;
    if (f->cs) {
        status = choose_options(f);
        return status ? status : begin_steps(f);
    }
    past_begin(f->past, f->m);
    status = fmi_open_events(f);
    return status ? status : find_next(f);
}

void fmi_terminate(Fmi *f)
{
    KInst *m = f->m;
    bool known = !fmi_need(f, false, true);
    if (known && m->run->code.asks_terminal && (f->stage & (FmiStage)STAGES_EQUATIONS)) {
        m->terminal = 1;
        if (!event_iterate(m) && !code_rhs(m, K_POINT))
            (void)code_out(m, K_POINT);
        m->terminal = 0;
    }
    f->stage = STAGE_TERMINATED;
}

/* ---- Model Exchange: between events ---- */

static void old(Fmi *f)
{
    f->rhs = f->relations = f->out = false;
}

void fmi_set_time(Fmi *f, double t)
{
    if (t != f->m->time)
        old(f);
    f->m->time = t;
}

void fmi_set_states(Fmi *f, const double *x)
{
    const KModel *model = &f->model;
    for (int i = 0; i < model->nstates; i++) {
        double *to = &f->m->v[model->state[i]];
        if (*to != x[i])
            old(f);
        *to = x[i];
    }
}

static void take_states(const Fmi *f, double *x)
{
    for (int i = 0; i < f->model.nstates; i++)
        x[i] = f->m->v[f->model.state[i]];
}

FmiStatus fmi_states(Fmi *f, double *x)
{
    bool known = f->stage & (FmiStage)STAGES_EQUATIONS;
    FmiStatus status = known ? FMI_GOOD : fmi_need(f, false, false);
    take_states(f, x);
    return status;
}

/* States without a nominal value count as by kron's own methods (integrator.h). */
void fmi_nominals(const Fmi *f, double *nominal)
{
    for (int i = 0; i < f->model.nstates; i++) {
        int var = f->model.state[i];
        nominal[i] = k_nominal_given(&f->model, var)
                         ? f->model.nominal[var]
                         : fmin(fmax(fabs(f->m->v[var]), LEAST_SIZE), 1);
    }
}

FmiStatus fmi_derivatives(Fmi *f, double *dx)
{
    FmiStatus status = fmi_need(f, false, false);
    for (int i = 0; i < f->model.nstates && !status; i++)
        dx[i] = f->m->v[f->model.der[i]];
    if (f->stage == STAGE_CONTINUOUS && !status)
        past_add(f->past, f->m);
    return status;
}

static bool is_searched(const KModel *model, int i)
{
    return !(model->rel_time && model->rel_time[i]);
}

int fmi_indicator_count(const KModel *model)
{
    int n = 2 * model->nkept;
    for (int i = 0; i < model->nrel; i++)
        n += is_searched(model, i);
    return n;
}

/* Function value g, which is positive while `positive` holds. */
static double indicator(Fmi *f, int i, double g, bool positive)
{
    const double most = 1e290; /* what is added must not make it infinite */
    if (isnan(g))
        return positive ? 1 : -1;
    g = fmin(fmax(g, -most), most);
    f->size[i] = fmax(f->size[i], fabs(g));
    double beyond = fmax(BEYOND_ZERO * f->size[i], 1e-100);
    return positive ? g + beyond : g - beyond;
}

FmiStatus fmi_indicators(Fmi *f, double *z)
{
    const KModel *model = &f->model;
    KInst *m = f->m;
    FmiStatus status = fmi_need(f, true, false);
    int n = 0;
    for (int i = 0; i < model->nrel && !status; i++) {
        unsigned char op = model->rel_op[i];
        if (!is_searched(model, i))
            continue;
        if (op == K_EQ || op == K_NE)
            z[n++] = isfinite(m->g[i]) ? m->g[i] : m->g[i] > 0 ? 1 : -1;
        else
            z[n++] = indicator(f, i, m->g[i], (m->rel[i] != 0) == (op == K_GT || op == K_GE));
    }
    for (int i = 0; i < model->nkept && !status; i++) {
        double low = 1, high = 1;
        crossing_piece(m, i, &low, &high);
        z[n++] = indicator(f, model->nrel + 2 * i, low, true);
        z[n++] = indicator(f, model->nrel + 2 * i + 1, high, true);
    }
    return status;
}

FmiStatus fmi_indicator(Fmi *f, unsigned reference, double *z)
{
    unsigned first = (unsigned)fmi_time_reference(f) + 1 + (unsigned)f->fmu->narrays;
    int n = fmi_indicator_count(&f->model);
    if (reference < first || reference - first >= (unsigned)n)
        return fmi_fail(f, "there is no number with the reference %u", reference);
    double *all = malloc((size_t)n * sizeof *all);
    FmiStatus status = all ? fmi_indicators(f, all) : fmi_fail(f, "%s", k_no_memory);
    *z = all ? all[reference - first] : 0;
    free(all);
    return status;
}

FmiStatus fmi_completed_step(Fmi *f, bool *event, bool *terminate)
{
    KInst *m = f->m;
    bool out = f->model.ndelays || m->run->code.check;
    *event = *terminate = false;
    if (!out && !f->model.nsets)
        return FMI_GOOD;
    FmiStatus status = fmi_need(f, false, out);
    if (status)
        return status;
    if (code_call(m, m->run->code.check, K_POINT) || (f->model.ndelays && delay_record(m, false))) {
        char text[3000];
        return fmi_fail(f, "at time %g: %.900s", m->time, failure_text(m, text, sizeof text));
    }
    if (f->model.nsets)
        f->switch_due = *event = sets_ratio(&f->sets) > 0;
    if (f->model.ndelays && (status = find_next(f)))
        return status;
    return FMI_GOOD;
}

/* ---- Model Exchange: events ---- */

static int handle_event(Fmi *f, bool *switched)
{
    KInst *m = f->m;
    double close = event_close(m->time, f->span);
    int result = f->model.ndelays ? delay_record(m, false) : 0;
    samples_fire(m, m->time, close);
    delay_pass(m, close);
    fmi_jump(f);
    if (!result)
        result = crossing_settle(f->crossing);
    if (!result && f->model.nsets && sets_choose(&f->sets)) {
        *switched = true;
        result = code_rhs(m, K_POINT);
    }
    if (!result)
        result = code_out(m, K_POINT);
    if (!result)
        result = code_call(m, m->run->code.check, K_POINT);
    return result ? result : delay_record(m, true);
}

static bool states_differ(const Fmi *f, const double *x)
{
    for (int i = 0; i < f->model.nstates; i++)
        if (x[i] != f->m->v[f->model.state[i]])
            return true;
    return false;
}

FmiStatus fmi_event(Fmi *f, FmiEvent *out)
{
    *out = (FmiEvent){.next = INFINITY};
    FmiStatus status = fmi_need(f, false, f->model.ndelays > 0);
    if (status)
        return status == FMI_DISCARD ? FMI_ERROR : status;
    take_states(f, f->before);
    int result = handle_event(f, &out->states_changed);
    if (result) {
        char text[3000];
        failure_text(f->m, text, sizeof text);
        f->stage = STAGE_FAILED;
        return fmi_fail(f, "at time %g: %.900s", f->m->time, text);
    }
    past_begin(f->past, f->m);
    f->rhs = f->out = true;
    f->relations = false;
    f->changed = f->switch_due = false;
    if (states_differ(f, f->before))
        out->states_changed = true;
    status = find_next(f);
    out->next = f->next;
    out->terminate = f->m->run->terminate;
    if (out->terminate)
        f->log(f, K_MSG_INFO, f->m->run->terminate_text);
    return status;
}

/* ---- Co-Simulation ---- */

FmiStatus fmi_check_step(Fmi *f, double t, double h)
{
    if (!(h >= 0))
        return fmi_fail(f, "the communication step is negative");
    if (fabs(t - f->m->time) > 1e-9 * fmax(1, fabs(t)))
        return fmi_fail(f, "the FMU stands at time %g, not %g", f->m->time, t);
    return FMI_GOOD;
}

/* After a part of a run. */
static FmiStatus stepped(Fmi *f, FmiStatus status, double *reached, bool *event, bool *terminated)
{
    *reached = f->m->time;
    *event = !status && k_sim_due(f->sim);
    *terminated = f->m->run->terminate;
    f->rhs = f->out = !status && !*event;
    f->relations = false;
    if (status)
        f->stage = STAGE_FAILED;
    return status;
}

FmiStatus fmi_step(Fmi *f, double t, double *reached, bool *event, bool *terminated)
{
    *event = *terminated = false;
    *reached = f->m->time;
    FmiStatus status = fmi_need(f, false, false);
    if (status)
        return status == FMI_DISCARD ? FMI_ERROR : status;
    f->options.stop = fmax(f->options.stop, t);
    status = begin_steps(f);
    if (!status && (f->changed || k_sim_due(f->sim))) {
        fmi_jump(f);
        status = k_sim_event(f->sim, f->changed) ? FMI_ERROR : FMI_GOOD;
    }
    f->changed = false;
    if (!status)
        k_sim_pause(f->sim, !f->event_mode ? K_PAUSE_NOWHERE
                            : f->early     ? K_PAUSE_EVERYWHERE
                                           : K_PAUSE_AT_END);
    if (!status && k_sim_advance(f->sim, t))
        status = FMI_ERROR;
    return stepped(f, status, reached, event, terminated);
}

FmiStatus fmi_step_event(Fmi *f, FmiEvent *out)
{
    double reached;
    bool event;
    *out = (FmiEvent){.next = INFINITY};
    FmiStatus status = fmi_need(f, false, f->model.ndelays > 0);
    if (!status)
        status = begin_steps(f);
    if (!status) {
        fmi_jump(f);
        status = k_sim_event(f->sim, f->changed) ? FMI_ERROR : FMI_GOOD;
    }
    f->changed = false;
    status =
        stepped(f, status == FMI_DISCARD ? FMI_ERROR : status, &reached, &event, &out->terminate);
    if (!status)
        out->next = k_sim_next(f->sim);
    return status;
}
