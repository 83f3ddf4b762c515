/* plot.c - curves as rows of numbers. */
#include "result/plot.h"
#include "base/units.h"

#include <stdlib.h>

double *curves_add_row(Curves *c)
{
    size_t width = (size_t)c->ncurves + 1;
    if (c->n == c->cap) {
        size_t cap = c->cap ? 2 * c->cap : 1024;
        double *data = realloc(c->data, cap * width * sizeof *data);
        if (!data)
            return NULL;
        c->data = data;
        c->cap = cap;
    }
    return c->data + c->n++ * width;
}

bool curves_make(Curves *c, int n)
{
    c->curve = calloc((size_t)n + 1, sizeof *c->curve);
    c->ncurves = c->curve ? n : 0;
    return c->curve != NULL;
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
