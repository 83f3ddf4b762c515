/* lacking.c - what the run time calls and an FMU does not have: functions of LAPACK for small full
 * matrices, the two that linear.c needs, and dgesv, which models call (external_is_native in
 * emit/external.c knows the names). */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

void dgetrf_(const int *rows, const int *cols, double *a, const int *lda, int *pivot, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda,
             const int *pivot, double *b, const int *ldb, int *info, size_t length);

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivot, double *b,
            const int *ldb, int *info);

/* LU by columns with partial pivoting. */
void dgetrf_(const int *rows, const int *cols, double *a, const int *lda, int *pivot, int *info)
{
    long n = *rows < *cols ? *rows : *cols, m = *rows, ld = *lda;
    *info = 0;
    for (long k = 0; k < n; k++) {
        long p = k;
        for (long i = k + 1; i < m; i++)
            if (fabs(a[k * ld + i]) > fabs(a[k * ld + p]))
                p = i;
        pivot[k] = (int)p + 1;
        if (a[k * ld + p] == 0) {
            *info = *info ? *info : (int)k + 1;
            continue;
        }
        for (long j = 0; p != k && j < *cols; j++) {
            double x = a[j * ld + k];
            a[j * ld + k] = a[j * ld + p];
            a[j * ld + p] = x;
        }
        double by = 1 / a[k * ld + k];
        for (long i = k + 1; i < m; i++)
            a[k * ld + i] *= by;
        for (long j = k + 1; j < *cols; j++) {
            double x = a[j * ld + k];
            for (long i = k + 1; x != 0 && i < m; i++)
                a[j * ld + i] -= x * a[k * ld + i];
        }
    }
}

static void exchange(const int *pivot, long n, double *b, bool back)
{
    for (long i = 0; i < n; i++) {
        long k = back ? n - 1 - i : i, p = pivot[k] - 1;
        double x = b[k];
        b[k] = b[p];
        b[p] = x;
    }
}

static void solve(const double *a, long n, long ld, double *b)
{
    for (long k = 0; k < n; k++)
        for (long i = k + 1; i < n; i++)
            b[i] -= b[k] * a[k * ld + i];
    for (long k = n - 1; k >= 0; k--) {
        b[k] /= a[k * ld + k];
        for (long i = 0; i < k; i++)
            b[i] -= b[k] * a[k * ld + i];
    }
}

static void solve_transposed(const double *a, long n, long ld, double *b)
{
    for (long k = 0; k < n; k++) {
        for (long i = 0; i < k; i++)
            b[k] -= b[i] * a[k * ld + i];
        b[k] /= a[k * ld + k];
    }
    for (long k = n - 1; k >= 0; k--)
        for (long i = k + 1; i < n; i++)
            b[k] -= b[i] * a[k * ld + i];
}

void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda,
             const int *pivot, double *b, const int *ldb, int *info, size_t length)
{
    (void)length;
    *info = 0;
    for (int j = 0; j < *nrhs; j++, b += *ldb) {
        if (*trans == 'N') {
            exchange(pivot, *n, b, false);
            solve(a, *n, *lda, b);
        } else {
            solve_transposed(a, *n, *lda, b);
            exchange(pivot, *n, b, true);
        }
    }
}

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivot, double *b,
            const int *ldb, int *info)
{
    dgetrf_(n, n, a, lda, pivot, info);
    if (!*info)
        dgetrs_("N", n, nrhs, a, lda, pivot, b, ldb, info, 1);
}
