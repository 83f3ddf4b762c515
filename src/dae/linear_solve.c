/* linear_solve.c - linear equations solved, or condensed, by symbolic elimination (eliminate.h).
 *
 * Pivots are numbers and expressions that are never zero, with the parameters as they are, in any
 * mode; among them the one with least fill and fewest operations (Markowitz 1957). What is left
 * falls into strong components. One equation that is left may be divided by any coefficient that
 * no mode switches off, because if it vanishes the system is singular anyhow; so may two equations
 * by their determinant. Other components are left to the run time, which factors them.
 *
 * Coefficients larger than a leaf become variables, so that what is used twice is computed once:
 * the papers' Q101 = R1.R + R2.R; those of parameters alone become parameters of our own.
 *
 * In a step of an inlined method the kind of a coefficient is that at h = 0, where stages of a step do
 * not meet (IN-15): what is too long to be written out has as few terms there as in the model itself.
 *
 * Accuracy (linear_probe.c): every coefficient carries numbers. A pivot must not be small against
 * both its row and its column, in what no run time checks (a nonlinear part) not in its row in some
 * modes only, and the elimination is tried with numbers; if it loses digits that
 * a factorization would keep (a chain eliminated from the wrong end), it is done again with
 * stricter pivots. O(n * entries) and the size of the expressions; n <= MOST_ELIMINATED.
 *
 * In larger systems, and where most unknowns follow from derivatives of states, the order of pivots
 * is sought first, with numbers and without formulas (linear_order.c, linear_recursion.c), and then
 * followed: near-linear. If it ends with more than MOST_ELIMINATED equations nothing is eliminated:
 * all of them are factored, with its pivots first (rt/fill.c). That costs as much as to factor what
 * would be left, and solves each equation to rounding, which potentials alone do not: a current is a
 * difference of them. */
#include "base/die.h"
#include "dae/linear_internal.h"

#include <amd.h>
#include <limits.h>
#include <math.h>

/* ---- Coefficients ---- */

static uint32_t full_limit(const Elimination *w)
{
    bool many = w->n > MANY_EQUATIONS && !w->sys->nonlinear;
    return many ? MANY_LIMIT : FULL_LIMIT;
}

static Expr own_var(Elimination *w, OwnVar v)
{
    vec_push(w->a, &w->own, v);
    return expr_var(w->s, T_REAL, (uint32_t)(w->first_own + w->own.n - 1));
}

/* A value that is used more than once: itself if it is a leaf, else a variable for it. */
static Expr shared(Elimination *w, Expr e, Expr full, bool known)
{
    if (is_leaf(w->s, e))
        return e;
    Expr x = map_get(&w->own_of, e, 0), minus = x ? 0 : map_get(&w->own_of, expr_neg(w->s, e), 0);
    if (x || minus)
        return x ? x : expr_neg(w->s, minus);
    x = own_var(w, known ? (OwnVar){e, full ? full : e, e} : (OwnVar){.value = e});
    if (!known)
        vec_push(w->a, &w->sys->before,
                 ((Assign){.var = var_number(w->s, x), .value = e, .eq = -1}));
    map_set(&w->own_of, w->a, e, x);
    return x;
}

/* The variable that has a residue, of parameters alone or not; 0: none. */
static Expr with_residue(const Elimination *w, Residue residue, bool known)
{
    Expr x = map_get(&w->residue_of, residue + 1, 0);
    bool is = x && (w->own.v[var_number(w->s, x) - (uint32_t)w->first_own].parameter != 0) == known;
    return is ? x : 0;
}

/* The same for a coefficient of a large system, where the value that has a variable may be written
 * in another way: the matrices of mechanics are symmetric, and elimination keeps them so. */
static Expr shared_cell(Elimination *w, const Cell *c)
{
    if (!w->large || is_leaf(w->s, c->use))
        return shared(w, c->use, c->full, c->known);
    Expr x = with_residue(w, c->residue, c->known);
    if (x)
        return x;
    Expr minus = with_residue(w, residue_neg(c->residue), c->known);
    if (minus)
        return expr_neg(w->s, minus);
    x = shared(w, c->use, c->full, c->known);
    if (expr_op(w->s, x) == EX_VAR) /* not what is known as minus another one */
        map_set(&w->residue_of, w->a, c->residue + 1, x);
    return x;
}

static bool has_zero_branch(void *s, Expr e)
{
    return expr_op(s, e) == EX_IF &&
           (expr_is_zero(s, expr_arg(s, e, 1)) || expr_is_zero(s, expr_arg(s, e, 2)));
}

bool may_vanish_by_mode(Dae *d, Expr e)
{
    return dae_any(d, e, has_zero_branch, d->store);
}

typedef struct Condition {
    ExprStore *s;
    Expr e; /* 0: none found yet */
    bool value;
} Condition;

/* Leaves the first that is met in c. */
static bool find_condition(void *arg, Expr e)
{
    Condition *c = arg;
    c->e = expr_op(c->s, e) == EX_IF ? expr_arg(c->s, e, 0) : 0;
    return c->e != 0;
}

bool has_condition(Dae *d, Expr e)
{
    return dae_any(d, e, find_condition, &(Condition){.s = d->store});
}

static Expr take_branch(void *arg, Expr old, Expr now)
{
    const Condition *c = arg;
    if (expr_op(c->s, old) != EX_IF || expr_arg(c->s, old, 0) != c->e ||
        expr_op(c->s, now) != EX_IF)
        return now;
    return expr_arg(c->s, now, c->value ? 1 : 2);
}

static Expr find_branches(Dae *d, Expr e)
{
    Condition c = {.s = d->store};
    if (!dae_any(d, e, find_condition, &c))
        return e;
    Expr branch[2];
    for (int k = 0; k < 2; k++) {
        c.value = k == 0;
        branch[k] = dae_rewrite(d, e, take_branch, &c);
        if (is_number_zero(d->store, branch[k]))
            branch[k] = expr_real(d->store, 0);
    }
    Expr result = branch[0] == branch[1] ? branch[0] : expr_if(d->store, c.e, branch[0], branch[1]);
    return expr_node(d->store, result)->size <= expr_node(d->store, e)->size ? result : e;
}

/* The same elimination is tried several times: what was found is kept. */
Expr by_branches(Problem *p, Expr e)
{
    if (!expr_node(p->d->store, e)->var_mask)
        return e;
    Expr known = map_get(&p->branches_of, e, 0);
    if (known)
        return known;
    Expr result = find_branches(p->d, e);
    map_set(&p->branches_of, p->a, e, result);
    return result;
}

/* The worst kind a coefficient has in any mode. KIND_PARAM: known not to be 0. */
static CoefKind worst_kind(Elimination *w, Expr e, int depth)
{
    Dae *d = w->sys->p->d;
    Condition c = {.s = w->s};
    if (!dae_any(d, e, find_condition, &c)) {
        CoefKind kind = is_number_zero(w->s, e) ? KIND_NOSOLVE : coef_kind(w->sys->p, e);
        return kind == KIND_PARAM && !has_fixed_value(w->sys->p, e) ? KIND_LIN : kind;
    }
    if (depth == MOST_CONDITIONS)
        return may_vanish_by_mode(d, e) ? KIND_NOSOLVE : KIND_LIN;
    CoefKind worst = KIND_ONE;
    for (int branch = 0; branch < 2; branch++) {
        c.value = branch;
        CoefKind kind = worst_kind(w, dae_rewrite(d, e, take_branch, &c), depth + 1);
        worst = kind > worst ? kind : worst;
    }
    return worst > KIND_CONST ? worst : KIND_SAFE;
}

bool is_swinging(const Cell *c)
{
    double least = INFINITY, most = 0;
    for (int k = 0; k < SAMPLES && c->modal; k++) {
        least = fmin(least, fabs(c->x[k]));
        most = fmax(most, fabs(c->x[k]));
    }
    return most > SWING * least;
}

bool swings_in_row(const Cell *c, const double *largest)
{
    double least = INFINITY, most = 0;
    for (int k = 0; k < SAMPLES && c->modal; k++) {
        double part = fabs(c->x[k]) / largest[k];
        least = fmin(least, part);
        most = fmax(most, part);
    }
    return most > SWING * least;
}

static CoefKind kind_of_cell(Elimination *w, const Cell *c)
{
    for (int k = 0; k < SAMPLES; k++)
        if (c->x[k] == 0)
            return KIND_NOSOLVE;
    if (w->sys->checked && is_swinging(c))
        return KIND_NOSOLVE;
    Expr written = c->full ? c->full : c->at_rest;
    if (!written)
        return c->fixed ? KIND_PARAM : c->switched ? KIND_NOSOLVE : KIND_LIN;
    uint32_t known = map_get(&w->sys->p->worst_of, written, 0);
    if (!known) {
        known = (uint32_t)worst_kind(w, written, 0) + 1;
        map_set(&w->sys->p->worst_of, w->sys->p->a, written, known);
    }
    return (CoefKind)(known - 1);
}

CoefKind cell_kind(Elimination *w, Cell *c)
{
    if (!c->kind)
        c->kind = (uint8_t)(kind_of_cell(w, c) + 1);
    return (CoefKind)(c->kind - 1);
}

/* ---- The matrix ---- */

/* A coefficient at h = 0, where stages do not meet, with parameters as they are: numbers and modes,
 * as short in a step of many stages as in one of a single one. */
static Expr value_at_rest(Problem *p, Expr coef)
{
    Expr e = coef_at_rest(p, coef);
    double x = is_parametric(p->d, e)
                   ? expr_value(p->d->store, e, dae_parameter_values(p->d), NAN)
                   : NAN;
    return isfinite(x) ? expr_real(p->d->store, x) : e;
}

Cell first_cell(Elimination *w, Expr coef)
{
    Dae *d = w->sys->p->d;
    Cell c = {.use = coef, .value = coef, .full = coef, .known = has_known_value(d, coef)};
    c.fixed = c.known || has_fixed_value(w->sys->p, coef);
    c.switched = !c.fixed && may_vanish_by_mode(d, coef);
    c.modal = !c.fixed && has_condition(d, coef);
    coef_samples(w->sys->p, coef, c.x);
    if (is_step(w->sys->p))
        c.at_rest = value_at_rest(w->sys->p, coef);
    if (w->large)
        c.exact = coef_residue(w->sys->p, coef, true);
    if (w->large && !w->dry)
        c.residue = coef_residue(w->sys->p, coef, false);
    return c;
}

/* The same, read once for entries that are alike. */
static Cell *new_cell(Elimination *w, Map *known, Expr coef)
{
    Cell *to = ARENA_NEW(w->a, Cell);
    uint32_t k = map_get(known, coef, UINT32_MAX);
    if (k == UINT32_MAX) {
        k = (uint32_t)w->first.n;
        vec_push(w->a, &w->first, first_cell(w, coef));
        map_set(known, w->a, coef, k);
    }
    *to = w->first.v[k];
    return to;
}

static void read_rows(Elimination *w)
{
    Map known = {0};
    const LinearSystem *s = w->sys;
    const Problem *p = s->p;
    for (int i = 0; i < w->n; i++) {
        const LinearForm *f = &s->form[i];
        w->row[i].rhs = f->rest ? expr_neg(w->s, f->rest) : 0;
        w->row[i].full = f->nnon ? 0 : w->row[i].rhs;
        w->row[i].known = f->rest && !f->nnon && has_known_value(p->d, f->rest);
        w->row[i].nonlinear = f->nnon > 0;
        w->row[i].used = s->row_done && s->row_done[i];
        w->row[i].stays = s->row_stays[i] || (f->nnon && !s->through);
        if (w->row[i].rhs)
            coef_samples(s->p, w->row[i].rhs, w->row[i].b);
        CellEntry *at = ARENA_ARRAY(w->a, CellEntry, f->n + 1);
        for (int k = 0; k < f->n; k++) {
            Cell *cell = new_cell(w, &known, f->coef[k]);
            at[k] = (CellEntry){p->local[problem_col(p, f->var[k])], cell};
            w->written = w->written || (s->nonlinear && at[k].cell->modal);
            w->row[i].swings = w->row[i].swings || (s->checked && is_swinging(at[k].cell));
        }
        KRON_MEMORY(echelon_add(&w->e, at, f->n) >= 0);
    }
}

/* if c then 1 else 0 and the like: as short as a coefficient can be. */
static bool is_short_switch(const ExprStore *s, Expr e)
{
    return expr_op(s, e) == EX_IF && is_leaf(s, expr_arg(s, e, 1)) && is_leaf(s, expr_arg(s, e, 2));
}

/* Whether a difference vanishes in all trials: `part` of its terms. Where all trials have the same
 * numbers, as they do when initial values are given, they prove no more than one; of what depends
 * on modes they prove nothing, since few of them may have the mode in which it is not 0. */
static bool is_zero_always(const Cell *x, double part)
{
    for (int k = 1; k < SAMPLES; k++)
        if (fabs(x->x[k] - x->x[0]) > CANCELLED_ALWAYS * fabs(x->x[0]))
            return part <= CANCELLED_ALWAYS;
    return part <= CANCELLED_ONCE;
}

/* x - f*y, written out as far as that is short; x may be 0. */
static Expr written_difference(Elimination *w, Expr x, Expr f, Expr y)
{
    Expr product = expr_mul2(w->s, f, y);
    return by_branches(w->sys->p, x ? expr_sub(w->s, x, product) : expr_neg(w->s, product));
}

static Expr if_short(const Elimination *w, Expr e)
{
    return expr_node(w->s, e)->size <= full_limit(w) ? e : 0;
}

/* The same at h = 0: what is multiplied with 0 is 0, which is not written 0*y. */
static Expr difference_at_rest(Elimination *w, Expr x, Expr f, Expr y)
{
    if (is_number_zero(w->s, f) || is_number_zero(w->s, y))
        return x ? x : expr_real(w->s, 0);
    return if_short(w, written_difference(w, x, f, y));
}

/* The same with auxiliary variables. */
static Expr product_subtracted(Elimination *w, const Cell *x, const Cell *f, const Cell *y)
{
    Expr rest = x && x->full && y->full ? cancel_rest(w, x->full, y->full) : 0;
    if (x && !rest)
        rest = cancel_rest(w, x->use, y->use);
    Expr product = expr_mul2(w->s, f->use, y->use);
    return rest ? expr_mul2(w->s, x->use, expr_div(w->s, rest, w->pivot->use))
           : x  ? expr_sub(w->s, x->use, product)
                : expr_neg(w->s, product);
}

/* x - f * y, each with all its representations; x may be 0. *zero: it vanishes exactly. */
static Cell minus_product(Elimination *w, const Cell *x, const Cell *f, const Cell *y, bool *zero)
{
    ExprStore *s = w->s;
    Cell r = {.known = f->known && y->known && (!x || x->known),
              .fixed = f->fixed && y->fixed && (!x || x->fixed),
              .switched = f->switched || y->switched || (x && x->switched),
              .modal = f->modal || y->modal || (x && x->modal),
              .summed = x || f->summed || y->summed};
    if (!w->dry) {
        r.use = product_subtracted(w, x, f, y);
        r.residue = residue_sub(x ? x->residue : 0, residue_mul(f->residue, y->residue));
    }
    if (w->large)
        r.exact = residue_sub(x ? x->exact : 0, residue_mul(f->exact, y->exact));
    if (w->written && f->full && y->full && (!x || x->full)) {
        r.full = written_difference(w, x ? x->full : 0, f->full, y->full);
        if (expr_is_number(s, r.full) || is_short_switch(s, r.full))
            r.use = r.full;
        *zero = is_number_zero(s, r.full);
        r.full = if_short(w, r.full);
    }
    if (w->written && f->at_rest && y->at_rest && (!x || x->at_rest))
        r.at_rest = difference_at_rest(w, x ? x->at_rest : 0, f->at_rest, y->at_rest);
    double part = 0;
    for (int k = 0; k < SAMPLES; k++) {
        double a = x ? x->x[k] : 0, b = f->x[k] * y->x[k], noise = fabs(a) + fabs(b);
        r.x[k] = a - b;
        if (r.x[k] != 0)
            part = fmax(part, isfinite(r.x[k]) ? fabs(r.x[k]) / noise : INFINITY);
        if (x && fabs(r.x[k]) <= CANCELLED * noise)
            r.x[k] = 0;
    }
    *zero = *zero || (w->large && !r.modal && !r.exact) ||
            (w->large && !r.fixed && !r.modal && (x ? is_zero_always(x, part) : !part));
    r.value = r.use;
    if (!*zero && !w->dry)
        r.use = shared_cell(w, &r);
    return r;
}

/* What row i is multiplied with to eliminate a column from another row, which has c there. */
static int begin_step(void *arg, int row, int i, const void *from, const void *of_pivot)
{
    Elimination *w = arg;
    ExprStore *s = w->s;
    const Cell *c = ((const CellEntry *)from)->cell, *pivot = ((const CellEntry *)of_pivot)->cell;
    bool has_rhs = w->row[i].rhs && !expr_is_zero(s, w->row[i].rhs);
    bool full = w->written && c->full && pivot->full;
    Cell f = {.use = w->dry ? 0 : expr_div(s, c->use, pivot->use),
              .full = full ? expr_div(s, c->full, pivot->full) : 0,
              .known = c->known && pivot->known,
              .fixed = c->fixed && pivot->fixed,
              .switched = c->switched || pivot->switched,
              .modal = c->modal || pivot->modal,
              .summed = c->summed || pivot->summed};
    (void)row;
    if (f.full)
        f.full = by_branches(w->sys->p, f.full);
    if (w->written && c->at_rest && is_number_zero(s, c->at_rest))
        f.at_rest = c->at_rest;
    else if (w->written && c->at_rest && pivot->at_rest && !is_number_zero(s, pivot->at_rest))
        f.at_rest = by_branches(w->sys->p, expr_div(s, c->at_rest, pivot->at_rest));
    if (f.full && is_short_switch(s, f.full))
        f.use = f.full;
    for (int k = 0; k < SAMPLES; k++)
        f.x[k] = c->x[k] / pivot->x[k];
    if (w->large) /* a pivot that is only rounding says nothing about zeros */
        f.exact = pivot->exact ? residue_div(c->exact, pivot->exact) : residue_random((uint64_t)i);
    if (w->large && !w->dry)
        f.residue = residue_div(c->residue, pivot->residue);
    if (w->e.row[i].n - 1 + has_rhs > 1 && !w->dry)
        f.use = shared_cell(w, &f);
    w->factor = f;
    w->pivot = pivot;
    cancel_begin(w, c, pivot);
    return 0;
}

static int combine_cells(void *arg, const void *x, const void *y, void *out)
{
    Elimination *w = arg;
    CellEntry *to = out;
    bool zero = false;
    Cell new = minus_product(w, x ? ((const CellEntry *)x)->cell : NULL, &w->factor,
                             ((const CellEntry *)y)->cell, &zero);
    w->operations += new.known ? 1 : w->large ? 2 : 4;
    if (!zero && !x)
        to->cell = ARENA_NEW(w->a, Cell);
    if (!zero)
        *to->cell = new;
    return !zero;
}

/* x - factor*y */
static Expr subtracted(Elimination *w, Expr x, Expr y)
{
    Expr cancelled = cancel_pairs(w, &x, &y, w->pivot->use);
    Expr left = expr_sub(w->s, x, expr_mul2(w->s, w->factor.use, y));
    return cancelled ? expr_add2(w->s, left, cancelled) : left;
}

static void subtract_rhs(Elimination *w, int r, int i, const Cell *f)
{
    ExprStore *s = w->s;
    Line *to = &w->row[r], *from = &w->row[i];
    if (w->dry || !from->rhs || expr_is_zero(s, from->rhs))
        return;
    Expr full = f->full && from->full ? expr_mul2(s, f->full, from->full) : 0;
    full = full && to->full ? by_branches(w->sys->p, expr_sub(s, to->full, full)) : 0;
    to->rhs = full && (expr_is_number(s, full) || is_short_switch(s, full))
                  ? full
                  : subtracted(w, to->rhs, from->rhs);
    to->full = full && expr_node(s, full)->size <= full_limit(w) ? full : 0;
    to->known = to->known && from->known && f->known;
    if (from->nonlinear)
        to->nonlinear = w->sys->changed[r] = true;
    w->operations += 4;
}

static void end_step(void *arg, int row, int by, void *entry, int n)
{
    Elimination *w = arg;
    Step step = {.row = row, .by = by};
    (void)entry, (void)n;
    subtract_rhs(w, row, by, &w->factor);
    w->row[row].changed = true;
    memcpy(step.factor, w->factor.x, sizeof step.factor);
    vec_push(w->a, &w->step, step);
}

static const Coefficients cell_coefficients = {sizeof(CellEntry), begin_step, combine_cells,
                                               end_step};

/* Column j is eliminated by row i. */
static void eliminate(Elimination *w, int i, int j)
{
    Line *row = &w->row[i];
    /* The row is used again when the solution is put in. */
    bool again = w->e.col[j].count > 1 && !w->dry;
    const CellEntry *at = echelon_row(&w->e, i);
    for (int m = 0; again && m < w->e.row[i].n; m++) {
        Cell *c = at[m].cell;
        c->use = shared_cell(w, c);
    }
    if (again && !row->nonlinear)
        row->rhs = shared(w, row->rhs, 0, row->known);
    echelon_pivot(&w->e, i, j);
    KRON_MEMORY(!w->e.failed);
    row->used = w->col[j].used = true;
    w->sys->may_vanish = w->sys->may_vanish || !cell_at(w, i, j)->fixed;
}

/* ---- Pivots ---- */

/* Largest numbers of what is left of rows and columns. */
static void find_largest(Elimination *w)
{
    for (int i = 0; i < w->n; i++)
        for (int k = 0; k < SAMPLES; k++)
            w->row[i].largest[k] = w->col[i].largest[k] = 0;
    for (int i = 0; i < w->n; i++) {
        const CellEntry *at = echelon_row(&w->e, i);
        for (int m = 0; !w->row[i].used && m < w->e.row[i].n; m++)
            for (int k = 0; k < SAMPLES; k++) {
                double x = fabs(at[m].cell->x[k]);
                w->row[i].largest[k] = fmax(w->row[i].largest[k], x);
                w->col[at[m].col].largest[k] = fmax(w->col[at[m].col].largest[k], x);
            }
    }
}

static bool is_large_enough(const Elimination *w, const Cell *c, int i, int j)
{
    bool in_row = true, in_col = true;
    if (w->sys->nonlinear && swings_in_row(c, w->row[i].largest))
        return false;
    if (w->e.col[j].count == 1)
        return true;
    for (int k = 0; k < SAMPLES; k++) {
        double x = fabs(c->x[k]);
        in_row = in_row && x >= w->threshold * w->row[i].largest[k];
        in_col = in_col && x >= w->threshold * w->col[j].largest[k];
    }
    return in_row || in_col;
}

/* Whether a state of a step would be eliminated by another equation than x = h*der(x) + old(x), which
 * row j is: from der(x) = (u - x)/T it follows with the error of u - T*der(x), however short h is. */
static bool is_state_of_other(const Elimination *w, int i, int j)
{
    const LinearSystem *s = w->sys;
    return i != j && is_step(s->p) && !s->nonlinear && s->eq[j] < 0 && !w->row[j].used;
}

/* Lower is better: operations, then willingness to divide. */
static int pivot_score(const Elimination *w, int i, int j, CoefKind kind)
{
    int others = w->e.col[j].count - 1, fill = (w->e.row[i].n - 1) * others;
    if ((w->early[i] || w->row[i].swings) && !w->row[i].changed)
        return fill;
    fill += is_state_of_other(w, i, j) ? 2 * EARLIER : EARLIER;
    return w->n <= SMALL_SYSTEM ? 1000 * (int)kind + fill
                                : 8 * fill + (kind > KIND_ONE ? 4 * others : 0) + (int)kind;
}

static bool choose_pivot(Elimination *w, int *row, int *col)
{
    int best = -1;
    find_largest(w);
    for (int i = 0; i < w->n; i++) {
        const CellEntry *at = echelon_row(&w->e, i);
        for (int m = 0; !w->row[i].used && !w->row[i].stays && m < w->e.row[i].n; m++) {
            Cell *c = at[m].cell;
            int j = at[m].col;
            if (w->col[j].stays)
                continue;
            CoefKind kind = cell_kind(w, c);
            int score = kind <= KIND_PARAM ? pivot_score(w, i, j, kind) : 0;
            if (kind > KIND_PARAM || (best >= 0 && score >= best) || !is_large_enough(w, c, i, j))
                continue;
            best = score;
            *row = i;
            *col = j;
        }
    }
    return w->chosen = best >= 0;
}

/* Where no pivot is left, equations may have a factor in common to all terms. */
static bool divide_rows(Elimination *w)
{
    bool any = false;
    for (int i = 0; i < w->n; i++)
        any = (!w->row[i].used && divide_row(w, i)) || any;
    return any;
}

/* ---- Unknowns from the others ---- */

static Expr term_of(Elimination *w, const CellEntry *at)
{
    return expr_mul2(w->s, at->cell->use, expr_var(w->s, T_REAL, w->sys->var[at->col]));
}

/* The right-hand side of a row less its terms other than those of two columns. */
static Expr row_rest(Elimination *w, int i, int j, int k)
{
    VEC(Expr) term = {0};
    const CellEntry *at = echelon_row(&w->e, i);
    vec_push(w->a, &term, w->row[i].rhs);
    for (int m = 0; m < w->e.row[i].n; m++)
        if (at[m].col != j && at[m].col != k)
            vec_push(w->a, &term, expr_neg(w->s, term_of(w, &at[m])));
    return expr_add(w->s, (uint32_t)term.n, term.v);
}

/* a/(-b - c) is -a/(b + c). */
static Expr without_minus(ExprStore *s, Expr e)
{
    bool negative = expr_op(s, e) == EX_NEG;
    Expr quotient = negative ? expr_arg(s, e, 0) : e;
    if (expr_op(s, quotient) != EX_DIV)
        return e;
    Expr a = expr_arg(s, quotient, 0), b = expr_arg(s, quotient, 1), opposite = expr_neg(s, b);
    if (expr_node(s, opposite)->size >= expr_node(s, b)->size)
        return e;
    return expr_div(s, negative ? a : expr_neg(s, a), opposite);
}

static void assign_unknown(Elimination *w, AssignVec *out, int i, int j, Expr value)
{
    vec_push(w->a, out, ((Assign){.var = w->sys->var[j], .value = value, .eq = w->sys->eq[i]}));
}

/* The row that column j was eliminated by; -1: it is left, or later than formulas of rows are needed. */
static int row_of(const Elimination *w, int j)
{
    return w->by_row && w->col[j].used ? w->by_row[j] : -1;
}

/* The right-hand side of row i less its terms other than that of column j. Where a term cancels
 * against the right-hand side, because its unknown follows from the same terms, that is put in. */
static Expr rest_put_in(Elimination *w, int i, int j)
{
    ExprStore *s = w->s;
    Expr sum = 0, x = w->row[i].rhs;
    const CellEntry *at = echelon_row(&w->e, i);
    for (int m = 0; m < w->e.row[i].n; m++) {
        int by = at[m].col == j ? -1 : row_of(w, at[m].col);
        if (by < 0)
            continue;
        const Cell *pivot = cell_at(w, by, at[m].col);
        Expr y = w->row[by].rhs;
        cancel_begin(w, at[m].cell, pivot);
        Expr left = cancel_pairs(w, &x, &y, pivot->use);
        if (!left)
            continue;
        Expr factor = expr_div(s, at[m].cell->use, pivot->use);
        Expr others = expr_sub(s, row_rest(w, by, at[m].col, at[m].col), w->row[by].rhs);
        left = expr_sub(s, left, expr_mul2(s, factor, expr_add2(s, y, others)));
        left = expr_add2(s, left, term_of(w, &at[m])); /* which row_rest takes away */
        sum = sum ? expr_add2(s, sum, left) : left;
    }
    if (!sum)
        return row_rest(w, i, j, j);
    Expr rest = expr_sub(s, row_rest(w, i, j, j), w->row[i].rhs);
    return expr_add2(s, expr_add2(s, rest, x), sum);
}

static void divide(Elimination *w, AssignVec *out, int i, int j)
{
    assign_unknown(w, out, i, j, expr_div(w->s, rest_put_in(w, i, j), cell_at(w, i, j)->use));
}

/* Where the run time checks the solution, a pivot may vanish now and then. */
static bool may_divide(Elimination *w, Cell *c)
{
    return w->sys->checked ? !c->full || !is_number_zero(w->s, c->full)
                           : cell_kind(w, c) <= KIND_LIN;
}

/* Whether Cramer's rule solves two equations in numbers as well as elimination would. */
static bool is_good_determinant(const Elimination *w, Cell *const *a)
{
    static const double b[][2] = {{1, 0}, {0, 1}, {1, 0.7}};
    int bad = 0;
    for (int k = 0; k < SAMPLES; k++)
        for (int m = 0; m < 3; m++) {
            double p = a[0]->x[k], q = a[1]->x[k], r = a[2]->x[k], s = a[3]->x[k];
            double d = p * s - q * r, x = (b[m][0] * s - q * b[m][1]) / d;
            double y = (b[m][1] * p - r * b[m][0]) / d;
            double first = fabs(p * x + q * y - b[m][0]), size = fabs(p * x) + fabs(q * y);
            double second = fabs(r * x + s * y - b[m][1]), other = fabs(r * x) + fabs(s * y);
            if (!(first <= CRAMER_GOOD * (size + b[m][0]) &&
                  second <= CRAMER_GOOD * (other + b[m][1])))
                bad++;
        }
    return bad <= (w->sys->checked ? SAMPLES : 0);
}

/* The determinant of two equations as it is used; 0 if it may vanish: an entry is one that a
 * condition switches off. */
static Expr determinant_of(Elimination *w, Cell **a)
{
    ExprStore *s = w->s;
    bool full = true, known = true;
    for (int k = 0; k < 4; k++) {
        full = full && a[k]->full;
        known = known && a[k]->known;
        if (!may_divide(w, a[k]))
            return 0;
    }
    Expr minor = full ? expr_mul2(s, a[1]->full, a[2]->full) : 0;
    Expr written = full ? expr_sub(s, expr_mul2(s, a[0]->full, a[3]->full), minor) : 0;
    if (!is_good_determinant(w, a) || (full && expr_is_number(s, written)) ||
        (full && !w->sys->checked && coef_kind(w->sys->p, written) > KIND_LIN))
        return 0;
    for (int k = 0; k < 4; k++)
        a[k]->use = shared(w, a[k]->use, a[k]->full, a[k]->known);
    minor = expr_mul2(s, a[1]->use, a[2]->use);
    return shared(w, expr_sub(s, expr_mul2(s, a[0]->use, a[3]->use), minor), written, known);
}

/* The same as a variable. */
static Expr rest_of_two(Elimination *w, AssignVec *out, int i, const int *col)
{
    ExprStore *s = w->s;
    Expr b = row_rest(w, i, col[0], col[1]);
    if (is_leaf(s, b))
        return b;
    Expr x = own_var(w, (OwnVar){0});
    vec_push(w->a, out, ((Assign){.var = var_number(s, x), .value = b, .eq = -1}));
    return x;
}

/* Cramer's rule for two equations. */
static bool solve_two(Elimination *w, AssignVec *out, const int *row, const int *col)
{
    ExprStore *s = w->s;
    Cell *a[4];
    for (int k = 0; k < 4; k++) {
        a[k] = cell_at(w, row[k / 2], col[k % 2]);
        if (!a[k])
            return false;
    }
    Expr determinant = determinant_of(w, a);
    if (!determinant)
        return false;
    Expr b[2];
    for (int k = 0; k < 2; k++)
        b[k] = rest_of_two(w, out, row[k], col);
    Expr x = expr_sub(s, expr_mul2(s, b[0], a[3]->use), expr_mul2(s, a[1]->use, b[1]));
    Expr y = expr_sub(s, expr_mul2(s, b[1], a[0]->use), expr_mul2(s, a[2]->use, b[0]));
    assign_unknown(w, out, row[0], col[0], expr_div(s, x, determinant));
    assign_unknown(w, out, row[1], col[1], expr_div(s, y, determinant));
    return true;
}

/* ---- What is left ---- */

/* Rows and columns that are left, in compressed form and paired by a matching; false if they
 * cannot be paired. */
typedef struct Left {
    int n, *row, *col; /* of the system */
    int ncomponents, *order, *border;
} Left;

/* What is only to be ordered is paired by the largest entries of rows first, those of kind 0, so that
 * the diagonal of a matrix of nodes is where a factorization expects it. */
static Pattern left_pattern(Elimination *w, const Left *l, const int *place)
{
    PatternBuilder b = pattern_begin(w->a, l->n, l->n);
    for (int i = 0; i < l->n; i++) {
        const CellEntry *at = echelon_sorted(&w->e, l->row[i]);
        int n = w->e.row[l->row[i]].n;
        double largest = 0;
        for (int m = 0; m < n; m++)
            largest = fmax(largest, fabs(at[m].cell->x[0]));
        for (int m = 0; m < n; m++)
            pattern_put(&b, place[at[m].col], w->dry && fabs(at[m].cell->x[0]) < largest);
        pattern_next(&b);
    }
    return b.p;
}

static void list_left(Elimination *w, Left *l)
{
    int ncols = 0;
    l->row = ARENA_ARRAY(w->a, int, w->n + 1);
    l->col = ARENA_ARRAY(w->a, int, w->n + 1);
    for (int i = 0; i < w->n; i++) {
        if (!w->row[i].used)
            l->row[l->n++] = i;
        if (!w->col[i].used)
            l->col[ncols++] = i;
    }
    KRON_ASSERT(l->n == ncols);
}

static bool order_left(Elimination *w, Left *l)
{
    int *place = ints_filled(w->a, w->n, -1), n = l->n;
    for (int k = 0; k < n; k++)
        place[l->col[k]] = k;
    Pattern p = left_pattern(w, l, place);
    int *row_col = ints_filled(w->a, n, -1), *col_row = ints_filled(w->a, n, -1);
    if (match_rows(&p, 1, NULL, row_col, col_row) < 0 ||
        match_rows(&p, ~0u, NULL, row_col, col_row) < n)
        return false;
    int *col = ARENA_ARRAY(w->a, int, n + 1);
    for (int i = 0; i < n; i++)
        col[i] = l->col[row_col[i]];
    for (int e = 0; e < p.ptr[n]; e++)
        p.col[e] = col_row[p.col[e]];
    l->col = col;
    l->order = ARENA_ARRAY(w->a, int, n + 1);
    l->border = ARENA_ARRAY(w->a, int, n + 2);
    l->ncomponents = strong_components(n, p.ptr, p.col, l->order, l->border);
    return l->ncomponents >= 0;
}

/* One or two equations that are solved directly. */
static bool solve_component(Elimination *w, const Left *l, int k, AssignVec *out)
{
    int n = l->border[k + 1] - l->border[k], row[2], col[2];
    if (n > 2)
        return false;
    for (int i = 0; i < n; i++) {
        row[i] = l->row[l->order[l->border[k] + i]];
        col[i] = l->col[l->order[l->border[k] + i]];
        if (w->row[row[i]].stays || w->col[col[i]].stays)
            return false;
    }
    if (n == 1 && !may_divide(w, cell_at(w, row[0], col[0])))
        return false;
    if (n == 1)
        divide(w, out, row[0], col[0]);
    else if (!solve_two(w, out, row, col))
        return false;
    w->sys->may_vanish = w->sys->may_vanish || n == 2 || !cell_at(w, row[0], col[0])->fixed;
    for (int i = 0; i < n; i++)
        w->row[row[i]].used = w->col[col[i]].used = true;
    return true;
}

/* Components before the first that must be factored, and after the last, are solved directly. */
static void solve_left(Elimination *w)
{
    Left l = {0};
    list_left(w, &l);
    if (w->sys->nonlinear || !l.n || !order_left(w, &l))
        return;
    int first = 0, last = l.ncomponents;
    while (first < last && solve_component(w, &l, first, &w->sys->before))
        first++;
    int before = w->sys->after.n, *end = ARENA_ARRAY(w->a, int, l.ncomponents + 1), nends = 0;
    for (; last > first + 1 && solve_component(w, &l, last - 1, &w->sys->after); last--)
        end[nends++] = w->sys->after.n;
    Assign *a = w->sys->after.v;
    AssignVec sorted = {0};
    for (int k = nends - 1; k >= 0; k--)
        for (int i = k ? end[k - 1] : before; i < end[k]; i++)
            vec_push(w->a, &sorted, a[i]);
    if (sorted.n)
        w->sys->after = sorted;
}

/* The forms of the rows that are left. */
static void write_left(Elimination *w)
{
    LinearSystem *s = w->sys;
    Left l = {0};
    list_left(w, &l);
    s->nleft = l.n;
    s->row_left = arena_copy(s->p->a, l.row, (size_t)l.n * sizeof(int));
    s->col_left = arena_copy(s->p->a, l.col, (size_t)l.n * sizeof(int));
    s->nparts = 0;
    if (!s->nonlinear && l.n && order_left(w, &l)) {
        s->nparts = l.ncomponents;
        s->part = arena_copy(s->p->a, l.border, ((size_t)l.ncomponents + 1) * sizeof(int));
        for (int i = 0; i < l.n; i++) {
            s->row_left[i] = l.row[l.order[i]];
            s->col_left[i] = l.col[l.order[i]];
        }
    }
    for (int i = 0; i < l.n; i++) {
        LinearForm *f = &s->form[l.row[i]];
        Line *row = &w->row[l.row[i]];
        if (!row->rhs) /* of an object */
            continue;
        int n = w->e.row[l.row[i]].n;
        const CellEntry *at = echelon_sorted(&w->e, l.row[i]);
        f->var = ARENA_ARRAY(s->p->a, uint32_t, n + 1);
        f->coef = ARENA_ARRAY(s->p->a, Expr, n + 1);
        f->n = 0;
        Expr known = 0;
        for (int m = 0; m < n; m++) {
            const Cell *c = at[m].cell;
            if (w->col[at[m].col].used) { /* solved directly, before */
                Expr term = term_of(w, &at[m]);
                known = known ? expr_add2(w->s, known, term) : term;
                continue;
            }
            f->var[f->n] = s->var[at[m].col];
            f->coef[f->n++] = row->changed ? shared(w, c->use, c->full, c->known) : c->use;
        }
        if (known)
            row->rhs = expr_sub(w->s, row->rhs, known);
        if (!row->nonlinear && (row->changed || known))
            row->rhs = shared(w, row->rhs, 0, row->known && !known);
        f->rest = expr_neg(w->s, row->rhs);
    }
}

/* ---- Unknowns that follow ---- */

/* An unknown of a recursion follows from the others by the equation that eliminated it, which has
 * unknowns of later pivots only; or by the same equation as it was, which is shorter where much has
 * been put into it: a force is the mass times an acceleration, not a sum over all that the
 * acceleration depends on.
 *
 * Not so an unknown that has a number in an equation left over, which would give it as well. Both
 * agree only as far as the given unknowns are exact, and nothing corrects the difference: if a
 * force is what keeps a free joint without torque, it has the rounding of the torques before it,
 * over a lever, and makes that of those after it, which grows by a factor from link to link. By the
 * equation as it is now the force follows from accelerations. */
typedef struct Follows {
    Expr value;    /* by the equation as it was; 0: as it is now */
    int waits;     /* unknowns in that which are not computed yet */
    int first;     /* of those that wait for this one, in `waiting` */
    bool computed;
} Follows;

typedef struct PutIn {
    Elimination *w;
    Follows *of; /* [n] columns */
    int *pivot;  /* [n] of a column, -1: left */
    bool *twice; /* [n] columns that an equation left over would give as well */
    VEC(EchelonLink) waiting;
    VEC(int) ready;
} PutIn;

/* A coefficient of an equation as it was, by its name if it has one or is known. */
static Expr by_name(Elimination *w, Expr e)
{
    Expr x = map_get(&w->own_of, e, 0);
    return x ? x : has_known_value(w->sys->p->d, e) ? shared(w, e, 0, true) : e;
}

/* The unknown of a pivot that is a number, by the equation as it was; 0: that has another
 * coefficient, or the equation has not changed. */
static Expr original_value(Elimination *w, int i, int j)
{
    const LinearForm *f = &w->sys->form[i];
    Expr pivot = cell_at(w, i, j)->use, sum = 0;
    if (!w->row[i].changed || !expr_is_number(w->s, pivot))
        return 0;
    VEC(Expr) term = {0};
    vec_push(w->a, &term, by_name(w, expr_neg(w->s, f->rest)));
    for (int k = 0; k < f->n; k++) {
        Expr x = expr_var(w->s, T_REAL, f->var[k]);
        if (f->var[k] == w->sys->var[j] && f->coef[k] != pivot)
            return 0;
        if (f->var[k] != w->sys->var[j])
            vec_push(w->a, &term, expr_neg(w->s, expr_mul2(w->s, by_name(w, f->coef[k]), x)));
    }
    sum = expr_add(w->s, (uint32_t)term.n, term.v);
    return expr_div(w->s, sum, pivot);
}

static void wait_for(PutIn *q, int j, int other)
{
    if (other == j || q->pivot[other] < 0)
        return;
    vec_push(q->w->a, &q->waiting, ((EchelonLink){j, q->of[other].first}));
    q->of[other].first = q->waiting.n;
    q->of[j].waits++;
}

/* Which equation gives column j, and what it needs for that. */
static void choose_equation(PutIn *q, int i, int j)
{
    Elimination *w = q->w;
    const LinearForm *f = &w->sys->form[i];
    Expr value = q->twice[j] ? 0 : original_value(w, i, j);
    Expr now = value ? expr_div(w->s, row_rest(w, i, j, j), cell_at(w, i, j)->use) : 0;
    if (value && expr_written_operations(w->s, value) <= expr_written_operations(w->s, now))
        q->of[j].value = value;
    const CellEntry *at = echelon_row(&w->e, i);
    for (int m = 0; !q->of[j].value && m < w->e.row[i].n; m++)
        wait_for(q, j, at[m].col);
    for (int k = 0; q->of[j].value && k < f->n; k++)
        wait_for(q, j, w->sys->p->local[problem_col(w->sys->p, f->var[k])]);
}

static void put_in(PutIn *q, int j, bool original)
{
    Elimination *w = q->w;
    int i = w->e.pivot[q->pivot[j]].row;
    q->of[j].computed = true;
    if (original && q->of[j].value)
        assign_unknown(w, &w->sys->after, i, j, q->of[j].value);
    else
        divide(w, &w->sys->after, i, j);
    for (int k = q->of[j].first; k; k = q->waiting.v[k - 1].next)
        if (--q->of[q->waiting.v[k - 1].row].waits == 0)
            vec_push(w->a, &q->ready, q->waiting.v[k - 1].row);
}

static void find_twice(PutIn *q)
{
    const LinearSystem *sys = q->w->sys;
    for (int i = 0; i < q->w->n; i++) {
        const LinearForm *f = &sys->form[i];
        for (int k = 0; sys->pair[i] < 0 && k < f->n; k++)
            if (expr_is_number(q->w->s, f->coef[k]))
                q->twice[sys->p->local[problem_col(sys->p, f->var[k])]] = true;
    }
}

/* The last pivot first, but for those that wait for unknowns of earlier ones. Unknowns that wait
 * for each other follow from the equations as they are now, which always have an order. */
static void put_in_recursion(Elimination *w)
{
    PutIn q = {.w = w, .of = ARENA_ARRAY(w->a, Follows, w->n + 1)};
    q.pivot = ints_filled(w->a, w->n, -1);
    q.twice = ARENA_ARRAY(w->a, bool, w->n + 1);
    find_twice(&q);
    for (int k = 0; k < w->e.npivots; k++)
        q.pivot[w->e.pivot[k].col] = k;
    for (int k = 0; k < w->e.npivots; k++)
        choose_equation(&q, w->e.pivot[k].row, w->e.pivot[k].col);
    for (int k = 0; k < w->e.npivots; k++)
        if (!q.of[w->e.pivot[k].col].waits)
            vec_push(w->a, &q.ready, w->e.pivot[k].col);
    while (q.ready.n)
        put_in(&q, q.ready.v[--q.ready.n], true);
    for (int k = w->e.npivots - 1; k >= 0; k--)
        if (!q.of[w->e.pivot[k].col].computed)
            put_in(&q, w->e.pivot[k].col, false);
}

static void put_in_all(Elimination *w)
{
    w->by_row = ints_filled(w->a, w->n, -1);
    for (int k = 0; k < w->e.npivots; k++)
        w->by_row[w->e.pivot[k].col] = w->e.pivot[k].row;
    if (w->sys->pivots == PIVOTS_RECURSIVE)
        put_in_recursion(w);
    for (int k = w->e.npivots - 1; k >= 0 && w->sys->pivots != PIVOTS_RECURSIVE; k--)
        divide(w, &w->sys->after, w->e.pivot[k].row, w->e.pivot[k].col);
}

/* ---- Auxiliary values ---- */

typedef struct OwnUses {
    Elimination *w;
    uint32_t base; /* number of the first variable of our own */
    int *count;    /* [own] */
    Expr *value;   /* [own] what is written instead; 0: the variable */
    bool *outside; /* [own] used where it is not written */
    bool fixed;    /* what is counted now stays as it is */
} OwnUses;

static void count_use(void *arg, Expr e)
{
    OwnUses *u = arg;
    if (expr_op(u->w->s, e) != EX_VAR || var_number(u->w->s, e) < u->base)
        return;
    uint32_t q = var_number(u->w->s, e) - u->base;
    u->count[q]++;
    u->outside[q] = u->outside[q] || u->fixed;
}

static Expr put_value(void *arg, Expr e)
{
    const OwnUses *u = arg;
    if (expr_op(u->w->s, e) != EX_VAR || var_number(u->w->s, e) < u->base)
        return e;
    Expr value = u->value[var_number(u->w->s, e) - u->base];
    return value ? value : e;
}

/* An auxiliary value that one assignment uses is written there; one that none uses is dropped. */
static void inline_in(OwnUses *u, AssignVec *list, AssignVec *out)
{
    const OwnVar *own = u->w->own.v;
    for (int i = 0; i < list->n; i++) {
        Assign a = list->v[i];
        a.value = expr_replace(u->w->s, a.value, put_value, u);
        uint32_t q = a.var - u->base;
        if (a.var >= u->base && a.eq < 0 && !own[q].parameter &&
            (!u->count[q] || (u->count[q] == 1 && !u->outside[q]))) {
            u->value[q] = a.value;
            continue;
        }
        a.value = without_minus(u->w->s, a.value);
        vec_push(u->w->sys->p->a, out, a);
    }
}

static void write_assigns(Elimination *w)
{
    LinearSystem *s = w->sys;
    int own = w->own.n;
    OwnUses u = {.w = w, .base = (uint32_t)w->first_own};
    u.count = ARENA_ARRAY(w->a, int, own + 1);
    u.value = ARENA_ARRAY(w->a, Expr, own + 1);
    u.outside = ARENA_ARRAY(w->a, bool, own + 1);
    for (int i = 0; i < s->before.n; i++)
        expr_visit(w->s, s->before.v[i].value, count_use, &u);
    u.fixed = s->nleft > 0;
    for (int i = 0; i < s->after.n; i++)
        expr_visit(w->s, s->after.v[i].value, count_use, &u);
    for (int i = 0; i < s->nleft; i++) {
        const LinearForm *f = &s->form[s->row_left[i]];
        if (f->rest)
            expr_visit(w->s, f->rest, count_use, &u);
        for (int k = 0; k < f->n; k++)
            expr_visit(w->s, f->coef[k], count_use, &u);
    }
    AssignVec before = {0}, after = {0};
    inline_in(&u, &s->before, &before);
    inline_in(&u, &s->after, &after);
    s->before = before;
    s->after = after;
}

/* ---- All of it ---- */

enum { ATTEMPTS = sizeof linear_attempt / sizeof *linear_attempt };

static void start(Elimination *w, LinearSystem *s, int number, bool dry)
{
    int n = s->n;
    *w = (Elimination){.sys = s, .a = arena_new(), .s = s->p->d->store, .n = n, .large = s->large};
    w->first_own = dae_nvars(s->p->d);
    w->written = !s->large;
    w->dry = dry;
    w->threshold = linear_attempt[number];
    KRON_MEMORY(echelon_open(&w->e, &cell_coefficients, w, n, n));
    w->e.oldest_first = true;
    w->row = ARENA_ARRAY(w->a, Line, n + 1);
    w->col = ARENA_ARRAY(w->a, Line, n + 1);
    for (int j = 0; j < n; j++) {
        w->col[j].stays = s->col_stays[j];
        w->col[j].used = s->col_done && s->col_done[j];
    }
    s->may_vanish = false;
    s->before.n = s->after.n = 0;
    s->before.v = s->after.v = NULL;
    s->before.cap = s->after.cap = 0;
    read_rows(w);
    balance_cells(w);
}

static void drop(Elimination *w)
{
    w->sys->before.n = w->sys->after.n = 0;
    echelon_close(&w->e);
    arena_free(w->a);
}

static void finish(Elimination *w)
{
    w->sys->error = w->error;
    w->sys->nlost = w->nlost;
    solve_left(w);
    put_in_all(w);
    for (int i = 0; i < w->sys->last.n; i++)
        vec_push(w->a, &w->sys->after, w->sys->last.v[i]);
    write_left(w);
    write_assigns(w);
    for (int i = 0; i < w->own.n; i++) {
        const OwnVar *own = &w->own.v[i];
        DaeVar v = dae_hidden_var(T_REAL, own->parameter ? DV_PARAMETER : DV_AUXILIARY);
        v.binding = v.start = own->parameter; /* initialization begins with start values */
        v.fixed = own->parameter != 0;
        v.meaning = own->meaning;
        plan_add_var(w->sys->p, w->sys->plan, v);
    }
    echelon_close(&w->e);
    arena_free(w->a);
}

/* One attempt with at most so many pivots; true if it is accurate. */
static bool attempt_with(Elimination *w, LinearSystem *s, int number, int most, bool *early)
{
    int i = 0, j = 0;
    long operations = (long)MOST_OPERATIONS * s->n;
    start(w, s, number, false);
    w->early = early;
    while (w->e.npivots < most && w->operations < operations &&
           (choose_pivot(w, &i, &j) || divide_rows(w)))
        if (w->chosen)
            eliminate(w, i, j);
    return probe_elimination(w);
}

/* Where the elimination is not accurate, the equation that suffers most is used as it is, the next
 * time; the last pivots are given up if that does not help. */
static int best_attempt(Elimination *w, LinearSystem *s, int number, int least, bool *early)
{
    int most = s->n, repairs = 0,
        tries = s->n <= MANY_EQUATIONS ? MOST_TRIES : MOST_TRIES * TRIES_OF_MANY / s->n;
    while (most > least && tries-- > 0) {
        bool good = attempt_with(w, s, number, most, early);
        int pivots = w->e.npivots;
        drop(w);
        if (good)
            return pivots;
        if (!early[w->worst_row] && repairs++ < MOST_REPAIRS)
            early[w->worst_row] = true;
        else
            most = pivots - 1 - s->n / GIVEN_UP;
    }
    return 0;
}

typedef struct PivotOrder {
    PivotKind rule;
    EchelonPivot *pivot;
    int n, left;
    long operations;
    double error;
    bool good; /* it costs little and keeps the digits */
    int *row, *col; /* [n + left] where much is left: pivots, then what is left, in pairs; or NULL */
} PivotOrder;

/* All rows and columns in pairs: the pivots that were found, and what is left by its largest entries. */
static void pair_all(Elimination *w, PivotOrder *o)
{
    Arena *a = w->sys->p->a;
    Left l = {0};
    list_left(w, &l);
    if (!order_left(w, &l))
        return;
    o->row = ARENA_ARRAY(a, int, w->n + 1);
    o->col = ARENA_ARRAY(a, int, w->n + 1);
    for (int k = 0; k < o->n; k++) {
        o->row[k] = w->e.pivot[k].row;
        o->col[k] = w->e.pivot[k].col;
    }
    for (int k = 0; k < l.n; k++) {
        o->row[o->n + k] = l.row[k];
        o->col[o->n + k] = l.col[k];
    }
}

/* Operations for what is left in the order of least degree, about; 0 if it cannot be paired. Entries
 * stay in their order, by which pivots of equal merit are chosen. */
static double operations_left(Elimination *w)
{
    Left l = {0};
    list_left(w, &l);
    int *place = ints_filled(w->a, w->n, -1), n = l.n;
    for (int k = 0; k < n; k++)
        place[l.col[k]] = k;
    PatternBuilder b = pattern_begin(w->a, n, n);
    for (int i = 0; i < n; i++) {
        const CellEntry *at = echelon_row(&w->e, l.row[i]);
        for (int m = 0; m < w->e.row[l.row[i]].n; m++)
            pattern_put(&b, place[at[m].col], 0);
        pattern_next(&b);
    }
    int *row_col = ints_filled(w->a, n, -1), *col_row = ints_filled(w->a, n, -1);
    if (match_rows(&b.p, ~0u, NULL, row_col, col_row) < n)
        return 0;
    for (int e = 0; e < b.p.ptr[n]; e++)
        b.p.col[e] = col_row[b.p.col[e]];
    double info[AMD_INFO] = {0};
    if (amd_order(n, b.p.ptr, b.p.col, row_col, NULL, info) < AMD_OK)
        return 0;
    return info[AMD_NDIV] + 2 * info[AMD_NMULTSUBS_LU];
}

/* Whether an order of pivots will need more than `most` operations. It is asked at *next operations,
 * then at twice as many. */
static bool is_hopeless(Elimination *w, long most, long *next)
{
    if (w->operations < *next)
        return false;
    *next = 2 * w->operations;
    return (double)w->operations + operations_left(w) / MISJUDGED > (double)most;
}

/* The next one of those that are known, if it is as good here. */
static bool known_next(Elimination *w, int *row, int *col)
{
    if (w->e.npivots == w->n)
        return false;
    EchelonPivot next = w->sys->pivot[w->e.npivots];
    const Cell *c = cell_at(w, next.row, next.col);
    *row = next.row;
    *col = next.col;
    return c && !w->row[next.row].stays && !w->col[next.col].stays && is_steady(c);
}

/* Seeks pivots for a large system with numbers, without formulas; or follows those that are known. */
static PivotOrder seek_order(LinearSystem *s, PivotKind rule, double threshold, bool known)
{
    Elimination w;
    int i, j;
    long most = rule == PIVOTS_CONDENSING ? LONG_MAX : (long)MOST_OF_MANY * s->n;
    start(&w, s, 0, true);
    w.rule = rule;
    w.threshold = threshold;
    bool recursive = rule == PIVOTS_RECURSIVE;
    bool (*find)(Elimination *, int *, int *) =
        known ? known_next : recursive ? recursion_next : order_next;
    if (recursive && !known)
        recursion_open(&w);
    else if (!recursive)
        order_open(&w);
    long next = most / ASKED_FIRST;
    bool hopeless = false;
    while (!hopeless && w.operations <= most && find(&w, &i, &j)) {
        eliminate(&w, i, j);
        if (!recursive)
            order_pivoted(&w, i, j);
        hopeless = is_hopeless(&w, most, &next);
    }
    PivotOrder o = {
        .rule = rule, .n = w.e.npivots, .left = w.n - w.e.npivots, .operations = w.operations};
    bool probed = o.left <= MOST_COUNTED || s->nonlinear;
    o.good = !hopeless && w.operations <= most && (!probed || probe_elimination(&w));
    o.error = probed ? w.error : INFINITY; /* the run time finds out */
    o.pivot = arena_copy(s->p->a, w.e.pivot, (size_t)o.n * sizeof *o.pivot);
    if (rule == PIVOTS_CONDENSING && !s->nonlinear && o.left > MOST_ELIMINATED)
        pair_all(&w, &o);
    drop(&w);
    return o;
}

/* Operations, those of the factorization of what is left included. */
static double cost_of(const PivotOrder *o)
{
    double left = o->left;
    return (double)o->operations + fmin(left * left * left / 3, left * FACTORED_ROW);
}

static bool is_better(const PivotOrder *a, const PivotOrder *b)
{
    return a->good && (!b->good || !a->left || cost_of(a) < cost_of(b));
}

/* Unknowns that do not follow from others. */
static int count_given(const LinearSystem *s)
{
    int n = 0;
    for (int j = 0; j < s->n; j++)
        n += s->place[j] < 0;
    return n;
}

/* The first rule that leaves nothing, else the one that leaves least. Where translation knows all
 * coefficients any pivot is as good as it looks. */
static void eliminate_large(LinearSystem *s)
{
    static const PivotKind rules[2][3] = {{PIVOTS_RECURSIVE, PIVOTS_SPARSE, PIVOTS_CONDENSING},
                                          {PIVOTS_SPARSE, PIVOTS_RECURSIVE, PIVOTS_CONDENSING}};
    Elimination w;
    PivotOrder best = {.left = s->n};
    sample_blocks(s->p);
    bool worth = s->place && 2 * count_given(s) <= s->n;
    if (s->recursive && s->pivot)
        best = seek_order(s, PIVOTS_RECURSIVE, linear_attempt[0], true);
    if (!best.good)
        best = (PivotOrder){.left = s->n};
    for (int k = 0; k < (s->recursive ? 1 : 3) && best.left; k++) {
        if (rules[s->known][k] == PIVOTS_RECURSIVE && !worth)
            continue;
        double threshold = linear_attempt[0];
        do {
            PivotOrder o = seek_order(s, rules[s->known][k], threshold, false);
            if (is_better(&o, &best))
                best = o;
            threshold *= threshold;
        } while (s->nonlinear && threshold > LEAST_THRESHOLD);
    }
    s->nleft = s->n;
    if (s->recursive && best.left > MANY_EQUATIONS) /* it will not do: formulas are not needed */
        return;
    s->pivots = (uint8_t)(best.n ? best.rule : PIVOTS_CHOSEN);
    s->pivot = best.left ? NULL : best.pivot;
    if (best.row) {
        s->nfirst = best.n;
        s->order_row = best.row;
        s->order_col = best.col;
        return;
    }
    start(&w, s, 0, false);
    for (int k = 0; k < best.n; k++)
        eliminate(&w, best.pivot[k].row, best.pivot[k].col);
    w.error = best.error;
    finish(&w);
}

void linear_eliminate(LinearSystem *s)
{
    if (s->large) {
        eliminate_large(s);
        return;
    }
    Elimination w;
    int best = 0, best_number = 0;
    bool *early = ARENA_ARRAY(s->p->a, bool, ATTEMPTS * s->n + 1);
    if (attempt_with(&w, s, 0, s->n, early)) {
        finish(&w);
        return;
    }
    drop(&w);
    for (int number = 0; number < ATTEMPTS; number++) {
        int pivots = best_attempt(&w, s, number, best, early + number * s->n);
        best_number = pivots > best ? number : best_number;
        best = pivots > best ? pivots : best;
    }
    attempt_with(&w, s, best_number, best, early + best_number * s->n);
    finish(&w);
}
