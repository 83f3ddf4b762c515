/* open_inputs.c - inputs of components, and signals of buses, that nothing determines, in models of
 * libraries.
 *
 * The language wants each connected (specification, 4.7). Where a library leaves some open, other
 * tools take the start value, and so does this, with a warning. Which are open is a question of
 * matching, with a state and its derivative as one unknown: an input may be given by an equation of
 * its own component. All other unknowns are matched first. The same for discrete variables
 * that nothing changes. Asked only where equations are missing; then as costly as one matching. */
#include "base/die.h"
#include "dae/diagnose.h"
#include "dae/problem.h"
#include "dae/scalar_internal.h"
#include "graph/graph.h"
#include "model/flat.h"

enum { KIND_NEVER = 30, KIND_OPEN = 31, MOST_OPEN_NAMES = 12 };

static bool may_stay_open(const Dae *d, VarId v)
{
    return is_open_input(d, v) || (is_bus_signal(d, v) && connector_role(d, v) != ROLE_FLOW);
}

/* A discrete variable, as where the statements for it are in a loop without turns: nothing changes
 * it. `used`: by columns. */
static bool never_changes(const Problem *p, const bool *used, int c)
{
    VarId v = p->col.v[c];
    const DaeVar *x = &p->d->var.v[v];
    return v < p->d->nflat && x->kind == DV_DISCRETE && connector_role(p->d, v) == ROLE_NONE &&
           (!used[c] || x->type != T_REAL);
}

/* A state and its derivatives are one column. */
static void add_columns(Problem *p, Dae *d)
{
    for (VarId v = 0; v < (VarId)d->var.n; v++)
        if (d->var.v[v].kind >= DV_STATE && d->var.v[v].kind <= DV_DISCRETE &&
            d->var.v[v].int_of == NONE)
            problem_add_col(p, v);
    for (VarId v = 0; v < (VarId)d->var.n; v++) {
        VarId first = v;
        while (d->var.v[first].int_of != NONE)
            first = d->var.v[first].int_of;
        if (first != v)
            p->var_col[v] = p->var_col[first];
    }
}

/* Whether a row may determine a variable: objects their outputs, equations of Reals no others. */
static bool may_give(const Problem *p, const Row *row, VarId v)
{
    const DaeEq *eq = &p->d->eq.v[row->eq];
    if (row->kind == ROW_OBJECT)
        return eq->output[row->output] == v;
    return eq->discrete || p->d->var.v[v].kind != DV_DISCRETE;
}

static void match_inputs_last(Problem *p, Dae *d)
{
    int n = p->p.ptr[p->p.nrows];
    p->p.kind = ARENA_ARRAY(p->a, uint8_t, n + 1);
    for (int r = 0; r < p->p.nrows; r++)
        for (int k = p->p.ptr[r]; k < p->p.ptr[r + 1]; k++) {
            VarId v = p->col.v[p->p.col[k]];
            p->p.kind[k] = !may_give(p, &p->row.v[r], v) ? KIND_NEVER
                           : may_stay_open(d, v)         ? KIND_OPEN
                                                         : 0;
        }
    p->row_col = ints_filled(p->a, p->row.n, -1);
    p->col_row = ints_filled(p->a, p->col.n, -1);
    uint32_t plain = ~(1u << KIND_OPEN | 1u << KIND_NEVER), all = ~(1u << KIND_NEVER);
    KRON_MEMORY(match_rows(&p->p, plain, NULL, p->row_col, p->col_row) >= 0);
    KRON_MEMORY(match_rows(&p->p, all, NULL, p->row_col, p->col_row) >= 0);
}

static void give_start(Dae *d, VarId v)
{
    const DaeVar *x = &d->var.v[v];
    Expr start = x->start ? x->start : expr_literal(d->store, x->type, 0);
    vec_push(d->arena, &d->eq,
             DAE_EQ(.kind = EQ_SCALAR, .lhs = expr_var(d->store, x->type, v), .rhs = start,
                    .span = component_of_var(d, v), .binding = true,
                    .discrete = x->type != T_REAL));
}

int dae_give_open_inputs(Dae *d)
{
    Arena *a = arena_new();
    Problem p;
    VEC(VarId) open = {0};
    problem_init(&p, d, a, simulation_role(d));
    add_columns(&p, d);
    for (int k = 0; k < d->eq.n; k++)
        if (!d->eq.v[k].initial)
            problem_add_rows(&p, k, (Sides){d->eq.v[k].lhs, d->eq.v[k].rhs});
    problem_incidence(&p);
    match_inputs_last(&p, d);
    bool *used = ARENA_ARRAY(a, bool, p.col.n + 1);
    for (int k = 0; k < p.p.ptr[p.p.nrows]; k++)
        used[p.p.col[k]] = true;
    for (int c = 0; c < p.col.n; c++)
        if (p.col_row[c] < 0 && (may_stay_open(d, p.col.v[c]) || never_changes(&p, used, c)))
            vec_push(a, &open, p.col.v[c]);
    for (int i = 0; i < open.n; i++)
        give_start(d, open.v[i]);
    if (open.n)
        diag_warning(d->ctx->diags, component_of_var(d, open.v[0]), "nothing determines %s: %s",
                     names_text(d, open.v, open.n, MOST_OPEN_NAMES),
                     open.n > 1 ? "they have their start values" : "it has its start value");
    int n = open.n;
    arena_free(a);
    return n;
}
