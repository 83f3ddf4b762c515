/* pulses.h - what time alone makes of the derivatives, looked at ahead of long steps. */
#ifndef KRON_RT_PULSES_H
#define KRON_RT_PULSES_H

#include "rt/integrator.h"

enum { PULSE_BATCH = 16, PULSE_STOPS = 64 }; /* points looked at together, at least; stops kept */

/* What is kept of functions of time alone, each [ndrives]. */
enum { DRIVE_NOW, DRIVE_BEFORE, DRIVE_SLOPE, DRIVE_BASE, DRIVE_LOW, DRIVE_HIGH };
typedef enum { DRIVE_RESTS, DRIVE_MOVES, DRIVE_JUMPS } DriveMotion;

typedef struct KPulses {
    KInst *m;
    double part;      /* of the run, in which one point is looked at */
    double tolerance; /* changes of less are not seen */
    double seen;      /* looked at up to here */
    int nstops;       /* times at which a step has to end */
    double stop[PULSE_STOPS];
    double *v;          /* [nv] what the instance had */
    double *last;       /* [nstates] derivatives at the point before */
    double *low, *high; /* [nstates] their range in the points looked at together */
    double *range;      /* [nstates] the largest ever */
    double *rate; /* [nstates] change of them in a time, from the last point but one to the last */
    double at, *from;       /* [nstates] where states are looked at from */
    double *slope;          /* [nstates] of those that go on as they do; else 0 */
    double t_given, *given; /* [nstates] derivatives that a step has left at its end */
    int ndrives,
        npoints;   /* functions of time alone; points at which they were looked at in a row */
    double *drive; /* [6 * ndrives] */
    double looked; /* the last point at which derivatives were looked at, too */
} KPulses;

bool pulses_open(KPulses *p, KInst *m, double tolerance); /* false: no memory */
void pulses_close(KPulses *p);
/* The instance has the derivatives at the end of a step. */
void pulses_given(KPulses *p);
/* Nothing is known of what comes after t. */
void pulses_begin(KPulses *p, double t, double part);
/* Where a step from t, after one of length h that nothing cut short, has to end if not before;
 * +inf: nowhere. `end`: of what may be looked at. `in` has the states at t; NULL: the instance has.
 */
double pulses_stop(KPulses *p, KIntegrator *in, double t, double h, double end);

#endif
