/* Linear systems: sizes on both sides of every method's limit, singular ones, refactoring. */
#include "rt/fill.h"
#include "rt/large_pivots.h"
#include "rt/linear.h"
#include "test.h"

#include <klu.h>

static double units[1000];

static unsigned long seed = 12345;
static double random_number(void)
{
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    return (double)(seed >> 33) / (double)(1ul << 30) - 1;
}

static void set_units(void)
{
    for (int i = 0; i < 1000; i++)
        units[i] = 1;
}

/* A matrix and a solution are chosen; the right-hand side follows. */
TEST(dense_of_all_sizes)
{
    set_units();
    for (int n = 1; n <= 70; n += n < 12 ? 1 : 29) {
        double *a = malloc(sizeof(double) * (size_t)(n * n)), x[70], b[70];
        for (int i = 0; i < n * n; i++)
            a[i] = random_number();
        for (int i = 0; i < n; i++) {
            x[i] = random_number();
            b[i] = 0;
        }
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                b[i] += a[j * n + i] * x[j];
        KLinear *s = linear_new(n, 0, NULL, NULL, false, 0, units);
        CHECK_INT(linear_factor(s, a), 0);
        CHECK_INT(linear_solve(s, b), 0);
        for (int i = 0; i < n; i++)
            CHECK_REAL(b[i], x[i], 1e-9);
        CHECK(!linear_singular(s));
        CHECK_INT(linear_factor(s, a), 0);
        linear_free(s);
        free(a);
    }
}

/* Rows and unknowns of very different magnitude must not look singular. */
TEST(scaling)
{
    double unit[2] = {1e6, 1e-9};
    /* x + 1e15 y = 2e6; 1e-20 x - 1e-5 y = 1e-14 (rows of sizes 1e6 and 1e-14): y = 5e-10 */
    double a[4] = {1, 1e-20, 1e15, -1e-5}, b[2] = {2e6, 1e-14};
    double det = 1 * -1e-5 - 1e15 * 1e-20;
    double x = (2e6 * -1e-5 - 1e15 * 1e-14) / det, y = (1 * 1e-14 - 1e-20 * 2e6) / det;
    KLinear *s = linear_new(2, 0, NULL, NULL, false, 0, unit);
    CHECK_INT(linear_factor(s, a), 0);
    CHECK(!linear_singular(s));
    CHECK_INT(linear_solve(s, b), 0);
    CHECK(fabs(b[0] - x) < 1e-9 * fabs(x) && fabs(b[1] - y) < 1e-9 * fabs(y));
    linear_free(s);
}

TEST(singular)
{
    set_units();
    /* Columns 1 and 3 equal: rank 2. Rows: r3 = r1 + r2. */
    double a[9] = {1, 2, 3, 0, 1, 1, 1, 2, 3};
    KLinear *s = linear_new(3, 0, NULL, NULL, false, 0, units);
    CHECK_INT(linear_factor(s, a), 0);
    CHECK(linear_singular(s));
    double good[3] = {1, 4, 5}, bad[3] = {1, 4, 6};
    CHECK_INT(linear_solve(s, good), 0);
    CHECK_REAL(good[0] + good[2], 1, 1e-14); /* x1 + x3 = 1, x2 = 2 */
    CHECK_REAL(good[1], 2, 1e-14);
    CHECK_INT(linear_solve(s, bad), 1);
    int row, col;
    linear_where(s, &row, &col);
    CHECK(col == 0 || col == 2);
    CHECK(row >= 0 && row < 3);
    a[8] = 4; /* regular again */
    double b[3] = {3, 8, 11};
    CHECK_INT(linear_factor(s, a), 0);
    CHECK(!linear_singular(s));
    CHECK_INT(linear_solve(s, b), 0);
    CHECK_REAL(b[0] + b[2], 3, 1e-14);
    CHECK_REAL(2 * (b[0] + b[2]) + b[1], 8, 1e-14);
    CHECK_REAL(3 * b[0] + b[1] + 4 * b[2], 11, 1e-14);
    double zero[9] = {0};
    CHECK_INT(linear_factor(s, zero), 0);
    CHECK(linear_singular(s));
    double nothing[3] = {0, 0, 0}, something[3] = {0, 1, 0};
    CHECK_INT(linear_solve(s, nothing), 0);
    CHECK_INT(linear_solve(s, something), 1);
    linear_free(s);
}

TEST(not_finite)
{
    set_units();
    KLinear *s = linear_new(2, 0, NULL, NULL, false, 0, units);
    double a[4] = {1, NAN, 0, 1}, c[4] = {1, 0, INFINITY, 1}, good[4] = {2, 0, 0, 2};
    double b[2] = {2, 4};
    CHECK_INT(linear_factor(s, a), 1);
    CHECK_INT(linear_factor(s, c), 1);
    CHECK_INT(linear_factor(s, good), 0);
    CHECK_INT(linear_solve(s, b), 0);
    CHECK_REAL(b[1], 2, 0);
    linear_free(s);
}

/* -1, 2, -1 on N points: the solution of A x = 1 is x_i = (i+1)(N-i)/2. */
enum { N = 800 };
static int colptr[N + 1], rowidx[3 * N];
static double entry[3 * N];

static int tridiagonal(double scale)
{
    int nnz = 0;
    for (int j = 0; j < N; j++) {
        colptr[j] = nnz;
        for (int i = j - 1; i <= j + 1; i++)
            if (i >= 0 && i < N) {
                rowidx[nnz] = i;
                entry[nnz++] = scale * (i == j ? 2 : -1);
            }
    }
    colptr[N] = nnz;
    return nnz;
}

TEST(sparse)
{
    set_units();
    int nnz = tridiagonal(1);
    KLinear *s = linear_new(N, nnz, colptr, rowidx, true, 0, units);
    for (int k = 1; k <= 3; k++) { /* factor, then refactor */
        double b[N];
        tridiagonal(k);
        for (int i = 0; i < N; i++)
            b[i] = k;
        CHECK_INT(linear_factor(s, entry), 0);
        CHECK_INT(linear_solve(s, b), 0);
        for (int i = 0; i < N; i++)
            CHECK_REAL(b[i], (i + 1.0) * (N - i) / 2, 1e-9);
    }
    /* Old pivots become zero: a full factorization must follow. */
    double b[N];
    for (int p = 0; p < nnz; p++)
        entry[p] = 0;
    for (int j = 0; j < N; j++) { /* pairs (2k, 2k+1) exchanged: a permutation matrix */
        for (int p = colptr[j]; p < colptr[j + 1]; p++)
            if (rowidx[p] == (j ^ 1))
                entry[p] = 1;
        b[j] = j;
    }
    CHECK_INT(linear_factor(s, entry), 0);
    CHECK_INT(linear_solve(s, b), 0);
    for (int j = 0; j < N; j++)
        CHECK_REAL(b[j], j ^ 1, 1e-12);
    linear_free(s);
}

/* Solutions with one factorisation, of which those from the second on have the factors laid out
 * anew: matrices that fall into several blocks, refactored with other numbers and with other
 * pivots. */
TEST(sparse_again_and_again)
{
    set_units();
    for (int n = 5; n <= 200; n += 13) {
        int *first = malloc(sizeof *first * (size_t)(n + 1)),
            *place = malloc(sizeof *place * (size_t)(5 * n));
        double *a = malloc(sizeof *a * (size_t)(5 * n)), x[200], b[200];
        int nnz = 0;
        for (int j = 0; j < n; j++) { /* parts of 7 unknowns, with entries to the right of them */
            first[j] = nnz;
            for (int i = 0; i < n && nnz < first[j] + 5; i++)
                if (i == j || (i / 7 == j / 7 && abs(i - j) <= 2) ||
                    (i / 7 < j / 7 && (i + 3 * j) % 17 == 0 && nnz < first[j] + 1))
                    place[nnz++] = i;
        }
        first[n] = nnz;
        KLinear *s = linear_new(n, nnz, first, place, true, 0, units);
        for (int pass = 0; pass < 4; pass++) {
            for (int j = 0; j < n; j++)
                for (int p = first[j]; p < first[j + 1]; p++)
                    a[p] = place[p] == j ? (pass == 2 ? 1e-5 : 4) : random_number();
            CHECK_INT(linear_factor(s, a), 0);
            for (int time = 0; time < 3; time++) {
                for (int i = 0; i < n; i++) {
                    x[i] = random_number();
                    b[i] = 0;
                }
                for (int j = 0; j < n; j++)
                    for (int p = first[j]; p < first[j + 1]; p++)
                        b[place[p]] += a[p] * x[j];
                CHECK_INT(linear_solve(s, b), 0);
                for (int i = 0; i < n; i++)
                    CHECK_REAL(b[i], x[i], 1e-6);
            }
        }
        linear_free(s);
        free(first);
        free(place);
        free(a);
    }
}

TEST(sparse_singular)
{
    set_units();
    enum { S = 100 };
    /* Identity of 100, with entry 57 zero. */
    static int ptr[S + 1], row[S];
    double a[S], b[S] = {0}, c[S];
    for (int i = 0; i < S; i++) {
        ptr[i + 1] = i + 1;
        row[i] = i;
        a[i] = i == 57 ? 0 : 2;
        c[i] = 2;
    }
    KLinear *s = linear_new(S, S, ptr, row, true, 0, units);
    CHECK_INT(linear_factor(s, a), 0);
    CHECK(linear_singular(s));
    b[3] = 6;
    CHECK_INT(linear_solve(s, b), 0);
    CHECK_REAL(b[3], 3, 0);
    CHECK_REAL(b[57], 0, 0);
    CHECK_INT(linear_solve(s, c), 1);
    int r, col;
    linear_where(s, &r, &col);
    CHECK_INT(r, 57);
    CHECK_INT(col, 57);
    a[57] = 4;
    double d[S];
    for (int i = 0; i < S; i++)
        d[i] = 8;
    CHECK_INT(linear_factor(s, a), 0);
    CHECK(!linear_singular(s));
    CHECK_INT(linear_solve(s, d), 0);
    CHECK_REAL(d[57], 2, 0);
    CHECK_REAL(d[0], 4, 0);
    linear_free(s);
}

/* Block triangular, parts on both sides of the limit for LAPACK: the same solution as all at once,
 * and a part that is singular is still found. */
TEST(part_by_part)
{
    enum { M = 23 };
    static const int border[] = {0, 3, 4, 16, M};
    double a[M * M] = {0}, x[M], b[M] = {0};
    set_units();
    for (int t = 0; t < 4; t++)
        for (int i = border[t]; i < border[t + 1]; i++)
            for (int j = 0; j < border[t + 1]; j++)
                a[j * M + i] = random_number();
    for (int i = 0; i < M; i++)
        x[i] = random_number();
    for (int j = 0; j < M; j++)
        for (int i = 0; i < M; i++)
            b[i] += a[j * M + i] * x[j];
    KLinear *s = linear_new(M, 0, NULL, NULL, false, 0, units);
    linear_parts(s, 4, border);
    CHECK_INT(linear_factor(s, a), 0);
    CHECK_INT(linear_solve(s, b), 0);
    for (int i = 0; i < M; i++)
        CHECK_REAL(b[i], x[i], 1e-9);
    CHECK(!linear_singular(s));
    a[3 * M + 3] = 0;
    CHECK_INT(linear_factor(s, a), 0);
    CHECK(linear_singular(s));
    linear_free(s);
}

/* Entries over seventeen decades, none of the unknowns undetermined: x = 1, y = 2, z = 3. */
TEST(entries_of_all_sizes)
{
    double a[9] = {1e9, 1, 0, 0, 1e-8, 1, 1e9, 0, 1e-8};
    double b[3] = {1e9 + 3e9, 1 + 2e-8, 2 + 3e-8};
    set_units();
    KLinear *s = linear_new(3, 0, NULL, NULL, false, 0, units);
    CHECK_INT(linear_factor(s, a), 0);
    CHECK(!linear_singular(s));
    CHECK_INT(linear_solve(s, b), 0);
    CHECK_REAL(b[0], 1, 1e-6);
    CHECK_REAL(b[1], 2, 1e-6);
    CHECK_REAL(b[2], 3, 1e-6);
    linear_free(s);
}

/* By elimination of its own, with the rows as pivots come. */
static int sign_of_determinant(int n, const double *x)
{
    double a[12 * 12];
    int sign = 1;
    for (int i = 0; i < n * n; i++)
        a[i] = x[i];
    for (int k = 0; k < n; k++) {
        int p = k;
        while (p < n - 1 && fabs(a[k * n + p]) < 1e-3)
            p++;
        sign *= p != k ? -1 : 1;
        for (int j = 0; j < n; j++) {
            double t = a[j * n + p];
            a[j * n + p] = a[j * n + k];
            a[j * n + k] = t;
        }
        sign *= a[k * n + k] < 0 ? -1 : 1;
        for (int i = k + 1; i < n; i++)
            for (int j = n - 1; j >= k; j--)
                a[j * n + i] -= a[k * n + i] / a[k * n + k] * a[j * n + k];
    }
    return sign;
}

TEST(signs_of_determinants)
{
    set_units();
    for (int trial = 0; trial < 200; trial++) {
        int n = 1 + trial % 12, first[13], place[144], nnz = 0;
        double a[144], x[144];
        for (int j = 0; j < n; j++) {
            first[j] = nnz;
            for (int i = 0; i < n; i++) {
                a[j * n + i] = random_number() * (i == (j + 3) % n ? 3 : 1);
                if (i != (j + 3) % n && random_number() > 0.2)
                    a[j * n + i] = 0;
                if (a[j * n + i] != 0) {
                    place[nnz] = i;
                    x[nnz++] = a[j * n + i];
                }
            }
        }
        first[n] = nnz;
        int sign = sign_of_determinant(n, a);
        KLinear *dense = linear_new(n, 0, NULL, NULL, false, 0, units);
        KLinear *sparse = linear_new(n, nnz, first, place, true, 0, units);
        CHECK_INT(linear_factor(dense, a), 0);
        CHECK_INT(linear_factor(sparse, x), 0);
        CHECK_INT(linear_sign(dense), sign);
        CHECK_INT(linear_sign(sparse), sign);
        CHECK(linear_factor_evenly(dense));
        CHECK_INT(linear_sign(dense), sign);
        linear_free(dense);
        linear_free(sparse);
    }
}

/* A square grid of resistors: row and column of each branch first (its current, by its law), then
 * of each node (its potential, by the sum of currents); node 0 has a conductance to ground. Entries
 * by columns; returns how many branches there are. */
enum { SIDE = 7, NODES = SIDE * SIDE, GRID = NODES + 2 * SIDE * (SIDE - 1) };
static int grid_matrix(int *ptr, int *row, double *x)
{
    static double a[GRID][GRID]; /* by columns */
    int nbranches = 0, nodes = GRID - NODES, nnz = 0;
    memset(a, 0, sizeof a);
    for (int k = 0; k < NODES; k++)
        for (int down = 0; down < 2; down++) {
            int other = down ? k + SIDE : k + 1, b = nbranches;
            if (down ? other >= NODES : other % SIDE == 0)
                continue;
            a[b][b] = 1 + random_number() / 2;
            a[nodes + k][b] = -1;
            a[nodes + other][b] = 1;
            a[b][nodes + k] = 1;
            a[b][nodes + other] = -1;
            nbranches++;
        }
    a[nodes][nodes] = 1;
    for (int j = 0; j < GRID; j++) {
        ptr[j] = nnz;
        for (int i = 0; i < GRID; i++)
            if (a[j][i] != 0) {
                row[nnz] = i;
                x[nnz++] = a[j][i];
            }
    }
    ptr[GRID] = nnz;
    return nbranches;
}

/* Entries that eliminating in an order makes. */
static int fill_in(const int *ptr, const int *row, const int *order)
{
    static bool a[GRID][GRID];
    int fill = 0;
    memset(a, 0, sizeof a);
    for (int j = 0; j < GRID; j++)
        for (int p = ptr[j]; p < ptr[j + 1]; p++)
            a[row[p]][j] = true;
    for (int k = 0; k < GRID; k++)
        for (int i = k + 1; i < GRID; i++)
            for (int j = k + 1; j < GRID && a[order[i]][order[k]]; j++)
                if (a[order[k]][order[j]] && !a[order[i]][order[j]]) {
                    a[order[i]][order[j]] = true;
                    fill++;
                }
    return fill;
}

TEST(beginning_of_the_order_given)
{
    int ptr[GRID + 1], row[6 * GRID], seen[GRID] = {0}, plain[GRID];
    double x[6 * GRID], b[GRID], r[GRID], unit[GRID];
    int nfirst = grid_matrix(ptr, row, x);
    int *order = order_after(GRID, ptr, row, nfirst);
    for (int i = 0; i < GRID; i++) {
        plain[i] = i;
        unit[i] = 1;
        b[i] = r[i] = random_number();
        seen[order[i]]++;
        CHECK(i >= nfirst || order[i] == i);
    }
    for (int i = 0; i < GRID; i++)
        CHECK_INT(seen[i], 1);
    CHECK(fill_in(ptr, row, order) < 0.8 * fill_in(ptr, row, plain));
    free(order);
    KLinear *s = linear_new(GRID, ptr[GRID], ptr, row, true, nfirst, unit);
    CHECK_INT(linear_factor(s, x), 0);
    CHECK_INT(linear_solve(s, b), 0);
    for (int j = 0; j < GRID; j++)
        for (int p = ptr[j]; p < ptr[j + 1]; p++)
            r[row[p]] -= x[p] * b[j];
    for (int i = 0; i < GRID; i++)
        CHECK_REAL(r[i], 0, 1e-12);
    /* However often it is solved with, and whenever its factors are laid out for that. */
    for (int again = 0; again < 20; again++) {
        for (int i = 0; i < GRID; i++)
            plain[i] = i % (again + 2);
        for (int i = 0; i < GRID; i++)
            b[i] = r[i] = plain[i];
        CHECK_INT(linear_solve(s, b), 0);
        for (int j = 0; j < GRID; j++)
            for (int p = ptr[j]; p < ptr[j + 1]; p++)
                r[row[p]] -= x[p] * b[j];
        for (int i = 0; i < GRID; i++)
            CHECK_REAL(r[i], 0, 1e-10);
    }
    linear_free(s);
}

/* Multiplications of KLU on a mesh in two dimensions; order NULL: its own. */
static double mesh_work(int n, int *ptr, int *row, double *x, int *rows, int *order)
{
    klu_common c;
    klu_defaults(&c);
    c.btf = 0;
    klu_symbolic *s =
        order ? klu_analyze_given(n, ptr, row, rows, order, &c) : klu_analyze(n, ptr, row, &c);
    klu_numeric *f = s ? klu_factor(ptr, row, x, s, &c) : NULL;
    double work = f && klu_flops(s, f, &c) ? c.flops : INFINITY;
    klu_free_numeric(&f, &c);
    klu_free_symbolic(&s, &c);
    return work;
}

TEST(large_mesh_is_dissected)
{
    enum { LINE = 300, MESH = LINE * LINE };
    static int ptr[MESH + 1], row[5 * MESH], seen[MESH];
    static double x[5 * MESH];
    const int step[] = {-LINE, -1, 0, 1, LINE};
    for (int k = 0; k < MESH; k++) {
        const bool is[] = {k >= LINE, k % LINE > 0, true, k % LINE < LINE - 1, k < MESH - LINE};
        ptr[k + 1] = ptr[k];
        for (int e = 0; e < 5; e++)
            if (is[e]) {
                row[ptr[k + 1]] = k + step[e];
                x[ptr[k + 1]++] = e == 2 ? 5 : -1;
            }
    }
    int *order = order_after(MESH, ptr, row, 0);
    for (int i = 0; i < MESH; i++)
        seen[order[i]]++;
    for (int i = 0; i < MESH; i++)
        CHECK_INT(seen[i], 1);
    CHECK(mesh_work(MESH, ptr, row, x, order, order) <
          0.75 * mesh_work(MESH, ptr, row, x, NULL, NULL));
    free(order);
}

/* Rows of a mesh stand elsewhere, with small entries in the diagonal: an order of the pattern is
 * spoilt by pivots that are not its own. */
TEST(rows_exchanged_by_numbers)
{
    enum { LINE = 30, MESH = LINE * LINE, AWAY = 377 };
    static int ptr[MESH + 1], row[6 * MESH], rows[MESH], columns[MESH], seen[MESH];
    static double x[6 * MESH], b[MESH], r[MESH], unit[MESH];
    const int step[] = {-LINE, -1, 0, 1, LINE};
    for (int k = 0; k < MESH; k++) {
        const bool is[] = {k >= LINE, k % LINE > 0, true, k % LINE < LINE - 1, k < MESH - LINE};
        unit[k] = 1;
        b[k] = r[k] = random_number();
        row[ptr[k]] = k;
        x[ptr[k]] = 1e-6;
        ptr[k + 1] = ptr[k] + 1;
        for (int e = 0; e < 5; e++)
            if (is[e]) {
                row[ptr[k + 1]] = (k + step[e] + AWAY) % MESH;
                x[ptr[k + 1]++] = e == 2 ? 5 : -1;
            }
    }
    CHECK(order_large(MESH, ptr, row, x, rows, columns));
    for (int i = 0; i < MESH; i++) {
        CHECK_INT(rows[i], (columns[i] + AWAY) % MESH);
        seen[columns[i]]++;
    }
    for (int i = 0; i < MESH; i++)
        CHECK_INT(seen[i], 1);
    CHECK(mesh_work(MESH, ptr, row, x, rows, columns) <
          0.1 * mesh_work(MESH, ptr, row, x, NULL, NULL));
    KLinear *s = linear_new(MESH, ptr[MESH], ptr, row, true, 0, unit);
    CHECK_INT(linear_factor(s, x), 0);
    CHECK_INT(linear_solve(s, b), 0);
    for (int j = 0; j < MESH; j++)
        for (int p = ptr[j]; p < ptr[j + 1]; p++)
            r[row[p]] -= x[p] * b[j];
    for (int i = 0; i < MESH; i++)
        CHECK_REAL(r[i], 0, 1e-12);
    linear_free(s);
    for (int p = ptr[1]; p < ptr[2]; p++)
        x[p] = 0;
    CHECK(!order_large(MESH, ptr, row, x, rows, columns));
}

TEST_MAIN(T(part_by_part), T(entries_of_all_sizes), T(dense_of_all_sizes), T(scaling), T(singular),
          T(not_finite), T(sparse), T(sparse_again_and_again), T(sparse_singular),
          T(signs_of_determinants), T(beginning_of_the_order_given), T(large_mesh_is_dissected),
          T(rows_exchanged_by_numbers))
