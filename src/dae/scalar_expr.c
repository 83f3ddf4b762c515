/* scalar_expr.c - raw expressions to scalars.
 *
 * Array operators are written out element by element; the results are canonical (expr_build). Cost:
 * proportional to the number of elements produced. Recursion follows the nesting of the source. */
#include "dae/incidence.h"
#include "dae/scalar_internal.h"

enum { MOST_ELEMENTS = 20000000 }; /* of an array that is written out */

static ExprStore *store(Scalar *s)
{
    return s->d->store;
}

static const TypeInfo *info(Scalar *s, Expr e)
{
    return tinfo(s, expr_type(store(s), e));
}

static void push(Scalar *s, ExprList *out, Expr e)
{
    vec_push(s->a, out, e);
}

Expr scalar_one(Scalar *s, Expr e)
{
    ExprList list = {0};
    scalar_elements(s, e, &list);
    if (s->failed)
        return 0;
    if (list.n != 1) {
        scalar_fail(s, "a scalar is needed here");
        return 0;
    }
    return list.v[0];
}

/* ---- Subscripts ---- */

/* What a subscript selects: known positions, or one that varies. */
typedef struct Subscript {
    int64_t n; /* number of positions; 1 for a scalar */
    int64_t one;
    int64_t *all; /* NULL: just `one` */
    bool keeps;   /* the dimension stays (a vector or whole) */
    Expr varies;  /* 0, or the subscript as a scalar expression */
} Subscript;

/* Boolean subscripts count false as 1, true as 2. */
static Expr varying_subscript(Scalar *s, Expr e)
{
    Expr x = scalar_one(s, e);
    if (x && expr_type(store(s), x) == T_BOOL)
        x = expr_if(store(s), x, expr_int(store(s), 2), expr_int(store(s), 1));
    return x;
}

/* " of `x`": the name in front of the subscripts that s->at was narrowed to; "": it was not. */
static const char *name_before(const Scalar *s, Span whole)
{
    if (s->at.beg == whole.beg && s->at.end == whole.end)
        return "";
    Buf b = {0};
    source_text(s->d->ctx->sources, s->at, &b);
    const char *text = buf_text(&b), *open = strchr(text, '[');
    const char *name =
        open ? arena_printf(s->d->arena, " of `%.*s`", (int)(open - text), text) : "";
    buf_free(&b);
    return name;
}

static void add_check(Scalar *s, Expr condition, const char *message)
{
    scalar_check(s, condition, expr_string(store(s), name_cstr(s->d->ctx->names, message)), 0,
                 s->event);
}

/* Whether what is at hand is evaluated whenever its equation, or the event it stands at, is. */
static bool is_unguarded(const Scalar *s)
{
    bool of_when = s->event && !s->inside && !s->clock && s->guard == 1;
    return s->eq && (of_when || (!s->guard && s->eq->kind == FE_EQUAL));
}

/* A subscript of an equation must be inside while the model runs; where a condition guards it, the
 * condition decides. */
static void check_varying(Scalar *s, const char *array, Expr e, Expr index, int64_t size)
{
    ExprStore *st = store(s);
    if (!is_unguarded(s) || expr_type(st, index) != T_INT)
        return;
    Expr low[2] = {index, expr_int(st, 1)}, high[2] = {index, expr_int(st, size)};
    Expr both[2] = {expr_build(st, EX_GE, T_BOOL, EF_NOEVENT, 0, 2, low),
                    expr_build(st, EX_LE, T_BOOL, EF_NOEVENT, 0, 2, high)};
    Expr inside = expr_build(st, EX_AND, T_BOOL, 0, 0, 2, both);
    Expr key = expr_op(st, inside) == EX_BOOL ? 0 : and_of(s->d, s->event, inside);
    if (!key || map_get(&s->checked, key, 0))
        return;
    map_set(&s->checked, s->d->arena, key, 1);
    Buf text = {0}, subscript = {0};
    ExprNames names = flat_names(s->expand.f);
    expr_print(s->d->store, e, &names, &subscript);
    Span whole = s->at;
    s->at = source_find_subscript(s->d->ctx->sources, whole, array, buf_text(&subscript));
    buf_printf(
        &text,
        "the subscript `%s`%s is outside 1 .. %lld; limit it, as by max(1, min(%s, %lld)), or "
        "give the array more elements",
        buf_text(&subscript), name_before(s, whole), (long long)size, buf_text(&subscript),
        (long long)size);
    s->at = whole;
    buf_free(&subscript);
    add_check(s, inside, buf_text(&text));
    buf_free(&text);
}

/* i = 3, j = 1: those of an expression. */
typedef struct IterText {
    Scalar *s;
    Buf *out;
    int n;
} IterText;

static void put_iterator(void *arg, Expr e)
{
    IterText *t = arg;
    const ExprNode *n = expr_node(store(t->s), e);
    if (n->op != EX_ITER)
        return;
    ExprNames names = flat_names(t->s->expand.f);
    for (const IterValue *v = t->s->iters; v; v = v->outer)
        if (v->iter == n->payload) {
            buf_puts(t->out, t->n++ ? " and " : "");
            expr_print(store(t->s), e, &names, t->out);
            buf_printf(t->out, " is %g", v->value);
            return;
        }
}

static void put_iterators(Scalar *s, Expr e, Buf *out)
{
    IterText t = {s, out, 0};
    expr_visit(store(s), e, put_iterator, &t);
}

/* n - i with an iterator i */
static bool counts_down(const ExprStore *st, Expr e)
{
    bool found = false;
    for (uint32_t i = 0; i < expr_node(st, e)->nargs && !found; i++) {
        Expr arg = expr_arg(st, e, i);
        found = ((expr_op(st, e) == EX_SUB && i) ||
                 (expr_op(st, e) == EX_ADD && expr_op(st, arg) == EX_NEG)) &&
                expr_node(st, arg)->traits & ET_LOCAL;
    }
    return found;
}

/* Whether subscripts are inside at all ends of two loops if each iterator stands where the other
 * does. */
static bool fits_exchanged(Scalar *s, const IterValue *one, const IterValue *other)
{
    for (int corner = 0; corner < 4; corner++) {
        IterValue a = {other->iter, one->end[corner & 1], s->iters, {0}},
                  b = {one->iter, other->end[corner >> 1], &a, {0}};
        for (int k = 0; k < s->nsubs; k++) {
            int64_t at;
            bool single = !info(s, s->sub[k])->ndims && expr_op(store(s), s->sub[k]) != EX_COLON;
            if (!single || !flat_subscript(s->expand.f, s->sub[k], &b, &at) || at < 1 ||
                at > s->size[k])
                return false;
        }
    }
    return true;
}

/* "; ...": that x[j + 2, i] is to be x[i + 2, j], where that is inside for all values; NULL. */
static const char *exchanged_words(Scalar *s)
{
    for (const IterValue *one = s->iters; one && s->nsubs > 1; one = one->outer)
        for (const IterValue *other = one->outer; other; other = other->outer)
            if (one->end[1] > one->end[0] && other->end[1] > other->end[0] &&
                fits_exchanged(s, one, other))
                return arena_printf(
                    s->a,
                    "; with `%s` and `%s` exchanged all subscripts are inside: is that meant?",
                    text_of(s->d->ctx, s->expand.f->iter.v[other->iter]),
                    text_of(s->d->ctx, s->expand.f->iter.v[one->iter]));
    return NULL;
}

static bool is_inside(Scalar *s, const char *array, Expr e, int64_t k, int64_t size)
{
    if (k >= 1 && k <= size)
        return true;
    int before = diags_errors(s->d->ctx->diags);
    Span whole = s->at;
    Buf text = {0};
    ExprNames names = flat_names(s->expand.f);
    expr_print(store(s), e, &names, &text);
    s->at = source_find_subscript(s->d->ctx->sources, whole, array, buf_text(&text));
    bool loop = expr_node(store(s), e)->traits & ET_LOCAL;
    const char *exchanged = loop ? exchanged_words(s) : NULL;
    bool backwards = !k && !exchanged && counts_down(store(s), e);
    scalar_fail(s, "subscript %lld%s is outside 1 .. %lld%s%s%s", (long long)k,
                name_before(s, whole), (long long)size,
                backwards   ? "; from the last element to the first it is "
                : exchanged ? exchanged
                            : hint_position(k, size, loop),
                backwards ? buf_text(&text) : "", backwards ? " + 1" : "");
    if (diags_errors(s->d->ctx->diags) > before && loop) {
        buf_puts(&text, "` where ");
        put_iterators(s, e, &text);
        diag_note(s->d->ctx->diags, s->at, "it is `%s", buf_text(&text));
    }
    s->at = whole;
    buf_free(&text);
    return false;
}

/* What must be known and is not. */
static void fail_unknown(Scalar *s, const FlatKnown *why, const char *what)
{
    flat_report(s->expand.f, why, s->at, what);
    s->failed = true;
}

static bool read_vector(Scalar *s, const char *array, Expr e, int64_t size, Subscript *out)
{
    Turns t;
    const FlatKnown *why = NULL;
    const FlatModel *f = s->expand.f;
    if (!flat_turns(f, e, s->iters, &t, &why)) {
        fail_unknown(s, why, "a subscript");
        return false;
    }
    out->keeps = true;
    out->n = t.n;
    out->all = ARENA_ARRAY(s->a, int64_t, t.n);
    for (int64_t i = 0; i < t.n; i++) {
        out->all[i] = (int64_t)flat_turn(f, &t, i);
        if (!is_inside(s, array, e, out->all[i], size))
            return false;
    }
    return true;
}

/* array: the name in front of it; NULL: it has none. */
static bool read_subscript(Scalar *s, const char *array, Expr e, int64_t size, Subscript *out)
{
    *out = (Subscript){.n = 1};
    if (expr_op(store(s), e) == EX_COLON) {
        out->keeps = true;
        out->n = size;
        return true; /* all == NULL and keeps: 1 .. size */
    }
    if (info(s, e)->ndims)
        return read_vector(s, array, e, size, out);
    if (flat_subscript(s->expand.f, e, s->iters, &out->one))
        return is_inside(s, array, e, out->one, size);
    out->varies = varying_subscript(s, e);
    if (out->varies)
        check_varying(s, array, e, out->varies, size);
    return out->varies != 0;
}

static int64_t position_of(const Subscript *b, int64_t k)
{
    return b->all ? b->all[k] : b->keeps ? k + 1 : b->one;
}

Expr select_from(ExprStore *st, Expr index, const Expr *list, int64_t lo, int64_t hi)
{
    if (lo == hi)
        return list[lo - 1];
    int64_t mid = (lo + hi) / 2;
    Expr arg[2] = {index, expr_int(st, mid)};
    Expr below = expr_build(st, EX_LE, T_BOOL, EF_NOEVENT, 0, 2, arg);
    Expr a = select_from(st, index, list, lo, mid), b = select_from(st, index, list, mid + 1, hi);
    return expr_if(st, below, a, b);
}

/* Elements of an array at given subscripts. `get` gives the element at a position. */
typedef Expr GetElement(Scalar *s, void *arg, int64_t position);

static void take(Scalar *s, int nd, const int64_t *size, const Subscript *sub, int k,
                 int64_t position, GetElement *get, void *arg, ExprList *out)
{
    if (s->failed)
        return;
    if (k == nd) {
        Expr e = get(s, arg, position);
        if (e)
            push(s, out, e);
        return;
    }
    if (!sub[k].varies) {
        for (int64_t i = 0; i < sub[k].n; i++)
            take(s, nd, size, sub, k + 1, position * size[k] + position_of(&sub[k], i) - 1, get,
                 arg, out);
        return;
    }
    ExprList *part = ARENA_ARRAY(s->a, ExprList, size[k]);
    for (int64_t i = 0; i < size[k]; i++)
        take(s, nd, size, sub, k + 1, position * size[k] + i, get, arg, &part[i]);
    if (s->failed || !size[k])
        return;
    Expr *column = ARENA_ARRAY(s->a, Expr, size[k]);
    for (int j = 0; j < part[0].n; j++) {
        for (int64_t i = 0; i < size[k]; i++)
            column[i] = part[i].v[j];
        push(s, out, select_from(store(s), sub[k].varies, column, 1, size[k]));
    }
}

/* ---- References ---- */

typedef struct VarAt {
    const FlatVar *var;
    const FlatValue *value; /* constants and structural parameters */
} VarAt;

static Expr variable_at(Scalar *s, void *arg, int64_t position)
{
    const VarAt *v = arg;
    if (v->value)
        return flat_literal(s->expand.f, v->value, position);
    return expr_var(store(s), tinfo(s, v->var->type)->scalar, v->var->first + (uint32_t)position);
}

/* A part of an element of a split array. */
static void split_reference(Scalar *s, uint32_t part, uint32_t n, const Expr *sub, ExprList *out)
{
    const FlatModel *f = s->expand.f;
    int64_t at[8 * MAX_DIMS];
    bool known = true;
    for (uint32_t i = 0; i < n && known; i++)
        known = flat_subscript(f, sub[i], s->iters, &at[i]);
    uint32_t v = known ? flat_element(f, part, n, at) : UINT32_MAX;
    if (v == UINT32_MAX)
        scalar_fail(s, "`%s` cannot be used here", flat_part_text(f, part));
    else
        push(s, out, expr_var(store(s), s->d->var.v[v].type, v));
}

/* Reported once. */
static void fail_constant(Scalar *s, uint32_t part)
{
    const FlatModel *f = s->expand.f;
    const char *what = arena_printf(s->a, "the constant `%s`", flat_part_text(f, part));
    if (!map_get(&s->faults, part, 0))
        flat_report(f, &f->known.v[f->part.v[part].fault - 1], s->at, what);
    map_set(&s->faults, s->d->arena, part, 1);
    s->failed = true;
}

/* The name that the k-th subscript of a reference stands behind, counted from the root. */
static const char *subscripted(const FlatModel *f, uint32_t part, int k)
{
    int left = 0;
    for (uint32_t p = part; p; p = f->part.v[p].parent)
        left += f->part.v[p].ndims;
    for (uint32_t p = part; p; p = f->part.v[p].parent) {
        left -= f->part.v[p].ndims;
        if (k >= left)
            return text_of(f->ctx, f->part.v[p].name);
    }
    return NULL;
}

static void simple_reference(Scalar *s, uint32_t part, uint32_t n, const Expr *sub, ExprList *out)
{
    const FlatModel *f = s->expand.f;
    const FlatPart *p = &f->part.v[part];
    if (p->fault) {
        fail_constant(s, part);
        return;
    }
    if (!p->value && !p->var) {
        split_reference(s, part, n, sub, out);
        return;
    }
    VarAt at = {p->var ? &f->var.v[p->var - 1] : NULL, p->value ? &f->value.v[p->value - 1] : NULL};
    const TypeInfo *t = tinfo(s, at.value ? at.value->type : at.var->type);
    Subscript b[MAX_DIMS];
    int64_t size[MAX_DIMS];
    bool inside = true;
    int nbefore = s->nsubs;
    const Expr *sub_before = s->sub;
    const int32_t *size_before = s->size;
    s->nsubs = (int)n == t->ndims ? t->ndims : 0;
    s->sub = sub;
    s->size = t->dim;
    for (int k = 0; k < t->ndims && inside; k++) {
        size[k] = t->dim[k];
        if (k >= (int)n)
            b[k] = (Subscript){.n = size[k], .keeps = true};
        else
            inside = read_subscript(s, subscripted(f, part, k), sub[k], size[k], &b[k]);
    }
    s->nsubs = nbefore;
    s->sub = sub_before;
    s->size = size_before;
    if (inside)
        take(s, t->ndims, size, b, 0, 0, variable_at, &at, out);
}

/* Of a record the leaves of its fields. */
static void part_reference(Scalar *s, uint32_t part, uint32_t n, const Expr *sub, ExprList *out)
{
    const FlatPart *p = &s->expand.f->part.v[part];
    if (p->simple) {
        simple_reference(s, part, n, sub, out);
        return;
    }
    for (int i = 0; i < p->nmembers && !s->failed; i++) {
        uint32_t k = p->member[i], nk = n;
        Expr all[8 * MAX_DIMS];
        memcpy(all, sub, n * sizeof *sub);
        for (int d = 0; d < s->expand.f->part.v[k].ndims && nk < 8 * MAX_DIMS; d++)
            all[nk++] = expr_make(store(s), EX_COLON, T_INT, 0, 0, 0, NULL);
        part_reference(s, k, nk, all, out);
    }
}

static void reference(Scalar *s, Expr e, ExprList *out)
{
    uint32_t n = expr_node(store(s), e)->nargs;
    Expr sub[8 * MAX_DIMS];
    memcpy(sub, expr_args(store(s), e), n * sizeof *sub);
    part_reference(s, (uint32_t)expr_node(store(s), e)->payload, n, sub, out);
}

/* ---- Layout of records ---- */

typedef VEC(int64_t) LeafSizes;

/* The scalars of one element of a type, leaf by leaf: an array of records lies in memory leaf after
 * leaf, each with the dimensions of the array in front of its own. */
static void leaf_sizes(Scalar *s, Type element, int64_t around, LeafSizes *out)
{
    const TypeInfo *t = tinfo(s, element);
    if (t->base != TY_RECORD) {
        vec_push(s->a, out, around);
        return;
    }
    const RecordInfo *r = type_record_info(expr_types(store(s)), t->scalar);
    for (int f = 0; f < r->n; f++) {
        const TypeInfo *field = tinfo(s, r->type[f]);
        int64_t n = around;
        for (int k = 0; k < field->ndims; k++)
            n *= field->dim[k];
        leaf_sizes(s, field->scalar, n, out);
    }
}

/* n values of one type, one after the other in `all`, as an array of them. */
static void put_array_of(Scalar *s, Type type, int64_t n, const ExprList *all, ExprList *out)
{
    const TypeInfo *t = tinfo(s, type);
    int64_t around = 1, at = 0, length = n ? all->n / n : 0;
    for (int k = 0; k < t->ndims; k++)
        around *= t->dim[k];
    LeafSizes leaf = {0};
    leaf_sizes(s, t->scalar, around, &leaf);
    for (int l = 0; l < leaf.n; at += leaf.v[l++])
        for (int64_t i = 0; i < n; i++)
            for (int64_t k = 0; k < leaf.v[l]; k++)
                push(s, out, all->v[i * length + at + k]);
}

/* ---- Indexing other expressions ---- */

static Expr listed_at(Scalar *s, void *arg, int64_t position)
{
    (void)s;
    return ((ExprList *)arg)->v[position];
}

typedef struct Depends {
    const ExprStore *st;
    bool yes;
} Depends;

static void visit_place(void *arg, Expr e)
{
    Depends *d = arg;
    ExprOp op = expr_op(d->st, e);
    d->yes = d->yes || op == EX_ITER || op == EX_CALL;
}

/* The elements of an array that is indexed, perhaps once for each of them: they are remembered
 * unless they depend on the place. */
static const ExprList *elements_of(Scalar *s, Expr array)
{
    uint32_t known = map_get(&s->listed, array, 0);
    if (known)
        return s->list.v[known - 1];
    ExprList *all = ARENA_NEW(s->a, ExprList);
    scalar_elements(s, array, all);
    Depends place = {store(s), all->n <= 16};
    expr_visit(store(s), array, visit_place, &place);
    if (!place.yes && !s->failed) {
        all = arena_copy(s->d->arena, all, sizeof *all);
        all->v = arena_copy(s->d->arena, all->v, (size_t)all->n * sizeof *all->v);
        vec_push(s->d->arena, &s->list, all);
        map_set(&s->listed, s->d->arena, array, (uint32_t)s->list.n);
    }
    return all;
}

/* The element of an array that is written out, with known subscripts from `first` on, of which it
 * takes as many as there are rows: the others may not even exist at this place (parts of components
 * of different sizes). */
static Expr element_written(Scalar *s, Expr e, Expr array, uint32_t *first)
{
    const ExprStore *st = store(s);
    while (*first < expr_node(st, e)->nargs && expr_op(st, array) == EX_ARRAY) {
        int64_t at, size = expr_node(st, array)->nargs;
        Expr sub = expr_arg(st, e, *first);
        if (expr_op(st, sub) == EX_COLON || info(s, sub)->ndims ||
            !flat_subscript(s->expand.f, sub, s->iters, &at) || at < 1 || at > size)
            break;
        array = expr_arg(st, array, (uint32_t)(at - 1));
        ++*first;
    }
    return array;
}

static void indexed(Scalar *s, Expr e, ExprList *out)
{
    uint32_t first = 1;
    Expr array = element_written(s, e, expr_arg(store(s), e, 0), &first);
    uint32_t n = expr_node(store(s), e)->nargs - first;
    if (!n) {
        scalar_elements(s, array, out);
        return;
    }
    const ExprList *all = elements_of(s, array);
    if (s->failed)
        return;
    const TypeInfo *t = info(s, array);
    Subscript b[MAX_DIMS + 1];
    int64_t size[MAX_DIMS + 1], count = 1;
    for (int k = 0; k < t->ndims; k++) {
        size[k] = t->dim[k];
        count *= size[k];
    }
    for (uint32_t k = 0; k < n; k++)
        if (!read_subscript(s, NULL, expr_arg(store(s), e, k + first), size[k], &b[k]))
            return;
    LeafSizes leaf = {0};
    leaf_sizes(s, t->scalar, 1, &leaf);
    int64_t at = 0;
    for (int l = 0; l < leaf.n; at += count * leaf.v[l++]) { /* its own dimensions come last */
        ExprList part = {all->v + at, (int)(count * leaf.v[l]), 0};
        size[t->ndims] = leaf.v[l];
        b[t->ndims] = (Subscript){.keeps = true, .n = leaf.v[l]};
        take(s, t->ndims + 1, size, b, 0, 0, listed_at, &part, out);
    }
}

/* ---- Operators ---- */

bool scalar_integer(Scalar *s, Expr e, const char *what, int64_t *out)
{
    const FlatKnown *why = NULL;
    if (flat_integer(s->expand.f, e, s->iters, out, &why))
        return true;
    fail_unknown(s, why, what);
    return false;
}

/* Whether so many elements can be written out; reported if not. */
static bool is_feasible(Scalar *s, int64_t n)
{
    if (n <= MOST_ELEMENTS)
        return true;
    return scalar_fail(s, "an array of %lld elements is too large to be written out", (long long)n);
}

/* What the size at operand i is called; NULL: it is no size. */
static const char *size_title(ExprOp op, uint32_t i)
{
    switch (op) {
    case EX_FILL:
        return i ? "this size" : NULL;
    case EX_LINSPACE:
        return i == 2 ? "this size" : NULL;
    case EX_IDENTITY:
        return "this size";
    case EX_MATPOW:
        return i ? "the exponent of a matrix" : NULL;
    default:
        return NULL;
    }
}

/* The type of an operand that has n elements, its sizes known: inside loops they may depend on the
 * iterator. */
static Type written_type(Scalar *s, Expr x, int32_t n)
{
    const TypeInfo *t = info(s, x);
    int32_t dim[MAX_DIMS];
    int ndims = t->ndims, open = 0;
    int64_t others = 0, size = 0;
    Type scalar = t->scalar;
    memcpy(dim, t->dim, sizeof *dim * (size_t)ndims);
    LeafSizes leaf = {0};
    leaf_sizes(s, scalar, 1, &leaf);
    for (int k = 0; k < leaf.n; k++)
        others += leaf.v[k];
    for (int k = 0; k < ndims; k++) {
        if (dim[k] < 0 && expr_op(store(s), x) == EX_FILL &&
            scalar_integer(s, expr_arg(store(s), x, (uint32_t)k + 1), "a size", &size))
            dim[k] = (int32_t)size;
        open += dim[k] < 0;
        others *= dim[k] < 0 ? 1 : dim[k];
    }
    if (open > 1)
        scalar_fail(s, "the sizes of an array are not known here");
    for (int k = 0; k < ndims; k++)
        if (dim[k] < 0)
            dim[k] = others ? (int32_t)(n / others) : 0;
    return type_array(expr_types(store(s)), scalar, ndims, dim);
}

/* The elements of an operand; a size as a literal: from the type of the result or, inside loops,
 * from the operand that gives it. */
static ArrayValue operand_value(Scalar *s, Expr e, uint32_t i)
{
    Expr x = expr_arg(store(s), e, i);
    ExprOp op = expr_op(store(s), e);
    const char *title = size_title(op, i);
    ExprList list = {0};
    if (title) {
        int64_t n = op == EX_MATPOW ? -1 : info(s, e)->dim[op == EX_FILL ? i - 1 : 0];
        if (n >= 0 || scalar_integer(s, x, title, &n))
            push(s, &list, expr_int(store(s), n));
        return (ArrayValue){T_INT, (uint32_t)list.n, list.v};
    }
    scalar_elements(s, x, &list);
    Type type = s->failed ? expr_type(store(s), x) : written_type(s, x, list.n);
    return (ArrayValue){type, (uint32_t)list.n, list.v};
}

/* An element of what the operator of e gives. */
static void push_product(Scalar *s, Expr e, Expr element, ExprList *out)
{
    ExprOp op = expr_op(store(s), e);
    bool product = s->expand.f->stream.n && (op == EX_MUL || op == EX_MATMUL);
    push(s, out, product ? smooth_streams(s, element) : element);
}

/* The part of a value of records that belongs to a leaf of `size` scalars, `passed` scalars of each
 * record being before it: an array whose last dimension is that of the leaf. */
static ArrayValue leaf_part(Scalar *s, ArrayValue v, int64_t passed, int64_t size)
{
    if (tinfo(s, v.type)->base != TY_RECORD)
        return v;
    int32_t own = (int32_t)size;
    int64_t n = type_elements(expr_types(store(s)), v.type);
    Type leaf = type_array(expr_types(store(s)), T_REAL, size != 1, &own);
    const TypeInfo *t = tinfo(s, v.type);
    return (ArrayValue){type_array(expr_types(store(s)), leaf, t->ndims, t->dim),
                        (uint32_t)(n * size), v.element + n * passed};
}

/* 0*u is 0, but u appears in the equation, which is what clocks are inferred from (16.7). `row`: of
 * the elements of a vector equation. */
static void add_vanished(Scalar *s, int64_t row, Expr factor)
{
    ExprStore *st = store(s);
    if (!s->eq) /* a start value, or another attribute */
        return;
    if (s->nvanished <= row) {
        Expr *more = ARENA_ARRAY(s->a, Expr, row + 1);
        for (int64_t i = 0; i <= row; i++)
            more[i] = i < s->nvanished ? s->vanished[i] : 0;
        s->vanished = more;
        s->nvanished = row + 1;
    }
    Expr *at = &s->vanished[row];
    *at = expr_mul2(st, *at ? *at : expr_real(st, 1), expr_to_real(st, factor));
}

/* How many dimensions the equation at hand has; 0 too where it is no plain one. */
static int equation_rank(Scalar *s)
{
    return s->eq && s->eq->kind == FE_EQUAL ? info(s, s->eq->lhs)->ndims : 0;
}

static void note_vanished(Scalar *s, Expr product, const Expr *arg, uint32_t n)
{
    bool lost = expr_is_zero(store(s), product) && !equation_rank(s);
    for (uint32_t i = 0; i < n && lost; i++)
        if (!expr_is_number(store(s), arg[i]))
            add_vanished(s, 0, arg[i]);
}

/* The variables of some expressions that others, made of them, do not have. */
static void note_lost(Scalar *s, int64_t row, int nis, const Expr *now, int nwas,
                      const Expr *before)
{
    ExprStore *st = store(s);
    VarList is = expr_vars(st, s->a, nis, now), was = expr_vars(st, s->a, nwas, before);
    for (int k = 0, at = 0; k < was.n; k++) { /* both ascend */
        while (at < is.n && is.var[at] < was.var[k])
            at++;
        if (at == is.n || is.var[at] != was.var[k])
            add_vanished(s, row, expr_var(st, s->d->var.v[was.var[k]].type, was.var[k]));
    }
}

static bool has_zero(Scalar *s, const ArrayValue *arg, uint32_t n)
{
    ExprStore *st = store(s);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < arg[i].n; k++)
            if (expr_is_number(st, arg[i].element[k]) && expr_is_zero(st, arg[i].element[k]))
                return true;
    return false;
}

/* The same of a product of arrays, in which some elements are 0: in a scalar equation, or one of
 * vectors as long as the product. Of matrix and vector each row has all of the vector. */
static void note_vanished_elements(Scalar *s, ExprOp op, const ArrayValue *v, const ArrayValue *arg,
                                   uint32_t n)
{
    int rank = equation_rank(s);
    bool rows =
        rank == 1 && v->n == type_elements(expr_types(store(s)), expr_type(store(s), s->eq->lhs));
    if ((rank && !rows) || !has_zero(s, arg, n))
        return;
    for (uint32_t i = 0; i < n; i++) {
        bool own = rows && op == EX_MUL && arg[i].n == v->n;
        if (rows && tinfo(s, arg[i].type)->ndims > 1)
            continue;
        for (uint32_t row = 0; row < (rows ? v->n : 1); row++)
            note_lost(s, row, rows ? 1 : (int)v->n, v->element + row, own ? 1 : (int)arg[i].n,
                      arg[i].element + (own ? row : 0));
    }
}

/* Operators of arrays; of records leaf by leaf. */
static void applied(Scalar *s, Expr e, ExprList *out)
{
    ExprOp op = expr_op(store(s), e);
    uint32_t n = expr_node(store(s), e)->nargs;
    ArrayValue *arg = ARENA_ARRAY(s->a, ArrayValue, n), *part = ARENA_ARRAY(s->a, ArrayValue, n);
    for (uint32_t i = 0; i < n && !s->failed; i++)
        arg[i] = operand_value(s, e, i);
    LeafSizes leaf = {0};
    leaf_sizes(s, info(s, e)->scalar, 1, &leaf);
    int64_t passed = 0;
    for (int l = 0; l < leaf.n && !s->failed; passed += leaf.v[l++]) {
        const char *why = "this cannot be written out";
        ArrayValue v;
        for (uint32_t i = 0; i < n; i++)
            part[i] = leaf_part(s, arg[i], passed, leaf.v[l]);
        int64_t count = array_elements(store(s), s->a, e, part, MOST_ELEMENTS, &v, &why);
        if (count < 0)
            scalar_fail(s, "%s", why);
        else if (op == EX_MUL || op == EX_MATMUL)
            note_vanished_elements(s, op, &v, part, n);
        if (count >= 0 && is_feasible(s, count))
            for (uint32_t i = 0; i < v.n; i++)
                push_product(s, e, v.element[i], out);
    }
}

static void elementwise(Scalar *s, Expr e, ExprList *out)
{
    uint32_t n = expr_node(store(s), e)->nargs;
    Expr few[8], *arg = n <= 8 ? few : ARENA_ARRAY(s->a, Expr, n);
    if (info(s, e)->ndims || (op_info[expr_op(store(s), e)].flags & OPF_ARRAY)) {
        applied(s, e, out);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!(arg[i] = scalar_one(s, expr_arg(store(s), e, i))))
            return;
    const ExprNode *node = expr_node(store(s), e);
    Expr value =
        expr_build(store(s), (ExprOp)node->op, node->type, node->flags, node->payload, n, arg);
    if (expr_op(store(s), e) == EX_MUL)
        note_vanished(s, value, arg, n);
    push_product(s, e, value, out);
}

/* body for i in r, j in s: the last iterator is the outermost. */
static void iterate(Scalar *s, Expr e, int k, ExprList *out)
{
    if (k == 0) {
        scalar_elements(s, expr_arg(store(s), e, 0), out);
        return;
    }
    Expr iter = expr_arg(store(s), e, (uint32_t)(2 * k - 1));
    Turns t;
    const FlatKnown *why = NULL;
    if (!flat_turns(s->expand.f, expr_arg(store(s), e, (uint32_t)(2 * k)), s->iters, &t, &why)) {
        fail_unknown(s, why, "the range of an iterator");
        return;
    }
    const IterValue *outer = s->iters;
    IterValue v = {(uint32_t)expr_node(store(s), iter)->payload, 0, outer, {0}};
    for (int64_t i = 0; i < t.n && !s->failed; i++) {
        v.value = flat_turn(s->expand.f, &t, i);
        s->iters = &v;
        iterate(s, e, k - 1, out);
    }
    s->iters = outer;
}

static void iterated(Scalar *s, Expr e, ExprList *out)
{
    int k = (int)(expr_node(store(s), e)->nargs - 1) / 2;
    ExprOp op = expr_op(store(s), e);
    ExprList list = {0};
    iterate(s, e, k, &list);
    if (op == EX_FORARRAY) {
        Type body = expr_type(store(s), expr_arg(store(s), e, 0));
        int64_t one = leaf_scalars(s, body);
        if (!s->failed)
            put_array_of(s, body, one ? list.n / one : 0, &list, out);
        return;
    }
    ExprOp fold = op == EX_FORSUM       ? EX_SUM
                  : op == EX_FORPRODUCT ? EX_PRODUCT
                  : op == EX_FORMIN     ? EX_MINOF
                                        : EX_MAXOF;
    Expr r = s->failed
                 ? 0
                 : array_reduce(store(s), fold, expr_type(store(s), e), (uint32_t)list.n, list.v);
    if (r)
        push(s, out, r);
    else
        scalar_fail(s, "`min` or `max` of an empty array");
}

static void conditional(Scalar *s, Expr e, ExprList *out)
{
    Expr c = scalar_one(s, expr_arg(store(s), e, 0));
    if (!c)
        return;
    if (expr_op(store(s), c) == EX_BOOL) {
        int first = out->n;
        scalar_elements(s, expr_arg(store(s), e, expr_node(store(s), c)->payload ? 1 : 2), out);
        bool real = type_scalar(expr_types(store(s)), expr_type(store(s), e)) == T_REAL;
        for (int i = first; i < out->n && real; i++)
            out->v[i] = expr_to_real(store(s), out->v[i]);
        return;
    }
    ExprList a = {0}, b = {0};
    Expr outside = s->inside;
    s->guard++;
    s->inside = and_of(s->d, outside, c);
    scalar_elements(s, expr_arg(store(s), e, 1), &a);
    s->inside = and_of(s->d, outside, expr_not(store(s), c));
    scalar_elements(s, expr_arg(store(s), e, 2), &b);
    s->inside = outside;
    s->guard--;
    for (int i = 0; !s->failed && i < a.n && i < b.n; i++)
        push(s, out, expr_if(store(s), c, a.v[i], b.v[i]));
}

/* ---- Array constructors and functions ---- */

static void concatenate(Scalar *s, Expr e, ExprList *out)
{
    uint32_t n = expr_node(store(s), e)->nargs;
    for (uint32_t i = 0; i < n; i++)
        scalar_elements(s, expr_arg(store(s), e, i), out);
}

static void array_of_records(Scalar *s, Expr e, ExprList *out)
{
    ExprList all = {0};
    concatenate(s, e, &all);
    if (!s->failed)
        put_array_of(s, expr_type(store(s), expr_arg(store(s), e, 0)),
                     expr_node(store(s), e)->nargs, &all, out);
}

static void range(Scalar *s, Expr e, ExprList *out)
{
    if (!is_feasible(s, info(s, e)->dim[0]))
        return;
    uint32_t n = expr_node(store(s), e)->nargs;
    Turns t;
    const FlatKnown *why = NULL;
    if (flat_turns(s->expand.f, e, s->iters, &t, &why)) {
        for (int64_t i = 0; i < t.n; i++)
            push(s, out,
                 t.list ? expr_arg(store(s), t.list, (uint32_t)i)
                        : expr_int(store(s), t.start + i * t.step));
        return;
    }
    Expr start = scalar_one(s, expr_arg(store(s), e, 0));
    Expr step = n == 3 ? scalar_one(s, expr_arg(store(s), e, 1)) : expr_int(store(s), 1);
    if (s->failed)
        return;
    for (int32_t i = 0; i < info(s, e)->dim[0]; i++)
        push(s, out, expr_add2(store(s), start, expr_mul2(store(s), expr_int(store(s), i), step)));
}

/* ---- Records ---- */

static void field(Scalar *s, Expr e, ExprList *out)
{
    Expr record = expr_arg(store(s), e, 0);
    ExprList all = {0};
    scalar_elements(s, record, &all);
    if (s->failed)
        return;
    const TypeInfo *t = info(s, record);
    const RecordInfo *r = type_record_info(expr_types(store(s)), t->scalar);
    int64_t outer = 1, first = 0;
    int k = (int)expr_node(store(s), e)->payload;
    for (int i = 0; i < t->ndims; i++)
        outer *= t->dim[i];
    for (int i = 0; i < k; i++)
        first += outer * leaf_scalars(s, r->type[i]);
    int64_t n = outer * leaf_scalars(s, r->type[k]);
    for (int64_t i = 0; i < n && first + i < all.n; i++)
        push(s, out, all.v[first + i]);
}

/* ---- Operators of dynamics ---- */

Expr scalar_derivative(Dae *d, Expr leaf)
{
    if (expr_op(d->store, leaf) == EX_TIME)
        return expr_real(d->store, 1);
    uint32_t v = (uint32_t)expr_node(d->store, leaf)->payload;
    if (expr_op(d->store, leaf) == EX_VAR && v >= RELAX_SYMBOL)
        v = d->relax_mark.v[v - RELAX_SYMBOL].of;
    const DaeVar *var = &d->var.v[v];
    if (var->kind <= DV_PARAMETER || var->kind == DV_DISCRETE)
        return expr_real(d->store, 0);
    if (var->kind == DV_INPUT)
        return 0;
    return expr_var(d->store, T_REAL, dae_derivative(d, v));
}

static Expr leaf_derivative(void *arg, Expr leaf)
{
    return scalar_derivative(arg, leaf);
}

void scalar_not_differentiable(Scalar *s, const CalcError *err)
{
    Buf text = {0};
    ExprNames names = flat_names(s->expand.f);
    if (err->at)
        expr_print(store(s), err->at, &names, &text);
    scalar_fail(s, "`%s` cannot be differentiated: %s", buf_text(&text),
                err->why ? err->why : "its derivative is not known");
    buf_free(&text);
}

static Expr derivative(Scalar *s, Expr e)
{
    CalcError err = {0};
    Expr x = expr_derivative(store(s), e, leaf_derivative, s->d, &err);
    if (!x)
        scalar_not_differentiable(s, &err);
    return x;
}

/* What stands for residue(x) or linres(x): zero; on a sheet, and where it is to be seen to which of
 * several scalar equations it belongs, a variable that is zero. */
static Expr hint_symbol(Scalar *s, HintKind kind, Expr x)
{
    Dae *d = s->d;
    if (expr_op(store(s), x) != EX_VAR)
        return expr_real(store(s), 0);
    Hint hint = {.symbol = NONE,
                 .of = (uint32_t)expr_node(store(s), x)->payload,
                 .eq = -1,
                 .condition = s->inside,
                 .kind = (uint8_t)kind};
    for (int i = 0; d->for_sheet && i < d->hint.n; i++)
        if (d->hint.v[i].of == hint.of && d->hint.v[i].kind == kind)
            return expr_var(store(s), T_REAL, d->hint.v[i].symbol);
    if (s->symbols) {
        hint.symbol = dae_new_var(d, T_REAL, DV_PARAMETER);
        d->var.v[hint.symbol].hidden = true;
        d->var.v[hint.symbol].fixed = true;
        d->var.v[hint.symbol].binding = expr_real(store(s), 0);
    }
    vec_push(d->arena, &d->hint, hint);
    return s->symbols ? expr_var(store(s), T_REAL, hint.symbol) : expr_real(store(s), 0);
}

/* relax(x) is x; where it is to be seen in which of several scalar equations it stands, a number
 * that no variable has. */
static Expr relaxed_symbol(Scalar *s, Expr x)
{
    Dae *d = s->d;
    if (expr_op(store(s), x) != EX_VAR)
        return x;
    vec_push(d->arena, &d->relax_mark,
             ((RelaxMark){(uint32_t)expr_node(store(s), x)->payload, -1}));
    return s->many ? expr_var(store(s), T_REAL, RELAX_SYMBOL + (uint32_t)d->relax_mark.n - 1) : x;
}

/* semiLinear(x, a, b) = smooth(0, if x >= 0 then a*x else b*x): no events, or flows that come to
 * rest would cross 0 for ever. */
static Expr semilinear(Dae *d, Expr e)
{
    ExprStore *st = d->store;
    if (expr_op(st, e) != EX_SEMILINEAR)
        return e;
    SemiLinear n = {expr_arg(st, e, 0), expr_arg(st, e, 1), expr_arg(st, e, 2)};
    Expr up = expr_build(st, EX_GE, T_BOOL, EF_NOEVENT, 0, 2, (Expr[]){n.x, expr_real(st, 0)});
    Expr value = expr_if(st, up, expr_mul2(st, n.a, n.x), expr_mul2(st, n.b, n.x));
    if (expr_op(st, value) == EX_IF && !map_get(&d->semilinear_at, value, 0)) {
        vec_push(d->arena, &d->semilinear, n);
        map_set(&d->semilinear_at, d->arena, value, (uint32_t)d->semilinear.n);
    }
    return value;
}

/* Operators that are replaced element by element. */
static void replaced(Scalar *s, Expr e, ExprList *out)
{
    ExprList list = {0};
    ExprOp op = expr_op(store(s), e);
    if (op == EX_SEMILINEAR)
        elementwise(s, e, &list);
    else
        scalar_elements(s, expr_arg(store(s), e, 0), &list);
    for (int i = 0; !s->failed && i < list.n; i++) {
        Expr x = list.v[i];
        push(s, out,
             op == EX_DER                                 ? derivative(s, x)
             : op == EX_SEMILINEAR                        ? semilinear(s->d, x)
             : op == EX_INSTREAM || op == EX_ACTUALSTREAM ? stream_operator(s, e, x)
             : op == EX_RESIDUE                           ? hint_symbol(s, HINT_RESIDUE, x)
             : op == EX_LINRES                            ? hint_symbol(s, HINT_LINRES, x)
             : op == EX_RELAX                             ? relaxed_symbol(s, x)
                                                          : event_operator(store(s), op, x));
    }
}

/* homotopy(a, b) is if initial() then homotopy(a, b) else a: only the initial problem depends on
 * what is simplified. A value of parameters needs no help. */
static void homotopy(Scalar *s, Expr e, ExprList *out)
{
    ExprList actual = {0}, simplified = {0};
    scalar_elements(s, expr_arg(store(s), e, 0), &actual);
    s->guard++;
    scalar_elements(s, expr_arg(store(s), e, 1), &simplified);
    s->guard--;
    Expr initial = expr_make(store(s), EX_INITIAL, T_BOOL, 0, 0, 0, NULL);
    for (int k = 0; !s->failed && k < actual.n; k++) {
        Expr both[2] = {actual.v[k], simplified.v[simplified.n == actual.n ? k : 0]};
        Expr led = expr_build(store(s), EX_HOMOTOPY, T_REAL, 0, 0, 2, both);
        bool varies = !is_parametric(s->d, both[0]);
        push(s, out, varies ? expr_if(store(s), initial, led, both[0]) : both[0]);
    }
}

/* ---- Everything ---- */

static void iterator(Scalar *s, Expr e, ExprList *out)
{
    ExprStore *st = store(s);
    const ExprNode *n = expr_node(st, e);
    for (const IterValue *v = s->iters; v; v = v->outer) {
        if (v->iter != (uint32_t)n->payload)
            continue;
        push(s, out, expr_literal(st, n->type, v->value));
        return;
    }
    scalar_fail(s, "an iterator is used outside its loop");
}

static void no_value(Scalar *s, Expr e, ExprList *out)
{
    (void)e;
    (void)out;
    scalar_fail(s, "this cannot be used as a value");
}

static void array(Scalar *s, Expr e, ExprList *out)
{
    if (info(s, e)->base == TY_RECORD)
        array_of_records(s, e, out);
    else
        concatenate(s, e, out);
}

static void size(Scalar *s, Expr e, ExprList *out)
{
    int64_t k;
    if (scalar_integer(s, e, "this size", &k))
        push(s, out, expr_int(store(s), k));
}

/* What was asked about connections. */
static void connection(Scalar *s, Expr e, ExprList *out)
{
    int64_t k;
    if (scalar_integer(s, e, "this", &k))
        push(s, out, expr_literal(store(s), expr_type(store(s), e), (double)k));
}

static void smooth(Scalar *s, Expr e, ExprList *out)
{
    scalar_elements(s, expr_arg(store(s), e, 1), out);
}

static void first_operand(Scalar *s, Expr e, ExprList *out)
{
    scalar_elements(s, expr_arg(store(s), e, 0), out);
}

static bool is_time(void *arg, Expr e)
{
    return expr_op(arg, e) == EX_TIME;
}

static bool may_vary(void *arg, Expr e)
{
    const Dae *d = arg;
    const ExprNode *n = expr_node(d->store, e);
    bool variable = n->op == EX_VAR && d->var.v[n->payload].kind > DV_PARAMETER;
    return variable || n->op == EX_ARRVAR || n->flags & EF_IMPURE;
}

/* sign(u) makes no event (3.7.2), so that what it drives can rest at its jump. What only time
 * drives cannot: the jump is found as that of a relation is. */
static void sign_of(Scalar *s, Expr e, ExprList *out)
{
    ExprStore *st = store(s);
    int from = out->n;
    elementwise(s, e, out);
    for (int i = from; i < out->n && !s->failed && !s->d->for_sheet; i++) {
        Expr u = expr_op(st, out->v[i]) == EX_SIGN ? expr_arg(st, out->v[i], 0) : 0;
        if (!u || !expr_any(st, u, is_time, st) || expr_any(st, u, may_vary, s->d))
            continue;
        Expr pair[2] = {u, expr_real(st, 0)};
        Expr below = expr_build(st, EX_LT, T_BOOL, 0, 0, 2, pair);
        Expr above = expr_build(st, EX_GT, T_BOOL, 0, 0, 2, pair);
        Expr rest = expr_if(st, below, expr_int(st, -1), expr_int(st, 0));
        out->v[i] = expr_if(st, above, expr_int(st, 1), rest);
    }
}

/* Operators of clocks: of an expression element by element, the other operands being scalars. */
static void clocked(Scalar *s, Expr e, ExprList *out)
{
    ExprStore *st = store(s);
    ExprOp op = expr_op(st, e);
    uint32_t n = expr_node(st, e)->nargs;
    bool same = op != EX_CLOCK && op != EX_INTERVAL && op != EX_FIRSTTICK; /* type as operand 0 */
    ExprList list = {0};
    Expr arg[3] = {0};
    s->d->clocked = true;
    if (n)
        scalar_elements(s, expr_arg(st, e, 0), &list);
    for (uint32_t i = 1; i < n; i++)
        arg[i] = scalar_one(s, expr_arg(st, e, i));
    const ExprNode *node = expr_node(st, e);
    for (int i = 0; (i < list.n && (same || !i)) || (!n && !i); i++) {
        arg[0] = n ? list.v[i] : 0;
        if (!s->failed)
            push(s, out,
                 expr_make(st, op, same ? expr_type(st, arg[0]) : node->type, 0, node->payload, n,
                           arg));
    }
}

/* spatialDistribution: both ends of what is transported, for each quantity. */
static void spatial(Scalar *s, Expr e, ExprList *out)
{
    ExprStore *st = store(s);
    ExprList part[6] = {0};
    uint32_t nargs = expr_node(st, e)->nargs;
    for (uint32_t i = 0; i < nargs; i++)
        scalar_elements(s, expr_arg(st, e, i), &part[i]);
    if (s->failed)
        return;
    if (nargs == 4) /* 0 everywhere */
        for (int i = 0; i < 2 * part[0].n; i++) {
            vec_push(s->a, &part[4], expr_real(st, i % 2));
            vec_push(s->a, &part[5], expr_real(st, 0));
        }
    int n = part[0].n, points = n ? part[4].n / n : 0;
    ExprList end1 = {0};
    for (int k = 0; k < n; k++) {
        Expr *arg = ARENA_ARRAY(s->a, Expr, 2 + 2 * points), way[3];
        for (int i = 0; i < 2; i++) {
            arg[i] = expr_to_real(st, part[i].v[k]);
            for (int j = 0; j < points; j++)
                arg[2 + i * points + j] = expr_to_real(st, part[4 + i].v[k * points + j]);
        }
        way[0] = expr_make(st, EX_BOUNDARY, T_REAL, 0, (uint64_t)s->d->ntransports++,
                           (uint32_t)(2 + 2 * points), arg);
        way[1] = expr_to_real(st, part[2].v[0]);
        way[2] = part[3].v[0];
        push(s, out, expr_make(st, EX_TRANSPORT, T_REAL, 0, 0, 3, way));
        push(s, &end1, expr_make(st, EX_TRANSPORT, T_REAL, 0, 1, 3, way));
    }
    for (int k = 0; k < end1.n; k++)
        push(s, out, end1.v[k]);
}

/* A delay that varies stays below its maximum (3.7.4.2). */
static void delayed(Scalar *s, Expr e, ExprList *out)
{
    ExprStore *st = store(s);
    elementwise(s, e, out);
    if (expr_node(st, e)->nargs < 3 || s->failed || s->guard || !s->eq || s->eq->kind != FE_EQUAL)
        return;
    Expr of[2] = {scalar_one(s, expr_arg(st, e, 1)), scalar_one(s, expr_arg(st, e, 2))};
    Expr below = of[0] && of[1] ? expr_build(st, EX_LE, T_BOOL, EF_NOEVENT, 0, 2, of) : 0;
    if (!below || expr_op(st, below) == EX_BOOL || map_get(&s->checked, below, 0))
        return;
    map_set(&s->checked, s->d->arena, below, 1);
    Buf text = {0};
    ExprNames names = flat_names(s->expand.f);
    buf_puts(&text, "the delay time `");
    expr_print(st, expr_arg(st, e, 1), &names, &text);
    buf_puts(&text, "` is above its maximum `");
    expr_print(st, expr_arg(st, e, 2), &names, &text);
    buf_puts(&text, "`, the third argument of delay: make that larger, or limit the delay");
    add_check(s, below, buf_text(&text));
    buf_free(&text);
}

/* A state of a machine: subscripts are numbers. */
static void state(Scalar *s, Expr e, ExprList *out)
{
    ExprStore *st = store(s);
    uint32_t n = expr_node(st, e)->nargs;
    Expr *sub = ARENA_ARRAY(s->a, Expr, n);
    for (uint32_t i = 0; i < n; i++) {
        int64_t k;
        if (!scalar_integer(s, expr_arg(st, e, i), "which state this is", &k))
            return;
        sub[i] = expr_int(st, k);
    }
    push(s, out, expr_make(st, EX_ACTIVESTATE, T_BOOL, 0, expr_node(st, e)->payload, n, sub));
}

/* What is not here is a leaf, or its operands are written out first. */
static void (*const written_out[EX_COUNT])(Scalar *, Expr, ExprList *) = {
    [EX_CREF] = reference,
    [EX_ITER] = iterator,
    [EX_ARRAY] = array,
    [EX_RECORD] = concatenate,
    [EX_FIELD] = field,
    [EX_INDEX] = indexed,
    [EX_CALL] = scalar_call,
    [EX_IF] = conditional,
    [EX_FORARRAY] = iterated,
    [EX_FORSUM] = iterated,
    [EX_FORPRODUCT] = iterated,
    [EX_FORMIN] = iterated,
    [EX_FORMAX] = iterated,
    [EX_RANGE] = range,
    [EX_SIZE] = size,
    [EX_DER] = replaced,
    [EX_RESIDUE] = replaced,
    [EX_LINRES] = replaced,
    [EX_RELAX] = replaced,
    [EX_PRE] = replaced,
    [EX_EDGE] = replaced,
    [EX_CHANGE] = replaced,
    [EX_SMOOTH] = smooth,
    [EX_NOEVENT] = first_operand,
    [EX_HOMOTOPY] = homotopy,
    [EX_SEMILINEAR] = replaced,
    [EX_COLON] = no_value,
    [EX_WILD] = no_value,
    [EX_FUNCREF] = no_value,
    [EX_INSTREAM] = replaced,
    [EX_ACTUALSTREAM] = replaced,
    [EX_ISROOT] = connection,
    [EX_ROOTED] = connection,
    [EX_ROOTINDEX] = connection,
    [EX_CARDINALITY] = connection,
    [EX_CLOCK] = clocked,
    [EX_CLOCKED] = clocked,
    [EX_HOLD] = clocked,
    [EX_PREVIOUS] = clocked,
    [EX_SUBSAMPLE] = clocked,
    [EX_SUPERSAMPLE] = clocked,
    [EX_SHIFTSAMPLE] = clocked,
    [EX_BACKSAMPLE] = clocked,
    [EX_NOCLOCK] = clocked,
    [EX_INTERVAL] = clocked,
    [EX_FIRSTTICK] = clocked,
    [EX_ACTIVESTATE] = state,
    [EX_SPATIAL] = spatial,
    [EX_SIGN] = sign_of,
    [EX_DELAY] = delayed,
};

void scalar_elements(Scalar *s, Expr e, ExprList *out)
{
    if (s->failed)
        return;
    ExprOp op = expr_op(store(s), e);
    if (written_out[op])
        written_out[op](s, e, out);
    else if (op_info[op].flags & OPF_LEAF)
        push(s, out, e);
    else
        elementwise(s, e, out);
}
