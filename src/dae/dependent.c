/* dependent.c - which equations together say nothing, or nothing new, by linear elimination.
 *
 * Linear equations with known coefficients are taken in one after the other (eliminate.h), nearest
 * first; each is reduced by those before it, and with it goes the combination of equations it has
 * become. One that is reduced to nothing is a combination of independent equations, and as there is
 * only one such combination none of them can be left out. An equation counts with its derivatives:
 * x = sin(t), der(x) = v and v = 1 depend on each other once the first is differentiated. Made for
 * messages: the work is limited by MOST_ROWS and MOST_TERMS. */
#include "base/die.h"
#include "dae/diagnose.h"
#include "graph/eliminate.h"

#include <math.h>

enum { MOST_ROWS = 3000, MOST_TERMS = 400, MOST_ORDER = 3 };

/* Relative size of what cancellation leaves of a zero. */
#define NOISE 1e-14

/* A column for every variable and every equation, in each order of derivative; those of the
 * equations, which say what a row has become a combination of, come last. */
typedef struct Elimination {
    Dae *d;
    Arena *a;
    const Block
        *block; /* its unknowns and equations, by their places in it; NULL: all, by their numbers */
    const int *place; /* [nvars] of the block: place of the unknown + 1, or 0 */
    bool literal;     /* no parameter in the coefficients so far */
    RealStep step;
    Echelon e;
} Elimination;

/* lhs - rhs without what is known. */
typedef struct Sum {
    int n;
    RealEntry *term; /* [n] */
} Sum;

static int column_of(uint32_t number, int order)
{
    return (int)number * (MOST_ORDER + 1) + order;
}

static int nunknowns(const Elimination *w)
{
    return w->block ? w->block->n : w->d->var.n;
}

/* Of an equation by its number, or by its place in the block. */
static int column_of_eq(const Elimination *w, int at, int order)
{
    return column_of((uint32_t)(nunknowns(w) + at), order);
}

static int eq_of_column(const Elimination *w, int column)
{
    int at = column / (MOST_ORDER + 1) - nunknowns(w);
    return w->block ? w->block->eq[at] : at;
}

static void open_rows(Elimination *w)
{
    int n = column_of((uint32_t)nunknowns(w), 0), neqs = w->block ? w->block->neq : w->d->eq.n;
    w->step.noise = NOISE;
    KRON_MEMORY(echelon_open(&w->e, &real_coefficients, &w->step, column_of_eq(w, neqs, 0), n));
    w->e.most = MOST_TERMS;
}

/* ---- Reading ---- */

static bool is_unknown(void *arg, uint32_t var)
{
    const Elimination *w = arg;
    const DaeVar *v = &w->d->var.v[var];
    if (w->block)
        return w->place[var] > 0;
    return v->was_variable || (v->kind >= DV_STATE && v->kind <= DV_DISCRETE);
}

static bool is_candidate(const Dae *d, int k)
{
    const DaeEq *eq = &d->eq.v[k];
    return eq->kind == EQ_SCALAR && !eq->initial && eq->source == NONE && !eq->discrete &&
           expr_type(d->store, eq->lhs) == T_REAL && expr_type(d->store, eq->rhs) == T_REAL;
}

/* lhs - rhs as a sum; false if it is not linear or a coefficient is not known. */
static bool read_sum(Elimination *w, Sides q, Sum *out)
{
    Dae *d = w->d;
    LinearForm f = equation_linear(d->store, w->a, q.lhs, q.rhs, is_unknown, w);
    if (f.nnon || !f.n || f.n > MOST_TERMS)
        return false;
    const double *value = dae_parameter_values(d);
    *out = (Sum){0, ARENA_ARRAY(w->a, RealEntry, f.n)};
    for (int i = 0; i < f.n; i++) {
        /* a condition without a value would choose a branch */
        double x = is_parametric(d, f.coef[i]) ? expr_value(d->store, f.coef[i], value, NAN) : NAN;
        uint32_t v = f.var[i];
        int order = 0;
        for (; !w->block && v >= d->nflat && d->var.v[v].int_of != NONE; order++)
            v = d->var.v[v].int_of;
        if (isnan(x) || order > MOST_ORDER)
            return false;
        w->literal = w->literal && expr_is_number(d->store, f.coef[i]);
        if (x != 0)
            out->term[out->n++] =
                (RealEntry){column_of(w->block ? (uint32_t)w->place[v] - 1 : v, order), x};
    }
    return true;
}

/* ---- Elimination ---- */

/* The row of an equation (`at`: as in column_of_eq) differentiated `order` times, every variable so
 * many orders up. Its number; -1 if the order becomes too high. */
static int add_row(Elimination *w, Sum sum, int at, int order)
{
    RealEntry *term = ARENA_ARRAY(w->a, RealEntry, sum.n + 1);
    for (int i = 0; i < sum.n; i++) {
        term[i] = (RealEntry){sum.term[i].col + order, sum.term[i].x};
        if (sum.term[i].col % (MOST_ORDER + 1) + order > MOST_ORDER)
            return -1;
    }
    term[sum.n] = (RealEntry){column_of_eq(w, at, order), 1};
    int row = echelon_add(&w->e, term, sum.n + 1);
    KRON_MEMORY(row >= 0);
    return row;
}

/* Reduces a row by those before it; the largest of what is left becomes its pivot. True if nothing
 * is left. */
static bool take_in(Elimination *w, int row)
{
    bool nothing = echelon_reduce(&w->e, row);
    const RealEntry *term = echelon_row(&w->e, row), *pivot = NULL;
    for (int i = 0; i < w->e.row[row].n; i++)
        if (term[i].col < w->e.ninside &&
            (!pivot || fabs(term[i].x) > fabs(pivot->x) ||
             (fabs(term[i].x) == fabs(pivot->x) && term[i].col < pivot->col)))
            pivot = &term[i];
    if (pivot && !w->e.row[row].out)
        echelon_take(&w->e, row, pivot->col);
    KRON_MEMORY(!w->e.failed);
    return nothing;
}

/* ---- The result ---- */

/* What the combination leaves of the known parts, at some time. */
static RestKind rest_of(Elimination *w, const RealEntry *made_of, int n)
{
    Dae *d = w->d;
    const double *value = dae_parameter_values(d);
    double sum = 0, scale = 0;
    bool differentiated = false;
    for (int i = 0; i < n; i++) {
        Sides q = written_sides(d, eq_of_column(w, made_of[i].col));
        LinearForm f = equation_linear(d->store, w->a, q.lhs, q.rhs, is_unknown, w);
        if (made_of[i].col % (MOST_ORDER + 1)) {
            if (!is_parametric(d, f.rest))
                return REST_UNKNOWN;
            differentiated = true; /* what does not vary is 0 then */
            continue;
        }
        double x = made_of[i].x * expr_value(d->store, f.rest, value, 0.7391);
        sum += x;
        scale += fabs(x);
    }
    return isnan(sum)                   ? REST_UNKNOWN
           : fabs(sum) <= 1e-10 * scale ? REST_ZERO
           : differentiated             ? REST_UNKNOWN
                                        : REST_CONTRADICTION;
}

/* What a row that has come to nothing was made of; the equation itself first. */
static Dependent result(Elimination *w, int eq, int row)
{
    int n = w->e.row[row].n;
    const RealEntry *made_of = echelon_sorted(&w->e, row);
    Dependent out = {.n = 1, .rest = (uint8_t)rest_of(w, made_of, n)};
    out.eq = ARENA_ARRAY(w->a, int, n + 1);
    out.order = ARENA_ARRAY(w->a, uint8_t, n + 1);
    for (int i = 0; i < n; i++) {
        int k = eq_of_column(w, made_of[i].col), at = k == eq ? 0 : out.n++;
        out.eq[at] = k;
        out.order[at] = (uint8_t)(made_of[i].col % (MOST_ORDER + 1));
    }
    return out;
}

/* ---- Equations near another ---- */

typedef struct Near {
    Elimination *w;
    Uses uses;
    VEC(int) order; /* equations, nearest first */
    bool *seen;     /* [neq] */
    int at;         /* equation at hand */
    bool building;
} Near;

static void near_var(void *arg, uint32_t var)
{
    Near *n = arg;
    Dae *d = n->w->d;
    while (var >= d->nflat && d->var.v[var].int_of != NONE)
        var = d->var.v[var].int_of;
    if (!is_unknown(n->w, var))
        return;
    if (n->building) {
        uses_add(&n->uses, var, n->at);
        return;
    }
    for (int e = n->uses.first[var]; e; e = n->uses.use.v[e - 1].next) {
        int k = n->uses.use.v[e - 1].eq;
        if (!n->seen[k])
            vec_push(n->w->a, &n->order, k);
        n->seen[k] = true;
    }
}

static void near_equation(Near *n, int k)
{
    n->at = k;
    written_vars(n->w->d, k, near_var, n);
}

static void find_near(Near *n, int eq)
{
    Dae *d = n->w->d;
    n->uses = uses_open(n->w->a, d);
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
    for (int k = first; k <= last; k++) {
        int row = add_row(w, form, eq, k);
        if (row < 0)
            return;
        take_in(w, row);
    }
}

/* Differentiated `order` times the equation follows from others, which are differentiated at most
 * `others` times. */
static bool follows(Elimination *w, const Near *near, Sum form, int eq, int order, int others,
                    Dependent *out)
{
    bool found = false;
    open_rows(w);
    int target = add_row(w, form, eq, order);
    take_in_derivatives(w, form, eq, order + 1, target < 0 ? 0 : others);
    for (int i = 0; i < near->order.n && target >= 0 && !found; i++) {
        Sum here;
        if (read_sum(w, written_sides(w->d, near->order.v[i]), &here))
            take_in_derivatives(w, here, near->order.v[i], 0, others);
        found = echelon_reduce(&w->e, target);
    }
    if (found)
        *out = result(w, eq, target);
    echelon_close(&w->e);
    return found;
}

Dependent dependent_equations(Dae *d, Arena *a, int eq)
{
    Elimination w = {.d = d, .a = a};
    Near near = {.w = &w};
    Sum form;
    Dependent out = {0};
    if (!is_candidate(d, eq) || !read_sum(&w, written_sides(d, eq), &form))
        return out;
    find_near(&near, eq);
    bool found = follows(&w, &near, form, eq, 0, 0, &out);
    for (int order = 0; order < MOST_ORDER && !found; order++)
        found = follows(&w, &near, form, eq, order, MOST_ORDER, &out);
    return out;
}

void block_places(const Block *b, int *place, bool on)
{
    for (int i = 0; i < b->n; i++)
        place[b->var[i]] = on ? i + 1 : 0;
}

Dependent dependent_in_block(Dae *d, Arena *a, const Block *b, const int *place, bool *literal)
{
    Elimination w = {.d = d, .a = a, .block = b, .place = place, .literal = true};
    Dependent out = {0};
    open_rows(&w);
    for (int i = 0; i < b->neq && !out.n; i++) {
        Sum form;
        const DaeEq *eq = b->eq[i] < 0 ? NULL : &d->eq.v[b->eq[i]];
        if (!eq || eq->kind != EQ_SCALAR || !read_sum(&w, (Sides){eq->lhs, eq->rhs}, &form))
            break;
        int row = add_row(&w, form, i, 0);
        if (take_in(&w, row))
            out = result(&w, b->eq[i], row);
    }
    if (out.n)
        *literal = w.literal;
    echelon_close(&w.e);
    return out;
}
