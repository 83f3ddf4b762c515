/* integrator.h - what the event logic needs of an integration method.
 *
 * An integrator advances the states of an instance by steps of its own choice and can give the
 * states at any time inside the last step. Events, output and restarts are decided outside
 * (simulate.c), so that all methods share them. */
#ifndef KRON_RT_INTEGRATOR_H
#define KRON_RT_INTEGRATOR_H

#include "rt/run_internal.h"

#include <float.h>
#include <math.h>

/* What a state without nominal value is taken to be at least. */
#define LEAST_SIZE 1e-3

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
    /* Sets of states integrate other candidates from now on, the solution being the same: takes
     * that over. NULL: it must begin anew. */
    void (*choose)(KIntegrator *s);
    /* Adds its counts: steps, rejected, jacobians, newton_iterations. */
    void (*count)(KIntegrator *s, KStats *stats);
    void (*close)(KIntegrator *s);
    /* The last step ends at t, inside of it, from where another one begins anew. Positive: it was
     * too long. NULL: values inside of a step are as good as those at its end. */
    int (*shorten)(KIntegrator *s, double t);
} KIntegratorType;

struct KIntegrator {
    const KIntegratorType *type;
    KInst *m;
    /* Unknowns besides the states whose jumps need a restart. */
    int nextra;
    const int *extra;
    double growth;    /* no step is longer than the one before by more than this factor */
    bool may_change;  /* set by the run: it takes another method when this one finds `stiff` */
    bool replaceable; /* set by the run: another method goes on where this one fails */
    bool stiff;       /* stability limits the steps, ... */
    double smooth;    /* ... by modes that oscillate: their length; 0: not so */
    bool rough;       /* set by the run: that was no better by another method */
    /* Steps as short as this have failed because their equations have no solution; 0: not so. Where
     * `early` was set by the run that may be as soon as no state moves by what is tolerated in
     * them, without a message. */
    double unsolved;
    bool early;
    /* For restart: the solution goes on smoothly, only which variables are integrated changed. */
    bool same_course;
    /* The step, and `aside`, leave all that rhs computes at its end, as accurate as the iteration.
     */
    bool solved;
};

extern const KIntegratorType integrator_bdf, integrator_sdirk, integrator_radau, integrator_fixed;
extern const KIntegratorType integrator_cvode, integrator_ida, integrator_rk45, integrator_rk8;
/* For models without states: walks over the interval, so that crossings are seen. */
extern const KIntegratorType integrator_still;

/* Zeroed memory that begins with a KIntegrator. NULL: the failure is recorded. */
void *integrator_new(KInst *m, const KIntegratorType *type, size_t size);
/* Before an evaluation at t inside a step. Where time goes back, after a step that was rejected,
 * the unknowns of blocks begin from the last accepted point: beyond it they may have come to
 * another solution, which would be one here too. */
void integrator_at(KInst *m, double t);
/* At t inside the last step, by a method that knows nothing of unknowns: those of blocks with known
 * derivatives, as candidates of states, begin where these lead from the last accepted point. */
void integrator_guess(KInst *m, double t);
/* Evaluates rhs and cross at t inside the last step, errors being recoverable. */
int integrator_evaluate(KIntegrator *s, double t);

/* The relative tolerance of a run. */
double tolerance_asked(const KOptions *o);
/* Absolute tolerances of n unknowns, of which the states come first, from the options, of which a
 * step is held to a share: returns the relative one. size: what a state without nominal value has
 * been so far, which its tolerance follows; -1 for others. */
double weights_begin(const KInst *m, const KOptions *o, double share, int n, const int *var,
                     double *size, double *atol);
/* w[i] := 1 / the error of x[i] that is tolerated. */
void weights_take(int n, const double *restrict x, double tolerance, double *restrict size,
                  double *restrict atol, double *restrict w);
/* Errors as small as the noise of x[i] are tolerated where its size says little; the noise fades.
 * False: none is left. */
bool weights_allow(int n, const double *size, double *noise, double *w);

/* What the step control saw when it gave up. */
typedef struct KStepView {
    double h;             /* the last step tried; NaN: not known */
    int order;            /* of the method; 0: not known */
    long steps, rejected; /* so far */
    int n;
    const int *var;      /* [n] the unknowns */
    const double *x;     /* [n] their values at the last accepted point */
    const double *error; /* [n] error estimates of the last trial; NULL: it was not completed */
    const double *atol;  /* [n] */
    double tolerance;
    bool stiff;
} KStepView;
/* Records why a step failed: `why`, the failure recorded before if there is one, and what the
 * step control saw. Returns -1. */
int integrator_failed(KInst *m, const char *why, const KStepView *view);

/* The shortest step from t that makes a difference; at time 0 what would be one a second later, or
 * at the end of a shorter run. */
static inline double step_least(double t, double tstop)
{
    return 4 * DBL_EPSILON * fmax(fabs(t), fmin(fabs(tstop), 1) * DBL_EPSILON);
}

/* The shortest first step after a restart: what moves fast against what is tolerated would ask for
 * one that makes no difference, though the error of a longer one may be small. */
static inline double step_first(double t, double tstop)
{
    return 16 * step_least(t, tstop);
}

#endif
