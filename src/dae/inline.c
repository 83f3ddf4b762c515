/* inline.c - inline integration (Elmqvist, Otter, Cellier: "Inline integration", 1995).
 *
 * The formula of the integration method, x = h*der(x) + old(x), becomes an equation for every state
 * x, and a step of the integrator one more system: its unknowns are the states, their derivatives
 * and all that these depend on; h and old(x), which the integrator gives, are known (IN-11, IN-13).
 * It is sorted, torn and eliminated like any other. The matching is that of the simulation, with
 * each formula matched to its state; h is never divided by, because coefficients are judged at
 * h = 0 (coef_kind), where the equations are those of the model itself (IN-15, E-14).
 *
 * What changes at events only is known; relations keep the truth they have (freeze). Linear
 * but for the blocks. */
#include "dae/blocks.h"

typedef struct Inline {
    Dae *d;
    Arena *a;
    const Problem *sim;
    bool *needed;    /* [sim rows] a derivative depends on it */
    Map frozen_at;   /* relation -> the variable that has its truth */
    Map value_of;    /* variable + 1 -> what it is, of parameters with values */
    AssignVec modes; /* those variables */
} Inline;

/* ---- What derivatives depend on ---- */

static void need_rows(Inline *w)
{
    const Problem *sim = w->sim;
    bool *col = ARENA_ARRAY(w->a, bool, sim->col.n + 1);
    for (int i = 0; i < w->d->nstates; i++) {
        int c = problem_col(sim, dae_root(w->d, w->d->var.v[w->d->state[i]].der_of, NULL));
        if (c >= 0)
            col[c] = true;
    }
    w->needed = ARENA_ARRAY(w->a, bool, sim->row.n + 1);
    for (int i = sim->ncomponents - 1; i >= 0; i--) {
        bool any = false, modes = true;
        for (int k = sim->border[i]; k < sim->border[i + 1]; k++) {
            any = any || col[sim->row_col[sim->order[k]]];
            modes = modes && is_mode_row(sim, sim->order[k]);
        }
        for (int k = sim->border[i]; k < sim->border[i + 1] && any && !modes; k++) {
            int r = sim->order[k];
            if (is_mode_row(sim, r))
                continue;
            w->needed[r] = true;
            int first = sim->row.v[r].kind == ROW_OBJECT ? first_row_of_object(sim, r) : r;
            for (int e = sim->p.ptr[first]; e < sim->p.ptr[first + 1]; e++)
                col[sim->p.col[e]] = true;
        }
    }
}

/* ---- Variables ---- */

static VarId known_var(Dae *d)
{
    VarId v = dae_new_var(d, T_REAL, DV_AUXILIARY);
    d->var.v[v].hidden = true;
    return v;
}

static void add_step_variables(Dae *d)
{
    d->step.h = known_var(d);
    d->var.v[d->step.h].min = expr_real(d->store, 0);
    d->step.old = ARENA_ARRAY(d->arena, VarId, d->nstates + 1);
    for (int i = 0; i < d->nstates; i++)
        d->step.old[i] = known_var(d);
}

/* ---- Relations, and what does not change ---- */

enum { MOST_WRITTEN = 20 }; /* nodes of a value that is written where its variable is read */

static Expr freeze(void *arg, Expr old, Expr now)
{
    Inline *w = arg;
    Dae *d = w->d;
    if (expr_op(d->store, old) == EX_VAR)
        return map_get(&w->value_of, var_number(d->store, old) + 1, now);
    Expr line = straight_table(d, w->a, now);
    if (line)
        return line;
    if (!is_event_relation(d->store, old))
        return now;
    VarId v = map_get(&w->frozen_at, old, 0);
    if (!v) {
        v = dae_new_var(d, T_BOOL, DV_AUXILIARY);
        d->var.v[v].hidden = true;
        d->var.v[v].meaning = old;
        map_set(&w->frozen_at, w->a, old, v);
        vec_push(w->a, &w->modes, ((Assign){.var = v, .value = old, .eq = -1}));
    }
    return expr_var(d->store, T_BOOL, v);
}

/* Variables that parameters determine, such as a resistance at the temperature of reference: an
 * equation that has them as coefficients is linear with known ones. */
static void find_values(Inline *w)
{
    const Problem *sim = w->sim;
    Dae *d = w->d;
    for (int i = 0; i < sim->ncomponents; i++) {
        int r = sim->order[sim->border[i]];
        const Row *row = &sim->row.v[r];
        VarId var = sim->col.v[sim->row_col[r]];
        if (sim->border[i + 1] - sim->border[i] > 1 || row->kind == ROW_OBJECT || !w->needed[r] ||
            d->var.v[var].type != T_REAL)
            continue;
        Expr value = defined_value(d, row->lhs, row->rhs, var);
        value = value ? dae_rewrite(d, value, freeze, w) : 0;
        if (value && expr_node(d->store, value)->size <= MOST_WRITTEN && has_known_value(d, value))
            map_set(&w->value_of, w->a, var + 1, value);
    }
}

/* ---- Rows and columns ---- */

static Expr in_step(Inline *w, Expr e)
{
    return dae_rewrite(w->d, dae_rewrite(w->d, e, without_unreachable, (void *)w->sim), freeze, w);
}

static void add_model_rows(Inline *w, Problem *p)
{
    for (int r = 0; r < w->sim->row.n; r++) {
        if (!w->needed[r])
            continue;
        Row row = w->sim->row.v[r];
        VarId var = w->sim->col.v[w->sim->row_col[r]];
        Expr value = map_get(&w->value_of, var + 1, 0);
        if (value) {
            row.lhs = expr_var(w->d->store, T_REAL, var);
            row.rhs = value;
        } else if (row.kind != ROW_OBJECT) {
            row.lhs = in_step(w, row.lhs);
            row.rhs = in_step(w, row.rhs);
        }
        vec_push(p->a, &p->row, row);
    }
}

static void add_formulas(Inline *w, Problem *p)
{
    Dae *d = w->d;
    ExprStore *s = d->store;
    Expr h = expr_var(s, T_REAL, d->step.h);
    for (int i = 0; i < d->nstates; i++) {
        int sign = 1;
        VarId der = dae_root(d, d->var.v[d->state[i]].der_of, &sign);
        const DaeVar *v = &d->var.v[der];
        Expr slope = v->kind == DV_CONSTANT && v->binding ? v->binding : expr_var(s, T_REAL, der);
        slope = sign < 0 ? expr_neg(s, slope) : slope;
        Expr old = expr_var(s, T_REAL, d->step.old[i]);
        Row row = {.kind = ROW_EQUATION, .eq = -1, .output = -1};
        row.lhs = expr_var(s, T_REAL, d->state[i]);
        row.rhs = expr_add2(s, expr_mul2(s, h, slope), old);
        vec_push(p->a, &p->row, row);
    }
}

/* Rows and unknowns side by side, in the order of the rows. */
static void add_columns(Inline *w, Problem *p)
{
    for (int r = 0; r < w->sim->row.n; r++)
        if (w->needed[r])
            problem_add_col(p, w->sim->col.v[w->sim->row_col[r]]);
    for (int i = 0; i < w->d->nstates; i++)
        problem_add_col(p, w->d->state[i]);
}

/* The truth of relations, before all else. */
static void put_modes(Inline *w, System *s)
{
    if (!w->modes.n)
        return;
    Block *b = ARENA_NEW(w->d->arena, Block);
    *b = (Block){.kind = BLOCK_EXPLICIT, .solved = SOLVE_ASSIGN, .core = &w->d->no_core};
    b->nassign = w->modes.n;
    b->assign = arena_copy(w->d->arena, w->modes.v, (size_t)w->modes.n * sizeof(Assign));
    Block **list = ARENA_ARRAY(w->d->arena, Block *, s->nblocks + 2);
    memcpy(list + 1, s->block, (size_t)s->nblocks * sizeof *list);
    list[0] = b;
    s->block = list;
    s->nblocks++;
}

bool dae_inline(Dae *d)
{
    if (!d->step.stages || !d->nstates)
        return true;
    int errors = diags_errors(d->ctx->diags);
    Problem *sim = problem_matched(d);
    if (!sim->order)
        problem_sort(sim);
    Inline w = {.d = d, .a = sim->a, .sim = sim};
    need_rows(&w);
    find_values(&w);
    add_step_variables(d);
    Problem scratch = {.a = sim->a};
    add_model_rows(&w, &scratch);
    add_formulas(&w, &scratch);
    Problem *p = problem_open(d, SYSTEM_STEP);
    p->row.v = scratch.row.v;
    p->row.n = p->row.cap = scratch.row.n;
    add_columns(&w, p);
    problem_incidence(p);
    for (int r = 0; r < p->row.n; r++)
        p->row_col[r] = p->col_row[r] = r;
    problem_sort(p);
    system_solve(p);
    system_hoist(p);
    put_modes(&w, dae_system(d, SYSTEM_STEP));
    return diags_errors(d->ctx->diags) == errors;
}

bool dae_inline_late(Dae *d, int stages)
{
    d->step.stages = stages;
    bool good = dae_inline(d);
    problems_close(d);
    return good;
}
