/* fmi.h - an instance as the Functional Mock-up Interface sees it, for both of its versions.
 *
 * fmi2.c and fmi3.c have the functions of the standard, which check nothing but their own types and
 * call these. A value reference is a place in memory: v[0, nv), then the same with the opposite
 * sign (for Booleans: not), then Strings, then the time, then arrays. Values are computed when they
 * are asked for: setting one only says what is old.
 *
 * Model Exchange: the caller integrates, fmi_event is an event. Co-Simulation: k_sim of rt/run.h.
 * The state of an instance is one piece of bytes that another instance, also of another process,
 * can take over; there the integrator and the solvers begin anew, and so they do where it was
 * taken, so that both go on alike to the last bit. */
#ifndef KRON_RT_FMI_FMI_H
#define KRON_RT_FMI_FMI_H

#include "rt/crossing.h"
#include "rt/fmi/fmu.h"
#include "rt/sets.h"

/* The numbers of the standard's status, without its `pending`. */
typedef enum { FMI_GOOD, FMI_WARNING, FMI_DISCARD, FMI_ERROR, FMI_FATAL } FmiStatus;

typedef enum {
    STAGE_INSTANTIATED = 1,
    STAGE_INITIALIZING = 2,
    STAGE_EVENT = 4,
    STAGE_CONTINUOUS = 8,
    STAGE_STEPS = 16,      /* Co-Simulation, between steps */
    STAGE_STEP_EVENT = 32, /* ... its Event Mode (FMI 3) */
    STAGE_TERMINATED = 64,
    STAGE_FAILED = 128,
} FmiStage;
enum {
    STAGES_EQUATIONS = STAGE_EVENT | STAGE_CONTINUOUS | STAGE_STEPS | STAGE_STEP_EVENT,
    STAGES_READ = STAGE_INSTANTIATED | STAGE_INITIALIZING | STAGES_EQUATIONS | STAGE_TERMINATED |
                  STAGE_FAILED,
};

typedef struct Fmi Fmi;
struct Fmi {
    const KFmu *fmu;
    KModel model;  /* with resources where they are */
    char **folder; /* [nresources] */
    KCode code;
    KInst *m;
    /* The caller's: level 0 error, 1 warning, 2 information. */
    void (*log)(Fmi *f, int level, const char *text);
    void *environment;
    void (*logger)(void); /* the caller's function, of its own type */
    char *name;
    bool logging;
    FmiStage stage;
    bool cs;
    bool event_mode;               /* Co-Simulation with Event Mode (FMI 3) ... */
    bool early;                    /* ... that stops before events between communication points */
    double start, stop, tolerance; /* stop NaN: not known; tolerance 0: the model's */
    double span;                   /* of the run, as far as it is known */
    int *of; /* [nv + ns] place in model.variable of who has the value; -1: nobody */
    /* What is up to date: */
    bool params, initial, rhs, relations, out;
    bool tuned;    /* a parameter has changed during the run */
    bool changed;  /* an input has */
    int njumps;    /* inputs that were set for an event to come ... */
    int *jump_var; /* [inputs] ... and what they were before, and have become */
    double *jump_was, *jump_new;
    double *size;        /* [nrel + 2 * nkept] of event indicators: the largest they have been */
    KCrossing *crossing; /* Model Exchange: what happens at events */
    KSets sets;
    bool has_sets, switch_due;
    double next;          /* next time event */
    double *before;       /* [nstates] */
    struct FmiPast *past; /* Model Exchange: solutions of nonlinear blocks so far (fmi_past.c) */
    double *base;         /* [nv] as parameters and their guesses were computed last */
    KSim *sim;            /* Co-Simulation; NULL: begins anew */
    KOptions options;
    KStats stats;
    char *text; /* of the last String array */
};

/* ---- fmi.c: instances and values ---- */
Fmi *fmi_new(const KFmu *fmu, const char *name, const char *token, const char *resources, bool cs,
             void (*log)(Fmi *f, int level, const char *text), void *environment,
             void (*logger)(void), bool logging);
void fmi_free(Fmi *f);
bool fmi_reset(Fmi *f);
/* Whether a function may be called now, else an error. */
bool fmi_allowed(Fmi *f, int stages, const char *function);
FmiStatus fmi_fail(Fmi *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef enum { VALUE_REAL, VALUE_INTEGER, VALUE_BOOLEAN } FmiType;
int fmi_time_reference(const Fmi *f);
/* References of an array's elements; one value is its own only element. */
void fmi_elements(const Fmi *f, unsigned reference, KArray *out);
FmiStatus fmi_get(Fmi *f, unsigned reference, FmiType type, double *value);
FmiStatus fmi_set(Fmi *f, unsigned reference, FmiType type, double value);
FmiStatus fmi_get_string(Fmi *f, unsigned reference, const char **text);
FmiStatus fmi_set_string(Fmi *f, unsigned reference, const char *text);
/* Just before the event for which they were set: inputs have their old values, the event sets the
 * new. */
void fmi_jump(Fmi *f);
/* All elements of the variables. */
size_t fmi_count(const Fmi *f, size_t n, const unsigned *reference);
/* dz = dF/dv * dv at the present point; of arrays all elements, one after the other. */
FmiStatus fmi_derivative(Fmi *f, size_t nz, const unsigned *z, size_t nv, const unsigned *v,
                         const double *dv, double *dz);
/* Parameters computed. */
FmiStatus fmi_parameters(Fmi *f);
/* Everything up to date that is asked for. */
FmiStatus fmi_need(Fmi *f, bool relations, bool out);

/* ---- fmi_past.c: which of several solutions nonlinear blocks have ---- */
typedef struct FmiPast FmiPast;
FmiPast *past_new(const KModel *model);
void past_free(FmiPast *past);
/* The run has come to the instance's present point, whatever was before. */
void past_begin(FmiPast *past, const KInst *m);
/* Before an evaluation: from where it begins. */
void past_recall(const FmiPast *past, KInst *m);
/* After one for an integrator: what was later is not so. */
void past_add(FmiPast *past, const KInst *m);

/* ---- fmi_run.c: time goes on ---- */
FmiStatus fmi_enter_initialization(Fmi *f, double start, double stop, double tolerance);
FmiStatus fmi_exit_initialization(Fmi *f);
FmiStatus fmi_initialize(Fmi *f);
void fmi_terminate(Fmi *f); /* with the event at which terminal() is true */
/* What events need in Model Exchange. */
FmiStatus fmi_open_events(Fmi *f);
void fmi_set_time(Fmi *f, double t);
FmiStatus fmi_states(Fmi *f, double *x);
void fmi_set_states(Fmi *f, const double *x);
void fmi_nominals(const Fmi *f, double *nominal);
FmiStatus fmi_derivatives(Fmi *f, double *dx);
int fmi_indicator_count(const KModel *model);
FmiStatus fmi_indicators(Fmi *f, double *z);
/* FMI 3: the one with this reference; FMI_ERROR if it is none. */
FmiStatus fmi_indicator(Fmi *f, unsigned reference, double *z);
/* The event at the present time. */
typedef struct FmiEvent {
    bool states_changed, nominals_changed, terminate;
    double next; /* next time event; infinite: none */
} FmiEvent;
FmiStatus fmi_event(Fmi *f, FmiEvent *out);
FmiStatus fmi_completed_step(Fmi *f, bool *event, bool *terminate);
/* Whether a step of h can be taken from t. */
FmiStatus fmi_check_step(Fmi *f, double t, double h);
/* To t; *reached less than that: the model has terminated, or with event_mode there is an event. */
FmiStatus fmi_step(Fmi *f, double t, double *reached, bool *event, bool *terminated);

/* The event at which a step has stopped, or that inputs make (event_mode). */
FmiStatus fmi_step_event(Fmi *f, FmiEvent *out);

/* ---- fmi_state.c ---- */
/* A state that the caller keeps; *state, if it is one, is freed or used again. */
FmiStatus fmi_get_state(Fmi *f, void **state);
FmiStatus fmi_set_state(Fmi *f, const void *state);
void fmi_free_state(void **state);
FmiStatus fmi_state_size(Fmi *f, const void *state, size_t *size);
FmiStatus fmi_serialize(Fmi *f, const void *state, void *to, size_t size);
FmiStatus fmi_deserialize(Fmi *f, const void *from, size_t size, void **state);

#endif
