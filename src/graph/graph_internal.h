/* graph_internal.h - what the graph kernels share: scratch memory, the step count, entry kinds.
 *
 * A test that includes the .c files defines the GRAPH_ macros before, to make allocations fail
 * and to count steps. A step is one visit of an entry of the pattern (or one comparison in a
 * priority queue): the measure in which the kernels are near-linear. */
#ifndef KRON_GRAPH_INTERNAL_H
#define KRON_GRAPH_INTERNAL_H

#include "graph/graph.h"

#include <stdlib.h>

#ifndef GRAPH_MALLOC
#define GRAPH_MALLOC(size) malloc(size)
#define GRAPH_CALLOC(count, size) calloc(count, size)
#define GRAPH_FREE(p) free(p)
#define GRAPH_STEP() ((void)0)
#endif

/* Uninitialized room for n ints, not NULL for n = 0 unless memory is out. */
static inline int *ints_new(size_t n)
{
    return GRAPH_MALLOC((n + 1) * sizeof(int));
}

/* n zero bytes; pages that are never touched cost nothing. */
static inline uint8_t *flags_new(size_t n)
{
    return GRAPH_CALLOC(n + 1, 1);
}

/* Whether entry k has a kind of the mask. */
static inline bool entry_in(const Pattern *p, int k, uint32_t mask)
{
    unsigned kind = p->kind ? p->kind[k] : 0;
    return mask == ~0u || (kind < 32 && (mask >> kind & 1));
}

#endif
