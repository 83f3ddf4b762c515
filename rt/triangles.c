/* triangles.c - the factors of a sparse matrix, laid out for solving: chord iterations solve many
 * times with one factorisation.
 *
 * KLU keeps L and U by columns, each behind a pointer of its own, and divides by pivots. Here they
 * are in rows that follow each other, in the order in which they are needed: an unknown is complete
 * when it is stored, and pivots are inverted once. Entries that belong to other blocks of the block
 * triangular form are beside those of L: both are taken off before U is needed. O(entries of the
 * factors), for the layout and for a solution. */
#include "rt/triangles.h"

#include <stdlib.h>
#include <string.h>

/* Entries by columns as klu_extract gives them, and where they are in the rows. */
enum { DIAGONAL = -1, NEAR = -2 };
typedef struct Columns {
    int *start, *row, *place; /* [n + 1], [entries], [entries] or what follows */
    double *x;                /* [entries] */
} Columns;

/* x[k] = own[k]*y - near[k]*x[the one before] - sum of x*(those of `column`). What was computed
 * last is not asked of memory, which takes longer than the arithmetic. */
typedef struct Rows {
    int *start, *column; /* [n + 1], [entries] */
    double *x;           /* [entries] */
    double *near;        /* [n] */
} Rows;

struct KTriangles {
    int n, nblocks;
    int *border, *row, *column; /* [nblocks + 1], [n]: rows and columns of the pivots */
    Columns l, u, rest;         /* as KLU has them */
    Rows lower, upper;          /* L and `rest`; U */
    double *inverse;            /* [n] of the pivots */
    double *x;                  /* [n] work */
    void *memory[2];            /* doubles, integers */
};

static void put_columns(Columns *c, int n, int entries, double **x, int **i)
{
    c->x = *x;
    c->start = *i;
    c->row = c->start + n + 1;
    c->place = c->row + entries;
    *x += entries;
    *i += n + 1 + 2 * entries;
}

static void put_rows(Rows *r, int n, int entries, double **x, int **i)
{
    r->x = *x;
    r->near = r->x + entries;
    r->start = *i;
    r->column = r->start + n + 1;
    *x += entries + n;
    *i += n + 1 + entries;
}

/* Room for everything; false: there is none. */
static bool put_all(KTriangles *s, int l, int u, int rest)
{
    size_t n = (size_t)s->n, entries = (size_t)l + (size_t)u + (size_t)rest;
    double *x = s->memory[0] = malloc((2 * entries + 4 * n + 1) * sizeof *x);
    int *i = s->memory[1] = malloc((3 * entries + 8 * n + 6) * sizeof *i);
    if (!x || !i)
        return false;
    put_columns(&s->l, s->n, l, &x, &i);
    put_columns(&s->u, s->n, u, &x, &i);
    put_columns(&s->rest, s->n, rest, &x, &i);
    put_rows(&s->lower, s->n, l + rest, &x, &i);
    put_rows(&s->upper, s->n, u, &x, &i);
    s->inverse = x;
    s->x = x + s->n;
    s->row = i;
    s->column = i + s->n;
    s->border = i + 2 * s->n;
    return true;
}

/* Where the entry of a row and column goes; 0: to the others. */
static int kind_of(int row, int column, int before)
{
    return row == column ? DIAGONAL : column == row + before ? NEAR : 0;
}

/* r->start[k + 1] += entries of row k for `column`. */
static void count(int n, const Columns *c, int before, const Rows *r)
{
    for (int k = 0; k < n; k++)
        for (int p = c->start[k]; p < c->start[k + 1]; p++)
            r->start[c->row[p] + 1] += kind_of(c->row[p], k, before) == 0;
}

/* The places of entries, behind those that their rows have; r->start[k] is where row k goes on. */
static void place(int n, const Columns *c, int before, const Rows *r)
{
    for (int k = 0; k < n; k++)
        for (int p = c->start[k]; p < c->start[k + 1]; p++) {
            int kind = kind_of(c->row[p], k, before);
            c->place[p] = kind ? kind : r->start[c->row[p]]++;
            if (!kind)
                r->column[c->place[p]] = k;
        }
}

/* The rows of the columns a and b, computed upwards (before = -1) or downwards (1). */
static void make_rows(int n, const Columns *a, const Columns *b, int before, const Rows *r)
{
    memset(r->near, 0, (size_t)n * sizeof *r->near);
    memset(r->start, 0, ((size_t)n + 1) * sizeof *r->start);
    count(n, a, before, r);
    if (b)
        count(n, b, -n, r);
    for (int k = 0; k < n; k++)
        r->start[k + 1] += r->start[k];
    place(n, a, before, r);
    if (b)
        place(n, b, -n, r);
    memmove(r->start + 1, r->start, (size_t)n * sizeof *r->start);
    r->start[0] = 0;
}

static void extract(KTriangles *s, klu_symbolic *symbolic, klu_numeric *numeric, klu_common *common)
{
    klu_extract(numeric, symbolic, s->l.start, s->l.row, s->l.x, s->u.start, s->u.row, s->u.x,
                s->rest.start, s->rest.row, s->rest.x, s->row, s->column, NULL, s->border, common);
}

/* Rows are multiplied with `factor`; NULL: with 1. */
static void put_values(const Columns *c, int n, const Rows *r, const double *factor)
{
    for (int p = 0; p < c->start[n]; p++) {
        double x = factor ? factor[c->row[p]] * c->x[p] : c->x[p];
        if (c->place[p] >= 0)
            r->x[c->place[p]] = x;
        else if (c->place[p] == NEAR)
            r->near[c->row[p]] = x;
    }
}

static void invert(const Columns *u, int n, double *inverse)
{
    for (int p = 0; p < u->start[n]; p++)
        if (u->place[p] == DIAGONAL)
            inverse[u->row[p]] = 1 / u->x[p];
}

KTriangles *triangles_new(klu_symbolic *symbolic, klu_numeric *numeric, klu_common *common)
{
    KTriangles *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->n = numeric->n;
    s->nblocks = symbolic->nblocks;
    if (!put_all(s, numeric->lnz, numeric->unz, numeric->nzoff)) {
        triangles_free(s);
        return NULL;
    }
    extract(s, symbolic, numeric, common);
    make_rows(s->n, &s->l, &s->rest, -1, &s->lower);
    make_rows(s->n, &s->u, NULL, 1, &s->upper);
    return s;
}

void triangles_free(KTriangles *s)
{
    if (!s)
        return;
    free(s->memory[0]);
    free(s->memory[1]);
    free(s);
}

void triangles_take(KTriangles *s, klu_symbolic *symbolic, klu_numeric *numeric, klu_common *common)
{
    extract(s, symbolic, numeric, common);
    put_values(&s->l, s->n, &s->lower, NULL);
    put_values(&s->rest, s->n, &s->lower, NULL);
    invert(&s->u, s->n, s->inverse);
    put_values(&s->u, s->n, &s->upper, s->inverse);
}

/* y less the product of row k with x, of which the one before is `last`. */
static inline double without(const Rows *r, int k, const double *x, double y, double last)
{
    for (int p = r->start[k]; p < r->start[k + 1]; p++)
        y -= r->x[p] * x[r->column[p]];
    return y - r->near[k] * last;
}

void triangles_solve(const KTriangles *s, const double *row, const double *unit, double *b)
{
    const Rows lower = s->lower, upper = s->upper;
    const double *inverse = s->inverse;
    double *x = s->x;
    for (int t = s->nblocks - 1; t >= 0; t--) {
        double last = 0;
        for (int k = s->border[t]; k < s->border[t + 1]; k++)
            x[k] = last = without(&lower, k, x, b[s->row[k]] * row[s->row[k]], last);
        last = 0;
        for (int k = s->border[t + 1] - 1; k >= s->border[t]; k--)
            x[k] = last = without(&upper, k, x, x[k] * inverse[k], last);
    }
    for (int k = 0; k < s->n; k++)
        b[s->column[k]] = x[k] * unit[s->column[k]];
}
