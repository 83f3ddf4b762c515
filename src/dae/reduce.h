/* reduce.h - what index reduction and the choice of states share. */
#ifndef KRON_DAE_REDUCE_H
#define KRON_DAE_REDUCE_H

#include "dae/problem.h"

/* Equations with one variable that is not known, handed to `take` with it; true: it is known from
 * now on (peel.c). */
typedef bool PeelTake(void *arg, int eq, VarId var);
void dae_peel(Dae *d, bool *known, PeelTake *take, void *arg);

/* Start values where none are given, by the equations (guess.c). */
void dae_guess_starts(Dae *d);

/* The states by a policy: what is differentiated as written, or as the user wishes (states.c). */
void settle_listed(Dae *d, bool only_wished);
/* The variables a set integrates, with their equations (state_sets.c). */
void set_integrate(Dae *d, StateSet *set);

/* Replaces aliases in all expressions (alias.c). */
void dae_rewrite_aliases(Dae *d);

#endif
