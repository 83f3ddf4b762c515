/* buf.c - growing text. */
#include "base/buf.h"
#include "base/die.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(Buf *b, size_t more)
{
    if (b->n + more + 1 <= b->cap)
        return;
    size_t cap = b->cap ? b->cap : 128;
    while (cap < b->n + more + 1)
        cap *= 2;
    char *s = realloc(b->s, cap);
    if (!s)
        die_memory(cap, b->cap);
    b->s = s;
    b->cap = cap;
}

void buf_write(Buf *b, const char *s, size_t n)
{
    reserve(b, n);
    memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = 0;
}

void buf_putc(Buf *b, char c)
{
    buf_write(b, &c, 1);
}

void buf_puts(Buf *b, const char *s)
{
    buf_write(b, s, strlen(s));
}

void buf_vprintf(Buf *b, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    reserve(b, 64);
    size_t room = b->cap - b->n;
    int n = vsnprintf(b->s + b->n, room, fmt, ap);
    if (n >= 0 && (size_t)n >= room) {
        reserve(b, (size_t)n);
        vsnprintf(b->s + b->n, (size_t)n + 1, fmt, again);
    }
    va_end(again);
    if (n > 0)
        b->n += (size_t)n;
}

void buf_printf(Buf *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(b, fmt, ap);
    va_end(ap);
}

void buf_real(Buf *b, double x)
{
    char text[40];
    if (x == 0 || !isfinite(x)) {
        buf_puts(b, isnan(x) ? "nan" : x > 0 ? "inf" : x < 0 ? "-inf" : signbit(x) ? "-0" : "0");
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (digits == 17 || strtod(text, NULL) == x)
            break;
    }
    buf_puts(b, text);
}

/* One character; `instead` for a control character and a byte that is no UTF-8. Its length. */
static size_t put_character(Buf *b, const char *s, const char *instead)
{
    uint32_t code;
    size_t n = utf8_length(s, strnlen(s, 4), &code);
    if (n && code >= 0x20)
        buf_write(b, s, n);
    else
        buf_puts(b, instead);
    return n ? n : 1;
}

void buf_xml(Buf *b, const char *s)
{
    for (; *s; s++) {
        const char *entity = *s == '<'   ? "&lt;"
                             : *s == '>' ? "&gt;"
                             : *s == '&' ? "&amp;"
                             : *s == '"' ? "&quot;"
                                         : NULL;
        if (entity)
            buf_puts(b, entity);
        else
            s += put_character(b, s, " ") - 1;
    }
}

void buf_json(Buf *b, const char *s)
{
    buf_putc(b, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            buf_putc(b, '\\');
        if (c < 0x20)
            buf_printf(b, "\\u%04x", c);
        else
            s += put_character(b, s, "\\ufffd") - 1;
    }
    buf_putc(b, '"');
}

void buf_clear(Buf *b)
{
    b->n = 0;
    if (b->s)
        b->s[0] = 0;
}

void buf_free(Buf *b)
{
    free(b->s);
    *b = (Buf){0};
}

const char *buf_text(const Buf *b)
{
    return b->n ? b->s : "";
}

size_t utf8_length(const char *s, size_t n, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t c = *code = (unsigned char)*s;
    size_t length = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
    if (length > n || length == 0)
        return 0;
    if (length > 1)
        *code &= 0x7Fu >> length;
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)s[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | ((unsigned char)s[i] & 0x3F);
    }
    bool surrogate = *code >= 0xD800 && *code < 0xE000;
    return *code < least[length] || *code > 0x10FFFF || surrogate ? 0 : length;
}
