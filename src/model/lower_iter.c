/* lower_iter.c - array constructors and reductions with iterators in functions and algorithms.
 *
 * Where the body is an expression, the constructor stays one, leaf by leaf if it makes records.
 * Where it needs statements (calls that are taken out of expressions), they become loops over the
 * positions of the ranges; where it makes events, its turns are written out. The body is lowered
 * once, with variables in place of the iterators, so that nesting costs nothing: linear. */
#include "model/lower_internal.h"

typedef struct IterLoop {
    Expr e;
    int n;                              /* iterators */
    Expr range[MAX_DIMS];               /* of each: its values, */
    Expr value[MAX_DIMS], at[MAX_DIMS]; /* ... the variables for it and for its position */
    TypeList types;                     /* of the leaves of the result */
    ExprList leaf;                      /* of the body */
    ExprList result;                    /* temporaries, one for each leaf */
} IterLoop;

static Expr iterator_of(const Lower *l, const IterLoop *loop, int k)
{
    return expr_arg(l->m->store, loop->e, (uint32_t)(1 + 2 * k));
}

/* ---- The body ---- */

static bool loop_ranges(Lower *l, IterLoop *loop)
{
    for (int k = 0; k < loop->n; k++) {
        loop->range[k] = lower_expr(l, expr_arg(l->m->store, loop->e, (uint32_t)(2 + 2 * k)));
        if (!loop->range[k])
            return false;
    }
    return true;
}

/* Lowers the body, with variables in place of the iterators; its statements go to `to`. */
static bool loop_body(Lower *l, IterLoop *loop, StmtList *to)
{
    Model *m = l->m;
    StmtList *outer = l->out;
    for (int k = 0; k < loop->n; k++) {
        Expr iter = iterator_of(l, loop, k);
        loop->value[k] = lower_temporary(l, expr_type(m->store, iter));
        map_set(&l->iter_local, m->kept, expr_node(m->store, iter)->payload,
                (uint32_t)expr_node(m->store, loop->value[k])->payload + 1);
    }
    l->out = to;
    bool good = lower_leaves(l, expr_arg(m->store, loop->e, 0), &loop->leaf);
    l->out = outer;
    return good;
}

/* The iterators are iterators again. */
static void forget_variables(Lower *l, const IterLoop *loop)
{
    for (int k = 0; k < loop->n; k++)
        map_set(&l->iter_local, l->m->kept,
                expr_node(l->m->store, iterator_of(l, loop, k))->payload, 0);
}

typedef struct Back {
    const Lower *l;
    const IterLoop *loop;
} Back;

static Expr iterator_leaf(void *arg, Expr e)
{
    const Back *b = arg;
    for (int k = 0; k < b->loop->n; k++)
        if (e == b->loop->value[k])
            return iterator_of(b->l, b->loop, k);
    return 0;
}

/* ---- Loops ---- */

/* What stands in an element until it is computed. */
static Expr blank(Model *m, Type scalar)
{
    switch (tinfo(m, scalar)->base) {
    case TY_STRING:
        return expr_string(m->store, name_cstr(m->ctx->names, ""));
    case TY_BOOL:
        return expr_bool(m->store, false);
    case TY_ENUM:
        return expr_literal(m->store, scalar, 1);
    default:
        return expr_literal(m->store, scalar, 0);
    }
}

/* The body's leaves as they were before they were lowered. */
static void raw_leaves(Model *m, Expr e, ExprList *out)
{
    const RecordInfo *r = einfo(m, e)->base == TY_RECORD ? rinfo(m, expr_type(m->store, e)) : NULL;
    for (int i = 0; r && i < r->n; i++) {
        Expr field = field_expr(m, e, r->field[i]);
        if (field)
            raw_leaves(m, field, out);
    }
    if (!r)
        vec_push(m->kept, out, e);
}

/* Size k + 1 of a leaf of the body without a turn; 0 after a report. */
static Expr leaf_size(Lower *l, const IterLoop *loop, int leaf, int k)
{
    static const char untold[] =
        "the iterators of an array constructor have no values here, and nothing tells "
        "the size of its elements: declare the sizes of the outputs of functions it calls";
    Model *m = l->m;
    ExprList raw = {0};
    raw_leaves(m, expr_arg(m->store, loop->e, 0), &raw);
    Expr size = leaf < raw.n ? size_without_turns(m, loop->e, raw.v[leaf], k) : 0;
    if (size)
        return lower_expr(l, size);
    Stmt *s = lower_emit(l, ST_ASSERT);
    s->value = expr_bool(m->store, false);
    s->message = expr_string(m->store, name_cstr(m->ctx->names, untold));
    return expr_int(m->store, 0);
}

/* What tells the sizes of the elements that the type leaves open. */
typedef enum SizesFrom { FROM_NOTHING, FROM_BODY, FROM_ELEMENT } SizesFrom;

/* fill(blank, size of the ranges, size of an element x) */
static Expr filled(Lower *l, const IterLoop *loop, int leaf, SizesFrom by, Expr x)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    const TypeInfo *t = tinfo(m, loop->types.v[leaf]);
    Expr arg[MAX_DIMS + 1] = {blank(m, t->scalar)};
    for (int k = 0; k < t->ndims; k++) {
        if (k < loop->n)
            arg[1 + k] = raw2(m, EX_SIZE, T_INT, loop->range[loop->n - 1 - k], expr_int(st, 1));
        else if (by == FROM_ELEMENT)
            arg[1 + k] = raw2(m, EX_SIZE, T_INT, x, expr_int(st, k - loop->n + 1));
        else if (t->dim[k] != DIM_UNKNOWN)
            arg[1 + k] = expr_int(st, t->dim[k]);
        else
            arg[1 + k] = by == FROM_BODY ? leaf_size(l, loop, leaf, k - loop->n) : expr_int(st, 0);
        if (!arg[1 + k])
            return 0;
    }
    return expr_make(st, EX_FILL, loop->types.v[leaf], 0, 0, (uint32_t)t->ndims + 1, arg);
}

static bool has_open_size(Model *m, Type type, int from)
{
    const TypeInfo *t = tinfo(m, type);
    for (int k = from; k < t->ndims; k++)
        if (t->dim[k] == DIM_UNKNOWN)
            return true;
    return false;
}

/* Whether no turn is taken. */
static Expr has_no_turn(Model *m, const IterLoop *loop)
{
    ExprStore *st = m->store;
    Expr none[MAX_DIMS];
    int n = 0;
    for (int i = 0; i < loop->n; i++) {
        Expr r = loop->range[i];
        if (einfo(m, r)->dim[0] > 0)
            continue;
        bool ones = expr_op(st, r) == EX_RANGE && expr_node(st, r)->nargs == 2;
        none[n++] = ones ? raw2(m, EX_LT, T_BOOL, expr_arg(st, r, 1), expr_arg(st, r, 0))
                         : raw2(m, EX_EQ, T_BOOL, raw2(m, EX_SIZE, T_INT, r, expr_int(st, 1)),
                                expr_int(st, 0));
    }
    return n > 1 ? raw_make(m, EX_OR, T_BOOL, n, none) : n ? none[0] : expr_bool(st, false);
}

/* Under a condition, if it can be: the result gets its size. False after a report. */
static bool open_result(Lower *l, const IterLoop *loop, int k, Expr condition, SizesFrom by, Expr x)
{
    StmtList *outer = l->out, body = {0};
    if (condition == expr_bool(l->m->store, false))
        return true;
    l->out = &body;
    Expr value = filled(l, loop, k, by, x);
    if (value)
        lower_assign(l, loop->result.v[k], value);
    l->out = outer;
    lower_emit_body(l, ST_IF, condition, body);
    return value;
}

/* The first element tells the size of the others: if it has one, and the result none yet. */
static void open_by_element(Lower *l, const IterLoop *loop, int k, Expr x)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    Expr count = expr_int(st, 1);
    for (int i = 0; i < tinfo(m, loop->types.v[k])->ndims; i++)
        count = raw2(m, EX_MUL, T_INT, count,
                     raw2(m, EX_SIZE, T_INT, loop->result.v[k], expr_int(st, i + 1)));
    open_result(l, loop, k, raw2(m, EX_EQ, T_BOOL, count, expr_int(st, 0)), FROM_ELEMENT, x);
}

/* What the result is before the first turn; false after a report. */
static bool loop_begin(Lower *l, IterLoop *loop)
{
    Model *m = l->m;
    ExprOp op = expr_op(m->store, loop->e);
    for (int k = 0; k < loop->types.n; k++) {
        Type type = loop->types.v[k];
        Type scalar = tinfo(m, type)->scalar;
        vec_push(m->kept, &loop->result, lower_temporary(l, type));
        if (op == EX_FORARRAY) {
            lower_assign(l, loop->result.v[k], filled(l, loop, k, FROM_NOTHING, 0));
            if (has_open_size(m, type, loop->n) &&
                !open_result(l, loop, k, has_no_turn(m, loop), FROM_BODY, 0))
                return false;
        } else {
            lower_assign(l, loop->result.v[k],
                         op == EX_FORMIN || op == EX_FORMAX
                             ? extreme_value(m, scalar, op == EX_FORMIN)
                             : expr_literal(m->store, scalar, op == EX_FORPRODUCT));
        }
    }
    return true;
}

static void put_in_array(Lower *l, const IterLoop *loop, int k, Expr x)
{
    Model *m = l->m;
    Type type = loop->types.v[k];
    const TypeInfo *t = tinfo(m, type);
    Expr sub[MAX_DIMS];
    for (int j = 0; j < t->ndims; j++)
        sub[j] = j < loop->n ? loop->at[loop->n - 1 - j]
                             : expr_make(m->store, EX_COLON, T_INT, 0, 0, 0, NULL);
    int inner = t->ndims - loop->n;
    Type element = inner ? tarray(m, t->scalar, inner, t->dim + loop->n) : t->scalar;
    if (has_open_size(m, type, loop->n)) {
        Expr y = lower_temporary(l, element);
        lower_assign(l, y, x);
        open_by_element(l, loop, k, y);
        x = y;
    }
    lower_assign(l, lower_index(l, loop->result.v[k], t->ndims, sub, element), x);
}

/* One turn of the innermost loop, after the statements of the body. */
static void loop_turn(Lower *l, const IterLoop *loop)
{
    ExprStore *st = l->m->store;
    ExprOp op = expr_op(st, loop->e);
    for (int k = 0; k < loop->leaf.n; k++) {
        if (op == EX_FORARRAY) {
            put_in_array(l, loop, k, loop->leaf.v[k]);
            continue;
        }
        ExprOp step = op == EX_FORSUM       ? EX_ADD
                      : op == EX_FORPRODUCT ? EX_MUL
                      : op == EX_FORMIN     ? EX_MIN
                                            : EX_MAX;
        Expr both[2] = {loop->result.v[k], loop->leaf.v[k]};
        lower_assign(l, loop->result.v[k], expr_make(st, step, loop->types.v[k], 0, 0, 2, both));
    }
}

/* The loop over iterator k and those inside it. */
static void loop_level(Lower *l, IterLoop *loop, int k, StmtList *innermost)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    loop->at[k] = lower_temporary(l, T_INT);
    int32_t unknown = DIM_UNKNOWN;
    StmtList *outer = l->out, body = {0};
    l->out = &body;
    lower_assign(
        l, loop->value[k],
        lower_index(l, loop->range[k], 1, &loop->at[k], expr_type(st, iterator_of(l, loop, k))));
    if (k) {
        loop_level(l, loop, k - 1, innermost);
    } else {
        for (int i = 0; i < innermost->n; i++)
            vec_push(m->kept, &body, innermost->v[i]);
        loop_turn(l, loop);
    }
    l->out = outer;
    Expr last = raw2(m, EX_SIZE, T_INT, loop->range[k], expr_int(st, 1));
    Stmt *s = lower_emit_body(l, ST_FOR, 0, body);
    s->iter = loop->at[k];
    s->range = raw2(m, EX_RANGE, tarray(m, T_INT, 1, &unknown), expr_int(st, 1), last);
}

static bool loop_over(Lower *l, IterLoop *loop, StmtList *body)
{
    for (int k = 0; k < loop->n; k++) {
        Expr values = lower_temporary(l, expr_type(l->m->store, loop->range[k]));
        lower_assign(l, values, loop->range[k]);
        loop->range[k] = values;
    }
    if (!loop_begin(l, loop))
        return false;
    loop_level(l, loop, loop->n - 1, body);
    return true;
}

/* ---- Turns ---- */

/* In a model's algorithm relations and jumping functions of an iterator are one for each turn, so
 * that each makes events: the turns of iterator k and those inside it as constructors, one for each
 * leaf. False with *good: a range is not known, empty or too long; else after a report. */
static bool write_turns(Lower *l, const IterLoop *loop, int k, int64_t turns, ExprList *out,
                        bool *good)
{
    enum { MOST_TURNS = 1000 };
    Model *m = l->m;
    ExprStore *st = m->store;
    const IterValue *outer = l->iters;
    Value *v = eval_try(m, expr_arg(st, loop->e, (uint32_t)(2 * k + 2)), outer);
    if (!v || !v->num || !v->n || v->n * turns > MOST_TURNS)
        return false;
    ExprList *turn = ARENA_ARRAY(m->kept, ExprList, v->n);
    for (int64_t i = 0; i < v->n; i++) {
        IterValue it = {
            (uint32_t)expr_node(st, iterator_of(l, loop, k))->payload, v->num[i], outer, {0}};
        l->iters = &it;
        bool done = k ? write_turns(l, loop, k - 1, turns * v->n, &turn[i], good)
                      : (*good = lower_leaves(l, expr_arg(st, loop->e, 0), &turn[i]));
        l->iters = outer;
        if (!done)
            return false;
    }
    Expr *element = ARENA_ARRAY(m->kept, Expr, v->n);
    for (int j = 0; j < turn[0].n; j++) {
        for (int64_t i = 0; i < v->n; i++)
            element[i] = turn[i].v[j];
        int32_t dim[2 * MAX_DIMS] = {(int32_t)v->n};
        const TypeInfo *inner = einfo(m, element[0]);
        memcpy(dim + 1, inner->dim, (size_t)inner->ndims * sizeof *dim);
        Type type = tarray(m, tinfo(m, loop->types.v[j])->scalar, inner->ndims + 1, dim);
        vec_push(m->kept, out, expr_make(st, EX_ARRAY, type, 0, 0, (uint32_t)v->n, element));
    }
    return true;
}

/* Whether the body makes events by an iterator. */
static bool makes_events(const Lower *l, const IterLoop *loop)
{
    bool found = false;
    for (int k = 0; k < loop->leaf.n && !l->info; k++) {
        unsigned has = expr_node(l->m->store, loop->leaf.v[k])->traits;
        found = found || (has & ET_EVENT && has & ET_LOCAL);
    }
    return found;
}

/* ---- All of it ---- */

/* A constructor, or without turns an array of the size that they would make; 0 after a report. */
static Expr keep_or_fill(Lower *l, const IterLoop *loop, int k, Expr all)
{
    Model *m = l->m;
    Type type = loop->types.v[k];
    StmtList *outer = l->out, body[2] = {{0}, {0}};
    Expr condition = has_no_turn(m, loop);
    if (condition == expr_bool(m->store, false))
        return all;
    l->out = &body[0];
    Expr blanks = filled(l, loop, k, FROM_BODY, 0);
    l->out = outer;
    if (!blanks || !body[0].n)
        return blanks ? raw_make(m, EX_IF, type, 3, (Expr[]){condition, blanks, all}) : 0;
    Expr x = lower_temporary(l, type);
    l->out = &body[0];
    lower_assign(l, x, blanks);
    l->out = &body[1];
    lower_assign(l, x, all);
    l->out = outer;
    StmtBranch branch[2] = {{condition, body[0].n, body[0].v}, {0, body[1].n, body[1].v}};
    Stmt *s = lower_emit(l, ST_IF);
    s->nbranches = 2;
    s->branch = arena_copy(m->kept, branch, sizeof branch);
    return x;
}

/* The constructor or reduction itself, leaf by leaf; false after a report. */
static bool keep_iterated(Lower *l, const IterLoop *loop, ExprList *out)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    Back back = {l, loop};
    Expr arg[2 * MAX_DIMS + 1];
    for (int k = 0; k < loop->n; k++) {
        arg[1 + 2 * k] = iterator_of(l, loop, k);
        arg[2 + 2 * k] = loop->range[k];
    }
    for (int k = 0; k < loop->leaf.n; k++) {
        arg[0] = raw_map(m, loop->leaf.v[k], iterator_leaf, &back);
        const ExprNode *node = expr_node(st, loop->e); /* nodes move when others are made */
        Type type = loop->types.v[k];
        Expr all = !type_elements(expr_types(st), type)
                       ? empty_array(m, type)
                       : expr_make(st, (ExprOp)node->op, type, node->flags, node->payload,
                                   (uint32_t)(1 + 2 * loop->n), arg);
        if (expr_op(st, all) == EX_FORARRAY && has_open_size(m, type, loop->n))
            all = keep_or_fill(l, loop, k, all);
        if (!all)
            return false;
        vec_push(m->kept, out, all);
    }
    return true;
}

bool lower_iterated(Lower *l, Expr e, ExprList *out)
{
    Model *m = l->m;
    ExprStore *st = m->store;
    ExprOp op = expr_op(st, e);
    IterLoop loop = {.e = e, .n = (int)(expr_node(st, e)->nargs - 1) / 2};
    StmtList body = {0};
    int nvars = l->var.n;
    if (!loop_ranges(l, &loop) || !loop_body(l, &loop, &body))
        return false;
    lower_leaf_types(m, expr_type(st, e), &loop.types);
    forget_variables(l, &loop);
    bool good = true;
    if (makes_events(l, &loop)) {
        ExprList all = {0};
        bool done = write_turns(l, &loop, loop.n - 1, 1, &all, &good);
        for (int k = 0; k < all.n && done; k++)
            vec_push(m->kept, out,
                     op == EX_FORARRAY
                         ? all.v[k]
                         : raw1(m, (ExprOp)(EX_SUM + op - EX_FORSUM), loop.types.v[k], all.v[k]));
        if (done || !good)
            return good;
    }
    if (!body.n) {
        int after = l->var.n;
        good = keep_iterated(l, &loop, out);
        l->var.n = after == nvars + loop.n && l->var.n == after ? nvars : l->var.n;
        return good;
    }
    if (!loop_over(l, &loop, &body))
        return false;
    for (int k = 0; k < loop.result.n; k++)
        vec_push(m->kept, out, loop.result.v[k]);
    return true;
}
