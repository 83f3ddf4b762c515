/* graph_test.h - the frame of the tests of src/graph: the kernels compiled with a step counter
 * and an allocator that fails on demand, and patterns to feed them.
 *
 * A test includes this and then the .c files of the kernels it uses; these copies have names of
 * their own beside the linked ones. New memory is filled with small numbers, other ones for each
 * block, so that a result that depends on it shows. */
#ifndef KRON_GRAPH_TEST_H
#define KRON_GRAPH_TEST_H

#include "test.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

static long graph_steps;          /* counted since last set to 0 */
static int graph_fail_after = -1; /* so many allocations succeed, then none; -1: all do */
static int graph_blocks;          /* allocated and not freed */
static int graph_junk;

static void *graph_alloc(size_t size, bool zero)
{
    if (graph_fail_after == 0)
        return NULL;
    if (graph_fail_after > 0)
        graph_fail_after--;
    void *block = malloc(size);
    if (!block)
        abort();
    memset(block, 0, size);
    graph_junk = (graph_junk + 1) % 4;
    for (size_t i = 0; !zero && i < size / sizeof(int); i++)
        ((int *)block)[i] = graph_junk - 1;
    graph_blocks++;
    return block;
}

static inline void graph_free(void *block)
{
    graph_blocks -= block != NULL;
    free(block);
}

#define GRAPH_MALLOC(size) graph_alloc(size, false)
#define GRAPH_CALLOC(count, size) graph_alloc((count) * (size), true)
#define GRAPH_FREE(block) graph_free(block)
#define GRAPH_STEP() ((void)graph_steps++)

#define pattern_transpose tested_pattern_transpose
#define pattern_free tested_pattern_free
#define match_rows tested_match_rows
#define match_rows_in_order tested_match_rows_in_order
#define strong_components tested_strong_components
#define dm_over_set tested_dm_over_set
#define tear_block tested_tear_block
#define spanning_trees tested_spanning_trees

#include "graph/pattern.c"

/* Evaluates `call` with 0, 1, 2, ... allocations allowed until it does not give `failure`;
 * checks that it needs `allocations` and leaves nothing allocated but, on success, `kept`. */
#define CHECK_MEMORY(call, failure, allocations, kept)                                             \
    do {                                                                                           \
        int before_ = graph_blocks, n_ = 0;                                                        \
        graph_fail_after = 0;                                                                      \
        while (n_ <= (allocations) && (call) == (failure)) {                                       \
            CHECK_INT(graph_blocks, before_);                                                      \
            graph_fail_after = ++n_;                                                               \
        }                                                                                          \
        graph_fail_after = -1;                                                                     \
        CHECK_INT(n_, allocations);                                                                \
        CHECK_INT(graph_blocks, before_ + (kept));                                                 \
    } while (0)

static inline int random_below(int n)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)n);
}

static inline int *int_array(int n, int value)
{
    int *a = malloc(((size_t)n + 1) * sizeof(int));
    if (!a)
        abort();
    for (int i = 0; i < n; i++)
        a[i] = value;
    return a;
}

/* A random permutation of 0..n-1. */
static inline int *permutation(int n)
{
    int *a = int_array(n, 0);
    for (int i = 0; i < n; i++) {
        int j = random_below(i + 1);
        a[i] = a[j];
        a[j] = i;
    }
    return a;
}

/* --- Patterns are made row by row: put() adds an entry to the open row, end_row() closes it. ---
 */

static inline Pattern begin(int nrows, int ncols, int entries)
{
    Pattern p = {.nrows = 0, .ncols = ncols, .ptr = int_array(nrows + 1, 0)};
    p.col = int_array(entries, 0);
    p.kind = malloc((size_t)entries + 1);
    if (!p.kind)
        abort();
    return p;
}

static inline void put(Pattern *p, int c, int kind)
{
    int k = p->ptr[p->nrows + 1]++;
    p->col[k] = c;
    p->kind[k] = (uint8_t)kind;
}

static inline void end_row(Pattern *p)
{
    p->nrows++;
    p->ptr[p->nrows + 1] = p->ptr[p->nrows];
}

static inline void drop(Pattern *p)
{
    free(p->ptr);
    free(p->col);
    free(p->kind);
}

/* The kinds of the square patterns: 0 on the diagonal, 1 beside it. */

static inline Pattern tridiagonal(int n)
{
    Pattern p = begin(n + 1, n, 3 * n);
    for (int i = 0; i < n; i++) {
        for (int j = i - 1; j <= i + 1; j++)
            if (j >= 0 && j < n)
                put(&p, j, j != i);
        end_row(&p);
    }
    return p;
}

/* Five-point stencil on h x w points, numbered along the rows of the grid. */
static inline Pattern grid(int h, int w)
{
    Pattern p = begin(h * w + 1, h * w, 5 * h * w);
    for (int i = 0; i < h; i++) {
        for (int j = 0; j < w; j++) {
            int v = i * w + j;
            if (i > 0)
                put(&p, v - w, 1);
            if (j > 0)
                put(&p, v - 1, 1);
            put(&p, v, 0);
            if (j < w - 1)
                put(&p, v + 1, 1);
            if (i < h - 1)
                put(&p, v + w, 1);
            end_row(&p);
        }
    }
    return p;
}

static inline Pattern square_grid(int n)
{
    int side = (int)(sqrt(n) + 0.5);
    return grid(side, side);
}

/* Two chains with rungs between them, numbered along the ladder. */
static inline Pattern ladder(int n)
{
    return grid(n / 2, 2);
}

/* Full row `at`, full column `at`, diagonal. */
static inline Pattern arrow(int n, int at)
{
    Pattern p = begin(n + 1, n, 3 * n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j = i == at ? j + 1 : n)
            if (i == at)
                put(&p, j, j != i);
        if (i != at) {
            put(&p, at, 1);
            put(&p, i, 0);
        }
        end_row(&p);
    }
    return p;
}

static inline bool has_entry(const Pattern *p, int r, int c)
{
    for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++)
        if (p->col[k] == c)
            return true;
    return false;
}

/* Rows of 4 distinct random columns. */
static inline Pattern random_rows(int n)
{
    Pattern p = begin(n + 1, n, 4 * n);
    for (int i = 0; i < n; i++) {
        while (p.ptr[i + 1] - p.ptr[i] < 4) {
            int c = random_below(n);
            bool twice = false;
            for (int k = p.ptr[i]; k < p.ptr[i + 1]; k++)
                twice = twice || p.col[k] == c;
            if (!twice)
                put(&p, c, 0);
        }
        end_row(&p);
    }
    return p;
}

/* From nearly empty to nearly full, with the kinds 0 .. nkinds-1; columns in random order. */
static inline Pattern random_small(int nrows, int ncols, int nkinds)
{
    Pattern p = begin(nrows + 1, ncols, nrows * ncols);
    int percent = 10 + random_below(70);
    for (int r = 0; r < nrows; r++) {
        int *cols = permutation(ncols);
        for (int i = 0; i < ncols; i++)
            if (random_below(100) < percent)
                put(&p, cols[i], random_below(nkinds));
        free(cols);
        end_row(&p);
    }
    return p;
}

/* --- Brute force on at most 7 rows and columns. --- */

/* Bit c of set[r]: row r has column c by a kind of the mask. */
static inline void bit_rows(const Pattern *p, unsigned mask, unsigned *set)
{
    for (int r = 0; r < p->nrows; r++) {
        set[r] = 0;
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++)
            if (mask >> p->kind[k] & 1)
                set[r] |= 1u << p->col[k];
    }
}

/* The size of a maximum matching of n rows, by trying everything. */
static inline int brute_matching(const unsigned *set, int n, unsigned taken)
{
    if (n == 0)
        return 0;
    int best = brute_matching(set + 1, n - 1, taken);
    for (unsigned c = 0; c < 7; c++) {
        if (set[0] & ~taken & 1u << c) {
            int size = 1 + brute_matching(set + 1, n - 1, taken | 1u << c);
            best = size > best ? size : best;
        }
    }
    return best;
}

static inline int bit_count(unsigned set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

/* --- Growth of the number of steps. --- */

typedef struct Scale {
    const char *name;
    Pattern (*pattern)(int n);
    double limit; /* steps an entry */
} Scale;

/* Runs the kernel on patterns of 10^3 .. 10^6 rows and checks the steps: limit an entry, and at
 * most twelvefold for a pattern tenfold as large. The environment variable SHOW prints them. */
static inline void check_scale(const Scale *s, void (*run)(const Pattern *p))
{
    double last = 0;
    for (int n = 1000; n <= 1000000; n *= 10) {
        Pattern p = s->pattern(n);
        graph_steps = 0;
        run(&p);
        double steps = (double)graph_steps, entries = p.ptr[p.nrows];
        if (getenv("SHOW"))
            printf("%-12s %8d rows: %.2f steps an entry\n", s->name, p.nrows, steps / entries);
        CHECK(steps <= s->limit * entries);
        CHECK(n == 1000 || steps <= 12 * last);
        last = steps;
        drop(&p);
    }
}

#endif
