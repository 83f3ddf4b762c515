/* table.h - interpolation in tables: curves and surfaces over increasing abscissae. */
#ifndef KRON_RT_TABLE_H
#define KRON_RT_TABLE_H

#include <stdbool.h>

/* As the enumerations of Modelica.Blocks.Types count them. */
typedef enum {
    SMOOTH_LINEAR = 1,
    SMOOTH_AKIMA,
    SMOOTH_CONSTANT,
    SMOOTH_FRITSCH_BUTLAND,
    SMOOTH_STEFFEN,
    SMOOTH_MAKIMA
} Smoothness;
typedef enum { BEYOND_HOLD = 1, BEYOND_LAST_TWO, BEYOND_PERIODIC, BEYOND_NONE } Beyond;

/* Where a point lies on an axis: between node i and i + 1, or beyond the ends. [k]: of the k-th
 * derivative. The value is y0 + step*(y1 - y0) + at0*m0 + at1*m1 with values y and slopes m of the
 * two nodes. */
typedef struct Spot {
    int i;
    double step[3], at0[3], at1[3];
} Spot;

/* The interval [i, i + 1] of nodes from `first` to `last` that u lies in; at a node the one above
 * it. hint: where it was before. */
int nodes_find(const double *x, int stride, int first, int last, int hint, double u);
/* The spot in interval i, of a curve of some smoothness; `u` may lie outside of it. */
Spot spot_in(const double *x, int stride, int i, double u, Smoothness s);
/* The straight line through the end of interval i at `node`; hold: constant. */
Spot spot_beyond(const double *x, int stride, int i, bool right, double u, Smoothness s, bool hold);
/* The k-th derivative of a curve at a spot; values and slopes have those strides. */
double spot_value(const Spot *at, const double *y, int stride, const double *slope, int k);
/* Slopes at the n >= 2 nodes of a curve (Akima 1970; Fritsch and Butland 1984; Steffen 1990). */
void curve_slopes(const double *x, int xstride, const double *y, int ystride, int n, Smoothness s,
                  double *slope, int sstride);
/* Slopes along both axes and mixed derivatives at the nodes of a surface z[n1][n2] (Akima 1974);
 * false: no memory. */
bool surface_slopes(const double *x, int xstride, int n1, const double *y, int n2, const double *z,
                    int zstride, double *zx, double *zy, double *zxy);
/* Two abscissae are one. */
bool nodes_equal(double a, double b);

#endif
