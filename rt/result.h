/* result.h - result files, written while a run goes on: CSV, or MAT as Dymola and OpenModelica do.
 */
#ifndef KRON_RT_RESULT_H
#define KRON_RT_RESULT_H

#include "rt/run.h"

typedef struct KResult KResult;

/* Opens 0, 1 and 2 where the caller has not, so that no other file becomes one of them. */
void k_standard_files(void);
/* Empties a file, or makes it, to write to ("-": standard output); two programs do not write to one
 * at a time. Negative: *why. */
int k_output_open(const char *path, const char **why);

enum { K_CHOSEN = 1, K_UNITS = 2 }; /* how: the user has chosen; CSV has a second row, of units */
/* Opens FILE.mat, or CSV, for the chosen variables (indices into model->variable; strings are left
 * out). A MAT file has all variables, parameters too, unless the user has chosen. `m` is the
 * instance that will run, from start to stop. NULL: *why. */
KResult *k_result_open(const char *path, const KInst *m, int n, const int *chosen, unsigned how,
                       double start, double stop, const char **why);
/* The present values of m as one point. Negative: could not be written. */
int k_result_point(KResult *r, const KInst *m);
/* Completes and closes; negative if anything could not be written (*why). */
/* Writes out the points up to here, unless that was done lately: the next one may take long. */
void k_result_keep(KResult *r);
int k_result_close(KResult *r, const char **why);

#endif
