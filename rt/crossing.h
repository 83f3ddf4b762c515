/* crossing.h - finding the instants between steps at which relations change. */
#ifndef KRON_RT_CROSSING_H
#define KRON_RT_CROSSING_H

#include "rt/integrator.h"

/* The zero functions of a model: its relations, then for each event-generating function the
 * distances of its argument from both ends of the piece it is on. */
typedef struct KCrossing {
    KInst *m;
    int n;
    unsigned char *op;   /* [n] K_LT .. K_NE, or that it is not searched */
    unsigned char *held; /* [n] value of each function's test that is no event */
    /* [n] FRESH: the function was near zero at the last event and has not left its rounding errors
     * since; LEAVING: it is due with more than these */
    unsigned char *fresh;
    double *largest; /* [n] absolute value seen so far */
    /* [n] rounding errors as measured; of relations held at the last event against their value:
     * twice that */
    double *slack;
    double *at, *end; /* [n] functions at the last accepted point, and at the end of a search */
    double *lo, *hi;  /* [n] work */
    double *moved, *grown; /* [n] work: functions with other roundings, and their slack */
    double
        *rough;  /* [n] functions at the end of a step by its own values; has_rough: at `end` too */
    double *off; /* [n] how far these were off lately */
    bool has_rough;
    double *values; /* [nv] work */
    double *before; /* [n] functions at the accepted point before t_at */
    double t_at, t_before;
    bool has_before;
    int culprit; /* a function that made the last event */
    int nloose;  /* events from here on at which what iterations leave open counts as rounding */
    /* Relations that ride on their limit: */
    double *loose;       /* [n] they change where they are beyond it by this; 0: as written */
    double *since;       /* [n] how far from it they have been since their last event, ... */
    double *ride;        /* [n] ... at most between those that `rides` counts, of which ... */
    double *from;        /* [n] ... the first was at this time */
    unsigned char *told; /* [n] the user knows */
    int *rides;          /* [n] their last events between which they were next to nothing */
} KCrossing;

KCrossing *crossing_new(KInst *m); /* NULL: no memory */
void crossing_free(KCrossing *c);
/* The instance has got more variables; false: no memory. */
bool crossing_extend(KCrossing *c);
/* After cross was evaluated at an event: gives relations that were not evaluated the value they
 * have now. True if there were any. hold: they keep their mode instead, with which the event code
 * has come to rest, until they have moved on. */
bool crossing_synchronize(KCrossing *c, bool hold);
/* Iterates the event at m->time until the relations agree with the continuous equations. The event
 * code and these round differently; relations that never come to an agreement keep their mode until
 * the next event. */
int crossing_settle(KCrossing *c);
/* The same at the end of the run, but for those of which rounding decides whether they change
 * before the end or after it: after. From here on they stay as they are. */
bool crossing_end(KCrossing *c);
/* After cross was evaluated at m->time: from here on the present modes are held. */
void crossing_hold(KCrossing *c);
/* cross has been evaluated at t; is there an event in (c->t_at, t]? 1: yes, *found is the instant
 * just after it; 0: no. Instants nearer than `close` are one. Other points are evaluated on the
 * way.
 */
int crossing_search(KCrossing *c, KIntegrator *in, double t, double close, double *found);
/* cross has been evaluated: is an event due? */
bool crossing_due(KCrossing *c);
/* The same also where a function has not left the rounding errors of the last event yet. */
bool crossing_beyond(KCrossing *c);
/* cross has been evaluated with values that an iteration has left: is every function so far from
 * zero that these do? */
bool crossing_far(KCrossing *c);
/* The search up to t found nothing: t is the last accepted point. */
void crossing_accept(KCrossing *c, double t);
/* How far the argument of event-generating function i is from both ends of its piece; what is not
 * in use stays as it is. */
void crossing_piece(const KInst *m, int i, double *low, double *high);
/* The last event found was at t. True: it is one of so many of its relation, between which that was
 * less than `little`, that it rides on its limit: a sliding mode, or rounding where its sides are
 * equal for a while. */
bool crossing_rides(KCrossing *c, double t, double little);
/* Gives that relation a hysteresis, or a wider one. False: it is `most` wide. */
bool crossing_loosen(KCrossing *c, double most);
/* The relation that made the last event, in words. */
void crossing_describe(const KCrossing *c, Text *t);
int crossing_relation(const KCrossing *c); /* its number; -1: it is none */

#endif
