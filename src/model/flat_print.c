/* flat_print.c - the flat model as Modelica text.
 *
 * Components in arrays are listed element by element; arrays of simple variables and equations
 * between arrays stay whole. Values of variables stand in their declarations. */
#include "model/flat_internal.h"
#include "symbolic/func_print.h"

#include <math.h>

/* ---- Expressions with positions filled in ---- */

static Expr fill_iter(Model *m, Expr e, const IterValue *iters)
{
    const ExprNode *n = expr_node(m->store, e);
    for (const IterValue *v = iters; v; v = v->outer)
        if (v->iter == (uint32_t)n->payload)
            return expr_literal(m->store, n->type, v->value);
    return e;
}

/* Subscripts like `2 + 1` become numbers. */
static Expr fold_subscript(Model *m, Expr e)
{
    int64_t k;
    if (tinfo(m, expr_type(m->store, e))->base != TY_INT ||
        tinfo(m, expr_type(m->store, e))->ndims || expr_op(m->store, e) == EX_COLON ||
        !eval_subscript(m, e, NULL, &k))
        return e;
    return expr_int(m->store, k);
}

/* Constants from outside the model appear with their value. */
static bool is_package_constant(Model *m, Expr e)
{
    const Comp *c = m->comp.v[expr_node(m->store, e)->payload];
    while (c->parent)
        c = c->parent;
    return c != m->root_comp && !c->in_function;
}

Expr flat_filled(Model *m, Expr e, const IterValue *iters)
{
    ExprStore *s = m->store;
    ExprOp op = expr_op(s, e);
    if (op == EX_ITER)
        return fill_iter(m, e, iters);
    bool question =
        op == EX_ISROOT || op == EX_ROOTED || op == EX_ROOTINDEX || op == EX_CARDINALITY;
    if (question || (op == EX_CREF && is_package_constant(m, e))) {
        Value *v = eval_try(m, e, iters);
        if (v)
            return value_expr(m, v);
    }
    uint32_t n = expr_node(s, e)->nargs;
    if (!n)
        return e;
    Expr *arg = ARENA_ARRAY(m->arena, Expr, n);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = flat_filled(m, expr_arg(s, e, i), iters);
        if (op == EX_CREF || op == EX_ACTIVESTATE || (op == EX_INDEX && i))
            arg[i] = fold_subscript(m, arg[i]);
    }
    if (op == EX_INDEX)
        return index_expr(m, arg[0], (int)n - 1, arg + 1);
    const ExprNode *node = expr_node(s, e);
    return expr_make(s, op, node->type, node->flags, node->payload, n, arg);
}

/* ---- Declarations ---- */

typedef struct Printer {
    Model *m;
    Buf *out;
    const FlatVar *var;
    bool element; /* of var each by itself */
    ExprNames names;
    int indent;
    bool initial;        /* printing the initial part */
    const char *heading; /* to be printed before the first equation; NULL: done */
    FlatExpand expand;
    const FlatEq *last; /* algorithm, */
    int position;       /* and which of its bodies */
} Printer;

static void print_expr(Printer *p, Expr e, const IterValue *iters)
{
    expr_print(p->m->store, flat_filled(p->m, e, iters), &p->names, p->out);
}

static void print_type(Printer *p, Type t)
{
    Model *m = p->m;
    if (tinfo(m, t)->base == TY_ENUM)
        buf_puts(p->out, text_of(m->ctx, type_enum_info(expr_types(m->store), t)->name));
    else
        type_print(expr_types(m->store), m->ctx->names, t, p->out);
}

static void print_attributes(Printer *p, const Comp *c, const IterValue *iters)
{
    int n = 0;
    for (int a = 0; a < ATTR_COUNT; a++) {
        if (!c->attr[a])
            continue;
        buf_puts(p->out, n++ ? ", " : "(");
        Expr e = flat_filled(p->m, c->attr[a], iters);
        if (!p->element && c->ndims && !tinfo(p->m, expr_type(p->m->store, e))->ndims)
            buf_puts(p->out, "each ");
        buf_printf(p->out, "%s = ", text_of(p->m->ctx, attribute_names[a]));
        expr_print(p->m->store, e, &p->names, p->out);
    }
    if (n)
        buf_putc(p->out, ')');
}

/* Whether an attribute differs between the elements of the component itself. */
static bool has_own_positions(Model *m, Expr e, const Comp *c)
{
    ExprStore *s = m->store;
    if (expr_op(s, e) == EX_ITER) {
        uint32_t k = (uint32_t)expr_node(s, e)->payload;
        return c->ndims && k >= c->iter && k < c->iter + (uint32_t)c->ndims;
    }
    uint32_t n = expr_node(s, e)->nargs;
    for (uint32_t i = 0; i < n; i++)
        if (has_own_positions(m, expr_arg(s, e, i), c))
            return true;
    return false;
}

/* The name of a component at a position; its own dimensions with (`whole` false) or without
 * subscripts. */
static void print_name_at(Printer *p, const Comp *c, const IterValue *iters, bool whole)
{
    Expr sub[8 * MAX_DIMS];
    uint32_t n = comp_subscripts(p->m, c, whole, sub);
    print_expr(p, expr_make(p->m->store, EX_CREF, c->type, 0, c->id, n, sub), iters);
}

/* A number, or the type whose values are the subscripts. */
static void print_size(Printer *p, const Dim *d)
{
    if (d->index_type == T_INT)
        buf_printf(p->out, "%d", d->size);
    else
        print_type(p, d->index_type);
}

static void print_one(void *arg, const IterValue *iters)
{
    Printer *p = arg;
    Model *m = p->m;
    const Comp *c = var_comp(m, p->var);
    bool element = p->element;
    static const char *const prefix[] = {"constant ", "parameter ", "discrete ", ""};
    Variability v = p->var->variability;
    buf_puts(p->out, "  ");
    if (c->protected)
        buf_puts(p->out, "protected ");
    if (c->final && v <= VARY_PARAMETER)
        buf_puts(p->out, "final ");
    if (p->var->top_input)
        buf_puts(p->out, "input ");
    else if (c->direction == DIR_OUTPUT && c->parent == m->root_comp)
        buf_puts(p->out, "output ");
    if (c->connector == CON_FLOW)
        buf_puts(p->out, "flow ");
    if (c->connector == CON_STREAM)
        buf_puts(p->out, "stream ");
    buf_puts(p->out, v == VARY_DISCRETE && !c->declared_variability ? "" : prefix[v]);
    print_type(p, c->type);
    buf_putc(p->out, ' ');
    print_name_at(p, c, iters, !element);
    for (int k = 0; !element && k < c->ndims; k++) {
        buf_puts(p->out, k ? ", " : "[");
        print_size(p, &c->dim[k]);
    }
    buf_puts(p->out, !element && c->ndims ? "]" : "");
    print_attributes(p, c, iters);
    if (c->value) {
        buf_puts(p->out, " = ");
        print_expr(p, element ? value_at_position(m, c, 0, c->value) : c->value, iters);
    }
    buf_puts(p->out, ";\n");
}

static void print_declaration(Printer *p)
{
    const Comp *c = var_comp(p->m, p->var);
    p->element = false;
    for (int a = 0; a < ATTR_COUNT; a++)
        p->element = p->element || (c->attr[a] && has_own_positions(p->m, c->attr[a], c));
    uint32_t around = c->parent ? c->parent->id : 0;
    flat_positions(p->m->flat, p->element ? c->id : around, print_one, p);
}

/* ---- Equations ---- */

static void print_eq(void *arg, const FlatEq *eq, const IterValue *iters);

static void print_indent(Printer *p)
{
    if (p->heading) {
        buf_puts(p->out, p->heading);
        p->heading = NULL;
    }
    for (int i = 0; i < p->indent; i++)
        buf_puts(p->out, "  ");
}

static void print_branches(Printer *p, const FlatEq *eq, const IterValue *iters, const char *word)
{
    for (int i = 0; i < eq->nbranches; i++) {
        print_indent(p);
        if (eq->branch[i].condition) {
            buf_printf(p->out, "%s%s ", i ? "else" : "", word);
            print_expr(p, eq->branch[i].condition, iters);
            buf_puts(p->out, " then\n");
        } else {
            buf_puts(p->out, "else\n");
        }
        p->indent++;
        flat_expand_list(&p->expand, &eq->branch[i].body, iters, print_eq, p);
        p->indent--;
    }
    print_indent(p);
    buf_printf(p->out, "end %s;\n", word);
}

static void print_calls(Printer *p, const char *name, Expr a, Expr b, Expr c,
                        const IterValue *iters)
{
    print_indent(p);
    buf_printf(p->out, "%s(", name);
    print_expr(p, a, iters);
    for (int i = 0; i < 2; i++) {
        Expr e = i ? c : b;
        if (!e)
            continue;
        buf_puts(p->out, ", ");
        print_expr(p, e, iters);
    }
    buf_puts(p->out, ");\n");
}

static void print_algorithm(Printer *p, const FlatEq *eq)
{
    p->position = eq == p->last ? p->position + 1 : 0;
    p->last = eq;
    const Func *f = eq->body[p->position];
    buf_puts(p->out, eq->initial ? "initial algorithm\n" : "algorithm\n");
    func_print_body(p->m->store, f, &p->names, 1, p->out);
    p->heading = eq->initial ? "initial equation\n" : "equation\n";
}

static void print_eq(void *arg, const FlatEq *eq, const IterValue *iters)
{
    Printer *p = arg;
    if (eq->initial != p->initial || eq->binding)
        return;
    switch ((FlatEqKind)eq->kind) {
    case FE_EQUAL:
        print_indent(p);
        print_expr(p, eq->lhs, iters);
        buf_puts(p->out, " = ");
        print_expr(p, eq->rhs, iters);
        buf_puts(p->out, ";\n");
        break;
    case FE_CALL:
        print_indent(p);
        if (eq->noutputs) {
            buf_putc(p->out, '(');
            for (int i = 0; i < eq->noutputs; i++) {
                if (i)
                    buf_puts(p->out, ", ");
                if (expr_op(p->m->store, eq->output[i]) != EX_WILD)
                    print_expr(p, eq->output[i], iters);
            }
            buf_puts(p->out, ") = ");
        }
        print_expr(p, eq->rhs, iters);
        buf_puts(p->out, ";\n");
        break;
    case FE_IF:
        print_branches(p, eq, iters, "if");
        break;
    case FE_WHEN:
        print_branches(p, eq, iters, "when");
        break;
    case FE_ASSERT:
        print_calls(p, "assert", eq->rhs, eq->message, eq->level, iters);
        break;
    case FE_TERMINATE:
        print_calls(p, "terminate", eq->message, 0, 0, iters);
        break;
    case FE_REINIT:
        print_calls(p, "reinit", eq->lhs, eq->rhs, 0, iters);
        break;
    case FE_MACHINE:
        print_indent(p);
        print_expr(p, eq->rhs, iters);
        buf_puts(p->out, ";\n");
        break;
    case FE_ALGORITHM:
        print_algorithm(p, eq);
        break;
    case FE_FOR:
    case FE_CONNECT:
        break;
    }
}

/* ---- Functions ---- */

static void print_functions(Printer *p)
{
    Model *m = p->m;
    for (uint32_t k = 1; k <= funcs_count(m->store); k++) {
        FuncInfo *info = function_info(m, k);
        if (!info || info->state != 2 || info->func->failed)
            continue;
        func_print(m->store, info->func, &p->names, p->out);
        buf_putc(p->out, '\n');
    }
}

static void print_connections(Printer *p)
{
    const FlatModel *f = p->m->flat;
    for (int i = 0; i < f->connection.n; i++) {
        const FlatConnection *c = &f->connection.v[i];
        FlatEq eq = {.kind = c->message ? FE_ASSERT : FE_EQUAL,
                     .lhs = c->lhs,
                     .rhs = c->rhs,
                     .message = c->message};
        print_eq(p, &eq, NULL);
    }
}

/* What `inStream` means where it is not the connector's own value. */
static void print_streams(Printer *p)
{
    const FlatModel *f = p->m->flat;
    for (uint32_t k = 0; k < f->nscalars; k++) {
        uint32_t at = map_get(&f->stream_at, (uint64_t)k + 1, 0);
        Expr self = at ? expr_var(f->store, T_REAL, k) : 0;
        if (!at || f->stream.v[at - 1].in == self)
            continue;
        buf_puts(p->out, "  // inStream(");
        flat_scalar_name(f, k, p->out);
        buf_puts(p->out, ") = ");
        print_expr(p, f->stream.v[at - 1].in, NULL);
        buf_putc(p->out, '\n');
    }
}

void flat_print(Model *m, Buf *out)
{
    FlatModel *f = m->flat;
    Buf body = {0};
    Printer p = {.m = m, .out = &body, .names = flat_names(f), .indent = 1, .expand = {f, 0}};
    const char *name = text_of(m->ctx, f->name);
    buf_printf(&body, "model %s\n", name);
    for (int i = 0; i < m->leaf.n; i++) {
        if (!m->leaf.v[i]->flat)
            continue;
        p.var = comp_var(m, m->leaf.v[i]);
        print_declaration(&p);
    }
    p.initial = true;
    p.heading = "initial equation\n";
    flat_expand(&p.expand, print_eq, &p);
    p.initial = false;
    p.heading = "equation\n";
    flat_expand(&p.expand, print_eq, &p);
    print_connections(&p);
    if (f->stream.n)
        print_streams(&p);
    buf_printf(&body, "end %s;\n", name);
    for (int before = -1;
         before != (int)funcs_count(m->store);) { /* functions that functions call */
        before = (int)funcs_count(m->store);
        for (uint32_t k = 1; k <= (uint32_t)before; k++)
            if (function_info(m, k) && !function_is_open(m, k))
                function_lowered(m, k);
    }
    p.out = out;
    print_functions(&p);
    buf_write(out, buf_text(&body), body.n);
    buf_free(&body);
}
