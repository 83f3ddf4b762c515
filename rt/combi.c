/* combi.c - the tables of Modelica.Blocks: curves over time, over an input, and surfaces.
 *
 * A table over time is cut into pieces at its time events. Which piece is in use is told by the
 * next event, an argument of every question, so that a table has no memory but for where it was
 * looked up last: at an event the piece before it counts until the next event is another.
 *
 * Functions that make a table end with the version of their counterpart in the library's C code. */
#include "rt/library.h"
#include "rt/matrix_file.h"
#include "rt/table.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { EVENTS_ALWAYS = 1, EVENTS_AT_JUMPS, EVENTS_NEVER } TimeEvents;

typedef struct Combi {
    int nrows, ncols; /* of the matrix; a surface has its abscissae in the first row and column */
    double *m;
    int nused;
    int *used;     /* [nused] columns, from 0 */
    double *slope; /* [nused][nrows]; surface: along both axes and mixed, each [n1][n2]; NULL */
    Smoothness smooth;
    Beyond beyond;
    int hint, hint2;
    double start, shift; /* over time: */
    TimeEvents events;
    int nevents, *event; /* [nevents] nodes with events, ascending */
} Combi;

static void combi_free(Combi *t)
{
    if (!t)
        return;
    free(t->m);
    free(t->used);
    free(t->slope);
    free(t->event);
    free(t);
}

/* ---- Making ---- */

static bool is_given(const char *name)
{
    return strcmp(name, "NoName") != 0 && name[strspn(name, " ")];
}

/* Ends a table of which there is something to say. */
static void give_up(Combi *t, const char *why)
{
    if (!why)
        return;
    combi_free(t);
    k_error("%s", why);
}

/* The matrix of the model, of a file, or of the user's function for this kind of tables. */
static void take_matrix(Combi *t, int kind, const char *file, const char *name, const double *table,
                        size_t nrows, size_t ncols, const char *delimiter, int header)
{
    if (is_given(name) && is_given(file)) {
        Matrix m = {0};
        const char *why =
            matrix_read(k_resource(file), name, *delimiter ? *delimiter : ',', header, &m);
        give_up(t, why);
        t->nrows = m.nrows;
        t->ncols = m.ncols;
        t->m = m.v;
        return;
    }
    if (is_given(name)) {
        int dim[2] = {0};
        give_up(t, k_user_table(name, kind, dim, &t->m));
        t->nrows = dim[0];
        t->ncols = dim[1];
        return;
    }
    if (is_given(file))
        give_up(t, "a file is given, but not the name of the table in it");
    if (!nrows)
        give_up(t, "there is no table: give it rows, or, if it is on file, fileName and tableName");
    t->nrows = (int)nrows;
    t->ncols = (int)ncols;
    t->m = malloc((nrows * ncols + 1) * sizeof *t->m);
    if (t->m)
        memcpy(t->m, table, nrows * ncols * sizeof *t->m);
}

/* Ends a table that is wrong. */
static void refuse(Combi *t, const char *name, const char *why)
{
    int nrows = t->nrows, ncols = t->ncols;
    combi_free(t);
    k_error("the table `%s` (%d rows, %d columns) %s", is_given(name) ? name : "table", nrows,
            ncols, why);
}

static void check(Combi *t, bool good, const char *name, const char *why)
{
    if (!good)
        refuse(t, name, why);
}

/* Two neighbours of an axis, of which the second must be larger. */
static void refuse_order(Combi *t, const char *name, const char *what, int n, double a, double b)
{
    char why[200];
    snprintf(why, sizeof why,
             "has abscissae that do not increase: in %s %d stands %g, before it %g; sort the %ss",
             what, n, b, a, what);
    refuse(t, name, why);
}

/* columns: from 1; NULL: all, by their own numbers. */
static void take_columns(Combi *t, const char *name, const int *columns, size_t n)
{
    n = columns ? n : (size_t)t->ncols;
    t->nused = (int)n;
    t->used = malloc((n + 1) * sizeof *t->used);
    check(t, t->used, name, "needs more memory than there is");
    for (size_t i = 0; i < n; i++) {
        t->used[i] = columns ? columns[i] - 1 : (int)i;
        if (t->used[i] >= 0 && t->used[i] < t->ncols)
            continue;
        char why[120];
        snprintf(why, sizeof why,
                 "has no column %d, which `columns` asks for; the first one is the abscissa",
                 columns[i]);
        refuse(t, name, why);
    }
}

static bool is_cubic(const Combi *t)
{
    return t->smooth != SMOOTH_LINEAR && t->smooth != SMOOTH_CONSTANT;
}

static void make_slopes(Combi *t, const char *name)
{
    if (t->nrows <= 2 && is_cubic(t))
        t->smooth = SMOOTH_LINEAR;
    if (!is_cubic(t))
        return;
    t->slope = malloc(((size_t)t->nused * (size_t)t->nrows + 1) * sizeof *t->slope);
    check(t, t->slope, name, "needs more memory than there is");
    for (int k = 0; k < t->nused; k++)
        curve_slopes(t->m, t->ncols, t->m + t->used[k], t->ncols, t->nrows, t->smooth,
                     t->slope + k * t->nrows, 1);
}

/* strictly: equal abscissae, which are jumps, are not allowed. */
static void check_curve(Combi *t, const char *name, bool strictly)
{
    check(t, t->m, name, "needs more memory than there is");
    check(t, t->nrows >= 1 && t->ncols >= 2, name,
          "is no table of a curve: it needs an abscissa and "
          "a value in each row");
    for (int i = 0; i + 1 < t->nrows; i++) {
        double a = t->m[i * t->ncols], b = t->m[(i + 1) * t->ncols];
        if (!(a < b || (!strictly && a == b)))
            refuse_order(t, name, "row", i + 2, a, b);
    }
    check(t,
          t->smooth >= SMOOTH_LINEAR && t->smooth <= SMOOTH_MAKIMA && t->beyond >= BEYOND_HOLD &&
              t->beyond <= BEYOND_NONE,
          name, "is interpolated in a way that is not known");
}

static Combi *combi_new(int smoothness, int extrapolation)
{
    Combi *t = calloc(1, sizeof *t);
    if (!t)
        k_error("out of memory for a table");
    t->smooth = (Smoothness)smoothness;
    t->beyond = (Beyond)extrapolation;
    return t;
}

void *k_curve_new(const char *file, const char *name, const double *table, size_t nrows,
                  size_t ncols, const int *columns, size_t n, int smoothness, int extrapolation,
                  int verbose, const char *delimiter, int header)
{
    (void)verbose;
    Combi *t = combi_new(smoothness, extrapolation);
    take_matrix(t, 1, file, name, table, nrows, ncols, delimiter, header);
    check_curve(t, name, true);
    take_columns(t, name, columns, n);
    make_slopes(t, name);
    return t;
}

void *k_curve_new2(const char *file, const char *name, const double *table, size_t nrows,
                   size_t ncols, const int *columns, size_t n, int smoothness, int extrapolation,
                   int verbose)
{
    return k_curve_new(file, name, table, nrows, ncols, columns, n, smoothness, extrapolation,
                       verbose, ",", 0);
}

void *k_curve_new1(const char *name, const char *file, const double *table, size_t nrows,
                   size_t ncols, const int *columns, size_t n, int smoothness)
{
    return k_curve_new2(file, name, table, nrows, ncols, columns, n, smoothness, BEYOND_LAST_TWO,
                        0);
}

static double node(const Combi *t, int i)
{
    return t->m[i * t->ncols];
}

/* Whether there is an event at node i inside the table; of equal abscissae, at the last. */
static bool has_event(const Combi *t, int i)
{
    if (i + 1 < t->nrows && nodes_equal(node(t, i), node(t, i + 1)))
        return false;
    if (i == 0 || i == t->nrows - 1)
        return true;
    bool jump = nodes_equal(node(t, i - 1), node(t, i));
    if (is_cubic(t) && t->beyond != BEYOND_PERIODIC)
        return false;
    return t->events == EVENTS_ALWAYS || (t->events == EVENTS_AT_JUMPS && jump);
}

/* The list of them. */
static void take_events(Combi *t, const char *name)
{
    t->event = calloc((size_t)t->nrows, sizeof *t->event);
    check(t, t->event, name, "needs more memory than there is");
    for (int i = 0; i < t->nrows; i++)
        if (has_event(t, i))
            t->event[t->nevents++] = i;
}

void *k_time_new(const char *file, const char *name, const double *table, size_t nrows,
                 size_t ncols, double start, const int *columns, size_t n, int smoothness,
                 int extrapolation, double shift, int events, int verbose, const char *delimiter,
                 int header)
{
    (void)verbose;
    Combi *t = combi_new(smoothness, extrapolation);
    take_matrix(t, 0, file, name, table, nrows, ncols, delimiter, header);
    check_curve(t, name, is_cubic(t));
    bool cycle = t->nrows < 2 || t->m[(t->nrows - 1) * t->ncols] > t->m[0];
    check(t, t->beyond != BEYOND_PERIODIC || cycle, name, "has no period");
    take_columns(t, name, columns, n);
    make_slopes(t, name);
    t->start = start;
    t->shift = shift;
    t->events = (TimeEvents)events;
    take_events(t, name);
    return t;
}

void *k_time_new2(const char *file, const char *name, const double *table, size_t nrows,
                  size_t ncols, double start, const int *columns, size_t n, int smoothness,
                  int extrapolation, double shift, int events, int verbose)
{
    return k_time_new(file, name, table, nrows, ncols, start, columns, n, smoothness, extrapolation,
                      shift, events, verbose, ",", 0);
}

void *k_time_new1(const char *name, const char *file, const double *table, size_t nrows,
                  size_t ncols, double start, const int *columns, size_t n, int smoothness,
                  int extrapolation)
{
    return k_time_new2(file, name, table, nrows, ncols, start, columns, n, smoothness,
                       extrapolation, 0, EVENTS_ALWAYS, 0);
}

void *k_surface_new(const char *file, const char *name, const double *table, size_t nrows,
                    size_t ncols, int smoothness, int extrapolation, int verbose,
                    const char *delimiter, int header)
{
    (void)verbose;
    Combi *t = combi_new(smoothness, extrapolation);
    take_matrix(t, 2, file, name, table, nrows, ncols, delimiter, header);
    check(t, t->m, name, "needs more memory than there is");
    check(t, t->nrows >= 2 && t->ncols >= 2, name,
          "is no table of a surface: it needs a row and a "
          "column of abscissae");
    for (int i = 1; i + 1 < t->nrows; i++)
        if (!(t->m[i * t->ncols] < t->m[(i + 1) * t->ncols]))
            refuse_order(t, name, "row", i + 2, t->m[i * t->ncols], t->m[(i + 1) * t->ncols]);
    for (int i = 1; i + 1 < t->ncols; i++)
        if (!(t->m[i] < t->m[i + 1]))
            refuse_order(t, name, "column", i + 2, t->m[i], t->m[i + 1]);
    check(t, t->smooth <= SMOOTH_CONSTANT, name,
          "can be interpolated linearly, by constants, or with continuous derivative only");
    int n1 = t->nrows - 1, n2 = t->ncols - 1;
    if (t->smooth == SMOOTH_AKIMA && n1 <= 2 && n2 <= 2)
        t->smooth = SMOOTH_LINEAR;
    if (t->smooth != SMOOTH_AKIMA)
        return t;
    size_t n = (size_t)n1 * (size_t)n2;
    double *z = t->m + t->ncols + 1;
    t->slope = calloc(3 * n, sizeof *t->slope);
    bool good = t->slope != NULL;
    if (good && n1 > 1 && n2 > 1)
        good = surface_slopes(t->m + t->ncols, t->ncols, n1, t->m + 1, n2, z, t->ncols, t->slope,
                              t->slope + n, t->slope + 2 * n);
    else if (good && n1 > 1)
        curve_slopes(t->m + t->ncols, t->ncols, z, t->ncols, n1, SMOOTH_AKIMA, t->slope, 1);
    else if (good)
        curve_slopes(t->m + 1, 1, z, 1, n2, SMOOTH_AKIMA, t->slope + n, 1);
    check(t, good, name, "needs more memory than there is");
    return t;
}

void *k_surface_new2(const char *file, const char *name, const double *table, size_t nrows,
                     size_t ncols, int smoothness, int extrapolation, int verbose)
{
    return k_surface_new(file, name, table, nrows, ncols, smoothness, extrapolation, verbose, ",",
                         0);
}

void *k_surface_new1(const char *name, const char *file, const double *table, size_t nrows,
                     size_t ncols, int smoothness)
{
    return k_surface_new2(file, name, table, nrows, ncols, smoothness, BEYOND_LAST_TWO, 0);
}

void k_table_free(void *table)
{
    combi_free(table);
}

/* Tables of files are read when they are made; what asks for it again, as libraries of before
 * version 4 do, learns that it is done. */
double k_table_read(void *table, int again, int tell)
{
    (void)table, (void)again, (void)tell;
    return 1;
}

/* ---- Axes ---- */

/* An axis of a table: its nodes, and what is asked of it. */
typedef struct Axis {
    const double *x;
    int stride, n;
    const char *name;
    int *hint;
} Axis;

static double wrap(const Axis *a, double u)
{
    double low = a->x[0], high = a->x[(a->n - 1) * a->stride], period = high - low;
    if (u < low)
        u += ceil((low - u) / period) * period;
    else if (u > high)
        u -= ceil((u - high) / period) * period;
    return u < low ? low : u > high ? high : u;
}

static bool is_beyond(const Axis *a, double u)
{
    return a->n > 1 && (u < a->x[0] || u > a->x[(a->n - 1) * a->stride]);
}

static Spot spot_beyond_axis(const Combi *t, const Axis *a, bool right, double u, Smoothness s)
{
    double end = right ? a->x[(a->n - 1) * a->stride] : a->x[0];
    if (t->beyond == BEYOND_NONE && is_beyond(a, u))
        k_error("%s = %g lies %s the table, whose %s abscissa is %g, and it is not to be "
                "extrapolated: more rows of the table, or its `extrapolation` HoldLastPoint or "
                "LastTwoPoints, go beyond it",
                a->name, u, right ? "above" : "below", right ? "last" : "first", end);
    return spot_beyond(a->x, a->stride, right ? a->n - 2 : 0, right, u, s,
                       t->beyond == BEYOND_HOLD);
}

static Spot spot_on(const Combi *t, const Axis *a, double u, Smoothness s)
{
    if (a->n == 1)
        return (Spot){0};
    if (t->beyond == BEYOND_PERIODIC)
        u = wrap(a, u);
    else if (is_beyond(a, u))
        return spot_beyond_axis(t, a, u > a->x[0], u, s);
    *a->hint = nodes_find(a->x, a->stride, 0, a->n - 1, *a->hint, u);
    return spot_in(a->x, a->stride, *a->hint, u, s);
}

/* ---- Curves ---- */

static double curve_value(const Combi *t, const Spot *at, int column, int order)
{
    int k = column - 1;
    if (k < 0 || k >= t->nused)
        k_error("column %d of a table of %d is asked for", column, t->nused);
    const double *y = t->m + t->used[k];
    if (t->nrows == 1)
        return order ? 0 : y[0];
    return spot_value(at, y, t->ncols, t->slope ? t->slope + k * t->nrows : NULL, order);
}

static Axis rows_of(Combi *t, const char *name)
{
    return (Axis){t->m, t->ncols, t->nrows, name, &t->hint};
}

static Spot curve_spot(Combi *t, double u)
{
    Axis a = rows_of(t, "u");
    return spot_on(t, &a, u, t->smooth);
}

double k_curve_value(void *table, int column, double u)
{
    Spot at = curve_spot(table, u);
    return curve_value(table, &at, column, 0);
}

double k_curve_der(void *table, int column, double u, double du)
{
    Spot at = curve_spot(table, u);
    return curve_value(table, &at, column, 1) * du;
}

double k_curve_der2(void *table, int column, double u, double du, double ddu)
{
    Spot at = curve_spot(table, u);
    return curve_value(table, &at, column, 2) * du * du + curve_value(table, &at, column, 1) * ddu;
}

double k_curve_first(void *table)
{
    const Combi *t = table;
    return t->m[0];
}

double k_curve_last(void *table)
{
    const Combi *t = table;
    return t->m[(t->nrows - 1) * t->ncols];
}

/* ---- Over time ---- */

/* Later by more than rounding. */
static bool is_later(double a, double b)
{
    return a > b && a - b > 1e-12 * fmax(fabs(a), fabs(b));
}

/* How many nodes with events there are before node i. */
static int events_before(const Combi *t, int i)
{
    int low = 0, high = t->nevents;
    while (low < high) {
        int middle = (low + high) / 2;
        if (t->event[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first event after t in the table's own time; infinite: none. */
static double next_node(const Combi *t, double u)
{
    int low = 0, high = t->nrows;
    while (low < high) { /* nodes from `high` on are later */
        int middle = (low + high) / 2;
        if (is_later(node(t, middle), u))
            high = middle;
        else
            low = middle + 1;
    }
    int k = events_before(t, high);
    return k < t->nevents ? node(t, t->event[k]) : INFINITY;
}

double k_time_next(void *table, double time)
{
    Combi *t = table;
    if (is_later(t->start, time))
        return t->start;
    if (t->nrows == 1)
        return DBL_MAX;
    double u = time - t->shift, low = node(t, 0), period = node(t, t->nrows - 1) - low;
    if (t->beyond != BEYOND_PERIODIC) {
        double next = next_node(t, u);
        return isinf(next) ? DBL_MAX : next + t->shift;
    }
    double turns = floor((u - low) / period);
    double next = next_node(t, u - turns * period);
    if (isinf(next)) /* the end of the period */
        next = next_node(t, u - (turns += 1) * period);
    if (nodes_equal(next, low))
        next = next_node(t, low);
    return next + turns * period + t->shift;
}

/* The piece that ends with the event at node time `end`: its first and last node. */
static void find_piece(const Combi *t, double end, int *first, int *last)
{
    int i = nodes_find(t->m, t->ncols, 0, t->nrows - 1, -1, end);
    while (i > 0 && (nodes_equal(node(t, i), end) || node(t, i) > end))
        i--;
    *last = i + 1;
    int k = events_before(t, i + 1);
    *first = k ? t->event[k - 1] : 0;
}

/* The piece of the period that ends with `next`. */
static Spot periodic_spot(Combi *t, double u, double next)
{
    Axis a = rows_of(t, "time");
    if (!(next < DBL_MAX))
        return spot_on(t, &a, u, t->smooth);
    double low = node(t, 0), period = node(t, t->nrows - 1) - low;
    double turns = ceil((next - low) / period - 1e-9) - 1;
    int first, last;
    find_piece(t, next - turns * period, &first, &last);
    u -= turns * period;
    double from = node(t, first), to = node(t, last);
    u = u < from ? from : u > to ? to : u;
    int i = t->hint = nodes_find(t->m, t->ncols, first, last, t->hint, u);
    Spot at = spot_in(t->m, t->ncols, i, u, t->smooth);
    if (t->smooth == SMOOTH_CONSTANT && i + 1 == last)
        at.step[0] = 0; /* the piece ends before its last node */
    return at;
}

static Spot inner_spot(Combi *t, double u, double next)
{
    int first = 0, last = t->nrows - 1;
    if (next < DBL_MAX)
        find_piece(t, next, &first, &last);
    int i = t->hint = nodes_find(t->m, t->ncols, first, last, t->hint, u);
    Spot at = spot_in(t->m, t->ncols, i, u, t->smooth);
    if (t->smooth == SMOOTH_CONSTANT && next < DBL_MAX && i + 1 == last)
        at.step[0] = 0;
    return at;
}

/* False: the table has not begun, its value is 0. */
static bool time_spot(Combi *t, double time, double next, Spot *at)
{
    if (time < t->start || (next < DBL_MAX && !is_later(next, t->start)))
        return false;
    double u = time - t->shift, end = next < DBL_MAX ? next - t->shift : next;
    *at = (Spot){0};
    if (t->nrows == 1)
        return true;
    Axis a = rows_of(t, "time");
    double low = node(t, 0), high = node(t, t->nrows - 1);
    if (t->beyond == BEYOND_PERIODIC)
        *at = periodic_spot(t, u, end);
    else if (next < DBL_MAX ? !is_later(end, low) : u < low)
        *at = spot_beyond_axis(t, &a, false, u < low ? u : low, t->smooth);
    else if (u >= high && !(next < DBL_MAX))
        *at = spot_beyond_axis(t, &a, true, u, t->smooth);
    else
        *at = inner_spot(t, u, end);
    return true;
}

double k_time_value(void *table, int column, double time, double next, double previous)
{
    Spot at;
    (void)previous;
    return time_spot(table, time, next, &at) ? curve_value(table, &at, column, 0) : 0;
}

double k_time_der(void *table, int column, double time, double next, double previous, double dt)
{
    Spot at;
    (void)previous;
    return time_spot(table, time, next, &at) ? curve_value(table, &at, column, 1) * dt : 0;
}

double k_time_der2(void *table, int column, double time, double next, double previous, double dt,
                   double ddt)
{
    Spot at;
    (void)previous;
    if (!time_spot(table, time, next, &at))
        return 0;
    return curve_value(table, &at, column, 2) * dt * dt + curve_value(table, &at, column, 1) * ddt;
}

/* ---- Surfaces ---- */

typedef struct Spots {
    Spot a, b;
} Spots;

static Spots surface_spots(Combi *t, double u1, double u2)
{
    Axis a = {t->m + t->ncols, t->ncols, t->nrows - 1, "u1", &t->hint};
    Axis b = {t->m + 1, 1, t->ncols - 1, "u2", &t->hint2};
    bool out = t->beyond == BEYOND_LAST_TWO && (is_beyond(&a, u1) || is_beyond(&b, u2));
    Smoothness s = t->smooth == SMOOTH_CONSTANT && out ? SMOOTH_LINEAR : t->smooth;
    return (Spots){spot_on(t, &a, u1, s), spot_on(t, &b, u2, s)};
}

/* Along the second axis, in row i. */
static double along_row(const Combi *t, const Spot *b, const double *z, int stride,
                        const double *slope, int i, int order)
{
    int n2 = t->ncols - 1;
    if (n2 == 1)
        return order ? 0 : z[i * stride];
    return spot_value(b, z + i * stride, 1, slope ? slope + i * n2 : NULL, order);
}

/* The derivative of order k1 and k2 along the axes. */
static double surface_value(const Combi *t, const Spots *at, int k1, int k2)
{
    int n1 = t->nrows - 1, n2 = t->ncols - 1, i = at->a.i;
    const double *z = t->m + t->ncols + 1, *zx = t->slope;
    const double *zy = zx ? zx + n1 * n2 : NULL, *zxy = zy ? zy + n1 * n2 : NULL;
    double y0 = along_row(t, &at->b, z, t->ncols, zy, i, k2);
    if (n1 == 1)
        return k1 ? 0 : y0;
    double y[2] = {y0, along_row(t, &at->b, z, t->ncols, zy, i + 1, k2)}, slope[2] = {0, 0};
    if (zx) {
        slope[0] = along_row(t, &at->b, zx, n2, zxy, i, k2);
        slope[1] = along_row(t, &at->b, zx, n2, zxy, i + 1, k2);
    }
    Spot a = at->a;
    a.i = 0;
    return spot_value(&a, y, 1, slope, k1);
}

double k_surface_value(void *table, double u1, double u2)
{
    Spots at = surface_spots(table, u1, u2);
    return surface_value(table, &at, 0, 0);
}

double k_surface_der(void *table, double u1, double u2, double du1, double du2)
{
    Spots at = surface_spots(table, u1, u2);
    return surface_value(table, &at, 1, 0) * du1 + surface_value(table, &at, 0, 1) * du2;
}

double k_surface_der2(void *table, double u1, double u2, double du1, double du2, double ddu1,
                      double ddu2)
{
    Spots at = surface_spots(table, u1, u2);
    return surface_value(table, &at, 2, 0) * du1 * du1 +
           2 * surface_value(table, &at, 1, 1) * du1 * du2 +
           surface_value(table, &at, 0, 2) * du2 * du2 + surface_value(table, &at, 1, 0) * ddu1 +
           surface_value(table, &at, 0, 1) * ddu2;
}

void k_surface_first(void *table, double *u)
{
    const Combi *t = table;
    u[0] = t->m[t->ncols];
    u[1] = t->m[1];
}

void k_surface_last(void *table, double *u)
{
    const Combi *t = table;
    u[0] = t->m[(t->nrows - 1) * t->ncols];
    u[1] = t->m[t->ncols - 1];
}
