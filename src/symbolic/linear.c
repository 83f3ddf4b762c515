/* linear.c - linear forms. One sweep over the DAG, operands before users, gives every node
 * a list of (variable, coefficient) in the order of the variables, and a rest; what is not linear
 * is in the rest as it is. Sums collect the lists of their terms and sort once. O(nodes + total
 * length of the lists, times log for sums). */
#include "symbolic/calculus.h"
#include "symbolic/expr_internal.h"

#include <stdlib.h>

typedef struct Entry {
    uint32_t var, order; /* order: position in the sum, for a stable sort */
    Expr coef;
} Entry;

typedef struct Form {
    uint32_t at, n; /* entries [at, at + n) of the pool */
    Expr rest;
    bool depends;   /* an unknown occurs, linearly or not */
    bool nonlinear; /* the rest has unknowns */
} Form;

typedef struct Linear {
    ExprStore *s;
    IsUnknown *unknown; /* of variables, or NULL: `node` is the unknown */
    void *arg;
    Expr node;
    Memo *memo;
    Form *form; /* [memo->n] */
    Entry *pool;
    uint32_t n, cap;
    bool cancelled;
} Linear;

static void add_entry(Linear *l, uint32_t var, Expr coef)
{
    if (expr_is_number(l->s, coef) && expr_number(l->s, coef) == 0) {
        l->cancelled = true;
        return;
    }
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 64;
        l->pool = store_resize(l->pool, l->cap, sizeof *l->pool);
    }
    l->pool[l->n] = (Entry){var, l->n, coef};
    l->n++;
}

static const Form *form_of(const Linear *l, Expr e)
{
    return &l->form[memo_find(l->memo, e)];
}

static Form constant(Expr e)
{
    return (Form){.rest = e};
}

static Form nonlinear(Expr e)
{
    return (Form){.rest = e, .depends = true, .nonlinear = true};
}

static bool is_number_type(Type type)
{
    return type == T_REAL || type == T_INT;
}

/* ---- Rules ---- */

static Form unknown_form(Linear *l, Expr e, uint32_t var)
{
    Type type = expr_type(l->s, e);
    if (!is_number_type(type))
        return nonlinear(e);
    Form f = {.at = l->n, .n = 1, .rest = expr_literal(l->s, type, 0), .depends = true};
    add_entry(l, var, expr_literal(l->s, type, 1));
    return f;
}

static Form leaf_form(Linear *l, Expr e)
{
    const ExprNode *n = expr_node(l->s, e);
    if (!l->unknown)
        return e == l->node ? unknown_form(l, e, 0) : constant(e);
    if (n->op == EX_VAR && l->unknown(l->arg, (uint32_t)n->payload))
        return unknown_form(l, e, (uint32_t)n->payload);
    for (uint32_t i = 0, count = n->op == EX_ARRVAR ? leaf_vars(l->s, e) : 0; i < count; i++)
        if (l->unknown(l->arg, (uint32_t)n->payload + i))
            return nonlinear(e);
    return constant(e);
}

static int by_var(const void *a, const void *b)
{
    const Entry *x = a, *y = b;
    if (x->var != y->var)
        return x->var < y->var ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Merges the entries from `at` on: sorted, one for each variable. */
static void merge_entries(Linear *l, uint32_t at)
{
    uint32_t n = l->n - at, most = 1;
    bool sorted = true;
    for (uint32_t i = at + 1; i < l->n && sorted; i++)
        sorted = l->pool[i - 1].var < l->pool[i].var;
    if (sorted)
        return;
    Entry *entry = store_resize(NULL, n, sizeof *entry);
    memcpy(entry, l->pool + at, sizeof *entry * n);
    qsort(entry, n, sizeof *entry, by_var);
    l->n = at;
    Expr *coef = store_resize(NULL, n, sizeof *coef);
    for (uint32_t i = 0; i < n; i += most) {
        for (most = 0; i + most < n && entry[i + most].var == entry[i].var; most++)
            coef[most] = entry[i + most].coef;
        add_entry(l, entry[i].var, most == 1 ? coef[0] : expr_add(l->s, most, coef));
    }
    free(coef);
    free(entry);
}

static Form sum_form(Linear *l, Expr e)
{
    ExprStore *s = l->s;
    uint32_t n = expr_node(s, e)->nargs;
    Form sum = {.at = l->n, .depends = true};
    Expr *rest = store_resize(NULL, n, sizeof *rest);
    for (uint32_t i = 0; i < n; i++) {
        Form f = *form_of(l, expr_arg(s, e, i));
        rest[i] = f.rest;
        sum.nonlinear |= f.nonlinear;
        for (uint32_t k = 0; k < f.n; k++)
            add_entry(l, l->pool[f.at + k].var, l->pool[f.at + k].coef);
    }
    merge_entries(l, sum.at);
    sum.n = l->n - sum.at;
    sum.rest = expr_add(s, n, rest);
    free(rest);
    return sum;
}

/* (sum of coefficients and rest) * factor / divisor; either may be 0. */
static Form scaled_form(Linear *l, Form f, Expr factor, Expr divisor)
{
    ExprStore *s = l->s;
    Form g = {.at = l->n, .depends = true, .nonlinear = f.nonlinear};
    for (uint32_t k = 0; k <= f.n; k++) {
        Expr x = k < f.n ? l->pool[f.at + k].coef : f.rest;
        if (k == f.n && expr_is_zero(s, x)) {
            g.rest = divisor ? expr_to_real(s, x) : x;
            break;
        }
        x = factor ? expr_mul2(s, factor, x) : x;
        x = divisor ? expr_div(s, x, divisor) : x;
        if (k < f.n)
            add_entry(l, l->pool[f.at + k].var, x);
        else
            g.rest = x;
    }
    g.n = l->n - g.at;
    return g;
}

static Form product_form(Linear *l, Expr e)
{
    ExprStore *s = l->s;
    uint32_t n = expr_node(s, e)->nargs, depending = 0, which = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!form_of(l, expr_arg(s, e, i))->depends)
            continue;
        depending++;
        which = i;
    }
    Form f = *form_of(l, expr_arg(s, e, which));
    if (depending != 1 || !f.n)
        return nonlinear(e);
    Expr *others = store_resize(NULL, n, sizeof *others);
    for (uint32_t i = 0, k = 0; i < n; i++)
        if (i != which)
            others[k++] = expr_arg(s, e, i);
    Expr factor = expr_mul(s, n - 1, others);
    free(others);
    return scaled_form(l, f, factor, 0);
}

static Form if_form(Linear *l, Expr e)
{
    ExprStore *s = l->s;
    Expr c = expr_arg(s, e, 0);
    if (form_of(l, c)->depends || !is_number_type(expr_type(s, e)))
        return nonlinear(e);
    Form a = *form_of(l, expr_arg(s, e, 1)), b = *form_of(l, expr_arg(s, e, 2));
    Form f = {.at = l->n, .depends = true, .nonlinear = a.nonlinear || b.nonlinear};
    Expr zero = expr_literal(s, expr_type(s, e), 0);
    for (uint32_t i = 0, j = 0; i < a.n || j < b.n;) {
        Entry none = {.var = UINT32_MAX, .coef = zero};
        Entry x = i < a.n ? l->pool[a.at + i] : none, y = j < b.n ? l->pool[b.at + j] : none;
        uint32_t var = x.var < y.var ? x.var : y.var;
        Expr then = i < a.n && x.var == var ? x.coef : zero;
        Expr otherwise = j < b.n && y.var == var ? y.coef : zero;
        i += i < a.n && x.var == var;
        j += j < b.n && y.var == var;
        add_entry(l, var, expr_if(s, c, then, otherwise));
    }
    f.n = l->n - f.at;
    f.rest = expr_if(s, c, a.rest, b.rest);
    return f;
}

static Form smooth_form(Linear *l, Expr e)
{
    Expr order = expr_arg(l->s, e, 0);
    Form f = *form_of(l, expr_arg(l->s, e, 1));
    f.rest = expr_build(l->s, EX_SMOOTH, expr_type(l->s, e), 0, 0, 2, (Expr[]){order, f.rest});
    return f;
}

static Form node_form(Linear *l, Expr e)
{
    const ExprNode *n = expr_node(l->s, e);
    bool depends = false;
    for (uint32_t i = 0; i < n->nargs && !depends; i++)
        depends = form_of(l, expr_arg(l->s, e, i))->depends;
    if (!depends)
        return constant(e);
    switch (n->op) {
    case EX_ADD:
        return sum_form(l, e);
    case EX_NEG:
        return scaled_form(l, *form_of(l, expr_arg(l->s, e, 0)), expr_literal(l->s, n->type, -1),
                           0);
    case EX_MUL:
        return product_form(l, e);
    case EX_DIV:
        if (form_of(l, expr_arg(l->s, e, 1))->depends || !form_of(l, expr_arg(l->s, e, 0))->n)
            return nonlinear(e);
        return scaled_form(l, *form_of(l, expr_arg(l->s, e, 0)), 0, expr_arg(l->s, e, 1));
    case EX_IF:
        return if_form(l, e);
    case EX_NOEVENT:
    case EX_LATE:
        return *form_of(l, expr_arg(l->s, e, 0));
    case EX_SMOOTH:
        return smooth_form(l, e);
    default:
        return nonlinear(e);
    }
}

/* ---- The sweep ---- */

static bool enter(void *arg, const ExprStore *s, Expr e)
{
    const Linear *l = arg;
    const ExprNode *n = expr_node(s, e);
    return n->var_mask && e != l->node && !op_hides_vars((ExprOp)n->op);
}

static Form sweep(Linear *l, Expr e)
{
    l->memo = memo_take(l->s);
    walk_collect(l->s, l->memo, e, enter, l);
    uint32_t n = l->memo->n;
    l->form = store_resize(NULL, n, sizeof *l->form);
    for (uint32_t i = 0; i < n; i++) {
        Expr key = l->memo->key[i];
        bool inner = expr_node(l->s, key)->nargs != 0;
        if (inner && enter(l, l->s, key))
            l->form[i] = node_form(l, key);
        else
            l->form[i] = inner && key != l->node ? constant(key) : leaf_form(l, key);
    }
    Form result = l->form[n - 1];
    free(l->form);
    memo_give(l->s, l->memo);
    return result;
}

/* The unknowns in what is not linear. */
static void list_nonlinear(Linear *l, Arena *a, LinearForm *f)
{
    ExprStore *s = l->s;
    Memo *m = memo_take(s);
    VEC(uint32_t) list = {0};
    walk_collect(s, m, f->rest, enter, l);
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t first = (uint32_t)expr_node(s, m->key[i])->payload,
                 count = leaf_vars(s, m->key[i]);
        for (uint32_t k = 0; k < count; k++)
            if (l->unknown(l->arg, first + k))
                vec_push(a, &list, first + k);
    }
    memo_give(s, m);
    f->non = list.v;
    f->nnon = sort_numbers((size_t)list.n, list.v);
}

LinearForm expr_linear(ExprStore *s, Arena *a, Expr e, IsUnknown *unknown, void *arg)
{
    Linear l = {.s = s, .unknown = unknown, .arg = arg};
    Form f = sweep(&l, e);
    LinearForm result = {.n = (int)f.n, .rest = f.rest, .cancelled = l.cancelled};
    result.var = ARENA_ARRAY(a, uint32_t, f.n);
    result.coef = ARENA_ARRAY(a, Expr, f.n);
    for (uint32_t i = 0; i < f.n; i++) {
        result.var[i] = l.pool[f.at + i].var;
        result.coef[i] = l.pool[f.at + i].coef;
    }
    free(l.pool);
    if (f.nonlinear)
        list_nonlinear(&l, a, &result);
    return result;
}

/* ---- Equations that are plain sums ----
 * Most equations are a few terms c*x with numbers or variables c: their form is read off. */

enum { FEW = 12 };

typedef struct PlainSum {
    ExprStore *s;
    IsUnknown *unknown;
    void *arg;
    Entry entry[FEW]; /* by variable, ascending */
    Expr known[FEW];
    uint32_t n, nknown;
} PlainSum;

static bool plain_known(PlainSum *p, Expr e, bool minus)
{
    if (expr_is_number(p->s, e) && expr_number(p->s, e) == 0)
        return expr_is_zero(p->s, e);
    if (p->nknown == FEW)
        return false;
    p->known[p->nknown++] = minus ? expr_neg(p->s, e) : e;
    return true;
}

static bool plain_entry(PlainSum *p, uint32_t var, Expr coef)
{
    uint32_t i = p->n;
    while (i > 0 && p->entry[i - 1].var > var)
        i--;
    if (p->n == FEW || (i > 0 && p->entry[i - 1].var == var))
        return false;
    memmove(&p->entry[i + 1], &p->entry[i], (p->n++ - i) * sizeof *p->entry);
    p->entry[i] = (Entry){.var = var, .coef = coef};
    return true;
}

static bool is_unknown_var(const PlainSum *p, Expr e)
{
    const ExprNode *n = expr_node(p->s, e);
    return n->op == EX_VAR && p->unknown(p->arg, (uint32_t)n->payload);
}

/* A product of one unknown with numbers and known variables. */
static bool plain_product(PlainSum *p, Expr e, bool minus)
{
    Expr factor[FEW];
    uint32_t n = expr_node(p->s, e)->nargs, k = 0, var = 0;
    bool found = false;
    for (uint32_t i = 0; i < n; i++) {
        Expr x = expr_arg(p->s, e, i);
        const ExprNode *node = expr_node(p->s, x);
        if ((node->nargs && node->var_mask) || node->op == EX_ARRVAR || k == FEW)
            return false;
        if (!is_unknown_var(p, x)) {
            factor[k++] = x;
            continue;
        }
        if (found || node->type != T_REAL)
            return false;
        found = true;
        var = (uint32_t)node->payload;
    }
    if (!found)
        return plain_known(p, e, minus);
    Expr coef = expr_mul(p->s, k, factor);
    return (!expr_is_number(p->s, coef) || expr_number(p->s, coef) != 0) &&
           plain_entry(p, var, minus ? expr_neg(p->s, coef) : coef);
}

static bool plain_term(PlainSum *p, Expr e, bool minus)
{
    const ExprNode *n = expr_node(p->s, e);
    if (n->op == EX_NEG) {
        e = expr_arg(p->s, e, 0);
        minus = !minus;
        n = expr_node(p->s, e);
    }
    if (n->type != T_REAL || n->op == EX_ARRVAR)
        return false;
    if (n->op == EX_MUL)
        return plain_product(p, e, minus);
    if (is_unknown_var(p, e)) {
        uint32_t var = (uint32_t)n->payload; /* new nodes may move it */
        return plain_entry(p, var, expr_real(p->s, minus ? -1 : 1));
    }
    return (!n->nargs || !n->var_mask) && plain_known(p, e, minus);
}

static bool plain_side(PlainSum *p, Expr e, bool minus)
{
    if (expr_op(p->s, e) != EX_ADD)
        return plain_term(p, e, minus);
    uint32_t n = expr_node(p->s, e)->nargs;
    for (uint32_t i = 0; i < n; i++)
        if (!plain_term(p, expr_arg(p->s, e, i), minus))
            return false;
    return true;
}

LinearForm equation_linear(ExprStore *s, Arena *a, Expr lhs, Expr rhs, IsUnknown *unknown,
                           void *arg)
{
    PlainSum p = {.s = s, .unknown = unknown, .arg = arg};
    if (!plain_side(&p, lhs, false) || !plain_side(&p, rhs, true))
        return expr_linear(s, a, expr_sub(s, lhs, rhs), unknown, arg);
    LinearForm f = {.n = (int)p.n};
    f.rest = p.nknown ? expr_add(s, p.nknown, p.known) : expr_real(s, 0);
    f.var = ARENA_ARRAY(a, uint32_t, p.n);
    f.coef = ARENA_ARRAY(a, Expr, p.n);
    for (uint32_t i = 0; i < p.n; i++) {
        f.var[i] = p.entry[i].var;
        f.coef[i] = p.entry[i].coef;
    }
    return f;
}

bool linear_in_node(ExprStore *s, Expr e, Expr node, Expr *coef, Expr *rest)
{
    Linear l = {.s = s, .node = node};
    Form f = sweep(&l, e);
    bool linear = f.n == 1 && !f.nonlinear;
    if (linear) {
        *coef = l.pool[f.at].coef;
        *rest = f.rest;
    }
    free(l.pool);
    return linear;
}
