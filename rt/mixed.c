/* mixed.c - Newton's iteration for the stiff unknowns of a block only, fixed-point iteration for
 * the others (IN-61).
 *
 * x = h*der(x) + old(x) is a fixed-point iteration by itself: with residuals r and J = dr/dz an
 * unknown is corrected by r_i/J_ii(0), J(0) being the Jacobian for h = 0, by which each unknown has
 * been paired with an equation, and converges by the
 * largest eigenvalue of |I - J/J_ii(0)|. Unknowns are taken out of that matrix, always the one that
 * matters most for the eigenvalue, until it is below a third: those are the stiff ones.
 * The stiff ones are solved for with their part of the Jacobian after the others have been
 * corrected, whose effect on them is known: so only the effect of stiff unknowns on the others is
 * iterated. O(entries * stiff ones) to divide, O(stiff ones squared + entries) an iteration. */
#include "rt/mixed.h"
#include "rt/dense.h"
#include "rt/newton_policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

KMixed *mixed_new(int n)
{
    size_t most = n < MIXED_MOST ? (size_t)n : MIXED_MOST, size = (size_t)n;
    KMixed *x = calloc(1, sizeof *x);
    if (!x)
        return NULL;
    x->scale = calloc(3 * size + most * most + 1, sizeof *x->scale);
    x->place = calloc(6 * size + 1, sizeof *x->place);
    if (!x->scale || !x->place) {
        mixed_free(x);
        return NULL;
    }
    x->b = x->scale + n;
    x->sum = x->b + n;
    x->lu = x->sum + n;
    x->stiff = x->place + n;
    x->swap = x->stiff + n;
    x->row = x->swap + n;
    x->unknown = x->row + n;
    x->seen = x->unknown + n;
    x->n = n;
    x->h = NAN;
    return x;
}

void mixed_free(KMixed *x)
{
    if (!x)
        return;
    free(x->scale);
    free(x->place);
    free(x);
}

/* ---- The Jacobian, by columns ---- */

static int column_begin(const KBlockWork *w, int j)
{
    return w->nnz ? w->colptr[j] : j * w->n;
}

static int plain_row(const KBlockWork *w, int j, int e)
{
    return w->nnz ? w->rowidx[e] : e - j * w->n;
}

/* The unknown whose equation has entry e of column j. */
static int row_of(const KMixed *x, const KBlockWork *w, int j, int e)
{
    return x->unknown[plain_row(w, j, e)];
}

/* How much of the error of unknown j a fixed-point iteration leaves in i. */
static double share(const KMixed *x, const KBlockWork *w, int i, int j, int e)
{
    return fabs((i == j) - x->scale[i] * w->entry[e]);
}

/* ---- Division ---- */

/* An equation for unknown j by the Jacobian at h = 0, others being moved if need be. */
static bool find_equation(KMixed *x, const KBlockWork *w, int j, int round)
{
    for (int e = column_begin(w, j); e < column_begin(w, j + 1); e++) {
        int r = plain_row(w, j, e);
        if (x->seen[r] == round || !isfinite(1 / w->entry[e]))
            continue;
        x->seen[r] = round;
        if (x->unknown[r] < 0 || find_equation(x, w, x->unknown[r], round)) {
            x->unknown[r] = j;
            x->row[j] = r;
            return true;
        }
    }
    return false;
}

static bool pair(KMixed *x, const KBlockWork *w)
{
    for (int i = 0; i < x->n; i++)
        x->unknown[i] = x->seen[i] = -1;
    for (int j = 0; j < x->n; j++)
        if (!find_equation(x, w, j, j))
            return false;
    return true;
}

static int take_scale(KInst *m, int k, KBlockWork *w, KMixed *x)
{
    int result = block_residual(m, k, w->x, w->r);
    if (!result)
        result = block_jacobian(m, k, w);
    if (!result && (x->n > MIXED_LARGEST || !pair(x, w)))
        result = 1;
    for (int j = 0; j < w->n && !result; j++)
        for (int e = column_begin(w, j); e < column_begin(w, j + 1); e++)
            if (row_of(x, w, j, e) == j)
                x->scale[j] = 1 / w->entry[e];
    return result;
}

/* to := that matrix of shares, without stiff unknowns, times v, or its transpose; divided by its
 * largest, which is returned. */
static double multiply(const KMixed *x, const KBlockWork *w, bool transposed, double *v, double *to)
{
    double most = 0;
    memset(to, 0, (size_t)x->n * sizeof *to);
    for (int j = 0; j < x->n; j++)
        for (int e = column_begin(w, j); e < column_begin(w, j + 1) && x->place[j] < 0; e++) {
            int i = row_of(x, w, j, e);
            if (x->place[i] < 0)
                to[transposed ? j : i] += share(x, w, i, j, e) * v[transposed ? i : j];
        }
    for (int i = 0; i < x->n; i++)
        most = fmax(most, to[i]);
    for (int i = 0; i < x->n; i++)
        v[i] = most > 0 ? to[i] / most : 0;
    return most;
}

/* The rate of convergence without stiff unknowns, by power iteration. *worst: the unknown whose
 * loss would lower it most. */
static double rate_of_others(const KMixed *x, KBlockWork *w, int *worst)
{
    double *right = x->sum, *left = x->b, rate = 1;
    for (int i = 0; i < x->n; i++)
        left[i] = right[i] = 1;
    for (int i = 0; i < MIXED_POWERS && rate > 0; i++) {
        double growth = multiply(x, w, false, right, w->d_next);
        multiply(x, w, true, left, w->d_next);
        rate = i < MIXED_POWERS / 2 ? growth : rate + (growth - rate) / (i - MIXED_POWERS / 2 + 1);
    }
    *worst = -1;
    for (int i = 0; i < x->n; i++)
        if (x->place[i] < 0 && (*worst < 0 || left[i] * right[i] > left[*worst] * right[*worst]))
            *worst = i;
    return rate;
}

static void mark(KMixed *x, int i)
{
    x->place[i] = x->nstiff;
    x->stiff[x->nstiff++] = i;
}

static bool divide(KMixed *x, KBlockWork *w)
{
    int worst;
    x->nstiff = 0;
    for (int i = 0; i < x->n; i++)
        x->place[i] = -1;
    while (x->nstiff < x->n && !(rate_of_others(x, w, &worst) <= MIXED_RATE)) {
        if (x->nstiff == MIXED_MOST)
            return false;
        mark(x, worst);
    }
    return true;
}

/* The stiff part of the Jacobian; false: it is singular. */
static bool factor(KMixed *x, const KBlockWork *w)
{
    int n = x->nstiff;
    memset(x->lu, 0, (size_t)n * (size_t)n * sizeof *x->lu);
    for (int c = 0; c < n; c++)
        for (int e = column_begin(w, x->stiff[c]); e < column_begin(w, x->stiff[c] + 1); e++) {
            int r = x->place[row_of(x, w, x->stiff[c], e)];
            if (r >= 0)
                x->lu[c * n + r] = w->entry[e];
        }
    for (int k = 0; k < n; k++) {
        int row = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(x->lu[k * n + i]) > fabs(x->lu[k * n + row]))
                row = i;
        x->swap[k] = row;
        if (!isfinite(1 / x->lu[k * n + row]))
            return false;
        dense_pivot(x->lu, n, n, n, k, row, k);
    }
    return true;
}

int mixed_divide(KInst *m, int k, KBlockWork *w, KMixed *x, int h_var, int (*still)(KInst *))
{
    double h = m->v[h_var];
    x->h = NAN;
    m->v[h_var] = 0;
    int result = code_call(m, still, m->mode);
    if (!result)
        result = take_scale(m, k, w, x);
    m->v[h_var] = h;
    int again = code_call(m, still, m->mode);
    result = result ? result : again;
    if (!result)
        result = block_residual(m, k, w->x, w->r);
    if (!result)
        result = block_jacobian(m, k, w);
    if (!result && !(divide(x, w) && factor(x, w)))
        result = 1;
    if (!result)
        x->h = h;
    return result;
}

/* ---- Corrections ---- */

static void solve_stiff(const KMixed *x, double *b)
{
    int n = x->nstiff;
    for (int k = 0; k < n; k++) {
        double pivot = b[x->swap[k]];
        b[x->swap[k]] = b[k];
        b[k] = pivot;
        for (int i = k + 1; i < n; i++)
            b[i] -= x->lu[k * n + i] * pivot;
    }
    for (int k = n - 1; k >= 0; k--) {
        b[k] /= x->lu[k * n + k];
        for (int i = 0; i < k; i++)
            b[i] -= x->lu[k * n + i] * b[k];
    }
}

void mixed_correct(const KBlockWork *w, KMixed *x, double *d)
{
    for (int i = 0; i < x->nstiff; i++)
        x->b[i] = w->r[x->row[x->stiff[i]]];
    for (int j = 0; j < w->n; j++) {
        if (x->place[j] >= 0)
            continue;
        d[j] = w->r[x->row[j]] * x->scale[j];
        for (int e = column_begin(w, j); e < column_begin(w, j + 1); e++) {
            int r = x->place[row_of(x, w, j, e)];
            if (r >= 0)
                x->b[r] -= w->entry[e] * d[j];
        }
    }
    solve_stiff(x, x->b);
    for (int i = 0; i < x->nstiff; i++)
        d[x->stiff[i]] = x->b[i];
}
