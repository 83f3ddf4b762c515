/* klu.h - what linear.c needs of KLU of SuiteSparse, by its names and meaning: for FMUs that are
 * compiled without it (sparse.c). Square matrices by columns; without block triangular form and
 * scaling. */
#ifndef KRON_RT_PLAIN_KLU_H
#define KRON_RT_PLAIN_KLU_H

enum { KLU_OK = 0, KLU_SINGULAR = 1, KLU_OUT_OF_MEMORY = -2 };

typedef struct klu_common {
    int btf, scale; /* not used */
    int status, singular_col;
    int noffdiag; /* 0: not counted */
    double
        tol; /* a diagonal pivot is taken if it is no smaller than this part of the largest one */
    double rcond;
} klu_common;
typedef struct klu_symbolic {
    int n, *Q,
        *P; /* [n] the columns in the order of elimination; the rows of their diagonals: the same */
    int nblocks; /* 1 */
} klu_symbolic;
/* L(:, k) below its pivot by rows of A, U(:, k) above it by numbers of pivots, in the order in
 * which they are computed. */
typedef struct klu_numeric {
    int n, lnz, unz, nzoff; /* entries of L and U with their diagonals; of other blocks, 0 */
    int *lp, *up;           /* [n + 1] */
    int *li, *ui, ln, un, li_room, ui_room, lx_room, ux_room;
    double *lx, *ux;
    double *Udiag, *x;              /* [n] pivots; work, zero between columns */
    int *Pnum, *number;             /* [n] row of pivot k; which pivot a row has, -1: none yet */
    int *mark, *stack, *at, *found; /* [n] of the search */
} klu_numeric;

int klu_defaults(klu_common *common);
klu_symbolic *klu_analyze(int n, int *colptr, int *rowidx, klu_common *common);
/* rows: not used, pivots decide about them. */
klu_symbolic *klu_analyze_given(int n, int *colptr, int *rowidx, int *rows, int *columns,
                                klu_common *common);
/* NULL: singular, or no memory (common->status). */
klu_numeric *klu_factor(int *colptr, int *rowidx, double *a, klu_symbolic *symbolic,
                        klu_common *common);
/* With the pivots of before; 0: one of them is zero now. */
int klu_refactor(int *colptr, int *rowidx, double *a, klu_symbolic *symbolic, klu_numeric *numeric,
                 klu_common *common);
int klu_rcond(klu_symbolic *symbolic, klu_numeric *numeric, klu_common *common);
/* nrhs must be 1. */
int klu_solve(klu_symbolic *symbolic, klu_numeric *numeric, int ldim, int nrhs, double *b,
              klu_common *common);
/* L with its diagonal, U with the pivots, no other blocks; P, Q: rows and columns in their order;
 * R: {0, n}. */
int klu_extract(klu_numeric *numeric, klu_symbolic *symbolic, int *lp, int *li, double *lx, int *up,
                int *ui, double *ux, int *fp, int *fi, double *fx, int *p, int *q, double *scale,
                int *r, klu_common *common);
int klu_free_symbolic(klu_symbolic **symbolic, klu_common *common);
int klu_free_numeric(klu_numeric **numeric, klu_common *common);

#endif
