/* growth.h - states, and what events make, that grow faster and faster up to the end of a run. */
#ifndef KRON_RT_GROWTH_H
#define KRON_RT_GROWTH_H

#include "rt/run_internal.h"

typedef struct KGrowth {
    int n;        /* states, then what changes at events; 0: nothing is watched */
    double *low, *high; /* [n] the farthest on both sides of the beginning in the last two parts */
    double *most; /* [GROWTH_PARTS*n] largest distances from the beginning in each part of the time */
    double *first; /* [n] values at the beginning */
    bool begun;
} KGrowth;

bool growth_open(KGrowth *g, const KModel *model); /* false: no memory */
void growth_close(KGrowth *g);
/* At a point that is written; part: of the run that is over. */
void growth_note(KGrowth *g, const KInst *m, double part);
/* A note on a state that never moved, if a parameter of 0 is why. */
void growth_tell_still(const KGrowth *g, KInst *m);
/* At the end of a run that went well: a warning. explicit_step: the length of steps that an explicit method
 * was to take whatever comes of it; 0: there was none. */
void growth_tell(const KGrowth *g, KInst *m, double explicit_step);

#endif
