/* lower.c - expressions of functions and algorithm sections over scalars and arrays.
 *
 * Records disappear: a record variable is its leaves (scalars and arrays of simple types), an array
 * of records is the arrays of its fields, a record value is the list of its leaves. Calls with more
 * than a scalar result are taken out of expressions into statements of their own; where that would
 * evaluate them although a condition forbids it, the condition becomes a statement too. */
#include "model/lower_internal.h"

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
    if (lower_is_leaf(m, c))
        return fn(arg, c);
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

Type comp_path_type(Model *m, Comp *c)
{
    const Dim *dim[MAX_DIMS];
    int32_t size[MAX_DIMS];
    int n = lower_path_dims(c, dim);
    for (int k = 0; k < n; k++)
        size[k] = dim[k]->size;
    Type t = comp_type(m, c);
    return t ? tarray(m, t, n, size) : 0;
}

Expr comp_whole_ref(Model *m, Comp *c, Type t)
{
    Expr sub[8 * MAX_DIMS];
    uint32_t n = (uint32_t)comp_path_dims(c);
    for (uint32_t k = 0; k < n && k < 8 * MAX_DIMS; k++)
        sub[k] = raw_colon(m);
    return t ? expr_make(m->store, EX_CREF, t, 0, c->id, n, sub) : 0;
}

static Name literal_text(Model *m, Expr e)
{
    return e && expr_op(m->store, e) == EX_STRING ? (Name)expr_node(m->store, e)->payload : 0;
}

/* A variable for a component of another function, bound to a function-valued input. */
bool lower_add_bound(void *data, Comp *c)
{
    AddVar *a = data;
    Model *m = a->l->m;
    for (Comp *p = c; p; p = p->parent)
        if (!comp_dims(m, p))
            return false;
    Type t = comp_type(m, c);
    if (!t || !dims_allowed(m, t, comp_path_dims(c), c->decl->name_span))
        return false;
    FuncVar v = {.name = name_cstr(m->ctx->names, comp_name_text(m, c)),
                 .kind = a->kind,
                 .type = comp_path_type(m, c),
                 .min = -1e300 * 1e300,
                 .max = 1e300 * 1e300,
                 .unit = literal_text(m, comp_attribute(m, c, ATTR_UNIT)),
                 .span = c->decl->name_span};
    vec_push(m->kept, &a->l->var, v);
    return true;
}

bool lower_add_variable(void *data, Comp *c)
{
    Lower *l = ((AddVar *)data)->l;
    if (!lower_add_bound(data, c))
        return false;
    map_set(&l->local, l->m->kept, c->id, (uint32_t)l->var.n);
    while (l->comp.n < l->var.n)
        vec_push(l->m->kept, &l->comp, (Comp *)NULL);
    vec_last(&l->comp) = c;
    return true;
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

Stmt *lower_emit_body(Lower *l, StmtKind kind, Expr condition, StmtList body)
{
    StmtBranch branch = {condition, body.n, body.v};
    Stmt *s = lower_emit(l, kind);
    s->nbranches = 1;
    s->branch = arena_copy(l->m->kept, &branch, sizeof branch);
    return s;
}

void lower_assign(Lower *l, Expr target, Expr value)
{
    if (expr_op(l->m->store, target) == EX_WILD)
        return;
    Stmt *s = lower_emit(l, ST_ASSIGN);
    s->ntargets = 1;
    s->target = arena_copy(l->m->kept, &target, sizeof target);
    s->value = value;
}

void lower_absent(Lower *l)
{
    l->absent = false;
    if (l->dead)
        return;
    Stmt *s = lower_emit(l, ST_ASSERT);
    Name why = name_cstr(l->m->ctx->names, "an element that does not exist is used here");
    s->value = expr_bool(l->m->store, false);
    s->message = expr_string(l->m->store, why);
}

/* ---- References ---- */

/* What may have another value when the model runs, or what it is is not looked at. */
static bool may_vary(void *arg, Expr e)
{
    Model *m = arg;
    switch (expr_op(m->store, e)) {
    case EX_CREF:
        return !cref_comp(m, e)->structural &&
               comp_variability(m, cref_comp(m, e)) != VARY_CONSTANT;
    case EX_INT:
    case EX_ADD:
    case EX_SUB:
    case EX_MUL:
    case EX_NEG:
        return false;
    default:
        return true;
    }
}

/* A subscript in an algorithm as a number, if it is known: the element is told from others then. */
static Expr known_subscript(Lower *l, Expr sub)
{
    Model *m = l->m;
    ExprOp op = expr_op(m->store, sub);
    if (l->info || op == EX_INT || op == EX_COLON || expr_type(m->store, sub) != T_INT ||
        expr_any(m->store, sub, may_vary, m))
        return sub;
    Value *v = eval_try(m, sub, l->iters);
    return v ? value_expr(m, v) : sub;
}

/* Subscripts of a reference, lowered; *whole: all of them are whole dimensions. NULL after a
 * failure. */
static Expr *lower_subscripts(Lower *l, Expr e, bool *whole)
{
    ExprStore *s = l->m->store;
    uint32_t n = expr_node(s, e)->nargs;
    Expr *sub = ARENA_ARRAY(l->m->kept, Expr, n + 1);
    *whole = true;
    for (uint32_t i = 0; i < n; i++) {
        Expr x = expr_arg(s, e, i);
        sub[i] = expr_op(s, x) == EX_COLON ? x : lower_expr(l, known_subscript(l, x));
        if (!sub[i])
            return NULL;
        *whole = *whole && expr_op(s, sub[i]) == EX_COLON;
    }
    return sub;
}

Expr lower_index(Lower *l, Expr array, int n, const Expr *sub, Type type)
{
    Expr arg[8 * MAX_DIMS + 1] = {array};
    memcpy(arg + 1, sub, (size_t)n * sizeof *sub);
    return raw_make(l->m, EX_INDEX, type, n + 1, arg);
}

/* The value of an expression of constants. */
static Expr lower_constant(Lower *l, Expr e)
{
    Value *v = e ? eval_required(l->m, e, l->iters, l->at, "this constant") : NULL;
    return v ? value_expr(l->m, v) : 0;
}

/* A constant array indexed with something that varies: INDEX(literal array, subscripts). */
static bool is_table(Lower *l, Comp *c, uint32_t n, const Expr *sub)
{
    bool varies = false;
    for (uint32_t i = 0; i < n; i++)
        varies = varies ||
                 !(expr_op(l->m->store, sub[i]) == EX_COLON || eval_try(l->m, sub[i], l->iters));
    return varies && lower_is_leaf(l->m, c);
}

/* The position in an array of components; not the iterator of a loop. */
static bool is_position(Model *m, Expr sub)
{
    return expr_op(m->store, sub) == EX_ITER &&
           m->iter.v[expr_node(m->store, sub)->payload].comp != NULL;
}

/* A constant of an array of components, used in a function of its class: that of the first element,
 * if all are the same. */
static Expr of_any_element(Lower *l, Comp *c, Expr e, Expr *sub)
{
    Model *m = l->m;
    uint32_t n = expr_node(m->store, e)->nargs, outer = n - (uint32_t)c->ndims, at = 0;
    while (at < outer && !is_position(m, sub[at]))
        at++;
    if (!l->info || at == outer)
        return e;
    Value *v = eval_try(m, comp_whole_ref(m, c, comp_path_type(m, c)), NULL);
    int64_t count = v ? v->n : 0, inner = 1;
    for (int k = 0; k < c->ndims && v; k++)
        inner *= v->dim[outer + (uint32_t)k];
    for (int64_t i = inner; i < count; i++)
        if (v->num ? v->num[i] != v->num[i - inner] : !v->str || v->str[i] != v->str[i - inner])
            count = 0;
    if (!count)
        return refuse(m, l->at,
                      "`%s` differs between the elements of an array of components, so a function "
                      "cannot use it; make it an input of the function",
                      comp_name_text(m, c));
    for (uint32_t k = 0; k < outer; k++)
        sub[k] = expr_int(m->store, 1);
    return expr_make(m->store, EX_CREF, expr_type(m->store, e), 0, c->id, n, sub);
}

/* Variables of a function, constants by their values, variables of the model. */
static Expr lower_cref(Lower *l, Expr e)
{
    Model *m = l->m;
    Comp *c = cref_comp(m, e);
    Type type = expr_type(m->store, e);
    uint32_t local = map_get(&l->local, c->id, 0), n = expr_node(m->store, e)->nargs;
    bool whole;
    Expr *sub = lower_subscripts(l, e, &whole), all = 0;
    if (!sub)
        return 0;
    if (local) {
        all = lower_variable(l, (int)local - 1);
        return whole ? all : lower_index(l, all, (int)n, sub, type);
    }
    if (!type_elements(expr_types(m->store), type))
        return empty_array(m, type);
    if (comp_variability(m, c) == VARY_CONSTANT) {
        if (!(e = of_any_element(l, c, e, sub)))
            return 0;
        if (is_table(l, c, n, sub)) {
            all = lower_constant(l, comp_whole_ref(m, c, comp_path_type(m, c)));
            return all ? lower_index(l, all, (int)n, sub, type) : 0;
        }
        Eval ev = {.m = m, .iters = l->iters};
        Value *v = eval_expr(&ev, e);
        if (!v && ev.status == EVAL_ITER && l->info && !n) /* of a package in an array of models */
            return lower_expr(l, comp_value(m, c));
        Expr whole_ref = !v && l->info && n && lower_is_leaf(m, c)
                             ? comp_whole_ref(m, c, comp_path_type(m, c))
                             : 0;
        if (whole_ref &&
            eval_try(m, whole_ref,
                     l->iters)) /* an element that there is not, which may never be asked for */
            return lower_index(l, lower_constant(l, whole_ref), (int)n, sub, type);
        if (v || !c->parent || l->info)
            return v ? value_expr(m, v) : lower_constant(l, e);
    }
    if (c->in_function || l->info)
        return refuse(m, l->at, "`%s` cannot be used inside a function", comp_name_text(m, c));
    all = flat_reference(m, c, n, sub, type);
    l->absent = l->absent || !all;
    return all;
}

/* ---- Conditions ---- */

/* An operator with lowered operands. Truth values that are known are no operands of logic, and
 * literals are not compared, so that generated code has conditions that are evaluated, or none. */
static Expr lowered(ExprStore *s, const ExprNode *node, Type type, uint32_t n, const Expr *arg)
{
    bool logic = node->op == EX_AND || node->op == EX_OR || node->op == EX_NOT || node->op == EX_IF;
    bool relation = node->op == EX_EQ || node->op == EX_NE || node->op == EX_LT ||
                    node->op == EX_LE || node->op == EX_GT || node->op == EX_GE;
    uint32_t literals = 0;
    for (uint32_t i = 0; (logic || relation) && type == T_BOOL && i < n; i++) {
        ExprOp op = expr_op(s, arg[i]);
        literals += op == EX_BOOL || (relation && (op == EX_REAL || op == EX_INT));
    }
    if (logic ? literals > 0 : relation && literals == n)
        return expr_build(s, (ExprOp)node->op, type, node->flags, node->payload, n, arg);
    return expr_make(s, (ExprOp)node->op, type, node->flags, node->payload, n, arg);
}

/* if-expression whose branches need statements: an if-statement that sets temporaries. */
bool lower_if_leaves(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    Type type = expr_type(m->store, e);
    Expr cond = lower_expr(l, expr_arg(m->store, e, 0));
    StmtList *outer = l->out, body[2] = {{0}, {0}};
    ExprList leaf[2] = {{0}, {0}};
    bool good = cond;
    for (uint32_t i = 0; i < 2 && good; i++) {
        l->out = &body[i];
        good = lower_leaves(l, record_as(m, expr_arg(m->store, e, i + 1), type), &leaf[i]);
        if (!good && l->absent) {
            good = true;
            leaf[i].n = 0;
            lower_absent(l);
        }
    }
    l->out = outer;
    if (!good)
        return false;
    TypeList types = {0};
    lower_leaf_types(m, type, &types);
    bool plain = !body[0].n && !body[1].n && leaf[0].n == leaf[1].n;
    for (int k = 0; k < types.n; k++) {
        Expr x = plain ? lowered(m->store, &(ExprNode){.op = EX_IF}, types.v[k], 3,
                                 (Expr[]){cond, leaf[0].v[k], leaf[1].v[k]})
                       : lower_temporary(l, types.v[k]);
        vec_push(m->kept, out, x);
        for (int i = 0; i < 2 && !plain; i++) {
            l->out = &body[i];
            if (leaf[i].n)
                lower_assign(l, x, leaf[i].v[k]);
        }
        l->out = outer;
    }
    if (plain)
        return true;
    Stmt *s = lower_emit(l, ST_IF);
    s->nbranches = 2;
    s->branch = ARENA_ARRAY(m->kept, StmtBranch, 2);
    for (int i = 0; i < 2; i++)
        s->branch[i] = (StmtBranch){i ? 0 : cond, body[i].n, body[i].v};
    return true;
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
            return expr_literal(m->store, expr_type(m->store, e), v->value);
    return e;
}

/* The first leaf of the array tells. */
static Expr lower_size(Lower *l, Expr e)
{
    ExprList leaf = {0};
    bool good = lower_leaves(l, expr_arg(l->m->store, e, 0), &leaf) && leaf.n;
    Expr dim = good ? lower_expr(l, expr_arg(l->m->store, e, 1)) : 0;
    return dim ? raw2(l->m, EX_SIZE, T_INT, leaf.v[0], dim) : 0;
}

Expr lower_expr(Lower *l, Expr e)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    ExprList leaf = {0};
    if (!e)
        return 0;
    if (lower_is_empty(m, e))
        return empty_array(m, expr_type(s, e));
    switch (expr_op(s, e)) {
    case EX_CREF:
        return lower_cref(l, e);
    case EX_ITER:
        return lower_iter(l, e);
    case EX_CALL:
        return lower_call(l, e);
    case EX_FIELD:
        return lower_leaves(l, e, &leaf) && leaf.n ? leaf.v[0] : 0;
    case EX_IF:
        return lower_if_leaves(l, e, &leaf) && leaf.n ? leaf.v[0] : 0;
    case EX_SIZE:
        return lower_size(l, e);
    case EX_ISROOT:
    case EX_ROOTED:
    case EX_ROOTINDEX:
    case EX_CARDINALITY: {
        Value *v = eval_required(m, e, l->iters, l->at, "this");
        return v ? value_literal(m, v, 0) : 0;
    }
    case EX_FORARRAY:
    case EX_FORSUM:
    case EX_FORPRODUCT:
    case EX_FORMIN:
    case EX_FORMAX:
        return lower_iterated(l, e, &leaf) && leaf.n ? leaf.v[0] : 0;
    case EX_FUNCREF:
        return refuse(m, l->at, "a function cannot be used as a value here");
    case EX_RESIDUE:
    case EX_LINRES:
    case EX_RELAX:
        return refuse(m, l->at, "`%s` says how an equation is solved; it cannot be used in %s",
                      op_info[expr_op(s, e)].text, l->info ? "a function" : "an algorithm");
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
    ExprNode node = *expr_node(s, e);
    return lowered(s, &node, node.type, n, arg);
}
