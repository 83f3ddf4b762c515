/* result_internal.h - what the formats of result files share: a buffer that is written whole, at
 * least once a second, so that a run that is killed leaves a readable file. */
#ifndef KRON_RT_RESULT_INTERNAL_H
#define KRON_RT_RESULT_INTERNAL_H

#include "rt/result.h"

#include <stddef.h>

typedef struct KFormat {
    /* Chooses columns (NULL: all), gives the buffer its size. False: no memory. */
    bool (*open)(KResult *r, int n, const int *chosen);
    /* Puts a point into the buffer, which has room. */
    void (*point)(KResult *r, const KInst *m);
    /* The buffer was written: brings the rest of the file in line with it. NULL: nothing to do. */
    void (*written)(KResult *r);
    void (*complete)(KResult *r); /* before the last write; NULL: nothing to do */
    void (*free)(KResult *r);     /* what open allocated */
} KFormat;

struct KResult {
    const KFormat *type;
    const KInst *m;
    double start, stop;
    bool units; /* CSV: in the second row */
    int file;
    char *buffer; /* written when FLUSH_AT bytes are used, so a point must fit behind */
    size_t used, size;
    double flushed; /* clock of the last write */
    int error;      /* errno of the first failed write; 0: none */
    void *own;      /* of the format */
};

/* Gives the buffer room for `most` bytes beyond where it is written. */
bool out_reserve(KResult *r, size_t most);
/* Overwrites part of the file. */
void out_rewrite(KResult *r, long offset, const void *data, size_t size);
/* Writes the buffer now. */
int out_flush(KResult *r);

extern const KFormat format_csv, format_mat;

#endif
