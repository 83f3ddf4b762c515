/* vec.h - growing arrays on an arena.
 *
 * `VEC(T) name` declares one; a zeroed one is empty. Growth doubles and may move the elements:
 * pointers to them end with the next vec_add, and a vec is grown in one place, never in a copy of
 * it. Elements are name.v[0 .. name.n). */
#ifndef KRON_BASE_VEC_H
#define KRON_BASE_VEC_H

#include "base/arena.h"

#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *v;                                                                                      \
        int n, cap;                                                                                \
    }

/* Makes room for one more element and evaluates to its address (contents zero). */
#define vec_add(arena, vec)                                                                        \
    ((vec)->n == (vec)->cap                                                                        \
         ? (void)((vec)->v = vec_grow((arena), (vec)->v, &(vec)->cap, sizeof *(vec)->v))           \
         : (void)0,                                                                                \
     &(vec)->v[(vec)->n++])

#define vec_push(arena, vec, x) (*vec_add((arena), (vec)) = (x))
#define vec_pop(vec) ((vec)->v[--(vec)->n])
#define vec_last(vec) ((vec)->v[(vec)->n - 1])

/* A block twice as large (at least 8 elements) with the old contents; updates *cap. */
void *vec_grow(Arena *arena, void *old, int *cap, size_t elem);

#endif
