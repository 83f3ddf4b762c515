/* linear_cell.c - coefficients of an elimination: what they are, and what becomes of them when a
 * row is subtracted from another one.
 *
 * A coefficient is kept as it is written out, which tells its kind (a number, a parameter,
 * something that a mode switches off), with auxiliary variables, which is what is computed, and in
 * numbers. What is used twice and larger than a leaf becomes a variable; of parameters alone a
 * parameter. */
#include "dae/linear_internal.h"

#include <math.h>

/* ---- Coefficients ---- */

static uint32_t full_limit(const Elimination *w)
{
    bool many = w->n > MANY_EQUATIONS && !w->sys->nonlinear;
    return many ? MANY_LIMIT : FULL_LIMIT;
}

Expr own_var(Elimination *w, OwnVar v)
{
    vec_push(w->a, &w->own, v);
    return expr_var(w->s, T_REAL, (uint32_t)(w->first_own + w->own.n - 1));
}

/* A value that is used more than once: itself if it is a leaf, else a variable for it. */
Expr shared(Elimination *w, Expr e, Expr full, bool known)
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
Expr shared_cell(Elimination *w, const Cell *c)
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
    double x =
        is_parametric(p->d, e) ? expr_value(p->d->store, e, dae_parameter_values(p->d), NAN) : NAN;
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

const Coefficients cell_coefficients = {sizeof(CellEntry), begin_step, combine_cells, end_step};
