/* memo.c - results of functions for the arguments they had lately.
 *
 * Properties of one state of a medium are asked for by many equations, and each function begins
 * with the same iteration. A table with one place for each hash of function and arguments; what
 * comes later takes the place. Results under other roundings (noise of residuals) stay out. */
#include "rt/memo.h"
#include "rt/run_internal.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_BITS = 8 };

typedef struct Place {
    int function; /* 0: empty */
    double in[K_MEMO_INPUTS], out[K_MEMO_OUTPUTS];
} Place;

struct KMemo {
    Place place[1 << PLACE_BITS];
};

static Place *place_of(KInst *m, int function, int nin, const double *in)
{
    KRun *run = m->run;
    if (!run->memo && !(run->memo = calloc(1, sizeof *run->memo)))
        return NULL;
    return &run->memo->place[memo_hash((uint64_t)function, nin, in, PLACE_BITS)];
}

const double *k_known(KInst *m, int function, int nin, const double *in)
{
    const Place *p = fegetround() == FE_TONEAREST ? place_of(m, function, nin, in) : NULL;
    bool same = p && p->function == function && !memcmp(p->in, in, (size_t)nin * sizeof *in);
    return same ? p->out : NULL;
}

void k_remember(KInst *m, int function, int nin, const double *in, int nout, const double *out)
{
    Place *p = fegetround() == FE_TONEAREST ? place_of(m, function, nin, in) : NULL;
    if (!p)
        return;
    p->function = function;
    memcpy(p->in, in, (size_t)nin * sizeof *in);
    memcpy(p->out, out, (size_t)nout * sizeof *out);
}

void memo_free(KRun *run)
{
    free(run->memo);
    run->memo = NULL;
}
