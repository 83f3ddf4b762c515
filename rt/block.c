/* block.c - solution of algebraic blocks: linear directly, nonlinear by newton.c, mixed by modes.c;
 * and of their directional derivatives by the implicit function theorem.
 *
 * Linear: from any x, x - A^-1 (A x - b). The residual is evaluated once more afterwards, which
 * makes the inner variables consistent and shows whether a refinement is due: until each equation
 * holds to rounding of its own terms (Skeel 1980). */
#include "rt/block_internal.h"
#include "rt/bridge.h"
#include "rt/linear_policy.h"
#include "rt/newton_policy.h"
#include "rt/step.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Unknowns that states of sets leave (sets.c) ----
 *
 * The candidates that are integrated are known: their columns, and the residuals that say so, are
 * left out. */

static bool is_reduced(const KModel *model, const KBlock *b)
{
    for (int i = 0; i < b->nsets; i++)
        for (int k = 0; k < model->set[b->set[i].set].n; k++)
            if (b->set[i].col[k] < 0)
                return false;
    return b->nsets > 0 && !b->mixed && b->n <= MOST_REDUCED;
}

static int states_of_sets(const KModel *model, const KBlock *b)
{
    int n = 0;
    for (int i = 0; i < b->nsets; i++)
        n += model->set[b->set[i].set].nstates;
    return n;
}

/* Column of the candidate that state i of a set stands for. */
static int picked_column(const KInst *m, const KBlockSet *place, int i)
{
    const KStateSet *set = &m->run->model->set[place->set];
    int k = 0;
    while (k < set->n - 1 && m->v[set->pick[i * set->n + k]] == 0)
        k++;
    return place->col[k];
}

/* Which entries of the whole block are entries of what is left. */
static void list_moves(const KBlock *b, KBlockWork *w)
{
    int place[MOST_REDUCED];
    for (int i = 0; i < b->n; i++)
        place[i] = -1;
    for (int i = 0; i < w->n; i++)
        place[w->row[i]] = i;
    w->nmoves = 0;
    memset(w->entry, 0, (size_t)(w->n * w->n) * sizeof *w->entry);
    for (int j = 0; j < w->n; j++) {
        int col = w->column[j], from = b->nnz > 0 ? b->colptr[col] : col * b->n;
        int to = b->nnz > 0 ? b->colptr[col + 1] : from + b->n;
        for (int p = from; p < to; p++) {
            int i = place[b->nnz > 0 ? b->rowidx[p] : p - from];
            if (i < 0)
                continue;
            w->from[w->nmoves] = p;
            w->to[w->nmoves++] = j * w->n + i;
        }
    }
}

/* Finds the unknowns that are left, and sets the others. */
static void reduce(KInst *m, const KBlock *b, KBlockWork *w)
{
    const KModel *model = m->run->model;
    bool known[MOST_REDUCED] = {false}, given[MOST_REDUCED] = {false}, same = w->row != NULL;
    for (int s = 0; s < b->nsets; s++) {
        const KStateSet *set = &model->set[b->set[s].set];
        for (int i = 0; i < set->nstates; i++) {
            int col = picked_column(m, &b->set[s], i);
            known[col] = true;
            given[b->set[s].row[i]] = true;
            m->v[b->var[col]] = m->v[set->state[i]];
        }
    }
    for (int j = 0, n = 0; j < b->n; j++)
        if (!known[j] && n < w->n) {
            same = same && w->column[n] == j;
            w->column[n++] = j;
        }
    if (same)
        return;
    for (int i = 0, n = 0; i < b->n; i++)
        if (!given[i])
            w->used[n++] = i;
    for (int j = 0; j < w->n; j++) {
        w->active[j] = b->var[w->column[j]];
        w->unit[j] = k_nominal(model, w->active[j]);
    }
    w->var = w->active;
    w->row = w->used;
    w->factored = w->fresh = w->has_last = false;
    list_moves(b, w);
}

/* ---- Work space ---- */

static void work_free(KBlockWork *w)
{
    linear_free(w->lin);
    free(w->colors.first);
    branch_close(w);
    free(w);
}

static KBlockWork *work_new(const KModel *model, const KBlock *b, const KBlockCode *code)
{
    size_t n = (size_t)b->n, entries = b->iterated ? 0 : b->nnz > 0 ? (size_t)b->nnz : n * n;
    size_t modes = modes_size(b);
    bool reduced = is_reduced(model, b);
    if (reduced && entries < n * n)
        entries = n * n;
    size_t check = b->whole && !b->spare ? 3 * (size_t)model->block[b->whole].n : 0;
    size_t doubles = 12 * n + entries + (reduced ? entries + n : 0) + 3 * (size_t)b->nrel + check;
    size_t ints = reduced ? 3 * n + 2 * entries : 0;
    KBlockWork *w =
        calloc(1, sizeof *w + doubles * sizeof(double) + ints * sizeof(int) + 3 * modes);
    if (!w)
        return NULL;
    double **part[] = {&w->unit,   &w->x,     &w->x_next, &w->guess, &w->r,     &w->d,
                       &w->d_next, &w->noise, &w->last,   &w->spare, &w->begin, &w->rows};
    w->relation = (double *)(void *)(w + 1);
    w->check = w->relation + 3 * b->nrel;
    double *at = w->check + check;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++, at += n)
        *part[i] = at;
    w->entry = at;
    w->all = reduced ? at + entries : NULL;
    w->column = (int *)(void *)((double *)(void *)(w + 1) + doubles);
    w->active = w->column + n;
    w->used = w->active + n;
    w->from = w->used + n;
    w->to = w->from + entries;
    w->modes = (unsigned char *)(w->column + ints);
    w->mode_size = modes;
    w->last_damping = 1;
    w->n = b->n;
    w->var = b->var;
    for (int i = 0; i < b->n; i++)
        w->unit[i] = k_nominal(model, b->var[i]);
    if (reduced) {
        w->n -= states_of_sets(model, b);
    } else {
        w->nnz = b->nnz;
        w->colptr = b->colptr;
        w->rowidx = b->rowidx;
    }
    if (b->iterated)
        return w;
    bool sparse = b->sparse && !reduced;
    w->lin =
        linear_new(w->n, w->nnz, w->colptr, w->rowidx, sparse, sparse ? b->nfirst : 0, w->unit);
    if (w->lin && b->nparts > 1 && !reduced)
        linear_parts(w->lin, b->nparts, b->part);
    bool directed = !code->jacobian && code->direction;
    if (w->lin && (!directed || colors_find(&w->colors, w->n, w->colptr, w->rowidx)))
        return w;
    work_free(w);
    return NULL;
}

KBlockWork *block_work(KInst *m, int k)
{
    KRun *run = m->run;
    if (!run->block[k] &&
        !(run->block[k] = work_new(run->model, &run->model->block[k], &run->code.block[k])))
        failure_format(m, "memory is exhausted by a system of %d equations",
                       run->model->block[k].n);
    return run->block[k];
}

bool block_open(KInst *m)
{
    for (int k = 0; k < m->run->model->nblocks; k++)
        if (!block_work(m, k))
            return false;
    return true;
}

void block_free(KRun *run)
{
    for (int k = 0; k < run->model->nblocks; k++)
        if (run->block[k]) {
            work_free(run->block[k]);
            run->block[k] = NULL;
        }
}

void block_reset(KInst *m)
{
    for (int k = 0; k < m->run->model->nblocks; k++)
        if (m->run->block[k]) {
            KBlockWork *w = m->run->block[k];
            w->factored = w->fresh = w->has_last = w->on_whole = w->open = false;
            w->distrusted = w->unchecked = w->known_for = w->floors = 0;
        }
}

void block_solved_here(KInst *m)
{
    const KRun *run = m->run;
    for (int k = 0; k < run->model->nblocks; k++) {
        KBlockWork *w = run->block[k];
        for (int i = 0; w && w->has_last && i < w->n; i++)
            w->last[i] = m->v[w->var[i]];
    }
}

/* r := the residuals of `all` that are used. */
static void gather(const KBlockWork *w, const double *all, double *r)
{
    for (int i = 0; i < w->n; i++)
        r[i] = all[w->row[i]];
}

enum { LANES = 2 };

/* For the unknowns as they are. Positive also if a residual is not finite. */
static int residual_here(KInst *m, int k, const KBlockWork *w, double *r)
{
    int result = code_try(m, m->run->code.block[k].residual, w->row ? w->all : r);
    if (result)
        return result;
    if (w->row)
        gather(w, w->all, r);
    double zero[LANES] = {0};
    int i = 0;
    for (; i + LANES <= w->n; i += LANES)
        for (int l = 0; l < LANES; l++)
            zero[l] += r[i + l] * 0.0;
    for (; i < w->n; i++)
        zero[0] += r[i] * 0.0;
    return !(zero[0] + zero[1] == 0); /* NaN where one is not finite */
}

int block_residual(KInst *m, int k, const double *x, double *r)
{
    const KBlockWork *w = m->run->block[k];
    for (int i = 0; i < w->n; i++)
        m->v[w->var[i]] = x[i];
    return residual_here(m, k, w, r);
}

/* The largest change of the residuals when the unknowns are moved by a few units in the last place
 * and operations are rounded another way. */
int block_noise(KInst *m, int k, KBlockWork *w)
{
    static const int mode[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    int n = w->n, result = 0;
    unsigned random = 12345u;
    memset(w->noise, 0, (size_t)n * sizeof *w->noise);
    for (size_t t = 0; t < sizeof mode / sizeof *mode && !result; t++) {
        for (int i = 0; i < n; i++) {
            random = random * 1664525u + 1013904223u;
            w->x_next[i] =
                w->x[i] * (1 + (random >> 31 ? NOISE_UNITS : -NOISE_UNITS) * DBL_EPSILON);
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
static void store_column(const KBlockWork *w, double *entry, int j, const double *dr,
                         const double *known)
{
    if (w->nnz > 0) {
        for (int p = w->colptr[j]; p < w->colptr[j + 1]; p++)
            entry[p] = dr[w->rowidx[p]] - (known ? known[w->rowidx[p]] : 0);
    } else {
        for (int i = 0; i < w->n; i++)
            entry[(long)j * w->n + i] = dr[i] - (known ? known[i] : 0);
    }
}

/* Directional derivative of the residuals that are used. */
static int direction(KInst *m, int k, const KBlockWork *w, double *dr)
{
    int result = code_try(m, m->run->code.block[k].direction, w->row ? w->all : dr);
    if (!result && w->row)
        gather(w, w->all, dr);
    return result;
}

static int jacobian_by_direction(KInst *m, int k, KBlockWork *w, const double *known)
{
    const KColors *g = &w->colors;
    for (int c = 0; c < g->n; c++) {
        for (int i = g->first[c]; i < g->first[c + 1]; i++)
            m->dv[w->var[g->column[i]]] = 1;
        int result = direction(m, k, w, w->d_next);
        if (result && !known)
            code_forget_directions(m);
        if (result)
            return result;
        for (int i = g->first[c]; i < g->first[c + 1]; i++) {
            store_column(w, w->entry, g->column[i], w->d_next, known);
            m->dv[w->var[g->column[i]]] = 0;
        }
    }
    return direction(m, k, w, w->d_next); /* inner variables without a seed */
}

/* How far unknown j is moved for them. In a step derivatives of states move the rest by the h-fold
 * only, which rounding would hide. */
static double difference_of(const KInst *m, int k, const KBlockWork *w, int j)
{
    const KStepping *s = m->run->model->block[k].of_step ? m->run->stepping : NULL;
    double part = s && s->of[w->var[j]] < 0 ? SLOPE_DIFFERENCE : sqrt(DBL_EPSILON);
    return part * fmax(fabs(w->x_next[j]), w->unit[j]);
}

static int jacobian_by_differences(KInst *m, int k, KBlockWork *w)
{
    for (int j = 0; j < w->n; j++)
        w->x_next[j] = m->v[w->var[j]];
    int result = 0;
    for (int j = 0; j < w->n && !result; j++) {
        double x = w->x_next[j], h = difference_of(m, k, w, j);
        w->x_next[j] = x + h;
        if (!(result = block_residual(m, k, w->x_next, w->d_next)))
            for (int i = 0; i < w->n; i++)
                w->d_next[i] = (w->d_next[i] - w->r[i]) / h;
        store_column(w, w->entry, j, w->d_next, NULL);
        w->x_next[j] = x;
    }
    int again = block_residual(m, k, w->x_next, w->d_next);
    return result ? result : again;
}

/* The entries of column j: from *first on, below *end. */
static void column_range(const KBlockWork *w, int j, int *first, int *end)
{
    *first = w->nnz > 0 ? w->colptr[j] : j * w->n;
    *end = w->nnz > 0 ? w->colptr[j + 1] : *first + w->n;
}

static bool is_finite_column(const KBlockWork *w, int j)
{
    int first, end;
    double zero = 0;
    column_range(w, j, &first, &end);
    for (int p = first; p < end; p++)
        zero += w->entry[p] * 0.0;
    return zero == 0;
}

/* A derivative may overflow where the residuals do not: of 1/(1 + exp(x)) at 1000, say. Such
 * columns are made by differences; *moved says that there are some. */
static int mend_columns(KInst *m, int k, KBlockWork *w, bool *moved)
{
    int result = 0;
    *moved = false;
    for (int j = 0; j < w->n && !result; j++) {
        if (is_finite_column(w, j))
            continue;
        double *v = &m->v[w->var[j]], x = *v, h = cbrt(DBL_EPSILON) * fmax(fabs(x), w->unit[j]);
        int first, end;
        column_range(w, j, &first, &end);
        *v = x + h;
        result = residual_here(m, k, w, w->d_next);
        store_column(w, w->entry, j, w->d_next, NULL);
        *v = x - h;
        result = result ? result : residual_here(m, k, w, w->d_next);
        for (int p = first; p < end; p++) {
            int i = w->nnz > 0 ? w->rowidx[p] : p - first;
            w->entry[p] = result ? NAN : (w->entry[p] - w->d_next[i]) / (2 * h);
        }
        *v = x;
        *moved = true;
        result = result < 0 ? result : 0;
    }
    return *moved && !result ? m->run->code.block[k].residual(m, w->row ? w->all : w->d_next)
                             : result;
}

/* The entries of the whole block, of which the used ones are taken. */
static int jacobian_of_all(KInst *m, int k, KBlockWork *w)
{
    int result = m->run->code.block[k].jacobian(m, w->all);
    for (int i = 0; i < w->nmoves && !result; i++)
        w->entry[w->to[i]] = w->all[w->from[i]];
    return result;
}

static int jacobian(KInst *m, int k, KBlockWork *w, const double *known_dr)
{
    const KBlockCode *code = &m->run->code.block[k];
    w->factored = w->fresh = false;
    return code->jacobian    ? w->row ? jacobian_of_all(m, k, w) : code->jacobian(m, w->entry)
              : code->direction ? jacobian_by_direction(m, k, w, known_dr)
                             : jacobian_by_differences(m, k, w);
}

int block_jacobian(KInst *m, int k, KBlockWork *w)
{
    return jacobian(m, k, w, NULL);
}

static void count_factored(KRun *run, int size, int times)
{
    KFactored *f = run->factored;
    int i = 0;
    while (i < K_SIZES && f[i].size && f[i].size < size)
        i++;
    if (i < K_SIZES && f[i].size != size) {
        memmove(&f[i + 1], &f[i], (size_t)(K_SIZES - 1 - i) * sizeof *f);
        f[i] = (KFactored){.size = size};
    }
    if (i < K_SIZES)
        f[i].times += times;
}

void block_factored(KInst *m, KBlockWork *w, int times)
{
    count_factored(m->run, w->n, times);
    w->gain = 0;
}

int block_factor(KInst *m, int k, KBlockWork *w, const double *known_dr)
{
    block_factored(m, w, 1);
    int result = jacobian(m, k, w, known_dr);
    if (result)
        return result;
    bool moved = false;
    result = linear_factor(w->lin, w->entry); /* which looks whether they are finite */
    if (result > 0 && !known_dr) {
        int mended = mend_columns(m, k, w, &moved);
        if (mended)
            return mended;
    }
    if (moved)
        result = linear_factor(w->lin, w->entry);
    if (result > 0)
        return block_is_singular(m, k, w);
    w->factored = w->fresh = result == 0;
    return result;
}

/* Where elimination ended, or an entry that is not finite kept it from beginning. */
static void find_singular(const KBlockWork *w, int *row, int *col)
{
    linear_where(w->lin, row, col);
    for (int j = 0; j < w->n && *row < 0 && *col < 0; j++) {
        int first, end;
        column_range(w, j, &first, &end);
        for (int p = first; p < end && *row < 0; p++)
            if (!isfinite(w->entry[p])) {
                *row = w->nnz > 0 ? w->rowidx[p] : p - first;
                *col = j;
            }
    }
}

int block_is_singular(KInst *m, int k, const KBlockWork *w)
{
    KFailure *f = failure_set(m, FAIL_SINGULAR);
    int row, col;
    find_singular(w, &row, &col);
    f->block = k;
    if (row >= 0)
        f->row[f->nrows++] = w->row ? w->row[row] : row;
    if (col >= 0)
        f->col[f->ncols++] = w->var[col];
    return 1;
}

/* ---- Solution ---- */

bool begins_at_zero(const KInst *m)
{
    return m->mode & (K_LIVE | K_SETTLING);
}

/* The unknowns that a singular matrix leaves open. */
static void text_open(const KInst *m, const KBlockWork *w, Text *out)
{
    int count = 0;
    for (int j = 0; j < w->n; j++)
        count += linear_leaves_open(w->lin, j);
    for (int j = 0, n = 0; j < w->n && n < FAIL_NAMED; j++)
        if (linear_leaves_open(w->lin, j)) {
            text_add(out, n++ ? ", " : "");
            text_variable(out, m->run->model, w->var[j]);
        }
    if (count > FAIL_NAMED)
        text_add(out, " and %d more", count - FAIL_NAMED);
    if (!count)
        text_add(out, "all unknowns");
}

static void warn_singular(KInst *m, KBlockWork *w)
{
    if (w->warned || m->mode & K_TRIAL)
        return;
    w->warned = true;
    char names[800] = "";
    text_open(m, w, &(Text){names, sizeof names});
    run_message(m, K_MSG_WARNING,
                "at time %g: linear equations do not determine %s; of their solutions the one "
                "nearest to %s is taken",
                m->time, names, begins_at_zero(m) ? "0" : "the values before");
}

void block_warn_initial(KInst *m)
{
    char text[FAIL_TEXT_SIZE], names[800] = "";
    for (int k = 0; k < m->run->model->nblocks; k++)
        if (m->run->block[k] && m->run->block[k]->open) {
            text_open(m, m->run->block[k], &(Text){names, sizeof names});
            block_is_singular(m, k, m->run->block[k]);
            run_message(m, K_MSG_WARNING,
                        "at the start %s\n  which follows from the others: the solution "
                        "nearest to the start values of %s is taken",
                        failure_text(m, text, sizeof text), names);
            failure_clear(m);
            m->run->block[k]->warned = true;
        }
}

void block_terms(const KBlockWork *w, double *terms)
{
    memset(terms, 0, (size_t)w->n * sizeof *terms);
    for (int j = 0; j < w->n; j++) {
        double x = w->x[j];
        int from, to;
        column_range(w, j, &from, &to);
        if (w->nnz > 0)
            for (int p = from; p < to; p++)
                terms[w->rowidx[p]] += fabs(w->entry[p] * x);
        else
            for (int p = from; p < to; p++)
                terms[p - from] += fabs(w->entry[p] * x);
    }
}

/* The largest residual against the sum of the terms of its equation, or REFINED if it is no larger
 * than that; the sums into w->d_next. */
static double residual_size(const KBlockWork *w)
{
    double *terms = w->d_next, size = 0, most = 0;
    int larger = 0;
    block_terms(w, terms);
    for (int i = 0; i < w->n; i++)
        larger |= fabs(w->r[i]) > REFINED * terms[i];
    if (!larger)
        return REFINED;
    for (int i = 0; i < w->n; i++)
        most = terms[i] > most ? terms[i] : most;
    for (int i = 0; i < w->n; i++) {
        double r = fabs(w->r[i]);
        if (terms[i] > 0 && r > OF_LARGEST * most && r > size * terms[i])
            size = r / terms[i];
    }
    return size;
}

/* Whether the residuals of a singular system are no rounding: it contradicts itself. */
static bool is_contradicted(KBlockWork *w)
{
    const double *scale = linear_row_scale(w->lin);
    residual_size(w);
    for (int i = 0; i < w->n; i++)
        if (fabs(w->r[i]) > CONTRADICTS_TERMS * w->d_next[i] &&
            fabs(w->r[i]) * scale[i] > CONTRADICTS_ROW)
            return true;
    return false;
}

/* From x on until each equation holds to rounding of its own terms, or gets no better. *size: how
 * well they hold. */
static int refine(KInst *m, int k, KBlockWork *w, double *size)
{
    int result = 0;
    double before = INFINITY;
    for (int pass = 0; pass < MOST_PASSES && !result; pass++) {
        memcpy(w->d, w->r, (size_t)w->n * sizeof *w->d);
        if (linear_solve(w->lin, w->d) && !linear_singular(w->lin))
            return block_is_singular(m, k, w);
        for (int i = 0; i < w->n; i++)
            m->v[w->var[i]] = w->x[i] -= w->d[i];
        result = residual_here(m, k, w, w->r);
        *size = result ? 0 : residual_size(w);
        if (*size <= REFINED || *size > 0.5 * before)
            break;
        before = *size;
    }
    return result;
}

static int block_solve_linear(KInst *m, int k, KBlockWork *w)
{
    const KBlock *b = &m->run->model->block[k];
    int result = block_residual(m, k, w->x, w->r);
    if (!result && !(b->constant && w->factored))
        result = block_factor(m, k, w, NULL);
    if (!result && begins_at_zero(m)) {
        bool keeps_start = m->initial && linear_singular(w->lin);
        for (int j = 0; j < w->n; j++)
            w->x[j] = keeps_start ? m->start[w->var[j]] : 0;
        result = block_residual(m, k, w->x, w->r);
    }
    double size = 0;
    if (!result)
        result = refine(m, k, w, &size);
    if (!result && !b->whole && size > NOT_REFINED && linear_factor_evenly(w->lin))
        result = refine(m, k, w, &size);
    if (!result && linear_singular(w->lin)) {
        if (is_contradicted(w))
            return block_is_singular(m, k, w);
        warn_singular(m, w);
    }
    w->fresh = !result;
    return result;
}

static void report_not_finite(KInst *m, int k, const KBlockWork *w)
{
    KFailure *f = failure_set(m, FAIL_FINITE);
    f->block = k;
    for (int i = 0; i < w->n && f->nrows < FAIL_NAMED; i++)
        if (!isfinite(w->r[i])) {
            f->residual[f->nrows] = w->r[i];
            f->row[f->nrows++] = w->row ? w->row[i] : i;
        }
}

/* Whether the matrix is singular at the solution: Newton's iteration may have got there with that
 * of another point. */
static bool is_open(KInst *m, int k, KBlockWork *w)
{
    if (!linear_singular(w->lin) || w->fresh || m->run->model->block[k].linear)
        return linear_singular(w->lin);
    if (block_residual(m, k, w->x, w->r) == 0 && block_factor(m, k, w, NULL) == 0)
        return linear_singular(w->lin);
    failure_clear(m);
    return true;
}

int block_solve_plain(KInst *m, int k, KBlockWork *w)
{
    KRun *run = m->run;
    if (run->model->block[k].iterated)
        return relax_solve(m, k, w);
    bool linear = run->model->block[k].linear;
    KMode mode = mode_enter(m, linear ? m->mode : m->mode | K_TRIAL);
    int result = linear                         ? block_solve_linear(m, k, w)
                 : run->model->block[k].of_step ? step_block(m, k, w)
                                                : newton_solve(m, k, w);
    mode_enter(m, mode);
    w->open = !result && m->initial && is_open(m, k, w);
    return result;
}

int block_solve_frozen(KInst *m, int k, KBlockWork *w)
{
    KRun *run = m->run;
    const KBlock *b = &run->model->block[k];
    if (w->all)
        reduce(m, b, w);
    for (int i = 0; i < w->n; i++) {
        double x = m->v[w->var[i]];
        w->guess[i] = w->x[i] = isfinite(x) ? x : m->start[w->var[i]];
    }
    failure_clear(m);
    int result = b->spare   ? spare_solve(m, k, w)
                 : b->whole ? whole_solve(m, k, w)
                            : block_solve_plain(m, k, w);
    if (result)
        for (int i = 0; i < w->n; i++)
            m->v[w->var[i]] = w->guess[i];
    if (result && run->failure.kind == FAIL_NONE)
        report_not_finite(m, k, w);
    return result;
}

int block_solve(KInst *m, int k)
{
    KBlockWork *w = block_work(m, k);
    if (!w)
        return -1;
    if (m->run->gap && !m->run->code.block[k].modes && bridge_inside(m->run->gap))
        return 0; /* its unknowns are interpolated */
    if (m->mode & K_LIVE && m->run->code.block[k].modes)
        return modes_solve(m, k, w, block_solve_frozen);
    return block_solve_frozen(m, k, w);
}

int block_solve_dir(KInst *m, int k)
{
    KRun *run = m->run;
    const KModel *model = run->model;
    const KBlock *b = &model->block[k];
    KBlockWork *w = block_work(m, k);
    if (!w)
        return -1;
    if (w->on_whole)
        return block_solve_dir(m, b->whole);
    if (b->iterated)
        return relax_solve_dir(m, k, w);
    if (w->all)
        reduce(m, b, w);
    for (int s = 0; w->row && s < b->nsets; s++)
        for (int i = 0; i < model->set[b->set[s].set].nstates; i++)
            m->dv[b->var[picked_column(m, &b->set[s], i)]] =
                m->dv[model->set[b->set[s].set].state[i]];
    for (int i = 0; i < w->n; i++)
        m->dv[w->var[i]] = 0;
    int result = direction(m, k, w, w->d);
    if (!w->n)
        return result;
    if (!result && !w->fresh)
        result = block_factor(m, k, w, w->d);
    if (result)
        return result;
    if (linear_solve(w->lin, w->d)) {
        if (b->linear)
            return block_is_singular(m, k, w);
        /* A multiple root has no derivative; an iteration converges with any that is finite. */
        memset(w->d, 0, (size_t)w->n * sizeof *w->d);
    }
    for (int i = 0; i < w->n; i++)
        m->dv[w->var[i]] = -w->d[i];
    return direction(m, k, w, w->d_next);
}
