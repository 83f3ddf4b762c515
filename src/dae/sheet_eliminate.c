/* sheet_eliminate.c - aliases a = b, a = -b and a + b = 0 eliminated (FM-38).
 *
 * The name on the right is kept, unless the one on the left is known (state, input), or is
 * differentiated, or a derivative, in the model as it is written. Equations of
 * outputs and of derivatives of states stay: their variables are asked for. Union by replacing
 * roots: near-linear. */
#include "dae/sheet_internal.h"

/* A variable, or minus a variable: its root with sign. False: the expression is something else. */
static bool signed_root(Sheet *s, Expr e, uint32_t *var, int *sign)
{
    ExprStore *st = s->d->store;
    *sign = 1;
    if (expr_op(st, e) == EX_NEG) {
        *sign = -1;
        e = expr_arg(st, e, 0);
    }
    if (expr_op(st, e) != EX_VAR)
        return false;
    *var = sheet_var(s, e);
    while (s->kind[*var] == SV_ALIAS) {
        Expr v = s->value[*var];
        if (expr_op(st, v) == EX_NEG) {
            *sign = -*sign;
            v = expr_arg(st, v, 0);
        }
        *var = sheet_var(s, v);
    }
    return true;
}

/* lhs = rhs as a = sign * b. */
static bool read_alias(Sheet *s, const SheetEq *e, uint32_t *a, uint32_t *b, int *sign)
{
    ExprStore *st = s->d->store;
    int p, q;
    if (!e->lhs || expr_type(st, e->lhs) != T_REAL)
        return false;
    Expr sum = expr_is_zero(st, e->rhs) ? e->lhs : expr_is_zero(st, e->lhs) ? e->rhs : 0;
    if (sum && expr_op(st, sum) == EX_ADD && expr_node(st, sum)->nargs == 2) {
        if (!signed_root(s, expr_arg(st, sum, 0), a, &p) ||
            !signed_root(s, expr_arg(st, sum, 1), b, &q))
            return false;
        *sign = -p * q;
        return true;
    }
    if (!signed_root(s, e->lhs, a, &p) || !signed_root(s, e->rhs, b, &q))
        return false;
    *sign = p * q;
    return true;
}

static bool is_state_derivative(const SheetWork *w, uint32_t v)
{
    return w->of.v[v] && w->s->kind[w->of.v[v] - 1] == SV_STATE;
}

/* Whose equation stays as it is. */
static bool must_stay(const SheetWork *w, uint32_t v)
{
    return w->d->var.v[v].top_output || (is_state_derivative(w, v) && !w->s->differentiated);
}

static bool is_dynamic(const SheetWork *w, uint32_t v)
{
    for (int i = 0; i < w->d->hint.n && w->s->plan.on[SW_TEAR]; i++)
        if (w->d->hint.v[i].of == v)
            return true; /* to be torn */
    return v < w->d->nscalar && (w->d->var.v[v].der_of || w->d->var.v[v].int_of);
}

static void eliminate_one(SheetWork *w, SheetEq *e)
{
    Sheet *s = w->s;
    uint32_t a, b;
    int sign;
    if (!read_alias(s, e, &a, &b, &sign) || a == b)
        return;
    uint32_t gone = a, kept = b;
    bool stronger = (is_dynamic(w, a) && !is_dynamic(w, b)) || is_state_derivative(w, a);
    if (s->kind[a] != SV_UNKNOWN || must_stay(w, a) || (stronger && s->kind[b] == SV_UNKNOWN)) {
        gone = b;
        kept = a;
    }
    if (s->kind[gone] != SV_UNKNOWN || must_stay(w, gone) || must_stay(w, a) ||
        is_state_derivative(w, gone))
        return;
    Expr value = expr_var(s->d->store, T_REAL, kept);
    s->kind[gone] = SV_ALIAS;
    s->value[gone] = sign < 0 ? expr_neg(s->d->store, value) : value;
    e->removed = true;
}

/* Values that are aliases themselves are followed to their roots. */
static void settle_values(Sheet *s, uint32_t n)
{
    for (uint32_t v = 0; v < n; v++) {
        uint32_t root;
        int sign;
        if (s->kind[v] != SV_ALIAS ||
            !signed_root(s, expr_var(s->d->store, T_REAL, v), &root, &sign))
            continue;
        Expr value = expr_var(s->d->store, T_REAL, root);
        s->value[v] = sign < 0 ? expr_neg(s->d->store, value) : value;
    }
}

void sheet_eliminate(SheetWork *w)
{
    Sheet *s = w->s;
    for (int i = 0; i < s->eq.n; i++)
        if (!s->eq.v[i].removed)
            eliminate_one(w, &s->eq.v[i]);
    settle_values(s, (uint32_t)w->d->var.n);
    for (int i = 0; i < s->eq.n; i++) {
        SheetEq *e = &s->eq.v[i];
        if (e->removed || !e->lhs)
            continue;
        e->lhs = sheet_replace(s, e->lhs);
        e->rhs = sheet_replace(s, e->rhs);
    }
}
