/* sundials_internal.h - what cvode.c and ida.c share: vectors, matrix, linear solver, messages. */
#ifndef KRON_RT_SUNDIALS_INTERNAL_H
#define KRON_RT_SUNDIALS_INTERNAL_H

#include "rt/integrator.h"
#include "rt/jacobian.h"

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

enum { SUN_VECTORS = 5 };

typedef struct SunPart {
    KInst *m;
    SUNContext context;
    N_Vector y, yp, atol, error; /* [n] */
    N_Vector size; /* [n] states without a nominal value: the largest value so far; -1: others */
    SUNMatrix matrix;
    SUNLinearSolver solver;
    KJacobian *jacobian; /* NULL: SUNDIALS takes differences */
    double tolerance;
    int stalls; /* steps in a row that did not move the time */
} SunPart;

enum { SUN_STALLED = -1000 }; /* a flag of our own */

/* Vectors for n unknowns var[n] with their tolerances; matrix and solver: sparse if the pattern
 * is given and pays. False: failure recorded. */
bool sun_open(SunPart *p, KInst *m, const KOptions *o, int n, const int *var, int nnz,
              const int *colptr, const int *rowidx);
void sun_close(SunPart *p);
/* Error weights. The absolute tolerance is that of the nominal value; for a state without one, of
 * the largest value it has had, between LEAST_SIZE and 1. */
int sun_weights(N_Vector y, N_Vector weight, void *arg);
/* Copies the Jacobian's values into A, times factor. */
void sun_store(const SunPart *p, SUNMatrix A, double factor);
/* Are time and the n unknowns those of the last evaluation? */
bool sun_same_point(const SunPart *p, double t, const double *y, int n, const int *var);
/* The flag of a step from t0 to t, or SUN_STALLED if steps have become too small for long. */
int sun_flag(SunPart *p, int flag, double t0, double t);
/* Takes SUNDIALS' messages and drops them: the flags say the same. */
void sun_quiet(int code, const char *module, const char *function, char *text, void *arg);

#endif
