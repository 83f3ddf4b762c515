/* Tests of strong components: reachability by brute force on small graphs, hidden blocks on
 * large ones, and the blocks of a matched pattern, which must not depend on the matching. */
#include "graph_test.h"

#include "graph/components.c"
#include "graph/matching.c"

typedef struct Blocks {
    int n, *order, *ptr;
} Blocks;

static Blocks components_of(int n, const int *ptr, const int *succ)
{
    Blocks b = {0, int_array(n, -1), int_array(n + 1, -1)};
    b.n = strong_components(n, ptr, succ, b.order, b.ptr);
    return b;
}

static void drop_blocks(Blocks b)
{
    free(b.order);
    free(b.ptr);
}

/* The number of each node's component; every node must be listed exactly once, ascending. */
static int *component_numbers(int n, Blocks b)
{
    int *number = int_array(n, -1);
    CHECK_INT(b.ptr[0], 0);
    CHECK_INT(b.ptr[b.n], n);
    for (int i = 0; i < b.n; i++) {
        CHECK(b.ptr[i] < b.ptr[i + 1]);
        for (int k = b.ptr[i]; k < b.ptr[i + 1]; k++) {
            CHECK(k == b.ptr[i] || b.order[k - 1] < b.order[k]);
            CHECK(number[b.order[k]] < 0);
            number[b.order[k]] = i;
        }
    }
    return number;
}

TEST(brute_force)
{
    for (int i = 0; i < 20000; i++) {
        int n = random_below(8);
        Pattern g = random_small(n, n, 1);
        bool reach[7][7] = {{false}};
        for (int v = 0; v < n; v++)
            for (int w = 0; w < n; w++)
                reach[v][w] = v == w || has_entry(&g, v, w);
        for (int u = 0; u < n; u++)
            for (int v = 0; v < n; v++)
                for (int w = 0; w < n; w++)
                    reach[v][w] = reach[v][w] || (reach[v][u] && reach[u][w]);
        Blocks b = components_of(n, g.ptr, g.col);
        int *number = component_numbers(n, b);
        for (int v = 0; v < n; v++)
            for (int w = 0; w < n; w++) {
                CHECK((number[v] == number[w]) == (reach[v][w] && reach[w][v]));
                CHECK(!reach[v][w] || number[w] <= number[v]);
            }
        free(number);
        drop_blocks(b);
        drop(&g);
    }
    CHECK_INT(graph_blocks, 0);
}

/* The order in which the successors of a node are listed does not matter. */
TEST(order_of_arcs)
{
    for (int i = 0; i < 2000; i++) {
        int n = random_below(8);
        Pattern g = random_small(n, n, 1);
        Blocks a = components_of(n, g.ptr, g.col);
        for (int v = 0; v < n; v++)
            for (int k = g.ptr[v], l = g.ptr[v + 1] - 1; k < l; k++, l--) {
                int c = g.col[k];
                g.col[k] = g.col[l];
                g.col[l] = c;
            }
        Blocks b = components_of(n, g.ptr, g.col);
        CHECK_INT(a.n, b.n);
        CHECK(!memcmp(a.order, b.order, (size_t)n * sizeof(int)));
        CHECK(!memcmp(a.ptr, b.ptr, (size_t)(a.n + 1) * sizeof(int)));
        drop_blocks(a);
        drop_blocks(b);
        drop(&g);
    }
}

/* 0 -> 3, 4; 1 -> 0; 2 -> 4; 3 -> 2; 4 -> 2. Visited from 0: 3, from there 2 and 4, which close
 * a cycle; then 1. Arcs listed descending and one of them twice. */
TEST(visits_ascend)
{
    static const int ptr[] = {0, 3, 4, 5, 6, 7}, succ[] = {4, 3, 4, 0, 4, 2, 2};
    static const int want[] = {2, 4, 3, 0, 1}, want_ptr[] = {0, 2, 3, 4, 5};
    Blocks b = components_of(5, ptr, succ);
    CHECK_INT(b.n, 4);
    for (int i = 0; i < 5; i++) {
        CHECK_INT(b.order[i], want[i]);
        CHECK_INT(b.ptr[i], want_ptr[i]);
    }
    drop_blocks(b);
}

TEST(empty_and_alone)
{
    static const int none[] = {0}, loops[] = {0, 1, 1, 2}, succ[] = {0, 2};
    Blocks b = components_of(0, none, none);
    CHECK_INT(b.n, 0);
    CHECK_INT(b.ptr[0], 0);
    drop_blocks(b);
    b = components_of(3, loops, succ);
    CHECK_INT(b.n, 3);
    for (int i = 0; i < 3; i++)
        CHECK_INT(b.order[i], i);
    drop_blocks(b);
}

/* One arc a node: v -> v + step, closed to a cycle or not. */
static Blocks chain(int n, int step, bool closed)
{
    int *ptr = int_array(n + 1, 0), *succ = int_array(n, 0), arcs = 0;
    for (int v = 0; v < n; v++) {
        int w = v + step;
        if (closed || (w >= 0 && w < n))
            succ[arcs++] = (w + n) % n;
        ptr[v + 1] = arcs;
    }
    graph_steps = 0;
    Blocks b = components_of(n, ptr, succ);
    CHECK(graph_steps <= 2l * n);
    free(ptr);
    free(succ);
    return b;
}

TEST(long_chains_and_cycles)
{
    int n = 1000000;
    for (int step = -1; step <= 1; step += 2) {
        Blocks b = chain(n, step, true);
        CHECK_INT(b.n, 1);
        CHECK_INT(b.ptr[1], n);
        CHECK_INT(b.order[0], 0);
        CHECK_INT(b.order[n - 1], n - 1);
        drop_blocks(b);
        b = chain(n, step, false);
        CHECK_INT(b.n, n);
        CHECK_INT(b.order[0], step < 0 ? 0 : n - 1);
        CHECK_INT(b.order[n - 1], step < 0 ? n - 1 : 0);
        drop_blocks(b);
    }
}

/* A hub with arcs to 10^5 nodes, closed over one of them. */
TEST(star)
{
    int n = 100000, *ptr = int_array(n + 1, n), *succ = int_array(n, 0);
    ptr[0] = 0;
    for (int v = 1; v < n; v++)
        succ[v - 1] = v;
    for (int v = 1; v <= n; v++)
        ptr[v] = v < n / 2 ? n - 1 : n;
    succ[n - 1] = 0;
    Blocks b = components_of(n, ptr, succ);
    int *number = component_numbers(n, b);
    CHECK_INT(b.n, n - 1);
    CHECK_INT(b.ptr[b.n] - b.ptr[b.n - 1], 2);
    CHECK_INT(number[0], b.n - 1);
    CHECK_INT(number[n / 2 - 1], b.n - 1);
    free(number);
    drop_blocks(b);
    free(ptr);
    free(succ);
}

/* --- Blocks of a matched square pattern: row r depends on the rows its columns are matched to. ---
 */

static Blocks blocks_of(const Pattern *p, const int *col_row)
{
    int *succ = int_array(p->ptr[p->nrows], 0);
    for (int k = 0; k < p->ptr[p->nrows]; k++)
        succ[k] = col_row[p->col[k]];
    Blocks b = components_of(p->nrows, p->ptr, succ);
    free(succ);
    return b;
}

/* Closed sets are those of k rows with k columns altogether. Two rows are in one block if no
 * closed set separates them: a definition without matching and arcs. */
static bool separated(const unsigned *set, int n, int r, int s)
{
    for (unsigned rows = 1; rows < 1u << n; rows++) {
        unsigned cols = 0;
        for (int i = 0; i < n; i++)
            cols |= rows >> i & 1 ? set[i] : 0;
        if (bit_count(cols) == bit_count(rows) && (rows >> r & 1) != (rows >> s & 1))
            return true;
    }
    return false;
}

TEST(blocks_are_minimal)
{
    int regular = 0;
    for (int i = 0; i < 10000; i++) {
        int n = 1 + random_below(7), row_col[7], col_row[7];
        Pattern p = random_small(n, n, 1);
        unsigned set[7];
        bit_rows(&p, 1, set);
        for (int k = 0; k < n; k++)
            row_col[k] = col_row[k] = -1;
        if (match_rows(&p, ~0u, NULL, row_col, col_row) == n) {
            regular++;
            Blocks b = blocks_of(&p, col_row);
            int *number = component_numbers(n, b);
            for (int r = 0; r < n; r++)
                for (int s = 0; s < r; s++)
                    CHECK((number[r] != number[s]) == separated(set, n, r, s));
            free(number);
            drop_blocks(b);
        }
        drop(&p);
    }
    CHECK(regular > 1000);
}

/* Lower block triangular with block sizes 1, 2, 4, ..., 64 over and over, each block a cycle, rows
 * and columns permuted: the blocks must come back. */
TEST(hidden_blocks)
{
    int n = 100000, *row_at = permutation(n), *col_at = permutation(n);
    int *block = int_array(n, 0), *first = int_array(n, 0), *place = int_array(n, 0);
    for (int i = 0, size = 1, number = 0; i < n; number++) {
        int start = i;
        for (; i < n && i < start + size; i++) {
            block[i] = number;
            first[i] = start;
        }
        size = size == 64 ? 1 : 2 * size;
    }
    for (int i = 0; i < n; i++)
        place[row_at[i]] = i;
    Pattern p = begin(n + 1, n, 4 * n);
    for (int r = 0; r < n; r++) {
        int i = place[r], start = first[i];
        bool last = i + 1 == n || block[i + 1] != block[i];
        put(&p, col_at[i], 0);
        if (i > start || !last)
            put(&p, col_at[last ? start : i + 1], 0);
        for (int k = 0; start > 2 && k < 2; k++)
            put(&p, col_at[(start - 1) / (k + 1)], 0);
        end_row(&p);
    }
    int *row_col = int_array(n, -1), *col_row = int_array(n, -1);
    CHECK_INT(match_rows(&p, ~0u, NULL, row_col, col_row), n);
    Blocks b = blocks_of(&p, col_row);
    int *number = component_numbers(n, b);
    CHECK_INT(b.n, block[n - 1] + 1);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += number[row_at[i]] != number[row_at[first[i]]];
    CHECK_INT(wrong, 0);
    free(number);
    drop_blocks(b);
    drop(&p);
    int *arrays[] = {row_at, col_at, block, first, place, row_col, col_row};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
}

static void find_components(const Pattern *p)
{
    Blocks b = components_of(p->nrows, p->ptr, p->col);
    CHECK(b.n > 0);
    drop_blocks(b);
}

TEST(growth)
{
    static const Scale scale[] = {{"tridiagonal", tridiagonal, 3},
                                  {"random 4", random_rows, 7},
                                  {"grid", square_grid, 3},
                                  {"ladder", ladder, 3}};
    for (int i = 0; i < 4; i++)
        check_scale(&scale[i], find_components);
}

TEST(memory)
{
    static const int ptr[] = {0, 2, 2, 2}, ascending[] = {1, 2}, descending[] = {2, 1};
    int order[3], comp_ptr[4];
    CHECK_MEMORY(strong_components(3, ptr, ascending, order, comp_ptr), -1, 1, 0);
    CHECK_MEMORY(strong_components(3, ptr, descending, order, comp_ptr), -1, 5, 0);
    CHECK_INT(strong_components(3, ptr, descending, order, comp_ptr), 3);
}

TEST_MAIN(T(brute_force), T(order_of_arcs), T(visits_ascend), T(empty_and_alone),
          T(long_chains_and_cycles), T(star), T(blocks_are_minimal), T(hidden_blocks), T(growth),
          T(memory))
