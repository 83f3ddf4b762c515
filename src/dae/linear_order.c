/* linear_order.c - the next pivot of a large sparse system whose pivots are numbers and
 * coefficients of parameters.
 *
 * Least fill goes first (Markowitz 1957; Tinney and Walker 1967). Rows of equal merit are taken
 * newest first, so a chain is eliminated link after link from its end, and equal links give equal
 * formulas. What depends on states is for linear_recursion.c.
 *
 * Every open row waits in a bucket by the score of its best pivot when it was last looked at; a row
 * that has become worse is moved when it is met, one that has become better at once. A pivot costs
 * the entries of the rows around it: near-linear as long as these are bounded. */
#include "base/die.h"
#include "dae/linear_internal.h"

#include <limits.h>
#include <math.h>

struct PivotQueue {
    int bucket[MOST_SCORE + 1]; /* first of a score + 1 */
    int first;                  /* buckets before it are empty */
    VEC(EchelonLink) link;
    int *score;  /* [n] at which a row waits; NOT_WAITING */
    int *length; /* [n] of a row when it was last looked at */
    int *sum; /* [n] rows of several unknowns, all with coefficients 1 and -1: how many; else 0 */
    bool beyond;      /* condensing: more than elements' own equations are eliminated */
    int *mark, *seen; /* [n] columns of the row at hand, rows that have been met: as of ... */
    int marked, stamp;
    double largest[SAMPLES]; /* of the row at hand; found when asked for */
    bool has_largest;
};

enum { NOT_WAITING = INT_MAX };

static PivotQueue *queue_new(Elimination *w)
{
    PivotQueue *q = ARENA_NEW(w->a, PivotQueue);
    q->score = ints_filled(w->a, w->n, NOT_WAITING);
    q->length = ARENA_ARRAY(w->a, int, w->n + 1);
    q->sum = ARENA_ARRAY(w->a, int, w->n + 1);
    q->beyond = w->sys->nonlinear;
    q->mark = ARENA_ARRAY(w->a, int, w->n + 1);
    q->seen = ARENA_ARRAY(w->a, int, w->n + 1);
    return q;
}

/* The next open row with an entry in a column that has not been met, from an occurrence on. */
static int next_row(Elimination *w, int *link)
{
    PivotQueue *q = w->queue;
    while (*link) {
        EchelonLink l = w->e.occurrence[*link - 1];
        *link = l.next;
        if (q->seen[l.row] != q->stamp && echelon_is_open(&w->e, l.row)) {
            q->seen[l.row] = q->stamp;
            return l.row;
        }
    }
    return -1;
}

/* Entries that a pivot may make at most; those of rows and columns of thousands do not count. */
static int most_fill(const Elimination *w, int i, int j)
{
    long most = (long)(w->e.row[i].n - 1) * (w->e.col[j].count - 1);
    return most < MOST_FILL ? (int)most : MOST_FILL;
}

/* Entries that come up when row i eliminates column j; the columns of row i are marked. */
static int fill_of(Elimination *w, int i, int j)
{
    PivotQueue *q = w->queue;
    int fill = 0, others = w->e.row[i].n - 1, link = w->e.col[j].first;
    if (most_fill(w, i, j) > MOST_COUNTED)
        return most_fill(w, i, j);
    q->stamp++;
    q->seen[i] = q->stamp;
    for (int t = next_row(w, &link); t >= 0; t = next_row(w, &link)) {
        const CellEntry *at = echelon_row(&w->e, t);
        int common = 0;
        bool has = false;
        for (int m = 0; m < w->e.row[t].n; m++) {
            common += q->mark[at[m].col] == q->marked;
            has = has || at[m].col == j;
        }
        fill += has ? others - (common - 1) : 0;
    }
    return fill;
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}

static void find_largest(Elimination *w, int i)
{
    double *largest = w->queue->largest;
    const CellEntry *at = echelon_row(&w->e, i);
    for (int k = 0; k < SAMPLES; k++)
        largest[k] = 0;
    for (int m = 0; m < w->e.row[i].n; m++)
        for (int k = 0; k < SAMPLES; k++)
            largest[k] = larger(largest[k], fabs(at[m].cell->x[k]));
    w->queue->has_largest = true;
}

/* Whether it is not small against both its row, which is at hand, and its column. What swings in
 * its row must be large in its column: the multipliers are bounded then, as those of partial
 * pivoting. */
static bool is_large_enough(Elimination *w, const Cell *c, int i, int j)
{
    PivotQueue *q = w->queue;
    double col[SAMPLES] = {0};
    bool alone = w->e.col[j].count == 1, looks = w->sys->nonlinear && c->modal;
    if (!q->has_largest && (looks || !alone))
        find_largest(w, i);
    bool swings = looks && swings_in_row(c, q->largest);
    if (alone || (!swings && has_part_of(c, w->threshold, q->largest)))
        return !swings;
    if (w->e.col[j].count > MOST_COUNTED)
        return false;
    int link = w->e.col[j].first;
    q->stamp++;
    for (int t = next_row(w, &link); t >= 0; t = next_row(w, &link)) {
        const Cell *other = cell_at(w, t, j);
        for (int k = 0; k < SAMPLES && other; k++)
            col[k] = larger(col[k], fabs(other->x[k]));
    }
    return has_part_of(c, swings ? PIVOT_PART : w->threshold, col);
}

static bool is_steady_cell(Elimination *w, Cell *c, int i, int j)
{
    return c && !w->col[j].stays && !w->row[i].stays && cell_kind(w, c) <= KIND_LIN &&
           is_steady(c->x);
}

bool is_steady_pivot(Elimination *w, int i, int j)
{
    return is_steady_cell(w, cell_at(w, i, j), i, j);
}

/* What is condensed and checked by the run time may be divided by the coefficient of an element
 * that is steady, but not by sums of those. */
static bool may_be_pivot(Elimination *w, int i, const CellEntry *at)
{
    bool steady = w->rule == PIVOTS_CONDENSING && w->sys->checked && !at->cell->summed;
    return !w->col[at->col].stays &&
           (cell_kind(w, at->cell) <= KIND_PARAM ||
            (steady && is_steady_cell(w, at->cell, i, at->col))) &&
           is_large_enough(w, at->cell, i, at->col);
}

static void mark_columns(Elimination *w, int i)
{
    PivotQueue *q = w->queue;
    const CellEntry *at = echelon_row(&w->e, i);
    q->marked++;
    q->has_largest = false;
    for (int m = 0; m < w->e.row[i].n; m++)
        q->mark[at[m].col] = q->marked;
}

/* Less fill, then fewer operations; the columns of row i are marked. */
static int score_of(Elimination *w, int i, int j, int *fill)
{
    int product = most_fill(w, i, j);
    *fill = fill_of(w, i, j);
    return FILL_SCORE * *fill + (product < FILL_SCORE ? product : FILL_SCORE - 1);
}

int order_score(Elimination *w, int i, int j)
{
    int fill;
    if (!w->queue)
        w->queue = queue_new(w);
    mark_columns(w, i);
    return score_of(w, i, j, &fill);
}

/* Whether it sums up what flows to a node: such an equation waits until the elements' own are used,
 * so that what is left are the sums at nodes, and not sums here and loops there. */
static bool is_sum(Elimination *w, int i)
{
    const CellEntry *at = echelon_row(&w->e, i);
    int n = w->e.row[i].n;
    for (int m = 0; m < n; m++)
        if (!at[m].cell->full || !expr_is_number(w->s, at[m].cell->full) ||
            fabs(expr_number(w->s, at[m].cell->full)) != 1)
            return false;
    return n > 2;
}

/* Condensing leaves the sums at nodes with the potentials there: a row that elements' equations
 * were put into is for the factorization, whose code does the same with fewer instructions than
 * formulas would be. */
static bool is_for_factors(const Elimination *w, int i)
{
    const PivotQueue *q = w->queue;
    return w->rule == PIVOTS_CONDENSING && !q->beyond && q->sum[i] && w->e.row[i].n > q->sum[i];
}

/* The best pivot of a row, *col; its score, or NOT_WAITING. */
static int best_of_row(Elimination *w, int i, int *col)
{
    int best = NOT_WAITING, n = w->e.row[i].n;
    if (w->row[i].stays || !echelon_is_open(&w->e, i))
        return best;
    const CellEntry *at = echelon_row(&w->e, i);
    mark_columns(w, i);
    for (int m = 0; m < n; m++) {
        int fill, count = w->e.col[at[m].col].count, score = score_of(w, i, at[m].col, &fill);
        bool grows =
            w->rule == PIVOTS_CONDENSING && fill > (is_for_factors(w, i) ? 0 : n + count - 1);
        score += w->queue->sum[i] && !w->row[i].changed ? FILL_SCORE * SUM_WAITS : 0;
        if (score >= best || grows || !may_be_pivot(w, i, &at[m]))
            continue;
        best = score;
        *col = at[m].col;
    }
    return best;
}

static void wait_at(Elimination *w, int i, int score)
{
    PivotQueue *q = w->queue;
    int b = score < MOST_SCORE ? score : MOST_SCORE;
    vec_push(w->a, &q->link, ((EchelonLink){i, q->bucket[b]}));
    q->bucket[b] = q->link.n;
    q->first = b < q->first ? b : q->first;
    q->score[i] = score;
}

static void look_at(Elimination *w, int i)
{
    int col, score = best_of_row(w, i, &col);
    w->queue->length[i] = w->e.row[i].n;
    if (score != NOT_WAITING)
        wait_at(w, i, score);
    else
        w->queue->score[i] = NOT_WAITING;
}

void order_open(Elimination *w)
{
    w->queue = queue_new(w);
    for (int i = w->n - 1; i >= 0; i--) {
        w->queue->sum[i] = is_sum(w, i) ? w->e.row[i].n : 0;
        look_at(w, i);
    }
}

/* Of what condensing has left more is eliminated if it is little: a dense matrix is left then. */
static bool go_beyond(Elimination *w)
{
    PivotQueue *q = w->queue;
    if (w->rule != PIVOTS_CONDENSING || q->beyond || w->n - w->e.npivots > MOST_ELIMINATED)
        return false;
    q->beyond = true;
    for (int i = w->n - 1; i >= 0; i--)
        look_at(w, i);
    return q->first <= MOST_SCORE;
}

/* A row of thousands, as of the node that a grid has in common, loses one entry after the other: it
 * is looked at when a quarter of them is gone. */
static bool is_worth_a_look(const Elimination *w, int i)
{
    int n = w->e.row[i].n, before = w->queue->length[i];
    return n <= MOST_COUNTED || n <= before - before / 4 || n >= before + before / 4;
}

/* Rows around a pivot have other scores. */
void order_pivoted(Elimination *w, int i, int j)
{
    PivotQueue *q = w->queue;
    const CellEntry *at = echelon_row(&w->e, i);
    VEC(int) around = {0};
    q->stamp++;
    for (int m = 0; m < w->e.row[i].n; m++) {
        int link = w->e.col[at[m].col].first;
        if (w->e.col[at[m].col].count > MOST_COUNTED && at[m].col != j)
            continue;
        for (int t = next_row(w, &link); t >= 0; t = next_row(w, &link))
            vec_push(w->a, &around, t);
    }
    for (int k = 0; k < around.n; k++)
        if (is_worth_a_look(w, around.v[k]))
            look_at(w, around.v[k]);
}

bool order_next(Elimination *w, int *row, int *col)
{
    PivotQueue *q = w->queue;
    while (q->first <= MOST_SCORE || go_beyond(w)) {
        int b = q->first;
        if (!q->bucket[b]) {
            q->first++;
            continue;
        }
        EchelonLink link = q->link.v[q->bucket[b] - 1];
        int waits = q->score[link.row];
        q->bucket[b] = link.next;
        if (waits == NOT_WAITING || (waits < MOST_SCORE ? waits : MOST_SCORE) != b)
            continue; /* it waits elsewhere, too */
        int score = best_of_row(w, link.row, col);
        q->score[link.row] = NOT_WAITING;
        if (score == waits) {
            *row = link.row;
            return true;
        }
        if (score != NOT_WAITING)
            wait_at(w, link.row, score);
    }
    return false;
}
