/* clocks_discrete.c - equations on clocks as discrete ones: they hold at the ticks, at other times
 * the variables they determine keep their values.
 *
 * Which one that is, matching tells. What is determined together is solved for variables of its
 * own, as continuous systems are. Linear but for matching. */
#include "dae/clocks_internal.h"
#include "dae/problem.h"

/* ---- Equations without clocks ---- */

/* Of instants that are not ticks nothing is seen (16.8.1 recommends to say so). */
static void warn_sample(const Clocks *c)
{
    diag_warning(
        c->d->ctx->diags, c->d->eq.v[c->eq].span,
        "this belongs to equations on a clock, so that sample(start, interval) is looked "
        "at when the clock ticks and its other instants are missed; if it should not, "
        "sample(u) where equations on the clock use a variable u from here keeps it apart");
}

Expr clocks_operator(void *arg, Expr old, Expr now)
{
    Clocks *c = arg;
    Dae *d = c->d;
    ExprStore *s = d->store;
    ExprNode n = *expr_node(s, now);
    int k = part_of_eq(c, c->eq);
    Part *p = k < 0 ? NULL : &c->part.v[k];
    Expr u = n.nargs ? expr_arg(s, now, 0) : 0;
    (void)old;
    if (is_subclock((ExprOp)n.op) || n.op == EX_HOLD)
        return n.type == T_CLOCK ? now : u;
    switch (n.op) {
    case EX_PREVIOUS:
        map_set(&c->remembers, c->a, (uint64_t)c->eq + 1, 1);
        /* fall through */
    case EX_CLOCKED:
        return expr_op(s, u) == EX_VAR && is_member(d, var_number(s, u))
                   ? pre_expr(d, var_number(s, u))
                   : u;
    case EX_INTERVAL:
    case EX_FIRSTTICK:
        if (p && p->clocked)
            return n.op == EX_INTERVAL ? clocks_interval(c, p) : clocks_first(c, p);
        clocks_report(c, d->eq.v[c->eq].span, "`interval` and `firstTick` need a clock");
        return n.op == EX_INTERVAL ? expr_real(s, 0) : expr_bool(s, false);
    case EX_SAMPLE:
        if (p && p->clocked)
            warn_sample(c);
        return now;
    default:
        break;
    }
    bool jumps = is_event_relation(s, now) || is_event_function(s, now);
    if (!jumps || !p || !p->clocked)
        return now;
    Expr few[3];
    memcpy(few, expr_args(s, now), n.nargs * sizeof *few);
    return expr_build(s, (ExprOp)n.op, n.type, n.flags | EF_NOEVENT, n.payload, n.nargs, few);
}

/* ---- Matching ---- */

enum { ENTRY_OWN, ENTRY_OTHER, ENTRY_GUARD };

typedef struct Rows {
    Clocks *c;
    Numbers row;   /* equations */
    Numbers entry; /* columns of all rows */
    VEC(uint8_t) kind;
    Numbers ptr;
    bool *object; /* [nvars] an object gives it */
    int part;
    VarId own; /* left of a row that can be solved for it by writing; NONE */
    bool object_row;
} Rows;

static void note_entry(void *arg, VarId v)
{
    Rows *r = arg;
    if (!is_member(r->c->d, v) || part_of_var(r->c, v) != r->part ||
        r->c->d->var.v[v].type == T_CLOCK)
        return;
    bool given = r->object[v] || r->object_row;
    vec_push(r->c->a, &r->entry, (int)v);
    vec_push(r->c->a, &r->kind,
             (uint8_t)(given         ? ENTRY_GUARD
                       : v == r->own ? ENTRY_OWN
                                     : ENTRY_OTHER));
}

/* Whether a call or an algorithm may be part of a system: what it gives are Reals, all that it
 * needs is what it reads. */
static bool is_function(Clocks *c, const DaeEq *e)
{
    Dae *d = c->d;
    if ((e->kind != EQ_CALL && e->kind != EQ_ALGORITHM) || e->when)
        return false;
    bool *keeps = e->kind == EQ_ALGORITHM ? algorithm_keeps(d, c->a, e) : NULL;
    for (int i = 0; i < e->noutputs; i++)
        if (e->output[i] != NONE && ((keeps && keeps[i]) || d->var.v[e->output[i]].type != T_REAL))
            return false;
    return true;
}

/* A row for each output of a call or an algorithm; they depend on each other. */
static void collect_object(Rows *r, int k)
{
    Clocks *c = r->c;
    const DaeEq *e = &c->d->eq.v[k];
    for (int i = 0; i < e->noutputs; i++) {
        if (e->output[i] == NONE)
            continue;
        vec_push(c->a, &r->row, k);
        r->object_row = true;
        object_reads(c->d, e, note_entry, r);
        r->object_row = false;
        for (int j = 0; j < e->noutputs; j++)
            if (e->output[j] != NONE) {
                vec_push(c->a, &r->entry, (int)e->output[j]);
                vec_push(c->a, &r->kind, (uint8_t)(i == j ? ENTRY_OWN : ENTRY_GUARD));
            }
        vec_push(c->a, &r->ptr, r->entry.n);
    }
}

typedef struct VarPair {
    VarId v;
} VarPair;

static bool is_that(void *arg, VarId v)
{
    return v == ((VarPair *)arg)->v;
}

/* The variable on one side that the other does not contain; NONE. */
static VarId plain_side(Dae *d, Expr side, Expr other)
{
    if (expr_op(d->store, side) != EX_VAR)
        return NONE;
    VarPair p = {var_number(d->store, side)};
    return is_member(d, p.v) && !dae_any_var(d, other, is_that, &p) ? p.v : NONE;
}

/* Equations and unknowns on clocks. */
static void collect_rows(Rows *r)
{
    Clocks *c = r->c;
    Dae *d = c->d;
    vec_push(c->a, &r->ptr, 0);
    r->object = ARENA_ARRAY(c->a, bool, d->var.n);
    for (int k = 0; k < d->eq.n; k++)
        for (int i = 0; i < d->eq.v[k].noutputs; i++)
            if (d->eq.v[k].output[i] != NONE)
                r->object[d->eq.v[k].output[i]] = true;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *e = &d->eq.v[k];
        r->part = part_of_eq(c, k);
        if (r->part < 0 || e->initial || e->removed || !c->part.v[r->part].clocked)
            continue;
        if (is_function(c, e))
            collect_object(r, k);
        if (e->kind != EQ_SCALAR || expr_type(d->store, e->lhs) == T_CLOCK)
            continue;
        r->own = plain_side(d, e->lhs, e->rhs);
        if (r->own == NONE)
            r->own = plain_side(d, e->rhs, e->lhs);
        vec_push(c->a, &r->row, k);
        Expr both[2] = {e->lhs, e->rhs};
        Expr all = expr_make(d->store, EX_EQ, T_BOOL, EF_NOEVENT, 0, 2, both);
        dae_visible_vars(d, all, note_entry, r);
        if (e->in_state) { /* what says whether it holds: not to be solved for */
            vec_push(c->a, &r->entry, (int)d->machine_state.v[e->in_state - 1].active);
            vec_push(c->a, &r->kind, (uint8_t)ENTRY_GUARD);
        }
        vec_push(c->a, &r->ptr, r->entry.n);
    }
}

/* ---- Clocked equations ---- */

static void make_discrete(Dae *d, VarId v)
{
    d->var.v[v].appears_in_when = true;
    if (d->var.v[v].kind == DV_ALGEBRAIC || d->var.v[v].kind == DV_STATE ||
        d->var.v[v].kind == DV_DERIVATIVE)
        d->var.v[v].kind = DV_DISCRETE;
}

/* Whether two variables that are equal at ticks are equal always: before the first tick too. */
static bool is_same_clock(const Clocks *c, VarId a, VarId b)
{
    return part_of_var(c, a) == part_of_var(c, b) && dae_start(c->d, a) == dae_start(c->d, b);
}

/* When an equation holds: at the ticks, and after a reinit there; in a state of a machine while it
 * is active. */
static Expr act_of(Clocks *c, int k)
{
    const Part *p = &c->part.v[part_of_eq(c, k)];
    Expr act = p->act;
    if (p->again && !map_get(&c->remembers, (uint64_t)k + 1, 0))
        act = expr_build(c->d->store, EX_OR, T_BOOL, 0, 0, 2, (Expr[]){act, p->again});
    int state = c->d->eq.v[k].in_state;
    return state ? and2(c->d, act, var_expr(c->d, c->d->machine_state.v[state - 1].active)) : act;
}

/* v = value at ticks, which is all there is to it; false: v is not alone on one side. */
static bool guard_plain(Clocks *c, int k, VarId v)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    DaeEq *e = &d->eq.v[k];
    bool left = plain_side(d, e->lhs, e->rhs) == v;
    if (!left && plain_side(d, e->rhs, e->lhs) != v)
        return false;
    Expr value = left ? e->rhs : e->lhs, other = left ? e->rhs : e->lhs;
    e->discrete = true;
    if (!e->in_state && expr_op(s, other) == EX_VAR && is_same_clock(c, v, var_number(s, other)))
        return true;
    value = d->var.v[v].type == T_REAL ? expr_to_real(s, value) : value;
    change_sides(e, var_expr(d, v), expr_if(s, act_of(c, k), value, pre_expr(d, v)));
    return true;
}

/* Variables of a system of equations, by what is solved for instead. */
typedef struct Instead {
    Dae *d;
    Map by; /* variable + 1 -> number + 1 */
} Instead;

static Expr array_instead(const Instead *w, Expr e)
{
    Dae *d = w->d;
    ExprNode n = *expr_node(d->store, e);
    int64_t count = type_elements(expr_types(d->store), n.type);
    Expr *element = ARENA_ARRAY(d->arena, Expr, count + 1);
    bool any = false;
    for (int64_t i = 0; i < count; i++) {
        VarId v = (VarId)(n.payload + (uint64_t)i);
        uint32_t z = map_get(&w->by, (uint64_t)v + 1, 0);
        any = any || z;
        element[i] = var_expr(d, z ? z - 1 : v);
    }
    return any ? array_of(d->store, n.type, element) : e;
}

static Expr take_instead(void *arg, Expr old, Expr now)
{
    const Instead *w = arg;
    ExprStore *s = w->d->store;
    if (expr_op(s, old) == EX_PRE)
        return old;
    if (expr_op(s, old) == EX_ARRVAR)
        return array_instead(w, old);
    uint32_t z =
        expr_op(s, old) == EX_VAR ? map_get(&w->by, (uint64_t)var_number(s, old) + 1, 0) : 0;
    return z ? var_expr(w->d, z - 1) : now;
}

static void slot_instead(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Instead *w = arg;
    (void)stmt, (void)role;
    *slot = dae_rewrite(w->d, *slot, take_instead, w);
}

/* A call or an algorithm among equations that are solved together is evaluated with them, at all
 * times: what it gives between ticks nobody takes. */
static void object_instead(Clocks *c, int k, Instead *w)
{
    Dae *d = c->d;
    if (map_get(&c->solved, (uint64_t)k + 1, 0))
        return;
    map_set(&c->solved, c->a, (uint64_t)k + 1, 1);
    DaeEq *e = &d->eq.v[k];
    for (int i = 0; i < e->noutputs; i++)
        if (e->output[i] != NONE)
            e->output[i] = map_get(&w->by, (uint64_t)e->output[i] + 1, e->output[i] + 1) - 1;
    if (e->rhs)
        e->rhs = dae_rewrite(d, e->rhs, take_instead, w);
    if (d->eq.v[k].body)
        body_slots(d->eq.v[k].body, slot_instead, w);
    d->eq.v[k].discrete = false;
    d->eq.v[k].clock = 0;
}

/* Equations that are solved together: unknowns of their own, which continuous equations may have,
 * are solved for; at ticks the variables take their values, at other times it is the other way
 * round. */
static void guard_system(Clocks *c, int n, const int *eq, const VarId *var)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    Instead w = {.d = d};
    VarId *z = ARENA_ARRAY(c->a, VarId, n);
    for (int i = 0; i < n; i++) {
        z[i] = clocks_variable(c, d->var.v[var[i]].type, false, 0, d->var.v[var[i]].span);
        d->var.v[z[i]].start = d->var.v[var[i]].start;
        d->var.v[z[i]].nominal = d->var.v[var[i]].nominal;
        d->var.v[z[i]].meaning = var_expr(d, var[i]);
        map_set(&w.by, c->a, (uint64_t)var[i] + 1, z[i] + 1);
    }
    for (int i = 0; i < n; i++) {
        Expr act = act_of(c, eq[i]), x = var_expr(d, z[i]), pre = pre_expr(d, var[i]);
        clocks_equation(c, var[i], expr_if(s, act, x, pre), true, eq[i]);
        if (d->eq.v[eq[i]].kind != EQ_SCALAR) {
            object_instead(c, eq[i], &w);
            continue;
        }
        Expr lhs = dae_rewrite(d, d->eq.v[eq[i]].lhs, take_instead, &w);
        Expr rhs = dae_rewrite(d, d->eq.v[eq[i]].rhs, take_instead, &w);
        Expr residual = expr_if(s, act, expr_sub(s, lhs, rhs), expr_sub(s, x, pre));
        change_sides(&d->eq.v[eq[i]], residual, expr_real(s, 0));
        d->eq.v[eq[i]].discrete = false;
    }
}

/* Equations at a tick that depend on each other can be solved together if all are of Reals. */
static bool can_solve(Clocks *c, int n, const int *eq, const VarId *var)
{
    Dae *d = c->d;
    int at = -1, decides = -1;
    VarId other = NONE;
    for (int i = n - 1; i >= 0; i--) {
        if (d->var.v[var[i]].type != T_REAL)
            at = eq[i];
        if (d->eq.v[eq[i]].decides)
            decides = eq[i];
        if (!d->var.v[var[i]].hidden)
            other = var[i];
    }
    if (at < 0)
        return true;
    if (decides >= 0)
        clocks_report(c, d->eq.v[decides].span,
                      "whether this transition fires depends on what follows from it; use "
                      "`immediate = false`, or `previous` in its condition");
    else
        clocks_report(c, d->eq.v[at].span,
                      "this depends on itself at one tick of its clock, and only equations between "
                      "Reals can be solved; `previous` is missing somewhere");
    if (other != NONE)
        diag_note(d->ctx->diags, d->var.v[other].span, "`%s` is part of it",
                  dae_var_text(d, other));
    return false;
}

/* Outputs of one call or algorithm, which nothing else determines. */
static bool is_one_object(const Clocks *c, int n, const int *eq)
{
    bool one = c->d->eq.v[eq[0]].kind != EQ_SCALAR;
    for (int i = 1; i < n; i++)
        one = one && eq[i] == eq[0];
    return one;
}

/* Rows that depend on each other. */
static bool guard_components(Clocks *c, const Rows *r, const int *row_col, const int *col_row)
{
    int n = r->row.n, ncomp;
    int *ptr = ARENA_ARRAY(c->a, int, n + 1), *order = ARENA_ARRAY(c->a, int, n + 1);
    int *comp = ARENA_ARRAY(c->a, int, n + 2), *eq = ARENA_ARRAY(c->a, int, n + 1);
    VarId *var = ARENA_ARRAY(c->a, VarId, n + 1);
    Numbers succ = {0};
    for (int i = 0; i < n; i++) {
        for (int k = r->ptr.v[i]; k < r->ptr.v[i + 1]; k++)
            if (col_row[r->entry.v[k]] >= 0 && col_row[r->entry.v[k]] != i)
                vec_push(c->a, &succ, col_row[r->entry.v[k]]);
        ptr[i + 1] = succ.n;
    }
    if ((ncomp = strong_components(n, ptr, succ.v, order, comp)) < 0)
        return false;
    for (int i = 0; i < ncomp; i++) {
        int m = 0;
        for (int k = comp[i]; k < comp[i + 1]; k++)
            if (row_col[order[k]] >= 0) { /* what is left over is reported when all are matched */
                eq[m] = r->row.v[order[k]];
                var[m++] = (VarId)row_col[order[k]];
            }
        bool loop = comp[i + 1] - comp[i] > 1;
        if (!m || is_one_object(c, m, eq))
            continue;
        if (loop ? can_solve(c, m, eq, var) : !guard_plain(c, eq[0], var[0]))
            guard_system(c, m, eq, var);
    }
    return true;
}

static bool guard_scalars(Clocks *c)
{
    Rows r = {.c = c};
    collect_rows(&r);
    Pattern p = {r.row.n, c->d->var.n, r.ptr.v, r.entry.v, r.kind.v};
    int *row_col = ints_filled(c->a, r.row.n + 1, -1);
    int *col_row = ints_filled(c->a, c->d->var.n + 1, -1);
    uint32_t own = 1u << ENTRY_OWN, any = own | 1u << ENTRY_OTHER;
    return !r.row.n || (match_rows(&p, own, NULL, row_col, col_row) >= 0 &&
                        match_rows(&p, any, NULL, row_col, col_row) >= 0 &&
                        guard_components(c, &r, row_col, col_row));
}

static Func *guarded_body(Dae *d, Func *body, Expr act)
{
    StmtBranch *branch = ARENA_NEW(d->arena, StmtBranch);
    *branch = (StmtBranch){act, body->nbody, body->body};
    Stmt *stmt = ARENA_NEW(d->arena, Stmt);
    *stmt = (Stmt){.kind = ST_IF, .span = body->span, .nbranches = 1, .branch = branch};
    body->body = ARENA_ARRAY(d->arena, Stmt *, 1);
    body->body[0] = stmt;
    body->nbody = 1;
    return body;
}

Func *clocks_assertion(Dae *d, Expr condition, Expr message, Expr level, Span at)
{
    Stmt *stmt = ARENA_NEW(d->arena, Stmt);
    *stmt = (Stmt){
        .kind = ST_ASSERT, .span = at, .value = condition, .message = message, .level = level};
    Func *f = ARENA_NEW(d->arena, Func);
    *f = (Func){.nbody = 1, .smooth_order = -1, .span = at};
    f->body = ARENA_ARRAY(d->arena, Stmt *, 1);
    f->body[0] = stmt;
    return f;
}

/* Calls, algorithms, assertions and actions on clocks. */
static void guard_objects(Clocks *c)
{
    Dae *d = c->d;
    for (int k = 0; k < d->eq.n; k++) {
        DaeEq *e = &d->eq.v[k];
        int part = part_of_eq(c, k);
        if (e->initial || e->removed || part < 0 || !c->part.v[part].clocked ||
            e->kind == EQ_SCALAR || map_get(&c->solved, (uint64_t)k + 1, 0))
            continue;
        e->clock = 0;
        Expr act = act_of(c, k);
        if (e->kind == EQ_CALL || e->kind == EQ_ACTION)
            e->when = e->when ? and2(d, act, e->when) : act;
        if (e->kind == EQ_ALGORITHM)
            e->body = guarded_body(d, e->body, act);
        if (e->kind == EQ_ASSERT) {
            e->body = clocks_assertion(d, e->rhs, e->message, e->level, e->span);
            e->kind = EQ_ACTION;
            e->when = act;
            e->rhs = e->message = e->level = 0;
        }
        e->discrete = e->kind != EQ_ACTION;
    }
}

/* Variables on clocks change at ticks only; a clock is a Boolean that is true then. */
static void settle_variables(Clocks *c)
{
    Dae *d = c->d;
    for (int k = 0; k < c->neqs; k++) {
        DaeEq *e = &d->eq.v[k];
        if (e->kind == EQ_SCALAR && !e->removed && expr_type(d->store, e->lhs) == T_CLOCK)
            e->removed = true;
    }
    for (int v = 0, n = d->var.n; v < n; v++) {
        int part = part_of_var(c, (VarId)v);
        const Part *p = part < 0 ? NULL : &c->part.v[part];
        if (!p || !p->clocked || !is_member(d, (VarId)v))
            continue;
        if (d->var.v[v].type == T_CLOCK) {
            d->var.v[v].type = T_BOOL;
            d->var.v[v].kind = DV_DISCRETE;
            clocks_equation(c, (VarId)v, p->act, true, -1);
        } else if (v < c->nvars || d->var.v[v].kind != DV_DISCRETE) {
            make_discrete(d, (VarId)v);
            /* previous(v) at the first tick, whatever initial equations say of v; but those of
             * differential equations are meant for their states */
            d->var.v[v].fixed = d->var.v[v].fixed || !p->discretized;
        }
    }
}

bool clocks_guard(Clocks *c)
{
    if (!guard_scalars(c))
        return false;
    guard_objects(c);
    settle_variables(c);
    return !c->failed;
}
