/* passing.h - singular positions that are passed. */
#ifndef KRON_RT_PASSING_H
#define KRON_RT_PASSING_H

#include "rt/integrator.h"

enum { PASS_NODES = 8 }; /* points from which a motion is continued */

typedef struct KPassing {
    KInst *m;
    int nv;         /* variables; a model that is extended during the run has more behind them */
    int nvar, *var; /* [nvar] those that are continued */
    int n, alike;   /* points known; the newest of them with derivatives of the present states */
    double t[PASS_NODES];      /* newest first */
    double *value[PASS_NODES]; /* [nv] each */
    int last;                  /* of them before the position: 1 when one behind it is known */
    bool begins;               /* the motion begins at the position: the points are behind it, ... */
    double reach;              /* ... so far */
    double *memory, *side, *sum; /* [nv] work */
    double *first;               /* [nv] values at the position, if it begins there */
    bool shows;                  /* the instance stands beside the time of a row: ... */
    double *stood, *here;        /* [nv] ... values there, and at that time */
    int used;                  /* the newest of them: of the continuation */
    double at;                 /* where it has been continued to last */
    double factor[PASS_NODES],
        area[PASS_NODES]; /* its polynomials at a time, and their integrals */
} KPassing;

bool passing_open(KPassing *p, KInst *m); /* false: no memory */
void passing_close(KPassing *p);
/* The motion from here on has nothing to do with the one before. */
void passing_forget(KPassing *p);
/* The motion goes on behind the position, at t: the points known say how, if they are before it. */
void passing_leave(KPassing *p, double t);
/* Other states have been chosen. */
void passing_choose(KPassing *p);
/* The instance has been evaluated, away from singular positions: a point of the motion. */
void passing_note(KPassing *p);
/* The polynomials of the points that are used at t, and their integrals from `from` to t. */
void passing_weigh(KPassing *p, double from, double t);
/* A variable there. */
double passing_extrapolated(const KPassing *p, int var);
/* Where the last one is; -INFINITY: there are too few. */
double passing_begin(const KPassing *p);
/* Decides how many points are used for a continuation to t. */
void passing_use(KPassing *p, double t);
/* The instance gets the values of the motion as it is continued to t. */
void passing_continue(KPassing *p, double t);
/* Evaluates there. Not 0: no solution is near the continuation. */
int passing_evaluate(KPassing *p, double t);
/* The same at four points; the instance gets the values of the cubic through them at t. */
int passing_cubic(KPassing *p, double t, const double at[4]);
/* At lo, hi and as far beyond them. */
int passing_between(KPassing *p, double t, double lo, double hi);
/* The instance has values for a row at the present time, and will be evaluated beside it. */
void passing_keep(KPassing *p);
/* After that: events begin from the values that it has. */
void passing_stand(KPassing *p);
/* Around a row: the instance has the values that were kept, and what events have changed since. */
void passing_show(KPassing *p);
void passing_hide(KPassing *p);
/* After passing_evaluate behind the position: the continuation goes through this point
 * from now on. The instance has its values. */
int passing_correct(KPassing *p);

/* ---- starting.c ---- */

struct KSets;
/* The instance has values at t0 where the constraints of states depend on each other, or beside such
 * a position: finds points of the motion that begins there, with states chosen anew, and returns how far they reach. 0: the
 * velocities leave it open, or contradict the constraints. */
double starting_find(KPassing *p, struct KSets *sets, double t0, bool beside);
/* After it: values at t, nearer than `beside` to the start at `at`: those of four points farther
 * off, continued. */
int starting_extrapolate(KPassing *p, double at, double beside, double t);
#endif
