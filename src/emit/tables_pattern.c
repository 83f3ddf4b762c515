/* tables_pattern.c - sparse patterns of the model's Jacobians.
 *
 * Every variable has the set of unknowns it depends on: states, and in the DAE form also the
 * unknowns of blocks. Sets are passed on along the sorted equations; those of all variables of a
 * solved block are the union of what its equations use. Linear in the sum of the sets, which is
 * given up when it grows beyond a sparse matrix. */
#include "emit/fmu_internal.h"
#include "emit/tables_internal.h"

enum { MOST_A_ROW = 50, MOST_ALWAYS = 2000000 };

typedef struct Set {
    int *v, n;
} Set;

typedef struct Dependence {
    Dae *d;
    const Numbers *num;
    Arena *a;
    bool dae_form;
    int nrows;       /* and columns */
    Set *set;        /* [nv] */
    int *stamp, now; /* [ncols] */
    VEC(int) work;   /* the set being made */
    int64_t total;
    bool failed; /* too dense */
    Set *row;    /* [nrows] the result */
} Dependence;

/* ---- Sets ---- */

static void begin(Dependence *w)
{
    w->work.n = 0;
    w->now++;
}

static void add_set(Dependence *w, Set s)
{
    for (int i = 0; i < s.n; i++) {
        if (w->stamp[s.v[i]] == w->now)
            continue;
        w->stamp[s.v[i]] = w->now;
        vec_push(w->a, &w->work, s.v[i]);
    }
}

static void add_expr(void *arg, Expr e)
{
    Dependence *w = arg;
    if (!expr_node(w->d->store, e)->var_mask)
        return;
    VarList list = expr_vars(w->d->store, w->a, 1, &e);
    for (int i = 0; i < list.n; i++) {
        int sign = 1;
        if (list.var[i] < w->num->nv)
            add_set(w, w->set[dae_root(w->d, list.var[i], &sign)]);
    }
}

static Set end(Dependence *w)
{
    w->total += w->work.n;
    if (w->total > MOST_ALWAYS && w->total > (int64_t)MOST_A_ROW * w->nrows)
        w->failed = true;
    Set s = {NULL, w->work.n};
    if (w->work.n)
        s.v = arena_copy(w->a, w->work.v, (size_t)w->work.n * sizeof *s.v);
    return s;
}

/* ---- Blocks ---- */

static void set_outputs(Dependence *w, const Assign *a, Set s)
{
    const uint32_t *output;
    for (int i = assign_outputs(w->d, a, &output); i-- > 0;)
        if (output[i] != NONE)
            w->set[output[i]] = s;
}

static void pass_on(Dependence *w, const Assign *a)
{
    if (a->pre)
        return;
    begin(w);
    assign_visit(w->d, a, add_expr, w);
    set_outputs(w, a, end(w));
}

/* State form: everything in the block depends on everything that goes into it. */
static void pass_on_block(Dependence *w, const Block *b)
{
    begin(w);
    for (int i = 0; i < b->nassign; i++)
        assign_visit(w->d, &b->assign[i], add_expr, w);
    for (int i = 0; i < b->core->ntorn; i++)
        add_expr(w, b->core->residual[i]);
    Set s = end(w);
    for (int i = 0; i < b->nassign; i++)
        set_outputs(w, &b->assign[i], s);
    for (int i = 0; i < b->core->ntorn; i++)
        w->set[b->core->torn[i]] = s;
}

static Set single(Dependence *w, int column)
{
    return (Set){arena_copy(w->a, &column, sizeof column), 1};
}

/* DAE form: unknowns from `first` on are columns, residuals rows of their own. */
static void block_rows(Dependence *w, const Block *b, int first)
{
    for (int i = 0; i < b->core->ntorn; i++)
        w->set[b->core->torn[i]] = single(w, first + i);
    for (int i = 0; i < b->nassign; i++)
        pass_on(w, &b->assign[i]);
    for (int i = 0; i < b->core->ntorn; i++) {
        begin(w);
        add_expr(w, b->core->residual[i]);
        w->row[first + i] = end(w);
    }
}

static void find_rows(Dependence *w)
{
    const System *s = dae_system(w->d, SYSTEM_SIMULATION);
    int next = w->d->nstates;
    for (int i = 0; i < w->d->nstates; i++)
        w->set[w->d->state[i]] = single(w, i);
    for (int i = 0; i < s->nblocks && !w->failed; i++) {
        const Block *b = s->block[i];
        bool solved = block_is_solved(b), rhs = block_part(b) == PART_RHS;
        bool inside = b->solved == SOLVE_RELAX ||
                      (b->core->whole && !b->core->spare &&
                       (!b->core->ntorn || b->core->whole->core->ntorn <= K_SOLVED_INSIDE));
        if (rhs && solved && w->dae_form && !inside)
            block_rows(w, b, next);
        else if (rhs && solved)
            pass_on_block(w, b);
        for (int k = 0; rhs && !solved && k < b->nassign && !w->failed; k++)
            pass_on(w, &b->assign[k]);
        next += solved ? b->core->ntorn : 0;
    }
    for (int i = 0; i < w->d->nstates; i++) {
        int sign = 1;
        w->row[i] = w->set[dae_root(w->d, w->d->var.v[w->d->state[i]].der_of, &sign)];
    }
}

/* ---- Compressed columns ---- */

static int keep_columns(const Dependence *w, const int **colptr, const int **rowidx)
{
    int n = w->nrows, nnz = 0;
    int *ptr = ARENA_ARRAY(w->d->arena, int, n + 2);
    for (int r = 0; r < n; r++)
        for (int i = 0; i < w->row[r].n; i++, nnz++)
            ptr[w->row[r].v[i] + 2]++;
    int *idx = ARENA_ARRAY(w->d->arena, int, nnz + 1);
    for (int c = 0; c < n; c++)
        ptr[c + 2] += ptr[c + 1];
    for (int r = 0; r < n; r++)
        for (int i = 0; i < w->row[r].n; i++)
            idx[ptr[w->row[r].v[i] + 1]++] = r;
    *colptr = ptr;
    *rowidx = idx;
    return nnz;
}

static int find_pattern(Dae *d, const Numbers *num, bool dae_form, const int **colptr,
                        const int **rowidx)
{
    Dependence w = {.d = d, .num = num, .a = arena_new(), .dae_form = dae_form};
    w.nrows = d->nstates;
    for (int k = 0; k < num->nblocks && dae_form; k++)
        w.nrows += num->block[k]->core->ntorn;
    w.set = ARENA_ARRAY(w.a, Set, num->nv + 1);
    w.stamp = ARENA_ARRAY(w.a, int, w.nrows + 1);
    w.row = ARENA_ARRAY(w.a, Set, w.nrows + 1);
    find_rows(&w);
    int nnz = w.failed ? 0 : keep_columns(&w, colptr, rowidx);
    arena_free(w.a);
    return nnz;
}

void tables_patterns(Dae *d, const Numbers *num, KModel *model)
{
    if (!d->nstates)
        return;
    model->jac_nnz = find_pattern(d, num, false, &model->jac_colptr, &model->jac_rowidx);
    model->dae_nnz = find_pattern(d, num, true, &model->dae_colptr, &model->dae_rowidx);
}

/* ---- Influence, for FMUs ---- */

/* Along all equations, also those that only outputs and events need. */
static void pass_all(Dependence *w)
{
    const System *s = dae_system(w->d, SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks && !w->failed; i++) {
        const Block *b = s->block[i];
        if (block_is_solved(b)) {
            pass_on_block(w, b);
            continue;
        }
        for (int k = 0; k < b->nassign && !w->failed; k++)
            pass_on(w, &b->assign[k]);
    }
}

bool tables_influence(Dae *d, const Numbers *num, Arena *a, int ncols, const uint32_t *col,
                      int nrows, const uint32_t *row, const int **on, int *n)
{
    Dependence w = {.d = d, .num = num, .a = arena_new(), .nrows = ncols + nrows};
    w.set = ARENA_ARRAY(w.a, Set, num->nv + 1);
    w.stamp = ARENA_ARRAY(w.a, int, ncols + 1);
    for (int i = 0; i < ncols; i++)
        w.set[col[i]] = single(&w, i);
    pass_all(&w);
    for (int i = 0; i < nrows && !w.failed; i++) {
        Set s = w.set[row[i]];
        on[i] = s.n ? arena_copy(a, s.v, (size_t)s.n * sizeof *s.v) : NULL;
        n[i] = s.n;
    }
    arena_free(w.a);
    return !w.failed;
}
