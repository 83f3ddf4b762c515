/* Tests of the printer: texts written in its own layout come out as they went in, so nothing is
 * lost on the way through the tree; and texts in any layout reach a fixed point after one pass. */
#include "syntax_test.h"

static const char *const canonical[] = {
    "within;\nmodel A\nend A;\n",
    "within A.B;\npackage C \"d\"\n"
    "  import D.E;\n  import F = D.E \"f\";\n  import D.*;\n"
    "  extends .G.H(x = 1, break y, break connect(a.b, c[1])) annotation(u = 1);\n"
    "  encapsulated partial model I\n  end I;\n"
    "  redeclare replaceable model extends J(k = 1) \"d\"\n"
    "    Real x;\n  protected\n    Real y;\n  public\n    Real z;\n  end J;\n"
    "end C;\n",
    "model A\n"
    "  flow parameter input Real[3, :] x[2](each start = 1, final min = 0) = y if b \"d\" "
    "annotation(u(v = 1));\n"
    "  stream constant output .B.C z := 1;\n"
    "  redeclare final inner outer replaceable discrete D d constrainedby E(f = 1) \"e\";\n"
    "  replaceable model M = N constrainedby P \"m\" annotation(choices);\n"
    "end A;\n",
    "model A\n"
    "  B b(redeclare each final replaceable C c(d = 1) constrainedby E \"c\", "
    "redeclare model F = G(h = 1), x.y(z = break) \"s\", u(), v = 1) = w;\n"
    "  parameter Real q = 1 \"string with \\\"quotes\\\", \\\\, \\n and \\t\";\n"
    "end A;\n",
    "connector C = input Real[3](unit = \"m\") \"d\" annotation(a = 1);\n"
    "connector D = output E;\n"
    "type T = enumeration(a \"first\", b) \"t\";\n"
    "type U = enumeration(:);\n"
    "function g = der(A.f, x, y) \"d\";\n"
    "operator 'constructor'\nend 'constructor';\n"
    "operator record R\nend R;\n"
    "pure operator function '+'\nend '+';\n"
    "impure function h\nend h;\n"
    "expandable connector X\nend X;\n"
    "type V = Real;\nblock W\nend W;\nclass Y\nend Y;\nrecord Z\nend Z;\n",
    "model A\n"
    "initial equation\n  x = 1;\n"
    "equation\n"
    "  (a, , b) = f(x, y = 1) \"d\" annotation(u = 1);\n"
    "  connect(a.b[1], .c) annotation(Line(points = {{1, 2}, {3, 4}}));\n"
    "  assert(x > 0 and not y or z, \"m\");\n"
    "  if a then\n    x = 1;\n  elseif b then\n    y = 2;\n    z = 3;\n  else\n    w = 4;\n  end "
    "if;\n"
    "  for i in 1:2:n, j loop\n    when a then\n      x = 1;\n    elsewhen b then\n      y = 2;\n"
    "    end when;\n  end for;\n"
    "initial algorithm\n  x := 1;\n"
    "algorithm\n"
    "  (a, b) := f(function g(c = 1), {i^2 for i in 1:3});\n"
    "  while x < 1 loop\n    break;\n  end while;\n"
    "  return \"r\";\n"
    "  A.print(\"s\");\n"
    "  annotation(Icon(graphics = {}));\n"
    "end A;\n",
    "function f\n  external \"C\" y[1] = g(a, size(b, 1)) annotation(Library = \"m\");\n"
    "  annotation(Inline = true);\nend f;\n"
    "function g\n  external;\nend g;\n"
    "function h\n  external \"builtin\";\nend h;\n"
    "function i\n  external j();\nend i;\n",
};

TEST(canonical_texts)
{
    for (size_t i = 0; i < sizeof canonical / sizeof *canonical; i++) {
        Context *ctx = context_new();
        Buf out = {0};
        syn_print_file(ctx, &out, parse_text(ctx, canonical[i]));
        CHECK_STR(buf_text(&out), canonical[i]);
        CHECK_INT(diags_errors(ctx->diags), 0);
        buf_free(&out);
        context_free(ctx);
    }
}

TEST(fixed_point)
{
    static const char *const texts[] = {
        "model A Real x,y \"b\"+\"c\",z;import P.{a,b};equation(x)=((y));x=-(-z);x=a .*b.c ./ 3 "
        ".^2;end A;",
        "model A replaceable R r \"own\" annotation(a=1) constrainedby S \"other\" "
        "annotation(b=1);end A;",
        "model A annotation(x=1);equation "
        "x=1.50e+01;y=.5;z=1.;w=100000.0;v=1e300;u=12345678901234567;end A;",
        "function f input Real x;algorithm(y):=g(x);for i loop x:=if a then b else if c then d "
        "else e;end for;end f;",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Context *ctx = context_new();
        Buf first = {0}, second = {0};
        syn_print_file(ctx, &first, parse_text(ctx, texts[i]));
        syn_print_file(ctx, &second, parse_text(ctx, buf_text(&first)));
        CHECK_STR(buf_text(&second), buf_text(&first));
        CHECK_INT(diags_errors(ctx->diags), 0);
        CHECK(first.n > 20);
        buf_free(&first);
        buf_free(&second);
        context_free(ctx);
    }
}

/* The other entries, as messages and dumps use them. */
TEST(parts)
{
    Context *ctx = context_new();
    SynFile *f =
        parse_text(ctx, "model A .B.C x(y = 1) = 2; equation a.b[i, :].c = der(x) \"d\"; end A;");
    SynElement *x = f->cls[0]->elem[0];
    SynEqu *e = f->cls[0]->section[0]->item[0];
    Buf out = {0};
    syn_print_name(ctx, &out, &x->type);
    CHECK_STR(buf_text(&out), ".B.C");
    buf_clear(&out);
    syn_print_mod(ctx, &out, x->mod);
    CHECK_STR(buf_text(&out), "(y = 1) = 2");
    buf_clear(&out);
    syn_print_ref(ctx, &out, e->lhs->ref);
    CHECK_STR(buf_text(&out), "a.b[i, :].c");
    buf_clear(&out);
    syn_print_equ(ctx, &out, e, 0);
    CHECK_STR(buf_text(&out), "a.b[i, :].c = der(x) \"d\"");
    buf_clear(&out);
    syn_print_class(ctx, &out, f->cls[0], 1);
    CHECK_STR(buf_text(&out), "model A\n    .B.C x(y = 1) = 2;\n  equation\n"
                              "    a.b[i, :].c = der(x) \"d\";\n  end A");
    buf_free(&out);
    context_free(ctx);
}

TEST_MAIN(T(canonical_texts), T(fixed_point), T(parts))
