/* unit_meant.c - numbers that were meant in another unit than the declared one: outside of the
 * limits of their variable, degC as K, degrees as rad, bar as Pa, percent as a part of 1; and
 * limits that are exchanged. */
#include "model/unit_internal.h"

#include <math.h>

/* A round number of degrees: 30, 45, 90. */
bool units_round_degrees(double x)
{
    enum { LEAST = 10, FULL = 360, ROUND = 5 };
    return fabs(x) >= LEAST && fabs(x) <= FULL && fmod(x, ROUND) == 0;
}

/* The declaration with which a start value was written: that of the variable or of a component
 * around it. */
Span units_place_of_start(const UnitCheck *c, const FlatVar *v)
{
    uint32_t p = v->part, around;
    while ((around = c->f->part.v[p].parent) && c->f->part.v[around].level > v->start_level)
        p = around;
    return c->f->part.v[p].span;
}

/* A number, or the name of a constant, perhaps with a sign. */
bool units_number_in(UnitCheck *c, Expr e, double *x)
{
    double sign = 1;
    if (!e)
        return false;
    for (ExprOp op = expr_op(c->s, e); op == EX_NEG || op == EX_TOREAL || op == EX_SPELLED;
         op = expr_op(c->s, e)) {
        sign = op == EX_NEG ? -sign : sign;
        e = expr_arg(c->s, e, 0);
    }
    const double *known = units_is_number(c, e) ? NULL : units_known_value(c, e);
    if (!known && !units_is_number(c, e))
        return false;
    *x = sign * (known ? *known : expr_number(c->s, e));
    return true;
}

/* A temperature in K that was meant in degC, or a pressure in Pa meant in bar. */
static const char *meant_text(UnitCheck *c, const FlatVar *v, double x, double min)
{
    enum { MOST_BAR = 200 };
    uint32_t k = units_of_part(c, v->part);
    if (v->unit && !strcmp(text_of(c->m->ctx, v->unit), "Pa") && x >= 0.5 && x <= MOST_BAR &&
        1e5 * x >= min)
        return arena_printf(c->arena, "; %g bar is %g Pa", x, 1e5 * x);
    if (k == FREE || c->unit.v[k].factor != 1 || !units_is_temperature(c, k) ||
        c->unit.v[k].offset != 0 || !(x + 273.15 >= min))
        return "";
    Buf b = {0};
    buf_printf(&b, "; %g degC is %.6g K", x, x + 273.15);
    const char *text = arena_strdup(c->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

typedef struct Multiplied {
    UnitCheck *c;
    uint32_t part;
    bool found;
} Multiplied;

static void look_at_product(void *arg, Expr e)
{
    Multiplied *w = arg;
    const ExprStore *s = w->c->s;
    uint32_t n = expr_op(s, e) == EX_MUL ? expr_node(s, e)->nargs : 0, own = 0, numbers = 0;
    for (uint32_t i = 0; i < n; i++) {
        Expr f = expr_arg(s, e, i);
        f = expr_op(s, f) == EX_TOREAL ? expr_arg(s, f, 0) : f;
        if (expr_op(s, f) == EX_CREF && expr_node(s, f)->payload == w->part)
            own++;
        else
            numbers += expr_is_number(s, f) || expr_op(s, f) == EX_ITER ||
                       units_of(w->c, f) == ONE || units_of(w->c, f) == FREE;
    }
    w->found = w->found || (own && own + numbers == n);
}

/* Whether a variable is multiplied by numbers alone, as a step of temperature is: i*T_step. */
static bool is_step(UnitCheck *c, const FlatVar *v)
{
    Multiplied w = {c, v->part, false};
    for (int i = 0; i < c->f->var.n && !w.found; i++)
        if (c->f->var.v[i].value)
            expr_visit(c->s, c->f->var.v[i].value, look_at_product, &w);
    for (int i = 0; i < c->f->eq.n && !w.found; i++)
        flat_visit_eq(c->s, c->f->eq.v[i], look_at_product, &w);
    return w.found;
}

bool units_is_cold(double x)
{
    enum {
        COLDEST_PLANT = 60
    }; /* liquid nitrogen is warmer; of helium and hydrogen it is told in vain */
    return x > 0 && x < COLDEST_PLANT;
}

/* An absolute temperature (differences have no minimum; where none is declared a variable T is
 * meant) that air would freeze at: it was meant in degC. */
static bool is_cold(UnitCheck *c, const FlatVar *v, double x)
{
    double min;
    uint32_t k = units_of_part(c, v->part);
    bool named = !v->min && v->variability > VARY_PARAMETER &&
                 text_of(c->m->ctx, c->f->part.v[v->part].name)[0] == 'T';
    return units_is_cold(x) && (named || (units_number_in(c, v->min, &min) && min == 0)) &&
           k != FREE && units_is_temperature(c, k) && c->unit.v[k].factor == 1 &&
           c->unit.v[k].offset == 0 && !is_step(c, v);
}

bool units_has_fraction_of_kelvin(double x)
{
    enum { LEAST = 223, MOST = 1274 };
    return x > LEAST && x < MOST && fabs(x - floor(x) - 0.15) < 1e-6;
}

/* A temperature in degC with the fraction that K have: 293.15. */
static bool is_kelvin(UnitCheck *c, const FlatVar *v, double x)
{
    return v->unit && !strcmp(text_of(c->m->ctx, v->unit), "degC") &&
           units_has_fraction_of_kelvin(x);
}

/* A round number of degrees as an angle in rad: 45, 90, 180. */
static bool is_degrees(UnitCheck *c, const FlatVar *v, double x)
{
    return v->unit && !strcmp(text_of(c->m->ctx, v->unit), "rad") && units_round_degrees(x);
}

/* An absolute pressure, by its nominal value, of some Pa: it was meant in bar. */
static bool is_bar(UnitCheck *c, const FlatVar *v, double x)
{
    enum { MOST_BAR = 200, ATMOSPHERE = 10000 };
    double nominal;
    bool drop = !strncmp(text_of(c->m->ctx, c->f->part.v[v->part].name), "dp", 2),
         air =
             (x > 1.01 && x < 1.02) || (x > 101 && x < 102); /* everybody's number of bar or kPa */
    if (air && v->unit && !strcmp(text_of(c->m->ctx, v->unit), "Pa"))
        return true;
    return !drop && v->unit && !strcmp(text_of(c->m->ctx, v->unit), "Pa") && x >= 0.5 &&
           x <= MOST_BAR && units_number_in(c, v->nominal, &nominal) && nominal >= ATMOSPHERE;
}

/* An efficiency, by its quantity or what its description says, that was meant in percent. */
static bool is_percent(UnitCheck *c, const FlatVar *v, double x)
{
    enum { LEAST = 20, MOST = 100 }; /* below it may be a coefficient of performance */
    const char *quantity = v->quantity ? text_of(c->m->ctx, v->quantity) : "",
               *description = v->description ? text_of(c->m->ctx, v->description) : "",
               *unit = v->unit ? text_of(c->m->ctx, v->unit) : "";
    return x >= LEAST && x <= MOST && (!*unit || !strcmp(unit, "1")) && !strchr(description, '%') &&
           !strstr(description, "percent") &&
           (!strcmp(quantity, "Efficiency") || strstr(description, "fficiency"));
}

/* Numbers that were meant in another unit than the declared one. */
static void check_meant(UnitCheck *c, const FlatVar *v, Span at, const char *what, double x)
{
    enum { ATMOSPHERE_KPA = 100 };
    const char *name = flat_part_text(c->f, v->part);
    if (!units_is_users(c, at))
        return;
    if (is_cold(c, v, x) && units_is_new(c, at))
        units_say(c, at,
                  "the %s of `%s` is %g K, which is %.6g degC; if %g degC is meant, it is %.6g",
                  what, name, x, x - 273.15, x, x + 273.15);
    else if (is_kelvin(c, v, x) && units_is_new(c, at))
        units_say(c, at, "the %s of `%s` is %g degC, which is %.6g K; if %g K is meant, it is %.6g",
                  what, name, x, x + 273.15, x, x - 273.15);
    else if (is_degrees(c, v, x) && units_is_new(c, at))
        units_say(
            c, at,
            "the %s of `%s` is %g rad, which is %.4g turns; if %g degrees are meant, it is %.6g",
            what, name, x, x / 6.283185307179586, x, x * 0.017453292519943295);
    else if (is_bar(c, v, x) && fabs(x - ATMOSPHERE_KPA) < 10 && units_is_new(c, at))
        units_say(c, at,
                  "the %s of `%s` is %g Pa, nearly a vacuum; if %g kPa are meant, it is %.6g", what,
                  name, x, x, x * 1e3);
    else if (is_bar(c, v, x) && units_is_new(c, at))
        units_say(c, at, "the %s of `%s` is %g Pa, nearly a vacuum; if %g bar are meant, it is %g",
                  what, name, x, x, x * 1e5);
    else if (is_percent(c, v, x) && units_is_new(c, at))
        units_say(c, at,
                  "the %s of `%s` is %g: an efficiency is a part of 1; if %g %% is meant, it is %g",
                  what, name, x, x, x / 100);
}

/* A part of the whole that was meant in percent. */
static const char *percent_text(UnitCheck *c, double x, double max)
{
    return max == 1 && x >= 2 && x <= 100 ? arena_printf(c->arena, "; %g %% is %g", x, x / 100)
                                          : "";
}

/* An attribute of a variable: its elements where it is an array that is written out, else one for
 * all. */
typedef VEC(Expr) Elements;

/* {a, b, c}[i] with the position i of the variable itself. */
static bool is_at_position(const UnitCheck *c, Expr e)
{
    uint32_t n = expr_op(c->s, e) == EX_INDEX ? expr_node(c->s, e)->nargs : 0;
    bool all = n;
    for (uint32_t i = 1; i < n && all; i++)
        all = expr_op(c->s, expr_arg(c->s, e, i)) == EX_ITER;
    return all;
}

static void attribute_elements(UnitCheck *c, Expr e, Elements *out)
{
    while (e && (expr_op(c->s, e) == EX_TOREAL || is_at_position(c, e)))
        e = expr_arg(c->s, e, 0);
    bool array = e && expr_op(c->s, e) == EX_ARRAY;
    for (uint32_t i = 0; array && i < expr_node(c->s, e)->nargs; i++)
        attribute_elements(c, expr_arg(c->s, e, i), out);
    if (!array)
        vec_push(c->arena, out, e);
}

/* The number that element i of n is, perhaps as the value of a parameter. */
static bool attribute_in(UnitCheck *c, const Elements *a, int i, int n, double *x)
{
    Expr e = a->n == 1 ? a->v[0] : a->n == n ? a->v[i] : 0;
    uint32_t v = e && expr_op(c->s, e) == EX_CREF ? units_var(c, e) : 0;
    const FlatVar *p = v ? &c->f->var.v[v - 1] : NULL;
    return units_number_in(c, e, x) ||
           (p && p->variability <= VARY_PARAMETER && units_number_in(c, p->value, x));
}

enum { MINIMUM, MAXIMUM, NOMINAL, VALUE, LIMITS };

/* Of element i of n of a variable. */
static void check_limits(UnitCheck *c, const FlatVar *v, const Elements *a, int i, int n)
{
    const char *name = flat_part_text(c->f, v->part);
    bool value = v->variability <= VARY_PARAMETER && v->value;
    Span declared = c->f->part.v[v->part].span;
    double x, min = -INFINITY, max = INFINITY;
    attribute_in(c, &a[MINIMUM], i, n, &min);
    attribute_in(c, &a[MAXIMUM], i, n, &max);
    if (min > max && units_is_new(c, declared)) {
        units_say(c, declared, "the minimum %g of `%s` is above its maximum %g", min, name, max);
        return;
    }
    if (attribute_in(c, &a[NOMINAL], i, n, &x) && x == 0 && units_is_new(c, declared))
        units_say(c, declared,
                  "the nominal value of `%s` is 0: it is to be the usual size of its values", name);
    if (!attribute_in(c, &a[VALUE], i, n, &x))
        return;
    const char *what = value ? "value" : "start value";
    Span at = value ? v->value_span : units_place_of_start(c, v);
    if (x < min && units_is_new(c, at))
        units_say(c, at, "the %s %g of `%s` is below its minimum %g%s", what, x, name, min,
                  min > 0 && min < 1e-30 ? "; it must be positive" : meant_text(c, v, x, min));
    else if (x > max && units_is_new(c, at))
        units_say(c, at, "the %s %g of `%s` is above its maximum %g%s", what, x, name, max,
                  percent_text(c, x, max));
    else if (i == 0)
        check_meant(c, v, at, what, x);
}

void units_check_limits(UnitCheck *c)
{
    for (int i = 0; i < c->f->var.n; i++) {
        const FlatVar *v = &c->f->var.v[i];
        bool value = v->variability <= VARY_PARAMETER && v->value;
        const Expr part[LIMITS] = {v->min, v->max, v->nominal, value ? v->value : v->start};
        Elements a[LIMITS] = {0};
        int n = 1;
        for (int k = 0; k < LIMITS; k++) {
            attribute_elements(c, part[k], &a[k]);
            n = a[k].n > n ? a[k].n : n;
        }
        for (int k = 0; k < n; k++)
            check_limits(c, v, a, k, n);
    }
}

/* The name with one of its words replaced, as yMax for yMin; NULL: it has none of these words. */
static const char *other_limit(UnitCheck *c, const char *name)
{
    static const char *const pair[][2] = {{"Min", "Max"},  {"min", "max"},     {"Low", "High"},
                                          {"low", "high"}, {"Lower", "Upper"}, {"lower", "upper"}};
    const char *found = NULL, *with = NULL;
    size_t length = 0;
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        const char *at = strstr(name, pair[i][0]);
        if (at && strlen(pair[i][0]) >= length) {
            found = at;
            length = strlen(pair[i][0]);
            with = pair[i][1];
        }
    }
    return found
               ? arena_printf(c->arena, "%.*s%s%s", (int)(found - name), name, with, found + length)
               : NULL;
}

/* Lower limits above upper ones of the same component: LimIntegrator(outMin = 5, outMax = 0). */
void units_check_exchanged(UnitCheck *c)
{
    Map at = {0};
    NameTable *names = c->m->ctx->names;
    for (int i = 0; i < c->f->var.n; i++) {
        const FlatPart *p = &c->f->part.v[c->f->var.v[i].part];
        map_set(&at, c->arena, map_pair(p->parent, p->name), (uint32_t)i + 1);
    }
    for (int i = 0; i < c->f->var.n; i++) {
        const FlatVar *low = &c->f->var.v[i];
        const FlatPart *p = &c->f->part.v[low->part];
        double x, y;
        const char *other = low->variability <= VARY_PARAMETER && units_number_in(c, low->value, &x)
                                ? other_limit(c, name_text(names, p->name))
                                : NULL;
        uint32_t k = other ? map_get(&at, map_pair(p->parent, name_cstr(names, other)), 0) : 0;
        const FlatVar *high = k ? &c->f->var.v[k - 1] : NULL;
        if (!high || high->variability > VARY_PARAMETER || !units_number_in(c, high->value, &y) ||
            x < y)
            continue;
        Span where = units_is_users(c, low->value_span) ? low->value_span : high->value_span;
        if (units_is_users(c, where) && units_is_new(c, where))
            units_say(c, where,
                      x > y ? "`%s` is %g, above `%s`, which is %g: are they exchanged?"
                            : "`%s` is %g and so is `%s` (%g): they leave no room between them; is "
                              "a sign missing?",
                      flat_part_text(c->f, low->part), x, flat_part_text(c->f, high->part), y);
    }
}
