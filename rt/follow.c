/* follow.c - at the start: states without start values, from start values of what follows from them.
 *
 * Where the choice of states is decided - angles of joints, say - positions and speeds of bodies follow
 * from states, and a start value may be given for a body and none for a joint. Which of these can take
 * the place of which depends on the position: beside a dead point a speed says nothing about that of a joint. So
 * states are the conditions of the initial problem, and their start values are moved: by how the others change
 * with them, which is found by solving the problem once for each.
 *
 * Positions: least squares of the distances to what is given (Levenberg and Marquardt), which ends at
 * the nearest position that there is. Speeds depend on each other linearly: pairs of a given one and a state are
 * chosen by the largest pivots, and solved for. What is given counts as in sets of states (set_wish in
 * dae/state_sets.c): not where it would make another speed ten times faster than itself. */
#include "rt/follow.h"
#include "rt/dense.h"
#include "rt/texts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FOLLOW_STEPS = 60, FOLLOW_SPEEDS = 3, FOLLOW_DAMPED = 12 };
/* The damping of least squares to begin with; what is left of their sum where it is as good as met. */
#define FOLLOW_DAMPING 1e-3
#define FOLLOW_LEAST 1e-12
#define FOLLOW_MET 1e-24
/* A given speed counts if its pivot is this part of the largest in its column. */
#define FOLLOW_PIVOT 0.1

typedef struct Follow {
    KInst *m;
    const KTrial *trial;
    bool rates;
    int nrows, ngiven, ncols;
    int *row;       /* [nrows] what follows; the first ngiven have start values */
    int *col, *of;  /* [ncols] states, and the variables that they stand for */
    const char **measure; /* [nv] units, as texts; NULL: not known */
    double *s;      /* [nrows * ncols] how much they change with the states, in units, by columns */
    double *a, *d;  /* [ncols * (ncols + 1)], or as s; [ncols] the move */
    double *before; /* [ncols] start values */
    double *c;      /* [nrows] values */
} Follow;

static double unit(const Follow *f, int var)
{
    return k_nominal(f->m->run->model, var);
}

/* How far row i is from its start value, in units. */
static double left(const Follow *f, int i)
{
    int x = f->row[i];
    return (f->m->start[x] - f->m->v[x]) / unit(f, x);
}

static double sum_left(const Follow *f)
{
    double sum = 0;
    for (int i = 0; i < f->ngiven; i++)
        sum += left(f, i) * left(f, i);
    return isfinite(sum) ? sum : INFINITY;
}

/* Whether the first n rows are met. */
static bool are_met(const Follow *f, int n)
{
    for (int i = 0; i < n; i++) {
        int x = f->row[i];
        if (!(fabs(left(f, i)) * unit(f, x) <= DBL_EPSILON * (unit(f, x) + fabs(f->m->start[x]))))
            return false;
    }
    return true;
}

/* Start values moved by d from those before. */
static int solve_moved(const Follow *f)
{
    for (int k = 0; k < f->ncols; k++)
        f->m->start[f->col[k]] = f->before[k] + f->d[k] * unit(f, f->of[k]);
    return f->trial->solve(f->trial->arg);
}

/* How all rows change with each state. A state that the initial problem determines otherwise changes
 * nothing, and so does one whose problem has no solution a little beside. */
static int sensitivities(const Follow *f)
{
    int result = 0;
    for (int i = 0; i < f->nrows; i++)
        f->c[i] = f->m->v[f->row[i]];
    for (int k = 0; k < f->ncols && result >= 0; k++) {
        double u = unit(f, f->of[k]), h = f->rates ? u : sqrt(DBL_EPSILON) * fmax(u, fabs(f->before[k]));
        f->m->start[f->col[k]] = f->before[k] + h;
        result = f->trial->solve(f->trial->arg);
        for (int i = 0; i < f->nrows; i++) {
            double change = (f->m->v[f->row[i]] - f->c[i]) / unit(f, f->row[i]) / (h / u);
            f->s[i + (long)k * f->nrows] = result || !isfinite(change) ? 0 : change;
        }
        f->m->start[f->col[k]] = f->before[k];
        f->trial->back(f->trial->arg);
    }
    return result < 0 ? result : 0;
}

static void take_before(const Follow *f)
{
    for (int k = 0; k < f->ncols; k++)
        f->before[k] = f->m->start[f->col[k]];
}

/* ---- Positions ---- */

/* d from (S'S + damping diag(S'S)) d = S' r. A state on which nothing depends stays. */
static void least_squares(const Follow *f, double damping)
{
    int n = f->ncols;
    double *a = f->a;
    for (int j = 0; j < n; j++) {
        const double *sj = f->s + (long)j * f->nrows;
        for (int k = 0; k <= n; k++) {
            double sum = 0;
            for (int i = 0; i < f->ngiven; i++)
                sum += sj[i] * (k < n ? f->s[i + (long)k * f->nrows] : left(f, i));
            a[j + (long)k * n] = sum;
        }
        double own = a[j + (long)j * n];
        a[j + (long)j * n] = own > 0 ? own * (1 + damping) : 1;
    }
    for (int k = 0; k < n; k++)
        dense_pivot(a, n, n + 1, n, k, k, k);
    for (int i = n; i-- > 0;) {
        f->d[i] = a[i + (long)n * n];
        for (int j = i + 1; j < n; j++)
            f->d[i] -= a[i + (long)j * n] * f->d[j];
        f->d[i] /= a[i + (long)i * n];
    }
}

/* 1: there is nothing better near. */
static int improve_positions(const Follow *f, double *damping)
{
    double before = sum_left(f);
    int result = sensitivities(f);
    for (int i = 0; i < FOLLOW_DAMPED && result >= 0; i++) {
        least_squares(f, *damping);
        result = solve_moved(f);
        if (!result && sum_left(f) < before) {
            f->trial->keep(f->trial->arg);
            *damping = fmax(*damping / 10, FOLLOW_LEAST);
            return sum_left(f) > before * (1 - 1e-9);
        }
        f->trial->back(f->trial->arg);
        *damping *= 10;
    }
    for (int k = 0; k < f->ncols; k++)
        f->m->start[f->col[k]] = f->before[k];
    return result < 0 ? result : 1;
}

static int move_positions(const Follow *f)
{
    double damping = FOLLOW_DAMPING;
    int result = 0;
    for (int i = 0; i < FOLLOW_STEPS && !result && sum_left(f) > FOLLOW_MET; i++) {
        take_before(f);
        result = improve_positions(f, &damping);
    }
    return result;
}

/* ---- Speeds ---- */

static bool same_measure(const Follow *f, int i, int k)
{
    const char *a = f->measure[f->row[i]], *b = f->measure[f->row[k]];
    return a && b && !strcmp(a, b);
}

/* Whether entry i of a column of the rows from k on is small beside others of the same unit. */
static bool is_small(const Follow *f, const double *x, int k, int i)
{
    for (int r = k; r < f->nrows; r++)
        if (fabs(x[i]) < FOLLOW_PIVOT * fabs(x[r]) && same_measure(f, i, r))
            return true;
    return false;
}

/* The next pair: the largest pivot of a given row that is not small in its column. */
static bool next_pair(const Follow *f, int k, int *row, int *col)
{
    double most = 0;
    for (int j = k; j < f->ncols; j++) {
        const double *x = f->a + (long)j * f->nrows;
        for (int i = k; i < f->ngiven; i++)
            if (fabs(x[i]) > most && !is_small(f, x, k, i)) {
                most = fabs(x[i]);
                *row = i;
                *col = j;
            }
    }
    return most > 0;
}

static void swap_rows(const Follow *f, int i, int k)
{
    int t = f->row[i];
    f->row[i] = f->row[k];
    f->row[k] = t;
    for (int j = 0; j < f->ncols; j++) {
        double *x = f->s + (long)j * f->nrows, u = x[i];
        x[i] = x[k];
        x[k] = u;
    }
}

static void swap_columns(const Follow *f, int i, int k)
{
    int t = f->col[i], of = f->of[i];
    double before = f->before[i];
    f->col[i] = f->col[k], f->of[i] = f->of[k], f->before[i] = f->before[k];
    f->col[k] = t, f->of[k] = of, f->before[k] = before;
}

/* Puts pairs of rows and columns first; how many there are. */
static int choose_pairs(const Follow *f)
{
    int n = 0, row, col;
    memcpy(f->a, f->s, (size_t)f->nrows * (size_t)f->ncols * sizeof *f->a);
    for (; n < f->ngiven && n < f->ncols && next_pair(f, n, &row, &col); n++) {
        swap_rows(f, n, row);
        swap_columns(f, n, col);
        dense_pivot(f->a, f->nrows, f->ncols, f->nrows, n, row, col);
    }
    return n;
}

/* d from the first n rows, with the factors that choose_pairs has left. */
static void solve_pairs(const Follow *f, int n)
{
    for (int i = 0; i < f->ncols; i++)
        f->d[i] = i < n ? left(f, i) : 0;
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            f->d[i] -= f->a[i + (long)k * f->nrows] * f->d[k];
    for (int i = n; i-- > 0;) {
        for (int j = i + 1; j < n; j++)
            f->d[i] -= f->a[i + (long)j * f->nrows] * f->d[j];
        f->d[i] /= f->a[i + (long)i * f->nrows];
    }
}

static int move_speeds(const Follow *f)
{
    take_before(f);
    int result = sensitivities(f), n = result ? 0 : choose_pairs(f);
    for (int i = 0; i < FOLLOW_SPEEDS && !are_met(f, n) && !result; i++) {
        take_before(f);
        solve_pairs(f, n);
        if (!(result = solve_moved(f)))
            f->trial->keep(f->trial->arg);
    }
    if (result > 0) {
        for (int k = 0; k < f->ncols; k++)
            f->m->start[f->col[k]] = f->before[k];
        f->trial->back(f->trial->arg);
    }
    return result;
}

/* ---- What there is ---- */

static bool is_asked(const KModel *model, int i, bool rates)
{
    return !(model->begin[2 * i + 1] & K_BEGIN_RATE) == !rates;
}

static void add_rows(Follow *f, bool given)
{
    const KModel *model = f->m->run->model;
    for (int i = 0; i < model->nbegin; i++) {
        int is = model->begin[2 * i + 1];
        if (!(is & K_BEGIN_STATE) && is_asked(model, i, f->rates) && !(is & K_BEGIN_FIXED) && !(is & K_BEGIN_GIVEN) == !given)
            f->row[f->nrows++] = model->begin[2 * i];
    }
}

/* What is in sets that are chosen during the run changes with the states, too. */
static void add_sets(Follow *f)
{
    const KModel *model = f->m->run->model;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        bool asked = set->nstates && set->positions == !f->rates;
        for (int k = set->ngiven; k < set->ngiven + set->n && asked; k++)
            f->row[f->nrows++] = set->x[k];
    }
    for (int i = 0; i < model->nvariables; i++)
        if (model->variable[i].type == K_REAL && !model->variable[i].is_alias)
            f->measure[model->variable[i].index] = model->variable[i].unit;
}

static void add_columns(Follow *f)
{
    const KModel *model = f->m->run->model;
    for (int i = 0; i < model->nbegin; i++)
        if ((model->begin[2 * i + 1] & (K_BEGIN_STATE | K_BEGIN_GIVEN | K_BEGIN_FIXED)) == K_BEGIN_STATE &&
            is_asked(model, i, f->rates))
            f->col[f->ncols] = f->of[f->ncols] = model->begin[2 * i], f->ncols++;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = 0; k < set->nstates && set->wish && set->positions == !f->rates; k++) {
            int x = set->ngiven + sets_picked(f->m, set, k);
            if (set->wish[x] == 1)
                f->col[f->ncols] = set->state[k], f->of[f->ncols++] = set->x[x];
        }
    }
}

static int follow(Follow *f)
{
    add_rows(f, true);
    f->ngiven = f->nrows;
    add_rows(f, false);
    add_sets(f);
    add_columns(f);
    if (!f->ngiven || !f->ncols || are_met(f, f->ngiven))
        return 0;
    int result = f->rates ? move_speeds(f) : move_positions(f);
    return result < 0 ? result : 0;
}

int follow_starts(KInst *m, const KTrial *trial, bool rates)
{
    const KModel *model = m->run->model;
    size_t nr = (size_t)model->nbegin, nc = nr;
    if (!model->nbegin)
        return 0;
    for (int i = 0; i < model->nsets; i++) {
        nc += (size_t)model->set[i].nstates;
        nr += (size_t)model->set[i].n;
    }
    const char **measure = calloc((size_t)model->nv + 1, sizeof *measure);
    int *numbers = malloc((nr + 2 * nc + 1) * sizeof *numbers);
    double *work = malloc((nr * nc + nc * (nr > nc ? nr : nc + 1) + 2 * nc + nr + 1) * sizeof *work);
    int result = -1;
    if (numbers && work && measure) {
        double *a = work + nr * nc, *d = a + nc * (nr > nc ? nr : nc + 1);
        Follow f = {.m = m, .trial = trial, .rates = rates, .row = numbers, .col = numbers + nr, .of = numbers + nr + nc, .measure = measure,
                    .s = work, .a = a, .d = d, .before = d + nc, .c = d + 2 * nc};
        result = follow(&f);
    } else {
        failure_say(m, k_no_memory, k_no_memory);
    }
    free(measure);
    free(numbers);
    free(work);
    return result;
}

/* Farther each time, up to half a turn of an angle. */
void follow_disturb(KInst *m, const double *start, int n)
{
    const KModel *model = m->run->model;
    unsigned r = (unsigned)n;
    for (int i = 0; i < model->nbegin; i++) {
        int x = model->begin[2 * i], is = model->begin[2 * i + 1];
        r = r * 1664525u + 1013904223u;
        if (!(is & (K_BEGIN_GIVEN | K_BEGIN_FIXED | K_BEGIN_RATE)))
            m->start[x] = start[x] + k_nominal(model, x) * fmin(n + 1, 3) * (0x1p-15 * (r >> 16) - 1);
    }
}

void follow_each(const KInst *m, void tell(void *arg, int var), void *arg)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nbegin; i++)
        if ((model->begin[2 * i + 1] & (K_BEGIN_STATE | K_BEGIN_OWN | K_BEGIN_FIXED)) == K_BEGIN_OWN)
            tell(arg, model->begin[2 * i]);
}
