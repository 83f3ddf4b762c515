/* rewrite.c - walks over the expressions of equations and statements, and replacement of nodes.
 *
 * Marks are numbers by node, never cleared: each walk has a number of its own. O(distinct nodes).
 */
#include "base/die.h"
#include "dae/walk.h"

/* One walk's marks. Walks may be nested, each with its own. */
typedef struct Marks {
    uint32_t *mark; /* [cap] number of the walk that saw the node */
    Expr *value;    /* [cap] dae_rewrite: what stands for it */
    uint32_t cap, now;
    VEC(Expr) node; /* stack, or the nodes in order */
} Marks;

enum { NESTED = 3 };

struct DaeWalk {
    Marks level[NESTED];
    int depth;
};

static Marks *marks_take(Dae *d)
{
    if (!d->walk)
        d->walk = ARENA_NEW(d->arena, struct DaeWalk);
    KRON_ASSERT(d->walk->depth < NESTED);
    Marks *m = &d->walk->level[d->walk->depth++];
    uint32_t n = exprs_count(d->store);
    if (n > m->cap) {
        arena_drop(d->arena, m->mark, m->cap * sizeof *m->mark);
        arena_drop(d->arena, m->value, m->cap * sizeof *m->value);
        m->cap = 2 * n;
        m->mark = ARENA_ARRAY(d->arena, uint32_t, m->cap);
        m->value = ARENA_ARRAY(d->arena, Expr, m->cap);
        m->now = 0;
    }
    m->now++;
    m->node.n = 0;
    return m;
}

static void marks_give(Dae *d)
{
    d->walk->depth--;
}

/* ---- Walks ---- */

void dae_walk(Dae *d, Expr root, NodeVisit *visit, void *arg)
{
    Marks *m = marks_take(d);
    uint32_t limit = exprs_count(d->store);
    vec_push(d->arena, &m->node, root);
    while (m->node.n) {
        Expr e = vec_pop(&m->node);
        if (e >= limit || m->mark[e] == m->now)
            continue;
        m->mark[e] = m->now;
        if (!visit(arg, e) || op_hides_vars(expr_op(d->store, e)))
            continue;
        const ExprNode *node = expr_node(d->store, e);
        for (uint32_t i = node->nargs; i-- > 0;) {
            Expr operand = expr_arg(d->store, e, i);
            if (m->mark[operand] != m->now)
                vec_push(d->arena, &m->node, operand);
        }
    }
    marks_give(d);
}

typedef struct VarWalk {
    Dae *d;
    VarVisit *visit;
    void *arg;
} VarWalk;

static bool visit_vars(void *arg, Expr e)
{
    const VarWalk *w = arg;
    ExprNode n = *expr_node(w->d->store, e); /* a copy: the visitor may make expressions */
    uint32_t first = (uint32_t)n.payload;
    if (n.op == EX_VAR)
        w->visit(w->arg, first);
    if (n.op == EX_ARRVAR) {
        int64_t count = type_elements(expr_types(w->d->store), n.type);
        for (int64_t i = 0; i < count; i++)
            w->visit(w->arg, first + (uint32_t)i);
    }
    return n.var_mask != 0;
}

void dae_visible_vars(Dae *d, Expr e, VarVisit *visit, void *arg)
{
    VarWalk w = {d, visit, arg};
    if (expr_node(d->store, e)->var_mask)
        dae_walk(d, e, visit_vars, &w);
}

typedef struct Any {
    NodeTest *node;
    VarTest *var;
    void *arg;
    bool found;
} Any;

static bool visit_any(void *arg, Expr e)
{
    Any *w = arg;
    w->found = w->found || w->node(w->arg, e);
    return !w->found;
}

bool dae_any(Dae *d, Expr e, NodeTest *test, void *arg)
{
    Any w = {.node = test, .arg = arg};
    dae_walk(d, e, visit_any, &w);
    return w.found;
}

typedef struct Between {
    const ExprStore *s;
    Any any;
} Between;

static bool visit_between(void *arg, Expr e)
{
    Between *w = arg;
    ExprOp op = expr_op(w->s, e);
    if (is_event_relation(w->s, e) || (is_event_function(w->s, e) && op != EX_MOD && op != EX_REM))
        return false;
    return visit_any(&w->any, e);
}

bool dae_any_between(Dae *d, Expr e, NodeTest *test, void *arg)
{
    Between w = {d->store, {.node = test, .arg = arg}};
    dae_walk(d, e, visit_between, &w);
    return w.any.found;
}

static void visit_any_var(void *arg, uint32_t var)
{
    Any *w = arg;
    w->found = w->found || w->var(w->arg, var);
}

bool dae_any_var(Dae *d, Expr e, VarTest *test, void *arg)
{
    Any w = {.var = test, .arg = arg};
    dae_visible_vars(d, e, visit_any_var, &w);
    return w.found;
}

/* ---- Equations ---- */

Sides written_sides(const Dae *d, int k)
{
    const DaeEq *eq = &d->eq.v[k];
    return eq->written_lhs ? (Sides){eq->written_lhs, eq->written_rhs} : (Sides){eq->lhs, eq->rhs};
}

bool change_sides(DaeEq *eq, Expr lhs, Expr rhs)
{
    bool changed = lhs != eq->lhs || rhs != eq->rhs;
    if (changed && !eq->written_lhs) {
        eq->written_lhs = eq->lhs;
        eq->written_rhs = eq->rhs;
    }
    eq->lhs = lhs;
    eq->rhs = rhs;
    return changed;
}

Uses uses_open(Arena *a, const Dae *d)
{
    return (Uses){.a = a, .first = ARENA_ARRAY(a, int, d->var.n + 1)};
}

void uses_add(Uses *u, uint32_t var, int eq)
{
    vec_push(u->a, &u->use, ((Use){eq, u->first[var]}));
    u->first[var] = u->use.n;
}

/* ---- Replacement ---- */

static void list_node(void *arg, Expr e)
{
    Dae *d = arg;
    vec_push(d->arena, &d->walk->level[d->walk->depth - 1].node, e);
}

static Expr with_new_operands(Dae *d, const Marks *m, Expr e)
{
    ExprNode node = *expr_node(d->store, e);
    if (!node.nargs)
        return e;
    Expr few[16], *operand = node.nargs <= 16 ? few : ARENA_ARRAY(d->arena, Expr, node.nargs);
    bool same = true;
    for (uint32_t i = 0; i < node.nargs; i++) {
        Expr old = expr_arg(d->store, e, i);
        operand[i] = m->value[old];
        same = same && operand[i] == old;
    }
    return same ? e
                : expr_build(d->store, (ExprOp)node.op, node.type, node.flags, node.payload,
                             node.nargs, operand);
}

Expr dae_rewrite(Dae *d, Expr e, NodeRule *rule, void *arg)
{
    Marks *m = marks_take(d);
    expr_visit(d->store, e, list_node, d);
    for (int i = 0; i < m->node.n; i++) {
        Expr old = m->node.v[i];
        m->value[old] = rule(arg, old, with_new_operands(d, m, old));
    }
    Expr result = m->value[e];
    marks_give(d);
    return result;
}

/* ---- Statements ---- */

static void list_slots(Stmt *const *body, int n, SlotVisit *visit, void *arg)
{
    for (int i = 0; i < n; i++) {
        Stmt *s = body[i];
        for (int k = 0; k < s->ntargets; k++)
            visit(arg, s, &s->target[k], s->kind == ST_REINIT ? SLOT_REINIT : SLOT_TARGET);
        Expr *slot[] = {&s->value, &s->range, &s->message, &s->level};
        for (size_t k = 0; k < sizeof slot / sizeof *slot; k++)
            if (*slot[k])
                visit(arg, s, slot[k], SLOT_VALUE);
        for (int k = 0; k < s->nbranches; k++) {
            if (s->branch[k].condition)
                visit(arg, s, &s->branch[k].condition, SLOT_VALUE);
            list_slots(s->branch[k].body, s->branch[k].n, visit, arg);
        }
    }
}

void body_slots(Func *f, SlotVisit *visit, void *arg)
{
    list_slots(f->body, f->nbody, visit, arg);
}

static Stmt **copy_statements(Arena *a, Stmt *const *body, int n)
{
    Stmt **out = ARENA_ARRAY(a, Stmt *, n);
    for (int i = 0; i < n; i++) {
        Stmt *s = out[i] = arena_copy(a, body[i], sizeof *s);
        s->target = arena_copy(a, s->target, (size_t)s->ntargets * sizeof *s->target);
        s->branch = arena_copy(a, s->branch, (size_t)s->nbranches * sizeof *s->branch);
        for (int k = 0; k < s->nbranches; k++)
            s->branch[k].body = copy_statements(a, s->branch[k].body, s->branch[k].n);
    }
    return out;
}

Func *body_copy(Arena *a, const Func *body)
{
    Func *f = arena_copy(a, body, sizeof *f);
    f->body = copy_statements(a, body->body, body->nbody);
    return f;
}

static void read_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    VarWalk *w = arg;
    (void)stmt;
    if (role == SLOT_VALUE) {
        dae_visible_vars(w->d, *slot, w->visit, w->arg);
    } else if (expr_op(w->d->store, *slot) == EX_INDEX) {
        for (uint32_t i = 1; i < expr_node(w->d->store, *slot)->nargs; i++)
            dae_visible_vars(w->d, expr_arg(w->d->store, *slot, i), w->visit, w->arg);
    }
}

void body_reads(Dae *d, Func *body, VarVisit *visit, void *arg)
{
    VarWalk w = {d, visit, arg};
    body_slots(body, read_slot, &w);
}

void object_reads(Dae *d, const DaeEq *eq, VarVisit *visit, void *arg)
{
    if (eq->rhs)
        dae_visible_vars(d, eq->rhs, visit, arg);
    if (eq->when)
        dae_visible_vars(d, eq->when, visit, arg);
    if (eq->body)
        body_reads(d, eq->body, visit, arg);
}

typedef struct NodeWalk {
    const ExprStore *s;
    void (*visit)(void *arg, Expr e);
    void *arg;
    bool events;
} NodeWalk;

static void visit_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    NodeWalk *w = arg;
    (void)stmt, (void)role;
    w->events = w->events || expr_node(w->s, *slot)->traits & ET_EVENT;
    if (w->visit)
        expr_visit(w->s, *slot, w->visit, w->arg);
}

void body_nodes(const ExprStore *s, Func *body, void (*visit)(void *arg, Expr e), void *arg)
{
    body_slots(body, visit_slot, &(NodeWalk){s, visit, arg, false});
}

bool body_has_events(const ExprStore *s, Func *body)
{
    NodeWalk w = {.s = s};
    body_slots(body, visit_slot, &w);
    return w.events;
}

/* ---- What generates events ---- */

bool is_event_relation(const ExprStore *s, Expr e)
{
    const ExprNode *n = expr_node(s, e);
    return n->op >= EX_LT && n->op <= EX_NE && !(n->flags & EF_NOEVENT) &&
           (expr_type(s, expr_arg(s, e, 0)) == T_REAL || expr_type(s, expr_arg(s, e, 1)) == T_REAL);
}

bool is_event_function(const ExprStore *s, Expr e)
{
    const ExprNode *n = expr_node(s, e);
    if (n->op < EX_QUOT || n->op > EX_INTEGER || n->flags & EF_NOEVENT)
        return false;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (expr_type(s, expr_arg(s, e, i)) == T_REAL)
            return true;
    return false;
}

bool may_move(void *arg, Expr e)
{
    const Dae *d = arg;
    const ExprNode *n = expr_node(d->store, e);
    if (n->op == EX_VAR) {
        const DaeVar *v = &d->var.v[n->payload];
        return v->kind > DV_PARAMETER && (v->drifts || !is_mode_var(v));
    }
    return is_moving(n) || is_event_relation(d->store, e);
}
