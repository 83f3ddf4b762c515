/* sheet_partition.c - assignment of variables to equations, and sorting, as a listing shows them
 * (FM-22, FM-39).
 *
 * The problem is the simulation's, with the variables of each equation in the order in which they
 * are written. Assignment: equations in the order of the listing, each takes the first of its
 * variables that is free, else the nearest for which the others can make room; large systems are
 * matched as for code. Sorting: strong components, visited from the derivatives of the states, then
 * the rest, outputs last. A singular problem is not sorted: what is left over is listed (E-1). */
#include "dae/relaxed.h"
#include "dae/sheet_internal.h"

#include <limits.h>
#include <stdlib.h>

enum { LARGE = 20000 };

typedef struct Partition {
    Sheet *s;
    Problem *p;
    int *rank; /* [ncols] place in the equation at hand; INT_MAX: not written there */
    int row;
    VEC(struct Written) entry; /* of the row at hand */
} Partition;

typedef struct Written {
    int rank, col;
    uint8_t kind;
} Written;

/* ---- Rows as written ---- */

static int as_written(const void *x, const void *y)
{
    const Written *a = x, *b = y;
    return a->rank != b->rank ? (a->rank > b->rank) - (a->rank < b->rank)
                              : (a->col > b->col) - (a->col < b->col);
}

static void rank_columns(Partition *w, int eq, bool on)
{
    const WrittenOrder *o = &w->s->order[eq];
    for (int i = o->n; i-- > 0;) {
        int col = problem_col(w->p, sheet_root(w->s, o->var[i]));
        if (col >= 0)
            w->rank[col] = on ? i : INT_MAX;
    }
}

static void add_entry(Partition *w, int col, uint8_t kind)
{
    for (int i = 0; kind == KIND_NOSOLVE && i < w->entry.n; i++)
        if (w->entry.v[i].col == col)
            return;
    vec_push(w->p->a, &w->entry, ((Written){w->rank[col], col, kind}));
}

/* A derivative that counts as known comes after its variable (FM-83). */
static void note_given(void *arg, uint32_t v)
{
    Partition *w = arg;
    const DaeVar *x = &w->p->d->var.v[v];
    int col = x->int_of != NONE && x->kind == DV_INPUT ? problem_col(w->p, x->int_of) : -1;
    if (col >= 0)
        add_entry(w, col, KIND_NOSOLVE);
}

/* The entries of every row in written order. */
static void sort_entries(Partition *w)
{
    Problem *p = w->p;
    VEC(int) col = {0};
    VEC(uint8_t) kind = {0};
    int *ptr = ARENA_ARRAY(p->a, int, p->row.n + 1);
    bool given = false;
    for (uint32_t v = 0; v < p->nvars; v++)
        given = given || (p->d->var.v[v].int_of != NONE && p->d->var.v[v].kind == DV_INPUT);
    w->rank = ARENA_ARRAY(p->a, int, p->col.n + 1);
    for (int c = 0; c < p->col.n; c++)
        w->rank[c] = INT_MAX;
    for (int r = 0; r < p->row.n; r++) {
        const Row *row = &p->row.v[r];
        w->entry.n = 0;
        rank_columns(w, row->eq, true);
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
            vec_push(p->a, &w->entry, ((Written){w->rank[p->p.col[e]], p->p.col[e], p->p.kind[e]}));
        if (given && row->kind == ROW_EQUATION) {
            dae_visible_vars(p->d, row->lhs, note_given, w);
            dae_visible_vars(p->d, row->rhs, note_given, w);
        }
        if (w->entry.n)
            qsort(w->entry.v, (size_t)w->entry.n, sizeof(Written), as_written);
        for (int i = 0; i < w->entry.n; i++) {
            vec_push(p->a, &col, w->entry.v[i].col);
            vec_push(p->a, &kind, w->entry.v[i].kind);
        }
        rank_columns(w, row->eq, false);
        ptr[r + 1] = col.n;
    }
    p->p.ptr = ptr;
    p->p.col = col.v;
    p->p.kind = kind.v;
}

/* ---- What is left over ---- */

static void note_leftovers(Partition *w)
{
    Sheet *s = w->s;
    Problem *p = w->p;
    NumberList left = {0};
    VEC(int) extra = {0};
    for (int c = 0; c < p->col.n; c++)
        if (p->col_row[c] < 0)
            vec_push(p->a, &left, p->col.v[c]);
    for (int r = 0; r < p->row.n; r++)
        if (p->row_col[r] < 0 && !(extra.n && vec_last(&extra) == p->row.v[r].eq))
            vec_push(p->a, &extra, p->row.v[r].eq);
    s->unassigned = left.v;
    s->nunassigned = left.n;
    s->extra = extra.v;
    s->nextra = extra.n;
    s->singular = left.n || extra.n;
}

/* ---- Sorting ---- */

/* Rows in the order in which they are visited: what computes derivatives of states, the rest,
 * outputs. */
static int *visiting_order(const Problem *p)
{
    int *order = ARENA_ARRAY(p->a, int, p->row.n), n = 0;
    for (int pass = 0; pass < 3; pass++)
        for (int r = 0; r < p->row.n; r++) {
            const DaeVar *v = &p->d->var.v[p->col.v[p->row_col[r]]];
            bool derivative = v->int_of != NONE && p->d->var.v[v->int_of].kind == DV_STATE;
            int mine = derivative ? 0 : v->top_output ? 2 : 1;
            if (mine == pass)
                order[n++] = r;
        }
    return order;
}

/* Inside a block: the equations as one leads to the next, beginning after the first. */
static void order_block(Problem *p, SheetBlock *b, const int *row)
{
    Arena *a = p->a;
    int n = b->n, found = 0, depth = 0;
    int *local = ARENA_ARRAY(a, int, n), *stack = ARENA_ARRAY(a, int, n);
    int *at = ARENA_ARRAY(a, int, n);
    bool *seen = ARENA_ARRAY(a, bool, n);
    for (int i = 0; i < n; i++)
        p->row_local[row[i]] = i;
    stack[depth] = 0;
    at[depth++] = p->p.ptr[row[0]];
    seen[0] = true;
    while (depth) {
        int r = row[stack[depth - 1]];
        if (at[depth - 1] == p->p.ptr[r + 1]) {
            depth--;
            continue;
        }
        int i = p->row_local[p->col_row[p->p.col[at[depth - 1]++]]];
        if (i < 0 || seen[i])
            continue;
        seen[i] = true;
        local[found++] = i;
        stack[depth] = i;
        at[depth++] = p->p.ptr[row[i]];
    }
    for (int i = 1; i < n; i++)
        if (!seen[i])
            local[found++] = i;
    local[found++] = 0;
    for (int i = 0; i < n; i++) {
        int r = row[local[i]];
        b->row[i] = r;
        b->eq[i] = p->row.v[r].eq;
        b->unknown[i] = p->col.v[p->row_col[r]];
        b->differentiated = b->differentiated || p->d->eq.v[b->eq[i]].ndiff;
        p->row_local[r] = -1;
    }
}

/* On a relaxed sheet equations are shown as they are solved then. */
static void show_relaxed(Partition *w, const int *row, int n)
{
    Problem *p = w->p;
    int *col = ARENA_ARRAY(p->a, int, n + 1);
    for (int i = 0; i < n; i++)
        col[i] = p->row_col[row[i]];
    const RelaxedForm *f = relaxed_form(p, row, col, n);
    for (int i = 0; f && i < n; i++)
        w->s->solved[p->row.v[row[i]].eq] = f->solved[i] >= 0 ? p->col.v[col[f->solved[i]]] : NONE;
}

static bool make_blocks(Partition *w)
{
    Sheet *s = w->s;
    Problem *p = w->p;
    int *visit = visiting_order(p), n = p->row.n;
    int *order = ARENA_ARRAY(p->a, int, n + 1), *border = ARENA_ARRAY(p->a, int, n + 1);
    s->nblocks = row_components(p, visit, n, order, border);
    for (int i = 0; i < n; i++)
        order[i] = visit[order[i]];
    relaxed_join(p, order, border, &s->nblocks);
    if (!relaxed_check(p, order, border, s->nblocks))
        return false;
    s->block = ARENA_ARRAY(p->a, SheetBlock, s->nblocks);
    for (int i = 0; i < s->nblocks; i++) {
        SheetBlock *b = &s->block[i];
        b->n = border[i + 1] - border[i];
        b->row = ARENA_ARRAY(p->a, int, b->n);
        b->eq = ARENA_ARRAY(p->a, int, b->n);
        b->unknown = ARENA_ARRAY(p->a, uint32_t, b->n);
        order_block(p, b, order + border[i]);
        show_relaxed(w, order + border[i], b->n);
    }
    return true;
}

/* matched: the unknown + 1 of each row; NULL: to be found. */
static bool partition(Sheet *s, Arena *a, const Map *matched)
{
    Problem *p = s->problem = ARENA_NEW(a, Problem);
    Partition w = {.s = s, .p = p};
    problem_of_simulation(p, s->d, a);
    if (matched) { /* coefficients are judged for h = 0 */
        p->role = SYSTEM_STEP;
        p->kind_of = (Map){0};
        problem_incidence(p);
    }
    sort_entries(&w);
    for (int r = 0; matched && r < p->row.n; r++) {
        int col = problem_col(p, map_get(matched, sheet_row_key(&p->row.v[r]), 0) - 1);
        if (col < 0 || p->col_row[col] >= 0)
            continue;
        p->row_col[r] = col;
        p->col_row[col] = r;
    }
    if (!matched && p->row.n > LARGE)
        problem_match(p, p->row.n);
    else if (!matched)
        match_rows_in_order(&p->p, MASK_SOLVABLE, p->row_col, p->col_row);
    for (int r = 0; r < p->row.n; r++)
        if (p->row_col[r] >= 0)
            s->solved[p->row.v[r].eq] = p->col.v[p->row_col[r]];
    note_leftovers(&w);
    s->partitioned = true;
    return s->singular || make_blocks(&w);
}

/* The five steps of inline integration (IN-16). */
static bool partition_discretised(Sheet *s, Arena *a)
{
    Map matched = {0};
    const Problem *p = s->problem;
    for (int r = 0; r < p->row.n; r++)
        map_set(&matched, a, sheet_row_key(&p->row.v[r]), p->col.v[p->row_col[r]] + 1);
    if (!sheet_discretise(s, a, &matched) || !partition(s, a, &matched))
        return false;
    for (int i = 0; i < s->nblocks; i++)
        sheet_choose(s, a, &s->block[i]);
    return true;
}

bool sheet_partition(Sheet *s, Arena *a)
{
    return partition(s, a, NULL) &&
           (s->singular || !s->plan.on[SW_INLINE] || partition_discretised(s, a));
}
