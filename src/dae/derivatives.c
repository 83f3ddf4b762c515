/* derivatives.c - two equations for one derivative where another variable lacks its own.
 *
 * der(x) = v; der(x) = a: the second is meant for v, which has a fixed start value and no
 * derivative. Such a model may be balanced and run, as what is equal by both. Told for equations of
 * the user's that have the derivative alone on their left. O(variables + equations). */
#include "dae/diagnose.h"

/* The derivative that an equation of the user's gives; NONE. */
static VarId derivative_given(const Dae *d, int k)
{
    const DaeEq *eq = &d->eq.v[k];
    if (eq->kind != EQ_SCALAR || eq->from_connect || eq->initial || eq->source != NONE ||
        !is_in_users_file(d, eq->span) || expr_op(d->store, written_sides(d, k).lhs) != EX_VAR)
        return NONE;
    VarId var = var_number(d->store, written_sides(d, k).lhs);
    return d->var.v[var].int_of == NONE ? NONE : var;
}

/* A variable of the same component that begins with a fixed value and has no derivative; NONE. */
static VarId without_derivative(Dae *d, VarId x)
{
    for (VarId i = 0; i < d->nflat; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->fixed && v->start && v->der_of == NONE && v->type == T_REAL &&
            v->kind > DV_PARAMETER && v->kind != DV_DISCRETE && !v->appears_in_when && i != x &&
            !strcmp(determined_in(d, i), determined_in(d, x)))
            return i;
    }
    return NONE;
}

void warn_derivatives(Dae *d)
{
    if (!d->flat || d->of_library || d->classic || d->policy)
        return;
    Arena *a = arena_new();
    int *first = ARENA_ARRAY(a, int, d->var.n + 1);
    for (int k = 0; k < d->eq.n; k++) {
        VarId der = derivative_given(d, k);
        if (der != NONE && first[der]) {
            VarId x = d->var.v[der].int_of, other = without_derivative(d, x);
            if (other != NONE) {
                diag_warning(
                    d->ctx->diags, d->eq.v[k].span,
                    "this is a second equation for `%s`, while `%s` begins with a fixed value "
                    "and has no derivative: is `der(%s)` meant?",
                    dae_var_text(d, der), dae_var_text(d, other), dae_var_text(d, other));
                diag_note(d->ctx->diags, d->eq.v[first[der] - 1].span, "this is the first one");
                break;
            }
        }
        if (der != NONE)
            first[der] = k + 1;
    }
    arena_free(a);
}
