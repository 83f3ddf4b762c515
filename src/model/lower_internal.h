/* lower_internal.h - what the files that lower functions and algorithms share.
 *
 * lower.c expressions, lower_iter.c iterators in them, lower_loop.c loops, lower_call.c calls,
 * lower_record.c records as their leaves, lower_stmt.c statements and algorithm sections,
 * lower_func.c whole functions, lower_sizes.c sizes of their variables, lower_annotation.c what a
 * function says of its derivatives and inverses. */
#ifndef KRON_MODEL_LOWER_INTERNAL_H
#define KRON_MODEL_LOWER_INTERNAL_H

#include "model/flat_internal.h"

typedef VEC(Stmt *) StmtList;
typedef VEC(Expr) ExprList;

typedef struct Lower {
    Model *m;
    FuncInfo *info; /* NULL: an algorithm of a model */
    VEC(FuncVar) var;
    VEC(Comp *) comp; /* of each variable its component; NULL: of another function */
    Map local;        /* leaf component id -> variable + 1 */
    StmtList *out;    /* where statements go */
    const IterValue *iters;
    Map iter_local; /* iterator turned into a variable: number -> variable + 1 */
    Map loop_turns; /* variable that is the iterator of a loop -> 2*turns, + 1 if it counts from 1
                     */
    Span at;        /* statement being lowered */
    int64_t turns;  /* of the loops around it that are written out; 0 if there are none */
    int loops;      /* around it */
    bool in_when, initial;
    bool absent; /* the statement refers to an element that is not there */
    bool dead;   /* it is never executed */
    bool moving; /* it is executed under a condition that changes between events */
    Span drifts; /* Func.drifts */
} Lower;

/* What returns a bool or an expression returns false or 0 after a failure, which has been reported;
 * 0 as an expression is such a failure too. */

/* ---- Expressions (lower.c) ---- */
Expr lower_expr(Lower *l, Expr e);
Expr lower_variable(Lower *l, int index);
Expr lower_index(Lower *l, Expr array, int n, const Expr *sub, Type type);
/* A variable of our own. */
Expr lower_temporary(Lower *l, Type t);
Stmt *lower_emit(Lower *l, StmtKind kind);
/* With one branch. */
Stmt *lower_emit_body(Lower *l, StmtKind kind, Expr condition, StmtList body);
void lower_assign(Lower *l, Expr target, Expr value);
/* Where an element is not there: a statement that fails when it is executed. */
void lower_absent(Lower *l);
/* if-expression whose branches need statements: an if-statement that sets temporaries. */
bool lower_if_leaves(Lower *l, Expr e, ExprList *out);

/* Array constructor or reduction with iterators (lower_iter.c): its leaves. */
bool lower_iterated(Lower *l, Expr e, ExprList *out);

/* Variables for components: data of both is an AddVar. */
typedef struct AddVar {
    Lower *l;
    uint8_t kind; /* FuncVarKind */
} AddVar;
bool lower_add_variable(void *data, Comp *c);
/* The same for a component of another function, bound to a function-valued input. */
bool lower_add_bound(void *data, Comp *c);
bool lower_is_leaf(Model *m, Comp *c);
/* Calls fn for every simple component inside c, in order of declaration. */
typedef bool LeafFn(void *arg, Comp *leaf);
bool lower_each_leaf(Model *m, Comp *c, LeafFn *fn, void *arg);
/* Dimensions from the function (or model) down to a component. */
int lower_path_dims(const Comp *c, const Dim **out);

/* ---- Calls (lower_call.c) ---- */
/* The function a call goes to, and its arguments; 0 after a report. */
uint32_t lower_callee(Lower *l, Expr call, ExprList *arg);
Expr lower_call(Lower *l, Expr e);
/* The call as a statement: types of its results, and where they go. */
void lower_emit_call(Lower *l, Expr call, uint32_t number, ExprList arg, TypeList types,
                     ExprList target);
/* Takes a call out of the expression: its results in temporaries. */
bool lower_hoist(Lower *l, Expr call, ExprList *out);
Comp *lower_bound_input(Model *m, const FuncValue *v, int i);

/* ---- Records (lower_record.c) ---- */
static inline void lower_leaf_types(Model *m, Type t, TypeList *out)
{
    type_leaves(expr_types(m->store), m->kept, t, out);
}
/* As many as lower_leaf_types gives for its type, in that order: an array of records is its fields,
 * each with the dimensions of the array in front of its own. */
bool lower_leaves(Lower *l, Expr e, ExprList *out);
/* A vector of records copied to variables of our own, and an element of the copy: what a loop over
 * it changes does not change its turns. */
bool lower_keep_leaves(Lower *l, Expr vector, ExprList *kept);
Expr lower_kept_element(Lower *l, Expr vector, const ExprList *kept, Expr at);
/* What is made of no elements is not evaluated; calls are, and variables stay variables. */
static inline bool lower_is_empty(Model *m, Expr e)
{
    ExprOp op = expr_op(m->store, e);
    return op != EX_CALL && op != EX_CREF &&
           type_elements(expr_types(m->store), expr_type(m->store, e)) == 0;
}

/* ---- Statements (lower_stmt.c) ---- */
bool lower_body(Lower *l, Env *env, SynEqu *const *item, int n);
/* A condition; dims: 1 where a vector of them is allowed. */
Expr lower_condition(Lower *l, Env *env, const SynExp *e, int dims);
/* Assigns several leaves as if at once. */
void lower_assign_leaves(Lower *l, ExprList target, ExprList value);
/* Whether an expression is or contains another. */
bool lower_mentions(Model *m, Expr e, Expr what);

/* ---- Sizes (lower_sizes.c) ---- */
/* Sizes of the variables of a function; the initial values that these use, and those that they use
 * in turn. */
bool lower_sizes(Lower *l);
/* A value that depends on the position in an array of records around it: the array of all of them.
 */
Expr lower_over_positions(Model *m, Comp *c, Expr v);

/* ---- Loops (lower_loop.c) ---- */
bool lower_for(Lower *l, Env *env, const SynEqu *q);
bool lower_while(Lower *l, Env *env, const SynEqu *q);

/* ---- What bodies forget (lower_warn.c) ---- */
void lower_warn(Model *m, const Func *f);

/* ---- External functions (lower_external.c) ---- */
/* The external clause of a function or of a base of it, and the class it stands in; NULL: none. */
const SynExternal *lower_find_external(ClassInst *ci, ClassInst **where);
bool lower_external(Lower *l, Func *f, ClassInst *ci, const SynExternal *x);

/* ---- Annotations (lower_annotation.c) ---- */
bool lower_annotations(Lower *l, Func *f, ClassInst *ci);

#endif
