/* kron.h - translating and running models of physical systems from a C program.
 *
 * A context says where libraries are; a model is loaded in it, settled with values, and run as
 * often as you like; a run gives a result that is read by the names of variables:
 *
 *     KronContext *context = kron_context_new();
 *     kron_add_library(context, "/usr/share/modelica");
 *     KronModel *model;
 *     KronResult *result;
 *     if (kron_load(context, "Modelica.Blocks.Examples.PID_Controller", &model) == KRON_OK &&
 *         kron_set(model, "PI.k", "50") == KRON_OK && kron_run(model, NULL, &result) == KRON_OK) {
 *         size_t n = kron_result_points(result);
 *         const double *time = kron_result_times(result);
 *         const double *w = kron_result_column(result, "spring.w_rel");
 *         printf("w(%g) = %g\n", time[n - 1], w[n - 1]);
 *         kron_result_free(result);
 *     }
 *     for (int i = 0; i < kron_message_count(model); i++)
 *         fprintf(stderr, "%s\n", kron_message(model, i).text);
 *     kron_model_free(model);
 *     kron_context_free(context);
 *
 *     cc program.c $(pkg-config --cflags --libs kron)
 *
 * Errors are values: a status, and messages that belong to the model. The library never ends the
 * process, writes to standard output or standard error, catches signals, or reads environment
 * variables unless a function here says so. Texts are UTF-8; numbers are written with a point
 * whatever the locale is.
 *
 * NULL, where a function does not say what it means there, is a wrong call: KRON_WRONG_CALL, or 0,
 * -1, NaN, false, NULL, "", or nothing is done.
 *
 * Threads: different models may be used in different threads at once, also those of one context,
 * which must not be changed meanwhile. One model, and its results, belong to one thread at a time.
 *
 * Memory: what ..._new and kron_load give is freed by the function named there; every ..._free
 * takes NULL. Texts and structs that functions return belong to the model or result they were asked
 * of, and stay until it is changed, asked for the same again, or freed. Results do not need their
 * model any more, models need their context. */
#ifndef KRON_H
#define KRON_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---- */

#define KRON_VERSION "0.1"
#define KRON_VERSION_NUMBER 100 /* 10000 * major + 100 * minor + patch */
/* Those of the library that runs: "0.1". */
const char *kron_version(void);

/* ---- Status ---- */

typedef enum KronStatus {
    KRON_OK,
    KRON_WRONG_MODEL, /* the model (or a value it was given) is wrong: messages */
    KRON_WRONG_CALL,  /* an argument is: no such name, option out of range */
    KRON_RUN_FAILED,  /* the run failed numerically; the result up to there is kept */
    KRON_CANCELLED,   /* by a callback; the result up to there is kept */
    KRON_FILE_ERROR, /* a file cannot be written (a run ends there; its result up to there is kept);
                        a source that cannot be read: a wrong model */
    KRON_NO_MEMORY,
    KRON_INTERNAL, /* a fault in kron: the message says which; the model can be used no more */
} KronStatus;
/* "the model is wrong", ... */
const char *kron_status_text(KronStatus status);

/* ---- Context: where things are ---- */

typedef struct KronContext KronContext;
typedef struct KronModel KronModel;
typedef struct KronResult KronResult;

/* Knows kron's own library as it was installed, and nothing else. NULL: no memory. */
KronContext *kron_context_new(void);
void kron_context_free(KronContext *c);

/* Classes are looked for in these folders, in the order of the calls, then in those of the
 * environment if they are added, then in kron's own library. For the Modelica Standard Library: the
 * folder that contains `Modelica` or `Modelica 4.1.0`. */
KronStatus kron_add_library(KronContext *c, const char *folder);
/* Adds the folders of the environment variable MODELICAPATH, which is read in this call. */
KronStatus kron_add_environment(KronContext *c);
/* Where kron's own library is: the folder that contains `Kron`; NULL: it is not used. */
KronStatus kron_set_own_library(KronContext *c, const char *folder);

/* Translations that take long are kept in `cache`, and taken from there for runs as long as no file
 * that was read, no setting and not kron itself has changed.
 * Models are compiled in memory. Long runs gain from a C compiler that works in the background: its
 * command, "cc" (found on the PATH) or "/usr/bin/gcc -pipe"; NULL, and at first, none. `cache`: a
 * folder that keeps what was compiled, made if need be; NULL: temporary files in `temporary`, or
 * /tmp if that is NULL. Results do not depend on it. */
typedef enum {
    KRON_COMPILE_LONG_RUNS,
    KRON_COMPILE_BEFORE_RUNS,
    KRON_COMPILE_EXTERNAL /* only the C of libraries that models call */
} KronCompile;
KronStatus kron_set_compiler(KronContext *c, const char *command, const char *cache,
                             const char *temporary, KronCompile when);

/* Whether C that libraries have for external functions is compiled by that compiler, and run. It is
 * at first. Functions of the Modelica Standard Library that kron has itself, LAPACK and the C
 * library are called in any case. */
KronStatus kron_set_external(KronContext *c, bool allowed);

/* Whether the programs inside of FMUs that are components of models (`kron import`) are run without
 * asking, by all contexts of this process. At first only those are that lie in a folder which the
 * environment variable KRON_TRUSTED names. */
KronStatus kron_set_trust(KronContext *c, bool trusted);

/* Whether classes that use another version of a library than is found are converted while they are
 * read, by the rules that the library has for that (annotation `conversion`). They are not at
 * first: a message says so. */
KronStatus kron_set_convert(KronContext *c, bool convert);

/* What relax(x) in equations is used for: the order in which systems are eliminated (at first), or
 * what is iterated in them; or x, nothing more. */
typedef enum KronRelax { KRON_RELAX_ELIMINATE, KRON_RELAX_ITERATE, KRON_RELAX_OFF } KronRelax;
KronStatus kron_set_relax(KronContext *c, KronRelax use);

/* What is said where units of measure do not fit: warnings (at first), nothing, or errors. */
typedef enum KronUnits { KRON_UNITS_WARN, KRON_UNITS_OFF, KRON_UNITS_ERROR } KronUnits;
KronStatus kron_set_units(KronContext *c, KronUnits use);

/* At which time runs will begin, for warnings about what is over by then; NaN, as at first: when
 * the model's experiment says, or 0. */
KronStatus kron_set_begin(KronContext *c, double time);

/* ---- Messages ---- */

typedef enum { KRON_ERROR, KRON_WARNING, KRON_NOTE } KronSeverity;
typedef enum { KRON_ABOUT_MODEL, KRON_ABOUT_CALL, KRON_ABOUT_RUN } KronAbout;

typedef struct KronMessage {
    KronSeverity severity; /* a note explains the message before it */
    KronAbout about;
    const char *file;    /* NULL: the message has no place in a text */
    int line, column;    /* from 1 */
    const char *text;    /* a sentence without point */
    const char *excerpt; /* the line of the text and one with ^~~ under the place; "" if none */
} KronMessage;

/* Messages about a model, of all calls since it was loaded or they were cleared. */
int kron_message_count(const KronModel *m);
KronMessage kron_message(const KronModel *m, int i);
void kron_clear_messages(KronModel *m);

/* Every message goes here as well, at the latest when the call that caused it returns, from the
 * thread of that call. `m` is NULL for messages of kron_parse. Callbacks may ask the model for
 * values, variables, messages and statistics, nothing else: KRON_WRONG_CALL. */
typedef void KronOnMessage(void *arg, KronModel *m, const KronMessage *message);
void kron_on_message(KronContext *c, KronOnMessage *call, void *arg);

/* ---- Models ---- */

/* Loads a model: "FILE" (its last class), "FILE:Class.Name", or "Class.Name" found in the
 * libraries. Later calls read on from the libraries where they need to. *m is set (NULL only
 * without memory or for a wrong call) also if that fails, for its messages; free it in any case. */
KronStatus kron_load(KronContext *c, const char *name, KronModel **m);
/* The last class of a text. `file` is what messages call it: "pendulum.mo", or "x.dym" for the
 * classic language. */
KronStatus kron_load_text(KronContext *c, const char *file, const char *text, KronModel **m);
void kron_model_free(KronModel *m);
/* The full name of the class; "" if it was not found. */
const char *kron_model_name(KronModel *m);

/* Gives a parameter, start value or other attribute a value: kron_set(m, "body.m", "2.5"). Names
 * are paths from the model: "n", "a.b.R", "x.start", "table[2,1]", "r[3].R"; values are expressions
 * as the model could contain them: "3", "2*Modelica.Constants.pi", "{1, 2}", "true", "\"text\"",
 * "StateSelect.always". Of settings that overlap the last one wins. NULL: what the model says holds
 * again.
 *
 * Nothing is translated here. Where the model is translated already and the value can be exchanged
 * (a number for a parameter that did not decide about the structure of the equations, or for the
 * start value of a state), the next run simply uses it; otherwise the next call that needs the
 * equations translates again, and reports what is wrong with the name or value. */
KronStatus kron_set(KronModel *m, const char *name, const char *value);
/* The integration method that texts and programs are made for: the formulas of an inlined one
 * ("bdf", "sdirk", "radau") become equations. Runs do it by themselves. */
KronStatus kron_set_method(KronModel *m, const char *method);
KronStatus kron_set_number(KronModel *m, const char *name, double value);
/* An input of the model follows a table of n points over time, which is copied; times do not fall.
 * Reals vary linearly in between, and step where two points have the same time; Booleans (0, 1),
 * Integers and enumerations keep a value up to the next point. Before the first point and after
 * the last the value is that of this point. n = 0, or kron_set: no more. Whether the model has
 * such an input is found out at the next run. */
KronStatus kron_set_input(KronModel *m, const char *name, size_t n, const double *time,
                          const double *value);
/* All columns of FILE.csv (or of a MAT result) are such inputs; the first column is the time.
 * kron_set(m, "u", "@FILE") takes the column `u`, or the only one there is. */
KronStatus kron_read_inputs(KronModel *m, const char *path);
/* Parameters that have other values in a result (FILE.mat), or in dsin.txt or dsfin.txt of Dymola,
 * are set to these; the model is translated for it. */
KronStatus kron_read_parameters(KronModel *m, const char *path);
/* Forgets all settings. */
void kron_clear_settings(KronModel *m);

/* Finds all errors that can be found without running. */
KronStatus kron_check(KronModel *m);

/* A model that was loaded may be a package. */
typedef enum KronClassKind {
    KRON_CLASS_MODEL, /* or block, or class */
    KRON_CLASS_FUNCTION,
    KRON_CLASS_RECORD,
    KRON_CLASS_CONNECTOR,
    KRON_CLASS_PACKAGE,
    KRON_CLASS_OTHER, /* types, operators */
} KronClassKind;
KronClassKind kron_class_kind(KronModel *m);
typedef struct KronClass {
    const char *name; /* in full */
    KronClassKind kind;
    bool partial;
} KronClass;
/* Reads all classes of the package, and of packages in it that are not partial. *n: how many. */
KronStatus kron_classes(KronModel *m, int *n);
/* Class i of these, from 0; false: there is none. */
bool kron_class(KronModel *m, int i, KronClass *out);

typedef enum KronVerdict {
    KRON_CLASS_GOOD,
    KRON_CLASS_OPEN, /* a component: connectors are not connected, the number of equations is right
                      */
    KRON_CLASS_INCOMPLETE, /* partial, or to be used with a partial class or a function replaced */
    KRON_CLASS_WRONG,
} KronVerdict;
/* Checks one of these classes as far as its kind allows: models with all their equations, unless
 * their connectors are open; functions with what they call; declarations of the others. From then
 * on the model is this class; files that are read stay read, so this is quick once for every
 * kron_classes. */
KronStatus kron_check_class(KronModel *m, int i, KronVerdict *verdict);
/* Translates to machine code, unless that is done. All functions that need it do it by themselves.
 */
KronStatus kron_translate(KronModel *m);
/* How often the model was translated: does not grow where kron_set was enough. */
long kron_translations(const KronModel *m);

/* ---- What the compiler makes of a model ---- */

typedef enum KronText {
    KRON_FLAT_MODEL,     /* without classes and connections, as Modelica text */
    KRON_STRUCTURE,      /* states, blocks, tearing, for people */
    KRON_STRUCTURE_JSON, /* the same for programs; fields are added, never renamed */
    KRON_STRUCTURE_SVG,  /* as a picture */
    KRON_LISTING,        /* the equations sorted and solved */
    KRON_FLAT_CLASS,     /* the flat model as a class that can be read again */
} KronText;
KronStatus kron_text(KronModel *m, KronText what, const char **text);
/* Whether the model was read from this file, which should not be overwritten then; runs do not. */
bool kron_is_input(const KronModel *m, const char *path);

/* Options of a run; those that are not given (NaN, NULL) are as the model's experiment says, else
 * as written here. kron_run_options gives all of them not given. */
typedef struct KronRunOptions {
    double start, stop;         /* seconds: 0, start + 1 */
    double tolerance;           /* relative: 1e-6 */
    double atol;                /* absolute: tolerance times the nominal value of each variable */
    double interval, intervals; /* between output points, or how many: 500 intervals */
    /* "auto": what suits the model; "bdf", "sdirk": inlined; "cvode", "ida", "rk45", "rk8"; with
     * `step`: "euler", "implicit-euler", "trapezoid", "bdf1" to "bdf6" */
    const char *method;
    double step;                  /* of methods of fixed step, which need it */
    double max_step;              /* the longest step of the others */
    const char *const *variables; /* patterns with * and ?, NULL at the end: what the result keeps.
                                     NULL: all variables, no parameters */
    /* "RESULT.csv" or "RESULT.mat": the run goes on where that one ended, or with "RESULT@T" at its
     * point at time T: the initial problem is not solved; states, what changes at events only,
     * and histories of delays are as they were. `start` is that time unless it is given.
     * Parameters are those of the model. */
    const char *start_from;
    const char *file; /* the result is written there while the run goes on: FILE.mat, or CSV */
    bool units_row;   /* of CSV: a second row has the units */
    void *arg;        /* given to the callbacks */
    /* At the start, then several times a second, at the end: non-zero cancels the run. `part` goes
     * from 0 to 1. */
    int (*progress)(void *arg, KronModel *m, double time, double part);
    /* At every output point, and before and after every event: non-zero cancels the run. Values are
     * those of kron_value. Callbacks may ask the model for values and variables, nothing else:
     * KRON_WRONG_CALL. */
    int (*point)(void *arg, KronModel *m, double time);
} KronRunOptions;
KronRunOptions kron_run_options(void);

/* The model as a program in another language; kron_target(i), i from 0, names them, NULL after the
 * last. `path`: the file it will be written to, which gives the program its name; NULL: that of the
 * model. Start, stop, interval or intervals, and tolerance of `o` are built in; NULL: those of the
 * model. */
KronStatus kron_program(KronModel *m, const char *target, const char *path, const KronRunOptions *o,
                        const char **text);
const char *kron_target(int i);

/* The model as a Functional Mock-up Unit, in the file `path`; a C compiler is needed
 * (kron_set_compiler). The FMU needs neither kron nor any other library where it is used. Start,
 * stop, interval or intervals, and tolerance of `o` are its default experiment, and its method that
 * of Co-Simulation; NULL: as the model says, what suits the model. */
typedef struct KronFmu {
    int version;                        /* of FMI: 2 or 3 */
    bool model_exchange, co_simulation; /* one of them, or both */
    bool source;                        /* its sources are inside as well */
} KronFmu;
KronStatus kron_fmu(KronModel *m, const char *path, const KronFmu *what, const KronRunOptions *o);

/* ---- Variables ---- */

typedef enum { KRON_REAL, KRON_INTEGER, KRON_BOOLEAN, KRON_ENUMERATION, KRON_STRING } KronType;
typedef enum {
    KRON_CONSTANT,
    KRON_PARAMETER,
    KRON_STATE,
    KRON_DERIVATIVE, /* of a state */
    KRON_ALGEBRAIC,
    KRON_DISCRETE, /* changes at events only */
    KRON_INPUT,    /* of the model */
} KronKind;

typedef struct KronVariable {
    const char *name, *unit, *description; /* "" if none */
    KronType type;
    KronKind kind;
    bool is_protected;
    bool is_output;    /* of the model */
    bool is_alias;     /* equal to another one, or to its opposite, which has the same kind */
    bool exchangeable; /* kron_set with a number needs no new translation */
    const char *display_unit; /* in which it is to be shown; "": in its unit */
} KronVariable;

/* Their number, 0 if the model is wrong; it is translated if need be. Their order, and so the
 * index, stays until it is translated again. */
int kron_variable_count(KronModel *m);
/* i from 0; false: there is no such one. */
bool kron_variable(KronModel *m, int i, KronVariable *out);
/* The index of a variable; -1: there is none. */
int kron_find(KronModel *m, const char *name);
/* Present value: before a run that of parameters, in callbacks and after a run, until the next
 * setting, of all variables.
 * Booleans are 0 or 1, enumerations count from 1; NaN if it is not known. */
double kron_value(KronModel *m, int i);
/* The value of a String; NULL: it is none, or not known. */
const char *kron_string(KronModel *m, int i);
/* Of the start value given for a Real variable: *start, and what the last initialization has made
 * of it ("given" if there was none yet): "used", "projected" (moved a little, to fit constraints),
 * "overruled", or "guess" (iterations begin there). NULL: none is given. */
const char *kron_start(KronModel *m, int i, double *start);

/* ---- Runs and results ---- */

/* Runs the model from the beginning. `o` NULL: as the model says. `result` NULL: no values are kept
 * in memory. *result is set if the run began, and freed by kron_result_free. */
KronStatus kron_run(KronModel *m, const KronRunOptions *o, KronResult **result);
void kron_result_free(KronResult *r);

/* Output points; two for an event, before and after. */
size_t kron_result_points(const KronResult *r);
const double *kron_result_times(const KronResult *r);
/* The values of a variable at these points; a parameter has the same value at all. NULL: it is not
 * in the result. */
const double *kron_result_column(KronResult *r, const char *name);
/* Names of the columns, in order of declaration. */
int kron_result_count(const KronResult *r);
const char *kron_result_name(const KronResult *r, int i);
/* Writes FILE.mat (as Dymola and OpenModelica do), or CSV. */
KronStatus kron_result_write(KronResult *r, const char *path);

typedef struct KronStatistics {
    int equations, unknowns, states; /* scalar; of the model before anything is eliminated */
    /* Of the last run: */
    const char *method; /* that took the last step; "" if there was no run */
    const char *why;    /* it was chosen; "" if the caller named it */
    double start, end;  /* from when to when it went */
    long steps, rejected, evaluations, jacobians, newton_iterations;
    int stiff_unknowns; /* method `mixed`: unknowns that Newton's method iterates; else 0 */
    long time_events, state_events, state_switches;
    long pivoted; /* linear systems factored since their elimination was not accurate */
    struct {
        int size;
        long times;
    } factored[16];      /* matrices of the model's systems by size; size 0: no more */
    bool terminated;     /* by terminate() */
    bool kept;           /* the translation was one from the cache (kron_set_compiler) */
    const char *message; /* why it stopped early; "" */
    struct {
        double load, flatten, structure, code, run;
    } seconds; /* of the last translation and run */
} KronStatistics;
KronStatistics kron_statistics(const KronModel *m);

/* ---- Sweeps: one model with many values ---- */

/* The values of the runs: lists and ranges in all combinations, distributions sampled. Each text is
 *     "NAME=1,2,5"  "NAME=0..10/5" (5 values from 0 to 10)  "NAME=1..1000/log4"
 *     "NAME~uniform(A,B)"  "NAME~loguniform(A,B)"  "NAME~normal(MEAN,DEVIATION)"
 * of which the last kinds take `samples` samples for every combination of the others: the same
 * for all of them, and for the same seed. latin: one sample in each of so many parts of equal
 * probability (Latin hypercube); else they are independent. Freed by kron_design_free. NULL: no
 * memory. */
typedef struct KronDesign {
    const char *wrong; /* what is wrong with the texts, and there are no runs; NULL: nothing */
    int nvaried;
    const char *const *name; /* [nvaried] */
    const size_t *levels;    /* [nvaried] values of a list or range; 0: of a distribution */
    size_t nruns;
    const double *value; /* [nruns * nvaried], run by run */
} KronDesign;
KronDesign *kron_design(int n, const char *const *vary, size_t samples, unsigned long long seed,
                        bool latin);
void kron_design_free(KronDesign *d);

typedef struct KronSweep {
    int nvaried;
    const char *const *name; /* [nvaried] as for kron_set */
    size_t nruns;
    const double *value;          /* [nruns * nvaried] */
    const char *const *variables; /* patterns, NULL at the end: what the table is about; NULL: the
                                     outputs of the model; if it has none, its states */
    bool curves;                  /* values at all output points are kept as well */
    int jobs;                     /* runs at a time; 0: as many as there are processors */
    /* Runs that are done are written there at once, and not done again by a later call with the
     * same model, values and options. It is removed by kron_table_finish. NULL: none. */
    const char *journal;
    /* One of several processes that share the work, on a file system with the journal: process
     * `rank`, from 0, does its share, and rank 0 waits for all and has the whole table. `job`: a
     * number that these processes have in common. processes 0: one. */
    int rank, processes;
    unsigned long long job;
    void *arg;
    /* Several times a second: non-zero ends the sweep. */
    int (*progress)(void *arg, size_t done, size_t nruns);
} KronSweep;

/* One row a run: what was varied, then of each variable its final value, least, greatest and mean
 * over time: "x.final", "x.min", "x.max", "x.mean". Rows do not depend on how many processors or
 * processes there are. */
typedef struct KronTable KronTable;
/* Runs the model with these values, each run by itself. Where a value cannot be exchanged in the
 * translated model that run translates anew. Runs that fail are marked in the table. *out is set if
 * the sweep began, also if it was cancelled, and freed by kron_table_free. */
KronStatus kron_sweep(KronModel *m, const KronRunOptions *o, const KronSweep *s, KronTable **out);
void kron_table_free(KronTable *t);
size_t kron_table_rows(const KronTable *t);
int kron_table_columns(const KronTable *t);
const char *kron_table_name(const KronTable *t, int column);
/* NaN: the run failed, or was not done. */
double kron_table_value(const KronTable *t, size_t row, int column);
/* Why a run failed; NULL: it did not. */
const char *kron_table_failure(const KronTable *t, size_t row);
/* With `curves`: the output points, and variable i (of the table) at these, NaN where the run has
 * none; NULL: they were not kept. */
const double *kron_table_times(const KronTable *t, size_t *n);
const double *kron_table_curve(const KronTable *t, size_t row, int i);
/* The variables that the table is about. */
int kron_table_variables(const KronTable *t);
const char *kron_table_variable(const KronTable *t, int i);
/* Writes FILE.mat (matrices `table`, `names`, `status`, `reasons`), or CSV. */
KronStatus kron_table_write(const KronTable *t, const char *path);
/* The table is where it belongs: the journals are removed. */
void kron_table_finish(const KronTable *t);

/* ---- Where a model stands ---- */

/* The model as a linear system around a point:
 *     der(x) = A*(x - x0) + B*(u - u0),  y - y0 = C*(x - x0) + D*(u - u0)
 * with its states, inputs and outputs (of type Real). Matrices are row by row. */
typedef struct KronLinear {
    int nx, nu, ny;
    const char *const *x, *const *u, *const *y; /* names */
    const double *x0, *u0, *y0;
    const double *A, *B, *C, *D; /* nx*nx, nx*nu, ny*nx, ny*nu */
    double time;
} KronLinear;
/* At time `at`, to where the model is run with the options (NaN, and at first: the start); steady:
 * at an equilibrium near there. The derivatives are exact. The values of all variables are those
 * of kron_value afterwards. The model is translated again if outputs have no derivatives yet, and
 * keeps them for later calls. *out is freed by kron_linear_free. */
KronStatus kron_linearize(KronModel *m, const KronRunOptions *o, double at, bool steady,
                          KronLinear **out);
void kron_linear_free(KronLinear *l);

/* An equilibrium near the initial values: all derivatives of states are 0. *free (may be NULL): how
 * many directions are left in which every position is one; there nothing has moved. */
KronStatus kron_steady(KronModel *m, const KronRunOptions *o, int *free);

/* ---- Watching the compiler ---- */

/* The name of pass i, from 0; NULL: there are no more. */
const char *kron_pass(int i);
/* The representation after this pass goes to `call` whenever a model is translated; NULL: no more.
 */
typedef void KronOnPass(void *arg, const char *text);
KronStatus kron_on_pass(KronContext *c, const char *pass, KronOnPass *call, void *arg);

/* Reads files, and all model files in folders, for their syntax only. */
typedef struct KronParsed {
    int files, errors;
    unsigned long long bytes;
    double seconds;
} KronParsed;
KronStatus kron_parse(KronContext *c, int n, const char *const *paths, KronParsed *out);

/* `*` and `?` in the pattern are special, everything else (brackets too) is literal. */
bool kron_matches(const char *pattern, const char *name);

#ifdef __cplusplus
}
#endif
#endif
