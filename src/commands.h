/* commands.h - what the command line gives to the commands.
 *
 * The commands are clients of include/kron.h; terminal, signals and environment are theirs. Options
 * are checked where their names are listed (rt/request.h, pipeline.h). Two commands go further:
 * `kron plot` draws result files (src/result), and a session works on sheets (dae/sheet.h), whose
 * steps are commands of its own and not for other programs. */
#ifndef KRON_COMMANDS_H
#define KRON_COMMANDS_H

#include "base/buf.h"
#include "kron.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum {
    STATUS_GOOD,
    STATUS_MODEL,
    STATUS_USAGE,
    STATUS_NUMERIC,
    STATUS_INTERNAL = 70,
    STATUS_INTERRUPTED = 130
};

/* How messages are printed, and what has been. */
typedef struct Printer {
    bool color, quiet;
    bool bar; /* a progress bar stands in the line */
    bool shown;
    int errors, left_out;
    const char *command;
    Buf said;      /* all messages, as elements of an array of JSON */
    bool answered; /* the object of --json is printed */
} Printer;

typedef struct Arguments {
    int noperands, nsettings, nvars, nplots, ndirs, ninputs;
    const char **operand, **setting, **vars, **plot, **dir,
        **input; /* NULL at the end; settings: NAME=VALUE */
    int nvary;
    const char **vary; /* of sweep: NAME=VALUES, NAME~DISTRIBUTION */
    double samples, seed;
    bool latin;
    const char *journal, *envelope, *heatmap;
    KronRunOptions run;
    const char *svg, *dump, *target;
    const char *type; /* of FMUs: me, cs, both; NULL: both */
    bool source;
    bool trust;  /* programs of others may be run */
    double tube; /* NaN: as usual */
    double jobs; /* of check and sweep; NaN: one for each core */
    double at;   /* of linearize; NaN: the start */
    bool steady;
    const char *abscissa, *x_range, *y_range, *log; /* of plot; NULL: as usual */
    const char *bode, *response; /* where to draw: FILE.svg, - the terminal; NULL: nowhere */
    bool json, quiet, no_external, convert, listing, closed, color;
    const char *relax; /* on, off, iterate; NULL: on */
    const char *units; /* off, warn, error; NULL: warn */
    Printer *printer;
    KronResult **result; /* where that of a run goes; NULL: nowhere */
} Arguments;

int command_parse(const Arguments *a);
int command_check(const Arguments *a);
int command_flatten(const Arguments *a);
int command_structure(const Arguments *a);
int command_simulate(const Arguments *a);
int command_plot(const Arguments *a);
int command_list(const Arguments *a);
int command_explain(const Arguments *a);
int command_compare(const Arguments *a);
int command_linearize(const Arguments *a);
int command_sweep(const Arguments *a);
int command_steady(const Arguments *a);
int command_import(const Arguments *a);

/* crash.c: the end of the C stack, or of memory inside of a library, is one line and status 1; an
 * interruption one line and status 130. */
void explain_crashes(void);
/* A handler of signals that ends so. */
void end_interrupted(int number);
/* From now on an interruption ends with an answer of --json, too; NULL: no more. */
void answer_if_interrupted(const char *command);
int command_translate(const Arguments *a);
int command_session(const Arguments *a);

/* ---- Messages (messages.c) ---- */

void print_message(Printer *p, const KronMessage *m);
void print_left_out(Printer *p);
/* Messages about the command line and files go through this one from now on; the one before. */
Printer *use_printer(Printer *p);
void say_error(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* an error */
void say_no_variable(KronModel *m, const char *pattern); /* that none matches; what may be meant */
void say_warning(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* a warning */

/* --json: every command answers with one object, which begins and ends alike (docs/json.md). */
void answer_open(Buf *b, const Arguments *a);
void answer_close(Buf *b, const Arguments *a, int status);
/* An object with the messages alone, unless there was an answer. */
void answer_anyway(Printer *p, int status);
/* A number of JSON, null if it is none. */
void json_number(Buf *b, double x);
/* Further fields of an object. */
void json_field(Buf *b, const char *name, double x);
void json_text(Buf *b, const char *name, const char *text);
/* A further element of an array. */
void json_message(Buf *b, const KronMessage *m);

/* A command line without the name of the program; the exit status. result: of `simulate`; NULL. */
int run_command_line(int argc, char **argv, KronResult **result);

/* ---- What commands share ---- */

/* The library path and compiler that options and environment say; messages are printed. */
KronContext *context_for(const Arguments *a);
/* The steps of with_model: a model with its settings, the exit status; its end, after messages. */
int begin_model(const Arguments *a, KronContext *c, const char *name, KronModel **m);
void end_model(const Arguments *a, KronContext *c, KronModel *m, int status);
/* Loads a model with its settings and does the work; the exit status, after messages. */
typedef int ModelWork(const Arguments *a, const char *name, KronModel *m);
int with_model(const Arguments *a, const char *name, ModelWork *work);
/* The same for the one operand that `command` takes. */
int with_one_model(const Arguments *a, const char *command, ModelWork *work);
int exit_status(KronStatus status);
/* A text to a file (which must not be an input), or to standard output; the exit status. */
int give_text(const char *text, const char *path, bool input);
/* The same for what may contain zeros. */
int give_bytes(const Buf *b, const char *path, bool input);
/* An SVG document to a file of its own format or another one (result/picture.h). */
int give_picture(const Buf *svg, const char *path, bool input);
/* FROM:TO; false: it is none. */
bool read_range(const char *text, double *out);
/* Whether one of the patterns names it. */
bool matches_one(const char *name, int npatterns, const char *const *pattern);
/* The same for those of --vars; without any everything is chosen. */
bool is_chosen(const Arguments *a, const char *name);
/* X.fmu (fmu.c): the same commands for FMUs. */
bool is_fmu(const char *path);
int fmu_list(const Arguments *a, const char *path);
int fmu_check(const Arguments *a, const char *path, Buf *json);
int fmu_simulate(const Arguments *a, const char *path);
/* From now on FMUs in models are run, if --trust or an answer allows it. */
void consent_for(const Arguments *a);
/* FILE.csv, FILE.mat */
bool is_result_file(const char *path);
/* dsin.txt, dsfin.txt, which have parameters, too. */
bool is_dymola_file(const char *path);
/* Draws on standard output as the terminal is. */
struct Curves;
void draw_terminal(const struct Curves *c);
/* Their abscissa and points as further fields of an object. */
void json_curves(Buf *b, const struct Curves *c);

#endif
