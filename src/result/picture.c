/* picture.c - draws SVG documents that kron has written as PNG, PDF or EPS, by cairo.
 *
 * What our own pictures consist of is understood: svg, g, rect, path of straight lines, line,
 * circle, text with tspan, title; colours as #rgb, #rrggbb, white, black, none; fill, stroke,
 * opacity, dashes, font size, anchor, rotation. cairo is loaded when it is asked for: it brings
 * twenty libraries along, which would double the time that kron takes to begin. One pass over the
 * text. */
#include "result/picture.h"

#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cairo ---- */

typedef struct Surface Surface; /* cairo_surface_t */
typedef struct Drawing Drawing; /* cairo_t */
typedef int Write(void *closure, const unsigned char *data, unsigned length);
typedef struct Extents {
    double x_bearing, y_bearing, width, height, x_advance, y_advance;
} Extents;

/* Result, name, parameters. */
#define CAIRO(F)                                                                                   \
    F(Surface *, image_surface_create, (int format, int width, int height))                        \
    F(Surface *, pdf_surface_create_for_stream, (Write *, void *, double width, double height))    \
    F(Surface *, ps_surface_create_for_stream, (Write *, void *, double width, double height))     \
    F(void, ps_surface_set_eps, (Surface *, int eps))                                              \
    F(int, surface_write_to_png_stream, (Surface *, Write *, void *))                              \
    F(int, surface_status, (Surface *))                                                            \
    F(void, surface_destroy, (Surface *))                                                          \
    F(Drawing *, create, (Surface *))                                                              \
    F(void, destroy, (Drawing *))                                                                  \
    F(int, status, (Drawing *))                                                                    \
    F(void, save, (Drawing *))                                                                     \
    F(void, restore, (Drawing *))                                                                  \
    F(void, scale, (Drawing *, double, double))                                                    \
    F(void, translate, (Drawing *, double, double))                                                \
    F(void, rotate, (Drawing *, double))                                                           \
    F(void, set_source_rgba, (Drawing *, double, double, double, double))                          \
    F(void, set_line_width, (Drawing *, double))                                                   \
    F(void, set_line_join, (Drawing *, int))                                                       \
    F(void, set_dash, (Drawing *, const double *, int, double))                                    \
    F(void, new_path, (Drawing *))                                                                 \
    F(void, move_to, (Drawing *, double, double))                                                  \
    F(void, line_to, (Drawing *, double, double))                                                  \
    F(void, rel_line_to, (Drawing *, double, double))                                              \
    F(void, close_path, (Drawing *))                                                               \
    F(void, rectangle, (Drawing *, double, double, double, double))                                \
    F(void, arc, (Drawing *, double, double, double, double, double))                              \
    F(void, fill, (Drawing *))                                                                     \
    F(void, fill_preserve, (Drawing *))                                                            \
    F(void, stroke, (Drawing *))                                                                   \
    F(void, select_font_face, (Drawing *, const char *, int, int))                                 \
    F(void, set_font_size, (Drawing *, double))                                                    \
    F(void, text_extents, (Drawing *, const char *, Extents *))                                    \
    F(void, show_text, (Drawing *, const char *))                                                  \
    F(void, show_page, (Drawing *))

typedef struct Cairo {
#define MEMBER(result, name, parameters) result(*name) parameters;
    CAIRO(MEMBER)
} Cairo;

/* False: the library is not there. It stays loaded. */
static bool load_cairo(Cairo *c)
{
    void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
#define LOAD(result, name, parameters)                                                             \
    *(void **)&c->name = dlsym(library, "cairo_" #name);                                           \
    if (!c->name)                                                                                  \
        return false;
    CAIRO(LOAD)
    return true;
}

static int write_bytes(void *buf, const unsigned char *data, unsigned length)
{
    buf_write(buf, (const char *)data, length);
    return 0;
}

/* ---- Attributes ---- */

enum { DEEPEST = 32, LONGEST = 400 };

typedef struct Style {
    double fill[4], stroke[4]; /* red, green, blue, opacity (0: none) */
    double line, size;         /* widths of lines and fonts */
    double dash[8];
    int ndash;
    char anchor; /* s, m, e */
} Style;

typedef struct Renderer {
    const Cairo *c;
    Drawing *d;
    const char *at;
    double width, height;
    int depth;
    Style style[DEEPEST];
    bool turned[DEEPEST];
    bool untitled;             /* outside of title */
    Buf text;                  /* of the text element being read: runs, each zero-terminated */
    int nruns;                 /* 0 outside of text */
    double size[16], rise[16]; /* of the runs */
    size_t from[16];
    double x, y;
} Renderer;

/* The value of an attribute of the element that begins at `tag`; "" if it has none. */
static const char *attribute(const char *tag, const char *end, const char *name, char *room)
{
    size_t n = strlen(name);
    room[0] = 0;
    for (const char *s = tag; s + n + 2 < end; s++) {
        if (!isspace((unsigned char)s[0]) || strncmp(s + 1, name, n) || s[n + 1] != '=')
            continue;
        const char *from = s + n + 3, *to = memchr(from, s[n + 2], (size_t)(end - from));
        size_t length = to ? (size_t)(to - from) : 0;
        if (length >= LONGEST)
            return "";
        memcpy(room, from, length);
        room[length] = 0;
        break;
    }
    return room;
}

static double number(const Renderer *r, const char *tag, const char *end, const char *name,
                     double whole)
{
    char room[LONGEST], *rest;
    const char *text = attribute(tag, end, name, room);
    double x = strtod(text, &rest);
    (void)r;
    return *rest == '%' ? x / 100 * whole : x;
}

static void set_color(double *color, const char *text)
{
    unsigned code = 0;
    if (!*text)
        return;
    double opacity = strcmp(text, "none") ? 1 : 0;
    if (*text == '#') {
        code = (unsigned)strtoul(text + 1, NULL, 16);
        if (strlen(text) == 4)
            code = (code >> 8 & 15) * 0x110000 + (code >> 4 & 15) * 0x1100 + (code & 15) * 0x11;
    } else if (!strcmp(text, "white")) {
        code = 0xffffff;
    }
    for (int i = 0; i < 3; i++)
        color[i] = (code >> (16 - 8 * i) & 255) / 255.0;
    color[3] = opacity;
}

static void set_dashes(Style *s, const char *text)
{
    char *rest;
    if (!*text)
        return;
    for (s->ndash = 0; s->ndash < 8; text = rest) {
        double x = strtod(text, &rest);
        if (rest == text)
            break;
        s->dash[s->ndash++] = x;
        rest += strspn(rest, ", ");
    }
}

static void read_style(const char *tag, const char *end, Style *s)
{
    char room[LONGEST];
    set_color(s->fill, attribute(tag, end, "fill", room));
    set_color(s->stroke, attribute(tag, end, "stroke", room));
    set_dashes(s, attribute(tag, end, "stroke-dasharray", room));
    if (*attribute(tag, end, "fill-opacity", room))
        s->fill[3] *= strtod(room, NULL);
    if (*attribute(tag, end, "stroke-width", room))
        s->line = strtod(room, NULL);
    if (*attribute(tag, end, "font-size", room))
        s->size = strtod(room, NULL);
    if (*attribute(tag, end, "text-anchor", room))
        s->anchor = room[0];
}

/* transform="rotate(a x y)" or "rotate(a)"; false: there is none. */
static bool turn(Renderer *r, const char *tag, const char *end)
{
    static const double degree = 0.017453292519943295;
    char room[LONGEST];
    double a, x = 0, y = 0;
    if (sscanf(attribute(tag, end, "transform", room), "rotate(%lf %lf %lf", &a, &x, &y) < 1)
        return false;
    r->c->save(r->d);
    r->c->translate(r->d, x, y);
    r->c->rotate(r->d, a * degree);
    r->c->translate(r->d, -x, -y);
    return true;
}

/* ---- Shapes ---- */

static void paint(Renderer *r, const Style *s)
{
    const Cairo *c = r->c;
    if (s->fill[3] > 0) {
        c->set_source_rgba(r->d, s->fill[0], s->fill[1], s->fill[2], s->fill[3]);
        c->fill_preserve(r->d);
    }
    if (s->stroke[3] > 0) {
        c->set_source_rgba(r->d, s->stroke[0], s->stroke[1], s->stroke[2], s->stroke[3]);
        c->set_line_width(r->d, s->line);
        c->set_line_join(r->d, 1);
        c->set_dash(r->d, s->dash, s->ndash, 0);
        c->stroke(r->d);
    }
    c->new_path(r->d);
}

/* M, L, H, V, Z; small letters: from where the pen is. Numbers alone go on as L. */
static void follow_path(Renderer *r, const char *s, const char *end)
{
    double at[2] = {0, 0};
    char command = 'L', *rest;
    while (s < end) {
        s += strspn(s, " \n,");
        if (isalpha((unsigned char)*s))
            command = *s++;
        bool from_here = islower((unsigned char)command);
        char what = (char)toupper((unsigned char)command);
        if (what == 'Z') {
            r->c->close_path(r->d);
            continue;
        }
        for (int i = what == 'V'; i <= (what != 'H'); i++) {
            double x = strtod(s, &rest);
            if (rest == s || rest > end)
                return;
            at[i] = x + (from_here ? at[i] : 0);
            s = rest;
        }
        (what == 'M' ? r->c->move_to : r->c->line_to)(r->d, at[0], at[1]);
        command = what == 'M' ? from_here ? 'l' : 'L' : command;
    }
}

static void draw_path(Renderer *r, const char *tag, const char *end)
{
    const char *d = tag;
    while (d + 4 < end && !(isspace((unsigned char)d[0]) && !strncmp(d + 1, "d=\"", 3)))
        d++;
    const char *to = d + 4 < end ? memchr(d + 4, '"', (size_t)(end - d - 4)) : NULL;
    if (to)
        follow_path(r, d + 4, to);
}

static void draw_shape(Renderer *r, const char *tag, const char *end, const Style *s)
{
    const Cairo *c = r->c;
    double x = number(r, tag, end, "x", r->width), y = number(r, tag, end, "y", r->height);
    if (!strncmp(tag, "rect", 4)) {
        c->rectangle(r->d, x, y, number(r, tag, end, "width", r->width),
                     number(r, tag, end, "height", r->height));
    } else if (!strncmp(tag, "circle", 6)) {
        c->arc(r->d, number(r, tag, end, "cx", 0), number(r, tag, end, "cy", 0),
               number(r, tag, end, "r", 0), 0, 6.283185307179586);
    } else if (!strncmp(tag, "line", 4)) {
        c->move_to(r->d, number(r, tag, end, "x1", 0), number(r, tag, end, "y1", 0));
        c->line_to(r->d, number(r, tag, end, "x2", 0), number(r, tag, end, "y2", 0));
    } else if (!strncmp(tag, "path", 4)) {
        draw_path(r, tag, end);
    } else {
        return;
    }
    paint(r, s);
}

/* ---- Text ---- */

static void begin_run(Renderer *r, double size, double dy)
{
    if (r->nruns >= 16)
        return;
    double before = r->nruns ? r->rise[r->nruns - 1] : 0;
    if (r->nruns)
        buf_putc(&r->text, 0);
    r->from[r->nruns] = r->text.n;
    r->rise[r->nruns] = before + dy;
    r->size[r->nruns++] = size;
}

static void draw_text(Renderer *r, const Style *s)
{
    const Cairo *c = r->c;
    double width = 0, at = r->x;
    Extents e;
    buf_putc(&r->text, 0);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < r->nruns; i++) {
            const char *text = r->text.s + r->from[i];
            c->set_font_size(r->d, r->size[i]);
            c->text_extents(r->d, text, &e);
            if (pass) {
                c->set_source_rgba(r->d, s->fill[0], s->fill[1], s->fill[2], s->fill[3]);
                c->move_to(r->d, at, r->y + r->rise[i]);
                c->show_text(r->d, text);
                at += e.x_advance;
            }
            width += pass ? 0 : e.x_advance;
        }
        at -= pass ? 0 : s->anchor == 'm' ? width / 2 : s->anchor == 'e' ? width : 0;
    }
    c->new_path(r->d);
    buf_clear(&r->text);
    r->nruns = 0;
}

/* Characters between elements, entities resolved. */
static void read_characters(Renderer *r, const char *end)
{
    static const struct {
        const char *name;
        char c;
    } entity[] = {{"&amp;", '&'},   {"&lt;", '<'},   {"&gt;", '>'}, {"&quot;", '"'},
                  {"&apos;", '\''}, {"&#39;", '\''}, {"&#10;", ' '}};
    for (; r->at < end; r->at++) {
        char c = *r->at;
        for (size_t i = 0; c == '&' && i < sizeof entity / sizeof *entity; i++)
            if (!strncmp(r->at, entity[i].name, strlen(entity[i].name))) {
                c = entity[i].c;
                r->at += strlen(entity[i].name) - 1;
                break;
            }
        if (r->nruns && r->untitled && c != '\n')
            buf_putc(&r->text, c);
    }
}

/* ---- Elements ---- */

static bool is_element(const char *tag, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(tag, name, n) && !isalpha((unsigned char)tag[n]);
}

static void open_element(Renderer *r, const char *tag, const char *end)
{
    Style s = r->style[r->depth];
    bool alone = end[-1] == '/';
    read_style(tag, end, &s);
    bool turned = turn(r, tag, end);
    if (is_element(tag, "title")) {
        r->untitled = false;
    } else if (is_element(tag, "text")) {
        r->x = number(r, tag, end, "x", 0);
        r->y = number(r, tag, end, "y", 0);
        r->untitled = true;
        begin_run(r, s.size, 0);
    } else if (is_element(tag, "tspan")) {
        begin_run(r, s.size, number(r, tag, end, "dy", 0));
    } else {
        draw_shape(r, tag, end, &s);
    }
    if (alone && turned)
        r->c->restore(r->d);
    if (alone || r->depth + 1 >= DEEPEST)
        return;
    r->depth++;
    r->style[r->depth] = s;
    r->turned[r->depth] = turned;
}

static void close_element(Renderer *r, const char *tag)
{
    if (is_element(tag, "title"))
        r->untitled = true;
    else if (is_element(tag, "tspan"))
        begin_run(r, r->depth ? r->style[r->depth - 1].size : 12, 0);
    else if (is_element(tag, "text"))
        draw_text(r, &r->style[r->depth]);
    if (r->turned[r->depth])
        r->c->restore(r->d);
    r->depth -= r->depth > 0;
}

static void render(Renderer *r, const char *text)
{
    r->c->select_font_face(r->d, "sans-serif", 0, 0);
    r->untitled = true;
    for (r->at = text; *r->at;) {
        const char *tag = strchr(r->at, '<'), *end = tag ? strchr(tag, '>') : NULL;
        if (!end)
            return;
        read_characters(r, tag);
        if (tag[1] == '/')
            close_element(r, tag + 2);
        else if (tag[1] != '?' && tag[1] != '!')
            open_element(r, tag + 1, end);
        r->at = end + 1;
    }
}

/* ---- Files ---- */

static bool ends_in(const char *path, const char *suffix)
{
    size_t n = strlen(path), k = strlen(suffix);
    return n > k && !strcmp(path + n - k, suffix);
}

bool is_picture(const char *path)
{
    return ends_in(path, ".svg") || ends_in(path, ".png") || ends_in(path, ".pdf") ||
           ends_in(path, ".eps");
}

/* Twice the size in pixels of the document for PNG, points otherwise. */
static Surface *make_surface(const Cairo *c, const char *path, double width, double height,
                             Buf *out)
{
    if (ends_in(path, ".png"))
        return c->image_surface_create(0, (int)(2 * width), (int)(2 * height));
    if (ends_in(path, ".pdf"))
        return c->pdf_surface_create_for_stream(write_bytes, out, 0.75 * width, 0.75 * height);
    Surface *s = c->ps_surface_create_for_stream(write_bytes, out, 0.75 * width, 0.75 * height);
    c->ps_surface_set_eps(s, 1);
    return s;
}

static bool draw_document(const Cairo *c, const char *path, const char *svg, Buf *out)
{
    const char *tag = strstr(svg, "<svg"), *end = tag ? strchr(tag, '>') : NULL;
    bool png = ends_in(path, ".png");
    Renderer r = {.c = c};
    if (!end)
        return false;
    r.width = number(&r, tag, end, "width", 0);
    r.height = number(&r, tag, end, "height", 0);
    Surface *s = make_surface(c, path, r.width, r.height, out);
    r.d = c->create(s);
    r.style[0] = (Style){.fill = {0, 0, 0, 1}, .line = 1, .size = 12, .anchor = 's'};
    c->scale(r.d, png ? 2 : 0.75, png ? 2 : 0.75);
    render(&r, svg);
    c->show_page(r.d);
    bool good = !c->status(r.d);
    c->destroy(r.d);
    good = good && (!png || !c->surface_write_to_png_stream(s, write_bytes, out));
    good = !c->surface_status(s) && good;
    c->surface_destroy(s); /* writes the end of what is not PNG */
    buf_free(&r.text);
    return good;
}

bool picture_for(const char *path, const Buf *svg, Buf *out, const char **why)
{
    Cairo c;
    if (!ends_in(path, ".png") && !ends_in(path, ".pdf") && !ends_in(path, ".eps")) {
        buf_write(out, buf_text(svg), svg->n);
        return true;
    }
    if (!load_cairo(&c)) {
        *why = "PNG, PDF and EPS need the library libcairo.so.2 (Debian: libcairo2)";
        return false;
    }
    *why = "cairo cannot draw it";
    return draw_document(&c, path, buf_text(svg), out);
}
