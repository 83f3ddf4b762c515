/* session.h - `kron session`: the papers' interactive commands. */
#ifndef KRON_SESSION_SESSION_H
#define KRON_SESSION_SESSION_H

#include <stdbool.h>
#include <stdio.h>

typedef struct SessionOptions {
    int ndirs;
    char **dir; /* library path, as -I */
    bool color, quiet;
    const char *model; /* entered at the start; NULL */
} SessionOptions;

/* Commands from `in` (a script; NULL: the terminal, with editing, or standard input if that is no
 * terminal). Returns the exit status: of a script 1 if a command was wrong; of a terminal 0. */
int session_run(const SessionOptions *o, FILE *in, const char *script_name);

#endif
