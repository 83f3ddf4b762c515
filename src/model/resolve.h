/* resolve.h - from syntax to typed expressions.
 *
 * Names are bound to components, iterators and functions; types, shapes and variabilities are
 * checked; the result is an expression of the store as it was written (expr_make), with component
 * references (EX_CREF) that carry one subscript for every dimension on the way from the root.
 * Inside an array of components the position of the element is an iterator (EX_ITER) that
 * flattening replaces by numbers. 0 means that a mistake has been reported. */
#ifndef KRON_MODEL_RESOLVE_H
#define KRON_MODEL_RESOLVE_H

#include "model/inst.h"

typedef struct LoopVar {
    Name name;
    Expr value; /* EX_ITER, or EX_LOCAL in functions, or a literal */
    const struct LoopVar *outer;
} LoopVar;

/* What `end` means: the array subscripted and the position of the subscript. */
typedef struct EndOf {
    Expr array;   /* reference without the subscripts being read; 0 if only `size` is known */
    int32_t size; /* DIM_UNKNOWN: ask at run time */
    int dim;      /* from 0 */
} EndOf;

enum {
    ENV_NOEVENT = 1,  /* inside noEvent */
    ENV_FUNCTION = 2, /* inside a function: sizes may be unknown, no events */
    ENV_CONNECT = 4,  /* references may go to connectors and disabled components */
    ENV_WHEN = 8,     /* inside the body of `when`, not its condition */
    ENV_ANNOTATION = 16,
    ENV_CONDITIONAL = 32, /* of a conditional component: references may go to others */
    ENV_GUARDED = 64,     /* statements that may never be executed: elements may be missing */
    ENV_SMOOTH = 128,     /* inside smooth of order 0 */
    ENV_TURNS = 256,      /* the range of a loop of statements: its length may vary */
    ENV_PURE = 512,       /* impure functions cannot be called here ... */
    ENV_AS_PURE = 1024,   /* ... but inside pure(...) */
    ENV_RAGGED = 2048,    /* the value of an array of records, {a, b}: they may differ in size */
    ENV_STATEMENT = 4096, /* inside an algorithm section: sizes may vary with variables */
    ENV_BRANCH =
        8192, /* inside a branch of `if`, which may be there for the component's condition */
    ENV_INITIAL = 16384, /* inside an initial section */
};

typedef struct Env {
    Model *m;
    ClassInst *scope;
    const LoopVar *loops;
    const EndOf *end;
    unsigned flags;
} Env;

static inline Env env_in(Model *m, ClassInst *scope)
{
    unsigned quiet =
        annotation_is(scope->def->annotation, N_GenerateEvents, true) ? 0 : ENV_NOEVENT;
    return (Env){.m = m, .scope = scope, .flags = scope->is_function ? ENV_FUNCTION | quiet : 0};
}

static inline Env branch_env(const Env *env)
{
    Env inside = *env;
    inside.flags |= ENV_BRANCH;
    return inside;
}

/* ---- Expressions ---- */
Expr resolve_exp(Env *env, const SynExp *e);
/* The same where a value of a given type is wanted: reports a misfit. `what` names the receiver
 * ("the size of `x`"). */
Expr resolve_as(Env *env, const SynExp *e, Type want, const char *what);
/* A reference; also to connectors and whole components with ENV_CONNECT. */
Expr resolve_ref(Env *env, const SynRef *r, Span at);
/* A call of any function; several outputs give a tuple type. */
Expr resolve_call(Env *env, const SynExp *e);
/* The same, keeping all outputs: a tuple type, or T_NONE. */
Expr resolve_call_outputs(Env *env, const SynExp *e);
Expr first_output(Model *m, Expr call);
/* The arguments of a call, typed: positional ones, then named ones. */
typedef struct Given {
    int n, npositional;
    Expr *arg;        /* [n] */
    Span *span;       /* [n] */
    Name *name;       /* [n] 0: positional */
    Span *name_span;  /* [n] name and value */
    Span at, at_name; /* the call, and the name of what is called */
} Given;
bool resolve_given(Env *env, const SynExp *e, Given *out);
/* An array with a size of zero. */
Expr empty_array(Model *m, Type t);
/* A call with arguments that are typed already. */
Expr call_of(Env *env, ClassUse *use, int n, const Expr *arg, Span at);
/* A raw expression over the inputs of a function with what is given for them in their place; an
 * argument of 0 is left alone. */
Expr with_arguments(Model *m, Expr e, int n, Comp **in, Expr *arg);
/* The range of a for-loop or iterator: a vector expression; types give all their values; NULL
 * range: deduced from the subscripts in which the name is used inside `body` (may be NULL). */
Expr resolve_range(Env *env, const SynIter *it, const SynExp *body);
Expr resolve_range_in(Env *env, const SynIter *it, SynEqu *const *body, int nbody);
/* Whether an expression has that name somewhere as the first of a reference. */
bool exp_mentions(const SynExp *e, Name name);

/* Scalar literal of an enumeration's member named in source: E.a; 0 if there is none. */
Expr enum_literal(Model *m, ClassUse *use, Name literal);
Type class_enum_type(Model *m, ClassUse *use);
/* Tells the runner of external functions where resources are. */
void keep_resources(Model *m);
bool is_external_object(const SynClass *def);
bool class_is_external_object(Model *m, ClassUse *use);

/* Whether a value of type `have` can stand where `want` is wanted (Integer for Real, equal
 * shapes, DIM_UNKNOWN fitting everything). */
bool type_fits(Model *m, Type have, Type want);
/* In models of libraries the number of a literal for the literal, and the other way round, with a
 * warning; else e itself. */
Expr as_numbered(Model *m, Expr e, Type want, Span at);
/* Whether n sizes may be equal. */
bool sizes_fit(int n, const int32_t *a, const int32_t *b);
/* How a value becomes one of the type that is needed, as the end of a message; "" if nothing is
 * known. */
const char *conversion(Model *m, Type have, Type want);
/* The same of what is written at a place, which may name a literal of an enumeration as a text. */
const char *conversion_at(Model *m, Span at, Type have, Type want);
/* What to write where one of two types is a vector, the other a matrix of one column; "": they are
 * not. */
const char *column_hint(Model *m, Type a, Type b);
/* "; ..." where one of them is a vector and the other a number, because it has a product of two
 * vectors; "". */
const char *vector_product_hint(Model *m, Expr a, Expr b);
bool report_type(Model *m, Span at, const char *what, Type have, Type want);
const char *type_text(Model *m, Type t); /* on the arena */
/* The type two branches or array elements have in common; 0: none. */
Type type_join(Model *m, Type a, Type b);
/* Of elements of an array: where they may differ in size (ENV_RAGGED) sizes of fields are open. */
Type type_join_elements(const Env *env, Type a, Type b);
static inline const TypeInfo *tinfo(Model *m, Type t)
{
    return type_info(expr_types(m->store), t);
}
static inline const TypeInfo *einfo(Model *m, Expr e) /* of an expression */
{
    return tinfo(m, expr_type(m->store, e));
}
static inline const RecordInfo *rinfo(Model *m, Type t)
{
    return type_record_info(expr_types(m->store), t);
}
static inline Comp *cref_comp(Model *m, Expr e) /* of an EX_CREF */
{
    return m->comp.v[expr_node(m->store, e)->payload];
}
static inline Type tarray(Model *m, Type of, int ndims, const int32_t *dim)
{
    return type_array(expr_types(m->store), of, ndims, dim);
}

/* ---- Raw expressions as they are ---- */
/* The parts, at least one, put together as one String of this type; part[] is written over. */
Expr join_strings(Model *m, int n, Expr *part, Type t);
static inline Expr raw_make(Model *m, ExprOp op, Type t, int n, const Expr *arg)
{
    return expr_make(m->store, op, t, 0, 0, (uint32_t)n, arg);
}
static inline Expr raw1(Model *m, ExprOp op, Type t, Expr a)
{
    return raw_make(m, op, t, 1, &a);
}
static inline Expr raw2(Model *m, ExprOp op, Type t, Expr a, Expr b)
{
    return raw_make(m, op, t, 2, (Expr[]){a, b});
}
static inline Expr raw_colon(Model *m)
{
    return raw_make(m, EX_COLON, T_INT, 0, NULL);
}
/* A new iterator. */
Expr raw_loop_variable(Model *m, Name name, Type t);
/* size(array, k + 1); a number if the type tells. */
Expr raw_size(Model *m, Expr array, int k);
/* {part[0], ..}: n >= 1 equal types. */
Expr raw_array(Model *m, int n, const Expr *part);
/* 1 : size(array, k + 1) */
Expr raw_positions(Model *m, Expr array, int k);
/* FORARRAY or another operator with iterators; iter[k] and range[k] are those of dimension k. */
Expr raw_for(Model *m, ExprOp op, Expr body, int n, const Expr *iter, const Expr *range);

/* Whether an array with `extra` more dimensions of that type is possible, down to the fields of
 * records; reports if not. */
bool dims_allowed(Model *m, Type t, int extra, Span at);

/* Subscripts an array-valued expression: EX_INDEX, or a reference with those subscripts filled
 * in. Dimensions not given are taken whole. */
Expr index_expr(Model *m, Expr array, int n, const Expr *sub);

/* cat(dim, part...): 0 after a report. */
Expr make_cat(Model *m, int dim, int n, const Expr *part, Span at);
/* promote(x, ndims): trailing dimensions of size 1. */
Expr promote(Model *m, Expr x, int ndims);
/* function f(a = 1) as an argument. */
Expr resolve_partial(Env *env, const SynExp *e);

/* Field `name` of a record-valued expression. */
Expr field_expr(Model *m, Expr record, Name name);
Expr resolve_selection(Env *env, const SynExp *e);
/* A record with the fields of another record type in its order; 0: one is missing. What is not a
 * record, or has that order, stays as it is. */
Expr record_as(Model *m, Expr e, Type want);

/* A copy of a raw expression with leaves replaced: map(arg, leaf) for CREF, ITER, LOCAL; returns 0
 * for "keep, but replace inside". Rebuilt with expr_make; types of indexed parts are kept. */
typedef Expr RawMap(void *arg, Expr e);
Expr raw_map(Model *m, Expr e, RawMap *map, void *arg);

/* Whether an expression contains the iterator of a loop: its value, or size, changes with it. */
bool depends_on_loop(Model *m, Expr e);
/* Size k + 1 of `body`, the body of an array constructor or a leaf of it, where the iterators have
 * no values (inner_size.c): an expression without them; 0: it is not told. */
Expr size_without_turns(Model *m, Expr loop, Expr body, int k);

/* Whether a size may be known only when the expression is evaluated: in functions, and where it
 * depends on a loop or, in an algorithm, on variables. */
bool size_may_vary(const Env *env, Expr e);
/* Whether an expression refers to a component or a part of it. */
bool raw_references(Model *m, Expr e, const Comp *c);

/* ---- Components (comp.c) ---- */
/* Scalar type of a component; 0 after a report. */
Type comp_type(Model *m, Comp *c);
/* Type of the component itself with its own dimensions (not those of what it is part of). */
Type comp_array_type(Model *m, Comp *c);
/* Evaluates dimension k; false after a report. */
bool comp_dim(Model *m, Comp *c, int k);
bool comp_dims(Model *m, Comp *c);
/* Whether the component exists (conditional declarations). */
bool comp_enabled(Model *m, Comp *c);
/* The value bound to it: its own, or its part of the value of the record it is a field of. 0: none
 * or reported (c->value_error). The expression may contain iterators of the arrays it is in. */
Expr comp_value(Model *m, Comp *c);
Expr comp_attribute(Model *m, Comp *c, Attribute a);
/* The value, or the attribute of that name, with what was set for elements; `want`: its scalar
 * type. */
Expr with_elements(Model *m, Comp *c, Name attribute, Type want, Expr old);
/* Variability with that of the enclosing records. */
Variability comp_variability(Model *m, Comp *c);
/* Splits an array of components into one component per element if its elements differ in
 * structure. True if it is split. */
bool comp_split(Model *m, Comp *c);
/* A reference to the component from inside its own place: iterators for all enclosing arrays,
 * its own dimensions whole. */
Expr comp_self_ref(Model *m, Comp *c);
/* The same for a variable of a function, without asking for sizes that are not known yet. */
Expr comp_loose_ref(Model *m, Comp *c);
/* The subscripts of such a reference, its own dimensions whole or by their iterators; how many. */
uint32_t comp_subscripts(Model *m, const Comp *c, bool whole, Expr *sub);
/* The position in dimension k: an iterator. */
Expr comp_iterator(Model *m, const Comp *c, int k);
/* It has equations, or is of a kind that may have them: no value can be given to it as a whole. */
bool comp_acts(Model *m, const Comp *c);
/* The element of a value with the component's dimensions from `from` on. */
Expr value_at_position(Model *m, const Comp *c, int from, Expr e);
/* Where its value is written, or else the component itself. */
Span comp_value_span(const Comp *c);
/* Elements of its own dimensions; stops at INT32_MAX. */
int64_t comp_count(const Comp *c);
/* Number of subscripts of a reference to it: dimensions from the root down. */
int comp_path_dims(const Comp *c);

/* Whether pre or change of a variable can stand outside of `when`, once it is known what is
 * assigned there (when.c); reports if not. */
bool pre_is_allowed(Model *m, Expr pre, Span at);

/* Variability of a resolved expression. */
Variability expr_variability(Model *m, Expr e);
/* The same of the value of a parameter: impure functions are called once (specification, 12.3). */
Variability binding_variability(Model *m, Expr e);

#endif
