/* classic_function.c - functions and tables, our additions to the classic language.
 *
 * A table becomes a function that finds the interval by bisection, O(log n), and has a cubic
 *     a + s*(b + s*(c + s*e)),   s the distance from the left end,
 * in it (Hermite): the slope at each point is that of the parabola through it and its neighbours,
 * so that the first derivative is continuous; beyond the ends the line goes straight on. */
#include "base/buf.h"
#include "syntax/classic_internal.h"
#include "syntax/parser.h"

#include <math.h>

/* ---- Functions ---- */

/* NAME "(" [ NAME { "," NAME } ] ")"; false after a failure. */
static bool header(Parser *p, ClassicBody *b)
{
    SynClass *c = b->cls;
    classic_class_name(p, c, "the name of the function");
    if (c->name && classic_meaning(p->ctx, c->name) != c->name)
        parse_fail(p, c->name_span, "`%s` is predefined", text_of(p->ctx, c->name));
    parse_expect(p, TK_LPAR, "`(` after the name of the function");
    while (!at(p, TK_ERROR) && !at(p, TK_RPAR)) {
        Span span = p->tok.span;
        Name name = parse_ident(p, "the name of an argument");
        if (name == c->name)
            parse_fail(p, span, "an argument cannot have the name of the function");
        SynElement *el = classic_declare(p, b, name, span);
        if (el)
            el->direction = DIR_INPUT;
        if (!accept(p, TK_COMMA) && !at(p, TK_IDENT))
            break;
    }
    parse_expect(p, TK_RPAR, "`,` or `)` after the argument");
    return classic_end_statement(p);
}

/* The variable that is assigned: the result, or a local one that is declared by that. */
static void check_assigned(Parser *p, ClassicBody *b, const SynExp *lhs)
{
    if (at(p, TK_ERROR))
        return;
    if (lhs->kind != XP_REF || lhs->ref->n != 1 || lhs->paren) {
        parse_fail(p, lhs->span, "a line of a function is `name = expression`");
        return;
    }
    Name name = lhs->ref->part[0].name;
    uint32_t known = map_get(&b->declared, name, 0);
    if (known && b->elem.v[known - 1]->direction == DIR_INPUT) {
        parse_fail(p, lhs->span, "an argument cannot be assigned");
    } else if (!known) {
        SynElement *el = classic_declare(p, b, name, lhs->span);
        if (el)
            el->protected = true;
    }
}

static bool assignment(Parser *p, ClassicBody *b)
{
    if (p->tok.kind >= CK_MODEL)
        parse_fail(p, p->tok.span, "%s cannot stand in a function", parse_spell(p, &p->tok));
    SynEqu *e = classic_equation(p);
    e->kind = SE_ASSIGN;
    check_assigned(p, b, e->lhs);
    if (!classic_end_statement(p))
        return false;
    vec_push(p->arena, &b->equ, e);
    return true;
}

static bool is_assigned(const ClassicBody *b, Name name)
{
    for (int i = 0; i < b->equ.n; i++)
        if (b->equ.v[i]->lhs->ref->part[0].name == name)
            return true;
    return false;
}

SynClass *classic_function(Parser *p)
{
    ClassicBody b = {.cls = classic_class_new(p, CLS_FUNCTION)};
    bool named = header(p, &b), whole = true;
    p->tok = p->lx.eol;
    SynElement *result = classic_declare(p, &b, b.cls->name, b.cls->name_span);
    if (result)
        result->direction = DIR_OUTPUT;
    while (classic_class_goes_on(p, b.cls))
        whole &= assignment(p, &b);
    if (named && whole && !is_assigned(&b, b.cls->name))
        parse_report(p, b.cls->name_span, "`%s` gets no value: a line `%s = ...` is missing",
                     text_of(p->ctx, b.cls->name), text_of(p->ctx, b.cls->name));
    classic_body_finish(p, &b);
    return named ? b.cls : NULL;
}

/* ---- Tables ---- */

/* The points, and the coefficients of the cubics: [0] before the first point, [i] behind x[i - 1].
 */
typedef struct Points {
    VEC(double) x;
    VEC(double) y;
    double *a, *b, *c, *e; /* [x.n + 1] */
} Points;

/* [ "-" | "+" ] NUMBER */
static double number(Parser *p)
{
    bool negative = accept(p, TK_SUB);
    if (!negative)
        accept(p, TK_ADD);
    double value = at(p, TK_INT) ? (double)p->tok.i : p->tok.r;
    if (!accept(p, TK_INT) && !parse_expect(p, TK_REAL, "a number"))
        return 0;
    return negative ? -value : value;
}

/* x [ "," ] y; false after a failure. */
static bool point(Parser *p, Points *points)
{
    classic_one_line(p);
    Span span = p->tok.span;
    double x = number(p);
    accept(p, TK_COMMA);
    double y = number(p);
    if (points->x.n && x <= vec_last(&points->x))
        parse_fail(p, span, "the arguments of a table must increase");
    if (!classic_end_statement(p))
        return false;
    vec_push(p->arena, &points->x, x);
    vec_push(p->arena, &points->y, y);
    return true;
}

/* The slope at point i of the parabola through the points k - 1, k, k + 1: from the slopes of its
 * chords, weighted; at an outer point extrapolated. */
static double parabola_slope(const Points *pt, int k, int i)
{
    const double *x = pt->x.v, *y = pt->y.v;
    double left = x[k] - x[k - 1], right = x[k + 1] - x[k];
    double chord_left = (y[k] - y[k - 1]) / left, chord_right = (y[k + 1] - y[k]) / right;
    double middle = (chord_left * right + chord_right * left) / (left + right);
    return i < k ? 2 * chord_left - middle : i > k ? 2 * chord_right - middle : middle;
}

static double slope(const Points *pt, int i)
{
    int n = pt->x.n, k = i == 0 ? 1 : i == n - 1 ? n - 2 : i;
    if (n == 2)
        return (pt->y.v[1] - pt->y.v[0]) / (pt->x.v[1] - pt->x.v[0]);
    return parabola_slope(pt, k, i);
}

/* False if one of the coefficients is not finite. */
static bool find_cubics(Parser *p, Points *pt)
{
    int n = pt->x.n;
    const double *x = pt->x.v, *y = pt->y.v;
    double *a = pt->a = ARENA_ARRAY(p->arena, double, n + 1);
    double *b = pt->b = ARENA_ARRAY(p->arena, double, n + 1);
    double *c = pt->c = ARENA_ARRAY(p->arena, double, n + 1);
    double *e = pt->e = ARENA_ARRAY(p->arena, double, n + 1);
    bool finite = true;
    a[0] = y[0];
    b[0] = slope(pt, 0);
    for (int i = 0; i < n; i++) {
        a[i + 1] = y[i];
        b[i + 1] = slope(pt, i);
        if (i == n - 1)
            break;
        double width = x[i + 1] - x[i], chord = (y[i + 1] - y[i]) / width, next = slope(pt, i + 1);
        c[i + 1] = (3 * chord - 2 * b[i + 1] - next) / width;
        e[i + 1] = (b[i + 1] + next - 2 * chord) / width / width;
        finite &= isfinite(b[i + 1]) && isfinite(c[i + 1]) && isfinite(e[i + 1]);
    }
    return finite && isfinite(b[n]);
}

static void put_array(Buf *out, const char *name, const double *v, int n)
{
    buf_printf(out, "constant Real %s[%d] = {", name, n);
    for (int i = 0; i < n; i++) {
        buf_puts(out, i ? ", " : "");
        buf_real(out, v[i]);
    }
    buf_puts(out, "};\n");
}

/* What a table does, in Modelica. The user's names stand in quotes there, so that they are neither
 * keywords nor names of these variables. */
static const char search[] = "  Integer i, j, m;\n"
                             "  Real s;\n"
                             "algorithm\n"
                             "  i := 0;\n"
                             "  j := %d;\n"
                             "  while j - i > 1 loop\n"
                             "    m := div(i + j, 2);\n"
                             "    if x[m] <= '%s' then\n"
                             "      i := m;\n"
                             "    else\n"
                             "      j := m;\n"
                             "    end if;\n"
                             "  end while;\n"
                             "  s := '%s' - x[max(i, 1)];\n"
                             "  i := i + 1;\n";
static const char value[] = "  '%s' := a[i] + s*(b[i] + s*(c[i] + s*e[i]));\n";
static const char derivative[] = "  '%s' := b[i] + s*(2*c[i] + 3*s*e[i]);\n";

/* The function of a table, made from its text in Modelica. `result` is one of the above. */
static SynClass *table_function(Parser *p, const SynClass *head, Name name, const Points *points,
                                const char *result)
{
    const char *text = text_of(p->ctx, name), *arg = text_of(p->ctx, head->elem[0]->name);
    Buf out = {0};
    buf_printf(&out, "function table\n  input Real '%s';\n  output Real '%s';\nprotected\n", arg,
               text);
    put_array(&out, "x", points->x.v, points->x.n);
    if (result == value)
        put_array(&out, "a", points->a, points->x.n + 1);
    put_array(&out, "b", points->b, points->x.n + 1);
    put_array(&out, "c", points->c, points->x.n + 1);
    put_array(&out, "e", points->e, points->x.n + 1);
    buf_printf(&out, search, points->x.n + 1, arg, arg);
    buf_printf(&out, result, text);
    buf_puts(&out, "end table;\n");
    const char *why = NULL,
               *path = arena_printf(p->arena, "%s: table %s",
                                    source_place(p->ctx->sources, head->span.beg).file->path, text);
    SourceFile *source = source_add(p->ctx->sources, path, buf_text(&out), out.n, &why);
    buf_free(&out);
    if (!source) {
        parse_report(p, head->name_span, "the table cannot be kept: %s", why);
        return NULL;
    }
    SynClass *c = parse_modelica(p->ctx, source)->cls[0];
    c->name = name;
    c->classic = true;
    c->name_span = head->name_span;
    c->span = head->span;
    return c;
}

static bool enough_points(Parser *p, const SynClass *c, Points *points)
{
    if (points->x.n < 2)
        parse_report(p, c->name_span, "a table needs two points or more");
    else if (find_cubics(p, points))
        return true;
    else
        parse_report(p, c->name_span, "the table is too steep for numbers to tell");
    return false;
}

SynClass *classic_table(Parser *p, SynClass **der)
{
    ClassicBody b = {.cls = classic_class_new(p, CLS_FUNCTION)};
    Points points = {0};
    bool whole = header(p, &b);
    if (whole && b.elem.n != 1)
        parse_fail(p, b.cls->name_span, "a table has one argument");
    whole &= b.elem.n == 1;
    while (classic_class_goes_on(p, b.cls))
        whole &= point(p, &points);
    if (!whole || !enough_points(p, b.cls, &points))
        return NULL;
    classic_body_finish(p, &b);
    SynClass *c = table_function(p, b.cls, b.cls->name, &points, value);
    Name name =
        name_cstr(p->ctx->names, arena_printf(p->arena, "%sDER", text_of(p->ctx, b.cls->name)));
    *der = table_function(p, b.cls, name, &points, derivative);
    return c;
}
