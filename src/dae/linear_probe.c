/* linear_probe.c - the certificate of an elimination: whether it may be used, found out with
 * numbers.
 *
 * Most eliminations need none: the run time compares their solutions with the equations as they
 * are, and factors these where digits are lost (rt/whole.c). Of two kinds the numbers are those of
 * the run: a matrix that translation knows: it is eliminated if residuals are rounding, and need
 * not be checked then, else it is factored, once. In a step it changes with the length of the step
 * and would be factored for each: it is eliminated, and checked unless residuals are rounding at
 * any length; the linear part of a nonlinear system in a step, of any length, which nothing checks:
 * it is eliminated if residuals are below STEP_GOOD, else all of it is iterated. There is one
 * elimination of each system, and one such answer; nothing is tried again.
 *
 * Numbers of coefficients are balanced first: rows and columns are scaled so that entries are about
 * 1, which changes neither the elimination nor residuals against the terms of their equation.
 * For random right-hand sides the steps of the elimination are done in double precision; then the
 * residual of each equation as it was is compared with the size of its terms. What is left is
 * factored with partial pivoting, as the run time does. O(entries + steps). */
#include "dae/linear_internal.h"

#include <float.h>
#include <math.h>

/* Logarithmic scales of rows and columns by least squares over the entries: one sweep sets those
 * of the rows, then of the columns. */
static void sweep_scales(Elimination *w)
{
    double *sum = ARENA_ARRAY(w->a, double, 2 * w->n + 1);
    int *count = ARENA_ARRAY(w->a, int, 2 * w->n + 1);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < w->origin.n; i++) {
            const Origin *o = &w->origin.v[i];
            if (o->size == -INFINITY)
                continue;
            double other = side ? w->row[o->row].scale : w->col[o->col].scale;
            int at = side ? w->n + o->col : o->row;
            sum[at] -= o->size + other;
            count[at]++;
        }
        Line *line = side ? w->col : w->row;
        for (int i = 0; i < w->n; i++)
            if (count[side * w->n + i])
                line[i].scale = sum[side * w->n + i] / count[side * w->n + i];
    }
}

/* The mean of logarithms over the trials in which it is not 0, -INFINITY if it always is: an open
 * switch and a closed one count alike. */
static double mean_size(const double *x)
{
    double sum = 0;
    int n = 0;
    for (int k = 0; k < SAMPLES; k++)
        if (x[k] != 0) {
            sum += log(fabs(x[k]));
            n++;
        }
    return n ? sum / n : -INFINITY;
}

void balance_cells(Elimination *w)
{
    for (int i = 0; i < w->n; i++) {
        const CellEntry *at = echelon_row(&w->e, i);
        for (int m = 0; m < w->e.row[i].n; m++) {
            Origin *o = vec_add(w->a, &w->origin);
            *o = (Origin){.row = i, .col = at[m].col, .cell = at[m].cell};
            memcpy(o->x, at[m].cell->x, sizeof o->x);
            o->size = mean_size(o->x);
        }
    }
    for (int i = 0; i < BALANCE_SWEEPS; i++)
        sweep_scales(w);
    for (int i = 0; i < w->origin.n; i++) {
        Origin *o = &w->origin.v[i];
        double factor = exp(w->row[o->row].scale + w->col[o->col].scale);
        for (int k = 0; k < SAMPLES; k++)
            o->cell->x[k] = o->x[k] *= factor;
    }
    for (int i = 0; i < w->n; i++)
        for (int k = 0; k < SAMPLES; k++)
            w->row[i].b[k] *= exp(w->row[i].scale);
}

static double random_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-52 - 1;
}

/* Rows scaled by their largest entry. */
static void scale_rows(double *a, int n)
{
    for (int i = 0; i < n; i++) {
        double largest = 0;
        for (int j = 0; j < n; j++)
            largest = fmax(largest, fabs(a[i * (n + 1) + j]));
        for (int j = 0; j <= n && largest > 0; j++)
            a[i * (n + 1) + j] /= largest;
    }
}

/* Solves a dense system, rows of n + 1 with the right-hand side last; false if it is singular. As
 * the run time does: what is left to it is small and full. */
static bool dense_solve(double *a, int n, double *x)
{
    scale_rows(a, n);
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * (n + 1) + k]) > fabs(a[best * (n + 1) + k]))
                best = i;
        if (fabs(a[best * (n + 1) + k]) < DBL_MIN)
            return false;
        for (int j = k; j <= n && best != k; j++) {
            double t = a[k * (n + 1) + j];
            a[k * (n + 1) + j] = a[best * (n + 1) + j];
            a[best * (n + 1) + j] = t;
        }
        for (int i = k + 1; i < n; i++) {
            double f = a[i * (n + 1) + k] / a[k * (n + 1) + k];
            for (int j = k + 1; j <= n && f != 0; j++)
                a[i * (n + 1) + j] -= f * a[k * (n + 1) + j];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        x[k] = a[k * (n + 1) + n];
        for (int j = k + 1; j < n; j++)
            x[k] -= a[k * (n + 1) + j] * x[j];
        x[k] /= a[k * (n + 1) + k];
    }
    return true;
}

/* The unknowns that are left; b: right-hand sides after the elimination. */
static bool solve_left(const Elimination *w, Arena *a, int k, const double *b, double *x)
{
    int n = 0, *row = ARENA_ARRAY(a, int, w->n + 1), *col = ARENA_ARRAY(a, int, w->n + 1),
        *place = ARENA_ARRAY(a, int, w->n + 1), ncols = 0;
    for (int i = 0; i < w->n; i++) {
        if (!w->row[i].used)
            row[n++] = i;
        place[i] = ncols;
        if (!w->col[i].used)
            col[ncols++] = i;
    }
    double *m = ARENA_ARRAY(a, double, n *(n + 1) + 1), *z = ARENA_ARRAY(a, double, n + 1);
    for (int i = 0; i < n; i++) {
        const CellEntry *at = echelon_row(&w->e, row[i]);
        for (int j = 0; j < w->e.row[row[i]].n; j++)
            m[i * (n + 1) + place[at[j].col]] = at[j].cell->x[k];
        m[i * (n + 1) + n] = b[row[i]];
    }
    bool good = dense_solve(m, n, z);
    for (int j = 0; j < n && good; j++)
        x[col[j]] = z[j];
    return good;
}

/* Largest residual against the size of the terms of its equation. */
static double worst_residual(const Elimination *w, Arena *a, int k, const double *b,
                             const double *x)
{
    double *sum = ARENA_ARRAY(a, double, w->n + 1), *size = ARENA_ARRAY(a, double, w->n + 1);
    /* What is 0 in one mode of a step may be the rounding of others. */
    double worst = 0, least = is_step(w->sys->p) ? PROBE_LEAST : DBL_MIN;
    for (int i = 0; i < w->origin.n; i++) {
        const Origin *o = &w->origin.v[i];
        sum[o->row] += o->x[k] * x[o->col];
        size[o->row] += fabs(o->x[k] * x[o->col]);
    }
    for (int i = 0; i < w->n; i++) {
        bool counts = !w->sys->nonlinear || w->row[i].used;
        double error = fabs(sum[i] - b[i]) / fmax(size[i] + fabs(b[i]), least);
        if (counts && size[i] > 0 && !(error <= worst))
            worst = error;
    }
    return worst;
}

/* Solves for one right-hand side as the generated code will; false if a sample is singular.
 * Unknowns of a nonlinear part that are left are as they are given: equations that it has
 * eliminated hold whatever they are. */
static bool solve_sample(const Elimination *w, Arena *a, int k, const double *b, double *x)
{
    double *y = arena_copy(a, b, (size_t)w->n * sizeof *b);
    for (int i = 0; i < w->step.n; i++) {
        const Step *step = &w->step.v[i];
        if (step->by < 0)
            y[step->row] /= step->factor[k];
        else
            y[step->row] -= step->factor[k] * y[step->by];
    }
    if (!w->sys->nonlinear && !solve_left(w, a, k, y, x))
        return false;
    for (int p = w->e.npivots - 1; p >= 0; p--) {
        int i = w->e.pivot[p].row, j = w->e.pivot[p].col;
        const CellEntry *at = echelon_row(&w->e, i);
        double sum = y[i];
        for (int m = 0; m < w->e.row[i].n; m++)
            if (at[m].col != j)
                sum -= at[m].cell->x[k] * x[at[m].col];
        x[j] = sum / cell_at(w, i, j)->x[k];
    }
    return true;
}

/* By how much errors may be larger in a trial. */
static double allowance(const Elimination *w, int k)
{
    bool stages = w->sys->nonlinear && w->sys->p->role == SYSTEM_STAGES;
    double longer = stages ? step_sample(k) / STAGES_LENGTH : 0;
    return fmax(1, longer * longer * longer);
}

/* Right-hand sides as they are (0 where they are 0), or at random. */
static double error_of_trial(const Elimination *w, Arena *a, int k, bool as_is)
{
    int n = w->n;
    uint64_t random = 1 + (uint64_t)k;
    double *b = ARENA_ARRAY(a, double, n + 1), *x = ARENA_ARRAY(a, double, n + 1);
    for (int i = 0; i < n; i++) {
        b[i] = random_number(&random);
        x[i] = random_number(&random);
        if (as_is)
            b[i] = w->row[i].b[k];
    }
    return solve_sample(w, a, k, b, x) ? worst_residual(w, a, k, b, x) : 0;
}

/* Largest residual of the elimination done with numbers, against the terms of its equation; of the
 * stages of a step against what their length allows. */
static double error_of_elimination(const Elimination *w)
{
    Arena *a = arena_new();
    double worst = 0;
    for (int k = 0; k < 2 * SAMPLES && w->e.npivots; k++) {
        double error = error_of_trial(w, a, k / 2, k % 2) / allowance(w, k / 2);
        worst = error <= worst ? worst : error; /* NaN is worst */
    }
    arena_free(a);
    return worst;
}

bool elimination_holds(Elimination *w)
{
    const LinearSystem *s = w->sys;
    bool step = s->nonlinear && is_step(s->p);
    bool few = w->n - w->e.npivots <= MOST_COUNTED;
    w->error = step || (s->known && few) ? error_of_elimination(w) : INFINITY;
    if (step)
        return w->error <= STEP_GOOD;
    return !s->known || !few || is_step(s->p) || w->error <= ROUNDED;
}
