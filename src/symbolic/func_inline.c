/* func_inline.c - a call of a straight-line function written out as an expression.
 *
 * The body is executed on expressions: every scalar of every variable of the function has a slot
 * that holds what it stands for in terms of the arguments. Assignments to arrays are written out
 * (array.c); an `if` executes its branches on copies of the slots and joins them. O(statements *
 * slots) for branches, else O(size of the body). Calls that stand in expressions are executed once
 * for all their results, which the store remembers. */
#include "symbolic/expr_internal.h"
#include "symbolic/func.h"

/* Beyond these a call is as good: slots of one variable, branches of one `if`,
 * calls inside each other, nodes of one that is written out for its value alone. */
enum { MOST_SLOTS = 4096, MOST_BRANCHES = 64, MOST_INSIDE = 20, MOST_LATE = 2000 };

typedef struct Inline {
    ExprStore *s;
    Arena *arena; /* for this call only */
    const Func *f;
    Type *type;     /* [nvars] with known dimensions, T_NONE: not known yet */
    Expr **element; /* [nvars] slots of each variable */
    bool returned;
} Inline;

/* ---- What can be inlined ---- */

static bool is_own_call(void *arg, Expr e)
{
    const Inline *in = arg;
    const ExprNode *n = expr_node(in->s, e);
    return n->op == EX_CALL && n->payload == in->f->number;
}

/* Statements are nested no deeper than the parser allows. */
static bool is_straight(Inline *in, int n, Stmt *const *body)
{
    for (int i = 0; i < n; i++) {
        const Stmt *t = body[i];
        if (t->kind != ST_ASSIGN && t->kind != ST_CALL && t->kind != ST_IF && t->kind != ST_RETURN)
            return false;
        if ((t->kind == ST_CALL && !t->ntargets) || t->nbranches > MOST_BRANCHES)
            return false;
        if (t->value && expr_any(in->s, t->value, is_own_call, in))
            return false;
        for (int k = 0; k < t->nbranches; k++)
            if (!is_straight(in, t->branch[k].n, t->branch[k].body))
                return false;
    }
    return true;
}

static bool can_inline(Inline *in)
{
    const Func *f = in->f;
    return !f->external && !f->impure && !f->failed && is_straight(in, f->nbody, f->body);
}

/* ---- Values of expressions ---- */

static bool local_value(void *arg, Expr e, Type *type, const Expr **element)
{
    Inline *in = arg;
    const ExprNode *n = expr_node(in->s, e);
    if (n->op != EX_LOCAL)
        return true;
    if (n->payload >= (uint64_t)in->f->nvars || in->type[n->payload] == T_NONE)
        return false;
    *type = in->type[n->payload];
    *element = in->element[n->payload];
    return true;
}

static bool evaluate(Inline *in, Expr e, ArrayValue *out)
{
    return expr_scalarize(in->s, in->arena, e, local_value, in, out);
}

static bool evaluate_int(Inline *in, Expr e, int64_t *value)
{
    ArrayValue v;
    return evaluate(in, e, &v) && v.n == 1 && expr_op(in->s, v.element[0]) == EX_INT &&
           expr_is_int_literal(in->s, v.element[0], value);
}

/* ---- Variables ---- */

static bool give_shape(Inline *in, int var, Type type)
{
    TypeTable *t = in->s->types;
    in->type[var] = type_reshape(t, type, type_scalar(t, in->f->var[var].type));
    int64_t n = type_elements(t, in->type[var]);
    if (n < 0 || n > MOST_SLOTS)
        return false;
    in->element[var] = ARENA_ARRAY(in->arena, Expr, n + 1);
    return true;
}

static bool store_elements(Inline *in, int var, const ArrayValue *v)
{
    TypeTable *t = in->s->types;
    if (in->type[var] == T_NONE && !give_shape(in, var, v->type))
        return false;
    if (type_elements(t, in->type[var]) != v->n)
        return false;
    bool real = type_scalar(t, in->type[var]) == T_REAL;
    for (uint32_t k = 0; k < v->n; k++)
        in->element[var][k] = real ? expr_to_real(in->s, v->element[k]) : v->element[k];
    return true;
}

/* What a variable without value starts with; 0 if there is nothing. */
static Expr start_value(ExprStore *s, Type scalar)
{
    return scalar == T_REAL || scalar == T_INT ? expr_literal(s, scalar, 0)
           : scalar == T_BOOL                  ? expr_bool(s, false)
                                               : 0;
}

static bool declare(Inline *in, int var)
{
    ExprStore *s = in->s;
    const FuncVar *v = &in->f->var[var];
    const TypeInfo *info = type_info(s->types, v->type);
    int32_t dim[MAX_DIMS];
    bool open = false;
    for (int i = 0; i < info->ndims; i++) {
        int64_t n = info->dim[i];
        if (n < 0 && (!v->dim || !v->dim[i]))
            open = true;
        else if (n < 0 && (!evaluate_int(in, v->dim[i], &n) || n < 0 || n > INT32_MAX))
            return false;
        dim[i] = (int32_t)n;
    }
    if (!open) {
        Type type = type_array(s->types, info->scalar, info->ndims, dim);
        if (!give_shape(in, var, type))
            return false;
        int64_t n = type_elements(s->types, type);
        for (int64_t k = 0; k < n; k++)
            in->element[var][k] = start_value(s, info->scalar);
        if (n && !in->element[var][0] && !v->init)
            return false;
    }
    ArrayValue value;
    return !v->init || (evaluate(in, v->init, &value) && store_elements(in, var, &value));
}

static bool bind_arguments(Inline *in, uint32_t nargs, const Expr *args)
{
    if ((int)nargs != in->f->ninputs)
        return false;
    for (uint32_t i = 0; i < nargs; i++) {
        ArrayValue v;
        if (!expr_scalarize(in->s, in->arena, args[i], NULL, NULL, &v) ||
            !store_elements(in, (int)i, &v))
            return false;
    }
    for (int i = in->f->ninputs; i < in->f->nvars; i++)
        if (!declare(in, i))
            return false;
    return true;
}

/* ---- Statements ---- */

static bool execute(Inline *in, int n, Stmt *const *body);

/* The slots that a[i, :, ..] stands for: the same subscripts applied to an array of numbers. */
static bool assign_elements(Inline *in, Expr target, int var, const ArrayValue *v)
{
    ExprStore *s = in->s;
    uint32_t nargs = expr_node(s, target)->nargs;
    if (in->type[var] == T_NONE)
        return false;
    Type type = type_reshape(s->types, in->type[var], T_INT);
    int64_t n = type_elements(s->types, type);
    Expr *number = ARENA_ARRAY(in->arena, Expr, n + 1), *arg = ARENA_ARRAY(in->arena, Expr, nargs);
    for (int64_t k = 0; k < n; k++)
        number[k] = expr_int(s, k);
    if (!n)
        return false;
    arg[0] = array_of(s, type, number);
    for (uint32_t i = 1; i < nargs; i++)
        arg[i] = expr_arg(s, target, i);
    ArrayValue place;
    Expr index = expr_make(s, EX_INDEX, expr_type(s, target), 0, 0, nargs, arg);
    if (!evaluate(in, index, &place) || place.n != v->n)
        return false;
    bool real = type_scalar(s->types, in->type[var]) == T_REAL;
    for (uint32_t k = 0; k < v->n; k++) {
        Expr x = real ? expr_to_real(s, v->element[k]) : v->element[k];
        in->element[var][expr_node(s, place.element[k])->payload] = x;
    }
    return true;
}

static bool assign(Inline *in, Expr target, const ArrayValue *v)
{
    ExprOp op = expr_op(in->s, target);
    if (op == EX_WILD)
        return true;
    Expr base = op == EX_INDEX ? expr_arg(in->s, target, 0) : target;
    if (expr_op(in->s, base) != EX_LOCAL)
        return false;
    int var = (int)expr_node(in->s, base)->payload;
    return op == EX_INDEX ? assign_elements(in, target, var, v) : store_elements(in, var, v);
}

/* (a, b, ..) := f(..): the outputs are picked out of one call. */
static bool assign_outputs(Inline *in, const Stmt *t)
{
    ExprStore *s = in->s;
    ArrayValue call;
    if (t->ntargets == 1 && expr_op(s, t->target[0]) != EX_WILD &&
        type_info(s->types, expr_type(s, t->value))->base != TY_TUPLE)
        return evaluate(in, t->value, &call) && assign(in, t->target[0], &call);
    if (!evaluate(in, t->value, &call) || type_info(s->types, call.type)->base != TY_TUPLE)
        return false;
    for (int i = 0; i < t->ntargets; i++) {
        Type type = type_record_info(s->types, call.type)->type[i];
        int64_t n = type_elements(s->types, type);
        if (expr_op(s, t->target[i]) == EX_WILD)
            continue;
        if (n < 0)
            return false;
        ArrayValue v = {type, (uint32_t)n, ARENA_ARRAY(in->arena, Expr, n + 1)};
        for (uint32_t k = 0; k < v.n; k++)
            v.element[k] = expr_make(s, EX_PICK, type_scalar(s->types, type), 0,
                                     (uint64_t)i << 32 | k, 1, call.element);
        if (!assign(in, t->target[i], &v))
            return false;
    }
    return true;
}

/* A copy of all slots, to go back to. */
static Inline snapshot(Inline *in)
{
    Inline copy = *in;
    int n = in->f->nvars;
    copy.type = arena_copy(in->arena, in->type, sizeof *in->type * (size_t)n);
    copy.element = ARENA_ARRAY(in->arena, Expr *, n);
    for (int i = 0; i < n; i++) {
        int64_t k = in->type[i] == T_NONE ? 0 : type_elements(in->s->types, in->type[i]);
        copy.element[i] = arena_copy(in->arena, in->element[i], sizeof(Expr) * (size_t)k);
    }
    return copy;
}

/* in := if condition then in else other */
static bool join(Inline *in, Expr condition, const Inline *other)
{
    for (int i = 0; i < in->f->nvars; i++) {
        if (in->type[i] != other->type[i])
            return false;
        int64_t n = in->type[i] == T_NONE ? 0 : type_elements(in->s->types, in->type[i]);
        for (int64_t k = 0; k < n; k++) {
            Expr a = in->element[i][k], b = other->element[i][k];
            if (a != b)
                in->element[i][k] = a && b ? expr_if(in->s, condition, a, b) : 0;
        }
    }
    return true;
}

/* Branches from k on; nested as deep as there are branches. */
static bool execute_if(Inline *in, const Stmt *t, int k)
{
    if (k == t->nbranches)
        return true;
    const StmtBranch *branch = &t->branch[k];
    if (!branch->condition)
        return execute(in, branch->n, branch->body) && !in->returned;
    ArrayValue condition;
    if (!evaluate(in, branch->condition, &condition))
        return false;
    Expr test = condition.element[0];
    if (expr_op(in->s, test) == EX_BOOL)
        return expr_node(in->s, test)->payload ? execute(in, branch->n, branch->body)
                                               : execute_if(in, t, k + 1);
    Inline other = snapshot(in);
    return execute(in, branch->n, branch->body) && !in->returned && execute_if(&other, t, k + 1) &&
           !other.returned && join(in, test, &other);
}

static bool execute(Inline *in, int n, Stmt *const *body)
{
    bool good = true;
    for (int i = 0; i < n && good && !in->returned; i++) {
        const Stmt *t = body[i];
        ArrayValue v;
        if (t->kind == ST_RETURN)
            in->returned = true;
        else if (t->kind == ST_IF)
            good = execute_if(in, t, 0);
        else if (t->kind == ST_CALL)
            good = assign_outputs(in, t);
        else
            good = evaluate(in, t->value, &v) && assign(in, t->target[0], &v);
    }
    return good;
}

/* Executes the body: what the scalars of its variables stand for. */
static bool open_call(Inline *in, uint32_t nargs, const Expr *args)
{
    if (!can_inline(in))
        return false;
    in->type = ARENA_ARRAY(in->arena, Type, in->f->nvars);
    in->element = ARENA_ARRAY(in->arena, Expr *, in->f->nvars);
    return bind_arguments(in, nargs, args) && execute(in, in->f->nbody, in->f->body);
}

/* An element of an output; 0 if it is not known or too large. */
static Expr opened_output(const Inline *in, int output, uint32_t element, uint32_t limit)
{
    int var = in->f->ninputs + output;
    if (in->type[var] == T_NONE || element >= type_elements(in->s->types, in->type[var]))
        return 0;
    Expr e = in->element[var][element];
    return e && expr_node(in->s, e)->size <= limit ? e : 0;
}

Expr func_inline(ExprStore *s, uint32_t func, uint32_t nargs, const Expr *args, int output,
                 uint32_t element, uint32_t limit)
{
    Inline in = {.s = s, .f = func_get(s, func), .arena = arena_new()};
    Expr result = open_call(&in, nargs, args) ? opened_output(&in, output, element, limit) : 0;
    arena_free(in.arena);
    return result;
}

bool func_inline_outputs(ExprStore *s, uint32_t func, uint32_t nargs, const Expr *args,
                         int noutputs, const int64_t *count, uint32_t limit, Expr *result)
{
    Inline in = {.s = s, .f = func_get(s, func), .arena = arena_new()};
    bool good = open_call(&in, nargs, args);
    for (int i = 0; i < noutputs && good; i++)
        for (int64_t k = 0; k < count[i] && good; k++)
            good = (*result++ = opened_output(&in, i, (uint32_t)k, limit)) != 0;
    arena_free(in.arena);
    return good;
}

/* ---- Calls in expressions ---- */

bool func_differs_derived(const Func *f)
{
    for (int i = 0; i < f->nderivatives; i++)
        if (f->derivative[i].no_derivative)
            return true;
    return false;
}

/* Whether a function wishes its calls to be written out, and nothing forbids it. */
static bool func_wants_inline(const Func *f)
{
    return (f->inline_hint || f->late_inline) && !f->no_inline && !f->external && !f->impure &&
           !f->ninverses;
}

/* What the variables of a function stand for in a call, outputs from ninputs on. */
struct OpenedCall {
    Type *type;
    Expr **element;
};

/* The inside of a call that was executed, copied to where it stays. */
static struct OpenedCall *keep_outputs(const Inline *in)
{
    Arena *a = in->s->arena;
    int n = in->f->ninputs + in->f->noutputs;
    struct OpenedCall *o = ARENA_NEW(a, struct OpenedCall);
    o->type = arena_copy(a, in->type, sizeof *o->type * (size_t)n);
    o->element = ARENA_ARRAY(a, Expr *, n);
    for (int i = in->f->ninputs; i < n; i++) {
        int64_t k = in->type[i] == T_NONE ? 0 : type_elements(in->s->types, in->type[i]);
        o->element[i] = arena_copy(a, in->element[i], sizeof(Expr) * (size_t)k);
    }
    return o;
}

/* A scalar of a call as func_inline gives it. */
static Expr output_of(ExprStore *s, Expr call, int output, uint32_t element, uint32_t limit)
{
    uint32_t at = map_get(&s->opened, call, 0), nargs = expr_node(s, call)->nargs;
    Inline in = {.s = s, .f = func_get(s, (uint32_t)expr_node(s, call)->payload)};
    if (!at) {
        in.arena = arena_new();
        const Expr *args = arena_copy(in.arena, expr_args(s, call), sizeof *args * nargs);
        if (open_call(&in, nargs, args)) {
            vec_push(s->arena, &s->opened_call, keep_outputs(&in));
            at = (uint32_t)s->opened_call.n;
            map_set(&s->opened, s->arena, call, at);
        }
        arena_free(in.arena);
    }
    if (!at)
        return 0;
    in.type = s->opened_call.v[at - 1]->type;
    in.element = s->opened_call.v[at - 1]->element;
    return opened_output(&in, output, element, limit);
}

typedef struct Opening {
    ExprStore *s;
    uint32_t limit;
    bool every; /* call that can be, wished or not */
    int most;   /* statements of functions that do not wish it */
    bool any;
} Opening;

/* Nobody asked for it: what is written out must be differentiated and solved as the call would be. */
static bool is_plain(const Func *f, int most)
{
    return f->nbody <= most && !f->no_inline && !f->ninverses && !f->nderivatives;
}

static Expr opened(void *arg, Expr e)
{
    Opening *o = arg;
    const ExprNode *n = expr_node(o->s, e);
    uint64_t which = n->op == EX_PICK ? n->payload : 0;
    Expr call = n->op == EX_PICK ? expr_arg(o->s, e, 0) : e;
    if (expr_op(o->s, call) != EX_CALL || expr_node(o->s, call)->payload >> 32 ||
        (call == e && (type_info(o->s->types, n->type)->ndims ||
                       type_info(o->s->types, n->type)->base == TY_TUPLE || n->type == T_NONE)))
        return e;
    const Func *f = func_get(o->s, (uint32_t)expr_node(o->s, call)->payload);
    if (!o->every && !func_wants_inline(f) && !is_plain(f, o->most))
        return e;
    Expr x = output_of(o->s, call, (int)(which >> 32), (uint32_t)which, o->limit);
    o->any = o->any || x;
    return x ? x : e;
}

static Expr open_calls(ExprStore *s, Expr e, uint32_t limit, bool every, int most)
{
    Opening o = {s, limit, every, most, true};
    for (int i = 0; i < MOST_INSIDE && o.any; i++) {
        o.any = false;
        Expr x = expr_rewrite(s, e, opened, &o);
        if (expr_node(s, x)->size > limit)
            break;
        e = x;
    }
    return e;
}

Expr func_inline_all(ExprStore *s, Expr e, uint32_t limit)
{
    return open_calls(s, e, limit, false, -1);
}

Expr func_inline_plain(ExprStore *s, Expr e, uint32_t limit, int most)
{
    return open_calls(s, e, limit, false, most);
}

Expr expr_late(ExprStore *s, Expr call)
{
    Expr kept = expr_make(s, EX_KEPT, T_REAL, 0, 0, 1, &call);
    Expr part[2] = {expr_drop_zeros(s, open_calls(s, call, MOST_LATE, true, -1)), kept};
    return expr_build(s, EX_LATE, T_REAL, 0, 0, 2, part);
}
