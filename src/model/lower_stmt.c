/* lower_stmt.c - statements of functions and algorithm sections; loops are in lower_loop.c. */
#include "model/builtin.h"
#include "model/lower_internal.h"

static Expr target_base(Model *m, Expr t)
{
    return expr_op(m->store, t) == EX_INDEX ? expr_arg(m->store, t, 0) : t;
}

bool is_target(Model *m, Expr ref, Span at, bool parameters)
{
    if (!ref || expr_op(m->store, ref) != EX_CREF)
        return ref &&
               refuse(m, at, "only variables can be assigned to%s",
                      expr_op(m->store, ref) == EX_DER
                          ? "; a derivative follows from the equations: reinit gives the state "
                            "itself a new value"
                      : expr_op(m->store, ref) != EX_TIME && expr_node(m->store, ref)->nargs == 0 &&
                              !expr_is_number(m->store, ref)
                          ? "; a loop variable has the values of its range"
                          : "");
    Comp *c = cref_comp(m, ref);
    for (const Comp *p = c; p; p = p->parent)
        if (p->in_function && p->direction == DIR_INPUT)
            return refuse(m, at,
                          "`%s` is an input and cannot be assigned to: give its value to a "
                          "protected variable, and change that",
                          text_of(m->ctx, p->name));
    Variability v = comp_variability(m, c);
    return v > VARY_PARAMETER || (v == VARY_PARAMETER && parameters) ||
           refuse(m, at,
                  "`%s` is a %s and cannot be assigned to; what changes is declared without this "
                  "prefix",
                  comp_name_text(m, c), v == VARY_CONSTANT ? "constant" : "parameter");
}

static bool is_same(void *what, Expr e)
{
    return e == *(Expr *)what;
}

bool lower_mentions(Model *m, Expr e, Expr what)
{
    return expr_any(m->store, e, is_same, &what);
}

/* Variables of the model that a leaf stands for: [first, end). */
typedef struct Numbers {
    Model *m;
    uint64_t first, end;
} Numbers;

static Numbers numbers_of(Model *m, Expr leaf)
{
    const ExprNode *n = expr_node(m->store, leaf);
    Numbers all = {.m = m, .first = n->payload, .end = n->payload};
    if (n->op == EX_VAR || n->op == EX_ARRVAR)
        all.end += (uint64_t)type_elements(expr_types(m->store), n->type);
    return all;
}

static bool is_one_of(void *arg, Expr e)
{
    const Numbers *a = arg;
    Numbers b = numbers_of(a->m, e);
    return a->first < b.end && b.first < a->end;
}

/* Whether e has a variable that is assigned to, or an element of it. */
static bool reads_target(Model *m, Expr e, Expr target)
{
    Expr base = target_base(m, target);
    Numbers all = numbers_of(m, base);
    return all.first < all.end ? expr_any(m->store, e, is_one_of, &all)
                               : lower_mentions(m, e, base);
}

/* Assigns several leaves as if at once. */
void lower_assign_leaves(Lower *l, ExprList target, ExprList value)
{
    Model *m = l->m;
    bool overlap = false;
    for (int i = 0; i < target.n; i++)
        for (int k = i + 1; k < value.n; k++)
            overlap = overlap || reads_target(m, value.v[k], target.v[i]);
    for (int i = 0; overlap && i < value.n; i++) {
        Expr t = lower_temporary(l, expr_type(m->store, value.v[i]));
        lower_assign(l, t, value.v[i]);
        value.v[i] = t;
    }
    for (int i = 0; i < target.n && i < value.n; i++)
        lower_assign(l, target.v[i], value.v[i]);
}

/* The subscripts of a record are those before the first of its leaves is assigned: where they
 * depend on one, they are kept in variables. */
static void keep_subscripts(Lower *l, int n, Expr *target)
{
    Model *m = l->m;
    ExprStore *s = m->store;
    Map kept = {0};
    for (int i = 1; i < n; i++) {
        uint32_t nargs = expr_op(s, target[i]) == EX_INDEX ? expr_node(s, target[i])->nargs : 0;
        Expr *arg = ARENA_ARRAY(m->kept, Expr, nargs + 1);
        for (uint32_t k = 0; k < nargs; k++) {
            Expr sub = arg[k] = expr_arg(s, target[i], k);
            bool changes = false;
            for (int j = 0; j < i && k; j++)
                changes = changes || reads_target(m, sub, target[j]);
            if (!changes)
                continue;
            arg[k] = (Expr)map_get(&kept, sub, 0);
            if (!arg[k]) {
                arg[k] = lower_temporary(l, expr_type(s, sub));
                lower_assign(l, arg[k], sub);
                map_set(&kept, m->kept, sub, arg[k]);
            }
        }
        if (nargs)
            target[i] = raw_make(m, EX_INDEX, expr_type(s, target[i]), (int)nargs, arg);
    }
}

/* A variable that is assigned to, in leaves. */
static bool lower_target(Lower *l, Expr ref, Span at, ExprList *out)
{
    Model *m = l->m;
    if (!is_target(m, ref, at, l->info || l->initial))
        return false;
    int first = out->n;
    bool good = lower_leaves(l, ref, out);
    for (int i = first; i < out->n; i++) { /* empty arrays and constants take nothing */
        ExprOp op = expr_op(m->store, target_base(m, out->v[i]));
        if (op != EX_LOCAL && op != EX_ARRVAR && op != EX_VAR)
            out->v[i] = raw_make(m, EX_WILD, expr_type(m->store, out->v[i]), 0, NULL);
    }
    if (good && out->n - first > 1)
        keep_subscripts(l, out->n - first, out->v + first);
    return good;
}

/* What is not a Real changes at events only (3.8.4): notes a value that does not. */
static void note_drift(Lower *l, const Env *env, Expr target, Expr value)
{
    Model *m = l->m;
    TypeList leaf = {0};
    if (l->info || l->initial || l->drifts.end || env->flags & ENV_WHEN ||
        !(l->moving || expr_variability(m, value) == VARY_CONTINUOUS))
        return;
    lower_leaf_types(m, expr_type(m->store, target), &leaf);
    for (int i = 0; i < leaf.n; i++)
        if (tinfo(m, leaf.v[i])->base != TY_REAL)
            l->drifts = l->at;
}

static bool lower_assignment(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    Expr ref = resolve_exp(env, q->lhs), value = resolve_exp(env, q->rhs);
    ExprList target = {0}, leaf = {0}, arg = {0};
    if (!ref || !value || !lower_target(l, ref, q->lhs->span, &target))
        return false;
    Type want = expr_type(m->store, ref);
    value = as_numbered(m, value, want, q->rhs->span);
    Type have = expr_type(m->store, value);
    if (!type_fits(m, have, want))
        return report_type(m, q->rhs->span,
                           arena_printf(m->kept, "`%s`", comp_name_text(m, cref_comp(m, ref))),
                           have, want);
    note_drift(l, env, ref, value);
    bool whole_call = expr_op(m->store, value) == EX_CALL && tinfo(m, have)->ndims &&
                      target.n == 1 && expr_op(m->store, target.v[0]) == EX_LOCAL;
    if (whole_call) {
        uint32_t number = lower_callee(l, value, &arg);
        if (number)
            lower_emit_call(l, value, number, arg, (TypeList){.v = &have, .n = 1}, target);
        return number;
    }
    bool good = lower_leaves(l, record_as(m, value, want), &leaf);
    if (good)
        lower_assign_leaves(l, target, leaf);
    return good;
}

static void push_wild(Model *m, TypeList types, ExprList *out)
{
    for (int k = 0; k < types.n; k++)
        vec_push(m->kept, out, raw_make(m, EX_WILD, types.v[k], 0, NULL));
}

/* (a, , b) := f(x) */
static bool lower_tuple(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    const Type *out_type;
    int nout;
    Expr call = resolve_results(env, q, &out_type, &nout);
    if (!call)
        return false;
    ExprList target = {0}, arg = {0};
    TypeList all = {0};
    for (int i = 0; i < nout; i++) {
        TypeList own = {0};
        lower_leaf_types(m, out_type[i], &own);
        lower_leaf_types(m, out_type[i], &all);
        const SynExp *lhs = i < q->lhs->n ? q->lhs->arg[i] : NULL;
        if (!lhs) {
            push_wild(m, own, &target);
            continue;
        }
        Expr ref = resolve_exp(env, lhs);
        if (!lower_target(l, ref, lhs->span, &target))
            return false;
        if (!type_fits(m, out_type[i], expr_type(m->store, ref)))
            return report_type(m, lhs->span, "this result", expr_type(m->store, ref), out_type[i]);
        note_drift(l, env, ref, call);
    }
    uint32_t number = lower_callee(l, call, &arg);
    if (number)
        lower_emit_call(l, call, number, arg, all, target);
    return number;
}

Expr lower_condition(Lower *l, Env *env, const SynExp *e, int dims)
{
    Model *m = l->m;
    Expr c = resolve_exp(env, e);
    if (c && (einfo(m, c)->base != TY_BOOL || einfo(m, c)->ndims > dims))
        return refuse(m, e->span, "a condition must be a Boolean, not %s",
                      type_text(m, expr_type(m->store, c)));
    l->moving = l->moving || (c && !l->info && expr_variability(m, c) == VARY_CONTINUOUS);
    c = lower_expr(l, c);
    if (c || !l->absent)
        return c;
    lower_absent(l);
    return expr_bool(m->store, false);
}

static bool lower_branches(Lower *l, Env *env, const SynEqu *q, StmtKind kind)
{
    Model *m = l->m;
    Stmt *s = ARENA_NEW(m->kept, Stmt);
    s->kind = (uint8_t)kind;
    s->span = q->span;
    s->nbranches = q->nbranches;
    s->branch = ARENA_ARRAY(m->kept, StmtBranch, q->nbranches);
    StmtList *outer = l->out;
    bool when = l->in_when, moving = l->moving, good = true;
    Stmt *into = s;
    for (int i = 0; i < q->nbranches; i++) {
        StmtList before = {0}, body = {0};
        l->out = &before;
        l->in_when = when || kind == ST_WHEN;
        Expr c = q->branch[i].condition
                     ? lower_condition(l, env, q->branch[i].condition, kind == ST_WHEN)
                     : 0;
        l->out = &body;
        good = (c || !q->branch[i].condition) && good;
        const Value *v = c && !l->info ? eval_try(m, c, l->iters) : NULL;
        bool dead = l->dead;
        l->dead = dead || (v && v->num && !v->num[0]);
        Env inside = *env;
        inside.flags |= kind == ST_IF ? ENV_GUARDED : 0;
        if (kind == ST_WHEN)
            inside.flags = (inside.flags | ENV_WHEN) & ~(unsigned)ENV_PURE;
        good = lower_body(l, &inside, q->branch[i].body, q->branch[i].n) && good;
        l->dead = dead;
        if (before.n && i && kind == ST_IF) { /* elseif whose condition needs statements: nest */
            Stmt *inner = ARENA_NEW(m->kept, Stmt);
            *inner = *s;
            inner->nbranches = q->nbranches - i;
            inner->branch = ARENA_ARRAY(m->kept, StmtBranch, inner->nbranches);
            vec_push(m->kept, &before, inner);
            into->branch[into->nbranches - (q->nbranches - i)] =
                (StmtBranch){0, before.n, before.v};
            into->nbranches -= q->nbranches - i - 1;
            into = inner;
        } else {
            for (int k = 0; k < before.n; k++)
                vec_push(m->kept, outer, before.v[k]);
        }
        into->branch[into->nbranches - (q->nbranches - i)] = (StmtBranch){c, body.n, body.v};
    }
    l->out = outer;
    l->in_when = when;
    l->moving = moving;
    vec_push(m->kept, l->out, s);
    return good;
}

static bool lower_assert(Lower *l, Env *env, const SynExp *e)
{
    Expr part[3];
    bool good = resolve_assertion(env, e, e->span, part);
    for (int i = 0; i < 3 && good; i++)
        good = !part[i] || (part[i] = lower_expr(l, part[i]));
    if (!good)
        return false;
    Stmt *s = lower_emit(l, ST_ASSERT);
    s->value = part[0];
    s->message = part[1];
    s->level = part[2];
    return true;
}

static bool lower_reinit(Lower *l, Env *env, const SynExp *e)
{
    Model *m = l->m;
    const SynCall *c = e->call;
    if (c->nargs != 2 || c->nnamed || !l->in_when)
        return refuse(m, e->span,
                      l->in_when ? "`reinit` takes a state and its new value"
                                 : "`reinit` can only be used inside a `when`");
    Expr state = resolve_exp(env, c->arg[0]);
    Expr value = state ? resolve_as(env, c->arg[1], expr_type(m->store, state), "the state") : 0;
    ExprList target = {0}, leaf = {0};
    if (value && einfo(m, state)->base != TY_REAL)
        return refuse(m, c->arg[0]->span, "`reinit` needs a Real variable");
    bool good =
        value && lower_target(l, state, c->arg[0]->span, &target) && lower_leaves(l, value, &leaf);
    if (good && expr_op(m->store, target.v[0]) != EX_WILD) {
        lower_assign(l, target.v[0], leaf.v[0]);
        vec_last(l->out)->kind = ST_REINIT;
    }
    return good;
}

static bool lower_call_statement(Lower *l, Env *env, const SynExp *e)
{
    Model *m = l->m;
    const SynRef *fn = e->call->fn;
    Name name = fn->n == 1 ? fn->part[0].name : 0;
    if (name == N_assert)
        return lower_assert(l, env, e);
    if (name == N_reinit && !l->info)
        return lower_reinit(l, env, e);
    if (name == N_terminate && !l->info) {
        Expr text =
            e->call->nargs == 1 ? resolve_as(env, e->call->arg[0], T_STRING, "the message") : 0;
        text = lower_expr(l, text);
        if (text)
            lower_emit(l, ST_TERMINATE)->message = text;
        return text;
    }
    Expr call = resolve_call_outputs(env, e);
    if (!call || expr_op(m->store, call) != EX_CALL)
        return call; /* a pure built-in function has no effect */
    ExprList arg = {0}, target = {0};
    TypeList types = {0};
    lower_leaf_types(m, expr_type(m->store, call), &types);
    push_wild(m, types, &target);
    uint32_t number = lower_callee(l, call, &arg);
    if (number)
        lower_emit_call(l, call, number, arg, types, target);
    return number;
}

static bool lower_when(Lower *l, Env *env, const SynEqu *q)
{
    if (l->info || l->in_when)
        return refuse(l->m, q->span,
                      l->info ? "`when` cannot be used inside a function"
                              : "`when` cannot be nested: write a `when` of its own behind this "
                                "one, with both conditions joined by `and`");
    if (l->loops || l->turns)
        return refuse(l->m, q->span, "`when` cannot stand inside `if`, `for` or `while`");
    return lower_branches(l, env, q, ST_WHEN);
}

static bool lower_statement(Lower *l, Env *env, const SynEqu *q)
{
    l->at = q->span;
    switch ((SynEquKind)q->kind) {
    case SE_ASSIGN:
        return q->lhs->kind == XP_TUPLE ? lower_tuple(l, env, q) : lower_assignment(l, env, q);
    case SE_CALL:
        return lower_call_statement(l, env, q->lhs);
    case SE_IF:
        return lower_branches(l, env, q, ST_IF);
    case SE_WHEN:
        return lower_when(l, env, q);
    case SE_FOR:
        return lower_for(l, env, q);
    case SE_WHILE:
        return lower_while(l, env, q);
    case SE_BREAK:
        return l->loops ? lower_emit(l, ST_BREAK) != NULL
                        : refuse(l->m, q->span, "`break` can only stand in a loop");
    case SE_RETURN:
        return l->info ? lower_emit(l, ST_RETURN) != NULL
                       : refuse(l->m, q->span, "`return` can only stand in a function");
    case SE_EQUALS:
    case SE_CONNECT:
    case SE_LINK:
        break;
    }
    return refuse(l->m, q->span, "an equation cannot stand in an algorithm; use `:=`");
}

/* Statements are lowered one after the other even after a mistake, to report them all. Those with
 * elements that are not there fail when they are executed. */
bool lower_body(Lower *l, Env *env, SynEqu *const *item, int n)
{
    bool good = true;
    for (int i = 0; i < n; i++) {
        good = (lower_statement(l, env, item[i]) || l->absent) && good;
        if (l->absent)
            lower_absent(l);
    }
    return good;
}

/* ---- Algorithm sections ---- */

Func *lower_algorithm(Model *m, ClassInst *scope, const SynSection *section, const IterValue *iters)
{
    Lower l = {.m = m, .iters = iters, .at = section->span, .initial = section->initial};
    StmtList body = {0};
    Env env = env_in(m, scope);
    env.flags |= ENV_STATEMENT | (section->initial ? ENV_INITIAL : ENV_PURE);
    l.out = &body;
    if (!lower_body(&l, &env, section->item, section->n))
        return NULL;
    Func *f = ARENA_NEW(m->kept, Func);
    f->span = section->span;
    f->drifts = l.drifts;
    f->smooth_order = -1;
    f->nvars = l.var.n;
    f->var = l.var.v;
    f->nbody = body.n;
    f->body = body.v;
    f->entry = ARENA_ARRAY(m->kept, int, f->nvars);
    for (int i = 0; i < f->nvars; i++)
        f->entry[i] = i;
    return f;
}
