/* dulmage.c - the coarse Dulmage-Mendelsohn decomposition (Dulmage and Mendelsohn 1958, Pothen
 * and Fan 1990) and the sets to name in a message.
 *
 * One breadth-first search does everything: row -> every column -> the row matched to it. From
 * the unmatched rows it finds the over-determined part, from one of them a minimal
 * over-determined set (flip the path to any row of the set and that row becomes the unmatched
 * one), and on the transpose the under-determined counterparts. The matching has to be a
 * maximum one over all entries of the pattern.
 *
 * dm_decompose is O(nrows + ncols + entries), dm_over_set linear in the entries of the set.
 */
#include "graph/graph_internal.h"

/* Extends rows[0..n), which are marked in part[], by the rows reached from them, and marks
 * these too. Returns their number. */
static int reach(const Pattern *p, const int *col_row, uint8_t *part, DmPart mark, int *rows, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = p->ptr[rows[i]]; k < p->ptr[rows[i] + 1]; k++) {
            GRAPH_STEP();
            int r = col_row[p->col[k]];
            if (r >= 0 && part[r] != mark) {
                part[r] = (uint8_t)mark;
                rows[n++] = r;
            }
        }
    }
    return n;
}

/* Marks the unmatched rows, all rows reached from them and their columns. */
static void mark_part(const Pattern *p, const int *row_col, const int *col_row, uint8_t *row_part,
                      uint8_t *col_part, DmPart mark, int *rows)
{
    int n = 0;
    for (int r = 0; r < p->nrows; r++) {
        if (row_col[r] < 0) {
            row_part[r] = (uint8_t)mark;
            rows[n++] = r;
        }
    }
    n = reach(p, col_row, row_part, mark, rows, n);
    for (int i = 0; i < n; i++)
        if (row_col[rows[i]] >= 0)
            col_part[row_col[rows[i]]] = (uint8_t)mark;
}

bool dm_decompose(const Pattern *p, const int *row_col, const int *col_row, uint8_t *row_part,
                  uint8_t *col_part)
{
    Pattern t;
    int *nodes = ints_new((size_t)(p->nrows > p->ncols ? p->nrows : p->ncols));
    if (!nodes || !pattern_transpose(p, &t)) {
        GRAPH_FREE(nodes);
        return false;
    }
    for (int r = 0; r < p->nrows; r++)
        row_part[r] = DM_SQUARE;
    for (int c = 0; c < p->ncols; c++)
        col_part[c] = DM_SQUARE;
    mark_part(p, row_col, col_row, row_part, col_part, DM_OVER, nodes);
    mark_part(&t, col_row, row_col, col_part, row_part, DM_UNDER, nodes);
    pattern_free(&t);
    GRAPH_FREE(nodes);
    return true;
}

int dm_over_set(const Pattern *p, const int *col_row, int row, int *rows)
{
    uint8_t *part = flags_new((size_t)p->nrows);
    if (!part)
        return -1;
    part[row] = DM_OVER;
    rows[0] = row;
    int n = reach(p, col_row, part, DM_OVER, rows, 1);
    GRAPH_FREE(part);
    return n;
}
