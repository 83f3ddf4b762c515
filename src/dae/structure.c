/* structure.c - the equations sorted: matching, strong components, blocks in order of evaluation.
 *
 * Unknowns of the simulation are derivatives, algebraic and discrete variables; states are known.
 * Rows and unknowns are matched with growing willingness to divide (notes of incidence.h), so that
 * divisions by what may be zero are few. Rows of one equation object are tied together by extra
 * arcs. Near-linear. */
#include "base/die.h"
#include "dae/structure_internal.h"

/* ---- Problems ---- */

void problem_init(Problem *p, Dae *d, Arena *a, SystemRole role)
{
    *p = (Problem){.d = d, .a = a, .role = role, .nvars = (uint32_t)d->var.n};
    p->var_col = ARENA_ARRAY(a, int, p->nvars);
    for (uint32_t i = 0; i < p->nvars; i++)
        p->var_col[i] = -1;
}

void problem_add_col(Problem *p, uint32_t var)
{
    p->var_col[var] = p->col.n;
    vec_push(p->a, &p->col, var);
}

static int *filled(Arena *a, int n, int value)
{
    int *v = ARENA_ARRAY(a, int, n + 1);
    for (int i = 0; i < n; i++)
        v[i] = value;
    return v;
}

void problem_incidence(Problem *p)
{
    incidence_build(p);
    p->row_col = filled(p->a, p->row.n, -1);
    p->col_row = filled(p->a, p->col.n, -1);
    p->local = filled(p->a, p->col.n, LOCAL_NONE);
    p->row_local = filled(p->a, p->row.n, -1);
}

int problem_match(Problem *p, int nrows)
{
    static const uint32_t stage[] = {MASK_NUMBER, MASK_PARAM, MASK_LINEAR, MASK_SOLVABLE};
    Pattern some = p->p;
    some.nrows = nrows;
    int matched = 0;
    for (size_t i = 0; i < sizeof stage / sizeof *stage; i++) {
        matched = match_rows(&some, stage[i], NULL, p->row_col, p->col_row);
        KRON_ASSERT(matched >= 0);
    }
    return matched;
}

/* ---- Strong components ---- */

static bool same_object(const Problem *p, int r, int q)
{
    return q >= 0 && q < p->row.n && p->row.v[r].kind == ROW_OBJECT &&
           p->row.v[q].kind == ROW_OBJECT && p->row.v[r].eq == p->row.v[q].eq &&
           p->row_local[q] >= 0;
}

/* Row r needs the rows matched to its other columns; rows of one object need each other. */
int row_components(Problem *p, const int *row, int n, int *order, int *border)
{
    int narcs = 2 * n, k = 0;
    for (int i = 0; i < n; i++) {
        p->row_local[row[i]] = i;
        narcs += p->p.ptr[row[i] + 1] - p->p.ptr[row[i]];
    }
    int *ptr = ARENA_ARRAY(p->a, int, n + 1), *succ = ARENA_ARRAY(p->a, int, narcs + 1);
    for (int i = 0; i < n; i++) {
        int r = row[i];
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1] && p->row_col[r] >= 0; e++) {
            int other = p->col_row[p->p.col[e]];
            if (other != r && p->row_local[other] >= 0)
                succ[k++] = p->row_local[other];
        }
        if (same_object(p, r, r - 1))
            succ[k++] = p->row_local[r - 1];
        if (same_object(p, r, r + 1))
            succ[k++] = p->row_local[r + 1];
        ptr[i + 1] = k;
    }
    for (int i = 0; i < n; i++)
        p->row_local[row[i]] = -1;
    int count = strong_components(n, ptr, succ, order, border);
    KRON_ASSERT(count >= 0);
    return count;
}

void problem_blocks(Problem *p)
{
    Dae *d = p->d;
    int n = 0;
    int *row = ARENA_ARRAY(p->a, int, p->row.n + 1);
    for (int r = 0; r < p->row.n; r++)
        if (p->row_col[r] >=
            0) /* not an optional condition of the initial problem that is unused */
            row[n++] = r;
    int *order = ARENA_ARRAY(p->a, int, n + 1), *border = ARENA_ARRAY(p->a, int, n + 1);
    int count = row_components(p, row, n, order, border);
    System *out = dae_system(d, p->role);
    out = out ? out : dae_add_system(d, p->role);
    out->nunknowns = p->col.n;
    out->unknown = arena_copy(d->arena, p->col.v, (size_t)p->col.n * sizeof *p->col.v);
    out->nblocks = 0;
    out->block = ARENA_ARRAY(d->arena, Block *, 2 * count + 1);
    for (int i = 0; i < n; i++)
        order[i] = row[order[i]];
    for (int i = 0; i < count && !p->restart; i++) {
        Block *b = block_make(p, order + border[i], border[i + 1] - border[i]);
        Block *before = p->restart ? NULL : block_hoist(p, b);
        if (before)
            out->block[out->nblocks++] = before;
        out->block[out->nblocks++] = b;
    }
}

/* ---- The simulation ---- */

/* initial() is false during the simulation. */
typedef struct FoldInitial {
    Dae *d;
    Expr initial, value;
} FoldInitial;

static Expr fold_initial(void *arg, Expr old, Expr now)
{
    const FoldInitial *f = arg;
    return old == f->initial ? f->value : now;
}

/* Of equations that were differentiated the last derivative counts where the highest derivatives
 * are the unknowns. */
static void add_rows(Problem *p)
{
    Dae *d = p->d;
    uint32_t before = exprs_count(d->store);
    FoldInitial fold = {d, expr_make(d->store, EX_INITIAL, T_BOOL, 0, 0, 0, NULL),
                        expr_bool(d->store, false)};
    bool uses_initial = fold.initial < before;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->initial || eq->removed || (eq->derivative && p->role == SYSTEM_HIGHEST))
            continue;
        if (eq->kind == EQ_SCALAR) {
            Row row = {.kind = ROW_EQUATION, .eq = k, .output = -1, .lhs = eq->lhs, .rhs = eq->rhs};
            if (uses_initial) {
                row.lhs = dae_rewrite(d, row.lhs, fold_initial, &fold);
                row.rhs = dae_rewrite(d, row.rhs, fold_initial, &fold);
            }
            vec_push(p->a, &p->row, row);
        }
        for (int i = 0; eq->kind == EQ_CALL || eq->kind == EQ_ALGORITHM ? i < eq->noutputs : false;
             i++)
            if (eq->output[i] != NO_ALIAS)
                vec_push(p->a, &p->row, ((Row){.kind = ROW_OBJECT, .eq = k, .output = i}));
    }
}

static void add_unknowns(Problem *p)
{
    for (uint32_t i = 0; i < p->nvars; i++)
        if (dae_is_unknown(&p->d->var.v[i]))
            problem_add_col(p, i);
}

static void list_states(Dae *d)
{
    int n = 0;
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        n += v->kind == DV_STATE && v->alias == NO_ALIAS;
    }
    d->nstates = 0;
    d->state = ARENA_ARRAY(d->arena, uint32_t, n);
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++)
        if (d->var.v[i].kind == DV_STATE && d->var.v[i].alias == NO_ALIAS)
            d->state[d->nstates++] = i;
}

void split_reversed_calls(Problem *p)
{
    for (int r = 0; r < p->row.n; r++) {
        const Row *row = &p->row.v[r];
        if (row->kind == ROW_OBJECT && p->row_col[r] >= 0 &&
            p->col.v[p->row_col[r]] != p->d->eq.v[row->eq].output[row->output])
            split_output(p, r);
    }
}

bool problem_open_calls(const Problem *sim)
{
    Problem p;
    problem_init(&p, sim->d, sim->a, sim->role);
    add_unknowns(&p);
    p.row.v = sim->row.v;
    p.row.n = p.row.cap = sim->row.n;
    p.open_calls = true;
    problem_incidence(&p);
    if (p.row.n != p.col.n || problem_match(&p, p.row.n) < p.row.n)
        return false;
    split_reversed_calls(&p);
    return p.restart;
}

void problem_of_simulation(Problem *p, Dae *d, Arena *a)
{
    problem_init(p, d, a, simulation_role(d));
    add_unknowns(p);
    add_rows(p);
    problem_incidence(p);
}

/* Both problems once; *restart if an object had to be taken apart for it. */
static bool structure_once(Dae *d, Arena *a, bool *restart)
{
    Problem sim;
    problem_of_simulation(&sim, d, a);
    int matched = problem_match(&sim, sim.row.n);
    if (matched < sim.row.n || matched < sim.col.n) {
        *restart = problem_open_calls(&sim);
        if (!*restart)
            diagnose_simulation(&sim);
        return *restart;
    }
    problem_blocks(&sim);
    *restart = sim.restart;
    if (!*restart)
        given_report(&sim);
    return *restart || initial_structure(d, &sim, restart);
}

bool dae_structure(Dae *d)
{
    int errors = diags_errors(d->ctx->diags);
    list_states(d);
    dae_number_places(d);
    given_select(d);
    bool restart = true;
    while (restart && diags_errors(d->ctx->diags) == errors) {
        Arena *a = arena_new();
        bool good = structure_once(d, a, &restart);
        arena_free(a);
        if (!good)
            break;
    }
    bool good = diags_errors(d->ctx->diags) == errors;
    if (good)
        dae_events(d);
    return good;
}
