/* linear_policy.h - linear equations during a run: the constants that decide when factors, or an
 * elimination laid down by the compiler, are good enough (linear.c, block.c, whole.c). Whether LU
 * or KLU factors a block is the compiler's choice (KBlock.sparse). */
#ifndef KRON_RT_LINEAR_POLICY_H
#define KRON_RT_LINEAR_POLICY_H

#include <float.h>

/* ---- Which factorization? ---- */

enum {
    /* Dense systems up to here are factored by loops of our own: a call of LAPACK costs more than
     * they do (of 8 unknowns 0.37 us instead of 0.23 with a solution, of 16 1.15 instead of 1.03,
     * of 20 the same). */
    OWN_LOOPS = 16,
    /* Full pivoting, O(n^3) comparisons, up to here; larger singular systems are refused. */
    FULL_PIVOT_LIMIT = 400,
    /* Sweeps that even rows and columns out before that; each halves the logarithms that are left.
     */
    EVEN_SWEEPS = 8,
    /* Factors are laid out for solving (triangles.c) when a matrix has been solved with as often as
     * its rows have entries, over this. A ladder of 4 entries a row gains 10 ns a row and solution,
     * and 3 ns an entry are what it costs: that pays from the second solution on, in grids with 20
     * to 60 from the sixth to the twelfth. */
    ENTRIES_SAVED = 4,
    /* Blocks with sets of states are factored without what the states know up to here, dense. */
    MOST_REDUCED = 40,
};

/* ---- Is a matrix singular? ---- */

/* Pivots below n times this, against the largest, make it suspect: it is factored with full
 * pivoting, which shows the rank, counted with the second number. Smaller ones let rounding of
 * the entries decide, larger ones call stiff networks singular. */
#define SUSPECT_PIVOT (2 * DBL_EPSILON)
#define ZERO_PIVOT (4 * DBL_EPSILON)
/* KLU: old pivots are kept as long as the condition is no worse than by this factor. */
#define PIVOTS_STAY 1e-3
/* Rows and columns are ordered anew by pivots of at least this part of their columns where KLU,
 * which takes a thousandth, has had to exchange rows; kept if there are fewer entries. */
#define LARGE_PIVOT 0.01
/* ... and scales of rows as long as no entry is larger than this, where the largest of each row
 * was 1. Rows that have become smaller show in the condition. */
#define SCALES_STAY 2
/* What a singular system leaves of the right-hand side counts as 0, against it. */
#define FITS 1e-10
/* A residual of a singular system is a contradiction beyond so much of its terms, and of its row.
 */
#define CONTRADICTS_TERMS 1e-9
#define CONTRADICTS_ROW 1e-13

/* Pivots that are farther apart than this may leave no digit of the solution (digits.c): that is
 * so where one rounding of each term changes an unknown by more than the second number times its
 * size, since coefficients have several. */
#define FAR_PIVOTS 1e-9
#define NO_DIGITS 0.01
/* Equations of an elimination are factored for that once if they are no more than this. */
enum { MOST_LOOKED_AT = 100 };

/* ---- Is a solution accurate? (residuals against the terms of their equations) ---- */

/* A residual so much smaller than the largest terms of the block says nothing, whatever the terms
 * of its own equation: zeros of which refinement has left the rounding of rounding. */
#define OF_LARGEST (DBL_EPSILON * DBL_EPSILON)
/* The same of an elimination, which is not refined: torques that are 0 until something moves. */
#define BESIDE_LARGEST 1e-18

/* Refinement ends at this, or if a pass gains less than half; after MOST_PASSES at the latest. */
#define REFINED (64 * DBL_EPSILON)
enum { MOST_PASSES = 4 };
/* Residuals that refinement leaves only if pivots were bad: rows and columns are evened out. */
#define NOT_REFINED 1e-12

/* Solutions by elimination, of linear and of nonlinear equations, and of linear ones along a chain
 * of steady pivots, each of which adds its rounding: accurate as they are, ... */
static const double whole_accurate[] = {1e-13, 1e-12, 1e-10};
/* ... if all equations together are not better, ... */
static const double whole_nearly[] = {1e-12, 1e-11, 1e-9};
/* ... or if these cannot be solved. A smaller number asks for factorizations that change nothing
 * but rounding, a larger one accepts digits that are lost. */
static const double whole_acceptable[] = {1e-10, 1e-6, 1e-8};
/* Along n steady pivots residuals are accurate as well that are n units of rounding of the largest
 * terms, as long as they are below this part of their own. */
#define STEADY_LEAST 1e-6
/* Where terms say too little (whole.c): passes that find how large unknowns may be, each goes on by
 * one equation; changes of all terms that are tried; equations whose residuals are judged by them,
 * with a solution each. */
enum { FLOOR_SWEEPS = 10, EFFECT_TRIALS = 3, MOST_JUDGED = 16 };
/* Residuals that do no harm to unknowns are nevertheless below this part of the terms where modes
 * are decided with them: small currents and voltages of switches count there. */
#define HARMLESS 1e-11
/* All equations together are taken if their error is below this part of the other. */
#define WHOLE_BETTER 0.5
/* Solutions after which the other way is tried again; the elimination, where it has lost digits but
 * no pivot has vanished, which costs little against a factorization. */
enum { WHOLE_KEPT = 100, DISTRUSTED = 10 };
/* Solutions along steady pivots that are not looked at after one that is accurate: what grows does
 * so from step to step, and a step has several evaluations. */
enum { STEADY_UNCHECKED = 7 };

#endif
