/* parser_internal.h - what the parts of the Modelica parser share.
 *
 * The parser is a recursive descent with one token of look-ahead; above each function stands its
 * rule of the grammar (Modelica 3.6, appendix A.2).
 *
 * Errors. parse_fail reports and turns the current token into TK_ERROR, which no rule accepts, so
 * that every function runs out to the list of statements or elements it was called from, and
 * further failures on the way are silent. There parse_end_statement restores the token and skips
 * to the end of the statement; the broken statement is dropped. parse_report reports without
 * unwinding, where the meaning is clear in spite of the mistake.
 *
 * Expressions, names and reports are also those of the classic language (classic_internal.h).
 *
 * Depth. Each nested expression, modification, equation and class passes parse_enter, which fails
 * beyond SYN_MAX_DEPTH levels in all, or as many as the C stack allows. */
#ifndef KRON_SYNTAX_PARSER_INTERNAL_H
#define KRON_SYNTAX_PARSER_INTERNAL_H

#include "base/context.h"
#include "syntax/ast.h"
#include "syntax/lexer.h"

/* An `if`, `for`, `when` or `while` whose `end` has not been met. */
typedef struct Block {
    int kind;     /* the keyword */
    Span else_if; /* of an `if`: the `if` that follows its `else` on the same line; end 0: none */
    struct Block *outer;
} Block;

typedef struct Parser {
    Lexer lx;
    Token tok;  /* the current token */
    Token prev; /* the one before it */
    Context *ctx;
    Arena *arena;
    bool classic; /* the language */

    /* A stack of bytes: lists under construction, before parse_take copies them to the arena. */
    char *stack;
    size_t top, capacity;

    SynClass *cls;   /* the class whose body is being read; NULL at the top */
    SynClass *reuse; /* memory for the first class of the file; NULL: take new memory */
    Block *block;    /* innermost open block of the section */
    int depth, most_depth;
    int subscripts;  /* open array subscripts: `end` has a meaning */
    int matrices;    /* open [..; ..]: `;` does not end a statement */
    int annotations; /* open annotation(...) */

    uint8_t failed_kind;  /* what the current token was before it became TK_ERROR ... */
    int failed_matrices;  /* ... and how many matrices were open there */
    int failures;         /* failures so far, reported or not */
    int errors_before;    /* errors when the file was begun */
    int reported;         /* errors reported by the parser */
    int first_error_mark; /* diags_mark behind the first of them */
    int token_errors;     /* of the lexer before it read the current token ... */
    int lexer_errors;     /* ... and when the current statement began */
    bool last_reported;   /* the last report was made, not kept silent */
    bool blamed;          /* an error was reported in the current statement: one is enough */
    Span capital; /* a type Equation, alone on its line: perhaps not the name of a class ... */
    const char *section; /* ... but this keyword */
    bool forgiving;      /* a `;` was put in before the current statement: it may fail silently */
    int broken;          /* statements in a row that failed */
    int wrong_section;   /* how often something stood in a section of this class to which it does
                            not belong: one mistake often makes many of them */
    bool misnamed[N_within + 1]; /* keywords that were reported as names: uses of them are not */
    bool too_deep, eof_reported; /* reported */
    uint32_t recovered_at;       /* the token at which the last recovery stopped */
    bool abandoned;              /* the rest of the file is not read: nothing more is reported */
    uint32_t end_reported;       /* position of an `end` that was reported as not matching */
} Parser;

/* ---- Tokens ---- */

static inline bool at(const Parser *p, int kind)
{
    return p->tok.kind == kind;
}

static inline void advance(Parser *p)
{
    p->prev = p->tok;
    p->token_errors = p->lx.errors;
    lex_next(&p->lx, &p->tok);
}

static inline bool accept(Parser *p, int kind)
{
    if (p->tok.kind != kind)
        return false;
    advance(p);
    return true;
}

/* From `beg` to the end of the last token read. */
static inline Span span_from(const Parser *p, uint32_t beg)
{
    return (Span){beg, p->prev.span.end > beg ? p->prev.span.end : beg};
}

/* ---- Lists ---- */

void parse_stack_grow(Parser *p, size_t more);

static inline void parse_push(Parser *p, const void *item, size_t size)
{
    if (p->capacity - p->top < size)
        parse_stack_grow(p, size);
    memcpy(p->stack + p->top, item, size);
    p->top += size;
}

/* Pops what was pushed since `mark` (a value of p->top) as an array on the arena; NULL if it is
 * empty. The number of elements goes to *n. */
static inline void *parse_take(Parser *p, size_t mark, size_t size, int *n)
{
    size_t bytes = p->top - mark;
    p->top = mark;
    *n = (int)(bytes / size);
    return bytes ? arena_copy(p->arena, p->stack + mark, bytes) : NULL;
}

/* ---- The file (parser.c) ---- */

void parse_finish(Parser *p);

/* ---- Errors and recovery (parser.c) ---- */

void parse_report(Parser *p, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void parse_fail(Parser *p, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Before a report that something stands in the wrong section: `most` in a class are enough. */
void parse_blame_section(Parser *p, int most);
/* Explains the last report, if it was made. */
void parse_note(Parser *p, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Fails at the current token: "expected WHAT, found TOKEN". */
void parse_expected(Parser *p, const char *what);
/* Whether the current token is on another line than the one before it. */
bool parse_is_elseif(const Parser *p); /* as other languages write it */
bool parse_new_line(const Parser *p);
/* Whether `(name =` stands here. */
bool parse_at_attributes(Parser *p);
/* The current token, or fails. `what` is as in parse_expected. */
bool parse_expect(Parser *p, int kind, const char *what);
/* The same for the `)` of the `(` at `beg`, which a statement that ends without it is told. */
void parse_close(Parser *p, uint32_t beg, const char *what);
Name parse_ident(Parser *p, const char *what);
/* One level deeper; fails and returns false when that is too deep. Always paired with leave. */
int parse_most_depth(void);
bool parse_enter(Parser *p);
/* The same for classes and equations: beyond the limit the rest of the file is given up. */
bool parse_enter_block(Parser *p);
static inline void parse_leave(Parser *p)
{
    p->depth--;
}

/* Around each statement or element: the position where it begins, and its `;`. `what` names it
 * for the message. True if it is whole. */
uint32_t parse_begin_statement(Parser *p);
bool parse_end_statement(Parser *p, uint32_t beg, const char *what);
/* The keyword in `if CONDITION then` and the like. After a failure in the condition or at the
 * keyword, goes on behind the keyword or the next `;` and returns false. */
bool parse_header_end(Parser *p, int keyword, const char *what);
/* Whether the class, or one around it, has that name. */
bool parse_encloses(const SynClass *c, Name name);
/* How a token stands in the text, for messages. */
const char *parse_spell(Parser *p, const Token *t);

/* What a keyword can begin, by token kind. */
enum {
    BEGINS_ELEMENT = 1, /* a declaration */
    BEGINS_CLASS = 2,   /* ... of a class */
    ENDS_SECTION = 4,   /* no equation or statement begins with it */
    RECOVERS = 8,       /* after an error, parsing goes on here */
};
extern const uint8_t parse_role[TK_COUNT];

/* ---- Names (parser.c) ---- */

SynName parse_name(Parser *p, const char *what);
Name parse_description_string(Parser *p);

/* ---- Expressions (parser_expr.c) ---- */

SynExp *parse_exp(Parser *p);
SynExp *parse_simple_exp(Parser *p);
SynExp *parse_primary(Parser *p);
SynExp **parse_exp_list(Parser *p, int *n);
/* `[..]` after a name; NULL and n = 0 if there is none. */
SynExp **parse_subscripts(Parser *p, int *n);
SynRef *parse_ref(Parser *p, const char *what);
SynExp *parse_ref_exp(Parser *p);
SynIter *parse_iters(Parser *p, int *n);
bool parse_is_call(const SynExp *e);

/* ---- Modification, classes and elements (parser_class.c) ---- */

SynMod *parse_annotation(Parser *p);
/* `modifier`: in a redeclaration, where only short classes may stand. */
SynClass *parse_class(Parser *p, bool modifier);

/* ---- Equations and statements (parser_equ.c) ---- */

/* `keyword` is 0, or N_equation or N_algorithm if the section has lost its keyword. */
SynSection *parse_section(Parser *p, int keyword);
SynEqu *parse_connect(Parser *p);
bool parse_is_block(int keyword);

#endif
