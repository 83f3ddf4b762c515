/* singular.c - systems that match, but are singular whatever the states are.
 *
 * Linear blocks of moderate size whose coefficients are known are eliminated with the values of
 * parameters; equal equations are found by their canonical form; networks without reference, which
 * may be larger, by shifting their potentials. Near-linear but for the blocks. */
#include "dae/diagnose.h"

#include <math.h>

enum { MOST_CHECKED = 200 };

/* "`k` (1)": the parameters of dependent equations and their values. */
typedef struct Valued {
    Dae *d;
    VarVec found;
    Arena *a;
} Valued;

static void add_parameter(void *arg, uint32_t var)
{
    Valued *w = arg;
    bool wanted = w->d->var.v[var].kind == DV_PARAMETER && w->d->var.v[var].type == T_REAL;
    for (int i = 0; i < w->found.n; i++)
        wanted = wanted && w->found.v[i] != var;
    if (wanted)
        vec_push(w->a, &w->found, var);
}

static Valued parameters_in(Dae *d, const Dependent *dep)
{
    Valued w = {.d = d, .a = d->arena};
    for (int i = 0; i < dep->n; i++)
        written_vars(d, dep->eq[i], add_parameter, &w);
    return w;
}

/* Whether one of the parameters has no finite value: the run time says why. */
static bool has_no_value(Dae *d, const Dependent *dep)
{
    Valued w = parameters_in(d, dep);
    for (int i = 0; i < w.found.n; i++)
        if (!isfinite(dae_parameter_values(d)[w.found.v[i]]))
            return true;
    return false;
}

static void advise_values(Dae *d, const Dependent *dep)
{
    Valued w = parameters_in(d, dep);
    diag_note(
        d->ctx->diags, (Span){0},
        "other values of the parameters %s determine it; a loop of signals may also be broken "
        "by an element with memory, as a delay or a first-order lag",
        w.found.n ? values_text(d, &w.found) : "in them");
}

static void report_singular(Dae *d, const Dependent *dep, bool literal)
{
    const char *text = dae_written_text(d, dep->eq[0]);
    const char *how =
        dep->rest == REST_CONTRADICTION ? "contradicts others" : "follows from others";
    if (literal ? dep->rest != REST_CONTRADICTION && accepts_redundant(d) : has_no_value(d, dep))
        return; /* the run time names what is not determined */
    if (literal)
        diag_error(d->ctx->diags, users_place_of_eq(d, dep->eq[0]),
                   "the equation `%s` determines nothing: it %s", text, how);
    else
        diag_warning(d->ctx->diags, users_place_of_eq(d, dep->eq[0]),
                     "with these values of parameters the equation `%s` determines nothing: it %s",
                     text, how);
    note_dependent(d, dep);
    if (!literal && dep->n > 1)
        advise_values(d, dep);
}

/* Two equations of a block that say the same, linear or not. */
static void find_twins(Dae *d, Arena *a, const Block *b)
{
    Map first = {0};
    for (int i = 0; i < b->neq; i++) {
        const DaeEq *eq = b->eq[i] < 0 ? NULL : &d->eq.v[b->eq[i]];
        if (!eq || eq->kind != EQ_SCALAR || expr_type(d->store, eq->lhs) != T_REAL)
            continue;
        Expr rest = expr_sub(d->store, eq->lhs, eq->rhs), minus = expr_neg(d->store, rest);
        Expr key = rest < minus ? rest : minus;
        uint32_t other = map_get(&first, key, 0);
        map_set(&first, a, key, (uint32_t)b->eq[i] + 1);
        if (!other)
            continue;
        diag_error(d->ctx->diags, users_place_of_eq(d, b->eq[i]),
                   "the equation `%s` determines nothing: another says the same",
                   dae_written_text(d, b->eq[i]));
        note_equation(d, (int)other - 1, "", "");
    }
}

/* Booleans or Integers that are computed from each other: which comes first nobody says. */
static void warn_loop(Dae *d, const Block *b)
{
    enum { MOST_NAMES = 6 };
    int shown = 0;
    for (int i = 0; i < b->n; i++)
        shown += !d->var.v[b->var[i]].hidden;
    if (b->neq < 2 || !b->discrete || b->kind == BLOCK_ALGORITHM || shown < b->n ||
        accepts_redundant(d))
        return;
    diag_warning(d->ctx->diags, users_place_of_eq(d, b->eq[0]),
                 "%s depend on each other at the same instant: where values are computed in a loop "
                 "one of them should be that before the event, by `pre`",
                 names_text(d, b->var, b->n, MOST_NAMES));
    for (int i = 0; i < b->neq && i < MOST_NAMES; i++)
        note_equation(d, b->eq[i], "", "");
}

void diagnose_blocks(Dae *d)
{
    Arena *a = arena_new();
    bool wrong = d->flat && !accepts_redundant(d) && diagnose_references(d, a);
    const System *s = dae_system(d, SYSTEM_SIMULATION);
    int *place = ARENA_ARRAY(a, int, d->var.n + 1);
    for (int i = 0; i < s->nblocks && !wrong; i++) {
        const Block *b = s->block[i];
        bool literal = false;
        warn_loop(d, b);
        Dependent dep = {0};
        if (b->n > 1 && b->n <= MOST_CHECKED &&
            (b->kind == BLOCK_LINEAR || b->solved == SOLVE_SYMBOLIC)) {
            block_places(b, place, true);
            dep = dependent_in_block(d, a, b, place, &literal);
            block_places(b, place, false);
        }
        if (dep.n)
            report_singular(d, &dep, literal);
        else if (b->n > 1)
            find_twins(d, a, b);
    }
    arena_free(a);
}
