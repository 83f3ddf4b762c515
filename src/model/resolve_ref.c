/* resolve_ref.c - references to variables.
 *
 * The first part is looked up, the rest followed inwards. The result is an EX_CREF with one
 * subscript for every dimension from the root: iterators for the arrays we are inside of, what was
 * written, or the whole dimension. */
#include "model/eval.h"
#include "model/function.h"
#include "model/resolve.h"

enum { MOST_SUBS = 8 * MAX_DIMS };

typedef struct Path {
    Env *env;
    const SynRef *ref;
    Span at;
    int n; /* subscripts so far */
    Expr sub[MOST_SUBS];
    int32_t size[MOST_SUBS]; /* of the dimension each subscript belongs to */
} Path;

/* Positions in the arrays around a component: we are inside them. */
static bool enter_arrays(Path *p, const Comp *c)
{
    if (!c)
        return true;
    if (!enter_arrays(p, c->parent))
        return false;
    Model *m = p->env->m;
    for (int k = 0; k < c->ndims; k++) {
        if (p->n == MOST_SUBS)
            return false;
        p->size[p->n] = c->dim[k].size;
        p->sub[p->n++] = comp_iterator(m, c, k);
    }
    return true;
}

static Expr reference(Path *p, Comp *c)
{
    Model *m = p->env->m;
    Type t = comp_type(m, c);
    if (!t)
        return 0;
    int32_t dim[MOST_SUBS];
    int nd = 0;
    for (int i = 0; i < p->n; i++) {
        if (expr_op(m->store, p->sub[i]) == EX_COLON) {
            dim[nd++] = p->size[i];
        } else {
            const TypeInfo *s = einfo(m, p->sub[i]);
            if (s->ndims)
                dim[nd++] = s->dim[0];
        }
    }
    if (!dims_allowed(m, t, nd, p->at))
        return 0;
    return expr_make(m->store, EX_CREF, tarray(m, t, nd, dim), 0, c->id, (uint32_t)p->n, p->sub);
}

/* ---- Subscripts ---- */

/* A position that the array does not have; where its size is given by a name, how much that is. */
static bool refuse_position(Model *m, Comp *c, int k, int64_t i, Span at)
{
    const Dim *d = &c->dim[k];
    if (d->size)
        refuse(m, at, "subscript %lld of `%s` is outside 1 .. %d%s", (long long)i,
               text_of(m->ctx, c->name), d->size, hint_position(i, d->size, false));
    else
        refuse(m, at, "subscript %lld of `%s`, which has no elements", (long long)i,
               text_of(m->ctx, c->name));
    remark_dimension(m, c, k);
    return false;
}

/* Positions for literals of an enumeration, or the other way round, that are computed: what is
 * meant is clear, and libraries do it. A number that is written is a mistake in a model of one's
 * own. */
static bool forgive_subscript(Path *p, Comp *c, int k, Expr e, Span at)
{
    Model *m = p->env->m;
    int given = einfo(m, e)->base, asked = tinfo(m, c->dim[k].index_type)->base;
    bool positions = (given == TY_INT && asked == TY_ENUM) || (given == TY_ENUM && asked == TY_INT);
    ExprOp op = expr_op(m->store, e);
    bool written = op == EX_INT || op == EX_ENUM;
    if (!positions || (written && !is_found_on_path(m, at)))
        return false;
    diag_warning(m->ctx->diags, at,
                 "subscript %d of `%s` should be of type %s, not %s: its number is taken", k + 1,
                 text_of(m->ctx, c->name), type_text(m, c->dim[k].index_type),
                 type_text(m, expr_type(m->store, e)));
    return true;
}

/* A Boolean that chooses one of two elements, as Integer; other subscripts as they are. */
static Expr forgive_boolean(Path *p, Comp *c, int k, Expr e, Span at)
{
    Model *m = p->env->m;
    if (!e || expr_type(m->store, e) != T_BOOL || expr_op(m->store, e) == EX_BOOL ||
        c->dim[k].index_type != T_INT || c->dim[k].size != 2)
        return e;
    diag_warning(m->ctx->diags, at,
                 "subscript %d of `%s` should be of type Integer, not Boolean: false takes the "
                 "first element, true the second",
                 k + 1, text_of(m->ctx, c->name));
    Expr part[] = {e, expr_int(m->store, 2), expr_int(m->store, 1)};
    return raw_make(m, EX_IF, T_INT, 3, part);
}

static bool check_subscript(Path *p, Comp *c, int k, Expr e, Span at)
{
    Model *m = p->env->m;
    const TypeInfo *t = einfo(m, e);
    const Dim *d = &c->dim[k];
    bool fits =
        t->base == TY_ERROR || (t->base == tinfo(m, d->index_type)->base &&
                                (t->base != TY_ENUM || type_fits(m, t->scalar, d->index_type)));
    if ((!fits && !forgive_subscript(p, c, k, e, at)) || t->ndims > 1)
        return refuse(m, at, "subscript %d of `%s` must be of type %s, not %s%s", k + 1,
                      text_of(m->ctx, c->name), type_text(m, d->index_type),
                      type_text(m, expr_type(m->store, e)),
                      expr_op(m->store, e) == EX_LOCAL && t->base == TY_REAL
                          ? arena_printf(m->arena, "; positions run over 1:size(%s, %d)",
                                         text_of(m->ctx, c->name), k + 1)
                      : t->base == TY_REAL ? "; div(a, b) divides Integers, integer(x) rounds down"
                                           : "");
    if (expr_op(m->store, e) == EX_INT && d->size != DIM_UNKNOWN) {
        int64_t i = (int64_t)expr_node(m->store, e)->payload;
        if ((i < 1 || i > d->size) && !(p->env->flags & ENV_GUARDED))
            return refuse_position(m, c, k, i, at);
    }
    return true;
}

/* Appends the subscripts of one part of the reference. */
static bool push_subscripts(Path *p, Comp *c, const SynPart *part)
{
    Model *m = p->env->m;
    if (part->nsubs > c->ndims && !c->ndims)
        return refuse(
            m, part->span,
            "`%s` is no array, but has a subscript here; an array of 3 elements is declared "
            "as `%s[3]`",
            text_of(m->ctx, c->name), text_of(m->ctx, c->name));
    if (part->nsubs > c->ndims)
        return refuse(m, part->span, "`%s` has %d dimension%s, but %d subscript%s",
                      text_of(m->ctx, c->name), c->ndims, c->ndims == 1 ? "" : "s", part->nsubs,
                      part->nsubs == 1 ? "" : "s");
    if (p->n + c->ndims > MOST_SUBS)
        return refuse(m, p->at, "too many dimensions on the way to `%s`", text_of(m->ctx, c->name));
    for (int k = 0; k < c->ndims; k++)
        if (!comp_dim(m, c, k))
            return false;
    int first = p->n;
    Expr whole = 0;
    if (part->nsubs && p->env->flags & ENV_FUNCTION) { /* for `end` where sizes are unknown */
        for (int k = 0; k < c->ndims; k++) {
            p->sub[p->n] = raw_colon(m);
            p->size[p->n++] = c->dim[k].size;
        }
        whole = reference(p, c);
        p->n = first;
    }
    for (int k = 0; k < c->ndims; k++) {
        Expr e = raw_colon(m);
        if (k < part->nsubs && part->sub[k]->kind != XP_COLON) {
            EndOf end = {.array = whole, .size = c->dim[k].size, .dim = k};
            Env inside = *p->env;
            inside.end = &end;
            inside.flags &= ~(unsigned)ENV_CONNECT;
            Span at = part->sub[k]->span;
            e = forgive_boolean(p, c, k, resolve_exp(&inside, part->sub[k]), at);
            if (!e || !check_subscript(p, c, k, e, at))
                return false;
        }
        p->size[p->n] = c->dim[k].size;
        p->sub[p->n++] = e;
    }
    return true;
}

/* ---- Following the path ---- */

static Expr walk(Path *p, Comp *c, int i);

/* How what looks like an element is an attribute. */
static const char *attribute_words(Model *m, const Comp *c, Name name)
{
    for (int k = 0; k < ATTR_COUNT; k++)
        if (attribute_names[k] == name)
            return arena_printf(
                m->arena, "; attributes are given where it is declared, %s(%s = ...)%s",
                text_of(m->ctx, c->name), text_of(m->ctx, name),
                k == ATTR_START ? ", what holds at the start by `initial equation`" : "");
    return "";
}

/* a1 and a2 */
static bool differ_in_digits(const char *a, const char *b)
{
    size_t n = strcspn(a, "0123456789");
    return a[n] && n == strcspn(b, "0123456789") && b[n] && !strncmp(a, b, n) && strcmp(a, b);
}

static Comp *member(Path *p, Comp *c, const SynPart *part)
{
    Model *m = p->env->m;
    ClassInst *ci = comp_contents(m, c);
    if (!ci) {
        if (c->use && c->use->builtin)
            refuse(m, part->span, "`%s` is a %s and has no element `%s`%s",
                   text_of(m->ctx, c->name), type_text(m, comp_type(m, c)),
                   text_of(m->ctx, part->name), attribute_words(m, c, part->name));
        return NULL;
    }
    Slot *s = class_slot(m, ci, part->name);
    if (!s || s->written->kind != EL_COMPONENT) {
        Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, part->name));
        HintFor use = p->env->flags & ENV_CONNECT && !c->is_connector ? HINT_CONNECTED : HINT_READ;
        for (int k = 0; near.wanted && k < ci->slot.n; k++)
            if (use == HINT_READ ? ci->slot.v[k]->written->kind == EL_COMPONENT
                                 : hint_fits(ci->slot.v[k], use))
                nearest_offer(&near, text_of(m->ctx, ci->slot.v[k]->name));
        if (use == HINT_CONNECTED && near.best &&
            differ_in_digits(near.best, text_of(m->ctx, part->name)))
            near.best = NULL; /* u3 where there are u1 and u2: none of them is meant */
        bool bus =
            p->env->flags & ENV_CONNECT && ci->slot.n == 0 && ci->def->restriction == CLS_CONNECTOR;
        refuse(m, part->span, "`%s` of class `%s` has no element `%s`%s", text_of(m->ctx, c->name),
               class_name_text(m, ci->def), text_of(m->ctx, part->name),
               bus ? ": a bus, which gets its signals by connections, is an `expandable connector`"
                   : did_you_mean(m, &near));
        if (!near.best && near.wanted && use == HINT_CONNECTED)
            hint_namesake(m, c, ci->def, part->name);
        if (!near.best && near.wanted)
            hint_elements(m, ci, text_of(m->ctx, part->name), use);
        if (!near.best && near.wanted && use == HINT_CONNECTED)
            hint_sister(m, ci, part->name);
        remark_version(m, ci->def);
        return NULL;
    }
    if (s->protected && !p->env->scope->is_function) {
        bool forgiven = object_to(m, part->span, "`%s` is protected in `%s`",
                                  text_of(m->ctx, part->name), class_name_text(m, ci->def));
        remark(m, s->written->name_span,
               "what is declared behind `protected` is seen inside only; `public` ends that");
        if (!forgiven)
            return NULL;
    }
    return slot_comp(m, s);
}

/* An array whose elements are components of their own. */
static Expr walk_elements(Path *p, Comp *c, int i)
{
    Model *m = p->env->m;
    const SynPart *part = &p->ref->part[i];
    Path sub = {.env = p->env, .ref = p->ref, .at = p->at};
    if (!push_subscripts(&sub, c, part))
        return 0;
    int64_t at = 0;
    bool fixed = true, whole = true;
    for (int k = 0; k < c->ndims; k++) {
        bool is_whole = expr_op(m->store, sub.sub[k]) == EX_COLON;
        Value *v = is_whole ? NULL : eval_try(m, sub.sub[k], NULL);
        fixed = fixed && v && !v->ndims;
        whole = whole && is_whole;
        if (fixed)
            at = at * c->dim[k].size + ((int64_t)v->num[0] - 1);
    }
    if (fixed) {
        if (at < 0 || at >= c->nelements)
            return refuse(m, part->span, "subscript of `%s` out of range",
                          text_of(m->ctx, c->name));
        return walk(p, c->element[at], i);
    }
    Expr *arg = ARENA_ARRAY(m->arena, Expr, c->nelements + 1);
    Type t = 0;
    for (int k = 0; k < c->nelements; k++) {
        Path q = *p;
        arg[k] = walk(&q, c->element[k], i);
        Type tk = arg[k] ? expr_type(m->store, arg[k]) : 0;
        t = !k ? tk : tk && t ? type_join_elements(p->env, t, tk) : 0;
        if (!t)
            return arg[k] &&
                   refuse(
                       m, p->at,
                       "the elements of `%s` differ in size, so this cannot be taken as an array",
                       text_of(m->ctx, c->name));
    }
    for (int k = c->ndims - 1; k >= 0; k--) { /* rows of rows */
        int32_t size = c->dim[k].size, groups = 1;
        for (int j = 0; j < k; j++)
            groups *= c->dim[j].size;
        t = tarray(m, t, 1, &size);
        for (int g = 0; g < groups; g++)
            arg[g] = raw_make(m, EX_ARRAY, t, size, arg + g * size);
    }
    return whole ? arg[0] : index_expr(m, arg[0], c->ndims, sub.sub);
}

/* Whether part i, if the inner component has it, is what the outer declaration promises; an
 * expandable connector has what connections give it. */
static bool declared_by_outer(Path *p, const Comp *outer, Comp *inner, int i)
{
    Model *m = p->env->m;
    if (i >= p->ref->n || !outer->use || outer->use->builtin ||
        outer->use->restriction == CLS_EXPANDABLE_CONNECTOR || !comp_contents(m, inner) ||
        !class_slot(m, inner->ci, p->ref->part[i].name) ||
        class_slot(m, class_plain(m, outer->use), p->ref->part[i].name))
        return true;
    return object_to(m, p->ref->part[i].span,
                     "`%s` is not an element of `%s`, of which the outer `%s` is declared",
                     text_of(m->ctx, p->ref->part[i].name), class_name_text(m, outer->use->written),
                     text_of(m->ctx, outer->name));
}

/* "; it needs `useSensor`": the condition of a component that is not there. */
static const char *condition_words(Model *m, const Comp *c)
{
    const SynExp *condition = c->slot ? c->slot->written->condition : NULL;
    if (!condition)
        return "";
    Buf b = {0};
    source_text(m->ctx->sources, condition->span, &b);
    const char *words = arena_printf(
        m->arena, ", if `%s`: make that true, or use it only where it is", buf_text(&b));
    buf_free(&b);
    return words;
}

/* Part i of the reference is component c. */
static Expr from_class(Path *p, Slot *s, int i);

/* The class of a component by which a library reaches a constant, as other tools let it; NULL. */
static Slot *class_inside(Path *p, Comp *c, const SynPart *part)
{
    Model *m = p->env->m;
    ClassInst *ci = m->of_library ? comp_contents(m, c) : NULL;
    Slot *s = ci ? class_slot(m, ci, part->name) : NULL;
    if (!s || s->written->kind != EL_CLASS)
        return NULL;
    diag_warning(m->ctx->diags, part->span,
                 "`%s` is a class in the component `%s`: only functions can be reached so",
                 text_of(m->ctx, part->name), comp_name_text(m, c));
    return s;
}

static Expr walk(Path *p, Comp *c, int i)
{
    Model *m = p->env->m;
    if (c->outer || c->inner_outer) {
        Comp *inner = comp_inner(m, c);
        if (!inner || !declared_by_outer(p, c, inner, i + 1))
            return 0;
        c = inner;
        p->n = 0;
        if (!enter_arrays(p, c->parent))
            return 0;
    }
    if (!(p->env->flags & ENV_CONNECT) && !comp_enabled(m, c)) {
        refuse(m, p->ref->part[i].span,
               c->bus_member ? "`%s` does not exist: nothing is connected to it"
                             : "`%s` does not exist: its condition is false",
               comp_name_text(m, c));
        remark(m, c->decl->name_span, "it is declared here%s", condition_words(m, c));
        return 0;
    }
    if (!(p->env->flags & (ENV_CONNECT | ENV_CONDITIONAL)) && c->slot &&
        c->slot->written->condition) {
        /* where parameters decide, libraries rely on it */
        bool own =
            i == 0 && !(p->env->flags & ENV_BRANCH) && c->slot->written->condition->kind == XP_BOOL;
        if (own)
            refuse(m, p->ref->part[i].span,
                   "`%s` is conditional, so it can only be connected or modified",
                   comp_name_text(m, c));
        else
            diag_warning(m->ctx->diags, p->ref->part[i].span,
                         "`%s` is conditional; other tools accept it in connections and "
                         "modifiers only",
                         comp_name_text(m, c));
        remark(m, c->decl->name_span, "it is declared here");
        if (own)
            return 0;
    }
    bool split = c->ndims && comp_split(m, c);
    if (split && c->nelements)
        return walk_elements(p, c, i);
    if (!c->array && !push_subscripts(p, c, &p->ref->part[i]))
        return 0;
    Slot *inside = i + 2 < p->ref->n ? class_inside(p, c, &p->ref->part[i + 1]) : NULL;
    if (inside) {
        p->n = 0;
        return from_class(p, inside, i + 1);
    }
    Comp *next = i + 1 < p->ref->n ? member(p, c, &p->ref->part[i + 1]) : NULL;
    Expr e = i + 1 == p->ref->n ? reference(p, c) : next ? walk(p, next, i + 1) : 0;
    if (split && e && einfo(m, e)->ndims && !(p->env->flags & ENV_CONNECT))
        return empty_array(m, expr_type(m->store, e)); /* there are no variables to refer to */
    return e;
}

/* ---- The first part ---- */

static Expr from_component(Path *p, Comp *c, int i, bool outside)
{
    Model *m = p->env->m;
    if (!c)
        return 0;
    if (outside && comp_variability(m, c) != VARY_CONSTANT) {
        refuse(m, p->ref->part[i].span,
               "`%s` belongs to the enclosing class `%s`; only constants can be used from there%s",
               text_of(m->ctx, c->name), class_name_text(m, c->owner->def),
               comp_variability(m, c) == VARY_PARAMETER
                   ? arena_printf(m->arena,
                                  ": declare a parameter here, which the components are given, as "
                                  "in x(%s = %s)",
                                  text_of(m->ctx, c->name), text_of(m->ctx, c->name))
                   : "");
        remark(m, c->decl->name_span, "it is declared here");
        return 0;
    }
    if (!enter_arrays(p, c->parent))
        return 0;
    return walk(p, c, i);
}

/* "; it has `a`, `b`". */
static const char *literals_text(Model *m, const SynClass *def)
{
    enum { MOST = 8 };
    Buf b = {0};
    for (int k = 0; k < def->nliterals && k < MOST; k++)
        buf_printf(&b, "%s`%s`", k ? ", " : "; it has ", text_of(m->ctx, def->literal[k].name));
    buf_puts(&b, def->nliterals > MOST ? ", ..." : "");
    const char *text = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

/* Parts from i on belong to a class. */
static Expr from_class(Path *p, Slot *s, int i)
{
    Model *m = p->env->m;
    const SynRef *r = p->ref;
    for (;;) {
        ClassUse *use = slot_class(m, s, r->part[i].span);
        if (!use)
            return 0;
        if (r->part[i].nsubs)
            return refuse(m, r->part[i].span, "`%s` is a class and has no subscripts",
                          text_of(m->ctx, r->part[i].name));
        if (i + 1 == r->n && use->restriction == CLS_FUNCTION)
            return function_value(m, use, NULL, 0, NULL, NULL);
        if (i + 1 == r->n)
            return refuse(m, p->at, "`%s` is a class, but a value is needed here",
                          class_name_text(m, use->written));
        Name next = r->part[i + 1].name;
        if (use->builtin == BUILTIN_ENUM) {
            Expr literal = enum_literal(m, use, next);
            if (literal && i + 2 == r->n)
                return literal;
            Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, next));
            for (int k = 0; k < use->def->nliterals; k++)
                nearest_offer(&near, text_of(m->ctx, use->def->literal[k].name));
            const char *meant = did_you_mean(m, &near);
            return refuse(m, r->part[i + 1].span, "the enumeration `%s` has no literal `%s`%s",
                          class_name_text(m, use->def), text_of(m->ctx, next),
                          *meant ? meant : literals_text(m, use->def));
        }
        s = lookup_member(m, use, next, r->part[i + 1].span);
        if (!s)
            return 0;
        i++;
        if (s->written->kind == EL_COMPONENT) {
            Comp *c = slot_comp(m, s);
            if (c && comp_variability(m, c) != VARY_CONSTANT)
                return refuse(m, p->at,
                              "`%s` is not a constant, so it cannot be used through its class%s",
                              comp_name_text(m, c),
                              use->restriction == CLS_PACKAGE
                                  ? "; what a package has is declared `constant`"
                                  : "; declare a component of the class and use that one's");
            return c ? walk(p, c, i) : 0;
        }
    }
}

/* ---- Parts of expressions ---- */

static bool fits_dimension(Env *env, Expr sub, int32_t size, Span at)
{
    Model *m = env->m;
    const TypeInfo *t = einfo(m, sub);
    if ((t->base != TY_INT && t->base != TY_ERROR) || t->ndims > 1)
        return refuse(m, at, "a subscript must be of type Integer, not %s",
                      type_text(m, expr_type(m->store, sub)));
    if (expr_op(m->store, sub) != EX_INT || size == DIM_UNKNOWN)
        return true;
    int64_t i = (int64_t)expr_node(m->store, sub)->payload;
    return (i >= 1 && i <= size) || refuse(m, at, "subscript %lld is outside 1 .. %d%s",
                                           (long long)i, size, hint_position(i, size, false));
}

/* of[i, j, ...] */
static Expr select_elements(Env *env, Expr of, int n, SynExp *const *written, Span at)
{
    Model *m = env->m;
    Expr sub[MAX_DIMS];
    int ndims = einfo(m, of)->ndims;
    if (n > ndims)
        return refuse(m, at, "this has %d dimension%s, but %d subscript%s", ndims,
                      ndims == 1 ? "" : "s", n, n == 1 ? "" : "s");
    for (int k = 0; k < ndims; k++) {
        int32_t size = einfo(m, of)->dim[k];
        bool all = k >= n || written[k]->kind == XP_COLON;
        EndOf end = {.array = of, .size = size, .dim = k};
        Env inside = *env;
        inside.end = &end;
        sub[k] = all ? raw_colon(m) : resolve_exp(&inside, written[k]);
        if (!sub[k] || (!all && !fits_dimension(env, sub[k], size, written[k]->span)))
            return 0;
    }
    return index_expr(m, of, ndims, sub);
}

/* i, or what follows it where it runs over records: e.a[2].b */
static Expr part_of_iterator(Env *env, Expr value, const SynRef *r, Span at)
{
    Model *m = env->m;
    const char *name = text_of(m->ctx, r->part[0].name);
    bool record = einfo(m, value)->base == TY_RECORD;
    if (!record && (r->n > 1 || r->part[0].nsubs))
        return refuse(m, at, "the iterator `%s` is a number without parts", name);
    Expr part = value;
    for (int i = 0; i < r->n && part; i++) {
        part = i ? field_expr(m, part, r->part[i].name) : part;
        if (!part)
            return refuse(m, at, "the iterator `%s` is of type %s, which has no such part", name,
                          type_text(m, expr_type(m->store, value)));
        if (r->part[i].nsubs)
            part = select_elements(env, part, r->part[i].nsubs, r->part[i].sub, at);
    }
    return part;
}

Expr resolve_ref(Env *env, const SynRef *r, Span at)
{
    Model *m = env->m;
    Name name = r->part[0].name;
    for (const LoopVar *v = env->loops; v && !r->global; v = v->outer)
        if (v->name == name)
            return part_of_iterator(env, v->value, r, at);
    Path p = {.env = env, .ref = r, .at = at};
    Found f = lookup_simple(m, r->global ? m->top : env->scope, name);
    switch (f.kind) {
    case FIND_TIME:
        if (r->n == 1 && !r->part[0].nsubs && !(env->flags & ENV_FUNCTION))
            return expr_time(m->store);
        return refuse(m, at,
                      env->flags & ENV_FUNCTION
                          ? "`time` cannot be used inside a function; pass it as an argument"
                          : "`time` is a number without parts");
    case FIND_BUILTIN_FUNCTION:
        return refuse(m, at, "`%s` is a function; it needs arguments in parentheses",
                      text_of(m->ctx, name));
    case FIND_NOTHING:
        if (r->n < 2 || !refuse_module(m, env->scope, r))
            report_not_found(m, env->scope, name, r->part[0].span,
                             r->n > 1 ? "component" : "variable");
        return 0;
    case FIND_FAILED:
        return 0;
    case FIND_SLOT:
        break;
    }
    if (f.slot->written->kind == EL_CLASS)
        return from_class(&p, f.slot, 0);
    return from_component(&p, slot_comp(m, f.slot), 0, f.outside);
}

/* (e)[i, j] and (e).x (3.6.8, 10.5). */
Expr resolve_selection(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Expr of = resolve_exp(env, e->arg[0]);
    if (!of)
        return 0;
    if (e->field) {
        Expr r = field_expr(m, of, e->field);
        return r ? r
                 : refuse(m, e->span, "this is of type %s, which has no element `%s`",
                          type_text(m, expr_type(m->store, of)), text_of(m->ctx, e->field));
    }
    return select_elements(env, of, e->n - 1, e->arg + 1, e->span);
}
