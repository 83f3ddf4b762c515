/* inputs.h - inputs of a model that follow tables over time. */
#ifndef KRON_RT_INPUTS_H
#define KRON_RT_INPUTS_H

#include "rt/run.h"

/* Values of an input at times that do not fall. Reals vary linearly in between, and step where two
 * points of the same time have other values; others keep the value up to the next point. Before
 * the first point and after the last it has their values. */
typedef struct KSeries {
    size_t n; /* > 0 */
    const double *t, *x;
} KSeries;

/* Variable `var` of the model, which is an input, follows the series, which must stay. Nonzero: no
 * memory. */
int k_set_input(KInst *m, const KVariable *var, const KSeries *series);

/* ---- For the run time ---- */
/* Before the initial problem: what holds from t on. */
void inputs_start(KInst *m, double t);
/* The inputs at m->time, and in the stages of a step that has several. */
void inputs_apply(KInst *m);
/* The next step of an input, or change of one that is held; +inf if there is none. */
double inputs_next(const KInst *m);
/* The event at t: what steps up to t + close has its new values. */
void inputs_pass(KInst *m, double t, double close);
/* The next time after t + close at which the slope of an input changes; +inf if none. */
double inputs_bend(KInst *m, double t, double close);

#endif
