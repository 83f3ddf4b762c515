/* problem.c - rows and columns of a system, their matching and their strong components.
 *
 * Rows and unknowns are matched with growing willingness to divide (incidence.h), so that
 * divisions by what may be zero are few. Rows of one equation object are tied together by extra
 * arcs. Near-linear. */
#include "base/die.h"
#include "dae/relaxed.h"

int *ints_filled(Arena *a, int n, int value)
{
    int *v = ARENA_ARRAY(a, int, n + 1);
    for (int i = 0; i < n; i++)
        v[i] = value;
    return v;
}

int *ints_counting(Arena *a, int n)
{
    int *v = ARENA_ARRAY(a, int, n + 1);
    for (int i = 0; i < n; i++)
        v[i] = i;
    return v;
}

/* ---- Patterns ---- */

PatternBuilder pattern_begin(Arena *a, int nrows, int ncols)
{
    return (PatternBuilder){.a = a,
                            .p = {nrows, ncols, ARENA_ARRAY(a, int, nrows + 1), NULL, NULL},
                            .stamp = ARENA_ARRAY(a, int, ncols + 1)};
}

void pattern_put(PatternBuilder *b, int col, int kind)
{
    if (col < 0 || b->stamp[col] == b->row + 1)
        return;
    b->stamp[col] = b->row + 1;
    vec_push(b->a, &b->col, col);
    vec_push(b->a, &b->kind, (uint8_t)kind);
}

void pattern_next(PatternBuilder *b)
{
    b->p.ptr[++b->row] = b->col.n;
    b->p.col = b->col.v;
    b->p.kind = b->kind.v;
}

/* ---- Problems ---- */

void problem_init(Problem *p, Dae *d, Arena *a, SystemRole role)
{
    *p = (Problem){.d = d, .a = a, .role = role, .nvars = (uint32_t)d->var.n};
    p->var_col = ints_filled(a, d->var.n, -1);
}

void problem_add_col(Problem *p, uint32_t var)
{
    p->var_col[var] = p->col.n;
    vec_push(p->a, &p->col, var);
}

void problem_incidence(Problem *p)
{
    incidence_build(p);
    p->row_col = ints_filled(p->a, p->row.n, -1);
    p->col_row = ints_filled(p->a, p->col.n, -1);
    p->local = ints_filled(p->a, p->col.n, LOCAL_NONE);
    p->row_local = ints_filled(p->a, p->row.n, -1);
}

int problem_match(Problem *p, int nrows)
{
    static const uint32_t stage[] = {MASK_NUMBER, MASK_PARAM, MASK_LINEAR, MASK_SOLVABLE};
    Pattern some = p->p;
    some.nrows = nrows;
    int matched = 0;
    for (size_t i = 0; i < sizeof stage / sizeof *stage; i++) {
        matched = match_rows(&some, stage[i], NULL, p->row_col, p->col_row);
        KRON_MEMORY(matched >= 0);
    }
    return matched;
}

int problem_nmatched(const Problem *p)
{
    int matched = 0;
    for (int r = 0; r < p->row.n; r++)
        matched += p->row_col[r] >= 0;
    return matched;
}

bool problem_is_matched(const Problem *p)
{
    return p->row.n == p->col.n && problem_nmatched(p) == p->row.n;
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
    KRON_MEMORY(count >= 0);
    return count;
}

void problem_sort(Problem *p)
{
    if (p->order)
        return;
    int n = 0;
    int *row = ARENA_ARRAY(p->a, int, p->row.n + 1);
    for (int r = 0; r < p->row.n; r++)
        if (p->row_col[r] >= 0) /* not a condition of the initial problem that is left over */
            row[n++] = r;
    p->order = ARENA_ARRAY(p->a, int, n + 1);
    p->border = ARENA_ARRAY(p->a, int, n + 1);
    p->ncomponents = row_components(p, row, n, p->order, p->border);
    for (int i = 0; i < n; i++)
        p->order[i] = row[p->order[i]];
    relaxed_join(p, p->order, p->border, &p->ncomponents);
}

VarId var_of_stage(const Problem *p, VarId x)
{
    Expr meaning = p->nstaged && x < (VarId)p->d->var.n ? p->d->var.v[x].meaning : 0;
    if (!meaning || expr_op(p->d->store, meaning) != EX_VAR)
        return x;
    VarId v = var_number(p->d->store, meaning);
    bool copy = v < p->nstaged && (p->staged[0][v] == x || p->staged[1][v] == x);
    return copy ? v : x;
}

int first_row_of_object(const Problem *p, int r)
{
    while (r > 0 && p->row.v[r - 1].kind == ROW_OBJECT && p->row.v[r - 1].eq == p->row.v[r].eq)
        r--;
    return r;
}

Tearing tearing_room(Arena *a, int n)
{
    return (Tearing){0,
                     0,
                     ARENA_ARRAY(a, int, n),
                     ARENA_ARRAY(a, int, n),
                     ARENA_ARRAY(a, int, n),
                     ARENA_ARRAY(a, int, n)};
}

bool is_mode_row(const Problem *p, int r)
{
    const Row *row = &p->row.v[r];
    if (row->kind != ROW_OBJECT)
        return is_mode_var(&p->d->var.v[p->col.v[p->row_col[r]]]);
    const DaeEq *eq = &p->d->eq.v[row->eq];
    for (int i = 0; i < eq->noutputs; i++)
        if (eq->output[i] != NONE && !is_mode_var(&p->d->var.v[eq->output[i]]))
            return false;
    return true;
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

void problem_add_rows(Problem *p, int k, Sides q)
{
    const DaeEq *eq = &p->d->eq.v[k];
    if (eq->kind == EQ_SCALAR)
        vec_push(p->a, &p->row, ((Row){ROW_EQUATION, k, -1, q.lhs, q.rhs, 0, 0, 0}));
    for (int i = 0; (eq->kind == EQ_CALL || eq->kind == EQ_ALGORITHM) && i < eq->noutputs; i++)
        if (eq->output[i] != NONE)
            vec_push(p->a, &p->row, ((Row){.kind = ROW_OBJECT, .eq = k, .output = i}));
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
        if (eq->initial || eq->removed || (eq->derivative != NONE && p->role == SYSTEM_HIGHEST))
            continue;
        Sides q = {eq->lhs, eq->rhs};
        if (uses_initial && eq->kind == EQ_SCALAR) {
            q.lhs = dae_rewrite(d, q.lhs, fold_initial, &fold);
            q.rhs = dae_rewrite(d, q.rhs, fold_initial, &fold);
        }
        problem_add_rows(p, k, q);
    }
}

static void add_unknowns(Problem *p)
{
    for (uint32_t i = 0; i < p->nvars; i++)
        if (dae_is_unknown(&p->d->var.v[i]))
            problem_add_col(p, i);
}

void problem_of_simulation(Problem *p, Dae *d, Arena *a)
{
    problem_init(p, d, a, simulation_role(d));
    add_unknowns(p);
    add_rows(p);
    problem_incidence(p);
}

/* ---- From pass to pass ---- */

Problem *problem_open(Dae *d, SystemRole role)
{
    System *s = dae_system(d, role);
    s = s ? s : dae_add_system(d, role);
    KRON_ASSERT(!s->problem);
    Arena *a = arena_new();
    s->problem = ARENA_NEW(a, Problem);
    problem_init(s->problem, d, a, role);
    return s->problem;
}

void problems_close(Dae *d)
{
    for (int i = 0; i < d->system.n; i++) {
        System *s = d->system.v[i];
        if (s->problem)
            arena_free(s->problem->a);
        s->problem = NULL;
    }
}

Problem *problem_matched(Dae *d)
{
    const System *s = dae_system(d, simulation_role(d));
    if (s && s->problem)
        return s->problem;
    Problem *p = problem_open(d, simulation_role(d));
    problem_of_simulation(p, d, p->a);
    problem_match(p, p->row.n);
    return p;
}

void dae_print_matching(Dae *d, Buf *out)
{
    const Problem *p = problem_matched(d);
    for (int i = 0; i < p->ncomponents; i++)
        for (int k = p->border[i]; k < p->border[i + 1]; k++) {
            int r = p->order[k];
            bool alone = p->border[i + 1] == p->border[i] + 1;
            buf_puts(out, alone ? "" : k == p->border[i] ? "{ " : "  ");
            dae_var_name(d, p->col.v[p->row_col[r]], out);
            buf_puts(out, " by ");
            dae_print_eq(d, p->row.v[r].eq, out);
            buf_puts(out, alone || k + 1 < p->border[i + 1] ? "\n" : " }\n");
        }
}
