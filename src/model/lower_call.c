/* lower_call.c - calls in functions and algorithm sections: which function is meant, its arguments
 * as leaves, and results that are taken out of expressions. */
#include "model/lower_internal.h"

Comp *lower_bound_input(Model *m, const FuncValue *v, int i)
{
    return slot_comp(m, class_slot(m, function_scope(m, v->use), v->name[i]));
}

/* The types of the variables that hold bound value i of a function. */
static void bound_types(Model *m, const FuncValue *v, int i, TypeList *types)
{
    const FuncValue *f = v->fn && v->fn[i] ? &m->func_value.v[v->fn[i] - 1] : NULL;
    for (int k = 0; f && k < f->n; k++)
        bound_types(m, f, k, types);
    if (!f)
        lower_leaf_types(m, comp_type(m, lower_bound_input(m, v, i)), types);
}

/* The first of our own variables that hold bound value i of a function-valued input. */
static int first_bound(Model *m, const FuncArg *f, int i)
{
    TypeList types = {0};
    for (int k = 0; k < i; k++)
        bound_types(m, &m->func_value.v[f->value], k, &types);
    return f->first + types.n;
}

static void push_bound(Lower *l, const FuncArg *f, int from, int to, ExprList *out)
{
    for (int i = first_bound(l->m, f, from), end = first_bound(l->m, f, to); i < end; i++)
        vec_push(l->m->kept, out, lower_variable(l, i));
}

/* One of our own inputs, passed on: its bound values. */
static void push_input(Lower *l, uint32_t id, ExprList *out)
{
    for (int k = 0; l->info && k < l->info->nspecial; k++)
        if (l->info->special[k].input->id == id)
            push_bound(l, &l->info->special[k], 0, l->m->func_value.v[l->info->special[k].value].n,
                       out);
}

/* The leaves of an argument; a function gives its bound values. */
static bool lower_argument(Lower *l, Expr a, ExprList *out)
{
    Model *m = l->m;
    bool good = true;
    if (expr_op(m->store, a) == EX_FUNCREF) {
        const FuncValue *v = &m->func_value.v[einfo(m, a)->decl];
        if (v->input)
            push_input(l, v->input->id, out);
        for (uint32_t k = 0; k < expr_node(m->store, a)->nargs && good; k++)
            good = lower_argument(l, expr_arg(m->store, a, k), out);
        return good;
    }
    if (einfo(m, a)->base == TY_FUNC && l->info) {
        push_input(l, (uint32_t)expr_node(m->store, a)->payload, out);
        return true;
    }
    return lower_leaves(l, a, out);
}

static bool lower_arguments(Lower *l, Expr call, ExprList *out)
{
    uint32_t n = expr_node(l->m->store, call)->nargs;
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++)
        good = lower_argument(l, expr_arg(l->m->store, call, i), out);
    return good;
}

/* A call of a function-valued input: bound inputs come from our own variables, the others from the
 * call, in order. */
static uint32_t called_value(Lower *l, Expr call, const FuncArg *f, ExprList *arg)
{
    Model *m = l->m;
    const FuncValue *v = &m->func_value.v[f->value];
    ClassInst *ci = function_scope(m, v->use);
    Comp **in;
    int n = ci ? function_inputs(m, ci, &in) : 0;
    uint32_t next = 0, given = expr_node(m->store, call)->nargs;
    Expr *known = ARENA_ARRAY(m->kept, Expr, n); /* by default values that use other inputs */
    FuncArg *special = ARENA_ARRAY(m->arena, FuncArg, n);
    int nspecial = 0;
    for (int i = 0; i < n; i++) {
        int bound = 0, first = arg->n;
        while (bound < v->n && v->name[bound] != in[i]->name)
            bound++;
        bool is_function = in[i]->use && in[i]->use->restriction == CLS_FUNCTION;
        special[nspecial] = (FuncArg){.input = in[i]};
        if (bound < v->n) {
            if (is_function && !(v->fn && v->fn[bound]))
                return refuse(
                    m, l->at,
                    "a function is needed here as an argument, not a value: its name without "
                    "arguments, or `function f(a = 1)` with some of them");
            if (is_function)
                special[nspecial++].value = v->fn[bound] - 1;
            push_bound(l, f, bound, bound + 1, arg);
            known[i] = arg->n == first + 1 ? arg->v[first] : 0;
            continue;
        }
        Expr value = next < given ? 0 : comp_value(m, in[i]);
        if (next >= given && !value)
            return refuse(m, l->at, "the input `%s` of `%s` is not given",
                          text_of(m->ctx, in[i]->name), class_name_text(m, v->use->written));
        known[i] =
            value ? with_arguments(m, value, n, in, known) : expr_arg(m->store, call, next++);
        if (is_function &&
            !function_argument(m, known[i], l->info, &special[nspecial++].value, l->at))
            return 0;
        if (!lower_argument(l, known[i], arg))
            return 0;
    }
    return ci ? function_version(m, function_number(m, v->use), nspecial, special) : 0;
}

/* The function a call goes to, and its arguments; 0 after a report. */
uint32_t lower_callee(Lower *l, Expr call, ExprList *arg)
{
    Model *m = l->m;
    uint64_t payload = expr_node(m->store, call)->payload;
    if (payload >> 32) {
        for (int k = 0; l->info && k < l->info->nspecial; k++)
            if (l->info->special[k].input->id == (uint32_t)payload)
                return called_value(l, call, &l->info->special[k], arg);
        return refuse(m, l->at, "the function to call is not known here");
    }
    uint32_t n = expr_node(m->store, call)->nargs;
    Expr *args = arena_copy(m->kept, expr_args(m->store, call), n * sizeof *args);
    uint32_t number = function_special(m, (uint32_t)payload, n, args, l->info, l->at);
    return number && lower_arguments(l, call, arg) ? number : 0;
}

void lower_emit_call(Lower *l, Expr call, uint32_t number, ExprList arg, TypeList types,
                     ExprList target)
{
    Stmt *s = lower_emit(l, ST_CALL);
    ExprStore *st = l->m->store;
    s->ntargets = target.n;
    s->target = target.v;
    s->value = expr_make(st, EX_CALL, type_results(expr_types(st), types.n, types.v),
                         expr_node(st, call)->flags, number, (uint32_t)arg.n, arg.v);
}

/* Takes a call out of the expression: its results in temporaries. */
bool lower_hoist(Lower *l, Expr call, ExprList *out)
{
    Model *m = l->m;
    ExprList arg = {0}, target = {0};
    TypeList types = {0};
    uint32_t number = lower_callee(l, call, &arg);
    if (!number)
        return false;
    lower_leaf_types(m, expr_type(m->store, call), &types);
    for (int i = 0; i < types.n; i++)
        vec_push(m->kept, &target, lower_temporary(l, types.v[i]));
    lower_emit_call(l, call, number, arg, types, target);
    for (int i = 0; i < target.n; i++)
        vec_push(m->kept, out, target.v[i]);
    return true;
}

/* The number a function gives for literals, such as the position of a name in a list: what is
 * called again and again would look for it each time. 0: it is not known now. */
static Expr known_result(Model *m, Expr call)
{
    const ExprNode *n = expr_node(m->store, call);
    if (n->payload >> 32 || !n->nargs || n->traits & ET_IMPURE)
        return 0;
    for (uint32_t i = 0; i < n->nargs; i++) {
        ExprOp op = expr_op(m->store, expr_arg(m->store, call, i));
        if (op != EX_STRING && op != EX_INT && op != EX_BOOL && op != EX_REAL)
            return 0;
    }
    Value *v = eval_try(m, call, NULL);
    return v ? value_expr(m, v) : 0;
}

Expr lower_call(Lower *l, Expr e)
{
    Model *m = l->m;
    const TypeInfo *t = einfo(m, e);
    Expr known = t->base == TY_INT && !t->ndims ? known_result(m, e) : 0;
    if (known)
        return known;
    if (t->ndims || t->base == TY_RECORD || t->base == TY_TUPLE) {
        ExprList out = {0};
        return lower_hoist(l, e, &out) && out.n ? out.v[0] : 0;
    }
    ExprList arg = {0};
    uint32_t number = lower_callee(l, e, &arg);
    return number ? expr_make(m->store, EX_CALL, expr_type(m->store, e),
                              expr_node(m->store, e)->flags, number, (uint32_t)arg.n, arg.v)
                  : 0;
}
