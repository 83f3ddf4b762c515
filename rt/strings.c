/* strings.c - strings of Modelica.Utilities.Strings: parts, order, numbers and words in them.
 * Positions count from 1. */
#include "rt/library.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int k_strings_length(const char *text)
{
    return (int)strlen(text);
}

/* Both ends included; what lies outside of the string is left out, a negative end means one
 * character. */
const char *k_strings_substring(const char *text, int first, int last)
{
    int length = (int)strlen(text);
    first = first < 1 ? 1 : first;
    last = last < 0 ? first : last > length ? length : last;
    size_t n = last >= first ? (size_t)(last - first) + 1 : 0;
    char *part = k_string(n);
    if (n)
        memcpy(part, text + first - 1, n);
    return part;
}

/* Less, equal, greater: 1, 2, 3. */
int k_strings_compare(const char *a, const char *b, int exact)
{
    int order = 0;
    for (; !order && (*a || *b); a++, b++) {
        int x = (unsigned char)*a, y = (unsigned char)*b;
        order = exact ? x - y : tolower(x) - tolower(y);
    }
    return order < 0 ? 1 : order > 0 ? 3 : 2;
}

int k_strings_skip_space(const char *text, int at)
{
    int length = (int)strlen(text);
    if (at < 1 || at > length + 1)
        return at;
    while (at <= length && isspace((unsigned char)text[at - 1]))
        at++;
    return at;
}

/* The hash function of Arash Partow, as a signed number. */
int k_strings_hash(const char *text)
{
    uint32_t hash = 0xAAAAAAAAu;
    for (size_t i = 0; text[i]; i++) {
        uint32_t c = (unsigned char)text[i];
        if (i % 2 == 0)
            hash ^= (hash << 7) ^ (c * (hash >> 3));
        else
            hash ^= ~((hash << 11) + (c ^ (hash >> 5)));
    }
    return (int)(hash > INT32_MAX ? (int64_t)hash - 4294967296 : (int64_t)hash);
}

/* ---- Words ---- */

/* What begins after blanks from position `at` on; *first is its position. */
static const char *token(const char *text, int at, int *first)
{
    *first = k_strings_skip_space(text, at);
    int length = (int)strlen(text);
    return *first >= 1 && *first <= length ? text + *first - 1 : "";
}

static const char *part(const char *text, size_t n)
{
    char *copy = k_string(n);
    memcpy(copy, text, n);
    return copy;
}

void k_strings_identifier(const char *text, int at, int *next, const char **word)
{
    int first;
    const char *s = token(text, at, &first);
    size_t n = 0;
    if (isalpha((unsigned char)*s))
        while (isalnum((unsigned char)s[n]) || s[n] == '_')
            n++;
    *next = n ? first + (int)n : at;
    *word = part(s, n);
}

/* "...", with the quotes left out; a quote inside has a backslash in front. */
void k_strings_string(const char *text, int at, int *next, const char **word)
{
    int first;
    const char *s = token(text, at, &first);
    size_t n = 1;
    if (*s == '"')
        while (s[n] && s[n] != '"')
            n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    bool whole = *s == '"' && s[n] == '"';
    *next = whole ? first + (int)n + 1 : at;
    *word = part(s + whole, whole ? n - 1 : 0);
}

/* ---- Numbers ---- */

static size_t digits(const char *s)
{
    return strspn(s, "0123456789");
}

/* Length of a sign that may stand there. */
static size_t sign(const char *s, int unsigned_number)
{
    return !unsigned_number && (*s == '+' || *s == '-');
}

void k_strings_integer(const char *text, int at, int unsigned_number, int *next, int *number)
{
    int first;
    const char *s = token(text, at, &first);
    size_t n = sign(s, unsigned_number), count = digits(s + n);
    char after = s[n + count];
    *next = at;
    *number = 0;
    if (!count || after == '.' || after == 'e' || after == 'E')
        return;
    errno = 0;
    long value = strtol(s, NULL, 10);
    if (errno || value > INT_MAX || value < INT_MIN)
        k_error("the number \"%.40s\" is too large for an Integer", s);
    *number = (int)value;
    *next = first + (int)(n + count);
}

void k_strings_real(const char *text, int at, int unsigned_number, int *next, double *number)
{
    int first;
    const char *s = token(text, at, &first);
    size_t n = sign(s, unsigned_number), whole = digits(s + n), fraction = 0;
    *next = at;
    *number = 0;
    n += whole;
    if (s[n] == '.') {
        fraction = digits(s + n + 1);
        n += 1 + fraction;
    }
    if (!whole && !fraction)
        return;
    if (s[n] == 'e' || s[n] == 'E') {
        size_t e = 1 + sign(s + n + 1, 0), count = digits(s + n + e);
        if (!count)
            return;
        n += e + count;
    }
    *number = strtod(part(s, n), NULL);
    *next = first + (int)n;
}
