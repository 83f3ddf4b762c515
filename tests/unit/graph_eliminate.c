/* Tests of the elimination kernel: rank, solutions and dependencies against dense arithmetic of the
 * tests' own, exactness, limits, order, growth and memory. */
#include "graph_test.h"

#define echelon_open tested_echelon_open
#define echelon_close tested_echelon_close
#define echelon_add tested_echelon_add
#define echelon_entry tested_echelon_entry
#define echelon_sorted tested_echelon_sorted
#define echelon_by_column tested_echelon_by_column
#define echelon_take tested_echelon_take
#define echelon_pivot tested_echelon_pivot
#define echelon_reduce tested_echelon_reduce
#define echelon_by_rows tested_echelon_by_rows
#define real_coefficients tested_real_coefficients
#include "graph/eliminate.c"

/* Exact integers: row*x - by*y divided by the greatest common divisor; what would leave the range
 * of int64_t is given up. */
typedef struct IntegerEntry {
    int col;
    int64_t x;
} IntegerEntry;

typedef struct IntegerStep {
    int64_t row, by;
} IntegerStep;

static int64_t greatest_divisor(int64_t a, int64_t b)
{
    uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x > INT64_MAX ? 1 : (int64_t)x;
}

static int begin_integers(void *arg, int row, int by, const void *from, const void *pivot)
{
    IntegerStep *s = arg;
    int64_t x = ((const IntegerEntry *)from)->x, y = ((const IntegerEntry *)pivot)->x;
    int64_t common = greatest_divisor(x, y);
    (void)row, (void)by;
    *s = (IntegerStep){y / common, x / common};
    return 1;
}

static int combine_integers(void *arg, const void *x, const void *y, void *out)
{
    const IntegerStep *s = arg;
    int64_t a = 0, b = 0, c = 0;
    if ((x && __builtin_mul_overflow(((const IntegerEntry *)x)->x, s->row, &a)) ||
        (y && __builtin_mul_overflow(((const IntegerEntry *)y)->x, s->by, &b)) ||
        __builtin_sub_overflow(a, b, &c) || c == INT64_MIN)
        return GIVE_UP;
    ((IntegerEntry *)out)->x = c;
    return c != 0;
}

static void end_integers(void *arg, int row, int by, void *entry, int n)
{
    IntegerEntry *x = entry;
    int64_t common = 0;
    (void)arg, (void)row, (void)by;
    for (int k = 0; k < n && common != 1; k++)
        common = greatest_divisor(common, x[k].x);
    for (int k = 0; k < n && common > 1; k++)
        x[k].x /= common;
}

static const Coefficients integer_coefficients = {sizeof(IntegerEntry), begin_integers,
                                                  combine_integers, end_integers};

/* An entry of integers; 0 where there is none. */
static int64_t at(const Echelon *e, int row, int col)
{
    const IntegerEntry *x = echelon_entry(e, row, col);
    return x ? x->x : 0;
}

static int inside(const Echelon *e, int row)
{
    int n = 0;
    for (int col = 0; col < e->ninside; col++)
        n += echelon_entry(e, row, col) != NULL;
    return n;
}

static int any(void *arg, int row, const void *entry)
{
    (void)arg, (void)row, (void)entry;
    return 1;
}

/* ---- Small ones, by hand ---- */

TEST(empty)
{
    Echelon e;
    IntegerStep s;
    CHECK(echelon_open(&e, &integer_coefficients, &s, 0, 0));
    echelon_by_rows(&e, any);
    CHECK_INT(e.npivots, 0);
    int r = echelon_add(&e, NULL, 0);
    CHECK_INT(r, 0);
    CHECK(echelon_reduce(&e, r));
    echelon_by_rows(&e, any);
    CHECK_INT(e.npivots, 0);
    echelon_close(&e);
    CHECK_INT(graph_blocks, 0);
}

/* 2x + 3y = 0 by 4x + 5y + z: 2*(2x + 3y) - (4x + 5y + z) leaves y - z; as the shorter row is the
 * pivot's, 4x + 5y + z becomes -y + z. */
TEST(one_step)
{
    Echelon e;
    IntegerStep s;
    echelon_open(&e, &integer_coefficients, &s, 3, 3);
    echelon_add(&e, (IntegerEntry[]){{0, 4}, {1, 5}, {2, 1}}, 3);
    echelon_add(&e, (IntegerEntry[]){{0, 2}, {1, 3}}, 2);
    echelon_pivot(&e, 1, 0);
    CHECK_INT(e.row[0].n, 2);
    CHECK_INT(at(&e, 0, 0), 0);
    CHECK_INT(at(&e, 0, 1), -1);
    CHECK_INT(at(&e, 0, 2), 1);
    CHECK(e.row[1].used && echelon_is_open(&e, 0));
    CHECK_INT(e.col[0].count, 0); /* in open rows */
    CHECK_INT(e.col[1].count, 1);
    CHECK_INT(e.col[2].count, 1);
    echelon_close(&e);
}

/* Entries stay where they came, new ones last, until they are asked for by column. */
TEST(order_of_entries)
{
    Echelon e;
    RealStep s = {0};
    echelon_open(&e, &real_coefficients, &s, 5, 5);
    echelon_add(&e, (RealEntry[]){{4, 1}, {2, 1}, {3, 1}}, 3);
    echelon_add(&e, (RealEntry[]){{2, 1}, {1, 1}, {0, 1}, {3, 1}}, 4);
    echelon_pivot(&e, 1, 2); /* 4, 3 vanishes, then 1, 0 */
    static const int came[] = {4, 1, 0}, sorted[] = {0, 1, 4};
    CHECK_INT(e.row[0].n, 3);
    for (int k = 0; k < 3; k++)
        CHECK_INT(((const RealEntry *)echelon_row(&e, 0))[k].col, came[k]);
    for (int k = 0; k < 3; k++)
        CHECK_INT(((const RealEntry *)echelon_sorted(&e, 0))[k].col, sorted[k]);
    echelon_close(&e);
}

/* The greatest common divisor is taken out: 6x + 10y by 6x + 4z gives 10y - 4z, 5y - 2z. */
TEST(divisor)
{
    Echelon e;
    IntegerStep s;
    echelon_open(&e, &integer_coefficients, &s, 3, 3);
    echelon_add(&e, (IntegerEntry[]){{0, 6}, {1, 10}}, 2);
    echelon_add(&e, (IntegerEntry[]){{0, 6}, {2, 4}}, 2);
    echelon_pivot(&e, 1, 0);
    CHECK_INT(at(&e, 0, 1), 5);
    CHECK_INT(at(&e, 0, 2), -2);
    echelon_close(&e);
}

/* Coefficients that leave the range give the row up, as it was; others go on. */
TEST(overflow)
{
    const int64_t big = INT64_MAX - 1, odd = INT64_MAX - 2;
    Echelon e;
    IntegerStep s;
    echelon_open(&e, &integer_coefficients, &s, 3, 3);
    echelon_add(&e, (IntegerEntry[]){{0, big}, {1, big}}, 2);
    echelon_add(&e, (IntegerEntry[]){{0, odd}, {2, 3}}, 2);
    echelon_add(&e, (IntegerEntry[]){{0, odd}, {1, 1}}, 2);
    echelon_pivot(&e, 1, 0); /* odd*row 0 - big*row 1 is too large, row 2 - row 1 is not */
    CHECK(e.row[0].out && !echelon_is_open(&e, 0));
    CHECK_INT(at(&e, 0, 1), big);
    CHECK(!e.row[2].out);
    CHECK_INT(at(&e, 2, 1), 1);
    CHECK_INT(at(&e, 2, 2), -3);
    echelon_close(&e);
}

TEST(rows_that_grow_too_long)
{
    Echelon e;
    IntegerStep s;
    echelon_open(&e, &integer_coefficients, &s, 6, 5);
    e.most = 3;
    echelon_add(&e, (IntegerEntry[]){{0, 1}, {1, 1}, {2, 1}}, 3);
    echelon_add(&e, (IntegerEntry[]){{0, 1}, {3, 1}, {4, 1}}, 3);         /* leaves four */
    echelon_add(&e, (IntegerEntry[]){{0, 1}, {1, 1}, {3, 1}, {5, 1}}, 4); /* two, and one outside */
    echelon_pivot(&e, 0, 0);
    CHECK(e.row[1].out && e.row[1].n == 3);
    CHECK(!e.row[2].out);
    CHECK_INT(e.row[2].n, 3);
    CHECK_INT(inside(&e, 2), 2);
    echelon_close(&e);
}

/* A node of four branches and the two loops around it: the third node law is minus the sum of the
 * others, seen one row after the other with the combination recorded outside. */
TEST(dependent_rows)
{
    enum { ROWS = 3, COLS = 4 };
    static const int law[ROWS][COLS] = {{1, -1, 0, 1}, {-1, 0, 1, 0}, {0, 1, -1, -1}};
    Echelon e;
    RealStep s = {.noise = 1e-14};
    echelon_open(&e, &real_coefficients, &s, COLS + ROWS, COLS);
    for (int i = 0; i < ROWS; i++) {
        RealEntry row[COLS + 1];
        int n = 0;
        for (int k = 0; k < COLS; k++)
            if (law[i][k])
                row[n++] = (RealEntry){k, law[i][k]};
        row[n++] = (RealEntry){COLS + i, 1};
        CHECK_INT(echelon_add(&e, row, n), i);
        CHECK_INT(echelon_reduce(&e, i), i == 2);
        if (i < 2)
            echelon_take(&e, i, ((const RealEntry *)echelon_row(&e, i))->col);
    }
    const RealEntry *made = echelon_row(&e, 2);
    CHECK_INT(e.row[2].n, 3);
    for (int i = 0; i < 3; i++) {
        CHECK(made[i].col >= COLS);
        CHECK_REAL(made[i].x, 1, 0);
    }
    echelon_close(&e);
}

static int step_of[8][2], nsteps;

static void note_step(void *arg, int row, int by, void *entry, int n)
{
    (void)arg, (void)entry, (void)n;
    step_of[nsteps][0] = row;
    step_of[nsteps++][1] = by;
}

/* The shortest row first, in it the best rated, then rarest column. */
static int not_column_one(void *arg, int row, const void *entry)
{
    (void)arg, (void)row;
    return *(const int *)entry != 1;
}

static void check_order(bool oldest_first)
{
    Coefficients observed = integer_coefficients;
    observed.end = note_step;
    Echelon e;
    IntegerStep s;
    nsteps = 0;
    echelon_open(&e, &observed, &s, 4, 4);
    e.oldest_first = oldest_first;
    echelon_add(&e, (IntegerEntry[]){{0, 1}, {1, 1}, {2, 1}, {3, 1}}, 4);
    echelon_add(&e, (IntegerEntry[]){{0, 1}, {1, 1}, {2, 1}}, 3);
    echelon_add(&e, (IntegerEntry[]){{1, 1}, {2, 1}}, 2);
    echelon_by_rows(&e, not_column_one);
    /* row 2 has column 2, which rows 1 and 0 lose; then row 1 = (0) has column 0; row 0 = (3) */
    CHECK_INT(e.npivots, 3);
    static const EchelonPivot want[] = {{2, 2}, {1, 0}, {0, 3}};
    for (int k = 0; k < 3; k++) {
        CHECK_INT(e.pivot[k].row, want[k].row);
        CHECK_INT(e.pivot[k].col, want[k].col);
    }
    static const int steps[][3][2] = {{{1, 2}, {0, 2}, {0, 1}}, {{0, 2}, {1, 2}, {0, 1}}};
    CHECK_INT(nsteps, 3);
    for (int k = 0; k < nsteps; k++) {
        CHECK_INT(step_of[k][0], steps[oldest_first][k][0]);
        CHECK_INT(step_of[k][1], steps[oldest_first][k][1]);
    }
    echelon_close(&e);
}

TEST(order)
{
    check_order(false);
    check_order(true);
}

/* ---- Random ones, against dense arithmetic ---- */

enum { MOST = 9 };

/* The rank modulo a prime of a dense matrix: equal to that over the integers unless the prime
 * divides a determinant, which entries of at most 3 in 9 rows rule out (Hadamard: 3^9 * 9^4.5 <
 * 2^31 - 1). */
static int dense_rank(int m, int n, const int *a)
{
    const int64_t prime = 2147483647;
    int64_t w[MOST * MOST];
    int rank = 0;
    for (int i = 0; i < m * n; i++)
        w[i] = (a[i] + prime) % prime;
    for (int k = 0; k < n; k++) {
        int p = rank;
        while (p < m && !w[p * n + k])
            p++;
        if (p == m)
            continue;
        for (int j = 0; j < n; j++) {
            int64_t t = w[p * n + j];
            w[p * n + j] = w[rank * n + j];
            w[rank * n + j] = t;
        }
        for (int i = rank + 1; i < m; i++) {
            int64_t x = w[rank * n + k], y = w[i * n + k];
            for (int j = 0; j < n; j++)
                w[i * n + j] = ((x * w[i * n + j] - y * w[rank * n + j]) % prime + prime) % prime;
        }
        rank++;
    }
    return rank;
}

static int random_matrix(int m, int n, int *a)
{
    int entries = 0;
    for (int i = 0; i < m * n; i++) {
        a[i] = random_below(3) ? 0 : random_below(7) - 3;
        entries += a[i] != 0;
    }
    if (m > 2 && random_below(2)) /* a dependency */
        for (int j = 0; j < n; j++)
            a[(m - 1) * n + j] =
                (a[j] + a[n + j]) / 2 * 2 == a[j] + a[n + j] ? (a[j] + a[n + j]) / 2 : 0;
    return entries;
}

static int add_dense(Echelon *e, int n, const int *a)
{
    IntegerEntry row[MOST];
    int k = 0;
    for (int j = 0; j < n; j++)
        if (a[j])
            row[k++] = (IntegerEntry){j, a[j]};
    return echelon_add(e, row, k);
}

/* Both ways of use find the same rank, and what remains of the others is empty. */
TEST(rank_of_random_matrices)
{
    int deficient = 0;
    for (int trial = 0; trial < 3000; trial++) {
        int m = 1 + random_below(MOST), n = 1 + random_below(MOST), a[MOST * MOST], rank = 0;
        Echelon e, f;
        IntegerStep s;
        random_matrix(m, n, a);
        echelon_open(&e, &integer_coefficients, &s, n, n);
        echelon_open(&f, &integer_coefficients, &s, n, n);
        for (int i = 0; i < m; i++) {
            add_dense(&e, n, a + i * n);
            int r = add_dense(&f, n, a + i * n);
            if (!echelon_reduce(&f, r)) {
                echelon_take(&f, r, *(const int *)echelon_row(&f, r));
                rank++;
            }
        }
        echelon_by_rows(&e, any);
        int want = dense_rank(m, n, a);
        deficient += want < m && want < n;
        CHECK_INT(e.npivots, want);
        CHECK_INT(rank, want);
        for (int i = 0; i < m; i++)
            CHECK(e.row[i].used == (e.row[i].n > 0));
        echelon_close(&e);
        echelon_close(&f);
    }
    CHECK(deficient > 300);
}

/* Rows stay combinations of the given ones, so a vector they all vanish on is still one: x has
 * integers, b = A*x is the column behind the others. */
TEST(random_solutions_are_kept)
{
    for (int trial = 0; trial < 2000; trial++) {
        int m = 1 + random_below(MOST), n = 1 + random_below(MOST - 1), a[MOST * MOST];
        int x[MOST];
        Echelon e;
        IntegerStep s;
        random_matrix(m, n, a);
        for (int j = 0; j < n; j++)
            x[j] = random_below(21) - 10;
        x[n] = -1;
        echelon_open(&e, &integer_coefficients, &s, n + 1, n);
        for (int i = 0; i < m; i++) {
            int row[MOST], b = 0;
            for (int j = 0; j < n; j++)
                b += (row[j] = a[i * n + j]) * x[j];
            row[n] = b;
            add_dense(&e, n + 1, row);
        }
        echelon_by_rows(&e, any);
        for (int i = 0; i < m; i++) {
            const IntegerEntry *entry = echelon_row(&e, i);
            int64_t sum = 0;
            for (int k = 0; k < e.row[i].n; k++)
                sum += entry[k].x * x[entry[k].col];
            CHECK_INT(sum, 0);
            CHECK(!e.row[i].out && e.row[i].used == (inside(&e, i) > 0));
        }
        echelon_close(&e);
    }
}

/* Solves by columns with the largest pivot; the last column is the right-hand side. */
static void solve_reals(int n, const double *a, double *x)
{
    Echelon e;
    RealStep s = {.noise = 0};
    echelon_open(&e, &real_coefficients, &s, n + 1, n);
    for (int i = 0; i < n; i++) {
        RealEntry row[MOST + 1];
        for (int j = 0; j <= n; j++)
            row[j] = (RealEntry){j, a[i * (n + 1) + j]};
        echelon_add(&e, row, n + 1);
    }
    for (int k = 0; k < n; k++) {
        int best = -1;
        double most = 0;
        for (int i = 0; i < n; i++) {
            const RealEntry *q = echelon_is_open(&e, i) ? echelon_entry(&e, i, k) : NULL;
            if (q && fabs(q->x) > most) {
                most = fabs(q->x);
                best = i;
            }
        }
        echelon_pivot(&e, best, k);
    }
    for (int p = n - 1; p >= 0; p--) {
        const RealEntry *q = echelon_row(&e, e.pivot[p].row);
        double sum = 0, pivot = 0;
        for (int k = 0; k < e.row[e.pivot[p].row].n; k++) {
            if (q[k].col == p)
                pivot = q[k].x;
            else
                sum += q[k].col == n ? q[k].x : -q[k].x * x[q[k].col];
        }
        x[p] = sum / pivot;
    }
    echelon_close(&e);
}

TEST(numbers_are_solved)
{
    for (int trial = 0; trial < 500; trial++) {
        int n = 1 + random_below(MOST - 1);
        double a[MOST * MOST], x[MOST];
        for (int i = 0; i < n; i++) {
            a[i * (n + 1) + n] = 0;
            for (int j = 0; j < n; j++) {
                a[i * (n + 1) + j] = random_below(2001) / 1000.0 - 1 + (i == j ? 2 * n : 0);
                a[i * (n + 1) + n] += a[i * (n + 1) + j] * (j + 1);
            }
        }
        solve_reals(n, a, x);
        for (int j = 0; j < n; j++)
            CHECK_REAL(x[j], j + 1, 1e-13);
    }
}

/* ---- Size ---- */

/* Node laws of a ladder of n sections: rows of at most four entries, which stay short. */
static long steps_of_ladder(int n)
{
    Echelon e;
    IntegerStep s;
    graph_steps = 0;
    echelon_open(&e, &integer_coefficients, &s, 3 * n + 1, 3 * n + 1);
    for (int i = 0; i < n; i++) {
        echelon_add(&e, (IntegerEntry[]){{3 * i, 1}, {3 * i + 1, -1}, {3 * i + 3, -1}}, 3);
        echelon_add(&e, (IntegerEntry[]){{3 * i + 1, 1}, {3 * i + 2, 2}}, 2);
        echelon_add(&e, (IntegerEntry[]){{3 * i + 2, 3}, {3 * i + 3, 1}}, 2);
    }
    echelon_by_rows(&e, any);
    CHECK_INT(e.npivots, 3 * n);
    echelon_close(&e);
    return graph_steps;
}

TEST(growth)
{
    long small = steps_of_ladder(10000), large = steps_of_ladder(100000);
    CHECK(large <= 12 * small);
    CHECK(small <= 100 * 10000);
}

/* A long row and n of two entries: the short ones go first, so the long one loses one by one and
 * there is no fill but the last column. */
TEST(one_long_row)
{
    enum { N = 300 };
    Echelon e;
    IntegerStep s;
    static IntegerEntry all[N];
    echelon_open(&e, &integer_coefficients, &s, N + 1, N + 1);
    for (int j = 0; j < N; j++)
        all[j] = (IntegerEntry){j, 1};
    echelon_add(&e, all, N);
    for (int j = 0; j < N; j++)
        echelon_add(&e, (IntegerEntry[]){{j, 1}, {N, -1}}, 2);
    echelon_by_rows(&e, any);
    CHECK_INT(e.npivots, N + 1);
    for (int i = 0; i <= N; i++)
        CHECK(e.row[i].n <= 2);
    echelon_close(&e);
}

static bool eliminated(void)
{
    Echelon e;
    IntegerStep s;
    bool good = echelon_open(&e, &integer_coefficients, &s, 40, 40);
    for (int i = 0; good && i < 40; i++) {
        IntegerEntry row[] = {{i / 2, 1}, {20 + i / 2, 1 + i % 3}, {39, 5}};
        good = echelon_add(&e, row, i / 2 == 19 ? 2 : 3) >= 0;
    }
    if (good)
        echelon_by_rows(&e, any);
    good = good && !e.failed;
    echelon_close(&e);
    return good;
}

/* Every allocation may fail; nothing is left behind. */
TEST(memory)
{
    int n = 0;
    for (graph_fail_after = 0; !eliminated(); graph_fail_after = ++n)
        CHECK_INT(graph_blocks, 0);
    graph_fail_after = -1;
    CHECK(n > 6);
    CHECK_INT(graph_blocks, 0);
}

TEST_MAIN(T(empty), T(one_step), T(order_of_entries), T(divisor), T(overflow),
          T(rows_that_grow_too_long), T(dependent_rows), T(order), T(rank_of_random_matrices),
          T(random_solutions_are_kept), T(numbers_are_solved), T(growth), T(one_long_row),
          T(memory))
