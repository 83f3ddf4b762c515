/* lower_record.c - values of records as the list of their leaves. */
#include "model/lower_internal.h"

static void value_leaves(Model *m, const Value *v, ExprList *out)
{
    if (!v->field) {
        vec_push(m->kept, out, value_expr(m, v));
        return;
    }
    for (int i = 0; i < v->nfields; i++)
        value_leaves(m, v->field[i], out);
}

static bool record_reference(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    Comp *c = cref_comp(m, e);
    bool constant = comp_variability(m, c) == VARY_CONSTANT && (!c->parent || l->info);
    Value *v = constant ? eval_try(m, e, l->iters) : NULL;
    if (v)
        value_leaves(m, v, out);
    const RecordInfo *r = rinfo(m, expr_type(m->store, e));
    for (int i = 0; i < r->n && !v; i++)
        if (!lower_leaves(l, field_expr(m, e, r->field[i]), out))
            return false;
    return true;
}

/* Fields of an expression one after the other: for INDEX, ARRAY, FILL and their like the operator
 * is applied to each leaf. `first`, `count`: which operands are records. */
static bool leafwise(Lower *l, Expr e, uint32_t first, uint32_t count, ExprList *out)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    uint32_t n = expr_node(s, e)->nargs;
    ExprList *part = ARENA_ARRAY(m->kept, ExprList, n);
    Expr *arg = ARENA_ARRAY(m->kept, Expr, n + MAX_DIMS);
    for (uint32_t i = 0; i < n; i++) {
        Expr a = expr_arg(s, e, i);
        bool record = i >= first && i < first + count;
        if (!record)
            arg[i] = lower_expr(l, a);
        if (record ? !lower_leaves(l, a, &part[i]) : !arg[i])
            return false;
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
        vec_push(
            m->kept, out,
            !type_elements(expr_types(s), types.v[k])
                ? empty_array(m, types.v[k])
                : expr_make(s, (ExprOp)node->op, types.v[k], node->flags, node->payload, na, arg));
    }
    return true;
}

static bool field_leaves(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    Expr record = expr_arg(m->store, e, 0);
    ExprList all = {0};
    if (!lower_leaves(l, record, &all))
        return false;
    const RecordInfo *info = rinfo(m, expr_type(m->store, record));
    int k = (int)expr_node(m->store, e)->payload;
    TypeList types = {0};
    for (int i = 0; i < k; i++)
        lower_leaf_types(m, info->type[i], &types);
    int first = types.n;
    lower_leaf_types(m, info->type[k], &types);
    for (int i = first; i < types.n && i < all.n; i++)
        vec_push(m->kept, out, all.v[i]);
    return true;
}

/* The leaves of an array without elements; false: fields of its records have sizes that are not
 * known. */
static bool push_empty(Model *m, Type t, ExprList *out)
{
    TypeList types = {0};
    lower_leaf_types(m, t, &types);
    for (int k = 0; k < types.n; k++)
        if (type_elements(expr_types(m->store), types.v[k]))
            return false;
    for (int k = 0; k < types.n; k++)
        vec_push(m->kept, out, empty_array(m, types.v[k]));
    return true;
}

bool lower_leaves(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    int base = e ? einfo(m, e)->base : TY_NONE;
    ExprOp op = e ? expr_op(s, e) : EX_NONE;
    if (op == EX_FIELD)
        return field_leaves(l, e, out);
    if (e && lower_is_empty(m, e) && push_empty(m, expr_type(s, e), out))
        return true;
    if (base != TY_RECORD && base != TY_TUPLE) {
        Expr x = lower_expr(l, e);
        if (x)
            vec_push(m->kept, out, x);
        return x;
    }
    uint32_t n = expr_node(s, e)->nargs;
    switch (op) {
    case EX_CREF:
        return record_reference(l, e, out);
    case EX_RECORD:
        for (uint32_t i = 0; i < n; i++)
            if (!lower_leaves(l, expr_arg(s, e, i), out))
                return false;
        return true;
    case EX_CALL:
        return lower_hoist(l, e, out);
    case EX_IF:
        return lower_if_leaves(l, e, out);
    case EX_INDEX:
    case EX_FILL:
        return leafwise(l, e, 0, 1, out);
    case EX_FORARRAY:
        return lower_iterated(l, e, out);
    case EX_ARRAY:
        return leafwise(l, e, 0, n, out);
    case EX_CAT:
        return leafwise(l, e, 1, n - 1, out);
    case EX_SPATIAL:
        return refuse(m, l->at, "`spatialDistribution` can only be used in equations");
    default:
        return refuse(m, l->at, "this operation on records is not supported");
    }
}

/* ---- Iterators over records ---- */

/* The record whose leaves are the elements `at` of vectors leaf[*next], ... */
static Expr record_of_elements(Model *m, Type type, const ExprList *leaf, int *next, Expr at)
{
    const RecordInfo *r = rinfo(m, type);
    Expr *field = ARENA_ARRAY(m->kept, Expr, r->n);
    for (int i = 0; i < r->n; i++)
        field[i] = tinfo(m, r->type[i])->base == TY_RECORD
                       ? record_of_elements(m, r->type[i], leaf, next, at)
                       : index_expr(m, leaf->v[(*next)++], 1, &at);
    return raw_make(m, EX_RECORD, type, r->n, field);
}

bool lower_keep_leaves(Lower *l, Expr vector, ExprList *kept)
{
    Model *m = l->m;
    ExprList leaf = {0};
    if (!lower_leaves(l, vector, &leaf))
        return false;
    for (int k = 0; k < leaf.n; k++) {
        vec_push(m->kept, kept, lower_temporary(l, expr_type(m->store, leaf.v[k])));
        lower_assign(l, kept->v[k], leaf.v[k]);
    }
    return true;
}

Expr lower_kept_element(Lower *l, Expr vector, const ExprList *kept, Expr at)
{
    int next = 0;
    return record_of_elements(l->m, einfo(l->m, vector)->scalar, kept, &next, at);
}
