/* commands.h - what the command line gives to the commands.
 *
 * The commands are clients of include/kron.h; terminal, signals and environment are theirs. Two go
 * further: `kron plot` draws result files (src/result), and a session works on sheets
 * (dae/sheet.h), whose steps are commands of its own and not for other programs. */
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

typedef struct ArgumentSetting {
    char *name;
    const char *value;
} ArgumentSetting;

/* How messages are printed, and what has been. */
typedef struct Printer {
    bool color, quiet;
    bool bar; /* a progress bar stands in the line */
    bool shown;
    int errors, left_out;
} Printer;

/* Numbers that were not given are NaN. */
typedef struct Arguments {
    int noperands, nsettings, nvars, nplots, ndirs;
    char **operand;
    ArgumentSetting *setting;
    const char **vars, **plot;
    char **dir;
    double start, stop, interval, intervals, step, tolerance, atol;
    const char *method, *output, *svg, *dump, *target;
    bool json, quiet, listing, color;
    Printer *printer;
    KronResult **result; /* where that of a run goes; NULL: nowhere */
} Arguments;

int command_parse(const Arguments *a);
int command_check(const Arguments *a);
int command_flatten(const Arguments *a);
int command_structure(const Arguments *a);
int command_simulate(const Arguments *a);
int command_plot(const Arguments *a);
int command_translate(const Arguments *a);
int command_session(const Arguments *a);

/* A command line without the name of the program; the exit status. result: of `simulate`; NULL. */
int run_command_line(int argc, char **argv, KronResult **result);

/* ---- What commands share ---- */

/* The library path and compiler that options and environment say; messages are printed. */
KronContext *context_for(const Arguments *a);
/* Loads the model with its settings; STATUS_GOOD, or the status after messages. */
int load_for(const Arguments *a, KronContext *c, const char *name, KronModel **m);
/* Frees both, and says how many messages were left out. */
void close_model(const Arguments *a, KronContext *c, KronModel *m);
int exit_status(KronStatus status);
void print_message(Printer *p, const KronMessage *m);
void print_left_out(Printer *p);
/* Draws on standard output as the terminal is. */
struct Curves;
void draw_terminal(const struct Curves *c);
/* Writes a file; the exit status. */
int write_file(const char *path, const char *text);
/* Where kron's own library is: beside or above the folder of the executable, or where it is
 * installed; false: nowhere. */
bool find_own_library(char *path, size_t size);

#endif
