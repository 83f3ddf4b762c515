/* eliminate.h - Gaussian elimination of sparse rows over coefficients of any kind.
 *
 * A row is a list of entries, new ones last. An entry is a struct of the caller's that begins with
 * its column, an int; what follows (an integer, a number, a formula) only the caller knows. It says
 * by three functions what combining two rows means, and it chooses the pivots, so exactness,
 * numerical thresholds, limits and preferences are its own. The kernel keeps rows, fill and the
 * rows of each column.
 *
 * Two ways of use:
 * - all rows at once: echelon_pivot eliminates a column from every other row that has it. Any order
 *   of pivots is possible; echelon_by_rows takes the shortest row and in it the least frequent
 *   column, which keeps fill low (the two halves of Markowitz 1957 one after the other).
 * - one row after the other: echelon_reduce by the pivots so far, then echelon_take. What comes to
 *   nothing depends on rows before it.
 *
 * Columns from ninside on take part in every combination but are neither pivots nor counted as
 * entries: a right-hand side, or which rows a row has been made of (a 1 in a column of its own).
 *
 * A step costs the entries of both rows. A matrix whose rows keep a bounded length (circuits,
 * connections, chains) is eliminated in near-linear time; the limit `most` on the length of rows
 * bounds it to O(nrows * most^2) for any. Memory is malloc'ed: where it runs out `failed` is set
 * and nothing happens any more. No recursion; the result depends on the arguments only. */
#ifndef KRON_GRAPH_ELIMINATE_H
#define KRON_GRAPH_ELIMINATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GIVE_UP = -1 };

/* One step replaces the row with entry `from` in the pivot's column by a combination of it and the
 * pivot's row that has no entry there. */
typedef struct Coefficients {
    size_t size; /* of an entry */
    /* Prepares combining row `row` with row `by`. 0: entries that only the row has stay as they
     * are; 1: `combine` is called for them too; GIVE_UP: these rows cannot be combined. */
    int (*begin)(void *arg, int row, int by, const void *from, const void *pivot);
    /* An entry of the combination, without its column; one of x (of the row) and y (of the pivot's
     * row) may be NULL, and out may be x. 0: it is zero; 1: *out is set; GIVE_UP: it cannot be
     * expressed. Called along the pivot's row, then for the rest of the row. */
    int (*combine)(void *arg, const void *x, const void *y, void *out);
    /* The step is done: entry[n] is the new row, whose coefficients may still be changed (a common
     * divisor taken out). Not called after GIVE_UP. May be NULL. */
    void (*end)(void *arg, int row, int by, void *entry, int n);
} Coefficients;

typedef struct EchelonRow {
    int first; /* of its entries in the pool */
    int n, room;
    bool used; /* it has a pivot */
    bool out;  /* it could not be combined, or became too long: left as it was before that */
} EchelonRow;

typedef struct EchelonColumn {
    int count; /* entries in open rows */
    int first; /* newest occurrence + 1; some have vanished since */
    int pivot; /* place of its pivot in the order + 1; 0: none */
    int place; /* work: in the row being made + 1 */
} EchelonColumn;

typedef struct EchelonPivot {
    int row, col;
} EchelonPivot;

/* One of a list of rows. */
typedef struct EchelonLink {
    int row, next; /* next: place + 1; 0: last */
} EchelonLink;

typedef struct Echelon {
    const Coefficients *coef;
    void *arg;
    int ncols, ninside;
    int most;          /* entries of a row inside; unlimited at first */
    bool oldest_first; /* in which order rows lose a column: by their occurrences in it */
    bool failed;
    int nrows, npivots, noccurrences;
    EchelonRow *row;         /* [nrows] */
    EchelonPivot *pivot;     /* [npivots] in order */
    EchelonColumn *col;      /* [ncols] */
    EchelonLink *occurrence; /* [noccurrences] */
    char *pool;              /* entries of all rows */
    int pool_used;
    char *work; /* a row being made */
    int *rows;  /* work: those that lose a column */
    int rows_room, pivots_room, occurrences_room, pool_room, work_room, list_room;
} Echelon;

bool echelon_open(Echelon *e, const Coefficients *c, void *arg, int ncols, int ninside);
void echelon_close(Echelon *e);
/* Adds a row of n entries in different columns. Its number, or -1. */
int echelon_add(Echelon *e, const void *entry, int n);
/* The entry of a row in a column; NULL: it is zero. */
const void *echelon_entry(const Echelon *e, int row, int col);
/* The entries of a row; valid until the next step or row. */
static inline void *echelon_row(const Echelon *e, int row)
{
    return e->pool + (size_t)e->row[row].first * e->coef->size;
}
/* The same, by column from now on. */
void *echelon_sorted(const Echelon *e, int row);
/* For qsort and bsearch: which of two entries has the lower column. */
int echelon_by_column(const void *a, const void *b);
/* Whether a row still takes part. */
static inline bool echelon_is_open(const Echelon *e, int row)
{
    return !e->row[row].used && !e->row[row].out;
}

/* Makes the entry of a row the pivot of its column ... */
void echelon_take(Echelon *e, int row, int col);
/* ... and eliminates the column from all other open rows. */
void echelon_pivot(Echelon *e, int row, int col);
/* Eliminates the columns that have pivots from a row, earliest pivot first. True if nothing inside
 * is left of it. */
bool echelon_reduce(Echelon *e, int row);
/* Pivots until no open row has an entry that may be one: the shortest row first (ties: the row
 * changed last, then the lowest), in it the entry of highest rating > 0 (ties: the column with
 * fewest entries, then the lowest). */
void echelon_by_rows(Echelon *e, int (*rate)(void *arg, int row, const void *entry));

/* Numbers: x - factor*y, zero if that is at most `noise` times the sum of both. */
typedef struct RealEntry {
    int col;
    double x;
} RealEntry;
typedef struct RealStep {
    double factor, noise;
} RealStep; /* the argument */
extern const Coefficients real_coefficients;

#endif
