/* dissect.c - an order of elimination by nested dissection, for large meshes.
 *
 * The order of least degree (AMD) is the best for most models. On a mesh in two dimensions its
 * factorisation grows about as n^1.75, that of nested dissection as n^1.5, the least there is
 * (George, "Nested dissection of a regular finite element mesh", 1973). METIS finds separators in
 * any pattern; it takes a hundred times as long as AMD. So it is asked only where one factorisation
 * in the other order is at least as much work, and its order is taken if it is less work. METIS
 * comes with SuiteSparse's CHOLMOD and is loaded when it is asked: kron starts without it, and
 * where it is missing the other order stays. */
#include "rt/dissect.h"

#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
bool order_dissected(int n, const int *colptr, const int *rowidx, double work, int *order)
{
    (void)n, (void)colptr, (void)rowidx, (void)work, (void)order;
    return false;
}
#else
#include <dlfcn.h>

/* Multiplications that take as long as METIS does for one entry. */
#define WORK_AN_ENTRY 800.0

enum { METIS_FINE = 1 };
typedef int NodeND(int *n, int *begin, int *at, int *weight, int *options, int *perm, int *inverse);

/* The pattern of A + A' without its diagonal: METIS wants each edge from both ends, once. */
typedef struct Graph {
    int n, *begin, *at;
} Graph;

static void count_ends(const Graph *g, const int *colptr, const int *rowidx)
{
    for (int j = 0; j < g->n; j++)
        for (int p = colptr[j]; p < colptr[j + 1]; p++)
            if (rowidx[p] != j) {
                g->begin[j + 1]++;
                g->begin[rowidx[p] + 1]++;
            }
    for (int j = 0; j < g->n; j++)
        g->begin[j + 1] += g->begin[j];
}

static void put_ends(const Graph *g, const int *colptr, const int *rowidx, int *next)
{
    memcpy(next, g->begin, (size_t)g->n * sizeof *next);
    for (int j = 0; j < g->n; j++)
        for (int p = colptr[j]; p < colptr[j + 1]; p++)
            if (rowidx[p] != j) {
                g->at[next[j]++] = rowidx[p];
                g->at[next[rowidx[p]]++] = j;
            }
}

/* Edges that were in both halves of the pattern stand twice. */
static void drop_repeated(const Graph *g, int *seen)
{
    memset(seen, -1, (size_t)g->n * sizeof *seen);
    for (int j = 0, to = 0, p = 0; j < g->n; j++) {
        int end = g->begin[j + 1];
        for (; p < end; p++)
            if (seen[g->at[p]] != j) {
                seen[g->at[p]] = j;
                g->at[to++] = g->at[p];
            }
        g->begin[j + 1] = to;
    }
}

/* Multiplications of the factorisation in this order: the sum of the squares of the columns'
 * lengths, each row being a subtree of the elimination tree. O(fill). */
static double work_of(const Graph *g, const int *order, int *place, int *parent, int *length,
                      int *mark)
{
    for (int k = 0; k < g->n; k++)
        place[order[k]] = k;
    for (int k = 0; k < g->n; k++) {
        parent[k] = -1;
        length[k] = 0;
        mark[k] = k;
        for (int p = g->begin[order[k]]; p < g->begin[order[k] + 1]; p++)
            for (int i = place[g->at[p]]; i < k && mark[i] != k; i = parent[i]) {
                if (parent[i] < 0)
                    parent[i] = k;
                length[i]++;
                mark[i] = k;
            }
    }
    double work = 0;
    for (int k = 0; k < g->n; k++)
        work += (double)length[k] * length[k];
    return work;
}

static bool is_less_work(Graph *g, NodeND *metis, double work, int *order, int *room)
{
    int n = g->n, *found = room, *place = room + n;
    if (metis(&g->n, g->begin, g->at, NULL, NULL, found, place) != METIS_FINE ||
        work_of(g, found, place, room + 2 * n, room + 3 * n, room + 4 * n) >= work)
        return false;
    memcpy(order, found, (size_t)n * sizeof *order);
    return true;
}

bool order_dissected(int n, const int *colptr, const int *rowidx, double work, int *order)
{
    if (work < WORK_AN_ENTRY * colptr[n])
        return false;
    void *library = dlopen("libmetis.so.5", RTLD_NOW | RTLD_LOCAL);
    NodeND *metis = NULL;
    if (library)
        *(void **)&metis = dlsym(library, "METIS_NodeND");
    Graph g = {.n = n};
    g.begin = calloc((size_t)n + 1, sizeof *g.begin);
    g.at = malloc((2 * (size_t)colptr[n] + 1) * sizeof *g.at);
    int *room = malloc(5 * (size_t)n * sizeof *room);
    bool good = metis && g.begin && g.at && room;
    if (good) {
        count_ends(&g, colptr, rowidx);
        put_ends(&g, colptr, rowidx, room);
        drop_repeated(&g, room);
        good = is_less_work(&g, metis, work, order, room);
    }
    free(g.begin);
    free(g.at);
    free(room);
    if (library)
        dlclose(library);
    return good;
}
#endif
