/* residue.h - expressions in the field of integers modulo a prime of 61 bits, by which equal ones
 * are recognised (Schwartz 1980): variables have random values there, arithmetic is exact, so two
 * expressions of the same value are equal for all values of their variables, with a probability of
 * error of their degree / 2^61. There is no rounding, and no tolerance but that of numbers: 0.1 is
 * a tenth, and 0.57735026918962573 the root of a third. */
#ifndef KRON_SYMBOLIC_RESIDUE_H
#define KRON_SYMBOLIC_RESIDUE_H

#include "symbolic/expr.h"

/* Always below the prime; exactly one of x and residue_neg(x) is its canonical sign. */
typedef uint64_t Residue;

Residue residue_mul(Residue a, Residue b);
Residue residue_sub(Residue a, Residue b);
Residue residue_neg(Residue a);
/* Of 0 divided by 0: some value. */
Residue residue_div(Residue a, Residue b);
/* A value for thing number n, at random but the same in every translation. */
Residue residue_random(uint64_t n);
/* The value of an expression for given values of its variables. Functions other than arithmetic
 * have random ones, the same for the same arguments; angles: sine and cosine are those of an angle,
 * the sum of their squares is 1. O(nodes). */
Residue expr_residue(const ExprStore *s, Expr e, const Residue *vars, bool angles);

#endif
