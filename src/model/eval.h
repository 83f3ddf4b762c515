/* eval.h - values of expressions that are known during translation.
 *
 * All numbers are doubles (Integers are exact to 2^53), Booleans 0 and 1, enumerations from 1. A
 * record is its fields; an array of records is a record of arrays. Memory is the model's. */
#ifndef KRON_MODEL_EVAL_H
#define KRON_MODEL_EVAL_H

#include "model/resolve.h"

typedef struct Value Value;
struct Value {
    Type scalar; /* type of an element */
    int ndims;
    int32_t *dim;
    int64_t n;     /* elements */
    double *num;   /* [n] numbers, or */
    Name *str;     /* [n] strings, or */
    Value **field; /* [nfields] of a record: each with the dimensions of the whole in front */
    int nfields;
};

typedef enum {
    EVAL_OK,
    EVAL_VARIES, /* depends on something without a value during translation */
    EVAL_ITER,   /* depends on the position in an array of components */
    EVAL_FAULT,  /* division by zero, failed assert, subscript out of range ... */
    EVAL_CYCLE,
} EvalStatus;

typedef struct Eval {
    Model *m;
    const IterValue *iters;
    EvalStatus status;
    Comp *culprit;       /* component without value, or the array whose position is needed */
    const Comp *nowhere; /* an array without elements: a first one is thought of */
    const char *why;     /* a sentence, on the arena */
    bool mark;           /* mark the parameters used as structural */
    bool constant;       /* the value of a constant is asked for: it cannot come later */
    bool ieee;           /* operations without a result give numbers that are not finite */
    bool probing;        /* arguments are made up: nothing external is run, nothing asserted */
    bool not_finite;     /* the fault is such an operation */
    Span at;             /* where the value is needed */
    struct Frame *frame; /* function being evaluated */
    int calls;           /* depth of calls */
    long steps;          /* statements executed, against endless loops */
} Eval;

/* The value of an expression; NULL with ev->status set. */
Value *eval_expr(Eval *ev, Expr e);

/* Evaluates for translation's own use: sizes, conditions, ranges. Reports why if that is not
 * possible, `what` telling what for ("the size of `x`"); NULL then. */
Value *eval_required(Model *m, Expr e, const IterValue *iters, Span at, const char *what);
bool eval_integer(Model *m, Expr e, const IterValue *iters, Span at, const char *what,
                  int64_t *out);
bool eval_boolean(Model *m, Expr e, const IterValue *iters, Span at, const char *what, bool *out);
/* The same for sizes and conditions of components, which may differ from element to element of an
 * array of components around them: the array is split then (NULL without a report). No `what`:
 * never a report. */
Value *eval_structural(Model *m, Expr e, Span at, const char *what);
/* Tries quietly; NULL if it varies. Does not mark parameters as structural. */
Value *eval_try(Model *m, Expr e, const IterValue *iters);
/* The same of a call whose arguments are made up, for the size of what it gives. */
Value *eval_probe(Model *m, Expr e);
void eval_report(Eval *ev, Span at, const char *what);
/* What follows the name of the thing in that report; "": it has been reported. */
const char *eval_why(Eval *ev);

/* The value of Connections.isRoot, rooted or cardinality (overconstrained.c); false while
 * connections are not known, or if it has none: why says the reason. */
bool graph_answer(Model *m, Expr e, const IterValue *iters, double *x, const char **why);

/* Value as a literal expression again (ARRAY, RECORD of literals). */
Expr value_expr(Model *m, const Value *v);
/* One scalar element as a literal. */
Expr value_literal(Model *m, const Value *v, int64_t k);
Value *value_number(Model *m, Type scalar, double x);
Type value_type(Model *m, const Value *v);
/* The greatest or least value of a scalar type as a literal: what min and max of nothing are. */
Expr extreme_value(Model *m, Type scalar, bool greatest);

#endif
