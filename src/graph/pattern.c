/* pattern.c - the transpose of a sparse pattern, by counting sort: O(nrows + ncols + entries). */
#include "graph/graph_internal.h"

/* out->ptr[c + 1] counts the entries of column c, then holds the place of its next entry, and
 * ends as the border between columns c and c + 1. */
static void fill_transpose(const Pattern *p, Pattern *out)
{
    int n = p->ncols, nnz = p->ptr[p->nrows], *next = out->ptr + 1;
    for (int c = 0; c <= n; c++)
        out->ptr[c] = 0;
    for (int k = 0; k < nnz; k++) {
        GRAPH_STEP();
        next[p->col[k]]++;
    }
    for (int c = 0, start = 0; c < n; c++) {
        int count = next[c];
        next[c] = start;
        start += count;
    }
    for (int r = 0; r < p->nrows; r++) {
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++) {
            GRAPH_STEP();
            int place = next[p->col[k]]++;
            out->col[place] = r;
            if (p->kind)
                out->kind[place] = p->kind[k];
        }
    }
}

bool pattern_transpose(const Pattern *p, Pattern *out)
{
    size_t nnz = (size_t)p->ptr[p->nrows];
    *out = (Pattern){.nrows = p->ncols, .ncols = p->nrows};
    out->ptr = ints_new((size_t)p->ncols + 1);
    out->col = ints_new(nnz);
    out->kind = p->kind ? GRAPH_MALLOC(nnz + 1) : NULL;
    if (!out->ptr || !out->col || (p->kind && !out->kind)) {
        pattern_free(out);
        return false;
    }
    fill_transpose(p, out);
    return true;
}

void pattern_free(Pattern *p)
{
    GRAPH_FREE(p->ptr);
    GRAPH_FREE(p->col);
    GRAPH_FREE(p->kind);
    *p = (Pattern){0};
}
