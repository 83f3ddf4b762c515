/* step_policy.h - steps of the integrators: how long they are, when a model is stiff, when a run
 * does not get on (rk.c, sundials.c, sim_pace.c). What a method needs is in its table
 * (rk_tables.c). */
#ifndef KRON_RT_STEP_POLICY_H
#define KRON_RT_STEP_POLICY_H

/* ---- Runge-Kutta: the next step (Hairer, Norsett, Wanner, II.4) ---- */

static const double safety = 0.9;                         /* of the step that the error allows */
static const double least_factor = 0.2, most_factor = 10; /* against the last one */
static const double twofold = 2,
                    fivefold = 5;         /* the most of BDF; of implicit Runge-Kutta methods */
static const double failed_factor = 0.25; /* where the equations have no values */
static const double least_error = 1e-10, first_error = 1e-4; /* so that factors stay finite */

/* ---- Is it stiff? ---- */

enum {
    STIFF_STEPS = 15, /* steps limited by stability, not by the error, in a row ... */
    CALM_STEPS = 6,   /* ... which so many others interrupt; or 4 * STIFF_STEPS, a quarter of all */
};

/* After each SLOW_STEPS explicit steps: another method if it would go on for so many. */
enum { SLOW_STEPS = 1000 };
static const double far_away = 1e6;
/* BDF: the same, and of so many trials more than one has failed. In good runs it is one in 10
 * to 20. */
enum { LOST_AMONG = 8 };
/* ... or where each of so many steps in a row costs as much as so many evaluations of the model.
 * Usual are 20. */
enum { COSTLY_STEPS = 100, COSTLY_DIRECTIONS = 200 };

/* sdirk would take SMOOTH_STEPS explicit steps as one, which costs it about a third, SMOOTH_TIMES
 * in a row (smooth.c), and so many more of them would follow. Its estimate of the error is about a
 * sixtieth of the fourth difference, and is held to a tenth of the tolerance: up to smooth_error of
 * the latter. */
enum { SMOOTH_STEPS = 8, SMOOTH_TIMES = 5, SMOOTH_AHEAD = 1000 };
static const double smooth_error = 6;
/* If the first steps of it are much shorter than the explicit ones were, these go on: a solution
 * that slides along a jump in a function is as smooth, and no step over the jump is accepted.
 * Otherwise they are as long until what oscillates at the limit of stability has faded. */
enum { SMOOTH_PROOF = 100 };
static const double smooth_gain = 0.2;

/* Before the first step, where the program has an inlined one: the fastest mode is found by so many
 * evaluations. It decays, rather than oscillates, and would need so many steps up to the end,
 * about: an implicit method is taken at once. Moves that are tried, in units of what is tolerated.
 */
enum { AHEAD_POWERS = 8 };
static const double ahead_real = 0.8, ahead_decays = 300, ahead_move = 10;

/* ---- CVODE and IDA ---- */

/* BDF's errors add up over the steps, most of all after restarts at low order: a step is held to a
 * tenth of what the result shall have. */
static const double sharper = 0.1;
enum {
    ALONE_AMONG = 4,      /* unknowns among which an error of one counts as if it had no company */
    SUN_ERROR_FAILS = 25, /* of one step: the first after an event may be far too long */
    STALLS = 20,          /* steps that do not move the time */
    SUN_DENSE = 60,       /* unknowns up to which their matrix is dense, ... */
    SUN_DENSE_PART = 4,   /* ... or if more than one in so many entries is not zero */
};

/* ---- Inlined methods ---- */

/* What a step is held to, of the tolerance. BDF: more where it is loose, since there are few steps.
 * Radau IIA: all, being of order 5 where its estimate is of order 3. Sdirk: less with the root of
 * the number of steps, which grows as tolerance^(-1/4). */
#define BDF_SHARE(tolerance) (sharper * fmax(1, sqrt((tolerance) / 1e-2)))
#define SDIRK_SHARE(tolerance) (sharper * fmin(1, pow((tolerance) / 1e-3, 0.125)))
/* Of what is tolerated, left by the iteration in a stage: errors of stages add up in a step. */
#define DIRK_CONVERGED 0.02
/* The same where the step is controlled: by the tolerance, as RADAU5 has it. */
#define STAGES_CONVERGED(tolerance)                                                                \
    fmax(10 * DBL_EPSILON / (tolerance), fmin(0.01, sqrt(tolerance)))
/* Of Radau IIA: what is left has the same sign in all steps and adds up; in oscillations of
 * thousands of periods that is the largest error. It costs one iteration in twenty where the
 * tolerance is sharp. */
#define RADAU_CONVERGED(tolerance) fmax(DBL_EPSILON / (tolerance), fmin(0.01, tolerance))

/* By what the error of a Runge-Kutta step may be more than the difference of its two formulas where
 * the solution has a kink in it: an exponential has come into play, or has ceased to. */
static const double kink_factor = 10;

/* So many times a shorter step has not helped: its equations are solved with all patience. */
enum { PATIENT_AFTER = 2 };
/* After so many steps since a restart each is held to less than `sharper` of the tolerance, by the
 * root of their number, ... */
static const double loose_steps = 5;
/* ... up to this factor, and never to less than rounding allows. */
static const double most_sharper = 60, least_tolerance = 1e-13;
/* Rounding errors in the states are measured at one of so many failed error tests; a step may err
 * by so many of them: predictions multiply them. */
enum { NOISE_EVERY = 8 };
#define STEP_NOISE 16
#define NOISE_FADES 0.99  /* what is kept of them in a step; more: their end is seen too late */
#define NOISE_SHARPER 1e4 /* what iterations may leave meanwhile */
/* The first step: of the time to go; moves that are tried, and h^2 x'', of what is tolerated;
 * against the step that was tried. */
static const double first_part = 1e-2, first_motion = 0.5, first_bend = 0.5, first_growth = 100;

/* ---- A run ---- */

enum {
    SHRINKS = 50,         /* halvings of a step at whose end there are no values */
    STILL_LOOKS = 2000,   /* steps of a model without states, at least, if it has relations */
    LOOKS = 500,          /* points at which relations, and what time does alone, are looked at */
    PACE_STEPS = 100000,  /* without an event: the pace of so many and as many more is compared */
    CHOICE_HALVINGS = 12, /* of a step that goes too far beyond a better choice of states */
};
/* Part of the run after which values found so far help where those at the begin of a step do not.
 */
#define ADVANCED 1e-6

/* A derivative that time alone changes from one such point to the next by this part of its range.
 */
static const double pulse_change = 0.25;
/* Functions of time alone: a part of the range after which the rest is looked at, too; slopes that
 * are the same but for this are those of a ramp; changes by rounding. */
static const double drive_moved = 0.5, drive_straight = 1e-3, drive_rounding = 1e-12;
/* States whose derivatives are the same after this part of the distance of two points are clocks.
 */
static const double clock_part = 1e-3;
/* So many times the steps that are allowed are left: not worth beginning. */
static const double hopeless = 100;

#endif
