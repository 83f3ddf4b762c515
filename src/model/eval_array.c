/* eval_array.c - computing with values: scalars, arrays and records of what is known during
 * translation.
 *
 * An array of records is a record of arrays, so everything that moves elements around (subscripts,
 * cat, transpose, ...) is built on two functions: value_like makes an array of the same kind of
 * elements, value_put copies a run of elements with all their fields. Arithmetic works on numbers
 * only; its table of functions is that of the symbolic part. Every operation is linear in the
 * elements it reads and writes, matrix products are cubic. */
#include "model/eval_internal.h"

#include <math.h>

/* ---- Making values ---- */

/* Saturates far above MOST_ELEMENTS. */
static int64_t count_of(int ndims, const int32_t *dim)
{
    int64_t n = 1;
    for (int i = 0; i < ndims; i++) {
        n *= dim[i];
        if (n > INT32_MAX)
            n = INT32_MAX;
    }
    return n;
}

static Value *shell(Arena *a, Type scalar, int ndims, const int32_t *dim)
{
    Value *v = ARENA_NEW(a, Value);
    v->scalar = scalar;
    v->ndims = ndims;
    v->dim = arena_copy(a, dim, (size_t)ndims * sizeof *dim);
    v->n = count_of(ndims, dim);
    return v;
}

static Name empty_text(Model *m)
{
    return name_of(m->ctx->names, "", 0);
}

static bool is_record(Model *m, Type scalar)
{
    int base = tinfo(m, scalar)->base;
    return base == TY_RECORD || base == TY_TUPLE;
}

static Value *shaped(Model *m, Arena *a, Type scalar, int ndims, const int32_t *dim)
{
    Value *v = shell(a, scalar, ndims, dim);
    if (tinfo(m, scalar)->base == TY_STRING) {
        v->str = ARENA_ARRAY(a, Name, v->n);
        Name empty = empty_text(m);
        for (int64_t i = 0; i < v->n; i++)
            v->str[i] = empty;
    } else if (is_record(m, scalar)) {
        const RecordInfo *r = type_record_info(expr_types(m->store), scalar);
        v->nfields = r->n;
        v->field = ARENA_ARRAY(a, Value *, r->n);
        for (int i = 0; i < r->n; i++) {
            const TypeInfo *t = tinfo(m, r->type[i]);
            int32_t all[2 * MAX_DIMS];
            copy_dims(all, dim, ndims);
            for (int k = 0; k < t->ndims; k++)
                all[ndims + k] = t->dim[k] == DIM_UNKNOWN ? 0 : t->dim[k];
            v->field[i] = shaped(m, a, t->scalar, ndims + t->ndims, all);
        }
    } else {
        v->num = ARENA_ARRAY(a, double, v->n);
    }
    return v;
}

Value *value_number(Model *m, Type scalar, double x)
{
    Value *v = shaped(m, m->arena, scalar, 0, NULL);
    v->num[0] = x;
    return v;
}

static bool check_size(Eval *ev, int ndims, const int32_t *dim)
{
    for (int i = 0; i < ndims; i++)
        if (dim[i] < 0)
            return eval_fault(ev, "an array of size %d", dim[i]);
    if (ndims > MAX_DIMS)
        return eval_fault(ev, "an array of %d dimensions", ndims);
    int64_t n = count_of(ndims, dim);
    if (n > MOST_ELEMENTS)
        return eval_fault(ev, "an array of more than %d elements", MOST_ELEMENTS);
    return eval_steps(ev, n / ELEMENTS_A_STEP);
}

Value *value_make(Eval *ev, Type scalar, int ndims, const int32_t *dim)
{
    if (!check_size(ev, ndims, dim))
        return NULL;
    return shaped(ev->m, eval_arena(ev), scalar, ndims, dim);
}

Value *value_text(Eval *ev, Name text)
{
    Value *v = shaped(ev->m, eval_arena(ev), T_STRING, 0, NULL);
    v->str[0] = text;
    return v;
}

Value *value_like(Eval *ev, const Value *inside, int ndims, const int32_t *dim)
{
    if (!check_size(ev, ndims, dim))
        return NULL;
    Arena *a = eval_arena(ev);
    Value *v = shell(a, inside->scalar, ndims, dim);
    v->nfields = inside->nfields;
    if (inside->num)
        v->num = ARENA_ARRAY(a, double, v->n);
    else if (inside->str)
        v->str = ARENA_ARRAY(a, Name, v->n);
    else
        v->field = ARENA_ARRAY(a, Value *, v->nfields);
    for (int i = 0; i < v->nfields; i++) {
        const Value *f = inside->field[i];
        int own = f->ndims - inside->ndims;
        int32_t all[2 * MAX_DIMS];
        copy_dims(all, dim, ndims);
        copy_dims(all + ndims, f->dim + inside->ndims, own);
        v->field[i] = value_like(ev, f, ndims + own, all);
        if (!v->field[i])
            return NULL;
    }
    return v;
}

static bool same_dims(int n, const int32_t *a, const int32_t *b)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static bool same_shape(const Value *a, const Value *b)
{
    return a->ndims == b->ndims && same_dims(a->ndims, a->dim, b->dim);
}

/* Whether fields have the same dimensions of their own. */
static bool value_same_inside(const Value *a, const Value *b)
{
    if (a->nfields != b->nfields || !a->num != !b->num || !a->str != !b->str)
        return false;
    for (int i = 0; i < a->nfields; i++) {
        const Value *x = a->field[i], *y = b->field[i];
        int own = x->ndims - a->ndims;
        if (own != y->ndims - b->ndims || !same_dims(own, x->dim + a->ndims, y->dim + b->ndims) ||
            !value_same_inside(x, y))
            return false;
    }
    return true;
}

void value_put(Value *to, int64_t at, const Value *from, int64_t first, int64_t n)
{
    if (!n)
        return;
    if (to->num)
        memmove(to->num + at, from->num + first, (size_t)n * sizeof *to->num);
    else if (to->str)
        memmove(to->str + at, from->str + first, (size_t)n * sizeof *to->str);
    for (int i = 0; i < to->nfields; i++) {
        const Value *f = to->field[i];
        int64_t block = count_of(f->ndims - to->ndims, f->dim + to->ndims);
        value_put(to->field[i], at * block, from->field[i], first * block, n * block);
    }
}

Value *value_copy(Arena *a, const Value *v)
{
    Value *c = shell(a, v->scalar, v->ndims, v->dim);
    if (v->num)
        c->num = arena_copy(a, v->num, (size_t)v->n * sizeof *v->num);
    if (v->str)
        c->str = arena_copy(a, v->str, (size_t)v->n * sizeof *v->str);
    if (v->field)
        c->field = ARENA_ARRAY(a, Value *, v->nfields);
    c->nfields = v->nfields;
    for (int i = 0; i < v->nfields; i++)
        c->field[i] = value_copy(a, v->field[i]);
    return c;
}

/* ---- Types ---- */

Value *value_as(Eval *ev, Value *v, Type scalar)
{
    if (v->scalar == scalar || !v->field != !is_record(ev->m, scalar))
        return v;
    Value *w = arena_copy(eval_arena(ev), v, sizeof *v);
    w->scalar = scalar;
    if (!v->field)
        return w;
    TypeTable *types = expr_types(ev->m->store);
    const RecordInfo *to = type_record_info(types, scalar);
    const RecordInfo *from = type_record_info(types, v->scalar);
    w->field = ARENA_ARRAY(eval_arena(ev), Value *, to->n);
    for (int i = 0; i < to->n; i++) {
        int k = to->name ? 0 : i;
        while (to->name && k < from->n && from->field[k] != to->field[i])
            k++;
        if (k >= from->n)
            return v;
        w->field[i] = value_as(ev, v->field[k], type_scalar(types, to->type[i]));
    }
    w->nfields = to->n;
    return w;
}

/* Record types are made anew: in a value all sizes are known. */
static Type element_type(Model *m, const Value *v)
{
    TypeTable *types = expr_types(m->store);
    if (!v->field)
        return v->scalar;
    const RecordInfo *r = type_record_info(types, v->scalar);
    Type *type = ARENA_ARRAY(m->arena, Type, v->nfields);
    for (int i = 0; i < v->nfields; i++) {
        const Value *f = v->field[i];
        type[i] = type_array(types, element_type(m, f), f->ndims - v->ndims, f->dim + v->ndims);
    }
    return r->name ? type_record(types, r->name, v->nfields, r->field, type)
                   : type_tuple(types, v->nfields, type);
}

Type value_type(Model *m, const Value *v)
{
    return type_array(expr_types(m->store), element_type(m, v), v->ndims, v->dim);
}

/* ---- As expressions ---- */

/* The part of v whose first `level` subscripts are given; it is number `at` of these parts. */
static Expr part_expr(Model *m, const Value *v, int level, int64_t at)
{
    ExprStore *s = m->store;
    if (level == v->ndims) {
        if (v->num)
            return expr_literal(m->store, v->scalar, v->num[at]);
        if (v->str)
            return expr_string(s, v->str[at]);
        Expr *field = ARENA_ARRAY(m->arena, Expr, v->nfields);
        for (int i = 0; i < v->nfields; i++)
            field[i] = part_expr(m, v->field[i], v->ndims, at);
        return expr_make(s, EX_RECORD, element_type(m, v), 0, 0, (uint32_t)v->nfields, field);
    }
    int left = v->ndims - level;
    Type t = type_array(expr_types(s), element_type(m, v), left, v->dim + level);
    if (!count_of(left, v->dim + level))
        return empty_array(m, t);
    int32_t n = v->dim[level];
    Expr *part = ARENA_ARRAY(m->arena, Expr, n);
    for (int32_t i = 0; i < n; i++)
        part[i] = part_expr(m, v, level + 1, at * n + i);
    return expr_make(s, EX_ARRAY, t, 0, 0, (uint32_t)n, part);
}

Expr value_expr(Model *m, const Value *v)
{
    return part_expr(m, v, 0, 0);
}

Expr value_literal(Model *m, const Value *v, int64_t k)
{
    return part_expr(m, v, v->ndims, k);
}

/* ---- Subscripts ---- */

bool value_position(Eval *ev, double at, int32_t size, const char *name)
{
    if (at >= 1 && at <= size)
        return true;
    return eval_fault(ev, "subscript %.0f%s%s%s is outside 1 .. %d", at, name ? " of `" : "",
                      name ? name : "", name ? "`" : "", size);
}

/* The elements that subscripts choose: n runs of `block` elements, run i beginning at at[i]. */
typedef struct Selection {
    int ndims;
    int32_t dim[MAX_DIMS];
    int64_t n, block, *at;
} Selection;

static double position(const Sub *s, int64_t i)
{
    return s->whole ? (double)i + 1 : s->scalar ? s->one : s->at[i];
}

static int32_t positions(const Sub *s, int32_t size)
{
    return s->whole ? size : s->scalar ? 1 : s->n;
}

static bool select_elements(Eval *ev, const Value *v, int n, const Sub *sub, const char *name,
                            Selection *out)
{
    int lead = n;
    if (n > v->ndims)
        return eval_fault(ev, "%d subscripts for %d dimensions", n, v->ndims);
    while (lead && sub[lead - 1].whole)
        lead--;
    *out = (Selection){.n = 1, .block = count_of(v->ndims - lead, v->dim + lead)};
    for (int k = 0; k < v->ndims; k++) {
        bool whole = k >= n || sub[k].whole;
        if (k < lead)
            out->n *= positions(&sub[k], v->dim[k]);
        if (out->n > MOST_ELEMENTS)
            return eval_fault(ev, "an array of more than %d elements", MOST_ELEMENTS);
        if (whole || !sub[k].scalar)
            out->dim[out->ndims++] = whole ? v->dim[k] : sub[k].n;
    }
    out->at = ARENA_ARRAY(eval_arena(ev), int64_t, out->n);
    for (int64_t i = 0; i < out->n; i++) {
        int64_t rest = i, stride = out->block;
        for (int k = lead - 1; k >= 0; k--) {
            int32_t count = positions(&sub[k], v->dim[k]);
            double at = position(&sub[k], rest % count);
            if (!value_position(ev, at, v->dim[k], name))
                return false;
            out->at[i] += ((int64_t)at - 1) * stride;
            stride *= v->dim[k];
            rest /= count;
        }
    }
    return true;
}

Value *value_index(Eval *ev, Value *v, int n, const Sub *sub, const char *name)
{
    Selection s;
    bool whole = true;
    for (int k = 0; k < n; k++)
        whole = whole && sub[k].whole;
    if (whole)
        return v;
    if (!select_elements(ev, v, n, sub, name, &s))
        return NULL;
    Value *r = value_like(ev, v, s.ndims, s.dim);
    for (int64_t i = 0; r && i < s.n; i++)
        value_put(r, i * s.block, v, s.at[i], s.block);
    return r;
}

static Value *misfit(Eval *ev, const Value *a, const Value *b)
{
    if (a->ndims != b->ndims)
        return eval_fault(ev, "arrays of %d and %d dimensions do not fit", a->ndims, b->ndims);
    int k = 0;
    while (k < a->ndims - 1 && a->dim[k] == b->dim[k])
        k++;
    return a->ndims ? eval_fault(ev, "sizes %d and %d in dimension %d do not fit", a->dim[k],
                                 b->dim[k], k + 1)
                    : eval_fault(ev, "records with fields of different sizes do not fit");
}

bool value_store(Eval *ev, Value *to, int n, const Sub *sub, const Value *from, const char *name)
{
    Selection s;
    if (!select_elements(ev, to, n, sub, name, &s))
        return false;
    Value chosen = {.ndims = s.ndims, .dim = s.dim};
    if (!same_shape(&chosen, from))
        return misfit(ev, &chosen, from);
    for (int64_t i = 0; i < s.n; i++)
        value_put(to, s.at[i], from, i * s.block, s.block);
    return true;
}

/* ---- Scalars ---- */

/* Why an operation is not defined for its operands; NULL: it is. */
static const char *outside_domain(ExprOp op, const double *x)
{
    switch (op) {
    case EX_DIV:
    case EX_QUOT:
    case EX_MOD:
    case EX_REM:
        return x[1] == 0 ? "division by zero" : NULL;
    case EX_SQRT:
        return x[0] < 0 ? "square root of a negative number" : NULL;
    case EX_LOG:
    case EX_LOG10:
        return x[0] <= 0 ? "logarithm of a number that is not positive" : NULL;
    case EX_ASIN:
    case EX_ACOS:
        return fabs(x[0]) > 1 ? "arc function of a number outside -1 .. 1" : NULL;
    case EX_POW:
        return x[0] == 0 && x[1] < 0             ? "division by zero"
               : x[0] < 0 && x[1] != floor(x[1]) ? "power of a negative number with an exponent "
                                                   "that is not an integer"
                                                 : NULL;
    default:
        return NULL;
    }
}

/* Numbers must stay finite, Integers exact. */
static bool check_result(Eval *ev, ExprOp op, Type scalar, double x)
{
    if (!isfinite(x)) {
        if (ev->ieee && scalar == T_REAL)
            return true;
        ev->not_finite = true;
        return eval_fault(ev, "the result of `%s` is not a finite number", op_info[op].text);
    }
    if (scalar == T_INT && fabs(x) > 9007199254740992.0)
        return eval_fault(ev, "the result of `%s` is too large for an Integer", op_info[op].text);
    return true;
}

static bool to_enumeration(Eval *ev, Type scalar, double x)
{
    const EnumInfo *info = type_enum_info(expr_types(ev->m->store), scalar);
    if (x >= 1 && x <= info->n)
        return true;
    return eval_fault(ev, "%.0f is not the number of a literal of `%s`", x,
                      text_of(ev->m->ctx, info->name));
}

bool value_apply(Eval *ev, ExprOp op, Type scalar, uint32_t n, const double *x, double *result)
{
    const char *why = ev->ieee && scalar == T_REAL ? NULL : outside_domain(op, x);
    if (why) {
        ev->not_finite = true;
        return eval_fault(ev, "%s", why);
    }
    if (op == EX_INTENUM && !to_enumeration(ev, scalar, x[0]))
        return false;
    *result = op_value(op, n, x);
    return check_result(ev, op, scalar, *result);
}

/* ---- Elementwise ---- */

/* The array all others must be like; the first operand if all are scalars. */
static const Value *shape_of(Eval *ev, int n, Value **arg)
{
    const Value *shape = arg[0];
    for (int i = 1; i < n; i++) {
        if (!shape->ndims)
            shape = arg[i];
        else if (arg[i]->ndims && !same_shape(shape, arg[i]))
            return misfit(ev, shape, arg[i]);
    }
    return shape;
}

static Type scalar_of(Eval *ev, Type type)
{
    return type_scalar(expr_types(ev->m->store), type);
}

static Value *op_elementwise(Eval *ev, ExprOp op, Type type, int n, Value **arg)
{
    const Value *shape = shape_of(ev, n, arg);
    Value *v = shape ? value_make(ev, scalar_of(ev, type), shape->ndims, shape->dim) : NULL;
    if (!v)
        return NULL;
    double *x = ARENA_ARRAY(eval_arena(ev), double, n);
    for (int64_t i = 0; i < v->n; i++) {
        for (int k = 0; k < n; k++)
            x[k] = arg[k]->num[arg[k]->ndims ? i : 0];
        if (!value_apply(ev, op, v->scalar, (uint32_t)n, x, &v->num[i]))
            return NULL;
    }
    return v;
}

static Value *op_concat(Eval *ev, ExprOp op, Type type, int n, Value **arg)
{
    (void)op, (void)type;
    const Value *shape = shape_of(ev, n, arg);
    Value *v = shape ? value_make(ev, T_STRING, shape->ndims, shape->dim) : NULL;
    Context *ctx = ev->m->ctx;
    for (int64_t i = 0; v && i < v->n; i++) {
        Buf b = {0};
        for (int k = 0; k < n; k++)
            buf_puts(&b, text_of(ctx, arg[k]->str[arg[k]->ndims ? i : 0]));
        if (b.n > LONGEST_STRING || !eval_steps(ev, (int64_t)b.n / ELEMENTS_A_STEP)) {
            buf_free(&b);
            return ev->status
                       ? NULL
                       : eval_fault(ev, "a string of more than %d characters", LONGEST_STRING);
        }
        v->str[i] = name_cstr(ctx->names, buf_text(&b));
        buf_free(&b);
    }
    return v;
}

/* ---- Moving elements ---- */

bool value_collect(Eval *ev, Value **all, int ndims, const int32_t *dim, int64_t i, const Value *v)
{
    if (!*all) {
        int32_t whole[2 * MAX_DIMS];
        copy_dims(whole, dim, ndims);
        copy_dims(whole + ndims, v->dim, v->ndims);
        *all = value_like(ev, v, ndims + v->ndims, whole);
        if (!*all)
            return false;
    }
    bool fits = (*all)->ndims == ndims + v->ndims &&
                same_dims(v->ndims, (*all)->dim + ndims, v->dim) && value_same_inside(*all, v);
    if (!fits)
        return eval_fault(ev, "the elements of an array differ in size");
    value_put(*all, i * v->n, v, 0, v->n);
    return true;
}

/* ---- Vectors and matrices ---- */

int64_t value_range_length(Eval *ev, bool real, double start, double step, double stop)
{
    if (step == 0)
        return eval_fault(ev, "a range with a step of zero") ? 0 : -1;
    double steps = (stop - start) / step;
    if (real)
        steps *= 1 + 1e-15;
    if (steps >= MOST_ELEMENTS)
        return eval_fault(ev, "a range of more than %d elements", MOST_ELEMENTS) ? 0 : -1;
    return steps < 0 ? 0 : (int64_t)steps + 1;
}

static Value *op_range(Eval *ev, ExprOp op, Type type, int n, Value **arg)
{
    (void)op;
    Type scalar = scalar_of(ev, type);
    double start = arg[0]->num[0], step = n == 3 ? arg[1]->num[0] : 1, stop = arg[n - 1]->num[0];
    int64_t length = value_range_length(ev, scalar == T_REAL, start, step, stop);
    int32_t dim = (int32_t)length;
    Value *v = length < 0 ? NULL : value_make(ev, scalar, 1, &dim);
    for (int64_t i = 0; v && i < length; i++)
        v->num[i] = start + (double)i * step;
    return v;
}

static Value *op_linspace(Eval *ev, ExprOp op, Type type, int n, Value **arg)
{
    (void)op, (void)type, (void)n;
    double points = arg[2]->num[0];
    if (points < 2 || points > INT32_MAX)
        return eval_fault(ev, "`linspace` with %.0f points; it needs at least 2", points);
    int32_t size = (int32_t)points;
    Value *v = value_make(ev, T_REAL, 1, &size);
    double a = arg[0]->num[0], b = arg[1]->num[0];
    for (int32_t i = 0; v && i < size; i++)
        v->num[i] = i == size - 1 ? b : a + (b - a) * i / (size - 1); /* as k_linspace */
    return v;
}

/* An array without elements, or of strings, may be filled with any value as a placeholder
 * (empty_array). */
static bool is_placeholder(Eval *ev, Type scalar, const Value *what)
{
    return is_record(ev->m, scalar) != (what->field != NULL) ||
           (tinfo(ev->m, scalar)->base == TY_STRING) != (what->str != NULL);
}

/* Elements of the operands from k on into the result; the number of them. */
static int64_t move_run(ArrayMap *m, int64_t k, Value *const *arg, Value *v)
{
    ArrayTerm t = array_term(m, k, 0);
    if (t.arg < 0)
        v->num[k] = (double)t.i;
    else
        value_put(v, k, arg[t.arg], t.i, t.n);
    if (t.minus)
        v->num[k] = -v->num[k];
    return t.n;
}

static double sum_of_products(ArrayMap *m, int64_t k, Value *const *arg)
{
    double sum = m->op == EX_MATMUL ? 0 : -0.0; /* which added to x gives x */
    for (int64_t i = 0; i < m->terms; i++) {
        ArrayTerm t = array_term(m, k, i);
        double x = arg[0]->num[t.i] * arg[1]->num[t.j];
        sum += t.minus ? -x : x;
    }
    return sum;
}

/* What array_map describes. */
static Value *op_map(Eval *ev, ExprOp op, Type type, int n, Value **arg)
{
    ArrayOperand *operand = ARENA_ARRAY(eval_arena(ev), ArrayOperand, n);
    const Value *like = arg[op == EX_CAT];
    Type scalar = scalar_of(ev, type);
    for (int i = 0; i < n; i++) {
        double number = arg[i]->num && arg[i]->n ? arg[i]->num[0] : 0;
        operand[i] = (ArrayOperand){arg[i]->ndims, arg[i]->dim, arg[i]->n, number};
        if ((op == EX_ARRAY || (op == EX_CAT && i)) && !value_same_inside(like, arg[i]))
            return eval_fault(ev, "records with fields of different sizes do not fit");
    }
    ArrayMap m;
    if (!array_map(&m, op, n, operand))
        return eval_fault(ev, "%s", m.why);
    if (m.product || (op == EX_FILL && is_placeholder(ev, scalar, like))) {
        Value *v = value_make(ev, scalar, m.ndims, m.dim);
        if (!v || !m.product || !eval_steps(ev, v->n * m.terms / ELEMENTS_A_STEP))
            return ev->status ? NULL : v;
        for (int64_t k = 0; k < v->n; k++) {
            v->num[k] = sum_of_products(&m, k, arg);
            if (!check_result(ev, op, scalar, v->num[k]))
                return NULL;
        }
        return v;
    }
    Value *v = value_like(ev, like, m.ndims, m.dim);
    for (int64_t k = 0; v && k < v->n;)
        k += move_run(&m, k, arg, v);
    return v;
}

/* By squaring: O(log exponent) products. */
static Value *op_matpow(Eval *ev, ExprOp op, Type type, int n, Value **arg)
{
    (void)op, (void)n;
    Value *base = arg[0],
          size = {.scalar = scalar_of(ev, type), .n = 1, .num = (double[]){base->dim[0]}};
    double exponent = arg[1]->num[0];
    if (base->dim[0] != base->dim[1])
        return eval_fault(ev, "power of a matrix that is not square");
    if (exponent < 0)
        return eval_fault(ev, "power of a matrix with a negative exponent");
    Value *power = op_map(ev, EX_IDENTITY, type, 1, (Value *[]){&size});
    for (int64_t left = (int64_t)exponent; left && power; left /= 2) {
        if (left % 2)
            power = op_map(ev, EX_MATMUL, type, 2, (Value *[]){power, base});
        if (left > 1 && power)
            base = op_map(ev, EX_MATMUL, type, 2, (Value *[]){base, base});
        if (!base)
            return NULL;
    }
    return power;
}

/* ---- Reductions ---- */

Expr extreme_value(Model *m, Type scalar, bool greatest)
{
    return expr_literal(m->store, scalar, type_extreme(expr_types(m->store), scalar, greatest));
}

double value_neutral(Eval *ev, ExprOp op, Type scalar)
{
    return op == EX_MIN || op == EX_MAX
               ? type_extreme(expr_types(ev->m->store), scalar, op == EX_MIN)
               : op == EX_MUL;
}

static Value *op_reduce(Eval *ev, ExprOp op, Type type, int n, Value **arg)
{
    (void)n;
    ExprOp step = op == EX_SUM       ? EX_ADD
                  : op == EX_PRODUCT ? EX_MUL
                  : op == EX_MINOF   ? EX_MIN
                                     : EX_MAX;
    Value *v = value_make(ev, scalar_of(ev, type), 0, NULL);
    double result = value_neutral(ev, step, v->scalar);
    for (int64_t i = 0; i < arg[0]->n; i++) {
        double both[2] = {result, arg[0]->num[i]};
        if (!value_apply(ev, step, v->scalar, 2, both, &result))
            return NULL;
    }
    v->num[0] = result;
    return v;
}

/* ---- The table ---- */

Operation *value_operation(ExprOp op)
{
    static Operation *const table[EX_COUNT] = {
        [EX_CONCAT] = op_concat, [EX_RANGE] = op_range,  [EX_LINSPACE] = op_linspace,
        [EX_MATPOW] = op_matpow, [EX_SUM] = op_reduce,   [EX_PRODUCT] = op_reduce,
        [EX_MINOF] = op_reduce,  [EX_MAXOF] = op_reduce,
    };
    return table[op]          ? table[op]
           : array_is_map(op) ? op_map
           : op_has_value(op) ? op_elementwise
                              : NULL;
}
