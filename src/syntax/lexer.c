/* lexer.c - the scanner: a table classifies the 256 characters, every token is found by its first
 * character and runs to its longest match (Modelica 3.6, chapter 2 and appendix A.1). O(bytes). */
#include "syntax/lexer.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

enum { MOST_ERRORS = 100 }; /* to be reported in a file */

/* Classes of characters. CH_DIGIT and CH_LETTER are the greatest: what identifiers are made of. */
enum {
    CH_STRAY,
    CH_NUL,
    CH_BLANK,
    CH_QUOTE,
    CH_STRING,
    CH_PUNCT, /* a token by itself, see single[] */
    CH_SLASH,
    CH_DOT,
    CH_COLON,
    CH_EQUALS,
    CH_LESS,
    CH_GREATER,
    CH_DIGIT,
    CH_LETTER
};

#define Z CH_STRAY
#define N CH_NUL
#define B CH_BLANK
#define Q CH_QUOTE
#define S CH_STRING
#define P CH_PUNCT
#define D CH_DIGIT
#define L CH_LETTER
/* clang-format off */
static const uint8_t class_of[256] = {
    N, Z, Z, Z, Z, Z, Z, Z, Z, B, B, Z, B, B, Z, Z,
    Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z,
    B, Z, S, Z, Z, Z, Z, Q, P, P, P, P, P, P, CH_DOT, CH_SLASH, /*  !"#$%&'()*+,-./ */
    D, D, D, D, D, D, D, D, D, D, CH_COLON, P, CH_LESS, CH_EQUALS, CH_GREATER, Z,
    Z, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, P, Z, P, P, L, /* [ \ ] ^ _ */
    Z, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, P, Z, P, Z, Z, /* { | } ~ */
};
/* clang-format on */
#undef Z
#undef N
#undef B
#undef Q
#undef S
#undef P
#undef D
#undef L

static const uint8_t single[128] = {
    ['('] = TK_LPAR,   [')'] = TK_RPAR,   ['['] = TK_LBRACKET, [']'] = TK_RBRACKET,
    ['{'] = TK_LBRACE, ['}'] = TK_RBRACE, [','] = TK_COMMA,    [';'] = TK_SEMICOLON,
    ['+'] = TK_ADD,    ['-'] = TK_SUB,    ['*'] = TK_MUL,      ['^'] = TK_POW,
};

static const uint8_t dotted[128] = {
    ['+'] = TK_DOT_ADD, ['-'] = TK_DOT_SUB, ['*'] = TK_DOT_MUL,
    ['/'] = TK_DOT_DIV, ['^'] = TK_DOT_POW,
};

/* What an escape `\x` stands for; 0: no such escape. */
static const char escaped[128] = {
    ['\''] = '\'', ['"'] = '"',  ['?'] = '?',  ['\\'] = '\\', ['a'] = '\a', ['b'] = '\b',
    ['f'] = '\f',  ['n'] = '\n', ['r'] = '\r', ['t'] = '\t',  ['v'] = '\v',
};

static inline uint8_t class_at(const char *p)
{
    return class_of[(unsigned char)*p];
}

static inline bool is_digit(const char *p)
{
    return class_at(p) == CH_DIGIT;
}

static inline bool is_high(const char *p)
{
    return (unsigned char)*p >= 0x80;
}

static inline uint8_t ascii_entry(const uint8_t table[128], const char *p)
{
    return is_high(p) ? 0 : table[(unsigned char)*p];
}

void lex_finish(Lexer *lx)
{
    buf_free(&lx->unescaped);
}

static Span span_of(const Lexer *lx, const char *beg, const char *end)
{
    return (Span){lx->base + (uint32_t)(beg - lx->text), lx->base + (uint32_t)(end - lx->text)};
}

__attribute__((format(printf, 4, 5))) static void lex_error(Lexer *lx, const char *beg,
                                                            const char *end, const char *fmt, ...)
{
    if (lx->errors++ >= MOST_ERRORS || lx->voice == LEX_QUIET)
        return;
    va_list ap;
    va_start(ap, fmt);
    diag_vadd(lx->ctx->diags, DIAG_ERROR, span_of(lx, beg, end), fmt, ap);
    va_end(ap);
}

/* Zero bytes are reported here, once, and then passed over. */
void lex_start(Lexer *lx, Context *ctx, const SourceFile *source)
{
    *lx = (Lexer){.ctx = ctx, .text = source->text, .at = source->text, .base = source->base};
    lx->end = source->text + source->length;
    const char *zero = memchr(lx->text, 0, source->length);
    bool wide = zero && (!strncmp(lx->text, "\xFF\xFE", 2) || !strncmp(lx->text, "\xFE\xFF", 2));
    bool packed = zero && !strncmp(lx->text, "PK\x03\x04", 4);
    if (wide || packed) {
        lex_error(lx, lx->text, lx->text,
                  wide ? "the text of this file is UTF-16: save it as UTF-8"
                       : "this file is an archive, no text: an FMU is run by `kron simulate "
                         "X.fmu`, `kron import X.fmu` writes a model of it");
        lx->at = lx->end;
    } else if (zero) {
        lex_error(lx, zero, zero + 1, "the file contains a zero byte: is it a text?");
    }
}

/* Ends the text here: nothing can follow what was opened at [beg, end). */
static const char *left_open(Lexer *lx, const char *beg, const char *end, const char *what)
{
    lx->open = span_of(lx, beg, end);
    lx->open_what = what;
    return lx->end;
}

static void check_utf8(Lexer *lx, const char *s, const char *end)
{
    if (lx->warned_utf8 || lx->voice == LEX_QUIET)
        return;
    uint32_t code;
    for (size_t n; s < end && (n = utf8_length(s, (size_t)(end - s), &code)); s += n)
        ;
    if (s == end)
        return;
    lx->warned_utf8 = true;
    diag_warning(lx->ctx->diags, span_of(lx, s, s + 1),
                 "the file is not valid UTF-8 (byte 0x%02X here): save it as UTF-8",
                 (unsigned char)*s);
}

/* Behind a comment that begins at p; p itself if there is none. Marks non-ASCII text in *high. */
static const char *comment_end(const char *p, const char *end, bool *high)
{
    const char *q = p + 2;
    if (p[1] == '/') {
        for (; *q != '\n' && (*q || q < end); q++)
            *high |= is_high(q);
        return q;
    }
    if (p[1] != '*')
        return p;
    for (; *q || q < end; q++) {
        *high |= is_high(q);
        if (*q == '*' && q[1] == '/')
            return q + 2;
    }
    return NULL;
}

static const char *skip_blanks(Lexer *lx, const char *p)
{
    for (;;) {
        while (class_at(p) == CH_BLANK)
            p++;
        if (*p != '/')
            return p;
        bool high = false;
        const char *q = comment_end(p, lx->end, &high);
        if (q == p)
            return p;
        if (!q)
            q = left_open(lx, p, p + 2, "comment");
        if (high)
            check_utf8(lx, p, q);
        p = q;
    }
}

bool lex_equals_follows(const Lexer *lx)
{
    const char *p = lx->at;
    for (;;) {
        while (class_at(p) == CH_BLANK)
            p++;
        if (*p != '/')
            return *p == '=' && p[1] != '=';
        bool high = false;
        const char *q = comment_end(p, lx->end, &high);
        if (!q || q == p)
            return false;
        p = q;
    }
}

/* IDENT = NON-DIGIT { DIGIT | NON-DIGIT } */
static const char *lex_word(Lexer *lx, const char *p, Token *t)
{
    const char *q = p + 1;
    while (class_at(q) >= CH_DIGIT)
        q++;
    t->name = name_of(lx->ctx->names, p, (size_t)(q - p));
    t->kind = t->name <= N_within ? (uint8_t)t->name : TK_IDENT;
    return q;
}

/* Whether a quote at p stands right behind an operand, as that of A' does: a name, a closing
 * parenthesis or bracket. */
static bool follows_operand(Lexer *lx, const char *p)
{
    const char *word = p;
    Token t = {0};
    while (word > lx->text && class_at(word - 1) >= CH_DIGIT)
        word--;
    if (word == p)
        return p > lx->text && (p[-1] == ')' || p[-1] == ']');
    return class_at(word) == CH_LETTER && (lex_word(lx, word, &t), t.kind == TK_IDENT);
}

/* Q-IDENT = "'" { Q-CHAR | S-ESCAPE } "'". The name keeps its quotes and escapes, except for the
 * redundant escapes \? and \", which are resolved. */
static const char *lex_quoted(Lexer *lx, const char *p, Token *t)
{
    Buf *b = &lx->unescaped;
    const char *q = p + 1;
    if (follows_operand(lx, p)) {
        lex_error(
            lx, p, q,
            "`'` begins a quoted name and is no operator: the transpose of A is transpose(A), "
            "the derivative of x is der(x)");
        *t = (Token){0};
        lx->at = q;
        lex_next(lx, t);
        return lx->at;
    }
    buf_clear(b);
    buf_putc(b, '\'');
    while (*q != '\'' && (unsigned char)*q >= ' ' && *q != 0x7F) {
        if (is_high(q)) {
            lex_error(lx, q, q + 1, "only ASCII characters are allowed in a quoted name");
            while (is_high(q))
                q++;
            continue;
        }
        if (*q == '\\') {
            q++;
            if (is_high(q) || !escaped[(unsigned char)*q]) {
                lex_error(lx, q - 1, q, "unknown escape in a quoted name");
                continue;
            }
            if (*q != '?' && *q != '"')
                buf_putc(b, '\\');
        }
        buf_putc(b, *q++);
    }
    if (*q == '\'')
        q++;
    else
        lex_error(lx, p, q, "the quoted name is not closed on its line");
    if (b->n == 1 && q <= p + 2)
        lex_error(lx, p, q, "a quoted name cannot be empty");
    buf_putc(b, '\'');
    t->name = name_of(lx->ctx->names, b->s, b->n);
    t->kind = TK_IDENT;
    return q;
}

/* Characters of a string that need no look: not the quote, backslash, zero, CR or non-ASCII. */
static inline bool plain_in_string(const char *p)
{
    unsigned char c = (unsigned char)*p;
    return c != '"' && c != '\\' && c != '\r' && c && c < 0x80;
}

/* The same for eight characters at once (it may say no without reason). A byte of x - 0x01.. has
 * its top bit set where x has a zero byte or a byte above 0x80. */
static inline bool eight_plain_in_string(const char *p)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t w;
    memcpy(&w, p, sizeof w);
    uint64_t quote = w ^ ones * '"', backslash = w ^ ones * '\\', cr = w ^ ones * '\r';
    return !(((quote - ones) | (backslash - ones) | (cr - ones) | (w - ones) | w) & ones * 0x80);
}

static const char *skip_plain(const Lexer *lx, const char *q)
{
    while (lx->end - q >= 8 && eight_plain_in_string(q))
        q += 8;
    while (plain_in_string(q))
        q++;
    return q;
}

/* As other tools have it, in whose libraries there are such. */
static void warn_escape(Lexer *lx, const char *q)
{
    if (lx->voice != LEX_QUIET && !lx->warned_escape)
        diag_warning(lx->ctx->diags, span_of(lx, q, q + 2),
                     "unknown escape in a string, taken as it is; a backslash is written `\\\\`");
    lx->warned_escape |= lx->voice != LEX_QUIET;
}

static const char *lex_escape(Lexer *lx, const char *q)
{
    if (is_high(q + 1) || !escaped[(unsigned char)q[1]]) {
        warn_escape(lx, q);
        buf_putc(&lx->unescaped, '\\');
        return q + 1;
    }
    buf_putc(&lx->unescaped, escaped[(unsigned char)q[1]]);
    return q + 2;
}

/* STRING = """ { S-CHAR | S-ESCAPE } """ */
static const char *lex_string(Lexer *lx, const char *p, Token *t)
{
    const char *q = p + 1, *copied = q; /* what lies before `copied` is in the buffer */
    bool high = false, buffered = false;
    buf_clear(&lx->unescaped);
    for (;;) {
        q = skip_plain(lx, q);
        if (*q == '"')
            break;
        if (is_high(q)) {
            high = true;
            q++;
            continue;
        }
        if (!*q && q == lx->end) {
            t->kind = TK_EOF;
            return left_open(lx, p, p + 1, "string");
        }
        buf_write(&lx->unescaped, copied, (size_t)(q - copied));
        buffered = true;
        if (*q == '\\') {
            q = lex_escape(lx, q);
        } else if (*q == '\r') {
            if (q[1] != '\n')
                buf_putc(&lx->unescaped, '\r');
            q++;
        } else {
            q++;
        }
        copied = q;
    }
    if (buffered) {
        buf_write(&lx->unescaped, copied, (size_t)(q - copied));
        t->name = name_of(lx->ctx->names, lx->unescaped.s, lx->unescaped.n);
    } else {
        t->name = name_of(lx->ctx->names, p + 1, (size_t)(q - p - 1));
    }
    if (high)
        check_utf8(lx, p, q);
    t->kind = TK_STRING;
    return q + 1;
}

/* mantissa * 10^exponent where both are exact as doubles, so that one rounding gives the correctly
 * rounded value; otherwise strtod does it. */
static double real_value(const char *token, uint64_t mantissa, int digits, int exponent)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (digits <= 15 && exponent >= -22 && exponent <= 22)
        return exponent < 0 ? (double)mantissa / power[-exponent]
                            : (double)mantissa * power[exponent];
    return strtod(token, NULL);
}

/* ( "e" | "E" ) [ "+" | "-" ] UNSIGNED-INTEGER at q, in the number that begins at p: adds it to
 * *exponent. Returns q if a word begins there instead. */
static const char *lex_exponent(Lexer *lx, const char *p, const char *q, int *exponent)
{
    const char *sign = q + 1, *e = sign + (*sign == '+' || *sign == '-');
    if (!is_digit(e)) {
        if (e == sign && class_at(e) == CH_LETTER)
            return q;
        lex_error(lx, p, e, "the exponent of the number has no digits");
        return e;
    }
    int power = 0;
    for (; is_digit(e); e++)
        power = power < 100000 ? power * 10 + (*e - '0') : power;
    *exponent += *sign == '-' ? -power : power;
    return e;
}

/* UNSIGNED-INTEGER | UNSIGNED-REAL */
static const char *lex_number(Lexer *lx, const char *p, Token *t)
{
    const char *q = p;
    uint64_t mantissa = 0;
    int digits = 0, exponent = 0; /* significant digits; power of ten of the last one */
    bool overflow = false;
    for (; is_digit(q); q++) {
        uint64_t d = (uint64_t)(*q - '0');
        overflow |= mantissa > (INT64_MAX - d) / 10;
        mantissa = mantissa * 10 + d;
        digits += digits || d;
    }
    bool real = *q == '.';
    if (real)
        for (q++; is_digit(q); q++) {
            mantissa = mantissa * 10 + (uint64_t)(*q - '0');
            digits += digits || *q != '0';
            exponent -= exponent > -10000;
        }
    if (*q == 'e' || *q == 'E') {
        const char *e = lex_exponent(lx, p, q, &exponent);
        real |= e > q;
        q = e;
    }
    t->kind = real ? TK_REAL : TK_INT;
    if (!real) {
        t->i = overflow ? 0 : (int64_t)mantissa;
        if (overflow)
            lex_error(lx, p, q, "the integer is larger than 9223372036854775807");
        return q;
    }
    t->r = digits ? real_value(p, mantissa, digits, exponent) : 0;
    if (isinf(t->r) || (digits && t->r == 0)) {
        lex_error(lx, p, q, "the number is too %s for a Real", t->r == 0 ? "small" : "large");
        t->r = 0;
    }
    return q;
}

/* What is meant by a character that word processors and web pages put in the place of another. */
static const char *typographic(const char *p)
{
    static const struct {
        const char *bytes, *meant;
    } known[] = {
        {"\xE2\x88\x92", "; the minus sign is `-`"},
        {"\xE2\x80\x93", "; the minus sign is `-`"},
        {"\xE2\x80\x94", "; the minus sign is `-`"},
        {"\xE2\x80\x9C", "; a text stands in straight quotes: \"abc\""},
        {"\xE2\x80\x9D", "; a text stands in straight quotes: \"abc\""},
        {"\xE2\x80\x9E", "; a text stands in straight quotes: \"abc\""},
        {"\xC2\xAB", "; a text stands in straight quotes: \"abc\""},
        {"\xC2\xBB", "; a text stands in straight quotes: \"abc\""},
        {"\xE2\x80\x98", "; a text stands in straight quotes: \"abc\""},
        {"\xE2\x80\x99", "; a text stands in straight quotes: \"abc\""},
        {"\xC3\x97", "; the product is `*`"},
        {"\xC2\xB7", "; the product is `*`"},
        {"\xC3\xB7", "; the quotient is `/`"},
        {"\xC2\xB2", "; the square is `^2`"},
        {"\xC2\xB3", "; the cube is `^3`"},
        {"\xE2\x89\xA4", "; less or equal is `<=`"},
        {"\xE2\x89\xA5", "; greater or equal is `>=`"},
        {"\xE2\x89\xA0", "; not equal is `<>`"},
        {"\xE2\x88\x9A", "; the square root is sqrt(x)"},
        {"\xCF\x80", "; pi is Modelica.Constants.pi, or a constant of your own"},
        {"\xE2\x88\x9E", "; the largest number is Modelica.Constants.inf"},
        {"\xC2\xB0", "; a unit is an attribute: Real phi(unit = \"deg\")"},
        {"\xE2\x86\x92", "; a connection is written connect(a, b)"},
        {"\xC2\xA0", "; this is a blank that does not break, use an ordinary one"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strncmp(p, known[i].bytes, strlen(known[i].bytes)))
            return known[i].meant;
    return "; a name has the letters a to z, digits and underscores: omega";
}

/* Reports one run of characters that begin no token. */
static const char *lex_stray(Lexer *lx, const char *p)
{
    const char *q = p;
    while (class_at(q) == CH_STRAY)
        q++;
    if (is_high(p))
        lex_error(lx, p, q,
                  "characters other than ASCII are only allowed in strings and comments%s",
                  typographic(p));
    else if ((unsigned char)*p < ' ' || *p == 0x7F)
        lex_error(lx, p, q, "unexpected control character 0x%02X", (unsigned char)*p);
    else
        lex_error(
            lx, p, q, "unexpected character `%c`%s", *p,
            *p == '!'   ? "; `not` negates, `<>` is `not equal`"
            : *p == '&' ? "; the logical operator is `and`"
            : *p == '|' ? "; the logical operator is `or`, the absolute value abs(x)"
            : !strncmp(p, "#include", 8) ? "; classes are found by their names, libraries in the "
                                           "folders of -I and MODELICAPATH"
            : *p == '#'                  ? "; a comment begins with `//`"
            : *p == '%'  ? "; a comment begins with `//`, the remainder is mod(a, b)"
            : *p == '@'  ? "; names have letters, digits and underscores; a function is declared: "
                           "function f input Real x; output Real y; algorithm y := x^2; end "
                           "f;"
            : *p == '?'  ? "; a value by a condition is `if x > 0 then 1 else 2`"
            : *p == '$'  ? "; names have letters, digits and underscores"
            : *p == '\\' ? "; a text stands in double quotes, and A*x = b is solved for x as an "
                           "equation, or by Modelica.Math.Matrices.solve(A, b)"
                         : "");
    return q;
}

void lex_next(Lexer *lx, Token *t)
{
    const char *p = lx->at, *q;
again:
    p = skip_blanks(lx, p);
    q = p + 1;
    switch (class_at(p)) {
    case CH_LETTER:
        q = lex_word(lx, p, t);
        break;
    case CH_DIGIT:
        q = lex_number(lx, p, t);
        break;
    case CH_STRING:
        q = lex_string(lx, p, t);
        break;
    case CH_QUOTE:
        q = lex_quoted(lx, p, t);
        break;
    case CH_PUNCT:
        t->kind = single[(unsigned char)*p];
        break;
    case CH_DOT:
        if (is_digit(q)) {
            q = lex_number(lx, p, t);
            break;
        }
        t->kind = ascii_entry(dotted, q);
        if (t->kind)
            q++;
        else
            t->kind = TK_DOT;
        break;
    case CH_SLASH:
        t->kind = TK_DIV;
        break;
    case CH_COLON:
        t->kind = *q == '=' ? TK_ASSIGN : TK_COLON;
        q += *q == '=';
        break;
    case CH_EQUALS:
        t->kind = *q == '=' ? TK_EQ : TK_EQUALS;
        q += *q == '=';
        break;
    case CH_LESS:
        t->kind = *q == '=' ? TK_LE : *q == '>' ? TK_NE : TK_LT;
        q += *q == '=' || *q == '>';
        break;
    case CH_GREATER:
        t->kind = *q == '=' ? TK_GE : TK_GT;
        q += *q == '=';
        break;
    case CH_NUL:
        if (p == lx->end && lx->list) {
            *t = lx->next < lx->stop ? lx->list[lx->next++] : lx->eol;
            return;
        }
        if (p == lx->end) {
            t->kind = TK_EOF;
            q = p;
            break;
        }
        p++;
        goto again;
    default:
        p = lex_stray(lx, p);
        goto again;
    }
    lx->at = q;
    t->span = span_of(lx, p, q);
}

Token lex_peek(Lexer *lx)
{
    const char *at = lx->at;
    LexVoice voice = lx->voice;
    Span open = lx->open;
    int errors = lx->errors;
    Token t = {0};
    lx->voice = LEX_QUIET;
    lex_next(lx, &t);
    lx->at = at;
    lx->voice = voice;
    lx->open = open;
    lx->errors = errors;
    return t;
}

static void lex_start_at(Lexer *lx, Context *ctx, Span at)
{
    lex_start(lx, ctx, source_place(ctx->sources, at.beg).file);
    lx->voice = LEX_QUIET;
    lx->at = lx->text + (at.beg - lx->base);
}

bool lex_same(Context *ctx, Span a, Span b)
{
    Lexer x, y;
    Token s = {0}, t = {0};
    lex_start_at(&x, ctx, a);
    lex_start_at(&y, ctx, b);
    bool same = true;
    do {
        lex_next(&x, &s);
        lex_next(&y, &t);
        bool number = s.kind == TK_INT || s.kind == TK_REAL;
        same = s.kind == t.kind && s.name == t.name && (!number || s.i == t.i);
    } while (same && s.span.end < a.end && t.span.end < b.end);
    same = same && s.span.end >= a.end && t.span.end >= b.end;
    lex_finish(&x);
    lex_finish(&y);
    return same;
}
