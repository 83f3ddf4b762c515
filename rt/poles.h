/* poles.h - equations that become singular between two points of a run. */
#ifndef KRON_RT_POLES_H
#define KRON_RT_POLES_H

#include "rt/integrator.h"

typedef struct KPoles {
    KInst *m;
    int nv;       /* variables; a model that is extended during the run has more behind them */
    int n;        /* divisors, then linear blocks */
    int nblocks;  /* of which these are blocks */
    int *block;   /* [nblocks] */
    bool out;     /* some of them need KCode.out */
    double *g;    /* [n] signs of divisors and determinants */
    double *last; /* [n] the same at the last accepted point; 0: not known */
    double *now, *value,
        *older;              /* [n] values of divisors: at present, at the last accepted points */
    double *most;            /* [n] largest size of a divisor at accepted points ... */
    double *least;           /* ... and the least for which poles_small was true */
    double t_value, t_older; /* where those were; NaN: there is none */
    bool touching;           /* the one looked at touches 0 */
    double side;             /* of 0 on which the divisor that is told of was */
    bool told;               /* one has been found */
    bool integrated;         /* a state or derivative grows without bound at the one looked at */
    bool *warned;            /* [nwritten] a warning was given */
    double *near;            /* [POLE_POINTS * nv] values in the neighbourhood */
} KPoles;

bool poles_open(KPoles *p, KInst *m); /* false: no memory */
void poles_close(KPoles *p);
/* Everything has been evaluated at m->time, and goes on from here. */
void poles_begin(KPoles *p);
/* Everything has been evaluated at t, which no event separates from the last accepted point, at
 * `from`: what has grown without bound between them, the first, is the failure, and the result is
 * not 0. Leaves the instance evaluated at t. */
int poles_check(KPoles *p, KIntegrator *in, double from, double t);
/* Whether no sign can have changed up to t, as the values before say. */
bool poles_far(const KPoles *p, double t);
/* Whether a divisor is smaller at the accepted point than ever before, and than `part` of what it
 * has been. */
bool poles_small(KPoles *p, double part);
/* A step from here has failed, everything is evaluated here: whether it is because of a pole that
 * comes next, which is added to the failure. */
void poles_explain(KPoles *p, double span);

#endif
