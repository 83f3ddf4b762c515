/* exact.c - hidden constraints and redundant equations, by exact elimination.
 *
 * Equations that are sums of variables with integer coefficients (connections, two-pin elements,
 * kinematics) are brought to echelon form in integers. Algebraic variables are eliminated first,
 * then derivatives; what is left over of a row says something that the structure alone does not
 * show: nothing        the equation follows from others (a circuit without ground), only states a
 * constraint between states (a loop of capacitors, inductors in a cut set). Only such rows are
 * changed in the model; the others stay as they were written.
 *
 * Equations of two variables with products of parameters as coefficients (a ratio of turns, of
 * radii) are used after those; a row in which different products would have to be added is left out
 * of the search, unless they are equal with the values that the parameters have.
 *
 * The shortest row is taken first, and in it the variable that occurs least (eliminate.h); a row
 * that grows beyond MOST_TERMS, or a coefficient beyond MOST_COEF, is left out of the search. O(n *
 * MOST_TERMS^2) at worst, near-linear in practice. */
#include "base/die.h"
#include "dae/diagnose.h"
#include "graph/eliminate.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TERMS = 40, MOST_NODES = 30 };
#define MOST_COEF ((int64_t)1 << 30)

/* An entry of a row (eliminate.h): coef times a product of powers of parameters. */
typedef struct Term {
    int var;
    uint32_t product; /* number; 0: 1 */
    int64_t coef;
} Term;

typedef struct Power {
    uint32_t var;
    int exponent;
} Power;

typedef struct Product {
    int n;
    Power *power; /* [n] by ascending variable */
    double value;
} Product;

/* What is known of a row beside its terms. */
typedef struct IntRow {
    int eq;
    Expr rest; /* sum of the terms + rest = 0 */
    bool changed;
    bool scaling;  /* has parameters in its coefficients */
    bool by_value; /* products were equal only with the values of the parameters */
    bool residual; /* of a pair given in the model (given.c): what is left should be this one */
} IntRow;

typedef struct Exact {
    Dae *d;
    ExprStore *s;
    Arena *a;
    VEC(IntRow) row; /* of e */
    Echelon e;
    int64_t p, q; /* the step at hand: p*row - q*product*pivot's row */
    uint32_t by_product;
    bool by_value;
    bool derivatives;     /* second tier: derivatives are eliminated */
    bool scalings;        /* third and fourth tier: also by rows with parameters */
    bool residuals;       /* and by those of given pairs */
    VEC(Product) product; /* the first is 1 */
    Map product_at;       /* hash -> number + 1 */
    Problem given;        /* for the pairs given in the model */
} Exact;

/* ---- Reading ---- */

static bool is_continuous(void *arg, uint32_t var)
{
    const DaeVar *v = &((Exact *)arg)->d->var.v[var];
    return v->alias == NONE && v->kind >= DV_STATE && v->kind <= DV_ALGEBRAIC && !is_mode_var(v);
}

/* ---- Products of parameters ---- */

static bool same_product(const Product *a, const Product *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++)
        same = a->power[i].var == b->power[i].var && a->power[i].exponent == b->power[i].exponent;
    return same;
}

/* Its number. Products whose hashes are the same, which does not happen, are different. */
static uint32_t product_number(Exact *w, const Power *power, int n)
{
    uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < n; i++)
        hash =
            ((hash ^ power[i].var) * 1099511628211u ^ (uint64_t)power[i].exponent) * 1099511628211u;
    Product p = {n, arena_copy(w->a, power, (size_t)n * sizeof *power), 1};
    for (int i = 0; i < n; i++)
        p.value *= pow(dae_parameter_values(w->d)[power[i].var], power[i].exponent);
    uint32_t k = map_get(&w->product_at, hash | 1, 0);
    if (k && same_product(&w->product.v[k - 1], &p))
        return k - 1;
    vec_push(w->a, &w->product, p);
    map_set(&w->product_at, w->a, hash | 1, (uint32_t)w->product.n);
    return (uint32_t)w->product.n - 1;
}

/* Whether two products are the same, if only with the values that parameters have. */
static bool equal_products(const Exact *w, uint32_t x, uint32_t y, bool *by_value)
{
    if (x != y && w->product.v[x].value != w->product.v[y].value)
        return false;
    *by_value = *by_value || x != y;
    return true;
}

/* x * y^sign; sign is 1 or -1. */
static uint32_t product_times(Exact *w, uint32_t x, uint32_t y, int sign)
{
    if (!y)
        return x;
    const Product a = w->product.v[x], b = w->product.v[y];
    Power *out = ARENA_ARRAY(w->a, Power, a.n + b.n + 1);
    int n = 0;
    for (int i = 0, j = 0; i < a.n || j < b.n;) {
        bool left = j >= b.n || (i < a.n && a.power[i].var <= b.power[j].var);
        bool right = i >= a.n || (j < b.n && b.power[j].var <= a.power[i].var);
        Power p = {left ? a.power[i].var : b.power[j].var, left ? a.power[i].exponent : 0};
        p.exponent += right ? sign * b.power[j].exponent : 0;
        i += left;
        j += right;
        if (p.exponent)
            out[n++] = p;
    }
    return product_number(w, out, n);
}

static Expr product_expr(Exact *w, uint32_t number)
{
    Expr e = expr_real(w->s, 1);
    const Product p = w->product.v[number];
    for (int i = 0; i < p.n; i++) {
        const DaeVar *v = &w->d->var.v[p.power[i].var];
        Expr x = expr_var(w->s, v->type, p.power[i].var);
        e = expr_mul2(
            w->s, e,
            p.power[i].exponent == 1 ? x : expr_pow(w->s, x, expr_real(w->s, p.power[i].exponent)));
    }
    return e;
}

/* A coefficient as an integer times a product of parameters that are known not to be 0. */
static bool read_coefficient(Exact *w, Expr e, int sign, Term *t)
{
    const ExprNode *n = expr_node(w->s, e);
    if (expr_is_number(w->s, e)) {
        double x = expr_number(w->s, e);
        if (x != floor(x) || fabs(x) > 1000 || (sign < 0 && fabs(x) != 1))
            return false;
        t->coef *= (int64_t)x;
        return llabs(t->coef) <= 1000;
    }
    if (n->op == EX_VAR && n->type == T_REAL && w->d->var.v[n->payload].kind == DV_PARAMETER &&
        has_known_value(w->d, e) && dae_parameter_values(w->d)[n->payload] != 0) {
        Power p = {(uint32_t)n->payload, 1};
        t->product = product_times(w, t->product, product_number(w, &p, 1), sign);
        return true;
    }
    if (n->op == EX_NEG)
        t->coef = -t->coef;
    else if (n->op != EX_MUL && n->op != EX_DIV)
        return false;
    bool good = true;
    ExprOp op = (ExprOp)n->op;
    uint32_t nargs = n->nargs;
    for (uint32_t i = 0; i < nargs && good; i++)
        good = read_coefficient(w, expr_arg(w->s, e, i), op == EX_DIV && i ? -sign : sign, t);
    return good;
}

/* ---- Rows ---- */

static void read_equation(Exact *w, int k)
{
    const DaeEq *eq = &w->d->eq.v[k];
    if (eq->kind != EQ_SCALAR || eq->initial || eq->removed || eq->discrete ||
        expr_type(w->s, eq->lhs) != T_REAL || expr_type(w->s, eq->rhs) != T_REAL ||
        (w->d->late && has_late(w->d, eq)))
        return;
    LinearForm f = equation_linear(w->s, w->a, eq->lhs, eq->rhs, is_continuous, w);
    if (f.nnon || f.n == 0 || f.n > MOST_TERMS)
        return;
    int pair;
    Term term[MOST_TERMS];
    IntRow row = {.eq = k, .rest = f.rest};
    row.residual = given_residual(&w->given, k, &pair) != NONE;
    for (int i = 0; i < f.n; i++) {
        term[i] = (Term){.var = (int)f.var[i], .coef = 1};
        if (expr_node(w->s, f.coef[i])->size > MOST_NODES ||
            !read_coefficient(w, f.coef[i], 1, &term[i]) || !term[i].coef)
            return;
        row.scaling = row.scaling || term[i].product;
    }
    if (row.scaling && f.n != 2)
        return;
    KRON_MEMORY(echelon_add(&w->e, term, f.n) >= 0);
    vec_push(w->a, &w->row, row);
}

/* ---- Combination of rows ---- */

static Expr scaled(Exact *w, Expr e, int64_t factor)
{
    return factor == 1 ? e : expr_mul2(w->s, expr_real(w->s, (double)factor), e);
}

static int64_t greatest_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return llabs(a);
}

static int begin_step(void *arg, int row, int by, const void *from, const void *pivot)
{
    Exact *w = arg;
    const Term *x = from, *y = pivot;
    int64_t common = greatest_divisor(y->coef, x->coef);
    w->p = y->coef / common;
    w->q = x->coef / common;
    w->by_product = product_times(w, x->product, y->product, -1);
    w->by_value = w->row.v[row].by_value || w->row.v[by].by_value;
    return w->p != 1;
}

/* Given up if it grows too large, or different products meet. */
static int combine_terms(void *arg, const void *x, const void *y, void *out)
{
    Exact *w = arg;
    const Term *a = x, *b = y;
    uint32_t product = b ? product_times(w, b->product, w->by_product, 1) : a->product;
    if (a && !equal_products(w, a->product, product, &w->by_value))
        return GIVE_UP;
    int64_t coef = (a ? w->p * a->coef : 0) - (b ? w->q * b->coef : 0);
    *(Term *)out = (Term){.product = a ? a->product : product, .coef = coef};
    return llabs(coef) > MOST_COEF ? GIVE_UP : coef != 0;
}

static void end_step(void *arg, int row, int by, void *entry, int n)
{
    Exact *w = arg;
    IntRow *a = &w->row.v[row];
    Term *term = entry;
    int64_t divisor = n ? 0 : 1;
    for (int k = 0; k < n; k++)
        divisor = greatest_divisor(divisor, term[k].coef);
    for (int k = 0; k < n; k++)
        term[k].coef /= divisor;
    a->changed = true;
    a->by_value = w->by_value;
    Expr rest = a->rest, other = w->row.v[by].rest;
    if (w->by_product)
        other = expr_mul2(w->s, product_expr(w, w->by_product), other);
    rest = expr_sub(w->s, scaled(w, rest, w->p), scaled(w, other, w->q));
    a->rest = divisor == 1 ? rest : expr_div(w->s, rest, expr_real(w->s, (double)divisor));
}

static const Coefficients terms = {sizeof(Term), begin_step, combine_terms, end_step};

/* ---- Elimination ---- */

/* +-1 before others. */
static int rate_term(void *arg, int row, const void *entry)
{
    const Exact *w = arg;
    const Term *t = entry;
    const IntRow *r = &w->row.v[row];
    DaeVarKind kind = (DaeVarKind)w->d->var.v[t->var].kind;
    if ((r->scaling && !w->scalings) || (r->residual && !w->residuals) ||
        (kind != DV_ALGEBRAIC && !(w->derivatives && kind == DV_DERIVATIVE)))
        return 0;
    return llabs(t->coef) == 1 ? 2 : 1;
}

/* Residuals of given pairs come last. */
static void eliminate_all(Exact *w)
{
    for (int round = w->d->hint.n ? 0 : 1; round < 2; round++)
        for (int tier = 0; tier < 4; tier++) {
            w->residuals = round;
            w->derivatives = tier % 2;
            w->scalings = tier >= 2;
            echelon_by_rows(&w->e, rate_term);
        }
}

/* ---- What was found ---- */

static Expr row_sum(Exact *w, int r)
{
    Expr sum = expr_real(w->s, 0);
    const Term *t = echelon_row(&w->e, r);
    for (int i = 0; i < w->e.row[r].n; i++) {
        Expr x = expr_var(w->s, T_REAL, (uint32_t)t[i].var);
        x = expr_mul2(w->s, product_expr(w, t[i].product), x);
        sum = expr_add2(w->s, sum, scaled(w, x, t[i].coef));
    }
    return sum;
}

static void report_contradiction(Exact *w, const IntRow *row)
{
    Dae *d = w->d;
    diag_error(d->ctx->diags, users_place_of_eq(d, row->eq),
               "the equation `%s` contradicts others: together they say 0 = %g",
               dae_written_text(d, row->eq), fabs(expr_number(w->s, row->rest)));
    explain_by_aliases(d, row->eq);
}

/* A row without terms stays as an equation that determines nothing, for the message. */
static void use_row(Exact *w, int r)
{
    const IntRow *row = &w->row.v[r];
    if (!w->e.row[r].n && expr_is_number(w->s, row->rest) &&
        fabs(expr_number(w->s, row->rest)) > 1e-12) {
        report_contradiction(w, row);
        return;
    }
    change_sides(&w->d->eq.v[row->eq], row_sum(w, r), expr_neg(w->s, row->rest));
}

/* If the structure alone shows what is wrong it is the better explanation. */
static bool is_wrong_by_structure(Exact *w)
{
    Problem p;
    problem_of_simulation(&p, w->d, w->a);
    int matched = problem_match(&p, p.row.n);
    return (matched < p.row.n || matched < p.col.n) && !is_high_index(&p);
}

/* Whether the row follows from others in a model of a library: the currents in a ring of ideal
 * conductors, the potential of an island. In the user's own text that is a mistake, and an error;
 * libraries have such models, since tools take the least of the solutions: so do we, as the linear
 * equations are solved (rt/linear.c), with a warning. */
static bool is_accepted(const Exact *w, int r)
{
    const Dae *d = w->d;
    Expr rest = w->row.v[r].rest;
    return accepts_redundant(d) && !w->e.row[r].n && expr_is_number(w->s, rest) &&
           fabs(expr_number(w->s, rest)) <= 1e-12;
}

/* Whether something is left of a row that the model does not say as it is. */
static bool is_found(const Exact *w, int r)
{
    const IntRow *row = &w->row.v[r];
    return echelon_is_open(&w->e, r) && row->changed && (w->e.row[r].n || !row->by_value) &&
           !is_accepted(w, r);
}

static void warn_accepted(Exact *w)
{
    for (int r = 0; r < w->row.n; r++)
        if (echelon_is_open(&w->e, r) && w->row.v[r].changed && is_accepted(w, r))
            diag_warning(w->d->ctx->diags, users_place_of_eq(w->d, w->row.v[r].eq),
                         "the equation `%s` follows from others, so something is not determined; "
                         "the solution nearest to the start values is taken",
                         dae_written_text(w->d, w->row.v[r].eq));
}

/* True if the model was changed. */
static bool find_hidden(Exact *w)
{
    Dae *d = w->d;
    KRON_MEMORY(echelon_open(&w->e, &terms, w, d->var.n, d->var.n));
    w->e.most = MOST_TERMS;
    w->given.d = d;
    w->given.a = w->a;
    product_number(w, &(Power){0}, 0); /* the first is 1 */
    for (int k = 0; k < d->eq.n; k++)
        read_equation(w, k);
    eliminate_all(w);
    KRON_MEMORY(!w->e.failed);
    int changed = 0, empty = 0;
    for (int r = 0; r < w->row.n; r++) {
        changed += is_found(w, r);
        empty += is_found(w, r) && !w->e.row[r].n;
    }
    if (empty && is_wrong_by_structure(w))
        return false;
    warn_accepted(w);
    if (!changed)
        return false;
    bool by_value = false;
    for (int r = 0; r < w->row.n; r++)
        if (is_found(w, r)) {
            by_value = by_value || w->row.v[r].by_value;
            use_row(w, r);
        }
    for (int i = 0; by_value && i < w->product.n; i++)
        dae_decide_by(d, product_expr(w, (uint32_t)i));
    return true;
}

bool dae_exact(Dae *d)
{
    int errors = diags_errors(d->ctx->diags);
    Exact w = {.d = d, .s = d->store, .a = arena_new()};
    bool changed = find_hidden(&w);
    echelon_close(&w.e);
    arena_free(w.a);
    bool good = diags_errors(d->ctx->diags) == errors && (!changed || d->policy || dae_alias(d));
    if (good && !d->policy) {
        warn_still(d);
        warn_unchanging(d);
    }
    return good;
}
