/* newton_policy.h - nonlinear blocks: when Newton's iteration has converged, when it goes on, and
 * what is tried where it fails (newton.c, branch.c, guess.c, block_noise in block.c). */
#ifndef KRON_RT_NEWTON_POLICY_H
#define KRON_RT_NEWTON_POLICY_H

/* ---- Has it converged? (errors relative to the unknowns, or to a part of their nominal value)
 * ---- */

/* Integrators take differences of solutions: what is left must be rounding. A larger number shows
 * as noise in step sizes, a smaller one is not reached. */
static const double converged = 1e-13;
/* The same where values are only looked at (pulses.c). */
static const double roughly = 1e-4;
/* Corrections up to this part of the unknown itself need no proof that they lead anywhere. */
static const double plain = 1e-2;
/* What steps away from poles do not reach: 1/e. */
static const double of_pole = 0.36787944117144233;
/* As good as converged if no step makes it better. */
static const double newton_nearly = 1e-12;
/* A standstill below this may be noise of the residuals, which is then measured ... */
static const double rounding = 1e-9;
/* ... and below this, in units of nominal values, it is noise. */
static const double negligible = 1e-11;
/* The part of a nominal value below which an unknown counts as that. */
#define LEAST_OF_NOMINAL 1e-3
/* Residuals up to so many times the noise are as good as 0; noise is measured by moving the
 * unknowns by so many units in the last place. */
#define NOISE_LEVEL 8
enum { NOISE_UNITS = 4 };
/* The part of an unknown to which rounding leaves a double root open: sqrt(DBL_EPSILON). */
static const double half_of_digits = 0x1p-26;

/* ---- Does it go on? ---- */

enum {
    PATIENT = 200,   /* iterations at events and at the start, from a guess that may be far off */
    IMPATIENT = 40,  /* between events, from the last solution: a shorter step is cheaper */
    TRUE_NEWTON = 3, /* up to so many unknowns every iteration has its own matrix */
    FAST_STEPS = 8,  /* undamped ones that are tried first in such blocks */
    NUDGES = 3,      /* guesses moved away from a point where the matrix is singular */
};
/* A solution that was found after a nudge from the last one is so near to it between events. */
static const double beside = 0.1;
/* Of one unknown it is looked for from this part of that distance on, which doubles. */
static const double change_first = 0x1p-30;
/* Steps in which unknowns are limited one by one, to this part of their size. */
enum { APART_STEPS = 60 };
static const double apart_part = 0.2;
static const double keep_rate = 0.1;      /* contraction up to which the matrix is kept */
static const double fast_rate = 0.3;      /* ... and up to which undamped steps go on */
static const double slow_rate = 0.5;      /* a step that gains less has not made progress */
static const double least_damping = 1e-8; /* halvings end here: 27 of them */
static const double of_the_room = 0.9;    /* part of the way to a bound that a step may take */

/* ---- Inlined steps (step.c): a shorter step is the remedy for everything ---- */

enum {
    STEP_ITERATIONS = 5,
    STEP_FULL_ITERATIONS = 8,
    STEP_PATIENT_ITERATIONS = 50, /* where shorter steps have not helped: down an exponential each
                                     correction is as long as the one before */
};
#define STEP_CONVERGED 0.1 /* error that is left, of what the integrator tolerates */
/* The same of the unknowns: what is nonlinear has a length of its own (a thermal voltage), however
 * loose the tolerance is. */
#define STEP_LOOSEST 1e-4
#define STEP_TINY 1e-6        /* a correction as small that does not become smaller is noise, */
#define STEP_ROUNDINGS 1000   /* ... or one of so many units in the last place */
#define STEP_PROVES 0.25      /* a rate that proves convergence (Kantorovich) */
#define STEP_UNPROVEN 100     /* what is left after slower ones, of the next correction, at least */
#define SLOPE_DIFFERENCE 1e-4 /* of a derivative, for a column of differences */
/* The correction that residuals would have is at most so many times what the last ones had by the
 * same matrix: they have the same cause, and gains that were compared differed by a fifth. What is
 * kept of a larger one. */
#define STEP_GAINS 2
#define STEP_FORGETS 0.7
#define STEP_STANDS                                                                                \
    0.5 /* of a residual, left by a correction: it was not meant; of a correction with             \
           a matrix of its own, left by the one before: it may be noise */
#define STEP_WORST_RATE 0.9 /* slower: another matrix, then a shorter step */
#define STEP_SLOW_RATE 0.2  /* of a matrix made elsewhere: one made here is worth it */
#define STEP_FULL_WORST 2   /* with matrices of their own corrections may grow as much */
/* tangents.c: arguments of exponentials so far from the point of the matrix that it says little;
 * the most they move up, and down, at once; corrections. */
#define TANGENT_FAR 1.0
#define TANGENT_NEAR 0.5
#define TANGENT_UP 30.0
/* An exponential so far up comes down by 1, even to small negative values; a line by more. */
#define TANGENT_LINE (-1.001)
#define TANGENT_DOWN 30.0
enum { TANGENT_ITERATIONS = 25 };
/* Of the h of a matrix and the present one, at most: a correction of the tolerated size leaves no
 * more of what is linear than Newton's iteration may leave. */
#define STEP_RATIO ((1 + STEP_CONVERGED) / (1 - STEP_CONVERGED))
#define STEP_LEAST 1e-3 /* of the weight an unknown has by itself: that of der(x) for small h */

/* mixed.c: error that a fixed-point iteration may leave, stiff unknowns, iterations, at most. */
#define MIXED_RATE 0.3
enum { MIXED_MOST = 200, MIXED_ITERATIONS = 10, MIXED_POWERS = 20, MIXED_LARGEST = 1000 };

/* ---- Another branch (branch.c) ---- */

enum {
    LARGEST = 100,   /* unknowns: each step factors a dense matrix */
    STEPS = 400,     /* along the curve, in each direction */
    CORRECTIONS = 8, /* of one point; more than that means that the step was too long */
};
/* Lengths in units of the unknowns. */
static const double first_step = 1e-3, least_step = 1e-9, longest_step = 1e6, far_away = 1e9;
static const double on_the_curve = 1e-6; /* relative to the step */

/* ---- Guesses at the start (guess.c) ---- */

enum { GUESS_STEPS = 15, GUESS_FIRST = 3, GUESS_TIMES = 6 };
#define LEAST_WEIGHT 1e-3   /* of the largest that a residual is measured in */
#define LEAST_REGULAR 1e-10 /* of the trace: what the equations leave open stays */
#define LEAST_PART 1e-4     /* of a step, or of a unit: shorter ones are not worth it */
/* nearest.c: a step as short is the last; of so many, as lengths are halved by one where guesses
 * are far off, and chains of constraints follow one after the other. */
#define NEAREST_MET 1e-9
enum { NEAREST_STEPS = 300 };
/* A solution that is so far from start values that were given, against their size, is not taken
 * without looking for another one; which must be nearer by this factor. */
static const double far_from_start = 0.3, nearer = 0.9;
/* Of one unknown it is looked for at so many places on each side. */
enum { NEARER_PLACES = 16 };

#endif
