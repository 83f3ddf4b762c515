/* tables_origin.c - where the values come from that messages of the run time show: of parameters
 * their declarations, of variables the equations that give or move them. */
#include "base/units.h"
#include "dae/diagnose.h"
#include "emit/tables_internal.h"
#include "rt/run.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MOST_VALUES = 6, MOST_ORIGINS = 3 };

/* A number as it would be in the unit in which it may be meant: few temperatures are so low, few
 * pressures so near to none, few angles many turns. */
void put_meant(Dae *d, VarId var, double x, Buf *b)
{
    enum { COLD = 200, MOST_BAR = 400 };
    static const double least_bar = 0.5, turn = 6.283185307179586;
    Name name = d->var.v[var].unit;
    const char *unit = name ? name_text(d->ctx->names, name) : "", *whole = dae_var_text(d, var);
    const char *dot = strrchr(whole, '.');
    bool drop = tolower((unsigned char)(dot ? dot[1] : whole[0])) == 'd'; /* dp, dT, delta_p */
    if (!strcmp(unit, "K") && !drop && fabs(x) < COLD && x != 0)
        buf_printf(b, " K (%g degC is %.6g K)", x, x + 273.15);
    else if (!strcmp(unit, "Pa") && !drop && x >= least_bar && x <= MOST_BAR)
        buf_printf(b, " Pa (%g bar is %g Pa)", x, x * 1e5);
    else if (!strcmp(unit, "rad") && fabs(x) > turn && x == 5 * floor(x / 5))
        buf_printf(b, " rad (%g deg is %.6g rad)", x, x * turn / 360);
}

/* The unit of a variable, if it is not the one of SI for what it measures; false: it is. */
static bool other_unit(const Dae *d, VarId var, Unit *unit)
{
    Name name = d->var.v[var].unit;
    return name && !unit_read(name_text(d->ctx->names, name), unit) &&
           (unit->factor != 1 || unit->offset != 0);
}

/* x in the unit of a variable as a value in SI. */
static void put_si(const Dae *d, VarId var, double x, Buf *b)
{
    Unit unit;
    if (!other_unit(d, var, &unit))
        return;
    buf_printf(b, "%.6g ", x * unit.factor + unit.offset);
    unit.factor = 1;
    unit.offset = 0;
    unit_print(&unit, b);
}

/* A number in such a unit, and what it is in SI: equations take numbers as they are. */
static void put_other_unit(const Dae *d, VarId var, double x, Buf *b)
{
    Unit unit;
    if (!other_unit(d, var, &unit))
        return;
    buf_printf(b, " %s (", name_text(d->ctx->names, d->var.v[var].unit));
    put_si(d, var, x, b);
    buf_puts(b, ")");
}

/* A derivative by the name the user gave it, if he did: der(z) = x. */
static VarId users_var(const Dae *d, VarId var)
{
    for (uint32_t i = 0; i < d->nflat && var >= d->nflat; i++)
        if (d->var.v[i].alias == var && d->var.v[i].alias_sign > 0 && !d->var.v[i].hidden)
            return i;
    return var;
}

static void put_in_brackets(const char *place, Buf *b)
{
    if (*place)
        buf_printf(b, " (%s)", place);
}

/* Whether its value is one that means something to the user. */
static bool is_shown(const Dae *d, VarId var)
{
    const DaeVar *v = &d->var.v[var];
    return !v->hidden && v->kind != DV_CONSTANT &&
           (v->type == T_REAL || v->type == T_INT || v->type == T_BOOL);
}

/* The parameter from which another one is computed, or the one of several that is not positive
 * where the result is not: a length below 0 in a product; NONE: it may be any. */
static VarId blamed_in(const Dae *d, const KInst *m, VarId var, const VarList *in)
{
    VarId found = NONE;
    for (int i = 0; i < in->n; i++) {
        VarId k = in->var[i];
        if (d->var.v[k].kind != DV_PARAMETER || !is_shown(d, k) || d->var.v[k].type == T_BOOL ||
            (in->n > 1 && (m->v[var] > 0 || m->v[k] > 0)))
            continue;
        if (found != NONE)
            return NONE;
        found = k;
    }
    return found;
}

/* A parameter, and how its value comes about. */
static void put_parameter(Dae *d, const KInst *m, VarId var, const VarList *in, Buf *b)
{
    const DaeVar *v = &d->var.v[var];
    const char *name = dae_var_text(d, var), *at = place_of(d, users_place_of_var(d, var).beg);
    if (v->valueless) {
        buf_printf(b, "\n  the parameter `%s` has no value", name);
    } else if (in->n) {
        enum { LONGEST = 120 };
        ExprNames names = dae_names(d);
        Buf text = {0};
        expr_print(d->store, v->binding, &names, &text);
        buf_printf(b, "\n  `%s` is %g by %s = %.*s%s", name, m->v[var], name, LONGEST,
                   buf_text(&text), text.n > LONGEST ? " ..." : "");
        buf_free(&text);
    } else {
        buf_printf(b, "\n  the parameter `%s` is %g", name, m->v[var]);
        put_meant(d, var, m->v[var], b);
        put_other_unit(d, var, m->v[var], b);
    }
    put_in_brackets(at, b);
    if (in->n && !v->valueless)
        put_inside(d, m, v->binding, var, b);
    if (v->valueless)
        buf_puts(b, ": give it one");
}

static VarList vars_of_binding(Dae *d, VarId var)
{
    Expr by = d->var.v[var].binding;
    return by ? expr_vars(d->store, d->arena, 1, &by) : (VarList){0};
}

/* A parameter, and those that it is blamed on in turn: of many the first ones, and the last, which
 * the user gave. */
static void put_parameters(Dae *d, const KInst *m, VarId var, Buf *b)
{
    enum { MOST_SHOWN = 5 };
    for (int n = 1; var != NONE; n++) {
        VarList in = vars_of_binding(d, var);
        VarId next = d->var.v[var].valueless ? NONE : blamed_in(d, m, var, &in);
        if (n < MOST_SHOWN || next == NONE)
            put_parameter(d, m, var, &in, b);
        var = next;
    }
}

static void put_number(const Dae *d, VarId var, double x, Buf *b)
{
    if (d->var.v[var].type == T_BOOL)
        buf_puts(b, x != 0 ? " = true" : " = false");
    else
        buf_printf(b, " = %g", x == 0 ? 0 : x);
    put_other_unit(d, var, x, b);
}

static void put_value(Dae *d, const KInst *m, VarId named, VarId var, Buf *b)
{
    dae_var_name(d, named, b);
    put_number(d, var, m->v[var], b);
}

/* An equation with the values in it; that of `told` is known. */
static void put_given(Dae *d, const KTexts *t, const KInst *m, VarId given, VarId told, Buf *b)
{
    const KEquation *e = k_equation(t, t->defining, (int)given);
    int n = 0;
    buf_puts(b, e->text);
    put_in_brackets(e->place, b);
    for (int i = 0; i < e->nvars && n < MOST_VALUES; i++) {
        VarId var = (VarId)e->var[i];
        if (var == told || !is_shown(d, var) || !isfinite(m->v[var]))
            continue;
        buf_puts(b, n++ ? ", " : " where ");
        put_value(d, m, strstr(e->text, dae_var_text(d, var)) ? var : users_var(d, var), var, b);
    }
}

static bool has_branches(const char *equation)
{
    return strstr(equation, "if ") || strstr(equation, "min(") || strstr(equation, "max(");
}

/* What cannot act because a limit is reached, and an integral behind it that goes on. */
static void put_limit(Dae *d, const KTexts *t, const KInst *m, VarId limited, VarId idle, Buf *b)
{
    const KModel *model = k_inst_model(m);
    VarId at = idle;
    buf_printf(b, "\n  `%s` is at a limit: `%s` = %g has no effect on it now",
               dae_var_text(d, limited), dae_var_text(d, idle), m->v[idle]);
    for (int i = 0; i < MOST_ORIGINS && at != NONE && state_number(model, at) < 0; i++)
        at = driver_of(d, m, at).var;
    int state = at == NONE ? -1 : state_number(model, at);
    VarId der = state < 0 ? NONE : (VarId)model->der[state];
    if (der == NONE || !k_equation(t, t->defining, (int)der) || is_given_by(d, m, der, limited) ||
        is_given_by(d, m, der, idle))
        return;
    buf_printf(b, "; `%s` = %g goes on meanwhile by ", dae_var_text(d, at), m->v[at]);
    put_given(d, t, m, der, at, b);
    buf_puts(b, ": does it wind up?");
}

/* From a variable on to what it follows most. */
static void put_drivers(Dae *d, const KTexts *t, const KInst *m, VarId var, Buf *b)
{
    enum { MOST_DRIVERS = 3 };
    const KModel *model = k_inst_model(m);
    VarId told[MOST_DRIVERS + 1] = {moved_by_var(model, var)};
    for (int n = 1; n <= MOST_DRIVERS; n++) {
        Driver next = driver_of(d, m, told[n - 1]);
        if (next.var == NONE || next.var == var)
            return;
        if (next.idle && has_branches(k_equation(t, t->defining, (int)told[n - 1])->text)) {
            put_limit(d, t, m, told[n - 1], next.var, b);
            return;
        }
        if (next.idle)
            return;
        told[n] = moved_by_var(model, next.var);
        for (int k = 0; k < n; k++)
            if (told[k] == told[n])
                return;
        if (!k_equation(t, t->defining, (int)told[n]))
            return;
        buf_puts(b, "\n  with ");
        put_given(d, t, m, told[n], next.var, b);
    }
}

/* The parameter in the equation of a variable whose unit is another than that of SI; NONE: none. */
static VarId other_unit_in(const Dae *d, const KTexts *t, VarId given)
{
    const KEquation *e = k_equation(t, t->defining, (int)given);
    Unit unit;
    for (int i = 0; e && i < e->nvars; i++)
        if (d->var.v[e->var[i]].kind == DV_PARAMETER && other_unit(d, (VarId)e->var[i], &unit))
            return (VarId)e->var[i];
    return NONE;
}

static void put_rate_doubt(Dae *d, const KTexts *t, const KInst *m, VarId var, double change,
                           Buf *b)
{
    VarId other = other_unit_in(d, t, moved_by_var(k_inst_model(m), var));
    buf_printf(b, "\n  at this rate `%s` changes by %.3g in the time of the run, %g: ",
               dae_var_text(d, var), change, k_span(m));
    if (other == NONE) {
        buf_puts(b, "is a parameter given in another unit, by a factor as 1000 or 60?");
        return;
    }
    buf_printf(b,
               "`%s` is in %s, but der() is by the second and equations take numbers as they are: "
               "1 %s is ",
               dae_var_text(d, other), name_text(d->ctx->names, d->var.v[other].unit),
               name_text(d->ctx->names, d->var.v[other].unit));
    put_si(d, other, 1, b);
    buf_puts(b, ", a factor that is missing in the equation");
}

/* A state that would become many times itself in the time of the run, and has moved about as fast
 * all the time: not one that only now goes to infinity. */
static void put_rate(Dae *d, const KTexts *t, const KInst *m, VarId var, double rate, Buf *b)
{
    static const double many = 50, steady = 10;
    if (fabs(rate) * k_elapsed(m) > steady * fabs(m->v[var] - k_began(m, (int)var)))
        return;
    double span = k_span(m), size = fmax(fabs(m->v[var]), fabs(m->start[var]));
    size = fmax(size, fabs(k_nominal(k_inst_model(m), (int)var)));
    if (isfinite(rate) && fabs(rate) * span > many * size)
        put_rate_doubt(d, t, m, var, rate * span, b);
}

static void put_start(Dae *d, const KInst *m, VarId var, Buf *b)
{
    buf_printf(b, "\n  `%s` starts with %g", dae_var_text(d, var), m->v[var] == 0 ? 0 : m->v[var]);
    put_meant(d, var, m->v[var], b);
    put_in_brackets(place_of(d, users_place_of_start(d, var).beg), b);
}

/* At the start: the states in the equation that gives a variable. */
static void put_starts_in(Dae *d, const KTexts *t, const KInst *m, VarId var, Buf *b)
{
    const KEquation *e = k_equation(t, t->defining, (int)var);
    int n = 0;
    for (int i = 0; e && i < e->nvars && n < MOST_ORIGINS; i++)
        if (state_number(k_inst_model(m), (VarId)e->var[i]) >= 0 && is_shown(d, (VarId)e->var[i]) &&
            m->v[e->var[i]] == m->start[e->var[i]]) {
            put_start(d, m, (VarId)e->var[i], b);
            n++;
        }
}

bool put_source(Dae *d, const KTexts *t, const KInst *m, VarId var, Buf *b)
{
    const DaeVar *v = &d->var.v[var];
    if (!is_shown(d, var))
        return false;
    if (v->kind == DV_PARAMETER) {
        put_parameters(d, m, var, b);
        return true;
    }
    const KModel *model = k_inst_model(m);
    VarId der = moved_by_var(model, var);
    if (m->initial && der != var) {
        int eq = computed_by(d, var);
        if (eq < 0) {
            put_start(d, m, var, b);
        } else {
            buf_printf(b, "\n  `%s` is %g by %s", dae_var_text(d, var), m->v[var],
                       equation_text(d, eq));
            put_in_brackets(place_of_eq(d, eq), b);
        }
        return true;
    }
    int at_start = m->initial ? computed_by(d, var) : -1;
    if (at_start >= 0 && k_equation(t, t->defining, (int)var) &&
        strcmp(k_equation(t, t->defining, (int)var)->text,
               equation_text(d, at_start))) { /* it is another one then */
        buf_printf(b, "\n  `%s` is %g by %s", dae_var_text(d, var), m->v[var],
                   equation_text(d, at_start));
        put_in_brackets(place_of_eq(d, at_start), b);
        put_inside(d, m, written_sides(d, at_start).rhs, var, b);
        return true;
    }
    VarId second = der == var ? der : moved_by_var(model, der); /* der(x) = v, where v is a state */
    if (!t->defining || !k_equation(t, t->defining, (int)second))
        return false;
    buf_printf(b, "\n  `%s` is %g", dae_var_text(d, users_var(d, var)), m->v[var]);
    if (der != var && k_span(m) > 0)
        buf_printf(b, " (%g at the start)", k_began(m, (int)var));
    if (second != der)
        buf_printf(b, ", it changes with `%s` = %g and that", dae_var_text(d, users_var(d, der)),
                   m->v[der]);
    buf_printf(b, "%s by ", der == var || second != der ? "" : ", it changes");
    put_given(d, t, m, second, var, b);
    if (m->initial)
        put_starts_in(d, t, m, var, b);
    else
        put_drivers(d, t, m, var, b);
    if (der != var)
        put_rate(d, t, m, var, m->v[der], b);
    return true;
}

/* The variables of an expression; if they are many, those that vary come first. */
static VarList shown_vars(Dae *d, Expr e)
{
    VarList all = e ? expr_vars(d->store, d->arena, 1, &e) : (VarList){0};
    VarList out = {.n = 0, .var = ARENA_ARRAY(d->arena, VarId, all.n + 1)};
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < all.n; i++) {
            bool varies = d->var.v[all.var[i]].kind != DV_PARAMETER;
            if (is_shown(d, all.var[i]) && (all.n > MOST_ORIGINS ? varies != pass : !pass))
                out.var[out.n++] = all.var[i];
        }
    return out;
}

void put_inside(Dae *d, const KInst *m, Expr e, VarId told, Buf *b)
{
    VarList all = shown_vars(d, e);
    int n = 0;
    for (int i = 0; i < all.n && n < MOST_VALUES; i++) {
        VarId var = all.var[i];
        if (var == told || !isfinite(m->v[var]))
            continue;
        buf_puts(b, n++ ? ", " : " where ");
        put_value(d, m, var, var, b);
    }
}

void put_values_of(Dae *d, const KInst *m, Expr e, Buf *b)
{
    VarList all = shown_vars(d, e);
    int n = 0;
    for (int i = 0; i < all.n && n < MOST_VALUES; i++) {
        VarId var = all.var[i];
        bool now = expr_has_now(d->store, e, var);
        if (isnan(now ? m->v[var] : m->pre[var]))
            continue;
        buf_puts(b, n++ ? ", " : "\n  with ");
        if (now) {
            put_value(d, m, users_var(d, var), var, b);
            put_meant(d, var, m->v[var], b);
        } else {
            buf_printf(b, "pre(%s)", dae_var_text(d, var));
            put_number(d, var, m->pre[var], b);
        }
    }
}

void put_sources(Dae *d, const KTexts *t, const KInst *m, Expr e, const char *not_by, Buf *b)
{
    VarList all = shown_vars(d, e);
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

/* The block of the initial problem that solves an equation with others; NULL: none. */
static const Block *solved_in(const Dae *d, int eq)
{
    const System *s = dae_system(d, SYSTEM_INITIAL);
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->neq && s->block[i]->core->ntorn; k++)
            if (s->block[i]->eq[k] == eq)
                return s->block[i];
    return NULL;
}

static bool is_solved_for(const Block *b, VarId var)
{
    for (int i = 0; i < b->n; i++)
        if (b->var[i] == var)
            return true;
    return false;
}

int computed_by(const Dae *d, VarId var)
{
    const System *s = dae_system(d, SYSTEM_INITIAL);
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->nassign; k++) {
            int eq = s->block[i]->assign[k].eq;
            if (s->block[i]->assign[k].var == var && eq >= 0 &&
                (d->var.v[var].kind != DV_STATE || d->eq.v[eq].initial))
                return eq;
        }
    return -1;
}

void put_known(Dae *d, const KInst *m, const Block *block, Buf *b)
{
    VarList all = expr_vars(d->store, d->arena, block->core->ntorn, block->core->residual);
    for (int i = 0, n = 0; i < all.n && n < MOST_ORIGINS; i++) {
        VarId var = all.var[i];
        int by = is_shown(d, var) && !is_solved_for(block, var) ? computed_by(d, var) : -1;
        if (by < 0)
            continue;
        n++;
        buf_printf(b, "\n  `%s` is %g", dae_var_text(d, var), m->v[var]);
        put_meant(d, var, m->v[var], b);
        buf_printf(b, " by %s", equation_text(d, by));
        put_in_brackets(place_of_eq(d, by), b);
    }
}

bool put_solved(Dae *d, const KInst *m, int eq, Buf *b)
{
    const Block *block = m->initial ? solved_in(d, eq) : NULL;
    if (!block)
        return false;
    buf_printf(b, "\n  %s solved there for ",
               block->n > 1 ? "nonlinear equations are" : "this nonlinear equation is");
    for (int i = 0; i < block->core->ntorn && i < MOST_ORIGINS; i++) {
        VarId var = block->core->torn[i];
        buf_printf(b, "%s`%s`, from its start value %g", i ? ", " : "", dae_var_text(d, var),
                   m->start[var]);
        put_in_brackets(place_of(d, users_place_of_start(d, var).beg), b);
    }
    put_known(d, m, block, b);
    return true;
}

/* The equation in which something stands at an offset of the sources; -1: none. */
static int equation_at(const Dae *d, uint32_t offset)
{
    int found = -1;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        if (q->kind == EQ_SCALAR && q->span.beg <= offset && offset < q->span.end &&
            (found < 0 ||
             q->span.end - q->span.beg < d->eq.v[found].span.end - d->eq.v[found].span.beg))
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
