/* external_internal.h - what the files about external functions share. */
#ifndef KRON_EMIT_EXTERNAL_INTERNAL_H
#define KRON_EMIT_EXTERNAL_INTERNAL_H

#include "base/map.h"
#include "emit/emit.h"

/* Whether FMUs have it: a function of the run time's, of the C library's mathematics, or one of
 * LAPACK that rt/fmi/lacking.c has. */
bool external_is_native(const DaeExternal *x);
bool external_is_lapack(
    const DaeExternal *x); /* of LAPACK or BLAS, and FMUs have none of their own */
/* What the external functions of a model that FMUs do not have need to be compiled (library.c). */
typedef VEC(const char *) ExternalWords;
typedef struct ExternalParts {
    const char
        *text; /* functions kx_NUMBER that call them, after the texts of Include; NULL: none */
    const char *header,
        *support; /* ModelicaUtilities.h, and its functions by those of the run time */
    ExternalWords include, source, link; /* folders; files of C; files and options of the linker */
} ExternalParts;
void library_parts(Dae *d, Arena *a, ExternalParts *out);
/* The options by which C of libraries is compiled, up to NULL. */
extern const char *const library_flags[];
/* The C type of a letter (c_external.c). */
const char *external_type(char letter);
/* The fields of a record as those of a struct: double f0;struct{int f0;}f1; */
void put_fields(const TypeTable *types, Buf *b, Type type);
/* include_text.c: distinct texts of C, in the order in which they can be compiled. defined: the
 * names that one of them defines. */
void include_text(Arena *a, NameTable *names, const ExternalWords *folder,
                  const ExternalWords *text, Map *defined, Buf *out);
/* library.c: makes and loads the library of all external functions that have no address yet. NULL,
 * or why that failed; *compiled: it was not in the cache. */
const char *library_load_externals(Dae *d, const Compiler *with, bool *compiled);
/* native.c: a folder that is ours alone, made if need be; NULL: it is not. */
const char *native_folder(Arena *a, const char *path);
const char *native_temporary(Arena *a, const char *base);
/* native.c: starts the compiler with these options (up to NULL) and the text as standard input;
 * `folder` is for temporary files. Waits for it: NULL, or why it failed. */
typedef struct NativeJob {
    int pid, said;
} NativeJob;
void native_begin(NativeJob *job, const Compiler *with, Arena *a, const char *folder,
                  const char *source, const char *const *option);
const char *native_end(NativeJob *job, Arena *a);
void *library_symbol(void *handle, const char *name);

#endif
