/* arena.c - bump allocation in chunks that double up to 1 MiB. */
#include "base/arena.h"
#include "base/die.h"
#include "base/vec.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Chunk {
    struct Chunk *next;
    size_t size, used;
    alignas(16) char data[];
} Chunk;

struct Arena {
    Chunk *chunk; /* the one in use, then the full ones */
    size_t next_size;
    size_t used;
};

enum { FIRST_CHUNK = 16 << 10, LARGEST_CHUNK = 1 << 20 };

Arena *arena_new(void)
{
    Arena *a = calloc(1, sizeof *a);
    if (!a)
        die_memory(sizeof *a, 0);
    a->next_size = FIRST_CHUNK;
    return a;
}

void arena_free(Arena *a)
{
    if (!a)
        return;
    for (Chunk *c = a->chunk, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(a);
}

static Chunk *chunk_new(Arena *a, size_t size)
{
    Chunk *c = calloc(1, sizeof *c + size);
    if (!c)
        die_memory(size, a->used);
    c->size = size;
    return c;
}

void *arena_alloc(Arena *a, size_t size)
{
    if (size > SIZE_MAX / 2)
        die_memory(size, a->used);
    a->used += size;
#ifdef KRON_MALLOC_ARENA
    Chunk *own = chunk_new(a, size);
    own->next = a->chunk;
    a->chunk = own;
    return own->data;
#else
    size = (size + 15) & ~(size_t)15;
    Chunk *c = a->chunk;
    if (!c || c->size - c->used < size) {
        if (size >
            a->next_size / 4) { /* large blocks get a chunk of their own, behind the current */
            Chunk *own = chunk_new(a, size);
            own->used = size;
            if (c) {
                own->next = c->next;
                c->next = own;
            } else {
                a->chunk = own;
            }
            return own->data;
        }
        c = chunk_new(a, a->next_size);
        if (a->next_size < LARGEST_CHUNK)
            a->next_size *= 2;
        c->next = a->chunk;
        a->chunk = c;
    }
    void *p = c->data + c->used;
    c->used += size;
    return p;
#endif
}

void *arena_copy(Arena *a, const void *from, size_t size)
{
    void *p = arena_alloc(a, size);
    if (size)
        memcpy(p, from, size);
    return p;
}

char *arena_strndup(Arena *a, const char *s, size_t n)
{
    char *p = arena_alloc(a, n + 1);
    memcpy(p, s, n);
    p[n] = 0;
    return p;
}

char *arena_strdup(Arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_printf(Arena *a, const char *fmt, ...)
{
    char few[256];
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(few, sizeof few, fmt, ap);
    va_end(ap);
    char *p = arena_alloc(a, n < 0 ? 1 : (size_t)n + 1);
    if (n >= 0 && (size_t)n < sizeof few)
        memcpy(p, few, (size_t)n);
    else if (n >= 0)
        vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return p;
}

size_t arena_used(const Arena *a)
{
    return a->used;
}

void *vec_grow(Arena *arena, void *old, int *cap, size_t elem)
{
    if (*cap > INT_MAX / 2)
        die_memory((unsigned long long)*cap * 2 * elem, arena->used);
    int n = *cap < 8 ? 8 : 2 * *cap;
    void *p = arena_alloc(arena, (size_t)n * elem);
    if (*cap)
        memcpy(p, old, (size_t)*cap * elem);
    *cap = n;
    return p;
}
