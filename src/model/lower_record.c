/* lower_record.c - values of records as the list of their leaves. */
#include "model/lower_internal.h"

typedef struct LeafRefs {
    Lower *l;
    Expr record;
    ExprList *out;
} LeafRefs;

static void push_leaf_reference(void *data, Comp *leaf)
{
    LeafRefs *r = data;
    Model *m = r->l->m;
    uint32_t n = expr_node(m->store, r->record)->nargs;
    int total = comp_path_dims(leaf);
    Expr sub[8 * MAX_DIMS];
    for (uint32_t i = 0; i < n; i++)
        sub[i] = expr_arg(m->store, r->record, i);
    const TypeInfo *rt = einfo(m, r->record);
    int32_t dim[8 * MAX_DIMS];
    int nd = 0;
    for (int i = 0; i < rt->ndims; i++)
        dim[nd++] = rt->dim[i];
    const Comp *record = cref_comp(m, r->record);
    const Dim *inner[MAX_DIMS];
    int ninner = lower_path_dims(leaf, inner), first = comp_path_dims(record);
    for (int i = first; i < ninner && i < total; i++) {
        sub[n++] = raw_colon(m);
        dim[nd++] = inner[i]->size;
    }
    if (nd > MAX_DIMS) {
        lower_fail(r->l);
        return;
    }
    Type t = tarray(m, comp_type(m, leaf), nd, dim);
    Expr e = lower_expr(r->l, expr_make(m->store, EX_CREF, t, 0, leaf->id, n, sub));
    if (e)
        vec_push(m->kept, r->out, e);
}

static void value_leaves(Model *m, const Value *v, ExprList *out)
{
    if (!v->field) {
        vec_push(m->kept, out, value_expr(m, v));
        return;
    }
    for (int i = 0; i < v->nfields; i++)
        value_leaves(m, v->field[i], out);
}

static void record_reference(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    Comp *c = cref_comp(m, e);
    if (comp_variability(m, c) == VARY_CONSTANT && (!c->parent || l->info)) {
        Value *v = eval_try(m, e, l->iters);
        if (v) {
            value_leaves(m, v, out);
            return;
        }
    }
    LeafRefs r = {l, e, out};
    if (!lower_each_leaf(m, c, push_leaf_reference, &r))
        lower_fail(l);
}

/* Fields of an expression one after the other: for INDEX, ARRAY, FILL and their like the operator
 * is applied to each leaf. `first`, `count`: which operands are records. */
static void leafwise(Lower *l, Expr e, uint32_t first, uint32_t count, ExprList *out)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    uint32_t n = expr_node(s, e)->nargs;
    ExprList *part = ARENA_ARRAY(m->kept, ExprList, n);
    Expr *arg = ARENA_ARRAY(m->kept, Expr, n + MAX_DIMS);
    for (uint32_t i = 0; i < n; i++) {
        Expr a = expr_arg(s, e, i);
        if (i >= first && i < first + count)
            lower_leaves(l, a, &part[i]);
        else
            arg[i] = expr_op(s, a) == EX_ITER && expr_op(s, e) != EX_INDEX ? a : lower_expr(l, a);
        if (l->failed)
            return;
    }
    TypeList types = {0};
    lower_leaf_types(m, expr_type(s, e), &types);
    for (int k = 0; k < types.n; k++) {
        uint32_t na = n;
        for (uint32_t i = first; i < first + count; i++)
            arg[i] = part[i].v[k];
        if (expr_op(s, e) == EX_INDEX) /* fields may have dimensions of their own */
            while ((int)na < einfo(m, arg[0])->ndims + 1)
                arg[na++] = expr_make(s, EX_COLON, T_INT, 0, 0, 0, NULL);
        const ExprNode *node = expr_node(s, e);
        vec_push(m->kept, out,
                 expr_make(s, (ExprOp)node->op, types.v[k], node->flags, node->payload, na, arg));
    }
}

static void field_leaves(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    Expr record = expr_arg(s, e, 0);
    ExprList all = {0};
    lower_leaves(l, record, &all);
    if (l->failed)
        return;
    const RecordInfo *info =
        type_record_info(expr_types(s), type_scalar(expr_types(s), expr_type(s, record)));
    int k = (int)expr_node(s, e)->payload, first = 0;
    TypeList before = {0}, own = {0};
    for (int i = 0; i < k; i++)
        lower_leaf_types(m, info->type[i], &before);
    lower_leaf_types(m, info->type[k], &own);
    first = before.n;
    for (int i = 0; i < own.n && first + i < all.n; i++)
        vec_push(m->kept, out, all.v[first + i]);
}

void lower_leaves(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    if (l->failed)
        return;
    int base = einfo(m, e)->base;
    ExprOp op = expr_op(s, e);
    if (op == EX_FIELD) {
        field_leaves(l, e, out);
        return;
    }
    if (base != TY_RECORD && base != TY_TUPLE) {
        Expr x = lower_expr(l, e);
        if (x)
            vec_push(m->kept, out, x);
        return;
    }
    uint32_t n = expr_node(s, e)->nargs;
    switch (op) {
    case EX_CREF:
        record_reference(l, e, out);
        break;
    case EX_RECORD:
        for (uint32_t i = 0; i < n; i++)
            lower_leaves(l, expr_arg(s, e, i), out);
        break;
    case EX_CALL:
        lower_hoist(l, e, out);
        break;
    case EX_IF:
        lower_if_leaves(l, e, out);
        break;
    case EX_INDEX:
    case EX_FILL:
    case EX_FORARRAY:
        leafwise(l, e, 0, 1, out);
        break;
    case EX_ARRAY:
        leafwise(l, e, 0, n, out);
        break;
    case EX_CAT:
        leafwise(l, e, 1, n - 1, out);
        break;
    default:
        refuse(m, l->at, "this operation on records is not supported");
        lower_fail(l);
    }
}

/* The leaves in the order of another record type with the same fields. */
void lower_leaves_as(Lower *l, Expr e, Type want, ExprList *out)
{
    Model *m = l->m;
    const TypeInfo *h = einfo(m, e), *w = tinfo(m, want);
    if (h->base != TY_RECORD || w->base != TY_RECORD || h->scalar == w->scalar) {
        lower_leaves(l, e, out);
        return;
    }
    const RecordInfo *r = type_record_info(expr_types(m->store), w->scalar);
    for (int i = 0; i < r->n; i++) {
        Expr f = field_expr(m, e, r->field[i]);
        if (!f) {
            lower_fail(l);
            return;
        }
        lower_leaves_as(l, f, tarray(m, r->type[i], w->ndims, w->dim), out);
    }
}
