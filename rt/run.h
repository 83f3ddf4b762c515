/* run.h - running a model: instances, initialization, simulation. */
#ifndef KRON_RT_RUN_H
#define KRON_RT_RUN_H

#include "rt/model.h"

#include <stddef.h>

/* Levels of messages. */
typedef enum { K_MSG_ERROR, K_MSG_WARNING, K_MSG_INFO } KLevel;
typedef void KMessage(void *arg, KLevel level, const char *text);

/* Seconds, of a clock that only goes forward. */
double k_clock(void);

/* ---- Instances ---- */
/* One instance of a model; code may be exchanged at step boundaries (same model). NULL if memory
 * is short. */
KInst *k_inst_new(const KModel *model, const KCode *code, KMessage *message, void *arg);
void k_inst_free(KInst *m);
/* A full copy of values, modes, queues (not of solver work space and external objects). */
KInst *k_inst_copy(const KInst *m);
void k_inst_set_code(KInst *m, const KCode *code);
/* The instance goes on with another program for the same model, which has the same variables and
 * more. Nonzero: memory is short. */
int k_inst_extend(KInst *m, const KModel *model, const KCode *code);
const KModel *k_inst_model(const KInst *m);
/* The time from start to stop of the run under way; 0: there is none. */
double k_span(const KInst *m);
double k_elapsed(const KInst *m);        /* of it until m->time */
double k_began(const KInst *m, int var); /* the value after initialization */

/* Value of a variable with its sign; strings separately. */
double k_value(const KInst *m, const KVariable *var);
/* How far variable `index` was from a start value when the initial problem had been solved,
 * against their size. Up to K_START_MET it is as
 * good as met, up to K_START_NEARLY it was moved to fit constraints. */
double k_start_missed(const KInst *m, int index, double start);
#define K_START_MET 1e-6
#define K_START_NEARLY 1e-2
/* Sets a parameter or, before k_initialize, a start value; k_params must be run afterwards. The
 * value stays when params is evaluated again. */
void k_set_value(KInst *m, int index, double value);
void k_set_start(KInst *m, int index, double value);
void k_set_string(KInst *m, int index, const char *text);
int k_params(KInst *m);
/* A function by itself: the instance is of an empty model whose code.params takes the inputs from,
 * and puts the outputs into, slots at m->pre; these are on its stack until the next call. */
int k_function(KInst *m, KSlot *slot);
const char *k_failure(KInst *m, char *buffer, size_t size); /* why it failed */
/* Solves the initial problem at time t and iterates the initial event. */
int k_initialize(KInst *m, double t);

/* ---- Simulation ---- */
/* K_AUTO: explicit Runge-Kutta - of order 8 for tight tolerances, else 5 -, and from where that is
 * stiff on BDF, or SDIRK beside fast oscillations (CVODE where no inlined step is to be had). */
typedef enum {
    K_CVODE,
    K_IDA,
    K_RK45,
    K_RK8,
    K_AUTO,
    K_BDF,
    K_SDIRK,
    K_RADAU,
    K_MIXED,
    K_EULER, /* from here on of fixed step */
    K_IMPLICIT_EULER,
    K_TRAPEZOID,
    K_BDF1,
    K_BDF2,
    K_BDF3,
    K_BDF4,
    K_BDF5,
    K_BDF6,
    K_METHODS
} KMethod;

typedef struct KOptions {
    KMethod method;
    double start, stop;
    double tolerance, atol; /* atol 0: tolerance * nominal */
    double interval;        /* between output points, the last may be shorter; 0: all equal */
    int intervals;          /* output points besides events; 0: only steps' ends */
    double step;            /* of methods of fixed step */
    double max_step;        /* 0: none */
    long max_steps;         /* between events; 0: default */
    bool fallback;          /* K_IDA: CVODE goes on where IDA fails */
    bool resume; /* go on from the instance as it is, start = m->time: no initialization */
    double span; /* of the whole run, of which this is a part; 0: from start to stop */
} KOptions;

/* Output point i; +inf: there is none. */
double k_output_time(const KOptions *o, long i);

/* How often matrices of a size were factored. */
typedef struct KFactored {
    int size;
    long times;
} KFactored;
enum { K_SIZES = 16 }; /* sizes that are told apart, the smallest of those that came first */

/* Messages: places stand in them several times, each with its path. */
enum { K_MESSAGE_SIZE = 8000 };

typedef struct KStats {
    KFactored factored[K_SIZES]; /* of systems of the model, in the order of their sizes; size 0: no
                                    more */
    long steps, rejected, evaluations, jacobians, newton_iterations;
    char why[160];      /* the method of the last step, where the run chose it; else "" */
    int stiff_unknowns; /* of the method `mixed`: iterated by Newton, most in one system; else 0 */
    long time_events, state_events, state_switches;
    long pivoted; /* solutions of linear systems with pivots, as an elimination was not accurate */
    double end_time;              /* time reached */
    bool terminated;              /* by terminate() */
    const char *method;           /* that took the last step */
    char message[K_MESSAGE_SIZE]; /* why the run stopped early */
} KStats;

/* Where results go. `point` is called for every output point, and twice at an event: before and
 * after. A non-zero return stops the run (disk full, user). */
typedef struct KSink {
    void *arg;
    int (*point)(void *arg, const KInst *m);
    /* Called at step boundaries a few times a second: progress; may exchange the code. Non-zero:
     * stop the run (interrupted). Also inside long functions, with m = NULL. May be NULL. */
    int (*progress)(void *arg, KInst *m, double time);
    /* An inlined method is wanted: gives the instance a program that has one. Positive: there is
     * none; negative: failed. May be NULL. */
    int (*inlined)(void *arg, KInst *m);
} KSink;

/* Who is asked inside long functions outside of k_simulate: of parameters, say. NULL: nobody. */
void k_listen(KInst *m, const KSink *sink);

/* Initializes (unless options->resume) and simulates from options->start to stop. 0 good, else
 * negative: failed (message in stats); what was computed has gone to the sink. */
int k_simulate(KInst *m, const KOptions *options, const KSink *sink, KStats *stats);

/* ---- The same in parts ----
 * A run without results that goes from where the caller stops it to where he wants it next: its
 * integrator goes on. The options, which must stay, resume an instance. Failures are messages. */
typedef struct KSim KSim;
KSim *k_sim_open(KInst *m, const KOptions *options, KStats *stats); /* NULL: it failed */
/* Up to there, with all variables evaluated; less only where the model has terminated. Nonzero: it
 * failed. */
int k_sim_advance(KSim *s, double until);
/* Inputs or parameters have changed where it stands: what happens then, as at an event. */
int k_sim_changed(KSim *s);
/* Where k_sim_advance stops before an event is taken: nowhere (at first), if the event lies where
 * it goes to, or at every one. */
typedef enum { K_PAUSE_NOWHERE, K_PAUSE_AT_END, K_PAUSE_EVERYWHERE } KPause;
void k_sim_pause(KSim *s, KPause where);
bool k_sim_due(const KSim *s); /* it has stopped so */
/* Takes the event that is due, or else one that inputs make which have changed. */
int k_sim_event(KSim *s, bool changed);
double k_sim_next(const KSim *s); /* the next time event; infinite: none */
void k_sim_close(KSim *s);

#endif
