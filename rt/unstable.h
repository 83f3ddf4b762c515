/* unstable.h - parameters that decide how fast a model grows. */
#ifndef KRON_RT_UNSTABLE_H
#define KRON_RT_UNSTABLE_H

#include "rt/run_internal.h"

/* The real part of the eigenvalue that grows fastest where the model stands; NAN: it is not known. */
double unstable_rate(KInst *m);
/* Adds the parameters in the equations that move a growing state by which the model would grow more slowly,
 * and which way. Of large models, and where no mode grows where it stands, nothing. */
void text_slower(Text *t, KInst *m, int state);

#endif
