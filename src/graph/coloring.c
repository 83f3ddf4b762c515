/* coloring.c - greedy colouring of the columns of a pattern, for finite differences by groups of
 * columns (Curtis, Powell and Reid 1974; order of Welsh and Powell 1967).
 *
 * O(sum of the squared row lengths), that is O(dense * entries) at most. */
#include "graph/graph_internal.h"

/* Columns by descending length, equal ones ascending. next[] is scratch of maximum length + 1. */
static void order_columns(const Pattern *t, int *order, int *next)
{
    int longest = t->ncols;
    for (int len = 0; len <= longest; len++)
        next[len] = 0;
    for (int c = 0; c < t->nrows; c++)
        next[t->ptr[c + 1] - t->ptr[c]]++;
    for (int len = longest, start = 0; len >= 0; len--) {
        int count = next[len];
        next[len] = start;
        start += count;
    }
    for (int c = 0; c < t->nrows; c++)
        order[next[t->ptr[c + 1] - t->ptr[c]]++] = c;
}

/* The lowest colour that no column in a row of column c has. taken[colour] = c marks those that
 * are excluded. */
static int free_color(const Pattern *p, const Pattern *t, int c, const int *color, int *taken)
{
    for (int i = t->ptr[c]; i < t->ptr[c + 1]; i++) {
        int r = t->col[i];
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++) {
            GRAPH_STEP();
            if (color[p->col[k]] >= 0)
                taken[color[p->col[k]]] = c;
        }
    }
    int lowest = 0;
    while (taken[lowest] == c)
        lowest++;
    return lowest;
}

static int color_all(const Pattern *p, const Pattern *t, const int *order, int *taken, int *color)
{
    int ncolors = 0;
    for (int c = 0; c < p->ncols; c++)
        color[c] = taken[c] = -1;
    for (int i = 0; i < p->ncols; i++) {
        int c = order[i];
        color[c] = free_color(p, t, c, color, taken);
        if (color[c] >= ncolors)
            ncolors = color[c] + 1;
    }
    return ncolors;
}

int color_columns(const Pattern *p, int dense, int *color)
{
    for (int r = 0; r < p->nrows; r++)
        if (p->ptr[r + 1] - p->ptr[r] > dense)
            return -2;
    Pattern t = {0};
    size_t nrows = (size_t)p->nrows, ncols = (size_t)p->ncols;
    int *order = ints_new(2 * ncols + nrows + 1), ncolors = -1;
    if (order && pattern_transpose(p, &t)) {
        int *taken = order + ncols, *next = taken + ncols;
        order_columns(&t, order, next);
        ncolors = color_all(p, &t, order, taken, color);
    }
    pattern_free(&t);
    GRAPH_FREE(order);
    return ncolors;
}
