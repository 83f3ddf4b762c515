/* relaxed.h - relaxing: the order of an elimination given in the model by relax(x) (relaxed.c,
 * relaxed_solve.c). */
#ifndef KRON_DAE_RELAXED_H
#define KRON_DAE_RELAXED_H

#include "dae/linear.h"

/* n equations and unknowns of a block, by local numbers, in relaxed block lower triangular form
 * (RX-10): what is relaxed in an equation counts as known there. */
typedef struct RelaxedForm {
    int n;
    const int *row; /* [n] of the problem */
    const int *col; /* [n] */
    int *solved;    /* [n] the unknown an equation is solved for; -1: it is left */
    bool *relaxed;  /* [n] unknowns that are relaxed somewhere */
    int nblocks;    /* diagonal blocks, each after those it needs ... */
    int *begin;     /* [nblocks + 1] ... where they begin in ... */
    int *order;     /* [npairs] ... equations */
    int npairs;
    /* Found by relaxed_eliminate: the pivots in their order; for a listing the variables of each
     * value of LinearSystem.before and after, in the order in which they are written. */
    int nsteps, *step_row, *step_col;
    VarList *order_before, *order_after;
    VarList pivots; /* that may vanish: a variable with the value, then the unknown, and so on */
    bool steady;    /* ... none of them does in trials, nor changes much */
    int nleft, *row_left, *col_left; /* sums at nodes, and the potentials that only they determine:
                                        modified nodal analysis; ascending */
    /* What is wrong (E-2): equations that together determine too few unknowns, the one that is too
     * many first; 0: nothing. */
    int nover, *over;
    int nunder, *under; /* and unknowns that nothing determines */
} RelaxedForm;

/* Whether the marks of the model are used in this problem. */
bool relaxed_is_on(const Problem *p);
/* Whether column c is relaxed in row r. */
bool is_relaxed(Problem *p, int r, int c);
/* Components that are one system when relaxed are joined: an equation that is to be solved for an
 * unknown of a system before it belongs to that system. */
void relaxed_join(Problem *p, int *order, int *border, int *ncomponents);
/* The form of n rows with the columns that they are matched to; NULL: nothing is relaxed in them.
 */
RelaxedForm *relaxed_form(Problem *p, const int *row, const int *col, int n);
/* Reports what is wrong with the marks of the components (E-2); false if something is. */
bool relaxed_check(Problem *p, const int *order, const int *border, int ncomponents);

/* One diagonal block, and how it is torn: as residue() says, or automatically. */
typedef struct RelaxedBlock {
    int n;
    const int *row;            /* [n] of the form */
    int *col;                  /* [n] unknowns that they are matched to */
    bool *left;                /* [n] equations that residue() leaves over */
    int ngiven, *given, *pair; /* [ngiven] places in col that it says are torn; pairs (given.c) */
    Tearing t;                 /* places in row and col; nothing if n = 1 */
} RelaxedBlock;
RelaxedBlock relaxed_block(Problem *p, const RelaxedForm *f, int block, Arena *a);

/* Elimination in that order (relaxed_solve.c). What is left is in s as linear_eliminate leaves it.
 * listing: every value that is made has a name, and what is left is solved too. */
void relaxed_eliminate(LinearSystem *s, RelaxedForm *f, bool listing);

#endif
