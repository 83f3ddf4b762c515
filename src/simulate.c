/* simulate.c - `kron simulate`: progress, signals, report. */
#include "base/buf.h"
#include "base/die.h"
#include "commands.h"
#include "result/plot.h"
#include "rt/run.h"
#include "rt/texts.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* Everything one run needs. */
typedef struct Run {
    const Arguments *a;
    KronModel *m;
    int nplotted, *plotted; /* indices of variables */
    Curves curves;
    double last_progress, last_part, speed; /* of the progress bar */
    bool began;
    Buf starts; /* --json: what was made of start values */
} Run;

static volatile sig_atomic_t interrupted;

/* The run ends at the next step and keeps its result; a second signal ends the program. */
static void on_interrupt(int number)
{
    struct itimerval soon = {.it_value.tv_usec = 700000};
    interrupted = number;
    setitimer(ITIMER_REAL, &soon, NULL);
}

/* ---- Choosing variables ---- */

/* Whether one of the patterns names the variable; without patterns all but parameters are chosen.
 */
static bool in_result(const KronVariable *v, int npatterns, const char *const *pattern)
{
    bool chosen = !npatterns && v->kind != KRON_PARAMETER && v->kind != KRON_CONSTANT;
    chosen = chosen || (npatterns && matches_one(v->name, npatterns, pattern));
    return chosen && v->type != KRON_STRING;
}

static CurveKind curve_kind(KronType type)
{
    return type == KRON_BOOLEAN                               ? CURVE_BOOLEAN
           : type == KRON_INTEGER || type == KRON_ENUMERATION ? CURVE_INTEGER
                                                              : CURVE_REAL;
}

/* The curves that --plot names; false if a pattern names none. */
static bool choose_curves(Run *r)
{
    const Arguments *a = r->a;
    Curves *c = &r->curves;
    int n = a->nplots ? kron_variable_count(r->m) : 0;
    bool good = true;
    KronVariable v;
    *c = (Curves){.abscissa = "time", .abscissa_unit = "s"};
    curves_make(c, PLOT_MOST_TERMINAL);
    r->plotted = memory_new((size_t)n + 1, sizeof *r->plotted);
    for (int k = 0; k < a->nplots; k++) {
        bool found = false;
        for (int i = 0; i < n && !found; i++)
            found = kron_variable(r->m, i, &v) && kron_matches(a->plot[k], v.name);
        if (!found)
            say_no_variable(r->m, a->plot[k]);
        good = good && found;
    }
    for (int i = 0; i < n; i++) {
        if (!kron_variable(r->m, i, &v) || !in_result(&v, a->nplots, a->plot))
            continue;
        if (r->nplotted < PLOT_MOST_TERMINAL)
            c->curve[r->nplotted] = (Curve){.name = v.name,
                                            .unit = v.unit,
                                            .kind = curve_kind(v.type),
                                            .display = v.display_unit};
        r->plotted[r->nplotted++] = i;
    }
    c->ncurves = r->nplotted < PLOT_MOST_TERMINAL ? r->nplotted : PLOT_MOST_TERMINAL;
    c->left_out = r->nplotted - c->ncurves;
    return good;
}

/* ---- While it runs ---- */

/* What was made of the start values, for --json. */
static void put_starts(Run *r)
{
    KronVariable v;
    double start;
    for (int i = 0; kron_variable(r->m, i, &v); i++) {
        const char *state = kron_start(r->m, i, &start);
        if (!state)
            continue;
        buf_puts(&r->starts, r->starts.n ? ", {\"name\": " : "{\"name\": ");
        buf_json(&r->starts, v.name);
        buf_puts(&r->starts, ", \"start\": ");
        json_number(&r->starts, start);
        buf_puts(&r->starts, ", \"value\": ");
        json_number(&r->starts, kron_value(r->m, i));
        buf_printf(&r->starts, ", \"state\": \"%s\"}", state);
    }
}

static int point(void *arg, KronModel *m, double time)
{
    Run *r = arg;
    if (r->a->json && !r->began)
        put_starts(r);
    r->began = true;
    if (!r->nplotted)
        return 0;
    double *row = curves_add_row(&r->curves);
    row[0] = time;
    for (int k = 0; k < r->curves.ncurves; k++)
        row[k + 1] = kron_value(m, r->plotted[k]);
    return 0;
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
static void draw_bar(Run *r, double time, double part)
{
    enum { WIDTH = 30 };
    double elapsed = k_clock() - r->last_progress, speed = (part - r->last_part) / elapsed;
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

static int progress(void *arg, KronModel *m, double time, double part)
{
    Run *r = arg;
    (void)m;
    if (r->a->printer->bar && k_clock() - r->last_progress > 0.3) {
        draw_bar(r, time, part);
        r->last_progress = k_clock();
    }
    if (interrupted) /* heard: the result may take its time */
        setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    return interrupted;
}

/* ---- Report ---- */

static double total_seconds(const KronStatistics *s)
{
    return s->seconds.load + s->seconds.flatten + s->seconds.structure + s->seconds.code +
           s->seconds.run;
}

/* Last values of what --vars chooses. */
static void put_final(const Run *r, Buf *b)
{
    KronVariable v;
    const char *comma = "";
    for (int i = 0; kron_variable(r->m, i, &v); i++) {
        if (!in_result(&v, r->a->nvars, r->a->vars))
            continue;
        buf_puts(b, comma);
        buf_json(b, v.name);
        buf_puts(b, ": ");
        json_number(b, kron_value(r->m, i));
        comma = ", ";
    }
}

/* How often matrices of each size were factored. */
static void put_factored(Buf *b, const KronStatistics *s)
{
    buf_puts(b, ", \"factored\": [");
    for (int i = 0; i < (int)(sizeof s->factored / sizeof *s->factored) && s->factored[i].size; i++)
        buf_printf(b, "%s{\"size\": %d, \"times\": %ld}", i ? ", " : "", s->factored[i].size,
                   s->factored[i].times);
    buf_puts(b, "]");
}

static void print_json(Run *r, int status)
{
    KronStatistics s = kron_statistics(r->m);
    Buf b = {0};
    answer_open(&b, r->a);
    json_text(&b, "model", kron_model_name(r->m));
    buf_printf(&b, ", \"method\": \"%s\", \"start\": ", s.method);
    json_number(&b, s.start);
    json_text(&b, "why", s.why);
    buf_printf(&b, ", \"stiff_unknowns\": %d", s.stiff_unknowns);
    buf_puts(&b, ", \"stop\": ");
    json_number(&b, s.end);
    buf_printf(&b,
               ", \"steps\": %ld, \"rejected\": %ld, \"evaluations\": %ld, \"jacobians\": %ld, "
               "\"newton_iterations\": %ld, \"time_events\": %ld, \"state_events\": %ld, "
               "\"state_switches\": %ld, \"pivoted\": %ld, \"terminated\": %s",
               s.steps, s.rejected, s.evaluations, s.jacobians, s.newton_iterations, s.time_events,
               s.state_events, s.state_switches, s.pivoted, s.terminated ? "true" : "false");
    put_factored(&b, &s);
    if (*s.message)
        json_text(&b, "message", s.message);
    buf_printf(&b,
               ", \"seconds\": {\"load\": %.6f, \"flatten\": %.6f, \"structure\": %.6f, "
               "\"code\": %.6f, \"simulate\": %.6f, \"total\": %.6f}, \"final\": {",
               s.seconds.load, s.seconds.flatten, s.seconds.structure, s.seconds.code,
               s.seconds.run, total_seconds(&s));
    put_final(r, &b);
    buf_printf(&b, "}, \"start_values\": [%s]", buf_text(&r->starts));
    buf_printf(&b, ", \"cached\": %s", s.kept ? "true" : "false");
    answer_close(&b, r->a, status);
    fputs(buf_text(&b), stdout);
    buf_free(&b);
}

static void print_summary(const Run *r, FILE *out)
{
    KronStatistics s = kron_statistics(r->m);
    k_say(out,
          "%s: t = %g .. %g, %ld steps, %ld state events, %ld time events, %s%s%s%s, %.0f ms in "
          "all%s\n",
          kron_model_name(r->m), s.start, s.end, s.steps, s.state_events, s.time_events,
          *s.method ? s.method : "no method", *s.why ? " (" : "", s.why, *s.why ? ")" : "",
          1e3 * total_seconds(&s), s.kept ? ", not translated anew" : "");
}

/* ---- The command ---- */

static bool is_stdout(const char *path)
{
    return path && !strcmp(path, "-");
}

/* The first Ctrl-C ends the run in good order, a second one the process. */
static KronStatus run(Run *r)
{
    const Arguments *a = r->a;
    KronRunOptions o = a->run;
    o.variables = a->nvars ? a->vars : NULL;
    o.arg = r;
    o.progress = progress;
    o.point = r->nplotted || a->json ? point : NULL;
    struct sigaction once = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    struct sigaction ignore = {.sa_handler =
                                   SIG_IGN}; /* a file that grows too large: writing fails */
    struct sigaction silence = {.sa_handler = end_interrupted}, before[4]; /* nobody hears it */
    interrupted = 0;
    sigaction(SIGALRM, &silence, &before[3]);
    sigaction(SIGINT, &once, &before[0]);
    sigaction(SIGTERM, &once, &before[1]);
    sigaction(SIGXFSZ, &ignore, &before[2]);
    a->printer->bar = isatty(STDERR_FILENO) && !a->quiet;
    r->last_progress = k_clock();
    KronStatus status = kron_run(r->m, &o, a->result);
    if (a->printer->bar)
        fputs("\r\033[K", stderr);
    a->printer->bar = false;
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
    sigaction(SIGXFSZ, &before[2], NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    sigaction(SIGALRM, &before[3], NULL);
    const struct sigaction *own = &before[interrupted == SIGTERM];
    if (interrupted && own->sa_handler != SIG_DFL && own->sa_handler != SIG_IGN &&
        own->sa_handler != end_interrupted)
        raise(interrupted); /* a session hears of it too */
    if (status == KRON_CANCELLED)
        say_error("interrupted at time %g", kron_statistics(r->m).end);
    return status;
}

static int simulate(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    Run r = {.a = a, .m = m};
    if (!a->run.method)
        kron_set_method(m, "auto");
    int status = exit_status(kron_translate(m));
    if (!status && !choose_curves(&r))
        status = STATUS_USAGE;
    if (!status) {
        KronStatus end = run(&r);
        bool began = kron_statistics(m).seconds.run > 0;
        status = began && end == KRON_FILE_ERROR ? STATUS_NUMERIC : exit_status(end);
        if (status == STATUS_GOOD || status == STATUS_NUMERIC || status == STATUS_INTERRUPTED) {
            if (a->json)
                print_json(&r, status);
            else if (!a->quiet)
                print_summary(&r, is_stdout(a->run.file) ? stderr : stdout);
            if (r.nplotted) {
                curves_display(&r.curves);
                draw_terminal(&r.curves);
            }
        }
    }
    buf_free(&r.starts);
    curves_free(&r.curves);
    free(r.plotted);
    return status;
}

/* What the name of a result promises that it is not. */
static bool is_no_result(const char *path)
{
    static const char *const other[] = {".svg", ".png", ".pdf", ".json", ".mo", ".dym", ".c", ".m"};
    const char *suffix = path ? strrchr(path, '.') : NULL;
    for (size_t i = 0; suffix && i < sizeof other / sizeof *other; i++)
        if (!strcmp(suffix, other[i]))
            return true;
    return false;
}

int command_simulate(const Arguments *a)
{
    bool both = is_stdout(a->run.file) && (a->json || a->nplots);
    if (both || is_no_result(a->run.file)) {
        say_error(both ? "-o -, --json and --plot print to the same place"
                       : "a result is FILE.csv or FILE.mat; `kron plot` draws it");
        return STATUS_USAGE;
    }
    if (a->noperands == 1 && is_fmu(a->operand[0]))
        return fmu_simulate(a, a->operand[0]);
    return with_one_model(a, "simulate", simulate);
}
