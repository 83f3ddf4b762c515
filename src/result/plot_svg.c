/* plot_svg.c - curves as an SVG picture for reports.
 *
 * Panels stand one above the other over a common abscissa, each under its legend, so that no text
 * lies on a curve. Colours are those of Okabe and Ito, which stay apart for colour-blind eyes; line
 * styles change as well, for print without colours. Points that fall into the same half pixel of
 * the abscissa are reduced to the first, the least, the greatest and the last: linear in the number
 * of points, and the size of the picture is bounded. */
#include "result/plot_figure.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const double WIDTH = 720, RIGHT = 24, EDGE = 10, ROW = 18, GAP = 12, SAMPLE = 30,
                    BETWEEN = 18, FONT = 12;

enum { NCOLORS = 7, NDASHES = 4, FEW = 4 };
static const char *const color[NCOLORS] = {"#0072b2", "#d55e00", "#009e73", "#000000",
                                           "#cc79a7", "#e69f00", "#56b4e9"};
static const char *const dash[NDASHES] = {"", "7 3", "9 3 2 3", "2 2"};

typedef struct Picture {
    const Figure *f;
    Buf *out;
    double left, width; /* of the panels */
    double top, height; /* of the panel being drawn */
    Axis x, y;
} Picture;

/* ---- Text ---- */

/* A number as in labels: with a true minus sign. */
static void put_number(Buf *out, const char *s)
{
    for (; *s; s++)
        if (*s == '-')
            buf_puts(out, "\u2212");
        else
            buf_putc(out, *s);
}

static double char_width(char c)
{
    if ((c & 0xC0) == 0x80)
        return 0;
    return strchr("ijl.,:;'|!I[]() t", c)       ? 0.35
           : strchr("mwMW@%", c)                ? 0.92
           : (c >= 'A' && c <= 'Z') || c & 0x80 ? 0.72
                                                : 0.6;
}

/* About what a text takes; sans-serif fonts differ by a tenth. */
static double text_width(const char *s)
{
    double width = 0;
    for (; *s; s++)
        width += char_width(*s) * FONT;
    return width;
}

/* A unit in Modelica's notation as it is printed: squares, cubes, products, some signs. */
static void put_unit(Buf *out, const char *unit)
{
    static const struct {
        const char *name, *sign;
    } symbol[] = {{"Ohm", "\u03a9"}, {"degC", "\u00b0C"}, {"deg", "\u00b0"},
                  {"2", "\u00b2"},   {"3", "\u00b3"},     {".", "\u00b7"}};
    for (const char *s = unit; *s;) {
        bool after_letter = s > unit && isalpha((unsigned char)s[-1]);
        size_t n = 0;
        for (size_t i = 0; i < sizeof symbol / sizeof *symbol && !n; i++) {
            size_t length = strlen(symbol[i].name);
            if (!strncmp(s, symbol[i].name, length) &&
                (after_letter || !isdigit((unsigned char)*s)) &&
                !isdigit((unsigned char)s[length])) {
                buf_puts(out, symbol[i].sign);
                n = length;
            }
        }
        if (!n) {
            char one[5] = "";
            uint32_t code;
            n = utf8_length(s, strlen(s), &code);
            n = n ? n : 1;
            memcpy(one, s, n);
            buf_xml(out, one);
        }
        s += n;
    }
}

/* The name, or its beginning and end if it takes more than `room`. */
static void put_shortened(Buf *out, const char *s, double room)
{
    const char *head = s, *tail = s + strlen(s);
    if (text_width(s) <= room) {
        buf_xml(out, s);
        return;
    }
    double used = 0.9 * FONT;
    while (used + char_width(tail[-1]) * FONT < 0.6 * room)
        used += char_width(*--tail) * FONT;
    while ((*tail & 0xC0) == 0x80)
        tail++;
    while (used + char_width(*head) * FONT < room || (*head & 0xC0) == 0x80)
        used += char_width(*head++) * FONT;
    Buf text = {0};
    buf_write(&text, s, (size_t)(head - s));
    buf_puts(&text, "\u2026");
    buf_puts(&text, tail);
    buf_xml(out, buf_text(&text));
    buf_free(&text);
}

/* The factor and the offset of an axis, as the inside of a text; its width. */
static double put_note(const Axis *a, bool exponent, Buf *out)
{
    Buf text = {0};
    double width = 0;
    if (exponent && a->exponent) {
        buf_printf(&text, "%d", a->exponent);
        buf_puts(out, "\u00d710<tspan dy=\"-4\" font-size=\"9\">");
        put_number(out, buf_text(&text));
        buf_puts(out, "</tspan>");
        width += 24 + 6 * (double)text.n;
        buf_clear(&text);
    }
    axis_offset_text(a, &text);
    if (text.n) {
        buf_puts(out, width > 0 ? "<tspan dy=\"4\">\u00a0\u00a0" : "<tspan>");
        put_number(out, (char[]){text.s[0], 0});
        buf_puts(out, "\u00a0");
        put_number(out, text.s + 1);
        buf_puts(out, "</tspan>");
        width += text_width(buf_text(&text)) + 12;
    }
    buf_free(&text);
    return width;
}

/* ---- The way of a curve ---- */

static double pixel_x(const Picture *w, double t)
{
    return w->left + (t - w->x.lo) / (w->x.hi - w->x.lo) * w->width;
}

static double pixel_y(const Picture *w, double v)
{
    return w->top + (w->y.hi - v) / (w->y.hi - w->y.lo) * w->height;
}

typedef struct Place {
    double x, y;
    int number; /* within its half pixel */
} Place;

typedef struct Tracer {
    const Picture *w;
    Buf path, dots;
    double column;    /* the half pixel being collected */
    int n;            /* points in it */
    Place first[FEW]; /* the first of them */
    Place least, greatest, last;
    int drawn; /* points of the line so far */
    double last_x, last_y;
    size_t line; /* where the current line of text began */
} Tracer;

static void put_coordinate(Buf *out, double x)
{
    char text[40];
    int n = snprintf(text, sizeof text, "%.2f", x);
    while (text[n - 1] == '0')
        n--;
    buf_write(out, text, (size_t)(text[n - 1] == '.' ? n - 1 : n));
}

static void draw_to(Tracer *t, const Place *p)
{
    buf_puts(&t->path, !t->drawn ? "M" : t->path.n - t->line > 90 ? "\n" : " ");
    if (t->path.s[t->path.n - 1] == '\n')
        t->line = t->path.n;
    put_coordinate(&t->path, p->x);
    buf_putc(&t->path, ' ');
    put_coordinate(&t->path, p->y);
    t->drawn++;
    t->last_x = p->x;
    t->last_y = p->y;
}

/* Draws what the half pixel holds, in the order in which it came. */
static void draw_column(Tracer *t)
{
    bool falling = t->least.number > t->greatest.number;
    const Place *extreme[] = {falling ? &t->greatest : &t->least,
                              falling ? &t->least : &t->greatest, &t->last};
    int number = -1;
    for (int i = 0; i < t->n && (i < 1 || t->n <= FEW); i++)
        draw_to(t, &t->first[number = i]);
    for (int i = 0; i < 3 && t->n > FEW; i++)
        if (extreme[i]->number > number)
            draw_to(t, extreme[i]), number = extreme[i]->number;
    t->n = 0;
}

static void pen_point(void *arg, double time, double value)
{
    Tracer *t = arg;
    Place p = {pixel_x(t->w, time), pixel_y(t->w, value), 0};
    double column = floor(2 * p.x);
    if (t->n && column != t->column)
        draw_column(t);
    p.number = t->n++;
    t->column = column;
    if (p.number < FEW)
        t->first[p.number] = p;
    if (!p.number)
        t->least = t->greatest = p;
    else if (p.y > t->least.y)
        t->least = p;
    else if (p.y < t->greatest.y)
        t->greatest = p;
    t->last = p;
}

static void pen_lift(void *arg)
{
    Tracer *t = arg;
    draw_column(t);
    if (t->drawn == 1)
        buf_printf(&t->dots, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2.2\"/>", t->last_x, t->last_y);
    t->drawn = 0;
}

/* The number that a curve gets its colour by. */
static int style_of(const Picture *w, int k)
{
    int like = w->f->c->curve[k].like;
    return like ? like - 1 : k;
}

static void put_style(const Picture *w, Buf *out, int k, int j)
{
    buf_printf(out, " stroke=\"%s\"", color[style_of(w, k) % NCOLORS]);
    if (*dash[j % NDASHES])
        buf_printf(out, " stroke-dasharray=\"%s\"", dash[j % NDASHES]);
}

/* Curve j of the panel. */
static void draw_curve(Picture *w, int k, int j)
{
    Tracer t = {.w = w};
    figure_trace(w->f, k, &(Pen){&t, pen_point, pen_lift});
    buf_puts(w->out, "<g class=\"curve\"><title>");
    buf_xml(w->out, w->f->c->curve[k].name);
    buf_puts(w->out, "</title>");
    if (t.path.n) {
        buf_puts(w->out, "<path fill=\"none\" stroke-width=\"1.6\" stroke-linejoin=\"round\"");
        put_style(w, w->out, k, j);
        buf_printf(w->out, " d=\"%s\"/>", buf_text(&t.path));
    }
    if (t.dots.n)
        buf_printf(w->out, "<g fill=\"%s\">%s</g>", color[style_of(w, k) % NCOLORS],
                   buf_text(&t.dots));
    buf_puts(w->out, "</g>\n");
    buf_free(&t.path);
    buf_free(&t.dots);
}

/* ---- Grid and labels ---- */

static void minor_line(const Picture *w, double at, bool vertical, Buf *out)
{
    if (vertical)
        buf_printf(out, "M%.2f %.2fv%.2f", pixel_x(w, at), w->top, w->height);
    else
        buf_printf(out, "M%.2f %.2fh%.2f", w->left, pixel_y(w, at), w->width);
}

/* At 2 to 9 times the powers of ten, where they do not crowd. */
static void minor_log(const Picture *w, const Axis *a, bool vertical, Buf *out)
{
    double decade = (vertical ? w->width : w->height) / (a->hi - a->lo);
    for (double d = floor(a->lo); d < a->hi && decade > 40; d++)
        for (int i = 2; i < 10; i++) {
            double at = d + log10(i);
            if (at > a->lo && at < a->hi)
                minor_line(w, at, vertical, out);
        }
}

/* Lines between the ticks: fifths, or quarters of steps of 2. */
static void minor_lines(const Picture *w, const Axis *a, bool vertical, Buf *out)
{
    if (a->log) {
        minor_log(w, a, vertical, out);
        return;
    }
    double digit = a->step / pow(10, floor(log10(a->step) + 1e-9));
    int parts = fabs(digit - 2) < 0.1 ? 4 : 5;
    double length = vertical ? w->width : w->height;
    if (length * a->step / (a->hi - a->lo) / parts < 7)
        return;
    for (int i = -parts; i <= a->nticks * parts; i++) {
        double at = a->offset + (a->first + (double)i / parts) * a->step;
        if (i % parts == 0 || at <= a->lo || at >= a->hi)
            continue;
        minor_line(w, at, vertical, out);
    }
}

static void draw_grid(Picture *w)
{
    Buf minor = {0}, major = {0};
    minor_lines(w, &w->x, true, &minor);
    minor_lines(w, &w->y, false, &minor);
    for (int i = 0; i < w->x.nticks; i++)
        buf_printf(&major, "M%.2f %.2fv%.2f", pixel_x(w, axis_tick(&w->x, i)), w->top, w->height);
    for (int i = 0; i < w->y.nticks; i++)
        buf_printf(&major, "M%.2f %.2fh%.2f", w->left, pixel_y(w, axis_tick(&w->y, i)), w->width);
    buf_printf(w->out, "<path class=\"minor\" stroke=\"#f0f0f0\" d=\"%s\"/>\n", buf_text(&minor));
    buf_printf(w->out, "<path class=\"major\" stroke=\"#d8d8d8\" d=\"%s\"/>\n", buf_text(&major));
    if (w->y.lo < 0 && w->y.hi > 0 && !w->y.log)
        buf_printf(w->out, "<path class=\"zero\" stroke=\"#a0a0a0\" d=\"M%.2f %.2fh%.2f\"/>\n",
                   w->left, pixel_y(w, 0), w->width);
    buf_free(&minor);
    buf_free(&major);
}

static void draw_frame(Picture *w)
{
    Buf ticks = {0};
    for (int i = 0; i < w->x.nticks; i++)
        buf_printf(&ticks, "M%.2f %.2fv-4", pixel_x(w, axis_tick(&w->x, i)), w->top + w->height);
    for (int i = 0; i < w->y.nticks; i++)
        buf_printf(&ticks, "M%.2f %.2fh4", w->left, pixel_y(w, axis_tick(&w->y, i)));
    buf_printf(w->out, "<path class=\"ticks\" stroke=\"#333\" d=\"%s\"/>\n", buf_text(&ticks));
    buf_printf(w->out,
               "<rect class=\"frame\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
               "fill=\"none\" stroke=\"#333\"/>\n",
               w->left, w->top, w->width, w->height);
    buf_free(&ticks);
}

static void put_label(const Axis *a, int i, Buf *out)
{
    Buf text = {0};
    axis_label(a, i, &text);
    put_number(out, buf_text(&text));
    buf_free(&text);
}

static void draw_vertical_labels(Picture *w, const Panel *p)
{
    buf_puts(w->out, "<g text-anchor=\"end\">\n");
    for (int i = 0; i < w->y.nticks; i++) {
        buf_printf(w->out, "<text class=\"tick-y\" x=\"%.2f\" y=\"%.2f\">", w->left - 6,
                   pixel_y(w, axis_tick(&w->y, i)) + 4);
        put_label(&w->y, i, w->out);
        buf_puts(w->out, "</text>\n");
    }
    buf_puts(w->out, "</g>\n");
    if (*p->unit) {
        double y = w->top + w->height / 2;
        buf_printf(w->out,
                   "<text class=\"unit\" text-anchor=\"middle\" x=\"%.2f\" y=\"%.2f\" "
                   "transform=\"rotate(-90 %.2f %.2f)\">[",
                   EDGE + 10, y, EDGE + 10, y);
        put_unit(w->out, p->unit);
        buf_puts(w->out, "]</text>\n");
    }
}

static void draw_abscissa(Picture *w)
{
    double y = w->top + w->height;
    const char *prefix = axis_time_prefix(&w->x, w->f->c->abscissa_unit);
    buf_puts(w->out, "<g text-anchor=\"middle\">\n");
    for (int i = 0; i < w->x.nticks; i++) {
        buf_printf(w->out, "<text class=\"tick-x\" x=\"%.2f\" y=\"%.2f\">",
                   pixel_x(w, axis_tick(&w->x, i)), y + 17);
        put_label(&w->x, i, w->out);
        buf_puts(w->out, "</text>\n");
    }
    buf_printf(w->out, "<text class=\"abscissa\" x=\"%.2f\" y=\"%.2f\">", w->left + w->width / 2,
               y + 36);
    put_shortened(w->out, w->f->c->abscissa, w->width / 2);
    if (*w->f->c->abscissa_unit)
        buf_printf(w->out, " [%s%s]", prefix, w->f->c->abscissa_unit);
    buf_puts(w->out, "</text>\n</g>\n");
    if ((w->x.exponent && !*prefix) || w->x.offset != 0) {
        buf_printf(w->out, "<text class=\"note-x\" text-anchor=\"end\" x=\"%.2f\" y=\"%.2f\">",
                   w->left + w->width, y + 36);
        put_note(&w->x, !*prefix, w->out);
        buf_puts(w->out, "</text>\n");
    }
}

/* ---- Legend ---- */

/* Draws the legend in rows that begin at y, behind the note of the axis, or only counts them
 * (out NULL). */
static int legend(Picture *w, const Panel *p, double y, Buf *out)
{
    Buf note = {0};
    double x = put_note(&w->y, true, &note), end = WIDTH - RIGHT - w->left;
    if (out && note.n)
        buf_printf(out, "<text class=\"note-y\" x=\"%.2f\" y=\"%.2f\">%s</text>\n", w->left, y,
                   buf_text(&note));
    x = note.n ? x + BETWEEN : 0;
    buf_free(&note);
    int rows = 1;
    for (int j = 0; j < p->ncurves; j++) {
        const char *name = w->f->c->curve[p->curve[j]].name;
        double room = SAMPLE + text_width(name);
        if (x > 0 && x + room > end) {
            x = 0;
            rows++;
        }
        if (out) {
            double row = y + (rows - 1) * ROW;
            buf_printf(out, "<path stroke-width=\"1.6\" d=\"M%.2f %.2fh%.2f\"", w->left + x,
                       row - 4, SAMPLE - 6);
            put_style(w, out, p->curve[j], j);
            buf_printf(out, "/>\n<text class=\"legend\" x=\"%.2f\" y=\"%.2f\"><title>",
                       w->left + x + SAMPLE, row);
            buf_xml(out, name);
            buf_puts(out, "</title>");
            put_shortened(out, name, end - SAMPLE);
            buf_puts(out, "</text>\n");
        }
        x += room + BETWEEN;
    }
    return rows;
}

/* ---- The picture ---- */

static double panel_height(const Figure *f, const Panel *p)
{
    return p->strip ? 34 : f->ntall > 4 ? 110 : f->ntall > 2 ? 140 : f->ntall > 1 ? 190 : 320;
}

static Axis vertical_axis(const Figure *f, const Panel *p)
{
    if (p->strip)
        return axis_over(p->lo - 0.2, p->hi + 0.2, 2, 0, true);
    return figure_ordinate(f, p, (int)(panel_height(f, p) / 35), 0.05);
}

/* As many ticks as their labels leave room for. */
static void set_abscissa(Picture *w)
{
    for (int most = 10; most > 1; most--) {
        w->x = figure_abscissa(w->f, most);
        double apart = w->x.log && w->x.nticks > 1 ? w->x.tick[1] - w->x.tick[0] : w->x.step;
        if (axis_widest(&w->x, text_width) + 14 < w->width * apart / (w->x.hi - w->x.lo))
            return;
    }
}

static void set_left(Picture *w)
{
    double widest = 0;
    bool units = false;
    for (const Panel *p = w->f->panel; p < w->f->panel + w->f->npanels; p++) {
        Axis y = vertical_axis(w->f, p);
        units = units || *p->unit;
        widest = fmax(widest, axis_widest(&y, text_width));
    }
    w->left = ceil(EDGE + widest + 10 + (units ? 18 : 0));
    w->width = WIDTH - RIGHT - w->left;
}

static void draw_panel(Picture *w, const Panel *p, int number)
{
    buf_printf(w->out, "<g class=\"panel\" id=\"panel-%d\">\n", number);
    draw_grid(w);
    for (int j = 0; j < p->ncurves; j++)
        draw_curve(w, p->curve[j], j);
    draw_frame(w);
    draw_vertical_labels(w, p);
}

void plot_svg(const Curves *c, const char *title, Buf *out)
{
    Figure f;
    figure_arrange(&f, c);
    Buf body = {0};
    Picture w = {.f = &f, .out = &body};
    set_left(&w);
    set_abscissa(&w);
    double y = EDGE;
    for (int i = 0; i < f.npanels; i++) {
        const Panel *p = &f.panel[i];
        w.y = vertical_axis(&f, p);
        int rows = legend(&w, p, y, NULL);
        w.top = y + rows * ROW + 2;
        w.height = panel_height(&f, p);
        draw_panel(&w, p, i + 1);
        legend(&w, p, y + 12, &body);
        buf_puts(&body, "</g>\n");
        y = w.top + w.height + GAP;
    }
    draw_abscissa(&w);
    int height = (int)ceil(y - GAP + 46);
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%d\" "
               "viewBox=\"0 0 %.0f %d\" font-family=\"Helvetica, Arial, sans-serif\" "
               "font-size=\"%.0f\" fill=\"#111\">\n<title>",
               WIDTH, height, WIDTH, height, FONT);
    buf_xml(out, title);
    buf_puts(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    buf_puts(out, buf_text(&body));
    buf_puts(out, "</svg>\n");
    buf_free(&body);
}
