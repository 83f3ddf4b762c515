/* Tests of the outline of classes (--dump=load): what the tree says, and texts as written. */
#include "syntax_test.h"

static const struct {
    const char *text, *outline;
} cases[] = {
    {"encapsulated partial package C \"d\" import D.E; import F=D.E; import D.*; import G.{h,i};"
     "extends .G.H(x=1, break y) annotation(u = 1); model I end I; redeclare replaceable model "
     "extends J(k = 1) Real x; protected Real y; public final inner outer K z; end J; end C;",
     "encapsulated partial package C\n  import D.E as E\n  import D.E as F\n  import D.*\n"
     "  import G.h as h\n  import G.i as i\n  extends .G.H(x=1, break y)\n"
     "  model I\n  end I\n  redeclare replaceable model extends J(k = 1)\n    Real x\n"
     "    protected Real y\n    final inner outer K z\n  end J\nend C"},
    {"model A flow parameter input Real[3,:] x[2](start=1)=y if b \"d\",z; stream constant "
     "output .B.C u := 1; discrete D d; replaceable model M = N constrainedby P \"m\"; end A;",
     "model A\n  flow parameter input Real [3,:] x[2](start=1)=y if b \"d\"\n"
     "  flow parameter input Real [3,:] z\n  stream constant output .B.C u := 1\n"
     "  discrete D d\n  replaceable model M = N\nend A"},
    {"type T = enumeration(a \"first\", b) \"t\";", "type T = enumeration(a \"first\", b) \"t\""},
    {"impure function f external \"C\" y=g(a) annotation(L=1); annotation(Inline=true); end f;",
     "impure function f\n  external \"C\" y=g(a) annotation(L=1)\n  annotation(Inline=true)\n"
     "end f"},
    {"model A initial equation x = 1; equation connect(a,b); if c then\n d = 1; end if \"e\"; "
     "algorithm x := 1; end A;",
     "model A\ninitial equation\n  x = 1;\nequation\n  connect(a,b);\n  if c then\n d = 1; end if "
     "\"e\";\nalgorithm\n  x := 1;\nend A"},
};

TEST(outlines)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Context *ctx = context_new();
        Buf out = {0};
        SynFile *f = parse_text(ctx, cases[i].text);
        CHECK_INT(diags_errors(ctx->diags), 0);
        syn_print_class(ctx, &out, f->cls[0]);
        CHECK_STR(buf_text(&out), cases[i].outline);
        buf_free(&out);
        context_free(ctx);
    }
}

TEST_MAIN(T(outlines))
