/* diff.c - derivatives of expressions, forward over the DAG: operands before users, each distinct
 * node once. Elementary functions come from the formulas of op_rule, array operators from the
 * product rule. A derivative that vanishes is 0 in the memo, not an expression, so that nothing is
 * multiplied by zero. O(distinct nodes), plus O(k log k) for a product of k varying factors. */
#include "symbolic/calculus.h"
#include "symbolic/expr_internal.h"
#include "symbolic/func.h"

#include <stdlib.h>

typedef struct Diff {
    ExprStore *s;
    const Derivation *how;
    Memo *memo; /* node -> derivative, 0: none */
    CalcError *err;
    bool failed;
    int inlined; /* calls being inlined, one in the other */
} Diff;

/* In the memo: a call whose derivative is made when it is asked for. */
#define LATER UINT64_MAX

enum {
    INLINE_DEPTH = 8,
    INLINE_SIZE = 60, /* nodes of a body that is differentiated in place */
    /* Nodes of a derivative function that is written out, else derivatives it is split by. */
    INLINE_LINEAR = 600,
    MOST_SPLIT = 3,
};

static Expr run(Diff *d, Expr root);
static Expr call_derivative(Diff *d, Expr call);

static bool is_real(const ExprStore *s, Type type)
{
    return type_info(s->types, type)->base == TY_REAL;
}

static Expr fail(Diff *d, Expr e, const char *why)
{
    if (!d->failed && d->err)
        *d->err = (CalcError){e, why};
    d->failed = true;
    return 0;
}

static Expr derivative_of(Diff *d, Expr e)
{
    uint32_t i = memo_find(d->memo, e);
    if (d->memo->value[i] == LATER) {
        Expr made = call_derivative(d, e);
        d->memo->value[i] = made;
    }
    return (Expr)d->memo->value[i];
}

/* Derivative of operand i. */
static Expr operand(Diff *d, Expr e, uint32_t i)
{
    return derivative_of(d, expr_arg(d->s, e, i));
}

static Expr operand_or_zero(Diff *d, Expr e, uint32_t i)
{
    Expr derivative = operand(d, e, i);
    return derivative ? derivative : zero_like(d->s, expr_arg(d->s, e, i));
}

static Expr apply2(Diff *d, ExprOp op, Expr a, Expr b)
{
    return expr_apply(d->s, op, 0, 2, (Expr[]){a, b});
}

/* a + b, where 0 is nothing. */
static Expr plus(Diff *d, Expr a, Expr b)
{
    return !a ? b : !b ? a : apply2(d, EX_ADD, a, b);
}

static Expr negative(Diff *d, Expr a)
{
    return a ? expr_apply(d->s, EX_NEG, 0, 1, &a) : 0;
}

static Expr times(Diff *d, Expr a, Expr b)
{
    return a && b ? apply2(d, EX_MUL, a, b) : 0;
}

static bool any_varies(Diff *d, Expr e, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++)
        if (operand(d, e, i))
            return true;
    return false;
}

static Expr refuse_if_varying(Diff *d, Expr e, const char *why)
{
    return any_varies(d, e, 0, expr_node(d->s, e)->nargs) ? fail(d, e, why) : 0;
}

/* Operators that are linear in the operands [first, last) together. */
static Expr linear_rule(Diff *d, Expr e, uint32_t first, uint32_t last)
{
    ExprStore *s = d->s;
    const ExprNode n = *expr_node(s, e);
    if (!any_varies(d, e, first, last))
        return 0;
    Expr *arg = store_resize(NULL, n.nargs, sizeof *arg);
    for (uint32_t i = 0; i < n.nargs; i++)
        arg[i] = i >= first && i < last ? operand_or_zero(d, e, i) : expr_arg(s, e, i);
    Expr result = expr_build(s, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, arg);
    free(arg);
    return result;
}

/* ---- Shapes ---- */

/* `value` in every element of the shape of e. */
static Expr fill_like(ExprStore *s, Expr e, Expr value)
{
    const ExprNode n = *expr_node(s, e);
    const TypeInfo *info = type_info(s->types, n.type);
    if (!info->ndims)
        return value;
    Type type = type_reshape(s->types, n.type, T_REAL);
    int64_t count = type_elements(s->types, type);
    if (count > 0 && !(n.traits & ET_LOCAL)) {
        Expr *element = store_resize(NULL, (size_t)count, sizeof *element);
        for (int64_t i = 0; i < count; i++)
            element[i] = value;
        Expr array = array_of(s, type, element);
        free(element);
        return array;
    }
    Expr arg[MAX_DIMS + 1] = {value};
    for (int i = 0; i < info->ndims; i++) {
        Expr size[] = {e, expr_int(s, i + 1)};
        arg[i + 1] = expr_build(s, EX_SIZE, T_INT, 0, 0, 2, size);
    }
    return expr_make(s, EX_FILL, type, 0, 0, (uint32_t)info->ndims + 1, arg);
}

Expr zero_like(ExprStore *s, Expr e)
{
    return fill_like(s, e, expr_real(s, 0));
}

/* A scalar derivative of an array: the same for every element. */
static Expr in_shape(Diff *d, Expr e, Expr derivative)
{
    ExprStore *s = d->s;
    if (!derivative || expr_is_scalar(s, e) || !expr_is_scalar(s, derivative))
        return derivative;
    return fill_like(s, e, derivative);
}

/* ---- Leaves ---- */

static Expr leaf_derivative(Diff *d, Expr e)
{
    const ExprNode *n = expr_node(d->s, e);
    if (d->how->partial)
        return n->op == EX_VAR && n->payload == d->how->var ? expr_real(d->s, 1) : 0;
    Expr x = d->how->leaf(d->how->arg, e);
    if (!x)
        return fail(d, e, "it has no derivative");
    return expr_is_number(d->s, x) && expr_number(d->s, x) == 0 ? 0 : x;
}

static Expr array_leaf(Diff *d, Expr e)
{
    ExprStore *s = d->s;
    const ExprNode n = *expr_node(s, e);
    int64_t count = type_elements(s->types, n.type);
    uint32_t var = d->how->var;
    if (count < 1 || (d->how->partial && (var < n.payload || var - n.payload >= (uint64_t)count)))
        return 0;
    Expr *element = store_resize(NULL, (size_t)count, sizeof *element), result = 0;
    for (int64_t i = 0; i < count; i++) {
        Type scalar = type_scalar(s->types, n.type);
        element[i] = leaf_derivative(d, expr_var(s, scalar, (uint32_t)(n.payload + (uint64_t)i)));
        if (element[i])
            result = element[i];
        else
            element[i] = expr_real(s, 0);
    }
    if (result)
        result = array_of(s, n.type, element);
    free(element);
    return result;
}

/* ---- Arithmetic ---- */

static Expr sum_rule(Diff *d, Expr e)
{
    ExprStore *s = d->s;
    uint32_t n = expr_node(s, e)->nargs, k = 0;
    Expr *term = store_resize(NULL, n, sizeof *term);
    for (uint32_t i = 0; i < n; i++) {
        term[k] = operand(d, e, i);
        k += term[k] != 0;
    }
    Expr sum = 0;
    if (k)
        sum = k == 1 ? term[0] : expr_apply(s, EX_ADD, 0, k, term);
    free(term);
    return in_shape(d, e, sum);
}

/* A product of some factors and its derivative. */
typedef struct Pair {
    Expr f, df;
} Pair;

/* By halves: (f g)' = f' g + f g'. */
static Pair product_pair(Diff *d, const Pair *factor, uint32_t n)
{
    if (n == 1)
        return factor[0];
    Pair a = product_pair(d, factor, n / 2), b = product_pair(d, factor + n / 2, n - n / 2);
    return (Pair){times(d, a.f, b.f), plus(d, times(d, a.df, b.f), times(d, a.f, b.df))};
}

enum { FEW_FACTORS = 4 }; /* written out one by one */

static Expr product_rule(Diff *d, Expr e)
{
    ExprStore *s = d->s;
    uint32_t n = expr_node(s, e)->nargs, varying = 0, fixed = 0;
    Pair *factor = store_resize(NULL, n, sizeof *factor);
    Expr *constant = store_resize(NULL, n, sizeof *constant), result = 0;
    for (uint32_t i = 0; i < n; i++) {
        Expr f = expr_arg(s, e, i), df = operand(d, e, i);
        if (df)
            factor[varying++] = (Pair){f, df};
        else
            constant[fixed++] = f;
    }
    if (varying > FEW_FACTORS) {
        result = product_pair(d, factor, varying).df;
    } else {
        for (uint32_t i = 0; i < varying; i++) {
            Expr term = factor[i].df;
            for (uint32_t j = 0; j < varying; j++)
                term = j == i ? term : times(d, factor[j].f, term);
            result = plus(d, result, term);
        }
    }
    if (result && fixed) {
        constant[fixed] = result;
        result = expr_apply(s, EX_MUL, 0, fixed + 1, constant);
    }
    free(factor);
    free(constant);
    return in_shape(d, e, result);
}

/* (a/b)' = a'/b, or (a' b - a b')/b^2 */
static Expr quotient_rule(Diff *d, Expr e)
{
    Expr a = expr_arg(d->s, e, 0), b = expr_arg(d->s, e, 1);
    Expr da = operand(d, e, 0), db = operand(d, e, 1);
    if (!da && !db)
        return 0;
    if (!db)
        return in_shape(d, e, apply2(d, EX_DIV, da, b));
    Expr above = plus(d, times(d, da, b), negative(d, times(d, a, db)));
    return in_shape(d, e, apply2(d, EX_DIV, above, apply2(d, EX_POW, b, expr_real(d->s, 2))));
}

static Expr relation(Diff *d, ExprOp op, unsigned flags, Expr a, Expr b)
{
    return expr_build(d->s, op, T_BOOL, flags, 0, 2, (Expr[]){a, b});
}

/* (u^v)' = v u^(v-1) u' + log(u) u^v v'; 0^v does not change where it has a value at all. */
static Expr power_rule(Diff *d, Expr e)
{
    Expr u = expr_arg(d->s, e, 0), v = expr_arg(d->s, e, 1);
    Expr du = operand(d, e, 0), dv = operand(d, e, 1), by_base = 0, by_exponent = 0;
    if (du) {
        Expr lower = apply2(d, EX_POW, u, apply2(d, EX_SUB, v, expr_real(d->s, 1)));
        Expr slope = times(d, v, lower);
        if (!d->how->partial && !expr_is_number(d->s, v) &&
            expr_type(d->s, e) == T_REAL) /* not 0*u^(-1) */
            slope = expr_if(d->s, relation(d, EX_EQ, EF_NOEVENT, v, expr_real(d->s, 0)),
                            expr_real(d->s, 0), slope);
        by_base = times(d, slope, du);
    }
    if (dv && !expr_is_zero(d->s, u))
        by_exponent = times(d, times(d, expr_apply(d->s, EX_LOG, 0, 1, &u), e), dv);
    return in_shape(d, e, plus(d, by_base, by_exponent));
}

static Expr function_rule(Diff *d, Expr e)
{
    ExprStore *s = d->s;
    uint32_t n = expr_node(s, e)->nargs;
    const OpRule *rule = &op_rule[expr_op(s, e)];
    Expr u = expr_arg(s, e, 0), v = n == 2 ? expr_arg(s, e, 1) : 0, sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        Expr dx = operand(d, e, i);
        Expr partial = dx ? op_formula(s, rule->partial[i], e, u, v) : 0;
        if (partial && !expr_is_zero(s, partial))
            sum = plus(d, sum, times(d, partial, dx));
    }
    return in_shape(d, e, sum);
}

/* ---- Branches ---- */

static Expr choose(Diff *d, Expr condition, Expr a, Expr b)
{
    Expr zero = expr_real(d->s, 0);
    return a || b ? expr_if(d->s, condition, a ? a : zero, b ? b : zero) : 0;
}

static Expr abs_rule(Diff *d, Expr e)
{
    ExprStore *s = d->s;
    Expr u = expr_arg(s, e, 0), du = operand(d, e, 0);
    if (!du)
        return 0;
    if (expr_is_scalar(s, e))
        return choose(d, relation(d, EX_GE, EF_NOEVENT, u, expr_real(s, 0)), du, negative(d, du));
    Expr sign = expr_apply(s, EX_SIGN, 0, 1, &u);
    Type real = type_reshape(s->types, expr_type(s, e), T_REAL);
    return times(d, expr_build(s, EX_TOREAL, real, 0, 0, 1, &sign), du);
}

static Expr extremum_rule(Diff *d, Expr e)
{
    Expr u = expr_arg(d->s, e, 0), v = expr_arg(d->s, e, 1);
    Expr du = operand(d, e, 0), dv = operand(d, e, 1);
    if (!expr_is_scalar(d->s, e))
        return du || dv ? fail(d, e, "`min` and `max` of arrays are not differentiable") : 0;
    ExprOp op = expr_op(d->s, e) == EX_MIN ? EX_LT : EX_GT;
    return choose(d, relation(d, op, EF_NOEVENT, u, v), du, dv);
}

/* if x >= 0 then a*x else b*x */
static Expr semilinear_rule(Diff *d, Expr e)
{
    ExprStore *s = d->s;
    if (!expr_is_scalar(s, e))
        return refuse_if_varying(d, e, "`semiLinear` of arrays is not differentiable");
    Expr x = expr_arg(s, e, 0), dx = operand(d, e, 0), branch[2];
    for (uint32_t i = 0; i < 2; i++)
        branch[i] = plus(d, times(d, expr_arg(s, e, i + 1), dx), times(d, operand(d, e, i + 1), x));
    unsigned flags = expr_node(s, e)->flags & EF_NOEVENT;
    return choose(d, relation(d, EX_GE, flags, x, expr_real(s, 0)), branch[0], branch[1]);
}

static Expr smooth_rule(Diff *d, Expr e)
{
    ExprStore *s = d->s;
    int64_t order = 0;
    Expr dx = operand(d, e, 1);
    if (!dx || !expr_is_int_literal(s, expr_arg(s, e, 0), &order) || order < 1)
        return dx;
    return expr_build(s, EX_SMOOTH, expr_type(s, e), 0, 0, 2, (Expr[]){expr_int(s, order - 1), dx});
}

/* (x(t - T))' = x'(t - T) (1 - T') */
static Expr delay_rule(Diff *d, Expr e)
{
    Expr delayed = linear_rule(d, e, 0, 1), dt = operand(d, e, 1);
    if (!delayed || !dt)
        return delayed;
    return times(d, delayed, plus(d, expr_real(d->s, 1), negative(d, dt)));
}

/* ---- Array operators ---- */

/* Products of arrays: (a b)' = a' b + a b' */
static Expr bilinear_rule(Diff *d, Expr e)
{
    return plus(d, linear_rule(d, e, 0, 1), linear_rule(d, e, 1, 2));
}

enum { MAX_MATRIX_POWER = 16 };

/* (A^n)' = sum of A^i A' A^(n-1-i), i from 0 to n-1 */
static Expr matrix_power_rule(Diff *d, Expr e)
{
    ExprStore *s = d->s;
    Expr a = expr_arg(s, e, 0), da = operand(d, e, 0), sum = 0;
    Type type = expr_type(s, e);
    int64_t n;
    if (!da)
        return 0;
    if (!expr_is_int_literal(s, expr_arg(s, e, 1), &n) || n > MAX_MATRIX_POWER)
        return fail(d, e, "a power of a matrix with a variable exponent is not differentiable");
    for (int64_t i = 0; i < n; i++) {
        Expr term = da;
        for (int64_t k = 0; k < n - 1; k++) {
            Expr left[] = {a, term}, right[] = {term, a};
            term = expr_build(s, EX_MATMUL, type, 0, 0, 2, k < i ? left : right);
        }
        sum = plus(d, sum, term);
    }
    return sum;
}

/* Comprehensions: the body is differentiated; the ranges must not vary. */
static Expr loop_rule(Diff *d, Expr e)
{
    for (uint32_t i = 2; i < expr_node(d->s, e)->nargs; i += 2)
        if (operand(d, e, i))
            return fail(d, e, "a range that varies cannot be differentiated");
    return linear_rule(d, e, 0, 1);
}

/* ---- Calls ---- */

static bool has_derivative_input(const ExprStore *s, const Func *f, const FuncDerivative *rule,
                                 int input)
{
    uint64_t excluded = rule ? rule->no_derivative | rule->zero_derivative : 0;
    return is_real(s, f->var[input].type) && (input >= 64 || !(excluded >> input & 1));
}

/* Whether no input named by zeroDerivative varies. */
static bool is_applicable(Diff *d, Expr call, const FuncDerivative *rule)
{
    for (uint32_t i = 0; i < expr_node(d->s, call)->nargs && i < 64; i++)
        if ((rule->zero_derivative >> i & 1) && operand(d, call, i))
            return false;
    return true;
}

/* Whether a value of one type can stand where one of another is wanted. */
static bool same_kind(const ExprStore *s, Type have, Type want)
{
    const TypeInfo *h = type_info(expr_types(s), have), *w = type_info(expr_types(s), want);
    bool sizes = h->ndims == w->ndims;
    for (int k = 0; sizes && k < h->ndims; k++)
        sizes = h->dim[k] == w->dim[k] || h->dim[k] == DIM_UNKNOWN || w->dim[k] == DIM_UNKNOWN;
    return sizes && (h->base == w->base || (h->base == TY_INT && w->base == TY_REAL));
}

/* What a derivative function has otherwise than the one it belongs to; NULL: nothing. Its inputs
 * begin with those of that one, its outputs are the derivatives of all that are Real. */
static const char *differs(const ExprStore *s, const Func *f, const Func *derivative)
{
    int at = derivative->ninputs;
    for (int i = 0; i < f->ninputs; i++)
        if (!same_kind(s, f->var[i].type, derivative->var[i].type))
            return "its `derivative` annotation names a function with inputs of other types";
    for (int i = f->ninputs; i < f->ninputs + f->noutputs; i++)
        if (is_real(s, f->var[i].type) &&
            (at == derivative->ninputs + derivative->noutputs ||
             !same_kind(s, derivative->var[at++].type, f->var[i].type)))
            return "its `derivative` annotation names a function with other outputs";
    return NULL;
}

/* A call of `derivative` with the arguments of `call` and the derivatives of those of its inputs
 * from `first` on that have one. */
static Expr extended_call(Diff *d, Expr call, const Func *f, const FuncDerivative *rule, int first,
                          uint32_t derivative)
{
    ExprStore *s = d->s;
    uint32_t n = expr_node(s, call)->nargs, k = 0;
    Expr *arg = store_resize(NULL, 2 * (size_t)n + 1, sizeof *arg);
    for (; k < n; k++)
        arg[k] = expr_arg(s, call, k);
    for (uint32_t i = (uint32_t)first; i < n && (int)i < f->ninputs; i++)
        if (has_derivative_input(s, f, rule, (int)i))
            arg[k++] = operand_or_zero(d, call, i);
    const Func *made = func_get(s, derivative);
    if (made->ninputs != (int)k) {
        free(arg);
        return fail(d, call, "its `derivative` annotation names a function with other inputs");
    }
    const char *why = differs(s, f, made);
    if (why) {
        free(arg);
        return fail(d, call, why);
    }
    Type type = made->result;
    Expr result = expr_build(s, EX_CALL, type, 0, derivative, k, arg);
    free(arg);
    return result;
}

/* The arguments of a derivative function of order m - 1 are x, x', ..: n0 inputs, then m - 1
 * groups of derivatives of the k inputs that have one. A rule of order m may be used if each group
 * is the derivative of the one before it here too. Returns the first input of the last group,
 * which alone is to be differentiated, or -1. */
static int last_group(Diff *d, Expr call, const Func *f, const FuncDerivative *rule)
{
    ExprStore *s = d->s;
    int groups = rule->order - 1, k = 0, base = 0;
    while (base < f->ninputs && base + k * groups < f->ninputs)
        k += has_derivative_input(s, f, rule, base++);
    if (!k || base + k * groups != f->ninputs)
        return -1;
    int previous = 0;
    for (int g = 0, from = base; g < groups; g++, from += k) {
        for (int i = previous, j = 0; i < (g ? previous + k : base); i++) {
            if (!g && !has_derivative_input(s, f, rule, i))
                continue;
            if (operand_or_zero(d, call, (uint32_t)i) != expr_arg(s, call, (uint32_t)(from + j++)))
                return -1;
        }
        previous = from;
    }
    return f->ninputs - k;
}

/* derivative(order = m) on the derivative function of order m - 1. */
static Expr higher_order_call(Diff *d, Expr call, const Func *f, const FuncDerivative *rule)
{
    int first = last_group(d, call, f, rule);
    return first < 0 ? 0 : extended_call(d, call, f, NULL, first, rule->func);
}

/* The function that has f as its derivative of some order, and also one of the next order. */
static const FuncDerivative *next_order(const ExprStore *s, const Func *f)
{
    for (uint32_t i = 1; i <= funcs_count(s); i++) {
        const Func *owner = func_get(s, i);
        for (int k = 0; owner->nderivatives > 1 && k < owner->nderivatives; k++)
            for (int m = 0; m < owner->nderivatives; m++)
                if (owner->derivative[k].func == f->number &&
                    owner->derivative[m].order == owner->derivative[k].order + 1)
                    return &owner->derivative[m];
    }
    return NULL;
}

static Expr annotated_call(Diff *d, Expr call, const Func *f)
{
    for (int k = 0; k < f->nderivatives; k++) {
        const FuncDerivative *rule = &f->derivative[k];
        if (!is_applicable(d, call, rule))
            continue;
        if (func_get(d->s, rule->func)->failed)
            return fail(d, call, "the function its `derivative` annotation names has errors");
        Expr result = rule->order == 1 ? extended_call(d, call, f, rule, 0, rule->func)
                                       : higher_order_call(d, call, f, rule);
        if (result)
            return result;
    }
    const FuncDerivative *rule = next_order(d->s, f);
    return rule && is_applicable(d, call, rule) ? higher_order_call(d, call, f, rule) : 0;
}

/* The rule that spares a call of one result the derivatives of some arguments, which then need
 * none; NULL: all are needed, or it depends on which vary. */
static const FuncDerivative *sparing_rule(const Diff *d, Expr e)
{
    const ExprNode *n = expr_node(d->s, e);
    if (n->op != EX_CALL || n->type != T_REAL || (n->flags & EF_IMPURE) || d->how->partial)
        return NULL;
    const Func *f = func_get(d->s, (uint32_t)n->payload);
    const FuncDerivative *rule = f->nderivatives ? &f->derivative[0] : NULL;
    bool spares = rule && rule->order == 1 && rule->no_derivative && !rule->zero_derivative;
    return spares && !func_get(d->s, rule->func)->failed ? rule : NULL;
}

/* A call with such a rule: what it needs is differentiated here. */
static Expr sparing_call(Diff *d, Expr call, const FuncDerivative *rule)
{
    const Func *f = func_get(d->s, (uint32_t)expr_node(d->s, call)->payload);
    bool varies = false;
    for (uint32_t i = 0; i < expr_node(d->s, call)->nargs && (int)i < f->ninputs && !d->failed; i++)
        if (has_derivative_input(d->s, f, rule, (int)i))
            varies |= run(d, expr_arg(d->s, call, i)) != 0;
    return varies && !d->failed ? extended_call(d, call, f, rule, 0, rule->func) : 0;
}

/* The derivative of the body written out for one output and element. 0: not small enough. */
static Expr inlined_derivative(Diff *d, Expr call, const Func *f, uint32_t output, uint32_t element,
                               Expr *result)
{
    ExprStore *s = d->s;
    uint32_t n = expr_node(s, call)->nargs;
    uint64_t limit = INLINE_SIZE;
    if (f->no_inline || d->inlined == INLINE_DEPTH)
        return 0;
    Expr *arg = store_resize(NULL, (size_t)n + 1, sizeof *arg);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = expr_arg(s, call, i);
        limit += 4 * (uint64_t)expr_node(s, arg[i])->size;
    }
    uint32_t most = limit > UINT32_MAX - 1 ? UINT32_MAX - 1 : (uint32_t)limit;
    Expr body = func_inline(s, f->number, n, arg, (int)output, element, most);
    free(arg);
    if (!body)
        return 0;
    d->inlined++;
    *result = run(d, body);
    d->inlined--;
    return body;
}

static const Func *called(Diff *d, Expr call)
{
    const ExprNode *n = expr_node(d->s, call);
    if (n->flags & EF_IMPURE) {
        fail(d, call, "an impure function has no derivative");
        return NULL;
    }
    return func_get(d->s, (uint32_t)n->payload);
}

/* The derivative of f made from its body for this call; 0: it has none. */
static uint32_t derivative_for(Diff *d, Expr call, const Func *f, CalcError *err)
{
    ExprStore *s = d->s;
    uint32_t made = func_derivative(s, s->arena, f->number, err);
    if (made || f->external || (int)expr_node(s, call)->nargs != f->ninputs)
        return made;
    bool any = false, *still = store_resize(NULL, (size_t)f->ninputs + 1, sizeof *still);
    for (int i = 0; i < f->ninputs; i++)
        any |= still[i] = !operand(d, call, (uint32_t)i);
    if (any && !d->failed)
        made = func_derivative_for(s, s->arena, f->number, still, err);
    free(still);
    return made;
}

static Expr call_derivative(Diff *d, Expr call)
{
    const Func *f;
    if (!any_varies(d, call, 0, expr_node(d->s, call)->nargs) || !(f = called(d, call)))
        return 0;
    Expr result = annotated_call(d, call, f);
    if (result || d->failed)
        return result;
    CalcError inside = {0};
    uint32_t made = derivative_for(d, call, f, &inside);
    if (!made)
        return fail(d, call, inside.why);
    return extended_call(d, call, f, NULL, 0, made);
}

/* One scalar of a call: annotation, inlining, derivative of the body. `pick` is the call itself if
 * it gives a scalar. */
static Expr pick_rule(Diff *d, Expr pick)
{
    ExprStore *s = d->s;
    bool whole = expr_op(s, pick) == EX_CALL;
    Expr call = whole ? pick : expr_arg(s, pick, 0), result = 0;
    uint64_t payload = whole ? 0 : expr_node(s, pick)->payload;
    const Func *f;
    if (expr_op(s, call) != EX_CALL)
        return fail(d, pick, "only calls have several outputs");
    if (!any_varies(d, call, 0, expr_node(d->s, call)->nargs) || !(f = called(d, call)))
        return 0;
    if (f->partial && whole) {
        Expr x = expr_arg(s, call, 0), factor[2];
        factor[0] = expr_build(s, EX_CALL, T_REAL, 0, f->partial, 1, &x);
        factor[1] = operand(d, call, 0);
        return expr_mul(s, 2, factor);
    }
    if (!annotated_call(d, call, f) && !d->failed &&
        inlined_derivative(d, call, f, (uint32_t)(payload >> 32), (uint32_t)payload, &result))
        return result;
    result = whole ? call_derivative(d, call) : derivative_of(d, call);
    if (!result || expr_type(s, result) == T_REAL)
        return result;
    uint64_t output = 0;
    for (uint32_t i = 0; i < payload >> 32; i++)
        output += is_real(s, f->var[f->ninputs + (int)i].type);
    return expr_build(s, EX_PICK, T_REAL, 0, output << 32 | (uint32_t)payload, 1, &result);
}

/* A call that is written out, differentiated as what it is; by its annotation if that is asked for
 * or nothing else is possible: one says what the derivative of an input is. */
static Expr late_rule(Diff *d, Expr e)
{
    ExprStore *s = d->s;
    Expr call = expr_arg(s, expr_arg(s, e, 1), 0), dx = 0;
    bool annotated = d->how->annotated && !d->how->partial;
    if (!annotated)
        dx = run(d, expr_arg(s, e, 0));
    if (!annotated && (!d->failed || d->how->partial))
        return dx;
    d->failed = false;
    *d->err = (CalcError){0};
    dx = run(d, call);
    return dx ? expr_late(s, dx) : 0;
}

/* ---- One node ---- */

static Expr derive(Diff *d, Expr e)
{
    ExprOp op = expr_op(d->s, e);
    uint32_t n = expr_node(d->s, e)->nargs;
    switch (op) {
    case EX_VAR:
    case EX_TIME:
    case EX_LOCAL:
    case EX_ITER:
        return leaf_derivative(d, e);
    case EX_ARRVAR:
        return array_leaf(d, e);
    case EX_ADD:
        return sum_rule(d, e);
    case EX_SUB:
        return in_shape(d, e, plus(d, operand(d, e, 0), negative(d, operand(d, e, 1))));
    case EX_NEG:
        return negative(d, operand(d, e, 0));
    case EX_MUL:
        return product_rule(d, e);
    case EX_DIV:
        return quotient_rule(d, e);
    case EX_POW:
        return power_rule(d, e);
    case EX_ABS:
        return abs_rule(d, e);
    case EX_MIN:
    case EX_MAX:
        return extremum_rule(d, e);
    case EX_IF:
        return linear_rule(d, e, 1, 3);
    case EX_SEMILINEAR:
        return semilinear_rule(d, e);
    case EX_SMOOTH:
        return smooth_rule(d, e);
    case EX_HOMOTOPY:
        return linear_rule(d, e, 0, 2);
    case EX_DELAY:
        return delay_rule(d, e);
    case EX_DER:
        return d->how->partial ? 0 : fail(d, e, "it has no derivative");
    case EX_CALL:
    case EX_PICK:
        return pick_rule(d, e);
    case EX_LATE:
        return late_rule(d, e);
    case EX_MATPOW:
        return matrix_power_rule(d, e);
    case EX_NOEVENT:
    case EX_INDEX:
    case EX_SUM:
    case EX_FIELD:
        return linear_rule(d, e, 0, 1);
    case EX_LINSPACE:
        return linear_rule(d, e, 0, 2);
    case EX_FORARRAY:
    case EX_FORSUM:
        return loop_rule(d, e);
    case EX_RANGE:
        return refuse_if_varying(d, e, "a range that varies cannot be differentiated");
    case EX_PRODUCT:
    case EX_FORPRODUCT:
        return refuse_if_varying(d, e, "`product` of an array is not differentiable");
    case EX_MINOF:
    case EX_MAXOF:
    case EX_FORMIN:
    case EX_FORMAX:
        return refuse_if_varying(d, e, "`min` and `max` of arrays are not differentiable");
    default:
        if (op_rule[op].partial[0])
            return function_rule(d, e);
        if (op == EX_MATMUL || op == EX_CROSS || op == EX_OUTERPRODUCT)
            return bilinear_rule(d, e);
        if (array_is_map(op))
            return linear_rule(d, e, op == EX_CAT, op == EX_CAT || op == EX_ARRAY ? n : 1);
        return refuse_if_varying(d, e, "it is not differentiable");
    }
}

/* Whether the operands of a node can have a part in its derivative. */
static bool enter(void *arg, const ExprStore *s, Expr e)
{
    const Diff *d = arg;
    const ExprNode *n = expr_node(s, e);
    int base = type_info(s->types, n->type)->base;
    if (base != TY_REAL && base != TY_TUPLE && base != TY_RECORD)
        return false;
    if (n->op == EX_PRE || n->op == EX_SAMPLE || n->op == EX_DER || n->op == EX_TOREAL ||
        n->op == EX_LATE || sparing_rule(d, e))
        return false;
    if (!d->how->partial)
        return n->var_mask || (n->traits & (ET_TIME | ET_LOCAL));
    /* the value of delay() comes from the past */
    return n->op != EX_DELAY && n->op != EX_TRANSPORT && (n->var_mask >> (d->how->var & 63) & 1) &&
           n->min_var <= d->how->var;
}

static Expr derivative_or_zero(Diff *d, Expr e)
{
    const ExprNode *n = expr_node(d->s, e);
    const FuncDerivative *rule = sparing_rule(d, e);
    if (rule)
        return sparing_call(d, e, rule);
    if (n->op == EX_DER || n->op == EX_LATE)
        return derive(d, e);
    if (n->nargs)
        return enter(d, d->s, e) ? derive(d, e) : 0;
    bool number = n->op == EX_REAL || !is_real(d->s, n->type);
    return number ? 0 : derive(d, e);
}

static Expr run(Diff *d, Expr root)
{
    uint32_t start = d->memo->n;
    walk_collect(d->s, d->memo, root, enter, d);
    uint32_t end = d->memo->n;
    for (uint32_t i = start; i < end && !d->failed; i++) {
        Expr e = d->memo->key[i];
        bool several =
            expr_op(d->s, e) == EX_CALL && expr_type(d->s, e) != T_REAL && enter(d, d->s, e);
        uint64_t value = several ? LATER : derivative_or_zero(d, e);
        d->memo->value[i] = value;
    }
    return d->failed ? 0 : derivative_of(d, root);
}

bool diff_run(ExprStore *s, Expr e, const Derivation *how, CalcError *err, Expr *out)
{
    Diff d = {.s = s, .how = how, .memo = memo_take(s), .err = err};
    *out = run(&d, e);
    memo_give(s, d.memo);
    return !d.failed;
}

/* ---- Entries ---- */

Expr expr_derivative(ExprStore *s, Expr e, LeafDerivative *leaf, void *arg, CalcError *err)
{
    Derivation how = {.leaf = leaf, .arg = arg};
    Expr derivative;
    return !diff_run(s, e, &how, err, &derivative) ? 0 : derivative ? derivative : expr_real(s, 0);
}

Expr expr_derivative_by_calls(ExprStore *s, Expr e, LeafDerivative *leaf, void *arg, CalcError *err)
{
    Derivation how = {.leaf = leaf, .arg = arg, .annotated = true};
    Expr derivative;
    return !diff_run(s, e, &how, err, &derivative) ? 0 : derivative ? derivative : expr_real(s, 0);
}

Expr expr_diff(ExprStore *s, Expr e, uint32_t var, CalcError *err)
{
    Derivation how = {.partial = true, .var = var};
    Expr derivative;
    return !diff_run(s, e, &how, err, &derivative) ? 0 : derivative ? derivative : expr_real(s, 0);
}

/* ---- Derivative functions ---- */

/* The number of inputs of the function whose derivative it is; 0: of none. *higher: the second or a
 * later one, in which those derivatives are not linear alone. */
static uint32_t inputs_before(const ExprStore *s, uint32_t number, bool *higher)
{
    for (uint32_t i = 1; i <= funcs_count(s); i++) {
        const Func *owner = func_get(s, i);
        bool found = owner->derived == number;
        *higher = false;
        for (int k = 0; k < owner->nderivatives && !found; k++) {
            found = owner->derivative[k].func == number;
            *higher = owner->derivative[k].order > 1;
        }
        if (found)
            return (uint32_t)owner->ninputs;
    }
    return 0;
}

/* Whether a number, or each element of an array, is written as 0. */
static bool is_written_zero(const ExprStore *s, Expr e)
{
    ExprOp op = expr_op(s, e);
    if (op != EX_FILL && op != EX_ARRAY)
        return expr_is_zero(s, e);
    uint32_t n = op == EX_FILL ? 1 : expr_node(s, e)->nargs;
    for (uint32_t i = 0; i < n; i++)
        if (!is_written_zero(s, expr_arg(s, e, i)))
            return false;
    return true;
}

/* f'(x, dx, dy) = f'(x, 1, 0)*dx + f'(x, 0, 1)*dy; 0: they are too many, or arrays that vary. */
static Expr split_call(ExprStore *s, uint32_t number, uint32_t n, const Expr *arg, uint32_t first)
{
    uint32_t nvary = 0;
    for (uint32_t i = first; i < n; i++) {
        bool varies = !is_written_zero(s, arg[i]);
        if (varies && expr_type(s, arg[i]) != T_REAL)
            return 0;
        nvary += varies;
    }
    if (!nvary || nvary > MOST_SPLIT)
        return 0;
    Expr *unit = store_resize(NULL, n, sizeof *unit), sum = 0;
    for (uint32_t k = first; k < n; k++) {
        if (is_written_zero(s, arg[k]))
            continue;
        for (uint32_t i = 0; i < n; i++)
            unit[i] = i < first || expr_type(s, arg[i]) != T_REAL ? arg[i] : expr_real(s, i == k);
        Expr part = expr_build(s, EX_CALL, T_REAL, 0, number, n, unit);
        part = expr_mul2(s, part, arg[k]);
        sum = sum ? expr_add2(s, sum, part) : part;
    }
    free(unit);
    return sum;
}

Expr expr_open_derivative(ExprStore *s, Expr call)
{
    const ExprNode node = *expr_node(s, call);
    if (node.op != EX_CALL || node.type != T_REAL || node.traits & (ET_LOCAL | ET_IMPURE))
        return call;
    bool higher;
    uint32_t number = (uint32_t)node.payload, n = node.nargs;
    uint32_t first = inputs_before(s, number, &higher);
    if (!first || first >= n)
        return call;
    Expr *arg = store_resize(NULL, n, sizeof *arg), open = 0;
    for (uint32_t i = 0; i < n; i++)
        arg[i] = expr_arg(s, call, i);
    if (!func_get(s, number)->no_inline)
        open = func_inline(s, number, n, arg, 0, 0, INLINE_LINEAR);
    if (!open && !higher)
        open = split_call(s, number, n, arg, first);
    free(arg);
    return open ? open : call;
}
