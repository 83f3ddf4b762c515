/* inst.c - class instances, slots and components, made on demand.
 *
 * Cost: expanding a class is linear in its elements and those of its bases; a look-up is a hash
 * access; a component costs its slots. Nothing is done for elements nobody asks for. */
#include "model/inst.h"
#include "model/resolve.h"
#include "syntax/lexer.h"

enum {
    MOST_DEPTH = 200,          /* levels of components, bases, definitions by each other */
    MOST_COMPONENTS = 1000000, /* made for one model; an array of components is one */
    MOST_BASES = 10000,        /* of one class, directly or not */
    MOST_ALL_BASES = 2000000,  /* of all components of a model */
};

const Name attribute_names[ATTR_COUNT] = {N_quantity,    N_unit,     N_displayUnit, N_min,
                                          N_max,         N_start,    N_fixed,       N_nominal,
                                          N_stateSelect, N_unbounded};

const Name builtin_names[BUILTIN_COUNT] = {
    [BUILTIN_REAL] = N_Real,       [BUILTIN_INTEGER] = N_Integer,
    [BUILTIN_BOOLEAN] = N_Boolean, [BUILTIN_STRING] = N_String,
    [BUILTIN_CLOCK] = N_Clock,     [BUILTIN_EXTERNAL_OBJECT] = N_ExternalObject};

/* ---- Messages ---- */

bool refuse(const Model *m, Span at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    diag_vadd(m->ctx->diags, DIAG_ERROR, at, fmt, ap);
    va_end(ap);
    return false;
}

void remark(const Model *m, Span at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    diag_vadd(m->ctx->diags, DIAG_NOTE, at, fmt, ap);
    va_end(ap);
}

/* ---- Modifiers ---- */

typedef VEC(ModRef) ModList;

static ModEnv env_of(ModList list)
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

static bool is_redeclaration(const SynElement *el)
{
    return el->redeclare || (el->kind == EL_CLASS && el->cls && el->cls->form == FORM_EXTENDS);
}

ModEnv mod_select(Model *m, ModEnv env, Name name)
{
    ModList out = {0};
    for (int i = 0; i < env.n; i++) {
        const ModRef *r = &env.e[i];
        if (r->kind == MOD_ARGS && r->mod) {
            for (int k = 0; k < r->mod->nargs; k++)
                select_argument(m, &out, r, r->mod->arg[k], name);
        } else if (r->kind == MOD_PATH && r->arg->name.part[r->pos] == name) {
            bool last = r->pos + 1 == r->arg->name.n;
            ModRef in = step_in(m, r, r->arg, last);
            in.kind = last ? MOD_ARGS : MOD_PATH;
            in.pos = (uint16_t)(r->pos + 1);
            vec_push(m->arena, &out, in);
        } else if (r->kind == MOD_BODY) {
            for (int k = 0; k < r->body->nelements; k++) {
                SynElement *el = r->body->elem[k];
                if (el->name != name || !is_redeclaration(el))
                    continue;
                ModRef in = *r;
                in.kind = MOD_DECL;
                in.decl = el;
                in.final = el->final;
                vec_push(m->arena, &out, in);
            }
        }
    }
    return env_of(out);
}

static ModRef args_ref(const SynMod *mod, ClassInst *scope)
{
    return (ModRef){.kind = MOD_ARGS,
                    .mod = mod,
                    .scope = scope,
                    .level = scope && scope->self ? scope->self->level : 0};
}

/* ---- Names for messages ---- */

const char *class_name_text(Model *m, const SynClass *def)
{
    const char *text = "";
    for (; def; def = def->parent)
        if (def->name)
            text = arena_printf(m->arena, "%s%s%s", text_of(m->ctx, def->name), *text ? "." : "",
                                text);
    return text;
}

static void put_comp_name(Model *m, const Comp *c, Buf *out)
{
    if (c->parent)
        put_comp_name(m, c->parent, out);
    if (!c->name)
        return;
    if (!c->parent && c->owner && !c->in_function)
        buf_puts(out, class_name_text(m, c->owner->def));
    if (out->n)
        buf_putc(out, '.');
    buf_puts(out, text_of(m->ctx, c->name));
    for (int k = 0; c->array && k < c->array->ndims; k++)
        buf_printf(out, "%s%d", k ? "," : "[", c->array_index[k]);
    if (c->array)
        buf_putc(out, ']');
}

const char *comp_name_text(Model *m, const Comp *c)
{
    Buf b = {0};
    put_comp_name(m, c, &b);
    const char *text = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

const char *did_you_mean(Model *m, const Nearest *near)
{
    return near->best ? arena_printf(m->arena, "; did you mean `%s`?", near->best) : "";
}

/* ---- Annotations ---- */

const SynMod *annotation_mod(const SynMod *annotation, Name name)
{
    for (int i = 0; annotation && i < annotation->nargs; i++) {
        const SynArg *a = annotation->arg[i];
        if (a->name.n == 1 && a->name.part[0] == name)
            return a->mod;
    }
    return NULL;
}

const SynExp *annotation_value(const SynMod *annotation, Name name)
{
    const SynMod *mod = annotation_mod(annotation, name);
    return mod ? mod->value : NULL;
}

bool annotation_is(const SynMod *annotation, Name name, bool wanted)
{
    const SynExp *e = annotation_value(annotation, name);
    return e && e->kind == XP_BOOL && (e->i != 0) == wanted;
}

/* ---- Names of a class ---- */

static Slot *table_get(ClassInst *ci, Name name)
{
    uint32_t i = map_get(&ci->index, name, 0);
    return i ? ci->slot.v[i - 1] : NULL;
}

void table_add(Model *m, ClassInst *ci, Slot *s)
{
    vec_push(m->arena, &ci->slot, s);
    map_set(&ci->index, m->arena, s->name, (uint32_t)ci->slot.n);
}

/* Enters the names the class itself declares; looks nothing up. */
static void class_enter_own(Model *m, ClassInst *ci)
{
    ci->state = CI_NAMING;
    for (int i = 0; i < ci->def->nelements; i++) {
        SynElement *el = ci->def->elem[i];
        if (el->kind == EL_IMPORT)
            vec_push(m->arena, &ci->import, el);
        ci->redeclares = ci->redeclares || is_redeclaration(el);
        if ((el->kind != EL_CLASS && el->kind != EL_COMPONENT) || is_redeclaration(el))
            continue;
        if (el->name >= N_Real && el->name <= N_String && !ci->def->classic)
            refuse(m, el->name_span,
                   "`%s` is a built-in type, which stands before the name: %s %s; as a name choose "
                   "another",
                   text_of(m->ctx, el->name), text_of(m->ctx, el->name),
                   el->kind == EL_COMPONENT && el->type.n == 1 ? text_of(m->ctx, el->type.part[0])
                                                               : "x");
        if (ci->def->restriction == CLS_PACKAGE && el->kind == EL_COMPONENT &&
            el->variability != VAR_CONSTANT && !ci->def->classic)
            diag_warning(
                m->ctx->diags, el->name_span,
                "a package has constants and classes only: `%s` of `%s` should be declared "
                "`constant`, or in a model",
                text_of(m->ctx, el->name), class_name_text(m, ci->def));
        Slot *old = table_get(ci, el->name);
        if (old) {
            refuse(m, el->name_span, "`%s` is declared twice in `%s`", text_of(m->ctx, el->name),
                   class_name_text(m, ci->def));
            remark(m, old->written->name_span, "the first declaration is here");
            continue;
        }
        Slot *s = ARENA_NEW(m->arena, Slot);
        *s = (Slot){.name = el->name, .written = el, .owner = ci, .protected = el->protected};
        table_add(m, ci, s);
    }
    ci->state = CI_NAMED;
}

static bool same_name(const SynName *a, const SynName *b)
{
    return a->global == b->global && a->n == b->n &&
           !memcmp(a->part, b->part, a->n * sizeof *a->part);
}

static bool same_expressions(Model *m, SynExp **a, int na, SynExp **b, int nb)
{
    bool same = na == nb;
    for (int i = 0; same && i < na; i++)
        same = lex_same(m->ctx, a[i]->span, b[i]->span);
    return same;
}

/* Names of one class, each seen from its own place. */
static bool same_class(Model *m, const SynName *a, ClassInst *a_scope, const SynName *b,
                       ClassInst *b_scope)
{
    if (same_name(a, b))
        return true;
    int mark = diags_mark(m->ctx->diags);
    const ClassUse *x = lookup_class(m, a_scope, a), *y = lookup_class(m, b_scope, b);
    diags_rollback(m->ctx->diags, mark);
    return x && y && x->written == y->written;
}

/* Of short classes without what does not matter for their meaning. */
static bool same_definition(Model *m, SynClass *a, ClassInst *a_scope, SynClass *b,
                            ClassInst *b_scope)
{
    if (!library_load(m->lib, a) || !library_load(m->lib, b) || a->form != b->form)
        return false;
    if (a->form != FORM_SHORT)
        return lex_same(m->ctx, a->span, b->span);
    return a->restriction == b->restriction && a->direction == b->direction &&
           same_class(m, &a->base, a_scope, &b->base, b_scope) &&
           same_expressions(m, a->subs, a->nsubs, b->subs, b->nsubs) && !a->mod == !b->mod &&
           (!a->mod || lex_same(m->ctx, a->mod->span, b->mod->span));
}

static bool same_declaration(Model *m, const SynElement *x, ClassInst *x_scope, const SynElement *y,
                             ClassInst *y_scope)
{
    if (x == y)
        return true;
    if (x->kind != y->kind || x->protected != y->protected || x->variability != y->variability ||
        x->direction != y->direction || x->connector != y->connector)
        return false;
    if (x->kind == EL_CLASS)
        return same_definition(m, x->cls, x_scope, y->cls, y_scope);
    bool valued = x->mod && x->mod->value && y->mod && y->mod->value;
    return same_class(m, &x->type, x_scope, &y->type, y_scope) &&
           same_expressions(m, x->subs, x->nsubs, y->subs, y->nsubs) &&
           (!valued || lex_same(m->ctx, x->mod->value->span, y->mod->value->span));
}

/* As they are written, or after their redeclarations. */
static bool same_slots(Model *m, Slot *a, Slot *b)
{
    if (same_declaration(m, a->written, a->owner, b->written, b->owner))
        return true;
    slot_settle(m, a);
    slot_settle(m, b);
    return same_declaration(m, a->decl, a->scope, b->decl, b->scope);
}

/* An own class of a package beside an inherited one: the language forbids it (7.1), but what the
 * name denotes is clear, and nobody meets the other. */
static bool hides_class(Model *m, const ClassInst *ci, Slot *a, Slot *b)
{
    return ci->use && ci->use->restriction == CLS_PACKAGE && (a->owner == ci) != (b->owner == ci) &&
           a->written->kind == EL_CLASS && b->written->kind == EL_CLASS && !same_slots(m, a, b);
}

/* extends B(redeclare model M = M) in a class that declares M itself: this one is meant. */
static bool is_redeclared_as_own(Model *m, const ClassInst *ci, Slot *own, Slot *inherited)
{
    if (own->owner != ci || inherited->owner == ci || own->written->kind != EL_CLASS)
        return false;
    slot_settle(m, inherited);
    const SynElement *now = inherited->decl;
    return now != inherited->written && now->kind == EL_CLASS && now->cls->form == FORM_SHORT &&
           now->cls->base.n == 1 && now->cls->base.part[0] == own->name && inherited->scope == ci;
}

static void replace_slot(ClassInst *ci, Slot *old, Slot *s)
{
    ci->slot.v[map_get(&ci->index, s->name, 0) - 1] = s;
    old->same = s;
}

/* Puts an inherited slot into the table of the class that inherits it. */
static void inherit_slot(Model *m, ClassInst *ci, Slot *s, const SynElement *clause)
{
    if (s->same)
        return;
    Slot *old = table_get(ci, s->name);
    if (!old) {
        table_add(m, ci, s);
        return;
    }
    if (is_redeclared_as_own(m, ci, s, old)) {
        replace_slot(ci, old, s);
        return;
    }
    if (is_redeclared_as_own(m, ci, old, s)) {
        s->same = old;
        return;
    }
    if (hides_class(m, ci, old, s)) {
        diag_warning(m->ctx->diags, ci->def->name_span,
                     "`%s` has a class `%s` of its own and inherits another, which is not used",
                     class_name_text(m, ci->def), text_of(m->ctx, s->name));
        if (s->owner == ci) {
            replace_slot(ci, old, s);
            return;
        }
    } else if (!same_slots(m, old, s)) {
        refuse(m, clause ? clause->type.span : ci->def->name_span,
               "`%s` inherits `%s` although it has a different element of that name",
               class_name_text(m, ci->def), text_of(m->ctx, s->name));
        remark(m, old->written->name_span, "one is declared here");
        remark(m, s->written->name_span, "the other is declared here");
        s->failed = true;
    }
    s->same = old;
}

static bool base_is_circular(Model *m, ClassInst *ci, ClassUse *use, Span at)
{
    for (ClassInst *d = ci; d; d = d->derived)
        if (d->def == use->def) {
            refuse(m, at, "`%s` extends itself", class_name_text(m, use->def));
            return true;
        }
    return false;
}

/* What may be a base of what (specification, 7.1.3). */
static bool base_kind_fits(int derived, int base)
{
    enum { RECORD = 1 << CLS_RECORD, OPERATOR_RECORD = 1 << CLS_OPERATOR_RECORD };
    static const unsigned fitting[] = {
        [CLS_CLASS] = ~(1u << CLS_FUNCTION),
        [CLS_MODEL] = RECORD | 1 << CLS_BLOCK,
        [CLS_BLOCK] = RECORD,
        [CLS_CONNECTOR] = 1 << CLS_TYPE | RECORD | OPERATOR_RECORD,
        [CLS_FUNCTION] = 1 << CLS_OPERATOR_FUNCTION,
        [CLS_OPERATOR_RECORD] = RECORD,
        [CLS_OPERATOR_FUNCTION] = 1 << CLS_FUNCTION,
        [CLS_EXPANDABLE_CONNECTOR] = 0,
    };
    return base == CLS_CLASS || base == derived || fitting[derived] >> base & 1;
}

/* A class that gives what extends it nothing but a picture. */
static bool is_icon(const SynClass *def)
{
    int equations = 0;
    for (int i = 0; i < def->nsections; i++)
        equations += def->section[i]->n;
    return def->form == FORM_LONG && !def->classic && !def->nelements && !equations &&
           !def->external;
}

static const char *const restriction_words[] = {"class",
                                                "model",
                                                "record",
                                                "block",
                                                "connector",
                                                "type",
                                                "package",
                                                "function",
                                                "operator",
                                                "operator record",
                                                "operator function",
                                                "expandable connector"};

/* The base as an instance of its own whose slots the derived class shares. */
static ClassInst *make_base(Model *m, ClassInst *ci, ClassUse *use, const SynMod *mod)
{
    ModRef own[2];
    int n = 0;
    if (ci->redeclares)
        own[n++] = (ModRef){.kind = MOD_BODY,
                            .body = ci->def,
                            .scope = ci,
                            .level = ci->self ? ci->self->level : 0};
    if (mod)
        own[n++] = args_ref(mod, ci);
    ModRef *kept = arena_copy(m->arena, own, (size_t)n * sizeof *own);
    ModEnv env = mod_concat(m, ci->env, (ModEnv){n, kept});
    ClassInst *b = class_instance(m, use, mod_concat(m, env, use->env), ci->self);
    b->derived = ci;
    b->is_function = ci->is_function;
    b->nfinal = use->final ? b->nfinal : ci->nfinal;
    b->depth = ci->depth + 1;
    return b;
}

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

/* A name that a modifier has: of an element of ci, or an attribute of the simple component c. */
static void check_modified_name(Model *m, ClassInst *ci, Comp *c, Name name, Span at, bool bare)
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
    const char *hint = meant ? arena_printf(m->arena, "; did you mean `%s`?", meant)
                       : now ? ""
                       : bare && c && !ci
                           ? arena_printf(m->arena, "; a size stands in brackets, %s[%s]",
                                          text_of(m->ctx, c->name), text_of(m->ctx, name))
                           : did_you_mean(m, &near);
    if (ci)
        refuse(m, at, "`%s` has no element `%s` to modify%s", class_name_text(m, ci->def),
               text_of(m->ctx, name), hint);
    else
        refuse(m, at, "`%s` is not an attribute of `%s`, which is a %s%s", text_of(m->ctx, name),
               comp_name_text(m, c), type_text(m, comp_type(m, c)), hint);
    if (now)
        remark(m, (Span){0}, "it is called `%s` now; --convert changes what older models use", now);
    else if (ci && !near.best && near.wanted)
        hint_elements(m, ci, text_of(m->ctx, name), true);
    if (ci)
        remark_version(m, ci->def);
}

/* Reports arguments that name nothing in the class they modify. */
static void check_modifier_names(Model *m, ClassInst *ci, Comp *c, const ModRef *r)
{
    if (r->kind == MOD_PATH)
        check_modified_name(m, ci, c, r->arg->name.part[r->pos], r->arg->name.span, false);
    for (int i = 0; r->kind == MOD_ARGS && r->mod && i < r->mod->nargs; i++) {
        const SynArg *a = r->mod->arg[i];
        if (a->element)
            check_modified_name(m, ci, c, a->element->name, a->element->name_span, false);
        else if (a->name.n)
            check_modified_name(m, ci, c, a->name.part[0], a->name.span, !a->mod);
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

/* Models and blocks have no value. */
static void check_no_value(Model *m, const Comp *c)
{
    if (c->use->restriction != CLS_MODEL && c->use->restriction != CLS_BLOCK)
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

/* Counts one more base of a class; each limit is reported once. */
static bool too_many_bases(Model *m, ClassInst *ci, Span at)
{
    while (ci->derived)
        ci = ci->derived;
    if (++ci->nbases == MOST_BASES + 1)
        refuse(m, at, "`%s` has more than %d base classes", class_name_text(m, ci->def),
               MOST_BASES);
    else if (++m->nbases == MOST_ALL_BASES + 1)
        refuse(m, at, "the components of the model have more than %d base classes", MOST_ALL_BASES);
    return ci->nbases > MOST_BASES || m->nbases > MOST_ALL_BASES;
}

/* Arrays and classes with a direction are extended by nothing but another name for them; operator
 * records, and classes that contain some, are not extended at all (specification, 4.7, 7.1.2). */
static bool base_stands_alone(Model *m, ClassInst *ci, ClassUse *use, Span at)
{
    int others = 0;
    for (int i = 0; i < ci->def->nelements; i++)
        others += ci->def->elem[i]->kind == EL_COMPONENT || ci->def->elem[i]->kind == EL_EXTENDS;
    if ((use->ndims || use->direction != DIR_NONE) && others > 1)
        return refuse(m, at, "`%s` is %s, so `%s` can have no other elements",
                      class_name_text(m, use->written),
                      use->ndims ? "an array" : "an input or output", class_name_text(m, ci->def));
    if (use->restriction == CLS_OPERATOR_RECORD && ci->def->restriction == CLS_OPERATOR_RECORD)
        return refuse(m, at,
                      "the operator record `%s` can only be extended by a short class: "
                      "`operator record %s = %s(...)`",
                      class_name_text(m, use->def), text_of(m->ctx, ci->def->name),
                      text_of(m->ctx, use->def->name));
    for (int i = 0; i < use->def->nelements; i++) {
        const SynElement *el = use->def->elem[i];
        if (el->kind == EL_CLASS && el->cls->restriction == CLS_OPERATOR_RECORD)
            return refuse(m, at, "`%s` contains the operator record `%s`, so it cannot be extended",
                          class_name_text(m, use->def), text_of(m->ctx, el->name));
    }
    return true;
}

static bool expand_base(Model *m, ClassInst *ci, ClassUse *use, const SynElement *clause)
{
    Span at = clause ? clause->type.span : ci->def->name_span;
    if (base_is_circular(m, ci, use, at))
        return false;
    if (use->builtin == BUILTIN_EXTERNAL_OBJECT || (use->builtin && !clause))
        return true;
    if (use->builtin) /* slot_class has taken `type T extends Real(...)` as a simple type */
        return refuse(m, at,
                      "the %s `%s` extends `%s`; only a type or connector without elements "
                      "of its own can do that",
                      restriction_words[ci->def->restriction], class_name_text(m, ci->def),
                      class_name_text(m, use->def));
    if (clause && !base_stands_alone(m, ci, use, at))
        return false;
    bool fits = !clause || base_kind_fits(ci->def->restriction, use->restriction);
    if (!fits && is_icon(use->def))
        diag_warning(m->ctx->diags, at, "a %s should not extend the %s `%s`, which is empty",
                     restriction_words[ci->def->restriction], restriction_words[use->restriction],
                     class_name_text(m, use->def));
    else if (!fits)
        return refuse(m, at, "a %s cannot extend the %s `%s`",
                      restriction_words[ci->def->restriction], restriction_words[use->restriction],
                      class_name_text(m, use->def));
    if (clause && lookup_is_replaceable(m, ci, &clause->type))
        return refuse(
            m, at,
            "`%s` extends `%s`, which is replaceable; only classes that cannot be redeclared "
            "can be extended",
            class_name_text(m, ci->def), class_name_text(m, use->written));
    if (ci->depth > MOST_DEPTH)
        return refuse(m, at, "more than %d levels of base classes", MOST_DEPTH);
    if (too_many_bases(m, ci, at))
        return false;
    const SynMod *mod = clause ? clause->mod : ci->def->mod;
    ClassInst *b = make_base(m, ci, use, mod);
    b->clause = clause;
    vec_push(m->arena, &ci->base, b);
    if (!class_expand(m, b))
        return false;
    if (mod) {
        ModRef r = args_ref(mod, ci);
        check_modifier_names(m, b, NULL, &r);
    }
    return true;
}

bool is_deselected(const SynElement *clause, Name name)
{
    for (int i = 0; clause && clause->mod && i < clause->mod->nargs; i++) {
        const SynArg *a = clause->mod->arg[i];
        if (a->is_break && a->name.n == 1 && a->name.part[0] == name)
            return true;
    }
    return false;
}

static void take_base_slots(Model *m, ClassInst *ci, ClassInst *b)
{
    const SynElement *clause = b->clause;
    for (int k = 0; k < b->slot.n; k++) {
        if (is_deselected(clause, b->slot.v[k]->name))
            continue;
        inherit_slot(m, ci, b->slot.v[k], clause);
        if (clause && clause->protected)
            b->slot.v[k]->protected = true;
    }
}

/* `redeclare` elements must have something to redeclare. */
static void check_redeclarations(Model *m, ClassInst *ci)
{
    for (int i = 0; ci->redeclares && i < ci->def->nelements; i++) {
        SynElement *el = ci->def->elem[i];
        if (!is_redeclaration(el) || table_get(ci, el->name))
            continue;
        refuse(m, el->name_span, "`%s` is redeclared, but `%s` inherits no element of that name",
               text_of(m->ctx, el->name), class_name_text(m, ci->def));
    }
}

bool class_expand(Model *m, ClassInst *ci)
{
    if (ci->state == CI_EXPANDED || ci->state == CI_EXPANDING)
        return true;
    if (ci->state == CI_NEW)
        class_enter_own(m, ci);
    ci->state = CI_EXPANDING;
    bool good = true;
    if (ci->use && ci->use->hidden_base && ci->def == ci->use->def)
        good = expand_base(m, ci, ci->use->hidden_base, NULL);
    for (int i = 0; i < ci->def->nelements; i++) {
        SynElement *el = ci->def->elem[i];
        if (el->kind != EL_EXTENDS)
            continue;
        ClassUse *use = lookup_class(m, ci, &el->type);
        if (!use || !expand_base(m, ci, use, el))
            good = false;
    }
    if (ci->base.n) { /* the table again, inherited slots in the place of their extends clause */
        VEC(Slot *) own;
        memcpy(&own, &ci->slot, sizeof own);
        memset(&ci->slot, 0, sizeof ci->slot);
        ci->index = (Map){0};
        int next_base = 0, next_own = 0;
        if (!ci->base.v[0]->clause)
            take_base_slots(m, ci, ci->base.v[next_base++]);
        for (int i = 0; i < ci->def->nelements; i++) {
            const SynElement *el = ci->def->elem[i];
            if (next_base < ci->base.n && ci->base.v[next_base]->clause == el)
                take_base_slots(m, ci, ci->base.v[next_base++]);
            else if (next_own < own.n && own.v[next_own]->written == el)
                inherit_slot(m, ci, own.v[next_own++], NULL);
        }
    }
    ci->state = CI_EXPANDED;
    check_redeclarations(m, ci);
    return good;
}

Slot *class_slot(Model *m, ClassInst *ci, Name name)
{
    class_expand(m, ci);
    Slot *s = table_get(ci, name);
    return s && s->same ? s->same : s;
}

/* ---- What an element is after redeclaration ---- */

static void report_final(Model *m, const Slot *s, const ModRef *r)
{
    Span at = r->arg ? r->arg->span : r->decl ? r->decl->name_span : r->mod->span;
    refuse(m, at, "`%s` is final and cannot be modified", text_of(m->ctx, s->name));
    remark(m, s->written->name_span, "it is declared here");
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
            report_final(m, s, &env.e[i]);
}

static void check_protected(Model *m, const Slot *s, ModEnv env)
{
    for (int i = 0; s->protected && i < env.n; i++)
        if (env.e[i].from_component && env.e[i].arg) {
            refuse(m, env.e[i].arg->span,
                   "`%s` is protected in `%s` and cannot be modified from outside",
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
    ModRef r = args_ref(mod, scope);
    r.automatic = !holds;
    r.around = around;
    if (mod)
        vec_push(m->arena, out, r);
    r = args_ref(d->constraint_mod, scope);
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
        remark(m, old->name_span, "it is declared here");
    } else if (s->written->variability == VAR_CONSTANT) {
        refuse(m, d->name_span, "`%s` is a constant and cannot be redeclared",
               text_of(m->ctx, s->name));
        remark(m, s->written->name_span, "it is declared here");
    } else if (r->body && d->protected != s->protected) {
        refuse(m, d->name_span, "`%s` is %s and is redeclared as %s", text_of(m->ctx, s->name),
               s->protected ? "protected" : "public", d->protected ? "protected" : "public");
        remark(m, s->written->name_span, "it is declared here");
    } else if (!old->replaceable && !r->automatic &&
               (d->kind == EL_CLASS || d->type.n != old->type.n || /* not only prefixes or sizes */
                d->type.part[d->type.n - 1] != old->type.part[old->type.n - 1])) {
        /* once replaceable, always replaceable: libraries rely on that, so it is only a warning */
        forgiven = s->written->replaceable;
        (forgiven ? diag_warning : diag_error)(m->ctx->diags, d->name_span,
                                               "`%s` is redeclared but is not replaceable",
                                               text_of(m->ctx, s->name));
        remark(m, old->name_span, "declare it as `replaceable` here");
    } else {
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
    s->env = env_of(list);
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
            report_final(m, s, &from_outside.e[i]);
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
        *r = args_ref(c->elem[i]->mod, inside);
        r->type_dims = (uint8_t)u->ndims;
        u->env = mod_concat(m, (ModEnv){r->mod != NULL, r}, base->env);
        u->env = mod_concat(m, s->env, u->env);
        if (inside->slot.n)
            u->body = inside;
        return u;
    }
    return NULL;
}

/* A simple type that extends a replaceable class of its own, as component modifiers redeclare it.
 */
static ClassUse *redeclared_simple(Model *m, ClassUse *use, ModEnv env)
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

/* Begins to make what a slot holds; false if that is under way already. */
static bool slot_open(Model *m, Slot *s)
{
    if (s->busy || m->depth > MOST_DEPTH)
        return false;
    s->busy = true;
    m->depth++;
    slot_settle(m, s);
    return true;
}

static void slot_close(Model *m, Slot *s, bool good)
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
        c->is_object = c->use->restriction == CLS_CLASS && class_is_external_object(m, c->use);
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
            const Comp *k = slot_existing(m, p->ci->slot.v[i]);
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

/* An inner component of the class that is looked for, under another name. */
static void remark_renamed(Model *m, const Comp *c)
{
    if (remark_elsewhere(m, c))
        return;
    for (const Comp *p = c->parent; p; p = p->parent)
        for (int i = 0; p->ci && i < p->ci->slot.n; i++) {
            Slot *s = p->ci->slot.v[i];
            if (s->written->kind != EL_COMPONENT || !s->written->inner || s->generated)
                continue;
            const Comp *k = slot_comp(m, s);
            if (k && k->use && c->use && k->use->def == c->use->def && k->name != c->name) {
                remark(m, s->written->name_span,
                       "the inner `%s` here is of that class: an inner and its outer have one name",
                       text_of(m->ctx, k->name));
                return;
            }
        }
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
        remark_renamed(m, c);
        return NULL;
    }
    const SynExp *hint = annotation_value(c->use->written->annotation, N_missingInnerMessage);
    diag_warning(m->ctx->diags, user_place(m, c),
                 "`%s` is outer, but no enclosing component declares an `inner %s`; one with "
                 "default values is added%s%s",
                 comp_name_text(m, c), text_of(m->ctx, c->name), hint ? ": " : "",
                 hint && hint->kind == XP_STRING ? text_of(m->ctx, hint->str) : "");
    remark_renamed(m, c);
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

/* ---- The model ---- */

Model *model_new(Context *ctx, Library *lib)
{
    Arena *a = arena_new();
    Model *m = ARENA_NEW(a, Model);
    m->ctx = ctx;
    m->arena = a;
    m->lib = lib;
    m->kept = arena_new();
    m->store = exprs_new(m->kept, ctx->names);
    for (int i = 0; i < BUILTIN_COUNT; i++) {
        if (!builtin_names[i])
            continue;
        m->builtin[i] = ARENA_NEW(a, SynClass);
        m->builtin[i]->restriction = i == BUILTIN_EXTERNAL_OBJECT ? CLS_CLASS : CLS_TYPE;
        m->builtin[i]->name = builtin_names[i];
    }
    vec_push(a, &m->comp, (Comp *)NULL);
    vec_push(a, &m->iter, (Iter){0});
    vec_push(a, &m->function, (struct FuncInfo *)NULL);
    SynClass *top = ARENA_NEW(a, SynClass);
    top->restriction = CLS_PACKAGE;
    m->top = ARENA_NEW(a, ClassInst);
    m->top->def = top;
    m->top->state = CI_EXPANDED;
    static const Name select[] = {N_never, N_avoid, N_default, N_prefer, N_always};
    static const Name level[] = {N_warning, N_error};
    TypeTable *types = expr_types(m->store);
    m->state_select = type_enum(types, N_StateSelect, 5, select);
    m->assertion_level = type_enum(types, N_AssertionLevel, 2, level);
    return m;
}

void model_free(Model *m)
{
    if (!m)
        return;
    if (!m->handed_over) {
        exprs_free(m->store);
        arena_free(m->kept);
    }
    arena_free(m->arena);
}
