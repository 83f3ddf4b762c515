/* digits.c - solutions of linear equations that roundings decide.
 *
 * Where a matrix is nearly singular its equations hold, and nevertheless no digit of the solution
 * need be right: a model whose determinant touches 0 between two points goes through a peak that
 * rounding has made. At accepted points the pivots are looked at. Are they far from each other, the
 * terms of all equations are changed by a unit of rounding, with signs at random: unknowns that
 * change by as much as they are have no digits, which is said once for each system. (Pivots that
 * are far apart are frequent where units are, and harmless.)
 *
 * Equations solved by an elimination that was laid down before the run have divisors as pivots. Is
 * one smaller than ever before, all equations are factored to be looked at in the same way; those
 * of small systems once in any case, since pivots that are constant are no divisors.
 *
 * O(n) a point; O(n^2), with an elimination O(n^3), where pivots are farther apart than ever. */
#include "rt/digits.h"
#include "rt/block_internal.h"
#include "rt/linear_policy.h"
#include "rt/texts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What sets of states choose is watched by sets.c; iterations do not factor. */
static bool is_watched(const KBlock *b)
{
    return b->of_run && b->linear && !b->iterated && !b->of_set && !b->nsets;
}

bool digits_open(KDigits *d, KInst *m)
{
    const KModel *model = m->run->model;
    *d = (KDigits){.m = m};
    d->block = malloc(((size_t)model->nblocks + 1) * sizeof *d->block);
    d->seen = malloc(((size_t)model->nblocks + 1) * sizeof *d->seen);
    int most = 0;
    for (int k = 0; d->block && d->seen && k < model->nblocks; k++)
        if (is_watched(&model->block[k])) {
            const KBlock *b = &model->block[k], *all = b->whole ? &model->block[b->whole] : b;
            d->seen[d->n] = FAR_PIVOTS;
            d->block[d->n++] = k;
            most = all->n > most ? all->n : most;
        }
    d->kept = malloc(((size_t)most + 1) * sizeof *d->kept);
    return d->block && d->seen && d->kept;
}

void digits_close(KDigits *d)
{
    free(d->block);
    free(d->seen);
    free(d->kept);
    *d = (KDigits){0};
}

/* The largest change of each unknown that changes of all terms by a unit of rounding make, into
 * w->spare; false: not known. */
static bool find_changes(KBlockWork *w)
{
    double *terms = w->d_next, *x = w->x_next, *change = w->spare;
    uint32_t random = 1;
    block_terms(w, terms);
    memset(change, 0, (size_t)w->n * sizeof *change);
    for (int t = 0; t < EFFECT_TRIALS; t++) {
        for (int i = 0; i < w->n; i++) {
            random = random * 1664525u + 1013904223u;
            x[i] = (random >> 31 ? DBL_EPSILON : -DBL_EPSILON) * terms[i];
        }
        if (linear_solve(w->lin, x))
            return false;
        for (int j = 0; j < w->n; j++)
            change[j] = fmax(change[j], fabs(x[j]));
    }
    return true;
}

static bool is_lost(const KBlockWork *w, int j)
{
    return w->spare[j] >= NO_DIGITS * fmax(fabs(w->x[j]), w->unit[j]);
}

/* Whether some unknowns have no digits; it is said. */
static bool tell(KInst *m, KBlockWork *w)
{
    char names[800] = "";
    Text out = {names, sizeof names};
    int count = 0;
    if (linear_singular(w->lin) || !find_changes(w))
        return false;
    for (int j = 0; j < w->n; j++)
        if (is_lost(w, j) && count++ < FAIL_NAMED) {
            text_add(&out, count > 1 ? ", " : "");
            text_variable(&out, m->run->model, w->var[j]);
        }
    if (count > FAIL_NAMED)
        text_add(&out, " and %d more", count - FAIL_NAMED);
    if (count)
        run_message(m, K_MSG_WARNING,
                    "at time %g: a linear system of %d equations is so nearly singular that "
                    "roundings decide its solution: hardly a digit is right of %s",
                    m->time, w->n, names);
    return count > 0;
}

/* Block k is an elimination: all of its equations, factored here; NULL: they cannot be. */
static KBlockWork *factor_all(KDigits *d, int k)
{
    KInst *m = d->m;
    KBlockWork *w = block_work(m, k);
    if (!w)
        return NULL;
    for (int i = 0; i < w->n; i++)
        d->kept[i] = m->v[w->var[i]];
    KMode mode = mode_enter(m, K_TRIAL);
    int result = block_solve_frozen(m, k, w);
    mode_enter(m, mode);
    failure_clear(m);
    for (int i = 0; i < w->n; i++)
        m->v[w->var[i]] = d->kept[i];
    return result ? NULL : w;
}

/* Once, if it costs little. */
static bool may_look(const KDigits *d, int k)
{
    return !d->begun && d->m->run->model->block[k].n <= MOST_LOOKED_AT;
}

void digits_check(KDigits *d, bool small)
{
    KRun *run = d->m->run;
    for (int i = 0; i < d->n; i++) {
        int k = d->block[i], whole = run->model->block[k].whole;
        KBlockWork *w = d->seen[i] > 0 ? run->block[k] : NULL;
        if (w && whole && !w->on_whole)
            w = small || may_look(d, whole) ? factor_all(d, whole) : NULL;
        else if (w && whole)
            w = run->block[whole];
        double spread = w && w->fresh && w->n ? linear_spread(w->lin) : 1;
        if (spread < 0.5 * d->seen[i])
            d->seen[i] = tell(d->m, w) ? 0 : spread;
    }
    d->begun = true;
}
