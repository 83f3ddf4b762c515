/* expr_value.c - the number an expression has for given variables. One evaluation of each
 * distinct node, O(nodes); both branches of an `if` are computed and one is taken. */
#include "symbolic/expr_internal.h"

#include <math.h>
#include <stdlib.h>

static double to_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t to_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* The value of an operator some of whose operands are not known: only `and` and `or` may have one.
 */
static double value_in_part(ExprOp op, uint32_t n, const double *x)
{
    for (uint32_t i = 0; i < n; i++)
        if ((op == EX_AND && x[i] == 0) || (op == EX_OR && x[i] == 1))
            return x[i];
    return NAN;
}

/* strict: NAN is what is not known, and a comparison with it is not false. */
static double operator_value(ExprOp op, uint32_t n, const double *x, bool strict)
{
    for (uint32_t i = 0; strict && i < n; i++)
        if (isnan(x[i]))
            return value_in_part(op, n, x);
    return op_value(op, n, x);
}

static double inner_value(const ExprStore *s, const Memo *m, Expr e, bool strict)
{
    const ExprNode *n = expr_node(s, e);
    double few[8], *x = n->nargs <= 8 ? few : store_resize(NULL, n->nargs, sizeof *x), value = NAN;
    for (uint32_t i = 0; i < n->nargs; i++)
        x[i] = to_double(m->value[memo_find(m, expr_arg(s, e, i))]);
    if (n->op == EX_IF)
        value = strict && isnan(x[0]) ? NAN : x[x[0] != 0 ? 1 : 2];
    else if (n->op == EX_NOEVENT || n->op == EX_LATE || n->op == EX_HOMOTOPY || n->op == EX_SMOOTH)
        value = x[n->op == EX_SMOOTH];
    else if (op_has_value((ExprOp)n->op))
        value = operator_value((ExprOp)n->op, n->nargs, x, strict);
    if (x != few)
        free(x);
    return value;
}

static double evaluate(const ExprStore *s, Expr e, const double *vars, double time, bool strict)
{
    Memo *m = memo_take(s);
    walk_collect(s, m, e, enter_scalars, NULL);
    for (uint32_t i = 0; i < m->n; i++) {
        const ExprNode *n = expr_node(s, m->key[i]);
        double x;
        if (expr_is_number(s, m->key[i]))
            x = expr_number(s, m->key[i]);
        else if (n->op == EX_VAR)
            x = vars[n->payload];
        else if (n->op == EX_TIME)
            x = time;
        else if (!n->nargs || !enter_scalars(NULL, s, m->key[i]))
            x = NAN;
        else
            x = inner_value(s, m, m->key[i], strict);
        m->value[i] = to_bits(x);
    }
    double result = to_double(m->value[m->n - 1]);
    memo_give(s, m);
    return result;
}

double expr_value(const ExprStore *s, Expr e, const double *vars, double time)
{
    return evaluate(s, e, vars, time, false);
}

double expr_value_known(const ExprStore *s, Expr e, const double *vars)
{
    return evaluate(s, e, vars, NAN, true);
}
