/* c_layout.c - generated C laid out for people: the same tokens with spaces, lines and indentation,
 * and names for the numbers of variables. Text for compilers is written without them, because
 * reading them would cost libtcc time. One pass over the text, linear. */
#include "emit/emit_internal.h"

#include <ctype.h>

enum { WIDTH = 100, INDENT = 4, MOST_PARENS = 256 };
#define BREAK '\1' /* a space at which a line may be broken */

typedef enum {
    TK_NONE,
    TK_WORD,
    TK_NUMBER,
    TK_TEXT,
    TK_OPEN,  /* ( [ */
    TK_CLOSE, /* ) ] */
    TK_COMMA, /* , ; in parentheses */
    TK_UNARY,
    TK_BINARY, /* with spaces around */
    TK_POST,   /* -> . ++ -- */
    TK_BRACE,  /* of an initializer */
    TK_BRACE_END,
} TokenKind;

typedef struct Layout {
    const char *at;
    const char *token;
    size_t n;
    Buf *out, line;
    TokenKind before; /* the token before */
    const char *word; /* its text */
    size_t nword;
    const char *array; /* the word before an opening bracket */
    size_t narray;
    int indent, once; /* once: more for the next line alone */
    int parens, initializers;
    bool control[MOST_PARENS]; /* the parenthesis belongs to if, for, while */
    bool conditional;          /* a `?` is open */
    bool cast;                 /* the token before closed (int), (void) */
    const char *const *name;   /* [nnames] of variables */
    uint32_t nnames;
} Layout;

static bool is(const Layout *l, const char *text)
{
    return strlen(text) == l->n && !memcmp(l->token, text, l->n);
}

static bool word_is(const char *word, size_t n, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == n && !memcmp(*list, word, n))
            return true;
    return false;
}

static bool was(const Layout *l, const char *const *list)
{
    return l->before == TK_WORD && word_is(l->word, l->nword, list);
}

static const char *const control_words[] = {"if", "for", "while", NULL};
static const char *const loose_words[] = {"return", "goto", "else", NULL};
static const char *const type_words[] = {"double", "int",    "char",  "long",       "const",
                                         "KInst",  "KArr",   "KCode", "KBlockCode", "unsigned",
                                         "void",   "static", NULL};

/* ---- Lines ---- */

static void put_spaces(Buf *b, int n)
{
    for (; n > 0; n--)
        buf_putc(b, ' ');
}

/* The line so far, broken where it is too long. */
static void flush_line(Layout *l)
{
    int indent = INDENT * (l->indent + l->once), room = WIDTH - indent;
    const char *text = buf_text(&l->line);
    size_t left = l->line.n;
    while (left) {
        size_t n = left;
        if (n > (size_t)room) {
            size_t fits = 0;
            for (size_t i = 0; i < left && (i < (size_t)room || !fits); i++)
                if (text[i] == BREAK)
                    fits = i;
            n = fits ? fits : left;
        }
        put_spaces(l->out, indent);
        for (size_t i = 0; i < n; i++)
            buf_putc(l->out, text[i] == BREAK ? ' ' : text[i]);
        buf_putc(l->out, '\n');
        if (text == buf_text(&l->line)) {
            indent += 2 * INDENT;
            room -= 2 * INDENT;
        }
        n += n < left;
        text += n;
        left -= n;
    }
    buf_clear(&l->line);
    l->before = TK_NONE;
    l->once = 0;
    l->conditional = false;
}

/* ---- Tokens ---- */

static void next_token(Layout *l)
{
    static const char *const pairs[] = {"->", "==", "!=", "<=", ">=", "&&", "||",
                                        "++", "--", "+=", "-=", "*=", "/="};
    l->token = l->at;
    unsigned char c = (unsigned char)*l->at++;
    if (isalpha(c) || c == '_') {
        while (isalnum((unsigned char)*l->at) || *l->at == '_')
            l->at++;
    } else if (isdigit(c)) {
        while (isalnum((unsigned char)*l->at) || *l->at == '.' ||
               ((*l->at == '-' || *l->at == '+') && (l->at[-1] == 'e' || l->at[-1] == 'E')))
            l->at++;
    } else if (c == '"' || c == '\'') {
        while ((unsigned char)*l->at++ != c)
            if (l->at[-1] == '\\')
                l->at++;
    } else if (c == '/' && *l->at == '*') {
        l->at = strstr(l->at + 1, "*/") + 2;
    } else {
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            if (c == (unsigned char)pairs[i][0] && *l->at == pairs[i][1]) {
                l->at++;
                break;
            }
    }
    l->n = (size_t)(l->at - l->token);
}

/* Whether an operator stands in front of its operand here. */
static bool is_prefix(const Layout *l)
{
    return l->before == TK_NONE || l->before == TK_OPEN || l->before == TK_COMMA ||
           l->before == TK_UNARY || l->before == TK_BINARY || l->before == TK_BRACE ||
           was(l, loose_words);
}

static TokenKind kind_of(const Layout *l)
{
    unsigned char c = (unsigned char)*l->token;
    if (isalpha(c) || c == '_')
        return TK_WORD;
    if (isdigit(c))
        return TK_NUMBER;
    switch (c) {
    case '"':
    case '\'':
        return TK_TEXT;
    case '(':
    case '[':
        return TK_OPEN;
    case ')':
    case ']':
        return TK_CLOSE;
    case ',':
    case ';':
        return TK_COMMA;
    case '!':
        return l->n == 1 ? TK_UNARY : TK_BINARY;
    case '*':
        return l->n == 1 && (is_prefix(l) || was(l, type_words)) ? TK_UNARY : TK_BINARY;
    case '&':
        return l->n == 1 && is_prefix(l) ? TK_UNARY : TK_BINARY;
    case '+':
    case '-':
        return l->n == 2 && l->token[1] != '=' ? TK_POST : is_prefix(l) ? TK_UNARY : TK_BINARY;
    case '.':
        return TK_POST;
    default:
        return TK_BINARY;
    }
}

static bool space_before(const Layout *l, TokenKind kind)
{
    bool open = *l->token == '(';
    if (l->before == TK_NONE || l->before == TK_OPEN || l->before == TK_UNARY ||
        l->before == TK_POST || l->before == TK_BRACE || kind == TK_CLOSE || kind == TK_COMMA ||
        kind == TK_POST || kind == TK_BRACE_END)
        return false;
    if (l->before == TK_COMMA || l->before == TK_BINARY || kind == TK_BINARY)
        return true;
    if (l->before == TK_WORD)
        return open ? was(l, control_words) || was(l, loose_words) : *l->token != '[';
    return l->before == TK_CLOSE && kind == TK_WORD && *l->word == ')' && !l->cast && !l->parens &&
           !l->initializers;
}

static void put_token(Layout *l, TokenKind kind)
{
    uint32_t number = 0;
    if (space_before(l, kind))
        buf_putc(&l->line, l->before == TK_COMMA || kind == TK_BINARY || l->before == TK_BINARY
                               ? BREAK
                               : ' ');
    static const char *const arrays[] = {"v", "p", "d", "pre", "start", "dv", "set", NULL};
    bool named = kind == TK_NUMBER && l->before == TK_OPEN && *l->at == ']' && l->nnames &&
                 word_is(l->array, l->narray, arrays);
    for (size_t i = 0; named && i < l->n; i++)
        number = 10 * number + (uint32_t)(l->token[i] - '0');
    if (named && number < l->nnames)
        buf_puts(&l->line, l->name[number]);
    else
        buf_write(&l->line, l->token, l->n);
    l->array = kind == TK_OPEN && *l->token == '[' && l->before == TK_WORD ? l->word : "";
    l->narray = *l->array ? l->nword : 0;
    l->cast = kind == TK_CLOSE && was(l, type_words);
    l->before = kind;
    l->word = l->token;
    l->nword = l->n;
}

/* ---- Structure ---- */

static void lay_out_comment(Layout *l)
{
    bool heading = l->n > 6 && !memcmp(l->token, "/* ---", 6);
    if (l->line.n)
        flush_line(l);
    if (heading && (l->out->n < 2 || memcmp(buf_text(l->out) + l->out->n - 2, "\n\n", 2)))
        buf_putc(l->out, '\n');
    for (size_t i = 0; i < l->n; i++)
        buf_putc(&l->line, l->token[i] == ' ' && i > 2 && i + 3 < l->n ? BREAK : l->token[i]);
    int once = l->once;
    flush_line(l);
    put(l->out, heading ? "\n" : "");
    l->once = once;
}

static void open_brace(Layout *l)
{
    bool literal = l->line.n && !(l->before == TK_CLOSE && (!l->indent || l->control[l->parens])) &&
                   !was(l, loose_words);
    if (literal) {
        if (l->before == TK_BINARY || l->before == TK_COMMA)
            buf_putc(&l->line, BREAK);
        buf_putc(&l->line, '{');
        l->initializers++;
        l->before = TK_BRACE;
        return;
    }
    if (!l->indent && l->line.n)
        flush_line(l);
    else if (l->line.n)
        buf_putc(&l->line, ' ');
    buf_putc(&l->line, '{');
    flush_line(l);
    l->indent++;
}

static void close_brace(Layout *l)
{
    if (l->initializers) {
        put_token(l, TK_BRACE_END);
        l->initializers--;
        return;
    }
    if (l->line.n)
        flush_line(l);
    l->indent--;
    buf_putc(&l->line, '}');
    l->at += strspn(l->at, "\n");
    if (!strncmp(l->at, "else", 4)) {
        l->before = TK_BRACE_END;
        buf_putc(&l->line, ' ');
        return;
    }
    flush_line(l);
    if (!l->indent)
        buf_putc(l->out, '\n');
}

/* The statement that follows stands on a line of its own. */
static void indent_statement(Layout *l)
{
    l->at += strspn(l->at, "\n");
    if (*l->at == '{' || (is(l, "else") && !strncmp(l->at, "if(", 3)))
        return;
    int once = l->once + 1;
    flush_line(l);
    l->once = once;
}

static void put_label(Layout *l)
{
    buf_putc(&l->line, ':');
    if (*l->at == ';')
        buf_putc(&l->line, *l->at++);
    l->indent--;
    flush_line(l);
    l->indent++;
}

static void lay_out_token(Layout *l)
{
    TokenKind kind = kind_of(l);
    bool label = is(l, ":") && !l->conditional && !l->parens && l->before == TK_WORD;
    if (is(l, "?"))
        l->conditional = true;
    if (is(l, "(") && l->parens < MOST_PARENS - 1)
        l->control[l->parens++] = was(l, control_words);
    if (is(l, ")") && l->parens)
        l->parens--;
    if (l->n > 1 && l->token[0] == '/' && l->token[1] == '*') {
        lay_out_comment(l);
    } else if (is(l, "{")) {
        open_brace(l);
    } else if (is(l, "}")) {
        close_brace(l);
    } else if (label) {
        put_label(l);
    } else {
        put_token(l, kind);
        if (is(l, ";") && !l->parens)
            flush_line(l);
        else if ((is(l, ")") && l->control[l->parens]) || is(l, "else"))
            indent_statement(l);
    }
}

void c_layout(const char *text, uint32_t nnames, const char *const *name, Buf *out)
{
    Layout l = {.at = text, .out = out, .name = name, .nnames = nnames, .array = ""};
    while (*(l.at += strspn(l.at, " \n"))) {
        next_token(&l);
        lay_out_token(&l);
    }
    buf_free(&l.line);
}
