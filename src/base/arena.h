/* arena.h - memory by lifetime.
 *
 * Everything the compiler allocates belongs to an arena: the program's, a model's or a pass's.
 * arena_free drops the whole arena; single objects are not freed, but a large block that is no
 * longer needed (the old block of a table that grows) can be given back. Memory comes zeroed.
 * Built with KRON_MALLOC_ARENA every allocation is a malloc of its own, so that the sanitizers
 * see its bounds; with KRON_CHECK what is freed is filled with 0xDD first, so that a pointer into
 * it is no pointer any more. Running out of memory is a fault (die.h). */
#ifndef KRON_BASE_ARENA_H
#define KRON_BASE_ARENA_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *a);
/* Fills everything with 0xDD: whoever still has a pointer into it will find out. */
void arena_poison(Arena *a);
void *arena_alloc(Arena *a, size_t size);
/* Forgets everything: the memory is used again. For what is needed for one equation, one item. */
void arena_reset(Arena *a);
/* Gives a block of this size back; small ones are left to the arena. NULL is allowed. */
void arena_drop(Arena *a, void *block, size_t size);
/* Enlarges the newest block in place, new bytes zero; false if there is no room behind it. */
bool arena_extend(Arena *a, void *block, size_t size, size_t larger);
/* Copies `size` bytes; `from` may be NULL when size is 0. */
void *arena_copy(Arena *a, const void *from, size_t size);
/* A zero-terminated copy of s[0..n). */
char *arena_strndup(Arena *a, const char *s, size_t n);
char *arena_strdup(Arena *a, const char *s);
char *arena_printf(Arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Bytes handed out and not given back. */
size_t arena_used(const Arena *a);

/* For die.c: the arenas that this thread makes from here on are noted, */
typedef struct ArenaWatch {
    Arena *first;
    struct ArenaWatch *outer;
} ArenaWatch;
void arenas_watch(ArenaWatch *w);
/* up to here; those that are left are freed if the call was not good. */
void arenas_settle(ArenaWatch *w, bool good);

#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

#endif
