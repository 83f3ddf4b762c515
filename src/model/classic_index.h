/* classic_index.h - the classes of the classic language (.dym files) in directories.
 *
 * A file may hold many classes. A class NAME of a directory is that of NAME.dym if there is such a
 * file, else that of any of its files, all of which are then read, once. */
#ifndef KRON_MODEL_CLASSIC_INDEX_H
#define KRON_MODEL_CLASSIC_INDEX_H

#include "base/context.h"
#include "syntax/ast.h"

typedef struct ClassicIndex ClassicIndex;

ClassicIndex *classic_index_new(Context *ctx);
/* The class of that name in a directory; NULL if there is none. FORM_BROKEN (after a report) if its
 * file has mistakes, or if two files of the directory define it. */
SynClass *classic_index_find(ClassicIndex *ix, const char *dir, Name name);
/* Notes of files read so far whose mistakes may be why a class is not found. */
void classic_index_broken(ClassicIndex *ix);
/* Calls `offer` with the names of the classes in files read so far. */
void classic_index_names(ClassicIndex *ix, void (*offer)(void *arg, const char *name), void *arg);

#endif
