/* linear_cancel.c - differences of an elimination that cancel where a step is long.
 *
 * A step of an inlined method is often many times as long as a time constant. In
 *     y*(1 + k*h) = old(y) + h*p,   der(z) = k*y - p
 * the elimination of y leaves der(z) = k*(old(y) + h*p)/(1 + k*h) - p, whose terms in p agree in
 * all digits but the last few if k*h is large: what flows from y to z, and is most of it on its way
 * back. For a pivot that is a sum P and a factor c of its row, x - c*y/P is x*(P - q)/P if q*x =
 * c*y, where q is a term of P, or x = y or -y and q = c or -c. The first loses digits as P/(P - q)
 * grows, the second none, whatever h is.
 *
 * Where rows have several terms each that has a partner is taken with it. Products are alike up to
 * the rounding of their numbers, which may have been multiplied in another order. Terms times
 * terms, in systems of up to MANY_EQUATIONS. */
#include "dae/linear_internal.h"

#include <float.h>
#include <math.h>

enum { LONGEST_REST = 12 }; /* nodes of P - q: what is left of terms that cancel is short */

/* e = *number * *rest; rest 0: nothing. */
static void split_number(ExprStore *s, Expr e, double *number, Expr *rest)
{
    *number = 1;
    if (expr_op(s, e) == EX_NEG) {
        *number = -1;
        e = expr_arg(s, e, 0);
    }
    bool product = expr_op(s, e) == EX_MUL && expr_is_number(s, expr_arg(s, e, 0));
    Expr first = product ? expr_arg(s, e, 0) : e;
    *rest = e;
    if (!expr_is_number(s, first))
        return;
    *number *= expr_number(s, first);
    *rest = product ? expr_div(s, e, first) : 0;
}

static bool is_same_product(ExprStore *s, Expr x, Expr y)
{
    double a, b;
    Expr of_x, of_y;
    if (x == y)
        return true;
    split_number(s, x, &a, &of_x);
    split_number(s, y, &b, &of_y);
    return of_x == of_y && fabs(a - b) <= 8 * DBL_EPSILON * fabs(a);
}

static int count_terms(const ExprStore *s, Expr e)
{
    return expr_op(s, e) == EX_ADD ? (int)expr_node(s, e)->nargs : 1;
}

static Expr term(const ExprStore *s, Expr e, int k)
{
    return expr_op(s, e) == EX_ADD ? expr_arg(s, e, (uint32_t)k) : e;
}

void cancel_begin(Elimination *w, const Cell *c, const Cell *pivot)
{
    bool may = !w->large && !pivot->known && is_step(w->sys->p);
    w->of[0] = (Quotient){c->full, c->full ? pivot->full : 0};
    w->of[1] = (Quotient){c->value, pivot->value};
    for (int k = 0; k < 2; k++)
        if (!may || (w->of[k].pivot && expr_op(w->s, w->of[k].pivot) != EX_ADD))
            w->of[k].pivot = 0;
}

static bool is_nothing(const ExprStore *s, Expr e)
{
    ExprOp op = expr_op(s, e);
    bool any = is_number_zero(s, e);
    for (uint32_t k = 0; !any && (op == EX_MUL || op == EX_NEG) && k < expr_node(s, e)->nargs; k++)
        any = is_nothing(s, expr_arg(s, e, k));
    return any || (op == EX_DIV && is_nothing(s, expr_arg(s, e, 0)));
}

static Expr own_value(void *arg, Expr e)
{
    const Elimination *w = arg;
    uint32_t v = expr_op(w->s, e) == EX_VAR ? var_number(w->s, e) : 0;
    bool own = v >= (uint32_t)w->first_own && v < (uint32_t)(w->first_own + w->own.n);
    Expr value = own ? w->own.v[v - (uint32_t)w->first_own].value : 0;
    return value ? value : e;
}

/* Without terms that are 0. */
static Expr without_nothing(Elimination *w, Expr e)
{
    Expr sum = expr_real(w->s, 0);
    for (int k = 0; k < count_terms(w->s, e); k++)
        if (!is_nothing(w->s, term(w->s, e, k)))
            sum = expr_add2(w->s, sum, term(w->s, e, k));
    return sum;
}

/* The pivot less q if that is short, and q a part of it; else 0. */
static Expr short_rest(Elimination *w, Expr pivot, Expr q)
{
    Expr rest = without_nothing(w, expr_sub(w->s, pivot, q));
    uint32_t size = expr_node(w->s, rest)->size;
    if (size > LONGEST_REST || size >= expr_node(w->s, pivot)->size)
        return 0;
    for (Expr next = 0; next != rest;) {
        Expr deeper = without_nothing(w, expr_replace(w->s, rest, own_value, w));
        next = rest;
        rest = expr_node(w->s, deeper)->size <= expr_node(w->s, rest)->size ? deeper : rest;
    }
    return is_number_zero(w->s, rest) ? 0 : rest;
}

static Expr rest_of(Elimination *w, Quotient f, Expr x, Expr y)
{
    ExprStore *s = w->s;
    Expr rest = 0;
    if (x == y || x == expr_neg(s, y))
        rest = short_rest(w, f.pivot, x == y ? f.c : expr_neg(s, f.c));
    for (int k = 0; !rest && k < count_terms(s, f.pivot); k++) {
        Expr q = term(s, f.pivot, k);
        if (is_same_product(s, expr_mul2(s, q, x), expr_mul2(s, f.c, y)))
            rest = short_rest(w, f.pivot, q);
    }
    return rest;
}

Expr cancel_rest(Elimination *w, Expr x, Expr y)
{
    Expr rest = w->of[0].pivot ? rest_of(w, w->of[0], x, y) : 0;
    return rest || !w->of[1].pivot ? rest : rest_of(w, w->of[1], x, y);
}

Expr cancel_pairs(Elimination *w, Expr *x, Expr *y, Expr pivot)
{
    ExprStore *s = w->s;
    Expr sum = 0, ys = *y;
    bool may = w->of[0].pivot || w->of[1].pivot;
    for (int i = 0; may && i < count_terms(s, ys); i++)
        for (int k = 0; k < count_terms(s, *x); k++) {
            Expr at = term(s, *x, k), rest = cancel_rest(w, at, term(s, ys, i));
            if (!rest)
                continue;
            Expr left = expr_mul2(s, at, expr_div(s, rest, pivot));
            sum = sum ? expr_add2(s, sum, left) : left;
            *x = expr_sub(s, *x, at);
            *y = expr_sub(s, *y, term(s, ys, i));
            break;
        }
    return sum;
}
