/* beyond.h - tables that a run leaves far behind. */
#ifndef KRON_RT_BEYOND_H
#define KRON_RT_BEYOND_H

#include "rt/growth.h"

/* At the end of a run that went well: a note of one. */
void beyond_tell(const KGrowth *g, const KInst *m);

#endif
