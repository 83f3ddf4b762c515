/* eliminate.c - Gaussian elimination of sparse rows (eliminate.h).
 *
 * The entries of all rows are in one pool. A combination is made beside it by merging two sorted
 * rows and copied back; a row that outgrows its room moves to the end of the pool with twice the
 * room, so what is left behind is at most as much again. The rows of a column are a list of
 * occurrences, newest first; an entry that has vanished stays listed and is passed over. */
#include "graph/eliminate.h"
#include "graph/graph_internal.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { BUCKETS = 64 }; /* for lengths of rows; the last is for all that are longer */

/* ---- Memory ---- */

static void *larger(Echelon *e, void *old, int *room, int used, int wanted, size_t size)
{
    int more = wanted > INT_MAX / 2 - 16 ? wanted : 2 * wanted + 16;
    void *new = GRAPH_MALLOC((size_t)more * size);
    if (!new) {
        e->failed = true;
        return old;
    }
    if (used)
        memcpy(new, old, (size_t)used * size);
    GRAPH_FREE(old);
    *room = more;
    return new;
}

/* An array with its first `used` elements and room for more; the same one if that fails. */
static inline void *with_room(Echelon *e, void *array, int *room, int used, int more, size_t size)
{
    return more <= *room - used ? array : larger(e, array, room, used, used + more, size);
}

bool echelon_open(Echelon *e, const Coefficients *c, void *arg, int ncols, int ninside)
{
    size_t n = (size_t)ncols + 1;
    *e = (Echelon){.coef = c, .arg = arg, .ncols = ncols, .ninside = ninside, .most = INT_MAX};
    e->pivot_at = GRAPH_CALLOC(n, sizeof(int));
    e->first = GRAPH_CALLOC(n, sizeof(int));
    e->count = GRAPH_CALLOC(n, sizeof(int));
    e->failed = !e->pivot_at || !e->first || !e->count;
    return !e->failed;
}

void echelon_close(Echelon *e)
{
    void *all[] = {e->row,        e->pivot, e->pivot_at, e->first, e->count,
                   e->occurrence, e->pool,  e->work,     e->fill};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        GRAPH_FREE(all[i]);
    *e = (Echelon){0};
}

/* ---- Rows ---- */

static inline int column(const void *entry)
{
    return *(const int *)entry;
}

static void note_occurrence(Echelon *e, int row, int col)
{
    int n = e->noccurrences;
    e->occurrence = with_room(e, e->occurrence, &e->occurrences_room, n, 1, sizeof *e->occurrence);
    if (e->failed)
        return;
    e->occurrence[n] = (EchelonLink){row, e->first[col]};
    e->first[col] = e->noccurrences = n + 1;
    e->count[col]++;
}

static void put_row(Echelon *e, int row, const void *entry, int n)
{
    EchelonRow *r = &e->row[row];
    if (n > r->room) {
        int room = r->room ? 2 * n : n;
        e->pool = with_room(e, e->pool, &e->pool_room, e->pool_used, room, e->coef->size);
        if (e->failed)
            return;
        r->first = e->pool_used;
        r->room = room;
        e->pool_used += room;
    }
    r->n = n;
    if (n)
        memcpy(echelon_row(e, row), entry, (size_t)n * e->coef->size);
}

int echelon_add(Echelon *e, const void *entry, int n)
{
    if (e->failed)
        return -1;
    e->row = with_room(e, e->row, &e->rows_room, e->nrows, 1, sizeof *e->row);
    if (e->failed)
        return -1;
    int row = e->nrows++;
    e->row[row] = (EchelonRow){0};
    put_row(e, row, entry, n);
    for (int k = 0; k < n && !e->failed; k++)
        note_occurrence(e, row, column((const char *)entry + (size_t)k * e->coef->size));
    return e->failed ? -1 : row;
}

/* The first entry of a row in a column from `col` on. */
static int find_column(const Echelon *e, int row, int col)
{
    const char *entry = echelon_row(e, row);
    int lo = 0, hi = e->row[row].n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        GRAPH_STEP();
        if (column(entry + (size_t)mid * e->coef->size) < col)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

const void *echelon_entry(const Echelon *e, int row, int col)
{
    int k = find_column(e, row, col);
    const char *entry = (const char *)echelon_row(e, row) + (size_t)k * e->coef->size;
    return k < e->row[row].n && column(entry) == col ? entry : NULL;
}

int echelon_inside(const Echelon *e, int row)
{
    return e->ninside >= e->ncols ? e->row[row].n : find_column(e, row, e->ninside);
}

/* ---- One step ---- */

/* A row being made. */
typedef struct Merge {
    Echelon *e;
    char *out;
    int n, ninside, nfill;
} Merge;

/* Adds the entry that x and y give, one of which may be NULL; false: it cannot be. */
static bool merge_entry(Merge *m, const char *x, const char *y, bool scaled)
{
    const Echelon *e = m->e;
    size_t size = e->coef->size;
    int col = column(x ? x : y), kept = 1;
    char *out = m->out + (size_t)m->n * size;
    if (!y && !scaled)
        memcpy(out, x, size);
    else
        kept = e->coef->combine(e->arg, x, y, out);
    if (kept <= 0)
        return kept == 0;
    memcpy(out, &col, sizeof col);
    m->n++;
    m->ninside += col < e->ninside;
    if (!x)
        e->fill[m->nfill++] = col;
    return m->ninside <= e->most;
}

/* The combination of two rows without a column; false: it cannot be made. */
static bool merge_rows(Merge *m, int row, int by, int col, bool scaled)
{
    const Echelon *e = m->e;
    size_t size = e->coef->size;
    const char *x = echelon_row(e, row), *y = echelon_row(e, by);
    const char *x_end = x + (size_t)e->row[row].n * size, *y_end = y + (size_t)e->row[by].n * size;
    bool good = true;
    while (good && (x < x_end || y < y_end)) {
        int in_x = x < x_end ? column(x) : INT_MAX, in_y = y < y_end ? column(y) : INT_MAX;
        bool has_x = in_x <= in_y, has_y = in_y <= in_x;
        GRAPH_STEP();
        if ((has_x ? in_x : in_y) != col)
            good = merge_entry(m, has_x ? x : NULL, has_y ? y : NULL, scaled);
        x += has_x ? size : 0;
        y += has_y ? size : 0;
    }
    return good;
}

/* Eliminates a column from a row by another row; both have it. False if it could not be done. */
static bool step(Echelon *e, int row, int by, int col)
{
    int n = e->row[row].n + e->row[by].n;
    e->work = with_room(e, e->work, &e->work_room, 0, n, e->coef->size);
    e->fill = with_room(e, e->fill, &e->fill_room, 0, n, sizeof *e->fill);
    if (e->failed)
        return false;
    Merge m = {.e = e, .out = e->work};
    int how =
        e->coef->begin(e->arg, row, by, echelon_entry(e, row, col), echelon_entry(e, by, col));
    if (how == GIVE_UP || !merge_rows(&m, row, by, col, how > 0)) {
        e->row[row].out = true;
        return false;
    }
    if (e->coef->end)
        e->coef->end(e->arg, row, by, e->work, m.n);
    put_row(e, row, e->work, m.n);
    for (int k = 0; k < m.nfill && !e->failed; k++)
        note_occurrence(e, row, e->fill[k]);
    return !e->failed;
}

/* ---- Pivots ---- */

void echelon_take(Echelon *e, int row, int col)
{
    e->pivot = with_room(e, e->pivot, &e->pivots_room, e->npivots, 1, sizeof *e->pivot);
    if (e->failed)
        return;
    e->pivot[e->npivots++] = (EchelonPivot){row, col};
    e->pivot_at[col] = e->npivots;
    e->row[row].used = true;
}

bool echelon_reduce(Echelon *e, int row)
{
    for (;;) {
        int earliest = INT_MAX, n = echelon_inside(e, row);
        const char *entry = echelon_row(e, row);
        for (int k = 0; k < n; k++) {
            int at = e->pivot_at[column(entry + (size_t)k * e->coef->size)];
            earliest = at && at < earliest ? at : earliest;
        }
        if (earliest == INT_MAX || e->row[row].out || e->failed)
            return !n && !e->row[row].out && !e->failed;
        step(e, row, e->pivot[earliest - 1].row, e->pivot[earliest - 1].col);
    }
}

/* ---- Order ---- */

/* Rows by length, some of them changed since. */
typedef struct Queue {
    Echelon *e;
    int bucket[BUCKETS]; /* first of a length + 1 */
    int n, room;
    EchelonLink *link; /* [n] */
} Queue;

static int bucket_of(const Queue *q, int row)
{
    int n = q->e->row[row].n;
    return n < BUCKETS ? n : BUCKETS - 1;
}

static void queue_row(Queue *q, int row)
{
    int *bucket = &q->bucket[bucket_of(q, row)];
    q->link = with_room(q->e, q->link, &q->room, q->n, 1, sizeof *q->link);
    if (q->e->failed)
        return;
    q->link[q->n] = (EchelonLink){row, *bucket};
    *bucket = ++q->n;
}

/* Takes the first out; -1: there is none. */
static int shortest_row(Queue *q)
{
    for (int b = 0; b < BUCKETS; b++)
        while (q->bucket[b]) {
            EchelonLink link = q->link[q->bucket[b] - 1];
            q->bucket[b] = link.next;
            if (echelon_is_open(q->e, link.row) && bucket_of(q, link.row) == b)
                return link.row;
        }
    return -1;
}

/* The rows that are changed go into the queue, if there is one. */
static void eliminate(Echelon *e, int row, int col, Queue *q)
{
    echelon_take(e, row, col);
    for (int k = e->first[col]; k && !e->failed; k = e->occurrence[k - 1].next) {
        int other = e->occurrence[k - 1].row;
        bool done =
            echelon_is_open(e, other) && echelon_entry(e, other, col) && step(e, other, row, col);
        if (done && q)
            queue_row(q, other);
    }
}

void echelon_pivot(Echelon *e, int row, int col)
{
    eliminate(e, row, col, NULL);
}

/* The column of a row to eliminate; -1: none. */
static int best_column(const Echelon *e, int row, int (*rate)(void *, int, const void *))
{
    const char *entry = echelon_row(e, row);
    int best = -1, rating = 0;
    for (int k = 0, n = echelon_inside(e, row); k < n; k++, entry += e->coef->size) {
        int col = column(entry), its = rate(e->arg, row, entry);
        if (its > rating || (its > 0 && its == rating && e->count[col] < e->count[best])) {
            best = col;
            rating = its;
        }
    }
    return best;
}

void echelon_by_rows(Echelon *e, int (*rate)(void *arg, int row, const void *entry))
{
    Queue q = {.e = e};
    for (int row = e->nrows - 1; row >= 0; row--)
        if (echelon_is_open(e, row))
            queue_row(&q, row);
    for (int row = shortest_row(&q); row >= 0 && !e->failed; row = shortest_row(&q)) {
        int col = best_column(e, row, rate);
        if (col >= 0)
            eliminate(e, row, col, &q);
    }
    GRAPH_FREE(q.link);
}

/* ---- Integers ---- */

int64_t greatest_divisor(int64_t a, int64_t b)
{
    uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x > INT64_MAX ? 1 : (int64_t)x;
}

static int begin_integers(void *arg, int row, int by, const void *from, const void *pivot)
{
    IntegerStep *s = arg;
    int64_t x = ((const IntegerEntry *)from)->x, y = ((const IntegerEntry *)pivot)->x;
    int64_t common = greatest_divisor(x, y);
    (void)row, (void)by;
    *s = (IntegerStep){y / common, x / common};
    return 1;
}

static int combine_integers(void *arg, const void *x, const void *y, void *out)
{
    const IntegerStep *s = arg;
    int64_t a = 0, b = 0, c = 0;
    if ((x && __builtin_mul_overflow(((const IntegerEntry *)x)->x, s->row, &a)) ||
        (y && __builtin_mul_overflow(((const IntegerEntry *)y)->x, s->by, &b)) ||
        __builtin_sub_overflow(a, b, &c) || c == INT64_MIN)
        return GIVE_UP;
    ((IntegerEntry *)out)->x = c;
    return c != 0;
}

static void end_integers(void *arg, int row, int by, void *entry, int n)
{
    IntegerEntry *x = entry;
    int64_t common = 0;
    (void)arg, (void)row, (void)by;
    for (int k = 0; k < n && common != 1; k++)
        common = greatest_divisor(common, x[k].x);
    for (int k = 0; k < n && common > 1; k++)
        x[k].x /= common;
}

const Coefficients integer_coefficients = {sizeof(IntegerEntry), begin_integers, combine_integers,
                                           end_integers};

/* ---- Numbers ---- */

static int begin_reals(void *arg, int row, int by, const void *from, const void *pivot)
{
    (void)row, (void)by;
    ((RealStep *)arg)->factor = ((const RealEntry *)from)->x / ((const RealEntry *)pivot)->x;
    return 0;
}

static int combine_reals(void *arg, const void *x, const void *y, void *out)
{
    const RealStep *s = arg;
    double a = x ? ((const RealEntry *)x)->x : 0, b = s->factor * ((const RealEntry *)y)->x;
    ((RealEntry *)out)->x = a - b;
    return fabs(a - b) > s->noise * (fabs(a) + fabs(b));
}

const Coefficients real_coefficients = {sizeof(RealEntry), begin_reals, combine_reals, NULL};
