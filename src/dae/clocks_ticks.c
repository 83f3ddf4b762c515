/* clocks_ticks.c - when clocks tick, as events: sample operators for regular clocks, for others an
 * edge and a counter. Linear in the number of partitions. */
#include "dae/clocks_internal.h"
#include "dae/incidence.h"

#include <math.h>

static Expr real_of(Clocks *c, Ratio r, Expr unit)
{
    ExprStore *s = c->d->store;
    Expr x = expr_real(s, (double)r.n / (double)r.d);
    return unit ? expr_mul2(s, x, unit) : x;
}

static Expr edge_of(Dae *d, VarId b)
{
    Expr both[2] = {var_expr(d, b), expr_not(d->store, pre_expr(d, b))};
    return expr_build(d->store, EX_AND, T_BOOL, 0, 0, 2, both);
}

/* edge(b), b = condition */
static Expr edge_when(Clocks *c, Expr condition, Span at)
{
    uint32_t b = map_get(&c->tick, condition, 0);
    if (!b) {
        b = clocks_variable(c, T_BOOL, true, 0, at) + 1;
        clocks_equation(c, b - 1, condition, true, -1);
        map_set(&c->tick, c->a, condition, b);
    }
    return edge_of(c->d, b - 1);
}

static Expr or2(Dae *d, Expr a, Expr b)
{
    return expr_build(d->store, EX_OR, T_BOOL, 0, 0, 2, (Expr[]){a, b});
}

/* A hidden variable that is `value` at ticks. */
static VarId held(Clocks *c, Expr act, Type type, Expr start, Expr value, Span at)
{
    VarId v = clocks_variable(c, type, true, start, at);
    clocks_equation(c, v, expr_if(c->d->store, act, value, pre_expr(c->d, v)), true, -1);
    return v;
}

/* At each tick: the next one comes later. What is no time from now would never tick again. */
static void check_interval(Clocks *c, Expr act, Expr from, VarId next, Expr clock, Span at)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    ExprNames names = dae_names(d);
    Buf text = {0};
    buf_puts(&text, "the interval of `");
    expr_print(s, clock, &names, &text);
    buf_puts(&text, "` must be positive, and not too small for the digits of time");
    Expr later = expr_build(s, EX_GT, T_BOOL, EF_NOEVENT, 0, 2, (Expr[]){var_expr(d, next), from});
    DaeEq *eq = vec_add(d->arena, &d->eq);
    *eq = DAE_EQ(.kind = EQ_ACTION, .when = act, .span = at);
    eq->body = clocks_assertion(d, later, expr_string(s, name_cstr(d->ctx->names, buf_text(&text))),
                                0, at);
    buf_free(&text);
}

/* A clock whose interval is computed at each tick: the next one is at `next`. */
static Expr varying_ticks(Clocks *c, Expr interval, Expr clock, Span at)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    enum { NEVER = 60 };
    double never = pow(10, NEVER);
    Expr once[2] = {expr_real(s, 0), expr_real(s, never)};
    Expr begin = edge_when(c, expr_make(s, EX_SAMPLE, T_BOOL, 0, 0, 2, once), at);
    VarId next = clocks_variable(c, T_REAL, true, expr_real(s, never), at);
    Expr due[2] = {expr_make(s, EX_TIME, T_REAL, 0, 0, 0, NULL), pre_expr(d, next)};
    Expr again = edge_when(c, expr_build(s, EX_GE, T_BOOL, 0, 0, 2, due), at);
    Expr from = expr_if(s, begin, due[0], pre_expr(d, next));
    Expr act = or2(d, begin, again);
    clocks_equation(c, next, expr_if(s, act, expr_add2(s, from, interval), pre_expr(d, next)), true,
                    -1);
    check_interval(c, act, from, next, clock, at);
    return act;
}

static Expr never_regular(Clocks *c, const Definition *def)
{
    ExprStore *s = c->d->store;
    Expr u = expr_arg(s, def->clock, 0);
    if (def->form == CLOCK_EVENT) {
        /* What is true from the start on does not become true. */
        Expr late = u, start = expr_make(s, EX_INITIAL, T_BOOL, 0, 0, 0, NULL);
        if (expr_op(s, u) == EX_VAR)
            late = expr_if(s, start, u, pre_expr(c->d, var_number(s, u)));
        return and2(c->d, edge_when(c, late, def->at), expr_not(s, start));
    }
    if (def->form == CLOCK_RATIONAL) {
        Expr n = expr_to_real(s, u), r = expr_to_real(s, expr_arg(s, def->clock, 1));
        return varying_ticks(c, expr_div(s, n, r), def->clock, def->at);
    }
    return varying_ticks(c, u, def->clock, def->at);
}

static void make_bases(Clocks *c)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    for (int i = 0; i < c->base.n; i++) {
        Base *b = &c->base.v[i];
        const Definition *def = b->definition >= 0 ? &c->definition.v[b->definition] : NULL;
        Expr u = def ? expr_arg(s, def->clock, 0) : 0;
        b->count = NONE;
        if (!def || (def->form == CLOCK_INTERVAL && is_parametric(d, u))) {
            b->unit = u;
            continue;
        }
        b->act = never_regular(c, def);
        Expr more = 0;
        b->count = clocks_variable(c, T_INT, true, expr_int(s, -1), def->at);
        more = expr_add2(s, pre_expr(d, b->count), expr_int(s, 1));
        clocks_equation(c, b->count, expr_if(s, b->act, more, pre_expr(d, b->count)), true, -1);
        b->first_interval = def->form == CLOCK_EVENT ? expr_to_real(s, expr_arg(s, def->clock, 1))
                            : expr_op(s, u) != EX_VAR
                                ? expr_to_real(s, u)
                                : expr_to_real(s, pre_expr(d, var_number(s, u)));
        if (def->form == CLOCK_RATIONAL)
            b->first_interval =
                expr_div(s, b->first_interval, expr_to_real(s, expr_arg(s, def->clock, 1)));
    }
}

/* Ticks number `first`, `first + period`, ... of an irregular clock. */
static Expr some_ticks(Clocks *c, const Part *p, const Base *b)
{
    ExprStore *s = c->d->store;
    if (p->period.d != 1 || p->first.d != 1) {
        clocks_report(c, p->why_clocked,
                      "this clock would tick between the ticks of one that is not regular");
        return b->act;
    }
    if (p->period.n == 1 && !p->first.n)
        return b->act;
    Expr n = var_expr(c->d, b->count), from = expr_int(s, p->first.n);
    Expr late[2] = {n, from}, mod[2] = {expr_sub(s, n, from), expr_int(s, p->period.n)};
    Expr zero[2] = {expr_build(s, EX_MOD, T_INT, EF_NOEVENT, 0, 2, mod), expr_int(s, 0)};
    Expr due = and2(c->d, expr_build(s, EX_GE, T_BOOL, EF_NOEVENT, 0, 2, late),
                    expr_build(s, EX_EQ, T_BOOL, EF_NOEVENT, 0, 2, zero));
    return and2(c->d, b->act, due);
}

void clocks_ticks(Clocks *c)
{
    make_bases(c);
    for (int i = 0; i < c->part.n; i++) {
        Part *p = &c->part.v[i];
        if (!p->clocked)
            continue;
        const Base *b = &c->base.v[p->base];
        Expr arg[2] = {real_of(c, p->first, b->unit), real_of(c, p->period, b->unit)};
        p->act = b->act ? some_ticks(c, p, b)
                        : edge_when(c, expr_make(c->d->store, EX_SAMPLE, T_BOOL, 0, 0, 2, arg),
                                    p->why_clocked);
    }
}

/* pre(fresh): no tick before this one. */
Expr clocks_first(Clocks *c, Part *p)
{
    ExprStore *s = c->d->store;
    if (p->fresh == NONE)
        p->fresh = held(c, p->act, T_BOOL, expr_bool(s, true), expr_bool(s, false), p->why_clocked);
    return pre_expr(c->d, p->fresh);
}

Expr clocks_interval(Clocks *c, Part *p)
{
    ExprStore *s = c->d->store;
    const Base *b = &c->base.v[p->base];
    if (p->interval)
        return p->interval;
    if (!b->act)
        return p->interval = real_of(c, p->period, b->unit);
    Expr time = expr_make(s, EX_TIME, T_REAL, 0, 0, 0, NULL);
    VarId last = held(c, p->act, T_REAL, expr_real(s, 0), time, p->why_clocked);
    Expr first = expr_mul2(s, expr_real(s, (double)p->period.n), b->first_interval);
    return p->interval =
               expr_if(s, clocks_first(c, p), first, expr_sub(s, time, pre_expr(c->d, last)));
}
