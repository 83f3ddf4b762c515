/* linear_policy.h - how linear equations of a block are solved: every constant that decides it.
 *
 * One question stands behind most of them: may a coefficient be divided by during translation,
 * when its value is known only for the parameters as they are and a few modes? What is divided by
 * wrongly is found during the run (rt/linear_policy.h) and costs a factorization then; what is not
 * divided by is factored in every evaluation.
 *
 * There is one policy: certified elimination or factorization. Each system is eliminated once, by
 * pivots that cannot vanish and are large in all trials. The run time checks each solution. What it
 * does not check, known matrices and what is linear in the nonlinear equations of a step, has a
 * certificate (linear_probe.c). What has no such pivots, or no certificate, is factored or
 * iterated. Measured on 1012 models of the MSL: trying several eliminations, with repairs where
 * digits were lost and a comparison with a factorization, gave eleven models smaller systems and
 * four larger ones, and no other reference results were met. The eleven systems are no larger than
 * the reference tool's now. It took up to 30 eliminations a system. */
#ifndef KRON_DAE_LINEAR_POLICY_H
#define KRON_DAE_LINEAR_POLICY_H

#include <stdbool.h>

/* ---- Elimination or factorization? ---- */

enum {
    /* Larger nonlinear systems are not condensed: that takes n * entries. Where so much would be
     * left of a linear system it is factored as it is. */
    MOST_ELIMINATED = 250,
    /* In larger systems the order of pivots is sought with numbers (linear_large.c), and
     * coefficients are written out less far. */
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

/* What a pivot must have of the largest entry of its column or of its row: the usual compromise of
 * sparse factorizations between fill and growth. With 0.1 32 of the 458 models of the MSL that have
 * such systems have more to factor or to iterate, 2076 unknowns for 1879 in all. */
#define PIVOT_PART 1e-3
/* The same of a matrix that translation knows: these numbers are those of the run. */
#define KNOWN_PART 0.1
/* The same of a large nonlinear part, of which all that is linear is to be eliminated whatever the
 * length of a step is; its certificate decides (linear_probe.c). With PIVOT_PART a robot's step has
 * none. */
#define STEP_PART 1e-12
/* Of pivots of equal merit the first is taken, unless another one's part is so many times larger:
 * where a large resistance is parallel to a small one, the small current has a formula, and the
 * large one is what it leaves of the sum. */
#define LARGER_PIVOT 100

/* Of the numbers in an equation that is solved for one unknown while tearing, those below this
 * part of the largest are not divided by. */
#define LEAST_PIVOT 0.05

/* Added to the score of all equations but those that come first: larger than any fill. */
enum { THESE_FIRST = 100000 };

/* ---- What has all its digits? ---- */

/* Residuals against the terms of an equation that are rounding: what is known to have no larger
 * ones is not checked during the run. */
#define ROUNDED 1e-13
/* Pivots of a known matrix that are farther apart than this may leave no digit of the solution: the
 * run time looks at it (rt/linear_policy.h). So many equations are looked at. */
#define FAR_PIVOTS 1e-9
enum { MOST_LOOKED_AT = 100 };
/* The same in a listing, which has no run to check it. */
#define SHEET_HOLDS 2e-10
/* In a step terms of an equation count as much as this of the balanced ones, at least. */
#define PROBE_LEAST 1e-3
/* What is linear in a step, which may be a thousand times as long as its time constants, and which
 * nothing checks. */
#define STEP_GOOD 1e-8
/* Stages that are eliminated one after the other have the rounding of those before: it grows with
 * the cube of the length of steps, where that of one stage grows with the length. Robots have 1e-6
 * in a step of 10 s, of which none is taken; the limit is that of one stage up to this length, and
 * grows so. */
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
