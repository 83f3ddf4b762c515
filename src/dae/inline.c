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
#include "dae/inline_internal.h"

/* ---- What derivatives depend on ---- */

typedef struct Needs {
    Inline *w;
    bool *col; /* [ncols] */
    bool more; /* delays need more than the rows that were passed */
} Needs;

static bool need_delayed(void *arg, Expr e)
{
    Needs *n = arg;
    Dae *d = n->w->d;
    ExprOp op = expr_op(d->store, e);
    if (op != EX_DELAY && op != EX_BOUNDARY)
        return false;
    VarList list = expr_vars(d->store, n->w->a, 2, expr_args(d->store, e));
    for (int i = 0; i < list.n; i++) {
        int c = problem_col(n->w->sim, dae_root(d, list.var[i], NULL));
        n->more = n->more || (c >= 0 && !n->col[c]);
        if (c >= 0)
            n->col[c] = true;
    }
    return false;
}

static void need_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Needs *n = arg;
    (void)stmt, (void)role;
    dae_any(n->w->d, *slot, need_delayed, n);
}

/* Also what its delays take: where one is shorter than a step the present value serves. */
static void need_row(Needs *n, int r)
{
    const Problem *sim = n->w->sim;
    const Row *row = &sim->row.v[r];
    int first = row->kind == ROW_OBJECT ? first_row_of_object(sim, r) : r;
    n->w->needed[r] = true;
    for (int e = sim->p.ptr[first]; e < sim->p.ptr[first + 1]; e++)
        n->col[sim->p.col[e]] = true;
    if (row->lhs)
        dae_any(n->w->d, row->lhs, need_delayed, n);
    if (row->rhs)
        dae_any(n->w->d, row->rhs, need_delayed, n);
    if (row->kind == ROW_OBJECT && n->w->d->eq.v[row->eq].rhs)
        dae_any(n->w->d, n->w->d->eq.v[row->eq].rhs, need_delayed, n);
    if (row->kind == ROW_OBJECT && n->w->d->eq.v[row->eq].body)
        body_slots(n->w->d->eq.v[row->eq].body, need_slot, n);
}

/* Known in a step: what changes at events only. */
static bool stands_still(const Problem *sim, int r)
{
    const Row *row = &sim->row.v[r];
    return is_mode_row(sim, r) && !(row->eq >= 0 && sim->d->eq.v[row->eq].drifts);
}

static void need_rows(Inline *w)
{
    const Problem *sim = w->sim;
    Needs n = {.w = w, .col = ARENA_ARRAY(w->a, bool, sim->col.n + 1), .more = true};
    for (int i = 0; i < w->d->nstates; i++) {
        int c = problem_col(sim, dae_root(w->d, w->d->var.v[w->d->state[i]].der_of, NULL));
        if (c >= 0)
            n.col[c] = true;
    }
    w->needed = ARENA_ARRAY(w->a, bool, sim->row.n + 1);
    while (n.more) {
        n.more = false;
        for (int i = sim->ncomponents - 1; i >= 0; i--) {
            bool any = false, modes = true;
            for (int k = sim->border[i]; k < sim->border[i + 1]; k++) {
                any = any || n.col[sim->row_col[sim->order[k]]];
                modes = modes && stands_still(sim, sim->order[k]);
            }
            for (int k = sim->border[i]; k < sim->border[i + 1] && any && !modes; k++)
                if (!stands_still(sim, sim->order[k]) && !w->needed[sim->order[k]])
                    need_row(&n, sim->order[k]);
        }
    }
}

/* ---- Variables ---- */

VarId inline_known(Dae *d)
{
    VarId v = dae_new_var(d, T_REAL, DV_AUXILIARY);
    d->var.v[v].hidden = true;
    return v;
}

static void add_step_variables(Dae *d)
{
    d->step.h = inline_known(d);
    d->var.v[d->step.h].min = expr_real(d->store, 0);
    d->step.old = ARENA_ARRAY(d->arena, VarId, d->nstates + 1);
    for (int i = 0; i < d->nstates; i++)
        d->step.old[i] = inline_known(d);
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

Row inline_row(Inline *w, int r)
{
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
    return row;
}

Expr inline_slope(const Inline *w, int i)
{
    const Dae *d = w->d;
    int sign = 1;
    VarId der = dae_root(d, d->var.v[d->state[i]].der_of, &sign);
    const DaeVar *v = &d->var.v[der];
    bool constant = v->kind == DV_CONSTANT && v->binding;
    Expr slope = constant ? v->binding : expr_var(d->store, T_REAL, der);
    return sign < 0 ? expr_neg(d->store, slope) : slope;
}

static void add_formulas(Inline *w, Problem *p)
{
    Dae *d = w->d;
    ExprStore *s = d->store;
    Expr h = expr_var(s, T_REAL, d->step.h);
    for (int i = 0; i < d->nstates; i++) {
        Expr old = expr_var(s, T_REAL, d->step.old[i]);
        Row row = {.kind = ROW_EQUATION, .eq = -1, .output = -1};
        row.lhs = expr_var(s, T_REAL, d->state[i]);
        row.rhs = expr_add2(s, expr_mul2(s, h, inline_slope(w, i)), old);
        vec_push(p->a, &p->row, row);
        problem_add_col(p, d->state[i]);
    }
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

Inline inline_begin(Dae *d)
{
    Problem *sim = problem_matched(d);
    if (!sim->order)
        problem_sort(sim);
    Inline w = {.d = d, .a = sim->a, .sim = sim};
    need_rows(&w);
    find_values(&w);
    return w;
}

void inline_solve(Inline *w, Problem *p)
{
    problem_incidence(p);
    for (int r = 0; r < p->row.n; r++)
        p->row_col[r] = p->col_row[r] = r;
    problem_sort(p);
    system_solve(p);
    step_reciprocals(p);
    step_chains(p);
    system_hoist(p);
    step_exponents(p);
    put_modes(w, dae_system(w->d, p->role));
}

bool dae_inline(Dae *d)
{
    if (!d->step.stages || !d->nstates)
        return true;
    int errors = diags_errors(d->ctx->diags);
    Inline w = inline_begin(d);
    add_step_variables(d);
    VEC(Row) rows = {0};
    for (int r = 0; r < w.sim->row.n; r++) /* makes variables of modes */
        if (w.needed[r])
            vec_push(w.a, &rows, inline_row(&w, r));
    Problem *p = problem_open(d, SYSTEM_STEP);
    for (int r = 0, k = 0; r < w.sim->row.n; r++)
        if (w.needed[r]) {
            vec_push(p->a, &p->row, rows.v[k++]);
            problem_add_col(p, w.sim->col.v[w.sim->row_col[r]]);
        }
    add_formulas(&w, p);
    inline_solve(&w, p);
    return diags_errors(d->ctx->diags) == errors;
}

bool block_is_of_set(const Dae *d, const Block *b)
{
    for (int i = 0; i < b->neq; i++)
        if (b->eq[i] >= 0 && d->eq.v[b->eq[i]].of_set)
            return true;
    return false;
}

bool dae_iterates(const Dae *d)
{
    const System *s = dae_system(d, SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks; i++)
        if (s->block[i]->needed_rhs && s->block[i]->solved == SOLVE_NEWTON &&
            !block_is_of_set(d, s->block[i]))
            return true;
    return false;
}

bool dae_inline_late(Dae *d, int stages)
{
    d->step.stages = stages;
    bool good = dae_inline(d);
    problems_close(d);
    return good;
}
