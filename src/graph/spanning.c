/* spanning.c - spanning trees with given and possible roots (specification, 9.4.2).
 *
 * Kruskal's algorithm with union-find: all definite roots are one set from the start, so an edge
 * between two of their trees closes a cycle like any other. Required edges come first, then the
 * optional ones in their order; an optional edge that closes a cycle is not part of a tree. What
 * has no definite root gets the possible one with the lowest priority number, the first among
 * equals. Distances from the roots are then found breadth first. Near-linear; the potential roots
 * are sorted. */
#include "graph/graph.h"
#include "graph/graph_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct Forest {
    int *parent; /* [n + 1]; n stands for all definite roots */
    int *needed; /* [n + 1] the same for required edges only, roots apart */
    int *first;  /* [n + 1] of the tree edges at a node, in `at` */
    int *at;     /* [2 * nedges] */
} Forest;

static int leader(int *parent, int x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

/* Whether the sets were different. */
static bool unite(int *parent, int a, int b)
{
    a = leader(parent, a);
    b = leader(parent, b);
    parent[b] = a;
    return a != b;
}

static void choose_edges(Spanning *s, Forest *f, bool required)
{
    for (int i = 0; i < s->nedges; i++) {
        SpanningEdge *e = &s->edge[i];
        if (e->required != required)
            continue;
        bool apart = required && unite(f->needed, e->a, e->b);
        e->state = unite(f->parent, e->a, e->b) ? EDGE_IN_TREE
                   : apart                      ? EDGE_ROOTS
                   : required                   ? EDGE_CYCLE
                                                : EDGE_BROKEN;
    }
}

static int by_priority(const void *a, const void *b)
{
    const SpanningRoot *x = a, *y = b;
    return x->priority != y->priority ? (x->priority < y->priority ? -1 : 1)
           : x->order < y->order      ? -1
                                      : x->order > y->order;
}

static void choose_roots(Spanning *s, Forest *f)
{
    for (int i = 0; i < s->nroots; i++)
        s->root[i].order = i;
    if (s->nroots)
        qsort(s->root, (size_t)s->nroots, sizeof *s->root, by_priority);
    for (int i = 0; i < s->nroots; i++)
        if (s->root[i].priority >= 0 && unite(f->parent, s->n, s->root[i].node))
            s->depth[s->root[i].node] = 0;
}

/* The nodes at the ends of tree edges, as compressed rows. */
static void list_edges(const Spanning *s, Forest *f)
{
    memset(f->first, 0, ((size_t)s->n + 1) * sizeof *f->first);
    for (int i = 0; i < s->nedges; i++)
        if (s->edge[i].state == EDGE_IN_TREE) {
            f->first[s->edge[i].a]++;
            f->first[s->edge[i].b]++;
        }
    for (int i = 0, sum = 0; i <= s->n; i++)
        f->first[i] = sum += i < s->n ? f->first[i] : 0;
    for (int i = s->nedges; i-- > 0;)
        if (s->edge[i].state == EDGE_IN_TREE) {
            f->at[--f->first[s->edge[i].a]] = s->edge[i].b;
            f->at[--f->first[s->edge[i].b]] = s->edge[i].a;
        }
}

/* queue: [n] */
static void measure(Spanning *s, const Forest *f, int *queue)
{
    int end = 0;
    for (int i = 0; i < s->n; i++)
        if (!s->depth[i])
            queue[end++] = i;
    for (int begin = 0; begin < end; begin++) {
        int v = queue[begin];
        for (int k = f->first[v]; k < f->first[v + 1]; k++)
            if (s->depth[f->at[k]] < 0) {
                s->depth[f->at[k]] = s->depth[v] + 1;
                queue[end++] = f->at[k];
            }
    }
}

bool spanning_trees(Spanning *s)
{
    size_t n = (size_t)s->n + 1, m = 2 * (size_t)s->nedges + 1;
    int *memory = GRAPH_MALLOC((3 * n + m) * sizeof *memory);
    if (!memory)
        return false;
    Forest f = {memory, memory + n, memory + 2 * n, memory + 3 * n};
    for (int i = 0; i <= s->n; i++)
        f.parent[i] = f.needed[i] = i;
    for (int i = 0; i < s->n; i++)
        s->depth[i] = -1;
    for (int i = 0; i < s->nroots; i++)
        if (s->root[i].priority < 0) {
            unite(f.parent, s->n, s->root[i].node);
            s->depth[s->root[i].node] = 0;
        }
    choose_edges(s, &f, true);
    choose_edges(s, &f, false);
    choose_roots(s, &f);
    list_edges(s, &f);
    measure(s, &f, f.needed);
    GRAPH_FREE(memory);
    return true;
}
