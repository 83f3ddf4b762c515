/* state_sets.c - sets of states that are chosen during the run (DS-14, DS-17 to DS-19).
 *
 * The equations are the same for every choice: all candidates are unknowns, and what is integrated
 * are variables of our own, s = A*x with der(s) = A*der(x), where A has a single 1 in every row. To
 * the structure A is full; the run time changes it (rt/sets.c).
 *
 * Before the run the choice is made by elimination with complete pivoting at the start values,
 * O(m^2 n): it says which start values are conditions of the initial problem. */
#include "base/die.h"
#include "dae/problem.h"
#include "graph/eliminate.h"

#include <math.h>

/* ---- The choice at the start values ---- */

/* Parameters, and start values of the others. */
static const double *start_values(Dae *d, Arena *a)
{
    const double *parameter = dae_parameter_values(d);
    double *x = ARENA_ARRAY(a, double, d->var.n + 1);
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        x[i] = parameter[i];
        if (isnan(x[i]) && v->kind > DV_PARAMETER)
            x[i] = v->start ? expr_value(d->store, v->start, parameter, 0) : 0;
    }
    return x;
}

static void swap(int *a, int i, int k)
{
    int t = a[i];
    a[i] = a[k];
    a[k] = t;
}

/* Step k of elimination: the largest of the entries in columns col[k .. to) of the rows row[k .. m)
 * becomes the pivot. False if there is none. */
static bool eliminate(Echelon *e, int k, int to, int *row, int *col)
{
    int r = -1, c = -1;
    double most = 1e-9;
    for (int i = k; i < e->nrows; i++)
        for (int j = k; j < to; j++) {
            const RealEntry *q = echelon_entry(e, row[i], col[j]);
            if (q && fabs(q->x) > most) {
                most = fabs(q->x);
                r = i;
                c = j;
            }
        }
    if (r < 0)
        return false;
    echelon_pivot(e, row[r], col[c]);
    swap(row, r, k);
    swap(col, c, k);
    return true;
}

/* How a candidate's wish to be a state counts against the size of its pivot. */
double set_weight(const DaeVar *x)
{
    static const double weight[] = {[0] = 1,
                                    [SELECT_NEVER] = 10,
                                    [SELECT_AVOID] = 3,
                                    [SELECT_DEFAULT] = 1,
                                    [SELECT_PREFER] = 0.33,
                                    [SELECT_ALWAYS] = 0.1};
    return weight[x->select];
}

/* The same for the start values of candidates: fixed ones are conditions, others that are given are
 * as long as their pivot is not ten times worse than another's: such a condition would make the
 * others ten times faster than itself. */
double set_wish(const DaeVar *x)
{
    bool given = x->start && x->start_level != LEVEL_NONE;
    return x->fixed ? 0 : given ? 0.1 : 1;
}

/* Columns of the set in the order given; those for the states come first among the last n. */
static void order_columns(Dae *d, StateSet *set, const int *col)
{
    int m = set->m, n = set->ngiven + set->n;
    uint32_t *x = ARENA_ARRAY(d->arena, uint32_t, n + 1);
    Expr *entry = ARENA_ARRAY(d->arena, Expr, m * n + 1);
    for (int k = 0; k < n; k++) {
        /* elimination leaves the dependent ones in front: ngiven, then m - ngiven */
        int from = k < set->ngiven ? k : k < set->ngiven + n - m ? k + m - set->ngiven : k - n + m;
        x[k] = set->x[col[from]];
        for (int i = 0; i < m; i++)
            entry[i * n + k] = set->entry[i * n + col[from]];
    }
    set->x = x;
    set->entry = entry;
}

static void choose_at_start(Dae *d, StateSet *set)
{
    Arena *a = arena_new();
    int m = set->m, n = set->ngiven + set->n;
    const double *value = start_values(d, a);
    int *row = ints_counting(a, m), *col = ints_counting(a, n);
    RealEntry *entry = ARENA_ARRAY(a, RealEntry, n + 1);
    RealStep step = {0};
    Echelon e;
    KRON_MEMORY(echelon_open(&e, &real_coefficients, &step, n, n));
    for (int i = 0; i < m; i++) {
        int nentries = 0;
        for (int k = 0; k < n; k++) {
            Expr of = set->entry[i * n + k];
            const DaeVar *v = &d->var.v[set->x[k]];
            double x = of ? expr_value(d->store, of, value, 0) : 0;
            x = isfinite(x) ? x * (set_weight(v) * fmax(set_wish(v), 1e-6)) : 1;
            if (x != 0)
                entry[nentries++] = (RealEntry){k, x};
        }
        KRON_MEMORY(echelon_add(&e, entry, nentries) >= 0);
    }
    bool good = true;
    for (int k = 0; k < m && good; k++)
        good = eliminate(&e, k, k < set->ngiven ? set->ngiven : n, row, col);
    KRON_MEMORY(!e.failed);
    echelon_close(&e);
    order_columns(d, set, col);
    arena_free(a);
}

/* ---- Variables and equations ---- */

static uint32_t hidden_var(Dae *d, DaeVarKind kind, Span span)
{
    uint32_t v = dae_new_var(d, T_REAL, kind);
    d->var.v[v].hidden = true;
    d->var.v[v].span = span;
    return v;
}

static void add_definition(Dae *d, const StateSet *set, uint32_t s, Expr sum)
{
    const DaeEq *from = &d->eq.v[set->eq[0]];
    DaeEq eq = DAE_EQ(.kind = EQ_SCALAR, .lhs = expr_var(d->store, T_REAL, s), .rhs = sum,
                      .span = from->span, .owner = from->owner, .of_set = true,
                      .set = (int)(set - d->set.v));
    vec_push(d->arena, &d->eq, eq);
}

static Expr picked_sum(Dae *d, const StateSet *set, int i, bool derivative)
{
    ExprStore *s = d->store;
    Expr sum = expr_real(s, 0);
    for (int k = 0; k < set->n; k++) {
        uint32_t x = set->x[set->ngiven + k], v = x;
        int sign = 1;
        if (derivative)
            v = dae_root(d, d->var.v[x].der_of, &sign);
        Expr term = d->var.v[v].kind == DV_CONSTANT ? d->var.v[v].binding : expr_var(s, T_REAL, v);
        term = expr_mul2(s, expr_var(s, T_REAL, set->pick[i * set->n + k]), term);
        sum = sign > 0 ? expr_add2(s, sum, term) : expr_sub(s, sum, term);
    }
    return sum;
}

void set_integrate(Dae *d, StateSet *set)
{
    if (set->decided)
        return;
    set->nstates = set->ngiven + set->n - set->m;
    choose_at_start(d, set);
    set->state = ARENA_ARRAY(d->arena, uint32_t, set->nstates + 1);
    set->pick = ARENA_ARRAY(d->arena, uint32_t, set->nstates * set->n + 1);
    set->taken = ARENA_ARRAY(d->arena, uint32_t, set->n + 1);
    for (int k = 0; k < set->n; k++) {
        set->taken[k] = hidden_var(d, DV_AUXILIARY, d->var.v[set->x[set->ngiven + k]].span);
        d->var.v[set->taken[k]].start = expr_real(d->store, k < set->nstates);
    }
    for (int i = 0; i < set->nstates; i++) {
        Span span = d->var.v[set->x[set->ngiven + i]].span;
        uint32_t s = set->state[i] = hidden_var(d, DV_STATE, span);
        uint32_t ds = hidden_var(d, DV_DERIVATIVE, span);
        d->var.v[s].der_of = ds;
        d->var.v[ds].int_of = s;
        for (int k = 0; k < set->n; k++) {
            uint32_t pick = hidden_var(d, DV_AUXILIARY, span);
            d->var.v[pick].start = expr_real(d->store, k == i);
            set->pick[i * set->n + k] = pick;
        }
        add_definition(d, set, s, picked_sum(d, set, i, false));
        add_definition(d, set, ds, picked_sum(d, set, i, true));
    }
}

const StateSet *dae_set_of(const Dae *d, uint32_t number)
{
    for (int i = 0; i < d->set.n; i++) {
        const StateSet *set = &d->set.v[i];
        if (set->decided)
            continue;
        for (int k = set->ngiven; k < set->ngiven + set->n; k++)
            if (set->x[k] == number)
                return set;
        for (int k = 0; k < set->nstates; k++)
            if (set->state[k] == number)
                return set;
    }
    return NULL;
}
