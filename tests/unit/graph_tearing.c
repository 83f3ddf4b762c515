/* Tests of tearing: an independent check of every peel order, the rule of choice applied
 * literally to small blocks, the exhaustive minimum, and known blocks of any size. */
#include "graph_test.h"

#include "graph/tearing.c"

#define tear_block_well tested_tear_block_well
#define tear_block_from tested_tear_block_from
#include "graph/tearing_search.c"

static Tearing room(int n)
{
    return (Tearing){.order = int_array(n, -1),
                     .peel_col = int_array(n, -1),
                     .torn = int_array(n, -1),
                     .residual = int_array(n, -1)};
}

static void drop_tearing(Tearing *t)
{
    free(t->order);
    free(t->peel_col);
    free(t->torn);
    free(t->residual);
}

/* Each peeled row has exactly its column unknown, by an allowed kind; every row is peeled or a
 * residual and every column peeled or torn, once. */
static bool is_valid(const Pattern *p, unsigned solvable, const Tearing *t)
{
    int n = p->nrows, *known = int_array(n, 0), *used = int_array(n, 0), wrong = 0;
    for (int i = 0; i < t->ntorn; i++)
        wrong += known[t->torn[i]]++;
    for (int i = 0; i < t->npeel; i++) {
        int r = t->order[i], unknowns = 0;
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++) {
            if (known[p->col[k]])
                continue;
            unknowns++;
            wrong += p->col[k] != t->peel_col[i] || !(solvable >> p->kind[k] & 1);
        }
        wrong += unknowns != 1;
        wrong += used[r]++;
        wrong += known[t->peel_col[i]]++;
    }
    for (int i = 0; i < t->ntorn; i++) {
        wrong += used[t->residual[i]]++;
        wrong += i > 0 && t->residual[i - 1] >= t->residual[i];
    }
    free(known);
    free(used);
    return wrong == 0 && t->npeel + t->ntorn == n;
}

/* Tears and checks; the number of torn columns. */
static int torn_count(const Pattern *p, unsigned solvable, const int *cost)
{
    Tearing t = room(p->nrows);
    int n = tear_block(p, solvable, cost, NULL, 0, &t);
    CHECK_INT(n, t.ntorn);
    CHECK(is_valid(p, solvable, &t));
    drop_tearing(&t);
    return n;
}

/* The columns of at most 64 that are known when nothing more can be peeled. */
static uint64_t peel_known(const Pattern *p, unsigned solvable, uint64_t known)
{
    for (bool again = true; again;) {
        again = false;
        for (int r = 0; r < p->nrows; r++) {
            int unknowns = 0, last = 0;
            for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++)
                if (!(known >> p->col[k] & 1)) {
                    unknowns++;
                    last = k;
                }
            if (unknowns == 1 && (solvable >> p->kind[last] & 1)) {
                known |= (uint64_t)1 << p->col[last];
                again = true;
            }
        }
    }
    return known;
}

/* Whether `size` columns, of number `from` or higher, are enough together with those known. */
static bool can_tear(const Pattern *p, unsigned solvable, int from, int size, uint64_t known)
{
    uint64_t all = ((uint64_t)1 << p->ncols) - 1;
    if (size == 0)
        return peel_known(p, solvable, known) == all;
    for (int c = from; c <= p->ncols - size; c++)
        if (can_tear(p, solvable, c + 1, size - 1, known | (uint64_t)1 << c))
            return true;
    return false;
}

static int least_tearing(const Pattern *p, unsigned solvable)
{
    int size = 0;
    while (!can_tear(p, solvable, 0, size, 0))
        size++;
    return size;
}

static void random_costs(int n, int *cost)
{
    for (int c = 0; c < n; c++)
        cost[c] = random_below(4) ? random_below(3) - 1 : INT_MAX;
}

TEST(never_below_the_least)
{
    int equal = 0, total = 0;
    for (int i = 0; i < 10000; i++) {
        int n = random_below(8), cost[7];
        Pattern p = random_small(n, n, 2);
        unsigned solvable = 1 + (unsigned)random_below(3);
        random_costs(n, cost);
        int torn = torn_count(&p, solvable, i % 2 ? cost : NULL);
        int least = least_tearing(&p, solvable);
        CHECK(torn >= least);
        equal += torn == least;
        total++;
        drop(&p);
    }
    if (getenv("SHOW"))
        printf("least number torn in %d of %d small blocks\n", equal, total);
    CHECK(equal * 2 > total);
    CHECK_INT(graph_blocks, 0);
}

TEST(search_finds_the_least_more_often)
{
    int equal = 0, total = 0, better = 0;
    for (int i = 0; i < 3000; i++) {
        int n = 3 + random_below(6), cost[8];
        Pattern p = random_small(n, n, 2);
        unsigned solvable = 1 + (unsigned)random_below(3);
        random_costs(n, cost);
        Tearing t = room(n);
        int plain = torn_count(&p, solvable, i % 2 ? cost : NULL);
        int torn = tear_block_well(&p, solvable, i % 2 ? cost : NULL, NULL, 0, &t);
        CHECK_INT(torn, t.ntorn);
        CHECK(is_valid(&p, solvable, &t));
        CHECK(torn <= plain && torn >= least_tearing(&p, solvable));
        better += torn < plain;
        equal += torn == least_tearing(&p, solvable);
        total++;
        drop_tearing(&t);
        drop(&p);
    }
    if (getenv("SHOW"))
        printf("least number torn in %d of %d, better in %d\n", equal, total, better);
    CHECK(better > 0);
    CHECK(equal * 100 > total * 95);
    CHECK_INT(graph_blocks, 0);
}

TEST(search_keeps_given_columns)
{
    for (int i = 0; i < 500; i++) {
        int n = 4 + random_below(5), given[2] = {random_below(n), 0};
        given[1] = (given[0] + 1) % n;
        Pattern p = random_small(n, n, 2);
        Tearing t = room(n);
        CHECK(tear_block_well(&p, 3, NULL, given, 2, &t) >= 2);
        CHECK(is_valid(&p, 3, &t));
        CHECK(t.torn[0] == given[0] && t.torn[1] == given[1]);
        drop_tearing(&t);
        drop(&p);
    }
}

TEST(leaves_out_what_need_not_be_torn)
{
    int equal = 0, total = 0;
    for (int i = 0; i < 1000; i++) {
        int n = 4 + random_below(5), enough[8], ngiven = i % 2;
        for (int k = 0; k < n; k++)
            enough[k] = (k + i) % n;
        Pattern p = random_small(n, n, 2);
        Tearing t = room(n);
        int torn = tear_block_from(&p, 3, NULL, enough, n, ngiven, INT_MAX, &t);
        CHECK_INT(torn, t.ntorn);
        CHECK(is_valid(&p, 3, &t));
        CHECK(torn >= least_tearing(&p, 3) && torn >= ngiven);
        CHECK(!ngiven || t.torn[0] == enough[0]);
        equal += torn <= least_tearing(&p, 3) + ngiven;
        total++;
        drop_tearing(&t);
        drop(&p);
    }
    CHECK(equal * 100 > total * 90);
    CHECK_INT(graph_blocks, 0);
}

/* --- The rule as it is written, without any bookkeeping. --- */

static int unknowns_of(const Pattern *p, int r, uint64_t known)
{
    int n = 0;
    for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++)
        n += !(known >> p->col[k] & 1);
    return n;
}

/* Rows with an unknown column are unsolved. */
static void rate(const Pattern *p, unsigned solvable, uint64_t known, int c, int *rows, int *gain)
{
    *rows = *gain = 0;
    for (int r = 0; r < p->nrows; r++) {
        if (!has_entry(p, r, c))
            continue;
        ++*rows;
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++)
            *gain += unknowns_of(p, r, known) == 2 && p->col[k] != c && !(known >> p->col[k] & 1) &&
                     (solvable >> p->kind[k] & 1);
    }
}

static int literal_choice(const Pattern *p, unsigned solvable, const int *cost, uint64_t known)
{
    int best = -1, best_rows = 0, best_gain = 0;
    for (int last = 0; last < 2 && best < 0; last++) {
        for (int c = 0; c < p->ncols; c++) {
            int rows, gain;
            if ((known >> c & 1) || (cost[c] == INT_MAX) != last)
                continue;
            rate(p, solvable, known, c, &rows, &gain);
            bool better = rows != best_rows   ? rows > best_rows
                          : gain != best_gain ? gain > best_gain
                                              : best >= 0 && cost[c] < cost[best];
            if (best < 0 || better) {
                best = c;
                best_rows = rows;
                best_gain = gain;
            }
        }
    }
    return best;
}

static bool is_solvable_for(const Pattern *p, unsigned solvable, int c)
{
    for (int k = 0; k < p->ptr[p->nrows]; k++)
        if (p->col[k] == c && (solvable >> p->kind[k] & 1))
            return true;
    return false;
}

static int literal_tearing(const Pattern *p, unsigned solvable, const int *cost, const int *given,
                           int ngiven, int *torn)
{
    int n = 0;
    uint64_t known = 0, all = ((uint64_t)1 << p->ncols) - 1;
    for (int i = 0; i < ngiven; i++)
        known |= (uint64_t)1 << (torn[n++] = given[i]);
    for (int c = 0; c < p->ncols; c++)
        if (!(known >> c & 1) && !is_solvable_for(p, solvable, c))
            known |= (uint64_t)1 << (torn[n++] = c);
    while ((known = peel_known(p, solvable, known)) != all)
        known |= (uint64_t)1 << (torn[n++] = literal_choice(p, solvable, cost, known));
    return n;
}

/* Up to 20 rows, with given columns and costs: the same columns in the same order. */
TEST(follows_the_rule)
{
    for (int i = 0; i < 4000; i++) {
        int n = 1 + random_below(20), cost[20], want[20];
        Pattern p = random_small(n, n, 3);
        unsigned solvable = 1 + (unsigned)random_below(7);
        random_costs(n, cost);
        int *given = permutation(n), ngiven = random_below(n < 4 ? n : 4);
        Tearing t = room(n);
        int nwant = literal_tearing(&p, solvable, cost, given, ngiven, want);
        CHECK_INT(tear_block(&p, solvable, cost, given, ngiven, &t), nwant);
        CHECK(is_valid(&p, solvable, &t));
        CHECK(!memcmp(t.torn, want, (size_t)nwant * sizeof(int)));
        drop_tearing(&t);
        free(given);
        drop(&p);
    }
    CHECK_INT(graph_blocks, 0);
}

/* The same for sparse blocks, in which a tear makes many rows solvable one after the other. */
TEST(follows_the_rule_on_sparse_blocks)
{
    for (int i = 0; i < 2000; i++) {
        int n = 10 + random_below(50), cost[60], want[60];
        Pattern p = random_rows(n);
        for (int k = 0; k < p.ptr[n]; k++)
            p.kind[k] = (uint8_t)random_below(3);
        unsigned solvable = 1 + (unsigned)random_below(7);
        random_costs(n, cost);
        Tearing t = room(n);
        int nwant = literal_tearing(&p, solvable, cost, NULL, 0, want);
        CHECK_INT(tear_block(&p, solvable, cost, NULL, 0, &t), nwant);
        CHECK(is_valid(&p, solvable, &t));
        CHECK(!memcmp(t.torn, want, (size_t)nwant * sizeof(int)));
        drop_tearing(&t);
        drop(&p);
    }
}

/* --- Known blocks. --- */

TEST(tridiagonal_by_one)
{
    for (int n = 1; n <= 12; n++) {
        Pattern p = tridiagonal(n);
        CHECK_INT(torn_count(&p, 3, NULL), n > 1);
        CHECK_INT(least_tearing(&p, 3), n > 1);
        drop(&p);
    }
}

/* As many as a side has points; the rule finds them for 2, 3 and 6. For 4 and 5 it tears inner
 * columns, which occur in most rows, before it comes to those of the border. */
TEST(grids)
{
    for (int side = 2; side <= 6; side++) {
        Pattern p = grid(side, side);
        int torn = torn_count(&p, 3, NULL);
        CHECK(torn >= side);
        CHECK(torn == side || side == 4 || side == 5);
        CHECK(!can_tear(&p, 3, 0, side - 1, 0));
        CHECK(can_tear(&p, 3, 0, side, 0));
        drop(&p);
    }
}

/* If only the diagonal may be divided by, the peeled columns are no two neighbours: 18 of 36 at
 * most. */
TEST(grid_by_the_diagonal)
{
    Pattern p = grid(6, 6);
    int torn = torn_count(&p, 1, NULL);
    if (getenv("SHOW"))
        printf("6 x 6 grid, diagonal only: %d torn\n", torn);
    CHECK(torn >= 18 && torn <= 32);
    drop(&p);
}

/* The two columns of an end would do. By the rule 2, 3 and 4 are torn: they occur in four rows,
 * those of the ends in three. */
TEST(ladders)
{
    for (int n = 4; n <= 16; n += 2) {
        Pattern p = ladder(n);
        CHECK_INT(torn_count(&p, 3, NULL), n == 4 ? 2 : 3);
        CHECK_INT(least_tearing(&p, 3), 2);
        drop(&p);
    }
}

TEST(arrows)
{
    for (int at = 0; at < 9; at += 4) {
        Pattern p = arrow(9, at);
        for (unsigned solvable = 1; solvable <= 3; solvable += 2) {
            CHECK_INT(torn_count(&p, solvable, NULL), 1);
            CHECK_INT(least_tearing(&p, solvable), 1);
        }
        drop(&p);
    }
}

TEST(triangular_needs_none)
{
    Pattern p = begin(6, 5, 15);
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j <= i; j++)
            put(&p, j, 0);
        end_row(&p);
    }
    Tearing t = room(5);
    CHECK_INT(tear_block(&p, 1, NULL, NULL, 0, &t), 0);
    CHECK_INT(t.npeel, 5);
    for (int i = 0; i < 5; i++)
        CHECK_INT(t.order[i] * 10 + t.peel_col[i], i * 11);
    drop_tearing(&t);
    drop(&p);
}

TEST(full_block)
{
    Pattern p = begin(6, 5, 25);
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++)
            put(&p, j, 0);
        end_row(&p);
    }
    CHECK_INT(torn_count(&p, 1, NULL), 4);
    CHECK_INT(torn_count(&p, 2, NULL), 5);
    drop(&p);
}

TEST(without_kinds)
{
    Pattern p = tridiagonal(6);
    Pattern plain = {p.nrows, p.ncols, p.ptr, p.col, NULL};
    Tearing t = room(6);
    CHECK_INT(tear_block(&plain, 1, NULL, NULL, 0, &t), 1);
    CHECK_INT(tear_block(&plain, 2, NULL, NULL, 0, &t), 6);
    drop_tearing(&t);
    drop(&p);
}

/* Row 1 is blank, column 0 occurs nowhere: torn, with the blank row as its residual. */
TEST(empty_and_singular)
{
    Pattern empty = begin(1, 0, 0), blank = begin(4, 3, 2), none = begin(3, 2, 0);
    Tearing t = room(3);
    CHECK_INT(tear_block(&empty, ~0u, NULL, NULL, 0, &t), 0);
    CHECK_INT(t.npeel, 0);
    put(&blank, 2, 0);
    end_row(&blank);
    end_row(&blank);
    put(&blank, 1, 0);
    end_row(&blank);
    CHECK_INT(tear_block(&blank, ~0u, NULL, NULL, 0, &t), 1);
    CHECK(is_valid(&blank, 1, &t));
    CHECK_INT(t.torn[0], 0);
    CHECK_INT(t.residual[0], 1);
    end_row(&none);
    end_row(&none);
    CHECK_INT(tear_block(&none, ~0u, NULL, NULL, 0, &t), 2);
    CHECK(is_valid(&none, 1, &t));
    drop_tearing(&t);
    drop(&empty);
    drop(&blank);
    drop(&none);
}

/* --- Costs and given columns. --- */

TEST(cost_decides_among_equals)
{
    static const int cost[] = {5, 5, 5, 2, 5, 2, 5};
    Pattern p = begin(8, 7, 14); /* a ring: all columns are alike */
    for (int i = 0; i < 7; i++) {
        put(&p, i, 0);
        put(&p, (i + 1) % 7, 0);
        end_row(&p);
    }
    Tearing t = room(7);
    CHECK_INT(tear_block(&p, 1, NULL, NULL, 0, &t), 1);
    CHECK_INT(t.torn[0], 0);
    CHECK_INT(tear_block(&p, 1, cost, NULL, 0, &t), 1);
    CHECK_INT(t.torn[0], 3);
    drop_tearing(&t);
    drop(&p);
}

TEST(last_resort)
{
    int cost[9];
    for (int c = 0; c < 9; c++)
        cost[c] = c == 8 ? 1000 : INT_MAX;
    Pattern p = tridiagonal(9), q = arrow(9, 0);
    Tearing t = room(9);
    CHECK_INT(tear_block(&p, 3, cost, NULL, 0, &t), 1);
    CHECK_INT(t.torn[0], 8);
    cost[8] = INT_MAX;
    CHECK_INT(tear_block(&p, 3, cost, NULL, 0, &t), 1);
    CHECK_INT(t.torn[0], 1);
    for (int c = 1; c < 9; c++)
        cost[c] = 0;
    /* The hub is not to be torn, but is solved for by any row once its other column is torn. */
    CHECK_INT(tear_block(&q, 3, cost, NULL, 0, &t), 1);
    CHECK_INT(t.torn[0], 1);
    /* By the diagonal alone all others have to be torn for the hub. */
    CHECK_INT(tear_block(&q, 1, cost, NULL, 0, &t), 8);
    CHECK(is_valid(&q, 1, &t));
    drop_tearing(&t);
    drop(&p);
    drop(&q);
}

TEST(given_columns)
{
    static const int middle[] = {4, 4}, two[] = {7, 2};
    Pattern p = tridiagonal(9);
    Tearing t = room(9);
    /* Given twice is once. It makes no row solvable; then 3 and 5 make two rows so, the others
     * one at most. */
    CHECK_INT(tear_block(&p, 3, NULL, middle, 2, &t), 2);
    CHECK(is_valid(&p, 3, &t));
    CHECK_INT(t.torn[0], 4);
    CHECK_INT(t.torn[1], 3);
    CHECK_INT(tear_block(&p, 3, NULL, two, 2, &t), 2);
    CHECK(is_valid(&p, 3, &t));
    CHECK_INT(t.torn[0], 7);
    CHECK_INT(t.torn[1], 2);
    drop_tearing(&t);
    drop(&p);
}

TEST(same_arguments_same_result)
{
    Pattern p = random_rows(500);
    Tearing a = room(500), b = room(500);
    CHECK_INT(tear_block(&p, 1, NULL, NULL, 0, &a), tear_block(&p, 1, NULL, NULL, 0, &b));
    size_t peeled = (size_t)a.npeel * sizeof(int), torn = (size_t)a.ntorn * sizeof(int);
    CHECK(!memcmp(a.order, b.order, peeled) && !memcmp(a.peel_col, b.peel_col, peeled));
    CHECK(!memcmp(a.torn, b.torn, torn) && !memcmp(a.residual, b.residual, torn));
    drop_tearing(&a);
    drop_tearing(&b);
    drop(&p);
}

/* --- Scale. --- */

static void tear_by_any(const Pattern *p)
{
    int torn = torn_count(p, 3, NULL);
    if (getenv("SHOW"))
        printf("%6d torn; ", torn);
}

static void tear_by_diagonal(const Pattern *p)
{
    int *cost = int_array(p->nrows, 0);
    for (int c = 0; c < p->nrows; c++)
        cost[c] = (int)(c * 7919l % 1000003);
    int torn = torn_count(p, 1, cost);
    if (getenv("SHOW"))
        printf("%6d torn; ", torn);
    free(cost);
}

static const Scale scales[] = {{"tridiagonal", tridiagonal, 7},
                               {"random 4", random_rows, 7},
                               {"grid", square_grid, 7},
                               {"ladder", ladder, 7}};

TEST(growth)
{
    for (int i = 0; i < 4; i++)
        check_scale(&scales[i], tear_by_any);
}

/* Half of the columns or more are torn, and sorted by cost. */
TEST(growth_of_large_tearings)
{
    for (int i = 0; i < 4; i++) {
        Scale s = scales[i];
        s.limit = 16;
        check_scale(&s, tear_by_diagonal);
    }
}

TEST(star)
{
    int n = 100000;
    Pattern p = arrow(n, n - 1);
    graph_steps = 0;
    CHECK_INT(torn_count(&p, 3, NULL), 1);
    CHECK(graph_steps <= 9l * p.ptr[n]);
    drop(&p);
}

TEST(memory)
{
    Pattern p = grid(3, 3);
    Tearing t = room(9);
    CHECK_MEMORY(tear_block(&p, 3, NULL, NULL, 0, &t), -1, 8, 0);
    int n = 0;
    for (graph_fail_after = 0; n < 1000 && tear_block_well(&p, 3, NULL, NULL, 0, &t) == -1;
         graph_fail_after = ++n)
        CHECK_INT(graph_blocks, 0);
    graph_fail_after = -1;
    CHECK(n > 9 && n < 1000); /* tear_block several times, and once for the search */
    CHECK_INT(graph_blocks, 0);
    drop_tearing(&t);
    drop(&p);
}

TEST_MAIN(T(never_below_the_least), T(search_finds_the_least_more_often),
          T(search_keeps_given_columns), T(leaves_out_what_need_not_be_torn), T(follows_the_rule),
          T(follows_the_rule_on_sparse_blocks), T(tridiagonal_by_one), T(grids),
          T(grid_by_the_diagonal), T(ladders), T(arrows), T(triangular_needs_none), T(full_block),
          T(without_kinds), T(empty_and_singular), T(cost_decides_among_equals), T(last_resort),
          T(given_columns), T(same_arguments_same_result), T(growth), T(growth_of_large_tearings),
          T(star), T(memory))
