/* fmu_internal.h - a model as its FMU describes it; shared by the files that write FMUs. */
#ifndef KRON_EMIT_FMU_INTERNAL_H
#define KRON_EMIT_FMU_INTERNAL_H

#include "emit/emit_internal.h"
#include "emit/fmu.h"
#include "model/flat.h"
#include "rt/fmi/fmu.h"

typedef enum {
    FMU_INDEPENDENT,
    FMU_PARAMETER,
    FMU_CALCULATED_PARAMETER,
    FMU_INPUT,
    FMU_OUTPUT,
    FMU_LOCAL
} FmuCausality;
typedef enum { FMU_CONSTANT, FMU_FIXED, FMU_TUNABLE, FMU_DISCRETE, FMU_CONTINUOUS } FmuVariability;
typedef enum { FMU_EXACT, FMU_APPROX, FMU_CALCULATED, FMU_NO_INITIAL } FmuInitial;

typedef struct FmuVar {
    const char *name, *description, *unit, *display, *quantity; /* "" if none */
    const FlatClass *declared; /* Real: the type that was named; NULL: none */
    unsigned reference;
    uint8_t type; /* KType */
    uint8_t causality, variability, initial;
    bool has_start;
    bool reinit;              /* a state that events may set */
    double min, max, nominal; /* infinite, 0: none */
    double start;
    const char *text;         /* start of a String */
    int derivative_of;        /* place in the list; -1: no derivative */
    Type enumeration;         /* K_ENUM */
    int place;                /* in v; -1: a String or time */
    int ndims, dim[MAX_DIMS]; /* FMI 3: an array ... */
    const double *starts;     /* ... [n] of its elements, or NULL */
    int n;
} FmuVar;

typedef struct FmuUnknown {
    int var;  /* place in FmuModel.var */
    bool all; /* depends on everything */
    int n;
    const int *on; /* [n] places of the variables it depends on, ascending */
} FmuUnknown;

typedef struct FmuModel {
    Dae *d;
    Arena *a;
    const KModel *model;
    KInst *m;
    const FmuOptions *o;
    const char *identifier, *token, *date, *name, *description;
    VEC(FmuVar) var;
    Map named;        /* names of all: types have others */
    int *state, *der; /* [nstates] places in var */
    int *same;        /* FMI 3: [var.n] the variable that stands for all of the same reference */
    VEC(FmuUnknown) output, derivative, initial;
    VEC(KArray) array;                         /* FMI 3 */
    VEC(const char *) source;                  /* files of C, if they are inside */
    VEC(const char *) external, include, link; /* those of external functions; folders; libraries */
    int nindicators;
    unsigned first_indicator; /* FMI 3: their references */
    bool has_directional;
} FmuModel;

/* fmu_model.c: fills all but token and date. */
void fmu_model(FmuModel *f);
/* fmu_xml.c: modelDescription.xml. */
void fmu_description(const FmuModel *f, Buf *out);
void fmu_build_description(const FmuModel *f, Buf *out); /* buildDescription.xml */

/* fmu_units.c: a unit as powers of base units; SI = factor * x + offset. */
typedef struct FmuUnit {
    int power[8]; /* kg, m, s, A, K, mol, cd, rad */
    double factor, offset;
} FmuUnit;
extern const char *const fmu_base_units[8];
bool fmu_unit(const char *text, FmuUnit *out);

/* fmu_zip.c */
typedef struct FmuZip FmuZip;
FmuZip *fmu_zip_open(const char *path);
bool fmu_zip_add(FmuZip *z, const char *name, const void *bytes, size_t n);
bool fmu_zip_close(FmuZip *z,
                   bool whole); /* false: something was not written; not whole: nothing is kept */

/* tables_pattern.c: on which of the columns (variables) each row (variable) depends, by the sorted
 * equations. False: too dense to be said. */
bool tables_influence(Dae *d, const Numbers *num, Arena *a, int ncols, const uint32_t *col,
                      int nrows, const uint32_t *row, const int **on, int *n);

#endif
