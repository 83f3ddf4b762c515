/* fmu.c - commands on FMUs: `kron list`, `check`, `simulate` and `import` X.fmu. Only `simulate`
 * runs foreign code, after consent, and in a child process. */
#include "base/buf.h"
#include "base/die.h"
#include "commands.h"
#include "fmi/fmi.h"
#include "result/result.h"
#include "rt/result.h"
#include "rt/texts.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool is_fmu(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && !strcmp(path + n - 4, ".fmu");
}

static FmuFile *open_fmu(const char *path, int nsettings, const FmuSetting *setting)
{
    Buf why = {0};
    const char *temporary = getenv("TMPDIR");
    FmuFile *f =
        fmu_open(path, temporary && *temporary == '/' ? temporary : NULL, nsettings, setting, &why);
    if (!f)
        say_error("%s", buf_text(&why));
    buf_free(&why);
    return f;
}

/* NAME=VALUE */
static FmuSetting *settings_of(const Arguments *a)
{
    FmuSetting *list = memory_new((size_t)a->nsettings + 1, sizeof *list);
    for (int i = 0; i < a->nsettings; i++) {
        const char *eq = strchr(a->setting[i], '=');
        list[i] = (FmuSetting){strndup(a->setting[i], (size_t)(eq - a->setting[i])), eq + 1};
        KRON_MEMORY(list[i].name);
    }
    return list;
}

static void free_settings(const Arguments *a, FmuSetting *list)
{
    for (int i = 0; list && i < a->nsettings; i++)
        free((char *)list[i].name);
    free(list);
}

/* ---- Consent ---- */

static bool asked(const char *path)
{
    char answer[16] = "";
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        return false;
    k_say(stderr,
          "`%s` contains a program, which this command runs with your rights. Run it? [y/N] ",
          path);
    return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

void consent_for(const Arguments *a)
{
    fmu_trust(a->trust, asked);
}

static bool is_trusted(const Arguments *a, const char *path)
{
    char why[600];
    consent_for(a);
    if (fmu_is_trusted(path, why, sizeof why))
        return true;
    say_error("%s", why);
    return false;
}

/* ---- List and check ---- */

static const char *const type_names[] = {"Float64", "Float32",     "Int8",   "UInt8",  "Int16",
                                         "UInt16",  "Int32",       "UInt32", "Int64",  "UInt64",
                                         "Boolean", "Enumeration", "String", "Binary", "Clock"};
static const char *const cause_names[] = {"local",  "parameter",   "calculatedParameter", "input",
                                          "output", "independent", "structuralParameter"};
static const char *const vary_names[] = {"continuous", "discrete", "tunable", "fixed", "constant"};

/* Those of an array are as many as it has elements. */
static int fmu_states(const FmuFile *f)
{
    size_t n = 0;
    for (int i = 0; i < f->state.n; i++)
        n += f->var.v[f->state.v[i]].n;
    return (int)n;
}

static void put_types(const FmuFile *f, Buf *b)
{
    buf_printf(b, "%s%s%s%s%s", f->me ? "Model Exchange" : "", f->me && f->cs ? ", " : "",
               f->cs ? "Co-Simulation" : "", (f->me || f->cs) && f->se ? ", " : "",
               f->se ? "Scheduled Execution" : "");
}

static void list_text(const Arguments *a, const FmuFile *f, Buf *b)
{
    buf_printf(b, "%s: FMI %d.0, ", f->name, f->version);
    put_types(f, b);
    buf_printf(b, ", %d continuous states, %d event indicators%s%s\n", fmu_states(f),
               f->nindicators, *f->tool ? ", by " : "", f->tool);
    for (FmuCause cause = FC_LOCAL; cause <= FC_STRUCTURAL; cause++) {
        bool any = false;
        for (int i = 0; i < f->var.n; i++) {
            const FmuVariable *v = &f->var.v[i];
            if (v->cause != cause || !is_chosen(a, v->name))
                continue;
            if (!any)
                buf_printf(b, "%s\n", cause_names[cause]);
            any = true;
            buf_printf(b, "  %-40s %-11s %-10s", v->name, type_names[v->type], vary_names[v->vary]);
            for (int k = 0; k < v->ndims; k++)
                buf_printf(b, "%s%zu%s", k ? "x" : " [", v->dim[k], k + 1 < v->ndims ? "" : "]");
            buf_printf(b, " %s%s%s%s%s\n", v->start ? "= " : "", v->start ? v->start : "",
                       *v->unit ? " " : "", v->unit, *v->description ? "  " : "");
            if (*v->description) {
                b->n--;
                buf_printf(b, "%s\n", v->description);
            }
        }
    }
}

static void list_json(const Arguments *a, const FmuFile *f, Buf *b)
{
    const char *comma = "";
    answer_open(b, a);
    json_text(b, "model", f->name);
    buf_printf(b,
               ", \"fmi\": %d, \"model_exchange\": %s, \"co_simulation\": %s, \"states\": %d, "
               "\"event_indicators\": %d",
               f->version, f->me ? "true" : "false", f->cs ? "true" : "false", fmu_states(f),
               f->nindicators);
    json_text(b, "tool", f->tool);
    buf_puts(b, ", \"variables\": [");
    for (int i = 0; i < f->var.n; i++) {
        const FmuVariable *v = &f->var.v[i];
        if (!is_chosen(a, v->name))
            continue;
        buf_printf(b, "%s\n  {\"name\": ", comma);
        buf_json(b, v->name);
        json_text(b, "type", type_names[v->type]);
        json_text(b, "causality", cause_names[v->cause]);
        json_text(b, "variability", vary_names[v->vary]);
        buf_printf(b, ", \"reference\": %u, \"elements\": %zu", v->reference, v->n);
        if (v->start)
            json_text(b, "start", v->start);
        json_text(b, "unit", v->unit);
        json_text(b, "description", v->description);
        buf_putc(b, '}');
        comma = ",";
    }
    buf_puts(b, "]");
    answer_close(b, a, STATUS_GOOD);
}

int fmu_list(const Arguments *a, const char *path)
{
    FmuFile *f = open_fmu(path, 0, NULL);
    if (!f)
        return STATUS_MODEL;
    Buf b = {0};
    if (a->json)
        list_json(a, f, &b);
    else
        list_text(a, f, &b);
    fmu_close(f); /* before a pipe that is gone can end us */
    int status = give_text(buf_text(&b), a->run.file, false);
    buf_free(&b);
    return status;
}

int fmu_check(const Arguments *a, const char *path, Buf *json)
{
    FmuFile *f = open_fmu(path, 0, NULL);
    buf_puts(json, "{\"name\": ");
    buf_json(json, path);
    buf_printf(json, ", \"kind\": \"FMU\", \"status\": %d}", f ? STATUS_GOOD : STATUS_MODEL);
    if (!f)
        return STATUS_MODEL;
    Buf types = {0};
    put_types(f, &types);
    if (!a->quiet && !a->json)
        k_say(stdout, "%s: FMI %d.0, %s, %d variables, %d states\n", path, f->version,
              buf_text(&types), f->var.n, fmu_states(f));
    buf_free(&types);
    fmu_close(f);
    return STATUS_GOOD;
}

/* ---- Import ---- */

/* Plant of /a/Plant.fmu, or of what -o names: an identifier. */
static char *class_name_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path,
               *dot = strrchr(base, '.');
    size_t n = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    char *name = memory_new(n + 2, 1), *at = name;
    if (base[0] >= '0' && base[0] <= '9')
        *at++ = '_';
    for (size_t i = 0; i < n; i++)
        *at++ = isalnum((unsigned char)base[i]) ? base[i] : '_';
    return name;
}

static bool is_dir(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* The file that is written: NAME.mo beside us, in the folder that -o names, or what it names. */
static void output_of(const Arguments *a, const char *name, Buf *to)
{
    const char *given = a->run.file;
    size_t n = given ? strlen(given) : 0;
    if (given && !is_dir(given))
        buf_puts(to, given);
    else
        buf_printf(to, "%s%s%s.mo", given ? given : "", n && given[n - 1] != '/' ? "/" : "", name);
}

static void answer_import(const Arguments *a, const char *name, const char *file)
{
    Buf b = {0};
    answer_open(&b, a);
    json_text(&b, "model", name);
    json_text(&b, "file", file);
    answer_close(&b, a, STATUS_GOOD);
    fputs(buf_text(&b), stdout);
    buf_free(&b);
}

/* Whether all settings are of structural parameters. */
static bool sets_structure(const Arguments *a, const FmuFile *f)
{
    int known = 0;
    for (int i = 0; i < a->nsettings; i++) {
        size_t n = strcspn(a->setting[i], "=");
        for (int k = 0; k < f->configured.n; k++) {
            const char *name = f->var.v[f->configured.v[k]].name;
            known += strlen(name) == n && !strncmp(name, a->setting[i], n);
        }
    }
    return known == a->nsettings;
}

static void tell_left_out(const FmuFile *f)
{
    for (int i = 0; i < f->var.n; i++) {
        const char *why = fmu_left_out(f, &f->var.v[i]);
        if (why)
            k_say(stderr, "kron: `%s` is left out, the FMU has its own value of it: %s\n",
                  f->var.v[i].name, why);
    }
}

int command_import(const Arguments *a)
{
    if (a->noperands != 1 || !is_fmu(a->operand[0])) {
        say_error("`kron import X.fmu [-o DIR|FILE.mo] [--set STRUCTURAL=VALUE]`");
        return STATUS_USAGE;
    }
    const char *path = a->operand[0], *given = a->run.file;
    if (a->json && given && !strcmp(given, "-")) {
        say_error("with --json the model needs a file: -o DIR|FILE.mo");
        return STATUS_USAGE;
    }
    FmuSetting *setting = settings_of(a);
    FmuFile *f = setting ? open_fmu(path, a->nsettings, setting) : NULL;
    free_settings(a, setting);
    if (!f)
        return STATUS_MODEL;
    bool other = given && !is_dir(given) && strcmp(given, "-") != 0;
    char *name = class_name_of(other ? given : path), *full = realpath(path, NULL);
    Buf text = {0}, to = {0};
    int status = STATUS_MODEL;
    if (!f->cs) {
        say_error("`%s` is not for Co-Simulation: it cannot be a component", path);
    } else if (fmu_has_clocks(f) && !f->cs_event_mode) {
        say_error("`%s` has input clocks, but no Event Mode, in which they would tick", path);
    } else if (!sets_structure(a, f)) {
        say_error("--set here is for structural parameters of the FMU: others are parameters of "
                  "the model");
        status = STATUS_USAGE;
    } else if (name && full) {
        output_of(a, name, &to);
        fmu_wrapper(f, name, full, &text);
        if (!a->quiet && !a->json)
            tell_left_out(f);
    }
    fmu_close(f);
    if (text.n) {
        status = give_text(buf_text(&text), buf_text(&to), !strcmp(buf_text(&to), path));
        if (!status && !a->json && !a->quiet && strcmp(buf_text(&to), "-") != 0)
            k_say(stderr, "%s: model %s\n", buf_text(&to), name);
        if (!status && a->json)
            answer_import(a, name, buf_text(&to));
    }
    free(name);
    free(full);
    buf_free(&text);
    buf_free(&to);
    return status;
}

/* ---- Simulate ---- */

typedef struct Run {
    const Arguments *a;
    KResult *file;
    bool failed;
} Run;

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    interrupted = number;
}

static int on_point(void *arg, const KInst *m)
{
    Run *r = arg;
    return interrupted || (r->file && k_result_point(r->file, m));
}

static void on_message(void *arg, KLevel level, const char *text)
{
    Run *r = arg;
    r->failed = r->failed || level == K_MSG_ERROR;
    print_message(r->a->printer,
                  &(KronMessage){.severity = (KronSeverity)level, /* the same order */
                                 .about = KRON_ABOUT_RUN,
                                 .text = text,
                                 .excerpt = ""});
}

static bool is_input_of(const FmuFile *f, const char *name)
{
    for (int i = 0; i < f->var.n; i++)
        if (!strcmp(f->var.v[i].name, name))
            return f->var.v[i].cause == FC_INPUT && f->var.v[i].n == 1 &&
                   (f->var.v[i].type < FT_STRING || f->var.v[i].type == FT_CLOCK);
    return false;
}

/* Columns of the file that are inputs of the FMU, by columns. */
static bool read_inputs(const Arguments *a, FmuFile *f, FmuInputs *out)
{
    Buf why = {0};
    Curves c = {0};
    Result *r = result_open(a->input[0], &why);
    int n = r ? result_count(r) : 0, *chosen = ARENA_ARRAY(f->a, int, n + 1), k = 0;
    const char **name = ARENA_ARRAY(f->a, const char *, n + 1);
    for (int i = 0; i < n; i++)
        if (!result_is_abscissa(r, i)) {
            if (!is_input_of(f, result_name(r, i))) {
                say_warning("%s: `%s` is no input of the FMU that a column can be", a->input[0],
                            result_name(r, i));
                continue;
            }
            name[k] = arena_strdup(f->a, result_name(r, i));
            chosen[k++] = i;
        }
    bool good = r && !why.n && k && result_read(r, k, chosen, &c, &why) && c.n;
    if (good) {
        double *time = ARENA_ARRAY(f->a, double, c.n),
               *value = ARENA_ARRAY(f->a, double, c.n *(size_t)k);
        for (size_t i = 0; i < c.n; i++) {
            time[i] = c.data[i * ((size_t)k + 1)];
            for (int j = 0; j < k; j++)
                value[(size_t)j * c.n + i] = c.data[i * ((size_t)k + 1) + (size_t)j + 1];
        }
        *out = (FmuInputs){k, name, c.n, time, value};
    } else {
        say_error("%s: %s", a->input[0], why.n ? buf_text(&why) : "no inputs");
    }
    curves_free(&c);
    result_free(r);
    buf_free(&why);
    return good;
}

/* Scheduled Execution is what is left. */
static const char *kind_name(const FmuFile *f, bool me)
{
    return me ? "Model Exchange" : f->cs ? "Co-Simulation" : "Scheduled Execution";
}

static void put_report(const Arguments *a, const FmuFile *f, bool me, const KStats *s,
                       const KInst *m, int status)
{
    const KModel *model = k_inst_model(m);
    Buf b = {0};
    if (!a->json) {
        if (!a->quiet)
            k_say(a->run.file && !strcmp(a->run.file, "-") ? stderr : stdout,
                  "%s: FMI %d.0 %s, up to t = %g, %ld steps, %ld state events, %ld time events\n",
                  f->name, f->version, kind_name(f, me), s->end_time, s->steps, s->state_events,
                  s->time_events);
        return;
    }
    answer_open(&b, a);
    json_text(&b, "model", f->name);
    json_text(&b, "type", me ? "me" : f->cs ? "cs" : "se");
    json_field(&b, "stop", s->end_time);
    buf_printf(&b,
               ", \"steps\": %ld, \"rejected\": %ld, \"evaluations\": %ld, \"time_events\": %ld, "
               "\"state_events\": %ld, \"terminated\": %s, \"final\": {",
               s->steps, s->rejected, s->evaluations, s->time_events, s->state_events,
               s->terminated ? "true" : "false");
    const char *comma = "";
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        if (v->type == K_STRING || !is_chosen(a, v->name))
            continue;
        buf_puts(&b, comma);
        buf_json(&b, v->name);
        buf_puts(&b, ": ");
        json_number(&b, k_value(m, v));
        comma = ", ";
    }
    buf_puts(&b, "}");
    answer_close(&b, a, status);
    fputs(buf_text(&b), stdout);
    buf_free(&b);
}

/* The result file for what --vars names; false after a message. */
static bool open_result(const Arguments *a, FmuFile *f, const KModel *model, const KInst *m, Run *r,
                        const KRequest *request)
{
    const char *why = NULL;
    int *chosen = ARENA_ARRAY(f->a, int, model->nvariables + 1);
    int n = k_choose(model, a->nvars, a->vars, chosen);
    KOptions o = {0};
    if ((why = k_options(model, request, &o))) {
        say_error("%s", why);
        return false;
    }
    if (!a->run.file)
        return true;
    r->file = k_result_open(a->run.file, m, n, chosen, a->nvars > 0, o.start, o.stop, &why);
    if (!r->file)
        say_error("cannot write %s: %s", a->run.file, why);
    return r->file;
}

static int run_fmu(const Arguments *a, FmuFile *f, bool me, const FmuSetting *setting)
{
    Run own = {.a = a};
    FmuInputs inputs;
    KCode none = {0};
    KModel *model = fmu_tables(f, me);
    KInst *m = k_inst_new(model, &none, on_message, &own);
    KRequest request = {a->run.start,     a->run.stop,      a->run.interval,
                        a->run.intervals, a->run.tolerance, a->run.atol,
                        a->run.step,      a->run.max_step,  a->run.method ? a->run.method : ""};
    KStats stats = {0};
    int status = STATUS_USAGE;
    if (m && (!a->ninputs || read_inputs(a, f, &inputs)) &&
        open_result(a, f, model, m, &own, &request)) {
        FmuRun run = {.f = f,
                      .me = me,
                      .se = !me && !f->cs,
                      .nsettings = a->nsettings,
                      .setting = setting,
                      .inputs = a->ninputs ? &inputs : NULL,
                      .request = request,
                      .model = model,
                      .m = m,
                      .arg = &own,
                      .point = on_point,
                      .message = on_message,
                      .interrupted = &interrupted};
        struct sigaction on = {.sa_handler = on_interrupt}, before;
        sigaction(SIGINT, &on, &before);
        int result = fmu_run(&run, &stats);
        sigaction(SIGINT, &before, NULL);
        status = interrupted ? STATUS_INTERRUPTED : result ? STATUS_NUMERIC : STATUS_GOOD;
        put_report(a, f, me, &stats, m, status);
    }
    const char *why;
    if (own.file && k_result_close(own.file, &why) < 0) {
        say_error("cannot write %s: %s", a->run.file, why);
        status = STATUS_NUMERIC;
    }
    k_inst_free(m);
    return status;
}

int fmu_simulate(const Arguments *a, const char *path)
{
    if (a->nplots || a->run.start_from || a->ninputs > 1) {
        say_error("for FMUs there is no --plot, --start-from or second --input");
        return STATUS_USAGE;
    }
    FmuSetting *setting = settings_of(a);
    FmuFile *f = setting ? open_fmu(path, a->nsettings, setting) : NULL;
    if (!f) {
        free_settings(a, setting);
        return STATUS_MODEL;
    }
    bool me = a->type ? !strcmp(a->type, "me") : f->me && !f->cs;
    int status = STATUS_USAGE;
    if (a->type && !strcmp(a->type, "both"))
        say_error("an FMU is run as me or cs");
    else if (!(me ? f->me : f->cs) && (a->type || !f->se))
        say_error("`%s` is not for %s", path, me ? "Model Exchange" : "Co-Simulation");
    else if (!is_trusted(a, path))
        status = STATUS_MODEL;
    else
        status = run_fmu(a, f, me, setting);
    fmu_close(f);
    free_settings(a, setting);
    return status;
}
