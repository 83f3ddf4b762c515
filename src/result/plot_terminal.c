/* plot_terminal.c - curves in the terminal, drawn with Braille dots (2 x 4 a character).
 *
 * Panels stand one above the other over a common abscissa, each under a line with the names of its
 * curves. Without colours, or with more curves than colours, letters on the curves tell them
 * apart. Linear in the number of points. */
#include "base/die.h"
#include "result/plot_figure.h"
#include "rt/texts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NCOLORS = 6, LETTERS_A_CURVE = 4, NARROWEST = 40, WIDEST = 240, USUAL_WIDTH = 80 };

typedef struct Canvas {
    const Figure *f;
    FILE *out;
    bool color;
    int width, height, margin; /* characters */
    Axis x, y;
    uint8_t *dots;         /* [height * width] Braille patterns */
    int8_t *curve;         /* [height * width] the curve drawn last there */
    char *letter;          /* [height * width] drawn instead; 0: none */
    int16_t *row;          /* [width] where the curve being drawn was last */
    int now;               /* the curve being drawn */
    double last_x, last_y; /* of the pen; NaN: lifted */
} Canvas;

/* ---- Drawing ---- */

static void dot(Canvas *c, int x, int y)
{
    static const uint8_t bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x < 0 || y < 0 || x >= 2 * c->width || y >= 4 * c->height)
        return;
    int at = y / 4 * c->width + x / 2;
    c->dots[at] |= bit[y % 4][x % 2];
    c->curve[at] = (int8_t)c->now;
    c->row[x / 2] = (int16_t)(y / 4);
}

static double dot_y(const Canvas *c, double v)
{
    return (c->y.hi - v) / (c->y.hi - c->y.lo) * (4 * c->height - 1);
}

static double dot_x(const Canvas *c, double t)
{
    return (t - c->x.lo) / (c->x.hi - c->x.lo) * (2 * c->width - 1);
}

static void pen_point(void *arg, double t, double v)
{
    Canvas *c = arg;
    double x = dot_x(c, t), y = dot_y(c, v);
    double from_x = isnan(c->last_x) ? x : c->last_x, from_y = isnan(c->last_y) ? y : c->last_y;
    int steps = (int)ceil(fmax(fabs(x - from_x), fabs(y - from_y)));
    for (int i = 0; i <= steps; i++) {
        double s = steps ? (double)i / steps : 0;
        dot(c, (int)lround(from_x + s * (x - from_x)), (int)lround(from_y + s * (y - from_y)));
    }
    c->last_x = x;
    c->last_y = y;
}

static void pen_lift(void *arg)
{
    Canvas *c = arg;
    c->last_x = c->last_y = NAN;
}

/* The letters of curve j of n stand between those of the others. */
static void put_letters(Canvas *c, int j, int n)
{
    for (int i = 0; i < LETTERS_A_CURVE; i++) {
        int x = (int)((i + (j + 0.5) / n) * c->width / LETTERS_A_CURVE);
        if (c->row[x] >= 0)
            c->letter[c->row[x] * c->width + x] = (char)('a' + j);
    }
}

/* ---- Printing ---- */

static void put_color(const Canvas *c, int k)
{
    static const int color[NCOLORS] = {32, 166, 36, 175, 178, 74};
    if (c->color)
        fprintf(c->out, "\033[38;5;%dm",
                color[(c->f->c->curve[k].like ? c->f->c->curve[k].like - 1 : k) % NCOLORS]);
}

static void end_color(const Canvas *c)
{
    if (c->color)
        fputs("\033[0m", c->out);
}

static double columns_of(const char *utf8)
{
    int n = 0;
    for (; *utf8; utf8++)
        n += (*utf8 & 0xC0) != 0x80;
    return n;
}

static bool lettered(const Canvas *c, const Panel *p)
{
    return p->ncurves > 1 && (!c->color || p->ncurves > NCOLORS);
}

static void put_note(const Axis *a, bool exponent, Buf *out)
{
    static const char *const digit[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                        "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    if (exponent && a->exponent) {
        char text[16];
        snprintf(text, sizeof text, "%d", a->exponent);
        buf_puts(out, " \u00d710");
        for (const char *s = text; *s; s++)
            buf_puts(out, *s == '-' ? "\u207b" : digit[*s - '0']);
    }
    if (a->offset != 0) {
        buf_putc(out, ' ');
        axis_offset_text(a, out);
    }
}

/* The line of names above a panel, continued below where it is too long. */
static void print_names(const Canvas *c, const Panel *p)
{
    int at = 0;
    fprintf(c->out, "%*s", c->margin + 1, "");
    for (int j = 0; j < p->ncurves; j++) {
        const Curve *curve = &c->f->c->curve[p->curve[j]];
        Buf text = {0};
        buf_puts(&text, curve->name);
        if (*curve->unit)
            buf_printf(&text, " [%s]", curve->unit);
        k_printable(text.s);
        if (j == p->ncurves - 1)
            put_note(&c->y, true, &text);
        int room = (int)columns_of(buf_text(&text)) + 3;
        if (at && at + 3 + room > c->width) {
            fprintf(c->out, "\n%*s", c->margin + 1, "");
            at = 0;
        }
        fputs(at ? "   " : "", c->out);
        put_color(c, p->curve[j]);
        if (lettered(c, p))
            fprintf(c->out, "%c ", 'a' + j);
        else
            fputs("\u2500\u2500 ", c->out);
        end_color(c);
        fputs(buf_text(&text), c->out);
        at += room + (at ? 3 : 0);
        buf_free(&text);
    }
    fputc('\n', c->out);
}

static void print_cell(const Canvas *c, int at)
{
    unsigned code = 0x2800u + c->dots[at];
    if (!c->dots[at] || c->letter[at])
        fputc(c->letter[at] ? c->letter[at] : ' ', c->out);
    else
        fprintf(c->out, "%c%c%c", (int)(0xE0 | code >> 12), (int)(0x80 | (code >> 6 & 0x3F)),
                (int)(0x80 | (code & 0x3F)));
}

/* Row y up to its last dot; the colour is set where it changes. */
static void print_cells(const Canvas *c, int y)
{
    int end = c->width, color = -1;
    while (end > 0 && !c->dots[y * c->width + end - 1])
        end--;
    for (int x = 0; x < end; x++) {
        int at = y * c->width + x;
        if (c->dots[at] && c->curve[at] != color)
            put_color(c, color = c->curve[at]);
        print_cell(c, at);
    }
    if (end)
        end_color(c);
    fputc('\n', c->out);
}

static void print_rows(const Canvas *c)
{
    for (int y = 0; y < c->height; y++) {
        Buf label = {0};
        for (int i = 0; i < c->y.nticks; i++)
            if ((int)lround(dot_y(c, axis_tick(&c->y, i))) / 4 == y) {
                buf_clear(&label);
                axis_label(&c->y, i, &label);
            }
        fprintf(c->out, "%*s%s%s", c->margin - (int)columns_of(buf_text(&label)), "",
                buf_text(&label), label.n ? "\u2524" : "\u2502");
        buf_free(&label);
        print_cells(c, y);
    }
}

static void print_abscissa(const Canvas *c)
{
    const char *prefix = axis_time_prefix(&c->x, c->f->c->abscissa_unit);
    Buf labels = {0}, name = {0};
    int end = 0; /* columns written of the labels */
    fprintf(c->out, "%*s\u2514", c->margin, "");
    for (int x = 0, i = 0; x < c->width; x++) {
        while (i < c->x.nticks && (int)lround(dot_x(c, axis_tick(&c->x, i))) / 2 < x)
            i++;
        bool tick = i < c->x.nticks && (int)lround(dot_x(c, axis_tick(&c->x, i))) / 2 == x;
        fputs(tick ? "\u252c" : "\u2500", c->out);
        if (tick) {
            Buf label = {0};
            axis_label(&c->x, i, &label);
            int columns = (int)columns_of(buf_text(&label));
            int start = c->margin + 1 + x - columns / 2;
            if (!end || start > end) {
                buf_printf(&labels, "%*s%s", start - end, "", buf_text(&label));
                end = start + columns;
            }
            buf_free(&label);
        }
    }
    buf_puts(&name, c->f->c->abscissa);
    if (*c->f->c->abscissa_unit)
        buf_printf(&name, " [%s%s]", prefix, c->f->c->abscissa_unit);
    k_printable(name.s);
    put_note(&c->x, !*prefix, &name);
    int shift = c->margin + 1 + (c->width - (int)columns_of(buf_text(&name))) / 2;
    fprintf(c->out, "\n%s\n%*s%s\n", buf_text(&labels), shift, "", buf_text(&name));
    buf_free(&labels);
    buf_free(&name);
}

/* ---- Panels ---- */

static int height_of(const Figure *f, const Panel *p)
{
    return p->strip ? 2 : f->ntall > 2 ? 8 : f->ntall > 1 ? 11 : 16;
}

static Axis vertical_axis(const Figure *f, const Panel *p)
{
    return figure_ordinate(f, p, p->strip ? 1 : height_of(f, p) / 3, 0);
}

static void draw_panel(Canvas *c, const Panel *p)
{
    size_t cells = (size_t)c->width * (size_t)c->height;
    memset(c->dots, 0, cells * sizeof *c->dots);
    memset(c->letter, 0, cells * sizeof *c->letter);
    for (int j = 0; j < p->ncurves; j++) {
        memset(c->row, 0xff, (size_t)c->width * sizeof *c->row);
        c->now = p->curve[j];
        pen_lift(c);
        figure_trace(c->f, p->curve[j], &(Pen){c, pen_point, pen_lift});
        if (lettered(c, p))
            put_letters(c, j, p->ncurves);
    }
    print_names(c, p);
    print_rows(c);
}

static int widest_label(const Figure *f)
{
    double widest = 4;
    for (int i = 0; i < f->npanels; i++) {
        Axis y = vertical_axis(f, &f->panel[i]);
        widest = fmax(widest, axis_widest(&y, columns_of));
    }
    return (int)widest;
}

void plot_terminal(const Curves *curves, FILE *out, int width, bool color)
{
    if (!curves->n || !curves->ncurves)
        return;
    Figure f;
    figure_arrange(&f, curves);
    Canvas c = {.f = &f, .out = out, .color = color, .margin = widest_label(&f) + 1};
    width = width <= 0 ? USUAL_WIDTH : width;
    c.width = (width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width) - c.margin - 2;
    c.x = figure_abscissa(&f, c.width / 8);
    size_t cells = (size_t)c.width * 16;
    c.dots = memory_new(cells, sizeof *c.dots);
    c.curve = memory_new(cells, sizeof *c.curve);
    c.letter = memory_new(cells, sizeof *c.letter);
    c.row = memory_new((size_t)c.width, sizeof *c.row);
    for (int i = 0; i < f.npanels; i++) {
        c.height = height_of(&f, &f.panel[i]);
        c.y = vertical_axis(&f, &f.panel[i]);
        draw_panel(&c, &f.panel[i]);
    }
    print_abscissa(&c);
    if (curves->left_out)
        fprintf(out, "%*sand %d more\n", c.margin + 1, "", curves->left_out);
    free(c.dots);
    free(c.curve);
    free(c.letter);
    free(c.row);
}
