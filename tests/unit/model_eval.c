/* Tests of the evaluator: constants of all kinds of expressions and functions, the ways in which an
 * evaluation can fail, what is marked as structural, and the messages. Expected values are worked
 * out by hand from the specification. */
#include "model/eval.h"
#include "model/function.h"
#include "test.h"

#include <unistd.h>

/* ---- A package under test ---- */

static Context *ctx;
static Library *lib;
static Model *m;

static void finish(void)
{
    model_free(m);
    context_free(ctx);
    ctx = NULL;
    m = NULL;
}

static void begin(const char *text)
{
    char path[] = "/tmp/kron-eval-XXXXXX.mo";
    int file = mkstemps(path, 3);
    CHECK(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    ctx = context_new();
    lib = library_new(ctx);
    m = model_new(ctx, lib);
    CHECK(library_open(lib, path) != NULL);
    unlink(path);
}

static Comp *constant(const char *package, const char *name)
{
    ClassUse *use = lookup_class_text(m, package);
    Slot *s = use ? class_slot(m, class_plain(m, use), name_cstr(ctx->names, name)) : NULL;
    Comp *c = s ? slot_comp(m, s) : NULL;
    if (!c)
        fprintf(stderr, "no component %s in %s\n", name, package);
    return c;
}

/* Makes a class the model under translation. */
static void instantiate(const char *name)
{
    ClassUse *use = lookup_class_text(m, name);
    Comp *c = ARENA_NEW(m->arena, Comp);
    SynElement *decl = ARENA_NEW(m->arena, SynElement);
    decl->kind = EL_COMPONENT;
    *c = (Comp){.id = (uint32_t)m->comp.n,
                .use = use,
                .decl = decl,
                .variability = VARY_CONTINUOUS,
                .split_state = SPLIT_NO,
                .condition_state = 2};
    vec_push(m->arena, &m->comp, c);
    m->root_comp = c;
    m->root = comp_contents(m, c);
    CHECK(m->root != NULL);
}

/* A component of the model by its dotted name. */
static Comp *part(const char *dotted)
{
    Comp *c = m->root_comp;
    char text[200];
    snprintf(text, sizeof text, "%s", dotted);
    for (char *p = strtok(text, "."); p && c; p = strtok(NULL, ".")) {
        ClassInst *ci = comp_contents(m, c);
        Slot *s = ci ? class_slot(m, ci, name_cstr(ctx->names, p)) : NULL;
        c = s ? slot_comp(m, s) : NULL;
    }
    if (!c)
        fprintf(stderr, "no component %s\n", dotted);
    return c;
}

/* A reference to a component with all dimensions on the way whole. */
static Expr whole(Comp *c)
{
    Expr sub[MAX_DIMS];
    int n = comp_path_dims(c), nd = 0;
    int32_t dim[MAX_DIMS];
    const Comp *chain[16];
    int depth = 0;
    for (Comp *p = c; p; p = p->parent) {
        CHECK(!p->ndims || comp_dims(m, p));
        chain[depth++] = p;
    }
    while (depth--)
        for (int k = 0; k < chain[depth]->ndims; k++)
            dim[nd++] = chain[depth]->dim[k].size;
    for (int i = 0; i < n; i++)
        sub[i] = expr_make(m->store, EX_COLON, T_INT, 0, 0, 0, NULL);
    Type t = comp_type(m, c);
    return t ? expr_make(m->store, EX_CREF, type_array(expr_types(m->store), t, nd, dim), 0, c->id,
                         (uint32_t)n, sub)
             : 0;
}

/* ---- Values as text ---- */

static void print_element(const Value *v, int level, int64_t at, Buf *out)
{
    if (level < v->ndims) {
        buf_putc(out, '{');
        for (int32_t i = 0; i < v->dim[level]; i++) {
            buf_puts(out, i ? ", " : "");
            print_element(v, level + 1, at * v->dim[level] + i, out);
        }
        buf_putc(out, '}');
        return;
    }
    char text[40];
    const TypeInfo *t = tinfo(m, v->scalar);
    switch (t->base) {
    case TY_REAL: /* with a point, to tell it from an Integer */
        snprintf(text, sizeof text, "%.12g", v->num[at]);
        buf_printf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".");
        break;
    case TY_INT: buf_printf(out, "%lld", (long long)v->num[at]); break;
    case TY_BOOL: buf_puts(out, v->num[at] ? "true" : "false"); break;
    case TY_ENUM: {
        const EnumInfo *info = type_enum_info(expr_types(m->store), v->scalar);
        buf_puts(out, text_of(ctx, info->literal[(int)v->num[at] - 1]));
        break;
    }
    case TY_STRING: buf_printf(out, "\"%s\"", text_of(ctx, v->str[at])); break;
    case TY_RECORD: {
        const RecordInfo *info = type_record_info(expr_types(m->store), v->scalar);
        buf_putc(out, '(');
        for (int i = 0; i < v->nfields; i++) {
            buf_printf(out, "%s%s = ", i ? ", " : "", text_of(ctx, info->field[i]));
            print_element(v->field[i], v->ndims, at, out);
        }
        buf_putc(out, ')');
        break;
    }
    default: buf_puts(out, "?");
    }
}

static const char *text_value(const Value *v)
{
    static char text[4000];
    Buf b = {0};
    if (v) {
        for (int k = 0; k < v->ndims; k++)
            if (!v->dim[k])
                buf_puts(&b, "empty ");
        print_element(v, 0, 0, &b);
    } else {
        buf_puts(&b, "no value");
    }
    snprintf(text, sizeof text, "%s", buf_text(&b));
    buf_free(&b);
    return text;
}

/* ---- Expressions and functions ---- */

/* In parts, for the sake of compilers with short strings. */
static const char *const package[] = {
    "package T\n"
    "  type E = enumeration(lo, mid, hi);\n"
    "  record P Real x; Real y[2]; end P;\n"
    "  record Q extends P; Integer n = 7; String s = \"q\"; end Q;\n"
    "  record N P p; P ps[2]; end N;\n"
    "  record F constant Real k = 2; Real x; Real z = k*x; end F;\n"
    "  constant Real a[3] = {1, 2, 3};\n"
    "  constant Real A[2, 3] = [1, 2, 3; 4, 5, 6];\n"
    "  constant Integer n = 3;\n"
    "  constant P p = P(1, {2, 3});\n"
    "  constant P ps[3] = {P(i, {10*i, 100*i}) for i in 1:3};\n"
    "  constant Real byE[E] = {10, 20, 30};\n"
    "  constant Real byB[Boolean] = {5, 6};\n"
    "  constant E toE[E] = {E.hi, E.mid, E.lo};\n"
    "  constant String names[:] = {\"one\", \"two\", \"three\"};\n"
    "  package Inner constant Integer k = 2*n; constant P p(x = 4, y = {5, 6}); end Inner;\n"
    "  function sq input Real u; output Real y; algorithm y := u*u; end sq;\n"
    "  function fact input Integer n; output Integer y;\n"
    "    algorithm y := if n <= 1 then 1 else n*fact(n - 1); end fact;\n"
    "  function grow input Integer n; output Real y[:] = fill(0.0, 0);\n"
    "    algorithm for i in 1:n loop y := cat(1, y, {i^2}); end for; end grow;\n"
    "  function scale input Real x[:]; input Real k = 2; output Real y[size(x, 1)];\n"
    "    algorithm for i in 1:size(x, 1) loop y[i] := k*x[i]; end for; end scale;\n"
    "  function two input Real u; output Real a; output Real b[2];\n"
    "    algorithm a := u + 1; b := {u, -u}; end two;\n"
    "  function useTwo input Real u; output Real y; protected Real a; Real b[2];\n"
    "    algorithm (a, b) := two(u); y := a + 10*b[1] + 100*b[2]; end useTwo;\n"
    "  function second input Real u; output Real y[2];\n"
    "    algorithm (, y) := two(u); end second;\n"
    "  function onlyFirst input Real u; output Real y; algorithm y := two(u); end onlyFirst;\n"
    "  function collatz input Integer n; output Integer steps = 0; protected Integer k = n;\n"
    "    algorithm while k <> 1 loop\n"
    "      if mod(k, 2) == 0 then k := div(k, 2); else k := 3*k + 1; end if;\n"
    "      steps := steps + 1; end while; end collatz;\n",
    "  function findFirst input Real x[:]; input Real u; output Integer at = 0;\n"
    "    algorithm for i in 1:size(x, 1) loop if x[i] == u then at := i; break; end if; end for;\n"
    "    end findFirst;\n"
    "  function early input Real u; output Real y; algorithm y := 1; if u > 0 then return;\n"
    "    end if; y := 2; end early;\n"
    "  function swap input Real x[:]; output Real y[size(x, 1)] = x;\n"
    "    algorithm y[{1, 2}] := y[{2, 1}]; end swap;\n"
    "  function rows input Integer n; output Real M[n, n];\n"
    "    algorithm for i in 1:n loop M[i, :] := fill(i, n); end for; M[1, 2:n] := 2*M[2, 2:n];\n"
    "    M[:, 1] := zeros(n); end rows;\n"
    "  function backwards input Real x[:]; output Real y[size(x, 1)];\n"
    "    algorithm y := x[end:-1:1]; end backwards;\n"
    "  function mirror input P p; output P q; algorithm q.x := -p.x; q.y := {p.y[2], p.y[1]};\n"
    "    end mirror;\n"
    "  function makeP input Real u; output P q = P(u, {u, u}); algorithm q.y[2] := 9; end makeP;\n"
    "  function sumOfPs input P ps[:]; output Real y = 0;\n"
    "    algorithm for i in 1:size(ps, 1) loop y := y + ps[i].x*sum(ps[i].y); end for; end sumOfPs;\n"
    "  function setP input Integer n; output P ps[n];\n"
    "    algorithm for i in 1:n loop ps[i].x := i; ps[i].y := {i, -i}; end for; end setP;\n"
    "  function xs input P ps[:]; output Real x[size(ps, 1)] = ps.x; algorithm end xs;\n",
    "  partial function Fn input Real u; output Real y; end Fn;\n"
    "  function apply input Fn f; input Real u; output Real y; algorithm y := f(u); end apply;\n"
    "  function apply2 input Fn f; input Real u; output Real y; algorithm y := apply(f, apply(f,"
    " u)); end apply2;\n"
    "  function poly extends Fn; input Real c[:]; algorithm y := 0;\n"
    "    for i in size(c, 1):-1:1 loop y := y*u + c[i]; end for; end poly;\n"
    "  function power extends Fn; input Integer n = 2; algorithm y := u^n; end power;\n"
    "  function count input E e; output Integer k = 0;\n"
    "    algorithm for i in E loop if i >= e then k := k + 1; end if; end for; end count;\n"
    "  function overBooleans output Integer k = 0;\n"
    "    algorithm for b in Boolean loop k := 2*k + (if b then 1 else 5); end for; end overBooleans;\n"
    "  function overReals input Real x[:]; output Real y = 1;\n"
    "    algorithm for u in x loop y := y*u; end for; end overReals;\n"
    "  function nested input Integer n; output Integer y = 0;\n"
    "    algorithm for i in 1:n, j in i:n loop y := y + 10*i + j; end for; end nested;\n"
    "  function join input String s[:]; output String y = \"\";\n"
    "    algorithm for i in 1:size(s, 1) loop y := y + (if i > 1 then \", \" else \"\") + s[i];\n"
    "    end for; end join;\n"
    "  function table input Integer i; output Real y; algorithm y := a[i]*A[2, i]; end table;\n"
    "  function shape input Real x[:, :]; output Integer n[2] = size(x); algorithm end shape;\n"
    "  function pick input Real x[3]; input E e; output Real y; algorithm y := byE[e]*x[2];\n"
    "    end pick;\n"
    "  function extFib = Fib(n = 10);\n"
    "  function Fib input Integer n; output Integer y; protected Integer f[n + 2];\n"
    "    algorithm f[1] := 0; f[2] := 1; for i in 3:n + 2 loop f[i] := f[i - 1] + f[i - 2];\n"
    "    end for; y := f[n + 1]; end Fib;\n"
    "  function warn input Real u; output Real y;\n"
    "    algorithm assert(u > 0, \"not positive\", AssertionLevel.warning); y := u; end warn;\n",
    "  function must input Real u; output Real y;\n"
    "    algorithm assert(u > 0, \"u is \" + String(u)); y := u; end must;\n"
    "  function forever output Real y = 0; algorithm while true loop y := y + 1; end while;\n"
    "    end forever;\n"
    "  function deep input Integer n; output Integer y; algorithm y := deep(n + 1) + 1; end deep;\n"
    "  function outside input Real x[:]; output Real y; algorithm y := x[size(x, 1) + 1];\n"
    "    end outside;\n"
    "  function outsideLeft input Integer n; output Real y[n]; algorithm y[n + 1] := 1;\n"
    "    end outsideLeft;\n"
    "  function three input Real x[3]; output Real y = sum(x); algorithm end three;\n"
    "  function equal input Real x[:]; input Real y[size(x, 1)]; output Real z = x*y; algorithm\n"
    "    end equal;\n"
    "  function misfit input Real x[:]; output Real y[2]; algorithm y := x; end misfit;\n"
    "  impure function random output Real y; algorithm y := 4; end random;\n"
    "  function cfun input Real u; output Real y; external \"C\" y = cfun(u); end cfun;\n"
    "  function len input String s; output Integer n;\n"
    "    external \"C\" n = ModelicaStrings_length(s); end len;\n"
    "  function sub input String s; input Integer i; input Integer k; output String t;\n"
    "    external \"C\" t = ModelicaStrings_substring(s, i, k); end sub;\n"
    "  type Compare = enumeration(Less, Equal, Greater);\n"
    "  function compare input String s; input String t; input Boolean exact = true;\n"
    "    output Compare c; external \"C\" c = ModelicaStrings_compare(s, t, exact); end compare;\n"
    "  function skip input String s; input Integer i = 1; output Integer k;\n"
    "    external \"C\" k = ModelicaStrings_skipWhiteSpace(s, i); end skip;\n"
    "  function hash input String s; output Integer h;\n"
    "    external \"C\" h = ModelicaStrings_hashString(s); end hash;\n"
    "  function sine input Real u; output Real y; external \"builtin\" y = sin(u); end sine;\n"
    "  function sineVia input Real u; output Real y; algorithm y := sine(u); end sineVia;\n"
    "  function iterated input Integer n; output Real y;\n"
    "    algorithm y := sum(sq(i)*j for i in 1:n, j in 1:2); end iterated;\n"
    "  function comprehension input Integer n; output Real y[n, n];\n"
    "    algorithm y := {if i == j then sum(grow(i)) else 0.0 for j in 1:n, i in 1:n};\n"
    "    end comprehension;\n"
    "  function vectorised input Real x[:]; output Real y[size(x, 1)]; algorithm y := sq(x);\n"
    "    end vectorised;\n"
    "  function local1 input Real u; output Real y; protected parameter Real k = 3*u;\n"
    "    Real w[2] = {k, k + 1}; algorithm y := w*w; end local1;\n",
};

/* type, expression, value */
static const char *const rows[][3] = {
    /* literals and arithmetic */
    {"Real", "1", "1."},
    {"Integer", "-7", "-7"},
    {"Boolean", "true", "true"},
    {"String", "\"a b\"", "\"a b\""},
    {"E", "E.mid", "mid"},
    {"Real", "1 + 2*3 - 4/8", "6.5"},
    {"Integer", "2 + 3*4 - 5", "9"},
    {"Real", "2^10 + 2^(-1)", "1024.5"},
    {"Real", "-2^2", "-4."},
    {"Real[3]", "a + {10, 20, 30}", "{11., 22., 33.}"},
    {"Real[3]", "a .+ 1", "{2., 3., 4.}"},
    {"Real[3]", "1 .- a", "{0., -1., -2.}"},
    {"Real[3]", "-a", "{-1., -2., -3.}"},
    {"Real[3]", "2*a/4", "{0.5, 1., 1.5}"},
    {"Real[3]", "a .* a", "{1., 4., 9.}"},
    {"Real[3]", "6 ./ a", "{6., 3., 2.}"},
    {"Real[3]", "a .^ 2", "{1., 4., 9.}"},
    {"Integer[2]", "{1, 2}*3", "{3, 6}"},
    {"Real[:]", "{1, 2.5}", "{1., 2.5}"},
    /* products */
    {"Real", "a*a", "14."},
    {"Real[2]", "A*a", "{14., 32.}"},
    {"Real[3]", "{1, 10}*A", "{41., 52., 63.}"},
    {"Real[2, 2]", "A*transpose(A)", "{{14., 32.}, {32., 77.}}"},
    {"Integer", "{1, 2}*{3, 4}", "11"},
    {"Integer[2, 2]", "[1, 1; 1, 0]^7", "{{21, 13}, {13, 8}}"},
    {"Integer[2, 2]", "[5, 6; 7, 8]^0", "{{1, 0}, {0, 1}}"},
    {"Real[2, 2]", "outerProduct({1, 2}, {3.0, 4.0})", "{{3., 4.}, {6., 8.}}"},
    {"Real[3]", "cross({1.0, 2.0, 3.0}, {4.0, 5.0, 6.0})", "{-3., 6., -3.}"},
    {"Real[3]", "skew({1.0, 2.0, 3.0})*{4, 5, 6}", "{-3., 6., -3.}"},
    {"Real[3, 3]", "skew(a)", "{{0., -3., 2.}, {3., 0., -1.}, {-2., 1., 0.}}"},
    {"Real[2, 2]", "symmetric([1.0, 2.0; 3.0, 4.0])", "{{1., 2.}, {2., 4.}}"},
    /* relations and logic */
    {"Boolean[6]", "{1 < 2, 2 <= 1, 2 > 1, 1 >= 2, 1 == 1, 1 <> 1}",
     "{true, false, true, false, true, false}"},
    {"Boolean[4]", "{\"ab\" < \"b\", \"ab\" == \"ab\", \"b\" >= \"ab\", \"a\" <> \"a\"}",
     "{true, true, true, false}"},
    {"Boolean[3]", "{E.lo < E.hi, E.mid == E.lo, false < true}", "{true, false, true}"},
    {"Boolean", "true and false or not false", "true"},
    {"Boolean[2]", "{true, false} or {false, false}", "{true, false}"},
    {"Boolean[2]", "not {true, false}", "{false, true}"},
    {"Boolean", "n == 3 or 1/(n - 3) > 0", "true"},
    {"Boolean", "n <> 3 and 1/(n - 3) > 0", "false"},
    {"Real", "if n == 3 then 1.5 else 1/(n - 3)", "1.5"},
    {"Real[2]", "if n < 3 then {1, 2} elseif n == 3 then {3, 4} else {5, 6}", "{3., 4.}"},
    {"String", "if n > 3 then \"big\" else \"small\"", "\"small\""},
    /* elementary functions */
    {"Real[3]", "{sqrt(16), abs(-3), sign(-2)}", "{4., 3., -1.}"},
    {"Integer", "sign(-0.5)", "-1"},
    {"Integer", "abs(-3)", "3"},
    {"Real[4]", "{sin(0), cos(0), tan(0), exp(0)}", "{0., 1., 0., 1.}"},
    {"Real[3]", "{asin(1), acos(1), atan(1)}", "{1.57079632679, 0., 0.785398163397}"},
    {"Real[2]", "{atan2(1, -1), atan2(-1, -1)}", "{2.35619449019, -2.35619449019}"},
    {"Real[3]", "{sinh(0), cosh(0), tanh(0)}", "{0., 1., 0.}"},
    {"Real[2]", "{log(exp(2)), log10(1000)}", "{2., 3.}"},
    {"Integer[2]", "{div(-7, 2), div(7, -2)}", "{-3, -3}"},
    {"Integer[4]", "{mod(7, 3), mod(-7, 3), rem(7, 3), rem(-7, 3)}", "{1, 2, 1, -1}"},
    {"Real[3]", "{mod(3, 1.4), mod(-3, 1.4), rem(-3, 1.4)}", "{0.2, 1.2, -0.2}"},
    {"Real[2]", "{ceil(-1.5), floor(-1.5)}", "{-1., -2.}"},
    {"Integer", "integer(2.7)", "2"},
    {"Real[2]", "{min(2, 3), max(2, 3.5)}", "{2., 3.5}"},
    {"E", "max(E.lo, E.mid)", "mid"},
    {"Real[2]", "{smooth(1, 3), noEvent(4)}", "{3., 4.}"},
    {"Real", "homotopy(actual = 5, simplified = 6)", "5."},
    {"Real[2]", "{semiLinear(2, 3, 4), semiLinear(-2, 3, 4)}", "{6., -8.}"},
    /* conversions and strings */
    {"Integer", "Integer(E.hi)", "3"},
    {"E", "E(2)", "mid"},
    {"String", "String(E.hi) + String(true)", "\"hitrue\""},
    {"String", "String(42)", "\"42\""},
    {"String", "String(42, minimumLength = 5) + \"|\"", "\"42   |\""},
    {"String", "String(42, minimumLength = 5, leftJustified = false)", "\"   42\""},
    {"String", "String(1/3)", "\"0.333333\""},
    {"String", "String(1e-10/3, significantDigits = 3)", "\"3.33e-11\""},
    {"String", "String(2.5, minimumLength = 6, leftJustified = false)", "\"   2.5\""},
    {"String", "String(2/3, format = \".3f\")", "\"0.667\""},
    {"String", "String(1234.5, format = \"12.2e\")", "\"    1.23e+03\""},
    {"String", "String(255, format = \"x\") + String(7, format = \"03d\")", "\"ff007\""},
    {"String[2]", "{\"a\", \"b\"} + {\"c\", \"d\"}", "{\"ac\", \"bd\"}"},
    {"String", "names[2] + names[end]", "\"twothree\""},
    /* arrays */
    {"Real[2, 3]", "A", "{{1., 2., 3.}, {4., 5., 6.}}"},
    {"Real[2, 2]", "[A[1, 1:2]; 7, 8]", "{{1., 2.}, {7., 8.}}"},
    {"Real[2, 4]", "[A, {8, 9}]", "{{1., 2., 3., 8.}, {4., 5., 6., 9.}}"},
    {"Integer[:]", "1:4", "{1, 2, 3, 4}"},
    {"Integer[:]", "5:-2:1", "{5, 3, 1}"},
    {"Real[:]", "2.7:6.8", "{2.7, 3.7, 4.7, 5.7, 6.7}"},
    {"Real[:]", "0.0:0.1:0.3", "{0., 0.1, 0.2, 0.3}"},
    {"Integer[:]", "3:2", "empty {}"},
    {"Boolean[2]", "false:true", "{false, true}"},
    {"E[2]", "E.mid:E.hi", "{mid, hi}"},
    {"Real[3]", "linspace(1, 2, 3)", "{1., 1.5, 2.}"},
    {"Integer[2, 2]", "identity(2)", "{{1, 0}, {0, 1}}"},
    {"Real[2, 2]", "diagonal({3.0, 4.0})", "{{3., 0.}, {0., 4.}}"},
    {"Real[2, 3]", "fill(1.5, 2, 3)", "{{1.5, 1.5, 1.5}, {1.5, 1.5, 1.5}}"},
    {"String[2]", "fill(\"x\", 2)", "{\"x\", \"x\"}"},
    {"Real[2, 2]", "fill({1.0, 2.0}, 2)", "{{1., 2.}, {1., 2.}}"},
    {"Real[2]", "zeros(2) + ones(2)", "{1., 1.}"},
    {"Real[0]", "zeros(0)", "empty {}"},
    {"Real[3, 2]", "transpose(A)", "{{1., 4.}, {2., 5.}, {3., 6.}}"},
    {"Real[:]", "cat(1, {1, 2}, {3.5}, zeros(0))", "{1., 2., 3.5}"},
    {"Integer[2, 3]", "cat(2, [1; 2], [3, 4; 5, 6])", "{{1, 3, 4}, {2, 5, 6}}"},
    {"Real[3]", "vector([1.0, 2.0, 3.0])", "{1., 2., 3.}"},
    {"Real[3, 1]", "matrix(a)", "{{1.}, {2.}, {3.}}"},
    {"Real", "scalar([7.5])", "7.5"},
    {"Real[3, 1, 1]", "promote(a, 3)", "{{{1.}}, {{2.}}, {{3.}}}"},
    {"Real", "A[2, 3]", "6."},
    {"Real[3]", "A[2, :]", "{4., 5., 6.}"},
    {"Real[2]", "A[:, 2]", "{2., 5.}"},
    {"Real[2, 2]", "A[:, {3, 1}]", "{{3., 1.}, {6., 4.}}"},
    {"Real[2]", "A[1, 2:end]", "{2., 3.}"},
    {"Real[0]", "a[4:3]", "empty {}"},
    {"Integer[2]", "size(A)", "{2, 3}"},
    {"Integer", "size(A, 2) + ndims(A)", "5"},
    {"Real", "sum(A)", "21."},
    {"Real[2]", "{sum(zeros(0)), product(zeros(0))}", "{0., 1.}"},
    {"Integer", "product({2, 3, 4})", "24"},
    {"Real[2]", "{min(A), max(A)}", "{1., 6.}"},
    {"Boolean", "min({true, false})", "false"},
    /* iterators */
    {"Real[3]", "{i^2 for i in 1:3}", "{1., 4., 9.}"},
    {"Integer[2, 3]", "{10*i + j for i in 1:3, j in 1:2}", "{{11, 21, 31}, {12, 22, 32}}"},
    {"Real[2, 2]", "{{i, -i} for i in 1:2}", "{{1., -1.}, {2., -2.}}"},
    {"Integer", "sum(i*j for i in 1:3, j in {10, 100})", "660"},
    {"Integer[5]", "{product(j for j in 1:i) for i in 0:4}", "{1, 1, 2, 6, 24}"},
    {"Real[2]", "{min(u^2 for u in {-3.0, 2.0}), max(u for u in a)}", "{4., 3.}"},
    {"Integer", "sum(Integer(e) for e in E)", "6"},
    {"Boolean[2]", "{not b for b in Boolean}", "{true, false}"},
    {"Real[3]", "{a[i] for i}", "{1., 2., 3.}"},
    {"Real", "sum(a[i]*A[2, i] for i)", "32."},
    {"Real[0]", "{1/0.0 for i in 1:0}", "empty {}"},
    {"Integer[2]", "{sum(if i == j then 1 else 10 for j in 1:3) for i in 3:4}", "{21, 30}"},
    /* enumerations and Booleans as subscripts */
    {"Real[2]", "{byE[E.mid], byE[E.hi]}", "{20., 30.}"},
    {"Real[3]", "{byE[toE[e]] for e in E}", "{30., 20., 10.}"},
    {"Real[2]", "{byB[false], byB[n > 2]}", "{5., 6.}"},
    {"Real[2]", "byE[{E.hi, E.lo}]", "{30., 10.}"},
    {"Real[2]", "byB[{true, false}]", "{6., 5.}"},
    /* records */
    {"P", "P(1, {2, 3})", "(x = 1., y = {2., 3.})"},
    {"Q", "Q(x = 1, y = {2, 3}, n = 4)", "(x = 1., y = {2., 3.}, n = 4, s = \"q\")"},
    {"Real", "p.x + p.y[2]", "4."},
    {"Real[3]", "ps.x", "{1., 2., 3.}"},
    {"Real[3, 2]", "ps.y", "{{10., 100.}, {20., 200.}, {30., 300.}}"},
    {"Real[2]", "ps[2:3].y[1]", "{20., 30.}"},
    {"P", "ps[2]", "(x = 2., y = {20., 200.})"},
    {"P[2]", "ps[{3, 1}]", "{(x = 3., y = {30., 300.}), (x = 1., y = {10., 100.})}"},
    {"P[2]", "{p, ps[1]}", "{(x = 1., y = {2., 3.}), (x = 1., y = {10., 100.})}"},
    {"P[2]", "fill(p, 2)", "{(x = 1., y = {2., 3.}), (x = 1., y = {2., 3.})}"},
    {"P[2]", "cat(1, {p}, ps[1:1])", "{(x = 1., y = {2., 3.}), (x = 1., y = {10., 100.})}"},
    {"P", "if n == 3 then p else ps[1]", "(x = 1., y = {2., 3.})"},
    {"N", "N(p, ps[1:2])",
     "(p = (x = 1., y = {2., 3.}), ps = {(x = 1., y = {10., 100.}), (x = 2., y = {20., 200.})})"},
    {"F", "F(3)", "(k = 2., x = 3., z = 6.)"},
    {"P", "Inner.p", "(x = 4., y = {5., 6.})"},
    {"Integer", "Inner.k", "6"},
    /* functions */
    {"Real", "sq(3)", "9."},
    {"Real[2]", "sq({2, 3})", "{4., 9.}"},
    {"Integer", "fact(10)", "3628800"},
    {"Real[:]", "grow(4)", "{1., 4., 9., 16.}"},
    {"Real[:]", "grow(0)", "empty {}"},
    {"Real[3]", "scale(a)", "{2., 4., 6.}"},
    {"Real[2]", "scale(k = 3, x = {1, 2})", "{3., 6.}"},
    {"Real", "two(5)", "6."},
    {"Real", "useTwo(2)", "-177."},
    {"Real[2]", "second(4)", "{4., -4.}"},
    {"Real", "onlyFirst(1)", "2."},
    {"Integer", "collatz(6)", "8"},
    {"Integer[2]", "{findFirst(a, 2), findFirst(a, 5)}", "{2, 0}"},
    {"Real[2]", "{early(1), early(-1)}", "{1., 2.}"},
    {"Real[3]", "swap(a)", "{2., 1., 3.}"},
    {"Real[3, 3]", "rows(3)", "{{0., 4., 4.}, {0., 2., 2.}, {0., 3., 3.}}"},
    {"Real[3]", "backwards(a)", "{3., 2., 1.}"},
    {"P", "mirror(p)", "(x = -1., y = {3., 2.})"},
    {"P", "makeP(4)", "(x = 4., y = {4., 9.})"},
    {"Real", "sumOfPs(ps)", "1540."},
    {"P[2]", "setP(2)", "{(x = 1., y = {1., -1.}), (x = 2., y = {2., -2.})}"},
    {"Real[3]", "xs(ps)", "{1., 2., 3.}"},
    {"Real", "apply(sq, 3)", "9."},
    {"Real", "apply(function poly(c = {1, 2, 3}), 2)", "17."},
    {"Real", "apply2(function power(n = 3), 2)", "512."},
    {"Integer[2]", "{count(E.lo), count(E.hi)}", "{3, 1}"},
    {"Integer", "overBooleans()", "11"},
    {"Real", "overReals({2, 3, 4})", "24."},
    {"Integer", "nested(3)", "113"},
    {"String", "join(names)", "\"one, two, three\""},
    {"Real", "table(3)", "18."},
    {"Integer[2]", "shape(A)", "{2, 3}"},
    {"Real", "pick(a, E.mid)", "40."},
    {"Integer", "extFib()", "55"},
    {"Real", "warn(-1)", "-1."},
    {"Real", "must(2)", "2."},
    {"Real", "three(a)", "6."},
    {"Real", "iterated(3)", "42."},
    {"Real[2, 2]", "comprehension(2)", "{{1., 0.}, {0., 5.}}"},
    {"Real[2]", "vectorised({3, 4})", "{9., 16.}"},
    {"Real", "local1(1)", "25."},
    {"Real", "sine(0.5) - sin(0.5) + sineVia(0.5) - sin(0.5)", "0."},
    {"Integer", "len(\"four\")", "4"},
    {"String", "sub(\"abcdef\", 2, 4)", "\"bcd\""},
    {"String", "sub(\"abc\", 2, 9) + sub(\"abc\", 5, 9) + sub(\"abc\", 3, 2)", "\"bc\""},
    {"Compare[3]", "{compare(\"a\", \"b\"), compare(\"B\", \"b\", false), compare(\"b\", \"a\")}",
     "{Less, Equal, Greater}"},
    {"Integer[2]", "{skip(\"  ab\"), skip(\"ab  \", 3)}", "{3, 5}"},
    /* one character, by hand: h = 0xAAAAAAAA; h xor (h << 7) xor (97 * (h >> 3)) */
    {"Integer", "hash(\"\")", "-1431655766"},
};

enum { NROWS = sizeof rows / sizeof *rows };

static void begin_package(Buf *b)
{
    for (size_t i = 0; i < sizeof package / sizeof *package; i++)
        buf_puts(b, package[i]);
}

static void declare(Buf *b, const char *type, const char *exp, const char *prefix, int i)
{
    buf_printf(b, "  constant %s %s%d = %s;\n", type, prefix, i, exp);
}

TEST(values)
{
    Buf b = {0};
    begin_package(&b);
    for (int i = 0; i < NROWS; i++)
        declare(&b, rows[i][0], rows[i][1], "v", i);
    buf_puts(&b, "end T;\n");
    begin(buf_text(&b));
    buf_free(&b);
    for (int i = 0; i < NROWS; i++) {
        char name[20];
        snprintf(name, sizeof name, "v%d", i);
        Comp *c = constant("T", name);
        Expr e = c ? comp_self_ref(m, c) : 0;
        const char *got = text_value(e ? eval_required(m, e, NULL, c->decl->span, name) : NULL);
        if (strcmp(got, rows[i][2])) {
            test_checks_failed++;
            fprintf(stderr, "%s is\n  %s\nnot\n  %s\n", rows[i][1], got, rows[i][2]);
        }
    }
    if (diags_errors(ctx->diags))
        diags_print(ctx->diags, stderr, (DiagStyle){0});
    CHECK_INT(diags_errors(ctx->diags), 0);
    finish();
}

TEST_MAIN(T(values))
