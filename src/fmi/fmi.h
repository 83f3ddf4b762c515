/* fmi.h - FMUs of other tools, and our own: read, listed, run.
 *
 * Reading one runs no foreign code: the file is unpacked into a private folder under rules
 * (unpack.c), its description parsed (description.c). Running one loads its binary in a child
 * process (run.c), which sends values and messages; what it is run by is the run time of our own
 * models, with tables that describe the FMU (model.c). */
#ifndef KRON_FMI_FMI_H
#define KRON_FMI_FMI_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"
#include "rt/request.h"
#include "rt/run.h"

#include <signal.h>

typedef enum {
    FT_FLOAT64,
    FT_FLOAT32,
    FT_INT8,
    FT_UINT8,
    FT_INT16,
    FT_UINT16,
    FT_INT32,
    FT_UINT32,
    FT_INT64,
    FT_UINT64,
    FT_BOOLEAN,
    FT_ENUM,
    FT_STRING,
    FT_BINARY,
    FT_CLOCK
} FmuType;

typedef enum {
    FC_LOCAL,
    FC_PARAMETER,
    FC_CALCULATED,
    FC_INPUT,
    FC_OUTPUT,
    FC_INDEPENDENT,
    FC_STRUCTURAL
} FmuCause;
typedef enum { FK_TRIGGERED, FK_PERIODIC, FK_COUNTDOWN } FmuClock;
typedef enum { FV_CONTINUOUS, FV_DISCRETE, FV_TUNABLE, FV_FIXED, FV_CONSTANT } FmuVary;

typedef struct FmuVariable {
    const char *name, *description, *unit, *display, *quantity, *min, *max; /* "" if none */
    const char *declared; /* the type it names; NULL */
    unsigned reference;
    FmuType type;
    FmuCause cause;
    FmuVary vary;
    bool exact;             /* its start value may be set before initialization */
    const char *start;      /* as it is written; NULL: none */
    VEC(const char *) word; /* FMI 3, Strings: the start values */
    int derivative;         /* FMI 2: place + 1 of the state it is the derivative of; 0: none */
    unsigned derivative_of; /* FMI 3: its reference */
    bool has_derivative_of;
    int alias_of; /* FMI 3: place in the list; -1: none */
    int ndims;
    size_t dim[8], n;           /* n: elements, 1 for scalars */
    unsigned sized_by[8];       /* dimensions: references of structural parameters ... */
    unsigned char by_reference; /* ... where the bit is set */
    int first;                  /* place of the first element in v; Strings: in s */
    FmuClock clock;             /* FT_CLOCK: what makes it tick ... */
    double interval, shift;     /* ... NaN: the FMU is asked */
    int priority;
} FmuVariable;

/* A type that variables name: what they have not said themselves; the literals of an enumeration.
 */
typedef struct FmuNamedType {
    const char *name, *unit, *display, *quantity, *min, *max;
    VEC(const char *) item;
    VEC(const char *) item_text;
    bool counted; /* the values of the literals are 1, 2, ... */
} FmuNamedType;

/* A modelDescription.xml. */
typedef struct FmuFile {
    Arena *a;
    const char *path, *folder; /* the FMU; where it is unpacked */
    int version;               /* 2, 3 */
    const char *name, *token, *tool, *description;
    const char *me, *cs, *se; /* model identifiers; NULL: not of that type */
    bool me_directional, cs_variable_steps, cs_event_mode, needs_completed;
    double start, stop, tolerance, step; /* NaN: not given */
    int nindicators;
    VEC(FmuVariable) var;
    VEC(FmuNamedType) type;
    Map by_reference;           /* FMI 3: place + 1 of the variable that is no alias */
    VEC(int) state, derivative; /* places in var */
    VEC(unsigned) indicator;    /* FMI 3: references */
    VEC(int)
    configured; /* structural parameters with other values than the description's: places in var */
} FmuFile;

typedef struct FmuSetting {
    const char *name, *value;
} FmuSetting;
/* Unpacks and reads; NULL: why it cannot be. `folder` for temporary files, NULL: /tmp. Settings of
 * structural parameters, which sizes follow from, are taken from the list; others in it are left
 * alone. */
FmuFile *fmu_open(const char *path, const char *temporary, int nsettings, const FmuSetting *setting,
                  Buf *why);
void fmu_close(FmuFile *f); /* removes the folder */

/* ---- unpack.c ---- */
/* Into a new folder of our own below `base`, all or nothing; false: why. */
bool fmu_unpack(Arena *a, const char *path, const char *base, const char **folder, Buf *why);
void fmu_remove(const char *folder);
/* ---- description.c ---- */
bool fmu_describe(FmuFile *f, const char *text, size_t n, int nsettings, const FmuSetting *setting,
                  Buf *why);
/* A structural parameter that is one number. */
bool fmu_is_configurable(const FmuVariable *v);
const FmuNamedType *fmu_type(const FmuFile *f, const FmuVariable *v); /* NULL: it names none */

/* ---- model.c: the FMU as a model of the run time ---- */
/* Inputs over time: columns of a table. */
typedef struct FmuInputs {
    int n;
    const char *const *name; /* [n] */
    size_t points;
    const double *time, *value; /* [points], [n * points] column by column */
} FmuInputs;
KModel *fmu_tables(FmuFile *f, bool me);

/* ---- run.c ---- */
typedef struct FmuRun {
    FmuFile *f;
    bool me, se; /* Model Exchange, Scheduled Execution, else Co-Simulation */
    int nsettings;
    const FmuSetting *setting;
    const FmuInputs *inputs; /* NULL: none */
    KRequest request;
    const KModel *model;
    KInst *m; /* the caller's: gets the values of each point */
    void *arg;
    int (*point)(void *arg, const KInst *m); /* non-zero stops the run */
    void (*message)(void *arg, KLevel level, const char *text);
    const volatile sig_atomic_t
        *interrupted; /* not 0 after a signal: the run stops, also one that gives no points */
} FmuRun;
/* 0 good; else the run failed, or the child did, after messages. */
int fmu_run(FmuRun *r, KStats *stats);

/* ---- scheduled.c ---- */
bool fmu_has_clocks(const FmuFile *f); /* input clocks */

/* ---- consent.c ---- */
/* What may be run: everything, else what `ask` (NULL: nobody is asked) and KRON_TRUSTED allow. */
void fmu_trust(bool all, bool (*ask)(const char *path));
bool fmu_is_trusted(const char *path, char *why, size_t room);

/* ---- component.c, wrapper.c: an FMU in a model ---- */
void fmu_components(void); /* from now on models can have them */
/* A Modelica class of this name, whose FMU is the file at `path`. */
/* Why a variable is no part of it; NULL: it is, or need not be. */
const char *fmu_left_out(const FmuFile *f, const FmuVariable *v);
void fmu_wrapper(const FmuFile *f, const char *class_name, const char *path, Buf *out);

#endif
