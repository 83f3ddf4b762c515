/* components.c - strong components of a directed graph.
 *
 * Tarjan (1972) with an explicit path instead of recursion, O(n + arcs). Nodes are started and
 * successors followed in ascending order; a graph whose successors are not listed so is put in
 * order first, by transposing it twice. */
#include "graph/graph_internal.h"

typedef struct Tarjan {
    const int *ptr, *succ;
    int *number;    /* [n] when the node was visited, from 1; 0: not yet */
    int *low;       /* [n] least number of an open node known to be reachable */
    int *next;      /* [n] next arc to follow */
    int *path;      /* nodes being visited, from the root down */
    int *open;      /* nodes visited that are in no component yet */
    int *component; /* [n] or -1 */
    int depth, nopen, nvisited, ncomp;
} Tarjan;

static void visit_node(Tarjan *t, int v)
{
    t->number[v] = t->low[v] = ++t->nvisited;
    t->next[v] = t->ptr[v];
    t->path[t->depth++] = v;
    t->open[t->nopen++] = v;
}

/* The next successor of v that was not visited, or -1. The arc to it is followed again when it
 * is done, and then passes its `low` on. */
static int next_unvisited(Tarjan *t, int v)
{
    for (; t->next[v] < t->ptr[v + 1]; t->next[v]++) {
        GRAPH_STEP();
        int w = t->succ[t->next[v]];
        if (!t->number[w])
            return w;
        if (t->component[w] < 0 && t->low[w] < t->low[v])
            t->low[v] = t->low[w];
    }
    return -1;
}

/* The open nodes from v on can all reach v: they are a component. */
static void close_component(Tarjan *t, int v)
{
    int w;
    do {
        w = t->open[--t->nopen];
        t->component[w] = t->ncomp;
    } while (w != v);
    t->ncomp++;
}

static void visit_from(Tarjan *t, int root)
{
    visit_node(t, root);
    while (t->depth > 0) {
        int v = t->path[t->depth - 1];
        int w = next_unvisited(t, v);
        if (w >= 0) {
            visit_node(t, w);
            continue;
        }
        t->depth--;
        if (t->low[v] == t->number[v])
            close_component(t, v);
    }
}

/* Counting sort of the nodes by component: inside a component they ascend. */
static void list_components(int n, const Tarjan *t, int *order, int *comp_ptr)
{
    int *next = comp_ptr + 1;
    for (int i = 0; i <= t->ncomp; i++)
        comp_ptr[i] = 0;
    for (int v = 0; v < n; v++)
        next[t->component[v]]++;
    for (int i = 0, start = 0; i < t->ncomp; i++) {
        int size = next[i];
        next[i] = start;
        start += size;
    }
    for (int v = 0; v < n; v++)
        order[next[t->component[v]]++] = v;
}

static int components_sorted(int n, const int *ptr, const int *succ, int *order, int *comp_ptr)
{
    size_t m = (size_t)n;
    int *work = ints_new(6 * m);
    if (!work)
        return -1;
    Tarjan t = {.ptr = ptr, .succ = succ, .number = work, .low = work + m, .next = work + 2 * m};
    t.path = work + 3 * m;
    t.open = work + 4 * m;
    t.component = work + 5 * m;
    for (int v = 0; v < n; v++) {
        t.number[v] = 0;
        t.component[v] = -1;
    }
    for (int v = 0; v < n; v++)
        if (!t.number[v])
            visit_from(&t, v);
    list_components(n, &t, order, comp_ptr);
    GRAPH_FREE(work);
    return t.ncomp;
}

static bool successors_ascend(int n, const int *ptr, const int *succ)
{
    for (int v = 0; v < n; v++)
        for (int k = ptr[v] + 1; k < ptr[v + 1]; k++) {
            GRAPH_STEP();
            if (succ[k - 1] > succ[k])
                return false;
        }
    return true;
}

int strong_components(int n, const int *ptr, const int *succ, int *order, int *comp_ptr)
{
    if (successors_ascend(n, ptr, succ))
        return components_sorted(n, ptr, succ, order, comp_ptr);
    Pattern given = {n, n, (int *)ptr, (int *)succ, NULL}, back = {0}, sorted = {0};
    int ncomp = -1;
    if (pattern_transpose(&given, &back) && pattern_transpose(&back, &sorted))
        ncomp = components_sorted(n, sorted.ptr, sorted.col, order, comp_ptr);
    pattern_free(&back);
    pattern_free(&sorted);
    return ncomp;
}
