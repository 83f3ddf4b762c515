/* Tests of the lexer: token boundaries, numbers, strings, names, comments, encodings. */
#include "syntax/lexer.h"
#include "syntax_test.h"

enum { MOST_TOKENS = 64 };

typedef struct {
    Context *ctx;
    int n, errors, warnings;
    bool open;
    Token tok[MOST_TOKENS]; /* without the TK_EOF */
} Tokens;

static Tokens lex_bytes(const char *text, size_t length)
{
    Tokens t = {.ctx = context_new()};
    const char *why;
    Lexer lx;
    lex_start(&lx, t.ctx, source_add(t.ctx->sources, "t.mo", text, length, &why));
    while (lex_next(&lx, &t.tok[t.n]), t.tok[t.n].kind != TK_EOF && t.n < MOST_TOKENS - 1)
        t.n++;
    t.open = lx.open.end != 0;
    lex_finish(&lx);
    t.errors = diags_errors(t.ctx->diags);
    t.warnings = diags_warnings(t.ctx->diags);
    return t;
}

static Tokens lex(const char *text)
{
    return lex_bytes(text, strlen(text));
}

static const char *name_in(const Tokens *t, int i)
{
    return text_of(t->ctx, t->tok[i].name);
}

TEST(longest_match)
{
    static const int want[] = {TK_LE,      TK_NE,      TK_LT,  TK_EQ,      TK_EQUALS,  TK_ASSIGN,
                               TK_COLON,   TK_GE,      TK_GT,  TK_DOT_ADD, TK_DOT_SUB, TK_DOT_MUL,
                               TK_DOT_DIV, TK_DOT_POW, TK_DOT, TK_DIV,     TK_POW};
    Tokens t = lex("<= <> < == = := : >= > .+ .- .* ./ .^ . / ^");
    CHECK_INT(t.n, (int)(sizeof want / sizeof *want));
    for (int i = 0; i < t.n; i++)
        CHECK_INT(t.tok[i].kind, want[i]);
    context_free(t.ctx);
    t = lex("a<=b<>c:==d===e"); /* := = and == = */
    static const int tight[] = {TK_IDENT,  TK_LE,    TK_IDENT, TK_NE,     TK_IDENT, TK_ASSIGN,
                                TK_EQUALS, TK_IDENT, TK_EQ,    TK_EQUALS, TK_IDENT};
    CHECK_INT(t.n, (int)(sizeof tight / sizeof *tight));
    for (int i = 0; i < t.n; i++)
        CHECK_INT(t.tok[i].kind, tight[i]);
    context_free(t.ctx);
}

TEST(words)
{
    Tokens t = lex("model modelx x_1 _ equation end time Model");
    static const int want[] = {N_model,    TK_IDENT, TK_IDENT, TK_IDENT,
                               N_equation, N_end,    TK_IDENT, TK_IDENT};
    CHECK_INT(t.n, 8);
    for (int i = 0; i < t.n; i++)
        CHECK_INT(t.tok[i].kind, want[i]);
    CHECK_STR(name_in(&t, 2), "x_1");
    CHECK_INT(t.tok[6].name, N_time);
    CHECK_INT(t.tok[1].span.end - t.tok[1].span.beg, 6);
    context_free(t.ctx);
}

TEST(quoted_names)
{
    Tokens t = lex("'x' x '+' 'a b.c' 'a\\'b' 'a\\\"b' 'a\"b' 'a\\?b' 'a?b' 'a\\\\b' 'end'");
    CHECK_INT(t.errors, 0);
    CHECK_INT(t.n, 11);
    CHECK(t.tok[0].name != t.tok[1].name);
    CHECK_STR(name_in(&t, 0), "'x'");
    CHECK_STR(name_in(&t, 3), "'a b.c'");
    CHECK_STR(name_in(&t, 4), "'a\\'b'");
    CHECK_INT(t.tok[5].name, t.tok[6].name); /* redundant escapes name the same thing */
    CHECK_INT(t.tok[7].name, t.tok[8].name);
    CHECK_STR(name_in(&t, 9), "'a\\\\b'");
    CHECK_INT(t.tok[10].kind, TK_IDENT);
    context_free(t.ctx);
}

TEST(integers)
{
    Tokens t = lex("0 007 9223372036854775807 1 2");
    CHECK_INT(t.n, 5);
    CHECK_INT(t.errors, 0);
    CHECK_INT(t.tok[1].i, 7);
    CHECK(t.tok[2].kind == TK_INT && t.tok[2].i == INT64_MAX);
    context_free(t.ctx);
    t = lex("9223372036854775808 99999999999999999999999");
    CHECK_INT(t.errors, 2);
    context_free(t.ctx);
}

TEST(reals)
{
    Tokens t = lex("13. 13E0 1.3e1 0.13E2 .13E2 1e-3 1.e2 3.*x 1.5.+2");
    CHECK_INT(t.errors, 0);
    for (int i = 0; i < 5; i++)
        CHECK(t.tok[i].kind == TK_REAL && t.tok[i].r == 13);
    CHECK(t.tok[5].r == 0.001 && t.tok[6].r == 100);
    CHECK(t.tok[7].kind == TK_REAL && t.tok[8].kind == TK_MUL && t.tok[9].kind == TK_IDENT);
    CHECK(t.tok[10].r == 1.5 && t.tok[11].kind == TK_DOT_ADD && t.tok[12].i == 2);
    context_free(t.ctx);
}

/* Every decimal text must give the double that the C library reads from it. */
TEST(reals_are_exact)
{
    static const char *const hard[] = {"0.1",
                                       "1.7976931348623157e308",
                                       "2.2250738585072014e-308",
                                       "4.9406564584124654e-324",
                                       "123456789012345678901234567890.5",
                                       "9007199254740993.0",
                                       "1e22",
                                       "1e23",
                                       "123456789012345e22",
                                       "0.000000000000000000000000000000000000001",
                                       "8.5e-23",
                                       "999999999999999e-22",
                                       "1e-22",
                                       "179769313486231570000000000000000000000.0e270",
                                       "0e999",
                                       "0.0e-999",
                                       "00000000000000000001.0"};
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
        Tokens t = lex(hard[i]);
        CHECK(t.n == 1 && t.errors == 0 && t.tok[0].r == strtod(hard[i], NULL));
        context_free(t.ctx);
    }
    uint64_t state = 1;
    for (int i = 0; i < 2000; i++) {
        char text[64];
        state = state * 6364136223846793005u + 1442695040888963407u;
        snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)(state >> 50),
                 (unsigned long long)(state >> 20 & 0xFFFFFFF), (int)(state >> 40 & 63) - 32);
        Tokens t = lex(text);
        CHECK(t.n == 1 && t.tok[0].r == strtod(text, NULL));
        context_free(t.ctx);
    }
    Tokens t = lex("1e309 1e-400 1e 1e+ 1.5e-;");
    CHECK_INT(t.errors, 5);
    context_free(t.ctx);
    t = lex("1else 2e3x"); /* a word may follow a number at once */
    CHECK(t.errors == 0 && t.n == 4 && t.tok[1].kind == N_else && t.tok[2].r == 2000);
    context_free(t.ctx);
}

TEST(strings)
{
    Tokens t =
        lex("\"\" \"plain\" \"\\\"\\\\\\'\\?\\a\\b\\f\\n\\r\\t\\v\" \"two\nlines\" \"cr\r\nlf\"");
    CHECK_INT(t.n, 5);
    CHECK_INT(t.errors, 0);
    CHECK(t.tok[0].name != N_none); /* an empty string is not "no string" */
    CHECK_STR(name_in(&t, 0), "");
    CHECK_STR(name_in(&t, 1), "plain");
    CHECK_STR(name_in(&t, 2), "\"\\'?\a\b\f\n\r\t\v");
    CHECK_STR(name_in(&t, 3), "two\nlines");
    CHECK_STR(name_in(&t, 4), "cr\nlf");
    context_free(t.ctx);
    t = lex("\"a\\qb\\\xC3\xA4\" x");
    CHECK_INT(t.errors, 0);
    CHECK_INT(t.n, 2);
    context_free(t.ctx);
    /* the eight-at-a-time scan must find a special character in every place */
    for (int i = 0; i < 20; i++) {
        char text[32] = "\"abcdefghijklmnopqrst\"", want[32] = "abcdefghijklmnopqrst";
        text[i + 1] = '\r';
        want[i] = '\r';
        t = lex(text);
        CHECK(t.n == 1 && !strcmp(name_in(&t, 0), want));
        context_free(t.ctx);
        text[i + 1] = '"';
        t = lex(text);
        CHECK(name_length(t.ctx->names, t.tok[0].name) == (size_t)i);
        context_free(t.ctx);
    }
}

TEST(comments)
{
    Tokens t = lex("a // b\nc /* d\n * e **/ f /**/ g /* // */ h //");
    CHECK_INT(t.n, 5);
    CHECK_STR(name_in(&t, 1), "c");
    CHECK_STR(name_in(&t, 2), "f");
    CHECK_STR(name_in(&t, 4), "h");
    CHECK(!t.open);
    context_free(t.ctx);
    t = lex("a /* b");
    CHECK(t.n == 1 && t.open);
    context_free(t.ctx);
    t = lex("a /*/");
    CHECK(t.n == 1 && t.open);
    context_free(t.ctx);
    t = lex("a \"b\\\"");
    CHECK(t.n == 1 && t.open);
    context_free(t.ctx);
    t = lex("a \"b\\"); /* a backslash as the last character */
    CHECK(t.n == 1 && t.open);
    context_free(t.ctx);
}

TEST(encodings)
{
    Tokens t = lex("\xEF\xBB\xBFmodel"); /* a byte-order mark is no text */
    CHECK(t.n == 1 && t.tok[0].kind == N_model && t.errors == 0);
    context_free(t.ctx);
    t = lex("\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\" // \xC3\xA4\n/* \xC3\xA4 */");
    CHECK(t.n == 1 && t.errors == 0 && t.warnings == 0);
    CHECK_STR(name_in(&t, 0), "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
    context_free(t.ctx);
    static const char *const invalid[] = {
        "\x80", "\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82 "};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        char text[64];
        snprintf(text, sizeof text, "\"%s\" // %s\n \"%s\" x", invalid[i], invalid[i], invalid[i]);
        t = lex(text);
        CHECK(t.n == 3 && t.errors == 0 && t.warnings == 1); /* once in a file */
        context_free(t.ctx);
    }
    t = lex("a \xC3\xA4\xC3\xB6 b $$# c");
    CHECK(t.n == 3 && t.errors == 2); /* one for each run */
    context_free(t.ctx);
    static const char zeros[] = "a\0\0b \"c\0d\" // e\0f\n/*\0*/ g";
    t = lex_bytes(zeros, sizeof zeros - 1);
    CHECK(t.n == 4 && t.errors == 1);
    CHECK_STR(name_in(&t, 2), "cd");
    context_free(t.ctx);
}

/* Two halves of a text, between bars. */
static bool same_halves(const char *text)
{
    Context *ctx = context_new();
    const char *why, *bar = strchr(text, '|');
    uint32_t base = source_add(ctx->sources, "t.mo", text, strlen(text), &why)->base;
    uint32_t middle = base + (uint32_t)(bar - text), end = base + (uint32_t)strlen(text);
    bool same = lex_same(ctx, (Span){base, middle}, (Span){middle + 1, end});
    context_free(ctx);
    return same;
}

TEST(same_tokens)
{
    CHECK(same_halves("a.b[1, :]|a . b[ 1,/* c */:]"));
    CHECK(same_halves("x(start=1.50, s=\"a\")|x(start = 1.5, s = \"a\")"));
    CHECK(!same_halves("a|b") && !same_halves("a|a b") && !same_halves("a b|a"));
    CHECK(!same_halves("a*1|a*1.0") && !same_halves("2|3") && !same_halves("\"a\"|a"));
    CHECK(!same_halves("a + b|a - b") && !same_halves("f()|f"));
}

TEST_MAIN(T(longest_match), T(words), T(quoted_names), T(integers), T(reals), T(reals_are_exact),
          T(strings), T(comments), T(encodings), T(same_tokens))
