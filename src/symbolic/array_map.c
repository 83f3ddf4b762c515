/* array_map.c - what array operators do with elements, once: the shape of the result, and for each
 * of its elements the elements of the operands it is made of. Numbers (model/eval_array.c) and
 * expressions (array.c) follow it. O(1) an element and term. */
#include "symbolic/expr.h"

#include <stdarg.h>
#include <stdio.h>

static int64_t count_of(int ndims, const int32_t *dim)
{
    int64_t n = 1;
    for (int i = 0; i < ndims; i++)
        if (__builtin_mul_overflow(n, (int64_t)dim[i], &n))
            return INT64_MAX;
    return n;
}

/* ---- Shapes ---- */

__attribute__((format(printf, 2, 3))) static bool misfit(ArrayMap *m, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(m->why, sizeof m->why, fmt, args);
    va_end(args);
    return false;
}

static bool add_dims(ArrayMap *m, int n, const int32_t *dim)
{
    if (m->ndims + n > MAX_DIMS)
        return misfit(m, "an array of %d dimensions", m->ndims + n);
    for (int i = 0; i < n; i++)
        m->dim[m->ndims++] = dim[i];
    return true;
}

static bool add_size(ArrayMap *m, double size)
{
    int32_t dim = size >= 0 && size <= INT32_MAX ? (int32_t)size : -1;
    return dim < 0 ? misfit(m, "a size of %.0f", size) : add_dims(m, 1, &dim);
}

static bool is_three(ArrayMap *m, const ArrayOperand *v)
{
    return v->dim[0] == 3 || misfit(m, "a vector of %d elements where 3 are needed", v->dim[0]);
}

/* The sizes of operands [from, n) are the same, those of dimension `but` aside. */
static bool fit(ArrayMap *m, int from, int but)
{
    const ArrayOperand *a = &m->arg[from];
    for (const ArrayOperand *b = a + 1; b < m->arg + m->n; b++) {
        if (a->ndims != b->ndims)
            return misfit(m, "arrays of %d and %d dimensions do not fit", a->ndims, b->ndims);
        for (int k = 0; k < a->ndims; k++)
            if (k != but && a->dim[k] != b->dim[k])
                return misfit(m, "sizes %d and %d in dimension %d do not fit", a->dim[k], b->dim[k],
                              k + 1);
    }
    return true;
}

static bool shape_of_cat(ArrayMap *m)
{
    const ArrayOperand *first = &m->arg[1];
    int d = (int)m->arg[0].number - 1;
    if (d < 0 || d >= first->ndims)
        return misfit(m, "an array of %d dimensions has no dimension %d", first->ndims, d + 1);
    if (!fit(m, 1, d) || !add_dims(m, first->ndims, first->dim))
        return false;
    for (int i = 2; i < m->n; i++)
        m->dim[d] += m->arg[i].dim[d];
    m->inner = count_of(first->ndims - d - 1, first->dim + d + 1);
    m->along = d;
    return true;
}

/* The same elements in another shape: vector, matrix, scalar, promote. */
static bool shape_of_same(ArrayMap *m)
{
    static const int32_t one = 1;
    const ArrayOperand *a = &m->arg[0];
    int larger = 0, ndims = m->op == EX_SCALAR   ? 0
                            : m->op == EX_VECTOR ? 1
                            : m->op == EX_MATRIX ? 2
                                                 : (int)m->arg[1].number;
    for (int k = 0; k < a->ndims; k++)
        larger += a->dim[k] > 1;
    if (m->op == EX_VECTOR)
        return larger > 1 ? misfit(m, "`vector` of an array with more than one size above 1")
                          : add_size(m, (double)a->n);
    if (ndims > MAX_DIMS || (m->op == EX_PROMOTE && ndims < a->ndims))
        return misfit(m, "an array of %d dimensions cannot be given %d", a->ndims, ndims);
    for (int k = 0; k < ndims; k++)
        add_dims(m, 1, k < a->ndims ? &a->dim[k] : &one);
    return count_of(ndims, m->dim) == a->n ||
           misfit(m, "`%s` of an array with %lld elements", op_info[m->op].text, (long long)a->n);
}

/* Vectors are columns on the right and rows on the left. */
static bool shape_of_product(ArrayMap *m)
{
    const ArrayOperand *a = &m->arg[0], *b = &m->arg[1];
    int32_t inner = a->dim[a->ndims - 1];
    if (inner != b->dim[0])
        return misfit(m, "product of arrays whose inner sizes are %d and %d", inner, b->dim[0]);
    m->terms = inner;
    m->inner = b->ndims == 2 ? b->dim[1] : 1;
    return add_dims(m, a->ndims - 1, a->dim) && add_dims(m, b->ndims - 1, b->dim + 1);
}

static bool find_shape(ArrayMap *m)
{
    const ArrayOperand *a = &m->arg[0], *b = a + 1;
    switch (m->op) {
    case EX_ARRAY:
        return add_size(m, m->n) && fit(m, 0, -1) && add_dims(m, a->ndims, a->dim);
    case EX_FILL:
        for (int i = 1; i < m->n; i++)
            if (!add_size(m, m->arg[i].number))
                return false;
        return add_dims(m, a->ndims, a->dim);
    case EX_CAT:
        return shape_of_cat(m);
    case EX_TRANSPOSE:
        m->inner = count_of(a->ndims - 2, a->dim + 2);
        return add_dims(m, 1, &a->dim[1]) && add_dims(m, 1, &a->dim[0]) &&
               add_dims(m, a->ndims - 2, a->dim + 2);
    case EX_SYMMETRIC:
        return a->dim[0] == a->dim[1] ? add_dims(m, 2, a->dim)
                                      : misfit(m, "`symmetric` of a matrix that is not square");
    case EX_IDENTITY:
        return add_size(m, a->number) && add_size(m, a->number);
    case EX_DIAGONAL:
        return add_dims(m, 1, a->dim) && add_dims(m, 1, a->dim);
    case EX_SKEW:
        return is_three(m, a) && add_size(m, 3) && add_size(m, 3);
    case EX_CROSS:
        m->terms = 2;
        return is_three(m, a) && is_three(m, b) && add_size(m, 3);
    case EX_OUTERPRODUCT:
        return add_dims(m, 1, a->dim) && add_dims(m, 1, b->dim);
    case EX_MATMUL:
        return shape_of_product(m);
    default:
        return shape_of_same(m);
    }
}

bool array_is_map(ExprOp op)
{
    return op == EX_MATMUL || op == EX_ARRAY || op == EX_FILL || op == EX_CAT ||
           (op >= EX_TRANSPOSE && op <= EX_DIAGONAL) || (op >= EX_VECTOR && op <= EX_PROMOTE);
}

bool array_map(ArrayMap *m, ExprOp op, int n, const ArrayOperand *arg)
{
    *m = (ArrayMap){.op = op, .n = n, .arg = arg, .terms = 1};
    m->product = op == EX_MATMUL || op == EX_CROSS || op == EX_OUTERPRODUCT;
    int least = op == EX_TRANSPOSE || op == EX_SYMMETRIC
                    ? 2
                    : m->product || op == EX_DIAGONAL || op == EX_SKEW;
    for (int i = 0; i < n; i++)
        if (arg[i].ndims < least)
            return misfit(m, "an array of %d dimensions where %d are needed", arg[i].ndims, least);
    bool fits = find_shape(m);
    m->count = count_of(m->ndims, m->dim);
    return fits;
}

/* ---- Elements ---- */

/* Elements of an operand, as many as follow each other. */
static ArrayTerm run_of(int arg, int64_t i, int64_t n)
{
    return (ArrayTerm){.arg = arg, .i = i, .n = n};
}

static ArrayTerm number(int64_t x)
{
    return (ArrayTerm){.arg = -1, .i = x, .n = 1};
}

/* The parts stand side by side along a dimension; the one at hand is remembered. */
static ArrayTerm part_of_cat(ArrayMap *m, int64_t k)
{
    int64_t whole = m->dim[m->along] * m->inner, at = k % whole, width;
    if (at < m->passed || !m->part) {
        m->part = 1;
        m->passed = 0;
    }
    while (at - m->passed >= (width = m->arg[m->part].dim[m->along] * m->inner)) {
        m->passed += width;
        m->part++;
    }
    at -= m->passed;
    return run_of(m->part, k / whole * width + at, width - at);
}

/* skew(x)*y = cross(x, y) */
static ArrayTerm part_of_skew(int64_t row, int64_t column)
{
    ArrayTerm t = run_of(0, 3 - row - column, 1);
    t.minus = (column - row + 3) % 3 == 1;
    return row == column ? number(0) : t;
}

ArrayTerm array_term(ArrayMap *m, int64_t k, int64_t t)
{
    const ArrayOperand *a = m->arg;
    int64_t columns = m->ndims > 1 ? m->dim[1] : 1, row = k / columns, column = k % columns;
    switch (m->op) {
    case EX_ARRAY:
        return run_of((int)(k / a->n), k % a->n, a->n - k % a->n);
    case EX_FILL:
        return run_of(0, k % a->n, a->n - k % a->n);
    case EX_CAT:
        return part_of_cat(m, k);
    case EX_TRANSPOSE:
        row = k / m->inner / columns;
        column = k / m->inner % columns;
        return run_of(0, (column * m->dim[0] + row) * m->inner + k % m->inner,
                      m->inner - k % m->inner);
    case EX_SYMMETRIC: /* the upper triangle is the model */
        return run_of(0, row <= column ? k : column * columns + row, 1);
    case EX_IDENTITY:
        return number(row == column);
    case EX_DIAGONAL:
        return row == column ? run_of(0, row, 1) : number(0);
    case EX_SKEW:
        return part_of_skew(row, column);
    case EX_CROSS:
        return (ArrayTerm){.n = 1, .i = (k + 1 + t) % 3, .j = (k + 2 - t) % 3, .minus = t == 1};
    case EX_OUTERPRODUCT:
        return (ArrayTerm){.n = 1, .i = row, .j = column};
    case EX_MATMUL:
        return (ArrayTerm){
            .n = 1, .i = k / m->inner * m->terms + t, .j = t * m->inner + k % m->inner};
    default:
        return run_of(0, k, m->count - k);
    }
}
