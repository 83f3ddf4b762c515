/* analyse.h - a model where it stands: as a linear system, and in equilibrium. */
#ifndef KRON_RT_ANALYSE_H
#define KRON_RT_ANALYSE_H

#include "rt/run.h"

/* The matrix [A B; C D], row by row, for inputs u and outputs y; the states are those of KModel.
 * The program has derivatives of the outputs (Dae.outputs_move). Nonzero: it has none here, with
 * the failure recorded. */
int k_linearize(KInst *m, int nu, const KVariable *const *u, int ny, const KVariable *const *y,
                double *matrix);
/* m->dv becomes the derivatives of all variables along one of them, times `by`; who reads them then
 * calls code_forget_directions. Nonzero: failed. */
int k_along(KInst *m, int var, double by, KMode mode);
/* The variable that state i is at present. */
const char *k_state_name(const KInst *m, int i);

typedef struct KSteady {
    int iterations;
    double residual; /* the largest derivative, against what the states' sizes would make of it */
    int free;        /* directions in which every position is an equilibrium: as they were */
} KSteady;
/* From an instance that has been initialized to an equilibrium near its states, at its time: the
 * derivatives of all states are 0. Nonzero: there is none near, with the failure recorded. */
int k_steady(KInst *m, double tolerance, KSteady *out);

#endif
