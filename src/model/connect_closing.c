/* connect_closing.c - which connection has brought two elements together.
 *
 * A set of connected elements does not tell in which order it grew. Each union of two sets is kept;
 * where the question comes up they are done again, by size and without shortening paths, so that
 * the numbers of unions rise on every path to a root: the last one on the way between two elements
 * has joined them. Doing them again is O(n log n), once; a question O(log n). Of several pairs in
 * one set the union on most of the ways between them is asked for; the unions are the edges of a
 * tree. */
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

/* The union that has brought two elements of one set together, in Connect.united; UINT32_MAX: they
 * are one. */
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

/* The unions as a forest: to each element those it takes part in. */
typedef struct Forest {
    const Connect *c;
    uint32_t *first, *next; /* [elements], [2*unions]: place in the list + 1 */
} Forest;

static Forest unions_of(Connect *c)
{
    Forest f = {c, ARENA_ARRAY(c->scratch, uint32_t, c->set.n + 1),
                ARENA_ARRAY(c->scratch, uint32_t, 2 * c->united.n + 1)};
    for (uint32_t i = 0; i < (uint32_t)c->united.n; i++) {
        uint32_t end[] = {c->united.v[i].a, c->united.v[i].b};
        for (uint32_t k = 0; k < 2; k++) {
            f.next[2 * i + k] = f.first[end[k]];
            f.first[end[k]] = 2 * i + k + 1;
        }
    }
    return f;
}

/* Writes the unions on the way between two elements; from[x]: the union by which x was reached + 1.
 */
static int way_between(const Forest *f, Arena *a, uint32_t x, uint32_t to, uint32_t *out,
                       uint32_t *from)
{
    VEC(uint32_t) queue = {0};
    int n = 0;
    from[x] = UINT32_MAX;
    vec_push(a, &queue, x);
    for (int i = 0; i < queue.n && !from[to]; i++)
        for (uint32_t e = f->first[queue.v[i]]; e; e = f->next[e - 1]) {
            const United *u = &f->c->united.v[(e - 1) / 2];
            uint32_t other = u->a == queue.v[i] ? u->b : u->a;
            if (from[other])
                continue;
            from[other] = (e - 1) / 2 + 1;
            vec_push(a, &queue, other);
        }
    for (uint32_t at = to; from[at] && from[at] != UINT32_MAX;) {
        const United *u = &f->c->united.v[from[at] - 1];
        out[n++] = from[at] - 1;
        at = u->a == at ? u->b : u->a;
    }
    for (int i = 0; i < queue.n; i++)
        from[queue.v[i]] = 0;
    return n;
}

uint32_t connect_on_most_ways(Connect *c, uint32_t (*pair)[2], int n, bool *through)
{
    enum { MOST_PAIRS = 20 }; /* each takes all of the set */
    Forest f = unions_of(c);
    uint32_t *from = ARENA_ARRAY(c->scratch, uint32_t, c->set.n + 1);
    uint32_t *way = ARENA_ARRAY(c->scratch, uint32_t, c->united.n + 1);
    int *count = ARENA_ARRAY(c->scratch, int, c->united.n + 1), most = 1;
    uint32_t best = 0;
    n = n < MOST_PAIRS ? n : MOST_PAIRS;
    for (int i = 0; i < n; i++)
        for (int k = way_between(&f, c->scratch, pair[i][0], pair[i][1], way, from) - 1; k >= 0;
             k--) {
            if (++count[way[k]] > most ||
                (count[way[k]] == most && most > 1 && way[k] + 1 > best)) {
                most = count[way[k]];
                best = way[k] + 1;
            }
        }
    for (int i = 0; i < n && best; i++)
        for (int k = way_between(&f, c->scratch, pair[i][0], pair[i][1], way, from) - 1; k >= 0;
             k--)
            through[i] = through[i] || way[k] == best - 1;
    return best ? c->united.v[best - 1].by : 0;
}
