/* initial.c - the initial problem: everything at the start time from start values and initial
 * equations (Modelica 8.6).
 *
 * Unknowns are those of the simulation, the states, parameters with fixed = false, and pre(v) where
 * it is used. Rows are the equations of the simulation in their initial form - initial() is true, a
 * `when` without it is not active -, initial equations, and fixed start values. What these leave
 * open is filled by start values that are not fixed, group by group in order of preference. The
 * matching begins with the pairs of the simulation, so that a model with fixed states is solved as
 * it is simulated. Near-linear. */
#include "dae/blocks.h"
#include "dae/diagnose.h"

#include <math.h>

typedef VEC(Row) Rows;

typedef struct Init {
    Dae *d;
    Arena *a;
    Rows row;
    Expr initial, truth;
    bool *free;   /* [nvars] parameters that are unknown */
    int from;     /* row + 1 of the simulation at hand; 0: none */
    bool delayed; /* there was a delay in the equation at hand */
} Init;

static Init init_open(Dae *d, Arena *a)
{
    return (Init){.d = d,
                  .a = a,
                  .initial = expr_make(d->store, EX_INITIAL, T_BOOL, 0, 0, 0, NULL),
                  .truth = expr_bool(d->store, true)};
}

/* ---- pre(v) ---- */

static uint32_t pre_variable(Dae *d, uint32_t v)
{
    if (d->var.v[v].pre_var != NONE)
        return d->var.v[v].pre_var;
    Type type = d->var.v[v].type;
    uint32_t p = dae_new_var(d, type, DV_AUXILIARY);
    Expr x = expr_var(d->store, type, v);
    d->var.v[p].hidden = true;
    d->var.v[p].span = d->var.v[v].span;
    d->var.v[p].pre_of = v;
    d->var.v[p].meaning = expr_make(d->store, EX_PRE, type, 0, 0, 1, &x);
    d->var.v[v].pre_var = p;
    return p;
}

static bool is_pre(const ExprStore *s, Expr e)
{
    return expr_op(s, e) == EX_PRE && expr_op(s, expr_arg(s, e, 0)) == EX_VAR;
}

static void note_pre(void *arg, Expr e)
{
    Init *w = arg;
    if (!is_pre(w->d->store, e))
        return;
    uint32_t v = var_number(w->d->store, expr_arg(w->d->store, e, 0));
    if (!w->d->var.v[v].hidden) /* hidden: condition of a `when` in an algorithm, see push_object */
        pre_variable(w->d, v);
}

/* ---- Initial form of expressions ---- */

static Expr initial_node(void *arg, Expr old, Expr now)
{
    Init *w = arg;
    if (old == w->initial)
        return w->truth;
    if (expr_op(w->d->store, now) == EX_DELAY) { /* expr at the start (3.7.4.2) */
        w->delayed = true;
        return expr_arg(w->d->store, now, 0);
    }
    if (!is_pre(w->d->store, old))
        return now;
    uint32_t v = var_number(w->d->store, expr_arg(w->d->store, old, 0));
    return expr_var(w->d->store, w->d->var.v[v].type, pre_variable(w->d, v));
}

static Expr initial_form(Init *w, Expr e)
{
    return dae_rewrite(w->d, e, initial_node, w);
}

/* In the condition of a `when`: pre(b) is b, so that its edges are false. */
static Expr condition_node(void *arg, Expr old, Expr now)
{
    Init *w = arg;
    ExprStore *s = w->d->store;
    if (old == w->initial)
        return w->truth;
    if (is_pre(s, old))
        return expr_arg(s, old, 0);
    if (expr_op(s, now) != EX_AND)
        return now;
    uint32_t n = expr_node(s, now)->nargs;
    for (uint32_t i = 0; i < n; i++) {
        Expr opposite = expr_not(s, expr_arg(s, now, i));
        for (uint32_t k = 0; k < i; k++)
            if (expr_arg(s, now, k) == opposite)
                return expr_bool(s, false);
    }
    return now;
}

/* v = if edge(c1) then e1 elseif edge(c2) then e2 else pre(v) */
static Expr when_form(Init *w, Expr e)
{
    ExprStore *s = w->d->store;
    VEC(Expr) condition = {0}, value = {0};
    while (expr_op(s, e) == EX_IF) {
        vec_push(w->a, &condition, dae_rewrite(w->d, expr_arg(s, e, 0), condition_node, w));
        vec_push(w->a, &value, expr_arg(s, e, 1));
        e = expr_arg(s, e, 2);
    }
    for (int i = condition.n - 1; i >= 0; i--)
        e = expr_if(s, condition.v[i], value.v[i], e);
    return e;
}

/* ---- Rows ---- */

static void add_equation(Init *w, int k)
{
    Dae *d = w->d;
    const DaeEq *eq = &d->eq.v[k];
    Expr rhs = eq->rhs;
    bool when = eq->discrete && expr_op(d->store, eq->lhs) == EX_VAR &&
                d->var.v[var_number(d->store, eq->lhs)].appears_in_when;
    if (when && !eq->initial)
        rhs = when_form(w, rhs);
    w->delayed = false;
    Expr lhs = initial_form(w, eq->lhs);
    rhs = initial_form(w, rhs);
    bool real = expr_type(d->store, lhs) == T_REAL;
    if (w->delayed &&
        (lhs == rhs || (real && expr_is_zero(d->store, expr_sub(d->store, lhs, rhs)))))
        return; /* x = delay(x, T): says nothing at the start */
    vec_push(w->a, &w->row, ((Row){ROW_EQUATION, k, -1, lhs, rhs, 0, w->from, 0}));
}

static bool is_inactive(Init *w, Expr condition)
{
    Expr c = condition ? dae_rewrite(w->d, condition, condition_node, w) : 0;
    return c && expr_op(w->d->store, c) == EX_BOOL && !expr_node(w->d->store, c)->payload;
}

static bool is_inactive_when(Init *w, const Stmt *s)
{
    for (int k = 0; k < s->nbranches; k++)
        if (!is_inactive(w, s->branch[k].condition))
            return false;
    return s->kind == ST_IF;
}

/* The variable a statement gives the condition of a `when`; NONE if it is another statement. */
static uint32_t condition_assigned(Dae *d, const Stmt *s)
{
    if (s->kind != ST_ASSIGN || expr_op(d->store, s->target[0]) != EX_VAR)
        return NONE;
    uint32_t v = var_number(d->store, s->target[0]);
    return d->var.v[v].hidden && d->var.v[v].type == T_BOOL ? v : NONE;
}

/* An algorithm of nothing but `when` statements that are not active at the start. */
static bool is_idle(Init *w, const DaeEq *eq)
{
    if (eq->initial)
        return false;
    if (!eq->body)
        return is_inactive(w, eq->when);
    for (int i = 0; i < eq->body->nbody; i++) {
        const Stmt *s = eq->body->body[i];
        if (condition_assigned(w->d, s) != NONE)
            continue;
        if (!is_inactive_when(w, s))
            return false;
    }
    return true;
}

/* Its outputs keep their values; the conditions are computed. */
static Row idle_row(Init *w, int k, uint32_t v)
{
    Dae *d = w->d;
    const Func *body = d->eq.v[k].body;
    Row row = {.eq = k, .output = -1, .lhs = expr_var(d->store, d->var.v[v].type, v)};
    for (int i = 0; body && i < body->nbody && !row.rhs; i++)
        if (condition_assigned(d, body->body[i]) == v)
            row.rhs = initial_form(w, body->body[i]->value);
    if (!row.rhs)
        row.rhs = expr_var(d->store, d->var.v[v].type, pre_variable(d, v));
    return row;
}

typedef struct Assigned {
    Dae *d;
    Map var;
    Arena *a;
} Assigned;

static void note_target(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Assigned *w = arg;
    (void)stmt;
    if (role != SLOT_TARGET)
        return;
    const ExprNode *n = expr_node(w->d->store, *slot);
    if (n->op == EX_INDEX)
        n = expr_node(w->d->store, expr_arg(w->d->store, *slot, 0));
    int64_t scalars = n->op == EX_VAR      ? 1
                      : n->op == EX_ARRVAR ? type_scalars(expr_types(w->d->store), n->type)
                                           : 0;
    for (int64_t i = 0; i < scalars; i++)
        map_set(&w->var, w->a, n->payload + (uint64_t)i + 1, 1);
}

/* An algorithm without the `when` statements that are not active at the start: an equation of its
 * own, whose number is returned. What only they assign is not among its outputs any more. */
static int started_form(Init *w, int k)
{
    Dae *d = w->d;
    DaeEq eq = d->eq.v[k];
    if (!eq.body || eq.initial || eq.kind != EQ_ALGORITHM)
        return k;
    Func *body = ARENA_NEW(d->arena, Func);
    *body = *eq.body;
    body->body = ARENA_ARRAY(d->arena, Stmt *, eq.body->nbody);
    body->nbody = 0;
    for (int i = 0; i < eq.body->nbody; i++)
        if (!is_inactive_when(w, eq.body->body[i]))
            body->body[body->nbody++] = eq.body->body[i];
    if (body->nbody == eq.body->nbody)
        return k;
    Assigned assigned = {.d = d, .a = w->a};
    body_slots(body, note_target, &assigned);
    const VarId *output = eq.output;
    int n = eq.noutputs;
    eq.output = ARENA_ARRAY(d->arena, VarId, n);
    eq.noutputs = 0;
    for (int i = 0; i < n; i++)
        if (map_get(&assigned.var, (uint64_t)output[i] + 1, 0))
            eq.output[eq.noutputs++] = output[i];
    eq.body = body;
    eq.removed = true; /* from all but the initial problem */
    eq.form_of = k + 1;
    vec_push(d->arena, &d->eq, eq);
    return d->eq.n - 1;
}

static void add_object(Init *w, int k)
{
    Dae *d = w->d;
    bool idle = is_idle(w, &d->eq.v[k]);
    int now = idle ? k : started_form(w, k);
    const DaeEq *eq = &d->eq.v[now];
    if (eq->body && !idle)
        body_nodes(d->store, eq->body, note_pre, w);
    else if (!idle)
        expr_visit(d->store, eq->rhs, note_pre, w);
    Rows kept = {0}; /* the rows of an object stand side by side */
    for (int i = 0, at = 0; i < d->eq.v[k].noutputs; i++) {
        VarId v = d->eq.v[k].output[i];
        if (v == NONE)
            continue;
        bool given =
            !idle && (now == k || (at < d->eq.v[now].noutputs && d->eq.v[now].output[at] == v));
        Row row = {.kind = ROW_OBJECT, .eq = now, .output = now == k ? i : at};
        if (!given)
            row = idle_row(w, k, v);
        at += given;
        row.from = w->from ? w->from++ : 0;
        vec_push(w->a, given ? &w->row : &kept, row);
    }
    for (int i = 0; i < kept.n; i++)
        vec_push(w->a, &w->row, kept.v[i]);
}

static void add_any(Init *w, int k)
{
    const DaeEq *eq = &w->d->eq.v[k];
    if (eq->kind == EQ_SCALAR)
        add_equation(w, k);
    else if (eq->kind == EQ_CALL || eq->kind == EQ_ALGORITHM)
        add_object(w, k);
}

/* The rows of the simulation in their initial form. */
static void add_simulation(Init *w, const Problem *sim)
{
    for (int r = 0; r < sim->row.n; r++) {
        const Row *row = &sim->row.v[r];
        bool with_last = r && row->kind == ROW_OBJECT && sim->row.v[r - 1].eq == row->eq;
        w->from = r + 1;
        if (!with_last) /* an object adds the rows of all its outputs */
            add_any(w, row->eq);
    }
    w->from = 0;
}

/* What `when` clauses do besides giving values, where they are active at the start. `add`: with
 * `when` in its initial form, once; else what it reads is noted. */
static void start_actions(Init *w, bool add)
{
    Dae *d = w->d;
    for (int k = 0, n = d->eq.n; k < n; k++) {
        DaeEq eq = d->eq.v[k];
        if (eq.kind != EQ_ACTION || eq.removed || eq.initial || is_inactive(w, eq.when))
            continue;
        body_nodes(d->store, eq.body, note_pre, w);
        eq.initial = true;
        eq.when = eq.when ? dae_rewrite(d, eq.when, condition_node, w) : 0;
        if (add)
            vec_push(d->arena, &d->eq, eq);
    }
}

static void add_initial_equations(Init *w)
{
    for (int k = 0; k < w->d->eq.n; k++)
        if (!w->d->eq.v[k].removed && w->d->eq.v[k].initial)
            add_any(w, k);
}

static bool is_free(void *arg, uint32_t var)
{
    return ((const bool *)arg)[var];
}

static bool depends_on_free(Init *w, Expr e)
{
    return w->free && dae_any_var(w->d, e, is_free, w->free);
}

/* `unknown` (v, or pre(v)) = start of v. Start values are read at run time, so that they can be
 * set, unless they depend on parameters that are unknown. */
static void add_start(Init *w, uint32_t unknown, uint32_t v)
{
    Dae *d = w->d;
    Expr x = expr_var(d->store, d->var.v[unknown].type, unknown), start = dae_start(d, v);
    uint32_t of = depends_on_free(w, start) ? 0 : v + 1;
    vec_push(w->a, &w->row, ((Row){ROW_START, -1, -1, x, start, of, 0, 0}));
}

/* ---- Parameters ---- */

/* Parameters that are not fixed, and those that depend on them. */
static void find_free_parameters(Init *w)
{
    Dae *d = w->d;
    int n = 0;
    bool *free = ARENA_ARRAY(w->a, bool, d->var.n + 1);
    for (int i = 0; i < d->var.n; i++) {
        free[i] = d->var.v[i].kind == DV_PARAMETER && !d->var.v[i].fixed;
        n += free[i];
    }
    if (!n)
        return;
    w->free = free;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < d->var.n; i++) {
            const DaeVar *v = &d->var.v[i];
            if (free[i] || v->kind != DV_PARAMETER || !v->binding ||
                !depends_on_free(w, v->binding))
                continue;
            free[i] = more = true;
        }
    }
    for (int i = 0; i < d->var.n; i++)
        d->var.v[i].sought = free[i];
}

/* An equation of ours: the value of a variable. */
static void add_own(Init *w, uint32_t v, Expr value)
{
    Expr x = expr_var(w->d->store, w->d->var.v[v].type, v);
    vec_push(w->a, &w->row, ((Row){ROW_EQUATION, -1, -1, x, value, 0, 0, 0}));
}

static void add_parameter_bindings(Init *w)
{
    Dae *d = w->d;
    for (uint32_t i = 0; w->free && i < (uint32_t)d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (w->free[i] && v->fixed)
            add_own(w, i, v->binding);
    }
}

/* ---- Conditions by groups ----
 *
 * Which candidates of a set of states are conditions depends on the position: where their start
 * values are the only conditions, the run time decides it (sets_begin in rt/sets.c), and the rows
 * are `state[i] = start`, for so many states as there are. */

static bool is_kept(const DaeVar *v)
{
    return v->alias == NONE && v->kind >= DV_STATE && v->kind <= DV_DISCRETE;
}

static bool start_given(const DaeVar *v)
{
    return v->start && v->start_level != LEVEL_NONE;
}

/* How many candidates of a set are fixed, or else have start values that are given. */
static int count_candidates(const Dae *d, const StateSet *set, bool fixed)
{
    int n = 0;
    for (int k = set->ngiven; k < set->ngiven + set->n; k++) {
        const DaeVar *v = &d->var.v[set->x[k]];
        n += fixed ? v->fixed : !v->fixed && start_given(v);
    }
    return n;
}

/* Rows for the states of a set that the run time chooses: from <= i < to. */
static void add_states_of_set(Init *w, const StateSet *set, int from, int to)
{
    for (int i = from; i < to && i < set->nstates; i++)
        add_start(w, set->state[i], set->state[i]);
}

/* Those that follow from constraints by the choice of states come last: if there are more
 * conditions than freedom, they are the ones that are left over. */
static void add_fixed_starts(Init *w)
{
    Dae *d = w->d;
    enum { FIRST, LATER, BY_SET };
    char *when = ARENA_ARRAY(w->a, char, d->var.n + 1);
    for (int i = 0; i < d->var.n; i++)
        when[i] = d->var.v[i].der_of != NONE && d->var.v[i].kind == DV_ALGEBRAIC ? LATER : FIRST;
    for (int i = 0; i < d->set.n; i++) {
        const StateSet *set = &d->set.v[i];
        int room = set->nstates;
        for (int k = 0; k < set->nstates; k++)
            when[set->x[set->ngiven + k]] = FIRST;
        for (int k = set->ngiven; k < set->ngiven + set->n && set->chosen_at_start; k++)
            if (d->var.v[set->x[k]].fixed)
                when[set->x[k]] = room-- > 0 ? BY_SET : LATER;
        if (set->chosen_at_start)
            add_states_of_set(w, set, 0, count_candidates(d, set, true));
    }
    for (int pass = FIRST; pass <= LATER; pass++)
        for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
            const DaeVar *v = &d->var.v[i];
            if (when[i] != pass || !is_kept(v) || !v->fixed)
                continue;
            if (!is_mode_var(v))
                add_start(w, i, i);
            else if (v->pre_var != NONE)
                add_start(w, v->pre_var, i);
        }
}

static void add_state(Init *w, uint32_t x, bool given)
{
    const DaeVar *v = &w->d->var.v[x];
    if (!v->fixed && start_given(v) == given)
        add_start(w, x, x);
}

/* States, and of the candidates of sets as many as are states. */
static void add_states(Init *w, bool given)
{
    const Dae *d = w->d;
    for (int i = 0; i < d->nstates; i++)
        if (!dae_set_of(d, d->state[i]))
            add_state(w, d->state[i], given);
    for (int i = 0; i < d->set.n; i++) {
        const StateSet *set = &d->set.v[i];
        int nfixed = count_candidates(d, set, true);
        int ngiven = nfixed + count_candidates(d, set, false);
        if (set->chosen_at_start)
            add_states_of_set(w, set, given ? nfixed : ngiven, given ? ngiven : set->nstates);
        for (int k = 0; k < set->nstates && !set->chosen_at_start; k++)
            add_state(w, set->x[set->ngiven + k], given);
    }
}

/* The other candidates. Given values of what follows from states move these at the start
 * (rt/follow.c): which of them say something about the motion depends on the position. */
static void add_candidates(Init *w, bool given)
{
    const Dae *d = w->d;
    for (int i = 0; i < d->set.n; i++)
        for (int k = d->set.v[i].nstates;
             d->set.v[i].nstates && !d->set.v[i].chosen_at_start && k < d->set.v[i].n; k++)
            add_state(w, d->set.v[i].x[d->set.v[i].ngiven + k], given);
}

/* pre of discrete variables is their start value, if nothing else is said; one that is given counts
 * before those of states, which initial equations may compute from it. */
static void add_previous(Init *w, bool given)
{
    Dae *d = w->d;
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->pre_var != NONE && !v->fixed && is_mode_var(v) && start_given(v) == given)
            add_start(w, v->pre_var, i);
    }
}

/* pre of others is the value itself (8.6). */
static void add_continuous_previous(Init *w)
{
    Dae *d = w->d;
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->pre_var != NONE && !is_mode_var(v))
            add_own(w, v->pre_var, expr_var(d->store, v->type, i));
    }
}

/* Free parameters, then whatever initial equations have left open. */
static void add_guesses(Init *w, bool parameters)
{
    Dae *d = w->d;
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (parameters ? v->kind == DV_PARAMETER && !v->fixed
                       : is_kept(v) && v->kind != DV_STATE && !(v->fixed && !is_mode_var(v)))
            add_start(w, i, i);
    }
}

enum {
    MANDATORY,
    PREVIOUS_GIVEN,
    STATES_GIVEN,
    CANDIDATES_GIVEN,
    STATES_OTHER,
    CANDIDATES_OTHER,
    PREVIOUS_OTHER,
    PARAMETERS,
    GUESSES,
    GROUPS
};

static void add_group(Init *w, int group)
{
    if (group == MANDATORY) {
        add_parameter_bindings(w);
        add_continuous_previous(w);
        add_fixed_starts(w);
    } else if (group == STATES_GIVEN || group == STATES_OTHER) {
        add_states(w, group == STATES_GIVEN);
    } else if (group == CANDIDATES_GIVEN || group == CANDIDATES_OTHER) {
        add_candidates(w, group == CANDIDATES_GIVEN);
    } else if (group == PREVIOUS_GIVEN || group == PREVIOUS_OTHER) {
        add_previous(w, group == PREVIOUS_GIVEN);
    } else {
        add_guesses(w, group == PARAMETERS);
    }
}

/* ---- The problem ---- */

static void add_columns(Problem *p, const Init *w)
{
    Dae *d = p->d;
    for (uint32_t i = 0; i < p->nvars; i++) {
        const DaeVar *v = &d->var.v[i];
        if (is_kept(v) || v->pre_of != NONE || (w->free && w->free[i]))
            problem_add_col(p, i);
    }
}

/* Takes over the pairs of the simulation that still are possible. */
static void begin_with_simulation(Problem *p, const Problem *sim)
{
    for (int r = 0; r < p->row.n; r++) {
        int from = p->row.v[r].from - 1;
        if (from < 0)
            continue;
        int col = problem_col(p, sim->col.v[sim->row_col[from]]);
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
            if (p->p.col[e] == col && KIND_BIT(p->p.kind[e]) & MASK_SOLVABLE) {
                p->row_col[r] = col;
                p->col_row[col] = r;
            }
    }
}

/* The candidate that a state of a set stands for at the start values; other variables: themselves.
 */
static uint32_t candidate_of(const Dae *d, uint32_t v)
{
    const StateSet *set = d->var.v[v].hidden ? dae_set_of(d, v) : NULL;
    for (int i = 0; set && i < set->nstates; i++)
        if (set->state[i] == v)
            return set->x[set->ngiven + i];
    return v;
}

/* Given start values of what follows from states, positions or derivatives: so many states may
 * begin otherwise. */
static int count_followers(const Dae *d, bool rates)
{
    int n = 0;
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        n += v->der_of != NONE && v->kind == DV_ALGEBRAIC && v->alias == NONE && !v->fixed &&
             start_given(v) && (v->int_of != NONE) == rates && !dae_set_of(d, i);
    }
    return n;
}

static void warn_about_starts(const Problem *p, int first, int nequations)
{
    Dae *d = p->d;
    VEC(uint32_t) taken = {0};
    int nfollow[2] = {count_followers(d, false), count_followers(d, true)};
    bool moved =
        nfollow[0] + nfollow[1] > 0; /* states may begin elsewhere than their start values say */
    bool *condition = ARENA_ARRAY(p->a, bool, d->var.n + 1);
    for (int r = 0; r < p->row.n; r++) {
        const Row *row = &p->row.v[r];
        if (p->row_col[r] < 0 || row->kind != ROW_START || !row->start_of)
            continue;
        condition[row->start_of - 1] = true;
        if (r < nequations)
            continue;
        uint32_t v = candidate_of(d, row->start_of - 1);
        bool expected =
            d->var.v[p->col.v[p->row_col[r]]].pre_of != NONE || start_given(&d->var.v[v]);
        int *follow = &nfollow[d->var.v[v].int_of != NONE &&
                               nfollow[1] > 0]; /* an energy gives a speed, too */
        if (!expected && d->var.v[v].der_of != NONE && *follow > 0)
            expected = (*follow)-- > 0;
        if (!expected || r >= first)
            vec_push(p->a, &taken, v);
    }
    if (d->classic) /* that is what start values are for */
        return;
    warn_overruled(d, condition);
    if (!taken.n)
        return;
    diag_warning(d->ctx->diags, users_place_of_var(d, taken.v[0]),
                 "start values are used as initial conditions: %s",
                 names_text(d, taken.v, taken.n, 8));
    const DaeVar *v = &d->var.v[taken.v[0]];
    if (v->kind != DV_PARAMETER && v->type == T_REAL && !start_given(v) && !v->min &&
        !(v->der_of != NONE && moved))
        diag_note(d->ctx->diags, (Span){0},
                  "`%s` has no start value, it begins with 0: (start = ..., fixed = true) or an "
                  "initial equation says where "
                  "it is to begin",
                  dae_var_text(d, taken.v[0]));
    for (int i = 0; i < taken.n; i++)
        if (d->var.v[taken.v[i]].kind == DV_PARAMETER) {
            diag_note(d->ctx->diags, d->var.v[taken.v[i]].span,
                      "`%s` has `fixed = false`: an initial equation is to determine it",
                      dae_var_text(d, taken.v[i]));
            return;
        }
}

/* ---- More conditions than freedom ---- */

bool is_initial_condition(const Dae *d, const Row *row)
{
    return row->kind == ROW_START || (row->eq >= 0 && d->eq.v[row->eq].initial);
}

VarId fixed_name(const Dae *d, VarId v)
{
    int own = 1;
    if (v < (VarId)d->nflat)
        return v;
    VarId root = dae_root(d, v, &own);
    for (VarId k = 0; k < (VarId)d->nflat; k++) {
        int sign = 1;
        if (d->var.v[k].fixed_given && dae_root(d, k, &sign) == root && sign == own)
            return k;
    }
    return v;
}

static const char *condition_text(Dae *d, const Row *row)
{
    ExprNames names = dae_names(d);
    Buf text = {0};
    EqId source = row->eq >= 0 ? d->eq.v[row->eq].source : NONE;
    bool assigned = source != NONE && d->eq.v[source].kind == EQ_ALGORITHM;
    if (row->eq >= 0 && !assigned)
        return dae_written_text(d, row->eq);
    if (row->start_of)
        buf_puts(&text, dae_var_text(d, fixed_name(d, row->start_of - 1)));
    else
        expr_print(d->store, row->lhs, &names, &text);
    if (assigned) {
        buf_puts(&text, " := ...");
        return dae_text(d, &text);
    }
    buf_puts(&text, " = ");
    expr_print(d->store, row->rhs, &names, &text);
    return dae_text(d, &text);
}

static bool may_repeat(const DaeEq *eq, bool initial)
{
    return eq->kind == EQ_SCALAR && eq->initial == initial && !eq->removed && !eq->when &&
           !eq->in_state && !eq->clock;
}

/* Equations that give derivatives, by these. */
static Uses equations_of_rates(const Dae *d, Arena *a)
{
    Uses of = uses_open(a, d);
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (may_repeat(eq, false) && expr_op(d->store, eq->lhs) == EX_VAR &&
            d->var.v[var_number(d->store, eq->lhs)].int_of != NONE)
            uses_add(&of, var_number(d->store, eq->lhs), k);
    }
    return of;
}

/* The sizes of the terms of equations that give derivatives in a condition: what is left of them
 * may be rounding. */
static Expr size_of_terms(Dae *d, const Uses *rates, const Row *row)
{
    ExprStore *s = d->store;
    VEC(Expr) size = {0};
    VarList in = expr_vars(s, d->arena, 2, (Expr[]){row->lhs, row->rhs});
    for (int i = 0; i < in.n; i++)
        for (int e = rates->first[in.var[i]]; e; e = rates->use.v[e - 1].next) {
            Expr rate = d->eq.v[rates->use.v[e - 1].eq].rhs;
            for (uint32_t j = 0; expr_op(s, rate) == EX_ADD && j < expr_node(s, rate)->nargs; j++) {
                Expr term = expr_arg(s, rate, j);
                vec_push(d->arena, &size, expr_build(s, EX_ABS, T_REAL, 0, 0, 1, &term));
            }
        }
    return size.n ? expr_add(s, (uint32_t)size.n, size.v) : 0;
}

/* |lhs - rhs| <= 1e-6*(nominal + |lhs| + |rhs|), or rounding of the terms of derivatives */
static Expr holds(Dae *d, const Uses *rates, const Row *row)
{
    ExprStore *s = d->store;
    Expr nominal = 0, sides[2] = {row->lhs, row->rhs};
    if (expr_type(s, row->lhs) != T_REAL)
        return expr_build(s, EX_EQ, T_BOOL, 0, 0, 2, sides);
    if (row->start_of)
        nominal = d->var.v[row->start_of - 1].nominal;
    Expr part[3] = {nominal ? nominal : expr_real(s, 1), row->lhs, row->rhs};
    for (int i = 0; i < 3; i++)
        part[i] = expr_build(s, EX_ABS, T_REAL, 0, 0, 1, &part[i]);
    Expr off = expr_sub(s, row->lhs, row->rhs),
         most = expr_mul2(s, expr_real(s, 1e-6), expr_add(s, 3, part));
    Expr terms = size_of_terms(d, rates, row);
    if (terms)
        most = expr_add(s, 2, (Expr[]){most, expr_mul2(s, expr_real(s, 1e-13), terms)});
    Expr pair[2] = {expr_build(s, EX_ABS, T_REAL, 0, 0, 1, &off), most};
    return expr_build(s, EX_LE, T_BOOL, 0, 0, 2, pair);
}

static Expr number_text(ExprStore *s, Expr x)
{
    Expr part[4] = {x, expr_int(s, 0), expr_bool(s, true), expr_int(s, 6)};
    if (expr_type(s, x) == T_STRING)
        return x;
    if (expr_type(s, x) != T_REAL)
        return expr_make(s, EX_TOSTRING, T_STRING, 0, STRING_FORM_OPTIONS, 3, part);
    return expr_make(s, EX_TOSTRING, T_STRING, 0, STRING_FORM_OPTIONS, 4, part);
}

/* `text` LHS, not RHS */
static Expr contradiction(Dae *d, const Row *row, const char *text)
{
    ExprStore *s = d->store;
    Expr part[4] = {expr_string(s, name_cstr(d->ctx->names, text)), number_text(s, row->lhs),
                    expr_string(s, name_cstr(d->ctx->names, ", not ")), number_text(s, row->rhs)};
    Expr all = part[0];
    for (int i = 1; i < 4; i++)
        all = expr_build(s, EX_CONCAT, T_STRING, 0, 0, 2, (Expr[]){all, part[i]});
    return all;
}

static Span place_of(Dae *d, const Row *row)
{
    const ExprNode *lhs = row->lhs ? expr_node(d->store, row->lhs) : NULL;
    return row->eq >= 0               ? users_place_of_eq(d, row->eq)
           : row->start_of            ? users_place_of_start(d, fixed_name(d, row->start_of - 1))
           : lhs && lhs->op == EX_VAR ? users_place_of_var(d, (uint32_t)lhs->payload)
                                      : (Span){0};
}

/* Whether the derivative of var is among those of a list. */
static bool has_derivative(const Dae *d, const VarList *in, VarId var)
{
    for (int i = 0; i < in->n; i++)
        if (d->var.v[in->var[i]].int_of == var)
            return true;
    return false;
}

/* Why a variable with a fixed start value may be no state. */
static void note_no_state(Dae *d, VarId var)
{
    bool differentiated = false;
    int on_both = -1;
    for (int k = 0; k < d->eq.n; k++) {
        Sides q = written_sides(d, k);
        if (d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].initial || d->eq.v[k].source != NONE)
            continue;
        VarList in = expr_vars(d->store, d->arena, 2, (Expr[]){q.lhs, q.rhs});
        if (has_derivative(d, &in, var)) {
            differentiated = true;
            note_zero(d, k);
        } else if (expr_has_var(d->store, q.lhs, var) && expr_has_var(d->store, q.rhs, var)) {
            on_both = k;
        }
    }
    if (!differentiated && on_both >= 0)
        diag_note(d->ctx->diags, d->eq.v[on_both].span,
                  "`%s` is on both sides: is `der(%s)` meant?", dae_var_text(d, var),
                  dae_var_text(d, var));
}

/* What an initial equation of derivatives leaves open, as the levels of closed vessels: a state
 * that begins with its start value instead. */
static void note_left_open(Problem *p, int nrows, const Row *left)
{
    Dae *d = p->d;
    VarList in = expr_vars(d->store, d->arena, 2, (Expr[]){left->lhs, left->rhs});
    for (int r = nrows; r < p->row.n; r++) {
        const Row *row = &p->row.v[r];
        if (p->row_col[r] < 0 || row->kind != ROW_START || !row->start_of)
            continue;
        VarId var = row->start_of - 1;
        if (d->var.v[var].hidden || !has_derivative(d, &in, var))
            continue;
        const char *name = dae_var_text(d, var);
        Expr given = d->var.v[var].start;
        double start = given ? expr_value_known(d->store, given, dae_parameter_values(d)) : 0;
        if (isfinite(start))
            diag_note(d->ctx->diags, users_place_of_start(d, var),
                      "the equations do not say where `%s` begins: it takes its start value %g; an "
                      "initial equation as "
                      "`%s = %g` instead says that it is meant",
                      name, start, name, start);
        else
            diag_note(d->ctx->diags, users_place_of_start(d, var),
                      "the equations do not say where `%s` begins: it takes its start value; an "
                      "initial equation for "
                      "`%s` itself is missing",
                      name, name);
        return;
    }
}

/* Condition r is left over: what it depends on. */
static void tell_redundant(Problem *p, int nrows, int r, const char *text)
{
    Dae *d = p->d;
    const Row *row = &p->row.v[r];
    const ExprNode *lhs = row->lhs ? expr_node(d->store, row->lhs) : NULL;
    diag_warning(d->ctx->diags, place_of(d, row),
                 "the initial condition `%s` is one too many: the others and the equations of "
                 "the model determine what it sets; it is checked at the start",
                 text);
    if (lhs && lhs->op == EX_VAR && row->eq >= 0 && d->var.v[lhs->payload].kind == DV_PARAMETER)
        diag_lead(d->ctx->diags, users_place_of_var(d, (VarId)lhs->payload),
                  "`%s` is a parameter, which has its value where it is declared; one that an "
                  "initial equation gives is declared "
                  "with fixed = false",
                  dae_var_text(d, (VarId)lhs->payload));
    bool by_zero = diagnose_condition(p, nrows, r);
    if (row->eq >= 0 && row->lhs && !by_zero)
        note_left_open(p, nrows, row);
    if (row->start_of || (lhs && row->eq < 0 && lhs->op == EX_VAR))
        note_no_state(d, row->start_of ? fixed_name(d, row->start_of - 1) : (VarId)lhs->payload);
}

/* The fixed start value of what is no state, in a library. */
static bool says_nothing(const Dae *d, const Row *row)
{
    if (!d->of_library || row->kind != ROW_START || !row->start_of)
        return false;
    const DaeVar *v = &d->var.v[row->start_of - 1];
    return v->int_of == NONE && v->der_of == NONE;
}

/* Conditions that are left over are checked when the others have been met. */
static void check_redundant(Problem *p, const Uses *rates, int nrows)
{
    enum { MOST_TOLD = 10 };
    Dae *d = p->d;
    int n = 0;
    for (int r = 0; r < nrows; r++) {
        const Row *row = &p->row.v[r];
        if (p->row_col[r] >= 0)
            continue;
        const char *text = condition_text(d, row);
        if (says_nothing(d, row)) {
            diag_warning(
                d->ctx->diags, place_of(d, row),
                "the initial condition `%s` is for what the equations of the model determine "
                "at each time: it is not used",
                text);
            continue;
        }
        if (n++ < MOST_TOLD)
            tell_redundant(p, nrows, r, text);
        else if (n == MOST_TOLD + 1)
            diag_warning(d->ctx->diags, place_of(d, row),
                         "more initial conditions than these are too many, from `%s` on; they are "
                         "checked at the start",
                         text);
        text = arena_printf(d->arena,
                            "the initial condition `%s` contradicts the other initial conditions "
                            "and the equations of the model, which give ",
                            text);
        DaeEq eq = DAE_EQ(.kind = EQ_ASSERT, .initial = true, .rhs = holds(d, rates, row),
                          .message = contradiction(d, row, text), .span = place_of(d, row));
        vec_push(d->arena, &d->eq, eq);
    }
}

/* Fixed start values under several names of one variable, and of what is constant: where they
 * follow from parameters, only the run knows whether they agree. */
static void check_aliases(Dae *d, const Uses *rates)
{
    ExprStore *s = d->store;
    for (uint32_t i = 0, n = (uint32_t)d->var.n; i < n; i++) {
        const DaeVar *v = &d->var.v[i];
        bool constant = v->kind == DV_CONSTANT && v->was_variable;
        if (!v->fixed || !v->start || is_mode_var(v) || v->kind == DV_PARAMETER ||
            (v->alias == NONE && !constant))
            continue;
        int sign = 1;
        uint32_t root = dae_root(d, i, &sign);
        Expr value = constant ? v->binding : expr_var(s, v->type, root), start = dae_start(d, i);
        Expr known = constant ? value : dae_start(d, root);
        value = sign < 0 ? expr_neg(s, value) : value;
        if (expr_is_number(s, start) &&
            expr_is_number(s, known)) /* the pass `alias` has compared them */
            continue;
        if (start == (sign < 0 ? expr_neg(s, known) : known))
            continue;
        Row row = {ROW_START, -1, -1, value, start, i + 1, 0, 0};
        const char *text = arena_printf(
            d->arena, "`%s` has another value at the start than its fixed start value says: ",
            dae_var_text(d, i));
        DaeEq eq =
            DAE_EQ(.kind = EQ_ASSERT, .initial = true, .rhs = holds(d, rates, &row),
                   .message = contradiction(d, &row, text), .span = users_place_of_start(d, i));
        vec_push(d->arena, &d->eq, eq);
    }
}

/* Equations that hold anyway are matched before conditions, of which one that is left over can be
 * checked: the shortest alternating path from row r to a condition gives it that one's place. */
static bool take_place(Problem *p, int r)
{
    int *from = ARENA_ARRAY(p->a, int, p->row.n), *queue = ARENA_ARRAY(p->a, int, p->row.n);
    int n = 0;
    for (int i = 0; i < p->row.n; i++)
        from[i] = -1;
    queue[n++] = from[r] = r;
    for (int k = 0; k < n; k++)
        for (int e = p->p.ptr[queue[k]]; e < p->p.ptr[queue[k] + 1]; e++) {
            int q = p->col_row[p->p.col[e]];
            if (!(KIND_BIT(p->p.kind[e]) & MASK_SOLVABLE) || q < 0 || from[q] >= 0)
                continue;
            from[q] = queue[k];
            queue[n++] = q;
            if (!is_initial_condition(p->d, &p->row.v[q]))
                continue;
            for (int next = p->row_col[q], own; q != r; next = own, q = from[q]) {
                own = p->row_col[from[q]];
                p->row_col[from[q]] = next;
                p->col_row[next] = from[q];
            }
            p->row_col[queue[n - 1]] = -1;
            return true;
        }
    return false;
}

/* How many of the columns are matched; -1 if the mandatory rows cannot be. */
static int match_groups(Problem *p, const int *border, const Problem *sim)
{
    begin_with_simulation(p, sim);
    if (problem_match(p, border[MANDATORY]) < border[MANDATORY])
        for (int r = 0; r < border[MANDATORY]; r++)
            if (p->row_col[r] < 0 && !is_initial_condition(p->d, &p->row.v[r]) && !take_place(p, r))
                return -1;
    int matched = 0;
    for (int g = PREVIOUS_GIVEN; g < GROUPS && matched < p->col.n; g++)
        matched = problem_match(p, border[g]);
    return matched;
}

/* Sets whose start values are read at run time may be chosen there. */
static void choose_at_start(Init *w)
{
    Dae *d = w->d;
    for (int i = 0; i < d->set.n; i++) {
        StateSet *set = &d->set.v[i];
        set->chosen_at_start = set->nstates > 0;
        for (int k = set->ngiven; k < set->ngiven + set->n; k++)
            if (depends_on_free(w, dae_start(d, set->x[k])))
                set->chosen_at_start = false;
    }
}

/* Whether initial equations take the place of start values of sets: then the rows say which
 * candidates are conditions. */
static bool sets_are_crowded(const Problem *p)
{
    bool crowded = false;
    for (int r = 0; r < p->row.n; r++) {
        const Row *row = &p->row.v[r];
        bool left = p->row_col[r] < 0 && row->kind == ROW_START && row->start_of &&
                    p->d->var.v[row->start_of - 1].hidden;
        const StateSet *set = left ? dae_set_of(p->d, row->start_of - 1) : NULL;
        if (set)
            p->d->set.v[set - p->d->set.v].chosen_at_start = false;
        crowded |= set != NULL;
    }
    return crowded;
}

/* How many conditions at the start nothing is solved for. */
static int conditions_left(const Problem *p, int mandatory)
{
    int n = 0;
    for (int r = 0; r < mandatory; r++)
        n += p->row_col[r] < 0;
    return n;
}

static bool is_whole(const Problem *p)
{
    return p->nmatched == p->col.n && !conditions_left(p, p->group[MANDATORY]);
}

/* A problem that has a solution for every condition, with what these say is 0 put into the
 * equations, if it has one then too. */
static void simplify(Problem *p, const Init *w, const Problem *sim)
{
    Problem q;
    int n = p->row.n;
    Row *row = is_whole(p) ? arena_copy(p->a, p->row.v, (size_t)n * sizeof *row) : NULL;
    if (!row || !initial_carry_zeros(p->d, p->a, row, n))
        return;
    problem_init(&q, p->d, p->a, SYSTEM_INITIAL);
    q.row.v = row;
    q.row.n = q.row.cap = n;
    q.group = p->group;
    add_columns(&q, w);
    problem_incidence(&q);
    q.nmatched = match_groups(&q, q.group, sim);
    if (is_whole(&q))
        *p = q;
}

static Problem *matched_problem(Dae *d, const Problem *sim, bool again)
{
    Problem *p = problem_open(d, SYSTEM_INITIAL);
    Init w = init_open(d, p->a);
    int *border = ARENA_ARRAY(p->a, int, GROUPS);
    add_simulation(&w, sim);
    start_actions(&w, false);
    add_initial_equations(&w);
    find_free_parameters(&w);
    if (!again)
        choose_at_start(&w);
    for (int g = 0; g < GROUPS; g++) {
        add_group(&w, g);
        border[g] = w.row.n;
    }
    problem_init(p, d, w.a, SYSTEM_INITIAL); /* with the variables that rows have made */
    p->row.v = w.row.v;
    p->row.n = p->row.cap = w.row.n;
    add_columns(p, &w);
    problem_incidence(p);
    p->group = border;
    p->nmatched = match_groups(p, border, sim);
    simplify(p, &w, sim);
    return p;
}

/* An initial equation with the sides of one that holds always says nothing; another one would be
 * called one too many. */
static void drop_repeated(Dae *d)
{
    Map by_side = {0}; /* a side -> number + 1 of the initial equation */
    Arena *a = arena_new();
    for (int k = 0; k < d->eq.n; k++)
        if (may_repeat(&d->eq.v[k], true)) {
            map_set(&by_side, a, d->eq.v[k].lhs, (uint32_t)k + 1);
            map_set(&by_side, a, d->eq.v[k].rhs, (uint32_t)k + 1);
        }
    for (int k = 0; k < d->eq.n && by_side.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        uint32_t found = may_repeat(eq, false) ? map_get(&by_side, eq->lhs, 0) : 0;
        DaeEq *same = found ? &d->eq.v[found - 1] : NULL;
        if (!same || same->removed ||
            (same->lhs == eq->lhs ? same->rhs != eq->rhs
                                  : same->rhs != eq->lhs || same->lhs != eq->rhs))
            continue;
        diag_warning(d->ctx->diags, same->span,
                     "this initial equation determines nothing, as it holds always: remove it, or "
                     "say what else holds at the start");
        note_equation(d, k, "", "");
        same->removed = true;
    }
    arena_free(a);
}

/* The problem, matched as far as possible; made if there is none. */
static Problem *initial_problem(Dae *d, const Problem *sim)
{
    const System *s = dae_system(d, SYSTEM_INITIAL);
    if (s && s->problem)
        return s->problem;
    drop_repeated(d);
    Problem *p = matched_problem(d, sim, false);
    if (p->nmatched < p->col.n || !sets_are_crowded(p))
        return p;
    dae_system(d, SYSTEM_INITIAL)->problem = NULL;
    arena_free(p->a);
    return matched_problem(d, sim, true);
}

/* What an initial algorithm or call sets although the rest determines it becomes an equation of its
 * own, which can be checked. */
static bool split_redundant(const Problem *p)
{
    bool any = false;
    for (int r = 0; r < p->group[MANDATORY]; r++) {
        const Row *row = &p->row.v[r];
        if (p->row_col[r] >= 0 || row->kind != ROW_OBJECT)
            continue;
        call_split(p->d, row->eq, row->output);
        any = true;
    }
    return any;
}

bool initial_split_calls(const Problem *sim)
{
    Problem *p = initial_problem(sim->d, sim), open;
    bool complete = p->nmatched == p->col.n;
    int mandatory = p->group[MANDATORY], left = conditions_left(p, mandatory);
    if (complete && (split_redundant(p) || calls_split_loops(p)))
        return true;
    if (complete && !left)
        return false;
    problem_open_calls(&open, p); /* y = 0.2 at the start may give x of y := sin(x) */
    bool solved = match_groups(&open, p->group, sim) == open.col.n &&
                  (!complete || conditions_left(&open, mandatory) < left);
    return (solved && calls_split_reversed(&open)) || (complete && algorithms_open(p));
}

bool dae_initial(Dae *d)
{
    int errors = diags_errors(d->ctx->diags);
    Problem *p = initial_problem(d, problem_matched(d));
    if (p->nmatched == p->col.n) {
        warn_held(d);
        warn_given_twice(d);
        warn_circles(d);
        warn_shorted(d);
        problem_sort(p);
        system_solve(p);
        system_hoist(p);
        Uses rates = equations_of_rates(d, p->a);
        check_redundant(p, &rates, p->group[MANDATORY]);
        warn_about_starts(p, p->group[PREVIOUS_OTHER], p->group[MANDATORY]);
        check_aliases(d, &rates);
        Init w = init_open(d, p->a);
        start_actions(&w, true);
        diagnose_blocks(d);
        warn_unconnected(d);
        warn_flows(d);
        warn_returns(d);
        warn_active(d);
        warn_derivatives(d);
        warn_of_order(d);
    } else if (p->nmatched < 0) {
        diagnose_too_many(p, p->group[MANDATORY]);
    } else {
        diagnose_too_few(p);
    }
    problems_close(d);
    return diags_errors(d->ctx->diags) == errors;
}
