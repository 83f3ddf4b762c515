/* Tests of the transpose and of maximum matching: brute force on small patterns, a proof of
 * maximality by vertex cover on large ones. */
#include "graph_test.h"

#include "graph/matching.c"

typedef struct Pairs {
    int *row_col, *col_row;
} Pairs;

static Pairs no_pairs(const Pattern *p)
{
    return (Pairs){int_array(p->nrows, -1), int_array(p->ncols, -1)};
}

static void drop_pairs(Pairs m)
{
    free(m.row_col);
    free(m.col_row);
}

/* A random matching over entries of the mask, not maximal as a rule. */
static Pairs some_pairs(const Pattern *p, unsigned mask)
{
    Pairs m = no_pairs(p);
    for (int r = 0; r < p->nrows; r++)
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++)
            if (m.row_col[r] < 0 && m.col_row[p->col[k]] < 0 && (mask >> p->kind[k] & 1) &&
                random_below(2)) {
                m.row_col[r] = p->col[k];
                m.col_row[p->col[k]] = r;
            }
    return m;
}

/* Both arrays say the same, and every pair is an entry of the mask. */
static bool is_matching(const Pattern *p, unsigned mask, Pairs m)
{
    int rows = 0, cols = 0;
    for (int r = 0; r < p->nrows; r++) {
        int c = m.row_col[r];
        bool allowed = false;
        rows += c >= 0;
        for (int k = p->ptr[r]; c >= 0 && k < p->ptr[r + 1]; k++)
            allowed = allowed || (p->col[k] == c && (mask >> p->kind[k] & 1));
        if (c >= 0 && (c >= p->ncols || m.col_row[c] != r || !allowed))
            return false;
    }
    for (int c = 0; c < p->ncols; c++)
        cols += m.col_row[c] >= 0;
    return rows == cols;
}

/* Konig: the rows not reached from free rows by alternating paths and the columns reached cover
 * all entries. As many of them as pairs prove that there is no larger matching. */
static bool is_maximum(const Pattern *p, Pairs m)
{
    int *queue = int_array(p->nrows, 0), n = 0, pairs = 0, reached_cols = 0;
    int *row_seen = int_array(p->nrows, 0), *col_seen = int_array(p->ncols, 0);
    for (int r = 0; r < p->nrows; r++) {
        pairs += m.row_col[r] >= 0;
        row_seen[r] = m.row_col[r] < 0;
        if (row_seen[r])
            queue[n++] = r;
    }
    bool free_column = false;
    for (int i = 0; i < n; i++) {
        for (int k = p->ptr[queue[i]]; k < p->ptr[queue[i] + 1]; k++) {
            int c = p->col[k], r = m.col_row[c];
            reached_cols += !col_seen[c];
            col_seen[c] = 1;
            free_column = free_column || r < 0;
            if (r >= 0 && !row_seen[r]) {
                row_seen[r] = 1;
                queue[n++] = r;
            }
        }
    }
    free(queue);
    free(row_seen);
    free(col_seen);
    return !free_column && p->nrows - n + reached_cols == pairs;
}

TEST(transpose_small)
{
    for (int i = 0; i < 500; i++) {
        Pattern p = random_small(random_below(8), random_below(8), 3), t;
        if (i % 3 == 0) {
            free(p.kind);
            p.kind = NULL;
        }
        CHECK(pattern_transpose(&p, &t));
        CHECK_INT(t.nrows, p.ncols);
        CHECK_INT(t.ncols, p.nrows);
        CHECK_INT(t.ptr[0], 0);
        CHECK_INT(t.ptr[t.nrows], p.ptr[p.nrows]);
        CHECK((t.kind == NULL) == (p.kind == NULL));
        for (int r = 0; r < p.nrows; r++)
            for (int k = p.ptr[r]; k < p.ptr[r + 1]; k++) {
                int found = 0;
                for (int j = t.ptr[p.col[k]]; j < t.ptr[p.col[k] + 1]; j++)
                    found += t.col[j] == r && (!p.kind || t.kind[j] == p.kind[k]);
                CHECK_INT(found, 1);
            }
        for (int c = 0; c < t.nrows; c++)
            for (int j = t.ptr[c] + 1; j < t.ptr[c + 1]; j++)
                CHECK(t.col[j - 1] < t.col[j]);
        pattern_free(&t);
        drop(&p);
    }
    CHECK_INT(graph_blocks, 0);
}

TEST(transpose_memory)
{
    Pattern p = tridiagonal(5), t;
    CHECK_MEMORY(pattern_transpose(&p, &t), false, 3, 3);
    pattern_free(&t);
    Pattern plain = {p.nrows, p.ncols, p.ptr, p.col, NULL};
    CHECK_MEMORY(pattern_transpose(&plain, &t), false, 2, 2);
    pattern_free(&t);
    drop(&p);
}

TEST(brute_force)
{
    for (int i = 0; i < 20000; i++) {
        Pattern p = random_small(random_below(8), random_below(8), 3);
        unsigned mask = (unsigned)random_below(8), set[7];
        bit_rows(&p, mask, set);
        Pairs m = no_pairs(&p);
        CHECK_INT(match_rows(&p, mask, NULL, m.row_col, m.col_row),
                  brute_matching(set, p.nrows, 0));
        CHECK(is_matching(&p, mask, m));
        drop_pairs(m);
        drop(&p);
    }
    CHECK_INT(graph_blocks, 0);
}

TEST(without_kinds)
{
    Pattern p = tridiagonal(4);
    Pattern plain = {p.nrows, p.ncols, p.ptr, p.col, NULL};
    Pairs m = no_pairs(&p);
    CHECK_INT(match_rows(&plain, 2, NULL, m.row_col, m.col_row), 0);
    CHECK_INT(match_rows(&plain, 1, NULL, m.row_col, m.col_row), 4);
    drop_pairs(m);
    drop(&p);
}

TEST(high_kinds_need_the_full_mask)
{
    Pattern p = begin(3, 2, 2);
    put(&p, 0, 31);
    end_row(&p);
    put(&p, 1, 200);
    end_row(&p);
    Pairs m = no_pairs(&p);
    CHECK_INT(match_rows(&p, ~0u >> 1, NULL, m.row_col, m.col_row), 0);
    CHECK_INT(match_rows(&p, 1u << 31, NULL, m.row_col, m.col_row), 1);
    CHECK_INT(match_rows(&p, ~0u, NULL, m.row_col, m.col_row), 2);
    drop_pairs(m);
    drop(&p);
}

TEST(stages_keep_what_is_matched)
{
    for (int i = 0; i < 10000; i++) {
        Pattern p = random_small(random_below(8), random_below(8), 3);
        Pairs m = no_pairs(&p);
        unsigned set[7], rows = 0, cols = 0;
        for (unsigned mask = 1; mask <= 7; mask = mask * 2 + 1) {
            bit_rows(&p, mask, set);
            CHECK_INT(match_rows(&p, mask, NULL, m.row_col, m.col_row),
                      brute_matching(set, p.nrows, 0));
            CHECK(is_matching(&p, mask, m));
            unsigned rows_now = 0, cols_now = 0;
            for (int r = 0; r < p.nrows; r++)
                rows_now |= (unsigned)(m.row_col[r] >= 0) << r;
            for (int c = 0; c < p.ncols; c++)
                cols_now |= (unsigned)(m.col_row[c] >= 0) << c;
            CHECK((rows & ~rows_now) == 0);
            CHECK((cols & ~cols_now) == 0);
            rows = rows_now;
            cols = cols_now;
        }
        drop_pairs(m);
        drop(&p);
    }
}

TEST(partial_start_and_frozen_rows)
{
    for (int i = 0; i < 20000; i++) {
        Pattern p = random_small(random_below(8), random_below(8), 3);
        Pairs m = some_pairs(&p, 7), old = no_pairs(&p);
        uint8_t frozen[7];
        unsigned set[7], taken = 0;
        int fixed_pairs = 0;
        bit_rows(&p, 7, set);
        for (int r = 0; r < p.nrows; r++) {
            int c = old.row_col[r] = m.row_col[r];
            frozen[r] = random_below(3) == 0;
            if (!frozen[r])
                continue;
            set[r] = 0;
            fixed_pairs += c >= 0;
            taken |= c >= 0 ? 1u << c : 0;
        }
        for (int c = 0; c < p.ncols; c++)
            old.col_row[c] = m.col_row[c];
        CHECK_INT(match_rows(&p, 7, frozen, m.row_col, m.col_row),
                  fixed_pairs + brute_matching(set, p.nrows, taken));
        CHECK(is_matching(&p, 7, m));
        for (int r = 0; r < p.nrows; r++) {
            CHECK(!frozen[r] || m.row_col[r] == old.row_col[r]);
            CHECK(old.row_col[r] < 0 || m.row_col[r] >= 0);
        }
        for (int c = 0; c < p.ncols; c++)
            CHECK(old.col_row[c] < 0 || m.col_row[c] >= 0);
        drop_pairs(m);
        drop_pairs(old);
        drop(&p);
    }
}

/* Frozen pairs may lie outside the mask: row 0 keeps column 0 though its kind is not allowed. */
TEST(frozen_pair_outside_the_mask)
{
    Pattern p = begin(3, 2, 4);
    put(&p, 0, 5);
    put(&p, 1, 0);
    end_row(&p);
    put(&p, 0, 0);
    put(&p, 1, 0);
    end_row(&p);
    int row_col[2] = {0, -1}, col_row[2] = {0, -1};
    uint8_t frozen[2] = {1, 0};
    CHECK_INT(match_rows(&p, 1, frozen, row_col, col_row), 2);
    CHECK_INT(row_col[0], 0);
    CHECK_INT(row_col[1], 1);
    CHECK_INT(col_row[0], 0);
    CHECK_INT(col_row[1], 1);
    drop(&p);
}

TEST(empty_and_singular)
{
    Pattern empty = begin(1, 0, 0), blank = begin(4, 5, 0), one = begin(6, 3, 5);
    Pairs m = no_pairs(&empty);
    CHECK_INT(match_rows(&empty, ~0u, NULL, m.row_col, m.col_row), 0);
    drop_pairs(m);
    for (int r = 0; r < 3; r++)
        end_row(&blank);
    m = no_pairs(&blank);
    CHECK_INT(match_rows(&blank, ~0u, NULL, m.row_col, m.col_row), 0);
    for (int r = 0; r < 3; r++)
        CHECK_INT(m.row_col[r], -1);
    drop_pairs(m);
    for (int r = 0; r < 5; r++) {
        put(&one, 1, 0);
        end_row(&one);
    }
    m = no_pairs(&one);
    CHECK_INT(match_rows(&one, ~0u, NULL, m.row_col, m.col_row), 1);
    CHECK(is_matching(&one, 1, m));
    drop_pairs(m);
    drop(&empty);
    drop(&blank);
    drop(&one);
}

/* What is in the memory handed out must not matter. */
TEST(same_arguments_same_result)
{
    for (int i = 0; i < 20; i++) {
        Pattern p = random_rows(200);
        Pairs a = no_pairs(&p), b = no_pairs(&p);
        CHECK_INT(match_rows(&p, ~0u, NULL, a.row_col, a.col_row),
                  match_rows(&p, ~0u, NULL, b.row_col, b.col_row));
        CHECK(!memcmp(a.row_col, b.row_col, 200 * sizeof(int)));
        drop_pairs(a);
        drop_pairs(b);
        drop(&p);
    }
}

/* Row i has the columns i and i + 1, the last row only the last column; all rows but the last hold
 * i + 1. The one augmenting path goes through all rows. */
TEST(path_through_all_rows)
{
    int n = 1000000;
    Pattern p = begin(n + 1, n, 2 * n);
    Pairs m = {int_array(n, -1), int_array(n, -1)};
    for (int i = 0; i < n; i++) {
        put(&p, i, 0);
        if (i + 1 < n) {
            put(&p, i + 1, 0);
            m.row_col[i] = i + 1;
            m.col_row[i + 1] = i;
        }
        end_row(&p);
    }
    graph_steps = 0;
    CHECK_INT(match_rows(&p, ~0u, NULL, m.row_col, m.col_row), n);
    CHECK(graph_steps <= 4l * n);
    for (int i = 0; i < n; i++)
        if (m.row_col[i] != i) {
            CHECK_INT(m.row_col[i], i);
            break;
        }
    drop_pairs(m);
    drop(&p);
}

TEST(star)
{
    int n = 100000;
    for (int at = 0; at < n; at += n - 1) {
        Pattern p = arrow(n, at);
        Pairs m = no_pairs(&p);
        graph_steps = 0;
        CHECK_INT(match_rows(&p, ~0u, NULL, m.row_col, m.col_row), n);
        CHECK(graph_steps <= 8l * p.ptr[n]);
        CHECK(is_matching(&p, 3, m));
        drop_pairs(m);
        drop(&p);
    }
}

/* As many rows too many as there are columns: they all have column 0 only. */
TEST(many_rows_left_over)
{
    int n = 100000;
    Pattern p = begin(2 * n + 1, n, 3 * n);
    for (int i = 0; i < n; i++) {
        put(&p, i, 0);
        if (i + 1 < n)
            put(&p, i + 1, 0);
        end_row(&p);
    }
    for (int i = 0; i < n; i++) {
        put(&p, 0, 0);
        end_row(&p);
    }
    Pairs m = no_pairs(&p);
    graph_steps = 0;
    CHECK_INT(match_rows(&p, ~0u, NULL, m.row_col, m.col_row), n);
    CHECK(graph_steps <= 10l * p.ptr[p.nrows]);
    CHECK(is_matching(&p, 1, m));
    CHECK(is_maximum(&p, m));
    drop_pairs(m);
    drop(&p);
}

static void match_and_prove(const Pattern *p)
{
    Pairs m = no_pairs(p);
    match_rows(p, ~0u, NULL, m.row_col, m.col_row);
    CHECK(is_matching(p, 3, m));
    CHECK(is_maximum(p, m));
    drop_pairs(m);
}

/* Random rows of which each entry is of kind 0 or 1. */
static Pattern random_kinds(int n)
{
    Pattern p = random_rows(n);
    for (int k = 0; k < p.ptr[n]; k++)
        p.kind[k] = (uint8_t)random_below(2);
    return p;
}

/* The same with a first stage over the entries of kind 1: those beside the diagonal. */
static void match_in_stages(const Pattern *p)
{
    Pairs m = no_pairs(p);
    match_rows(p, 2, NULL, m.row_col, m.col_row);
    match_rows(p, 3, NULL, m.row_col, m.col_row);
    CHECK(is_matching(p, 3, m));
    CHECK(is_maximum(p, m));
    drop_pairs(m);
}

TEST(growth)
{
    static const Scale scale[] = {{"tridiagonal", tridiagonal, 6},
                                  {"random 4", random_rows, 9},
                                  {"grid", square_grid, 6},
                                  {"ladder", ladder, 6}};
    for (int i = 0; i < 4; i++)
        check_scale(&scale[i], match_and_prove);
}

TEST(growth_in_stages)
{
    static const Scale scale[] = {{"tridiagonal", tridiagonal, 6},
                                  {"random 4", random_kinds, 12},
                                  {"grid", square_grid, 6},
                                  {"ladder", ladder, 6}};
    for (int i = 0; i < 4; i++)
        check_scale(&scale[i], match_in_stages);
}

static int match_from_nothing(const Pattern *p)
{
    Pairs m = no_pairs(p);
    int n = match_rows(p, ~0u, NULL, m.row_col, m.col_row);
    drop_pairs(m);
    return n;
}

/* In the first pattern the row with one column decides for all others: if it is paired first, as
 * it must be, there is nothing to augment. In the second there is. */
TEST(memory)
{
    static const int first[][2] = {{0, 1}, {0, -1}, {1, 2}, {2, 3}};
    Pattern p = begin(5, 4, 7), q = begin(4, 2, 3);
    for (int r = 0; r < 4; r++) {
        put(&p, first[r][0], 0);
        if (first[r][1] >= 0)
            put(&p, first[r][1], 0);
        end_row(&p);
    }
    for (int r = 0; r < 3; r++) {
        put(&q, 0, 0);
        end_row(&q);
    }
    CHECK_INT(match_from_nothing(&p), 4);
    CHECK_MEMORY(match_from_nothing(&p), -1, 2, 0);
    CHECK_MEMORY(match_from_nothing(&q), -1, 3, 0);
    drop(&p);
    drop(&q);
}

/* In order: a row is matched if it can be beside the rows before it that are. */
TEST(in_order)
{
    for (int i = 0; i < 500; i++) {
        Pattern p = random_small(random_below(8), random_below(8), 3);
        unsigned mask = 1 + (unsigned)random_below(7);
        Pairs m = no_pairs(&p), first = no_pairs(&p);
        int n = match_rows_in_order(&p, mask, m.row_col, m.col_row);
        CHECK(is_matching(&p, mask, m));
        Pattern some = p;
        int before = 0;
        for (some.nrows = 1; some.nrows <= p.nrows; some.nrows++) {
            int now = match_rows(&some, mask, NULL, first.row_col, first.col_row);
            CHECK((m.row_col[some.nrows - 1] >= 0) == (now > before));
            before = now;
        }
        CHECK_INT(n, before);
        drop_pairs(m);
        drop_pairs(first);
        drop(&p);
    }
    Pattern p = begin(3, 3, 6); /* the third row moves the first, not the second */
    static const int entry[][2] = {{1, 0}, {2, 1}, {1, 2}};
    for (int r = 0; r < 3; r++) {
        put(&p, entry[r][0], 0);
        put(&p, entry[r][1], 0);
        end_row(&p);
    }
    Pairs m = no_pairs(&p);
    CHECK_INT(match_rows_in_order(&p, ~0u, m.row_col, m.col_row), 3);
    CHECK_INT(m.row_col[0], 0);
    CHECK_INT(m.row_col[1], 2);
    CHECK_INT(m.row_col[2], 1);
    drop_pairs(m);
    drop(&p);
}

TEST_MAIN(T(in_order), T(transpose_small), T(transpose_memory), T(brute_force), T(without_kinds),
          T(high_kinds_need_the_full_mask), T(stages_keep_what_is_matched),
          T(partial_start_and_frozen_rows), T(frozen_pair_outside_the_mask), T(empty_and_singular),
          T(same_arguments_same_result), T(path_through_all_rows), T(star), T(many_rows_left_over),
          T(growth), T(growth_in_stages), T(memory))
