/* Tests of the parser of the classic language: the tree through its outline and the shapes of
 * equations, statements over lines, tables, and the messages for mistakes. */
#include "syntax/classic.h"
#include "syntax_shape.h"

static SynFile *parse(Context *ctx, const char *text)
{
    const char *why;
    return parse_classic(ctx, source_add(ctx->sources, "t.dym", text, strlen(text), &why));
}

/* The outline of all classes; to be freed. */
static char *outline(const char *text)
{
    Context *ctx = context_new();
    Buf out = {0};
    SynFile *f = parse(ctx, text);
    for (int i = 0; i < f->nclasses; i++) {
        syn_print_class(ctx, &out, f->cls[i]);
        buf_putc(&out, '\n');
    }
    char *said = messages(ctx);
    CHECK_STR(said, "");
    free(said);
    context_free(ctx);
    buf_puts(&out, "");
    return out.s;
}

static void shape_path(Context *ctx, Buf *b, const SynPathExp *e)
{
    static const char *const word[] = {"", "series", "parallel", "reversed", "list"};
    if (e->kind == PATH_NAME) {
        shape_ref(ctx, b, e->ref);
        buf_printf(b, "%s%s", e->cut ? ":" : "", text_of(ctx, e->cut));
        return;
    }
    buf_printf(b, "(%s", word[e->kind]);
    for (int i = 0; i < e->n; i++) {
        buf_putc(b, ' ');
        shape_path(ctx, b, e->part[i]);
    }
    buf_putc(b, ')');
}

static void shape_equation(Context *ctx, Buf *b, const SynEqu *e)
{
    for (int i = 0; i < e->nlinks; i++) {
        const SynLink *link = &e->link[i];
        buf_puts(b, i ? ", " : "");
        shape_path(ctx, b, link->what);
        if (link->from) {
            buf_puts(b, " from ");
            shape_path(ctx, b, link->from);
        }
        if (link->to) {
            buf_puts(b, link->kind == LINK_AT ? " at " : " to ");
            shape_path(ctx, b, link->to);
        }
    }
    if (e->nlinks)
        return;
    shape(ctx, b, e->lhs);
    buf_puts(b, " = ");
    shape(ctx, b, e->rhs);
}

/* The equations of the first class, one a line; to be freed. */
static char *equations(const char *text)
{
    Context *ctx = context_new();
    Buf out = {0};
    const SynClass *c = parse(ctx, text)->cls[0];
    for (int i = 0; c->nsections && i < c->section[0]->n; i++) {
        buf_puts(&out, i ? "\n" : "");
        shape_equation(ctx, &out, c->section[0]->item[i]);
    }
    char *said = messages(ctx);
    CHECK_STR(said, "");
    free(said);
    context_free(ctx);
    return out.s;
}

#define CHECK_TEXT(call, want)                                                                     \
    do {                                                                                           \
        char *got_ = call;                                                                         \
        CHECK_STR(got_, want);                                                                     \
        free(got_);                                                                                \
    } while (0)
#define CHECK_PRINT(text, want) CHECK_TEXT(outline(text), want)
#define CHECK_EQUATION(text, want) CHECK_TEXT(equations("model m\n" text "\nend"), want)

TEST(classes)
{
    CHECK_PRINT("model type a\nend\nmodel class b\nend b\nmodel c\nend", "model a\n"
                                                                         "end a\n"
                                                                         "model b\n"
                                                                         "end b\n"
                                                                         "model c\n"
                                                                         "end c\n");
    CHECK_PRINT("model a; end; model type b; end b;", "model b\n"
                                                      "end b\n"
                                                      "model a\n"
                                                      "end a\n");
    CHECK_PRINT("{one} model {two\nthree} a {}\n{ u = 1 }\nend", "model a\n"
                                                                 "end a\n");
    CHECK_PRINT("", "");
    CHECK_PRINT("model a\r\n  local x\r\n  x = 1\r\nend\r\n", "model a\n"
                                                              "  Real x\n"
                                                              "equation\n"
                                                              "  x = 1;\n"
                                                              "end a\n");
}

/* The model of a file is the last one without `type`, wherever it stands; else the last model. */
TEST(model_of_the_file)
{
    Context *ctx = context_new();
    SynFile *f = parse(ctx, "model a\nend\nmodel b\nend\nmodel type c\nend\ntable t(x)\n0 0\n1 1\n"
                            "end\n");
    CHECK_INT(f->nclasses, 5);
    CHECK_STR(text_of(ctx, f->cls[4]->name), "b");
    CHECK(f->cls[4]->is_top && f->cls[4]->classic && !f->cls[1]->is_top);
    f = parse(ctx, "model type a\nend\nmodel type b\nend\nfunction f(x)\nf = x\nend\n");
    CHECK_STR(text_of(ctx, f->cls[2]->name), "b");
    CHECK_INT(diags_errors(ctx->diags), 0);
    context_free(ctx);
}

TEST(cuts_and_paths)
{
    CHECK_PRINT("model type resistor\n"
                "  cut WireA(Va/i), WireB(Vb/-i)\n"
                "  main path P < WireA - WireB >\n"
                "  local u\n"
                "  parameter R = 1.0\n"
                "    u = Va - Vb\n"
                "    u = R * i\n"
                "end\n",
                "model resistor\n"
                "  cut WireA(Va/i)\n"
                "  cut WireB(Vb/-i)\n"
                "  main path P < WireA - WireB >\n"
                "  Real Va\n"
                "  Real i\n"
                "  Real Vb\n"
                "  Real u\n"
                "  parameter Real R = 1.0\n"
                "equation\n"
                "  u = Va - Vb;\n"
                "  u = R * i;\n"
                "end resistor\n");
    CHECK_PRINT("model type m\n"
                "  cut A (Va, T / i, -q), B (Vb/.), C(x) D(/f)\n"
                "  main cut E [A, B]\n"
                "  cut F [A C]\n"
                "  main path <A\n - B>\n"
                "  path P<C - D>, Q<E-F>\n"
                "  x = 1\n"
                "end\n",
                "model m\n"
                "  cut A (Va, T / i, -q)\n"
                "  cut B (Vb/.)\n"
                "  cut C(x)\n"
                "  cut D(/f)\n"
                "  main cut E [A, B]\n"
                "  cut F [A C]\n"
                "  main path <A\n"
                " - B>\n"
                "  path P<C - D>\n"
                "  path Q<E-F>\n"
                "  Real Va\n"
                "  Real T\n"
                "  Real i\n"
                "  Real q\n"
                "  Real Vb\n"
                "  Real x\n"
                "  Real f\n"
                "equation\n"
                "  x = 1;\n"
                "end m\n");
}

/* The tree behind them. */
TEST(port_tree)
{
    Context *ctx = context_new();
    SynClass *c = parse(ctx, "model type m\ncut A (Va, T / i, -q), B (Vb/.)\nmain cut E [A B]\n"
                             "main path <A - B>\npath P<E-B>\nnode n\nnotear T\nend\n")
                      ->cls[0];
    CHECK_INT(diags_errors(ctx->diags), 0);
    CHECK(c->ncuts == 3 && c->npaths == 2 && c->nnodes == 1 && c->nnotear == 1);
    CHECK(c->cut[0].nacross == 2 && c->cut[0].nthrough == 2 && !c->cut[0].is_main);
    CHECK(c->cut[0].through[1].negative && !c->cut[0].through[0].negative);
    CHECK(c->cut[1].nthrough == 1 && !c->cut[1].through[0].name);
    CHECK(c->cut[2].is_main && c->cut[2].nparts == 2 && !c->cut[2].nacross);
    CHECK(c->cut[2].part[1].name == c->cut[1].name);
    CHECK(c->path_decl[0].is_main && !c->path_decl[0].name);
    CHECK(c->path_decl[0].from == c->cut[0].name && c->path_decl[0].to == c->cut[1].name);
    CHECK_STR(text_of(ctx, c->path_decl[1].name), "P");
    CHECK(c->path_decl[1].from == c->cut[2].name);
    CHECK(c->notear[0].name == c->cut[0].across[1].name);
    context_free(ctx);
}

/* Each variable of a cut is one component, also if it stands in two cuts or is declared too. */
TEST(cut_variables)
{
    Context *ctx = context_new();
    SynFile *f = parse(ctx, "model type m\n"
                            "  local w(start = 2)\n"
                            "  cut l (w, a / t), r (w, a / -t, k)\n"
                            "  terminal a\n"
                            "  input k\n"
                            "end\n");
    SynClass *c = f->cls[0];
    CHECK_INT(diags_errors(ctx->diags), 0);
    CHECK_INT(c->nelements, 4);
    static const char *const names[] = {"w", "a", "t", "k"};
    for (int i = 0; i < 4 && i < c->nelements; i++) {
        CHECK_STR(text_of(ctx, c->elem[i]->name), names[i]);
        CHECK_INT(c->elem[i]->kind, EL_COMPONENT);
        CHECK_INT(c->elem[i]->type.part[0], N_Real);
        CHECK_INT(c->elem[i]->direction, i == 3 ? DIR_INPUT : DIR_NONE);
        CHECK(!c->elem[i]->protected && (c->elem[i]->mod != NULL) == (i == 0));
    }
    CHECK_INT(c->ncuts, 2);
    CHECK_INT(c->cut[1].nacross, 2);
    CHECK_INT(c->cut[1].nthrough, 2);
    CHECK(c->cut[1].through[0].negative && !c->cut[1].through[1].negative);
    CHECK(c->cut[1].through[1].name == c->elem[3]->name);
    context_free(ctx);
}

TEST(declarations)
{
    CHECK_PRINT("model m\n"
                "  local x, y = 2*z, z(start = 1, unit = \"V \\\"\\\\\")\n"
                "  local a b = 1 c(fixed = true) = 3\n"
                "  terminal V\n"
                "  input u v; output w\n"
                "  parameter R = 1.0, J\n"
                "  constant pi = 3.14\n"
                "  node n0 n1, n2\n"
                "  notear x y\n"
                "end\n",
                "model m\n"
                "  node n0\n"
                "  node n1\n"
                "  node n2\n"
                "  notear x\n"
                "  notear y\n"
                "  Real x\n"
                "  Real y = 2*z\n"
                "  Real z(start = 1, unit = \"V \\\"\\\\\")\n"
                "  Real a\n"
                "  Real b = 1\n"
                "  Real c(fixed = true) = 3\n"
                "  terminal Real V\n"
                "  input Real u\n"
                "  input Real v\n"
                "  output Real w\n"
                "  parameter Real R = 1.0\n"
                "  parameter Real J\n"
                "  constant Real pi = 3.14\n"
                "end m\n");
    CHECK_PRINT("model m\n"
                "  submodel (resistor) R1(R = 100.0), R2(R = 20)\n"
                "  submodel (C) C(C = 0.1E-6)\n"
                "  submodel Common\n"
                "  submodel (Modelica.Electrical.Ground) g\n"
                "  submodel (B) b(c.x = 1, d(start = 2, e(f = 3)), g())\n"
                "  inherit OnePort, Two.Three(R = 2)\n"
                "end\n",
                "model m\n"
                "  .resistor R1(R = 100.0)\n"
                "  .resistor R2(R = 20)\n"
                "  .C C(C = 0.1E-6)\n"
                "  .Common Common\n"
                "  .Modelica.Electrical.Ground g\n"
                "  .B b(c.x = 1, d(start = 2, e(f = 3)), g())\n"
                "  extends .OnePort\n"
                "  extends .Two.Three(R = 2)\n"
                "end m\n");
}

TEST(expressions)
{
    CHECK_EQUATION("a.b.c - 2*x**3 = (x^2)**y",
                   "(chain a.b.c - (chain 2 * (^ x 3))) = (^ (^ x 2) y)");
    CHECK_EQUATION("-x = +y", "(neg x) = (pos y)");
    CHECK_EQUATION("x**-2 = a*-b + -c*d",
                   "(^ x (neg 2)) = (chain (chain a * (neg b)) + (neg (chain c * d)))");
    CHECK_EQUATION("(a + b)*c = a/(b*c)/d",
                   "(chain (chain a + b) * c) = (chain a / (chain b * c) / d)");
    CHECK_EQUATION("C*der(u) = f(x, g(), 1)", "(chain C * (call der u)) = (call f x (call g) 1)");
    CHECK_EQUATION("x = if a < b and not c == d then 1 elseif a <> b or true then 2 else 3",
                   "x = (if (chain (< a b) and (not (== c d))) 1 (chain (<> a b) or 1) 2 3)");
    CHECK_EQUATION("x = 1 + if a >= b then 1 else 2", "x = (chain 1 + (if (>= a b) 1 2))");
    CHECK_EQUATION("e = Time*residue(f) + relax(der(u))",
                   "e = (chain (chain time * (call residue f)) + (call relax (call der u)))");
    CHECK_EQUATION("at = from + to*type", "at = (chain from + (chain to * type))");
    CHECK_EQUATION("x = a.end.input + b . c", "x = (chain a.end.input + b.c)");
}

/* Names that the tree knows by another one. */
TEST(predefined_names)
{
    Context *ctx = context_new();
    SynFile *f = parse(ctx, "model m\nx = Time\nx = ln(y)\nx = arctan(a.Time)\nend\n");
    static const char *const want[] = {"time", "(call log y)", "(call atan a.Time)"};
    SynSection *s = f->cls[0]->section[0];
    CHECK_INT(s->n, 3);
    for (int i = 0; i < s->n; i++) {
        Buf b = {0};
        shape(ctx, &b, s->item[i]->rhs);
        CHECK_STR(buf_text(&b), want[i]);
        buf_free(&b);
    }
    context_free(ctx);
    CHECK_EQUATION("x = arcsin(y) + acos(z)*Time",
                   "x = (chain (call asin y) + (chain (call acos z) * time))");
}

TEST(numbers)
{
    CHECK_EQUATION(
        "100.0 + 0.1E-6 = .5 - 1.E-5*0",
        "(chain 100 + 9.9999999999999995e-08) = (chain 0.5 - (chain 1.0000000000000001e-05 * 0))");
    CHECK_EQUATION(
        "1234567890123456789 = 1e300 + 12345678901234567890",
        "1234567890123456789 = (chain 1.0000000000000001e+300 + 1.2345678901234567e+19)");
}

TEST(connections)
{
    CHECK_EQUATION("connect Common -\\U0 -R1 -R2 - Common",
                   "(series Common (reversed U0) R1 R2 Common)");
    CHECK_EQUATION("connect Common -\\I0 - (C1//C2) - Common",
                   "(series Common (reversed I0) (parallel C1 C2) Common)");
    CHECK_EQUATION("connect a - (b - c)//d//(e//f) - (g)",
                   "(series a (parallel (series b c) d (parallel e f)) g)");
    CHECK_EQUATION("connect \\(a - b) - \\\\c - (d - e)",
                   "(series (reversed (series a b)) (reversed (reversed c)) (series d e))");
    CHECK_EQUATION("connect a:A at n, (b, c:B - d) at n, e from n1 to n2, f to g.h:K, i from j",
                   "a:A at n, (list b (series c:B d)) at n, e from n1 to n2, f to g.h:K, i from j");
}

/* The tree behind the text. */
TEST(connection_tree)
{
    Context *ctx = context_new();
    SynFile *f = parse(ctx, "model m\nconnect a.b:A - \\b//c, d at n\nend\n");
    SynEqu *e = f->cls[0]->section[0]->item[0];
    CHECK_INT(e->kind, SE_LINK);
    CHECK_INT(e->nlinks, 2);
    SynPathExp *chain = e->link[0].what;
    CHECK_INT(e->link[0].kind, LINK_CHAIN);
    CHECK_INT(chain->kind, PATH_SERIES);
    CHECK_INT(chain->n, 2);
    CHECK_INT(chain->part[0]->kind, PATH_NAME);
    CHECK_INT(chain->part[0]->ref->n, 2);
    CHECK_STR(text_of(ctx, chain->part[0]->cut), "A");
    CHECK_INT(chain->part[1]->kind, PATH_PARALLEL);
    CHECK_INT(chain->part[1]->part[0]->kind, PATH_REVERSED);
    CHECK_INT(chain->part[1]->part[0]->part[0]->kind, PATH_NAME);
    CHECK_INT(chain->part[1]->part[1]->cut, 0);
    CHECK_INT(e->link[1].kind, LINK_AT);
    CHECK(!e->link[1].from && e->link[1].to);
    context_free(ctx);
}

/* A statement goes on where it cannot end, or where the next line cannot begin one. */
TEST(lines)
{
    CHECK_EQUATION("x = a +\nb *\nc", "x = (chain a + (chain b * c))");
    CHECK_EQUATION("x = a\n+ b\n- c\n* d", "x = (chain a + b - (chain c * d))");
    CHECK_EQUATION("x = f(a,\n\nb\n)", "x = (call f a b)");
    CHECK_EQUATION("connect a at n,\nb from\nn to m\n, c\nfrom n\nto m",
                   "a at n, b from n to m, c from n to m");
    CHECK_EQUATION("connect a\n- b -\n\\c\n//d", "(series a b (parallel (reversed c) d))");
    CHECK_EQUATION("connect a - b\n-x = y", "(series a b)\n"
                                            "(neg x) = y");
    CHECK_PRINT("model m\n  local\n  x,\n  y(\n  start = 1)\n  x = y end", "model m\n"
                                                                           "  Real x\n"
                                                                           "  Real y(\n"
                                                                           "  start = 1)\n"
                                                                           "equation\n"
                                                                           "  x = y;\n"
                                                                           "end m\n");
    CHECK_EQUATION("x = a\n- y = b\n+z = c", "x = a\n"
                                             "(neg y) = b\n"
                                             "(pos z) = c");
    CHECK_EQUATION("x = a\n-(b + c)\n-d*(e\n + f) = 3", "x = (chain a - (chain b + c))\n"
                                                        "(neg (chain d * (chain e + f))) = 3");
    CHECK_EQUATION("x = a\n-y +\nz = b", "x = a\n"
                                         "(chain (neg y) + z) = b");
    CHECK_EQUATION("x = a\n-y\n= b", "x = a\n"
                                     "(neg y) = b");
    CHECK_EQUATION("x =\nif a then b\nelse c\ny = 1", "x = (if a b c)\n"
                                                      "y = 1");
    CHECK_EQUATION("x = 1; y = 2;; z = 3", "x = 1\n"
                                           "y = 2\n"
                                           "z = 3");
    CHECK_EQUATION("x\n= 1", "x = 1");
}

/* ---- Functions and tables ---- */

TEST(functions)
{
    CHECK_PRINT("function g(h)\n  k = 2\n  g = k/(1 + h)\nend g", "function g\n"
                                                                  "  input Real h\n"
                                                                  "  output Real g\n"
                                                                  "  protected Real k\n"
                                                                  "algorithm\n"
                                                                  "  k = 2;\n"
                                                                  "  g = k/(1 + h);\n"
                                                                  "end g\n");
    CHECK_PRINT("function f(x, y)\n  f = x\n  f = f + y**2\nend\nfunction one()\none = 1\nend",
                "function f\n"
                "  input Real x\n"
                "  input Real y\n"
                "  output Real f\n"
                "algorithm\n"
                "  f = x;\n"
                "  f = f + y**2;\n"
                "end f\n"
                "function one\n"
                "  output Real one\n"
                "algorithm\n"
                "  one = 1;\n"
                "end one\n");
    Context *ctx = context_new();
    SynClass *c = parse(ctx, "function g(h)\nk = 2\ng = k/h\nk = 3\nend")->cls[0];
    CHECK_INT(c->restriction, CLS_FUNCTION);
    CHECK_INT(c->nelements, 3);
    CHECK_INT(c->elem[0]->direction, DIR_INPUT);
    CHECK_INT(c->elem[1]->direction, DIR_OUTPUT);
    CHECK(c->elem[1]->name == c->name);
    CHECK(c->elem[2]->protected && !c->elem[2]->direction);
    CHECK(c->nsections == 1 && c->section[0]->algorithm && c->section[0]->n == 3);
    CHECK_INT(c->section[0]->item[1]->kind, SE_ASSIGN);
    context_free(ctx);
}

/* The value of an element of one of a table's arrays. */
static double coefficient(Context *ctx, const SynClass *c, const char *array, int i)
{
    for (int k = 0; k < c->nelements; k++)
        if (!strcmp(text_of(ctx, c->elem[k]->name), array)) {
            const SynExp *e = c->elem[k]->mod->value->arg[i];
            bool negative = e->kind == XP_UNARY;
            e = negative ? e->arg[0] : e;
            double value = e->kind == XP_INT ? (double)e->i : e->r;
            return negative ? -value : value;
        }
    return NAN;
}

/* Points of y = 3 + 2*x - x^2 at uneven distances: the parabola itself in each interval, around
 * its left end x0: y(x0) + y'(x0)*s - s^2; its tangents beyond the ends. */
TEST(tables)
{
    static const double x[] = {-1, 0.5, 1, 4};
    Context *ctx = context_new();
    SynFile *f = parse(ctx, "table f(x)\n-1 0\n0.5 3.75\n1, 4\n4   -5;\nend");
    CHECK_INT(f->nclasses, 2);
    const SynClass *c = f->cls[0];
    CHECK_STR(text_of(ctx, c->name), "f");
    CHECK_STR(text_of(ctx, f->cls[1]->name), "fDER");
    for (int i = 0; i <= 4; i++) {
        double x0 = x[i ? i - 1 : 0], inside = i > 0 && i < 4;
        CHECK_REAL(coefficient(ctx, c, "a", i), 3 + 2 * x0 - x0 * x0, 1e-15);
        CHECK_REAL(coefficient(ctx, c, "b", i), 2 - 2 * x0, 1e-15);
        CHECK_REAL(coefficient(ctx, c, "c", i), -inside, 1e-15);
        CHECK_REAL(coefficient(ctx, c, "e", i), 0, 1e-15);
    }
    context_free(ctx);
    ctx = context_new();
    f = parse(ctx, "table f(flow)\n-1 -0.5E3\n+2 1\nend");
    CHECK_STR(text_of(ctx, f->cls[0]->elem[0]->name), "'flow'");
    CHECK_REAL(coefficient(ctx, f->cls[0], "x", 0), -1, 0);
    CHECK_REAL(coefficient(ctx, f->cls[0], "a", 0), -500, 0);
    context_free(ctx);
}

TEST(table_derivatives)
{
    Context *ctx = context_new();
    SynFile *f = parse(ctx, "function fDER(x)\nfDER = 1\nend\ntable f(x)\n0 0\n1 1\nend");
    CHECK_INT(f->nclasses, 2);
    f = parse(ctx, "table fDER(x)\n0 0\n1 1\nend\ntable f(x)\n0 0\n1 1\nend");
    CHECK_INT(f->nclasses, 3);
    CHECK_STR(text_of(ctx, f->cls[1]->name), "fDERDER");
    context_free(ctx);
}

/* ---- Mistakes ---- */

/* The messages for a text, without the lines of the source below each. */
static char *mistakes(const char *text)
{
    Context *ctx = context_new();
    parse(ctx, text);
    char *said = messages(ctx), *to = said;
    for (char *from = said, *end; *from; from = end) {
        end = from + strcspn(from, "\n");
        end += *end == '\n';
        if (*from == ' ')
            continue;
        memmove(to, from, (size_t)(end - from));
        to += end - from;
    }
    *to = 0;
    context_free(ctx);
    return said;
}

static void check_mistakes(const char *text, const char *want)
{
    char *got = mistakes(text);
    CHECK_STR(got, want);
    free(got);
}

/* One in a model, in its second line. */
#define CHECK_MISTAKE(text, want) check_mistakes("model m\n" text "\nend", "t.dym:2:" want "\n")

TEST(mistakes_in_statements)
{
    CHECK_MISTAKE("paramter R = 1", "1: error: expected an equation or a declaration, found "
                                    "`paramter`; is it `parameter`?");
    CHECK_MISTAKE("submodle (a) b", "1: error: expected an equation or a declaration, found "
                                    "`submodle`; is it `submodel`?");
    CHECK_MISTAKE("x + y", "6: error: expected `=`, found the end of the line");
    CHECK_MISTAKE("x = y z", "7: error: expected the end of the line, found `z`");
    CHECK_MISTAKE("x = (y", "7: error: expected `)`, found the end of the line\n"
                            "t.dym:2:5: note: this `(` is not closed");
    CHECK_MISTAKE("x = y)", "6: error: `)` closes nothing that is open");
    CHECK_MISTAKE("x = y +", "8: error: expected an expression, found the end of the line");
    CHECK_MISTAKE("x := y", "3: error: write `=`; there is no `:=` in this language");
    CHECK_MISTAKE("x == y", "1: error: an equation is written with `=`, not `==`");
    CHECK_MISTAKE("x = a < b < c",
                  "11: error: relations cannot be chained; connect them with `and`");
    CHECK_MISTAKE("x = a**b**c", "9: error: a power of a power needs parentheses");
    CHECK_MISTAKE("x = node", "5: error: expected an expression, found the keyword `node`");
    CHECK_MISTAKE("x = if a then b", "16: error: expected `else` in the `if` expression, found the "
                                     "end of the line");
    CHECK_MISTAKE("x = der", "8: error: expected `(` after `der`, found the end of the line");
    CHECK_MISTAKE("x = a // b", "7: error: expected the end of the line, found `//`");
    CHECK_MISTAKE("x = 1 # 2", "7: error: unexpected character `#`; a comment stands in braces");
    CHECK_MISTAKE("x = \"a", "5: error: the string is not closed on its line");
    CHECK_MISTAKE("x = 1e999", "5: error: the number is too large");
    CHECK_MISTAKE("x = 1 }", "7: error: `}` closes no comment");
    CHECK_MISTAKE("x = \xC3\xA4", "5: error: characters other than ASCII are only allowed in "
                                  "comments and strings");
}

TEST(mistakes_in_declarations)
{
    CHECK_MISTAKE("local x,",
                  "9: error: expected the name of a variable, found the end of the line");
    CHECK_MISTAKE("local 3", "7: error: expected the name of a variable, found `3`");
    CHECK_MISTAKE("local Time", "7: error: `Time` is predefined: the time");
    CHECK_MISTAKE("local x, y, x", "13: error: `x` is declared twice\n"
                                   "t.dym:2:7: note: it is declared here first");
    CHECK_MISTAKE("local x(start)", "14: error: expected `=` or `(` after the name, found `)`");
    CHECK_MISTAKE("node a, a", "9: error: the name `a` is used twice for a cut, path or node\n"
                               "t.dym:2:6: note: it is declared here first");
    CHECK_MISTAKE("cut A", "6: error: expected `(` and the variables of the cut, found the end of "
                           "the line");
    CHECK_MISTAKE("cut A (x / x)", "12: error: `x` stands twice in the cut");
    CHECK_MISTAKE("cut A (-x / y)", "8: error: only a through variable can have a sign");
    CHECK_MISTAKE("cut A (x / y / z)", "14: error: expected `,` or `)`, found `/`");
    CHECK_MISTAKE("cut A (x,)", "10: error: expected a variable after the `,`, found `)`");
    CHECK_MISTAKE("cut A ()", "5: error: the cut has no variables; write `.` for none on one side");
    CHECK_MISTAKE("main node n",
                  "6: error: expected `cut` or `path` after `main`, found the keyword "
                  "`node`");
    CHECK_MISTAKE("main cut A (x), B (y)", "17: error: a model can have one main cut only\n"
                                           "t.dym:2:10: note: `A` is it already");
    CHECK_MISTAKE("cut WireA (x), B (y); path P <WireB - B>",
                  "31: error: `WireB` is no cut of `m`; is it `WireA`?");
    CHECK_MISTAKE("cut A (x), C [A, B]", "18: error: `B` is no cut of `m`");
    CHECK_MISTAKE("path <A - B>", "6: error: expected the name of the path, found `<`");
    CHECK_MISTAKE("submodel (a b", "13: error: expected `)` after the class, found `b`");
    CHECK_MISTAKE("submodel (a.) b", "13: error: expected a name after the `.`, found `)`");
    check_mistakes("model type m\ninherit o\npath P <A - B>\nend", "");
}

TEST(mistakes_in_connections)
{
    CHECK_MISTAKE("connect a", "10: error: expected `-`, `//`, `at`, `from` or `to`, found the end "
                               "of the line");
    CHECK_MISTAKE("connect a, b - c", "10: error: expected `-`, `//`, `at`, `from` or `to`, found "
                                      "`,`");
    CHECK_MISTAKE("connect (a.p, b.n)", "9: error: this connects nothing; write `a - b` or "
                                        "`(a, b) at node`");
    CHECK_MISTAKE("connect a - ",
                  "12: error: expected a submodel, node or cut, found the end of the "
                  "line");
    CHECK_MISTAKE("connect a at n b at n", "16: error: expected `,` or the end of the line, found "
                                           "`b`");
    CHECK_MISTAKE("connect a: at n",
                  "15: error: expected `-`, `//`, `at`, `from` or `to`, found `n`");
    CHECK_MISTAKE("connect a at (b)", "14: error: expected a node after `at`, found `(`");
    CHECK_MISTAKE("connect a + b",
                  "11: error: expected `-`, `//`, `at`, `from` or `to`, found `+`");
}

/* A broken line does not hide the next one. */
TEST(mistakes_in_files)
{
    check_mistakes("model a\nx = (1\nlocal y,\nz ==\nend\nmodel b\nz =\nend",
                   "t.dym:2:7: error: expected `)`, found the end of the line\n"
                   "t.dym:2:5: note: this `(` is not closed\n"
                   "t.dym:4:3: error: expected the end of the line, found `==`\n"
                   "t.dym:7:4: error: expected an expression, found the end of the line\n");
    check_mistakes("model a\nx = 1\nmodel b\nend\nmodel c",
                   "t.dym:3:1: error: expected `end` before `model`\n"
                   "t.dym:1:7: note: what it should end begins here\n"
                   "t.dym:5:8: error: expected `end` before the end of the file\n"
                   "t.dym:5:7: note: what it should end begins here\n");
    check_mistakes("model a\nend b", "t.dym:2:5: error: expected `end a`, found `end b`\n");
    check_mistakes("modle a\nx = 1\nend\nmodel\nend",
                   "t.dym:1:1: error: expected an equation or a declaration, found `modle`; is it "
                   "`model`?\n"
                   "t.dym:4:6: error: expected `type`, or a name, after `model`, found the end of "
                   "the line\n");
    check_mistakes("x = 1\ny = 2\n", "t.dym:1:1: error: expected `model`, `function` or `table`, "
                                     "found `x`\n");
    check_mistakes("model a\nend\nmodel type a\nend",
                   "t.dym:3:12: error: `a` is defined twice\n"
                   "t.dym:1:7: note: its first definition is here\n");
    check_mistakes("model a\nx = 1 { open\nend\n",
                   "t.dym:2:7: error: the comment that begins here is never closed\n");
}

TEST(mistakes_in_functions)
{
    check_mistakes("function f(x)\ny = x\nend",
                   "t.dym:1:10: error: `f` gets no value: a line `f = ...` is missing\n");
    check_mistakes("function f(x)\nx = 1\nf = x\nend",
                   "t.dym:2:1: error: an argument cannot be assigned\n");
    check_mistakes("function f(x)\nf + 1 = x\nf = x\nend",
                   "t.dym:2:1: error: a line of a function is `name = expression`\n");
    check_mistakes("function f(x)\nlocal y\nf = x\nend",
                   "t.dym:2:1: error: `local` cannot stand in a function\n");
    check_mistakes("function f x\nf = x\nend", "t.dym:1:12: error: expected `(` after the name of "
                                               "the function, found `x`\n");
    check_mistakes("function f(f)\nf = 1\nend",
                   "t.dym:1:12: error: an argument cannot have the name "
                   "of the function\n");
    check_mistakes("function ln(x)\nln = x\nend", "t.dym:1:10: error: `ln` is predefined\n");
    check_mistakes("table f(x)\n0 1\n0 2\n-1 3 4\n2\nend",
                   "t.dym:3:1: error: the arguments of a table must increase\n"
                   "t.dym:4:1: error: the arguments of a table must increase\n"
                   "t.dym:5:2: error: expected a number, found the end of the line\n");
    check_mistakes("table f(x)\n0 1\nend", "t.dym:1:7: error: a table needs two points or more\n");
    check_mistakes("table f(x, y)\n0 1\n1 2\nend", "t.dym:1:7: error: a table has one argument\n");
    check_mistakes("table f(x)\n0 1\n1e-320 1e300\nend",
                   "t.dym:1:7: error: the table is too steep for numbers to tell\n");
}

/* Nothing is deeper in the tree than the limit, whatever the nesting is made of. */
TEST(depth)
{
    static const struct {
        const char *before, *open, *middle, *close, *after;
    } kinds[] = {
        {"model m\nx = ", "(", "1", ")", "\nend"},
        {"model m\nx = ", "-", "1", "", "\nend"},
        {"model m\nx = ", "not ", "y", "", "\nend"},
        {"model m\nx = ", "f(", "1", ")", "\nend"},
        {"model m\nx = ", "if a then b else ", "1", "", "\nend"},
        {"model m\nconnect a - ", "(", "b", ")", "\nend"},
        {"model m\nconnect a - ", "\\", "b", "", "\nend"},
        {"model m\nlocal x(", "y(", "z = 1", ")", ")\nend"},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int depth = 300; depth <= 100000; depth *= 300) {
            Buf b = {0};
            buf_puts(&b, kinds[k].before);
            for (int i = 0; i < depth; i++)
                buf_puts(&b, kinds[k].open);
            buf_puts(&b, kinds[k].middle);
            for (int i = 0; i < depth; i++)
                buf_puts(&b, kinds[k].close);
            buf_puts(&b, kinds[k].after);
            char *said = mistakes(buf_text(&b));
            CHECK_INT(strstr(said, "nested more than 500 levels deep") != NULL, depth > 500);
            CHECK(depth > 500 || !*said);
            free(said);
            buf_free(&b);
        }
}

/* Long statements are read in linear time: these take hours otherwise. */
TEST(long_files)
{
    static const char *const lines[] = {"-x\n", "-(\n", "- x = y\n", "x - y,\n", "-x +\n", "(\n"};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        Buf b = {0};
        buf_puts(&b, "model m\nx = 1\n");
        for (int i = 0; i < 200000; i++)
            buf_puts(&b, lines[k]);
        buf_puts(&b, "end");
        free(mistakes(buf_text(&b)));
        buf_free(&b);
    }
}

TEST_MAIN(T(classes), T(model_of_the_file), T(cuts_and_paths), T(port_tree), T(cut_variables),
          T(declarations), T(expressions), T(predefined_names), T(numbers), T(connections),
          T(connection_tree), T(lines), T(functions), T(tables), T(table_derivatives),
          T(mistakes_in_statements), T(mistakes_in_declarations), T(mistakes_in_connections),
          T(mistakes_in_files), T(mistakes_in_functions), T(depth), T(long_files))
