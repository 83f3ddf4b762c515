/* c_code.c - C functions under construction: what is held in locals is computed before it is used,
 * in the scopes that graph_arrange has chosen. Branches and loops may nest as deeply as the model
 * does, so they are written from a stack of frames. */
#include "emit/emit_internal.h"

/* ---- What is held ---- */

enum { TERMS_A_STATEMENT = 40, TERMS_A_LOOP = 8 };

/* A term that is a variable or its negative: its number; NO_NODE if it is something else. */
static uint32_t plain_term(const Code *c, Expr e, bool *minus)
{
    *minus = false;
    if (expr_op(c->s, e) == EX_NEG && unheld(c, e, EX_NEG)) {
        *minus = true;
        e = expr_arg(c->s, e, 0);
    }
    const ExprNode *n = expr_node(c->s, e);
    bool plain = n->op == EX_VAR && n->payload < c->e->num->nv && !c->loop &&
                 c->e->num->place[n->payload] == n->payload;
    return plain ? (uint32_t)n->payload : NO_NODE;
}

/* Terms from `from` on that are variables of one sign and evenly spaced: how many. */
static uint32_t count_plain_terms(const Code *c, Expr sum, uint32_t from, int64_t *stride)
{
    uint32_t n = expr_node(c->s, sum)->nargs, k = from + 1;
    bool minus, other;
    int64_t before = plain_term(c, expr_arg(c->s, sum, from), &minus);
    for (; before != NO_NODE && k < n; k++) {
        int64_t now = plain_term(c, expr_arg(c->s, sum, k), &other);
        if (k == from + 1)
            *stride = now - before;
        if (now == NO_NODE || other != minus || now - before != *stride)
            break;
        before = now;
    }
    return k - from;
}

static void write_plain_terms(Code *c, const GraphNode *n, uint32_t from, uint32_t count,
                              int64_t stride)
{
    bool minus;
    uint32_t k = code_temp(c), first = plain_term(c, expr_arg(c->s, n->e, from), &minus);
    c->uses_v = true;
    putf(&c->text, "for(int t%u=0;t%u<%u;t%u++)t%u=t%u%sv[%u", k, k, count, k, n->temp, n->temp,
         minus ? "-" : "+", first);
    if (stride >= 0)
        buf_putc(&c->text, '+');
    put_int(&c->text, stride);
    putf(&c->text, "*t%u];\n", k);
}

/* double t1 = a + b + ...; t1 = t1 + ...; with loops over variables that lie side by side. */
static void write_long_sum(Code *c, const GraphNode *n)
{
    uint32_t count = expr_node(c->s, n->e)->nargs, to;
    for (uint32_t from = 0; from < count; from = to) {
        int64_t stride = 0;
        uint32_t plain = from ? count_plain_terms(c, n->e, from, &stride) : 0;
        if (plain >= TERMS_A_LOOP) {
            write_plain_terms(c, n, from, plain, stride);
            to = from + plain;
            continue;
        }
        for (to = from + 1; to < count && to - from < TERMS_A_STATEMENT; to++)
            if (count_plain_terms(c, n->e, to, &stride) >= TERMS_A_LOOP)
                break;
        putf(&c->text, from ? "t%u=t%u" : "double t%u=", n->temp, n->temp);
        put_sum(c, n->e, from, to);
        put(&c->text, ";\n");
    }
}

static void write_long_product(Code *c, const GraphNode *n)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    for (uint32_t i = 0; i < count; i++) {
        if (i % TERMS_A_STATEMENT == 0)
            putf(&c->text, i ? ";\nt%u=t%u" : "double t%u=", n->temp, n->temp);
        if (i)
            buf_putc(&c->text, '*');
        put_expr(c, expr_arg(c->s, n->e, i), i ? PREC_UNARY : PREC_MUL);
    }
    put(&c->text, ";\n");
}

static uint32_t delay_number(Code *c, Expr e)
{
    uint32_t number = map_get(&c->e->num->delay, e, 0);
    return number ? number - 1 : UINT32_MAX;
}

static void write_delay(Code *c, const GraphNode *n)
{
    uint32_t number = delay_number(c, n->e);
    if (number == UINT32_MAX) { /* derivative of one: what lies in the past does not vary */
        putf(&c->text, "double t%u=0.;\n", n->temp);
        return;
    }
    Span *at = &c->e->num->delays_at.v[number];
    if (!at->end)
        *at = c->at;
    putf(&c->text, "double t%u=k_delay(m,%u,%u,", n->temp, number, position_number(c->e, *at));
    put_expr(c, expr_arg(c->s, n->e, 0), PREC_COND);
    buf_putc(&c->text, ',');
    put_expr(c, expr_arg(c->s, n->e, 1), PREC_COND);
    put(&c->text, ");\n");
}

/* What enters at the ends, and the distribution at the start. */
static void write_boundary(Code *c, const GraphNode *n)
{
    uint32_t number = delay_number(c, n->e), nargs = expr_node(c->s, n->e)->nargs;
    if (number == UINT32_MAX) {
        putf(&c->text, "double t%u=0.;\n", n->temp);
        return;
    }
    putf(&c->text, "double t%u=k_boundary(m,%u,", n->temp, number);
    for (uint32_t i = 0; i < 2; i++) {
        put_expr(c, expr_arg(c->s, n->e, i), PREC_COND);
        buf_putc(&c->text, ',');
    }
    putf(&c->text, "%u", (nargs - 2) / 2);
    for (uint32_t i = 2; i < nargs; i++) {
        put(&c->text, i == 2 || i == 2 + (nargs - 2) / 2 ? ",(double[]){" : ",");
        put_expr(c, expr_arg(c->s, n->e, i), PREC_COND);
        put(&c->text, i == nargs - 1 || i == 1 + (nargs - 2) / 2 ? "}" : "");
    }
    put(&c->text, ");\n");
}

static void write_transport(Code *c, const GraphNode *n)
{
    uint32_t number = delay_number(c, expr_arg(c->s, n->e, 0));
    if (number == UINT32_MAX) {
        putf(&c->text, "double t%u=0.;\n", n->temp);
        return;
    }
    putf(&c->text, "double t%u=k_transport(m,%u,%u", n->temp, number,
         (unsigned)expr_node(c->s, n->e)->payload);
    for (uint32_t i = 0; i < 3; i++) {
        buf_putc(&c->text, ',');
        put_expr(c, expr_arg(c->s, n->e, i), PREC_COND);
    }
    put(&c->text, ");\n");
}

/* A node without scopes of its own, or whose scopes are empty. */
static void write_node(Code *c, GraphNode *n)
{
    bool is_long = (n->op == EX_ADD || n->op == EX_MUL) &&
                   expr_node(c->s, n->e)->nargs > TERMS_A_STATEMENT && !(n->flags & NODE_ARRAY);
    if (n->op == EX_CALL)
        write_call(c, n);
    else if (n->flags & NODE_ARRAY)
        write_array(c, n);
    else if (n->op == EX_INDEX || n->op == EX_MATMUL || n->op == EX_SCALAR)
        write_element(c, n);
    else if (n->op == EX_DELAY)
        write_delay(c, n);
    else if (n->op == EX_BOUNDARY)
        write_boundary(c, n);
    else if (n->op == EX_TRANSPORT)
        write_transport(c, n);
    else if (is_long && n->op == EX_ADD)
        write_long_sum(c, n);
    else if (is_long)
        write_long_product(c, n);
    else {
        putf(&c->text, "%st%u=", scalar_c_type(c, n->e), n->temp);
        put_inner(c, n->e, PREC_ANY);
        put(&c->text, ";\n");
    }
}

/* ---- Scopes ---- */

static bool opens_scope(const Code *c, const GraphNode *n, uint32_t scope)
{
    if (!graph_scopes(c->g, n))
        return false;
    return n->op == EX_HOMOTOPY || node_is_loop(n) || n->flags & NODE_ARRAY ||
           graph_has_contents(c->g, n, graph_child(c->g, n, scope));
}

static void push_frame(Code *c, uint32_t owner, uint32_t outer, uint32_t operand)
{
    const GraphNode *n = &c->g->node.v[owner];
    uint32_t child = graph_child(c->g, n, outer);
    Frame f = {.scope = node_is_loop(n) ? child : child + operand - 1,
               .owner = owner,
               .outer = outer,
               .operand = operand};
    vec_push(c->e->arena, &c->e->frame, f);
}

/* Text before the first scope of a node. */
static void open_owner(Code *c, GraphNode *n, uint32_t scope)
{
    Expr first = expr_arg(c->s, n->e, 0);
    switch (n->op) {
    case EX_IF:
        putf(&c->text, "%st%u;\nif(", n->flags & NODE_ARRAY ? "KArr " : scalar_c_type(c, n->e),
             n->temp);
        put_expr(c, first, PREC_ANY);
        put(&c->text, "){\n");
        break;
    case EX_AND:
    case EX_OR:
        putf(&c->text, "int t%u=", n->temp);
        put_expr(c, first, PREC_ANY);
        putf(&c->text, n->op == EX_AND ? ";\nif(t%u){\n" : ";\nif(!t%u){\n", n->temp);
        break;
    case EX_HOMOTOPY:
        put_form(c, n->e, n->flags & NODE_ARRAY ? "KArr ~=*@0" : "double ~=$0");
        put(&c->text, ";\nif(m->lambda!=1){\n");
        break;
    default:
        open_comprehension(c, n, scope);
    }
}

/* Text after the scope of an operand; whether another one follows. */
static bool close_operand(Code *c, const GraphNode *n, uint32_t operand)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    if (node_is_loop(n)) {
        close_comprehension(c, n);
        return false;
    }
    Expr value = expr_arg(c->s, n->e, operand);
    if (n->op == EX_HOMOTOPY && n->flags & NODE_ARRAY) {
        write_blend(c, n);
    } else if (n->op == EX_HOMOTOPY) {
        putf(&c->text, "t%u=m->lambda*t%u+(1.-m->lambda)*", n->temp, n->temp);
        put_expr(c, value, PREC_UNARY);
    } else {
        putf(&c->text, n->flags & NODE_ARRAY ? "t%u=*" : "t%u=", n->temp);
        if (n->flags & NODE_ARRAY)
            put_array(c, value);
        else
            put_expr(c, value, PREC_ANY);
    }
    put(&c->text, ";\n}");
    bool more = operand + 1 < count;
    if (more && n->op == EX_IF)
        put(&c->text, "else{\n");
    else if (more)
        putf(&c->text, n->op == EX_AND ? "\nif(t%u){\n" : "\nif(!t%u){\n", n->temp);
    else
        buf_putc(&c->text, '\n');
    return more;
}

/* The next held node of a frame: its number, or NO_NODE. */
static uint32_t next_node(const Code *c, Frame *f)
{
    const Graph *g = c->g;
    if (f->owner != NO_NODE || f->scope != TOP) {
        const Scope *s = &g->scope.v[f->scope];
        return f->next < (uint32_t)s->held.n ? s->held.v[f->next++] : NO_NODE;
    }
    while (f->next < f->end) {
        const GraphNode *n = &g->node.v[f->next++];
        if ((n->flags & NODE_HELD) && n->place && g->place.v[n->place - 1].scope == TOP)
            return f->next - 1;
    }
    return NO_NODE;
}

static void write_frames(Code *c, Frame first)
{
    Emit *e = c->e;
    vec_push(e->arena, &e->frame, first);
    while (e->frame.n) {
        Frame *f = &vec_last(&e->frame);
        uint32_t i = next_node(c, f), scope = f->scope;
        if (i != NO_NODE) {
            GraphNode *n = &c->g->node.v[i];
            n->temp = c->ntemps++;
            if (opens_scope(c, n, scope)) {
                open_owner(c, n, scope);
                push_frame(c, i, scope, node_is_loop(n) ? 0 : 1);
            } else {
                write_node(c, n);
            }
            continue;
        }
        Frame done = vec_pop(&e->frame);
        if (done.owner == NO_NODE)
            continue;
        if (close_operand(c, &c->g->node.v[done.owner], done.operand))
            push_frame(c, done.owner, done.outer, done.operand + 1);
    }
}

void code_nodes(Code *c, uint32_t from, uint32_t to)
{
    write_frames(c, (Frame){.scope = TOP, .next = from, .end = to, .owner = NO_NODE});
}

void code_scope(Code *c, uint32_t scope)
{
    write_frames(c, (Frame){.scope = scope, .owner = NO_NODE});
}

/* ---- Pieces ---- */

uint32_t code_temp(Code *c)
{
    return c->ntemps++;
}

void code_piece(Code *c)
{
    graph_clear(c->g);
}

uint32_t code_root(Code *c, Expr e)
{
    return graph_root(c->g, e, TOP);
}

void code_arranged(Code *c)
{
    graph_arrange(c->g);
    code_nodes(c, 0, (uint32_t)c->g->node.n);
}

void code_one(Code *c, Expr e)
{
    code_piece(c);
    code_root(c, e);
    code_arranged(c);
}

/* ---- Functions of the program ---- */

void code_begin(Code *c, Emit *e, CodeKind kind, const Func *f)
{
    *c = (Code){.e = e, .s = e->s, .g = e->graph, .kind = kind, .f = f};
}

uint32_t position_number(Emit *e, Span at)
{
    if (e->apart)
        vec_push(e->arena, &e->position, at.beg);
    return at.beg;
}

void put_fault(Code *c, const char *what)
{
    c->fails = true;
    putf(&c->text, "{rc=k_fault(m,%u,", position_number(c->e, c->at));
    put_string(&c->text, what);
    put(&c->text, ");goto fail;}\n");
}

void code_close(Code *c, bool mark, const char *results)
{
    Buf *out = &c->e->text;
    if (c->fails)
        put(out, "int rc;\n");
    if (c->loops)
        put(out, "unsigned turns=m->calls++;\n"); /* short loops of many calls add up, too */
    if (mark)
        put(out, "long mark=k_mark(m);\n");
    if (c->objects)
        put(out, "int objects=k_objects(m);\n");
    if (c->uses_v)
        put(out, "double*const v=m->v;\n");
    if (c->uses_pre)
        put(out, "const double*const p=m->pre;\n");
    if (c->uses_dv)
        put(out, "double*const d=m->dv;\n");
    buf_write(out, buf_text(&c->text), c->text.n);
    if (c->returns)
        put(out, "done:;\n");
    const char *end = c->objects ? "k_end_objects(m,objects);\n" : "";
    put(out, end);
    put(out, results);
    if (mark && !strstr(results, "k_return"))
        put(out, "k_release(m,mark);\n");
    put(out, "return 0;\n");
    if (c->fails) {
        putf(out, "fail:\n%s", end);
        put(out, mark ? "k_release(m,mark);\nreturn rc;\n" : "return rc;\n");
    }
    put(out, "}\n");
    buf_free(&c->text);
}

void code_end(Code *c, const char *name, const char *params)
{
    putf(&c->e->text, "static int %s(%s){\n", name, params);
    code_close(c, c->stack && !c->keeps_strings, "");
}
