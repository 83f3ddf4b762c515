/* sets.h - sets of states that are chosen during the run. */
#ifndef KRON_RT_SETS_H
#define KRON_RT_SETS_H

#include "rt/run_internal.h"

typedef struct KSets {
    KInst *m;
    double *entry; /* of all sets, as the code gives them */
    double *whole, *work;
    int *col, *best, *old;
    int *sign; /* [nsets] of the determinant of a given choice when it was last looked at; 0: never
                */
} KSets;

bool sets_open(KSets *s, KInst *m);
void sets_close(KSets *s);
/* After rhs: takes better candidates where the present ones have become poor. How many sets have
 * changed; then the integrator must take their states over and rhs is to be evaluated. */
int sets_choose(KSets *s);
/* After rhs: whether a given choice is singular, or has passed a singular point since the last
 * call; says which. */
bool sets_singular(KSets *s, Text *text);

#endif
