/* digits.h - solutions of linear equations that roundings decide. */
#ifndef KRON_RT_DIGITS_H
#define KRON_RT_DIGITS_H

#include "rt/integrator.h"

typedef struct KDigits {
    KInst *m;
    int n;
    int *block;   /* [n] linear ones of the run */
    double *seen; /* [n] spread of the pivots when it was looked at last; 0: told */
    bool begun;   /* the first point has been looked at */
    double *kept; /* values of unknowns while their equations are factored */
} KDigits;

bool digits_open(KDigits *d, KInst *m); /* false: no memory */
void digits_close(KDigits *d);
/* Everything has been evaluated at a point that is accepted: warns, once for each system. small: a
 * divisor is smaller than before. */
void digits_check(KDigits *d, bool small);

#endif
