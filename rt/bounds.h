/* bounds.h - variables that leave the range their min and max give. */
#ifndef KRON_RT_BOUNDS_H
#define KRON_RT_BOUNDS_H

#include "rt/run_internal.h"

typedef struct KBounds {
    int n;
    int *var;            /* [n] variables with bounds that have kept them so far */
    unsigned char *what; /* [n] of these: they measure how much there is, which is bounded by 0;
                            they are temperatures */
    int warnings;
    long checked; /* points */
} KBounds;

enum { BOUNDS_AMOUNT = 1, BOUNDS_KELVIN = 2 };

bool bounds_open(KBounds *b, const KModel *model);
void bounds_close(KBounds *b);
/* At an accepted point, everything being evaluated. */
void bounds_check(KBounds *b, const KInst *m);

#endif
