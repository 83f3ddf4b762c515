/* matrices.h - matrices and lists of texts for MAT files (version 4). */
#ifndef KRON_RESULT_MATRICES_H
#define KRON_RESULT_MATRICES_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

/* A matrix of doubles, little-endian; a is row by row. text: of characters. */
void put_mat_matrix(Buf *b, const char *name, size_t rows, size_t columns, const double *a,
                    bool text);
/* Texts as rows of characters. */
void put_mat_texts(Buf *b, const char *name, size_t n, const char *const *text);

#endif
