/* plot.c - curves as rows of numbers. */
#include "result/plot.h"

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

void curves_free(Curves *c)
{
    free(c->data);
    c->data = NULL;
    c->n = c->cap = 0;
}
