/* Sparse LU of FMUs without SuiteSparse (rt/plain/sparse.c): solutions of random systems, pivots
 * kept when numbers change, singular matrices, the fill of a grid. */
#include "test.h"

#include "rt/plain/sparse.c"

typedef struct Matrix {
    int n, nnz, colptr[101], rowidx[10000];
    double a[10000];
} Matrix;

/* The row (j + shift) % n of each column is there, so that no matrix is singular by its structure.
 */
static void fill(Matrix *m, unsigned seed)
{
    srand(seed);
    m->n = 1 + rand() % 60;
    m->nnz = 0;
    int shift = (int)(seed % 3), dense = 2 + rand() % 30;
    for (int j = 0; j < m->n; j++) {
        for (int i = 0; i < m->n; i++)
            if (i == (j + shift) % m->n || rand() % 100 < dense) {
                m->rowidx[m->nnz] = i;
                m->a[m->nnz++] = (rand() % 1000 + 1) / 500.0 * (rand() % 2 ? 1 : -1);
            }
        m->colptr[j + 1] = m->nnz;
    }
}

/* The largest residual of a solution. */
static double residual(const Matrix *m, klu_symbolic *s, klu_numeric *f, klu_common *c)
{
    double b[100] = {0}, x[100], worst = 0;
    for (int i = 0; i < m->n; i++)
        x[i] = b[i] = rand() % 100 - 50;
    klu_solve(s, f, m->n, 1, x, c);
    for (int j = 0; j < m->n; j++)
        for (int p = m->colptr[j]; p < m->colptr[j + 1]; p++)
            b[m->rowidx[p]] -= m->a[p] * x[j];
    for (int i = 0; i < m->n; i++)
        worst = fmax(worst, fabs(b[i]) / (1 + fabs(x[i])));
    return worst;
}

TEST(random)
{
    static Matrix m;
    klu_common c;
    int solved = 0, again = 0;
    for (unsigned seed = 0; seed < 1000; seed++) {
        fill(&m, seed);
        klu_defaults(&c);
        klu_symbolic *s = klu_analyze(m.n, m.colptr, m.rowidx, &c);
        klu_numeric *f = klu_factor(m.colptr, m.rowidx, m.a, s, &c);
        CHECK(f && klu_rcond(s, f, &c));
        if (c.rcond > 1e-8) {
            solved++;
            CHECK(residual(&m, s, f, &c) < 1e-7);
        }
        for (int p = 0; p < m.nnz; p++)
            m.a[p] *= 1 + rand() % 100 / 300.0;
        if (klu_refactor(m.colptr, m.rowidx, m.a, s, f, &c) && klu_rcond(s, f, &c) &&
            c.rcond > 1e-8) {
            again++;
            CHECK(residual(&m, s, f, &c) < 1e-7);
        }
        klu_free_numeric(&f, &c);
        klu_free_symbolic(&s, &c);
    }
    CHECK(solved > 900 && again > 900);
}

TEST(singular)
{
    int colptr[] = {0, 2, 4, 6}, rowidx[] = {0, 1, 0, 1, 1, 2};
    double a[] = {1, 2, 2, 4, 1, 1}, zero[] = {1, 2, 0, 0, 1, 1};
    klu_common c;
    klu_defaults(&c);
    klu_symbolic *s = klu_analyze(3, colptr, rowidx, &c);
    CHECK(!klu_factor(colptr, rowidx, a, s, &c) && c.status == KLU_SINGULAR && c.singular_col < 3);
    a[3] = 5;
    klu_numeric *f = klu_factor(colptr, rowidx, a, s, &c);
    CHECK(f && c.status == KLU_OK);
    CHECK(!klu_refactor(colptr, rowidx, zero, s, f, &c) && c.status == KLU_SINGULAR);
    CHECK(klu_refactor(colptr, rowidx, a, s, f, &c));
    double b[] = {3, 8, 1}; /* x = (1, 1, 1) */
    klu_solve(s, f, 3, 1, b, &c);
    CHECK(fabs(b[0] - 1) < 1e-14 && fabs(b[1] - 1) < 1e-14 && fabs(b[2] - 1) < 1e-14);
    klu_free_numeric(&f, &c);
    klu_free_symbolic(&s, &c);
}

/* n nodes in a square: fill grows as n log n by a good order, as n sqrt(n) by a bad one. */
TEST(grid)
{
    enum { SIDE = 60, N = SIDE * SIDE };
    static int colptr[N + 1], rowidx[5 * N];
    static double a[5 * N];
    int nnz = 0;
    for (int j = 0; j < N; j++) {
        int at[] = {j - SIDE, j - 1, j, j + 1, j + SIDE};
        for (int k = 0; k < 5; k++)
            if (at[k] >= 0 && at[k] < N && (k == 0 || k == 4 || at[k] / SIDE == j / SIDE)) {
                rowidx[nnz] = at[k];
                a[nnz++] = k == 2 ? 4.1 : -1;
            }
        colptr[j + 1] = nnz;
    }
    klu_common c;
    klu_defaults(&c);
    klu_symbolic *s = klu_analyze(N, colptr, rowidx, &c);
    klu_numeric *f = klu_factor(colptr, rowidx, a, s, &c);
    CHECK(f && f->ln < 25 * N && f->un < 25 * N); /* by rows of the grid: 60 * N */
    klu_free_numeric(&f, &c);
    klu_free_symbolic(&s, &c);
}

TEST_MAIN(T(random), T(singular), T(grid))
