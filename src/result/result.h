/* result.h - reading result files: kron's CSV, the MAT file of Dymola, OpenModelica and kron, and
 * dsin.txt and dsfin.txt of Dymola, which have one point.
 *
 * A file is opened for its names; values are read afterwards, of the chosen variables only. */
#ifndef KRON_RESULT_RESULT_H
#define KRON_RESULT_RESULT_H

#include "result/plot.h"

typedef struct Result Result;

/* NULL: it cannot be read, `why` says in what respect. */
Result *result_open(const char *path, Buf *why);
void result_free(Result *r);
int result_count(const Result *r);
const char *result_name(const Result *r, int i);
/* The abscissa itself, or a parameter. */
bool result_is_abscissa(const Result *r, int i);
bool result_is_constant(const Result *r, int i);
/* Of a file that no run has written: a last line without its end counts. */
void result_ends_anyhow(Result *r);
/* The first line that has values; 0: a file without lines. */
long result_first_line(const Result *r);
/* Reads the chosen variables; names belong to the result. False: `why`
 * says what is wrong. True with a text in `why`: the file is cut short, what there is was read. */
bool result_read(Result *r, int n, const int *chosen, Curves *out, Buf *why);

#endif
