/* late.c - calls of functions that are to be written out after index reduction.
 *
 * Until here such a call is both: its formula, by which constraints are found, differentiated and
 * states are chosen like everywhere else, and the call (EX_LATE). Now equations that were
 * differentiated get the derivatives that the annotations of these functions give, in which a
 * library says what it knows: the derivative of a rotation is an angular velocity, so nine
 * derivatives of a matrix are needed no longer and systems of accelerations become small. Taken are
 * those that need no derivative which the model has not anyhow. Then all calls become formulas.
 * O(equations and their derivatives). */
#include "dae/dae.h"
#include "dae/walk.h"

/* The derivative of a variable; where there is none, der(x): what the annotations leave out. */
static Expr known_derivative(void *arg, Expr leaf)
{
    Dae *d = arg;
    if (expr_op(d->store, leaf) == EX_TIME)
        return expr_real(d->store, 1);
    if (expr_op(d->store, leaf) != EX_VAR)
        return 0;
    const DaeVar *v = &d->var.v[var_number(d->store, leaf)];
    if (v->kind <= DV_PARAMETER || is_mode_var(v))
        return expr_real(d->store, 0);
    if (v->der_of == NONE)
        return expr_make(d->store, EX_DER, T_REAL, 0, 0, 1, &leaf);
    int sign = 1;
    uint32_t root = dae_root(d, v->der_of, &sign);
    const DaeVar *dv = &d->var.v[root];
    Expr e = dv->kind == DV_CONSTANT ? dv->binding : expr_var(d->store, T_REAL, root);
    return sign < 0 ? expr_neg(d->store, e) : e;
}

static bool is_open(void *arg, Expr e)
{
    return expr_op(arg, e) == EX_DER;
}

static bool is_late(void *arg, Expr e)
{
    return expr_op(arg, e) == EX_LATE;
}

static bool in_side(Dae *d, Expr e)
{
    return e && dae_any(d, e, is_late, d->store);
}

bool has_late(Dae *d, const DaeEq *eq)
{
    return eq->kind == EQ_SCALAR && !eq->removed && (in_side(d, eq->lhs) || in_side(d, eq->rhs));
}

/* The derivatives of an equation, one after the other. */
static void take_derivatives(Dae *d, int k)
{
    CalcError err = {0};
    for (; d->eq.v[k].derivative != NONE; k = (int)d->eq.v[k].derivative) {
        Expr lhs = expr_derivative_by_calls(d->store, d->eq.v[k].lhs, known_derivative, d, &err);
        Expr rhs =
            lhs ? expr_derivative_by_calls(d->store, d->eq.v[k].rhs, known_derivative, d, &err) : 0;
        DaeEq *to = &d->eq.v[d->eq.v[k].derivative];
        if (!lhs || !rhs || to->removed || dae_any(d, lhs, is_open, d->store) ||
            dae_any(d, rhs, is_open, d->store))
            return;
        change_sides(to, lhs, rhs);
    }
}

static Expr formula(void *arg, Expr old, Expr now)
{
    (void)old;
    return expr_op(arg, now) == EX_LATE ? expr_arg(arg, now, 0) : now;
}

static void write_out(Dae *d, Expr *e)
{
    if (*e)
        *e = dae_rewrite(d, *e, formula, d->store);
}

static void write_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    (void)stmt, (void)role;
    write_out(arg, slot);
}

void dae_late(Dae *d)
{
    if (!d->late)
        return;
    d->late = false;
    for (int k = 0; k < d->eq.n && !d->policy; k++)
        if (!d->eq.v[k].ndiff && has_late(d, &d->eq.v[k]))
            take_derivatives(d, k);
    for (int k = 0; k < d->eq.n; k++) {
        DaeEq *eq = &d->eq.v[k];
        Expr *slot[] = {&eq->lhs,     &eq->rhs,   &eq->written_lhs, &eq->written_rhs,
                        &eq->message, &eq->level, &eq->when};
        for (size_t i = 0; i < sizeof slot / sizeof *slot; i++)
            write_out(d, slot[i]);
        if (eq->body)
            body_slots(eq->body, write_slot, d);
    }
    for (int i = 0; i < d->set.n; i++)
        for (int k = 0; k < d->set.v[i].m * (d->set.v[i].ngiven + d->set.v[i].n); k++)
            write_out(d, &d->set.v[i].entry[k]);
}
