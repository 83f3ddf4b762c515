/* explain.c - equations in messages: as they were written, with their origin, and what they follow
 * from.
 *
 * An equation that was emptied by elimination is explained by the equations it depends on
 * (dependent.c); one that is not linear, by the shortest way over eliminated equations from one of
 * its variables to the other, or to a known value. Linear in the size of the model. */
#include "dae/diagnose.h"

#include <stdlib.h>

enum { MOST_NOTES = 8, MOST_TEXT = 240 };

/* ---- Names and notes ---- */

const char *names_text(Dae *d, const uint32_t *var, int n, int most)
{
    Buf text = {0};
    for (int i = 0; i < n && i < most; i++)
        buf_printf(&text, "%s`%s`", i ? ", " : "", dae_var_text(d, var[i]));
    if (n > most)
        buf_printf(&text, " and %d more", n - most);
    return dae_text(d, &text);
}

const char *values_text(Dae *d, const VarVec *parameters)
{
    enum { MOST_VALUES = 4 };
    Buf text = {0};
    for (int i = 0; i < parameters->n && i < MOST_VALUES; i++) {
        VarId v = parameters->v[i];
        buf_printf(&text, "%s`%s` = %g", i ? ", " : "", dae_var_text(d, v),
                   dae_parameter_values(d)[v]);
    }
    if (parameters->n > MOST_VALUES)
        buf_puts(&text, ", ...");
    return dae_text(d, &text);
}

/* Of `v = if edge(c) then e else pre(v)`, which a `when` with one branch has become: e. */
static Expr of_when(const Dae *d, Sides q)
{
    const ExprStore *s = d->store;
    if (expr_op(s, q.lhs) != EX_VAR || !d->var.v[var_number(s, q.lhs)].appears_in_when ||
        expr_op(s, q.rhs) != EX_IF)
        return q.rhs;
    Expr kept = expr_arg(s, q.rhs, 2);
    return expr_op(s, kept) == EX_PRE && expr_arg(s, kept, 0) == q.lhs ? expr_arg(s, q.rhs, 1)
                                                                       : q.rhs;
}

/* The end of a long one is left out. */
const char *dae_written_text(Dae *d, int k)
{
    ExprNames names = dae_names(d);
    Buf text = {0};
    Sides q = written_sides(d, k);
    if (d->eq.v[k].kind != EQ_SCALAR) {
        dae_print_eq(d, k, &text);
    } else {
        if (expr_op(d->store, q.lhs) != EX_VAR || !d->var.v[var_number(d->store, q.lhs)].hidden) {
            expr_print(d->store, q.lhs, &names, &text);
            buf_puts(&text, " = ");
        }
        expr_print(d->store, of_when(d, q), &names, &text);
    }
    const char *all = dae_text(d, &text);
    int n = MOST_TEXT;
    if (strlen(all) <= MOST_TEXT)
        return all;
    while (n && all[n] != ' ')
        n--;
    return arena_printf(d->arena, "%.*s ...", n, all);
}

const char *connector_text(Dae *d, uint32_t var)
{
    const char *text = dae_var_text(d, var), *dot = strrchr(text, '.');
    return dot ? arena_strndup(d->arena, text, (size_t)(dot - text)) : text;
}

/* A variable that nobody wrote, and that has no name in terms of those that were written. */
static bool is_nameless(const Dae *d, VarId v)
{
    const DaeVar *var = &d->var.v[v];
    return v >= d->nflat && var->int_of == NONE && !var->meaning;
}

static bool has_nameless(Dae *d, int k)
{
    VarVec in = vars_of_eq(d, d->arena, k);
    for (int i = 0; i < in.n; i++)
        if (is_nameless(d, in.v[i]))
            return true;
    return false;
}

/* Of the value in the declaration of a variable that is differentiated. */
static const char *meant_as_start(Dae *d, int k)
{
    const DaeEq *q = &d->eq.v[k];
    Sides w = written_sides(d, k);
    if (!q->binding || !w.lhs || expr_op(d->store, w.lhs) != EX_VAR || !is_parametric(d, w.rhs))
        return "";
    VarId v = (VarId)expr_node(d->store, w.lhs)->payload;
    if (d->var.v[v].der_of == NONE)
        return "";
    return arena_printf(
        d->arena,
        ": it holds at all times; a value at the start is `%s(start = ..., fixed = true)`",
        dae_var_text(d, v));
}

void note_equation(Dae *d, int k, const char *before, const char *after)
{
    uint32_t flow = unconnected_flow(d, k);
    const char *owner = eq_owner(d, k), *why = d->eq.v[k].from_connect ? " from a connection" : "";
    if (flow != NONE) /* why it holds though nobody wrote it */
        why = arena_printf(d->arena, ", as `%s` is not connected", connector_text(d, flow));
    Span at = flow != NONE ? users_place_of_eq(d, k) : d->eq.v[k].span;
    bool hidden = has_nameless(d, k);
    const char *quote = hidden ? "" : "`";
    diag_note(d->ctx->diags, at, "%s%s%s%s%s%s%s%s%s%s", before, quote,
              hidden ? "this equation" : dae_written_text(d, k), quote, why, *owner ? " in `" : "",
              owner, *owner ? "`" : "", after, meant_as_start(d, k));
}

void note_more(Dae *d, int more)
{
    if (more > 0)
        diag_note(d->ctx->diags, (Span){0, 0}, "and %d more equation%s", more,
                  more == 1 ? "" : "s");
}

/* ---- Eliminated equations ---- */

typedef struct Collect {
    const Dae *d;
    Arena *a;
    VarVec var;
} Collect;

static void collect_var(void *arg, uint32_t var)
{
    Collect *c = arg;
    if (c->d->var.v[var].kind > DV_PARAMETER || c->d->var.v[var].binding)
        vec_push(c->a, &c->var, var);
}

VarVec vars_of_eq(Dae *d, Arena *a, int k)
{
    Collect c = {.d = d, .a = a};
    if (d->eq.v[k].kind == EQ_SCALAR)
        written_vars(d, k, collect_var, &c);
    return c.var;
}

void chain_open(Chain *c)
{
    Dae *d = c->d;
    c->uses = uses_open(c->a, d);
    c->came = ARENA_ARRAY(c->a, int, d->var.n);
    c->from = ARENA_ARRAY(c->a, uint32_t, d->var.n);
    for (int k = 0; k < d->eq.n; k++) {
        if (!d->eq.v[k].removed || d->eq.v[k].kind != EQ_SCALAR)
            continue;
        VarVec in = vars_of_eq(d, c->a, k);
        for (int i = 0; i < in.n; i++)
            uses_add(&c->uses, in.v[i], k);
    }
}

static void add_found(Chain *c, int k)
{
    for (int i = 0; i < c->found.n; i++)
        if (c->found.v[i] == k)
            return;
    vec_push(c->a, &c->found, k);
}

static void add_way(Chain *c, uint32_t v, int last)
{
    if (last >= 0)
        add_found(c, last);
    for (; c->came[v] > 0; v = c->from[v])
        add_found(c, c->came[v] - 1);
}

bool chain_way(Chain *c, uint32_t start, uint32_t goal)
{
    memset(c->came, 0, (size_t)c->d->var.n * sizeof *c->came);
    c->queue.n = 0;
    c->came[start] = -1;
    vec_push(c->a, &c->queue, start);
    for (int i = 0; i < c->queue.n; i++) {
        uint32_t v = c->queue.v[i];
        for (int e = c->uses.first[v]; e; e = c->uses.use.v[e - 1].next) {
            int k = c->uses.use.v[e - 1].eq;
            VarVec in = vars_of_eq(c->d, c->a, k);
            if (goal == NONE && in.n == 1) {
                add_way(c, v, k);
                return true;
            }
            for (int j = 0; j < in.n; j++) {
                uint32_t u = in.v[j];
                if (c->came[u])
                    continue;
                c->came[u] = k + 1;
                c->from[u] = v;
                vec_push(c->a, &c->queue, u);
                if (u == goal) {
                    add_way(c, u, -1);
                    return true;
                }
            }
        }
    }
    return false;
}

/* ---- Equations that follow from others ---- */

/* Lower is told first: what is in the user's file, what is not a mere name for something. */
static int telling(const Dae *d, int k)
{
    Sides q = written_sides(d, k);
    bool names = expr_op(d->store, q.lhs) == EX_VAR &&
                 (expr_op(d->store, q.rhs) == EX_VAR || expr_op(d->store, q.rhs) == EX_NEG);
    return (is_in_users_file(d, d->eq.v[k].span) ? 0 : 2) + names;
}

/* ", where `R` is 0": a parameter by which something disappears. */
typedef struct Zero {
    Dae *d;
    uint32_t var; /* NONE: none */
} Zero;

static void look_for_zero(void *arg, uint32_t var)
{
    Zero *z = arg;
    const DaeVar *v = &z->d->var.v[var];
    if (v->kind == DV_PARAMETER && v->type == T_REAL && dae_parameter_values(z->d)[var] == 0)
        z->var = var;
}

static bool is_varying(void *arg, uint32_t var)
{
    const DaeVar *v = &((const Dae *)arg)->var.v[var];
    return v->kind > DV_PARAMETER || v->was_variable;
}

static void look_for_zero_factor(void *arg, Expr e)
{
    Zero *z = arg;
    const ExprNode *n = expr_node(z->d->store, e);
    if (n->op != EX_MUL || !dae_any_var(z->d, e, is_varying, z->d))
        return;
    for (uint32_t i = 0; i < n->nargs; i++) {
        Expr factor = expr_arg(z->d->store, e, i);
        if (expr_op(z->d->store, factor) == EX_VAR)
            look_for_zero(z, var_number(z->d->store, factor));
    }
}

VarId zero_factor(Dae *d, int k)
{
    Zero zero = {d, NONE};
    Sides q = written_sides(d, k);
    if (d->eq.v[k].kind != EQ_SCALAR)
        return NONE;
    expr_visit(d->store, q.lhs, look_for_zero_factor, &zero);
    expr_visit(d->store, q.rhs, look_for_zero_factor, &zero);
    return zero.var;
}

bool note_zero(Dae *d, int k)
{
    VarId zero = zero_factor(d, k);
    if (zero == NONE)
        return false;
    bool valueless = d->var.v[zero].valueless;
    diag_note(d->ctx->diags, users_place_of_var(d, zero),
              "`%s` is 0%s: what it multiplies is not in the equation%s", dae_var_text(d, zero),
              valueless ? ", for it has no value" : "",
              valueless ? "; give it a value" : "; give it another value");
    return true;
}

typedef struct Among {
    const Dae *d;
    uint32_t var;
    bool found; /* it, or one that has become constant */
} Among;

static void look_for_constant(void *arg, uint32_t var)
{
    Among *a = arg;
    const DaeVar *v = &a->d->var.v[var];
    a->found |= var == a->var || (v->kind == DV_CONSTANT && v->was_variable);
}

bool note_zero_factor(Dae *d, uint32_t var)
{
    for (int k = 0; k < d->eq.n; k++) {
        Sides q = written_sides(d, k);
        Zero zero = {d, NONE};
        Among among = {d, var, false};
        if (d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].initial)
            continue;
        expr_visit(d->store, q.lhs, look_for_zero_factor, &zero);
        expr_visit(d->store, q.rhs, look_for_zero_factor, &zero);
        if (zero.var != NONE)
            written_vars(d, k, look_for_constant, &among);
        if (!among.found)
            continue;
        note_equation(d, k, "by ", "");
        note_zero(d, k);
        return true;
    }
    return false;
}

void note_valueless(Dae *d, int eq)
{
    Zero zero = {d, NONE};
    written_vars(d, eq, look_for_zero, &zero);
    if (zero.var != NONE && d->var.v[zero.var].valueless)
        note_zero(d, eq);
}

static void note_member(Dae *d, int k, bool differentiated)
{
    Zero zero = {d, NONE};
    const char *after = differentiated ? ", differentiated" : "";
    written_vars(d, k, look_for_zero, &zero);
    if (zero.var != NONE)
        after = arena_printf(d->arena, "%s, where `%s` is 0", after, dae_var_text(d, zero.var));
    note_equation(d, k, "known from ", after);
}

void note_dependent(Dae *d, const Dependent *dep)
{
    int notes = 0;
    for (int level = 0; level < 4; level++)
        for (int i = 1; i < dep->n; i++)
            if (telling(d, dep->eq[i]) == level && notes++ < MOST_NOTES)
                note_member(d, dep->eq[i], dep->order[i] > 0);
    note_more(d, notes - MOST_NOTES);
}

/* Two potentials of connectors of one component that connections among equations make one. */
typedef struct Short {
    VarId end[2];
    Span at; /* one of the connections */
} Short;

static bool find_short(Dae *d, const int *eq, int n, Short *out)
{
    enum { MOST = 40 };
    VarId var[MOST], with[MOST]; /* the potentials of each connection */
    int m = 0;
    for (int i = 0; i < n && m < MOST; i++) {
        VarVec in = {0};
        if (d->eq.v[eq[i]].from_connect && unconnected_flow(d, eq[i]) == NONE)
            in = vars_of_eq(d, d->arena, eq[i]);
        if (in.n != 2 || connector_role(d, in.v[0]) != ROLE_POTENTIAL)
            continue;
        var[m] = in.v[0];
        with[m++] = in.v[1];
        for (int k = 0; k < m; k++) {
            bool joined = var[k] == var[m - 1] || k == m - 1;
            VarId one = k == m - 1 ? var[k] : with[k], other = with[m - 1];
            const char *owner = joined && one != other ? determined_in(d, one) : "";
            if (!*owner || strcmp(owner, determined_in(d, other)) != 0)
                continue;
            *out = (Short){{one, other}, d->eq.v[eq[i]].span};
            return true;
        }
    }
    return false;
}

bool lead_short(Dae *d, const int *eq, int n)
{
    Short s;
    if (!d->flat || !find_short(d, eq, n, &s))
        return false;
    diag_lead(d->ctx->diags, s.at,
              "connections join `%s` and `%s`, a short circuit: what `%s` determines between them "
              "cannot hold; another "
              "connector is meant",
              connector_text(d, s.end[0]), connector_text(d, s.end[1]), determined_in(d, s.end[0]));
    return true;
}

/* Among equations a connection between two connectors of one component. */
static void note_short(Dae *d, const int *eq, int n)
{
    for (int i = 0; i < n; i++) {
        const DaeEq *q = &d->eq.v[eq[i]];
        VarVec in = {0};
        if (q->from_connect && unconnected_flow(d, eq[i]) == NONE)
            in = vars_of_eq(d, d->arena, eq[i]);
        const char *owner = in.n == 2 ? determined_in(d, in.v[0]) : "";
        if (*owner && !strcmp(owner, determined_in(d, in.v[1])) &&
            connector_role(d, in.v[0]) == ROLE_POTENTIAL)
            diag_note(d->ctx->diags, q->span,
                      "connections join two connectors of `%s` with each other, a short circuit",
                      owner);
    }
}

/* The equations by which what is in an equation is known. */
static Chain chain_of_eq(Dae *d, Arena *a, int eq)
{
    Chain c = {.d = d, .a = a};
    chain_open(&c);
    VarVec in = vars_of_eq(d, a, eq);
    if (in.n != 2 || !chain_way(&c, in.v[0], in.v[1]))
        for (int i = 0; i < in.n && i < MOST_NOTES; i++)
            chain_way(&c, in.v[i], NONE);
    return c;
}

const char *unconnected_behind(Dae *d, Arena *a, int eq)
{
    Chain c = chain_of_eq(d, a, eq);
    uint32_t flow = NONE;
    for (int i = 0; i < c.found.n && flow == NONE; i++)
        flow = unconnected_flow(d, c.found.v[i]);
    return flow == NONE ? NULL : connector_text(d, flow);
}

/* Among the equations that contradict each other one that holds because a connector is open. */
static void lead_unconnected(Dae *d, const int *eq, int n)
{
    for (int i = 0; i < n; i++) {
        uint32_t flow = unconnected_flow(d, eq[i]);
        if (flow == NONE)
            continue;
        lead_open(d, flow, "");
        return;
    }
}

static void explain_by_chain(Dae *d, Arena *a, int eq)
{
    Chain c = chain_of_eq(d, a, eq);
    for (int i = 0; i < c.found.n && i < MOST_NOTES; i++)
        note_equation(d, c.found.v[i], "known from ", "");
    note_more(d, c.found.n - MOST_NOTES);
    note_short(d, c.found.v, c.found.n);
    lead_unconnected(d, c.found.v, c.found.n);
}

/* x = 1 and x = 2: what to do about them. */
static void note_given_twice(Dae *d, int eq, const Dependent *dep)
{
    int other = dep->n == 2 ? dep->eq[1] : eq;
    if (other == eq || d->eq.v[eq].kind != EQ_SCALAR || d->eq.v[other].kind != EQ_SCALAR ||
        d->eq.v[eq].from_connect || d->eq.v[other].from_connect)
        return;
    Expr x = written_sides(d, eq).lhs;
    if (x != written_sides(d, other).lhs || expr_op(d->store, x) != EX_VAR)
        return;
    const char *name = dae_var_text(d, var_number(d->store, x));
    Arena *a = arena_new();
    VarId none = not_given(d, a, var_number(d->store, x));
    if (none != NONE)
        diag_lead(d->ctx->diags, d->eq.v[eq].span,
                  "two equations give `%s`, and none gives `%s`: is it meant in one of them?", name,
                  dae_var_text(d, none));
    else
        diag_note(d->ctx->diags, (Span){0}, "two equations give `%s`: remove one of them%s", name,
                  strchr(name, '[') ? ", or let a loop leave it out" : "");
    arena_free(a);
}

void explain_by_aliases(Dae *d, int eq)
{
    Arena *a = arena_new();
    uint32_t flow = unconnected_flow(d, eq);
    if (flow != NONE) {
        diag_note(d->ctx->diags, users_place_of_var(d, flow),
                  "`%s` is not connected, so that no flow can leave it", connector_text(d, flow));
        note_absent(d, connector_text(d, flow));
    } else if (!is_in_users_file(d, d->eq.v[eq].span) && *eq_owner(d, eq))
        diag_note(d->ctx->diags, d->eq.v[eq].span, "the equation in `%s`", eq_owner(d, eq));
    Dependent dep = dependent_equations(d, a, eq);
    if (dep.n) {
        note_dependent(d, &dep);
        note_short(d, dep.eq, dep.n);
        note_given_twice(d, eq, &dep);
        lead_unconnected(d, dep.eq + 1, dep.n - 1);
        lead_surplus(d, dep.eq, dep.n);
    } else {
        explain_by_chain(d, a, eq);
    }
    arena_free(a);
}

void explain_pair(Dae *d, uint32_t a, uint32_t b)
{
    Arena *arena = arena_new();
    Chain c = {.d = d, .a = arena};
    chain_open(&c);
    chain_way(&c, a, b);
    for (int i = 0, notes = 0; i < c.found.n && notes < MOST_NOTES; i++)
        if (is_in_users_file(d, d->eq.v[c.found.v[i]].span)) {
            note_equation(d, c.found.v[i], "equal by ", "");
            notes++;
        }
    for (int i = 0; i < c.found.n; i++)
        if (note_zero(d, c.found.v[i]))
            break;
    arena_free(arena);
}
