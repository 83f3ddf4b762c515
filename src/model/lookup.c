/* lookup.c - finding names (specification, chapter 5).
 *
 * A simple name is looked up in the scope (own and inherited elements, then imports), then in the
 * lexically enclosing classes, then among the top-level classes. A dotted name: its first part
 * like that, the rest step by step inwards. */
#include "model/builtin.h"
#include "model/inst.h"

/* Explains that a name is missing, if the version of a library may be the reason. */
void remark_version(Model *m, const SynClass *in)
{
    const char *version = library_mismatch(m->lib, in);
    if (version)
        remark(m, (Span){0}, "%s", version);
}

/* ---- The top ---- */

static SynElement *class_element(Model *m, SynClass *c)
{
    SynElement *el = ARENA_NEW(m->arena, SynElement);
    el->kind = EL_CLASS;
    el->name = c->name;
    el->name_span = c->name_span;
    el->span = c->span;
    el->cls = c;
    return el;
}

static SynClass *builtin_enumeration(Model *m, Name name, Type type)
{
    const EnumInfo *info = type_enum_info(expr_types(m->store), type);
    SynClass *c = ARENA_NEW(m->arena, SynClass);
    c->form = FORM_ENUM;
    c->restriction = CLS_TYPE;
    c->name = name;
    c->nliterals = info->n;
    c->literal = ARENA_ARRAY(m->arena, SynEnumLiteral, info->n);
    for (int i = 0; i < info->n; i++)
        c->literal[i].name = info->literal[i];
    return c;
}

static SynClass *builtin_type(Model *m, Name name)
{
    for (int i = 0; i < BUILTIN_COUNT; i++)
        if (m->builtin[i] && builtin_names[i] == name)
            return m->builtin[i];
    return name == N_StateSelect      ? builtin_enumeration(m, name, m->state_select)
           : name == N_AssertionLevel ? builtin_enumeration(m, name, m->assertion_level)
                                      : NULL;
}

/* Built-in types and top-level classes; libraries are opened on the way. */
static Slot *top_slot(Model *m, Name name, bool builtin_only)
{
    ClassInst *top = m->top;
    Slot *s = table_get(top, name);
    if (s)
        return builtin_only && !builtin_type(m, name) ? NULL : s;
    SynClass *c = builtin_type(m, name);
    if (!c && !builtin_only)
        c = library_find(m->lib, name);
    if (!c)
        return NULL;
    s = ARENA_NEW(m->arena, Slot);
    *s = (Slot){.name = name, .written = class_element(m, c), .owner = top};
    table_add(m, top, s);
    return s;
}

static Found top_lookup(Model *m, Name name, bool builtin_only)
{
    if (name == N_time)
        return (Found){.kind = FIND_TIME};
    if (builtin_function(name))
        return (Found){.kind = FIND_BUILTIN_FUNCTION, .builtin = name};
    Slot *s = top_slot(m, name, builtin_only);
    if (s)
        return (Found){.kind = FIND_SLOT, .slot = s, .in = m->top, .outside = true};
    return (Found){.kind = FIND_NOTHING};
}

/* ---- Imports ---- */

/* Whether a class has nothing but classes and constants, as a package (specification, 5.3.2). */
static bool is_package_like(Model *m, ClassUse *use)
{
    if (use->restriction == CLS_PACKAGE || use->builtin || use->def->classic)
        return true;
    ClassInst *ci = class_plain(m, use);
    class_expand(m, ci);
    bool like = true;
    for (int i = 0; like && i < use->def->nsections; i++)
        like = !use->def->section[i]->n;
    for (int i = 0; like && i < ci->slot.n; i++)
        like = ci->slot.v[i]->written->kind == EL_CLASS ||
               ci->slot.v[i]->written->variability == VAR_CONSTANT;
    return like;
}

static bool report_no_package(Model *m, ClassUse *use, Span at, bool all)
{
    return refuse(m, at, "`%s` is not a package: only elements of packages can be imported%s",
                  class_name_text(m, use->written),
                  all ? "; the class itself is imported by its name, without `.*`" : "");
}

/* A type, an enumeration say, that is declared in a record or a model says nothing about its
 * variables: libraries import it, which is only a warning. */
static bool is_type_of(Model *m, ClassUse *use, Name name, Span at)
{
    const Slot *s = class_slot(m, class_plain(m, use), name);
    bool type = s && s->written->kind == EL_CLASS && s->written->cls->restriction == CLS_TYPE;
    if (type)
        diag_warning(m->ctx->diags, at, "`%s` is not a package: the type `%s` should be in one",
                     class_name_text(m, use->written), text_of(m->ctx, name));
    return type;
}

static bool has_literal(const ClassUse *use, Name name)
{
    for (int i = 0; use->builtin == BUILTIN_ENUM && i < use->def->nliterals; i++)
        if (use->def->literal[i].name == name)
            return true;
    return false;
}

/* A literal of an enumeration under its own name, as if it were a constant at the top: libraries
 * import literals, although an enumeration is no package. */
static Slot *literal_slot(Model *m, const SynName *path)
{
    diag_warning(m->ctx->diags, path->span, "`%s` is an enumeration, not a package",
                 text_of(m->ctx, path->part[path->n - 2]));
    SynExp *value = ARENA_NEW(m->arena, SynExp);
    value->kind = XP_REF;
    value->span = path->span;
    value->ref = arena_alloc(m->arena, sizeof *value->ref + path->n * sizeof(SynPart));
    *value->ref = (SynRef){.global = true, .n = path->n, .span = path->span};
    for (int i = 0; i < path->n; i++)
        value->ref->part[i] = (SynPart){.name = path->part[i], .span = path->span};
    SynElement *el = ARENA_NEW(m->arena, SynElement);
    el->kind = EL_COMPONENT;
    el->variability = VAR_CONSTANT;
    el->name = path->part[path->n - 1];
    el->span = el->name_span = path->span;
    el->type = *path;
    el->type.global = true;
    el->type.n--;
    el->mod = ARENA_NEW(m->arena, SynMod);
    el->mod->span = path->span;
    el->mod->value = value;
    Slot *s = ARENA_NEW(m->arena, Slot);
    *s = (Slot){.name = el->name, .written = el, .owner = m->top};
    return s;
}

/* The package of an import of all it has, as it is written, without the star. */
static const char *package_text(Model *m, const SynElement *import)
{
    Buf b = {0};
    for (int i = 0; i < import->type.n; i++)
        buf_printf(&b, "%s%s", i ? "." : "", text_of(m->ctx, import->type.part[i]));
    const char *text = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

/* What a name of another language is here; that of a function is nothing as a variable. */
static const char *habit_of(Model *m, Name name, const char *what)
{
    const char *text = text_of(m->ctx, name);
    return !strcmp(what, "variable") && hint_is_call(text) ? NULL : hint_habit(text);
}

/* Follows an absolute path to the slot of its last part; NULL after a report. `single`: it names an
 * element of a package. */
static Slot *absolute_slot(Model *m, const SynName *path, bool single)
{
    Slot *s = top_slot(m, path->part[0], false);
    if (!s)
        report_not_found(m, NULL, path->part[0], path->span, "class");
    for (int i = 1; s && i < path->n; i++) {
        ClassUse *use = slot_class(m, s, path->span);
        bool last = single && i + 1 == path->n;
        if (use && last && has_literal(use, path->part[i]))
            return literal_slot(m, path);
        bool good = use && (!last || is_package_like(m, use) ||
                            is_type_of(m, use, path->part[i], path->span) ||
                            report_no_package(m, use, path->span, false));
        s = good ? lookup_member(m, use, path->part[i], path->span) : NULL;
    }
    return s;
}

static Found import_hit(Slot *s)
{
    return s ? (Found){.kind = FIND_SLOT, .slot = s, .in = s->owner, .outside = true}
             : (Found){.kind = FIND_FAILED};
}

static Found lookup_import(Model *m, ClassInst *ci, Name name)
{
    const SynElement *first = NULL;
    for (int i = 0; i < ci->import.n; i++) {
        const SynElement *el = ci->import.v[i];
        if (el->import_kind == IMPORT_ALL || el->name != name)
            continue;
        if (first) {
            refuse(m, el->span, "two imports give the name `%s`", text_of(m->ctx, name));
            remark(m, first->span, "the other one is here");
            return (Found){.kind = FIND_FAILED};
        }
        first = el;
    }
    if (first)
        return import_hit(absolute_slot(m, &first->type, true));
    Found hit = {.kind = FIND_NOTHING};
    for (int i = 0; i < ci->import.n; i++) {
        const SynElement *el = ci->import.v[i];
        if (el->import_kind != IMPORT_ALL)
            continue;
        Slot *package = absolute_slot(m, &el->type, false);
        ClassUse *use = package ? slot_class(m, package, el->type.span) : NULL;
        if (!use ||
            (use->restriction != CLS_PACKAGE && !report_no_package(m, use, el->type.span, true)))
            return (Found){.kind = FIND_FAILED};
        Slot *s = class_slot(m, class_plain(m, use), name);
        if (!s || s->protected)
            continue;
        if (hit.kind == FIND_SLOT && hit.slot != s) {
            refuse(m, el->span,
                   "`%s` is imported from two packages: name the one that is meant, %s.%s",
                   text_of(m->ctx, name), package_text(m, first), text_of(m->ctx, name));
            remark(m, first->span, "this import has it too");
            return (Found){.kind = FIND_FAILED};
        }
        hit = import_hit(s);
        first = el;
    }
    return hit;
}

/* ---- Simple names ---- */

/* A component of a class that extends this one. The language does not look there, other tools do.
 */
static Found in_derived(Model *m, ClassInst *scope, Name name)
{
    for (ClassInst *ci = scope ? scope->derived : NULL; ci; ci = ci->derived) {
        Slot *s = table_get(ci, name);
        if (!s || s->written->kind != EL_COMPONENT)
            continue;
        diag_warning(m->ctx->diags, scope->def->name_span,
                     "`%s` uses `%s`, which it does not declare: the one of `%s`, which extends "
                     "it, is taken",
                     class_name_text(m, scope->def), text_of(m->ctx, name),
                     class_name_text(m, ci->def));
        return (Found){.kind = FIND_SLOT, .slot = s, .in = ci};
    }
    return (Found){.kind = FIND_NOTHING};
}

Found lookup_simple(Model *m, ClassInst *scope, Name name)
{
    bool outside = false, closed = false;
    for (ClassInst *ci = scope; ci && ci != m->top && !closed; ci = ci->lexical, outside = true) {
        Slot *s = class_slot(m, ci, name);
        if (s)
            return (Found){.kind = FIND_SLOT, .slot = s, .in = ci, .outside = outside};
        if (ci->import.n) {
            Found f = lookup_import(m, ci, name);
            if (f.kind != FIND_NOTHING)
                return f;
        }
        closed = ci->def->encapsulated;
    }
    Found f = top_lookup(m, name, closed);
    return f.kind == FIND_NOTHING && m->of_library ? in_derived(m, scope, name) : f;
}

/* ---- Dotted names ---- */

/* A name that the package does not have, but that something built in has, or that the package has
 * by another name than people expect; NULL: nothing is known. */
static const char *known_by_habit(Model *m, const SynClass *in, Name name)
{
    const char *word = text_of(m->ctx, name), *habit = hint_habit(word);
    const char *within = arena_printf(m->arena, "`%s.", class_name_text(m, in));
    if (habit && !strncmp(habit, within, strlen(within)))
        return arena_printf(m->arena, "; it is %s", habit);
    return builtin_function(name) ? arena_printf(m->arena, "; `%s` is built in: without `%s.`",
                                                 word, class_name_text(m, in))
                                  : NULL;
}

/* Any public element. */
static Slot *any_member(Model *m, ClassUse *use, Name name, Span at)
{
    if (!library_load(m->lib, use->def))
        return NULL;
    ClassInst *ci = use->builtin && use->body ? use->body : class_plain(m, use);
    Slot *s = use->builtin && !use->body ? NULL : class_slot(m, ci, name);
    if (!s && map_get(&m->misfits, (uint64_t)(uintptr_t)use->def, 0))
        return NULL; /* it was told what it lacks */
    if (!s) {
        Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, name));
        for (int i = 0; near.wanted && i < ci->slot.n; i++)
            if (!ci->slot.v[i]->protected)
                nearest_offer(&near, text_of(m->ctx, ci->slot.v[i]->name));
        const char *now = hint_renamed(m, use->written, name);
        const char *below =
            now || (near.best && near.distance < 2) ? NULL : hint_deep_below(m, ci, name, 2);
        const char *known = known_by_habit(m, use->written, name);
        const char *alike = now || near.best || below ? NULL : hint_beginning(m, ci, name);
        const char *described =
            now || near.best || below || alike || known ? NULL : hint_described(m, ci, name);
        refuse(m, at, "`%s` has no element `%s`%s", class_name_text(m, use->written),
               text_of(m->ctx, name),
               now     ? ""
               : known ? known
               : alike ? arena_printf(m->arena, "; those of a like name are %s", alike)
               : below ? arena_printf(m->arena, "; did you mean `%s`?", below)
               : described
                   ? arena_printf(m->arena, "; those that are described by this word are %s",
                                  described)
                   : did_you_mean(m, &near));
        const char *folder = library_folder_beside(m->lib, use->def, name);
        if (folder)
            remark(
                m, (Span){0},
                "the folder `%s` is no package, as it has no file package.mo: package %s end %s;",
                folder, text_of(m->ctx, name), text_of(m->ctx, name));
        if (now)
            remark(m, (Span){0}, "it is called `%s` now; --convert changes what older models use",
                   now);
        remark_version(m, use->written);
        return NULL;
    }
    if (s->protected) {
        bool forgiven = object_to(m, at, "`%s` is protected in `%s`", text_of(m->ctx, name),
                                  class_name_text(m, use->written));
        remark(m, s->written->name_span, "it is declared here");
        if (!forgiven)
            return NULL;
    }
    return s;
}

/* What a class that is no package lets others see: its types and encapsulated classes. */
static bool is_visible(Model *m, ClassUse *use, const Slot *s)
{
    if (s->written->kind == EL_CLASS && library_load(m->lib, s->written->cls) &&
        (s->written->cls->encapsulated || s->written->cls->restriction == CLS_TYPE))
        return true;
    return is_package_like(m, use);
}

Slot *lookup_member(Model *m, ClassUse *use, Name name, Span at)
{
    Slot *s = any_member(m, use, name, at);
    if (s && s->written->kind == EL_COMPONENT && use->def->partial) {
        if (refuse_partial_package(m, use))
            return NULL;
        refuse(m, at, "`%s` is partial, so `%s` cannot be taken from it",
               class_name_text(m, use->written), text_of(m->ctx, name));
        return NULL;
    }
    if (!s || is_visible(m, use, s))
        return s;
    bool component = s->written->kind == EL_COMPONENT;
    bool forgiven = (component ? refuse : object_to)(
        m, at,
        "`%s` has variables or equations, so it is no package from which `%s` could be "
        "used; %s `%s` %s",
        class_name_text(m, use->written), text_of(m->ctx, name), component ? "use" : "declare",
        text_of(m->ctx, name), component ? "of a component of that class" : "outside of it");
    remark(m, s->written->name_span, "it is declared here");
    return forgiven ? s : NULL;
}
static ClassUse *found_class(Model *m, ClassInst *scope, Found f, Name name, Span at)
{
    switch (f.kind) {
    case FIND_SLOT:
        break;
    case FIND_NOTHING:
        report_not_found(m, scope, name, at, "class");
        return NULL;
    case FIND_FAILED:
        return NULL;
    default:
        refuse(m, at, "`%s` is not a class, but a word of the language: a class needs another name",
               text_of(m->ctx, name));
        return NULL;
    }
    if (f.slot->written->kind != EL_CLASS) {
        refuse(m, at, "`%s` is a component, not a class", text_of(m->ctx, name));
        remark(m, f.slot->written->name_span, "it is declared here");
        return NULL;
    }
    return slot_class(m, f.slot, at);
}

typedef Slot *Step(Model *m, ClassUse *use, Name name, Span at);

/* What a class must be able to stand for: the one it was redeclared from, or its constraining
 * class; NULL: any will do. */
static ClassUse *stands_for_class(Model *m, Slot *s)
{
    if (s->replaced && s->decl != s->written)
        return slot_class(m, s->replaced, s->decl->name_span);
    return s->decl->constrained ? lookup_class(m, s->scope, &s->decl->constraint) : NULL;
}

/* Packages inside of one that is none of those wanted: one of them is meant, most likely. */
static void remark_fitting(Model *m, ClassUse *have, ClassUse *want)
{
    enum { MOST = 4 };
    ClassInst *ci = class_plain(m, have);
    Buf b = {0};
    int n = 0, mark = diags_mark(m->ctx->diags);
    for (int i = 0; i < ci->slot.n && n <= MOST; i++) {
        Slot *s = ci->slot.v[i];
        ClassUse *use = s->written->kind == EL_CLASS && !s->protected
                            ? slot_class(m, s, s->written->name_span)
                            : NULL;
        if (!use || use->builtin || !library_load(m->lib, use->def) || use->def->partial ||
            !class_derives(m, class_plain(m, use), want->def))
            continue;
        buf_printf(&b, n == MOST ? ", ..." : "%s`%s`", n ? ", " : "", text_of(m->ctx, s->name));
        n++;
    }
    diags_rollback(m->ctx->diags, mark);
    if (n)
        remark(m, (Span){0}, "packages inside of it can: %s", buf_text(&b));
    buf_free(&b);
}

/* A package of another kind than is needed, and that lacks `name`: told where it is declared, once;
 * false: it is none. */
static bool refuse_misfit(Model *m, Slot *s, Name name)
{
    if (!s || s->written->kind != EL_CLASS || !s->decl)
        return false;
    ClassUse *have = slot_class(m, s, s->decl->name_span);
    ClassUse *old = stands_for_class(m, s);
    if (!have || !old || have->builtin || old->builtin || !library_load(m->lib, have->def) ||
        class_slot(m, class_plain(m, have), name) || !class_slot(m, class_plain(m, old), name))
        return false;
    if (!s->misfit_told && !map_get(&m->misfits, (uint64_t)(uintptr_t)have->def, 0))
        refuse(m, s->decl->name_span,
               "`%s` is %s `%s`, which cannot stand for `%s`: it has no element `%s`",
               text_of(m->ctx, s->name), s->replaced ? "redeclared as" : "of the class",
               class_name_text(m, have->def), class_name_text(m, old->def), text_of(m->ctx, name));
    if (!s->misfit_told && !map_get(&m->misfits, (uint64_t)(uintptr_t)have->def, 0))
        remark_fitting(m, have, old);
    map_set(&m->misfits, m->arena, (uint64_t)(uintptr_t)have->def, 1);
    s->misfit_told = true;
    return true;
}

static ClassUse *follow(Model *m, ClassInst *scope, const SynName *name, Step *step)
{
    Found f =
        name->global ? top_lookup(m, name->part[0], false) : lookup_simple(m, scope, name->part[0]);
    ClassUse *use = found_class(m, scope, f, name->part[0], name->span);
    if (use && name->n > 1 && f.kind == FIND_SLOT && refuse_misfit(m, f.slot, name->part[1]))
        return NULL;
    for (int i = 1; use && i < name->n; i++) {
        Slot *s = step(m, use, name->part[i], name->span);
        if (s && s->written->kind != EL_CLASS) {
            refuse(m, name->span, "`%s` in `%s` is a component, not a class",
                   text_of(m->ctx, name->part[i]), class_name_text(m, use->written));
            return NULL;
        }
        use = s ? slot_class(m, s, name->span) : NULL;
    }
    return use;
}

/* Libraries name what stands in the class they write by its whole name: a class that is no package
 * lets its own text see its classes. */
static Slot *member_from_inside(Model *m, ClassUse *use, Name name, Span at)
{
    if (at.beg < use->def->span.beg || at.end > use->def->span.end)
        return lookup_member(m, use, name, at);
    Slot *s = any_member(m, use, name, at);
    if (!s || s->written->kind != EL_CLASS || is_visible(m, use, s))
        return s ? lookup_member(m, use, name, at) : NULL;
    diag_warning(
        m->ctx->diags, at,
        "`%s` has variables or equations, so it is no package: `%s` should be used by its own name "
        "here",
        class_name_text(m, use->written), text_of(m->ctx, name));
    return s;
}

ClassUse *lookup_class(Model *m, ClassInst *scope, const SynName *name)
{
    return follow(m, scope, name, name->global ? lookup_member : member_from_inside);
}

static bool is_replaceable(Model *m, Slot *s, Span at, ClassUse **use)
{
    *use = s && s->written->kind == EL_CLASS ? slot_class(m, s, at) : NULL;
    return *use && ((*use)->replaceable || s->decl->replaceable);
}

bool lookup_is_replaceable(Model *m, ClassInst *scope, const SynName *name)
{
    if (name->global)
        return false;
    ClassUse *use;
    Found f = lookup_simple(m, scope, name->part[0]);
    bool found = is_replaceable(m, f.kind == FIND_SLOT ? f.slot : NULL, name->span, &use);
    for (int i = 1; use && !found && i < name->n; i++)
        found =
            is_replaceable(m, class_slot(m, class_plain(m, use), name->part[i]), name->span, &use);
    return found;
}

ClassUse *lookup_class_text(Model *m, const char *dotted)
{
    Name part[64];
    SynName name = {.global = true, .part = part};
    for (const char *p = dotted; name.n < 64;) {
        const char *end = p;
        if (*end == '\'') { /* quoted identifiers may contain dots */
            end++;
            while (*end && *end != '\'')
                end += end[0] == '\\' && end[1] ? 2 : 1;
            end += *end == '\'';
        } else {
            end += strcspn(end, ".");
        }
        part[name.n++] = name_of(m->ctx->names, p, (size_t)(end - p));
        if (*end != '.')
            break;
        p = end + 1;
    }
    return follow(m, m->top, &name, any_member);
}

/* ---- Messages ---- */

static void offer_top(void *near, const char *name)
{
    nearest_offer(near, name);
}

typedef struct Listed {
    Buf text;
    int n;
} Listed;

static void list_name(void *arg, const char *name)
{
    enum { MOST = 8 };
    Listed *l = arg;
    if (l->n++ < MOST)
        buf_printf(&l->text, "%s`%s`", l->n > 1 ? ", " : "", name);
    else if (l->n == MOST + 1)
        buf_puts(&l->text, ", ...");
}

/* What could have been named on the command line. */
static void remark_read(Model *m)
{
    Listed l = {0};
    library_read_names(m->lib, list_name, &l);
    if (l.n)
        remark(m, (Span){0}, "declared in what was read: %s", buf_text(&l.text));
    buf_free(&l.text);
}

typedef struct Sought {
    Model *m;
    Name name;
    const char *found;
} Sought;

static void look_in_package(void *arg, const char *top)
{
    Sought *s = arg;
    ClassUse *use = s->found ? NULL : lookup_class_text(s->m, top);
    if (use && !use->builtin && use->restriction == CLS_PACKAGE &&
        class_slot(s->m, class_plain(s->m, use), s->name))
        s->found = arena_printf(s->m->arena, "%s.%s", top, text_of(s->m->ctx, s->name));
}

/* The whole name of what a package that was read has under this name; NULL. */
static const char *in_package_read(Model *m, Name name)
{
    Sought s = {m, name, NULL};
    if (m->hinting)
        return NULL;
    int mark = diags_mark(m->ctx->diags);
    m->hinting = true;
    library_read_names(m->lib, look_in_package, &s);
    m->hinting = false;
    diags_rollback(m->ctx->diags, mark);
    return s.found;
}

/* What an import of all that a package has brings. */
static void offer_imported(Model *m, const SynElement *import, Nearest *near)
{
    int mark = diags_mark(m->ctx->diags);
    Slot *package = absolute_slot(m, &import->type, false);
    ClassUse *use = package ? slot_class(m, package, import->type.span) : NULL;
    const ClassInst *ci =
        use && use->restriction == CLS_PACKAGE && !use->builtin ? class_plain(m, use) : NULL;
    for (int i = 0; ci && i < ci->slot.n; i++)
        if (!ci->slot.v[i]->protected)
            nearest_offer(near, text_of(m->ctx, ci->slot.v[i]->name));
    diags_rollback(m->ctx->diags, mark);
}

/* What may have been meant: names that can be seen, and the same name in packages beside. */
static Nearest names_near(Model *m, ClassInst *scope, Name name, const char *what)
{
    static const char *const type[] = {"Real", "Integer", "Boolean", "String", "Clock"};
    Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, name));
    const char *beside = NULL;
    bool enclosed = false; /* what is further out cannot be seen */
    for (ClassInst *ci = scope; ci && ci != m->top && !enclosed; ci = ci->lexical) {
        for (int i = 0; near.wanted && i < ci->slot.n; i++)
            if (strcmp(what, "class") || ci->slot.v[i]->written->kind == EL_CLASS)
                nearest_offer(&near, text_of(m->ctx, ci->slot.v[i]->name));
        for (int i = 0; i < ci->import.n; i++)
            if (ci->import.v[i]->name)
                nearest_offer(&near, text_of(m->ctx, ci->import.v[i]->name));
            else if (near.wanted && ci->import.v[i]->import_kind == IMPORT_ALL)
                offer_imported(m, ci->import.v[i], &near);
        beside = near.wanted && !beside ? hint_below(m, ci, name) : beside;
        enclosed = ci->def->encapsulated;
    }
    beside = near.wanted && !beside && !enclosed ? in_package_read(m, name) : beside;
    for (size_t i = 0; i < sizeof type / sizeof *type && strcmp(what, "variable"); i++)
        nearest_offer(&near, type[i]);
    if (strcmp(what, "class"))
        builtin_offer(m->ctx, &near);
    if (!enclosed)
        library_top_names(m->lib, offer_top, &near);
    near.best = beside ? beside : near.best;
    return near;
}

/* The name of a class, without that of the class around both. */
static const char *seen_from(Model *m, const ClassInst *scope, const SynClass *c)
{
    const char *whole = class_name_text(m, c);
    const char *around = scope && scope->def->name ? class_name_text(m, scope->def) : "";
    size_t n = strlen(around);
    return n && !strncmp(whole, around, n) && whole[n] == '.' ? whole + n + 1 : whole;
}

/* fileName = data.txt: what stands behind the name is the ending of a file. */
static bool is_file_name(Model *m, Span at)
{
    static const char *const ending[] = {".txt", ".csv", ".mat", ".dat", ".xml", ".json"};
    const SourceFile *f = at.end ? source_place(m->ctx->sources, at.beg).file : NULL;
    size_t from = f ? at.end - f->base : 0;
    bool found = false;
    for (size_t i = 0; f && i < sizeof ending / sizeof *ending; i++) {
        size_t n = strlen(ending[i]);
        found = found || (from + n <= f->length && !strncmp(f->text + from, ending[i], n));
    }
    return found;
}

/* unit = m: the value of an attribute that is a text. */
static bool is_text_attribute(Model *m, Span at)
{
    static const char *const attribute[] = {"unit", "displayUnit", "quantity"};
    const SourceFile *f = at.end ? source_place(m->ctx->sources, at.beg).file : NULL;
    size_t end = f ? at.beg - f->base : 0;
    while (end && strchr(" =", f->text[end - 1]))
        end--;
    for (size_t i = 0; i < sizeof attribute / sizeof *attribute; i++) {
        size_t n = strlen(attribute[i]);
        if (end > n && !strncmp(f->text + end - n, attribute[i], n) &&
            strchr("( ,", f->text[end - n - 1]))
            return true;
    }
    return false;
}

/* import Blocks.*; reaches its packages, not what is in them. */
static const char *below_import(Model *m, ClassInst *scope, Name name)
{
    int mark = diags_mark(m->ctx->diags);
    const char *found = NULL;
    for (ClassInst *ci = scope; ci && ci != m->top && !found; ci = ci->lexical)
        for (int i = 0; i < ci->import.n && !found; i++) {
            const SynElement *el = ci->import.v[i];
            Slot *package =
                el->import_kind == IMPORT_ALL ? absolute_slot(m, &el->type, false) : NULL;
            ClassUse *use = package ? slot_class(m, package, el->type.span) : NULL;
            if (use && !use->builtin && use->restriction == CLS_PACKAGE)
                found = hint_below(m, class_plain(m, use), name);
        }
    diags_rollback(m->ctx->diags, mark);
    return found;
}

/* An import around, in the file of the model, that names nothing: what it was to bring is missing,
 * most likely, and is told instead. False: there is none. */
static bool report_import(Model *m, ClassInst *scope)
{
    for (ClassInst *ci = scope; ci && ci != m->top; ci = ci->lexical)
        for (int i = 0; i < ci->import.n; i++) {
            const SynElement *el = ci->import.v[i];
            if (el->import_kind != IMPORT_ALL && is_in_file_of_model(m, el->span) &&
                !absolute_slot(m, &el->type, true) &&
                diags_errors(m->ctx->diags)) /* it was told, now or before */
                return true;
        }
    return false;
}

/* submodel lag l, of which both would be names. */
static void remark_submodel(Model *m, Span at)
{
    enum { MOST = 60 };
    char first[MOST + 1];
    Buf b = {0};
    uint32_t n = at.beg - source_place(m->ctx->sources, at.beg).column + 1;
    source_text(m->ctx->sources, (Span){n, at.beg}, &b);
    if (b.n <= MOST && sscanf(buf_text(&b), " submodel %60[A-Za-z0-9_]", first) == 1)
        remark(m, at, "the class of a submodel stands in parentheses: submodel (%s) ...", first);
    buf_free(&b);
}

/* What a name is by another language's habit, seen from where it stands. */
static const char *habit_at(Model *m, Span at, const char *what, const char *habit, bool strange)
{
    if (habit && *habit == '`' && !strcmp(what, "component")) /* something with elements is meant */
        habit = NULL;
    if (!strcmp(what, "component") && is_file_name(m, at))
        habit = "a text, in double quotes, if it is the name of a file";
    if (is_text_attribute(m, at) ||
        (!habit && strange && !strcmp(what, "variable") && hint_is_text(m, at)))
        habit = "a text, in double quotes";
    return habit;
}

/* A name that is nothing here, and what may have been meant. */
typedef struct Missing {
    Model *m;
    ClassInst *scope;
    Name name;
    Span at;
    const char *what;
    Nearest near;
    const SynClass *enumeration; /* one that has a literal of this name */
    const SynClass *wall;        /* an encapsulated class, around which it is declared */
    const char *habit;           /* what it is in Modelica instead */
    const char *imported;        /* what an import calls it */
    const char *state;           /* whose derivative it is */
} Missing;

static void find_meant(Missing *x)
{
    Model *m = x->m;
    const char *text = text_of(m->ctx, x->name);
    ClassInst *scope = x->near.wanted ? x->scope : NULL;
    const char *below = scope ? below_import(m, scope, x->name) : NULL;
    x->near.best = below ? below : x->near.best;
    x->enumeration = x->near.wanted ? hint_enumeration(m, x->scope, x->name) : NULL;
    if (!x->enumeration)
        x->habit = text[0] == '\'' ? "a name; a text stands in double quotes"
                                   : habit_of(m, x->name, x->what);
    x->habit = habit_at(m, x->at, x->what, x->habit, !x->near.best || x->near.distance > 1);
    x->wall = x->scope ? hint_hidden(m, x->scope, x->name) : NULL;
    if (scope && !x->wall && !x->enumeration)
        x->imported = hint_imported(m, scope, x->name);
    bool constant = x->habit && !strcmp(x->what, "class") &&
                    strstr(x->habit, "Constants"); /* PI, a controller */
    if (x->imported || x->wall || below || constant)
        x->habit = NULL;
    if (x->near.wanted && !x->near.best && x->at.end - x->at.beg > strlen(text))
        nearest_offer(&x->near,
                      "Modelica"); /* the library that every name with dots is likely of */
    x->state = !x->habit && x->near.wanted ? hint_derivative(m, x->scope, text) : NULL;
}

/* What stands behind "is not declared". */
static const char *meant_text(const Missing *x)
{
    Model *m = x->m;
    const char *text = text_of(m->ctx, x->name);
    if (x->habit)
        return x->habit;
    if (x->wall)
        return "";
    if (x->imported)
        return arena_printf(m->arena, "; by the import here it is `%s`", x->imported);
    if (x->state)
        return arena_printf(m->arena, "; the derivative of `%s` is der(%s)", x->state, x->state);
    if (x->enumeration)
        return arena_printf(m->arena, "; as a literal it is `%s.%s`",
                            seen_from(m, x->scope, x->enumeration), text);
    if (x->near.best || strcmp(x->what, "variable"))
        return did_you_mean(m, &x->near);
    return arena_printf(m->arena,
                        x->scope && x->scope->def->classic
                            ? "; declare it, as `local %s` or `parameter %s = ...`"
                            : "; declare it, as `Real %s;` or `parameter Real %s = ...;`",
                        text, text);
}

static void remark_missing(Missing *x)
{
    Model *m = x->m;
    const char *text = text_of(m->ctx, x->name);
    const char *bare =
        x->near.wanted && !x->habit && !x->wall ? library_bare_folder(m->lib, x->name) : NULL;
    remark_iterator(m, x->near.wanted ? x->scope : NULL, x->name);
    if (x->scope && x->scope->def->classic && !strcmp(x->what, "class"))
        remark_submodel(m, x->at);
    if (bare)
        remark(
            m, (Span){0},
            "the folder `%s` is no package: one has a file package.mo with package %s ... end %s;",
            bare, text, text);
    else if (x->wall)
        remark(m, x->wall->name_span,
               "what is declared around `%s` is not seen in it, because it is encapsulated: "
               "`import` it",
               class_name_text(m, x->wall));
    else if (!x->near.best && x->at.end - x->at.beg > strlen(text))
        remark(m, (Span){0},
               "if `%s` is a library: `-I DIR` or MODELICAPATH names the folder it is in", text);
    else if (!x->near.best && !x->at.end)
        remark_read(m);
    library_note_broken(m->lib);
    if (x->scope)
        remark_version(m, x->scope->def);
}

void report_not_found(Model *m, ClassInst *scope, Name name, Span at, const char *what)
{
    if (report_import(m, scope))
        return;
    Missing x = {.m = m,
                 .scope = scope,
                 .name = name,
                 .at = at,
                 .what = what,
                 .near = names_near(m, scope, name, what)};
    find_meant(&x);
    const char *where = scope && scope->def->name ? class_name_text(m, scope->def) : NULL;
    refuse(m, at, "the %s `%s` is not declared%s%s%s%s%s", what, text_of(m->ctx, name),
           where ? " in `" : "", where ? where : "", where ? "`" : "",
           x.habit ? "; in Modelica it is " : "", meant_text(&x));
    remark_missing(&x);
}
