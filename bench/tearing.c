/* tearing.c - what tearing costs per equation: bench/tearing.sh counts its instructions.
 *
 *     tearing N    tears a block of N equations like those of a circuit: each has the unknown of
 * its own and one to three others, most of them near */
#include "graph/graph.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned long long seed = 88172645463325252u;

static unsigned below(unsigned n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 11) % n;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, entries = 0;
    Pattern p = {.nrows = n, .ncols = n, .ptr = malloc(sizeof(int) * ((size_t)n + 1))};
    p.col = malloc(sizeof(int) * 4 * (size_t)n);
    p.kind = malloc(4 * (size_t)n);
    p.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        int first = entries, others = 1 + (int)below(3);
        for (int k = 0; k <= others; k++) {
            int near = i + (int)below(41) - 20, c = k == 0      ? i
                                                    : below(20) ? near
                                                                : (int)below((unsigned)n);
            c = c < 0 ? c + n : c >= n ? c - n : c;
            bool known = false;
            for (int e = first; e < entries; e++)
                known = known || p.col[e] == c;
            if (known)
                continue;
            p.kind[entries] = (unsigned char)(below(4) == 0);
            p.col[entries++] = c;
        }
        p.ptr[i + 1] = entries;
    }
    size_t room = sizeof(int) * (size_t)n;
    Tearing t = {.order = malloc(room),
                 .peel_col = malloc(room),
                 .torn = malloc(room),
                 .residual = malloc(room)};
    int torn = argc > 2 ? 0 : tear_block(&p, 1, NULL, NULL, 0, &t);
    printf("%d equations, %d entries, %d torn\n", n, entries, torn);
    return torn < 0;
}
