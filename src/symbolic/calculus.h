/* calculus.h - differentiation, linear forms and solving of scalar canonical expressions. */
#ifndef KRON_SYMBOLIC_CALCULUS_H
#define KRON_SYMBOLIC_CALCULUS_H

#include "symbolic/expr.h"

/* Why something could not be differentiated or solved, for messages. */
typedef struct CalcError {
    Expr at;         /* the expression at fault */
    const char *why; /* "`floor` is not differentiable", static or on the store's arena */
} CalcError;

/* ---- Differentiation (diff.c) ----
 * Rules: relations and event operators inside conditions are kept (derivative branchwise);
 * abs, min, max, sign via `if` with the same relation; floor, ceil, div, ... differentiate to 0
 * (they are piecewise constant); smooth(p, .) lowers p; noEvent kept; pre(.) and discrete
 * variables are constants. A call is differentiated by its `derivative` annotation, by inlining
 * if it is small, else by a derivative function made from its body (func_derivative). Guards
 * are kept: the derivative of `if c then a else b` is `if c then a' else b'`.
 * All are memoised over the DAG: O(distinct nodes) per variable. */

/* Partial derivative with respect to variable `var`. 0 with *err set if that is not possible. */
Expr expr_diff(ExprStore *s, Expr e, uint32_t var, CalcError *err);
/* A call of a function that is the derivative of another one: an expression in which the
 * derivatives of its inputs are linear, where there is one; else the call. */
Expr expr_open_derivative(ExprStore *s, Expr call);

/* Total derivative: d(arg, leaf) gives the derivative of a VAR or TIME leaf (literal 0 for what
 * is constant, 0 = "cannot be differentiated" makes the whole fail with that leaf at fault). */
typedef Expr LeafDerivative(void *arg, Expr leaf);
Expr expr_derivative(ExprStore *s, Expr e, LeafDerivative *d, void *arg, CalcError *err);
/* The same, with calls that are written out (EX_LATE) differentiated by their annotations. */
Expr expr_derivative_by_calls(ExprStore *s, Expr e, LeafDerivative *d, void *arg, CalcError *err);

/* ---- Linear forms (linear.c) ----
 * e = sum(coef[k] * var[k]) + rest, for the variables that `unknown` accepts. A variable that
 * occurs otherwise (in a product with another unknown, under a function, in a condition) is
 * listed in non[]; then `rest` holds all terms with such variables. One sweep over the DAG.
 * Coefficients are canonical and free of unknowns; an exact zero coefficient is not listed. */
typedef bool IsUnknown(void *arg, uint32_t var);
typedef struct LinearForm {
    int n, nnon;
    uint32_t *var; /* [n] ascending */
    Expr *coef;    /* [n] */
    uint32_t *non; /* [nnon] ascending; a variable may be both in var and in non (then it is
                      nonlinear) */
    Expr rest;
    bool cancelled; /* a coefficient was 0: its variable may stand in the expression and not here */
} LinearForm;
LinearForm expr_linear(ExprStore *s, Arena *a, Expr e, IsUnknown *unknown, void *arg);
/* The form of lhs - rhs, which is not made where both are plain sums. */
LinearForm equation_linear(ExprStore *s, Arena *a, Expr lhs, Expr rhs, IsUnknown *unknown,
                           void *arg);

/* ---- Solving (solve.c) ----
 * lhs = rhs for `var`. Collects linear occurrences; else undoes operators outside in along the
 * one path to var (several occurrences: collected where they are the same subexpression).
 * Returns 0 if that cannot be done without guessing. What may be divided by, and which branch of
 * an inverse function holds, is decided by the caller's rules. */
typedef struct SolveRules {
    void *arg;
    /* May we divide by e? NULL: by everything that is not a literal zero. */
    bool (*divisor)(void *arg, Expr e);
    /* Range of an expression, if known (for even powers, sin, cos ...); may be NULL. */
    bool (*range)(void *arg, Expr e, double *lo, double *hi);
    /* Take the principal branch of sin, cos, tan and the positive root of even powers without a
     * known range: what the papers print (FM-40). */
    bool principal;
} SolveRules;
Expr expr_solve(ExprStore *s, Expr lhs, Expr rhs, uint32_t var, const SolveRules *rules);

/* Whether e is known to be positive, negative, non-zero, from literals and structure alone. */
typedef enum { SIGN_UNKNOWN, SIGN_POSITIVE, SIGN_NEGATIVE, SIGN_NONZERO, SIGN_ZERO } ExprSign;
ExprSign expr_sign(const ExprStore *s, Expr e);

#endif
