/* tearing.c - an order in which the rows of a square block are solved one after the other, given
 * the values of few torn columns.
 *
 * A row with one unknown column left is peeled: solved for that column, if its kind allows it.
 * When no row is, a column is torn. Columns that no row may be solved for are torn at the
 * beginning, after the given ones, since every order has to.
 *
 * A row is used up only when all its columns are known. So all rows of an unknown column are
 * unsolved, and the number of unsolved rows it occurs in, the first criterion of choice, is its
 * length. Only the second one changes, its gain: how many rows tearing it makes solvable, those in
 * which one other column is unknown, of an allowed kind. Such pairs are looked up when a choice
 * is due, once a row.
 *
 * A column of length L can have the gains 0 .. L, so there are entries + n pairs (column, gain),
 * and their order by the rule of choice is known from the start. Each gets a number, its place.
 * The present places of the unknown columns are a set of bits with summary levels (bit i of a
 * level is set if word i of the level below is not 0), in which the first is found in few steps.
 *
 * O(n + entries), but for sorting by tear_cost, O(n log n), and the levels of the set, of which
 * there is one for each factor of 64. */
#include "graph/graph_internal.h"

#include <limits.h>

enum { MAX_LEVELS = 6 };

/* A set of the numbers 0 .. size-1. */
typedef struct BitSet {
    uint64_t *words;             /* all levels */
    uint64_t *level[MAX_LEVELS]; /* level 0 holds the members */
    int nlevels;
} BitSet;

typedef struct Ranked {
    int cost, col;
} Ranked;

typedef struct Tear {
    const Pattern *p;
    Pattern t; /* the transpose */
    uint32_t solvable;
    const int *tear_cost; /* or NULL */
    int *unknown;         /* [nrows] unknown columns of the row */
    int *ready;           /* rows that came to one unknown, to be peeled if they may */
    int *pairs;           /* rows that came to two unknowns and were not looked up since */
    int *gain;            /* [ncols] rows that tearing the column makes solvable */
    int *place0, *stride; /* [ncols] a column of gain g has the place place0 - g * stride */
    int *column_at;       /* [entries + ncols] the column that is, if one is, at a place */
    BitSet places;        /* of the unknown columns */
    uint8_t *known;       /* [ncols] */
    uint8_t *used;        /* [nrows] peeled */
    uint8_t *credited;    /* [nrows] counted in the gain of a column */
    int ready_head, ready_tail, npairs, nknown;
    Tearing *out;
} Tear;

static bool bits_new(BitSet *b, size_t size)
{
    size_t words[MAX_LEVELS], total = 0;
    b->nlevels = 0;
    do {
        size = size / 64 + 1;
        words[b->nlevels++] = size;
        total += size;
    } while (size > 1);
    b->words = GRAPH_CALLOC(total, sizeof *b->words);
    if (!b->words)
        return false;
    uint64_t *next = b->words;
    for (int i = 0; i < b->nlevels; i++) {
        b->level[i] = next;
        next += words[i];
    }
    return true;
}

static void bits_add(BitSet *b, int member)
{
    for (int i = 0; i < b->nlevels; i++, member >>= 6) {
        GRAPH_STEP();
        uint64_t *word = &b->level[i][member >> 6], before = *word;
        *word |= (uint64_t)1 << (member & 63);
        if (before)
            return;
    }
}

static void bits_remove(BitSet *b, int member)
{
    for (int i = 0; i < b->nlevels; i++, member >>= 6) {
        GRAPH_STEP();
        uint64_t *word = &b->level[i][member >> 6];
        *word &= ~((uint64_t)1 << (member & 63));
        if (*word)
            return;
    }
}

/* The least member of a set that is not empty. */
static int bits_first(const BitSet *b)
{
    int first = 0;
    for (int i = b->nlevels - 1; i >= 0; i--) {
        GRAPH_STEP();
        first = first * 64 + __builtin_ctzll(b->level[i][first]);
    }
    return first;
}

static int column_length(const Tear *w, int c)
{
    return w->t.ptr[c + 1] - w->t.ptr[c];
}

static bool last_resort(const Tear *w, int c)
{
    return w->tear_cost && w->tear_cost[c] == INT_MAX;
}

/* Columns of one group are equal by the first criterion of choice; lower groups go first. */
static int group_of(const Tear *w, int c)
{
    int n = w->p->ncols;
    return n - column_length(w, c) + (last_resort(w, c) ? n + 1 : 0);
}

static int compare_ranked(const void *x, const void *y)
{
    const Ranked *a = x, *b = y;
    GRAPH_STEP();
    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    return a->col - b->col;
}

/* Numbers the places of the columns of a group, highest gain first, then by rank. */
static int number_places(Tear *w, const Ranked *group, int size, int next)
{
    int length = column_length(w, group[0].col);
    for (int i = 0; i < size; i++) {
        int c = group[i].col;
        GRAPH_STEP();
        w->stride[c] = size;
        w->place0[c] = next + length * size + i;
    }
    return next + (length + 1) * size;
}

/* Lists the columns group by group, by counting sort, and orders each group by cost. border[g] is
 * where group g ends, at last. */
static void rank_columns(Tear *w, Ranked *ranked, int *border)
{
    int n = w->p->ncols, ngroups = 2 * n + 2, next_place = 0;
    for (int g = 0; g < ngroups; g++)
        border[g] = 0;
    for (int c = 0; c < n; c++)
        border[group_of(w, c)]++;
    for (int g = 0, start = 0; g < ngroups; g++) {
        int size = border[g];
        border[g] = start;
        start += size;
    }
    for (int c = 0; c < n; c++)
        ranked[border[group_of(w, c)]++] = (Ranked){w->tear_cost ? w->tear_cost[c] : 0, c};
    for (int g = 0, start = 0; g < ngroups; start = border[g++]) {
        int size = border[g] - start;
        if (size > 1 && w->tear_cost)
            qsort(ranked + start, (size_t)size, sizeof *ranked, compare_ranked);
        if (size > 0)
            next_place = number_places(w, ranked + start, size, next_place);
    }
}

static void move_in(Tear *w, int c)
{
    int place = w->place0[c] - w->gain[c] * w->stride[c];
    w->column_at[place] = c;
    bits_add(&w->places, place);
}

static void move_out(Tear *w, int c)
{
    bits_remove(&w->places, w->place0[c] - w->gain[c] * w->stride[c]);
}

/* Files a row by the number of its unknown columns. */
static void file_row(Tear *w, int r)
{
    if (w->unknown[r] == 1)
        w->ready[w->ready_tail++] = r;
    else if (w->unknown[r] == 2)
        w->pairs[w->npairs++] = r;
}

static void make_known(Tear *w, int c)
{
    w->known[c] = 1;
    w->nknown++;
    move_out(w, c);
    for (int k = w->t.ptr[c]; k < w->t.ptr[c + 1]; k++) {
        GRAPH_STEP();
        w->unknown[w->t.col[k]]--;
        file_row(w, w->t.col[k]);
    }
}

static void tear(Tear *w, int c)
{
    if (w->known[c])
        return;
    w->out->torn[w->out->ntorn++] = c;
    make_known(w, c);
}

/* The first entry from k on, of a row that has one, whose column is unknown. */
static int unknown_entry(const Tear *w, int k)
{
    while (w->known[w->p->col[k]]) {
        GRAPH_STEP();
        k++;
    }
    GRAPH_STEP();
    return k;
}

static void change_gain(Tear *w, int c, int by)
{
    move_out(w, c);
    w->gain[c] += by;
    move_in(w, c);
}

static void peel(Tear *w)
{
    while (w->ready_head < w->ready_tail) {
        int r = w->ready[w->ready_head++];
        if (w->unknown[r] != 1)
            continue;
        int k = unknown_entry(w, w->p->ptr[r]), c = w->p->col[k];
        if (entry_in(w->p, k, w->solvable)) {
            w->out->order[w->out->npeel] = r;
            w->out->peel_col[w->out->npeel++] = c;
            w->used[r] = 1;
            make_known(w, c);
        } else if (w->credited[r]) {
            change_gain(w, c, -1);
        }
    }
}

/* Tearing one column of a row with two makes the row solvable if it may be solved for the
 * other. */
static void credit_pairs(Tear *w)
{
    while (w->npairs > 0) {
        int r = w->pairs[--w->npairs];
        if (w->unknown[r] != 2)
            continue;
        int k = unknown_entry(w, w->p->ptr[r]), l = unknown_entry(w, k + 1);
        bool by_k = entry_in(w->p, k, w->solvable), by_l = entry_in(w->p, l, w->solvable);
        if (by_l)
            change_gain(w, w->p->col[k], 1);
        if (by_k)
            change_gain(w, w->p->col[l], 1);
        w->credited[r] = by_k || by_l;
    }
}

static bool may_be_solved_for(const Tear *w, int c)
{
    for (int k = w->t.ptr[c]; k < w->t.ptr[c + 1]; k++) {
        GRAPH_STEP();
        if (entry_in(&w->t, k, w->solvable))
            return true;
    }
    return false;
}

static void tear_and_peel(Tear *w, const int *torn_given, int ntorn_given)
{
    const Pattern *p = w->p;
    for (int r = 0; r < p->nrows; r++) {
        w->unknown[r] = p->ptr[r + 1] - p->ptr[r];
        file_row(w, r);
    }
    for (int c = 0; c < p->ncols; c++) {
        w->gain[c] = 0;
        move_in(w, c);
    }
    for (int i = 0; i < ntorn_given; i++)
        tear(w, torn_given[i]);
    for (int c = 0; c < p->ncols; c++)
        if (!may_be_solved_for(w, c))
            tear(w, c);
    peel(w);
    while (w->nknown < p->ncols) {
        credit_pairs(w);
        tear(w, w->column_at[bits_first(&w->places)]);
        peel(w);
    }
}

static void list_residuals(const Tear *w)
{
    int n = 0;
    for (int r = 0; r < w->p->nrows; r++)
        if (!w->used[r])
            w->out->residual[n++] = r;
}

/* Shares out the scratch memory and ranks the columns; false if memory is out. */
static bool prepare(Tear *w, int *work, uint8_t *flags)
{
    size_t n = (size_t)w->p->nrows;
    int **ints[] = {&w->unknown, &w->ready, &w->pairs, &w->gain, &w->place0, &w->stride};
    for (size_t i = 0; i < sizeof ints / sizeof *ints; i++, work += n)
        *ints[i] = work;
    w->column_at = work;
    w->known = flags;
    w->used = flags + n;
    w->credited = flags + 2 * n;
    Ranked *ranked = GRAPH_MALLOC((n + 1) * sizeof *ranked);
    int *border = ints_new(2 * n + 2);
    bool ok = ranked && border;
    if (ok)
        rank_columns(w, ranked, border);
    GRAPH_FREE(ranked);
    GRAPH_FREE(border);
    return ok;
}

int tear_block(const Pattern *p, uint32_t solvable, const int *tear_cost, const int *torn_given,
               int ntorn_given, Tearing *out)
{
    if (p->nrows != p->ncols)
        return -1;
    size_t n = (size_t)p->nrows, nplaces = n + (size_t)p->ptr[n];
    Tear w = {.p = p, .solvable = solvable, .tear_cost = tear_cost, .out = out};
    int *work = ints_new(6 * n + nplaces);
    uint8_t *flags = flags_new(3 * n);
    bool ok = work && flags && pattern_transpose(p, &w.t) && bits_new(&w.places, nplaces) &&
              prepare(&w, work, flags);
    out->npeel = out->ntorn = 0;
    if (ok) {
        tear_and_peel(&w, torn_given, ntorn_given);
        list_residuals(&w);
    }
    pattern_free(&w.t);
    GRAPH_FREE(w.places.words);
    GRAPH_FREE(work);
    GRAPH_FREE(flags);
    return ok ? out->ntorn : -1;
}
