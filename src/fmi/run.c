/* run.c - FMUs run in a child process: foreign code may crash, and ends nothing but itself.
 *
 * Model Exchange: the run time's own methods and event logic (k_simulate) on code that calls the
 * FMU. Co-Simulation: steps from output point to output point. Scheduled Execution: by its clocks.
 * The child sends points, messages and at last how it went through a channel; the caller's instance
 * gets the values of each point. */
#include "fmi/fmi_internal.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child is doing: one FMU a process. */
#define ENDS "the FMU ends the simulation"

typedef struct Child {
    FmuRun *r;
    Loaded l;
    const KModel *model;
    int channel;
    double *x;                                 /* [nstates] work */
    unsigned *state_reference, *der_reference; /* [nstates]; NULL: no directions */
    VEC(unsigned) real;                        /* references of all Float64 ... */
    VEC(int) real_at;                          /* ... and their places, element by element */
    double *values;                            /* [real_at.n] work */
    bool wants_event, begun;
    bool ended;       /* by itself, at the start */
    double passed;    /* inputs: the last event */
    double first;     /* the start */
    Schedule *clocks; /* NULL: it has none that we tick */
} Child;

static Child child;

/* ---- What is sent ---- */

typedef enum { SENT_POINT, SENT_MESSAGE, SENT_END } SentKind;
typedef struct Sent {
    int kind, level, result;
    size_t size;
} Sent;

static void send_message(void *arg, KLevel level, const char *text)
{
    (void)arg;
    Sent s = {SENT_MESSAGE, (int)level, 0, strlen(text) + 1};
    (void)(fmu_send(child.channel, &s, sizeof s) && fmu_send(child.channel, text, s.size));
}

static int send_point(void *arg, const KInst *m)
{
    (void)arg;
    Sent s = {SENT_POINT, 0, 0, (size_t)child.model->nv * sizeof(double)};
    return fmu_send(child.channel, &s, sizeof s) &&
                   fmu_send(child.channel, &m->time, sizeof m->time) &&
                   fmu_send(child.channel, m->v, s.size)
               ? 0
               : -1;
}

/* ---- Inputs ---- */

/* Row that holds at t; at a jump that has not been passed the one before it. */
static size_t row_at(const FmuInputs *in, double t, double passed)
{
    size_t lo = 0, hi = in->points;
    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2;
        bool before = in->time[mid] < t ||
                      (in->time[mid] == t && (t <= passed || mid == 0 || in->time[mid - 1] < t));
        *(before ? &lo : &hi) = mid;
    }
    return lo;
}

static double input_at(const FmuInputs *in, int column, double t, bool continuous)
{
    const double *value = in->value + (size_t)column * in->points;
    size_t i = row_at(in, t, child.passed);
    if (!continuous || i + 1 >= in->points || t <= in->time[i])
        return value[i];
    double span = in->time[i + 1] - in->time[i];
    return span > 0 ? value[i] + (t - in->time[i]) / span * (value[i + 1] - value[i]) : value[i];
}

static const FmuVariable *variable_named(const FmuFile *f, const char *name)
{
    for (int i = 0; i < f->var.n; i++)
        if (!strcmp(f->var.v[i].name, name))
            return &f->var.v[i];
    return NULL;
}

/* event: discrete ones too. */
static int set_inputs(double t, bool event)
{
    const FmuInputs *in = child.r->inputs;
    int result = 0;
    for (int i = 0; in && i < in->n && !result; i++) {
        const FmuVariable *v = variable_named(child.r->f, in->name[i]);
        bool continuous = v->vary == FV_CONTINUOUS;
        if ((!continuous && !event) || v->type == FT_CLOCK)
            continue;
        double x = input_at(in, i, t, continuous);
        result = loaded_set(&child.l, v, &x);
    }
    return result;
}

/* The next instant at which an input jumps. */
static double next_input(double t)
{
    const FmuInputs *in = child.r->inputs;
    bool discrete = false;
    for (int i = 0; in && i < in->n; i++)
        discrete = discrete || variable_named(child.r->f, in->name[i])->vary != FV_CONTINUOUS;
    for (size_t i = 0; in && i < in->points; i++)
        if (in->time[i] > t && (discrete || (i + 1 < in->points && in->time[i + 1] == in->time[i])))
            return in->time[i];
    return INFINITY;
}

/* A column of the inputs, if it has a row at this time. */
static bool is_triggered(const FmuVariable *clock, double t)
{
    const FmuInputs *in = child.r->inputs;
    for (int i = 0; in && i < in->n; i++)
        for (size_t k = 0; !strcmp(in->name[i], clock->name) && k < in->points; k++)
            if (fabs(in->time[k] - t) <= 1e-12 * fmax(1, fabs(t)) &&
                in->value[(size_t)i * in->points + k] != 0)
                return true;
    return false;
}

/* In Event Mode: what ticks now; then the time of the next tick by itself. */
static int tick(double t)
{
    return child.clocks ? schedule_tick(child.clocks, t, is_triggered) : 0;
}

static int ask_clocks(double t)
{
    return child.clocks ? schedule_ask(child.clocks, t) : 0;
}

static double next_tick(void)
{
    return child.clocks ? schedule_next(child.clocks) : INFINITY;
}

/* ---- Settings and values ---- */

/* All elements of a start attribute. */
static void read_start(const FmuVariable *v, double *to)
{
    const char *at = v->start ? v->start : "";
    for (size_t i = 0; i < v->n; i++) {
        char *end;
        at += strspn(at, " \t\n");
        to[i] = !strncmp(at, "true", 4) ? 1 : strtod(at, &end);
        at += strcspn(at, " \t\n");
        if (!*at && v->n > 1 && i == 0)
            for (size_t k = 1; k < v->n; k++)
                to[k] = to[0];
        if (!*at)
            break;
    }
}

/* "a[2,3]" -> "a", and the number of the element; -1: none. */
static long element_of(const FmuVariable *v, const char *brackets)
{
    size_t at = 0;
    const char *text = brackets + 1;
    for (int i = 0; i < v->ndims; i++) {
        char *end;
        unsigned long k = strtoul(text, &end, 10);
        if (end == text || k < 1 || k > v->dim[i] || *end != (i + 1 < v->ndims ? ',' : ']'))
            return -1;
        at = at * v->dim[i] + k - 1;
        text = end + 1;
    }
    return *text ? -1 : (long)at;
}

/* What a variable has been given so far: all its elements, at first those of its description. */
typedef struct Given {
    const FmuVariable *v;
    double *number;
    const char **text; /* Strings */
    struct Given *next;
} Given;

static Given *given_of(Child *c, const FmuVariable *v)
{
    static Given *list; /* one FMU a process */
    Given *g = list;
    while (g && g->v != v)
        g = g->next;
    if (g)
        return g;
    Arena *a = c->l.f->a;
    g = ARENA_NEW(a, Given);
    *g = (Given){v, ARENA_ARRAY(a, double, v->n + 1), ARENA_ARRAY(a, const char *, v->n + 1), list};
    if (v->type != FT_STRING)
        read_start(v, g->number);
    for (size_t i = 0; i < v->n; i++)
        g->text[i] = i < (size_t)v->word.n ? v->word.v[i] : "";
    list = g;
    return g;
}

static bool set_one(Child *c, const FmuVariable *v, long element, const char *value)
{
    Given *g = given_of(c, v);
    size_t n = strlen(value);
    char *end;
    double x = !strcmp(value, "true") ? 1 : strtod(value, &end);
    bool number = !strcmp(value, "true") || !strcmp(value, "false") || (end != value && !*end);
    const char *text =
        n > 1 && value[0] == '"' ? arena_printf(c->l.f->a, "%.*s", (int)n - 2, value + 1) : value;
    for (size_t i = 0; i < v->n; i++)
        if (element < 0 || (size_t)element == i) {
            g->number[i] = x;
            g->text[i] = text;
        }
    if (v->type == FT_STRING)
        return !loaded_set_strings(&c->l, v, g->text);
    if (!number) {
        char said[300];
        snprintf(said, sizeof said, "--set %s=%s: the value is no number", v->name, value);
        send_message(NULL, K_MSG_ERROR, said);
    }
    return number && !loaded_set(&c->l, v, g->number);
}

static bool apply_setting(Child *c, const FmuSetting *s)
{
    char name[1000], text[1200];
    snprintf(name, sizeof name, "%s", s->name);
    size_t n = strlen(name);
    if (n > 6 && !strcmp(name + n - 6, ".start"))
        name[n - 6] = 0;
    const FmuVariable *v = variable_named(c->r->f, name);
    char *bracket = v ? NULL : strrchr(name, '[');
    long element = -1;
    if (bracket) {
        char *copy = strdup(bracket);
        *bracket = 0;
        v = variable_named(c->r->f, name);
        element = v && copy ? element_of(v, copy) : -1;
        v = element < 0 ? NULL : v;
        free(copy);
    }
    bool structural = v && v->cause == FC_STRUCTURAL;
    if (structural && fmu_is_configurable(v) && !strcmp(s->name, v->name))
        return true; /* loaded_open has done it */
    if (v && !structural && (v->cause == FC_PARAMETER || v->cause == FC_INPUT || v->exact))
        return set_one(c, v, element, s->value);
    snprintf(text, sizeof text, "--set %.1000s: %s", s->name,
             structural ? "of structural parameters only single numbers are set, by their names"
             : v        ? "the FMU computes it"
                        : "the FMU has no such variable");
    send_message(NULL, K_MSG_ERROR, text);
    return false;
}

static void list_reals(Child *c)
{
    FmuFile *f = c->r->f;
    for (int i = 0; i < f->var.n; i++) {
        const FmuVariable *v = &f->var.v[i];
        if (v->type != FT_FLOAT64 || v->cause == FC_INDEPENDENT || v->alias_of >= 0)
            continue;
        vec_push(f->a, &c->real, v->reference);
        for (size_t k = 0; k < v->n; k++)
            vec_push(f->a, &c->real_at, v->first + (int)k);
    }
    c->values = ARENA_ARRAY(f->a, double, c->real_at.n + 1);
}

static int get_reals(Child *c, KInst *m)
{
    Loaded *l = &c->l;
    size_t n = (size_t)c->real.n;
    if (!n)
        return 0;
    int status = l->f->version == 2 ? (int)l->two.GetReal(l->instance, c->real.v, n, c->values)
                                    : (int)l->three.GetFloat64(l->instance, c->real.v, n, c->values,
                                                               (size_t)c->real_at.n);
    for (int i = 0; i < c->real_at.n; i++)
        m->v[c->real_at.v[i]] = c->values[i];
    return status <= 1 ? 0 : status == 2 ? 1 : -1;
}

static int get_values(KInst *m)
{
    FmuFile *f = child.r->f;
    int result = get_reals(&child, m);
    for (int i = 0; i < f->var.n && !result; i++) {
        const FmuVariable *v = &f->var.v[i];
        if (v->type != FT_FLOAT64 && v->type < FT_STRING && v->cause != FC_INDEPENDENT &&
            v->alias_of < 0)
            result = loaded_get(&child.l, v, &m->v[v->first]);
    }
    return result;
}

/* ---- Code for Model Exchange ---- */

static int go(KInst *m)
{
    const KModel *model = child.model;
    for (int i = 0; i < model->nstates; i++)
        child.x[i] = m->v[model->state[i]];
    int result = loaded_go(&child.l, m->time, child.x);
    return result ? result : set_inputs(m->time, false);
}

static int take_states(KInst *m)
{
    const KModel *model = child.model;
    int result = loaded_states(&child.l, child.x);
    for (int i = 0; i < model->nstates && !result; i++)
        m->v[model->state[i]] = child.x[i];
    return result;
}

static int code_init(KInst *m)
{
    return take_states(m);
}

static int code_rhs_(KInst *m)
{
    int result = go(m);
    if (!result)
        result = loaded_derivatives(&child.l, child.x);
    for (int i = 0; i < child.model->nstates && !result; i++)
        m->v[child.model->der[i]] = child.x[i];
    return result;
}

static int code_cross(KInst *m)
{
    int n = child.r->f->nindicators, result = loaded_indicators(&child.l, child.l.z);
    for (int i = 0; i < n; i++)
        m->g[i] = child.l.z[i];
    m->g[n] = child.wants_event ? 1 : -1;
    return result;
}

static int code_out_(KInst *m)
{
    return get_values(m);
}

/* In Event Mode: what ticks, discrete states, and back to continuous time; once more where a
 * countdown of 0 ends. */
static int pass_event(double t, bool *terminate)
{
    int result = 0;
    for (bool first = true; !result && !*terminate && (first || next_tick() <= t); first = false) {
        result = first ? 0 : loaded_enter_event(&child.l);
        if (!result)
            result = tick(t);
        if (!result)
            result = loaded_event(&child.l, terminate);
        if (!result)
            result = ask_clocks(t);
    }
    return result;
}

static int code_event(KInst *m)
{
    bool terminate = child.ended;
    int n = child.r->f->nindicators, result = 0;
    child.passed = m->time;
    if (child.begun) {
        result = go(m);
        if (!result && !child.l.failed) {
            result = loaded_enter_event(&child.l);
            if (!result)
                result = set_inputs(m->time, true);
        }
        if (!result)
            result = pass_event(m->time, &terminate);
    }
    child.begun = true;
    child.wants_event = false;
    if (!result)
        result = take_states(m);
    if (!result)
        result = loaded_indicators(&child.l, child.l.z);
    for (int i = 0; i < n && !result; i++)
        m->rel[i] = child.l.z[i] > 0;
    m->rel[n] = 0;
    if (terminate)
        k_terminate(m, ENDS);
    return result;
}

static int code_next(KInst *m, double *t)
{
    *t = fmin(child.l.next > m->time ? child.l.next : INFINITY,
              fmin(next_input(m->time), next_tick()));
    return 0;
}

static int code_check(KInst *m)
{
    bool event, terminate;
    int result = loaded_completed(&child.l, &event, &terminate);
    child.wants_event = child.wants_event || event;
    if (terminate)
        k_terminate(m, ENDS);
    return result;
}

static int code_jvp(KInst *m)
{
    const KModel *model = child.model;
    size_t n = (size_t)model->nstates;
    double *seed = child.x;
    for (size_t i = 0; i < n; i++)
        seed[i] = m->dv[model->state[i]];
    int result = loaded_directional(&child.l, n, child.der_reference, n, child.state_reference,
                                    seed, child.x + n);
    for (size_t i = 0; i < n && !result; i++)
        m->dv[model->der[i]] = child.x[n + i];
    return result;
}

static void find_directions(Child *c)
{
    FmuFile *f = c->r->f;
    if (!f->me_directional || !c->model->nstates || f->state.n != c->model->nstates)
        return;
    c->state_reference = ARENA_ARRAY(f->a, unsigned, f->state.n);
    c->der_reference = ARENA_ARRAY(f->a, unsigned, f->state.n);
    for (int i = 0; i < f->state.n; i++) {
        c->state_reference[i] = f->var.v[f->state.v[i]].reference;
        c->der_reference[i] = f->var.v[f->derivative.v[i]].reference;
    }
}

/* ---- The runs ---- */

static int run_exchange(Child *c, const KOptions *o, KStats *stats)
{
    KBlockCode none = {0};
    KCode code = {.init = code_init,
                  .rhs = code_rhs_,
                  .cross = code_cross,
                  .out = code_out_,
                  .event = code_event,
                  .next_time = code_next,
                  .check = code_check,
                  .block = &none};
    find_directions(c);
    code.jvp = c->state_reference ? code_jvp : NULL;
    if (pass_event(o->start, &c->ended) || loaded_nominals(&c->l, c->x))
        return -1;
    for (int i = 0; i < c->model->nstates; i++)
        ((double *)c->model->nominal)[c->model->state[i]] = fabs(c->x[i]);
    KInst *m = k_inst_new(c->model, &code, send_message, NULL);
    KSink sink = {.point = send_point};
    int result = m ? k_params(m) : -1;
    if (!result)
        result = k_simulate(m, o, &sink, stats);
    k_inst_free(m);
    return result;
}

static double point_time(const KOptions *o, long i)
{
    if (i >= o->intervals)
        return o->stop;
    return o->start + (o->interval > 0 ? (double)i * o->interval
                                       : (double)i * (o->stop - o->start) / o->intervals);
}

/* Values to the caller. */
static int give_point(KInst *m)
{
    return get_values(m) || send_point(NULL, m);
}

/* Co-Simulation with Event Mode: discrete inputs are set in it. */
static int begin_interval(Child *c, KInst *m, bool *terminate)
{
    double t = m->time;
    bool event =
        c->l.event_mode &&
        ((c->r->inputs && (t == c->first || next_input(c->passed) <= t)) || next_tick() <= t);
    child.passed = t;
    if (!event)
        return set_inputs(t, !c->l.event_mode);
    int result = loaded_enter_event(&c->l);
    if (!result)
        result = set_inputs(t, true);
    if (!result)
        result = tick(t);
    if (!result)
        result = loaded_step_event(&c->l, terminate);
    if (!result)
        result = ask_clocks(t);
    return result || (t == c->first && !c->clocks) ? result : give_point(m);
}

/* An event of the FMU's: values before it and after. */
static int give_event(Child *c, KInst *m, bool *terminate, KStats *stats)
{
    int result = give_point(m);
    stats->state_events++;
    if (!result)
        result = loaded_enter_event(&c->l);
    return result ? result : loaded_step_event(&c->l, terminate);
}

/* Up to an output point, or to what its clocks and inputs do before it. */
static int run_interval(Child *c, KInst *m, double to, bool *terminate, KStats *stats)
{
    int result = begin_interval(c, m, terminate);
    if (c->clocks)
        to = fmin(to, fmin(next_tick(), next_input(m->time)));
    while (!result && !*terminate && m->time < to) {
        bool event = false;
        result = loaded_step(&c->l, m->time, to - m->time, &m->time, &event, terminate);
        stats->steps++;
        stats->end_time = m->time;
        if (result > 0)
            send_message(NULL, K_MSG_ERROR, "the FMU discards a communication step");
        if (!result && event && !*terminate)
            result = give_event(c, m, terminate, stats);
        if (!result && (event || m->time >= to || *terminate))
            result = give_point(m);
    }
    return result;
}

static int run_steps(Child *c, const KOptions *o, KStats *stats)
{
    KCode code = {0};
    KInst *m = k_inst_new(c->model, &code, send_message, NULL);
    bool terminate = false;
    int result = m ? 0 : -1;
    if (m)
        m->time = c->first = o->start;
    if (!result)
        result = loaded_begin_steps(&c->l, &terminate);
    if (!result)
        result = give_point(m);
    for (long i = 0; i < o->intervals && !result && !terminate;) {
        double point = point_time(o, i + 1);
        result = run_interval(c, m, point, &terminate, stats);
        i += m->time >= point;
    }
    stats->terminated = terminate;
    stats->method = NULL;
    if (!result && terminate) {
        char text[100];
        snprintf(text, sizeof text, "terminated at time %g: " ENDS, m->time);
        send_message(NULL, K_MSG_INFO, text);
    }
    k_inst_free(m);
    return result;
}

/* Output points, rows of the inputs, and ticks. */
static int run_schedule(Child *c, const KOptions *o, KStats *stats)
{
    KCode code = {0};
    KInst *m = k_inst_new(c->model, &code, send_message, NULL);
    Schedule *s = c->clocks = m ? schedule_new(&c->l, o->start) : NULL;
    int result = s ? 0 : -1;
    double t = o->start;
    for (long i = 0; !result && t <= o->stop;) {
        c->passed = t;
        result = set_inputs(t, true);
        if (!result)
            result = schedule_tick(s, t, is_triggered);
        m->time = stats->end_time = t;
        stats->steps++;
        if (!result)
            result = give_point(m);
        while (i <= o->intervals && point_time(o, i) <= t)
            i++;
        double next = fmin(schedule_next(s), next_input(t));
        t = fmin(next, i <= o->intervals ? point_time(o, i) : INFINITY);
    }
    stats->method = NULL;
    k_inst_free(m);
    return result;
}

static int run_child(Child *c, KStats *stats)
{
    FmuRun *r = c->r;
    KOptions o = {0};
    const char *wrong = k_options(c->model, &r->request, &o);
    if (wrong) {
        send_message(NULL, K_MSG_ERROR, wrong);
        return -1;
    }
    if (r->me && o.method != K_CVODE && o.method != K_RK45 && o.method != K_RK8 &&
        o.method != K_AUTO && o.method != K_EULER) {
        send_message(NULL, K_MSG_ERROR,
                     "FMUs are run by the methods auto, cvode, rk45, rk8 and euler");
        return -1;
    }
    c->passed = o.start;
    if (!loaded_open(&c->l, r->f->name))
        return -1;
    bool good = true;
    for (int i = 0; i < r->nsettings; i++)
        good = good && apply_setting(c, &r->setting[i]);
    int result = !good || loaded_enter(&c->l, o.start, o.stop, o.tolerance) ||
                         set_inputs(o.start, true) || loaded_exit(&c->l)
                     ? -1
                     : 0;
    if (!result && !r->se && fmu_has_clocks(r->f)) {
        if (!r->me && !c->l.event_mode)
            send_message(NULL, K_MSG_WARNING,
                         "the FMU has input clocks, but no Event Mode: they do not tick");
        else
            result = (c->clocks = schedule_new(&c->l, o.start)) ? 0 : -1;
    }
    if (!result)
        result = r->me   ? run_exchange(c, &o, stats)
                 : r->se ? run_schedule(c, &o, stats)
                         : run_steps(c, &o, stats);
    loaded_close(&c->l);
    return result;
}

static _Noreturn void be_child(FmuRun *r, int own_end, pid_t parent)
{
    KStats stats = {0};
    child = (Child){.r = r, .model = r->model, .channel = own_end};
    child.l = (Loaded){.f = r->f,
                       .me = r->me,
                       .se = r->se,
                       .message = send_message,
                       .next = INFINITY,
                       .nstates = r->model->nstates,
                       .z = ARENA_ARRAY(r->f->a, double, r->f->nindicators + 1)};
    child.x = ARENA_ARRAY(r->f->a, double, 2 * r->model->nstates + 1);
    list_reals(&child);
    dup2(STDERR_FILENO, STDOUT_FILENO); /* what it prints is no result */
    signal(SIGINT, SIG_DFL);
    signal(SIGSEGV, SIG_DFL);
    signal(SIGBUS, SIG_DFL);
    fmu_watch(own_end, parent, r->f->folder);
    int result = run_child(&child, &stats);
    Sent s = {SENT_END, 0, result, sizeof stats};
    stats.method = NULL;
    bool sent =
        fmu_send(child.channel, &s, sizeof s) && fmu_send(child.channel, &stats, sizeof stats);
    fmu_leave(sent ? 0 : 1);
}

/* ---- The parent ---- */

static bool receive(const FmuRun *r, int from, void *to, size_t n)
{
    return fmu_receive(from, to, n, r->interrupted);
}

/* One thing that the child has sent; false: there is no more. */
static bool take_sent(FmuRun *r, int from, KStats *stats, int *result, bool *stop)
{
    Sent s;
    if (!receive(r, from, &s, sizeof s))
        return false;
    if (s.kind == SENT_POINT && s.size == (size_t)r->model->nv * sizeof(double)) {
        if (!receive(r, from, &r->m->time, sizeof r->m->time) || !receive(r, from, r->m->v, s.size))
            return false;
        stats->end_time = r->m->time;
        *stop = r->point(r->arg, r->m);
        return !*stop;
    }
    if (s.kind == SENT_MESSAGE && s.size <= 1 << 16) {
        char *text = malloc(s.size + 1);
        bool good = text && receive(r, from, text, s.size);
        if (good) {
            text[s.size] = 0;
            r->message(r->arg, (KLevel)(s.level < 0 || s.level > 2 ? 2 : s.level), text);
        }
        free(text);
        return good;
    }
    if (s.kind == SENT_END && s.size == sizeof *stats && receive(r, from, stats, sizeof *stats)) {
        *result = s.result;
        stats->method = NULL; /* what others have sent is no address here, nor sure to end */
        stats->why[sizeof stats->why - 1] = stats->message[sizeof stats->message - 1] = 0;
    }
    return false;
}

static void explain(FmuRun *r, int status, const KStats *stats)
{
    char text[300];
    if (WIFSIGNALED(status))
        snprintf(text, sizeof text,
                 "the FMU's process ended after time %g by signal %d: %s; the result up "
                 "to there is kept",
                 stats->end_time, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(text, sizeof text,
                 "the FMU ended its process after time %g with status %d; the result up "
                 "to there is kept",
                 stats->end_time, WEXITSTATUS(status));
    r->message(r->arg, K_MSG_ERROR, text);
}

int fmu_run(FmuRun *r, KStats *stats)
{
    enum { UNKNOWN = 12345 };
    int end = -1, result = UNKNOWN, status = 0;
    bool stop = false;
    *stats = (KStats){0};
    pid_t own = getpid(), pid = fmu_fork(&end);
    if (pid < 0) {
        r->message(r->arg, K_MSG_ERROR, "no process can be started");
        return -1;
    }
    if (pid == 0)
        be_child(r, end, own);
    while (take_sent(r, end, stats, &result, &stop))
        ;
    close(end);
    stop = stop || *r->interrupted;
    if (stop)
        kill(pid, SIGKILL); /* it may not listen to others */
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (result == UNKNOWN && !stop)
        explain(r, status, stats);
    return result ? -1 : 0;
}
