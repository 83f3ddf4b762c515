/* session.h - `kron session`: the papers' interactive commands. */
#ifndef KRON_SESSION_SESSION_H
#define KRON_SESSION_SESSION_H

#include "base/diag.h"
#include "kron.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct SessionOptions {
    bool convert; /* between versions of libraries */
    int ndirs;
    char **dir;             /* library path, as -I */
    const char *path, *own; /* MODELICAPATH, kron's own library; NULL */
    bool color, quiet;
    const char *model;     /* entered at the start; NULL */
    const char *temporary; /* folder for folders */
    const char *history;   /* file of the lines that were typed; NULL: none */
    /* A command line of kron (`simulate`, `plot`) in this process: its exit status; what a run
     * gives, if it began. */
    int (*run)(int argc, char **argv, KronResult **result);
    /* Prints messages about a model. */
    void (*show)(void *printer, Diags *d);
    void *printer;
} SessionOptions;

/* Commands from `in` (a script; NULL: the terminal, with editing, or standard input if that is no
 * terminal). Returns the exit status: of a script 1 if a command was wrong; of a terminal 0. */
int session_run(const SessionOptions *o, FILE *in, const char *script_name);

#endif
