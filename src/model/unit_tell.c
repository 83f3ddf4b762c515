/* unit_tell.c - what is said of units: where they come from, and what would make them fit: a factor
 * on the other side of the fraction bar, one that was forgotten, a number between two units of one
 * quantity. */
#include "model/unit_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>

const char *units_text(UnitCheck *c, uint32_t k)
{
    if (k == ONE)
        return "1";
    if (c->text.v[k])
        return text_of(c->m->ctx, c->text.v[k]);
    Buf b = {0};
    unit_print(&c->unit.v[k], &b);
    const char *text = arena_strdup(c->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

/* ---- Messages ---- */

void units_say(UnitCheck *c, Span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_vadd(c->m->ctx->diags, c->m->units == UNITS_ERROR ? DIAG_ERROR : DIAG_WARNING, at, format,
              args);
    va_end(args);
}

/* A mistake of a class is one in all its instances: it is told once. */
bool units_is_new(UnitCheck *c, Span at)
{
    uint64_t key = map_pair(at.beg, at.end);
    if (map_get(&c->reported, key, 0))
        return false;
    map_set(&c->reported, c->arena, key, 1);
    return true;
}

const char *units_expr_text(UnitCheck *c, Expr e)
{
    ExprNames names = flat_names_of_each(c->f);
    names.in = c->in;
    Buf b = {0};
    expr_print(c->s, e, &names, &b);
    const char *text = arena_strdup(c->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

bool units_is_reference(ExprOp op)
{
    return op == EX_CREF || op == EX_VAR || op == EX_ARRVAR || op == EX_LOCAL;
}

/* Variables that have units, to show where these come from. */
enum { MOST_BEARERS = 4 };

typedef struct Bearers {
    int n;
    Expr e[MOST_BEARERS];
} Bearers;

static void add_bearers(UnitCheck *c, Expr e, int depth, Bearers *b)
{
    ExprOp op = expr_op(c->s, e);
    bool shown = !units_is_reference(op) || units_of(c, e) == FREE || units_of(c, e) == ONE;
    for (int i = 0; i < b->n; i++)
        shown |= b->e[i] == e;
    if (!shown && b->n < MOST_BEARERS)
        b->e[b->n++] = e;
    uint32_t n =
        units_is_reference(op) || op == EX_CALL || depth > DEEPEST ? 0 : expr_node(c->s, e)->nargs;
    for (uint32_t i = 0; i < n && b->n < MOST_BEARERS; i++)
        add_bearers(c, expr_arg(c->s, e, i), depth + 1, b);
}

uint32_t units_var(UnitCheck *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    if (n->op == EX_CREF)
        return c->f->part.v[n->payload].var;
    return n->op == EX_VAR || n->op == EX_ARRVAR
               ? (uint32_t)(flat_var_of(c->f, (uint32_t)n->payload) - c->f->var.v) + 1
               : 0;
}

/* The unit of e, k, as it was written: rad is a number without unit, rad/s is not Hz. */
const char *units_written(UnitCheck *c, Expr e, uint32_t k)
{
    uint32_t v = units_is_reference(expr_op(c->s, e)) ? units_var(c, e) : 0;
    Name text = v && !c->f->var.v[v - 1].unit_at ? c->f->var.v[v - 1].unit : 0;
    return text && *text_of(c->m->ctx, text) ? text_of(c->m->ctx, text) : units_text(c, k);
}

static void note_bearer(UnitCheck *c, Expr by)
{
    const ExprNode *n = expr_node(c->s, by);
    uint32_t v = units_var(c, by);
    const char *unit = units_written(c, by, units_of(c, by));
    Span at = n->op == EX_LOCAL  ? c->in->var[n->payload].span
              : n->op == EX_CREF ? c->f->part.v[n->payload].span
                                 : c->f->part.v[c->f->var.v[v - 1].part].span;
    if (v && c->inferred[v - 1])
        diag_note(c->m->ctx->diags, c->because[v - 1], "`%s` is in %s by this equation",
                  units_expr_text(c, by), unit);
    else
        diag_note(c->m->ctx->diags, at, "`%s` is declared with unit %s", units_expr_text(c, by),
                  unit);
}

/* Where the units of two expressions come from. */
void units_note_both(UnitCheck *c, Expr a, Expr b)
{
    Bearers all = {0};
    add_bearers(c, a, 0, &all);
    add_bearers(c, b, 0, &all);
    for (int i = 0; i < all.n; i++)
        note_bearer(c, all.e[i]);
}

void units_note(UnitCheck *c, Expr e)
{
    units_note_both(c, e, e);
}

/* Whether it is better said by what divides where what is in a is to be in b: m rather than 1/m. */
static bool is_divisor(UnitCheck *c, uint32_t a, uint32_t b)
{
    const char *divisor = units_text(c, units_times(c, a, b, -1, 1)),
               *factor = units_text(c, units_times(c, b, a, -1, 1));
    size_t n = strlen(divisor), m = strlen(factor);
    bool fraction = strchr(factor, '/') != NULL;
    return fraction && ((n < m && !isdigit((unsigned char)*divisor)) || !strncmp(factor, "1/", 2) ||
                        (n == m && !strncmp(divisor, "kg/", 3)));
}

/* What is missing there. */
static const char *factor_text(UnitCheck *c, uint32_t a, uint32_t b)
{
    return is_divisor(c, a, b) ? units_text(c, units_times(c, a, b, -1, 1))
                               : units_text(c, units_times(c, b, a, -1, 1));
}

/* Whether a factor between two units would be of many base units, as no quantity that was
 * forgotten. */
static bool far_apart(const Unit *u, const Unit *v)
{
    enum { MOST_BASES = 3 };
    int n = 0;
    for (int i = 0; i < UNIT_BASES; i++)
        n += u->power[i] != v->power[i];
    return n > MOST_BASES;
}

/* Whether a unit has a name, or a text without a number in front. */
static bool is_plain(UnitCheck *c, uint32_t k)
{
    return k == ONE || !isdigit((unsigned char)*units_text(c, k));
}

static bool is_per_minute(double ratio)
{
    return fabs(ratio - 60) < 1e-9 * 60 || fabs(60 * ratio - 1) < 1e-9;
}

static bool is_square(const Unit *u, const Unit *v)
{
    Unit w;
    return unit_multiply(&unit_one, v, 2, 1, &w) && unit_same(u, &w);
}

static bool is_reciprocal(const Unit *u, const Unit *v)
{
    Unit w;
    return unit_multiply(&unit_one, v, -1, 1, &w) && unit_same(u, &w);
}

/* How to get from one to the other. */
const char *units_scale_hint(UnitCheck *c, uint32_t a, uint32_t b)
{
    const Unit given = c->unit.v[a], wanted = c->unit.v[b]; /* the texts below add units */
    const Unit *u = &given, *v = &wanted;
    Buf text = {0};
    double ratio = u->factor / v->factor;
    bool other = !unit_same_dimension(u, v);
    if (other && far_apart(u, v) && strpbrk(factor_text(c, a, b), "./"))
        buf_puts(&text,
                 "; these are different quantities: another variable is meant, or a declared "
                 "unit is wrong");
    else if (other && (is_square(u, v) || is_square(v, u)))
        buf_puts(&text,
                 "; one is the square of the other: a square or a square root is missing, or "
                 "a declared unit is wrong");
    else if (other && is_reciprocal(u, v))
        buf_puts(&text, "; one is the reciprocal of the other: what divides is to multiply, and "
                        "the other way round");
    else if (other)
        buf_printf(&text, "; a %s in %s%s is missing, or a declared unit is wrong",
                   is_divisor(c, a, b) ? "divisor" : "factor", factor_text(c, a, b),
                   !strcmp(factor_text(c, a, b), "s")      ? ", or `der`,"
                   : !strcmp(factor_text(c, a, b), "m/s2") ? ", such as that of gravity,"
                                                           : "");
    else if (u->offset != v->offset)
        buf_printf(&text, "; 0 %s is %.6g %s", units_text(c, a),
                   (u->offset - v->offset) / v->factor, units_text(c, b));
    else if (!is_plain(c, a) || !is_plain(c, b))
        buf_printf(&text, "; the factor %.6g between them is missing%s",
                   ratio < 1 ? 1 / ratio : ratio,
                   is_per_minute(ratio) || is_per_minute(ratio * 2 * M_PI) ||
                           is_per_minute(ratio / (2 * M_PI))
                       ? " (revolutions in a minute are 2*pi/60 rad/s)"
                       : "");
    else
        buf_printf(&text, "; 1 %s is %.6g %s", a == ONE ? "rad" : units_text(c, a), ratio,
                   b == ONE ? "rad" : units_text(c, b));
    const char *out = arena_strdup(c->arena, buf_text(&text));
    buf_free(&text);
    return out;
}

/* A unit without a name by one that has one, if that is shorter: W/K, not kg.m2/(s3.K). */
static const char *unit_by(UnitCheck *c, uint32_t k, uint32_t other)
{
    const char *base = units_text(c, k), *name = units_text(c, other);
    uint32_t q = units_times(c, k, other, -1, 1);
    if (c->text.v[k] || !c->text.v[other] || q == FREE || strpbrk(name, "/."))
        return base;
    const char *rest = units_text(c, q);
    bool below = !strncmp(rest, "1/", 2);
    if (!below && strchr(rest, '/'))
        return base;
    const char *text =
        arena_printf(c->arena, "%s%s%s", name, below ? "/" : ".", below ? rest + 2 : rest);
    return strlen(text) < strlen(base) ? text : base;
}

/* ---- Factors ---- */

enum { MOST_FACTORS = 8 };

typedef struct Factors {
    int n, others;         /* others: no variables */
    Expr of[MOST_FACTORS]; /* references */
    int power[MOST_FACTORS];
} Factors;

static void add_factor(Factors *f, Expr e, int power)
{
    for (int i = 0; i < f->n; i++)
        if (f->of[i] == e) {
            f->power[i] += power;
            return;
        }
    if (f->n < MOST_FACTORS) {
        f->of[f->n] = e;
        f->power[f->n++] = power;
    }
}

static void find_factors(UnitCheck *c, Expr e, int power, int depth, Factors *f)
{
    ExprOp op = expr_op(c->s, e);
    uint32_t n = expr_node(c->s, e)->nargs;
    bool opens = op == EX_MUL || op == EX_DIV || op == EX_NEG || op == EX_TOREAL;
    if (units_is_reference(op))
        add_factor(f, e, power);
    else if (op == EX_POW && expr_is_number(c->s, expr_arg(c->s, e, 1)) &&
             fabs(expr_number(c->s, expr_arg(c->s, e, 1))) <= 9)
        find_factors(c, expr_arg(c->s, e, 0), power * (int)expr_number(c->s, expr_arg(c->s, e, 1)),
                     depth + 1, f);
    else if (!opens && !units_is_number(c, e))
        f->others++;
    for (uint32_t i = 0; opens && depth < 20 && i < n; i++)
        find_factors(c, expr_arg(c->s, e, i), op == EX_DIV && i ? -power : power, depth + 1, f);
}

/* The unit of a product as it comes of those of its factors, Ohm/F; NULL: it is no product of a few
 * variables that have units with names. */
static const char *unit_composed(UnitCheck *c, Expr e)
{
    enum { MOST = 3 };
    Factors f = {0};
    Buf b = {0};
    bool plain = !units_is_reference(expr_op(c->s, e));
    find_factors(c, e, 1, 0, &f);
    int below = 0;
    for (int pass = 1; pass >= -1 && plain; pass -= 2)
        for (int i = 0; i < f.n && plain; i++) {
            uint32_t k = units_of(c, f.of[i]);
            const char *name = k == FREE || k == ONE ? NULL : units_text(c, k);
            plain = name && f.n <= MOST && !strpbrk(name, "/.(0123456789") &&
                    (f.power[i] == 1 || f.power[i] == -1);
            if (!plain || f.power[i] != pass)
                continue;
            below += pass < 0;
            buf_printf(&b, "%s%s", pass < 0 ? (b.n ? "/" : "1/") : b.n ? "." : "", name);
        }
    const char *text = plain && f.n > 1 && below < 2 ? arena_strdup(c->arena, buf_text(&b)) : NULL;
    buf_free(&b);
    return text;
}

/* V/s of der(v) where v is declared in V; NULL: it is something else. */
static const char *unit_of_rate(UnitCheck *c, Expr e, uint32_t k)
{
    Expr of = expr_op(c->s, e) == EX_DER ? expr_arg(c->s, e, 0) : 0;
    const char *name = of && !c->text.v[k] ? units_written(c, of, units_of(c, of)) : "";
    return *name && !strpbrk(name, "/. ") && units_of(c, of) != ONE
               ? arena_printf(c->arena, "%s/s", name)
               : NULL;
}

/* The same, by the other unit where that is the same but for a factor, and k has no name. */
const char *units_beside(UnitCheck *c, Expr e, uint32_t k, uint32_t other)
{
    uint32_t own = units_is_reference(expr_op(c->s, e)) ? units_var(c, e) : 0;
    if (own && c->f->var.v[own - 1].unit)
        return units_written(c, e, k);
    const char *composed = c->text.v[k] ? NULL : unit_composed(c, e), *rate = unit_of_rate(c, e, k);
    if (rate)
        return rate;
    if (composed && strlen(composed) < strlen(units_text(c, k)))
        return composed;
    const Unit *u = &c->unit.v[k], *v = &c->unit.v[other];
    if (k != ONE && other != ONE && !units_is_reference(expr_op(c->s, e)) &&
        u->factor == v->factor && !unit_same_dimension(u, v))
        return unit_by(c, k, other);
    if (is_plain(c, k) || !is_plain(c, other) || other == ONE || !unit_same_dimension(u, v))
        return units_written(c, e, k);
    return arena_printf(c->arena, "%.6g %s", u->factor / v->factor, units_text(c, other));
}

/* The same of a factor under a root in e, or of e itself: sqrt(2*dp*rho) for sqrt(2*dp/rho). */
static const char *root_hint(UnitCheck *c, Expr e, uint32_t k, uint32_t want, int depth)
{
    ExprOp op = expr_op(c->s, e);
    bool opens = op == EX_MUL || op == EX_DIV || op == EX_NEG;
    for (uint32_t i = 0; opens && depth < 20 && i < expr_node(c->s, e)->nargs; i++) {
        bool below = op == EX_DIV && i;
        const char *hint = below ? "" : root_hint(c, expr_arg(c->s, e, i), k, want, depth + 1);
        if (*hint)
            return hint;
    }
    Factors f = {0};
    if (op == EX_SQRT)
        find_factors(c, expr_arg(c->s, e, 0), 1, 0, &f);
    for (int i = 0; i < f.n && f.n > 1; i++) {
        uint32_t u = units_of(c, f.of[i]),
                 then = u == FREE || u == ONE ? FREE : units_times(c, k, u, -f.power[i], 1);
        if (then != FREE && unit_same(&c->unit.v[then], &c->unit.v[want]))
            return arena_printf(c->arena, "; it fits if `%s` %s under the root",
                                units_expr_text(c, f.of[i]),
                                f.power[i] < 0 ? "multiplies, instead of dividing,"
                                               : "divides, instead of multiplying,");
    }
    return "";
}

/* How a factor makes a product fit with power q instead of p. */
static const char *power_words(UnitCheck *c, Expr factor, int p, int q)
{
    const char *name = units_expr_text(c, factor);
    return !q                   ? arena_printf(c->arena, "without `%s`", name)
           : (q > 0) != (p > 0) ? arena_printf(c->arena, "if `%s` %s", name,
                                               q > 0 ? "multiplies, instead of dividing"
                                                     : "divides, instead of multiplying")
           : q == 1 || q == -1  ? arena_printf(c->arena, "with `%s` once", name)
                                : arena_printf(c->arena, "with `%s^%d`", name, q > 0 ? q : -q);
}

/* The product e has unit k where `want` is needed: the factor that makes it fit when it stands on
 * the other side of the fraction bar, or with one power more or less, in this order; if one does
 * and another would, too, both are said. "": none, or many. */
const char *units_factor_hint(UnitCheck *c, Expr e, uint32_t k, uint32_t want)
{
    Factors f = {0};
    const char *way[2] = {0};
    int found = 0;
    find_factors(c, e, 1, 0, &f);
    for (int j = 0; j < 5 && f.n + f.others > 1; j++) /* turned; more or less; left out */
        for (int i = 0; i < f.n; i++) {
            int p = f.power[i], q = j == 0 ? -p : p + (j % 2 ? 1 : -1);
            if (j && (q == 0) != (j > 2))
                continue;
            uint32_t u = units_of(c, f.of[i]),
                     then = p && u != FREE && u != ONE ? units_times(c, k, u, q - p, 1) : FREE;
            if (then == FREE || !unit_same(&c->unit.v[then], &c->unit.v[want]))
                continue;
            if (found < 2)
                way[found] = power_words(c, f.of[i], p, q);
            found++;
        }
    if (found == 1 || found == 2)
        return arena_printf(c->arena, "; it fits %s%s%s", way[0], found == 2 ? ", or " : "",
                            found == 2 ? way[1] : "");
    return found ? "" : root_hint(c, e, k, want, 0);
}

/* The only variable of the component with the unit that one of the factors of the product e must
 * have for the whole to fit: it is meant in its place; "": none, or several. */
static const char *other_hint(UnitCheck *c, Expr e, uint32_t k, uint32_t want)
{
    Factors f = {0};
    const char *hint = "";
    find_factors(c, e, 1, 0, &f);
    for (int i = 0; i < f.n && f.n + f.others > 1; i++) {
        uint32_t u = units_of(c, f.of[i]), var = units_var(c, f.of[i]), found = 0;
        uint32_t need = (f.power[i] == 1 || f.power[i] == -1) && var && u != FREE && u != ONE
                            ? units_times(c, u, units_times(c, want, k, -1, 1), f.power[i], 1)
                            : FREE;
        if (need == FREE || need == ONE)
            continue;
        for (int j = 0; j < c->f->var.n && found != UINT32_MAX; j++) {
            uint32_t part = c->f->var.v[j].part;
            bool there =
                c->f->part.v[part].ndims > 0 || units_declared(c, part) != need ||
                c->f->part.v[part].parent != c->f->part.v[c->f->var.v[var - 1].part].parent;
            if (!there)
                found = found ? UINT32_MAX : part;
        }
        if (!found || found == UINT32_MAX)
            continue;
        if (*hint)
            return "";
        hint = arena_printf(c->arena, "; it fits with `%s` in place of `%s`",
                            flat_part_text(c->f, found), units_expr_text(c, f.of[i]));
    }
    return hint;
}

/* How an expression e of unit u gets the unit that is wanted. */
const char *units_way_to(UnitCheck *c, Expr e, uint32_t u, uint32_t want)
{
    const char *hint = units_factor_hint(c, e, u, want);
    hint = *hint || unit_same_dimension(&c->unit.v[u], &c->unit.v[want])
               ? hint
               : other_hint(c, e, u, want);
    return *hint ? hint : units_scale_hint(c, u, want);
}

/* h*A*T1 - T2: a factor of one has the unit of the other. */
static const char *parentheses_hint(UnitCheck *c, Expr product, Expr other, uint32_t v)
{
    Factors f = {0};
    find_factors(c, product, 1, 0, &f);
    if (expr_op(c->s, other) == EX_NEG)
        other = expr_arg(c->s, other, 0);
    for (int i = 0; i < f.n && f.n > 1 && units_is_reference(expr_op(c->s, other)); i++)
        if (f.power[i] == 1 && units_of(c, f.of[i]) == v && v != ONE)
            return arena_printf(
                c->arena, "; `%s` and `%s` have one unit: are parentheses missing around them?",
                units_expr_text(c, f.of[i]), units_expr_text(c, other));
    return "";
}

/* A variable or its derivative. */
static bool is_plain_side(UnitCheck *c, Expr e)
{
    return units_is_reference(expr_op(c->s, e)) ||
           (expr_op(c->s, e) == EX_DER && units_is_reference(expr_op(c->s, expr_arg(c->s, e, 0))));
}

/* Whether of two sides it is the first whose unit is the one that is needed: that of the other side
 * where they are terms of a sum; else that of a variable, where the other is computed. -1: it is
 * not known. */
static int wants_first(UnitCheck *c, Expr sum, Expr a, uint32_t u, Expr b, uint32_t v)
{
    int at = sum == c->side[0] ? 1 : 0;
    Expr other = sum && sum == c->side[!at] ? c->side[at] : 0;
    uint32_t var = other && units_is_reference(expr_op(c->s, other)) ? units_var(c, other) : 0;
    uint32_t want = other && !(var && c->inferred[var - 1]) ? units_of(c, other) : FREE;
    bool first = is_plain_side(c, a), second = is_plain_side(c, b);
    return want == u || want == v ? want == u : sum || first == second ? -1 : first;
}

/* Of the variables beside `var` that are scalars and in neither expression the one whose unit is
 * one or other: parameters first; second: another one like it, or 0. 0: none, or many. */
static uint32_t forgotten_part(UnitCheck *c, uint32_t var, const Bearers *b, const Factors *factors,
                               uint32_t one, uint32_t other, uint32_t *second)
{
    uint32_t around = c->f->part.v[c->f->var.v[var - 1].part].parent, found[2] = {0};
    int n[2] = {0};
    *second = 0;
    for (int i = 0; i < c->f->var.n; i++) {
        uint32_t part = c->f->var.v[i].part, k = units_declared(c, part);
        bool used = c->f->part.v[part].ndims > 0,
             varies = c->f->var.v[i].variability > VARY_PARAMETER;
        for (int j = 0; j < b->n; j++)
            used = used || units_var(c, b->e[j]) == (uint32_t)i + 1;
        for (int j = 0; j < factors->n; j++)
            used = used || units_var(c, factors->of[j]) == (uint32_t)i + 1;
        if (used || c->f->part.v[part].parent != around || (k != one && k != other))
            continue;
        n[varies]++;
        *second = varies ? *second : found[0];
        found[varies] = part;
    }
    if (n[0] != 2 || units_declared(c, found[0]) != units_declared(c, *second))
        *second = 0;
    return n[0] == 1 || *second ? found[0] : n[0] + n[1] == 1 ? found[1] : 0;
}

/* The one variable of the user's, or two, beside those of the expression, that has just the unit
 * that is missing; like: a factor that is there has it, too. "": none, or many. */
static const char *forgotten_hint(UnitCheck *c, Expr sum, Expr a, uint32_t u, Expr with, uint32_t v,
                                  bool *like)
{
    uint32_t one = units_times(c, u, v, -1, 1), other = units_times(c, v, u, -1, 1);
    Bearers b = {0};
    add_bearers(c, a, 0, &b);
    add_bearers(c, with, 0, &b);
    uint32_t var = b.n ? units_var(c, b.e[0]) : 0;
    Factors factors = {0};
    find_factors(c, a, 1, 0, &factors);
    find_factors(c, with, 1, 0, &factors);
    if (!var || one == FREE || other == FREE || unit_same_dimension(&c->unit.v[one], &unit_one) ||
        is_square(&c->unit.v[u], &c->unit.v[v]) || is_square(&c->unit.v[v], &c->unit.v[u]))
        return "";
    uint32_t second, found = forgotten_part(c, var, &b, &factors, one, other, &second),
                     k = found ? units_declared(c, found) : FREE;
    int first = wants_first(c, sum, a, u, with, v);
    bool divides = first >= 0 && k == (first ? other : one);
    for (int i = 0; i < factors.n; i++)
        *like = *like || units_of(c, factors.of[i]) == k;
    return found
               ? arena_printf(c->arena, "; a %s in %s is missing, as `%s`%s%s%s",
                              divides ? "divisor" : "factor", units_text(c, k),
                              flat_part_text(c->f, second ? second : found), second ? " or `" : "",
                              second ? flat_part_text(c->f, found) : "", second ? "`" : "")
               : "";
}

/* P = U + i, where the product of the two terms of a sum has the unit of the other side. */
static const char *product_hint(UnitCheck *c, Expr sum, Expr a, uint32_t u, Expr b, uint32_t v)
{
    int at = sum == c->side[0] ? 1 : 0;
    Expr other = sum && sum == c->side[!at] ? c->side[at] : 0;
    uint32_t want = other && expr_node(c->s, sum)->nargs == 2 ? units_of(c, other) : FREE;
    if (want == FREE || want == ONE)
        return "";
    for (int power = 1; power >= -1; power -= 2) {
        uint32_t k = units_times(c, u, v, power, 1);
        b = expr_op(c->s, b) == EX_NEG ? expr_arg(c->s, b, 0) : b;
        if (k != FREE && unit_same(&c->unit.v[k], &c->unit.v[want]))
            return arena_printf(c->arena, "; `%s%c%s` is in %s as `%s` is: is `%c` meant?",
                                units_expr_text(c, a), power > 0 ? '*' : '/', units_expr_text(c, b),
                                units_text(c, want), units_expr_text(c, other),
                                power > 0 ? '*' : '/');
    }
    return "";
}

/* 2*pi*n, of n in rev/s, is in rad/s: the factor of the units is written there as a number. */
static bool is_turned(UnitCheck *c, Expr a, uint32_t u, Expr b, uint32_t v)
{
    static const double close = 1e-3;
    double ratio = c->unit.v[u].factor / c->unit.v[v].factor, turn = 2 * M_PI;
    return unit_same_dimension(&c->unit.v[u], &c->unit.v[v]) &&
           (fabs(ratio / turn - 1) < close || fabs(ratio * turn - 1) < close) &&
           (units_has_pi(c, a, 0) || units_has_pi(c, b, 0));
}

/* E = P, of a variable and what its derivative is; "": they are something else. */
static const char *rate_hint(UnitCheck *c, Expr a, uint32_t u, Expr b, uint32_t v)
{
    a = expr_op(c->s, a) == EX_NEG ? expr_arg(c->s, a, 0) : a;
    b = expr_op(c->s, b) == EX_NEG ? expr_arg(c->s, b, 0) : b;
    if (!units_is_reference(expr_op(c->s, a)) || !units_is_reference(expr_op(c->s, b)) || c->in)
        return "";
    Expr of = units_times(c, u, units_seconds(c), -1, 1) == v   ? a
              : units_times(c, v, units_seconds(c), -1, 1) == u ? b
                                                                : 0;
    return of ? arena_printf(c->arena, "; der(%s) is in %s: is it meant?", units_expr_text(c, of),
                             units_text(c, of == a ? v : u))
              : "";
}

/* A factor that is forgotten, or one of those that are there on the wrong side: what is there is
 * right more likely than what is not, where dividing by a variable of the unit of a factor would do
 * the same. */
static const char *changed_hint(UnitCheck *c, Expr sum, Expr a, uint32_t u, Expr b, uint32_t v)
{
    int first = wants_first(c, sum, a, u, b, v);
    bool like = false;
    const char *lost = forgotten_hint(c, sum, a, u, b, v, &like),
               *own = first == 0 ? "" : units_factor_hint(c, b, v, u),
               *other = first == 1 ? "" : units_factor_hint(c, a, u, v);
    own = *own && *other ? arena_printf(c->arena, "%s, or%s", other, own + strlen("; it fits"))
          : *own         ? own
                         : other;
    if (!*own && !*lost) /* R*i/L in V, beside a forgotten pair of parentheses */
        own = first == 0   ? units_factor_hint(c, b, v, u)
              : first == 1 ? units_factor_hint(c, a, u, v)
                           : "";
    bool turns = !strncmp(own, "; it fits if", 12),
         cancels = !strncmp(own, "; it fits without", 17) && strstr(lost, " divisor ");
    return turns || cancels || (like && *own) || !*lost ? own : lost;
}

/* How both get one unit: what is computed is to fit the variable; where it is not known which is
 * wrong, by a factor. */
static const char *side_hint(UnitCheck *c, Expr sum, Expr a, uint32_t u, Expr b, uint32_t v)
{
    int first = wants_first(c, sum, a, u, b, v);
    bool swaps = first < 0 ? is_divisor(c, u, v) : first;
    return swaps && !unit_same_dimension(&c->unit.v[u], &c->unit.v[v]) ? units_scale_hint(c, v, u)
                                                                       : units_scale_hint(c, u, v);
}

/* `a` and `b`, of units u and v, stand where one unit is needed: `what` says where; sum: they are
 * terms of it, or 0. */
void units_mismatch(UnitCheck *c, const char *what, Expr sum, Expr a, uint32_t u, Expr b,
                    uint32_t v)
{
    if (!c->checks || is_turned(c, a, u, b, v) || !units_is_new(c, c->at))
        return;
    const char *hint = product_hint(c, sum, a, u, b, v);
    hint = *hint ? hint : rate_hint(c, a, u, b, v);
    hint = *hint ? hint : changed_hint(c, sum, a, u, b, v);
    if (sum && !strncmp(hint, "; it fits without", 17))
        hint = arena_printf(c->arena, "%s: are parentheses missing around the sum?", hint);
    if (!*hint && sum)
        hint = parentheses_hint(c, a, b, v);
    if (!*hint && sum)
        hint = parentheses_hint(c, b, a, u);
    int first = wants_first(c, sum, a, u, b, v);
    if (first >= 0 && strstr(hint, "; a divisor ")) /* or that is meant */
        hint = arena_printf(c->arena, "%s%s", hint,
                            first ? other_hint(c, b, v, u) : other_hint(c, a, u, v));
    if (!*hint && first >= 0 && !unit_same_dimension(&c->unit.v[u], &c->unit.v[v]))
        hint = first ? other_hint(c, b, v, u) : other_hint(c, a, u, v);
    if (!*hint)
        hint = side_hint(c, sum, a, u, b, v);
    units_say(c, c->at, "%s have different units: `%s` is in %s, `%s` in %s%s", what,
              units_expr_text(c, a), units_beside(c, a, u, v), units_expr_text(c, b),
              units_beside(c, b, v, u), hint);
    units_note_both(c, a, b);
}

/* ---- Declared units ---- */

/* Habits: J/kg/K, W/m*K, m^2, "N m": the same with points, and parentheses around what is divided
 * by.
 */
static char *with_habits(UnitCheck *c, const char *text)
{
    Buf out = {0};
    bool below = false, several = false;
    for (const char *p = text; *p; p++) {
        char put = *p == '*' || *p == ' ' || (*p == '/' && below) ? '.' : *p;
        if (*p == '^' || *p == '(' || *p == ')')
            continue;
        several |= below && put == '.';
        below |= *p == '/';
        buf_putc(&out, put);
    }
    char *plain = arena_strdup(c->arena, buf_text(&out)), *slash = strchr(plain, '/');
    buf_free(&out);
    if (!several)
        return plain;
    *slash = 0;
    return arena_printf(c->arena, "%s/(%s)", plain, slash + 1);
}

/* N and m in Nm, mol and K in J/molK: how a product is written; NULL: one point more, and what
 * with_habits does, make no unit of it. */
static const char *with_point(UnitCheck *c, const char *text)
{
    size_t n = strlen(text);
    char *try = arena_alloc(c->arena, n + 2);
    Unit u;
    for (size_t i = 0; i < n; i++) {
        memcpy(try, text, i);
        try[i] = '.';
        memcpy(try + i + (i > 0), text + i, n - i + 1); /* first without one */
        const char *meant = with_habits(c, try);
        if (!unit_read(meant, &u))
            return meant;
    }
    return NULL;
}

/* The symbol of the text that is no unit; NULL: that is not what is wrong. */
static const char *odd_symbol(UnitCheck *c, const char *text)
{
    for (const char *p = text; *p; p++) {
        size_t n = strcspn(p, "0123456789./()*^+- ");
        char *word = arena_printf(c->arena, "%.*s", (int)n, p);
        Unit u;
        if (n && unit_read(word, &u))
            return word;
        p += n ? n - 1 : 0;
    }
    return NULL;
}

/* The text with letters of the other case, as few as make it a unit; NULL: none. */
static const char *with_case(UnitCheck *c, const char *text)
{
    enum { MOST_LETTERS = 6 };
    char *try = arena_strdup(c->arena, text), *best = NULL;
    int n = (int)strlen(text), fewest = MOST_LETTERS + 1;
    for (unsigned set = 1; n <= MOST_LETTERS && set < 1u << n; set++) {
        int changed = 0;
        Unit u;
        for (int i = 0; i < n; i++) {
            bool other = set >> i & 1 && isalpha((unsigned char)text[i]);
            try[i] = other ? (char)(text[i] ^ ('a' ^ 'A')) : text[i];
            changed += other;
        }
        if (changed && changed < fewest && !unit_read(try, &u)) {
            best = arena_strdup(c->arena, try);
            fewest = changed;
        }
    }
    return best;
}

void units_say_unknown(UnitCheck *c, Span at, const char *text, const char *what, const char *why)
{
    const char *cased = with_case(c, text), *points = with_point(c, text),
               *odd = odd_symbol(c, text);
    /* Kg is meant as kilo, not as kelvin times gram; Nm not as nano. */
    bool kilo = cased && *text == 'K' && *cased == 'k';
    if (points && !kilo && !strstr(why, "of the SI"))
        units_say(c, at, "the unit \"%s\" of `%s` is unknown: %s, \"%s\"", text, what,
                  strchr(points, '(')   ? "more than one unit is divided by in parentheses"
                  : strchr(points, '.') ? "products have a point"
                                        : "exponents follow without a sign",
                  points);
    else if (cased)
        units_say(c, at, "the unit \"%s\" of `%s` is unknown: it is written \"%s\"", text, what,
                  cased);
    else if (odd && strstr(why, "symbol"))
        units_say(c, at, "the unit \"%s\" of `%s` is unknown: `%s` is no unit", text, what, odd);
    else
        units_say(c, at, "the unit \"%s\" of `%s` is unknown: %s", text, what, why);
}

bool units_is_users(const UnitCheck *c, Span at)
{
    Sources *all = c->m->ctx->sources;
    return at.end && source_place(all, at.beg).file == source_place(all, c->f->span.beg).file;
}
