/* fmi_internal.h - a loaded FMU, whose functions of both versions are called alike. */
#ifndef KRON_FMI_FMI_INTERNAL_H
#define KRON_FMI_FMI_INTERNAL_H

#include "fmi/fmi.h"
#include "rt/fmi/fmi2.h"
#include "rt/fmi/fmi3.h"

#include <sys/types.h>

#define POINTER2(result, name, parameters) result(*name) parameters;
typedef struct Functions2 {
    FMI2_FUNCTIONS(POINTER2)
} Functions2;
typedef struct Functions3 {
    FMI3_FUNCTIONS(POINTER2)
} Functions3;

typedef struct Loaded {
    FmuFile *f;
    bool me, se;
    bool quiet;      /* messages of the FMU are not passed on */
    bool event_mode; /* Co-Simulation with Event Mode and early returns (FMI 3) */
    Functions2 two;
    Functions3 three;
    void *instance;
    void *arg;
    void (*message)(void *arg, KLevel level, const char *text);
    bool failed;      /* an error was returned: nothing more is called */
    bool initialized; /* only then it is terminated */
    double next;      /* next time event */
    int nstates;
    double *z; /* [nindicators] */
} Loaded;

/* In a child process, with the parent at the other end of a channel: it ends soon after that is
 * closed, at once if the parent is gone, and then removes the folder (watch.c). fmu_leave: it ends
 * by itself. */
void fmu_watch(int own_end, pid_t starter, const char *unpacked);
_Noreturn void fmu_leave(int status);

/* Such a process, as fork(), with the own end of a channel between both; all n bytes, or false: the
 * other side is gone, or a signal came and *interrupted (it may be NULL) is not 0. */
pid_t fmu_fork(int *end);
bool fmu_send(int to, const void *bytes, size_t n);
bool fmu_receive(int from, void *to, size_t n, const volatile sig_atomic_t *interrupted);

/* Loads the binary and makes an instance, with structural parameters as fmu_open was told; false
 * after a message. */
bool loaded_open(Loaded *l, const char *name);
void loaded_close(Loaded *l);
/* Results of all calls: 0 good, positive: discarded, negative: failed (once with a message). */
int loaded_set(Loaded *l, const FmuVariable *v, const double *value);
int loaded_set_strings(Loaded *l, const FmuVariable *v, const char *const *text); /* all elements */
int loaded_get(Loaded *l, const FmuVariable *v, double *value);
int loaded_get_strings(Loaded *l, const FmuVariable *v, const char **text);
int loaded_get_clock(Loaded *l, const FmuVariable *v, bool *ticks); /* in Event Mode */
int loaded_enter(Loaded *l, double start, double stop, double tolerance);
int loaded_exit(Loaded *l);
int loaded_states(Loaded *l, double *x);
int loaded_nominals(Loaded *l, double *x);
int loaded_go(Loaded *l, double t, const double *x); /* time and states */
int loaded_derivatives(Loaded *l, double *dx);
int loaded_indicators(Loaded *l, double *z);
int loaded_enter_event(Loaded *l);
int loaded_event(Loaded *l, bool *terminate); /* and back to continuous time */
int loaded_completed(Loaded *l, bool *event, bool *terminate);
/* Co-Simulation: after the initialization; after loaded_enter_event, and back to steps; a step,
 * after which *event says that Event Mode must be entered, *reached where it is. */
int loaded_begin_steps(Loaded *l, bool *terminate);
int loaded_step_event(Loaded *l, bool *terminate);
int loaded_step(Loaded *l, double t, double h, double *reached, bool *event, bool *terminate);
/* Clocks: how long until it ticks; it ticks, in Event Mode, or its partition is activated. */
int loaded_interval(Loaded *l, const FmuVariable *clock, double *interval,
                    fmi3IntervalQualifier *qualifier);
int loaded_activate(Loaded *l, const FmuVariable *clock, double t);
int loaded_directional(Loaded *l, size_t nz, const unsigned *z, size_t nv, const unsigned *v,
                       const double *dv, double *dz);

/* ---- scheduled.c ---- */
typedef struct Schedule Schedule;
/* NULL after a message. */
Schedule *schedule_new(Loaded *l, double start);
double schedule_next(const Schedule *s); /* the next tick of a clock that ticks by itself */
/* Everything that ticks at t; triggered: whether a clock that the caller ticks does. */
int schedule_tick(Schedule *s, double t, bool (*triggered)(const FmuVariable *clock, double t));
/* At the end of Event Mode: countdowns that have begun. */
int schedule_ask(Schedule *s, double t);

#endif
