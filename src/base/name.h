/* name.h - interned strings.
 *
 * A Name is a 32-bit number; equal texts have equal numbers, so names are compared with ==.
 * 0 is "no name". The names of names.def have fixed numbers (N_start, N_der, ...), so that code
 * can switch over them. Texts are zero-terminated and live as long as the table; string literals
 * of the language are interned too (a NUL byte cannot occur: the lexer refuses it). */
#ifndef KRON_BASE_NAME_H
#define KRON_BASE_NAME_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t Name;

enum {
    N_none,
#define N(id, text) N_##id,
#include "base/names.def"
#undef N
    N_COUNT
};

typedef struct NameTable NameTable;

NameTable *names_new(void);
void names_free(NameTable *t);
Name name_of(NameTable *t, const char *s, size_t n);
Name name_cstr(NameTable *t, const char *s);
const char *name_text(const NameTable *t, Name n);
size_t name_length(const NameTable *t, Name n);

#endif
