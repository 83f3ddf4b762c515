/* sweep_internal.h - the table of a sweep. */
#ifndef KRON_SWEEP_INTERNAL_H
#define KRON_SWEEP_INTERNAL_H

#include "kron_internal.h"

enum { STATISTICS = 4 }; /* of each variable: final, least, greatest, mean */
enum { NOT_DONE, DONE, FAILED };

struct KronTable {
    Arena *arena;
    size_t nruns;
    int nvaried, nvars;
    const char **varied, **variable; /* names */
    const char **column;             /* [nvaried + STATISTICS * nvars] names */
    double *value;                   /* [nruns * nvaried] what was varied */
    /* [nruns * width] of each run: statistics of the variables, then the curves */
    size_t width, npoints;
    double *record, *time; /* time: [npoints], if curves are kept */
    unsigned char *state;  /* [nruns] */
    char **failure;        /* [nruns] NULL: none */
    char *journal;         /* NULL: none */
};

/* NULL: no memory. `variable`: their names, which are copied. */
KronTable *table_new(const KronSweep *s, int nvars, const char *const *variable, size_t npoints);
/* The run is done; the first time counts. */
void table_set(KronTable *t, size_t run, const double *record, const char *failure);

#endif
