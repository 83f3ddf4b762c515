/* unstable.h - the fastest modes of a model where it stands, and known values that decide how fast
 * it grows. */
#ifndef KRON_RT_UNSTABLE_H
#define KRON_RT_UNSTABLE_H

#include "rt/run_internal.h"

enum { UNSTABLE_STATES = 40 }; /* of larger models nothing is told */

/* The real part of the eigenvalue that grows fastest where the model stands; NAN: it is not known.
 */
double unstable_rate(KInst *m);
/* The same where the run began. */
double unstable_rate_at_begin(KInst *m);
/* The longest step with which explicit Euler follows what decays fastest; NAN: not known, or the
 * model itself grows. */
double euler_limit(KInst *m);
/* Adds the known values in the equations that move a growing state by which the model would grow
 * more slowly, and which way. Of large models, and where no mode grows where it stands, nothing. */
void text_slower(Text *t, KInst *m, int state);

/* The same of a state that went away from a set point, if it is part of what grows where the run
 * is, or (_BEGIN) where it began, and nothing would with another value, or another sign (_SIGNS:
 * only that) of a value, or (_WHOLE) of an equation; _CARRIED: or it was stable where it began,
 * which is said. False: it is not so, and nothing is added. */
enum { REPELLED_BEGIN = 1, REPELLED_WHOLE = 2, REPELLED_SIGNS = 4, REPELLED_CARRIED = 8 };
bool text_repelled(Text *t, KInst *m, int state, int how);
/* Whether the derivative of a state is no multiple of the states, as a speed is, or of the state
 * itself, as the growth of what is alive, and not 0 where the state is: something that is known is
 * in it. */
bool has_set_point(KInst *m, int state);
/* Whether it is a multiple of the states, and not of the state itself alone, where the model
 * stands. */
bool moves_by_others(KInst *m, int state);

#endif
