/* compare.h - whether two curves agree: each lies in a tube around the other. */
#ifndef KRON_RESULT_COMPARE_H
#define KRON_RESULT_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

/* A curve: values at times that do not decrease; two points of the same time are a jump. Values
 * stand `stride` apart. */
typedef struct Signal {
    size_t n, stride;
    const double *time, *value;
} Signal;

static inline double signal_time(const Signal *s, size_t i)
{
    return s->time[i * s->stride];
}

static inline double signal_value(const Signal *s, size_t i)
{
    return s->value[i * s->stride];
}

/* Half the height and half the width of the tube. */
typedef struct Tube {
    double height, width;
} Tube;
/* `part` of the range of the reference is the height, `part` of its span the width - but at most a
 * twentieth of the mean period of what oscillates, which would fit into its own tube otherwise. */
Tube tube_around(const Signal *reference, double part);

typedef struct Verdict {
    bool agree;
    double worst;               /* distance outside of the tube, in tube heights; 0: agree */
    double time;                /* where it is worst */
    double value, lower, upper; /* the curve there, and the tube it should be in */
    bool reversed;              /* it is the reference that leaves the tube of the other */
    const char *reason;         /* why they do not agree at all; NULL */
} Verdict;

/* Every point of `other` lies in the tube around `reference`, every point of `reference` in that
 * around `other`, which covers its span. Linear in the number of points. */
Verdict compare_signals(const Signal *reference, const Signal *other, Tube tube);

#endif
