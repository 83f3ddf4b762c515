/* builtin.c - typing rules of the built-in functions, one table entry each (specification, 3.7 and
 * 10.3). */
#include "model/builtin.h"
#include "model/eval.h"

typedef struct BuiltinRule BuiltinRule;
typedef Expr Rule(Env *env, const BuiltinRule *b, const SynExp *call);

struct BuiltinRule {
    Name name;
    Rule *rule;
    ExprOp op;
    int least, most; /* number of arguments */
    Name param[4];   /* names, where arguments may be named */
};

enum { MOST_ARGS = 64 };

/* ---- Arguments ---- */

static Expr wrong(Env *env, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static Expr wrong(Env *env, Span at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    diag_vadd(env->m->ctx->diags, DIAG_ERROR, at, fmt, ap);
    va_end(ap);
    return 0;
}

static const char *name_of_call(Env *env, const SynExp *call)
{
    const SynRef *r = call->call->fn;
    return text_of(env->m->ctx, r->part[r->n - 1].name);
}

/* Syntax of the arguments by position; missing ones NULL. False after a report. */
static bool place_arguments(Env *env, const BuiltinRule *b, const SynExp *call, const SynExp **arg)
{
    const SynCall *c = call->call;
    int n = c->nargs + c->nnamed;
    if (c->niters) {
        wrong(env, call->span, "`%s` cannot be used with iterators", name_of_call(env, call));
        return false;
    }
    if (n < b->least || n > b->most) {
        if (b->least == b->most)
            wrong(env, call->span, "`%s` takes %d argument%s, not %d", name_of_call(env, call),
                  b->least, b->least == 1 ? "" : "s", n);
        else
            wrong(env, call->span, "`%s` takes %d to %d arguments, not %d", name_of_call(env, call),
                  b->least, b->most, n);
        return false;
    }
    for (int i = 0; i < MOST_ARGS && i < b->most; i++)
        arg[i] = i < c->nargs ? c->arg[i] : NULL;
    for (int i = 0; i < c->nnamed; i++) {
        int k = 0;
        while (k < 4 && b->param[k] != c->named[i].name)
            k++;
        if (k == 4 || !c->named[i].name || arg[k]) {
            wrong(env, c->named[i].span, "`%s` has no further input `%s`", name_of_call(env, call),
                  text_of(env->m->ctx, c->named[i].name));
            return false;
        }
        arg[k] = c->named[i].value;
    }
    return true;
}

/* All arguments typed. */
static bool typed_arguments(Env *env, const BuiltinRule *b, const SynExp *call, Expr *arg, int *n)
{
    const SynExp *syn[MOST_ARGS] = {0};
    if (!place_arguments(env, b, call, syn))
        return false;
    *n = 0;
    for (int i = 0; i < b->most && i < MOST_ARGS; i++) {
        if (!syn[i])
            continue;
        arg[*n] = resolve_exp(env, syn[i]);
        if (!arg[(*n)++])
            return false;
    }
    return true;
}

static const TypeInfo *type_of(Env *env, Expr e)
{
    return tinfo(env->m, expr_type(env->m->store, e));
}

static bool is_number(Env *env, Expr e)
{
    int base = type_of(env, e)->base;
    return base == TY_REAL || base == TY_INT || base == TY_ERROR;
}

static Expr need(Env *env, const SynExp *call, Expr got, const char *what)
{
    return wrong(env, call->span, "`%s` needs %s, not %s", name_of_call(env, call), what,
                 type_text(env->m, expr_type(env->m->store, got)));
}

static Expr make(Env *env, ExprOp op, Type t, int n, const Expr *arg)
{
    return expr_make(env->m->store, op, t, 0, 0, (uint32_t)n, arg);
}

static Type shaped(Env *env, Expr like, Type scalar)
{
    return type_reshape(expr_types(env->m->store), expr_type(env->m->store, like), scalar);
}

static bool no_models_only(Env *env, const SynExp *call)
{
    if (!(env->flags & ENV_FUNCTION))
        return false;
    wrong(env, call->span, "`%s` cannot be used inside a function", name_of_call(env, call));
    return true;
}

/* ---- Mathematics ---- */

/* The argument that gives the shape of an elementwise function: a scalar goes with every element
 * of an array; 0 if the sizes differ. */
static Expr larger(Env *env, Expr a, Expr b)
{
    if (!type_of(env, b)->ndims || !type_of(env, a)->ndims)
        return type_of(env, b)->ndims ? b : a;
    return type_join(env->m, shaped(env, a, T_REAL), shaped(env, b, T_REAL)) ? a : 0;
}

static Expr rule_real(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[2];
    int n;
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    for (int i = 0; i < n; i++)
        if (!is_number(env, arg[i]))
            return need(env, call, arg[i], "numbers");
    Expr like = n == 2 ? larger(env, arg[0], arg[1]) : arg[0];
    return like ? make(env, b->op, shaped(env, like, T_REAL), n, arg)
                : need(env, call, arg[1], "arguments of equal size");
}

/* abs keeps the type, sign and integer give Integer, floor and ceil Real. */
static Expr rule_round(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[1];
    int n;
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    if (!is_number(env, arg[0]))
        return need(env, call, arg[0], "a number");
    Type scalar = b->op == EX_ABS                           ? type_of(env, arg[0])->scalar
                  : b->op == EX_SIGN || b->op == EX_INTEGER ? T_INT
                                                            : T_REAL;
    bool events = op_info[b->op].flags & OPF_EVENT && type_of(env, arg[0])->base == TY_REAL;
    unsigned flags = events && env->flags & ENV_NOEVENT ? EF_NOEVENT : 0;
    return expr_make(env->m->store, b->op, shaped(env, arg[0], scalar), flags, 0, 1, arg);
}

static Expr rule_quotient(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[2];
    int n;
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    bool real = false;
    for (int i = 0; i < 2; i++) {
        if (!is_number(env, arg[i]))
            return need(env, call, arg[i], "numbers");
        real = real || type_of(env, arg[i])->base == TY_REAL;
    }
    unsigned flags = real && env->flags & ENV_NOEVENT ? EF_NOEVENT : 0;
    Expr like = larger(env, arg[0], arg[1]);
    if (!like)
        return need(env, call, arg[1], "arguments of equal size");
    return expr_make(env->m->store, b->op, shaped(env, like, real ? T_REAL : T_INT), flags, 0, 2,
                     arg);
}

/* ---- Reductions and iterators ---- */

/* Whether an array has no elements whatever its unknown sizes are. */
static bool is_empty(const TypeInfo *t)
{
    for (int i = 0; i < t->ndims; i++)
        if (!t->dim[i])
            return true;
    return false;
}

/* sum of arrays: the array of the sums of their elements. arg: body, iterators and ranges. */
static Expr sum_of_arrays(Env *env, const SynExp *call, int n, Expr *arg)
{
    Model *m = env->m;
    TypeTable *types = expr_types(m->store);
    Type type = expr_type(m->store, arg[0]);
    int nd = tinfo(m, type)->ndims;
    Expr position[MAX_DIMS], over[2 * MAX_DIMS + 1];
    for (int k = 0; k < nd; k++) {
        int32_t size = tinfo(m, type)->dim[k];
        if (size == DIM_UNKNOWN)
            return wrong(env, call->span,
                         "`%s` of arrays whose size is not known during translation; use a loop",
                         name_of_call(env, call));
        position[k] = expr_make(m->store, EX_ITER, T_INT, 0, (uint64_t)m->iter.n, 0, NULL);
        vec_push(m->arena, &m->iter, ((Iter){.type = T_INT}));
        Expr ends[2] = {expr_int(m->store, 1), expr_int(m->store, size)};
        over[1 + 2 * (nd - 1 - k)] = position[k]; /* the last iterator is the first dimension */
        over[2 + 2 * (nd - 1 - k)] =
            make(env, EX_RANGE, type_array(types, T_INT, 1, &size), 2, ends);
    }
    arg[0] = index_expr(m, arg[0], nd, position);
    over[0] = make(env, EX_FORSUM, tinfo(m, type)->scalar, n, arg);
    return make(env, EX_FORARRAY, type, 2 * nd + 1, over);
}

/* What an expression under a reduction must be; NULL: it is. */
static const char *reducible(ExprOp op, const TypeInfo *t)
{
    bool number = type_is_numeric_base(t->base) || t->base == TY_ERROR;
    if (op == EX_FORSUM)
        return number ? NULL : "numbers or arrays of numbers";
    if (op == EX_FORPRODUCT)
        return number && !t->ndims ? NULL : "scalar numbers";
    return !t->ndims && (number || t->base == TY_BOOL || t->base == TY_ENUM)
               ? NULL
               : "scalar numbers, Booleans or values of an enumeration";
}

static Expr reduction(Env *env, const BuiltinRule *b, const SynExp *call)
{
    static const struct {
        Name name;
        ExprOp op;
    } ops[] = {{N_sum, EX_FORSUM},
               {N_product, EX_FORPRODUCT},
               {N_min, EX_FORMIN},
               {N_max, EX_FORMAX},
               {N_array, EX_FORARRAY}};
    const SynCall *c = call->call;
    Model *m = env->m;
    if (c->nargs != 1 || c->nnamed)
        return wrong(env, call->span, "one expression before `for` is needed");
    if (c->niters > MAX_DIMS)
        return wrong(env, call->span, "more than %d iterators", MAX_DIMS);
    Env inside = *env;
    LoopVar loop[MAX_DIMS];
    Expr arg[2 * MAX_DIMS + 1];
    int32_t dim[MAX_DIMS];
    for (int i = 0; i < c->niters; i++) {
        Expr range = resolve_range(env, &c->iter[i], c->arg[0]);
        if (!range)
            return 0;
        const TypeInfo *t = type_of(env, range);
        Iter it = {.name = c->iter[i].name, .type = t->scalar};
        Expr var = expr_make(m->store, EX_ITER, t->scalar, 0, (uint64_t)m->iter.n, 0, NULL);
        vec_push(m->arena, &m->iter, it);
        loop[i] = (LoopVar){c->iter[i].name, var, inside.loops};
        inside.loops = &loop[i];
        arg[1 + 2 * i] = var;
        arg[2 + 2 * i] = range;
        dim[c->niters - 1 - i] = t->dim[0]; /* the last iterator is the outermost dimension */
    }
    arg[0] = resolve_exp(&inside, c->arg[0]);
    if (!arg[0])
        return 0;
    ExprOp op = EX_NONE;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].name == b->name)
            op = ops[i].op;
    const TypeInfo *t = type_of(env, arg[0]);
    const char *needs = op == EX_FORARRAY ? NULL : reducible(op, t);
    if (needs)
        return need(env, call, arg[0], needs);
    if (op == EX_FORSUM && t->ndims)
        return sum_of_arrays(env, call, 2 * c->niters + 1, arg);
    bool nothing = false;
    for (int i = 0; i < c->niters; i++)
        nothing = nothing || !dim[i];
    if (nothing && (op == EX_FORMIN || op == EX_FORMAX))
        return extreme_value(m, t->scalar, op == EX_FORMIN);
    Type type = expr_type(m->store, arg[0]);
    if (op == EX_FORARRAY) {
        if (!dims_allowed(m, type, c->niters, call->span))
            return 0;
        type = type_array(expr_types(m->store), type, c->niters, dim);
    }
    return make(env, op, type, 2 * c->niters + 1, arg);
}

static Expr rule_sum(Env *env, const BuiltinRule *b, const SynExp *call)
{
    if (call->call->niters)
        return reduction(env, b, call);
    Expr arg[1];
    int n;
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    if (!is_number(env, arg[0]))
        return need(env, call, arg[0], "an array of numbers");
    return make(env, b->op, type_of(env, arg[0])->scalar, 1, arg);
}

static Expr rule_minmax(Env *env, const BuiltinRule *b, const SynExp *call)
{
    if (call->call->niters)
        return reduction(env, b, call);
    Expr arg[2];
    int n;
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    if (n == 1) {
        if (!type_of(env, arg[0])->ndims)
            return need(env, call, arg[0], "an array or two scalars");
        if (is_empty(type_of(env, arg[0])))
            return extreme_value(env->m, type_of(env, arg[0])->scalar, b->op == EX_MIN);
        return make(env, b->op == EX_MIN ? EX_MINOF : EX_MAXOF, type_of(env, arg[0])->scalar, 1,
                    arg);
    }
    Type t = type_join(env->m, expr_type(env->m->store, arg[0]), expr_type(env->m->store, arg[1]));
    int base = t ? tinfo(env->m, t)->base : TY_NONE;
    if (!t || tinfo(env->m, t)->ndims || base == TY_STRING || base == TY_RECORD)
        return need(env, call, arg[1], "two scalars of the same type");
    return make(env, b->op, t, 2, arg);
}

static Expr rule_array(Env *env, const BuiltinRule *b, const SynExp *call)
{
    const SynCall *c = call->call;
    if (c->niters)
        return reduction(env, b, call);
    if (c->nnamed || !c->nargs)
        return wrong(env, call->span, "`array` takes elements separated by commas");
    SynExp as_array = *call;
    as_array.kind = XP_ARRAY;
    as_array.n = c->nargs;
    as_array.arg = c->arg;
    return resolve_exp(env, &as_array);
}

/* ---- Sizes ---- */

/* size(x, 1) of a plain variable asks for that one dimension only. */
static Comp *plain_variable(Env *env, const SynExp *e)
{
    if (e->kind != XP_REF || e->ref->n != 1 || e->ref->part[0].nsubs || e->ref->global)
        return NULL;
    Found f = lookup_simple(env->m, env->scope, e->ref->part[0].name);
    if (f.kind != FIND_SLOT || f.slot->written->kind != EL_COMPONENT)
        return NULL;
    return comp_resolve(env->m, slot_comp(env->m, f.slot));
}

static Expr rule_size(Env *env, const BuiltinRule *b, const SynExp *call)
{
    const SynExp *syn[MOST_ARGS] = {0};
    Model *m = env->m;
    if (!place_arguments(env, b, call, syn))
        return 0;
    Expr dim = syn[1] ? resolve_as(env, syn[1], T_INT, "the dimension") : 0;
    if (syn[1] && !dim)
        return 0;
    Comp *c = plain_variable(env, syn[0]);
    Value *k = dim ? eval_try(m, dim, NULL) : NULL;
    if (c && k && k->num[0] >= 1 && k->num[0] <= c->ndims) {
        int at = (int)k->num[0] - 1;
        if (!comp_dim(m, c, at))
            return 0;
        if (c->dim[at].size != DIM_UNKNOWN)
            return expr_int(m->store, c->dim[at].size);
        Expr ask[2] = {comp_loose_ref(m, c), dim};
        return ask[0] ? make(env, EX_SIZE, T_INT, 2, ask) : 0;
    }
    Expr a = resolve_exp(env, syn[0]);
    if (!a)
        return 0;
    const TypeInfo *t = type_of(env, a);
    if (!dim) {
        int32_t n = t->ndims;
        Type vector = type_array(expr_types(m->store), T_INT, 1, &n);
        Expr part[MAX_DIMS];
        for (int i = 0; i < n; i++) {
            Expr ask[2] = {a, expr_int(m->store, i + 1)};
            part[i] = t->dim[i] != DIM_UNKNOWN ? expr_int(m->store, t->dim[i])
                                               : make(env, EX_SIZE, T_INT, 2, ask);
        }
        return n ? make(env, EX_ARRAY, vector, n, part) : empty_array(m, vector);
    }
    if (k && (k->num[0] < 1 || k->num[0] > t->ndims))
        return wrong(env, call->span, "this array has %d dimension%s, there is no dimension %.0f",
                     t->ndims, t->ndims == 1 ? "" : "s", k->num[0]);
    if (k && t->dim[(int)k->num[0] - 1] != DIM_UNKNOWN)
        return expr_int(m->store, t->dim[(int)k->num[0] - 1]);
    Expr arg[2] = {a, dim};
    return make(env, EX_SIZE, T_INT, 2, arg);
}

static Expr rule_ndims(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[1];
    int n;
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    return expr_int(env->m->store, type_of(env, arg[0])->ndims);
}

/* A size given as an argument: a number in models, perhaps unknown in functions. */
static bool size_argument(Env *env, Expr e, Span at, int32_t *size)
{
    const TypeInfo *t = type_of(env, e);
    if (t->base != TY_INT || t->ndims) {
        wrong(env, at, "a size must be an Integer, not %s",
              type_text(env->m, expr_type(env->m->store, e)));
        return false;
    }
    bool open = env->flags & ENV_FUNCTION || depends_on_loop(env->m, e);
    Value *v = open ? eval_try(env->m, e, NULL) : eval_structural(env->m, e, at, "this size");
    if (!v && !open)
        return false;
    if (v && (v->num[0] < 0 || v->num[0] > INT32_MAX)) {
        wrong(env, at, "a size of %.0f", v->num[0]);
        return false;
    }
    *size = v ? (int32_t)v->num[0] : DIM_UNKNOWN;
    return true;
}

/* fill(value, n, ...), zeros(n, ...), ones(n, ...) */
static Expr rule_fill(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Model *m = env->m;
    Expr arg[MAX_DIMS + 1];
    int32_t dim[MAX_DIMS];
    int n = 0;
    const SynCall *c = call->call;
    int first = b->name == N_fill ? 1 : 0;
    if (c->nnamed || c->niters || c->nargs < b->least || c->nargs - first > MAX_DIMS)
        return wrong(env, call->span, "`%s` takes %ssizes", text_of(m->ctx, b->name),
                     first ? "a value and " : "");
    arg[0] = first ? resolve_exp(env, c->arg[0]) : expr_int(m->store, b->name == N_ones);
    if (!arg[0])
        return 0;
    for (int i = first; i < c->nargs; i++, n++) {
        arg[n + 1] = resolve_exp(env, c->arg[i]);
        if (!arg[n + 1] || !size_argument(env, arg[n + 1], c->arg[i]->span, &dim[n]))
            return 0;
    }
    if (!dims_allowed(m, expr_type(m->store, arg[0]), n, call->span))
        return 0;
    Type t = type_array(expr_types(m->store), expr_type(m->store, arg[0]), n, dim);
    return n ? make(env, EX_FILL, t, n + 1, arg) : arg[0];
}

static Expr rule_identity(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[1];
    int n;
    int32_t dim[2];
    if (!typed_arguments(env, b, call, arg, &n) || !size_argument(env, arg[0], call->span, dim))
        return 0;
    dim[1] = dim[0];
    return make(env, EX_IDENTITY, type_array(expr_types(env->m->store), T_INT, 2, dim), 1, arg);
}

static Expr rule_linspace(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[3];
    int n;
    int32_t dim;
    if (!typed_arguments(env, b, call, arg, &n) || !size_argument(env, arg[2], call->span, &dim))
        return 0;
    for (int i = 0; i < 2; i++)
        if (!is_number(env, arg[i]) || type_of(env, arg[i])->ndims)
            return need(env, call, arg[i], "scalar numbers");
    return make(env, EX_LINSPACE, type_array(expr_types(env->m->store), T_REAL, 1, &dim), 3, arg);
}

/* ---- Arrays ---- */

static Expr rule_cat(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[MOST_ARGS];
    int n;
    int64_t dim;
    if (call->call->nargs > MOST_ARGS - 1)
        return wrong(env, call->span, "`cat` takes at most %d arrays", MOST_ARGS - 1);
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    if (!eval_integer(env->m, arg[0], NULL, call->call->arg[0]->span, "the dimension of `cat`",
                      &dim))
        return 0;
    if (dim < 1 || dim > MAX_DIMS)
        return wrong(env, call->call->arg[0]->span, "there is no dimension %lld", (long long)dim);
    return make_cat(env->m, (int)dim, n - 1, arg + 1, call->span);
}

/* Rules that need a vector or matrix and give one: the new shape is computed from the old. */
/* The shape of a result. */
typedef struct Shape {
    int32_t dim[MAX_DIMS];
    int nd;
} Shape;

static bool is_size(int32_t size, int32_t want)
{
    return size == want || size == DIM_UNKNOWN;
}

static void shape_of(Shape *s, int nd, int32_t a, int32_t b)
{
    *s = (Shape){{a, b}, nd};
}

/* vector(a): the one dimension that is larger than 1. */
static const char *vector_shape(const TypeInfo *t, Shape *out)
{
    int32_t size = 1;
    for (int i = 0; i < t->ndims; i++) {
        if (t->dim[i] != 1 && size != 1)
            return "an array with one dimension larger than 1";
        size = t->dim[i] != 1 ? t->dim[i] : size;
    }
    shape_of(out, 1, size, 0);
    return NULL;
}

/* Arrays of one element from dimension `from` on. */
static bool is_thin(const TypeInfo *t, int from)
{
    for (int i = from; i < t->ndims; i++)
        if (!is_size(t->dim[i], 1))
            return false;
    return true;
}

/* The shape an operator gives its operands of types t and u; or what it needs instead. */
static const char *result_shape(ExprOp op, const TypeInfo *t, const TypeInfo *u, Shape *out)
{
    *out = (Shape){.nd = 0};
    switch (op) {
    case EX_TRANSPOSE:
        for (int i = 0; i < t->ndims && t->ndims > 1; i++)
            out->dim[out->nd++] = t->dim[i < 2 ? 1 - i : i];
        return t->ndims < 2 ? "a matrix" : NULL;
    case EX_SYMMETRIC:
        shape_of(out, 2, t->ndims == 2 ? t->dim[0] : 0, t->ndims == 2 ? t->dim[1] : 0);
        return t->ndims != 2 ? "a square matrix" : NULL;
    case EX_DIAGONAL:
        shape_of(out, 2, t->ndims ? t->dim[0] : 0, t->ndims ? t->dim[0] : 0);
        return t->ndims != 1 ? "a vector" : NULL;
    case EX_SKEW:
        shape_of(out, 2, 3, 3);
        return t->ndims != 1 || !is_size(t->dim[0], 3) ? "a vector of 3 elements" : NULL;
    case EX_CROSS:
        shape_of(out, 1, 3, 0);
        return t->ndims != 1 || u->ndims != 1 || !is_size(t->dim[0], 3) || !is_size(u->dim[0], 3)
                   ? "two vectors of 3 elements"
                   : NULL;
    case EX_OUTERPRODUCT:
        shape_of(out, 2, t->ndims ? t->dim[0] : 0, u->ndims ? u->dim[0] : 0);
        return t->ndims != 1 || u->ndims != 1 ? "two vectors" : NULL;
    case EX_SCALAR:
        return is_thin(t, 0) ? NULL : "an array with one element";
    case EX_VECTOR:
        return vector_shape(t, out);
    default: /* EX_MATRIX */
        shape_of(out, 2, t->ndims > 0 ? t->dim[0] : 1, t->ndims > 1 ? t->dim[1] : 1);
        return is_thin(t, 2) ? NULL : "an array with two dimensions larger than 1";
    }
}

static Expr rule_shape(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Model *m = env->m;
    Expr arg[2];
    int n;
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    const TypeInfo *t = type_of(env, arg[0]), *u = n > 1 ? type_of(env, arg[1]) : t;
    Shape shape;
    const char *wanted = result_shape(b->op, t, u, &shape);
    if (wanted)
        return need(env, call, arg[0], wanted);
    bool both = b->op == EX_CROSS || b->op == EX_OUTERPRODUCT;
    Type scalar = both ? type_join(m, t->scalar, u->scalar) : t->scalar;
    if (!scalar)
        return need(env, call, arg[1], "elements of the same type");
    return make(env, b->op, type_array(expr_types(m->store), scalar, shape.nd, shape.dim), n, arg);
}

static Expr rule_promote(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[2];
    int n;
    int64_t want;
    if (!typed_arguments(env, b, call, arg, &n) ||
        !eval_integer(env->m, arg[1], NULL, call->span, "the number of dimensions", &want))
        return 0;
    const TypeInfo *t = type_of(env, arg[0]);
    if (want < t->ndims || want > MAX_DIMS)
        return wrong(env, call->span, "an array of %d dimensions cannot be given %lld", t->ndims,
                     (long long)want);
    int32_t dim[MAX_DIMS];
    for (int i = 0; i < (int)want; i++)
        dim[i] = i < t->ndims ? t->dim[i] : 1;
    return make(env, EX_PROMOTE, type_array(expr_types(env->m->store), t->scalar, (int)want, dim),
                2, arg);
}

/* ---- Events and dynamics ---- */

static Expr rule_der(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[1];
    int n;
    if (no_models_only(env, call) || !typed_arguments(env, b, call, arg, &n))
        return 0;
    if (!is_number(env, arg[0]))
        return need(env, call, arg[0], "Real expressions");
    if (type_of(env, arg[0])->base == TY_INT && expr_variability(env->m, arg[0]) > VARY_PARAMETER)
        return need(env, call, arg[0], "Real expressions");
    if (expr_variability(env->m, arg[0]) == VARY_DISCRETE)
        return wrong(env, call->span, "`der` of a discrete expression");
    return make(env, EX_DER, shaped(env, arg[0], T_REAL), 1, arg);
}

/* residue(x), linres(x), relax(x): how an equation is best solved. */
Expr make_hint(Env *env, ExprOp op, Expr x, Span span)
{
    ExprOp of = expr_op(env->m->store, x);
    bool known = expr_variability(env->m, x) <= VARY_DISCRETE;
    if ((of != EX_CREF && of != EX_DER) || known || !is_number(env, x))
        return wrong(env, span, "`%s` needs a variable or a derivative", op_info[op].text);
    return make(env, op, shaped(env, x, T_REAL), 1, &x);
}

static Expr rule_hint(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[1];
    int n;
    const char *name = text_of(env->m->ctx, b->name);
    if (!env->scope->def->classic)
        return wrong(env, call->span,
                     "`%s` is an operator of the classic language; in Modelica it is `Kron.%s`",
                     name, name);
    if (no_models_only(env, call) || !typed_arguments(env, b, call, arg, &n))
        return 0;
    return make_hint(env, b->op, arg[0], call->span);
}

static Expr rule_pre(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[1];
    int n;
    if (no_models_only(env, call) || !typed_arguments(env, b, call, arg, &n))
        return 0;
    if (expr_op(env->m->store, arg[0]) != EX_CREF) {
        Variability v = expr_variability(env->m, arg[0]);
        if (v <= VARY_PARAMETER)
            return b->op == EX_PRE ? arg[0] : expr_bool(env->m->store, false);
        return wrong(env, call->span, "`%s` needs a variable", text_of(env->m->ctx, b->name));
    }
    if (b->op == EX_EDGE && type_of(env, arg[0])->base != TY_BOOL)
        return need(env, call, arg[0], "a Boolean variable");
    Type t = b->op == EX_PRE ? expr_type(env->m->store, arg[0]) : shaped(env, arg[0], T_BOOL);
    Expr pre = make(env, b->op, t, 1, arg);
    if (!(env->flags & ENV_WHEN) && expr_variability(env->m, arg[0]) == VARY_CONTINUOUS) {
        env->m->uses_pre = true;
        if (env->m->when_known && !pre_is_allowed(env->m, pre, call->span))
            return 0;
    }
    return pre;
}

static Expr rule_leaf(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr none[1];
    int n;
    if (no_models_only(env, call) || !typed_arguments(env, b, call, none, &n))
        return 0;
    return make(env, b->op, T_BOOL, 0, NULL);
}

static Expr rule_sample(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[2];
    int n;
    if (no_models_only(env, call))
        return 0;
    if (call->call->nargs + call->call->nnamed == 1)
        return wrong(env, call->span, "`sample` with a clock: clocks are not supported yet");
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    for (int i = 0; i < 2; i++) {
        if (!is_number(env, arg[i]) || type_of(env, arg[i])->ndims)
            return need(env, call, arg[i], "a start time and an interval");
        if (expr_variability(env->m, arg[i]) > VARY_PARAMETER)
            return wrong(env, call->span, "start and interval of `sample` must not vary in time");
    }
    return make(env, EX_SAMPLE, T_BOOL, 2, arg);
}

static Expr rule_noevent(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Env inside = *env;
    inside.flags |= ENV_NOEVENT;
    Expr arg[1];
    int n;
    return typed_arguments(&inside, b, call, arg, &n) ? arg[0] : 0;
}

static Expr rule_smooth(Env *env, const BuiltinRule *b, const SynExp *call)
{
    const SynExp *syn[MOST_ARGS] = {0};
    int64_t order;
    if (!place_arguments(env, b, call, syn))
        return 0;
    Expr p = resolve_as(env, syn[0], T_INT, "the order of `smooth`");
    if (!p || !eval_integer(env->m, p, NULL, syn[0]->span, "the order of `smooth`", &order))
        return 0;
    Env inside = *env;
    if (order >= 1)
        inside.flags |= ENV_NOEVENT;
    Expr e = resolve_exp(&inside, syn[1]);
    if (!e)
        return 0;
    Expr arg[2] = {expr_int(env->m->store, order), e};
    return make(env, EX_SMOOTH, expr_type(env->m->store, e), 2, arg);
}

static Expr rule_homotopy(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[2];
    int n;
    if (no_models_only(env, call) || !typed_arguments(env, b, call, arg, &n))
        return 0;
    Type t = type_join(env->m, expr_type(env->m->store, arg[0]), expr_type(env->m->store, arg[1]));
    if (!t || !is_number(env, arg[0]))
        return need(env, call, arg[1], "two Real expressions of equal size");
    return make(env, EX_HOMOTOPY, shaped(env, arg[0], T_REAL), 2, arg);
}

static Expr rule_semilinear(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[3];
    int n;
    if (!typed_arguments(env, b, call, arg, &n))
        return 0;
    for (int i = 0; i < 3; i++)
        if (!is_number(env, arg[i]))
            return need(env, call, arg[i], "Real expressions");
    Expr like = arg[0];
    for (int i = 1; i < 3 && !type_of(env, like)->ndims; i++)
        like = arg[i];
    return make(env, EX_SEMILINEAR, shaped(env, like, T_REAL), 3, arg);
}

static Expr rule_delay(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr arg[3];
    int n;
    if (no_models_only(env, call) || !typed_arguments(env, b, call, arg, &n))
        return 0;
    for (int i = 1; i < n; i++)
        if (!is_number(env, arg[i]) || type_of(env, arg[i])->ndims)
            return need(env, call, arg[i], "delay times");
    if (n == 2 && expr_variability(env->m, arg[1]) > VARY_PARAMETER)
        return wrong(env, call->span,
                     "a delay time that varies needs a third argument, its maximum");
    return make(env, EX_DELAY, shaped(env, arg[0], T_REAL), n, arg);
}

static Expr rule_instance_name(Env *env, const BuiltinRule *b, const SynExp *call)
{
    Expr none[1];
    int n;
    Model *m = env->m;
    if (!typed_arguments(env, b, call, none, &n))
        return 0;
    const Comp *self = env->scope->self;
    const char *root = m->root ? text_of(m->ctx, m->root->use->written->name) : "";
    const char *path = self && self->name ? comp_name_text(m, self) : "";
    const char *text = arena_printf(m->arena, "%s%s%s", root, *path ? "." : "", path);
    return expr_string(m->store, name_cstr(m->ctx->names, text));
}

static Expr rule_statement(Env *env, const BuiltinRule *b, const SynExp *call)
{
    return wrong(env, call->span, "`%s` is an equation or statement of its own, it has no value",
                 text_of(env->m->ctx, b->name));
}

static Expr rule_later(Env *env, const BuiltinRule *b, const SynExp *call)
{
    const char *what =
        b->name == N_inStream || b->name == N_actualStream             ? "stream connectors are"
        : b->name == N_spatialDistribution || b->name == N_cardinality ? "this operator is"
        : b->name == N_transition || b->name == N_initialState || b->name == N_activeState ||
                b->name == N_ticksInState || b->name == N_timeInState
            ? "state machines are"
            : "clocks are";
    return wrong(env, call->span, "`%s`: %s not supported yet", text_of(env->m->ctx, b->name),
                 what);
}

/* ---- The table ---- */

static const BuiltinRule table[] = {
    {N_sin, rule_real, EX_SIN, 1, 1, {0}},
    {N_cos, rule_real, EX_COS, 1, 1, {0}},
    {N_tan, rule_real, EX_TAN, 1, 1, {0}},
    {N_asin, rule_real, EX_ASIN, 1, 1, {0}},
    {N_acos, rule_real, EX_ACOS, 1, 1, {0}},
    {N_atan, rule_real, EX_ATAN, 1, 1, {0}},
    {N_atan2, rule_real, EX_ATAN2, 2, 2, {0}},
    {N_sinh, rule_real, EX_SINH, 1, 1, {0}},
    {N_cosh, rule_real, EX_COSH, 1, 1, {0}},
    {N_tanh, rule_real, EX_TANH, 1, 1, {0}},
    {N_exp, rule_real, EX_EXP, 1, 1, {0}},
    {N_log, rule_real, EX_LOG, 1, 1, {0}},
    {N_log10, rule_real, EX_LOG10, 1, 1, {0}},
    {N_sqrt, rule_real, EX_SQRT, 1, 1, {0}},
    {N_abs, rule_round, EX_ABS, 1, 1, {0}},
    {N_sign, rule_round, EX_SIGN, 1, 1, {0}},
    {N_ceil, rule_round, EX_CEIL, 1, 1, {0}},
    {N_floor, rule_round, EX_FLOOR, 1, 1, {0}},
    {N_integer, rule_round, EX_INTEGER, 1, 1, {0}},
    {N_div, rule_quotient, EX_QUOT, 2, 2, {0}},
    {N_mod, rule_quotient, EX_MOD, 2, 2, {0}},
    {N_rem, rule_quotient, EX_REM, 2, 2, {0}},
    {N_min, rule_minmax, EX_MIN, 1, 2, {0}},
    {N_max, rule_minmax, EX_MAX, 1, 2, {0}},
    {N_sum, rule_sum, EX_SUM, 1, 1, {0}},
    {N_product, rule_sum, EX_PRODUCT, 1, 1, {0}},
    {N_array, rule_array, EX_ARRAY, 1, MOST_ARGS, {0}},
    {N_size, rule_size, EX_SIZE, 1, 2, {0}},
    {N_ndims, rule_ndims, EX_NONE, 1, 1, {0}},
    {N_fill, rule_fill, EX_FILL, 2, MOST_ARGS, {0}},
    {N_zeros, rule_fill, EX_FILL, 1, MOST_ARGS, {0}},
    {N_ones, rule_fill, EX_FILL, 1, MOST_ARGS, {0}},
    {N_identity, rule_identity, EX_IDENTITY, 1, 1, {0}},
    {N_linspace, rule_linspace, EX_LINSPACE, 3, 3, {0}},
    {N_cat, rule_cat, EX_CAT, 2, MOST_ARGS, {0}},
    {N_transpose, rule_shape, EX_TRANSPOSE, 1, 1, {0}},
    {N_symmetric, rule_shape, EX_SYMMETRIC, 1, 1, {0}},
    {N_diagonal, rule_shape, EX_DIAGONAL, 1, 1, {0}},
    {N_skew, rule_shape, EX_SKEW, 1, 1, {0}},
    {N_cross, rule_shape, EX_CROSS, 2, 2, {0}},
    {N_outerProduct, rule_shape, EX_OUTERPRODUCT, 2, 2, {0}},
    {N_scalar, rule_shape, EX_SCALAR, 1, 1, {0}},
    {N_vector, rule_shape, EX_VECTOR, 1, 1, {0}},
    {N_matrix, rule_shape, EX_MATRIX, 1, 1, {0}},
    {N_promote, rule_promote, EX_PROMOTE, 2, 2, {0}},
    {N_der, rule_der, EX_DER, 1, 1, {0}},
    {N_pre, rule_pre, EX_PRE, 1, 1, {0}},
    {N_edge, rule_pre, EX_EDGE, 1, 1, {0}},
    {N_change, rule_pre, EX_CHANGE, 1, 1, {0}},
    {N_initial, rule_leaf, EX_INITIAL, 0, 0, {0}},
    {N_terminal, rule_leaf, EX_TERMINAL, 0, 0, {0}},
    {N_sample, rule_sample, EX_SAMPLE, 2, 2, {N_start, N_interval}},
    {N_noEvent, rule_noevent, EX_NONE, 1, 1, {0}},
    {N_smooth, rule_smooth, EX_SMOOTH, 2, 2, {0}},
    {N_homotopy, rule_homotopy, EX_HOMOTOPY, 2, 2, {N_actual, N_simplified}},
    {N_semiLinear, rule_semilinear, EX_SEMILINEAR, 3, 3, {0}},
    {N_delay, rule_delay, EX_DELAY, 2, 3, {0}},
    {N_residue, rule_hint, EX_RESIDUE, 1, 1, {0}},
    {N_linres, rule_hint, EX_LINRES, 1, 1, {0}},
    {N_relax, rule_hint, EX_RELAX, 1, 1, {0}},
    {N_getInstanceName, rule_instance_name, EX_STRING, 0, 0, {0}},
    {N_assert, rule_statement, EX_NONE, 0, 0, {0}},
    {N_terminate, rule_statement, EX_NONE, 0, 0, {0}},
    {N_reinit, rule_statement, EX_NONE, 0, 0, {0}},
    {N_spatialDistribution, rule_later, EX_NONE, 0, 0, {0}},
    {N_cardinality, rule_later, EX_NONE, 0, 0, {0}},
    {N_inStream, rule_later, EX_NONE, 0, 0, {0}},
    {N_actualStream, rule_later, EX_NONE, 0, 0, {0}},
    {N_previous, rule_later, EX_NONE, 0, 0, {0}},
    {N_hold, rule_later, EX_NONE, 0, 0, {0}},
    {N_subSample, rule_later, EX_NONE, 0, 0, {0}},
    {N_superSample, rule_later, EX_NONE, 0, 0, {0}},
    {N_shiftSample, rule_later, EX_NONE, 0, 0, {0}},
    {N_backSample, rule_later, EX_NONE, 0, 0, {0}},
    {N_noClock, rule_later, EX_NONE, 0, 0, {0}},
    {N_interval, rule_later, EX_NONE, 0, 0, {0}},
    {N_firstTick, rule_later, EX_NONE, 0, 0, {0}},
    {N_transition, rule_later, EX_NONE, 0, 0, {0}},
    {N_initialState, rule_later, EX_NONE, 0, 0, {0}},
    {N_activeState, rule_later, EX_NONE, 0, 0, {0}},
    {N_ticksInState, rule_later, EX_NONE, 0, 0, {0}},
    {N_timeInState, rule_later, EX_NONE, 0, 0, {0}},
};

enum { NTABLE = sizeof table / sizeof *table };

static const BuiltinRule *find(Name name)
{
    for (int i = 0; i < NTABLE; i++)
        if (table[i].name == name)
            return &table[i];
    return NULL;
}

bool builtin_function(Name name)
{
    return name < N_COUNT && find(name);
}

void builtin_offer(Context *ctx, Nearest *near)
{
    for (int i = 0; i < NTABLE; i++)
        nearest_offer(near, text_of(ctx, table[i].name));
    nearest_offer(near, "time");
    nearest_offer(near, "Real");
    nearest_offer(near, "Integer");
    nearest_offer(near, "Boolean");
    nearest_offer(near, "String");
}

Expr builtin_call(Env *env, Name name, const SynExp *call)
{
    const BuiltinRule *b = find(name);
    return b->rule(env, b, call);
}

ExprOp builtin_elementary(Name name)
{
    const BuiltinRule *b = name < N_COUNT ? find(name) : NULL;
    return b && (b->rule == rule_real || b->rule == rule_round) ? b->op : EX_NONE;
}

Expr builtin_connections(Env *env, Name name, const SynExp *call)
{
    return wrong(env, call->span,
                 "`Connections.%s`: overconstrained connections are not supported yet",
                 text_of(env->m->ctx, name));
}

/* ---- Conversions ---- */

/* String(x, significantDigits = 6, minimumLength = 0, leftJustified = true), String(x, format =
 * "g") */
/* value, minimumLength, leftJustified, significantDigits; or a format. */
typedef struct StringParts {
    Expr part[4], format;
} StringParts;

static bool named_string_part(Env *env, const SynCall *c, int i, StringParts *out)
{
    Expr v = resolve_exp(env, c->named[i].value);
    if (!v)
        return false;
    switch (c->named[i].name) {
    case N_minimumLength:
        out->part[1] = v;
        return true;
    case N_leftJustified:
        out->part[2] = v;
        return true;
    case N_significantDigits:
        out->part[3] = v;
        return true;
    case N_format:
        out->format = v;
        return true;
    default:
        return wrong(env, c->named[i].span, "`String` has no input `%s`",
                     text_of(env->m->ctx, c->named[i].name));
    }
}

static Expr convert_string(Env *env, const SynExp *call)
{
    Model *m = env->m;
    const SynCall *c = call->call;
    StringParts p = {0};
    if (c->nargs < 1 || c->nargs > 4)
        return wrong(env, call->span, "`String` needs a value to convert");
    for (int i = 0; i < c->nargs; i++) {
        p.part[i] = resolve_exp(env, c->arg[i]);
        if (!p.part[i])
            return 0;
    }
    const TypeInfo *t = type_of(env, p.part[0]);
    if (t->ndims || t->base == TY_RECORD)
        return need(env, call, p.part[0], "a number, Boolean, enumeration or string");
    if (c->nargs > 1 && t->base == TY_REAL) { /* positional order for Real differs */
        Expr digits = p.part[1];
        bool format = type_of(env, digits)->base == TY_STRING;
        StringParts other = {{p.part[0], p.part[2], p.part[3], digits}, 0};
        p.format = format ? digits : 0;
        p.part[1] = format ? 0 : p.part[1];
        p = format ? p : other;
    }
    for (int i = 0; i < c->nnamed; i++)
        if (!named_string_part(env, c, i, &p))
            return 0;
    if (p.format) {
        Expr arg[2] = {p.part[0], p.format};
        return expr_make(m->store, EX_TOSTRING, T_STRING, 0, STRING_FORM_FORMAT, 2, arg);
    }
    Expr usual[4] = {0, expr_int(m->store, 0), expr_bool(m->store, true), expr_int(m->store, 6)};
    for (int i = 1; i < 4; i++)
        p.part[i] = p.part[i] ? p.part[i] : usual[i];
    uint32_t n = t->base == TY_REAL ? 4 : 3;
    return expr_make(m->store, EX_TOSTRING, T_STRING, 0, STRING_FORM_OPTIONS, n, p.part);
}

/* A number that is known already must be that of a literal. */
static bool enumeration_fits(Env *env, Type e, Expr number, const SynExp *call)
{
    Model *m = env->m;
    const EnumInfo *info = type_enum_info(expr_types(m->store), e);
    Value *v = expr_variability(m, number) == VARY_CONSTANT ? eval_try(m, number, NULL) : NULL;
    for (int64_t i = 0; v && i < v->n; i++)
        if (v->num[i] < 1 || v->num[i] > info->n) {
            wrong(env, call->span, "%.0f is not the number of a literal of `%s`, which has %d",
                  v->num[i], text_of(m->ctx, info->name), info->n);
            return false;
        }
    return true;
}

Expr builtin_conversion(Env *env, ClassUse *type, const SynExp *call)
{
    Model *m = env->m;
    const SynCall *c = call->call;
    if (type->builtin == BUILTIN_STRING)
        return convert_string(env, call);
    if (type->builtin == BUILTIN_CLOCK)
        return wrong(env, call->span, "`Clock`: clocks are not supported yet");
    if (c->nargs != 1 || c->nnamed || c->niters)
        return wrong(env, call->span, "a conversion takes one argument");
    Expr a = resolve_exp(env, c->arg[0]);
    if (!a)
        return 0;
    const TypeInfo *t = type_of(env, a);
    if (type->builtin == BUILTIN_INTEGER && t->base == TY_ENUM)
        return make(env, EX_ENUMINT, shaped(env, a, T_INT), 1, &a);
    if (type->builtin == BUILTIN_INTEGER && t->base == TY_INT)
        return a;
    if (type->builtin == BUILTIN_ENUM && t->base == TY_INT) {
        Type e = class_enum_type(m, type);
        return e && enumeration_fits(env, e, a, call)
                   ? make(env, EX_INTENUM, shaped(env, a, e), 1, &a)
                   : 0;
    }
    if (type->builtin == BUILTIN_REAL && type_is_numeric_base(t->base))
        return a;
    return wrong(env, call->span, "%s cannot be converted to `%s`",
                 type_text(m, expr_type(m->store, a)), class_name_text(m, type->written));
}
