/* main.c - the command line: the tables of commands and options. */
#include "base/diag.h"
#include "base/die.h"
#include "options.h"
#include "rt/result.h"
#include "rt/texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One row a command: name, what runs it, operands, what it does, what else its own help says. */
const Command command_table[] = {
    {"parse", command_parse, "PATH...",
     "syntax of files and folders: errors, then files, bytes, seconds", NULL},
    {"check", command_check, "MODEL|PACKAGE|X.fmu...", "errors and warnings only",
     "Of a package all classes are checked, on all cores, with a summary: models and blocks "
     "(components with open connectors only for their declarations and the number of their "
     "equations), functions, records and connectors. Partial classes, and those that need a "
     "partial "
     "class in them replaced, are counted, not checked."},
    {"flatten", command_flatten, "MODEL", "the flat model, as Modelica text", NULL},
    {"structure", command_structure, "MODEL",
     "what the compiler made of it: states, blocks, tearing", NULL},
    {"simulate", command_simulate, "MODEL|X.fmu", "run the model",
     "Start, stop, tolerance and interval that are not given are those of the model's experiment "
     "annotation, else 0, start + 1, 1e-6 and 500 intervals."},
    {"translate", command_translate, "MODEL", "the model as a program in another language",
     "c is what `kron simulate` runs, for kron's run-time library; with a method of fixed step it "
     "is a real-time program without library."},
    {"session", command_session, "[SCRIPT|MODEL]",
     "the papers' interactive commands, from a terminal or a file (`help` explains them)", NULL},
    {"plot", command_plot, "RESULT... NAME...",
     "curves of CSV or MAT result files in the terminal, or as a picture",
     "In names * and ? are special. With --json the curves are printed as numbers."},
    {"compare", command_compare, "RESULT RESULT",
     "two result files: whether each signal of the first lies in a tube around that of the second, "
     "and the other way round",
     NULL},
    {"sweep", command_sweep, "MODEL", "run a model with many values, on all processors: one table",
     "VARIATION is NAME=1,2,5 or NAME=0..10/5 (5 values) or NAME=1..1000/log4, in all "
     "combinations; "
     "NAME~uniform(A,B), NAME~loguniform(A,B), NAME~normal(MEAN,DEVIATION) are sampled. Runs that "
     "are done are kept in a journal: the same command goes on after an interruption, also under "
     "mpirun and srun."},
    {"steady", command_steady, "MODEL",
     "an equilibrium near the initial values: the states there, or what --vars names", NULL},
    {"linearize", command_linearize, "MODEL",
     "matrices A, B, C, D with poles, zeros and damping; responses as pictures", NULL},
    {"explain", command_explain, "CODE", "what a message means: cause, example and cure",
     "CODE stands at the end of errors and warnings in brackets."},
    {"import", command_import, "X.fmu",
     "a Modelica model whose behaviour is the FMU's, for use in models",
     "The FMU is called during runs, as Co-Simulation, at communication points. It is a program of "
     "others: runs ask, or take --trust (docs/fmi.md)."},
    {"list", command_list, "MODEL|RESULT|X.fmu",
     "parameters, variables, inputs and outputs with types, values, units and descriptions",
     "Of a model these are start values of variables, of a result last values and ranges."},
    {0},
};

#define MODELS "check flatten structure simulate translate list steady linearize sweep"
#define RUNS "simulate translate steady linearize sweep"
#define PICTURE "FILE.svg|FILE.png|FILE.pdf|FILE.eps"
#define OUTPUT "simulate translate sweep"
#define JSON                                                                                       \
    "parse check flatten structure simulate translate import plot compare "                        \
    "steady linearize list sweep explain"
/* One row an option: see options.h. */
const Option option_table[] = {
    /* runs */
    {"--start", "T", NUMBER, AT(run.start), 0, RUNS, NULL, "time at the start"},
    {"--stop", "T", NUMBER, AT(run.stop), 0, OUTPUT, NULL, "time at the end"},
    {"--intervals", "N", NUMBER, AT(run.intervals), 0, OUTPUT, NULL,
     "how many intervals between output points; has no influence on the steps"},
    {"--interval", "DT", NUMBER, AT(run.interval), 0, OUTPUT, NULL,
     "time between output points, instead of --intervals"},
    {"--tolerance", "R", NUMBER, AT(run.tolerance), 0, RUNS, NULL,
     "relative tolerance of the integration method"},
    {"--atol", "A", NUMBER, AT(run.atol), 0, "simulate sweep", NULL,
     "absolute tolerance; else the relative one times the nominal value of each state"},
    {"--method", "METHOD", TEXT, AT(run.method), 0, "simulate sweep", check_method,
     "the integration method: auto (what suits the model), inlined bdf, radau, sdirk, mixed, "
     "explicit rk45, rk8, SUNDIALS' cvode, ida; with --step euler, implicit-euler, trapezoid, "
     "bdf1 to bdf6"},
    {"--method", "METHOD", TEXT, AT(run.method), 0, "structure translate linearize", check_method,
     "the integration method: the equations of an inlined one are part of what is shown or "
     "written"},
    {"--step", "H", NUMBER, AT(run.step), 0, OUTPUT, NULL, "step of a method of fixed step"},
    {"--max-step", "H", NUMBER, AT(run.max_step), 0, "simulate sweep", NULL,
     "the longest step of the other methods"},
    {"--at", "T", NUMBER, AT(at), 0, "linearize", NULL,
     "at this time of a run instead of the start"},
    {"--steady", NULL, FLAG, AT(steady), 0, "linearize", NULL, "at an equilibrium near there"},
    {"--input", "FILE.csv|FILE.mat", LIST, AT(input), AT(ninputs), "simulate linearize sweep", NULL,
     "inputs of the model follow the columns of this file; repeatable; --set u=@FILE for one"},
    {"--start-from", "RESULT", TEXT, AT(run.start_from), 0, "simulate", NULL,
     "go on where the run of this result ended, or with RESULT@T where it was at time T; a --start "
     "at another time begins there with its values"},
    {"--jobs", "N", NUMBER, AT(jobs), 0, "check", NULL,
     "how many processes work at a time; as many as there are cores"},
    /* models */
    {"--set", "NAME=VALUE", LIST, AT(setting), AT(nsettings), MODELS, check_setting,
     "give a parameter, an element or an attribute another value, an expression; repeatable, the "
     "last one wins"},
    {"--set", "NAME=VALUE", LIST, AT(setting), AT(nsettings), "import", check_setting,
     "another value of a structural parameter, which sizes of arrays follow from"},
    {"--relax", "on|iterate|off", TEXT, AT(relax), 0, MODELS, check_relax,
     "what relax() is used for: the order of elimination, what is iterated, nothing"},
    {"--units", "off|warn|error", TEXT, AT(units), 0, MODELS, check_unit_use,
     "what is said where units of measure do not fit: nothing, warnings (as it is), errors"},
    {"--dump", "PASS", TEXT, AT(dump), 0, MODELS, check_pass,
     "print the representation after a pass of the compiler"},
    {"--to", "TARGET", TEXT, AT(target), 0, "translate", NULL,
     "the language; fmu2 or fmu3: a Functional Mock-up Unit"},
    {"--type", "me|cs|both", TEXT, AT(type), 0, "translate", check_type,
     "what an FMU is for: Model Exchange, Co-Simulation"},
    {"--type", "me|cs", TEXT, AT(type), 0, "simulate", check_type,
     "how an FMU is run: Model Exchange, Co-Simulation"},
    {"--trust", NULL, FLAG, AT(trust), 0, "simulate sweep steady linearize", NULL,
     "run the programs inside of FMUs without asking"},
    {"--source", NULL, FLAG, AT(source), 0, "translate", NULL, "an FMU has its sources inside"},
    /* sweeps */
    {"--vary", "VARIATION", LIST, AT(vary), AT(nvary), "sweep", NULL,
     "values of a parameter or start value: a list, a range or a distribution; repeatable"},
    {"--samples", "N", NUMBER, AT(samples), 0, "sweep", NULL,
     "how often distributions are sampled"},
    {"--seed", "S", NUMBER, AT(seed), 0, "sweep", NULL, "other samples; 1"},
    {"--latin", NULL, FLAG, AT(latin), 0, "sweep", NULL,
     "samples by a Latin hypercube instead of independent ones"},
    {"--jobs", "N", NUMBER, AT(jobs), 0, "sweep", NULL, "runs at a time; as many as processors"},
    {"--journal", "FILE", TEXT, AT(journal), 0, "sweep", NULL,
     "what is done; else it stands beside the table, as FILE.journal"},
    {"--envelope", "FILE.svg", TEXT, AT(envelope), 0, "sweep", NULL,
     "draw bands between the curves of all runs there"},
    {"--heatmap", "FILE.svg", TEXT, AT(heatmap), 0, "sweep", NULL,
     "draw final values over two varied parameters there, or a curve over one"},
    /* results */
    {"-o", "FILE.csv|FILE.mat", TEXT, AT(run.file), 0, "simulate", NULL,
     "write the result there; other names mean CSV, - is standard output"},
    {"-o", "TABLE.csv|TABLE.mat", TEXT, AT(run.file), 0, "sweep", NULL,
     "write the table there; without it CSV is printed, and there is no journal"},
    {"-o", PICTURE, TEXT, AT(run.file), 0, "plot", NULL,
     "draw there; - is standard output, without it the terminal"},
    {"-o", PICTURE, TEXT, AT(run.file), 0, "compare", NULL, "draw the worst signal there"},
    {"-o", "FILE.m|FILE.mat", TEXT, AT(run.file), 0, "linearize", NULL,
     "write the matrices there, for Octave or as MAT file"},
    {"-o", "FILE", TEXT, AT(run.file), 0, "flatten structure translate list steady", NULL,
     "write there what else is printed; - is standard output"},
    {"-o", "DIR|FILE.mo", TEXT, AT(run.file), 0, "import", NULL,
     "the file, whose name is that of the model, or its folder; - is standard output"},
    {"--units-row", NULL, FLAG, AT(run.units_row), 0, "simulate", NULL,
     "the second row of a CSV file has the units"},
    {"--vars", "GLOB", LIST, AT(vars), AT(nvars), "simulate list compare steady sweep", NULL,
     "only variables whose names match, where * and ? are special; repeatable"},
    {"--plot", "GLOB", LIST, AT(plot), AT(nplots), "simulate", NULL,
     "draw these variables in the terminal; repeatable"},
    {"--x", "NAME", TEXT, AT(abscissa), 0, "plot", NULL, "draw over this variable instead of time"},
    {"--x-range", "FROM:TO", TEXT, AT(x_range), 0, "plot", check_range,
     "the part of the abscissa that is shown"},
    {"--y-range", "FROM:TO", TEXT, AT(y_range), 0, "plot", check_range,
     "the part of the values that is shown"},
    {"--log", "x|y|xy", TEXT, AT(log), 0, "plot", check_log, "logarithmic axes"},
    {"--tube", "R", NUMBER, AT(tube), 0, "compare", NULL,
     "half the height of the tube in parts of the range of the signal; 1e-3"},
    {"--bode", PICTURE, TEXT, AT(bode), 0, "linearize", NULL,
     "draw the frequency response there; - is the terminal"},
    {"--step-response", PICTURE, TEXT, AT(response), 0, "linearize", NULL,
     "draw the response to a step there; - is the terminal"},
    {"--svg", PICTURE, TEXT, AT(svg), 0, "structure", NULL,
     "draw the incidence matrix before and after sorting there"},
    {"--listing", NULL, FLAG, AT(listing), 0, "structure", NULL,
     "the equations sorted and solved, as the papers print them"},
    {"--class", NULL, FLAG, AT(closed), 0, "flatten", NULL,
     "as a class that can be read again: names with dots in quotes, records as their fields"},
    {"--json", NULL, FLAG, AT(json), 0, JSON, NULL,
     "print one object of JSON, with all messages, instead of text (docs/json.md)"},
    /* all commands */
    {"-I", "DIR", LIST, AT(dir), AT(ndirs), NULL, NULL,
     "search libraries in this folder; repeatable"},
    {"--quiet", NULL, FLAG, AT(quiet), 0, NULL, NULL, "errors only, no warnings, no progress bar"},
    {"--no-external", NULL, FLAG, AT(no_external), 0, NULL, NULL,
     "C code of libraries is neither compiled nor run"},
    {"--convert", NULL, FLAG, AT(convert), 0, NULL, NULL,
     "convert what uses another version of a library, by the library's rules"},
    {0},
};

/* A disk that is full, or a pipe that is gone, must not pass for success. */
static int checked_output(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    say_error("cannot write to standard output: %s", strerror(errno));
    return STATUS_NUMERIC;
}

static bool wants_json(int argc, char **argv)
{
    bool json = false;
    for (int i = 1; i < argc && !json; i++)
        json = !strcmp(argv[i], "--json");
    return json;
}

typedef struct Work {
    const Command *command;
    const Arguments *a;
    int status;
} Work;

static void do_work(void *arg)
{
    Work *w = arg;
    w->status = w->command->run(w->a);
}

/* The status where memory has run out is 1, but of files that are compared that would say that they
 * differ. */
static int run_guarded(const Command *command, const Arguments *a)
{
    OwnFault fault;
    Work w = {command, a, STATUS_GOOD};
    if (survive(do_work, &w, &fault))
        return w.status;
    say_error("%s%s", fault.memory ? "" : "internal: ", fault.text);
    if (!fault.memory)
        return STATUS_INTERNAL;
    return command->run == command_compare ? STATUS_USAGE : STATUS_MODEL;
}

static int run_command(int argc, char **argv, const Command *command, KronResult **result)
{
    void *memory;
    Printer printer = {.shown = true, .command = command->name};
    Printer *before = use_printer(&printer);
    Arguments a = {.run = kron_run_options(), .printer = &printer, .result = result};
    int status = read_arguments(&a, argc, argv, command, &memory);
    a.color = printer.color = isatty(STDERR_FILENO) && !getenv("NO_COLOR");
    printer.quiet = a.quiet;
    answer_if_interrupted(a.json ? command->name : NULL);
    if (status < 0)
        status = run_guarded(command, &a);
    answer_if_interrupted(NULL);
    if (a.json || (status == STATUS_USAGE && wants_json(argc, argv)))
        answer_anyway(&printer, status);
    free(memory);
    status = checked_output(status);
    use_printer(before);
    buf_free(&printer.said);
    return status;
}

/* A command by another word, or misspelt; NULL. */
static const char *command_meant(const char *name)
{
    static const char *const other[][2] = {{"run", "simulate"},        {"sim", "simulate"},
                                           {"solve", "simulate"},      {"compile", "translate"},
                                           {"build", "translate"},     {"export", "translate"},
                                           {"validate", "check"},      {"lint", "check"},
                                           {"instantiate", "flatten"}, {"show", "list"}};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (!strcmp(name, other[i][0]))
            return other[i][1];
    Nearest near = {.wanted = name};
    for (const Command *c = command_table; c->name; c++)
        nearest_offer(&near, c->name);
    return near.best;
}

int run_command_line(int argc, char **argv, KronResult **result)
{
    for (const Command *c = command_table; c->name; c++)
        if (!strcmp(argv[0], c->name))
            return run_command(argc, argv, c, result);
    const char *meant = command_meant(argv[0]);
    if (!meant && (strchr(argv[0], '.') || strchr(argv[0], '/')))
        say_error("a command must stand before the model: kron simulate %s; see kron --help",
                  argv[0]);
    else
        say_error("there is no command `%s`%s%s%s; see kron --help", argv[0],
                  meant ? "; did you mean `" : "", meant ? meant : "", meant ? "`?" : "");
    return STATUS_USAGE;
}

/* What is about no command: --help, --version, --man, --completion; false: it is something else. */
static bool about_program(int argc, char **argv)
{
    const char *word = argv[1];
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help"))
        print_help(stdout);
    else if (!strcmp(word, "--version"))
        printf("kron %s\n", kron_version());
    else if (!strcmp(word, "--man"))
        print_manual(stdout);
    else
        return argc == 3 && !strcmp(word, "--completion") && print_completion(stdout, argv[2]);
    return true;
}

int main(int argc, char **argv)
{
    k_standard_files();
    explain_crashes();
    if (argc < 2) {
        print_help(stderr);
        return STATUS_USAGE;
    }
    if (about_program(argc, argv))
        return checked_output(STATUS_GOOD);
    return run_command_line(argc - 1, argv + 1, NULL);
}
