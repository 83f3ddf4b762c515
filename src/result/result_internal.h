/* result_internal.h - what the readers of the two formats share. */
#ifndef KRON_RESULT_RESULT_INTERNAL_H
#define KRON_RESULT_RESULT_INTERNAL_H

#include "base/arena.h"
#include "base/vec.h"
#include "result/result.h"

#include <sys/types.h>

typedef struct ResultVar {
    const char *name, *unit, *display; /* display: NULL if none */
    CurveKind kind;
    bool constant; /* MAT: stored in data_1 */
    int column;    /* from 0 */
    bool negated;
} ResultVar;

/* A matrix of a MAT file: column by column. */
typedef struct Matrix {
    bool present;
    int format; /* digit P of its type: what the elements are */
    int64_t rows, cols;
    int64_t at; /* place of its first element in the file */
} Matrix;

struct Result {
    FILE *file;
    Arena *arena;
    VEC(ResultVar) var;
    int abscissa; /* its index in var, or -1 */
    bool mat;
    bool csv;
    bool units_row;  /* CSV: the second line has units */
    bool transposed; /* MAT: a column of `series` is a point of time */
    Matrix constants, series;
    bool cut_short;
    bool ends_anyhow;          /* CSV: a last line without its end counts */
    double *point, point_time; /* dsin.txt: values of all variables; NULL: another kind of file */
};

/* Says why something cannot be read; false. */
static inline bool refuse_file(Buf *why, const char *text)
{
    buf_puts(why, text);
    return false;
}

bool csv_open(Result *r, Buf *why);
bool csv_read(Result *r, int n, const int *chosen, Curves *out, Buf *why);
bool dymola_open(Result *r, Buf *why);
bool dymola_read(Result *r, int n, const int *chosen, Curves *out, Buf *why);
bool mat_open(Result *r, Buf *why);
bool mat_read(Result *r, int n, const int *chosen, Curves *out, Buf *why);

/* A copy of text of unknown encoding as UTF-8 that may be printed and put into XML: what is not
 * UTF-8 is taken as Latin-1, control characters become question marks. */
const char *clean_text(Arena *a, const char *s, size_t n);

#endif
