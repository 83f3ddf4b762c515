/* check_files.h - `kron parse PATH...`: the syntax of files and folders, nothing else. */
#ifndef KRON_SYNTAX_CHECK_FILES_H
#define KRON_SYNTAX_CHECK_FILES_H

#include "base/context.h"

typedef struct ParseSummary {
    int files;
    unsigned long long bytes;
    double seconds;
    int unreadable; /* paths that could not be read (reported) */
} ParseSummary;

/* Parses every path: a file, or all *.mo and *.dym files below a folder in sorted order. Mistakes
 * go to ctx->diags. */
ParseSummary check_files(Context *ctx, int npaths, char **paths);

#endif
