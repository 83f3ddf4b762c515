/* limits.h - loops that amplify what they are to correct, at a limit. */
#ifndef KRON_RT_LIMITS_H
#define KRON_RT_LIMITS_H

#include "rt/growth.h"

/* At the end of a run in which nothing has grown: a warning of a controller that stays at its limit
 * because of its sign. */
void limits_tell(const KGrowth *g, KInst *m);

#endif
