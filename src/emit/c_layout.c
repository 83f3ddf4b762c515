/* c_layout.c - generated C laid out for people: the same lines with spaces and indentation, and
 * names for the numbers of variables. Text for compilers is written without them, because reading
 * them would cost libtcc time. One pass over the text, linear. */
#include "emit/emit_internal.h"

#include <ctype.h>
#include <stdlib.h>

enum { WIDTH = 100, INDENT = 4 };
#define BREAK '\1' /* a space at which a line may be broken */

typedef struct Layout {
    Buf *out, line;
    int depth; /* of braces */
    const char *const *name;
    uint32_t nnames;
} Layout;

/* The line so far, broken where it is too long. */
static void flush_line(Layout *l, int indent)
{
    const char *text = buf_text(&l->line);
    for (size_t left = l->line.n, n; left; text += n, left -= n) {
        size_t room = (size_t)(WIDTH - indent), fits = 0;
        for (size_t i = 0; left > room && i < left && (i < room || !fits); i++)
            if (text[i] == BREAK)
                fits = i;
        n = fits ? fits : left;
        put_spaces(l->out, indent);
        for (size_t i = 0; i < n; i++)
            buf_putc(l->out, text[i] == BREAK ? ' ' : text[i]);
        buf_putc(l->out, '\n');
        indent += text == buf_text(&l->line) ? 2 * INDENT : 0;
        n += fits > 0;
    }
    buf_clear(&l->line);
}

/* ---- Tokens of a line ---- */

static bool ends_with(const Layout *l, const char *const *word)
{
    const char *end = buf_text(&l->line) + l->line.n;
    for (; *word; word++) {
        size_t n = strlen(*word);
        if (n <= l->line.n && !memcmp(end - n, *word, n) &&
            (n == l->line.n || !is_letter(**word) || !is_letter(*(end - n - 1))))
            return true;
    }
    return false;
}

static const char *const types[] = {"double", "int",   "char",       "const", "KInst",
                                    "KArr",   "KCode", "KBlockCode", "void",  NULL};
static const char *const before_paren[] = {"if", "for", "while", "return", NULL};
static const char *const cast_ends[] = {"double)", "int)", "KArr)", "void)", "[])", "*)", NULL};

/* A word or number; the number of a variable as its name: v[12] is v[V_R_i]. */
static const char *put_word(Layout *l, const char *at)
{
    static const char *const arrays[] = {"v[", "p[", "d[", "pre[", "start[", "set[", NULL};
    bool digit = isdigit((unsigned char)*at);
    const char *end = at;
    while (is_letter(*end) ||
           (digit && (*end == '.' || ((*end == '-' || *end == '+') && end[-1] == 'e'))))
        end++;
    unsigned long number = digit ? strtoul(at, NULL, 10) : 0;
    char before = l->line.n ? l->line.s[l->line.n - 1] : ' ';
    if (before == '}' || (before == ')' && !ends_with(l, cast_ends)))
        buf_putc(&l->line, ' ');
    if (digit && strchr("]+-", *end) && number < l->nnames && ends_with(l, arrays))
        buf_puts(&l->line, l->name[number]);
    else
        buf_write(&l->line, at, (size_t)(end - at));
    return end;
}

static const char *put_literal(Layout *l, const char *at)
{
    const char *end = at + 1;
    while (*end++ != *at)
        end += end[-1] == '\\';
    buf_write(&l->line, at, (size_t)(end - at));
    return end;
}

static const char *put_operator(Layout *l, const char *at)
{
    char before = l->line.n ? l->line.s[l->line.n - 1] : ';';
    bool pair = (at[1] == '=' && strchr("=!<>+-*/", *at)) || (at[0] == at[1] && strchr("&|", *at));
    bool post = !strncmp(at, "->", 2) || !strncmp(at, "++", 2) || !strncmp(at, "--", 2);
    bool returns = ends_with(l, before_paren); /* `return` here */
    bool prefix = !pair && !post && strchr("-+*&!", *at) &&
                  (returns || strchr("(,;[{*&!\1 ", before) || *at == '!');
    if (prefix && returns)
        buf_putc(&l->line, ' ');
    else if (*at == '*' && ends_with(l, types))
        prefix = (buf_putc(&l->line, ' '), true);
    else if (!prefix && !post)
        buf_putc(&l->line, BREAK);
    buf_write(&l->line, at, post || pair ? 2 : 1);
    if (!prefix && !post)
        buf_putc(&l->line, BREAK);
    return at + (post || pair ? 2 : 1);
}

/* What stands between words and operators. */
static const char *put_mark(Layout *l, const char *at)
{
    char before = l->line.n ? l->line.s[l->line.n - 1] : 0;
    l->depth += (*at == '{') - (*at == '}');
    if ((*at == '(' && ends_with(l, before_paren)) ||
        (*at == '{' && (is_letter(before) || (before == ')' && !ends_with(l, cast_ends)))))
        buf_putc(&l->line, ' ');
    buf_putc(&l->line, *at);
    if (*at == ',' && at[1] != '\n')
        buf_putc(&l->line, BREAK);
    if (*at == ';' && at[1] != '\n' && at[1] != '}' && at[1] != ')' && at[1] != ';')
        buf_putc(&l->line, ' ');
    return at + 1;
}

/* ---- Lines ---- */

static void lay_out_comment(Layout *l, const char *text, size_t n)
{
    bool heading = n > 6 && !memcmp(text, "/* ---", 6);
    if (heading && (l->out->n < 2 || memcmp(l->out->s + l->out->n - 2, "\n\n", 2)))
        buf_putc(l->out, '\n');
    for (size_t i = 0; i < n; i++)
        buf_putc(&l->line, text[i] == ' ' && i > 2 && i + 3 < n ? BREAK : text[i]);
    flush_line(l, INDENT * l->depth);
    put(l->out, heading ? "\n" : "");
}

static void lay_out_line(Layout *l, const char *at)
{
    int depth = l->depth - (*at == '}');
    const char *word = at;
    while (is_letter(*word))
        word++;
    bool label = word > at && *word == ':', ends = *at == '}';
    while (*at != '\n' && *at) {
        if (is_letter(*at))
            at = put_word(l, at);
        else if (*at == '"' || *at == '\'')
            at = put_literal(l, at);
        else if (strchr("=<>+-*/&|!?", *at) || (*at == ':' && !label))
            at = put_operator(l, at);
        else
            at = put_mark(l, at);
    }
    flush_line(l, INDENT * (depth - label));
    if (ends && !l->depth)
        buf_putc(l->out, '\n');
}

void c_layout(const char *text, uint32_t nnames, const char *const *name, Buf *out)
{
    Layout l = {.out = out, .name = name, .nnames = nnames};
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        if (n > 1 && text[0] == '/' && text[1] == '*')
            lay_out_comment(&l, text, n);
        else if (n)
            lay_out_line(&l, text);
    }
    buf_free(&l.line);
}
