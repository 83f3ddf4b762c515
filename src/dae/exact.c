/* exact.c - hidden constraints and redundant equations, by exact elimination.
 *
 * Equations that are sums of variables with integer coefficients (connections, two-pin elements,
 * kinematics) are brought to echelon form in integers. Algebraic variables are eliminated first,
 * then derivatives; what is left over of a row says something that the structure alone does not
 * show: nothing        the equation follows from others (a circuit without ground), only states a
 * constraint between states (a loop of capacitors, inductors in a cut set). Only such rows are
 * changed in the model; the others stay as they were written.
 *
 * The shortest row is taken first, and in it the variable that occurs least; a row that grows
 * beyond MOST_TERMS, or a coefficient beyond MOST_COEF, is left out of the search. O(n *
 * MOST_TERMS^2) at worst, near-linear in practice. */
#include "dae/diagnose_internal.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TERMS = 40, NO_ROW = -1 };
#define MOST_COEF ((int64_t)1 << 30)

typedef struct Term {
    uint32_t var;
    int64_t coef;
} Term;

typedef struct IntRow {
    int eq;
    int n;
    Term *term;        /* [n] by ascending variable */
    Expr rest;         /* sum of the terms + rest = 0 */
    bool changed, out; /* out: it has a pivot, or was given up */
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
} Exact;

/* ---- Reading ---- */

static bool is_continuous(void *arg, uint32_t var)
{
    const DaeVar *v = &((Exact *)arg)->d->var.v[var];
    return v->alias == NO_ALIAS && v->kind >= DV_STATE && v->kind <= DV_ALGEBRAIC &&
           !is_mode_var(v);
}

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
    IntRow row = {.eq = k, .n = f.n, .rest = f.rest};
    row.term = ARENA_ARRAY(w->a, Term, f.n);
    for (int i = 0; i < f.n; i++) {
        double x = expr_is_number(w->s, f.coef[i]) ? expr_number(w->s, f.coef[i]) : 0.5;
        if (x != floor(x) || fabs(x) > 1000)
            return;
        row.term[i] = (Term){f.var[i], (int64_t)x};
    }
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

static int64_t coef_of(const IntRow *row, uint32_t var)
{
    int lo = 0, hi = row->n - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (row->term[mid].var == var)
            return row->term[mid].coef;
        if (row->term[mid].var < var)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return 0;
}

/* p*a - q*b, merged; the number of terms, or -1 if it grows too long or too large. */
static int merge_terms(const IntRow *a, int64_t p, const IntRow *b, int64_t q, Term *out)
{
    int n = 0;
    for (int i = 0, j = 0; i < a->n || j < b->n;) {
        Term t = {0};
        bool left = j >= b->n || (i < a->n && a->term[i].var <= b->term[j].var);
        bool right = i >= a->n || (j < b->n && b->term[j].var <= a->term[i].var);
        t.var = left ? a->term[i].var : b->term[j].var;
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
    int64_t p = coef_of(b, var), q = coef_of(a, var), common = gcd(p, q);
    p /= common;
    q /= common;
    int n = merge_terms(a, p, b, q, out);
    if (n < 0) {
        a->out = true;
        return;
    }
    int64_t divisor = n ? llabs(out[0].coef) : 1;
    for (int k = 1; k < n; k++)
        divisor = gcd(divisor, out[k].coef);
    for (int k = 0; k < n; k++) {
        out[k].coef /= divisor;
        if (!coef_of(a, out[k].var))
            note_occurrence(w, out[k].var, i);
    }
    Expr rest = expr_sub(w->s, scaled(w, a->rest, p), scaled(w, b->rest, q));
    a->rest = divisor == 1 ? rest : expr_div(w->s, rest, expr_real(w->s, (double)divisor));
    a->term = arena_copy(w->a, out, (size_t)n * sizeof *out);
    a->n = n;
    a->changed = true;
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
        if (i != r && !w->row.v[i].out && coef_of(&w->row.v[i], var))
            eliminate_from(w, i, r, var);
    }
}

static int shortest_row(Exact *w)
{
    for (int n = 0; n <= MOST_TERMS; n++)
        while (w->bucket[n]) {
            int r = w->queue.v[w->bucket[n] - 1];
            w->bucket[n] = w->queue_next.v[w->bucket[n] - 1];
            if (!w->row.v[r].out && w->row.v[r].n == n)
                return r;
        }
    return NO_ROW;
}

static void eliminate_tier(Exact *w, bool derivatives)
{
    w->derivatives = derivatives;
    for (int n = 0; n <= MOST_TERMS; n++)
        w->bucket[n] = 0;
    for (int r = w->row.n - 1; r >= 0; r--)
        if (!w->row.v[r].out)
            queue_row(w, r);
    for (int r = shortest_row(w); r != NO_ROW; r = shortest_row(w)) {
        int k = pivot_term(w, &w->row.v[r]);
        if (k >= 0)
            use_pivot(w, r, w->row.v[r].term[k].var);
    }
}

/* ---- What was found ---- */

static Expr row_sum(Exact *w, const IntRow *row)
{
    Expr sum = expr_real(w->s, 0);
    for (int i = 0; i < row->n; i++)
        sum = expr_add2(w->s, sum,
                        scaled(w, expr_var(w->s, T_REAL, row->term[i].var), row->term[i].coef));
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
    for (int k = 0; k < d->eq.n; k++)
        read_equation(w, k);
    eliminate_tier(w, false);
    eliminate_tier(w, true);
    int changed = 0, empty = 0;
    for (int r = 0; r < w->row.n; r++) {
        IntRow *row = &w->row.v[r];
        row->out = row->out || !row->changed;
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
