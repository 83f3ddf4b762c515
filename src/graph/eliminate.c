/* eliminate.c - Gaussian elimination of sparse rows (eliminate.h).
 *
 * The entries of all rows are in one pool. A combination is made beside it, where the places of
 * columns say which of them the row has, and copied back; a row that outgrows its room moves to the
 * end of the pool with twice the room, so what is left behind is at most as much again. The rows of
 * a column are a list of occurrences, newest first; an entry that has vanished stays listed and is
 * passed over. */
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
    e->col = GRAPH_CALLOC(n, sizeof *e->col);
    e->failed = !e->col;
    return !e->failed;
}

void echelon_close(Echelon *e)
{
    void *all[] = {e->row, e->col, e->pivot, e->occurrence, e->pool, e->work, e->rows};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        GRAPH_FREE(all[i]);
    *e = (Echelon){0};
}

/* ---- Rows ---- */

static inline int column(const void *entry)
{
    return *(const int *)entry;
}

static inline char *entry_at(const Echelon *e, const void *entry, int k)
{
    return (char *)entry + (size_t)k * e->coef->size;
}

static void note_occurrence(Echelon *e, int row, int col)
{
    int n = e->noccurrences;
    e->occurrence = with_room(e, e->occurrence, &e->occurrences_room, n, 1, sizeof *e->occurrence);
    if (e->failed)
        return;
    e->occurrence[n] = (EchelonLink){row, e->col[col].first};
    e->col[col].first = e->noccurrences = n + 1;
    e->col[col].count++;
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
        note_occurrence(e, row, column(entry_at(e, entry, k)));
    return e->failed ? -1 : row;
}

const void *echelon_entry(const Echelon *e, int row, int col)
{
    const char *entry = echelon_row(e, row);
    for (int k = 0; k < e->row[row].n; k++, entry += e->coef->size) {
        GRAPH_STEP();
        if (column(entry) == col)
            return entry;
    }
    return NULL;
}

int echelon_by_column(const void *a, const void *b)
{
    return column(a) < column(b) ? -1 : column(a) > column(b);
}

void *echelon_sorted(const Echelon *e, int row)
{
    void *entry = echelon_row(e, row);
    if (e->row[row].n)
        qsort(entry, (size_t)e->row[row].n, e->coef->size, echelon_by_column);
    return entry;
}

/* The row takes part no more. */
static void leave(Echelon *e, int row)
{
    const char *entry = echelon_row(e, row);
    for (int k = 0; k < e->row[row].n; k++)
        e->col[column(entry_at(e, entry, k))].count--;
}

/* ---- One step ---- */

/* Makes the combination of two rows without a column in the work space: first the entries the row
 * has, then new ones. Of the former those with place 0 are zero. The number of both, or GIVE_UP. */
static int combine_rows(Echelon *e, int row, int by, int col, bool scaled)
{
    size_t size = e->coef->size;
    int old = e->row[row].n, n = old, kept = 1;
    char *x = memcpy(e->work, echelon_row(e, row), (size_t)old * size), *y = echelon_row(e, by);
    for (int k = 0; k < old; k++, x += size)
        e->col[column(x)].place = k + 1;
    e->col[col].place = 0;
    for (int k = 0; k < e->row[by].n && kept != GIVE_UP; k++, y += size) {
        int c = column(y), at = e->col[c].place;
        char *out = entry_at(e, e->work, at ? at - 1 : n);
        GRAPH_STEP();
        if (c == col)
            continue;
        kept = e->coef->combine(e->arg, at ? out : NULL, y, out);
        memcpy(out, &c, sizeof c);
        e->col[c].place = at && kept > 0 ? -1 : 0; /* -1: done */
        n += !at && kept > 0;
    }
    x = e->work;
    for (int k = 0; k < old && kept != GIVE_UP && scaled; k++, x += size) {
        int c = column(x);
        if (e->col[c].place <= 0)
            continue;
        kept = e->coef->combine(e->arg, x, NULL, x);
        memcpy(x, &c, sizeof c);
        e->col[c].place = kept > 0 ? -1 : 0;
    }
    return kept == GIVE_UP ? GIVE_UP : n;
}

static bool is_too_long(const Echelon *e, int n, int old)
{
    int inside = 0;
    if (n <= e->most)
        return false;
    for (int k = 0; k < n; k++) {
        int c = column(entry_at(e, e->work, k));
        inside += c < e->ninside && (k >= old || e->col[c].place);
    }
    return inside > e->most;
}

/* Takes the zeros out of the n entries that were made, of which the row had `old` before. How many
 * are left. */
static int close_gaps(Echelon *e, int n, int old)
{
    size_t size = e->coef->size;
    const char *x = e->work;
    int from = 0, kept = 0; /* entries from `from` on go to `kept` */
    for (int k = 0; k <= n; k++, x += size) {
        int c = k < old ? column(x) : -1;
        bool stays = k < n && (c < 0 || e->col[c].place);
        if (c >= 0)
            e->col[c].place = 0;
        if (stays)
            continue;
        if (kept < from && from < k)
            memmove(entry_at(e, e->work, kept), entry_at(e, e->work, from),
                    (size_t)(k - from) * size);
        kept += k - from;
        from = k + 1;
        if (c >= 0)
            e->col[c].count--;
    }
    return kept;
}

/* Puts what was made in the place of a row. */
static bool put_combination(Echelon *e, int row, int by, int n)
{
    int fill = n - e->row[row].n, kept = close_gaps(e, n, e->row[row].n);
    if (e->coef->end)
        e->coef->end(e->arg, row, by, e->work, kept);
    put_row(e, row, e->work, kept);
    for (int k = kept - fill; k < kept && !e->failed; k++)
        note_occurrence(e, row, column(entry_at(e, e->work, k)));
    return !e->failed;
}

/* Eliminates a column from a row that has it by another row; false if it could not be done. */
static bool step(Echelon *e, int row, int by, int col)
{
    const void *from = echelon_entry(e, row, col);
    int old = e->row[row].n;
    e->work = with_room(e, e->work, &e->work_room, 0, old + e->row[by].n, e->coef->size);
    if (!from || e->failed)
        return false;
    int how = e->coef->begin(e->arg, row, by, from, echelon_entry(e, by, col));
    int n = how == GIVE_UP ? GIVE_UP : combine_rows(e, row, by, col, how > 0);
    if (n != GIVE_UP && !is_too_long(e, n, old))
        return put_combination(e, row, by, n);
    for (int k = 0; k < old; k++)
        e->col[column(entry_at(e, echelon_row(e, row), k))].place = 0;
    leave(e, row);
    e->row[row].out = true;
    return false;
}

/* ---- Pivots ---- */

void echelon_take(Echelon *e, int row, int col)
{
    e->pivot = with_room(e, e->pivot, &e->pivots_room, e->npivots, 1, sizeof *e->pivot);
    if (e->failed)
        return;
    e->pivot[e->npivots++] = (EchelonPivot){row, col};
    e->col[col].pivot = e->npivots;
    e->row[row].used = true;
    leave(e, row);
}

bool echelon_reduce(Echelon *e, int row)
{
    for (;;) {
        int earliest = INT_MAX, inside = 0;
        for (int k = 0; k < e->row[row].n; k++) {
            int c = column(entry_at(e, echelon_row(e, row), k)), at = e->col[c].pivot;
            inside += c < e->ninside;
            earliest = at && at < earliest ? at : earliest;
        }
        if (earliest == INT_MAX || e->row[row].out || e->failed)
            return !inside && !e->row[row].out && !e->failed;
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
    int n = 0;
    echelon_take(e, row, col);
    for (int k = e->col[col].first; k && !e->failed; k = e->occurrence[k - 1].next) {
        e->rows = with_room(e, e->rows, &e->list_room, n, 1, sizeof *e->rows);
        if (!e->failed && echelon_is_open(e, e->occurrence[k - 1].row))
            e->rows[n++] = e->occurrence[k - 1].row;
    }
    for (int k = 0; k < n && !e->failed; k++) {
        int other = e->rows[e->oldest_first ? n - 1 - k : k];
        if (echelon_is_open(e, other) && step(e, other, row, col) && q)
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
    int best = -1, rating = 1;
    for (int k = 0; k < e->row[row].n; k++, entry += e->coef->size) {
        int c = column(entry), its = c < e->ninside ? rate(e->arg, row, entry) : 0;
        if (its < rating)
            continue;
        bool better = best < 0 || its > rating || e->col[c].count < e->col[best].count;
        if (better || (e->col[c].count == e->col[best].count && c < best)) {
            best = c;
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
