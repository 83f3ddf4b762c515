/* stages.c - a step of an implicit Runge-Kutta method inlined: Radau IIA of order 5 (IN-60; Hairer,
 * Wanner: Solving Ordinary Differential Equations II, IV.5).
 *
 * The equations stand there once for each stage, with unknowns and a time of their own, and
 *     x_i = old(x) + h*(a_i1*der(x)_1 + a_i2*der(x)_2 + a_i3*der(x)_3)
 * for every state and stage. What depends neither on time nor on states is shared. The last stage
 * is the end of the step: its unknowns are the variables of the model. All stages are one system,
 * sorted, torn and eliminated as a whole: what a step of one stage eliminates, this one eliminates
 * too, so three times as much is iterated. Three times the equations, and up to nine times the fill
 * of linear parts: the bounds on elimination (linear_policy.h) are those of all systems, and what
 * lies above them is factored at run time. */
#include "dae/inline_internal.h"

#include <math.h>

enum { STAGES = RADAU_STAGES, COPIES = STAGES - 1 };

typedef struct Stages {
    Inline w;
    uint32_t n;           /* variables of the model */
    bool *moves;          /* [n] a state, or an unknown that depends on states or time */
    VarId *copy[COPIES];  /* [n] the variable in a stage, itself if it does not move */
    int stage;            /* at hand */
    const char *obstacle; /* what cannot be in several stages; NULL: nothing */
} Stages;

/* ---- What is different in each stage ---- */

static bool is_staged(void *arg, Expr e)
{
    Stages *g = arg;
    const ExprStore *s = g->w.d->store;
    const ExprNode *n = expr_node(s, e);
    if (n->op == EX_DELAY || n->op == EX_BOUNDARY)
        g->obstacle = n->op == EX_DELAY ? "delay()" : "spatialDistribution()";
    if (n->op == EX_VAR)
        return g->moves[var_number(s, e)];
    int64_t count = n->op == EX_ARRVAR ? type_elements(expr_types(s), n->type) : 0;
    for (int64_t i = 0; i < count; i++)
        if (g->moves[var_number(s, e) + i])
            return true;
    return n->op != EX_ARRVAR && is_moving(n);
}

/* It may follow a table. */
static bool is_input(const Dae *d, VarId v)
{
    const DaeVar *x = &d->var.v[v];
    return x->kind == DV_INPUT && x->type == T_REAL && x->alias == NONE;
}

static bool row_moves(Stages *g, const Row *row)
{
    Dae *d = g->w.d;
    if (row->kind != ROW_OBJECT)
        return dae_any(d, row->lhs, is_staged, g) || dae_any(d, row->rhs, is_staged, g);
    const DaeEq *eq = &d->eq.v[row->eq];
    if (eq->kind != EQ_ALGORITHM)
        return dae_any(d, eq->rhs, is_staged, g);
    if (body_has_events(d->store, eq->body))
        g->obstacle = "relations in algorithm sections";
    return true;
}

/* [sim rows] */
static bool *find_moving(Stages *g, const Row *of)
{
    const Inline *w = &g->w;
    const Problem *sim = w->sim;
    bool *row = ARENA_ARRAY(w->a, bool, sim->row.n + 1);
    for (int i = 0; i < w->d->nstates; i++)
        g->moves[w->d->state[i]] = true;
    for (VarId v = 0; v < g->n; v++)
        g->moves[v] |= is_input(w->d, v);
    for (int i = 0; i < sim->ncomponents; i++) {
        bool any = false;
        for (int k = sim->border[i]; k < sim->border[i + 1]; k++)
            any = any || (w->needed[sim->order[k]] && row_moves(g, &of[sim->order[k]]));
        for (int k = sim->border[i]; k < sim->border[i + 1] && any; k++) {
            int r = sim->order[k];
            row[r] = w->needed[r];
            g->moves[sim->col.v[sim->row_col[r]]] |= row[r];
        }
    }
    return row;
}

/* ---- Copies ---- */

static VarId copy_of(const Stages *g, int stage, VarId v)
{
    return stage < COPIES && v != NONE && v < g->n ? g->copy[stage][v] : v;
}

static void add_copies(Stages *g, int stage)
{
    Dae *d = g->w.d;
    for (VarId v = 0; v < g->n; v++) {
        g->copy[stage][v] = v;
        if (!g->moves[v])
            continue;
        VarId copy = dae_new_var(d, d->var.v[v].type, DV_AUXILIARY);
        DaeVar x = d->var.v[v];
        x.hidden = true;
        x.fixed = x.top_output = false;
        x.pre_var = x.pre_of = NONE;
        x.meaning = expr_var(d->store, x.type, v);
        d->var.v[copy] = x;
        g->copy[stage][v] = copy;
    }
    for (VarId v = 0; v < g->n; v++) {
        DaeVar *x = &d->var.v[g->copy[stage][v]];
        if (!g->moves[v])
            continue;
        x->der_of = x->der_of == NONE ? NONE : copy_of(g, stage, dae_root(d, x->der_of, NULL));
        x->int_of = copy_of(g, stage, x->int_of);
    }
}

static Expr array_in_stage(const Stages *g, Expr e)
{
    Dae *d = g->w.d;
    ExprNode n = *expr_node(d->store, e);
    int64_t count = type_elements(expr_types(d->store), n.type);
    Expr *element = ARENA_ARRAY(g->w.a, Expr, count + 1);
    VarId first = count ? copy_of(g, g->stage, (VarId)n.payload) : 0;
    bool any = false, together = true;
    for (int64_t i = 0; i < count; i++) {
        VarId v = (VarId)(n.payload + (uint64_t)i), copy = copy_of(g, g->stage, v);
        any = any || copy != v;
        together = together && copy == first + (VarId)i;
        element[i] = expr_var(d->store, d->var.v[v].type, copy);
    }
    if (any && together) /* it may be assigned to by a subscript */
        return expr_make(d->store, EX_ARRVAR, n.type, n.flags, first, 0, NULL);
    return any ? array_of(d->store, n.type, element) : e;
}

static Expr node_in_stage(void *arg, Expr old, Expr now)
{
    const Stages *g = arg;
    Dae *d = g->w.d;
    switch (expr_op(d->store, old)) {
    case EX_VAR:
        return expr_var(d->store, expr_type(d->store, old),
                        copy_of(g, g->stage, var_number(d->store, old)));
    case EX_ARRVAR:
        return array_in_stage(g, old);
    case EX_TIME:
        return g->stage < COPIES ? expr_var(d->store, T_REAL, d->step.time[g->stage]) : old;
    default:
        return op_hides_vars(expr_op(d->store, old)) ? old : now;
    }
}

static Expr in_stage(Stages *g, Expr e)
{
    return e ? dae_rewrite(g->w.d, e, node_in_stage, g) : 0;
}

static void slot_in_stage(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    (void)stmt;
    Stages *g = arg;
    Expr here = in_stage(g, *slot), base = here;
    if (role == SLOT_TARGET && expr_op(g->w.d->store, here) == EX_INDEX)
        base = expr_arg(g->w.d->store, here, 0);
    ExprOp op = expr_op(g->w.d->store, base);
    if (role == SLOT_TARGET && op != EX_VAR && op != EX_ARRVAR && op != EX_LOCAL)
        g->obstacle = "an algorithm section for part of an array";
    *slot = here;
}

/* The same call or algorithm with the unknowns of a stage: not an equation of the model. */
static int object_in_stage(Stages *g, int eq)
{
    Dae *d = g->w.d;
    DaeEq e = d->eq.v[eq];
    e.removed = true;
    e.output = arena_copy(d->arena, e.output, (size_t)e.noutputs * sizeof *e.output);
    for (int i = 0; i < e.noutputs; i++)
        e.output[i] = copy_of(g, g->stage, e.output[i]);
    e.rhs = in_stage(g, e.rhs);
    if (e.body) {
        e.body = body_copy(d->arena, e.body);
        body_slots(e.body, slot_in_stage, g);
    }
    vec_push(d->arena, &d->eq, e);
    return d->eq.n - 1;
}

static Row row_in_stage(Stages *g, const Row *of, const Row *before, int object)
{
    Row row = *of;
    row.stage = g->stage < COPIES ? g->stage + 1 : 0;
    if (g->stage == COPIES)
        return row;
    if (row.kind == ROW_OBJECT) {
        bool same = before && before->kind == ROW_OBJECT && before->eq == of->eq;
        row.eq = same ? object : object_in_stage(g, of->eq);
    } else {
        row.lhs = in_stage(g, row.lhs);
        row.rhs = in_stage(g, row.rhs);
    }
    return row;
}

/* ---- The system ---- */

typedef struct Pair {
    Row row;
    VarId col;
} Pair;
typedef VEC(Pair) Pairs;

static void add_stage(Stages *g, const Row *of, const bool *moving, Pairs *out)
{
    const Problem *sim = g->w.sim;
    int before = -1, object = -1;
    for (int r = 0; r < sim->row.n; r++) {
        if (!moving[r])
            continue;
        Row row = row_in_stage(g, &of[r], before < 0 ? NULL : &of[before], object);
        VarId col = copy_of(g, g->stage, sim->col.v[sim->row_col[r]]);
        vec_push(g->w.a, out, ((Pair){row, col}));
        object = row.eq;
        before = r;
    }
}

RadauTable radau_table(void)
{
    const double s = sqrt(6);
    return (RadauTable){{(4 - s) / 10, (4 + s) / 10, 1},
                        {{(88 - 7 * s) / 360, (296 - 169 * s) / 1800, (-2 + 3 * s) / 225},
                         {(296 + 169 * s) / 1800, (88 + 7 * s) / 360, (-2 - 3 * s) / 225},
                         {(16 - s) / 36, (16 + s) / 36, 1.0 / 9}}};
}

static void add_formulas(Stages *g, Pairs *out)
{
    RadauTable r = radau_table();
    Dae *d = g->w.d;
    Expr h = expr_var(d->store, T_REAL, d->step.stages_h);
    for (int i = 0; i < STAGES; i++)
        for (int k = 0; k < d->nstates; k++) {
            VarId x = copy_of(g, i, d->state[k]);
            Expr term[STAGES + 1] = {expr_var(d->store, T_REAL, d->step.old[k])};
            for (int j = 0; j < STAGES; j++) {
                g->stage = j;
                Expr slope = in_stage(g, inline_slope(&g->w, k));
                Expr factor[] = {expr_real(d->store, r.a[i][j]), h, slope};
                term[j + 1] = expr_mul(d->store, 3, factor);
            }
            Row row = {.kind = ROW_EQUATION, .eq = -1, .output = -1};
            row.stage = i < COPIES ? i + 1 : 0;
            row.lhs = expr_var(d->store, T_REAL, x);
            row.rhs = expr_add(d->store, STAGES + 1, term);
            vec_push(g->w.a, out, ((Pair){row, x}));
        }
}

/* ---- What the run time is told ---- */

static void add_triple(Stages *g, VarId v)
{
    InlineStep *s = &g->w.d->step;
    for (int i = 0; i < STAGES; i++)
        s->triple[STAGES * s->ntriples + i] = copy_of(g, i, v);
    s->ntriples++;
}

/* The states in all stages, their derivatives, then other unknowns that are torn, and inputs. */
static void list_triples(Stages *g)
{
    Dae *d = g->w.d;
    const System *s = dae_system(d, SYSTEM_STAGES);
    VarId *origin = ARENA_ARRAY(g->w.a, VarId, d->var.n + 1);
    bool *torn = ARENA_ARRAY(g->w.a, bool, g->n + 1);
    int n = 2 * d->nstates;
    for (int v = 0; v < d->var.n; v++)
        origin[v] = NONE;
    for (VarId v = 0; v < g->n; v++)
        for (int i = 0; i < STAGES; i++)
            origin[copy_of(g, i, v)] = v;
    for (int k = 0; k < s->nblocks; k++)
        for (int i = 0; i < s->block[k]->core->ntorn; i++) {
            VarId v = origin[s->block[k]->core->torn[i]];
            n += v != NONE && !torn[v];
            if (v != NONE)
                torn[v] = true;
        }
    for (VarId v = 0; v < g->n; v++) {
        n += is_input(d, v) && !torn[v];
        torn[v] |= is_input(d, v);
    }
    d->step.triple = ARENA_ARRAY(d->arena, VarId, STAGES * n + 1);
    for (int i = 0; i < d->nstates; i++)
        add_triple(g, d->state[i]);
    for (int i = 0; i < d->nstates; i++)
        add_triple(g, dae_root(d, d->var.v[d->state[i]].der_of, NULL));
    for (int i = 0; i < 2 * d->nstates; i++)
        if (d->step.triple[STAGES * i + COPIES] < g->n)
            torn[d->step.triple[STAGES * i + COPIES]] = false;
    for (VarId v = 0; v < g->n; v++)
        if (torn[v])
            add_triple(g, v);
}

static bool refuse(Stages *g)
{
    diag_error(g->w.d->ctx->diags, (Span){0},
               "radau has the equations in three stages of a step, which cannot be done with %s; "
               "take sdirk or bdf",
               g->obstacle);
    return false;
}

bool dae_stages(Dae *d)
{
    if (d->step.stages < STAGES || !d->nstates)
        return true;
    int errors = diags_errors(d->ctx->diags);
    Stages g = {.w = inline_begin(d)};
    const Problem *sim = g.w.sim;
    Row *of = ARENA_ARRAY(g.w.a, Row, sim->row.n + 1);
    for (int r = 0; r < sim->row.n; r++)
        if (g.w.needed[r])
            of[r] = inline_row(&g.w, r);
    g.n = (uint32_t)d->var.n;
    g.moves = ARENA_ARRAY(g.w.a, bool, g.n + 1);
    bool *moving = find_moving(&g, of);
    if (g.obstacle)
        return refuse(&g);
    d->step.stages_h = inline_known(d);
    d->var.v[d->step.stages_h].min = expr_real(d->store, 0);
    Pairs pairs = {0};
    d->step.first_copy = (VarId)d->var.n;
    for (int i = 0; i < COPIES; i++) {
        d->step.time[i] = inline_known(d);
        g.copy[i] = ARENA_ARRAY(d->arena, VarId, g.n + 1);
        add_copies(&g, i);
    }
    d->step.end_copies = (VarId)d->var.n;
    for (int r = 0; r < sim->row.n; r++)
        if (g.w.needed[r] && !moving[r])
            vec_push(g.w.a, &pairs, ((Pair){of[r], sim->col.v[sim->row_col[r]]}));
    for (g.stage = 0; g.stage < STAGES; g.stage++)
        add_stage(&g, of, moving, &pairs);
    if (g.obstacle)
        return refuse(&g);
    add_formulas(&g, &pairs);
    Problem *p = problem_open(d, SYSTEM_STAGES);
    for (int i = 0; i < pairs.n; i++) {
        vec_push(p->a, &p->row, pairs.v[i].row);
        problem_add_col(p, pairs.v[i].col);
    }
    p->nstaged = g.n;
    p->staged[0] = g.copy[0];
    p->staged[1] = g.copy[1];
    inline_solve(&g.w, p);
    list_triples(&g);
    problems_close(d);
    return diags_errors(d->ctx->diags) == errors;
}
