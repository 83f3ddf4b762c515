/* plot.c - collects curves during a run. */
#include "result/plot.h"

#include <stdlib.h>

struct Plot {
    const KModel *model;
    int chosen[PLOT_MOST_TERMINAL];
    Curves curves;
};

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

static CurveKind kind_of(const KVariable *v)
{
    return v->type == K_BOOLEAN                        ? CURVE_BOOLEAN
           : v->type == K_INTEGER || v->type == K_ENUM ? CURVE_INTEGER
                                                       : CURVE_REAL;
}

Plot *plot_new(const KModel *model, int n, const int *chosen)
{
    Plot *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->model = model;
    Curves *c = &p->curves;
    c->ncurves = n > PLOT_MOST_TERMINAL ? PLOT_MOST_TERMINAL : n;
    c->left_out = n - c->ncurves;
    c->abscissa = "time";
    c->abscissa_unit = "s";
    for (int k = 0; k < c->ncurves; k++) {
        const KVariable *v = &model->variable[chosen[k]];
        p->chosen[k] = chosen[k];
        c->curve[k] = (Curve){v->name, v->unit, kind_of(v)};
    }
    return p;
}

void plot_free(Plot *p)
{
    if (p)
        curves_free(&p->curves);
    free(p);
}

void plot_point(Plot *p, const KInst *m)
{
    double *row = curves_add_row(&p->curves);
    if (!row)
        return;
    row[0] = m->time;
    for (int k = 0; k < p->curves.ncurves; k++)
        row[k + 1] = k_value(m, &p->model->variable[p->chosen[k]]);
}

void plot_draw(const Plot *p, FILE *out)
{
    plot_terminal(&p->curves, out);
}
