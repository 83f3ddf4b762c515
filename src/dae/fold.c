/* fold.c - conditions on parameters are decided.
 *
 * `if useLosses then i = g*v else i = 0` says which equation holds, not a value: left in, it would
 * hide from the structure what is determined by what. So where a condition depends on parameters
 * with known values only, the branch is taken; those parameters become part of the translation
 * (DaeVar.evaluated), like structural ones. The same holds for what a function gives as 0 whatever
 * its other inputs are: the capacity of a junction that has none (func_known). A variable that is
 * declared with a value of parameters, `input Real R = r/n`, is taken as the parameter it could
 * have been; the arguments of `sample` follow all equations that give a variable by parameters.
 * Linear in the size of the expressions and of the functions that are called. */
#include "dae/incidence.h"
#include "dae/walk.h"

#include <math.h>

/* Variables declared by variables declared by ... parameters are followed so far. */
enum { MOST_PASSES = 4 };

typedef struct Fold {
    Dae *d;
    Arena *a;
    double *value;     /* of parameters and of variables declared by them; NaN: not known */
    Map declared;      /* such a variable -> its equation + 1 */
    Map given;         /* variable -> an equation that gives it + 1, for the arguments of sample */
    Expr lost;         /* product of what has the factor 0 in the equation at hand; 0: none */
    VEC(Expr) decided; /* conditions, and values of the parameters in them */
    Map calls;         /* call -> number + 1 in outputs */
    VEC(const double *) outputs;
} Fold;

static void mark_evaluated(void *arg, uint32_t var)
{
    Fold *w = arg;
    DaeVar *v = &w->d->var.v[var];
    uint32_t eq = map_get(&w->declared, var, 0);
    if (eq) {
        vec_push(w->a, &w->decided, w->d->eq.v[eq - 1].rhs);
        map_set(&w->declared, w->a, var, 0);
    }
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

/* The value of an expression of parameters; NaN: it varies, or is not known. */
static double known_value(Fold *w, Expr e)
{
    return is_parametric(w->d, e) ? expr_value_known(w->d->store, e, w->value) : NAN;
}

static Expr as_declared(void *arg, Expr old, Expr now)
{
    Fold *w = arg;
    (void)old;
    if (expr_op(w->d->store, now) != EX_VAR)
        return now;
    uint32_t eq = map_get(&w->declared, var_number(w->d->store, now), 0);
    return eq ? w->d->eq.v[eq - 1].rhs : now;
}

/* The value of a condition of parameters and of variables that are declared by them, for which
 * those are put into *condition. */
static double known_condition(Fold *w, Expr *condition)
{
    double x = known_value(w, *condition);
    for (int pass = 0; isnan(x) && w->declared.n && pass < MOST_PASSES; pass++) {
        Expr now = dae_rewrite(w->d, *condition, as_declared, w);
        if (now == *condition)
            break;
        *condition = now;
        x = known_value(w, now);
    }
    return x;
}

static bool is_zero(const Fold *w, Expr e)
{
    const ExprStore *s = w->d->store;
    return expr_is_zero(s, e) || (expr_op(s, e) == EX_VAR && w->value[var_number(s, e)] == 0);
}

/* 0 if the numerator is, as a parameter, and the denominator varies; else the quotient. */
static Expr fold_quotient(Fold *w, Expr quotient)
{
    Expr above = expr_arg(w->d->store, quotient, 0);
    if (!is_zero(w, above) || is_parametric(w->d, expr_arg(w->d->store, quotient, 1)))
        return quotient;
    vec_push(w->a, &w->decided, above);
    return expr_real(w->d->store, 0);
}

static bool is_derivative(void *arg, uint32_t var)
{
    const Dae *d = arg;
    return d->var.v[var].kind == DV_DERIVATIVE;
}

/* Whether parameters make an expression 0: a difference of equal ones. */
static bool comes_to_zero(Fold *w, Expr e)
{
    return expr_op(w->d->store, e) != EX_VAR && expr_node(w->d->store, e)->var_mask &&
           known_value(w, e) == 0;
}

/* 0 if a factor is 0, by itself or as a parameter, others being variables; else the product. A
 * factor of derivatives may also come to 0: what is a state depends on that. */
static Expr fold_product(Fold *w, Expr product)
{
    ExprStore *s = w->d->store;
    Expr zero = 0, sum = 0;
    bool varies = false;
    for (uint32_t i = 0; i < expr_node(s, product)->nargs; i++) {
        Expr factor = expr_arg(s, product, i);
        if (is_zero(w, factor))
            zero = factor;
        else if (expr_op(s, factor) == EX_ADD && comes_to_zero(w, factor))
            sum = factor;
        else
            varies = varies || !is_parametric(w->d, factor);
    }
    if (sum && !zero && dae_any_var(w->d, product, is_derivative, w->d))
        zero = sum;
    if (!zero || !varies)
        return product;
    w->lost = w->d->clocked ? expr_mul2(s, w->lost ? w->lost : expr_real(s, 1), product) : 0;
    vec_push(w->a, &w->decided, zero);
    return expr_real(s, 0);
}

/* ---- Samples ---- */

static Expr as_given(void *arg, Expr old, Expr now)
{
    Fold *w = arg;
    (void)old;
    uint32_t k = expr_op(w->d->store, now) == EX_VAR
                     ? map_get(&w->given, var_number(w->d->store, now), 0)
                     : 0;
    if (!k)
        return now;
    const DaeEq *eq = &w->d->eq.v[k - 1];
    return eq->lhs == now ? eq->rhs : eq->lhs;
}

/* Equation k, if it gives a variable by parameters and by variables that are given. */
static void note_given(Fold *w, Expr var, Expr by, int k)
{
    const ExprStore *s = w->d->store;
    if (expr_op(s, var) == EX_VAR && w->d->var.v[var_number(s, var)].kind == DV_ALGEBRAIC &&
        !map_get(&w->given, var_number(s, var), 0) &&
        is_parametric(w->d, dae_rewrite(w->d, by, as_given, w)))
        map_set(&w->given, w->a, var_number(s, var), (uint32_t)k + 1);
}

static void find_given(Fold *w)
{
    for (int pass = 0; pass < MOST_PASSES; pass++)
        for (int k = 0; k < w->d->eq.n; k++) {
            const DaeEq *eq = &w->d->eq.v[k];
            if (eq->kind != EQ_SCALAR || eq->initial || eq->clock || eq->in_state)
                continue;
            note_given(w, eq->lhs, eq->rhs, k);
            note_given(w, eq->rhs, eq->lhs, k);
        }
}

/* A sample whose start and interval are variables that equations give by parameters: by those. What
 * still varies then is refused where the samples are collected. */
static Expr fold_sample(Fold *w, Expr sample)
{
    Dae *d = w->d;
    Expr arg[] = {expr_arg(d->store, sample, 0), expr_arg(d->store, sample, 1)};
    if (is_parametric(d, arg[0]) && is_parametric(d, arg[1]))
        return sample;
    if (!w->given.n)
        find_given(w);
    for (int pass = 0; pass < MOST_PASSES; pass++)
        for (int i = 0; i < 2; i++)
            arg[i] = dae_rewrite(d, arg[i], as_given, w);
    return expr_make(d->store, EX_SAMPLE, T_BOOL, 0, 0, 2, arg);
}

/* ---- Calls ---- */

/* The value of an argument of a call; NaN: it varies, or is not known. */
static double argument_value(Fold *w, Expr e)
{
    ExprStore *s = w->d->store;
    return type_info(expr_types(s), expr_type(s, e))->ndims ? NAN : known_value(w, e);
}

/* The outputs of a call, NaN for what is not known. Memory of the pass; NULL: nothing is. */
static const double *known_outputs(Fold *w, Expr call)
{
    ExprStore *s = w->d->store;
    const ExprNode *n = expr_node(s, call);
    uint64_t number = n->payload;
    uint32_t nargs = n->nargs, nknown = 0, known = map_get(&w->calls, call, 0);
    if (known)
        return w->outputs.v[known - 1];
    const double *result = NULL;
    double *in = ARENA_ARRAY(w->a, double, nargs + 1);
    for (uint32_t i = 0; i < nargs; i++) {
        in[i] = argument_value(w, expr_arg(s, call, i));
        nknown += isnan(in[i]) ? 0 : 1;
    }
    if (!(number >> 32) && nknown && nknown < nargs) {
        double *out = ARENA_ARRAY(w->a, double, func_get(s, (uint32_t)number)->noutputs + 1);
        func_known(s, (uint32_t)number, (int)nargs, in, out);
        result = out;
    }
    vec_push(w->a, &w->outputs, result);
    map_set(&w->calls, w->a, call, (uint32_t)w->outputs.n);
    return result;
}

/* Parameters among the arguments decide. */
static void decide_by_arguments(Fold *w, Expr call)
{
    for (uint32_t i = 0; i < expr_node(w->d->store, call)->nargs; i++)
        if (!isnan(argument_value(w, expr_arg(w->d->store, call, i))))
            vec_push(w->a, &w->decided, expr_arg(w->d->store, call, i));
}

static Expr fold_call(Fold *w, Expr call)
{
    const double *out = expr_type(w->d->store, call) == T_REAL ? known_outputs(w, call) : NULL;
    if (!out || out[0] != 0)
        return call;
    decide_by_arguments(w, call);
    return expr_real(w->d->store, 0);
}

/* v = 0 instead of output i of the call in equation k. */
static void output_is_zero(Fold *w, int k, int i)
{
    Dae *d = w->d;
    uint32_t v = d->eq.v[k].output[i];
    DaeEq eq = DAE_EQ(.kind = EQ_SCALAR, .lhs = expr_var(d->store, T_REAL, v),
                      .rhs = expr_real(d->store, 0), .span = d->eq.v[k].span,
                      .owner = d->eq.v[k].owner, .initial = d->eq.v[k].initial);
    d->eq.v[k].output[i] = NONE;
    vec_push(d->arena, &d->eq, eq);
}

/* The outputs of the call in equation k that are 0. */
static void fold_outputs(Fold *w, int k)
{
    Dae *d = w->d;
    TypeTable *types = expr_types(d->store);
    Expr call = d->eq.v[k].rhs;
    if (d->eq.v[k].when || expr_op(d->store, call) != EX_CALL)
        return;
    const double *out = known_outputs(w, call);
    const Func *f = func_get(d->store, (uint32_t)expr_node(d->store, call)->payload);
    Type type = expr_type(d->store, call);
    bool tuple = type_info(types, type)->base == TY_TUPLE, any = false;
    int64_t at = 0;
    for (int i = 0; out && i < f->noutputs && at < d->eq.v[k].noutputs; i++) {
        uint32_t v = d->eq.v[k].output[at];
        if (out[i] == 0 && v != NONE && d->var.v[v].kind == DV_ALGEBRAIC) {
            output_is_zero(w, k, (int)at);
            any = true;
        }
        at += type_elements(types, tuple ? type_record_info(types, type)->type[i] : type);
    }
    if (any)
        decide_by_arguments(w, call);
}

static Expr fold_node(void *arg, Expr old, Expr now)
{
    Fold *w = arg;
    ExprStore *s = w->d->store;
    (void)old;
    if (expr_op(s, now) == EX_MUL && expr_type(s, now) == T_REAL)
        return fold_product(w, now);
    if (expr_op(s, now) == EX_DIV && expr_type(s, now) == T_REAL)
        return fold_quotient(w, now);
    if (expr_op(s, now) == EX_CALL)
        return fold_call(w, now);
    if (expr_op(s, now) == EX_SAMPLE)
        return fold_sample(w, now);
    if (expr_op(s, now) != EX_IF)
        return now;
    Expr condition = expr_arg(s, now, 0);
    double x = expr_node(s, condition)->var_mask ? known_condition(w, &condition) : NAN;
    if (isnan(x))
        return now;
    vec_push(w->a, &w->decided, condition);
    return expr_arg(s, now, x != 0 ? 1 : 2);
}

/* Whether an equation is the value that a Real variable is declared with. */
static bool is_declaration(const Dae *d, const DaeEq *eq)
{
    if (eq->kind != EQ_SCALAR || !eq->binding || eq->initial || eq->clock || eq->in_state ||
        expr_op(d->store, eq->lhs) != EX_VAR)
        return false;
    const DaeVar *v = &d->var.v[var_number(d->store, eq->lhs)];
    return v->kind == DV_ALGEBRAIC && v->type == T_REAL;
}

/* Values of variables that are declared by parameters, or by such variables before them. */
static void find_declared(Fold *w)
{
    Dae *d = w->d;
    const double *known = dae_parameter_values(d);
    w->value = arena_copy(w->a, known, (size_t)d->var.n * sizeof *known);
    bool more = true;
    for (int pass = 0; more && pass < MOST_PASSES; pass++) {
        more = false;
        for (int k = 0; k < d->eq.n; k++) {
            const DaeEq *eq = &d->eq.v[k];
            if (!is_declaration(d, eq))
                continue;
            VarId v = var_number(d->store, eq->lhs);
            if (!isnan(w->value[v]))
                continue;
            w->value[v] = expr_value_known(d->store, eq->rhs, w->value);
            if (isnan(w->value[v]))
                continue;
            map_set(&w->declared, w->a, v, (uint32_t)k + 1);
            more = true;
        }
    }
}

bool dae_fold(Dae *d)
{
    Fold w = {.d = d, .a = arena_new()};
    find_declared(&w);
    for (int k = 0, n = d->eq.n; k < n; k++) {
        if (d->eq.v[k].kind == EQ_CALL)
            fold_outputs(&w, k);
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_SCALAR)
            continue;
        w.lost = eq->vanished;
        Expr lhs = dae_rewrite(d, eq->lhs, fold_node, &w);
        Expr rhs = dae_rewrite(d, eq->rhs, fold_node, &w);
        change_sides(&d->eq.v[k], lhs, rhs);
        d->eq.v[k].vanished = w.lost; /* clocks are inferred from it (16.7) */
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
