/* idle.h - `when` clauses whose condition is never true in a run. */
#ifndef KRON_RT_IDLE_H
#define KRON_RT_IDLE_H

#include "rt/run_internal.h"

void idle_begin(KInst *m);
/* Relations become what they were at the start. */
void idle_put_begin(KInst *m);
/* At every pass of an event, where relations are as they are now. */
void idle_note(KInst *m);
/* Whether a relation was the same at all events and at the start. */
bool idle_never_changed(const KInst *m, int relation);
/* Whether it has at most become what it is, and was never that before. */
bool idle_changed_once(const KInst *m, int relation);
/* Whether it has become true at an event. */
bool idle_became_true(const KInst *m, int relation);
/* At the end of a run: a note of each. */
void idle_tell(const KInst *m);

#endif
