/* sheet_solve.h - what the solvers of a sheet's systems share. */
#ifndef KRON_DAE_SHEET_SOLVE_H
#define KRON_DAE_SHEET_SOLVE_H

#include "dae/problem.h"
#include "dae/sheet_internal.h"

typedef struct Solve {
    Sheet *s;
    Dae *d;
    ExprStore *st;
    Arena *a;
} Solve;

/* The solution of an equation for a variable as the papers write it; 0: it cannot be written down.
 */
Expr solve_equation(Solve *k, const DaeEq *e, VarId var);
/* A linear system, torn; false (nothing done) if that brings nothing. m: its coefficients by rows,
 * the right-hand side last, 0 for zero. */
bool tear_system(Solve *k, SheetBlock *b, const Expr *m);

#endif
