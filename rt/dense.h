/* dense.h - one step of Gaussian elimination in a full matrix, for all of rt/.
 *
 * The compiler's kernel (src/graph/eliminate.h) is for sparse rows and coefficients of any kind.
 * What is eliminated during a run is small, full and made of doubles, runs often, and knows nothing
 * of the compiler; so it is apart, and as plain as possible. */
#ifndef KRON_RT_DENSE_H
#define KRON_RT_DENSE_H

/* Step k in a matrix of m rows and n columns that is stored column by column, `lda` apart: the
 * entry at row, col >= k, not 0, becomes the pivot. Row and column are exchanged with row k and
 * column k; below it column k is eliminated from the later ones, and the factors take the place of
 * its entries. O((m - k) * (n - k)). */
void dense_pivot(double *a, int m, int n, int lda, int k, int row, int col);

#endif
