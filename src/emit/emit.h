/* emit.h - from the structured DAE to C, machine code and the run time's tables. */
#ifndef KRON_EMIT_EMIT_H
#define KRON_EMIT_EMIT_H

#include "base/buf.h"
#include "dae/dae.h"
#include "rt/model.h"

/* ---- C source (c_*.c) ----
 * The whole program of a model: rt/abi.h in front, then functions of about 100 assignments each,
 * then k_entry. Deterministic: equal models give equal texts. False after a report (a construct
 * that cannot be translated yet). */
bool emit_c(Dae *d, Buf *out);

/* A program that computes parameters and start values and nothing else. */
bool emit_c_parameters(Dae *d, Buf *out);

/* A program of one function, for k_function. */
bool emit_function(Dae *d, uint32_t number, Buf *out);

/* TYPE name(TYPES): of an external function (c_external.c). */
void put_prototype(Buf *b, const char *types, const char *name);

/* ---- Tables (tables.c) ----
 * What the run time knows about the model, on the DAE's arena. Must be called after emit_c, which
 * numbers relations, samples and strings. */
KModel *emit_tables(Dae *d);

/* Addresses of external functions, and where resources are. */
void tables_externals(const Dae *d, int nresources, const FuncResource *list, KModel *model);

/* The same text with comments, names and the tables as C, and a main function: a program of its own
 * (c_file.c). fmu: for an FMU, instead of a main function what rt/fmi/fmu.h says; NULL: none. */
typedef struct CFmu {
    const char *token, *method;
    int narrays;
    const struct KArray *array;
    bool usertab; /* the C of libraries has a function of that name */
} CFmu;
bool emit_c_file(Dae *d, const CFmu *fmu, Buf *out);

/* The tables as they lie in memory; where their pointers are, as uint32_t (tables_image.c). */
typedef struct TableImage {
    Buf bytes, moved;
} TableImage;
/* An FMU's C as only a compiler reads it: without comments and names. The image, followed by the
 * list, belongs into a file, named by the macro K_TABLES, which the assembler must find. */
typedef struct CBare {
    Buf text; /* put_bare_end is to be called for its end */
    TableImage image;
    KModel *tables;
    bool has_directions; /* there is a function for derivatives in a direction */
    Buf cold; /* for libtcc: functions that `text` lacks if K_COLD is defined; empty: none */
} CBare;
bool emit_c_bare(Dae *d, CBare *out);
void put_bare_end(const CFmu *fmu, CBare *out);

/* The same with a method of fixed step and without a library: init() and step(h) (c_realtime.c). */
typedef struct RealtimeMethod {
    const char *name;
    bool implicit, trapezoid;
    int order;
    double step; /* NaN: none is given */
} RealtimeMethod;
bool emit_c_realtime(Dae *d, const RealtimeMethod *method, Buf *out);

/* ---- External functions (external.c) ---- */
typedef struct Compiler Compiler;
/* Finds the addresses of all that the program calls. False after a report. */
bool externals_load(Dae *d, const Compiler *with);
/* Runs functions during translation. */
FuncRunner *externals_runner(Context *ctx, const Compiler *with);
void externals_end(FuncRunner *r);

/* ---- Translations that are kept (tables_pack.c, native.c) ---- */
/* The tables as bytes, without texts for messages; false: they have what cannot be kept, external
 * functions. */
bool tables_pack(const KModel *model, Buf *out);
/* NULL: these are not such bytes. */
KModel *tables_unpack(Arena *a, const char *data, size_t n);
/* Bytes under a name in the cache, in files that are ours alone and carry their hash. NULL: there
 * are none. */
char *cache_load(Arena *a, const char *folder, const char *name, size_t *n);
void cache_store(Arena *a, const char *folder, const char *name, const Buf *bytes);

/* ---- Machine code (jit.c) ---- */
typedef struct Jit Jit;
/* Compiles in memory with libtcc; NULL with *why (an internal fault: generated C is always
 * valid). */
Jit *jit_compile(const char *source, int nblocks, const char **why);
const KCode *jit_code(const Jit *j);
/* The program as an object file; false: that cannot be done. */
bool jit_object(const char *source, const char *path);
/* Such a file, of n bytes, for Windows; false: that cannot be done, `out` stays as it is (coff.c).
 */
bool coff_from_elf(const char *bytes, size_t n, Buf *out);
void jit_free(Jit *j);

/* ---- The system's compiler in the background (native.c) ----
 * cc -O1 on the same text, into a cache keyed by content, or a temporary folder if there is none
 * that is writable. Results are bit-equal to those of libtcc. */
typedef struct Native Native;
struct Compiler {
    const char *command;   /* with options of its own, "cc -pipe"; NULL: none */
    const char *cache;     /* folder, made if need be; NULL: none */
    const char *temporary; /* where temporary folders are made; NULL: /tmp */
    bool no_external;      /* C of libraries is neither compiled nor loaded */
};
/* C of a library: compiled with these options (up to NULL) from standard input, or taken from the
 * cache if nothing of that, nor `key_text`, has changed, and loaded; it stays loaded. NULL: *why.
 */
void *native_library(const Compiler *with, Arena *a, const char *source, const char *const *option,
                     const char *key_text, bool *compiled, const char **why);
/* Starts the compiler as a background process; NULL if there is none (not an error). A cached
 * result is available at once. */
Native *native_start(const Compiler *with, const char *source, int nblocks);
/* The code once it is ready; NULL while it is not (or if it failed). */
const KCode *native_poll(Native *n);
bool native_runs(const Native *n); /* the compiler has not finished yet */
void native_free(Native *n);       /* stops the compiler if it still runs */

#endif
