/* bridge_internal.h - what the files of a bridge share. */
#ifndef KRON_RT_BRIDGE_INTERNAL_H
#define KRON_RT_BRIDGE_INTERNAL_H

#include "rt/bridge.h"
#include "rt/event_policy.h"
#include "rt/sets.h"

/* KBridge.basic. BASIC: derivatives, unknowns of blocks; SUM: the integral of a derivative that is
 * known at all points, a state or a candidate; CHOSEN: the state of a set. */
enum { OTHER, BASIC, SUM, CHOSEN };

static inline const KModel *bridge_model(const KBridge *b)
{
    return b->in.m->run->model;
}

/* The instance's values, and back. */
void bridge_take(const KBridge *b, double *to);
void bridge_put(const KBridge *b, const double *v);
/* Notes the modes with which everything is evaluated; whether they are others. */
bool bridge_note_modes(KBridge *b);
/* The polynomials of the first n points at t, and their integrals from b->from to t. */
void bridge_weigh(KBridge *b, int n, double t);
/* The integral of a derivative (as KStateSet.rate) there, by its values at these points. */
double bridge_sum(const KBridge *b, double *const *value, int n, int var, int rate);
/* Everything from the instance's states and guesses, also derivatives that nothing but results
 * need. */
int bridge_evaluate(const KBridge *b);
/* What the states' derivatives need at point k, from its states and guesses; all the rest. */
int bridge_solve(KBridge *b, int k);
void bridge_complete(KBridge *b, int k);
/* The size of state i at the points. */
double bridge_size(const KBridge *b, int i);

/* ---- bridge_stiff.c ---- */

/* Iterates until the states at the points behind the gap stay where they are; how much they move
 * at last, where 1 is their size. INFINITY: there is no solution. */
double bridge_settle_stiff(KBridge *b);

#endif
