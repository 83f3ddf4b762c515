/* fill.c - the order of a sparse elimination of which the beginning is given.
 *
 * The equations of elements (a resistor's law, the difference of two potentials) are best
 * eliminated first, and what they leave (a matrix of nodes) in the order of least degree. An
 * ordering of all of them at once does not find that: it sees the pattern made symmetric, in which
 * an element is as much a node as a node is. The compiler knows what comes first
 * (dae/linear_order.c); here the pattern that is left is found by eliminating without numbers.
 * O(entries and fill). */
#include "rt/fill.h"

#include "rt/dissect.h"

#include <amd.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct Line {
    int n, cap, *at;
} Line;

typedef struct Fill {
    int n;
    Line *row; /* [n] columns that are open */
    Line *col; /* [n] rows that have had an entry */
    int *mark, stamp;
    bool failed;
} Fill;

static void put(Fill *f, Line *line, int x)
{
    if (line->n == line->cap) {
        int cap = line->cap ? 2 * line->cap : 4;
        int *at = cap < INT_MAX / 2 ? realloc(line->at, (size_t)cap * sizeof *at) : NULL;
        f->failed = f->failed || !at;
        if (!at)
            return;
        line->at = at;
        line->cap = cap;
    }
    line->at[line->n++] = x;
}

static void put_entry(Fill *f, int row, int col)
{
    put(f, &f->row[row], col);
    put(f, &f->col[col], row);
}

/* Row i gets the columns of row k but for k itself. */
static void merge(Fill *f, int i, int k)
{
    Line *row = &f->row[i];
    int kept = 0;
    f->stamp++;
    for (int e = 0; e < row->n; e++) {
        f->mark[row->at[e]] = f->stamp;
        if (row->at[e] != k)
            row->at[kept++] = row->at[e];
    }
    if (kept == row->n)
        return; /* it has lost that column before */
    row->n = kept;
    for (int e = 0; e < f->row[k].n && !f->failed; e++)
        if (f->mark[f->row[k].at[e]] != f->stamp)
            put_entry(f, i, f->row[k].at[e]);
}

static void eliminate(Fill *f, int nfirst)
{
    for (int k = 0; k < nfirst && !f->failed; k++)
        for (int e = 0; e < f->col[k].n && !f->failed; e++)
            if (f->col[k].at[e] > k)
                merge(f, f->col[k].at[e], k);
}

/* order[nfirst ..] by what is left. Both orders take columns; a pattern and its transpose are alike
 * to them. */
static bool order_left(const Fill *f, int nfirst, int *order)
{
    int left = f->n - nfirst, nnz = 0;
    for (int i = nfirst; i < f->n; i++)
        nnz += f->row[i].n;
    int *ptr = malloc(((size_t)left + 1) * sizeof *ptr);
    int *at = malloc(((size_t)nnz + 1) * sizeof *at);
    bool good = ptr && at;
    for (int i = 0, to = 0; i < left && good; i++) {
        const Line *row = &f->row[nfirst + i];
        ptr[i] = to;
        for (int e = 0; e < row->n; e++)
            at[to++] = row->at[e] - nfirst;
        ptr[i + 1] = to;
    }
    double info[AMD_INFO] = {0};
    good = good && amd_order(left, ptr, at, order + nfirst, NULL, info) >= AMD_OK;
    if (good)
        order_dissected(left, ptr, at, info[AMD_NMULTSUBS_LU], order + nfirst);
    for (int i = nfirst; i < f->n; i++)
        order[i] += nfirst;
    free(ptr);
    free(at);
    return good;
}

int *order_after(int n, const int *colptr, const int *rowidx, int nfirst)
{
    Fill f = {.n = n};
    f.row = calloc((size_t)n + 1, sizeof *f.row);
    f.col = calloc((size_t)n + 1, sizeof *f.col);
    f.mark = calloc((size_t)n + 1, sizeof *f.mark);
    int *order = malloc(((size_t)n + 1) * sizeof *order);
    f.failed = !f.row || !f.col || !f.mark || !order;
    for (int j = 0; j < n && !f.failed; j++)
        for (int p = colptr[j]; p < colptr[j + 1]; p++)
            put_entry(&f, rowidx[p], j);
    if (!f.failed)
        eliminate(&f, nfirst);
    for (int i = 0; i < n && !f.failed; i++)
        order[i] = i;
    if (!f.failed && nfirst < n)
        f.failed = !order_left(&f, nfirst, order);
    for (int i = 0; i < n && f.row && f.col; i++) {
        free(f.row[i].at);
        free(f.col[i].at);
    }
    free(f.row);
    free(f.col);
    free(f.mark);
    if (f.failed) {
        free(order);
        return NULL;
    }
    return order;
}
