/* pipeline.h - the passes from a model's name to running code. */
#ifndef KRON_PIPELINE_H
#define KRON_PIPELINE_H

#include "dae/dae.h"
#include "emit/emit.h"
#include "model/flat.h"

/* How far to go. */
typedef enum {
    UNTIL_LOAD,
    UNTIL_FLATTEN,
    UNTIL_SCALAR,
    UNTIL_STRUCTURE,
    UNTIL_PROGRAM,
    UNTIL_CODE
} PipelineEnd;

typedef enum {
    TIME_LOAD,
    TIME_FLATTEN,
    TIME_STRUCTURE,
    TIME_CODE,
    TIME_SIMULATE,
    TIME_COUNT
} TimePart;

typedef struct Setting {
    const char *name;  /* "a.b.R", "x.start", "r[2].R" */
    const char *value; /* an expression */
    bool exchanged;    /* given to the running model, not part of the translation */
    bool built;        /* the translation has a value for this name, this or an earlier one */
} Setting;

typedef struct Pipeline {
    Context *ctx;
    struct Library *lib;
    struct Model *m;      /* the front end; NULL when it has ended, with the pass flatten */
    struct ClassUse *use; /* the model's class; the same */
    const struct FlatModel *flat;
    const char *name; /* of the model's class; NULL: it was not found */
    Span text;        /* of the model's class */
    const Compiler *compiler;
    FuncRunner *runner; /* of external functions; the same */
    Dae *dae;
    Buf source; /* the C program */
    KModel *tables;
    Jit *jit;
    VEC(Jit *) earlier; /* programs without what was inlined later: instances may have them */
    int nblocks;
    int nsettings;
    const Setting *setting;
    double seconds[TIME_COUNT];
    int next;           /* pass to be run next */
    bool failed;        /* one that was run has */
    bool ran_functions; /* external ones, during translation */
    bool named_file;    /* the model was named by its file, or is a text */
    bool for_sheet;     /* the scalar model is for a sheet: UNTIL_SCALAR */
    RelaxUse relax;     /* what relax() is used for */
    UnitsUse units;
    double begin;      /* of runs; NaN: as the experiment says */
    bool outputs_move; /* outputs are needed with their derivatives */
    int stages;        /* of the integration method that is inlined; 0: none */
    bool chooses;      /* ... unless derivatives need a nonlinear system: runs choose it then */
    /* Gets the representation after the pass `dump`; NULL: none. */
    const char *dump;
    void (*dumped)(void *arg, const char *text);
    void *dump_arg;
} Pipeline;

/* Where classes are looked for, in this order. */
typedef struct Search {
    int ndirs;
    char **dir;
    const char *path; /* directories with colons between them, that may be missing; NULL */
    const char *own;  /* kron's own library; NULL */
    bool convert;     /* classes that use other versions of libraries are converted */
} Search;

/* The compiler of external functions must stay; NULL: those of libraries are not run. */
Pipeline *pipeline_new(const Search *where, const Compiler *compiler);
void pipeline_free(Pipeline *p);

/* Finds MODEL (`FILE`, `FILE:Class.Name`, `Class.Name`); the last class of a text in memory. False
 * after errors in p->ctx->diags. */
bool pipeline_find(Pipeline *p, const char *model);
bool pipeline_find_text(Pipeline *p, const char *name, const char *text, size_t n);
/* Runs the passes up to `end` that have not been run. The settings must stay; they are modifiers of
 * the model. False after errors in p->ctx->diags. */
bool pipeline_run(Pipeline *p, PipelineEnd end);

/* The same for a class of the package that was found, by its full name: what was read stays. */
bool pipeline_choose(Pipeline *p, const char *name);

/* Instead of all passes, or of pipeline_inline: a program that they made earlier. False: it is not
 * one. */
bool pipeline_take(Pipeline *p, KModel *tables, const char *source);

/* A program that has been made gets what an inlined method of so many stages needs. False: it
 * cannot, and is as it was. */
bool pipeline_inline(Pipeline *p, int stages);

/* The name of pass i; NULL: there are no more. */
const char *pipeline_pass(int i);
/* Whether --dump=NAME is possible: one of these, or `structure`, the last of those in dae/. */
bool pipeline_has_pass(const char *name);

#endif
