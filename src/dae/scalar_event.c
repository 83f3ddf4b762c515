/* scalar_event.c - pre, edge, change and previous: of variables, and of elements whose subscripts
 * vary; in algorithms inStream and actualStream too.
 *
 * The operators apply to variables. For an element x[i] the subscript chooses among the elements:
 * pre(x[i]) is `if i <= 1 then pre(x[1]) else ...`, a balanced tree. In algorithms arrays stay
 * arrays, so it is done there for the references that remain. */
#include "dae/scalar_internal.h"
#include "dae/walk.h"

enum { MOST_CHOICES = 10000 };

/* pre(v), edge(v) = v and not pre(v), change(v) = v <> pre(v); previous(v). */
static Expr of_variable(ExprStore *st, ExprOp op, Expr v)
{
    Expr pre = expr_make(st, op == EX_PREVIOUS ? op : EX_PRE, expr_type(st, v), 0, 0, 1, &v);
    if (op == EX_PRE || op == EX_PREVIOUS)
        return pre;
    Expr both[2] = {v, op == EX_EDGE ? expr_not(st, pre) : pre};
    return op == EX_EDGE ? expr_build(st, EX_AND, T_BOOL, 0, 0, 2, both)
                         : expr_build(st, EX_NE, T_BOOL, EF_NOEVENT, 0, 2, both);
}

Expr event_operator(ExprStore *st, ExprOp op, Expr e)
{
    if (expr_op(st, e) == EX_VAR)
        return of_variable(st, op, e);
    if (expr_op(st, e) == EX_IF) { /* an element that a subscript chooses */
        Expr c = expr_arg(st, e, 0), a = expr_arg(st, e, 1), b = expr_arg(st, e, 2);
        return expr_if(st, c, event_operator(st, op, a), event_operator(st, op, b));
    }
    return op == EX_PRE ? e : expr_bool(st, false); /* a parameter's value never changes */
}

/* ---- In algorithms ---- */

/* The position of x[i, j] among the elements of x, from 1. */
static Expr position(ExprStore *st, Expr element, const TypeInfo *shape)
{
    Expr at = expr_int(st, 0);
    for (int k = 0; k < shape->ndims; k++) {
        Expr sub = expr_arg(st, element, (uint32_t)k + 1);
        at = expr_add2(st, expr_mul2(st, at, expr_int(st, shape->dim[k])),
                       expr_sub(st, sub, expr_int(st, 1)));
    }
    return expr_add2(st, at, expr_int(st, 1));
}

/* Something even after a report. */
static Expr stream_or_zero(Scalar *s, Expr operator, Expr x)
{
    Expr e = stream_operator(s, operator, x);
    return e ? e : expr_real(s->d->store, 0);
}

static Expr spread_node(void *arg, Expr old, Expr now)
{
    Scalar *s = arg;
    ExprStore *st = s->d->store;
    ExprOp op = expr_op(st, now);
    (void)old;
    bool stream = op == EX_INSTREAM || op == EX_ACTUALSTREAM;
    if (op != EX_PRE && op != EX_EDGE && op != EX_CHANGE && op != EX_PREVIOUS && !stream)
        return now;
    if (expr_op(st, expr_arg(st, now, 0)) == EX_VAR)
        return stream ? stream_or_zero(s, now, expr_arg(st, now, 0)) : now;
    Expr e = expr_arg(st, now, 0), array = expr_op(st, e) == EX_INDEX ? expr_arg(st, e, 0) : e;
    const TypeInfo *shape = type_info(expr_types(st), expr_type(st, array));
    int64_t n =
        expr_op(st, array) == EX_ARRVAR ? type_elements(expr_types(st), expr_type(st, array)) : 0;
    uint32_t first = (uint32_t)expr_node(st, array)->payload;
    bool element = array != e && !type_info(expr_types(st), expr_type(st, e))->ndims;
    if (n > 0 && n <= MOST_CHOICES && (element || (array == e && shape->ndims == 1))) {
        Expr *part = ARENA_ARRAY(s->a, Expr, n);
        for (int64_t i = 0; i < n; i++) {
            Expr x = expr_var(st, shape->scalar, first + (uint32_t)i);
            part[i] = stream ? stream_or_zero(s, now, x) : of_variable(st, op, x);
        }
        return element ? select_from(st, position(st, e, shape), part, 1, n)
                       : expr_make(st, EX_ARRAY, expr_type(st, now), 0, 0, (uint32_t)n, part);
    }
    scalar_fail(s, "`%s` of this expression is not supported in algorithms yet", op_info[op].text);
    return now;
}

static void spread_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Scalar *s = arg;
    s->at = stmt->span;
    if (role == SLOT_VALUE ||
        expr_op(s->d->store, *slot) == EX_INDEX) /* ... of which: its subscripts */
        *slot = dae_rewrite(s->d, *slot, spread_node, s);
}

void spread_events(Scalar *s, Func *body)
{
    body_slots(body, spread_slot, s);
}
