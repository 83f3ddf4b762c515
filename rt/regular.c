/* regular.c - why the equations of a block do not determine its unknowns: which of them depend on
 * each other, and which known values would make them independent if they were a little different.
 *
 * The matrix of the block is made by differences of its residuals and judged by its pivots. An
 * equation is part of a dependence if the others are none without it. Cubic in the unknowns, for
 * each equation and each value. */
#include "rt/regular.h"
#include "rt/block_internal.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8, MOST_TOLD = 4 };

static const double vanishes = 1e-9; /* a pivot, against the largest of its row at the begin */
static const double stands = 1e-5;   /* ... one that does not */
static const double moved = 0.05;    /* by so much another value is another one, relative */

typedef struct Regular {
    KInst *m;
    int block, n;
    double x[MOST], a[MOST * MOST];
    KSeen seen;
} Regular;

/* The matrix with the values there are, rows and columns in units in which they are as large as
 * each other. */
static bool take_matrix(Regular *g)
{
    double r[MOST], to[MOST];
    if (block_residual(g->m, g->block, g->x, r))
        return false;
    for (int k = 0; k < g->n; k++) {
        double at = g->x[k], step = 1e-3 * fmax(1, fabs(at));
        g->x[k] = at + step;
        bool good = !block_residual(g->m, g->block, g->x, to);
        g->x[k] = at;
        for (int i = 0; i < g->n; i++)
            g->a[i * g->n + k] = (to[i] - r[i]) / step;
        if (!good)
            return false;
    }
    return true;
}

static void scale(int n, int rows, double *a)
{
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < (round ? n : rows); i++) {
            double most = 0;
            for (int k = 0; k < (round ? rows : n); k++)
                most = fmax(most, fabs(round ? a[k * n + i] : a[i * n + k]));
            for (int k = 0; k < (round ? rows : n) && most > 0; k++)
                a[round ? k * n + i : i * n + k] /= most;
        }
}

/* The smallest of `rank` pivots of these rows, by full pivoting; 0: there are fewer. */
static double least_pivot(int n, int rows, int rank, double *a)
{
    double least = INFINITY;
    scale(n, rows, a);
    for (int p = 0; p < rank; p++) {
        int row = p, col = p;
        for (int i = p; i < rows; i++)
            for (int k = p; k < n; k++)
                if (fabs(a[i * n + k]) > fabs(a[row * n + col])) {
                    row = i;
                    col = k;
                }
        double pivot = a[row * n + col];
        least = fmin(least, fabs(pivot));
        if (!(fabs(pivot) > 0))
            return 0;
        for (int k = 0; k < n; k++) {
            double keep = a[p * n + k];
            a[p * n + k] = a[row * n + k];
            a[row * n + k] = keep;
        }
        for (int i = 0; i < rows; i++) {
            double keep = a[i * n + p];
            a[i * n + p] = a[i * n + col];
            a[i * n + col] = keep;
        }
        for (int i = p + 1; i < rows; i++) {
            double factor = a[i * n + p] / a[p * n + p];
            for (int k = p; k < n; k++)
                a[i * n + k] -= factor * a[p * n + k];
        }
    }
    return least;
}

static double pivot_of_all(const Regular *g)
{
    double a[MOST * MOST];
    memcpy(a, g->a, sizeof a);
    return least_pivot(g->n, g->n, g->n, a);
}

/* Whether the others are independent without this row. */
static bool is_part(const Regular *g, int row)
{
    double a[MOST * MOST];
    int rows = 0;
    for (int i = 0; i < g->n; i++)
        if (i != row)
            memcpy(a + (size_t)rows++ * (size_t)g->n, g->a + (size_t)i * (size_t)g->n,
                   (size_t)g->n * sizeof *a);
    return least_pivot(g->n, rows, g->n - 1, a) > stands;
}

/* Whether the equations determine the unknowns with another value, which comes back. */
static bool helps(Regular *g, int var)
{
    double *v = &g->m->v[var], at = *v, to = at == 0 ? moved : at * (1 + moved);
    double before[MOST * MOST];
    memcpy(before, g->a, sizeof before);
    *v = to;
    bool good = take_matrix(g) && *v == to && pivot_of_all(g) > stands;
    *v = at;
    memcpy(g->a, before, sizeof before);
    return good;
}

static bool begin(Regular *g, const KFailure *f)
{
    const KModel *model = g->m->run->model;
    const KTexts *texts = k_texts(model);
    KBlockWork *w = g->m->run->block[f->block];
    g->block = f->block;
    g->n = model->block[f->block].n;
    if (!texts || !w || w->n != g->n || w->row || g->n < 2 || g->n > MOST)
        return false;
    for (int i = 0; i < g->n; i++)
        g->x[i] = g->m->v[w->var[i]];
    if (!take_matrix(g) || !(pivot_of_all(g) < vanishes))
        return false;
    for (int i = 0; i < g->n; i++)
        k_see(&g->seen, k_equation(texts, texts->residual, texts->first[g->block] + i));
    return true;
}

static bool is_known(const Regular *g, int var)
{
    const KBlock *b = &g->m->run->model->block[g->block];
    for (int i = 0; i < b->n; i++)
        if (b->var[i] == var)
            return false;
    return true;
}

static void tell_values(Regular *g, Text *t)
{
    const KModel *model = g->m->run->model;
    int told[MOST_TOLD], n = 0;
    for (int i = 0; i < g->seen.n && n < MOST_TOLD; i++)
        if (is_known(g, g->seen.var[i]) && helps(g, g->seen.var[i]))
            told[n++] = g->seen.var[i];
    for (int i = 0; i < n; i++) {
        text_add(t, i ? ", " : "\n  they would determine it with another value of ");
        text_variable(t, model, told[i]);
        text_add(t, " (it is %g", g->m->v[told[i]]);
        text_add(t,
                 g->m->v[told[i]] == 0 ? ": what is multiplied by 0 is not in an equation)" : ")");
    }
    if (n)
        text_add(t, "; is a sign or a term in them wrong, or a start value?");
    else
        text_add(t, "\n  whatever the known values in them are, one of these equations says of the "
                    "unknowns what the others "
                    "say, or contradicts them: is one written twice, or a term missing in it?");
}

bool text_regular(Text *t, KInst *m)
{
    const KFailure failure = m->run->failure; /* trials may fail in other ways */
    size_t size = (size_t)m->run->model->nv * sizeof(double);
    double *kept = malloc(size + 1); /* the run may go on */
    Regular g = {.m = m};
    if (kept)
        memcpy(kept, m->v, size);
    bool found = kept && begin(&g, &failure);
    int n = 0;
    for (int i = 0; i < g.n && found; i++)
        if (is_part(&g, i)) {
            text_add(t, n++ ? "\n  " : " by\n  ");
            text_equation(t, m->run->model, failure.block, i);
        }
    if (n)
        tell_values(&g, t);
    if (kept)
        memcpy(m->v, kept, size);
    free(kept);
    m->run->failure = failure;
    return n > 0;
}
