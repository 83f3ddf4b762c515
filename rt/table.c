/* table.c - interpolation: curves and surfaces with given smoothness.
 *
 * Both are made from cubic Hermite pieces: a node has a value and a slope, a surface also a mixed
 * derivative. The weights of two neighbouring nodes at a point and their derivatives (Spot) say all
 * about an axis, so that a surface is a curve of curves, and beyond the ends of an axis only the
 * weights differ. Slopes: H. Akima, J. ACM 17 (1970) 589 and Comm. ACM 17 (1974) 18; C. Ionita,
 * Makima piecewise cubic interpolation (2019); F. Fritsch, J. Butland, SIAM J. Sci. Stat. Comput. 5
 * (1984) 300; M. Steffen, Astron. Astrophys. 239 (1990) 443. Linear in the number of nodes. */
#include "rt/table.h"

#include <math.h>
#include <stdlib.h>

/* ---- Places ---- */

bool nodes_equal(double a, double b)
{
    const double near = 1e-10;
    double size = fmax(fmax(fabs(a), fabs(b)), near);
    return fabs(b - a) < near * size;
}

int nodes_find(const double *x, int stride, int first, int last, int hint, double u)
{
    int low = first, high = last;
    if (hint >= first && hint < last && u >= x[hint * stride] && u < x[(hint + 1) * stride])
        return hint;
    while (high > low + 1) {
        int middle = (low + high) / 2;
        if (u < x[middle * stride])
            high = middle;
        else
            low = middle;
    }
    return low;
}

static bool is_cubic(Smoothness s)
{
    return s != SMOOTH_LINEAR && s != SMOOTH_CONSTANT;
}

/* Weights of a cubic: v from 0 to h between the nodes. */
static void cubic_weights(Spot *at, double v, double h)
{
    double s = v / h, h2 = h * h;
    at->step[0] = s * s * (3 - 2 * s);
    at->step[1] = 6 * s * (1 - s) / h;
    at->step[2] = (6 - 12 * s) / h2;
    at->at0[0] = v * (1 - s) * (1 - s);
    at->at0[1] = (1 - s) * (1 - 3 * s);
    at->at0[2] = (6 * s - 4) / h;
    at->at1[0] = v * s * (s - 1);
    at->at1[1] = s * (3 * s - 2);
    at->at1[2] = (6 * s - 2) / h;
}

Spot spot_in(const double *x, int stride, int i, double u, Smoothness s)
{
    Spot at = {.i = i};
    double x0 = x[i * stride], x1 = x[(i + 1) * stride];
    if (s == SMOOTH_CONSTANT || nodes_equal(x0, x1)) {
        at.step[0] = u >= x1;
    } else if (s == SMOOTH_LINEAR) {
        at.step[0] = (u - x0) / (x1 - x0);
        at.step[1] = 1 / (x1 - x0);
    } else {
        cubic_weights(&at, u - x0, x1 - x0);
    }
    return at;
}

Spot spot_beyond(const double *x, int stride, int i, bool right, double u, Smoothness s, bool hold)
{
    Spot at = {.i = i};
    double x0 = x[i * stride], x1 = x[(i + 1) * stride], end = right ? x1 : x0;
    at.step[0] = right;
    if (hold)
        return at;
    if (!is_cubic(s)) {
        if (!nodes_equal(x0, x1)) {
            at.step[0] = (u - x0) / (x1 - x0);
            at.step[1] = 1 / (x1 - x0);
        }
    } else {
        double *slope = right ? at.at1 : at.at0;
        slope[0] = u - end;
        slope[1] = 1;
    }
    return at;
}

double spot_value(const Spot *at, const double *y, int stride, const double *slope, int k)
{
    double y0 = y[at->i * stride], y1 = y[(at->i + 1) * stride];
    double value = at->step[k] * (y1 - y0) + (k ? 0 : y0);
    if (at->step[0] == 1 && !k)
        value = y1;
    if (slope)
        value += at->at0[k] * slope[at->i] + at->at1[k] * slope[at->i + 1];
    return value;
}

/* ---- Slopes of curves ---- */

typedef struct Curve {
    const double *x, *y;
    int xstride, ystride, n;
} Curve;

/* Slope of the chord of interval i; two more on each side continue it as a parabola does. */
static double chord(const Curve *c, int i)
{
    int last = c->n - 2;
    if (c->n == 2)
        i = 0;
    if (i == -1)
        return 2 * chord(c, 0) - chord(c, 1);
    if (i == -2)
        return 3 * chord(c, 0) - 2 * chord(c, 1);
    if (i == last + 1)
        return 2 * chord(c, last) - chord(c, last - 1);
    if (i == last + 2)
        return 3 * chord(c, last) - 2 * chord(c, last - 1);
    const double *x = c->x + i * c->xstride, *y = c->y + i * c->ystride;
    return (y[c->ystride] - y[0]) / (x[c->xstride] - x[0]);
}

/* Weights of the chords on the left and the right of node i. */
static void akima_weights(const Curve *c, int i, bool modified, double *left, double *right)
{
    double a = chord(c, i - 2), b = chord(c, i - 1), d = chord(c, i), e = chord(c, i + 1);
    *left = fabs(e - d) + (modified ? fabs(e + d) / 2 : 0);
    *right = fabs(b - a) + (modified ? fabs(b + a) / 2 : 0);
}

static double akima_slope(const Curve *c, int i, bool modified)
{
    double left, right, before = chord(c, i - 1), after = chord(c, i);
    akima_weights(c, i, modified, &left, &right);
    if (left + right > 0)
        return (left * before + right * after) / (left + right);
    return modified ? 0 : (before + after) / 2;
}

/* Curves that are monotone between their nodes. */
static double monotone_slope(const Curve *c, int i, bool steffen)
{
    if (i == 0 || i == c->n - 1)
        return chord(c, i ? i - 1 : 0);
    double before = chord(c, i - 1), after = chord(c, i);
    const double *x = c->x + i * c->xstride;
    double h0 = x[0] - x[-c->xstride], h1 = x[c->xstride] - x[0];
    if (!(before * after > 0) && (before == 0 || after == 0 || (before < 0) != (after < 0)))
        return 0;
    if (!steffen)
        return 3 * (h0 + h1) / ((h0 + 2 * h1) / before + (h1 + 2 * h0) / after);
    double slope = (before * h1 + after * h0) / (h0 + h1);
    double least = fmin(fabs(before), fabs(after));
    return fabs(slope) / 2 > least ? copysign(2 * least, before) : slope;
}

void curve_slopes(const double *x, int xstride, const double *y, int ystride, int n, Smoothness s,
                  double *slope, int sstride)
{
    Curve c = {x, y, xstride, ystride, n};
    bool monotone = s == SMOOTH_FRITSCH_BUTLAND || s == SMOOTH_STEFFEN;
    for (int i = 0; i < n; i++)
        slope[i * sstride] = monotone ? monotone_slope(&c, i, s == SMOOTH_STEFFEN)
                                      : akima_slope(&c, i, s == SMOOTH_MAKIMA);
}

/* ---- Slopes of surfaces ---- */

/* Two nodes more on each side; x[2] is the first. */
static void extend_axis(const double *x, int stride, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i + 2] = x[i * stride];
    double *end = out + n + 1, from = n > 2 ? out[4] : out[3];
    out[0] = n > 2 ? 2 * out[2] - from : 3 * out[2] - 2 * out[3];
    out[1] = n > 2 ? out[2] + out[3] - from : 2 * out[2] - out[3];
    from = n > 2 ? end[-2] : end[-1];
    end[1] = n > 2 ? end[0] + end[-1] - from : 2 * end[0] - end[-1];
    end[2] = n > 2 ? 2 * end[0] - from : 3 * end[0] - 2 * end[-1];
}

/* Values at those nodes, from n in the middle. */
static void extend_values(const double *x, double *y, int stride, int n)
{
    Curve c = {x + 2, y + 2 * stride, 1, stride, n};
    double *last = y + (n + 1) * stride;
    const double *end = x + n + 1;
    y[stride] = y[2 * stride] + (x[1] - x[2]) * chord(&c, -1);
    y[0] = y[stride] + (x[0] - x[1]) * chord(&c, -2);
    last[stride] = last[0] + (end[1] - end[0]) * chord(&c, n - 1);
    last[2 * stride] = last[stride] + (end[2] - end[1]) * chord(&c, n);
}

/* A surface with two nodes more on each side. */
typedef struct Wide {
    int n1, n2; /* nodes within */
    double *x, *y, *z;
} Wide;

static double *wide_at(const Wide *w, int i, int j)
{
    return w->z + (i + 2) * (w->n2 + 4) + j + 2;
}

static bool wide_open(Wide *w, const double *x, int xstride, const double *y, const double *z,
                      int zstride)
{
    size_t m1 = (size_t)w->n1 + 4, m2 = (size_t)w->n2 + 4;
    w->x = calloc(m1 + m2 + m1 * m2, sizeof *w->x);
    if (!w->x)
        return false;
    w->y = w->x + m1;
    w->z = w->y + m2;
    extend_axis(x, xstride, w->n1, w->x);
    extend_axis(y, 1, w->n2, w->y);
    for (int i = 0; i < w->n1; i++) {
        for (int j = 0; j < w->n2; j++)
            *wide_at(w, i, j) = z[i * zstride + j];
        extend_values(w->y, wide_at(w, i, -2), 1, w->n2);
    }
    for (int j = -2; j < w->n2 + 2; j++)
        extend_values(w->x, wide_at(w, -2, j), w->n2 + 4, w->n1);
    return true;
}

/* Mixed divided difference of the cell whose lower corner is node i, j. */
static double twist(const Wide *w, int i, int j)
{
    double hx = w->x[i + 3] - w->x[i + 2], hy = w->y[j + 3] - w->y[j + 2];
    double low = (*wide_at(w, i, j + 1) - *wide_at(w, i, j)) / hy;
    double high = (*wide_at(w, i + 1, j + 1) - *wide_at(w, i + 1, j)) / hy;
    return (high - low) / hx;
}

static double mixed(const Wide *w, const Curve *along_x, const Curve *along_y, int i, int j)
{
    double a, b, c, d;
    akima_weights(along_x, i, false, &a, &b);
    akima_weights(along_y, j, false, &c, &d);
    if (a == 0 && b == 0)
        a = b = 1;
    if (c == 0 && d == 0)
        c = d = 1;
    return (a * (c * twist(w, i - 1, j - 1) + d * twist(w, i - 1, j)) +
            b * (c * twist(w, i, j - 1) + d * twist(w, i, j))) /
           ((a + b) * (c + d));
}

bool surface_slopes(const double *x, int xstride, int n1, const double *y, int n2, const double *z,
                    int zstride, double *zx, double *zy, double *zxy)
{
    Wide w = {.n1 = n1, .n2 = n2};
    if (!wide_open(&w, x, xstride, y, z, zstride))
        return false;
    for (int j = 0; j < n2; j++)
        curve_slopes(x, xstride, z + j, zstride, n1, SMOOTH_AKIMA, zx + j, n2);
    for (int i = 0; i < n1; i++)
        curve_slopes(y, 1, z + i * zstride, 1, n2, SMOOTH_AKIMA, zy + i * n2, 1);
    for (int i = 0; i < n1; i++)
        for (int j = 0; j < n2; j++) {
            Curve along_x = {x, z + j, xstride, zstride, n1};
            Curve along_y = {y, z + i * zstride, 1, 1, n2};
            zxy[i * n2 + j] = mixed(&w, &along_x, &along_y, i, j);
        }
    free(w.x);
    return true;
}
