/* tables_origin.c - where the values come from that messages of the run time show: of parameters
 * their declarations, of variables the equations that give or move them. */
#include "dae/diagnose.h"
#include "emit/tables_internal.h"
#include "rt/run.h"

#include <math.h>
#include <string.h>

enum { MOST_VALUES = 6, MOST_ORIGINS = 3 };

/* A number in K that is meant in degC, as few temperatures are so low. */
static void put_celsius(const Dae *d, VarId var, double x, Buf *b)
{
    enum { COLD = 150 };
    Name unit = d->var.v[var].unit;
    if (unit && !strcmp(name_text(d->ctx->names, unit), "K") && fabs(x) < COLD && x != 0)
        buf_printf(b, " K (%g degC is %.6g K)", x, x + 273.15);
}

static void put_in_brackets(const char *place, Buf *b)
{
    if (*place)
        buf_printf(b, " (%s)", place);
}

/* The number of a state; -1: it is none. */
static int state_of(const KModel *model, VarId var)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->state[i] == (int)var)
            return i;
    return -1;
}

/* Whether its value is one that means something to the user. */
static bool is_shown(const Dae *d, VarId var)
{
    const DaeVar *v = &d->var.v[var];
    return !v->hidden && v->kind != DV_CONSTANT &&
           (v->type == T_REAL || v->type == T_INT || v->type == T_BOOL);
}

static bool put_parameter(Dae *d, const KInst *m, VarId var, Buf *b)
{
    const DaeVar *v = &d->var.v[var];
    const char *name = dae_var_text(d, var), *at = place_of(d, users_place_of_var(d, var).beg);
    VarList in = v->binding ? expr_vars(d->store, d->arena, 1, &v->binding) : (VarList){0};
    if (v->valueless) {
        buf_printf(b, "\n  the parameter `%s` has no value", name);
    } else if (in.n) {
        enum { LONGEST = 120 };
        ExprNames names = dae_names(d);
        Buf text = {0};
        expr_print(d->store, v->binding, &names, &text);
        buf_printf(b, "\n  `%s` is %g by %s = %.*s%s", name, m->v[var], name, LONGEST,
                   buf_text(&text), text.n > LONGEST ? " ..." : "");
        buf_free(&text);
    } else {
        buf_printf(b, "\n  the parameter `%s` is %g", name, m->v[var]);
        put_celsius(d, var, m->v[var], b);
    }
    put_in_brackets(at, b);
    if (v->valueless)
        buf_puts(b, ": give it one");
    return true;
}

bool put_source(Dae *d, const KTexts *t, const KInst *m, VarId var, Buf *b)
{
    const DaeVar *v = &d->var.v[var];
    if (!is_shown(d, var))
        return false;
    if (v->kind == DV_PARAMETER)
        return put_parameter(d, m, var, b);
    const KModel *model = k_inst_model(m);
    int state = state_of(model, var);
    const KEquation *e =
        t->defining ? k_equation(t, t->defining, state < 0 ? (int)var : model->der[state]) : NULL;
    if (!e)
        return false;
    buf_printf(b, "\n  `%s` is %g%s by %s", dae_var_text(d, var), m->v[var],
               state < 0 ? "" : ", it changes", e->text);
    put_in_brackets(e->place, b);
    return true;
}

void put_values_of(Dae *d, const KInst *m, Expr e, Buf *b)
{
    VarList all = e ? expr_vars(d->store, d->arena, 1, &e) : (VarList){0};
    int n = 0;
    for (int i = 0; i < all.n && n < MOST_VALUES; i++) {
        if (!is_shown(d, all.var[i]))
            continue;
        buf_puts(b, n++ ? ", " : "\n  with ");
        dae_var_name(d, all.var[i], b);
        buf_printf(b, " = %g", m->v[all.var[i]]);
        put_celsius(d, all.var[i], m->v[all.var[i]], b);
    }
}

void put_sources(Dae *d, const KTexts *t, const KInst *m, Expr e, const char *not_by, Buf *b)
{
    VarList all = e ? expr_vars(d->store, d->arena, 1, &e) : (VarList){0};
    int n = 0;
    for (int i = 0; i < all.n && n < MOST_ORIGINS; i++) {
        Buf one = {0};
        bool known = put_source(d, t, m, all.var[i], &one);
        const char *text = dae_text(d, &one);
        if (!known || (*not_by && strstr(text, not_by)))
            continue;
        buf_puts(b, text);
        n++;
    }
}

/* The equation in which something stands at an offset of the sources; -1: none. */
static int equation_at(const Dae *d, uint32_t offset)
{
    int found = -1;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        if (q->kind == EQ_SCALAR && q->span.beg <= offset && offset < q->span.end &&
            (found < 0 || q->span.end - q->span.beg <
                              d->eq.v[found].span.end - d->eq.v[found].span.beg))
            found = k;
    }
    return found;
}

const char *values_at(Dae *d, const KTexts *t, const KInst *m, int position)
{
    Buf b = {0};
    int k = equation_at(d, (uint32_t)position);
    if (k < 0)
        return NULL;
    Expr sides[2] = {d->eq.v[k].lhs, d->eq.v[k].rhs};
    const char *text = equation_text(d, k);
    buf_printf(&b, "in %s", text);
    put_values_of(d, m, sides[1] ? sides[1] : sides[0], &b);
    put_sources(d, t, m, sides[1] ? sides[1] : sides[0], text, &b);
    return dae_text(d, &b);
}
