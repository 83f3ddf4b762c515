/* dirk.h - one step of a diagonally implicit Runge-Kutta method of order 4 on the inlined step. */
#ifndef KRON_RT_DIRK_H
#define KRON_RT_DIRK_H

#include "rt/step.h"

enum { DIRK_STAGES = 6 };

typedef struct KDirk {
    KInst *m;
    KStepping *step;
    int nx, n;      /* states; guesses: der(x) that are needed for one, then other unknowns */
    int nslopes;    /* how many of them are der(x) ... */
    int *of;        /* [nslopes] ... of these states */
    int *var;       /* [n] */
    double *x0, *x; /* [nx] at the begin and the end of the step */
    double *old;    /* [nx] of the last stage */
    double *k[DIRK_STAGES];     /* [nx] h*der(x) of the stages */
    double *guess[DIRK_STAGES]; /* [n] values at the stages */
    double *past[3];            /* [n] the same at the last three stages of the step before, ... */
    bool followed;              /* ... if there is one, ... */
    double before;              /* ... and its length */
    double h;                   /* of k */
    double *memory;
} KDirk;

/* False: memory is exhausted. */
bool dirk_open(KDirk *d, KInst *m, KStepping *step);
void dirk_close(KDirk *d);
/* The step begins at the values in m->v, where rhs has been evaluated. */
void dirk_begin(KDirk *d);
/* A step h from x0 at t to x at `end`. Positive: its equations were not solved. */
int dirk_step(KDirk *d, double t, double h, double end);
/* The end of the step that was taken is where the next one begins. */
void dirk_shift(KDirk *d);
/* error := what x has more than by the formula of order 3. */
void dirk_error(const KDirk *d, double *error);
/* m->v := states and guesses at the part s of the step. */
void dirk_interpolate(const KDirk *d, double s);

#endif
