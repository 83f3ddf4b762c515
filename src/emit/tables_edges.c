/* tables_edges.c - operations next to the end of where they have a value, for messages: a root of
 * almost 0 is infinitely steep there, and where its argument goes on no step is small enough.
 *
 * How near an argument is to the end is measured by its terms: what it changes with a thousandth of
 * each variable. O(operations times their variables) evaluations, asked once for a run that does
 * not get on. */
#include "dae/diagnose.h"
#include "emit/tables_internal.h"
#include "rt/run.h"

#include <math.h>

/* An argument that is this part of its terms stands at the end: it has lost all but its last
 * digits. */
static const double at_end = 1e-9;

typedef struct Edge {
    Dae *d;
    const KInst *m;
    bool quotients;         /* only these */
    int eq, at;             /* equation looked at, and that of what was found; -1: none */
    Expr operation, inside; /* found, and what is 0 at the end; 0: none */
    double near;            /* the least part of its terms so far */
} Edge;

/* What is 0 where the operation ends, or has an infinite slope; 0: it does not end. */
static Expr inside_of(const Edge *w, Expr e)
{
    const ExprStore *s = w->d->store;
    ExprOp op = (ExprOp)expr_op(s, e);
    if (op == EX_DIV)
        return expr_arg(s, e, 1);
    if (w->quotients)
        return 0;
    if (op == EX_SQRT || op == EX_LOG || op == EX_LOG10)
        return expr_arg(s, e, 0);
    double power = op == EX_POW ? expr_value(s, expr_arg(s, e, 1), w->m->v, w->m->time) : 1;
    return power < 1 && power != floor(power) ? expr_arg(s, e, 0) : 0;
}

/* The size of the terms of e. */
static double terms_of(const Edge *w, Expr e, bool of_states)
{
    static const double part = 1e-3;
    const ExprStore *s = w->d->store;
    VarList all = expr_vars(w->d->store, w->d->arena, 1, &e);
    double here = expr_value(s, e, w->m->v, w->m->time), size = 0;
    bool varies = false;
    for (int i = 0; i < all.n; i++) {
        double *v = &w->m->v[all.var[i]], x = *v;
        *v = x * (1 + part);
        double there = expr_value(s, e, w->m->v, w->m->time);
        *v = x;
        bool state = of_states && x != 0 && w->d->var.v[all.var[i]].kind == DV_STATE;
        double times = state ? fmax(1, fabs(k_began(w->m, (int)all.var[i]) / x)) : 1;
        size += isfinite(there) ? times * fabs(there - here) / part : 0;
        varies = varies || w->d->var.v[all.var[i]].kind > DV_PARAMETER;
    }
    return varies ? size : 0;
}

bool is_at_edge(Dae *d, const KInst *m, Expr inside)
{
    const Edge w = {.d = d, .m = m};
    double terms = terms_of(&w, inside, false);
    return terms > 0 && fabs(expr_value(d->store, inside, m->v, m->time)) <= at_end * terms;
}

static void note_edge(void *arg, Expr e)
{
    Edge *w = arg;
    Expr inside = inside_of(w, e);
    if (!inside || expr_type(w->d->store, inside) != T_REAL)
        return;
    double x = fabs(expr_value(w->d->store, inside, w->m->v, w->m->time)),
           terms = terms_of(w, inside, true);
    if (!(x <= w->near * terms) || terms == 0)
        return;
    w->near = x / terms;
    w->operation = e;
    w->inside = inside;
    w->at = w->eq;
}

/* The operation of all equations as written that is nearest to its end; false: none is there. */
static bool find_edge(Edge *w)
{
    enum { MOST_EQUATIONS = 20000 };
    const Dae *d = w->d;
    w->at = -1;
    w->near = at_end;
    for (w->eq = 0; w->eq < d->eq.n && w->eq < MOST_EQUATIONS; w->eq++) {
        const DaeEq *q = &d->eq.v[w->eq];
        if (q->kind != EQ_SCALAR || q->initial || q->removed || q->source != NONE)
            continue;
        expr_visit(d->store, q->lhs, note_edge, w);
        expr_visit(d->store, q->rhs, note_edge, w);
    }
    return w->at >= 0;
}

static void put_edge(const Edge *w, const char *what, Expr shown, Buf *b)
{
    ExprNames names = dae_names(w->d);
    buf_printf(b, "%s `", what);
    expr_print(w->d->store, shown, &names, b);
    buf_printf(b, "` is 0%s in %s (%s)", w->near > 0 ? " but for rounding" : "",
               equation_text(w->d, w->at), place_of_eq(w->d, w->at));
}

const char *edges_near(Dae *d, const KTexts *t, const KInst *m)
{
    Edge w = {.d = d, .m = m};
    if (!find_edge(&w))
        return NULL;
    Buf b = {0};
    if (expr_op(d->store, w.operation) == EX_DIV) {
        put_edge(&w, "the divisor", w.inside, &b);
        buf_puts(&b, ": the quotient grows without bound there");
    } else {
        put_edge(&w, "the argument of", w.operation, &b);
        buf_puts(&b, ": there its slope is infinite, and beyond 0 it has no value");
    }
    put_values_of(d, m, w.inside, &b);
    put_sources(d, t, m, w.inside, "", &b);
    buf_puts(&b, "\n  let a condition end what moves it before it is 0, or limit it there, or take "
                 "sign(z)*sqrt(abs(z)) for a flow that turns round; or is a sign wrong?");
    return dae_text(d, &b);
}

const char *zero_divisor(Dae *d, const KInst *m)
{
    Edge w = {.d = d, .m = m, .quotients = true};
    if (!find_edge(&w))
        return NULL;
    Expr above = expr_arg(d->store, w.operation, 0);
    bool both =
        fabs(expr_value(d->store, above, m->v, m->time)) <= at_end * terms_of(&w, above, false);
    Buf b = {0};
    put_edge(&w, "the divisor", w.inside, &b);
    buf_puts(&b, both ? ", and so is what is divided: 0/0 has no value" : "");
    put_values_of(d, m, w.inside, &b);
    buf_puts(&b, "\n  let an `if` give the limit of the quotient there, or choose values for which "
                 "the divisor is not 0");
    return dae_text(d, &b);
}
