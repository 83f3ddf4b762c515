/* sweep_svg.c - pictures of sweeps: bands of curves, colours over two parameters.
 *
 * Bands are quantiles at every output point, of the runs that have it: O(points * runs *
 * log(runs)). Colours go from dark blue to light yellow, growing in lightness, so that they are
 * read without colours too; runs that failed are grey. */
#include "sweep_svg.h"
#include "base/die.h"

#include "result/plot_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PANELS = 6, QUANTILES = 7 };
static const double WIDTH = 720, HEIGHT = 260, LEFT = 80, RIGHT = 110, TOP = 40, GAP = 76;

typedef struct Frame {
    double left, top, width, height;
    Axis x, y;
} Frame;

static double pixel_x(const Frame *f, double x)
{
    return f->left + (x - f->x.lo) / (f->x.hi - f->x.lo) * f->width;
}

static double pixel_y(const Frame *f, double y)
{
    return f->top + (f->y.hi - y) / (f->y.hi - f->y.lo) * f->height;
}

static void begin_picture(Buf *out, const char *title, int panels)
{
    double height = TOP + panels * (HEIGHT + GAP);
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
               "viewBox=\"0 0 %.0f %.0f\" stroke=\"none\" font-family=\"sans-serif\" "
               "font-size=\"12\">\n<title>",
               WIDTH, height, WIDTH, height);
    buf_xml(out, title);
    buf_puts(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
}

static Frame frame_at(int panel)
{
    return (Frame){.left = LEFT,
                   .top = TOP + panel * (HEIGHT + GAP),
                   .width = WIDTH - LEFT - RIGHT,
                   .height = HEIGHT};
}

static void put_text(Buf *out, double x, double y, const char *anchor, const char *text)
{
    buf_printf(out, "<text text-anchor=\"%s\" x=\"%.2f\" y=\"%.2f\">", anchor, x, y);
    buf_xml(out, text);
    buf_puts(out, "</text>\n");
}

static void put_labels(Buf *out, const Frame *f, const Axis *a, bool vertical)
{
    Buf text = {0};
    for (int i = 0; i < a->nticks; i++) {
        double at = axis_tick(a, i);
        buf_clear(&text);
        axis_label(a, i, &text);
        if (vertical)
            put_text(out, f->left - 6, pixel_y(f, at) + 4, "end", buf_text(&text));
        else
            put_text(out, pixel_x(f, at), f->top + f->height + 16, "middle", buf_text(&text));
    }
    buf_clear(&text);
    if (a->exponent)
        buf_printf(&text, "\u00d710^%d", a->exponent);
    axis_offset_text(a, &text);
    if (text.n && vertical)
        put_text(out, f->left, f->top - 5, "end", buf_text(&text));
    else if (text.n)
        put_text(out, f->left + f->width, f->top + f->height + 34, "end", buf_text(&text));
    buf_free(&text);
}

/* Frame, labels, and what stands over and under them. */
static void put_frame(Buf *out, const Frame *f, const char *name, const char *x, const char *y)
{
    buf_printf(out,
               "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"none\" "
               "stroke=\"#333\"/>\n",
               f->left, f->top, f->width, f->height);
    put_labels(out, f, &f->x, false);
    put_labels(out, f, &f->y, true);
    put_text(out, f->left + f->width / 2, f->top - 8, "middle", name);
    put_text(out, f->left + f->width / 2, f->top + f->height + 34, "middle", x);
    if (*y) {
        double at = f->top + f->height / 2;
        buf_printf(
            out,
            "<text text-anchor=\"middle\" x=\"16\" y=\"%.2f\" transform=\"rotate(-90 16 %.2f)\">",
            at, at);
        buf_xml(out, y);
        buf_puts(out, "</text>\n");
    }
}

/* ---- Bands ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Values of all runs at a point, sorted: interpolated where a quantile lies between two. */
static double quantile(const double *sorted, size_t n, double q)
{
    double at = q * (double)(n - 1);
    size_t i = (size_t)at;
    return i + 1 < n ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

/* band: [npoints * QUANTILES], NaN where no run has the point. */
static void find_bands(const KronTable *t, int variable, size_t npoints, double *work, double *band)
{
    static const double q[QUANTILES] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
    for (size_t i = 0; i < npoints; i++) {
        size_t n = 0;
        for (size_t run = 0; run < kron_table_rows(t); run++) {
            const double *curve = kron_table_curve(t, run, variable);
            if (curve && isfinite(curve[i]))
                work[n++] = curve[i];
        }
        qsort(work, n, sizeof *work, by_size);
        for (int k = 0; k < QUANTILES; k++)
            band[i * QUANTILES + (size_t)k] = n ? quantile(work, n, q[k]) : NAN;
    }
}

static void put_band(Buf *out, const Frame *f, const double *time, size_t n, const double *band,
                     int lower, int upper, const char *style)
{
    const char *pen = "M";
    buf_printf(out, "<path %s d=\"", style);
    for (size_t i = 0; i < n; i++)
        if (isfinite(band[i * QUANTILES])) {
            buf_printf(out, "%s%.2f %.2f", pen, pixel_x(f, time[i]),
                       pixel_y(f, band[i * QUANTILES + (size_t)upper]));
            pen = " ";
        }
    for (size_t i = n; lower != upper && i-- > 0;)
        if (isfinite(band[i * QUANTILES]))
            buf_printf(out, " %.2f %.2f", pixel_x(f, time[i]),
                       pixel_y(f, band[i * QUANTILES + (size_t)lower]));
    buf_puts(out, "\"/>\n");
}

static void put_envelope(const KronTable *t, int variable, int panel, double *work, double *band,
                         Buf *out)
{
    size_t n;
    const double *time = kron_table_times(t, &n);
    double lo = INFINITY, hi = -INFINITY;
    find_bands(t, variable, n, work, band);
    for (size_t i = 0; i < n; i++) {
        lo = fmin(lo, band[i * QUANTILES]);
        hi = fmax(hi, band[i * QUANTILES + QUANTILES - 1]);
    }
    if (!(lo <= hi))
        lo = hi = 0;
    double room = hi > lo ? 0.05 * (hi - lo) : 1;
    Frame f = frame_at(panel);
    f.x = axis_over(time[0], n > 1 ? time[n - 1] : time[0] + 1, 8, 1e-3, false);
    f.y = axis_over(lo - room, hi + room, 6, 1e-3, false);
    put_band(out, &f, time, n, band, 0, 6, "fill=\"#cfe3f1\"");
    put_band(out, &f, time, n, band, 1, 5, "fill=\"#9cc5e1\"");
    put_band(out, &f, time, n, band, 2, 4, "fill=\"#5ea0cd\"");
    put_band(out, &f, time, n, band, 3, 3, "fill=\"none\" stroke=\"#003a5d\" stroke-width=\"1.6\"");
    put_frame(out, &f, kron_table_variable(t, variable), "time", "");
    static const char *const name[] = {"all", "90 %", "50 %", "median"};
    static const char *const shade[] = {"#cfe3f1", "#9cc5e1", "#5ea0cd", "#003a5d"};
    for (int k = 0; k < 4; k++) {
        double y = f.top + 10 + 20 * k;
        buf_printf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"16\" height=\"%d\" fill=\"%s\"/>\n",
                   f.left + f.width + 12, k < 3 ? y : y + 5, k < 3 ? 12 : 2, shade[k]);
        put_text(out, f.left + f.width + 34, y + 10, "start", name[k]);
    }
}

const char *envelope_svg(const KronTable *t, const char *title, Buf *out)
{
    size_t n;
    int variables = kron_table_variables(t);
    variables = variables < MOST_PANELS ? variables : MOST_PANELS;
    if (!kron_table_times(t, &n) || !variables)
        return "there are no curves to draw";
    double *work = memory_new(kron_table_rows(t) + 1, sizeof *work);
    double *band = memory_new(n * QUANTILES + 1, sizeof *band);
    begin_picture(out, title, variables);
    for (int i = 0; i < variables; i++)
        put_envelope(t, i, i, work, band, out);
    buf_puts(out, "</svg>\n");
    free(work);
    free(band);
    return NULL;
}

/* ---- Colours ---- */

static void put_color(Buf *out, double part)
{
    static const double anchor[][3] = {
        {12, 23, 75}, {24, 86, 134}, {44, 144, 140}, {126, 190, 104}, {250, 232, 120}};
    enum { LAST = sizeof anchor / sizeof *anchor - 1 };
    double at = fmin(fmax(part, 0), 1) * LAST;
    int i = at >= LAST ? LAST - 1 : (int)at;
    int c[3];
    for (int k = 0; k < 3; k++)
        c[k] = (int)lround(anchor[i][k] + (at - i) * (anchor[i + 1][k] - anchor[i][k]));
    buf_printf(out, "#%02x%02x%02x", c[0], c[1], c[2]);
}

/* Borders of cells: half way between neighbours. */
static double border(const double *level, size_t n, size_t i)
{
    if (n == 1)
        return level[0] + (i ? 0.5 : -0.5);
    if (i == 0)
        return level[0] - (level[1] - level[0]) / 2;
    return i == n ? level[n - 1] + (level[n - 1] - level[n - 2]) / 2
                  : (level[i - 1] + level[i]) / 2;
}

static void put_scale(Buf *out, const Frame *f, double lo, double hi)
{
    enum { PARTS = 40 };
    Frame scale = {
        .left = f->left + f->width + 62, .top = f->top, .width = 14, .height = f->height};
    scale.y = axis_over(lo, hi > lo ? hi : lo + 1, 6, 1e-3, false);
    scale.y.lo = lo;
    scale.y.hi = hi > lo ? hi : lo + 1;
    for (int i = 0; i < PARTS; i++) {
        buf_printf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"14\" height=\"%.2f\" fill=\"",
                   scale.left, scale.top + scale.height * (PARTS - 1 - i) / PARTS,
                   scale.height / PARTS + 0.5);
        put_color(out, (i + 0.5) / PARTS);
        buf_puts(out, "\"/>\n");
    }
    put_labels(out, &scale, &scale.y, true);
}

/* Values of levels in a row of the design; those of the second change fastest. */
typedef struct Levels {
    size_t n;
    double *v;
} Levels;

static void find_levels(const KronDesign *d, int k, size_t stride, Levels *out)
{
    out->n = d->levels[k];
    for (size_t i = 0; i < out->n; i++)
        out->v[i] = d->value[i * stride * (size_t)d->nvaried + (size_t)k];
}

static void put_cells(const KronTable *t, const Levels *x, const Levels *y, int column, double lo,
                      double hi, const Frame *f, Buf *out)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t j = 0; j < y->n; j++) {
            double v = kron_table_value(t, i * y->n + j, column);
            double x0 = pixel_x(f, border(x->v, x->n, i)),
                   x1 = pixel_x(f, border(x->v, x->n, i + 1));
            double y0 = pixel_y(f, border(y->v, y->n, j)),
                   y1 = pixel_y(f, border(y->v, y->n, j + 1));
            buf_printf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"",
                       fmin(x0, x1), fmin(y0, y1), fabs(x1 - x0) + 0.3, fabs(y1 - y0) + 0.3);
            if (isnan(v))
                buf_puts(out, "#b0b0b0");
            else
                put_color(out, hi > lo ? (v - lo) / (hi - lo) : 0.5);
            buf_printf(out, "\"><title>%g, %g: %g</title></rect>\n", x->v[i], y->v[j], v);
        }
}

static void put_heatmap(const KronTable *t, const KronDesign *d, const Levels *x, const Levels *y,
                        int variable, Buf *out)
{
    int column =
        d->nvaried + variable * (kron_table_columns(t) - d->nvaried) / kron_table_variables(t);
    double lo = INFINITY, hi = -INFINITY;
    for (size_t i = 0; i < kron_table_rows(t); i++) {
        lo = fmin(lo, kron_table_value(t, i, column));
        hi = fmax(hi, kron_table_value(t, i, column));
    }
    if (!(lo <= hi))
        lo = hi = 0;
    if (hi - lo <= 1e-9 * fmax(fabs(lo), fabs(hi))) /* nothing but rounding */
        hi = lo;
    Frame f = frame_at(variable);
    double x0 = border(x->v, x->n, 0), x1 = border(x->v, x->n, x->n);
    double y0 = border(y->v, y->n, 0), y1 = border(y->v, y->n, y->n);
    f.x = axis_over(fmin(x0, x1), fmax(x0, x1), 8, 1e-3, false);
    f.y = axis_over(fmin(y0, y1), fmax(y0, y1), 6, 1e-3, false);
    put_cells(t, x, y, column, lo, hi, &f, out);
    put_scale(out, &f, lo, hi);
    put_frame(out, &f, kron_table_name(t, column), d->name[0], d->name[1]);
}

/* Over one list or range: a curve. */
static const char *draw_curve(const KronTable *t, const KronDesign *d, const char *title, Buf *out)
{
    int n = kron_table_variables(t), each = n ? (kron_table_columns(t) - d->nvaried) / n : 0;
    n = n < PLOT_MOST_CURVES ? n : PLOT_MOST_CURVES;
    Curves c = {.abscissa = d->name[0], .abscissa_unit = ""};
    curves_make(&c, n);
    for (int i = 0; i < n; i++)
        c.curve[i] = (Curve){
            .name = kron_table_name(t, d->nvaried + each * i), .unit = "", .kind = CURVE_REAL};
    c.ncurves = n;
    for (size_t row = 0; row < kron_table_rows(t); row++) {
        double *to = curves_add_row(&c);
        to[0] = kron_table_value(t, row, 0);
        for (int i = 0; i < n; i++)
            to[i + 1] = kron_table_value(t, row, d->nvaried + each * i);
    }
    plot_svg(&c, title, out);
    curves_free(&c);
    return NULL;
}

bool heatmap_fits(const KronDesign *d)
{
    return d->nvaried >= 1 && d->nvaried <= 2 && d->levels[0] && d->levels[d->nvaried - 1];
}

const char *heatmap_svg(const KronTable *t, const KronDesign *d, const char *title, Buf *out)
{
    int variables = kron_table_variables(t);
    variables = variables < MOST_PANELS ? variables : MOST_PANELS;
    if (!heatmap_fits(d) || !variables)
        return "there is nothing to draw";
    if (d->nvaried == 1)
        return draw_curve(t, d, title, out);
    Levels x = {0, memory_new(d->levels[0] + 1, sizeof(double))};
    Levels y = {0, memory_new(d->levels[1] + 1, sizeof(double))};
    find_levels(d, 0, d->levels[1], &x);
    find_levels(d, 1, 1, &y);
    begin_picture(out, title, variables);
    for (int i = 0; i < variables; i++)
        put_heatmap(t, d, &x, &y, i, out);
    buf_puts(out, "</svg>\n");
    free(x.v);
    free(y.v);
    return NULL;
}
