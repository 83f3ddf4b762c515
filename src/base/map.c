/* map.c - open addressing with linear probing, at most half full. */
#include "base/map.h"

static uint64_t mix(uint64_t k)
{
    k ^= k >> 33;
    k *= 0xFF51AFD7ED558CCDu;
    k ^= k >> 29;
    return k;
}

static struct MapSlot *find(const Map *m, uint64_t key)
{
    uint32_t mask = m->nslots - 1;
    for (uint32_t i = (uint32_t)mix(key) & mask;; i = (i + 1) & mask)
        if (!m->slot[i].key || m->slot[i].key == key)
            return &m->slot[i];
}

uint32_t map_get(const Map *m, uint64_t key, uint32_t otherwise)
{
    if (!m->nslots)
        return otherwise;
    const struct MapSlot *s = find(m, key + 1);
    return s->key ? s->value : otherwise;
}

void map_set(Map *m, Arena *a, uint64_t key, uint32_t value)
{
    if (2 * m->n >= m->nslots) {
        Map larger = {.nslots = m->nslots ? 2 * m->nslots : 16, .n = m->n};
        larger.slot = ARENA_ARRAY(a, struct MapSlot, larger.nslots);
        for (uint32_t i = 0; i < m->nslots; i++)
            if (m->slot[i].key)
                *find(&larger, m->slot[i].key) = m->slot[i];
        arena_drop(a, m->slot, m->nslots * sizeof *m->slot);
        *m = larger;
    }
    struct MapSlot *s = find(m, key + 1);
    if (!s->key) {
        s->key = key + 1;
        m->n++;
    }
    s->value = value;
}
