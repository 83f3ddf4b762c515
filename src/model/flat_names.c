/* flat_names.c - names and places of the flat model: a name is the path of a part, with the
 * subscripts that its number among the elements gives. */
#include "model/flat.h"

#include <math.h>

const FlatVar *flat_var_of(const FlatModel *f, uint32_t number)
{
    int lo = 0, hi = f->var.n - 1;
    while (lo < hi) {
        int mid = (lo + hi + 1) / 2;
        if (f->var.v[mid].first <= number)
            lo = mid;
        else
            hi = mid - 1;
    }
    while (lo > 0 && !f->var.v[lo].count) /* empty arrays share their number with the next */
        lo--;
    return &f->var.v[lo];
}

double flat_computed(const FlatModel *f, uint32_t number)
{
    const FlatVar *v = flat_var_of(f, number);
    const FlatValue *all = v->computed ? &f->value.v[v->computed - 1] : NULL;
    int64_t at = number - v->first;
    return all && all->num && at < all->n ? all->num[at] : NAN;
}

/* ---- Places ---- */

uint32_t flat_owner(const FlatModel *f, uint32_t part)
{
    while (part && f->part.v[part].parent && !f->part.v[part].is_model)
        part = f->part.v[part].parent;
    return part;
}

bool flat_in_connector(const FlatModel *f, uint32_t part)
{
    for (; part; part = f->part.v[part].parent)
        if (f->part.v[part].is_connector)
            return true;
    return false;
}

/* Goes down the path of a part, through the elements of split arrays; sub[] from *at on. */
static uint32_t descend(const FlatModel *f, uint32_t part, uint32_t n, const int64_t *sub,
                        uint32_t *at, uint32_t *rest, uint32_t *nrest)
{
    const FlatPart *p = &f->part.v[part];
    uint32_t now = part;
    if (p->parent) {
        uint32_t in = descend(f, p->parent, n, sub, at, rest, nrest);
        now = in == p->parent ? part : in ? map_get(&f->child, map_pair(in, p->name), 0) : 0;
    }
    if (!now)
        return 0;
    p = &f->part.v[now];
    int64_t k = 0;
    for (int i = 0; i < p->ndims && *at < n; i++, (*at)++) {
        if (!p->nelements)
            rest[(*nrest)++] = *at;
        else if (sub[*at] < 1 || sub[*at] > p->dim[i])
            return 0;
        k = k * p->dim[i] + sub[*at] - 1;
    }
    return p->nelements && p->ndims ? p->element[k] : now;
}

uint32_t flat_descend(const FlatModel *f, uint32_t part, uint32_t n, const int64_t *sub,
                      uint32_t *rest, uint32_t *nrest)
{
    uint32_t at = 0;
    *nrest = 0;
    return descend(f, part, n, sub, &at, rest, nrest);
}

uint32_t flat_element(const FlatModel *f, uint32_t part, uint32_t n, const int64_t *sub)
{
    uint32_t rest[8 * MAX_DIMS], nrest, found = flat_descend(f, part, n, sub, rest, &nrest);
    if (!found || !f->part.v[found].var)
        return UINT32_MAX;
    const FlatVar *v = &f->var.v[f->part.v[found].var - 1];
    const TypeInfo *t = type_info(expr_types(f->store), v->type);
    int64_t position = 0;
    for (uint32_t i = 0; i < nrest && i < t->ndims; i++) {
        if (sub[rest[i]] < 1 || sub[rest[i]] > t->dim[i])
            return UINT32_MAX;
        position = position * t->dim[i] + sub[rest[i]] - 1;
    }
    return nrest == t->ndims ? v->first + (uint32_t)position : UINT32_MAX;
}

/* ---- Names ---- */

/* Whole dimensions have index 0; nothing is printed if the first is one. */
static void print_index(int n, const int32_t *index, Buf *out)
{
    for (int k = 0; k < n && index[0]; k++) {
        buf_puts(out, k ? "," : "[");
        if (index[k])
            buf_printf(out, "%d", index[k]);
        else
            buf_putc(out, ':');
        buf_puts(out, k == n - 1 ? "]" : "");
    }
}

/* Constants of packages have the name of the package in front. */
static void print_start(const FlatModel *f, const FlatPart *p, Buf *out)
{
    if (p->parent && f->part.v[p->parent].name)
        buf_putc(out, '.');
    if (!p->parent && p->cls && f->cls.v[p->cls].name)
        buf_printf(out, "%s.", text_of(f->ctx, f->cls.v[p->cls].name));
    buf_puts(out, text_of(f->ctx, p->name));
    print_index(p->nindex, p->index, out);
}

/* index: of all dimensions from the root, *at of them printed so far; NULL: without. */
static void print_at(const FlatModel *f, const FlatPart *p, const int32_t *index, int *at, Buf *out)
{
    if (p->parent)
        print_at(f, &f->part.v[p->parent], index, at, out);
    if (!p->name)
        return;
    print_start(f, p, out);
    if (index)
        print_index(p->ndims, index + *at, out);
    *at += p->ndims;
}

void flat_place_name(const FlatModel *f, uint32_t part, uint64_t at, Buf *out)
{
    int32_t index[8 * MAX_DIMS];
    int nd = 0, printed = 0;
    for (uint32_t p = part; p; p = f->part.v[p].parent)
        nd += f->part.v[p].ndims;
    int k = nd <= 8 * MAX_DIMS ? nd : 0;
    for (uint32_t p = part; p && k; p = f->part.v[p].parent)
        for (int i = f->part.v[p].ndims; i-- > 0;) {
            uint64_t size = (uint64_t)f->part.v[p].dim[i];
            index[--k] = (int32_t)(size ? at % size : 0) + 1;
            at /= size ? size : 1;
        }
    print_at(f, &f->part.v[part], nd <= 8 * MAX_DIMS ? index : NULL, &printed, out);
}

void flat_part_name(const FlatModel *f, uint32_t part, Buf *out)
{
    int at = 0;
    print_at(f, &f->part.v[part], NULL, &at, out);
}

static const char *kept_text(const FlatModel *f, Buf *b)
{
    const char *text = arena_strdup(f->arena, buf_text(b));
    buf_free(b);
    return text;
}

const char *flat_part_text(const FlatModel *f, uint32_t part)
{
    Buf b = {0};
    flat_part_name(f, part, &b);
    return kept_text(f, &b);
}

/* The element, or the part of the array that begins with it and has its last `whole` dimensions. */
static void print_element(const FlatModel *f, uint32_t number, int whole, Buf *out)
{
    const FlatVar *v = flat_var_of(f, number);
    const TypeInfo *t = type_info(expr_types(f->store), v->type);
    int32_t index[MAX_DIMS];
    uint32_t rest = number - v->first;
    for (int k = t->ndims - 1; k >= 0; k--) {
        uint32_t size = (uint32_t)t->dim[k];
        index[k] = k >= t->ndims - whole ? 0 : (int32_t)(size ? rest % size : 0) + 1;
        rest /= size ? size : 1;
    }
    int at = 0;
    print_at(f, &f->part.v[v->part], index, &at, out);
}

void flat_scalar_name(const FlatModel *f, uint32_t number, Buf *out)
{
    print_element(f, number, 0, out);
}

const char *flat_scalar_text(const FlatModel *f, uint32_t number)
{
    Buf b = {0};
    flat_scalar_name(f, number, &b);
    return kept_text(f, &b);
}

/* ---- For expr_print ---- */

/* A subscript that says nothing: all elements, or (each) the one that a template stands for. */
static bool is_any(const FlatModel *f, const FlatPart *p, uint32_t k, Expr sub, bool each)
{
    ExprOp op = expr_op(f->store, sub);
    return op == EX_COLON ||
           (each && op == EX_ITER && expr_node(f->store, sub)->payload == p->iter + k);
}

/* each: without the iterators that templates have for arrays of components, which nobody has
 * written. */
static void print_cref(const FlatModel *f, const FlatPart *p, Expr e, uint32_t *at, bool each,
                       Buf *out)
{
    if (p->parent)
        print_cref(f, &f->part.v[p->parent], e, at, each, out);
    uint32_t first = *at;
    *at += p->ndims;
    if (!p->name)
        return;
    print_start(f, p, out);
    bool whole = true;
    for (uint32_t k = 0; k < p->ndims; k++)
        whole = whole && is_any(f, p, k, expr_arg(f->store, e, first + k), each);
    ExprNames names = flat_names(f);
    for (uint32_t k = 0; k < p->ndims && !whole; k++) {
        buf_puts(out, k ? "," : "[");
        expr_print(f->store, expr_arg(f->store, e, first + k), &names, out);
    }
    if (!whole)
        buf_putc(out, ']');
}

static void name_cref(void *arg, Buf *out, Expr e)
{
    const FlatModel *f = arg;
    uint32_t at = 0;
    print_cref(f, &f->part.v[expr_node(f->store, e)->payload], e, &at, false, out);
}

static void name_cref_each(void *arg, Buf *out, Expr e)
{
    const FlatModel *f = arg;
    uint32_t at = 0;
    print_cref(f, &f->part.v[expr_node(f->store, e)->payload], e, &at, true, out);
}

static void name_var(void *arg, Buf *out, uint32_t number)
{
    flat_scalar_name(arg, number, out);
}

static void name_array(void *arg, Buf *out, Expr e)
{
    const FlatModel *f = arg;
    const ExprNode *n = expr_node(f->store, e);
    print_element(f, (uint32_t)n->payload, type_info(expr_types(f->store), n->type)->ndims, out);
}

static void name_iter(void *arg, Buf *out, uint32_t number)
{
    const FlatModel *f = arg;
    Name name = number < (uint32_t)f->iter.n ? f->iter.v[number] : 0;
    if (name)
        buf_puts(out, text_of(f->ctx, name));
    else
        buf_printf(out, "i%u", number);
}

static void name_local(void *arg, Buf *out, uint32_t index)
{
    (void)arg;
    buf_printf(out, "t%u", index);
}

static void name_func(void *arg, Buf *out, uint32_t number)
{
    const FlatModel *f = arg;
    bool known = number && number <= funcs_count(f->store);
    buf_puts(out, known ? text_of(f->ctx, func_get(f->store, number)->name) : "?");
}

ExprNames flat_names(const FlatModel *f)
{
    return (ExprNames){.arg = (FlatModel *)f,
                       .var = name_var,
                       .array = name_array,
                       .local = name_local,
                       .iter = name_iter,
                       .cref = name_cref,
                       .func = name_func};
}

ExprNames flat_names_of_each(const FlatModel *f)
{
    ExprNames names = flat_names(f);
    names.cref = name_cref_each;
    return names;
}
