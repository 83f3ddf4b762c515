/* func_inline.c - a call of a straight-line function written out as an expression.
 *
 * The body is executed on expressions: every scalar of every variable of the function has a slot
 * that holds what it stands for in terms of the arguments. Assignments to arrays are written out
 * (array.c); an `if` executes its branches on copies of the slots and joins them. O(statements *
 * slots) for branches, else O(size of the body). Calls that stand in expressions are executed once
 * for all their results, which the store remembers. */
#include "symbolic/expr_internal.h"
#include "symbolic/func_slots.h"

/* Beyond these a call is as good: branches of one `if`,
 * calls inside each other, nodes of one that is written out for its value alone. */
enum { MOST_BRANCHES = 64, MOST_INSIDE = 20, MOST_LATE = 2000 };

typedef struct Inline {
    FuncSlots at;
    bool returned;
} Inline;

/* ---- What can be inlined ---- */

static bool is_own_call(void *arg, Expr e)
{
    const Inline *in = arg;
    const ExprNode *n = expr_node(in->at.s, e);
    return n->op == EX_CALL && n->payload == in->at.f->number;
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
        if (t->value && expr_any(in->at.s, t->value, is_own_call, in))
            return false;
        for (int k = 0; k < t->nbranches; k++)
            if (!is_straight(in, t->branch[k].n, t->branch[k].body))
                return false;
    }
    return true;
}

static bool can_inline(Inline *in)
{
    const Func *f = in->at.f;
    return !f->external && !f->impure && !f->failed && is_straight(in, f->nbody, f->body);
}

/* ---- Statements ---- */

static bool execute(Inline *in, int n, Stmt *const *body);

/* (a, b, ..) := f(..): the outputs are picked out of one call. */
static bool assign_outputs(Inline *in, const Stmt *t)
{
    ExprStore *s = in->at.s;
    ArrayValue call;
    if (t->ntargets == 1 && expr_op(s, t->target[0]) != EX_WILD &&
        type_info(s->types, expr_type(s, t->value))->base != TY_TUPLE)
        return slots_evaluate(&in->at, t->value, &call) &&
               slots_assign(&in->at, t->target[0], &call);
    if (!slots_evaluate(&in->at, t->value, &call) ||
        type_info(s->types, call.type)->base != TY_TUPLE)
        return false;
    for (int i = 0; i < t->ntargets; i++) {
        Type type = type_record_info(s->types, call.type)->type[i];
        int64_t n = type_elements(s->types, type);
        if (expr_op(s, t->target[i]) == EX_WILD)
            continue;
        if (n < 0)
            return false;
        ArrayValue v = {type, (uint32_t)n, ARENA_ARRAY(in->at.arena, Expr, n + 1)};
        for (uint32_t k = 0; k < v.n; k++)
            v.element[k] = expr_make(s, EX_PICK, type_scalar(s->types, type), 0,
                                     (uint64_t)i << 32 | k, 1, call.element);
        if (!slots_assign(&in->at, t->target[i], &v))
            return false;
    }
    return true;
}

/* in := if condition then in else other */
static bool join(Inline *in, Expr condition, const Inline *other)
{
    for (int i = 0; i < in->at.f->nvars; i++) {
        if (in->at.type[i] != other->at.type[i])
            return false;
        int64_t n = in->at.type[i] == T_NONE ? 0 : type_elements(in->at.s->types, in->at.type[i]);
        for (int64_t k = 0; k < n; k++) {
            Expr a = in->at.element[i][k], b = other->at.element[i][k];
            if (a != b)
                in->at.element[i][k] = a && b ? expr_if(in->at.s, condition, a, b) : 0;
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
    if (!slots_evaluate(&in->at, branch->condition, &condition))
        return false;
    Expr test = condition.element[0];
    if (expr_op(in->at.s, test) == EX_BOOL)
        return expr_node(in->at.s, test)->payload ? execute(in, branch->n, branch->body)
                                                  : execute_if(in, t, k + 1);
    Inline other = {.at = slots_copy(&in->at)};
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
            good = slots_evaluate(&in->at, t->value, &v) && slots_assign(&in->at, t->target[0], &v);
    }
    return good;
}

/* Executes the body: what the scalars of its variables stand for. */
static bool open_call(Inline *in, uint32_t nargs, const Expr *args)
{
    if (!can_inline(in))
        return false;
    return slots_open(&in->at, nargs, args) && execute(in, in->at.f->nbody, in->at.f->body);
}

/* An element of an output; 0 if it is not known or too large. */
static Expr opened_output(const Inline *in, int output, uint32_t element, uint32_t limit)
{
    Expr e = slots_output(&in->at, output, element);
    return e && expr_node(in->at.s, e)->size <= limit ? e : 0;
}

Expr func_inline(ExprStore *s, uint32_t func, uint32_t nargs, const Expr *args, int output,
                 uint32_t element, uint32_t limit)
{
    Inline in = {.at = {.s = s, .f = func_get(s, func), .arena = arena_new()}};
    Expr result = open_call(&in, nargs, args) ? opened_output(&in, output, element, limit) : 0;
    arena_free(in.at.arena);
    return result;
}

bool func_inline_outputs(ExprStore *s, uint32_t func, uint32_t nargs, const Expr *args,
                         int noutputs, const int64_t *count, uint32_t limit, Expr *result)
{
    Inline in = {.at = {.s = s, .f = func_get(s, func), .arena = arena_new()}};
    bool good = open_call(&in, nargs, args);
    for (int i = 0; i < noutputs && good; i++)
        for (int64_t k = 0; k < count[i] && good; k++)
            good = (*result++ = opened_output(&in, i, (uint32_t)k, limit)) != 0;
    arena_free(in.at.arena);
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
    Arena *a = in->at.s->arena;
    int n = in->at.f->ninputs + in->at.f->noutputs;
    struct OpenedCall *o = ARENA_NEW(a, struct OpenedCall);
    o->type = arena_copy(a, in->at.type, sizeof *o->type * (size_t)n);
    o->element = ARENA_ARRAY(a, Expr *, n);
    for (int i = in->at.f->ninputs; i < n; i++) {
        int64_t k = in->at.type[i] == T_NONE ? 0 : type_elements(in->at.s->types, in->at.type[i]);
        o->element[i] = arena_copy(a, in->at.element[i], sizeof(Expr) * (size_t)k);
    }
    return o;
}

/* A scalar of a call as func_inline gives it. */
static Expr output_of(ExprStore *s, Expr call, int output, uint32_t element, uint32_t limit)
{
    uint32_t at = map_get(&s->opened, call, 0), nargs = expr_node(s, call)->nargs;
    Inline in = {.at = {.s = s, .f = func_get(s, (uint32_t)expr_node(s, call)->payload)}};
    if (!at) {
        in.at.arena = arena_new();
        const Expr *args = arena_copy(in.at.arena, expr_args(s, call), sizeof *args * nargs);
        if (open_call(&in, nargs, args)) {
            vec_push(s->arena, &s->opened_call, keep_outputs(&in));
            at = (uint32_t)s->opened_call.n;
            map_set(&s->opened, s->arena, call, at);
        }
        arena_free(in.at.arena);
    }
    if (!at)
        return 0;
    in.at.type = s->opened_call.v[at - 1]->type;
    in.at.element = s->opened_call.v[at - 1]->element;
    return opened_output(&in, output, element, limit);
}

typedef struct Opening {
    ExprStore *s;
    uint32_t limit;
    bool every; /* call that can be, wished or not */
    int most;   /* statements of functions that do not wish it */
    bool any;
} Opening;

/* Nobody asked for it: what is written out must be differentiated and solved as the call would be.
 */
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
