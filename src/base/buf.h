/* buf.h - text under construction: a growing, always zero-terminated string on the heap. */
#ifndef KRON_BASE_BUF_H
#define KRON_BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Buf {
    char *s; /* NULL while empty and never written */
    size_t n, cap;
} Buf;

void buf_putc(Buf *b, char c);
void buf_puts(Buf *b, const char *s);
void buf_write(Buf *b, const char *s, size_t n);
void buf_printf(Buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(Buf *b, const char *fmt, va_list ap);
/* The shortest decimal text that reads back as x; integers without exponent keep no point:
 * 1, 0.1, 1e-05, inf, nan. */
void buf_real(Buf *b, double x);
/* The text as XML: entities for what has a meaning there, blanks for control characters. */
void buf_xml(Buf *b, const char *s);
/* A string of JSON, with its quotes. */
void buf_json(Buf *b, const char *s);
void buf_clear(Buf *b); /* empty, memory kept */
void buf_free(Buf *b);
/* Bytes of the well-formed UTF-8 character at s, and its number; 0: it is none. */
size_t utf8_length(const char *s, size_t n, uint32_t *code);
/* The text; "" for an empty buffer. */
const char *buf_text(const Buf *b);

#endif
