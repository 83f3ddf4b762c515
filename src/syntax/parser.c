/* parser.c - the Modelica parser: its entries, names, error reports and recovery.
 *
 * Time is linear in the text: every token is read once, but for single peeks; recovery only moves
 * forward. See parser_internal.h for the principles. */
#include "syntax/parser.h"
#include "base/die.h"
#include "rt/room.h"
#include "syntax/parser_internal.h"

#include <stdlib.h>

enum { MOST_ERRORS = 100, MOST_IN_A_ROW = 5 }; /* to be reported in a file */

enum {
    SECTION = ENDS_SECTION | RECOVERS,
    ELEMENT = ENDS_SECTION | BEGINS_ELEMENT,
    CLASS = ELEMENT | BEGINS_CLASS,
    CLASS_OR_CALL = BEGINS_ELEMENT | BEGINS_CLASS,
};

const uint8_t parse_role[TK_COUNT] = {
    [TK_EOF] = ENDS_SECTION,       [TK_ERROR] = ENDS_SECTION, [N_end] = ENDS_SECTION,
    [N_else] = ENDS_SECTION,       [N_elseif] = ENDS_SECTION, [N_elsewhen] = ENDS_SECTION,
    [N_annotation] = ENDS_SECTION, [N_equation] = SECTION,    [N_algorithm] = SECTION,
    [N_external] = SECTION,        [N_public] = SECTION,      [N_protected] = SECTION,
    [N_import] = ELEMENT,          [N_extends] = ELEMENT,     [N_redeclare] = ELEMENT,
    [N_final] = ELEMENT,           [N_inner] = ELEMENT,       [N_outer] = ELEMENT,
    [N_replaceable] = ELEMENT,     [N_flow] = ELEMENT,        [N_stream] = ELEMENT,
    [N_discrete] = ELEMENT,        [N_parameter] = ELEMENT,   [N_constant] = ELEMENT,
    [N_input] = ELEMENT,           [N_output] = ELEMENT,      [N_encapsulated] = CLASS,
    [N_partial] = CLASS,           [N_class] = CLASS,         [N_model] = CLASS,
    [N_operator] = CLASS,          [N_record] = CLASS,        [N_block] = CLASS,
    [N_expandable] = CLASS,        [N_connector] = CLASS,     [N_type] = CLASS,
    [N_package] = CLASS,           [N_impure] = CLASS,        [N_function] = CLASS,
    [N_pure] = CLASS_OR_CALL,
};

void parse_stack_grow(Parser *p, size_t more)
{
    size_t capacity = p->capacity ? p->capacity : 4096;
    while (capacity - p->top < more)
        capacity *= 2;
    p->stack = realloc(p->stack, capacity);
    if (!p->stack)
        die_memory(capacity, p->capacity);
    p->capacity = capacity;
}

/* ---- Reports ---- */

const char *parse_spell(Parser *p, const Token *t)
{
    enum { LONGEST = 40 };
    if (t->kind == TK_EOF)
        return p->lx.stop < p->lx.ntokens ? "the end of the line" : "the end of the file";
    const char *text = p->lx.text + (t->span.beg - p->lx.base);
    int n = (int)(t->span.end - t->span.beg), shown = 0;
    while (shown < n && shown < LONGEST && text[shown] != '\n' && text[shown] != '\r')
        shown++;
    while (shown < n && shown > 0 && ((unsigned char)text[shown] & 0xC0) == 0x80)
        shown--; /* not inside a UTF-8 character */
    const char *kind = t->kind == TK_STRING ? "the string " : "";
    return arena_printf(p->arena, "%s`%.*s%s`", kind, shown, text, shown < n ? "..." : "");
}

/* Gives up the rest of the file. */
static void abandon(Parser *p)
{
    p->abandoned = true;
    p->lx.at = p->lx.end;
    p->lx.next = p->lx.stop = p->lx.ntokens;
    advance(p);
}

static bool silent(const Parser *p)
{
    if (at(p, TK_ERROR) || p->abandoned)
        return true;
    int kind = p->tok.kind, before = p->prev.kind;
    if ((kind <= N_within && p->misnamed[kind]) || (before <= N_within && p->misnamed[before]))
        return true;
    return !p->classic &&
           (p->blamed || p->forgiving || p->lx.open.end || p->tok.span.beg == p->recovered_at ||
            p->lx.errors != p->lexer_errors || (at(p, TK_EOF) && p->eof_reported));
}

bool parse_is_elseif(const Parser *p)
{
    static const char *const word[] = {"elif", "elsif", "elsewhere", "elseIf"};
    const char *text = at(p, TK_IDENT) ? name_text(p->ctx->names, p->tok.name) : "";
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (!strcmp(text, word[i]))
            return true;
    return false;
}

bool parse_at_attributes(Parser *p)
{
    if (!at(p, TK_LPAR) || lex_peek(&p->lx).kind != TK_IDENT)
        return false;
    const char *s = p->lx.text + (lex_peek(&p->lx).span.end - p->lx.base);
    s += strspn(s, " \t");
    return *s == '=' && s[1] != '=';
}

/* A name or `(` after a number: a product is meant, an imaginary unit, or a unit of measure. */
static void note_product(Parser *p, const char *fmt)
{
    if (!strncmp(fmt, "a `,` is missing", 16))
        return;
    bool number = p->prev.kind == TK_INT || p->prev.kind == TK_REAL;
    if (!number || parse_new_line(p) || parse_is_elseif(p) ||
        !(at(p, TK_IDENT) || at(p, TK_LPAR)) || parse_at_attributes(p))
        return;
    const char *text = p->lx.text + (p->tok.span.beg - p->lx.base);
    if (*text == '\'' ||
        !strncmp(text, "do", p->tok.span.end - p->tok.span.beg)) /* the word of a loop elsewhere */
        return;
    bool unit = p->tok.span.end == p->tok.span.beg + 1 && (*text == 'i' || *text == 'j');
    static const char *const suffix[] = {"k3", "M6", "G9", "m-3", "u-6", "n-9", "p-12"};
    bool joined = p->prev.span.end == p->tok.span.beg && p->tok.span.end == p->tok.span.beg + 1;
    for (size_t i = 0; i < sizeof suffix / sizeof *suffix && joined; i++)
        if (*text == *suffix[i]) {
            diag_note(p->ctx->diags, (Span){p->prev.span.beg, p->tok.span.end},
                      "a number has an exponent of ten: %.*se%s; a product has a sign: 2*x",
                      (int)(p->prev.span.end - p->prev.span.beg),
                      p->lx.text + (p->prev.span.beg - p->lx.base), suffix[i] + 1);
            return;
        }
    diag_note(p->ctx->diags, (Span){p->prev.span.beg, p->tok.span.end},
              "a product has a sign: 2*x%s",
              unit ? "; a complex number of real part a and imaginary part b is Complex(a, b)"
              : p->prev.span.end < p->tok.span.beg
                  ? "; a unit of measure is an attribute: Real p(unit = \"Pa\") = 5"
                  : "");
}

/* `n += 1` and `n++` of other languages, before or behind the token that does not fit. */
static void note_shorthand(Parser *p)
{
    size_t at = p->tok.span.beg - p->lx.base;
    const char *t = p->lx.text + at;
    bool before = at > 1 && strchr("+-*/", t[-1]), both = before && t[-1] == t[-2];
    bool here = p->lx.text + at + 1 < p->lx.end && *t && strchr("+-*/", *t);
    if (before && t[-1] == '-' && *t == '>')
        diag_note(p->ctx->diags, (Span){0}, "a connection is written connect(a, b)");
    else if ((here && (t[1] == '=' || (t[1] == t[0] && *t != '/' && *t != '*'))) ||
             (before && *t == '=') || (both && (t[-1] == '+' || t[-1] == '-') && *t == ';'))
        diag_note(p->ctx->diags, (Span){0},
                  "there is no `+=` and no `++`: an assignment names the variable again, "
                  "n := n + 1; in an equation of a `when` it is n = pre(n) + 1");
}

/* Whether the string before goes over the end of its line. */
static bool takes_lines(const Parser *p)
{
    const char *s = p->lx.text + (p->prev.span.beg - p->lx.base);
    return memchr(s, '\n', p->prev.span.end - p->prev.span.beg);
}

static void report(Parser *p, Span where, const char *fmt, va_list ap)
{
    p->failures++;
    p->last_reported = !silent(p);
    if (!p->last_reported)
        return;
    p->blamed = true;
    p->eof_reported |= at(p, TK_EOF);
    if (at(p, CK_BAD) && where.beg == p->tok.span.beg) /* of what is no token, why it is none */
        diag_error(p->ctx->diags, where, "%s", p->tok.fault);
    else if (p->prev.kind == TK_STRING && where.beg == p->tok.span.beg && takes_lines(p)) {
        diag_error(p->ctx->diags, (Span){p->prev.span.beg, p->prev.span.beg + 1},
                   "the string that begins here ends on another line: is a closing quote missing?");
        diag_vadd(p->ctx->diags, DIAG_NOTE, where, fmt, ap);
    } else
        diag_vadd(p->ctx->diags, DIAG_ERROR, where, fmt, ap);
    note_product(p, fmt);
    note_shorthand(p);
    if (++p->reported == 1)
        p->first_error_mark = diags_mark(p->ctx->diags);
    if (p->reported == MOST_ERRORS) {
        diag_note(p->ctx->diags, where, "too many mistakes; the rest of the file is not read");
        abandon(p);
    }
}

void parse_report(Parser *p, Span where, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    report(p, where, fmt, ap);
    va_end(ap);
}

static void unwind(Parser *p)
{
    if (at(p, TK_ERROR))
        return;
    p->failed_kind = p->tok.kind;
    p->failed_matrices = p->matrices;
    p->tok.kind = TK_ERROR;
}

void parse_fail(Parser *p, Span where, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    report(p, where, fmt, ap);
    va_end(ap);
    unwind(p);
}

void parse_blame_section(Parser *p, int most)
{
    p->blamed |= p->wrong_section >= most;
    p->wrong_section++;
}

void parse_note(Parser *p, Span where, const char *fmt, ...)
{
    if (!p->last_reported)
        return;
    va_list ap;
    va_start(ap, fmt);
    diag_vadd(p->ctx->diags, DIAG_NOTE, where, fmt, ap);
    va_end(ap);
}

/* "expected WHAT, found TOKEN", which is spelled only if somebody reads it. */
static void expected(Parser *p, const char *what, bool tell_keyword)
{
    bool unread = silent(p);
    int kind = p->tok.kind;
    bool keyword = (kind && kind <= N_within) || kind >= CK_MODEL;
    bool named = keyword && tell_keyword && !strcmp(what, "a component name");
    if (kind == TK_SEMICOLON && p->prev.kind == TK_SEMICOLON) {
        parse_fail(p, p->tok.span, "there is a `;` too many: remove it");
        return;
    }
    parse_fail(p, p->tok.span, "expected %s, found %s%s%s", what,
               keyword && (tell_keyword || p->classic) ? "the keyword " : "",
               unread ? "" : parse_spell(p, &p->tok),
               named ? ", which cannot be a name: choose another" : "");
    if (named && kind < TK_IDENT && kind != N_end && kind != N_equation && kind != N_algorithm)
        p->misnamed[kind] = true;
}

void parse_expected(Parser *p, const char *what)
{
    expected(p, what, false);
}

bool parse_expect(Parser *p, int kind, const char *what)
{
    if (accept(p, kind))
        return true;
    parse_expected(p, what);
    return false;
}

void parse_close(Parser *p, uint32_t beg, const char *what)
{
    bool ended = at(p, TK_SEMICOLON) || at(p, TK_EOF) || (p->classic && parse_new_line(p)) ||
                 (p->tok.kind && p->tok.kind <= N_within);
    if (!parse_expect(p, TK_RPAR, what) && ended)
        parse_note(p, (Span){beg, beg + 1}, "this `(` is not closed");
}

/* Reported once in a file. */
static void too_deep(Parser *p, const char *what)
{
    p->blamed |= p->too_deep;
    p->too_deep = true;
    parse_report(p, p->tok.span, "nested more than %d levels deep%s%s", p->most_depth,
                 p->most_depth < SYN_MAX_DEPTH ? ", which is what the C stack (`ulimit -s`) allows"
                                               : "",
                 what);
}

/* All that recurse over the tree later need stack too. */
int parse_most_depth(void)
{
    enum { BYTES_A_LEVEL = 2048 };
    size_t levels = stack_room() / BYTES_A_LEVEL;
    return levels < SYN_MAX_DEPTH ? (int)levels : SYN_MAX_DEPTH;
}

bool parse_enter(Parser *p)
{
    if (++p->depth <= p->most_depth)
        return true;
    too_deep(p, "");
    unwind(p);
    return false;
}

bool parse_enter_block(Parser *p)
{
    if (++p->depth <= p->most_depth)
        return true;
    too_deep(p, "; the rest of the file is not read");
    abandon(p);
    return false;
}

/* ---- Statements and recovery ---- */

uint32_t parse_begin_statement(Parser *p)
{
    p->lexer_errors = p->token_errors;
    p->blamed = false;
    return p->tok.span.beg;
}

bool parse_new_line(const Parser *p)
{
    const char *from = p->lx.text + (p->prev.span.end - p->lx.base);
    return memchr(from, '\n', p->tok.span.beg - p->prev.span.end) != NULL;
}

bool parse_encloses(const SynClass *c, Name name)
{
    while (c && c->name != name)
        c = c->parent;
    return c != NULL;
}

/* Whether parsing can go on at this token: a section begins, or something is closed. */
static bool at_resumption(Parser *p)
{
    int kind = p->tok.kind;
    if (parse_role[kind] & RECOVERS)
        return parse_new_line(p);
    if (kind == N_initial)
        return parse_new_line(p) && parse_role[lex_peek(&p->lx).kind] & RECOVERS;
    if (kind != N_end)
        return false;
    Token next = lex_peek(&p->lx);
    if (next.kind == TK_IDENT)
        return parse_new_line(p) || parse_encloses(p->cls, next.name);
    return parse_is_block(next.kind);
}

/* Skips behind the next `;` that ends a statement, or behind `keyword` (0: none), or to where
 * something new begins. Skips at least one token if the current one begins at `beg`. */
static void skip_statement(Parser *p, uint32_t beg, int keyword)
{
    int open = p->failed_matrices;
    p->lx.voice = LEX_QUIET;
    for (; !at(p, TK_EOF); advance(p)) {
        int kind = p->tok.kind;
        if ((kind == TK_SEMICOLON && !open) || (kind == keyword && keyword))
            break;
        open += kind == TK_LBRACKET;
        open -= kind == TK_RBRACKET && open;
        if (p->tok.span.beg != beg && at_resumption(p)) {
            p->recovered_at = p->tok.span.beg;
            break;
        }
    }
    p->lx.voice = LEX_LOUD;
    if (!at(p, TK_EOF) && p->tok.span.beg != p->recovered_at)
        advance(p);
}

/* After a failure. What follows on the same line, or begins like an operand, may still be a part of
 * the broken statement (rows of a matrix end with `;` too), so it may fail silently; and so may
 * what follows many broken statements. */
static void recover(Parser *p, uint32_t beg, int keyword)
{
    p->tok.kind = p->failed_kind;
    skip_statement(p, beg, keyword);
    p->blamed = false;
    p->forgiving = p->prev.kind == TK_SEMICOLON &&
                   (!parse_new_line(p) || (p->tok.kind > TK_IDENT && p->tok.kind != TK_LPAR));
    p->forgiving |= ++p->broken >= MOST_IN_A_ROW;
}

static const char closing[TK_COUNT][2] = {
    [TK_RPAR] = "(",
    [TK_RBRACKET] = "[",
    [TK_RBRACE] = "{",
};

/* A sign that ends no statement: what was meant by it. */
static bool tell_sign(Parser *p, const char *what)
{
    if (at(p, TK_EQUALS) && strchr("<>", p->lx.text[p->tok.span.end - p->lx.base])) {
        char sign = p->lx.text[p->tok.span.end - p->lx.base];
        parse_fail(p, (Span){p->tok.span.beg, p->tok.span.end + 1},
                   "there is no `=%c`; it is written `%c=`", sign, sign);
    } else if (at(p, TK_EQUALS) && !strcmp(what, "the equation")) {
        parse_fail(p, p->tok.span,
                   "an equation has one `=`: write two equations, x = z; y = z; or compare by "
                   "`==`: b = (y == z)");
    } else if (at(p, TK_DOT) && p->prev.kind == TK_RPAR) {
        parse_fail(
            p, p->tok.span,
            "no element can be taken of the result of a call: give the result to a "
            "variable, r = f(x), and take r.element; several results are taken by (a, b) = f(x)");
    } else if (at(p, TK_COLON) && !strcmp(what, "the import")) {
        parse_fail(
            p, p->tok.span,
            "another name for what is imported is given by `=`: import SI = Modelica.Units.SI;");
    } else if (at(p, TK_COMMA) && !strcmp(what, "the import")) {
        parse_fail(p, p->tok.span,
                   "an import has one name, or several of one package in braces: import "
                   "Modelica.Math.{sin, cos};");
    } else {
        return false;
    }
    return true;
}

/* The same of a word. */
static bool tell_word(Parser *p, const char *what, Span gap)
{
    bool named = at(p, TK_IDENT);
    if (named && p->lx.text[p->tok.span.beg - p->lx.base] == '\'') {
        parse_fail(p, p->tok.span, "%s is a name; a text stands in double quotes",
                   parse_spell(p, &p->tok));
    } else if (named && p->prev.kind == TK_STRING && p->prev.span.end == p->tok.span.beg) {
        parse_fail(p, p->tok.span,
                   "the text ends before %s; a quote inside of a text is written \\\"",
                   parse_spell(p, &p->tok));
    } else if (named && p->prev.kind == TK_IDENT &&
               !strcmp(name_text(p->ctx->names, p->prev.name), "new")) {
        parse_fail(p, p->prev.span,
                   "there is no `new`: a component is made by its declaration, with values in "
                   "parentheses: %s c(x = 1)",
                   name_text(p->ctx->names, p->tok.name));
    } else if (named && p->prev.kind == TK_RPAR && !strcmp(what, "the declaration")) {
        parse_fail(p, gap, "expected `,` or `;` before %s", parse_spell(p, &p->tok));
    } else if (at(p, N_if)) {
        parse_fail(p, p->tok.span,
                   "the condition of a value stands before it: y = if x > 0 then a else b");
    } else if (at(p, N_else) && !strcmp(what, "the equation")) {
        parse_fail(p, gap,
                   "expected `;` before `else`: each branch has equations, if b then y = 1; else y "
                   "= 0; end if; a value by a "
                   "condition is y = if b then 1 else 0");
    } else if (named && !strcmp(what, "the import")) {
        parse_fail(p, p->tok.span,
                   "expected `;` after the import; another name for what is imported stands "
                   "before it: import SI = Modelica.Units.SI;");
    } else {
        return false;
    }
    return true;
}

/* What stands where a statement should end, on its line. */
static void tell_unended(Parser *p, const char *what, Span gap)
{
    if (tell_sign(p, what) || tell_word(p, what, gap))
        return;
    bool two = p->prev.kind == TK_IDENT && (at(p, TK_IDENT) || at(p, TK_INT) || at(p, TK_REAL));
    bool formula = !strcmp(what, "the equation") || !strcmp(what, "the statement");
    parse_fail(p, gap, "expected `;` after %s, found %s%s", what, parse_spell(p, &p->tok),
               two && !strcmp(what, "the declaration") && at(p, TK_IDENT)
                   ? "; several names are separated by `,`"
               : two && formula
                   ? "; a product has a sign, a*b, and the arguments of a function stand "
                     "in parentheses, sin(x)"
                   : "");
}

bool parse_end_statement(Parser *p, uint32_t beg, const char *what)
{
    if (accept(p, TK_SEMICOLON)) {
        p->blamed = p->forgiving = false;
        p->broken = 0;
        return true;
    }
    Span gap = {p->prev.span.end, p->prev.span.end};
    if (at(p, TK_ERROR)) {
        /* told by the lexer */
    } else if (closing[p->tok.kind][0]) {
        parse_fail(p, p->tok.span, "%s closes no `%s`", parse_spell(p, &p->tok),
                   closing[p->tok.kind]);
    } else if (at(p, TK_EOF) || at(p, N_end) || parse_new_line(p)) {
        parse_report(p, gap, "expected `;` after %s", what);
        p->blamed = false;
        p->forgiving = !(parse_role[p->tok.kind] & ENDS_SECTION);
        return true;
    } else {
        tell_unended(p, what, gap);
    }
    recover(p, beg, 0);
    return false;
}

bool parse_header_end(Parser *p, int keyword, const char *what)
{
    if (accept(p, keyword))
        return true;
    if (at(p, TK_EQUALS) && keyword == N_loop && p->prev.kind == TK_IDENT)
        parse_fail(p, p->tok.span,
                   "expected `in` after the loop variable, found `=`: for i in 1:3");
    else if (at(p, TK_EQUALS))
        parse_fail(p, p->tok.span,
                   "expected %s, found `=`; to compare write `==`, of Reals `<=` or `>=`", what);
    else if (at(p, TK_LBRACE))
        parse_fail(
            p, p->tok.span,
            "expected %s, found `{`: words stand around what belongs together: if x > 0 then "
            "... else ... end if;",
            what);
    else if (parse_new_line(p))
        parse_fail(p, (Span){p->prev.span.end, p->prev.span.end}, "expected %s", what);
    else
        parse_expected(p, what);
    recover(p, 0, keyword);
    return false;
}

/* ---- Names ---- */

Name parse_ident(Parser *p, const char *what)
{
    Name name = p->tok.name;
    if (accept(p, TK_IDENT))
        return name;
    expected(p, what, true);
    return 0;
}

/* ["."] IDENT { "." IDENT } */
SynName parse_name(Parser *p, const char *what)
{
    uint32_t beg = p->tok.span.beg;
    SynName name = {.global = !p->classic && accept(p, TK_DOT)};
    size_t mark = p->top;
    do {
        Name part = parse_ident(p, what);
        parse_push(p, &part, sizeof part);
        what = "a name after the `.`";
    } while (accept(p, TK_DOT));
    int n;
    name.part = parse_take(p, mark, sizeof *name.part, &n);
    name.n = (uint16_t)n;
    name.span = span_from(p, beg);
    if (n > UINT16_MAX)
        parse_fail(p, name.span, "the name has more than %d parts", UINT16_MAX);
    return name;
}

/* [ STRING { "+" STRING } ] */
Name parse_description_string(Parser *p)
{
    if (!at(p, TK_STRING))
        return 0;
    Name text = p->tok.name;
    advance(p);
    if (!at(p, TK_ADD))
        return text;
    Buf whole = {0};
    buf_puts(&whole, text_of(p->ctx, text));
    while (accept(p, TK_ADD)) {
        if (at(p, TK_STRING))
            buf_puts(&whole, text_of(p->ctx, p->tok.name));
        parse_expect(p, TK_STRING, "a string after `+`");
    }
    text = name_of(p->ctx->names, buf_text(&whole), whole.n);
    buf_free(&whole);
    return text;
}

/* ---- Files ---- */

/* Skips to what looks like the beginning of a class: a keyword behind `;` or first on its line. */
static void skip_to_class(Parser *p)
{
    p->lx.voice = LEX_QUIET;
    do
        advance(p);
    while (!at(p, TK_EOF) && !(parse_role[p->tok.kind] & BEGINS_CLASS &&
                               (p->prev.kind == TK_SEMICOLON || parse_new_line(p))));
    p->lx.voice = LEX_LOUD;
}

/* [ within [ name ] ";" ] */
static void parse_within(Parser *p, SynFile *f)
{
    uint32_t beg = parse_begin_statement(p);
    if (!accept(p, N_within))
        return;
    f->has_within = true;
    if (!at(p, TK_SEMICOLON))
        f->within = parse_name(p, "a package name or `;` after `within`");
    if (!parse_end_statement(p, beg, "the `within` clause"))
        f->within = (SynName){0};
}

/* { import STRING ";" }, which is no Modelica: files that are to be read before this one. Libraries
 * are found by their names. */
static void skip_file_imports(Parser *p)
{
    while (at(p, N_import) && lex_peek(&p->lx).kind == TK_STRING) {
        uint32_t beg = parse_begin_statement(p);
        diag_warning(
            p->ctx->diags, p->tok.span,
            "the import of a file is not Modelica and has no effect: libraries are found by "
            "their names on the library path (-I)");
        advance(p);
        advance(p);
        parse_end_statement(p, beg, "the import");
    }
}

/* { [ final ] class-definition ";" } */
static void parse_top_classes(Parser *p, SynFile *f)
{
    size_t mark = p->top;
    bool clean = true; /* what follows a broken class may be the rest of it */
    while (!at(p, TK_EOF)) {
        uint32_t beg = parse_begin_statement(p);
        int failures = p->failures;
        accept(p, N_final);
        if (!(parse_role[p->tok.kind] & BEGINS_CLASS)) {
            if (clean)
                parse_report(p, p->tok.span,
                             "expected `model`, `package` or another class, found %s",
                             parse_spell(p, &p->tok));
            if (!at(p, TK_EOF))
                skip_to_class(p);
            continue;
        }
        SynClass *c = parse_class(p, false);
        parse_end_statement(p, beg, "the class");
        clean = p->failures == failures;
        if (c)
            parse_push(p, &c, sizeof c);
    }
    f->cls = parse_take(p, mark, sizeof *f->cls, &f->nclasses);
}

static void start(Parser *p, Context *ctx, SourceFile *source)
{
    *p = (Parser){.ctx = ctx,
                  .arena = ctx->syntax,
                  .errors_before = diags_errors(ctx->diags),
                  .most_depth = parse_most_depth()};
    lex_start(&p->lx, ctx, source);
    p->prev.span = (Span){source->base, source->base};
    lex_next(&p->lx, &p->tok);
}

/* An unterminated string turns all later strings inside out: of more than a few errors the first
 * is kept, which stands near the missing quote. */
void parse_finish(Parser *p)
{
    Diags *d = p->ctx->diags;
    if (p->lx.open.end) {
        if (!p->classic && p->reported && diags_errors(d) - p->errors_before > 3)
            diags_rollback(d, p->first_error_mark);
        diag_error(d, p->lx.open, "the %s that begins here is never closed", p->lx.open_what);
    }
    KRON_ASSERT(!p->failures || p->reported || p->lx.errors || p->lx.open.end);
    lex_finish(&p->lx);
    free(p->stack);
}

SynFile *parse_modelica_into(Context *ctx, SourceFile *source, SynClass *first)
{
    Parser p;
    start(&p, ctx, source);
    p.reuse = first;
    SynFile *f = ARENA_NEW(ctx->syntax, SynFile);
    f->source = source;
    skip_file_imports(&p);
    parse_within(&p, f);
    skip_file_imports(&p);
    parse_top_classes(&p, f);
    parse_finish(&p);
    return f;
}

SynFile *parse_modelica(Context *ctx, SourceFile *source)
{
    return parse_modelica_into(ctx, source, NULL);
}

SynExp *parse_expression(Context *ctx, SourceFile *source)
{
    Parser p;
    int errors = diags_errors(ctx->diags);
    start(&p, ctx, source);
    SynExp *e = parse_exp(&p);
    if (at(&p, TK_COMMA) && (p.prev.kind == TK_INT || p.prev.kind == TK_REAL))
        parse_fail(&p, p.tok.span, "a number has a decimal point, not a comma: 2.5");
    else if (!at(&p, TK_EOF))
        parse_expected(&p, "the end of the expression");
    parse_finish(&p);
    return diags_errors(ctx->diags) == errors ? e : NULL;
}
