/* linear_recursion.c - the order of pivots where most unknowns follow from a few: relaxing.
 *
 * Once some unknowns are given (accelerations of joints), the others follow one by one
 * (accelerations of bodies, then forces), and as many equations are left over (balances at the
 * joints). Tearing would put all of the others into these and solve what comes out, as large as
 * the given unknowns are many, O(n^3). Relaxing (Otter, Elmqvist, Cellier 1996, section 7) solves
 * an equation that is left over as soon as it can be: from the given unknown deepest inside, those
 * that follow from it and lead to the first such equation are put into each other; then this one
 * is solved for the given unknown, if its coefficient is steady (a mass), and the next is taken.
 * For trees of bodies that is the recursive algorithm, from the leaves to the root and back: O(n).
 *
 * None of the other pivots changes by that: they are the coefficients of the equations as they
 * were (numbers mostly). For what is in an equation left over when it is solved does not follow
 * from its unknown any more, so no unknown comes to depend on itself.
 *
 * The deepest is farthest from the last that follows (the force at the root), counted in equations.
 * Its equations have few other unknowns then, those of the link before it. If they have more than
 * any before, the next one is compared: a joint that slides goes after the one it slides on.
 *
 * The search from a given unknown goes along the order in which unknowns follow and ends at the
 * equation; it meets what is eliminated then, and little else, for in that order forces and torques
 * of one link come before those of the next (order_places). Near-linear. */
#include "base/die.h"
#include "dae/linear_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(int) IntVec;

struct Recursion {
    const int *pair, *place; /* LinearSystem; places are renumbered (order_places) */
    int *row_of;             /* [n] row that gives a column, -1 */
    int *given, ngiven, at;  /* columns that are given, deepest first; the next one */
    int *met, *offered;      /* [n] columns, rows: search in which they were met last */
    double *slope;           /* [n][SAMPLES] of columns that were met, against the given one */
    int search;
    int *border, nborders; /* [n] columns: border in which they were counted last */
    int widest;            /* the largest border so far */
    IntVec left;           /* rows left over that were met and not rejected ... */
    int *ends;             /* [n] ... the last place of what they have ... */
    int soonest;           /* ... and the least of these */
    IntVec heap;           /* columns to go on from, least place first */
    IntVec inner;          /* columns to be eliminated, in order of place */
    int row, last;         /* then this row is solved for column `last`; -1: none */
    int root;              /* places before this one have been looked at in the beginning ... */
    int rest;              /* ... and in the end */
    int *by_place;         /* [n] columns */
    int nplaces;
};

/* ---- Which is deepest ---- */

typedef struct Depth {
    int far, first, col;
} Depth;

static int deeper(const void *x, const void *y)
{
    const Depth *a = x, *b = y;
    if (a->far != b->far)
        return a->far < b->far ? 1 : -1;
    return a->first != b->first ? (a->first < b->first ? 1 : -1) : a->col - b->col;
}

/* How many equations are between columns and a first one. */
static int *distances(Elimination *w, int from)
{
    int *far = ints_filled(w->a, w->n, -1), n = 0;
    int *queue = ARENA_ARRAY(w->a, int, w->n + 1);
    bool *seen = ARENA_ARRAY(w->a, bool, w->n + 1);
    queue[n++] = from;
    far[from] = 0;
    for (int q = 0; q < n; q++)
        for (int k = w->e.col[queue[q]].first; k; k = w->e.occurrence[k - 1].next) {
            int i = w->e.occurrence[k - 1].row;
            const CellEntry *at = echelon_row(&w->e, i);
            for (int m = 0; !seen[i] && m < w->e.row[i].n; m++)
                if (far[at[m].col] < 0) {
                    far[at[m].col] = far[queue[q]] + 1;
                    queue[n++] = at[m].col;
                }
            seen[i] = true;
        }
    return far;
}

static void list_given(Elimination *w, Recursion *r, const int *far)
{
    Depth *depth = ARENA_ARRAY(w->a, Depth, w->n + 1);
    for (int j = 0; j < w->n; j++) {
        if (r->place[j] != PLACE_GIVEN)
            continue;
        Depth *d = &depth[r->ngiven++];
        *d = (Depth){far[j], INT_MAX, j};
        for (int k = w->e.col[j].first; k; k = w->e.occurrence[k - 1].next) {
            int x = r->pair[w->e.occurrence[k - 1].row];
            d->first = x >= 0 && r->place[x] < d->first ? r->place[x] : d->first;
        }
    }
    if (r->ngiven)
        qsort(depth, (size_t)r->ngiven, sizeof *depth, deeper);
    r->given = ARENA_ARRAY(w->a, int, r->ngiven + 1);
    for (int k = 0; k < r->ngiven; k++)
        r->given[k] = depth[k].col;
}

/* ---- In which order the others follow ---- */

typedef struct Waiting {
    int far, place;
} Waiting;

typedef VEC(Waiting) WaitingVec;

static bool comes_later(Waiting x, Waiting y)
{
    return x.far != y.far ? x.far < y.far : x.place > y.place;
}

static void waiting_push(Arena *a, WaitingVec *h, Waiting x)
{
    vec_push(a, h, x);
    int k = h->n - 1;
    for (; k > 0 && comes_later(x, h->v[(k - 1) / 2]); k = (k - 1) / 2)
        h->v[k] = h->v[(k - 1) / 2];
    h->v[k] = x;
}

static int waiting_pop(WaitingVec *h)
{
    int first = h->v[0].place, k = 0;
    Waiting x = h->v[--h->n];
    for (int low; (low = 2 * k + 1) < h->n; k = low) {
        low += low + 1 < h->n && comes_later(h->v[low + 1], h->v[low]);
        if (!comes_later(h->v[low], x))
            break;
        h->v[k] = h->v[low];
    }
    h->v[k] = x;
    return first;
}

/* In how many rows of others a column is. */
static int count_users(const Elimination *w, const Recursion *r, int col)
{
    int n = 0;
    for (int k = w->e.col[col].first; k; k = w->e.occurrence[k - 1].next) {
        int i = w->e.occurrence[k - 1].row;
        n += r->pair[i] >= 0 && r->pair[i] != col && cell_at(w, i, col);
    }
    return n;
}

/* Places are numbers of steps at first, and forces need fewer steps from link to link than torques:
 * far from the tip of a chain forces of many links would come before the torque of one. So they are
 * numbered anew, from the last one back: of those that nothing before needs, the nearest to the
 * root comes last. Then come all accelerations, and forces and torques link by link. */
static void order_places(Elimination *w, Recursion *r, const int *far)
{
    int *place = ARENA_ARRAY(w->a, int, w->n + 1), *users = ARENA_ARRAY(w->a, int, w->n + 1);
    int *order = ARENA_ARRAY(w->a, int, w->n + 1), left = r->nplaces;
    WaitingVec ready = {0};
    memcpy(place, r->place, (size_t)w->n * sizeof *place);
    for (int k = 0; k < r->nplaces; k++)
        if (!(users[r->by_place[k]] = count_users(w, r, r->by_place[k])))
            waiting_push(w->a, &ready, (Waiting){far[r->by_place[k]], k});
    while (ready.n) {
        int col = r->by_place[waiting_pop(&ready)], i = r->row_of[col];
        const CellEntry *at = echelon_row(&w->e, i);
        order[place[col] = --left] = col;
        for (int m = 0; m < w->e.row[i].n; m++) {
            int x = at[m].col;
            if (x != col && r->place[x] >= 0 && --users[x] == 0)
                waiting_push(w->a, &ready, (Waiting){far[x], r->place[x]});
        }
    }
    if (left)
        return; /* rows have changed */
    r->place = place;
    memcpy(r->by_place, order, (size_t)r->nplaces * sizeof *order);
}

void recursion_open(Elimination *w)
{
    Recursion *r = w->recursion = ARENA_NEW(w->a, Recursion);
    r->pair = w->sys->pair;
    r->place = w->sys->place;
    r->row_of = ints_filled(w->a, w->n, -1);
    r->met = ARENA_ARRAY(w->a, int, w->n + 1);
    r->offered = ARENA_ARRAY(w->a, int, w->n + 1);
    r->ends = ARENA_ARRAY(w->a, int, w->n + 1);
    r->slope = ARENA_ARRAY(w->a, double, w->n *SAMPLES + 1);
    r->border = ARENA_ARRAY(w->a, int, w->n + 1);
    r->by_place = ARENA_ARRAY(w->a, int, w->n + 1);
    r->row = r->last = -1;
    for (int i = 0; i < w->n; i++)
        if (r->pair[i] >= 0) {
            r->row_of[r->pair[i]] = i;
            r->by_place[r->place[r->pair[i]]] = r->pair[i];
            r->nplaces++;
        }
    const int *far = distances(w, r->nplaces ? r->by_place[r->nplaces - 1] : 0);
    list_given(w, r, far);
    order_places(w, r, far);
}

/* ---- Heap of columns by place ---- */

static void heap_push(Elimination *w, Recursion *r, int col)
{
    IntVec *h = &r->heap;
    vec_push(w->a, h, col);
    for (int k = h->n - 1, up; k > 0 && r->place[h->v[up = (k - 1) / 2]] > r->place[h->v[k]];
         k = up) {
        int x = h->v[k];
        h->v[k] = h->v[up];
        h->v[up] = x;
    }
}

static int heap_pop(Recursion *r)
{
    IntVec *h = &r->heap;
    int first = h->v[0], k = 0;
    h->v[0] = h->v[--h->n];
    for (;;) {
        int low = 2 * k + 1;
        if (low >= h->n)
            return first;
        low += low + 1 < h->n && r->place[h->v[low + 1]] < r->place[h->v[low]];
        if (r->place[h->v[k]] <= r->place[h->v[low]])
            return first;
        int x = h->v[k];
        h->v[k] = h->v[low];
        h->v[low] = x;
        k = low;
    }
}

/* ---- From a given unknown to the first equation that is left over ---- */

/* The last place of what a row has. */
static int last_place(const Elimination *w, const Recursion *r, int i)
{
    const CellEntry *at = echelon_row(&w->e, i);
    int last = -1;
    for (int m = 0; m < w->e.row[i].n; m++)
        last = r->place[at[m].col] > last ? r->place[at[m].col] : last;
    return last;
}

static void offer(Elimination *w, Recursion *r, int i)
{
    r->offered[i] = r->search;
    r->ends[i] = last_place(w, r, i);
    r->soonest = r->ends[i] < r->soonest ? r->ends[i] : r->soonest;
    vec_push(w->a, &r->left, i);
}

/* What has a column: unknowns to go on with, and rows left over. */
static void follow(Elimination *w, Recursion *r, int col)
{
    for (int k = w->e.col[col].first; k; k = w->e.occurrence[k - 1].next) {
        int i = w->e.occurrence[k - 1].row, x = r->pair[i];
        if (!echelon_is_open(&w->e, i) || !cell_at(w, i, col))
            continue;
        if (x >= 0 && r->met[x] != r->search) {
            r->met[x] = r->search;
            heap_push(w, r, x);
        }
        if (x < 0 && !w->row[i].stays && r->offered[i] != r->search)
            offer(w, r, i);
    }
}

/* How fast row i less its term of column `but` changes with the given unknown, or 0 if there is
 * none such: sensitivities of its other columns are known. */
static void row_slope(const Elimination *w, const Recursion *r, int i, int but, double *slope)
{
    const CellEntry *at = echelon_row(&w->e, i);
    memset(slope, 0, SAMPLES * sizeof *slope);
    for (int m = 0; m < w->e.row[i].n; m++) {
        if (at[m].col == but || r->met[at[m].col] != r->search)
            continue;
        for (int k = 0; k < SAMPLES; k++)
            slope[k] += at[m].cell->x[k] * r->slope[(size_t)at[m].col * SAMPLES + (size_t)k];
    }
}

static void find_slope(const Elimination *w, Recursion *r, int col)
{
    double slope[SAMPLES];
    int i = r->row_of[col];
    const Cell *pivot = cell_at(w, i, col);
    row_slope(w, r, i, col, slope);
    for (int k = 0; k < SAMPLES; k++)
        r->slope[(size_t)col * SAMPLES + (size_t)k] = -slope[k] / pivot->x[k];
}

/* The first row left over whose unknowns have been met up to a place, and in which the given one
 * has a steady coefficient then; -1: none. Rows that have not are dropped. */
static int steady_row(const Elimination *w, Recursion *r, int place)
{
    int kept = 0, best = -1;
    if (r->soonest > place)
        return -1;
    r->soonest = INT_MAX;
    for (int k = 0; k < r->left.n; k++) {
        int i = r->left.v[k];
        if (best >= 0 || r->ends[i] > place) {
            r->left.v[kept++] = i;
            r->soonest = r->ends[i] < r->soonest ? r->ends[i] : r->soonest;
            continue;
        }
        Cell c = {0};
        row_slope(w, r, i, -1, c.x);
        best = is_steady(c.x) ? i : -1;
    }
    r->left.n = kept;
    return best;
}

static int by_place(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return *a - *b;
}

/* What leads from the columns that were met to a row, in order of place. */
static void collect(Elimination *w, Recursion *r, int row)
{
    IntVec stack = {0};
    r->inner.n = 0;
    vec_push(w->a, &stack, row);
    while (stack.n) {
        int i = stack.v[--stack.n];
        const CellEntry *at = echelon_row(&w->e, i);
        for (int m = 0; m < w->e.row[i].n; m++) {
            int x = at[m].col;
            if (r->met[x] != r->search || r->place[x] < 0)
                continue;
            r->met[x] = 0;
            vec_push(w->a, &r->inner, r->place[x]);
            vec_push(w->a, &stack, r->row_of[x]);
        }
    }
    if (r->inner.n)
        qsort(r->inner.v, (size_t)r->inner.n, sizeof *r->inner.v, by_place);
    for (int k = 0; k < r->inner.n; k++)
        r->inner.v[k] = r->by_place[r->inner.v[k]];
}

/* How many were met. */
static int search(Elimination *w, Recursion *r, int given, int most)
{
    int met = 0;
    r->search++;
    r->heap.n = r->left.n = 0;
    r->soonest = INT_MAX;
    r->last = given;
    r->met[given] = r->search;
    for (int k = 0; k < SAMPLES; k++)
        r->slope[(size_t)given * SAMPLES + (size_t)k] = 1;
    follow(w, r, given);
    for (;;) {
        int next = r->heap.n ? r->place[r->heap.v[0]] : INT_MAX;
        r->row = steady_row(w, r, next - 1);
        if (r->row >= 0 || !r->heap.n || met++ >= most)
            break;
        int col = heap_pop(r);
        find_slope(w, r, col);
        follow(w, r, col);
    }
    if (r->row >= 0)
        collect(w, r, r->row);
    return met;
}

/* ---- Which is next ---- */

static int border_of_row(const Elimination *w, Recursion *r, int i)
{
    const CellEntry *at = echelon_row(&w->e, i);
    int n = 0;
    for (int m = 0; m < w->e.row[i].n; m++) {
        n += r->border[at[m].col] != r->nborders;
        r->border[at[m].col] = r->nborders;
    }
    return n;
}

/* Unknowns that are left in the equations that were found, when those found are eliminated. */
static int count_border(const Elimination *w, Recursion *r)
{
    int n = 0;
    if (r->row < 0)
        return INT_MAX;
    r->nborders++;
    for (int k = 0; k < r->inner.n; k++)
        r->border[r->inner.v[k]] = r->nborders;
    r->border[r->last] = r->nborders;
    for (int k = 0; k < r->inner.n; k++)
        n += border_of_row(w, r, r->row_of[r->inner.v[k]]);
    return n + border_of_row(w, r, r->row);
}

/* The deepest is searched from. If more unknowns would be left than ever before, the one after it
 * is tried as well. */
static void search_next(Elimination *w, Recursion *r)
{
    int *next = &r->given[r->at++];
    int met = search(w, r, next[0], MOST_MET), border = count_border(w, r);
    if (border > r->widest && r->at < r->ngiven) {
        search(w, r, next[1], met < MOST_MET / 2 ? 2 * met + MOST_COUNTED : MOST_MET);
        int other = count_border(w, r);
        if (other < border) {
            int col = next[0];
            next[0] = next[1];
            next[1] = col;
            border = other;
        } else {
            search(w, r, next[0], MOST_MET);
        }
    }
    if (r->row >= 0 && border > r->widest)
        r->widest = border;
}

/* The column to be eliminated next, which leaves the list: with least fill, then in order. */
static int take_best(Elimination *w, Recursion *r)
{
    int best = 0, least = INT_MAX;
    for (int k = 0; k < r->inner.n; k++) {
        int score = order_score(w, r->row_of[r->inner.v[k]], r->inner.v[k]);
        if (score < least) {
            least = score;
            best = k;
        }
    }
    int col = r->inner.v[best];
    r->inner.n--;
    memmove(r->inner.v + best, r->inner.v + best + 1,
            (size_t)(r->inner.n - best) * sizeof *r->inner.v);
    return col;
}

static bool follows_from_given(Elimination *w, const Recursion *r, int row, int col)
{
    const CellEntry *at = echelon_row(&w->e, row);
    for (int m = 0; m < w->e.row[row].n; m++)
        if (cell_kind(w, at[m].cell) > KIND_CONST || (at[m].col != col && r->place[at[m].col] >= 0))
            return false;
    return w->e.row[row].n <= 2;
}

/* An unknown that is a multiple of one that is given is replaced by it, which makes no entries:
 * angular accelerations of what is joined to the world are those of its joint. */
static bool next_of_root(Elimination *w, Recursion *r, int *row, int *col)
{
    for (; r->root < r->nplaces; r->root++) {
        *col = r->by_place[r->root];
        *row = r->row_of[*col];
        if (follows_from_given(w, r, *row, *col) && !w->row[*row].stays && !w->col[*col].stays &&
            echelon_is_open(&w->e, *row))
            return true;
    }
    return false;
}

bool recursion_next(Elimination *w, int *row, int *col)
{
    Recursion *r = w->recursion;
    if (next_of_root(w, r, row, col))
        return true;
    for (;;) {
        while (r->inner.n) {
            *col = take_best(w, r);
            *row = r->row_of[*col];
            if (!w->row[*row].stays && !w->col[*col].stays)
                return true;
        }
        if (r->row >= 0 && r->last >= 0) {
            *row = r->row;
            *col = r->last;
            r->row = r->last = -1;
            if (is_steady_pivot(w, *row, *col))
                return true;
        }
        if (r->at == r->ngiven)
            break;
        search_next(w, r);
    }
    for (; r->rest < r->nplaces; r->rest++) {
        *col = r->by_place[r->rest];
        *row = r->row_of[*col];
        if (echelon_is_open(&w->e, *row) && !w->row[*row].stays && !w->col[*col].stays)
            return true;
    }
    return false;
}
