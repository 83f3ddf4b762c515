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
    case TY_INT:
        buf_printf(out, "%lld", (long long)v->num[at]);
        break;
    case TY_BOOL:
        buf_puts(out, v->num[at] != 0 ? "true" : "false");
        break;
    case TY_ENUM: {
        const EnumInfo *info = type_enum_info(expr_types(m->store), v->scalar);
        buf_puts(out, text_of(ctx, info->literal[(int)v->num[at] - 1]));
        break;
    }
    case TY_STRING:
        buf_printf(out, "\"%s\"", text_of(ctx, v->str[at]));
        break;
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
    default:
        buf_puts(out, "?");
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
    "    algorithm for i in 1:size(ps, 1) loop y := y + ps[i].x*sum(ps[i].y); end for; end "
    "sumOfPs;\n"
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
    "    algorithm for b in Boolean loop k := 2*k + (if b then 1 else 5); end for; end "
    "overBooleans;\n"
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
    "  function passOn input Real x[:]; input Real y[:]; output Real z = equal(x, y); algorithm\n"
    "    end passOn;\n"
    "  function misfit input Real x[:]; output Real y[2]; algorithm y := x; end misfit;\n"
    "  impure function random output Real y; algorithm y := 4; end random;\n"
    "  function cfun input Real u; output Real y; external \"C\" y = cfun(u); end cfun;\n"
    "  function sine input Real u; output Real y; external \"builtin\" y = sin(u); end sine;\n"
    "  function factorials input Integer n; output Integer y[n + 1];\n"
    "    algorithm y := {product(j for j in 1:i) for i in 0:n}; end factorials;\n"
    "  function localConstant input Real u; output Real y; protected constant Real k[2] = {3, 4};\n"
    "    algorithm y := k[2]*u; end localConstant;\n"
    "  record X Real y[2]; Real x; end X;\n"
    "  record W Real w[:]; end W;\n"
    "  function makeW input Integer n; output W w; algorithm w.w := {i for i in 1:n}; end makeW;\n"
    "  function labels input Integer n; output String s[n];\n"
    "    algorithm for i in 1:n loop s[i] := \"x\" + String(i); end for; end labels;\n"
    "  function doubled input Integer n; output P r;\n"
    "    algorithm r := if n > 0 then doubled(n - 1) else p; r.x := 2*r.x; end doubled;\n"
    "  function turned input P r; output P s = r; algorithm s := P(s.y[1], {s.x, s.y[2]});\n"
    "    end turned;\n"
    "  function replaced input P r[:]; output P s[size(r, 1)] = r;\n"
    "    algorithm s[1].x := 5; s[2] := P(7, {8, 9}); s[3].y[2] := s[1].x; end replaced;\n"
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
    {"Real[2, 2]", "[A[1:1, 1:2]; 7, 8]", "{{1., 2.}, {7., 8.}}"},
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
    {"Integer[5]", "factorials(4)", "{1, 1, 2, 6, 24}"},
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
    {"Real", "apply(function sq(), 3)", "9."},
    {"Real", "apply(function poly(c = {1, 2, 3}), 2)", "17."},
    {"Real", "apply2(function power(n = 3), 2)", "512."},
    {"Integer[2]", "{count(E.lo), count(E.hi)}", "{3, 1}"},
    {"Integer", "overBooleans()", "11"},
    {"Real", "overReals({2, 3, 4})", "24."},
    {"Integer", "nested(3)", "114"},
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
    {"Real", "localConstant(2)", "8."},
    {"P", "X({2, 3}, 1)", "(x = 1., y = {2., 3.})"},
    {"P[2]", "{X({2, 3}, 1), p}", "{(x = 1., y = {2., 3.}), (x = 1., y = {2., 3.})}"},
    {"P", "mirror(X({2, 3}, 1))", "(x = -1., y = {3., 2.})"},
    {"W", "makeW(3)", "(w = {1., 2., 3.})"},
    {"String[2]", "labels(2)", "{\"x1\", \"x2\"}"},
    {"P", "doubled(3)", "(x = 16., y = {2., 3.})"},
    {"P", "turned(p)", "(x = 2., y = {1., 3.})"},
    {"P[3]", "replaced(ps)",
     "{(x = 5., y = {10., 100.}), (x = 7., y = {8., 9.}), (x = 3., y = {30., 5.})}"},
    {"Integer", "min(fill(1, 0))", "2147483647"},
    {"E", "max(fill(E.hi, 0))", "lo"},
    {"Real", "sine(0.5) - sin(0.5)", "0."},
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

static void check_text(const char *what, const Value *v, const char *want)
{
    const char *got = text_value(v);
    if (!strcmp(got, want))
        return;
    test_checks_failed++;
    fprintf(stderr, "%s is\n  %s\nnot\n  %s\n", what, got, want);
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
        Value *v = e ? eval_required(m, e, NULL, c->decl->span, name) : NULL;
        check_text(rows[i][1], v, rows[i][2]);
        if (!v)
            continue;
        Expr literal = value_expr(m, v); /* and back again */
        CHECK_INT(expr_type(m->store, literal), value_type(m, v));
        check_text(rows[i][1], eval_try(m, literal, NULL), rows[i][2]);
    }
    if (diags_errors(ctx->diags))
        diags_print(ctx->diags, stderr);
    CHECK_INT(diags_errors(ctx->diags), 0);
    finish();
}

/* A scalar out of a call whose arguments and results are leaves, as in equations. */
TEST(picked)
{
    Buf b = {0};
    begin_package(&b);
    buf_puts(&b, "end T;\n");
    begin(buf_text(&b));
    buf_free(&b);
    Expr five = expr_real(m->store, 5);
    int32_t two = 2;
    Type outputs[2] = {T_REAL, type_array(expr_types(m->store), T_REAL, 1, &two)};
    Type tuple = type_tuple(expr_types(m->store), 2, outputs);
    uint32_t number = function_number(m, lookup_class_text(m, "T.two"));
    Expr call = expr_make(m->store, EX_CALL, tuple, 0, number, 1, &five);
    Expr first = expr_make(m->store, EX_PICK, T_REAL, 0, 0, 1, &call);
    Expr last = expr_make(m->store, EX_PICK, T_REAL, 0, (uint64_t)1 << 32 | 1, 1, &call);
    check_text("two(5)", eval_try(m, first, NULL), "6.");
    check_text("second output of two(5)", eval_try(m, last, NULL), "-5.");
    finish();
}

/* ---- Failures ---- */

typedef struct Failure {
    const char *type, *exp;
    EvalStatus status;
    const char *why; /* a part of the reason */
} Failure;

static const Failure failures[] = {
    {"Real", "1/(n - 3)", EVAL_FAULT, "division by zero"},
    {"Integer", "mod(5, n - 3)", EVAL_FAULT, "division by zero"},
    {"Integer", "div(5, 0)", EVAL_FAULT, "division by zero"},
    {"Real", "rem(5.0, 0.0)", EVAL_FAULT, "division by zero"},
    {"Real", "0^(-1)", EVAL_FAULT, "division by zero"},
    {"Real[3]", "1 ./ (a .- 2)", EVAL_FAULT, "division by zero"},
    {"Real", "sqrt(-1)", EVAL_FAULT, "square root of a negative number"},
    {"Real", "log(0)", EVAL_FAULT, "logarithm"},
    {"Real", "log10(-2)", EVAL_FAULT, "logarithm"},
    {"Real", "asin(1.5)", EVAL_FAULT, "outside -1 .. 1"},
    {"Real", "(-8)^(1/3)", EVAL_FAULT, "not an integer"},
    {"Real", "exp(1000)", EVAL_FAULT, "`exp` is not a finite number"},
    {"Real", "1e300*1e300", EVAL_FAULT, "not a finite number"},
    {"Real", "{1e300}*{1e300}", EVAL_FAULT, "not a finite number"},
    {"Integer", "94906267*94906267", EVAL_FAULT, "too large for an Integer"},
    {"E", "max(E(i) for i in 2:n + 1)", EVAL_FAULT, "4 is not the number of a literal of `T.E`"},
    {"Real", "a[n + 1]", EVAL_FAULT, "subscript 4 of `a` is outside 1 .. 3"},
    {"Real[2]", "a[{n, n + 1}]", EVAL_FAULT, "subscript 4 of `a` is outside 1 .. 3"},
    {"Real", "ps[n - 3].x", EVAL_FAULT, "subscript 0 of `ps` is outside 1 .. 3"},
    {"Real[:]", "linspace(1, 2, 1)", EVAL_FAULT, "at least 2"},
    {"Real[:, :]", "symmetric(A)", EVAL_FAULT, "not square"},
    {"Integer[2, 2]", "identity(2)^(-1)", EVAL_FAULT, "negative exponent"},
    {"String", "String(1.5, format = \"q\")", EVAL_FAULT, "the format \"q\""},
    {"String", "String(1, minimumLength = -5)", EVAL_FAULT, "outside 0 .. 16777216"},
    {"Real", "must(-1)", EVAL_FAULT, "assertion failed: \"u is -1\", in `T.must`"},
    {"Real", "forever()", EVAL_FAULT, "more than 10000000 statements"},
    {"Integer", "deep(1)", EVAL_FAULT, "more than 256 calls"},
    {"Real", "outside(a)", EVAL_FAULT, "subscript 4 of `x` is outside 1 .. 3, in `T.outside`"},
    {"Real[:]", "outsideLeft(2)", EVAL_FAULT, "subscript 3 of `y` is outside 1 .. 2"},
    {"Real", "passOn({1, 2}, {1})", EVAL_FAULT, "`y` has size 1 in dimension 1 instead of 2"},
    {"Real[2]", "misfit(a)", EVAL_FAULT, "`y` has size 2 in dimension 1, its value has 3"},
    {"Real", "random()", EVAL_VARIES, "impure"},
    {"Real", "cfun(1)", EVAL_VARIES, "`T.cfun`, which is an external function"},
    {"Real", "1 + 2*missing", EVAL_VARIES, "which depends on `T.missing`, which has no value"},
    {"Real", "round1", EVAL_CYCLE,
     "T.round1 = 1 + round2, T.round2 = 2*round3, T.round3 = sq(round1)"},
};

enum { NFAILURES = sizeof failures / sizeof *failures };

TEST(failures)
{
    Buf b = {0};
    begin_package(&b);
    buf_puts(&b, "  constant Real missing;\n"
                 "  constant Real round1 = 1 + round2; constant Real round2 = 2*round3;\n"
                 "  constant Real round3 = sq(round1);\n");
    for (int i = 0; i < NFAILURES; i++)
        declare(&b, failures[i].type, failures[i].exp, "f", i);
    buf_puts(&b, "end T;\n");
    begin(buf_text(&b));
    buf_free(&b);
    for (int i = 0; i < NFAILURES; i++) {
        char name[20];
        snprintf(name, sizeof name, "f%d", i);
        Comp *c = constant("T", name);
        Expr e = c ? comp_self_ref(m, c) : 0;
        Eval ev = {.m = m, .mark = true};
        Value *v = e ? eval_expr(&ev, e) : NULL;
        if (e && !v && ev.status == failures[i].status && strstr(ev.why, failures[i].why))
            continue;
        test_checks_failed++;
        fprintf(stderr, "%s: value %s, status %d, %s\n", failures[i].exp, text_value(v), ev.status,
                ev.why ? ev.why : "-");
    }
    if (diags_errors(ctx->diags))
        diags_print(ctx->diags, stderr);
    CHECK_INT(diags_errors(ctx->diags), 0);
    finish();
}

/* ---- Parameters of models ---- */

static Value *value_of(const char *name)
{
    Comp *c = part(name);
    return c ? eval_try(m, whole(c), NULL) : NULL;
}

static void check_part(const char *name, const char *want)
{
    check_text(name, value_of(name), want);
}

/* How the evaluation of a component fails. */
static void check_failure(const char *name, EvalStatus status, const char *culprit, const char *why)
{
    Comp *c = part(name);
    Eval ev = {.m = m};
    Value *v = c ? eval_expr(&ev, whole(c)) : NULL;
    bool good = !v && ev.status == status && strstr(ev.why ? ev.why : "", why) &&
                (ev.culprit ? !strcmp(comp_name_text(m, ev.culprit), culprit) : !*culprit);
    if (good)
        return;
    test_checks_failed++;
    fprintf(stderr, "%s: value %s, status %d, culprit %s, %s\n", name, text_value(v), ev.status,
            ev.culprit ? comp_name_text(m, ev.culprit) : "-", ev.why ? ev.why : "-");
}

/* What has been reported, as one text. */
static const char *messages(void)
{
    static char text[4000];
    FILE *f = tmpfile();
    diags_print(ctx->diags, f);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

static void check_message(const char *want)
{
    const char *got = messages();
    if (strstr(got, want))
        return;
    test_checks_failed++;
    fprintf(stderr, "message\n%s\nwithout\n%s\n", got, want);
}

TEST(structural_marks)
{
    begin(
        "model M parameter Integer n = 2*k; parameter Integer k = h + 1; constant Integer h = 2;\n"
        "  parameter Real p = 1; parameter Boolean b = n > 3; Real x[n] = fill(p, n);\n"
        "  parameter R r = R(q, 4); parameter Real q = 2; record R Real u; Real v; end R; end "
        "M;\n");
    instantiate("M");
    Span at = {3, 4};
    Comp *n = part("n"), *k = part("k"), *h = part("h"), *b = part("b");
    check_part("b", "true"); /* trying marks nothing */
    CHECK(!n->structural && !k->structural && !b->structural);
    CHECK(eval_required(m, whole(n), NULL, at, "n") != NULL);
    CHECK(n->structural);
    CHECK(k->structural);
    CHECK(!h->structural && !b->structural && !part("p")->structural);
    CHECK(eval_required(m, whole(b), NULL, at, "b") != NULL);
    CHECK(b->structural);
    /* a size asks for no value */
    Expr ask[2] = {whole(part("x")), expr_int(m->store, 1)};
    Value *size =
        eval_required(m, expr_make(m->store, EX_SIZE, T_INT, 0, 0, 2, ask), NULL, at, "n");
    CHECK(size && size->num[0] == 6);
    CHECK(!part("x")->structural && !part("p")->structural);
    /* a record: all its fields */
    CHECK(eval_required(m, whole(part("r")), NULL, at, "r") != NULL);
    CHECK(part("r")->structural && part("r.u")->structural && part("r.v")->structural);
    CHECK(part("q")->structural);
    CHECK_INT(diags_errors(ctx->diags), 0);
    finish();
}

TEST(parameters_without_value)
{
    begin(
        "model M parameter Integer n(start = 2); parameter Real v[3](start = {1, 2, 3});\n"
        "  parameter Real w[2](each start = 7); parameter Real u; constant Real c(start = 3);\n"
        "  parameter Real f(fixed = false, start = 1) = 2;\n"
        "  parameter Real g[2](fixed = {true, false}) = {1, 2};\n"
        "  parameter Real e = 1 annotation(Evaluate = false); parameter Real e2 = 2*e;\n"
        "  Real x = time; Integer i = 3; parameter Real d = x; parameter Real t = time; end M;\n");
    instantiate("M");
    check_part("n", "2");
    check_part("v", "{1., 2., 3.}");
    check_part("w", "{7., 7.}");
    CHECK_INT(diags_warnings(ctx->diags), 0);
    for (int i = 0; i < 2; i++) {
        int64_t got = 0;
        CHECK(eval_integer(m, whole(part("n")), NULL, (Span){0}, "the size of `x`", &got));
        CHECK_INT(got, 2);
        CHECK_INT(diags_warnings(ctx->diags), 1);
    }
    check_message("warning: `n` has no value; its start value is used");
    check_failure("u", EVAL_VARIES, "u", "has no value");
    check_failure("c", EVAL_VARIES, "c", "has no value");
    check_failure("f", EVAL_VARIES, "f", "initial equations");
    check_failure("g", EVAL_VARIES, "g", "initial equations");
    check_failure("e2", EVAL_VARIES, "e", "must not be evaluated");
    check_failure("x", EVAL_VARIES, "x", "varies in time");
    check_failure("i", EVAL_VARIES, "i", "varies in time");
    check_failure("d", EVAL_VARIES, "x", "varies in time");
    check_failure("t", EVAL_VARIES, "", "time");
    finish();
}

TEST(cycles)
{
    begin("model M parameter Real a = 2*b; parameter Real b = a + c; parameter Real c = 1;\n"
          "  parameter Boolean useT = true; parameter Real T = if useT then T0 else h/2;\n"
          "  parameter Real h = if useT then 3*T else h0; parameter Real T0 = 5, h0 = 8;\n"
          "  parameter Real s = s + 1; parameter Real v[2] = {1, v[1]};\n"
          "  parameter Real after = a; end M;\n");
    instantiate("M");
    check_failure("a", EVAL_CYCLE, "a", "a = 2*b, b = a + c");
    check_failure("b", EVAL_CYCLE, "b", "b = a + c, a = 2*b");
    check_failure("s", EVAL_CYCLE, "s", "s = s + 1");
    check_failure("v", EVAL_CYCLE, "v", "v = {1, v[1]}");
    check_failure("after", EVAL_CYCLE, "a", "a = 2*b, b = a + c");
    check_part("T", "5."); /* no cycle, as the condition is known */
    check_part("h", "15.");
    finish();
    begin("model M parameter Boolean useT = false; parameter Real T = if useT then T0 else h/2;\n"
          "  parameter Real h = if useT then 3*T else h0; parameter Real T0 = 5, h0 = 8; end M;\n");
    instantiate("M");
    check_part("T", "4.");
    check_part("h", "8.");
    finish();
}

TEST(arrays_of_components)
{
    begin(
        "package L\n"
        "  record R Real u; Real w[2]; end R;\n"
        "  model A parameter Real p = 1; parameter Real q[2] = {p, 2*p}; parameter R r;\n"
        "    parameter Integer i[:] = {1, 2, 3}; parameter Real s(start = 3*p); end A;\n"
        "  model B parameter Integer n = 2; A a[n](p = {10*k for k in 1:n}); end B;\n"
        "  model M parameter Real z[3] = {4, 5, 6};\n"
        "    A a[3](p = z, r(u = {7, 8, 9}, w = [1, 2; 3, 4; 5, 6]), each i = {5});\n"
        "    A g[2, 2](p = [1, 2; 3, 4], each r = R(1, {2, 3}));\n"
        "    B b[2](a(p = {{1, 2}, {3, 4}})); B plain; A none[0];\n"
        "    parameter R rs[2](u = {1, 2}, each w = {3, 4});\n"
        "    parameter Real total = sum(a.q) + a[2].q[1]; parameter Real rq[2] = a[3:-1:2].q[2];\n"
        "    A f[2](p = {1, 1/(a[1].p - 4)}); parameter Real first = f[1].p;\n"
        "  end M;\nend L;\n");
    instantiate("L.M");
    check_part("a.p", "{4., 5., 6.}");
    check_part("a.q", "{{4., 8.}, {5., 10.}, {6., 12.}}");
    check_part("a.r.u", "{7., 8., 9.}");
    check_part("a.r", "{(u = 7., w = {1., 2.}), (u = 8., w = {3., 4.}), (u = 9., w = {5., 6.})}");
    check_part("a.i", "{{5}, {5}, {5}}");
    check_part("a.s", "{12., 15., 18.}");
    check_part("g.p", "{{1., 2.}, {3., 4.}}");
    check_part("g.q", "{{{1., 2.}, {2., 4.}}, {{3., 6.}, {4., 8.}}}");
    check_part("g.r.w", "{{{2., 3.}, {2., 3.}}, {{2., 3.}, {2., 3.}}}");
    check_part("b.a.p", "{{1., 2.}, {3., 4.}}");
    check_part("b.a.q", "{{{1., 2.}, {2., 4.}}, {{3., 6.}, {4., 8.}}}");
    check_part("plain.a.p", "{10., 20.}");
    check_part("none.p", "empty {}");
    check_part("none.q", "empty {}");
    check_part("none.r", "empty {}");
    check_part("rs", "{(u = 1., w = {3., 4.}), (u = 2., w = {3., 4.})}");
    check_part("total", "50."); /* 3*(4 + 5 + 6) + 5 */
    check_part("rq", "{12., 10.}");
    check_part("first", "1."); /* the other entry is not evaluated */
    check_failure("f.p", EVAL_FAULT, "", "division by zero");
    /* the value of an element whose position is not given */
    Eval ev = {.m = m};
    CHECK(!eval_expr(&ev, comp_value(m, part("a.p"))));
    CHECK_INT(ev.status, EVAL_ITER);
    CHECK(ev.culprit == part("a"));
    IterValue second = {.iter = part("a")->iter, .value = 2};
    check_text("a[2].p", eval_try(m, comp_value(m, part("a.p")), &second), "5.");
    Expr loop = expr_make(m->store, EX_ITER, T_INT, 0, (uint64_t)m->iter.n, 0, NULL);
    vec_push(m->arena, &m->iter, ((Iter){.type = T_INT}));
    CHECK(!eval_expr(&ev, loop));
    CHECK_INT(ev.status, EVAL_VARIES);
    CHECK_INT(diags_errors(ctx->diags), 0);
    finish();
}

TEST(split_arrays)
{
    begin(
        "package L\n"
        "  model P parameter Real k = 2; end P;\n"
        "  model A parameter Boolean use = true; parameter Integer n = 1; P p if use;\n"
        "    parameter Real v[n] = fill(n, n); parameter Real w = 10*n; P inside[2](k = {w, n});\n"
        "  end A;\n"
        "  model M A a[2](use = {true, false}, n = {3, 2}); parameter Real s = sum(a[2].v);\n"
        "  end M;\nend L;\n");
    instantiate("L.M");
    Comp *a = part("a"), *w = part("a.w"), *n = part("a.n"), *k = part("a.inside.k");
    Expr proto_w = whole(w), proto_n = whole(n), proto_k = whole(k);
    check_text("a.n", eval_try(m, proto_n, NULL), "{3, 2}");
    CHECK(comp_split(m, a));
    CHECK_INT(a->nelements, 2);
    check_text("a.n", eval_try(m, proto_n, NULL), "{3, 2}");
    check_text("a.w", eval_try(m, proto_w, NULL), "{30., 20.}");
    check_text("a.inside.k", eval_try(m, proto_k, NULL), "{{30., 3.}, {20., 2.}}");
    check_part("s", "4.");
    CHECK_INT(diags_errors(ctx->diags), 0);
    finish();
}

/* ---- Messages ---- */

TEST(messages)
{
    begin(
        "model M parameter Integer n = m + 1; parameter Integer m = k; parameter Integer k;\n"
        "  parameter Integer a = 1 + b; parameter Integer b = a; Integer i = integer(time);\n"
        "  parameter Integer z = div(1, o); parameter Integer o = 0; parameter Boolean t = true;\n"
        "  parameter Integer fx = f(o);\n"
        "  function f input Integer u; output Integer y; algorithm y := div(1, u); end f;\n"
        "  function h = f; A c[2](p = {1, 2}); model A parameter Integer p; end A; end M;\n");
    instantiate("M");
    const char *what = "the size of `x`";
    Span at = {0};
    int64_t integer;
    bool boolean;
    CHECK(!eval_required(m, whole(part("n")), NULL, at, what));
    check_message("error: the size of `x` must be known during translation, but it depends on `n`, "
                  "which depends on `m`, which depends on `k`, which has no value");
    CHECK(!eval_required(m, whole(part("k")), NULL, at, what));
    check_message("must be known during translation, but it depends on `k`, which has no value");
    CHECK(!eval_integer(m, whole(part("i")), NULL, at, what, &integer));
    check_message("but it depends on `i`, which varies in time");
    CHECK(!eval_integer(m, whole(part("z")), NULL, at, what, &integer));
    check_message(
        "the size of `x` must be known during translation: division by zero, in the value "
        "of `z`");
    CHECK(!eval_integer(m, whole(part("fx")), NULL, at, what, &integer));
    check_message("translation: division by zero, in `M.f`, in the value of `fx`");
    CHECK(!eval_integer(m, whole(part("a")), NULL, at, what, &integer));
    check_message("but `a` depends on itself: a = 1 + b, b = a");
    CHECK(!eval_integer(m, comp_value(m, part("c.p")), NULL, at, what, &integer));
    check_message("but it depends on the position in the array `c`");
    CHECK(!eval_integer(m, whole(part("t")), NULL, at, what, &integer));
    check_message("the size of `x` must be of type Integer, not Boolean");
    CHECK(!eval_boolean(m, whole(part("o")), NULL, at, "the condition", &boolean));
    check_message("the condition must be of type Boolean, not Integer");
    CHECK(!eval_required(m, expr_time(m->store), NULL, at, what));
    check_message("but it depends on `time`");
    CHECK(eval_boolean(m, whole(part("t")), NULL, at, "the condition", &boolean) && boolean);
    Eval quiet = {.m = m};
    CHECK(!eval_expr(&quiet, whole(part("n"))));
    eval_report(&quiet, at, "`y`");
    check_message(
        "`y` must be known during translation, but it depends on `k`, which has no value");
    finish();
}

/* A mistake that was reported is not reported again. */
TEST(reported_once)
{
    begin("model M parameter Integer n = \"three\"; parameter Integer k = n;\n"
          "  function f input Real u; output Real y; algorithm y := nothing; end f;\n"
          "  parameter Real z = f(1); end M;\n");
    instantiate("M");
    CHECK(!eval_required(m, whole(part("k")), NULL, (Span){0}, "the size of `x`"));
    CHECK_INT(diags_errors(ctx->diags), 1);
    CHECK(!eval_required(m, whole(part("z")), NULL, (Span){0}, "the size of `x`"));
    CHECK_INT(diags_errors(ctx->diags), 2);
    finish();
}

/* ---- Size ---- */

/* Chains of parameters are as long as the model; so are cycles. */
TEST(long_chain)
{
    enum { LENGTH = 5000 };
    Buf b = {0};
    buf_puts(&b, "model M parameter Real p0 = 0; parameter Real q0 = q4999;\n");
    for (int i = 1; i < LENGTH; i++)
        buf_printf(&b, "  parameter Real p%d = (p%d + 1)*1; parameter Real q%d = q%d + 1;\n", i,
                   i - 1, i, i - 1);
    buf_puts(&b, "end M;\n");
    begin(buf_text(&b));
    buf_free(&b);
    instantiate("M");
    Value *v = eval_required(m, whole(part("p4999")), NULL, (Span){0}, "this");
    CHECK(v && v->num[0] == LENGTH - 1);
    CHECK(part("p1")->structural && part("p2500")->structural);
    Eval ev = {.m = m, .mark = true};
    CHECK(!eval_expr(&ev, whole(part("q100"))));
    CHECK_INT(ev.status, EVAL_CYCLE);
    finish();
}

/* Expressions nested without end: a function that is defined by itself inside an argument. */
TEST(deep_nesting)
{
    Buf b = {0};
    buf_puts(&b, "model M function f input Real u; output Real y; algorithm y := u + 1; end f;\n"
                 "  parameter Real z = ");
    for (int i = 0; i < 200; i++)
        buf_puts(&b, "f(1 + ");
    buf_puts(&b, "0");
    for (int i = 0; i < 200; i++)
        buf_puts(&b, ")");
    buf_puts(&b, "; end M;\n");
    begin(buf_text(&b));
    buf_free(&b);
    instantiate("M");
    check_part("z", "400.");
    finish();
}

/* A sum and an array of many terms, loops with large temporaries. */
TEST(many_terms)
{
    enum { TERMS = 20000 };
    Buf b = {0};
    buf_puts(&b, "model M function f input Integer n; output Real y = 0; protected Real v[1000];\n"
                 "  algorithm for i in 1:n loop v := 2*v + fill(1.0, 1000); v := v - v;\n"
                 "    y := y + sum({k for k in 1:10}); end for; end f;\n"
                 "  parameter Real z = f(2000);\n  parameter Integer total = 0");
    for (int i = 1; i <= TERMS; i++)
        buf_printf(&b, "%s + %d", i % 50 ? "" : "\n", i);
    buf_puts(&b, ";\n  parameter Integer v[:] = {0");
    for (int i = 1; i <= TERMS; i++)
        buf_printf(&b, ",%s %d", i % 50 ? "" : "\n", i);
    buf_puts(&b, "}; end M;\n");
    begin(buf_text(&b));
    buf_free(&b);
    instantiate("M");
    Value *sum = value_of("total"), *v = value_of("v");
    Value *z = eval_required(m, whole(part("z")), NULL, (Span){0}, "z");
    CHECK(sum && sum->num[0] == TERMS / 2 * (TERMS + 1.0));
    CHECK(v && v->n == TERMS + 1 && v->num[TERMS] == TERMS);
    check_text("z", z, "110000.");
    finish();
}

TEST_MAIN(T(values), T(picked), T(failures), T(structural_marks), T(parameters_without_value),
          T(cycles), T(arrays_of_components), T(split_arrays), T(messages), T(reported_once),
          T(long_chain), T(deep_nesting), T(many_terms))
