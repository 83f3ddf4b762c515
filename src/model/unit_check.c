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
#include "base/units.h"
#include "model/flat_internal.h"
#include "model/function.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

enum { ROUNDS = 2, DEEPEST = 200, FREE = 0, ONE = 1 };

typedef struct UnitCheck {
    Model *m;
    FlatModel *f;
    ExprStore *s;
    Arena *arena;
    bool checks;    /* the round that reports; the others infer */
    Span at;        /* of the equation or statement */
    Expr side[2];   /* of the equation; 0: it is none */
    int branches;   /* of an `if` or `when` around it */
    const Func *in; /* whose LOCALs are meant; NULL: none */
    bool lowered;   /* statements: constants are numbers in them */
    int depth;
    VEC(Unit) unit;        /* by number; [FREE] unused, [ONE] is 1 */
    VEC(Name) text;        /* as it was first written; 0: it was computed */
    Map by_value;          /* hash -> number; */
    Map by_name;           /* text of an attribute -> number + 1 */
    Map reported;          /* position */
    uint32_t walk;         /* number of the walk over all equations or of a function */
    uint32_t nmemo, *memo; /* expression -> number, as it was in the walk */
    uint32_t *walked;      /* that has this number */
    uint32_t *declared;    /* part -> number + 1 */
    uint32_t *inferred;    /* variable of the flat model -> number */
    Span *because;         /* and the equation that says so */
    unsigned char *used;   /* variable of the flat model: equations or values name it; NULL: not known yet */
    uint32_t *scaling;     /* a parameter without a unit -> number that a product demands of it */
    Span *scaled;          /* and the equation with that product */
    uint32_t *local;       /* of the function -> number */
} UnitCheck;

/* ---- Units by number ---- */

static uint64_t hash_of(const Unit *u)
{
    uint64_t h = (uint64_t)llround(log(u->factor) * 1e9) * 0x9E3779B97F4A7C15u;
    for (int i = 0; i < UNIT_BASES; i++)
        h = (h ^ (uint16_t)u->power[i]) * 0x100000001B3u;
    return (h ^ (uint64_t)u->offset) >> 1;
}

static uint32_t number_of(UnitCheck *c, const Unit *u)
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
static uint32_t times(UnitCheck *c, uint32_t a, uint32_t b, int n, int d)
{
    Unit u;
    if (a == FREE || b == FREE || !unit_multiply(&c->unit.v[a], &c->unit.v[b], n, d, &u))
        return FREE;
    return n == 0 || b == ONE ? a : number_of(c, &u);
}

static uint32_t seconds(UnitCheck *c)
{
    Unit s;
    unit_read("s", &s);
    return number_of(c, &s);
}

static const char *unit_text(UnitCheck *c, uint32_t k)
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

static void say(UnitCheck *c, Span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void say(UnitCheck *c, Span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_vadd(c->m->ctx->diags, c->m->units == UNITS_ERROR ? DIAG_ERROR : DIAG_WARNING, at, format,
              args);
    va_end(args);
}

/* A mistake of a class is one in all its instances: it is told once. */
static bool is_new(UnitCheck *c, Span at)
{
    uint64_t key = map_pair(at.beg, at.end);
    if (map_get(&c->reported, key, 0))
        return false;
    map_set(&c->reported, c->arena, key, 1);
    return true;
}

static const char *text_of_expr(UnitCheck *c, Expr e)
{
    ExprNames names = flat_names(c->f);
    names.in = c->in;
    Buf b = {0};
    expr_print(c->s, e, &names, &b);
    const char *text = arena_strdup(c->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

static uint32_t unit_of(UnitCheck *c, Expr e);
static uint32_t unit_declared(UnitCheck *c, uint32_t part);

static bool is_reference(ExprOp op)
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
    bool shown = !is_reference(op) || unit_of(c, e) == FREE || unit_of(c, e) == ONE;
    for (int i = 0; i < b->n; i++)
        shown |= b->e[i] == e;
    if (!shown && b->n < MOST_BEARERS)
        b->e[b->n++] = e;
    uint32_t n =
        is_reference(op) || op == EX_CALL || depth > DEEPEST ? 0 : expr_node(c->s, e)->nargs;
    for (uint32_t i = 0; i < n && b->n < MOST_BEARERS; i++)
        add_bearers(c, expr_arg(c->s, e, i), depth + 1, b);
}

static uint32_t var_index(UnitCheck *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    if (n->op == EX_CREF)
        return c->f->part.v[n->payload].var;
    return n->op == EX_VAR || n->op == EX_ARRVAR
               ? (uint32_t)(flat_var_of(c->f, (uint32_t)n->payload) - c->f->var.v) + 1
               : 0;
}

/* The unit of e, k, as it was written: rad is a number without unit, rad/s is not Hz. */
static const char *unit_written(UnitCheck *c, Expr e, uint32_t k)
{
    uint32_t v = is_reference(expr_op(c->s, e)) ? var_index(c, e) : 0;
    Name text = v && !c->f->var.v[v - 1].unit_at ? c->f->var.v[v - 1].unit : 0;
    return text && *text_of(c->m->ctx, text) ? text_of(c->m->ctx, text) : unit_text(c, k);
}

static void note_bearer(UnitCheck *c, Expr by)
{
    const ExprNode *n = expr_node(c->s, by);
    uint32_t v = var_index(c, by);
    const char *unit = unit_written(c, by, unit_of(c, by));
    Span at = n->op == EX_LOCAL  ? c->in->var[n->payload].span
              : n->op == EX_CREF ? c->f->part.v[n->payload].span
                                 : c->f->part.v[c->f->var.v[v - 1].part].span;
    if (v && c->inferred[v - 1])
        diag_note(c->m->ctx->diags, c->because[v - 1], "`%s` is in %s by this equation",
                  text_of_expr(c, by), unit);
    else
        diag_note(c->m->ctx->diags, at, "`%s` is declared with unit %s", text_of_expr(c, by), unit);
}

/* Where the units of two expressions come from. */
static void note_origins(UnitCheck *c, Expr a, Expr b)
{
    Bearers all = {0};
    add_bearers(c, a, 0, &all);
    add_bearers(c, b, 0, &all);
    for (int i = 0; i < all.n; i++)
        note_bearer(c, all.e[i]);
}

static void note_origin(UnitCheck *c, Expr e)
{
    note_origins(c, e, e);
}

/* What is missing in one of them: m rather than 1/m. */
static const char *factor_text(UnitCheck *c, uint32_t a, uint32_t b)
{
    const char *one = unit_text(c, times(c, a, b, -1, 1)),
               *other = unit_text(c, times(c, b, a, -1, 1));
    return strlen(one) <= strlen(other) ? one : other;
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
    return k == ONE || !isdigit((unsigned char)*unit_text(c, k));
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
static const char *scale_hint(UnitCheck *c, uint32_t a, uint32_t b)
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
        buf_printf(&text, "; a factor in %s%s is missing, or a declared unit is wrong",
                   factor_text(c, a, b), strcmp(factor_text(c, a, b), "s") ? "" : ", or `der`,");
    else if (u->offset != v->offset)
        buf_printf(&text, "; 0 %s is %.6g %s", unit_text(c, a), (u->offset - v->offset) / v->factor,
                   unit_text(c, b));
    else if (!is_plain(c, a) || !is_plain(c, b))
        buf_printf(&text, "; the factor %.6g between them is missing%s",
                   ratio < 1 ? 1 / ratio : ratio,
                   is_per_minute(ratio) || is_per_minute(ratio * 2 * M_PI) || is_per_minute(ratio / (2 * M_PI))
                       ? " (revolutions in a minute are 2*pi/60 rad/s)"
                       : "");
    else
        buf_printf(&text, "; 1 %s is %.6g %s", a == ONE ? "rad" : unit_text(c, a), ratio,
                   b == ONE ? "rad" : unit_text(c, b));
    const char *out = arena_strdup(c->arena, buf_text(&text));
    buf_free(&text);
    return out;
}

/* A unit without a name by one that has one, if that is shorter: W/K, not kg.m2/(s3.K). */
static const char *unit_by(UnitCheck *c, uint32_t k, uint32_t other)
{
    const char *base = unit_text(c, k), *name = unit_text(c, other);
    uint32_t q = times(c, k, other, -1, 1);
    if (c->text.v[k] || !c->text.v[other] || q == FREE || strpbrk(name, "/."))
        return base;
    const char *rest = unit_text(c, q);
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
    int n;
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
    if (is_reference(op))
        add_factor(f, e, power);
    else if (op == EX_POW && expr_is_number(c->s, expr_arg(c->s, e, 1)) &&
             fabs(expr_number(c->s, expr_arg(c->s, e, 1))) <= 9)
        find_factors(c, expr_arg(c->s, e, 0), power * (int)expr_number(c->s, expr_arg(c->s, e, 1)),
                     depth + 1, f);
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
    bool plain = !is_reference(expr_op(c->s, e));
    find_factors(c, e, 1, 0, &f);
    int below = 0;
    for (int pass = 1; pass >= -1 && plain; pass -= 2)
        for (int i = 0; i < f.n && plain; i++) {
            uint32_t k = unit_of(c, f.of[i]);
            const char *name = k == FREE || k == ONE ? NULL : unit_text(c, k);
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

/* The same, by the other unit where that is the same but for a factor, and k has no name. */
static const char *unit_beside(UnitCheck *c, Expr e, uint32_t k, uint32_t other)
{
    uint32_t own = is_reference(expr_op(c->s, e)) ? var_index(c, e) : 0;
    if (own && c->f->var.v[own - 1].unit)
        return unit_written(c, e, k);
    const char *composed = c->text.v[k] ? NULL : unit_composed(c, e);
    if (composed && strlen(composed) < strlen(unit_text(c, k)))
        return composed;
    const Unit *u = &c->unit.v[k], *v = &c->unit.v[other];
    if (k != ONE && other != ONE && !is_reference(expr_op(c->s, e)) && u->factor == v->factor &&
        !unit_same_dimension(u, v))
        return unit_by(c, k, other);
    if (is_plain(c, k) || !is_plain(c, other) || other == ONE || !unit_same_dimension(u, v))
        return unit_written(c, e, k);
    return arena_printf(c->arena, "%.6g %s", u->factor / v->factor, unit_text(c, other));
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
        uint32_t u = unit_of(c, f.of[i]), then = u == FREE || u == ONE ? FREE : times(c, k, u, -f.power[i], 1);
        if (then != FREE && unit_same(&c->unit.v[then], &c->unit.v[want]))
            return arena_printf(c->arena, "; it fits if `%s` %s under the root", text_of_expr(c, f.of[i]),
                                f.power[i] < 0 ? "multiplies, instead of dividing," : "divides, instead of multiplying,");
    }
    return "";
}

/* The product e has unit k where `want` is needed: the only factor that makes it fit when it stands
 * on the other side of the fraction bar, or with one power more or less; "": none, or several. */
static const char *factor_hint(UnitCheck *c, Expr e, uint32_t k, uint32_t want)
{
    Factors f = {0};
    const char *hint = "";
    int found = 0;
    find_factors(c, e, 1, 0, &f);
    for (int i = 0; i < f.n && f.n > 1; i++) {
        int p = f.power[i], other[] = {-p, p + 1, p - 1};
        uint32_t u = unit_of(c, f.of[i]);
        for (int j = 0; j < 3 && p && u != FREE && u != ONE; j++) {
            uint32_t then = times(c, k, u, other[j] - p, 1);
            if (then == FREE || !unit_same(&c->unit.v[then], &c->unit.v[want]) || found++)
                continue;
            const char *name = text_of_expr(c, f.of[i]);
            int q = other[j];
            hint = !q                   ? arena_printf(c->arena, "; it fits without `%s`", name)
                   : (q > 0) != (p > 0) ? arena_printf(c->arena, "; it fits if `%s` %s", name,
                                                       q > 0 ? "multiplies, instead of dividing"
                                                             : "divides, instead of multiplying")
                   : q == 1 || q == -1
                       ? arena_printf(c->arena, "; it fits with `%s` once", name)
                       : arena_printf(c->arena, "; it fits with `%s^%d`", name, q > 0 ? q : -q);
        }
    }
    return found == 1 ? hint : found ? "" : root_hint(c, e, k, want, 0);
}

/* How an expression e of unit u gets the unit that is wanted. */
static const char *way_to(UnitCheck *c, Expr e, uint32_t u, uint32_t want)
{
    const char *hint = factor_hint(c, e, u, want);
    return *hint ? hint : scale_hint(c, u, want);
}

/* h*A*T1 - T2: a factor of one has the unit of the other. */
static const char *parentheses_hint(UnitCheck *c, Expr product, Expr other, uint32_t v)
{
    Factors f = {0};
    find_factors(c, product, 1, 0, &f);
    if (expr_op(c->s, other) == EX_NEG)
        other = expr_arg(c->s, other, 0);
    for (int i = 0; i < f.n && f.n > 1 && is_reference(expr_op(c->s, other)); i++)
        if (f.power[i] == 1 && unit_of(c, f.of[i]) == v && v != ONE)
            return arena_printf(
                c->arena, "; `%s` and `%s` have one unit: are parentheses missing around them?",
                text_of_expr(c, f.of[i]), text_of_expr(c, other));
    return "";
}

/* The one variable of the user's, beside those of the expression, that has just the unit that is
 * missing; "": none, or several. */
static const char *forgotten_hint(UnitCheck *c, Expr a, uint32_t u, Expr with, uint32_t v)
{
    uint32_t one = times(c, u, v, -1, 1), other = times(c, v, u, -1, 1), found = 0;
    Bearers b = {0};
    add_bearers(c, a, 0, &b);
    uint32_t var = b.n ? var_index(c, b.e[0]) : 0;
    add_bearers(c, with, 0, &b);
    Factors factors = {0};
    find_factors(c, a, 1, 0, &factors);
    find_factors(c, with, 1, 0, &factors);
    if (!var || one == FREE || other == FREE || unit_same_dimension(&c->unit.v[one], &unit_one) ||
        is_square(&c->unit.v[u], &c->unit.v[v]) || is_square(&c->unit.v[v], &c->unit.v[u]))
        return "";
    uint32_t around = c->f->part.v[c->f->var.v[var - 1].part].parent;
    for (int i = 0; i < c->f->var.n; i++) {
        uint32_t part = c->f->var.v[i].part, k = unit_declared(c, part);
        bool used = c->f->part.v[part].ndims > 0;
        for (int j = 0; j < b.n; j++)
            used = used || var_index(c, b.e[j]) == (uint32_t)i + 1;
        for (int j = 0; j < factors.n; j++)
            used = used || var_index(c, factors.of[j]) == (uint32_t)i + 1;
        if (used || c->f->part.v[part].parent != around || (k != one && k != other))
            continue;
        if (found)
            return "";
        found = part;
    }
    return found ? arena_printf(c->arena, "; a factor in %s is missing, as `%s`",
                                unit_text(c, unit_declared(c, found)), flat_part_text(c->f, found))
                 : "";
}

/* P = U + i, where the product of the two terms of a sum has the unit of the other side. */
static const char *product_hint(UnitCheck *c, Expr sum, Expr a, uint32_t u, Expr b, uint32_t v)
{
    int at = sum == c->side[0] ? 1 : 0;
    Expr other = sum && sum == c->side[!at] ? c->side[at] : 0;
    uint32_t want = other && expr_node(c->s, sum)->nargs == 2 ? unit_of(c, other) : FREE;
    if (want == FREE || want == ONE)
        return "";
    for (int power = 1; power >= -1; power -= 2) {
        uint32_t k = times(c, u, v, power, 1);
        b = expr_op(c->s, b) == EX_NEG ? expr_arg(c->s, b, 0) : b;
        if (k != FREE && unit_same(&c->unit.v[k], &c->unit.v[want]))
            return arena_printf(c->arena, "; `%s%c%s` is in %s as `%s` is: is `%c` meant?",
                                text_of_expr(c, a), power > 0 ? '*' : '/', text_of_expr(c, b),
                                unit_text(c, want), text_of_expr(c, other), power > 0 ? '*' : '/');
    }
    return "";
}

/* `a` and `b`, of units u and v, stand where one unit is needed: `what` says where; sum: they are
 * terms of it, or 0. */
static void mismatch(UnitCheck *c, const char *what, Expr sum, Expr a, uint32_t u, Expr b,
                     uint32_t v)
{
    if (!c->checks || !is_new(c, c->at))
        return;
    const char *hint = product_hint(c, sum, a, u, b, v);
    hint = *hint ? hint : forgotten_hint(c, a, u, b, v);
    hint = *hint ? hint : factor_hint(c, b, v, u);
    hint = *hint ? hint : factor_hint(c, a, u, v);
    if (sum && !strncmp(hint, "; it fits without", 17))
        hint = arena_printf(c->arena, "%s: are parentheses missing around the sum?", hint);
    if (!*hint && sum)
        hint = parentheses_hint(c, a, b, v);
    if (!*hint && sum)
        hint = parentheses_hint(c, b, a, u);
    say(c, c->at, "%s have different units: `%s` is in %s, `%s` in %s%s", what, text_of_expr(c, a),
        unit_beside(c, a, u, v), text_of_expr(c, b), unit_beside(c, b, v, u),
        *hint ? hint : scale_hint(c, u, v));
    note_origins(c, a, b);
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

static void say_unknown(UnitCheck *c, Span at, const char *text, const char *what, const char *why)
{
    const char *cased = with_case(c, text), *points = with_point(c, text),
               *odd = odd_symbol(c, text);
    /* Kg is meant as kilo, not as kelvin times gram; Nm not as nano. */
    bool kilo = cased && *text == 'K' && *cased == 'k';
    if (points && !kilo && !strstr(why, "of the SI"))
        say(c, at, "the unit \"%s\" of `%s` is unknown: %s, \"%s\"", text, what,
            strchr(points, '(')   ? "more than one unit is divided by in parentheses"
            : strchr(points, '.') ? "products have a point"
                                  : "exponents follow without a sign",
            points);
    else if (cased)
        say(c, at, "the unit \"%s\" of `%s` is unknown: it is written \"%s\"", text, what, cased);
    else if (odd && strstr(why, "symbol"))
        say(c, at, "the unit \"%s\" of `%s` is unknown: `%s` is no unit", text, what, odd);
    else
        say(c, at, "the unit \"%s\" of `%s` is unknown: %s", text, what, why);
}

static uint32_t unit_named(UnitCheck *c, Name text, Name what, Span at)
{
    if (!text || !*text_of(c->m->ctx, text))
        return FREE;
    uint32_t k = map_get(&c->by_name, text, 0);
    if (k)
        return k - 1;
    Unit u;
    const char *why = unit_read(text_of(c->m->ctx, text), &u);
    k = why ? FREE : number_of(c, &u);
    if (!why && !c->text.v[k])
        c->text.v[k] = text;
    if (why)
        say_unknown(c, at, text_of(c->m->ctx, text), text_of(c->m->ctx, what), why);
    map_set(&c->by_name, c->arena, text, k + 1);
    return k;
}

static Name attribute_text(UnitCheck *c, Comp *comp)
{
    Expr e = comp_attribute(c->m, comp, ATTR_UNIT);
    return e && expr_op(c->s, e) == EX_STRING ? (Name)expr_node(c->s, e)->payload : 0;
}

/* Of a component that is a constant of a package or has a variable. */
static uint32_t unit_declared(UnitCheck *c, uint32_t part)
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

static bool is_real(UnitCheck *c, Type t)
{
    return type_info(expr_types(c->s), t)->base == TY_REAL;
}

static uint32_t unit_of_part(UnitCheck *c, uint32_t part)
{
    uint32_t k = unit_declared(c, part), var = c->f->part.v[part].var;
    return k == FREE && var ? c->inferred[var - 1] : k;
}

static uint32_t unit_of_reference(UnitCheck *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    if (!is_real(c, n->type))
        return FREE;
    if (n->op == EX_CREF)
        return unit_of_part(c, (uint32_t)n->payload);
    if (n->op == EX_LOCAL)
        return c->in ? c->local[n->payload] : FREE;
    return unit_of_part(c, flat_var_of(c->f, (uint32_t)n->payload)->part);
}

/* ---- Expressions ---- */

/* A number as it is written, behind signs and conversions. */
static bool is_number(UnitCheck *c, Expr e)
{
    ExprOp op = expr_op(c->s, e);
    while (op == EX_NEG || op == EX_TOREAL || op == EX_SPELLED) {
        e = expr_arg(c->s, e, 0);
        op = expr_op(c->s, e);
    }
    return op == EX_REAL || op == EX_INT;
}

/* The value of a scalar that is known during translation; NULL: it is none. */
static const double *known_value(UnitCheck *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    uint32_t value = n->op == EX_CREF ? c->f->part.v[n->payload].value : 0;
    const FlatValue *v = value ? &c->f->value.v[value - 1] : NULL;
    return v && v->num && v->n == 1 ? v->num : NULL;
}

static bool is_pi(UnitCheck *c, Expr e)
{
    const double *x = known_value(c, e);
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

/* A factor without a unit: Integers; small numbers and their halves, thirds, quarters; pi; roots
 * and products of these. In functions numbers may be constants that had a unit; 0 times anything
 * has any. */
static bool is_pure(UnitCheck *c, Expr e, int depth)
{
    ExprOp op = expr_op(c->s, e);
    if (op == EX_REAL || op == EX_INT) {
        double x = 12 * fabs(expr_number(c->s, e));
        return x >= 1 && x <= 12 * 9 && fabs(x - round(x)) < 1e-9 &&
               (!c->lowered || is_written(c, fabs(expr_number(c->s, e))));
    }
    if (is_pi(c, e) || !is_real(c, expr_type(c->s, e)))
        return true;
    if (op == EX_SIN || op == EX_COS || op == EX_TAN || op == EX_EXP)
        return true;
    bool opens = op == EX_NEG || op == EX_TOREAL || op == EX_SPELLED || op == EX_SQRT ||
                 op == EX_MUL || op == EX_DIV;
    for (uint32_t i = 0; opens && i < expr_node(c->s, e)->nargs; i++)
        opens = depth < 5 && is_pure(c, expr_arg(c->s, e, i), depth + 1);
    return opens;
}

/* An angle in multiples of pi is a number, also where another number might stand for a quantity. */
static bool has_pi(UnitCheck *c, Expr e, int depth)
{
    bool found = is_pi(c, e);
    for (uint32_t i = 0; !found && depth < 5 && i < expr_node(c->s, e)->nargs; i++)
        found = has_pi(c, expr_arg(c->s, e, i), depth + 1);
    return found;
}

/* A parameter or constant that scales, whatever the unit is. */
static bool is_gain(UnitCheck *c, Expr e)
{
    uint32_t v = is_reference(expr_op(c->s, e)) ? var_index(c, e) : 0;
    return v && c->f->var.v[v - 1].variability <= VARY_PARAMETER;
}

static uint32_t factor_unit(UnitCheck *c, Expr e)
{
    uint32_t k = unit_of(c, e);
    if (k == FREE && is_pure(c, e, 0))
        return ONE;
    return k == ONE && is_gain(c, e) ? FREE : k;
}

/* Of all that must have one unit: that of the first that has one. */
typedef struct Common {
    const char *what;
    Expr first;
    Expr sum; /* whose terms they are; 0: it is something else */
    uint32_t unit;
    bool open; /* the unit of one of them is not known: a difference in K may be added to degC */
} Common;

static bool is_temperature(UnitCheck *c, uint32_t k)
{
    static const Unit kelvin = {{0, 0, 0, 0, UNIT_PART}, 1, 0};
    return unit_same_dimension(&c->unit.v[k], &kelvin);
}

static void common_add(UnitCheck *c, Common *all, Expr e)
{
    uint32_t k = unit_of(c, e);
    if (k == FREE) {
        all->open = true;
        return;
    }
    if (all->unit == FREE) {
        all->unit = k;
        all->first = e;
    } else if (k != all->unit) {
        mismatch(c, all->what, all->sum, all->first, all->unit, e, k);
    }
}

/* K and degC may be added: a difference to a temperature in degC, or T - T_zero. */
static bool shifts_temperature(UnitCheck *c, Expr e)
{
    uint32_t n = expr_node(c->s, e)->nargs, temperatures = 0, fixed = 0;
    double least = INFINITY, most = -INFINITY; /* offsets */
    for (uint32_t i = 0; i < n; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t k = unit_of(c, arg);
        if (k != FREE && is_temperature(c, k)) {
            temperatures++;
            least = fmin(least, c->unit.v[k].offset);
            most = fmax(most, c->unit.v[k].offset);
        }
        if (expr_op(c->s, arg) == EX_NEG)
            arg = expr_arg(c->s, arg, 0);
        fixed += is_number(c, arg) || (expr_op(c->s, arg) == EX_CREF &&
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
    bool difference = all.unit != FREE && is_temperature(c, all.unit) &&
                      (all.open || (c->unit.v[all.unit].offset && is_difference(c, e)));
    return difference ? FREE : all.unit;
}

static bool is_one(UnitCheck *c, Expr e)
{
    while (expr_op(c->s, e) == EX_TOREAL || expr_op(c->s, e) == EX_NEG)
        e = expr_arg(c->s, e, 0);
    return expr_is_one(c->s, e);
}

/* Numbers alone may have any unit, and so may what they are divided by: 1.5/f. But 1/f is meant as
 * it stands. */
/* A temperature in degC times what is for each K, as in the law of gases: it is meant absolute. */
static void check_absolute(UnitCheck *c, Expr e, uint32_t n)
{
    enum { KELVIN = 4 };
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            uint32_t a = unit_of(c, expr_arg(c->s, e, i)), b = unit_of(c, expr_arg(c->s, e, j));
            if (i == j || a == FREE || b == FREE || !c->unit.v[a].offset ||
                c->unit.v[b].power[KELVIN] >= 0 || !c->checks || !is_new(c, c->at))
                continue;
            say(c, c->at,
                "`%s` is in %s, whose 0 is not that of K, but multiplied with `%s` in %s: an "
                "absolute "
                "temperature is meant; 0 degC is 273.15 K",
                text_of_expr(c, expr_arg(c->s, e, i)), unit_text(c, a),
                text_of_expr(c, expr_arg(c->s, e, j)), unit_text(c, b));
            note_origins(c, expr_arg(c->s, e, i), expr_arg(c->s, e, j));
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
        uint32_t k = unit_of(c, base);
        if (k != FREE && c->unit.v[k].offset)
            cold = base;
    }
    if (!cold || !number || !c->checks || !is_new(c, c->at))
        return;
    say(c, c->at,
        "`%s` is in degC, but beside the constant %s an absolute temperature in K is meant: `%s + 273.15`",
        text_of_expr(c, cold), text_of_expr(c, number), text_of_expr(c, cold));
    note_origin(c, cold);
}

/* T - 293.15, beside which stands what is for each K: then it is in K, whatever the number means. */
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
               ? times(c, k, number_of(c, &kelvin), 1, 1)
               : FREE;
}

static uint32_t product_unit(UnitCheck *c, Expr e, bool divide)
{
    uint32_t k = ONE, n = expr_node(c->s, e)->nargs, bare = 0, shifted = 0, sums = 0;
    for (uint32_t i = 0; i < n; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t one = factor_unit(c, arg);
        if (one == FREE && !divide && is_shifted_sum(c, arg)) {
            sums++;
            continue;
        }
        k = times(c, k, one, i && divide ? -1 : 1, 1);
        bare += is_pure(c, arg, 0);
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
        divide ? is_pure(c, first, 0) && !is_one(c, first) && !has_pi(c, first, 0) : bare == n;
    return number || bare == n ? FREE : k;
}

static uint32_t power_unit(UnitCheck *c, Expr e)
{
    uint32_t k = factor_unit(c, expr_arg(c->s, e, 0));
    Expr n = expr_arg(c->s, e, 1);
    if (k == ONE)
        return ONE;
    if (!is_number(c, n))
        return FREE;
    ExprOp op = expr_op(c->s, n);
    int sign = 1;
    for (; op == EX_NEG || op == EX_TOREAL; op = expr_op(c->s, n)) {
        sign = op == EX_NEG ? -sign : sign;
        n = expr_arg(c->s, n, 0);
    }
    double x = 12 * sign * expr_number(c->s, n);
    return x == floor(x) && fabs(x) <= 240 ? times(c, ONE, k, (int)x, 12) : FREE;
}

static uint32_t same_unit(UnitCheck *c, Expr e, uint32_t from, const char *what)
{
    Common all = {.what = what};
    for (uint32_t i = from; i < expr_node(c->s, e)->nargs; i++)
        common_add(c, &all, expr_arg(c->s, e, i));
    return all.unit;
}

static bool is_users(const UnitCheck *c, Span at);
static bool number_in(UnitCheck *c, Expr e, double *x);

/* A round number of degrees: 30, 45, 90. */
static bool is_round_degrees(double x)
{
    enum { LEAST = 10, FULL = 360, ROUND = 5 };
    return fabs(x) >= LEAST && fabs(x) <= FULL && fmod(x, ROUND) == 0;
}

/* cos(45), or of a parameter with that value and without a unit. */
static void check_degrees(UnitCheck *c, Expr e, Expr arg)
{
    uint32_t v = is_reference(expr_op(c->s, arg)) ? var_index(c, arg) : 0;
    double x;
    bool known = v ? is_gain(c, arg) && number_in(c, c->f->var.v[v - 1].value, &x) : number_in(c, arg, &x);
    if (!known || !is_round_degrees(x) || expr_op(c->s, e) == EX_EXP || !is_users(c, c->at) || !is_new(c, c->at))
        return;
    say(c, c->at, "`%s` takes an angle in rad, but `%s` is %g, which is %.4g turns; if %g degrees are meant, multiply by pi/180",
        op_info[expr_op(c->s, e)].text, text_of_expr(c, arg), x, x / 6.283185307179586, x);
    if (v)
        diag_note(c->m->ctx->diags, c->f->part.v[c->f->var.v[v - 1].part].span, "`%s` is declared here, without a unit",
                  text_of_expr(c, arg));
}

/* Functions of numbers without a unit. */
static uint32_t number_function(UnitCheck *c, Expr e)
{
    Expr arg = expr_arg(c->s, e, 0);
    uint32_t k = factor_unit(c, arg);
    if (c->checks && unit_of(c, arg) == FREE)
        check_degrees(c, e, arg);
    if (k == FREE || k == ONE || !c->checks || !is_new(c, c->at))
        return FREE;
    bool other = !unit_same_dimension(&c->unit.v[k], &c->unit.v[ONE]);
    say(c, c->at, "the argument of `%s` must be a number without unit%s, but `%s` is in %s%s",
        op_info[expr_op(c->s, e)].text, expr_op(c->s, e) == EX_EXP ? "" : " (or an angle in rad)",
        text_of_expr(c, arg), unit_text(c, k),
        other ? arena_printf(c->arena, "; divide it by a quantity in %s", unit_text(c, k))
              : scale_hint(c, k, ONE));
    note_origin(c, arg);
    return FREE;
}

static const Func *plain_callee(UnitCheck *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    const Func *f = func_get(c->s, (uint32_t)n->payload);
    if (!f || (uint32_t)f->ninputs != n->nargs)
        return NULL;
    for (uint32_t i = 0; i < n->nargs; i++) {
        Type t = expr_type(c->s, expr_arg(c->s, e, i));
        if (type_info(expr_types(c->s), t)->base == TY_RECORD)
            return NULL;
    }
    return f;
}

static uint32_t unit_wanted(UnitCheck *c, const Func *f, uint32_t i)
{
    const FuncVar *in = &f->var[i];
    return is_real(c, in->type) ? unit_named(c, in->unit, in->name, in->span) : FREE;
}

/* The argument behind i with which it would fit if both were exchanged; 0: none. */
static Expr exchanged(UnitCheck *c, const Func *f, Expr e, uint32_t i)
{
    uint32_t k = unit_of(c, expr_arg(c->s, e, i)), want = unit_wanted(c, f, i);
    for (uint32_t j = i + 1; j < expr_node(c->s, e)->nargs; j++)
        if (unit_wanted(c, f, j) == k && unit_of(c, expr_arg(c->s, e, j)) == want)
            return expr_arg(c->s, e, j);
    return 0;
}

/* Where argument i has a unit that is not that of the input. */
static void argument_mismatch(UnitCheck *c, const Func *f, Expr e, uint32_t i, uint32_t want)
{
    Expr arg = expr_arg(c->s, e, i), other = exchanged(c, f, e, i);
    const FuncVar *in = &f->var[i];
    uint32_t k = unit_of(c, arg);
    Buf hint = {0};
    if (other)
        buf_printf(&hint, "; it fits if `%s` and `%s` are exchanged", text_of_expr(c, arg),
                   text_of_expr(c, other));
    else
        buf_puts(&hint, scale_hint(c, k, want));
    say(c, c->at, "`%s` is given in %s, but the input `%s` of `%s` is in %s%s",
        text_of_expr(c, arg), unit_written(c, arg, k), text_of(c->m->ctx, in->name),
        text_of(c->m->ctx, f->name), text_of(c->m->ctx, in->unit), buf_text(&hint));
    buf_free(&hint);
    note_origin(c, arg);
    diag_note(c->m->ctx->diags, in->span, "`%s` is declared with unit %s",
              text_of(c->m->ctx, in->name), text_of(c->m->ctx, in->unit));
}

static uint32_t call_unit(UnitCheck *c, Expr e)
{
    const Func *f = plain_callee(c, e);
    for (uint32_t i = 0; f && i < expr_node(c->s, e)->nargs; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t want = unit_wanted(c, f, i), k = unit_of(c, arg);
        if (k != FREE && want != FREE && k != want && c->checks && is_new(c, c->at))
            argument_mismatch(c, f, e, i, want);
    }
    if (!f || f->noutputs != 1 || !is_real(c, f->var[f->ninputs].type))
        return FREE;
    return unit_named(c, f->var[f->ninputs].unit, f->var[f->ninputs].name, f->var[f->ninputs].span);
}

/* Branches may convert: if in_kelvin then T else to_degC(T). */
static uint32_t branch_unit(UnitCheck *c, Expr e)
{
    uint32_t a = unit_of(c, expr_arg(c->s, e, 1)), b = unit_of(c, expr_arg(c->s, e, 2));
    if (a != FREE && b != FREE && a != b && unit_same_dimension(&c->unit.v[a], &c->unit.v[b]))
        return FREE;
    return same_unit(c, e, 1, "the branches of this `if`");
}

static uint32_t all_units(UnitCheck *c, Expr e)
{
    for (uint32_t i = 0; i < expr_node(c->s, e)->nargs; i++)
        unit_of(c, expr_arg(c->s, e, i));
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
    [EX_CREF] = RULE_REFERENCE,
    [EX_VAR] = RULE_REFERENCE,
    [EX_ARRVAR] = RULE_REFERENCE,
    [EX_LOCAL] = RULE_REFERENCE,
    [EX_ADD] = RULE_SUM,
    [EX_SUB] = RULE_SUM,
    [EX_MUL] = RULE_PRODUCT,
    [EX_MATMUL] = RULE_PRODUCT,
    [EX_CROSS] = RULE_PRODUCT,
    [EX_OUTERPRODUCT] = RULE_PRODUCT,
    [EX_DIV] = RULE_QUOTIENT,
    [EX_POW] = RULE_POWER,
    [EX_SQRT] = RULE_ROOT,
    [EX_DER] = RULE_DERIVATIVE,
    [EX_NEG] = RULE_FIRST,
    [EX_ABS] = RULE_FIRST,
    [EX_PRE] = RULE_FIRST,
    [EX_NOEVENT] = RULE_FIRST,
    [EX_SUM] = RULE_FIRST,
    [EX_MINOF] = RULE_FIRST,
    [EX_MAXOF] = RULE_FIRST,
    [EX_TRANSPOSE] = RULE_FIRST,
    [EX_SYMMETRIC] = RULE_FIRST,
    [EX_SKEW] = RULE_FIRST,
    [EX_DIAGONAL] = RULE_FIRST,
    [EX_VECTOR] = RULE_FIRST,
    [EX_MATRIX] = RULE_FIRST,
    [EX_SCALAR] = RULE_FIRST,
    [EX_INSTREAM] = RULE_FIRST,
    [EX_ACTUALSTREAM] = RULE_FIRST,
    [EX_HOLD] = RULE_FIRST,
    [EX_PREVIOUS] = RULE_FIRST,
    [EX_NOCLOCK] = RULE_FIRST,
    [EX_RELAX] = RULE_FIRST,
    [EX_INDEX] = RULE_FIRST,
    [EX_FILL] = RULE_FIRST,
    [EX_DELAY] = RULE_TIMES,
    [EX_SAMPLE] = RULE_TIMES,
    [EX_PROMOTE] = RULE_FIRST,
    [EX_CLOCKED] = RULE_FIRST,
    [EX_SMOOTH] = RULE_SECOND,
    [EX_IF] = RULE_IF,
    [EX_HOMOTOPY] = RULE_EQUAL,
    [EX_MIN] = RULE_EQUAL,
    [EX_MAX] = RULE_EQUAL,
    [EX_LT] = RULE_RELATION,
    [EX_LE] = RULE_RELATION,
    [EX_GT] = RULE_RELATION,
    [EX_GE] = RULE_RELATION,
    [EX_EQ] = RULE_RELATION,
    [EX_NE] = RULE_RELATION,
    [EX_SIN] = RULE_NUMBER,
    [EX_COS] = RULE_NUMBER,
    [EX_TAN] = RULE_NUMBER,
    [EX_EXP] = RULE_NUMBER,
    [EX_CALL] = RULE_CALL,
};

/* sample(start, interval), delay(x, time): times are in seconds. */
static uint32_t times_unit(UnitCheck *c, Expr e)
{
    bool delays = expr_op(c->s, e) == EX_DELAY;
    uint32_t first = delays ? unit_of(c, expr_arg(c->s, e, 0)) : FREE;
    for (uint32_t i = delays; i < expr_node(c->s, e)->nargs; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t k = unit_of(c, arg);
        if (k == FREE || k == ONE || k == seconds(c) || !c->checks || !is_new(c, c->at))
            continue;
        say(c, c->at, "`%s` is in %s, but the times of `%s` are in s%s", text_of_expr(c, arg), unit_text(c, k),
            delays ? "delay" : "sample", scale_hint(c, k, seconds(c)));
        note_origin(c, arg);
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
        return is_pure(c, e, 0) ? FREE : times(c, ONE, factor_unit(c, expr_arg(c->s, e, 0)), 1, 2);
    case RULE_DERIVATIVE:
        return times(c, unit_of(c, expr_arg(c->s, e, 0)), seconds(c), -1, 1);
    case RULE_FIRST:
        return unit_of(c, expr_arg(c->s, e, 0));
    case RULE_SECOND:
        return unit_of(c, expr_arg(c->s, e, 1));
    case RULE_IF:
        unit_of(c, expr_arg(c->s, e, 0));
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

static uint32_t unit_of(UnitCheck *c, Expr e)
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
    uint32_t v = var_index(c, e);
    if (!v || c->branches || c->f->var.v[v - 1].unit || c->f->var.v[v - 1].unit_at ||
        c->inferred[v - 1] || c->f->var.v[v - 1].count != 1 || !is_real(c, c->f->var.v[v - 1].type))
        return;
    c->inferred[v - 1] = k;
    c->because[v - 1] = c->at;
}

static void infer_product(UnitCheck *c, Expr e, uint32_t k, bool divide)
{
    uint32_t n = expr_node(c->s, e)->nargs, open = n, rest = ONE;
    for (uint32_t i = 0; i < n; i++) {
        Expr arg = expr_arg(c->s, e, i);
        uint32_t u = factor_unit(c, arg);
        if (u == FREE && (open < n || is_number(c, arg) || is_gain(c, arg)))
            return;
        if (u == FREE)
            open = i;
        else
            rest = times(c, rest, u, i && divide ? -1 : 1, 1);
    }
    if (open == n || rest == FREE)
        return;
    uint32_t u = times(c, k, rest, -1, 1);
    infer(c, expr_arg(c->s, e, open), open && divide ? times(c, ONE, u, -1, 1) : u);
}

/* e must have unit k: what that says of variables in it without a unit. */
static void infer(UnitCheck *c, Expr e, uint32_t k)
{
    if (k == FREE || unit_of(c, e) != FREE || c->depth > DEEPEST)
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
        infer(c, expr_arg(c->s, e, 0), times(c, k, seconds(c), 1, 1));
        break;
    case EX_ADD:
    case EX_SUB:
        for (uint32_t i = 0; i < n && !is_temperature(c, k); i++)
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

/* ---- Factors without a unit ---- */

static bool is_users(const UnitCheck *c, Span at)
{
    Sources *all = c->m->ctx->sources;
    return at.end && source_place(all, at.beg).file == source_place(all, c->f->span.beg).file;
}

/* A product as far as it is known: the unit of its factors that have one, and those that scale. */
typedef struct Scaled {
    uint32_t rest; /* FREE: a factor is not known for another reason */
    int ones;      /* parameters that are declared with unit 1 */
    int gains;     /* without unit */
    bool united; /* a factor beside them has a unit, though it may be 1: an angle */
    Expr one, gain;
    bool below; /* the gain divides */
} Scaled;

static void scale_by(UnitCheck *c, Expr e, bool below, Scaled *p)
{
    ExprOp op = expr_op(c->s, e);
    uint32_t n = expr_node(c->s, e)->nargs, v = is_reference(op) ? var_index(c, e) : 0,
             k = op == EX_MUL || op == EX_DIV || op == EX_NEG ? FREE : factor_unit(c, e);
    bool one = v && unit_of(c, e) == ONE;
    if (op == EX_MUL || op == EX_DIV || op == EX_NEG)
        for (uint32_t i = 0; i < n; i++)
            scale_by(c, expr_arg(c->s, e, i), below != (op == EX_DIV && i), p);
    else if (v && is_gain(c, e) && (one || k == FREE) && c->f->var.v[v - 1].count == 1) {
        p->ones += one;
        p->gains += !one;
        p->one = one ? e : p->one;
        p->gain = one ? p->gain : e;
        p->below = one ? p->below : below;
    } else {
        p->united |= v && k != FREE;
        p->rest = k == FREE || (v && c->inferred[v - 1]) ? FREE : times(c, p->rest, k, below ? -1 : 1, 1);
    }
}

static void note_used(void *arg, Expr e)
{
    UnitCheck *c = arg;
    uint32_t v = is_reference(expr_op(c->s, e)) && expr_op(c->s, e) != EX_LOCAL ? var_index(c, e) : 0;
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

/* The one parameter of the component that nothing uses, with the unit k or 1/k: it was forgotten; 0: none, or several. */
static uint32_t forgotten(UnitCheck *c, Expr beside, uint32_t k)
{
    uint32_t below = times(c, ONE, k, -1, 1), found = 0, v = var_index(c, beside);
    if (k == FREE || k == ONE || !v || !is_users(c, c->at))
        return 0;
    if (!c->used)
        find_used(c);
    for (int i = 0; i < c->f->var.n; i++) {
        uint32_t part = c->f->var.v[i].part, u;
        if (c->used[i] || c->f->var.v[i].variability > VARY_PARAMETER ||
            c->f->part.v[part].parent != c->f->part.v[c->f->var.v[v - 1].part].parent)
            continue;
        u = unit_declared(c, part);
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
    uint32_t v = var_index(c, p->gain) - 1, before = c->scaling[v];
    if (k == FREE || before == k || (before && unit_same_dimension(&c->unit.v[before], &c->unit.v[k])))
        return;
    c->scaling[v] = k;
    if (!before) {
        c->scaled[v] = c->at;
        return;
    }
    if (!is_new(c, c->at))
        return;
    say(c, c->at, "`%s`, which has no unit, is to be in %s by `%s`, but in %s by another product", text_of_expr(c, p->gain),
        unit_text(c, k), text_of_expr(c, e), unit_text(c, before));
    diag_note(c->m->ctx->diags, c->scaled[v], "by this one; is another parameter meant in one of them, or a factor missing?");
    note_origin(c, e);
}

/* The product e must have unit k. Its parameters of unit 1 are numbers where all that stands beside
 * them is declared; one without a unit may have any, but what makes another factor fit, a square that
 * was forgotten, is told. */
static void expect_product(UnitCheck *c, Expr e, uint32_t k)
{
    Scaled p = {.rest = ONE};
    scale_by(c, e, false, &p);
    if (p.rest == FREE || !p.united || p.gains > 1 || p.gains + p.ones == 0 ||
        unit_same_dimension(&c->unit.v[p.rest], &c->unit.v[k]))
        return;
    const char *hint = factor_hint(c, e, p.rest, k);
    bool typed = p.gains && (!*hint || !strncmp(hint, "; it fits without", 17)); /* as rates of reactions are */
    uint32_t left = typed ? forgotten(c, p.gain, times(c, k, p.rest, -1, 1)) : 0;
    if (left) {
        hint = arena_printf(c->arena, "; `%s`, which is used nowhere, is in %s: is it forgotten?", flat_part_text(c->f, left),
                            unit_text(c, unit_declared(c, left)));
        typed = false;
    }
    if (typed)
        demand(c, e, &p, p.below ? times(c, p.rest, k, -1, 1) : times(c, k, p.rest, -1, 1));
    if (typed || !is_new(c, c->at))
        return;
    if (!p.gains)
        say(c, c->at, "`%s`, where `%s` is declared with unit 1, is in %s where %s is needed%s", text_of_expr(c, e),
            text_of_expr(c, p.one), unit_text(c, p.rest), unit_text(c, k), *hint ? hint : scale_hint(c, p.rest, k));
    else
        say(c, c->at, "`%s` is in %s where %s is needed, unless `%s`, which has no unit, is in %s%s", text_of_expr(c, e),
            unit_text(c, p.rest), unit_text(c, k), text_of_expr(c, p.gain),
            unit_text(c, p.below ? times(c, p.rest, k, -1, 1) : times(c, k, p.rest, -1, 1)), hint);
    note_origin(c, e);
}

/* e must have unit k: the products in it, each a term of its own. */
static void expect(UnitCheck *c, Expr e, uint32_t k)
{
    ExprOp op = expr_op(c->s, e);
    if (k == FREE || is_temperature(c, k) || c->depth > DEEPEST)
        return;
    c->depth++;
    if (op == EX_MUL || op == EX_DIV)
        expect_product(c, e, k);
    for (uint32_t i = 0; (op == EX_ADD || op == EX_SUB || op == EX_NEG) && i < expr_node(c->s, e)->nargs; i++)
        expect(c, expr_arg(c->s, e, i), k);
    c->depth--;
}

/* ---- Equations ---- */

/* The unit that a variable is declared with, as written; "" if it is none. */
static const char *written_unit(UnitCheck *c, Expr e)
{
    uint32_t v = expr_op(c->s, e) == EX_CREF || expr_op(c->s, e) == EX_VAR ? var_index(c, e) : 0;
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
    if ((!turns && !turned) || !is_new(c, c->at))
        return;
    say(c, c->at,
        "%s have different units: `%s` is in %s, `%s` in %s; 1 Hz is 6.28319 rad/s: 2*pi is "
        "missing",
        what, text_of_expr(c, a), u, text_of_expr(c, b), v);
    for (int i = 0; i < 2; i++) {
        Expr e = i ? b : a;
        diag_note(c->m->ctx->diags, c->f->part.v[c->f->var.v[var_index(c, e) - 1].part].span,
                  "`%s` is declared with unit %s", text_of_expr(c, e), i ? v : u);
    }
}

static void check_equal(UnitCheck *c, const char *what, Expr a, Expr b)
{
    c->side[0] = a;
    c->side[1] = b;
    uint32_t u = unit_of(c, a), v = unit_of(c, b);
    uint32_t n = expr_op(c->s, b) == EX_ARRAY && is_reference(expr_op(c->s, a)) && u != FREE &&
                         v == FREE && c->checks
                     ? expr_node(c->s, b)->nargs
                     : 0;
    for (uint32_t i = 0; i < n; i++) {
        Expr e = expr_arg(c->s, b, i);
        uint32_t k = is_reference(expr_op(c->s, e)) ? unit_of(c, e) : FREE;
        if (k != FREE && k != u)
            mismatch(c, what, 0, a, u, e, k);
    }
    if (u != FREE && v != FREE && u != v)
        mismatch(c, what, 0, a, u, b, v);
    else if (c->checks && u == v && u != FREE)
        check_turns(c, what, a, b);
    else if (!c->checks && u != FREE)
        infer(c, b, u);
    else if (!c->checks)
        infer(c, a, v);
    if (c->checks && !c->in) {
        expect(c, a, v == FREE ? u : v);
        expect(c, b, u == FREE ? v : u);
    }
}

/* The declaration with which a start value was written: that of the variable or of a component around it. */
static Span place_of_start(const UnitCheck *c, const FlatVar *v)
{
    uint32_t p = v->part, around;
    while ((around = c->f->part.v[p].parent) && c->f->part.v[around].level > v->start_level)
        p = around;
    return c->f->part.v[p].span;
}

/* A start value that is computed has the unit of its variable. */
static void check_start(UnitCheck *c, const FlatVar *v, uint32_t k)
{
    Span at = place_of_start(c, v);
    if (!c->checks || !v->start || !is_real(c, v->type))
        return;
    c->at = at;
    uint32_t u = unit_of(c, v->start);
    if (k == FREE || u == FREE || u == ONE || u == k || !is_new(c, at))
        return;
    say(c, at, "`%s` is in %s, but its start value `%s` is in %s%s", flat_part_text(c->f, v->part),
        unit_text(c, k), text_of_expr(c, v->start), unit_beside(c, v->start, u, k),
        scale_hint(c, u, k));
    note_origin(c, v->start);
}

static void check_results(UnitCheck *c, const FlatEq *eq)
{
    const Func *f = expr_op(c->s, eq->rhs) == EX_CALL ? plain_callee(c, eq->rhs) : NULL;
    unit_of(c, eq->rhs);
    if (!f || eq->noutputs > f->noutputs)
        return;
    for (int i = 0; i < eq->noutputs; i++) {
        const FuncVar *out = &f->var[f->ninputs + i];
        if (!eq->output[i] || expr_op(c->s, eq->output[i]) == EX_WILD || !is_real(c, out->type))
            continue;
        uint32_t k = unit_of(c, eq->output[i]);
        uint32_t u = unit_named(c, out->unit, out->name, out->span);
        if (k == FREE && !c->checks)
            infer(c, eq->output[i], u);
        if (k == FREE || u == FREE || k == u || !c->checks || !is_new(c, c->at))
            continue;
        say(c, c->at, "`%s` is in %s, but the output `%s` of `%s` is in %s%s",
            text_of_expr(c, eq->output[i]), unit_text(c, k), text_of(c->m->ctx, out->name),
            text_of(c->m->ctx, f->name), unit_text(c, u), scale_hint(c, u, k));
        note_origin(c, eq->output[i]);
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
            unit_of(c, s->value);
        for (int k = 0; k < s->nbranches; k++) {
            c->at = s->span;
            if (s->branch[k].condition)
                unit_of(c, s->branch[k].condition);
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
            unit_of(c, eq->rhs);
        for (int k = 0; k < eq->nbranches; k++) {
            c->at = eq->span;
            if (eq->branch[k].condition)
                unit_of(c, eq->branch[k].condition);
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
            unit_of(c, expr_is_zero(c->s, k->lhs) ? k->rhs : k->lhs);
        else if (!k->message)
            check_equal(c, "the connected variables", k->lhs, k->rhs);
    }
}

/* Values of parameters, start values and limits. */
static void check_variables(UnitCheck *c)
{
    for (int i = 0; i < c->f->var.n; i++) {
        const FlatVar *v = &c->f->var.v[i];
        uint32_t k = unit_of_part(c, v->part);
        check_start(c, v, k);
        c->at = v->value_span;
        if (!v->value || !is_real(c, v->type))
            continue;
        uint32_t u = unit_of(c, v->value);
        if (k == FREE && !c->checks && v->count == 1 && u != ONE) {
            c->inferred[i] = u;
            c->because[i] = c->at;
        }
        if (k == FREE || u == FREE || k == u || !c->checks || !is_new(c, c->at))
            continue;
        say(c, c->at, "`%s` is in %s, but its value `%s` is in %s%s", flat_part_text(c->f, v->part),
            unit_text(c, k), text_of_expr(c, v->value), unit_beside(c, v->value, u, k),
            way_to(c, v->value, u, k));
        note_origin(c, v->value);
        diag_note(c->m->ctx->diags, c->f->part.v[v->part].span, "`%s` is declared with unit %s",
                  flat_part_text(c->f, v->part), unit_text(c, k));
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
        if (is_real(c, f->var[i].type))
            c->local[i] = unit_named(c, f->var[i].unit, f->var[i].name, f->var[i].span);
    check_body(c, f->body, f->nbody);
    c->in = NULL;
}

/* ---- Limits ---- */

/* A number, or the name of a constant, perhaps with a sign. */
static bool number_in(UnitCheck *c, Expr e, double *x)
{
    double sign = 1;
    if (!e)
        return false;
    for (ExprOp op = expr_op(c->s, e); op == EX_NEG || op == EX_TOREAL || op == EX_SPELLED;
         op = expr_op(c->s, e)) {
        sign = op == EX_NEG ? -sign : sign;
        e = expr_arg(c->s, e, 0);
    }
    const double *known = is_number(c, e) ? NULL : known_value(c, e);
    if (!known && !is_number(c, e))
        return false;
    *x = sign * (known ? *known : expr_number(c->s, e));
    return true;
}

/* A temperature in K that was meant in degC, or a pressure in Pa meant in bar. */
static const char *meant_text(UnitCheck *c, const FlatVar *v, double x, double min)
{
    enum { MOST_BAR = 200 };
    uint32_t k = unit_of_part(c, v->part);
    if (v->unit && !strcmp(text_of(c->m->ctx, v->unit), "Pa") && x >= 0.5 && x <= MOST_BAR && 1e5 * x >= min)
        return arena_printf(c->arena, "; %g bar is %g Pa", x, 1e5 * x);
    if (k == FREE || c->unit.v[k].factor != 1 || !is_temperature(c, k) ||
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
                       unit_of(w->c, f) == ONE || unit_of(w->c, f) == FREE;
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

/* An absolute temperature (differences have no minimum; where none is declared a variable T is meant) that air would
 * freeze at: it was meant in degC. */
static bool is_cold(UnitCheck *c, const FlatVar *v, double x)
{
    enum { COLDEST_PLANT = 60 }; /* liquid nitrogen is warmer; of helium and hydrogen it is told in vain */
    double min;
    uint32_t k = unit_of_part(c, v->part);
    bool named = !v->min && v->variability > VARY_PARAMETER && text_of(c->m->ctx, c->f->part.v[v->part].name)[0] == 'T';
    return x > 0 && x < COLDEST_PLANT && (named || (number_in(c, v->min, &min) && min == 0)) && k != FREE &&
           is_temperature(c, k) && c->unit.v[k].factor == 1 && c->unit.v[k].offset == 0 &&
           !is_step(c, v);
}

/* A temperature in degC with the fraction that K have: 293.15. */
static bool is_kelvin(UnitCheck *c, const FlatVar *v, double x)
{
    enum { LEAST = 223, MOST = 1274 };
    return v->unit && !strcmp(text_of(c->m->ctx, v->unit), "degC") && x > LEAST && x < MOST &&
           fabs(x - floor(x) - 0.15) < 1e-6;
}

/* A round number of degrees as an angle in rad: 45, 90, 180. */
static bool is_degrees(UnitCheck *c, const FlatVar *v, double x)
{
    return v->unit && !strcmp(text_of(c->m->ctx, v->unit), "rad") && is_round_degrees(x);
}

/* An absolute pressure, by its nominal value, of some Pa: it was meant in bar. */
static bool is_bar(UnitCheck *c, const FlatVar *v, double x)
{
    enum { MOST_BAR = 200, ATMOSPHERE = 10000 };
    double nominal;
    bool drop = !strncmp(text_of(c->m->ctx, c->f->part.v[v->part].name), "dp", 2);
    return !drop && v->unit && !strcmp(text_of(c->m->ctx, v->unit), "Pa") && x >= 0.5 && x <= MOST_BAR &&
           number_in(c, v->nominal, &nominal) && nominal >= ATMOSPHERE;
}

/* Numbers that were meant in another unit than the declared one. */
static void check_meant(UnitCheck *c, const FlatVar *v, Span at, const char *what, double x)
{
    const char *name = flat_part_text(c->f, v->part);
    if (!is_users(c, at))
        return;
    if (is_cold(c, v, x) && is_new(c, at))
        say(c, at, "the %s of `%s` is %g K, which is %.6g degC; if %g degC is meant, it is %.6g", what, name,
            x, x - 273.15, x, x + 273.15);
    else if (is_kelvin(c, v, x) && is_new(c, at))
        say(c, at, "the %s of `%s` is %g degC, which is %.6g K; if %g K is meant, it is %.6g", what, name, x, x + 273.15,
            x, x - 273.15);
    else if (is_degrees(c, v, x) && is_new(c, at))
        say(c, at, "the %s of `%s` is %g rad, which is %.4g turns; if %g degrees are meant, it is %.6g", what,
            name, x, x / 6.283185307179586, x, x * 0.017453292519943295);
    else if (is_bar(c, v, x) && is_new(c, at))
        say(c, at, "the %s of `%s` is %g Pa, nearly a vacuum; if %g bar are meant, it is %g", what, name, x, x,
            x * 1e5);
}

/* A part of the whole that was meant in percent. */
static const char *percent_text(UnitCheck *c, double x, double max)
{
    return max == 1 && x >= 2 && x <= 100 ? arena_printf(c->arena, "; %g %% is %g", x, x / 100) : "";
}

static void check_limits(UnitCheck *c)
{
    for (int i = 0; i < c->f->var.n; i++) {
        const FlatVar *v = &c->f->var.v[i];
        bool value = v->variability <= VARY_PARAMETER && v->value;
        double x, min, max;
        if (number_in(c, v->min, &min) && number_in(c, v->max, &max) && min > max &&
            is_new(c, c->f->part.v[v->part].span)) {
            say(c, c->f->part.v[v->part].span, "the minimum %g of `%s` is above its maximum %g",
                min, flat_part_text(c->f, v->part), max);
            continue;
        }
        if (number_in(c, v->nominal, &x) && x == 0 && is_new(c, c->f->part.v[v->part].span))
            say(c, c->f->part.v[v->part].span, "the nominal value of `%s` is 0: it is to be the usual size of its values",
                flat_part_text(c->f, v->part));
        if (!number_in(c, value ? v->value : v->start, &x))
            continue;
        const char *what = value ? "value" : "start value";
        Span at = value ? v->value_span : place_of_start(c, v);
        if (number_in(c, v->min, &min) && x < min && is_new(c, at))
            say(c, at, "the %s %g of `%s` is below its minimum %g%s", what, x,
                flat_part_text(c->f, v->part), min,
                min > 0 && min < 1e-30 ? "; it must be positive" : meant_text(c, v, x, min));
        else if (number_in(c, v->max, &max) && x > max && is_new(c, at))
            say(c, at, "the %s %g of `%s` is above its maximum %g%s", what, x,
                flat_part_text(c->f, v->part), max, percent_text(c, x, max));
        else
            check_meant(c, v, at, what, x);
    }
}

/* The name with one of its words replaced, as yMax for yMin; NULL: it has none of these words. */
static const char *other_limit(UnitCheck *c, const char *name)
{
    static const char *const pair[][2] = {{"Min", "Max"},   {"min", "max"},     {"Low", "High"},
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
    return found ? arena_printf(c->arena, "%.*s%s%s", (int)(found - name), name, with, found + length) : NULL;
}

/* Lower limits above upper ones of the same component: LimIntegrator(outMin = 5, outMax = 0). */
static void check_exchanged(UnitCheck *c)
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
        const char *other = low->variability <= VARY_PARAMETER && number_in(c, low->value, &x)
                                ? other_limit(c, name_text(names, p->name))
                                : NULL;
        uint32_t k = other ? map_get(&at, map_pair(p->parent, name_cstr(names, other)), 0) : 0;
        const FlatVar *high = k ? &c->f->var.v[k - 1] : NULL;
        if (!high || high->variability > VARY_PARAMETER || !number_in(c, high->value, &y) || x <= y)
            continue;
        Span where = is_users(c, low->value_span) ? low->value_span : high->value_span;
        if (is_users(c, where) && is_new(c, where))
            say(c, where, "`%s` is %g, above `%s`, which is %g: are they exchanged?",
                flat_part_text(c->f, low->part), x, flat_part_text(c->f, high->part), y);
    }
}

void check_units(Model *m)
{
    FlatModel *f = m->flat;
    UnitCheck c = {.m = m, .f = f, .s = m->store, .arena = m->arena};
    if (m->units == UNITS_OFF)
        return;
    vec_push(c.arena, &c.unit, (Unit){.factor = 1});
    vec_push(c.arena, &c.text, (Name)0);
    number_of(&c, &unit_one);
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
    check_limits(&c);
    check_exchanged(&c);
}
