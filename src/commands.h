/* commands.h - what the command line gives to the commands.
 *
 * The commands are clients of include/kron.h; terminal, signals and environment are theirs. Options
 * are checked where their names are listed (rt/request.h, pipeline.h). Two commands go further:
 * `kron plot` draws result files (src/result), and a session works on sheets (dae/sheet.h), whose
 * steps are commands of its own and not for other programs. */
#ifndef KRON_COMMANDS_H
#define KRON_COMMANDS_H

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
} Printer;

typedef struct Arguments {
    int noperands, nsettings, nvars, nplots, ndirs, ninputs;
    const char **operand, **setting, **vars, **plot, **dir,
        **input; /* NULL at the end; settings: NAME=VALUE */
    KronRunOptions run;
    const char *svg, *dump, *target;
    double tube; /* NaN: as usual */
    double at;   /* of linearize; NaN: the start */
    bool steady;
    const char *bode, *response; /* where to draw: FILE.svg, - the terminal; NULL: nowhere */
    bool json, quiet, no_external, convert, listing, color;
    const char *relax; /* on, off, iterate; NULL: on */
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
int command_compare(const Arguments *a);
int command_linearize(const Arguments *a);
int command_steady(const Arguments *a);

/* crash.c: the end of the C stack, or of memory inside of a library, is one line and status 1. */
void explain_crashes(void);
int command_translate(const Arguments *a);
int command_session(const Arguments *a);

/* A command line without the name of the program; the exit status. result: of `simulate`; NULL. */
int run_command_line(int argc, char **argv, KronResult **result);

/* ---- What commands share ---- */

/* The library path and compiler that options and environment say; messages are printed. */
KronContext *context_for(const Arguments *a);
/* Loads a model with its settings and does the work; the exit status, after messages. */
typedef int ModelWork(const Arguments *a, const char *name, KronModel *m);
int with_model(const Arguments *a, const char *name, ModelWork *work);
/* The same for the one operand that `command` takes. */
int with_one_model(const Arguments *a, const char *command, ModelWork *work);
int exit_status(KronStatus status);
void print_message(Printer *p, const KronMessage *m);
void print_left_out(Printer *p);
struct Buf;
/* A text to a file (which must not be an input), or to standard output; the exit status. */
int give_text(const char *text, const char *path, bool input);
/* The same for what may contain zeros. */
int give_bytes(const struct Buf *b, const char *path, bool input);
/* A number of JSON, null if it is none; the same as a further field of an object. */
void json_number(struct Buf *b, double x);
void json_field(struct Buf *b, const char *name, double x);
/* Whether one of the patterns names it. */
bool matches_one(const char *name, int npatterns, const char *const *pattern);
/* The same for those of --vars; without any everything is chosen. */
bool is_chosen(const Arguments *a, const char *name);
/* FILE.csv, FILE.mat */
bool is_result_file(const char *path);
/* Draws on standard output as the terminal is. */
struct Curves;
void draw_terminal(const struct Curves *c);
/* Where kron's own library is: beside or above the folder of the executable, or where it is
 * installed; false: nowhere. */
bool find_own_library(char *path, size_t size);

#endif
