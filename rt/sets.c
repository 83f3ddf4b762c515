/* sets.c - which of the candidates of a set of states are integrated (DS-17 to DS-19; E-11).
 *
 * The candidates that follow from the constraints are those with the largest pivots: elimination
 * with complete pivoting in the constraints' matrix, its rows scaled by their largest entry, its
 * columns by the size of the variables and the wishes of the user. The choice at hand is kept as
 * long as its smallest pivot is not much smaller than the best one's: after a change both are
 * equal, so there is no chattering. Nothing else changes: all variables keep their values. O(m^2 n)
 * for a set. */
#include "rt/sets.h"
#include "rt/dense.h"
#include "rt/texts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double hysteresis = 1.1;

bool sets_open(KSets *s, KInst *m)
{
    const KModel *model = m->run->model;
    size_t nnz = 0, cells = 0, columns = 0;
    *s = (KSets){.m = m};
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        size_t n = (size_t)(set->ngiven + set->n), size = (size_t)set->m * n;
        nnz += (size_t)set->nnz;
        s->ndecided += !set->nstates && set->n;
        cells = size > cells ? size : cells;
        columns = n > columns ? n : columns;
    }
    if (!model->nsets)
        return true;
    s->entry = malloc((nnz + 2 * cells + 1) * sizeof *s->entry);
    s->col = malloc((3 * columns + 1) * sizeof *s->col);
    s->watched = calloc((size_t)model->nsets, sizeof *s->watched);
    if (!s->entry || !s->col || !s->watched)
        return false;
    s->whole = s->entry + nnz;
    s->work = s->whole + cells;
    s->best = s->col + columns;
    s->old = s->best + columns;
    return true;
}

void sets_close(KSets *s)
{
    free(s->entry);
    free(s->col);
    free(s->watched);
    *s = (KSets){0};
}

/* ---- Elimination ---- */

static void fill(KSets *s, const KStateSet *set, const double *entry)
{
    int n = set->ngiven + set->n;
    double *w = s->whole;
    memset(w, 0, (size_t)(set->m * n) * sizeof *w);
    for (int i = 0; i < set->nnz; i++)
        w[set->at[i]] = entry[i] * set->weight[set->at[i] % n];
    for (int i = 0; i < set->m; i++) {
        double most = 0;
        for (int k = 0; k < n; k++)
            most = fmax(most, fabs(w[i * n + k]));
        for (int k = 0; k < n && most > 0; k++)
            w[i * n + k] /= most;
    }
}

/* Takes the largest entry of the rows from k on in columns k .. to - 1 as pivot k. Returns it, with
 * the sign that the exchanges give the determinant. */
static double pivot(double *w, int m, int n, int k, int to, int *col)
{
    int r = k, c = k;
    double most = 0;
    for (int i = k; i < m; i++)
        for (int j = k; j < to; j++)
            if (fabs(w[i + j * m]) > most) {
                most = fabs(w[i + j * m]);
                r = i;
                c = j;
            }
    if (most == 0)
        return 0;
    double p = w[r + c * m];
    dense_pivot(w, m, n, m, k, r, c);
    int t = col[k];
    col[k] = col[c];
    col[c] = t;
    return (r == k) == (c == k) ? p : -p;
}

/* The smallest pivot if the first `to` columns of col may be taken; *value: the determinant. */
static double eliminate(KSets *s, const KStateSet *set, int *col, int to, double *value)
{
    int m = set->m, n = set->ngiven + set->n;
    double least = INFINITY;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            s->work[i + j * m] = s->whole[i * n + col[j]];
    *value = 1;
    for (int k = 0; k < m; k++) {
        double p = pivot(s->work, m, n, k, k < set->ngiven ? set->ngiven : to, col);
        least = fmin(least, fabs(p));
        *value *= p;
    }
    return least;
}

/* ---- The choice ---- */

static int picked(const KInst *m, const KStateSet *set, int state)
{
    for (int k = 0; k < set->n; k++)
        if (m->v[set->pick[state * set->n + k]] != 0)
            return k;
    return 0;
}

/* Columns: those given up in any case, those that follow now, those that are integrated now. */
static void present_columns(const KSets *s, const KStateSet *set, int *col)
{
    int n = 0;
    memset(s->old, 0, (size_t)(set->n) * sizeof *s->old);
    for (int i = 0; i < set->nstates; i++)
        s->old[picked(s->m, set, i)] = 1;
    for (int k = 0; k < set->ngiven; k++)
        col[n++] = k;
    for (int taken = 0; taken < 2; taken++)
        for (int k = 0; k < set->n; k++)
            if (s->old[k] == taken)
                col[n++] = set->ngiven + k;
}

/* Candidates behind the first m of col are integrated from now on; those that were stay where they
 * are. */
static void exchange(KSets *s, const KStateSet *set, const int *col)
{
    KInst *m = s->m;
    int n = set->ngiven + set->n;
    memset(s->old, 0, (size_t)set->n * sizeof *s->old);
    for (int k = set->m; k < n; k++)
        s->old[col[k] - set->ngiven] = 1; /* to be integrated, and nobody has it */
    for (int i = 0; i < set->nstates; i++) {
        int k = picked(m, set, i);
        s->old[k] = s->old[k] == 1 ? 2 : s->old[k];
    }
    for (int i = 0, next = 0; i < set->nstates; i++) {
        int k = picked(m, set, i);
        if (s->old[k] == 2)
            continue;
        while (s->old[next] != 1)
            next++;
        m->v[set->pick[i * set->n + k]] = 0;
        m->v[set->pick[i * set->n + next]] = 1;
        s->old[next] = 2;
    }
    for (int k = 0; k < set->n; k++)
        m->v[set->taken[k]] = 0;
    for (int i = 0; i < set->nstates; i++) {
        int k = picked(m, set, i);
        m->v[set->state[i]] = m->v[set->x[set->ngiven + k]];
        m->v[set->taken[k]] = 1;
    }
}

/* How much better than the present choice of a set the best one is, whose columns are left in
 * s->best; 0: not much. */
static double compare(KSets *s, const KStateSet *set, const double *entry)
{
    double value;
    fill(s, set, entry);
    present_columns(s, set, s->col);
    memcpy(s->best, s->col, (size_t)(set->ngiven + set->n) * sizeof *s->col);
    double now = eliminate(s, set, s->col, set->m, &value);
    if (now * hysteresis >= 1)
        return 0; /* no pivot is larger than 1 before elimination */
    double ratio = eliminate(s, set, s->best, set->ngiven + set->n, &value) / now;
    return ratio > hysteresis ? ratio : 0;
}

static bool read_entries(KSets *s)
{
    const KRun *run = s->m->run;
    return run->model->nsets && run->code.sets && !run->code.sets(s->m, s->entry);
}

double sets_ratio(KSets *s)
{
    const KModel *model = s->m->run->model;
    double worst = 0;
    if (!read_entries(s))
        return 0;
    const double *entry = s->entry;
    for (int i = 0; i < model->nsets; entry += model->set[i].nnz, i++)
        if (model->set[i].nstates)
            worst = fmax(worst, compare(s, &model->set[i], entry));
    return worst;
}

int sets_choose(KSets *s)
{
    const KModel *model = s->m->run->model;
    int changed = 0;
    if (!read_entries(s))
        return 0;
    const double *entry = s->entry;
    for (int i = 0; i < model->nsets; entry += model->set[i].nnz, i++)
        if (model->set[i].nstates && compare(s, &model->set[i], entry) > 0) {
            exchange(s, &model->set[i], s->best);
            changed++;
        }
    return changed;
}

/* ---- reinit ---- */

/* Makes candidate k of a set one of its states; the others follow as well as they can. */
static void force(KSets *s, const KStateSet *set, const double *entry, int k)
{
    int n = set->ngiven + set->n, last = 0;
    double value;
    fill(s, set, entry);
    for (int j = 0; j < n; j++)
        if (j != set->ngiven + k)
            s->best[last++] = j;
    s->best[last] = set->ngiven + k;
    eliminate(s, set, s->best, last, &value);
    exchange(s, set, s->best);
}

void sets_take(KInst *m, int var, double value)
{
    const KModel *model = m->run->model;
    KSets s = {.m = m};
    for (int i = 0, offset = 0; i < model->nsets; offset += model->set[i].nnz, i++) {
        const KStateSet *set = &model->set[i];
        int k = 0;
        while (k < set->n && set->x[set->ngiven + k] != var)
            k++;
        if (!set->nstates || k == set->n)
            continue;
        if (m->v[set->taken[k]] == 0 && sets_open(&s, m) && !m->run->code.sets(m, s.entry))
            force(&s, set, s.entry + offset, k);
        for (int state = 0; state < set->nstates; state++)
            if (picked(m, set, state) == k)
                m->v[set->state[state]] = value;
        break;
    }
    sets_close(&s);
}

/* ---- Choices that were decided ---- */

static void describe(const KSets *s, int i, Text *text)
{
    const KModel *model = s->m->run->model;
    const KStateSet *set = &model->set[i];
    const KTexts *texts = k_texts(model);
    const KEquation *e = k_equation(texts, texts->set, i);
    text_add(text, "the choice of states is singular here: ");
    for (int k = 0; k < set->ngiven && k < 6; k++) {
        text_add(text, k ? ", " : "");
        text_variable(text, model, set->x[k]);
        text_add(text, " = %g", s->m->v[set->x[k]]);
    }
    text_add(text, " cannot be found from\n  %s (%s)\n  with ", e->text, e->place);
    for (int k = set->ngiven; k < set->ngiven + set->n && k < set->ngiven + 6; k++) {
        text_add(text, k > set->ngiven ? ", " : "");
        text_variable(text, model, set->x[k]);
        text_add(text, " = %g", s->m->v[set->x[k]]);
    }
    text_add(text,
             " as state%s; without StateSelect.always and never, states are chosen during the run",
             set->n > 1 ? "s" : "");
}

/* The determinant came to zero in the last step and the other side of it was not reached: a
 * solution that was mirrored. Seen from the two values before. */
static bool mirrored(const KWatched *w, double t, double now)
{
    if (!(w->t[1] > w->t[0]) || w->value[0] == 0)
        return false;
    double slope = (w->value[1] - w->value[0]) / (w->t[1] - w->t[0]);
    double expected = w->value[1] + slope * (t - w->t[1]);
    return expected * w->value[1] < 0 && now * w->value[1] > 0 &&
           fabs(now + expected) < 0.3 * fabs(now - expected);
}

bool sets_singular(KSets *s, double limit, Text *text)
{
    KInst *m = s->m;
    const KModel *model = m->run->model;
    bool found = false;
    if (!read_entries(s))
        return false;
    const double *entry = s->entry;
    for (int i = 0; i < model->nsets && !found; entry += model->set[i].nnz, i++) {
        const KStateSet *set = &model->set[i];
        KWatched *w = &s->watched[i];
        double value;
        if (set->nstates || !set->n)
            continue; /* chosen during the run, or nothing else is possible */
        fill(s, set, entry);
        present_columns(s, set, s->col);
        double least = eliminate(s, set, s->col, set->m, &value);
        bool passed = w->value[1] * value < 0 || mirrored(w, m->time, value);
        *w = (KWatched){{w->t[1], m->time}, {w->value[1], value}};
        found = least < limit || passed;
        if (found)
            describe(s, i, text);
    }
    return found;
}
