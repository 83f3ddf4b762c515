/* matrices.c - matrices and lists of texts for MAT files (version 4), as MATLAB and Octave read. */
#include "result/matrices.h"
#include "base/die.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void put_mat_matrix(Buf *b, const char *name, size_t rows, size_t columns, const double *a,
                    bool text)
{
    int32_t head[5] = {text, (int32_t)rows, (int32_t)columns, 0, (int32_t)strlen(name) + 1};
    buf_write(b, (const char *)head, sizeof head);
    buf_write(b, name, strlen(name) + 1);
    for (size_t c = 0; c < columns; c++)
        for (size_t r = 0; r < rows; r++)
            buf_write(b, (const char *)&a[r * columns + c], sizeof *a);
}

void put_mat_texts(Buf *b, const char *name, size_t n, const char *const *text)
{
    size_t width = 0;
    for (size_t i = 0; i < n; i++)
        width = strlen(text[i]) > width ? strlen(text[i]) : width;
    double *a = memory_new(n * width + 1, sizeof *a);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0, length = strlen(text[i]); k < width; k++)
            a[i * width + k] = k < length ? (unsigned char)text[i][k] : ' ';
    put_mat_matrix(b, name, n, width, a, true);
    free(a);
}
