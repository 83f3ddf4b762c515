/* regular.h - why the equations of a block do not determine its unknowns. */
#ifndef KRON_RT_REGULAR_H
#define KRON_RT_REGULAR_H

#include "rt/run_internal.h"

/* Adds the equations of a block, in which the failure at hand is, that depend on each other, and
 * the values with others of which they would not; false: it is large, or that is not so. */
bool text_regular(Text *t, KInst *m);

#endif
