/* clocks_reinit.c - reinit of states that are integrated at the ticks of a clock.
 *
 * When-clauses of such a partition act as usual (16.8): what reinit gives a state holds in the next
 * pass of the same event, in which all equations of the partition are evaluated once more, without
 * a step; those with previous(), which are of the tick alone, are not. Hidden variables say so: a
 * Boolean and a value of each reinit, and for the partition one that changes when one of them acts.
 * Linear in the equations. */
#include "dae/clocks_internal.h"

static VarId hidden_of(Clocks *c, int part, Type type, Expr start, Span at)
{
    VarId v = clocks_variable(c, type, true, start, at);
    map_set(&c->late_var, c->a, (uint64_t)v + 1, (uint32_t)part + 1);
    return v;
}

static void hidden_row(Clocks *c, int part, VarId v, Expr value, int like)
{
    int k = clocks_equation(c, v, value, true, like);
    c->d->eq.v[k].in_state = c->d->eq.v[like].in_state;
    map_set(&c->late, c->a, (uint64_t)k + 1, (uint32_t)part + 1);
}

/* The statement of an action that is a reinit of one variable; NULL. */
static const Stmt *reinit_of(const Dae *d, const DaeEq *e)
{
    bool is = e->kind == EQ_ACTION && !e->removed && !e->initial && e->body && e->when &&
              e->body->nbody == 1 && e->body->body[0]->kind == ST_REINIT &&
              e->body->body[0]->ntargets == 1 &&
              expr_op(d->store, e->body->body[0]->target[0]) == EX_VAR;
    return is ? e->body->body[0] : NULL;
}

static Expr either(Dae *d, Expr a, Expr b)
{
    return expr_build(d->store, EX_OR, T_BOOL, 0, 0, 2, (Expr[]){a, b});
}

/* The pass after one in which `any` is true: `flip` changes there and then, `later` one pass after
 * it. */
static void add_pass(Clocks *c, int part, Expr any)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    Span at = c->part.v[part].why_clocked;
    VarId flip = hidden_of(c, part, T_BOOL, expr_bool(s, false), at);
    VarId later = clocks_variable(c, T_BOOL, true, expr_bool(s, false), at);
    Expr was = pre_expr(d, flip), now = var_expr(d, later), before = pre_expr(d, later);
    int row = clocks_equation(c, flip, expr_if(s, any, expr_not(s, was), was), true, -1);
    map_set(&c->late, c->a, (uint64_t)row + 1, (uint32_t)part + 1);
    clocks_equation(c, later, was, true, -1);
    c->part.v[part].again =
        either(d, and2(d, now, expr_not(s, before)), and2(d, before, expr_not(s, now)));
}

void clocks_find_reinits(Clocks *c, int part, Reinits *all)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    for (int k = 0, n = d->eq.n; k < n; k++) {
        const Stmt *stmt = part_of_eq(c, k) == part ? reinit_of(d, &d->eq.v[k]) : NULL;
        VarId x = stmt ? var_number(s, stmt->target[0]) : NONE;
        if (x == NONE || d->var.v[x].der_of == NONE)
            continue;
        Reinit r = {x, hidden_of(c, part, T_BOOL, expr_bool(s, false), stmt->span),
                    hidden_of(c, part, T_REAL, expr_real(s, 0), stmt->span)};
        hidden_row(c, part, r.acts, d->eq.v[k].when, k);
        hidden_row(
            c, part, r.value,
            expr_if(s, var_expr(d, r.acts), expr_to_real(s, stmt->value), pre_expr(d, r.value)), k);
        d->eq.v[k].removed = true;
        vec_push(c->a, all, r);
    }
    if (!all->n)
        return;
    Expr any = expr_bool(s, false);
    for (int i = 0; i < all->n; i++)
        any = either(d, any, var_expr(d, all->v[i].acts));
    add_pass(c, part, any);
}

Expr clocks_restarted(Clocks *c, int part, const Reinits *all, VarId x, Expr next)
{
    Dae *d = c->d;
    ExprStore *s = d->store;
    Expr again = c->part.v[part].again, kept = pre_expr(d, x);
    for (int i = 0; i < all->n; i++)
        if (all->v[i].state == x)
            kept = expr_if(s, pre_expr(d, all->v[i].acts), pre_expr(d, all->v[i].value), kept);
    return again ? expr_if(s, again, kept, next) : next;
}
