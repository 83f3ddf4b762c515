/* clocks_solver.c - differential equations on clocks, by the methods of the specification (16.8.2).
 *
 * A state gets an equation for its value at a tick, x = pre(x) + h*der(x) and the like; its
 * derivative is a variable like others, so that implicit methods are systems of equations at the
 * tick, sorted, torn and eliminated as a step of an inlined method is (inline.c). For other stages
 * the equations of the partition are copied. "External" leaves the method to the simulator: it is
 * Radau IIA of order 5 (stages.c), good for stiff equations and quick ones. Linear in the
 * equations, for each stage. */
#include "dae/clocks_internal.h"
#include "dae/diagnose.h"
#include "dae/inline_internal.h"

typedef enum {
    EXPLICIT_EULER,
    EXPLICIT_MIDPOINT,
    EXPLICIT_RUNGE_KUTTA,
    IMPLICIT_EULER,
    IMPLICIT_TRAPEZOID,
    EXTERNAL,
    NO_METHOD
} Method;

static void note_differentiated(Dae *d, VarId state)
{
    for (int k = 0; k < d->eq.n; k++) {
        Sides q = written_sides(d, k);
        if (d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].initial)
            continue;
        VarList in = expr_vars(d->store, d->arena, 2, (Expr[]){q.lhs, q.rhs});
        for (int i = 0; i < in.n; i++)
            if (d->var.v[in.var[i]].int_of == state) {
                note_equation(d, k, "it is differentiated in ", "");
                return;
            }
    }
}

static Method method_of(Clocks *c, int part, VarId state)
{
    const Part *p = &c->part.v[part];
    static const char *const names[] = {"ExplicitEuler", "ExplicitMidPoint2", "ExplicitRungeKutta4",
                                        "ImplicitEuler", "ImplicitTrapezoid", "External"};
    const char *text = p->solver ? text_of(c->d->ctx, p->solver) : "";
    for (int i = 0; i < NO_METHOD; i++)
        if (!strcmp(text, names[i]))
            return (Method)i;
    if (*text) {
        diag_warning(c->d->ctx->diags, c->d->var.v[state].span,
                     "the solver method \"%s\" of a clock is not known; \"External\" is taken, "
                     "Radau IIA of order 5; there are also ExplicitEuler, ExplicitMidPoint2, "
                     "ExplicitRungeKutta4, ImplicitEuler and ImplicitTrapezoid",
                     text);
        return EXTERNAL;
    }
    clocks_report(
        c,
        !p->why_clocked.end                      ? c->d->var.v[state].span
        : is_in_users_file(c->d, p->why_clocked) ? p->why_clocked
                                                 : clocks_seam(c, part, state),
        arena_printf(c->d->arena,
                     "`%s` is differentiated, but on a clock: sample(%s) takes a continuous "
                     "variable to the clock of this equation, hold(u), or a block that does it, "
                     "takes a clocked u to continuous time; where it should be integrated "
                     "at ticks the clock needs a solver method, as in Clock(c, solverMethod = "
                     "\"ExplicitEuler\")",
                     dae_var_text(c->d, state), dae_var_text(c->d, state)));
    note_differentiated(c->d, state);
    return NO_METHOD;
}

/* An equation, or a variable, of a partition; in the state of a machine that v is in. */
static void add_row(Clocks *c, VarId v, Expr value, int part)
{
    int k = clocks_equation(c, v, value, true, -1);
    c->d->eq.v[k].in_state = c->d->var.v[v].in_state;
    map_set(&c->late, c->a, (uint64_t)k + 1, (uint32_t)part + 1);
}

static VarId add_member(Clocks *c, VarId like, int part)
{
    VarId v = clocks_variable(c, c->d->var.v[like].type, true, 0, c->d->var.v[like].span);
    c->d->var.v[v].meaning = var_expr(c->d, like);
    c->d->var.v[v].in_state = c->d->var.v[like].in_state;
    map_set(&c->late_var, c->a, (uint64_t)v + 1, (uint32_t)part + 1);
    return v;
}

/* The equations of a partition at another point than the tick. */
typedef struct Stage {
    Clocks *c;
    int part;
    const Numbers *eq; /* its equations */
    double at;         /* the part of the interval between the last tick (0) and this one (1) */
    Map by;            /* variable + 1 -> its copy + 1 */
    Map *input;        /* what comes from outside -> the variable that keeps it + 1 */
} Stage;

static VarId copy_of(Stage *g, VarId v)
{
    uint32_t z = map_get(&g->by, (uint64_t)v + 1, 0);
    if (!z) {
        z = add_member(g->c, v, g->part) + 1;
        map_set(&g->by, g->c->a, (uint64_t)v + 1, z);
    }
    return z - 1;
}

/* An input between ticks: on the line of a Real, of others the value at the last tick. */
static Expr input_between(Stage *g, Expr now)
{
    Dae *d = g->c->d;
    ExprStore *s = d->store;
    uint32_t kept = map_get(g->input, now, 0);
    if (!kept) {
        Type t = expr_type(d->store, now);
        kept = clocks_variable(g->c, t, true, 0, g->c->part.v[g->part].why_clocked) + 1;
        map_set(&g->c->late_var, g->c->a, kept, (uint32_t)g->part + 1);
        map_set(g->input, g->c->a, now, kept);
        add_row(g->c, kept - 1, now, g->part);
    }
    Expr last = pre_expr(d, kept - 1);
    if (expr_type(s, now) != T_REAL)
        return last;
    return expr_add2(s, expr_mul2(s, expr_real(s, 1 - g->at), last),
                     expr_mul2(s, expr_real(s, g->at), now));
}

static bool is_copied(const Stage *g, VarId v)
{
    const Dae *d = g->c->d;
    return is_member(d, v) && d->var.v[v].type != T_CLOCK && part_of_var(g->c, v) == g->part;
}

static Expr array_in_stage(Stage *g, Expr e)
{
    Dae *d = g->c->d;
    ExprNode n = *expr_node(d->store, e);
    int64_t count = type_elements(expr_types(d->store), n.type);
    Expr *element = ARENA_ARRAY(g->c->a, Expr, count + 1);
    bool any = false;
    for (int64_t i = 0; i < count; i++) {
        VarId v = (VarId)(n.payload + (uint64_t)i);
        bool copied = is_copied(g, v);
        any = any || copied;
        element[i] = var_expr(d, copied ? copy_of(g, v) : v);
    }
    return any ? array_of(d->store, n.type, element) : e;
}

static Expr stage_node(void *arg, Expr old, Expr now)
{
    Stage *g = arg;
    Dae *d = g->c->d;
    ExprStore *s = d->store;
    ExprOp op = expr_op(s, old);
    if (op == EX_PREVIOUS || op == EX_PRE)
        return old;
    if (op == EX_VAR && is_copied(g, var_number(s, old)))
        return var_expr(d, copy_of(g, var_number(s, old)));
    if (op == EX_ARRVAR)
        return array_in_stage(g, old);
    if (g->at < 1 && (op == EX_CLOCKED || is_subclock(op)))
        return input_between(g, old);
    if (g->at == 1 || op != EX_TIME)
        return now;
    Expr h = clocks_interval(g->c, &g->c->part.v[g->part]);
    return expr_sub(s, old, expr_mul2(s, expr_real(s, 1 - g->at), h));
}

static void slot_in_stage(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Stage *g = arg;
    (void)stmt, (void)role;
    *slot = dae_rewrite(g->c->d, *slot, stage_node, g);
}

static DaeEq equation_in_stage(Stage *g, int k)
{
    Dae *d = g->c->d;
    DaeEq e = d->eq.v[k];
    e.written_lhs = e.written_rhs = 0;
    e.source = e.derivative = NONE;
    e.lhs = e.lhs ? dae_rewrite(d, e.lhs, stage_node, g) : 0;
    e.rhs = e.rhs ? dae_rewrite(d, e.rhs, stage_node, g) : 0;
    e.when = e.when ? dae_rewrite(d, e.when, stage_node, g) : 0;
    e.output = arena_copy(d->arena, e.output, (size_t)e.noutputs * sizeof *e.output);
    for (int i = 0; i < e.noutputs; i++)
        if (e.output[i] != NONE && is_copied(g, e.output[i]))
            e.output[i] = copy_of(g, e.output[i]);
    if (e.body) {
        e.body = body_copy(d->arena, e.body);
        body_slots(e.body, slot_in_stage, g);
    }
    return e;
}

/* All equations of the partition for the states x; gives the copies of their derivatives. */
static void add_stage(Stage *g, const Numbers *state, const Expr *x, VarId *slope)
{
    Clocks *c = g->c;
    Dae *d = c->d;
    for (int i = 0; i < state->n; i++)
        add_row(c, copy_of(g, (VarId)state->v[i]), x[i], g->part);
    for (int n = 0; n < g->eq->n; n++) {
        int k = g->eq->v[n];
        const DaeEq *e = &d->eq.v[k];
        if (e->initial || e->removed || e->kind >= EQ_ACTION ||
            (e->kind == EQ_SCALAR && expr_type(d->store, e->lhs) == T_CLOCK))
            continue;
        DaeEq copy = equation_in_stage(g, k);
        vec_push(d->arena, &d->eq, copy);
        map_set(&c->late, c->a, (uint64_t)d->eq.n, (uint32_t)g->part + 1);
    }
    for (int i = 0; i < state->n; i++)
        slope[i] = copy_of(g, d->var.v[state->v[i]].der_of);
}

/* The state plus `part` of an interval times a slope. */
static Expr advance(Clocks *c, int part, VarId x, double fraction, Expr slope)
{
    ExprStore *s = c->d->store;
    Expr h = clocks_interval(c, &c->part.v[part]);
    Expr step = expr_mul2(s, expr_mul2(s, expr_real(s, fraction), h), slope);
    return expr_add2(s, pre_expr(c->d, x), step);
}

/* The equations of the partition. */
static Numbers equations_of(Clocks *c, int part)
{
    Numbers eq = {0};
    for (int k = 0; k < c->d->eq.n; k++)
        if (part_of_eq(c, k) == part)
            vec_push(c->a, &eq, k);
    return eq;
}

/* Explicit methods: each stage begins with the slopes of the one before. */
static void explicit_slopes(Clocks *c, int part, Method m, const Numbers *state, Expr *slope)
{
    static const double at[] = {0.5, 0.5, 1}, weight[] = {2, 2, 1};
    Dae *d = c->d;
    ExprStore *s = d->store;
    Map input = {0};
    Numbers eq = equations_of(c, part);
    VarId *now = ARENA_ARRAY(c->a, VarId, state->n);
    Expr *x = ARENA_ARRAY(c->a, Expr, state->n), *sum = ARENA_ARRAY(c->a, Expr, state->n);
    for (int i = 0; i < state->n; i++)
        slope[i] = sum[i] = pre_expr(d, d->var.v[state->v[i]].der_of);
    int stages = m == EXPLICIT_MIDPOINT ? 1 : m == EXPLICIT_RUNGE_KUTTA ? 3 : 0;
    for (int k = 0; k < stages; k++) {
        Stage g = {c, part, &eq, at[k], {0}, &input};
        for (int i = 0; i < state->n; i++)
            x[i] = advance(c, part, (VarId)state->v[i], at[k], slope[i]);
        add_stage(&g, state, x, now);
        for (int i = 0; i < state->n; i++) {
            slope[i] = var_expr(d, now[i]);
            sum[i] = expr_add2(s, sum[i], expr_mul2(s, expr_real(s, weight[k]), slope[i]));
        }
    }
    for (int i = 0; i < state->n && m == EXPLICIT_RUNGE_KUTTA; i++)
        slope[i] = expr_mul2(s, expr_real(s, 1.0 / 6), sum[i]);
}

/* The sum of slopes of state i in all stages, the last of which is the tick. */
static Expr radau_slope(Stage *g, const double *a, VarId dx)
{
    Dae *d = g->c->d;
    Expr term[RADAU_STAGES];
    for (int j = 0; j < RADAU_STAGES; j++) {
        VarId slope = j < RADAU_STAGES - 1 ? copy_of(&g[j], dx) : dx;
        term[j] = expr_mul2(d->store, expr_real(d->store, a[j]), var_expr(d, slope));
    }
    return expr_add(d->store, RADAU_STAGES, term);
}

/* Radau IIA: at the first tick, where nothing is integrated, all stages are the tick itself. */
static void radau_slopes(Clocks *c, int part, const Numbers *state, Expr *slope)
{
    enum { COPIES = RADAU_STAGES - 1 };
    Dae *d = c->d;
    RadauTable r = radau_table();
    Map input = {0};
    Numbers eq = equations_of(c, part);
    VarId *now = ARENA_ARRAY(c->a, VarId, state->n);
    Expr *x = ARENA_ARRAY(c->a, Expr, state->n);
    Stage g[COPIES];
    for (int k = 0; k < COPIES; k++)
        g[k] = (Stage){c, part, &eq, r.c[k], {0}, &input};
    for (int k = 0; k < COPIES; k++) {
        for (int i = 0; i < state->n; i++) {
            VarId v = (VarId)state->v[i];
            Expr next = advance(c, part, v, 1, radau_slope(g, r.a[k], d->var.v[v].der_of));
            x[i] = expr_if(d->store, clocks_first(c, &c->part.v[part]), pre_expr(d, v), next);
        }
        add_stage(&g[k], state, x, now);
    }
    for (int i = 0; i < state->n; i++)
        slope[i] = radau_slope(g, r.a[COPIES], d->var.v[state->v[i]].der_of);
}

/* The mean slope over the interval, of each state (specification, 16.8.2). */
static void mean_slopes(Clocks *c, int part, Method m, const Numbers *state, Expr *slope)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    if (m == EXTERNAL)
        radau_slopes(c, part, state, slope);
    else if (m < IMPLICIT_EULER)
        explicit_slopes(c, part, m, state, slope);
    for (int i = 0; i < state->n && (m == IMPLICIT_EULER || m == IMPLICIT_TRAPEZOID); i++) {
        Expr own = var_expr(d, d->var.v[state->v[i]].der_of);
        Expr both = expr_add2(s, own, pre_expr(d, d->var.v[state->v[i]].der_of));
        slope[i] = m == IMPLICIT_EULER ? own : expr_mul2(s, expr_real(s, 0.5), both);
    }
}

/* The equation of a state at a tick; `condition` is 0 at the first one in its place, if it is
 * given. */
static void add_step(Clocks *c, int part, const Reinits *all, VarId x, Expr condition, Expr slope)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    int in = d->var.v[x].in_state;
    Expr begins =
        in ? var_expr(d, d->machine_state.v[in - 1].reset) : clocks_first(c, &c->part.v[part]);
    Expr next = advance(c, part, x, 1, slope);
    if (!condition) {
        Expr first = in ? expr_to_real(s, dae_start(d, x)) : pre_expr(d, x);
        next = clocks_restarted(c, part, all, x, expr_if(s, begins, first, next));
        add_row(c, x, next, part);
        return;
    }
    next = clocks_restarted(c, part, all, x, next);
    add_row(c, x, next, part);
    DaeEq *e = &d->eq.v[d->eq.n - 1];
    change_sides(e, expr_if(s, begins, condition, expr_sub(s, var_expr(d, x), next)),
                 expr_real(s, 0));
}

/* States at a tick from the values at the tick before; derivatives are variables like others. */
static void discretize(Clocks *c, int part, Method m, const Numbers *state, const Map *begins)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    Expr *slope = ARENA_ARRAY(c->a, Expr, state->n);
    Reinits all = {0};
    mean_slopes(c, part, m, state, slope);
    clocks_find_reinits(c, part, &all);
    for (int i = 0; i < state->n && !c->failed; i++) {
        VarId x = (VarId)state->v[i], dx = d->var.v[x].der_of;
        d->var.v[x].der_of = d->var.v[dx].int_of = NONE;
        if (dx >= d->nflat) {
            d->var.v[dx].hidden = true;
            d->var.v[dx].meaning = expr_make(s, EX_DER, T_REAL, 0, 0, 1, (Expr[]){var_expr(d, x)});
        }
        add_step(c, part, &all, x, map_get(begins, (uint64_t)x + 1, 0), slope[i]);
    }
}

static Numbers states_of(Clocks *c, int part)
{
    Numbers state = {0};
    for (int v = 0; v < c->d->var.n; v++)
        if (part_of_var(c, (VarId)v) == part && c->d->var.v[v].der_of != NONE)
            vec_push(c->a, &state, v);
    return state;
}

/* Where continuous equations are on a clock, and nothing says how they are solved, the method is
 * that of the clocks they are linked with. */
static void infer_solvers(Clocks *c)
{
    bool more = true;
    for (int round = 0; more && round < c->part.n; round++) {
        more = false;
        for (int i = 0; i < c->link.n; i++) {
            Part *a = &c->part.v[c->link.v[i].from], *b = &c->part.v[c->link.v[i].to];
            if (c->link.v[i].solver || !a->solver == !b->solver)
                continue;
            if (a->solver)
                b->solver = a->solver;
            else
                a->solver = b->solver;
            more = true;
        }
    }
}

/* Initial equations that are left are solved before the first tick, where what is computed at ticks
 * has no value yet: they may be about states, which keep it (16.9). */
static void check_initial(Clocks *c, const Map *states)
{
    Dae *d = c->d;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *e = &d->eq.v[k];
        VarVec used = e->initial && !e->removed ? vars_of_eq(d, c->a, k) : (VarVec){0};
        for (int i = 0; i < used.n; i++) {
            VarId v = used.v[i];
            int part = is_member(d, v) ? part_of_var(c, v) : -1;
            if (part < 0 || !c->part.v[part].clocked || map_get(states, (uint64_t)v + 1, 0))
                continue;
            clocks_report(
                c, e->span,
                arena_printf(d->arena,
                             c->part.v[part].discretized
                                 ? "`%s` has its first value at the first tick of a clock: an "
                                   "initial equation for it can only use variables of its clock "
                                   "and parameters that are given"
                                 : "`%s` is on a clock and cannot be used in initial equations; "
                                   "previous(%s) is its start value at the first tick",
                             dae_var_text(d, v), dae_var_text(d, v)));
            break;
        }
    }
}

void clocks_discretize(Clocks *c)
{
    Dae *d = c->d;
    VarId *first = ARENA_ARRAY(c->a, VarId, c->part.n); /* state + 1 */
    Map states = {0};
    infer_solvers(c);
    for (int v = c->nvars - 1; v >= 0; v--)
        if (c->part.v[c->part_of[v]].clocked && d->var.v[v].der_of != NONE)
            first[c->part_of[v]] = (VarId)v + 1;
    for (int i = 0; i < c->part.n; i++) {
        Map begins = {0};
        Method m = first[i] ? method_of(c, i, first[i] - 1) : NO_METHOD;
        if (m == NO_METHOD || c->failed)
            continue;
        c->part.v[i].discretized = true;
        clocks_reduce(c, i, &begins);
        Numbers state = states_of(c, i);
        for (int k = 0; k < state.n; k++)
            map_set(&states, c->a, (uint64_t)state.v[k] + 1, 1);
        if (!c->failed)
            discretize(c, i, m, &state, &begins);
    }
    if (!c->failed)
        check_initial(c, &states);
}
