/* given.c - tearing that the model gives: residue(x) in an equation (BG-1, BG-3, BG-4, E-13).
 *
 * The pair is the variable x and the equation. A residual sink is written e = Time*residue(f): its
 * equation says e = 0, which is eliminated long before blocks are made; the equation to leave over
 * is then the one in which e stands (the sum at the junction), or its derivative. So a row of a
 * block is the residual of a pair if the equation it comes from is the pair's, or if it contains, as
 * written, a variable that the pair's equation makes zero. Near-linear: a map from variables to
 * pairs is made once. */
#include "dae/structure_internal.h"

struct GivenPairs {
    Map of_eq;   /* equation + 1 -> pair + 1 */
    Map carrier; /* variable + 1 -> pair + 1 */
    bool *used;  /* [hint.n] */
};

static Expr written(const DaeEq *q, bool left)
{
    return left ? (q->written_lhs ? q->written_lhs : q->lhs)
                : (q->written_rhs ? q->written_rhs : q->rhs);
}

/* The variables of the pair's equation as written, but for the tearing variable. */
static void note_carriers(Dae *d, Arena *a, GivenPairs *g, int pair)
{
    const Hint *h = &d->hint.v[pair];
    const DaeEq *q = &d->eq.v[h->eq];
    if (q->kind != EQ_SCALAR)
        return;
    Expr side[2] = {written(q, true), written(q, false)};
    VarList in = expr_vars(d->store, a, 2, side);
    if (in.n != 1 || in.var[0] == h->of)
        return; /* a law of its own, not the definition of a zero */
    map_set(&g->carrier, a, (uint64_t)in.var[0] + 1, (uint32_t)pair + 1);
}

GivenPairs *given_pairs(Dae *d, Arena *a)
{
    GivenPairs *g = ARENA_NEW(a, GivenPairs);
    g->used = ARENA_ARRAY(a, bool, d->hint.n);
    for (int i = 0; i < d->hint.n; i++) {
        if (d->hint.v[i].eq < 0)
            continue;
        map_set(&g->of_eq, a, (uint64_t)d->hint.v[i].eq + 1, (uint32_t)i + 1);
        note_carriers(d, a, g, i);
    }
    return g;
}

static int pair_in(Dae *d, Arena *a, const GivenPairs *g, int k)
{
    while (d->eq.v[k].source)
        k = (int)d->eq.v[k].source - 1;
    uint32_t pair = map_get(&g->of_eq, (uint64_t)k + 1, 0);
    const DaeEq *q = &d->eq.v[k];
    if (pair || q->kind != EQ_SCALAR)
        return (int)pair - 1;
    Expr side[2] = {written(q, true), written(q, false)};
    VarList in = expr_vars(d->store, a, 2, side);
    for (int i = 0; i < in.n && !pair; i++)
        pair = map_get(&g->carrier, (uint64_t)in.var[i] + 1, 0);
    return (int)pair - 1;
}

uint32_t given_residual(Dae *d, Arena *a, GivenPairs *g, int eq, int *pair)
{
    *pair = d->hint.n && eq >= 0 ? pair_in(d, a, g, eq) : -1;
    if (*pair < 0)
        return NO_ALIAS;
    int sign = 1;
    return dae_root(d, d->hint.v[*pair].of, &sign);
}

void given_use(GivenPairs *g, int pair)
{
    g->used[pair] = true;
}

void given_report(Dae *d, const GivenPairs *g)
{
    for (int i = 0; i < d->hint.n; i++) {
        if (g->used[i] || d->hint.v[i].eq < 0)
            continue;
        Buf name = {0};
        dae_var_name(d, d->hint.v[i].of, &name);
        diag_warning(d->ctx->diags, d->eq.v[d->hint.v[i].eq].span,
                     "residue(%s) is not used: `%s` and this equation belong to no system of "
                     "simultaneous equations together",
                     buf_text(&name), buf_text(&name));
        buf_free(&name);
    }
}
