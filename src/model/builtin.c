/* builtin.c - typing rules of the built-in functions, one table entry each (specification, 3.7 and
 * 10.3). The table says how many arguments there are and which of them must be numbers; a rule gets
 * them typed. */
#include "model/builtin.h"
#include "model/eval.h"
#include "model/flat_internal.h"
#include "model/overload.h"

typedef struct Built Built;
typedef Expr Rule(Built *c);

enum {
    MODELS = 1,  /* not inside functions */
    WRITTEN = 2, /* the rule types its arguments itself */
    REDUCES = 4, /* may have iterators */
    QUIET = 8,   /* relations in its argument generate no events */
    SCALARS = 16,
};

typedef struct BuiltinRule {
    Name name;
    Rule *rule;
    ExprOp op;
    int least, most; /* number of arguments */
    unsigned flags;
    const char *needs; /* all arguments are numbers: which; NULL: the rule decides */
    Name param[2];     /* names, where arguments may be named */
} BuiltinRule;

enum { MOST_ARGS = 64 };

/* A call being typed. */
struct Built {
    Env *env;
    Model *m;
    const BuiltinRule *b;
    const SynExp *call;
    int n;
    const SynExp *syn[MOST_ARGS];
    Expr arg[MOST_ARGS]; /* [n] */
};

/* ---- Arguments ---- */

static const char *name_of_call(Model *m, const SynExp *call)
{
    const SynRef *r = call->call->fn;
    return text_of(m->ctx, r->part[r->n - 1].name);
}

/* Syntax of the arguments by position; missing ones are the last. False after a report. */
static bool place_arguments(Built *c)
{
    Model *m = c->m;
    const BuiltinRule *b = c->b;
    const SynCall *call = c->call->call;
    Span at = c->call->span;
    const char *name = name_of_call(m, c->call);
    c->n = call->nargs + call->nnamed;
    if (call->niters)
        return refuse(m, at, "`%s` cannot be used with iterators", name);
    if (c->n < b->least || c->n > b->most)
        return b->least == b->most
                   ? refuse(m, at, "`%s` takes %d argument%s, not %d%s", name, b->least,
                            b->least == 1 ? "" : "s", c->n,
                            b->name == N_der && c->n == 2 ? "; a second derivative is that of a "
                                                            "variable v with v = der(x)"
                            : b->name == N_log ? "; to the base 10 it is log10(x), to another "
                                                 "log(x)/log(b)"
                            : !strcmp(name, "atan") && c->n == 2
                                ? ": the angle of a point is atan2(y, x)"
                            : b->name == N_atan2
                                ? ": atan2(y, x), the angle of a point; atan(y) takes one"
                                : "")
                   : refuse(m, at, "`%s` takes %d to %d arguments, not %d%s", name, b->least,
                            b->most, c->n,
                            b->flags & REDUCES && c->n > b->most
                                ? arena_printf(m->arena,
                                               "; of more values they are an array: %s({a, b, c})",
                                               name)
                            : b->name == N_delay ? ": delay(x, 0.5) is what x was 0.5 s ago"
                                                 : "");
    for (int i = 0; i < call->nargs; i++)
        c->syn[i] = call->arg[i];
    for (int i = 0; i < call->nnamed; i++) {
        int k = 0;
        while (k < 2 && b->param[k] != call->named[i].name)
            k++;
        if (k == 2 || c->syn[k])
            return refuse(m, call->named[i].span, "`%s` has no further input `%s`", name,
                          text_of(m->ctx, call->named[i].name));
        c->syn[k] = call->named[i].value;
    }
    return true;
}

static bool is_number(Model *m, Expr e)
{
    int base = einfo(m, e)->base;
    return base == TY_REAL || base == TY_INT || base == TY_ERROR;
}

static Expr need(Model *m, const SynExp *call, Expr got, const char *what)
{
    return refuse(m, call->span, "`%s` needs %s, not %s", name_of_call(m, call), what,
                  type_text(m, expr_type(m->store, got)));
}

/* The variable that an argument is; NULL: it is an expression. */
static const char *variable_in(const Built *c, Expr got)
{
    for (int i = 0; i < c->n; i++)
        if (c->arg[i] == got && c->syn[i]->kind == XP_REF) {
            Buf b = {0};
            source_text(c->m->ctx->sources, c->syn[i]->span, &b);
            const char *text = arena_strdup(c->m->arena, buf_text(&b));
            buf_free(&b);
            return text;
        }
    return NULL;
}

static bool is_complex(Model *m, Expr e)
{
    return !strcmp(type_text(m, expr_type(m->store, e)), "record Complex");
}

/* Whether Modelica.ComplexMath has a function of that name. */
static bool has_complex(ExprOp op)
{
    return op == EX_ABS || op == EX_SQRT || op == EX_EXP || op == EX_LOG || op == EX_SIN ||
           op == EX_COS || op == EX_TAN || op == EX_SINH || op == EX_COSH || op == EX_TANH ||
           op == EX_ASIN || op == EX_ACOS || op == EX_ATAN;
}

static Expr needs(const Built *c, Expr got, const char *what)
{
    const char *variable = variable_in(c, got);
    if (!variable)
        return need(c->m, c->call, got, what);
    const char *type = type_text(c->m, expr_type(c->m->store, got));
    bool whole = einfo(c->m, got)->base == TY_INT && c->b->op == EX_DER;
    return refuse(c->m, c->call->span, "`%s` needs %s, but `%s` is %s%s",
                  name_of_call(c->m, c->call), what, variable, type,
                  whole ? ": what changes continuously is declared as Real"
                  : is_complex(c->m, got) && has_complex(c->b->op)
                      ? arena_printf(c->m->arena,
                                     "; of complex numbers it is Modelica.ComplexMath.%s",
                                     name_of_call(c->m, c->call))
                      : "");
}

/* All arguments typed. */
static bool typed_arguments(Built *c)
{
    Env env = *c->env;
    env.flags |= c->b->flags & QUIET ? ENV_NOEVENT : 0;
    env.flags |= c->b->name == N_pure ? ENV_AS_PURE : 0;
    if (!place_arguments(c))
        return false;
    for (int i = 0; i < c->n; i++)
        if (!(c->arg[i] = resolve_exp(&env, c->syn[i])))
            return false;
    for (int i = 0; c->b->needs && i < c->n; i++)
        if (!is_number(c->m, c->arg[i]) || (c->b->flags & SCALARS && einfo(c->m, c->arg[i])->ndims))
            return needs(c, c->arg[i], c->b->needs);
    return true;
}

/* The operator of the rule on all arguments. */
static Expr make(const Built *c, Type t)
{
    return raw_make(c->m, c->b->op, t, c->n, c->arg);
}

static Type shaped(Model *m, Expr like, Type scalar)
{
    return type_reshape(expr_types(m->store), expr_type(m->store, like), scalar);
}

static Variability varies(const Built *c, int i)
{
    return expr_variability(c->m, c->arg[i]);
}

/* ---- Mathematics ---- */

/* The argument that gives the shape of an elementwise function: a scalar goes with every element
 * of an array; 0 if the sizes differ. */
static Expr larger(Model *m, Expr a, Expr b)
{
    if (!einfo(m, b)->ndims || !einfo(m, a)->ndims)
        return einfo(m, b)->ndims ? b : a;
    return type_join(m, shaped(m, a, T_REAL), shaped(m, b, T_REAL)) ? a : 0;
}

/* An Integer that a function makes of what varies jumps; integer() of it changes at the events that
 * n + 0.5 has, which is never near an integer. */
static Expr between_integers(Model *m, Expr n)
{
    Expr real = expr_to_real(m->store, n);
    return real == n ? n : expr_add2(m->store, real, expr_real(m->store, 0.5));
}

/* abs keeps the type, sign and integer give Integer, quotients of Integers too, all others Real. */
static Expr rule_elementwise(Built *c)
{
    Model *m = c->m;
    ExprOp op = c->b->op;
    Expr like = c->arg[0];
    bool real = false;
    for (int i = 0; i < c->n; i++) {
        real = real || einfo(m, c->arg[i])->base == TY_REAL;
        like = larger(m, like, c->arg[i]);
        if (!like)
            return needs(c, c->arg[i], "arguments of equal size");
    }
    if (op == EX_INTEGER && !real && expr_variability(m, c->arg[0]) == VARY_CONTINUOUS) {
        c->arg[0] = between_integers(m, c->arg[0]);
        real = einfo(m, c->arg[0])->base == TY_REAL;
    }
    bool quotient = op == EX_QUOT || op == EX_MOD || op == EX_REM;
    bool whole = op == EX_SIGN || op == EX_INTEGER || (quotient && !real);
    Type scalar = op == EX_ABS ? einfo(m, like)->scalar : whole ? T_INT : T_REAL;
    bool quiet = real && op_info[op].flags & OPF_EVENT &&
                 c->env->flags & (ENV_NOEVENT | ENV_WHEN); /* 3.7.2 */
    return expr_make(m->store, op, shaped(m, like, scalar), quiet ? EF_NOEVENT : 0, 0,
                     (uint32_t)c->n, c->arg);
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

static Expr free_size(Model *m, Expr e, int k);

/* The size of a part of an array, which subscripts with iterators choose: of what `:` or a vector
 * stands for in dimension k; 0: it depends on an iterator. */
static Expr size_of_part(Model *m, Expr e, int k)
{
    ExprStore *s = m->store;
    Comp *c = m->comp.v[expr_node(s, e)->payload];
    uint32_t i = 0;
    if (expr_node(s, e)->nargs != (uint32_t)c->ndims)
        return 0;
    for (;; i++) {
        Expr sub = expr_arg(s, e, i);
        bool colon = expr_op(s, sub) == EX_COLON;
        if ((colon || einfo(m, sub)->ndims) && !k--)
            return colon ? raw_size(m, comp_loose_ref(m, c), (int)i) : free_size(m, sub, 0);
    }
}

/* The size of an expression in dimension k, without iterators; 0: it depends on one. */
static Expr free_size(Model *m, Expr e, int k)
{
    ExprStore *s = m->store;
    if (einfo(m, e)->dim[k] != DIM_UNKNOWN || !depends_on_loop(m, e))
        return raw_size(m, e, k);
    if (expr_op(s, e) == EX_CREF)
        return size_of_part(m, e, k);
    Expr size = 0;
    for (uint32_t i = 0; op_info[expr_op(s, e)].flags & OPF_ELEMENTARY && !size; i++) {
        if (i == expr_node(s, e)->nargs)
            return 0;
        Expr arg = expr_arg(s, e, i);
        size = einfo(m, arg)->ndims == einfo(m, e)->ndims ? free_size(m, arg, k) : 0;
    }
    return size;
}

/* sum of arrays: the array of the sums of their elements. */
static Expr sum_of_arrays(Built *c, Expr body, int n, const Expr *iter, const Expr *range)
{
    Model *m = c->m;
    const TypeInfo *t = einfo(m, body);
    Expr position[MAX_DIMS], over[MAX_DIMS];
    for (int k = 0; k < t->ndims; k++) {
        Expr size = free_size(m, body, k);
        if (!size)
            return refuse(m, c->call->span,
                          "`%s` of arrays whose size is not known during translation; use a loop",
                          name_of_call(m, c->call));
        position[k] = raw_loop_variable(m, 0, T_INT);
        over[k] = raw2(m, EX_RANGE, tarray(m, T_INT, 1, &t->dim[k]), expr_int(m->store, 1), size);
    }
    Expr sum = raw_for(m, EX_FORSUM, index_expr(m, body, t->ndims, position), n, iter, range);
    return raw_for(m, EX_FORARRAY, sum, t->ndims, position, over);
}

/* What an expression under a reduction must be; NULL: it is. */
static const char *reducible(ExprOp op, const TypeInfo *t)
{
    bool number = type_is_numeric_base(t->base) || t->base == TY_ERROR;
    if (op == EX_FORARRAY || (t->base == TY_RECORD && (op == EX_FORSUM || op == EX_FORPRODUCT)))
        return NULL;
    if (op == EX_FORSUM)
        return number ? NULL : "numbers or arrays of numbers";
    if (op == EX_FORPRODUCT)
        return number && !t->ndims ? NULL : "scalar numbers";
    return !t->ndims && (number || t->base == TY_BOOL || t->base == TY_ENUM)
               ? NULL
               : "scalar numbers, Booleans or values of an enumeration";
}

/* Whether the range of an iterator has one that comes later, which is one further out. */
static bool has_dependent_range(const SynCall *call)
{
    for (int i = 0; i < call->niters; i++)
        for (int k = i + 1; k < call->niters; k++)
            if (exp_mentions(call->iter[i].range, call->iter[k].name))
                return true;
    return false;
}

/* f(f(e for i) for j) in place of f(e for i, j). */
static SynExp *nested_call(Model *m, const SynExp *e)
{
    SynExp *inner = arena_copy(m->arena, e, sizeof *e), *outer = arena_copy(m->arena, e, sizeof *e);
    inner->call = arena_copy(m->arena, e->call, sizeof *e->call);
    outer->call = arena_copy(m->arena, e->call, sizeof *e->call);
    inner->call->niters--;
    outer->call->niters = 1;
    outer->call->iter = &e->call->iter[inner->call->niters];
    outer->call->arg = arena_copy(m->arena, &inner, sizeof inner);
    return outer;
}

/* An iterator over a vector that varies, {f(e) for e in x}, of records, or of Real parameters,
 * which no structure depends on: it runs over the positions of x. The value of the iterator, whose
 * range and variable may be others afterwards. */
static Expr value_of_turn(Built *c, Expr *range, Expr *iter)
{
    Model *m = c->m;
    Expr vector = *range;
    Variability known = einfo(m, vector)->base == TY_REAL ? VARY_CONSTANT : VARY_PARAMETER;
    bool record = einfo(m, vector)->base == TY_RECORD;
    if (!record && (c->env->flags & (ENV_FUNCTION | ENV_STATEMENT) ||
                    expr_op(m->store, vector) == EX_RANGE || expr_variability(m, vector) <= known))
        return *iter;
    *range = raw_positions(m, vector, 0);
    *iter = raw_loop_variable(m, 0, T_INT);
    return index_expr(m, vector, 1, iter);
}

static Expr reduction(Built *c)
{
    Model *m = c->m;
    const SynCall *call = c->call->call;
    Span at = c->call->span;
    int n = call->niters;
    if (call->nargs != 1 || call->nnamed)
        return refuse(m, at, "one expression before `for` is needed");
    if (n > MAX_DIMS)
        return refuse(m, at, "more than %d iterators", MAX_DIMS);
    if (has_dependent_range(call))
        return resolve_exp(c->env, nested_call(m, c->call));
    Env inside = *c->env;
    LoopVar loop[MAX_DIMS];
    Expr iter[MAX_DIMS], range[MAX_DIMS];
    bool nothing = false;
    for (int i = 0; i < n; i++) {
        int k = n - 1 - i; /* the last iterator is the outermost dimension */
        range[k] = resolve_range(c->env, &call->iter[i], call->arg[0]);
        if (!range[k])
            return 0;
        iter[k] = raw_loop_variable(m, call->iter[i].name, einfo(m, range[k])->scalar);
        nothing = nothing || !einfo(m, range[k])->dim[0];
        Expr value = value_of_turn(c, &range[k], &iter[k]);
        loop[i] = (LoopVar){call->iter[i].name, value, inside.loops};
        inside.loops = &loop[i];
    }
    Expr body = resolve_exp(&inside, call->arg[0]);
    if (!body)
        return 0;
    ExprOp op = c->b->op == EX_SUM       ? EX_FORSUM
                : c->b->op == EX_PRODUCT ? EX_FORPRODUCT
                : c->b->op == EX_MIN     ? EX_FORMIN
                : c->b->op == EX_MAX     ? EX_FORMAX
                                         : EX_FORARRAY;
    const TypeInfo *t = einfo(m, body);
    const char *wanted = reducible(op, t);
    if (wanted)
        return needs(c, body, wanted);
    if (t->base == TY_RECORD && op != EX_FORARRAY)
        return overloaded_reduction(c->env, op == EX_FORSUM ? OP_ADD : OP_MUL,
                                    raw_for(m, EX_FORARRAY, body, n, iter, range), at);
    if (op == EX_FORSUM && t->ndims)
        return sum_of_arrays(c, body, n, iter, range);
    if (nothing && (op == EX_FORMIN || op == EX_FORMAX))
        return extreme_value(m, t->scalar, op == EX_FORMIN);
    if (op == EX_FORARRAY && !dims_allowed(m, expr_type(m->store, body), n, at))
        return 0;
    return raw_for(m, op, body, n, iter, range);
}

static Expr rule_sum(Built *c)
{
    Expr array = c->arg[0];
    if (einfo(c->m, array)->base == TY_RECORD)
        return overloaded_reduction(c->env, c->b->op == EX_SUM ? OP_ADD : OP_MUL, array,
                                    c->call->span);
    if (!is_number(c->m, array))
        return needs(c, array, "an array of numbers");
    return make(c, einfo(c->m, c->arg[0])->scalar);
}

static Expr rule_minmax(Built *c)
{
    Model *m = c->m;
    const TypeInfo *first = einfo(m, c->arg[0]);
    if (c->n == 1) {
        if (!first->ndims || reducible(EX_FORMIN, tinfo(m, first->scalar)))
            return needs(c, c->arg[0],
                         "two scalars or an array, of numbers, Booleans or an enumeration");
        if (is_empty(first))
            return extreme_value(m, first->scalar, c->b->op == EX_MIN);
        return raw1(m, c->b->op == EX_MIN ? EX_MINOF : EX_MAXOF, first->scalar, c->arg[0]);
    }
    Type t = type_join(m, expr_type(m->store, c->arg[0]), expr_type(m->store, c->arg[1]));
    int base = t ? tinfo(m, t)->base : TY_NONE;
    if (!t || tinfo(m, t)->ndims || base == TY_STRING || base == TY_RECORD)
        return needs(c, c->arg[1], "two scalars of the same type");
    return make(c, t);
}

static Expr rule_array(Built *c)
{
    const SynCall *call = c->call->call;
    if (call->nnamed || !call->nargs)
        return refuse(c->m, c->call->span, "`array` takes elements separated by commas");
    SynExp as_array = *c->call;
    as_array.kind = XP_ARRAY;
    as_array.n = call->nargs;
    as_array.arg = call->arg;
    return resolve_exp(c->env, &as_array);
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

static Expr rule_size(Built *c)
{
    Model *m = c->m;
    if (!place_arguments(c))
        return 0;
    Expr dim = c->syn[1] ? resolve_as(c->env, c->syn[1], T_INT, "the dimension") : 0;
    if (c->syn[1] && !dim)
        return 0;
    Comp *plain = plain_variable(c->env, c->syn[0]);
    Value *v = dim ? eval_try(m, dim, NULL) : NULL;
    double k = v ? v->num[0] : 0;
    if (plain && k >= 1 && k <= plain->ndims) {
        if (!comp_dim(m, plain, (int)k - 1))
            return 0;
        if (plain->dim[(int)k - 1].size != DIM_UNKNOWN)
            return expr_int(m->store, plain->dim[(int)k - 1].size);
        Expr ref = comp_loose_ref(m, plain);
        return ref ? raw_size(m, ref, (int)k - 1) : 0;
    }
    Expr a = resolve_exp(c->env, c->syn[0]);
    if (!a)
        return 0;
    int32_t n = einfo(m, a)->ndims;
    if (!dim) {
        Expr part[MAX_DIMS];
        for (int i = 0; i < n; i++)
            part[i] = raw_size(m, a, i);
        return n ? raw_array(m, n, part) : empty_array(m, tarray(m, T_INT, 1, &n));
    }
    if (v && (k < 1 || k > n))
        return refuse(m, c->call->span, "this array has %d dimension%s, there is no dimension %.0f",
                      n, n == 1 ? "" : "s", k);
    return v ? raw_size(m, a, (int)k - 1) : raw2(m, EX_SIZE, T_INT, a, dim);
}

static Expr rule_ndims(Built *c)
{
    return expr_int(c->m->store, einfo(c->m, c->arg[0])->ndims);
}

/* A size given as an argument: a number in models, perhaps unknown in functions. */
static bool size_argument(Env *env, Expr e, Span at, int32_t *size, bool fills)
{
    Model *m = env->m;
    const TypeInfo *t = einfo(m, e);
    if (t->base != TY_INT || t->ndims)
        return refuse(m, at, "a size must be an Integer, not %s%s",
                      type_text(m, expr_type(m->store, e)),
                      t->ndims ? "; the number of elements of x is size(x, 1)"
                      : fills  ? "; the value stands first, then the sizes: fill(0.5, 3)"
                      : t->base == TY_REAL ? "; integer(x) is one, div(n, 2) the half of an Integer"
                                           : "");
    bool open = size_may_vary(env, e);
    Value *v = open ? eval_try(m, e, NULL) : eval_structural(m, e, at, "this size");
    if (v && (v->num[0] < 0 || v->num[0] > INT32_MAX))
        return refuse(m, at, "a size of %.0f", v->num[0]);
    *size = v ? (int32_t)v->num[0] : DIM_UNKNOWN;
    return v || open;
}

/* fill(value, n, ...), zeros(n, ...), ones(n, ...) */
static Expr rule_fill(Built *c)
{
    Model *m = c->m;
    Expr arg[MAX_DIMS + 1];
    int32_t dim[MAX_DIMS];
    int n = 0;
    const SynCall *call = c->call->call;
    int first = c->b->name == N_fill;
    if (call->nnamed || call->niters || call->nargs < c->b->least || call->nargs - first > MAX_DIMS)
        return refuse(m, c->call->span, "`%s` takes %ssizes", text_of(m->ctx, c->b->name),
                      first ? "a value and " : "");
    arg[0] = first ? resolve_exp(c->env, call->arg[0]) : expr_int(m->store, c->b->name == N_ones);
    if (!arg[0])
        return 0;
    for (int i = first; i < call->nargs; i++, n++) {
        arg[n + 1] = resolve_exp(c->env, call->arg[i]);
        if (!arg[n + 1] || !size_argument(c->env, arg[n + 1], call->arg[i]->span, &dim[n], first))
            return 0;
    }
    Type t = expr_type(m->store, arg[0]);
    if (!dims_allowed(m, t, n, c->call->span))
        return 0;
    return n ? raw_make(m, EX_FILL, tarray(m, t, n, dim), n + 1, arg) : arg[0];
}

static Expr rule_identity(Built *c)
{
    int32_t dim[2];
    if (!size_argument(c->env, c->arg[0], c->call->span, dim, false))
        return 0;
    dim[1] = dim[0];
    return make(c, tarray(c->m, T_INT, 2, dim));
}

static Expr rule_linspace(Built *c)
{
    int32_t dim;
    if (!size_argument(c->env, c->arg[2], c->call->span, &dim, false))
        return 0;
    return make(c, tarray(c->m, T_REAL, 1, &dim));
}

/* ---- Arrays ---- */

static Expr rule_cat(Built *c)
{
    int64_t dim;
    Span at = c->syn[0]->span;
    if (!eval_integer(c->m, c->arg[0], NULL, at, "the dimension of `cat`", &dim))
        return 0;
    if (dim < 1 || dim > MAX_DIMS)
        return refuse(c->m, at, "there is no dimension %lld", (long long)dim);
    return make_cat(c->m, (int)dim, c->n - 1, c->arg + 1, c->call->span);
}

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

/* vector(a): all elements, of which at most one dimension has several. */
static const char *vector_shape(const TypeInfo *t, Shape *out)
{
    int64_t size = 1;
    int larger = 0;
    bool open = false;
    for (int i = 0; i < t->ndims; i++) {
        larger += t->dim[i] > 1;
        open = open || t->dim[i] == DIM_UNKNOWN;
        size *= t->dim[i] > 1 || !t->dim[i] ? t->dim[i] : 1;
    }
    if (larger > 1)
        return "an array with one dimension larger than 1";
    shape_of(out, 1, open ? DIM_UNKNOWN : (int32_t)size, 0);
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
                   ? "two vectors of 3 elements (in a plane a[1]*b[2] - a[2]*b[1] is meant)"
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

static Expr rule_shape(Built *c)
{
    Model *m = c->m;
    const TypeInfo *t = einfo(m, c->arg[0]), *u = c->n > 1 ? einfo(m, c->arg[1]) : t;
    Shape shape;
    const char *wanted = result_shape(c->b->op, t, u, &shape);
    if (wanted)
        return needs(c, c->arg[0], wanted);
    if (c->b->op == EX_SCALAR && !t->ndims)
        return c->arg[0];
    Type scalar = c->n > 1 ? type_join(m, t->scalar, u->scalar) : t->scalar;
    if (!scalar)
        return needs(c, c->arg[1], "elements of the same type");
    return make(c, tarray(m, scalar, shape.nd, shape.dim));
}

static Expr rule_promote(Built *c)
{
    int64_t want;
    Span at = c->call->span;
    if (!eval_integer(c->m, c->arg[1], NULL, at, "the number of dimensions", &want))
        return 0;
    int ndims = einfo(c->m, c->arg[0])->ndims;
    if (want < ndims || want > MAX_DIMS)
        return refuse(c->m, at, "an array of %d dimensions cannot be given %lld", ndims,
                      (long long)want);
    return promote(c->m, c->arg[0], (int)want);
}

/* ---- Events and dynamics ---- */

static Expr rule_der(Built *c)
{
    if (einfo(c->m, c->arg[0])->base == TY_INT && expr_op(c->m->store, c->arg[0]) != EX_INT)
        return needs(c, c->arg[0], c->b->needs);
    if (varies(c, 0) == VARY_DISCRETE)
        return refuse(c->m, c->call->span,
                      "`der` of a discrete expression: what changes at events only has no "
                      "derivative");
    return make(c, shaped(c->m, c->arg[0], T_REAL));
}

/* residue(x), linres(x), relax(x): how an equation is best solved. */
Expr make_hint(Env *env, ExprOp op, Expr x, Span span)
{
    ExprOp of = expr_op(env->m->store, x);
    bool known = expr_variability(env->m, x) <= VARY_DISCRETE;
    if ((of != EX_CREF && of != EX_DER) || known || !is_number(env->m, x))
        return refuse(env->m, span, "`%s` needs a continuous variable or a derivative",
                      env->scope->def->classic ? strrchr(op_info[op].text, '.') + 1
                                               : op_info[op].text);
    return raw1(env->m, op, shaped(env->m, x, T_REAL), x);
}

static Expr rule_hint(Built *c)
{
    const char *name = text_of(c->m->ctx, c->b->name);
    if (!c->env->scope->def->classic)
        return refuse(c->m, c->call->span,
                      "`%s` is an operator of the classic language; in Modelica it is `Kron.%s`",
                      name, name);
    return make_hint(c->env, c->b->op, c->arg[0], c->call->span);
}

static Expr rule_pre(Built *c)
{
    Model *m = c->m;
    ExprOp op = c->b->op;
    Expr x = c->arg[0];
    if (expr_op(m->store, x) != EX_CREF) {
        if (varies(c, 0) <= VARY_PARAMETER)
            return op == EX_PRE ? x : expr_bool(m->store, false);
        return refuse(m, c->call->span, "`%s` needs a variable%s", text_of(m->ctx, c->b->name),
                      op == EX_EDGE && einfo(m, x)->base == TY_BOOL
                          ? ", as b with Boolean b = ... of this condition; a `when` waits for the "
                            "edge by itself"
                          : ", declared for this expression");
    }
    if (op == EX_EDGE && einfo(m, x)->base != TY_BOOL)
        return needs(c, x, "a Boolean variable (b with b = x > 0)");
    Expr pre = make(c, op == EX_PRE ? expr_type(m->store, x) : shaped(m, x, T_BOOL));
    if (c->env->flags & (ENV_WHEN | ENV_INITIAL) || varies(c, 0) != VARY_CONTINUOUS)
        return pre;
    m->uses_pre = true;
    return !m->when_known || pre_is_allowed(m, pre, c->call->span) ? pre : 0;
}

static Expr rule_leaf(Built *c)
{
    return make(c, T_BOOL);
}

/* ---- Clocks ---- */

/* The argument of that name or at that place; 0: not given. */
static Expr given_as(const Given *g, int place, Name name)
{
    for (int i = 0; i < g->n; i++)
        if (g->name[i] ? g->name[i] == name : i == place)
            return g->arg[i];
    return 0;
}

/* All arguments have one of those names, or none. */
static bool names_are(Built *c, const Given *g, int most, const Name *name)
{
    for (int i = 0; i < g->n; i++) {
        int k = 0;
        while (k < most && g->name[i] && name[k] != g->name[i])
            k++;
        if (k == most || g->n > most)
            return refuse(c->m, g->name_span[i], "`%s` takes no such argument",
                          name_of_call(c->m, c->call));
    }
    return true;
}

static bool is_clock(Model *m, Expr e)
{
    return einfo(m, e)->base == TY_CLOCK && !einfo(m, e)->ndims;
}

/* sample(u, clock) */
static Expr clocked_sample(Built *c, const Given *g)
{
    static const Name name[] = {N_u, N_clock};
    Expr u = given_as(g, 0, N_u), clock = given_as(g, 1, N_clock);
    if (!names_are(c, g, 2, name) || !u)
        return 0;
    if (clock && !is_clock(c->m, clock))
        return needs(c, clock, "a clock");
    Expr arg[2] = {u, clock};
    return raw_make(c->m, EX_CLOCKED, expr_type(c->m->store, u), clock ? 2 : 1, arg);
}

static Expr rule_component(Built *c)
{
    Expr u = c->arg[0];
    if (varies(c, 0) <= VARY_PARAMETER)
        return u;
    if (expr_op(c->m->store, u) != EX_CREF)
        return needs(c, u, "a variable");
    return make(c, expr_type(c->m->store, u));
}

static Expr rule_noclock(Built *c)
{
    return make(c, expr_type(c->m->store, c->arg[0]));
}

/* A number that clocks are compared with: known during translation. */
static Expr clock_number(Built *c, Expr e, int64_t otherwise, int64_t least, const char *what)
{
    int64_t k = otherwise;
    if (e && !eval_integer(c->m, e, NULL, c->call->span, what, &k))
        return 0;
    return k >= least ? expr_int(c->m->store, k)
                      : refuse(c->m, c->call->span, "%s must not be less than %lld", what,
                               (long long)least);
}

/* subSample(u, factor), shiftSample(u, shiftCounter, resolution) and their like. */
static Expr rule_subclock(Built *c)
{
    ExprOp op = c->b->op;
    bool shift = op == EX_SHIFTSAMPLE || op == EX_BACKSAMPLE;
    const Name name[] = {N_u,
                         !shift                 ? N_factor
                         : op == EX_SHIFTSAMPLE ? N_shiftCounter
                                                : N_backCounter,
                         N_resolution};
    Given g;
    if (!resolve_given(c->env, c->call, &g) || !names_are(c, &g, shift ? 3 : 2, name))
        return 0;
    Expr u = given_as(&g, 0, N_u), arg[3] = {u};
    if (!u)
        return refuse(c->m, c->call->span, "`%s` needs an expression or a clock",
                      name_of_call(c->m, c->call));
    arg[1] = clock_number(c, given_as(&g, 1, name[1]), 0, 0, shift ? "the counter" : "the factor");
    arg[2] = shift ? clock_number(c, given_as(&g, 2, N_resolution), 1, 1, "the resolution") : 0;
    if (!arg[1] || (shift && !arg[2]))
        return 0;
    return raw_make(c->m, op, expr_type(c->m->store, u), shift ? 3 : 2, arg);
}

static Expr rule_tick(Built *c)
{
    return make(c, c->b->op == EX_INTERVAL ? T_REAL : T_BOOL);
}

/* Clock(), Clock(n, resolution), Clock(interval), Clock(condition, startInterval), Clock(c, solver)
 */
static Expr make_clock(Env *env, const SynExp *call)
{
    Model *m = env->m;
    Built c = {.env = env, .m = m, .call = call};
    Given g;
    if (!resolve_given(env, call, &g))
        return 0;
    static const Name primary[] = {N_intervalCounter, N_interval, N_condition, N_c};
    Expr first = 0;
    for (int i = 0; i < 4 && !first; i++)
        first = given_as(&g, 0, primary[i]);
    Expr arg[2] = {first, 0};
    const TypeInfo *t = first ? einfo(m, first) : NULL;
    int form = !first                ? CLOCK_INFERRED
               : t->base == TY_CLOCK ? CLOCK_SOLVER
               : t->base == TY_BOOL  ? CLOCK_EVENT
               : t->base == TY_INT   ? CLOCK_RATIONAL
                                     : CLOCK_INTERVAL;
    static const Name name[][2] = {[CLOCK_INFERRED] = {0, 0},
                                   [CLOCK_RATIONAL] = {N_intervalCounter, N_resolution},
                                   [CLOCK_INTERVAL] = {N_interval, 0},
                                   [CLOCK_EVENT] = {N_condition, N_startInterval},
                                   [CLOCK_SOLVER] = {N_c, N_solverMethod}};
    if (first && (t->ndims || (form == CLOCK_INTERVAL && t->base != TY_REAL)))
        return needs(&c, first, "a number, a Boolean or a clock");
    int most = form == CLOCK_INFERRED ? 0 : form == CLOCK_INTERVAL ? 1 : 2;
    if (!names_are(&c, &g, most, name[form]))
        return 0;
    Expr second = given_as(&g, 1, name[form][1]);
    if (form == CLOCK_RATIONAL) {
        arg[1] = clock_number(&c, second, 1, 1, "the resolution");
        if (expr_variability(m, first) <= VARY_PARAMETER)
            arg[0] = clock_number(&c, first, 0, 0, "the interval");
    } else if (form == CLOCK_EVENT) {
        arg[1] = second ? second : expr_real(m->store, 0);
    } else if (form == CLOCK_SOLVER) {
        Value *v = second ? eval_structural(m, second, call->span, "the solver method") : NULL;
        if (!second || einfo(m, second)->base != TY_STRING)
            return needs(&c, first, "a solver method besides a clock");
        arg[1] = v ? value_literal(m, v, 0) : 0;
    }
    return (most < 1 || arg[0]) && (most < 2 || arg[1])
               ? expr_make(m->store, EX_CLOCK, T_CLOCK, 0, (uint64_t)form, (uint32_t)most, arg)
               : 0;
}

static Expr rule_sample(Built *c)
{
    Given g;
    if (!resolve_given(c->env, c->call, &g))
        return 0;
    if (g.n == 1 || (g.n == 2 && (g.name[1] == N_clock || is_clock(c->m, g.arg[1]))))
        return clocked_sample(c, &g);
    if (!typed_arguments(c))
        return 0;
    if ((varies(c, 0) > VARY_PARAMETER || varies(c, 1) > VARY_PARAMETER) &&
        !object_to(c->m, c->call->span, "start and interval of `sample` must not vary in time%s",
                   varies(c, 1) <= VARY_PARAMETER
                       ? "; values of a variable are taken on a clock: sample(x, Clock(0.1))"
                       : ""))
        return 0;
    return make(c, T_BOOL);
}

/* pure(f(..)): the call of an impure function as if it were pure. */
static Expr rule_pure(Built *c)
{
    if (c->syn[0]->kind != XP_CALL)
        return refuse(c->m, c->call->span, "`pure` needs the call of a function");
    return c->arg[0];
}

static Expr rule_noevent(Built *c)
{
    return c->arg[0];
}

static Expr rule_smooth(Built *c)
{
    Model *m = c->m;
    int64_t order;
    if (!place_arguments(c))
        return 0;
    if (c->syn[1]->kind == XP_INT && c->syn[0]->kind != XP_INT)
        return refuse(m, c->call->span, "the order comes first: smooth(%lld, ...)",
                      (long long)c->syn[1]->i);
    Expr p = resolve_as(c->env, c->syn[0], T_INT, "the order of `smooth`");
    if (!p || !eval_integer(m, p, NULL, c->syn[0]->span, "the order of `smooth`", &order))
        return 0;
    Env inside = *c->env;
    inside.flags |= order >= 1 ? ENV_NOEVENT : ENV_SMOOTH;
    Expr e = resolve_exp(&inside, c->syn[1]);
    return e ? raw2(m, EX_SMOOTH, expr_type(m->store, e), expr_int(m->store, order), e) : 0;
}

static Expr rule_homotopy(Built *c)
{
    Model *m = c->m;
    if (!is_number(m, c->arg[0]) ||
        !type_join(m, expr_type(m->store, c->arg[0]), expr_type(m->store, c->arg[1])))
        return needs(c, c->arg[1], "two Real expressions of equal size");
    return make(c, shaped(m, c->arg[0], T_REAL));
}

static Expr rule_delay(Built *c)
{
    for (int i = 1; i < c->n; i++)
        if (!is_number(c->m, c->arg[i]) || einfo(c->m, c->arg[i])->ndims)
            return needs(c, c->arg[i], "delay times");
    if (c->n == 2 && varies(c, 1) > VARY_PARAMETER)
        return refuse(c->m, c->call->span,
                      "a delay time that varies needs a third argument, its maximum");
    if (c->n == 3 && varies(c, 2) > VARY_PARAMETER)
        return refuse(c->m, c->call->span, "the maximum of a delay time must not vary");
    Value *time = eval_try(c->m, c->arg[1], NULL);
    Value *most = c->n == 3 && time ? eval_try(c->m, c->arg[2], NULL) : NULL;
    if (most && time->num[0] > most->num[0])
        return refuse(c->m, c->call->span, "the delay time %g is above its maximum %g",
                      time->num[0], most->num[0]);
    return make(c, shaped(c->m, c->arg[0], T_REAL));
}

/* References to stream variables, of arrays whose elements differ too. */
static bool is_stream(Model *m, Expr e)
{
    ExprStore *s = m->store;
    ExprOp op = expr_op(s, e);
    if (op == EX_CREF)
        return stream_prefixed(cref_comp(m, e)) != NULL;
    uint32_t n = op == EX_ARRAY ? expr_node(s, e)->nargs : op == EX_INDEX;
    bool all = n > 0;
    for (uint32_t i = 0; i < n && all; i++)
        all = is_stream(m, expr_arg(s, e, i));
    return all;
}

/* The stream variable beside another one in a connector; NULL: none, or several. */
static const Comp *stream_beside(Model *m, const Comp *k)
{
    const Comp *found = NULL;
    for (int i = 0; k->parent && k->parent->ci && i < k->parent->ci->slot.n; i++) {
        const Comp *other = slot_existing(m, k->parent->ci->slot.v[i]);
        if (!other || other->connector != CON_STREAM)
            continue;
        if (found)
            return NULL;
        found = other;
    }
    return found;
}

static Expr rule_stream(Built *c)
{
    bool named = expr_op(c->m->store, c->arg[0]) == EX_CREF;
    const Comp *k = named ? cref_comp(c->m, c->arg[0]) : NULL,
               *beside = k ? stream_beside(c->m, k) : NULL;
    if (!is_stream(c->m, c->arg[0]))
        return refuse(c->m, c->call->span, "`%s` needs a stream variable of a connector%s",
                      text_of(c->m->ctx, c->b->name),
                      beside  ? arena_printf(c->m->arena, ": `%s` is none, but `%s` beside it is",
                                             text_of(c->m->ctx, k->name),
                                             text_of(c->m->ctx, beside->name))
                      : named ? ", one that is declared with the prefix `stream` there"
                              : "");
    bool quiet = c->b->op == EX_ACTUALSTREAM && c->env->flags & (ENV_NOEVENT | ENV_SMOOTH);
    return expr_make(c->m->store, c->b->op, expr_type(c->m->store, c->arg[0]),
                     quiet ? EF_NOEVENT : 0, 0, 1, c->arg);
}

/* A name that grows: text, and the positions in arrays of components as Strings between. */
typedef struct InstanceName {
    Model *m;
    const char *text; /* since the last position */
    VEC(Expr) part;
} InstanceName;

static void end_text(InstanceName *w)
{
    if (*w->text)
        vec_push(w->m->arena, &w->part,
                 expr_string(w->m->store, name_cstr(w->m->ctx->names, w->text)));
    w->text = "";
}

static void add_positions(InstanceName *w, const Comp *c)
{
    ExprStore *s = w->m->store;
    for (int k = 0; k < c->ndims; k++) {
        w->text = arena_printf(w->m->arena, "%s%s", w->text, k ? "," : "[");
        end_text(w);
        Expr part[] = {comp_iterator(w->m, c, k), expr_int(s, 0), expr_bool(s, true)};
        vec_push(w->m->arena, &w->part,
                 expr_make(s, EX_TOSTRING, T_STRING, 0, STRING_FORM_OPTIONS, 3, part));
    }
    w->text = "]";
}

static void add_instance(InstanceName *w, const Comp *c)
{
    if (c->parent)
        add_instance(w, c->parent);
    if (!c->name)
        return;
    w->text = arena_printf(w->m->arena, "%s.%s", w->text, text_of(w->m->ctx, c->name));
    for (int k = 0; c->array && k < c->array->ndims; k++)
        w->text = arena_printf(w->m->arena, "%s%s%d%s", w->text, k ? "," : "[", c->array_index[k],
                               k + 1 < c->array->ndims ? "" : "]");
    if (c->ndims && c->iter)
        add_positions(w, c);
}

static Expr rule_instance_name(Built *c)
{
    Model *m = c->m;
    const Comp *self = c->env->scope->self;
    InstanceName w = {.m = m, .text = m->root ? text_of(m->ctx, m->root->use->written->name) : ""};
    if (self)
        add_instance(&w, self);
    end_text(&w);
    return join_strings(m, w.part.n, w.part.v, T_STRING);
}

static Expr rule_statement(Built *c)
{
    return refuse(c->m, c->call->span,
                  "`%s` is an equation or statement of its own, it has no value%s",
                  text_of(c->m->ctx, c->b->name),
                  c->b->name == N_reinit   ? ": reinit(x, value)"
                  : c->b->name == N_assert ? ": assert(x > 0, \"a message\")"
                                           : "");
}

/* A question about connections; its argument may be a connector. */
static Expr about_connections(Env *env, ExprOp op, const SynExp *call)
{
    Model *m = env->m;
    const SynCall *c = call->call;
    bool count = op == EX_CARDINALITY;
    if (c->nargs != 1 || c->nnamed || c->niters || c->arg[0]->kind != XP_REF)
        return refuse(m, call->span, "`%s` takes a reference to %s", name_of_call(m, call),
                      count ? "a connector"
                            : "an overdetermined record or variable of a connector");
    Env inside = *env;
    inside.flags |= ENV_CONNECT;
    Expr ref = resolve_ref(&inside, c->arg[0]->ref, c->arg[0]->span);
    const Comp *at = ref && expr_op(m->store, ref) == EX_CREF ? cref_comp(m, ref) : NULL;
    if (at && count && !at->is_connector)
        return refuse(m, c->arg[0]->span, "`%s` is not a connector", comp_name_text(m, at));
    m->counts = m->counts || count;
    return ref ? raw1(m, op, count ? T_INT : T_BOOL, ref) : 0;
}

/* Connections.uniqueRootIndices(roots, nodes, message) */
static Expr root_indices(Env *env, const SynExp *call)
{
    Model *m = env->m;
    const SynCall *c = call->call;
    Expr arg[4] = {0, 0, expr_string(m->store, name_cstr(m->ctx->names, ""))};
    if (c->nargs < 2 || c->nargs > 3 || c->nnamed || c->niters || c->arg[0]->kind != XP_REF ||
        c->arg[1]->kind != XP_REF)
        return refuse(m, call->span,
                      "`%s` takes two references to vectors of overdetermined records or variables "
                      "of connectors, and perhaps a message",
                      name_of_call(m, call));
    Env inside = *env;
    inside.flags |= ENV_CONNECT;
    for (int i = 0; i < 2; i++) {
        arg[i] = resolve_ref(&inside, c->arg[i]->ref, c->arg[i]->span);
        if (!arg[i])
            return 0;
        if (einfo(m, arg[i])->ndims != 1)
            return refuse(m, c->arg[i]->span, "`%s` needs a vector here", name_of_call(m, call));
    }
    if (c->nargs == 3 && !(arg[2] = resolve_as(env, c->arg[2], T_STRING, "the message")))
        return 0;
    int n = einfo(m, arg[0])->dim[0];
    Expr *element = ARENA_ARRAY(m->arena, Expr, n + 2);
    for (int i = 0; i < n; i++) {
        arg[3] = expr_int(m->store, i + 1);
        element[i] = raw_make(m, EX_ROOTINDEX, T_INT, 4, arg);
    }
    element[n] = element[n + 1] = expr_int(m->store, 0); /* fill(0, 0) */
    return raw_make(m, n ? EX_ARRAY : EX_FILL, tarray(m, T_INT, 1, &(int32_t){n}), n ? n : 2,
                    element);
}

static Expr rule_connections(Built *c)
{
    return about_connections(c->env, c->b->op, c->call);
}

static Expr rule_state(Built *c)
{
    return active_state(c->env, c->call);
}

static Expr rule_in_state(Built *c)
{
    c->m->machines = true;
    return make(c, c->b->op == EX_TICKSINSTATE ? T_INT : T_REAL);
}

/* The value of one argument of spatialDistribution, if it fits. */
static Expr spatial_argument(Built *c, const Given *g, int place, Name name, int base, int ndims)
{
    Model *m = c->m;
    static const char *const what[] = {"a scalar", "a vector", "a matrix"};
    Expr e = given_as(g, place, name);
    if (!e)
        return refuse(m, c->call->span, "`spatialDistribution` needs the argument `%s`",
                      text_of(m->ctx, name));
    const TypeInfo *t = einfo(m, e);
    bool fits = t->base == base || (base == TY_REAL && t->base == TY_INT);
    if (!fits || t->ndims != ndims)
        return refuse(m, c->call->span,
                      "`%s` of `spatialDistribution` must be %s of type %s, not %s",
                      text_of(m->ctx, name), what[ndims], base == TY_BOOL ? "Boolean" : "Real",
                      type_text(m, expr_type(m->store, e)));
    return e;
}

static Expr at_start(void *arg, Expr e)
{
    const Model *m = arg;
    return expr_op(m->store, e) == EX_TIME ? expr_real(m->store, 0) : e;
}

/* What is there at the start may depend on the time at which it is. */
static bool varies_but_by_time(Model *m, Expr e)
{
    return expr_variability(m, e) > VARY_PARAMETER &&
           expr_variability(m, expr_replace(m->store, e, at_start, m)) > VARY_PARAMETER;
}

/* (out0, out1) = spatialDistribution(in0, in1, x, positiveVelocity, initialPoints, initialValues);
 * with vectors for in0 and in1 the last two are matrices. */
static Expr rule_spatial(Built *c)
{
    static const Name name[] = {N_in0,           N_in1,          N_x, N_positiveVelocity,
                                N_initialPoints, N_initialValues};
    Model *m = c->m;
    Given g;
    if (!resolve_given(c->env, c->call, &g) || !names_are(c, &g, 6, name))
        return 0;
    Expr in0 = given_as(&g, 0, N_in0), arg[6];
    int nd = in0 && einfo(m, in0)->ndims == 1;
    bool given = given_as(&g, 4, N_initialPoints) || given_as(&g, 5, N_initialValues);
    for (int i = 0; i < 4 + 2 * given; i++) {
        int dims = i < 2 ? nd : i < 4 ? 0 : 1 + nd;
        arg[i] = spatial_argument(c, &g, i, name[i], i == 3 ? TY_BOOL : TY_REAL, dims);
        if (!arg[i])
            return 0;
        if (i >= 4 && varies_but_by_time(m, arg[i]))
            return refuse(m, c->call->span, "`%s` of `spatialDistribution` must not vary in time",
                          text_of(m->ctx, name[i]));
    }
    Type vector = shaped(m, arg[0], T_REAL), both[2] = {vector, vector};
    if (!sizes_fit(nd, einfo(m, arg[0])->dim, einfo(m, arg[1])->dim) ||
        (given && !sizes_fit(1 + nd, einfo(m, arg[4])->dim, einfo(m, arg[5])->dim)))
        return refuse(m, c->call->span, "arguments of `spatialDistribution` differ in size");
    return raw_make(m, EX_SPATIAL, type_tuple(expr_types(m->store), 2, both), 4 + 2 * given, arg);
}

/* ---- The table ---- */

static const BuiltinRule table[] = {
    {N_sin, rule_elementwise, EX_SIN, 1, 1, 0, "numbers", {0}},
    {N_cos, rule_elementwise, EX_COS, 1, 1, 0, "numbers", {0}},
    {N_tan, rule_elementwise, EX_TAN, 1, 1, 0, "numbers", {0}},
    {N_asin, rule_elementwise, EX_ASIN, 1, 1, 0, "numbers", {0}},
    {N_acos, rule_elementwise, EX_ACOS, 1, 1, 0, "numbers", {0}},
    {N_atan, rule_elementwise, EX_ATAN, 1, 1, 0, "numbers", {0}},
    {N_atan2, rule_elementwise, EX_ATAN2, 2, 2, 0, "numbers", {0}},
    {N_sinh, rule_elementwise, EX_SINH, 1, 1, 0, "numbers", {0}},
    {N_cosh, rule_elementwise, EX_COSH, 1, 1, 0, "numbers", {0}},
    {N_tanh, rule_elementwise, EX_TANH, 1, 1, 0, "numbers", {0}},
    {N_exp, rule_elementwise, EX_EXP, 1, 1, 0, "numbers", {0}},
    {N_log, rule_elementwise, EX_LOG, 1, 1, 0, "numbers", {0}},
    {N_log10, rule_elementwise, EX_LOG10, 1, 1, 0, "numbers", {0}},
    {N_sqrt, rule_elementwise, EX_SQRT, 1, 1, 0, "numbers", {0}},
    {N_abs, rule_elementwise, EX_ABS, 1, 1, 0, "a number", {0}},
    {N_sign, rule_elementwise, EX_SIGN, 1, 1, 0, "a number", {0}},
    {N_ceil, rule_elementwise, EX_CEIL, 1, 1, 0, "a number", {0}},
    {N_floor, rule_elementwise, EX_FLOOR, 1, 1, 0, "a number", {0}},
    {N_integer, rule_elementwise, EX_INTEGER, 1, 1, 0, "a number", {0}},
    {N_div, rule_elementwise, EX_QUOT, 2, 2, 0, "numbers", {0}},
    {N_mod, rule_elementwise, EX_MOD, 2, 2, 0, "numbers", {0}},
    {N_rem, rule_elementwise, EX_REM, 2, 2, 0, "numbers", {0}},
    {N_min, rule_minmax, EX_MIN, 1, 2, REDUCES, NULL, {0}},
    {N_max, rule_minmax, EX_MAX, 1, 2, REDUCES, NULL, {0}},
    {N_sum, rule_sum, EX_SUM, 1, 1, REDUCES, NULL, {0}},
    {N_product, rule_sum, EX_PRODUCT, 1, 1, REDUCES, NULL, {0}},
    {N_array, rule_array, EX_ARRAY, 1, MOST_ARGS, REDUCES | WRITTEN, NULL, {0}},
    {N_size, rule_size, EX_SIZE, 1, 2, WRITTEN, NULL, {0}},
    {N_ndims, rule_ndims, EX_NONE, 1, 1, 0, NULL, {0}},
    {N_fill, rule_fill, EX_FILL, 2, MOST_ARGS, WRITTEN, NULL, {0}},
    {N_zeros, rule_fill, EX_FILL, 1, MOST_ARGS, WRITTEN, NULL, {0}},
    {N_ones, rule_fill, EX_FILL, 1, MOST_ARGS, WRITTEN, NULL, {0}},
    {N_identity, rule_identity, EX_IDENTITY, 1, 1, 0, NULL, {0}},
    {N_linspace, rule_linspace, EX_LINSPACE, 3, 3, SCALARS, "scalar numbers", {0}},
    {N_cat, rule_cat, EX_CAT, 2, MOST_ARGS - 1, 0, NULL, {0}},
    {N_transpose, rule_shape, EX_TRANSPOSE, 1, 1, 0, NULL, {0}},
    {N_symmetric, rule_shape, EX_SYMMETRIC, 1, 1, 0, NULL, {0}},
    {N_diagonal, rule_shape, EX_DIAGONAL, 1, 1, 0, NULL, {0}},
    {N_skew, rule_shape, EX_SKEW, 1, 1, 0, NULL, {0}},
    {N_cross, rule_shape, EX_CROSS, 2, 2, 0, NULL, {0}},
    {N_outerProduct, rule_shape, EX_OUTERPRODUCT, 2, 2, 0, NULL, {0}},
    {N_scalar, rule_shape, EX_SCALAR, 1, 1, 0, NULL, {0}},
    {N_vector, rule_shape, EX_VECTOR, 1, 1, 0, NULL, {0}},
    {N_matrix, rule_shape, EX_MATRIX, 1, 1, 0, NULL, {0}},
    {N_promote, rule_promote, EX_PROMOTE, 2, 2, 0, NULL, {0}},
    {N_der, rule_der, EX_DER, 1, 1, MODELS, "Real expressions", {0}},
    {N_pre, rule_pre, EX_PRE, 1, 1, MODELS, NULL, {0}},
    {N_edge, rule_pre, EX_EDGE, 1, 1, MODELS, NULL, {0}},
    {N_change, rule_pre, EX_CHANGE, 1, 1, MODELS, NULL, {0}},
    {N_initial, rule_leaf, EX_INITIAL, 0, 0, MODELS, NULL, {0}},
    {N_terminal, rule_leaf, EX_TERMINAL, 0, 0, MODELS, NULL, {0}},
    {N_sample,
     rule_sample,
     EX_SAMPLE,
     1,
     2,
     MODELS | WRITTEN | SCALARS,
     "a start time and an interval",
     {N_start, N_interval}},
    {N_noEvent, rule_noevent, EX_NONE, 1, 1, QUIET, NULL, {0}},
    {N_pure, rule_pure, EX_NONE, 1, 1, 0, NULL, {0}},
    {N_smooth, rule_smooth, EX_SMOOTH, 2, 2, WRITTEN, NULL, {0}},
    {N_homotopy, rule_homotopy, EX_HOMOTOPY, 2, 2, MODELS, NULL, {N_actual, N_simplified}},
    {N_semiLinear, rule_elementwise, EX_SEMILINEAR, 3, 3, 0, "Real expressions", {0}},
    {N_delay, rule_delay, EX_DELAY, 2, 3, MODELS, NULL, {0}},
    {N_residue, rule_hint, EX_RESIDUE, 1, 1, MODELS, NULL, {0}},
    {N_linres, rule_hint, EX_LINRES, 1, 1, MODELS, NULL, {0}},
    {N_relax, rule_hint, EX_RELAX, 1, 1, MODELS, NULL, {0}},
    {N_getInstanceName, rule_instance_name, EX_STRING, 0, 0, 0, NULL, {0}},
    {N_assert, rule_statement, EX_NONE, 0, 0, WRITTEN, NULL, {0}},
    {N_terminate, rule_statement, EX_NONE, 0, 0, WRITTEN, NULL, {0}},
    {N_reinit, rule_statement, EX_NONE, 0, 0, WRITTEN, NULL, {0}},
    {N_spatialDistribution, rule_spatial, EX_SPATIAL, 0, 0, WRITTEN | MODELS, NULL, {0}},
    {N_cardinality, rule_connections, EX_CARDINALITY, 1, 1, WRITTEN | MODELS, NULL, {0}},
    {N_rooted, rule_connections, EX_ROOTED, 1, 1, WRITTEN | MODELS, NULL, {0}},
    {N_inStream, rule_stream, EX_INSTREAM, 1, 1, MODELS, NULL, {0}},
    {N_actualStream, rule_stream, EX_ACTUALSTREAM, 1, 1, MODELS, NULL, {0}},
    {N_previous, rule_component, EX_PREVIOUS, 1, 1, MODELS, NULL, {0}},
    {N_hold, rule_component, EX_HOLD, 1, 1, MODELS, NULL, {0}},
    {N_subSample, rule_subclock, EX_SUBSAMPLE, 1, 2, MODELS | WRITTEN, NULL, {0}},
    {N_superSample, rule_subclock, EX_SUPERSAMPLE, 1, 2, MODELS | WRITTEN, NULL, {0}},
    {N_shiftSample, rule_subclock, EX_SHIFTSAMPLE, 1, 3, MODELS | WRITTEN, NULL, {0}},
    {N_backSample, rule_subclock, EX_BACKSAMPLE, 1, 3, MODELS | WRITTEN, NULL, {0}},
    {N_noClock, rule_noclock, EX_NOCLOCK, 1, 1, MODELS, NULL, {0}},
    {N_interval, rule_tick, EX_INTERVAL, 0, 1, MODELS, NULL, {0}},
    {N_firstTick, rule_tick, EX_FIRSTTICK, 0, 1, MODELS, NULL, {0}},
    {N_transition, rule_statement, EX_NONE, 0, 0, WRITTEN | MODELS, NULL, {0}},
    {N_initialState, rule_statement, EX_NONE, 0, 0, WRITTEN | MODELS, NULL, {0}},
    {N_activeState, rule_state, EX_ACTIVESTATE, 1, 1, WRITTEN | MODELS, NULL, {0}},
    {N_ticksInState, rule_in_state, EX_TICKSINSTATE, 0, 0, MODELS, NULL, {0}},
    {N_timeInState, rule_in_state, EX_TIMEINSTATE, 0, 0, MODELS, NULL, {0}},
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
    Built c = {.env = env, .m = env->m, .b = find(name), .call = call};
    unsigned flags = c.b->flags;
    if (flags & MODELS && env->flags & ENV_FUNCTION)
        return refuse(
            c.m, call->span,
            "`%s` cannot be used inside a function, which has no memory: pass its value as an "
            "argument",
            name_of_call(c.m, call));
    if (flags & REDUCES && call->call->niters)
        return reduction(&c);
    return flags & WRITTEN || typed_arguments(&c) ? c.b->rule(&c) : 0;
}

ExprOp builtin_elementary(Name name)
{
    const BuiltinRule *b = name < N_COUNT ? find(name) : NULL;
    bool quotient = b && b->op >= EX_QUOT && b->op <= EX_REM;
    return b && b->rule == rule_elementwise && !quotient ? b->op : EX_NONE;
}

Expr builtin_connections(Env *env, Name name, const SynExp *call)
{
    Model *m = env->m;
    const SynRef *r = call->call->fn;
    if (env->flags & ENV_FUNCTION)
        return refuse(m, call->span, "`%s` cannot be used inside a function",
                      name_of_call(m, call));
    if (r->n <= 2 && name == N_isRoot)
        return about_connections(env, EX_ISROOT, call);
    if (r->n == 2 && name == N_rooted)
        return about_connections(env, EX_ROOTED, call);
    if (r->n == 2 && name == N_uniqueRootIndices)
        return root_indices(env, call);
    if (r->n == 2 &&
        (name == N_branch || name == N_root || name == N_potentialRoot || name == N_uniqueRoot))
        return refuse(m, call->span, "`%s` is an equation of its own, it has no value",
                      name_of_call(m, call));
    return refuse(m, call->span, "there is no `Connections.%s`", text_of(m->ctx, name));
}

/* ---- Conversions ---- */

/* String(x, significantDigits = 6, minimumLength = 0, leftJustified = true), String(x, format =
 * "g"); the parts in the order of EX_TOSTRING, the format last. */
static Expr convert_string(Env *env, const SynExp *call)
{
    enum { DIGITS = 3, FORMAT, PARTS };
    static const Name names[PARTS] = {0, N_minimumLength, N_leftJustified, N_significantDigits,
                                      N_format};
    Model *m = env->m;
    const SynCall *c = call->call;
    Expr part[PARTS] = {0};
    Given given;
    if (c->nargs < 1)
        return refuse(m, call->span, "`String` needs a value to convert");
    if (!resolve_given(env, call, &given))
        return 0;
    const TypeInfo *t = einfo(m, given.arg[0]);
    if (t->base == TY_RECORD)
        return overloaded_string(env, &given);
    if (c->nargs > 4)
        return refuse(m, call->span, "`String` takes at most four values");
    for (int i = 0; i < c->nargs; i++)
        part[i] = given.arg[i];
    if (t->ndims)
        return need(m, call, part[0], "a number, Boolean, enumeration or string");
    if (c->nargs > 1 && t->base == TY_REAL) { /* positional order for Real differs */
        bool format = einfo(m, part[1])->base == TY_STRING;
        Expr order[PARTS] = {part[0], part[2], part[3], format ? 0 : part[1], format ? part[1] : 0};
        memcpy(part, order, sizeof part);
    }
    for (int i = 0; i < c->nnamed; i++) {
        int k = 1;
        while (k < PARTS && names[k] != c->named[i].name)
            k++;
        if (k == PARTS)
            return refuse(m, c->named[i].span, "`String` has no input `%s`",
                          text_of(m->ctx, c->named[i].name));
        part[k] = given.arg[c->nargs + i];
    }
    if (part[FORMAT])
        return expr_make(m->store, EX_TOSTRING, T_STRING, 0, STRING_FORM_FORMAT, 2,
                         (Expr[]){part[0], part[FORMAT]});
    bool real = t->base == TY_REAL || part[DIGITS];
    if (part[DIGITS] && t->base != TY_REAL && t->base != TY_INT)
        return refuse(m, call->span, "`significantDigits` is for numbers only");
    if (part[DIGITS])
        part[0] = expr_to_real(m->store, part[0]);
    Expr usual[] = {0, expr_int(m->store, 0), expr_bool(m->store, true), expr_int(m->store, 6)};
    for (int i = 1; i < 4; i++)
        part[i] = part[i] ? part[i] : usual[i];
    return expr_make(m->store, EX_TOSTRING, T_STRING, 0, STRING_FORM_OPTIONS, real ? 4 : 3, part);
}

/* A number that is known already must be that of a literal. */
static bool enumeration_fits(Model *m, Type e, Expr number, const SynExp *call)
{
    const EnumInfo *info = type_enum_info(expr_types(m->store), e);
    Value *v = expr_variability(m, number) == VARY_CONSTANT ? eval_try(m, number, NULL) : NULL;
    for (int64_t i = 0; v && i < v->n; i++)
        if (v->num[i] < 1 || v->num[i] > info->n)
            return refuse(m, call->span,
                          "%.0f is not the number of a literal of `%s`, which has %d", v->num[i],
                          text_of(m->ctx, info->name), info->n);
    return true;
}

Expr builtin_conversion(Env *env, ClassUse *type, const SynExp *call)
{
    Model *m = env->m;
    const SynCall *c = call->call;
    if (type->builtin == BUILTIN_STRING)
        return convert_string(env, call);
    if (type->builtin == BUILTIN_CLOCK)
        return env->flags & ENV_FUNCTION
                   ? refuse(m, call->span, "`Clock` cannot be used inside a function")
                   : make_clock(env, call);
    if (c->nargs != 1 || c->nnamed || c->niters)
        return refuse(m, call->span, "a conversion takes one argument");
    Expr a = resolve_exp(env, c->arg[0]);
    if (!a)
        return 0;
    const TypeInfo *t = einfo(m, a);
    if (type->builtin == BUILTIN_INTEGER && t->base == TY_ENUM)
        return raw1(m, EX_ENUMINT, shaped(m, a, T_INT), a);
    if (type->builtin == BUILTIN_INTEGER && t->base == TY_INT)
        return a;
    if (type->builtin == BUILTIN_ENUM && t->base == TY_INT) {
        Type e = class_enum_type(m, type);
        return e && enumeration_fits(m, e, a, call) ? raw1(m, EX_INTENUM, shaped(m, a, e), a) : 0;
    }
    if (type->builtin == BUILTIN_REAL && type_is_numeric_base(t->base))
        return a;
    return refuse(m, call->span, "%s cannot be converted to `%s`",
                  type_text(m, expr_type(m->store, a)), class_name_text(m, type->written));
}
