/* context.c - set-up and end of a run. */
#include "base/context.h"

Context *context_new(void)
{
    Arena *a = arena_new();
    Context *c = ARENA_NEW(a, Context);
    c->arena = a;
    c->syntax = arena_new();
    c->names = names_new();
    c->sources = sources_new();
    c->diags = diags_new(c->sources);
    return c;
}

void context_end_syntax(Context *c)
{
    arena_free(c->syntax);
    c->syntax = NULL;
}

void context_free(Context *c)
{
    if (!c)
        return;
    diags_free(c->diags);
    sources_free(c->sources);
    names_free(c->names);
    arena_free(c->syntax);
    arena_free(c->arena);
}
