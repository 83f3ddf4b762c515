/* dense.c - one step of Gaussian elimination in a full matrix. */
#include "rt/dense.h"

static void exchange(double *a, int n, long distance, int i, int k, long step)
{
    double *x = a + i * step, *y = a + k * step;
    for (int j = 0; i != k && j < n; j++, x += distance, y += distance) {
        double t = *x;
        *x = *y;
        *y = t;
    }
}

void dense_pivot(double *a, int m, int n, int lda, int k, int row, int col)
{
    exchange(a, n, lda, k, row, 1);
    exchange(a, m, 1, k, col, lda);
    double *pivot_column = a + (long)k * lda, inverse = 1 / pivot_column[k];
    for (int i = k + 1; i < m; i++)
        pivot_column[i] *= inverse;
    for (int j = k + 1; j < n; j++) {
        double *column = a + (long)j * lda, u = column[k];
        if (u != 0)
            for (int i = k + 1; i < m; i++)
                column[i] -= pivot_column[i] * u;
    }
}
