/* streams.c - stream variables of connectors (specification, chapter 15).
 *
 * What is carried by a flow is known only where it comes from. inStream(x) of a connector is the
 * value that would flow into it: the mean of what the others in its connection set give, weighted
 * with what flows out of them. It depends on the connector alone, as it is connected on its inside
 * face. One other value needs no weights; those whose flow is never in that direction (min, max)
 * are left out; of the rest the weights are those recommended by the specification, smooth and
 * positive where all flows vanish. A connector of the class itself passes the mean of the others
 * on.
 *
 * Quadratic in the number of connectors in one set, as the formulas are. */
#include "base/die.h"
#include "model/flat_internal.h"

#include <math.h>

/* Flows below this part of the nominal one count as none. */
#define NO_FLOW 1e-6

typedef VEC(Expr) ExprVec;

static Expr variable(Model *m, uint32_t scalar)
{
    return expr_var(m->store, T_REAL, scalar);
}

static FlatStream *stream_of(Model *m, uint32_t scalar)
{
    uint32_t at = map_get(&m->flat->stream_at, (uint64_t)scalar + 1, 0);
    KRON_ASSERT(at);
    return &m->flat->stream.v[at - 1];
}

/* ---- The flow that carries it ---- */

/* The variable itself or a record it is in. */
const Comp *stream_prefixed(const Comp *c)
{
    while (c && c->connector != CON_STREAM)
        c = c->is_connector ? NULL : c->parent;
    return c;
}

/* The one flow of a connector with streams; NULL after a report. */
static Comp *flow_beside(Model *m, const Comp *stream)
{
    ClassInst *ci = comp_contents(m, stream->parent);
    Comp *flow = NULL;
    int n = 0;
    for (int i = 0; ci && i < ci->slot.n; i++) {
        Comp *k = slot_existing(m, ci->slot.v[i]);
        if (!k || k->connector != CON_FLOW)
            continue;
        flow = k;
        n++;
    }
    if (n == 1 && flow->flat && !flow->ndims && comp_type(m, flow) == T_REAL)
        return flow;
    refuse(m, stream->decl->name_span,
           "`%s` is a stream, so its connector needs exactly one flow, a scalar Real, not %s",
           comp_name_text(m, stream),
           n == 1 ? "one of another kind"
           : n    ? "several"
                  : "none");
    return NULL;
}

static void add_stream(Model *m, const FlatVar *v, const Comp *prefixed)
{
    FlatModel *f = m->flat;
    const Comp *flow = flow_beside(m, prefixed), *c = var_comp(m, v);
    if (!flow)
        return;
    uint32_t inner = 1;
    for (; c != prefixed->parent; c = c->parent)
        inner *= (uint32_t)comp_count(c);
    for (uint32_t k = 0; k < v->count; k++) {
        vec_push(m->kept, &f->stream,
                 ((FlatStream){comp_var(m, flow)->first + k / inner, variable(m, v->first + k)}));
        map_set(&f->stream_at, m->kept, (uint64_t)v->first + k + 1, (uint32_t)f->stream.n);
    }
}

void find_streams(Model *m)
{
    for (int i = 0; i < m->flat->var.n; i++) {
        const FlatVar *v = &m->flat->var.v[i];
        const Comp *prefixed = stream_prefixed(var_comp(m, v));
        if (prefixed)
            add_stream(m, v, prefixed);
    }
}

/* ---- What is known of flows ---- */

/* An attribute of one element, if translation can tell. */
static double attribute_at(Model *m, uint32_t scalar, Attribute a, double otherwise)
{
    const FlatVar *v = flat_var_of(m->flat, scalar);
    Comp *c = var_comp(m, v);
    Expr e = comp_attribute(m, c, a);
    if (!e)
        return otherwise;
    IterValue at[8 * MAX_DIMS];
    int n = 0;
    uint32_t place = scalar - v->first;
    for (const Comp *p = c; p; p = p->parent)
        for (int k = p->ndims; k-- > 0 && n < 8 * MAX_DIMS;) {
            uint32_t size = (uint32_t)p->dim[k].size;
            at[n] =
                (IterValue){p->iter + (uint32_t)k, place % size + 1, n ? &at[n - 1] : NULL, {0}};
            place /= size;
            n += p->iter != 0;
        }
    Eval ev = {.m = m, .iters = n ? &at[n - 1] : NULL, .at = c->decl->name_span};
    const Value *value = eval_expr(&ev, e);
    if (!value || value->n != 1 || !value->num)
        return otherwise;
    ev.mark = true; /* what the formula depends on is part of the translation */
    eval_expr(&ev, e);
    return value->num[0];
}

/* Whether something may come from a connector into the set. */
static bool may_give(Model *m, const StreamMember *s)
{
    uint32_t flow = stream_of(m, s->scalar)->flow;
    return s->outside ? attribute_at(m, flow, ATTR_MAX, INFINITY) > 0
                      : attribute_at(m, flow, ATTR_MIN, -INFINITY) < 0;
}

/* ---- Formulas ---- */

/* What a member gives: a component its own value, the class what comes into it from outside. */
static Expr given_by(Model *m, const StreamMember *s)
{
    Expr x = variable(m, s->scalar);
    return s->outside ? expr_make(m->store, EX_INSTREAM, T_REAL, 0, 0, 1, &x) : x;
}

/* max(flow into the set, 0) */
static Expr positive_flow(Model *m, const StreamMember *s)
{
    Expr flow = variable(m, stream_of(m, s->scalar)->flow);
    Expr arg[2] = {s->outside ? flow : expr_neg(m->store, flow), expr_real(m->store, 0)};
    return expr_build(m->store, EX_MAX, T_REAL, 0, 0, 2, arg);
}

static double least_nominal(Model *m, int n, const StreamMember *from)
{
    double least = INFINITY;
    for (int i = 0; i < n; i++) {
        double x = fabs(attribute_at(m, stream_of(m, from[i].scalar)->flow, ATTR_NOMINAL, 1));
        least = x > 0 && x < least ? x : least;
    }
    return isfinite(least) ? least : 1;
}

/* The mean where the flows f[i] of x[i] sum up to s: sum(f*x)/s above eps; below it the weights are
 * a*f[i] + (1 - a)*eps with a = (s/eps)^2*(3 - 2*s/eps), so that they are equal where nothing flows
 * and all is smooth. */
static Expr mean_of(ExprStore *st, uint32_t n, const Expr *flow, const Expr *product, const Expr *x,
                    double least)
{
    Expr sum = expr_add(st, n, flow), carried = expr_add(st, n, product);
    Expr eps = expr_real(st, least), one = expr_real(st, 1), two = expr_real(st, 2);
    Expr part = expr_div(st, sum, eps);
    Expr slope = expr_sub(st, expr_real(st, 3), expr_mul2(st, two, part));
    Expr a = expr_mul2(st, expr_pow(st, part, two), slope);
    Expr rest = expr_mul2(st, expr_sub(st, one, a), eps);
    Expr above = expr_build(st, EX_GT, T_BOOL, EF_NOEVENT, 0, 2, (Expr[]){sum, eps});
    Expr weighted =
        expr_add2(st, expr_mul2(st, a, carried), expr_mul2(st, rest, expr_add(st, n, x)));
    Expr weights = expr_add2(st, expr_mul2(st, a, sum), expr_mul2(st, rest, expr_real(st, n)));
    return expr_if(st, above, expr_div(st, carried, sum), expr_div(st, weighted, weights));
}

/* The mean of what n >= 2 members give. */
static Expr mean(Model *m, int n, const StreamMember *from)
{
    ExprVec flow = {0}, product = {0}, value = {0};
    for (int i = 0; i < n; i++) {
        Expr f = positive_flow(m, &from[i]), x = given_by(m, &from[i]);
        vec_push(m->arena, &flow, f);
        vec_push(m->arena, &value, x);
        vec_push(m->arena, &product, expr_mul2(m->store, f, x));
    }
    return mean_of(m->store, (uint32_t)n, flow.v, product.v, value.v,
                   NO_FLOW * least_nominal(m, n, from));
}

/* What flows from the others into member `to` of a set. */
static Expr into(Model *m, const StreamSet *set, int to, const bool *gives)
{
    VEC(StreamMember) from = {0};
    for (int i = 0; i < set->n; i++)
        if (i != to && (set->n == 2 || gives[i]))
            vec_push(m->arena, &from, set->v[i]);
    if (from.n > 1)
        return mean(m, from.n, from.v);
    if (from.n)
        return given_by(m, &from.v[0]);
    return set->v[to].outside ? expr_real(m->store, 0) : variable(m, set->v[to].scalar);
}

void connect_streams(Model *m, const StreamSet *set, Expr *out)
{
    bool *gives = ARENA_ARRAY(m->arena, bool, set->n);
    for (int i = 0; i < set->n; i++)
        gives[i] = may_give(m, &set->v[i]);
    for (int i = 0; i < set->n; i++) {
        Expr e = into(m, set, i, gives);
        if (set->v[i].outside)
            out[i] = e;
        else
            stream_of(m, set->v[i].scalar)->in = e;
    }
}
