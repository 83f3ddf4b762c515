/* dissect.h - an order of elimination by nested dissection, for large meshes. */
#ifndef KRON_RT_DISSECT_H
#define KRON_RT_DISSECT_H

#include <stdbool.h>

/* order[n] of the pattern, if a factorisation in it takes less than work multiplications and
 * finding it is worth while; else it is left as it is. */
bool order_dissected(int n, const int *colptr, const int *rowidx, double work, int *order);

#endif
