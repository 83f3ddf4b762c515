/* radau.h - one step of Radau IIA with three stages, all of which the inlined program solves. */
#ifndef KRON_RT_RADAU_H
#define KRON_RT_RADAU_H

#include "rt/step.h"

enum { RADAU_STAGES = 3 };

typedef struct KRadau {
    KInst *m;
    KStepping *all, *one; /* the program with all stages; with one, which filters errors */
    int nx, n;            /* states; variables that are kept of the stages: states first, der(x) */
    const int *var;       /* [3 * n] in each stage */
    double *x0, *x;       /* [nx] at the begin and the end of the step */
    double *slope;        /* [nx] der(x) at its begin */
    double *first;        /* [nx] x0 of the step before */
    double *now, *last;   /* [3 * n] values in this step, and in the one before */
    double *begin;        /* [n] values where the step begins */
    double *raw, *old;    /* [nx] */
    double h, before;     /* of this step; of the one before, 0: there was none */
    double t;             /* where the step begins */
    double *memory;
} KRadau;

/* False: memory is exhausted. */
bool radau_open(KRadau *r, KInst *m);
void radau_close(KRadau *r);
/* The step begins at the values in m->v, where rhs has been evaluated. */
void radau_begin(KRadau *r);
/* A step h from x0 at t to x at `end`. Positive: its equations were not solved. */
int radau_step(KRadau *r, double t, double h, double end);
/* The end of the step that was taken is where the next one begins. */
void radau_shift(KRadau *r);
/* error := what x has more than by a formula of order 3, damped where the model is stiff. again:
 * the estimate in `error` was too large for a step that does not follow another. */
void radau_error(KRadau *r, double end, bool again, double *error);
/* m->v := states and guesses at the part s of the step. */
void radau_interpolate(const KRadau *r, double s);

#endif
