/* guess.c - start values of variables for which none is given, from those that are.
 *
 * Where an equation leaves one variable without a value and is linear in it, it gives the value;
 * then other equations may (peel.c). What is found is where iterations begin: angles of a mechanism
 * from the joints the user has set, voltages from sources. What initial equations give as it is
 * comes before start values. Derivatives have no start values. Fixed ones are conditions, and
 * given: where none is written it is 0. */
#include "dae/problem.h"

#include <math.h>

typedef struct Guess {
    Dae *d;
    double *x; /* [nvars]; NaN: not known */
} Guess;

static bool may_be_guessed(const DaeVar *v)
{
    return v->alias == NONE && v->type == T_REAL && v->int_of == NONE &&
           (v->kind == DV_STATE || v->kind == DV_ALGEBRAIC);
}

/* The variable's value by an equation that is linear in it; NaN: there is none. */
static double solved_value(Guess *g, const DaeEq *eq, uint32_t v)
{
    const ExprStore *s = g->d->store;
    static const double at[] = {0, 1, -2.7, 7.3};
    double time = isnan(g->d->start) ? 0 : g->d->start, f[4], bend = 0;
    for (int i = 0; i < 4; i++) {
        g->x[v] = at[i];
        f[i] = expr_value(s, eq->lhs, g->x, time) - expr_value(s, eq->rhs, g->x, time);
    }
    g->x[v] = NAN;
    double slope = f[1] - f[0];
    for (int i = 2; i < 4; i++)
        bend += fabs(f[i] - f[0] - slope * at[i]);
    if (!(fabs(slope) > 1e-9 * fabs(f[0])) || !(bend <= 1e-12 * (fabs(slope) + fabs(f[0]))))
        return NAN;
    return -f[0] / slope;
}

static bool take_value(void *arg, int eq, uint32_t v)
{
    Guess *g = arg;
    if (!may_be_guessed(&g->d->var.v[v]))
        return false;
    double x = solved_value(g, &g->d->eq.v[eq], v);
    if (!isfinite(x))
        return false;
    g->x[v] = x;
    g->d->var.v[v].start = expr_real(g->d->store, x);
    return true;
}

/* x = value in an initial equation: the value counts, and where no start is given it is that. */
static void take_condition(Guess *g, Expr x, Expr value)
{
    Dae *d = g->d;
    uint32_t v = expr_op(d->store, x) == EX_VAR ? var_number(d->store, x) : NONE;
    if (v == NONE || !may_be_guessed(&d->var.v[v]) || !is_parametric(d, value))
        return;
    double is = expr_value(d->store, value, g->x, NAN);
    if (!isfinite(is))
        return;
    g->x[v] = is;
    if (!d->var.v[v].start || d->var.v[v].start_level == LEVEL_NONE)
        d->var.v[v].start = expr_to_real(d->store, value);
}

void dae_guess_starts(Dae *d)
{
    Arena *a = arena_new();
    Guess g = {d, ARENA_ARRAY(a, double, d->var.n + 1)};
    bool *known = ARENA_ARRAY(a, bool, d->var.n + 1);
    const double *parameter = dae_parameter_values(d);
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        bool fixed = v->fixed && may_be_guessed(v);
        bool given = v->start && (v->start_level != LEVEL_NONE || v->type != T_REAL || fixed);
        g.x[i] = given && v->kind > DV_PARAMETER ? expr_value(d->store, v->start, parameter, 0)
                 : fixed                         ? 0
                                                 : parameter[i];
    }
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->initial && eq->kind == EQ_SCALAR && !eq->removed) {
            take_condition(&g, eq->lhs, eq->rhs);
            take_condition(&g, eq->rhs, eq->lhs);
        }
    }
    for (int i = 0; i < d->var.n; i++)
        known[i] = !isnan(g.x[i]);
    dae_peel(d, known, take_value, &g);
    arena_free(a);
}
