/* c_stmt.c - statements of functions and algorithm sections.
 *
 * Each statement is a piece of its own: variables change between them, so nothing is shared.
 * Arrays that a statement makes on the way lie on the instance's stack and are given back at its
 * end; assignments to arrays copy elements in place. */
#include "emit/emit_internal.h"

#include "base/die.h"

/* ---- The stack ---- */

Mark mark_begin(Code *c)
{
    Mark m = {c->text.n, c->stack};
    c->stack = false;
    return m;
}

static void insert(Buf *b, size_t at, const char *text)
{
    size_t n = strlen(text), tail = b->n - at;
    buf_write(b, text, n);
    memmove(b->s + at + n, b->s + at, tail);
    memcpy(b->s + at, text, n);
}

void mark_end(Code *c, Mark m)
{
    if (c->stack) {
        uint32_t mark = code_temp(c);
        insert(&c->text, m.at, arena_printf(c->e->arena, "{long t%u=k_mark(m);\n", mark));
        putf(&c->text, "k_release(m,t%u);}\n", mark);
    }
    c->stack |= m.outer;
}

/* ---- Targets ---- */

static Expr target_base(const Code *c, Expr target)
{
    return expr_op(c->s, target) == EX_INDEX ? expr_arg(c->s, target, 0) : target;
}

/* Subscripts are expressions of the piece. */
static void target_roots(Code *c, Expr target)
{
    if (expr_op(c->s, target) != EX_INDEX)
        return;
    for (uint32_t i = 1; i < expr_node(c->s, target)->nargs; i++)
        code_root(c, expr_arg(c->s, target, i));
}

/* Writes "lvalue=" of a scalar, after its position has been computed. */
static void put_scalar_target(Code *c, Expr target)
{
    const ExprNode n = *expr_node(c->s, target);
    Expr base = target_base(c, target);
    if (n.op == EX_VAR) {
        put_var(c, (uint32_t)n.payload);
    } else if (n.op == EX_LOCAL) {
        putf(&c->text, "u%u", (uint32_t)n.payload);
    } else {
        uint32_t position = write_position(c, base, n.nargs - 1, expr_args(c->s, target) + 1);
        if (expr_op(c->s, base) == EX_ARRVAR) {
            c->uses_v = true;
            putf(&c->text, "v[%u+t%u]", (uint32_t)expr_node(c->s, base)->payload, position);
        } else {
            put_array_dot(c, base);
            putf(&c->text, "d[t%u]", position);
        }
    }
    buf_putc(&c->text, '=');
}

/* The address of the array that is assigned to: a view for variables of the model. */
static const char *array_target(Code *c, Expr base)
{
    const ExprNode n = *expr_node(c->s, base);
    if (n.op == EX_LOCAL)
        return arena_printf(c->e->arena, "&u%u", (uint32_t)n.payload);
    const TypeInfo *t = type_of(c, base);
    uint32_t view = code_temp(c);
    c->uses_v = true;
    putf(&c->text, "KArr t%u={v+%u,%d,{", view, (uint32_t)n.payload, (int)t->ndims);
    for (int k = 0; k < t->ndims; k++)
        putf(&c->text, k ? ",%d" : "%d", (int)t->dim[k]);
    put(&c->text, "}};\n");
    return arena_printf(c->e->arena, "&t%u", view);
}

static bool takes_any_size(const Code *c, Expr target)
{
    const ExprNode *n = expr_node(c->s, target);
    if (n->op != EX_LOCAL)
        return false;
    const FuncVar *v = &c->f->var[n->payload];
    for (int k = 0; k < type_info(expr_types(c->s), v->type)->ndims; k++)
        if (!v->dim || !v->dim[k])
            return true;
    return false;
}

/* Assigns a whole array or a part of it; value: address of a KArr. True if the stack was given back. */
static void write_array_assign(Code *c, Expr target, const char *value, Mark mark)
{
    Expr base = target_base(c, target);
    const char *to = array_target(c, base);
    c->e->needs_arrays = true;
    if (expr_op(c->s, target) == EX_INDEX) {
        uint32_t n = expr_node(c->s, target)->nargs - 1;
        uint32_t sub = write_subscripts(c, n, expr_args(c->s, target) + 1);
        putf(&c->text, "if(k_assign_slice(m,%s,t%u,%s))", to, sub, value);
        put_fault(c, "a subscript is out of range, or the sizes differ");
        mark_end(c, mark);
    } else if (takes_any_size(c, target)) {
        uint32_t at = code_temp(c);
        insert(&c->text, mark.at, arena_printf(c->e->arena, "{long t%u=k_mark(m);\n", at));
        putf(&c->text, "if(s_replace(m,t%u,%s,%s))", at, to, value);
        put_fault(c, "an array has the wrong number of dimensions");
        put(&c->text, "}\n");
        c->stack = true;
    } else {
        putf(&c->text, "if(s_assign(%s,%s))", to, value);
        put_fault(c, "an array has the wrong size");
        mark_end(c, mark);
    }
}

/* The address of an array value as text of its own. */
static const char *array_address(Code *c, Expr e)
{
    Buf whole = c->text;
    c->text = (Buf){0};
    put_array(c, e);
    const char *text = arena_strdup(c->e->arena, buf_text(&c->text));
    buf_free(&c->text);
    c->text = whole;
    return text;
}

/* ---- Assignments and calls ---- */

static void write_assign(Code *c, const Stmt *t)
{
    Expr target = t->target[0];
    Mark mark = mark_begin(c);
    code_piece(c);
    code_root(c, t->value);
    target_roots(c, target);
    code_arranged(c);
    if (node_is_array(c->s, target)) {
        write_array_assign(c, target, array_address(c, t->value), mark);
        return;
    }
    put_scalar_target(c, target);
    put_expr(c, t->value, PREC_COND);
    put(&c->text, ";\n");
    if (expr_is_string(c, target)) {
        c->stack |= mark.outer; /* the text stays until the function ends */
        c->keeps_strings |= expr_op(c->s, target) == EX_VAR;
    } else {
        mark_end(c, mark);
    }
}

static bool returns_stack(const Code *c, const Func *f)
{
    for (int k = f->ninputs; k < f->ninputs + f->noutputs; k++) {
        const TypeInfo *t = type_info(expr_types(c->s), f->var[k].type);
        if (t->ndims || t->base == TY_STRING)
            return true;
    }
    return false;
}

/* (a, b) := f(x): the call once, then its outputs one by one. */
static void write_call_stmt(Code *c, const Stmt *t)
{
    const Func *f = func_get(c->s, (uint32_t)expr_node(c->s, t->value)->payload);
    Mark mark = mark_begin(c);
    bool strings = false;
    code_piece(c);
    code_root(c, t->value);
    for (int k = 0; k < t->ntargets; k++)
        target_roots(c, t->target[k]);
    code_arranged(c);
    uint32_t temp = graph_find(c->g, t->value)->temp;
    put(&c->text, "{\n");
    for (int k = 0; k < t->ntargets && k < f->noutputs; k++) {
        Expr target = t->target[k];
        if (expr_op(c->s, target) == EX_WILD || node_is_array(c->s, target))
            continue;
        strings |= expr_is_string(c, target);
        put_scalar_target(c, target);
        put_output(c, temp, f, k);
        put(&c->text, ";\n");
    }
    for (int k = 0; k < t->ntargets && k < f->noutputs; k++) {
        Expr target = t->target[k];
        if (expr_op(c->s, target) == EX_WILD || !node_is_array(c->s, target))
            continue;
        const char *value = f->noutputs == 1 ? arena_printf(c->e->arena, "&t%u", temp)
                                             : arena_printf(c->e->arena, "&t%u_%d", temp, k);
        write_array_copy(c, target, value);
    }
    put(&c->text, "}\n");
    if (strings || keeps_arrays(c, t))
        c->stack |= mark.outer;
    else
        mark_end(c, mark);
    (void)returns_stack;
}
