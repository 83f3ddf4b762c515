/* cramer.h - small linear systems solved as quotients of polynomials, the way the papers print
 * them.
 *
 * (Elimination with shared subexpressions, dae/linear_solve.c, is cheaper to evaluate; this gives
 * the formula a person would write: R2.R*u/(R1.R + R2.R).) */
#ifndef KRON_SYMBOLIC_CRAMER_H
#define KRON_SYMBOLIC_CRAMER_H

#include "symbolic/expr.h"

/* Solves n equations; row i is m[i * (n + 1)], its n coefficients and the right-hand side:
 * canonical scalar expressions, 0 for zero. Entries are read as polynomials with rational
 * coefficients in atoms (variables and any subexpression that is not a sum, product, integer power
 * >= 0 or quotient by a monomial/polynomial: denominators of a row are multiplied out). x[k] =
 * numerator[k] / denominator[k], both expanded, common factors (at least monomial ones and the
 * common content of numerator and denominator) cancelled; the denominator is shared between the
 * unknowns where it is the same and has a positive leading term. False if the matrix is singular as
 * a matrix of polynomials (*singular set) or if more than `limit` terms would arise (E-8). */
typedef struct Quotient {
    Expr num, den; /* den is the literal 1 if there is none */
} Quotient;
bool expr_cramer(ExprStore *s, int n, const Expr *m, int limit, Quotient *x, bool *singular);

#endif
