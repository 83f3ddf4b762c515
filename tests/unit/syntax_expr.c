/* Tests of expressions: precedence and structure. `shape` writes a tree with one pair of brackets
 * for each node, in a notation of its own, so that the expected values do not depend on the
 * printer. */
#include "syntax_test.h"

static void shape(Context *c, Buf *b, const SynExp *e);

static void shape_list(Context *c, Buf *b, SynExp **list, int n)
{
    for (int i = 0; i < n; i++) {
        buf_putc(b, ' ');
        shape(c, b, list[i]);
    }
}

static void shape_ref(Context *c, Buf *b, const SynRef *r)
{
    for (int i = 0; i < r->n; i++) {
        buf_printf(b, "%s%s", i || r->global ? "." : "", text_of(c, r->part[i].name));
        if (r->part[i].nsubs) {
            buf_puts(b, "[");
            shape_list(c, b, r->part[i].sub, r->part[i].nsubs);
            buf_puts(b, "]");
        }
    }
}

static void shape_call(Context *c, Buf *b, const SynCall *call)
{
    shape_ref(c, b, call->fn);
    buf_puts(b, call->braces ? "{" : "");
    shape_list(c, b, call->arg, call->nargs);
    for (int i = 0; i < call->nnamed; i++) {
        buf_printf(b, " %s=", text_of(c, call->named[i].name));
        shape(c, b, call->named[i].value);
    }
    for (int i = 0; i < call->niters; i++) {
        buf_printf(b, " for %s", text_of(c, call->iter[i].name));
        if (call->iter[i].range) {
            buf_puts(b, " in ");
            shape(c, b, call->iter[i].range);
        }
    }
}

static void shape(Context *c, Buf *b, const SynExp *e)
{
    static const char *const op[] = {"",   "+",  "-",  ".+",  ".-",  "*",    "/",    ".*",
                                     "./", "^",  ".^", "neg", "pos", ".neg", ".pos", "not",
                                     "<",  "<=", ">",  ">=",  "==",  "<>",   "and",  "or"};
    static const char *const word[] = {
        [XP_ARRAY] = "array", [XP_MATRIX] = "matrix", [XP_ROW] = "row",
        [XP_RANGE] = "range", [XP_IF] = "if",         [XP_TUPLE] = "tuple"};
    if (!e) {
        buf_puts(b, "_");
        return;
    }
    switch ((SynExpKind)e->kind) {
    case XP_INT:
    case XP_BOOL:
        buf_printf(b, "%lld", (long long)e->i);
        return;
    case XP_REAL:
        buf_printf(b, "%.17g", e->r);
        return;
    case XP_STRING:
        buf_printf(b, "'%s'", text_of(c, e->str));
        return;
    case XP_REF:
        shape_ref(c, b, e->ref);
        return;
    case XP_END:
        buf_puts(b, "END");
        return;
    case XP_COLON:
        buf_puts(b, ":");
        return;
    case XP_CALL:
    case XP_FUNCTION:
        buf_puts(b, e->kind == XP_CALL ? "(call " : "(function ");
        shape_call(c, b, e->call);
        break;
    case XP_CHAIN:
        buf_puts(b, "(chain ");
        shape(c, b, e->arg[0]);
        for (int i = 1; i < e->n; i++) {
            buf_printf(b, " %s ", op[e->ops[i]]);
            shape(c, b, e->arg[i]);
        }
        break;
    case XP_UNARY:
    case XP_BINARY:
        buf_printf(b, "(%s", op[e->op]);
        shape_list(c, b, e->arg, e->n);
        break;
    default:
        buf_printf(b, "(%s", word[e->kind]);
        shape_list(c, b, e->arg, e->n);
    }
    buf_puts(b, ")");
}

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

/* What is printed has the same shape as what was read. */
TEST(printing)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char *text = reprint_exp(shapes[i].text);
        if (text) {
            char *got = shape_of(text);
            CHECK_STR(got, shapes[i].shape);
            free(got);
        } else {
            CHECK_STR(shapes[i].shape, "error");
        }
        free(text);
    }
}

static void forget_parentheses(SynExp *e)
{
    if (!e || e->kind <= XP_CALL)
        return;
    e->paren = false;
    for (int i = 0; i < e->n; i++)
        forget_parentheses(e->arg[i]);
}

/* The printer puts parentheses where a tree needs them, whether they were written or not. */
TEST(needed_parentheses)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        Context *c = context_new();
        const char *why, *text = shapes[i].text;
        Buf out = {0};
        SynExp *e = parse_expression(c, source_add(c->sources, "e", text, strlen(text), &why));
        if (e) {
            forget_parentheses(e);
            syn_print_exp(c, &out, e);
            char *got = shape_of(out.s);
            CHECK_STR(got, shapes[i].shape);
            free(got);
        }
        buf_free(&out);
        context_free(c);
    }
}

TEST(literals)
{
    static const char *const same[] = {"1",
                                       "1.0",
                                       "0.1",
                                       "1e-05",
                                       "1e+22",
                                       "1.7976931348623157e+308",
                                       "\"a\\\"\\\\\\n\\t\"",
                                       "a*b + c",
                                       "f(a, b = c)",
                                       "-(a + b)",
                                       "x[1, :].y",
                                       "{1, 2, 3}",
                                       "[1, 2; 3, 4]",
                                       "if a then b elseif c then d else e",
                                       "not (a and b)",
                                       "1:2:10",
                                       "(a, , b)",
                                       "100000.0"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char *got = reprint_exp(same[i]);
        CHECK_STR(got ? got : "error", same[i]);
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

TEST_MAIN(T(shapes), T(printing), T(needed_parentheses), T(literals), T(spans))
