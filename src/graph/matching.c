/* matching.c - maximum matching of rows and columns.
 *
 * Karp and Sipser (1981) first: a row or column with only one free partner left is paired with it
 * at once, which never costs a pair; when there is none, the next free row takes its rarest free
 * column. What is left, a handful of rows as a rule, is matched by augmenting paths in phases.
 * In a phase one tree grows from every free row, breadth first and all at the same pace (Azad,
 * Buluc and Pothen 2017), with a look-ahead for a free column that never moves back. Small disjoint
 * trees find many short paths at once where depth-first searches find a few long ones that block
 * all others.
 *
 * The start is O(nrows + ncols + entries) and takes in only what is free on entry. A phase visits
 * an entry at most once and there are few: 5 for 10^6 random rows of which 10^5 were left over. */
#include "graph/graph_internal.h"

typedef struct Matching {
    const Pattern *p;
    uint32_t mask;
    const uint8_t *frozen_row; /* or NULL */
    int *row_col, *col_row;
    int *free_row; /* [nfree] rows to be matched, ascending; room for nrows */
    int nfree;
} Matching;

/* The start works on the active entries: those of the mask between free rows and free columns. */
typedef struct KarpSipser {
    int *row_degree, *col_degree; /* active entries left; [nrows], [ncols] */
    int *col_ptr, *col_rows;      /* free rows of each column at the beginning, compressed */
    int *queue;                   /* rows r and columns (nrows + c) that came to degree 1 */
    int head, tail;
} KarpSipser;

/* One tree grows from each free row, all at the same pace; a row is in one tree a phase. A tree is
 * done when it has found a free column. */
typedef struct Forest {
    int *look;   /* [nrows] next entry of the look-ahead */
    int *seen;   /* [nrows] last phase that reached the row */
    int *root;   /* [nrows] of the row's tree */
    int *parent; /* [nrows] the row that wants this row's column; -1 for a root */
    int *queue;  /* rows reached in this phase */
    int phase, tail;
} Forest;

/* Takes the rows that were matched off the list of free rows. */
static void drop_matched(Matching *m)
{
    int left = 0;
    for (int i = 0; i < m->nfree; i++)
        if (m->row_col[m->free_row[i]] < 0)
            m->free_row[left++] = m->free_row[i];
    m->nfree = left;
}

/* Whether entry k leads to a free column. */
static bool entry_free(const Matching *m, int k)
{
    GRAPH_STEP();
    return m->col_row[m->p->col[k]] < 0 && entry_in(m->p, k, m->mask);
}

static void note_degree(KarpSipser *s, int degree, int node)
{
    if (degree == 1)
        s->queue[s->tail++] = node;
}

static void count_active(const Matching *m, KarpSipser *s)
{
    const Pattern *p = m->p;
    for (int c = 0; c < p->ncols; c++)
        s->col_degree[c] = 0;
    for (int i = 0; i < m->nfree; i++) {
        int r = m->free_row[i], degree = 0;
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++) {
            if (entry_free(m, k)) {
                s->col_degree[p->col[k]]++;
                degree++;
            }
        }
        s->row_degree[r] = degree;
        note_degree(s, degree, r);
    }
}

static void list_active(const Matching *m, KarpSipser *s)
{
    const Pattern *p = m->p;
    int *next = s->col_ptr + 1, start = 0;
    s->col_ptr[0] = 0;
    for (int c = 0; c < p->ncols; c++) {
        next[c] = start;
        start += s->col_degree[c];
        note_degree(s, s->col_degree[c], p->nrows + c);
    }
    for (int i = 0; i < m->nfree; i++) {
        int r = m->free_row[i];
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++)
            if (entry_free(m, k))
                s->col_rows[next[p->col[k]]++] = r;
    }
}

/* The degrees tell when all active entries of a row or column have been found. */

static void pair_free(Matching *m, KarpSipser *s, int r, int c)
{
    const Pattern *p = m->p;
    int cols_left = s->row_degree[r] - 1, rows_left = s->col_degree[c] - 1;
    m->row_col[r] = c;
    m->col_row[c] = r;
    for (int k = p->ptr[r]; cols_left > 0; k++) {
        if (entry_free(m, k)) {
            cols_left--;
            note_degree(s, --s->col_degree[p->col[k]], p->nrows + p->col[k]);
        }
    }
    for (int k = s->col_ptr[c]; rows_left > 0; k++) {
        GRAPH_STEP();
        int other = s->col_rows[k];
        if (m->row_col[other] < 0) {
            rows_left--;
            note_degree(s, --s->row_degree[other], other);
        }
    }
}

/* The free column of a row with the fewest free rows, the lowest number among equals. */
static int rarest_column(const Matching *m, const KarpSipser *s, int r)
{
    const Pattern *p = m->p;
    int best = -1;
    for (int k = p->ptr[r], left = s->row_degree[r]; left > 0; k++) {
        int c = p->col[k];
        if (!entry_free(m, k))
            continue;
        left--;
        int gap = best < 0 ? -1 : s->col_degree[c] - s->col_degree[best];
        if (gap < 0 || (gap == 0 && c < best))
            best = c;
    }
    return best;
}

static int only_row(const Matching *m, const KarpSipser *s, int c)
{
    int k = s->col_ptr[c];
    while (m->row_col[s->col_rows[k]] >= 0) {
        GRAPH_STEP();
        k++;
    }
    return s->col_rows[k];
}

/* Pairs all rows and columns that have one free partner. */
static void pair_forced(Matching *m, KarpSipser *s)
{
    int nrows = m->p->nrows;
    while (s->head < s->tail) {
        int node = s->queue[s->head++];
        if (node < nrows) {
            if (m->row_col[node] < 0 && s->row_degree[node] == 1)
                pair_free(m, s, node, rarest_column(m, s, node));
        } else if (m->col_row[node - nrows] < 0 && s->col_degree[node - nrows] == 1) {
            pair_free(m, s, only_row(m, s, node - nrows), node - nrows);
        }
    }
}

static bool karp_sipser(Matching *m)
{
    size_t nrows = (size_t)m->p->nrows, ncols = (size_t)m->p->ncols;
    size_t nnz = (size_t)m->p->ptr[nrows];
    int *work = ints_new(2 * nrows + 3 * ncols + 1 + nnz);
    if (!work)
        return false;
    KarpSipser s = {.row_degree = work, .col_degree = work + nrows};
    s.queue = s.col_degree + ncols;
    s.col_ptr = s.queue + nrows + ncols;
    s.col_rows = s.col_ptr + ncols + 1;
    count_active(m, &s);
    list_active(m, &s);
    pair_forced(m, &s);
    for (int i = 0; i < m->nfree; i++) {
        int r = m->free_row[i];
        if (m->row_col[r] < 0 && s.row_degree[r] > 0) {
            pair_free(m, &s, r, rarest_column(m, &s, r));
            pair_forced(m, &s);
        }
    }
    GRAPH_FREE(work);
    return true;
}

static int look_ahead(const Matching *m, Forest *f, int r)
{
    while (f->look[r] < m->p->ptr[r + 1]) {
        int k = f->look[r]++;
        if (entry_free(m, k))
            return m->p->col[k];
    }
    return -1;
}

static void reach_row(Forest *f, int r, int parent)
{
    f->seen[r] = f->phase;
    f->parent[r] = parent;
    f->root[r] = parent < 0 ? r : f->root[parent];
    f->queue[f->tail++] = r;
}

/* Reaches all rows that hold a column of row r. */
static void reach_rivals(const Matching *m, Forest *f, int r)
{
    const Pattern *p = m->p;
    for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++) {
        GRAPH_STEP();
        int rival = m->col_row[p->col[k]];
        if (rival >= 0 && f->seen[rival] != f->phase && entry_in(p, k, m->mask) &&
            !(m->frozen_row && m->frozen_row[rival]))
            reach_row(f, rival, r);
    }
}

/* Gives row r the free column c, its old column to its parent, and so on up to the root. */
static void flip_path(Matching *m, const Forest *f, int r, int c)
{
    for (; r >= 0; r = f->parent[r]) {
        int old = m->row_col[r];
        m->row_col[r] = c;
        m->col_row[c] = r;
        c = old;
    }
}

/* Grows the trees of all free rows once; false if none found a free column. */
static bool augment_phase(Matching *m, Forest *f)
{
    bool found = false;
    f->tail = 0;
    f->phase++;
    for (int i = 0; i < m->nfree; i++)
        reach_row(f, m->free_row[i], -1);
    for (int head = 0; head < f->tail; head++) {
        int r = f->queue[head];
        if (m->row_col[f->root[r]] >= 0)
            continue;
        int c = look_ahead(m, f, r);
        if (c >= 0) {
            flip_path(m, f, r, c);
            found = true;
        } else {
            reach_rivals(m, f, r);
        }
    }
    return found;
}

static bool augment(Matching *m)
{
    int nrows = m->p->nrows;
    size_t n = (size_t)nrows;
    int *work = ints_new(5 * n);
    if (!work)
        return false;
    Forest f = {.look = work, .seen = work + n, .root = work + 2 * n, .parent = work + 3 * n};
    f.queue = work + 4 * n;
    for (int r = 0; r < nrows; r++) {
        f.look[r] = m->p->ptr[r];
        f.seen[r] = 0;
    }
    while (m->nfree > 0 && augment_phase(m, &f))
        drop_matched(m);
    GRAPH_FREE(work);
    return true;
}

/* ---- As written ---- */

/* Finds a column for row m->free_row[0], the matched ones moving as necessary; queue and look of
 * the forest are the path and where its rows have come to. */
static bool augment_first(Matching *m, Forest *f)
{
    const Pattern *p = m->p;
    f->queue[0] = m->free_row[0];
    f->look[0] = p->ptr[f->queue[0]];
    for (int depth = 0; depth >= 0;) {
        int r = f->queue[depth], free = -1, rival = -1;
        for (int k = p->ptr[r]; f->look[depth] == p->ptr[r] && free < 0 && k < p->ptr[r + 1]; k++)
            free = entry_free(m, k) ? p->col[k] : -1;
        for (; free >= 0 && depth >= 0; depth--) {
            int old = m->row_col[f->queue[depth]];
            m->row_col[f->queue[depth]] = free;
            m->col_row[free] = f->queue[depth];
            free = old;
        }
        if (depth < 0)
            return true;
        while (rival < 0 && f->look[depth] < p->ptr[r + 1]) {
            int k = f->look[depth]++, other = m->col_row[p->col[k]];
            if (other >= 0 && entry_in(p, k, m->mask) && f->seen[other] != f->phase)
                rival = other;
        }
        if (rival >= 0) {
            f->seen[rival] = f->phase;
            f->queue[++depth] = rival;
            f->look[depth] = p->ptr[rival];
        } else {
            depth--;
        }
    }
    return false;
}

int match_rows_in_order(const Pattern *p, uint32_t mask, int *row_col, int *col_row)
{
    int r = 0, matched = 0;
    size_t n = (size_t)p->nrows + 1;
    int *work = ints_new(3 * n);
    Matching m = {p, mask, NULL, row_col, col_row, &r, 1};
    Forest f = {.look = work, .seen = work + n, .queue = work + 2 * n};
    for (size_t i = 0; work && i < n; i++)
        f.seen[i] = 0;
    for (; work && r < p->nrows; r++) {
        f.phase++;
        matched += augment_first(&m, &f);
    }
    GRAPH_FREE(work);
    return work ? matched : -1;
}

int match_rows(const Pattern *p, uint32_t mask, const uint8_t *frozen_row, int *row_col,
               int *col_row)
{
    Matching m = {p, mask, frozen_row, row_col, col_row, ints_new((size_t)p->nrows), 0};
    if (!m.free_row)
        return -1;
    m.nfree = 0;
    for (int r = 0; r < p->nrows; r++)
        if (row_col[r] < 0 && !(frozen_row && frozen_row[r]))
            m.free_row[m.nfree++] = r;
    bool ok = m.nfree == 0 || karp_sipser(&m);
    drop_matched(&m);
    ok = ok && (m.nfree == 0 || augment(&m));
    GRAPH_FREE(m.free_row);
    int matched = 0;
    for (int r = 0; r < p->nrows; r++)
        matched += row_col[r] >= 0;
    return ok ? matched : -1;
}
