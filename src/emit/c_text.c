/* c_text.c - the small pieces of C text. Numbers are written without printf where that is easy:
 * most of the time of writing a program goes into them. */
#include "emit/emit_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

void put(Buf *b, const char *text)
{
    buf_write(b, text, strlen(text));
}

void put_spaces(Buf *b, int n)
{
    for (; n > 0; n--)
        buf_putc(b, ' ');
}

bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

void put_at(Buf *b, size_t at, const char *text)
{
    size_t n = strlen(text), tail = b->n - at;
    buf_write(b, text, n);
    memmove(b->s + at + n, b->s + at, tail);
    memcpy(b->s + at, text, n);
}

void put_uint(Buf *b, uint64_t n)
{
    char digits[20];
    size_t k = sizeof digits;
    do
        digits[--k] = (char)('0' + n % 10);
    while (n /= 10);
    buf_write(b, digits + k, sizeof digits - k);
}

void put_int(Buf *b, int64_t n)
{
    if (n < 0)
        buf_putc(b, '-');
    put_uint(b, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

/* Shortest of 15 and 17 digits that is exact. */
static void put_digits(Buf *b, double x)
{
    char text[40];
    snprintf(text, sizeof text, "%.15g", x);
    if (strtod(text, NULL) != x)
        snprintf(text, sizeof text, "%.17g", x);
    put(b, text);
    if (!strpbrk(text, ".e"))
        buf_putc(b, '.');
}

void put_real(Buf *b, double x)
{
    if (isnan(x)) {
        put(b, "(0./0.)");
    } else if (isinf(x)) {
        put(b, x < 0 ? "(-1e308*10.)" : "(1e308*10.)");
    } else if (x == floor(x) && fabs(x) < 1e15 && !(x == 0 && signbit(x))) {
        put_int(b, (int64_t)x);
        buf_putc(b, '.');
    } else {
        put_digits(b, x);
    }
}

static bool makes_comment(char before, char c)
{
    return (before == '*' && c == '/') || (before == '/' && c == '*');
}

/* Everything but plain characters, and what looks like a comment, as octal escapes of three digits,
 * which cannot run on. */
void put_string(Buf *b, const char *text)
{
    buf_putc(b, '"');
    for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
        if (*s >= ' ' && *s < 127 && *s != '"' && *s != '\\' && *s != '?' &&
            !(s > (const unsigned char *)text && makes_comment((char)s[-1], (char)*s))) {
            buf_putc(b, (char)*s);
        } else {
            char octal[4] = {'\\', (char)('0' + (*s >> 6)), (char)('0' + (*s >> 3 & 7)),
                             (char)('0' + (*s & 7))};
            buf_write(b, octal, sizeof octal);
        }
    }
    buf_putc(b, '"');
}

/* What would end the comment, or begin another one, is drawn apart. */
void put_remark(Buf *b, const char *text)
{
    for (char before = 0; *text; before = *text++) {
        if (makes_comment(before, *text))
            buf_putc(b, ' ');
        buf_putc(b, (unsigned char)*text < ' ' ? ' ' : *text);
    }
}

void put_comment(Buf *b, const char *text)
{
    put(b, "/* ");
    put_remark(b, text);
    put(b, " */\n");
}

void putf(Buf *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    for (const char *at = fmt; *at; at++) {
        size_t plain = strcspn(at, "%");
        buf_write(b, at, plain);
        at += plain;
        if (!*at)
            break;
        switch (*++at) {
        case 's':
            put(b, va_arg(ap, const char *));
            break;
        case 'u':
            put_uint(b, va_arg(ap, uint32_t));
            break;
        default:
            put_int(b, va_arg(ap, int));
            break;
        }
    }
    va_end(ap);
}

uint32_t int_table(Emit *e, int n, const int64_t *v)
{
    putf(&e->tables, "static const int c%d[]={", e->ntables);
    for (int i = 0; i < n; i++) {
        put(&e->tables, i % 24 ? "," : i ? ",\n" : "");
        put_int(&e->tables, v[i]);
    }
    put(&e->tables, n ? "};\n" : "0};\n");
    return (uint32_t)e->ntables++;
}

uint32_t real_table(Emit *e, int n, const double *v)
{
    putf(&e->tables, "static const double c%d[]={", e->ntables);
    for (int i = 0; i < n; i++) {
        put(&e->tables, i % 16 ? "," : i ? ",\n" : "");
        put_real(&e->tables, v[i]);
    }
    put(&e->tables, n ? "};\n" : "0.};\n");
    return (uint32_t)e->ntables++;
}
