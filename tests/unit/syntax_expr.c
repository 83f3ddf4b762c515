/* Tests of expressions: precedence, structure and literals. */
#include "syntax_shape.h"

static char *shape_of(const char *text)
{
    Context *c = context_new();
    const char *why;
    Buf b = {0};
    SynExp *e = parse_expression(c, source_add(c->sources, "e", text, strlen(text), &why));
    if (e)
        shape(c, &b, e);
    else
        buf_puts(&b, "error");
    context_free(c);
    return b.s;
}

static const struct {
    const char *text, *shape;
} shapes[] = {
    {"a + b - c", "(chain a + b - c)"},
    {"a - (b - c)", "(chain a - (chain b - c))"},
    {"(a - b) - c", "(chain (chain a - b) - c)"},
    {"a + b*c", "(chain a + (chain b * c))"},
    {"a*b/c", "(chain a * b / c)"},
    {"a*b + c*d", "(chain (chain a * b) + (chain c * d))"},
    {"-a + b", "(chain (neg a) + b)"},
    {"-a*b", "(neg (chain a * b))"},
    {"-x^2", "(neg (^ x 2))"},
    {"-a", "(neg a)"},
    {"+a - b", "(chain (pos a) - b)"},
    {".-a .+ b", "(chain (.neg a) .+ b)"},
    {"(-a)*b", "(chain (neg a) * b)"},
    {"2^(-3)", "(^ 2 (neg 3))"},
    {"(a^b)^c", "(^ (^ a b) c)"},
    {"a .^ b .* c ./ d", "(chain (.^ a b) .* c ./ d)"},
    {"a < b + 1", "(< a (chain b + 1))"},
    {"a < -b", "(< a (neg b))"},
    {"not a == b", "(not (== a b))"},
    {"not a and not b or c", "(chain (chain (not a) and (not b)) or c)"},
    {"a or b and c or d", "(chain a or (chain b and c) or d)"},
    {"a <> b and c >= d", "(chain (<> a b) and (>= c d))"},
    {"1:3", "(range 1 3)"},
    {"1:2:n + 1", "(range 1 2 (chain n + 1))"},
    {"a or b:c", "(range (chain a or b) c)"},
    {"if a then b else c", "(if a b c)"},
    {"if a then b elseif c then d else e + 1", "(if a b c d (chain e + 1))"},
    {"if a then b else if c then d else e", "(if a b (if c d e))"},
    {"(if a then b else c) + 1", "(chain (if a b c) + 1)"},
    {"1 + 1.5", "(chain 1 + 1.5)"},
    {"\"a\" + \"b\\n\"", "(chain 'a' + 'b\n')"},
    {"{true, false}", "(array 1 0)"},
    {"{{1, 2}, {3, 4}}", "(array (array 1 2) (array 3 4))"},
    {"[1, 2; 3, 4]", "(matrix (row 1 2) (row 3 4))"},
    {"[a]", "(matrix (row a))"},
    {"{i^2 for i in 1:3}", "(call array{ (^ i 2) for i in (range 1 3))"},
    {"sum(x[i, j] for i in 1:3, j)", "(call sum x[ i j] for i in (range 1 3) for j)"},
    {"a.b[1].c[end - 1, :]", "a.b[ 1].c[ (chain END - 1) :]"},
    {".A.b", ".A.b"},
    {"a[f(end)]", "a[ (call f END)]"},
    {"a[2:end]", "a[ (range 2 END)]"},
    {"f()", "(call f)"},
    {"f(a, b = c, d = 3)", "(call f a b=c d=3)"},
    {"f(a == b)", "(call f (== a b))"},
    {"f(a /* = */ == b)", "(call f (== a b))"},
    {"f(a /* x */ = b)", "(call f a=b)"},
    {"der(x)", "(call der x)"},
    {"initial()", "(call initial)"},
    {"pure(f(x))", "(call pure (call f x))"},
    {"f(function g(a = 1), function h())", "(call f (function g a=1) (function h))"},
    {"f(u = function .A.g(a = 1))", "(call f u=(function .A.g a=1))"},
    {"(a, , b)", "(tuple a _ b)"},
    {"()", "(tuple)"},
    {"(, a)", "(tuple _ a)"},
    {"(a,)", "(tuple a _)"},
    {"((a))", "a"},
    {"'+'(a, b)", "(call '+' a b)"},
    {"1e-05 + 1E22*1.7976931348623157e+308",
     "(chain 1.0000000000000001e-05 + (chain 1e+22 * 1.7976931348623157e+308))"},
    {"{0.1, .5, 1., 100000.0, 12345678901234567}",
     "(array 0.10000000000000001 0.5 1 100000 12345678901234567)"},
    {"\"a\\\"\\\\\\n\\t\"", "'a\"\\\n\t'"},
    /* not expressions */
    {"a^b^c", "error"},
    {"a < b < c", "error"},
    {"a * -b", "error"},
    {"a b", "error"},
    {"", "error"},
    {"a[end", "error"},
    {"end", "error"},
    {"not not a", "error"},
    {"f(a = 1, 2)", "error"},
    {"f(a, b for i in 1:3)", "error"},
    {"{}", "error"},
    {"1:2:3:4", "error"},
    {"f(function g(1))", "error"},
    {"a.1", "error"},
};

TEST(shapes)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char *got = shape_of(shapes[i].text);
        CHECK_STR(got, shapes[i].shape);
        free(got);
    }
}

TEST(spans)
{
    Context *c = context_new();
    const char *why, *text = "  (a + b) * f(x[1], y = 2) ";
    SourceFile *s = source_add(c->sources, "e", text, strlen(text), &why);
    SynExp *e = parse_expression(c, s);
    CHECK_INT(e->span.beg - s->base, 2);
    CHECK_INT(e->span.end - s->base, 26);
    CHECK_INT(e->arg[0]->span.beg - s->base, 2); /* with its parentheses */
    CHECK_INT(e->arg[0]->span.end - s->base, 9);
    CHECK_INT(e->arg[1]->span.beg - s->base, 12);
    CHECK_INT(e->arg[1]->call->arg[0]->span.end - s->base, 18);
    CHECK_INT(e->arg[1]->call->named[0].span.beg - s->base, 20);
    context_free(c);
}

TEST_MAIN(T(shapes), T(spans))
