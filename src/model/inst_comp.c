/* inst_comp.c - components, made on demand; inner and outer.
 *
 * A component costs its slots; nothing is done for elements nobody asks for. */
#include "model/inst_internal.h"
#include "model/resolve.h"
#include "syntax/lexer.h"

/* ---- Components ---- */

/* Prefixes: those of the redeclaration, else those of the declaration it replaces. */
static void set_prefixes(Comp *c, const Slot *s)
{
    const SynElement *d = s->decl, *old = s->written;
    const SynElement *v = d->variability != VAR_DEFAULT ? d : old;
    c->declared_variability = v->variability != VAR_DEFAULT;
    c->variability =
        (uint8_t)(c->declared_variability ? v->variability - VAR_CONSTANT + VARY_CONSTANT
                                          : VARY_CONTINUOUS);
    c->direction = d->direction != DIR_NONE ? d->direction : old->direction;
    c->connector = d->connector != CON_POTENTIAL ? d->connector : old->connector;
    bool inner = d->inner || old->inner, outer = d->outer || old->outer;
    c->outer = outer && !inner;
    c->inner_outer = outer && inner;
    c->final = d->final || old->final;
    c->protected = s->protected;
    c->evaluate = annotation_is(d->annotation, N_Evaluate, true);
    c->evaluate_false = annotation_is(d->annotation, N_Evaluate, false);
}

static void set_dims(Model *m, Comp *c, const Slot *s)
{
    const SynElement *d = s->decl;
    ClassInst *scope = s->scope;
    if (!d->nsubs && !d->nclause_subs) {
        d = s->written;
        scope = s->owner;
    }
    c->ndims = d->nsubs + d->nclause_subs + (c->use ? c->use->ndims : 0);
    c->dim = ARENA_ARRAY(m->arena, Dim, c->ndims);
    int n = 0;
    for (int i = 0; i < d->nsubs; i++)
        c->dim[n++].syntax = (DimSyntax){d->subs[i], scope};
    for (int i = 0; i < d->nclause_subs; i++)
        c->dim[n++].syntax = (DimSyntax){d->clause_subs[i], scope};
    for (int i = 0; c->use && i < c->use->ndims; i++)
        c->dim[n++].syntax = c->use->dim[i];
    if (c->ndims > MAX_DIMS) {
        refuse(m, d->name_span, "`%s` has %d dimensions; at most %d are possible",
               text_of(m->ctx, c->name), c->ndims, MAX_DIMS);
        c->ndims = MAX_DIMS;
    }
    if (!c->ndims)
        return;
    c->iter = (uint32_t)m->iter.n;
    for (int i = 0; i < c->ndims; i++)
        vec_push(m->arena, &m->iter, ((Iter){.comp = c, .dim = i, .type = T_INT}));
}

Comp *new_comp(Model *m)
{
    Comp *c = ARENA_NEW(m->arena, Comp);
    c->id = (uint32_t)m->comp.n;
    vec_push(m->arena, &m->comp, c);
    return c;
}

static Comp *make_comp(Model *m, Slot *s)
{
    Comp *c = new_comp(m);
    c->name = s->name;
    c->slot = s;
    c->decl = s->decl;
    c->owner = s->owner;
    c->parent = s->owner->self;
    c->level = (uint16_t)(c->parent ? c->parent->level + 1 : 0);
    c->in_function = s->owner->is_function;
    c->env = s->env;
    set_prefixes(c, s);
    const SynName *type = &s->decl->type;
    if (!type->global && type->part[0] == s->name && s->scope == s->owner &&
        class_slot(m, s->owner, s->name) == s) {
        refuse(m, type->span, "`%s` is the name of this component, so it cannot be its type too",
               text_of(m->ctx, s->name));
    } else {
        c->use = lookup_class(m, s->scope, type);
    }
    if (c->use && c->use->body)
        c->use = redeclared_simple(m, c->use, mod_concat(m, c->env, c->use->env));
    if (c->use) {
        if (c->use->direction != DIR_NONE && c->direction == DIR_NONE)
            c->direction = c->use->direction;
        c->is_connector =
            c->use->restriction == CLS_CONNECTOR || c->use->restriction == CLS_EXPANDABLE_CONNECTOR;
        if (!c->declared_variability && c->use->builtin && c->use->builtin != BUILTIN_REAL)
            c->variability = VARY_DISCRETE;
        c->is_object = (c->use->restriction == CLS_CLASS || c->use->restriction == CLS_TYPE) &&
                       class_is_external_object(m, c->use);
    }
    set_dims(m, c, s);
    return c;
}

bool components_fit(Model *m, int64_t more, Span at)
{
    if (m->comp.n + more <= MOST_COMPONENTS)
        return true;
    if (!m->too_many)
        refuse(m, at,
               "the model has more than %d components (an array counts once, unless its "
               "elements differ in structure)",
               MOST_COMPONENTS);
    m->too_many = true;
    return false;
}

Comp *slot_comp(Model *m, Slot *s)
{
    if (s->same)
        s = s->same;
    if (s->comp || s->failed)
        return s->comp;
    bool fits = components_fit(m, 1, s->written->name_span);
    if (!fits || !slot_open(m, s)) {
        s->failed = true;
        if (fits)
            refuse(m, s->written->name_span, "the type of `%s` depends on `%s` itself",
                   text_of(m->ctx, s->name), text_of(m->ctx, s->name));
        return NULL;
    }
    s->comp = make_comp(m, s);
    slot_close(m, s, true);
    return s->comp;
}

Comp *slot_member(Model *m, Slot *s)
{
    return s && !s->same && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
}

/* Buses get members from those they are connected with, so one may be in another of its class. */
static bool is_recursive(Model *m, const Comp *c)
{
    enum { MOST_BUSES = 3 };
    int around = c->use->restriction == CLS_EXPANDABLE_CONNECTOR ? MOST_BUSES : 0;
    for (const Comp *p = c->parent; p; p = p->parent)
        if (p->use && p->use->def == c->use->def && !around--) {
            refuse(m, c->decl->name_span,
                   "`%s` contains a component of its own class: `%s` has the type `%s` again",
                   class_name_text(m, c->use->def), comp_name_text(m, c),
                   class_name_text(m, c->use->def));
            return true;
        }
    return false;
}

ClassInst *comp_contents(Model *m, Comp *c)
{
    c = comp_resolve(m, c);
    if (!c || c->ci || !c->use || c->use->builtin)
        return c ? c->ci : NULL;
    if (c->level > MOST_DEPTH)
        refuse(m, c->decl->name_span, "more than %d levels of components", MOST_DEPTH);
    if (c->level > MOST_DEPTH || is_recursive(m, c)) {
        c->use = NULL;
        return NULL;
    }
    ModEnv env = mod_concat(m, mod_crossing(m, c->env, c), c->use->env);
    c->ci = class_instance(m, c->use, env, c);
    c->ci->is_function = c->in_function;
    if (!class_expand(m, c->ci)) {
        c->use = NULL;
        return c->ci = NULL;
    }
    check_modifiers(m, c);
    check_no_value(m, c);
    return c->ci;
}

/* ---- inner and outer ---- */

/* An inner of that name in a component beside c or beside one that c is part of. */
static bool remark_elsewhere(Model *m, const Comp *c)
{
    for (const Comp *p = c->parent; p; p = p->parent)
        for (int i = 0; p->ci && i < p->ci->slot.n; i++) {
            const Comp *k = slot_member(m, p->ci->slot.v[i]); /* its condition may ask for c */
            const Slot *s = k && k->ci ? class_slot(m, k->ci, c->name) : NULL;
            if (!s || s->written->kind != EL_COMPONENT || !s->written->inner)
                continue;
            remark(m, s->written->name_span,
                   "this inner `%s` is seen by what is inside of `%s` only: declare it in `%s`",
                   text_of(m->ctx, c->name), comp_name_text(m, k), class_name_text(m, p->ci->def));
            return true;
        }
    return false;
}

/* A component around c of its class: an inner of another name, or one that is no inner. */
static bool remark_alike(Model *m, const Comp *c, bool inner)
{
    for (const Comp *p = c->parent; p; p = p->parent)
        for (int i = 0; p->ci && i < p->ci->slot.n; i++) {
            Slot *s = p->ci->slot.v[i];
            if (s->written->kind != EL_COMPONENT || s->written->inner != inner ||
                s->written->outer || s->generated)
                continue;
            const Comp *k = slot_comp(m, s);
            if (!k || !k->use || !c->use || k->use->def != c->use->def ||
                (inner && k->name == c->name))
                continue;
            if (inner)
                remark(m, s->written->name_span,
                       "the inner `%s` here is of that class: an inner and its outer have one name",
                       text_of(m->ctx, k->name));
            else
                remark(m, s->written->name_span,
                       "`%s` here is of that class: declare it as `inner %s %s`%s",
                       text_of(m->ctx, k->name), class_name_text(m, c->use->written),
                       text_of(m->ctx, c->name),
                       k->name == c->name ? "" : ", as an inner and its outer have one name");
            return true;
        }
    return false;
}

/* The class around that of an outer component whose annotation says that its components have that
 * name by themselves, as the root of state graphs has; NULL: none. */
static const SynClass *class_of_default(Model *m, const Comp *c)
{
    const SynClass *around = c->use ? c->use->written->parent : NULL, *found = NULL;
    for (int level = 0; around && level < 2; level++, around = around->parent)
        for (int i = 0; i < around->nelements; i++) {
            SynClass *k = around->elem[i]->kind == EL_CLASS ? around->elem[i]->cls : NULL;
            const SynExp *name = k && !k->partial && library_load(m->lib, k)
                                     ? annotation_value(k->annotation, N_defaultComponentName)
                                     : NULL;
            if (name && name->kind == XP_STRING &&
                !strcmp(text_of(m->ctx, name->str), text_of(m->ctx, c->name)))
                found = k; /* that of the outer package is what users see */
        }
    return found;
}

/* An inner component of the class that is looked for, under another name; else how one is declared.
 */
static void remark_inner(Model *m, const Comp *c)
{
    if (remark_elsewhere(m, c) || remark_alike(m, c, true) || remark_alike(m, c, false))
        return;
    const SynClass *meant = class_of_default(m, c);
    meant = meant || !c->use ? meant : c->use->written;
    remark(m, m->root->def->name_span, "declare it here: `inner %s %s;`%s",
           meant ? class_name_text(m, meant) : "...", text_of(m->ctx, c->name),
           meant && meant->partial ? ", or a class that extends it" : "");
}

/* Where a part of a library component is spoken of: at the component of the model. */
static Span user_place(Model *m, const Comp *c)
{
    const SourceFile *own = source_place(m->ctx->sources, c->decl->name_span.beg).file;
    const Comp *out = c;
    while (out->parent && out->parent->name)
        out = out->parent;
    bool elsewhere = m->root && own != source_place(m->ctx->sources, m->root->def->span.beg).file;
    return elsewhere ? out->decl->name_span : c->decl->name_span;
}

/* The model itself has a component of that name that is not inner: none can be added. */
static bool is_name_taken(Model *m, const Comp *c)
{
    Slot *s = class_slot(m, m->root, c->name);
    if (!s || s == c->slot || s->written->kind != EL_COMPONENT || s->written->outer || s->generated)
        return false;
    const Comp *plain = slot_comp(m, s);
    const char *name = text_of(m->ctx, c->name);
    if (map_get(&m->not_inner, c->name, 0))
        return true; /* told for another component */
    map_set(&m->not_inner, m->arena, c->name, 1);
    if (plain && plain->use && c->use && plain->use->def == c->use->def)
        refuse(m, s->written->name_span,
               "`%s` needs an inner `%s`, but this one is declared without: write `inner` before "
               "its type",
               comp_name_text(m, c), name);
    else
        refuse(m, s->written->name_span,
               "`%s` needs an inner `%s`, which cannot be added because this is another `%s`: "
               "rename it",
               comp_name_text(m, c), name, name);
    remark(m, c->decl->name_span, "it is outer here");
    return true;
}

static Comp *generate_inner(Model *m, Comp *c)
{
    if (is_name_taken(m, c))
        return NULL;
    if (!c->use || c->use->def->partial) {
        refuse(m, user_place(m, c),
               "`%s` is outer, but no enclosing component declares an `inner %s`",
               comp_name_text(m, c), text_of(m->ctx, c->name));
        remark_inner(m, c);
        return NULL;
    }
    const SynExp *hint = annotation_value(c->use->written->annotation, N_missingInnerMessage);
    diag_warning(m->ctx->diags, user_place(m, c),
                 "`%s` is outer, but no enclosing component declares an `inner %s`; one with "
                 "default values is added%s%s",
                 comp_name_text(m, c), text_of(m->ctx, c->name), hint ? ": " : "",
                 hint && hint->kind == XP_STRING ? text_of(m->ctx, hint->str) : "");
    remark_inner(m, c);
    SynElement *el = arena_copy(m->arena, c->decl, sizeof *el);
    el->outer = false;
    el->inner = true;
    el->mod = NULL;
    Slot *s = ARENA_NEW(m->arena, Slot);
    *s = (Slot){.name = c->name,
                .written = el,
                .decl = el,
                .owner = m->root,
                .scope = c->slot->scope,
                .generated = true};
    table_add(m, m->root, s);
    Comp *made = slot_comp(m, s);
    vec_push(m->arena, &m->generated_inner, made);
    return made;
}

Comp *comp_resolve(Model *m, Comp *c)
{
    return c && c->outer ? comp_inner(m, c) : c;
}

bool comp_passes_on(Model *m, Comp *c)
{
    return c->inner_outer && c->direction == DIR_OUTPUT && c->use && c->use->builtin &&
           !comp_value(m, c);
}

Comp *comp_inner(Model *m, Comp *c)
{
    if (c->inner_comp)
        return c->inner_comp;
    if (c->slot->failed)
        return NULL;
    const ClassInst *around = c->owner; /* of a package: the component whose class has it */
    while (around && !around->self)
        around = around->lexical;
    Comp *from = c->parent ? c->parent->parent : around ? around->self : NULL;
    for (Comp *p = from; p; p = p->parent) {
        Slot *s = p->ci ? class_slot(m, p->ci, c->name) : NULL;
        if (!s || s->written->kind != EL_COMPONENT)
            continue;
        slot_settle(m, s);
        if (!s->decl->inner && !s->written->inner)
            continue;
        Comp *found = slot_comp(m, s);
        if (s->generated && found && found->use && c->use && found->use->def != c->use->def) {
            refuse(m, c->decl->name_span,
                   "`%s` is outer, but no enclosing component declares an `inner %s`, and one "
                   "cannot be added because another `outer %s` is of the class `%s`",
                   comp_name_text(m, c), text_of(m->ctx, c->name), text_of(m->ctx, c->name),
                   class_name_text(m, found->use->written));
            remark(m, found->decl->name_span, "it is declared here");
        }
        return c->inner_comp = found && comp_passes_on(m, found) ? comp_inner(m, found) : found;
    }
    c->inner_comp = m->root ? generate_inner(m, c) : NULL;
    if (!c->inner_comp)
        c->slot->failed = true;
    return c->inner_comp;
}
