/* tables_cut.c - what a parameter of 0 cuts off, for messages: a state that stood still all the
 * time, because what was to move it is multiplied by 0 on the way to it.
 *
 * From the derivative back through the equations as written, along variables that are 0 or have
 * become constants, breadth first; a product of a parameter of 0 with something that is not 0 is
 * the place. Linear in the equations for each constant on the way. */
#include "dae/diagnose.h"
#include "emit/tables_internal.h"
#include "rt/run.h"

#include <math.h>

enum { MOST_ON_WAY = 40 };

typedef struct Way {
    Dae *d;
    const KInst *m;
    VarId var[MOST_ON_WAY]; /* to be looked at, each once */
    int n;
    VarId sought;    /* a constant whose equation is looked for */
    bool has_sought; /* the equation at hand has it */
    VarId zero, cut; /* found: parameter, and what it is multiplied with; NONE */
} Way;

static double value_of(const Way *w, VarId var)
{
    int sign = 1;
    double x = w->m->v[dae_root(w->d, var, &sign)];
    return sign < 0 ? -x : x;
}

static bool is_constant(const Dae *d, VarId var)
{
    return d->var.v[var].kind == DV_CONSTANT && d->var.v[var].was_variable;
}

static void note_product(void *arg, Expr e)
{
    Way *w = arg;
    Dae *d = w->d;
    VarId zero = NONE, other = NONE;
    for (uint32_t i = 0; expr_op(d->store, e) == EX_MUL && i < expr_node(d->store, e)->nargs; i++) {
        Expr factor = expr_arg(d->store, e, i);
        VarId var = expr_op(d->store, factor) == EX_VAR ? var_number(d->store, factor) : NONE;
        if (var == NONE || d->var.v[var].hidden)
            continue;
        if (is_given_zero(d, var))
            zero = var;
        else if (d->var.v[var].kind > DV_PARAMETER && value_of(w, var) != 0 &&
                 isfinite(value_of(w, var)))
            other = var;
    }
    if (zero == NONE || other == NONE || w->zero != NONE)
        return;
    w->zero = zero;
    w->cut = other;
}

static void note_sought(void *arg, uint32_t var)
{
    Way *w = arg;
    w->has_sought = w->has_sought || var == w->sought;
}

static void add_to_way(void *arg, uint32_t var)
{
    Way *w = arg;
    const DaeVar *v = &w->d->var.v[var];
    VarId at = is_constant(w->d, var) ? var : dae_root(w->d, var, NULL);
    if (v->type != T_REAL || w->n == MOST_ON_WAY || v->hidden ||
        (v->kind <= DV_PARAMETER && !is_constant(w->d, var)) || value_of(w, var) != 0 ||
        state_number(k_inst_model(w->m), at) >= 0)
        return;
    for (int i = 0; i < w->n; i++)
        if (w->var[i] == at)
            return;
    w->var[w->n++] = at;
}

/* Whether the place is in this equation; else what to look at next. */
static bool look_into(Way *w, int k)
{
    Sides q = written_sides(w->d, k);
    expr_visit(w->d->store, q.lhs, note_product, w);
    expr_visit(w->d->store, q.rhs, note_product, w);
    if (w->zero != NONE)
        return true;
    written_vars(w->d, k, add_to_way, w);
    return false;
}

/* The equation that assigns a variable; -1: none alone. */
static int equation_giving(const Dae *d, VarId var)
{
    const System *s = dae_system(d, SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->nassign; k++)
            if (s->block[i]->assign[k].var == var && !s->block[i]->assign[k].pre)
                return s->block[i]->assign[k].eq;
    return -1;
}

/* The equation with the place, from a variable on; -1: it is not there. */
static int look_at(Way *w, VarId var)
{
    const Dae *d = w->d;
    int k = equation_giving(d, var);
    if (!is_constant(d, var))
        return k >= 0 && d->eq.v[k].kind == EQ_SCALAR && look_into(w, k) ? k : -1;
    for (k = 0; k < d->eq.n; k++) {
        if (d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].initial || d->eq.v[k].source != NONE)
            continue;
        w->sought = var;
        w->has_sought = false;
        written_vars(w->d, k, note_sought, w);
        if (w->has_sought && look_into(w, k))
            return k;
    }
    return -1;
}

const char *cut_off(Dae *d, const KInst *m, VarId state)
{
    Way w = {.d = d, .m = m, .zero = NONE};
    int eq = -1;
    w.var[w.n++] = moved_by_var(k_inst_model(m), state);
    for (int i = 0; i < w.n && eq < 0; i++)
        eq = look_at(&w, w.var[i]);
    if (eq < 0)
        return NULL;
    return arena_printf(d->arena, "`%s` is 0 (%s), so `%s` = %g has no effect in %s (%s)",
                        dae_var_text(d, w.zero), place_of(d, users_place_of_var(d, w.zero).beg),
                        dae_var_text(d, w.cut), value_of(&w, w.cut), equation_text(d, eq),
                        place_of_eq(d, eq));
}
