/* gap.h - values with which an equation without solution would have one. */
#ifndef KRON_RT_GAP_H
#define KRON_RT_GAP_H

#include "rt/run_internal.h"

/* Adds the values that keep the block of a failed iteration, the failure at hand, from a solution,
 * and which way they would have to change; ends: it had one until now. */
void text_gap(Text *t, KInst *m, bool ends);

#endif
