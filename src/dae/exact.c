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
 * The shortest row is taken first, and in it the variable that occurs least; a row that grows
 * beyond MOST_TERMS, or a coefficient beyond MOST_COEF, is left out of the search. O(n *
 * MOST_TERMS^2) at worst, near-linear in practice. */
#include "dae/diagnose_internal.h"
#include "dae/structure_internal.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TERMS = 40, MOST_NODES = 30, NO_ROW = -1 };
#define MOST_COEF ((int64_t)1 << 30)

/* coef times a product of powers of parameters. */
typedef struct Term {
    uint32_t var;
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

typedef struct IntRow {
    int eq;
    int n;
    Term *term;        /* [n] by ascending variable */
    Expr rest;         /* sum of the terms + rest = 0 */
    bool changed, out; /* out: it has a pivot, or was given up */
    bool scaling;      /* has parameters in its coefficients */
    bool by_value;     /* products were equal only with the values of the parameters */
    bool residual;     /* of a pair given in the model (given.c): what is left should be this one */
} IntRow;

typedef struct Exact {
    Dae *d;
    ExprStore *s;
    Arena *a;
    VEC(IntRow) row;
    int *first; /* rows of a variable: incidence + 1 */
    VEC(int) inc_row, inc_next;
    int *count;                 /* rows of a variable, some of them gone */
    VEC(int) queue, queue_next; /* rows by length, some of them changed since */
    int bucket[MOST_TERMS + 1]; /* first of a length in the queue + 1 */
    bool derivatives;           /* second tier: derivatives are eliminated */
    bool scalings;              /* third and fourth tier: also by rows with parameters */
    VEC(Product) product;       /* the first is 1 */
    Map product_at;             /* hash -> number + 1 */
    Problem given;              /* for the pairs given in the model */
} Exact;

/* ---- Reading ---- */

static bool is_continuous(void *arg, uint32_t var)
{
    const DaeVar *v = &((Exact *)arg)->d->var.v[var];
    return v->alias == NO_ALIAS && v->kind >= DV_STATE && v->kind <= DV_ALGEBRAIC &&
           !is_mode_var(v);
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

static void note_occurrence(Exact *w, uint32_t var, int r)
{
    vec_push(w->a, &w->inc_row, r);
    vec_push(w->a, &w->inc_next, w->first[var]);
    w->first[var] = w->inc_row.n;
    w->count[var]++;
}

static void read_equation(Exact *w, int k)
{
    const DaeEq *eq = &w->d->eq.v[k];
    if (eq->kind != EQ_SCALAR || eq->initial || eq->removed || eq->discrete ||
        expr_type(w->s, eq->lhs) != T_REAL || expr_type(w->s, eq->rhs) != T_REAL)
        return;
    LinearForm f = expr_linear(w->s, w->a, expr_sub(w->s, eq->lhs, eq->rhs), is_continuous, w);
    if (f.nnon || f.n == 0 || f.n > MOST_TERMS)
        return;
    int pair;
    IntRow row = {.eq = k, .n = f.n, .rest = f.rest};
    row.residual = given_residual(&w->given, k, &pair) != NO_ALIAS;
    row.term = ARENA_ARRAY(w->a, Term, f.n);
    for (int i = 0; i < f.n; i++) {
        row.term[i] = (Term){.var = f.var[i], .coef = 1};
        if (expr_node(w->s, f.coef[i])->size > MOST_NODES ||
            !read_coefficient(w, f.coef[i], 1, &row.term[i]) || !row.term[i].coef)
            return;
        row.scaling = row.scaling || row.term[i].product;
    }
    if (row.scaling && f.n != 2)
        return;
    for (int i = 0; i < f.n; i++)
        note_occurrence(w, f.var[i], w->row.n);
    vec_push(w->a, &w->row, row);
}

/* ---- Combination of rows ---- */

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return llabs(a);
}

static const Term *term_of(const IntRow *row, uint32_t var)
{
    int lo = 0, hi = row->n - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (row->term[mid].var == var)
            return &row->term[mid];
        if (row->term[mid].var < var)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return NULL;
}

/* p*a - q*b, the latter times a product, merged; the number of terms, or -1 if it grows too long or
 * too large, or different products meet. */
static int merge_terms(Exact *w, const IntRow *a, int64_t p, const IntRow *b, int64_t q,
                       uint32_t product, Term *out, bool *by_value)
{
    int n = 0;
    for (int i = 0, j = 0; i < a->n || j < b->n;) {
        bool left = j >= b->n || (i < a->n && a->term[i].var <= b->term[j].var);
        bool right = i >= a->n || (j < b->n && b->term[j].var <= a->term[i].var);
        Term t = left ? a->term[i] : b->term[j];
        uint32_t other = right ? product_times(w, b->term[j].product, product, 1) : t.product;
        if (left && !equal_products(w, t.product, other, by_value))
            return -1;
        t.product = left ? t.product : other;
        t.coef = (left ? p * a->term[i].coef : 0) - (right ? q * b->term[j].coef : 0);
        i += left;
        j += right;
        if (!t.coef)
            continue;
        if (n == MOST_TERMS || llabs(t.coef) > MOST_COEF)
            return -1;
        out[n++] = t;
    }
    return n;
}

static Expr scaled(Exact *w, Expr e, int64_t factor)
{
    return expr_mul2(w->s, expr_real(w->s, (double)factor), e);
}

static void queue_row(Exact *w, int r)
{
    int n = w->row.v[r].n;
    vec_push(w->a, &w->queue, r);
    vec_push(w->a, &w->queue_next, w->bucket[n]);
    w->bucket[n] = w->queue.n;
}

/* Eliminates var from row i by the pivot row r. */
static void eliminate_from(Exact *w, int i, int r, uint32_t var)
{
    IntRow *a = &w->row.v[i];
    const IntRow *b = &w->row.v[r];
    Term out[MOST_TERMS];
    const Term by = *term_of(b, var), from = *term_of(a, var);
    int64_t common = gcd(by.coef, from.coef), p = by.coef / common, q = from.coef / common;
    uint32_t product = product_times(w, from.product, by.product, -1);
    bool by_value = a->by_value || b->by_value;
    int n = merge_terms(w, a, p, b, q, product, out, &by_value);
    if (n < 0) {
        a->out = true;
        return;
    }
    int64_t divisor = n ? llabs(out[0].coef) : 1;
    for (int k = 1; k < n; k++)
        divisor = gcd(divisor, out[k].coef);
    for (int k = 0; k < n; k++) {
        out[k].coef /= divisor;
        if (!term_of(a, out[k].var))
            note_occurrence(w, out[k].var, i);
    }
    Expr times = expr_mul2(w->s, product_expr(w, product), b->rest);
    Expr rest = expr_sub(w->s, scaled(w, a->rest, p), scaled(w, times, q));
    a->rest = divisor == 1 ? rest : expr_div(w->s, rest, expr_real(w->s, (double)divisor));
    a->term = arena_copy(w->a, out, (size_t)n * sizeof *out);
    a->n = n;
    a->changed = true;
    a->by_value = by_value;
    queue_row(w, i);
}

/* ---- Elimination ---- */

static bool may_eliminate(const Exact *w, uint32_t var)
{
    DaeVarKind kind = (DaeVarKind)w->d->var.v[var].kind;
    return kind == DV_ALGEBRAIC || (w->derivatives && kind == DV_DERIVATIVE);
}

/* The variable of a row to eliminate: +-1 before others, then the least frequent. */
static int pivot_term(const Exact *w, const IntRow *row)
{
    int best = -1;
    for (int i = 0; i < row->n; i++) {
        const Term *t = &row->term[i];
        if (!may_eliminate(w, t->var))
            continue;
        const Term *u = best < 0 ? NULL : &row->term[best];
        bool one = llabs(t->coef) == 1, other = u && llabs(u->coef) == 1;
        if (!u || (one && !other) || (one == other && w->count[t->var] < w->count[u->var]))
            best = i;
    }
    return best;
}

static void use_pivot(Exact *w, int r, uint32_t var)
{
    w->row.v[r].out = true;
    for (int e = w->first[var]; e; e = w->inc_next.v[e - 1]) {
        int i = w->inc_row.v[e - 1];
        if (i != r && !w->row.v[i].out && term_of(&w->row.v[i], var))
            eliminate_from(w, i, r, var);
    }
}

static int shortest_row(Exact *w, bool residuals)
{
    for (int n = 0; n <= MOST_TERMS; n++)
        while (w->bucket[n]) {
            int r = w->queue.v[w->bucket[n] - 1];
            w->bucket[n] = w->queue_next.v[w->bucket[n] - 1];
            const IntRow *row = &w->row.v[r];
            if (!row->out && row->n == n && (residuals || !row->residual))
                return r;
        }
    return NO_ROW;
}

static void eliminate_tier(Exact *w, int tier, bool residuals)
{
    w->derivatives = tier % 2;
    w->scalings = tier >= 2;
    for (int n = 0; n <= MOST_TERMS; n++)
        w->bucket[n] = 0;
    for (int r = w->row.n - 1; r >= 0; r--)
        if (!w->row.v[r].out)
            queue_row(w, r);
    for (int r = shortest_row(w, residuals); r != NO_ROW; r = shortest_row(w, residuals)) {
        int k = w->row.v[r].scaling && !w->scalings ? -1 : pivot_term(w, &w->row.v[r]);
        if (k >= 0)
            use_pivot(w, r, w->row.v[r].term[k].var);
    }
}

/* Residuals of given pairs come last. */
static void eliminate_all(Exact *w)
{
    for (int tier = 0; tier < 4 && w->d->hint.n; tier++)
        eliminate_tier(w, tier, false);
    for (int tier = 0; tier < 4; tier++)
        eliminate_tier(w, tier, true);
}

/* ---- What was found ---- */

static Expr row_sum(Exact *w, const IntRow *row)
{
    Expr sum = expr_real(w->s, 0);
    for (int i = 0; i < row->n; i++)
        sum = expr_add2(w->s, sum,
                        scaled(w,
                               expr_mul2(w->s, product_expr(w, row->term[i].product),
                                         expr_var(w->s, T_REAL, row->term[i].var)),
                               row->term[i].coef));
    return sum;
}

static void report_contradiction(Exact *w, const IntRow *row)
{
    Dae *d = w->d;
    Buf text = {0};
    dae_print_written(d, row->eq, &text);
    diag_error(d->ctx->diags, users_place_of_eq(d, row->eq),
               "the equation `%s` contradicts others: together they say 0 = %g", buf_text(&text),
               fabs(expr_number(w->s, row->rest)));
    buf_free(&text);
    explain_by_aliases(d, row->eq);
}

/* A row without terms stays as an equation that determines nothing, for the message. */
static void use_row(Exact *w, const IntRow *row)
{
    DaeEq *eq = &w->d->eq.v[row->eq];
    if (!row->n && expr_is_number(w->s, row->rest) && fabs(expr_number(w->s, row->rest)) > 1e-12) {
        report_contradiction(w, row);
        return;
    }
    if (!eq->written_lhs) {
        eq->written_lhs = eq->lhs;
        eq->written_rhs = eq->rhs;
    }
    eq->lhs = row_sum(w, row);
    eq->rhs = expr_neg(w->s, row->rest);
}

/* If the structure alone shows what is wrong it is the better explanation. */
static bool is_wrong_by_structure(Exact *w)
{
    Problem p;
    problem_of_simulation(&p, w->d, w->a);
    int matched = problem_match(&p, p.row.n);
    return (matched < p.row.n || matched < p.col.n) && !is_high_index(&p);
}

/* True if the model was changed. */
static bool find_hidden(Exact *w)
{
    Dae *d = w->d;
    w->first = ARENA_ARRAY(w->a, int, d->var.n + 1);
    w->count = ARENA_ARRAY(w->a, int, d->var.n + 1);
    w->given.d = d;
    w->given.a = w->a;
    product_number(w, &(Power){0}, 0); /* the first is 1 */
    for (int k = 0; k < d->eq.n; k++)
        read_equation(w, k);
    eliminate_all(w);
    int changed = 0, empty = 0;
    for (int r = 0; r < w->row.n; r++) {
        IntRow *row = &w->row.v[r];
        row->out = row->out || !row->changed || (!row->n && row->by_value);
        changed += !row->out;
        empty += !row->out && !row->n;
    }
    if (!changed || (empty && is_wrong_by_structure(w)))
        return false;
    for (int r = 0; r < w->row.n; r++)
        if (!w->row.v[r].out)
            use_row(w, &w->row.v[r]);
    return true;
}

bool dae_exact(Dae *d)
{
    int errors = diags_errors(d->ctx->diags);
    Exact w = {.d = d, .s = d->store, .a = arena_new()};
    bool changed = find_hidden(&w);
    arena_free(w.a);
    return diags_errors(d->ctx->diags) == errors && (!changed || dae_alias(d));
}
