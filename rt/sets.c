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
#include "rt/follow.h"
#include "rt/texts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double hysteresis = 1.1;
/* Where the smallest pivot of the best choice is less, and never was more, it says more about
 * constraints that differ little, whatever is chosen, than about the choice: determinants are
 * compared. */
#define NEARLY_PARALLEL 1e-3
/* Else the smallest pivots do not tell a choice in which several are small from one in which one
 * is: beside positions where every choice is singular that is the one whose states say where the
 * motion goes. There the determinants differ by far more than this. */
#define SEVERAL_POOR 10

bool sets_open(KSets *s, KInst *m)
{
    const KModel *model = m->run->model;
    size_t nnz = 0, cells = 0, columns = 0, square = 0;
    *s = (KSets){.m = m};
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        size_t n = (size_t)(set->ngiven + set->n), size = (size_t)set->m * n;
        nnz += (size_t)set->nnz;
        cells = size > cells ? size : cells;
        columns = n > columns ? n : columns;
        size = (size_t)set->m * (size_t)(set->m + 1);
        square = size > square ? size : square;
    }
    if (!model->nsets)
        return true;
    s->entry = malloc((nnz + 2 * cells + square + 1) * sizeof *s->entry);
    s->col = malloc((3 * columns + 1) * sizeof *s->col);
    s->watched = calloc((size_t)model->nsets, sizeof *s->watched);
    if (!s->entry || !s->col || !s->watched)
        return false;
    s->whole = s->entry + nnz;
    s->work = s->whole + cells;
    s->square = s->work + cells;
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

/* Returns the product of the rows' largest entries. */
static double fill(KSets *s, const KStateSet *set, const double *entry)
{
    int n = set->ngiven + set->n;
    double *w = s->whole, product = 1;
    memset(w, 0, (size_t)(set->m * n) * sizeof *w);
    for (int i = 0; i < set->nnz; i++)
        w[set->at[i]] = entry[i] * set->weight[set->at[i] % n];
    for (int i = 0; i < set->m; i++) {
        double most = 0;
        for (int k = 0; k < n; k++)
            most = fmax(most, fabs(w[i * n + k]));
        for (int k = 0; k < n && most > 0; k++)
            w[i * n + k] /= most;
        product *= most;
    }
    return product;
}

/* Takes the largest entry of the rows from k on in columns k .. to - 1 as pivot k, if it is larger
 * than `most`. Returns it, with the sign that the exchanges give the determinant; 0: there is none.
 */
static double pivot(double *w, int m, int n, int k, int to, double most, int *col)
{
    int r = -1, c = -1;
    for (int i = k; i < m; i++)
        for (int j = k; j < to; j++)
            if (fabs(w[i + j * m]) > most) {
                most = fabs(w[i + j * m]);
                r = i;
                c = j;
            }
    if (r < 0)
        return 0;
    double p = w[r + c * m];
    dense_pivot(w, m, n, m, k, r, c);
    int t = col[k];
    col[k] = col[c];
    col[c] = t;
    return (r == k) == (c == k) ? p : -p;
}

/* The smallest pivot if the first `to` columns of col may be taken, others only (none >= 0) where
 * they have no pivot above `none`; *value: the determinant. */
static double eliminate(KSets *s, const KStateSet *set, int *col, int to, double none,
                        double *value)
{
    int m = set->m, n = set->ngiven + set->n;
    double least = INFINITY;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            s->work[i + j * m] = s->whole[i * n + col[j]];
    *value = 1;
    for (int k = 0; k < m; k++) {
        int end = k < set->ngiven ? set->ngiven : to;
        double p = pivot(s->work, m, n, k, end, fmax(none, 0), col);
        if (p == 0 && none >= 0 && k >= set->ngiven)
            p = pivot(s->work, m, n, k, n, 0, col);
        least = fmin(least, fabs(p));
        *value *= p;
    }
    return least;
}

/* ---- The choice ---- */

double sets_rate(const double *v, int rate)
{
    return rate > 0 ? v[rate - 1] : rate < 0 ? -v[-rate - 1] : 0;
}

int sets_rate_of(const KModel *model, int var)
{
    for (int i = 0; i < model->nsets; i++)
        for (int k = 0; k < model->set[i].ngiven + model->set[i].n; k++)
            if (model->set[i].x[k] == var)
                return model->set[i].rate[k];
    return 0;
}

int sets_picked(const KInst *m, const KStateSet *set, int state)
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
        s->old[sets_picked(s->m, set, i)] = 1;
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
    s->watched[set - m->run->model->set].value[1] = 0; /* of another choice */
    memset(s->old, 0, (size_t)set->n * sizeof *s->old);
    for (int k = set->m; k < n; k++)
        s->old[col[k] - set->ngiven] = 1; /* to be integrated, and nobody has it */
    for (int i = 0; i < set->nstates; i++) {
        int k = sets_picked(m, set, i);
        s->old[k] = s->old[k] == 1 ? 2 : s->old[k];
    }
    for (int i = 0, next = 0; i < set->nstates; i++) {
        int k = sets_picked(m, set, i);
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
        int k = sets_picked(m, set, i);
        m->v[set->state[i]] = m->v[set->x[set->ngiven + k]];
        m->v[set->taken[k]] = 1;
    }
}

void sets_restore(KInst *m)
{
    const KModel *model = m->run->model;
    for (int j = 0; j < model->nsets; j++) {
        const KStateSet *set = &model->set[j];
        int n = 0;
        for (int k = 0; k < set->n; k++)
            n += set->nstates && m->v[set->taken[k]] == 1;
        for (int i = 0, next = 0; i < set->nstates && n == set->nstates; i++, next++) {
            while (m->v[set->taken[next]] != 1)
                next++;
            for (int k = 0; k < set->n; k++)
                m->v[set->pick[i * set->n + k]] = k == next;
        }
        for (int i = 0; i < set->nstates; i++)
            m->v[set->state[i]] = m->v[set->x[set->ngiven + sets_picked(m, set, i)]];
    }
}

/* How much better than the present choice of a set the best one is, whose columns are left in
 * s->best; 0: not much. */
static double compare(KSets *s, const KStateSet *set, const double *entry)
{
    double value, volume;
    fill(s, set, entry);
    present_columns(s, set, s->col);
    memcpy(s->best, s->col, (size_t)(set->ngiven + set->n) * sizeof *s->col);
    double now = eliminate(s, set, s->col, set->m, -1, &value);
    if (now * hysteresis >= 1)
        return 0; /* no pivot is larger than 1 before elimination */
    double best = eliminate(s, set, s->best, set->ngiven + set->n, -1, &volume), ratio = best / now;
    bool parallel = fmax(best, s->watched[set - s->m->run->model->set].pivot) < NEARLY_PARALLEL;
    ratio = fmax(ratio, fabs(volume / value) / (parallel ? 1 : SEVERAL_POOR));
    return ratio > hysteresis ? ratio : 0;
}

static bool read_entries(KSets *s)
{
    const KRun *run = s->m->run;
    return run->model->nsets && run->code.sets &&
           !code_values(s->m, run->code.sets, s->entry, K_TRIAL);
}

static const double *entries_of(const KSets *s, int i)
{
    const double *entry = s->entry;
    for (int k = 0; k < i; k++)
        entry += s->m->run->model->set[k].nnz;
    return entry;
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

/* The determinant of the choice that has been made at an accepted point, whose matrix is filled in:
 * its sign is compared at the next one. */
static void watch_choice(KSets *s, const KStateSet *set)
{
    KWatched *w = &s->watched[set - s->m->run->model->set];
    double value;
    present_columns(s, set, s->col);
    eliminate(s, set, s->col, set->m, -1, &value);
    w->value[1] = w->t[1] == s->m->time ? value : 0;
    w->value[0] = 0;
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
            watch_choice(s, &model->set[i]);
            changed++;
        }
    return changed;
}

void sets_choose_best(KSets *s)
{
    const KModel *model = s->m->run->model;
    double volume;
    if (!read_entries(s))
        return;
    const double *entry = s->entry;
    for (int i = 0; i < model->nsets; entry += model->set[i].nnz, i++)
        if (model->set[i].nstates) {
            fill(s, &model->set[i], entry);
            present_columns(s, &model->set[i], s->best);
            eliminate(s, &model->set[i], s->best, model->set[i].ngiven + model->set[i].n, -1,
                      &volume);
            exchange(s, &model->set[i], s->best);
        }
}

/* ---- Initialization ----
 *
 * Start values of the states are conditions. A fixed one is given up only where nothing else has a
 * pivot: then it follows from the others, or contradicts them. One that is given, but not fixed,
 * is preferred (set_wish in dae/state_sets.c); it is overruled where it says little about the
 * motion. */

/* Pivots below that do not count against a fixed start value: those of full matrices of numbers of
 * size 1 are rounding then. */
#define NO_PIVOT 1e-9

/* Start values of positions are projected if all that are given are met to within this part of
 * their size; farther off there is nothing to stay near to. */
#define PROJECT_MOST 0.1
#define PROJECT_MET 1e-12
enum { SWEEPS = 20 }; /* that even out rows and columns */
/* What has no start value moves so much more freely. */
#define UNBOUND 1e6
/* From this time on guesses that are given are moved, too. */
enum { DISTURB_GIVEN = 8 };

static double unit_of(const KInst *m, const KStateSet *set, int k)
{
    return k_nominal(m->run->model, set->x[k]);
}

/* Columns that may follow come first in col, fixed ones last. */
static void begin_columns(const KStateSet *set, int *col)
{
    int n = 0;
    for (int k = 0; k < set->ngiven; k++)
        col[n++] = k;
    for (int fixed = 0; fixed < 2; fixed++)
        for (int k = set->ngiven; k < set->ngiven + set->n; k++)
            if ((set->wish[k] == 0) == fixed)
                col[n++] = k;
}

/* How far a candidate of a set is from its start value, where that is fixed and as good as met;
 * else 0. */
static double nearly_fixed(const KInst *m, const KStateSet *set, int k)
{
    int x = set->x[k];
    double off =
        fabs(m->v[x] - m->start[x]) / (unit_of(m, set, k) + fabs(m->start[x]) + fabs(m->v[x]));
    return set->wish[k] == 0 && off <= K_START_MET ? off : 0;
}

/* Whether the best choice, in s->best, holds a fixed start value that is not met to the last digits
 * as it is. */
static bool holds_fixed(const KSets *s, const KStateSet *set)
{
    bool any = false;
    for (int k = set->m; k < set->ngiven + set->n; k++) {
        bool is_state = false;
        for (int i = 0; i < set->nstates; i++)
            is_state |= set->ngiven + sets_picked(s->m, set, i) == s->best[k];
        any |= !is_state && nearly_fixed(s->m, set, s->best[k]) > PROJECT_MET;
    }
    return any;
}

/* Chooses for one set; whether it takes others than before. */
static bool begin_set(KSets *s, const KStateSet *set, const double *entry, bool first)
{
    KInst *m = s->m;
    int n = set->ngiven + set->n, free = n;
    fill(s, set, entry);
    for (int k = 0; k < n; k++) {
        free -= set->wish[k] == 0 && k >= set->ngiven;
        for (int r = 0; r < set->m && set->wish[k] != 0; r++)
            s->whole[r * n + k] *= set->wish[k];
    }
    present_columns(s, set, s->col);
    double value, now = first ? -1 : eliminate(s, set, s->col, set->m, -1, &value);
    begin_columns(set, s->best);
    double pivot = eliminate(s, set, s->best, free, NO_PIVOT, &value);
    bool better = pivot > hysteresis * now || (!first && pivot > NO_PIVOT && holds_fixed(s, set));
    if (better)
        exchange(s, set, s->best);
    for (int i = 0; i < set->nstates; i++) {
        int k = set->ngiven + sets_picked(m, set, i), x = set->x[k];
        bool stays =
            !first && set->positions && isfinite(m->v[x]) && !(nearly_fixed(m, set, k) > 0);
        m->start[set->state[i]] = stays ? m->v[x] : m->start[x];
    }
    return better;
}

bool sets_begin(KSets *s, bool first)
{
    const KModel *model = s->m->run->model;
    bool changed = false;
    if (!read_entries(s))
        return false;
    const double *entry = s->entry;
    for (int i = 0; i < model->nsets; entry += model->set[i].nnz, i++)
        if (model->set[i].nstates && model->set[i].wish)
            changed |= begin_set(s, &model->set[i], entry, first);
    return changed;
}

void sets_disturb(KSets *s, int n)
{
    KInst *m = s->m;
    const KModel *model = m->run->model;
    unsigned r = (unsigned)n;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = 0; set->wish && k < set->ngiven + set->n; k++) {
            r = r * 1664525u + 1013904223u;
            if (set->wish[k] == 1 || (set->wish[k] != 0 && n >= DISTURB_GIVEN))
                m->v[set->x[k]] +=
                    k_nominal(model, set->x[k]) * (1 + n / 4) * (0x1p-15 * (r >> 16) - 1);
        }
    }
}

/* ---- Projection ----
 *
 * Start values of positions that are given, but off the constraints, are moved as little as
 * possible: along the constraints towards them, d = P (start - x) with P the projection onto the
 * directions that the constraints leave, I - A' (A A')^-1 A. Columns are in units of the variables;
 * fixed ones do not move, those without start values move freely. Constraints hold at every
 * step, as the states that were chosen are moved and the rest is solved for. O(m^2 n). */

/* How freely a candidate moves: 0 not at all, 1 against its start value. */
static double freedom(const KStateSet *set, int k)
{
    return set->wish[k] == 0 ? 0 : set->wish[k] < 1 ? 1 : UNBOUND;
}

/* Whether the start values of a set are to be projected: those that are given are met nearly. */
static bool is_slightly_off(const KInst *m, const KStateSet *set)
{
    double most = 0;
    for (int k = 0; k < set->ngiven + set->n; k++) {
        double x = m->v[set->x[k]], start = m->start[set->x[k]];
        if (!isfinite(x))
            return false;
        if (freedom(set, k) == 1)
            most = fmax(most, fabs(x - start) / (unit_of(m, set, k) + fabs(start) + fabs(x)));
    }
    return most > PROJECT_MET && most < PROJECT_MOST;
}

/* work := A A' and a column A e, e being the way to the start values; then the multipliers in that
 * column. False: the constraints depend on each other here. */
static bool multipliers(KSets *s, const KStateSet *set)
{
    const KInst *m = s->m;
    int rows = set->m, n = set->ngiven + set->n;
    double *a = s->square, *right = a + rows * rows, largest = 0;
    memset(a, 0, (size_t)(rows * (rows + 1)) * sizeof *a);
    for (int k = 0; k < n; k++) {
        double q = freedom(set, k) * unit_of(m, set, k) * unit_of(m, set, k);
        double e = freedom(set, k) == 1 ? m->start[set->x[k]] - m->v[set->x[k]] : 0;
        for (int i = 0; i < rows; i++) {
            double aik = s->whole[i * n + k];
            right[i] += aik * e;
            for (int j = 0; j < rows && aik != 0; j++)
                a[i + j * rows] += q * aik * s->whole[j * n + k];
        }
    }
    for (int k = 0; k < rows; k++) {
        largest = fmax(largest, a[k + k * rows]);
        if (!(a[k + k * rows] > NO_PIVOT * largest))
            return false;
        dense_pivot(a, rows, rows + 1, rows, k, k, k);
    }
    for (int i = rows; i-- > 0;) {
        for (int j = i + 1; j < rows; j++)
            right[i] -= a[i + j * rows] * right[j];
        right[i] /= a[i + i * rows];
    }
    return true;
}

/* Moves the start values of the states of one set; how far, in units. */
static double project_set(KSets *s, const KStateSet *set, const double *entry)
{
    KInst *m = s->m;
    int n = set->ngiven + set->n;
    double moved = 0;
    memset(s->whole, 0, (size_t)(set->m * n) * sizeof *s->whole);
    for (int i = 0; i < set->nnz; i++)
        s->whole[set->at[i]] = entry[i];
    if (!is_slightly_off(m, set) || !multipliers(s, set))
        return 0;
    const double *factor = s->square + set->m * set->m;
    for (int i = 0; i < set->nstates; i++) {
        int k = set->ngiven + sets_picked(m, set, i);
        double unit = unit_of(m, set, k), x = m->v[set->x[k]];
        double e = freedom(set, k) == 1 ? m->start[set->x[k]] - x : 0;
        for (int r = 0; r < set->m; r++)
            e -= freedom(set, k) * unit * unit * s->whole[r * n + k] * factor[r];
        e = freedom(set, k) == 0 ? 0 : e;
        m->start[set->state[i]] = x + e;
        moved = fmax(moved, fabs(e) / (unit + fabs(x)));
    }
    return moved;
}

bool sets_project(KSets *s)
{
    const KModel *model = s->m->run->model;
    double moved = 0;
    if (!read_entries(s))
        return false;
    const double *entry = s->entry;
    for (int i = 0; i < model->nsets; entry += model->set[i].nnz, i++)
        if (model->set[i].nstates && model->set[i].wish && model->set[i].positions)
            moved = fmax(moved, project_set(s, &model->set[i], entry));
    return moved > PROJECT_MET;
}

/* Adds a start value that was not met. */
static void add_missed(const KInst *m, int x, int n, Text *text)
{
    text_add(text, n ? ", " : "");
    text_variable(text, m->run->model, x);
    text_add(text, " = %g (it is %g)", m->start[x], m->v[x] + 0.0);
}

bool sets_met(const KSets *s)
{
    const KModel *model = s->m->run->model;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = set->ngiven; set->wish && k < set->ngiven + set->n; k++)
            if (set->wish[k] == 0 &&
                !(k_start_missed(s->m, set->x[k], s->m->start[set->x[k]]) <= K_START_MET))
                return false;
    }
    return true;
}

/* A constraint of a set, and the start values of its candidates. */
static void add_constraint(const KSets *s, int i, Text *text)
{
    const KModel *model = s->m->run->model;
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->set, i) : NULL;
    const KStateSet *set = &model->set[i];
    if (!e)
        return;
    text_add(text, "\n  by %s", e->text);
    text_place(text, e->place);
    for (int k = set->ngiven, n = 0; k < set->ngiven + set->n; k++)
        if (set->wish[k] == 0) {
            text_add(text, n++ ? ", " : " where ");
            text_variable(text, model, set->x[k]);
            text_add(text, "(start = %g)", s->m->start[set->x[k]]);
        }
    text_add(text,
             "\n  choose start values that meet it, or let one of them be a guess, fixed = false");
}

typedef struct Missed {
    const KInst *m;
    int n;
    Text *text;
} Missed;

static void tell_missed(void *arg, int x)
{
    Missed *w = arg;
    if (!(k_start_missed(w->m, x, w->m->start[x]) <= K_START_NEARLY))
        add_missed(w->m, x, w->n++, w->text);
}

bool sets_check(KSets *s)
{
    KInst *m = s->m;
    const KModel *model = m->run->model;
    char given[1000] = "", fixed[1000] = "";
    Text givens = {given, sizeof given}, fixeds = {fixed, sizeof fixed};
    int ngiven = 0, nfixed = 0, missed = -1;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = set->ngiven; set->wish && k < set->ngiven + set->n; k++) {
            int x = set->x[k];
            double off = k_start_missed(m, x, m->start[x]);
            if (set->wish[k] == 0 && !(off <= K_START_MET)) {
                add_missed(m, x, nfixed++, &fixeds);
                missed = i;
            } else if (set->wish[k] < 1 && !(off <= K_START_NEARLY))
                add_missed(m, x, ngiven++, &givens);
        }
    }
    Missed follow = {m, ngiven, &givens};
    follow_each(m, tell_missed, &follow);
    if (nfixed) {
        add_constraint(s, missed, &fixeds);
        failure_format(m, "fixed start values contradict each other and the constraints: %s",
                       fixed);
    }
    if (follow.n && !nfixed)
        run_message(m, K_MSG_WARNING,
                    "start values that the constraints do not allow, or that say little about the "
                    "motion at this position, are not used: %s; fixed = true insists on them",
                    given);
    return !nfixed;
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
    eliminate(s, set, s->best, last, -1, &value);
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
        if (m->v[set->taken[k]] == 0 && sets_open(&s, m) &&
            !code_values(m, m->run->code.sets, s.entry, K_TRIAL))
            force(&s, set, s.entry + offset, k);
        for (int state = 0; state < set->nstates; state++)
            if (sets_picked(m, set, state) == k)
                m->v[set->state[state]] = value;
        break;
    }
    sets_close(&s);
}

/* ---- Choices that were decided ---- */

static void list_values(const KSets *s, const KStateSet *set, int from, int to, Text *text)
{
    for (int k = from; k < to && k < from + 6; k++) {
        text_add(text, k > from ? ", " : "");
        text_variable(text, s->m->run->model, set->x[k]);
        text_add(text, " = %g", s->m->v[set->x[k]]);
    }
}

/* The positions whose derivatives the candidates of set i are, if there is such a set: both have
 * the same constraints. */
static int positions_of(const KModel *model, int i)
{
    const int *of = k_texts(model)->set;
    for (int k = 0; k < model->nsets && !model->set[i].positions; k++)
        if (model->set[k].positions && of[k] == of[i] && model->set[k].m == model->set[i].m)
            return k;
    return i;
}

bool sets_given(const KSets *s, int i)
{
    const KStateSet *set = &s->m->run->model->set[positions_of(s->m->run->model, i)];
    bool given = set->positions && set->nstates;
    for (int k = 0; k < set->ngiven + set->n && given; k++)
        given = s->m->run->is_given[set->x[k]];
    return given;
}

void sets_fail(const KSets *s, int i)
{
    char buffer[1000];
    Text *text = &(Text){buffer, sizeof buffer};
    const KModel *model = s->m->run->model;
    const KTexts *texts = k_texts(model);
    const KStateSet *set = &model->set[model->set[i].nstates ? positions_of(model, i) : i];
    const KEquation *e = k_equation(texts, texts->set, i);
    int n = set->ngiven + set->n;
    if (set->nstates) {
        text_add(text, "the constraints of ");
        list_values(s, set, 0, n, text);
        text_add(text,
                 "\n  depend on each other at this position (the best pivot vanishes), which ");
        text_add(text,
                 "leaves open how the motion goes on; one of them is\n  %s (%s)\n  start "
                 "elsewhere, or change the dimensions a little",
                 e->text, e->place);
    } else {
        text_add(text, "the choice of states is singular here: ");
        list_values(s, set, 0, set->ngiven, text);
        text_add(text, " cannot be found from\n  %s (%s)\n  given ", e->text, e->place);
        list_values(s, set, set->ngiven, n, text);
        text_add(text, "; without StateSelect.always and never, states are chosen during the run");
    }
    failure_say(s->m,
                set->nstates ? "the constraints of states depend on each other at this position"
                             : "the choice of states is singular here",
                buffer);
}

/* The determinant of the choice at t, by the line through the last two; NAN: they are not known. */
static double expected_at(const KWatched *w, double t)
{
    if (!(w->t[1] > w->t[0]) || w->value[0] == 0)
        return NAN;
    double slope = (w->value[1] - w->value[0]) / (w->t[1] - w->t[0]);
    return w->value[1] + slope * (t - w->t[1]);
}

/* The determinant came to zero in the last step and the other side of it was not reached: a
 * solution that was mirrored. Seen from the values before, which come to zero on a line; those that
 * bend away from it do not. */
static bool mirrored(const KWatched *w, double t, double now)
{
    double expected = expected_at(w, t);
    return !w->curved && expected * w->value[1] < 0 && now * w->value[1] > 0 &&
           fabs(now + expected) < 0.3 * fabs(now - expected);
}

/* The size of the best determinant was to become negative by now, had it gone on as in the last
 * step: it may have touched zero, where constraints vanish, and the other side was not reached. */
static bool may_have_touched(const KWatched *w, double t, double now)
{
    if (!(w->t[1] > w->t[0]) || w->size[0] == 0)
        return false;
    double slope = (w->size[1] - w->size[0]) / (w->t[1] - w->t[0]);
    return w->size[1] + slope * (t - w->t[1]) < 0 && now > 0;
}

/* Divides a row or column, n entries at a distance, by its largest entry. */
static void divide_by_largest(double *x, int n, int distance)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(x[i * distance]));
    for (int i = 0; i < n && most > 0; i++)
        x[i * distance] /= most;
}

/* The smallest pivot among the first `to` columns if what follows in any case is measured in units
 * of its own, such that the largest entries of rows, as far as `width`, and of those columns are 1
 * (Ruiz 2001). Sizes of quantities without nominal values do not make constraints depend on each
 * other; what is small beside others, as sin(pi), stays small, which it would not by means of all
 * entries. */
static double pivot_evenly(KSets *s, const KStateSet *set, int width, int to)
{
    int n = set->ngiven + set->n;
    double value;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int k = 0; k < set->ngiven; k++)
            divide_by_largest(s->whole + k, set->m, n);
        for (int i = 0; i < set->m; i++)
            divide_by_largest(s->whole + i * n, width, 1);
    }
    return eliminate(s, set, s->col, to, -1, &value);
}

/* Whether the best choice of a set is singular, whose smallest pivot is `best`: constraints that
 * are nearly parallel wherever the motion goes are not, so it has to be small against what it was.
 * There is nothing to compare with at the start. */
static bool is_best_singular(KSets *s, const KStateSet *set, KWatched *w, double best, double limit)
{
    int n = set->ngiven + set->n;
    double pivot = best < limit && set->ngiven ? pivot_evenly(s, set, n, n) : best;
    double least = w->pivot > 0 ? limit * fmin(w->pivot, 1) : fmin(limit, NO_PIVOT);
    w->pivot = fmax(w->pivot, pivot);
    return pivot < least;
}

/* One set, at the present values: whether it is singular. */
static bool is_singular(KSets *s, const KStateSet *set, KWatched *w, const double *entry,
                        double limit)
{
    int n = set->ngiven + set->n;
    double value, volume = 0, t = s->m->time, scale = fill(s, set, entry), best = INFINITY;
    present_columns(s, set, s->col);
    double least = eliminate(s, set, s->col, set->m, -1, &value);
    bool turned = w->value[1] * value < 0;
    if (set->nstates) {
        best = eliminate(s, set, s->col, n, -1, &volume);
        volume = fabs(volume) * scale;
        s->room = fmin(s->room, fmin(best, volume / fmax(w->most, volume)));
        if (turned || may_have_touched(w, t, volume))
            s->turned = (int)(set - s->m->run->model->set);
    }
    bool found = set->nstates && is_best_singular(s, set, w, best, limit) && least < limit;
    if (!set->nstates && set->ngiven == set->m) /* nothing but these has to follow */
        found = least < limit && pivot_evenly(s, set, set->m, set->m) < limit;
    else if (!set->nstates)
        found = least < limit;
    if (!set->nstates)
        found = found || turned || mirrored(w, t, value);
    bool curved = fabs(value - expected_at(w, t)) > 0.3 * fabs(value - w->value[1]);
    *w = (KWatched){
        {w->t[1], t}, {w->value[1], value}, {w->size[1], volume}, fmax(w->most, volume), w->pivot,
        curved};
    return found;
}

bool sets_singular(KSets *s, double limit)
{
    KInst *m = s->m;
    const KModel *model = m->run->model;
    bool found = false;
    s->turned = -1;
    s->room = 1;
    if (!read_entries(s))
        return false;
    const double *entry = s->entry;
    for (int i = 0; i < model->nsets && !found; entry += model->set[i].nnz, i++) {
        const KStateSet *set = &model->set[i];
        if (!set->nstates && !set->n)
            continue; /* nothing else is possible */
        found = is_singular(s, set, &s->watched[i], entry, limit);
        s->found = i;
        if (found)
            sets_fail(s, i);
    }
    return found;
}

double sets_pivot(KSets *s, int i)
{
    const KStateSet *set = s->m->run->model->set;
    double value;
    if (!read_entries(s))
        return 0;
    fill(s, &set[i], entries_of(s, i));
    present_columns(s, &set[i], s->col);
    double best = eliminate(s, &set[i], s->col, set[i].ngiven + set[i].n, -1, &value);
    return set[i].ngiven ? fmax(best, pivot_evenly(s, &set[i], set[i].ngiven + set[i].n,
                                                   set[i].ngiven + set[i].n))
                         : best;
}

double sets_vanish_of(const KSets *s, int i)
{
    const KWatched *w = &s->watched[i];
    bool falls = w->t[1] > w->t[0] && w->size[0] > w->size[1] && w->size[1] > 0;
    return falls ? w->t[1] + w->size[1] * (w->t[1] - w->t[0]) / (w->size[0] - w->size[1])
                 : INFINITY;
}

void sets_forget(KSets *s)
{
    for (int i = 0; i < s->m->run->model->nsets; i++)
        s->watched[i] = (KWatched){.most = s->watched[i].most, .pivot = s->watched[i].pivot};
}

double sets_determinant(KSets *s, int i, double *volume)
{
    const KStateSet *set = s->m->run->model->set;
    double value, scale;
    *volume = 0;
    if (!read_entries(s))
        return 0;
    scale = fill(s, &set[i], entries_of(s, i));
    present_columns(s, &set[i], s->col);
    memcpy(s->best, s->col, (size_t)(set[i].ngiven + set[i].n) * sizeof *s->col);
    eliminate(s, &set[i], s->best, set[i].ngiven + set[i].n, -1, volume);
    *volume = fabs(*volume) * scale;
    eliminate(s, &set[i], s->col, set[i].m, -1, &value);
    return value * scale;
}
