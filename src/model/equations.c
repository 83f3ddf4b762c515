/* equations.c - typing of equation sections.
 *
 * Every equation of a class is typed once per component (or array of components). Conditions of
 * `if` that only depend on parameters are decided now where the branches differ in structure;
 * everything else stays for later. */
#include "model/builtin.h"
#include "model/flat_internal.h"
#include "syntax/lexer.h"

typedef VEC(FlatEq *) EqList;

typedef struct Section {
    Model *m;
    Comp *owner;
    bool initial;
    bool in_when;
} Section;

static void resolve_list(Section *s, Env *env, SynEqu *const *item, int n, EqList *out);

static FlatEq *new_eq(Section *s, FlatEqKind kind, Span span, EqList *out)
{
    FlatEq *eq = ARENA_NEW(s->m->kept, FlatEq);
    eq->kind = (uint8_t)kind;
    eq->initial = s->initial;
    eq->span = span;
    eq->owner = s->owner->id;
    vec_push(s->m->kept, out, eq);
    return eq;
}

/* ---- Simple equations ---- */

Expr resolve_results(Env *env, const SynEqu *q, const Type **type, int *n)
{
    Model *m = env->m;
    if (q->rhs->kind != XP_CALL)
        refuse(m, q->rhs->span, "a function call is needed here");
    Expr call = q->rhs->kind == XP_CALL ? resolve_call_outputs(env, q->rhs) : 0;
    if (!call)
        return 0;
    Type t = expr_type(m->store, call);
    bool several = tinfo(m, t)->base == TY_TUPLE;
    const RecordInfo *outs = several ? type_record_info(expr_types(m->store), t) : NULL;
    *n = several ? outs->n : 1;
    *type = several ? outs->type : arena_copy(m->arena, &t, sizeof t);
    if (q->lhs->n <= *n && expr_op(m->store, call) == EX_CALL)
        return call;
    return refuse(m, q->lhs->span, "this call has %d result%s, not %d", *n, *n == 1 ? "" : "s",
                  q->lhs->n);
}

/* (a, , b) = f(x) */
static void resolve_tuple(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    Model *m = s->m;
    const Type *out_type;
    int nout;
    Expr call = resolve_results(env, q, &out_type, &nout);
    if (!call)
        return;
    Expr *output = ARENA_ARRAY(m->kept, Expr, nout);
    for (int i = 0; i < nout; i++) {
        Type ti = out_type[i];
        const SynExp *lhs = i < q->lhs->n ? q->lhs->arg[i] : NULL;
        output[i] = lhs ? resolve_exp(env, lhs) : expr_make(m->store, EX_WILD, ti, 0, 0, 0, NULL);
        if (!output[i])
            return;
        if (!type_fits(m, ti, expr_type(m->store, output[i]))) {
            report_type(m, lhs->span, "this result", expr_type(m->store, output[i]), ti);
            return;
        }
    }
    FlatEq *eq = new_eq(s, FE_CALL, q->span, out);
    eq->noutputs = nout;
    eq->output = output;
    eq->rhs = call;
}

static void check_discrete(Section *s, Expr lhs, Expr rhs, Span at)
{
    Model *m = s->m;
    const TypeInfo *t = tinfo(m, type_join(m, expr_type(m->store, lhs), expr_type(m->store, rhs)));
    if (t->base == TY_RECORD || t->base == TY_ERROR || s->in_when || s->initial)
        return;
    if (t->base == TY_REAL) {
        bool discrete =
            expr_op(m->store, lhs) == EX_CREF && expr_variability(m, lhs) == VARY_DISCRETE;
        if (discrete && expr_variability(m, rhs) == VARY_CONTINUOUS)
            refuse(m, at, "`%s` is discrete, but this varies continuously",
                   text_of(m->ctx, m->comp.v[expr_node(m->store, lhs)->payload]->name));
        return;
    }
    if (expr_variability(m, lhs) == VARY_CONTINUOUS || expr_variability(m, rhs) == VARY_CONTINUOUS)
        refuse(m, at,
               "a variable of type %s changes at events only, but this varies continuously (is "
               "`noEvent` "
               "necessary?)",
               type_text(m, t->scalar));
}

/* a = b annotation(__Kron_residue = x) is a = b + residue(x). */
static Expr with_residue(Section *s, Env *env, const SynEqu *q, Expr rhs)
{
    Model *m = s->m;
    const SynExp *of = annotation_value(q->annotation, N_kron_residue);
    if (!of)
        return rhs;
    Type t = expr_type(m->store, rhs);
    if (t != T_REAL && t != T_INT)
        return refuse(m, of->span, "only an equation between Reals can be a residual");
    Expr x = resolve_exp(env, of), term[2] = {rhs, 0};
    term[1] = x ? make_hint(env, EX_RESIDUE, x, of->span) : 0;
    return term[1] ? expr_make(m->store, EX_ADD, T_REAL, 0, 0, 2, term) : 0;
}

static void resolve_equals(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    Model *m = s->m;
    if (q->lhs->kind == XP_TUPLE) {
        resolve_tuple(s, env, q, out);
        return;
    }
    Expr lhs = resolve_exp(env, q->lhs), rhs = resolve_exp(env, q->rhs);
    if (!lhs || !rhs)
        return;
    Type a = expr_type(m->store, lhs), b = expr_type(m->store, rhs);
    if (!type_join(m, a, b)) {
        refuse(m, q->span, "the sides of this equation are of types %s and %s", type_text(m, a),
               type_text(m, b));
        return;
    }
    check_discrete(s, lhs, rhs, q->span);
    if (s->in_when && expr_op(m->store, lhs) != EX_CREF) {
        refuse(m, q->lhs->span, "inside `when` the left side of an equation must be a variable");
        return;
    }
    rhs = with_residue(s, env, q, rhs);
    if (!rhs)
        return;
    FlatEq *eq = new_eq(s, FE_EQUAL, q->span, out);
    eq->lhs = lhs;
    eq->rhs = rhs;
}

/* ---- Calls as equations ---- */

static const SynExp *call_argument(const SynCall *c, int k, Name name)
{
    if (k < c->nargs)
        return c->arg[k];
    for (int i = 0; i < c->nnamed; i++)
        if (c->named[i].name == name)
            return c->named[i].value;
    return NULL;
}

bool resolve_assertion(Env *env, const SynExp *e, Span at, Expr part[3])
{
    Model *m = env->m;
    static const Name name[] = {N_condition, N_message, N_level};
    static const char *const what[] = {"the condition of `assert`", "the message of `assert`",
                                       "the level of `assert`"};
    const Type type[] = {T_BOOL, T_STRING, m->assertion_level};
    const SynCall *c = e->call;
    if (!call_argument(c, 0, N_condition) || !call_argument(c, 1, N_message) ||
        c->nargs + c->nnamed > 3)
        return refuse(m, at, "`assert` needs a condition and a message");
    bool good = true;
    for (int i = 0; i < 3; i++) {
        const SynExp *given = call_argument(c, i, name[i]);
        part[i] = given ? resolve_as(env, given, type[i], what[i]) : 0;
        good = good && (!given || part[i]);
    }
    return good;
}

static void resolve_assert(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    Expr part[3];
    if (!resolve_assertion(env, q->lhs, q->span, part))
        return;
    FlatEq *eq = new_eq(s, FE_ASSERT, q->span, out);
    eq->rhs = part[0];
    eq->message = part[1];
    eq->level = part[2];
}

static void resolve_reinit(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    Model *m = s->m;
    const SynCall *c = q->lhs->call;
    if (!s->in_when || c->nargs != 2 || c->nnamed) {
        refuse(m, q->span,
               s->in_when ? "`reinit` takes a state and its new value"
                          : "`reinit` can only be used inside a `when`");
        return;
    }
    Expr state = resolve_exp(env, c->arg[0]);
    if (!state)
        return;
    if (expr_op(m->store, state) != EX_CREF ||
        tinfo(m, expr_type(m->store, state))->base != TY_REAL) {
        refuse(m, c->arg[0]->span, "`reinit` needs a Real variable");
        return;
    }
    Expr value = resolve_as(env, c->arg[1], expr_type(m->store, state), "the state");
    if (!value)
        return;
    FlatEq *eq = new_eq(s, FE_REINIT, q->span, out);
    eq->lhs = state;
    eq->rhs = value;
}

static void resolve_call_equation(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    Model *m = s->m;
    const SynRef *fn = q->lhs->call->fn;
    Name name = fn->n == 1 ? fn->part[0].name : 0;
    if (name == N_assert) {
        resolve_assert(s, env, q, out);
    } else if (name == N_reinit) {
        resolve_reinit(s, env, q, out);
    } else if (name == N_terminate) {
        Expr text = q->lhs->call->nargs == 1
                        ? resolve_as(env, q->lhs->call->arg[0], T_STRING, "the message")
                        : 0;
        if (text)
            new_eq(s, FE_TERMINATE, q->span, out)->message = text;
        else if (q->lhs->call->nargs != 1)
            refuse(m, q->span, "`terminate` takes a message");
    } else {
        Expr call = resolve_call_outputs(env, q->lhs);
        if (!call)
            return;
        if (expr_op(m->store, call) != EX_CALL || expr_type(m->store, call) != T_NONE) {
            refuse(m, q->span, "the result of this call is not used");
            return;
        }
        new_eq(s, FE_CALL, q->span, out)->rhs = call;
    }
}

/* ---- Connections left out ---- */

static bool same_reference(Model *m, const SynRef *a, const SynRef *b)
{
    return lex_same(m->ctx, a->span, b->span);
}

static bool same_connection(Model *m, const SynEqu *a, const SynEqu *b)
{
    return (same_reference(m, a->lhs->ref, b->lhs->ref) &&
            same_reference(m, a->rhs->ref, b->rhs->ref)) ||
           (same_reference(m, a->lhs->ref, b->rhs->ref) &&
            same_reference(m, a->rhs->ref, b->lhs->ref));
}

/* Whether an extends clause leaves a connection out: break connect(a, b). */
static bool is_taken_out(Model *m, const ClassInst *ci, const SynEqu *q)
{
    for (; ci->derived; ci = ci->derived) {
        const SynMod *mod = ci->clause ? ci->clause->mod : NULL;
        for (int k = 0; mod && k < mod->nargs; k++)
            if (mod->arg[k]->break_connect && same_connection(m, mod->arg[k]->break_connect, q))
                return true;
    }
    return false;
}

static bool has_connection(Model *m, SynEqu *const *body, int n, const SynEqu *wanted)
{
    for (int i = 0; i < n; i++) {
        if (body[i]->kind == SE_CONNECT && same_connection(m, body[i], wanted))
            return true;
        for (int k = 0; k < body[i]->nbranches; k++)
            if (has_connection(m, body[i]->branch[k].body, body[i]->branch[k].n, wanted))
                return true;
    }
    return false;
}

static bool class_has_connection(Model *m, const ClassInst *ci, const SynEqu *wanted)
{
    for (int i = 0; i < ci->def->nsections; i++)
        if (has_connection(m, ci->def->section[i]->item, ci->def->section[i]->n, wanted))
            return true;
    for (int i = 0; i < ci->base.n; i++)
        if (class_has_connection(m, ci->base.v[i], wanted))
            return true;
    return false;
}

static void check_deselections(Model *m, const ClassInst *base)
{
    const SynMod *mod = base->clause ? base->clause->mod : NULL;
    for (int k = 0; mod && k < mod->nargs; k++) {
        const SynEqu *b = mod->arg[k]->break_connect;
        if (b && !class_has_connection(m, base, b))
            refuse(m, b->span, "`%s` has no such connection to leave out",
                   class_name_text(m, base->def));
    }
}

/* ---- connect ---- */

/* Whether a reference starts with a connector of the class itself. */
static bool is_outside(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Found f = lookup_simple(m, env->scope, e->ref->part[0].name);
    if (f.kind != FIND_SLOT || f.slot->written->kind != EL_COMPONENT)
        return false;
    Comp *c = slot_comp(m, f.slot);
    return c && c->is_connector;
}

static void add_link(Section *s, const SynEqu *q, const JoinList *joins, EqList *out)
{
    FlatSource source = {.njoins = joins->n, .join = joins->v};
    new_eq(s, FE_LINK, q->span, out)->source = arena_copy(s->m->arena, &source, sizeof source);
}

/* The classic connect statement. */
static void resolve_link(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    JoinList joins = {0};
    if (link_joins(env, s->owner, q, &joins))
        add_link(s, q, &joins, out);
}

static void resolve_connect(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    Model *m = s->m;
    if (s->in_when || s->initial) {
        refuse(m, q->span, "`connect` cannot be used here");
        return;
    }
    if (is_taken_out(m, env->scope, q))
        return;
    JoinList joins = {0};
    bool is_link;
    if (!connect_joins(env, s->owner, q, &joins, &is_link))
        return;
    if (is_link) {
        add_link(s, q, &joins, out);
        return;
    }
    Env inside = *env;
    inside.flags |= ENV_CONNECT;
    Expr end[2];
    for (int i = 0; i < 2; i++) {
        const SynExp *e = i ? q->rhs : q->lhs;
        end[i] = resolve_exp(&inside, e);
        if (!end[i])
            return;
        if (expr_op(m->store, end[i]) != EX_CREF && expr_op(m->store, end[i]) != EX_ARRAY &&
            expr_op(m->store, end[i]) != EX_INDEX) {
            refuse(m, e->span, "only connectors can be connected");
            return;
        }
    }
    FlatEq *eq = new_eq(s, FE_CONNECT, q->span, out);
    eq->lhs = end[0];
    eq->rhs = end[1];
    FlatSource source = {is_outside(env, q->lhs), is_outside(env, q->rhs), 0, NULL, NULL, NULL};
    eq->source = arena_copy(m->arena, &source, sizeof source);
}

/* ---- if ---- */

static int64_t leaf_count(Model *m, Type t)
{
    return type_scalars(expr_types(m->store), t);
}

/* Number of scalar equations, -1 if it is not known without expanding. */
static int64_t count_list(Model *m, const EqList *list);

static int64_t count_eq(Model *m, const FlatEq *eq)
{
    int64_t n = 0;
    switch ((FlatEqKind)eq->kind) {
    case FE_EQUAL:
        return leaf_count(m, expr_type(m->store, eq->lhs));
    case FE_CALL:
        for (int i = 0; i < eq->noutputs; i++)
            if (expr_op(m->store, eq->output[i]) != EX_WILD)
                n += leaf_count(m, expr_type(m->store, eq->output[i]));
        return n;
    case FE_IF: {
        EqList body = {eq->branch[0].body, eq->branch[0].n, 0};
        return eq->structural ? -1 : count_list(m, &body);
    }
    case FE_FOR: {
        EqList body = {eq->branch[0].body, eq->branch[0].n, 0};
        int64_t inner = count_list(m, &body),
                length = tinfo(m, expr_type(m->store, eq->range))->dim[0];
        return inner < 0 || length < 0 ? -1 : inner * length;
    }
    case FE_WHEN:
    case FE_CONNECT:
    case FE_LINK:
    case FE_ALGORITHM:
        return -1;
    case FE_ASSERT:
    case FE_TERMINATE:
    case FE_REINIT:
        return 0;
    }
    return 0;
}

static int64_t count_list(Model *m, const EqList *list)
{
    int64_t n = 0;
    for (int i = 0; i < list->n; i++) {
        int64_t k = count_eq(m, list->v[i]);
        if (k < 0)
            return -1;
        n += k;
    }
    return n;
}

typedef struct FixedTest {
    Model *m;
    bool fixed;
} FixedTest;

static Expr test_fixed(void *data, Expr e)
{
    FixedTest *t = data;
    Model *m = t->m;
    if (expr_op(m->store, e) != EX_CREF)
        return 0;
    Comp *c = m->comp.v[expr_node(m->store, e)->payload];
    if (comp_variability(m, c) != VARY_CONSTANT && !c->evaluate && !c->structural)
        t->fixed = false;
    return 0;
}

bool is_fixed(Model *m, Expr e)
{
    FixedTest t = {m, true};
    raw_map(m, e, test_fixed, &t);
    return t.fixed;
}

typedef enum { DECIDE_NO, DECIDE_YES, DECIDE_LATER } Decision;

/* The condition's value now; later if it varies or depends on a position. */
static Decision decide(Model *m, Expr c, Span at)
{
    Value *v = eval_structural(m, c, at, NULL);
    return v ? v->num[0] != 0 ? DECIDE_YES : DECIDE_NO : DECIDE_LATER;
}

static Expr branch_condition(Env *env, const SynExp *e)
{
    return resolve_as(env, e, T_BOOL, "a condition");
}

static void keep_branches(Section *s, const SynEqu *q, const Expr *cond, EqList *body, int n,
                          bool structural, EqList *out)
{
    Model *m = s->m;
    FlatEq *eq = new_eq(s, FE_IF, q->span, out);
    eq->structural = structural;
    eq->nbranches = n;
    eq->branch = ARENA_ARRAY(m->kept, FlatBranch, n);
    for (int i = 0; i < n; i++)
        eq->branch[i] = (FlatBranch){cond[i], body[i].n, body[i].v};
}

typedef struct DerSet {
    Model *m;
    uint64_t hash; /* sum over the distinct derivatives: independent of order */
    Map seen;
} DerSet;

static void note_derivatives(void *arg, Expr e)
{
    DerSet *d = arg;
    if (expr_op(d->m->store, e) == EX_DER && !map_get(&d->seen, e, 0)) {
        map_set(&d->seen, d->m->arena, e, 1);
        d->hash += expr_node(d->m->store, e)->hash;
    }
}

static void derivatives_of(DerSet *d, FlatEq *const *eq, int n)
{
    for (int i = 0; i < n; i++) {
        Expr part[2] = {eq[i]->lhs, eq[i]->rhs};
        for (int k = 0; k < 2; k++)
            if (part[k])
                expr_visit(d->m->store, part[k], note_derivatives, d);
        for (int k = 0; k < eq[i]->nbranches; k++)
            derivatives_of(d, eq[i]->branch[k].body, eq[i]->branch[k].n);
    }
}

static bool derivatives_differ(Model *m, const EqList *body, int n)
{
    uint64_t first = 0;
    for (int i = 0; i < n; i++) {
        DerSet d = {.m = m};
        derivatives_of(&d, body[i].v, body[i].n);
        if (i && d.hash != first)
            return true;
        first = d.hash;
    }
    return false;
}

/* All branches typed; decides whether they can stay side by side. */
static void resolve_open_if(Section *s, Env *env, const SynEqu *q, int first, EqList *out)
{
    Model *m = s->m;
    int n = q->nbranches - first;
    Expr *cond = ARENA_ARRAY(m->arena, Expr, n + 1);
    EqList *body = ARENA_ARRAY(m->arena, EqList, n + 1);
    bool parametric = true, differ = false;
    int mark = diags_mark(m->ctx->diags), before = diags_errors(m->ctx->diags);
    int64_t size = 0;
    for (int i = 0; i < n; i++) {
        const SynBranch *b = &q->branch[first + i];
        cond[i] = b->condition ? branch_condition(env, b->condition) : 0;
        if (b->condition && !cond[i])
            return;
        parametric = parametric && (!cond[i] || expr_variability(m, cond[i]) <= VARY_PARAMETER);
        resolve_list(s, env, b->body, b->n, &body[i]);
        int64_t k = count_list(m, &body[i]);
        differ = differ || k < 0 || (i && k != size);
        size = k;
    }
    if (cond[n - 1] && size != 0) { /* no else */
        differ = true;
        cond[n] = 0;
        n++;
    }
    bool wrong = diags_errors(m->ctx->diags) > before;
    if (!differ && parametric && !wrong)
        differ = derivatives_differ(m, body, n); /* states depend on the branch */
    if (!differ && !wrong) {
        keep_branches(s, q, cond, body, n, false, out);
        return;
    }
    if (!parametric) {
        if (!wrong && !s->in_when)
            refuse(m, q->span,
                   "the branches of this `if` have different numbers of equations, so its "
                   "condition must be a parameter expression");
        else if (!wrong)
            keep_branches(s, q, cond, body, n, false, out);
        return;
    }
    for (int i = 0; i < n; i++) {
        Span at = first + i < q->nbranches && q->branch[first + i].condition
                      ? q->branch[first + i].condition->span
                      : q->span;
        Decision d = cond[i] ? decide(m, cond[i], at) : DECIDE_YES;
        if (d == DECIDE_NO)
            continue;
        if (d == DECIDE_LATER) {
            keep_branches(s, q, cond + i, body + i, n - i, true, out);
            return;
        }
        diags_rollback(m->ctx->diags, mark); /* mistakes in branches not taken do not count */
        if (first + i < q->nbranches)
            resolve_list(s, env, q->branch[first + i].body, q->branch[first + i].n, out);
        return;
    }
    diags_rollback(m->ctx->diags, mark);
}

static void resolve_if(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    Model *m = s->m;
    for (int i = 0; i < q->nbranches; i++) {
        const SynBranch *b = &q->branch[i];
        Expr c = b->condition ? branch_condition(env, b->condition) : expr_bool(m->store, true);
        if (!c)
            return;
        Decision d = is_fixed(m, c) ? decide(m, c, q->span) : DECIDE_LATER;
        if (d == DECIDE_YES) {
            resolve_list(s, env, b->body, b->n, out);
            return;
        }
        if (d == DECIDE_LATER) {
            resolve_open_if(s, env, q, i, out);
            return;
        }
    }
}

/* ---- for and when ---- */

static void resolve_for(Section *s, Env *env, const SynEqu *q, int k, EqList *out)
{
    Model *m = s->m;
    if (k == q->niters) {
        resolve_list(s, env, q->branch[0].body, q->branch[0].n, out);
        return;
    }
    const SynIter *it = &q->iter[k];
    Expr range = resolve_range_in(env, it, q->branch[0].body, q->branch[0].n);
    if (!range)
        return;
    Type t = tinfo(m, expr_type(m->store, range))->scalar;
    if (expr_variability(m, range) > VARY_PARAMETER) {
        refuse(m, it->span, "the range of `%s` varies in time", text_of(m->ctx, it->name));
        return;
    }
    Expr var = expr_make(m->store, EX_ITER, t, 0, (uint64_t)m->iter.n, 0, NULL);
    vec_push(m->arena, &m->iter, ((Iter){.name = it->name, .type = t}));
    LoopVar loop = {it->name, var, env->loops};
    Env inside = *env;
    inside.loops = &loop;
    EqList body = {0};
    resolve_for(s, &inside, q, k + 1, &body);
    FlatEq *eq = new_eq(s, FE_FOR, q->span, out);
    eq->iter = var;
    eq->range = range;
    eq->nbranches = 1;
    eq->branch = ARENA_NEW(m->kept, FlatBranch);
    eq->branch[0] = (FlatBranch){0, body.n, body.v};
}

static void resolve_when(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    Model *m = s->m;
    if (s->in_when || s->initial) {
        refuse(m, q->span,
               s->in_when ? "`when` cannot be nested" : "`when` cannot be an initial equation");
        return;
    }
    FlatBranch *branch = ARENA_ARRAY(m->kept, FlatBranch, q->nbranches);
    for (int i = 0; i < q->nbranches; i++) {
        const SynExp *c = q->branch[i].condition;
        Env inside = *env;
        Expr cond = resolve_exp(&inside, c);
        if (!cond)
            return;
        const TypeInfo *t = tinfo(m, expr_type(m->store, cond));
        if (t->base != TY_BOOL || t->ndims > 1) {
            refuse(m, c->span, "the condition of `when` must be Boolean, not %s",
                   type_text(m, expr_type(m->store, cond)));
            return;
        }
        if (expr_variability(m, cond) == VARY_CONTINUOUS) {
            refuse(m, c->span,
                   "the condition of `when` must change at events only (is `noEvent` "
                   "necessary?)");
            return;
        }
        EqList body = {0};
        inside.flags |= ENV_WHEN;
        s->in_when = true;
        resolve_list(s, &inside, q->branch[i].body, q->branch[i].n, &body);
        s->in_when = false;
        branch[i] = (FlatBranch){cond, body.n, body.v};
    }
    FlatEq *eq = new_eq(s, FE_WHEN, q->span, out);
    eq->nbranches = q->nbranches;
    eq->branch = branch;
}

/* ---- Sections ---- */

static void resolve_one(Section *s, Env *env, const SynEqu *q, EqList *out)
{
    switch ((SynEquKind)q->kind) {
    case SE_EQUALS:
        resolve_equals(s, env, q, out);
        break;
    case SE_CONNECT:
        resolve_connect(s, env, q, out);
        break;
    case SE_LINK:
        resolve_link(s, env, q, out);
        break;
    case SE_CALL:
        resolve_call_equation(s, env, q, out);
        break;
    case SE_IF:
        resolve_if(s, env, q, out);
        break;
    case SE_FOR:
        resolve_for(s, env, q, 0, out);
        break;
    case SE_WHEN:
        resolve_when(s, env, q, out);
        break;
    default:
        refuse(s->m, q->span, "a statement cannot stand among equations");
    }
}

static void resolve_list(Section *s, Env *env, SynEqu *const *item, int n, EqList *out)
{
    for (int i = 0; i < n; i++)
        resolve_one(s, env, item[i], out);
}

/* The sections of a class: those of its bases first. */
static void resolve_sections(Model *m, Comp *owner, ClassInst *ci)
{
    for (int i = 0; i < ci->base.n; i++) {
        check_deselections(m, ci->base.v[i]);
        resolve_sections(m, owner, ci->base.v[i]);
    }
    FlatModel *f = m->flat;
    for (int i = 0; i < ci->def->nsections; i++) {
        const SynSection *sec = ci->def->section[i];
        Section s = {.m = m, .owner = owner, .initial = sec->initial};
        Env env = env_in(m, ci);
        EqList list = {f->eq.v, f->eq.n, f->eq.cap};
        if (sec->algorithm) {
            FlatEq *eq = new_eq(&s, FE_ALGORITHM, sec->span, &list);
            FlatSource source = {.section = sec, .scope = ci};
            eq->source = arena_copy(m->arena, &source, sizeof source);
        } else {
            for (int k = 0; k < sec->n; k++)
                resolve_one(&s, &env, sec->item[k], &list);
        }
        f->eq.v = list.v;
        f->eq.n = list.n;
        f->eq.cap = list.cap;
    }
}

void resolve_equations(Model *m, Comp *c)
{
    if (c->ci)
        resolve_sections(m, c, c->ci);
}
