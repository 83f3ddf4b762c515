/* inst_class.c - the names of a class: its own elements and those of its bases, made on demand.
 *
 * Cost: expanding a class is linear in its elements and those of its bases; a look-up is a hash
 * access. */
#include "model/inst_internal.h"
#include "model/resolve.h"
#include "syntax/lexer.h"

enum { FEW_SLOTS = 8 }; /* are looked through: a table of places would not be faster */

static uint32_t *place_of(const ClassInst *ci, Name name)
{
    uint32_t i = (name * 0x9E3779B1u) >> 8;
    for (;; i++) {
        uint32_t *at = &ci->place[i & (ci->nplaces - 1)];
        if (!*at || ci->slot.v[*at - 1]->name == name)
            return at;
    }
}

static int position_of(const ClassInst *ci, Name name)
{
    if (ci->place)
        return (int)*place_of(ci, name) - 1;
    int i = ci->slot.n - 1;
    while (i >= 0 && ci->slot.v[i]->name != name)
        i--;
    return i;
}

Slot *table_get(const ClassInst *ci, Name name)
{
    int i = position_of(ci, name);
    return i >= 0 ? ci->slot.v[i] : NULL;
}

static void make_places(Model *m, ClassInst *ci, int n)
{
    arena_drop(m->arena, ci->place, ci->nplaces * sizeof *ci->place);
    ci->nplaces = 4 * FEW_SLOTS;
    while (ci->nplaces < 2 * (uint32_t)n)
        ci->nplaces *= 2;
    ci->place = ARENA_ARRAY(m->arena, uint32_t, ci->nplaces);
    for (int i = 0; i < ci->slot.n; i++)
        *place_of(ci, ci->slot.v[i]->name) = (uint32_t)i + 1;
}

/* An empty table with room for n. */
static void table_begin(Model *m, ClassInst *ci, int n)
{
    arena_drop(m->arena, ci->place, ci->nplaces * sizeof *ci->place);
    ci->place = NULL;
    ci->nplaces = 0;
    ci->slot.v = ARENA_ARRAY(m->arena, Slot *, n);
    ci->slot.n = 0;
    ci->slot.cap = n;
    if (n > FEW_SLOTS)
        make_places(m, ci, n);
}

void table_add(Model *m, ClassInst *ci, Slot *s)
{
    vec_push(m->arena, &ci->slot, s);
    if (ci->place ? 2 * (uint32_t)ci->slot.n > ci->nplaces : ci->slot.n > FEW_SLOTS)
        make_places(m, ci, ci->slot.n);
    else if (ci->place)
        *place_of(ci, s->name) = (uint32_t)ci->slot.n;
}

void class_enter_own(Model *m, ClassInst *ci)
{
    ci->state = CI_NAMING;
    for (int i = 0; i < ci->def->nelements; i++) {
        SynElement *el = ci->def->elem[i];
        if (el->kind == EL_IMPORT)
            vec_push(m->arena, &ci->import, el);
        ci->redeclares = ci->redeclares || is_redeclaration(el);
        if ((el->kind != EL_CLASS && el->kind != EL_COMPONENT) || is_redeclaration(el))
            continue;
        bool operator= el->kind == EL_CLASS &&(el->cls->restriction == CLS_OPERATOR ||
                                               el->cls->restriction == CLS_OPERATOR_FUNCTION);
        if (operator&& ci->def->restriction != CLS_OPERATOR_RECORD &&
            ci->def->restriction != CLS_CLASS)
            object_to(m, el->name_span,
                      "operators can only be declared directly in an `operator record`");
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

/* A constant or parameter that a class of a library declares again, perhaps with another value or
 * unit: its own declaration is meant. */
static bool hides_parameter(Model *m, const ClassInst *ci, const Slot *a, const Slot *b)
{
    const SynElement *x = a->written, *y = b->written;
    bool fixed = x->variability == VAR_CONSTANT || x->variability == VAR_PARAMETER;
    if ((a->owner == ci) == (b->owner == ci) || x->kind != EL_COMPONENT ||
        y->kind != EL_COMPONENT || !fixed || x->variability != y->variability ||
        !same_expressions(m, x->subs, x->nsubs, y->subs, y->nsubs))
        return false;
    int mark = diags_mark(m->ctx->diags);
    const ClassUse *t = lookup_class(m, a->owner, &x->type),
                   *u = lookup_class(m, b->owner, &y->type);
    diags_rollback(m->ctx->diags, mark);
    if (!t || !u ||
        !(t->def == u->def ||
          (t->builtin && t->builtin == u->builtin && t->builtin != BUILTIN_ENUM)))
        return false;
    const Slot *own = a->owner == ci ? a : b, *other = own == a ? b : a;
    return object_to(
        m, own->written->name_span,
        "`%s` is declared again, with another value or type than in `%s`, which is inherited: "
        "another value is given by a modifier, extends %s(%s = ...)",
        text_of(m->ctx, a->name), class_name_text(m, other->owner->def),
        class_name_text(m, other->owner->def), text_of(m->ctx, a->name));
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
    ci->slot.v[position_of(ci, s->name)] = s;
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
    } else if (!same_slots(m, old, s) && m->of_library && hides_parameter(m, ci, old, s)) {
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
        if (s->written->kind == EL_COMPONENT && (s->owner == ci) != (old->owner == ci))
            remark(
                m, (Span){0},
                "another value for what is inherited is given by a modifier: extends %s(%s = ...)",
                class_name_text(m, (s->owner == ci ? old : s)->owner->def),
                text_of(m->ctx, s->name));
        else
            remark(m, (Span){0}, "a name stands for one thing: rename one of them");
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

/* Classes of components, equations and other classes: libraries take one for another. */
static bool is_composed(int restriction)
{
    return restriction == CLS_MODEL || restriction == CLS_BLOCK || restriction == CLS_PACKAGE;
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
        own[n++] = mod_ref_args(mod, ci);
    ModRef *kept = arena_copy(m->arena, own, (size_t)n * sizeof *own);
    ModEnv env = mod_concat(m, ci->env, (ModEnv){n, kept});
    ClassInst *b = class_instance(m, use, mod_concat(m, env, use->env), ci->self);
    b->derived = ci;
    b->is_function = ci->is_function;
    b->nfinal = use->final ? b->nfinal : ci->nfinal;
    b->depth = ci->depth + 1;
    return b;
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
    else if (!fits &&
             !(is_composed(ci->def->restriction) && is_composed(use->restriction) ? object_to
                                                                                  : refuse)(
                 m, at, "a %s cannot extend the %s `%s`", restriction_words[ci->def->restriction],
                 restriction_words[use->restriction], class_name_text(m, use->def)))
        return false;
    if (clause && lookup_is_replaceable(m, ci, &clause->type) &&
        !object_to(
            m, at,
            "`%s` extends `%s`, which is replaceable; only classes that cannot be redeclared "
            "can be extended",
            class_name_text(m, ci->def), class_name_text(m, use->written)))
        return false;
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
        ModRef r = mod_ref_args(mod, ci);
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
        Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, el->name));
        for (int k = 0; k < ci->slot.n; k++)
            if (ci->slot.v[k]->name != el->name)
                nearest_offer(&near, text_of(m->ctx, ci->slot.v[k]->name));
        refuse(
            m, el->name_span, "`%s` is redeclared, but `%s` inherits no element of that name%s%s%s",
            text_of(m->ctx, el->name), class_name_text(m, ci->def),
            near.best ? "; did you mean `" : "", near.best ? near.best : "", near.best ? "`?" : "");
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
        int n = own.n;
        for (int i = 0; i < ci->base.n; i++)
            n += ci->base.v[i]->slot.n;
        table_begin(m, ci, n);
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
        arena_drop(m->arena, own.v, (size_t)own.cap * sizeof *own.v);
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
