/* linear_policy.h - how linear equations of a block are solved: every constant that decides it.
 *
 * One question stands behind most of them: may a coefficient be divided by during translation,
 * when its value is known only for the parameters as they are and a few modes? What is divided by
 * wrongly is found during the run (rt/linear_policy.h) and costs a factorization then; what is not
 * divided by is factored in every evaluation.
 *
 * They were found by trying on the tests and models of the MSL. Few are critical: of 374 models one
 * is solved in another way if SWING is 10, one if it is 10,000, two if MOST_TRIES is 5. */
#ifndef KRON_DAE_LINEAR_POLICY_H
#define KRON_DAE_LINEAR_POLICY_H

#include <stdbool.h>

/* ---- Elimination or factorization? ---- */

enum {
    /* Larger nonlinear systems are not condensed, and larger linear ones not tried in several ways:
     * that takes n * entries, and the attempts keep n * n numbers. Where so much would be left of
     * a linear system it is factored as it is. */
    MOST_ELIMINATED = 250,
    /* Larger systems are tried in fewer ways, with coefficients written out less far, since each
     * attempt costs n * entries; the bold elimination that the run time checks is taken at once. */
    MANY_EQUATIONS = 60,
    /* Operations of the code for one unknown, at most: what fills up more is left to the
     * factorization. */
    MOST_OPERATIONS = 300,
    /* Systems up to here avoid divisions rather than operations, and sets of states in them are
     * eliminated like others: they are solved by a formula that can be read. */
    SMALL_SYSTEM = 4,
};

/* ---- The order of pivots in systems of MANY_EQUATIONS (linear_order.c) ---- */

enum {
    /* Fill is counted up to here, that of more is taken as if no entry were there; columns with
     * more entries are not searched. */
    MOST_COUNTED = 64,
    /* More fill than this is all the same, so that scores stay in range. */
    MOST_FILL = 1 << 20,
    /* A score is this * fill + operations, which break ties. */
    FILL_SCORE = 64,
    MOST_SCORE = FILL_SCORE * MOST_COUNTED,
    /* Equations of coefficients 1 and -1 alone wait as if they made so many entries more. */
    SUM_WAITS = 2,
    /* Equations of the problem for one of the block, at most, that are searched for derivatives of
     * states which follow from it (torn_pairs.c): many small blocks are not worth it. */
    MOST_AROUND = 200,
    /* Unknowns that are met in the search for one pivot (linear_recursion.c). */
    MOST_MET = 2000,
    /* Operations for one equation, at most; what needs more is left to KLU. */
    MOST_OF_MANY = 100,
    /* When this part of them is used, and each time they have doubled, what is left is judged by
     * the order of least degree (AMD), which may be wrong by the second number: the pattern is made
     * symmetric for it. A grid is given up at once, a chain goes on. */
    ASKED_FIRST = 8,
    MISJUDGED = 4,
    /* Operations of KLU for one equation that is left, about. */
    FACTORED_ROW = 200,
};

/* ---- Which numbers stand for coefficients? ---- */

enum {
    /* Values of everything that is not known before the run, at random between 0.1 and 10, modes
     * at random: so many trials. Fewer miss a mode of a switch, more cost time and memory in
     * proportion. */
    SAMPLES = 16,
    /* Conditions of one coefficient whose modes are tried one by one, 2^n of them. */
    MOST_CONDITIONS = 6,
    /* Nodes of a coefficient that is written out to find its kind, and in systems of
     * MANY_EQUATIONS. Smaller: zeros by cancellation are not seen. */
    FULL_LIMIT = 400,
    MANY_LIMIT = 60,
    /* Variables that all terms of an equation may vanish with, tried for one equation. */
    MOST_FACTORS = 4,
    /* Sweeps that balance the sizes of rows and columns; the scales have settled before. */
    BALANCE_SWEEPS = 8,
};

/* Differences this small against their terms count as zero in numbers: 45 units of rounding. */
#define CANCELLED 1e-14

/* What is as small in all trials is 0 always: an identity of the model, such as that of sine and
 * cosine, whose terms have been rounded some hundred times. */
#define CANCELLED_ALWAYS 1e-11
/* The same where all trials are alike. */
#define CANCELLED_ONCE 1e-13

/* ---- Is a pivot large enough? ---- */

/* A coefficient whose largest value over the modes is so many times the smallest belongs to a
 * switch: what it is divided into keeps its digits in some modes only, so it is not divided by.
 * Ideal switches have 1e5 (a closed one 1e-5 where an open one has 1). */
#define SWING 100
/* The same for a coefficient that has one sign always: a sum of masses. It is that of a joint at
 * the end of a light arm or of a long one. */
#define STEADY 1e6

/* What a pivot must have of the largest entry of its column or of its row: at first, and where that
 * loses digits. The first is the usual compromise of sparse factorizations between fill and growth.
 * Of 215 models of the MSL one (DifferenceAmplifier) needs the second; partial pivoting as a third
 * changes none. */
static const double linear_attempt[] = {1e-3, 0.1};
/* Of what is linear in a nonlinear system all is to be eliminated, whatever the length of a step is:
 * the first threshold is squared as long as it is above this. */
#define LEAST_THRESHOLD 1e-13

/* Of the numbers in an equation that is solved for one unknown while tearing, those below this
 * part of the largest are not divided by. */
#define LEAST_PIVOT 0.05

/* ---- What if digits are lost? ---- */

enum {
    /* Attempts of one kind. The equation that suffers most is used earlier the next time, at most
     * MOST_REPAIRS times; then the last pivots are given up, one twentieth of n at a time. Without
     * any of that nine of 215 models of the MSL have larger systems to factor or to iterate
     * (DifferenceAmplifier 18 unknowns for 4, SMEE_LoadDump 7 for 3), without repairs alone three. */
    MOST_TRIES = 30,
    MOST_REPAIRS = 12,
    TRIES_OF_MANY = 20, /* in systems of MANY_EQUATIONS: MOST_TRIES * this / n */
    GIVEN_UP = 20,      /* n / this pivots at a time */
    /* Added to the score of all other equations: larger than any fill. */
    EARLIER = 100000,
};

/* Residuals against the terms of an equation: up to ROUNDED they are rounding, beyond LOST digits
 * are lost that a factorization with refinement keeps. */
#define ROUNDED 1e-13
/* Pivots of a known matrix that are farther apart than this may leave no digit of the solution: the
 * run time looks at it (rt/linear_policy.h). So many equations are looked at. */
#define FAR_PIVOTS 1e-9
enum { MOST_LOOKED_AT = 100 };
#define LOST 1e-12
/* An elimination is accurate if residuals are below PROBE_GOOD; if entries differ by a ratio q,
 * below PROBE_RATIO * q, but never above PROBE_WORST. Or if a factorization is not better by
 * WORSE_THAN_LU. */
#define PROBE_GOOD 2e-13
#define PROBE_WORST 2e-10
#define PROBE_RATIO 1e-15
/* In a step terms of an equation count as much as this of the balanced ones, at least. */
#define PROBE_LEAST 1e-3
#define WORSE_THAN_LU 100
/* A recursion through many bodies adds the rounding of each: what it leaves is below the tolerance
 * of any integration. */
#define RECURSION_GOOD 1e-9
/* The same for what is linear in a step that may be a thousand times as long as its time constants.
 */
#define STEP_GOOD 1e-8
/* Stages that are eliminated one after the other have the rounding of those before: it grows with the
 * cube of the length of steps, where that of one stage grows with the length. Robots have 1e-6 in a step
 * of 10 s, of which none is taken; the limit is that of one stage up to this length, and grows so. */
#define STAGES_LENGTH 0.1
/* Residuals of Cramer's rule for two equations, up to which it is used. */
#define CRAMER_GOOD 1e-12

/* ---- LU or KLU? ---- */

enum {
    /* Up to so many unknowns a dense factorization is faster whatever the pattern is ... */
    DENSE_LIMIT = 40,
    /* ... and beyond if more than one in so many entries is not zero. */
    DENSE_PART = 5,
};

/* Whether the run time factors n equations with nnz entries by KLU; nnz 0: the pattern is not
 * known. The only place where that is decided: Block.sparse says it to reports and tables. */
static inline bool is_factored_sparse(int n, int nnz)
{
    return nnz > 0 && n > DENSE_LIMIT && nnz < n * (double)n / DENSE_PART;
}

#endif
