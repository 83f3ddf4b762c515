/* flat_value.c - what is known of expressions of the flat model.
 *
 * Arithmetic and relations of Integers over iterators are computed; everything else was evaluated
 * when the front end ended, and is looked up by the expression and the values of its iterators. */
#include "model/flat.h"

static const TypeInfo *type_of(const FlatModel *f, Expr e)
{
    return type_info(expr_types(f->store), expr_type(f->store, e));
}

Expr flat_literal(const FlatModel *f, const FlatValue *v, int64_t k)
{
    Type scalar = type_scalar(expr_types(f->store), v->type);
    return v->str ? expr_string(f->store, v->str[k]) : expr_literal(f->store, scalar, v->num[k]);
}

/* ---- What was evaluated ---- */

typedef struct Iterators {
    const FlatModel *f;
    uint32_t number[MAX_DIMS * 2];
    int n;
} Iterators;

static void note_iterator(void *arg, Expr e)
{
    Iterators *it = arg;
    const ExprNode *node = expr_node(it->f->store, e);
    if (node->op == EX_ITER && it->n < 2 * MAX_DIMS)
        it->number[it->n++] = (uint32_t)node->payload;
}

/* A node that stands for nothing but itself: the expression, and its iterators' values. */
Expr flat_key(const FlatModel *f, Expr e, const IterValue *iters)
{
    if (!(expr_node(f->store, e)->traits & ET_LOCAL))
        return e;
    Iterators it = {.f = f};
    expr_visit(f->store, e, note_iterator, &it);
    Expr arg[2 * MAX_DIMS + 1] = {e};
    uint32_t n = 1;
    for (int i = 0; i < it.n; i++)
        for (const IterValue *v = iters; v; v = v->outer)
            if (v->iter == it.number[i]) {
                arg[n++] = expr_real(f->store, v->value);
                break;
            }
    return n == 1 ? e : expr_make(f->store, EX_ARRAY, T_NONE, 0, 0, n, arg);
}

const FlatKnown *flat_known(const FlatModel *f, Expr e, const IterValue *iters)
{
    uint32_t at = map_get(&f->known_at, flat_key(f, e, iters), 0);
    return at ? &f->known.v[at - 1] : NULL;
}

/* Whether what is not known is for the value that it has not itself. */
static bool is_itself(const char *why, const char *what)
{
    const char *name = strchr(what, '`'), *in = name ? strstr(why, name) : NULL;
    return in && !strcmp(in + strlen(name), ", which has no value");
}

void flat_report(const FlatModel *f, const FlatKnown *why, Span at, const char *what)
{
    if (!why || !why->why)
        diag_error(f->ctx->diags, at, "%s must be known during translation", what);
    else if (is_itself(why->why, what))
        diag_error(f->ctx->diags, at,
                   "%s has no value: it needs one where it is declared, or in the package that is "
                   "used here",
                   what);
    else if (*why->why)
        diag_error(f->ctx->diags, at, "%s%s", what, why->why);
    if (why && why->culprit)
        diag_note(f->ctx->diags, why->declared, "`%s` is declared here",
                  text_of(f->ctx, why->culprit));
}

/* ---- Integers ---- */

/* Sums and products beyond 64 bits stop at the end of the range: no array is that long. */
static int64_t whole_number(double x)
{
    return x >= 0x1p63 ? INT64_MAX : x <= -0x1p63 ? INT64_MIN : (int64_t)x;
}

static bool is_whole(const TypeInfo *t)
{
    return !t->ndims && (t->base == TY_INT || t->base == TY_BOOL || t->base == TY_ENUM);
}

bool flat_is_computed(const FlatModel *f, Expr e)
{
    switch (expr_op(f->store, e)) {
    case EX_ADD:
    case EX_SUB:
    case EX_MUL:
    case EX_NEG:
        return is_whole(type_of(f, e));
    case EX_EQ:
    case EX_NE:
    case EX_LT:
    case EX_LE:
    case EX_GT:
    case EX_GE:
        return is_whole(type_of(f, expr_arg(f->store, e, 0))) &&
               is_whole(type_of(f, expr_arg(f->store, e, 1)));
    case EX_AND:
    case EX_OR:
    case EX_NOT:
        return is_whole(type_of(f, e));
    default:
        return false;
    }
}

static bool looked_up(const FlatModel *f, Expr e, const IterValue *iters, int64_t *out,
                      const FlatKnown **why)
{
    const FlatKnown *k = flat_known(f, e, iters);
    *why = k ? k : *why;
    if (!k || !k->value)
        return false;
    const ExprNode *n = expr_node(f->store, k->value);
    *out = n->op == EX_REAL ? (int64_t)expr_number(f->store, k->value) : (int64_t)n->payload;
    return !type_of(f, k->value)->ndims;
}

static int64_t applied(ExprOp op, int64_t a, int64_t b)
{
    double x[2] = {(double)a, (double)b};
    switch (op) {
    case EX_ADD:
        return whole_number(x[0] + x[1]);
    case EX_SUB:
        return whole_number(x[0] - x[1]);
    case EX_MUL:
        return whole_number(x[0] * x[1]);
    case EX_AND:
        return a && b;
    case EX_OR:
        return a || b;
    default:
        return (int64_t)op_value(op, 2, x);
    }
}

/* From left to right; `and` and `or` stop where the result is clear. */
static bool computed(const FlatModel *f, Expr e, const IterValue *iters, int64_t *out,
                     const FlatKnown **why)
{
    ExprOp op = expr_op(f->store, e);
    uint32_t n = expr_node(f->store, e)->nargs;
    if (!flat_integer(f, expr_arg(f->store, e, 0), iters, out, why))
        return false;
    if (op == EX_NEG || op == EX_NOT)
        *out = whole_number(op_value(op, 1, (double[]){(double)*out}));
    for (uint32_t i = 1; i < n; i++) {
        int64_t more;
        if ((op == EX_AND && !*out) || (op == EX_OR && *out))
            break;
        if (!flat_integer(f, expr_arg(f->store, e, i), iters, &more, why))
            return false;
        *out = applied(op, *out, more);
    }
    return true;
}

bool flat_integer(const FlatModel *f, Expr e, const IterValue *iters, int64_t *out,
                  const FlatKnown **why)
{
    const ExprNode *n = expr_node(f->store, e);
    switch (n->op) {
    case EX_INT:
    case EX_ENUM:
    case EX_BOOL:
        *out = (int64_t)n->payload;
        return true;
    case EX_ITER:
        for (const IterValue *v = iters; v; v = v->outer)
            if (v->iter == (uint32_t)n->payload) {
                *out = (int64_t)v->value;
                return true;
            }
        return false;
    default:
        return flat_is_computed(f, e) ? computed(f, e, iters, out, why)
                                      : looked_up(f, e, iters, out, why);
    }
}

bool flat_subscript(const FlatModel *f, Expr e, const IterValue *iters, int64_t *out)
{
    const FlatKnown *why = NULL;
    if (!flat_integer(f, e, iters, out, &why))
        return false;
    *out += expr_type(f->store, e) == T_BOOL;
    return true;
}

/* ---- Loops ---- */

/* Ranges of Integers are not written out. */
static bool integer_turns(const FlatModel *f, Expr range, const IterValue *iters, Turns *t,
                          const FlatKnown **why)
{
    uint32_t n = expr_node(f->store, range)->nargs;
    int64_t end[3];
    if (expr_op(f->store, range) != EX_RANGE || type_of(f, range)->base != TY_INT)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!flat_integer(f, expr_arg(f->store, range, i), iters, &end[i], why) ||
            end[i] > INT32_MAX || end[i] < INT32_MIN)
            return false;
    int64_t step = n == 3 ? end[1] : 1, way = end[n - 1] - end[0];
    if (!step)
        return false;
    bool none = way && (way < 0) != (step < 0);
    *t = (Turns){.n = none ? 0 : way / step + 1, .start = end[0], .step = step};
    return true;
}

bool flat_turns(const FlatModel *f, Expr range, const IterValue *iters, Turns *t,
                const FlatKnown **why)
{
    if (integer_turns(f, range, iters, t, why))
        return true;
    const FlatKnown *k = flat_known(f, range, iters);
    *why = k ? k : *why;
    if (!k || !k->value)
        return false;
    bool list = expr_op(f->store, k->value) == EX_ARRAY;
    *t = (Turns){.n = list ? expr_node(f->store, k->value)->nargs : 0, .list = k->value};
    return true;
}

double flat_turn(const FlatModel *f, const Turns *t, int64_t i)
{
    if (!t->list)
        return (double)(t->start + i * t->step);
    Expr e = expr_arg(f->store, t->list, (uint32_t)i);
    return expr_op(f->store, e) == EX_STRING ? (double)expr_node(f->store, e)->payload
                                             : expr_number(f->store, e);
}
