/* classic_lexer.c - text of the classic language to tokens, all at once. Comments stand in braces
 * and may go over lines, but only line ends outside of them end a statement. O(bytes). */
#include "syntax/classic_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

static const char *const keyword_text[CK_COUNT] = {
#define K(id, text) [CK_##id] = text,
    CLASSIC_KEYWORDS(K)
#undef K
};

/* Operators and punctuation, a longer one before its beginning. */
static const struct {
    char text[3];
    uint8_t kind;
} symbols[] = {
    {"**", CK_POW},      {":=", CK_ASSIGN},  {"==", CK_EQ},       {"<=", CK_LE},
    {"<>", CK_NE},       {">=", CK_GE},      {"//", CK_PARALLEL}, {"(", CK_LPAR},
    {")", CK_RPAR},      {"[", CK_LBRACKET}, {"]", CK_RBRACKET},  {",", CK_COMMA},
    {";", CK_SEMICOLON}, {":", CK_COLON},    {".", CK_DOT},       {"=", CK_EQUALS},
    {"+", CK_ADD},       {"-", CK_SUB},      {"*", CK_MUL},       {"/", CK_DIV},
    {"^", CK_POW},       {"<", CK_LT},       {">", CK_GT},        {"\\", CK_REVERSE},
};

typedef struct Scanner {
    Classic *p;
    const char *text, *at, *end; /* the text, the next character, the terminating zero */
    Name keyword[CK_COUNT];
} Scanner;

const char *classic_keyword(ClassicKind kind)
{
    return keyword_text[kind];
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static Span span_to(const Scanner *s, const char *beg, const char *end)
{
    uint32_t base = s->p->source->base;
    return (Span){base + (uint32_t)(beg - s->text), base + (uint32_t)(end - s->text)};
}

/* Blanks and comments; tells whether a line ended. */
static bool skip_blanks(Scanner *s)
{
    bool new_line = false;
    for (;; s->at++) {
        if (*s->at == '{') {
            const char *close = memchr(s->at, '}', (size_t)(s->end - s->at));
            if (!close) {
                s->p->open_comment = span_to(s, s->at, s->at + 1);
                s->at = s->end;
                return new_line;
            }
            s->at = close;
        } else if (*s->at == '\n') {
            new_line = true;
        } else if (*s->at != ' ' && *s->at != '\t' && *s->at != '\r' && *s->at != '\f') {
            return new_line;
        }
    }
}

static void bad_token(ClassicToken *t, const char *fault)
{
    t->kind = CK_BAD;
    t->fault = fault;
}

static void scan_word(Scanner *s, ClassicToken *t)
{
    const char *from = s->at;
    while (is_word(*s->at))
        s->at++;
    t->kind = CK_IDENT;
    t->name = name_of(s->p->ctx->names, from, (size_t)(s->at - from));
    for (int k = CK_MODEL; k < CK_COUNT; k++)
        if (s->keyword[k] == t->name)
            t->kind = (uint8_t)k;
}

/* digits [ "." [ digits ] ] [ exponent ], or "." digits [ exponent ]; an integer that is too
 * large is a Real. */
static void scan_number(Scanner *s, ClassicToken *t)
{
    const char *from = s->at, *q = s->at;
    bool real = false;
    while (is_digit(*q))
        q++;
    if (*q == '.') {
        real = true;
        for (q++; is_digit(*q);)
            q++;
    }
    if (*q == 'e' || *q == 'E') {
        const char *digits = q + 1 + (q[1] == '+' || q[1] == '-');
        if (is_digit(*digits)) {
            real = true;
            for (q = digits; is_digit(*q);)
                q++;
        }
    }
    s->at = q;
    char *text = arena_strndup(s->p->arena, from, (size_t)(q - from));
    double value = strtod(text, NULL);
    t->kind = real || value >= 9e18 ? CK_REAL : CK_INT;
    if (t->kind == CK_REAL)
        t->r = value;
    else
        t->i = strtoll(text, NULL, 10);
    if (isinf(value))
        bad_token(t, "the number is too large");
}

/* A string stands on one line. */
static void scan_string(Scanner *s, ClassicToken *t)
{
    static const char escaped[128] = {
        ['"'] = '"',  ['\\'] = '\\', ['a'] = '\a', ['b'] = '\b', ['f'] = '\f',
        ['n'] = '\n', ['r'] = '\r',  ['t'] = '\t', ['v'] = '\v'};
    const char *q = s->at + 1;
    char *text = arena_alloc(s->p->arena, strcspn(q, "\n") + 1);
    size_t n = 0;
    for (; *q && *q != '"' && *q != '\n'; q++) {
        bool escape = *q == '\\' && q[1] > 0 && escaped[(unsigned char)q[1]];
        text[n++] = escape ? escaped[(unsigned char)q[1]] : *q;
        q += escape;
    }
    s->at = q + (*q == '"');
    t->kind = CK_STRING;
    t->name = name_of(s->p->ctx->names, text, n);
    if (*q != '"')
        bad_token(t, "the string is not closed on its line");
}

static void scan_stray(Scanner *s, ClassicToken *t)
{
    unsigned char c = (unsigned char)*s->at++;
    while (c >= 0x80 && (unsigned char)*s->at >= 0x80)
        s->at++;
    if (c >= 0x80)
        bad_token(t, "characters other than ASCII are only allowed in comments and strings");
    else if (c == '}')
        bad_token(t, "`}` closes no comment");
    else if (c < ' ' || c == 0x7F)
        bad_token(t, arena_printf(s->p->arena, "unexpected control character 0x%02X", c));
    else
        bad_token(t, arena_printf(s->p->arena, "unexpected character `%c`%s", c,
                                  c == '!' ? "; a comment stands in braces" : ""));
}

static void scan_symbol(Scanner *s, ClassicToken *t)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        size_t n = strlen(symbols[i].text);
        if (strncmp(s->at, symbols[i].text, n))
            continue;
        t->kind = symbols[i].kind;
        s->at += n;
        return;
    }
    scan_stray(s, t);
}

void classic_scan(Classic *p)
{
    Scanner s = {.p = p, .text = p->source->text, .at = p->source->text};
    s.end = s.text + p->source->length;
    for (int k = CK_MODEL; k < CK_COUNT; k++)
        s.keyword[k] = name_cstr(p->ctx->names, keyword_text[k]);
    for (;;) {
        bool first = skip_blanks(&s) || !p->tokens.n;
        if (s.at == s.end)
            return;
        ClassicToken t = {.first = first};
        const char *from = s.at;
        if (is_digit(*from) || (*from == '.' && is_digit(from[1])))
            scan_number(&s, &t);
        else if (is_word(*from))
            scan_word(&s, &t);
        else if (*from == '"')
            scan_string(&s, &t);
        else
            scan_symbol(&s, &t);
        t.span = span_to(&s, from, s.at);
        vec_push(p->arena, &p->tokens, t);
    }
}
