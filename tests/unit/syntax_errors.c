/* Tests of the parser's messages: wrong texts, how many errors each gives, and the line, column and
 * a piece of the text of the first one. */
#include "syntax_test.h"

typedef struct {
    const char *text;
    int errors, line, column;
    const char *message;
} Wrong;

static const Wrong wrong[] = {
    /* missing `;` : reported behind the token before it, once */
    {"model A\n  Real x\n  Real y;\nend A;\n", 1, 2, 9, "expected `;` after the declaration"},
    {"model A\n  Real x;\nequation\n  x = 1\n  x = 2;\nend A;\n", 1, 4, 8,
     "expected `;` after the equation"},
    {"model A\n  Real x;\nequation\n  x = 1\nend A;\n", 1, 4, 8, "expected `;` after the equation"},
    {"model A\n  Real x;\nalgorithm\n  x := 1 x := 2;\n  x := 3;\nend A;\n", 1, 4, 9,
     "expected `;` after the statement, found `x`"},
    {"model A\n  Real x;\nend A\n", 1, 3, 6, "expected `;` after the class"},
    {"model A\n  extends B\n  Real x;\nend A;\n", 1, 2, 12, "after the `extends` clause"},
    {"model A\n  import B.C\n  Real x;\nend A;\n", 1, 2, 13, "after the import"},
    {"within A.B\nmodel C\nend C;\n", 1, 1, 11, "after the `within` clause"},
    {"function f\n  external \"C\" g()\nend f;\n", 1, 2, 19, "after the `external` clause"},
    {"model A\n  annotation(x = 1)\nend A;\n", 1, 2, 20, "after the annotation"},
    {"model A\nequation\n  x = a\n    b + c;\n  y = 1;\nend A;\n", 1, 3, 8, "expected `;`"},
    /* parentheses */
    {"model A\nequation\n  x = (1 + 2;\n  y = 1;\nend A;\n", 1, 3, 13,
     "expected `,` or `)`, found `;`"},
    {"model A\nequation\n  x = 1 + 2);\n  y = 1;\nend A;\n", 1, 3, 12, "`)` closes no `(`"},
    {"model A\nequation\n  x = f(a b, c);\n  y = 1;\nend A;\n", 1, 3, 11,
     "expected `,` or `)` in the arguments, found `b`"},
    {"model A\nequation\n  x = a[1;\n  y = 1 +;\nend A;\n", 2, 3, 10,
     "expected `,` or `]` after the subscript, found `;`"},
    {"model A\n  Real x[3] = {1, 2 3};\n  Real y;\nend A;\n", 1, 2, 21, "`,` or `}` in the array"},
    {"model A\n  Real x(start = 1;\n  Real y;\nend A;\n", 1, 2, 19, "`,` or `)` in the modifier"},
    {"model A\n  Real x[2, 2] = [1, 2; 3 4];\n  Real y;\nend A;\n", 1, 2, 27,
     "`,`, `;` or `]` in the matrix"},
    {"model A\n  Real x[:] = {};\nend A;\n", 1, 2, 15, "an array needs an element"},
    /* expressions */
    {"model A\nequation\n  x = ;\nend A;\n", 1, 3, 7, "expected an expression, found `;`"},
    {"model A\nequation\n  x = 1 + * 2;\n  y = 3;\nend A;\n", 1, 3, 11,
     "expected an expression, found `*`"},
    {"model A\nequation\n  x = 2*-3;\nend A;\n", 1, 3, 9, "`-` and its operand must stand in"},
    {"model A\nequation\n  x = y^-2 + - - z;\nend A;\n", 1, 3, 9, "`-` and its operand must"},
    {"model A\nequation\n  x = a^b^c;\nend A;\n", 1, 3, 10, "a power of a power needs"},
    {"model A\nequation\n  b = 1 < x < 2;\nend A;\n", 1, 3, 13, "relations cannot be chained"},
    {"model A\nequation\n  b = x == not y;\nend A;\n", 1, 3, 12, "`not` and its operand must"},
    {"model A\nequation\n  x = 1 + if b then 2 else 3;\nend A;\n", 1, 3, 11,
     "an `if` expression must stand in parentheses"},
    {"model A\nequation\n  x = if b then 2;\nend A;\n", 1, 3, 18, "expected `else` in the `if`"},
    {"model A\nequation\n  x = 1:2:3:4;\nend A;\n", 1, 3, 12, "expected `;` after the equation"},
    {"model A\nequation\n  x = f(a = 1, 2);\nend A;\n", 1, 3, 16, "expected `name = value`"},
    {"model A\nequation\n  x = end;\nend A;\n", 1, 3, 7, "expected an expression, found `end`"},
    {"model A\nequation\n  x = a.;\nend A;\n", 1, 3, 9, "expected a name after the `.`"},
    {"model A\nequation\n  x = der y;\nend A;\n", 1, 3, 7,
     "the argument of `der` stands in parentheses: der(x)"},
    /* equations and statements */
    {"model A\nequation\n  x := 1;\nend A;\n", 1, 3, 5, "an equation is written with `=`"},
    {"model A\nalgorithm\n  x = 1;\nend A;\n", 1, 3, 5, "an assignment is written with `:=`"},
    {"model A\nequation\n  x == 1;\nend A;\n", 1, 3, 3, "an equation is written with `=`, not"},
    {"model A\nequation\n  x + 1;\nend A;\n", 1, 3, 8,
     "expected `=`, as an equation has two sides, found `;`"},
    {"model A\nequation\n  if x = 1 then\n    y = 1;\n  end if;\nend A;\n", 1, 3, 8,
     "found `=`; to compare write `==`"},
    {"model A\nequation\n  if b\n    y = 1;\n  end if;\n  z = 1;\nend A;\n", 1, 3, 7,
     "expected `then` after the condition"},
    {"model A\nequation\n  for i in 1:3\n    y[i] = 1;\n  end for;\nend A;\n", 1, 3, 15,
     "expected `loop`"},
    {"model A\nequation\n  if b then\n    y = 1;\nend A;\n", 1, 5, 1,
     "expected `end if`, found `end` `A`"},
    {"model A\nequation\n  for i in 1:3 loop\n  if b then\n  y = 1;\n  end for;\nend A;\n", 1, 6, 3,
     "expected `end if`, found `end` `for`"},
    {"model A\nequation\n  y = 1;\n  end if;\n  z = 1;\nend A;\n", 1, 4, 3,
     "belongs to nothing that is open"},
    {"model A\nequation\n  else\n  z = 1;\nend A;\n", 1, 3, 3, "belongs to nothing that is open"},
    {"model A\nequation\n  while b loop\n  x = 1;\n  end while;\nend A;\n", 1, 3, 3,
     "`while` can only stand in an algorithm section"},
    {"model A\nalgorithm\n  connect(a, b);\n  x := 1;\nend A;\n", 1, 3, 3,
     "`connect` can only stand in an equation section"},
    {"model A\nequation\n  connect(a b);\nend A;\n", 1, 3, 13, "expected `,` between the connect"},
    {"model A\nalgorithm\n  f(x) := 1;\nend A;\n", 1, 3, 3, "only a variable"},
    {"model A\nalgorithm\n  (a, b) := c;\nend A;\n", 1, 3, 13, "only be assigned from a function"},
    {"model A\nequation\n  parameter Real x;\n  Real y;\nend A;\n", 1, 3, 3,
     "a declaration behind `equation`"},
    {"model A\nequation\n  Real x;\n  y = 1;\nend A;\n", 1, 3, 3,
     "a declaration cannot stand here"},
    {"model A\n  x = 1;\n  Real y;\nend A;\n", 1, 2, 5, "equations stand after `equation`"},
    {"model A\n  connect(a, b);\n  Real y;\nend A;\n", 1, 2, 3, "`connect` can only stand in an"},
    {"model A\n  initial x;\n  Real y;\nend A;\n", 1, 2, 11, "expected `equation` or `algorithm`"},
    {"model A\nequation\n  ;\n  x = 1;\nend A;\n", 1, 3, 3, "expected an expression, found `;`"},
    /* elements */
    {"model A\n  Real;\n  Real y;\nend A;\n", 1, 2, 7, "expected a component name, found `;`"},
    {"model A\n  Real in;\n  Real y;\nend A;\n", 1, 2, 8,
     "a component name, found the keyword `in`"},
    {"model A\n  parameter end;\nend A;\n", 1, 2, 13, "expected a type or component name, found"},
    {"model A\n  input output Real x;\nend A;\n", 1, 2, 9, "`output` contradicts a prefix"},
    {"model A\n  inner inner Real x;\nend A;\n", 1, 2, 9, "`inner` is given twice"},
    {"model A\n  B b(Real x = 1);\nend A;\n", 1, 2, 12,
     "another class for `x` is given by redeclare"},
    {"model A\n  B b(model C = D);\nend A;\n", 1, 2, 7, "expected `redeclare` before `model`"},
    {"model A\n  B b(x[1] = 2);\nend A;\n", 1, 2, 8, "single array elements cannot be modified"},
    {"model A\n  B b(redeclare model C end C);\nend A;\n", 1, 2, 23, "must have the form `name ="},
    {"model A\n  extends;\n  Real x;\nend A;\n", 1, 2, 10, "expected a base class after `extends`"},
    {"model A\n  import;\n  Real x;\nend A;\n", 1, 2, 9, "expected a name in the import"},
    {"model A\n  Real x \"a\" + 1;\nend A;\n", 1, 2, 16, "expected a string after `+`"},
    {"type E = enumeration(a, end);\n", 1, 1, 25, "the name of an enumeration literal"},
    {"function f = der(g);\n", 1, 1, 19, "a variable to differentiate by"},
    {"model A\n  annotation;\nend A;\n", 1, 2, 13, "expected `(` after `annotation`"},
    /* classes */
    {"model A\n  Real x;\nend B;\n", 1, 3, 1, "expected `end A`, found `end` `B`"},
    {"model A\n  Real x;\n", 1, 3, 1, "expected `end A` before the end of the file"},
    {"package P\n  model A\n    Real x;\nend P;\n", 1, 4, 1, "expected `end A`, found `end` `P`"},
    {"model A\n  Real x;\nend;\nmodel B\nend B;\n", 1, 3, 1, "expected `end A`, found `end` `;`"},
    {"modell A\n  Real x;\nend A;\nmodel B\n  Real;\nend B;\n", 2, 1, 1, "expected `model`, `pack"},
    {"package P\n  modell A\n    Real x;\n  equation\n    x = 1;\n  end A;\n  Real y;\nend P;\n", 1,
     2, 3, "`modell` is no keyword; is it `model`?"},
    {"model\n  Real x;\n  Real y;\nend A;\n", 1, 2, 3,
     "expected the name of the class, found `Real`"},
    {"model 3A\n  Real x;\nend A;\n", 1, 1, 7, "expected the name of the class, found `3`"},
    {"package P\n  type = Real;\n  Real x;\nend P;\n", 1, 2, 8, "expected the name of the class"},
    {"partial Real x;\nmodel B\nend B;\n", 1, 1, 9, "another kind of class, found `Real`"},
    {"expandable model A\nend A;\n", 1, 1, 12, "expected `connector` after `expandable`"},
    {"pure model A\nend A;\n", 1, 1, 6, "expected `function`, found `model`"},
    {"model A\nend A;\nend A;\n", 1, 3, 1, "expected `model`, `package` or another class"},
    {"Real x;\n", 1, 1, 1, "expected `model`, `package` or another class"},
    /* recovery goes on at a section on a line of its own, and at what closes something */
    {"model A\n  Real x = (1\nequation\n  x = ;\nend A;\n", 2, 3, 1,
     "`,` or `)`, found `equation`"},
    {"model A\n  Real x = (1\ninitial equation\n  x = ;\nend A;\n", 2, 3, 1, "found `initial`"},
    {"model A\n  Real x = f(end A;\nmodel B\nend B;\n", 1, 2, 14, "an expression, found `end`"},
    {"model A\nequation\n  if b then\n    y = 1;\n  end for;\n  z = ;\nend A;\n", 2, 5, 3,
     "expected `end if`, found `end` `for`"},
    {"model A\nequation\n  when a then\n  for i in 1:2 loop\n  if b then\n  y = 1;\n  end when;\n"
     "  z = ;\nend A;\n",
     2, 7, 3, "expected `end if`, found `end` `when`"},
    {"model A\nequation\n  elseif a then\n  z = ;\nend A;\n", 2, 3, 3, "belongs to nothing"},
    {"model A\nequation\n  Real x;\n  Real y;\n  z = ;\nend A;\n", 2, 3, 3, "a declaration cannot"},
    {"function f\nalgorithm\n  Real x;\n  Real y;\nend f;\n", 1, 3, 3, "put it before `algorithm`"},
    {"function f\nalgorithm\n  x;\nend f;\n", 1, 3, 4, "expected `:=`, found `;`"},
    {"model A\nequation\n  break;\n  x = 1;\nend A;\n", 1, 3, 3,
     "`break` can only stand in an algo"},
    {"function f\n  for i in 1:2 loop\n    x := 1;\n  end for;\n  y := 2;\nend f;\n", 1, 2, 3,
     "`for` can only stand in an equation or algorithm section"},
    {"function f\n  external a.b();\nend f;\n", 1, 2, 12, "expected the name of an external"},
    {"function f\n  external;\n  external \"C\";\nend f;\n", 1, 3, 3, "`external` clause already"},
    {"operator model A\nend A;\n", 1, 1, 10, "or a name after `operator`, found `model`"},
    {"model A\nequation\n  x = f(function g);\nend A;\n", 1, 3, 19,
     "`(` after the name of the func"},
    {"model A\n  import {a};\nend A;\n", 1, 2, 10, "an import needs at least one"},
    {"within 3;\nmodel A\nend A;\n", 1, 1, 8, "expected a package name or `;` after `within`"},
    {"model A\n  Real x \"a\" "
     "\"\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4"
     "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\";"
     "\nend A;\n",
     1, 2, 13, "found the string `\"\xC3\xA4\xC3\xA4\xC3\xA4"},
    /* the lexer */
    {"model A\n  Real x = 1e;\n  Real y = 3;\nend A;\n", 1, 2, 12, "has no digits"},
    {"model A\n  Real x = 1e999;\nend A;\n", 1, 2, 12, "too large for a Real"},
    {"model A\n  Real x = 1e-999;\nend A;\n", 1, 2, 12, "too small for a Real"},
    {"model A\n  Real x = 9223372036854775808;\nend A;\n", 1, 2, 12,
     "larger than 9223372036854775807"},
    {"model A\n  Real x = a $ b;\n  Real y;\nend A;\n", 1, 2, 14, "unexpected character `$`"},
    {"model A\n  Real x = a && b || c;\nend A;\n", 1, 2, 14, "the logical operator is `and`"},
    {"model A\n  Real x = \xC3\xA4;\n  Real y;\nend A;\n", 1, 2, 12, "other than ASCII"},
    {"model A\n  Real 'a;\n  Real y;\nend A;\n", 1, 2, 8, "not closed on its line"},
    {"model A\n  Real '';\nend A;\n", 1, 2, 8, "a quoted name cannot be empty"},
    {"model A\n  Real 'a\xC3\xA4';\nend A;\n", 1, 2, 10,
     "only ASCII characters are allowed in a quoted"},
    {"model A\n  Real 'a\\qb';\nend A;\n", 1, 2, 10, "unknown escape in a quoted name"},
    {"model A\n  Real x\x01;\nend A;\n", 1, 2, 9, "unexpected control character 0x01"},
    {"model A\n  String s = \"abc;\nend A;\n", 1, 2, 14, "the string that begins here is never"},
    {"model A\n  /* comment\nend A;\n", 1, 2, 3, "the comment that begins here is never closed"},
};

/* The line of the first error among the messages; NULL if there is none. */
static char *first_error(char *text)
{
    for (char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        char *error = strstr(line, ": error:"), *end = strchr(line, '\n');
        if (error && error < end)
            return line;
    }
    return NULL;
}

static void check_wrong(const Wrong *w)
{
    Context *ctx = context_new();
    parse_text(ctx, w->text);
    char *text = messages(ctx), *first = first_error(text);
    int line = 0, column = 0;
    if (first)
        sscanf(first, "t.mo:%d:%d:", &line, &column);
    char *end = first ? strchr(first, '\n') : NULL;
    if (end)
        *end = 0;
    bool ok = diags_errors(ctx->diags) == w->errors && line == w->line && column == w->column &&
              (!w->errors || (first && strstr(first, w->message)));
    CHECK(ok);
    if (end)
        *end = '\n';
    if (!ok)
        fprintf(stderr, "%s---- wanted %d error(s), line %d column %d: %s\n---- got\n%s\n", w->text,
                w->errors, w->line, w->column, w->message, text);
    free(text);
    context_free(ctx);
}

TEST(table)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_wrong(&wrong[i]);
}

/* A file that is all wrong is given up after 100 errors. */
TEST(too_many)
{
    Buf b = {0};
    buf_puts(&b, "model A\n");
    for (int i = 0; i < 300; i++)
        buf_puts(&b, "  Real x = ;\n  Real y;\n");
    Context *ctx = context_new();
    parse_text(ctx, b.s);
    CHECK_INT(diags_errors(ctx->diags), 100);
    context_free(ctx);
    buf_clear(&b); /* and of many wrong statements in a row only some are reported */
    buf_puts(&b, "model A\n");
    for (int i = 0; i < 300; i++)
        buf_puts(&b, "  Real x = ;\n");
    buf_puts(&b, "  Real y;\n  Real z = ;\nend A;\n");
    ctx = context_new();
    parse_text(ctx, b.s);
    CHECK_INT(diags_errors(ctx->diags), 6);
    context_free(ctx);
    buf_free(&b);
}

TEST_MAIN(T(table), T(too_many))
