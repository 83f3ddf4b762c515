/* integrator.h - what the event logic needs of an integration method.
 *
 * An integrator advances the states of an instance by steps of its own choice and can give the
 * states at any time inside the last step. Events, output and restarts are decided outside
 * (simulate.c), so that all methods share them. */
#ifndef KRON_RT_INTEGRATOR_H
#define KRON_RT_INTEGRATOR_H

#include "rt/run_internal.h"

typedef struct KIntegrator KIntegrator;

typedef struct KIntegratorType {
    const char *name;
    /* Makes the work space. NULL: the failure is recorded. */
    KIntegrator *(*open)(KInst *m, const KOptions *options);
    /* Begins anew at m->time from the values in m->v, where rhs has been evaluated. Negative:
     * failure recorded. */
    int (*restart)(KIntegrator *s);
    /* One step towards tstop, never beyond; *t the time reached, exactly tstop if it is. Negative:
     * failure recorded. */
    int (*step)(KIntegrator *s, double tstop, double *t);
    /* Sets m->time and the states (and guesses of further unknowns) at t inside the last step. */
    void (*interpolate)(KIntegrator *s, double t);
    /* Adds its counts: steps, rejected, jacobians, newton_iterations. */
    void (*count)(KIntegrator *s, KStats *stats);
    void (*close)(KIntegrator *s);
} KIntegratorType;

struct KIntegrator {
    const KIntegratorType *type;
    KInst *m;
    /* Unknowns besides the states whose jumps need a restart. */
    int nextra;
    const int *extra;
};

extern const KIntegratorType integrator_cvode, integrator_ida;
/* For models without states: walks over the interval, so that crossings are seen. */
extern const KIntegratorType integrator_still;

/* Evaluates rhs and cross at t inside the last step, errors being recoverable. */
int integrator_evaluate(KIntegrator *s, double t);

#endif
