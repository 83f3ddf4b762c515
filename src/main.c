/* main.c - the command line. */
#include "commands.h"
#include "pipeline.h"
#include "rt/request.h"
#include "rt/result.h"
#include "rt/texts.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name;
    int (*run)(const Arguments *a);
    const char *synopsis;
    const char *what;
} commands[] = {
    {"parse", command_parse, "PATH...",
     "syntax of files and folders: errors, then files, bytes, seconds"},
    {"check", command_check, "MODEL...", "errors and warnings only"},
    {"flatten", command_flatten, "MODEL [-o FILE]", "the flat model, as Modelica text"},
    {"structure", command_structure, "MODEL [--json] [--svg FILE] [--listing] [-o FILE]",
     "what the compiler made of it: states, blocks, tearing"},
    {"simulate", command_simulate,
     "MODEL [--start T] [--stop T] [--intervals N | --interval DT]\n"
     "              [--tolerance R] [--atol A] [--max-step H] [--set NAME=VALUE]...\n"
     "              [--method auto|bdf|radau|sdirk|mixed|cvode|ida|rk45|rk8]\n"
     "              [--method euler|implicit-euler|trapezoid|bdf1|...|bdf6 --step H]\n"
     "              [-o FILE.csv|FILE.mat] [--vars GLOB]... [--plot GLOB]... [--json]",
     "run the model"},
    {"translate", command_translate,
     "MODEL --to TARGET [-o PATH] [--start T] [--stop T]\n"
     "              [--intervals N | --interval DT] [--tolerance R] [--method M]\n"
     "              [--method euler|implicit-euler|trapezoid|bdf1|...|bdf6 [--step H]]",
     "the model as a program: c (for kron's run-time library; with a method of fixed step for real\n"
     "      time, without library), octave, acsl, acsl-full, simnon,\n"
     "      desire, dsblock, dsblock-dae, dsblock-inline, simulink"},
    {"session", command_session, "[SCRIPT | MODEL]",
     "the papers' interactive commands, from a terminal or a file (`help` explains them)"},
    {"plot", command_plot, "RESULT NAME... [-o FILE.svg]",
     "curves of a CSV or MAT result file in the terminal, or as a picture"},
    {"compare", command_compare, "A B [--tube R] [--vars GLOB]... [--json] [-o FILE.svg]",
     "two result files: whether each signal of A lies in a tube around that of B and the other "
     "way\n"
     "      round; R is its half height in parts of the range, 1e-3; a picture of the worst"},
    {"steady", command_steady, "MODEL [--vars GLOB]... [--json] [-o FILE]",
     "an equilibrium near the initial values: the states there, or what --vars names"},
    {"linearize", command_linearize,
     "MODEL [--at T] [--steady] [--json] [-o FILE.m|FILE.mat]\n"
     "              [--bode FILE.svg|-] [--step-response FILE.svg|-]",
     "A, B, C, D at time T (the start), or at an equilibrium, with poles, zeros and damping;\n"
     "      responses of the first output to the first input as pictures, - in the terminal"},
    {"list", command_list, "MODEL|RESULT [--vars GLOB]... [--json] [-o FILE]",
     "parameters, variables, inputs and outputs with types, values (start values of variables),\n"
     "      units and descriptions; of a result file last values and ranges"},
};
enum { NCOMMANDS = sizeof commands / sizeof *commands };

static void usage(FILE *out)
{
    fputs("kron - simulation of physical systems from their equations\n\n"
          "usage: kron COMMAND [ARGUMENTS]\n\n",
          out);
    for (int i = 0; i < NCOMMANDS; i++)
        fprintf(out, "  kron %s %s\n      %s\n", commands[i].name, commands[i].synopsis,
                commands[i].what);
    fputs(
        "\nMODEL is FILE (its last top-level class), FILE:Class.Name, or Class.Name found on the\n"
        "library path: -I DIR (repeatable), then MODELICAPATH, then kron's own lib/.\n\n"
        "options for all commands:\n"
        "  -I DIR        search libraries in DIR\n"
        "  --quiet       errors only, no warnings, no progress bar\n"
        "  --no-external  C code of libraries is neither compiled nor run\n"
        "  --convert     convert what uses another version of a library, by the library's rules\n"
        "  --help        this text\n"
        "  --version\n\n"
        "options for all commands on models:\n"
        "  -o FILE       write there what else is printed; - is standard output\n"
        "  --set N=V     give a parameter, an element or an attribute another value, an "
        "expression;\n"
        "                the last one wins\n"
        "  --relax HOW   what relax() is used for: on (the order of elimination), iterate (what "
        "is\n"
        "                iterated), off\n"
        "  --dump=PASS   print the representation after a pass: ",
        out);
    for (int i = 0; kron_pass(i); i++)
        fprintf(out, "%s%s", i ? ", " : "", kron_pass(i));
    fputs("\n\n"
          "environment: MODELICAPATH; CC the compiler for long runs, KRON_NATIVE=off: never, =now: "
          "at\n"
          "once; NO_COLOR\n\n"
          "exit status: 0 good, 1 the model is wrong, 2 usage, 3 the run failed numerically,\n"
          "130 it was interrupted (the result up to there is kept)\n",
          out);
}

/* What became of an option. */
typedef enum { OTHER, TAKEN, WRONG } Taken;

/* Options with a value: "--name VALUE" or "--name=VALUE". */
static Taken option(int argc, char **argv, int *i, const char *name, const char **value)
{
    size_t n = strlen(name);
    if (strncmp(argv[*i], name, n))
        return OTHER;
    if (argv[*i][n] == '=') {
        *value = argv[*i] + n + 1;
        return TAKEN;
    }
    if (argv[*i][n])
        return OTHER;
    if (*i + 1 >= argc) {
        k_say(stderr, "kron: %s needs a value\n", name);
        return WRONG;
    }
    *value = argv[++*i];
    return TAKEN;
}

static Taken read_number(const char *name, const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    if (end != text && !*end && !isnan(*out))
        return TAKEN;
    k_say(stderr, "kron: %s needs a number, not `%s`\n", name, text);
    return WRONG;
}

static Taken check_setting(const char *text)
{
    const char *eq = strchr(text, '=');
    if (eq && eq != text && eq[1])
        return TAKEN;
    k_say(stderr, "kron: --set needs NAME=VALUE, not `%s`\n", text);
    return WRONG;
}

static Taken check_relax(const char *text)
{
    if (!strcmp(text, "on") || !strcmp(text, "off") || !strcmp(text, "iterate"))
        return TAKEN;
    k_say(stderr, "kron: --relax is on, off or iterate, not `%s`\n", text);
    return WRONG;
}

static Taken check_method(const char *text)
{
    if (k_method_named(text) >= 0)
        return TAKEN;
    k_say(stderr,
          "kron: there is no method `%s`; use auto, bdf, radau, sdirk, mixed, cvode, ida, rk45 or rk8; or,\n"
          "  with --step, euler, implicit-euler, trapezoid or bdf1 to bdf6\n",
          text);
    return WRONG;
}

static Taken check_pass(const char *pass)
{
    if (pipeline_has_pass(pass))
        return TAKEN;
    k_say(stderr, "kron: there is no pass `%s`; see kron --help\n", pass);
    return WRONG;
}

typedef struct Option {
    const char *name;
    enum { NUMBER, TEXT, LIST, FLAG } kind;
    size_t field, count;               /* count: of lists */
    const char *commands;              /* that take it; NULL: all */
    Taken (*check)(const char *value); /* NULL: any will do */
} Option;

#define AT(field) offsetof(Arguments, field)
#define MODELS "check flatten structure simulate translate list steady linearize"
#define RUNS "simulate translate steady linearize"
static const Option option_list[] = {
    {"--start", NUMBER, AT(run.start), 0, RUNS, NULL},
    {"--stop", NUMBER, AT(run.stop), 0, "simulate translate", NULL},
    {"--interval", NUMBER, AT(run.interval), 0, "simulate translate", NULL},
    {"--intervals", NUMBER, AT(run.intervals), 0, "simulate translate", NULL},
    {"--step", NUMBER, AT(run.step), 0, "simulate translate", NULL},
    {"--max-step", NUMBER, AT(run.max_step), 0, "simulate", NULL},
    {"--tolerance", NUMBER, AT(run.tolerance), 0, RUNS, NULL},
    {"--atol", NUMBER, AT(run.atol), 0, "simulate", NULL},
    {"--at", NUMBER, AT(at), 0, "linearize", NULL},
    {"--steady", FLAG, AT(steady), 0, "linearize", NULL},
    {"--bode", TEXT, AT(bode), 0, "linearize", NULL},
    {"--step-response", TEXT, AT(response), 0, "linearize", NULL},
    {"--tube", NUMBER, AT(tube), 0, "compare", NULL},
    {"--svg", TEXT, AT(svg), 0, "structure", NULL},
    {"--to", TEXT, AT(target), 0, "translate", NULL},
    {"-o", TEXT, AT(run.file), 0,
     "flatten structure simulate translate plot list compare steady linearize", NULL},
    {"--method", TEXT, AT(run.method), 0, "structure simulate translate linearize", check_method},
    {"--dump", TEXT, AT(dump), 0, MODELS, check_pass},
    {"--set", LIST, AT(setting), AT(nsettings), MODELS, check_setting},
    {"--vars", LIST, AT(vars), AT(nvars), "simulate list compare steady", NULL},
    {"--plot", LIST, AT(plot), AT(nplots), "simulate", NULL},
    {"-I", LIST, AT(dir), AT(ndirs), NULL, NULL},
    {"--json", FLAG, AT(json), 0, "structure simulate list compare steady linearize", NULL},
    {"--quiet", FLAG, AT(quiet), 0, NULL, NULL},
    {"--no-external", FLAG, AT(no_external), 0, NULL, NULL},
    {"--convert", FLAG, AT(convert), 0, NULL, NULL},
    {"--relax", TEXT, AT(relax), 0, MODELS, check_relax},
    {"--listing", FLAG, AT(listing), 0, "structure", NULL}};
enum { NOPTIONS = sizeof option_list / sizeof *option_list };

static Taken take_option(Arguments *a, const Option *o, const char *value, const char *command)
{
    void *field = (char *)a + o->field;
    if (o->commands && !strstr(o->commands, command)) {
        k_say(stderr, "kron: `kron %s` does not take %s; these do: %s\n", command, o->name,
              o->commands);
        return WRONG;
    }
    if (o->kind == NUMBER)
        return read_number(o->name, value, field);
    if (o->kind == FLAG)
        *(bool *)field = true;
    else if (o->kind == TEXT)
        *(const char **)field = value;
    else
        (*(const char ***)field)[(*(int *)((char *)a + o->count))++] = value;
    return o->check ? o->check(value) : TAKEN;
}

static Taken read_option(Arguments *a, int argc, char **argv, int *i, const char *command)
{
    if (!strncmp(argv[*i], "-I", 2) && argv[*i][2] && argv[*i][2] != '=') {
        a->dir[a->ndirs++] = argv[*i] + 2;
        return TAKEN;
    }
    for (const Option *o = option_list; o < option_list + NOPTIONS; o++) {
        const char *value = NULL;
        Taken taken = o->kind != FLAG             ? option(argc, argv, i, o->name, &value)
                      : strcmp(argv[*i], o->name) ? OTHER
                                                  : TAKEN;
        if (taken != OTHER)
            return taken == TAKEN ? take_option(a, o, value, command) : WRONG;
    }
    return OTHER;
}

static void print_usage(FILE *out, const char *name, const char *synopsis, const char *what)
{
    fprintf(out, "usage: kron %s %s\n%s%s", name, synopsis, what, *what ? "\n" : "");
}

/* A disk that is full, or a pipe that is gone, must not pass for success. */
static int checked_output(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    k_say(stderr, "kron: cannot write to standard output: %s\n", strerror(errno));
    return STATUS_NUMERIC;
}

/* The exit status if there is nothing to be done, else -1. */
static int read_arguments(Arguments *a, int argc, char **argv, int command)
{
    bool options = true;
    for (int i = 1; i < argc; i++) {
        Taken taken = TAKEN;
        if (!options || argv[i][0] != '-' || !argv[i][1]) {
            a->operand[a->noperands++] = argv[i];
        } else if (!strcmp(argv[i], "--")) {
            options = false;
        } else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            print_usage(stdout, commands[command].name, commands[command].synopsis,
                        commands[command].what);
            puts("`kron --help` explains the options.");
            return STATUS_GOOD;
        } else if ((taken = read_option(a, argc, argv, &i, commands[command].name)) == OTHER) {
            k_say(stderr, "kron: there is no option `%s`; see kron --help\n", argv[i]);
        }
        if (taken != TAKEN)
            return STATUS_USAGE;
    }
    if (a->noperands || commands[command].run == command_session)
        return -1;
    print_usage(stderr, commands[command].name, commands[command].synopsis, "");
    return STATUS_USAGE;
}

static int run_command(int argc, char **argv, int command, KronResult **result)
{
    size_t room = (size_t)argc + 1;
    const char **list = calloc(5 * room, sizeof *list);
    Printer printer = {.shown = true};
    if (!list) {
        fputs("kron: out of memory\n", stderr);
        return STATUS_MODEL;
    }
    Arguments a = {.operand = list,
                   .setting = list + room,
                   .vars = list + 2 * room,
                   .plot = list + 3 * room,
                   .dir = list + 4 * room,
                   .run = kron_run_options(),
                   .tube = NAN,
                   .at = NAN,
                   .printer = &printer,
                   .result = result};
    int status = read_arguments(&a, argc, argv, command);
    a.color = printer.color = isatty(STDERR_FILENO) && !getenv("NO_COLOR");
    printer.quiet = a.quiet;
    if (status < 0)
        status = commands[command].run(&a);
    free(list);
    return checked_output(status);
}

int run_command_line(int argc, char **argv, KronResult **result)
{
    for (int i = 0; i < NCOMMANDS; i++)
        if (!strcmp(argv[0], commands[i].name))
            return run_command(argc, argv, i, result);
    k_say(stderr, "kron: there is no command `%s`; see kron --help\n", argv[0]);
    return STATUS_USAGE;
}

int main(int argc, char **argv)
{
    k_standard_files();
    explain_crashes();
    if (argc < 2) {
        usage(stderr);
        return STATUS_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        usage(stdout);
        return checked_output(STATUS_GOOD);
    }
    if (!strcmp(argv[1], "--version")) {
        printf("kron %s\n", kron_version());
        return checked_output(STATUS_GOOD);
    }
    return run_command_line(argc - 1, argv + 1, NULL);
}
