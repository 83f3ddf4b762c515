/* matrix_file.h - matrices in files: text (#1), CSV, MATLAB versions 4 to 7.3. */
#ifndef KRON_RT_MATRIX_FILE_H
#define KRON_RT_MATRIX_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Matrix {
    int nrows, ncols;
    double *v; /* by rows; free() */
} Matrix;

/* The matrix `name` of a file; of CSV the whole file behind `header` lines, `delimiter` between
 * numbers. NULL, or why it could not be read. */
const char *matrix_read(const char *path, const char *name, char delimiter, int header,
                        Matrix *out);
/* Writes it in version 4 of MATLAB's format, behind what the file has if `append`; false: that
 * failed. */
bool matrix_write(const char *path, const char *name, const Matrix *m, bool append);

/* MATLAB's formats in memory (matrix_mat.c): the same as matrix_read. */
const char *matlab_read(const unsigned char *data, size_t size, const char *name, Matrix *out);
bool matlab_is(const unsigned char *data, size_t size);

#endif
