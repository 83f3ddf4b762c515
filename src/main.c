/* main.c - the command line. */
#include "commands.h"

#include <errno.h>
#include <stdio.h>
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
    {"flatten", command_flatten, "MODEL", "the flat model, as Modelica text"},
    {"structure", command_structure, "MODEL [--json] [--svg FILE] [--listing]",
     "what the compiler made of it: states, blocks, tearing"},
    {"simulate", command_simulate,
     "MODEL [--start T] [--stop T] [--intervals N | --interval DT]\n"
     "              [--tolerance R] [--atol A] [--method cvode|ida|rk45|rk8|auto] [--set "
     "NAME=VALUE]...\n"
     "              [-o FILE.csv|FILE.mat] [--vars GLOB]... [--plot GLOB]... [--json]",
     "run the model"},
    {"translate", command_translate, "MODEL --to TARGET [-o PATH]",
     "the model as a program: c (for kron's run-time library), octave, acsl, simnon, desire,\n"
     "      dsblock, dsblock-dae, simulink"},
    {"session", command_session, "[SCRIPT | MODEL]",
     "the papers' interactive commands, from a terminal or a file (`help` explains them)"},
    {"plot", command_plot, "RESULT NAME... [-o FILE.svg]",
     "curves of a CSV or MAT result file in the terminal, or as a picture"},
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
        "  --set N=V     give a parameter or attribute another value (simulate, structure, "
        "flatten)\n"
        "  --dump=PASS   print the representation after a pass: ",
        out);
    int n;
    const char *const *pass = pipeline_passes(&n);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%s", i ? ", " : "", pass[i]);
    fputs("\n"
          "  --quiet       errors only, no warnings, no progress bar\n"
          "  --help        this text\n"
          "  --version\n\n"
          "environment: MODELICAPATH; CC the compiler for long runs, KRON_NATIVE=off: never, =now: "
          "at\n"
          "once; NO_COLOR\n\n"
          "exit status: 0 good, 1 the model is wrong, 2 usage, 3 the run failed numerically\n"
          "(the result up to there is kept)\n",
          out);
}

/* Options with a value: "--name VALUE" or "--name=VALUE". */
static bool option(int argc, char **argv, int *i, const char *name, const char **value)
{
    size_t n = strlen(name);
    if (strncmp(argv[*i], name, n))
        return false;
    if (argv[*i][n] == '=') {
        *value = argv[*i] + n + 1;
        return true;
    }
    if (argv[*i][n])
        return false;
    if (*i + 1 >= argc) {
        fprintf(stderr, "kron: %s needs a value\n", name);
        exit(STATUS_USAGE);
    }
    *value = argv[++*i];
    return true;
}

static double number_option(const char *name, const char *text)
{
    char *end;
    double x = strtod(text, &end);
    if (end == text || *end || x != x) {
        fprintf(stderr, "kron: %s needs a number, not `%s`\n", name, text);
        exit(STATUS_USAGE);
    }
    return x;
}

static void setting_option(Arguments *a, const char *text)
{
    const char *eq = strchr(text, '=');
    if (!eq || eq == text || !eq[1]) {
        fprintf(stderr, "kron: --set needs NAME=VALUE, not `%s`\n", text);
        exit(STATUS_USAGE);
    }
    char *name = strdup(text);
    name[eq - text] = 0;
    a->setting[a->nsettings++] = (Setting){name, eq + 1};
}

static void method_option(Arguments *a, const char *text)
{
    static const char *const missing[] = {"bdf",   "radau",          "sdirk",    "euler",
                                          "mixed", "implicit-euler", "trapezoid"};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (!strcmp(text, missing[i])) {
            fprintf(stderr,
                    "kron: the method `%s` is not supported yet; use cvode, ida, rk45 or rk8\n",
                    text);
            exit(STATUS_USAGE);
        }
    if (strcmp(text, "cvode") && strcmp(text, "ida") && strcmp(text, "rk45") &&
        strcmp(text, "rk8") && strcmp(text, "auto")) {
        fprintf(stderr, "kron: there is no method `%s`; use cvode, ida, rk45, rk8 or auto\n", text);
        exit(STATUS_USAGE);
    }
    a->method = text;
}

static void check_dump(const char *pass)
{
    if (pipeline_has_pass(pass))
        return;
    fprintf(stderr, "kron: there is no pass `%s`; see kron --help\n", pass);
    exit(STATUS_USAGE);
}

static bool read_option(Arguments *a, int argc, char **argv, int *i)
{
    static const struct {
        const char *name;
        size_t field;
    } numbers[] = {{"--start", offsetof(Arguments, start)},
                   {"--stop", offsetof(Arguments, stop)},
                   {"--interval", offsetof(Arguments, interval)},
                   {"--intervals", offsetof(Arguments, intervals)},
                   {"--step", offsetof(Arguments, step)},
                   {"--tolerance", offsetof(Arguments, tolerance)},
                   {"--atol", offsetof(Arguments, atol)}};
    const char *value;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (option(argc, argv, i, numbers[k].name, &value)) {
            *(double *)((char *)a + numbers[k].field) = number_option(numbers[k].name, value);
            return true;
        }
    if (option(argc, argv, i, "--set", &value))
        setting_option(a, value);
    else if (option(argc, argv, i, "--method", &value))
        method_option(a, value);
    else if (option(argc, argv, i, "--vars", &value))
        a->vars[a->nvars++] = value;
    else if (option(argc, argv, i, "--plot", &value))
        a->plot[a->nplots++] = value;
    else if (option(argc, argv, i, "--svg", &value))
        a->svg = value;
    else if (option(argc, argv, i, "--dump", &value))
        check_dump(a->dump = value);
    else if (option(argc, argv, i, "--to", &value))
        a->target = value;
    else if (option(argc, argv, i, "-o", &value))
        a->output = value;
    else if (option(argc, argv, i, "-I", &value))
        a->dir[a->ndirs++] = (char *)value;
    else if (!strncmp(argv[*i], "-I", 2))
        a->dir[a->ndirs++] = argv[*i] + 2;
    else if (!strcmp(argv[*i], "--json"))
        a->json = true;
    else if (!strcmp(argv[*i], "--quiet"))
        a->quiet = true;
    else if (!strcmp(argv[*i], "--listing"))
        a->listing = true;
    else
        return false;
    return true;
}

static void *room(int n, size_t size)
{
    void *p = calloc((size_t)n + 1, size);
    if (!p) {
        fputs("kron: out of memory\n", stderr);
        exit(STATUS_MODEL);
    }
    return p;
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
    fprintf(stderr, "kron: cannot write to standard output: %s\n", strerror(errno));
    return STATUS_NUMERIC;
}

static Arguments read_arguments(int argc, char **argv, int command)
{
    Arguments a = {.start = NAN,
                   .stop = NAN,
                   .interval = NAN,
                   .intervals = NAN,
                   .step = NAN,
                   .tolerance = NAN,
                   .atol = NAN,
                   .method = ""};
    a.setting = room(argc, sizeof *a.setting);
    a.vars = room(argc, sizeof *a.vars);
    a.plot = room(argc, sizeof *a.plot);
    a.dir = room(argc, sizeof *a.dir);
    a.operand = room(argc, sizeof *a.operand);
    bool options = true;
    for (int i = 2; i < argc; i++) {
        if (!options || argv[i][0] != '-' || !argv[i][1]) {
            a.operand[a.noperands++] = argv[i];
        } else if (!strcmp(argv[i], "--")) {
            options = false;
        } else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            print_usage(stdout, commands[command].name, commands[command].synopsis,
                        commands[command].what);
            puts("`kron --help` explains the options.");
            exit(checked_output(STATUS_GOOD));
        } else if (!read_option(&a, argc, argv, &i)) {
            fprintf(stderr, "kron: there is no option `%s`; see kron --help\n", argv[i]);
            exit(STATUS_USAGE);
        }
    }
    a.color = isatty(STDERR_FILENO) && !getenv("NO_COLOR");
    return a;
}

static void free_arguments(Arguments *a)
{
    for (int i = 0; i < a->nsettings; i++)
        free((char *)a->setting[i].name);
    free(a->setting);
    free(a->vars);
    free(a->plot);
    free(a->dir);
    free(a->operand);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return STATUS_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        usage(stdout);
        return checked_output(STATUS_GOOD);
    }
    if (!strcmp(argv[1], "--version")) {
        puts("kron " KRON_VERSION);
        return checked_output(STATUS_GOOD);
    }
    for (int i = 0; i < NCOMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name)) {
            Arguments a = read_arguments(argc, argv, i);
            int status = STATUS_USAGE;
            if (!a.noperands && commands[i].run != command_session)
                print_usage(stderr, commands[i].name, commands[i].synopsis, "");
            else
                status = commands[i].run(&a);
            free_arguments(&a);
            return checked_output(status);
        }
    fprintf(stderr, "kron: there is no command `%s`; see kron --help\n", argv[1]);
    return STATUS_USAGE;
}
