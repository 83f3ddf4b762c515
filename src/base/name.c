/* name.c - the interning table: open addressing, one arena of texts. O(length) a look-up. */
#include "base/name.h"
#include "base/arena.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text;
    uint32_t length, hash;
} Entry;

struct NameTable {
    Arena *arena;
    Entry *entry; /* by number; entry[0] is the empty "no name" */
    uint32_t n, cap;
    uint32_t *slot; /* numbers, 0 = free; size is a power of two, at most half full */
    uint32_t nslots;
};

static uint32_t hash_text(const char *s, size_t n)
{
    uint64_t h = 0x9E3779B97F4A7C15u ^ n;
    while (n >= 8) {
        uint64_t w;
        memcpy(&w, s, 8);
        h = (h ^ w) * 0xD6E8FEB86659FD93u;
        h ^= h >> 32;
        s += 8;
        n -= 8;
    }
    uint64_t w = 0;
    memcpy(&w, s, n);
    h = (h ^ w) * 0xD6E8FEB86659FD93u;
    h ^= h >> 32;
    return (uint32_t)(h ^ (h >> 15));
}

static void *must(void *p)
{
    if (!p)
        die_memory(0, 0);
    return p;
}

NameTable *names_new(void)
{
    static const char *const fixed[] = {
#define N(id, text) text,
#include "base/names.def"
#undef N
    };
    NameTable *t = must(calloc(1, sizeof *t));
    t->arena = arena_new();
    t->cap = 4096;
    t->entry = must(calloc(t->cap, sizeof *t->entry));
    t->entry[0].text = "";
    t->n = 1;
    t->nslots = 8192;
    t->slot = must(calloc(t->nslots, sizeof *t->slot));
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        Name got = name_cstr(t, fixed[i]);
        KRON_ASSERT(got == i + 1); /* names.def lists no text twice */
    }
    return t;
}

void names_free(NameTable *t)
{
    if (!t)
        return;
    arena_free(t->arena);
    free(t->entry);
    free(t->slot);
    free(t);
}

static uint32_t *find_slot(NameTable *t, const char *s, size_t n, uint32_t h)
{
    uint32_t mask = t->nslots - 1;
    for (uint32_t i = h & mask;; i = (i + 1) & mask) {
        const Entry *e = &t->entry[t->slot[i]];
        if (!t->slot[i] || (e->hash == h && e->length == n && !memcmp(e->text, s, n)))
            return &t->slot[i];
    }
}

static void grow(NameTable *t)
{
    if (t->n == t->cap) {
        t->cap *= 2;
        t->entry = must(realloc(t->entry, t->cap * sizeof *t->entry));
    }
    if (2 * t->n < t->nslots)
        return;
    t->nslots *= 2;
    free(t->slot);
    t->slot = must(calloc(t->nslots, sizeof *t->slot));
    uint32_t mask = t->nslots - 1;
    for (uint32_t k = 1; k < t->n; k++) {
        uint32_t i = t->entry[k].hash & mask;
        while (t->slot[i])
            i = (i + 1) & mask;
        t->slot[i] = k;
    }
}

Name name_of(NameTable *t, const char *s, size_t n)
{
    uint32_t h = hash_text(s, n);
    uint32_t *slot = find_slot(t, s, n, h);
    if (*slot)
        return *slot;
    *slot = t->n;
    t->entry[t->n] = (Entry){arena_strndup(t->arena, s, n), (uint32_t)n, h};
    t->n++;
    Name name = *slot;
    grow(t);
    return name;
}

Name name_cstr(NameTable *t, const char *s)
{
    return name_of(t, s, strlen(s));
}

const char *name_text(const NameTable *t, Name n)
{
    return t->entry[n].text;
}

size_t name_length(const NameTable *t, Name n)
{
    return t->entry[n].length;
}
