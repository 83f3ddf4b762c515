/* clocks_index.c - index reduction of differential equations on a clock.
 *
 * Solver methods are defined for ordinary differential equations (specification, 16.8.2), so
 * constraints between states are differentiated first. A partition is made a model of its own, in
 * which what comes from outside or from earlier ticks is an input; the passes alias, exact, index
 * and states work on it as on any other. If they find constraints, the equations and variables they
 * leave take the place of those of the partition. Start values that are fixed hold at the
 * first tick: and so do initial equations: where one is not about states alone, matching says which
 * state it determines instead of that state's own start value. As costly as the passes. */
#include "dae/clocks_internal.h"
#include "dae/problem.h"

typedef struct Reduced {
    Clocks *c;
    int part;
    Dae *d;      /* the partition as a model */
    Numbers eq;  /* its first equations, in the model */
    Map input;   /* what comes from outside -> its input + 1 */
    Map outside; /* input + 1 -> what comes from outside */
    int nvars;   /* variables of the model before */
} Reduced;

/* ---- The partition as a model ---- */

static VarId input_for(Reduced *r, Expr e)
{
    uint32_t v = map_get(&r->input, e, 0);
    if (!v) {
        v = dae_new_var(r->d, expr_type(r->d->store, e), DV_INPUT) + 1;
        r->d->var.v[v - 1].hidden = true;
        r->d->var.v[v - 1].meaning = e;
        map_set(&r->input, r->c->a, e, v);
        map_set(&r->outside, r->c->a, v, e);
    }
    return v - 1;
}

static Expr take_input(void *arg, Expr old, Expr now)
{
    Reduced *r = arg;
    ExprOp op = expr_op(r->d->store, old);
    bool outside = op == EX_CLOCKED || op == EX_PREVIOUS || op == EX_PRE || op == EX_INTERVAL ||
                   op == EX_FIRSTTICK ||
                   (is_subclock(op) && expr_type(r->d->store, old) != T_CLOCK);
    return outside ? var_expr(r->d, input_for(r, old)) : now;
}

static Expr give_input(void *arg, Expr old, Expr now)
{
    const Reduced *r = arg;
    const ExprStore *s = r->c->d->store;
    uint32_t e =
        expr_op(s, old) == EX_VAR ? map_get(&r->outside, (uint64_t)var_number(s, old) + 1, 0) : 0;
    return e ? e : now;
}

typedef struct SlotRule {
    Reduced *r;
    NodeRule *rule;
} SlotRule;

static void rewrite_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    SlotRule *w = arg;
    (void)stmt;
    if (role == SLOT_VALUE)
        *slot = dae_rewrite(w->r->d, *slot, w->rule, w->r);
}

static void rewrite_sides(Reduced *r, DaeEq *e, NodeRule *rule)
{
    Expr *slot[] = {&e->lhs,   &e->rhs,         &e->when,       &e->message,
                    &e->level, &e->written_lhs, &e->written_rhs};
    for (size_t i = 0; i < sizeof slot / sizeof *slot; i++)
        if (*slot[i])
            *slot[i] = dae_rewrite(r->d, *slot[i], rule, r);
    if (e->body)
        body_slots(e->body, rewrite_slot, &(SlotRule){r, rule});
}

static bool is_of_part(const Reduced *r, VarId v)
{
    const Dae *d = r->c->d;
    return is_member(d, v) && d->var.v[v].type != T_CLOCK && part_of_var(r->c, v) == r->part;
}

/* Whether an initial equation is about variables of the partition, and no others but parameters. */
static bool is_initial_of(const Reduced *r, const DaeEq *e)
{
    if (e->kind != EQ_SCALAR)
        return false;
    VarList used = expr_vars(r->d->store, r->c->a, 2, (Expr[]){e->lhs, e->rhs});
    bool any = false;
    for (int i = 0; i < used.n; i++) {
        const DaeVar *v = &r->c->d->var.v[used.var[i]];
        bool of_part = is_of_part(r, used.var[i]);
        any = any || of_part;
        if (!of_part && (v->kind > DV_PARAMETER || (v->kind == DV_PARAMETER && !v->fixed)))
            return false;
    }
    return any;
}

static Dae *open_model(Reduced *r)
{
    const Dae *from = r->c->d;
    Arena *a = from->arena;
    Dae *d = r->d = arena_copy(a, from, sizeof *d);
    d->walk = NULL;
    d->value = NULL;
    d->nvalues = d->value_room = 0;
    d->eq.v = NULL;
    d->eq.n = d->eq.cap = d->hint.n = d->relax_mark.n = d->naliases = 0;
    d->var.v = arena_copy(a, from->var.v, (size_t)from->var.n * sizeof *from->var.v);
    d->var.cap = d->var.n;
    for (int v = 0; v < r->nvars; v++)
        if (from->var.v[v].kind > DV_PARAMETER && !is_of_part(r, (VarId)v))
            d->var.v[v].kind = DV_INPUT;
    for (int k = 0; k < from->eq.n; k++) {
        const DaeEq *e = &from->eq.v[k];
        if (e->removed ||
            (e->initial ? !is_initial_of(r, e)
                        : part_of_eq(r->c, k) != r->part ||
                              (e->kind == EQ_SCALAR && expr_type(d->store, e->lhs) == T_CLOCK)))
            continue;
        DaeEq copy = *e;
        copy.output = arena_copy(a, e->output, (size_t)e->noutputs * sizeof *e->output);
        copy.body = e->body ? body_copy(a, e->body) : NULL;
        rewrite_sides(r, &copy, take_input);
        vec_push(a, &d->eq, copy);
        vec_push(r->c->a, &r->eq, k);
    }
    return d;
}

/* Whether the passes have found constraints: fewer states, or equations that are derivatives. */
static bool is_reduced(const Reduced *r)
{
    int nstates = 0;
    for (int v = 0; v < r->nvars; v++)
        nstates += is_of_part(r, (VarId)v) && r->c->d->var.v[v].der_of != NONE;
    bool reduced = r->d->nstates != nstates;
    for (int k = 0; k < r->d->eq.n; k++)
        reduced = reduced || r->d->eq.v[k].ndiff;
    return reduced;
}

/* ---- Conditions at the first tick ---- */

typedef struct Condition {
    VarId var; /* whose fixed start value it is, or */
    int eq;    /* ... an initial equation of the model */
    Span span;
} Condition;

static bool is_fixed_start(const Dae *d, VarId v)
{
    const DaeVar *x = &d->var.v[v];
    return x->alias == NONE && x->type == T_REAL && x->fixed && x->start &&
           (x->kind == DV_ALGEBRAIC || x->kind == DV_DERIVATIVE);
}

/* Whether an initial equation is about what the states of the partition determine. */
static bool is_about_others(const Reduced *r, const DaeEq *e)
{
    VarList used = expr_vars(r->d->store, r->c->a, 2, (Expr[]){e->lhs, e->rhs});
    for (int i = 0; i < used.n; i++) {
        const DaeVar *v = &r->d->var.v[used.var[i]];
        if (v->kind == DV_ALGEBRAIC || v->kind == DV_DERIVATIVE)
            return true;
    }
    return false;
}

typedef VEC(Condition) Conditions;

/* Fixed start values and initial equations that are not about states alone. */
static Conditions conditions_of(Reduced *r)
{
    Dae *d = r->d;
    Conditions all = {0};
    for (int v = 0; v < d->var.n; v++)
        if ((v >= r->nvars || is_of_part(r, (VarId)v)) && is_fixed_start(d, (VarId)v))
            vec_push(r->c->a, &all, ((Condition){(VarId)v, -1, d->var.v[v].span}));
    for (int k = 0; k < r->eq.n; k++)
        if (d->eq.v[k].initial && !d->eq.v[k].removed && is_about_others(r, &d->eq.v[k]))
            vec_push(r->c->a, &all, ((Condition){NONE, k, d->eq.v[k].span}));
    return all;
}

/* The states that such conditions determine, in place of their own start values: at the first tick
 * what is fixed is known, and so are states but for as many as it takes. */
static Numbers states_determined(Reduced *r, const Conditions *all)
{
    Dae *d = r->d;
    Numbers taken = {0};
    bool *may = ARENA_ARRAY(r->c->a, bool, d->var.n + 1);
    uint8_t *was = ARENA_ARRAY(r->c->a, uint8_t, d->var.n + 1);
    for (int v = 0; v < d->var.n; v++) {
        was[v] = d->var.v[v].kind;
        may[v] = was[v] == DV_STATE && !d->var.v[v].fixed && d->var.v[v].alias == NONE;
        d->var.v[v].kind = may[v] ? DV_ALGEBRAIC : d->var.v[v].kind;
    }
    for (int i = 0; i < all->n; i++)
        if (all->v[i].var != NONE)
            d->var.v[all->v[i].var].kind = DV_INPUT;
        else
            d->eq.v[all->v[i].eq].initial = false;
    Problem *p = problem_open(d, SYSTEM_SIMULATION);
    problem_of_simulation(p, d, p->a);
    Pattern some = solvable_part(p->a, &p->p), every = some;
    uint8_t *kind = ARENA_ARRAY(p->a, uint8_t, some.ptr[some.nrows] + 1);
    for (int i = 0; i < some.ptr[some.nrows]; i++)
        kind[i] = may[p->col.v[some.col[i]]];
    some.kind = every.kind = kind;
    match_rows(&some, 1, NULL, p->row_col, p->col_row);
    match_rows(&every, 3, NULL, p->row_col, p->col_row);
    for (int k = 0; k < p->col.n; k++)
        if (may[p->col.v[k]] && p->col_row[k] >= 0)
            vec_push(r->c->a, &taken, (int)p->col.v[k]);
    problems_close(d);
    for (int v = 0; v < d->var.n; v++)
        d->var.v[v].kind = was[v];
    for (int i = 0; i < all->n; i++)
        if (all->v[i].eq >= 0)
            d->eq.v[all->v[i].eq].initial = true;
    return taken;
}

/* What is 0 at the first tick by a condition, in the model that the partition is of. */
static Expr condition_residual(const Reduced *r, const Condition *c)
{
    Dae *d = r->c->d;
    if (c->var != NONE)
        return expr_sub(d->store, var_expr(d, c->var),
                        expr_to_real(d->store, dae_start(d, c->var)));
    const DaeEq *e = &d->eq.v[r->eq.v[c->eq]];
    return expr_sub(d->store, e->lhs, e->rhs);
}

/* begins: state + 1 -> what is 0 at the first tick in its place. */
static void pair_conditions(Reduced *r, const Conditions *all, const Numbers *taken, Map *begins)
{
    Dae *d = r->c->d;
    for (int i = 0; i < all->n; i++) {
        const Condition *c = &all->v[i];
        if (i < taken->n)
            map_set(begins, r->c->a, (uint64_t)taken->v[i] + 1, condition_residual(r, c));
        else if (c->var != NONE)
            diag_warning(
                d->ctx->diags, c->span,
                "the fixed start value of `%s` is not used: other fixed start values determine "
                "everything at the first tick of its clock",
                dae_var_text(d, c->var));
        else
            clocks_report(r->c, c->span,
                          "this initial equation is one too many: fixed start values and other "
                          "initial equations determine everything at the first tick of the clock");
        if (c->eq >= 0)
            d->eq.v[r->eq.v[c->eq]].removed = true;
    }
}

/* ---- What the passes have left ---- */

static void add_equation(Reduced *r, DaeEq e)
{
    Dae *d = r->c->d;
    vec_push(d->arena, &d->eq, e);
    map_set(&r->c->late, r->c->a, (uint64_t)d->eq.n, (uint32_t)r->part + 1);
}

static void add_value(Reduced *r, VarId v, Expr value)
{
    Dae *d = r->c->d;
    add_equation(r, DAE_EQ(.kind = EQ_SCALAR, .lhs = var_expr(d, v), .rhs = value,
                           .span = d->var.v[v].span, .in_state = d->var.v[v].in_state,
                           .discrete = d->var.v[v].type != T_REAL));
}

/* What was eliminated is computed by an equation again. */
static void take_variable(Reduced *r, VarId v, DaeVar now)
{
    Dae *d = r->c->d;
    DaeVar *var = &d->var.v[v];
    DaeVarKind was = (DaeVarKind)var->kind;
    VarId root = now.alias;
    bool constant = now.kind == DV_CONSTANT && was != DV_CONSTANT;
    Expr value = constant ? now.binding : 0;
    if (root != NONE && !constant)
        value = now.alias_sign < 0 ? (now.type == T_BOOL ? expr_not(d->store, var_expr(d, root))
                                                         : expr_neg(d->store, var_expr(d, root)))
                                   : var_expr(d, root);
    now.alias = NONE;
    now.alias_sign = 1;
    now.binding = var->binding;
    now.was_variable = var->was_variable;
    now.kind = value ? (uint8_t)(is_mode_var(var) ? DV_DISCRETE : DV_ALGEBRAIC) : now.kind;
    bool derivative = now.int_of != NONE && v >= d->nflat;
    if (derivative) {
        now.hidden = true;
        now.meaning =
            expr_make(d->store, EX_DER, T_REAL, 0, 0, 1, (Expr[]){var_expr(d, now.int_of)});
    }
    if (now.kind != DV_STATE)
        now.der_of = NONE;
    now.int_of = NONE;
    *var = now;
    if (value)
        add_value(r, v, value);
}

static void take_variables(Reduced *r)
{
    Dae *d = r->c->d;
    for (int v = r->nvars; v < r->d->var.n; v++) {
        vec_push(d->arena, &d->var, r->d->var.v[v]);
        if (r->d->var.v[v].kind == DV_INPUT) {
            d->var.v[v].kind = DV_CONSTANT;
            d->var.v[v].binding = expr_real(d->store, 0);
            d->var.v[v].type = T_REAL;
            d->var.v[v].unused = true;
        } else {
            map_set(&r->c->late_var, r->c->a, (uint64_t)v + 1, (uint32_t)r->part + 1);
        }
    }
    for (int v = 0; v < d->var.n; v++)
        if (is_of_part(r, (VarId)v))
            take_variable(r, (VarId)v, r->d->var.v[v]);
}

static void take_equations(Reduced *r)
{
    for (int i = 0; i < r->d->eq.n; i++) {
        DaeEq e = r->d->eq.v[i];
        rewrite_sides(r, &e, give_input);
        e.source = e.derivative = NONE;
        e.ndiff = 0;
        if (i < r->eq.n)
            r->c->d->eq.v[r->eq.v[i]] = e;
        else if (!e.removed)
            add_equation(r, e);
    }
}

static bool check_sets(Reduced *r)
{
    const Dae *d = r->d;
    for (int i = 0; i < d->set.n; i++) {
        if (d->set.v[i].decided)
            continue;
        clocks_report(r->c, d->var.v[d->set.v[i].x[d->set.v[i].ngiven]].span,
                      "which variables are integrated depends on where the model is, which is not "
                      "supported on a clock: mark them with stateSelect = StateSelect.always");
        return false;
    }
    return true;
}

void clocks_reduce(Clocks *c, int part, Map *begins)
{
    Reduced r = {.c = c, .part = part, .nvars = c->d->var.n};
    Dae *d = open_model(&r);
    bool good = dae_alias(d) && dae_exact(d) && dae_index(d) && dae_states(d);
    problems_close(d);
    c->failed = c->failed || !good;
    if (!good || !check_sets(&r))
        return;
    Conditions all = conditions_of(&r);
    Numbers taken = all.n ? states_determined(&r, &all) : (Numbers){0};
    if (is_reduced(&r)) {
        take_variables(&r);
        take_equations(&r);
    }
    pair_conditions(&r, &all, &taken, begins);
}
