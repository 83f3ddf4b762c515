/* c_graph.c - the distinct expressions of a piece of code: what is held in locals, and where.
 *
 * A node used more than once is computed once, in the innermost scope that contains all uses, if it
 * is certain to be needed there. Used in several branches that need not be executed, cheap
 * arithmetic is computed before them; what may fail or takes time is computed in each, so that no
 * guard is lost. If that would be in many places, it is computed before them all the same (a domain
 * error gives NaN, which nobody uses), except calls, subscripts and what depends on iterators.
 * So the text is at most MANY times the size of the DAG.
 *
 * Nodes are collected operands first, placed users first, then held or not, operands first. Near
 * linear; leaves are no nodes. */
#include "emit/emit_internal.h"

#include "base/die.h"

#include <stdlib.h>

enum {
    MAX_DEPTH = 10,   /* nesting of text */
    MAX_WEIGHT = 120, /* operators in one expression */
    MANY = 8,         /* places in which the same thing is computed */
};

/* What is said of operators; most may fail or take time, and are worth a local. */
enum {
    CHEAP = 1,     /* cheap arithmetic */
    STRICT = 2,    /* NODE_STRICT */
    STATEMENT = 4, /* written as statements */
    LIGHT = 8,     /* a few of them are not worth a local, however often they are used */
};
static const uint8_t trait[EX_COUNT] = {
    [EX_CALL] = STRICT | STATEMENT,
    [EX_INDEX] = STRICT | STATEMENT,
    [EX_SCALAR] = STRICT | STATEMENT,
    [EX_MATMUL] = STRICT | STATEMENT,
    [EX_DELAY] = STRICT | STATEMENT,
    [EX_HOMOTOPY] = STATEMENT,
    [EX_BOUNDARY] = STRICT | STATEMENT,
    [EX_TRANSPORT] = STRICT | STATEMENT,
    [EX_FORSUM] = STATEMENT,
    [EX_FORPRODUCT] = STATEMENT,
    [EX_FORMIN] = STATEMENT,
    [EX_FORMAX] = STATEMENT,
    [EX_NEG] = CHEAP | LIGHT,
    [EX_TOREAL] = CHEAP | LIGHT,
    [EX_NOT] = CHEAP | LIGHT,
    [EX_ADD] = CHEAP,
    [EX_SUB] = CHEAP,
    [EX_MUL] = CHEAP,
    [EX_LT] = CHEAP,
    [EX_LE] = CHEAP,
    [EX_GT] = CHEAP,
    [EX_GE] = CHEAP,
    [EX_EQ] = CHEAP,
    [EX_NE] = CHEAP,
    [EX_PICK] = LIGHT,
    [EX_NOEVENT] = LIGHT,
    [EX_ENUMINT] = LIGHT,
    [EX_INTENUM] = LIGHT,
    [EX_SMOOTH] = LIGHT,
    [EX_SIZE] = LIGHT,
};

Graph *graph_new(ExprStore *s, Arena *a)
{
    Graph *g = ARENA_NEW(a, Graph);
    g->s = s;
    g->arena = a;
    return g;
}

void graph_clear(Graph *g)
{
    uint32_t n = exprs_count(g->s);
    if (n > g->nslots) {
        g->nslots = 2 * n;
        g->slot = ARENA_ARRAY(g->arena, uint32_t, g->nslots);
    }
    g->node.n = g->site.n = g->place.n = g->flat.n = 0;
    for (int i = 0; i < g->scope.n; i++)
        g->scope.v[i].held.n = 0;
    g->scope.n = 0;
    g->has_scopes = false;
    g->marks = 0;
    vec_push(g->arena, &g->scope, (Scope){0});
}

GraphNode *graph_find(const Graph *g, Expr e)
{
    uint32_t i = g->slot[e];
    return i < (uint32_t)g->node.n && g->node.v[i].e == e ? &g->node.v[i] : NULL;
}

bool node_is_array(const ExprStore *s, Expr e)
{
    return type_info(expr_types(s), expr_type(s, e))->ndims > 0;
}

bool node_is_loop(const GraphNode *n)
{
    return n->op >= EX_FORARRAY && n->op <= EX_FORMAX;
}

bool graph_is_leaf(const Graph *g, Expr e)
{
    const ExprNode *n = expr_node(g->s, e);
    switch (n->op) {
    case EX_ARRVAR:
        return false;
    case EX_PRE:
    case EX_DER:
    case EX_EDGE:
    case EX_CHANGE:
        return expr_op(g->s, expr_arg(g->s, e, 0)) == EX_VAR;
    case EX_SAMPLE:
        return true;
    default:
        return op_info[n->op].flags & OPF_LEAF;
    }
}

/* ---- Scopes ---- */

static uint32_t new_scope(Graph *g, ScopeKind kind, uint32_t parent)
{
    if (g->scope.n == g->scope.cap)
        (void)vec_add(g->arena, &g->scope);
    else
        g->scope.n++;
    Scope *s = &vec_last(&g->scope);
    s->kind = (uint8_t)kind;
    s->parent = parent;
    s->depth = g->scope.v[parent].depth + 1;
    s->sibling = 0;
    s->mark = 0;
    s->held.n = 0;
    g->has_scopes = true;
    return (uint32_t)g->scope.n - 1;
}

uint32_t graph_guard(Graph *g)
{
    return new_scope(g, SCOPE_MAYBE, TOP);
}

uint32_t graph_scopes(const Graph *g, const GraphNode *n)
{
    if (n->op == EX_AND || n->op == EX_OR)
        return n->flags & NODE_ARRAY ? 0 : expr_node(g->s, n->e)->nargs - 1;
    return n->op == EX_IF ? 2 : n->op == EX_HOMOTOPY || node_is_loop(n);
}

/* The scope in which operand i of a node computed in `scope` is used. */
static uint32_t operand_scope(const Graph *g, const GraphNode *n, uint32_t i, uint32_t scope,
                              uint32_t child)
{
    if (node_is_loop(n))
        return i ? scope : child;
    return i && graph_scopes(g, n) ? child + i - 1 : scope;
}

static uint32_t make_scopes(Graph *g, const GraphNode *n, uint32_t parent)
{
    uint32_t count = graph_scopes(g, n), first = (uint32_t)g->scope.n;
    ScopeKind kind = n->op == EX_IF                                              ? SCOPE_BRANCH
                     : n->op == EX_AND || n->op == EX_OR || n->op == EX_HOMOTOPY ? SCOPE_MAYBE
                                                                                 : SCOPE_LOOP;
    for (uint32_t i = 0; i < count; i++)
        new_scope(g, kind, parent);
    if (n->op == EX_IF) {
        g->scope.v[first].sibling = first + 1;
        g->scope.v[first + 1].sibling = first;
    }
    return first;
}

uint32_t graph_child(const Graph *g, const GraphNode *n, uint32_t scope)
{
    for (uint32_t p = n->place; p; p = g->place.v[p - 1].next)
        if (g->place.v[p - 1].scope == scope)
            return g->place.v[p - 1].child;
    die("an expression is not computed where it is used");
}

/* ---- Operands ---- */

/* Elements of nested constructors, row by row. */
static void flatten(Graph *g, GraphNode *n)
{
    n->flat = (uint32_t)g->flat.n;
    g->work.n = 0;
    vec_push(g->arena, &g->work, n->e);
    while (g->work.n) {
        Expr e = vec_pop(&g->work);
        if (expr_op(g->s, e) != EX_ARRAY) {
            vec_push(g->arena, &g->flat, e);
            continue;
        }
        for (uint32_t i = expr_node(g->s, e)->nargs; i-- > 0;)
            vec_push(g->arena, &g->work, expr_arg(g->s, e, i));
    }
    n->nflat = (uint32_t)g->flat.n - n->flat;
}

/* A constructor whose elements can be written one after the other: all are scalars, or such
 * constructors. */
static bool every_part_is_flat(const Graph *g, Expr e)
{
    const ExprNode *n = expr_node(g->s, e);
    for (uint32_t i = 0; i < n->nargs; i++) {
        Expr arg = expr_arg(g->s, e, i);
        if (node_is_array(g->s, arg) && (graph_is_leaf(g, arg) || !graph_find(g, arg)->nflat))
            return false;
    }
    return n->nargs > 0;
}

static uint32_t operand_count(const Graph *g, const GraphNode *n)
{
    return n->nflat ? n->nflat : expr_node(g->s, n->e)->nargs;
}

static Expr operand(const Graph *g, const GraphNode *n, uint32_t i)
{
    return n->nflat ? g->flat.v[n->flat + i] : expr_arg(g->s, n->e, i);
}

/* ---- Collecting ---- */

static void fold_literal(const Graph *g, GraphNode *n)
{
    const ExprNode *e = expr_node(g->s, n->e);
    bool arithmetic = e->op == EX_ADD || e->op == EX_SUB || e->op == EX_MUL || e->op == EX_DIV ||
                      e->op == EX_NEG || e->op == EX_TOREAL;
    if (!arithmetic || (e->type != T_REAL && e->type != T_INT))
        return;
    double x = 0;
    for (uint32_t i = 0; i < e->nargs; i++) {
        Expr arg = expr_arg(g->s, n->e, i);
        const GraphNode *inner = graph_is_leaf(g, arg) ? NULL : graph_find(g, arg);
        double y;
        if (inner && (inner->flags & NODE_LITERAL))
            y = inner->value;
        else if (!inner && expr_is_number(g->s, arg))
            y = expr_number(g->s, arg);
        else
            return;
        if (i == 0)
            x = e->op == EX_NEG ? -y : y;
        else
            x = e->op == EX_ADD ? x + y : e->op == EX_SUB ? x - y : e->op == EX_MUL ? x * y : x / y;
    }
    n->value = x;
    n->flags |= NODE_LITERAL;
}

static void add_node(Graph *g, Expr e)
{
    GraphNode n = {.e = e, .op = (uint8_t)expr_op(g->s, e)};
    g->slot[e] = (uint32_t)g->node.n;
    if (n.op == EX_ARRAY && every_part_is_flat(g, e))
        flatten(g, &n);
    bool array = node_is_array(g->s, e);
    n.flags = (uint8_t)((array ? NODE_ARRAY : 0) | (trait[n.op] & STRICT ? NODE_STRICT : 0) |
                        (array || !(trait[n.op] & CHEAP) ? NODE_COSTLY : 0));
    uint32_t count = operand_count(g, &n);
    for (uint32_t i = 0; i < count; i++) {
        Expr arg = operand(g, &n, i);
        if (expr_op(g->s, arg) == EX_ITER)
            n.flags |= NODE_COSTLY | NODE_STRICT;
        if (!graph_is_leaf(g, arg))
            n.flags |= graph_find(g, arg)->flags & (NODE_COSTLY | NODE_STRICT);
    }
    fold_literal(g, &n);
    if (graph_scopes(g, &n))
        g->has_scopes = true;
    vec_push(g->arena, &g->node, n);
}

/* Elements of flat constructors are visited through the nested ones. */
static void collect(Graph *g, Expr root)
{
    g->walk.n = 0;
    vec_add(g->arena, &g->walk)->e = root;
    vec_last(&g->walk).next = 0;
    while (g->walk.n) {
        Expr e = vec_last(&g->walk).e;
        uint32_t i = vec_last(&g->walk).next, n = expr_node(g->s, e)->nargs;
        while (i < n) {
            Expr arg = expr_arg(g->s, e, i);
            if (!graph_is_leaf(g, arg) && !graph_find(g, arg))
                break;
            i++;
        }
        if (i < n) {
            vec_last(&g->walk).next = i + 1;
            Expr arg = expr_arg(g->s, e, i);
            vec_add(g->arena, &g->walk)->e = arg;
            vec_last(&g->walk).next = 0;
        } else {
            g->walk.n--;
            if (!graph_find(g, e))
                add_node(g, e);
        }
    }
}

static void add_site(Graph *g, GraphNode *n, uint32_t scope)
{
    n->uses++;
    if (n->sites && g->site.v[n->sites - 1].scope == scope)
        return;
    vec_add(g->arena, &g->site)->scope = scope;
    vec_last(&g->site).next = n->sites;
    n->sites = (uint32_t)g->site.n;
}

uint32_t graph_root(Graph *g, Expr e, uint32_t scope)
{
    if (!graph_is_leaf(g, e)) {
        if (!graph_find(g, e))
            collect(g, e);
        add_site(g, graph_find(g, e), scope);
    }
    return (uint32_t)g->node.n;
}

/* ---- Placing ---- */

static void add_place(Graph *g, GraphNode *n, uint32_t scope)
{
    uint32_t child = graph_scopes(g, n) ? make_scopes(g, n, scope) : 0;
    vec_add(g->arena, &g->place)->scope = scope;
    vec_last(&g->place).child = child;
    vec_last(&g->place).next = n->place;
    n->place = (uint32_t)g->place.n;
}

static uint32_t common_scope(const Graph *g, uint32_t a, uint32_t b)
{
    while (a != b) {
        if (g->scope.v[a].depth < g->scope.v[b].depth) {
            uint32_t swap = a;
            a = b;
            b = swap;
        }
        a = g->scope.v[a].parent;
    }
    return a;
}

static bool has_marked_ancestor(const Graph *g, uint32_t s)
{
    while (s != TOP) {
        s = g->scope.v[s].parent;
        if (g->scope.v[s].mark == g->marks)
            return true;
    }
    return false;
}

static int descending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x > y ? -1 : x < y;
}

/* The scopes in g->work, marked: drops those inside another one and joins both branches of an `if`
 * into what is around it. Inner scopes have higher numbers than outer ones. */
static void reduce_sites(Graph *g)
{
    qsort(g->work.v, (size_t)g->work.n, sizeof *g->work.v, descending);
    int kept = 0;
    for (int i = 0; i < g->work.n; i++) {
        Scope *s = &g->scope.v[g->work.v[i]];
        if (s->mark != g->marks)
            continue;
        bool both = s->sibling && g->scope.v[s->sibling].mark == g->marks;
        if (has_marked_ancestor(g, g->work.v[i])) {
            s->mark = 0;
        } else if (both) {
            s->mark = g->scope.v[s->sibling].mark = 0;
            g->scope.v[s->parent].mark = g->marks;
            uint32_t parent = s->parent; /* to its place in the descending order */
            vec_push(g->arena, &g->work, parent);
            int k = g->work.n - 1;
            for (; k > i + 1 && g->work.v[k - 1] < parent; k--)
                g->work.v[k] = g->work.v[k - 1];
            g->work.v[k] = parent;
        }
    }
    for (int i = 0; i < g->work.n; i++) {
        uint32_t s = g->work.v[i]; /* what is around it may have been marked since */
        bool again = kept && g->work.v[kept - 1] == s;
        if (g->scope.v[s].mark == g->marks && !again && !has_marked_ancestor(g, s))
            g->work.v[kept++] = s;
    }
    g->work.n = kept;
}

static void list_sites(Graph *g, const GraphNode *n)
{
    g->work.n = 0;
    g->marks++;
    for (uint32_t i = n->sites; i; i = g->site.v[i - 1].next) {
        uint32_t s = g->site.v[i - 1].scope;
        if (g->scope.v[s].mark == g->marks)
            continue;
        g->scope.v[s].mark = g->marks;
        vec_push(g->arena, &g->work, s);
    }
}

static void place_node(Graph *g, GraphNode *n)
{
    if (n->sites && !g->site.v[n->sites - 1].next) {
        add_place(g, n, g->site.v[n->sites - 1].scope);
        return;
    }
    list_sites(g, n);
    reduce_sites(g);
    bool join = !(n->flags & NODE_COSTLY) || (g->work.n > MANY && !(n->flags & NODE_STRICT));
    if (join) {
        for (int i = 1; i < g->work.n; i++)
            g->work.v[0] = common_scope(g, g->work.v[0], g->work.v[i]);
        g->work.n = 1;
    }
    int count = g->work.n;
    for (int i = 0; i < count; i++)
        add_place(g, n, g->work.v[i]);
}

/* Powers and the like write operand k more than once; loops over elements compute scalars again. */
static bool repeats_operand(const Graph *g, const GraphNode *n, uint32_t k)
{
    if (n->flags & NODE_ARRAY)
        return op_info[n->op].flags & OPF_ELEMENTARY;
    if (n->op == EX_SEMILINEAR)
        return !k;
    if (n->op != EX_POW || k)
        return false;
    Expr exponent = expr_arg(g->s, n->e, 1);
    return expr_is_number(g->s, exponent) &&
           (expr_number(g->s, exponent) == 2 || expr_number(g->s, exponent) == 3);
}

static void use_in(Graph *g, const GraphNode *n, Expr arg, uint32_t k)
{
    if (graph_is_leaf(g, arg))
        return;
    GraphNode *to = graph_find(g, arg);
    if (repeats_operand(g, n, k))
        to->uses++;
    for (uint32_t p = n->place; p; p = g->place.v[p - 1].next)
        add_site(g, to, operand_scope(g, n, k, g->place.v[p - 1].scope, g->place.v[p - 1].child));
}

/* Arrays of variables are subscripted, and ranges looped over, without being made. */
static void use_operands(Graph *g, uint32_t i)
{
    const GraphNode n = g->node.v[i];
    uint32_t count = operand_count(g, &n);
    if (n.flags & NODE_LITERAL)
        return;
    for (uint32_t k = 0; k < count; k++) {
        Expr arg = operand(g, &n, k);
        if (n.op == EX_INDEX && !k && expr_op(g->s, arg) == EX_ARRVAR && !(n.flags & NODE_ARRAY))
            continue;
        if (node_is_loop(&n) && k && k % 2 == 0 && expr_op(g->s, arg) == EX_RANGE) {
            for (uint32_t j = 0; j < expr_node(g->s, arg)->nargs; j++)
                use_in(g, &n, expr_arg(g->s, arg, j), k);
            continue;
        }
        use_in(g, &n, arg, k);
    }
}

static void place_all(Graph *g)
{
    for (uint32_t i = (uint32_t)g->node.n; i-- > 0;) {
        GraphNode *n = &g->node.v[i];
        if (!n->sites)
            continue; /* below a literal, or a constructor that was flattened */
        if (g->has_scopes)
            place_node(g, n);
        else
            add_place(g, n, TOP);
        use_operands(g, i);
    }
}

/* ---- Holding ---- */

/* Not worth a local, however often it is used. */
static bool is_light(const GraphNode *n)
{
    return (trait[n->op] & LIGHT) && n->weight <= (n->op == EX_SMOOTH || n->op == EX_SIZE ? 3 : 2);
}

bool graph_has_contents(const Graph *g, const GraphNode *n, uint32_t child)
{
    for (uint32_t k = 0; k < graph_scopes(g, n); k++)
        if (g->scope.v[child + k].held.n)
            return true;
    return false;
}

static bool needs_statements(const Graph *g, const GraphNode *n)
{
    if (n->flags & NODE_ARRAY || (n->op != EX_IF && n->op != EX_AND && n->op != EX_OR))
        return trait[n->op] & STATEMENT || n->flags & NODE_ARRAY;
    for (uint32_t p = n->place; p; p = g->place.v[p - 1].next)
        if (graph_has_contents(g, n, g->place.v[p - 1].child))
            return true;
    return false;
}

static void hold(Graph *g, uint32_t i)
{
    GraphNode *n = &g->node.v[i];
    n->flags |= NODE_HELD;
    n->depth = 0;
    n->weight = 1;
    if (!g->has_scopes)
        return;
    for (uint32_t p = n->place; p; p = g->place.v[p - 1].next)
        vec_push(g->arena, &g->scope.v[g->place.v[p - 1].scope].held, i);
}

static void measure(Graph *g, GraphNode *n)
{
    uint32_t count = operand_count(g, n), depth = 0;
    uint64_t weight = 1;
    for (uint32_t k = 0; k < count; k++) {
        Expr arg = operand(g, n, k);
        const GraphNode *from = graph_is_leaf(g, arg) ? NULL : graph_find(g, arg);
        if (from && from->depth > depth)
            depth = from->depth;
        weight += from ? from->weight : 1;
    }
    n->depth = (uint16_t)(depth + 1);
    n->weight = weight > UINT32_MAX ? UINT32_MAX : (uint32_t)weight;
}

void graph_arrange(Graph *g)
{
    place_all(g);
    for (uint32_t i = 0; i < (uint32_t)g->node.n; i++) {
        GraphNode *n = &g->node.v[i];
        if (!n->sites)
            continue;
        if (n->flags & NODE_LITERAL) {
            n->depth = 1;
            n->weight = 1;
            continue;
        }
        measure(g, n);
        if (needs_statements(g, n) || n->depth > MAX_DEPTH || n->weight > MAX_WEIGHT ||
            (n->uses > 1 && !is_light(n)))
            hold(g, i);
    }
}
