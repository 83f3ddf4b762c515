/* sets.h - sets of states that are chosen during the run. */
#ifndef KRON_RT_SETS_H
#define KRON_RT_SETS_H

#include "rt/run_internal.h"

/* The determinant of a decided choice at the last two accepted points; 0: not known. */
typedef struct KWatched {
    double t[2], value[2];
} KWatched;

typedef struct KSets {
    KInst *m;
    int ndecided;  /* sets whose choice is decided, and could have been another one */
    double *entry; /* of all sets, as the code gives them */
    double *whole, *work;
    int *col, *best, *old;
    KWatched *watched; /* [nsets] */
} KSets;

bool sets_open(KSets *s, KInst *m);
void sets_close(KSets *s);
/* After rhs: takes better candidates where the present ones have become poor. How many sets have
 * changed; then the integrator must take their states over and rhs is to be evaluated. */
int sets_choose(KSets *s);
/* After rhs: how much better than the present choice another one would be, at worst; 0: not so much
 * that it would be taken. */
double sets_ratio(KSets *s);
/* If var is a candidate of a set it is integrated from now on, beginning with `value` (reinit). */
void sets_take(KInst *m, int var, double value);
/* After rhs: whether a decided choice is singular - a pivot less than `limit`, where 1 is the
 * largest entry of a row -, or has passed a singular point since the last call; says which. */
bool sets_singular(KSets *s, double limit, Text *text);

#endif
