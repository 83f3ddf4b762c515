/* jacobian.c - Jacobians of the whole model by directional derivatives.
 *
 * Columns that have no row in common get one colour and are computed together. Colouring is
 * greedy in the order of the columns: O(sum of squared row counts). Filling takes one call of
 * jvp a colour. */
#include "rt/jacobian.h"

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

/* Turns counts, count[i] of group i at start[i + 1], into first positions. */
static void sum_up(int *start, int n)
{
    for (int i = 0; i < n; i++)
        start[i + 1] += start[i];
}

/* Undoes what filling did: start[i] had moved on to the end of group i. */
static void shift_back(int *start, int n)
{
    memmove(start + 1, start, (size_t)n * sizeof *start);
    start[0] = 0;
}

/* columns[start[i] .. start[i+1]): the columns with an entry in row i. */
static bool transpose(const KJacobian *j, int **start, int **columns)
{
    *start = calloc((size_t)j->n + 1, sizeof **start);
    *columns = malloc((size_t)(j->nnz + 1) * sizeof **columns);
    if (!*start || !*columns)
        return false;
    for (int p = 0; p < j->nnz; p++)
        (*start)[j->rowidx[p] + 1]++;
    sum_up(*start, j->n);
    for (int c = 0; c < j->n; c++)
        for (int p = j->colptr[c]; p < j->colptr[c + 1]; p++)
            (*columns)[(*start)[j->rowidx[p]]++] = c;
    shift_back(*start, j->n);
    return true;
}

/* Colour of each column: the smallest not used by a column that shares a row. */
static int color_greedily(const KJacobian *j, const int *start, const int *columns, int *color,
                          int *used_by)
{
    int ncolors = 0;
    for (int c = 0; c < j->n; c++)
        used_by[c] = -1;
    for (int c = 0; c < j->n; c++) {
        for (int p = j->colptr[c]; p < j->colptr[c + 1]; p++)
            for (int q = start[j->rowidx[p]]; q < start[j->rowidx[p] + 1] && columns[q] < c; q++)
                used_by[color[columns[q]]] = c;
        int k = 0;
        while (k < ncolors && used_by[k] == c)
            k++;
        color[c] = k;
        if (k == ncolors)
            ncolors++;
    }
    return ncolors;
}

static bool group_by_color(KJacobian *j, const int *color)
{
    j->first = calloc((size_t)j->ncolors + 1, sizeof *j->first);
    j->column = malloc(((size_t)j->n + 1) * sizeof *j->column);
    if (!j->first || !j->column)
        return false;
    for (int c = 0; c < j->n; c++)
        j->first[color[c] + 1]++;
    sum_up(j->first, j->ncolors);
    for (int c = 0; c < j->n; c++)
        j->column[j->first[color[c]]++] = c;
    shift_back(j->first, j->ncolors);
    return true;
}

static bool find_colors(KJacobian *j)
{
    int *start = NULL, *columns = NULL;
    int *color = malloc((2 * (size_t)j->n + 1) * sizeof *color);
    bool good = color != NULL;
    if (good && j->nnz > 0) {
        good = transpose(j, &start, &columns);
        if (good)
            j->ncolors = color_greedily(j, start, columns, color, color + j->n);
    } else if (good) {
        j->ncolors = j->n;
        for (int c = 0; c < j->n; c++)
            color[c] = c;
    }
    good = good && group_by_color(j, color);
    free(color);
    free(start);
    free(columns);
    return good;
}

KJacobian *jacobian_new(int n, const int *var, int nnz, const int *colptr, const int *rowidx)
{
    KJacobian *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->n = n;
    j->var = var;
    bool good = (nnz == 0 || copy_pattern(j, nnz, colptr, rowidx)) && find_colors(j);
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
    free(j->column);
    free(j->first);
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

static bool is_finite(const KJacobian *j)
{
    size_t count = j->nnz > 0 ? (size_t)j->nnz : (size_t)j->n * (size_t)j->n;
    double zero = 0;
    for (size_t i = 0; i < count; i++)
        zero += j->value[i] * 0.0;
    return zero == 0;
}

static int not_finite(KInst *m)
{
    failure_format(m, "the derivative of an equation is not finite");
    return 1;
}

int jacobian_fill(KInst *m, KJacobian *j)
{
    KRun *run = m->run;
    if (run->seeds_dirty)
        memset(m->dv, 0, (size_t)run->model->nv * sizeof *m->dv);
    run->seeds_dirty = true;
    int result = 0;
    for (int k = 0; k < j->ncolors && !result; k++) {
        for (int c = j->first[k]; c < j->first[k + 1]; c++)
            m->dv[j->var[j->column[c]]] = 1;
        result = code_call(m, run->code.jvp);
        for (int c = j->first[k]; c < j->first[k + 1]; c++) {
            if (!result)
                store(m, j, j->column[c]);
            m->dv[j->var[j->column[c]]] = 0;
        }
    }
    return !result && !is_finite(j) ? not_finite(m) : result;
}
