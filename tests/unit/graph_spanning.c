/* Tests of spanning trees: cycles are broken, roots chosen by priority, faults found; random graphs
 * against what the definition says. */
#include "graph_test.h"

#include "graph/spanning.c"

static void run(Spanning *s)
{
    CHECK(spanning_trees(s));
}

TEST(loop)
{
    SpanningEdge e[] = {{0, 1, true, 0}, {1, 2, false, 0}, {2, 3, true, 0}, {3, 0, false, 0}};
    SpanningRoot r[] = {{0, -1, 0}, {2, 0, 0}};
    int depth[4];
    Spanning s = {4, 4, 2, e, r, depth};
    run(&s);
    CHECK(e[0].state == EDGE_IN_TREE && e[1].state == EDGE_IN_TREE && e[2].state == EDGE_IN_TREE);
    CHECK(e[3].state == EDGE_BROKEN);
    CHECK(depth[0] == 0 && depth[1] == 1 && depth[2] == 2 && depth[3] == 3);
}

TEST(two_roots)
{
    SpanningEdge e[] = {{0, 1, false, 0}, {1, 2, true, 0}};
    SpanningRoot r[] = {{0, -1, 0}, {2, -1, 0}};
    int depth[3];
    Spanning s = {3, 2, 2, e, r, depth};
    run(&s); /* the optional edge is broken: two trees */
    CHECK(e[0].state == EDGE_BROKEN && e[1].state == EDGE_IN_TREE);
    CHECK(depth[0] == 0 && depth[1] == 1 && depth[2] == 0);
    e[0].required = true; /* now the roots are joined by what cannot be broken */
    run(&s);
    CHECK(e[0].state == EDGE_IN_TREE && e[1].state == EDGE_ROOTS);
    r[1].priority = 0; /* one root is enough: the other stays possible */
    run(&s);
    CHECK(e[1].state == EDGE_IN_TREE && depth[2] == 2);
}

TEST(cycle)
{
    SpanningEdge e[] = {{0, 1, true, 0}, {1, 2, true, 0}, {2, 0, true, 0}};
    SpanningRoot r[] = {{0, -1, 0}};
    int depth[3];
    Spanning s = {3, 3, 1, e, r, depth};
    run(&s);
    CHECK(e[0].state == EDGE_IN_TREE && e[1].state == EDGE_IN_TREE && e[2].state == EDGE_CYCLE);
}

TEST(priorities)
{
    SpanningEdge e[] = {{0, 1, false, 0}, {1, 2, false, 0}};
    SpanningRoot r[] = {{0, 5, 0}, {2, 1, 0}, {1, 1, 0}, {3, 9, 0}};
    int depth[5];
    Spanning s = {5, 2, 4, e, r, depth};
    run(&s);
    CHECK(depth[2] == 0 && depth[1] == 1 && depth[0] == 2); /* lowest number, the first of two */
    CHECK(depth[3] == 0);                                   /* alone: the best there is */
    CHECK(depth[4] == -1);                                  /* nothing could be its root */
}

TEST(empty)
{
    Spanning s = {0};
    run(&s);
}

enum { NODES = 60, EDGES = 90 };

/* n nodes and m edges in trees make n - m parts, each with one root or without any. */
static void check_random(uint32_t seed)
{
    SpanningEdge e[EDGES];
    SpanningRoot r[8];
    int depth[NODES], intree = 0, roots = 0;
    for (int i = 0; i < EDGES; i++) {
        seed = seed * 1664525u + 1013904223u;
        int a = (int)(seed >> 8) % NODES;
        seed = seed * 1664525u + 1013904223u;
        e[i] = (SpanningEdge){a, (int)(seed >> 8) % NODES, false, 0};
    }
    for (int i = 0; i < 8; i++)
        r[i] = (SpanningRoot){7 * i, i % 3 ? i : -1, 0};
    Spanning s = {NODES, EDGES, 8, e, r, depth};
    run(&s);
    for (int i = 0; i < EDGES; i++) {
        CHECK(e[i].state == EDGE_IN_TREE || e[i].state == EDGE_BROKEN);
        int a = depth[e[i].a], b = depth[e[i].b];
        CHECK((a < 0) == (b < 0));
        if (e[i].state == EDGE_IN_TREE) {
            intree++;
            CHECK(a < 0 || a - b == 1 || b - a == 1);
        }
    }
    for (int i = 0; i < NODES; i++)
        roots += depth[i] == 0;
    for (int i = 0; i < 8; i++)
        CHECK(r[i].priority >= 0 || depth[r[i].node] == 0);
    /* every node but the roots, and one of each part without root, hangs on one tree edge */
    int with = 0, parts = 0, parent[NODES];
    for (int i = 0; i < NODES; i++)
        parent[i] = i;
    for (int i = 0; i < EDGES; i++)
        unite(parent, e[i].a, e[i].b);
    for (int i = 0; i < NODES; i++) {
        with += depth[i] >= 0;
        parts += depth[i] < 0 && leader(parent, i) == i;
    }
    CHECK(intree == with - roots + (NODES - with) - parts);
}

TEST(random)
{
    for (uint32_t i = 1; i < 200; i++)
        check_random(i);
}

TEST(memory)
{
    Spanning s = {0};
    CHECK_MEMORY(spanning_trees(&s), false, 1, 0);
}

TEST_MAIN(T(loop), T(two_roots), T(cycle), T(priorities), T(empty), T(random), T(memory))
