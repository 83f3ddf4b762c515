/* resume.h - a run that goes on where another one was. */
#ifndef KRON_RT_RESUME_H
#define KRON_RT_RESUME_H

#include "rt/run.h"

/* What is known of another run: the values of some variables at some of its points, in the order
 * of time; the last one is where it goes on. */
typedef struct KPast {
    size_t n;           /* > 0 */
    const double *time; /* [n] */
    int nvars;
    const int *var;      /* [nvars] places in v */
    const double *value; /* [n * nvars], point by point */
} KPast;

/* Marks in `needed`, [nv], what a run goes on from: states, what changes at events only, parameters
 * that the initial problem determines; and 2: where iterations begin. */
void k_needed(const KInst *m, unsigned char *needed);
/* After k_params: the instance gets the values, at time t; KOptions.resume goes on from there. What
 * has a memory that is not among them is reported in a warning. Nonzero: it cannot be evaluated
 * there, with a message. */
int k_resume(KInst *m, const KPast *past, double t);

#endif
