/* blocks.h - strong components made into blocks that can be evaluated (torn.c, hoist.c). */
#ifndef KRON_DAE_BLOCKS_H
#define KRON_DAE_BLOCKS_H

#include "dae/problem.h"

typedef VEC(Assign) AssignVec;

/* How a block is solved. Making a plan changes nothing of the model; several may be made and one be
 * chosen. */
typedef struct Plan {
    Block *block;
    DaeVarVec var; /* variables of its own; the first gets the number Dae.var.n */
    VEC(int) used; /* marks of the model (Dae.hint) that are used */
    int npairs;    /* tearing variables that the model gives */
    bool untorn;   /* nonlinear: no unknown is to be torn, so all are iterated */
} Plan;

/* The block of n rows with the columns they are matched to. */
Plan plan_block(Problem *p, const int *row, int n);
/* The plan becomes part of the model: once, and before the next block is solved. */
Block *plan_commit(Problem *p, const Plan *plan);
/* Another plan for the same rows from here on, with what there is so far; `plan_follow` goes on
 * with one of them, and forgets what is known of others. */
Plan *plan_copy(Problem *p, const Plan *plan);
void plan_follow(Problem *p, Plan *plan);
/* Adds a variable; its number. */
VarId plan_add_var(Problem *p, Plan *plan, DaeVar var);
/* The solution of lhs = rhs for a variable that occurs with a coefficient of that kind; 0 if it
 * cannot be written down. */
Expr explicit_solution(Problem *p, Expr lhs, Expr rhs, VarId var, CoefKind kind);
/* A node without branches that no mode of the problem arg leads to (unreachable.c). */
Expr without_unreachable(void *arg, Expr old, Expr now);
/* What a call that asks a table gives, if the table is a straight line; else 0 (straight.c). */
Expr straight_table(Dae *d, Arena *a, Expr call);
/* The blocks of a problem that is sorted become those of its system. */
void system_solve(Problem *p);
/* Whether x stays as it is while h, parameters and modes do: it is one of these. */
bool step_keeps(const Problem *p, VarId x);
/* Quotients by what changes with h only become products (reciprocal.c). */
void step_reciprocals(Problem *p);
/* Recurrences along chains become shorter (chains.c). */
void step_chains(Problem *p);
/* Exponentials that the run time may replace by their tangents (exponents.c). */
void step_exponents(Problem *p);
/* Functions that blocks need not evaluate again and again are assigned before them (hoist.c). */
void system_hoist(Problem *p);

#endif
