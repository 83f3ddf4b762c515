/* inner_size.c - sizes of the elements of array constructors whose iterators have no values: told
 * by the body without a turn, because none is taken.
 *
 * A size is an expression of what surrounds the constructor. Where it could follow from the
 * iterators (v[i:i + 2] has 3 elements for every i) it is told for two values of them: the
 * elements have one size if it is the same for both. One visit for each operator. */
#include "model/function.h"

typedef struct Body {
    Model *m;
    Expr loop;  /* the constructor */
    int beyond; /* stand-ins are the first values of ranges plus this */
} Body;

static Expr iterator(const Body *b, uint32_t k)
{
    return expr_arg(b->m->store, b->loop, 1 + 2 * k);
}

static bool is_iterator(void *data, Expr e)
{
    const Body *b = data;
    uint32_t n = expr_node(b->m->store, b->loop)->nargs / 2;
    bool found = false;
    for (uint32_t k = 0; k < n && !found; k++)
        found = e == iterator(b, k);
    return found;
}

static bool turns_with(Body *b, Expr e)
{
    return expr_any(b->m->store, e, is_iterator, b);
}

static Expr told(Body *b, Expr e, int k);

static Expr product_of_sizes(Body *b, Expr e)
{
    Expr all = expr_int(b->m->store, 1);
    for (int k = 0; k < einfo(b->m, e)->ndims && all; k++) {
        Expr size = told(b, e, k);
        all = size ? raw2(b->m, EX_MUL, T_INT, all, size) : 0;
    }
    return all;
}

/* Parts side by side: those of dimension k are added. */
static Expr of_cat(Body *b, Expr e, int k)
{
    ExprStore *s = b->m->store;
    if ((int64_t)expr_node(s, expr_arg(s, e, 0))->payload != k + 1)
        return told(b, expr_arg(s, e, 1), k);
    Expr sum = told(b, expr_arg(s, e, 1), k);
    for (uint32_t i = 2; i < expr_node(s, e)->nargs && sum; i++) {
        Expr size = told(b, expr_arg(s, e, i), k);
        sum = size ? raw2(b->m, EX_ADD, T_INT, sum, size) : 0;
    }
    return sum;
}

/* A reference with all its dimensions, however they are subscripted. */
static Expr whole(Model *m, Expr ref)
{
    ExprNode node = *expr_node(m->store, ref);
    Expr *sub = ARENA_ARRAY(m->kept, Expr, node.nargs + 1);
    int32_t *dim = ARENA_ARRAY(m->kept, int32_t, node.nargs + 1);
    for (uint32_t i = 0; i < node.nargs; i++) {
        sub[i] = raw_colon(m);
        dim[i] = DIM_UNKNOWN;
    }
    Type t = tarray(m, tinfo(m, node.type)->scalar, (int)node.nargs, dim);
    return expr_make(m->store, EX_CREF, t, node.flags, node.payload, node.nargs, sub);
}

/* Of what subscripts choose in an array: `:` keeps a size, a vector gives its own. */
static Expr of_chosen(Body *b, Expr e, uint32_t first, int k)
{
    ExprStore *s = b->m->store;
    uint32_t n = expr_node(s, e)->nargs;
    for (uint32_t i = first; i < n; i++) {
        Expr sub = expr_arg(s, e, i);
        bool colon = expr_op(s, sub) == EX_COLON;
        if ((!colon && !einfo(b->m, sub)->ndims) || k--)
            continue;
        if (!colon)
            return told(b, sub, 0);
        return first ? told(b, expr_arg(s, e, 0), (int)(i - first))
                     : raw_size(b->m, whole(b->m, e), (int)i);
    }
    return 0;
}

/* What the function declares for output `out`, with the arguments of the call. */
static Expr of_call(Body *b, Expr call, int out, int k)
{
    Model *m = b->m;
    const ExprNode *n = expr_node(m->store, call);
    uint32_t nargs = n->nargs;
    ClassInst *ci = n->payload >> 32 ? NULL : function_info(m, (uint32_t)n->payload)->ci;
    Comp **in, **result;
    if (!ci || function_inputs(m, ci, &in) != (int)nargs || function_outputs(m, ci, &result) <= out)
        return 0;
    Expr *arg = arena_copy(m->kept, expr_args(m->store, call), nargs * sizeof *arg);
    const Comp *c = result[out];
    if (k >= c->ndims || !c->dim[k].expr)
        return 0;
    Expr size = with_arguments(m, c->dim[k].expr, (int)nargs, in, arg);
    return raw_references(m, size, c) ? 0 : size;
}

static Expr of_branches(Body *b, Expr e, int k)
{
    ExprStore *s = b->m->store;
    Expr condition = expr_arg(s, e, 0);
    Expr yes = told(b, expr_arg(s, e, 1), k), no = told(b, expr_arg(s, e, 2), k);
    bool both = yes && no && yes != no && !turns_with(b, condition);
    return both ? raw_make(b->m, EX_IF, T_INT, 3, (Expr[]){condition, yes, no}) : yes ? yes : no;
}

static Expr of_operand(Body *b, Expr e, int k)
{
    ExprStore *s = b->m->store;
    Expr found = 0;
    for (uint32_t i = 0; i < expr_node(s, e)->nargs && !found; i++)
        if (einfo(b->m, expr_arg(s, e, i))->ndims > k)
            found = told(b, expr_arg(s, e, i), k);
    return found;
}

/* Of {body for i in r, j in s}: the last iterator is the first dimension. */
static Expr of_constructor(Body *b, Expr e, int k)
{
    ExprStore *s = b->m->store;
    int turns = (int)expr_node(s, e)->nargs / 2;
    return k < turns ? told(b, expr_arg(s, e, (uint32_t)(2 * (turns - k))), 0)
                     : size_without_turns(b->m, e, expr_arg(s, e, 0), k - turns);
}

/* Size k + 1 of a product of matrices and vectors. */
static Expr of_product(Body *b, Expr e, int k)
{
    ExprStore *s = b->m->store;
    int own = einfo(b->m, expr_arg(s, e, 0))->ndims - 1;
    return k < own ? told(b, expr_arg(s, e, 0), k) : told(b, expr_arg(s, e, 1), k - own + 1);
}

static Expr of_operator(Body *b, Expr e, int k)
{
    ExprStore *s = b->m->store;
    ExprOp op = expr_op(s, e);
    uint32_t n = expr_node(s, e)->nargs;
    Expr first = n ? expr_arg(s, e, 0) : 0;
    switch (op) {
    case EX_CREF:
        return of_chosen(b, e, 0, k);
    case EX_INDEX:
        return of_chosen(b, e, 1, k);
    case EX_FILL:
        return k < (int)n - 1 ? expr_arg(s, e, (uint32_t)k + 1) : told(b, first, k - (int)n + 1);
    case EX_ARRAY:
        return k ? told(b, first, k - 1) : expr_int(s, n);
    case EX_CAT:
        return of_cat(b, e, k);
    case EX_TRANSPOSE:
        return told(b, first, k < 2 ? 1 - k : k);
    case EX_OUTERPRODUCT:
        return told(b, expr_arg(s, e, (uint32_t)k), 0);
    case EX_DIAGONAL:
        return told(b, first, 0);
    case EX_IDENTITY:
        return first;
    case EX_LINSPACE:
        return expr_arg(s, e, 2);
    case EX_VECTOR:
        return product_of_sizes(b, first);
    case EX_MATRIX:
    case EX_PROMOTE:
        return k < einfo(b->m, first)->ndims ? told(b, first, k) : expr_int(s, 1);
    case EX_MATMUL:
        return of_product(b, e, k);
    case EX_FORARRAY:
        return of_constructor(b, e, k);
    case EX_IF:
        return of_branches(b, e, k);
    case EX_CALL:
        return of_call(b, e, 0, k);
    case EX_FIELD:
        return expr_op(s, first) == EX_CALL && einfo(b->m, first)->base == TY_TUPLE
                   ? of_call(b, first, (int)expr_node(s, e)->payload, k)
                   : 0;
    case EX_RANGE:
        return raw2(b->m, EX_SIZE, T_INT, e, expr_int(s, 1));
    default:
        return of_operand(b, e, k);
    }
}

/* Size k + 1 of an array inside of the body; 0: it is not told. */
static Expr told(Body *b, Expr e, int k)
{
    const TypeInfo *t = einfo(b->m, e);
    if (k >= t->ndims)
        return 0;
    if (t->dim[k] != DIM_UNKNOWN)
        return expr_int(b->m->store, t->dim[k]);
    Expr size = of_operator(b, e, k);
    bool steady = !(expr_node(b->m->store, e)->traits & ET_IMPURE) && !turns_with(b, e);
    return size || !steady ? size : raw_size(b->m, e, k);
}

/* A value for an iterator that has none. */
static Expr stand_in(void *data, Expr e)
{
    Body *b = data;
    ExprStore *s = b->m->store;
    uint32_t n = expr_node(s, b->loop)->nargs / 2, k = 0;
    while (k < n && e != iterator(b, k))
        k++;
    Expr range = k < n ? expr_arg(s, b->loop, 2 + 2 * k) : 0;
    Type t = expr_type(s, e);
    if (!range || (t != T_INT && t != T_REAL))
        return 0;
    Expr first = expr_op(s, range) == EX_RANGE ? expr_arg(s, range, 0) : expr_literal(s, t, 1);
    return b->beyond ? raw2(b->m, EX_ADD, t, first, expr_literal(s, t, b->beyond)) : first;
}

Expr size_without_turns(Model *m, Expr loop, Expr body, int k)
{
    Body b = {.m = m, .loop = loop};
    Expr size = told(&b, body, k);
    if (!size || !turns_with(&b, size))
        return size && expr_node(m->store, size)->traits & ET_IMPURE ? 0 : size;
    Expr one = raw_map(m, size, stand_in, &b);
    b.beyond = 1;
    Expr two = raw_map(m, size, stand_in, &b);
    if (turns_with(&b, one) || turns_with(&b, two) || expr_node(m->store, one)->traits & ET_IMPURE)
        return 0;
    return raw_make(m, EX_IF, T_INT, 3,
                    (Expr[]){raw2(m, EX_EQ, T_BOOL, one, two), one, expr_int(m->store, 0)});
}
