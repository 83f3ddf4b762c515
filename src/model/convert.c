/* convert.c - conversion rules applied to the class tree (specification, 18.8.2.1).
 *
 * Rules name classes as they were called in the old version, which is not at hand. So names are
 * followed here in the text alone: through the declarations, imports and base classes of what is
 * converted, up to a class of the library, which is known by its old path. What lies inside that
 * class is asked of the new version, and of the rules.
 *
 * A class is converted when its file has been read. What a name was before is kept, for names that
 * are followed through it later. Linear in the text, but for the depth of scopes and bases. */
#include "model/convert_internal.h"
#include "model/inst.h"

enum { MAX_PARTS = 60, MAX_BASES = 40 };

/* A top-level class under conversion. */
typedef struct Target {
    SynClass *top;
    VEC(Rules *) step; /* in their order */
    VEC(Name) library; /* names of the libraries that are upgraded */
    bool guess;        /* it says of no library which version it uses: an old one */
} Target;

/* A class: `cls` of the tree, or `path` of a library that is upgraded (the old name). */
typedef struct Seen {
    SynClass *cls;
    Name path;
} Seen;

struct Converter {
    Context *ctx;
    Library *lib;
    VEC(Target *) target;
    Map old; /* SynName -> number + 1 in was */
    VEC(SynName) was;
    Map base; /* SynName of a base class -> number + 1 in seen; while it is looked for: 1 */
    VEC(Seen) seen;
    Map unknown; /* names that no top-level class has */
    Map done;    /* expressions that have been converted */
    VEC(SynClass *) waiting;
    bool busy;
    VEC(Name) iter; /* iterators around the expression */
};

static Seen find_class(Converter *cv, SynClass *scope, const SynName *name, bool base);
static void convert_exp(Converter *cv, SynClass *scope, SynExp *e);
static void convert_mod(Converter *cv, SynClass *scope, Seen of, SynMod **mod);
static void convert_element(Converter *cv, SynClass *scope, SynElement *el);

Converter *converter_new(Context *ctx, Library *lib)
{
    Converter *cv = ARENA_NEW(ctx->syntax, Converter);
    cv->ctx = ctx;
    cv->lib = lib;
    vec_push(ctx->syntax, &cv->seen, ((Seen){0}));
    return cv;
}

static Target *target_of(Converter *cv, const SynClass *c)
{
    while (c && c->parent)
        c = c->parent;
    for (int i = 0; i < cv->target.n; i++)
        if (cv->target.v[i]->top == c)
            return cv->target.v[i];
    return NULL;
}

static Target *make_target(Converter *cv, SynClass *top)
{
    Target *t = target_of(cv, top);
    if (!t) {
        t = ARENA_NEW(cv->ctx->syntax, Target);
        t->top = top;
        vec_push(cv->ctx->syntax, &cv->target, t);
    }
    return t;
}

void converter_guess(Converter *cv, SynClass *top)
{
    make_target(cv, top)->guess = true;
}

bool converter_add(Converter *cv, SynClass *top, SynClass *to, const Upgrades *steps)
{
    Arena *a = cv->ctx->syntax;
    Target *t = make_target(cv, top);
    vec_push(a, &t->library, to->name);
    for (int i = 0; i < steps->n; i++) {
        Rules *r = ARENA_NEW(a, Rules);
        r->ctx = cv->ctx;
        if (!rules_read(r, cv->lib, to, steps->v[i].how))
            return false;
        vec_push(a, &t->step, r);
    }
    return true;
}

static SynClass *find_top(Converter *cv, Name name)
{
    if (name <= N_ExternalObject || map_get(&cv->unknown, name, 0))
        return NULL;
    SynClass *c = library_find(cv->lib, name);
    if (!c)
        map_set(&cv->unknown, cv->ctx->syntax, name, 1);
    return c;
}

/* ---- Names before conversion ---- */

static const SynName *before(const Converter *cv, const SynName *n)
{
    uint32_t i = map_get(&cv->old, (uintptr_t)n, 0);
    return i ? &cv->was.v[i - 1] : n;
}

static void remember(Converter *cv, const SynName *n)
{
    vec_push(cv->ctx->syntax, &cv->was, *n);
    map_set(&cv->old, cv->ctx->syntax, (uintptr_t)n, (uint32_t)cv->was.n);
}

/* ---- Paths of libraries ---- */

static Name upgraded(const Target *t, Name path)
{
    for (int i = 0; i < t->step.n; i++)
        path = rules_class(t->step.v[i], path);
    return path;
}

/* Libraries in the file of what uses them are those it was written for. */
static bool in_one_file(const Converter *cv, const SynClass *a, const SynClass *b)
{
    Sources *all = cv->ctx->sources;
    return source_place(all, a->span.beg).file == source_place(all, b->span.beg).file;
}

static bool is_upgraded(Converter *cv, Target *t, Name top)
{
    for (int i = 0; t && i < t->library.n; i++)
        if (t->library.v[i] == top)
            return true;
    SynClass *to = t && t->guess ? find_top(cv, top) : NULL;
    Upgrades steps = {0};
    return to && !in_one_file(cv, to, t->top) && version_newest_from(cv->ctx, to, &steps) &&
           converter_add(cv, t->top, to, &steps);
}

static int split(Converter *cv, Name path, Name *part)
{
    int n = 0;
    for (const char *s = text_of(cv->ctx, path); *s && n < MAX_PARTS;) {
        size_t length = strcspn(s, ".");
        part[n++] = name_of(cv->ctx->names, s, length);
        s += length + (s[length] == '.');
    }
    return n;
}

static SynElement *own_member(const SynClass *c, Name name)
{
    for (int i = 0; i < c->nelements; i++) {
        SynElement *el = c->elem[i];
        if ((el->kind == EL_CLASS || el->kind == EL_COMPONENT) && el->name == name)
            return el;
    }
    return NULL;
}

/* What was found under a name: an element, or that it belongs to a class of a library. */
typedef struct Member {
    SynElement *el;
    SynClass *in; /* the class that declares el */
    Name library; /* path of the class it is inherited from; el and in are NULL */
} Member;

static bool find_member(Converter *cv, SynClass *c, Name name, Member *out, int depth);

/* The class in the new version that a path stands for now; NULL. */
static SynClass *new_class(Converter *cv, const Target *t, Name path)
{
    Name part[MAX_PARTS];
    int n = split(cv, upgraded(t, path), part);
    SynClass *c = n ? find_top(cv, part[0]) : NULL;
    for (int i = 1; c && i < n; i++) {
        Member m;
        c = find_member(cv, c, part[i], &m, 0) && m.el && m.el->kind == EL_CLASS ? m.el->cls : NULL;
    }
    return c && library_load(cv->lib, c) ? c : NULL;
}

/* Whether a rule of the class names the element, or something in it. */
static bool rule_names(Converter *cv, const Target *t, Name path, Name name)
{
    const char *s = text_of(cv->ctx, name);
    size_t n = strlen(s);
    for (int k = 0; k < t->step.n; k++) {
        if (map_get(&t->step.v[k]->inside, path_with(cv->ctx, path, name), 0))
            return true;
        for (Rule *r = rules_first(t->step.v[k], path); r; r = rules_next(t->step.v[k], r)) {
            const char *element = r->element ? text_of(cv->ctx, r->element) : "";
            if (!strncmp(element, s, n) && (!element[n] || element[n] == '.'))
                return true;
        }
        path = rules_class(t->step.v[k], path);
    }
    return false;
}

/* The base class named by n, seen from `scope`; found once. */
static Seen base_class(Converter *cv, SynClass *scope, const SynName *n, bool extends)
{
    uint32_t known = map_get(&cv->base, (uintptr_t)n, 0);
    if (known)
        return cv->seen.v[known - 1];
    map_set(&cv->base, cv->ctx->syntax, (uintptr_t)n, 1); /* none while it is looked for */
    Seen s = find_class(cv, scope, before(cv, n), extends);
    vec_push(cv->ctx->syntax, &cv->seen, s);
    map_set(&cv->base, cv->ctx->syntax, (uintptr_t)n, (uint32_t)cv->seen.n);
    return s;
}

/* Base class number i of a class: false when there are no more. */
static bool next_base(Converter *cv, SynClass *c, int *i, Seen *out)
{
    if (c->form == FORM_SHORT) {
        if ((*i)++)
            return false;
        *out = base_class(cv, c->parent, &c->base, false);
        return true;
    }
    if (c->form != FORM_LONG && c->form != FORM_EXTENDS)
        return false;
    while (*i < c->nelements) {
        SynElement *el = c->elem[(*i)++];
        if (el->kind == EL_EXTENDS) {
            *out = base_class(cv, c, &el->type, true);
            return true;
        }
    }
    if (c->form == FORM_EXTENDS && *i == c->nelements && c->parent) { /* the class it continues */
        Seen around;
        Member m;
        ++*i;
        for (int k = 0; next_base(cv, c->parent, &k, &around);) {
            if (around.cls && find_member(cv, around.cls, c->name, &m, 1) && m.el &&
                m.el->kind == EL_CLASS && m.el->cls != c) {
                *out = (Seen){m.el->cls, 0};
                return true;
            }
            if (around.path) {
                *out = (Seen){NULL, path_with(cv->ctx, around.path, c->name)};
                return true;
            }
        }
    }
    return false;
}

/* An element of the class, its own or inherited. */
static bool find_member(Converter *cv, SynClass *c, Name name, Member *out, int depth)
{
    if (depth > MAX_BASES || !library_load(cv->lib, c))
        return false;
    SynElement *el = own_member(c, name);
    if (el) {
        *out = (Member){.el = el, .in = c};
        return true;
    }
    const Target *t = target_of(cv, c);
    Seen base;
    for (int i = 0; next_base(cv, c, &i, &base);) {
        if (base.cls && base.cls != c && find_member(cv, base.cls, name, out, depth + 1))
            return true;
        if (!base.path || !t)
            continue;
        Member inside;
        SynClass *now = rule_names(cv, t, base.path, name) ? NULL : new_class(cv, t, base.path);
        if (now && !find_member(cv, now, name, &inside, depth + 1))
            continue;
        if (!now && !rule_names(cv, t, base.path, name))
            continue;
        *out = (Member){.library = base.path};
        return true;
    }
    return false;
}

/* ---- Following names ---- */

/* A dotted name under conversion. */
typedef struct Trail {
    Name part[MAX_PARTS];
    int from[MAX_PARTS]; /* which part of the written name it was; -1: none */
    int n;
    bool global, changed;
    Span at;
} Trail;

/* Where a walk along a name has come to. */
typedef struct Walk {
    Converter *cv;
    Target *t;
    Trail *trail;
    int i;         /* next part */
    Seen at;       /* what the parts before it are (a class, or the type of a component) */
    int anchor;    /* parts from here on follow a path of a library ... */
    Name path;     /* ... that is this one there (0: parts begin with a library's name) */
    Name full;     /* ... and this one at ... */
    int end;       /* ... part `end`; beyond it are elements of instances; -1: no such path */
    bool of_class; /* it is the name of a class, which does not begin with a component */
} Walk;

static void replace_parts(Trail *t, int from, int count, const Name *with, int n)
{
    if (t->n - count + n > MAX_PARTS)
        return;
    int tail = t->n - from - count;
    int kept[MAX_PARTS];
    memcpy(kept, t->from + from, (size_t)count * sizeof *kept);
    memmove(t->part + from + n, t->part + from + count, (size_t)tail * sizeof *t->part);
    memmove(t->from + from + n, t->from + from + count, (size_t)tail * sizeof *t->from);
    for (int k = 0; k < n; k++) {
        t->part[from + k] = with[k];
        /* subscripts stay with the last parts; those before them are of a class */
        t->from[from + k] = n - k <= count ? kept[count - (n - k)] : -1;
    }
    t->n += n - count;
    t->changed = true;
}

/* A rule for an element of the class that the next parts name; the longest first. *count is how
 * many parts. */
static const Rule *element_rule(Walk *w, const Rules *r, Name cls, int *count)
{
    Trail *t = w->trail;
    for (int n = t->n - w->i; n > 0; n--) {
        Name dotted = 0;
        for (int k = 0; k < n; k++)
            dotted = path_with(w->cv->ctx, dotted, t->part[w->i + k]);
        for (const Rule *rule = rules_first(r, cls); rule; rule = rules_next(r, rule)) {
            *count = n;
            if (rule->element != dotted)
                continue;
            if (rule->kind == RULE_MESSAGE)
                diag_warning(w->cv->ctx->diags, t->at, "`%s` cannot be converted: %s",
                             text_of(w->cv->ctx, dotted), text_of(w->cv->ctx, rule->message));
            if (rule->kind == RULE_ELEMENT && rule->to)
                return rule;
        }
    }
    return NULL;
}

/* Renames the next parts, elements of a library's class, by its rules. How many parts they are
 * now; 0: no rule says anything. */
static int rename_elements(Walk *w, Name cls)
{
    int n = 0;
    for (int k = 0; k < w->t->step.n; k++) {
        int count;
        const Rule *rule = element_rule(w, w->t->step.v[k], cls, &count);
        if (rule) {
            Name part[MAX_PARTS];
            n = split(w->cv, rule->to, part);
            replace_parts(w->trail, w->i, count, part, n);
        }
        cls = rules_class(w->t->step.v[k], cls);
    }
    return n;
}

static Seen type_of(Converter *cv, const Member *m)
{
    if (m->el->kind == EL_CLASS)
        return (Seen){m->el->cls, 0};
    return m->in ? find_class(cv, m->in, before(cv, &m->el->type), false) : (Seen){0};
}

/* A class of the new version: if it lies in a library that is upgraded, by its path. */
static Seen as_seen(Walk *w, Seen s)
{
    const SynClass *top = s.cls;
    while (top && top->parent)
        top = top->parent;
    if (!top || !is_upgraded(w->cv, w->t, top->name))
        return s;
    Name path = 0, part[MAX_PARTS];
    int n = 0;
    for (const SynClass *c = s.cls; c && n < MAX_PARTS; c = c->parent)
        part[n++] = c->name;
    while (n--)
        path = path_with(w->cv->ctx, path, part[n]);
    return (Seen){NULL, path};
}

/* The step from a class of the new version to its elements [i, i + n): their type. */
static Seen new_elements(Walk *w, Name cls, int n)
{
    Seen s = {new_class(w->cv, w->t, cls), 0};
    Member m;
    for (int k = 0; k < n && s.cls; k++) {
        if (!find_member(w->cv, s.cls, w->trail->part[w->i + k], &m, 0) || !m.el)
            return (Seen){0};
        s = type_of(w->cv, &m);
    }
    return as_seen(w, s);
}

/* One part further, from a class of a library. */
static void step_library(Walk *w)
{
    Name cls = w->at.path;
    int n = rename_elements(w, cls);
    if (n) {
        w->at = new_elements(w, cls, n);
        w->i += n;
        return;
    }
    Name name = w->trail->part[w->i];
    SynClass *now = rule_names(w->cv, w->t, cls, name) ? NULL : new_class(w->cv, w->t, cls);
    Member m;
    if (w->end != w->i ||
        (now && find_member(w->cv, now, name, &m, 0) && m.el && m.el->kind == EL_COMPONENT)) {
        w->at = new_elements(w, cls, 1);
    } else {
        w->at = (Seen){NULL, path_with(w->cv->ctx, cls, name)};
        w->full = w->at.path;
        w->end = w->i + 1;
    }
    w->i++;
}

/* One part further, from a class of the tree. False: it has no such element. */
static bool step_tree(Walk *w)
{
    Member m;
    if (!find_member(w->cv, w->at.cls, w->trail->part[w->i], &m, 0))
        return false;
    if (m.library) { /* its part is looked at again, from there */
        w->at = (Seen){NULL, m.library};
        w->path = w->full = m.library;
        w->anchor = w->end = w->i;
        return true;
    }
    w->at = type_of(w->cv, &m);
    w->end = -1;
    w->i++;
    return true;
}

/* The name at the top. */
static void begin_at_top(Walk *w)
{
    Name name = w->trail->part[0];
    w->i = 1;
    if (is_upgraded(w->cv, w->t, name)) {
        w->at = (Seen){NULL, name};
        w->full = name;
        w->end = 1;
    } else {
        w->at = (Seen){find_top(w->cv, name), 0};
    }
}

static void begin_at_import(Walk *w, const SynName *path)
{
    Converter *cv = w->cv;
    Name whole = 0;
    for (int i = 0; i < path->n; i++)
        whole = path_with(cv->ctx, whole, path->part[i]);
    if (is_upgraded(w->cv, w->t, path->part[0])) {
        w->at = (Seen){NULL, whole};
        w->path = w->full = whole;
        w->anchor = w->end = w->i;
        return;
    }
    SynName global = *path;
    global.global = true;
    w->at = find_class(cv, NULL, &global, false);
}

/* Looks for the first part among the imports of a class. */
static bool begin_at_imports(Walk *w, SynClass *c)
{
    Name name = w->trail->part[0];
    for (int i = 0; i < c->nelements; i++)
        if (c->elem[i]->kind == EL_IMPORT && c->elem[i]->name == name) {
            w->i = 1;
            begin_at_import(w, before(w->cv, &c->elem[i]->type));
            return true;
        }
    for (int i = 0; i < c->nelements; i++) {
        if (c->elem[i]->kind != EL_IMPORT || c->elem[i]->name)
            continue;
        Member m;
        w->i = 0;
        begin_at_import(w, before(w->cv, &c->elem[i]->type));
        SynClass *now = w->at.path ? new_class(w->cv, w->t, w->at.path) : w->at.cls;
        if ((w->at.path && rule_names(w->cv, w->t, w->at.path, name)) ||
            (now && find_member(w->cv, now, name, &m, 0)))
            return true;
        w->at = (Seen){0};
        w->end = -1;
    }
    return false;
}

/* The first part, seen from a class: its own and inherited elements (inherited ones not where base
 * classes are named), imports, then further out. */
static void begin(Walk *w, SynClass *scope, bool base)
{
    Name name = w->trail->part[0];
    for (SynClass *c = scope; c && !w->trail->global; c = c->encapsulated ? NULL : c->parent) {
        Member m = {.el = own_member(c, name), .in = c};
        if (!m.el && !(base && c == scope))
            find_member(w->cv, c, name, &m, 0);
        if (m.el && w->of_class && m.el->kind == EL_COMPONENT)
            m.el = NULL;
        if (m.library) {
            w->at = (Seen){NULL, m.library};
            w->path = w->full = m.library;
            w->anchor = w->end = w->i = 0;
            return;
        }
        if (m.el) {
            w->at = type_of(w->cv, &m);
            w->i = 1;
            return;
        }
        if (begin_at_imports(w, c))
            return;
    }
    begin_at_top(w);
}

static void walk(Walk *w)
{
    while (w->i < w->trail->n && (w->at.path || w->at.cls)) {
        if (w->at.path)
            step_library(w);
        else if (!step_tree(w))
            w->at = (Seen){0};
    }
}

/* The class that a name denotes, as it was before conversion; none if it cannot be followed. */
static Seen find_class(Converter *cv, SynClass *scope, const SynName *name, bool base)
{
    Trail t = {.n = name->n, .global = name->global, .at = name->span};
    if (name->n > MAX_PARTS)
        return (Seen){0};
    memcpy(t.part, name->part, name->n * sizeof *t.part);
    Target *of = target_of(cv, scope), of_new_version = {0};
    Walk w = {.cv = cv, .t = of ? of : &of_new_version, .trail = &t, .end = -1, .of_class = true};
    begin(&w, scope, base);
    walk(&w);
    return w.at;
}

/* ---- Rewriting names ---- */

static void report_class(Walk *w)
{
    Name part[MAX_PARTS], path = 0;
    int n = split(w->cv, w->full, part);
    for (int i = 0; i < n; i++) {
        path = path_with(w->cv->ctx, path, part[i]);
        for (int k = 0; k < w->t->step.n; k++)
            for (Rule *r = rules_first(w->t->step.v[k], path); r;
                 r = rules_next(w->t->step.v[k], r))
                if (r->kind == RULE_MESSAGE && !r->element && upgraded(w->t, path) == path)
                    diag_warning(w->cv->ctx->diags, w->trail->at, "`%s` cannot be converted: %s",
                                 text_of(w->cv->ctx, path), text_of(w->cv->ctx, r->message));
    }
}

/* Writes the new path for the parts that name a class of a library, if what they begin with does
 * not lead there: parts [anchor, end) are `full`, which began with `path`. */
static void rewrite_class(Walk *w)
{
    Context *ctx = w->cv->ctx;
    Trail *t = w->trail;
    if (w->end < 0)
        return;
    Name expected = w->path ? upgraded(w->t, w->path) : 0, now = upgraded(w->t, w->full);
    for (int i = w->anchor; i < w->end; i++)
        expected = path_with(ctx, expected, t->part[i]);
    if (w->end > w->anchor)
        report_class(w);
    if (now == expected)
        return;
    Name part[MAX_PARTS];
    int n = split(w->cv, now, part);
    replace_parts(t, 0, w->end, part, n);
    t->global = true;
}

static Seen convert_trail(Converter *cv, SynClass *scope, Trail *t, bool base)
{
    Walk w = {.cv = cv, .t = target_of(cv, scope), .trail = t, .end = -1};
    begin(&w, scope, base);
    walk(&w);
    rewrite_class(&w);
    return w.at;
}

static Seen convert_name(Converter *cv, SynClass *scope, SynName *name, bool base)
{
    Trail t = {.n = name->n, .global = name->global, .at = name->span};
    if (name->n == 0 || name->n > MAX_PARTS || name->part[0] <= N_ExternalObject)
        return (Seen){0};
    memcpy(t.part, name->part, name->n * sizeof *t.part);
    remember(cv, name);
    Seen s = convert_trail(cv, scope, &t, base);
    if (t.changed) {
        name->part = arena_copy(cv->ctx->syntax, t.part, (size_t)t.n * sizeof *t.part);
        name->n = (uint16_t)t.n;
        name->global = t.global;
    }
    return s;
}

/* ---- Expressions ---- */

static void convert_exps(Converter *cv, SynClass *scope, SynExp **e, int n)
{
    for (int i = 0; i < n; i++)
        convert_exp(cv, scope, e[i]);
}

static bool is_iterator(const Converter *cv, Name name)
{
    for (int i = 0; i < cv->iter.n; i++)
        if (cv->iter.v[i] == name)
            return true;
    return false;
}

/* The reference, converted; *s is what it denotes (the type of a component). */
static SynRef *convert_ref(Converter *cv, SynClass *scope, SynRef *ref, Seen *s)
{
    Trail t = {.n = ref->n, .global = ref->global, .at = ref->span};
    for (int i = 0; i < ref->n; i++)
        convert_exps(cv, scope, ref->part[i].sub, ref->part[i].nsubs);
    if (ref->n > MAX_PARTS || (!ref->global && is_iterator(cv, ref->part[0].name)))
        return ref;
    for (int i = 0; i < ref->n; i++) {
        t.part[i] = ref->part[i].name;
        t.from[i] = i;
    }
    *s = convert_trail(cv, scope, &t, false);
    if (!t.changed)
        return ref;
    SynRef *now = arena_alloc(cv->ctx->syntax, sizeof *now + (size_t)t.n * sizeof *now->part);
    *now = (SynRef){.global = t.global, .n = (uint16_t)t.n, .span = ref->span};
    for (int i = 0; i < t.n; i++) {
        now->part[i] = t.from[i] >= 0 ? ref->part[t.from[i]] : (SynPart){.span = ref->span};
        now->part[i].name = t.part[i];
    }
    return now;
}

static int open_iters(Converter *cv, SynClass *scope, const SynIter *iter, int n)
{
    int mark = cv->iter.n;
    for (int i = 0; i < n; i++) {
        if (iter[i].range)
            convert_exp(cv, scope, iter[i].range);
        vec_push(cv->ctx->syntax, &cv->iter, iter[i].name);
    }
    return mark;
}

static void convert_call(Converter *cv, SynClass *scope, SynCall *call)
{
    Seen f = {0};
    Target *t = target_of(cv, scope);
    call->fn = convert_ref(cv, scope, call->fn, &f);
    int mark = open_iters(cv, scope, call->iter, call->niters);
    convert_exps(cv, scope, call->arg, call->nargs);
    for (int i = 0; i < call->nnamed; i++) {
        convert_exp(cv, scope, call->named[i].value);
        Trail name = {.n = 1, .part = {call->named[i].name}, .at = call->named[i].span};
        Walk w = {.cv = cv, .t = t, .trail = &name, .at = f, .end = -1};
        walk(&w);
        if (name.n == 1)
            call->named[i].name = name.part[0];
    }
    cv->iter.n = mark;
}

/* modelica://Path/file: the class is named. */
static void convert_uri(Converter *cv, SynClass *scope, SynExp *e)
{
    const char *s = text_of(cv->ctx, e->str);
    Target *t = target_of(cv, scope);
    if (strncmp(s, "modelica://", 11))
        return;
    size_t n = strcspn(s + 11, "/#"), top = strcspn(s + 11, "./#");
    if (!is_upgraded(cv, t, name_of(cv->ctx->names, s + 11, top)))
        return;
    Name path = name_of(cv->ctx->names, s + 11, n), now = upgraded(t, path);
    if (now != path)
        e->str = name_cstr(cv->ctx->names, arena_printf(cv->ctx->syntax, "modelica://%s%s",
                                                        text_of(cv->ctx, now), s + 11 + n));
}

static void convert_exp(Converter *cv, SynClass *scope, SynExp *e)
{
    if (!e || map_get(&cv->done, (uintptr_t)e, 0))
        return;
    map_set(&cv->done, cv->ctx->syntax, (uintptr_t)e, 1);
    Seen s = {0};
    switch (e->kind) {
    case XP_REF:
        e->ref = convert_ref(cv, scope, e->ref, &s);
        break;
    case XP_CALL:
    case XP_FUNCTION:
        convert_call(cv, scope, e->call);
        break;
    case XP_STRING:
        convert_uri(cv, scope, e);
        break;
    case XP_INT:
    case XP_REAL:
    case XP_BOOL:
    case XP_END:
    case XP_COLON:
        break;
    default:
        convert_exps(cv, scope, e->arg, e->n);
    }
}

/* ---- Modifiers ---- */

/* The argument for a dotted element, written a.b = .. or a(b = ..), and the modifier it is in, at
 * which place; NULL: there is none. */
static SynArg *search_argument(SynMod *mod, const Name *part, int n, SynMod **in, int *at)
{
    for (int i = 0; mod && i < mod->nargs; i++) {
        SynArg *arg = mod->arg[i];
        int k = 0;
        while (k < n && k < arg->name.n && arg->name.part[k] == part[k])
            k++;
        if (k < arg->name.n || arg->is_break)
            continue;
        *in = mod;
        *at = i;
        if (k < n)
            arg = search_argument(arg->mod, part + k, n - k, in, at);
        if (arg)
            return arg;
    }
    return NULL;
}

static SynArg *find_argument(SynMod *mod, const Name *part, int n)
{
    int at;
    return search_argument(mod, part, n, &mod, &at);
}

/* The same, removed. */
static SynArg *take_argument(SynMod *mod, const Name *part, int n)
{
    int at;
    SynArg *arg = search_argument(mod, part, n, &mod, &at);
    if (!arg)
        return NULL;
    mod->nargs--;
    memmove(mod->arg + at, mod->arg + at + 1, (size_t)(mod->nargs - at) * sizeof *mod->arg);
    return arg;
}

static void append_argument(Converter *cv, SynMod **mod, SynArg *arg)
{
    Arena *a = cv->ctx->syntax;
    if (!*mod) {
        *mod = ARENA_NEW(a, SynMod);
        (*mod)->span = arg->span;
    }
    SynMod *m = *mod;
    SynArg **list = ARENA_ARRAY(a, SynArg *, m->nargs + 1);
    for (int i = 0; i < m->nargs; i++)
        list[i] = m->arg[i];
    list[m->nargs++] = arg;
    m->arg = list;
    m->has_list = true;
}

/* The values that stand for '%old%' in new modifiers. */
typedef struct Values {
    Converter *cv;
    const Rule *rule;
    SynExp **value; /* [rule->nold] */
} Values;

static SynExp *fill_exp(const Values *v, const SynExp *e);

static SynExp **fill_list(const Values *v, SynExp **e, int n)
{
    SynExp **list = ARENA_ARRAY(v->cv->ctx->syntax, SynExp *, n + 1);
    for (int i = 0; i < n; i++)
        list[i] = fill_exp(v, e[i]);
    return list;
}

static SynExp *value_named(const Values *v, Name quoted)
{
    const char *s = text_of(v->cv->ctx, quoted);
    size_t n = strlen(s);
    for (int i = 0; n > 4 && s[0] == '\'' && s[1] == '%' && i < v->rule->nold; i++) {
        const char *name = text_of(v->cv->ctx, v->rule->old[i].name);
        if (strlen(name) == n - 4 && !strncmp(name, s + 2, n - 4))
            return v->value[i];
    }
    return NULL;
}

static SynExp *fill_exp(const Values *v, const SynExp *e)
{
    Arena *a = v->cv->ctx->syntax;
    if (!e)
        return NULL;
    if (e->kind == XP_REF && e->ref->n == 1) {
        SynExp *value = value_named(v, e->ref->part[0].name);
        if (value)
            return value;
    }
    SynExp *copy = arena_copy(a, e, sizeof *e);
    if (e->kind == XP_CALL || e->kind == XP_FUNCTION) {
        SynCall *c = copy->call = arena_copy(a, e->call, sizeof *c);
        c->arg = fill_list(v, c->arg, c->nargs);
        c->named = c->nnamed ? arena_copy(a, c->named, (size_t)c->nnamed * sizeof *c->named) : NULL;
        for (int i = 0; i < c->nnamed; i++)
            c->named[i].value = fill_exp(v, c->named[i].value);
    } else if (e->n) {
        copy->arg = fill_list(v, e->arg, e->n);
    }
    map_set(&v->cv->done, a, (uintptr_t)copy, 1);
    return copy;
}

static SynMod *fill_mod(const Values *v, const SynMod *mod)
{
    Arena *a = v->cv->ctx->syntax;
    if (!mod)
        return NULL;
    SynMod *copy = arena_copy(a, mod, sizeof *mod);
    copy->arg = ARENA_ARRAY(a, SynArg *, mod->nargs + 1);
    for (int i = 0; i < mod->nargs; i++) {
        copy->arg[i] = arena_copy(a, mod->arg[i], sizeof **mod->arg);
        copy->arg[i]->mod = fill_mod(v, mod->arg[i]->mod);
    }
    copy->value = fill_exp(v, mod->value);
    return copy;
}

/* Whether the equations connect the component's connector `port` from the inside. */
static bool connects(const SynEqu *q, Name comp, Name port)
{
    const SynExp *side[2] = {q->lhs, q->rhs};
    for (int k = 0; q->kind == SE_CONNECT && k < 2; k++)
        if (side[k]->kind == XP_REF && side[k]->ref->n >= 2 && side[k]->ref->part[0].name == comp &&
            side[k]->ref->part[1].name == port)
            return true;
    for (int b = 0; b < q->nbranches; b++)
        for (int i = 0; i < q->branch[b].n; i++)
            if (connects(q->branch[b].body[i], comp, port))
                return true;
    return false;
}

static bool is_connected(const SynClass *scope, Name comp, Name port)
{
    for (int i = 0; i < scope->nsections; i++)
        for (int k = 0; k < scope->section[i]->n; k++)
            if (connects(scope->section[i]->item[k], comp, port))
                return true;
    return false;
}

/* A use of a class: its modifiers, and whose declaration it is. */
typedef struct Use {
    Converter *cv;
    SynClass *scope;
    SynMod **mod;
    const SynElement *comp; /* NULL: no component */
    bool direct;            /* the class itself, not one derived from it */
    Span at;
} Use;

/* Whether a rule for modifiers holds for a use: one of the old ones is there (or none is asked
 * for), with a value if that is needed, and connections are as it says. */
static bool rule_holds(const Use *u, const Rule *r)
{
    bool found = false, asked = false;
    for (int i = 0; i < r->nold; i++) {
        Name part[MAX_PARTS];
        const OldModifier *old = &r->old[i];
        if (old->connected >= 0) {
            if (!u->comp || is_connected(u->scope, u->comp->name, old->name) != old->connected)
                return false;
            continue;
        }
        asked = true;
        SynArg *arg = find_argument(*u->mod, part, split(u->cv, old->name, part));
        found |= arg && (!r->new->nargs || (arg->mod && arg->mod->value));
    }
    return asked ? found : u->direct;
}

static void apply_modifiers(const Use *u, const Rule *r, SynMod *fresh)
{
    Converter *cv = u->cv;
    Values v = {cv, r, ARENA_ARRAY(cv->ctx->syntax, SynExp *, r->nold + 1)};
    bool each = false, final = false;
    for (int i = 0; i < r->nold; i++) {
        Name part[MAX_PARTS];
        SynArg *arg = r->old[i].connected >= 0
                          ? NULL
                          : take_argument(*u->mod, part, split(cv, r->old[i].name, part));
        v.value[i] = arg && arg->mod && arg->mod->value ? arg->mod->value : r->old[i].standard;
        each |= arg && arg->each;
        final |= arg && arg->final;
        if (!v.value[i] && r->new->nargs && r->old[i].connected < 0)
            diag_warning(cv->ctx->diags, u->at,
                         "`%s` has no value here, and the conversion rule gives none",
                         text_of(cv->ctx, r->old[i].name));
    }
    SynMod *new = fill_mod(&v, r->new);
    for (int i = 0; i < new->nargs; i++) {
        new->arg[i]->each |= each;
        new->arg[i]->final |= final;
        SynArg *same = find_argument(fresh, new->arg[i]->name.part, new->arg[i]->name.n);
        if (!same)
            append_argument(cv, &fresh, new->arg[i]);
    }
}

/* Renames modifiers by the rules for elements; those of the form that removes, removes. */
static void rename_arguments(const Use *u, const Rules *rules, Name cls)
{
    Converter *cv = u->cv;
    for (const Rule *r = rules_first(rules, cls); r; r = rules_next(rules, r)) {
        Name part[MAX_PARTS], now[MAX_PARTS];
        if (r->kind != RULE_ELEMENT && !(r->kind == RULE_MESSAGE && r->element))
            continue;
        int n = split(cv, r->element, part), m = r->to ? split(cv, r->to, now) : 0;
        SynArg *arg = find_argument(*u->mod, part, n);
        if (!arg)
            continue;
        if (r->kind == RULE_MESSAGE) {
            diag_warning(cv->ctx->diags, arg->span, "`%s` cannot be converted: %s",
                         text_of(cv->ctx, r->element), text_of(cv->ctx, r->message));
            continue;
        }
        bool inner = arg->name.n < n;
        int same = n - arg->name.n; /* parts of the modifications around it */
        for (int k = 0; k < same; k++)
            inner = inner && k < m && now[k] == part[k];
        if (!m || (arg->name.n < n && !inner)) {
            take_argument(*u->mod, part, n);
            same = 0;
        }
        if (!m)
            continue;
        if (arg->name.n < n && !inner)
            append_argument(cv, u->mod, arg);
        arg->name.n = (uint16_t)(m - same);
        arg->name.part = arena_copy(cv->ctx->syntax, now + same, (size_t)(m - same) * sizeof *now);
        if (arg->element) {
            arg->element->name = now[m - 1];
            if (arg->element->cls)
                arg->element->cls->name = now[m - 1];
        }
    }
}

/* Modifiers of one class of a library, by one step; new ones go to `fresh`. */
static void convert_arguments(const Use *u, const Rules *rules, Name cls, SynMod *fresh)
{
    for (const Rule *r = rules_first(rules, cls); r; r = rules_next(rules, r))
        if (r->kind == RULE_MODIFIERS && rule_holds(u, r))
            apply_modifiers(u, r, fresh);
    rename_arguments(u, rules, cls);
    for (int i = 0; i < fresh->nargs; i++) {
        SynArg *old = find_argument(*u->mod, fresh->arg[i]->name.part, fresh->arg[i]->name.n);
        if (!old)
            append_argument(u->cv, u->mod, fresh->arg[i]);
    }
    fresh->nargs = 0;
}

/* All steps, for a class of a library that is used. */
static void convert_uses(Use u, Name cls)
{
    const Target *t = target_of(u.cv, u.scope);
    for (int k = 0; k < t->step.n; k++) {
        convert_arguments(&u, t->step.v[k], cls, &(SynMod){0});
        cls = rules_class(t->step.v[k], cls);
    }
}

/* The same for a class of the tree: for each class of a library that it is derived from. */
static void convert_derived(Use u, SynClass *c, int depth)
{
    Seen base;
    u.direct = false;
    if (depth > MAX_BASES || !library_load(u.cv->lib, c))
        return;
    for (int i = 0; next_base(u.cv, c, &i, &base);) {
        if (base.path)
            convert_uses(u, base.path);
        else if (base.cls && base.cls != c)
            convert_derived(u, base.cls, depth + 1);
    }
}

/* The type of the element that a modifier names, before it is renamed. */
static Seen modified(Converter *cv, SynClass *scope, Seen of, const SynName *name)
{
    Trail t = {.n = name->n, .at = name->span};
    Target *target = target_of(cv, scope);
    if (!name->n || name->n > MAX_PARTS)
        return (Seen){0};
    memcpy(t.part, name->part, name->n * sizeof *t.part);
    Walk w = {.cv = cv, .t = target, .trail = &t, .at = of, .end = -1};
    walk(&w);
    return w.at;
}

static void convert_mod(Converter *cv, SynClass *scope, Seen of, SynMod **mod)
{
    for (int i = 0; *mod && i < (*mod)->nargs; i++) {
        SynArg *arg = (*mod)->arg[i];
        if (arg->element) {
            convert_element(cv, scope, arg->element);
        } else if (arg->mod) {
            Seen inner = modified(cv, scope, of, &arg->name);
            convert_mod(cv, scope, inner, &arg->mod);
            Use u = {cv, scope, &arg->mod, NULL, false, arg->span};
            if (inner.path)
                convert_uses(u, inner.path);
            else if (inner.cls)
                convert_derived(u, inner.cls, 0);
        }
    }
    if (*mod)
        convert_exp(cv, scope, (*mod)->value);
}

/* Literals that are equal; of enumerations the last name counts. */
static bool same_literal(const SynExp *a, const SynExp *b)
{
    if (a->kind == XP_REF && b->kind == XP_REF)
        return a->ref->part[a->ref->n - 1].name == b->ref->part[b->ref->n - 1].name;
    if (a->kind == XP_UNARY && b->kind == XP_UNARY)
        return a->op == b->op && same_literal(a->arg[0], b->arg[0]);
    return a->kind == b->kind && ((a->kind == XP_STRING && a->str == b->str) ||
                                  ((a->kind == XP_INT || a->kind == XP_BOOL) && a->i == b->i));
}

/* convertClassIf: the class's new name, 0 if no rule holds. */
static Name class_if(Converter *cv, const Target *t, Name cls, SynMod *mod)
{
    for (int k = 0; k < t->step.n; k++) {
        for (const Rule *r = rules_first(t->step.v[k], cls); r; r = rules_next(t->step.v[k], r)) {
            Name part[MAX_PARTS];
            if (r->kind != RULE_CLASS_IF)
                continue;
            int n = split(cv, r->element, part);
            SynArg *arg = find_argument(mod, part, n);
            if (!arg || !arg->mod || !arg->mod->value || !same_literal(arg->mod->value, r->value))
                continue;
            take_argument(mod, part, n);
            Name to = r->to;
            for (int i = k + 1; i < t->step.n; i++)
                to = rules_class(t->step.v[i], to);
            return to;
        }
        cls = rules_class(t->step.v[k], cls);
    }
    return 0;
}

/* A class used with modifiers: as a base class, as the type of a component, in a short class. */
static void convert_use(Converter *cv, SynClass *scope, SynName *type, SynMod **mod,
                        const SynElement *comp, bool base)
{
    const Target *t = target_of(cv, scope);
    Seen s = convert_name(cv, scope, type, base);
    Name to = s.path && *mod ? class_if(cv, t, s.path, *mod) : 0;
    convert_mod(cv, scope, s, mod);
    Use u = {cv, scope, mod, comp, true, type->span};
    if (s.path)
        convert_uses(u, s.path);
    else if (s.cls)
        convert_derived(u, s.cls, 0);
    if (!to)
        return;
    Name part[MAX_PARTS];
    type->n = (uint16_t)split(cv, to, part);
    type->part = arena_copy(cv->ctx->syntax, part, type->n * sizeof *part);
    type->global = true;
}

/* ---- Classes ---- */

static void convert_import(Converter *cv, SynClass *scope, SynElement *el)
{
    bool global = el->type.global;
    el->type.global = true;
    convert_name(cv, scope, &el->type, false);
    el->type.global = global;
    if (el->import_kind == IMPORT_QUALIFIED && el->type.part[el->type.n - 1] != el->name)
        el->import_kind = IMPORT_RENAMED;
}

/* derivative and inverse name functions. */
static void convert_annotation(Converter *cv, SynClass *scope, SynMod *annotation)
{
    for (int i = 0; annotation && i < annotation->nargs; i++) {
        SynArg *arg = annotation->arg[i];
        if (arg->mod && arg->name.n == 1 &&
            (arg->name.part[0] == N_derivative || arg->name.part[0] == N_inverse))
            convert_mod(cv, scope, (Seen){0}, &arg->mod);
    }
}

static void convert_equ(Converter *cv, SynClass *scope, SynEqu *q)
{
    int mark = open_iters(cv, scope, q->iter, q->niters);
    convert_exp(cv, scope, q->lhs);
    convert_exp(cv, scope, q->rhs);
    for (int b = 0; b < q->nbranches; b++) {
        convert_exp(cv, scope, q->branch[b].condition);
        for (int i = 0; i < q->branch[b].n; i++)
            convert_equ(cv, scope, q->branch[b].body[i]);
    }
    cv->iter.n = mark;
}

/* `scope` is the class it is written in, or itself at the top. */
static void convert_body(Converter *cv, SynClass *scope, SynClass *c)
{
    if (c->form == FORM_SHORT || c->form == FORM_DER) {
        convert_use(cv, scope, &c->base, &c->mod, NULL, scope == c);
        convert_exps(cv, scope, c->subs, c->nsubs);
    } else if (c->form == FORM_EXTENDS) {
        Seen base = {0};
        int last = c->nelements;
        if (!next_base(cv, c, &last, &base))
            base = (Seen){0};
        convert_mod(cv, c, base, &c->mod);
    }
    for (int i = 0; i < c->nelements; i++)
        convert_element(cv, c, c->elem[i]);
    for (int i = 0; i < c->nsections; i++)
        for (int k = 0; k < c->section[i]->n; k++)
            convert_equ(cv, c, c->section[i]->item[k]);
    if (c->external)
        convert_exps(cv, c, c->external->arg, c->external->nargs);
    convert_annotation(cv, c, c->annotation);
}

static void convert_element(Converter *cv, SynClass *scope, SynElement *el)
{
    if (el->kind == EL_IMPORT) {
        convert_import(cv, scope, el);
        return;
    }
    if (el->kind == EL_CLASS && el->cls->form != FORM_STUB && el->cls->form != FORM_BROKEN)
        convert_body(cv, scope, el->cls);
    else if (el->kind != EL_CLASS)
        convert_use(cv, scope, &el->type, &el->mod, el->kind == EL_COMPONENT ? el : NULL,
                    el->kind == EL_EXTENDS);
    if (el->constrained)
        convert_use(cv, scope, &el->constraint, &el->constraint_mod, NULL, false);
    convert_exps(cv, scope, el->clause_subs, el->nclause_subs);
    convert_exps(cv, scope, el->subs, el->nsubs);
    convert_exp(cv, scope, el->condition);
}

void convert_class(Converter *cv, SynClass *c)
{
    if (!target_of(cv, c))
        return;
    vec_push(cv->ctx->syntax, &cv->waiting, c);
    if (cv->busy)
        return;
    cv->busy = true;
    for (int i = 0; i < cv->waiting.n; i++) {
        SynClass *next = cv->waiting.v[i];
        convert_body(cv, next->parent ? next->parent : next, next);
    }
    cv->waiting.n = 0;
    cv->busy = false;
}
