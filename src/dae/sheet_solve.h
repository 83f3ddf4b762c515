/* sheet_solve.h - what the solvers of a sheet's systems share. */
#ifndef KRON_DAE_SHEET_SOLVE_H
#define KRON_DAE_SHEET_SOLVE_H

#include "dae/blocks.h"
#include "dae/sheet_internal.h"

typedef struct Solve {
    Sheet *s;
    Dae *d;
    Problem *p;
    Plan *plan; /* of the block at hand */
    ExprStore *st;
    Arena *a;
} Solve;

/* A variable for Q101, Q102 ... */
VarId new_auxiliary(Solve *k);
typedef VEC(SheetAssign) AssignList;
/* What is used more than once in n formulas (0: none) becomes Q101, Q102 ..., appended to `out`. */
void name_common(Solve *k, Expr *e, int n, bool quotients, AssignList *out);
/* A linear system, torn; false (nothing done) if that brings nothing. */
bool tear_system(Solve *k, SheetBlock *b);

#endif
