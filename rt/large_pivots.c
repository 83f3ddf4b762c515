/* large_pivots.c - the order of a sparse elimination by its numbers.
 *
 * An order for little fill assumes that pivots are those of the pattern's diagonal. Where numbers
 * do not allow that (equations of a step, x = old(x) + h*a*der(x): who is pivot depends on h), rows
 * are exchanged during the elimination, and the order is worth nothing. So a row with a large entry
 * is found for every column first, a maximum transversal of the large entries (Duff 1981), the
 * largest of each column if its row is free; then comes the order, of the pattern with its rows so
 * exchanged. O(entries) where the largest ones do, O(n*entries) at worst. */
#include "rt/large_pivots.h"

#include "rt/fill.h"
#include "rt/linear_policy.h"

#include <math.h>
#include <stdlib.h>

typedef struct Search {
    int n;
    const int *colptr, *rowidx;
    const double *a;
    double *least;  /* [n] what is large in a column */
    int *row, *col; /* [n] row of a column, column of a row; -1: none yet */
    int *next;      /* [n] entry of a column to be tried next */
    int *seen;      /* [n] rows met in the search for column seen - 1 */
    int *stack;     /* [n] columns of the path */
} Search;

static void give(Search *s, int j, int i)
{
    s->row[j] = i;
    s->col[i] = j;
}

/* What is large in each column; it gets the row of its largest entry if that is free. */
static void take_largest(Search *s)
{
    for (int j = 0; j < s->n; j++)
        s->row[j] = s->col[j] = -1;
    for (int j = 0; j < s->n; j++) {
        int best = -1;
        double most = 0;
        for (int p = s->colptr[j]; p < s->colptr[j + 1]; p++) {
            double size = fabs(s->a[p]);
            if (size > most)
                most = size;
            if (s->col[s->rowidx[p]] < 0 && (best < 0 || size > fabs(s->a[best])))
                best = p;
        }
        s->least[j] = LARGE_PIVOT * most;
        if (best >= 0 && most > 0 && fabs(s->a[best]) == most)
            give(s, j, s->rowidx[best]);
    }
}

/* The next row of column j with a large entry that has not been met; -1: none. */
static int next_row(Search *s, int j, int stamp)
{
    while (s->next[j] < s->colptr[j + 1]) {
        int p = s->next[j]++, i = s->rowidx[p];
        if (s->seen[i] != stamp && fabs(s->a[p]) >= s->least[j] && s->a[p] != 0) {
            s->seen[i] = stamp;
            return i;
        }
    }
    return -1;
}

/* A path from column j to a free row, along which columns give their rows to each other. */
static bool augment(Search *s, int j)
{
    int depth = 0;
    s->stack[0] = j;
    s->next[j] = s->colptr[j];
    while (depth >= 0) {
        int k = s->stack[depth], i = next_row(s, k, j + 1);
        if (i < 0) {
            depth--;
        } else if (s->col[i] < 0) {
            for (; depth >= 0; depth--) {
                int left = s->row[s->stack[depth]];
                give(s, s->stack[depth], i);
                i = left;
            }
            return true;
        } else {
            s->stack[++depth] = s->col[i];
            s->next[s->col[i]] = s->colptr[s->col[i]];
        }
    }
    return false;
}

/* The order of the pattern in which row row[j] is number j. */
static bool order_exchanged(const Search *s, int *rows, int *columns)
{
    int nnz = s->colptr[s->n];
    int *number = malloc(((size_t)nnz + 1) * sizeof *number);
    if (!number)
        return false;
    for (int p = 0; p < nnz; p++)
        number[p] = s->col[s->rowidx[p]];
    int *order = order_after(s->n, s->colptr, number, 0);
    free(number);
    for (int k = 0; k < s->n && order; k++) {
        columns[k] = order[k];
        rows[k] = s->row[order[k]];
    }
    free(order);
    return order != NULL;
}

bool order_large(int n, const int *colptr, const int *rowidx, const double *a, int *rows,
                 int *columns)
{
    size_t size = (size_t)n + 1;
    Search s = {.n = n, .colptr = colptr, .rowidx = rowidx, .a = a};
    int *work = calloc(5 * size, sizeof *work);
    s.least = malloc(size * sizeof *s.least);
    bool good = work && s.least;
    if (good) {
        s.row = work;
        s.col = work + size;
        s.next = work + 2 * size;
        s.seen = work + 3 * size;
        s.stack = work + 4 * size;
        take_largest(&s);
    }
    for (int j = 0; j < n && good; j++)
        good = s.row[j] >= 0 || augment(&s, j);
    good = good && order_exchanged(&s, rows, columns);
    free(work);
    free(s.least);
    return good;
}
