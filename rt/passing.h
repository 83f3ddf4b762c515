/* passing.h - singular positions that are passed. */
#ifndef KRON_RT_PASSING_H
#define KRON_RT_PASSING_H

#include "rt/integrator.h"

typedef struct KPassing {
    KInst *m;
    int nv;        /* variables; a model that is extended during the run has more behind them */
    double t;      /* the motion is known here */
    double *value; /* [3 * nv] values there, first and second derivatives */
} KPassing;

bool passing_open(KPassing *p, KInst *m); /* false: no memory */
void passing_close(KPassing *p);
/* Notes the values at t + k*dt, where the instance has been evaluated; k = 0, 1, 2. */
double *passing_note(KPassing *p, int k);
/* The motion from t on, from the values noted. */
void passing_take(KPassing *p, double t, double dt);
/* A variable as the motion is continued dt after it. */
double passing_value(const KPassing *p, int var, double dt);
/* Evaluates there. Not 0: no solution is near the continuation. */
int passing_evaluate(KPassing *p, double dt);

#endif
