/* run.c - the library interface: variables, runs, results.
 *
 * A run uses a new instance of the program, with the settings that were exchanged. A result holds
 * one row a point with the values that its columns need (aliases share one), and becomes columns on
 * demand: O(points) each. */
#include "kron_internal.h"
#include "offer.h"
#include "rt/texts.h"

#include "rt/request.h"
#include "rt/result.h"

#include <stdlib.h>
#include <time.h>

/* ---- Values ---- */

/* A parameter that is 0 is never divided by: other numbers may have been. */
bool can_exchange(const KModel *model, const char *name, const char *value)
{
    const char *dot = strrchr(name, '.');
    bool start = dot && !strcmp(dot, ".start");
    const KVariable *v = k_find(model, name, start ? (size_t)(dot - name) : strlen(name));
    char *end;
    double x = strtod(value, &end);
    bool number = end != value && !*end && isfinite(x) && !strpbrk(value, "xX");
    if (!v)
        return false;
    if (start)
        return v->kind == K_STATE && number;
    if (!v->settable || v->kind != K_PARAMETER)
        return false;
    return v->type == K_REAL      ? number && x != 0
           : v->type == K_INTEGER ? number && x == floor(x) && !strpbrk(value, ".eE")
           : v->type == K_BOOLEAN ? !strcmp(value, "true") || !strcmp(value, "false")
                                  : false;
}

static void on_run_message(void *arg, KLevel level, const char *text)
{
    KronModel *m = arg;
    if (m->cancelled && level == K_MSG_ERROR)
        return; /* the status says it */
    m->complained = m->complained || level == K_MSG_ERROR;
    tell(m, (KronSeverity)level, KRON_ABOUT_RUN, "%s", text); /* the same order */
}

KronStatus instance_new(KronModel *m)
{
    instance_drop(m);
    m->complained = m->cancelled = false;
    const Pipeline *p = m->program->p;
    m->inst = k_inst_new(p->tables, jit_code(p->jit), on_run_message, m);
    if (!m->inst) {
        tell(m, KRON_ERROR, KRON_ABOUT_RUN, "out of memory");
        return KRON_NO_MEMORY;
    }
    for (int i = 0; i < m->setting.n; i++) {
        const Setting *s = &m->setting.v[i];
        const char *wrong = s->exchanged ? k_set_text(m->inst, s->name, s->value) : NULL;
        if (wrong) {
            tell(m, KRON_ERROR, KRON_ABOUT_CALL, "--set %s=%s: %s", s->name, s->value, wrong);
            instance_drop(m);
            return KRON_WRONG_CALL;
        }
    }
    KronStatus status = connect_inputs(m);
    if (status)
        instance_drop(m);
    return status;
}

/* The tables of the model; NULL if it is wrong. */
static const KModel *tables_of(KronModel *m)
{
    if (!m || ((!m->program || m->stale || !m->program->p->jit) && kron_translate(m)))
        return NULL;
    return m->program->p->tables;
}

int kron_variable_count(KronModel *m)
{
    const KModel *model = tables_of(m);
    return model ? model->nvariables : 0;
}

bool kron_variable(KronModel *m, int i, KronVariable *out)
{
    const KModel *model = tables_of(m);
    if (!model || !out || i < 0 || i >= model->nvariables)
        return false;
    const KVariable *v = &model->variable[i];
    *out = (KronVariable){.name = v->name,
                          .unit = v->unit,
                          .display_unit = v->display,
                          .description = v->description,
                          .type = (KronType)v->type, /* the same order */
                          .kind = (KronKind)v->kind,
                          .is_protected = v->is_protected,
                          .is_output = v->is_output,
                          .is_alias = v->is_alias,
                          .exchangeable = v->settable && v->type <= K_BOOLEAN};
    return true;
}

int kron_find(KronModel *m, const char *name)
{
    const KModel *model = tables_of(m);
    const KVariable *v = model && name ? k_find(model, name, strlen(name)) : NULL;
    return v ? (int)(v - model->variable) : -1;
}

static KronStatus compute_parameters(KronModel *m, void *none)
{
    (void)none;
    KronStatus status = instance_new(m);
    if (!status)
        k_params(m->inst);
    return status;
}

/* Variable i of a model that has an instance, with its parameters computed at least; NULL. */
static const KVariable *valued(KronModel *m, int i)
{
    const KModel *model = tables_of(m);
    if (model && !m->inst)
        guarded(m, compute_parameters, NULL);
    return model && m->inst && i >= 0 && i < model->nvariables ? &model->variable[i] : NULL;
}

static bool has_value(const KronModel *m, const KVariable *v)
{
    return v->kind <= K_PARAMETER || v->known || m->ran;
}

double kron_value(KronModel *m, int i)
{
    const KVariable *v = valued(m, i);
    return v && v->type != K_STRING && has_value(m, v) ? k_value(m->inst, v) : NAN;
}

const char *kron_string(KronModel *m, int i)
{
    const KVariable *v = valued(m, i);
    return v && v->type == K_STRING && has_value(m, v) ? m->inst->s[v->index] : NULL;
}

const char *kron_start(KronModel *m, int i, double *start)
{
    const KVariable *v = valued(m, i);
    if (!v || !start || v->start == K_START_NONE)
        return NULL;
    double used = m->inst->start[v->index];
    *start = v->start == K_START_OTHER ? v->own_start : v->negated ? -used : used;
    if (!m->ran)
        return "given";
    double off = k_start_missed(m->inst, v->index, v->negated ? -*start : *start);
    return v->start == K_START_GUESS                                ? "guess"
           : off <= K_START_MET                                     ? "used"
           : off <= K_START_NEARLY && v->start == K_START_CONDITION ? "projected"
                                                                    : "overruled";
}

/* ---- Results ---- */

struct KronResult {
    Program *program;
    KInst *inst; /* as it was at the end: parameters */
    double start, stop;
    bool chosen_by_user;
    int n, *variable; /* columns: indices of the model's variables */
    int nkept, *kept; /* values kept: places in KInst.v */
    int *place;       /* [nv] where they are in a row; -1: not kept */
    size_t points, room;
    double *time, *row; /* [points], [points][nkept] */
    double **column;    /* [nvariables] as they were asked for */
};

void kron_result_free(KronResult *r)
{
    if (!r)
        return;
    int nvariables = r->program ? r->program->p->tables->nvariables : 0;
    for (int i = 0; r->column && i < nvariables; i++)
        free(r->column[i]);
    free(r->column);
    free(r->variable);
    free(r->kept);
    free(r->place);
    free(r->time);
    free(r->row);
    k_inst_free(r->inst);
    program_drop(r->program);
    free(r);
}

/* NULL: no memory. */
static KronResult *result_new(Program *program, int n, const int *chosen)
{
    const KModel *model = program->p->tables;
    KronResult *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    program->users++;
    r->program = program;
    r->n = n;
    r->variable = calloc((size_t)n + 1, sizeof *r->variable);
    r->kept = calloc((size_t)n + 1, sizeof *r->kept);
    r->place = malloc(((size_t)model->nv + 1) * sizeof *r->place);
    r->column = calloc((size_t)model->nvariables + 1, sizeof *r->column);
    if (!r->variable || !r->kept || !r->place || !r->column) {
        kron_result_free(r);
        return NULL;
    }
    for (int i = 0; i <= model->nv; i++)
        r->place[i] = -1;
    for (int i = 0; i < n; i++) {
        int at = model->variable[chosen[i]].index;
        r->variable[i] = chosen[i];
        if (r->place[at] < 0) {
            r->place[at] = r->nkept;
            r->kept[r->nkept++] = at;
        }
    }
    return r;
}

static bool result_add(KronResult *r, const KInst *m)
{
    if (r->points == r->room) {
        size_t room = r->room ? 2 * r->room : 512, width = (size_t)r->nkept + 1;
        double *time = realloc(r->time, room * sizeof *time);
        r->time = time ? time : r->time;
        double *row = time ? realloc(r->row, room * width * sizeof *row) : NULL;
        if (!row)
            return false;
        r->row = row;
        r->room = room;
    }
    double *row = r->row + r->points * (size_t)r->nkept;
    r->time[r->points++] = m->time;
    for (int i = 0; i < r->nkept; i++)
        row[i] = m->v[r->kept[i]];
    return true;
}

size_t kron_result_points(const KronResult *r)
{
    return r ? r->points : 0;
}

const double *kron_result_times(const KronResult *r)
{
    return r ? r->time : NULL;
}

int kron_result_count(const KronResult *r)
{
    return r ? r->n : 0;
}

const char *kron_result_name(const KronResult *r, int i)
{
    return !r || i < 0 || i >= r->n ? NULL : r->program->p->tables->variable[r->variable[i]].name;
}

/* Puts point i into the instance. */
static void result_restore(KronResult *r, size_t i)
{
    r->inst->time = r->time[i];
    for (int k = 0; k < r->nkept; k++)
        r->inst->v[r->kept[k]] = r->row[i * (size_t)r->nkept + (size_t)k];
}

const double *kron_result_column(KronResult *r, const char *name)
{
    if (!r || !name)
        return NULL;
    const KModel *model = r->program->p->tables;
    if (!strcmp(name, "time"))
        return r->time;
    const KVariable *v = k_find(model, name, strlen(name));
    bool constant = v && (v->kind <= K_PARAMETER || v->known);
    if (!v || v->type == K_STRING || (r->place[v->index] < 0 && !constant))
        return NULL;
    double **column = &r->column[v - model->variable];
    if (!*column && !(*column = malloc((r->points + 1) * sizeof **column)))
        return NULL;
    int at = r->place[v->index];
    double kept = r->inst->v[v->index];
    for (size_t i = 0; i < r->points; i++) {
        if (at >= 0)
            r->inst->v[v->index] = r->row[i * (size_t)r->nkept + (size_t)at];
        (*column)[i] = k_value(r->inst, v);
    }
    r->inst->v[v->index] = kept;
    return *column;
}

KronStatus kron_result_write(KronResult *r, const char *path)
{
    const char *why;
    if (!r || !path)
        return KRON_WRONG_CALL;
    KResult *file =
        k_result_open(path, r->inst, r->n, r->variable, r->chosen_by_user, r->start, r->stop, &why);
    if (!file)
        return KRON_FILE_ERROR;
    int result = 0;
    for (size_t i = 0; i < r->points && !result; i++) {
        result_restore(r, i);
        result = k_result_point(file, r->inst);
    }
    return k_result_close(file, &why) || result ? KRON_FILE_ERROR : KRON_OK;
}

/* ---- Runs ---- */

typedef struct Run {
    KronModel *m;
    const KronRunOptions *o;
    KronResult *result; /* NULL: not wanted */
    bool wanted;
    int n, *chosen;
    KOptions options;
    KResult *file;
    Restart *restart; /* NULL: from the beginning */
    double started;   /* clock */
} Run;

KronRunOptions kron_run_options(void)
{
    return (KronRunOptions){.start = NAN,
                            .stop = NAN,
                            .tolerance = NAN,
                            .atol = NAN,
                            .interval = NAN,
                            .intervals = NAN,
                            .step = NAN,
                            .max_step = NAN};
}

static bool cancels(KronModel *m, int answer)
{
    m->cancelled = m->cancelled || answer;
    return m->cancelled;
}

static int point(void *arg, const KInst *inst)
{
    Run *r = arg;
    KronModel *m = r->m;
    const KronRunOptions *o = r->o;
    if (r->result && !result_add(r->result, inst)) {
        tell(m, KRON_ERROR, KRON_ABOUT_RUN, "out of memory for the result");
        return -1;
    }
    if (o->point && cancels(m, o->point(o->arg, m, inst->time)))
        return -1;
    return r->file ? k_result_point(r->file, inst) : 0;
}

/* Changes to the code of the system's compiler when it is ready. */
static void use_native(KronModel *m, KInst *inst, bool worth_it, bool wait)
{
    const Pipeline *p = m->program->p;
    if (!m->native && !m->native_failed && worth_it && m->c->compiler.command &&
        m->c->when != KRON_COMPILE_EXTERNAL) {
        m->native = native_start(&m->c->compiler, buf_text(&p->source), p->nblocks);
        m->native_failed = !m->native;
    }
    const KCode *code = NULL;
    do
        code = m->native && !m->native_used ? native_poll(m->native) : NULL;
    while (wait && !code && native_runs(m->native) &&
           !nanosleep(&(struct timespec){0, 5000000}, NULL));
    if (code) {
        k_inst_set_code(inst, code);
        m->native_used = true;
    }
}

static double part_of(const Run *r, double time)
{
    double length = r->options.stop - r->options.start;
    return length > 0 ? (time - r->options.start) / length : 1;
}

static int progress(void *arg, KInst *inst, double time)
{
    Run *r = arg;
    KronModel *m = r->m;
    double elapsed = k_clock() - r->started, part = m->ran ? part_of(r, time) : 0;
    double left = part > 0 ? elapsed / part - elapsed : 1e9;
    if (r->file)
        k_result_keep(r->file);
    if (inst)
        use_native(m, inst, elapsed > 0.5 && left > 1, false);
    return r->o->progress && cancels(m, r->o->progress(r->o->arg, m, time, part));
}

/* The present program is left to others that have it. */
static int inlined(void *arg, KInst *inst)
{
    Run *r = arg;
    KronModel *m = r->m;
    Pipeline *p = inline_program(m);
    if (!p)
        return 1;
    if (k_inst_extend(inst, p->tables, jit_code(p->jit)))
        return -1;
    native_free(m->native);
    m->native = NULL;
    m->native_used = m->native_failed = false;
    return 0;
}

KronStatus options_of(KronModel *m, const KronRunOptions *o, KOptions *out)
{
    KRequest request = {o->start,     o->stop,      o->interval,
                        o->intervals, o->tolerance, o->atol,
                        o->step,      o->max_step,  o->method ? o->method : ""};
    const char *wrong = *request.method && k_method_named(request.method) < 0
                            ? "there is no such method"
                            : k_options(m->program->p->tables, &request, out);
    if (wrong)
        tell(m, KRON_ERROR, KRON_ABOUT_CALL, "%s", wrong);
    return wrong ? KRON_WRONG_CALL : KRON_OK;
}

/* An experiment that is over at time t is done once more, unless the stop time is given. */
static void go_on_from(const KModel *model, double t, KronRunOptions *o)
{
    double start = isnan(model->start) ? 0 : model->start;
    double stop = isnan(model->stop) ? start + 1 : model->stop;
    o->start = isnan(o->start) ? t : o->start;
    if (isnan(o->stop))
        o->stop = stop > o->start ? stop : o->start + (stop - start);
}

void tell_no_variable(KronModel *m, const char *pattern)
{
    Buf names = {0};
    offer_variables(m, pattern, &names);
    tell(m, KRON_ERROR, KRON_ABOUT_CALL, "no variable matches `%s`%s", pattern, buf_text(&names));
    buf_free(&names);
}

/* Output intervals longer than the run: of what happens in between nothing is seen. */
static void tell_interval(const Run *r)
{
    const KOptions *o = &r->options;
    double span = o->stop - o->start;
    if (o->interval > span * (1 + 1e-9) && span > 0)
        tell(
            r->m, KRON_WARNING, KRON_ABOUT_CALL,
            "the output interval %g is longer than the run, from %g to %g: the result has only its "
            "begin and end; choose a shorter --interval (or Interval of the experiment)",
            o->interval, o->start, o->stop);
}

static KronStatus prepare(Run *r)
{
    KronModel *m = r->m;
    const KModel *model = m->program->p->tables;
    const KronRunOptions *o = r->o;
    int npatterns = 0;
    bool good = true;
    while (o->variables && o->variables[npatterns])
        npatterns++;
    for (int i = 0; i < npatterns; i++)
        if (!k_matches_any(model, o->variables[i])) {
            tell_no_variable(m, o->variables[i]);
            good = false;
        }
    KronRunOptions given = *o;
    if (good && o->start_from) {
        KronStatus status =
            k_params(m->inst) ? KRON_RUN_FAILED : restart_open(m, o->start_from, &r->restart);
        if (status)
            return status;
        r->options.resume = true;
        go_on_from(model, restart_time(r->restart), &given);
    }
    if (!good || options_of(m, &given, &r->options))
        return KRON_WRONG_CALL;
    tell_interval(r);
    r->chosen = calloc((size_t)model->nvariables + 1, sizeof *r->chosen);
    if (r->chosen)
        r->n = k_choose(model, npatterns, o->variables, r->chosen);
    r->result = r->chosen && r->wanted ? result_new(m->program, r->n, r->chosen) : NULL;
    if (!r->chosen || (r->wanted && !r->result))
        return KRON_NO_MEMORY;
    const char *why = "the model was read from it";
    if (o->file &&
        (kron_is_input(m, o->file) ||
         !(r->file = k_result_open(o->file, m->inst, r->n, r->chosen,
                                   (npatterns > 0 ? K_CHOSEN : 0u) | (o->units_row ? K_UNITS : 0u),
                                   r->options.start, r->options.stop, &why)))) {
        tell(m, KRON_ERROR, KRON_ABOUT_CALL, "cannot write %s: %s", o->file, why);
        return why == k_no_memory ? KRON_NO_MEMORY : KRON_FILE_ERROR;
    }
    if (r->result)
        r->result->chosen_by_user = npatterns > 0;
    return KRON_OK;
}

static KronStatus finish(Run *r, int rc)
{
    KronModel *m = r->m;
    const char *why = "";
    bool lost = r->file && k_result_close(r->file, &why) < 0;
    if (lost)
        tell(m, KRON_ERROR, KRON_ABOUT_CALL, "cannot write %s: %s", r->o->file, why);
    r->file = NULL;
    if (rc && !lost && !m->complained && !m->cancelled)
        tell(m, KRON_ERROR, KRON_ABOUT_RUN, "%s",
             m->stats.message[0] ? m->stats.message : "the run failed");
    if (r->result) {
        r->result->start = r->options.start;
        r->result->stop = r->options.stop;
        r->result->inst = k_inst_copy(m->inst);
        if (!r->result->inst)
            return KRON_NO_MEMORY;
    }
    if (rc && strstr(m->stats.message, k_no_memory))
        return KRON_NO_MEMORY;
    return lost ? KRON_FILE_ERROR : m->cancelled ? KRON_CANCELLED : rc ? KRON_RUN_FAILED : KRON_OK;
}

static KronStatus run(KronModel *m, void *arg)
{
    Run *r = arg;
    const KronRunOptions *o = r->o;
    bool before = m->c->when == KRON_COMPILE_BEFORE_RUNS;
    use_method(m, o->method);
    KronStatus status = reach(m, UNTIL_CODE);
    if (status)
        return status;
    m->ran = m->native_used = false;
    m->stats = (KStats){0};
    r->started = k_clock();
    KSink sink = {r, point, progress, inlined};
    status = instance_new(m);
    if (!status) {
        k_listen(m->inst, &sink);
        status = prepare(r);
    }
    if (status) {
        instance_drop(m);
        return m->cancelled ? KRON_CANCELLED : status;
    }
    use_native(m, m->inst, before, before);
    m->ran = true;
    m->start = m->stats.end_time = r->options.start;
    r->started = k_clock();
    int rc = k_params(m->inst);
    if (!rc)
        warn_inputs(m, r->options.start, r->options.stop);
    if (!rc && r->restart)
        rc = restart_begin(m, r->restart, r->options.start);
    if (!rc)
        rc = k_simulate(m->inst, &r->options, &sink, &m->stats);
    k_listen(m->inst, NULL);
    if (!rc && o->progress)
        o->progress(o->arg, m, m->stats.end_time, part_of(r, m->stats.end_time));
    m->program->p->seconds[TIME_SIMULATE] = k_clock() - r->started;
    return finish(r, rc);
}

KronStatus kron_run(KronModel *m, const KronRunOptions *o, KronResult **result)
{
    KronRunOptions none = kron_run_options();
    Run r = {.m = m, .o = o ? o : &none, .wanted = result != NULL};
    if (result)
        *result = NULL;
    if (!m)
        return KRON_WRONG_CALL;
    KronStatus status = guarded(m, run, &r);
    free(r.chosen);
    restart_free(r.restart);
    if (r.result && !r.result->inst) /* it did not begin */
        kron_result_free(r.result);
    else if (result)
        *result = r.result;
    return status;
}

KronStatistics kron_statistics(const KronModel *m)
{
    if (!m)
        return (KronStatistics){.method = "", .why = "", .message = ""};
    const Pipeline *p = m->program ? m->program->p : NULL;
    const KStats *s = &m->stats;
    KronStatistics out = {.method = s->method ? s->method : "",
                          .start = m->start,
                          .end = s->end_time,
                          .steps = s->steps,
                          .rejected = s->rejected,
                          .evaluations = s->evaluations,
                          .jacobians = s->jacobians,
                          .newton_iterations = s->newton_iterations,
                          .stiff_unknowns = s->stiff_unknowns,
                          .why = s->why,
                          .time_events = s->time_events,
                          .state_events = s->state_events,
                          .state_switches = s->state_switches,
                          .pivoted = s->pivoted,
                          .terminated = s->terminated,
                          .kept = m->program && m->program->kept,
                          .message = s->message};
    for (int i = 0; i < K_SIZES; i++) {
        out.factored[i].size = s->factored[i].size;
        out.factored[i].times = s->factored[i].times;
    }
    if (m->program && m->program->kept) {
        out.equations = m->program->count[0];
        out.unknowns = m->program->count[1];
        out.states = m->program->count[2];
    } else if (p && p->dae) {
        out.equations = p->dae->neq_flat;
        out.unknowns = p->dae->nunknowns_flat;
        out.states = p->dae->nstates;
    }
    if (p) {
        const double *t = p->seconds;
        out.seconds.load = t[TIME_LOAD];
        out.seconds.flatten = t[TIME_FLATTEN];
        out.seconds.structure = t[TIME_STRUCTURE];
        out.seconds.code = t[TIME_CODE];
        out.seconds.run = t[TIME_SIMULATE];
    }
    return out;
}
