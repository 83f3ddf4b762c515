/* eval_internal.h - what the files of the evaluator share.
 *
 * eval.c walks expressions, eval_comp.c finds values of components, eval_array.c computes with
 * values, eval_func.c runs functions. What returns a Value or bool returns NULL or false after a
 * failure, with the reason in the Eval. Values are immutable once they are made, except the
 * variables of a frame. */
#ifndef KRON_MODEL_EVAL_INTERNAL_H
#define KRON_MODEL_EVAL_INTERNAL_H

#include "model/eval.h"
#include "symbolic/func.h"

enum {
    MOST_ELEMENTS = 1 << 26, /* of an array */
    MOST_CALLS = 256,        /* inside each other */
    MOST_STEPS = 10000000,   /* statements, turns of loops and the like: about a second */
    PROBE_STEPS = 1000000,   /* of them with made-up arguments, with which nothing may end */
    CALL_STEPS = 4,          /* what a call counts */
    ELEMENTS_A_STEP = 8,     /* elements of arrays that count as one */
    LONGEST_STRING = 1 << 24,
    DEEP = 2000,          /* nesting at which values of components are put off */
    EVAL_ROOM = 64 << 10, /* bytes of the C stack that must be left for what is inside */
    MOST_NESTING = 5000,  /* of expressions, through values of components and calls */
};

/* ---- Where values live ---- */

/* A component whose value is being computed. */
typedef struct Pending {
    Comp *comp;
    const struct Pending *outer;
} Pending;

/* A variable of a function being run. Arrays have memory of their own that is reused. */
typedef struct FrameVar {
    Value v;
    int32_t dim[MAX_DIMS];
    double number; /* of a scalar */
    Name text;
    void *memory; /* of an array; NULL */
    size_t room;  /* elements that fit into it */
} FrameVar;

typedef struct Frame {
    const Func *func;       /* NULL: an expression outside of functions */
    FrameVar *var;          /* [func->nvars] */
    Arena *temp;            /* values in the making; NULL while there are none */
    const Pending *pending; /* innermost first; only outside of functions */
    Comp *deep;             /* the component whose value was put off; NULL */
    int depth;              /* of nesting, that of the callers included */
} Frame;

/* Where new values go: they last until the end of the statement or, outside of functions, of the
 * evaluation. */
Arena *eval_arena(Eval *ev);

/* ---- Expressions (eval.c) ---- */

/* Whether values of a type are scalar numbers, Booleans or enumerations. */
static inline bool is_number(const TypeInfo *t)
{
    return !t->ndims &&
           (t->base == TY_REAL || t->base == TY_INT || t->base == TY_BOOL || t->base == TY_ENUM);
}

Value *eval_value(Eval *ev, Expr e);
/* A scalar number, Boolean or enumeration; needs no memory in the usual cases. */
bool eval_number(Eval *ev, Expr e, double *x);
bool eval_condition(Eval *ev, Expr e, bool *x);

/* Counts work against endless loops and recursion. */
bool eval_steps(Eval *ev, int64_t n);

/* Failures; all return NULL. */
Value *eval_fail(Eval *ev, EvalStatus status, Comp *culprit, const char *why);
Value *eval_fault(Eval *ev, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
Value *eval_varies(Eval *ev, const char *what); /* "`time`": what the value depends on */
Value *eval_reported(Eval *ev);                 /* after a message to the user */
/* Adds ", in `name`" to the reason of a fault. */
void eval_fault_in(Eval *ev, const char *where, const char *name);

/* A subscript: a whole dimension, a position, or a list of positions, counted from 1. */
typedef struct Sub {
    bool whole, scalar;
    int32_t n;        /* positions in the list */
    double one;       /* scalar */
    const double *at; /* [n] */
} Sub;
/* Operands i .. i + n as subscripts. */
bool eval_subscripts(Eval *ev, Expr e, uint32_t i, uint32_t n, Sub **out);

/* ---- Components (eval_comp.c) ---- */

Value *eval_reference(Eval *ev, Expr cref);
/* The whole of a component that is in no array. */
Value *eval_component(Eval *ev, Comp *c);
/* Evaluates what was put off. False if that failed. */
bool eval_deep(Eval *ev);

/* ---- Values (eval_array.c) ---- */

static inline void copy_dims(int32_t *to, const int32_t *from, int n)
{
    if (n)
        memcpy(to, from, (size_t)n * sizeof *to);
}

/* Zeros, empty strings. */
Value *value_make(Eval *ev, Type scalar, int ndims, const int32_t *dim);
/* An array of what `inside` is an array of; the contents are zero. */
Value *value_like(Eval *ev, const Value *inside, int ndims, const int32_t *dim);
/* Copies elements first .. first + n of `from` to element `at` and following. */
void value_put(Value *to, int64_t at, const Value *from, int64_t first, int64_t n);
Value *value_copy(Arena *a, const Value *v);
/* The same value as another scalar type it fits: Integers as Reals, fields in another order. */
Value *value_as(Eval *ev, Value *v, Type scalar);
Value *value_text(Eval *ev, Name text);
/* name: of the variable, for messages; NULL. Dimensions not subscripted are whole. */
Value *value_index(Eval *ev, Value *v, int n, const Sub *sub, const char *name);
bool value_store(Eval *ev, Value *to, int n, const Sub *sub, const Value *from, const char *name);
bool value_position(Eval *ev, double at, int32_t size, const char *name);
/* Makes v number i of the elements of an array with the dimensions `dim` around them; the first
 * one makes the array. */
bool value_collect(Eval *ev, Value **all, int ndims, const int32_t *dim, int64_t i, const Value *v);

/* Scalar operations on numbers: arithmetic, relations, logic, elementary functions. */
bool value_apply(Eval *ev, ExprOp op, Type scalar, uint32_t n, const double *x, double *result);
/* Operations on arrays; scalar operations elementwise. NULL if op is neither. */
typedef Value *Operation(Eval *ev, ExprOp op, Type type, int n, Value **arg);
Operation *value_operation(ExprOp op);
/* The value of a reduction over nothing. */
double value_neutral(Eval *ev, ExprOp op, Type scalar);
/* Elements of start : step : stop; -1 after a fault. */
int64_t value_range_length(Eval *ev, bool real, double start, double step, double stop);

/* ---- Functions (eval_func.c) ---- */

Value *eval_call(Eval *ev, Expr call);
/* A call with one scalar number as its result. */
bool eval_call_number(Eval *ev, Expr call, double *x);

#endif
