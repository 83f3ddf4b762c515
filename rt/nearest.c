/* nearest.c - at the start: positions that fit the constraints, from start values that may be far
 * from any.
 *
 * Newton's iteration for the unknowns that the chosen start values leave may have no solution, or
 * not find it: where only some coordinates of a mechanism are given, the conditions chosen may ask
 * for a place that it cannot reach. So all unknowns of a block with constraints of positions are
 * moved, but for fixed ones: the shortest step that meets the linearised constraints, d = -Q A'
 * (A Q A')^-1 r (Gauss and Newton), halved until the residuals become smaller. Q has squares of
 * units; what has a start value moves less freely. Then states are chosen at the position found,
 * which is their start value. A is made of differences, as the solution is iterated again by the
 * block itself. O(n^3) a step. */
#include "rt/block_internal.h"
#include "rt/dense.h"
#include "rt/newton_policy.h"
#include "rt/sets.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RELEASED 1.0 /* how freely what is given moves where fixed ones do, too */

typedef struct Nearest {
    KInst *m;
    int k, n, rows;
    const KBlock *b;
    bool *is_state;  /* [n] the row says what a state is, no constraint */
    double *weight;  /* [n] how freely an unknown moves */
    double *x, *d;   /* [n] */
    double *all, *r; /* [n] all residuals; those of constraints */
    double *a;       /* [n * n] their derivatives, by columns */
    double *square;  /* [n * (n + 1)] */
    int *row;        /* [n] */
} Nearest;

/* Residuals of the constraints at x into r. */
static int residuals(const Nearest *s, const double *x, double *r)
{
    for (int j = 0; j < s->n; j++)
        s->m->v[s->b->var[j]] = x[j];
    int result = code_values(s->m, s->m->run->code.block[s->k].residual, s->all, K_TRIAL), n = 0;
    for (int i = 0; i < s->n && !result; i++)
        if (!s->is_state[i]) {
            result = isfinite(s->all[i]) ? 0 : 1;
            r[n++] = s->all[i];
        }
    return result;
}

static int derivatives(const Nearest *s)
{
    int result = residuals(s, s->x, s->r);
    for (int j = 0; j < s->n && !result; j++) {
        double x = s->x[j], unit = k_nominal(s->m->run->model, s->b->var[j]);
        double h = sqrt(DBL_EPSILON) * fmax(fabs(x), unit), *column = s->a + (long)j * s->rows;
        s->x[j] = x + h;
        result = residuals(s, s->x, column);
        for (int i = 0; i < s->rows; i++)
            column[i] = (column[i] - s->r[i]) / h;
        s->x[j] = x;
    }
    return result;
}

/* Elimination along the diagonal, first where most is left of an entry: the numbers of the rows
 * into s->row. What is left after so many as are returned is rounding: those constraints depend on
 * the others here. */
static int factor(const Nearest *s, double *a)
{
    int m = s->rows, k = 0;
    double *own = s->d;
    for (int i = 0; i < m; i++) {
        s->row[i] = i;
        own[i] = a[i + (long)i * m];
    }
    for (; k < m; k++) {
        int best = k;
        for (int i = k + 1; i < m; i++)
            if (a[i + (long)i * m] * own[s->row[best]] > a[best + (long)best * m] * own[s->row[i]])
                best = i;
        if (!(a[best + (long)best * m] > m * DBL_EPSILON * own[s->row[best]]))
            break;
        int row = s->row[k];
        s->row[k] = s->row[best];
        s->row[best] = row;
        dense_pivot(a, m, m + 1, m, k, best, best);
    }
    return k;
}

/* The step into s->d. False: it is not finite. */
static bool shortest_step(const Nearest *s)
{
    int m = s->rows;
    double *a = s->square, *right = a + (long)m * m;
    memset(a, 0, (size_t)m * (size_t)m * sizeof *a);
    memcpy(right, s->r, (size_t)m * sizeof *right);
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                a[i + (long)j * m] += s->weight[k] * s->a[i + (long)k * m] * s->a[j + (long)k * m];
    int rank = factor(s, a);
    for (int i = rank; i-- > 0;) {
        for (int j = i + 1; j < rank; j++)
            right[i] -= a[i + (long)j * m] * right[j];
        right[i] /= a[i + (long)i * m];
    }
    for (int k = 0; k < s->n; k++) {
        s->d[k] = 0;
        for (int i = 0; i < rank; i++)
            s->d[k] += s->weight[k] * s->a[s->row[i] + (long)k * m] * right[i];
        if (!isfinite(s->d[k]))
            return false;
    }
    return true;
}

static double size_of(const Nearest *s)
{
    double sum = 0;
    for (int i = 0; i < s->rows; i++)
        sum += s->r[i] * s->r[i];
    return sum;
}

/* Takes a step. 0: done, or no step makes the residuals smaller; negative: stop. */
static int improve(const Nearest *s, double *moved)
{
    int result = derivatives(s);
    double before = size_of(s), part = 1;
    *moved = INFINITY;
    if (result || !shortest_step(s))
        return result ? result : 1;
    double *x = s->square;
    for (; part > LEAST_PART; part /= 2) {
        for (int j = 0; j < s->n; j++)
            x[j] = s->x[j] - part * s->d[j];
        if ((result = residuals(s, x, s->r)) < 0)
            return result;
        if (!result && size_of(s) <= before)
            break;
    }
    if (part <= LEAST_PART)
        return 1;
    *moved = 0;
    for (int j = 0; j < s->n; j++) {
        double unit = k_nominal(s->m->run->model, s->b->var[j]);
        *moved = fmax(*moved, fabs(s->d[j]) / (unit + fabs(x[j]))); /* asked for, or more */
        s->x[j] = x[j];
    }
    return 0;
}

/* How freely unknowns move, and which rows are constraints. */
static bool describe(Nearest *s, double given)
{
    const KModel *model = s->m->run->model;
    s->rows = s->n;
    for (int j = 0; j < s->n; j++) {
        double unit = k_nominal(model, s->b->var[j]);
        s->weight[j] = unit * unit * (s->m->run->is_given[s->b->var[j]] ? given : 1);
        s->x[j] = s->m->v[s->b->var[j]];
        s->is_state[j] = false;
    }
    for (int p = 0; p < s->b->nsets; p++) {
        const KBlockSet *place = &s->b->set[p];
        const KStateSet *set = &model->set[place->set];
        if (!set->wish || !set->positions)
            return false;
        for (int i = 0; i < set->nstates; i++)
            s->is_state[place->row[i]] = true;
        for (int k = 0; k < set->n; k++)
            if (set->wish[set->ngiven + k] == 0 && place->col[k] < 0 && given != RELEASED)
                return false; /* it cannot be held */
            else if (set->wish[set->ngiven + k] == 0 && place->col[k] >= 0)
                s->weight[place->col[k]] = 0;
        s->rows -= set->nstates;
    }
    return s->rows > 0;
}

/* What is 0 and not given begins beside it: derivatives of squares vanish there. */
static void leave_zero(const Nearest *s)
{
    unsigned random = (unsigned)s->n;
    for (int j = 0; j < s->n; j++) {
        random = random * 1664525u + 1013904223u;
        if (s->x[j] == 0 && !s->m->run->is_given[s->b->var[j]])
            s->x[j] = k_nominal(s->m->run->model, s->b->var[j]) * (0x1p-15 * (random >> 16) - 1);
    }
}

static int move(Nearest *s)
{
    leave_zero(s);
    double moved = INFINITY;
    int result = 0;
    for (int i = 0; i < NEAREST_STEPS && !result && moved > NEAREST_MET; i++)
        result = improve(s, &moved);
    return result ? result : moved > NEAREST_MET || residuals(s, s->x, s->r);
}

/* Fixed ones move, too. */
static int release(Nearest *s)
{
    for (int j = 0; j < s->n; j++) {
        double unit = k_nominal(s->m->run->model, s->b->var[j]);
        s->weight[j] = unit * unit;
    }
    (void)move(s); /* beside singular places it slows down */
    return residuals(s, s->x, s->r) || !(size_of(s) <= NEAREST_MET * NEAREST_MET);
}

/* Whether the constraints hold as it is. */
static int meet(Nearest *s)
{
    int result = residuals(s, s->x, s->r);
    return result ? result : !(size_of(s) <= NEAREST_MET * NEAREST_MET);
}

static int find(KInst *m, int k, double given, int act(Nearest *))
{
    const KBlock *b = &m->run->model->block[k];
    size_t n = (size_t)b->n;
    double *work = malloc((5 * n + 2 * n * (n + 1)) * sizeof *work);
    bool *is_state = malloc(n);
    int *row = malloc(n * sizeof *row);
    int result = work && is_state && row ? 0 : -1;
    if (!result) {
        Nearest s = {m,
                     k,
                     b->n,
                     0,
                     b,
                     is_state,
                     work,
                     work + n,
                     work + 2 * n,
                     work + 3 * n,
                     work + 4 * n,
                     work + 5 * n,
                     work + 5 * n + n * (n + 1),
                     row};
        result = describe(&s, given) ? act(&s) : 1;
    }
    free(work);
    free(is_state);
    free(row);
    return result;
}

static bool is_of_positions(const KBlock *b)
{
    return b->of_run && !b->linear && !b->mixed && b->nsets && b->n <= LARGEST;
}

bool nearest_positions(KInst *m, double given)
{
    const KModel *model = m->run->model;
    bool any = false;
    for (int k = 0; k < model->nblocks; k++)
        if (is_of_positions(&model->block[k]))
            any = find(m, k, given, move) == 0 || any;
    failure_clear(m);
    return any;
}

static bool all_fixed(const KModel *model, const KBlock *b)
{
    for (int p = 0; p < b->nsets; p++) {
        const KStateSet *set = &model->set[b->set[p].set];
        for (int k = set->ngiven; k < set->ngiven + set->n; k++)
            if (!set->wish || set->wish[k] != 0)
                return false;
    }
    return true;
}

bool nearest_released(KInst *m)
{
    const KModel *model = m->run->model;
    bool any = false;
    for (int k = 0; k < model->nblocks; k++)
        if (is_of_positions(&model->block[k]) && all_fixed(model, &model->block[k]))
            any = find(m, k, RELEASED, release) == 0 || any;
    failure_clear(m);
    return any;
}

bool nearest_met(KInst *m)
{
    const KModel *model = m->run->model;
    bool any = false, all = true;
    for (int k = 0; k < model->nblocks && all; k++)
        if (is_of_positions(&model->block[k])) {
            all = find(m, k, 1, meet) == 0;
            any = true;
        }
    failure_clear(m);
    return any && all;
}
