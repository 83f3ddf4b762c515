/* step.h - a step of an inlined method: x = h*der(x) + old(x) solved together with the model's
 * equations by the generated code (dae/inline.c). What h and old(x) are is the method's affair
 * (IN-21). */
#ifndef KRON_RT_STEP_H
#define KRON_RT_STEP_H

#include "rt/integrator.h"

typedef struct KStepping {
    int stages;              /* of the program: 1 or 3 */
    int h_var;               /* the variable that has its h */
    struct KStepping *other; /* of the same method, with another program; NULL: none */
    double h;                /* of the matrices of linear blocks; NaN: they are to be made */
    double *weight;          /* [nstates] 1 / the error of a state that is tolerated */
    double tolerance;
    double *slope;    /* [nstates] the largest |der(x)| that was iterated from */
    double converged; /* part of what is tolerated that Newton's iteration may leave */
    int *of;          /* [nv] state i, in any stage: i + 1, der(x) of state i: -(i + 1), others 0 */
    int nextra, *extra;       /* unknowns of blocks that are neither: they need guesses */
    bool in_rows, der_in_row; /* states and old(x) each lie in a row; derivatives do, too */
    bool patient;             /* shorter steps have not helped: blocks are solved as at events */
    long jacobians, iterations;
    long directions;       /* in which the equations were differentiated for matrices */
    long bends;            /* iterations that were led far along an exponential (tangents.c) */
    int nblocks;           /* of mixed */
    struct KMixed **mixed; /* [nblocks] Newton for stiff unknowns only (mixed.c); NULL: for all */
    double *before;        /* [most of KBlock.nfollow] values of them in the iteration before */
    int nstiff;            /* of them, most in a block so far */
} KStepping;

/* NULL: memory is exhausted, which is recorded. */
KStepping *step_open(KInst *m, int stages);
/* The unknowns are divided into stiff ones and others. False: memory is exhausted. */
bool step_divide(KInst *m, KStepping *s);
/* From now on it is this one that step_solve goes by. */
void step_use(KInst *m, KStepping *s);
void step_close(KInst *m);
/* New matrices when they are needed next: the model has changed. */
void step_forget(KInst *m);
/* At an event: what changes there only, and with h, may have changed. */
void step_changed(KInst *m);
/* Solves for the states and all that der(x) depends on at t, from guesses in m->v.
 * Several stages: t is the end, times of the others are in m->v. Positive:
 * it has no solution, or was not found. */
int step_solve(KInst *m, double t, double h, const double *old);

#endif
