/* bounds.c - variables that leave the range their min and max give: a warning, once for each. The
 * list of those that have bounds is made once; checking them is linear in it. */
#include "rt/bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WARNINGS = 10 };
static const double NOTHING =
    1e-3; /* of what there was at the start: less may be an error of the integration */
static const double COLD = 100; /* K: what begins lower is a difference, whatever its name */

static const double WARM = 200, FROZEN = 100; /* K */

static double min_of(const KModel *model, int index)
{
    return model->min ? model->min[index] : -INFINITY;
}

static double max_of(const KModel *model, int index)
{
    return model->max ? model->max[index] : INFINITY;
}

/* A state that measures how much there is, by its unit: less than none is nothing. Differences, as
 * dT, may be less. */
static bool is_amount(const KModel *model, const KVariable *v)
{
    static const char *const units[] = {"kg", "K", "mol", "mol/m3", "mol/l", "kg/m3"};
    if (v->kind != K_STATE)
        return false;
    const char *dot = strrchr(v->name, '.'), *name = dot ? dot + 1 : v->name;
    bool found = false;
    for (size_t i = 0; v->unit && i < sizeof units / sizeof *units; i++)
        found = found || !strcmp(v->unit, units[i]);
    return found && *name != 'd' && *name != 'D' && *name != 'e' && isinf(min_of(model, v->index));
}

static bool is_temperature(const KVariable *v)
{
    return v->kind == K_STATE && !v->is_alias && v->unit && !strcmp(v->unit, "K");
}

/* A temperature that was one of rooms or machines, and has come to where no gas is one: something
 * is given in degC. */
static bool is_frozen(const KInst *m, const KVariable *v, double x)
{
    return x < FROZEN && x >= 0 && k_began(m, v->index) > WARM;
}

/* What an amount must not come below; -INFINITY: it is not known. */
static double nothing_of(const KInst *m, const KVariable *v)
{
    double begun = k_began(m, v->index);
    return begun > (strcmp(v->unit, "K") ? 0 : COLD) ? -NOTHING * begun : -INFINITY;
}

bool bounds_open(KBounds *b, const KModel *model)
{
    *b = (KBounds){0};
    b->var = malloc((size_t)(model->nvariables + 1) * sizeof *b->var);
    b->what = malloc((size_t)model->nvariables + 1);
    if (!b->var || !b->what)
        return false;
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        bool real = v->type <= K_INTEGER && !v->negated, amount = real && is_amount(model, v);
        if (real &&
            (isfinite(min_of(model, v->index)) || isfinite(max_of(model, v->index)) || amount)) {
            b->what[b->n] = (unsigned char)((amount ? BOUNDS_AMOUNT : 0) |
                                            (is_temperature(v) ? BOUNDS_KELVIN : 0));
            b->var[b->n++] = i;
        }
    }
    return true;
}

void bounds_close(KBounds *b)
{
    free(b->var);
    free(b->what);
    *b = (KBounds){0};
}

/* The variable whose equation is behind a value: of a state its derivative. */
static int moved_by(const KModel *model, int index)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->state[i] == index)
            return model->der[i];
    return index;
}

/* A state that at its rate would be many times what it is in the time of the run: where it comes
 * from says that. */
static void add_rate(Text *t, const KInst *m, int index)
{
    static const double many = 50;
    int der = moved_by(m->run->model, index);
    double size = fmax(fmax(fabs(m->v[index]), fabs(k_began(m, index))),
                       fabs(k_nominal(m->run->model, index)));
    if (der != index && fabs(m->v[der]) * k_span(m) > many * size)
        text_source(t, m, index);
}

/* What stays as it is has been looked at. */
static void drop_fixed(KBounds *b, const KModel *model)
{
    int n = 0;
    for (int i = 0; i < b->n; i++)
        if (model->variable[b->var[i]].kind > K_PARAMETER) {
            b->what[n] = b->what[i];
            b->var[n++] = b->var[i];
        }
    b->n = n;
}

void bounds_check(KBounds *b, const KInst *m)
{
    const KModel *model = m->run->model;
    if (b->checked++ == 1)
        drop_fixed(b, model);
    for (int i = 0; i < b->n && b->warnings < MOST_WARNINGS; i++) {
        const KVariable *v = &model->variable[b->var[i]];
        double x = m->v[v->index], max = max_of(model, v->index);
        double min = b->what[i] & BOUNDS_AMOUNT ? nothing_of(m, v) : min_of(model, v->index);
        bool frozen = b->what[i] & BOUNDS_KELVIN && is_frozen(m, v, x);
        if (x >= min && x <= max && !frozen)
            continue;
        double slack = 1e-6 * fmax(fabs(x), k_nominal(model, v->index));
        if (!(x < min - slack) && !(x > max + slack) && !frozen)
            continue;
        bool low = x < min;
        char by[600] = "", rate[1500] = "";
        text_defining(&(Text){by, sizeof by}, model, moved_by(model, v->index), ", by ");
        if (frozen)
            text_source(&(Text){rate, sizeof rate}, m, v->index);
        else
            add_rate(&(Text){rate, sizeof rate}, m, v->index);
        if (frozen)
            run_message(m, K_MSG_WARNING,
                        "at time %g: %s = %g K, which is %g degC%s: is something that it follows "
                        "given in degC, or a sign wrong?%s",
                        m->time, v->name, x, x - 273.15, by, rate);
        else if (low && b->what[i] & BOUNDS_AMOUNT)
            run_message(
                m, K_MSG_WARNING,
                "at time %g: %s = %g %s is less than nothing%s: no condition ends what takes it "
                "away%s",
                m->time, v->name, x, v->unit, by, rate);
        else
            run_message(m, K_MSG_WARNING, "at time %g: %s = %g is %s its %s value %g%s%s%s",
                        m->time, v->name, x, low ? "below" : "above", low ? "min" : "max",
                        low ? min : max, by,
                        moved_by(model, v->index) == v->index || !*by
                            ? ""
                            : ": nothing there ends at this value",
                        rate);
        b->warnings++;
        int index = v->index;
        for (int k = b->n - 1; k >= 0; k--) /* with its aliases */
            if (model->variable[b->var[k]].index == index) {
                b->var[k] = b->var[--b->n];
                b->what[k] = b->what[b->n];
                i = -1;
            }
    }
}
