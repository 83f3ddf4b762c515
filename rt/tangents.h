/* tangents.h - exponentials in a block of an inlined step that are followed by their values while
 * Newton's iteration is far from the solution (dae/exponents.c). */
#ifndef KRON_RT_TANGENTS_H
#define KRON_RT_TANGENTS_H

#include "rt/run_internal.h"

/* The points of tangents := the arguments as they are. */
void tangents_take(KInst *m, const KBlock *b);
/* Whether an argument is so far from its point that the matrix made there says little of it. */
bool tangents_far(const KInst *m, const KBlock *b);
/* After a correction of a matrix made at the points: they go where the exponentials have the values
 * that the equations want. */
void tangents_move(KInst *m, const KBlock *b);
/* From now on the exponentials of all blocks are tangents, or themselves again. */
void tangents_use(KInst *m, bool use);

#endif
