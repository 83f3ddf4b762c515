/* linear.c - systems of linear equations with a fixed pattern that are factored again and again.
 *
 * Rows are scaled by their largest entry and columns by the magnitude of their unknown, so that
 * pivots can be compared. Dense systems: up to OWN_LOOPS by a loop of our own, then LAPACK, each
 * diagonal part of a block triangular matrix by itself. If the
 * pivots say that the matrix may be singular it is factored again with full pivoting, which shows
 * the rank; a consistent system then has the solution of least norm, in units of the unknowns
 * (right for corrections of a guess: the unknowns change as little as they can). Sparse systems, by
 * the compiler's choice (KBlock.sparse): KLU, analyzed once, refactored with the old pivots, and
 * with the old scales, as long as they stay good; factors that are used again are solved with by
 * triangles.c. O(n^3) dense, near O(nnz) sparse. */
#include "rt/linear.h"
#include "rt/dense.h"
#include "rt/fill.h"
#include "rt/large_pivots.h"
#include "rt/linear_policy.h"
#include "rt/triangles.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivot, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda,
             const int *pivot, double *b, const int *ldb, int *info, size_t trans_length);

struct KLinear {
    int n, nnz;
    const int *colptr, *rowidx; /* NULL: the entries are dense */
    const double *unit;
    bool sparse;   /* KLU */
    bool factored; /* entry and the factors belong together */
    bool full;     /* lu was made with full pivoting */
    int rank;      /* with full pivoting */
    int bad_row, bad_col;
    double *entry; /* last matrix, [nnz] or [n*n] */
    double *row;   /* [n] row scale of the factors */
    bool kept;     /* it is that of an earlier matrix */
    bool in_order; /* no other order has been found better for such numbers */
    double *b;     /* [n] work */
    double *a;     /* [nnz] scaled entries for KLU ... */
    double *scale; /* ... [nnz] and what they were multiplied with */
    double *lu;    /* [n*n] dense factors, column by column */
    int *pivot;    /* [n] row exchanged with row k */
    int *colpivot; /* [n] column exchanged with column k (full pivoting) */
    double *even;  /* [2*n] more factors of rows, then columns, with full pivoting */
    double
        *open; /* [(n - rank)*n] directions that the matrix leaves open, orthonormal; NULL: none */
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    KTriangles *triangles; /* of numeric, once a matrix was solved with so often; NULL: none yet */
    bool taken;            /* they have the numbers of the present matrix */
    long solutions;        /* with the present matrix */
    bool often;            /* with the one before there were many */
    double rcond;          /* of the last complete factorization */
    int nparts;            /* dense: diagonal parts that are factored one by one; at least 1 */
    const int *border;     /* [nparts + 1] */
    int whole[2];          /* border of one part */
};

/* fmax for numbers, without a call. */
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static size_t entries(const KLinear *s)
{
    return s->colptr ? (size_t)s->nnz : (size_t)s->n * (size_t)s->n;
}

static bool open_dense(KLinear *s)
{
    size_t n = (size_t)s->n;
    s->lu = malloc((n * n + 1) * sizeof *s->lu);
    s->pivot = malloc((2 * n + 1) * sizeof *s->pivot);
    s->even = malloc((2 * n + 1) * sizeof *s->even);
    s->colpivot = s->pivot ? s->pivot + n : NULL;
    return s->lu && s->pivot && s->even;
}

/* The permutation is known: block triangular form is not sought. */
static klu_symbolic *analyze(KLinear *s, int nfirst)
{
    int *colptr = (int *)s->colptr, *rowidx = (int *)s->rowidx;
    if (!nfirst)
        return klu_analyze(s->n, colptr, rowidx, &s->common);
    int *order = order_after(s->n, s->colptr, s->rowidx, nfirst);
    s->common.btf = 0;
    klu_symbolic *found =
        order ? klu_analyze_given(s->n, colptr, rowidx, order, order, &s->common) : NULL;
    free(order);
    return found;
}

/* A system that is dense is one piece of memory: models may have thousands of a few unknowns. */
static KLinear *new_dense(size_t n, size_t entries)
{
    size_t doubles = entries + n * n + 4 * n;
    KLinear *s = calloc(1, sizeof *s + doubles * sizeof(double) + 2 * n * sizeof(int));
    if (!s)
        return NULL;
    s->entry = (double *)(void *)(s + 1);
    s->lu = s->entry + entries;
    s->row = s->lu + n * n;
    s->b = s->row + n;
    s->even = s->b + n;
    s->pivot = (int *)(void *)(s->even + 2 * n);
    s->colpivot = s->pivot + n;
    return s;
}

static KLinear *new_sparse(int n, int nnz, const int *colptr, const int *rowidx, int nfirst)
{
    KLinear *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->n = n;
    s->colptr = colptr;
    s->rowidx = rowidx;
    s->sparse = true;
    klu_defaults(&s->common);
    s->common.scale = -1; /* entries are scaled, and checked, here */
    s->entry = malloc(((size_t)nnz + 1) * sizeof *s->entry);
    s->row = calloc((size_t)n + 1, sizeof *s->row);
    s->b = malloc(((size_t)n + 2 * (size_t)nnz + 1) * sizeof *s->b);
    s->a = s->b ? s->b + n : NULL;
    s->scale = s->a ? s->a + nnz : NULL;
    bool good = s->entry && s->row && s->b;
    if (good && n <= FULL_PIVOT_LIMIT) /* where KLU finds it singular */
        good = open_dense(s);
    if (good)
        good = (s->symbolic = analyze(s, nfirst)) != NULL;
    if (good)
        return s;
    linear_free(s);
    return NULL;
}

KLinear *linear_new(int n, int nnz, const int *colptr, const int *rowidx, bool sparse, int nfirst,
                    const double *unit)
{
    size_t size = (size_t)n, entries = nnz > 0 ? (size_t)nnz : size * size;
    KLinear *s = sparse ? new_sparse(n, nnz, colptr, rowidx, nfirst) : new_dense(size, entries);
    if (!s)
        return NULL;
    s->n = n;
    s->nnz = nnz;
    s->colptr = nnz > 0 ? colptr : NULL;
    s->rowidx = nnz > 0 ? rowidx : NULL;
    s->unit = unit;
    s->whole[1] = n;
    linear_parts(s, 1, s->whole);
    s->bad_row = s->bad_col = -1;
    return s;
}

void linear_parts(KLinear *s, int nparts, const int *border)
{
    s->nparts = nparts;
    s->border = border;
}

static void forget_factors(KLinear *s)
{
    triangles_free(s->triangles);
    s->triangles = NULL;
    if (s->numeric)
        klu_free_numeric(&s->numeric, &s->common);
}

void linear_free(KLinear *s)
{
    if (!s)
        return;
    forget_factors(s);
    if (s->symbolic)
        klu_free_symbolic(&s->symbolic, &s->common);
    if (s->sparse) {
        free(s->entry);
        free(s->row);
        free(s->b);
        free(s->lu);
        free(s->pivot);
        free(s->even);
    }
    free(s->open);
    free(s);
}

/* The row scales of the matrix; false if an entry is not finite. */
static bool scale_rows(const KLinear *s, double *row)
{
    int n = s->n;
    for (int i = 0; i < n; i++)
        row[i] = 0;
    double zero = 0;
    for (int j = 0; j < n; j++) {
        int from = s->colptr ? s->colptr[j] : j * n, to = s->colptr ? s->colptr[j + 1] : from + n;
        for (int p = from; p < to; p++) {
            double a = fabs(s->entry[p]) * s->unit[j];
            int i = s->colptr ? s->rowidx[p] : p - from;
            zero += a * 0.0;
            if (a > row[i])
                row[i] = a;
        }
    }
    for (int i = 0; i < n; i++)
        row[i] = row[i] > 0 ? 1 / row[i] : 1;
    return zero == 0;
}

/* lu := the scaled matrix. */
static void scatter(KLinear *s)
{
    int n = s->n;
    if (s->colptr)
        memset(s->lu, 0, (size_t)n * (size_t)n * sizeof *s->lu);
    for (int j = 0; j < n; j++) {
        double *column = s->lu + (long)j * n;
        if (s->colptr) {
            for (int p = s->colptr[j]; p < s->colptr[j + 1]; p++)
                column[s->rowidx[p]] += s->entry[p] * s->unit[j] * s->row[s->rowidx[p]];
        } else {
            const double *a = s->entry + (long)j * n;
            for (int i = 0; i < n; i++)
                column[i] = a[i] * s->unit[j] * s->row[i];
        }
    }
}

static void factor_small(double *a, int n, int lda, int *pivot)
{
    for (int k = 0; k < n; k++) {
        const double *column = a + (long)k * lda;
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(column[i]) > fabs(column[best]))
                best = i;
        pivot[k] = best;
        if (column[best] != 0)
            dense_pivot(a, n, n, lda, k, best, k);
    }
}

/* Position of the largest entry of the rows and columns from k on. */
static double largest_from(const double *a, int n, int k, int *row, int *col)
{
    double best = 0;
    *row = *col = k;
    for (int j = k; j < n; j++)
        for (int i = k; i < n; i++)
            if (fabs(a[i + (long)j * n]) > best) {
                best = fabs(a[i + (long)j * n]);
                *row = i;
                *col = j;
            }
    return best;
}

/* Where row or column k of the factored matrix was before the exchanges. */
static int origin(const int *swap, int k)
{
    for (int e = k; e >= 0; e--) {
        if (swap[e] == k)
            k = e;
        else if (e == k)
            k = swap[e];
    }
    return k;
}

/* 2^-e/2 for a number of about 2^e: exact, so that nothing is rounded. */
static double even_factor(double x)
{
    int e = 0;
    frexp(x, &e);
    return x > 0 ? ldexp(1, -e / 2) : 1;
}

/* Rows and columns multiplied until the largest entry of each is about 1 (Ruiz 2001): entries of
 * all sizes make a matrix look singular that is not. */
static void make_even(KLinear *s)
{
    int n = s->n;
    double *row = s->even, *col = s->even + n, *a = s->lu;
    for (int i = 0; i < 2 * n; i++)
        s->even[i] = 1;
    for (int t = 0; t < EVEN_SWEEPS; t++) {
        for (int i = 0; i < n; i++) {
            double in_row = 0, in_col = 0;
            for (int j = 0; j < n; j++) {
                in_row = larger(in_row, fabs(row[i] * a[i + (long)j * n] * col[j]));
                in_col = larger(in_col, fabs(row[j] * a[j + (long)i * n] * col[i]));
            }
            row[i] *= even_factor(in_row);
            col[i] *= even_factor(in_col);
        }
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i + (long)j * n] *= row[i] * col[j];
}

static void exchange(double *b, const int *pivot, int from, int to)
{
    int step = from < to ? 1 : -1;
    for (int k = from; k != to; k += step) {
        double t = b[k];
        b[k] = b[pivot[k]];
        b[pivot[k]] = t;
    }
}

static void substitute(const double *a, int lda, int k, double *b)
{
    while (k-- > 0) {
        b[k] /= a[k + (long)k * lda];
        for (int i = 0; i < k; i++)
            b[i] -= a[i + (long)k * lda] * b[k];
    }
}

static double dot(const double *x, const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* x less its part along unit vectors q. */
static void project(double *x, const double *q, int nq, int n)
{
    for (int k = 0; k < nq; k++, q += n) {
        double part = dot(x, q, n);
        for (int i = 0; i < n; i++)
            x[i] -= part * q[i];
    }
}

/* The directions that the factors leave open: each free unknown with what it makes of the others,
 * by Gram and Schmidt, twice. Without memory there are none, and free unknowns are 0. */
static void find_open(KLinear *s)
{
    int n = s->n, rank = s->rank;
    free(s->open);
    s->open = rank < n ? calloc((size_t)(n - rank) * (size_t)n, sizeof *s->open) : NULL;
    for (int k = rank; k < n && s->open; k++) {
        double *x = s->open + (long)(k - rank) * n;
        for (int i = 0; i < rank; i++)
            x[i] = -s->lu[i + (long)k * n];
        substitute(s->lu, n, rank, x);
        x[k] = 1;
        if (rank > 0)
            exchange(x, s->colpivot, rank - 1, -1);
        for (int j = 0; j < n; j++)
            x[j] *= s->even[n + j];
        for (int pass = 0; pass < 2; pass++) {
            project(x, s->open, k - rank, n);
            double size = sqrt(dot(x, x, n));
            for (int j = 0; j < n; j++)
                x[j] /= size;
        }
    }
}

/* Full pivoting, to the numerical rank. */
static void factor_full(KLinear *s)
{
    int n = s->n, k;
    double first = 0;
    scatter(s);
    make_even(s);
    for (k = 0; k < n; k++) {
        double best = largest_from(s->lu, n, k, &s->pivot[k], &s->colpivot[k]);
        if (k == 0)
            first = best;
        if (best <= n * ZERO_PIVOT * first)
            break;
        dense_pivot(s->lu, n, n, n, k, s->pivot[k], s->colpivot[k]);
    }
    s->full = true;
    s->rank = k;
    s->bad_row = s->bad_col = -1;
    if (k < n) {
        s->pivot[k] = s->colpivot[k] = k;
        s->bad_row = origin(s->pivot, k);
        s->bad_col = origin(s->colpivot, k);
    }
    find_open(s);
}

static void factor_dense(KLinear *s)
{
    int n = s->n, info = 0;
    scatter(s);
    for (int t = 0; t < s->nparts; t++) {
        int from = s->border[t], size = s->border[t + 1] - from;
        double *a = s->lu + from + (long)from * n;
        if (size <= OWN_LOOPS)
            factor_small(a, size, n, s->pivot + from);
        else
            dgetrf_(&size, &size, a, &n, s->pivot + from, &info);
    }
    double least = INFINITY, most = 0;
    for (int k = 0; k < n; k++) {
        double u = fabs(s->lu[k + (long)k * n]);
        least = -larger(-least, -u);
        most = larger(most, u);
    }
    if (n > 0 && !(least > n * SUSPECT_PIVOT * most))
        factor_full(s);
}

static void scale_entries(KLinear *s)
{
    for (int j = 0; j < s->n; j++)
        for (int p = s->colptr[j]; p < s->colptr[j + 1]; p++) {
            double row = s->row[s->rowidx[p]];
            s->scale[p] = s->unit[j] * row;
            s->a[p] = s->entry[p] * s->unit[j] * row;
        }
}

/* Whether the pivots of the last complete factorization are good for the scaled entries. */
static bool refactor(KLinear *s)
{
    return s->numeric &&
           klu_refactor((int *)s->colptr, (int *)s->rowidx, s->a, s->symbolic, s->numeric,
                        &s->common) &&
           klu_rcond(s->symbolic, s->numeric, &s->common) &&
           s->common.rcond > PIVOTS_STAY * s->rcond;
}

/* The same with the scales of an earlier matrix, in one pass over the entries. */
static bool refactor_as_scaled(KLinear *s, const double *entry)
{
    int beyond = 0;
    for (int p = 0; p < s->nnz; p++) {
        double a = entry[p] * s->scale[p];
        s->entry[p] = entry[p];
        s->a[p] = a;
        beyond |= !(fabs(a) <= SCALES_STAY); /* or not finite */
    }
    s->kept = !beyond && refactor(s);
    return s->kept;
}

/* Factors in an order by the numbers. */
typedef struct Anew {
    klu_symbolic *symbolic;
    klu_numeric *numeric; /* NULL: there are none */
    klu_common common;
} Anew;

static Anew factor_anew(KLinear *s)
{
    int *colptr = (int *)s->colptr, *rowidx = (int *)s->rowidx;
    int *rows = malloc(2 * ((size_t)s->n + 1) * sizeof *rows), *columns = rows ? rows + s->n : NULL;
    Anew a = {.common = s->common};
    a.common.btf = 0;
    if (rows && order_large(s->n, colptr, rowidx, s->a, rows, columns))
        a.symbolic = klu_analyze_given(s->n, colptr, rowidx, rows, columns, &a.common);
    if (a.symbolic)
        a.numeric = klu_factor(colptr, rowidx, s->a, a.symbolic, &a.common);
    free(rows);
    return a;
}

/* They are kept, or not. */
static void take_anew(KLinear *s, Anew *a, bool good)
{
    if (good) {
        klu_free_numeric(&s->numeric, &s->common);
        klu_free_symbolic(&s->symbolic, &s->common);
        s->numeric = a->numeric;
        s->symbolic = a->symbolic;
        s->common = a->common;
    } else {
        klu_free_numeric(&a->numeric, &a->common);
        klu_free_symbolic(&a->symbolic, &a->common);
    }
}

/* KLU has exchanged rows, which spoils the order: another one is tried, by the numbers, and kept if
 * there is less to do; if not, it is not tried again. */
static void order_anew(KLinear *s)
{
    Anew a = factor_anew(s);
    bool good = a.numeric && a.numeric->lnz + a.numeric->unz <
                                 s->numeric->lnz + s->numeric->unz + s->numeric->nzoff;
    take_anew(s, &a, good);
    s->in_order = !good;
}

/* Whether an entry on the diagonal of the order is there, but too small for a pivot, as of a switch
 * that is closed: KLU will exchange rows, and may fill all of the matrix before that is known. */
static bool has_small_pivots(const KLinear *s)
{
    const int *p = s->symbolic->P, *q = s->symbolic->Q;
    bool small = false;
    for (int k = 0; k < s->n && !small; k++) {
        double pivot = -1, most = 0;
        for (int e = s->colptr[q[k]]; e < s->colptr[q[k] + 1]; e++) {
            most = larger(most, fabs(s->a[e]));
            if (s->rowidx[e] == p[k])
                pivot = fabs(s->a[e]);
        }
        small = pivot >= 0 && pivot < s->common.tol * most;
    }
    return small;
}

static int factor_sparse(KLinear *s)
{
    scale_entries(s);
    if (refactor(s))
        return 0;
    forget_factors(s);
    if (!s->in_order && has_small_pivots(s)) {
        Anew a = factor_anew(s);
        take_anew(s, &a, a.numeric && a.common.noffdiag == 0);
    }
    if (!s->numeric)
        s->numeric = klu_factor((int *)s->colptr, (int *)s->rowidx, s->a, s->symbolic, &s->common);
    if (s->numeric && s->common.noffdiag > 0 && !s->in_order)
        order_anew(s);
    if (s->numeric && klu_rcond(s->symbolic, s->numeric, &s->common) &&
        s->common.rcond > DBL_EPSILON) {
        s->rcond = s->common.rcond;
        return 0;
    }
    if (s->common.status == KLU_OUT_OF_MEMORY)
        return -1;
    s->bad_row = -1;
    s->bad_col = s->common.singular_col < s->n ? s->common.singular_col : -1;
    if (s->n > FULL_PIVOT_LIMIT)
        return s->numeric && s->common.rcond > 0 ? 0 : 1;
    factor_full(s);
    return 0;
}

void linear_renew(KLinear *s)
{
    s->factored = false;
}

/* How many solutions with a matrix save as much as it takes to lay its factors out (triangles.c).
 */
static double paying_solutions(const KLinear *s)
{
    double inside = (double)s->numeric->lnz + s->numeric->unz + s->numeric->nzoff;
    return fmax(1, inside / s->n / ENTRIES_SAVED);
}

/* One equation, most of what nonlinear blocks are torn to: scaled and factored as larger ones are.
 */
static bool factor_one(KLinear *s, double a)
{
    double size = fabs(a) * s->unit[0];
    if (!(size > 0 && 1 / size > 0 && isfinite(1 / size)))
        return false;
    s->entry[0] = a;
    s->row[0] = 1 / size;
    s->lu[0] = a * s->unit[0] * s->row[0];
    s->pivot[0] = 0;
    s->rank = 1;
    s->bad_row = s->bad_col = -1;
    s->full = s->kept = false;
    s->factored = true;
    return true;
}

int linear_factor(KLinear *s, const double *entry)
{
    if (s->n == 1 && !s->sparse && entries(s) == 1 && factor_one(s, entry[0]))
        return 0;
    size_t size = entries(s) * sizeof *entry;
    if (s->factored && !memcmp(s->entry, entry, size))
        return 0;
    bool scaled = s->sparse && s->factored && !s->full;
    s->factored = s->full = s->taken = false;
    s->often = s->solutions > 0 && s->solutions > paying_solutions(s);
    s->solutions = 0;
    s->rank = s->n;
    s->bad_row = s->bad_col = -1;
    if (scaled && refactor_as_scaled(s, entry)) {
        s->factored = true;
        return 0;
    }
    s->kept = false;
    memcpy(s->entry, entry, size);
    if (!scale_rows(s, s->row))
        return 1;
    int result = 0;
    if (s->sparse)
        result = factor_sparse(s);
    else
        factor_dense(s);
    s->factored = result == 0;
    return result;
}

bool linear_factor_evenly(KLinear *s)
{
    if (s->full || s->n > FULL_PIVOT_LIMIT || !s->factored)
        return false;
    factor_full(s);
    return true;
}

/* Forward through the first k columns of the factors. */
static void eliminate(const double *a, int n, int lda, int k, double *b)
{
    for (int j = 0; j < k; j++)
        for (int i = j + 1; i < n; i++)
            b[i] -= a[i + (long)j * lda] * b[j];
}

/* Solves with the factors of full pivoting up to the rank; the rest of the unknowns is 0. */
static int solve_full(const KLinear *s, double *b)
{
    int n = s->n, rank = s->rank;
    double largest = 0, rest = 0;
    for (int i = 0; i < n && rank < n; i++)
        largest = larger(largest, fabs(b[i]));
    exchange(b, s->pivot, 0, rank);
    eliminate(s->lu, n, n, rank, b);
    for (int i = rank; i < n; i++) {
        rest = larger(rest, fabs(b[i]));
        b[i] = 0;
    }
    substitute(s->lu, n, rank, b);
    if (rank > 0)
        exchange(b, s->colpivot, rank - 1, -1);
    return rest <= FITS * (1 + largest) ? 0 : 1;
}

/* Part after part, each with what the ones before it contribute. */
static void solve_parts(const KLinear *s, double *b)
{
    int n = s->n, one = 1, info = 0;
    for (int t = 0; t < s->nparts; t++) {
        int from = s->border[t], to = s->border[t + 1], size = to - from;
        for (int k = 0; k < from; k++)
            for (int i = from; i < to && b[k] != 0; i++)
                b[i] -= s->lu[i + (long)k * n] * b[k];
        const double *a = s->lu + from + (long)from * n;
        if (size <= OWN_LOOPS) {
            exchange(b + from, s->pivot + from, 0, size);
            eliminate(a, size, n, size, b + from);
            substitute(a, n, size, b + from);
            continue;
        }
        dgetrs_("N", &size, &one, a, &n, s->pivot + from, b + from, &n, &info, 1);
    }
}

/* Whether the factors are laid out for solving: when as much would have been saved as that costs,
 * or from the second solution on where that was so with the matrix before. */
static bool has_triangles(KLinear *s)
{
    s->solutions++;
    if (s->taken || s->solutions <= (s->often ? 1 : paying_solutions(s)))
        return s->taken;
    if (!s->triangles)
        s->triangles = triangles_new(s->symbolic, s->numeric, &s->common);
    if (s->triangles)
        triangles_take(s->triangles, s->symbolic, s->numeric, &s->common);
    s->taken = s->triangles != NULL;
    return s->taken;
}

int linear_solve(KLinear *s, double *b)
{
    int n = s->n, result = 0;
    if (n == 1 && !s->sparse && !s->full) {
        b[0] = b[0] * s->row[0] / s->lu[0] * s->unit[0];
        return 0;
    }
    if (s->sparse && !s->full && has_triangles(s)) {
        triangles_solve(s->triangles, s->row, s->unit, b);
        return 0;
    }
    for (int i = 0; i < n; i++)
        b[i] *= s->row[i];
    for (int i = 0; i < n && s->full; i++)
        b[i] *= s->even[i];
    if (s->full)
        result = solve_full(s, b);
    else if (s->sparse)
        klu_solve(s->symbolic, s->numeric, n, 1, b, &s->common);
    else
        solve_parts(s, b);
    for (int j = 0; j < n && s->full; j++)
        b[j] *= s->even[n + j];
    if (s->full && s->open)
        project(b, s->open, n - s->rank, n);
    for (int j = 0; j < n; j++)
        b[j] *= s->unit[j];
    return result;
}

const double *linear_row_scale(KLinear *s)
{
    if (!s->kept)
        return s->row;
    scale_rows(s, s->b);
    return s->b;
}

/* Whether a sequence of exchanges, of position k with swap[k] - base, is odd. */
static bool is_odd(const int *swap, int n, int base)
{
    bool odd = false;
    for (int k = 0; k < n; k++)
        odd ^= swap[k] - base != k;
    return odd;
}

/* Whether a permutation is odd: n less the number of its cycles. `seen` is scratch. */
static bool is_odd_permutation(const int *to, int n, double *seen)
{
    bool odd = false;
    memset(seen, 0, (size_t)n * sizeof *seen);
    for (int k = 0; k < n; k++)
        for (int i = to[k]; seen[k] == 0; i = to[i]) {
            odd ^= i != k;
            seen[i] = 1;
        }
    return odd;
}

int linear_sign(const KLinear *s)
{
    int n = s->n;
    bool odd = false, zero = !s->factored || linear_singular(s);
    if (zero)
        return 0;
    if (s->sparse && !s->full) {
        const double *pivot = s->numeric->Udiag;
        odd = is_odd_permutation(s->numeric->Pnum, n, s->b) ^
              is_odd_permutation(s->symbolic->Q, n, s->b);
        for (int k = 0; k < n; k++) {
            odd ^= pivot[k] < 0;
            zero |= pivot[k] == 0;
        }
        return zero ? 0 : odd ? -1 : 1;
    }
    for (int k = 0; k < n; k++)
        odd ^= s->lu[k + (long)k * n] < 0;
    if (s->full)
        odd ^= is_odd(s->pivot, n, 0) ^ is_odd(s->colpivot, n, 0);
    for (int t = 0; t < s->nparts && !s->full; t++) {
        int from = s->border[t], size = s->border[t + 1] - from;
        odd ^= is_odd(s->pivot + from, size, size <= OWN_LOOPS ? 0 : 1);
    }
    return odd ? -1 : 1;
}

double linear_spread(const KLinear *s)
{
    double least = INFINITY, most = 0;
    bool sparse = s->sparse && !s->full;
    const double *u = sparse ? s->numeric->Udiag : s->lu;
    long step = sparse ? 1 : s->n + 1;
    for (int k = 0; s->factored && k < s->n; k++) {
        double p = fabs(u[k * step]);
        least = p < least ? p : least;
        most = larger(most, p);
    }
    return most > 0 ? least / most : 1;
}

void linear_weakest(KLinear *s, int *row, int *col)
{
    linear_factor_evenly(s);
    linear_where(s, row, col);
    if (*row >= 0 || !s->full || s->n == 0)
        return;
    *row = origin(s->pivot, s->n - 1);
    *col = origin(s->colpivot, s->n - 1);
}

bool linear_singular(const KLinear *s)
{
    return s->full && s->rank < s->n;
}

bool linear_nothing(const KLinear *s)
{
    return s->full && s->rank == 0;
}

bool linear_leaves_open(const KLinear *s, int col)
{
    enum { LEAST_BITS = 20 };
    for (int k = s->rank; s->full && s->open && k < s->n; k++)
        if (fabs(s->open[col + (long)(k - s->rank) * s->n]) > ldexp(1, -LEAST_BITS))
            return true;
    return false;
}

void linear_where(const KLinear *s, int *row, int *col)
{
    *row = s->bad_row;
    *col = s->bad_col;
}
