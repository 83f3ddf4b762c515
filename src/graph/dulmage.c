/* dulmage.c - the over-determined part of a pattern (Dulmage and Mendelsohn 1958, Pothen and Fan
 * 1990), and the sets to name in a message.
 *
 * One breadth-first search: row -> every column -> the row matched to it. From all unmatched rows
 * it finds the over-determined part, from one of them a minimal over-determined set (flip the path
 * to any row of the set and that row becomes the unmatched one), and on the transpose the
 * under-determined counterparts. The matching has to be a maximum one over all entries of the
 * pattern. Linear in the entries of the rows that are reached, and memory for all. */
#include "graph/graph_internal.h"

int dm_over_set(const Pattern *p, const int *col_row, int *rows, int n)
{
    uint8_t *reached = flags_new((size_t)p->nrows);
    if (!reached)
        return -1;
    for (int i = 0; i < n; i++)
        reached[rows[i]] = 1;
    for (int i = 0; i < n; i++)
        for (int k = p->ptr[rows[i]]; k < p->ptr[rows[i] + 1]; k++) {
            GRAPH_STEP();
            int r = col_row[p->col[k]];
            if (r >= 0 && !reached[r]) {
                reached[r] = 1;
                rows[n++] = r;
            }
        }
    GRAPH_FREE(reached);
    return n;
}
