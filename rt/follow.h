/* follow.h - start values of variables that follow from states, where the choice of states is
 * decided. */
#ifndef KRON_RT_FOLLOW_H
#define KRON_RT_FOLLOW_H

#include "rt/sets.h"

/* The initial problem with the present start values: `solve` it; `keep` that solution and go `back`
 * to the one that was kept last. */
typedef struct KTrial {
    void *arg;
    int (*solve)(void *arg);
    void (*keep)(void *arg);
    void (*back)(void *arg);
} KTrial;

/* After it has been solved, and kept: moves states for which no start values are given such that
 * others are met, of positions or of their derivatives. Negative: it is over. */
int follow_starts(KInst *m, const KTrial *trial, bool rates);
/* Moves the start values of positions for which none are given from `start`, the n-th time. */
void follow_disturb(KInst *m, const double *start, int n);
/* Calls tell for each start value that the user gives to such a variable. */
void follow_each(const KInst *m, void tell(void *arg, int var), void *arg);

#endif
