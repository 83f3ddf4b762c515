/* plot.c - curves as rows of numbers. */
#include "result/plot.h"
#include "base/die.h"
#include "base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double *curves_add_row(Curves *c)
{
    size_t width = (size_t)c->ncurves + 1;
    if (c->n == c->cap) {
        size_t cap = c->cap ? 2 * c->cap : 1024;
        double *data = realloc(c->data, cap * width * sizeof *data);
        KRON_MEMORY(data);
        c->data = data;
        c->cap = cap;
    }
    return c->data + c->n++ * width;
}

void curves_make(Curves *c, int n)
{
    c->curve = memory_new((size_t)n + 1, sizeof *c->curve);
    c->ncurves = n;
}

void curves_display(Curves *c)
{
    size_t width = (size_t)c->ncurves + 1;
    for (int k = 0; k < c->ncurves; k++) {
        Curve *curve = &c->curve[k];
        double zero = 0;
        if (!curve->display || !*curve->display ||
            !unit_convert(curve->unit, curve->display, &zero))
            continue;
        for (size_t i = 0; i < c->n; i++)
            (void)unit_convert(curve->unit, curve->display, &c->data[i * width + (size_t)k + 1]);
        curve->unit = curve->display;
        curve->display = NULL;
    }
}

void curves_free(Curves *c)
{
    free(c->data);
    free(c->curve);
    c->data = NULL;
    c->curve = NULL;
    c->ncurves = 0;
    c->n = c->cap = 0;
}

void curves_join(Curves *c, const Curves *more)
{
    int n = c->ncurves + more->ncurves;
    size_t width = (size_t)n + 1, old = (size_t)c->ncurves + 1, new = (size_t)more->ncurves + 1;
    size_t rows = c->n + more->n;
    Curve *curve = memory_new((size_t)n + 1, sizeof *curve);
    double *data = memory_new(rows * width + 1, sizeof *data);
    for (int k = 0; k < n; k++) {
        bool first = k < c->ncurves;
        curve[k] = first ? c->curve[k] : more->curve[k - c->ncurves];
        if (first)
            curve[k].to = curve[k].to ? curve[k].to : c->n;
        else
            curve[k].from = c->n, curve[k].to = rows;
    }
    for (size_t i = 0; i < rows; i++) {
        bool first = i < c->n;
        const double *from = first ? c->data + i * old : more->data + (i - c->n) * new;
        double *to = data + i * width;
        for (size_t k = 0; k < width; k++)
            to[k] = NAN;
        to[0] = from[0];
        memcpy(to + (first ? 1 : old), from + 1, ((first ? old : new) - 1) * sizeof *to);
    }
    free(c->curve);
    free(c->data);
    c->curve = curve;
    c->data = data;
    c->ncurves = n;
    c->n = c->cap = rows;
}
