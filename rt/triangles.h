/* triangles.h - the factors of a sparse matrix, laid out for solving. */
#ifndef KRON_RT_TRIANGLES_H
#define KRON_RT_TRIANGLES_H

#include <klu.h>
#include <stdbool.h>

typedef struct KTriangles KTriangles;

/* For these factors, and what klu_refactor makes of them. NULL: no memory. */
KTriangles *triangles_new(klu_symbolic *symbolic, klu_numeric *numeric, klu_common *common);
void triangles_free(KTriangles *s);
/* The numbers of the factors as they are now. */
void triangles_take(KTriangles *s, klu_symbolic *symbolic, klu_numeric *numeric,
                    klu_common *common);
/* b := unit * A^-1 (row * b), both by elements. */
void triangles_solve(const KTriangles *s, const double *row, const double *unit, double *b);

#endif
