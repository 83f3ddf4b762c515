/* blocks.h - strong components made into blocks that can be evaluated (torn.c, hoist.c). */
#ifndef KRON_DAE_BLOCKS_H
#define KRON_DAE_BLOCKS_H

#include "dae/problem.h"

typedef VEC(Assign) AssignVec;

/* The block of n rows with the columns they are matched to, solved. */
Block *block_make(Problem *p, const int *row, int n);
/* The blocks of a problem that is sorted become those of its system. */
void system_solve(Problem *p);
/* Functions that blocks need not evaluate again and again are assigned before them (hoist.c). */
void system_hoist(Problem *p);

#endif
