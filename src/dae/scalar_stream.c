/* scalar_stream.c - inStream and actualStream of scalars.
 *
 * inStream(x) is what the connections say (FlatStream.in): another variable, or a mean, which gets
 * a hidden variable of its own so that it is computed once. actualStream(x) is `if m > 0 then
 * inStream(x) else x` with the flow m that carries x. It jumps where m is zero, but
 * m*actualStream(x) does not, so in products with its flow it makes no events. */
#include "dae/scalar_internal.h"

static const FlatStream *stream_at(const Scalar *s, Expr x)
{
    uint64_t key = expr_node(s->d->store, x)->payload + 1;
    uint32_t at = expr_op(s->d->store, x) == EX_VAR ? map_get(&s->expand.f->stream_at, key, 0) : 0;
    return at ? &s->expand.f->stream.v[at - 1] : NULL;
}

/* The variable that is the mean of several streams, and its equation. */
static Expr mean_variable(Scalar *s, Expr x, Expr mean)
{
    Dae *d = s->d;
    VarId of = (VarId)expr_node(d->store, x)->payload;
    uint32_t known = map_get(&s->stream_vars, (uint64_t)of + 1, 0);
    if (known)
        return expr_var(d->store, T_REAL, known - 1);
    VarId v = scalar_hidden_var(s, T_REAL, DV_ALGEBRAIC);
    map_set(&s->stream_vars, d->arena, (uint64_t)of + 1, v + 1);
    DaeVar *var = &d->var.v[v], *like = &d->var.v[of];
    var->start = like->start;
    var->start_level = like->start_level;
    var->nominal = like->nominal;
    var->min = like->min;
    var->max = like->max;
    var->meaning = expr_make(d->store, EX_INSTREAM, T_REAL, 0, 0, 1, &x);
    Expr value = scalar_one(s, mean), result = expr_var(d->store, T_REAL, v);
    DaeEq *eq = scalar_add_eq(s, EQ_SCALAR);
    eq->lhs = result;
    eq->rhs = value;
    eq->initial = eq->binding = false;
    eq->from_connect = true;
    return value ? result : 0;
}

static Expr in_stream(Scalar *s, Expr x)
{
    ExprStore *st = s->d->store;
    const FlatStream *f = stream_at(s, x);
    while (f && expr_op(st, f->in) == EX_INSTREAM) {
        x = expr_arg(st, f->in, 0);
        f = stream_at(s, x);
    }
    if (!f) {
        scalar_fail(s, "`inStream` needs a stream variable of a connector");
        return 0;
    }
    return expr_op(st, f->in) == EX_VAR ? f->in : mean_variable(s, x, f->in);
}

static Expr actual_stream(Scalar *s, unsigned flags, Expr x)
{
    ExprStore *st = s->d->store;
    const FlatStream *f = stream_at(s, x);
    Expr in = in_stream(s, x);
    if (!in)
        return 0;
    Expr arg[2] = {expr_var(st, T_REAL, f->flow), expr_real(st, 0)};
    return expr_if(st, expr_build(st, EX_GT, T_BOOL, flags, 0, 2, arg), in, x);
}

Expr stream_operator(Scalar *s, Expr operator, Expr e)
{
    ExprStore *st = s->d->store;
    if (expr_op(st, e) == EX_IF) { /* an element that a subscript chooses */
        Expr c = expr_arg(st, e, 0);
        Expr a = stream_operator(s, operator, expr_arg(st, e, 1));
        Expr b = a ? stream_operator(s, operator, expr_arg(st, e, 2)) : 0;
        return b ? expr_if(st, c, a, b) : 0;
    }
    return expr_op(st, operator) == EX_INSTREAM
               ? in_stream(s, e)
               : actual_stream(s, expr_node(st, operator)->flags & EF_NOEVENT, e);
}

/* ---- Products ---- */

/* The flow m of `if m > 0 then a else b`; 0: it is something else. */
static Expr switched_by(const ExprStore *st, Expr e)
{
    Expr c = expr_op(st, e) == EX_IF ? expr_arg(st, e, 0) : 0;
    if (!c || expr_op(st, c) != EX_GT || expr_node(st, c)->flags & EF_NOEVENT ||
        !expr_is_zero(st, expr_arg(st, c, 1)))
        return 0;
    Expr m = expr_arg(st, c, 0);
    return expr_op(st, m) == EX_VAR ? m : 0;
}

static Expr without_event(ExprStore *st, Expr e)
{
    Expr c = expr_arg(st, e, 0), a = expr_arg(st, e, 1), b = expr_arg(st, e, 2);
    Expr arg[2] = {expr_arg(st, c, 0), expr_arg(st, c, 1)};
    return expr_if(st, expr_build(st, EX_GT, T_BOOL, EF_NOEVENT, 0, 2, arg), a, b);
}

static Expr smooth_product(Scalar *s, Expr e)
{
    ExprStore *st = s->d->store;
    uint32_t n = expr_node(st, e)->nargs;
    Expr *factor = arena_copy(s->a, expr_args(st, e), n * sizeof *factor);
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        Expr m = switched_by(st, factor[i]);
        bool flows = false;
        for (uint32_t k = 0; k < n && m; k++)
            flows = flows || factor[k] == m;
        if (flows)
            factor[i] = without_event(st, factor[i]);
        changed = changed || flows;
    }
    return changed ? expr_mul(st, n, factor) : e;
}

Expr smooth_streams(Scalar *s, Expr e)
{
    ExprStore *st = s->d->store;
    ExprOp op = expr_op(st, e);
    if (op == EX_MUL)
        return smooth_product(s, e);
    if (op == EX_NEG)
        return expr_neg(st, smooth_streams(s, expr_arg(st, e, 0)));
    if (op != EX_ADD)
        return e;
    uint32_t n = expr_node(st, e)->nargs;
    Expr *term = arena_copy(s->a, expr_args(st, e), n * sizeof *term);
    for (uint32_t i = 0; i < n; i++)
        term[i] = smooth_streams(s, term[i]);
    return expr_add(st, n, term);
}
