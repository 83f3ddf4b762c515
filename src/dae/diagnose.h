/* diagnose.h - messages about systems that cannot be matched (diagnose.c, diagnose_initial.c). */
#ifndef KRON_DAE_DIAGNOSE_H
#define KRON_DAE_DIAGNOSE_H

#include "dae/problem.h"

/* Whether the simulation matches if every state and its derivatives are one unknown. */
bool is_high_index(Problem *p);
/* The simulation problem could not be matched completely. */
void diagnose_simulation(Problem *p);
/* The first nrows rows of the initial problem could not be matched. */
void diagnose_too_many(Problem *p, int nrows);
void diagnose_too_few(Problem *p);
/* `a`, `b`, `c` and 4 more: at most `most` names. */
const char *names_text(Dae *d, const VarId *var, int n, int most);
/* Equations eliminated by aliases that connect the variables of an equation, for messages. */
void explain_by_aliases(Dae *d, int eq);

#endif
