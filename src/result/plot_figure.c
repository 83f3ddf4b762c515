/* plot_figure.c - arranges curves into panels, and axes with round ticks.
 *
 * Curves of one unit share a panel as long as each that varies fills at least a twentieth of its
 * height; a Boolean signal gets a low panel of its own. Values beyond 1e300 are gaps as NaN and
 * infinity are, so that differences do not overflow. Linear in the number of points. */
#include "result/plot_figure.h"

#include <math.h>
#include <string.h>

static const double SMALLEST_PART = 0.05, LARGEST_VALUE = 1e300, NEGLIGIBLE = 1e-12;

static bool drawable(double x)
{
    return fabs(x) <= LARGEST_VALUE;
}

/* ---- Axes ---- */

static double power_of_ten(int n)
{
    return pow(10, n);
}

static int decade(double x)
{
    return (int)floor(log10(x) + 1e-9);
}

static double round_step(double raw)
{
    double power = power_of_ten(decade(raw)), part = raw / power;
    return power * (part < 1.4 ? 1 : part < 3.2 ? 2 : part < 7 ? 5 : 10);
}

/* Numbers that agree in their first digits are shown as differences from the roundest number of
 * their range. */
static void choose_offset(Axis *a)
{
    double size = fmax(fabs(a->lo), fabs(a->hi)), middle = a->lo + (a->hi - a->lo) / 2;
    if (size < 1e5 * a->step)
        return;
    int power = decade(size) + 1;
    do {
        double unit = power_of_ten(--power);
        a->offset = round(middle / unit) * unit;
    } while ((a->offset < a->lo || a->offset > a->hi) && power > decade(a->step));
    a->offset_decimals = power < 0 ? -power : 0;
}

static void count_ticks(Axis *a)
{
    a->first = ceil((a->lo - a->offset) / a->step - 1e-6);
    double last = floor((a->hi - a->offset) / a->step + 1e-6);
    a->nticks = (int)(last - a->first) + 1;
}

/* The ticks with a step of about 1/most of the range. */
static void set_ticks(Axis *a, int most, bool whole)
{
    a->step = round_step((a->hi - a->lo) / most);
    if (whole && a->step < 1)
        a->step = 1;
    a->offset = 0;
    choose_offset(a);
    count_ticks(a);
}

/* Of angles in degrees: ticks at 15, 30, 45, 90 and multiples of 180. */
static Axis axis_degrees(double lo, double hi, int most)
{
    static const double steps[] = {15, 30, 45, 90, 180, 360, 720};
    Axis a = {.lo = lo, .hi = hi};
    double least = (hi - lo) / most;
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof *steps && steps[i] < 0.7 * least)
        i++;
    a.step = steps[i];
    if (hi - lo < 30 || hi - lo > 3600)
        return axis_over(lo, hi, most, 1e-2, false);
    count_ticks(&a);
    return a;
}

Axis axis_over(double lo, double hi, int most, double small, bool whole)
{
    Axis a = {.lo = lo, .hi = hi};
    set_ticks(&a, most, whole);
    for (int more = most + 1; a.nticks < 2 && more <= most + 4; more++)
        set_ticks(&a, more, whole);
    double size = fmax(fabs(lo - a.offset), fabs(hi - a.offset));
    if (size >= 99999 || size < small)
        a.exponent = 3 * (int)floor(decade(1.1 * size) / 3.0); /* 999e-15 is 1e-12 */
    a.decimals = a.exponent - decade(a.step);
    if (a.decimals < 0)
        a.decimals = 0;
    return a;
}

/* Over logarithms: about `most` ticks at whole decades, thinned out; where less than two are seen,
 * at 1, 2 and 5 times them, or at all digits. */
static Axis axis_log(double lo, double hi, int most)
{
    static const char *const digits[] = {"1", "125", "123456789"};
    enum { ROOM = sizeof((Axis *)0)->tick / sizeof(double) };
    Axis a = {.lo = lo, .hi = hi, .log = true, .step = 1};
    double decades = floor(hi + 1e-9) - ceil(lo - 1e-9) + 1;
    double step = decades > most ? ceil(decades / most) : 1;
    for (int fine = 0; fine < 3 && a.nticks < 2; fine++) {
        a.nticks = 0;
        for (double d = step * floor(lo / step); d <= hi + 1e-9; d += step)
            for (const char *s = digits[fine]; *s; s++) {
                double at = d + log10(*s - '0');
                if (at >= lo - 1e-9 && at <= hi + 1e-9 && a.nticks < ROOM)
                    a.tick[a.nticks++] = at;
            }
    }
    return a;
}

double axis_tick(const Axis *a, int i)
{
    return a->log ? a->tick[i] : a->offset + (a->first + i) * a->step;
}

/* 0.01, 50, or a power of ten. */
static void log_label(double x, Buf *out)
{
    static const char *const digit[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                        "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    int power = decade(pow(10, x));
    double times = pow(10, x - power);
    if (power >= -3 && power <= 4) {
        buf_printf(out, "%.6g", pow(10, x));
        return;
    }
    if (times > 1.01)
        buf_printf(out, "%.0f\u00b7", times);
    char text[16];
    snprintf(text, sizeof text, "%d", power);
    buf_puts(out, "10");
    for (const char *s = text; *s; s++)
        buf_puts(out, *s == '-' ? "\u207b" : digit[*s - '0']);
}

void axis_label(const Axis *a, int i, Buf *out)
{
    if (a->log) {
        log_label(a->tick[i], out);
        return;
    }
    buf_printf(out, "%.*f", a->decimals, (a->first + i) * a->step / power_of_ten(a->exponent));
}

double axis_widest(const Axis *a, double (*width)(const char *text))
{
    double widest = 0;
    Buf label = {0};
    for (int i = 0; i < a->nticks; i++) {
        buf_clear(&label);
        axis_label(a, i, &label);
        widest = fmax(widest, width(buf_text(&label)));
    }
    buf_free(&label);
    return widest;
}

void axis_offset_text(const Axis *a, Buf *out)
{
    if (a->offset == 0)
        return;
    if (fabs(a->offset) < 1e15 && a->offset_decimals < 15)
        buf_printf(out, "%+.*f", a->offset_decimals, a->offset);
    else
        buf_printf(out, "%+.15g", a->offset);
}

const char *axis_time_prefix(const Axis *a, const char *unit)
{
    static const char *const prefix[] = {"", "m", "\u00b5", "n", "p"};
    int step = -a->exponent / 3;
    return step > 0 && step <= 4 && !strcmp(unit, "s") ? prefix[step] : "";
}

/* ---- What the values of a curve are like ---- */

typedef struct Survey {
    double lo, hi; /* lo > hi: no value can be drawn */
    bool held;     /* jumps between integers, constant for nine tenths of the time */
    bool binary;   /* held, and all values 0 or 1 */
} Survey;

/* Values as they are drawn: logarithms on logarithmic axes. */
static double abscissa_at(const Curves *c, size_t i)
{
    double t = c->data[i * ((size_t)c->ncurves + 1)];
    return !c->view.log_x ? t : t > 0 ? log10(t) : NAN;
}

static double value_at(const Curves *c, size_t i, int k)
{
    double v = c->data[i * ((size_t)c->ncurves + 1) + (size_t)k + 1];
    return !c->view.log_y ? v : v > 0 ? log10(v) : NAN;
}

static size_t end_of(const Curves *c, int k)
{
    return c->curve[k].to ? c->curve[k].to : c->n;
}

/* Of the part that is shown. */
static Survey survey(const Figure *f, int k)
{
    const Curves *c = f->c;
    Survey s = {.lo = INFINITY, .hi = -INFINITY};
    size_t intervals = 0, constant = 0, changes = 0;
    bool integer = !c->view.log_y;
    double last = NAN, last_time = NAN;
    for (size_t i = c->curve[k].from; i < end_of(c, k); i++) {
        double t = abscissa_at(c, i), v = value_at(c, i, k);
        if (!drawable(v) || !drawable(t) || t < f->clip[0][0] || t > f->clip[0][1])
            continue;
        s.lo = fmin(s.lo, v);
        s.hi = fmax(s.hi, v);
        integer = integer && v == floor(v);
        intervals += t > last_time;
        constant += t > last_time && v == last;
        changes += !isnan(last) && v != last;
        last = v;
        last_time = t;
    }
    s.held = integer && changes && !c->view.xy && (double)constant >= 0.9 * (double)intervals;
    s.binary = s.held && s.lo == 0 && s.hi == 1;
    return s;
}

static bool constant_range(double lo, double hi)
{
    return !(hi - lo > NEGLIGIBLE * fmax(fabs(lo), fabs(hi)) && hi - lo > 1e-290);
}

/* A range with room around a constant; 0 to 1 without any value. */
static void widen(double *lo, double *hi)
{
    if (!(*lo <= *hi)) {
        *lo = 0;
        *hi = 1;
    } else if (constant_range(*lo, *hi)) {
        double size = fabs(*lo), room = size > 1e-290 ? 0.1 * size : 1;
        *lo -= room;
        *hi += room;
    }
}

/* ---- Panels ---- */

static bool fits(const Figure *f, const Panel *p, int k, const Survey *s, double widest)
{
    if (p->strip || strcmp(p->unit, f->c->curve[k].unit))
        return false;
    double lo = fmin(p->lo, s->lo), hi = fmax(p->hi, s->hi), least = p->least_span;
    if (!constant_range(s->lo, s->hi))
        least = fmin(least, s->hi - s->lo);
    return !(hi - lo > widest) && !(least < SMALLEST_PART * (hi - lo));
}

static void add_to_panel(Figure *f, Panel *p, int k, const Survey *s)
{
    int at = p->ncurves++;
    for (; at > 0 && p->curve[at - 1] > k; at--)
        p->curve[at] = p->curve[at - 1];
    p->curve[at] = k;
    p->lo = fmin(p->lo, s->lo);
    p->hi = fmax(p->hi, s->hi);
    p->whole = p->whole && f->held[k];
    if (!constant_range(s->lo, s->hi))
        p->least_span = fmin(p->least_span, s->hi - s->lo);
}

/* Puts curve k into the first panel that suits, or into a new one. */
static void place(Figure *f, int k, const Survey *s, bool strip, double widest)
{
    Panel *p = f->panel;
    while (p < f->panel + f->npanels && !fits(f, p, k, s, widest))
        p++;
    if (p == f->panel + f->npanels || (strip && f->c->curve[k].kind == CURVE_BOOLEAN)) {
        p = &f->panel[f->npanels++];
        f->ntall += !strip;
        *p = (Panel){.lo = INFINITY,
                     .hi = -INFINITY,
                     .least_span = INFINITY,
                     .whole = true,
                     .strip = strip,
                     .unit = f->c->curve[k].unit};
    }
    add_to_panel(f, p, k, s);
}

static void sort_panels(Figure *f)
{
    for (int i = 1; i < f->npanels; i++) {
        Panel p = f->panel[i];
        int at = i;
        for (; at > 0 && f->panel[at - 1].curve[0] > p.curve[0]; at--)
            f->panel[at] = f->panel[at - 1];
        f->panel[at] = p;
    }
}

/* What is shown of the abscissa, or of the values: as asked for, or everything. */
static void set_clip(double *clip, const double *given, bool log)
{
    bool asked = given[0] != given[1];
    double least = fmin(given[0], given[1]), most = fmax(given[0], given[1]);
    clip[0] = !asked ? -INFINITY : !log ? least : least > 0 ? log10(least) : -INFINITY;
    clip[1] = !asked ? INFINITY : !log ? most : most > 0 ? log10(most) : INFINITY;
}

static void find_times(Figure *f)
{
    f->t0 = INFINITY;
    f->t1 = -INFINITY;
    for (size_t i = 0; i < f->c->n; i++) {
        double t = abscissa_at(f->c, i);
        if (drawable(t)) {
            f->t0 = fmin(f->t0, t);
            f->t1 = fmax(f->t1, t);
        }
    }
    f->t0 = isfinite(f->clip[0][0]) ? f->clip[0][0] : f->t0;
    f->t1 = isfinite(f->clip[0][1]) ? f->clip[0][1] : f->t1;
    widen(&f->t0, &f->t1);
}

/* A signal of 0 and 1 whose type is not known stands beside curves of about that size (a step and
 * the response to it), else it is drawn as a Boolean one. */
void figure_arrange(Figure *f, const Curves *c)
{
    Survey s[PLOT_MOST_CURVES];
    bool strip[PLOT_MOST_CURVES];
    *f = (Figure){.c = c};
    set_clip(f->clip[0], c->view.x, c->view.log_x);
    set_clip(f->clip[1], c->view.y, c->view.log_y);
    find_times(f);
    for (int k = 0; k < c->ncurves; k++) {
        CurveKind kind = c->curve[k].kind;
        s[k] = survey(f, k);
        f->held[k] = !c->view.xy && (kind == CURVE_UNKNOWN ? s[k].held : kind != CURVE_REAL);
        strip[k] = f->held[k] && !c->view.log_y &&
                   (kind == CURVE_BOOLEAN || (kind == CURVE_UNKNOWN && s[k].binary));
    }
    for (int k = 0; k < c->ncurves; k++)
        if (!strip[k])
            place(f, k, &s[k], false, INFINITY);
    for (int k = 0; k < c->ncurves; k++)
        if (strip[k])
            place(f, k, &s[k], true, 3);
    sort_panels(f);
    for (Panel *p = f->panel; p < f->panel + f->npanels; p++) {
        if (p->strip) {
            p->lo = fmin(p->lo, 0);
            p->hi = fmax(p->hi, 1);
        } else {
            p->lo = isfinite(f->clip[1][0]) ? f->clip[1][0] : p->lo;
            p->hi = isfinite(f->clip[1][1]) ? f->clip[1][1] : p->hi;
        }
        widen(&p->lo, &p->hi);
    }
}

Axis figure_abscissa(const Figure *f, int most)
{
    return f->c->view.log_x ? axis_log(f->t0, f->t1, most)
                            : axis_over(f->t0, f->t1, most, 0.1, false);
}

Axis figure_ordinate(const Figure *f, const Panel *p, int most, double room)
{
    const double *given = p->strip ? (const double[]){-INFINITY, INFINITY} : f->clip[1];
    double lo = p->lo - (isfinite(given[0]) ? 0 : room * (p->hi - p->lo));
    double hi = p->hi + (isfinite(given[1]) ? 0 : room * (p->hi - p->lo));
    return f->c->view.log_y          ? axis_log(lo, hi, most)
           : !strcmp(p->unit, "deg") ? axis_degrees(lo, hi, most)
                                     : axis_over(lo, hi, most, 1e-2, p->whole);
}

/* ---- Tracing ---- */

/* A pen whose way is cut to what is shown (Liang and Barsky). */
typedef struct Cutter {
    const Figure *f;
    const Pen *pen;
    double x, y; /* where it is; NaN: lifted */
    bool down;   /* the pen behind it */
} Cutter;

static void cut_lift(Cutter *c)
{
    if (c->down)
        c->pen->lift(c->pen->arg);
    c->down = false;
    c->x = c->y = NAN;
}

/* The part of the way that lies between lo and hi, of one coordinate. */
static bool cut_part(double from, double by, const double *clip, double *in, double *out)
{
    if (by == 0)
        return from >= clip[0] && from <= clip[1];
    double a = (clip[0] - from) / by, b = (clip[1] - from) / by;
    *in = fmax(*in, fmin(a, b));
    *out = fmin(*out, fmax(a, b));
    return *in <= *out;
}

static void cut_point(Cutter *c, double x, double y)
{
    double in = 0, out = 1, x0 = isnan(c->x) ? x : c->x, y0 = isnan(c->y) ? y : c->y;
    bool seen = cut_part(x0, x - x0, c->f->clip[0], &in, &out) &&
                cut_part(y0, y - y0, c->f->clip[1], &in, &out);
    if (seen && (!c->down || in > 0)) {
        if (c->down)
            c->pen->lift(c->pen->arg);
        c->pen->point(c->pen->arg, x0 + in * (x - x0), y0 + in * (y - y0));
        c->down = true;
    }
    if (seen && out >= 1) {
        if (x != x0 || y != y0)
            c->pen->point(c->pen->arg, x, y);
    } else if (seen) {
        c->pen->point(c->pen->arg, x0 + out * (x - x0), y0 + out * (y - y0));
    }
    if (c->down && (!seen || out < 1)) {
        c->pen->lift(c->pen->arg);
        c->down = false;
    }
    c->x = x;
    c->y = y;
}

void figure_trace(const Figure *f, int k, const Pen *pen)
{
    const Curves *c = f->c;
    Cutter cut = {f, pen, NAN, NAN, false};
    double last = NAN;
    for (size_t i = c->curve[k].from; i < end_of(c, k); i++) {
        double t = abscissa_at(c, i), v = value_at(c, i, k);
        if (!drawable(v) || !drawable(t)) {
            cut_lift(&cut);
            last = NAN;
            continue;
        }
        if (f->held[k] && v != last && !isnan(last))
            cut_point(&cut, t, last);
        cut_point(&cut, t, v);
        last = v;
    }
    cut_lift(&cut);
}
