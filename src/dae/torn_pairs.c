/* torn_pairs.c - which equation of a linear part gives which unknown, if the derivatives of states
 * are known.
 *
 * These are the part's own, and those that follow from it: knowing them, equations behind the part
 * give unknowns of the part as well. Only numbers are divided by. Of the equations that can be
 * solved the one at the end of the longest chain is taken, so that one chain is followed to its end
 * before another: torques follow the forces from the tip of an arm to its root, and no torque is
 * found from the other side. O(size of the problem * log). */
#include "base/die.h"
#include "dae/torn_internal.h"

typedef VEC(int) IntVec;

static bool is_derivative(const Problem *p, int col)
{
    return dae_var(p->d, p->col.v[col])->kind == DV_DERIVATIVE;
}

/* The rows of the part, and those that are solved after it, with the columns of both. */
typedef struct Extended {
    int n, nrows, first; /* of the part; of both; of those after it in Problem.order */
    int *index;          /* [ncols of the problem] -1: known */
} Extended;

static Extended with_later_rows(const Part *t)
{
    const Problem *p = t->p;
    Extended x = {.n = t->n, .nrows = t->n, .index = ints_filled(p->a, p->col.n, -1)};
    int done = dae_system(p->d, p->role)->nblocks;
    x.first = done < p->ncomponents ? p->border[done + 1] : 0;
    for (int i = 0; i < t->n; i++)
        x.index[problem_col(p, t->var[i])] = i;
    for (int k = x.first; k < p->border[p->ncomponents]; k++)
        x.index[p->row_col[p->order[k]]] = x.nrows++;
    return x;
}

/* What rows may be solved for: by numbers. */
static Pattern extended_pattern(Part *t, const Extended *x)
{
    const Problem *p = t->p;
    Component all = {.n = t->n, .at = t->order, .index = t->order};
    Pattern part = component_pattern(t, &all, PEEL_NUMBERS);
    PatternBuilder b = pattern_begin(p->a, x->nrows, x->nrows);
    for (int i = 0; i < x->n; i++, pattern_next(&b))
        for (int e = part.ptr[i]; e < part.ptr[i + 1]; e++)
            pattern_put(&b, part.col[e], part.kind[e]);
    for (int i = x->n; i < x->nrows; i++, pattern_next(&b)) {
        int r = p->order[x->first + i - x->n];
        bool object = p->row.v[r].kind == ROW_OBJECT;
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
            pattern_put(&b, x->index[p->p.col[e]], object || p->p.kind[e] > KIND_CONST);
    }
    return b.p;
}

/* ---- One after the other ---- */

typedef struct Peel {
    Arena *a;
    const Pattern *p;
    Pattern t;    /* the transpose */
    int *unknown; /* [nrows] columns that are not known */
    int *level;   /* [ncols] of known ones: steps before it; -1: unknown */
    int *of_row;  /* [nrows] level a ready row gives */
    IntVec heap;  /* ready rows, the highest level first */
} Peel;

static bool goes_first(const Peel *w, int x, int y)
{
    return w->of_row[x] != w->of_row[y] ? w->of_row[x] > w->of_row[y] : x < y;
}

static void heap_swap(IntVec *h, int x, int y)
{
    int row = h->v[x];
    h->v[x] = h->v[y];
    h->v[y] = row;
}

static void heap_push(Peel *w, int row)
{
    IntVec *h = &w->heap;
    vec_push(w->a, h, row);
    for (int k = h->n - 1; k > 0 && goes_first(w, h->v[k], h->v[(k - 1) / 2]); k = (k - 1) / 2)
        heap_swap(h, k, (k - 1) / 2);
}

static int heap_pop(Peel *w)
{
    IntVec *h = &w->heap;
    int first = h->v[0];
    h->v[0] = h->v[--h->n];
    for (int k = 0, low; (low = 2 * k + 1) < h->n; k = low) {
        low += low + 1 < h->n && goes_first(w, h->v[low + 1], h->v[low]);
        if (!goes_first(w, h->v[low], h->v[k]))
            break;
        heap_swap(h, k, low);
    }
    return first;
}

/* The unknown column of a row that has one; -1: the row may not be solved for it. */
static int last_column(const Peel *w, int row)
{
    int e = w->p->ptr[row];
    while (e < w->p->ptr[row + 1] && w->level[w->p->col[e]] >= 0)
        e++;
    return e < w->p->ptr[row + 1] && !w->p->kind[e] ? w->p->col[e] : -1;
}

static void look_at(Peel *w, int row)
{
    if (w->unknown[row] != 1 || last_column(w, row) < 0)
        return;
    int level = 0;
    for (int e = w->p->ptr[row]; e < w->p->ptr[row + 1]; e++)
        level = w->level[w->p->col[e]] > level ? w->level[w->p->col[e]] : level;
    w->of_row[row] = level + 1;
    heap_push(w, row);
}

static void make_known(Peel *w, int col, int level)
{
    w->level[col] = level;
    for (int e = w->t.ptr[col]; e < w->t.ptr[col + 1]; e++) {
        w->unknown[w->t.col[e]]--;
        look_at(w, w->t.col[e]);
    }
}

/* Pairs of rows and columns in order, with their levels; their number. */
static int peel(Arena *a, const Pattern *p, const Tearing *tear, int *row, int *col, int *level)
{
    Peel w = {.a = a, .p = p, .level = ints_filled(a, p->ncols, -1)};
    int n = 0;
    w.unknown = ARENA_ARRAY(a, int, p->nrows + 1);
    w.of_row = ARENA_ARRAY(a, int, p->nrows + 1);
    KRON_MEMORY(pattern_transpose(p, &w.t));
    for (int i = 0; i < p->nrows; i++) {
        w.unknown[i] = p->ptr[i + 1] - p->ptr[i];
        look_at(&w, i);
    }
    for (int k = 0; k < tear->ntorn; k++)
        if (w.level[tear->torn[k]] < 0)
            make_known(&w, tear->torn[k], 0);
    while (w.heap.n) {
        int i = heap_pop(&w), c = w.unknown[i] == 1 ? last_column(&w, i) : -1;
        if (c < 0)
            continue;
        row[n] = i;
        level[n] = w.of_row[i];
        col[n++] = c;
        make_known(&w, c, w.of_row[i]);
    }
    pattern_free(&w.t);
    return n;
}

/* Columns have levels as places: they get numbers instead, by level, by counting sort. */
static void number_places(Arena *a, LinearSystem *s, int most)
{
    int *start = ARENA_ARRAY(a, int, most + 2);
    for (int j = 0; j < s->n; j++)
        if (s->place[j] >= 0)
            start[s->place[j] + 1]++;
    for (int k = 0; k <= most; k++)
        start[k + 1] += start[k];
    for (int j = 0; j < s->n; j++)
        if (s->place[j] >= 0)
            s->place[j] = start[s->place[j]]++;
}

void find_pairs(Part *t, LinearSystem *s)
{
    Arena *a = t->p->a;
    s->pair = ints_filled(a, t->n, -1);
    s->place = ints_filled(a, t->n, PLACE_OTHER);
    if (t->p->row.n / MOST_AROUND > t->n)
        return;
    Extended x = with_later_rows(t);
    Pattern p = extended_pattern(t, &x);
    Tearing tear = tearing_room(a, x.nrows);
    int *given = ARENA_ARRAY(a, int, x.nrows + 1), *level = ARENA_ARRAY(a, int, x.nrows + 1), n = 0;
    for (int c = 0; c < t->p->col.n; c++)
        if (x.index[c] >= 0 && is_derivative(t->p, c))
            given[n++] = x.index[c];
    int nderivatives = n;
    KRON_MEMORY(tear_block(&p, 1, NULL, given, n, &tear) >= 0);
    n = peel(a, &p, &tear, tear.order, tear.peel_col, level);
    for (int j = 0; j < t->n; j++)
        s->place[j] = PLACE_GIVEN;
    for (int k = nderivatives; k < tear.ntorn; k++)
        if (tear.torn[k] < t->n)
            s->place[tear.torn[k]] = PLACE_OTHER;
    for (int k = 0; k < n; k++)
        if (tear.order[k] < t->n) {
            s->pair[tear.order[k]] = tear.peel_col[k];
            s->place[tear.peel_col[k]] = level[k];
        }
    number_places(a, s, n);
}
