/* simulate.c - `kron simulate`: options, run, results. */
#include "commands.h"
#include "result/plot.h"
#include "result/result.h"
#include "rt/result.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Everything one run needs. */
typedef struct Run {
    const Arguments *a;
    Pipeline *p;
    KInst *inst;
    KOptions options;
    KStats stats;
    KResult *result;
    int nchosen; /* variables of the result file and of `final` */
    int *chosen;
    int nplotted;
    int *plotted;
    Plot *plot;
    Native *native;
    double started, last_progress, last_part, speed; /* of the progress bar */
    bool bar, taken_over, complained, libtcc_only;
} Run;

/* A solution at rest invites steps that jump over what comes next: a pulse, a period of the mains.
 */
enum { DEFAULT_INTERVALS = 500, LEAST_STEPS = 500 };

static volatile sig_atomic_t interrupted;

/* The run ends at the next step and keeps its result; a second signal ends the program. */
static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Choosing variables ---- */

/* Indices of the variables that match; parameters only where a pattern without `*` or `?`, or
 * naming them in full, asks for them. False if a pattern matches nothing. */
static bool choose(const KModel *model, int npatterns, const char **pattern, bool parameters,
                   int *out, int *n)
{
    *n = 0;
    bool *hit = calloc((size_t)npatterns + 1, sizeof *hit);
    for (int i = 0; hit && i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        bool fixed = v->kind == K_PARAMETER || v->kind == K_CONSTANT;
        bool wanted = !npatterns && !fixed;
        for (int k = 0; k < npatterns; k++)
            if (glob_matches(pattern[k], v->name)) {
                hit[k] = true;
                wanted = !fixed || parameters;
            }
        if (wanted && v->type != K_STRING)
            out[(*n)++] = i;
    }
    bool good = true;
    for (int k = 0; hit && k < npatterns; k++)
        if (!hit[k]) {
            fprintf(stderr, "kron: no variable matches `%s`\n", pattern[k]);
            good = false;
        }
    free(hit);
    return good;
}

/* ---- Options ---- */

static double given(double option, double annotation, double otherwise)
{
    return !isnan(option) ? option : !isnan(annotation) ? annotation : otherwise;
}

/* Blocks with the constraints of a set of states: these change often, which is cheap for methods of
 * one step. */
static bool belongs_to_set(const Dae *d, const Block *b)
{
    for (int i = 0; i < b->neq; i++)
        if (b->eq[i] >= 0 && d->eq.v[b->eq[i]].of_set)
            return true;
    return false;
}

static KMethod method_for(const Run *r)
{
    static const char *const name[] = {[K_CVODE] = "cvode",
                                       [K_IDA] = "ida",
                                       [K_RK45] = "rk45",
                                       [K_RK8] = "rk8",
                                       [K_AUTO] = "auto"};
    for (int i = 0; i < (int)(sizeof name / sizeof *name); i++)
        if (!strcmp(r->a->method, name[i]))
            return (KMethod)i;
    const System *s = dae_system(r->p->dae, SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks; i++)
        if (s->block[i]->needed_rhs && s->block[i]->solved == SOLVE_NEWTON &&
            !belongs_to_set(r->p->dae, s->block[i]))
            return K_IDA; /* algebraic equations go into the integrator's Newton iteration */
    return K_AUTO;
}

static bool set_options(Run *r)
{
    const Arguments *a = r->a;
    const Dae *d = r->p->dae;
    KOptions *o = &r->options;
    o->start = given(a->start, d->start, 0);
    o->stop = given(a->stop, d->stop, o->start + 1);
    o->tolerance = given(a->tolerance, d->tolerance, 1e-6);
    o->atol = given(a->atol, NAN, 0);
    double n = DEFAULT_INTERVALS, interval = given(a->interval, d->interval, 0);
    if (!isnan(a->intervals)) {
        n = a->intervals;
    } else if (interval > 0) {
        n = ceil((o->stop - o->start) / interval - 1e-9);
        o->interval = interval;
    }
    const char *wrong = NULL;
    if (!isnan(a->step))
        wrong = "--step is for fixed-step methods, which are not supported yet";
    else if (!(o->stop >= o->start))
        wrong = "the stop time lies before the start time";
    else if (!isfinite(o->start) || !isfinite(o->stop))
        wrong = "start and stop time must be finite";
    else if (!(o->tolerance >= 1e-14 && o->tolerance < 1))
        wrong = "the tolerance must lie between 1e-14 and 1";
    else if (o->atol < 0)
        wrong = "the absolute tolerance must not be negative";
    else if (!isnan(a->interval) && !(a->interval > 0))
        wrong = "the output interval must be positive";
    else if (!isnan(a->intervals) && (a->intervals != floor(a->intervals) || a->intervals < 1))
        wrong = "the number of output intervals must be a whole number, at least 1";
    else if (!(n >= 0 && n <= 1e8))
        wrong = "there are more than 1e8 output points";
    if (wrong) {
        fprintf(stderr, "kron: %s\n", wrong);
        return false;
    }
    o->intervals = n < 1 ? 1 : (int)n;
    o->max_step = (o->stop - o->start) / LEAST_STEPS;
    o->method = method_for(r);
    o->fallback = !*a->method;
    return true;
}

/* --set of elements of arrays: in the running model. */
static bool set_elements(Run *r)
{
    const KModel *model = r->p->tables;
    for (int i = 0; i < r->a->nsettings; i++) {
        const Setting *s = &r->a->setting[i];
        if (!strchr(s->name, '['))
            continue;
        const char *dot = strrchr(s->name, '.');
        bool start = dot && !strcmp(dot, ".start");
        size_t length = start ? (size_t)(dot - s->name) : strlen(s->name);
        const KVariable *v = NULL;
        for (int k = 0; k < model->nvariables && !v; k++)
            if (strlen(model->variable[k].name) == length &&
                !strncmp(model->variable[k].name, s->name, length))
                v = &model->variable[k];
        char *end;
        double x = !strcmp(s->value, "true")    ? 1
                   : !strcmp(s->value, "false") ? 0
                                                : strtod(s->value, &end);
        bool number = !strcmp(s->value, "true") || !strcmp(s->value, "false") || !*end;
        if (!v || (!start && !v->settable) || !number) {
            fprintf(stderr, "kron: --set %s=%s: %s\n", s->name, s->value,
                    !v        ? "there is no such variable"
                    : !number ? "a number is needed here"
                              : "it is not a parameter that can be changed");
            return false;
        }
        if (v->negated)
            x = -x;
        if (start)
            k_set_start(r->inst, v->index, x);
        else
            k_set_value(r->inst, v->index, x);
    }
    return true;
}

/* ---- While it runs ---- */

static void message(void *arg, KLevel level, const char *text)
{
    Run *r = arg;
    r->complained = r->complained || level == K_MSG_ERROR;
    if (interrupted && level == K_MSG_ERROR)
        return; /* said at the end */
    static const char *const word[] = {"error", "warning", "note"};
    if (level == K_MSG_ERROR || !r->a->quiet)
        fprintf(stderr, "%skron: %s: %s\n", r->bar ? "\r\033[K" : "", word[level], text);
}

static int point(void *arg, const KInst *m)
{
    Run *r = arg;
    if (r->plot)
        plot_point(r->plot, m);
    return r->result ? k_result_point(r->result, m) : 0;
}

/* "12 s", "3 min 20 s", "2 h 5 min" */
static void put_duration(FILE *out, double s)
{
    if (s < 100)
        fprintf(out, "%.0f s", ceil(s));
    else if (s < 3600)
        fprintf(out, "%.0f min %02.0f s", floor(s / 60), floor(fmod(s, 60)));
    else
        fprintf(out, "%.0f h %02.0f min", floor(s / 3600), floor(fmod(s, 3600) / 60));
}

/* The estimate follows the speed of the last seconds, not of the whole run. */
static void draw_bar(Run *r, double time)
{
    enum { WIDTH = 30 };
    double part = (time - r->options.start) / (r->options.stop - r->options.start);
    double elapsed = now() - r->last_progress, speed = (part - r->last_part) / elapsed;
    r->speed = r->speed > 0 ? r->speed + fmin(1, elapsed / 5) * (speed - r->speed) : speed;
    r->last_part = part;
    int filled = (int)(part * WIDTH);
    fprintf(stderr, "\r[%.*s%*s] %3.0f %%  t = %.6g", filled, "##############################",
            WIDTH - filled, "", floor(100 * part), time);
    if (r->speed > 0) {
        fputs("  ", stderr);
        put_duration(stderr, (1 - part) / r->speed);
        fputs(" left", stderr);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

/* KRON_NATIVE=off keeps to libtcc; KRON_NATIVE=now has the system's compiler begin, and finish,
 * before the first step. */
static bool native_mode(const char *mode)
{
    const char *given = getenv("KRON_NATIVE");
    return given && !strcmp(given, mode);
}

/* Long runs change to the code of the system's compiler when it is ready. */
static void use_native(Run *r, KInst *m, bool worth_it, bool wait)
{
    if (!r->native && !r->taken_over && worth_it) {
        r->native = native_start(buf_text(&r->p->source), r->p->nblocks);
        r->taken_over = !r->native;
    }
    const KCode *code = NULL;
    do
        code = r->native && !r->taken_over ? native_poll(r->native) : NULL;
    while (wait && !code && native_runs(r->native) &&
           !nanosleep(&(struct timespec){0, 5000000}, NULL));
    if (code) {
        k_inst_set_code(m, code);
        r->taken_over = true;
    }
}

static int progress(void *arg, KInst *m, double time)
{
    Run *r = arg;
    double t = now();
    double part = (time - r->options.start) / (r->options.stop - r->options.start);
    double left = part > 0 ? (t - r->started) / part - (t - r->started) : 1e9;
    use_native(r, m, t - r->started > 0.5 && left > 1 && !r->libtcc_only, false);
    if (r->bar && t - r->last_progress > 0.3) {
        draw_bar(r, time);
        r->last_progress = t;
    }
    return interrupted ? 1 : 0;
}

/* ---- Report ---- */

static void json_number(FILE *out, double x)
{
    Buf b = {0};
    buf_real(&b, x);
    fputs(isfinite(x) ? buf_text(&b) : "null", out);
    buf_free(&b);
}

static void json_string(FILE *out, const char *s)
{
    fputc('"', out);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if ((unsigned char)*s < 0x20)
            fprintf(out, "\\u%04x", *s);
        else
            fputc(*s, out);
    }
    fputc('"', out);
}

static void print_json(const Run *r)
{
    static const char *const parts[] = {"load", "flatten", "structure", "code", "simulate"};
    const KStats *s = &r->stats;
    FILE *out = stdout;
    double total = 0;
    fputs("{\"schema\": 1, \"model\": ", out);
    json_string(out, r->p->tables->name);
    fprintf(out, ", \"method\": \"%s\", \"start\": ", s->method ? s->method : "");
    json_number(out, r->options.start);
    fputs(", \"stop\": ", out);
    json_number(out, s->end_time);
    fprintf(out,
            ", \"steps\": %ld, \"rejected\": %ld, \"evaluations\": %ld, \"jacobians\": %ld, "
            "\"newton_iterations\": %ld, \"time_events\": %ld, \"state_events\": %ld, "
            "\"state_switches\": %ld, \"terminated\": %s",
            s->steps, s->rejected, s->evaluations, s->jacobians, s->newton_iterations,
            s->time_events, s->state_events, s->state_switches, s->terminated ? "true" : "false");
    if (s->message[0]) {
        fputs(", \"message\": ", out);
        json_string(out, s->message);
    }
    fputs(", \"seconds\": {", out);
    for (int i = 0; i < TIME_COUNT; i++) {
        fprintf(out, "\"%s\": %.6f, ", parts[i], r->p->seconds[i]);
        total += r->p->seconds[i];
    }
    fprintf(out, "\"total\": %.6f}, \"final\": {", total);
    for (int i = 0; i < r->nchosen; i++) {
        const KVariable *v = &r->p->tables->variable[r->chosen[i]];
        fputs(i ? ", " : "", out);
        json_string(out, v->name);
        fputs(": ", out);
        json_number(out, k_value(r->inst, v));
    }
    fputs("}}\n", out);
}

static void print_summary(const Run *r)
{
    const KStats *s = &r->stats;
    double total = 0;
    for (int i = 0; i < TIME_COUNT; i++)
        total += r->p->seconds[i];
    printf("%s: t = %g .. %g, %ld steps, %ld state events, %ld time events, %s, %.0f ms in all\n",
           r->p->tables->name, r->options.start, s->end_time, s->steps, s->state_events,
           s->time_events, s->method ? s->method : "no method", 1e3 * total);
}

/* ---- The command ---- */

/* The MAT file has parameters too, unless the variables were chosen. */
static bool open_results(Run *r)
{
    const Arguments *a = r->a;
    const KModel *model = r->p->tables;
    if (!a->output)
        return true;
    int n = r->nchosen;
    int *stored = calloc((size_t)model->nvariables + 1, sizeof *stored);
    if (stored && k_result_is_mat(a->output) && !a->nvars)
        for (n = 0; n < model->nvariables; n++)
            stored[n] = n;
    else if (stored)
        memcpy(stored, r->chosen, (size_t)n * sizeof *stored);
    const char *why = "out of memory";
    if (stored)
        r->result =
            k_result_open(a->output, r->inst, n, stored, r->options.start, r->options.stop, &why);
    if (!r->result)
        fprintf(stderr, "kron: cannot write %s: %s\n", a->output, why);
    free(stored);
    return r->result != NULL;
}

static int run(Run *r)
{
    const KModel *model = r->p->tables;
    r->inst = k_inst_new(model, jit_code(r->p->jit), message, r);
    r->chosen = calloc((size_t)model->nvariables + 1, sizeof *r->chosen);
    r->plotted = calloc((size_t)model->nvariables + 1, sizeof *r->plotted);
    if (!r->inst || !r->chosen || !r->plotted) {
        fputs("kron: out of memory\n", stderr);
        return STATUS_NUMERIC;
    }
    if (!choose(model, r->a->nvars, r->a->vars, true, r->chosen, &r->nchosen) ||
        (r->a->nplots &&
         !choose(model, r->a->nplots, r->a->plot, true, r->plotted, &r->nplotted)) ||
        !set_options(r) || !set_elements(r) || !open_results(r))
        return STATUS_USAGE;
    if (r->nplotted)
        r->plot = plot_new(model, r->nplotted, r->plotted);
    r->bar = isatty(STDERR_FILENO) && !r->a->quiet;
    /* The first Ctrl-C ends the run in good order, a second one the process. */
    struct sigaction once = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &once, NULL);
    sigaction(SIGTERM, &once, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large: writing fails */
    r->libtcc_only = native_mode("off");
    if (native_mode("now"))
        use_native(r, r->inst, true, true);
    KSink sink = {r, point, progress};
    r->started = r->last_progress = now();
    int rc = k_params(r->inst);
    if (!rc)
        rc = k_simulate(r->inst, &r->options, &sink, &r->stats);
    else
        r->stats.end_time = r->options.start;
    r->p->seconds[TIME_SIMULATE] = now() - r->started;
    if (r->bar)
        fputs("\r\033[K", stderr);
    int status = rc ? STATUS_NUMERIC : STATUS_GOOD;
    const char *why = "";
    if (r->result && k_result_close(r->result, &why) < 0) {
        fprintf(stderr, "kron: cannot write %s: %s\n", r->a->output, why);
        status = STATUS_NUMERIC;
    }
    r->result = NULL;
    if (interrupted)
        fprintf(stderr, "kron: interrupted at time %g\n", r->stats.end_time);
    else if (rc && !r->complained)
        fprintf(stderr, "kron: error: %s\n",
                r->stats.message[0] ? r->stats.message : "the run failed");
    return status;
}

int command_simulate(const Arguments *a)
{
    if (a->noperands != 1) {
        fputs("kron: `kron simulate` takes one model\n", stderr);
        return STATUS_USAGE;
    }
    Run r = {.a = a, .p = pipeline_new(a->ndirs, a->dir)};
    r.p->dump = a->dump;
    bool good = pipeline_run(r.p, a->operand[0], a->nsettings, a->setting, UNTIL_CODE);
    diags_print(r.p->ctx->diags, stderr, (DiagStyle){.color = a->color, .quiet = a->quiet});
    int status = good ? run(&r) : STATUS_MODEL;
    if (good && (status == STATUS_GOOD || status == STATUS_NUMERIC)) {
        if (a->json)
            print_json(&r);
        else if (!a->quiet)
            print_summary(&r);
        if (r.plot)
            plot_draw(r.plot, stdout);
    }
    plot_free(r.plot);
    native_free(r.native);
    k_inst_free(r.inst);
    free(r.chosen);
    free(r.plotted);
    pipeline_free(r.p);
    return status;
}
