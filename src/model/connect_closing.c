/* connect_closing.c - which connection has brought two elements together.
 *
 * A set of connected elements does not tell in which order it grew. Each union of two sets is kept;
 * where the question comes up they are done again, by size and without shortening paths, so that the
 * numbers of unions rise on every path to a root: the last one on the way between two elements has
 * joined them. Doing them again is O(n log n), once; a question O(log n). */
#include "base/die.h"
#include "model/connect_internal.h"

/* An element in the sets made again. */
typedef struct Joined {
    uint32_t up;   /* itself: a root */
    uint32_t when; /* the union that put it below `up`, in Connect.united; UINT32_MAX: a root */
    uint32_t size;
} Joined;

static uint32_t root_of(const Joined *of, uint32_t x)
{
    while (of[x].up != x)
        x = of[x].up;
    return x;
}

static void unite_again(Connect *c)
{
    Joined *of = ARENA_ARRAY(c->scratch, Joined, c->set.n);
    for (int i = 0; i < c->set.n; i++)
        of[i] = (Joined){(uint32_t)i, UINT32_MAX, 1};
    for (int i = 0; i < c->united.n; i++) {
        uint32_t x = root_of(of, c->united.v[i].a), y = root_of(of, c->united.v[i].b);
        uint32_t small = of[x].size < of[y].size ? x : y, large = small == x ? y : x;
        of[small].up = large;
        of[small].when = (uint32_t)i;
        of[large].size += of[small].size;
    }
    c->joined = of;
}

/* The union that has brought two elements of one set together, in Connect.united; UINT32_MAX: they are one. */
static uint32_t closing_union(Connect *c, uint32_t a, uint32_t b)
{
    if (!c->joined)
        unite_again(c);
    uint32_t last = UINT32_MAX;
    while (a != b) {
        uint32_t *earlier = c->joined[a].when < c->joined[b].when ? &a : &b;
        last = c->joined[*earlier].when;
        KRON_ASSERT(last != UINT32_MAX); /* they are in one set */
        *earlier = c->joined[*earlier].up;
    }
    return last;
}

Span connect_closing(Connect *c, uint32_t a, uint32_t b)
{
    uint32_t last = closing_union(c, a, b), by = last == UINT32_MAX ? 0 : c->united.v[last].by;
    return by ? c->source.v[by]->span : connect_position(c, b);
}

uint32_t connect_closing_input(Connect *c, uint32_t a, uint32_t b)
{
    uint32_t last = closing_union(c, a, b);
    if (last == UINT32_MAX)
        return UINT32_MAX;
    uint32_t end[] = {c->united.v[last].a, c->united.v[last].b};
    for (int i = 0; i < 2; i++)
        if (end[i] < 2 * c->nscalars && !connect_is_source(c, end[i]) && end[i] != a && end[i] != b)
            return end[i] / 2;
    return UINT32_MAX;
}
