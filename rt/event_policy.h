/* event_policy.h - events: when a relation has changed, where, and when an iteration over modes is
 * given up (crossing.c, events.c, init.c, modes.c, simulate.c, sim_*.c). */
#ifndef KRON_RT_EVENT_POLICY_H
#define KRON_RT_EVENT_POLICY_H

#include <float.h>

/* ---- Has a relation changed, or is it rounding? ---- */

/* Below this part of the largest value it has had, a function that has just changed is noise; more
 * is measured, by other rounding modes, NOISE_TIMES. Smaller: events repeat themselves; larger:
 * crossings right after an event are missed. */
#define CROSSING_NOISE (8 * DBL_EPSILON)
/* By the values of an inlined step a function may be off by so much of that at first, and then by
 * so many times what it was lately: from one comparison to the next this part of it is kept. */
#define ROUGH_FIRST 1e-3
#define ROUGH_TIMES 10
#define ROUGH_FORGETS 0.1
enum { NOISE_TIMES = 8 };
/* A kept value that rounding errors of states change by more than this part of its largest value,
 * and by so many units in the last place of the model's largest value, jumps there. Smaller: badly
 * conditioned relations repeat their events; larger: the next jump of a step function after an
 * event is not seen. */
#define LEAST_JUMP 1e-2
#define JUMP_UNITS 1e6
/* For this the states are moved by so many units in the last place; x < time where x is the time
 * ends with one event after the other if it is less than what integration adds up. It is measured
 * again where a function is less than NOISE_GROWN times its noise at the last event. */
enum { STATE_UNITS = 32 };
#define NOISE_GROWN 1e6
/* Where relations chatter unknowns of nonlinear blocks are moved by this part: about the root of
 * what their iteration leaves. Less: a port without flow, whose pressure is found by iteration,
 * goes on chattering; more: another solution may be found. So many times in a run. */
#define GUESS_MOVED 3e-7
enum { LOOSENED_TIMES = 20 };
/* A determinant of states at the start that is so small says why there is no solution. */
#define LOST_IN_NOISE 1e-9
/* The same of a position that an iteration has found: where solutions meet it comes no nearer than
 * the root of its roundings. */
#define FOUND_FLAT 1e-6
/* Mixed blocks: unknowns are moved by so many units in the last place of the largest, ... */
enum { MODE_UNITS = 32, MODE_ROUNDINGS = 8 }; /* (without unknowns: rounding alone, times that) */
/* ... and a relation is as good as zero in one mode if it is so much larger in others. */
#define MODE_NEARLY 1e-10

/* ---- Where? ---- */

enum {
    LOCATE_LIMIT = 200, /* iterations of the root finding, which halves at worst */
    EARLIER = 20,       /* looks for a crossing before the one that was found */
    TURN_HALVINGS = 50, /* where the constraints of states become singular */
    TURN_ROUNDS = 5,    /* parabolas towards a turning point that may touch zero */
};

/* A determinant of states that is this part of what it is at the ends of a step vanishes. */
#define TURN_LEAST 1e-3
/* One whose sign changes is not continuous there if it changes by this part of what it is at the
 * ends. */
#define TURN_JUMP 0.1
/* A singular position (bridge.c, sim_singular.c). Steps end where the determinant is PASS_THERE of
 * PASS_FROM, but do not go farther than PASS_FAR of the way to where it seems to be from afar,
 * PASS_APPROACH from near. From where the smallest pivot is PASS_FROM, or the determinant as much
 * of the largest it has had, on the motion is followed past it, and again wherever the way has
 * become PASS_AGAIN of what it was, until the error is PASS_ERROR of the tolerance. Where rounding
 * makes most of it that will not be less: up to PASS_MOST. Methods of fixed step promise nothing:
 * PASS_FIXED. */
#define PASS_THERE 0.8
#define PASS_FAR 0.75
#define PASS_APPROACH 0.5
#define PASS_FROM 0.1
#define PASS_AGAIN 0.7
#define PASS_ERROR 0.1
#define PASS_MOST 10
#define PASS_FIXED 1e4
/* Where that is not possible pivots are small, but need not vanish. What is computed from states is
 * certain beside pivots of the root of the tolerance, which becomes CLOSER_PART of what it was,
 * again and again, but not less than CLOSER_LEAST: beside a pivot d accelerations have errors of
 * rounding/d^3 (2e-4 there; of 1e-2 energies explode). */
#define CLOSER_PART 1e-2
#define CLOSER_LEAST 1e-8
/* What follows from the states has to be within PASS_NEAR of the way from where accelerations lead;
 * other ways lead elsewhere by more. */
#define PASS_NEAR 0.1
/* Points behind the gap, and before it, are BRIDGE_PART of it from each other: less, and rounding
 * grows; more, and the polynomials are worse (6 + 6 points: by up to 22, and gap^12*1e-9).
 * BRIDGE_FEW points of which at most one is before it: BRIDGE_AHEAD. The end of the gap is looked
 * for in BRIDGE_LOOKS quarters of the way to the position. Rounds of the iteration end where states
 * move by BRIDGE_SETTLED of the tolerance. */
enum { BRIDGE_FEW = 8, BRIDGE_LOOKS = 40, BRIDGE_ROUNDS = 40 };
#define BRIDGE_PART 0.2
#define BRIDGE_AHEAD 0.5
#define BRIDGE_SETTLED 0.01
/* Inside values are certain that change by less than BRIDGE_CERTAIN of them if others do by
 * BRIDGE_MOVED of the size they have in the gap. */
#define BRIDGE_MOVED 1e-11
#define BRIDGE_CERTAIN 1e-9
/* A motion that begins at a singular position: START_POINTS points are sought from where positions
 * have gone START_FIRST of their own size, each START_FARTHER times as far; from START_FROM on they
 * are tried. Pivots of ways that cross each other grow no faster than START_SLOPE times as fast as
 * before on the way to twice as far. */
enum { START_POINTS = 38 };
#define START_FIRST 1e-6
#define START_FARTHER 1.4
#define START_FROM 1e-4
#define START_SLOPE 1.5
/* The least pivot beside such a position with which integrators begin. */
#define START_CERTAIN 1e-6
/* Where no step is possible a relation may change AHEAD times the distance of instants beyond; or
 * up to AHEAD_FARTHER times AHEAD times as far, if states change by AHEAD_LITTLE of the tolerance
 * only. */
#define AHEAD 4
#define AHEAD_LITTLE 0.01
enum { AHEAD_FARTHER = 5 };
/* sim_jump.c: derivatives that differ by JUMP_PART of themselves within JUMP_NEAR times a step that
 * has no solution jump, if that is JUMP_SUDDEN times what it was a quarter as far (a slope: 4, a
 * root: 2), or grows less than by JUMP_SAME from there on; a step over the jump is off by
 * JUMP_LITTLE of the tolerance; JUMPS of them, at most, lie within JUMP_APART of the run of each
 * other: a million of them takes seconds. */
enum { JUMPS = 3 };
#define JUMP_SUDDEN 16
#define JUMP_SAME 1.5
#define JUMP_PART 1e-3
#define JUMP_NEAR 4
#define JUMP_LITTLE 0.5
#define JUMP_APART 1e-6
/* An event changes the course if derivatives differ by more than this part of them; near singular
 * positions, where what rounding leaves of the equations of positions, SAME_LEFT, makes more, by up
 * to SAME_MOST times as much. */
#define SAME_COURSE 1e-10
#define SAME_LEFT 5e-15
#define SAME_MOST 1e6

/* ---- Time events ---- */

/* So many of one `sample` in a run are asked about at its start; state events when after
 * EVENTS_FOR_PACE of them so many are to be expected. */
#define MANY_EVENTS 1e6
enum { EVENTS_FOR_PACE = 10000 };

/* ---- Poles (poles.c) ---- */

enum { POLE_HALVINGS = 60, POLE_POINTS = 4, POLE_FACTOR = 8 };
/* Where a divisor is 0 is located to POLE_WITHIN of the way, and looked at from POLE_NEAR of it,
 * and from POLE_FACTOR times as far, ... Nearer, quotients of zeros are rounding; farther off, what
 * is regularised looks like a pole. */
#define POLE_WITHIN 1e-12
/* Values go on by at most so many times as fast as they did. */
#define POLE_SPEED 4
#define POLE_NEAR 1e-9
/* A divisor may touch 0 in a step if the vertex of a parabola is below TOUCH_NEAR of what it is
 * beside; it does if its least value, found by golden section in TOUCH_PARTS, is below TOUCH_LEAST
 * of that. Because of rounding that point is known to 1e-6 of the step only. */
#define TOUCH_NEAR 0.25
#define TOUCH_LEAST 1e-10
#define TOUCH_BESIDE 1e-4
#define GOLDEN 0.6180339887498949
enum { TOUCH_PARTS = 45 };
/* From one distance to the next differences of a pole grow by POLE_FACTOR, of a jump not at all; by
 * so much at least, by at most POLE_UNEVEN times as much from one to the next, and beyond so much
 * of the value or of its nominal value. */
#define POLE_GROWTH 5
#define POLE_UNEVEN 2
#define POLE_VISIBLE 1e-4
/* What is less than that over a step, or than time is rounded by, and grows towards a point as a
 * pole does is the rounding of a quotient of zeros. */
#define POLE_NOISE 1e-10
/* Where steps have become too small a pole is looked for ahead, in these parts of the run. */
#define POLE_AHEAD_FIRST 1e-14
#define POLE_AHEAD 1e-6
/* ... or a divisor that has come down to this part of the largest it was in the run. */
#define POLE_VANISHED 1e-6
/* With another parameter it is no longer near 0. */
#define POLE_AWAY 0.1

/* ---- How long is it iterated? ---- */

enum {
    EVENT_PASSES = 100,       /* event code, until nothing discrete changes */
    INITIAL_PASSES = 100,     /* the same at the start */
    INITIAL_CHOICES = 5,      /* conditions chosen anew at the position they have given */
    INITIAL_PROJECTIONS = 20, /* steps towards the nearest position */
    INITIAL_MOVED = 8,        /* other values where no start values are given ... */
    INITIAL_GUESSES = 24,     /* ... and positions near to such values */
    SETTLE_LIMIT = 10,        /* event and continuous equations against each other */
    SIMPLE = 64,       /* mixed blocks: all modes at once, or until they repeat themselves, ... */
    LEAST_INDEX = 256, /* ... then the first that changes (least index rule) ... */
    ALL_UP_TO = 10,    /* ... then all combinations of so many relations */
    CHATTER_EVENTS = 100, /* events within CHATTER_TIME of the run: it does not get on */
    RIDE_WIDTHS =
        4, /* a relation with a hysteresis rides on it if it is less than so many widths off */
    RIDE_WIDER = 10, /* what makes it wider */
    VANISHING = 10,  /* intervals between events that shrink: their sum is looked at */
};
/* nearest.c: what has a start value moves so much less freely (every second time). */
#define NEAREST_GIVEN 1e-4
#define CHATTER_TIME 1e-9
/* EVENTS_FOR_PACE within this part of the run: at this pace 1e10 of them. */
#define CHATTER_LONG 1e-6
/* A relation that rides on its limit (CHATTER_EVENTS events, between which it is less than
 * RIDE_NEAR of its sides, or than the tolerance of them where the run does not get on at all: a
 * hysteresis of the model's own, however narrow, is no such thing) gets a hysteresis, of up to the
 * root of the tolerance of them, until so many events take this part of the run: a run of 100,000
 * of them takes a second or so. */
#define RIDE_TIME 1e-3
#define RIDE_NEAR 1e-9
#define VANISHED 1e-6 /* of the run: the rest of shrinking intervals is as good as over */

/* ---- Homotopy at the start ---- */

static const double homotopy_first = 0.125, homotopy_least = 1e-4;

#endif
