/* inst_mod.c - modifiers: what they say of an element, and whether what they name is there.
 *
 * A list of modifiers is never copied for what is inside: selecting by a name takes the arguments
 * that begin with it, outermost first, each with the scope it was written in. Linear in them. */
#include "model/inst_internal.h"
#include "model/resolve.h"
#include "syntax/lexer.h"

ModEnv mod_env(ModList list)
{
    return (ModEnv){list.n, list.v};
}

ModEnv mod_concat(Model *m, ModEnv a, ModEnv b)
{
    if (!a.n)
        return b;
    if (!b.n)
        return a;
    ModRef *e = ARENA_ARRAY(m->arena, ModRef, a.n + b.n);
    memcpy(e, a.e, (size_t)a.n * sizeof *e);
    memcpy(e + a.n, b.e, (size_t)b.n * sizeof *e);
    return (ModEnv){a.n + b.n, e};
}

ModEnv mod_crossing(Model *m, ModEnv env, Comp *c)
{
    ModRef *e = arena_copy(m->arena, env.e, (size_t)env.n * sizeof *e);
    for (int i = 0; i < env.n; i++)
        e[i].cross = c;
    return (ModEnv){env.n, e};
}

/* The reference one step further in: r met argument `arg`, whose last name part this step is if
 * `last`. */
static ModRef step_in(Model *m, const ModRef *r, const SynArg *arg, bool last)
{
    ModRef in = *r;
    in.arg = arg;
    in.cross = NULL;
    in.from_component = r->cross || r->from_component;
    in.list = r->kind == MOD_ARGS ? r->mod : NULL;
    in.above = r->list;
    in.final = last && arg->final;
    if (last && arg->each) {
        in.split = in.around = NULL;
        in.type_dims = 0;
    } else if (r->cross) {
        Split *s = ARENA_NEW(m->arena, Split);
        *s = (Split){r->cross, r->split};
        in.split = s;
    }
    return in;
}

static void select_argument(Model *m, ModList *out, const ModRef *r, const SynArg *arg, Name name)
{
    if (arg->is_break)
        return;
    if (arg->element) {
        if (arg->element->name != name)
            return;
        ModRef in = step_in(m, r, arg, true);
        in.kind = MOD_DECL;
        in.decl = arg->element;
        vec_push(m->arena, out, in);
    } else if (arg->name.n && arg->name.part[0] == name) {
        ModRef in = step_in(m, r, arg, arg->name.n == 1);
        in.kind = arg->name.n == 1 ? MOD_ARGS : MOD_PATH;
        in.pos = 1;
        in.mod = arg->mod;
        vec_push(m->arena, out, in);
    }
}

bool is_redeclaration(const SynElement *el)
{
    return el->redeclare || (el->kind == EL_CLASS && el->cls && el->cls->form == FORM_EXTENDS);
}

static void select_from(Model *m, ModList *out, const ModRef *r, Name name)
{
    if (r->kind == MOD_ARGS && r->mod) {
        for (int k = 0; k < r->mod->nargs; k++)
            select_argument(m, out, r, r->mod->arg[k], name);
    } else if (r->kind == MOD_PATH && r->arg->name.part[r->pos] == name) {
        bool last = r->pos + 1 == r->arg->name.n;
        ModRef in = step_in(m, r, r->arg, last);
        in.kind = last ? MOD_ARGS : MOD_PATH;
        in.pos = (uint16_t)(r->pos + 1);
        vec_push(m->arena, out, in);
    } else if (r->kind == MOD_BODY) {
        for (int k = 0; k < r->body->nelements; k++) {
            SynElement *el = r->body->elem[k];
            if (el->name != name || !is_redeclaration(el))
                continue;
            ModRef in = *r;
            in.kind = MOD_DECL;
            in.decl = el;
            in.final = el->final;
            vec_push(m->arena, out, in);
        }
    }
}

ModEnv mod_select(Model *m, ModEnv env, Name name)
{
    ModList out = {0};
    for (int i = 0; i < env.n; i++)
        select_from(m, &out, &env.e[i], name);
    return mod_env(out);
}

ModEnv mod_select_inside(Model *m, ModEnv env, Comp *c, Name name)
{
    ModList out = {0};
    for (int i = 0; i < env.n; i++) {
        ModRef r = env.e[i];
        r.cross = c;
        select_from(m, &out, &r, name);
    }
    return mod_env(out);
}

ModRef mod_ref_args(const SynMod *mod, ClassInst *scope)
{
    return (ModRef){.kind = MOD_ARGS,
                    .mod = mod,
                    .scope = scope,
                    .level = scope && scope->self ? scope->self->level : 0};
}

/* ---- What they name ---- */

/* Attributes that only some types have (4.9). */
static void check_attribute(Model *m, Comp *c, Attribute a, Span at)
{
    Type t = comp_type(m, c);
    int base = t ? tinfo(m, t)->base : TY_ERROR;
    bool every = a == ATTR_QUANTITY || a == ATTR_START || a == ATTR_FIXED;
    bool ordered = (base == TY_INT || base == TY_ENUM) && (a == ATTR_MIN || a == ATTR_MAX);
    if (every || ordered || base == TY_REAL || base == TY_ERROR)
        return;
    diag_warning(m->ctx->diags, at, "`%s` has no meaning here: %s has no such attribute",
                 text_of(m->ctx, attribute_names[a]), type_text(m, t));
}

/* The element that is called x_start where x0, x_0, x_init or init was written; NULL: none. */
static const char *start_named(Model *m, ClassInst *ci, const char *name)
{
    static const char *const end[] = {"_0", "0", "_init", "_initial", "init"};
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        size_t n = strlen(name), k = strlen(end[i]);
        if (n <= k || strcmp(name + n - k, end[i]) != 0)
            continue;
        const char *start = arena_printf(m->arena, "%.*s_start", (int)(n - k), name);
        if (table_get(ci, name_cstr(m->ctx->names, start)))
            return start;
    }
    return NULL;
}

/* A name that a modifier has: of an element of ci, or an attribute of the simple component c. What
 * was meant for the class that is replaced by ci (automatic) is not used in libraries, if ci lacks
 * it. */
static void check_modified_name(Model *m, ClassInst *ci, Comp *c, Name name, Span at, bool bare,
                                bool automatic)
{
    if (!name || (ci && table_get(ci, name)))
        return;
    if (c && c->use->body && table_get(c->use->body, name)) /* a class inside of a simple type */
        return;
    Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, name));
    for (int k = 0; near.wanted && ci && k < ci->slot.n; k++)
        nearest_offer(&near, text_of(m->ctx, ci->slot.v[k]->name));
    for (int k = 0; !ci && k < ATTR_COUNT; k++) {
        if (attribute_names[k] == name) {
            check_attribute(m, c, (Attribute)k, at);
            return;
        }
        nearest_offer(&near, text_of(m->ctx, attribute_names[k]));
    }
    const char *now = ci ? hint_renamed(m, ci->def, name) : NULL;
    const char *meant = ci ? near.best || !near.wanted ? NULL : hint_inside(m, ci, name)
                           : hint_attribute(text_of(m->ctx, name));
    if (ci && !meant)
        meant = start_named(m, ci, text_of(m->ctx, name));
    const Comp *owner = ci && c && c->parent && c->parent->name && c->parent->ci ? c->parent : NULL;
    if (owner && !meant && !near.best && !now && table_get(owner->ci, name)) {
        (automatic ? object_to : refuse)(
            m, at, "`%s` has no element `%s` to modify; `%s` around it has one: %s(... %s ...)",
            class_name_text(m, ci->def), text_of(m->ctx, name), comp_name_text(m, owner),
            comp_name_text(m, owner), text_of(m->ctx, name));
        return;
    }
    const Comp *around = !ci && c->parent && c->parent->name && c->parent->ci ? c->parent : NULL;
    if (!meant && !near.best && around && table_get(around->ci, name))
        meant = arena_printf(m->arena, "%s(%s = ...)", comp_name_text(m, around),
                             text_of(m->ctx, name));
    const char *hint = meant ? arena_printf(m->arena, "; did you mean `%s`?", meant)
                       : now ? ""
                       : bare && c && !ci
                           ? arena_printf(m->arena, "; a size stands in brackets, %s[%s]",
                                          text_of(m->ctx, c->name), text_of(m->ctx, name))
                           : did_you_mean(m, &near);
    if (ci)
        (automatic ? object_to : refuse)(m, at, "`%s` has no element `%s` to modify%s",
                                         class_name_text(m, ci->def), text_of(m->ctx, name), hint);
    else
        refuse(m, at, "`%s` is not an attribute of `%s`, which is a %s%s", text_of(m->ctx, name),
               comp_name_text(m, c), type_text(m, comp_type(m, c)), hint);
    if (now)
        remark(m, (Span){0}, "it is called `%s` now; --convert changes what older models use", now);
    else if (ci && !near.best && near.wanted)
        hint_elements(m, ci, text_of(m->ctx, name), HINT_MODIFIED);
    if (ci && !now && !meant && near.wanted)
        remark_class_beside(m, ci->def, name);
    if (ci)
        remark_version(m, ci->def);
}

/* A value for a class, Medium = Water: true after a report. In a library that of a record means
 * nothing, and no other class. */
static bool refuse_class_value(Model *m, ClassInst *ci, const SynArg *a)
{
    Slot *s =
        ci && a->name.n == 1 && a->mod && a->mod->value ? table_get(ci, a->name.part[0]) : NULL;
    if (!s || s->written->kind != EL_CLASS)
        return false;
    const char *name = text_of(m->ctx, s->name);
    SynRestriction kind = s->written->cls->restriction;
    const char *what = restriction_words[kind];
    bool (*object)(const Model *, Span, const char *, ...) =
        kind == CLS_RECORD ? object_to : refuse;
    object(m, a->span,
           "`%s` is a %s and has no value; another is put in its place by `redeclare %s %s = ...`",
           name, what, what, name);
    s->misfit_told = true;
    return true;
}

void check_modifier_names(Model *m, ClassInst *ci, Comp *c, const ModRef *r)
{
    if (r->kind == MOD_PATH)
        check_modified_name(m, ci, c, r->arg->name.part[r->pos], r->arg->name.span, false,
                            r->automatic);
    for (int i = 0; r->kind == MOD_ARGS && r->mod && i < r->mod->nargs; i++) {
        const SynArg *a = r->mod->arg[i];
        if (a->element)
            check_modified_name(m, ci, c, a->element->name, a->element->name_span, false,
                                r->automatic);
        else if (a->name.n && !refuse_class_value(m, ci, a))
            check_modified_name(m, ci, c, a->name.part[0], a->name.span, !a->mod, r->automatic);
    }
}

/* Warns about `each` in a modifier of something that is no array. */
static void check_each(Model *m, const Comp *c, const ModRef *r)
{
    bool array = c->ndims || c->array || r->type_dims;
    for (const Split *s = r->split; s && !array; s = s->outer)
        array = s->comp->ndims || s->comp->array;
    for (int i = 0; !array && r->kind == MOD_ARGS && r->mod && i < r->mod->nargs; i++)
        if (r->mod->arg[i]->each && r->mod->arg[i]->name.n == 1)
            diag_warning(m->ctx->diags, r->mod->arg[i]->span,
                         "`each` has no meaning here: `%s` is not an array", comp_name_text(m, c));
}

void check_modifiers(Model *m, Comp *c)
{
    for (int i = 0; i < c->env.n + c->use->env.n; i++) {
        const ModRef *r = i < c->env.n ? &c->env.e[i] : &c->use->env.e[i - c->env.n];
        check_modifier_names(m, c->ci, c, r);
        check_each(m, c, r);
    }
}

void check_no_value(Model *m, const Comp *c)
{
    if (!comp_acts(m, c))
        return;
    for (int i = 0; i < c->env.n; i++) {
        const ModRef *r = &c->env.e[i];
        if (r->kind == MOD_ARGS && r->mod && r->mod->value)
            refuse(m, r->mod->value->span,
                   "`%s` is a %s and cannot be given a value; give values to its elements, %s(name "
                   "= value)",
                   comp_name_text(m, c), restriction_words[c->use->restriction],
                   text_of(m->ctx, c->name));
    }
}
