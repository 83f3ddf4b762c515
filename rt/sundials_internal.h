/* sundials_internal.h - what cvode.c and ida.c share: the integrator but for the calls that each
 * makes in its own way. */
#ifndef KRON_RT_SUNDIALS_INTERNAL_H
#define KRON_RT_SUNDIALS_INTERNAL_H

#include "rt/integrator.h"
#include "rt/jacobian.h"

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

enum {
    SUN_VECTORS = 6,
    SUN_COUNTS = 5,
    SUN_STALLED = -1000,
    SUN_NO_MEMORY = -1001
}; /* flags of our own */

typedef struct Sun Sun;

typedef struct SunMethod {
    const char *name;
    const char *not_evaluated, *failed; /* messages: where rhs or residual fail; otherwise */
    int (*begin)(Sun *s);               /* at s->t from y and yp; negative: it cannot */
    int (*step)(Sun *s, double tstop);  /* sets s->t, y and yp; the flag */
    int (*dky)(void *mem, double t, int k, N_Vector to);
    int (*errors)(void *mem, N_Vector to);
    int (*last_size)(void *mem, double *h);
    int (*last_order)(void *mem, int *order);
    /* Steps, errors too large, steps not solved, Jacobians, iterations. */
    int (*count[SUN_COUNTS])(void *mem, long *n);
    void (*free)(void **mem);
} SunMethod;

struct Sun {
    KIntegrator base;
    const SunMethod *method;
    void *mem;
    bool begun;
    double t; /* end of the last step */
    int n;
    const int *var; /* [n] unknowns */
    SUNContext context;
    N_Vector y, yp, atol, error; /* [n] */
    N_Vector id;                 /* [n] 1: a state */
    N_Vector size; /* [n] states without a nominal value: the largest value so far; -1: others */
    SUNMatrix matrix;
    SUNLinearSolver solver;
    KJacobian *jacobian; /* NULL: SUNDIALS takes differences */
    double tolerance;
    int stalls;     /* steps in a row that did not move the time */
    KStats earlier; /* counts before the last restart */
};

/* Vectors for the unknowns with their tolerances; matrix and solver: sparse if the pattern is given
 * and pays. False: failure recorded. */
bool sun_open(Sun *s, const KOptions *o, int nnz, const int *colptr, const int *rowidx);
/* Frees all that sun_open made, and mem. */
void sun_release(Sun *s);
/* Error weights. The absolute tolerance is that of the nominal value; for a state without one, of
 * the largest value it has had, between LEAST_SIZE and 1. */
int sun_weights(N_Vector y, N_Vector weight, void *sun);
/* Copies the Jacobian's values into A. */
void sun_store(const Sun *s, SUNMatrix A);
/* Puts time and unknowns into the instance. */
void sun_set(const Sun *s, double t, N_Vector y);
/* Are they those of the last evaluation? */
bool sun_same_point(const Sun *s, double t, N_Vector y);
/* One step; the flag. */
int sun_advance(Sun *s, double tstop);
/* Records why a step failed; -1. */
int sun_failed(Sun *s, int flag);
/* Takes SUNDIALS' messages and drops them: the flags say the same. */
void sun_quiet(int code, const char *module, const char *function, char *text, void *arg);

/* Of KIntegratorType: */
int sun_restart(KIntegrator *base);
void sun_interpolate(KIntegrator *base, double t);
void sun_count(KIntegrator *base, KStats *stats);
void sun_close(KIntegrator *base);

#endif
