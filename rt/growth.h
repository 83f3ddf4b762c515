/* growth.h - states, and what events make, that grow faster and faster up to the end of a run. */
#ifndef KRON_RT_GROWTH_H
#define KRON_RT_GROWTH_H

#include "rt/run_internal.h"
#include "rt/texts.h"

typedef struct KGrowth {
    int n;              /* states, then what changes at events; 0: nothing is watched */
    double *low, *high; /* [n] the farthest on both sides of the beginning in the last two parts */
    double
        *most; /* [GROWTH_PARTS*n] largest distances from the beginning in each part of the time */
    double *first, *second; /* [n] values at the beginning, and at the first row after it */
    int nv;                 /* of the model where the run began: it may be extended */
    double *within; /* [nv] all values at one row in the middle of the run, if `has_within`; NULL:
                       the model is large */
    bool has_within;
    int rows;  /* that were noted */
    double at; /* the part of the run that was over at the last of them */
    bool told; /* by growth_tell_pace */
} KGrowth;

enum { GROWTH_VALUES = 20000 }; /* of larger models questions at the end would take time */
bool growth_open(KGrowth *g, const KModel *model); /* false: no memory */
void growth_close(KGrowth *g);
/* At a point that is written; part: of the run that is over. */
void growth_note(KGrowth *g, const KInst *m, double part);
/* Where a run gets on by steps of `pace` only: a warning if a state has grown far beyond its size;
 * false: none has. */
bool growth_tell_pace(KGrowth *g, KInst *m, double pace);
/* Into t: the parameter, at least so large, to which the derivative of a state is in inverse
 * proportion, as a capacity, and the equation that says so. Which one it is; -1: there is none. */
int growth_hold_back(Text *t, KInst *m, int state, double least);
/* How far a value has come from its beginning at the rows. */
double growth_distance(const KGrowth *g, int i);
/* A note on a state that never moved, if a parameter of 0, or a very large one, is why; false:
 * there is none. */
bool growth_tell_still(const KGrowth *g, KInst *m);
/* At the end of a run that went well: a warning; false: nothing has grown. explicit_step: the
 * length of steps that an explicit method was to take whatever comes of it; 0: there was none. */
bool growth_tell(const KGrowth *g, KInst *m, double explicit_step);

#endif
