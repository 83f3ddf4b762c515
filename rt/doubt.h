/* doubt.h - runs that go well with a course that its author can hardly have meant. */
#ifndef KRON_RT_DOUBT_H
#define KRON_RT_DOUBT_H

#include "rt/growth.h"

/* At the end of a run that went well: a note of what stands out. still: it has been told of a state
 * that does not move. */
void doubt_tell(const KGrowth *g, KInst *m, bool still);

/* After the start: a note of a solution of the initial problem that is of another kind than its
 * start value. */
void doubt_tell_start(KInst *m);

#endif
