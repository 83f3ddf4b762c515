/* lower_sizes.c - sizes of the variables of a function, and the values that these sizes use.
 *
 * Both are expressions that are evaluated at entry, where no statement can stand. One that needs
 * statements, because it takes an element of what a call returns, becomes the call of a function of
 * our own, whose body they are and whose inputs are the variables that they mention. */
#include "model/lower_internal.h"

/* ---- Statements as a function ---- */

typedef struct Apart {
    Lower *l;
    int first;    /* variables from here on are those of the statements */
    Map place;    /* variable -> place in the new function + 1 */
    ExprList arg; /* the variables that it is called with */
    FuncVar *var;
    int nvars;
} Apart;

/* Variables that come from outside become inputs, in the order in which they are met. */
static void note_input(void *arg, Expr e)
{
    Apart *a = arg;
    Model *m = a->l->m;
    const ExprNode *n = expr_node(m->store, e);
    if (n->op != EX_LOCAL || (int)n->payload >= a->first || map_get(&a->place, n->payload, 0))
        return;
    vec_push(m->kept, &a->arg, e);
    map_set(&a->place, m->kept, n->payload, (uint32_t)a->arg.n);
}

static Expr moved(void *arg, Expr e)
{
    const Apart *a = arg;
    const ExprNode *n = expr_node(a->l->m->store, e);
    if (n->op != EX_LOCAL)
        return e;
    return expr_make(a->l->m->store, EX_LOCAL, n->type, 0, map_get(&a->place, n->payload, 0) - 1, 0,
                     NULL);
}

static void each_expr(Stmt *s, void (*fn)(Apart *a, Expr *e), Apart *a)
{
    Expr *own[] = {&s->value, &s->iter, &s->range, &s->message, &s->level};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (*own[i])
            fn(a, own[i]);
    for (int i = 0; i < s->ntargets; i++)
        fn(a, &s->target[i]);
    for (int i = 0; i < s->nbranches; i++) {
        if (s->branch[i].condition)
            fn(a, &s->branch[i].condition);
        for (int k = 0; k < s->branch[i].n; k++)
            each_expr(s->branch[i].body[k], fn, a);
    }
}

static void note_inputs(Apart *a, Expr *e)
{
    expr_visit(a->l->m->store, *e, note_input, a);
}

static void move(Apart *a, Expr *e)
{
    *e = expr_rewrite(a->l->m->store, *e, moved, a);
}

/* Inputs, the output, and what was variables of the function from `first` on. */
static void apart_variables(Apart *a, Type result)
{
    Lower *l = a->l;
    Model *m = l->m;
    int n = a->arg.n, own = l->var.n - a->first;
    a->nvars = n + 1 + own;
    a->var = ARENA_ARRAY(m->kept, FuncVar, a->nvars);
    for (int i = 0; i < n; i++) {
        a->var[i] = l->var.v[expr_node(m->store, a->arg.v[i])->payload];
        a->var[i].kind = FV_INPUT;
        a->var[i].init = 0;
        a->var[i].dim = ARENA_ARRAY(m->kept, Expr, tinfo(m, a->var[i].type)->ndims);
    }
    a->var[n] = (FuncVar){.kind = FV_OUTPUT, .type = result, .span = l->at};
    a->var[n].dim = ARENA_ARRAY(m->kept, Expr, tinfo(m, result)->ndims);
    a->var[n].min = -1e300 * 1e300;
    a->var[n].max = 1e300 * 1e300;
    for (int i = 0; i < own; i++) {
        a->var[n + 1 + i] = l->var.v[a->first + i];
        map_set(&a->place, m->kept, (uint64_t)(a->first + i), (uint32_t)(n + i + 2));
    }
    l->var.n = a->first;
}

/* What e is worth after these statements, as the call of a function that executes them, which has a
 * name in listings. */
static Expr as_call(Lower *l, int first, StmtList body, Expr e, const char *name)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    Apart a = {.l = l, .first = first};
    Stmt *last = ARENA_NEW(m->kept, Stmt);
    Type type = expr_type(st, e);
    *last = (Stmt){.kind = ST_ASSIGN, .span = l->at, .value = e};
    vec_push(m->kept, &body, last);
    for (int i = 0; i < body.n; i++)
        each_expr(body.v[i], note_inputs, &a);
    apart_variables(&a, type);
    for (int i = 0; i < body.n; i++)
        each_expr(body.v[i], move, &a);
    last->ntargets = 1;
    last->target = ARENA_NEW(m->kept, Expr);
    *last->target = expr_make(st, EX_LOCAL, type, 0, (uint64_t)a.arg.n, 0, NULL);
    Func f = {
        .name = name_cstr(m->ctx->names, arena_printf(m->arena, "%s.'%s'",
                                                      text_of(m->ctx, l->info->func->name), name)),
        .nvars = a.nvars,
        .ninputs = a.arg.n,
        .noutputs = 1,
        .var = a.var,
        .nbody = body.n,
        .body = body.v,
        .smooth_order = -1,
        .result = type,
        .span = l->at};
    f.entry = ARENA_ARRAY(m->kept, int, f.nvars);
    for (int i = 0; i < f.nvars - f.ninputs; i++)
        f.entry[i] = f.ninputs + i;
    return expr_make(st, EX_CALL, type, 0, function_made(m, l->info, f), (uint32_t)a.arg.n,
                     a.arg.v);
}

/* An expression that is evaluated at entry. */
static Expr entry_expr(Lower *l, Expr e, const char *name)
{
    StmtList body = {0}, *outer = l->out;
    int first = l->var.n;
    l->out = &body;
    Expr x = lower_expr(l, e);
    l->out = outer;
    return x && body.n ? as_call(l, first, body, x, name) : x;
}

/* ---- Sizes ---- */

Expr lower_over_positions(Model *m, Comp *c, Expr v)
{
    Expr iter[MAX_DIMS], range[MAX_DIMS];
    int n = 0;
    for (const Comp *p = c->parent; p; p = p->parent)
        n += p->ndims;
    int at = n = n < MAX_DIMS ? n : MAX_DIMS;
    for (Comp *p = c->parent; p; p = p->parent)
        for (int k = p->ndims - 1; k >= 0 && at > 0; k--) {
            iter[--at] = comp_iterator(m, p, k);
            range[at] = raw_positions(m, comp_loose_ref(m, p), k);
        }
    return n ? raw_for(m, EX_FORARRAY, v, n, iter, range) : v;
}

static bool lower_dims(Lower *l)
{
    Model *m = l->m;
    bool good = true;
    for (int v = 0; v < l->comp.n; v++) {
        const Comp *c = l->comp.v[v];
        if (!c)
            continue;
        const Dim *dim[MAX_DIMS];
        int nd = lower_path_dims(c, dim);
        Expr *e = ARENA_ARRAY(m->kept, Expr, nd);
        l->at = c->decl->name_span;
        for (int k = 0; k < nd; k++) {
            const char *name = text_of(m->ctx, l->var.v[v].name);
            e[k] = dim[k]->size != DIM_UNKNOWN
                       ? expr_int(m->store, dim[k]->size)
                       : entry_expr(l, dim[k]->expr,
                                    arena_printf(m->arena, "size(%s, %d)", name, k + 1));
            good = good && (e[k] || !dim[k]->expr);
        }
        l->var.v[v].dim = e;
    }
    return good;
}

/* size(v, k) by the size that v is declared with: it does not take v's value. */
static Expr declared_size(void *arg, Expr e)
{
    const Lower *l = arg;
    const ExprStore *s = l->m->store;
    if (expr_op(s, e) != EX_SIZE || expr_node(s, e)->nargs != 2)
        return e;
    Expr x = expr_arg(s, e, 0), dim = expr_arg(s, e, 1);
    if (expr_op(s, x) != EX_LOCAL || expr_op(s, dim) != EX_INT)
        return e;
    const FuncVar *v = &l->var.v[expr_node(s, x)->payload];
    int64_t k = (int64_t)expr_node(s, dim)->payload - 1;
    bool known = v->kind != FV_INPUT && v->dim && k >= 0 && k < tinfo(l->m, v->type)->ndims;
    return known && v->dim[k] ? v->dim[k] : e;
}

/* As often as sizes are given by sizes of others. */
static void settle_dims(Lower *l)
{
    bool more = true;
    for (int round = 0; more && round < l->var.n; round++) {
        more = false;
        for (int v = 0; v < l->var.n; v++)
            for (int k = 0; k < tinfo(l->m, l->var.v[v].type)->ndims && l->var.v[v].dim; k++) {
                Expr *size = &l->var.v[v].dim[k];
                Expr now = *size ? expr_rewrite(l->m->store, *size, declared_size, l) : 0;
                more = more || now != *size;
                *size = now;
            }
    }
}

/* Whether sizes mention variable i. */
static bool is_in_sizes(Lower *l, int i)
{
    Expr self = lower_variable(l, i);
    for (int v = 0; v < l->var.n; v++)
        for (int k = 0; k < tinfo(l->m, l->var.v[v].type)->ndims; k++) {
            Expr size = l->var.v[v].dim[k];
            if (size && lower_mentions(l->m, size, self))
                return true;
        }
    return false;
}

/* Whether initial values that sizes use mention variable i. */
static bool is_in_values(Lower *l, int i)
{
    Expr self = lower_variable(l, i);
    for (int v = 0; v < l->var.n; v++)
        if (l->var.v[v].init && lower_mentions(l->m, l->var.v[v].init, self))
            return true;
    return false;
}

/* A[:, size(A, 1)] has its second size by its value, as the first. */
static void open_own_sizes(Lower *l, int v)
{
    FuncVar *x = &l->var.v[v];
    for (int k = 0; k < tinfo(l->m, x->type)->ndims; k++)
        if (x->dim[k] && lower_mentions(l->m, x->dim[k], lower_variable(l, v)))
            x->dim[k] = 0;
}

/* The initial value of a variable that sizes use. */
static bool lower_size_value(Lower *l, int v)
{
    Model *m = l->m;
    Comp *c = l->comp.v[v];
    Expr value = comp_value(m, c);
    if (!value)
        return true;
    l->at = comp_value_span(c);
    open_own_sizes(l, v);
    Expr init = entry_expr(l, lower_over_positions(m, c, value), text_of(m->ctx, l->var.v[v].name));
    l->var.v[v].init = init; /* variables may have moved */
    return init;
}

bool lower_sizes(Lower *l)
{
    Model *m = l->m;
    bool good = lower_dims(l), *seen = ARENA_ARRAY(m->arena, bool, l->comp.n + 1);
    settle_dims(l);
    for (bool more = good; more;) {
        more = false;
        for (int v = 0; v < l->comp.n; v++) {
            if (seen[v] || !l->comp.v[v] || l->var.v[v].kind == FV_INPUT ||
                !(is_in_sizes(l, v) || is_in_values(l, v)))
                continue;
            seen[v] = more = true;
            good = lower_size_value(l, v) && good;
        }
    }
    return good;
}
