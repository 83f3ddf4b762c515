/* program.c - the main function of written programs. */
#include "rt/program.h"
#include "rt/request.h"
#include "rt/result.h"
#include "rt/texts.h"

#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOOD = 0, USAGE = 2, NUMERIC = 3 };

typedef struct Program {
    const KModel *model;
    const char *name; /* of the program, for messages */
    KRequest request;
    int nsettings, nvars, nchosen;
    char **setting; /* NAME=VALUE */
    const char **vars, *output;
    bool quiet, help, complained;
    KCode code;
    KInst *inst;
    int *chosen;
    KResult *result;
} Program;

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* Always false. */
__attribute__((format(printf, 2, 3))) static bool complain(const Program *p, const char *format,
                                                           ...)
{
    va_list args;
    va_start(args, format);
    k_say(stderr, "%s: ", p->name);
    k_vsay(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return false;
}

/* ---- Options ---- */

static const struct {
    const char *name;
    size_t field;
    const char *what;
} numbers[] = {{"--start", offsetof(KRequest, start), "start time"},
               {"--stop", offsetof(KRequest, stop), "stop time"},
               {"--interval", offsetof(KRequest, interval), "time between output points"},
               {"--intervals", offsetof(KRequest, intervals), "number of output intervals"},
               {"--tolerance", offsetof(KRequest, tolerance), "relative tolerance"},
               {"--atol", offsetof(KRequest, atol), "absolute tolerance"},
               {"--max-step", offsetof(KRequest, max_step), "longest step"}};
enum { NNUMBERS = sizeof numbers / sizeof *numbers };

static int print_help(const Program *p)
{
    printf("usage: %s [OPTION]...\nruns the model %s\n\n", p->name, p->model->name);
    for (int i = 0; i < NNUMBERS; i++)
        printf("  %-11s X    %s\n", numbers[i].name, numbers[i].what);
    printf("  --method M         %scvode, ida, rk45, rk8 or auto\n",
           p->model->step_old ? "bdf, sdirk, " : "");
    puts("  --set NAME=VALUE   gives a parameter another value, or NAME.start a start value\n"
         "  -o FILE            results as FILE.csv, or FILE.mat\n"
         "  --vars GLOB        only the variables that match\n"
         "  --quiet            errors only\n\n"
         "exit status: 0 good, 2 usage, 3 the run failed numerically (the result up to there is "
         "kept)");
    return GOOD;
}

/* "--name VALUE" or "--name=VALUE": the value; NULL: another option. *at counts arguments. */
static char *value_of(char **argv, int *at, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(argv[*at], name, n) || (argv[*at][n] && argv[*at][n] != '='))
        return NULL;
    if (argv[*at][n])
        return argv[*at] + n + 1;
    return argv[*at + 1] ? argv[++*at] : argv[*at] + n;
}

static bool read_option(Program *p, char **argv, int *at)
{
    char *value, *end;
    for (int i = 0; i < NNUMBERS; i++)
        if ((value = value_of(argv, at, numbers[i].name))) {
            double x = strtod(value, &end);
            *(double *)((char *)&p->request + numbers[i].field) = x;
            return (end != value && !*end && !isnan(x)) ||
                   complain(p, "%s needs a number, not `%s`", numbers[i].name, value);
        }
    if (!strcmp(argv[*at], "--quiet"))
        return p->quiet = true;
    if (!strcmp(argv[*at], "--help") || !strcmp(argv[*at], "-h"))
        return p->help = true;
    if ((value = value_of(argv, at, "--method"))) {
        p->request.method = value;
        return k_method_named(value) >= 0 || complain(p, "there is no method `%s`", value);
    }
    if ((value = value_of(argv, at, "--set"))) {
        p->setting[p->nsettings++] = value;
        end = strchr(value, '=');
        return (end && end != value && end[1]) ||
               complain(p, "--set needs NAME=VALUE, not `%s`", value);
    }
    if ((value = value_of(argv, at, "--vars"))) {
        p->vars[p->nvars++] = value;
        return k_matches_any(p->model, value) || complain(p, "no variable matches `%s`", value);
    }
    if ((value = value_of(argv, at, "-o")))
        return *(p->output = value) || complain(p, "-o needs a file");
    return complain(p, "there is no option `%s`; see --help", argv[*at]);
}

/* ---- The run ---- */

static bool apply_settings(Program *p)
{
    for (int i = 0; i < p->nsettings; i++) {
        char *equal = strchr(p->setting[i], '=');
        *equal = 0;
        const char *wrong = k_set_text(p->inst, p->setting[i], equal + 1);
        if (wrong)
            return complain(p, "--set %s=%s: %s", p->setting[i], equal + 1, wrong);
    }
    return true;
}

static bool open_result(Program *p, const KOptions *o)
{
    const char *why = "";
    if (!p->output)
        return true;
    p->nchosen = k_choose(p->model, p->nvars, p->vars, p->chosen);
    p->result = k_result_open(p->output, p->inst, p->nchosen, p->chosen, p->nvars > 0, o->start,
                              o->stop, &why);
    return p->result || complain(p, "cannot write %s: %s", p->output, why);
}

static void message(void *arg, KLevel level, const char *text)
{
    static const char *const word[] = {"error", "warning", "note"};
    Program *p = arg;
    p->complained |= level == K_MSG_ERROR;
    if (level == K_MSG_ERROR ? !interrupted : !p->quiet)
        complain(p, "%s: %s", word[level], text);
}

static int point(void *arg, const KInst *m)
{
    Program *p = arg;
    return p->result ? k_result_point(p->result, m) : 0;
}

static int progress(void *arg, KInst *m, double time)
{
    Program *p = arg;
    (void)m, (void)time;
    if (p->result)
        k_result_keep(p->result);
    return interrupted;
}

static int run(Program *p, const KOptions *o)
{
    KStats stats = {.end_time = o->start};
    KSink sink = {p, point, progress, NULL};
    const char *why = "";
    struct sigaction once = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &once, NULL);
    sigaction(SIGTERM, &once, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large: writing fails */
    k_listen(p->inst, &sink);
    int rc = k_params(p->inst);
    if (!rc)
        rc = k_simulate(p->inst, o, &sink, &stats);
    if (p->result && k_result_close(p->result, &why) < 0)
        rc = complain(p, "cannot write %s: %s", p->output, why) - 1;
    else if (interrupted)
        complain(p, "interrupted at time %g", stats.end_time);
    else if (rc && !p->complained)
        message(p, K_MSG_ERROR, stats.message[0] ? stats.message : "the run failed");
    if (!p->quiet)
        printf("%s: t = %g .. %g, %ld steps, %ld state events, %ld time events, %s\n",
               p->model->name, o->start, stats.end_time, stats.steps, stats.state_events,
               stats.time_events, stats.method ? stats.method : "no method");
    return rc ? NUMERIC : GOOD;
}

static int start(Program *p, int argc, char **argv, void (*entry)(KCode *code))
{
    KOptions options = {0};
    for (int i = 1; i < argc; i++)
        if (!read_option(p, argv, &i))
            return USAGE;
    if (p->help)
        return print_help(p);
    const char *wrong = k_options(p->model, &p->request, &options);
    if (wrong)
        return complain(p, "%s", wrong) + USAGE;
    entry(&p->code);
    p->inst = k_inst_new(p->model, &p->code, message, p);
    if (!p->inst)
        return complain(p, "out of memory") + NUMERIC;
    return apply_settings(p) && open_result(p, &options) ? run(p, &options) : USAGE;
}

int k_main(int argc, char **argv, const KModel *model, void (*entry)(KCode *code))
{
    k_standard_files();
    const char *slash = argc ? strrchr(argv[0], '/') : NULL;
    Program p = {.model = model,
                 .name = slash  ? slash + 1
                         : argc ? argv[0]
                                : model->name,
                 .request = K_REQUEST_NONE,
                 .setting = calloc((size_t)argc + 1, sizeof *p.setting),
                 .vars = calloc((size_t)argc + 1, sizeof *p.vars),
                 .chosen = calloc((size_t)model->nvariables + 1, sizeof *p.chosen),
                 .code.block = calloc((size_t)model->nblocks + 1, sizeof *p.code.block)};
    bool room = p.setting && p.vars && p.chosen && p.code.block;
    int status = room ? start(&p, argc, argv, entry) : complain(&p, "out of memory") + NUMERIC;
    k_inst_free(p.inst);
    free(p.setting);
    free(p.vars);
    free(p.chosen);
    free(p.code.block);
    return fflush(stdout) == 0 && !ferror(stdout) ? status : NUMERIC;
}
