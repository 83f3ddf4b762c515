/* guess.c - at the start: guesses for the unknowns of a nonlinear block for which no start values
 * are given, from those for which they are.
 *
 * Forces, flows and multipliers rarely have start values; 0, which they begin with, may be nearer
 * to another solution than to the one the user has described. With the given ones held, the others
 * are moved to where the equations hold best: least squares of the residuals, by Gauss-Newton steps
 * with a little regularisation, as equations may say nothing about some of them. Equations count
 * by how well given values that are a little off let them hold (or, another way, all alike, scaled
 * by their rows); to begin with as they are written, since 0 hides what they depend on. O(n^3) a
 * step. */
#include "rt/block_internal.h"
#include "rt/dense.h"
#include "rt/newton_policy.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum { GUESS_BY_GIVEN, GUESS_BY_ROWS, GUESS_AS_WRITTEN } GuessScale;

static bool is_given(const KInst *m, int var)
{
    return m->run->is_given[var];
}

double guess_distance(const KInst *m, const KBlockWork *w)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < w->n; i++) {
        double start = m->start[w->var[i]], size = fmax(fabs(start), w->unit[i]);
        if (!is_given(m, w->var[i]))
            continue;
        sum += (w->x[i] - start) / size * ((w->x[i] - start) / size);
        n++;
    }
    return n ? sqrt(sum / n) : -1;
}

/* Entry (i, j) of the Jacobian times the unit of its column. */
static void spread(const KBlockWork *w, double *full)
{
    int n = w->n;
    memset(full, 0, (size_t)n * (size_t)n * sizeof *full);
    for (int j = 0; j < n; j++) {
        int from = w->nnz > 0 ? w->colptr[j] : j * n, to = w->nnz > 0 ? w->colptr[j + 1] : from + n;
        for (int p = from; p < to; p++)
            full[(w->nnz > 0 ? w->rowidx[p] : p - from) + (long)j * n] = w->entry[p] * w->unit[j];
    }
}

static double size_of(const KBlockWork *w, const double *scale)
{
    double sum = 0;
    for (int i = 0; i < w->n; i++)
        sum += w->r[i] * scale[i] * w->r[i] * scale[i];
    return sum;
}

/* The step of the unknowns free[nfree] that makes the residuals smallest, in units, into d. */
static void least_squares(const KBlockWork *w, const double *full, const double *scale, int nfree,
                          const int *free, double *a, double *d)
{
    int n = w->n, m = nfree;
    double trace = 0;
    for (int i = 0; i < m; i++) {
        const double *x = full + (long)free[i] * n;
        for (int j = 0; j <= m; j++) {
            const double *y = full + (long)free[j % m] * n;
            double sum = 0;
            for (int r = 0; r < n; r++)
                sum += x[r] * scale[r] * scale[r] * (j < m ? y[r] : w->r[r]);
            a[i + (long)j * m] = sum;
        }
        trace += a[i + (long)i * m];
    }
    for (int i = 0; i < m; i++)
        a[i + (long)i * m] += LEAST_REGULAR * trace;
    for (int k = 0; k < m; k++)
        dense_pivot(a, m, m + 1, m, k, k, k);
    for (int i = m; i-- > 0;) {
        d[i] = a[i + (long)m * m];
        for (int j = i + 1; j < m; j++)
            d[i] -= a[i + (long)j * m] * d[j];
        d[i] /= a[i + (long)i * m];
    }
}

/* What the residuals are measured in. */
static void set_scale(const KInst *m, const KBlockWork *w, const double *full, GuessScale by,
                      double *scale)
{
    double most = 0;
    for (int i = 0; i < w->n; i++) {
        scale[i] = by == GUESS_AS_WRITTEN;
        for (int j = 0; j < w->n && by != GUESS_AS_WRITTEN; j++)
            if (by == GUESS_BY_ROWS || is_given(m, w->var[j]))
                scale[i] = fmax(scale[i], fabs(full[i + (long)j * w->n]));
        most = fmax(most, scale[i]);
    }
    for (int i = 0; i < w->n; i++)
        scale[i] = scale[i] > LEAST_WEIGHT * most ? 1 / scale[i] : 1 / (LEAST_WEIGHT * most);
}

/* Whether a step from w->x, with its residuals in w->r, makes them smaller; then it is taken. */
static bool improve(KInst *m, int k, KBlockWork *w, GuessScale by, int nfree, const int *free,
                    double *work)
{
    int n = w->n;
    double *full = work, *a = full + (long)n * n, *scale = a + (long)n * (n + 1), *d = scale + n;
    double most = 0;
    if (block_jacobian(m, k, w))
        return false;
    spread(w, full);
    set_scale(m, w, full, by, scale);
    double before = size_of(w, scale);
    least_squares(w, full, scale, nfree, free, a, d);
    memcpy(w->x_next, w->x, (size_t)n * sizeof *w->x);
    for (double part = 1; part > LEAST_PART; part /= 2) {
        for (int i = 0; i < nfree; i++)
            w->x[free[i]] = w->x_next[free[i]] - part * d[i] * w->unit[free[i]];
        if (!block_residual(m, k, w->x, w->r) && size_of(w, scale) < before) {
            for (int i = 0; i < nfree; i++)
                most = fmax(most, part * fabs(d[i]));
            return most > LEAST_PART;
        }
    }
    memcpy(w->x, w->x_next, (size_t)n * sizeof *w->x);
    return false;
}

int guess_rest(KInst *m, int k, KBlockWork *w, int time)
{
    int n = w->n, nfree = 0;
    size_t size = (size_t)n;
    GuessScale by = time % 2 ? GUESS_BY_ROWS : GUESS_BY_GIVEN;
    unsigned random = (unsigned)time;
    if (n > LARGEST)
        return 1;
    int *free_ones = malloc((size + 1) * sizeof *free_ones);
    double *work = malloc((2 * size * size + 3 * size + 1) * sizeof *work);
    bool room = free_ones && work;
    for (int i = 0; room && i < n; i++) {
        w->x[i] = m->start[w->var[i]];
        random = random * 1664525u + 1013904223u;
        if (is_given(m, w->var[i]))
            continue;
        free_ones[nfree++] = i;
        if (time > 1) /* where they are 0 equations may say nothing about them */
            w->x[i] += w->unit[i] * (0x1p-15 * (random >> 16) - 1);
    }
    bool any = nfree > 0 && nfree < n && !block_residual(m, k, w->x, w->r);
    for (int i = 0; any && i < GUESS_STEPS; i++) {
        bool first = time == 0 && i < GUESS_FIRST;
        if (!improve(m, k, w, first ? GUESS_AS_WRITTEN : by, nfree, free_ones, work) && !first)
            break;
    }
    free(free_ones);
    free(work);
    if (!room)
        failure_say(m, k_no_memory, k_no_memory);
    return !room ? -1 : any ? 0 : 1;
}
