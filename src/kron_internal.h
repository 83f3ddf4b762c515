/* kron_internal.h - contexts and models, for the files that implement include/kron.h. */
#ifndef KRON_INTERNAL_H
#define KRON_INTERNAL_H

#include "kron.h"
#include "pipeline.h"
#include "rt/inputs.h"
#include "rt/resume.h"

struct KronContext {
    Arena *arena;
    VEC(char *) library;
    const char *path; /* of the environment, with colons; NULL */
    const char *own;  /* kron's own library; NULL */
    Compiler compiler;
    KronCompile when;
    bool convert; /* between versions of libraries */
    RelaxUse relax;
    UnitsUse units;
    double begin; /* of runs; NaN: as the model says */
    KronOnMessage *on_message;
    void *message_arg;
    const char *pass; /* goes to on_pass; NULL: none */
    KronOnPass *on_pass;
    void *pass_arg;
};

/* A translation. Results keep it for the names of their columns. */
typedef struct Program {
    int users;
    Pipeline *p;
    bool counted;       /* in KronModel.translations */
    bool kept;          /* taken from the cache: there are no equations */
    int nv;             /* then: variables of the program without an inlined method */
    int count[3];       /* then: equations, unknowns, states */
    bool whole_inlined; /* `whole` has an inlined method */
    Pipeline *whole;    /* then: what the equations were needed for; NULL: nothing */
} Program;

/* An input that follows a table. */
typedef struct Input {
    const char *name;
    const char *file; /* it was read from; NULL: none */
    long first_line;  /* of the file that has a point; 0: it has no lines */
    KSeries series;
} Input;

struct KronModel {
    const KronContext *c;
    Arena *arena;
    const char *name, *text; /* as it was loaded; text NULL: from a file or library */
    VEC(KronMessage) message;
    bool linear;          /* the next translation is for kron_linearize */
    int stages;           /* of the integration method that is inlined; 0: none */
    bool chooses;         /* runs are meant whose method kron chooses */
    VEC(Setting) setting; /* in the order of the calls, none overlaps a later one */
    VEC(Input) input;     /* one for each name */
    Program *program;     /* NULL: not loaded */
    VEC(KronClass) cls;   /* of the package, as kron_classes has found them */
    bool busy;            /* in a call that is not over: callbacks must not begin another */
    bool telling;         /* in the callback for messages */
    bool made;            /* in the present call */
    bool stale;           /* the settings have changed since */
    Native *native;       /* of the program; NULL: not started */
    bool native_failed, native_used; /* in this run */
    KInst *inst;                /* of the program, with its parameters computed; NULL: none yet */
    bool ran;                   /* the variables of `inst` have values */
    bool complained, cancelled; /* in the last run */
    KStats stats;
    double start; /* of the last run */
    long translations;
    Buf text_out; /* what kron_text gave */
};

/* ---- kron.c ---- */

/* work(m, arg), which survives faults; m NULL: no model is used. */
typedef KronStatus Work(KronModel *m, void *arg);
KronStatus guarded(KronModel *m, Work *work, void *arg);
/* Whether the model is in another call, which is reported. */
bool refused(KronModel *m);

/* Adds a message of ours. */
void tell(KronModel *m, KronSeverity severity, KronAbout about, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* Takes over what was reported. */
void take_messages(KronModel *m, Diags *d);
/* The pipeline of the present settings. */
Pipeline *present(KronModel *m);
/* The passes up to there; the status says whether the model is good. */
KronStatus reach(KronModel *m, PipelineEnd end);
/* The next translation is for that integration method. */
void use_method(KronModel *m, const char *method);
/* Another pipeline for the same model; its passes are still to be run. */
Pipeline *fresh_pipeline(KronModel *m);
KronStatus status_of(const Pipeline *p);
void program_drop(Program *program);
void instance_drop(KronModel *m);

/* ---- run.c ---- */

/* That no variable matches, and what may be meant. */
void tell_no_variable(KronModel *m, const char *pattern);
/* Whether the running model can take the value instead of the one it was translated with. */
bool can_exchange(const KModel *model, const char *name, const char *value);

/* A new instance with what was exchanged; its parameters are not computed yet. */
KronStatus instance_new(KronModel *m);
/* What the options mean for this model. */
KronStatus options_of(KronModel *m, const KronRunOptions *o, KOptions *out);

/* ---- cache.c ---- */

/* A translation of the model that was kept; false: there is none that still holds. inlined: that
 * with an inlined method, for a program that was kept. */
bool cache_fetch(KronModel *m, bool inlined);
/* Keeps the translation if it can be and is worth it. */
void cache_keep(KronModel *m, bool inlined);
/* Makes a program with an inlined method the present one; NULL: there is none. */
Pipeline *inline_program(KronModel *m);
/* The pipeline with the equations of the present program, translated again if it was kept; NULL:
 * that failed. */
Pipeline *whole_pipeline(KronModel *m);

/* ---- inputs.c ---- */

/* A value "@FILE": the column of that name, or the only one. */
KronStatus read_input(KronModel *m, const char *name, const char *path);
/* The input follows no table any more; whether it did. */
bool forget_input(KronModel *m, const char *name);
/* The new instance gets its inputs. */
KronStatus connect_inputs(KronModel *m);
/* Warnings about inputs without values, and about times without. */
void warn_inputs(KronModel *m, double start, double stop);

/* ---- restart.c ---- */

typedef struct Restart Restart;
/* Reads where a run goes on, "RESULT" or "RESULT@T", for the new instance, whose parameters are
 * computed. */
KronStatus restart_open(KronModel *m, const char *place, Restart **out);
double restart_time(const Restart *r);
/* The instance gets the values, at time t; nonzero: failed, with a message. */
int restart_begin(KronModel *m, const Restart *r, double t);
void restart_free(Restart *r);

/* ---- translate.c ---- */

KronStatus listing_text(KronModel *m, Buf *out);
/* Operations of the listing with and without tearing, as a field of the report in JSON; nothing for
 * large models. */
void listing_operations(KronModel *m, Buf *out);
KronStatus program_text(KronModel *m, const char *target, const char *path, const KronRunOptions *o,
                        Buf *out);

#endif
