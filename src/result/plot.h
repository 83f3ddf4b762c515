/* plot.h - curves over time: collected from a run or read from a result file, drawn in the
 * terminal or as an SVG picture. */
#ifndef KRON_RESULT_PLOT_H
#define KRON_RESULT_PLOT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The most curves of one picture: what colours and line styles can tell apart. */
enum { PLOT_MOST_CURVES = 28, PLOT_MOST_TERMINAL = 12 };

typedef enum {
    CURVE_UNKNOWN, /* the values decide */
    CURVE_REAL,
    CURVE_INTEGER, /* holds its value up to the next point */
    CURVE_BOOLEAN, /* likewise, 0 or 1 */
} CurveKind;

typedef struct Curve {
    const char *name, *unit; /* UTF-8; unit "" if none or not known */
    CurveKind kind;
    const char *display; /* unit in which it is to be shown; NULL or "": as it is */
    size_t from, to;     /* its rows; to 0: all */
    int like;            /* number of a curve, from 1, whose colour and line it has; 0: its own */
} Curve;

/* How curves are looked at; zeros: as usual. */
typedef struct View {
    double x[2], y[2]; /* what is shown, from and to; equal: what there is */
    bool log_x, log_y;
    bool xy; /* the abscissa is no time: it may go back */
} View;

typedef struct Curves {
    int ncurves; /* at most PLOT_MOST_CURVES where they are drawn */
    int left_out;
    Curve *curve;                         /* [ncurves] */
    const char *abscissa, *abscissa_unit; /* "time" and "s" */
    View view;
    size_t n, cap;
    double *data; /* [n] rows: the abscissa, then the value of each curve */
} Curves;

/* One more row to fill in. */
double *curves_add_row(Curves *c);
/* Room for n curves. */
void curves_make(Curves *c, int n);
/* Values and units become those that are to be shown. */
void curves_display(Curves *c);
void curves_free(Curves *c); /* curves and data */
/* Adds the curves of `more`, with an abscissa of the same kind. */
void curves_join(Curves *c, const Curves *more);

/* Draws with Braille dots, `width` columns wide (0: not known). */
void plot_terminal(const Curves *c, FILE *out, int width, bool color);
/* An SVG document with `title` as its title. */
void plot_svg(const Curves *c, const char *title, Buf *out);

#endif
