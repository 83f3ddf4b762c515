/* inflate.h - data compressed as zlib does it. */
#ifndef KRON_RT_INFLATE_H
#define KRON_RT_INFLATE_H

#include <stddef.h>

/* Uncompressed, in new memory; NULL: it is damaged, or there is no memory. */
unsigned char *inflate_zlib(const unsigned char *data, size_t size, size_t *length);

#endif
