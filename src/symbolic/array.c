/* array.c - array expressions written out as scalars.
 *
 * One walk over the DAG, operands before users. Every node gets its shape, with all dimensions
 * known, and its elements, row by row, by the maps of array_map.c. What has no such form
 * (comprehensions, subscripts that are not literals) makes the whole fail. O(elements of all nodes;
 * n^3 for products of matrices). */
#include "base/die.h"
#include "symbolic/expr_internal.h"

#include <stdlib.h>

enum { MAX_ELEMENTS = 1 << 20, MOST_POWER = 1000 };

static const ArrayValue unknown = {T_NONE, 0, NULL};

/* ---- Values ---- */

/* Room for the elements of a type. */
static ArrayValue new_value(ExprStore *s, Arena *a, Type type)
{
    int64_t n = type_elements(s->types, type);
    return n < 0 ? unknown : (ArrayValue){type, (uint32_t)n, ARENA_ARRAY(a, Expr, n)};
}

static ArrayValue new_vector(ExprStore *s, Arena *a, Type scalar, int64_t n)
{
    return new_value(s, a, type_array(s->types, scalar, 1, (int32_t[]){(int32_t)n}));
}

static bool is_array(const ExprStore *s, const ArrayValue *v)
{
    return type_info(s->types, v->type)->ndims != 0;
}

static bool get_int(const ExprStore *s, const ArrayValue *v, uint32_t k, int64_t *i)
{
    return v->type != T_NONE && v->n > k && expr_op(s, v->element[k]) == EX_INT &&
           expr_is_int_literal(s, v->element[k], i);
}

/* fill() of the given sizes, of which one is 0. */
static Expr empty_array(ExprStore *s, Type type)
{
    const TypeInfo *info = type_info(s->types, type);
    Expr arg[MAX_DIMS + 1] = {expr_literal(s, info->scalar, 0)};
    for (int i = 0; i < info->ndims; i++)
        arg[i + 1] = expr_int(s, info->dim[i]);
    return expr_make(s, EX_FILL, type, 0, 0, (uint32_t)info->ndims + 1, arg);
}

Expr array_of(ExprStore *s, Type type, const Expr *element)
{
    const TypeInfo *info = type_info(s->types, type);
    int64_t n = type_elements(s->types, type);
    if (!info->ndims)
        return element[0];
    KRON_ASSERT(n >= 0);
    if (!n)
        return empty_array(s, type);
    Expr *level = store_resize(NULL, (size_t)n + 1, sizeof *level);
    memcpy(level, element, sizeof *level * (size_t)n);
    for (int k = info->ndims - 1; k >= 0; k--) {
        uint32_t width = (uint32_t)info->dim[k];
        n /= width;
        Type row = type_drop(s->types, type, k);
        for (int64_t i = 0; i < n; i++)
            level[i] = expr_make(s, EX_ARRAY, row, 0, 0, width, level + i * width);
    }
    Expr array = level[0];
    free(level);
    return array;
}

/* ---- Operators ---- */

/* Scalars go with every element. */
static ArrayValue elementwise(ExprStore *s, Arena *a, Expr e, const ArrayValue *arg)
{
    const ExprNode n = *expr_node(s, e);
    const ArrayValue *like = &arg[0];
    for (uint32_t i = 0; i < n.nargs; i++) {
        if (!is_array(s, &arg[i]))
            continue;
        if (is_array(s, like) && like->n != arg[i].n)
            return unknown;
        like = &arg[i];
    }
    Type scalar = type_scalar(s->types, n.type);
    ArrayValue result = {type_reshape(s->types, like->type, scalar), like->n,
                         ARENA_ARRAY(a, Expr, like->n)};
    Expr *operand = ARENA_ARRAY(a, Expr, n.nargs);
    for (uint32_t k = 0; k < result.n; k++) {
        for (uint32_t i = 0; i < n.nargs; i++)
            operand[i] = arg[i].element[is_array(s, &arg[i]) ? k : 0];
        result.element[k] =
            expr_build(s, (ExprOp)n.op, scalar, n.flags, n.payload, n.nargs, operand);
    }
    return result;
}

static Expr sum_of_products(ExprStore *s, ArrayMap *m, int64_t k, const ArrayValue *arg,
                            Type scalar, Expr *term)
{
    for (int64_t i = 0; i < m->terms; i++) {
        ArrayTerm t = array_term(m, k, i);
        Expr x = expr_mul2(s, arg[0].element[t.i], arg[1].element[t.j]);
        term[i] = t.minus ? expr_neg(s, x) : x;
    }
    return m->terms ? expr_add(s, (uint32_t)m->terms, term) : expr_literal(s, scalar, 0);
}

static int64_t mapped(ExprStore *s, Arena *a, ExprOp op, Type scalar, uint32_t n,
                      const ArrayValue *arg, int64_t most, ArrayValue *out, const char **why)
{
    ArrayOperand *operand = ARENA_ARRAY(a, ArrayOperand, n);
    for (uint32_t i = 0; i < n; i++) {
        const TypeInfo *t = type_info(s->types, arg[i].type);
        int64_t number;
        operand[i] = (ArrayOperand){t->ndims, t->dim, arg[i].n, -1};
        if (get_int(s, &arg[i], 0, &number))
            operand[i].number = (double)number;
    }
    ArrayMap m;
    if (!array_map(&m, op, (int)n, operand)) {
        *why = arena_copy(a, m.why, sizeof m.why);
        return -1;
    }
    if (m.count > most)
        return m.count;
    *out = new_value(s, a, type_array(s->types, scalar, m.ndims, m.dim));
    Expr *term = ARENA_ARRAY(a, Expr, m.product ? m.terms : 0);
    for (int64_t k = 0; k < m.count;) {
        if (m.product) {
            out->element[k] = sum_of_products(s, &m, k, arg, scalar, term);
            k++;
            continue;
        }
        ArrayTerm t = array_term(&m, k, 0);
        for (int64_t i = t.i; i < t.i + t.n; i++) {
            Expr x = t.arg < 0 ? expr_literal(s, scalar, (double)i) : arg[t.arg].element[i];
            x = scalar == T_REAL ? expr_to_real(s, x) : x;
            out->element[k++] = t.minus ? expr_neg(s, x) : x;
        }
    }
    return m.count;
}

static int64_t linspace(ExprStore *s, Arena *a, const ArrayValue *arg, int64_t most,
                        ArrayValue *out)
{
    int64_t n;
    if (!get_int(s, &arg[2], 0, &n) || n < 0)
        return -1;
    if (n > most)
        return n;
    Expr first = arg[0].element[0], last = arg[1].element[0];
    *out = new_vector(s, a, T_REAL, n);
    for (int64_t i = 0; i < n; i++) {
        Expr step = expr_mul2(s, expr_sub(s, last, first), expr_real(s, (double)i));
        Expr part = n > 1 ? expr_div(s, step, expr_real(s, (double)n - 1)) : expr_real(s, 0);
        Expr x = i == n - 1 && n > 1 ? last : expr_add2(s, first, part);
        out->element[i] = expr_to_real(s, x);
    }
    return n;
}

static int64_t matrix_power(ExprStore *s, Arena *a, Type scalar, const ArrayValue *arg,
                            int64_t most, ArrayValue *out, const char **why)
{
    int64_t n;
    if (!get_int(s, &arg[1], 0, &n) || n < 0 || n > MOST_POWER) {
        *why = "the exponent of a matrix must be between 0 and 1000; instead of an inverse an "
               "equation "
               "A*x = b is solved for x as it stands";
        return -1;
    }
    ArrayValue factor[2] = {arg[0], arg[0]};
    if (n == 0) {
        Expr size = expr_int(s, type_info(s->types, arg[0].type)->dim[0]);
        factor[0] = (ArrayValue){T_INT, 1, &size};
        return mapped(s, a, EX_IDENTITY, scalar, 1, factor, most, out, why);
    }
    *out = arg[0];
    int64_t count = arg[0].n;
    for (; n > 1 && count >= 0; n--) {
        factor[0] = *out;
        count = mapped(s, a, EX_MATMUL, scalar, 2, factor, most, out, why);
    }
    return count;
}

Expr array_reduce(ExprStore *s, ExprOp op, Type type, uint32_t n, const Expr *element)
{
    bool sum = op == EX_SUM;
    if (sum || op == EX_PRODUCT)
        return !n    ? expr_literal(s, type, !sum)
               : sum ? expr_add(s, n, element)
                     : expr_mul(s, n, element);
    Expr e = n ? element[0] : 0;
    for (uint32_t i = 1; i < n; i++)
        e = expr_build(s, op == EX_MINOF ? EX_MIN : EX_MAX, type, 0, 0, 2, (Expr[]){e, element[i]});
    return e;
}

int64_t array_elements(ExprStore *s, Arena *a, Expr e, const ArrayValue *arg, int64_t most,
                       ArrayValue *out, const char **why)
{
    const ExprNode n = *expr_node(s, e);
    Type scalar = type_scalar(s->types, n.type);
    *out = unknown;
    if (array_is_map((ExprOp)n.op))
        return mapped(s, a, (ExprOp)n.op, scalar, n.nargs, arg, most, out, why);
    switch (n.op) {
    case EX_LINSPACE:
        return linspace(s, a, arg, most, out);
    case EX_MATPOW:
        return matrix_power(s, a, scalar, arg, most, out, why);
    case EX_SUM:
    case EX_PRODUCT:
    case EX_MINOF:
    case EX_MAXOF:
        *out = new_value(s, a, scalar);
        out->element[0] = array_reduce(s, (ExprOp)n.op, scalar, arg->n, arg->element);
        *why = "`min` or `max` of an empty array";
        return out->element[0] ? 1 : -1;
    default:
        *out = op_info[n.op].flags & OPF_ARRAY ? unknown : elementwise(s, a, e, arg);
        return out->type == T_NONE ? -1 : (int64_t)out->n;
    }
}

/* ---- The operators of known sizes ---- */

typedef struct Scalars {
    ExprStore *s;
    Arena *a;
    ArrayLeaf *leaf;
    void *arg;
    Memo *memo;
    ArrayValue *value; /* [memo->n] */
} Scalars;

static const ArrayValue *arg_value(const Scalars *c, Expr e, uint32_t i)
{
    return &c->value[memo_find(c->memo, expr_arg(c->s, e, i))];
}

static ArrayValue scalar_value(const Scalars *c, Expr e)
{
    return (ArrayValue){expr_type(c->s, e), 1, arena_copy(c->a, &e, sizeof e)};
}

static ArrayValue range(Scalars *c, Expr e)
{
    uint32_t nargs = expr_node(c->s, e)->nargs;
    int64_t first, step = 1, last;
    if (!get_int(c->s, arg_value(c, e, 0), 0, &first) ||
        !get_int(c->s, arg_value(c, e, nargs - 1), 0, &last) ||
        (nargs == 3 && (!get_int(c->s, arg_value(c, e, 1), 0, &step) || !step)))
        return unknown;
    if (llabs(first) > INT32_MAX || llabs(last) > INT32_MAX)
        return unknown;
    int64_t n = (step > 0 ? last >= first : last <= first) ? (last - first) / step + 1 : 0;
    if (n > MAX_ELEMENTS)
        return unknown;
    ArrayValue result = new_vector(c->s, c->a, T_INT, n);
    for (int64_t k = 0; k < n; k++)
        result.element[k] = expr_int(c->s, first + k * step);
    return result;
}

static ArrayValue sizes(Scalars *c, Expr e)
{
    const TypeInfo *shape = type_info(c->s->types, arg_value(c, e, 0)->type);
    int64_t k;
    if (expr_node(c->s, e)->nargs == 2) {
        if (!get_int(c->s, arg_value(c, e, 1), 0, &k) || k < 1 || k > shape->ndims)
            return unknown;
        return scalar_value(c, expr_int(c->s, shape->dim[k - 1]));
    }
    ArrayValue result = new_vector(c->s, c->a, T_INT, shape->ndims);
    for (int i = 0; i < shape->ndims; i++)
        result.element[i] = expr_int(c->s, shape->dim[i]);
    return result;
}

/* The positions that subscript i of dimension `size` stands for; *array: it keeps a dimension. */
static bool subscript(Scalars *c, Expr e, uint32_t i, int32_t size, ArrayValue *list, bool *array)
{
    if (expr_op(c->s, expr_arg(c->s, e, i)) == EX_COLON) {
        *array = true;
        *list = new_vector(c->s, c->a, T_INT, size);
        for (int32_t k = 0; k < size; k++)
            list->element[k] = expr_int(c->s, k + 1);
        return true;
    }
    *list = *arg_value(c, e, i);
    *array = is_array(c->s, list);
    for (uint32_t k = 0; k < list->n; k++) {
        int64_t position;
        if (!get_int(c->s, list, k, &position) || position < 1 || position > size)
            return false;
    }
    return true;
}

static ArrayValue indexed(Scalars *c, Expr e)
{
    const ArrayValue *v = arg_value(c, e, 0);
    const TypeInfo *shape = type_info(c->s->types, v->type);
    ArrayValue list[MAX_DIMS];
    int ndims = shape->ndims, kept = 0;
    int32_t dims[MAX_DIMS];
    if (expr_node(c->s, e)->nargs != (uint32_t)ndims + 1)
        return unknown;
    for (int i = 0; i < ndims; i++) {
        bool array;
        if (!subscript(c, e, (uint32_t)i + 1, shape->dim[i], &list[i], &array))
            return unknown;
        if (array)
            dims[kept++] = (int32_t)list[i].n;
    }
    ArrayValue result = new_value(c->s, c->a, type_array(c->s->types, shape->scalar, kept, dims));
    for (uint32_t k = 0; k < result.n; k++) {
        uint32_t rest = k, offset = 0, stride = 1;
        for (int i = ndims - 1; i >= 0; i--) {
            int64_t position = 1;
            get_int(c->s, &list[i], rest % list[i].n, &position);
            rest /= list[i].n;
            offset += ((uint32_t)position - 1) * stride;
            stride *= (uint32_t)shape->dim[i];
        }
        result.element[k] = v->element[offset];
    }
    return result;
}

/* ---- Calls ---- */

static Expr rebuilt(Scalars *c, Expr e)
{
    const ExprNode n = *expr_node(c->s, e);
    Expr *arg = ARENA_ARRAY(c->a, Expr, n.nargs);
    for (uint32_t i = 0; i < n.nargs; i++)
        arg[i] = array_of(c->s, arg_value(c, e, i)->type, arg_value(c, e, i)->element);
    return expr_build(c->s, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, arg);
}

/* A call of several outputs is kept as it is for the PICKs above it. */
static ArrayValue call(Scalars *c, Expr e)
{
    Expr made = rebuilt(c, e);
    const TypeInfo *t = type_info(c->s->types, expr_type(c->s, e));
    if (!t->ndims)
        return scalar_value(c, made);
    ArrayValue v = new_value(c->s, c->a, expr_type(c->s, e));
    for (uint32_t k = 0; k < v.n; k++)
        v.element[k] = expr_make(c->s, EX_PICK, t->scalar, 0, k, 1, &made);
    return v;
}

/* An element of a call that gives an array: its elements were made already. */
static ArrayValue pick(Scalars *c, Expr e)
{
    const ArrayValue *v = arg_value(c, e, 0);
    uint32_t k = (uint32_t)expr_node(c->s, e)->payload;
    if (!is_array(c->s, v))
        return scalar_value(c, rebuilt(c, e));
    return k < v->n ? scalar_value(c, v->element[k]) : unknown;
}

/* ---- The walk ---- */

static ArrayValue leaf_value(Scalars *c, Expr e)
{
    const ExprNode n = *expr_node(c->s, e);
    Type type = n.type;
    const Expr *element = NULL;
    if (c->leaf && !c->leaf(c->arg, e, &type, &element))
        return unknown;
    const TypeInfo *t = type_info(c->s->types, type);
    if (!element && n.op != EX_ARRVAR)
        return t->ndims ? unknown : scalar_value(c, e);
    ArrayValue v = new_value(c->s, c->a, type);
    for (uint32_t k = 0; k < v.n; k++)
        v.element[k] = element ? element[k] : expr_var(c->s, t->scalar, (uint32_t)n.payload + k);
    return v;
}

static ArrayValue node_value(Scalars *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    if (!n->nargs && n->op != EX_CALL)
        return leaf_value(c, e);
    ArrayValue *arg = ARENA_ARRAY(c->a, ArrayValue, n->nargs), result;
    for (uint32_t i = 0; i < n->nargs; i++) {
        arg[i] = *arg_value(c, e, i);
        if (arg[i].type == T_NONE && expr_op(c->s, expr_arg(c->s, e, i)) != EX_COLON)
            return unknown;
    }
    if (n->op == EX_IF && expr_op(c->s, arg[0].element[0]) == EX_BOOL)
        return arg[expr_node(c->s, arg[0].element[0])->payload ? 1 : 2];
    switch (n->op) {
    case EX_RANGE:
        return range(c, e);
    case EX_SIZE:
        return sizes(c, e);
    case EX_INDEX:
        return indexed(c, e);
    case EX_CALL:
        return call(c, e);
    case EX_PICK:
        return pick(c, e);
    default: {
        const char *why;
        int64_t count = array_elements(c->s, c->a, e, arg, MAX_ELEMENTS, &result, &why);
        return count < 0 || count > MAX_ELEMENTS ? unknown : result;
    }
    }
}

bool expr_scalarize(ExprStore *s, Arena *a, Expr e, ArrayLeaf *leaf, void *arg, ArrayValue *out)
{
    Scalars c = {.s = s, .a = a, .leaf = leaf, .arg = arg, .memo = memo_take(s)};
    walk_collect(s, c.memo, e, NULL, NULL);
    c.value = ARENA_ARRAY(a, ArrayValue, c.memo->n);
    for (uint32_t i = 0; i < c.memo->n; i++)
        c.value[i] = node_value(&c, c.memo->key[i]);
    *out = c.value[c.memo->n - 1];
    memo_give(s, c.memo);
    return out->type != T_NONE;
}
