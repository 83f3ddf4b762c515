/* surge.h - currents that nothing but the resistance of closed ideal switches and diodes limits. */
#ifndef KRON_RT_SURGE_H
#define KRON_RT_SURGE_H

#include "rt/run_internal.h"

typedef struct KSurgeElement {
    const KVariable *on, *current; /* Ron and i of one component */
    double drop, amperes,
        at; /* the largest voltage over Ron in the run, with its current, and when */
} KSurgeElement;

typedef struct KSurge {
    int n;
    KSurgeElement *of; /* [n] */
    int nvoltages;
    int *voltage; /* [nvoltages] all variables of the model in V */
    double *sum;  /* [nvoltages] the integral of the size of each */
    double last;  /* the time of the last point */
} KSurge;

bool surge_open(KSurge *s, const KInst *m); /* false: no memory */
void surge_close(KSurge *s);
/* At a point that is written. */
void surge_note(KSurge *s, const KInst *m);
/* At the end of a run that went well: a warning. */
void surge_tell(const KSurge *s, const KInst *m);

#endif
