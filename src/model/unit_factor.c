/* unit_factor.c - what a factor may be: a number without a unit, a gain that has any, a parameter
 * without unit of which two products demand different ones. */
#include "model/unit_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* A number as it is written, behind signs and conversions. */
bool units_is_number(UnitCheck *c, Expr e)
{
    ExprOp op = expr_op(c->s, e);
    while (op == EX_NEG || op == EX_TOREAL || op == EX_SPELLED) {
        e = expr_arg(c->s, e, 0);
        op = expr_op(c->s, e);
    }
    return op == EX_REAL || op == EX_INT;
}

/* The value of a scalar that is known during translation; NULL: it is none. */
const double *units_known_value(UnitCheck *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    uint32_t value = n->op == EX_CREF ? c->f->part.v[n->payload].value : 0;
    const FlatValue *v = value ? &c->f->value.v[value - 1] : NULL;
    return v && v->num && v->n == 1 ? v->num : NULL;
}

static bool is_pi(UnitCheck *c, Expr e)
{
    const double *x = units_known_value(c, e);
    return x && fabs(*x - acos(-1)) < 2e-3; /* also as 3.14 */
}

/* The number is in the text of the statement: it is not the value of a constant. */
static bool is_written(UnitCheck *c, double x)
{
    Buf text = {0};
    bool found = false;
    source_text(c->m->ctx->sources, c->at, &text);
    for (const char *p = buf_text(&text); *p && !found; p++) {
        bool word = isalpha((unsigned char)*p) || *p == '_';
        if (word)
            p += strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") - 1;
        else if (isdigit((unsigned char)*p)) {
            char *end;
            found = strtod(p, &end) == x;
            p = end - 1;
        }
    }
    buf_free(&text);
    return found;
}

/* pi, its double or half and the like with at least three digits: 6.28, 1.5708. */
static bool is_of_circle(double x)
{
    static const double part[] = {0.25, 0.5, 1, 2, 4};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (fabs(x / (part[i] * acos(-1)) - 1) < 7e-4)
            return true;
    return false;
}

/* 1 - exp(-t), 1 + 0.5*sin(w*t): a term is what has no unit. */
static bool has_function(UnitCheck *c, Expr e)
{
    bool found = false;
    for (uint32_t i = 0; i < expr_node(c->s, e)->nargs && !found; i++) {
        Expr term = expr_arg(c->s, e, i);
        ExprOp op = expr_op(c->s, term);
        found = op == EX_SIN || op == EX_COS || op == EX_TAN || op == EX_EXP ||
                ((op == EX_NEG || op == EX_MUL) && has_function(c, term));
    }
    return found;
}

/* A factor without a unit: Integers; small numbers and their halves, thirds, quarters; pi; roots
 * and products of these. In functions numbers may be constants that had a unit; 0 times anything
 * has any. */
bool units_is_pure(UnitCheck *c, Expr e, int depth)
{
    ExprOp op = expr_op(c->s, e);
    if (op == EX_REAL || op == EX_INT) {
        double x = 12 * fabs(expr_number(c->s, e));
        return ((x >= 1 && x <= 12 * 9 && fabs(x - round(x)) < 1e-9) || is_of_circle(x / 12)) &&
               (!c->lowered || is_written(c, fabs(expr_number(c->s, e))));
    }
    if (is_pi(c, e) || !units_is_real(c, expr_type(c->s, e)))
        return true;
    if (op == EX_SIN || op == EX_COS || op == EX_TAN || op == EX_EXP)
        return true;
    if (op == EX_POW)
        return depth < 5 && units_is_pure(c, expr_arg(c->s, e, 0), depth + 1);
    bool opens = op == EX_NEG || op == EX_TOREAL || op == EX_SPELLED || op == EX_SQRT ||
                 op == EX_MUL || op == EX_DIV ||
                 ((op == EX_ADD || op == EX_SUB) && has_function(c, e));
    for (uint32_t i = 0; opens && i < expr_node(c->s, e)->nargs; i++)
        opens = depth < 5 && units_is_pure(c, expr_arg(c->s, e, i), depth + 1);
    return opens;
}

/* An angle in multiples of pi is a number, also where another number might stand for a quantity. */
bool units_has_pi(UnitCheck *c, Expr e, int depth)
{
    bool found =
        is_pi(c, e) || (expr_op(c->s, e) == EX_REAL && is_of_circle(fabs(expr_number(c->s, e))));
    for (uint32_t i = 0; !found && depth < 5 && i < expr_node(c->s, e)->nargs; i++)
        found = units_has_pi(c, expr_arg(c->s, e, i), depth + 1);
    return found;
}

/* A parameter or constant that scales, whatever the unit is. */
bool units_is_gain(UnitCheck *c, Expr e)
{
    uint32_t v = units_is_reference(expr_op(c->s, e)) ? units_var(c, e) : 0;
    return v && c->f->var.v[v - 1].variability <= VARY_PARAMETER;
}

uint32_t units_of_factor(UnitCheck *c, Expr e)
{
    uint32_t k = units_of(c, e);
    if (k == FREE && units_is_pure(c, e, 0))
        return ONE;
    return k == ONE && units_is_gain(c, e) ? FREE : k;
}

bool units_is_temperature(UnitCheck *c, uint32_t k)
{
    static const Unit kelvin = {{0, 0, 0, 0, UNIT_PART}, 1, 0};
    return unit_same_dimension(&c->unit.v[k], &kelvin);
}

/* A product as far as it is known: the unit of its factors that have one, and those that scale. */
typedef struct Scaled {
    uint32_t rest; /* FREE: a factor is not known for another reason */
    int ones;      /* parameters that are declared with unit 1 */
    int gains;     /* without unit */
    bool united;   /* a factor beside them has a unit, though it may be 1: an angle */
    Expr one, gain;
    bool below; /* the gain divides */
} Scaled;

static void scale_by(UnitCheck *c, Expr e, bool below, Scaled *p)
{
    ExprOp op = expr_op(c->s, e);
    uint32_t n = expr_node(c->s, e)->nargs, v = units_is_reference(op) ? units_var(c, e) : 0,
             k = op == EX_MUL || op == EX_DIV || op == EX_NEG ? FREE : units_of_factor(c, e);
    bool one = v && units_of(c, e) == ONE;
    if (op == EX_MUL || op == EX_DIV || op == EX_NEG)
        for (uint32_t i = 0; i < n; i++)
            scale_by(c, expr_arg(c->s, e, i), below != (op == EX_DIV && i), p);
    else if (v && units_is_gain(c, e) && (one || k == FREE) && c->f->var.v[v - 1].count == 1) {
        p->ones += one;
        p->gains += !one;
        p->one = one ? e : p->one;
        p->gain = one ? p->gain : e;
        p->below = one ? p->below : below;
    } else {
        p->united |= v && k != FREE;
        p->rest = k == FREE || (v && c->inferred[v - 1])
                      ? FREE
                      : units_times(c, p->rest, k, below ? -1 : 1, 1);
    }
}

static void note_used(void *arg, Expr e)
{
    UnitCheck *c = arg;
    uint32_t v =
        units_is_reference(expr_op(c->s, e)) && expr_op(c->s, e) != EX_LOCAL ? units_var(c, e) : 0;
    if (v)
        c->used[v - 1] = 1;
}

static void find_used(UnitCheck *c)
{
    c->used = ARENA_ARRAY(c->arena, unsigned char, c->f->var.n + 1);
    for (int i = 0; i < c->f->var.n; i++) {
        const FlatVar *v = &c->f->var.v[i];
        Expr in[] = {v->value, v->start, v->min, v->max};
        for (size_t k = 0; k < sizeof in / sizeof *in; k++)
            if (in[k])
                expr_visit(c->s, in[k], note_used, c);
    }
    for (int i = 0; i < c->f->eq.n; i++)
        flat_visit_eq(c->s, c->f->eq.v[i], note_used, c);
}

/* The one parameter of the component that nothing uses, with the unit k or 1/k: it was forgotten;
 * 0: none, or several. */
static uint32_t forgotten(UnitCheck *c, Expr beside, uint32_t k)
{
    uint32_t below = units_times(c, ONE, k, -1, 1), found = 0, v = units_var(c, beside);
    if (k == FREE || k == ONE || !v || !units_is_users(c, c->at))
        return 0;
    if (!c->used)
        find_used(c);
    for (int i = 0; i < c->f->var.n; i++) {
        uint32_t part = c->f->var.v[i].part, u;
        if (c->used[i] || c->f->var.v[i].variability > VARY_PARAMETER ||
            c->f->part.v[part].parent != c->f->part.v[c->f->var.v[v - 1].part].parent)
            continue;
        u = units_declared(c, part);
        if (u != k && u != below)
            continue;
        if (found)
            return 0;
        found = part;
    }
    return found;
}

/* Two products that demand different units of the parameter without unit that scales them. */
static void demand(UnitCheck *c, Expr e, const Scaled *p, uint32_t k)
{
    uint32_t v = units_var(c, p->gain) - 1, before = c->scaling[v];
    if (k == FREE || before == k ||
        (before && unit_same_dimension(&c->unit.v[before], &c->unit.v[k])))
        return;
    c->scaling[v] = k;
    if (!before) {
        c->scaled[v] = c->at;
        return;
    }
    if (!units_is_new(c, c->at))
        return;
    units_say(c, c->at,
              "`%s`, which has no unit, is to be in %s by `%s`, but in %s by another product",
              units_expr_text(c, p->gain), units_text(c, k), units_expr_text(c, e),
              units_text(c, before));
    diag_note(c->m->ctx->diags, c->scaled[v],
              "by this one; is another parameter meant in one of them, or a factor missing?");
    units_note(c, e);
}

/* The product e must have unit k. Its parameters of unit 1 are numbers where all that stands beside
 * them is declared; one without a unit may have any, but what makes another factor fit, a square
 * that was forgotten, is told. */
static void expect_product(UnitCheck *c, Expr e, uint32_t k)
{
    Scaled p = {.rest = ONE};
    scale_by(c, e, false, &p);
    if (p.rest == FREE || !p.united || p.gains > 1 || p.gains + p.ones == 0 ||
        unit_same_dimension(&c->unit.v[p.rest], &c->unit.v[k]))
        return;
    const char *hint = units_factor_hint(c, e, p.rest, k);
    bool typed = p.gains && (!*hint || !strncmp(hint, "; it fits without",
                                                17)); /* as rates of reactions are */
    uint32_t left = typed ? forgotten(c, p.gain, units_times(c, k, p.rest, -1, 1)) : 0;
    if (left) {
        hint = arena_printf(c->arena, "; `%s`, which is used nowhere, is in %s: is it forgotten?",
                            flat_part_text(c->f, left), units_text(c, units_declared(c, left)));
        typed = false;
    }
    if (typed)
        demand(c, e, &p,
               p.below ? units_times(c, p.rest, k, -1, 1) : units_times(c, k, p.rest, -1, 1));
    if (typed || !units_is_new(c, c->at))
        return;
    if (!p.gains)
        units_say(c, c->at,
                  "`%s`, where `%s` is declared with unit 1, is in %s where %s is needed%s",
                  units_expr_text(c, e), units_expr_text(c, p.one), units_text(c, p.rest),
                  units_text(c, k), *hint ? hint : units_way_to(c, e, p.rest, k));
    else
        units_say(c, c->at,
                  "`%s` is in %s where %s is needed, unless `%s`, which has no unit, is in %s%s",
                  units_expr_text(c, e), units_text(c, p.rest), units_text(c, k),
                  units_expr_text(c, p.gain),
                  units_text(c, p.below ? units_times(c, p.rest, k, -1, 1)
                                        : units_times(c, k, p.rest, -1, 1)),
                  hint);
    units_note(c, e);
}

/* e must have unit k: the products in it, each a term of its own. */
void units_expect(UnitCheck *c, Expr e, uint32_t k)
{
    ExprOp op = expr_op(c->s, e);
    if (k == FREE || units_is_temperature(c, k) || c->depth > DEEPEST)
        return;
    c->depth++;
    if (op == EX_MUL || op == EX_DIV)
        expect_product(c, e, k);
    for (uint32_t i = 0;
         (op == EX_ADD || op == EX_SUB || op == EX_NEG) && i < expr_node(c->s, e)->nargs; i++)
        units_expect(c, expr_arg(c->s, e, i), k);
    c->depth--;
}
