/* context.h - what every part of one run of the compiler shares. */
#ifndef KRON_BASE_CONTEXT_H
#define KRON_BASE_CONTEXT_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/name.h"
#include "base/source.h"

typedef struct Context {
    Arena *arena;  /* lives as long as the run */
    Arena *syntax; /* of the class tree and the library; NULL when the front end has ended */
    NameTable *names;
    Sources *sources;
    Diags *diags;
} Context;

Context *context_new(void);
void context_free(Context *c);
/* Frees the class tree: nothing may be looked up any more. */
void context_end_syntax(Context *c);

static inline const char *text_of(const Context *c, Name n)
{
    return name_text(c->names, n);
}

#endif
