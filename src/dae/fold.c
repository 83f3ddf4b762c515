/* fold.c - conditions on parameters are decided.
 *
 * `if useLosses then i = g*v else i = 0` says which equation holds, not a value: left in, it would
 * hide from the structure what is determined by what. So where a condition depends on parameters
 * with known values only, the branch is taken; those parameters become part of the translation
 * (DaeVar.evaluated), like structural ones. Linear in the size of the expressions. */
#include "dae/incidence.h"
#include "dae/walk.h"

#include <math.h>

typedef struct Fold {
    Dae *d;
    Arena *a;
    const double *value;
    VEC(Expr) decided; /* conditions, and values of the parameters in them */
} Fold;

static void mark_evaluated(void *arg, uint32_t var)
{
    Fold *w = arg;
    DaeVar *v = &w->d->var.v[var];
    if (v->kind == DV_PARAMETER && !v->evaluated && v->binding)
        vec_push(w->a, &w->decided, v->binding);
    v->evaluated = v->kind == DV_PARAMETER;
}

static void mark_all(Fold *w)
{
    for (int i = 0; i < w->decided.n; i++)
        dae_visible_vars(w->d, w->decided.v[i], mark_evaluated, w);
    arena_free(w->a);
}

/* A comparison with what is not a number would pass for false. */
static bool is_open(void *arg, Expr e)
{
    const Fold *w = arg;
    const ExprNode *n = expr_node(w->d->store, e);
    return n->type == T_STRING || n->op == EX_CALL ||
           (n->op == EX_VAR && isnan(w->value[n->payload]));
}

/* Whether a condition depends on parameters with known values only. */
static bool is_known(Fold *w, Expr condition)
{
    return expr_node(w->d->store, condition)->var_mask && is_parametric(w->d, condition) &&
           !dae_any(w->d, condition, is_open, w);
}

/* 0 if a factor is 0, by itself or as a parameter, others being variables; else the product. */
static Expr fold_product(Fold *w, Expr product)
{
    ExprStore *s = w->d->store;
    Expr zero = 0;
    bool varies = false;
    for (uint32_t i = 0; i < expr_node(s, product)->nargs; i++) {
        Expr factor = expr_arg(s, product, i);
        if (expr_is_zero(s, factor) ||
            (expr_op(s, factor) == EX_VAR && w->value[var_number(s, factor)] == 0))
            zero = factor;
        else
            varies = varies || !is_parametric(w->d, factor);
    }
    if (!zero || !varies)
        return product;
    vec_push(w->a, &w->decided, zero);
    return expr_real(s, 0);
}

static Expr fold_node(void *arg, Expr old, Expr now)
{
    Fold *w = arg;
    ExprStore *s = w->d->store;
    (void)old;
    if (expr_op(s, now) == EX_MUL && expr_type(s, now) == T_REAL)
        return fold_product(w, now);
    if (expr_op(s, now) != EX_IF)
        return now;
    Expr condition = expr_arg(s, now, 0);
    if (!is_known(w, condition))
        return now;
    double x = expr_value(s, condition, w->value, NAN);
    if (isnan(x))
        return now;
    vec_push(w->a, &w->decided, condition);
    return expr_arg(s, now, x != 0 ? 1 : 2);
}

bool dae_fold(Dae *d)
{
    Fold w = {.d = d, .a = arena_new(), .value = dae_parameter_values(d)};
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_SCALAR)
            continue;
        Expr lhs = dae_rewrite(d, eq->lhs, fold_node, &w);
        Expr rhs = dae_rewrite(d, eq->rhs, fold_node, &w);
        change_sides(&d->eq.v[k], lhs, rhs);
    }
    mark_all(&w);
    return true;
}

void dae_decide_by(Dae *d, Expr e)
{
    Fold w = {.d = d, .a = arena_new()};
    vec_push(w.a, &w.decided, e);
    mark_all(&w);
}
