/* lower_stmt.c - statements of functions and algorithm sections. Loops of a model's algorithm are
 * written out where their range is known and short. */
#include "model/builtin.h"
#include "model/lower_internal.h"

enum {
    MOST_TURNS = 1000,      /* of a loop that is written out */
    MOST_ALL_TURNS = 10000, /* of such loops inside each other, together */
};

static bool check_target(Lower *l, Expr ref, Span at)
{
    Model *m = l->m;
    if (expr_op(m->store, ref) != EX_CREF)
        return refuse(m, at, "only variables can be assigned to");
    Comp *c = cref_comp(m, ref);
    for (const Comp *p = c; p; p = p->parent)
        if (p->in_function && p->direction == DIR_INPUT)
            return refuse(m, at, "`%s` is an input and cannot be assigned to",
                          text_of(m->ctx, p->name));
    Variability v = comp_variability(m, c);
    if (v == VARY_CONSTANT || (v == VARY_PARAMETER && !l->info && !l->initial))
        return refuse(m, at, "`%s` is a %s and cannot be assigned to", comp_name_text(m, c),
                      v == VARY_CONSTANT ? "constant" : "parameter");
    return true;
}

typedef struct Mention {
    Expr what;
    bool found;
} Mention;

static void see_mention(void *arg, Expr e)
{
    Mention *w = arg;
    w->found = w->found || e == w->what;
}

bool lower_mentions(Model *m, Expr e, Expr what)
{
    Mention w = {what, false};
    expr_visit(m->store, e, see_mention, &w);
    return w.found;
}

static Expr target_base(Model *m, Expr t)
{
    return expr_op(m->store, t) == EX_INDEX ? expr_arg(m->store, t, 0) : t;
}

/* Assigns several leaves as if at once. */
void lower_assign_leaves(Lower *l, ExprList target, ExprList value)
{
    Model *m = l->m;
    bool overlap = false;
    for (int i = 0; i < target.n; i++)
        for (int k = i + 1; k < value.n; k++)
            overlap = overlap || lower_mentions(m, value.v[k], target_base(m, target.v[i]));
    for (int i = 0; overlap && i < value.n; i++) {
        Expr t = lower_temporary(l, expr_type(m->store, value.v[i]));
        lower_assign(l, t, value.v[i]);
        value.v[i] = t;
    }
    for (int i = 0; i < target.n && i < value.n; i++)
        lower_assign(l, target.v[i], value.v[i]);
}

static void lower_assignment(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    Expr ref = resolve_exp(env, q->lhs), value = resolve_exp(env, q->rhs);
    if (!ref || !value || !check_target(l, ref, q->lhs->span)) {
        lower_fail(l);
        return;
    }
    Type want = expr_type(m->store, ref), have = expr_type(m->store, value);
    if (!type_fits(m, have, want)) {
        const char *what = arena_printf(m->kept, "`%s`", comp_name_text(m, cref_comp(m, ref)));
        report_type(m, q->rhs->span, what, have, want);
        lower_fail(l);
        return;
    }
    ExprList target = {0}, leaf = {0};
    lower_leaves(l, ref, &target);
    bool whole_call = expr_op(m->store, value) == EX_CALL && tinfo(m, have)->ndims &&
                      target.n == 1 && expr_op(m->store, target.v[0]) == EX_LOCAL;
    if (whole_call) {
        ExprList arg = {0};
        uint32_t number = lower_callee(l, value, &arg);
        if (number)
            lower_emit_call(l, number, arg, expr_node(m->store, value)->flags, have, 1, target.v);
        return;
    }
    lower_leaves_as(l, value, want, &leaf);
    if (!l->failed)
        lower_assign_leaves(l, target, leaf);
}

/* (a, , b) := f(x) */
static void lower_tuple(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    const Type *out_type;
    int nout;
    Expr call = resolve_results(env, q, &out_type, &nout);
    if (!call) {
        lower_fail(l);
        return;
    }
    ExprList target = {0};
    TypeList all = {0};
    for (int i = 0; i < nout; i++) {
        Type ti = out_type[i];
        TypeList own = {0};
        lower_leaf_types(m, ti, &own);
        lower_leaf_types(m, ti, &all);
        const SynExp *lhs = i < q->lhs->n ? q->lhs->arg[i] : NULL;
        if (!lhs) {
            for (int k = 0; k < own.n; k++)
                vec_push(m->kept, &target, raw_make(m, EX_WILD, own.v[k], 0, NULL));
            continue;
        }
        Expr ref = resolve_exp(env, lhs);
        if (!ref || !check_target(l, ref, lhs->span)) {
            lower_fail(l);
            return;
        }
        if (!type_fits(m, ti, expr_type(m->store, ref))) {
            report_type(m, lhs->span, "this result", expr_type(m->store, ref), ti);
            lower_fail(l);
            return;
        }
        lower_leaves(l, ref, &target);
    }
    ExprList arg = {0};
    uint32_t number = l->failed ? 0 : lower_callee(l, call, &arg);
    Type type = all.n == 1 ? all.v[0] : type_tuple(expr_types(m->store), all.n, all.v);
    if (number)
        lower_emit_call(l, number, arg, expr_node(m->store, call)->flags, type, target.n, target.v);
}

static Expr condition(Lower *l, Env *env, const SynExp *e)
{
    Model *m = l->m;
    Expr c = resolve_exp(env, e);
    if (c && (einfo(m, c)->base != TY_BOOL || einfo(m, c)->ndims > (l->in_when ? 1 : 0))) {
        refuse(m, e->span, "a condition must be a Boolean, not %s",
               type_text(m, expr_type(m->store, c)));
        c = 0;
    }
    return c ? lower_expr(l, c) : lower_fail(l);
}

static void lower_branches(Lower *l, Env *env, const SynEqu *q, StmtKind kind)
{
    Model *m = l->m;
    Stmt *s = ARENA_NEW(m->kept, Stmt);
    s->kind = (uint8_t)kind;
    s->span = q->span;
    s->nbranches = q->nbranches;
    s->branch = ARENA_ARRAY(m->kept, StmtBranch, q->nbranches);
    StmtList *outer = l->out;
    bool when = l->in_when;
    Stmt *into = s;
    for (int i = 0; i < q->nbranches; i++) {
        StmtList before = {0}, body = {0};
        l->out = &before;
        l->in_when = kind == ST_WHEN;
        Expr c = q->branch[i].condition ? condition(l, env, q->branch[i].condition) : 0;
        l->out = &body;
        lower_body(l, env, q->branch[i].body, q->branch[i].n);
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
    vec_push(m->kept, l->out, s);
}

static bool has_break(SynEqu *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        if (body[i]->kind == SE_BREAK || body[i]->kind == SE_RETURN)
            return true;
        for (int k = 0; k < body[i]->nbranches; k++)
            if (has_break(body[i]->branch[k].body, body[i]->branch[k].n))
                return true;
    }
    return false;
}

static void lower_for(Lower *l, Env *env, const SynEqu *q, int k);

/* Loops of a model's algorithm are written out: relations in them generate events of their own, and
 * the variables they touch are known one by one. False if the range is not known or too long. */
static bool unroll(Lower *l, Env *env, const SynEqu *q, int k, Expr range)
{
    Model *m = l->m;
    if (l->info || has_break(q->branch[0].body, q->branch[0].n))
        return false;
    Value *v = eval_try(m, range, l->iters);
    int64_t around = l->turns ? l->turns : 1;
    if (!v || v->n > MOST_TURNS || v->n * around > MOST_ALL_TURNS)
        return false;
    l->turns = v->n * around;
    for (int64_t i = 0; i < v->n && !l->failed; i++) {
        LoopVar loop = {q->iter[k].name, value_literal(m, v, i), env->loops};
        Env inside = *env;
        inside.loops = &loop;
        lower_for(l, &inside, q, k + 1);
    }
    l->turns = around;
    return true;
}

static void lower_for(Lower *l, Env *env, const SynEqu *q, int k)
{
    Model *m = l->m;
    if (k == q->niters) {
        lower_body(l, env, q->branch[0].body, q->branch[0].n);
        return;
    }
    Expr range = resolve_range_in(env, &q->iter[k], q->branch[0].body, q->branch[0].n);
    if (range && unroll(l, env, q, k, range))
        return;
    Expr lowered = range ? lower_expr(l, range) : 0;
    if (!lowered) {
        lower_fail(l);
        return;
    }
    Expr var = lower_temporary(l, einfo(m, range)->scalar);
    l->var.v[expr_node(m->store, var)->payload].name = q->iter[k].name;
    StmtList *outer = l->out, body = {0};
    LoopVar loop = {q->iter[k].name, var, env->loops};
    Env inside = *env;
    inside.loops = &loop;
    l->out = &body;
    lower_for(l, &inside, q, k + 1);
    l->out = outer;
    Stmt *s = lower_emit(l, ST_FOR);
    s->iter = var;
    s->range = lowered;
    s->nbranches = 1;
    s->branch = ARENA_NEW(m->kept, StmtBranch);
    s->branch[0] = (StmtBranch){0, body.n, body.v};
}

/* A condition that needs statements is tested inside an endless loop. */
static void lower_while(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    StmtList *outer = l->out, before = {0}, body = {0};
    l->out = &before;
    Expr c = condition(l, env, q->branch[0].condition);
    l->out = outer;
    if (!c)
        return;
    if (before.n) {
        body = before;
        l->out = &body;
        Expr not_c = raw1(m, EX_NOT, T_BOOL, c);
        Stmt *test = lower_emit(l, ST_IF);
        Stmt *leave = ARENA_NEW(m->kept, Stmt);
        leave->kind = ST_BREAK;
        leave->span = l->at;
        test->nbranches = 1;
        test->branch = ARENA_NEW(m->kept, StmtBranch);
        test->branch[0] = (StmtBranch){not_c, 1, arena_copy(m->kept, &leave, sizeof leave)};
        c = expr_bool(m->store, true);
    }
    l->out = &body;
    lower_body(l, env, q->branch[0].body, q->branch[0].n);
    l->out = outer;
    l->at = q->span;
    Stmt *s = lower_emit(l, ST_WHILE);
    s->nbranches = 1;
    s->branch = ARENA_NEW(m->kept, StmtBranch);
    s->branch[0] = (StmtBranch){c, body.n, body.v};
}

static Expr typed_argument(Lower *l, Env *env, const SynExp *e, Type want, const char *what)
{
    Expr x = e ? resolve_as(env, e, want, what) : 0;
    return x ? lower_expr(l, x) : e ? lower_fail(l) : 0;
}

static void lower_assert(Lower *l, Env *env, const SynExp *e)
{
    Expr part[3];
    if (!resolve_assertion(env, e, e->span, part))
        lower_fail(l);
    for (int i = 0; i < 3 && !l->failed; i++)
        part[i] = part[i] ? lower_expr(l, part[i]) : 0;
    if (l->failed)
        return;
    Stmt *s = lower_emit(l, ST_ASSERT);
    s->value = part[0];
    s->message = part[1];
    s->level = part[2];
}

static void lower_reinit(Lower *l, Env *env, const SynExp *e)
{
    Model *m = l->m;
    const SynCall *c = e->call;
    if (c->nargs != 2 || c->nnamed || !l->in_when) {
        refuse(m, e->span,
               l->in_when ? "`reinit` takes a state and its new value"
                          : "`reinit` can only be used inside a `when`");
        lower_fail(l);
        return;
    }
    Expr state = resolve_exp(env, c->arg[0]);
    Expr value = state ? resolve_as(env, c->arg[1], expr_type(m->store, state), "the state") : 0;
    ExprList target = {0}, leaf = {0};
    if (!value || expr_op(m->store, state) != EX_CREF) {
        if (value)
            refuse(m, c->arg[0]->span, "`reinit` needs a state variable");
        lower_fail(l);
        return;
    }
    lower_leaves(l, state, &target);
    lower_leaves(l, value, &leaf);
    for (int i = 0; !l->failed && i < target.n && i < leaf.n; i++) {
        Stmt *s = lower_emit(l, ST_REINIT);
        s->ntargets = 1;
        s->target = arena_copy(m->kept, &target.v[i], sizeof *s->target);
        s->value = leaf.v[i];
    }
}

static void lower_call_statement(Lower *l, Env *env, const SynExp *e)
{
    Model *m = l->m;
    const SynRef *fn = e->call->fn;
    Name name = fn->n == 1 ? fn->part[0].name : 0;
    if (name == N_assert) {
        lower_assert(l, env, e);
        return;
    }
    if (name == N_reinit && !l->info) {
        lower_reinit(l, env, e);
        return;
    }
    if (name == N_terminate && !l->info) {
        Expr text = e->call->nargs == 1
                        ? typed_argument(l, env, e->call->arg[0], T_STRING, "the message")
                        : lower_fail(l);
        if (text)
            lower_emit(l, ST_TERMINATE)->message = text;
        return;
    }
    Expr call = resolve_call_outputs(env, e);
    if (!call) {
        lower_fail(l);
        return;
    }
    if (expr_op(m->store, call) != EX_CALL)
        return; /* a pure built-in function: no effect */
    ExprList arg = {0}, target = {0};
    TypeList types = {0};
    lower_leaf_types(m, expr_type(m->store, call), &types);
    for (int i = 0; i < types.n; i++)
        vec_push(m->kept, &target, raw_make(m, EX_WILD, types.v[i], 0, NULL));
    Type t = types.n == 0   ? T_NONE
             : types.n == 1 ? types.v[0]
                            : type_tuple(expr_types(m->store), types.n, types.v);
    uint32_t number = lower_callee(l, call, &arg);
    if (number)
        lower_emit_call(l, number, arg, expr_node(m->store, call)->flags, t, target.n, target.v);
}

static void lower_statement(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    l->at = q->span;
    switch ((SynEquKind)q->kind) {
    case SE_ASSIGN:
        if (q->lhs->kind == XP_TUPLE)
            lower_tuple(l, env, q);
        else
            lower_assignment(l, env, q);
        break;
    case SE_CALL:
        lower_call_statement(l, env, q->lhs);
        break;
    case SE_IF:
        lower_branches(l, env, q, ST_IF);
        break;
    case SE_WHEN:
        if (l->info || l->in_when) {
            refuse(m, q->span,
                   l->info ? "`when` cannot be used inside a function" : "`when` cannot be nested");
            lower_fail(l);
            break;
        }
        env->flags |= ENV_WHEN;
        lower_branches(l, env, q, ST_WHEN);
        env->flags &= ~(unsigned)ENV_WHEN;
        break;
    case SE_FOR:
        lower_for(l, env, q, 0);
        break;
    case SE_WHILE:
        lower_while(l, env, q);
        break;
    case SE_BREAK:
        lower_emit(l, ST_BREAK);
        break;
    case SE_RETURN:
        lower_emit(l, ST_RETURN);
        break;
    case SE_EQUALS:
    case SE_CONNECT:
    case SE_LINK:
        refuse(m, q->span, "an equation cannot stand in an algorithm; use `:=`");
        lower_fail(l);
    }
}

/* Statements are lowered one after the other even after a mistake, to report them all. */
void lower_body(Lower *l, Env *env, SynEqu *const *item, int n)
{
    bool failed = l->failed;
    for (int i = 0; i < n; i++) {
        l->failed = false;
        lower_statement(l, env, item[i]);
        failed = failed || l->failed;
    }
    l->failed = failed;
}

/* ---- Algorithm sections ---- */

Func *lower_algorithm(Model *m, ClassInst *scope, const SynSection *section, const IterValue *iters)
{
    Lower l = {.m = m, .iters = iters, .at = section->span, .initial = section->initial};
    StmtList body = {0};
    Env env = env_in(m, scope);
    l.out = &body;
    lower_body(&l, &env, section->item, section->n);
    if (l.failed)
        return NULL;
    Func *f = ARENA_NEW(m->kept, Func);
    f->span = section->span;
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
