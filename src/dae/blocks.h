/* blocks.h - strong components made into blocks that can be evaluated (torn.c, hoist.c). */
#ifndef KRON_DAE_BLOCKS_H
#define KRON_DAE_BLOCKS_H

#include "dae/problem.h"

typedef VEC(Assign) AssignVec;

/* How a block is solved. */
typedef struct Plan {
    Block *block;
    bool *used; /* [hint.n] marks of the model that are used; NULL: it has none */
    int npairs; /* tearing variables that the model gives */
} Plan;

/* The block of n rows with the columns they are matched to. */
Plan plan_block(Problem *p, const int *row, int n);
/* The plan becomes part of the model. */
Block *plan_commit(Problem *p, const Plan *plan);
/* After an attempt: the variables it made, those from number n on, are no more. */
void forget_vars(Problem *p, int n);
/* The solution of lhs = rhs for a variable that occurs with a coefficient of that kind; 0 if it
 * cannot be written down. */
Expr explicit_solution(Problem *p, Expr lhs, Expr rhs, VarId var, CoefKind kind);
/* The blocks of a problem that is sorted become those of its system. */
void system_solve(Problem *p);
/* Functions that blocks need not evaluate again and again are assigned before them (hoist.c). */
void system_hoist(Problem *p);

#endif
