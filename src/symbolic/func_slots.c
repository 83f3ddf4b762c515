/* func_slots.c - what the variables of a function stand for while its body is executed on
 * expressions: every scalar of every variable has a slot. Assignments to arrays are written out
 * (array.c). O(slots) a copy, O(elements) an assignment. */
#include "symbolic/func_slots.h"
#include "symbolic/expr_internal.h"

enum { MOST_SLOTS = 4096 }; /* of one variable: beyond it a call is as good */

/* ---- Values ---- */

static bool local_value(void *arg, Expr e, Type *type, const Expr **element)
{
    FuncSlots *in = arg;
    const ExprNode *n = expr_node(in->s, e);
    if (n->op != EX_LOCAL)
        return true;
    if (n->payload >= (uint64_t)in->f->nvars || in->type[n->payload] == T_NONE)
        return false;
    *type = in->type[n->payload];
    *element = in->element[n->payload];
    return true;
}

bool slots_evaluate(FuncSlots *in, Expr e, ArrayValue *out)
{
    return expr_scalarize(in->s, in->arena, e, local_value, in, out);
}

static bool evaluate_int(FuncSlots *in, Expr e, int64_t *value)
{
    ArrayValue v;
    return slots_evaluate(in, e, &v) && v.n == 1 && expr_op(in->s, v.element[0]) == EX_INT &&
           expr_is_int_literal(in->s, v.element[0], value);
}

/* ---- Variables ---- */

static bool give_shape(FuncSlots *in, int var, Type type)
{
    TypeTable *t = in->s->types;
    in->type[var] = type_reshape(t, type, type_scalar(t, in->f->var[var].type));
    int64_t n = type_elements(t, in->type[var]);
    if (n < 0 || n > MOST_SLOTS)
        return false;
    in->element[var] = ARENA_ARRAY(in->arena, Expr, n + 1);
    return true;
}

static bool store_elements(FuncSlots *in, int var, const ArrayValue *v)
{
    TypeTable *t = in->s->types;
    if (in->type[var] == T_NONE && !give_shape(in, var, v->type))
        return false;
    if (type_elements(t, in->type[var]) != v->n)
        return false;
    bool real = type_scalar(t, in->type[var]) == T_REAL;
    for (uint32_t k = 0; k < v->n; k++)
        in->element[var][k] = real ? expr_to_real(in->s, v->element[k]) : v->element[k];
    return true;
}

/* What a variable without value starts with; 0 if there is nothing. */
static Expr start_value(ExprStore *s, Type scalar)
{
    return scalar == T_REAL || scalar == T_INT            ? expr_literal(s, scalar, 0)
           : scalar == T_BOOL                             ? expr_bool(s, false)
           : type_info(s->types, scalar)->base == TY_ENUM ? expr_literal(s, scalar, 1)
                                                          : 0;
}

static bool declare(FuncSlots *in, int var)
{
    ExprStore *s = in->s;
    const FuncVar *v = &in->f->var[var];
    const TypeInfo *info = type_info(s->types, v->type);
    int32_t dim[MAX_DIMS];
    bool open = false;
    for (int i = 0; i < info->ndims; i++) {
        int64_t n = info->dim[i];
        if (n < 0 && (!v->dim || !v->dim[i]))
            open = true;
        else if (n < 0 && (!evaluate_int(in, v->dim[i], &n) || n < 0 || n > INT32_MAX))
            return false;
        dim[i] = (int32_t)n;
    }
    if (!open) {
        Type type = type_array(s->types, info->scalar, info->ndims, dim);
        if (!give_shape(in, var, type))
            return false;
        int64_t n = type_elements(s->types, type);
        for (int64_t k = 0; k < n; k++)
            in->element[var][k] = start_value(s, info->scalar);
        if (n && !in->element[var][0] && !v->init)
            return false;
    }
    ArrayValue value;
    return !v->init || (slots_evaluate(in, v->init, &value) && store_elements(in, var, &value));
}

bool slots_open(FuncSlots *in, uint32_t nargs, const Expr *args)
{
    in->type = ARENA_ARRAY(in->arena, Type, in->f->nvars);
    in->element = ARENA_ARRAY(in->arena, Expr *, in->f->nvars);
    if ((int)nargs != in->f->ninputs)
        return false;
    for (uint32_t i = 0; i < nargs; i++) {
        ArrayValue v;
        if (!expr_scalarize(in->s, in->arena, args[i], NULL, NULL, &v) ||
            !store_elements(in, (int)i, &v))
            return false;
    }
    for (int i = in->f->ninputs; i < in->f->nvars; i++)
        if (!declare(in, i))
            return false;
    return true;
}

/* The slots that a[i, :, ..] stands for: the same subscripts applied to an array of numbers. */
static bool assign_elements(FuncSlots *in, Expr target, int var, const ArrayValue *v)
{
    ExprStore *s = in->s;
    uint32_t nargs = expr_node(s, target)->nargs;
    if (in->type[var] == T_NONE)
        return false;
    Type type = type_reshape(s->types, in->type[var], T_INT);
    int64_t n = type_elements(s->types, type);
    Expr *number = ARENA_ARRAY(in->arena, Expr, n + 1), *arg = ARENA_ARRAY(in->arena, Expr, nargs);
    for (int64_t k = 0; k < n; k++)
        number[k] = expr_int(s, k);
    if (!n)
        return false;
    arg[0] = array_of(s, type, number);
    for (uint32_t i = 1; i < nargs; i++)
        arg[i] = expr_arg(s, target, i);
    ArrayValue place;
    Expr index = expr_make(s, EX_INDEX, expr_type(s, target), 0, 0, nargs, arg);
    if (!slots_evaluate(in, index, &place) || place.n != v->n)
        return false;
    bool real = type_scalar(s->types, in->type[var]) == T_REAL;
    for (uint32_t k = 0; k < v->n; k++) {
        Expr x = real ? expr_to_real(s, v->element[k]) : v->element[k];
        in->element[var][expr_node(s, place.element[k])->payload] = x;
    }
    return true;
}

bool slots_assign(FuncSlots *in, Expr target, const ArrayValue *v)
{
    ExprOp op = expr_op(in->s, target);
    if (op == EX_WILD)
        return true;
    Expr base = op == EX_INDEX ? expr_arg(in->s, target, 0) : target;
    if (expr_op(in->s, base) != EX_LOCAL)
        return false;
    int var = (int)expr_node(in->s, base)->payload;
    return op == EX_INDEX ? assign_elements(in, target, var, v) : store_elements(in, var, v);
}

FuncSlots slots_copy(const FuncSlots *in)
{
    FuncSlots copy = *in;
    int n = in->f->nvars;
    copy.type = arena_copy(in->arena, in->type, sizeof *in->type * (size_t)n);
    copy.element = ARENA_ARRAY(in->arena, Expr *, n);
    for (int i = 0; i < n; i++) {
        int64_t k = in->type[i] == T_NONE ? 0 : type_elements(in->s->types, in->type[i]);
        copy.element[i] = arena_copy(in->arena, in->element[i], sizeof(Expr) * (size_t)k);
    }
    return copy;
}

Expr slots_output(const FuncSlots *in, int output, uint32_t element)
{
    int var = in->f->ninputs + output;
    bool there = in->type[var] != T_NONE && element < type_elements(in->s->types, in->type[var]);
    return there ? in->element[var][element] : 0;
}
