/* resolve.c - typing of expressions: literals, operators, arrays, conditions.
 *
 * Recursion follows the nesting of the source, which the parser bounds. Chains that become nested
 * expressions (elseif, quotients) count together with those around them, up to MOST_CHAINED, so
 * that whoever walks expressions may recurse; sums and products are n-ary, strings are joined by a
 * balanced tree. */
#include "model/eval.h"
#include "model/overload.h"

enum {
    MOST_CHAINED = 2000,     /* branches and operators that nest in one expression */
    MOST_JOINED_IN_ROW = 32, /* strings joined from left to right; more of them as a tree */
};

/* ---- Types ---- */

const char *type_text(Model *m, Type t)
{
    Buf b = {0};
    type_print(expr_types(m->store), m->ctx->names, t, &b);
    const char *s = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return s;
}

/* "; a record is made by Data(m = ..., k = ...)" */
static const char *constructor(Model *m, Type want)
{
    const RecordInfo *r = rinfo(m, want);
    Buf b = {0};
    buf_printf(&b, "; a record is made by its name, %s(", text_of(m->ctx, r->name));
    for (int i = 0; i < r->n && i < 3; i++)
        buf_printf(&b, "%s%s = ...", i ? ", " : "", text_of(m->ctx, r->field[i]));
    buf_printf(&b, "%s)", r->n > 3 ? ", ..." : "");
    const char *s = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return s;
}

static const char *first_literal(Model *m, Type type)
{
    const EnumInfo *e = type_enum_info(expr_types(m->store), type);
    return e->n ? text_of(m->ctx, e->literal[0]) : "a";
}

const char *conversion(Model *m, Type have, Type want)
{
    if (want && tinfo(m, want)->base == TY_RECORD && !tinfo(m, want)->ndims &&
        tinfo(m, have)->base != TY_RECORD && tinfo(m, have)->base != TY_ERROR)
        return constructor(m, want);
    if (want && tinfo(m, want)->ndims == 1 && !tinfo(m, have)->ndims &&
        type_fits(m, have, tinfo(m, want)->scalar))
        return "; an array is written {1, 2, 3}, of n equal elements it is fill(x, n)";
    Type h = tinfo(m, have)->scalar, w = want ? tinfo(m, want)->scalar : 0;
    if (want && !tinfo(m, want)->ndims && tinfo(m, have)->ndims == 1 && h == w &&
        (w == T_REAL || w == T_INT))
        return "; of a vector v the number may be sum(v), v*v, max(v) or an element v[i]";
    if (w == T_REAL && tinfo(m, h)->base == TY_RECORD)
        return strcmp(type_text(m, h), "record Complex")
                   ? "; an element of a record is taken by its name, r.x"
                   : "; the parts of a Complex are z.re and z.im, its size is "
                     "Modelica.ComplexMath.abs(z)";
    return w == T_INT && h == T_REAL
               ? "; integer(x) is the largest Integer up to x, div(a, b) the quotient of Integers"
           : w == T_BOOL && h == T_REAL
               ? "; Booleans are `true`, `false` and comparisons such as x > 0.5"
           : w == T_BOOL && h == T_INT
               ? "; Booleans are `true`, `false` and comparisons such as x <> 0"
           : (w == T_REAL || w == T_INT) && h == T_BOOL ? "; `if x then 1 else 0` is a number"
           : w == T_STRING && (h == T_REAL || h == T_INT || h == T_BOOL) ? "; String(x) is its text"
           : w && tinfo(m, w)->base == TY_ENUM && (h == T_STRING || h == T_INT)
               ? arena_printf(m->arena, "; literals are written by name, without quotes: %s.%s",
                              text_of(m->ctx, type_enum_info(expr_types(m->store), w)->name),
                              first_literal(m, w))
           : w == T_BOOL && h == T_STRING ? "; `true` and `false` are written without quotes"
           : (w == T_REAL || w == T_INT) && h == T_STRING ? "; numbers are written without quotes"
                                                          : "";
}

const char *conversion_at(Model *m, Span at, Type have, Type want)
{
    Type w = want ? tinfo(m, want)->scalar : 0;
    const EnumInfo *e =
        w && tinfo(m, w)->base == TY_ENUM ? type_enum_info(expr_types(m->store), w) : NULL;
    Buf b = {0};
    source_text(m->ctx->sources, at, &b);
    const char *hint = NULL, *text = buf_text(&b);
    for (int i = 0; e && !hint && i < e->n; i++) {
        const char *literal = text_of(m->ctx, e->literal[i]);
        size_t n = strlen(literal);
        if (text[0] == '"' && !strncmp(text + 1, literal, n) && text[n + 1] == '"')
            hint = arena_printf(m->arena, "; literals are written by name, without quotes: %s.%s",
                                text_of(m->ctx, e->name), literal);
    }
    if (!hint && w == T_INT && have == T_REAL && strspn(text, "0123456789.eE+-") == strlen(text))
        hint = "; an Integer has no fraction: declare it as Real";
    buf_free(&b);
    return hint ? hint : conversion(m, have, want);
}

bool report_type(Model *m, Span at, const char *what, Type have, Type want)
{
    bool number = want && (want == T_REAL || want == T_INT),
         own = what[0] == '`' && !strchr(what, '.');
    return refuse(m, at, "%s is of type %s, but this is of type %s%s%s", what,
                  want ? type_text(m, want) : "?", type_text(m, have),
                  conversion_at(m, at, have, want),
                  number && have == T_BOOL && own ? ", or is it to be declared as Boolean?" : "");
}

static bool same_enum(Model *m, Type a, Type b)
{
    const EnumInfo *x = type_enum_info(expr_types(m->store), a);
    const EnumInfo *y = type_enum_info(expr_types(m->store), b);
    if (x->n != y->n)
        return false;
    for (int i = 0; i < x->n; i++)
        if (x->literal[i] != y->literal[i])
            return false;
    return true;
}

/* Records fit by field names. */
static bool record_fits(Model *m, Type have, Type want)
{
    const RecordInfo *h = rinfo(m, have), *w = rinfo(m, want);
    if (h->n != w->n)
        return false;
    for (int i = 0; i < w->n; i++) {
        int k = 0;
        while (k < h->n && h->field[k] != w->field[i])
            k++;
        if (k == h->n || !type_fits(m, h->type[k], w->type[i]))
            return false;
    }
    return true;
}

bool sizes_fit(int n, const int32_t *a, const int32_t *b)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i] && a[i] != DIM_UNKNOWN && b[i] != DIM_UNKNOWN)
            return false;
    return true;
}

bool type_fits(Model *m, Type have, Type want)
{
    if (have == want || have == T_ERROR || want == T_ERROR)
        return true;
    const TypeInfo *h = tinfo(m, have), *w = tinfo(m, want);
    if (h->ndims != w->ndims || !sizes_fit(h->ndims, h->dim, w->dim))
        return false;
    if (h->base != w->base)
        return h->base == TY_INT && w->base == TY_REAL;
    return h->base == TY_ENUM     ? same_enum(m, h->scalar, w->scalar)
           : h->base == TY_RECORD ? h->scalar == w->scalar || record_fits(m, have, want)
           : h->base == TY_OBJECT ? h->decl == w->decl
                                  : true; /* of functions the class is compared */
}

Expr as_numbered(Model *m, Expr e, Type want, Span at)
{
    if (!e || !want || !m->of_library)
        return e;
    const TypeInfo *h = einfo(m, e), *w = tinfo(m, want);
    bool number = h->base == TY_ENUM && w->base == TY_INT;
    if (!number && (h->base != TY_INT || w->base != TY_ENUM))
        return e;
    diag_warning(m->ctx->diags, at,
                 "this is of type %s, but %s is wanted: the number of the literal is taken",
                 type_text(m, h->scalar), type_text(m, w->scalar));
    return raw1(m, number ? EX_ENUMINT : EX_INTENUM, tarray(m, w->scalar, h->ndims, h->dim), e);
}

/* Shapes with unknown sizes filled from each other. */
static Type join_shapes(Model *m, Type a, Type b, Type scalar)
{
    const TypeInfo *x = tinfo(m, a), *y = tinfo(m, b);
    int32_t dim[MAX_DIMS];
    for (int i = 0; i < x->ndims; i++)
        dim[i] = x->dim[i] != DIM_UNKNOWN ? x->dim[i] : y->dim[i];
    return tarray(m, scalar, x->ndims, dim);
}

Type type_join(Model *m, Type a, Type b)
{
    if (a == b || b == T_ERROR)
        return a;
    if (a == T_ERROR)
        return b;
    if (type_fits(m, a, b))
        return join_shapes(m, a, b, type_scalar(expr_types(m->store), b));
    if (type_fits(m, b, a))
        return join_shapes(m, a, b, type_scalar(expr_types(m->store), a));
    return 0;
}

/* ---- Copies with replaced leaves ---- */

Expr raw_map(Model *m, Expr e, RawMap *map, void *arg)
{
    ExprStore *s = m->store;
    ExprOp op = expr_op(s, e);
    if (op == EX_CREF || op == EX_ITER || op == EX_LOCAL) {
        Expr r = map(arg, e);
        if (r)
            return r;
    }
    uint32_t n = expr_node(s, e)->nargs;
    if (!n)
        return e;
    Expr few[16], *arg_new = n <= 16 ? few : ARENA_ARRAY(m->arena, Expr, n);
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        Expr a = expr_arg(s, e, i);
        arg_new[i] = raw_map(m, a, map, arg);
        changed |= arg_new[i] != a;
    }
    if (!changed)
        return e;
    const ExprNode *node = expr_node(s, e);
    return expr_make(s, op, node->type, node->flags, node->payload, n, arg_new);
}

/* ---- Making expressions ---- */

Expr raw_loop_variable(Model *m, Name name, Type t)
{
    vec_push(m->arena, &m->iter, ((Iter){.name = name, .type = t}));
    return expr_make(m->store, EX_ITER, t, 0, (uint64_t)m->iter.n - 1, 0, NULL);
}

Expr raw_size(Model *m, Expr array, int k)
{
    int32_t size = einfo(m, array)->dim[k];
    return size != DIM_UNKNOWN ? expr_int(m->store, size)
                               : raw2(m, EX_SIZE, T_INT, array, expr_int(m->store, k + 1));
}

Expr raw_array(Model *m, int n, const Expr *part)
{
    return raw_make(m, EX_ARRAY, tarray(m, expr_type(m->store, part[0]), 1, &n), n, part);
}

Expr raw_positions(Model *m, Expr array, int k)
{
    Type t = tarray(m, T_INT, 1, &einfo(m, array)->dim[k]);
    return raw2(m, EX_RANGE, t, expr_int(m->store, 1), raw_size(m, array, k));
}

Expr raw_for(Model *m, ExprOp op, Expr body, int n, const Expr *iter, const Expr *range)
{
    Expr arg[2 * MAX_DIMS + 1] = {body};
    int32_t dim[MAX_DIMS];
    for (int k = 0; k < n; k++) {
        arg[1 + 2 * (n - 1 - k)] = iter[k];
        arg[2 + 2 * (n - 1 - k)] = range[k];
        dim[k] = einfo(m, range[k])->dim[0];
    }
    Type t = expr_type(m->store, body);
    t = op == EX_FORARRAY ? tarray(m, t, n, dim) : tinfo(m, t)->scalar;
    return raw_make(m, op, t, 2 * n + 1, arg);
}

/* ---- Subscripting and fields of expressions ---- */

static bool is_scalar_sub(Model *m, Expr sub)
{
    return expr_op(m->store, sub) != EX_COLON && !einfo(m, sub)->ndims;
}

/* The shape left when `array` is subscripted: scalars remove a dimension, vectors set its size. */
static Type indexed_type(Model *m, Type array, int n, const Expr *sub)
{
    const TypeInfo *t = tinfo(m, array);
    int32_t dim[MAX_DIMS];
    int nd = 0;
    for (int i = 0; i < t->ndims; i++) {
        if (i >= n || expr_op(m->store, sub[i]) == EX_COLON)
            dim[nd++] = t->dim[i];
        else if (!is_scalar_sub(m, sub[i]))
            dim[nd++] = einfo(m, sub[i])->dim[0];
    }
    return tarray(m, t->scalar, nd, dim);
}

/* Puts subscripts into the whole dimensions of a reference. */
static Expr index_reference(Model *m, Expr ref, int n, const Expr *sub, Type type)
{
    uint32_t nargs = expr_node(m->store, ref)->nargs;
    Expr arg[8 * MAX_DIMS];
    int next = 0;
    for (uint32_t i = 0; i < nargs; i++) {
        arg[i] = expr_arg(m->store, ref, i);
        if (next < n && !is_scalar_sub(m, arg[i])) {
            if (expr_op(m->store, arg[i]) != EX_COLON) {
                if (expr_op(m->store, sub[next]) != EX_COLON)
                    arg[i] = index_expr(m, arg[i], 1, &sub[next]);
            } else {
                arg[i] = sub[next];
            }
            next++;
        }
    }
    const ExprNode *node = expr_node(m->store, ref);
    return expr_make(m->store, EX_CREF, type, node->flags, node->payload, nargs, arg);
}

/* The value of an iterator. */
typedef struct Turn {
    Model *m;
    Expr iter, value;
} Turn;

static Expr turn_value(void *data, Expr e)
{
    const Turn *t = data;
    return e == t->iter ? t->value : 0;
}

/* An element of {body for i in r, ...} as the body for that turn; 0: a subscript is not surely
 * inside, or none. */
static Expr one_turn(Model *m, Expr array, int n, const Expr *sub)
{
    ExprStore *s = m->store;
    int niters = (int)(expr_node(s, array)->nargs - 1) / 2;
    Expr body = expr_arg(s, array, 0);
    if (n < niters)
        return 0;
    for (int k = 0; k < niters; k++) {
        Expr range = expr_arg(s, array, (uint32_t)(2 + 2 * (niters - 1 - k)));
        int64_t at = expr_op(s, sub[k]) == EX_INT ? (int64_t)expr_node(s, sub[k])->payload : 0;
        bool inside = expr_op(s, sub[k]) == EX_ITER || (at >= 1 && at <= einfo(m, range)->dim[0]);
        bool plain = expr_op(s, range) == EX_RANGE && expr_node(s, range)->nargs == 2 &&
                     expr_arg(s, range, 0) == expr_int(s, 1);
        if (!inside)
            return 0;
        Turn t = {m, expr_arg(s, array, (uint32_t)(1 + 2 * (niters - 1 - k))),
                  plain ? sub[k] : index_expr(m, range, 1, &sub[k])};
        body = raw_map(m, body, turn_value, &t);
    }
    return n > niters ? index_expr(m, body, n - niters, sub + niters) : body;
}

Expr index_expr(Model *m, Expr array, int n, const Expr *sub)
{
    ExprStore *s = m->store;
    Type at = expr_type(s, array);
    if (at == T_ERROR)
        return array;
    int ndims = tinfo(m, at)->ndims;
    Type type = indexed_type(m, at, n, sub);
    ExprOp op = expr_op(s, array);
    if (op == EX_CREF)
        return index_reference(m, array, n, sub, type);
    if (op == EX_ARRAY && n && expr_op(s, sub[0]) == EX_INT) {
        int64_t k = (int64_t)expr_node(s, sub[0])->payload;
        if (k >= 1 && k <= (int64_t)expr_node(s, array)->nargs) {
            Expr part = expr_arg(s, array, (uint32_t)k - 1);
            return n > 1 ? index_expr(m, part, n - 1, sub + 1) : part;
        }
    }
    Expr turn = op == EX_FORARRAY && n ? one_turn(m, array, n, sub) : 0;
    if (turn)
        return turn;
    Expr arg[MAX_DIMS + 1] = {array};
    for (int i = 0; i < ndims; i++)
        arg[i + 1] = i < n ? sub[i] : expr_make(s, EX_COLON, T_INT, 0, 0, 0, NULL);
    bool whole = true;
    for (int i = 0; i < ndims; i++)
        whole = whole && expr_op(s, arg[i + 1]) == EX_COLON;
    return whole ? array : expr_make(s, EX_INDEX, type, 0, 0, (uint32_t)ndims + 1, arg);
}

static Expr field_of_reference(Model *m, Expr ref, Name name)
{
    Comp *f = class_comp(m, comp_contents(m, cref_comp(m, ref)), name);
    Type ft = f ? comp_array_type(m, f) : 0;
    if (!ft)
        return 0;
    uint32_t n = expr_node(m->store, ref)->nargs;
    Expr arg[8 * MAX_DIMS];
    memcpy(arg, expr_args(m->store, ref), n * sizeof *arg);
    for (int k = 0; k < f->ndims; k++)
        arg[n++] = raw_colon(m);
    const TypeInfo *rt = einfo(m, ref);
    return expr_make(m->store, EX_CREF, tarray(m, ft, rt->ndims, rt->dim), 0, f->id, n, arg);
}

/* The type of a field of arrays and conditional values, made of n parts: their own where that says
 * more, for a record constructor leaves sizes `:` of its class open. */
static Type type_of_parts(Model *m, ExprOp op, Type type, uint32_t n, const Expr *part)
{
    Type own = op == EX_FORARRAY ? 0 : expr_type(m->store, part[n - 1]);
    for (uint32_t i = op == EX_IF; i < n && own; i++)
        own = expr_type(m->store, part[i]) == own ? own : 0;
    if (!own)
        return type;
    return op == EX_IF ? own : tarray(m, own, 1, &(int32_t){(int32_t)n});
}

Expr field_expr(Model *m, Expr record, Name name)
{
    ExprStore *s = m->store;
    const TypeInfo *t = einfo(m, record);
    if (t->base != TY_RECORD)
        return 0;
    const RecordInfo *info = type_record_info(expr_types(s), t->scalar);
    int k = 0;
    while (k < info->n && info->field[k] != name)
        k++;
    if (k == info->n)
        return 0;
    ExprOp op = expr_op(s, record);
    if (op == EX_RECORD)
        return expr_arg(s, record, (uint32_t)k);
    if (op == EX_CREF)
        return field_of_reference(m, record, name);
    Type ft = type_array(expr_types(s), info->type[k], t->ndims, t->dim);
    if (op == EX_ARRAY || op == EX_IF || op == EX_FORARRAY) {
        uint32_t n = expr_node(s, record)->nargs;
        Expr *arg = ARENA_ARRAY(m->arena, Expr, n);
        for (uint32_t i = 0; i < n; i++) {
            Expr a = expr_arg(s, record, i);
            bool is_part = op == EX_ARRAY || (op == EX_IF ? i > 0 : i == 0);
            arg[i] = is_part ? field_expr(m, a, name) : a;
            if (!arg[i])
                return 0;
        }
        return expr_make(s, op, n ? type_of_parts(m, op, ft, n, arg) : ft, 0, 0, n, arg);
    }
    if (op == EX_FILL) {
        const uint32_t n = expr_node(s, record)->nargs;
        Expr arg[MAX_DIMS + 1];
        memcpy(arg, expr_args(s, record), n * sizeof *arg);
        if (!(arg[0] = field_expr(m, arg[0], name)))
            return 0;
        int32_t dim[MAX_DIMS];
        memcpy(dim, t->dim, (n - 1) * sizeof *dim);
        return expr_make(s, op, tarray(m, expr_type(s, arg[0]), (int)n - 1, dim), 0, 0, n, arg);
    }
    ExprOp base = op == EX_INDEX ? expr_op(s, expr_arg(s, record, 0)) : op;
    if (op == EX_INDEX && (base == EX_ARRAY || base == EX_FILL)) {
        const uint32_t n = expr_node(s, record)->nargs;
        Expr sub[MAX_DIMS + 1];
        memcpy(sub, expr_args(s, record), n * sizeof *sub);
        Expr field = field_expr(m, sub[0], name);
        return field ? index_expr(m, field, (int)n - 1, sub + 1) : 0;
    }
    return expr_make(s, EX_FIELD, ft, 0, (uint64_t)k, 1, &record);
}

static bool same_order(Model *m, Type a, Type b)
{
    const TypeInfo *t = tinfo(m, a), *u = tinfo(m, b);
    if (t->base != TY_RECORD || u->base != TY_RECORD || t->scalar == u->scalar)
        return true;
    const RecordInfo *x = rinfo(m, a), *y = rinfo(m, b);
    bool same = x->n == y->n;
    for (int i = 0; same && i < x->n; i++)
        same = x->field[i] == y->field[i] && same_order(m, x->type[i], y->type[i]);
    return same;
}

Expr record_as(Model *m, Expr e, Type want)
{
    if (same_order(m, expr_type(m->store, e), want))
        return e;
    const TypeInfo *t = tinfo(m, want);
    const RecordInfo *r = rinfo(m, want);
    Expr *field = ARENA_ARRAY(m->arena, Expr, r->n);
    for (int i = 0; i < r->n; i++) {
        Expr x = field_expr(m, e, r->field[i]);
        field[i] = x ? record_as(m, x, tarray(m, r->type[i], t->ndims, t->dim)) : 0;
        if (!field[i])
            return 0;
    }
    return raw_make(m, EX_RECORD, want, r->n, field);
}

/* Dimensions of a value and of what is deepest inside it. */
static int type_depth(Model *m, Type t)
{
    const TypeInfo *info = tinfo(m, t);
    int inside = 0;
    const RecordInfo *r = info->base == TY_RECORD || info->base == TY_TUPLE ? rinfo(m, t) : NULL;
    for (int i = 0; r && i < r->n; i++) {
        int depth = type_depth(m, r->type[i]);
        inside = depth > inside ? depth : inside;
    }
    return info->ndims + inside;
}

bool dims_allowed(Model *m, Type t, int extra, Span at)
{
    if (type_depth(m, t) + extra <= MAX_DIMS)
        return true;
    return refuse(m, at, "an array of more than %d dimensions", MAX_DIMS);
}

/* ---- Literals and arrays ---- */

/* All of several expressions; NULL if one is wrong. */
static Expr *resolve_all(Env *env, int n, SynExp *const *e)
{
    Expr *arg = ARENA_ARRAY(env->m->arena, Expr, n);
    bool good = true;
    for (int i = 0; i < n; i++)
        good = (arg[i] = resolve_exp(env, e[i])) && good;
    return good ? arg : NULL;
}

/* Records of the same fields some of which have other sizes: elements of an array are told apart by
 * their positions, so the sizes are open. */
static Type join_records(Model *m, Type a, Type b)
{
    const TypeInfo *x = tinfo(m, a), *y = tinfo(m, b);
    if (x->base != TY_RECORD || y->base != TY_RECORD || x->ndims != y->ndims ||
        !sizes_fit(x->ndims, x->dim, y->dim))
        return 0;
    const RecordInfo r = *rinfo(m, a), other = *rinfo(m, b);
    Type *type = ARENA_ARRAY(m->arena, Type, r.n);
    for (int i = 0; i < r.n; i++) {
        int k = 0;
        while (k < other.n && other.field[k] != r.field[i])
            k++;
        if (r.n != other.n || k == other.n)
            return 0;
        const TypeInfo *f = tinfo(m, r.type[i]), *g = tinfo(m, other.type[k]);
        Type scalar = f->ndims == g->ndims ? type_join(m, f->scalar, g->scalar) : 0;
        if (!scalar && f->ndims == g->ndims)
            scalar = join_records(m, f->scalar, g->scalar);
        int32_t dim[MAX_DIMS];
        for (int j = 0; j < f->ndims && scalar; j++)
            dim[j] = f->dim[j] == g->dim[j] ? f->dim[j] : DIM_UNKNOWN;
        if (!scalar)
            return 0;
        type[i] = tarray(m, scalar, f->ndims, dim);
    }
    return join_shapes(m, a, b, type_record(expr_types(m->store), r.name, r.n, r.field, type));
}

Type type_join_elements(const Env *env, Type a, Type b)
{
    Type t = type_join(env->m, a, b);
    return t || !(env->flags & ENV_RAGGED) ? t : join_records(env->m, a, b);
}

/* One more element of an array: *t becomes the type it has in common with those before it. */
static bool join_element(Model *m, Expr e, Span at, bool ragged, Type *t)
{
    Env env = {.m = m, .flags = ragged ? ENV_RAGGED : 0};
    Type own = expr_type(m->store, e), joined = *t ? type_join_elements(&env, *t, own) : own;
    if (!joined)
        return strcmp(type_text(m, own), type_text(m, *t))
                   ? refuse(m, at, "this element is of type %s, those before it are of type %s%s",
                            type_text(m, own), type_text(m, *t), conversion(m, own, *t))
                   : refuse(m, at,
                            "this element is of type %s and differs in size from those before it",
                            type_text(m, own));
    *t = joined;
    return true;
}

static Expr resolve_array(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Expr *arg = ARENA_ARRAY(m->arena, Expr, e->n);
    Type t = 0;
    bool good = true, ragged = env->flags & ENV_RAGGED;
    env->flags &= ~(unsigned)ENV_RAGGED;
    for (int i = 0; i < e->n; i++) {
        arg[i] = resolve_exp(env, e->arg[i]);
        good = arg[i] && join_element(m, arg[i], e->arg[i]->span, ragged, &t) && good;
    }
    return good && dims_allowed(m, t, 1, e->span)
               ? raw_make(m, EX_ARRAY, tarray(m, t, 1, &e->n), e->n, arg)
               : 0;
}

Expr promote(Model *m, Expr x, int ndims)
{
    const TypeInfo *t = einfo(m, x);
    int32_t dim[MAX_DIMS];
    for (int i = 0; i < ndims; i++)
        dim[i] = i < t->ndims ? t->dim[i] : 1;
    return raw2(m, EX_PROMOTE, tarray(m, t->scalar, ndims, dim), x, expr_int(m->store, ndims));
}

Expr make_cat(Model *m, int dim, int n, const Expr *part, Span at)
{
    Type scalar = 0;
    int32_t size[MAX_DIMS] = {0};
    int ndims = 0;
    for (int i = 0; i < n; i++) {
        const TypeInfo *t = einfo(m, part[i]);
        Type joined = scalar ? type_join(m, scalar, t->scalar) : t->scalar;
        if (!joined)
            return refuse(m, at, "elements of type %s and %s cannot be put into one array",
                          type_text(m, scalar), type_text(m, t->scalar));
        scalar = joined;
        if (i && t->ndims != ndims)
            return refuse(m, at, "arrays of %d and %d dimensions cannot be joined", ndims,
                          t->ndims);
        if (t->ndims < dim)
            return refuse(m, at, "an array of %d dimension%s has no dimension %d", t->ndims,
                          t->ndims == 1 ? "" : "s", dim);
        ndims = t->ndims;
        for (int k = 0; k < ndims; k++) {
            int32_t have = t->dim[k];
            if (k == dim - 1)
                size[k] = !i                                              ? have
                          : size[k] == DIM_UNKNOWN || have == DIM_UNKNOWN ? DIM_UNKNOWN
                                                                          : size[k] + have;
            else if (!i || size[k] == DIM_UNKNOWN)
                size[k] = have;
            else if (have != size[k] && have != DIM_UNKNOWN)
                return refuse(m, at,
                              "arrays of size %d and %d in dimension %d cannot be joined along "
                              "dimension %d%s",
                              size[k], have, k + 1, dim,
                              dim == 1 && k == 1 ? ": the rows of a matrix have equal lengths"
                                                 : "");
        }
    }
    Expr *arg = ARENA_ARRAY(m->arena, Expr, n + 1);
    arg[0] = expr_int(m->store, dim);
    memcpy(arg + 1, part, (size_t)n * sizeof *arg);
    return raw_make(m, EX_CAT, tarray(m, scalar, ndims, size), n + 1, arg);
}

/* A matrix of scalars is an array of arrays. */
static Expr plain_matrix(Model *m, const SynExp *e, Expr *const *entry, Expr *row)
{
    Type t = 0;
    int32_t columns = e->arg[0]->n;
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k < columns; k++)
            if (!join_element(m, entry[i][k], e->arg[i]->arg[k]->span, false, &t))
                return 0;
    for (int i = 0; i < e->n; i++)
        row[i] = raw_make(m, EX_ARRAY, tarray(m, t, 1, &columns), columns, entry[i]);
    return raw_array(m, e->n, row);
}

/* [a, b; c, d]: parts promoted to matrices, joined along dimension 2, then 1. */
static Expr resolve_matrix(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Expr *row = ARENA_ARRAY(m->arena, Expr, e->n);
    Expr **entry = ARENA_ARRAY(m->arena, Expr *, e->n);
    int ndims = 2;
    bool plain = true, good = true;
    for (int i = 0; i < e->n; i++) {
        const SynExp *r = e->arg[i];
        entry[i] = resolve_all(env, r->n, r->arg);
        good = good && entry[i];
        plain = plain && r->n == e->arg[0]->n;
        for (int k = 0; entry[i] && k < r->n; k++) {
            int nd = einfo(m, entry[i][k])->ndims;
            ndims = nd > ndims ? nd : ndims;
            plain = plain && !nd;
        }
    }
    if (!good || plain)
        return good ? plain_matrix(m, e, entry, row) : 0;
    for (int i = 0; i < e->n; i++) {
        int n = e->arg[i]->n;
        for (int k = 0; k < n; k++)
            if (einfo(m, entry[i][k])->ndims < ndims)
                entry[i][k] = promote(m, entry[i][k], ndims);
        row[i] = n == 1 ? entry[i][0] : make_cat(m, 2, n, entry[i], e->arg[i]->span);
        if (!row[i])
            return 0;
        const TypeInfo *first = einfo(m, row[0]), *t = einfo(m, row[i]);
        if (ndims == 2 && t->dim[1] != first->dim[1] && t->dim[1] != DIM_UNKNOWN &&
            first->dim[1] != DIM_UNKNOWN)
            return refuse(m, e->arg[i]->span,
                          "this row has %d column%s, the first one %d: the rows of a matrix have "
                          "equal lengths",
                          t->dim[1], t->dim[1] == 1 ? "" : "s", first->dim[1]);
    }
    return e->n == 1 ? row[0] : make_cat(m, 1, e->n, row, e->span);
}

static bool is_loop_variable(void *m, Expr e)
{
    const ExprNode *n = expr_node(((Model *)m)->store, e);
    return n->op == EX_ITER && !((Model *)m)->iter.v[n->payload].comp;
}

bool depends_on_loop(Model *m, Expr e)
{
    return expr_any(m->store, e, is_loop_variable, m);
}

bool size_may_vary(const Env *env, Expr e)
{
    return env->flags & ENV_FUNCTION || depends_on_loop(env->m, e) ||
           (env->flags & ENV_STATEMENT && expr_variability(env->m, e) > VARY_PARAMETER);
}

/* Elements of a:b:c; DIM_UNKNOWN if there is no such number. */
static int32_t range_length(int n, const double *v, bool real)
{
    double start = v[0], step = n == 3 ? v[1] : 1, stop = v[n - 1];
    if (step == 0)
        return DIM_UNKNOWN;
    double count = (stop - start) / step;
    count = real ? count * (1 + 1e-15) : count;
    return count < 0 ? 0 : count > 1e9 ? DIM_UNKNOWN : (int32_t)count + 1;
}

static Expr resolve_range_exp(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Expr arg[3];
    Type t = 0;
    for (int i = 0; i < e->n; i++) {
        arg[i] = resolve_exp(env, e->arg[i]);
        if (!arg[i])
            return 0;
        const TypeInfo *ti = einfo(m, arg[i]);
        if (ti->ndims || ti->base == TY_STRING || ti->base == TY_RECORD)
            return refuse(m, e->arg[i]->span, "a range needs scalar numbers, not %s%s",
                          type_text(m, expr_type(m->store, arg[i])),
                          ti->ndims ? "; the number of elements of x is size(x, 1)" : "");
        t = t ? type_join(m, t, expr_type(m->store, arg[i])) : expr_type(m->store, arg[i]);
        if (!t)
            return refuse(m, e->span, "the ends of this range are of different types");
    }
    bool open = env->flags & ENV_TURNS, known = true;
    for (int i = 0; i < e->n; i++) /* inside a loop the length may differ from turn to turn */
        open = open || size_may_vary(env, arg[i]);
    double end[3];
    for (int i = 0; i < e->n; i++) { /* the size of an array in a model must be known */
        Value *v = eval_try(m, arg[i], NULL);
        if (!v && !open) {
            v = eval_structural(m, arg[i], e->arg[i]->span, "the length of this range");
            if (!v)
                return 0;
        }
        known = known && v;
        end[i] = v ? v->num[0] : 0;
    }
    int32_t length = known ? range_length(e->n, end, tinfo(m, t)->base == TY_REAL) : DIM_UNKNOWN;
    if (length == DIM_UNKNOWN && !open)
        return refuse(m, e->span, "this range has a step of zero or is too long");
    return raw_make(m, EX_RANGE, tarray(m, t, 1, &length), e->n, arg);
}

/* ---- Operators ---- */

static bool is_record(Model *m, Expr e)
{
    return einfo(m, e)->base == TY_RECORD;
}

/* `A` of type Real[2]: a component by its name too. */
static const char *operand_text(Model *m, Expr e)
{
    if (expr_op(m->store, e) != EX_CREF)
        return type_text(m, expr_type(m->store, e));
    return arena_printf(m->arena, "`%s` of type %s",
                        comp_name_text(m, m->comp.v[expr_node(m->store, e)->payload]),
                        type_text(m, expr_type(m->store, e)));
}

/* The same of an element or a part of an array as it is written. */
static const char *written_operand(Model *m, const SynExp *e, Expr x)
{
    if (expr_op(m->store, x) != EX_CREF || e->kind != XP_REF || !einfo(m, x)->ndims)
        return operand_text(m, x);
    Buf b = {0};
    source_text(m->ctx->sources, e->span, &b);
    const char *text = arena_printf(m->arena, "`%s` of type %s", buf_text(&b),
                                    type_text(m, expr_type(m->store, x)));
    buf_free(&b);
    return text;
}

const char *column_hint(Model *m, Type a, Type b)
{
    const TypeInfo *x = tinfo(m, a), *y = tinfo(m, b);
    const TypeInfo *vector = x->ndims == 1 ? x : y, *matrix = x->ndims == 1 ? y : x;
    bool beside = vector->ndims == 1 && matrix->ndims == 2;
    if (beside && vector->dim[0] == matrix->dim[1] && matrix->dim[0] == 1)
        return "; a matrix of one row is no vector: declare it with one size, or vector(M) or M[1, "
               ":] is its row";
    return beside && vector->dim[0] == matrix->dim[0] && matrix->dim[1] == 1
               ? "; a matrix of one column is no vector: M[:, 1] is its column, and M*{u} with one "
                 "number u is a vector"
               : "";
}

/* A product of two vectors of n elements among the terms and factors of a number. */
static bool has_scalar_product(Model *m, Expr e, int n, int depth)
{
    enum { DEEPEST = 20 };
    const ExprNode *x = expr_node(m->store, e);
    const TypeInfo *first = x->nargs ? einfo(m, expr_arg(m->store, e, 0)) : NULL;
    if (x->op == EX_MATMUL)
        return first->ndims == 1 && first->dim[0] == n && !einfo(m, e)->ndims;
    bool found = false, opens = x->op == EX_ADD || x->op == EX_SUB || x->op == EX_MUL ||
                                x->op == EX_DIV || x->op == EX_NEG;
    for (uint32_t i = 0; opens && i < x->nargs && !found && depth < DEEPEST; i++)
        found = has_scalar_product(m, expr_arg(m->store, e, i), n, depth + 1);
    return found;
}

const char *vector_product_hint(Model *m, Expr a, Expr b)
{
    const TypeInfo *x = einfo(m, a), *y = einfo(m, b);
    const TypeInfo *vector = x->ndims ? x : y;
    if (x->ndims + y->ndims != 1 || !has_scalar_product(m, x->ndims ? b : a, vector->dim[0], 0))
        return "";
    return vector->dim[0] == 3
               ? "; `*` of two vectors is a number, cross(a, b) is the vector that is normal to "
                 "both, `.*` multiplies element by element"
               : "; `*` of two vectors is a number, `.*` multiplies element by element";
}

static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* How the literal of an enumeration is written that a text was given for. */
static const char *literal_words(Model *m, Type type, Expr text)
{
    const EnumInfo *e = type_enum_info(expr_types(m->store), type);
    const ExprNode *n = expr_node(m->store, text);
    int k = 0;
    while (n->op == EX_STRING && k < e->n &&
           strcmp(text_of(m->ctx, e->literal[k]), text_of(m->ctx, (Name)n->payload)))
        k++;
    k = n->op == EX_STRING && k < e->n ? k : 0;
    return arena_printf(
        m->arena, ": a literal of an enumeration stands behind its name, without quotes: %s.%s",
        last_part(text_of(m->ctx, e->name)), e->n ? text_of(m->ctx, e->literal[k]) : "a");
}

/* ": ..." where what is an array was meant as a number: a function that was called for each
 * element, the sizes of an array; "": it is something else. */
static const char *array_words(Model *m, Expr e)
{
    const ExprNode *n = expr_node(m->store, e);
    Expr first = n->op == EX_ARRAY && n->nargs ? expr_arg(m->store, e, 0) : 0;
    const Func *f = first && expr_op(m->store, first) == EX_CALL
                        ? func_get(m->store, (uint32_t)expr_node(m->store, first)->payload)
                        : NULL;
    if (f)
        return arena_printf(m->arena,
                            ": an argument of `%s` is an array of more dimensions than its input, "
                            "so it is called for "
                            "each part, and the results are an array, too",
                            text_of(m->ctx, f->name));
    return (n->op == EX_SIZE && n->nargs == 1) || (first && expr_op(m->store, first) == EX_SIZE)
               ? ": size(x) is the vector of all sizes, size(x, 1) is the first"
               : "";
}

/* NULL: both are numbers, or arrays of them. */
static const char *misfit_of_types(Model *m, SynOp op, Expr ea, Expr eb)
{
    Type ta = expr_type(m->store, ea), tb = expr_type(m->store, eb);
    const TypeInfo *x = tinfo(m, ta), *y = tinfo(m, tb);
    bool a = type_is_numeric_base(x->base), b = type_is_numeric_base(y->base);
    if ((a && y->base == TY_BOOL) || (x->base == TY_BOOL && b))
        return op == OP_AND || op == OP_OR ? ": a number is no condition; write x > 0"
                                           : ": a Boolean is no number; write if b then 1 else 0";
    if ((a && y->base == TY_STRING) || (x->base == TY_STRING && b))
        return ": a text is no number; String(x) is the text of a number";
    if (x->base == TY_CLOCK || y->base == TY_CLOCK)
        return ": a `when` has a clock alone; a condition for its equations is an `if` inside of "
               "them";
    if (x->base == TY_ENUM && y->base == TY_STRING)
        return literal_words(m, ta, eb);
    if (x->base == TY_STRING && y->base == TY_ENUM)
        return literal_words(m, tb, ea);
    Expr number = b ? eb : ea;
    if (((x->base == TY_ENUM && b) || (a && y->base == TY_ENUM)) &&
        expr_op(m->store, number) == EX_CREF)
        return arena_printf(
            m->arena, ": declare `%s` as `%s`, or take the number of the other by Integer(...)",
            text_of(m->ctx, cref_comp(m, number)->name),
            text_of(m->ctx, type_enum_info(expr_types(m->store), b ? ta : tb)->name));
    if ((x->base == TY_ENUM && b) || (a && y->base == TY_ENUM))
        return ": Integer(e) is the number of an element, but it is compared by its name, as in "
               "E.a";
    return a && b ? NULL : "";
}

/* Numbers and arrays of them. */
static const char *misfit_of_sizes(Model *m, SynOp op, Expr ea, Expr eb)
{
    Type ta = expr_type(m->store, ea), tb = expr_type(m->store, eb);
    const TypeInfo *x = tinfo(m, ta), *y = tinfo(m, tb);
    if (op == OP_MUL && x->ndims && y->ndims && x->ndims <= 2 && y->ndims <= 2)
        return arena_printf(m->arena,
                            ": the first has %d %s, the second %d %s; they must be as many (%s`.*` "
                            "multiplies element by element)",
                            x->dim[x->ndims - 1], x->ndims == 2 ? "columns" : "elements", y->dim[0],
                            y->ndims == 2 ? "rows" : "elements",
                            x->ndims == 1 && y->ndims == 2 && y->dim[y->ndims - 1] == x->dim[0]
                                ? "exchanged they fit; "
                                : "");
    if (array_words(m, x->ndims ? ea : eb)[0] && !x->ndims != !y->ndims)
        return array_words(m, x->ndims ? ea : eb);
    if (op == OP_DIV && y->ndims == 2)
        return ": an equation A*x = b is solved for x as it stands (`./` divides element by "
               "element)";
    if (op == OP_DIV && y->ndims && !x->ndims && has_scalar_product(m, ea, y->dim[0], 0))
        return ": `*` of two vectors is a number; `.*` multiplies and `./` divides element by "
               "element";
    if (op == OP_DIV && y->ndims)
        return ": `./` divides element by element";
    if (op == OP_POW && x->ndims == 1 && !y->ndims)
        return ": `.^` is the power of each element; the length of a vector v is sqrt(v*v)";
    if (op == OP_POW && (x->ndims || y->ndims))
        return ": `.^` is the power of each element";
    if ((op == OP_ADD || op == OP_SUB) && vector_product_hint(m, ea, eb)[0])
        return arena_printf(m->arena, ":%s", vector_product_hint(m, ea, eb) + 1);
    if ((op == OP_ADD || op == OP_SUB) && !x->ndims != !y->ndims)
        return arena_printf(
            m->arena,
            ": `.%s` adds a number to every element; the product v*w of two vectors is a number",
            op == OP_ADD ? "+" : "-");
    if (op >= OP_LT && op <= OP_NE)
        return ": single values are compared";
    if (column_hint(m, ta, tb)[0])
        return arena_printf(m->arena, ": their sizes must be equal%s", column_hint(m, ta, tb));
    return x->ndims || y->ndims ? ": their sizes must be equal" : "";
}

/* ": ..." what is wrong with operands, and what to write; "": that is plain from the types. */
static const char *misfit_reason(Model *m, SynOp op, Expr ea, Expr eb)
{
    const char *of_types = misfit_of_types(m, op, ea, eb);
    return of_types ? of_types : misfit_of_sizes(m, op, ea, eb);
}

/* Operands that an operator of numbers does not take. */
static Expr misfit(Env *env, SynOp op, Expr a, Expr b, Span at)
{
    Model *m = env->m;
    Type ta = expr_type(m->store, a), tb = expr_type(m->store, b);
    if (is_record(m, a) || is_record(m, b))
        return overloaded_binary(env, op, a, b, at);
    return ta != T_ERROR && tb != T_ERROR &&
           refuse(m, at, "`%s` cannot be applied to %s and %s%s", operator_text(op),
                  operand_text(m, a), operand_text(m, b), misfit_reason(m, op, a, b));
}

static bool is_numeric(Model *m, Type t)
{
    return type_is_numeric_base(tinfo(m, t)->base) || t == T_ERROR;
}

static Type number_type(Model *m, Type a, Type b)
{
    return tinfo(m, a)->base == TY_REAL || tinfo(m, b)->base == TY_REAL ? T_REAL : T_INT;
}

/* The shape of an elementwise operation; `scalars`: a scalar may go with an array. 0: misfit. */
static Type elementwise(Model *m, Type a, Type b, Type scalar, bool scalars)
{
    const TypeInfo *x = tinfo(m, a), *y = tinfo(m, b);
    TypeTable *tt = expr_types(m->store);
    if (scalars && !x->ndims)
        return type_reshape(tt, b, scalar);
    if (scalars && !y->ndims)
        return type_reshape(tt, a, scalar);
    return x->ndims == y->ndims && sizes_fit(x->ndims, x->dim, y->dim)
               ? join_shapes(m, a, b, scalar)
               : 0;
}

/* Shape of the product of two arrays; 0: misfit. */
static Type product_type(Model *m, Type a, Type b, Type scalar)
{
    const TypeInfo *x = tinfo(m, a), *y = tinfo(m, b);
    if (x->ndims > 2 || y->ndims > 2)
        return 0;
    if (!sizes_fit(1, &x->dim[x->ndims - 1], y->dim))
        return 0;
    int32_t dim[2];
    int nd = 0;
    if (x->ndims == 2)
        dim[nd++] = x->dim[0];
    if (y->ndims == 2)
        dim[nd++] = y->dim[1];
    return tarray(m, scalar, nd, dim);
}

/* One operator of a product chain. */
static Expr multiply(Env *env, SynOp op, Expr a, Expr b, Span at)
{
    Model *m = env->m;
    Type ta = expr_type(m->store, a), tb = expr_type(m->store, b);
    if (!is_numeric(m, ta) || !is_numeric(m, tb))
        return misfit(env, op, a, b, at);
    bool division = op == OP_DIV || op == OP_DOT_DIV;
    Type scalar = division ? T_REAL : number_type(m, ta, tb);
    int na = tinfo(m, ta)->ndims, nb = tinfo(m, tb)->ndims;
    bool matrices = op == OP_MUL && na && nb;
    Type t = matrices             ? product_type(m, ta, tb, scalar)
             : op == OP_DIV && nb ? 0
                                  : elementwise(m, ta, tb, scalar, true);
    return t ? raw2(m,
                    matrices   ? EX_MATMUL
                    : division ? EX_DIV
                               : EX_MUL,
                    t, a, b)
             : misfit(env, op, a, b, at);
}

static Expr negate(Model *m, Expr a)
{
    return raw1(m, EX_NEG, expr_type(m->store, a), a);
}

/* A product under construction: as long as its factors are scalars it is one list. */
typedef VEC(Expr) Product;

static bool is_scalar_number(Model *m, Expr e)
{
    const TypeInfo *t = einfo(m, e);
    return type_is_numeric_base(t->base) && !t->ndims;
}

static void product_begin(Model *m, Product *p, Expr e)
{
    p->n = 0;
    uint32_t n = expr_op(m->store, e) == EX_MUL && is_scalar_number(m, e)
                     ? expr_node(m->store, e)->nargs
                     : 0;
    for (uint32_t i = 0; i < n; i++)
        vec_push(m->arena, p, expr_arg(m->store, e, i));
    if (!n)
        vec_push(m->arena, p, e);
}

static Expr product_value(Model *m, const Product *p)
{
    Type t = T_INT;
    if (p->n == 1)
        return p->v[0];
    for (int i = 0; i < p->n; i++)
        t = number_type(m, t, expr_type(m->store, p->v[i]));
    return raw_make(m, EX_MUL, t, p->n, p->v);
}

/* Makes room for n more levels in what nests; false after a report. */
static bool chain_enter(Model *m, int n, Span at)
{
    if (m->chained + n > MOST_CHAINED)
        return refuse(
            m, at,
            "this chain of branches or operators is too long: at most %d can be nested in "
            "one expression",
            MOST_CHAINED);
    m->chained += n;
    return true;
}

/* Operators of a chain that nest: all but products of scalars, which cannot be told apart yet. */
static int nesting_of(const SynExp *e)
{
    int n = 0;
    for (int i = 1; i < e->n; i++)
        n += e->ops[i] == OP_DIV || e->ops[i] == OP_DOT_DIV;
    return n;
}

static Expr resolve_product(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Product p = {0};
    int before = m->chained;
    if (!chain_enter(m, nesting_of(e), e->span))
        return 0;
    Expr first = as_numbered(m, resolve_exp(env, e->arg[0]), T_INT, e->arg[0]->span);
    bool good = first != 0;
    if (good)
        product_begin(m, &p, first);
    for (int i = 1; i < e->n; i++) {
        Expr factor = as_numbered(m, resolve_exp(env, e->arg[i]), T_INT, e->arg[i]->span);
        if (!factor || !good) {
            good = false;
            continue;
        }
        bool times = e->ops[i] == OP_MUL || e->ops[i] == OP_DOT_MUL;
        if (times && is_scalar_number(m, p.v[0]) && is_scalar_number(m, factor)) {
            vec_push(m->arena, &p, factor);
            continue;
        }
        Span at = span_join(e->arg[0]->span, e->arg[i]->span);
        Expr all = times && !chain_enter(m, 1, at)
                       ? 0
                       : multiply(env, (SynOp)e->ops[i], product_value(m, &p), factor, at);
        good = all != 0;
        if (good)
            product_begin(m, &p, all);
    }
    m->chained = before;
    return good ? product_value(m, &p) : 0;
}

/* Strings one after the other: rows from left to right, these pairwise, so that the depth grows
 * with the logarithm of their number. */
Expr join_strings(Model *m, int n, Expr *part, Type t)
{
    int rows = 0;
    for (int i = 0; i < n; rows++) {
        Expr row = part[i++];
        for (int k = 1; k < MOST_JOINED_IN_ROW && i < n; k++)
            row = raw2(m, EX_CONCAT, t, row, part[i++]);
        part[rows] = row;
    }
    for (; rows > 1; rows = (rows + 1) / 2)
        for (int i = 0; i < rows; i += 2)
            part[i / 2] = i + 1 < rows ? raw2(m, EX_CONCAT, t, part[i], part[i + 1]) : part[i];
    return part[0];
}

/* a + b - c of numbers: one n-ary sum. */
static Expr sum_of_numbers(Env *env, const SynExp *e, int n, Expr *arg)
{
    Model *m = env->m;
    for (int i = 0; i < n; i++)
        arg[i] = as_numbered(m, arg[i], T_INT, e->arg[i]->span);
    Type t = expr_type(m->store, arg[0]);
    for (int i = 0; i < n; i++) {
        Type ti = expr_type(m->store, arg[i]);
        SynOp op = i ? (SynOp)e->ops[i] : OP_ADD;
        if (!is_numeric(m, ti) || !is_numeric(m, t))
            return i ? misfit(env, op, arg[0], arg[i], e->arg[i]->span)
                     : misfit(env, (SynOp)e->ops[1], arg[0], arg[1], e->span);
        if (!i)
            continue;
        bool dot = op == OP_DOT_ADD || op == OP_DOT_SUB;
        Type joined = elementwise(m, t, ti, number_type(m, t, ti), dot);
        if (!joined)
            return refuse(
                m, e->arg[i]->span, "`%s` cannot be applied to %s and %s%s", operator_text(op),
                i == 1 ? written_operand(m, e->arg[0], arg[0]) : type_text(m, t),
                written_operand(m, e->arg[i], arg[i]), misfit_reason(m, op, arg[0], arg[i]));
        t = joined;
        if (op == OP_SUB || op == OP_DOT_SUB)
            arg[i] = negate(m, arg[i]);
    }
    return raw_make(m, EX_ADD, t, n, arg);
}

static Expr sum_of_strings(Env *env, const SynExp *e, Expr *arg)
{
    Model *m = env->m;
    Type t = expr_type(m->store, arg[0]);
    for (int i = 1; i < e->n; i++) {
        Type ti = expr_type(m->store, arg[i]);
        Type joined = e->ops[i] == OP_ADD && tinfo(m, ti)->base == TY_STRING
                          ? elementwise(m, t, ti, T_STRING, false)
                          : 0;
        if (!joined)
            return misfit(env, (SynOp)e->ops[i], arg[0], arg[i], e->arg[i]->span);
        t = joined;
    }
    return join_strings(m, e->n, arg, t);
}

/* The first operand that is a record; n: none. */
static int first_record(Model *m, int n, const Expr *arg)
{
    int i = 0;
    while (i < n && !is_record(m, arg[i]))
        i++;
    return i;
}

/* Operators of records from left to right; `first` operands are joined already. */
static Expr chain_of_records(Env *env, const SynExp *e, Expr joined, int first, const Expr *arg)
{
    for (int i = first; i < e->n && joined; i++) {
        Span at = span_join(e->arg[0]->span, e->arg[i]->span);
        joined = misfit(env, (SynOp)e->ops[i], joined, arg[i], at);
    }
    return joined;
}

/* A chain of + and -. */
static Expr resolve_sum(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Expr *arg = resolve_all(env, e->n, e->arg);
    if (!arg)
        return 0;
    int numbers = first_record(m, e->n, arg);
    if (einfo(m, arg[0])->base == TY_STRING)
        return sum_of_strings(env, e, arg);
    if (numbers == e->n)
        return sum_of_numbers(env, e, e->n, arg);
    Expr first = numbers > 1 ? sum_of_numbers(env, e, numbers, arg) : arg[0];
    return chain_of_records(env, e, first, numbers > 1 ? numbers : 1, arg);
}

static Expr resolve_logic(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Expr *arg = resolve_all(env, e->n, e->arg);
    if (!arg)
        return 0;
    if (first_record(m, e->n, arg) < e->n)
        return chain_of_records(env, e, arg[0], 1, arg);
    Type t = expr_type(m->store, arg[0]);
    for (int i = 0; i < e->n; i++) {
        Type ti = expr_type(m->store, arg[i]);
        if (tinfo(m, ti)->base != TY_BOOL || (i && !(t = elementwise(m, t, ti, T_BOOL, false))))
            return misfit(env, (SynOp)e->ops[1], arg[0], arg[i ? i : 1], e->arg[i]->span);
    }
    return raw_make(m, e->ops[1] == OP_AND ? EX_AND : EX_OR, t, e->n, arg);
}

/* x^1/3 is x/3: nobody writes a power of 1; the fraction was meant to be the exponent. */
static void check_root(Model *m, const SynExp *e)
{
    for (int i = 0; i + 1 < e->n; i++) {
        const SynExp *power = e->arg[i], *by = e->arg[i + 1];
        if (e->ops[i + 1] == OP_DIV && power->kind == XP_BINARY && power->op == OP_POW &&
            !power->paren && power->arg[1]->kind == XP_INT && power->arg[1]->i == 1 &&
            !power->arg[1]->paren && by->kind == XP_INT)
            diag_warning(m->ctx->diags, (Span){power->span.beg, by->span.end},
                         "this is x/%lld, as ^ binds more strongly than /; the root is x^(1/%lld)",
                         (long long)by->i, (long long)by->i);
    }
}

static Expr resolve_chain(Env *env, const SynExp *e)
{
    check_root(env->m, e);
    switch (e->ops[1]) {
    case OP_ADD:
    case OP_SUB:
    case OP_DOT_ADD:
    case OP_DOT_SUB:
        return resolve_sum(env, e);
    case OP_AND:
    case OP_OR:
        return resolve_logic(env, e);
    default:
        return resolve_product(env, e);
    }
}

static Expr resolve_unary(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Expr a = resolve_exp(env, e->arg[0]);
    if (!a)
        return 0;
    Type t = expr_type(m->store, a);
    if (e->op == OP_NOT) {
        if (tinfo(m, t)->base == TY_BOOL)
            return raw1(m, EX_NOT, t, a);
    } else if (is_numeric(m, t)) {
        if (e->op == OP_PLUS || e->op == OP_DOT_PLUS)
            return a;
        if (expr_op(m->store, a) == EX_INT)
            return expr_int(m->store, -(int64_t)expr_node(m->store, a)->payload);
        if (expr_op(m->store, a) == EX_REAL)
            return expr_real(m->store, -expr_number(m->store, a));
        return negate(m, a);
    } else if (tinfo(m, t)->base == TY_RECORD) {
        return overloaded_unary(env, (SynOp)e->op, a, e->span);
    }
    return refuse(m, e->span, "`%s` cannot be applied to %s", operator_text((SynOp)e->op),
                  type_text(m, t));
}

static Expr resolve_power(Env *env, const SynExp *e, Expr a, Expr b)
{
    Model *m = env->m;
    Type ta = expr_type(m->store, a), tb = expr_type(m->store, b);
    if (!is_numeric(m, ta) || !is_numeric(m, tb))
        return misfit(env, (SynOp)e->op, a, b, e->span);
    const TypeInfo *x = tinfo(m, ta), *y = tinfo(m, tb);
    if (e->op == OP_POW && (x->ndims || y->ndims)) {
        bool square =
            x->ndims == 2 && !y->ndims && y->base == TY_INT && sizes_fit(1, x->dim, x->dim + 1);
        return square ? raw2(m, EX_MATPOW, type_reshape(expr_types(m->store), ta, x->scalar), a, b)
                      : misfit(env, (SynOp)e->op, a, b, e->span);
    }
    Type t = elementwise(m, ta, tb, T_REAL, true);
    return t ? raw2(m, EX_POW, t, a, b) : misfit(env, (SynOp)e->op, a, b, e->span);
}

static Expr resolve_relation(Env *env, const SynExp *e, Expr a, Expr b)
{
    static const uint8_t ops[] = {[OP_LT] = EX_LT, [OP_LE] = EX_LE, [OP_GT] = EX_GT,
                                  [OP_GE] = EX_GE, [OP_EQ] = EX_EQ, [OP_NE] = EX_NE};
    Model *m = env->m;
    Type ta = expr_type(m->store, a), tb = expr_type(m->store, b);
    const TypeInfo *x = tinfo(m, ta), *y = tinfo(m, tb);
    bool numbers = is_numeric(m, ta) && is_numeric(m, tb);
    if (x->ndims || y->ndims || (x->base >= TY_RECORD && x->base < TY_ERROR) ||
        (y->base >= TY_RECORD && y->base < TY_ERROR) || (!numbers && !type_fits(m, ta, tb)))
        return misfit(env, (SynOp)e->op, a, b, e->span);
    bool real = x->base == TY_REAL || y->base == TY_REAL;
    unsigned flags = real && env->flags & ENV_NOEVENT ? EF_NOEVENT : 0;
    Expr arg[2] = {a, b};
    return expr_make(m->store, (ExprOp)ops[e->op], T_BOOL, flags, 0, 2, arg);
}

static Expr resolve_binary(Env *env, const SynExp *e)
{
    Expr a = resolve_exp(env, e->arg[0]), b = resolve_exp(env, e->arg[1]);
    if (!a || !b)
        return 0;
    return e->op == OP_POW || e->op == OP_DOT_POW ? resolve_power(env, e, a, b)
                                                  : resolve_relation(env, e, a, b);
}

/* ---- Conditions ---- */

/* One branch of an if-expression. */
typedef struct IfBranch {
    Expr condition, value;
    Span at_condition, at_value;
    int mark; /* messages before the value */
} IfBranch;

/* The condition of branch k; 0 after a report. */
static Expr if_condition(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Expr c = resolve_exp(env, e);
    const TypeInfo *t = c ? einfo(m, c) : NULL;
    if (t && (t->base != TY_BOOL || t->ndims))
        return refuse(m, e->span, "a condition must be a Boolean, not %s",
                      type_text(m, expr_type(m->store, c)));
    return c;
}

/* A text and a number, or a number and a Boolean: no values of parameters make them one type. */
static bool differ_in_kind(Model *m, Expr a, Expr b)
{
    int x = einfo(m, a)->base, y = einfo(m, b)->base;
    bool simple_x = type_is_numeric_base(x) || x == TY_BOOL || x == TY_STRING;
    bool simple_y = type_is_numeric_base(y) || y == TY_BOOL || y == TY_STRING;
    return simple_x && simple_y && x != y && !(type_is_numeric_base(x) && type_is_numeric_base(y));
}

/* if condition then value else otherwise; different shapes need a condition that is known. */
static Expr join_branches(Env *env, const IfBranch *b, Expr otherwise)
{
    Model *m = env->m;
    ExprStore *s = m->store;
    Type t =
        b->value && otherwise ? type_join(m, expr_type(s, b->value), expr_type(s, otherwise)) : 0;
    if (t) {
        Expr arg[3] = {b->condition, b->value, otherwise};
        return expr_make(s, EX_IF, t, 0, 0, 3, arg);
    }
    bool both = b->value && otherwise;
    bool decides = both ? !differ_in_kind(m, b->value, otherwise) : b->value || otherwise;
    Value *v = decides ? eval_structural(m, b->condition, b->at_condition, NULL) : NULL;
    if (v) {
        Expr taken = v->num[0] != 0 ? b->value : otherwise;
        if (taken) {
            diags_rollback(m->ctx->diags, b->mark);
            return taken;
        }
    }
    return both &&
           refuse(m, b->at_value, "the branches of this `if` are of types %s and %s",
                  type_text(m, expr_type(s, b->value)), type_text(m, expr_type(s, otherwise)));
}

/* if c1 then a elseif c2 then b else d: branches from left to right, then joined from the last to
 * the first. What cannot be taken because a condition is a literal need not fit. */
/* `if c then P else 0 - 5*T`: nobody writes 0 - x; the rest of the sum was meant to follow the
 * `if`. */
static void check_else(Model *m, const SynExp *e)
{
    const SynExp *first = e->kind == XP_CHAIN && !e->paren ? e->arg[0] : NULL;
    bool sum = first && (e->ops[1] == OP_ADD || e->ops[1] == OP_SUB);
    bool zero = sum && ((first->kind == XP_INT && first->i == 0) ||
                        (first->kind == XP_REAL && first->r == 0));
    if (zero)
        diag_warning(m->ctx->diags, e->span,
                     "all of this sum belongs to the `else`; if it is meant to be added in both "
                     "cases, parentheses end the `if` before it: (if ... else 0) %c ...",
                     e->ops[1] == OP_ADD ? '+' : '-');
}

static Expr resolve_if(Env *env, const SynExp *e)
{
    Model *m = env->m;
    check_else(m, e->arg[e->n - 1]);
    Env inside = branch_env(env);
    VEC(IfBranch) branch = {0};
    int before = m->chained;
    const SynExp *last =
        e->arg[e->n - 1]; /* what holds if none of the branches does; NULL: wrong */
    for (int k = 0; k + 1 < e->n && last == e->arg[e->n - 1]; k += 2) {
        Expr c = chain_enter(m, 1, e->arg[k]->span) ? if_condition(env, e->arg[k]) : 0;
        if (!c) {
            last = NULL;
        } else if (expr_op(m->store, c) == EX_BOOL) {
            last = expr_node(m->store, c)->payload ? e->arg[k + 1] : last;
        } else {
            int mark = diags_mark(m->ctx->diags);
            Expr value = resolve_exp(&inside, e->arg[k + 1]);
            IfBranch b = {c, value, e->arg[k]->span, e->arg[k + 1]->span, mark};
            vec_push(m->arena, &branch, b);
        }
    }
    Expr value = last ? resolve_exp(&inside, last) : 0;
    m->chained = before;
    for (int i = branch.n - 1; i >= 0; i--)
        value = join_branches(env, &branch.v[i], value);
    return value;
}

/* ---- Everything ---- */

static Expr resolve_end(Env *env, const SynExp *e)
{
    Model *m = env->m;
    if (!env->end)
        return refuse(m, e->span, "`end` has a meaning only inside subscripts");
    if (env->end->size != DIM_UNKNOWN)
        return expr_int(m->store, env->end->size);
    return raw2(m, EX_SIZE, T_INT, env->end->array, expr_int(m->store, env->end->dim + 1));
}

Expr resolve_exp(Env *env, const SynExp *e)
{
    Model *m = env->m;
    switch ((SynExpKind)e->kind) {
    case XP_INT:
        return expr_int(m->store, e->i);
    case XP_REAL:
        return expr_real(m->store, e->r);
    case XP_STRING:
        return expr_string(m->store, e->str);
    case XP_BOOL:
        return expr_bool(m->store, e->i != 0);
    case XP_REF:
        return resolve_ref(env, e->ref, e->span);
    case XP_CALL:
        return resolve_call(env, e);
    case XP_ARRAY:
        return resolve_array(env, e);
    case XP_MATRIX:
        return resolve_matrix(env, e);
    case XP_RANGE:
        return resolve_range_exp(env, e);
    case XP_IF:
        return resolve_if(env, e);
    case XP_UNARY:
        return resolve_unary(env, e);
    case XP_BINARY:
        return resolve_binary(env, e);
    case XP_CHAIN:
        return resolve_chain(env, e);
    case XP_END:
        return resolve_end(env, e);
    case XP_COLON:
        return raw_colon(m);
    case XP_FUNCTION:
        return resolve_partial(env, e);
    case XP_SELECT:
        return resolve_selection(env, e);
    case XP_TUPLE:
        return refuse(m, e->span, "a list in parentheses can only stand left of `=` or `:=`");
    case XP_ROW:
        break;
    }
    return 0;
}

Expr resolve_as(Env *env, const SynExp *e, Type want, const char *what)
{
    Model *m = env->m;
    Expr r = resolve_exp(env, e);
    return r && !type_fits(m, expr_type(m->store, r), want)
               ? report_type(m, e->span, what, expr_type(m->store, r), want)
               : r;
}
