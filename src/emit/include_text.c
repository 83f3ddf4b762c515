/* include_text.c - the texts of the annotation Include as one text of C.
 *
 * Each distinct text stands once, in the order in which functions name them, but after those that
 * define what it uses: the functions of a library may be called in any order. What is used before
 * it is defined all the same, in one text or where texts use each other, is declared in front of
 * them: as C once allowed, and as other tools let it pass.
 *
 * What a text defines and uses is found by its tokens alone: a function is a name at the outermost
 * level with parentheses behind it and then a brace. Nothing is declared that stands in a condition
 * of the preprocessor, or whose types are not of C itself. Linear in the texts and the files that
 * they include by "name". */
#include "base/die.h"
#include "emit/emit_internal.h"
#include "emit/external_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Names in headers and declarations; in bodies; parameters and variables of functions; what a text
 * defines; what it declares. */
typedef enum MarkKind { MARK_NAMED, MARK_USED, MARK_LOCAL, MARK_DEFINED, MARK_DECLARED } MarkKind;

typedef struct TextMark {
    Name name;
    uint8_t kind;       /* MarkKind */
    const char *header; /* of functions that may be declared in front: "static double f(int n)" */
} TextMark;

typedef VEC(TextMark) TextMarks;

typedef struct Scan {
    Arena *a;
    NameTable *names;
    const ExternalWords *folder;
    TextMarks *out;
    Map read;   /* files, by name */
    int inside; /* of files that include each other */
} Scan;

enum { DEEPEST = 8 };

/* ---- Tokens ---- */

/* Where a text stands, and what the statement there has been up to now. */
typedef struct TextPlace {
    const char *at, *begin; /* now; where the statement begins */
    const char *name;       /* the last name; NULL: something else */
    size_t length;
    const char *called, *behind; /* name and ) of the parentheses at the outermost level */
    size_t called_length;
    int braces, parens, conditions;
    bool guard; /* the condition is the guard of a header */
} TextPlace;

static const char *skip_literal(const char *p)
{
    char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}

static const char *skip_comment(const char *p)
{
    if (p[1] == '/')
        return p + strcspn(p, "\n");
    const char *end = strstr(p + 2, "*/");
    return end ? end + 2 : p + strlen(p);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *p)
{
    size_t n = 0;
    while (is_word(p[n]))
        n++;
    return n;
}

static bool is_text(const char *p, size_t n, const char *text)
{
    return n == strlen(text) && !memcmp(p, text, n);
}

/* ---- Declarations ---- */

static bool is_type_of_c(const char *p, size_t n)
{
    static const char *const word[] = {"void",   "char",  "short",    "int",    "long",  "float",
                                       "double", "const", "unsigned", "signed", "size_t"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (is_text(p, n, word[i]))
            return true;
    return false;
}

/* Whether a piece of a header has types of C only, then one other name at most. */
static bool is_plain(const char *p, const char *end)
{
    int types = 0, others = 0;
    while (p < end) {
        size_t n = word_length(p);
        if (n && is_type_of_c(p, n) && !others)
            types++;
        else if (n && !isdigit((unsigned char)*p))
            others++;
        else if (!n && !strchr(" \t\r\n*[]", *p))
            return false;
        p += n ? n : 1;
    }
    return types && others <= 1;
}

/* The header of a function as a declaration; NULL: nothing is known of its types. */
static const char *header_of(Scan *s, const TextPlace *p)
{
    const char *open = p->called + p->called_length, *from = p->begin;
    from += strspn(from, " \t\r\n");
    const char *begin = from;
    if (!strncmp(from, "static ", 7) || !strncmp(from, "extern ", 7))
        from += 7;
    open += strspn(open, " \t\r\n");
    if (p->conditions || *open != '(' || !is_plain(from, open))
        return NULL;
    const char *last = p->behind - 1;
    for (const char *q = open + 1; q < last;) {
        const char *comma = memchr(q, ',', (size_t)(last - q)), *end = comma ? comma : last;
        if (!is_plain(q, end))
            return NULL;
        q = end + 1;
    }
    return arena_printf(s->a, "%.*s", (int)(p->behind - begin), begin);
}

static void mark(Scan *s, const char *name, size_t n, MarkKind kind, const char *header)
{
    TextMark m = {name_of(s->names, name, n), (uint8_t)kind, header};
    vec_push(s->a, s->out, m);
}

static void begin_statement(TextPlace *p, const char *at)
{
    p->begin = at;
    p->called = p->name = NULL;
}

/* ---- Directives ---- */

static void scan_text(Scan *s, const char *text);

static const char *file_text(Arena *a, const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return NULL;
    Buf b = {0};
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, f));)
        buf_printf(&b, "%.*s", (int)n, part);
    fclose(f);
    const char *text = arena_strdup(a, buf_text(&b));
    buf_free(&b);
    return text;
}

static void scan_file(Scan *s, const char *name, size_t n)
{
    const char *file = arena_printf(s->a, "%.*s", (int)n, name), *text = NULL;
    Name known = name_of(s->names, name, n);
    if (s->inside == DEEPEST || map_get(&s->read, known, 0))
        return;
    map_set(&s->read, s->a, known, 1);
    for (int i = 0; i < s->folder->n && !text; i++)
        text = file_text(s->a, path_join(s->a, s->folder->v[i], file));
    s->inside++;
    if (text)
        scan_text(s, text);
    s->inside--;
}

/* To the end of a directive, which a backslash continues. */
static const char *end_of_line(const char *p)
{
    while (*p && *p != '\n') {
        if (p[0] == '/' && (p[1] == '*' || p[1] == '/'))
            p = skip_comment(p);
        else
            p += p[0] == '\\' && p[1] ? 2 : 1;
    }
    return p;
}

static void scan_directive(Scan *s, TextPlace *p)
{
    const char *at = p->at + 1;
    at += strspn(at, " \t");
    size_t n = word_length(at);
    const char *word = at, *rest = at + n + strspn(at + n, " \t");
    if (is_text(word, n, "define")) {
        mark(s, rest, word_length(rest), MARK_DEFINED, NULL);
        p->conditions -= p->guard;
        p->guard = false;
    } else if (is_text(word, n, "ifndef") || is_text(word, n, "ifdef") || is_text(word, n, "if")) {
        p->guard = is_text(word, n, "ifndef") && !p->conditions;
        p->conditions++;
    } else if (is_text(word, n, "endif")) {
        p->conditions -= p->conditions > 0;
    } else if (is_text(word, n, "include") && *rest == '"') {
        scan_file(s, rest + 1, strcspn(rest + 1, "\"\n"));
    }
    p->at = end_of_line(p->at);
    if (!p->braces)
        begin_statement(p, p->at);
}

/* ---- A text ---- */

/* Whether the name at p->at, of that length, is declared inside of a function: a type is in front.
 */
static bool is_declared(const TextPlace *p, size_t n)
{
    static const char *const word[] = {"return", "else",   "case",   "goto",  "sizeof",
                                       "struct", "static", "extern", "union", "enum"};
    const char *next = p->at + n + strspn(p->at + n, " \t\r\n");
    bool any = p->name && (p->braces || p->parens) && *next && strchr("=;,[)", *next);
    for (size_t i = 0; i < sizeof word / sizeof *word && any; i++)
        any = !is_text(p->name, p->length, word[i]);
    return any;
}

static void scan_word(Scan *s, TextPlace *p)
{
    size_t n = word_length(p->at);
    if (is_declared(p, n))
        mark(s, p->at, n, MARK_LOCAL, NULL);
    p->name = isdigit((unsigned char)*p->at) ? NULL : p->at;
    p->length = n;
    if (p->name)
        mark(s, p->at, n, p->braces ? MARK_USED : MARK_NAMED, NULL);
    p->at += n;
}

static void scan_brace(Scan *s, TextPlace *p)
{
    const char *from = p->begin + strspn(p->begin, " \t\r\n");
    if (!p->braces && !strncmp(from, "extern \"C", 9)) { /* what stands in it is outside, too */
        begin_statement(p, p->at + 1);
        return;
    }
    if (!p->braces && p->called)
        mark(s, p->called, p->called_length, MARK_DEFINED, header_of(s, p));
    else if (!p->braces && p->name && !strncmp(from, "struct ", 7))
        mark(s, p->name, p->length, MARK_DEFINED, NULL);
    p->braces++;
}

static void scan_sign(Scan *s, TextPlace *p)
{
    char c = *p->at;
    bool outside = !p->braces;
    if (outside && !p->parens && !p->called && p->name && strchr("=;[", c))
        mark(s, p->name, p->length, MARK_DEFINED, NULL); /* a variable, a type */
    if (c == '{') {
        scan_brace(s, p);
    } else if (c == '}') {
        p->braces -= p->braces > 0;
        if (outside || (!p->braces && p->called))
            begin_statement(p, p->at + 1);
    } else if (c == '(') {
        if (outside && !p->parens++ && p->name && !p->called) {
            p->called = p->name;
            p->called_length = p->length;
        }
    } else if (c == ')') {
        if (outside && p->parens && !--p->parens)
            p->behind = p->at + 1;
    } else if (c == ';' && outside) {
        if (p->called)
            mark(s, p->called, p->called_length, MARK_DECLARED, NULL);
        begin_statement(p, p->at + 1);
    }
    bool pointer = c == '*' && p->name && is_type_of_c(p->name, p->length);
    p->name = isspace((unsigned char)c) || pointer ? p->name : NULL;
    p->at++;
}

static void scan_text(Scan *s, const char *text)
{
    TextPlace p = {.at = text, .begin = text};
    bool line = true; /* nothing but blanks since the line began */
    while (*p.at) {
        char c = *p.at;
        if (c == '"' || c == '\'')
            p.at = skip_literal(p.at);
        else if (c == '/' && (p.at[1] == '/' || p.at[1] == '*'))
            p.at = skip_comment(p.at);
        else if (c == '#' && line)
            scan_directive(s, &p);
        else if (is_word(c))
            scan_word(s, &p);
        else
            scan_sign(s, &p);
        line = c == '\n' || (line && isspace((unsigned char)c));
    }
}

/* ---- The order ---- */

typedef struct Order {
    Arena *a;
    const TextMarks *marks; /* [n] of each text */
    Map definer;            /* name -> the first text that defines it + 1 */
    bool *put;
    VEC(int) list;
} Order;

/* A text after those that it uses. Texts are few, and so are those that a way through them meets.
 */
static void put_in_order(Order *o, int i)
{
    if (o->put[i])
        return;
    o->put[i] = true;
    Map own = {0};
    for (int k = 0; k < o->marks[i].n; k++) {
        const TextMark *m = &o->marks[i].v[k];
        if (m->kind > MARK_USED)
            map_set(&own, o->a, m->name, 1);
    }
    for (int k = 0; k < o->marks[i].n; k++) {
        const TextMark *m = &o->marks[i].v[k];
        uint32_t by = map_get(&o->definer, m->name, 0);
        if (m->kind <= MARK_USED && by && !map_get(&own, m->name, 0))
            put_in_order(o, (int)by - 1);
    }
    vec_push(o->a, &o->list, i);
}

/* What is used before it is defined, and was not declared. */
static void put_declarations(const Order *o, Buf *out)
{
    enum { USED = 1, TOLD };
    Map state = {0};
    for (int i = 0; i < o->list.n; i++)
        for (int k = 0; k < o->marks[o->list.v[i]].n; k++) {
            const TextMark *m = &o->marks[o->list.v[i]].v[k];
            uint32_t now = map_get(&state, m->name, 0);
            if (m->kind == MARK_USED && !now && map_get(&o->definer, m->name, 0))
                map_set(&state, o->a, m->name, USED);
            if (m->kind <= MARK_LOCAL)
                continue;
            if (m->header && now == USED)
                buf_printf(out, "%s;\n", m->header);
            map_set(&state, o->a, m->name, TOLD);
        }
}

void include_text(Arena *a, NameTable *names, const ExternalWords *folder,
                  const ExternalWords *text, Map *defined, Buf *out)
{
    TextMarks *marks = ARENA_ARRAY(a, TextMarks, text->n + 1);
    Order o = {.a = a, .marks = marks, .put = ARENA_ARRAY(a, bool, text->n + 1)};
    for (int i = 0; i < text->n; i++) {
        Scan s = {.a = a, .names = names, .folder = folder, .out = &marks[i]};
        scan_text(&s, text->v[i]);
        for (int k = 0; k < marks[i].n; k++) {
            Name name = marks[i].v[k].name;
            if (marks[i].v[k].kind == MARK_DEFINED && !map_get(&o.definer, name, 0))
                map_set(&o.definer, a, name, (uint32_t)i + 1);
        }
    }
    for (int i = 0; i < text->n; i++)
        put_in_order(&o, i);
    put_declarations(&o, out);
    for (int i = 0; i < o.list.n; i++)
        buf_printf(out, "%s\n", text->v[o.list.v[i]]);
    *defined = o.definer;
}
