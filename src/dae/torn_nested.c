/* torn_nested.c - the linear systems inside of a nonlinear one, for reports.
 *
 * Where what occurs linearly in a nonlinear part was eliminated (torn_linear.c) the torn unknowns
 * and the residuals that are left do not tell what was solved on the way. Without them the other
 * equations, as they are written, fall into strong components; those of several equations are the
 * linear systems that are solved by formulas in each evaluation. What would have to be torn in one
 * of them is its size in the end. O(entries). */
#include "base/die.h"
#include "dae/torn_internal.h"
#include "graph/graph.h"

/* The equations that are left without the residuals, in the unknowns without the torn ones. */
typedef struct Inner {
    const Part *t;
    int n;
    int *row, *col; /* [n] of the part */
    Pattern p;
    int *row_col, *col_row;
} Inner;

static bool take_inner(Inner *s, const Part *t, const Part *torn)
{
    Arena *a = t->p->a;
    bool *is_residual = ARENA_ARRAY(a, bool, t->p->row.n + 1),
         *is_torn = ARENA_ARRAY(a, bool, t->n + 1);
    for (int i = 0; i < torn->residual.n; i++)
        is_residual[torn->row[torn->residual.v[i]]] = true;
    for (int i = 0; i < torn->torn.n; i++)
        is_torn[local_of(t, torn->var[torn->torn.v[i]])] = true;
    int nrows = 0, ncols = 0;
    s->row = ARENA_ARRAY(a, int, t->n + 1);
    s->col = ARENA_ARRAY(a, int, t->n + 1);
    for (int i = 0; i < t->n; i++) {
        if (!is_residual[t->row[i]])
            s->row[nrows++] = i;
        if (!is_torn[i])
            s->col[ncols++] = i;
    }
    s->n = nrows;
    return nrows == ncols;
}

/* Entries by which an equation may be solved have kind 0. */
static void make_pattern(Inner *s, Part *t)
{
    Arena *a = t->p->a;
    int *all = ints_counting(a, t->n), *place = ints_filled(a, t->n, -1);
    Component c = {.n = t->n, .at = all, .index = all};
    Pattern p = component_pattern(t, &c, PEEL_SAFE);
    PatternBuilder b = pattern_begin(a, s->n, s->n);
    for (int i = 0; i < s->n; i++)
        place[s->col[i]] = i;
    for (int i = 0; i < s->n; i++) {
        for (int e = p.ptr[s->row[i]]; e < p.ptr[s->row[i] + 1]; e++)
            if (place[p.col[e]] >= 0)
                pattern_put(&b, place[p.col[e]], p.kind ? p.kind[e] : 0);
        pattern_next(&b);
    }
    s->p = b.p;
}

static bool match_inner(Inner *s, Arena *a)
{
    s->row_col = ints_filled(a, s->n, -1);
    s->col_row = ints_filled(a, s->n, -1);
    int n = match_rows(&s->p, 1, NULL, s->row_col, s->col_row);
    n = n < 0 ? n : match_rows(&s->p, ~0u, NULL, s->row_col, s->col_row);
    KRON_MEMORY(n >= 0);
    return n == s->n;
}

/* The system of n rows, and what is torn in it. */
static DiagonalBlock nested_block(const Inner *s, const int *row, int n, int *place)
{
    const Part *t = s->t;
    Arena *a = t->p->a;
    PatternBuilder b = pattern_begin(a, n, n);
    for (int i = 0; i < n; i++)
        place[s->row_col[row[i]]] = i;
    for (int i = 0; i < n; i++) {
        for (int e = s->p.ptr[row[i]]; e < s->p.ptr[row[i] + 1]; e++)
            if (place[s->p.col[e]] >= 0)
                pattern_put(&b, place[s->p.col[e]], s->p.kind ? s->p.kind[e] : 0);
        pattern_next(&b);
    }
    Tearing tear = tearing_room(a, n);
    KRON_MEMORY(tear_block_well(&b.p, 1, NULL, NULL, 0, &tear) >= 0);
    Arena *kept = dae_of(t)->arena;
    DiagonalBlock to = {n, tear.ntorn, ARENA_ARRAY(kept, VarId, n),
                        ARENA_ARRAY(kept, VarId, tear.ntorn + 1)};
    for (int i = 0; i < n; i++)
        to.var[i] = t->var[s->col[s->row_col[row[i]]]];
    for (int i = 0; i < tear.ntorn; i++)
        to.torn[i] = to.var[tear.torn[i]];
    for (int i = 0; i < n; i++)
        place[s->row_col[row[i]]] = -1;
    return to;
}

static void list_components(const Inner *s, BlockCore *core)
{
    Arena *a = s->t->p->a;
    int *order = ARENA_ARRAY(a, int, s->n + 1), *border = ARENA_ARRAY(a, int, s->n + 2);
    int *succ = ARENA_ARRAY(a, int, s->p.ptr[s->n] + 1), *place = ints_filled(a, s->n, -1);
    for (int e = 0; e < s->p.ptr[s->n]; e++)
        succ[e] = s->col_row[s->p.col[e]];
    int n = strong_components(s->n, s->p.ptr, succ, order, border), several = 0;
    KRON_MEMORY(n >= 0);
    for (int k = 0; k < n; k++)
        several += border[k + 1] - border[k] > 1;
    core->nested = ARENA_ARRAY(dae_of(s->t)->arena, DiagonalBlock, several + 1);
    for (int k = 0; k < n; k++)
        if (border[k + 1] - border[k] > 1)
            core->nested[core->nnested++] =
                nested_block(s, order + border[k], border[k + 1] - border[k], place);
}

void keep_nested(const Part *torn, Part *t)
{
    Problem *p = t->p;
    Inner s = {.t = t};
    if (!torn->condensed || torn->linear)
        return;
    number_unknowns(t);
    if (take_inner(&s, t, torn)) {
        make_pattern(&s, t);
        if (match_inner(&s, p->a))
            list_components(&s, torn->b->core);
    }
    for (int i = 0; i < t->n; i++)
        p->local[problem_col(p, t->var[i])] = LOCAL_NONE;
    number_unknowns(torn);
}
