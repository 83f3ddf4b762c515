/* classic_internal.h - what the parts of the parser of the classic language share.
 *
 * The whole file is made into tokens first. Statements end with their line unless they must go on
 * (classic_parser.c, statement_end), so the bounds of a statement are known before it is parsed:
 * the parser sees nothing beyond `stop` but an end of line. A failure reports, moves to `stop`,
 * and thereby lets every rule run out; further failures in the statement are silent, and the
 * statement is dropped. */
#ifndef KRON_SYNTAX_CLASSIC_INTERNAL_H
#define KRON_SYNTAX_CLASSIC_INTERNAL_H

#include "base/context.h"
#include "base/map.h"
#include "base/vec.h"
#include "syntax/ast.h"

/* Reserved words. Those before `if` begin a statement. `type`, `class`, `at`, `from` and `to`
 * have their meaning only in their place and are names elsewhere. */
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
    K(NOTEAR, "notear")                                                                            \
    K(IF, "if")                                                                                    \
    K(THEN, "then")                                                                                \
    K(ELSEIF, "elseif")                                                                            \
    K(ELSE, "else")                                                                                \
    K(AND, "and")                                                                                  \
    K(OR, "or")                                                                                    \
    K(NOT, "not")                                                                                  \
    K(TRUE, "true")                                                                                \
    K(FALSE, "false")

typedef enum ClassicKind {
    CK_EOL, /* end of the statement or of the file */
    CK_BAD, /* no token: fault says why */
    CK_IDENT,
    CK_INT,
    CK_REAL,
    CK_STRING,
    CK_LPAR,
    CK_RPAR,
    CK_LBRACKET,
    CK_RBRACKET,
    CK_COMMA,
    CK_SEMICOLON,
    CK_COLON,
    CK_DOT,
    CK_EQUALS, /* = */
    CK_ASSIGN, /* := */
    CK_ADD,
    CK_SUB,
    CK_MUL,
    CK_DIV,
    CK_POW, /* ** or ^ */
    CK_LT,
    CK_LE,
    CK_GT,
    CK_GE,
    CK_EQ,       /* == */
    CK_NE,       /* <> */
    CK_PARALLEL, /* // */
    CK_REVERSE,  /* \ */
#define K(id, text) CK_##id,
    CLASSIC_KEYWORDS(K)
#undef K
        CK_COUNT
} ClassicKind;

typedef struct ClassicToken {
    uint8_t kind; /* ClassicKind */
    bool first;   /* of its line */
    Name name;    /* identifier, keyword, string (escapes resolved) */
    Span span;
    union {
        int64_t i;         /* CK_INT */
        double r;          /* CK_REAL */
        const char *fault; /* CK_BAD */
    };
} ClassicToken;

typedef struct Classic {
    Context *ctx;
    Arena *arena;
    SourceFile *source;
    VEC(ClassicToken) tokens;
    Span open_comment; /* its opening, if it is never closed: the text ends there */
    int pos;           /* the current token ... */
    int stop;          /* ... and the end of the statement, indices in tokens */
    ClassicToken eol;
    int depth;
    VEC(SynClass *) derivatives; /* of tables, in their order */
    bool failed;                 /* in the current statement */
    int reported;                /* errors, in all */
} Classic;

/* A class under construction. */
typedef struct ClassicBody {
    SynClass *cls;
    VEC(SynElement *) elem;
    VEC(SynEqu *) equ;
    VEC(SynCut) cut;
    VEC(SynPath) path;
    VEC(SynNode) node;
    VEC(SynCutVar) notear;
    Map declared;        /* name -> index in elem + 1 */
    Map implied;         /* name -> 1: declared by a cut only, may be declared yet */
    VEC(Span) port_span; /* of cuts, paths and nodes, which share one name space */
    Map port;            /* name -> index in port_span + 1 */
} ClassicBody;

/* ---- classic_lexer.c ---- */

/* Makes all tokens of the source. */
void classic_scan(Classic *p);
const char *classic_keyword(ClassicKind kind);

/* ---- classic_parser.c ---- */

static inline const ClassicToken *classic_token(const Classic *p)
{
    return p->pos < p->stop ? &p->tokens.v[p->pos] : &p->eol;
}

static inline bool classic_at(const Classic *p, ClassicKind kind)
{
    return classic_token(p)->kind == kind;
}

static inline bool classic_accept(Classic *p, ClassicKind kind)
{
    if (p->pos >= p->stop || p->tokens.v[p->pos].kind != kind)
        return false;
    p->pos++;
    return true;
}

/* Whether the current token is a name with this text; such words are reserved nowhere. */
bool classic_at_word(const Classic *p, const char *word);

/* From `beg` to the end of the last token read. */
static inline Span classic_span(const Classic *p, uint32_t beg)
{
    uint32_t end = p->pos ? p->tokens.v[p->pos - 1].span.end : beg;
    return (Span){beg, end > beg ? end : beg};
}

/* Reports, unless the statement has failed already; tells whether it did. */
bool classic_report(Classic *p, Span at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, and gives up the statement. */
void classic_fail(Classic *p, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Fails at the current token: "expected WHAT, found TOKEN". */
void classic_expected(Classic *p, const char *what);
bool classic_expect(Classic *p, ClassicKind kind, const char *what);
/* A name; 0 after a failure. */
Name classic_ident(Classic *p, const char *what);
/* How a token stands in the text, for messages. */
const char *classic_spell(Classic *p, const ClassicToken *t);
/* One level deeper; fails and returns false when that is too deep. Always paired with leave. */
bool classic_enter(Classic *p);
static inline void classic_leave(Classic *p)
{
    p->depth--;
}

/* Reports the nearest keyword for a misspelt one; false if there is none. */
bool classic_misspelt(Classic *p, const ClassicToken *t);

/* The bounds of the next statement are found; false at the end of the file. */
bool classic_begin_statement(Classic *p);
/* Whatever is left of the statement is a mistake. True if it is whole. */
bool classic_end_statement(Classic *p);

/* g -> gDER */
Name classic_derivative_name(Context *ctx, Name name);
/* A class that begins at the current token, its keyword; its name; whether another statement of it
 * has begun (if not, its `end` has been read, or reported missing). */
SynClass *classic_class_new(Classic *p, SynRestriction restriction);
void classic_class_name(Classic *p, SynClass *c, const char *what);
bool classic_class_goes_on(Classic *p, SynClass *c);

/* ---- classic_decl.c ---- */

/* One declaration statement of a model, at its keyword. */
void classic_declaration(Classic *p, ClassicBody *b);
/* Enters a component of type Real; NULL (after a report) if the name is taken. */
SynElement *classic_declare(Classic *p, ClassicBody *b, Name name, Span span);
/* Checks what only the whole class can tell, and gives the lists to the class. */
void classic_body_finish(Classic *p, ClassicBody *b);

/* ---- classic_function.c ---- */

/* `function`, at its keyword, to its `end`; NULL if it has no name. */
SynClass *classic_function(Classic *p);
/* `table`, likewise; NULL if it is broken. Adds its derivative to p->derivatives. */
SynClass *classic_table(Classic *p);

/* ---- classic_expr.c ---- */

SynExp *classic_exp(Classic *p);
/* lhs "=" rhs */
SynEqu *classic_equation(Classic *p);
/* name { "." name } */
SynRef *classic_ref(Classic *p, const char *what);
SynName classic_name(Classic *p, const char *what);
/* [ "(" arguments ")" ] [ "=" expression ]; NULL if there is neither. */
SynMod *classic_modification(Classic *p, bool with_value);
/* What the tree calls a predefined name of the classic language (Time, arcsin, ln, ...); any other
 * name is itself. */
Name classic_meaning(Context *ctx, Name name);

/* ---- classic_connect.c ---- */

SynEqu *classic_connect(Classic *p);

#endif
