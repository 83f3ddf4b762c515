/* machines.c - what state machines are written with (specification, 17.1): transition and
 * initialState are statements, activeState asks for a state.
 *
 * A state is named like a component, by its number and one subscript for each dimension from the
 * root (EX_ACTIVESTATE). What the statements mean together is for dae/machines.c. */
#include "model/builtin.h"
#include "model/eval.h"

/* The reference to an element of an array whose elements are components of their own. */
static Expr element_of(Model *m, Expr ref)
{
    ExprStore *s = m->store;
    uint32_t nsub = expr_node(s, ref)->nargs - 1;
    Expr array = expr_arg(s, ref, 0), sub[8 * MAX_DIMS];
    while (expr_op(s, array) == EX_ARRAY)
        array = expr_arg(s, array, 0);
    const Comp *c = expr_op(s, array) == EX_CREF ? cref_comp(m, array) : NULL;
    if (!c || !c->array || (uint32_t)c->array->ndims != nsub)
        return 0;
    uint32_t n = expr_node(s, array)->nargs;
    if (n + nsub > 8 * MAX_DIMS)
        return 0;
    memcpy(sub, expr_args(s, array), n * sizeof *sub);
    memcpy(sub + n, expr_args(s, ref) + 1, nsub * sizeof *sub);
    return expr_make(s, EX_ACTIVESTATE, T_BOOL, 0, c->array->id, n + nsub, sub);
}

/* The state that an argument names. */
static Expr state_of(Env *env, const SynExp *e)
{
    Model *m = env->m;
    ExprStore *s = m->store;
    if (e->kind != XP_REF)
        return refuse(m, e->span, "a state is a component, so its name is needed here");
    Env inside = *env;
    inside.flags |= ENV_CONNECT;
    Expr ref = resolve_ref(&inside, e->ref, e->span);
    if (!ref)
        return 0;
    m->machines = true;
    if (einfo(m, ref)->ndims)
        return refuse(m, e->span, "this is an array of states; one of them is needed");
    Expr state = 0;
    if (expr_op(s, ref) == EX_INDEX)
        state = element_of(m, ref);
    else if (expr_op(s, ref) == EX_CREF)
        state = expr_make(s, EX_ACTIVESTATE, T_BOOL, 0, expr_node(s, ref)->payload,
                          expr_node(s, ref)->nargs, expr_args(s, ref));
    if (!state)
        return refuse(m, e->span, "which state this is must be known during translation");
    Comp *c = m->comp.v[expr_node(s, state)->payload];
    SynRestriction kind = c->use ? c->use->restriction : CLS_CLASS;
    if (!c->use || c->use->builtin || (kind != CLS_BLOCK && kind != CLS_MODEL && kind != CLS_CLASS))
        return refuse(m, e->span, "`%s` is not a block, so it cannot be a state",
                      comp_name_text(m, c));
    for (Comp *p = c; p; p = p->parent)
        if (p->name && !comp_enabled(m, p))
            return refuse(m, e->span, "`%s` does not exist: its condition is false",
                          comp_name_text(m, p));
    c->is_state = true;
    return state;
}

Expr active_state(Env *env, const SynExp *call)
{
    const SynCall *c = call->call;
    if (c->nargs + c->nnamed != 1 || c->niters)
        return refuse(env->m, call->span, "`activeState` takes a state");
    return state_of(env, c->nargs ? c->arg[0] : c->named[0].value);
}

/* Arguments of transition(...) by number; false after a report. */
static bool place_transition(Env *env, const SynExp *call, const SynExp *arg[7])
{
    static const Name name[] = {N_from,  N_to,          N_condition, N_immediate,
                                N_reset, N_synchronize, N_priority};
    Model *m = env->m;
    const SynCall *c = call->call;
    if (c->nargs > 7 || c->niters)
        return refuse(m, call->span, "`transition` has too many arguments");
    for (int i = 0; i < c->nargs; i++)
        arg[i] = c->arg[i];
    for (int i = 0; i < c->nnamed; i++) {
        int k = 0;
        while (k < 7 && name[k] != c->named[i].name)
            k++;
        if (k == 7 || arg[k])
            return refuse(m, c->named[i].value->span,
                          k == 7 ? "`transition` has no argument `%s`"
                                 : "the argument `%s` of `transition` is given twice",
                          text_of(m->ctx, c->named[i].name));
        arg[k] = c->named[i].value;
    }
    return (arg[0] && arg[1] && arg[2]) ||
           refuse(m, call->span,
                  "`transition` needs a state, the state that follows it and a "
                  "condition");
}

static Expr transition(Env *env, const SynExp *call)
{
    static const char *const what[] = {"`immediate`", "`reset`", "`synchronize`", "`priority`"};
    Model *m = env->m;
    const SynExp *arg[7] = {0};
    if (!place_transition(env, call, arg))
        return 0;
    Expr part[7] = {state_of(env, arg[0]), state_of(env, arg[1]),
                    resolve_as(env, arg[2], T_BOOL, "the condition of `transition`")};
    bool good = part[0] && part[1] && part[2];
    for (int i = 3; i < 7; i++) {
        Type t = i == 6 ? T_INT : T_BOOL;
        part[i] = arg[i]   ? resolve_as(env, arg[i], t, what[i - 3])
                  : i == 6 ? expr_int(m->store, 1)
                           : expr_bool(m->store, i != 5);
        good = good && part[i];
        if (good && expr_variability(m, part[i]) > VARY_PARAMETER)
            return refuse(m, arg[i]->span, "%s of a transition must not vary in time", what[i - 3]);
    }
    return good ? raw_make(m, EX_TRANSITION, T_NONE, 7, part) : 0;
}

Expr machine_statement(Env *env, const SynExp *call)
{
    Model *m = env->m;
    const SynCall *c = call->call;
    if (c->fn->part[0].name == N_transition)
        return transition(env, call);
    if (c->nargs + c->nnamed != 1 || c->niters)
        return refuse(m, call->span, "`initialState` takes a state");
    Expr state = state_of(env, c->nargs ? c->arg[0] : c->named[0].value);
    return state ? raw1(m, EX_INITIALSTATE, T_NONE, state) : 0;
}
