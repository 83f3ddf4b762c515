/* clocks.c - the pass `clocks`: clocked partitions become discrete equations (specification,
 * chapter 16).
 *
 * Sub-partitions are the connected components of equations and variables, joined by what occurs in
 * an equation outside the first operands of sample, hold and the sub-clock operators; clock
 * variables are members like others. They are found by union-find. Sub-clock operators and solver
 * clocks link sub-partitions: the ticks of one are p*n + s in ticks of the other, p and s rational.
 * One search over the links of a base partition gives every sub-partition its period and its first
 * tick, in exact numbers; then the constraints that were not used are checked.
 *
 * A clock that ticks regularly is sample(first, period), so that its ticks are time events like
 * others; ticks of different clocks at the same instant are one event. Other clocks are an edge and
 * a counter. Between ticks a clocked variable keeps its value, so with `act` true at the tick only:
 *
 *     hold(u), subSample(u, ..), ... , noClock(u)   are u
 *     previous(u)                                   is pre(u)
 *     sample(u)                                     is pre(u): the left limit
 *     the equation matched to v                     holds if act, else v = pre(v)
 *
 * and what comes after this pass knows nothing of clocks. Near-linear in the size of the equations,
 * but for matching. */
#include "dae/clocks_internal.h"
#include "dae/diagnose.h"
#include "dae/incidence.h"
#include "dae/problem.h"

/* ---- Rational numbers ---- */

static int64_t divisor_of(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r < 0 ? -r : r;
    }
    return a;
}

/* a/b in lowest terms. */
static Ratio ratio(int64_t a, int64_t b)
{
    int64_t g = divisor_of(a, b);
    return b ? (Ratio){a / g, b / g} : (Ratio){0, 0};
}

static Ratio times(Ratio a, Ratio b)
{
    Ratio x = ratio(a.n, b.d), y = ratio(b.n, a.d), r;
    if (!x.d || !y.d || __builtin_mul_overflow(x.n, y.n, &r.n) ||
        __builtin_mul_overflow(x.d, y.d, &r.d))
        return (Ratio){0, 0};
    return r;
}

static Ratio over(Ratio a, Ratio b)
{
    return b.n > 0 ? times(a, (Ratio){b.d, b.n}) : (Ratio){0, 0};
}

static Ratio plus(Ratio a, Ratio b)
{
    if (!a.d || !b.d)
        return (Ratio){0, 0};
    int64_t g = divisor_of(a.d, b.d), x, y, sum, d;
    if (__builtin_mul_overflow(a.n, b.d / g, &x) || __builtin_mul_overflow(b.n, a.d / g, &y) ||
        __builtin_add_overflow(x, y, &sum) || __builtin_mul_overflow(a.d, b.d / g, &d))
        return (Ratio){0, 0};
    return ratio(sum, d);
}

static bool same(Ratio a, Ratio b)
{
    return a.n == b.n && a.d == b.d;
}

/* ---- The partitions ---- */

void clocks_report(Clocks *c, Span at, const char *text)
{
    diag_error(c->d->ctx->diags, at, "%s", text);
    c->failed = true;
}

static int find(Clocks *c, int k)
{
    while (c->up[k] != k)
        k = c->up[k] = c->up[c->up[k]];
    return k;
}

static void join(Clocks *c, int a, int b)
{
    vec_push(c->a, &c->edge, ((Edge){a, b}));
    a = find(c, a);
    b = find(c, b);
    c->up[a > b ? a : b] = a > b ? b : a;
}

Expr pre_expr(Dae *d, VarId v)
{
    Expr x = var_expr(d, v);
    return expr_make(d->store, EX_PRE, d->var.v[v].type, 0, 0, 1, &x);
}

VarId clocks_variable(Clocks *c, Type type, bool discrete, Expr start, Span at)
{
    Dae *d = c->d;
    VarId v = dae_new_var(d, type, discrete || type != T_REAL ? DV_DISCRETE : DV_ALGEBRAIC);
    d->var.v[v].hidden = true;
    d->var.v[v].span = at;
    d->var.v[v].start = start;
    d->var.v[v].fixed = start != 0;
    return v;
}

int clocks_equation(Clocks *c, VarId v, Expr value, bool discrete, int like)
{
    Dae *d = c->d;
    DaeEq *eq = vec_add(d->arena, &d->eq);
    *eq = DAE_EQ(.kind = EQ_SCALAR, .lhs = var_expr(d, v), .rhs = value,
                 .discrete = discrete || d->var.v[v].type != T_REAL);
    if (like >= 0) {
        eq->span = d->eq.v[like].span;
        eq->owner = d->eq.v[like].owner;
    }
    return d->eq.n - 1;
}

/* ---- Operands become variables ---- */

/* Every clock, and what is converted between clocks, is a variable. */
static Expr separate(void *arg, Expr old, Expr now)
{
    Clocks *c = arg;
    ExprStore *s = c->d->store;
    ExprNode n = *expr_node(s, now);
    bool converts = n.op == EX_CLOCKED || n.op == EX_HOLD || is_subclock((ExprOp)n.op) ||
                    (n.op == EX_CLOCK && n.payload == CLOCK_EVENT);
    Span at = c->d->eq.v[c->eq].span;
    (void)old;
    if (converts) {
        Expr few[3], u = expr_arg(s, now, 0);
        memcpy(few, expr_args(s, now), n.nargs * sizeof *few);
        if (expr_op(s, u) != EX_VAR && !is_parametric(c->d, u)) {
            VarId h = clocks_variable(c, expr_type(s, u), false, 0, at);
            c->d->var.v[h].meaning = u;
            clocks_equation(c, h, u, false, c->eq);
            few[0] = var_expr(c->d, h);
            now = expr_make(s, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, few);
        }
    }
    if (n.type != T_CLOCK || n.op == EX_VAR)
        return now;
    if (n.op == EX_IF)
        clocks_report(c, at, "which clock is meant must be known during translation");
    VarId clock = clocks_variable(c, T_CLOCK, true, 0, at);
    clocks_equation(c, clock, now, true, c->eq);
    return var_expr(c->d, clock);
}

typedef struct SlotRule {
    Clocks *c;
    NodeRule *rule;
} SlotRule;

static void rewrite_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    const SlotRule *r = arg;
    (void)stmt;
    if (role == SLOT_VALUE)
        *slot = dae_rewrite(r->c->d, *slot, r->rule, r->c);
}

/* All expressions of an equation. */
static void rewrite_equation(Clocks *c, int k, NodeRule *rule)
{
    Dae *d = c->d;
    c->eq = k;
    DaeEq e = d->eq.v[k]; /* the rule may add equations */
    Expr *slot[] = {&e.lhs, &e.rhs, &e.when, &e.clock, &e.message, &e.vanished};
    for (int i = 0; i < 6; i++)
        if (*slot[i])
            *slot[i] = dae_rewrite(d, *slot[i], rule, c);
    if (e.body)
        body_slots(e.body, rewrite_slot, &(SlotRule){c, rule});
    change_sides(&d->eq.v[k], e.lhs, e.rhs);
    d->eq.v[k].when = e.when;
    d->eq.v[k].clock = e.clock;
    d->eq.v[k].message = e.message;
    d->eq.v[k].vanished = e.vanished;
}

/* ---- What belongs together ---- */

static Part *mark_of(Clocks *c, int node)
{
    return &c->part.v[node]; /* before partitions are numbered: of each node */
}

static void mark_clocked(Clocks *c, int node)
{
    mark_of(c, node)->clocked = true;
    mark_of(c, node)->why_clocked = c->d->eq.v[c->eq].span;
    mark_of(c, node)->why_eq = c->eq;
}

static void mark_unclocked(Clocks *c, int node)
{
    mark_of(c, node)->unclocked = true;
    mark_of(c, node)->why_not = c->d->eq.v[c->eq].span;
}

static Ratio number_arg(const ExprStore *s, Expr e, uint32_t i)
{
    return (Ratio){(int64_t)expr_node(s, expr_arg(s, e, i))->payload, 1};
}

/* The link that a sub-clock operator makes. */
static Link link_of(const ExprStore *s, Expr e)
{
    Link l = {.times = {1, 1}, .shift = {0, 1}};
    Ratio one = {1, 1}, k = expr_node(s, e)->nargs > 1 ? number_arg(s, e, 1) : one;
    switch (expr_op(s, e)) {
    case EX_SUBSAMPLE:
        l.times = k;
        break;
    case EX_SUPERSAMPLE:
        l.times = k.n ? over(one, k) : k;
        break;
    case EX_SHIFTSAMPLE:
        l.shift = over(k, number_arg(s, e, 2));
        break;
    case EX_BACKSAMPLE:
        l.shift = over((Ratio){-k.n, 1}, number_arg(s, e, 2));
        break;
    default:
        l.free = true;
    }
    return l;
}

static void add_link(Clocks *c, Expr u, Link l)
{
    int to = c->nvars + c->eq;
    mark_clocked(c, to);
    if (expr_op(c->d->store, u) != EX_VAR || !is_member(c->d, var_number(c->d->store, u)))
        return;
    l.from = (int)var_number(c->d->store, u);
    l.to = to;
    l.at = c->d->eq.v[c->eq].span;
    mark_clocked(c, l.from);
    vec_push(c->a, &c->link, l);
}

static void warn_start(Dae *d, VarId v)
{
    const DaeVar *var = &d->var.v[v];
    if (type_info(expr_types(d->store), var->type)->base == TY_OBJECT)
        return;
    if (!var->start && !var->hidden && is_in_users_file(d, var->span))
        diag_warning(d->ctx->diags, var->span,
                     "`%s` has no start value: `previous` of it is %s at the first tick",
                     dae_var_text(d, v),
                     var->type == T_REAL || var->type == T_INT ? "0"
                     : var->type == T_BOOL                     ? "false"
                     : var->type == T_STRING                   ? "\"\""
                                                               : "the first literal");
}

/* How many of the operands are not part of the equation: the first. */
static uint32_t note_operator(Clocks *c, Expr e)
{
    ExprStore *s = c->d->store;
    const ExprNode *n = expr_node(s, e);
    int self = c->nvars + c->eq;
    Expr u = n->nargs ? expr_arg(s, e, 0) : 0;
    bool variable = u && expr_op(s, u) == EX_VAR && is_member(c->d, var_number(s, u));
    int v = variable ? (int)var_number(s, u) : 0;
    if (is_subclock((ExprOp)n->op)) {
        add_link(c, u, link_of(s, e));
        return 1;
    }
    switch (n->op) {
    case EX_CLOCKED:
        mark_clocked(c, self);
        if (variable)
            mark_unclocked(c, v);
        return 1;
    case EX_HOLD:
        mark_unclocked(c, self);
        if (variable)
            mark_clocked(c, v);
        return 1;
    case EX_PREVIOUS:
        if (variable)
            warn_start(c->d, (VarId)v);
        mark_clocked(c, self);
        return 0;
    case EX_INTERVAL:
    case EX_FIRSTTICK:
        mark_clocked(c, self);
        return 0;
    case EX_CLOCK:
        mark_clocked(c, self);
        if (n->payload == CLOCK_SOLVER)
            add_link(c, u, (Link){.times = {1, 1}, .shift = {0, 1}, .solver = true});
        if (n->payload == CLOCK_EVENT && variable)
            mark_unclocked(c, v);
        vec_push(c->a, &c->definition,
                 ((Definition){self, (int)n->payload, e, c->d->eq.v[c->eq].span}));
        return n->payload == CLOCK_EVENT || n->payload == CLOCK_SOLVER;
    default:
        return 0;
    }
}

static void join_variable(Clocks *c, VarId v)
{
    if (is_member(c->d, v))
        join(c, c->nvars + c->eq, (int)v);
}

/* Every node of an expression but those below first operands of conversions. */
static void join_expression(Clocks *c, Expr root)
{
    ExprStore *s = c->d->store;
    VEC(Expr) todo = {0};
    if (root)
        vec_push(c->a, &todo, root);
    while (todo.n) {
        Expr e = vec_pop(&todo);
        const ExprNode *n = expr_node(s, e);
        if ((n->nargs || n->op == EX_ARRVAR) && map_get(&c->seen, e, 0) == (uint32_t)c->round)
            continue;
        map_set(&c->seen, c->a, e, (uint32_t)c->round);
        if (n->op == EX_VAR)
            join_variable(c, var_number(s, e));
        if (n->op == EX_ARRVAR)
            for (uint32_t i = 0; i < type_elements(expr_types(s), n->type); i++)
                join_variable(c, (uint32_t)n->payload + i);
        for (uint32_t i = note_operator(c, e); i < expr_node(s, e)->nargs; i++)
            vec_push(c->a, &todo, expr_arg(s, e, i));
    }
}

static void join_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    (void)stmt;
    (void)role;
    join_expression(arg, *slot);
}

static void join_equation(Clocks *c, int k)
{
    DaeEq *e = &c->d->eq.v[k];
    c->eq = k;
    c->round = k + 1;
    if (e->initial || e->removed)
        return;
    Expr slot[] = {e->lhs, e->rhs, e->when, e->clock, e->message, e->vanished};
    for (int i = 0; i < 6; i++)
        join_expression(c, slot[i]);
    for (int i = 0; i < e->noutputs; i++)
        if (e->output[i] != NONE)
            join_variable(c, e->output[i]);
    if (e->body)
        body_slots(e->body, join_slot, c);
    if (e->in_state) {
        join_variable(c, c->d->machine_state.v[e->in_state - 1].active);
        mark_clocked(c, c->nvars + k);
    }
    if (e->clock || (e->kind == EQ_SCALAR && expr_type(c->d->store, e->lhs) == T_CLOCK))
        mark_clocked(c, c->nvars + k);
}

/* ---- Sub-partitions ---- */

/* Gathers the marks of all nodes in those of their partitions. */
static void number_parts(Clocks *c)
{
    int n = c->nvars + c->neqs;
    Part *mark = c->mark = c->part.v;
    c->part.v = NULL;
    c->part.n = c->part.cap = 0;
    c->part_of = ints_filled(c->a, n, -1);
    for (int i = 0; i < n; i++) {
        int r = find(c, i);
        if (c->part_of[r] < 0) {
            c->part_of[r] = c->part.n;
            vec_push(c->a, &c->part, ((Part){.fresh = NONE, .base = -1}));
        }
        Part *p = &c->part.v[c->part_of[i] = c->part_of[r]];
        if (mark[i].clocked && !p->why_clocked.end)
            p->why_clocked = mark[i].why_clocked, p->why_eq = mark[i].why_eq;
        if (mark[i].unclocked && !p->unclocked)
            p->why_not = mark[i].why_not;
        p->clocked = p->clocked || mark[i].clocked;
        p->unclocked = p->unclocked || mark[i].unclocked;
    }
    for (int i = 0; i < c->link.n; i++) {
        c->link.v[i].from = c->part_of[c->link.v[i].from];
        c->link.v[i].to = c->part_of[c->link.v[i].to];
    }
    for (int i = 0; i < c->definition.n; i++)
        c->definition.v[i].node = c->part_of[c->definition.v[i].node];
}

/* For every node of a partition the next one on the shortest way to one that is on a clock; -1: it
 * is one, or there is no way. */
static int *ways_to_clock(Clocks *c, int part)
{
    int n = c->nvars + c->neqs, *next = ints_filled(c->a, n, -1), *far = ints_filled(c->a, n, n);
    for (int i = 0; i < n; i++)
        if (c->part_of[i] == part && c->mark[i].clocked)
            far[i] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 0; k < 2 * c->edge.n; k++) {
            Edge e = c->edge.v[k / 2];
            int from = k % 2 ? e.a : e.b, to = k % 2 ? e.b : e.a;
            if (far[from] + 1 >= far[to])
                continue;
            far[to] = far[from] + 1;
            next[to] = from;
            changed = true;
        }
    }
    return next;
}

Span clocks_seam(Clocks *c, int part, VarId from)
{
    const int *next = ways_to_clock(c, part);
    for (int k = (int)from; k >= 0; k = next[k])
        if (k >= c->nvars && is_in_users_file(c->d, c->d->eq.v[k - c->nvars].span))
            return c->d->eq.v[k - c->nvars].span;
    return users_place_of_var(c->d, from);
}

static void find_derivative(void *arg, VarId var)
{
    struct {
        const Dae *d;
        bool found;
    } *w = arg;
    w->found |= w->d->var.v[var].int_of != NONE;
}

/* On the way from what is in continuous time to what is on a clock, the equation of the user's
 * behind all that is differentiated: there they meet. False: there is none. */
static bool report_meeting(Clocks *c, const int *next, int from)
{
    Dae *d = c->d;
    int before = -1, eq = -1, after = -1;
    for (int k = from, last = -1; k >= 0; last = k, k = next[k]) {
        struct {
            const Dae *d;
            bool found;
        } w = {d, false};
        if (k < c->nvars)
            continue;
        written_vars(d, k - c->nvars, find_derivative, &w);
        if (w.found) {
            eq = -1;
            before = k;
        } else if (before >= 0 && eq < 0 && is_in_users_file(d, d->eq.v[k - c->nvars].span)) {
            eq = k;
            before = last;
            after = next[k];
        }
    }
    if (eq < 0 || after < 0 || before >= c->nvars || after >= c->nvars || d->var.v[before].hidden ||
        d->var.v[after].hidden)
        return false;
    const char *slow = dae_var_text(d, (VarId)before), *fast = dae_var_text(d, (VarId)after);
    bool holds = given_by_eq(d, eq - c->nvars) == (VarId)before;
    diag_error(d->ctx->diags, d->eq.v[eq - c->nvars].span,
               "`%s` is in continuous time, but meets `%s` here, which has values at the ticks of "
               "a clock only: "
               "%s(%s), or a block that does it, must stand between them",
               slow, fast, holds ? "hold" : "sample", holds ? fast : slow);
    return true;
}

/* The equation of a partition that has a continuous variable and one that has values at the ticks
 * of a clock. */
static void report_mixed(Clocks *c, int part)
{
    const Part *p = &c->part.v[part];
    const int *next = ways_to_clock(c, part);
    int n = c->nvars + c->neqs, from = 0, eq = -1;
    while (from < n && !(c->part_of[from] == part && c->mark[from].unclocked))
        from++;
    int on = from;
    for (int k = from; k >= 0 && k < n && eq < 0; k = next[k])
        eq = k >= c->nvars ? k : -1;
    for (int k = eq; k >= 0 && (on == from || on >= c->nvars); k = next[k])
        on = k;
    bool named = eq >= 0 && from < c->nvars && on < c->nvars && on != from &&
                 !c->d->var.v[from].hidden && !c->d->var.v[on].hidden;
    Span at = eq >= 0 ? users_place_of_eq(c->d, eq - c->nvars) : p->why_not;
    c->failed = true;
    if (report_meeting(c, next, from))
        ;
    else if (named)
        diag_error(c->d->ctx->diags, at,
                   "`%s` is in continuous time, but `%s` has values at the ticks of a clock only: "
                   "hold(%s) is its last value at all times, sample(%s) the value at the ticks",
                   dae_var_text(c->d, (VarId)from), dae_var_text(c->d, (VarId)on),
                   dae_var_text(c->d, (VarId)on), dae_var_text(c->d, (VarId)from));
    else
        clocks_report(
            c, at,
            "this is in continuous time, but belongs to variables that have values at the ticks "
            "of a clock only: `sample` or `hold` is missing between them");
    if (p->why_clocked.end)
        diag_note(c->d->ctx->diags, users_place_of_eq(c->d, p->why_eq),
                  "the clock comes from here");
}

static void check_parts(Clocks *c)
{
    for (int i = 0; i < c->part.n; i++) {
        const Part *p = &c->part.v[i];
        if (p->clocked && p->unclocked)
            report_mixed(c, i);
    }
}

/* ---- Base partitions and their clocks ---- */

/* Links by partition: those of p are at[first[p]] .. at[first[p + 1]]. */
typedef struct Links {
    int *first, *at;
} Links;

static Links links_by_part(Clocks *c)
{
    Links l = {ARENA_ARRAY(c->a, int, c->part.n + 2), ARENA_ARRAY(c->a, int, 2 * c->link.n + 1)};
    for (int i = 0; i < c->link.n; i++) {
        l.first[c->link.v[i].from + 2]++;
        l.first[c->link.v[i].to + 2]++;
    }
    for (int i = 2; i <= c->part.n + 1; i++)
        l.first[i] += l.first[i - 1];
    for (int i = 0; i < c->link.n; i++) {
        l.at[l.first[c->link.v[i].from + 1]++] = i;
        l.at[l.first[c->link.v[i].to + 1]++] = i;
    }
    return l;
}

/* Everything that links reach from a partition. */
static void number_base(Clocks *c, const Links *l, int start, Numbers *all)
{
    all->n = 0;
    vec_push(c->a, all, start);
    c->part.v[start].base = c->base.n;
    for (int i = 0; i < all->n; i++)
        for (int k = l->first[all->v[i]]; k < l->first[all->v[i] + 1]; k++) {
            const Link *link = &c->link.v[l->at[k]];
            int other = link->from == all->v[i] ? link->to : link->from;
            if (c->part.v[other].base >= 0)
                continue;
            c->part.v[other].base = c->base.n;
            vec_push(c->a, all, other);
        }
    vec_push(c->a, &c->base, ((Base){.definition = -1}));
}

/* A regular rational clock says how long its period is. */
static bool is_regular(const ExprStore *s, const Definition *d, Ratio *period)
{
    if (d->form != CLOCK_RATIONAL || expr_op(s, expr_arg(s, d->clock, 0)) != EX_INT)
        return false;
    *period = over(number_arg(s, d->clock, 0), number_arg(s, d->clock, 1));
    return period->n > 0;
}

static void set_clock(Part *p, Ratio period, Ratio first)
{
    p->known = true;
    p->period = period;
    p->first = first;
}

/* What the definitions of clocks say. */
static void seed(Clocks *c)
{
    for (int i = 0; i < c->definition.n; i++) {
        const Definition *d = &c->definition.v[i];
        Part *p = &c->part.v[d->node];
        Base *b = &c->base.v[p->base];
        Ratio period;
        if (is_regular(c->d->store, d, &period)) {
            b->rational = true;
            if (p->known && !same(p->period, period))
                clocks_report(c, d->at,
                              "this clock has another period than the one it is equal to");
            set_clock(p, period, (Ratio){0, 1});
        } else if (d->form == CLOCK_SOLVER) {
            Name solver = (Name)expr_node(c->d->store, expr_arg(c->d->store, d->clock, 1))->payload;
            if (p->solver && p->solver != solver)
                clocks_report(c, d->at, "this clock has two different solver methods");
            p->solver = solver;
        } else if (d->form == CLOCK_INTERVAL || d->form == CLOCK_EVENT ||
                   (d->form == CLOCK_RATIONAL &&
                    expr_op(c->d->store, expr_arg(c->d->store, d->clock, 0)) != EX_INT)) {
            if (b->definition >= 0 || b->rational) {
                clocks_report(
                    c, d->at,
                    "these equations belong to two clocks that cannot be compared: one clock may "
                    "be made of the "
                    "other by subSample or superSample, or a value taken over by hold and sample");
                diag_note(c->d->ctx->diags,
                          c->definition.v[b->definition >= 0 ? b->definition : 0].at,
                          "the other clock");
            }
            b->definition = i;
            set_clock(p, (Ratio){1, 1}, (Ratio){0, 1});
        }
    }
    for (int i = 0; i < c->base.n; i++)
        if (c->base.v[i].rational && c->base.v[i].definition >= 0 && !c->failed)
            clocks_report(
                c, c->definition.v[c->base.v[i].definition].at,
                "these equations belong to two clocks that cannot be compared: one clock may be "
                "made of the "
                "other by subSample or superSample, or a value taken over by hold and sample");
}

/* The clock of one end of a link from that of the other; false: the link does not say. */
static bool follow(Clocks *c, const Link *l, bool assume)
{
    Part *a = &c->part.v[l->from], *b = &c->part.v[l->to];
    Ratio factor = l->times;
    if (a->known == b->known)
        return false;
    if (!factor.n || l->free) {
        if (!assume)
            return false;
        factor = (Ratio){1, 1};
    }
    if (a->known) {
        set_clock(b, times(a->period, factor), plus(a->first, times(a->period, l->shift)));
        return true;
    }
    Ratio period = over(b->period, factor), back = {-l->shift.n, l->shift.d};
    set_clock(a, period, plus(b->first, times(period, back)));
    return true;
}

/* Spreads what is known over the base partition. */
static void spread(Clocks *c, const Links *l, const Numbers *all)
{
    Numbers queue = {0};
    for (int i = 0; i < all->n; i++)
        if (c->part.v[all->v[i]].known)
            vec_push(c->a, &queue, all->v[i]);
    if (!queue.n) {
        set_clock(&c->part.v[all->v[0]], (Ratio){1, 1}, (Ratio){0, 1});
        vec_push(c->a, &queue, all->v[0]);
    }
    for (int assume = 0; assume < 2; assume++) /* factors that are inferred last */
        for (int i = 0; i < queue.n; i++)
            for (int k = l->first[queue.v[i]]; k < l->first[queue.v[i] + 1]; k++) {
                const Link *link = &c->link.v[l->at[k]];
                int other = link->from == queue.v[i] ? link->to : link->from;
                if (follow(c, link, assume))
                    vec_push(c->a, &queue, other);
            }
}

static const char *ratio_text(Clocks *c, Ratio r)
{
    return r.d == 1 ? arena_printf(c->d->arena, "%lld", (long long)r.n)
                    : arena_printf(c->d->arena, "%lld/%lld", (long long)r.n, (long long)r.d);
}

static void check_link(Clocks *c, const Link *l)
{
    const Part *a = &c->part.v[l->from], *b = &c->part.v[l->to];
    if (l->free || c->failed)
        return;
    Ratio factor = over(b->period, a->period);
    bool fits = l->times.n ? same(factor, l->times) : factor.n == 1 || factor.d == 1;
    fits = fits && same(b->first, plus(a->first, times(a->period, l->shift)));
    if (fits)
        return;
    if (factor.n == factor.d && l->times.n) {
        clocks_report(c, l->at,
                      arena_printf(c->d->arena,
                                   "this has another clock than what it is made of (%s times its "
                                   "interval), but equations have both on one clock: the operators "
                                   "subSample and superSample bring one to the clock of the other",
                                   ratio_text(c, l->times)));
        return;
    }
    clocks_report(
        c, l->at,
        arena_printf(c->d->arena,
                     "the clocks of this equation do not fit: one ticks every %s, first at %s, "
                     "the other every %s, first at %s",
                     ratio_text(c, a->period), ratio_text(c, a->first), ratio_text(c, b->period),
                     ratio_text(c, b->first)));
}

/* Where no clock is defined the fastest partition ticks once in a second. */
static void take_default(Clocks *c, const Numbers *all)
{
    Ratio least = c->part.v[all->v[0]].period;
    for (int i = 1; i < all->n; i++) {
        Ratio q = over(c->part.v[all->v[i]].period, least);
        if (q.n < q.d)
            least = c->part.v[all->v[i]].period;
    }
    for (int i = 0; i < all->n; i++) {
        Part *p = &c->part.v[all->v[i]];
        p->period = over(p->period, least);
        p->first = times(p->first, (Ratio){least.d, least.n});
    }
    const Part *p = &c->part.v[all->v[0]];
    Span users = users_place_of_eq(c->d, p->why_eq);
    bool own = is_in_users_file(c->d, p->why_clocked) || !is_in_users_file(c->d, users);
    diag_warning(c->d->ctx->diags, own ? p->why_clocked : users,
                 "no clock is given for the variables %s%s%s; Clock(1.0) is taken: sample(u, "
                 "Clock(0.1)), or "
                 "a block that does it, puts a continuous u on a clock",
                 own ? "here" : "of `", own ? "" : eq_owner(c->d, p->why_eq), own ? "" : "`");
}

static void infer(Clocks *c)
{
    Links l = links_by_part(c);
    VEC(Numbers) group = {0};
    for (int i = 0; i < c->part.n; i++) {
        Numbers all = {0};
        if (!c->part.v[i].clocked || c->part.v[i].base >= 0)
            continue;
        number_base(c, &l, i, &all);
        vec_push(c->a, &group, all);
    }
    seed(c);
    for (int i = 0; i < group.n && !c->failed; i++) {
        spread(c, &l, &group.v[i]);
        if (c->base.v[i].definition < 0 && !c->base.v[i].rational)
            take_default(c, &group.v[i]);
        for (int k = 0; k < group.v[i].n; k++) {
            const Part *p = &c->part.v[group.v[i].v[k]];
            if (!p->period.d || !p->first.d)
                clocks_report(c, p->why_clocked, "the factors between these clocks are too large");
            else if (p->first.n < 0)
                clocks_report(c, p->why_clocked,
                              "this clock would tick before the one it comes from");
        }
    }
    for (int i = 0; i < c->link.n; i++)
        check_link(c, &c->link.v[i]);
}

/* ---- The pass ---- */

static Expr with_events(void *arg, Expr old, Expr now)
{
    ExprStore *s = ((Dae *)arg)->store;
    ExprNode n = *expr_node(s, now);
    Expr e[2];
    (void)old;
    if (!(n.flags & EF_NOEVENT) || n.op < EX_LT || n.op > EX_GE)
        return now;
    for (int i = 0; i < 2; i++)
        e[i] = expr_arg(s, now, (uint32_t)i);
    return expr_make(s, n.op, n.type, n.flags & ~(unsigned)EF_NOEVENT, n.payload, 2, e);
}

/* b = noEvent(x > 0) in a library: what was meant to be quick gets its events back. */
static bool forgive_quiet(Dae *d, DaeEq *e)
{
    Expr lhs = dae_rewrite(d, e->lhs, with_events, d), rhs = dae_rewrite(d, e->rhs, with_events, d);
    if (!d->of_library || e->kind != EQ_SCALAR || (lhs == e->lhs && rhs == e->rhs))
        return false;
    e->lhs = lhs;
    e->rhs = rhs;
    e->continuous = false;
    diag_warning(d->ctx->diags, e->span,
                 "what is not a Real should change at events only: `noEvent` is not heeded here");
    return true;
}

/* What may change at events only and does not belong to a clock. */
static void check_continuous(Dae *d, const Clocks *c)
{
    for (int k = 0; k < d->eq.n; k++) {
        DaeEq *e = &d->eq.v[k];
        bool clocked = c && k < c->neqs && c->part.v[c->part_of[c->nvars + k]].clocked;
        e->drifts = e->drifts && !clocked;
        if (e->drifts)
            diag_warning(d->ctx->diags, e->body ? e->body->drifts : e->span,
                         "what is not a Real should change at events only, but this varies "
                         "continuously: conditions with it are looked at when others change");
        if (!e->continuous || clocked || forgive_quiet(d, e))
            continue;
        diag_error(d->ctx->diags, e->span,
                   "a variable of type %s changes at events only, but this varies "
                   "continuously (is `noEvent` necessary?)",
                   expr_type(d->store, e->lhs) == T_INT    ? "Integer"
                   : expr_type(d->store, e->lhs) == T_BOOL ? "Boolean"
                                                           : "enumeration");
    }
}

static void partition(Clocks *c)
{
    Dae *d = c->d;
    c->nvars = d->var.n;
    c->neqs = d->eq.n;
    int n = c->nvars + c->neqs;
    c->up = ARENA_ARRAY(c->a, int, n + 1);
    c->part.v = ARENA_ARRAY(c->a, Part, n + 1);
    for (int i = 0; i < n; i++)
        c->up[i] = i;
    for (int k = 0; k < c->neqs; k++)
        join_equation(c, k);
    for (int v = 0; v < c->nvars; v++) {
        if (d->var.v[v].der_of != NONE)
            join(c, v, (int)d->var.v[v].der_of);
        c->part.v[v].clocked |= d->var.v[v].type == T_CLOCK;
    }
    number_parts(c);
    check_parts(c);
}

static bool is_itself(void *arg, uint32_t var)
{
    return var == *(const VarId *)arg;
}

/* y = 0.9*y + 0.1*u on a clock is solved for y, which nobody means. */
static void warn_of_themselves(Clocks *c)
{
    Dae *d = c->d;
    for (int k = 0; k < c->neqs; k++) {
        int part = part_of_eq(c, k);
        VarId v = part >= 0 && c->part.v[part].clocked && is_in_users_file(d, d->eq.v[k].span)
                      ? given_by_eq(d, k)
                      : NONE;
        Sides q = v == NONE ? (Sides){0} : written_sides(d, k);
        if (v == NONE || q.lhs == q.rhs ||
            !dae_any_var(d, expr_op(d->store, q.lhs) == EX_VAR ? q.rhs : q.lhs, is_itself, &v))
            continue;
        if (d->var.v[v].type == T_REAL)
            diag_warning(
                d->ctx->diags, d->eq.v[k].span,
                "`%s` is on both sides, so that this is solved for it: its value at the last "
                "tick is `previous(%s)`",
                dae_var_text(d, v), dae_var_text(d, v));
        else
            clocks_report(
                c, d->eq.v[k].span,
                arena_printf(d->arena,
                             "`%s` is on both sides: its value at the last tick is `previous(%s)`",
                             dae_var_text(d, v), dae_var_text(d, v)));
    }
}

static bool take_apart(Clocks *c)
{
    Dae *d = c->d;
    int n = d->eq.n;
    for (int k = 0; k < n; k++)
        rewrite_equation(c, k, separate);
    partition(c);
    if (!c->failed)
        infer(c);
    if (!c->failed)
        warn_of_themselves(c);
    if (!c->failed)
        clocks_ticks(c);
    if (c->failed)
        return false;
    clocks_discretize(c);
    n = d->eq.n;
    for (int k = 0; k < n && !c->failed; k++)
        if (part_of_eq(c, k) >= 0)
            rewrite_equation(c, k, clocks_operator);
    return !c->failed && clocks_guard(c);
}

bool dae_clocks(Dae *d)
{
    int before = diags_errors(d->ctx->diags);
    Clocks c = {.d = d, .a = d->clocked ? arena_new() : NULL};
    bool good = !d->clocked || take_apart(&c);
    check_continuous(d, d->clocked && c.part_of ? &c : NULL);
    if (c.a)
        arena_free(c.a);
    return good && diags_errors(d->ctx->diags) == before;
}
