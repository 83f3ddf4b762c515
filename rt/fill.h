/* fill.h - the order of a sparse elimination of which the beginning is given. */
#ifndef KRON_RT_FILL_H
#define KRON_RT_FILL_H

/* Rows and columns 0 .. n in the order in which they are best eliminated, the first `nfirst` being
 * as they are: the others by approximate minimum degree (AMD) or nested dissection, whichever is
 * less work, in the pattern that the first ones leave. To be freed; NULL: no memory. */
int *order_after(int n, const int *colptr, const int *rowidx, int nfirst);

#endif
