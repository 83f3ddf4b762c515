/* torn_choose.c - which unknowns of a component are torn.
 *
 * Those given in the model first, then by the search of graph/tearing_search.c; where an unknown
 * would follow through too many substitutions it is torn too. Near-linear, and O(n^2) for
 * n <= tear_limit when the depth is too large. */
#include "base/die.h"
#include "dae/torn_internal.h"

#include <limits.h>
#include <math.h>

int tear_limit(const Part *t)
{
    return t->p->role == SYSTEM_INITIAL ? INITIAL_TEAR_LIMIT : TEAR_LIMIT;
}

/* Whether an equation may be solved for an unknown with that coefficient. */
static bool may_peel(Part *t, PeelRule rule, Expr coef)
{
    CoefKind kind = rule != PEEL_OBJECTS ? coef_kind(t->p, coef) : KIND_NOSOLVE;
    if (rule == PEEL_NUMBERS)
        return kind <= KIND_CONST;
    return kind <= KIND_SAFE || (kind == KIND_PARAM && has_fixed_value(t->p, coef));
}

typedef struct PeelPattern {
    Part *t;
    const Component *c;
    PeelRule rule;
    PatternBuilder b;
    double *largest; /* step: [part n][SAMPLES] coefficients of an unknown in the component */
} PeelPattern;

/* Kinds of the pattern of a component. */
enum { PEEL_YES, PEEL_NO, PEEL_NONLINEAR };

static void put(PeelPattern *w, int local, int kind)
{
    pattern_put(&w->b, local >= 0 ? w->c->index[local] : -1, kind);
}

static void put_object(PeelPattern *w, int local)
{
    const Problem *p = w->t->p;
    int r = first_row_of_object(p, w->t->row[local]);
    put(w, local, PEEL_YES);
    for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
        if (p->p.col[e] != p->row_col[r])
            put(w, p->local[p->p.col[e]], PEEL_NO);
}

/* Which coefficients of an equation are so small against the largest that what they are divided
 * into would lose digits: in most of the modes that are tried. In a step, where forces follow from
 * accelerations, only what is small against the other coefficients of its unknown as well: units do
 * not count. */
static bool *tiny_coefficients(const PeelPattern *w, const LinearForm *f)
{
    Part *t = w->t;
    Arena *a = t->p->a;
    bool *tiny = ARENA_ARRAY(a, bool, f->n + 1);
    double *x = ARENA_ARRAY(a, double, f->n *SAMPLES + 1), largest[SAMPLES] = {0};
    for (int i = 0; i < f->n; i++) {
        coef_samples(t->p, f->coef[i], x + i * SAMPLES);
        for (int k = 0; k < SAMPLES; k++)
            largest[k] = fmax(largest[k], fabs(x[i * SAMPLES + k]));
    }
    for (int i = 0; i < f->n; i++) {
        int small = 0;
        const double *col = w->largest ? w->largest + local_of(t, f->var[i]) * SAMPLES : largest;
        for (int k = 0; k < SAMPLES; k++)
            small += fabs(x[i * SAMPLES + k]) < LEAST_PIVOT * fmin(largest[k], col[k]);
        tiny[i] = small > SAMPLES / 2;
    }
    return tiny;
}

/* What an object computes is not solved for elsewhere: the object cannot be a residual. */
static void put_equation(PeelPattern *w, int local)
{
    Part *t = w->t;
    const LinearForm *f = &t->form[local];
    for (int k = 0; k < f->nnon; k++)
        put(w, local_of(t, f->non[k]), PEEL_NONLINEAR);
    const bool *tiny = w->rule == PEEL_OBJECTS ? NULL : tiny_coefficients(w, f);
    for (int k = 0; k < f->n; k++) {
        int col = local_of(t, f->var[k]);
        bool peel = tiny && !tiny[k] && !is_object_row(t, col) &&
                    may_peel(t, w->rule, f->coef[k]) && (w->rule != PEEL_SLOPES || col == local);
        put(w, col, peel ? PEEL_YES : PEEL_NO);
    }
}

static double *largest_in_columns(Part *t, const Component *c)
{
    double *largest = ARENA_ARRAY(t->p->a, double, t->n *SAMPLES + 1), x[SAMPLES];
    for (int i = 0; i < c->n; i++) {
        const LinearForm *f = &t->form[c->at[i]];
        for (int k = 0; k < f->n && !is_object_row(t, c->at[i]); k++) {
            double *of = largest + local_of(t, f->var[k]) * SAMPLES;
            coef_samples(t->p, f->coef[k], x);
            for (int m = 0; m < SAMPLES; m++)
                of[m] = fmax(of[m], fabs(x[m]));
        }
    }
    return largest;
}

Pattern component_pattern(Part *t, const Component *c, PeelRule rule)
{
    PeelPattern w = {t, c, rule, pattern_begin(t->p->a, c->n, c->n), NULL};
    if (is_step(t->p) && (rule == PEEL_SAFE || rule == PEEL_SLOPES))
        w.largest = largest_in_columns(t, c);
    for (int i = 0; i < c->n; i++) {
        if (is_object_row(t, c->at[i]))
            put_object(&w, c->at[i]);
        else
            put_equation(&w, c->at[i]);
        pattern_next(&w.b);
    }
    return w.b.p;
}

/* Lower is torn first: what occurs nonlinearly, what has a start value. */
static int *tear_costs(Part *t, const Component *c)
{
    int *cost = ARENA_ARRAY(t->p->a, int, c->n);
    for (int i = 0; i < c->n; i++) {
        const DaeVar *v = &dae_of(t)->var.v[t->var[c->at[i]]];
        bool object = is_object_row(t, c->at[i]) || v->type != T_REAL;
        cost[i] = object || v->tear == SELECT_NEVER          ? INT_MAX
                  : v->start && v->start_level != LEVEL_NONE ? 10
                                                             : 20;
        if (cost[i] < INT_MAX) /* TearingSelect: avoid .. prefer */
            cost[i] += 1000 * (SELECT_DEFAULT - v->tear);
    }
    for (int i = 0; i < c->n; i++) {
        if (is_object_row(t, c->at[i]))
            continue;
        const LinearForm *f = &t->form[c->at[i]];
        for (int k = 0; k < f->nnon; k++) {
            int col = c->index[local_of(t, f->non[k])];
            if (col >= 0 && cost[col] >= 10 && cost[col] < INT_MAX)
                cost[col] -= 10;
        }
    }
    return cost;
}

/* The first unknown that would be computed through more than NONLINEAR_DEPTH sums of others;
 * functions of functions count NONLINEAR_STEP each: a chain of them is a shooting method. may:
 * those that are considered; NULL: all. */
static int too_deep(Arena *a, const Pattern *p, const Tearing *tear, const bool *may)
{
    int *depth = ARENA_ARRAY(a, int, p->ncols);
    for (int k = 0; k < tear->npeel; k++) {
        int r = tear->order[k], deepest = 0;
        for (int e = p->ptr[r]; e < p->ptr[r + 1]; e++) {
            if (p->col[e] == tear->peel_col[k])
                continue;
            int its = depth[p->col[e]] + (p->kind[e] == PEEL_NONLINEAR ? NONLINEAR_STEP : 0);
            deepest = its > deepest ? its : deepest;
        }
        deepest += p->ptr[r + 1] - p->ptr[r] > 2;
        if (deepest > NONLINEAR_DEPTH && (!may || may[tear->peel_col[k]]))
            return tear->peel_col[k];
        depth[tear->peel_col[k]] = deepest;
    }
    return -1;
}

static bool is_given(const int *given, int n, int col)
{
    for (int k = 0; k < n; k++)
        if (given[k] == col)
            return true;
    return false;
}

int give_candidates(Part *t, const Component *c, int *given)
{
    const Dae *d = dae_of(t);
    int n = 0;
    for (int i = 0; i < c->n; i++) {
        const Row *row = &t->p->row.v[t->row[c->at[i]]];
        const StateSet *set =
            row->eq >= 0 && d->eq.v[row->eq].of_set ? &d->set.v[d->eq.v[row->eq].set] : NULL;
        for (int k = 0; set && k < set->n; k++) {
            uint32_t x = var_in_stage(t->p, row, set->x[set->ngiven + k]);
            int col = is_local(t->p, x) ? c->index[local_of(t, x)] : -1;
            if (col >= 0 && !is_given(given, n, col) && !is_object_row(t, c->at[col]))
                given[n++] = col;
        }
    }
    return n;
}

int give_pairs(Part *t, const Component *c, int *given, int n, bool *left)
{
    Dae *d = dae_of(t);
    t->plan->npairs = 0;
    for (int i = 0; i < c->n && d->hint.n; i++) {
        int pair;
        const Row *row = &t->p->row.v[t->row[c->at[i]]];
        VarId x = given_residual(t->p, row->eq, &pair);
        x = x == NONE ? NONE : var_in_stage(t->p, row, x);
        int col = x != NONE && is_local(t->p, x) ? c->index[local_of(t, x)] : -1;
        bool linear = x != NONE && d->hint.v[pair].kind == HINT_LINRES;
        if (linear && is_step(t->p) && !t->linear) /* eliminated, not iterated (IN-2) */
            continue;
        if (col < 0 || is_object_row(t, c->at[i]) || is_object_row(t, c->at[col]) ||
            is_given(given, n, col))
            continue;
        given[n++] = col;
        left[i] = !t->loose;
        t->plan->npairs++;
        vec_push(t->p->a, &t->plan->used, pair);
    }
    for (int i = 0; i < c->n && d->hint.n; i++) {
        int pair = given_unknown(t->p, var_of_stage(t->p, t->var[c->at[i]]));
        if (pair < 0 || is_object_row(t, c->at[i]) || is_given(given, n, i))
            continue;
        given[n++] = i;
        t->plan->npairs++;
        vec_push(t->p->a, &t->plan->used, pair);
    }
    for (int i = 0; i < c->n; i++) /* TearingSelect.always */
        if (d->var.v[t->var[c->at[i]]].tear == SELECT_ALWAYS && !is_object_row(t, c->at[i]) &&
            !is_given(given, n, i))
            given[n++] = i;
    return n;
}

/* Rows that are left over are not solved for anything. */
static void leave_rows(Pattern *p, const bool *left)
{
    for (int i = 0; i < p->nrows; i++)
        for (int e = p->ptr[i]; e < p->ptr[i + 1] && left[i]; e++)
            p->kind[e] = p->kind[e] == PEEL_YES ? PEEL_NO : p->kind[e];
}

/* It could be torn, whatever the model wishes. */
static bool is_plain_unknown(const Part *t, int local)
{
    return !is_object_row(t, local) && dae_of(t)->var.v[t->var[local]].type == T_REAL;
}

/* What objects compute is not iterated. That the search finds nothing else to tear means that all
 * else is marked as not to be torn; then all of that is, since calls.c leaves no loops of objects.
 */
static void tear_all_but_objects(const Part *t, const Component *c, const Pattern *p, int *given,
                                 Tearing *tear)
{
    bool objects = false;
    for (int k = 0; k < tear->ntorn; k++)
        objects = objects || is_object_row(t, c->at[tear->torn[k]]);
    int n = 0;
    for (int i = 0; i < c->n && objects; i++)
        if (!is_object_row(t, c->at[i]))
            given[n++] = i;
    int ntorn = objects ? tear_block(p, 1, NULL, given, n, tear) : 0;
    KRON_MEMORY(ntorn >= 0);
}

/* In a step of an inlined method derivatives of states give the states, and all that follows from
 * them as in the simulation; what else must be torn is found. Few of them are needed. */
static void tear_derivatives(Part *t, const Component *c, const Pattern *p, const int *cost,
                             const int *given, int ngiven, Tearing *tear)
{
    Tearing other = tearing_room(t->p->a, c->n);
    int *enough = ARENA_ARRAY(t->p->a, int, 2 * c->n + 1), n = 0;
    for (int k = 0; k < ngiven; k++)
        enough[n++] = given[k];
    for (int i = 0; i < c->n; i++)
        if (dae_var(dae_of(t), t->var[c->at[i]])->kind == DV_DERIVATIVE &&
            !is_object_row(t, c->at[i]))
            enough[n++] = i;
    int useful = t->n <= TEAR_LIMIT ? INT_MAX : t->n / TEAR_QUARTER;
    KRON_MEMORY(tear_block_from(p, 1, cost, enough, n, ngiven, useful, &other) >= 0);
    if (other.ntorn < tear->ntorn)
        *tear = other;
}

/* Derivatives of states are torn, too. */
static int give_slopes(const Part *t, const Component *c, int *given, int ngiven)
{
    int n = ngiven;
    for (int i = 0; i < c->n; i++)
        if (dae_var(dae_of(t), t->var[c->at[i]])->kind == DV_DERIVATIVE &&
            !is_object_row(t, c->at[i]) && !is_given(given, ngiven, i))
            given[n++] = i;
    return n;
}

/* At the start chains are cut where values are given: what is iterated must be guessed. */
static bool *with_guess(const Part *t, const Component *c)
{
    bool *may = ARENA_ARRAY(t->p->a, bool, c->n);
    for (int i = 0; i < c->n; i++) {
        const DaeVar *v = &dae_of(t)->var.v[t->var[c->at[i]]];
        may[i] = v->start && v->start_level != LEVEL_NONE;
    }
    return may;
}

Tearing tear_component(Part *t, const Component *c, PeelRule rule)
{
    Arena *a = t->p->a;
    Pattern p = component_pattern(t, c, rule);
    Tearing tear = tearing_room(a, c->n);
    int *given = ARENA_ARRAY(a, int, c->n + 1), *cost = tear_costs(t, c);
    int ngiven = rule == PEEL_OBJECTS ? 0 : give_candidates(t, c, given);
    if (rule != PEEL_OBJECTS) {
        bool *left = ARENA_ARRAY(a, bool, c->n + 1);
        ngiven = give_pairs(t, c, given, ngiven, left);
        leave_rows(&p, left);
    }
    if (rule == PEEL_SLOPES)
        ngiven = give_slopes(t, c, given, ngiven);
    bool *may = t->p->role == SYSTEM_INITIAL ? with_guess(t, c) : NULL;
    int deep;
    do {
        int ntorn = rule == PEEL_OBJECTS || rule == PEEL_SLOPES
                        ? tear_block(&p, 1, cost, given, ngiven, &tear)
                        : tear_block_well(&p, 1, cost, given, ngiven, &tear);
        KRON_MEMORY(ntorn >= 0);
        if (rule == PEEL_SAFE && is_step(t->p) && ntorn > ngiven + 1)
            tear_derivatives(t, c, &p, cost, given, ngiven, &tear);
        deep = rule == PEEL_OBJECTS || is_step(t->p) ? -1 : too_deep(a, &p, &tear, may);
        t->deep = t->deep || deep >= 0;
        if (deep >= 0 && (cost[deep] != INT_MAX || is_plain_unknown(t, c->at[deep])) &&
            c->n <= tear_limit(t))
            given[ngiven++] = deep;
        else
            deep = -1;
    } while (deep >= 0);
    tear_all_but_objects(t, c, &p, given, &tear);
    return tear;
}
