/* pipeline.h - the passes from a model's name to running code. */
#ifndef KRON_PIPELINE_H
#define KRON_PIPELINE_H

#include "dae/dae.h"
#include "emit/emit.h"

/* How far to go. */
typedef enum { UNTIL_LOAD, UNTIL_FLATTEN, UNTIL_SCALAR, UNTIL_STRUCTURE, UNTIL_CODE } PipelineEnd;

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
} Setting;

typedef struct Pipeline {
    Context *ctx;
    struct Library *lib;
    struct Model *m;      /* the front end; NULL when it has ended, with the pass flatten */
    struct ClassUse *use; /* the model's class; the same */
    const struct FlatModel *flat;
    Span text; /* of the model's class */
    Dae *dae;
    Buf source; /* the C program */
    KModel *tables;
    Jit *jit;
    int nblocks;
    int nsettings;
    const Setting *setting;
    double seconds[TIME_COUNT];
    bool for_sheet;   /* the scalar model is for a sheet: UNTIL_SCALAR */
    const char *dump; /* pass after which to print the representation; NULL: none */
} Pipeline;

/* Library path: -I directories, MODELICAPATH, kron's own lib/. */
Pipeline *pipeline_new(int ndirs, char **dirs);
void pipeline_free(Pipeline *p);

/* Runs the passes on MODEL (`FILE`, `FILE:Class.Name`, `Class.Name`). Settings without subscripts
 * are modifiers of the model. False after errors in p->ctx->diags. */
bool pipeline_run(Pipeline *p, const char *model, int nsettings, const Setting *setting,
                  PipelineEnd end);

/* The same for the last class of a text in memory. */
bool pipeline_run_text(Pipeline *p, const char *name, const char *text, size_t n, PipelineEnd end);

/* Names of the passes, for --help. */
const char *const *pipeline_passes(int *n);
/* Whether --dump=NAME is possible: one of these, or `structure`, the last of those in dae/. */
bool pipeline_has_pass(const char *name);

#endif
