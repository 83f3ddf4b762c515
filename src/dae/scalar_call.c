/* scalar_call.c - calls of functions in equations.
 *
 * Arguments and results are leaves: scalars and arrays of scalars. Small functions are written out.
 * A call with several results that stands where it is always evaluated becomes one equation of its
 * own with hidden variables for the results, so that it is evaluated once; inside a branch of a
 * condition, and in parameter expressions, each result picks from the call. So does an Integer of
 * a call whose arguments vary continuously (on a clock nothing does): it changes without an event
 * (3.8.4: relations inside functions are none), as no variable of its type may. */
#include "dae/scalar_internal.h"
#include "dae/walk.h"

/* Tree sizes up to which a call is written out, statements and results to examine. */
enum {
    INLINE_HINTED = 2000,
    INLINE_SMALL = 30,
    MOST_HINTED = 1000,
    MOST_SMALL = 8,
    MOST_RESULTS = 1000
};

static ExprStore *store(Scalar *s)
{
    return s->d->store;
}

/* ---- Arguments ---- */

/* Splits the scalars of a value of type t (with `outer` dimensions in front) into leaves. */
static int64_t split_leaves(Scalar *s, Type t, const Expr *v, ExprList *out)
{
    const TypeInfo *ti = tinfo(s, t);
    if (ti->base != TY_RECORD) {
        vec_push(s->a, out, array_of(store(s), t, v));
        return type_elements(expr_types(store(s)), t);
    }
    const RecordInfo *r = type_record_info(expr_types(store(s)), ti->scalar);
    int64_t at = 0;
    for (int i = 0; i < r->n; i++) {
        Type field = type_array(expr_types(store(s)), r->type[i], ti->ndims, ti->dim);
        at += split_leaves(s, field, v + at, out);
    }
    return at;
}

/* Type of an array of n elements, of which one size may be left open; T_NONE: more is open. */
static Type type_of_elements(Scalar *s, Type t, int64_t n)
{
    const TypeInfo *ti = tinfo(s, t);
    int32_t dim[MAX_DIMS];
    int64_t open = -1, rest = 1;
    if (ti->base == TY_RECORD || type_elements(expr_types(store(s)), t) >= 0)
        return t;
    for (int k = 0; k < ti->ndims; k++) {
        dim[k] = ti->dim[k];
        if (dim[k] >= 0)
            rest *= dim[k];
        else if (open >= 0)
            return T_NONE;
        else
            open = k;
    }
    if (!rest || n % rest)
        return T_NONE;
    dim[open] = (int32_t)(n / rest);
    return type_array(expr_types(store(s)), ti->scalar, ti->ndims, dim);
}

/* The leaves of an argument: scalars, or ARRAY nodes. */
static void scalar_leaves(Scalar *s, Expr e, ExprList *out)
{
    ExprList list = {0};
    scalar_elements(s, e, &list);
    Type t = s->failed ? T_NONE : type_of_elements(s, expr_type(store(s), e), list.n);
    if (t != T_NONE && type_elements(expr_types(store(s)), t) >= 0)
        split_leaves(s, t, list.v, out);
    else if (!s->failed)
        scalar_fail(s, "the size of an argument is not known during translation");
}

/* The arguments of a call, or the values that are bound to inputs of a function. */
static void arguments(Scalar *s, Expr call, ExprList *out)
{
    uint32_t n = expr_node(store(s), call)->nargs;
    for (uint32_t i = 0; i < n && !s->failed; i++) {
        Expr a = expr_arg(store(s), call, i);
        if (expr_op(store(s), a) == EX_FUNCREF)
            arguments(s, a, out);
        else
            scalar_leaves(s, a, out);
    }
}

/* ---- Results ---- */

static Expr pick(Scalar *s, Expr call, int output, int64_t element, Type t)
{
    uint64_t payload = (uint64_t)output << 32 | (uint32_t)element;
    return expr_make(store(s), EX_PICK, tinfo(s, t)->scalar, 0, payload, 1, &call);
}

/* Hidden variables for all results of a call, and the equation that computes them. */
static uint32_t call_variables(Scalar *s, Expr call, const TypeList *types)
{
    uint32_t first = map_get(&s->call_vars, call, 0);
    if (first)
        return first - 1;
    Dae *d = s->d;
    int64_t total = 0;
    for (int i = 0; i < types->n; i++)
        total += leaf_scalars(s, types->v[i]);
    uint32_t *output = ARENA_ARRAY(d->arena, uint32_t, total);
    int n = 0;
    bool discrete = true;
    for (int i = 0; i < types->n; i++) {
        Type t = tinfo(s, types->v[i])->scalar;
        discrete = discrete && t != T_REAL;
        for (int64_t k = 0; k < leaf_scalars(s, types->v[i]); k++)
            output[n++] = scalar_hidden_var(s, t, t == T_REAL ? DV_ALGEBRAIC : DV_DISCRETE);
    }
    DaeEq *eq = scalar_add_eq(s, EQ_CALL);
    eq->rhs = call;
    eq->noutputs = n;
    eq->output = output;
    eq->discrete = discrete;
    eq->initial = false;
    map_set(&s->call_vars, s->d->arena, call, (n ? output[0] : 0) + 1);
    return n ? output[0] : 0;
}

/* Whether a call may do more than compute: then all its results are of one call. */
static bool has_memory(const Scalar *s, const Func *f)
{
    bool object = f->impure || f->external;
    for (int i = 0; i < f->nvars && !object; i++)
        object = f->var[i].kind == FV_INPUT && tinfo(s, f->var[i].type)->base == TY_OBJECT;
    return object;
}

/* Hidden variables for all results of a call inside a when, which is done once at its event. */
static uint32_t event_variables(Scalar *s, Expr call, const TypeList *types)
{
    Dae *d = s->d;
    Stmt *stmt = ARENA_NEW(d->arena, Stmt), *choice = ARENA_NEW(d->arena, Stmt);
    *stmt = (Stmt){.kind = ST_CALL, .span = s->at, .value = call, .ntargets = types->n};
    stmt->target = ARENA_ARRAY(d->arena, Expr, types->n);
    VEC(uint32_t) output = {0};
    for (int i = 0; i < types->n; i++) {
        Type t = types->v[i], scalar = tinfo(s, t)->scalar;
        int from = output.n;
        for (int64_t k = 0; k < leaf_scalars(s, t); k++)
            vec_push(d->arena, &output, scalar_hidden_var(s, scalar, DV_DISCRETE));
        stmt->target[i] = from == output.n ? expr_make(store(s), EX_WILD, t, 0, 0, 0, NULL)
                          : !tinfo(s, t)->ndims
                              ? expr_var(store(s), t, output.v[from])
                              : expr_make(store(s), EX_ARRVAR, t, 0, output.v[from], 0, NULL);
    }
    *choice = (Stmt){.kind = ST_IF, .span = s->at, .nbranches = 1};
    choice->branch = ARENA_NEW(d->arena, StmtBranch);
    choice->branch[0] = (StmtBranch){s->event, 1, arena_copy(d->arena, &stmt, sizeof stmt)};
    Func *f = ARENA_NEW(d->arena, Func);
    f->nbody = 1;
    f->body = arena_copy(d->arena, &choice, sizeof choice);
    DaeEq *eq = scalar_add_eq(s, EQ_ALGORITHM);
    eq->body = f;
    eq->noutputs = output.n;
    eq->output = output.v;
    eq->discrete = true;
    return output.n ? output.v[0] : 0;
}

static Expr make_call(Scalar *s, Expr e, uint32_t number, const ExprList *arg,
                      const TypeList *types)
{
    const Func *f = func_get(store(s), number);
    Type t = types->n == 0   ? T_NONE
             : types->n == 1 ? types->v[0]
                             : type_tuple(expr_types(store(s)), types->n, types->v);
    unsigned flags = expr_node(store(s), e)->flags | (f->impure ? EF_IMPURE : 0);
    return expr_make(store(s), EX_CALL, t, flags, number, (uint32_t)arg->n, arg->v);
}

/* Whether a call is written out and yet differentiated by its annotation: what nobody asked for
 * changes no derivative. */
static bool is_late(const Scalar *s, const Func *f, bool hinted)
{
    return f->nderivatives && (!hinted || f->inline_after_index || func_differs_derived(f)) &&
           !s->guard && !s->inline_calls;
}

static void late_results(Scalar *s, Expr call, const TypeList *types, ExprList *out)
{
    bool scalar = types->n == 1 && !tinfo(s, types->v[0])->ndims;
    s->d->late = true;
    for (int i = 0; i < types->n; i++)
        for (int64_t k = 0; k < leaf_scalars(s, types->v[i]); k++) {
            Expr part = scalar ? call : pick(s, call, i, k, types->v[i]);
            vec_push(s->a, out, expr_late(store(s), part));
        }
}

static bool try_inline(Scalar *s, Expr written, uint32_t number, const ExprList *arg,
                       const TypeList *types, ExprList *out)
{
    const Func *f = func_get(store(s), number);
    if (f->no_inline || f->external || f->impure || f->ninverses ||
        ((s->event || s->clock) && has_memory(s, f)))
        return false; /* the call can be solved by its inverse, what is written out perhaps not */
    bool hinted = f->inline_hint || f->late_inline;
    if (s->d->for_sheet && !hinted && types->n == 1 && leaf_scalars(s, types->v[0]) == 1)
        return false; /* listed as the user wrote it */
    if (f->nbody > (hinted ? MOST_HINTED : MOST_SMALL))
        return false;
    uint64_t limit = hinted ? INLINE_HINTED : INLINE_SMALL;
    for (int i = 0; i < arg->n && !hinted; i++) /* as if they were variables */
        limit += expr_node(store(s), arg->v[i])->size - 1;
    limit = limit > UINT32_MAX ? UINT32_MAX : limit;
    int64_t total = 0, *count = ARENA_ARRAY(s->a, int64_t, types->n + 1);
    for (int i = 0; i < types->n; i++)
        total += count[i] = leaf_scalars(s, types->v[i]);
    if (total > MOST_RESULTS)
        return false;
    Expr *result = ARENA_ARRAY(s->a, Expr, total + 1);
    if (!func_inline_outputs(store(s), number, (uint32_t)arg->n, arg->v, types->n, count,
                             (uint32_t)limit, result))
        return false;
    if (is_late(s, f, hinted)) {
        late_results(s, make_call(s, written, number, arg, types), types, out);
        return true;
    }
    for (int64_t k = 0; k < total; k++) {
        Expr e = func_inline_all(store(s), result[k], INLINE_HINTED);
        uint32_t size = expr_node(store(s), e)->size;
        if (!hinted) /* calls inside that are as short without: constants in all branches */
            e = func_inline_plain(store(s), e, size, MOST_SMALL);
        vec_push(s->a, out, expr_drop_zeros(store(s), e));
    }
    return true;
}

/* The number of the function and the leaves of its arguments; 0 after a report. */
static uint32_t callee_of(Scalar *s, Expr e, ExprList *arg)
{
    uint64_t payload = expr_node(store(s), e)->payload;
    if (payload >> 32) {
        scalar_fail(s, "the function to call is not known here");
        return 0;
    }
    arguments(s, e, arg);
    return s->failed ? 0 : map_get(&s->expand.f->callee, e, (uint32_t)payload);
}

Stmt *scalar_call_statement(Scalar *s, Expr e)
{
    ExprList arg = {0};
    uint32_t number = callee_of(s, e, &arg);
    if (!number)
        return NULL;
    TypeList types = {0};
    type_leaves(expr_types(store(s)), s->a, expr_type(store(s), e), &types);
    Stmt *stmt = ARENA_NEW(s->d->arena, Stmt);
    *stmt = (Stmt){.kind = ST_CALL, .span = s->at, .ntargets = types.n};
    stmt->target = ARENA_ARRAY(s->d->arena, Expr, types.n);
    for (int i = 0; i < types.n; i++)
        stmt->target[i] = expr_make(store(s), EX_WILD, types.v[i], 0, 0, 0, NULL);
    stmt->value = make_call(s, e, number, &arg, &types);
    return stmt;
}

/* Whether some result of a call is a variable: none is that can change between events without
 * being a Real. */
static bool has_variables(const Scalar *s, const TypeList *types, bool moving)
{
    for (int i = 0; i < types->n && moving; i++)
        if (tinfo(s, types->v[i])->scalar == T_REAL)
            return true;
    return !moving;
}

void scalar_call(Scalar *s, Expr e, ExprList *out)
{
    ExprList arg = {0};
    uint32_t number = callee_of(s, e, &arg);
    if (!number)
        return;
    TypeList types = {0};
    type_leaves(expr_types(store(s)), s->a, expr_type(store(s), e), &types);
    if (try_inline(s, e, number, &arg, &types, out))
        return;
    Expr call = make_call(s, e, number, &arg, &types);
    if (types.n == 1 && !tinfo(s, types.v[0])->ndims) {
        vec_push(s->a, out, call);
        return;
    }
    bool once = s->event && has_memory(s, func_get(store(s), number));
    bool own = !s->guard && !s->inline_calls;
    bool moving = own && !s->clock && !func_get(store(s), number)->impure &&
                  dae_any_between(s->d, call, may_move, s->d);
    uint32_t first = once                                      ? event_variables(s, call, &types)
                     : own && has_variables(s, &types, moving) ? call_variables(s, call, &types)
                                                               : 0;
    for (int i = 0; i < types.n; i++) {
        int64_t n = leaf_scalars(s, types.v[i]);
        Type scalar = tinfo(s, types.v[i])->scalar;
        bool is_var = once || (own && (!moving || scalar == T_REAL));
        for (int64_t k = 0; k < n; k++, first++)
            vec_push(s->a, out,
                     is_var ? expr_var(store(s), scalar, first) : pick(s, call, i, k, types.v[i]));
    }
}
