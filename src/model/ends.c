/* ends.c - which connectors, or other components, a reference denotes at one position.
 *
 * A reference (EX_CREF) to an array, a slice or one element is a list of places: a component, and
 * its position among all elements on the way from the root. */
#include "base/die.h"
#include "model/flat_internal.h"

typedef struct Ends {
    Model *m;
    const IterValue *iters;
    Span at;
    const char *what; /* `connect`: for messages; NULL: quiet */
    EndList *out;
} Ends;

/* Positions of one subscript: a scalar, a vector, or the whole dimension. */
static int64_t *subscript_values(Ends *x, Expr sub, int32_t size, int64_t *one, int64_t *n)
{
    Model *m = x->m;
    if (expr_op(m->store, sub) == EX_COLON) {
        int64_t *all = ARENA_ARRAY(m->arena, int64_t, size);
        for (int32_t i = 0; i < size; i++)
            all[i] = i + 1;
        *n = size;
        return all;
    }
    *n = 1;
    if (eval_subscript(m, sub, x->iters, one))
        return one;
    Value *v = x->what ? eval_required(m, sub, x->iters, x->at,
                                       arena_printf(m->arena, "a subscript in %s", x->what))
                       : eval_try(m, sub, x->iters);
    if (!v)
        return NULL;
    int64_t *all = ARENA_ARRAY(m->arena, int64_t, v->n);
    for (int64_t i = 0; i < v->n; i++)
        all[i] = (int64_t)v->num[i];
    *n = v->n;
    return all;
}

/* " where i is 3". */
static const char *iterators_text(const Ends *x)
{
    const char *text = "";
    for (const IterValue *i = x->iters; i; i = i->outer) {
        const Iter *it = &x->m->iter.v[i->iter];
        if (!it->comp && it->type != T_STRING)
            text = arena_printf(x->m->arena, "%s %s is %g%s", *text ? "" : " where",
                                text_of(x->m->ctx, it->name), i->value, *text ? " and" : "");
    }
    return text;
}

static void name_iterator(void *m, Buf *out, uint32_t number)
{
    const Model *model = m;
    buf_puts(out, text_of(model->ctx, model->iter.v[number].name));
}

static void name_component(void *m, Buf *out, Expr e)
{
    buf_puts(out, comp_name_text(m, cref_comp(m, e)));
}

/* Where the subscript is written, or all of the statement. */
static Span written_at(const Ends *x, const Comp *array, Expr sub)
{
    Buf b = {0};
    ExprNames names = {.arg = x->m, .iter = name_iterator, .cref = name_component};
    expr_print(x->m->store, sub, &names, &b);
    Span at = source_find_subscript(x->m->ctx->sources, x->at, text_of(x->m->ctx, array->name),
                                    buf_text(&b));
    buf_free(&b);
    return at;
}

static bool is_inside(Ends *x, Expr sub, const int64_t *value, int64_t n, const Dim *d,
                      const Comp *c)
{
    const Comp *array = c;
    while (array->parent && !(d >= array->dim && d < array->dim + array->ndims))
        array = array->parent;
    for (int64_t i = 0; i < n; i++)
        if (value[i] < 1 || value[i] > d->size)
            return x->what &&
                   refuse(x->m, written_at(x, array, sub),
                          "subscript %lld of `%s` in %s is outside 1 .. %d%s%s",
                          (long long)value[i], comp_name_text(x->m, array), x->what, d->size,
                          iterators_text(x), hint_position(value[i], d->size, x->iters));
    return true;
}

/* Elements of an EX_CREF, in the order of its dimensions. */
static bool ends_of_cref(Ends *x, Expr e)
{
    Model *m = x->m;
    Comp *comp = cref_comp(m, e);
    const Dim *dim[8 * MAX_DIMS];
    int nd = comp_path_dims(comp), left = nd;
    KRON_ASSERT(nd <= 8 * MAX_DIMS);
    for (const Comp *p = comp; p; p = p->parent)
        for (int k = p->ndims; k-- > 0;)
            dim[--left] = &p->dim[k];
    int64_t *value[8 * MAX_DIMS], one[8 * MAX_DIMS], count[8 * MAX_DIMS], at[8 * MAX_DIMS];
    int64_t total = 1;
    for (int k = 0; k < nd; k++) {
        Expr sub = expr_arg(m->store, e, (uint32_t)k);
        value[k] = subscript_values(x, sub, dim[k]->size, &one[k], &count[k]);
        if (!value[k] || !is_inside(x, sub, value[k], count[k], dim[k], comp))
            return false;
        total *= count[k];
        at[k] = 0;
    }
    for (int64_t i = 0; i < total; i++) {
        int64_t position = 0;
        for (int k = 0; k < nd; k++)
            position = position * dim[k]->size + value[k][at[k]] - 1;
        vec_push(m->arena, x->out, ((End){comp, position, false}));
        for (int k = nd - 1; k >= 0 && ++at[k] == count[k]; k--)
            at[k] = 0;
    }
    return true;
}

static bool ends_of(Ends *x, Expr e)
{
    Model *m = x->m;
    ExprStore *s = m->store;
    uint32_t n = expr_node(s, e)->nargs;
    switch (expr_op(s, e)) {
    case EX_CREF:
        return ends_of_cref(x, e);
    case EX_ARRAY:
        for (uint32_t i = 0; i < n; i++)
            if (!ends_of(x, expr_arg(s, e, i)))
                return false;
        return true;
    case EX_INDEX: { /* an element of a split array */
        int64_t k;
        Expr array = expr_arg(s, e, 0);
        if (n == 2 && expr_op(s, array) == EX_ARRAY &&
            eval_subscript(m, expr_arg(s, e, 1), x->iters, &k) && k >= 1 &&
            k <= (int64_t)expr_node(s, array)->nargs)
            return ends_of(x, expr_arg(s, array, (uint32_t)k - 1));
        break;
    }
    default:
        break;
    }
    return x->what && refuse(m, x->at, "only connectors can be connected");
}

bool reference_ends(Model *m, Expr e, const IterValue *iters, Span at, const char *what,
                    EndList *out)
{
    Ends x = {m, iters, at, what, out};
    out->n = 0;
    return ends_of(&x, e);
}
