/* rk.h - tables of explicit Runge-Kutta methods. */
#ifndef KRON_RT_RK_H
#define KRON_RT_RK_H

#include <stddef.h>

typedef struct RkTable {
    const char *name;
    int order;
    int stages;           /* the argument of the last is the solution */
    int extra;            /* further stages for the dense output */
    const double *node;   /* [stages + extra] */
    const double *weight; /* of the stages before: 1 for stage 1, 2 for stage 2, ... */
    const double
        *error[2];       /* [stages] estimates of the error; the second of lower order, or NULL */
    int ndense;          /* coefficients of the dense output besides the three of a cubic */
    const double *dense; /* [ndense][stages + extra] */
    double stability;    /* |h lambda| near the limit up to which the method damps */
    double alpha, beta;  /* of the step control */
    double share;   /* of the tolerance for the error of a step; more if the estimate is that of a
                       method much worse */
    double loosest; /* tolerance at which it is still cheap to be accurate */
} RkTable;

extern const RkTable rk_table5, rk_table8;

#endif
