/* mixed.h - the unknowns of a step's block divided into stiff ones and others (IN-61). */
#ifndef KRON_RT_MIXED_H
#define KRON_RT_MIXED_H

#include "rt/block_internal.h"

typedef struct KMixed {
    int n, nstiff;
    double h;      /* that the division is for; NaN: there is none */
    double *scale; /* [n] 1 / the entry of its equation at h = 0 */
    int *place;    /* [n] among the stiff ones; -1: not stiff */
    int *stiff;    /* [n] the unknowns that are, of which there are nstiff */
    int *swap;     /* [nstiff] rows that were exchanged */
    int *row,
        *unknown; /* [n] the equation that is paired with an unknown, and the other way round */
    int *seen;    /* [n] */
    double *lu;   /* [nstiff * nstiff] factors of their part of the Jacobian, room for MIXED_MOST */
    double *b;    /* [n] */
    double *sum;  /* [n] */
} KMixed;

KMixed *mixed_new(int n);
void mixed_free(KMixed *x);
/* Divides the unknowns at w->x for the present h. still: what is to be called when h has changed.
 * Positive: it cannot be done, or most are stiff. */
int mixed_divide(KInst *m, int k, KBlockWork *w, KMixed *x, int h_var, int (*still)(KInst *));
/* d := the corrections for the residuals w->r. */
void mixed_correct(const KBlockWork *w, KMixed *x, double *d);

#endif
