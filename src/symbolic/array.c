/* array.c - array expressions written out as scalars.
 *
 * One walk over the DAG, operands before users. Every node gets its shape, with all dimensions
 * known, and its elements, row by row. What has no such form (comprehensions, subscripts that are
 * not literals) makes the whole fail. O(elements of all nodes; n^3 for products of matrices). */
#include "symbolic/expr_internal.h"

#include <stdlib.h>

typedef struct Value {
    Type type;      /* T_NONE: could not be written out */
    uint32_t at, n; /* elements [at, at + n) of the pool */
} Value;

typedef struct Scalars {
    ExprStore *s;
    ArrayLeaf *leaf;
    void *arg;
    Memo *memo;
    Value *value; /* [memo->n] */
    Expr *pool;
    uint32_t n, cap;
} Scalars;

enum { MAX_ELEMENTS = 1 << 20 };

static const Value unknown = {T_NONE, 0, 0};

/* ---- Values ---- */

/* Room for the elements of a type. */
static Value new_value(Scalars *c, Type type)
{
    int64_t n = type_elements(c->s->types, type);
    if (n < 0 || n > MAX_ELEMENTS)
        return unknown;
    if (c->n + (uint64_t)n > c->cap) {
        while (c->n + (uint64_t)n > c->cap)
            c->cap = c->cap ? 2 * c->cap : 64;
        c->pool = store_resize(c->pool, c->cap, sizeof *c->pool);
    }
    Value v = {type, c->n, (uint32_t)n};
    c->n += (uint32_t)n;
    return v;
}

static Value scalar_value(Scalars *c, Expr e)
{
    Value v = new_value(c, expr_type(c->s, e));
    if (v.n == 1)
        c->pool[v.at] = e;
    return v;
}

static Value arg_value(const Scalars *c, Expr e, uint32_t i)
{
    return c->value[memo_find(c->memo, expr_arg(c->s, e, i))];
}

static Expr at(const Scalars *c, Value v, uint32_t k)
{
    return c->pool[v.at + (v.n == 1 ? 0 : k)];
}

static const TypeInfo *shape(const Scalars *c, Value v)
{
    return type_info(c->s->types, v.type);
}

static bool is_array(const Scalars *c, Value v)
{
    return shape(c, v)->ndims != 0;
}

static uint32_t dim(const Scalars *c, Value v, int i)
{
    return (uint32_t)shape(c, v)->dim[i];
}

static bool get_int(const Scalars *c, Value v, uint32_t k, int64_t *i)
{
    return v.type != T_NONE && v.n > k && expr_op(c->s, c->pool[v.at + k]) == EX_INT &&
           expr_is_int_literal(c->s, c->pool[v.at + k], i);
}

static Value new_array(Scalars *c, Type scalar, int ndims, const uint32_t *dims)
{
    int32_t d[MAX_DIMS];
    for (int i = 0; i < ndims; i++)
        d[i] = (int32_t)dims[i];
    return new_value(c, type_array(c->s->types, scalar, ndims, d));
}

static Value vector_value(Scalars *c, Type scalar, uint32_t n)
{
    return new_array(c, scalar, 1, &n);
}

static Value matrix_value(Scalars *c, Type scalar, uint32_t rows, uint32_t columns)
{
    return new_array(c, scalar, 2, (uint32_t[]){rows, columns});
}

static Type element_type(const Scalars *c, Value v)
{
    return type_scalar(c->s->types, v.type);
}

/* One node for an array: constructors of its elements. */
static Expr whole(Scalars *c, Value v)
{
    return is_array(c, v) ? array_of(c->s, v.type, c->pool + v.at) : c->pool[v.at];
}

/* ---- Elementwise ---- */

static Value elementwise(Scalars *c, Expr e)
{
    ExprStore *s = c->s;
    const ExprNode n = *expr_node(s, e);
    Value like = arg_value(c, e, 0);
    for (uint32_t i = 0; i < n.nargs; i++) {
        Value v = arg_value(c, e, i);
        if (is_array(c, v))
            like = is_array(c, like) && like.n != v.n ? unknown : v;
        if (like.type == T_NONE)
            return unknown;
    }
    Type scalar = type_scalar(s->types, n.type);
    Value result = new_value(c, type_reshape(s->types, like.type, scalar));
    Expr *arg = store_resize(NULL, n.nargs, sizeof *arg);
    for (uint32_t k = 0; k < result.n; k++) {
        for (uint32_t i = 0; i < n.nargs; i++) {
            Value v = arg_value(c, e, i);
            arg[i] = is_array(c, v) ? c->pool[v.at + k] : c->pool[v.at];
        }
        Expr made = expr_build(s, (ExprOp)n.op, scalar, n.flags, n.payload, n.nargs, arg);
        c->pool[result.at + k] = made;
    }
    free(arg);
    return result;
}

static Value condition(Scalars *c, Expr e)
{
    ExprStore *s = c->s;
    Expr test = c->pool[arg_value(c, e, 0).at];
    Value a = arg_value(c, e, 1), b = arg_value(c, e, 2);
    if (expr_op(s, test) == EX_BOOL)
        return expr_node(s, test)->payload ? a : b;
    if (a.n != b.n || shape(c, a)->ndims != shape(c, b)->ndims)
        return unknown;
    Value result = new_value(c, element_type(c, b) == T_REAL ? b.type : a.type);
    for (uint32_t k = 0; k < result.n; k++)
        c->pool[result.at + k] = expr_if(s, test, c->pool[a.at + k], c->pool[b.at + k]);
    return result;
}

/* ---- Construction ---- */

static Value constructor(Scalars *c, Expr e)
{
    uint32_t n = expr_node(c->s, e)->nargs;
    Value first = arg_value(c, e, 0);
    for (uint32_t i = 1; i < n; i++)
        if (arg_value(c, e, i).n != first.n)
            return unknown;
    Type scalar = type_scalar(c->s->types, expr_type(c->s, e));
    Type row = type_reshape(c->s->types, first.type, scalar);
    Value result = new_value(c, type_array(c->s->types, row, 1, (int32_t[]){(int32_t)n}));
    for (uint32_t i = 0, k = 0; result.type != T_NONE && i < n; i++) {
        Value v = arg_value(c, e, i);
        for (uint32_t j = 0; j < v.n; j++) {
            Expr x = c->pool[v.at + j];
            c->pool[result.at + k++] = scalar == T_REAL ? expr_to_real(c->s, x) : x;
        }
    }
    return result;
}

static Value filled(Scalars *c, Expr e)
{
    Value v = arg_value(c, e, 0);
    uint32_t n = expr_node(c->s, e)->nargs - 1;
    int32_t dims[MAX_DIMS];
    for (uint32_t i = 0; i < n; i++) {
        int64_t size;
        if (!get_int(c, arg_value(c, e, i + 1), 0, &size) || size < 0 || size > MAX_ELEMENTS)
            return unknown;
        dims[i] = (int32_t)size;
    }
    Value result = new_value(c, type_array(c->s->types, v.type, (int)n, dims));
    for (uint32_t k = 0; k < result.n; k++)
        c->pool[result.at + k] = c->pool[v.at + k % v.n];
    return result;
}

static Value range(Scalars *c, Expr e)
{
    uint32_t nargs = expr_node(c->s, e)->nargs;
    int64_t first, step = 1, last;
    if (!get_int(c, arg_value(c, e, 0), 0, &first) ||
        !get_int(c, arg_value(c, e, nargs - 1), 0, &last) ||
        (nargs == 3 && (!get_int(c, arg_value(c, e, 1), 0, &step) || !step)))
        return unknown;
    if (llabs(first) > INT32_MAX || llabs(last) > INT32_MAX)
        return unknown;
    int64_t n = (step > 0 ? last >= first : last <= first) ? (last - first) / step + 1 : 0;
    if (n > MAX_ELEMENTS)
        return unknown;
    Value result = vector_value(c, T_INT, (uint32_t)n);
    for (uint32_t k = 0; k < result.n; k++)
        c->pool[result.at + k] = expr_int(c->s, first + (int64_t)k * step);
    return result;
}

static Value sizes(Scalars *c, Expr e)
{
    Value v = arg_value(c, e, 0);
    int ndims = shape(c, v)->ndims;
    int64_t k;
    if (expr_node(c->s, e)->nargs == 2) {
        if (!get_int(c, arg_value(c, e, 1), 0, &k) || k < 1 || k > ndims)
            return unknown;
        return scalar_value(c, expr_int(c->s, dim(c, v, (int)k - 1)));
    }
    Value result = vector_value(c, T_INT, (uint32_t)ndims);
    for (int i = 0; i < ndims; i++)
        c->pool[result.at + (uint32_t)i] = expr_int(c->s, dim(c, v, i));
    return result;
}

static Value diagonal(Scalars *c, Expr e)
{
    bool identity = expr_op(c->s, e) == EX_IDENTITY;
    Value v = arg_value(c, e, 0);
    int64_t n = v.n;
    if (identity && (!get_int(c, v, 0, &n) || n < 0 || n > 1000))
        return unknown;
    Type scalar = identity ? T_INT : element_type(c, v);
    Value m = matrix_value(c, scalar, (uint32_t)n, (uint32_t)n);
    for (uint32_t k = 0; k < m.n; k++) {
        bool on = k / n == k % n;
        Expr x = identity ? expr_int(c->s, 1) : c->pool[v.at + k / n];
        c->pool[m.at + k] = on ? x : expr_literal(c->s, scalar, 0);
    }
    return m;
}

static Value linspace(Scalars *c, Expr e)
{
    ExprStore *s = c->s;
    Expr a = c->pool[arg_value(c, e, 0).at], b = c->pool[arg_value(c, e, 1).at];
    int64_t n;
    if (!get_int(c, arg_value(c, e, 2), 0, &n) || n < 2 || n > MAX_ELEMENTS)
        return unknown;
    Value v = vector_value(c, T_REAL, (uint32_t)n);
    for (uint32_t k = 0; k < v.n; k++) {
        Expr part = expr_mul2(s, expr_real(s, k), expr_sub(s, b, a));
        Expr x = expr_add2(s, a, expr_div(s, part, expr_real(s, (double)(n - 1))));
        c->pool[v.at + k] = expr_to_real(s, x);
    }
    return v;
}

/* Along dimension d, with `outer` rows of what is before it. */
static Value concatenation(Scalars *c, Expr e)
{
    uint32_t n = expr_node(c->s, e)->nargs;
    int64_t d;
    Value first = arg_value(c, e, 1);
    const TypeInfo *info = shape(c, first);
    if (!get_int(c, arg_value(c, e, 0), 0, &d) || d < 1 || d > info->ndims)
        return unknown;
    uint32_t dims[MAX_DIMS], outer = 1, total = 0;
    for (int i = 0; i < info->ndims; i++) {
        dims[i] = (uint32_t)info->dim[i];
        outer *= i < d - 1 ? dims[i] : 1;
    }
    for (uint32_t i = 1; i < n; i++)
        total += dim(c, arg_value(c, e, i), (int)d - 1);
    dims[d - 1] = total;
    Type scalar = type_scalar(c->s->types, expr_type(c->s, e));
    Value result = new_array(c, scalar, info->ndims, dims);
    uint32_t k = 0;
    for (uint32_t row = 0; result.n && row < outer; row++) {
        for (uint32_t i = 1; i < n; i++) {
            Value v = arg_value(c, e, i);
            uint32_t width = v.n / outer;
            for (uint32_t j = 0; j < width && k < result.n; j++, k++) {
                Expr x = c->pool[v.at + row * width + j];
                c->pool[result.at + k] = scalar == T_REAL ? expr_to_real(c->s, x) : x;
            }
        }
    }
    return k == result.n ? result : unknown;
}

/* ---- Subscripts ---- */

/* The positions that subscript i of dimension `size` stands for; *array: it keeps a dimension. */
static bool subscript(Scalars *c, Expr e, uint32_t i, uint32_t size, Value *list, bool *array)
{
    if (expr_op(c->s, expr_arg(c->s, e, i)) == EX_COLON) {
        *array = true;
        *list = vector_value(c, T_INT, size);
        for (uint32_t k = 0; k < list->n; k++)
            c->pool[list->at + k] = expr_int(c->s, k + 1);
        return list->type != T_NONE;
    }
    *list = arg_value(c, e, i);
    *array = is_array(c, *list);
    for (uint32_t k = 0; k < list->n; k++) {
        int64_t position;
        if (!get_int(c, *list, k, &position) || position < 1 || position > size)
            return false;
    }
    return true;
}

static Value indexed(Scalars *c, Expr e)
{
    Value v = arg_value(c, e, 0), list[MAX_DIMS];
    int ndims = shape(c, v)->ndims, kept = 0;
    uint32_t dims[MAX_DIMS];
    if (expr_node(c->s, e)->nargs != (uint32_t)ndims + 1)
        return unknown;
    for (int i = 0; i < ndims; i++) {
        bool array;
        if (!subscript(c, e, (uint32_t)i + 1, dim(c, v, i), &list[i], &array))
            return unknown;
        if (array)
            dims[kept++] = list[i].n;
    }
    Value result = new_array(c, element_type(c, v), kept, dims);
    for (uint32_t k = 0; k < result.n; k++) {
        uint32_t rest = k, offset = 0, stride = 1;
        for (int i = ndims - 1; i >= 0; i--) {
            int64_t position = 1;
            get_int(c, list[i], rest % list[i].n, &position);
            rest /= list[i].n;
            offset += ((uint32_t)position - 1) * stride;
            stride *= dim(c, v, i);
        }
        c->pool[result.at + k] = c->pool[v.at + offset];
    }
    return result;
}

/* ---- Algebra ---- */

static Value reduction(Scalars *c, Expr e)
{
    ExprStore *s = c->s;
    Value v = arg_value(c, e, 0);
    ExprOp op = expr_op(s, e);
    if (op == EX_SCALAR)
        return v.n == 1 ? scalar_value(c, c->pool[v.at]) : unknown;
    if (op == EX_SUM || op == EX_PRODUCT) {
        Expr x = op == EX_SUM ? expr_add(s, v.n, c->pool + v.at) : expr_mul(s, v.n, c->pool + v.at);
        return scalar_value(c, x);
    }
    if (!v.n)
        return unknown;
    Expr x = c->pool[v.at];
    for (uint32_t k = 1; k < v.n; k++) {
        Expr pair[] = {x, c->pool[v.at + k]};
        x = expr_apply(s, op == EX_MINOF ? EX_MIN : EX_MAX, 0, 2, pair);
    }
    return scalar_value(c, x);
}

static Value transposed(Scalars *c, Expr e)
{
    Value v = arg_value(c, e, 0);
    if (shape(c, v)->ndims != 2)
        return unknown;
    bool symmetric = expr_op(c->s, e) == EX_SYMMETRIC;
    uint32_t rows = dim(c, v, 0), columns = dim(c, v, 1);
    Value t = matrix_value(c, element_type(c, v), columns, rows);
    for (uint32_t i = 0; i < columns; i++)
        for (uint32_t j = 0; j < rows; j++) {
            bool keep = symmetric && i <= j; /* the upper triangle is the model */
            c->pool[t.at + i * rows + j] =
                c->pool[v.at + (keep ? i * columns + j : j * columns + i)];
        }
    return t;
}

/* The same elements in another shape. */
static Value reshaped(Scalars *c, Expr e)
{
    Value v = arg_value(c, e, 0);
    const TypeInfo *info = shape(c, v);
    int64_t ndims = expr_op(c->s, e) == EX_VECTOR ? 1 : 2;
    if (expr_op(c->s, e) == EX_PROMOTE && !get_int(c, arg_value(c, e, 1), 0, &ndims))
        return unknown;
    if (ndims < 1 || ndims > MAX_DIMS)
        return unknown;
    uint32_t dims[MAX_DIMS];
    for (int i = 0; i < ndims; i++)
        dims[i] = i < info->ndims ? (uint32_t)info->dim[i] : 1;
    if (expr_op(c->s, e) == EX_VECTOR)
        dims[0] = v.n;
    Value result = new_array(c, element_type(c, v), (int)ndims, dims);
    if (result.n != v.n)
        return unknown;
    for (uint32_t k = 0; k < v.n; k++)
        c->pool[result.at + k] = c->pool[v.at + k];
    return result;
}

static Value matrix_product(Scalars *c, Value a, Value b)
{
    ExprStore *s = c->s;
    int da = shape(c, a)->ndims, db = shape(c, b)->ndims;
    if (da < 1 || db < 1 || da > 2 || db > 2 || dim(c, a, da - 1) != dim(c, b, 0))
        return unknown;
    uint32_t inner = dim(c, b, 0), rows = da == 2 ? dim(c, a, 0) : 1;
    uint32_t columns = db == 2 ? dim(c, b, 1) : 1, dims[2];
    int ndims = 0;
    if (da == 2)
        dims[ndims++] = rows;
    if (db == 2)
        dims[ndims++] = columns;
    bool real = element_type(c, a) == T_REAL || element_type(c, b) == T_REAL;
    Value result = new_array(c, real ? T_REAL : T_INT, ndims, dims);
    Expr *term = store_resize(NULL, (size_t)inner + 1, sizeof *term);
    for (uint32_t k = 0; k < result.n; k++) {
        uint32_t i = k / columns, j = k % columns;
        for (uint32_t m = 0; m < inner; m++)
            term[m] = expr_mul2(s, c->pool[a.at + i * inner + m], c->pool[b.at + m * columns + j]);
        Expr sum = inner ? expr_add(s, inner, term) : expr_literal(s, real ? T_REAL : T_INT, 0);
        c->pool[result.at + k] = sum;
    }
    free(term);
    return result;
}

static Value matrix_power(Scalars *c, Expr e)
{
    Value a = arg_value(c, e, 0), result = a;
    int64_t n;
    if (!get_int(c, arg_value(c, e, 1), 0, &n) || n < 1 || n > 100)
        return unknown;
    while (--n > 0 && result.type != T_NONE)
        result = matrix_product(c, result, a);
    return result;
}

static Expr difference(Scalars *c, Expr a, Expr b, Expr x, Expr y)
{
    return expr_sub(c->s, expr_mul2(c->s, a, b), expr_mul2(c->s, x, y));
}

static Value cross(Scalars *c, Expr e)
{
    Value a = arg_value(c, e, 0), b = arg_value(c, e, 1);
    if (a.n != 3 || b.n != 3)
        return unknown;
    bool real = element_type(c, a) == T_REAL || element_type(c, b) == T_REAL;
    Value v = vector_value(c, real ? T_REAL : T_INT, 3);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        Expr x = difference(c, at(c, a, j), at(c, b, k), at(c, a, k), at(c, b, j));
        c->pool[v.at + i] = x;
    }
    return v;
}

/* skew(x)*y = cross(x, y) */
static Value skew(Scalars *c, Expr e)
{
    static const int sign[9] = {0, -3, 2, 3, 0, -1, -2, 1, 0};
    Value x = arg_value(c, e, 0);
    if (x.n != 3)
        return unknown;
    Value m = matrix_value(c, element_type(c, x), 3, 3);
    for (uint32_t k = 0; k < 9; k++) {
        Expr value = expr_literal(c->s, element_type(c, x), 0);
        if (sign[k])
            value = c->pool[x.at + (uint32_t)abs(sign[k]) - 1];
        c->pool[m.at + k] = sign[k] < 0 ? expr_neg(c->s, value) : value;
    }
    return m;
}

static Value outer_product(Scalars *c, Expr e)
{
    Value a = arg_value(c, e, 0), b = arg_value(c, e, 1);
    bool real = element_type(c, a) == T_REAL || element_type(c, b) == T_REAL;
    Value m = matrix_value(c, real ? T_REAL : T_INT, a.n, b.n);
    for (uint32_t k = 0; k < m.n; k++) {
        Expr x = expr_mul2(c->s, c->pool[a.at + k / b.n], c->pool[b.at + k % b.n]);
        c->pool[m.at + k] = x;
    }
    return m;
}

/* ---- Calls ---- */

static Expr rebuilt(Scalars *c, Expr e)
{
    const ExprNode n = *expr_node(c->s, e);
    Expr *arg = store_resize(NULL, (size_t)n.nargs + 1, sizeof *arg);
    for (uint32_t i = 0; i < n.nargs; i++)
        arg[i] = whole(c, arg_value(c, e, i));
    Expr made = expr_build(c->s, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, arg);
    free(arg);
    return made;
}

/* A call of several outputs is kept as it is for the PICKs above it. */
static Value call(Scalars *c, Expr e)
{
    Expr made = rebuilt(c, e);
    if (!type_info(c->s->types, expr_type(c->s, e))->ndims)
        return scalar_value(c, made);
    Value v = new_value(c, expr_type(c->s, e));
    for (uint32_t k = 0; k < v.n; k++)
        c->pool[v.at + k] = expr_make(c->s, EX_PICK, element_type(c, v), 0, k, 1, &made);
    return v;
}

/* An element of a call that gives an array: its elements were made already. */
static Value pick(Scalars *c, Expr e)
{
    Value v = arg_value(c, e, 0);
    if (is_array(c, v)) {
        uint32_t k = (uint32_t)expr_node(c->s, e)->payload;
        return k < v.n ? scalar_value(c, c->pool[v.at + k]) : unknown;
    }
    return scalar_value(c, rebuilt(c, e));
}

/* ---- The walk ---- */

static Value leaf_value(Scalars *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    Type type = n->type;
    const Expr *element = NULL;
    if (c->leaf && !c->leaf(c->arg, e, &type, &element))
        return unknown;
    if (!element && n->op == EX_ARRVAR) {
        uint32_t number = (uint32_t)n->payload;
        Value v = new_value(c, type);
        for (uint32_t k = 0; k < v.n; k++)
            c->pool[v.at + k] = expr_var(c->s, type_scalar(c->s->types, type), number + k);
        return v;
    }
    if (!element && type_info(c->s->types, type)->ndims)
        return unknown;
    if (!element)
        return scalar_value(c, e);
    Value v = new_value(c, type);
    if (v.n)
        memcpy(c->pool + v.at, element, sizeof *element * v.n);
    return v;
}

static Value node_value(Scalars *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    if (!n->nargs && n->op != EX_CALL)
        return leaf_value(c, e);
    for (uint32_t i = 0; i < n->nargs; i++)
        if (arg_value(c, e, i).type == T_NONE && expr_op(c->s, expr_arg(c->s, e, i)) != EX_COLON)
            return unknown;
    switch (n->op) {
    case EX_IF:
        return condition(c, e);
    case EX_ARRAY:
        return constructor(c, e);
    case EX_FILL:
        return filled(c, e);
    case EX_RANGE:
        return range(c, e);
    case EX_SIZE:
        return sizes(c, e);
    case EX_IDENTITY:
    case EX_DIAGONAL:
        return diagonal(c, e);
    case EX_LINSPACE:
        return linspace(c, e);
    case EX_CAT:
        return concatenation(c, e);
    case EX_INDEX:
        return indexed(c, e);
    case EX_SUM:
    case EX_PRODUCT:
    case EX_MINOF:
    case EX_MAXOF:
    case EX_SCALAR:
        return reduction(c, e);
    case EX_TRANSPOSE:
    case EX_SYMMETRIC:
        return transposed(c, e);
    case EX_VECTOR:
    case EX_MATRIX:
    case EX_PROMOTE:
        return reshaped(c, e);
    case EX_MATMUL:
        return matrix_product(c, arg_value(c, e, 0), arg_value(c, e, 1));
    case EX_MATPOW:
        return matrix_power(c, e);
    case EX_CROSS:
        return cross(c, e);
    case EX_SKEW:
        return skew(c, e);
    case EX_OUTERPRODUCT:
        return outer_product(c, e);
    case EX_CALL:
        return call(c, e);
    case EX_PICK:
        return pick(c, e);
    default:
        return op_info[n->op].flags & OPF_ARRAY ? unknown : elementwise(c, e);
    }
}

bool expr_scalarize(ExprStore *s, Arena *a, Expr e, ArrayLeaf *leaf, void *arg, ArrayValue *out)
{
    Scalars c = {.s = s, .leaf = leaf, .arg = arg, .memo = memo_take(s)};
    walk_collect(s, c.memo, e, NULL, NULL);
    c.value = store_resize(NULL, c.memo->n, sizeof *c.value);
    for (uint32_t i = 0; i < c.memo->n; i++) {
        Value v = node_value(&c, c.memo->key[i]);
        c.value[i] = v;
    }
    Value v = c.value[c.memo->n - 1];
    if (v.type != T_NONE)
        *out = (ArrayValue){v.type, v.n, arena_copy(a, c.pool + v.at, sizeof *c.pool * v.n)};
    free(c.value);
    free(c.pool);
    memo_give(s, c.memo);
    return v.type != T_NONE;
}
