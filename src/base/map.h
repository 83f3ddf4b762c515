/* map.h - a hash map from 64-bit keys to 32-bit values, for tables of names and ids.
 *
 * Every key but UINT64_MAX. Values are never removed. The order of entries is not observable:
 * nothing may depend on it. */
#ifndef KRON_BASE_MAP_H
#define KRON_BASE_MAP_H

#include "base/arena.h"

#include <stdint.h>

typedef struct Map {
    struct MapSlot {
        uint64_t key; /* + 1; 0: free */
        uint32_t value;
    } * slot;
    uint32_t nslots, n;
} Map;

/* The value of a key, or `otherwise`. */
uint32_t map_get(const Map *m, uint64_t key, uint32_t otherwise);
/* Sets the value of a key, new or old. */
void map_set(Map *m, Arena *a, uint64_t key, uint32_t value);

/* One key from two numbers below 2^32. */
static inline uint64_t map_pair(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

#endif
