/* tearing_search.c - a tearing of a block of moderate size, better than one rule finds.
 *
 * The rule of tear_block is applied again with ties broken in other ways; then every column that
 * was torn is left out in turn, and what has become stuck without it is torn by the rule: if fewer
 * columns are torn than before, from there on. Fewer torn columns are better, then those of less
 * cost. O((TRIALS + torn^2) * entries) at worst, and only for blocks of at most SEARCHED rows.
 *
 * Where it is known that some columns suffice, more than are needed, they are left out one after
 * the other, as long as that takes less than MOST_WORK and attempts do not fail in a row: if those
 * pass over FRUITLESS rows, nearly all columns are needed. Nor if so many are that whoever asks has
 * no use for the tearing: if of LOOKED_AT attempts or more not every second was successful, and
 * others like them would leave more than twice what is useful. */
#include "graph/graph_internal.h"

#include <limits.h>
#include <string.h>

enum {
    SEARCHED = 300,
    TRIALS = 12,
    TIES = 16,
    MOST_WORK = 20000000,
    FRUITLESS = 20000,
    LOOKED_AT = 40
};

typedef struct Search {
    const Pattern *p;
    uint32_t solvable;
    const int *cost;
    int *varied; /* [ncols] cost with ties broken at random */
    int *given;  /* [ncols] */
    Tearing best, other;
    int *work;
} Search;

static long cost_of(const Search *s, const Tearing *t)
{
    long sum = 0;
    for (int k = 0; k < t->ntorn && s->cost; k++)
        sum += s->cost[t->torn[k]] == INT_MAX ? INT_MAX : s->cost[t->torn[k]];
    return sum;
}

/* Tears with other ties or given columns; true if that is better. */
static int attempt(Search *s, const int *cost, const int *given, int ngiven)
{
    if (tear_block(s->p, s->solvable, cost, given, ngiven, &s->other) < 0)
        return -1;
    if (s->other.ntorn > s->best.ntorn ||
        (s->other.ntorn == s->best.ntorn && cost_of(s, &s->other) >= cost_of(s, &s->best)))
        return 0;
    Tearing t = s->best;
    s->best = s->other;
    s->other = t;
    return 1;
}

static int vary_ties(Search *s, const int *given, int ngiven)
{
    uint32_t random = 1;
    for (int k = 0; k < TRIALS; k++) {
        for (int c = 0; c < s->p->ncols; c++) {
            random = random * 1664525u + 1013904223u;
            int cost = s->cost ? s->cost[c] : 0;
            bool fixed = cost > INT_MAX / TIES - 1;
            s->varied[c] = fixed ? INT_MAX : cost * TIES + (int)(random >> 28);
        }
        if (attempt(s, s->varied, given, ngiven) < 0)
            return -1;
    }
    return 0;
}

/* Leaves out torn columns in turn, the last ones first; the first ngiven stay. */
static int leave_out(Search *s, int ngiven)
{
    for (int k = s->best.ntorn - 1; k >= ngiven; k--) {
        int n = 0;
        for (int i = 0; i < s->best.ntorn; i++)
            if (i != k)
                s->given[n++] = s->best.torn[i];
        int better = attempt(s, s->cost, s->given, n);
        if (better < 0)
            return -1;
        if (better)
            k = s->best.ntorn;
    }
    return 0;
}

static void share_out(Search *s, int *work)
{
    size_t n = (size_t)s->p->nrows;
    int **part[] = {&s->varied,     &s->given,         &s->best.order,  &s->best.peel_col,
                    &s->best.torn,  &s->best.residual, &s->other.order, &s->other.peel_col,
                    &s->other.torn, &s->other.residual};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        *part[i] = work + i * n;
}

static void copy_out(const Tearing *from, Tearing *to)
{
    size_t peeled = (size_t)from->npeel * sizeof(int), torn = (size_t)from->ntorn * sizeof(int);
    to->npeel = from->npeel;
    to->ntorn = from->ntorn;
    memcpy(to->order, from->order, peeled);
    memcpy(to->peel_col, from->peel_col, peeled);
    memcpy(to->torn, from->torn, torn);
    memcpy(to->residual, from->residual, torn);
}

int tear_block_well(const Pattern *p, uint32_t solvable, const int *tear_cost,
                    const int *torn_given, int ntorn_given, Tearing *out)
{
    int result = tear_block(p, solvable, tear_cost, torn_given, ntorn_given, out);
    if (result <= ntorn_given + 1 || p->nrows > SEARCHED)
        return result;
    Search s = {.p = p, .solvable = solvable, .cost = tear_cost};
    int *work = ints_new(10 * (size_t)p->nrows);
    if (!work)
        return -1;
    share_out(&s, work);
    copy_out(out, &s.best);
    if (vary_ties(&s, torn_given, ntorn_given) < 0 || leave_out(&s, ntorn_given) < 0)
        result = -1;
    else
        copy_out(&s.best, out);
    GRAPH_FREE(work);
    return result < 0 ? -1 : out->ntorn;
}

/* Whether more than `useful` columns will be left after a round that began with `first` and has
 * come to the best in so many tries. */
static bool is_hopeless(const Search *s, int first, long tries, int useful)
{
    long good = first - s->best.ntorn;
    return tries >= LOOKED_AT && 2 * good < tries &&
           first - (double)first * (double)good / (double)tries > 2.0 * useful;
}

/* One round of leaving out columns, the last ones first; the number of attempts, -1: no memory. */
static long leave_out_once(Search *s, int ngiven, long most, int useful)
{
    int first = s->best.ntorn;
    long tries = 0;
    long failed = 0; /* rows of attempts in a row */
    for (int k = first - 1;
         k >= ngiven && tries < most && failed < FRUITLESS && !is_hopeless(s, first, tries, useful);
         k--, tries++) {
        int n = 0;
        for (int i = 0; i < s->best.ntorn; i++)
            if (i != k)
                s->given[n++] = s->best.torn[i];
        int better = attempt(s, s->cost, s->given, n);
        if (better < 0)
            return -1;
        failed = better ? 0 : failed + s->p->nrows;
        k = k < s->best.ntorn ? k : s->best.ntorn;
    }
    return tries;
}

int tear_block_from(const Pattern *p, uint32_t solvable, const int *tear_cost, const int *enough,
                    int nenough, int ngiven, int useful, Tearing *out)
{
    Search s = {.p = p, .solvable = solvable, .cost = tear_cost};
    int *work = ints_new(10 * (size_t)p->nrows);
    if (!work)
        return -1;
    share_out(&s, work);
    long most = MOST_WORK / (p->ptr[p->nrows] + 1), tries = 0;
    int torn = tear_block(p, solvable, tear_cost, enough, nenough, &s.best);
    for (int before = torn + 1; torn >= 0 && torn < before && most > 0; most -= tries) {
        before = torn;
        tries = leave_out_once(&s, ngiven, most, useful);
        torn = tries < 0 ? -1 : s.best.ntorn;
    }
    if (torn >= 0)
        copy_out(&s.best, out);
    GRAPH_FREE(work);
    return torn;
}
