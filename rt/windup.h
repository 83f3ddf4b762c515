/* windup.h - integrals that grow on behind a limit that hides them. */
#ifndef KRON_RT_WINDUP_H
#define KRON_RT_WINDUP_H

#include "rt/run_internal.h"

/* At the end of a run: a note of one. */
void windup_tell(KInst *m);

#endif
