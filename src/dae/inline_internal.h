/* inline_internal.h - what the steps of inlined methods share (inline.c, stages.c). */
#ifndef KRON_DAE_INLINE_INTERNAL_H
#define KRON_DAE_INLINE_INTERNAL_H

#include "dae/blocks.h"

typedef struct Inline {
    Dae *d;
    Arena *a;
    const Problem *sim;
    bool *needed;    /* [sim rows] a derivative depends on it */
    Map frozen_at;   /* relation -> the variable that has its truth */
    Map value_of;    /* variable + 1 -> what it is, of parameters with values */
    AssignVec modes; /* those variables */
} Inline;

/* Ready for the rows of a step. */
Inline inline_begin(Dae *d);
/* A row of the simulation as it is in a step. */
Row inline_row(Inline *w, int r);
/* The derivative of state i. */
Expr inline_slope(const Inline *w, int i);
/* A variable that the integrator sets. */
VarId inline_known(Dae *d);
/* The system of rows and the columns they are matched to, both in p->row and p->col. */
void inline_solve(Inline *w, Problem *p);

/* Radau IIA of order 5 (IN-60): where its stages are in a step, and what they take of slopes. */
enum { RADAU_STAGES = 3 };
typedef struct RadauTable {
    double c[RADAU_STAGES], a[RADAU_STAGES][RADAU_STAGES];
} RadauTable;
RadauTable radau_table(void);

#endif
