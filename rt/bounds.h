/* bounds.h - variables that leave the range their min and max give. */
#ifndef KRON_RT_BOUNDS_H
#define KRON_RT_BOUNDS_H

#include "rt/run_internal.h"

typedef struct KBounds {
    int n;
    int *var;     /* [n] variables with bounds that have kept them so far */
    bool *amount; /* [n] they measure how much there is, which is bounded by 0 */
    int warnings;
    long checked; /* points */
} KBounds;

bool bounds_open(KBounds *b, const KModel *model);
void bounds_close(KBounds *b);
/* At an accepted point, everything being evaluated. */
void bounds_check(KBounds *b, const KInst *m);

#endif
