/* unit_absolute.c - numbers that stand for a temperature by what they are connected or compared
 * with, and were meant in another unit: a set point of 20 against a sensor that gives K, one of
 * 293.15 against one that gives degC.
 *
 * What equations and connections make equal to a temperature with the minimum 0 K (differences have
 * none), or that is declared in degC, is one; so is what is compared with one, and what one is
 * subtracted from, for a difference without a temperature has no meaning. Parameters among them
 * that are plain numbers are looked at. A walk over all equations, and rounds over the differences
 * while one says something new. */
#include "model/unit_internal.h"

#include <math.h>

typedef struct Difference {
    uint32_t from, what; /* flat variables + 1 */
} Difference;

/* T < 20 */
typedef struct Compared {
    uint32_t var; /* flat variable + 1 */
    Expr relation;
    double with;
    Span at;
} Compared;

typedef struct Absolute {
    UnitCheck *c;
    Span at;        /* of the equation at hand */
    uint32_t *same; /* [nvars + 1] flat variable + 1 -> another one that is the same temperature, or
                       itself */
    uint32_t *kelvin; /* [nvars + 1] of the set of these: a temperature in K; 0: none is known */
    uint32_t *celsius;
    VEC(Difference) difference;
    VEC(Compared) compared;
} Absolute;

static uint32_t set_of(Absolute *w, uint32_t v)
{
    while (w->same[v] != v)
        v = w->same[v] = w->same[w->same[v]];
    return v;
}

static void unite(Absolute *w, uint32_t a, uint32_t b)
{
    if (a && b)
        w->same[set_of(w, a)] = set_of(w, b);
}

/* The scalar variable that an expression is; 0: it is none. */
static uint32_t plain(const Absolute *w, Expr e)
{
    const ExprStore *s = w->c->s;
    while (expr_op(s, e) == EX_TOREAL || expr_op(s, e) == EX_SPELLED || expr_op(s, e) == EX_NOEVENT)
        e = expr_arg(s, e, 0);
    uint32_t v = units_var(w->c, e);
    return v && w->c->f->var.v[v - 1].count == 1 && units_is_real(w->c, w->c->f->var.v[v - 1].type)
               ? v
               : 0;
}

/* a - b, of two variables, as it is written or as a + (-b). */
static void look_at_difference(Absolute *w, Expr e)
{
    const ExprStore *s = w->c->s;
    if (expr_node(s, e)->nargs != 2)
        return;
    Expr arg[2] = {expr_arg(s, e, 0), expr_arg(s, e, 1)};
    bool first = expr_op(s, arg[0]) == EX_NEG;
    Expr from = arg[first], what = arg[!first];
    if (expr_op(s, e) == EX_ADD) {
        if (expr_op(s, what) != EX_NEG)
            return;
        what = expr_arg(s, what, 0);
    }
    uint32_t a = plain(w, from), b = plain(w, what);
    if (a && b)
        vec_push(w->c->arena, &w->difference, ((Difference){a, b}));
}

static void look_at_relation(Absolute *w, Expr e)
{
    Expr side[2] = {expr_arg(w->c->s, e, 0), expr_arg(w->c->s, e, 1)};
    uint32_t v[2] = {plain(w, side[0]), plain(w, side[1])};
    double x;
    unite(w, v[0], v[1]);
    for (int i = 0; i < 2; i++)
        if (v[i] && !v[!i] && units_is_number(w->c, side[!i]) &&
            units_number_in(w->c, side[!i], &x))
            vec_push(w->c->arena, &w->compared, ((Compared){v[i], e, x, w->at}));
}

static void look_at(void *arg, Expr e)
{
    Absolute *w = arg;
    const ExprStore *s = w->c->s;
    ExprOp op = expr_op(s, e);
    if (op >= EX_LT && op <= EX_GE)
        look_at_relation(w, e);
    else if (op == EX_SUB || op == EX_ADD)
        look_at_difference(w, e);
}

static void look_at_equation(Absolute *w, const FlatEq *eq)
{
    w->at = eq->span;
    if (eq->kind == FE_EQUAL)
        unite(w, plain(w, eq->lhs), plain(w, eq->rhs));
    if (eq->lhs)
        expr_visit(w->c->s, eq->lhs, look_at, w);
    if (eq->rhs)
        expr_visit(w->c->s, eq->rhs, look_at, w);
    for (int i = 0; i < eq->nbranches; i++) {
        if (eq->branch[i].condition)
            expr_visit(w->c->s, eq->branch[i].condition, look_at, w);
        for (int k = 0; k < eq->branch[i].body.n; k++)
            look_at_equation(w, eq->branch[i].body.v[k]);
    }
}

static void join_equations(Absolute *w)
{
    const FlatModel *f = w->c->f;
    for (int i = 0; i < f->eq.n; i++) {
        const FlatEq *eq = f->eq.v[i];
        if (!eq->initial)
            look_at_equation(w, eq);
    }
    for (int i = 0; i < f->connection.n; i++)
        if (!f->connection.v[i].message && !f->connection.v[i].sum)
            unite(w, plain(w, f->connection.v[i].lhs), plain(w, f->connection.v[i].rhs));
    for (int i = 0; i < f->var.n; i++)
        if (f->var.v[i].value && f->var.v[i].count == 1)
            unite(w, (uint32_t)i + 1, plain(w, f->var.v[i].value));
}

/* A temperature in K that is no difference, or one in degC. */
static void mark(Absolute *w, int i)
{
    UnitCheck *c = w->c;
    const FlatVar *v = &c->f->var.v[i];
    const char *unit = v->unit ? text_of(c->m->ctx, v->unit) : "";
    double min;
    uint32_t set = set_of(w, (uint32_t)i + 1);
    if (!strcmp(unit, "K") && units_number_in(c, v->min, &min) && min == 0)
        w->kelvin[set] = (uint32_t)i + 1;
    else if (!strcmp(unit, "degC"))
        w->celsius[set] = (uint32_t)i + 1;
}

/* Whether what a temperature is subtracted from is told to be one. */
static bool spread(Absolute *w)
{
    bool more = false;
    for (int i = 0; i < w->difference.n; i++) {
        uint32_t from = set_of(w, w->difference.v[i].from),
                 what = set_of(w, w->difference.v[i].what);
        more = more || (w->kelvin[what] && !w->kelvin[from]) ||
               (w->celsius[what] && !w->celsius[from]);
        w->kelvin[from] = w->kelvin[from] ? w->kelvin[from] : w->kelvin[what];
        w->celsius[from] = w->celsius[from] ? w->celsius[from] : w->celsius[what];
    }
    return more;
}

static void check_number(Absolute *w, int i)
{
    UnitCheck *c = w->c;
    const FlatVar *v = &c->f->var.v[i];
    uint32_t set = set_of(w, (uint32_t)i + 1),
             like = w->kelvin[set] ? w->kelvin[set] : w->celsius[set];
    double x;
    bool declared = v->unit && *text_of(c->m->ctx, v->unit);
    if (!like || (w->kelvin[set] && w->celsius[set]) || declared ||
        v->variability > VARY_PARAMETER || !units_number_in(c, v->value, &x) ||
        !units_is_users(c, v->value_span))
        return;
    const char *name = flat_part_text(c->f, v->part),
               *other = flat_part_text(c->f, c->f->var.v[like - 1].part);
    if (w->kelvin[set] && units_is_cold(x) && units_is_new(c, v->value_span))
        units_say(c, v->value_span,
                  "the value of `%s` is %g, for a temperature like `%s` in K: that is %.6g degC; "
                  "if %g degC is meant, it is "
                  "%.6g",
                  name, x, other, x - 273.15, x, x + 273.15);
    else if (w->celsius[set] && units_has_fraction_of_kelvin(x) && units_is_new(c, v->value_span))
        units_say(c, v->value_span,
                  "the value of `%s` is %g, for a temperature like `%s` in degC: that is %.6g K; "
                  "if %g K is meant, it is %.6g",
                  name, x, other, x + 273.15, x, x - 273.15);
}

/* T < 60, of what begins with 363. */
static void check_relation(Absolute *w, const Compared *r)
{
    enum { BOILING = 100, WARM = 200 };
    UnitCheck *c = w->c;
    uint32_t like = w->kelvin[set_of(w, r->var)];
    double start = 0;
    if (!like || w->celsius[set_of(w, r->var)] || !units_is_users(c, r->at))
        return;
    bool warm = units_number_in(c, c->f->var.v[r->var - 1].start, &start) && start > WARM;
    if ((units_is_cold(r->with) || (warm && r->with > 0 && r->with <= BOILING)) &&
        units_is_new(c, r->at))
        units_say(
            c, r->at, "`%s` asks for %g K, which is %.6g degC; if %g degC is meant, it is %.6g",
            units_expr_text(c, r->relation), r->with, r->with - 273.15, r->with, r->with + 273.15);
}

void units_check_absolute(UnitCheck *c)
{
    int n = c->f->var.n;
    Absolute w = {.c = c};
    w.same = ARENA_ARRAY(c->arena, uint32_t, n + 1);
    w.kelvin = ARENA_ARRAY(c->arena, uint32_t, n + 1);
    w.celsius = ARENA_ARRAY(c->arena, uint32_t, n + 1);
    for (int i = 0; i <= n; i++)
        w.same[i] = (uint32_t)i;
    join_equations(&w);
    for (int i = 0; i < n; i++)
        mark(&w, i);
    while (spread(&w))
        ;
    for (int i = 0; i < n; i++)
        check_number(&w, i);
    for (int i = 0; i < w.compared.n; i++)
        check_relation(&w, &w.compared.v[i]);
}
