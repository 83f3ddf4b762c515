/* amd.h - an order of elimination with little fill, by the name and meaning of AMD of SuiteSparse:
 * for FMUs that are compiled without it (sparse.c). */
#ifndef KRON_RT_PLAIN_AMD_H
#define KRON_RT_PLAIN_AMD_H

enum { AMD_OK = 0, AMD_OUT_OF_MEMORY = -1, AMD_NMULTSUBS_LU = 12, AMD_INFO = 20 };

/* order[n] of the symmetric pattern A + A'; control and info are not used. */
int amd_order(int n, const int *colptr, const int *rowidx, int *order, double *control,
              double *info);

#endif
