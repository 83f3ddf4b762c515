/* large_pivots.h - the order of a sparse elimination by its numbers. */
#ifndef KRON_RT_LARGE_PIVOTS_H
#define KRON_RT_LARGE_PIVOTS_H

#include <stdbool.h>

/* The rows and columns, [n] each, in the order in which they are best eliminated, every pivot being
 * at least LARGE_PIVOT of the largest entry of its column. False: there are none, or no memory. */
bool order_large(int n, const int *colptr, const int *rowidx, const double *a, int *rows,
                 int *columns);

#endif
