/* lower.c - bodies of functions and algorithm sections as statements over scalars and arrays.
 *
 * Records disappear: a record variable is its leaves (scalars and arrays of simple types), an array
 * of records is the arrays of its fields, a record value is the list of its leaves. Calls with more
 * than a scalar result are taken out of expressions into statements of their own; where that would
 * evaluate them although a condition forbids it, the condition becomes a statement too. */
#include "model/builtin.h"
#include "model/flat_internal.h"

enum {
    MOST_TURNS = 1000,      /* of a loop that is written out */
    MOST_ALL_TURNS = 10000, /* of such loops inside each other, together */
};

typedef VEC(Stmt *) StmtList;
typedef VEC(Expr) ExprList;

typedef struct Lower {
    Model *m;
    FuncInfo *info; /* NULL: an algorithm of a model */
    VEC(FuncVar) var;
    Map local;     /* leaf component id -> variable + 1 */
    StmtList *out; /* where statements go */
    const IterValue *iters;
    Map iter_local; /* iterator turned into a variable: number -> variable + 1 */
    Span at;        /* statement being lowered */
    int64_t turns;  /* of the loops around it that are written out; 0 if there are none */
    bool in_when, initial;
    bool failed;
} Lower;

static Expr lower(Lower *l, Expr e);
static void lower_leaves(Lower *l, Expr e, ExprList *out);
static void lower_leaves_as(Lower *l, Expr e, Type want, ExprList *out);

static Expr fail(Lower *l)
{
    l->failed = true;
    return 0;
}

/* ---- Variables ---- */

static bool is_leaf(Model *m, Comp *c)
{
    return c->use && (c->use->builtin || c->use->restriction == CLS_FUNCTION ||
                      class_is_external_object(m, c->use));
}

typedef void LeafFn(void *arg, Comp *leaf);

/* Calls fn for every simple component inside c, in order of declaration. */
static bool each_leaf(Model *m, Comp *c, LeafFn *fn, void *arg)
{
    if (!c || !c->use)
        return false;
    if (is_leaf(m, c)) {
        fn(arg, c);
        return true;
    }
    ClassInst *ci = comp_contents(m, c);
    bool good = ci != NULL;
    for (int i = 0; ci && i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        if (!s->same && s->written->kind == EL_COMPONENT)
            good = each_leaf(m, slot_comp(m, s), fn, arg) && good;
    }
    return good;
}

/* Dimensions from the function (or model) down to a component. */
static int path_dims(const Comp *c, const Dim **out)
{
    int n = c->parent ? path_dims(c->parent, out) : 0;
    for (int k = 0; k < c->ndims && n < MAX_DIMS; k++)
        out[n++] = &c->dim[k];
    return n;
}

typedef struct AddVar {
    Lower *l;
    uint8_t kind;
} AddVar;

/* A variable for a component of another function, bound to a function-valued input. */
static void add_bound_variable(void *data, Comp *c)
{
    AddVar *a = data;
    Lower *l = a->l;
    Model *m = l->m;
    const Dim *dim[MAX_DIMS];
    int32_t size[MAX_DIMS];
    for (Comp *p = c; p; p = p->parent)
        if (!comp_dims(m, p)) {
            fail(l);
            return;
        }
    Type t = comp_type(m, c);
    if (!t || !dims_allowed(m, t, comp_path_dims(c), c->decl->name_span)) {
        fail(l);
        return;
    }
    int n = path_dims(c, dim);
    for (int k = 0; k < n; k++)
        size[k] = dim[k]->size;
    FuncVar v = {.name = name_cstr(m->ctx->names, comp_name_text(m, c)),
                 .kind = a->kind,
                 .type = type_array(expr_types(m->store), t, n, size),
                 .min = -1e300 * 1e300,
                 .max = 1e300 * 1e300,
                 .span = c->decl->name_span};
    vec_push(m->kept, &l->var, v);
}

static void add_variable(void *data, Comp *c)
{
    Lower *l = ((AddVar *)data)->l;
    add_bound_variable(data, c);
    map_set(&l->local, l->m->kept, c->id, (uint32_t)l->var.n);
}

static Expr local_ref(Lower *l, int index)
{
    return expr_make(l->m->store, EX_LOCAL, l->var.v[index].type, 0, (uint64_t)index, 0, NULL);
}

/* A variable of our own. */
static Expr temporary(Lower *l, Type t)
{
    FuncVar v = {.kind = FV_LOCAL, .type = t, .min = -1e300 * 1e300, .max = 1e300 * 1e300};
    int n = tinfo(l->m, t)->ndims;
    v.dim = ARENA_ARRAY(l->m->kept, Expr, n);
    for (int i = 0; i < n; i++)
        if (tinfo(l->m, t)->dim[i] != DIM_UNKNOWN)
            v.dim[i] = expr_int(l->m->store, tinfo(l->m, t)->dim[i]);
    vec_push(l->m->kept, &l->var, v);
    return local_ref(l, l->var.n - 1);
}

static Stmt *emit(Lower *l, StmtKind kind)
{
    Stmt *s = ARENA_NEW(l->m->kept, Stmt);
    s->kind = (uint8_t)kind;
    s->span = l->at;
    vec_push(l->m->kept, l->out, s);
    return s;
}

static void emit_assign(Lower *l, Expr target, Expr value)
{
    Stmt *s = emit(l, ST_ASSIGN);
    s->ntargets = 1;
    s->target = arena_copy(l->m->kept, &target, sizeof target);
    s->value = value;
}

/* ---- References ---- */

/* Subscripts of a reference, lowered. *whole: all of them are whole dimensions. */
static bool lower_subscripts(Lower *l, Expr e, Expr *sub, bool *whole)
{
    ExprStore *s = l->m->store;
    uint32_t n = expr_node(s, e)->nargs;
    *whole = true;
    for (uint32_t i = 0; i < n; i++) {
        Expr x = expr_arg(s, e, i);
        sub[i] = expr_op(s, x) == EX_COLON ? x : lower(l, x);
        if (!sub[i])
            return false;
        *whole = *whole && expr_op(s, sub[i]) == EX_COLON;
    }
    return true;
}

static Expr subscripted(Lower *l, Expr base, uint32_t n, const Expr *sub, bool whole, Type type)
{
    if (!n || whole)
        return base;
    Expr arg[8 * MAX_DIMS + 1];
    arg[0] = base;
    memcpy(arg + 1, sub, n * sizeof *sub);
    return expr_make(l->m->store, EX_INDEX, type, 0, 0, n + 1, arg);
}

static Comp *cref_comp(Model *m, Expr e)
{
    return m->comp.v[expr_node(m->store, e)->payload];
}

/* A simple variable of a function. */
static Expr lower_local(Lower *l, Expr e, int index)
{
    Expr sub[8 * MAX_DIMS];
    bool whole;
    uint32_t n = expr_node(l->m->store, e)->nargs;
    if (!lower_subscripts(l, e, sub, &whole))
        return fail(l);
    return subscripted(l, local_ref(l, index), n, sub, whole, expr_type(l->m->store, e));
}

/* A package constant: its value. */
static Expr lower_constant(Lower *l, Expr e)
{
    Value *v = eval_required(l->m, e, l->iters, l->at, "this constant");
    return v ? value_expr(l->m, v) : fail(l);
}

static Expr lower_cref(Lower *l, Expr e)
{
    Model *m = l->m;
    Comp *c = cref_comp(m, e);
    uint32_t index = map_get(&l->local, c->id, 0);
    if (index)
        return lower_local(l, e, (int)index - 1);
    if (comp_variability(m, c) == VARY_CONSTANT) {
        Value *v = eval_try(m, e, l->iters);
        if (v)
            return value_expr(m, v);
        if (!c->parent || l->info)
            return lower_constant(l, e); /* a constant array with a variable subscript */
    }
    if (c->in_function || l->info) {
        diag_error(m->ctx->diags, l->at, "`%s` cannot be used inside a function",
                   comp_name_text(m, c));
        return fail(l);
    }
    Expr sub[8 * MAX_DIMS];
    bool whole;
    uint32_t n = expr_node(m->store, e)->nargs;
    if (!lower_subscripts(l, e, sub, &whole))
        return fail(l);
    return flat_reference(m, c, n, sub, expr_type(m->store, e));
}

/* A constant array indexed with something that varies: INDEX(literal array, subscripts). */
static Expr lower_constant_array(Lower *l, Expr e)
{
    Model *m = l->m;
    Comp *c = cref_comp(m, e);
    if (map_get(&l->local, c->id, 0) || comp_variability(m, c) != VARY_CONSTANT || !is_leaf(m, c))
        return 0;
    uint32_t n = expr_node(m->store, e)->nargs;
    Expr colons[8 * MAX_DIMS], sub[8 * MAX_DIMS];
    bool whole, varies = false;
    if (!lower_subscripts(l, e, sub, &whole))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        colons[i] = expr_make(m->store, EX_COLON, T_INT, 0, 0, 0, NULL);
        varies =
            varies || !(expr_op(m->store, sub[i]) == EX_COLON || eval_try(m, sub[i], l->iters));
    }
    if (!varies)
        return 0;
    const Dim *dim[MAX_DIMS];
    int32_t size[MAX_DIMS];
    int nd = path_dims(c, dim);
    for (int k = 0; k < nd; k++)
        size[k] = dim[k]->size;
    Type t = type_array(expr_types(m->store), comp_type(m, c), nd, size);
    Expr all = expr_make(m->store, EX_CREF, t, 0, c->id, n, colons);
    Value *v = eval_required(m, all, l->iters, l->at, "this constant");
    return v ? subscripted(l, value_expr(m, v), n, sub, false, expr_type(m->store, e)) : fail(l);
}

/* ---- Calls ---- */

typedef VEC(Type) TypeList;

/* Types of the leaves of a value, with the dimensions in front. */
static void leaf_types(Model *m, Type t, TypeList *out)
{
    const TypeInfo *info = tinfo(m, t);
    if (info->base != TY_RECORD && info->base != TY_TUPLE) {
        if (t != T_NONE)
            vec_push(m->kept, out, t);
        return;
    }
    const RecordInfo *r = type_record_info(expr_types(m->store), info->scalar);
    for (int i = 0; i < r->n; i++)
        leaf_types(m, type_array(expr_types(m->store), r->type[i], info->ndims, info->dim), out);
}

static Comp *bound_input(Model *m, const FuncArg *f, int i)
{
    const FuncValue *v = &m->func_value.v[f->value];
    return slot_comp(m, class_slot(m, function_scope(m, v->use), v->name[i]));
}

/* The first of our own variables that hold bound value i of a function-valued input. */
static int first_bound(Model *m, const FuncArg *f, int i)
{
    TypeList types = {0};
    for (int k = 0; k < i; k++)
        leaf_types(m, comp_type(m, bound_input(m, f, k)), &types);
    return f->first + types.n;
}

static void push_bound(Lower *l, const FuncArg *f, int from, int to, ExprList *out)
{
    for (int i = first_bound(l->m, f, from), end = first_bound(l->m, f, to); i < end; i++)
        vec_push(l->m->kept, out, local_ref(l, i));
}

/* The leaves of all arguments; function-valued ones give their bound values. */
static bool lower_arguments(Lower *l, Expr call, ExprList *out)
{
    Model *m = l->m;
    uint32_t n = expr_node(m->store, call)->nargs;
    for (uint32_t i = 0; i < n; i++) {
        Expr a = expr_arg(m->store, call, i);
        if (expr_op(m->store, a) == EX_FUNCREF) {
            uint32_t nb = expr_node(m->store, a)->nargs;
            for (uint32_t k = 0; k < nb; k++)
                lower_leaves(l, expr_arg(m->store, a, k), out);
            continue;
        }
        if (tinfo(m, expr_type(m->store, a))->base == TY_FUNC && l->info) {
            for (int k = 0; k < l->info->nspecial; k++) /* one of our own inputs, passed on */
                if (l->info->special[k].input->id == expr_node(m->store, a)->payload)
                    push_bound(l, &l->info->special[k], 0,
                               m->func_value.v[l->info->special[k].value].n, out);
            continue;
        }
        lower_leaves(l, a, out);
    }
    return !l->failed;
}

/* A call of a function-valued input: bound inputs come from our own variables, the others from the
 * call, in order. */
static uint32_t called_value(Lower *l, Expr call, const FuncArg *f, ExprList *arg)
{
    Model *m = l->m;
    const FuncValue *v = &m->func_value.v[f->value];
    ClassInst *ci = function_scope(m, v->use);
    Comp **in;
    int n = ci ? function_inputs(m, ci, &in) : 0;
    uint32_t next = 0, given = expr_node(m->store, call)->nargs;
    Expr *known = ARENA_ARRAY(m->kept, Expr, n); /* by default values that use other inputs */
    for (int i = 0; i < n; i++) {
        int bound = 0, first = arg->n;
        while (bound < v->n && v->name[bound] != in[i]->name)
            bound++;
        if (bound < v->n) {
            push_bound(l, f, bound, bound + 1, arg);
            known[i] = arg->n == first + 1 ? arg->v[first] : 0;
        } else if (next < given) {
            known[i] = expr_arg(m->store, call, next++);
            lower_leaves(l, known[i], arg);
        } else {
            Expr value = comp_value(m, in[i]);
            if (!value) {
                diag_error(m->ctx->diags, l->at, "the input `%s` of `%s` is not given",
                           text_of(m->ctx, in[i]->name), class_name_text(m, v->use->written));
                fail(l);
                return 0;
            }
            known[i] = with_arguments(m, value, n, in, known);
            lower_leaves(l, known[i], arg);
        }
    }
    return ci ? function_number(m, v->use) : 0;
}

/* The function a call goes to, and its arguments; 0 after a report. */
static uint32_t callee(Lower *l, Expr call, ExprList *arg)
{
    Model *m = l->m;
    uint64_t payload = expr_node(m->store, call)->payload;
    if (payload >> 32) {
        for (int k = 0; l->info && k < l->info->nspecial; k++)
            if (l->info->special[k].input->id == (uint32_t)payload)
                return called_value(l, call, &l->info->special[k], arg);
        diag_error(m->ctx->diags, l->at, "the function to call is not known here");
        fail(l);
        return 0;
    }
    uint32_t n = expr_node(m->store, call)->nargs;
    Expr *args = arena_copy(m->kept, expr_args(m->store, call), n * sizeof *args);
    uint32_t number = function_special(m, (uint32_t)payload, n, args, l->info, l->at);
    if (!number || !lower_arguments(l, call, arg)) {
        fail(l);
        return 0;
    }
    return number;
}

static void emit_call(Lower *l, uint32_t number, ExprList arg, unsigned flags, Type type, int n,
                      const Expr *target)
{
    Stmt *s = emit(l, ST_CALL);
    s->ntargets = n;
    s->target = arena_copy(l->m->kept, target, (size_t)n * sizeof *target);
    s->value = expr_make(l->m->store, EX_CALL, type, flags, number, (uint32_t)arg.n, arg.v);
}

/* Takes a call out of the expression: its results in temporaries. */
static void hoist_call(Lower *l, Expr call, ExprList *out)
{
    Model *m = l->m;
    ExprList arg = {0}, target = {0};
    TypeList types = {0};
    uint32_t number = callee(l, call, &arg);
    if (!number)
        return;
    leaf_types(m, expr_type(m->store, call), &types);
    for (int i = 0; i < types.n; i++)
        vec_push(m->kept, &target, temporary(l, types.v[i]));
    Type t = types.n == 1 ? types.v[0] : type_tuple(expr_types(m->store), types.n, types.v);
    emit_call(l, number, arg, expr_node(m->store, call)->flags, t, target.n, target.v);
    for (int i = 0; i < target.n; i++)
        vec_push(m->kept, out, target.v[i]);
}

static Expr lower_call(Lower *l, Expr e)
{
    Model *m = l->m;
    const TypeInfo *t = tinfo(m, expr_type(m->store, e));
    if (t->ndims || t->base == TY_RECORD || t->base == TY_TUPLE) {
        ExprList out = {0};
        hoist_call(l, e, &out);
        return out.n ? out.v[0] : fail(l);
    }
    ExprList arg = {0};
    uint32_t number = callee(l, e, &arg);
    return number ? expr_make(m->store, EX_CALL, expr_type(m->store, e),
                              expr_node(m->store, e)->flags, number, (uint32_t)arg.n, arg.v)
                  : fail(l);
}

/* ---- Conditions and iterators ---- */

/* if-expression whose branches need statements: an if-statement that sets temporaries. */
static void lower_if_leaves(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    Expr cond = lower(l, expr_arg(m->store, e, 0));
    StmtList *outer = l->out, body[2] = {{0}, {0}};
    ExprList leaf[2] = {{0}, {0}};
    if (!cond)
        return;
    for (int i = 0; i < 2; i++) {
        l->out = &body[i];
        lower_leaves_as(l, expr_arg(m->store, e, (uint32_t)i + 1), expr_type(m->store, e),
                        &leaf[i]);
    }
    l->out = outer;
    if (l->failed)
        return;
    TypeList types = {0};
    leaf_types(m, expr_type(m->store, e), &types);
    bool plain = !body[0].n && !body[1].n;
    ExprList target = {0};
    for (int k = 0; k < types.n; k++) {
        if (plain) {
            Expr arg[3] = {cond, leaf[0].v[k], leaf[1].v[k]};
            vec_push(m->kept, out, expr_make(m->store, EX_IF, types.v[k], 0, 0, 3, arg));
            continue;
        }
        Expr t = temporary(l, types.v[k]);
        vec_push(m->kept, &target, t);
        vec_push(m->kept, out, t);
    }
    if (plain)
        return;
    for (int i = 0; i < 2; i++) {
        l->out = &body[i];
        for (int k = 0; k < target.n; k++)
            emit_assign(l, target.v[k], leaf[i].v[k]);
    }
    l->out = outer;
    Stmt *s = emit(l, ST_IF);
    s->nbranches = 2;
    s->branch = ARENA_ARRAY(m->kept, StmtBranch, 2);
    for (int i = 0; i < 2; i++)
        s->branch[i] = (StmtBranch){i ? 0 : cond, body[i].n, body[i].v};
}

static Expr make_index(Lower *l, Expr array, int n, const Expr *sub, Type type)
{
    Expr arg[MAX_DIMS + 1] = {array};
    memcpy(arg + 1, sub, (size_t)n * sizeof *sub);
    return expr_make(l->m->store, EX_INDEX, type, 0, 0, (uint32_t)n + 1, arg);
}

/* An array constructor or reduction with iterators whose body needs statements: nested loops over
 * the positions of the ranges. Gives the value in a temporary. */
static Expr loop_over(Lower *l, Expr e)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    ExprOp op = expr_op(st, e);
    int n = (int)(expr_node(st, e)->nargs - 1) / 2;
    Expr range[MAX_DIMS], at[MAX_DIMS], size[MAX_DIMS];
    StmtList *outer = l->out;
    for (int k = 0; k < n; k++) {
        Expr r = lower(l, expr_arg(st, e, (uint32_t)(2 + 2 * k)));
        if (!r)
            return 0;
        range[k] = temporary(l, expr_type(st, r));
        emit_assign(l, range[k], r);
        Expr ask[2] = {range[k], expr_int(st, 1)};
        size[n - 1 - k] = expr_make(st, EX_SIZE, T_INT, 0, 0, 2, ask);
    }
    Type type = expr_type(st, e);
    Expr result = temporary(l, type);
    Expr init = op == EX_FORMIN || op == EX_FORMAX
                    ? extreme_value(m, tinfo(m, type)->scalar, op == EX_FORMIN)
                    : expr_real(st, op == EX_FORPRODUCT);
    if (op == EX_FORARRAY) {
        Expr fill[MAX_DIMS + 1] = {init};
        memcpy(fill + 1, size, (size_t)n * sizeof *size);
        if (tinfo(m, type)->ndims != n) {
            diag_error(m->ctx->diags, l->at,
                       "an array constructor whose elements are arrays computed by a function is "
                       "not supported; use a `for` loop");
            return fail(l);
        }
        init = expr_make(st, EX_FILL, type, 0, 0, (uint32_t)n + 1, fill);
    }
    emit_assign(l, result, init);
    StmtList body[MAX_DIMS] = {{0}};
    for (int k = n - 1; k >= 0; k--) { /* the last iterator is the outermost loop */
        at[k] = temporary(l, T_INT);
        Expr ends[2] = {expr_int(st, 1), size[n - 1 - k]};
        int32_t unknown = DIM_UNKNOWN;
        Stmt *s = emit(l, ST_FOR);
        s->iter = at[k];
        s->range =
            expr_make(st, EX_RANGE, type_array(expr_types(st), T_INT, 1, &unknown), 0, 0, 2, ends);
        s->nbranches = 1;
        s->branch = ARENA_NEW(m->kept, StmtBranch);
        l->out = &body[k];
        Expr iter = expr_arg(st, e, (uint32_t)(1 + 2 * k));
        Expr value = temporary(l, expr_type(st, iter));
        emit_assign(l, value, make_index(l, range[k], 1, &at[k], expr_type(st, iter)));
        map_set(&l->iter_local, m->kept, expr_node(st, iter)->payload,
                (uint32_t)expr_node(st, value)->payload + 1);
        if (k == 0) {
            Expr x = lower(l, expr_arg(st, e, 0));
            if (!x) {
                l->out = outer;
                return 0;
            }
            if (op == EX_FORARRAY) {
                Expr sub[MAX_DIMS];
                for (int j = 0; j < n; j++)
                    sub[j] = at[n - 1 - j];
                emit_assign(l, make_index(l, result, n, sub, tinfo(m, type)->scalar), x);
            } else {
                Expr both[2] = {result, x};
                ExprOp step = op == EX_FORSUM       ? EX_ADD
                              : op == EX_FORPRODUCT ? EX_MUL
                              : op == EX_FORMIN     ? EX_MIN
                                                    : EX_MAX;
                emit_assign(l, result, expr_make(st, step, type, 0, 0, 2, both));
            }
        }
    }
    l->out = outer;
    for (int k = 0; k < n; k++) { /* bodies are complete now */
        StmtList *parent = k == n - 1 ? outer : &body[k + 1];
        vec_last(parent)->branch[0] = (StmtBranch){0, body[k].n, body[k].v};
    }
    return result;
}

static Expr lower_iterated(Lower *l, Expr e)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    uint32_t n = expr_node(st, e)->nargs;
    Expr arg[2 * MAX_DIMS + 1];
    for (uint32_t i = 1; i < n; i++) {
        Expr a = expr_arg(st, e, i);
        arg[i] = i % 2 ? a : lower(l, a);
        if (!arg[i])
            return 0;
    }
    StmtList *outer = l->out, body = {0};
    int nvars = l->var.n;
    l->out = &body;
    arg[0] = lower(l, expr_arg(st, e, 0));
    l->out = outer;
    if (!arg[0])
        return 0;
    if (body.n) {
        l->var.n = nvars;
        return loop_over(l, e);
    }
    const ExprNode *node = expr_node(st, e);
    return expr_make(st, (ExprOp)node->op, node->type, node->flags, node->payload, n, arg);
}

/* ---- Expressions ---- */

static Expr lower_iter(Lower *l, Expr e)
{
    Model *m = l->m;
    uint32_t number = (uint32_t)expr_node(m->store, e)->payload;
    uint32_t local = map_get(&l->iter_local, number, 0);
    if (local)
        return local_ref(l, (int)local - 1);
    for (const IterValue *v = l->iters; v; v = v->outer)
        if (v->iter == number)
            return expr_int(m->store, (int64_t)v->value);
    return e;
}

static Expr lower_size(Lower *l, Expr e)
{
    Model *m = l->m;
    ExprList leaf = {0};
    lower_leaves(l, expr_arg(m->store, e, 0), &leaf);
    Expr dim = l->failed ? 0 : lower(l, expr_arg(m->store, e, 1));
    if (!dim || !leaf.n)
        return fail(l);
    Expr arg[2] = {leaf.v[0], dim};
    return expr_make(m->store, EX_SIZE, T_INT, 0, 0, 2, arg);
}

static Expr lower(Lower *l, Expr e)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    if (l->failed)
        return 0;
    switch (expr_op(s, e)) {
    case EX_CREF: {
        Expr table = lower_constant_array(l, e);
        return table ? table : l->failed ? 0 : lower_cref(l, e);
    }
    case EX_ITER:
        return lower_iter(l, e);
    case EX_CALL:
        return lower_call(l, e);
    case EX_FIELD: {
        ExprList leaf = {0};
        lower_leaves(l, e, &leaf);
        return leaf.n ? leaf.v[0] : fail(l);
    }
    case EX_IF: {
        ExprList leaf = {0};
        lower_if_leaves(l, e, &leaf);
        return leaf.n ? leaf.v[0] : fail(l);
    }
    case EX_SIZE:
        return lower_size(l, e);
    case EX_FORARRAY:
    case EX_FORSUM:
    case EX_FORPRODUCT:
    case EX_FORMIN:
    case EX_FORMAX:
        return lower_iterated(l, e);
    case EX_FUNCREF:
        diag_error(m->ctx->diags, l->at, "a function cannot be used as a value here");
        return fail(l);
    default:
        break;
    }
    uint32_t n = expr_node(s, e)->nargs;
    if (!n)
        return e;
    Expr few[16], *arg = n <= 16 ? few : ARENA_ARRAY(m->kept, Expr, n);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = lower(l, expr_arg(s, e, i));
        if (!arg[i])
            return 0;
    }
    const ExprNode *node = expr_node(s, e);
    return expr_make(s, (ExprOp)node->op, node->type, node->flags, node->payload, n, arg);
}

/* ---- Records ---- */

typedef struct LeafRefs {
    Lower *l;
    Expr record;
    ExprList *out;
} LeafRefs;

static void push_leaf_reference(void *data, Comp *leaf)
{
    LeafRefs *r = data;
    Model *m = r->l->m;
    uint32_t n = expr_node(m->store, r->record)->nargs;
    int total = comp_path_dims(leaf);
    Expr sub[8 * MAX_DIMS];
    for (uint32_t i = 0; i < n; i++)
        sub[i] = expr_arg(m->store, r->record, i);
    const TypeInfo *rt = tinfo(m, expr_type(m->store, r->record));
    int32_t dim[8 * MAX_DIMS];
    int nd = 0;
    for (int i = 0; i < rt->ndims; i++)
        dim[nd++] = rt->dim[i];
    const Comp *record = cref_comp(m, r->record);
    const Dim *inner[MAX_DIMS];
    int ninner = path_dims(leaf, inner), first = comp_path_dims(record);
    for (int i = first; i < ninner && i < total; i++) {
        sub[n++] = expr_make(m->store, EX_COLON, T_INT, 0, 0, 0, NULL);
        dim[nd++] = inner[i]->size;
    }
    if (nd > MAX_DIMS) {
        fail(r->l);
        return;
    }
    Type t = type_array(expr_types(m->store), comp_type(m, leaf), nd, dim);
    Expr e = lower(r->l, expr_make(m->store, EX_CREF, t, 0, leaf->id, n, sub));
    if (e)
        vec_push(m->kept, r->out, e);
}

static void value_leaves(Model *m, const Value *v, ExprList *out)
{
    if (!v->field) {
        vec_push(m->kept, out, value_expr(m, v));
        return;
    }
    for (int i = 0; i < v->nfields; i++)
        value_leaves(m, v->field[i], out);
}

static void record_reference(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    Comp *c = cref_comp(m, e);
    if (comp_variability(m, c) == VARY_CONSTANT && (!c->parent || l->info)) {
        Value *v = eval_try(m, e, l->iters);
        if (v) {
            value_leaves(m, v, out);
            return;
        }
    }
    LeafRefs r = {l, e, out};
    if (!each_leaf(m, c, push_leaf_reference, &r))
        fail(l);
}

/* Fields of an expression one after the other: for INDEX, ARRAY, FILL and their like the operator
 * is applied to each leaf. `first`, `count`: which operands are records. */
static void leafwise(Lower *l, Expr e, uint32_t first, uint32_t count, ExprList *out)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    uint32_t n = expr_node(s, e)->nargs;
    ExprList *part = ARENA_ARRAY(m->kept, ExprList, n);
    Expr *arg = ARENA_ARRAY(m->kept, Expr, n + MAX_DIMS);
    for (uint32_t i = 0; i < n; i++) {
        Expr a = expr_arg(s, e, i);
        if (i >= first && i < first + count)
            lower_leaves(l, a, &part[i]);
        else
            arg[i] = expr_op(s, a) == EX_ITER && expr_op(s, e) != EX_INDEX ? a : lower(l, a);
        if (l->failed)
            return;
    }
    TypeList types = {0};
    leaf_types(m, expr_type(s, e), &types);
    for (int k = 0; k < types.n; k++) {
        uint32_t na = n;
        for (uint32_t i = first; i < first + count; i++)
            arg[i] = part[i].v[k];
        if (expr_op(s, e) == EX_INDEX) /* fields may have dimensions of their own */
            while ((int)na < tinfo(m, expr_type(s, arg[0]))->ndims + 1)
                arg[na++] = expr_make(s, EX_COLON, T_INT, 0, 0, 0, NULL);
        const ExprNode *node = expr_node(s, e);
        vec_push(m->kept, out,
                 expr_make(s, (ExprOp)node->op, types.v[k], node->flags, node->payload, na, arg));
    }
}

static void field_leaves(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    Expr record = expr_arg(s, e, 0);
    ExprList all = {0};
    lower_leaves(l, record, &all);
    if (l->failed)
        return;
    const RecordInfo *info =
        type_record_info(expr_types(s), type_scalar(expr_types(s), expr_type(s, record)));
    int k = (int)expr_node(s, e)->payload, first = 0;
    TypeList before = {0}, own = {0};
    for (int i = 0; i < k; i++)
        leaf_types(m, info->type[i], &before);
    leaf_types(m, info->type[k], &own);
    first = before.n;
    for (int i = 0; i < own.n && first + i < all.n; i++)
        vec_push(m->kept, out, all.v[first + i]);
}

static void lower_leaves(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    if (l->failed)
        return;
    int base = tinfo(m, expr_type(s, e))->base;
    ExprOp op = expr_op(s, e);
    if (op == EX_FIELD) {
        field_leaves(l, e, out);
        return;
    }
    if (base != TY_RECORD && base != TY_TUPLE) {
        Expr x = lower(l, e);
        if (x)
            vec_push(m->kept, out, x);
        return;
    }
    uint32_t n = expr_node(s, e)->nargs;
    switch (op) {
    case EX_CREF:
        record_reference(l, e, out);
        break;
    case EX_RECORD:
        for (uint32_t i = 0; i < n; i++)
            lower_leaves(l, expr_arg(s, e, i), out);
        break;
    case EX_CALL:
        hoist_call(l, e, out);
        break;
    case EX_IF:
        lower_if_leaves(l, e, out);
        break;
    case EX_INDEX:
    case EX_FILL:
    case EX_FORARRAY:
        leafwise(l, e, 0, 1, out);
        break;
    case EX_ARRAY:
        leafwise(l, e, 0, n, out);
        break;
    case EX_CAT:
        leafwise(l, e, 1, n - 1, out);
        break;
    default:
        diag_error(m->ctx->diags, l->at, "this operation on records is not supported");
        fail(l);
    }
}

/* The leaves in the order of another record type with the same fields. */
static void lower_leaves_as(Lower *l, Expr e, Type want, ExprList *out)
{
    Model *m = l->m;
    const TypeInfo *h = tinfo(m, expr_type(m->store, e)), *w = tinfo(m, want);
    if (h->base != TY_RECORD || w->base != TY_RECORD || h->scalar == w->scalar) {
        lower_leaves(l, e, out);
        return;
    }
    const RecordInfo *r = type_record_info(expr_types(m->store), w->scalar);
    for (int i = 0; i < r->n; i++) {
        Expr f = field_expr(m, e, r->field[i]);
        if (!f) {
            fail(l);
            return;
        }
        lower_leaves_as(l, f, type_array(expr_types(m->store), r->type[i], w->ndims, w->dim), out);
    }
}

/* ---- Statements ---- */

static void lower_body(Lower *l, Env *env, SynEqu *const *item, int n);

static bool check_target(Lower *l, Expr ref, Span at)
{
    Model *m = l->m;
    if (expr_op(m->store, ref) != EX_CREF) {
        diag_error(m->ctx->diags, at, "only variables can be assigned to");
        return false;
    }
    Comp *c = cref_comp(m, ref);
    for (const Comp *p = c; p; p = p->parent)
        if (p->in_function && p->direction == DIR_INPUT) {
            diag_error(m->ctx->diags, at, "`%s` is an input and cannot be assigned to",
                       text_of(m->ctx, p->name));
            return false;
        }
    Variability v = comp_variability(m, c);
    if (v == VARY_CONSTANT || (v == VARY_PARAMETER && !l->info && !l->initial)) {
        diag_error(m->ctx->diags, at, "`%s` is a %s and cannot be assigned to",
                   comp_name_text(m, c), v == VARY_CONSTANT ? "constant" : "parameter");
        return false;
    }
    return true;
}

static bool mentions(Model *m, Expr e, Expr local)
{
    ExprStore *s = m->store;
    if (e == local)
        return true;
    uint32_t n = expr_node(s, e)->nargs;
    for (uint32_t i = 0; i < n; i++)
        if (mentions(m, expr_arg(s, e, i), local))
            return true;
    return false;
}

static Expr target_base(Model *m, Expr t)
{
    return expr_op(m->store, t) == EX_INDEX ? expr_arg(m->store, t, 0) : t;
}

/* Assigns several leaves as if at once. */
static void assign_leaves(Lower *l, ExprList target, ExprList value)
{
    Model *m = l->m;
    bool overlap = false;
    for (int i = 0; i < target.n; i++)
        for (int k = i + 1; k < value.n; k++)
            overlap = overlap || mentions(m, value.v[k], target_base(m, target.v[i]));
    for (int i = 0; overlap && i < value.n; i++) {
        Expr t = temporary(l, expr_type(m->store, value.v[i]));
        emit_assign(l, t, value.v[i]);
        value.v[i] = t;
    }
    for (int i = 0; i < target.n && i < value.n; i++)
        emit_assign(l, target.v[i], value.v[i]);
}

static void lower_assignment(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    Expr ref = resolve_exp(env, q->lhs), value = resolve_exp(env, q->rhs);
    if (!ref || !value || !check_target(l, ref, q->lhs->span)) {
        fail(l);
        return;
    }
    Type want = expr_type(m->store, ref), have = expr_type(m->store, value);
    if (!type_fits(m, have, want)) {
        const char *what = arena_printf(m->kept, "`%s`", comp_name_text(m, cref_comp(m, ref)));
        report_type(m, q->rhs->span, what, have, want);
        fail(l);
        return;
    }
    ExprList target = {0}, leaf = {0};
    lower_leaves(l, ref, &target);
    bool whole_call = expr_op(m->store, value) == EX_CALL && tinfo(m, have)->ndims &&
                      target.n == 1 && expr_op(m->store, target.v[0]) == EX_LOCAL;
    if (whole_call) {
        ExprList arg = {0};
        uint32_t number = callee(l, value, &arg);
        if (number)
            emit_call(l, number, arg, expr_node(m->store, value)->flags, have, 1, target.v);
        return;
    }
    lower_leaves_as(l, value, want, &leaf);
    if (!l->failed)
        assign_leaves(l, target, leaf);
}

/* (a, , b) := f(x) */
static void lower_tuple(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    if (q->rhs->kind != XP_CALL) {
        diag_error(m->ctx->diags, q->rhs->span, "a function call is needed here");
        fail(l);
        return;
    }
    Expr call = resolve_call_outputs(env, q->rhs);
    if (!call) {
        fail(l);
        return;
    }
    Type t = expr_type(m->store, call);
    const RecordInfo *outs =
        tinfo(m, t)->base == TY_TUPLE ? type_record_info(expr_types(m->store), t) : NULL;
    int nout = outs ? outs->n : 1;
    if (q->lhs->n > nout || expr_op(m->store, call) != EX_CALL) {
        diag_error(m->ctx->diags, q->lhs->span, "this call has %d result%s, not %d", nout,
                   nout == 1 ? "" : "s", q->lhs->n);
        fail(l);
        return;
    }
    ExprList target = {0};
    TypeList all = {0};
    for (int i = 0; i < nout; i++) {
        Type ti = outs ? outs->type[i] : t;
        TypeList own = {0};
        leaf_types(m, ti, &own);
        leaf_types(m, ti, &all);
        const SynExp *lhs = i < q->lhs->n ? q->lhs->arg[i] : NULL;
        if (!lhs) {
            for (int k = 0; k < own.n; k++)
                vec_push(m->kept, &target, expr_make(m->store, EX_WILD, own.v[k], 0, 0, 0, NULL));
            continue;
        }
        Expr ref = resolve_exp(env, lhs);
        if (!ref || !check_target(l, ref, lhs->span)) {
            fail(l);
            return;
        }
        if (!type_fits(m, ti, expr_type(m->store, ref))) {
            report_type(m, lhs->span, "this result", expr_type(m->store, ref), ti);
            fail(l);
            return;
        }
        lower_leaves(l, ref, &target);
    }
    ExprList arg = {0};
    uint32_t number = l->failed ? 0 : callee(l, call, &arg);
    Type type = all.n == 1 ? all.v[0] : type_tuple(expr_types(m->store), all.n, all.v);
    if (number)
        emit_call(l, number, arg, expr_node(m->store, call)->flags, type, target.n, target.v);
}

static Expr condition(Lower *l, Env *env, const SynExp *e)
{
    Model *m = l->m;
    Expr c = resolve_exp(env, e);
    if (c && (tinfo(m, expr_type(m->store, c))->base != TY_BOOL ||
              tinfo(m, expr_type(m->store, c))->ndims > (l->in_when ? 1 : 0))) {
        diag_error(m->ctx->diags, e->span, "a condition must be a Boolean, not %s",
                   type_text(m, expr_type(m->store, c)));
        c = 0;
    }
    return c ? lower(l, c) : fail(l);
}

static void lower_branches(Lower *l, Env *env, const SynEqu *q, StmtKind kind)
{
    Model *m = l->m;
    Stmt *s = ARENA_NEW(m->kept, Stmt);
    s->kind = (uint8_t)kind;
    s->span = q->span;
    s->nbranches = q->nbranches;
    s->branch = ARENA_ARRAY(m->kept, StmtBranch, q->nbranches);
    StmtList *outer = l->out;
    bool when = l->in_when;
    Stmt *into = s;
    for (int i = 0; i < q->nbranches; i++) {
        StmtList before = {0}, body = {0};
        l->out = &before;
        l->in_when = kind == ST_WHEN;
        Expr c = q->branch[i].condition ? condition(l, env, q->branch[i].condition) : 0;
        l->out = &body;
        lower_body(l, env, q->branch[i].body, q->branch[i].n);
        if (before.n && i && kind == ST_IF) { /* elseif whose condition needs statements: nest */
            Stmt *inner = ARENA_NEW(m->kept, Stmt);
            *inner = *s;
            inner->nbranches = q->nbranches - i;
            inner->branch = ARENA_ARRAY(m->kept, StmtBranch, inner->nbranches);
            vec_push(m->kept, &before, inner);
            into->branch[into->nbranches - (q->nbranches - i)] =
                (StmtBranch){0, before.n, before.v};
            into->nbranches -= q->nbranches - i - 1;
            into = inner;
        } else {
            for (int k = 0; k < before.n; k++)
                vec_push(m->kept, outer, before.v[k]);
        }
        into->branch[into->nbranches - (q->nbranches - i)] = (StmtBranch){c, body.n, body.v};
    }
    l->out = outer;
    l->in_when = when;
    vec_push(m->kept, l->out, s);
}

static bool has_break(SynEqu *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        if (body[i]->kind == SE_BREAK || body[i]->kind == SE_RETURN)
            return true;
        for (int k = 0; k < body[i]->nbranches; k++)
            if (has_break(body[i]->branch[k].body, body[i]->branch[k].n))
                return true;
    }
    return false;
}

static void lower_for(Lower *l, Env *env, const SynEqu *q, int k);

/* Loops of a model's algorithm are written out: relations in them generate events of their own, and
 * the variables they touch are known one by one. False if the range is not known or too long. */
static bool unroll(Lower *l, Env *env, const SynEqu *q, int k, Expr range)
{
    Model *m = l->m;
    if (l->info || has_break(q->branch[0].body, q->branch[0].n))
        return false;
    Value *v = eval_try(m, range, l->iters);
    int64_t around = l->turns ? l->turns : 1;
    if (!v || v->n > MOST_TURNS || v->n * around > MOST_ALL_TURNS)
        return false;
    l->turns = v->n * around;
    for (int64_t i = 0; i < v->n && !l->failed; i++) {
        LoopVar loop = {q->iter[k].name, value_literal(m, v, i), env->loops};
        Env inside = *env;
        inside.loops = &loop;
        lower_for(l, &inside, q, k + 1);
    }
    l->turns = around;
    return true;
}

static void lower_for(Lower *l, Env *env, const SynEqu *q, int k)
{
    Model *m = l->m;
    if (k == q->niters) {
        lower_body(l, env, q->branch[0].body, q->branch[0].n);
        return;
    }
    Expr range = resolve_range_in(env, &q->iter[k], q->branch[0].body, q->branch[0].n);
    if (range && unroll(l, env, q, k, range))
        return;
    Expr lowered = range ? lower(l, range) : 0;
    if (!lowered) {
        fail(l);
        return;
    }
    Expr var = temporary(l, tinfo(m, expr_type(m->store, range))->scalar);
    l->var.v[expr_node(m->store, var)->payload].name = q->iter[k].name;
    StmtList *outer = l->out, body = {0};
    LoopVar loop = {q->iter[k].name, var, env->loops};
    Env inside = *env;
    inside.loops = &loop;
    l->out = &body;
    lower_for(l, &inside, q, k + 1);
    l->out = outer;
    Stmt *s = emit(l, ST_FOR);
    s->iter = var;
    s->range = lowered;
    s->nbranches = 1;
    s->branch = ARENA_NEW(m->kept, StmtBranch);
    s->branch[0] = (StmtBranch){0, body.n, body.v};
}

/* A condition that needs statements is tested inside an endless loop. */
static void lower_while(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    StmtList *outer = l->out, before = {0}, body = {0};
    l->out = &before;
    Expr c = condition(l, env, q->branch[0].condition);
    l->out = outer;
    if (!c)
        return;
    if (before.n) {
        body = before;
        l->out = &body;
        Expr not_c = expr_make(m->store, EX_NOT, T_BOOL, 0, 0, 1, &c);
        Stmt *test = emit(l, ST_IF);
        Stmt *leave = ARENA_NEW(m->kept, Stmt);
        leave->kind = ST_BREAK;
        leave->span = l->at;
        test->nbranches = 1;
        test->branch = ARENA_NEW(m->kept, StmtBranch);
        test->branch[0] = (StmtBranch){not_c, 1, arena_copy(m->kept, &leave, sizeof leave)};
        c = expr_bool(m->store, true);
    }
    l->out = &body;
    lower_body(l, env, q->branch[0].body, q->branch[0].n);
    l->out = outer;
    l->at = q->span;
    Stmt *s = emit(l, ST_WHILE);
    s->nbranches = 1;
    s->branch = ARENA_NEW(m->kept, StmtBranch);
    s->branch[0] = (StmtBranch){c, body.n, body.v};
}

static Expr typed_argument(Lower *l, Env *env, const SynExp *e, Type want, const char *what)
{
    Expr x = e ? resolve_as(env, e, want, what) : 0;
    return x ? lower(l, x) : e ? fail(l) : 0;
}

static const SynExp *call_argument(const SynCall *c, int k, Name name)
{
    if (k < c->nargs)
        return c->arg[k];
    for (int i = 0; i < c->nnamed; i++)
        if (c->named[i].name == name)
            return c->named[i].value;
    return NULL;
}

static void lower_assert(Lower *l, Env *env, const SynExp *e)
{
    const SynCall *c = e->call;
    const SynExp *cond = call_argument(c, 0, N_condition), *text = call_argument(c, 1, N_message);
    if (!cond || !text || c->nargs + c->nnamed > 3) {
        diag_error(l->m->ctx->diags, e->span, "`assert` needs a condition and a message");
        fail(l);
        return;
    }
    Expr value = typed_argument(l, env, cond, T_BOOL, "the condition of `assert`");
    Expr message = typed_argument(l, env, text, T_STRING, "the message of `assert`");
    Expr level = typed_argument(l, env, call_argument(c, 2, N_level), l->m->assertion_level,
                                "the level of `assert`");
    if (l->failed)
        return;
    Stmt *s = emit(l, ST_ASSERT);
    s->value = value;
    s->message = message;
    s->level = level;
}

static void lower_reinit(Lower *l, Env *env, const SynExp *e)
{
    Model *m = l->m;
    const SynCall *c = e->call;
    if (c->nargs != 2 || c->nnamed || !l->in_when) {
        diag_error(m->ctx->diags, e->span,
                   l->in_when ? "`reinit` takes a state and its new value"
                              : "`reinit` can only be used inside a `when`");
        fail(l);
        return;
    }
    Expr state = resolve_exp(env, c->arg[0]);
    Expr value = state ? resolve_as(env, c->arg[1], expr_type(m->store, state), "the state") : 0;
    ExprList target = {0}, leaf = {0};
    if (!value || expr_op(m->store, state) != EX_CREF) {
        if (value)
            diag_error(m->ctx->diags, c->arg[0]->span, "`reinit` needs a state variable");
        fail(l);
        return;
    }
    lower_leaves(l, state, &target);
    lower_leaves(l, value, &leaf);
    for (int i = 0; !l->failed && i < target.n && i < leaf.n; i++) {
        Stmt *s = emit(l, ST_REINIT);
        s->ntargets = 1;
        s->target = arena_copy(m->kept, &target.v[i], sizeof *s->target);
        s->value = leaf.v[i];
    }
}

static void lower_call_statement(Lower *l, Env *env, const SynExp *e)
{
    Model *m = l->m;
    const SynRef *fn = e->call->fn;
    Name name = fn->n == 1 ? fn->part[0].name : 0;
    if (name == N_assert) {
        lower_assert(l, env, e);
        return;
    }
    if (name == N_reinit && !l->info) {
        lower_reinit(l, env, e);
        return;
    }
    if (name == N_terminate && !l->info) {
        Expr text = e->call->nargs == 1
                        ? typed_argument(l, env, e->call->arg[0], T_STRING, "the message")
                        : fail(l);
        if (text)
            emit(l, ST_TERMINATE)->message = text;
        return;
    }
    Expr call = resolve_call_outputs(env, e);
    if (!call) {
        fail(l);
        return;
    }
    if (expr_op(m->store, call) != EX_CALL)
        return; /* a pure built-in function: no effect */
    ExprList arg = {0}, target = {0};
    TypeList types = {0};
    leaf_types(m, expr_type(m->store, call), &types);
    for (int i = 0; i < types.n; i++)
        vec_push(m->kept, &target, expr_make(m->store, EX_WILD, types.v[i], 0, 0, 0, NULL));
    Type t = types.n == 0   ? T_NONE
             : types.n == 1 ? types.v[0]
                            : type_tuple(expr_types(m->store), types.n, types.v);
    uint32_t number = callee(l, call, &arg);
    if (number)
        emit_call(l, number, arg, expr_node(m->store, call)->flags, t, target.n, target.v);
}

static void lower_statement(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    l->at = q->span;
    switch ((SynEquKind)q->kind) {
    case SE_ASSIGN:
        if (q->lhs->kind == XP_TUPLE)
            lower_tuple(l, env, q);
        else
            lower_assignment(l, env, q);
        break;
    case SE_CALL:
        lower_call_statement(l, env, q->lhs);
        break;
    case SE_IF:
        lower_branches(l, env, q, ST_IF);
        break;
    case SE_WHEN:
        if (l->info || l->in_when) {
            diag_error(m->ctx->diags, q->span,
                       l->info ? "`when` cannot be used inside a function"
                               : "`when` cannot be nested");
            fail(l);
            break;
        }
        env->flags |= ENV_WHEN;
        lower_branches(l, env, q, ST_WHEN);
        env->flags &= ~(unsigned)ENV_WHEN;
        break;
    case SE_FOR:
        lower_for(l, env, q, 0);
        break;
    case SE_WHILE:
        lower_while(l, env, q);
        break;
    case SE_BREAK:
        emit(l, ST_BREAK);
        break;
    case SE_RETURN:
        emit(l, ST_RETURN);
        break;
    case SE_EQUALS:
    case SE_CONNECT:
    case SE_LINK:
        diag_error(m->ctx->diags, q->span, "an equation cannot stand in an algorithm; use `:=`");
        fail(l);
    }
}

/* Statements are lowered one after the other even after a mistake, to report them all. */
static void lower_body(Lower *l, Env *env, SynEqu *const *item, int n)
{
    bool failed = l->failed;
    for (int i = 0; i < n; i++) {
        l->failed = false;
        lower_statement(l, env, item[i]);
        failed = failed || l->failed;
    }
    l->failed = failed;
}

/* ---- Functions ---- */

typedef struct Bindings {
    Comp **comp;
    int n;
    uint8_t *done;
} Bindings;

static void lower_binding(Lower *l, Bindings *b, int k);

/* A value that depends on the position in an array of records around it: the array of all of
 * them. */
static Expr over_positions(Lower *l, Comp *c, Expr v)
{
    Model *m = l->m;
    Expr arg[2 * MAX_DIMS + 1] = {v};
    int32_t size[MAX_DIMS];
    int n = 0;
    for (Comp *p = c->parent; p; p = p->parent)
        for (int k = p->ndims - 1; k >= 0 && n < MAX_DIMS; k--, n++) {
            Expr ask[2] = {comp_loose_ref(m, p), expr_int(m->store, k + 1)};
            Expr ends[2] = {expr_int(m->store, 1),
                            p->dim[k].size != DIM_UNKNOWN
                                ? expr_int(m->store, p->dim[k].size)
                                : expr_make(m->store, EX_SIZE, T_INT, 0, 0, 2, ask)};
            arg[1 + 2 * n] = expr_make(m->store, EX_ITER, T_INT, 0, p->iter + (uint32_t)k, 0, NULL);
            arg[2 + 2 * n] = expr_make(m->store, EX_RANGE,
                                       type_array(expr_types(m->store), T_INT, 1, &p->dim[k].size),
                                       0, 0, 2, ends);
            size[n] = p->dim[k].size;
        }
    if (!n)
        return v;
    int32_t dim[MAX_DIMS];
    for (int k = 0; k < n; k++)
        dim[k] = size[n - 1 - k];
    Type t = type_array(expr_types(m->store), expr_type(m->store, v), n, dim);
    return expr_make(m->store, EX_FORARRAY, t, 0, 0, 2 * (uint32_t)n + 1, arg);
}

static Expr whole_reference(Model *m, Comp *c)
{
    Expr sub[8 * MAX_DIMS];
    const Dim *dim[MAX_DIMS];
    int32_t size[MAX_DIMS];
    int n = path_dims(c, dim);
    for (int k = 0; k < n; k++) {
        sub[k] = expr_make(m->store, EX_COLON, T_INT, 0, 0, 0, NULL);
        size[k] = dim[k]->size;
    }
    Type t = comp_type(m, c);
    return t ? expr_make(m->store, EX_CREF, type_array(expr_types(m->store), t, n, size), 0, c->id,
                         (uint32_t)n, sub)
             : 0;
}

/* The value of a component, or of the fields of a record that has none as a whole. */
static void bind_component(Lower *l, Bindings *b, int k, Comp *c)
{
    Model *m = l->m;
    Expr v = comp_value(m, c);
    if (c->value_error)
        fail(l);
    if (!v) {
        ClassInst *ci = is_leaf(m, c) ? NULL : comp_contents(m, c);
        for (int i = 0; ci && i < ci->slot.n; i++)
            if (!ci->slot.v[i]->same && ci->slot.v[i]->written->kind == EL_COMPONENT)
                bind_component(l, b, k, slot_comp(m, ci->slot.v[i]));
        return;
    }
    for (int i = 0; i < b->n; i++)
        if (i != k && raw_references(m, v, b->comp[i]))
            lower_binding(l, b, i);
    l->at = c->binding.span.end ? c->binding.span : c->decl->name_span;
    ExprList target = {0}, leaf = {0};
    Expr ref = whole_reference(m, c);
    if (!ref) {
        fail(l);
        return;
    }
    lower_leaves(l, ref, &target);
    lower_leaves_as(l, over_positions(l, c, v), expr_type(m->store, ref), &leaf);
    if (!l->failed)
        assign_leaves(l, target, leaf);
}

/* Values of variables are the first statements of the body, each after those it depends on. */
static void lower_binding(Lower *l, Bindings *b, int k)
{
    if (b->done[k])
        return;
    b->done[k] = 1;
    bind_component(l, b, k, b->comp[k]);
}

/* Initial values that sizes depend on are set at entry, in the order of need. */
static void order_entry(Lower *l, Func *f, Comp **comp, int ncomps)
{
    Model *m = l->m;
    int n = f->nvars - f->ninputs, next = 0;
    uint8_t *state = ARENA_ARRAY(m->kept, uint8_t, f->nvars);
    f->entry = ARENA_ARRAY(m->kept, int, n);
    /* repeatedly take the first variable all of whose sizes are available */
    for (bool progress = true; progress && next < n;) {
        progress = false;
        for (int i = f->ninputs; i < f->nvars; i++) {
            if (state[i])
                continue;
            bool ready = true;
            int nd = tinfo(m, f->var[i].type)->ndims;
            for (int k = 0; k < nd; k++)
                for (int j = f->ninputs; f->var[i].dim[k] && j < f->nvars; j++)
                    if (!state[j] && mentions(m, f->var[i].dim[k], local_ref(l, j)))
                        ready = false;
            for (int j = f->ninputs; f->var[i].init && j < f->nvars; j++)
                if (!state[j] && j != i && mentions(m, f->var[i].init, local_ref(l, j)))
                    ready = false;
            if (!ready)
                continue;
            state[i] = 1;
            f->entry[next++] = i;
            progress = true;
        }
    }
    for (int i = 0; next < n && i < ncomps; i++) {
        diag_error(m->ctx->diags, comp[i]->decl->name_span,
                   "sizes and initial values in `%s` depend on each other",
                   text_of(m->ctx, f->name));
        fail(l);
        break;
    }
}

/* Sizes of the variables; the initial values that these use. */
static void lower_sizes(Lower *l, Comp **comp, int n)
{
    Model *m = l->m;
    StmtList none = {0}, *outer = l->out;
    l->out = &none;
    for (int c = 1; c < m->comp.n; c++) {
        uint32_t index = map_get(&l->local, m->comp.v[c]->id, 0);
        if (!index)
            continue;
        const Dim *dim[MAX_DIMS];
        int nd = path_dims(m->comp.v[c], dim);
        Expr *e = ARENA_ARRAY(m->kept, Expr, nd);
        l->at = m->comp.v[c]->decl->name_span;
        for (int k = 0; k < nd; k++)
            e[k] = dim[k]->size != DIM_UNKNOWN ? expr_int(m->store, dim[k]->size)
                   : dim[k]->expr              ? lower(l, dim[k]->expr)
                                               : 0;
        l->var.v[index - 1].dim = e;
    }
    for (int i = 0; i < n; i++) { /* scalars that sizes mention */
        uint32_t index = map_get(&l->local, comp[i]->id, 0);
        if (!index || l->var.v[index - 1].kind == FV_INPUT ||
            tinfo(m, l->var.v[index - 1].type)->ndims)
            continue;
        bool used = false;
        for (int v = 0; v < l->var.n && !used; v++)
            for (int k = 0; k < tinfo(m, l->var.v[v].type)->ndims && !used; k++)
                used = l->var.v[v].dim[k] &&
                       mentions(m, l->var.v[v].dim[k], local_ref(l, (int)index - 1));
        Expr value = used ? comp_value(m, comp[i]) : 0;
        if (value)
            l->var.v[index - 1].init = lower(l, value);
    }
    l->out = outer;
    if (none.n) {
        diag_error(m->ctx->diags, l->info->use->def->name_span,
                   "a size in this function is computed by a function that returns an array or "
                   "record; that is not supported");
        fail(l);
    }
}

/* The sections of a function: the base's come first; only one class may have a body. */
static void lower_sections(Lower *l, ClassInst *ci, int *bodies)
{
    Model *m = l->m;
    for (int i = 0; i < ci->base.n; i++)
        lower_sections(l, ci->base.v[i], bodies);
    Env env = env_in(m, ci);
    env.flags |= ENV_FUNCTION;
    for (int i = 0; i < ci->def->nsections; i++) {
        const SynSection *s = ci->def->section[i];
        if (!s->algorithm || s->initial) {
            diag_error(m->ctx->diags, s->span, "a function can only have an algorithm");
            fail(l);
            continue;
        }
        if (++*bodies > 1) {
            diag_error(m->ctx->diags, s->span, "`%s` has more than one algorithm",
                       class_name_text(m, ci->def));
            fail(l);
        }
        lower_body(l, &env, s->item, s->n);
    }
}

static const SynExternal *find_external(ClassInst *ci, ClassInst **where)
{
    if (ci->def->external) {
        *where = ci;
        return ci->def->external;
    }
    for (int i = 0; i < ci->base.n; i++) {
        const SynExternal *x = find_external(ci->base.v[i], where);
        if (x)
            return x;
    }
    return NULL;
}

static void string_list(Model *m, const SynExp *e, Name **out, int *n)
{
    if (!e)
        return;
    if (e->kind == XP_STRING) {
        *out = ARENA_ARRAY(m->kept, Name, 1);
        (*out)[(*n)++] = e->str;
    } else if (e->kind == XP_ARRAY) {
        *out = ARENA_ARRAY(m->kept, Name, e->n);
        for (int i = 0; i < e->n; i++)
            if (e->arg[i]->kind == XP_STRING)
                (*out)[(*n)++] = e->arg[i]->str;
    }
}

static void lower_external(Lower *l, Func *f, ClassInst *ci, const SynExternal *x)
{
    Model *m = l->m;
    FuncExternal *ext = ARENA_NEW(m->kept, FuncExternal);
    Env env = env_in(m, ci);
    env.flags |= ENV_FUNCTION;
    ext->language = x->language ? x->language : N_C;
    ext->c_name = x->function ? x->function : ci->def->name;
    ExprList arg = {0};
    for (int i = 0; i < x->nargs; i++) {
        Expr e = resolve_exp(&env, x->arg[i]);
        if (e)
            lower_leaves(l, e, &arg);
        else
            fail(l);
    }
    if (x->result) {
        Expr e = resolve_exp(&env, x->result);
        ext->result = e ? lower(l, e) : fail(l);
    }
    if (!x->function) { /* no call written: all inputs, and the output if there is one */
        for (int i = 0; i < f->ninputs; i++)
            vec_push(m->kept, &arg, local_ref(l, i));
        if (f->noutputs == 1)
            ext->result = local_ref(l, f->ninputs);
        else
            for (int i = 0; i < f->noutputs; i++)
                vec_push(m->kept, &arg, local_ref(l, f->ninputs + i));
    }
    ext->nargs = arg.n;
    ext->arg = arg.v;
    string_list(m, annotation_value(x->annotation, N_Library), &ext->library, &ext->nlibraries);
    string_list(m, annotation_value(x->annotation, N_Include), &ext->include, &ext->nincludes);
    f->external = ext;
}

/* ---- Annotations of functions ---- */

/* Bits of the lowered inputs that belong to the input of that name. */
static uint64_t input_mask(Lower *l, Name name)
{
    Comp **in;
    int n = function_inputs(l->m, l->info->ci, &in);
    uint64_t mask = 0;
    for (int i = 0; i < n; i++) {
        if (in[i]->name != name)
            continue;
        for (int v = 0; v < l->var.n && v < 64; v++) {
            if (l->var.v[v].kind != FV_INPUT)
                continue;
            const char *text = text_of(l->m->ctx, l->var.v[v].name);
            const char *base = text_of(l->m->ctx, name);
            size_t length = strlen(base);
            if (!strncmp(text, base, length) && (!text[length] || text[length] == '.'))
                mask |= (uint64_t)1 << v;
        }
    }
    return mask;
}

static Name reference_name(const SynExp *e)
{
    return e && e->kind == XP_REF && e->ref->n == 1 ? e->ref->part[0].name : 0;
}

static ClassUse *function_named(Lower *l, ClassInst *ci, const SynExp *e)
{
    Model *m = l->m;
    if (!e || e->kind != XP_REF)
        return NULL;
    Name part[16];
    SynName name = {.global = e->ref->global, .span = e->span, .part = part};
    for (int i = 0; i < e->ref->n && i < 16; i++)
        part[name.n++] = e->ref->part[i].name;
    return lookup_class(m, ci, &name);
}

static void lower_derivatives(Lower *l, Func *f, ClassInst *ci)
{
    Model *m = l->m;
    const SynMod *ann = ci->def->annotation;
    VEC(FuncDerivative) list = {0};
    for (int i = 0; ann && i < ann->nargs; i++) {
        const SynArg *a = ann->arg[i];
        if (a->name.n != 1 || a->name.part[0] != N_derivative || !a->mod || !a->mod->value)
            continue;
        ClassUse *use = function_named(l, ci, a->mod->value);
        if (!use) {
            fail(l);
            continue;
        }
        FuncDerivative d = {.func = function_number(m, use), .order = 1};
        for (int k = 0; k < a->mod->nargs; k++) {
            const SynArg *opt = a->mod->arg[k];
            const SynExp *v = opt->mod ? opt->mod->value : NULL;
            Name name = opt->name.n == 1 ? opt->name.part[0] : 0;
            if (name == N_order && v && v->kind == XP_INT)
                d.order = (int)v->i;
            else if (name == N_noDerivative)
                d.no_derivative |= input_mask(l, reference_name(v));
            else if (name == N_zeroDerivative)
                d.zero_derivative |= input_mask(l, reference_name(v));
        }
        vec_push(m->kept, &list, d);
    }
    f->nderivatives = list.n;
    f->derivative = list.v;
}

/* The number of the one lowered input of that name, -1 if it has several or none. */
static int input_number(Lower *l, Name name)
{
    uint64_t mask = name ? input_mask(l, name) : 0;
    int k = 0;
    while (mask && !(mask >> k & 1))
        k++;
    return mask && mask >> k == 1 ? k : -1;
}

/* input = f(inputs and output): an inverse that cannot be lowered as one call is left out. */
static void lower_inverse(Lower *l, ClassInst *ci, const SynArg *a, FuncInverse *out)
{
    Model *m = l->m;
    int mark = diags_mark(m->ctx->diags);
    Env env = env_in(m, ci);
    env.flags |= ENV_FUNCTION;
    StmtList statements = {0}, *before = l->out;
    l->out = &statements;
    out->input = input_number(l, a->name.n == 1 ? a->name.part[0] : 0);
    Expr call = out->input >= 0 && a->mod && a->mod->value ? resolve_exp(&env, a->mod->value) : 0;
    call = call && expr_op(m->store, call) == EX_CALL ? lower(l, call) : 0;
    if (call && expr_op(m->store, call) == EX_CALL && !l->failed && !statements.n) {
        out->func = (uint32_t)expr_node(m->store, call)->payload;
        out->nargs = (int)expr_node(m->store, call)->nargs;
        out->arg =
            arena_copy(m->kept, expr_args(m->store, call), (size_t)out->nargs * sizeof *out->arg);
    } else {
        diags_rollback(m->ctx->diags, mark);
    }
    l->out = before;
    l->failed = false;
}

static void lower_inverses(Lower *l, Func *f, ClassInst *ci)
{
    const SynMod *ann = ci->def->annotation;
    VEC(FuncInverse) list = {0};
    for (int i = 0; ann && i < ann->nargs && f->noutputs == 1; i++) {
        const SynArg *a = ann->arg[i];
        if (a->name.n != 1 || a->name.part[0] != N_inverse || !a->mod)
            continue;
        for (int k = 0; k < a->mod->nargs; k++) {
            FuncInverse inverse = {0};
            lower_inverse(l, ci, a->mod->arg[k], &inverse);
            if (inverse.func)
                vec_push(l->m->kept, &list, inverse);
        }
    }
    f->ninverses = list.n;
    f->inverse = list.v;
}

static void read_annotations(Lower *l, Func *f, ClassInst *ci)
{
    const SynMod *ann = ci->def->annotation;
    f->inline_hint = annotation_true(ann, N_Inline);
    f->no_inline = annotation_false(ann, N_Inline);
    f->late_inline =
        annotation_true(ann, N_LateInline) || annotation_true(ann, N_InlineAfterIndexReduction);
    f->generate_events = annotation_true(ann, N_GenerateEvents);
    const SynExp *order = annotation_value(ann, N_smoothOrder);
    if (order && order->kind == XP_INT)
        f->smooth_order = (int)order->i;
    f->impure = ci->def->impure;
    lower_derivatives(l, f, ci);
    if (!l->failed)
        lower_inverses(l, f, ci);
}

/* ---- A whole function ---- */

static int collect_locals(Model *m, ClassInst *ci, Comp ***out)
{
    int n = 0;
    *out = ARENA_ARRAY(m->kept, Comp *, ci->slot.n + 1);
    for (int i = 0; i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        Comp *c = !s->same && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
        if (c && c->direction == DIR_NONE)
            (*out)[n++] = c;
    }
    return n;
}

/* Public variables of a function are its inputs and outputs; none contains equations. */
static void check_locals(Lower *l, Comp *const *local, int n)
{
    Model *m = l->m;
    for (int i = 0; i < n; i++) {
        const ClassUse *use = local[i]->use;
        if (use && !use->builtin &&
            (use->restriction == CLS_MODEL || use->restriction == CLS_BLOCK)) {
            diag_error(m->ctx->diags, local[i]->decl->name_span,
                       "`%s` is of the %s `%s`, which cannot be used in a function",
                       text_of(m->ctx, local[i]->name),
                       use->restriction == CLS_MODEL ? "model" : "block",
                       class_name_text(m, use->written));
            fail(l);
        }
        if (local[i]->protected || comp_variability(m, local[i]) == VARY_CONSTANT)
            continue;
        diag_error(m->ctx->diags, local[i]->decl->name_span,
                   "`%s` in the function `%s` is neither input nor output, so it must be protected",
                   text_of(m->ctx, local[i]->name), class_name_text(m, l->info->use->written));
        fail(l);
    }
}

static void add_function_input(Lower *l, Comp *c)
{
    Model *m = l->m;
    AddVar add = {l, FV_INPUT};
    if (!c->use || c->use->restriction != CLS_FUNCTION) {
        if (!each_leaf(m, c, add_variable, &add))
            fail(l);
        return;
    }
    for (int k = 0; k < l->info->nspecial; k++) {
        FuncArg *f = &l->info->special[k];
        if (f->input != c)
            continue;
        f->first = l->var.n;
        for (int i = 0; i < m->func_value.v[f->value].n; i++)
            if (!each_leaf(m, bound_input(m, f, i), add_bound_variable, &add))
                fail(l);
        for (int i = f->first; i < l->var.n; i++)
            l->var.v[i].dim = ARENA_ARRAY(m->kept, Expr, tinfo(m, l->var.v[i].type)->ndims);
    }
}

bool lower_function(Model *m, FuncInfo *info)
{
    Lower l = {.m = m, .info = info, .at = info->use->def->name_span};
    Func *f = info->func;
    Comp **in, **out, **local;
    int nin = function_inputs(m, info->ci, &in), nout = function_outputs(m, info->ci, &out);
    int nlocal = collect_locals(m, info->ci, &local);
    check_locals(&l, local, nlocal);
    for (int i = 0; i < nin; i++)
        add_function_input(&l, in[i]);
    f->ninputs = l.var.n;
    AddVar add = {&l, FV_OUTPUT};
    for (int i = 0; i < nout; i++)
        if (!each_leaf(m, out[i], add_variable, &add))
            fail(&l);
    f->noutputs = l.var.n - f->ninputs;
    add.kind = FV_LOCAL;
    for (int i = 0; i < nlocal; i++)
        if (comp_variability(m, local[i]) != VARY_CONSTANT &&
            !each_leaf(m, local[i], add_variable, &add))
            fail(&l);
    if (l.failed)
        return false;
    Comp **set = ARENA_ARRAY(m->kept, Comp *, nout + nlocal);
    int nset = 0;
    for (int i = 0; i < nout; i++)
        set[nset++] = out[i];
    for (int i = 0; i < nlocal; i++)
        if (comp_variability(m, local[i]) != VARY_CONSTANT)
            set[nset++] = local[i];
    lower_sizes(&l, set, nset);
    TypeList types = {0};
    for (int i = 0; i < f->noutputs; i++)
        vec_push(m->kept, &types, l.var.v[f->ninputs + i].type);
    f->result = types.n == 0   ? T_NONE
                : types.n == 1 ? types.v[0]
                               : type_tuple(expr_types(m->store), types.n, types.v);
    read_annotations(&l, f, info->ci);
    StmtList body = {0};
    l.out = &body;
    Bindings bind = {set, nset, ARENA_ARRAY(m->kept, uint8_t, nset + 1)};
    for (int i = 0; i < nset; i++)
        lower_binding(&l, &bind, i);
    ClassInst *where = NULL;
    const SynExternal *x = find_external(info->ci, &where);
    int bodies = 0;
    if (x)
        lower_external(&l, f, where, x);
    else
        lower_sections(&l, info->ci, &bodies);
    if (!x && !bodies && nout && info->use->def->form != FORM_DER) {
        diag_error(m->ctx->diags, info->use->def->name_span,
                   "`%s` is called, but it has no algorithm%s",
                   class_name_text(m, info->use->written),
                   info->use->def->partial ? " (it is partial)" : "");
        fail(&l);
    }
    if (info->use->def->form == FORM_DER) {
        diag_error(m->ctx->diags, info->use->def->name_span,
                   "`%s`: functions defined as partial derivatives are not supported yet",
                   class_name_text(m, info->use->written));
        fail(&l);
    }
    f->nvars = l.var.n;
    f->var = l.var.v;
    f->nbody = body.n;
    f->body = body.v;
    f->undefined = x && info->use->def->classic;
    if (!l.failed) {
        order_entry(&l, f, set, nset);
        function_link_partial(m, info);
    }
    return !l.failed;
}

Func *lower_algorithm(Model *m, ClassInst *scope, const SynSection *section, const IterValue *iters)
{
    Lower l = {.m = m, .iters = iters, .at = section->span, .initial = section->initial};
    StmtList body = {0};
    Env env = env_in(m, scope);
    l.out = &body;
    lower_body(&l, &env, section->item, section->n);
    if (l.failed)
        return NULL;
    Func *f = ARENA_NEW(m->kept, Func);
    f->span = section->span;
    f->smooth_order = -1;
    f->nvars = l.var.n;
    f->var = l.var.v;
    f->nbody = body.n;
    f->body = body.v;
    f->entry = ARENA_ARRAY(m->kept, int, f->nvars);
    for (int i = 0; i < f->nvars; i++)
        f->entry[i] = i;
    return f;
}
