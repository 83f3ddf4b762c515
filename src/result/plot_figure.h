/* plot_figure.h - what both kinds of drawing share: panels, axes, and the way of the pen. */
#ifndef KRON_RESULT_PLOT_FIGURE_H
#define KRON_RESULT_PLOT_FIGURE_H

#include "result/plot.h"

/* An axis with ticks at round numbers. What a label shows is (tick - offset) / 10^exponent. */
typedef struct Axis {
    double lo, hi; /* what is shown, lo < hi */
    double step;   /* 1, 2 or 5 times a power of ten */
    double first;  /* the first tick is offset + first * step */
    int nticks;
    double offset; /* 0 unless the numbers differ only in late digits */
    int exponent;  /* a multiple of 3 */
    int decimals;  /* of labels */
    int offset_decimals;
    bool log;        /* lo, hi and ticks are decimal logarithms, and ticks are these: */
    double tick[24]; /* [nticks] */
} Axis;

/* About `most` ticks, half as many again at the utmost. Labels below `small` get an exponent;
 * `whole`: no ticks between integers.
 */
Axis axis_over(double lo, double hi, int most, double small, bool whole);
double axis_tick(const Axis *a, int i);
void axis_label(const Axis *a, int i, Buf *out);
/* The width of the widest label, as `width` measures it. */
double axis_widest(const Axis *a, double (*width)(const char *text));
/* The offset with its sign, "" if there is none. */
void axis_offset_text(const Axis *a, Buf *out);

/* Small times are labelled in ms, µs, ns or ps: the prefix of the unit that stands for the
 * exponent;
 * "" if none does. */
const char *axis_time_prefix(const Axis *a, const char *unit);

/* Curves that share a vertical axis: of the same unit and of comparable ranges. */
typedef struct Panel {
    int ncurves;
    int curve[PLOT_MOST_CURVES];
    double lo, hi;     /* of the values; lo < hi, also if they are constant or there are none */
    double least_span; /* of the curves that vary */
    bool strip;        /* one Boolean signal, in a low panel */
    bool whole;        /* integers only */
    const char *unit;
} Panel;

typedef struct Figure {
    const Curves *c;
    bool held[PLOT_MOST_CURVES]; /* holds its value up to the next point */
    double t0, t1;               /* of the abscissa, t0 < t1; logarithms if it is logarithmic */
    double clip[2][2];           /* of abscissa and values: what is drawn lies between */
    int npanels, ntall;          /* in all; without the strips */
    Panel panel[PLOT_MOST_CURVES];
} Figure;

void figure_arrange(Figure *f, const Curves *c);
/* The axes; `room`: what is left free above and below, in parts of the range. */
Axis figure_abscissa(const Figure *f, int most);
Axis figure_ordinate(const Figure *f, const Panel *p, int most, double room);

/* Follows curve k: `point` with finite values only, `lift` at gaps and at the end. */
typedef struct Pen {
    void *arg;
    void (*point)(void *arg, double t, double v);
    void (*lift)(void *arg);
} Pen;
void figure_trace(const Figure *f, int k, const Pen *pen);

#endif
