/* unit_check.c - units of measure, checked and inferred over the flat model.
 *
 * The unit of an expression follows from those of its variables. Terms of a sum, the sides of an
 * equation or a relation, the branches of an `if`, connected variables, an argument and the input
 * it is for must have one unit; what has another one is reported with the places of both.
 *
 * Only what is certain is reported. A variable without a unit, and a number, have any: but small
 * numbers such as 2 or 0.5 (and pi) have none as factors, while 3.6 or 1000 may convert. So may
 * `time`, and what sin or exp give: sin(2*time) may be a voltage. A scalar
 * variable without a unit gets that which an equation demands, if it is the only one in it that is
 * not known: this is repeated ROUNDS times over all equations, so the work is linear. An array
 * gets none, its elements may differ; a parameter whose declared unit is "1" is a gain, which as a
 * factor may have any. */
#include "model/unit_internal.h"

#include <math.h>

/* ---- Units by number ---- */

static uint64_t hash_of(const Unit *u)
{
    uint64_t h = (uint64_t)llround(log(u->factor) * 1e9) * 0x9E3779B97F4A7C15u;
    for (int i = 0; i < UNIT_BASES; i++)
        h = (h ^ (uint16_t)u->power[i]) * 0x100000001B3u;
    return (h ^ (uint64_t)u->offset) >> 1;
}

static uint32_t units_number(UnitCheck *c, const Unit *u)
{
    uint64_t key = hash_of(u);
    uint32_t k = map_get(&c->by_value, key, FREE);
    while (k != FREE && !unit_same(&c->unit.v[k], u))
        k = map_get(&c->by_value, ++key, FREE);
    if (k == FREE) {
        k = (uint32_t)c->unit.n;
        map_set(&c->by_value, c->arena, key, k);
        vec_push(c->arena, &c->unit, *u);
        vec_push(c->arena, &c->text, (Name)0);
    }
    return k;
}

/* a*b^(n/d) */
uint32_t units_times(UnitCheck *c, uint32_t a, uint32_t b, int n, int d)
{
    Unit u;
    if (a == FREE || b == FREE || !unit_multiply(&c->unit.v[a], &c->unit.v[b], n, d, &u))
        return FREE;
    return n == 0 || b == ONE ? a : units_number(c, &u);
}

uint32_t units_seconds(UnitCheck *c)
{
    Unit s;
    unit_read("s", &s);
    return units_number(c, &s);
}

/* ---- Declared units ---- */

static uint32_t unit_named(UnitCheck *c, Name text, Name what, Span at)
{
    if (!text || !*text_of(c->m->ctx, text))
        return FREE;
    uint32_t k = map_get(&c->by_name, text, 0);
    if (k)
        return k - 1;
    Unit u;
    const char *why = unit_read(text_of(c->m->ctx, text), &u);
    k = why ? FREE : units_number(c, &u);
    if (!why && !c->text.v[k])
        c->text.v[k] = text;
    if (why)
        units_say_unknown(c, at, text_of(c->m->ctx, text), text_of(c->m->ctx, what), why);
    map_set(&c->by_name, c->arena, text, k + 1);
    return k;
}

static Name attribute_text(UnitCheck *c, Comp *comp)
{
    Expr e = comp_attribute(c->m, comp, ATTR_UNIT);
    return e && expr_op(c->s, e) == EX_STRING ? (Name)expr_node(c->s, e)->payload : 0;
}

/* Of a component that is a constant of a package or has a variable. */
uint32_t units_declared(UnitCheck *c, uint32_t part)
{
    if (c->declared[part])
        return c->declared[part] - 1;
    const FlatPart *p = &c->f->part.v[part];
    const FlatVar *v = p->var ? &c->f->var.v[p->var - 1] : NULL;
    Name text = v ? (v->unit_at ? 0 : v->unit)
                : p->simple && !p->parent && !c->m->comp.v[part]->in_function
                    ? attribute_text(c, c->m->comp.v[part])
                    : 0;
    uint32_t k = unit_named(c, text, p->name, p->span);
    c->declared[part] = k + 1;
    return k;
}

bool units_is_real(UnitCheck *c, Type t)
{
    return type_info(expr_types(c->s), t)->base == TY_REAL;
}

uint32_t units_of_part(UnitCheck *c, uint32_t part)
{
    uint32_t k = units_declared(c, part), var = c->f->part.v[part].var;
    return k == FREE && var ? c->inferred[var - 1] : k;
}

static uint32_t unit_of_reference(UnitCheck *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    if (!units_is_real(c, n->type))
        return FREE;
    if (n->op == EX_CREF)
        return units_of_part(c, (uint32_t)n->payload);
    if (n->op == EX_LOCAL)
        return c->in ? c->local[n->payload] : FREE;
    return units_of_part(c, flat_var_of(c->f, (uint32_t)n->payload)->part);
}

/* ---- Expressions ---- */

/* Of all that must have one unit: that of the first that has one. */
typedef struct Common {
    const char *what;
    Expr first;
    Expr sum; /* whose terms they are; 0: it is something else */
    uint32_t unit;
    bool open; /* the unit of one of them is not known: a difference in K may be added to degC */
} Common;

static void common_add(UnitCheck *c, Common *all, Expr e)
{
    uint32_t k = units_of(c, e);
    if (k == FREE) {
        all->open = true;
        return;
    }
    if (all->unit == FREE) {
        all->unit = k;
        all->first = e;
    } else if (k != all->unit) {
        units_mismatch(c, all->what, all->sum, all->first, all->unit, e, k);
    }
}

/* K and degC may be added: a difference to a temperature in degC, or T - T_zero. */
static bool shifts_temperature(UnitCheck *c, Expr e)
{
    uint32_t n = expr_node(c->s, e)->nargs, temperatures = 0, fixed = 0;
    double least = INFINITY, most = -INFINITY; /* offsets */
    for (uint32_t i = 0; i < n; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t k = units_of(c, arg);
        if (k != FREE && units_is_temperature(c, k)) {
            temperatures++;
            least = fmin(least, c->unit.v[k].offset);
            most = fmax(most, c->unit.v[k].offset);
        }
        if (expr_op(c->s, arg) == EX_NEG)
            arg = expr_arg(c->s, arg, 0);
        fixed += units_is_number(c, arg) || (expr_op(c->s, arg) == EX_CREF &&
                                             c->f->part.v[expr_node(c->s, arg)->payload].value);
    }
    return temperatures && (fixed || least < most);
}

/* T1 - T2: as many temperatures are taken away as are there. */
static bool is_difference(UnitCheck *c, Expr e)
{
    int n = 0;
    for (uint32_t i = 0; i < expr_node(c->s, e)->nargs; i++) {
        bool minus = expr_op(c->s, expr_arg(c->s, e, i)) == EX_NEG;
        n += minus || (i && expr_op(c->s, e) == EX_SUB) ? -1 : 1;
    }
    return n == 0;
}

static uint32_t sum_unit(UnitCheck *c, Expr e)
{
    if (shifts_temperature(c, e))
        return FREE;
    Common all = {.what = "the terms of this sum", .sum = e};
    for (uint32_t i = 0; i < expr_node(c->s, e)->nargs; i++)
        common_add(c, &all, expr_arg(c->s, e, i));
    bool difference = all.unit != FREE && units_is_temperature(c, all.unit) &&
                      (all.open || (c->unit.v[all.unit].offset && is_difference(c, e)));
    return difference ? FREE : all.unit;
}

static bool is_one(UnitCheck *c, Expr e)
{
    while (expr_op(c->s, e) == EX_TOREAL || expr_op(c->s, e) == EX_NEG)
        e = expr_arg(c->s, e, 0);
    return expr_is_one(c->s, e);
}

/* A temperature in degC times what is for each K, as in the law of gases: it is meant absolute. */
static void check_absolute(UnitCheck *c, Expr e, uint32_t n)
{
    enum { KELVIN = 4 };
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            uint32_t a = units_of(c, expr_arg(c->s, e, i)), b = units_of(c, expr_arg(c->s, e, j));
            if (i == j || a == FREE || b == FREE || !c->unit.v[a].offset ||
                c->unit.v[b].power[KELVIN] >= 0 || !c->checks || !units_is_new(c, c->at))
                continue;
            units_say(c, c->at,
                      "`%s` is in %s, whose 0 is not that of K, but multiplied with `%s` in %s: an "
                      "absolute "
                      "temperature is meant; 0 degC is 273.15 K",
                      units_expr_text(c, expr_arg(c->s, e, i)), units_text(c, a),
                      units_expr_text(c, expr_arg(c->s, e, j)), units_text(c, b));
            units_note_both(c, expr_arg(c->s, e, i), expr_arg(c->s, e, j));
        }
}

/* Numbers that everybody writes for each K: the gas constant, those of air, steam, nitrogen and
 * oxygen, and Stefan and Boltzmann's. */
static bool is_per_kelvin(UnitCheck *c, Expr e)
{
    static const double known[] = {8.314, 287, 461.5, 296.8, 259.8, 5.67e-8};
    while (expr_op(c->s, e) == EX_TOREAL || expr_op(c->s, e) == EX_SPELLED)
        e = expr_arg(c->s, e, 0);
    double x = expr_is_number(c->s, e) ? expr_number(c->s, e) : 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (fabs(x - known[i]) < 1e-3 * known[i])
            return true;
    return false;
}

/* The factor in degC, perhaps in a power, beside such a number. */
static void check_absolute_number(UnitCheck *c, Expr e, uint32_t n)
{
    Expr cold = 0, number = 0;
    for (uint32_t i = 0; i < n; i++) {
        Expr arg = expr_arg(c->s, e, i), base = arg;
        if (is_per_kelvin(c, arg))
            number = arg;
        if (expr_op(c->s, base) == EX_POW)
            base = expr_arg(c->s, base, 0);
        uint32_t k = units_of(c, base);
        if (k != FREE && c->unit.v[k].offset)
            cold = base;
    }
    if (!cold || !number || !c->checks || !units_is_new(c, c->at))
        return;
    units_say(c, c->at,
              "`%s` is in degC, but beside the constant %s an absolute temperature in K is meant: "
              "`%s + 273.15`",
              units_expr_text(c, cold), units_expr_text(c, number), units_expr_text(c, cold));
    units_note(c, cold);
}

/* T - 293.15, beside which stands what is for each K: then it is in K, whatever the number means.
 */
static bool is_shifted_sum(UnitCheck *c, Expr e)
{
    ExprOp op = expr_op(c->s, e);
    return (op == EX_ADD || op == EX_SUB) && shifts_temperature(c, e);
}

static uint32_t kelvin_beside(UnitCheck *c, uint32_t k)
{
    static const Unit kelvin = {{0, 0, 0, 0, UNIT_PART}, 1, 0};
    enum { KELVIN = 4 };
    return k != FREE && c->unit.v[k].power[KELVIN] == -UNIT_PART
               ? units_times(c, k, units_number(c, &kelvin), 1, 1)
               : FREE;
}

/* Numbers alone may have any unit, and so may what they are divided by: 1.5/f. But 1/f is meant as
 * it stands. */
static uint32_t product_unit(UnitCheck *c, Expr e, bool divide)
{
    uint32_t k = ONE, n = expr_node(c->s, e)->nargs, bare = 0, shifted = 0, sums = 0;
    for (uint32_t i = 0; i < n; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t one = units_of_factor(c, arg);
        if (one == FREE && !divide && is_shifted_sum(c, arg)) {
            sums++;
            continue;
        }
        k = units_times(c, k, one, i && divide ? -1 : 1, 1);
        bare += units_is_pure(c, arg, 0);
        shifted += one != FREE && c->unit.v[one].offset;
    }
    if (sums)
        k = sums == 1 ? kelvin_beside(c, k) : FREE;
    if (!divide)
        check_absolute_number(c, e, n);
    if (shifted && bare == n - 1) /* a part of a mean: 0.5*(T1 + T2) is in degC */
        return FREE;
    if (!divide)
        check_absolute(c, e, n);
    Expr first = expr_arg(c->s, e, 0);
    bool number =
        divide ? units_is_pure(c, first, 0) && !is_one(c, first) && !units_has_pi(c, first, 0)
               : bare == n;
    return number || bare == n ? FREE : k;
}

static uint32_t power_unit(UnitCheck *c, Expr e)
{
    uint32_t k = units_of_factor(c, expr_arg(c->s, e, 0));
    Expr n = expr_arg(c->s, e, 1);
    if (k == ONE) /* sin(t)^2 may have any, as sin(t) may */
        return units_is_pure(c, e, 0) ? FREE : ONE;
    if (!units_is_number(c, n))
        return FREE;
    ExprOp op = expr_op(c->s, n);
    int sign = 1;
    for (; op == EX_NEG || op == EX_TOREAL; op = expr_op(c->s, n)) {
        sign = op == EX_NEG ? -sign : sign;
        n = expr_arg(c->s, n, 0);
    }
    double x = 12 * sign * expr_number(c->s, n);
    return x == floor(x) && fabs(x) <= 240 ? units_times(c, ONE, k, (int)x, 12) : FREE;
}

static uint32_t same_unit(UnitCheck *c, Expr e, uint32_t from, const char *what)
{
    Common all = {.what = what};
    for (uint32_t i = from; i < expr_node(c->s, e)->nargs; i++)
        common_add(c, &all, expr_arg(c->s, e, i));
    return all.unit;
}

/* cos(45), or of a parameter with that value and without a unit. */
static void check_degrees(UnitCheck *c, Expr e, Expr arg)
{
    uint32_t v = units_is_reference(expr_op(c->s, arg)) ? units_var(c, arg) : 0;
    double x;
    bool known = v ? units_is_gain(c, arg) && units_number_in(c, c->f->var.v[v - 1].value, &x)
                   : units_number_in(c, arg, &x);
    if (!known || !units_round_degrees(x) || expr_op(c->s, e) == EX_EXP ||
        !units_is_users(c, c->at) || !units_is_new(c, c->at))
        return;
    units_say(c, c->at,
              "`%s` takes an angle in rad, but `%s` is %g, which is %.4g turns; if %g degrees are "
              "meant, multiply by pi/180",
              op_info[expr_op(c->s, e)].text, units_expr_text(c, arg), x, x / 6.283185307179586, x);
    if (v)
        diag_note(c->m->ctx->diags, c->f->part.v[c->f->var.v[v - 1].part].span,
                  "`%s` is declared here, without a unit", units_expr_text(c, arg));
}

static bool is_gas_constant(UnitCheck *c, uint32_t k)
{
    Unit u;
    return !unit_read("J/(K.mol)", &u) && unit_same_dimension(&u, &c->unit.v[k]);
}

/* Functions of numbers without a unit. */
static uint32_t number_function(UnitCheck *c, Expr e)
{
    Expr arg = expr_arg(c->s, e, 0);
    uint32_t k = units_of_factor(c, arg);
    if (c->checks && units_of(c, arg) == FREE)
        check_degrees(c, e, arg);
    if (k == FREE || k == ONE || !c->checks || !units_is_new(c, c->at))
        return FREE;
    bool other = !unit_same_dimension(&c->unit.v[k], &c->unit.v[ONE]);
    units_say(c, c->at, "the argument of `%s` must be a number without unit%s, but `%s` is in %s%s",
              op_info[expr_op(c->s, e)].text,
              expr_op(c->s, e) == EX_EXP ? "" : " (or an angle in rad)", units_expr_text(c, arg),
              units_text(c, k),
              other ? arena_printf(
                          c->arena, "; divide it by a quantity in %s%s", units_text(c, k),
                          is_gas_constant(c, k) ? ", as the gas constant Modelica.Constants.R" : "")
                    : units_scale_hint(c, k, ONE));
    units_note(c, arg);
    return FREE;
}

/* How many inputs an argument gives: of a record, one for each of its leaves. */
static int leaves_of(UnitCheck *c, Expr arg)
{
    TypeTable *types = expr_types(c->s);
    Type t = expr_type(c->s, arg);
    TypeList all = {0};
    if (type_info(types, t)->base != TY_RECORD)
        return 1;
    type_leaves(types, c->arena, t, &all);
    return all.n;
}

/* The function, and the input (its leaves, of a record) from which each argument on is given; NULL:
 * they do not correspond. */
static const Func *plain_callee(UnitCheck *c, Expr e, int **first)
{
    const ExprNode *n = expr_node(c->s, e);
    const Func *f = func_get(c->s, (uint32_t)n->payload);
    int inputs = 0;
    *first = ARENA_ARRAY(c->arena, int, n->nargs + 1);
    for (uint32_t i = 0; f && i < n->nargs; i++) {
        (*first)[i] = inputs;
        inputs += leaves_of(c, expr_arg(c->s, e, i));
    }
    return f && f->ninputs == inputs ? f : NULL;
}

static uint32_t unit_wanted(UnitCheck *c, const Func *f, Expr arg, int first)
{
    const FuncVar *in = &f->var[first];
    bool record = type_info(expr_types(c->s), expr_type(c->s, arg))->base == TY_RECORD;
    return !record && units_is_real(c, in->type) ? unit_named(c, in->unit, in->name, in->span)
                                                 : FREE;
}

/* The argument behind i with which it would fit if both were exchanged; 0: none. */
static Expr exchanged(UnitCheck *c, const Func *f, Expr e, uint32_t i, const int *first)
{
    Expr arg = expr_arg(c->s, e, i);
    uint32_t k = units_of(c, arg), want = unit_wanted(c, f, arg, first[i]);
    for (uint32_t j = i + 1; j < expr_node(c->s, e)->nargs; j++) {
        Expr other = expr_arg(c->s, e, j);
        bool fits = units_of(c, other) == want || units_is_number(c, other);
        if (unit_wanted(c, f, other, first[j]) == k && fits)
            return other;
    }
    return 0;
}

/* Where argument i has a unit that is not that of the input. */
static void argument_mismatch(UnitCheck *c, const Func *f, Expr e, uint32_t i, const int *first)
{
    Expr arg = expr_arg(c->s, e, i), other = exchanged(c, f, e, i, first);
    uint32_t want = unit_wanted(c, f, arg, first[i]);
    const FuncVar *in = &f->var[first[i]];
    uint32_t k = units_of(c, arg);
    Buf hint = {0};
    if (other)
        buf_printf(&hint, "; it fits if `%s` and `%s` are exchanged", units_expr_text(c, arg),
                   units_expr_text(c, other));
    else
        buf_puts(&hint, units_scale_hint(c, k, want));
    units_say(c, c->at, "`%s` is given in %s, but the input `%s` of `%s` is in %s%s",
              units_expr_text(c, arg), units_written(c, arg, k), text_of(c->m->ctx, in->name),
              text_of(c->m->ctx, f->name), text_of(c->m->ctx, in->unit), buf_text(&hint));
    buf_free(&hint);
    units_note(c, arg);
    diag_note(c->m->ctx->diags, in->span, "`%s` is declared with unit %s",
              text_of(c->m->ctx, in->name), text_of(c->m->ctx, in->unit));
}

static uint32_t call_unit(UnitCheck *c, Expr e)
{
    int *first;
    const Func *f = plain_callee(c, e, &first);
    for (uint32_t i = 0; f && i < expr_node(c->s, e)->nargs; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t want = unit_wanted(c, f, arg, first[i]), k = units_of(c, arg);
        if (k != FREE && want != FREE && k != want && c->checks && units_is_new(c, c->at))
            argument_mismatch(c, f, e, i, first);
    }
    if (!f || f->noutputs != 1 || !units_is_real(c, f->var[f->ninputs].type))
        return FREE;
    return unit_named(c, f->var[f->ninputs].unit, f->var[f->ninputs].name, f->var[f->ninputs].span);
}

/* Branches may convert: if in_kelvin then T else to_degC(T). */
static uint32_t branch_unit(UnitCheck *c, Expr e)
{
    uint32_t a = units_of(c, expr_arg(c->s, e, 1)), b = units_of(c, expr_arg(c->s, e, 2));
    if (a != FREE && b != FREE && a != b && unit_same_dimension(&c->unit.v[a], &c->unit.v[b]))
        return FREE;
    return same_unit(c, e, 1, "the branches of this `if`");
}

static uint32_t all_units(UnitCheck *c, Expr e)
{
    for (uint32_t i = 0; i < expr_node(c->s, e)->nargs; i++)
        units_of(c, expr_arg(c->s, e, i));
    return FREE;
}

/* How the unit of an operator follows from those of its operands. */
typedef enum {
    RULE_NONE, /* any: it has none, or it is not known */
    RULE_REFERENCE,
    RULE_SUM,
    RULE_PRODUCT,
    RULE_QUOTIENT,
    RULE_POWER,
    RULE_ROOT,
    RULE_DERIVATIVE,
    RULE_FIRST,  /* that of the first operand */
    RULE_SECOND, /* of the second */
    RULE_IF,
    RULE_EQUAL, /* all operands have it */
    RULE_RELATION,
    RULE_NUMBER, /* the operand is a number without unit */
    RULE_TIMES,  /* the operands behind the first are times; of `sample` all */
    RULE_CALL
} UnitRule;

static const uint8_t rule_of[EX_COUNT] = {
    [EX_CREF] = RULE_REFERENCE,   [EX_VAR] = RULE_REFERENCE,
    [EX_ARRVAR] = RULE_REFERENCE, [EX_LOCAL] = RULE_REFERENCE,
    [EX_ADD] = RULE_SUM,          [EX_SUB] = RULE_SUM,
    [EX_MUL] = RULE_PRODUCT,      [EX_MATMUL] = RULE_PRODUCT,
    [EX_CROSS] = RULE_PRODUCT,    [EX_OUTERPRODUCT] = RULE_PRODUCT,
    [EX_DIV] = RULE_QUOTIENT,     [EX_POW] = RULE_POWER,
    [EX_SQRT] = RULE_ROOT,        [EX_DER] = RULE_DERIVATIVE,
    [EX_NEG] = RULE_FIRST,        [EX_ABS] = RULE_FIRST,
    [EX_PRE] = RULE_FIRST,        [EX_NOEVENT] = RULE_FIRST,
    [EX_SUM] = RULE_FIRST,        [EX_MINOF] = RULE_FIRST,
    [EX_MAXOF] = RULE_FIRST,      [EX_TRANSPOSE] = RULE_FIRST,
    [EX_SYMMETRIC] = RULE_FIRST,  [EX_SKEW] = RULE_FIRST,
    [EX_DIAGONAL] = RULE_FIRST,   [EX_VECTOR] = RULE_FIRST,
    [EX_MATRIX] = RULE_FIRST,     [EX_SCALAR] = RULE_FIRST,
    [EX_INSTREAM] = RULE_FIRST,   [EX_ACTUALSTREAM] = RULE_FIRST,
    [EX_HOLD] = RULE_FIRST,       [EX_PREVIOUS] = RULE_FIRST,
    [EX_NOCLOCK] = RULE_FIRST,    [EX_RELAX] = RULE_FIRST,
    [EX_INDEX] = RULE_FIRST,      [EX_FILL] = RULE_FIRST,
    [EX_DELAY] = RULE_TIMES,      [EX_SAMPLE] = RULE_TIMES,
    [EX_PROMOTE] = RULE_FIRST,    [EX_CLOCKED] = RULE_FIRST,
    [EX_SMOOTH] = RULE_SECOND,    [EX_IF] = RULE_IF,
    [EX_HOMOTOPY] = RULE_EQUAL,   [EX_MIN] = RULE_EQUAL,
    [EX_MAX] = RULE_EQUAL,        [EX_LT] = RULE_RELATION,
    [EX_LE] = RULE_RELATION,      [EX_GT] = RULE_RELATION,
    [EX_GE] = RULE_RELATION,      [EX_EQ] = RULE_RELATION,
    [EX_NE] = RULE_RELATION,      [EX_SIN] = RULE_NUMBER,
    [EX_COS] = RULE_NUMBER,       [EX_TAN] = RULE_NUMBER,
    [EX_EXP] = RULE_NUMBER,       [EX_CALL] = RULE_CALL,
};

/* sample(start, interval), delay(x, time): times are in seconds. */
static uint32_t times_unit(UnitCheck *c, Expr e)
{
    bool delays = expr_op(c->s, e) == EX_DELAY;
    uint32_t first = delays ? units_of(c, expr_arg(c->s, e, 0)) : FREE;
    for (uint32_t i = delays; i < expr_node(c->s, e)->nargs; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t k = units_of(c, arg);
        if (k == FREE || k == ONE || k == units_seconds(c) || !c->checks || !units_is_new(c, c->at))
            continue;
        units_say(c, c->at, "`%s` is in %s, but the times of `%s` are in s%s",
                  units_expr_text(c, arg), units_text(c, k), delays ? "delay" : "sample",
                  units_scale_hint(c, k, units_seconds(c)));
        units_note(c, arg);
    }
    return first;
}

static uint32_t compute_unit(UnitCheck *c, Expr e)
{
    switch ((UnitRule)rule_of[expr_op(c->s, e)]) {
    case RULE_NONE:
        return all_units(c, e);
    case RULE_REFERENCE:
        return unit_of_reference(c, e);
    case RULE_SUM:
        return sum_unit(c, e);
    case RULE_PRODUCT:
        return product_unit(c, e, false);
    case RULE_QUOTIENT:
        return product_unit(c, e, true);
    case RULE_POWER:
        return power_unit(c, e);
    case RULE_ROOT:
        return units_is_pure(c, e, 0)
                   ? FREE
                   : units_times(c, ONE, units_of_factor(c, expr_arg(c->s, e, 0)), 1, 2);
    case RULE_DERIVATIVE:
        return units_times(c, units_of(c, expr_arg(c->s, e, 0)), units_seconds(c), -1, 1);
    case RULE_FIRST:
        return units_of(c, expr_arg(c->s, e, 0));
    case RULE_SECOND:
        return units_of(c, expr_arg(c->s, e, 1));
    case RULE_IF:
        units_of(c, expr_arg(c->s, e, 0));
        return branch_unit(c, e);
    case RULE_EQUAL:
        return same_unit(c, e, 0, "the arguments of this function");
    case RULE_RELATION:
        same_unit(c, e, 0, "the sides of this relation");
        return FREE;
    case RULE_NUMBER:
        return number_function(c, e);
    case RULE_TIMES:
        return times_unit(c, e);
    case RULE_CALL:
        all_units(c, e);
        return call_unit(c, e);
    }
    return FREE;
}

uint32_t units_of(UnitCheck *c, Expr e)
{
    if (e < c->nmemo && c->walked[e] == c->walk)
        return c->memo[e];
    if (c->depth > DEEPEST)
        return FREE;
    c->depth++;
    uint32_t k = compute_unit(c, e);
    c->depth--;
    if (e < c->nmemo) {
        c->memo[e] = k;
        c->walked[e] = c->walk;
    }
    return k;
}

/* ---- Inference ---- */

static void infer(UnitCheck *c, Expr e, uint32_t k);

static void infer_variable(UnitCheck *c, Expr e, uint32_t k)
{
    uint32_t v = units_var(c, e);
    if (!v || c->branches || c->f->var.v[v - 1].unit || c->f->var.v[v - 1].unit_at ||
        c->inferred[v - 1] || c->f->var.v[v - 1].count != 1 ||
        !units_is_real(c, c->f->var.v[v - 1].type))
        return;
    c->inferred[v - 1] = k;
    c->because[v - 1] = c->at;
}

static void infer_product(UnitCheck *c, Expr e, uint32_t k, bool divide)
{
    uint32_t n = expr_node(c->s, e)->nargs, open = n, rest = ONE;
    for (uint32_t i = 0; i < n; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t u = units_of_factor(c, arg);
        if (u == FREE && (open < n || units_is_number(c, arg) || units_is_gain(c, arg)))
            return;
        if (u == FREE)
            open = i;
        else
            rest = units_times(c, rest, u, i && divide ? -1 : 1, 1);
    }
    if (open == n || rest == FREE)
        return;
    uint32_t u = units_times(c, k, rest, -1, 1);
    infer(c, expr_arg(c->s, e, open), open && divide ? units_times(c, ONE, u, -1, 1) : u);
}

/* e must have unit k: what that says of variables in it without a unit. */
static void infer(UnitCheck *c, Expr e, uint32_t k)
{
    if (k == FREE || units_of(c, e) != FREE || c->depth > DEEPEST)
        return;
    c->depth++;
    uint32_t n = expr_node(c->s, e)->nargs;
    switch (expr_op(c->s, e)) {
    case EX_CREF:
    case EX_VAR:
        infer_variable(c, e, k);
        break;
    case EX_NEG:
    case EX_NOEVENT:
    case EX_PRE:
    case EX_ABS:
        infer(c, expr_arg(c->s, e, 0), k);
        break;
    case EX_SMOOTH:
        infer(c, expr_arg(c->s, e, 1), k);
        break;
    case EX_DER:
        infer(c, expr_arg(c->s, e, 0), units_times(c, k, units_seconds(c), 1, 1));
        break;
    case EX_ADD:
    case EX_SUB:
        for (uint32_t i = 0; i < n && !units_is_temperature(c, k); i++)
            infer(c, expr_arg(c->s, e, i), k);
        break;
    case EX_MUL:
        infer_product(c, e, k, false);
        break;
    case EX_DIV:
        infer_product(c, e, k, true);
        break;
    default:
        break;
    }
    c->depth--;
}

/* ---- Equations ---- */

/* The unit that a variable is declared with, as written; "" if it is none. */
static const char *written_unit(UnitCheck *c, Expr e)
{
    uint32_t v = expr_op(c->s, e) == EX_CREF || expr_op(c->s, e) == EX_VAR ? units_var(c, e) : 0;
    Name text = v && !c->f->var.v[v - 1].unit_at ? c->f->var.v[v - 1].unit : 0;
    return text ? text_of(c->m->ctx, text) : "";
}

/* A frequency is no angular velocity, though an angle has no dimension: said where one variable is
 * the other. */
static void check_turns(UnitCheck *c, const char *what, Expr a, Expr b)
{
    const char *u = written_unit(c, a), *v = written_unit(c, b);
    bool turns = !strcmp(u, "Hz") && !strcmp(v, "rad/s"),
         turned = !strcmp(v, "Hz") && !strcmp(u, "rad/s");
    if ((!turns && !turned) || !units_is_new(c, c->at))
        return;
    units_say(c, c->at,
              "%s have different units: `%s` is in %s, `%s` in %s; 1 Hz is 6.28319 rad/s: 2*pi is "
              "missing",
              what, units_expr_text(c, a), u, units_expr_text(c, b), v);
    for (int i = 0; i < 2; i++) {
        Expr e = i ? b : a;
        diag_note(c->m->ctx->diags, c->f->part.v[c->f->var.v[units_var(c, e) - 1].part].span,
                  "`%s` is declared with unit %s", units_expr_text(c, e), i ? v : u);
    }
}

static void check_equal(UnitCheck *c, const char *what, Expr a, Expr b)
{
    c->side[0] = a;
    c->side[1] = b;
    uint32_t u = units_of(c, a), v = units_of(c, b);
    uint32_t n = expr_op(c->s, b) == EX_ARRAY && units_is_reference(expr_op(c->s, a)) &&
                         u != FREE && v == FREE && c->checks
                     ? expr_node(c->s, b)->nargs
                     : 0;
    for (uint32_t i = 0; i < n; i++) {
        Expr e = expr_arg(c->s, b, i);
        uint32_t k = units_is_reference(expr_op(c->s, e)) ? units_of(c, e) : FREE;
        if (k != FREE && k != u)
            units_mismatch(c, what, 0, a, u, e, k);
    }
    if (u != FREE && v != FREE && u != v)
        units_mismatch(c, what, 0, a, u, b, v);
    else if (c->checks && u == v && u != FREE)
        check_turns(c, what, a, b);
    else if (!c->checks && u != FREE)
        infer(c, b, u);
    else if (!c->checks)
        infer(c, a, v);
    if (c->checks && !c->in) {
        units_expect(c, a, v == FREE ? u : v);
        units_expect(c, b, u == FREE ? v : u);
    }
}

/* A start value that is computed has the unit of its variable. */
static void check_start(UnitCheck *c, const FlatVar *v, uint32_t k)
{
    Span at = units_place_of_start(c, v);
    if (!c->checks || !v->start || !units_is_real(c, v->type))
        return;
    c->at = at;
    uint32_t u = units_of(c, v->start);
    if (k == FREE || u == FREE || u == ONE || u == k || !units_is_new(c, at))
        return;
    units_say(c, at, "`%s` is in %s, but its start value `%s` is in %s%s",
              flat_part_text(c->f, v->part), units_text(c, k), units_expr_text(c, v->start),
              units_beside(c, v->start, u, k), units_scale_hint(c, u, k));
    units_note(c, v->start);
}

static void check_results(UnitCheck *c, const FlatEq *eq)
{
    int *first;
    const Func *f = expr_op(c->s, eq->rhs) == EX_CALL ? plain_callee(c, eq->rhs, &first) : NULL;
    units_of(c, eq->rhs);
    if (!f || eq->noutputs > f->noutputs)
        return;
    for (int i = 0; i < eq->noutputs; i++) {
        const FuncVar *out = &f->var[f->ninputs + i];
        if (eq->output[i] &&
            type_info(expr_types(c->s), expr_type(c->s, eq->output[i]))->base == TY_RECORD)
            return; /* those behind it are leaves of it */
        if (!eq->output[i] || expr_op(c->s, eq->output[i]) == EX_WILD ||
            !units_is_real(c, out->type))
            continue;
        uint32_t k = units_of(c, eq->output[i]);
        uint32_t u = unit_named(c, out->unit, out->name, out->span);
        if (k == FREE && !c->checks)
            infer(c, eq->output[i], u);
        if (k == FREE || u == FREE || k == u || !c->checks || !units_is_new(c, c->at))
            continue;
        units_say(c, c->at, "`%s` is in %s, but the output `%s` of `%s` is in %s%s",
                  units_expr_text(c, eq->output[i]), units_text(c, k),
                  text_of(c->m->ctx, out->name), text_of(c->m->ctx, f->name), units_text(c, u),
                  units_scale_hint(c, u, k));
        units_note(c, eq->output[i]);
    }
}

static void check_body(UnitCheck *c, Stmt *const *body, int n)
{
    bool before = c->lowered;
    c->lowered = true;
    for (int i = 0; i < n; i++) {
        const Stmt *s = body[i];
        c->at = s->span;
        if (s->kind == ST_ASSIGN && s->ntargets == 1)
            check_equal(c, "the sides of this assignment", s->target[0], s->value);
        else if (s->value)
            units_of(c, s->value);
        for (int k = 0; k < s->nbranches; k++) {
            c->at = s->span;
            if (s->branch[k].condition)
                units_of(c, s->branch[k].condition);
            c->branches++;
            check_body(c, s->branch[k].body, s->branch[k].n);
            c->branches--;
        }
    }
    c->lowered = before;
}

static void check_list(UnitCheck *c, const FlatEqs *list)
{
    for (int i = 0; i < list->n; i++) {
        const FlatEq *eq = list->v[i];
        c->at = eq->span;
        if (eq->kind == FE_EQUAL)
            check_equal(c, "the sides of this equation", eq->lhs, eq->rhs);
        else if (eq->kind == FE_REINIT)
            check_equal(c, "the variable and its new value", eq->lhs, eq->rhs);
        else if (eq->kind == FE_CALL)
            check_results(c, eq);
        else if (eq->kind == FE_ALGORITHM)
            check_body(c, eq->nbodies ? eq->body[0]->body : NULL,
                       eq->nbodies ? eq->body[0]->nbody : 0);
        else if (eq->rhs)
            units_of(c, eq->rhs);
        for (int k = 0; k < eq->nbranches; k++) {
            c->at = eq->span;
            if (eq->branch[k].condition)
                units_of(c, eq->branch[k].condition);
            c->branches += eq->kind != FE_FOR;
            check_list(c, &eq->branch[k].body);
            c->branches -= eq->kind != FE_FOR;
        }
    }
}

static void check_connections(UnitCheck *c)
{
    for (int i = 0; i < c->f->connection.n; i++) {
        const FlatConnection *k = &c->f->connection.v[i];
        c->at = k->span;
        if (!k->message && k->sum)
            units_of(c, expr_is_zero(c->s, k->lhs) ? k->rhs : k->lhs);
        else if (!k->message)
            check_equal(c, "the connected variables", k->lhs, k->rhs);
    }
}

/* Values of parameters, start values and limits. */
static void check_variables(UnitCheck *c)
{
    for (int i = 0; i < c->f->var.n; i++) {
        const FlatVar *v = &c->f->var.v[i];
        uint32_t k = units_of_part(c, v->part);
        check_start(c, v, k);
        c->at = v->value_span;
        if (!v->value || !units_is_real(c, v->type))
            continue;
        uint32_t u = units_of(c, v->value);
        if (k == FREE && !c->checks && v->count == 1 && u != ONE) {
            c->inferred[i] = u;
            c->because[i] = c->at;
        }
        if (k == FREE || u == FREE || k == u || !c->checks || !units_is_new(c, c->at))
            continue;
        units_say(c, c->at, "`%s` is in %s, but its value `%s` is in %s%s",
                  flat_part_text(c->f, v->part), units_text(c, k), units_expr_text(c, v->value),
                  units_beside(c, v->value, u, k), units_way_to(c, v->value, u, k));
        units_note(c, v->value);
        diag_note(c->m->ctx->diags, c->f->part.v[v->part].span, "`%s` is declared with unit %s",
                  flat_part_text(c->f, v->part), units_text(c, k));
    }
}

/* ---- Functions ---- */

static void check_body_of(UnitCheck *c, const Func *f)
{
    if (!f || f->failed || f->external)
        return;
    c->in = f;
    c->walk++;
    c->local = ARENA_ARRAY(c->arena, uint32_t, f->nvars + 1);
    for (int i = 0; i < f->nvars; i++)
        if (units_is_real(c, f->var[i].type))
            c->local[i] = unit_named(c, f->var[i].unit, f->var[i].name, f->var[i].span);
    check_body(c, f->body, f->nbody);
    c->in = NULL;
}

void check_units(Model *m)
{
    FlatModel *f = m->flat;
    UnitCheck c = {.m = m, .f = f, .s = m->store, .arena = m->arena};
    if (m->units == UNITS_OFF)
        return;
    vec_push(c.arena, &c.unit, (Unit){.factor = 1});
    vec_push(c.arena, &c.text, (Name)0);
    units_number(&c, &unit_one);
    c.nmemo = exprs_count(m->store);
    c.memo = ARENA_ARRAY(c.arena, uint32_t, c.nmemo);
    c.walked = ARENA_ARRAY(c.arena, uint32_t, c.nmemo);
    c.declared = ARENA_ARRAY(c.arena, uint32_t, f->part.n);
    c.inferred = ARENA_ARRAY(c.arena, uint32_t, f->var.n + 1);
    c.because = ARENA_ARRAY(c.arena, Span, f->var.n + 1);
    c.scaling = ARENA_ARRAY(c.arena, uint32_t, f->var.n + 1);
    c.scaled = ARENA_ARRAY(c.arena, Span, f->var.n + 1);
    for (int round = 0; round <= ROUNDS; round++) {
        c.checks = round == ROUNDS;
        c.walk++;
        check_variables(&c);
        check_list(&c, &f->eq);
        check_connections(&c);
    }
    for (uint32_t i = 1; i <= funcs_count(m->store); i++)
        check_body_of(&c, func_get(m->store, i));
    units_check_limits(&c);
    units_check_exchanged(&c);
    units_check_absolute(&c);
}
