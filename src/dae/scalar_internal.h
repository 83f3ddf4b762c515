/* scalar_internal.h - shared by the files that make the scalar model. */
#ifndef KRON_DAE_SCALAR_INTERNAL_H
#define KRON_DAE_SCALAR_INTERNAL_H

#include "dae/machines.h"
#include "dae/scalar.h"
#include "model/flat.h"

typedef VEC(Expr) ExprList;

/* Numbers of variables that stand for marks of relax(), the first of Dae.relax_mark and so on. */
#define RELAX_SYMBOL 0x80000000u

/* Turning raw expressions into scalars. */
typedef struct Scalar {
    Dae *d;
    Arena *a;          /* of the equation or variable at hand; what stays is on the Dae's */
    FlatExpand expand; /* over the flat model */
    const IterValue *iters;
    int nsubs; /* subscripts of the reference at hand, one for each dimension; 0: none */
    const Expr *sub;
    const int32_t *size;
    Span at;
    Expr inside;       /* the condition under which the branch at hand holds; 0: always */
    bool symbols;      /* marks are variables until their equations are known */
    bool many;         /* the equation at hand becomes several scalar ones */
    int guard;         /* inside branches of conditions: nothing may be taken out */
    Expr event;        /* inside a when: at which event; 0: elsewhere */
    bool inline_calls; /* parameters, initial equations: calls stay where they are */
    bool failed;
    bool continuous; /* FlatEq.continuous of what is at hand */
    Expr clock;      /* of the `when` around it; 0 */
    Expr *vanished;  /* [nvanished] products of the factors of 0 in its scalar equations; 0 */
    int64_t nvanished;
    Map call_vars;        /* call (Expr) -> number of its first result variable + 1 */
    Map listed;           /* array (Expr) -> index in list + 1 */
    VEC(ExprList *) list; /* elements of arrays that are indexed */
    Map stream_vars;      /* stream variable + 1 -> its inStream, a mean: number + 1 */
    Map checked;          /* subscripts that are checked while the model runs */
    Map faults;           /* parts that are constants without a value: reported */
    const FlatEq *eq;
    int position;                   /* FE_ALGORITHM: which of its bodies */
    uint32_t owner;                 /* in Dae.owner */
    uint32_t label;                 /* the part it is of */
    int64_t *own;                   /* by part: scalar equations of models themselves */
    VEC(const FlatVar *) valueless; /* parameters that have what they start with */
    MachineNotes machines;
} Scalar;

static inline const TypeInfo *tinfo(const Scalar *s, Type t)
{
    return type_info(expr_types(s->d->store), t);
}

/* Both conditions; 0 is true. */
Expr and_of(Dae *d, Expr a, Expr b);
/* Appends the scalar elements of an expression: arrays with the last index fastest, records leaf
 * by leaf. Nothing is appended after a report (s->failed). */
void scalar_elements(Scalar *s, Expr e, ExprList *out);
/* The one element of a scalar expression; 0 after a report. */
Expr scalar_one(Scalar *s, Expr e);
/* An Integer, Boolean (0, 1) or enumeration that must be known; false after a report. */
bool scalar_integer(Scalar *s, Expr e, const char *what, int64_t *out);
/* list[index - 1], lo <= index <= hi, for an index that varies: a balanced tree of conditions. */
Expr select_from(ExprStore *st, Expr index, const Expr *list, int64_t lo, int64_t hi);
/* pre, edge or change of a scalar; of all such in the statements of an algorithm (scalar_event.c).
 */
Expr event_operator(ExprStore *st, ExprOp op, Expr e);
void spread_events(Scalar *s, Func *body);
/* inStream or actualStream (`operator` as it was written) of a scalar; 0 after a report
 * (scalar_stream.c). */
Expr stream_operator(Scalar *s, Expr operator, Expr e);
/* A product of arrays or scalars, or a sum of them: without the events of its actualStreams that
 * are multiplied with their flow. */
Expr smooth_streams(Scalar *s, Expr e);
/* Calls and references to functions (scalar_call.c). */
void scalar_call(Scalar *s, Expr e, ExprList *out);
/* A call for its effect alone; NULL after a report. */
Stmt *scalar_call_statement(Scalar *s, Expr e);

/* Notes how equation `number` of the Dae is written (scalar_written.c). */
void keep_written(Scalar *s, Expr lhs, Expr rhs, int number);

/* Scalars of a type, records included. */
static inline int64_t leaf_scalars(const Scalar *s, Type t)
{
    return type_scalars(expr_types(s->d->store), t);
}

/* Reports at the place at hand, unless something was reported before; false. */
bool scalar_fail(Scalar *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* What the variable (or time) becomes by derivation; 0: it has none, as inputs. */
Expr scalar_derivative(Dae *d, Expr leaf);
void scalar_not_differentiable(Scalar *s, const CalcError *err);

/* A condition that must hold, at events where `when` does, 0: always. */
void scalar_check(Scalar *s, Expr condition, Expr message, Expr level, Expr when);
VarId scalar_hidden_var(Scalar *s, Type type, DaeVarKind kind);
DaeEq *scalar_add_eq(Scalar *s, DaeEqKind kind);

/* Gives inputs of components that nothing determines their start values; how many (open_inputs.c).
 */
int dae_give_open_inputs(Dae *d);

#endif
