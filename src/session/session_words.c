/* session_words.c - lines of commands: prompts, comments, words. O(length). */
#include "session/session_internal.h"

#include <strings.h>

const char *skip_prompt(const char *line)
{
    return line + strspn(line, " \t>-");
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'';
}

/* Behind the quotation or comment that begins at p; NULL if it does not end. */
static const char *behind(const char *p, char mark)
{
    const char *end = strchr(p + 1, mark);
    return end ? end + 1 : NULL;
}

/* Behind the braces that open at p, and those inside; NULL if they do not close. */
static const char *behind_array(const char *p)
{
    int depth = 0;
    for (; *p; p++) {
        depth += (*p == '{') - (*p == '}');
        if (!depth)
            return p + 1;
    }
    return NULL;
}

/* Braces hold comments, but behind `=` an array. */
const char *clean_line(Session *s, const char *line)
{
    Buf b = {0};
    const char *p = skip_prompt(line), *next = p;
    char before = 0; /* the last character that is not blank */
    if (*p == '#' || *p == '!')
        return "";
    for (; *p; p = next) {
        bool comment = *p == '{' && before != '=';
        next = is_quote(*p) ? behind(p, *p)
               : comment    ? behind(p, '}')
               : *p == '{'  ? behind_array(p)
                            : p + 1;
        if (!next)
            break;
        buf_write(&b, comment ? " " : p, comment ? 1 : (size_t)(next - p));
        if (!comment && *p != ' ' && *p != '\t')
            before = *p;
    }
    const char *clean = arena_strdup(s->scratch, buf_text(&b));
    buf_free(&b);
    if (!next)
        complain(s, "the %s that begins with %.20s is not closed",
                 is_quote(*p)    ? "quotation"
                 : before == '=' ? "array"
                                 : "comment",
                 p);
    return next ? clean : NULL;
}

/* The end of the word that begins at p: before a blank, or a comma, outside quotes and brackets. An
 * open quotation goes on to the end of the line. */
static const char *word_end(const char *p, bool commas)
{
    int depth = 0;
    while (*p && (depth > 0 || !(strchr(" \t\r\n", *p) || (commas && *p == ',')))) {
        depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
        const char *quoted = is_quote(*p) ? behind(p, *p) : p + 1;
        p = quoted ? quoted : p + strlen(p);
    }
    return p;
}

static const char *word_begin(const char *p, bool commas)
{
    return p + strspn(p, commas ? " \t\r\n," : " \t\r\n");
}

/* "a b" is one word without its quotes; a[1, 2] is a[1,2]. */
static char *plain_word(Arena *a, const char *p, const char *end)
{
    char *word = arena_strndup(a, p, (size_t)(end - p)), *to = word;
    char quote = 0;
    for (const char *from = word; *from; from++) {
        bool mark = quote ? *from == quote : is_quote(*from);
        if (mark)
            quote = quote ? 0 : *from;
        if ((mark && *from == '"') || (!quote && strchr(" \t", *from)))
            continue;
        *to++ = *from;
    }
    *to = 0;
    return word;
}

Words split_words(Arena *a, const char *line, bool commas)
{
    VEC(char *) words = {0};
    Words w = {.tail = "", .last = line + strlen(line)};
    for (const char *p = word_begin(line, false), *end; *p; p = word_begin(end, commas)) {
        end = word_end(p, commas && words.n);
        vec_push(a, &words, plain_word(a, p, end));
        if (words.n == 1)
            w.tail = word_begin(end, false);
        if (!*end)
            w.last = p;
    }
    w.n = words.n;
    w.v = words.v;
    return w;
}

/* ---- Models typed in ---- */

size_t word_length(const char *p)
{
    size_t n = 0;
    while ((p[n] >= 'a' && p[n] <= 'z') || (p[n] >= 'A' && p[n] <= 'Z') || p[n] == '_' ||
           (n && p[n] >= '0' && p[n] <= '9'))
        n++;
    return n;
}

static bool is_word(const char *p, const char *word)
{
    size_t n = word_length(p);
    return n == strlen(word) && !strncasecmp(p, word, n);
}

bool begins_text(const char *line)
{
    const char *p = skip_prompt(line);
    return is_word(p, "model") || is_word(p, "function") || is_word(p, "table");
}

bool ends_text(const char *line, bool *in_comment)
{
    for (const char *p = line; *p;) {
        size_t n = word_length(p);
        if (*in_comment || *p == '{') {
            const char *close = strchr(p, '}');
            *in_comment = !close;
            p = close ? close + 1 : p + strlen(p);
        } else if (*p == '"') {
            const char *close = behind(p, '"');
            p = close ? close : p + strlen(p);
        } else if (n) {
            if (is_word(p, "end"))
                return true;
            p += n;
        } else {
            p++;
        }
    }
    return false;
}
