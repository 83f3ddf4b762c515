/* tables_driver.c - what a value follows most where a run has come to, for messages: from equation
 * to equation an expert would ask next for the variable with the greatest share.
 *
 * The share of a variable is how much the expression that gives the value changes with a thousandth
 * of it, at the values as they are. Linear in the terms of a sum, times the variables of each. */
#include "emit/tables_internal.h"
#include "rt/run.h"

#include <math.h>

/* The expression that gives a variable, or the residual of an equation that does; 0: none. */
static Expr giving(const Dae *d, const KInst *m, VarId var)
{
    const System *s = dae_system(d, m->initial ? SYSTEM_INITIAL : SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        for (int k = 0; k < b->nassign; k++)
            if (b->assign[k].var == var && !b->assign[k].pre && b->assign[k].value)
                return b->assign[k].value;
        for (int k = 0; k < b->core->ntorn; k++)
            if (b->core->torn[k] == var)
                return b->core->residual[k];
    }
    return 0;
}

int state_number(const KModel *model, VarId var)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->state[i] == (int)var)
            return i;
    return -1;
}

/* The state whose derivative a variable is; NONE. */
static VarId state_of_derivative(const KModel *model, VarId var)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->der[i] == (int)var)
            return (VarId)model->state[i];
    return NONE;
}

VarId moved_by_var(const KModel *model, VarId var)
{
    int state = state_number(model, var);
    return state < 0 ? var : (VarId)model->der[state];
}

/* How much e changes with a thousandth of a variable, or a thousandth of what it changes with the
 * other truth; NaN: e has no value here. */
static double change_with(const Dae *d, const KInst *m, Expr e, VarId var)
{
    static const double part = 1e-3;
    bool truth = d->var.v[var].type == T_BOOL;
    double x = m->v[var], before = expr_value(d->store, e, m->v, m->time);
    m->v[var] = truth ? x == 0 : x * (1 + part);
    double after = expr_value(d->store, e, m->v, m->time);
    m->v[var] = x;
    return (after - before) * (truth ? part : 1);
}

static bool is_unknown(const Dae *d, VarId var)
{
    const DaeVar *v = &d->var.v[var];
    return v->kind > DV_PARAMETER && (v->type == T_REAL || v->type == T_INT || v->type == T_BOOL);
}

/* Adds what e changes with each of its unknowns, term by term: a long sum is not evaluated for
 * each. */
static void add_changes(Dae *d, const KInst *m, Expr e, double *change)
{
    if (expr_op(d->store, e) == EX_ADD) {
        for (uint32_t i = 0; i < expr_node(d->store, e)->nargs; i++)
            add_changes(d, m, expr_arg(d->store, e, i), change);
        return;
    }
    VarList all = expr_vars(d->store, d->arena, 1, &e);
    for (int i = 0; i < all.n; i++)
        if (is_unknown(d, all.var[i]))
            change[all.var[i]] += change_with(d, m, e, all.var[i]);
}

/* The unknown of e with the greatest share, but for two, `shown`: of the user's; by their sizes
 * where e has no value; NONE. */
static VarId strongest(Dae *d, const KInst *m, Expr e, VarId but, VarId and_but, bool shown,
                       bool *idle)
{
    VarList all = expr_vars(d->store, d->arena, 1, &e);
    VarId found = NONE, still = NONE;
    double most = 0, *change = ARENA_ARRAY(d->arena, double, d->var.n + 1);
    add_changes(d, m, e, change);
    for (int i = 0; i < all.n; i++) {
        VarId var = all.var[i];
        if (var == but || var == and_but || !is_unknown(d, var) || (shown && d->var.v[var].hidden))
            continue;
        double share = fabs(change[var]);
        if (isnan(share))
            share = fabs(m->v[var]);
        if (share > most) {
            most = share;
            found = var;
        } else if (share == 0 && m->v[var] != 0 && expr_type(d->store, e) == T_REAL) {
            still = var;
        }
    }
    *idle = found == NONE && still != NONE;
    return found == NONE ? still : found;
}

Driver driver_of(Dae *d, const KInst *m, VarId var)
{
    enum { MOST_HIDDEN = 8 };
    const KModel *model = k_inst_model(m);
    VarId self = state_of_derivative(model, var), at = var;
    bool idle = false;
    for (int i = 0; i < MOST_HIDDEN; i++) {
        Expr e = giving(d, m, at);
        VarId found = e ? strongest(d, m, e, at, self, false, &idle) : NONE;
        if (found == NONE)
            break;
        if (!d->var.v[found].hidden)
            return (Driver){found, idle};
        at = found;
    }
    Expr e = at == var ? 0 : giving(d, m, var); /* a variable of ours has led nowhere */
    VarId found = e ? strongest(d, m, e, var, self, true, &idle) : NONE;
    return (Driver){found, found != NONE && idle};
}

bool is_given_by(Dae *d, const KInst *m, VarId var, VarId by)
{
    Expr e = giving(d, m, var);
    VarList all = e ? expr_vars(d->store, d->arena, 1, &e) : (VarList){0};
    for (int i = 0; i < all.n; i++)
        if (all.var[i] == by)
            return true;
    return false;
}
