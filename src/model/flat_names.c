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

Name flat_description(const FlatModel *f, uint32_t number)
{
    return flat_var_of(f, number)->description;
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

/* A place on the way down to a part: what stands for it there, and the subscripts used so far. */
typedef struct Descent {
    const FlatModel *f;
    uint32_t n, at;
    const int64_t *sub;
    int64_t position; /* among the elements of the arrays that are not split */
} Descent;

static uint32_t descend(Descent *d, uint32_t part)
{
    const FlatPart *p = &d->f->part.v[part];
    uint32_t now = part;
    if (p->parent) {
        uint32_t in = descend(d, p->parent);
        now = in == p->parent ? part : in ? map_get(&d->f->child, map_pair(in, p->name), 0) : 0;
    }
    if (!now)
        return 0;
    p = &d->f->part.v[now];
    int64_t k = 0;
    for (int i = 0; i < p->ndims; i++, d->at++) {
        if (d->at >= d->n || d->sub[d->at] < 1 || d->sub[d->at] > p->dim[i])
            return 0;
        k = k * p->dim[i] + d->sub[d->at] - 1;
        if (!p->nelements)
            d->position = d->position * p->dim[i] + d->sub[d->at] - 1;
    }
    return p->nelements && p->ndims ? p->element[k] : now;
}

uint32_t flat_element(const FlatModel *f, uint32_t part, uint32_t n, const int64_t *sub)
{
    Descent d = {.f = f, .n = n, .sub = sub};
    uint32_t found = descend(&d, part);
    uint32_t var = found ? f->part.v[found].var : 0;
    return var ? f->var.v[var - 1].first + (uint32_t)d.position : UINT32_MAX;
}

/* ---- Names ---- */

static void print_index(const FlatPart *p, Buf *out)
{
    for (int k = 0; k < p->nindex; k++)
        buf_printf(out, "%s%d", k ? "," : "[", p->index[k]);
    if (p->nindex)
        buf_putc(out, ']');
}

/* Constants of packages have the name of the package in front. */
static void print_start(const FlatModel *f, const FlatPart *p, Buf *out)
{
    if (p->parent && f->part.v[p->parent].name)
        buf_putc(out, '.');
    if (!p->parent && p->cls && f->cls.v[p->cls].name)
        buf_printf(out, "%s.", text_of(f->ctx, f->cls.v[p->cls].name));
    buf_puts(out, text_of(f->ctx, p->name));
    print_index(p, out);
}

void flat_part_name(const FlatModel *f, uint32_t part, Buf *out)
{
    const FlatPart *p = &f->part.v[part];
    if (p->parent)
        flat_part_name(f, p->parent, out);
    if (p->name)
        print_start(f, p, out);
}

const char *flat_part_text(const FlatModel *f, uint32_t part)
{
    Buf b = {0};
    flat_part_name(f, part, &b);
    const char *text = arena_strdup(f->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

static void print_at(const FlatModel *f, const FlatPart *p, const int32_t *index, int *at, Buf *out)
{
    if (p->parent)
        print_at(f, &f->part.v[p->parent], index, at, out);
    if (!p->name)
        return;
    print_start(f, p, out);
    for (int k = 0; k < p->ndims; k++)
        buf_printf(out, "%s%d", k ? "," : "[", index[(*at)++]);
    if (p->ndims)
        buf_putc(out, ']');
}

void flat_scalar_name(const FlatModel *f, uint32_t number, Buf *out)
{
    const FlatVar *v = flat_var_of(f, number);
    const TypeInfo *t = type_info(expr_types(f->store), v->type);
    int32_t index[MAX_DIMS];
    uint32_t rest = number - v->first;
    for (int k = t->ndims - 1; k >= 0; k--) {
        uint32_t size = (uint32_t)t->dim[k];
        index[k] = (int32_t)(size ? rest % size : 0) + 1;
        rest /= size ? size : 1;
    }
    int at = 0;
    print_at(f, &f->part.v[v->part], index, &at, out);
}

/* ---- For expr_print ---- */

static void print_cref(const FlatModel *f, const FlatPart *p, Expr e, uint32_t *at, Buf *out)
{
    if (p->parent)
        print_cref(f, &f->part.v[p->parent], e, at, out);
    uint32_t first = *at;
    *at += p->ndims;
    if (!p->name)
        return;
    print_start(f, p, out);
    bool whole = true;
    for (uint32_t k = 0; k < p->ndims; k++)
        whole = whole && expr_op(f->store, expr_arg(f->store, e, first + k)) == EX_COLON;
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
    print_cref(f, &f->part.v[expr_node(f->store, e)->payload], e, &at, out);
}

static void name_var(void *arg, Buf *out, uint32_t number)
{
    flat_scalar_name(arg, number, out);
}

static void name_array(void *arg, Buf *out, Expr e)
{
    const FlatModel *f = arg;
    const FlatVar *v = flat_var_of(f, (uint32_t)expr_node(f->store, e)->payload);
    flat_part_name(f, v->part, out);
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
