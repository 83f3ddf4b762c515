/* bridge.h - a motion past a position where the constraints of states depend on each other. */
#ifndef KRON_RT_BRIDGE_H
#define KRON_RT_BRIDGE_H

#include "rt/integrator.h"

struct KSets;
struct KWatched;

enum { BRIDGE_SIDE = 6, BRIDGE_NODES = 2 * BRIDGE_SIDE };

/* What is known where a motion is followed from. */
typedef enum {
    BRIDGE_REGULAR,  /* everything: the position is ahead */
    BRIDGE_BESIDE,   /* accelerations to few digits: it is here, nearly */
    BRIDGE_SINGULAR, /* positions and velocities: it is here */
} KBridgeFrom;

typedef struct KBridge {
    KIntegrator in; /* the run walks over it as over a step of an integrator */
    struct KSets *sets;
    double tolerance;
    int nv; /* variables; a model that is extended during the run has more behind them */
    unsigned char *basic; /* [nv] bridge_internal.h */
    double from, *start;  /* where it begins, and the values there, [nv + nrel]: variables, and
                             relations' sides */
    double to;            /* where it ends: equations are solved from there on */
    bool here;            /* they are not at `from` either */
    bool moved_on;        /* reinit has moved a state since the points were evaluated */
    int n, end;           /* points of the motion; number of the one at `to` */
    double t[BRIDGE_NODES], *value[BRIDGE_NODES]; /* the same each, in the order of time */
    double *motion[BRIDGE_NODES]; /* the same before events on the way: states go on as they went */
    double at, factor[BRIDGE_NODES], area[BRIDGE_NODES]; /* of the points' polynomials at a time */
    double *modes; /* [nrel + nkept + ndiscrete] with which the points are evaluated */
    double *kept, *seen, *moved, *best; /* [nv + nrel] work */
    unsigned char
        *doubtful;  /* [nrel + 2 * nkept] relations of which evaluation tells nothing here */
    double *memory; /* of all that, from the first motion on */
    struct KWatched *watched; /* [nsets] work */
} KBridge;

bool bridge_open(KBridge *b, KInst *m, struct KSets *sets, double tolerance); /* false: no memory */
void bridge_close(KBridge *b);
/* From now on values between b->from and b->to are those of the motion that was found, with the
 * states that were chosen for it. */
void bridge_enter(KBridge *b);
void bridge_leave(KBridge *b);
/* The instance gets the values at t. */
void bridge_at(KBridge *b, double t);
/* Whether the present time is one at which nothing is solved for. */
bool bridge_inside(const KBridge *b);
/* reinit gives a state another value at the present time. A candidate of a set changes what follows
 * from it, which is solved for again: the run is not on the bridge any more. */
void bridge_reinit(KBridge *b, int var, double value);
/* The parts of the code there. */
int bridge_rhs(KBridge *b, KMode mode);
/* (After bridge_rhs.) */
int bridge_cross(KBridge *b, KMode mode);
int bridge_out(KBridge *b, KMode mode);

/* ---- bridge_find.c ---- */

/* Follows the motion from the present values, at m->time, past a position where set i is singular,
 * about `ahead` later, 0: as the motion begins (both for BRIDGE_REGULAR). Returns the error at
 * b->to, where 1 is the tolerance; INFINITY: it is not found. The instance has its values again. */
double bridge_find(KBridge *b, KBridgeFrom from, int i, double ahead);

#endif
