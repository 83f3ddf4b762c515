/* variability.c - how much an expression may vary: not at all, with parameters, at events, in time
 * (specification, 3.8). */
#include "model/resolve.h"

static Variability max_of(Variability a, Variability b)
{
    return a > b ? a : b;
}

/* Relations and rounding functions of Reals jump: outside noEvent they change at events only. Those
 * of Integers (of a function's result) make no events. */
static bool makes_discrete(Model *m, Expr e)
{
    const ExprNode *n = expr_node(m->store, e);
    bool real = false;
    for (uint32_t i = 0; i < n->nargs && op_info[n->op].flags & OPF_EVENT; i++)
        real = real || einfo(m, expr_arg(m->store, e, i))->base == TY_REAL;
    return real && !(n->flags & EF_NOEVENT) && n->op != EX_MOD && n->op != EX_REM;
}

/* once: impure functions are called once, at the start. */
static Variability variability_of(Model *m, Expr e, bool once)
{
    ExprStore *s = m->store;
    const ExprNode *node = expr_node(s, e);
    uint32_t n = node->nargs;
    Variability v = VARY_CONSTANT;
    switch (node->op) {
    case EX_TIME:
    case EX_DER:
    case EX_DELAY:
    case EX_SPATIAL:
        return VARY_CONTINUOUS;
    case EX_PRE:
    case EX_EDGE:
    case EX_CHANGE:
    case EX_SAMPLE:
    case EX_CLOCK:
    case EX_CLOCKED:
    case EX_HOLD:
    case EX_PREVIOUS:
    case EX_SUBSAMPLE:
    case EX_SUPERSAMPLE:
    case EX_SHIFTSAMPLE:
    case EX_BACKSAMPLE:
    case EX_NOCLOCK:
    case EX_INTERVAL:
    case EX_FIRSTTICK:
    case EX_ACTIVESTATE:
    case EX_TICKSINSTATE:
    case EX_TIMEINSTATE:
    case EX_INITIAL:
    case EX_TERMINAL:
        return VARY_DISCRETE;
    case EX_SIZE:
        return VARY_CONSTANT;
    case EX_ISROOT: /* known when all connections are */
    case EX_ROOTED:
    case EX_ROOTINDEX:
    case EX_CARDINALITY:
        return VARY_PARAMETER;
    case EX_CREF:
        v = comp_variability(m, m->comp.v[node->payload]);
        break;
    case EX_VAR: /* only after flattening: not asked */
    case EX_ARRVAR:
        return VARY_CONTINUOUS;
    case EX_CALL:
        if (node->flags & EF_IMPURE && einfo(m, e)->base != TY_OBJECT)
            v = once ? VARY_PARAMETER : VARY_DISCRETE;
        break;
    default:
        break;
    }
    for (uint32_t i = 0; i < n && v < VARY_CONTINUOUS; i++)
        v = max_of(v, variability_of(m, expr_arg(s, e, i), once));
    if (v == VARY_CONTINUOUS && makes_discrete(m, e))
        v = VARY_DISCRETE;
    int base = einfo(m, e)->base;
    if (v == VARY_CONTINUOUS && expr_op(s, e) == EX_CREF && base != TY_REAL && base != TY_RECORD)
        v = VARY_DISCRETE;
    return v;
}

Variability expr_variability(Model *m, Expr e)
{
    return variability_of(m, e, false);
}

Variability binding_variability(Model *m, Expr e)
{
    return variability_of(m, e, true);
}
