/* matrix_internal.h - numbers in MATLAB's files, for matrix_mat.c and matrix_hdf5.c. */
#ifndef KRON_RT_MATRIX_INTERNAL_H
#define KRON_RT_MATRIX_INTERNAL_H

#include "rt/matrix_file.h"

#include <stdint.h>

/* Bytes with their order. */
typedef struct Bytes {
    const unsigned char *data;
    size_t size;
    bool swapped;
} Bytes;

/* Kinds of numbers, as version 5 counts them. */
enum {
    MI_INT8 = 1,
    MI_UINT8,
    MI_INT16,
    MI_UINT16,
    MI_INT32,
    MI_UINT32,
    MI_SINGLE,
    MI_DOUBLE = 9,
    MI_INT64 = 12,
    MI_UINT64,
    MI_MATRIX,
    MI_COMPRESSED
};

/* The integer of n bytes there. */
uint64_t bytes_number(const Bytes *b, size_t at, int n);
/* Memory for its numbers; false: there is none, or they are too many. */
bool matrix_make(Matrix *m, uint64_t nrows, uint64_t ncols);
/* Bytes of a number; 0: it is none. */
int matrix_size_of(uint32_t kind);
/* Its numbers, by columns in b. */
void matrix_fill(const Bytes *b, size_t at, uint32_t kind, Matrix *m);
/* Version 7.3 (matrix_hdf5.c): the same as matlab_read. */
const char *hdf5_read(const unsigned char *data, size_t size, const char *name, Matrix *out);

#endif
