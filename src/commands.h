/* commands.h - what the command line gives to the commands. */
#ifndef KRON_COMMANDS_H
#define KRON_COMMANDS_H

#include "pipeline.h"

#include <math.h>

#define KRON_VERSION "0.1"

enum { STATUS_GOOD, STATUS_MODEL, STATUS_USAGE, STATUS_NUMERIC };

/* Numbers that were not given are NaN. */
typedef struct Arguments {
    int noperands, nsettings, nvars, nplots, ndirs;
    char **operand;
    Setting *setting;
    const char **vars, **plot;
    char **dir;
    double start, stop, interval, intervals, step, tolerance, atol;
    const char *method, *output, *svg, *dump, *target;
    bool json, quiet, listing, color;
} Arguments;

int command_parse(const Arguments *a);
int command_check(const Arguments *a);
int command_flatten(const Arguments *a);
int command_structure(const Arguments *a);
int command_simulate(const Arguments *a);
int command_plot(const Arguments *a);
int command_translate(const Arguments *a);
int command_session(const Arguments *a);
int command_listing(const Arguments *a); /* kron structure --listing */
/* Operations of the listing with and without tearing, as a field of `structure --json`; nothing for
 * large models. */
void listing_operations(const Arguments *a, Dae *full, Buf *out);

/* What has been reported, to stderr. */
void print_diagnostics(const Arguments *a, Context *ctx);
/* Writes a file; the exit status. */
int write_file(const char *path, const Buf *text);

#endif
