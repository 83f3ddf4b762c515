/* jacobian.h - the matrix d(derivatives, residuals)/d(unknowns) by directional derivatives. */
#ifndef KRON_RT_JACOBIAN_H
#define KRON_RT_JACOBIAN_H

#include "rt/run_internal.h"

/* Groups of columns without a common row: column[first[c] .. first[c + 1]) have colour c < n. */
typedef struct KColors {
    int n, *first, *column;
} KColors;
/* For n columns; colptr NULL: one each. False: no memory. `first` is to be freed. */
bool colors_find(KColors *g, int n, const int *colptr, const int *rowidx);

typedef struct KJacobian {
    int n;
    const int *var;       /* [n] unknowns; the first nstates are the states */
    int nnz;              /* 0: dense, value[n*n] column by column */
    int *colptr, *rowidx; /* the pattern with its diagonal, rows rising */
    double *value;
    KColors colors;
} KJacobian;

/* Takes the pattern given (nnz 0: dense), to which the diagonal is added. NULL: no memory. */
KJacobian *jacobian_new(int n, const int *var, int nnz, const int *colptr, const int *rowidx);
void jacobian_free(KJacobian *j);
/* Fills value at the point where rhs was evaluated last; rows: derivatives of the states, then
 * run->dae->dr. */
int jacobian_fill(KInst *m, KJacobian *j);

#endif
