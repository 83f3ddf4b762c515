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

/* The ticks with a step of about 1/most of the range. */
static void set_ticks(Axis *a, int most, bool whole)
{
    a->step = round_step((a->hi - a->lo) / most);
    if (whole && a->step < 1)
        a->step = 1;
    a->offset = 0;
    choose_offset(a);
    a->first = ceil((a->lo - a->offset) / a->step - 1e-6);
    double last = floor((a->hi - a->offset) / a->step + 1e-6);
    a->nticks = (int)(last - a->first) + 1;
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

double axis_tick(const Axis *a, int i)
{
    return a->offset + (a->first + i) * a->step;
}

void axis_label(const Axis *a, int i, Buf *out)
{
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

static Survey survey(const Curves *c, int k)
{
    Survey s = {.lo = INFINITY, .hi = -INFINITY};
    size_t width = (size_t)c->ncurves + 1, intervals = 0, constant = 0, changes = 0;
    bool integer = true;
    double last = NAN, last_time = NAN;
    for (size_t i = 0; i < c->n; i++) {
        double t = c->data[i * width], v = c->data[i * width + (size_t)k + 1];
        if (!drawable(v) || !drawable(t))
            continue;
        s.lo = fmin(s.lo, v);
        s.hi = fmax(s.hi, v);
        integer = integer && v == floor(v);
        intervals += t > last_time;
        constant += t > last_time && v == last;
        changes += i > 0 && v != last;
        last = v;
        last_time = t;
    }
    s.held = integer && changes && (double)constant >= 0.9 * (double)intervals;
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

static void find_times(Figure *f)
{
    size_t width = (size_t)f->c->ncurves + 1;
    f->t0 = INFINITY;
    f->t1 = -INFINITY;
    for (size_t i = 0; i < f->c->n; i++) {
        double t = f->c->data[i * width];
        if (drawable(t)) {
            f->t0 = fmin(f->t0, t);
            f->t1 = fmax(f->t1, t);
        }
    }
    widen(&f->t0, &f->t1);
}

/* A signal of 0 and 1 whose type is not known stands beside curves of about that size (a step and
 * the response to it), else it is drawn as a Boolean one. */
void figure_arrange(Figure *f, const Curves *c)
{
    Survey s[PLOT_MOST_CURVES];
    bool strip[PLOT_MOST_CURVES];
    *f = (Figure){.c = c};
    find_times(f);
    for (int k = 0; k < c->ncurves; k++) {
        CurveKind kind = c->curve[k].kind;
        s[k] = survey(c, k);
        f->held[k] = kind == CURVE_UNKNOWN ? s[k].held : kind != CURVE_REAL;
        strip[k] = kind == CURVE_BOOLEAN || (kind == CURVE_UNKNOWN && s[k].binary);
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
        }
        widen(&p->lo, &p->hi);
    }
}

/* ---- Tracing ---- */

void figure_trace(const Figure *f, int k, const Pen *pen)
{
    const Curves *c = f->c;
    size_t width = (size_t)c->ncurves + 1;
    double last = NAN;
    for (size_t i = 0; i < c->n; i++) {
        double t = c->data[i * width], v = c->data[i * width + (size_t)k + 1];
        if (!drawable(v) || !drawable(t)) {
            pen->lift(pen->arg);
            last = NAN;
            continue;
        }
        if (f->held[k] && v != last && !isnan(last))
            pen->point(pen->arg, t, last);
        pen->point(pen->arg, t, v);
        last = v;
    }
    pen->lift(pen->arg);
}
