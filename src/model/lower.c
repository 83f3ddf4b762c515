/* lower.c - expressions of functions and algorithm sections over scalars and arrays.
 *
 * Records disappear: a record variable is its leaves (scalars and arrays of simple types), an array
 * of records is the arrays of its fields, a record value is the list of its leaves. Calls with more
 * than a scalar result are taken out of expressions into statements of their own; where that would
 * evaluate them although a condition forbids it, the condition becomes a statement too. */
#include "model/lower_internal.h"

Expr lower_fail(Lower *l)
{
    l->failed = true;
    return 0;
}

/* ---- Variables ---- */

bool lower_is_leaf(Model *m, Comp *c)
{
    return c->use && (c->use->builtin || c->use->restriction == CLS_FUNCTION ||
                      class_is_external_object(m, c->use));
}

/* Calls fn for every simple component inside c, in order of declaration. */
bool lower_each_leaf(Model *m, Comp *c, LeafFn *fn, void *arg)
{
    if (!c || !c->use)
        return false;
    if (lower_is_leaf(m, c)) {
        fn(arg, c);
        return true;
    }
    ClassInst *ci = comp_contents(m, c);
    bool good = ci != NULL;
    for (int i = 0; ci && i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        if (!s->same && s->written->kind == EL_COMPONENT)
            good = lower_each_leaf(m, slot_comp(m, s), fn, arg) && good;
    }
    return good;
}

/* Dimensions from the function (or model) down to a component. */
int lower_path_dims(const Comp *c, const Dim **out)
{
    int n = c->parent ? lower_path_dims(c->parent, out) : 0;
    for (int k = 0; k < c->ndims && n < MAX_DIMS; k++)
        out[n++] = &c->dim[k];
    return n;
}

/* A variable for a component of another function, bound to a function-valued input. */
void lower_add_bound(void *data, Comp *c)
{
    AddVar *a = data;
    Lower *l = a->l;
    Model *m = l->m;
    const Dim *dim[MAX_DIMS];
    int32_t size[MAX_DIMS];
    for (Comp *p = c; p; p = p->parent)
        if (!comp_dims(m, p)) {
            lower_fail(l);
            return;
        }
    Type t = comp_type(m, c);
    if (!t || !dims_allowed(m, t, comp_path_dims(c), c->decl->name_span)) {
        lower_fail(l);
        return;
    }
    int n = lower_path_dims(c, dim);
    for (int k = 0; k < n; k++)
        size[k] = dim[k]->size;
    FuncVar v = {.name = name_cstr(m->ctx->names, comp_name_text(m, c)),
                 .kind = a->kind,
                 .type = tarray(m, t, n, size),
                 .min = -1e300 * 1e300,
                 .max = 1e300 * 1e300,
                 .span = c->decl->name_span};
    vec_push(m->kept, &l->var, v);
}

void lower_add_variable(void *data, Comp *c)
{
    Lower *l = ((AddVar *)data)->l;
    lower_add_bound(data, c);
    map_set(&l->local, l->m->kept, c->id, (uint32_t)l->var.n);
    while (l->comp.n < l->var.n)
        vec_push(l->m->kept, &l->comp, (Comp *)NULL);
    vec_last(&l->comp) = c;
}

Expr lower_variable(Lower *l, int index)
{
    return expr_make(l->m->store, EX_LOCAL, l->var.v[index].type, 0, (uint64_t)index, 0, NULL);
}

/* A variable of our own. */
Expr lower_temporary(Lower *l, Type t)
{
    FuncVar v = {.kind = FV_LOCAL, .type = t, .min = -1e300 * 1e300, .max = 1e300 * 1e300};
    int n = tinfo(l->m, t)->ndims;
    v.dim = ARENA_ARRAY(l->m->kept, Expr, n);
    for (int i = 0; i < n; i++)
        if (tinfo(l->m, t)->dim[i] != DIM_UNKNOWN)
            v.dim[i] = expr_int(l->m->store, tinfo(l->m, t)->dim[i]);
    vec_push(l->m->kept, &l->var, v);
    return lower_variable(l, l->var.n - 1);
}

Stmt *lower_emit(Lower *l, StmtKind kind)
{
    Stmt *s = ARENA_NEW(l->m->kept, Stmt);
    s->kind = (uint8_t)kind;
    s->span = l->at;
    vec_push(l->m->kept, l->out, s);
    return s;
}

void lower_assign(Lower *l, Expr target, Expr value)
{
    Stmt *s = lower_emit(l, ST_ASSIGN);
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
        sub[i] = expr_op(s, x) == EX_COLON ? x : lower_expr(l, x);
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
    return raw_make(l->m, EX_INDEX, type, (int)n + 1, arg);
}

/* A simple variable of a function. */
static Expr lower_local(Lower *l, Expr e, int index)
{
    Expr sub[8 * MAX_DIMS];
    bool whole;
    uint32_t n = expr_node(l->m->store, e)->nargs;
    if (!lower_subscripts(l, e, sub, &whole))
        return lower_fail(l);
    return subscripted(l, lower_variable(l, index), n, sub, whole, expr_type(l->m->store, e));
}

/* A package constant: its value. */
static Expr lower_constant(Lower *l, Expr e)
{
    Value *v = eval_required(l->m, e, l->iters, l->at, "this constant");
    return v ? value_expr(l->m, v) : lower_fail(l);
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
        refuse(m, l->at, "`%s` cannot be used inside a function", comp_name_text(m, c));
        return lower_fail(l);
    }
    Expr sub[8 * MAX_DIMS];
    bool whole;
    uint32_t n = expr_node(m->store, e)->nargs;
    if (!lower_subscripts(l, e, sub, &whole))
        return lower_fail(l);
    return flat_reference(m, c, n, sub, expr_type(m->store, e));
}

/* A constant array indexed with something that varies: INDEX(literal array, subscripts). */
static Expr lower_constant_array(Lower *l, Expr e)
{
    Model *m = l->m;
    Comp *c = cref_comp(m, e);
    if (map_get(&l->local, c->id, 0) || comp_variability(m, c) != VARY_CONSTANT ||
        !lower_is_leaf(m, c))
        return 0;
    uint32_t n = expr_node(m->store, e)->nargs;
    Expr colons[8 * MAX_DIMS], sub[8 * MAX_DIMS];
    bool whole, varies = false;
    if (!lower_subscripts(l, e, sub, &whole))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        colons[i] = raw_colon(m);
        varies =
            varies || !(expr_op(m->store, sub[i]) == EX_COLON || eval_try(m, sub[i], l->iters));
    }
    if (!varies)
        return 0;
    const Dim *dim[MAX_DIMS];
    int32_t size[MAX_DIMS];
    int nd = lower_path_dims(c, dim);
    for (int k = 0; k < nd; k++)
        size[k] = dim[k]->size;
    Type t = tarray(m, comp_type(m, c), nd, size);
    Expr all = expr_make(m->store, EX_CREF, t, 0, c->id, n, colons);
    Value *v = eval_required(m, all, l->iters, l->at, "this constant");
    return v ? subscripted(l, value_expr(m, v), n, sub, false, expr_type(m->store, e))
             : lower_fail(l);
}

/* ---- Conditions and iterators ---- */

/* if-expression whose branches need statements: an if-statement that sets temporaries. */
void lower_if_leaves(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    Expr cond = lower_expr(l, expr_arg(m->store, e, 0));
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
    lower_leaf_types(m, expr_type(m->store, e), &types);
    bool plain = !body[0].n && !body[1].n;
    ExprList target = {0};
    for (int k = 0; k < types.n; k++) {
        if (plain) {
            Expr arg[3] = {cond, leaf[0].v[k], leaf[1].v[k]};
            vec_push(m->kept, out, raw_make(m, EX_IF, types.v[k], 3, arg));
            continue;
        }
        Expr t = lower_temporary(l, types.v[k]);
        vec_push(m->kept, &target, t);
        vec_push(m->kept, out, t);
    }
    if (plain)
        return;
    for (int i = 0; i < 2; i++) {
        l->out = &body[i];
        for (int k = 0; k < target.n; k++)
            lower_assign(l, target.v[k], leaf[i].v[k]);
    }
    l->out = outer;
    Stmt *s = lower_emit(l, ST_IF);
    s->nbranches = 2;
    s->branch = ARENA_ARRAY(m->kept, StmtBranch, 2);
    for (int i = 0; i < 2; i++)
        s->branch[i] = (StmtBranch){i ? 0 : cond, body[i].n, body[i].v};
}

static Expr make_index(Lower *l, Expr array, int n, const Expr *sub, Type type)
{
    Expr arg[MAX_DIMS + 1] = {array};
    memcpy(arg + 1, sub, (size_t)n * sizeof *sub);
    return raw_make(l->m, EX_INDEX, type, n + 1, arg);
}

/* An array constructor or reduction with iterators whose body needs statements: nested loops over
 * the positions of the ranges. */
typedef struct IterLoop {
    Expr e;
    int n;                              /* iterators */
    Expr range[MAX_DIMS], at[MAX_DIMS]; /* of each: its values, and the position */
    Expr size[MAX_DIMS];                /* of each dimension of the result */
    Expr result;                        /* a temporary */
} IterLoop;

static bool loop_ranges(Lower *l, IterLoop *loop)
{
    ExprStore *st = l->m->store;
    for (int k = 0; k < loop->n; k++) {
        Expr r = lower_expr(l, expr_arg(st, loop->e, (uint32_t)(2 + 2 * k)));
        if (!r)
            return false;
        loop->range[k] = lower_temporary(l, expr_type(st, r));
        lower_assign(l, loop->range[k], r);
        Expr ask[2] = {loop->range[k], expr_int(st, 1)};
        loop->size[loop->n - 1 - k] = expr_make(st, EX_SIZE, T_INT, 0, 0, 2, ask);
    }
    return true;
}

/* What the result is before the first turn. */
static bool loop_begin(Lower *l, IterLoop *loop)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    ExprOp op = expr_op(st, loop->e);
    Type type = expr_type(st, loop->e);
    loop->result = lower_temporary(l, type);
    Expr init = op == EX_FORMIN || op == EX_FORMAX
                    ? extreme_value(m, tinfo(m, type)->scalar, op == EX_FORMIN)
                    : expr_real(st, op == EX_FORPRODUCT);
    if (op == EX_FORARRAY) {
        Expr fill[MAX_DIMS + 1] = {init};
        memcpy(fill + 1, loop->size, (size_t)loop->n * sizeof *fill);
        if (tinfo(m, type)->ndims != loop->n) {
            refuse(m, l->at,
                   "an array constructor whose elements are arrays computed by a function is "
                   "not supported; use a `for` loop");
            return lower_fail(l);
        }
        init = expr_make(st, EX_FILL, type, 0, 0, (uint32_t)loop->n + 1, fill);
    }
    lower_assign(l, loop->result, init);
    return true;
}

/* One turn of the innermost loop. */
static bool loop_turn(Lower *l, const IterLoop *loop)
{
    ExprStore *st = l->m->store;
    ExprOp op = expr_op(st, loop->e);
    Type type = expr_type(st, loop->e);
    Expr x = lower_expr(l, expr_arg(st, loop->e, 0));
    if (!x)
        return false;
    if (op == EX_FORARRAY) {
        Expr sub[MAX_DIMS];
        for (int j = 0; j < loop->n; j++)
            sub[j] = loop->at[loop->n - 1 - j];
        Type scalar = tinfo(l->m, type)->scalar;
        lower_assign(l, make_index(l, loop->result, loop->n, sub, scalar), x);
        return true;
    }
    Expr both[2] = {loop->result, x};
    ExprOp step = op == EX_FORSUM       ? EX_ADD
                  : op == EX_FORPRODUCT ? EX_MUL
                  : op == EX_FORMIN     ? EX_MIN
                                        : EX_MAX;
    lower_assign(l, loop->result, expr_make(st, step, type, 0, 0, 2, both));
    return true;
}

/* The loop over iterator k and those inside it. */
static bool loop_level(Lower *l, IterLoop *loop, int k)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    loop->at[k] = lower_temporary(l, T_INT);
    Expr ends[2] = {expr_int(st, 1), loop->size[loop->n - 1 - k]};
    int32_t unknown = DIM_UNKNOWN;
    Stmt *s = lower_emit(l, ST_FOR);
    s->iter = loop->at[k];
    s->range =
        expr_make(st, EX_RANGE, type_array(expr_types(st), T_INT, 1, &unknown), 0, 0, 2, ends);
    s->nbranches = 1;
    s->branch = ARENA_NEW(m->kept, StmtBranch);
    StmtList *outer = l->out, body = {0};
    l->out = &body;
    Expr iter = expr_arg(st, loop->e, (uint32_t)(1 + 2 * k));
    Expr value = lower_temporary(l, expr_type(st, iter));
    lower_assign(l, value, make_index(l, loop->range[k], 1, &loop->at[k], expr_type(st, iter)));
    map_set(&l->iter_local, m->kept, expr_node(st, iter)->payload,
            (uint32_t)expr_node(st, value)->payload + 1);
    bool good = k ? loop_level(l, loop, k - 1) : loop_turn(l, loop);
    l->out = outer;
    s->branch[0] = (StmtBranch){0, body.n, body.v};
    return good;
}

/* Gives the value in a temporary; 0 after a report. */
static Expr loop_over(Lower *l, Expr e)
{
    IterLoop loop = {.e = e, .n = (int)(expr_node(l->m->store, e)->nargs - 1) / 2};
    bool good = loop_ranges(l, &loop) && loop_begin(l, &loop) && loop_level(l, &loop, loop.n - 1);
    return good ? loop.result : 0;
}

static Expr lower_iterated(Lower *l, Expr e)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    uint32_t n = expr_node(st, e)->nargs;
    Expr arg[2 * MAX_DIMS + 1];
    for (uint32_t i = 1; i < n; i++) {
        Expr a = expr_arg(st, e, i);
        arg[i] = i % 2 ? a : lower_expr(l, a);
        if (!arg[i])
            return 0;
    }
    StmtList *outer = l->out, body = {0};
    int nvars = l->var.n;
    l->out = &body;
    arg[0] = lower_expr(l, expr_arg(st, e, 0));
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
        return lower_variable(l, (int)local - 1);
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
    Expr dim = l->failed ? 0 : lower_expr(l, expr_arg(m->store, e, 1));
    if (!dim || !leaf.n)
        return lower_fail(l);
    Expr arg[2] = {leaf.v[0], dim};
    return raw_make(m, EX_SIZE, T_INT, 2, arg);
}

Expr lower_expr(Lower *l, Expr e)
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
        return leaf.n ? leaf.v[0] : lower_fail(l);
    }
    case EX_IF: {
        ExprList leaf = {0};
        lower_if_leaves(l, e, &leaf);
        return leaf.n ? leaf.v[0] : lower_fail(l);
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
        refuse(m, l->at, "a function cannot be used as a value here");
        return lower_fail(l);
    default:
        break;
    }
    uint32_t n = expr_node(s, e)->nargs;
    if (!n)
        return e;
    Expr few[16], *arg = n <= 16 ? few : ARENA_ARRAY(m->kept, Expr, n);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = lower_expr(l, expr_arg(s, e, i));
        if (!arg[i])
            return 0;
    }
    const ExprNode *node = expr_node(s, e);
    return expr_make(s, (ExprOp)node->op, node->type, node->flags, node->payload, n, arg);
}
