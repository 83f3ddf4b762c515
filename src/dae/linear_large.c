/* linear_large.c - large systems, and those whose unknowns follow from few: the order of pivots is
 * sought first, with numbers and without formulas, by rules of linear_order.c and
 * linear_recursion.c, and then followed. Near-linear. */
#include "base/die.h"
#include "dae/linear_internal.h"

#include <amd.h>
#include <limits.h>
#include <math.h>

typedef struct PivotOrder {
    PivotKind rule;
    EchelonPivot *pivot;
    int n, left;
    long operations;
    double error;
    bool good; /* it costs little and keeps the digits */
    int *row,
        *col; /* [n + left] where much is left: pivots, then what is left, in pairs; or NULL */
} PivotOrder;

/* All rows and columns in pairs: the pivots that were found, and what is left by its largest
 * entries. */
static void pair_all(Elimination *w, PivotOrder *o)
{
    Arena *a = w->sys->p->a;
    Left l = {0};
    list_left(w, &l);
    if (!order_left(w, &l))
        return;
    o->row = ARENA_ARRAY(a, int, w->n + 1);
    o->col = ARENA_ARRAY(a, int, w->n + 1);
    for (int k = 0; k < o->n; k++) {
        o->row[k] = w->e.pivot[k].row;
        o->col[k] = w->e.pivot[k].col;
    }
    for (int k = 0; k < l.n; k++) {
        o->row[o->n + k] = l.row[k];
        o->col[o->n + k] = l.col[k];
    }
}

/* Operations for what is left in the order of least degree, about; 0 if it cannot be paired.
 * Entries stay in their order, by which pivots of equal merit are chosen. */
static double operations_left(Elimination *w)
{
    Left l = {0};
    list_left(w, &l);
    int *place = ints_filled(w->a, w->n, -1), n = l.n;
    for (int k = 0; k < n; k++)
        place[l.col[k]] = k;
    PatternBuilder b = pattern_begin(w->a, n, n);
    for (int i = 0; i < n; i++) {
        const CellEntry *at = echelon_row(&w->e, l.row[i]);
        for (int m = 0; m < w->e.row[l.row[i]].n; m++)
            pattern_put(&b, place[at[m].col], 0);
        pattern_next(&b);
    }
    int *row_col = ints_filled(w->a, n, -1), *col_row = ints_filled(w->a, n, -1);
    if (match_rows(&b.p, ~0u, NULL, row_col, col_row) < n)
        return 0;
    for (int e = 0; e < b.p.ptr[n]; e++)
        b.p.col[e] = col_row[b.p.col[e]];
    double info[AMD_INFO] = {0};
    if (amd_order(n, b.p.ptr, b.p.col, row_col, NULL, info) < AMD_OK)
        return 0;
    return info[AMD_NDIV] + 2 * info[AMD_NMULTSUBS_LU];
}

/* Whether an order of pivots will need more than `most` operations. It is asked at *next
 * operations, then at twice as many. */
static bool is_hopeless(Elimination *w, long most, long *next)
{
    if (w->operations < *next)
        return false;
    *next = 2 * w->operations;
    return (double)w->operations + operations_left(w) / MISJUDGED > (double)most;
}

/* The next one of those that are known, if it is as good here. */
static bool known_next(Elimination *w, int *row, int *col)
{
    if (w->e.npivots == w->n)
        return false;
    EchelonPivot next = w->sys->pivot[w->e.npivots];
    const Cell *c = cell_at(w, next.row, next.col);
    *row = next.row;
    *col = next.col;
    return c && !w->row[next.row].stays && !w->col[next.col].stays && is_steady(c->x);
}

/* Seeks pivots for a large system with numbers, without formulas; or follows those that are known.
 */
static PivotOrder seek_order(LinearSystem *s, PivotKind rule, bool known)
{
    Elimination w;
    int i, j;
    long most = rule == PIVOTS_CONDENSING ? LONG_MAX : (long)MOST_OF_MANY * s->n;
    elimination_start(&w, s, true);
    w.rule = rule;
    bool recursive = rule == PIVOTS_RECURSIVE;
    bool (*find)(Elimination *, int *, int *) = known       ? known_next
                                                : recursive ? recursion_next
                                                            : order_next;
    if (recursive && !known)
        recursion_open(&w);
    else if (!recursive)
        order_open(&w);
    long next = most / ASKED_FIRST;
    bool hopeless = false;
    while (!hopeless && w.operations <= most && find(&w, &i, &j)) {
        elimination_pivot(&w, i, j);
        if (!recursive)
            order_pivoted(&w, i, j);
        hopeless = is_hopeless(&w, most, &next);
    }
    PivotOrder o = {
        .rule = rule, .n = w.e.npivots, .left = w.n - w.e.npivots, .operations = w.operations};
    o.good = elimination_holds(&w) && !hopeless && w.operations <= most;
    o.error = w.error;
    o.pivot = arena_copy(s->p->a, w.e.pivot, (size_t)o.n * sizeof *o.pivot);
    if (rule == PIVOTS_CONDENSING && !s->nonlinear && o.left > MOST_ELIMINATED)
        pair_all(&w, &o);
    elimination_drop(&w);
    return o;
}

/* Operations, those of the factorization of what is left included. */
static double cost_of(const PivotOrder *o)
{
    double left = o->left;
    return (double)o->operations + fmin(left * left * left / 3, left * FACTORED_ROW);
}

static bool is_better(const PivotOrder *a, const PivotOrder *b)
{
    return a->good && (!b->good || !a->left || cost_of(a) < cost_of(b));
}

/* Unknowns that do not follow from others. */
static int count_given(const LinearSystem *s)
{
    int n = 0;
    for (int j = 0; j < s->n; j++)
        n += s->place[j] < 0;
    return n;
}

/* Along the unknowns that follow from others, as another system of these equations was, or else as
 * it is found; nothing where fewer than half of them follow. */
static PivotOrder recursive_order(LinearSystem *s)
{
    PivotOrder o = {0};
    if (s->pivot)
        o = seek_order(s, PIVOTS_RECURSIVE, true);
    if (!o.good && s->place && 2 * count_given(s) <= s->n)
        o = seek_order(s, PIVOTS_RECURSIVE, false);
    return o.good ? o : (PivotOrder){.left = s->n};
}

/* The order of least fill if it leaves nothing, else the cheaper one of it and that which makes no
 * more entries: of eleven large systems of the MSL that are not recursive each is it in about half.
 * In a nonlinear part, where what is left is iterated, it is the first. */
static PivotOrder sparse_order(LinearSystem *s)
{
    PivotOrder sparse = seek_order(s, PIVOTS_SPARSE, false), none = {.left = s->n};
    if (s->nonlinear || (sparse.good && !sparse.left))
        return sparse.good ? sparse : none;
    PivotOrder condensing = seek_order(s, PIVOTS_CONDENSING, false);
    return is_better(&condensing, &sparse) ? condensing : sparse.good ? sparse : none;
}

void eliminate_large(LinearSystem *s)
{
    Elimination w;
    sample_blocks(s->p);
    PivotOrder best = s->recursive ? recursive_order(s) : sparse_order(s);
    s->nleft = s->n;
    if (s->recursive && best.left > MANY_EQUATIONS) /* it will not do: formulas are not needed */
        return;
    s->pivots = (uint8_t)(best.n ? best.rule : PIVOTS_CHOSEN);
    s->pivot = best.left ? NULL : best.pivot;
    if (best.row) {
        s->nfirst = best.n;
        s->order_row = best.row;
        s->order_col = best.col;
        return;
    }
    elimination_start(&w, s, false);
    for (int k = 0; k < best.n; k++)
        elimination_pivot(&w, best.pivot[k].row, best.pivot[k].col);
    w.error = best.error;
    elimination_finish(&w);
}
