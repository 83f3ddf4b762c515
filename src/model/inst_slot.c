/* inst_slot.c - what an element is after redeclaration, and the classes that come of it.
 *
 * A slot is settled once: redeclarations from the outermost on, each checked against what it
 * replaces. Short classes and simple types are followed to what they mean. */
#include "model/inst_internal.h"
#include "model/resolve.h"
#include "syntax/lexer.h"

/* ---- What an element is after redeclaration ---- */

/* by: the modifier that made it final; NULL: its declaration did, and if that gives no value, the
 * modifier's is the only one that can be meant. */
static void report_final(Model *m, const Slot *s, const ModRef *r, const ModRef *by)
{
    Span at = r->arg ? r->arg->span : r->decl ? r->decl->name_span : r->mod->span;
    bool bare =
        !by && s->written->kind == EL_COMPONENT && !(s->written->mod && s->written->mod->value);
    (bare ? object_to : refuse)(m, at, "`%s` is final and cannot be modified",
                                text_of(m->ctx, s->name));
    if (by && by->arg)
        remark(m, by->arg->span, "it is made final here");
    else
        remark(m, s->written->name_span, "it is declared final here%s",
               s->written->kind == EL_COMPONENT && s->written->mod && s->written->mod->value
                   ? ": change what its value is made of, or remove `final` if it is to be set "
                     "from outside"
                   : "");
}

/* A modifier stronger than one marked final is an error. */
static void check_final(Model *m, const Slot *s, ModEnv env, bool written_final)
{
    int last = written_final ? env.n : -1;
    for (int i = env.n - 1; i >= 0 && last < 0; i--)
        if (env.e[i].final)
            last = i;
    for (int i = 0; i < last; i++)
        if (env.e[i].kind != MOD_BODY)
            report_final(m, s, &env.e[i], last < env.n ? &env.e[last] : NULL);
}

static void check_protected(Model *m, const Slot *s, ModEnv env)
{
    for (int i = 0; s->protected && i < env.n; i++)
        if (env.e[i].from_component && env.e[i].arg) {
            object_to(m, env.e[i].arg->span,
                      "`%s` is protected in `%s` and cannot be modified from outside: what is set "
                      "there is declared before `protected`",
                      text_of(m->ctx, s->name), class_name_text(m, s->owner->def));
            remark(m, s->written->name_span, "it is declared here");
        }
}

static const SynMod *own_mod(const SynElement *d)
{
    return d->kind == EL_CLASS ? d->cls->form == FORM_SHORT ? d->cls->mod : NULL : d->mod;
}

/* The modifiers a declaration brings along. `own`: its own modifiers too, which count in the
 * declaration that `holds`, and in the original one if that has no constraining clause. */
static void push_declaration(Model *m, ModList *out, const SynElement *d, ClassInst *scope,
                             const Split *around, bool own, bool holds)
{
    const SynMod *mod = own ? own_mod(d) : NULL;
    ModRef r = mod_ref_args(mod, scope);
    r.automatic = !holds;
    r.around = around;
    if (mod)
        vec_push(m->arena, out, r);
    r = mod_ref_args(d->constraint_mod, scope);
    r.automatic = true;
    r.around = around;
    if (d->constrained && d->constraint_mod)
        vec_push(m->arena, out, r);
}

/* Whether it may be; false after a report. */
static bool check_redeclarable(Model *m, const Slot *s, const SynElement *old, const ModRef *r)
{
    const SynElement *d = r->decl;
    bool forgiven = false;
    if (old->kind != d->kind) {
        refuse(m, d->name_span, "`%s` is redeclared as a %s but is a %s", text_of(m->ctx, s->name),
               d->kind == EL_CLASS ? "class" : "component",
               old->kind == EL_CLASS ? "class" : "component");
        if (old->kind == EL_COMPONENT && old->type.n)
            remark(m, old->name_span,
                   "it is a component of the class `%s`: that is what is redeclared, if it "
                   "is replaceable",
                   text_of(m->ctx, old->type.part[old->type.n - 1]));
        else
            remark(m, old->name_span, "it is declared here");
    } else if (s->written->variability == VAR_CONSTANT) {
        /* by a constant where it is replaceable: libraries do, and another value is all it is */
        forgiven = s->written->replaceable && d->variability == VAR_CONSTANT;
        (forgiven ? diag_warning : diag_error)(m->ctx->diags, d->name_span,
                                               forgiven
                                                   ? "the constant `%s` should be given a value, "
                                                     "(%s = ...), not be redeclared"
                                                   : "`%s` is a constant and cannot be redeclared",
                                               text_of(m->ctx, s->name), text_of(m->ctx, s->name));
        remark(m, s->written->name_span, "it is declared here");
    } else if (r->body && d->protected != s->protected) {
        /* a function has nothing that would be seen or hidden: libraries do so */
        forgiven = d->kind == EL_CLASS && d->cls->restriction == CLS_FUNCTION;
        (forgiven ? diag_warning
                  : diag_error)(m->ctx->diags, d->name_span, "`%s` is %s and is redeclared as %s",
                                text_of(m->ctx, s->name), s->protected ? "protected" : "public",
                                d->protected ? "protected" : "public");
        remark(m, s->written->name_span, "it is declared here");
    } else if (!old->replaceable && !r->automatic &&
               (d->kind == EL_CLASS || d->type.n != old->type.n || /* not only prefixes or sizes */
                d->type.part[d->type.n - 1] != old->type.part[old->type.n - 1])) {
        /* once replaceable, always replaceable, and a partial function is there to be replaced:
         * libraries rely on that, so it is only a warning */
        forgiven = s->written->replaceable || is_found_on_path(m, d->name_span) ||
                   (d->kind == EL_CLASS && old->kind == EL_CLASS && old->cls->partial &&
                    old->cls->restriction == CLS_FUNCTION);
        (forgiven ? diag_warning : diag_error)(m->ctx->diags, d->name_span,
                                               "`%s` is redeclared but is not replaceable",
                                               text_of(m->ctx, s->name));
        remark(m, old->name_span, "declare it as `replaceable` here");
    } else {
        int was = old->kind == EL_CLASS ? class_group(old->cls->restriction) : 0;
        int is = d->kind == EL_CLASS ? class_group(d->cls->restriction) : 0;
        if (was && is && was != is) {
            const char *words = restriction_words[old->cls->restriction];
            diag_warning(m->ctx->diags, d->name_span,
                         "`%s` is a %s, but redeclared as a %s: `redeclare %s %s = ...`",
                         text_of(m->ctx, s->name), words, restriction_words[d->cls->restriction],
                         words, text_of(m->ctx, s->name));
            remark(m, old->name_span, "it is declared here");
        }
        return true;
    }
    return forgiven;
}

/* Settles a slot given what applies to it, strongest first. */
static void settle_from(Model *m, Slot *s, ModEnv env)
{
    ModList list = {0};
    int first = -1;
    for (int i = 0; i < env.n; i++) {
        const ModRef *r = &env.e[i];
        if (r->kind != MOD_DECL) {
            vec_push(m->arena, &list, *r);
            continue;
        }
        if (r->decl->kind != s->written->kind) {
            check_redeclarable(m, s, s->written, r);
            continue;
        }
        push_declaration(m, &list, r->decl, r->scope, r->split, first < 0, first < 0);
        if (first < 0)
            first = i;
    }
    push_declaration(m, &list, s->written, s->owner, NULL, first < 0 || !s->written->constrained,
                     first < 0);
    s->env = mod_env(list);
    s->decl = first < 0 ? s->written : env.e[first].decl;
    s->scope = first < 0 ? s->owner : env.e[first].scope;
    if (first < 0)
        return;
    Slot *old = ARENA_NEW(m->arena, Slot);
    *old = (Slot){
        .name = s->name, .written = s->written, .owner = s->owner, .protected = s->protected};
    settle_from(m, old, (ModEnv){env.n - first - 1, env.e + first + 1});
    s->replaced = old;
    if (check_redeclarable(m, s, old->decl, &env.e[first]))
        return;
    s->env = old->env; /* what was reported has no consequences */
    s->decl = old->decl;
    s->scope = old->scope;
    s->replaced = old->replaced;
}

void slot_settle(Model *m, Slot *s)
{
    if (s->decl)
        return;
    ModEnv env = mod_select(m, s->owner->env, s->name);
    check_final(m, s, env, s->written->final);
    if (s->owner->nfinal) {
        ModEnv from_outside = mod_select(m, (ModEnv){s->owner->nfinal, s->owner->env.e}, s->name);
        for (int i = 0; i < from_outside.n; i++)
            report_final(m, s, &from_outside.e[i], NULL);
    }
    check_protected(m, s, env);
    settle_from(m, s, env);
}

/* ---- Classes ---- */

static uint8_t builtin_of(const Model *m, const SynClass *def)
{
    for (uint8_t i = 0; i < BUILTIN_COUNT; i++)
        if (m->builtin[i] == def)
            return i;
    return def->form == FORM_ENUM ? BUILTIN_ENUM : BUILTIN_NONE;
}

/* All elements of a class that is declared final are. A class that a modifier made final is not
 * redeclared again, but components that the modified class has of it keep their modifiers. */
static void set_final(ClassUse *u, const Slot *s)
{
    if (!s->written->final)
        return;
    u->final = true;
    u->within = u->env.n;
}

/* The class `base` as it is called c, which slot s declares. */
static ClassUse *use_through(Model *m, const ClassUse *base, Slot *s, SynClass *c)
{
    ClassUse *u = arena_copy(m->arena, base, sizeof *u);
    u->plain = u->callable = NULL;
    u->function = 0;
    u->written = c;
    u->slot = s;
    return u;
}

/* The class behind a short class definition. */
static ClassUse *short_class(Model *m, Slot *s, SynClass *c)
{
    ClassUse *base = lookup_class(m, s->scope, &c->base);
    if (!base)
        return NULL;
    bool plain = !s->env.n && !c->nsubs && c->direction == DIR_NONE;
    bool keeps = c->restriction == CLS_CLASS && base->restriction != CLS_FUNCTION;
    if (plain && (c->restriction == base->restriction || keeps) && !s->decl->replaceable &&
        !s->decl->final)
        return base;
    ClassUse *u = use_through(m, base, s, c);
    u->replaceable = base->replaceable || s->decl->replaceable;
    if (!keeps)
        u->restriction = c->restriction;
    if (c->direction != DIR_NONE)
        u->direction = c->direction;
    u->ndims = c->nsubs + base->ndims;
    u->dim = ARENA_ARRAY(m->arena, DimSyntax, u->ndims);
    for (int i = 0; i < c->nsubs; i++)
        u->dim[i] = (DimSyntax){c->subs[i], s->scope};
    for (int i = 0; i < base->ndims; i++)
        u->dim[c->nsubs + i] = base->dim[i];
    ModEnv env = s->env;
    if (u->ndims && env.n) { /* values written with an array type belong to its elements */
        ModRef *e = arena_copy(m->arena, env.e, (size_t)env.n * sizeof *e);
        for (int i = 0; i < env.n; i++)
            if (!e[i].arg)
                e[i].type_dims = (uint8_t)u->ndims;
        env.e = e;
    }
    u->env = mod_concat(m, env, base->env);
    set_final(u, s);
    return u;
}

/* `type T extends Real(...) ... end T`: a long class that is a simple type; env modifies classes
 * inside of it. */
static ClassUse *long_simple_type(Model *m, Slot *s, SynClass *c, ModEnv env)
{
    bool simple = false;
    for (int i = 0; i < c->nelements; i++) {
        if (c->elem[i]->kind == EL_COMPONENT)
            return NULL;
        simple = simple || c->elem[i]->kind == EL_EXTENDS;
    }
    if (!simple || (c->restriction != CLS_TYPE && c->restriction != CLS_CONNECTOR &&
                    c->restriction != CLS_CLASS))
        return NULL;
    ClassUse *around = ARENA_NEW(m->arena, ClassUse);
    *around = (ClassUse){.def = c, .written = c, .lexical = s->scope, .slot = s};
    ClassInst *inside = class_instance(m, around, env, NULL);
    class_enter_own(m, inside);
    inside->state = CI_EXPANDED;
    for (int i = 0; i < c->nelements; i++) {
        if (c->elem[i]->kind != EL_EXTENDS)
            continue;
        ClassUse *base = lookup_class(m, inside, &c->elem[i]->type);
        if (!base)
            return NULL;
        if (!base->builtin || base->builtin == BUILTIN_EXTERNAL_OBJECT)
            continue;
        ClassUse *u = use_through(m, base, s, c);
        u->restriction = c->restriction;
        ModRef *r = ARENA_NEW(m->arena, ModRef);
        *r = mod_ref_args(c->elem[i]->mod, inside);
        r->type_dims = (uint8_t)u->ndims;
        u->env = mod_concat(m, (ModEnv){r->mod != NULL, r}, base->env);
        u->env = mod_concat(m, s->env, u->env);
        if (inside->slot.n)
            u->body = inside;
        return u;
    }
    return NULL;
}

ClassUse *redeclared_simple(Model *m, ClassUse *use, ModEnv env)
{
    const ClassInst *body = use->body;
    bool named = false;
    for (int i = 0; i < body->slot.n; i++)
        named = named || mod_select(m, env, body->slot.v[i]->name).n > 0;
    ClassUse *other = named ? long_simple_type(m, body->use->slot, body->def, env) : NULL;
    if (!other || other->builtin != use->builtin)
        return use;
    ClassUse *u = arena_copy(m->arena, use, sizeof *u);
    u->env = mod_concat(m, other->env, use->env);
    return u;
}

static ClassUse *make_class(Model *m, Slot *s)
{
    SynClass *c = s->decl->cls;
    if (!library_load(m->lib, c))
        return NULL;
    if (c->form == FORM_SHORT)
        return short_class(m, s, c);
    if (c->form == FORM_LONG) {
        int before = diags_errors(m->ctx->diags);
        ClassUse *simple = long_simple_type(m, s, c, (ModEnv){0});
        if (simple)
            return simple;
        if (diags_errors(m->ctx->diags) > before)
            return NULL;
    }
    ClassUse *u = ARENA_NEW(m->arena, ClassUse);
    u->def = u->written = c;
    u->lexical = s->scope;
    u->slot = s;
    u->env = s->env;
    u->builtin = builtin_of(m, c);
    u->restriction = c->restriction;
    u->replaceable = s->decl->replaceable;
    set_final(u, s);
    if (c->form == FORM_EXTENDS) {
        if (!s->replaced) {
            refuse(m, c->name_span,
                   "`%s` extends an inherited class of that name, but there is none",
                   text_of(m->ctx, c->name));
            return NULL;
        }
        u->hidden_base = slot_class(m, s->replaced, c->name_span);
        if (!u->hidden_base)
            return NULL;
        if (c->restriction == CLS_CLASS)
            u->restriction = u->hidden_base->restriction;
    }
    return u;
}

/* The class an outer class refers to: the nearest inner one of the enclosing components. Without
 * one, and if it is complete, it stands for itself. */
static ClassUse *outer_class(Model *m, const Slot *s, ClassUse *itself, Span at)
{
    const Comp *self = s->owner->self;
    for (const Comp *p = self ? self->parent : NULL; p; p = p->parent) {
        Slot *in = p->ci ? class_slot(m, p->ci, s->name) : NULL;
        if (in && in->written->kind == EL_CLASS && in->written->inner)
            return slot_class(m, in, at);
    }
    if (itself && itself->def->partial) {
        refuse(m, s->written->name_span,
               "`%s` is outer, but no enclosing component declares an `inner %s`",
               text_of(m->ctx, s->name), text_of(m->ctx, s->name));
        return NULL;
    }
    return itself;
}

bool slot_open(Model *m, Slot *s)
{
    if (s->busy || m->depth > MOST_DEPTH)
        return false;
    s->busy = true;
    m->depth++;
    slot_settle(m, s);
    return true;
}

void slot_close(Model *m, Slot *s, bool good)
{
    m->depth--;
    s->busy = false;
    s->failed = s->failed || !good;
    if (good && (s->replaced || s->decl->constrained))
        vec_push(m->arena, &m->redeclared, s);
}

ClassUse *slot_class(Model *m, Slot *s, Span at)
{
    if (s->same)
        s = s->same;
    if (s->cls || s->failed)
        return s->cls;
    if (!s->decl && s->written->kind == EL_CLASS && !library_load(m->lib, s->written->cls)) {
        s->failed = true; /* its modifiers are in its file */
        return NULL;
    }
    if (!slot_open(m, s)) {
        s->failed = true;
        refuse(m, at, "the class `%s` is defined in terms of itself", text_of(m->ctx, s->name));
        return NULL;
    }
    s->cls = make_class(m, s);
    if (s->decl->outer && !s->decl->inner)
        s->cls = outer_class(m, s, s->cls, at);
    slot_close(m, s, s->cls);
    return s->cls;
}

ClassInst *class_instance(Model *m, ClassUse *use, ModEnv env, Comp *self)
{
    ClassInst *ci = ARENA_NEW(m->arena, ClassInst);
    ci->def = use->def;
    ci->use = use;
    ci->lexical = use->lexical;
    ci->self = self;
    ci->env = env;
    ci->nfinal = use->final ? env.n - use->within : 0;
    ci->is_function = use->restriction == CLS_FUNCTION || use->restriction == CLS_OPERATOR_FUNCTION;
    ci->depth = use->lexical ? use->lexical->depth + 1 : 0;
    return ci;
}

ClassInst *class_plain(Model *m, ClassUse *use)
{
    if (!use->plain) {
        use->plain = class_instance(m, use, use->env, NULL);
        if (use->restriction == CLS_PACKAGE && use->env.n)
            vec_push(m->arena, &m->modified, use->plain);
    }
    return use->plain;
}

void check_modified_classes(Model *m)
{
    for (int i = 0; i < m->modified.n; i++)
        for (int k = 0; class_expand(m, m->modified.v[i]) && k < m->modified.v[i]->env.n; k++)
            check_modifier_names(m, m->modified.v[i], NULL, &m->modified.v[i]->env.e[k]);
}
