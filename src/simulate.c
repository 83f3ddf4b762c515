/* simulate.c - `kron simulate`: options, run, results. */
#include "commands.h"
#include "result/plot.h"
#include "rt/request.h"
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

/* Variables that match a pattern; false if one matches nothing. */
static bool choose(const KModel *model, int npatterns, const char **pattern, int *out, int *n)
{
    bool good = true;
    for (int k = 0; k < npatterns; k++)
        if (!k_matches_any(model, pattern[k])) {
            fprintf(stderr, "kron: no variable matches `%s`\n", pattern[k]);
            good = false;
        }
    *n = k_choose(model, npatterns, pattern, out);
    return good;
}

/* ---- Options ---- */

static bool set_options(Run *r)
{
    const Arguments *a = r->a;
    KRequest request = {a->start,     a->stop, a->interval, a->intervals,
                        a->tolerance, a->atol, a->method};
    const char *wrong = !isnan(a->step)
                            ? "--step is for fixed-step methods, which are not supported yet"
                            : k_options(r->p->tables, &request, &r->options);
    if (wrong)
        fprintf(stderr, "kron: %s\n", wrong);
    return !wrong;
}

/* --set of elements of arrays: in the running model. */
static bool set_elements(Run *r)
{
    for (int i = 0; i < r->a->nsettings; i++) {
        const Setting *s = &r->a->setting[i];
        const char *wrong = strchr(s->name, '[') ? k_set_text(r->inst, s->name, s->value) : NULL;
        if (wrong) {
            fprintf(stderr, "kron: --set %s=%s: %s\n", s->name, s->value, wrong);
            return false;
        }
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
    if (!choose(model, r->a->nvars, r->a->vars, r->chosen, &r->nchosen) ||
        (r->a->nplots && !choose(model, r->a->nplots, r->a->plot, r->plotted, &r->nplotted)) ||
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
