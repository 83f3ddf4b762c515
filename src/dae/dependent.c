/* dependent.c - which equations together say nothing, or nothing new, by linear elimination.
 *
 * Linear equations with known coefficients are taken in one after the other, nearest first; each
 * is reduced by those before it, and with it goes the combination of equations it has become. One
 * that is reduced to nothing is a combination of independent equations, and as there is only one
 * such combination none of them can be left out. An equation counts with its derivatives:
 * x = sin(t), der(x) = v and v = 1 depend on each other once the first is differentiated. Made for
 * messages: the work is limited by MOST_ROWS and MOST_TERMS. */
#include "dae/diagnose_internal.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ROWS = 3000, MOST_TERMS = 400, MOST_ORDER = 3 };

/* Relative size of what cancellation leaves of a zero. */
#define NOISE 1e-14

typedef struct Term {
    uint64_t key; /* of a variable and its order of derivative, or of an equation and its order */
    double coef;
} Term;

typedef struct Sum {
    int n;
    Term *term; /* [n] by ascending key */
} Sum;

typedef struct LinRow {
    Sum form, made_of; /* variables; equations */
    Term pivot;
} LinRow;

typedef struct Elimination {
    Dae *d;
    Arena *a;
    const bool *unknown; /* [nvars] NULL: all variables */
    bool literal;        /* no parameter in the coefficients so far */
    VEC(LinRow) basis;
    Map pivot_of; /* key + 1 -> row in basis + 1 */
} Elimination;

static uint64_t key_of(uint32_t number, int order)
{
    return (uint64_t)number * (MOST_ORDER + 1) + (unsigned)order;
}

/* ---- Sums ---- */

/* a + factor*b */
static Sum sum_add(Arena *arena, Sum a, double factor, Sum b)
{
    Sum out = {0, ARENA_ARRAY(arena, Term, a.n + b.n + 1)};
    for (int i = 0, j = 0; i < a.n || j < b.n;) {
        bool left = j >= b.n || (i < a.n && a.term[i].key <= b.term[j].key);
        bool right = i >= a.n || (j < b.n && b.term[j].key <= a.term[i].key);
        double x = left ? a.term[i].coef : 0, y = right ? factor * b.term[j].coef : 0;
        uint64_t key = left ? a.term[i].key : b.term[j].key;
        i += left;
        j += right;
        if (fabs(x + y) > NOISE * (fabs(x) + fabs(y)))
            out.term[out.n++] = (Term){key, x + y};
    }
    return out;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const Term *)a)->key, y = ((const Term *)b)->key;
    return x < y ? -1 : x > y;
}

/* ---- Reading ---- */

static bool is_unknown(void *arg, uint32_t var)
{
    const Elimination *w = arg;
    const DaeVar *v = &w->d->var.v[var];
    if (w->unknown)
        return w->unknown[var];
    return v->was_variable || (v->kind >= DV_STATE && v->kind <= DV_DISCRETE);
}

static bool is_candidate(const Dae *d, int k)
{
    const DaeEq *eq = &d->eq.v[k];
    return eq->kind == EQ_SCALAR && !eq->initial && !eq->source && !eq->discrete &&
           expr_type(d->store, eq->lhs) == T_REAL && expr_type(d->store, eq->rhs) == T_REAL;
}

/* lhs - rhs as a sum; false if it is not linear or a coefficient is not known. */
static bool read_sum(Elimination *w, Expr lhs, Expr rhs, Sum *out)
{
    Dae *d = w->d;
    LinearForm f = expr_linear(d->store, w->a, expr_sub(d->store, lhs, rhs), is_unknown, w);
    if (f.nnon || !f.n || f.n > MOST_TERMS)
        return false;
    const double *value = dae_parameter_values(d);
    *out = (Sum){0, ARENA_ARRAY(w->a, Term, f.n)};
    for (int i = 0; i < f.n; i++) {
        double x = expr_value(d->store, f.coef[i], value, NAN);
        uint32_t v = f.var[i];
        int order = 0;
        for (; !w->unknown && v >= d->nflat && d->var.v[v].int_of; order++)
            v = d->var.v[v].int_of - 1;
        if (isnan(x) || order > MOST_ORDER)
            return false;
        w->literal = w->literal && expr_is_number(d->store, f.coef[i]);
        if (x != 0)
            out->term[out->n++] = (Term){key_of(v, order), x};
    }
    qsort(out->term, (size_t)out->n, sizeof *out->term, by_key);
    return true;
}

/* The derivative: every variable one order up. */
static bool sum_differentiated(Arena *a, Sum s, int times, Sum *out)
{
    *out = (Sum){s.n, arena_copy(a, s.term, (size_t)s.n * sizeof *s.term)};
    for (int i = 0; i < s.n; i++) {
        if ((int)(s.term[i].key % (MOST_ORDER + 1)) + times > MOST_ORDER)
            return false;
        out->term[i].key += (unsigned)times;
    }
    return true;
}

/* ---- Elimination ---- */

/* Rows taken in later have pivots the earlier ones may contain, but not the other way round, so
 * the earliest goes first. */
static void reduce(Elimination *w, LinRow *row)
{
    for (;;) {
        uint32_t first = UINT32_MAX;
        double coef = 0;
        for (int i = 0; i < row->form.n; i++) {
            uint32_t at = map_get(&w->pivot_of, row->form.term[i].key + 1, 0);
            if (at && at < first) {
                first = at;
                coef = row->form.term[i].coef;
            }
        }
        if (first == UINT32_MAX || row->form.n > MOST_TERMS)
            return;
        const LinRow *by = &w->basis.v[first - 1];
        double factor = -coef / by->pivot.coef;
        row->form = sum_add(w->a, row->form, factor, by->form);
        row->made_of = sum_add(w->a, row->made_of, factor, by->made_of);
    }
}

static void take_in(Elimination *w, LinRow row)
{
    for (int i = 0; i < row.form.n; i++)
        if (fabs(row.form.term[i].coef) > fabs(row.pivot.coef))
            row.pivot = row.form.term[i];
    if (!row.form.n || row.form.n > MOST_TERMS)
        return;
    vec_push(w->a, &w->basis, row);
    map_set(&w->pivot_of, w->a, row.pivot.key + 1, (uint32_t)w->basis.n);
}

static LinRow row_of(Elimination *w, Sum form, int eq, int order)
{
    Term *self = ARENA_NEW(w->a, Term);
    *self = (Term){key_of((uint32_t)eq, order), 1};
    return (LinRow){.form = form, .made_of = {1, self}};
}

/* ---- The result ---- */

/* What the combination leaves of the known parts, at some time. */
static RestKind rest_of(Elimination *w, const Sum *made_of)
{
    Dae *d = w->d;
    const double *value = dae_parameter_values(d);
    double sum = 0, scale = 0;
    for (int i = 0; i < made_of->n; i++) {
        Expr lhs, rhs;
        if (made_of->term[i].key % (MOST_ORDER + 1))
            return REST_UNKNOWN;
        written_sides(d, (int)(made_of->term[i].key / (MOST_ORDER + 1)), &lhs, &rhs);
        LinearForm f = expr_linear(d->store, w->a, expr_sub(d->store, lhs, rhs), is_unknown, w);
        double x = made_of->term[i].coef * expr_value(d->store, f.rest, value, 0.7391);
        sum += x;
        scale += fabs(x);
    }
    return isnan(sum) ? REST_UNKNOWN : fabs(sum) <= 1e-10 * scale ? REST_ZERO : REST_CONTRADICTION;
}

static Dependent result(Elimination *w, int eq, const Sum *made_of)
{
    Dependent out = {.n = 1};
    out.eq = ARENA_ARRAY(w->a, int, made_of->n + 1);
    out.order = ARENA_ARRAY(w->a, uint8_t, made_of->n + 1);
    out.rest = (uint8_t)rest_of(w, made_of);
    for (int i = 0; i < made_of->n; i++) {
        int k = (int)(made_of->term[i].key / (MOST_ORDER + 1));
        int at = k == eq ? 0 : out.n++;
        out.eq[at] = k;
        out.order[at] = (uint8_t)(made_of->term[i].key % (MOST_ORDER + 1));
    }
    return out;
}

/* ---- Equations near another ---- */

typedef struct Near {
    Elimination *w;
    int *first; /* [nvars] incidences of a variable + 1 */
    VEC(int) eq, next;
    VEC(int) order; /* equations, nearest first */
    bool *seen;     /* [neq] */
    int at;         /* equation at hand */
    bool building;
} Near;

static void near_var(void *arg, uint32_t var)
{
    Near *n = arg;
    Dae *d = n->w->d;
    while (var >= d->nflat && d->var.v[var].int_of)
        var = d->var.v[var].int_of - 1;
    if (!is_unknown(n->w, var))
        return;
    if (n->building) {
        vec_push(n->w->a, &n->eq, n->at);
        vec_push(n->w->a, &n->next, n->first[var]);
        n->first[var] = n->eq.n;
        return;
    }
    for (int e = n->first[var]; e; e = n->next.v[e - 1])
        if (!n->seen[n->eq.v[e - 1]]) {
            n->seen[n->eq.v[e - 1]] = true;
            vec_push(n->w->a, &n->order, n->eq.v[e - 1]);
        }
}

static void near_equation(Near *n, int k)
{
    Expr lhs, rhs;
    n->at = k;
    written_sides(n->w->d, k, &lhs, &rhs);
    dae_visible_vars(n->w->d, lhs, near_var, n);
    dae_visible_vars(n->w->d, rhs, near_var, n);
}

static void find_near(Near *n, int eq)
{
    Dae *d = n->w->d;
    n->first = ARENA_ARRAY(n->w->a, int, d->var.n + 1);
    n->seen = ARENA_ARRAY(n->w->a, bool, d->eq.n + 1);
    n->building = true;
    for (int k = d->eq.n - 1; k >= 0; k--)
        if (is_candidate(d, k))
            near_equation(n, k);
    n->building = false;
    n->seen[eq] = true;
    near_equation(n, eq);
    for (int i = 0; i < n->order.n && n->order.n < MOST_ROWS; i++)
        near_equation(n, n->order.v[i]);
}

/* The equation differentiated from `first` to `last` times. */
static void take_in_derivatives(Elimination *w, Sum form, int eq, int first, int last)
{
    Sum sum;
    for (int k = first; k <= last && sum_differentiated(w->a, form, k, &sum); k++) {
        LinRow row = row_of(w, sum, eq, k);
        reduce(w, &row);
        take_in(w, row);
    }
}

/* Differentiated `order` times the equation follows from others, which are differentiated at most
 * `others` times. */
static bool follows(Elimination *w, const Near *near, Sum form, int eq, int order, int others,
                    Sum *made_of)
{
    Sum sum;
    w->basis.n = 0;
    w->pivot_of = (Map){0};
    if (!sum_differentiated(w->a, form, order, &sum))
        return false;
    LinRow target = row_of(w, sum, eq, order);
    take_in_derivatives(w, form, eq, order + 1, others);
    for (int i = 0; i < near->order.n; i++) {
        Expr lhs, rhs;
        Sum here;
        written_sides(w->d, near->order.v[i], &lhs, &rhs);
        if (read_sum(w, lhs, rhs, &here))
            take_in_derivatives(w, here, near->order.v[i], 0, others);
        reduce(w, &target);
        if (!target.form.n) {
            *made_of = target.made_of;
            return true;
        }
    }
    return false;
}

Dependent dependent_equations(Dae *d, Arena *a, int eq)
{
    Elimination w = {.d = d, .a = a};
    Near near = {.w = &w};
    Expr lhs, rhs;
    Sum form, made_of;
    if (!is_candidate(d, eq))
        return (Dependent){0};
    written_sides(d, eq, &lhs, &rhs);
    if (!read_sum(&w, lhs, rhs, &form))
        return (Dependent){0};
    find_near(&near, eq);
    bool found = follows(&w, &near, form, eq, 0, 0, &made_of);
    for (int order = 0; order < MOST_ORDER && !found; order++)
        found = follows(&w, &near, form, eq, order, MOST_ORDER, &made_of);
    return found ? result(&w, eq, &made_of) : (Dependent){0};
}

Dependent dependent_in_block(Dae *d, Arena *a, const Block *b, bool *literal)
{
    bool *unknown = ARENA_ARRAY(a, bool, d->var.n + 1);
    Elimination w = {.d = d, .a = a, .unknown = unknown, .literal = true};
    for (int i = 0; i < b->n; i++)
        unknown[b->var[i]] = true;
    for (int i = 0; i < b->neq; i++) {
        Sum form;
        if (b->eq[i] < 0 || d->eq.v[b->eq[i]].kind != EQ_SCALAR ||
            !read_sum(&w, d->eq.v[b->eq[i]].lhs, d->eq.v[b->eq[i]].rhs, &form))
            return (Dependent){0};
        LinRow row = row_of(&w, form, b->eq[i], 0);
        reduce(&w, &row);
        if (!row.form.n) {
            *literal = w.literal;
            return result(&w, b->eq[i], &row.made_of);
        }
        take_in(&w, row);
    }
    return (Dependent){0};
}
