/* c_sequence.c - sequences of assignments as C functions of about a hundred items each. What several
 * items of one function use is computed once. */
#include "emit/emit_internal.h"

#include "base/die.h"

enum { MAX_ITEMS = 100, MAX_NODES = 1500 };

bool block_has_unknowns(const Emit *e, uint32_t block)
{
    return e->num->block[block]->ntorn > 0;
}

/* ---- One item ---- */

static bool has_value(const Item *i)
{
    return i->to != TO_SOLVE && i->to != TO_SOLVE_DIR && i->to != TO_CALL &&
           i->to != TO_FROM_START;
}

/* Adds the item's expressions; returns the scope they are in. */
static uint32_t item_roots(Code *c, const Item *i)
{
    if (!has_value(i))
        return TOP;
    if (i->to == TO_G) {
        code_root(c, expr_arg(c->s, i->value, 0));
        code_root(c, expr_arg(c->s, i->value, 1));
        return TOP;
    }
    uint32_t scope = i->to == TO_PARAM ? graph_guard(c->g) : TOP;
    graph_root(c->g, i->value, scope);
    return scope;
}

static void put_place_of(Code *c, const Item *i)
{
    switch ((Target)i->to) {
    case TO_PRE: putf(&c->text, "m->pre[%u]=", i->n); break;
    case TO_START: putf(&c->text, "m->start[%u]=", i->n); break;
    case TO_DV:
        c->uses_dv = true;
        putf(&c->text, "d[%u]=", i->n);
        break;
    case TO_R: putf(&c->text, "r[%u]=", i->n); break;
    default:
        put_var(c, i->n);
        buf_putc(&c->text, '=');
        if (c->e->num->string[i->n] >= 0)
            c->keeps_strings = true;
    }
}

static void write_solve(Code *c, const Item *i)
{
    c->fails = true;
    bool direction = i->to == TO_SOLVE_DIR;
    if (block_has_unknowns(c->e, i->n))
        putf(&c->text, "if((rc=m->%s(m,%u)))goto fail;\n", direction ? "solve_dir" : "solve", i->n);
    else if (direction)
        putf(&c->text, "if((rc=b%u_direction(m,0)))goto fail;\n", i->n);
    else /* only modes: nothing to be solved while they are frozen */
        putf(&c->text, "if((rc=m->live?m->solve(m,%u):b%u_residual(m,0)))goto fail;\n", i->n, i->n);
}

static void write_item(Code *c, const Item *i, uint32_t scope)
{
    int set;
    switch ((Target)i->to) {
    case TO_SOLVE:
    case TO_SOLVE_DIR: write_solve(c, i); return;
    case TO_CALL:
        c->fails = true;
        putf(&c->text, "if((rc=%s(m)))goto fail;\n", i->name);
        return;
    case TO_FROM_START:
        put_var(c, i->n);
        putf(&c->text, "=m->start[%u];\n", i->other);
        return;
    case TO_G:
        putf(&c->text, "m->g[%u]=", i->n);
        put_expr(c, expr_arg(c->s, i->value, 0), PREC_ADD);
        put(&c->text, "-(");
        put_expr(c, expr_arg(c->s, i->value, 1), PREC_ANY);
        put(&c->text, ");\n");
        return;
    case TO_TIME: {
        uint32_t t = code_temp(c);
        putf(&c->text, "double t%u=", t);
        put_expr(c, i->value, PREC_ANY);
        putf(&c->text, ";if(t%u>m->time&&t%u<*r)*r=t%u;\n", t, t, t);
        return;
    }
    case TO_NONE:
        put_expr(c, i->value, PREC_ANY);
        put(&c->text, ";\n");
        return;
    case TO_PARAM:
        set = c->e->num->string[i->n];
        putf(&c->text, "if(!m->set[%u]){\n", set >= 0 ? c->e->num->nv + (uint32_t)set : i->n);
        code_scope(c, scope);
        put_place_of(c, i);
        put_expr(c, i->value, PREC_ANY);
        put(&c->text, ";}\n");
        return;
    default:
        put_place_of(c, i);
        put_expr(c, i->value, PREC_ANY);
        put(&c->text, ";\n");
    }
}

/* ---- Functions of items ---- */

static const char *function_name(Emit *e, const Sequence *q, int k)
{
    return arena_printf(e->arena, "%s_%d", q->name, k);
}

/* Number of items from `from` on that one function takes. */
static int take_items(Code *c, const Items *items, int from, uint32_t *scope, uint32_t *nodes)
{
    int n = 0;
    code_piece(c);
    for (int i = from; i < items->n && n < MAX_ITEMS; i++, n++) {
        if (n && (items->v[i].part != items->v[from].part || c->g->node.n > MAX_NODES))
            break;
        scope[n] = item_roots(c, &items->v[i]);
        nodes[n] = (uint32_t)c->g->node.n;
    }
    return n;
}

void emit_sequence(Emit *e, Sequence *q, const Items *items)
{
    uint32_t scope[MAX_ITEMS], nodes[MAX_ITEMS];
    for (int from = 0, n; from < items->n; from += n) {
        Code c;
        code_begin(&c, e, CODE_MODEL, NULL);
        n = take_items(&c, items, from, scope, nodes);
        graph_arrange(c.g);
        for (int i = 0; i < n; i++) {
            c.at = items->v[from + i].at;
            code_nodes(&c, i ? nodes[i - 1] : 0, nodes[i]);
            write_item(&c, &items->v[from + i], scope[i]);
        }
        code_end(&c, function_name(e, q, q->part.n), q->has_r ? "KInst*m,double*r" : "KInst*m");
        vec_push(e->arena, &q->part, items->v[from].part);
    }
}

void put_calls(Buf *b, const Sequence *q, unsigned mask)
{
    for (int i = 0; i < q->part.n; i++)
        if (mask >> q->part.v[i] & 1)
            putf(b, "if((rc=%s_%d(%s)))return rc;\n", q->name, i, q->has_r ? "m,r" : "m");
}

void put_driver(Emit *e, const char *name, const Sequence *q, unsigned mask)
{
    putf(&e->text, "static int %s(KInst*m%s){\nint rc;\n", name, q->has_r ? ",double*r" : "");
    put_calls(&e->text, q, mask);
    put(&e->text, "return 0;\n}\n");
}
