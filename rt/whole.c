/* whole.c - equations solved by an elimination that was laid down before the run
 * (dae/linear_solve.c, torn.c), and checked afterwards.
 *
 * Pivots were chosen for the values parameters have and for a few modes; for others digits may be
 * lost, or a pivot vanish. So the residual of each equation as it was is compared with the size of
 * its terms. If it is not as small as rounding makes it (or, with nonlinear equations, as the
 * iteration does), there is a fallback: all equations are solved for all unknowns, with pivots of
 * their own (block.c, linear.c), now and for the next solutions. O(entries) a solution.
 *
 * The terms of an equation may be small by chance while its unknowns are known no better than from
 * others with large terms: then a residual that is too large for them is compared with what a
 * relative change of that size in all terms of all equations would do to the unknowns
 * (find_effects). Where the terms are 0 but for rounding (forces across a plane in which everything
 * moves, the acceleration of a brake that holds), what they could be is asked: each unknown as
 * large as other equations allow it to be (find_sizes).
 *
 * Nonlinear equations that were torn without such pivots have all equations as a last resort:
 * iterating a few unknowns may diverge where an iteration of all of them does not, since what is
 * substituted into each other is as nonlinear as all of it together. */
#include "rt/block_internal.h"
#include "rt/linear_policy.h"
#include "rt/newton_policy.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The terms of the equation that has the largest. */
static double most_of(const KBlockWork *w, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = w->check[n + i] > most ? w->check[n + i] : most;
    return most;
}

/* Whether a residual says nothing beside the largest terms, of n equations. Along steady pivots the
 * rounding of these goes through the equations of all bodies: n units. */
static bool is_lost(double r, double size, double most, int n, bool recursive)
{
    return (r <= BESIDE_LARGEST * most && isfinite(size)) ||
           (recursive && r <= n * DBL_EPSILON * most && r <= STEADY_LEAST * size);
}

/* A residual up to which an equation holds: floor, or if that is negative the opposite of its part
 * of the terms, which may have become others since. */
static double floor_of(double floor, double size)
{
    return floor < 0 ? -floor * size : floor;
}

/* The largest of n residuals against the terms of its equation; infinite: not known. */
static double worst_of(const KBlockWork *w, int n, bool recursive)
{
    const double *size = w->check + n, *floor = w->floors > 0 ? size + n : NULL;
    double worst = 0, most = most_of(w, n);
    for (int i = 0; i < n; i++) {
        double r = fabs(w->check[i]);
        if (r <= worst * size[i] || is_lost(r, size[i], most, n, recursive))
            continue;
        if (!floor || !(r <= floor_of(floor[i], size[i])))
            worst = isfinite(r) && isfinite(size[i]) ? r / size[i] : INFINITY;
    }
    return worst;
}

static double error_of(KInst *m, int whole, KBlockWork *w, bool recursive)
{
    if (m->run->code.block[whole].check(m, w->check))
        return INFINITY;
    return worst_of(w, m->run->model->block[whole].n, recursive);
}

/* ---- Equations whose terms say too little ---- */

/* sum[i] := the terms of equation i with unknowns of size x. */
static void sum_terms(const KBlockWork *all, const double *rest, const double *x, double *sum)
{
    memcpy(sum, rest, (size_t)all->n * sizeof *sum);
    for (int j = 0; j < all->n; j++)
        for (int p = all->colptr[j]; p < all->colptr[j + 1]; p++)
            sum[all->rowidx[p]] += fabs(all->entry[p]) * x[j];
}

/* How large unknown j, now x, may be: as the equation allows that allows least, of those that are
 * not judged (floor 0). */
static double allowed(const KBlockWork *all, const double *sum, const double *floor, int j,
                      double x)
{
    double least = INFINITY;
    for (int p = all->colptr[j]; p < all->colptr[j + 1]; p++) {
        int i = all->rowidx[p];
        double by = floor[i] > 0 ? INFINITY : sum[i] / fabs(all->entry[p]) - x;
        least = by < least ? by : least;
    }
    return least < x ? fmax(least, fabs(all->x[j])) : x;
}

/* How large unknowns may be, into x: they begin as large as any of their equations lets them be
 * with its terms as they are, and become smaller by those that are not judged. sum: the terms that
 * equations have then. */
static void find_sizes(KBlockWork *w, const KBlockWork *all, double *x, double *sum)
{
    int n = all->n;
    double *size = w->check + n, *floor = size + n, *rest = all->noise;
    for (int j = 0; j < n; j++)
        x[j] = -fabs(all->x[j]);
    sum_terms(all, size, x, rest);
    for (int i = 0; i < n; i++)
        rest[i] = fmax(rest[i], 0);
    for (int j = 0; j < n; j++)
        for (int p = all->colptr[j]; p < all->colptr[j + 1]; p++)
            if (all->entry[p] != 0)
                x[j] = fmax(x[j], size[all->rowidx[p]] / fabs(all->entry[p]));
    for (int sweep = 0; sweep < FLOOR_SWEEPS; sweep++) {
        sum_terms(all, rest, x, sum);
        for (int j = 0; j < n; j++)
            x[j] = allowed(all, sum, floor, j, x[j]);
    }
    sum_terms(all, rest, x, sum);
}

/* What changes of all terms by a unit make of the unknowns, tried with signs at random. */
static void find_effects(const KBlockWork *w, const KBlockWork *all, double *x, double *effect)
{
    const double *size = w->check + all->n;
    uint32_t random = 1;
    memset(effect, 0, (size_t)all->n * sizeof *effect);
    for (int t = 0; t < EFFECT_TRIALS; t++) {
        for (int i = 0; i < all->n; i++) {
            random = random * 1664525u + 1013904223u;
            x[i] = random >> 31 ? size[i] : -size[i];
        }
        if (linear_solve(all->lin, x))
            return;
        for (int j = 0; j < all->n; j++)
            effect[j] = fmax(effect[j], fabs(x[j]));
    }
}

/* The residual of equation i that changes no unknown by more than its effect; 0: not known. */
static double harmless(const KBlockWork *all, const double *effect, int i, double *x)
{
    double least = INFINITY;
    memset(x, 0, (size_t)all->n * sizeof *x);
    x[i] = 1;
    if (linear_solve(all->lin, x))
        return 0;
    for (int j = 0; j < all->n; j++)
        if (x[j] != 0)
            least = fmin(least, effect[j] / fabs(x[j]));
    return isfinite(least) ? least : 0;
}

/* Marks in floor the equations to judge: those that were, and those with residuals that are too
 * large. Whether there are any whose terms vanish. */
static bool mark_judged(KBlockWork *w, int n, int kind, double most)
{
    double *size = w->check + n, *floor = size + n;
    bool vanish = false;
    for (int i = 0; i < n; i++) {
        double r = fabs(w->check[i]);
        bool good = r <= whole_accurate[kind] * size[i] || is_lost(r, size[i], most, n, kind == 2);
        floor[i] = (w->floors > 0 && floor[i] != 0) || !good;
        vanish |= floor[i] > 0 && size[i] <= whole_accurate[0] * most;
    }
    return vanish;
}

/* Floors of equations whose residuals are too large, for the next solutions; all: the equations,
 * with their matrix, its factors and the solution. False: a residual is above its floor. */
static bool find_floors(KBlockWork *w, const KBlockWork *all, int kind, bool mixed)
{
    int n = all->n, judged = 0;
    double *size = w->check + n, *floor = size + n, most = most_of(w, n);
    double *x = all->x_next, *sum = all->d_next, *effect = all->spare;
    if (mark_judged(w, n, kind, most))
        find_sizes(w, all, x, sum);
    for (int i = 0; i < n; i++) {
        bool vanishes = size[i] <= whole_accurate[0] * most;
        if (!(floor[i] > 0))
            continue;
        if (!vanishes && judged++ == 0)
            find_effects(w, all, x, effect);
        floor[i] = vanishes ? sum[i] : judged <= MOST_JUDGED ? harmless(all, effect, i, x) : 0;
        floor[i] *= whole_accurate[0] / (vanishes ? 1 : -size[i]);
        floor[i] = vanishes || !mixed ? floor[i] : fmax(floor[i], -HARMLESS);
        if (!(fabs(w->check[i]) <= floor_of(floor[i], size[i])))
            return false;
    }
    w->floors = WHOLE_KEPT;
    return true;
}

/* All modes of relations in a number (FNV-1a): floors hold for the matrix of one set of modes. */
static uint64_t modes_now(const KInst *m)
{
    uint64_t h = 14695981039346656037u;
    for (int i = 0; i < m->run->model->nrel; i++)
        h = (h ^ m->rel[i]) * 1099511628211u;
    return h;
}

/* By elimination. The residuals that are left, if any, are in w->r then. */
static int solve_eliminated(KInst *m, int k, KBlockWork *w)
{
    return w->n ? block_solve_plain(m, k, w) : m->run->code.block[k].residual(m, w->r);
}

/* Which limits hold (linear_policy.h). */
static int kind_of(const KInst *m, int k)
{
    const KBlock *b = &m->run->model->block[k];
    return !b->linear ? 1 : b->recursive ? 2 : 0;
}

static int solve_whole(KInst *m, int k)
{
    KBlockWork *w = block_work(m, k);
    m->run->pivoted++;
    return w ? block_solve_frozen(m, k, w) : -1;
}

static int again(KInst *m, int k, KBlockWork *w)
{
    return w->n ? block_residual(m, k, w->x, w->r) : m->run->code.block[k].residual(m, w->r);
}

/* Says which pivot of an order that the model gives has vanished (E-3), once for each unknown. */
static void warn_pivot(KInst *m, int k)
{
    const KBlock *b = &m->run->model->block[k];
    double least = INFINITY;
    int unknown = -1;
    for (int i = 0; i < b->npivots && least > 0; i++) {
        double x = fabs(m->v[b->pivot[2 * i]]);
        x = isfinite(x) ? x : 0; /* divided by what vanished before */
        if (x < least) {
            least = x;
            unknown = b->pivot[2 * i + 1];
        }
    }
    if (unknown < 0 || m->mode & K_TRIAL || warned_before(m->run, INT_MIN + unknown))
        return;
    char name[300];
    text_variable(&(Text){name, sizeof name}, m->run->model, unknown);
    run_message(m, K_MSG_WARNING,
                "at time %g: the pivot of %s vanishes in the order that relax() gives; its "
                "equations are solved with other pivots",
                m->time, name);
}

/* The solution by elimination is not accurate: that of the whole block if it is better. */
static int solve_better(KInst *m, int k, KBlockWork *w, double error)
{
    if (isinf(error))
        warn_pivot(m, k);
    int whole = m->run->model->block[k].whole, result = solve_whole(m, whole);
    int kind = kind_of(m, k);
    if (result < 0 || (result && !(error <= whole_acceptable[kind])))
        return result;
    const KBlockWork *all = m->run->block[whole];
    if (!result && kind != 1 && all->colptr && isfinite(error)) {
        w->t_floors = m->time;
        w->floor_modes = modes_now(m);
        if (find_floors(w, all, kind, m->run->model->block[k].mixed))
            return again(m, k, w);
        w->floors = 0;
    }
    double better = result ? INFINITY : error_of(m, whole, w, false);
    if (better < WHOLE_BETTER * error || isinf(error)) {
        w->on_whole = true;
        w->distrusted = isfinite(error) ? DISTRUSTED : WHOLE_KEPT;
        return 0;
    }
    w->known_for = error <= whole_nearly[kind] ? WHOLE_KEPT : 0;
    return again(m, k, w);
}

/* What was found best last time. */
static bool solve_as_before(KInst *m, int whole, KBlockWork *w, int *result)
{
    if (w->distrusted <= 0 || begins_at_zero(m))
        return false;
    w->distrusted--;
    w->on_whole = true;
    *result = solve_whole(m, whole);
    return *result < 0 ||
           (!*result && error_of(m, whole, w, false) <= whole_nearly[kind_of(m, whole)]);
}

/* Along steady pivots no digits are lost, but all terms of a pivot may be 0 at once, as where the
 * last of several valves closes between two solutions that are checked. */
static bool has_values(const KInst *m, int whole)
{
    const KBlock *b = &m->run->model->block[whole];
    double zero = 0;
    for (int i = 0; i < b->n; i++)
        zero += m->v[b->var[i]] * 0.0;
    return zero == 0;
}

/* The solution just found is taken as it is. */
static bool is_unchecked(const KInst *m, int whole, KBlockWork *w)
{
    if (w->unchecked <= 0)
        return false;
    bool good = has_values(m, whole);
    w->unchecked = good ? w->unchecked - 1 : 0;
    return good;
}

int whole_solve(KInst *m, int k, KBlockWork *w)
{
    int whole = m->run->model->block[k].whole, result;
    if (solve_as_before(m, whole, w, &result))
        return result;
    bool anew = begins_at_zero(m), constant = m->run->model->block[whole].constant;
    w->on_whole = false;
    result = solve_eliminated(m, k, w);
    int kind = kind_of(m, k);
    if (result < 0 || (result && kind == 1) || (!anew && !result && is_unchecked(m, whole, w)))
        return result;
    if (w->floors > 0 && ((anew && w->t_floors != m->time) || w->floor_modes != modes_now(m)))
        w->floors = 0;
    w->floors -= w->floors > 0;
    double error = result ? INFINITY : error_of(m, whole, w, kind == 2);
    double limit =
        !anew && w->known_for > 0 && w->known_for-- ? whole_nearly[kind] : whole_accurate[kind];
    if (!(error <= limit))
        return solve_better(m, k, w, error);
    w->unchecked = constant ? WHOLE_KEPT : kind == 2 ? STEADY_UNCHECKED : 0;
    return 0;
}

/* ---- Where the torn unknowns lead nowhere ---- */

/* Newton's iteration for all unknowns from where they were, which are in the guess of the whole
 * block. */
static int solve_spare(KInst *m, KBlockWork *w, int whole, KBlockWork *all)
{
    for (int i = 0; i < all->n; i++)
        m->v[all->var[i]] = all->guess[i];
    int result = block_solve_frozen(m, whole, all);
    w->on_whole = !result;
    return result;
}

/* After the iteration of what is torn has failed: everything, then curves to other solutions. */
static int spare_instead(KInst *m, int k, KBlockWork *w, int whole, KBlockWork *all)
{
    KFailure failure = m->run->failure;
    int result = solve_spare(m, w, whole, all);
    w->near = all->near = false;
    if (!result)
        w->distrusted = WHOLE_KEPT;
    if (result <= 0)
        return result;
    m->run->failure = failure;
    return block_solve_plain(m, k, w);
}

/* How far the unknowns of the whole block are from start values that are given; its own iterate
 * then are the present values. */
static double distance_of_all(const KInst *m, KBlockWork *all)
{
    for (int i = 0; i < all->n; i++)
        all->x[i] = m->v[all->var[i]];
    return guess_distance(m, all);
}

/* At the start, where w->x solves the block: the iteration of what is torn knows nothing of the
 * start values of the others, and may have gone far from them. Everything is iterated from all of
 * them; what that finds is taken if it is nearer. */
static int solve_nearer(KInst *m, int k, KBlockWork *w, int whole, KBlockWork *all)
{
    double moved = distance_of_all(m, all);
    if (!(moved > far_from_start))
        return 0;
    memcpy(w->begin, w->x, (size_t)w->n * sizeof *w->x);
    for (int i = 0; i < all->n; i++)
        all->guess[i] = m->start[all->var[i]];
    int result = solve_spare(m, w, whole, all);
    if (result < 0)
        return result;
    bool taken = !result && distance_of_all(m, all) < nearer * moved;
    for (int i = 0; i < w->n; i++)
        w->x[i] = taken ? m->v[w->var[i]] : w->begin[i];
    memcpy(w->last, w->x, (size_t)w->n * sizeof *w->x);
    if (taken)
        return 0;
    failure_clear(m);
    w->on_whole = false;
    return block_residual(m, k, w->x, w->r);
}

/* What is torn is iterated first. */
int spare_solve(KInst *m, int k, KBlockWork *w)
{
    int whole = m->run->model->block[k].whole, result = 1;
    KBlockWork *all = block_work(m, whole);
    if (!all)
        return -1;
    for (int i = 0; i < all->n; i++)
        all->guess[i] = m->v[all->var[i]];
    w->near = all->near = true;
    w->on_whole = false;
    if (w->distrusted > 0 && !begins_at_zero(m)) {
        w->distrusted--;
        result = solve_spare(m, w, whole, all);
    }
    if (result > 0)
        result = block_solve_plain(m, k, w);
    if (!result && m->initial && begins_at_zero(m) && !(m->mode & K_KEEP_BRANCH))
        result = solve_nearer(m, k, w, whole, all);
    if (result > 0)
        result = spare_instead(m, k, w, whole, all);
    w->near = all->near = false;
    return result;
}
