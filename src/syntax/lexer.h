/* lexer.h - Modelica text to tokens, one at a time; tokens of the classic language, which are made
 * all at once (classic_lexer.c), a statement at a time.
 *
 * Identifiers and strings are interned at once. A keyword's token kind is its Name number: the
 * keywords are the first names of base/names.def (N_algorithm .. N_within). */
#ifndef KRON_SYNTAX_LEXER_H
#define KRON_SYNTAX_LEXER_H

#include "base/buf.h"
#include "base/context.h"

/* Reserved words of the classic language that begin a statement. */
#define CLASSIC_KEYWORDS(K)                                                                        \
    K(MODEL, "model")                                                                              \
    K(FUNCTION, "function")                                                                        \
    K(TABLE, "table")                                                                              \
    K(END, "end")                                                                                  \
    K(MAIN, "main")                                                                                \
    K(CUT, "cut")                                                                                  \
    K(PATH, "path")                                                                                \
    K(NODE, "node")                                                                                \
    K(LOCAL, "local")                                                                              \
    K(TERMINAL, "terminal")                                                                        \
    K(INPUT, "input")                                                                              \
    K(OUTPUT, "output")                                                                            \
    K(PARAMETER, "parameter")                                                                      \
    K(CONSTANT, "constant")                                                                        \
    K(SUBMODEL, "submodel")                                                                        \
    K(INHERIT, "inherit")                                                                          \
    K(CONNECT, "connect")                                                                          \
    K(NOTEAR, "notear")

typedef enum TokenKind {
    TK_EOF,
    /* 1 .. N_within: keywords */
    TK_IDENT = N_within + 1,
    TK_INT,
    TK_REAL,
    TK_STRING,
    TK_LPAR,
    TK_RPAR,
    TK_LBRACKET,
    TK_RBRACKET,
    TK_LBRACE,
    TK_RBRACE,
    TK_COMMA,
    TK_SEMICOLON,
    TK_COLON,
    TK_DOT,
    TK_EQUALS, /* = */
    TK_ASSIGN, /* := */
    TK_ADD,
    TK_SUB,
    TK_MUL,
    TK_DIV,
    TK_POW,
    TK_DOT_ADD,
    TK_DOT_SUB,
    TK_DOT_MUL,
    TK_DOT_DIV,
    TK_DOT_POW,
    TK_LT,
    TK_LE,
    TK_GT,
    TK_GE,
    TK_EQ,    /* == */
    TK_NE,    /* <> */
    TK_ERROR, /* never made by the lexer: the parser's mark for "unwinding" */
    /* of the classic language only */
    CK_BAD,      /* no token: fault says why */
    CK_PARALLEL, /* // */
    CK_REVERSE,  /* \ */
#define K(id, text) CK_##id,
    CLASSIC_KEYWORDS(K)
#undef K
        TK_COUNT
} TokenKind;

typedef struct Token {
    uint8_t kind; /* TokenKind or keyword */
    bool first;   /* classic: of its line */
    Name name;    /* identifier (quoted ones with their quotes), keyword, string (escapes
                     resolved, line ends as \n) */
    Span span;
    union {
        int64_t i;         /* TK_INT */
        double r;          /* TK_REAL */
        const char *fault; /* CK_BAD */
    };
} Token;

/* What the lexer reports. Unterminated strings and comments are never reported by the lexer: it
 * notes them in `open` and gives TK_EOF. */
typedef enum { LEX_LOUD, LEX_QUIET } LexVoice;

typedef struct Lexer {
    Context *ctx;
    const char *text, *at, *end; /* the text, the next character, the terminating zero */
    uint32_t base;               /* position of text[0] */
    LexVoice voice;
    int errors;            /* reported or kept quiet */
    bool warned_utf8;      /* at most once a file */
    bool warned_escape;    /* at most once a file */
    Span open;             /* opening of an unterminated string or comment; end = 0: none */
    const char *open_what; /* "string" or "comment" */
    Buf unescaped;         /* the string under construction, if it has escapes */
    /* Classic: all tokens are made before; those left of the statement are list[next .. stop), then
     * comes eol, a TK_EOF. */
    const Token *list;
    int ntokens, next, stop;
    Token eol;
} Lexer;

void lex_start(Lexer *lx, Context *ctx, const SourceFile *source);
void lex_next(Lexer *lx, Token *out);
/* The token after the current one, without moving and without reports. */
Token lex_peek(Lexer *lx);
/* Whether the next token is a plain `=`: quick, for `name = value` arguments. */
bool lex_equals_follows(const Lexer *lx);
void lex_finish(Lexer *lx);
/* Whether two texts consist of the same tokens. */
bool lex_same(Context *ctx, Span a, Span b);

#endif
