/* Tests of column colouring: each column has the first colour that no column before it in one of
 * its rows has. */
#include "rt/jacobian.h"
#include "test.h"

#include <stdlib.h>

enum { N = 12 };

/* The colour of each column of random patterns, found literally. */
TEST(first_fit)
{
    unsigned seed = 1;
    for (int round = 0; round < 500; round++) {
        int colptr[N + 1] = {0}, rowidx[N * N], want[N], n = 1 + round % N;
        bool in[N][N] = {{false}};
        for (int c = 0, at = 0; c < n; c++) {
            for (int r = 0; r < n; r++) {
                seed = seed * 1664525u + 1013904223u;
                if (seed >> 29 == 0 || r == c) {
                    in[r][c] = true;
                    rowidx[at++] = r;
                }
            }
            colptr[c + 1] = at;
        }
        for (int c = 0; c < n; c++) {
            bool taken[N] = {false};
            for (int b = 0; b < c; b++)
                for (int r = 0; r < n; r++)
                    taken[want[b]] |= in[r][b] && in[r][c];
            for (want[c] = 0; taken[want[c]]; want[c]++)
                ;
        }
        KColors g;
        CHECK(colors_find(&g, n, colptr, rowidx));
        CHECK_INT(g.first[g.n], n);
        for (int k = 0; k < g.n; k++)
            for (int i = g.first[k]; i < g.first[k + 1]; i++)
                CHECK_INT(want[g.column[i]], k);
        free(g.first);
    }
}

TEST(known)
{
    KColors g;
    CHECK(colors_find(&g, 0, NULL, NULL));
    CHECK_INT(g.n, 0);
    free(g.first);
    CHECK(colors_find(&g, 5, NULL, NULL));
    CHECK_INT(g.n, 5);
    CHECK_INT(g.column[3], 3);
    free(g.first);
    CHECK(colors_find(&g, 3, (int[]){0, 0, 0, 0}, NULL)); /* no entries */
    CHECK_INT(g.n, 1);
    free(g.first);
}

TEST_MAIN(T(first_fit), T(known))
