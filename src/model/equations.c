/* equations.c - typing of equation sections.
 *
 * Every equation of a class is typed once per component (or array of components). Conditions of
 * `if` that only depend on parameters are decided now where the branches differ in structure;
 * everything else stays for later. */
#include "model/builtin.h"
#include "model/flat_internal.h"
#include "syntax/lexer.h"

#include <ctype.h>

typedef struct Section {
    Model *m;
    Comp *owner;
    bool initial;
    bool in_when, clocked; /* clocked: in a when with a clock */
} Section;

/* Adds what an equation stands for; false after a report. */
typedef bool Resolve(Section *s, Env *env, const SynEqu *q, FlatEqs *out);
static void resolve_list(Section *s, Env *env, SynEqu *const *item, int n, FlatEqs *out);

static bool add_eq(Section *s, FlatEq eq, FlatEqs *out)
{
    eq.initial = s->initial;
    eq.owner = s->owner->id;
    vec_push(s->m->kept, out, arena_copy(s->m->kept, &eq, sizeof eq));
    return true;
}

static bool add_joins(Section *s, const SynEqu *q, FlatSource joins, FlatEqs *out)
{
    FlatEq eq = {FE_CONNECT, .span = q->span};
    eq.source = arena_copy(s->m->arena, &joins, sizeof joins);
    return add_eq(s, eq, out);
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
    ExprOp op = expr_op(m->store, call);
    if (q->lhs->n <= *n && (op == EX_CALL || op == EX_SPATIAL))
        return call;
    const SynRef *fn = q->rhs->call->fn;
    refuse(m, q->lhs->span,
           "`%s` has %d result%s, not %d; what a function gives is declared `output` in it",
           text_of(m->ctx, fn->part[fn->n - 1].name), *n, *n == 1 ? "" : "s", q->lhs->n);
    return 0;
}

/* (a, , b) = f(x) */
static bool resolve_tuple(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    Model *m = s->m;
    const Type *out_type;
    int nout;
    Expr call = resolve_results(env, q, &out_type, &nout);
    if (!call)
        return false;
    Expr *output = ARENA_ARRAY(m->kept, Expr, nout);
    for (int i = 0; i < nout; i++) {
        Type ti = out_type[i];
        const SynExp *lhs = i < q->lhs->n ? q->lhs->arg[i] : NULL;
        output[i] = lhs ? resolve_exp(env, lhs) : expr_make(m->store, EX_WILD, ti, 0, 0, 0, NULL);
        if (!output[i])
            return false;
        if (lhs && expr_op(m->store, output[i]) != EX_CREF)
            return refuse(m, lhs->span,
                          "results of a call are given to variables: name a variable here and "
                          "write an equation of its own for this");
        if (!type_fits(m, ti, expr_type(m->store, output[i]))) {
            report_type(m, lhs->span, "this result", expr_type(m->store, output[i]), ti);
            return false;
        }
    }
    FlatEq eq = {FE_CALL, .span = q->span, .noutputs = nout, .output = output, .rhs = call};
    eq.continuous = !s->in_when && !s->initial && expr_variability(m, call) == VARY_CONTINUOUS;
    return add_eq(s, eq, out);
}

/* Whether what changes at events only is given a value that varies in time (3.8.4). An equation of
 * Reals determines a discrete one only if nothing else can (events.c). */
static bool varies_too_much(Section *s, Expr lhs, Expr rhs)
{
    Model *m = s->m;
    const TypeInfo *t = tinfo(m, type_join(m, expr_type(m->store, lhs), expr_type(m->store, rhs)));
    if (t->base == TY_RECORD || t->base == TY_ERROR || t->base == TY_REAL || s->in_when ||
        s->initial)
        return false;
    return expr_variability(m, lhs) == VARY_CONTINUOUS ||
           expr_variability(m, rhs) == VARY_CONTINUOUS;
}

/* A `when` gives values to variables of its own class, not to those of submodels (4.4.4). Their
 * inputs are given from outside: models do it to them, so it is only a warning, unless one of a
 * block is declared discrete. */
static bool may_assign(Section *s, Expr target, Span at)
{
    Model *m = s->m;
    const Comp *c = m->comp.v[expr_node(m->store, target)->payload];
    if (c->declared_variability && c->variability == VARY_PARAMETER)
        return refuse(
            m, at,
            "`%s` is a parameter and keeps its value during a run: a variable that changes at "
            "events is declared without `parameter`",
            comp_name_text(m, c));
    bool input = c->direction == DIR_INPUT || (c->use && c->use->direction == DIR_INPUT);
    const Comp *p = c->parent;
    while (p && p != s->owner &&
           !(p->name && p->use &&
             (p->use->restriction == CLS_MODEL || p->use->restriction == CLS_BLOCK)))
        p = p->parent;
    if (!p || p == s->owner)
        return true;
    if (!input || (c->declared_variability && p->use->restriction == CLS_BLOCK))
        return refuse(m, at, "`%s` belongs to `%s`: only a `when` inside of it can assign it",
                      comp_name_text(m, c), comp_name_text(m, p));
    diag_warning(
        m->ctx->diags, at,
        "`%s` is an input of `%s`, which a `when` outside of it should not assign: let the `when` "
        "assign a variable of its own model and connect or equate that to the input",
        comp_name_text(m, c), comp_name_text(m, p));
    return true;
}

/* a = b annotation(__Kron_residue = x) is a = b + residue(x). */
static Expr with_residue(Section *s, Env *env, const SynEqu *q, Expr rhs)
{
    Model *m = s->m;
    const SynExp *of = annotation_value(q->annotation, N_kron_residue);
    if (!of)
        return rhs;
    BaseType base = (BaseType)einfo(m, rhs)->base;
    if (base != TY_REAL && base != TY_INT)
        return refuse(m, of->span, "only an equation between Reals can be a residual");
    Expr x = resolve_exp(env, of), term[2] = {rhs, 0};
    term[1] = x ? make_hint(env, EX_RESIDUE, x, of->span) : 0;
    if (!term[1])
        return 0;
    Type t = type_join(m, expr_type(m->store, rhs), expr_type(m->store, term[1]));
    if (!t)
        return refuse(m, of->span, "the equation is of type %s, its residue of type %s",
                      type_text(m, expr_type(m->store, rhs)),
                      type_text(m, expr_type(m->store, term[1])));
    return expr_make(m->store, EX_ADD, t, 0, 0, 2, term);
}

/* What stands there. */
static const char *written(Model *m, Span at)
{
    Buf b = {0};
    source_text(m->ctx->sources, at, &b);
    const char *text = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

/* The same, cut off where it is long. */
static const char *shortened(Model *m, Span at)
{
    enum { MOST = 60 };
    const char *text = written(m, at);
    size_t n = strcspn(text, "\n");
    n = n > MOST ? MOST : n;
    while (n && n == MOST &&
           (isalnum((unsigned char)text[n - 1]) || text[n - 1] == '_')) /* not within a name */
        n--;
    return text[n] ? arena_printf(m->arena, "%.*s...", (int)n, text) : text;
}

/* f({a, b}), which is {f(a), f(b)} */
static bool is_call_of_each(Model *m, const SynExp *written, Expr e)
{
    return written->kind == XP_CALL && !written->call->braces && expr_op(m->store, e) == EX_ARRAY &&
           expr_op(m->store, expr_arg(m->store, e, 0)) == EX_CALL;
}

/* Of an array e and a number: how an array of that number is written. */
static const char *filled(Model *m, Type a, Type b, const SynEqu *q, Expr e)
{
    const TypeInfo *x = type_info(expr_types(m->store), a), *y = type_info(expr_types(m->store), b);
    const char *sizes = strchr(type_text(m, x->ndims ? a : b), '[');
    if ((x->ndims > 0) == (y->ndims > 0) || x->base > TY_BOOL || y->base > TY_BOOL || !sizes)
        return "";
    const SynExp *array = x->ndims ? q->lhs : q->rhs;
    if (is_call_of_each(m, array, e))
        return arena_printf(m->arena,
                            "; the argument of `%s` is an array, so it is called for each element, "
                            "and the results are an array, too",
                            written(m, array->span));
    if (x->ndims + y->ndims == 1 && array->kind == XP_CHAIN && array->n == 2 &&
        array->ops[1] == OP_DOT_MUL)
        return arena_printf(m->arena, "; the scalar product of two vectors is %s*%s",
                            written(m, array->arg[0]->span), written(m, array->arg[1]->span));
    const SynExp *one = x->ndims ? q->rhs : q->lhs;
    if (x->ndims + y->ndims == 1 && array->kind == XP_CALL && array->call->nargs == 1 &&
        !array->call->braces && array->call->fn && array->call->fn->n == 1 &&
        array->call->fn->part[0].name == N_sqrt)
        return arena_printf(m->arena,
                            "; `%s` is that of each element; the length of a vector v is sqrt(v*v)",
                            written(m, array->span));
    if (one->kind == XP_REF && array->kind != XP_REF && !strcmp(sizes, "[1]"))
        return arena_printf(
            m->arena,
            "; scalar(%s) is its one element, as a number; of a matrix of one row, M[1, :] is "
            "the row",
            written(m, array->span));
    if (one->kind == XP_REF && array->kind != XP_REF)
        return arena_printf(m->arena, "; an array is declared with its size: %s%s",
                            written(m, one->span), sizes);
    return arena_printf(m->arena, "; an array of equal elements is fill(%s, %.*s)%s",
                        written(m, one->span), (int)strlen(sizes) - 2, sizes + 1,
                        one->kind == XP_REF && array->kind == XP_REF
                            ? arena_printf(m->arena,
                                           "; a subscript takes one element, sum(%s) adds them",
                                           written(m, array->span))
                            : "");
}

/* The only Integer parameter or constant of the class that has this value; NULL. */
static const char *name_of_size(Model *m, ClassInst *ci, int size)
{
    const char *found = NULL;
    for (int i = 0; i < ci->slot.n; i++) {
        Comp *c = slot_existing(m, ci->slot.v[i]);
        if (!c || !c->use || c->use->builtin != BUILTIN_INTEGER || c->ndims ||
            comp_variability(m, c) > VARY_PARAMETER)
            continue;
        Expr value = comp_value(m, c);
        const Value *v = value ? eval_try(m, value, NULL) : NULL;
        if (!v || v->num[0] != size)
            continue;
        if (found)
            return NULL;
        found = text_of(m->ctx, c->name);
    }
    return found;
}

/* Two vectors whose sizes are different parameters. */
static const char *sizes_hint(Model *m, ClassInst *ci, Type a, Type b)
{
    const TypeInfo *x = tinfo(m, a), *y = tinfo(m, b);
    bool differ = ci && x->ndims == 1 && y->ndims == 1 && x->dim[0] != y->dim[0];
    const char *one = differ ? name_of_size(m, ci, x->dim[0]) : NULL,
               *other = one ? name_of_size(m, ci, y->dim[0]) : NULL;
    return other ? arena_printf(m->arena, "; `%s` is %d, `%s` is %d", one, x->dim[0], other,
                                y->dim[0])
                 : "";
}

/* "; ...": how the sides come to be of one type. */
static const char *sides_hint(Model *m, Type a, Type b, const SynEqu *q, Expr lhs, Expr rhs)
{
    const char *hint = vector_product_hint(m, lhs, rhs);
    if (!*hint)
        hint = column_hint(m, a, b);
    if (!*hint)
        hint = filled(m, a, b, q, tinfo(m, a)->ndims ? lhs : rhs);
    if (!*hint && a == T_BOOL && (b == T_INT || b == T_REAL) && q->rhs->kind == XP_IF)
        return "; a comparison is a Boolean by itself, without `if`: b = x > 0";
    if (!*hint && q->lhs->kind == XP_REF && tinfo(m, a)->ndims &&
        tinfo(m, b)->ndims > tinfo(m, a)->ndims)
        return arena_printf(m->arena, "; `%s` is declared with too few sizes: %s%s",
                            written(m, q->lhs->span), written(m, q->lhs->span),
                            strchr(type_text(m, b), '['));
    bool single = !tinfo(m, a)->ndims && !tinfo(m, b)->ndims;
    if (!*hint && single && a == T_INT && tinfo(m, b)->base == TY_ENUM &&
        expr_op(m->store, lhs) == EX_CREF)
        return arena_printf(m->arena, "; declare `%s` as `%s`, or give its number by Integer(...)",
                            written(m, q->lhs->span),
                            text_of(m->ctx, type_enum_info(expr_types(m->store), b)->name));
    if (!*hint && single && (a == T_REAL || a == T_INT) && b == T_BOOL &&
        expr_op(m->store, lhs) == EX_CREF && q->rhs->kind != XP_REF)
        return arena_printf(m->arena,
                            "; declare `%s` as Boolean, or give a number, if ... then 1 else 0",
                            written(m, q->lhs->span));
    if (!*hint && single && tinfo(m, b)->base == TY_RECORD && tinfo(m, a)->base != TY_RECORD)
        return conversion_at(m, q->rhs->span, b, a);
    if (!*hint && single && q->lhs->kind == XP_REF)
        hint = conversion_at(m, q->rhs->span, b, a);
    return *hint || !single || q->rhs->kind != XP_REF ? hint : conversion_at(m, q->lhs->span, a, b);
}

/* [a, b] = f(x) or {a, b} = f(x), of a function with as many results. */
static bool is_list_of_results(Env *env, const SynEqu *q)
{
    Model *m = env->m;
    const SynExp *list = q->lhs->kind == XP_MATRIX && q->lhs->n == 1 ? q->lhs->arg[0] : q->lhs;
    if (q->rhs->kind != XP_CALL || (q->lhs->kind != XP_MATRIX && q->lhs->kind != XP_ARRAY))
        return false;
    int mark = diags_mark(m->ctx->diags);
    Expr call = resolve_call_outputs(env, q->rhs);
    diags_rollback(m->ctx->diags, mark);
    const TypeInfo *t = call ? tinfo(m, expr_type(m->store, call)) : NULL;
    return t && t->base == TY_TUPLE &&
           type_record_info(expr_types(m->store), expr_type(m->store, call))->n == (int)list->n;
}

/* What stands between the first and the last character. */
static const char *inside_of(Model *m, Span at)
{
    return written(m, (Span){at.beg + 1, at.end - 1});
}

/* k = Connections.uniqueRootIndices(...): what is known when all connections are. */
static bool gives_root_indices(const SynEqu *q)
{
    const SynRef *fn = q->kind == SE_EQUALS && q->rhs->kind == XP_CALL ? q->rhs->call->fn : NULL;
    return fn && fn->n == 2 && fn->part[0].name == N_Connections &&
           fn->part[1].name == N_uniqueRootIndices && q->lhs->kind == XP_REF &&
           q->lhs->ref->n == 1 && !q->lhs->ref->part[0].nsubs;
}

static void settle_root_index(Model *m, ClassInst *ci, const SynEqu *q)
{
    Env env = env_in(m, ci);
    Expr lhs = resolve_exp(&env, q->lhs);
    Comp *c = lhs && expr_op(m->store, lhs) == EX_CREF ? cref_comp(m, lhs) : NULL;
    Expr value = c ? resolve_as(&env, q->rhs, expr_type(m->store, lhs), "the variable") : 0;
    if (!value || comp_value(m, c) || c->variability != VARY_DISCRETE)
        return;
    c->variability = VARY_PARAMETER;
    c->evaluate = true;
    c->value = value;
}

/* Such a variable, which may be a subscript, is a parameter with that value. */
void settle_root_indices(Model *m, ClassInst *ci)
{
    for (int i = 0; i < ci->base.n; i++)
        settle_root_indices(m, ci->base.v[i]);
    for (int i = 0; i < ci->def->nsections; i++) {
        const SynSection *sec = ci->def->section[i];
        for (int k = 0; k < sec->n && !sec->algorithm && !sec->initial; k++)
            if (gives_root_indices(sec->item[k]))
                settle_root_index(m, ci, sec->item[k]);
    }
}

/* a.p = b.p between connectors: their flows do not sum up to zero, and none is connected. */
static void warn_connectors(Section *s, const SynEqu *q, Expr lhs, Expr rhs)
{
    Model *m = s->m;
    if (expr_op(m->store, lhs) != EX_CREF || expr_op(m->store, rhs) != EX_CREF)
        return;
    const Comp *a = cref_comp(m, lhs), *b = cref_comp(m, rhs);
    if (a->is_connector && b->is_connector && a->parent != b->parent && !a->use->builtin &&
        !b->use->builtin && connect_has_flow(m, a) && connect_has_flow(m, b))
        diag_warning(
            m->ctx->diags, q->span,
            "this equation connects nothing: it makes the flows equal, and both connectors "
            "stay open; connect(%s, %s) is meant, most likely",
            written(m, q->lhs->span), written(m, q->rhs->span));
}

static bool resolve_equals(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    Model *m = s->m;
    if (q->lhs->kind == XP_TUPLE)
        return resolve_tuple(s, env, q, out);
    if (is_list_of_results(env, q))
        return refuse(m, q->lhs->span,
                      "the results of a function are given to variables in parentheses: (%s) = ...",
                      inside_of(m, q->lhs->span));
    Expr lhs = resolve_exp(env, q->lhs), rhs = resolve_exp(env, q->rhs);
    if (!lhs || !rhs)
        return false;
    if (gives_root_indices(q) && expr_variability(m, lhs) == VARY_PARAMETER)
        return true; /* its value: settle_root_indices */
    Type a = expr_type(m->store, lhs), b = expr_type(m->store, rhs);
    if (!type_join(m, a, b))
        return refuse(m, q->span,
                      "the sides of this equation are of types %s and %s: `%s` and `%s`%s%s",
                      type_text(m, a), type_text(m, b), shortened(m, q->lhs->span),
                      shortened(m, q->rhs->span), sides_hint(m, a, b, q, lhs, rhs),
                      sizes_hint(m, env->scope, a, b));
    if (s->in_when && tinfo(m, a)->base == TY_INT && tinfo(m, b)->base == TY_REAL)
        return refuse(
            m, q->rhs->span,
            "`%s` is of type Integer, but this is of type Real; integer(x) is the largest "
            "Integer up to x, div(a, b) the quotient of Integers",
            written(m, q->lhs->span));
    if (expr_op(m->store, lhs) == EX_CREF && expr_variability(m, lhs) == VARY_CONSTANT &&
        (s->in_when || expr_variability(m, rhs) <= (s->initial ? VARY_CONSTANT : VARY_PARAMETER)))
        return refuse(
            m, q->lhs->span,
            "`%s` is a constant: its value is given where it or its component is declared",
            written(m, q->lhs->span));
    bool continuous = varies_too_much(s, lhs, rhs);
    if (s->in_when && !s->clocked && expr_op(m->store, lhs) != EX_CREF)
        return refuse(
            m, q->lhs->span, "inside `when` the left side of an equation must be a variable%s",
            expr_op(m->store, lhs) == EX_DER
                ? "; a derivative holds at all times: `if` chooses between two, reinit gives "
                  "the state a new value"
                : ": it is not solved there, so write what its value becomes, x = ...");
    if (s->in_when && !s->clocked && !may_assign(s, lhs, q->lhs->span))
        return false;
    warn_connectors(s, q, lhs, rhs);
    rhs = with_residue(s, env, q, rhs);
    FlatEq eq = {FE_EQUAL, .span = q->span, .lhs = lhs, .rhs = rhs, .continuous = continuous};
    if (continuous && rhs && expr_op(m->store, lhs) == EX_CREF &&
        expr_op(m->store, rhs) == EX_CALL) { /* as (a, b) = f(x) is: with a warning */
        eq.kind = FE_CALL;
        eq.noutputs = 1;
        eq.output = arena_copy(m->kept, &lhs, sizeof lhs);
    }
    return rhs && add_eq(s, eq, out);
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
        return refuse(
            m, at,
            "`assert` needs a condition and a message: assert(x > 0, \"x must be positive\")");
    bool good = true;
    if (c->nargs > 1 && c->arg[0]->kind == XP_STRING && c->arg[1]->kind != XP_STRING)
        return refuse(
            m, c->arg[0]->span,
            "the text stands where the condition of `assert` belongs: assert(condition, message) "
            "has the message second");
    for (int i = 0; i < 3; i++) {
        const SynExp *given = call_argument(c, i, name[i]);
        part[i] = given ? resolve_as(env, given, type[i], what[i]) : 0;
        good = good && (!given || part[i]);
    }
    return good;
}

static bool resolve_assert(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    Expr part[3];
    if (!resolve_assertion(env, q->lhs, q->span, part))
        return false;
    FlatEq eq = {FE_ASSERT, .span = q->span, .rhs = part[0], .message = part[1], .level = part[2]};
    return add_eq(s, eq, out);
}

static bool resolve_reinit(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    Model *m = s->m;
    const SynCall *c = q->lhs->call;
    if (!s->in_when)
        return refuse(m, q->span, "`reinit` can only be used inside a `when`");
    if (c->nargs != 2 || c->nnamed)
        return refuse(m, q->span, "`reinit` takes a state and its new value");
    Expr state = resolve_exp(env, c->arg[0]);
    if (!is_target(m, state, c->arg[0]->span, false))
        return false;
    Type t = expr_type(m->store, state);
    if (tinfo(m, t)->base != TY_REAL)
        return refuse(m, c->arg[0]->span, "`reinit` needs a Real variable");
    Expr value = resolve_as(env, c->arg[1], t, "the state");
    return value &&
           add_eq(s, (FlatEq){FE_REINIT, .span = q->span, .lhs = state, .rhs = value}, out);
}

/* Connections.branch(a.R, b.R), root(a.R), potentialRoot(a.R, priority = p), uniqueRoot(a.R,
 * message) */
static bool resolve_graph(Section *s, Env *env, const SynEqu *q, GraphKind kind, FlatEqs *out)
{
    Model *m = s->m;
    const SynCall *c = q->lhs->call;
    const char *name = text_of(m->ctx, c->fn->part[1].name);
    int nrefs = kind == GRAPH_BRANCH ? 2 : 1;
    const SynExp *priority = kind == GRAPH_POTENTIAL_ROOT ? call_argument(c, 1, N_priority) : NULL;
    const SynExp *message = kind == GRAPH_UNIQUE_ROOT ? call_argument(c, 1, N_message) : NULL;
    if (s->in_when || s->initial)
        return refuse(m, q->span, "`Connections.%s` cannot be used here", name);
    bool fits = c->nargs >= nrefs && c->nargs + c->nnamed == nrefs + (priority || message);
    for (int i = 0; i < nrefs && fits; i++)
        fits = c->arg[i]->kind == XP_REF;
    if (!fits)
        return refuse(m, q->span, "`Connections.%s` takes %s", name,
                      kind == GRAPH_BRANCH           ? "two references"
                      : kind == GRAPH_POTENTIAL_ROOT ? "a reference and perhaps a priority"
                      : kind == GRAPH_UNIQUE_ROOT    ? "a reference and perhaps a message"
                                                     : "a reference");
    FlatSource source = {.graph = (uint8_t)kind};
    Env inside = *env;
    inside.flags |= ENV_CONNECT;
    for (int i = 0; i < nrefs; i++) {
        Expr ref = resolve_ref(&inside, c->arg[i]->ref, c->arg[i]->span);
        if (!ref)
            return false;
        source.graph_arg[i] = (GraphRef){ref, c->arg[i]->span};
    }
    source.priority = priority ? resolve_as(env, priority, T_INT, "the priority") : 0;
    source.message = message ? resolve_as(env, message, T_STRING, "the message") : 0;
    return (!priority || source.priority) && (!message || source.message) &&
           add_joins(s, q, source, out);
}

static GraphKind graph_kind(const SynCall *c)
{
    Name name = c->fn->n == 2 && c->fn->part[0].name == N_Connections ? c->fn->part[1].name : 0;
    return name == N_branch          ? GRAPH_BRANCH
           : name == N_root          ? GRAPH_ROOT
           : name == N_potentialRoot ? GRAPH_POTENTIAL_ROOT
           : name == N_uniqueRoot    ? GRAPH_UNIQUE_ROOT
                                     : GRAPH_NONE;
}

static bool resolve_machine(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    if (s->in_when || s->initial)
        return refuse(s->m, q->span, "`%s` cannot be used here",
                      text_of(s->m->ctx, q->lhs->call->fn->part[0].name));
    Expr e = machine_statement(env, q->lhs);
    return e && add_eq(s, (FlatEq){FE_MACHINE, .span = q->span, .rhs = e}, out);
}

static bool resolve_call_equation(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    Model *m = s->m;
    const SynCall *c = q->lhs->call;
    Name name = c->fn->n == 1 ? c->fn->part[0].name : 0;
    if (graph_kind(c))
        return resolve_graph(s, env, q, graph_kind(c), out);
    if (name == N_transition || name == N_initialState)
        return resolve_machine(s, env, q, out);
    if (name == N_assert)
        return resolve_assert(s, env, q, out);
    if (name == N_reinit)
        return resolve_reinit(s, env, q, out);
    if (name == N_terminate) {
        if (c->nargs != 1)
            return refuse(m, q->span, "`terminate` takes a message");
        Expr text = resolve_as(env, c->arg[0], T_STRING, "the message");
        return text && add_eq(s, (FlatEq){FE_TERMINATE, .span = q->span, .message = text}, out);
    }
    Expr call = resolve_call_outputs(env, q->lhs);
    if (call && expr_op(m->store, call) != EX_CALL)
        return refuse(m, q->span, "the result of this call is not used");
    return call && add_eq(s, (FlatEq){FE_CALL, .span = q->span, .rhs = call}, out);
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

bool connection_left_out(Model *m, const ClassInst *ci, const SynEqu *q)
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

/* The classic connect statement. */
static bool resolve_link(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    FlatSource source = {0};
    return link_joins(env, s->owner, q, &source.joins) && add_joins(s, q, source, out);
}

static bool is_signal(const Model *m, Expr ref)
{
    return m->comp.v[expr_node(m->store, ref)->payload]->direction != DIR_NONE;
}

/* connect(x[i].a, x[i].b) in a loop: an element with itself, where the next one is meant. (A signal
 * may well be fed back.) */
static void warn_of_itself(Model *m, const SynEqu *q, const JoinList *joins)
{
    const SynRef *a = q->lhs->kind == XP_REF ? q->lhs->ref : NULL,
                 *b = q->rhs->kind == XP_REF ? q->rhs->ref : NULL;
    if (!a || !b || a->n != 2 || b->n != 2 || a->part[0].name != b->part[0].name ||
        a->part[0].nsubs != 1 || b->part[0].nsubs != 1 || a->part[1].name == b->part[1].name ||
        m->of_library)
        return;
    const SynExp *i = a->part[0].sub[0], *k = b->part[0].sub[0];
    if (i->kind != XP_REF || k->kind != XP_REF || i->ref->n != 1 || k->ref->n != 1 ||
        i->ref->part[0].name != k->ref->part[0].name || !joins->n ||
        is_signal(m, joins->v[0].left.ref))
        return;
    const char *name = text_of(m->ctx, a->part[0].name),
               *at = text_of(m->ctx, i->ref->part[0].name);
    diag_warning(m->ctx->diags, q->span,
                 "`%s[%s]` is connected with itself: is `%s[%s + 1].%s` meant?", name, at, name, at,
                 text_of(m->ctx, b->part[1].name));
}

static bool resolve_connect(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    if (s->in_when || s->initial)
        return refuse(s->m, q->span, "`connect` cannot be used here");
    FlatSource source = {0};
    if (connection_left_out(s->m, env->scope, q) || connection_is_off(env, q))
        return true;
    if (!connect_joins(env, s->owner, q, &source))
        return false;
    warn_of_itself(s->m, q, &source.joins);
    return add_joins(s, q, source, out);
}

/* ---- if ---- */

/* Number of scalar equations, -1 if it is not known without expanding. */
static int64_t count_list(Model *m, const FlatEqs *list);

static int64_t count_eq(Model *m, const FlatEq *eq)
{
    int64_t n = 0;
    switch ((FlatEqKind)eq->kind) {
    case FE_EQUAL:
        return type_scalars(expr_types(m->store), expr_type(m->store, eq->lhs));
    case FE_CALL:
        for (int i = 0; i < eq->noutputs; i++)
            if (expr_op(m->store, eq->output[i]) != EX_WILD)
                n += type_scalars(expr_types(m->store), expr_type(m->store, eq->output[i]));
        return n;
    case FE_IF:
        return eq->structural && !eq->open ? -1 : count_list(m, &eq->branch[0].body);
    case FE_FOR: {
        int64_t inner = count_list(m, &eq->branch[0].body),
                length = tinfo(m, expr_type(m->store, eq->range))->dim[0];
        return inner < 0 || length < 0 ? -1 : inner * length;
    }
    case FE_WHEN:
    case FE_CONNECT:
    case FE_ALGORITHM:
    case FE_MACHINE:
        return -1;
    default: /* they say nothing about variables */
        return 0;
    }
}

static int64_t count_list(Model *m, const FlatEqs *list)
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

/* Its value is found at the start of the run only: initial equations determine a parameter in it.
 */
static bool is_open(Model *m, Expr c)
{
    Eval ev = {.m = m};
    return !eval_expr(&ev, c) && ev.status == EVAL_VARIES && ev.culprit;
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

static bool derivatives_differ(Model *m, const FlatBranch *branch, int n)
{
    uint64_t first = 0;
    for (int i = 0; i < n; i++) {
        DerSet d = {.m = m};
        flat_visit_exprs(m->store, &branch[i].body, note_derivatives, &d);
        if (i && d.hash != first)
            return true;
        first = d.hash;
    }
    return false;
}

typedef struct Question {
    Model *m;
    Map seen; /* parameters whose values have been looked at */
} Question;

/* What asks about connections, be it through the value of a parameter. */
static bool is_question(void *arg, Expr e)
{
    Question *q = arg;
    Model *m = q->m;
    ExprOp op = expr_op(m->store, e);
    if (op == EX_ISROOT || op == EX_ROOTED || op == EX_ROOTINDEX || op == EX_CARDINALITY)
        return true;
    Comp *c = op == EX_CREF ? cref_comp(m, e) : NULL;
    if (!c || comp_variability(m, c) != VARY_PARAMETER || map_get(&q->seen, c->id, 0))
        return false;
    map_set(&q->seen, m->arena, c->id, 1);
    Expr value = c->use && c->use->builtin ? comp_value(m, c) : 0;
    return value && expr_any(m->store, value, is_question, q);
}

static bool asks_connections(Model *m, const FlatBranch *branch, int n)
{
    Question q = {.m = m};
    for (int i = 0; i < n; i++)
        if (branch[i].condition && expr_any(m->store, branch[i].condition, is_question, &q))
            return true;
    return false;
}

static bool is_call(void *arg, Expr e)
{
    return expr_op(arg, e) == EX_CALL;
}

/* Conditions that functions of parameters compute, whose values are known: the later passes, which
 * decide what parameters alone say, do not run functions of arrays. */
static bool decided_by_calls(Model *m, const FlatBranch *branch, int n)
{
    bool calls = false;
    for (int i = 0; i < n && branch[i].condition; i++) {
        calls = calls || expr_any(m->store, branch[i].condition, is_call, m->store);
        if (calls && !eval_try(m, branch[i].condition, NULL))
            return false;
    }
    return calls;
}

typedef struct Neighbour {
    Model *m;
    bool found;
} Neighbour;

/* A subscript that is computed from a position: a[i - 1]. */
static void note_neighbour(void *arg, Expr e)
{
    Neighbour *w = arg;
    const ExprStore *st = w->m->store;
    const ExprNode *n = expr_node(st, e);
    for (uint32_t i = 0; n->op == EX_CREF && i < n->nargs; i++) {
        Expr sub = expr_arg(st, e, i);
        bool computed = expr_op(st, sub) != EX_ITER && (expr_node(st, sub)->traits & ET_LOCAL);
        w->found = w->found || computed;
    }
}

/* Conditions on parameters and the position in a loop, and neighbours of that position in a branch:
 * each place has one branch, and what is wrong in the others, as a[i - 1] at the first, does not
 * count. */
static bool chooses_neighbours(Model *m, const FlatBranch *branch, int n)
{
    Neighbour w = {.m = m};
    bool place = false;
    for (int i = 0; i < n; i++) {
        Expr c = branch[i].condition;
        place = place || (c && (expr_node(m->store, c)->traits & ET_LOCAL));
        flat_visit_exprs(m->store, &branch[i].body, note_neighbour, &w);
    }
    return place && w.found;
}

static const FlatEq *first_connection(const FlatEqs *list)
{
    for (int i = 0; i < list->n; i++) {
        const FlatEq *eq = list->v[i], *found = eq->kind == FE_CONNECT ? eq : NULL;
        for (int k = 0; !found && k < eq->nbranches; k++)
            found = first_connection(&eq->branch[k].body);
        if (found)
            return found;
    }
    return NULL;
}

/* if Connections.isRoot(a.R) then ...: chosen when the connections are known. */
static bool add_late_if(Section *s, const SynEqu *q, int n, FlatBranch *branch, FlatEqs *out)
{
    FlatEq eq = {FE_IF, .structural = true, .late = true, .span = q->span, .nbranches = n};
    eq.branch = branch;
    for (int i = 0; i < n; i++) {
        const FlatEq *connection = first_connection(&branch[i].body);
        if (connection)
            return refuse(s->m, connection->span,
                          "this connection depends on a condition that asks for connections");
    }
    return add_eq(s, eq, out);
}

/* Whether an equation of a list is there for the reference: it stands alone on the left, or on the
 * right of what is no reference. */
static bool gives(Model *m, const FlatEqs *list, Expr ref)
{
    for (int i = 0; i < list->n; i++) {
        const FlatEq *eq = list->v[i];
        bool turned = eq->kind == FE_EQUAL && expr_op(m->store, eq->lhs) != EX_CREF;
        if (eq->lhs == ref || (turned && eq->rhs == ref))
            return true;
    }
    return false;
}

/* What the branch `from` gives and the branch `to` does not: that leads the message. */
static void lead_lacking(Model *m, Span at, const FlatBranch *from, const FlatBranch *to)
{
    for (int i = 0; i < from->body.n; i++) {
        const FlatEq *eq = from->body.v[i];
        bool is_ref = eq->kind == FE_EQUAL && expr_op(m->store, eq->lhs) == EX_CREF;
        if (is_ref && !gives(m, &to->body, eq->lhs))
            diag_lead(
                m->ctx->diags, at,
                "this branch of `if` has no equation for `%s`, which another one has (line %u)",
                comp_name_text(m, m->comp.v[expr_node(m->store, eq->lhs)->payload]),
                source_place(m->ctx->sources, eq->span.beg).line);
    }
}

/* " (2 and 1)": how many equations branches have; "": it is not known. */
static const char *counts_text(Model *m, const FlatBranch *branch, int n)
{
    const char *text = "";
    for (int i = 0; i < n; i++) {
        int64_t count = count_list(m, &branch[i].body);
        if (count < 0)
            return "";
        text = arena_printf(m->arena, "%s%s%lld", text,
                            !i          ? " ("
                            : i < n - 1 ? ", "
                                        : " and ",
                            (long long)count);
    }
    return arena_printf(m->arena, "%s)", text);
}

static bool is_pre(void *arg, Expr e)
{
    const Model *m = arg;
    return expr_op(m->store, e) == EX_PRE;
}

static bool refuse_branches(Model *m, const SynEqu *q, int first, const FlatBranch *branch, int n)
{
    int written_ones = q->nbranches - first;
    const FlatEq *eq = branch[0].body.n ? branch[0].body.v[0] : NULL;
    bool named = eq && eq->kind == FE_EQUAL && expr_op(m->store, eq->lhs) == EX_CREF;
    if (n > written_ones && named)
        return refuse(m, q->span,
                      "this `if` has no `else`: no equation holds for `%s` where the condition "
                      "is false%s",
                      comp_name_text(m, m->comp.v[expr_node(m->store, eq->lhs)->payload]),
                      branch[0].condition && expr_op(m->store, branch[0].condition) == EX_INITIAL
                          ? "; what holds at the start only stands behind `initial equation`"
                      : tinfo(m, expr_type(m->store, eq->lhs))->base != TY_REAL ||
                              expr_any(m->store, eq->rhs, is_pre, m)
                          ? "; what changes when it becomes true, and stays, is given by `when`"
                          : "; give it one behind `else`");
    for (int i = 0; i < n; i++)
        for (int k = 0; k < branch[i].body.n; k++)
            if (branch[i].body.v[k]->kind == FE_WHEN)
                return refuse(m, branch[i].body.v[k]->span,
                              "a `when` cannot stand in an `if` whose condition varies: make it "
                              "part of the condition of the `when`, when c and b then ..., or put "
                              "the `if` inside");
    for (int i = 0; i < n; i++) {
        const FlatEq *connection = first_connection(&branch[i].body);
        if (connection)
            return refuse(m, connection->span,
                          "connections are made once, before the run: the condition of an `if` "
                          "around them is a parameter; what is switched in the run is a component "
                          "between them, such as a switch or a valve");
    }
    refuse(m, q->span,
           "the branches of this `if` have different numbers of equations%s, so its condition must "
           "be a parameter expression",
           counts_text(m, branch, written_ones));
    for (int i = 0; i < written_ones; i++)
        for (int k = 0; k < written_ones; k++)
            if (i != k) {
                const SynBranch *b = &q->branch[first + k];
                Span at = b->n ? b->body[0]->span : q->span;
                lead_lacking(m, at, &branch[i], &branch[k]);
            }
    return false;
}

/* What the branches of an `if` of the user's give that do not hold, for messages. */
static void keep_left(Section *s, const SynEqu *q, int chosen)
{
    Model *m = s->m;
    Sources *all = m->ctx->sources;
    if (m->of_library || s->initial ||
        source_place(all, q->span.beg).file != source_place(all, m->root->def->span.beg).file)
        return;
    for (int i = 0; i < q->nbranches; i++)
        for (int k = 0; i != chosen && k < q->branch[i].n; k++) {
            const SynEqu *e = q->branch[i].body[k];
            if (e->kind != SE_EQUALS || e->lhs->kind != XP_REF)
                continue;
            FlatLeft left = {s->owner->id, e->lhs->ref->part[0].name, e->span, {0}};
            if (q->branch[i].condition)
                left.condition = q->branch[i].condition->span;
            vec_push(m->kept, &m->flat->left, left);
        }
}

/* All branches from `first` on are typed; then it is decided whether they can stay side by side. */
static bool resolve_open_if(Section *s, Env *env, const SynEqu *q, int first, FlatEqs *out)
{
    Model *m = s->m;
    Env inside = branch_env(env);
    int n = q->nbranches - first;
    FlatBranch *branch = ARENA_ARRAY(m->kept, FlatBranch, n + 1);
    bool parametric = true, differ = false, states = false;
    int mark = diags_mark(m->ctx->diags), before = diags_errors(m->ctx->diags);
    int64_t size = 0;
    for (int i = 0; i < n; i++) {
        const SynBranch *b = &q->branch[first + i];
        Expr c = branch[i].condition =
            b->condition ? resolve_as(env, b->condition, T_BOOL, "a condition") : 0;
        if (b->condition && !c)
            return false;
        parametric = parametric && (!c || expr_variability(m, c) <= VARY_PARAMETER);
        resolve_list(s, &inside, b->body, b->n, &branch[i].body);
        int64_t k = count_list(m, &branch[i].body);
        differ = differ || k < 0 || (i && k != size);
        size = k;
    }
    if (branch[n - 1].condition && size != 0) { /* no else */
        differ = true;
        n++;
    }
    bool wrong = diags_errors(m->ctx->diags) > before;
    if (!wrong && parametric && !s->in_when && asks_connections(m, branch, n))
        return add_late_if(s, q, n, branch, out);
    if (!differ && parametric && !wrong)
        states = derivatives_differ(m, branch, n) || /* states depend on the branch */
                 (s->initial && decided_by_calls(m, branch, n));
    FlatEq eq = {FE_IF, .span = q->span, .nbranches = n, .branch = branch};
    bool by_place = parametric && chooses_neighbours(m, branch, n);
    if (!wrong && ((!differ && !states && !by_place) || (!parametric && s->in_when)))
        return add_eq(s, eq, out);
    if (!parametric)
        return !wrong && refuse_branches(m, q, first, branch, n);
    for (int i = 0; i < n; i++) {
        Expr c = branch[i].condition;
        Decision d = c ? decide(m, c, q->branch[first + i].condition->span) : DECIDE_YES;
        if (d == DECIDE_LATER) {
            eq.open = !differ && !wrong;
            eq.structural = !eq.open || !is_open(m, c);
            eq.nbranches = n - i;
            eq.branch = branch + i;
            return add_eq(s, eq, out);
        }
        if (d == DECIDE_NO)
            continue;
        diags_rollback(m->ctx->diags, mark); /* mistakes in branches not taken do not count */
        keep_left(s, q, first + i);
        if (first + i < q->nbranches)
            resolve_list(s, &inside, q->branch[first + i].body, q->branch[first + i].n, out);
        return true;
    }
    diags_rollback(m->ctx->diags, mark);
    keep_left(s, q, -1);
    return true;
}

static bool resolve_if(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    Model *m = s->m;
    Env inside = branch_env(env);
    for (int i = 0; i < q->nbranches; i++) {
        const SynBranch *b = &q->branch[i];
        Expr c = b->condition ? resolve_as(env, b->condition, T_BOOL, "a condition")
                              : expr_bool(m->store, true);
        if (!c)
            return false;
        Decision d = is_fixed(m, c) ? decide(m, c, q->span) : DECIDE_LATER;
        if (d == DECIDE_LATER)
            return resolve_open_if(s, env, q, i, out);
        if (d == DECIDE_YES) {
            keep_left(s, q, i);
            resolve_list(s, &inside, b->body, b->n, out);
            return true;
        }
    }
    keep_left(s, q, -1);
    return true;
}

/* ---- for and when ---- */

static bool resolve_loop(Section *s, Env *env, const SynEqu *q, int k, FlatEqs *out);

/* The loop over iterator k of which the body cannot be resolved for all values at once, because
 * components differ in size and a branch is for some of them only: one value after the other.
 * False, without a report: there are mistakes in that, too, or the values are not known. */
static bool resolve_each(Section *s, Env *env, const SynEqu *q, int k, Expr range, FlatEqs *out)
{
    enum { MOST = 10000 };
    Model *m = s->m;
    Value *v = eval_try(m, range, NULL);
    int mark = diags_mark(m->ctx->diags), before = diags_errors(m->ctx->diags);
    if (!v || v->n > MOST || !eval_structural(m, range, q->iter[k].span, "the range of a loop"))
        return false;
    FlatEqs all = {0};
    bool good = true;
    for (int64_t i = 0; good && i < v->n; i++) {
        LoopVar loop = {q->iter[k].name, value_literal(m, v, i), env->loops};
        Env inside = *env;
        inside.loops = &loop;
        good = resolve_loop(s, &inside, q, k + 1, &all) && diags_errors(m->ctx->diags) == before;
    }
    if (!good)
        diags_rollback(m->ctx->diags, mark);
    for (int i = 0; good && i < all.n; i++)
        vec_push(m->kept, out, all.v[i]);
    return good;
}

/* Iterator k and those inside it. */
static bool resolve_loop(Section *s, Env *env, const SynEqu *q, int k, FlatEqs *out)
{
    Model *m = s->m;
    if (k == q->niters) {
        resolve_list(s, env, q->branch[0].body, q->branch[0].n, out);
        return true;
    }
    const SynIter *it = &q->iter[k];
    Expr range = resolve_range_in(env, it, q->branch[0].body, q->branch[0].n);
    if (!range)
        return false;
    if (expr_variability(m, range) > VARY_PARAMETER)
        return refuse(m, it->span, "the range of `%s` varies in time", text_of(m->ctx, it->name));
    Expr records = einfo(m, range)->base == TY_RECORD ? range : 0;
    range = records ? raw_positions(m, records, 0) : range;
    Type t = tinfo(m, expr_type(m->store, range))->scalar;
    Expr var = expr_make(m->store, EX_ITER, t, 0, (uint64_t)m->iter.n, 0, NULL);
    vec_push(m->arena, &m->iter, ((Iter){.name = it->name, .type = t}));
    LoopVar loop = {it->name, records ? index_expr(m, records, 1, &var) : var, env->loops};
    Env inside = *env;
    inside.loops = &loop;
    FlatBranch *body = ARENA_NEW(m->kept, FlatBranch);
    int mark = diags_mark(m->ctx->diags), before = diags_errors(m->ctx->diags);
    resolve_loop(s, &inside, q, k + 1, &body->body);
    if (diags_errors(m->ctx->diags) > before && !records) {
        diags_rollback(m->ctx->diags, mark);
        if (resolve_each(s, env, q, k, range, out))
            return true;
        *body = (FlatBranch){0};
        resolve_loop(s, &inside, q, k + 1, &body->body); /* for the messages */
    }
    FlatEq eq = {FE_FOR, .span = q->span, .iter = var, .range = range};
    eq.nbranches = 1;
    eq.branch = body;
    return add_eq(s, eq, out);
}

static bool resolve_for(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    return resolve_loop(s, env, q, 0, out);
}

/* ---- Branches of when ---- */

typedef VEC(Name) Targets;

static void add_target(Model *m, const SynExp *e, Targets *out)
{
    if (!e)
        return;
    for (int i = 0; e->kind == XP_TUPLE && i < e->n; i++)
        add_target(m, e->arg[i], out);
    if (e->kind != XP_REF)
        return;
    Buf b = {0};
    for (int i = 0; i < e->ref->n; i++)
        buf_printf(&b, "%s%s", i ? "." : "", text_of(m->ctx, e->ref->part[i].name));
    vec_push(m->arena, out, name_of(m->ctx->names, buf_text(&b), b.n));
    buf_free(&b);
}

/* What the equations determine: the names on their left sides, without subscripts. */
static void add_targets(Model *m, SynEqu *const *item, int n, Targets *out)
{
    for (int i = 0; i < n; i++) {
        if (item[i]->kind == SE_EQUALS)
            add_target(m, item[i]->lhs, out);
        for (int k = 0; k < item[i]->nbranches; k++)
            add_targets(m, item[i]->branch[k].body, item[i]->branch[k].n, out);
    }
}

/* Whether `list` has all of `want`; what is missing is reported. */
static bool has_targets(Model *m, const Targets *list, const Targets *want, Span at)
{
    for (int i = 0; i < want->n; i++) {
        int k = 0;
        while (k < list->n && list->v[k] != want->v[i])
            k++;
        if (k == list->n)
            return refuse(m, at,
                          "all branches of `when` must determine the same variables, but this one "
                          "leaves `%s` out; write `%s = pre(%s)` here",
                          text_of(m->ctx, want->v[i]), text_of(m->ctx, want->v[i]),
                          text_of(m->ctx, want->v[i]));
    }
    return true;
}

static bool check_branches(Model *m, const SynEqu *q)
{
    Targets first = {0};
    bool good = true;
    add_targets(m, q->branch[0].body, q->branch[0].n, &first);
    for (int i = 1; good && i < q->nbranches; i++) {
        Targets other = {0};
        add_targets(m, q->branch[i].body, q->branch[i].n, &other);
        const SynExp *condition = q->branch[i].condition;
        good = has_targets(m, &other, &first, condition ? condition->span : q->span) &&
               has_targets(m, &first, &other,
                           q->branch[0].condition ? q->branch[0].condition->span : q->span);
    }
    return good;
}

static bool is_previous(void *arg, Expr e)
{
    const Model *m = arg;
    return expr_op(m->store, e) == EX_PREVIOUS;
}

/* `previous` where a condition is waited for, and not a clock. */
static bool check_previous(Model *m, const FlatEqs *body)
{
    for (int i = 0; i < body->n; i++) {
        const FlatEq *eq = body->v[i];
        if (eq->kind == FE_EQUAL && (expr_any(m->store, eq->lhs, is_previous, m) ||
                                     expr_any(m->store, eq->rhs, is_previous, m)))
            return refuse(
                m, eq->span,
                "`previous` is the value at the last tick of a clock, but this `when` waits for a "
                "condition: the value before the event is `pre(...)`; a clock is `when Clock(0.1) "
                "then`");
    }
    return true;
}

static bool resolve_when(Section *s, Env *env, const SynEqu *q, FlatEqs *out)
{
    Model *m = s->m;
    if (s->in_when || s->initial)
        return refuse(m, q->span,
                      s->in_when ? "`when` cannot be nested: write a `when` of its own behind this "
                                   "one, with both conditions joined by `and`"
                                 : "`when` cannot be an initial equation");
    if (!check_branches(m, q))
        return false;
    FlatBranch *branch = ARENA_ARRAY(m->kept, FlatBranch, q->nbranches);
    for (int i = 0; i < q->nbranches; i++) {
        const SynExp *c = q->branch[i].condition;
        Expr cond = branch[i].condition = resolve_exp(env, c);
        if (!cond)
            return false;
        const TypeInfo *t = tinfo(m, expr_type(m->store, cond));
        s->clocked = t->base == TY_CLOCK && !t->ndims;
        if (s->clocked && q->nbranches > 1)
            return refuse(m, q->span, "a `when` with a clock has no `elsewhen`");
        if (!s->clocked && (t->base != TY_BOOL || t->ndims > 1))
            return refuse(
                m, c->span, "the condition of `when` must be Boolean, not %s%s",
                type_text(m, expr_type(m->store, cond)),
                expr_op(m->store, cond) == EX_CLOCKED
                    ? ": sample(start, interval) is true at instants, sample(u) puts u on "
                      "a clock"
                    : "");
        if (!s->clocked && expr_variability(m, cond) == VARY_CONTINUOUS)
            return refuse(m, c->span,
                          "the condition of `when` must change at events only (is `noEvent` "
                          "necessary?)");
        Env inside = *env;
        inside.flags = (inside.flags | ENV_WHEN) & ~(unsigned)ENV_PURE;
        s->in_when = true;
        resolve_list(s, &inside, q->branch[i].body, q->branch[i].n, &branch[i].body);
        s->in_when = false;
        if (!s->clocked && !check_previous(m, &branch[i].body))
            return false;
        s->clocked = false;
    }
    FlatEq eq = {FE_WHEN, .span = q->span, .nbranches = q->nbranches, .branch = branch};
    return add_eq(s, eq, out);
}

/* ---- Sections ---- */

static void resolve_list(Section *s, Env *env, SynEqu *const *item, int n, FlatEqs *out)
{
    static Resolve *const resolve[] = {
        [SE_EQUALS] = resolve_equals,      [SE_CONNECT] = resolve_connect, [SE_LINK] = resolve_link,
        [SE_CALL] = resolve_call_equation, [SE_IF] = resolve_if,           [SE_FOR] = resolve_for,
        [SE_WHEN] = resolve_when};
    for (int i = 0; i < n; i++)
        if (item[i]->kind <= SE_WHEN)
            resolve[item[i]->kind](s, env, item[i], out);
        else
            refuse(s->m, item[i]->span, "a statement cannot stand among equations");
}

/* The sections of a class: those of its bases first. */
static void resolve_sections(Model *m, Comp *owner, ClassInst *ci)
{
    for (int i = 0; i < ci->base.n; i++) {
        check_deselections(m, ci->base.v[i]);
        resolve_sections(m, owner, ci->base.v[i]);
    }
    for (int i = 0; i < ci->def->nsections; i++) {
        const SynSection *sec = ci->def->section[i];
        Section s = {.m = m, .owner = owner, .initial = sec->initial};
        Env env = env_in(m, ci);
        env.flags |= sec->initial ? ENV_INITIAL : ENV_PURE;
        if (sec->algorithm) {
            FlatSource source = {.section = sec, .scope = ci};
            FlatEq eq = {FE_ALGORITHM, .span = sec->span};
            eq.source = arena_copy(m->arena, &source, sizeof source);
            add_eq(&s, eq, &m->flat->eq);
        } else {
            resolve_list(&s, &env, sec->item, sec->n, &m->flat->eq);
        }
    }
}

void resolve_equations(Model *m, Comp *c)
{
    if (c->ci)
        resolve_sections(m, c, c->ci);
}
