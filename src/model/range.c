/* range.c - what iterators run over: `i in 1:n`, `e in Logic`, or the dimension in which the
 * iterator stands as a subscript. */
#include "model/resolve.h"

/* {false, true}, or all n literals of an enumeration. */
static Expr all_values(Model *m, Type t, int n)
{
    Expr *arg = ARENA_ARRAY(m->arena, Expr, n);
    for (int i = 0; i < n; i++)
        arg[i] = t == T_BOOL ? expr_bool(m->store, i) : expr_enum(m->store, t, i + 1);
    return raw_array(m, n, arg);
}

/* The same, if the range is the name of such a type. */
static Expr range_of_type(Env *env, const SynExp *e)
{
    Model *m = env->m;
    if (e->kind != XP_REF)
        return 0;
    for (const LoopVar *v = env->loops; v; v = v->outer)
        if (v->name == e->ref->part[0].name)
            return 0;
    Found f = lookup_simple(m, e->ref->global ? m->top : env->scope, e->ref->part[0].name);
    if (f.kind != FIND_SLOT || f.slot->written->kind != EL_CLASS)
        return 0;
    ClassUse *use = slot_class(m, f.slot, e->span);
    for (int i = 1; use && i < e->ref->n; i++) {
        Slot *s = class_slot(m, class_plain(m, use), e->ref->part[i].name);
        use = s && s->written->kind == EL_CLASS ? slot_class(m, s, e->span) : NULL;
    }
    if (!use || (use->builtin != BUILTIN_ENUM && use->builtin != BUILTIN_BOOLEAN))
        return 0;
    bool boolean = use->builtin == BUILTIN_BOOLEAN;
    Type t = boolean ? T_BOOL : class_enum_type(m, use);
    return t ? all_values(m, t, boolean ? 2 : use->def->nliterals) : 0;
}

/* ---- Deduction from subscripts ---- */

typedef struct Search {
    Env *env;
    Name name;
    Expr range;
    bool differs; /* another dimension has another size: told */
} Search;

static void search_exp(Search *s, const SynExp *e);

static bool is_iterator(const SynExp *e, Name name)
{
    return e->kind == XP_REF && !e->ref->global && e->ref->n == 1 && e->ref->part[0].name == name &&
           !e->ref->part[0].nsubs;
}

/* The iterator is subscript k of part i of a reference: 1:size(that, k + 1). */
static Expr range_of_dimension(Env *env, const SynRef *r, int i, int k)
{
    Model *m = env->m;
    size_t bytes = sizeof *r + (size_t)(i + 1) * sizeof r->part[0];
    SynRef *prefix = arena_copy(m->arena, r, bytes);
    prefix->n = (uint16_t)(i + 1);
    for (int j = 0; j <= i; j++)
        prefix->part[j].nsubs = 0;
    Expr whole = resolve_ref(env, prefix, r->span);
    const Comp *c = whole && expr_op(m->store, whole) == EX_CREF ? cref_comp(m, whole) : NULL;
    if (!c || k >= c->ndims)
        return 0;
    int around = einfo(m, whole)->ndims - c->ndims;
    return c->dim[k].index_type == T_INT ? raw_positions(m, whole, around + k)
                                         : all_values(m, c->dim[k].index_type, c->dim[k].size);
}

/* Dimensions that the iterator stands in must all be the same (11.2.2.1). */
static void range_found(Search *s, Expr range, Span at)
{
    Model *m = s->env->m;
    int32_t is = range ? einfo(m, range)->dim[0] : DIM_UNKNOWN;
    int32_t was = s->range ? einfo(m, s->range)->dim[0] : DIM_UNKNOWN;
    if (is != DIM_UNKNOWN && was != DIM_UNKNOWN && is != was) {
        s->differs = true;
        refuse(m, at,
               "`%s` has no range and is the subscript of dimensions of different sizes, %d and "
               "here %d: write its range, `%s in 1:%d`",
               text_of(m->ctx, s->name), was, is, text_of(m->ctx, s->name), is < was ? is : was);
    }
    s->range = s->range ? s->range : range;
}

/* What is not is told when the body is read. */
static bool is_declared(const Search *s, const SynRef *r)
{
    return !s->range ||
           lookup_simple(s->env->m, s->env->scope, r->part[0].name).kind != FIND_NOTHING;
}

static void search_ref(Search *s, const SynRef *r)
{
    for (int i = 0; i < r->n; i++)
        for (int k = 0; k < r->part[i].nsubs; k++) {
            const SynExp *sub = r->part[i].sub[k];
            if (!s->differs && is_iterator(sub, s->name) && is_declared(s, r))
                range_found(s, range_of_dimension(s->env, r, i, k), sub->span);
            search_exp(s, sub);
        }
}

static bool is_named_inside(const SynIter *iter, int n, Name name)
{
    for (int i = 0; i < n; i++)
        if (iter[i].name == name)
            return true;
    return false;
}

static void search_exp(Search *s, const SynExp *e)
{
    if (!e)
        return;
    switch (e->kind) {
    case XP_REF:
        search_ref(s, e->ref);
        return;
    case XP_CALL:
    case XP_FUNCTION:
        for (int i = 0; i < e->call->niters; i++)
            search_exp(s, e->call->iter[i].range);
        if (is_named_inside(e->call->iter, e->call->niters, s->name))
            return;
        for (int i = 0; i < e->call->nargs; i++)
            search_exp(s, e->call->arg[i]);
        for (int i = 0; i < e->call->nnamed; i++)
            search_exp(s, e->call->named[i].value);
        return;
    case XP_ARRAY:
    case XP_MATRIX:
    case XP_ROW:
    case XP_RANGE:
    case XP_IF:
    case XP_UNARY:
    case XP_BINARY:
    case XP_CHAIN:
    case XP_TUPLE:
    case XP_SELECT:
        for (int i = 0; i < e->n; i++)
            search_exp(s, e->arg[i]);
        return;
    default:
        return;
    }
}

static void search_body(Search *s, SynEqu *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        if (is_named_inside(body[i]->iter, body[i]->niters, s->name))
            continue;
        search_exp(s, body[i]->lhs);
        search_exp(s, body[i]->rhs);
        for (int k = 0; k < body[i]->nbranches; k++)
            search_body(s, body[i]->branch[k].body, body[i]->branch[k].n);
    }
}

static Expr deduced(Env *env, const SynIter *it, Search *s)
{
    if (s->differs)
        return 0;
    if (!s->range)
        refuse(env->m, it->span,
               "`%s` has no range and is not the subscript of an array that would tell it",
               text_of(env->m->ctx, it->name));
    return s->range;
}

static Expr written_range(Env *env, const SynIter *it)
{
    Model *m = env->m;
    Expr range = range_of_type(env, it->range);
    if (range)
        return range;
    range = resolve_exp(env, it->range);
    if (range && einfo(m, range)->ndims != 1)
        return refuse(m, it->range->span, "`%s` needs a range or vector to run over, not %s%s",
                      text_of(m->ctx, it->name), type_text(m, expr_type(m->store, range)),
                      einfo(m, range)->ndims ? "" : ": from 1 on it is 1:n");
    return range;
}

bool exp_mentions(const SynExp *e, Name name)
{
    bool found = false;
    if (!e)
        return false;
    switch (e->kind) {
    case XP_REF:
        found = !e->ref->global && e->ref->part[0].name == name;
        for (int i = 0; i < e->ref->n; i++)
            for (int k = 0; k < e->ref->part[i].nsubs; k++)
                found = found || exp_mentions(e->ref->part[i].sub[k], name);
        return found;
    case XP_CALL:
    case XP_FUNCTION:
        for (int i = 0; i < e->call->nargs; i++)
            found = found || exp_mentions(e->call->arg[i], name);
        for (int i = 0; i < e->call->nnamed; i++)
            found = found || exp_mentions(e->call->named[i].value, name);
        for (int i = 0; i < e->call->niters; i++)
            found = found || exp_mentions(e->call->iter[i].range, name);
        return found;
    case XP_INT:
    case XP_REAL:
    case XP_STRING:
    case XP_BOOL:
    case XP_END:
    case XP_COLON:
        return false;
    default:
        for (int i = 0; i < e->n; i++)
            found = found || exp_mentions(e->arg[i], name);
        return found;
    }
}

Expr resolve_range(Env *env, const SynIter *it, const SynExp *body)
{
    if (it->range)
        return written_range(env, it);
    Search s = {.env = env, .name = it->name};
    search_exp(&s, body);
    return deduced(env, it, &s);
}

Expr resolve_range_in(Env *env, const SynIter *it, SynEqu *const *body, int nbody)
{
    if (it->range)
        return written_range(env, it);
    Search s = {.env = env, .name = it->name};
    search_body(&s, body, nbody);
    return deduced(env, it, &s);
}
