/* convert_rules.c - reading conversion rules (specification, 18.8.2.1).
 *
 * A script is a sequence of calls, with or without semicolons: it is read as the statements of a
 * function. Arguments that are arrays give one rule for each element. */
#include "model/convert_internal.h"
#include "syntax/parser.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- Paths ---- */

Name path_with(Context *ctx, Name path, Name part)
{
    if (!path)
        return part;
    Buf b = {0};
    buf_printf(&b, "%s.%s", text_of(ctx, path), text_of(ctx, part));
    Name name = name_of(ctx->names, b.s, b.n);
    buf_free(&b);
    return name;
}

/* The length of `path` without its last name; 0: it is the only one. */
static size_t without_last(const char *path, size_t n)
{
    while (n > 0 && path[n - 1] != '.')
        n--;
    return n ? n - 1 : 0;
}

Name rules_class(const Rules *r, Name cls)
{
    Context *ctx = r->ctx;
    const char *text = text_of(ctx, cls);
    size_t all = strlen(text);
    for (size_t n = all; n; n = without_last(text, n)) {
        Rule *rule = rules_first(r, name_of(ctx->names, text, n));
        while (rule && rule->kind != RULE_CLASS)
            rule = rules_next(r, rule);
        if (rule)
            return name_cstr(ctx->names,
                             arena_printf(ctx->syntax, "%s%s", text_of(ctx, rule->to), text + n));
    }
    return cls;
}

/* ---- Rules ---- */

typedef struct Reader {
    Rules *rules;
    Context *ctx;
    Name file; /* for texts taken from the script */
    bool good;
} Reader;

static void complain(Reader *rd, Span at, const char *what)
{
    diag_error(rd->ctx->diags, at, "%s", what);
    rd->good = false;
}

static bool same_rule(const Rule *a, const Rule *b)
{
    return a->kind == b->kind && a->kind <= RULE_ELEMENT && a->element == b->element &&
           a->kind != RULE_CLASS_IF;
}

static void add_rule(Reader *rd, Rule rule)
{
    Rules *r = rd->rules;
    Arena *a = rd->ctx->syntax;
    const char *text = text_of(rd->ctx, rule.cls);
    for (Rule *old = rules_first(r, rule.cls); old; old = rules_next(r, old)) {
        if (!same_rule(old, &rule))
            continue;
        if (old->to != rule.to)
            diag_warning(rd->ctx->diags, rule.at,
                         "another rule converts the same to something else: this one holds");
        old->to = rule.to;
        return;
    }
    rule.next = (int)map_get(&r->first, rule.cls, 0);
    vec_push(a, &r->rule, rule);
    map_set(&r->first, a, rule.cls, (uint32_t)r->rule.n);
    for (size_t n = strlen(text); n; n = without_last(text, n))
        map_set(&r->inside, a, name_of(rd->ctx->names, text, n), 1);
}

static bool is_empty_fill(const SynExp *e)
{
    return e->kind == XP_CALL && e->call->fn->part[0].name == N_fill;
}

static int count_of(const SynExp *e)
{
    return e->kind == XP_ARRAY ? e->n : 1;
}

/* Number k of a vectorized argument. */
static const SynExp *pick(const SynExp *e, int k)
{
    return e->kind == XP_ARRAY ? (k < e->n ? e->arg[k] : NULL) : e;
}

/* A text that stands in the rule at a place. */
static SourceFile *inner_text(Reader *rd, Span at, const char *text)
{
    const char *why = NULL;
    Place p = source_place(rd->ctx->sources, at.beg);
    const char *name = arena_printf(rd->ctx->syntax, "%s, in the rule of line %u",
                                    text_of(rd->ctx, rd->file), p.line);
    return source_add(rd->ctx->sources, name, text, strlen(text), &why);
}

static SynFile *parse_source(Reader *rd, SourceFile *source)
{
    int errors = diags_errors(rd->ctx->diags);
    SynFile *f = source ? parse_modelica(rd->ctx, source) : NULL;
    if (f && diags_errors(rd->ctx->diags) == errors && f->nclasses)
        return f;
    rd->good = false;
    return NULL;
}

/* A string, or several joined by +; 0: it is none. */
static Name joined_string(Reader *rd, const SynExp *e)
{
    if (!e || e->kind != XP_CHAIN)
        return literal_string(e);
    Buf b = {0};
    bool good = true;
    for (int i = 0; i < e->n && good; i++) {
        Name part = literal_string(e->arg[i]);
        good = part && (!i || e->ops[i] == OP_ADD);
        buf_puts(&b, good ? text_of(rd->ctx, part) : "");
    }
    Name all = good ? name_cstr(rd->ctx->names, buf_text(&b)) : 0;
    buf_free(&b);
    return all;
}

/* `a(b = 1), c = %d%` as a modification, '%d%' being an identifier there. */
static SynMod *parse_modifiers(Reader *rd, Span at, const SynExp *list)
{
    Buf b = {0};
    buf_puts(&b, "model rule = rule(");
    for (int i = 0; !is_empty_fill(list) && i < count_of(list); i++) {
        const char *s = text_of(rd->ctx, joined_string(rd, pick(list, i)));
        buf_puts(&b, i ? ", " : "");
        for (bool open = false; *s; s++) {
            buf_puts(&b, *s == '%' && !open ? "'" : "");
            buf_putc(&b, *s);
            buf_puts(&b, *s == '%' && open ? "'" : "");
            open = *s == '%' ? !open : open;
        }
    }
    buf_puts(&b, ");");
    SynFile *f = parse_source(rd, inner_text(rd, at, buf_text(&b)));
    buf_free(&b);
    return f ? f->cls[0]->mod : NULL;
}

/* cardinality(a) = 0 as a=0 with a mark, for it is no modification. */
static OldModifier old_modifier(Reader *rd, const SynExp *e)
{
    const char *s = text_of(rd->ctx, joined_string(rd, e)), *name = s + strspn(s, " ");
    bool cardinality = !strncmp(name, "cardinality(", 12);
    name += cardinality ? 12 : 0;
    size_t n = strcspn(name, cardinality ? ")" : "=");
    const char *eq = strchr(name, '=');
    while (n && name[n - 1] == ' ')
        n--;
    OldModifier old = {.name = name_of(rd->ctx->names, name, n), .connected = -1};
    if (cardinality) {
        old.connected = eq && atoi(eq + 1) != 0;
    } else if (eq) {
        SourceFile *source = inner_text(rd, e->span, eq + 1);
        old.standard = source ? parse_expression(rd->ctx, source) : NULL;
        rd->good &= old.standard != NULL;
    }
    return old;
}

/* {"equation"}: the modifiers become equations, which they mean anyway. */
static bool is_equation(const SynExp *e)
{
    return pick(e, 0) && count_of(e) == 1 && literal_string(pick(e, 0)) == N_equation;
}

/* convertModifiers("C", {..}, {..}) */
static void add_modifiers(Reader *rd, Span at, SynExp **arg)
{
    if (is_equation(arg[2]))
        return;
    Rule rule = {.kind = RULE_MODIFIERS, .at = at};
    rule.nold = is_empty_fill(arg[1]) ? 0 : count_of(arg[1]);
    rule.old = ARENA_ARRAY(rd->ctx->syntax, OldModifier, rule.nold + 1);
    for (int i = 0; i < rule.nold; i++)
        rule.old[i] = old_modifier(rd, pick(arg[1], i));
    rule.new = parse_modifiers(rd, at, arg[2]);
    for (int i = 0; i < count_of(arg[0]); i++) {
        rule.cls = literal_string(pick(arg[0], i));
        if (rule.new &&rule.cls)
            add_rule(rd, rule);
    }
}

/* The rule for number k of vectorized arguments: strings, which may not be empty but for an element
 * that is removed. */
static void add_simple(Reader *rd, Name function, Span at, SynExp **arg, int n, int k)
{
    Name s[4] = {0};
    for (int i = 0; i < n && i < 4; i++) {
        s[i] = joined_string(rd, pick(arg[i], k));
        bool empty = s[i] && !*text_of(rd->ctx, s[i]);
        if (!s[i] || (empty && !(function == N_convertElement && i == 2))) {
            complain(rd, arg[i]->span, "a string that is not empty is expected");
            return;
        }
        s[i] = empty ? 0 : s[i];
    }
    Rule rule = {.at = at, .cls = s[0]};
    if (function == N_convertClass) {
        rule.kind = RULE_CLASS;
        rule.to = s[1];
    } else if (function == N_convertElement) {
        rule.kind = RULE_ELEMENT;
        rule.element = s[1];
        rule.to = s[2];
    } else if (function == N_convertMessage) {
        rule.kind = RULE_MESSAGE;
        rule.message = s[1];
        rule.element = n > 2 ? s[2] : 0;
    } else if (s[2] == N_connect) { /* if the connector is connected, which no modifier says */
        return;
    } else {
        SourceFile *source = inner_text(rd, at, text_of(rd->ctx, s[2]));
        rule.kind = RULE_CLASS_IF;
        rule.element = s[1];
        rule.value = source ? parse_expression(rd->ctx, source) : NULL;
        rule.to = s[3];
        rd->good &= rule.value != NULL;
    }
    add_rule(rd, rule);
}

static void read_rule(Reader *rd, Name function, Span at, SynExp **arg, int n)
{
    static const struct {
        Name name;
        int least, most;
    } known[] = {{N_convertClass, 2, 2},     {N_convertClassIf, 4, 4}, {N_convertElement, 3, 3},
                 {N_convertModifiers, 3, 4}, {N_convertMessage, 2, 3}, {N_convertClear, 0, 0}};
    size_t i = 0, count = sizeof known / sizeof *known;
    while (i < count && known[i].name != function)
        i++;
    if (i == count || n < known[i].least || n > known[i].most) {
        complain(rd, at,
                 i == count ? "this is no conversion rule: convertClass, convertClassIf, "
                              "convertElement, convertModifiers and convertMessage are"
                            : "the conversion rule has a wrong number of arguments");
        return;
    }
    if (function == N_convertModifiers) {
        add_modifiers(rd, at, arg);
        return;
    }
    int times = n ? 1 : 0;
    for (int k = 0; k < n; k++)
        times = count_of(arg[k]) > times ? count_of(arg[k]) : times;
    for (int k = 0; k < times; k++)
        add_simple(rd, function, at, arg, n, k);
}

static void read_call(Reader *rd, const SynExp *e)
{
    if (e && e->kind == XP_CALL && e->call->fn->n == 1)
        read_rule(rd, e->call->fn->part[0].name, e->span, e->call->arg, e->call->nargs);
    else if (e)
        complain(rd, e->span, "a conversion rule is expected");
}

/* ---- Scripts ---- */

/* Copies a string or comment at s, if there is one there, and moves behind it. */
static bool copy_whole(const char **s, Buf *out)
{
    const char *p = *s;
    if (*p == '"') {
        for (p++; *p && *p != '"'; p++)
            p += *p == '\\' && p[1];
        p += *p != 0;
    } else if (p[0] == '/' && p[1] == '/') {
        p += strcspn(p, "\n");
    } else if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        p = end ? end + 2 : p + strlen(p);
    } else {
        return false;
    }
    buf_write(out, *s, (size_t)(p - *s));
    *s = p;
    return true;
}

/* The script as a function: each call ends with one semicolon; lines stay where they are. */
static void as_function(const char *s, Buf *out)
{
    int depth = 0;
    buf_puts(out, "function script algorithm ");
    while (*s) {
        if (copy_whole(&s, out))
            continue;
        depth += *s == '(' ? 1 : *s == ')' ? -1 : 0;
        buf_putc(out, *s == ';' && depth <= 0 ? ' ' : *s);
        if (*s == ')' && depth == 0)
            buf_putc(out, ';');
        s++;
    }
    buf_puts(out, "\nend script;");
}

static void read_script(Reader *rd, Library *lib, const SynClass *of, const SynExp *script)
{
    const char *uri = text_of(rd->ctx, literal_string(script)), *why = NULL;
    const char *path = library_uri(lib, uri);
    if (path == uri && *uri != '/')
        path = path_join(rd->ctx->syntax, library_folder(lib, of), uri);
    SourceFile *source = source_read(rd->ctx->sources, path, &why);
    if (!source) {
        diag_error(rd->ctx->diags, script->span, "the conversion script `%s` cannot be read: %s",
                   path, why);
        rd->good = false;
        return;
    }
    Buf b = {0};
    as_function(source->text, &b);
    rd->file = name_cstr(rd->ctx->names, path);
    source = source_add(rd->ctx->sources, path, buf_text(&b), b.n, &why);
    SynFile *f = parse_source(rd, source);
    buf_free(&b);
    for (int i = 0; f && i < f->cls[0]->nsections; i++) {
        const SynSection *s = f->cls[0]->section[i];
        for (int k = 0; k < s->n; k++)
            read_call(rd, s->item[k]->kind == SE_CALL ? s->item[k]->lhs : s->item[k]->rhs);
    }
}

bool rules_read(Rules *r, Library *lib, const SynClass *of, const SynMod *how)
{
    Reader rd = {.rules = r, .ctx = r->ctx, .good = true};
    const SourceFile *file = source_place(r->ctx->sources, of->name_span.beg).file;
    rd.file = name_cstr(r->ctx->names, file ? file->path : "");
    for (int i = 0; i < how->nargs; i++) {
        const SynArg *arg = how->arg[i];
        Name name = arg->name.n == 1 ? arg->name.part[0] : 0;
        const SynMod *m = arg->mod;
        if (name == N_script && m && literal_string(m->value))
            read_script(&rd, lib, of, m->value);
        for (int k = 0; name == N_change && m && k < m->nargs; k++) {
            const SynArg *rule = m->arg[k];
            if (rule->name.n == 1 && rule->mod && rule->mod->value)
                read_rule(&rd, rule->name.part[0], rule->span, rule->mod->value->arg,
                          rule->mod->value->kind == XP_TUPLE ? rule->mod->value->n : 0);
        }
        for (int k = 0; name == N_change && m && m->value && k < count_of(m->value); k++)
            read_call(&rd, pick(m->value, k));
    }
    return rd.good;
}
