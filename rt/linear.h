/* linear.h - systems of linear equations with a fixed pattern that are factored again and again. */
#ifndef KRON_RT_LINEAR_H
#define KRON_RT_LINEAR_H

#include <stdbool.h>

typedef struct KLinear KLinear;

/* A system of n equations. nnz > 0: entries by compressed columns; 0: dense, column by column.
 * sparse: by KLU (nnz > 0), else by LU; the first `nfirst` unknowns are to be eliminated first, in
 * their order, each by the equation of its number. unit[n]: magnitudes of the unknowns, for scaling
 * (kept by the caller). NULL: no memory. */
KLinear *linear_new(int n, int nnz, const int *colptr, const int *rowidx, bool sparse, int nfirst,
                    const double *unit);
void linear_free(KLinear *s);
/* The matrix is lower block triangular, part t being rows and columns border[t] .. border[t + 1]
 * (kept by the caller). Dense systems are factored part by part. */
void linear_parts(KLinear *s, int nparts, const int *border);
/* Forgets the last matrix: the next one is factored in any case. */
void linear_renew(KLinear *s);
/* Factors the matrix unless it equals the last one. 0 good; 1 an entry is not finite or the
 * matrix is singular beyond help; -1 no memory. A singular matrix is accepted as long as it is
 * small: linear_solve then gives the solution of least norm. */
int linear_factor(KLinear *s, const double *entry);
/* Factors the matrix at hand once more, rows and columns evened out, with full pivoting; false if
 * it was done so already or the matrix is too large. */
bool linear_factor_evenly(KLinear *s);
/* b := A^-1 b. 1 if the matrix is singular and b does not fit it. */
int linear_solve(KLinear *s, double *b);
/* Reciprocal of the largest |a_ij|*unit_j in each row: makes residuals comparable. [n], until the
 * next call with s. */
const double *linear_row_scale(KLinear *s);
bool linear_singular(const KLinear *s);
/* Whether the matrix is nothing but zeros: it says nothing of any unknown. */
bool linear_nothing(const KLinear *s);
/* Whether a singular matrix does not determine an unknown. */
bool linear_leaves_open(const KLinear *s, int col);
/* Sign of the determinant of the matrix factored last; 0: not known, or singular. */
int linear_sign(const KLinear *s);
/* The smallest pivot of that matrix against the largest; 1: not known. */
double linear_spread(const KLinear *s);
/* Row and column of the smallest pivot of that matrix. */
void linear_weakest(KLinear *s, int *row, int *col);
/* Row and column at which elimination came to an end; -1 if not known. */
void linear_where(const KLinear *s, int *row, int *col);

#endif
