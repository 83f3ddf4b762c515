/* Tests of the Dulmage-Mendelsohn parts and sets against definitions that need no matching: a
 * row is over-determined if taking it away leaves the maximum matching as large as it was. */
#include "graph_test.h"

#include "graph/dulmage.c"
#include "graph/matching.c"

/* The rows, or columns, reached from an unmatched one. */
static int over_set(const Pattern *p, const int *col_row, int row, int *rows)
{
    rows[0] = row;
    return dm_over_set(p, col_row, rows, 1);
}

static int under_set(const Pattern *p, const int *row_col, int col, int *cols)
{
    Pattern t;
    if (!pattern_transpose(p, &t))
        return -1;
    int n = over_set(&t, row_col, col, cols);
    pattern_free(&t);
    return n;
}

/* The coarse decomposition. */
typedef enum { DM_SQUARE, DM_OVER, DM_UNDER } DmPart;

static bool mark_part(const Pattern *p, const int *row_col, const int *col_row, uint8_t *row_part,
                      uint8_t *col_part, DmPart part)
{
    int *rows = int_array(p->nrows, 0), n = 0;
    for (int r = 0; r < p->nrows; r++)
        if (row_col[r] < 0)
            rows[n++] = r;
    n = dm_over_set(p, col_row, rows, n);
    for (int i = 0; i < n; i++) {
        row_part[rows[i]] = part;
        if (row_col[rows[i]] >= 0)
            col_part[row_col[rows[i]]] = part;
    }
    free(rows);
    return n >= 0;
}

static bool dm_decompose(const Pattern *p, const int *row_col, const int *col_row,
                         uint8_t *row_part, uint8_t *col_part)
{
    Pattern t;
    if (!pattern_transpose(p, &t))
        return false;
    for (int r = 0; r < p->nrows; r++)
        row_part[r] = DM_SQUARE;
    for (int c = 0; c < p->ncols; c++)
        col_part[c] = DM_SQUARE;
    bool good = mark_part(p, row_col, col_row, row_part, col_part, DM_OVER) &&
                mark_part(&t, col_row, row_col, col_part, row_part, DM_UNDER);
    pattern_free(&t);
    return good;
}

/* A random pattern of at most 7 x 7 with a maximum matching. */
typedef struct Sample {
    Pattern p;
    int row_col[7], col_row[7];
    unsigned rows[7], cols[7]; /* columns of a row, rows of a column */
} Sample;

static Sample sample(void)
{
    Sample s = {.p = random_small(random_below(8), random_below(8), 3)};
    bit_rows(&s.p, 7, s.rows);
    for (int c = 0; c < 7; c++) {
        s.row_col[c] = s.col_row[c] = -1;
        for (int r = 0; r < s.p.nrows; r++)
            s.cols[c] |= (s.rows[r] >> c & 1) << r;
    }
    match_rows(&s.p, ~0u, NULL, s.row_col, s.col_row);
    return s;
}

/* Bit i: taking row i away leaves the maximum matching of n rows as large as it was. */
static unsigned spare(const unsigned *set, int n)
{
    unsigned result = 0;
    int size = brute_matching(set, n, 0);
    for (int i = 0; i < n; i++) {
        unsigned rest[7];
        for (int k = 0; k < n; k++)
            rest[k] = k == i ? 0 : set[k];
        if (brute_matching(rest, n, 0) == size)
            result |= 1u << i;
    }
    return result;
}

static unsigned join(const unsigned *set, unsigned members)
{
    unsigned all = 0;
    for (int i = 0; i < 7; i++)
        all |= members >> i & 1 ? set[i] : 0;
    return all;
}

TEST(parts)
{
    for (int i = 0; i < 5000; i++) {
        Sample s = sample();
        uint8_t row_part[7], col_part[7];
        CHECK(dm_decompose(&s.p, s.row_col, s.col_row, row_part, col_part));
        unsigned over_rows = spare(s.rows, s.p.nrows), under_cols = spare(s.cols, s.p.ncols);
        unsigned over_cols = join(s.rows, over_rows), under_rows = join(s.cols, under_cols);
        for (int r = 0; r < s.p.nrows; r++) {
            CHECK_INT(row_part[r] == DM_OVER, over_rows >> r & 1);
            CHECK_INT(row_part[r] == DM_UNDER, under_rows >> r & 1);
        }
        for (int c = 0; c < s.p.ncols; c++) {
            CHECK_INT(col_part[c] == DM_OVER, over_cols >> c & 1);
            CHECK_INT(col_part[c] == DM_UNDER, under_cols >> c & 1);
        }
        drop(&s.p);
    }
    CHECK_INT(graph_blocks, 0);
}

/* k members that have k - 1 others altogether, and no proper subset has fewer than it has
 * members. */
static void check_minimal(const unsigned *set, const int *members, int k)
{
    CHECK(k >= 1);
    for (unsigned subset = 1; subset < 1u << k; subset++) {
        unsigned all = 0;
        for (int i = 0; i < k; i++)
            all |= subset >> i & 1 ? set[members[i]] : 0;
        if (subset + 1 == 1u << k)
            CHECK_INT(bit_count(all), k - 1);
        else
            CHECK(bit_count(all) >= bit_count(subset));
    }
}

/* The members after the first are matched, and their partners are the others of the set. */
static void check_partners(const unsigned *set, const int *partner, const int *members, int k)
{
    unsigned all = 0, partners = 0;
    for (int i = 0; i < k; i++) {
        all |= set[members[i]];
        CHECK((partner[members[i]] < 0) == (i == 0));
        if (i > 0)
            partners |= 1u << partner[members[i]];
    }
    CHECK(all == partners);
}

/* Distances from the first member do not fall along the list. */
static void check_distances(const unsigned *set, const int *partner, const int *members, int k)
{
    int distance[7];
    for (int i = 0; i < k; i++)
        distance[i] = i == 0 ? 0 : 99;
    for (int round = 0; round < k; round++)
        for (int i = 0; i < k; i++)
            for (int j = 1; j < k; j++)
                if (set[members[i]] >> partner[members[j]] & 1 && distance[i] + 1 < distance[j])
                    distance[j] = distance[i] + 1;
    for (int i = 1; i < k; i++)
        CHECK(distance[i - 1] <= distance[i] && distance[i] < 99);
}

TEST(sets)
{
    int over = 0, under = 0;
    for (int i = 0; i < 20000; i++) {
        Sample s = sample();
        int members[7];
        for (int r = 0; r < s.p.nrows; r++) {
            if (s.row_col[r] >= 0)
                continue;
            int k = over_set(&s.p, s.col_row, r, members);
            CHECK_INT(members[0], r);
            check_minimal(s.rows, members, k);
            check_partners(s.rows, s.row_col, members, k);
            check_distances(s.rows, s.row_col, members, k);
            over++;
        }
        for (int c = 0; c < s.p.ncols; c++) {
            if (s.col_row[c] >= 0)
                continue;
            int k = under_set(&s.p, s.row_col, c, members);
            CHECK_INT(members[0], c);
            check_minimal(s.cols, members, k);
            check_partners(s.cols, s.col_row, members, k);
            check_distances(s.cols, s.col_row, members, k);
            under++;
        }
        drop(&s.p);
    }
    CHECK(over > 5000 && under > 5000);
    CHECK_INT(graph_blocks, 0);
}

/* x and y from three rows, z from none, u and v from two:
 * rows {x,y}, {x}, {y}, {u,v}, {v}; the first is left over. */
TEST(one_of_each_part)
{
    Pattern p = begin(6, 5, 8);
    static const int entries[][2] = {{0, 1}, {0, -1}, {1, -1}, {3, 4}, {4, -1}};
    for (int r = 0; r < 5; r++) {
        for (int i = 0; i < 2; i++)
            if (entries[r][i] >= 0)
                put(&p, entries[r][i], 0);
        end_row(&p);
    }
    int row_col[] = {-1, 0, 1, 3, 4}, col_row[] = {1, 2, -1, 3, 4}, members[5];
    uint8_t row_part[5], col_part[5];
    CHECK(dm_decompose(&p, row_col, col_row, row_part, col_part));
    static const uint8_t rows[] = {DM_OVER, DM_OVER, DM_OVER, DM_SQUARE, DM_SQUARE};
    static const uint8_t cols[] = {DM_OVER, DM_OVER, DM_UNDER, DM_SQUARE, DM_SQUARE};
    for (int i = 0; i < 5; i++) {
        CHECK_INT(row_part[i], rows[i]);
        CHECK_INT(col_part[i], cols[i]);
    }
    CHECK_INT(over_set(&p, col_row, 0, members), 3);
    CHECK_INT(under_set(&p, row_col, 2, members), 1);
    drop(&p);
}

TEST(empty_and_blank)
{
    Pattern empty = begin(1, 0, 0), blank = begin(3, 3, 0);
    int none[1] = {0}, row_col[] = {-1, -1}, col_row[] = {-1, -1, -1}, members[3];
    uint8_t row_part[2], col_part[3];
    CHECK(dm_decompose(&empty, none, none, row_part, col_part));
    end_row(&blank);
    end_row(&blank);
    CHECK(dm_decompose(&blank, row_col, col_row, row_part, col_part));
    for (int i = 0; i < 2; i++)
        CHECK_INT(row_part[i], DM_OVER);
    for (int i = 0; i < 3; i++)
        CHECK_INT(col_part[i], DM_UNDER);
    CHECK_INT(over_set(&blank, col_row, 1, members), 1);
    CHECK_INT(under_set(&blank, row_col, 2, members), 1);
    drop(&empty);
    drop(&blank);
}

/* Row i has the columns i and i - 1, row n only column n - 1: n + 1 rows for n columns, and no
 * fewer are over-determined. */
static Pattern over_chain(int n)
{
    Pattern p = begin(n + 2, n, 2 * n + 2);
    for (int i = 0; i < n; i++) {
        put(&p, i, 0);
        if (i > 0)
            put(&p, i - 1, 0);
        end_row(&p);
    }
    put(&p, n - 1, 0);
    end_row(&p);
    return p;
}

static void decompose_chain(const Pattern *p)
{
    int n = p->ncols, *row_col = int_array(p->nrows, 0), *col_row = int_array(n, 0);
    int *members = int_array(p->nrows, 0);
    uint8_t *row_part = malloc((size_t)p->nrows), *col_part = malloc((size_t)n);
    for (int i = 0; i <= n; i++)
        row_col[i] = i < n ? i : -1;
    for (int i = 0; i < n; i++)
        col_row[i] = i;
    CHECK(dm_decompose(p, row_col, col_row, row_part, col_part));
    int over = 0;
    for (int i = 0; i <= n; i++)
        over += row_part[i] == DM_OVER;
    CHECK_INT(over, n + 1);
    CHECK_INT(over_set(p, col_row, n, members), n + 1);
    for (int i = 0; i <= n; i += n)
        CHECK_INT(members[i], i == 0 ? n : 0);
    free(row_col);
    free(col_row);
    free(members);
    free(row_part);
    free(col_part);
}

/* Column minus row count of a part, which must be the number of unmatched columns in it (less
 * that of unmatched rows). */
static int excess(const Pattern *p, const uint8_t *row_part, const uint8_t *col_part, DmPart part)
{
    int n = 0;
    for (int r = 0; r < p->nrows; r++)
        n -= row_part[r] == part;
    for (int c = 0; c < p->ncols; c++)
        n += col_part[c] == part;
    return n;
}

/* The defining form: over rows have over columns only, under columns occur in under rows only;
 * the matching leaves free what a part has too much, and nothing of the square one. */
static void decompose_any(const Pattern *p)
{
    int *row_col = int_array(p->nrows, -1), *col_row = int_array(p->ncols, -1), wrong = 0;
    uint8_t *row_part = malloc((size_t)p->nrows), *col_part = malloc((size_t)p->ncols);
    int matched = match_rows(p, ~0u, NULL, row_col, col_row);
    graph_steps = 0;
    CHECK(dm_decompose(p, row_col, col_row, row_part, col_part));
    for (int r = 0; r < p->nrows; r++) {
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++) {
            int c = p->col[k];
            wrong += row_part[r] == DM_OVER && col_part[c] != DM_OVER;
            wrong += row_part[r] != DM_UNDER && col_part[c] == DM_UNDER;
        }
        wrong += row_col[r] >= 0 && row_part[r] != col_part[row_col[r]];
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(excess(p, row_part, col_part, DM_OVER), matched - p->nrows);
    CHECK_INT(excess(p, row_part, col_part, DM_UNDER), p->ncols - matched);
    CHECK_INT(excess(p, row_part, col_part, DM_SQUARE), 0);
    free(row_col);
    free(col_row);
    free(row_part);
    free(col_part);
}

TEST(growth)
{
    static const Scale chain = {"chain", over_chain, 5}, random = {"random 4", random_rows, 4};
    check_scale(&chain, decompose_chain);
    check_scale(&random, decompose_any);
}

/* A small culprit in a large model costs what it is large. */
TEST(small_set_of_many_rows)
{
    int n = 100000, members[3];
    Pattern p = begin(n + 2, n, 3 * n);
    for (int i = 0; i < n; i++) {
        put(&p, i, 0);
        end_row(&p);
    }
    put(&p, 7, 0);
    put(&p, 9, 0);
    end_row(&p);
    int *row_col = int_array(n + 1, -1), *col_row = int_array(n, -1);
    for (int i = 0; i < n; i++)
        row_col[i] = col_row[i] = i;
    graph_steps = 0;
    CHECK_INT(over_set(&p, col_row, n, members), 3);
    CHECK_INT(graph_steps, 4);
    CHECK_INT(members[0] * 10 + members[1], n * 10 + 7);
    CHECK_INT(members[2], 9);
    free(row_col);
    free(col_row);
    drop(&p);
}

TEST(memory)
{
    Pattern p = begin(3, 1, 2);
    int row_col[] = {0, -1}, col_row[] = {0}, members[2];
    uint8_t row_part[2], col_part[1];
    for (int r = 0; r < 2; r++) {
        put(&p, 0, 0);
        end_row(&p);
    }
    CHECK_MEMORY(dm_decompose(&p, row_col, col_row, row_part, col_part), false, 5, 0);
    CHECK_MEMORY(over_set(&p, col_row, 1, members), -1, 1, 0);
    col_row[0] = row_col[0] = -1;
    CHECK_MEMORY(under_set(&p, row_col, 0, members), -1, 4, 0);
    drop(&p);
}

TEST_MAIN(T(parts), T(sets), T(one_of_each_part), T(empty_and_blank), T(growth),
          T(small_set_of_many_rows), T(memory))
