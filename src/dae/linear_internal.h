/* linear_internal.h - the state of an elimination, for linear_*.c. */
#ifndef KRON_DAE_LINEAR_INTERNAL_H
#define KRON_DAE_LINEAR_INTERNAL_H

#include "dae/linear.h"
#include "graph/eliminate.h"

/* A coefficient ... */
typedef struct Cell {
    Expr use;          /* with auxiliary variables */
    Expr value;        /* the same before it became one of them */
    Expr full;         /* written out, which tells its kind; 0: too large */
    Expr at_rest;      /* the same at h = 0, in steps, where stages do not meet; 0: too large */
    double x[SAMPLES]; /* in numbers, balanced */
    Residue residue;   /* large: by which equal ones are found, and not dry */
    Residue exact;     /* large: 0 if it vanishes whatever the states are */
    bool known;        /* of parameters with values only */
    bool fixed;        /* the same, but for the length of steps */
    bool switched;     /* a condition inside may make a part of it zero */
    bool modal;        /* has a condition inside */
    bool summed;       /* of several coefficients */
    uint8_t kind;      /* CoefKind + 1; 0: not asked yet */
} Cell;

/* ... and its place in a row (eliminate.h). */
typedef struct CellEntry {
    int col;
    Cell *cell;
} CellEntry;

/* A row or a column. */
typedef struct Line {
    bool used, stays;
    bool changed;            /* rows: another one was subtracted */
    bool swings;             /* rows: a coefficient is large in some modes and small in others */
    double largest[SAMPLES]; /* of what is left */
    double scale;            /* logarithm of a factor that balances the entries */
    Expr rhs;                /* rows; 0: of an object */
    bool nonlinear;          /* rows: rhs has unknowns that are left */
    double b[SAMPLES];       /* rows: rhs at the beginning, in numbers, balanced */
    Expr full;               /* rows: rhs written out; 0: too large, or nonlinear */
    bool known;
} Line;

/* An entry at the beginning. */
typedef struct Origin {
    int row, col;
    Cell *cell;
    double x[SAMPLES];
    double size; /* mean of the logarithms of their magnitudes */
} Origin;

/* Row `row` less factor times row `by`; by = -1: divided by the factor. */
typedef struct Step {
    int row, by;
    double factor[SAMPLES];
} Step;

/* A variable that the elimination makes. */
typedef struct OwnVar {
    Expr parameter; /* of parameters alone: its value; 0: it is assigned */
    Expr meaning;
    Expr value; /* that it is assigned; 0: later */
} OwnVar;

typedef struct PivotQueue PivotQueue; /* linear_order.c */
typedef struct Recursion Recursion;   /* linear_recursion.c */

/* c/pivot; pivot 0: nothing cancels. */
typedef struct Quotient {
    Expr c, pivot;
} Quotient;

typedef struct Elimination {
    LinearSystem *sys;
    Arena *a; /* for the time of the elimination */
    ExprStore *s;
    int n;
    int first_own;    /* number of the first variable made here */
    VEC(OwnVar) own;  /* they become part of the plan when the elimination is accepted */
    Map own_of;       /* value -> the variable for it */
    Map residue_of;   /* the same by residue */
    double threshold; /* what a pivot must have of the largest in its column or row */
    VEC(Cell) first;  /* coefficients as they are read, one of each */
    Echelon e;        /* of CellEntry */
    Cell factor;      /* of the pivot's row in the step at hand ... */
    Quotient of[2];   /* ... of what: written out; with auxiliary variables */
    const Cell *pivot;
    int *by_row; /* [n] rows that columns were eliminated by, or -1; NULL before that is done */
    Line *row, *col;
    VEC(Origin) origin; /* the entries at the beginning */
    VEC(Step) step;
    bool chosen;     /* a pivot was found */
    double error;    /* in numbers (elimination_holds); infinite: the run time finds out */
    long operations; /* a measure of the code that is made */
    bool large;      /* coefficients that change are judged by their numbers alone ... */
    bool written;    /* ... unless this: they are written out */
    bool dry;        /* formulas are not made: the order of pivots is sought */
    PivotKind rule;  /* large */
    PivotQueue *queue;
    Recursion *recursion;
} Elimination;

/* The cell of a row in a column; NULL: it is zero. */
static inline Cell *cell_at(const Elimination *w, int i, int j)
{
    const CellEntry *q = echelon_entry(&w->e, i, j);
    return q ? q->cell : NULL;
}

/* ---- Coefficients (linear_cell.c) ---- */
Cell first_cell(Elimination *w, Expr coef);
/* A new variable. */
Expr own_var(Elimination *w, OwnVar v);
/* A value that is used more than once: itself if it is a leaf, else a variable for it. */
Expr shared(Elimination *w, Expr e, Expr full, bool known);
Expr shared_cell(Elimination *w, const Cell *c);
/* A step of the elimination: x - factor*y. */
extern const Coefficients cell_coefficients;
/* Whether conditions make it large in some modes and small in others, as those of a switch do. What
 * it is divided into then keeps its digits in some modes only. */
bool is_swinging(const Cell *c);
/* The same against the largest entries of its row: of an equation that a mode replaces by another
 * one only this counts. */
bool swings_in_row(const Cell *c, const double *largest);
/* Whether it has this part of the largest entries of its row or column in all trials. */
bool has_part_of(const Cell *c, double part, const double *largest);
/* The same with one condition only, outside: (if c then 1 else 0) - (if c then 2 else 0) is if c
 * then -1 else 0. */
Expr by_branches(Problem *p, Expr e);
/* How well a cell can be divided by; 0 best. */
CoefKind cell_kind(Elimination *w, Cell *c);
/* ---- Differences that cancel in long steps (linear_cancel.c) ---- */
/* The factor is c/pivot now. */
void cancel_begin(Elimination *w, const Cell *c, const Cell *pivot);
/* r where x - factor*y is x*r/pivot, without cancellation; 0: it is not. */
Expr cancel_rest(Elimination *w, Expr x, Expr y);
/* Takes from two sums the terms of which that is so; what they leave of x - factor*y with the pivot
 * as it is used, or 0. */
Expr cancel_pairs(Elimination *w, Expr *x, Expr *y, Expr pivot);

/* ---- The elimination (linear_solve.c) ---- */
/* dry: formulas are not made. */
void elimination_start(Elimination *w, LinearSystem *s, bool dry);
/* Column j is eliminated by row i. */
void elimination_pivot(Elimination *w, int i, int j);
/* Its result goes to the system ... */
void elimination_finish(Elimination *w);
/* ... or it is forgotten. */
void elimination_drop(Elimination *w);
/* The order of pivots is sought first (linear_large.c). */
void eliminate_large(LinearSystem *s);

/* ---- What it leaves (linear_write.c) ---- */
/* Rows and columns that are left, in compressed form and paired by a matching; false if they
 * cannot be paired. */
typedef struct Left {
    int n, *row, *col; /* of the system */
    int ncomponents, *order, *border;
} Left;
void list_left(Elimination *w, Left *l);
/* false if they cannot be paired. */
bool order_left(Elimination *w, Left *l);
/* Assignments for what was eliminated, and what is left as equations. */
void write_solution(Elimination *w);

/* ---- Pivots of large systems (linear_order.c) ---- */
void order_open(Elimination *w);
/* The next one; false: none is left. */
bool order_next(Elimination *w, int *row, int *col);
/* It has been used. */
void order_pivoted(Elimination *w, int row, int col);
/* What an entry would be as a pivot: lower is better. */
int order_score(Elimination *w, int row, int col);
/* Whether an entry has one sign and about one size whatever the states are. */
bool is_steady_pivot(Elimination *w, int row, int col);
/* The same by LinearSystem.pair (linear_recursion.c). */
void recursion_open(Elimination *w);
bool recursion_next(Elimination *w, int *row, int *col);

/* Divides row i by a variable all its terms vanish with (linear_factor.c); false if there is none.
 */
bool divide_row(Elimination *w, int i);
/* Scales the numbers of the entries at the beginning, so that rows and columns have about the same
 * size (linear_probe.c). */
void balance_cells(Elimination *w);
/* Whether the elimination may be used (linear_probe.c); sets error. */
bool elimination_holds(Elimination *w);

#endif
