/* hidden.c - constraints that only a combination of equations shows.
 *
 * The highest derivatives may match the equations although these do not determine them: the two
 * sides of a perfect transformer, v1 = L1*i1' + M*i2' and v2 = M*i1' + L2*i2' with L1*L2 = M^2,
 * say that M*v1 = L1*v2. In every strong component the equations, multiplied out, are sums of
 * numbers (parameters with the values they have) times unknowns, and times other terms with
 * unknowns in them; these are eliminated like unknowns. A combination u of equations in which
 * nothing of the component is left takes the place of the one that has been differentiated least, f
 * := sum(u[i] * derivative of f[i]), on all its orders; then index reduction goes on (the linear
 * combination method of Tan, Nedialkov and Pryce 2017). The value of the best transversal falls
 * with each, so there is an end. What would make the structure singular is not taken: it says that
 * the model is, which is told elsewhere (singular.c).
 *
 * Elimination is near-linear where rows stay short; rows beyond MOST_TERMS are left out. */
#include "base/die.h"
#include "dae/diagnose.h"
#include "graph/eliminate.h"

#include <math.h>
#include <string.h>

enum { MOST_TERMS = 60, MOST_READ = 120, MOST_ATOMS = 2000 };

/* Relative size of what cancellation leaves of a zero. */
#define NOISE 1e-13

typedef struct Old {
    int eq;
    Expr lhs, rhs, written_lhs, written_rhs;
} Old;

/* What a row says of the component. */
typedef struct Terms {
    int eq, n;
    RealEntry *term; /* [n], room for one more */
} Terms;

typedef struct Hidden {
    RealStep step; /* first: what the kernel is given */
    Problem *p;
    Dae *d;
    Arena *a;
    const int *row; /* [n] of the component at hand */
    int n;
    VEC(Terms) terms; /* [rows of e] */
    Map column;       /* other terms than unknowns -> column, from n on */
    int ncolumns;
    Echelon e;
    int lower;    /* the unknowns are meant so many integrations below */
    VEC(Old) old; /* what was replaced */
    VEC(Expr) by; /* coefficients with parameters in what was found */
} Hidden;

static bool is_of_component(void *arg, uint32_t var)
{
    const Hidden *w = arg;
    for (int i = 0; i < w->lower; i++) {
        if (w->d->var.v[var].der_of == NONE)
            return false;
        var = w->d->var.v[var].der_of;
    }
    int col = problem_col(w->p, var);
    return col >= 0 && w->p->local[col] >= 0;
}

/* ---- Sums ---- */

/* A combination under construction: sum(coef * atom). Numbers, and values of parameters, are
 * multiplied out and added, so that what cancels is gone: what stayed would pass for a dependency.
 */
typedef struct Combination {
    Hidden *w;
    VEC(Expr) atom;
    VEC(double) coef, size; /* of each; sum of the magnitudes it was added from */
    Map at;                 /* atom -> place + 1 */
    VEC(Expr) todo;         /* addends ... */
    VEC(double) factor;     /* ... and what they are multiplied by */
    int most;               /* then products stay as they are */
} Combination;

static bool is_continuous(void *arg, uint32_t var)
{
    const DaeVar *v = &((Dae *)arg)->var.v[var];
    return v->kind >= DV_STATE && v->kind <= DV_ALGEBRAIC && !is_mode_var(v);
}

static void add_atom(Combination *c, Expr atom, double x)
{
    Arena *a = c->w->a;
    uint32_t at = map_get(&c->at, atom, 0);
    if (!at) {
        vec_push(a, &c->atom, atom);
        vec_push(a, &c->coef, 0);
        vec_push(a, &c->size, 0);
        at = (uint32_t)c->atom.n;
        map_set(&c->at, a, atom, at);
    }
    c->coef.v[at - 1] += x;
    c->size.v[at - 1] += fabs(x);
}

static void put_off(Combination *c, Expr e, double factor)
{
    vec_push(c->w->a, &c->todo, e);
    vec_push(c->w->a, &c->factor, factor);
}

/* A factor with a value that is known, beside what varies. */
static bool is_number(Combination *c, Expr e, double *x)
{
    Dae *d = c->w->d;
    *x = is_parametric(d, e) ? expr_value(d->store, e, dae_parameter_values(d), NAN) : NAN;
    if (isfinite(*x) && !expr_is_number(d->store, e))
        vec_push(c->w->a, &c->w->by, e);
    return isfinite(*x);
}

/* Numbers come to the factor; a single sum is multiplied out. */
static void add_product(Combination *c, Expr e, double factor)
{
    Dae *d = c->w->d;
    ExprStore *s = d->store;
    Expr rest = expr_real(s, 1), sum = 0;
    int nsums = 0;
    for (uint32_t i = 0; i < expr_node(s, e)->nargs; i++) {
        Expr arg = expr_arg(s, e, i);
        double x;
        bool last = expr_op(s, e) == EX_DIV && i;
        if (is_number(c, arg, &x) && !(last && x == 0)) {
            factor = last ? factor / x : factor * x;
        } else if (last) {
            rest = expr_div(s, rest, arg);
        } else {
            bool is_sum = expr_op(s, arg) == EX_ADD && !nsums++;
            sum = is_sum ? arg : sum;
            rest = is_sum ? rest : expr_mul2(s, rest, arg);
        }
    }
    bool many = c->atom.n + c->todo.n > c->most;
    if (many && sum)
        rest = expr_mul2(s, rest, sum);
    if (many || !sum) {
        add_atom(c, rest, factor);
        return;
    }
    for (uint32_t i = 0; i < expr_node(s, sum)->nargs; i++)
        put_off(c, expr_mul2(s, rest, expr_arg(s, sum, i)), factor);
}

/* Adds factor*e. What contains no unknown stays as it is written. */
static void add_share(Combination *c, Expr share, double share_factor)
{
    Dae *d = c->w->d;
    ExprStore *s = d->store;
    put_off(c, share, share_factor);
    while (c->todo.n) {
        Expr e = vec_pop(&c->todo);
        double factor = vec_pop(&c->factor);
        ExprOp op = expr_op(s, e);
        if (op == EX_ADD)
            for (uint32_t i = 0; i < expr_node(s, e)->nargs; i++)
                put_off(c, expr_arg(s, e, i), factor);
        else if (op == EX_NEG)
            put_off(c, expr_arg(s, e, 0), -factor);
        else if (expr_is_number(s, e))
            add_atom(c, expr_real(s, 1), factor * expr_number(s, e));
        else if ((op == EX_MUL || op == EX_DIV) && dae_any_var(d, e, is_continuous, d))
            add_product(c, e, factor);
        else
            add_atom(c, e, factor);
    }
}

/* ---- Rows ---- */

/* Whether all its coefficients in the component may be known. */
static bool is_linear(const Hidden *w, int r)
{
    const Problem *p = w->p;
    for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
        if (p->local[p->p.col[e]] >= 0 && !(KIND_BIT(p->p.kind[e]) & MASK_PARAM))
            return false;
    return true;
}

/* The unknowns of the component in a row and their coefficients; -1: not known. */
static int read_linear(Hidden *w, const Row *row, RealEntry *term)
{
    Dae *d = w->d;
    LinearForm f = equation_linear(d->store, w->a, row->lhs, row->rhs, is_of_component, w);
    const double *value = dae_parameter_values(d);
    int n = 0;
    if (f.nnon || f.n > MOST_TERMS)
        return -1;
    for (int i = 0; i < f.n; i++) {
        double x = expr_value_known(d->store, f.coef[i], value);
        if (!isfinite(x))
            return -1;
        if (x != 0)
            term[n++] = (RealEntry){w->p->local[problem_col(w->p, f.var[i])], x};
    }
    return n;
}

static int column_of(Hidden *w, Expr atom)
{
    ExprStore *s = w->d->store;
    if (expr_op(s, atom) == EX_VAR)
        return w->p->local[problem_col(w->p, (uint32_t)expr_node(s, atom)->payload)];
    int col = (int)map_get(&w->column, atom, 0);
    if (!col) {
        col = w->ncolumns++;
        map_set(&w->column, w->a, atom, (uint32_t)col);
    }
    return col;
}

/* The same of any row, multiplied out. */
static int read_any(Hidden *w, const Row *row, RealEntry *term)
{
    Combination c = {.w = w, .most = MOST_READ};
    int by = w->by.n, n = 0;
    add_share(&c, row->lhs, 1);
    add_share(&c, row->rhs, -1);
    w->by.n = by;
    for (int i = 0; i < c.atom.n; i++) {
        if (fabs(c.coef.v[i]) <= NOISE * c.size.v[i] ||
            !dae_any_var(w->d, c.atom.v[i], is_of_component, w))
            continue;
        if (n == MOST_TERMS)
            return -1;
        term[n++] = (RealEntry){column_of(w, c.atom.v[i]), c.coef.v[i]};
    }
    return n;
}

static void read_rows(Hidden *w)
{
    RealEntry term[MOST_TERMS];
    w->terms.n = 0;
    w->ncolumns = w->n;
    w->column = (Map){0};
    for (int i = 0; i < w->n; i++) {
        const Row *row = &w->p->row.v[w->row[i]];
        if (row->kind != ROW_EQUATION || w->d->eq.v[row->eq].discrete)
            continue;
        int n = is_linear(w, w->row[i]) ? read_linear(w, row, term) : read_any(w, row, term);
        if (n <= 0)
            continue;
        Terms t = {row->eq, n, ARENA_ARRAY(w->a, RealEntry, n + 1)};
        memcpy(t.term, term, (size_t)n * sizeof *term);
        vec_push(w->a, &w->terms, t);
    }
}

/* What is large in its row. */
static int rate(void *arg, int row, const void *entry)
{
    const Hidden *w = arg;
    const RealEntry *x = entry, *term = echelon_row(&w->e, row);
    double most = 0;
    for (int i = 0; i < w->e.row[row].n; i++)
        if (term[i].col < w->e.ninside)
            most = fmax(most, fabs(term[i].x));
    return fabs(x->x) >= 0.1 * most;
}

/* ---- Components ---- */

/* Entries of the component in a row that is open. */
static int count_inside(const Hidden *w, int row)
{
    const RealEntry *term = echelon_row(&w->e, row);
    int n = 0;
    for (int i = 0; i < w->e.row[row].n; i++)
        n += term[i].col < w->e.ninside;
    return n;
}

/* Eliminates the component at hand; the first row of which nothing is left, -1: none. */
static int eliminate(Hidden *w, bool track)
{
    int found = -1, n = w->terms.n, inside = w->ncolumns;
    KRON_MEMORY(echelon_open(&w->e, &real_coefficients, w, track ? inside + n : inside, inside));
    w->e.most = MOST_TERMS;
    for (int i = 0; i < n; i++) {
        Terms *t = &w->terms.v[i];
        t->term[t->n] = (RealEntry){inside + i, 1};
        KRON_MEMORY(echelon_add(&w->e, t->term, track ? t->n + 1 : t->n) >= 0);
    }
    echelon_by_rows(&w->e, rate);
    KRON_MEMORY(!w->e.failed);
    for (int r = 0; r < n && found < 0; r++)
        if (echelon_is_open(&w->e, r) && !count_inside(w, r))
            found = r;
    return found;
}

/* ---- What was found ---- */

/* One equation of a combination. */
typedef struct Share {
    int eq;
    double factor;
} Share;

static double rounded(double x)
{
    return fabs(x - round(x)) < 1e-12 * fabs(x) ? round(x) : x;
}

static int source_of(const Dae *d, int eq, int times)
{
    for (int i = 0; i < times; i++)
        eq = (int)d->eq.v[eq].source;
    return eq;
}

/* What the combination is, `lower` orders below; 0: something of the component is left. */
static Expr combined(Hidden *w, const Share *share, int n, int lower)
{
    Dae *d = w->d;
    Combination c = {.w = w, .most = MOST_ATOMS};
    for (int i = 0; i < n; i++) {
        const DaeEq *eq = &d->eq.v[source_of(d, share[i].eq, lower)];
        add_share(&c, eq->lhs, share[i].factor);
        add_share(&c, eq->rhs, -share[i].factor);
    }
    Expr sum = expr_real(d->store, 0);
    for (int i = 0; i < c.atom.n; i++) {
        if (fabs(c.coef.v[i]) <= NOISE * c.size.v[i])
            continue;
        Expr x = expr_real(d->store, rounded(c.coef.v[i]));
        sum = expr_add2(d->store, sum, expr_mul2(d->store, x, c.atom.v[i]));
    }
    w->lower = lower;
    if (dae_any_var(d, sum, is_of_component, w))
        sum = 0;
    w->lower = 0;
    return sum;
}

/* The combination in place of the equation it lowers most, and in place of those it is the
 * derivative of. */
static bool replace(Hidden *w, const Share *share, int n)
{
    Dae *d = w->d;
    int least = 0;
    for (int i = 1; i < n; i++)
        if (d->eq.v[share[i].eq].ndiff < d->eq.v[share[least].eq].ndiff)
            least = i;
    int order = d->eq.v[share[least].eq].ndiff;
    Expr *sum = ARENA_ARRAY(w->a, Expr, order + 1);
    for (int k = 0; k <= order; k++) {
        sum[k] = combined(w, share, n, k);
        if (!sum[k] || !dae_any_var(d, sum[k], is_continuous, d))
            return false;
    }
    for (int k = 0; k <= order; k++) {
        int eq = source_of(d, share[least].eq, k);
        DaeEq *at = &d->eq.v[eq];
        vec_push(w->a, &w->old, ((Old){eq, at->lhs, at->rhs, at->written_lhs, at->written_rhs}));
        change_sides(at, sum[k], expr_real(d->store, 0));
    }
    return true;
}

static void use_row(Hidden *w, int row)
{
    int n = w->e.row[row].n;
    const RealEntry *made_of = echelon_sorted(&w->e, row);
    Share *share = ARENA_ARRAY(w->a, Share, n);
    for (int i = 0; i < n; i++)
        share[i] = (Share){w->terms.v[made_of[i].col - w->e.ninside].eq, rounded(made_of[i].x)};
    replace(w, share, n);
}

static void search_component(Hidden *w)
{
    Problem *p = w->p;
    for (int i = 0; i < w->n; i++)
        p->local[p->row_col[w->row[i]]] = i;
    read_rows(w);
    if (w->terms.n > 1) {
        int found = eliminate(w, false);
        echelon_close(&w->e);
        if (found >= 0) {
            found = eliminate(w, true);
            if (found >= 0)
                use_row(w, found);
            echelon_close(&w->e);
        }
    }
    for (int i = 0; i < w->n; i++)
        p->local[p->row_col[w->row[i]]] = LOCAL_NONE;
}

/* Whether what was put in is of use: the structure is still that of a regular model. */
static bool is_regular(Dae *d)
{
    problems_close(d);
    Problem *p = problem_matched(d);
    return problem_is_matched(p) || is_high_index(p);
}

bool index_hidden(Dae *d)
{
    Problem *p = problem_matched(d);
    Hidden w = {.step.noise = NOISE, .p = p, .d = d, .a = arena_new()};
    problem_sort(p);
    for (int i = 0; i < p->ncomponents; i++) {
        w.row = p->order + p->border[i];
        w.n = p->border[i + 1] - p->border[i];
        if (w.n > 1)
            search_component(&w);
    }
    bool changed = w.old.n;
    if (changed && !is_regular(d)) {
        for (int i = w.old.n - 1; i >= 0; i--) {
            const Old *old = &w.old.v[i];
            DaeEq *eq = &d->eq.v[old->eq];
            eq->lhs = old->lhs;
            eq->rhs = old->rhs;
            eq->written_lhs = old->written_lhs;
            eq->written_rhs = old->written_rhs;
        }
        problems_close(d);
        changed = false;
    }
    for (int i = 0; i < w.by.n && changed; i++)
        dae_decide_by(d, w.by.v[i]);
    arena_free(w.a);
    return changed;
}
