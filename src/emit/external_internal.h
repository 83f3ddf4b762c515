/* external_internal.h - what the files about external functions share. */
#ifndef KRON_EMIT_EXTERNAL_INTERNAL_H
#define KRON_EMIT_EXTERNAL_INTERNAL_H

#include "emit/emit.h"

/* The C type of a letter (c_external.c). */
const char *external_type(char letter);
/* library.c: makes and loads the library of all external functions that have no address yet. NULL,
 * or why that failed; *compiled: it was not in the cache. */
const char *library_load_externals(Dae *d, const Compiler *with, bool *compiled);
/* native.c: a folder that is ours alone, made if need be; NULL: it is not. */
const char *native_folder(Arena *a, const char *path);
const char *native_temporary(Arena *a, const char *base);
void *library_symbol(void *handle, const char *name);

#endif
