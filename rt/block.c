/* block.c - solution of algebraic blocks: linear directly, nonlinear by newton.c, mixed by modes.c;
 * and of their directional derivatives by the implicit function theorem.
 *
 * Linear: from any x, x - A^-1 (A x - b). The residual is evaluated once more afterwards, which
 * makes the inner variables consistent and shows whether a refinement is due. */
#include "rt/block_internal.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static KBlockWork *work_new(const KModel *model, const KBlock *b)
{
    size_t n = (size_t)b->n, entries = b->nnz > 0 ? (size_t)b->nnz : n * n;
    size_t modes = modes_size(b);
    KBlockWork *w = calloc(1, sizeof *w + (10 * n + entries) * sizeof(double) + 3 * modes);
    if (!w)
        return NULL;
    double **part[] = {&w->unit, &w->x,      &w->x_next, &w->guess, &w->r,
                       &w->d,    &w->d_next, &w->noise,  &w->last,  &w->spare};
    double *at = (double *)(void *)(w + 1);
    for (size_t i = 0; i < sizeof part / sizeof *part; i++, at += n)
        *part[i] = at;
    w->entry = at;
    w->modes = (unsigned char *)(at + entries);
    w->mode_size = modes;
    w->last_damping = 1;
    for (int i = 0; i < b->n; i++)
        w->unit[i] = k_nominal(model, b->var[i]);
    w->lin = linear_new(b->n, b->nnz, b->colptr, b->rowidx, w->unit);
    if (!w->lin) {
        free(w);
        return NULL;
    }
    return w;
}

KBlockWork *block_work(KInst *m, int k)
{
    KRun *run = m->run;
    if (!run->block[k] && !(run->block[k] = work_new(run->model, &run->model->block[k])))
        failure_format(m, "memory is exhausted by a system of %d equations",
                       run->model->block[k].n);
    return run->block[k];
}

void block_free(KRun *run)
{
    for (int k = 0; k < run->model->nblocks; k++)
        if (run->block[k]) {
            linear_free(run->block[k]->lin);
            free(run->block[k]);
            run->block[k] = NULL;
        }
}

void block_reset(KInst *m)
{
    for (int k = 0; k < m->run->model->nblocks; k++)
        if (m->run->block[k]) {
            KBlockWork *w = m->run->block[k];
            w->factored = w->fresh = w->has_last = false;
        }
}

int block_residual(KInst *m, int k, const double *x, double *r)
{
    const KBlock *b = &m->run->model->block[k];
    for (int i = 0; i < b->n; i++)
        m->v[b->var[i]] = x[i];
    int result = m->run->code.block[k].residual(m, r);
    if (result)
        return result;
    double zero = 0;
    for (int i = 0; i < b->n; i++)
        zero += r[i] * 0.0;
    return zero == 0 ? 0 : 1;
}

/* The largest change of the residuals when the unknowns are moved by a few units in the last place
 * and operations are rounded another way. */
int block_noise(KInst *m, int k, KBlockWork *w)
{
    static const int mode[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    enum { UNITS = 4 };
    int n = m->run->model->block[k].n, result = 0;
    unsigned random = 12345u;
    memset(w->noise, 0, (size_t)n * sizeof *w->noise);
    for (size_t t = 0; t < sizeof mode / sizeof *mode && !result; t++) {
        for (int i = 0; i < n; i++) {
            random = random * 1664525u + 1013904223u;
            w->x_next[i] = w->x[i] * (1 + (random >> 31 ? UNITS : -UNITS) * DBL_EPSILON);
        }
        fesetround(mode[t]);
        result = block_residual(m, k, w->x_next, w->d_next);
        fesetround(FE_TONEAREST);
        for (int i = 0; i < n && !result; i++)
            w->noise[i] = fmax(w->noise[i], fabs(w->d_next[i] - w->r[i]));
    }
    int again = block_residual(m, k, w->x, w->r);
    return result ? result : again;
}

/* ---- The Jacobian ---- */

/* Puts column j out of dr, less what the known variables contribute. */
static void store_column(const KBlock *b, double *entry, int j, const double *dr,
                         const double *known)
{
    if (b->nnz > 0) {
        for (int p = b->colptr[j]; p < b->colptr[j + 1]; p++)
            entry[p] = dr[b->rowidx[p]] - (known ? known[b->rowidx[p]] : 0);
    } else {
        for (int i = 0; i < b->n; i++)
            entry[(long)j * b->n + i] = dr[i] - (known ? known[i] : 0);
    }
}

static int jacobian_by_direction(KInst *m, int k, KBlockWork *w, const double *known)
{
    KRun *run = m->run;
    const KBlock *b = &run->model->block[k];
    const KBlockCode *code = &run->code.block[k];
    if (!known && run->seeds_dirty) {
        memset(m->dv, 0, (size_t)run->model->nv * sizeof *m->dv);
        run->seeds_dirty = false;
    }
    int ncolors = b->color ? b->ncolors : b->n;
    for (int c = 0; c < ncolors; c++) {
        int from = b->color ? 0 : c, to = b->color ? b->n : c + 1;
        for (int j = from; j < to; j++)
            m->dv[b->var[j]] = !b->color || b->color[j] == c;
        int result = code->direction(m, w->d_next);
        if (result)
            return result;
        for (int j = from; j < to; j++) {
            if (m->dv[b->var[j]] != 0)
                store_column(b, w->entry, j, w->d_next, known);
            m->dv[b->var[j]] = 0;
        }
    }
    return code->direction(m, w->d_next); /* inner variables without a seed */
}

static int jacobian_by_differences(KInst *m, int k, KBlockWork *w)
{
    const KBlock *b = &m->run->model->block[k];
    for (int j = 0; j < b->n; j++)
        w->x_next[j] = m->v[b->var[j]];
    int result = 0;
    for (int j = 0; j < b->n && !result; j++) {
        double x = w->x_next[j], h = sqrt(DBL_EPSILON) * fmax(fabs(x), w->unit[j]);
        w->x_next[j] = x + h;
        if (!(result = block_residual(m, k, w->x_next, w->d_next)))
            for (int i = 0; i < b->n; i++)
                w->d_next[i] = (w->d_next[i] - w->r[i]) / h;
        store_column(b, w->entry, j, w->d_next, NULL);
        w->x_next[j] = x;
    }
    int again = block_residual(m, k, w->x_next, w->d_next);
    return result ? result : again;
}

static int jacobian(KInst *m, int k, KBlockWork *w, const double *known_dr)
{
    const KBlockCode *code = &m->run->code.block[k];
    w->factored = w->fresh = false;
    return code->jacobian    ? code->jacobian(m, w->entry)
           : code->direction ? jacobian_by_direction(m, k, w, known_dr)
                             : jacobian_by_differences(m, k, w);
}

int block_jacobian(KInst *m, int k, KBlockWork *w)
{
    return jacobian(m, k, w, NULL);
}

int block_factor(KInst *m, int k, KBlockWork *w, const double *known_dr)
{
    int result = jacobian(m, k, w, known_dr);
    if (result)
        return result;
    result = linear_factor(w->lin, w->entry);
    if (result > 0)
        return block_is_singular(m, k, w);
    w->factored = w->fresh = result == 0;
    return result;
}

/* Where elimination ended, or an entry that is not finite kept it from beginning. */
static void find_singular(const KBlock *b, const KBlockWork *w, int *row, int *col)
{
    linear_where(w->lin, row, col);
    for (int j = 0; j < b->n && *row < 0 && *col < 0; j++) {
        int from = b->nnz > 0 ? b->colptr[j] : j * b->n;
        int to = b->nnz > 0 ? b->colptr[j + 1] : from + b->n;
        for (int p = from; p < to && *row < 0; p++)
            if (!isfinite(w->entry[p])) {
                *row = b->nnz > 0 ? b->rowidx[p] : p - from;
                *col = j;
            }
    }
}

int block_is_singular(KInst *m, int k, const KBlockWork *w)
{
    const KBlock *b = &m->run->model->block[k];
    KFailure *f = failure_set(m, FAIL_SINGULAR);
    int row, col;
    find_singular(b, w, &row, &col);
    f->block = k;
    if (row >= 0)
        f->row[f->nrows++] = row;
    if (col >= 0)
        f->col[f->ncols++] = b->var[col];
    return 1;
}

/* ---- Solution ---- */

/* At events the same equations must give the same digits in every pass, whatever the unknowns were
 * before. */
static bool begins_at_zero(const KInst *m)
{
    return m->live || m->run->settling;
}

static void warn_singular(KInst *m, int k, KBlockWork *w)
{
    const KModel *model = m->run->model;
    if (w->warned || m->run->trial)
        return;
    w->warned = true;
    int row, col;
    linear_where(w->lin, &row, &col);
    const char *name = model->variable_name && col >= 0
                           ? model->variable_name(model->arg, model->block[k].var[col])
                           : "an unknown";
    run_message(m, K_MSG_WARNING, "at time %g: %s is not determined by its linear equations and %s",
                m->time, name, begins_at_zero(m) ? "is set to 0" : "keeps its value");
}

/* Largest scaled residual, in units of the unknowns. */
static double residual_size(const KBlockWork *w, int n)
{
    const double *scale = linear_row_scale(w->lin);
    double size = 0;
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(w->r[i]) * scale[i]);
    return size;
}

static int linear_block(KInst *m, int k, KBlockWork *w)
{
    const KBlock *b = &m->run->model->block[k];
    int result = block_residual(m, k, w->x, w->r);
    if (!result && !(b->constant && w->factored))
        result = block_factor(m, k, w, NULL);
    if (!result && begins_at_zero(m)) {
        memset(w->x, 0, (size_t)b->n * sizeof *w->x);
        result = block_residual(m, k, w->x, w->r);
    }
    for (int pass = 0; pass < 2 && !result; pass++) {
        memcpy(w->d, w->r, (size_t)b->n * sizeof *w->d);
        if (linear_solve(w->lin, w->d))
            return block_is_singular(m, k, w);
        double size = 0;
        for (int i = 0; i < b->n; i++) {
            w->x[i] -= w->d[i];
            size = fmax(size, fabs(w->x[i]) / w->unit[i]);
        }
        result = block_residual(m, k, w->x, w->r);
        if (!result && residual_size(w, b->n) <= 16 * b->n * DBL_EPSILON * size)
            break;
    }
    if (!result && linear_singular(w->lin))
        warn_singular(m, k, w);
    w->fresh = !result;
    return result;
}

static void report_not_finite(KInst *m, int k, const KBlockWork *w)
{
    KFailure *f = failure_set(m, FAIL_FINITE);
    f->block = k;
    for (int i = 0; i < m->run->model->block[k].n && f->nrows < FAIL_NAMED; i++)
        if (!isfinite(w->r[i])) {
            f->residual[f->nrows] = w->r[i];
            f->row[f->nrows++] = i;
        }
}

/* Solves for the unknowns with the modes as they are. */
static int solve_frozen(KInst *m, int k, KBlockWork *w)
{
    KRun *run = m->run;
    const KBlock *b = &run->model->block[k];
    for (int i = 0; i < b->n; i++) {
        double x = m->v[b->var[i]];
        w->guess[i] = w->x[i] = isfinite(x) ? x : m->start[b->var[i]];
    }
    bool trial = run->trial;
    int result;
    if (b->linear) {
        failure_clear(m);
        result = linear_block(m, k, w);
    } else {
        run->trial = true;
        result = newton_solve(m, k, w);
        run->trial = trial;
    }
    if (result)
        for (int i = 0; i < b->n; i++)
            m->v[b->var[i]] = w->guess[i];
    if (result && run->failure.kind == FAIL_NONE)
        report_not_finite(m, k, w);
    return result;
}

int block_solve(KInst *m, int k)
{
    KBlockWork *w = block_work(m, k);
    if (!w)
        return -1;
    if (m->live && m->run->code.block[k].modes)
        return modes_solve(m, k, w, solve_frozen);
    return solve_frozen(m, k, w);
}

int block_solve_dir(KInst *m, int k)
{
    KRun *run = m->run;
    const KBlock *b = &run->model->block[k];
    const KBlockCode *code = &run->code.block[k];
    KBlockWork *w = block_work(m, k);
    if (!w)
        return -1;
    run->seeds_dirty = true;
    for (int i = 0; i < b->n; i++)
        m->dv[b->var[i]] = 0;
    int result = code->direction(m, w->d);
    if (!result && !w->fresh)
        result = block_factor(m, k, w, w->d);
    if (result)
        return result;
    if (linear_solve(w->lin, w->d))
        return block_is_singular(m, k, w);
    for (int i = 0; i < b->n; i++)
        m->dv[b->var[i]] = -w->d[i];
    return code->direction(m, w->d_next);
}
