/* faults.c - sets of equations and unknowns that do not fit: Dulmage and Mendelsohn.
 *
 * From an equation without unknown a search reaches a set of k equations with k - 1 unknowns of
 * which none can be left out; from an unknown without equation, those that could be the
 * undetermined one as well. If the matching is complete once every state counts as unknown together
 * with its derivatives, the model is not wrong but of high index; if it is not, that is where the
 * sets are searched. Linear in the size of the model, for every node without partner in that of its
 * set. */
#include "base/die.h"
#include "dae/diagnose.h"

#include <stdlib.h>

enum { IN_ORDER = 8 };

Pattern solvable_part(Arena *a, const Pattern *p)
{
    PatternBuilder b = pattern_begin(a, p->nrows, p->ncols);
    for (int r = 0; r < p->nrows; r++) {
        for (int e = p->ptr[r]; e < p->ptr[r + 1]; e++)
            if (KIND_BIT(p->kind[e]) & MASK_SOLVABLE)
                pattern_put(&b, p->col[e], 0);
        pattern_next(&b);
    }
    return b.p;
}

/* ---- High index ---- */

typedef struct Merged {
    Problem *p;
    PatternBuilder b;
} Merged;

static void add_state_column(void *arg, uint32_t var)
{
    Merged *m = arg;
    const Dae *d = m->p->d;
    if (d->var.v[var].kind != DV_STATE)
        return;
    while (d->var.v[var].der_of != NONE)
        var = dae_root(d, d->var.v[var].der_of, NULL);
    pattern_put(&m->b, problem_col(m->p, var), KIND_NON);
}

Pattern merged_pattern(Problem *p)
{
    Merged m = {p, pattern_begin(p->a, p->row.n, p->col.n)};
    for (int r = 0; r < p->row.n; r++) {
        const Row *row = &p->row.v[r];
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
            pattern_put(&m.b, p->p.col[e], p->p.kind[e]);
        if (row->kind == ROW_OBJECT) {
            add_state_column(&m, p->d->eq.v[row->eq].output[row->output]);
        } else if (!p->d->eq.v[row->eq].discrete) {
            dae_visible_vars(p->d, row->lhs, add_state_column, &m);
            dae_visible_vars(p->d, row->rhs, add_state_column, &m);
        }
        pattern_next(&m.b);
    }
    return m.b.p;
}

/* How many rows match then. */
static int match_merged(Problem *p, const Pattern *merged, int **row_col, int **col_row)
{
    *row_col = arena_copy(p->a, p->row_col, (size_t)p->row.n * sizeof(int));
    *col_row = arena_copy(p->a, p->col_row, (size_t)p->col.n * sizeof(int));
    return match_rows(merged, MASK_SOLVABLE, NULL, *row_col, *col_row);
}

bool is_high_index(Problem *p)
{
    int *row_col, *col_row;
    if (p->row.n != p->col.n && !p->d->policy)
        return false;
    Pattern merged = merged_pattern(p);
    return match_merged(p, &merged, &row_col, &col_row) == p->row.n;
}

/* ---- Faults ---- */

uint32_t unknown_of(const Diagnosis *w, int col)
{
    uint32_t v = w->p->col.v[col];
    while (w->chains && v >= w->d->nflat && w->d->var.v[v].int_of != NONE)
        v = w->d->var.v[v].int_of;
    return v;
}

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static bool is_users(const Problem *p, int r)
{
    int k = p->row.v[r].eq;
    return k >= 0 && !p->d->eq.v[k].from_connect && !p->d->eq.v[k].binding;
}

/* Those the user wrote as equations first; few in their order, many by distance. */
static void blame_users_first(const Problem *p, int *row, int n)
{
    int k = 0;
    int *sorted = ARENA_ARRAY(p->a, int, n + 1);
    if (n <= IN_ORDER)
        qsort(row, (size_t)n, sizeof *row, ascending);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++)
            if (is_users(p, row[i]) == !pass)
                sorted[k++] = row[i];
    memcpy(row, sorted, (size_t)n * sizeof *row);
}

/* A set reached from one node without partner; sets that share members become one fault. `of`: the
 * fault of a node + 1. */
typedef struct Sets {
    const Pattern *p;
    const int *partner, *node_of; /* of a node; the node matched to an entry */
    int *of;
    VEC(Fault) fault;
} Sets;

static void find_sets(Diagnosis *w, Sets *s)
{
    int *node = ARENA_ARRAY(w->a, int, s->p->nrows + 1);
    s->of = ARENA_ARRAY(w->a, int, s->p->nrows + 1);
    for (int r = 0; r < s->p->nrows; r++) {
        if (s->partner[r] >= 0)
            continue;
        node[0] = r;
        int n = dm_over_set(s->p, s->node_of, node, 1), at = 0;
        KRON_ASSERT(n > 0);
        for (int i = 0; i < n && !at; i++)
            at = s->of[node[i]];
        if (!at) {
            vec_push(w->a, &s->fault, ((Fault){0}));
            at = s->fault.n;
        }
        s->fault.v[at - 1].surplus++;
        for (int i = 0; i < n; i++)
            if (!s->of[node[i]]) {
                s->of[node[i]] = at;
                vec_push(w->a, &s->fault.v[at - 1].node, node[i]);
            }
    }
}

/* The other side of a set: the partners of its nodes, ascending. */
static int *partners(Diagnosis *w, const Sets *s, const Fault *f, int *n)
{
    int *out = ARENA_ARRAY(w->a, int, f->node.n + 1);
    *n = 0;
    for (int i = 0; i < f->node.n; i++)
        if (s->partner[f->node.v[i]] >= 0)
            out[(*n)++] = s->partner[f->node.v[i]];
    qsort(out, (size_t)*n, sizeof *out, ascending);
    return out;
}

static void set_unknowns(Diagnosis *w, Fault *f, const int *col, int n)
{
    f->nvars = n;
    f->var = ARENA_ARRAY(w->a, uint32_t, n + 1);
    for (int i = 0; i < n; i++)
        f->var[i] = unknown_of(w, col[i]);
}

void find_over(Diagnosis *w)
{
    Sets s = {.p = &w->pattern, .partner = w->row_col, .node_of = w->col_row};
    find_sets(w, &s);
    for (int i = 0, n; i < s.fault.n; i++) {
        Fault *f = &s.fault.v[i];
        int *col = partners(w, &s, f, &n);
        set_unknowns(w, f, col, n);
        f->row = f->node.v;
        f->nrows = f->node.n;
        blame_users_first(w->p, f->row, f->nrows);
        vec_push(w->a, &w->over, *f);
    }
}

void find_under(Diagnosis *w)
{
    Pattern t;
    bool done = pattern_transpose(&w->pattern, &t);
    KRON_ASSERT(done);
    Sets s = {.p = &t, .partner = w->col_row, .node_of = w->row_col};
    find_sets(w, &s);
    for (int i = 0; i < s.fault.n; i++) {
        Fault *f = &s.fault.v[i];
        f->row = partners(w, &s, f, &f->nrows);
        set_unknowns(w, f, f->node.v, f->node.n);
        vec_push(w->a, &w->under, *f);
    }
    pattern_free(&t);
}

/* If states that count as unknown together with their derivatives give more pairs, constraints are
 * to be differentiated, and what is wrong is what is left then. */
void find_faults(Diagnosis *w)
{
    Problem *p = w->p;
    Pattern pattern = p->p;
    if (p->role == SYSTEM_HIGHEST) {
        pattern = merged_pattern(p);
        w->chains = match_merged(p, &pattern, &w->row_col, &w->col_row) > problem_nmatched(p);
    }
    if (!w->chains) {
        pattern = p->p;
        w->row_col = p->row_col;
        w->col_row = p->col_row;
    }
    w->pattern = solvable_part(p->a, &pattern);
    find_over(w);
    find_under(w);
}

void find_members(Diagnosis *w)
{
    Dae *d = w->d;
    w->first = ARENA_ARRAY(w->a, int, d->var.n + 1);
    w->next = ARENA_ARRAY(w->a, int, d->var.n + 1);
    for (int v = d->var.n - 1; v >= 0; v--) {
        uint32_t root = dae_root(d, (uint32_t)v, NULL);
        w->next[v] = w->first[root];
        w->first[root] = v + 1;
    }
}
