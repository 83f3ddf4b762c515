/* peel.c - equations one after the other, each with one unknown left.
 *
 * Known variables are given. An equation in which one other variable occurs is handed to the
 * caller; if he takes the variable it counts as known, and further equations may have one left. A
 * queue, O(size of the equations). */
#include "dae/problem.h"

typedef struct Peel {
    Arena *a;
    const bool *known;
    Uses uses;       /* of variables that were not known at first */
    int *missing;    /* [neqs] how many variables are not known */
    uint32_t *which; /* [neqs] exclusive or of their numbers */
    int at;          /* equation being counted */
} Peel;

static void note_missing(void *arg, uint32_t v)
{
    Peel *p = arg;
    if (p->known[v])
        return;
    p->missing[p->at]++;
    p->which[p->at] ^= v;
    uses_add(&p->uses, v, p->at);
}

void dae_peel(Dae *d, bool *known, PeelTake *take, void *arg)
{
    Peel p = {.a = arena_new(), .known = known};
    VEC(int) queue = {0};
    p.uses = uses_open(p.a, d);
    p.missing = ARENA_ARRAY(p.a, int, d->eq.n + 1);
    p.which = ARENA_ARRAY(p.a, uint32_t, d->eq.n + 1);
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_SCALAR || eq->removed || eq->initial || eq->discrete || eq->ndiff)
            continue;
        p.at = k;
        dae_visible_vars(d, expr_sub(d->store, eq->lhs, eq->rhs), note_missing, &p);
        if (p.missing[k] == 1)
            vec_push(p.a, &queue, k);
    }
    for (int i = 0; i < queue.n; i++) {
        int k = queue.v[i];
        uint32_t v = p.which[k];
        if (p.missing[k] != 1 || !take(arg, k, v))
            continue;
        known[v] = true;
        for (int e = p.uses.first[v]; e; e = p.uses.use.v[e - 1].next) {
            int user = p.uses.use.v[e - 1].eq;
            p.which[user] ^= v;
            if (--p.missing[user] == 1)
                vec_push(p.a, &queue, user);
        }
    }
    arena_free(p.a);
}
