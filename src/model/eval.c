/* eval.c - values of expressions.
 *
 * Scalar numbers are computed without touching memory (eval_number), everything else as a Value
 * (eval_value). Only what is needed is evaluated: one branch of an `if`, one entry of an array
 * constructor with a subscript. Each node is evaluated once for each time it is met: O(tree).
 *
 * Recursion follows the nesting of expressions, up to MOST_NESTING. */
#include "model/eval_internal.h"
#include "rt/room.h"

#include <math.h>

/* ---- Failures ---- */

Value *eval_fail(Eval *ev, EvalStatus status, Comp *culprit, const char *why)
{
    ev->status = status;
    ev->culprit = culprit;
    ev->why = why;
    return NULL;
}

Value *eval_fault(Eval *ev, const char *fmt, ...)
{
    Buf b = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    eval_fail(ev, EVAL_FAULT, NULL, arena_strdup(ev->m->arena, buf_text(&b)));
    buf_free(&b);
    return NULL;
}

Value *eval_varies(Eval *ev, const char *what)
{
    return eval_fail(ev, EVAL_VARIES, NULL, what);
}

Value *eval_reported(Eval *ev)
{
    return eval_fail(ev, EVAL_VARIES, NULL, "");
}

bool eval_steps(Eval *ev, int64_t n)
{
    ev->steps += n;
    return ev->steps <= MOST_STEPS ||
           eval_fault(ev, "more than %d statements and turns of loops", MOST_STEPS);
}

void eval_fault_in(Eval *ev, const char *where, const char *name)
{
    enum { LONGEST = 300 };
    if (ev->status != EVAL_FAULT)
        return;
    const char *in = arena_printf(ev->m->arena, ", in %s`%s`", where, name);
    size_t length = strlen(ev->why), more = strlen(in);
    bool again = length >= more && !strcmp(ev->why + length - more, in); /* recursion */
    if (!again && length < LONGEST)
        ev->why = arena_printf(ev->m->arena, "%s%s", ev->why, in);
}

const char *eval_why(Eval *ev)
{
    Arena *a = ev->m->kept;
    const char *known = " must be known during translation";
    const char *name = ev->culprit ? comp_name_text(ev->m, ev->culprit) : "";
    if (ev->status == EVAL_OK || (ev->why && !*ev->why))
        return "";
    switch (ev->status) {
    case EVAL_ITER:
        return arena_printf(a, "%s, but it depends on the position in the array `%s`", known, name);
    case EVAL_FAULT:
        return arena_printf(a, "%s: %s", known, ev->why);
    case EVAL_CYCLE:
        return arena_printf(a, "%s, but `%s` depends on itself: %s", known, name, ev->why);
    default:
        return ev->culprit && !ev->mark
                   ? arena_printf(a, "%s, but it depends on `%s`, which %s", known, name, ev->why)
                   : arena_printf(a, "%s, but it depends on %s", known, ev->why);
    }
}

void eval_report(Eval *ev, Span at, const char *what)
{
    const char *why = eval_why(ev);
    if (!*why)
        return;
    refuse(ev->m, at, "%s%s", what, why);
    if (ev->culprit && ev->culprit->decl)
        remark(ev->m, ev->culprit->decl->name_span, "`%s` is declared here%s",
               text_of(ev->m->ctx, ev->culprit->name),
               ev->why && !strcmp(ev->why, "has no value") ? ": give it a value" : "");
}

/* ---- What callers use ---- */

/* One attempt; a scalar is not made in the arena that will be dropped. */
static Value *evaluate(Eval *ev, Expr e)
{
    const TypeInfo *t = einfo(ev->m, e);
    double x;
    if (is_number(t))
        return eval_number(ev, e, &x) ? value_number(ev->m, t->scalar, x) : NULL;
    Value *v = eval_value(ev, e);
    return v && ev->frame->temp ? value_copy(ev->m->arena, v) : v;
}

Value *eval_expr(Eval *ev, Expr e)
{
    Frame root = {0};
    struct Frame *outer = ev->frame;
    eval_fail(ev, EVAL_OK, NULL, NULL);
    ev->frame = &root;
    Value *v = evaluate(ev, e);
    while (!v && root.deep && eval_deep(ev))
        v = evaluate(ev, e);
    arena_free(root.temp);
    ev->frame = outer;
    return v;
}

Value *eval_required(Model *m, Expr e, const IterValue *iters, Span at, const char *what)
{
    Eval ev = {.m = m, .iters = iters, .mark = true, .at = at};
    Value *v = eval_expr(&ev, e);
    if (!v)
        eval_report(&ev, at, what);
    return v;
}

static bool required_scalar(Model *m, Expr e, const IterValue *iters, Span at, const char *what,
                            BaseType base, double *x)
{
    const TypeInfo *t = einfo(m, e);
    if (t->base == TY_ERROR)
        return false;
    if (t->ndims || t->base != base)
        return refuse(m, at, "%s must be of type %s, not %s", what,
                      base == TY_INT ? "Integer" : "Boolean", type_text(m, expr_type(m->store, e)));
    Value *v = eval_required(m, e, iters, at, what);
    if (v)
        *x = v->num[0];
    return v;
}

bool eval_integer(Model *m, Expr e, const IterValue *iters, Span at, const char *what, int64_t *out)
{
    double x;
    if (!required_scalar(m, e, iters, at, what, TY_INT, &x))
        return false;
    *out = (int64_t)x;
    return true;
}

bool eval_boolean(Model *m, Expr e, const IterValue *iters, Span at, const char *what, bool *out)
{
    double x;
    if (!required_scalar(m, e, iters, at, what, TY_BOOL, &x))
        return false;
    *out = x != 0;
    return true;
}

Value *eval_try(Model *m, Expr e, const IterValue *iters)
{
    Eval ev = {.m = m, .iters = iters};
    return eval_expr(&ev, e);
}

Value *eval_probe(Model *m, Expr e)
{
    Eval ev = {.m = m, .ieee = true, .probing = true, .steps = MOST_STEPS - PROBE_STEPS};
    return eval_expr(&ev, e);
}

/* ---- Operands ---- */

Arena *eval_arena(Eval *ev)
{
    if (!ev->frame->temp)
        ev->frame->temp = arena_new();
    return ev->frame->temp;
}

/* Operand i .. i + n of an expression. */
static Value **eval_operands(Eval *ev, Expr e, uint32_t i, uint32_t n)
{
    Value **v = ARENA_ARRAY(eval_arena(ev), Value *, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        v[k] = eval_value(ev, expr_arg(ev->m->store, e, i + k));
        if (!v[k])
            return NULL;
    }
    return v;
}

static const TypeInfo *type_of(Eval *ev, Expr e)
{
    return einfo(ev->m, e);
}

/* Booleans as subscripts: false is the first position. */
static bool subscript(Eval *ev, Expr e, Sub *out)
{
    const TypeInfo *t = type_of(ev, e);
    double shift = t->base == TY_BOOL;
    *out = (Sub){.whole = expr_op(ev->m->store, e) == EX_COLON, .scalar = !t->ndims};
    if (out->whole) {
        out->scalar = false;
        return true;
    }
    if (out->scalar) {
        bool good = eval_number(ev, e, &out->one);
        out->one += shift;
        return good;
    }
    Value *v = eval_value(ev, e);
    if (!v || v->ndims != 1 || !v->num)
        return v ? eval_fault(ev, "a subscript that is not a list of numbers") : NULL;
    double *at = arena_copy(eval_arena(ev), v->num, (size_t)v->n * sizeof *at);
    for (int64_t i = 0; i < v->n; i++)
        at[i] += shift;
    out->n = (int32_t)v->n;
    out->at = at;
    return true;
}

bool eval_subscripts(Eval *ev, Expr e, uint32_t i, uint32_t n, Sub **out)
{
    *out = ARENA_ARRAY(eval_arena(ev), Sub, n);
    for (uint32_t k = 0; k < n; k++)
        if (!subscript(ev, expr_arg(ev->m->store, e, i + k), *out + k))
            return false;
    return true;
}

static Value *local_value(Eval *ev, Expr e)
{
    const Frame *f = ev->frame;
    uint64_t index = expr_node(ev->m->store, e)->payload;
    if (!f->func || index >= (uint64_t)f->func->nvars)
        return eval_varies(ev, "a variable of a function");
    return &f->var[index].v;
}

/* For messages; 0: it has none. */
static Name variable_name(Eval *ev, Expr e)
{
    const ExprNode *n = expr_node(ev->m->store, e);
    return n->op == EX_CREF                       ? ev->m->comp.v[n->payload]->name
           : n->op == EX_LOCAL && ev->frame->func ? ev->frame->func->var[n->payload].name
                                                  : 0;
}

static bool iterator_value(Eval *ev, Expr e, double *x)
{
    uint32_t number = (uint32_t)expr_node(ev->m->store, e)->payload;
    for (const IterValue *i = ev->iters; i; i = i->outer)
        if (i->iter == number) {
            *x = i->value;
            return true;
        }
    Comp *array = ev->m->iter.v[number].comp;
    if (array)
        return eval_fail(ev, EVAL_ITER, array, "the position in an array");
    return eval_varies(ev, "the variable of a loop");
}

/* ---- Iterators ---- */

/* The ranges of {body for i in r, j in s}; the last iterator is the first dimension. */
typedef struct Loop {
    int n;
    IterValue *it; /* [n] */
    Value **range; /* [n] */
    int32_t dim[MAX_DIMS];
    int64_t count;
    const IterValue *outside;
} Loop;

static bool loop_open(Eval *ev, Expr e, Loop *l)
{
    const ExprStore *s = ev->m->store;
    *l = (Loop){.n = (int)(expr_node(s, e)->nargs / 2), .count = 1, .outside = ev->iters};
    l->it = ARENA_ARRAY(eval_arena(ev), IterValue, l->n);
    l->range = ARENA_ARRAY(eval_arena(ev), Value *, l->n);
    for (int k = 0; k < l->n; k++) {
        uint32_t at = 1 + 2 * (uint32_t)k;
        l->range[k] = eval_value(ev, expr_arg(s, e, at + 1));
        if (!l->range[k])
            return false;
        if (l->range[k]->ndims != 1 || l->range[k]->field)
            return eval_fault(ev, "an iterator whose range is not a vector");
        l->it[k].iter = (uint32_t)expr_node(s, expr_arg(s, e, at))->payload;
        l->it[k].outer = k ? &l->it[k - 1] : l->outside;
        l->dim[l->n - 1 - k] = l->range[k]->dim[0];
        l->count *= l->range[k]->n;
        if (l->count > MOST_ELEMENTS)
            return eval_fault(ev, "iterators with more than %d combinations", MOST_ELEMENTS);
    }
    return true;
}

static void loop_set(Eval *ev, Loop *l, int64_t position)
{
    for (int k = 0; k < l->n; k++) {
        int64_t size = l->range[k]->n;
        l->it[k].value = l->range[k]->str ? l->range[k]->str[position % size]
                                          : l->range[k]->num[position % size];
        position /= size;
    }
    ev->iters = &l->it[l->n - 1];
}

/* Size k + 1 of what a body without turns would be; 0 if it is not told. */
static int32_t seen_size(Eval *ev, Expr e, int k)
{
    Expr size = size_without_turns(ev->m, e, expr_arg(ev->m->store, e, 0), k);
    double x = 0;
    if (size && !eval_number(ev, size, &x))
        eval_fail(ev, EVAL_OK, NULL, NULL);
    return x > 0 && x < INT32_MAX ? (int32_t)x : 0;
}

static Value *loop_nothing(Eval *ev, const Loop *l, Expr e)
{
    const TypeInfo *t = type_of(ev, e);
    int32_t dim[MAX_DIMS];
    for (int k = 0; k < t->ndims; k++)
        dim[k] = k < l->n                   ? l->dim[k]
                 : t->dim[k] == DIM_UNKNOWN ? seen_size(ev, e, k - l->n)
                                            : t->dim[k];
    return value_make(ev, t->scalar, t->ndims, dim);
}

static Value *loop_array(Eval *ev, Loop *l, Expr e)
{
    Expr body = expr_arg(ev->m->store, e, 0);
    bool numbers = is_number(type_of(ev, body));
    Value *all = NULL;
    if (!l->count)
        return loop_nothing(ev, l, e);
    for (int64_t i = 0; i < l->count; i++) {
        loop_set(ev, l, i);
        if (!eval_steps(ev, 1))
            return NULL;
        if (numbers && all) {
            if (!eval_number(ev, body, &all->num[i]))
                return NULL;
            continue;
        }
        Value *v = eval_value(ev, body);
        if (!v || !value_collect(ev, &all, l->n, l->dim, i, v))
            return NULL;
    }
    return all;
}

static Value *eval_for_array(Eval *ev, Expr e)
{
    Loop l;
    if (!loop_open(ev, e, &l))
        return NULL;
    Value *v = loop_array(ev, &l, e);
    ev->iters = l.outside;
    return v;
}

static bool eval_reduction(Eval *ev, Expr e, ExprOp step, double *x)
{
    Loop l;
    Type scalar = expr_type(ev->m->store, e);
    Expr body = expr_arg(ev->m->store, e, 0);
    if (!loop_open(ev, e, &l))
        return false;
    double both[2] = {value_neutral(ev, step, scalar)};
    bool good = true;
    for (int64_t i = 0; good && i < l.count; i++) {
        loop_set(ev, &l, i);
        good = eval_steps(ev, 1) && eval_number(ev, body, &both[1]) &&
               value_apply(ev, step, scalar, 2, both, &both[0]);
    }
    ev->iters = l.outside;
    *x = both[0];
    return good;
}

/* ---- Numbers ---- */

static bool nested(Eval *ev)
{
    if (stack_room() < EVAL_ROOM)
        return eval_fault(ev, "expressions inside each other that need more of the C stack than "
                              "there is (`ulimit -s`)");
    if (ev->frame->depth < MOST_NESTING) {
        ev->frame->depth++;
        return true;
    }
    return eval_fault(ev, "more than %d expressions inside each other", MOST_NESTING);
}

/* Sums and products of scalars, one operand after the other. */
static bool fold_number(Eval *ev, Expr e, double *x)
{
    const ExprStore *s = ev->m->store;
    ExprOp op = expr_op(s, e);
    Type t = expr_type(s, e);
    uint32_t n = expr_node(s, e)->nargs;
    double both[2];
    if (!eval_number(ev, expr_arg(s, e, 0), x))
        return false;
    for (uint32_t i = 1; i < n; i++) {
        both[0] = *x;
        if (!eval_number(ev, expr_arg(s, e, i), &both[1]) || !value_apply(ev, op, t, 2, both, x))
            return false;
    }
    return true;
}

/* From left to right, until the result is clear. */
static bool logic_number(Eval *ev, Expr e, double *x)
{
    const ExprStore *s = ev->m->store;
    uint32_t n = expr_node(s, e)->nargs;
    bool decides = expr_op(s, e) == EX_OR;
    *x = !decides;
    for (uint32_t i = 0; i < n && (*x != 0) != decides; i++)
        if (!eval_number(ev, expr_arg(s, e, i), x))
            return false;
    return true;
}

static bool compare_strings(Eval *ev, Expr e, double *x)
{
    Value **v = eval_operands(ev, e, 0, 2);
    if (!v)
        return false;
    const Context *ctx = ev->m->ctx;
    double both[2] = {strcmp(text_of(ctx, v[0]->str[0]), text_of(ctx, v[1]->str[0])), 0};
    return value_apply(ev, expr_op(ev->m->store, e), T_BOOL, 2, both, x);
}

static bool scalar_number(Eval *ev, Expr e, double *x)
{
    const ExprStore *s = ev->m->store;
    uint32_t n = expr_node(s, e)->nargs;
    double operand[3];
    if (type_of(ev, expr_arg(s, e, 0))->base == TY_STRING)
        return compare_strings(ev, e, x);
    for (uint32_t i = 0; i < n; i++)
        if (!eval_number(ev, expr_arg(s, e, i), &operand[i]))
            return false;
    return value_apply(ev, expr_op(s, e), expr_type(s, e), n, operand, x);
}

/* An element of an array, without a copy: operands from `first` on are the subscripts. */
static bool element_number(Eval *ev, Expr e, uint32_t first, const Value *v, Name name, double *x)
{
    const ExprStore *s = ev->m->store;
    int64_t at = 0;
    uint32_t n = expr_node(s, e)->nargs - first;
    if (n != (uint32_t)v->ndims || !v->num)
        return eval_fault(ev, "%u subscripts for %d dimensions", n, v->ndims);
    for (int k = 0; k < v->ndims; k++) {
        Sub sub;
        if (!subscript(ev, expr_arg(s, e, first + (uint32_t)k), &sub) ||
            !value_position(ev, sub.one, v->dim[k], name ? text_of(ev->m->ctx, name) : NULL))
            return false;
        at = at * v->dim[k] + ((int64_t)sub.one - 1);
    }
    *x = v->num[at];
    return true;
}

/* An element of a component that is in no array. */
static bool reference_number(Eval *ev, Expr e, Comp *c, double *x)
{
    Value *v = eval_component(ev, c);
    return v ? element_number(ev, e, 0, v, c->name, x) : false;
}

static bool size_number(Eval *ev, Expr e, double *x)
{
    Expr array = expr_arg(ev->m->store, e, 0);
    const TypeInfo *t = type_of(ev, array);
    double k;
    if (!eval_number(ev, expr_arg(ev->m->store, e, 1), &k))
        return false;
    if (k < 1 || k > t->ndims)
        return eval_fault(ev, "dimension %.0f of an array with %d", k, t->ndims);
    *x = t->dim[(int)k - 1];
    if (*x != DIM_UNKNOWN)
        return true;
    Value *v = eval_value(ev, array);
    if (v && k > v->ndims)
        return eval_fault(ev, "dimension %.0f of an array with %d", k, v->ndims);
    if (v)
        *x = v->dim[(int)k - 1];
    return v;
}

static Value *compound(Eval *ev, Expr e);

static bool choice_number(Eval *ev, Expr e, double *x)
{
    bool condition;
    return eval_condition(ev, expr_arg(ev->m->store, e, 0), &condition) &&
           eval_number(ev, expr_arg(ev->m->store, e, condition ? 1 : 2), x);
}

static bool compound_number(Eval *ev, Expr e, double *x)
{
    Value *v = compound(ev, e);
    if (v && (v->n != 1 || !v->num))
        return eval_fault(ev, "a scalar is needed, not an array of %lld elements", (long long)v->n);
    if (v)
        *x = v->num[0];
    return v;
}

/* What is known when all connections are. */
static bool connection_number(Eval *ev, Expr e, double *x)
{
    const char *why, *name = op_info[expr_op(ev->m->store, e)].text;
    if (graph_answer(ev->m, e, ev->iters, x, &why))
        return true;
    return why ? eval_fault(ev, "`%s` has no value here: %s", name, why)
               : eval_varies(ev, arena_printf(ev->m->arena, "`%s`", name));
}

static bool number(Eval *ev, Expr e, double *x)
{
    const ExprStore *s = ev->m->store;
    ExprOp op = expr_op(s, e);
    switch (op) {
    case EX_REAL:
    case EX_INT:
    case EX_BOOL:
    case EX_ENUM:
        *x = expr_number(s, e);
        return true;
    case EX_ITER:
        return iterator_value(ev, e, x);
    case EX_ADD:
    case EX_MUL:
        return fold_number(ev, e, x);
    case EX_AND:
    case EX_OR:
        return logic_number(ev, e, x);
    case EX_IF:
        return choice_number(ev, e, x);
    case EX_NOEVENT:
    case EX_HOMOTOPY:
        return eval_number(ev, expr_arg(s, e, 0), x);
    case EX_SMOOTH:
        return eval_number(ev, expr_arg(s, e, 1), x);
    case EX_SIZE:
        return size_number(ev, e, x);
    case EX_ISROOT:
    case EX_ROOTED:
    case EX_ROOTINDEX:
    case EX_CARDINALITY:
        return connection_number(ev, e, x);
    case EX_FORSUM:
        return eval_reduction(ev, e, EX_ADD, x);
    case EX_FORPRODUCT:
        return eval_reduction(ev, e, EX_MUL, x);
    case EX_FORMIN:
        return eval_reduction(ev, e, EX_MIN, x);
    case EX_FORMAX:
        return eval_reduction(ev, e, EX_MAX, x);
    case EX_CALL:
        return eval_call_number(ev, e, x);
    case EX_CREF: {
        Comp *c = ev->m->comp.v[expr_node(s, e)->payload];
        if (comp_path_dims(c) == c->ndims)
            return reference_number(ev, e, c, x);
        break;
    }
    case EX_INDEX:
        if (expr_op(s, expr_arg(s, e, 0)) == EX_LOCAL) {
            Expr local = expr_arg(s, e, 0);
            Value *v = local_value(ev, local);
            return v ? element_number(ev, e, 1, v, variable_name(ev, local), x) : false;
        }
        break;
    default:
        if (op_has_value(op))
            return scalar_number(ev, e, x);
    }
    return compound_number(ev, e, x);
}

bool eval_number(Eval *ev, Expr e, double *x)
{
    if (!nested(ev))
        return false;
    bool good = number(ev, e, x);
    ev->frame->depth--;
    return good;
}

bool eval_condition(Eval *ev, Expr e, bool *x)
{
    double number_of;
    bool good = eval_number(ev, e, &number_of);
    *x = good && number_of != 0;
    return good;
}

/* ---- Strings ---- */

enum { MOST_DIGITS = 1000 }; /* of a number as text */

static void print_literal(Eval *ev, Buf *out, const Value *v)
{
    const Context *ctx = ev->m->ctx;
    switch (tinfo(ev->m, v->scalar)->base) {
    case TY_BOOL:
        buf_puts(out, v->num[0] != 0 ? "true" : "false");
        break;
    case TY_INT:
        buf_printf(out, "%lld", (long long)v->num[0]);
        break;
    case TY_STRING:
        buf_puts(out, text_of(ctx, v->str[0]));
        break;
    case TY_ENUM: {
        const EnumInfo *info = type_enum_info(expr_types(ev->m->store), v->scalar);
        buf_puts(out, text_of(ctx, info->literal[(int)v->num[0] - 1]));
        break;
    }
    default:
        break;
    }
}

/* Zero has no sign in texts, as at run time (k_str_real): equations that are transformed do not
 * keep it. */
static double unsigned_zero(double x)
{
    return x == 0 ? 0 : x;
}

/* Value, minimumLength, leftJustified and for Reals significantDigits. */
static bool print_options(Eval *ev, Buf *out, int n, Value **arg)
{
    double width = arg[1]->num[0], digits = n > 3 ? arg[3]->num[0] : 6;
    if (width < 0 || width > LONGEST_STRING)
        return eval_fault(ev, "`String` with a length of %.0f, which is outside 0 .. %d", width,
                          LONGEST_STRING);
    if (digits < 0 || digits > MOST_DIGITS)
        return eval_fault(ev, "`String` with %.0f digits, which is outside 0 .. %d", digits,
                          MOST_DIGITS);
    Buf text = {0};
    if (tinfo(ev->m, arg[0]->scalar)->base == TY_REAL)
        buf_printf(&text, "%.*g", (int)digits, unsigned_zero(arg[0]->num[0]));
    else
        print_literal(ev, &text, arg[0]);
    bool left = arg[2]->num[0] != 0;
    buf_printf(out, "%*s", left ? -(int)width : (int)width, buf_text(&text));
    buf_free(&text);
    return true;
}

/* A conversion of printf without its `%`: flags, width, precision, letter. Gives its length
 * without the letter, -1 if it is something else. */
static int conversion_length(const char *f)
{
    size_t at = strspn(f, "-+ #0"), width = strspn(f + at, "0123456789");
    bool fits = at < 8 && width < 4;
    at += width;
    if (f[at] == '.') {
        size_t precision = strspn(f + at + 1, "0123456789");
        fits = fits && precision < 4;
        at += precision + 1;
    }
    return fits && f[at] && !f[at + 1] && strchr("fFeEgGdioxXuc", f[at]) ? (int)at : -1;
}

static bool print_format(Eval *ev, Buf *out, const Value *v, const char *format)
{
    int length = conversion_length(format);
    if (length < 0 || (v->scalar != T_REAL && v->scalar != T_INT))
        return eval_fault(ev, "`String` with the format \"%s\"", format);
    char letter = format[length], whole[32];
    double x = unsigned_zero(v->num[0]);
    bool real = strchr("fFeEgG", letter);
    snprintf(whole, sizeof whole, "%%%.*s%s%c", length, format, real || letter == 'c' ? "" : "ll",
             letter);
    if (real)
        buf_printf(out, whole, x);
    else if (fabs(x) > (letter == 'c' ? INT32_MAX : 9007199254740992.0))
        return eval_fault(ev, "`String` with the format \"%s\" of the number %.0f", format, x);
    else if (letter == 'c')
        buf_printf(out, whole, (int)rint(x));
    else
        buf_printf(out, whole, (long long)rint(x));
    return true;
}

static Value *to_string(Eval *ev, Expr e)
{
    StringForm form = (StringForm)expr_node(ev->m->store, e)->payload;
    int n = (int)expr_node(ev->m->store, e)->nargs;
    Value **arg = eval_operands(ev, e, 0, (uint32_t)n);
    if (!arg)
        return NULL;
    Context *ctx = ev->m->ctx;
    Buf b = {0};
    bool good = form == STRING_FORM_FORMAT
                    ? print_format(ev, &b, arg[0], text_of(ctx, arg[1]->str[0]))
                    : print_options(ev, &b, n, arg);
    Value *v = good ? value_text(ev, name_cstr(ctx->names, buf_text(&b))) : NULL;
    buf_free(&b);
    return v;
}

/* ---- Everything else ---- */

static Value *eval_array(Eval *ev, Expr e)
{
    const ExprStore *s = ev->m->store;
    const TypeInfo *t = type_of(ev, e);
    int32_t n = (int32_t)expr_node(s, e)->nargs;
    if (t->ndims != 1 || !is_number(tinfo(ev->m, t->scalar))) {
        Value **row = eval_operands(ev, e, 0, (uint32_t)n);
        for (int i = 0; row && i < n; i++)
            row[i] = value_as(ev, row[i], t->scalar);
        return row ? value_operation(EX_ARRAY)(ev, EX_ARRAY, expr_type(s, e), n, row) : NULL;
    }
    Value *v = value_make(ev, t->scalar, 1, &n);
    for (int32_t i = 0; v && i < n; i++)
        if (!eval_number(ev, expr_arg(s, e, (uint32_t)i), &v->num[i]))
            return NULL;
    return v;
}

/* Of {a, b, c}[i] only one entry is evaluated. */
static Value *eval_index(Eval *ev, Expr e)
{
    const ExprStore *s = ev->m->store;
    uint32_t n = expr_node(s, e)->nargs - 1;
    Expr array = expr_arg(s, e, 0);
    Sub *sub;
    if (!eval_subscripts(ev, e, 1, n, &sub))
        return NULL;
    while (n && sub->scalar && expr_op(s, array) == EX_ARRAY) {
        if (!value_position(ev, sub->one, (int32_t)expr_node(s, array)->nargs, NULL))
            return NULL;
        array = expr_arg(s, array, (uint32_t)sub->one - 1);
        sub++;
        n--;
    }
    Value *v = eval_value(ev, array);
    Name name = variable_name(ev, array);
    return v && n ? value_index(ev, v, (int)n, sub, name ? text_of(ev->m->ctx, name) : NULL) : v;
}

static Value *eval_field(Eval *ev, Expr e)
{
    uint64_t k = expr_node(ev->m->store, e)->payload;
    Value *v = eval_value(ev, expr_arg(ev->m->store, e, 0));
    if (v && k >= (uint64_t)v->nfields)
        return v->nfields || k ? eval_fault(ev, "a result that is not there") : v;
    return v ? v->field[k] : NULL;
}

static Value *eval_record(Eval *ev, Expr e)
{
    Type type = expr_type(ev->m->store, e);
    const RecordInfo *info = type_record_info(expr_types(ev->m->store), type);
    Value **field = eval_operands(ev, e, 0, (uint32_t)info->n);
    Value *v = field ? arena_alloc(eval_arena(ev), sizeof *v) : NULL;
    if (!v)
        return NULL;
    *v = (Value){.scalar = type, .n = 1, .nfields = info->n, .field = field};
    for (int i = 0; i < info->n; i++)
        field[i] = value_as(ev, field[i], tinfo(ev->m, info->type[i])->scalar);
    return v;
}

/* One scalar out of the results of a call. */
static Value *eval_pick(Eval *ev, Expr e)
{
    uint64_t payload = expr_node(ev->m->store, e)->payload;
    Value *v = eval_value(ev, expr_arg(ev->m->store, e, 0));
    if (v && v->field && payload >> 32 < (uint64_t)v->nfields)
        v = v->field[payload >> 32];
    if (!v)
        return NULL;
    int64_t k = (int64_t)(payload & UINT32_MAX);
    if (v->field || k >= v->n)
        return eval_fault(ev, "a result that is not there");
    Value *one = value_like(ev, v, 0, NULL);
    value_put(one, 0, v, k, 1);
    return one;
}

static Value *eval_sizes(Eval *ev, Expr e)
{
    Value *v = eval_value(ev, expr_arg(ev->m->store, e, 0));
    Value *sizes = v ? value_make(ev, T_INT, 1, (int32_t[]){v->ndims}) : NULL;
    for (int k = 0; sizes && k < v->ndims; k++)
        sizes->num[k] = v->dim[k];
    return sizes;
}

static Value *operation(Eval *ev, Expr e)
{
    ExprOp op = expr_op(ev->m->store, e);
    Operation *fn = value_operation(op);
    uint32_t n = expr_node(ev->m->store, e)->nargs;
    Value **arg = fn ? eval_operands(ev, e, 0, n) : NULL;
    if (!fn)
        return eval_varies(ev, ev->mark ? arena_printf(ev->m->arena, "`%s`", op_info[op].text)
                                        : op_info[op].text);
    return arg ? fn(ev, op, expr_type(ev->m->store, e), (int)n, arg) : NULL;
}

/* Everything that is made of Values. */
static Value *compound(Eval *ev, Expr e)
{
    const ExprStore *s = ev->m->store;
    const ExprNode *node = expr_node(s, e);
    double number_of_text;
    switch ((ExprOp)node->op) {
    case EX_STRING:
        return value_text(ev, (Name)node->payload);
    case EX_ITER: /* over Strings */
        return iterator_value(ev, e, &number_of_text) ? value_text(ev, (Name)number_of_text) : NULL;
    case EX_LOCAL:
        return local_value(ev, e);
    case EX_CREF:
        return eval_reference(ev, e);
    case EX_IF: {
        bool condition;
        Value *taken = eval_condition(ev, expr_arg(s, e, 0), &condition)
                           ? eval_value(ev, expr_arg(s, e, condition ? 1 : 2))
                           : NULL;
        return taken ? value_as(ev, taken, type_of(ev, e)->scalar) : NULL;
    }
    case EX_NOEVENT:
    case EX_HOMOTOPY:
        return eval_value(ev, expr_arg(s, e, 0));
    case EX_SMOOTH:
        return eval_value(ev, expr_arg(s, e, 1));
    case EX_TOSTRING:
        return to_string(ev, e);
    case EX_CALL:
        return eval_call(ev, e);
    case EX_PICK:
        return eval_pick(ev, e);
    case EX_ARRAY:
        return eval_array(ev, e);
    case EX_INDEX:
        return eval_index(ev, e);
    case EX_FIELD:
        return eval_field(ev, e);
    case EX_RECORD:
        return eval_record(ev, e);
    case EX_SIZE:
        return eval_sizes(ev, e);
    case EX_FORARRAY:
        return eval_for_array(ev, e);
    case EX_VAR:
    case EX_ARRVAR:
        return eval_varies(ev, "a variable");
    case EX_COLON:
    case EX_WILD:
    case EX_FUNCREF:
        return eval_varies(ev, "something that is not a value");
    default:
        return operation(ev, e);
    }
}

Value *eval_value(Eval *ev, Expr e)
{
    const TypeInfo *t = type_of(ev, e);
    double x;
    Value *v = NULL;
    if (t->base == TY_ERROR)
        return eval_reported(ev);
    if (!nested(ev))
        return NULL;
    if (!is_number(t)) {
        v = compound(ev, e);
        if (v)
            v = value_as(ev, v, t->scalar);
    } else if (number(ev, e, &x)) {
        v = value_make(ev, t->scalar, 0, NULL);
        v->num[0] = x;
    }
    ev->frame->depth--;
    return v;
}
