/* numbered.c - tables of the Modelica Standard Library before version 3.2.1, which knows them by
 * Integers that `when initial()` gives them.
 *
 * The equation that asks for one may be evaluated many times before the model has begun, so that a
 * table that is there already is given again. */
#include "rt/library.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

typedef enum { OVER_TIME, CURVE, SURFACE } Kind;

/* What it was asked for with. */
typedef struct Wish {
    Kind kind;
    const char *name, *file;
    const double *table;
    size_t nrows, ncols;
    double start;
    int smoothness, extrapolation;
} Wish;

typedef struct Numbered {
    Wish wish; /* with copies */
    void *table;
} Numbered;

static void numbered_free(void *numbered)
{
    Numbered *t = numbered;
    if (!t)
        return;
    k_table_free(t->table);
    free((char *)t->wish.name);
    free((char *)t->wish.file);
    free((double *)t->wish.table);
    free(t);
}

static bool is_same(const Wish *a, const Wish *b)
{
    return a->kind == b->kind && a->nrows == b->nrows && a->ncols == b->ncols &&
           a->start == b->start && a->smoothness == b->smoothness &&
           a->extrapolation == b->extrapolation && !strcmp(a->name, b->name) &&
           !strcmp(a->file, b->file) &&
           !memcmp(a->table, b->table, a->nrows * a->ncols * sizeof *a->table);
}

/* All columns can be asked for. */
static void *make_table(const Wish *w)
{
    if (w->kind == SURFACE)
        return k_surface_new2(w->file, w->name, w->table, w->nrows, w->ncols, w->smoothness,
                              w->extrapolation, 0);
    if (w->kind == CURVE)
        return k_curve_new2(w->file, w->name, w->table, w->nrows, w->ncols, NULL, 0, w->smoothness,
                            w->extrapolation, 0);
    return k_time_new2(w->file, w->name, w->table, w->nrows, w->ncols, w->start, NULL, 0,
                       w->smoothness, w->extrapolation, 0, 1, 0);
}

static Numbered *numbered_new(const Wish *wish)
{
    void *made = make_table(wish);
    size_t size = wish->nrows * wish->ncols * sizeof *wish->table;
    double *table = malloc(size + 1);
    Numbered *t = calloc(1, sizeof *t);
    if (t) {
        *t = (Numbered){*wish, made};
        t->wish.name = strdup(wish->name);
        t->wish.file = strdup(wish->file);
        t->wish.table = table ? memcpy(table, wish->table, size) : NULL;
    }
    if (t && t->wish.name && t->wish.file && table)
        return t;
    numbered_free(t);
    k_error("out of memory for a table");
}

static int number_of(const Wish *wish)
{
    for (int i = k_objects_here(); i > 0; i--) {
        const Numbered *t = k_object_of(i, numbered_free);
        if (t && is_same(&t->wish, wish))
            return i;
    }
    return k_object_here(numbered_new(wish), numbered_free);
}

static void *table_of(int number, Kind kind)
{
    const Numbered *t = k_object_of(number, numbered_free);
    if (!t || t->wish.kind != kind)
        k_error("the table is used before it is made");
    return t->table;
}

/* ---- Over time ---- */

int k_number_time(const char *name, const char *file, const double *table, size_t nrows,
                  size_t ncols, double start, int smoothness, int extrapolation)
{
    Wish w = {OVER_TIME, name, file, table, nrows, ncols, start, smoothness, extrapolation};
    return number_of(&w);
}

/* In version 2.2, where both choices are counted from 0. */
int k_number_time_before(double time, double start, int smoothness, int extrapolation,
                         const char *name, const char *file, const double *table, size_t nrows,
                         size_t ncols, int by_columns)
{
    (void)time, (void)by_columns;
    return k_number_time(name, file, table, nrows, ncols, start, smoothness + 1, extrapolation + 1);
}

double k_numbered_time_value(int number, int column, double time)
{
    return k_time_value(table_of(number, OVER_TIME), column, time, DBL_MAX, 0);
}

double k_numbered_time_first(int number)
{
    return k_curve_first(table_of(number, OVER_TIME));
}

double k_numbered_time_last(int number)
{
    return k_curve_last(table_of(number, OVER_TIME));
}

/* ---- Over inputs: beyond their ends the last two points go on ---- */

enum { LAST_TWO_POINTS = 2 };

int k_number_curve(const char *name, const char *file, const double *table, size_t nrows,
                   size_t ncols, int smoothness)
{
    Wish w = {CURVE, name, file, table, nrows, ncols, 0, smoothness, LAST_TWO_POINTS};
    return number_of(&w);
}

double k_numbered_curve_value(int number, int column, double u)
{
    return k_curve_value(table_of(number, CURVE), column, u);
}

int k_number_surface(const char *name, const char *file, const double *table, size_t nrows,
                     size_t ncols, int smoothness)
{
    Wish w = {SURFACE, name, file, table, nrows, ncols, 0, smoothness, LAST_TWO_POINTS};
    return number_of(&w);
}

double k_numbered_surface_value(int number, double u1, double u2)
{
    return k_surface_value(table_of(number, SURFACE), u1, u2);
}
