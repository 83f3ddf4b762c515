/* expr_value.c - the number an expression has for given variables. One evaluation of each
 * distinct node, O(nodes); both branches of an `if` are computed and one is taken. */
#include "symbolic/expr_internal.h"

#include <math.h>

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

static bool enter_scalars(void *arg, const ExprStore *s, Expr e)
{
    (void)arg;
    ExprOp op = expr_op(s, e);
    return op != EX_CALL && op != EX_PICK && !(op_info[op].flags & OPF_ARRAY);
}

static double value_of(const ExprStore *s, const Memo *m, Expr e, uint32_t i)
{
    return to_double(m->value[memo_find(m, expr_arg(s, e, i))]);
}

static double fold(const ExprStore *s, const Memo *m, Expr e)
{
    const ExprNode *n = expr_node(s, e);
    double x = value_of(s, m, e, 0);
    for (uint32_t i = 1; i < n->nargs; i++) {
        double y = value_of(s, m, e, i);
        if (n->op == EX_ADD)
            x += y;
        else if (n->op == EX_MUL)
            x *= y;
        else
            x = n->op == EX_AND ? x != 0 && y != 0 : x != 0 || y != 0;
    }
    return x;
}

static double inner_value(const ExprStore *s, const Memo *m, Expr e)
{
    const ExprNode *n = expr_node(s, e);
    switch (n->op) {
    case EX_ADD:
    case EX_MUL:
    case EX_AND:
    case EX_OR:
        return fold(s, m, e);
    case EX_SUB:
        return value_of(s, m, e, 0) - value_of(s, m, e, 1);
    case EX_IF:
        return value_of(s, m, e, value_of(s, m, e, 0) != 0 ? 1 : 2);
    case EX_NOEVENT:
    case EX_HOMOTOPY:
        return value_of(s, m, e, 0);
    case EX_SMOOTH:
        return value_of(s, m, e, 1);
    case EX_SEMILINEAR: {
        double x = value_of(s, m, e, 0);
        return x * value_of(s, m, e, x >= 0 ? 1 : 2);
    }
    default: {
        const OpRule *rule = &op_rule[n->op];
        if (rule->eval1 && n->nargs == 1)
            return rule->eval1(value_of(s, m, e, 0));
        if (rule->eval2 && n->nargs == 2)
            return rule->eval2(value_of(s, m, e, 0), value_of(s, m, e, 1));
        return NAN;
    }
    }
}

double expr_value(const ExprStore *s, Expr e, const double *vars, double time)
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
            x = inner_value(s, m, m->key[i]);
        m->value[i] = to_bits(x);
    }
    double result = to_double(m->value[m->n - 1]);
    memo_give(s, m);
    return result;
}
