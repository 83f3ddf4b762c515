/* linear.h - linear equations of a block eliminated (linear_solve.c), and numbers by which that is
 * judged during translation (linear_sample.c). */
#ifndef KRON_DAE_LINEAR_H
#define KRON_DAE_LINEAR_H

#include "dae/blocks.h"

/* Columns that must be known: they stand for derivatives of states; forces that close loops. */
enum { PLACE_GIVEN = -1, PLACE_OTHER = -2 };

/* Equations of a block that are linear in some of its unknowns, to be eliminated (linear_solve.c).
 * Rows and columns are the local numbers of the block's part. */
typedef struct LinearSystem {
    Problem *p;
    Plan *plan; /* gets the variables that the elimination makes */
    int n;
    const VarId *var; /* [n] */
    const int *eq;    /* [n] */
    LinearForm *form; /* [n] in the unknowns; rows that are left get new ones */
    double *rest; /* [n][SAMPLES] right-hand sides in numbers, for all orders; NULL: not read yet */
    const bool *row_stays; /* [n] must be left */
    const bool *col_stays; /* [n] must be left: nonlinear somewhere, iterated anyhow */
    bool nonlinear;        /* what is left is not linear: it is not solved here */
    bool through;          /* nonlinear: rows with nonlinear terms may be eliminated, too */
    bool checked;          /* the run time checks the solution (rt/whole.c) */
    bool known;            /* translation knows every coefficient */
    bool recursive;        /* by `pair` and all of it, or not at all */
    bool large;            /* the order of pivots is sought by numbers */
    /* Large: once some unknowns are known (derivatives of states, and what else must be), the
     * others follow one by one. */
    int *pair;  /* [n] column that a row gives, -1: none */
    int *place; /* [n] of a column in that order, or PLACE_ */
    /* Recursive: [n] pivots, as known from another system of these equations, or as they were
     * found; NULL: not known. */
    struct EchelonPivot *pivot;
    AssignVec before;                /* coefficients, and unknowns that need none of what is left */
    AssignVec after;                 /* unknowns that follow from those that are left */
    bool may_vanish;                 /* something was divided by that may be 0, or come near */
    uint8_t pivots;                  /* PivotKind */
    double error;                    /* known: in numbers, against the terms of the equations */
    int nleft, *row_left, *col_left; /* nonlinear: ascending; linear: part after part */
    bool *changed;                   /* [n] rows whose nonlinear terms are others than before */
    bool *row_done, *col_done;       /* [n] left out here: ... */
    AssignVec last;                  /* ... they follow when all others are known */
    /* Too much would be left: nothing is eliminated, but rows and columns are in the order in which
     * they are best factored, the first nfirst being what would have been. NULL: any order. */
    int nfirst, *order_row, *order_col; /* [n] */
    int nparts, *part;                  /* of what is left, [nparts + 1] where they begin */
} LinearSystem;
/* Eliminates unknowns that switches give to one of two equations (linear_switch.c). */
void separate_switches(LinearSystem *s);
/* Eliminates as many unknowns as can be done safely and accurately. */
void linear_eliminate(LinearSystem *s);
/* A coefficient that needs no name; one that is 0. */
static inline bool is_leaf(const ExprStore *s, Expr e)
{
    if (expr_op(s, e) == EX_NEG)
        e = expr_arg(s, e, 0);
    return expr_node(s, e)->nargs == 0 || expr_op(s, e) == EX_PRE;
}
static inline bool is_number_zero(const ExprStore *s, Expr e)
{
    return expr_is_number(s, e) && expr_number(s, e) == 0;
}
/* Whether it has an `if` inside. */
bool has_condition(Dae *d, Expr e);
/* Whether a condition inside may make a coefficient zero. */
bool may_vanish_by_mode(Dae *d, Expr e);

/* Values of a coefficient with the parameters as they are and other variables at random, one for
 * each of SAMPLES (linear_sample.c). Never NaN. */
void coef_samples(Problem *p, Expr coef, double *x);
/* Whether they have one sign and about one size (STEADY). */
bool is_steady(const double *x);
/* The length of a step in one of them: any, and none. */
double step_sample(int k);
/* The coefficient in the field by which equal ones are found (symbolic/residue.h), or by which
 * zeros are: with sines and cosines of angles. */
Residue coef_residue(Problem *p, Expr coef, bool angles);
/* The same of all that the blocks of the system so far compute, by their assignments. */
void sample_blocks(Problem *p);
/* The same of variables that are assigned, from those of others. */
void sample_assigns(Problem *p, const AssignVec *list);

#endif
