/* jacobian.c - Jacobians of the whole model by directional derivatives.
 *
 * Columns that have no row in common get one colour and are computed together (Curtis, Powell and
 * Reid 1974). Colouring is greedy in the order of the columns: O(entries) a colour. Filling takes
 * one call of jvp a colour. A column that has no finite derivative (of sqrt at 0) is made from a
 * difference instead: what an integrator needs is a slope, not the derivative. */
#include "rt/jacobian.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Copies the pattern, adding missing diagonal entries, rows sorted. */
static bool copy_pattern(KJacobian *j, int nnz, const int *colptr, const int *rowidx)
{
    size_t n = (size_t)j->n;
    j->colptr = malloc((n + 1) * sizeof *j->colptr);
    j->rowidx = malloc((n + (size_t)nnz) * sizeof *j->rowidx);
    if (!j->colptr || !j->rowidx)
        return false;
    int at = 0;
    for (int c = 0; c < j->n; c++) {
        int from = j->colptr[c] = at;
        bool diagonal = false;
        for (int p = colptr[c]; p <= colptr[c + 1]; p++) {
            bool last = p == colptr[c + 1];
            if (last && diagonal)
                break;
            int row = last ? c : rowidx[p], k = at++;
            diagonal |= row == c;
            for (; k > from && j->rowidx[k - 1] > row; k--)
                j->rowidx[k] = j->rowidx[k - 1];
            j->rowidx[k] = row;
        }
    }
    j->nnz = j->colptr[j->n] = at;
    return true;
}

/* The columns that no colour has yet, in their order: the first takes the next colour, and so does
 * every other one that has no row in common with those that have it. */
bool colors_find(KColors *g, int n, const int *colptr, const int *rowidx)
{
    size_t room = (size_t)n + 1;
    g->first = malloc(2 * room * sizeof *g->first);
    int *left = malloc(room * sizeof *left), *used_by = calloc(room, sizeof *used_by);
    g->n = 0;
    for (int c = 0; left && c < n; c++)
        left[c] = c;
    bool good = g->first && left && used_by;
    g->column = good ? g->first + room : NULL;
    for (int nleft = good ? n : 0, at = 0; nleft; nleft -= at - g->first[g->n++]) {
        int kept = 0;
        g->first[g->n] = at;
        for (int i = 0; i < nleft; i++) {
            int c = left[i], p = colptr ? colptr[c] : 0, end = colptr ? colptr[c + 1] : 0;
            while (p < end && used_by[rowidx[p]] != g->n + 1)
                p++;
            if (p < end || (!colptr && i)) {
                left[kept++] = c;
                continue;
            }
            for (p = colptr ? colptr[c] : 0; p < end; p++)
                used_by[rowidx[p]] = g->n + 1;
            g->column[at++] = c;
        }
    }
    if (good)
        g->first[g->n] = n;
    free(left);
    free(used_by);
    return good;
}

KJacobian *jacobian_new(int n, const int *var, int nnz, const int *colptr, const int *rowidx)
{
    KJacobian *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->n = n;
    j->var = var;
    bool good = (nnz == 0 || copy_pattern(j, nnz, colptr, rowidx)) &&
                colors_find(&j->colors, n, nnz ? j->colptr : NULL, j->rowidx);
    size_t count = j->nnz > 0 ? (size_t)j->nnz : (size_t)n * (size_t)n;
    if (good)
        j->value = calloc(count + 1, sizeof *j->value);
    if (!j->value) {
        jacobian_free(j);
        return NULL;
    }
    return j;
}

void jacobian_free(KJacobian *j)
{
    if (!j)
        return;
    free(j->colptr);
    free(j->rowidx);
    free(j->value);
    free(j->colors.first);
    free(j);
}

/* Derivative of row i along the seeds. */
static double row_value(const KInst *m, int i)
{
    const KModel *model = m->run->model;
    return i < model->nstates ? m->dv[model->der[i]] : m->run->dae->dr[i - model->nstates];
}

static void store(const KInst *m, KJacobian *j, int c)
{
    if (j->nnz > 0) {
        for (int p = j->colptr[c]; p < j->colptr[c + 1]; p++)
            j->value[p] = row_value(m, j->rowidx[p]);
    } else {
        for (int i = 0; i < j->n; i++)
            j->value[(long)c * j->n + i] = row_value(m, i);
    }
}

/* ---- Columns without finite derivatives ---- */

static bool is_finite(const KJacobian *j, long from, long to)
{
    double zero = 0;
    for (long i = from; i < to; i++)
        zero += j->value[i] * 0.0;
    return zero == 0;
}

static int not_finite(KInst *m)
{
    failure_format(m, "the derivative of an equation is not finite");
    return 1;
}

static double row_now(const KInst *m, int i)
{
    const KModel *model = m->run->model;
    return i < model->nstates ? m->v[model->der[i]] : m->run->dae->r[i - model->nstates];
}

/* Column c, entries [from, to), by a step to one side; base: the rows where rhs was evaluated. */
static bool difference(KInst *m, KJacobian *j, int c, const double *base, double side)
{
    long from = j->nnz > 0 ? j->colptr[c] : (long)c * j->n;
    long to = j->nnz > 0 ? j->colptr[c + 1] : from + j->n;
    double *x = &m->v[j->var[c]], kept = *x;
    double h = side * sqrt(DBL_EPSILON) * fmax(fabs(kept), k_nominal(m->run->model, j->var[c]));
    *x = kept + h;
    bool good = code_rhs(m, K_TRIAL) == 0;
    for (long p = from; p < to && good; p++) {
        int row = j->nnz > 0 ? j->rowidx[p] : (int)(p - from);
        j->value[p] = (row_now(m, row) - base[row]) / h;
    }
    *x = kept;
    return good && is_finite(j, from, to);
}

static int fill_differences(KInst *m, KJacobian *j)
{
    double *base = malloc((size_t)j->n * sizeof *base + 1);
    if (!base)
        return not_finite(m);
    int result = 0;
    for (int i = 0; i < j->n; i++)
        base[i] = row_now(m, i);
    for (int c = 0; c < j->n && !result; c++) {
        long from = j->nnz > 0 ? j->colptr[c] : (long)c * j->n;
        long to = j->nnz > 0 ? j->colptr[c + 1] : from + j->n;
        if (!is_finite(j, from, to) && !difference(m, j, c, base, 1) &&
            !difference(m, j, c, base, -1))
            result = 1;
    }
    free(base);
    int again = code_rhs(m, K_TRIAL);
    return result ? not_finite(m) : again;
}

int jacobian_fill(KInst *m, KJacobian *j)
{
    KRun *run = m->run;
    const KColors *g = &j->colors;
    int result = 0;
    for (int k = 0; k < g->n && !result; k++) {
        for (int c = g->first[k]; c < g->first[k + 1]; c++)
            m->dv[j->var[g->column[c]]] = 1;
        result = code_call(m, run->code.jvp, K_TRIAL);
        for (int c = g->first[k]; c < g->first[k + 1]; c++) {
            if (!result)
                store(m, j, g->column[c]);
            m->dv[j->var[g->column[c]]] = 0;
        }
    }
    code_forget_directions(m);
    long count = j->nnz > 0 ? j->nnz : (long)j->n * j->n;
    return !result && !is_finite(j, 0, count) ? fill_differences(m, j) : result;
}
