/* classic_lexer.c - text of the classic language to tokens, all at once. Comments stand in braces
 * and may go over lines, but only line ends outside of them end a statement. O(bytes). */
#include "syntax/classic_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

static const struct {
    const char *text;
    uint8_t kind;
} keywords[] = {
#define K(id, text) {text, CK_##id},
    CLASSIC_KEYWORDS(K)
#undef K
        {"if", N_if},
    {"then", N_then},
    {"elseif", N_elseif},
    {"else", N_else},
    {"and", N_and},
    {"or", N_or},
    {"not", N_not},
    {"true", N_true},
    {"false", N_false},
};

/* Operators and punctuation, a longer one before its beginning. */
static const struct {
    char text[3];
    uint8_t kind;
} symbols[] = {
    {"**", TK_POW},      {":=", TK_ASSIGN},  {"==", TK_EQ},       {"<=", TK_LE},
    {"<>", TK_NE},       {">=", TK_GE},      {"//", CK_PARALLEL}, {"(", TK_LPAR},
    {")", TK_RPAR},      {"[", TK_LBRACKET}, {"]", TK_RBRACKET},  {",", TK_COMMA},
    {";", TK_SEMICOLON}, {":", TK_COLON},    {".", TK_DOT},       {"=", TK_EQUALS},
    {"+", TK_ADD},       {"-", TK_SUB},      {"*", TK_MUL},       {"/", TK_DIV},
    {"^", TK_POW},       {"<", TK_LT},       {">", TK_GT},        {"\\", CK_REVERSE},
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static Span span_to(const Lexer *lx, const char *beg, const char *end)
{
    return (Span){lx->base + (uint32_t)(beg - lx->text), lx->base + (uint32_t)(end - lx->text)};
}

/* Blanks and comments; tells whether a line ended. */
static bool skip_blanks(Lexer *lx)
{
    bool new_line = false;
    for (;; lx->at++) {
        if (*lx->at == '{') {
            const char *close = memchr(lx->at, '}', (size_t)(lx->end - lx->at));
            if (!close) {
                lx->open = span_to(lx, lx->at, lx->at + 1);
                lx->open_what = "comment";
                lx->at = lx->end;
                return new_line;
            }
            lx->at = close;
        } else if (*lx->at == '\n') {
            new_line = true;
        } else if (*lx->at != ' ' && *lx->at != '\t' && *lx->at != '\r' && *lx->at != '\f') {
            return new_line;
        }
    }
}

static void bad_token(Token *t, const char *fault)
{
    t->kind = CK_BAD;
    t->fault = fault;
}

static void scan_word(Lexer *lx, Token *t)
{
    const char *from = lx->at;
    while (is_word(*lx->at))
        lx->at++;
    t->kind = TK_IDENT;
    t->name = name_of(lx->ctx->names, from, (size_t)(lx->at - from));
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
        if (!strcmp(keywords[k].text, text_of(lx->ctx, t->name)))
            t->kind = keywords[k].kind;
}

/* digits [ "." [ digits ] ] [ exponent ], or "." digits [ exponent ]; an integer that is too
 * large is a Real. */
static void scan_number(Lexer *lx, Token *t)
{
    const char *from = lx->at, *q = lx->at;
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
    lx->at = q;
    char *text = arena_strndup(lx->ctx->syntax, from, (size_t)(q - from));
    double value = strtod(text, NULL);
    t->kind = real || value >= 9e18 ? TK_REAL : TK_INT;
    if (t->kind == TK_REAL)
        t->r = value;
    else
        t->i = strtoll(text, NULL, 10);
    if (isinf(value))
        bad_token(t, "the number is too large");
}

/* A string stands on one line. */
static void scan_string(Lexer *lx, Token *t)
{
    static const char escaped[128] = {
        ['"'] = '"',  ['\\'] = '\\', ['a'] = '\a', ['b'] = '\b', ['f'] = '\f',
        ['n'] = '\n', ['r'] = '\r',  ['t'] = '\t', ['v'] = '\v'};
    const char *q = lx->at + 1;
    char *text = arena_alloc(lx->ctx->syntax, strcspn(q, "\n") + 1);
    size_t n = 0;
    for (; *q && *q != '"' && *q != '\n'; q++) {
        bool escape = *q == '\\' && q[1] > 0 && escaped[(unsigned char)q[1]];
        text[n++] = escape ? escaped[(unsigned char)q[1]] : *q;
        q += escape;
    }
    lx->at = q + (*q == '"');
    t->kind = TK_STRING;
    t->name = name_of(lx->ctx->names, text, n);
    if (*q != '"')
        bad_token(t, "the string is not closed on its line");
}

static void scan_stray(Lexer *lx, Token *t)
{
    unsigned char c = (unsigned char)*lx->at++;
    while (c >= 0x80 && (unsigned char)*lx->at >= 0x80)
        lx->at++;
    if (c >= 0x80)
        bad_token(t, "characters other than ASCII are only allowed in comments and strings");
    else if (c == '}')
        bad_token(t, "`}` closes no comment");
    else if (c < ' ' || c == 0x7F)
        bad_token(t, arena_printf(lx->ctx->syntax, "unexpected control character 0x%02X", c));
    else
        bad_token(t, arena_printf(lx->ctx->syntax, "unexpected character `%c`%s", c,
                                  c == '!'               ? "; a comment stands in braces"
                                  : c == '\''            ? "; the derivative of x is der(x)"
                                  : c == '%' || c == '#' ? "; a comment stands in braces"
                                                         : ""));
}

static void scan_symbol(Lexer *lx, Token *t)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        size_t n = strlen(symbols[i].text);
        if (strncmp(lx->at, symbols[i].text, n))
            continue;
        t->kind = symbols[i].kind;
        lx->at += n;
        return;
    }
    scan_stray(lx, t);
}

static void scan_token(Lexer *lx, Token *t)
{
    const char *from = lx->at;
    if (is_digit(*from) || (*from == '.' && is_digit(from[1])))
        scan_number(lx, t);
    else if (is_word(*from))
        scan_word(lx, t);
    else if (*from == '"')
        scan_string(lx, t);
    else
        scan_symbol(lx, t);
    t->span = span_to(lx, from, lx->at);
}

/* Behind a point or colon any word of the line is a name. */
void classic_scan(Lexer *lx)
{
    VEC(Token) tokens = {0};
    for (;;) {
        Token t = {.first = skip_blanks(lx) || !tokens.n};
        if (lx->at == lx->end)
            break;
        int before = tokens.n ? vec_last(&tokens).kind : TK_EOF;
        scan_token(lx, &t);
        bool word = t.kind >= CK_MODEL || t.kind <= N_within;
        if ((before == TK_DOT || before == TK_COLON) && word && (!t.first || t.kind == CK_END))
            t.kind = TK_IDENT;
        vec_push(lx->ctx->syntax, &tokens, t);
    }
    lx->list = tokens.v;
    lx->ntokens = tokens.n;
}
