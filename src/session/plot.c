/* plot.c - curves in the terminal, drawn with Braille dots (2 x 4 a character). */
#include "session/plot.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST_CURVES = 12, HEIGHT = 16, MARGIN = 12 };

struct Plot {
    const KModel *model;
    int ncurves;
    int chosen[MOST_CURVES];
    int left_out;
    size_t n, cap;
    double *data; /* rows of time and curves */
};

Plot *plot_new(const KModel *model, int n, const int *chosen)
{
    Plot *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->model = model;
    p->ncurves = n > MOST_CURVES ? MOST_CURVES : n;
    p->left_out = n - p->ncurves;
    memcpy(p->chosen, chosen, (size_t)p->ncurves * sizeof *chosen);
    return p;
}

void plot_free(Plot *p)
{
    if (p)
        free(p->data);
    free(p);
}

void plot_point(Plot *p, const KInst *m)
{
    size_t width = (size_t)p->ncurves + 1;
    if (p->n == p->cap) {
        size_t cap = p->cap ? 2 * p->cap : 1024;
        double *data = realloc(p->data, cap * width * sizeof *data);
        if (!data)
            return;
        p->data = data;
        p->cap = cap;
    }
    double *row = p->data + p->n++ * width;
    row[0] = m->time;
    for (int k = 0; k < p->ncurves; k++)
        row[k + 1] = k_value(m, &p->model->variable[p->chosen[k]]);
}

/* ---- Drawing ---- */

typedef struct Canvas {
    int width, height;  /* characters */
    uint8_t *dots;      /* Braille pattern of each */
    int8_t *curve;      /* which curve was drawn last there */
    double t0, t1, lo, hi;
} Canvas;

static void dot(Canvas *c, int x, int y, int curve)
{
    static const uint8_t bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x < 0 || y < 0 || x >= 2 * c->width || y >= 4 * c->height)
        return;
    int at = y / 4 * c->width + x / 2;
    c->dots[at] |= bit[y % 4][x % 2];
    c->curve[at] = (int8_t)curve;
}

static void line(Canvas *c, double xa, double ya, double xb, double yb, int curve)
{
    double steps = ceil(fmax(fabs(xb - xa), fabs(yb - ya)));
    if (!(steps < 1e6))
        return;
    for (int i = 0; i <= (int)steps; i++) {
        double s = steps > 0 ? i / steps : 0;
        dot(c, (int)lround(xa + s * (xb - xa)), (int)lround(ya + s * (yb - ya)), curve);
    }
}

static void draw_curve(const Plot *p, Canvas *c, int k)
{
    size_t width = (size_t)p->ncurves + 1;
    double sx = (2 * c->width - 1) / (c->t1 > c->t0 ? c->t1 - c->t0 : 1);
    double sy = (4 * c->height - 1) / (c->hi - c->lo);
    double px = NAN, py = NAN;
    for (size_t i = 0; i < p->n; i++) {
        double v = p->data[i * width + (size_t)k + 1];
        double x = (p->data[i * width] - c->t0) * sx, y = (c->hi - v) * sy;
        if (isfinite(v) && isfinite(py))
            line(c, px, py, x, y, k);
        px = x;
        py = isfinite(v) ? y : NAN;
    }
}

static void find_range(const Plot *p, Canvas *c)
{
    size_t width = (size_t)p->ncurves + 1;
    c->t0 = p->data[0];
    c->t1 = p->data[(p->n - 1) * width];
    c->lo = INFINITY;
    c->hi = -INFINITY;
    for (size_t i = 0; i < p->n; i++)
        for (int k = 0; k < p->ncurves; k++) {
            double v = p->data[i * width + (size_t)k + 1];
            if (isfinite(v)) {
                c->lo = fmin(c->lo, v);
                c->hi = fmax(c->hi, v);
            }
        }
    if (!(c->lo <= c->hi)) {
        c->lo = -1;
        c->hi = 1;
    }
    if (c->hi - c->lo < 1e-12 * fmax(1, fabs(c->hi))) {
        double room = fmax(0.5, 0.1 * fabs(c->hi));
        c->lo -= room;
        c->hi += room;
    }
}

static const char *color_of(int k)
{
    static const char *const colors[] = {"\033[34m", "\033[31m", "\033[32m",
                                         "\033[35m", "\033[33m", "\033[36m"};
    return colors[k % 6];
}

static void print_canvas(const Plot *p, const Canvas *c, FILE *out, bool color)
{
    for (int y = 0; y < c->height; y++) {
        if (y == 0 || y == c->height - 1)
            fprintf(out, "%*.4g \xE2\x94\xA4", MARGIN - 2, y ? c->lo : c->hi);
        else
            fprintf(out, "%*s\xE2\x94\x82", MARGIN - 1, "");
        for (int x = 0; x < c->width; x++) {
            int at = y * c->width + x;
            if (!c->dots[at]) {
                fputc(' ', out);
                continue;
            }
            unsigned code = 0x2800u + c->dots[at];
            if (color)
                fputs(color_of(c->curve[at]), out);
            fprintf(out, "%c%c%c", (int)(0xE0 | code >> 12), (int)(0x80 | (code >> 6 & 0x3F)),
                    (int)(0x80 | (code & 0x3F)));
            if (color)
                fputs("\033[0m", out);
        }
        fputc('\n', out);
    }
    fprintf(out, "%*s\xE2\x94\x94", MARGIN - 1, "");
    for (int x = 0; x < c->width; x++)
        fputs("\xE2\x94\x80", out);
    fprintf(out, "\n%*s%-*.4g%*.4g\n", MARGIN, "", c->width / 2, c->t0, c->width - c->width / 2, c->t1);
    for (int k = 0; k < p->ncurves; k++)
        fprintf(out, "%*s%s\xE2\x94\x80\xE2\x94\x80%s %s%s%s%s\n", MARGIN, "",
                color ? color_of(k) : "", color ? "\033[0m" : "",
                p->model->variable[p->chosen[k]].name,
                *p->model->variable[p->chosen[k]].unit ? " [" : "",
                p->model->variable[p->chosen[k]].unit,
                *p->model->variable[p->chosen[k]].unit ? "]" : "");
    if (p->left_out)
        fprintf(out, "%*sand %d more\n", MARGIN, "", p->left_out);
}

void plot_draw(const Plot *p, FILE *out)
{
    if (!p->n)
        return;
    bool tty = isatty(fileno(out));
    struct winsize size;
    Canvas c = {.width = 68, .height = HEIGHT};
    if (tty && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > MARGIN + 20)
        c.width = size.ws_col - MARGIN - 1 < 200 ? size.ws_col - MARGIN - 1 : 200;
    size_t cells = (size_t)c.width * (size_t)c.height;
    c.dots = calloc(cells, sizeof *c.dots);
    c.curve = calloc(cells, sizeof *c.curve);
    if (c.dots && c.curve) {
        find_range(p, &c);
        for (int k = 0; k < p->ncurves; k++)
            draw_curve(p, &c, k);
        print_canvas(p, &c, out, tty && !getenv("NO_COLOR"));
    }
    free(c.dots);
    free(c.curve);
}
