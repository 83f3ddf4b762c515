/* guess.c - start values of variables for which none is given, from those that are.
 *
 * Where an equation leaves one variable without a value and is linear in it, it gives the value;
 * then other equations may. What is found is where iterations begin: angles of a mechanism from the
 * joints the user has set, voltages from sources. Derivatives have no start values. One pass with a
 * queue, O(size of the equations). */
#include "dae/structure_internal.h"

#include <math.h>

typedef struct Guess {
    Dae *d;
    Arena *a;
    double *x;     /* [nvars]; NaN: not known */
    int *first;    /* [nvars] incidence + 1 */
    VEC(int) eq;   /* of an incidence */
    VEC(int) next; /* of an incidence */
    int *missing;  /* [neqs] variables without value; an equation is looked at when it is 1 */
    uint32_t *sum; /* [neqs] exclusive or of their numbers */
    VEC(int) queue;
    int at; /* equation being counted */
} Guess;

static void note_missing(void *arg, uint32_t v)
{
    Guess *g = arg;
    if (!isnan(g->x[v]))
        return;
    g->missing[g->at]++;
    g->sum[g->at] ^= v;
    vec_push(g->a, &g->eq, g->at);
    vec_push(g->a, &g->next, g->first[v]);
    g->first[v] = g->eq.n;
}

static bool may_be_guessed(const DaeVar *v)
{
    return v->alias == NO_ALIAS && v->type == T_REAL && !v->int_of &&
           (v->kind == DV_STATE || v->kind == DV_ALGEBRAIC);
}

/* The variable's value by an equation that is linear in it; NaN: there is none. */
static double solved_value(Guess *g, const DaeEq *eq, uint32_t v)
{
    const ExprStore *s = g->d->store;
    double time = isnan(g->d->start) ? 0 : g->d->start, f[3];
    for (int i = 0; i < 3; i++) {
        g->x[v] = i - 1;
        f[i] = expr_value(s, eq->lhs, g->x, time) - expr_value(s, eq->rhs, g->x, time);
    }
    g->x[v] = NAN;
    double slope = 0.5 * (f[2] - f[0]), bend = f[2] - 2 * f[1] + f[0];
    if (!(fabs(slope) > 1e-9 * fabs(f[1])) || !(fabs(bend) <= 1e-12 * (fabs(slope) + fabs(f[1]))))
        return NAN;
    return -f[1] / slope;
}

static void set_value(Guess *g, uint32_t v, double x)
{
    DaeVar *var = &g->d->var.v[v];
    g->x[v] = x;
    var->start = expr_real(g->d->store, x);
    for (int i = g->first[v]; i; i = g->next.v[i - 1]) {
        int k = g->eq.v[i - 1];
        g->sum[k] ^= v;
        if (--g->missing[k] == 1)
            vec_push(g->a, &g->queue, k);
    }
}

void dae_guess_starts(Dae *d)
{
    Guess g = {.d = d, .a = arena_new()};
    const double *parameter = dae_parameter_values(d);
    g.x = ARENA_ARRAY(g.a, double, d->var.n + 1);
    g.first = ARENA_ARRAY(g.a, int, d->var.n + 1);
    g.missing = ARENA_ARRAY(g.a, int, d->eq.n + 1);
    g.sum = ARENA_ARRAY(g.a, uint32_t, d->eq.n + 1);
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        bool given = v->start && (v->start_level != LEVEL_NONE || v->type != T_REAL);
        g.x[i] = given && v->kind > DV_PARAMETER ? expr_value(d->store, v->start, parameter, 0)
                                                 : parameter[i];
    }
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_SCALAR || eq->removed || eq->initial || eq->discrete || eq->ndiff)
            continue;
        g.at = k;
        dae_visible_vars(d, expr_sub(d->store, eq->lhs, eq->rhs), note_missing, &g);
        if (g.missing[k] == 1)
            vec_push(g.a, &g.queue, k);
    }
    for (int i = 0; i < g.queue.n; i++) {
        int k = g.queue.v[i];
        uint32_t v = g.sum[k];
        if (g.missing[k] != 1 || !may_be_guessed(&d->var.v[v]))
            continue;
        double x = solved_value(&g, &d->eq.v[k], v);
        if (isfinite(x))
            set_value(&g, v, x);
    }
    arena_free(g.a);
}
