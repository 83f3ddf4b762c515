/* unstable.h - parameters that decide how fast a model grows. */
#ifndef KRON_RT_UNSTABLE_H
#define KRON_RT_UNSTABLE_H

#include "rt/run_internal.h"

/* Adds the parameters in the equations that move a growing state by which the model would grow more slowly,
 * and which way. Of large models, and where no mode grows where it stands, nothing. */
void text_slower(Text *t, KInst *m, int state);

#endif
