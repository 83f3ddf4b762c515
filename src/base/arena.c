/* arena.c - bump allocation in chunks that double up to 1 MiB. Large chunks come from the system
 * and go back to it at once: what a pass frees is not left in a heap that others have pieces of. */
#include "base/arena.h"
#include "base/die.h"
#include "base/vec.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

typedef struct Chunk {
    struct Chunk *next, *prev;
    size_t size, used;
    alignas(16) char data[];
} Chunk;

struct Arena {
    Chunk *chunk; /* the one in use, then the full ones and those of large blocks */
    size_t next_size;
    size_t used;
    Arena *next, **link; /* arenas that were noted, and what points to this one; NULL: not noted */
};

static _Thread_local ArenaWatch *watch;

enum { FIRST_CHUNK = 16 << 10, LARGEST_CHUNK = 1 << 20 };

#ifdef KRON_MALLOC_ARENA
enum { EVERY_BLOCK = true };
#else
enum { EVERY_BLOCK = false };
#endif

/* Such blocks have a chunk of their own, whatever room there is elsewhere. */
static bool is_large(size_t size)
{
    return EVERY_BLOCK || size > LARGEST_CHUNK / 4;
}

static size_t rounded(size_t size)
{
    return (size + alignof(double) - 1) & ~(alignof(double) - 1);
}

Arena *arena_new(void)
{
    Arena *a = calloc(1, sizeof *a);
    if (!a)
        die_memory(sizeof *a, 0);
    a->next_size = FIRST_CHUNK;
    if (watch) {
        a->next = watch->first;
        a->link = &watch->first;
        if (a->next)
            a->next->link = &a->next;
        watch->first = a;
    }
    return a;
}

/* A new chunk behind `before`, or in front of all (NULL). */
static Chunk *chunk_new(Arena *a, size_t size, Chunk *before)
{
    size_t all = sizeof(Chunk) + size;
    Chunk *c = !is_large(size) || EVERY_BLOCK
                   ? calloc(1, all)
                   : mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!c || c == MAP_FAILED)
        die_memory(size, a->used);
    c->size = size;
    c->prev = before;
    c->next = before ? before->next : a->chunk;
    if (c->next)
        c->next->prev = c;
    if (before)
        before->next = c;
    else
        a->chunk = c;
    return c;
}

static void chunk_free(Arena *a, Chunk *c)
{
    if (c->next)
        c->next->prev = c->prev;
    if (c->prev)
        c->prev->next = c->next;
    else
        a->chunk = c->next;
#ifdef KRON_CHECK
    memset(c->data, 0xDD, c->size);
#endif
    if (!is_large(c->size) || EVERY_BLOCK)
        free(c);
    else
        munmap(c, sizeof *c + c->size);
}

static void unlink_arena(Arena *a)
{
    if (!a->link)
        return;
    *a->link = a->next;
    if (a->next)
        a->next->link = a->link;
    a->link = NULL;
}

void arena_free(Arena *a)
{
    if (!a)
        return;
    while (a->chunk)
        chunk_free(a, a->chunk);
    unlink_arena(a);
    free(a);
}

void arenas_watch(ArenaWatch *w)
{
    *w = (ArenaWatch){.outer = watch};
    watch = w;
}

void arenas_settle(ArenaWatch *w, bool good)
{
    watch = w->outer;
    for (Arena *a = w->first, *next; a; a = next) {
        next = a->next;
        a->link = NULL;
        if (!good)
            arena_free(a);
    }
}

void arena_poison(Arena *a)
{
    for (Chunk *c = a->chunk; c; c = c->next)
        memset(c->data, 0xDD, c->size);
}

void *arena_alloc(Arena *a, size_t size)
{
    if (size > SIZE_MAX / 2)
        die_memory(size, a->used);
    a->used += size;
    size_t room = rounded(size);
    Chunk *c = a->chunk;
    if (!c || c->size - c->used < room || is_large(size)) {
        if (is_large(size) || room > a->next_size / 4) { /* behind the chunk in use */
            c = chunk_new(a, room, c);
        } else {
            c = chunk_new(a, a->next_size, NULL);
            if (a->next_size < LARGEST_CHUNK)
                a->next_size *= 2;
        }
    }
    void *p = c->data + c->used;
    c->used += room;
    return p;
}

void arena_reset(Arena *a)
{
    while (a->chunk && (a->chunk->next || is_large(a->chunk->used)))
        chunk_free(a, a->chunk->next ? a->chunk->next : a->chunk);
    if (a->chunk) {
        memset(a->chunk->data, 0, a->chunk->used);
        a->chunk->used = 0;
    }
    a->used = 0;
}

void arena_drop(Arena *a, void *block, size_t size)
{
    if (!block || !is_large(size))
        return;
    a->used -= size;
    chunk_free(a, (Chunk *)((char *)block - offsetof(Chunk, data)));
}

bool arena_extend(Arena *a, void *block, size_t size, size_t larger)
{
    Chunk *c = a->chunk;
    size_t more = rounded(larger) - rounded(size);
    if (is_large(larger) || !c || (char *)block + rounded(size) != c->data + c->used ||
        c->size - c->used < more)
        return false;
    c->used += more;
    a->used += larger - size;
    return true;
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
    size_t size = (size_t)*cap * elem, larger = (size_t)n * elem;
    *cap = n;
    if (size && arena_extend(arena, old, size, larger))
        return old;
    void *p = arena_alloc(arena, larger);
    if (size) {
        memcpy(p, old, size);
        arena_drop(arena, old, size);
    }
    return p;
}
