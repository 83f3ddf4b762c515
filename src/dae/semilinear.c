/* semilinear.c - the pass `semilinear`: equations y = semiLinear(x, a, b) that say nothing at x = 0
 * are replaced by what is meant (specification, 3.7.4.5).
 *
 *     y = semiLinear(x, sa, s1);  y = semiLinear(x, s1, s2);  ...  y = semiLinear(x, sN, sb)
 * are s1 = if x >= 0 then sa else sb;  s2 = s1;  ...  sN = s1;  y = semiLinear(x, sa, sb), and
 *     y = semiLinear(x, sa, sb) is sa = sb where x and y are 0 by other equations.
 *
 * Like semiLinear itself they make no events.
 *
 * Which variables are equal, or opposite, follows from equations v = w and v + w = 0 (connections),
 * by union-find with signs. Near-linear in the equations. */
#include "dae/walk.h"

typedef struct SemiEq {
    int eq;
    VarId y, x;   /* after equal variables: y = semiLinear(x, a, b) with the sign below */
    bool minus;   /* -y = ... */
    Expr x_as_is; /* which is sign * x */
    Expr a, b;
    uint64_t from, to; /* what a and b are: variables, or expressions */
    bool used;
} SemiEq;

typedef struct Semi {
    Dae *d;
    Arena *a;
    VarId *up;
    int8_t *sign; /* to up */
    bool *zero;   /* of leaders */
    VEC(SemiEq) eq;
} Semi;

/* ---- Equal variables ---- */

static VarId find(Semi *w, VarId v, int *sign)
{
    VarId root = v;
    int s = 1;
    while (w->up[root] != root) {
        s *= w->sign[root];
        root = w->up[root];
    }
    *sign *= s;
    for (VarId k = v, next; w->up[k] != k; k = next) { /* s: of k to the root */
        next = w->up[k];
        int own = w->sign[k];
        w->up[k] = root;
        w->sign[k] = (int8_t)s;
        s *= own;
    }
    return root;
}

static void make_equal(Semi *w, VarId a, VarId b, int sign)
{
    a = find(w, a, &sign);
    b = find(w, b, &sign);
    if (a == b)
        return;
    w->up[b] = a;
    w->sign[b] = (int8_t)sign;
    w->zero[a] = w->zero[a] || w->zero[b];
}

static bool is_unknown(const Dae *d, VarId v)
{
    return d->var.v[v].type == T_REAL && d->var.v[v].kind > DV_PARAMETER;
}

/* The variable of v or -v; NONE. */
static VarId signed_var(const Dae *d, Expr e, int *sign)
{
    if (expr_op(d->store, e) == EX_NEG) {
        *sign = -*sign;
        e = expr_arg(d->store, e, 0);
    }
    bool is = expr_op(d->store, e) == EX_VAR && is_unknown(d, var_number(d->store, e));
    return is ? var_number(d->store, e) : NONE;
}

/* v = w, v = 0 or v + w = 0 */
static void note_equality(Semi *w, const DaeEq *e)
{
    const Dae *d = w->d;
    int sign = 1;
    Expr sum = expr_is_zero(d->store, e->lhs) ? e->rhs : e->lhs;
    bool zero = expr_is_zero(d->store, e->lhs) || expr_is_zero(d->store, e->rhs);
    bool two = zero && expr_op(d->store, sum) == EX_ADD && expr_node(d->store, sum)->nargs == 2;
    Expr a = two ? expr_arg(d->store, sum, 0) : zero ? sum : e->lhs;
    Expr b = two ? expr_arg(d->store, sum, 1) : e->rhs;
    VarId x = signed_var(d, a, &sign), y = zero && !two ? NONE : signed_var(d, b, &sign);
    if (x != NONE && y != NONE)
        make_equal(w, x, y, two ? -sign : sign);
    if (x != NONE && zero && !two) {
        int any = 1;
        w->zero[find(w, x, &any)] = true;
    }
}

/* ---- The equations ---- */

static bool is_plain(const DaeEq *e)
{
    return e->kind == EQ_SCALAR && !e->initial && !e->removed && !e->clock && !e->in_state;
}

static const SemiLinear *semilinear_side(const Dae *d, Expr side)
{
    uint32_t k = map_get(&d->semilinear_at, side, 0);
    return k ? &d->semilinear.v[k - 1] : NULL;
}

/* What an argument is: equal variables are the same. */
static uint64_t value_key(Semi *w, Expr e)
{
    int sign = 1;
    VarId v = signed_var(w->d, e, &sign);
    if (v == NONE)
        return (uint64_t)e << 32;
    v = find(w, v, &sign);
    return (uint64_t)v * 2 + (sign < 0) + 1;
}

static void note_semilinear(Semi *w, int k)
{
    Dae *d = w->d;
    const DaeEq *e = &d->eq.v[k];
    const SemiLinear *s = semilinear_side(d, e->rhs);
    Expr y = s ? e->lhs : e->rhs;
    s = s ? s : semilinear_side(d, e->lhs);
    int ysign = 1, xsign = 1;
    VarId yv = s ? signed_var(d, y, &ysign) : NONE, xv = s ? signed_var(d, s->x, &xsign) : NONE;
    if (yv == NONE || xv == NONE)
        return;
    SemiEq q = {.eq = k, .x_as_is = s->x};
    q.y = find(w, yv, &ysign);
    q.x = find(w, xv, &xsign);
    q.minus = ysign * xsign < 0;
    q.a = xsign > 0 ? s->a : s->b; /* semiLinear(-x, a, b) = -semiLinear(x, b, a) */
    q.b = xsign > 0 ? s->b : s->a;
    if (xsign < 0)
        q.x_as_is = expr_neg(d->store, s->x);
    q.from = value_key(w, q.a);
    q.to = value_key(w, q.b);
    vec_push(w->a, &w->eq, q);
}

static void replace(Dae *d, int k, Expr lhs, Expr rhs)
{
    change_sides(&d->eq.v[k], lhs, rhs);
}

/* x and y are 0: the values on both sides are the same. */
static void no_flow(Semi *w, SemiEq *q)
{
    if (!w->zero[q->x] || !w->zero[q->y])
        return;
    replace(w->d, q->eq, q->a, q->b);
    q->used = true;
}

/* ---- Chains ---- */

static uint64_t chain_key(const SemiEq *q, uint64_t value)
{
    return ((uint64_t)q->y * 0x9E3779B97F4A7C15u ^ (uint64_t)q->x * 0xC2B2AE3D27D4EB4Fu) +
           value * 2 + q->minus;
}

static bool same_flow(const SemiEq *a, const SemiEq *b)
{
    return a->y == b->y && a->x == b->x && a->minus == b->minus;
}

/* The only equation of the same flow whose first value is the second of q; -1. */
static int follower(Semi *w, const Map *by_from, const Map *by_to, const SemiEq *q)
{
    uint32_t next = map_get(by_from, chain_key(q, q->to), 0);
    uint32_t last = map_get(by_to, chain_key(q, q->to), 0);
    if (!next || !last || next == UINT32_MAX || last == UINT32_MAX)
        return -1;
    const SemiEq *n = &w->eq.v[next - 1];
    Expr s = q->b; /* it is determined here */
    bool var = expr_op(w->d->store, s) == EX_VAR && is_unknown(w->d, var_number(w->d->store, s)) &&
               w->d->var.v[var_number(w->d->store, s)].der_of == NONE;
    return var && same_flow(q, n) && n->from == q->to && !n->used ? (int)next - 1 : -1;
}

/* Equations first .. last, each the follower of the one before. */
static void shorten(Semi *w, const int *chain, int n)
{
    Dae *d = w->d;
    ExprStore *s = d->store;
    const SemiEq *first = &w->eq.v[chain[0]], *last = &w->eq.v[chain[n - 1]];
    Expr zero = expr_real(s, 0), up[2] = {first->x_as_is, zero};
    Expr goes = expr_build(s, EX_GE, T_BOOL, EF_NOEVENT, 0, 2, up);
    Expr value = expr_if(s, goes, first->a, last->b), s1 = first->b;
    for (int i = 0; i + 1 < n; i++) /* s1 = ...; s2 = s1; ... */
        replace(d, w->eq.v[chain[i]].eq, w->eq.v[chain[i]].b, i ? s1 : value);
    DaeEq *e = &d->eq.v[last->eq];
    bool right = semilinear_side(d, e->rhs) != NULL;
    const SemiLinear *old = semilinear_side(d, right ? e->rhs : e->lhs);
    bool turned = old->x != last->x_as_is; /* x is negative there */
    Expr a = turned ? last->b : first->a, b = turned ? first->a : last->b;
    Expr nonneg[2] = {old->x, zero};
    Expr flow = expr_if(s, expr_build(s, EX_GE, T_BOOL, EF_NOEVENT, 0, 2, nonneg),
                        expr_mul2(s, a, old->x), expr_mul2(s, b, old->x));
    replace(d, last->eq, right ? e->lhs : flow, right ? flow : e->rhs);
    for (int i = 0; i < n; i++)
        w->eq.v[chain[i]].used = true;
}

static void note_end(Semi *w, Map *map, uint64_t key, int k)
{
    map_set(map, w->a, key, map_get(map, key, 0) ? UINT32_MAX : (uint32_t)k + 1);
}

static void find_chains(Semi *w)
{
    Map by_from = {0}, by_to = {0};
    VEC(int) chain = {0};
    for (int i = 0; i < w->eq.n; i++) {
        if (w->eq.v[i].used)
            continue;
        note_end(w, &by_from, chain_key(&w->eq.v[i], w->eq.v[i].from), i);
        note_end(w, &by_to, chain_key(&w->eq.v[i], w->eq.v[i].to), i);
    }
    for (int i = 0; i < w->eq.n; i++) {
        const SemiEq *q = &w->eq.v[i];
        uint32_t before = map_get(&by_to, chain_key(q, q->from), 0);
        if (q->used || (before && before != UINT32_MAX &&
                        follower(w, &by_from, &by_to, &w->eq.v[before - 1]) == i))
            continue; /* not the first of its chain */
        chain.n = 0;
        for (int k = i; k >= 0; k = follower(w, &by_from, &by_to, &w->eq.v[k]))
            vec_push(w->a, &chain, k);
        if (chain.n > 1)
            shorten(w, chain.v, chain.n);
    }
}

bool dae_semilinear(Dae *d)
{
    if (!d->semilinear.n || d->for_sheet)
        return true;
    Semi w = {.d = d, .a = arena_new()};
    w.up = ARENA_ARRAY(w.a, VarId, d->var.n);
    w.sign = ARENA_ARRAY(w.a, int8_t, d->var.n);
    w.zero = ARENA_ARRAY(w.a, bool, d->var.n);
    for (VarId v = 0; v < (VarId)d->var.n; v++) {
        w.up[v] = v;
        w.sign[v] = 1;
    }
    for (int k = 0; k < d->eq.n; k++)
        if (is_plain(&d->eq.v[k]))
            note_equality(&w, &d->eq.v[k]);
    for (int k = 0; k < d->eq.n; k++)
        if (is_plain(&d->eq.v[k]))
            note_semilinear(&w, k);
    for (int i = 0; i < w.eq.n; i++)
        no_flow(&w, &w.eq.v[i]);
    find_chains(&w);
    arena_free(w.a);
    return true;
}
