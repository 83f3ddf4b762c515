/* smooth.h - whether a solution is smooth over many steps of an explicit method (smooth.c). */
#ifndef KRON_RT_SMOOTH_H
#define KRON_RT_SMOOTH_H

#include <stdbool.h>

enum { SMOOTH_POINTS = 4 };

typedef struct KSmooth {
    int n;
    double *x[SMOOTH_POINTS]; /* [n] states at the last points, the oldest first */
    double t[SMOOTH_POINTS];
    int points; /* of these that there are */
    int steps;  /* since the last one */
    int times;  /* how often in a row the solution was found smooth */
} KSmooth;

/* What came before does not count: an event, or a step that something else than the method has cut.
 */
void smooth_forget(KSmooth *s);
/* A step has ended at t with the states x. unit [n]: what is tolerated of each. Whether the
 * solution has been smooth over many steps for long. */
bool smooth_step(KSmooth *s, double t, const double *x, const double *unit);
/* The length of the last steps, when that has been found. */
double smooth_pace(const KSmooth *s);

#endif
