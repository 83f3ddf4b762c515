/* twice.c - two equations that give one variable while another one is given by none.
 *
 * q1 = a; q1 = b: the second is meant for q2, a slip of copying; q[n] = 0 beside a loop that gives
 * q[n] already is meant for q[n + 1]. Where the model is singular by that the pair is part of the
 * message; where it is not, because states become dependent on each other and what lacks an
 * equation holds them together, it runs, with wrong results. What an equation gives stands alone on
 * one side of it, as the user wrote it. O(variables + equations). */
#include "dae/diagnose.h"
#include "model/flat.h"

static bool *given_ones(Dae *d, Arena *a)
{
    bool *given = ARENA_ARRAY(a, bool, d->var.n + 1);
    for (int k = 0; k < d->eq.n; k++) {
        VarId v = d->eq.v[k].initial ? NONE : given_by_eq(d, k);
        if (v != NONE)
            given[v] = true;
    }
    return given;
}

static const FlatVar *array_with(const Dae *d, VarId var)
{
    const FlatVar *f = d->flat && var < d->nflat ? flat_var_of(d->flat, var) : NULL;
    return f && f->count > 1 ? f : NULL;
}

/* The only element of the array of a variable that no equation gives; NONE. */
static VarId element_not_given(const Dae *d, const bool *given, VarId like)
{
    const FlatVar *f = array_with(d, like);
    VarId found = NONE;
    for (VarId v = f ? f->first : 0; f && v < f->first + f->count; v++) {
        if (given[v])
            continue;
        if (found != NONE || d->var.v[v].der_of != NONE)
            return NONE;
        found = v;
    }
    return found;
}

VarId not_given(Dae *d, Arena *a, VarId like)
{
    const bool *given = given_ones(d, a);
    VarId found = element_not_given(d, given, like), last = NONE;
    if (found != NONE)
        return found;
    Nearest near = nearest_to(d->ctx->diags, dae_var_text(d, like));
    int n = 0;
    for (VarId v = 0; v < d->nflat; v++) {
        const char *best = near.best;
        if (given[v] || v == like || d->var.v[v].kind <= DV_PARAMETER ||
            d->var.v[v].der_of != NONE || d->var.v[v].type != d->var.v[like].type ||
            connector_role(d, v) != ROLE_NONE || is_open_input(d, v) ||
            strcmp(determined_in(d, v), determined_in(d, like)))
            continue;
        nearest_offer(&near, dae_var_text(d, v));
        found = near.best != best ? v : found;
        last = v;
        n++;
    }
    return n == 1 ? last : found;
}

typedef struct OfStates {
    const Dae *d;
    VarId but;
} OfStates;

static bool is_no_state(void *arg, uint32_t v)
{
    const OfStates *o = arg;
    return v != o->but && o->d->var.v[v].kind > DV_PARAMETER && o->d->var.v[v].der_of == NONE;
}

/* Whether an equation gives an unknown from states alone. */
static bool is_of_states(Dae *d, int k, VarId given)
{
    OfStates o = {d, given};
    Sides q = written_sides(d, k);
    return !dae_any_var(d, q.lhs, is_no_state, &o) && !dae_any_var(d, q.rhs, is_no_state, &o);
}

static void lead(Dae *d, int k, int l, VarId v, VarId other)
{
    diag_lead(d->ctx->diags, d->eq.v[k].span,
              "two equations give `%s`, and none gives `%s`: is it meant in one of them?",
              dae_var_text(d, v), dae_var_text(d, other));
    diag_note(d->ctx->diags, d->eq.v[l].span, "the other equation for `%s`", dae_var_text(d, v));
}

bool lead_given_twice(Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    for (int i = 0; i < f->nrows; i++)
        for (int j = 0; j < f->nrows; j++) {
            int k = w->p->row.v[f->row[i]].eq, l = w->p->row.v[f->row[j]].eq;
            VarId v = k > l && l >= 0 && !d->eq.v[k].initial && !d->eq.v[l].initial
                          ? given_by_eq(d, k)
                          : NONE;
            bool both = v != NONE && v == given_by_eq(d, l) && is_of_states(d, k, v) &&
                        is_of_states(d, l, v);
            VarId other = both ? not_given(d, w->a, v) : NONE;
            if (other == NONE)
                continue;
            lead(d, k, l, v, other);
            return true;
        }
    return false;
}

/* Elements of arrays of the user's: one is given twice, just one by none. How that is told. */
static void find_given_twice(Dae *d, Arena *a,
                             void tell(Diags *, Span, const char *, ...)
                                 __attribute__((format(printf, 3, 4))))
{
    const bool *given = NULL;
    int *first = ARENA_ARRAY(a, int, d->nflat + 1);
    for (int k = 0; k < d->eq.n; k++) {
        VarId v =
            d->eq.v[k].initial || !is_in_users_file(d, d->eq.v[k].span) ? NONE : given_by_eq(d, k);
        if (v >= d->nflat || !array_with(d, v))
            continue;
        given = given || !first[v] ? given : given_ones(d, a);
        VarId other = first[v] ? element_not_given(d, given, v) : NONE;
        if (other != NONE) {
            tell(d->ctx->diags, d->eq.v[k].span,
                 "two equations give `%s`, and none gives `%s`: is it meant in one of them?",
                 dae_var_text(d, v), dae_var_text(d, other));
            diag_note(d->ctx->diags, d->eq.v[first[v] - 1].span, "the other equation for `%s`",
                      dae_var_text(d, v));
            break;
        }
        first[v] = k + 1;
    }
}

static bool is_plain_model(const Dae *d)
{
    return d->flat && !d->of_library && !d->classic && !d->policy;
}

void warn_given_twice(Dae *d)
{
    Arena *a = arena_new();
    if (is_plain_model(d))
        find_given_twice(d, a, diag_warning);
    arena_free(a);
}

void lead_element_twice(Dae *d)
{
    Arena *a = arena_new();
    if (is_plain_model(d))
        find_given_twice(d, a, diag_lead);
    arena_free(a);
}
