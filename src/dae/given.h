/* given.h - tearing that the model gives (given.c). */
#ifndef KRON_DAE_GIVEN_H
#define KRON_DAE_GIVEN_H

#include "dae/problem.h"

typedef struct GivenPairs GivenPairs;
/* Drops pairs under conditions that the parameters make false. */
void given_select(Dae *d);
/* The tearing variable (root of aliases) whose residual an equation is; NONE: none. */
VarId given_residual(Problem *p, int eq, int *pair);
/* Pairs of a block that is part of the model: used[number of pairs]; NULL: none. */
void given_use(Problem *p, const bool *used);
bool given_is_used(Problem *p, int pair);
/* Warns about pairs that were not used (E-13). */
void given_report(Problem *p);

#endif
