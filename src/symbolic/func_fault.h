/* func_fault.h - values while the operation without a result is searched (func_fault.c), and arrays
 * of them (func_fault_array.c). */
#ifndef KRON_SYMBOLIC_FUNC_FAULT_H
#define KRON_SYMBOLIC_FUNC_FAULT_H

#include "symbolic/expr_internal.h"
#include "symbolic/func.h"

/* An array, row by row; all its elements are known. */
typedef struct Grid {
    struct Grid *next; /* of those to be freed */
    int ndims, n;
    int dim[MAX_DIMS];
    double x[];
} Grid;

/* A number, or an array of them. */
typedef struct Num {
    double x;
    bool known;
    Grid *grid; /* known: NULL for a scalar */
} Num;

typedef struct Trial {
    ExprStore *s;
    const double *vars, *pre; /* of variables, now and before the event */
    double time;
    const Func *f; /* in which function; NULL: none */
    Num *local;    /* [f->nvars] */
    int nested;
    Span at; /* the statement */
    int *left;
    Grid **grids;
    FuncFault *out;
    bool found;
    Expr iter; /* an iterator that is no local, and what it is now */
    double turn;
} Trial;

static const Num num_unknown = {0, false, NULL};

static inline Num num_known(double x)
{
    return (Num){x, true, NULL};
}

/* ---- func_fault.c ---- */
Num fault_value(Trial *t, Expr e);
void fault_store(Trial *t, Expr target, Num x);
/* One operation on scalars; where its result is not finite the fault is found. */
Num fault_operation(Trial *t, Expr e, ExprOp op, uint32_t n, const double *x);

/* ---- func_fault_array.c ---- */
/* An array that no other variable has. */
Num fault_copy(Trial *t, Num x);
/* What gives an array, or takes one; unknown for what is not followed. */
Num fault_array(Trial *t, Expr e);
/* An operation of numbers on operands of which some are arrays. */
Num fault_elements(Trial *t, Expr e, uint32_t n, const Num *arg);
/* target is an element, or a part, of a local array. */
void fault_store_part(Trial *t, Expr target, Num x);
/* Variables of a function, as they are before the first statement. */
Num fault_fresh(Trial *t, const FuncVar *v);

#endif
