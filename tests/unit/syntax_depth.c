/* Tests of nesting: whatever can be nested is read (and printed) almost to the limit, and
 * gives one error beyond it, never a stack overflow. The texts far beyond the limit
 * are long enough to overflow a stack of 8 MiB if anything recursed on them. */
#include "syntax_test.h"

typedef struct {
    const char *name, *before, *open, *middle, *close, *after;
    int levels; /* of the limit that one repetition takes */
} Nest;

static const Nest nests[] = {
    {"parentheses", "model A equation x = ", "(", "1", ")", "; end A;", 1},
    {"powers", "model A equation x = ", "1^(", "1", ")", "; end A;", 1},
    {"all levels", "model A equation x = ", "a or b and not c < d + e*f^(", "1", ")", "; end A;",
     1},
    {"calls", "model A equation x = ", "f(", "1", ")", "; end A;", 1},
    {"named arguments", "model A equation x = ", "f(a = ", "1", ")", "; end A;", 1},
    {"subscripts", "model A equation x = ", "a[", "1", "]", "; end A;", 1},
    {"arrays", "model A equation x = ", "{", "1", "}", "; end A;", 1},
    {"matrices", "model A equation x = ", "[", "1", "]", "; end A;", 1},
    {"tuples", "model A equation x = ", "(a, ", "1", ")", "; end A;", 1},
    {"else if", "model A equation x = ", "if a then b else ", "1", "", "; end A;", 1},
    {"conditions", "model A equation x = ", "if ", "a", " then b else c", "; end A;", 1},
    {"iterators", "model A equation x = ", "{i for i in ", "1:2", "}", "; end A;", 1},
    {"functions", "model A equation x = f(", "function g(a = ", "1", ")", "); end A;", 1},
    {"modifiers", "model A B b(", "x(", "y = 1", ")", "); end A;", 1},
    {"redeclarations", "model A B b(", "redeclare model C = D(", "y = 1", ")", "); end A;", 2},
    {"annotations", "model A annotation(", "x(", "y = 1", ")", "); end A;", 1},
    {"classes", "", "model A ", "Real x;", " end A;", "", 1},
    {"if equations", "model A equation ", "if b then ", "x = 1;", " end if;", " end A;", 1},
    {"else branches", "model A equation ", "if b then else ", "x = 1;", " end if;", " end A;", 1},
    {"for loops", "model A algorithm ", "for i loop ", "x := 1;", " end for;", " end A;", 1},
    {"when", "model A algorithm ", "when b then ", "x := 1;", " end when;", " end A;", 1},
};

static char *nested(const Nest *n, int depth)
{
    Buf b = {0};
    buf_puts(&b, n->before);
    for (int i = 0; i < depth; i++)
        buf_puts(&b, n->open);
    buf_puts(&b, n->middle);
    for (int i = 0; i < depth; i++)
        buf_puts(&b, n->close);
    buf_puts(&b, n->after);
    return b.s;
}

static int errors_of(const char *text, const char *fragment)
{
    Context *ctx = context_new();
    parse_text(ctx, text);
    int errors = diags_errors(ctx->diags);
    char *got = messages(ctx);
    if (errors && !strstr(got, fragment))
        errors = -1;
    free(got);
    context_free(ctx);
    return errors;
}

TEST(within_the_limit)
{
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
        const Nest *n = &nests[i];
        char *text = nested(n, (SYN_MAX_DEPTH - 4) / n->levels);
        Context *ctx = context_new();
        Buf out = {0};
        syn_print_class(ctx, &out, parse_text(ctx, text)->cls[0]);
        CHECK_INT(diags_errors(ctx->diags), 0);
        CHECK(out.n > 20);
        buf_free(&out);
        context_free(ctx);
        free(text);
    }
}

TEST(beyond_the_limit)
{
    static const int depths[] = {SYN_MAX_DEPTH + 1, 5000, 100000};
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++)
        for (size_t k = 0; k < sizeof depths / sizeof *depths; k++) {
            char *text = nested(&nests[i], depths[k]);
            int errors = errors_of(text, "nested more than 500 levels deep");
            if (errors != 1)
                fprintf(stderr, "%s, %d deep:\n", nests[i].name, depths[k]);
            CHECK_INT(errors, 1);
            free(text);
        }
}

/* What was opened and never closed, or never opened. */
TEST(unclosed)
{
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
        Nest half = nests[i];
        half.close = "";
        char *text = nested(&half, 100000);
        CHECK_INT(errors_of(text, "nested more than 500 levels deep"), 1);
        free(text);
    }
    static const char *const repeated[] = {"end A; ", "end if; ", ")",  "]",
                                           "else ",   ";",        "- ", "not "};
    for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++) {
        Nest n = {"", "model A equation x = ", repeated[i], "", "", "; end A;", 1};
        char *text = nested(&n, 100000);
        CHECK(errors_of(text, "") > 0);
        free(text);
    }
}

/* Long but flat texts are no problem. */
TEST(long_chains)
{
    static const Nest flat[] = {
        {"sum", "model A equation x = 1", " + 1", "", "", "; end A;", 0},
        {"product", "model A equation x = 1", "*1", "", "", "; end A;", 0},
        {"and", "model A equation x = a", " and b", "", "", "; end A;", 0},
        {"elseif", "model A equation x = if a then b", " elseif c then d", " else e", "",
         "; end A;", 0},
        {"list", "model A equation x = {1", ", 1", "}", "", "; end A;", 0},
        {"rows", "model A equation x = [1", "; 1", "]", "", "; end A;", 0},
        {"name", "model A equation x = a", ".b", "", "", "; end A;", 0},
        {"description", "model A Real x \"a\"", " + \"b\"", "", "", "; end A;", 0},
        {"branches", "model A equation if a then x = 1;", " elseif b then x = 1;", " end if;", "",
         " end A;", 0},
    };
    for (size_t i = 0; i < sizeof flat / sizeof *flat; i++) {
        char *text = nested(&flat[i], 60000);
        CHECK_INT(errors_of(text, ""), 0);
        free(text);
    }
    static const Nest too_long[] = {
        {"more than 65535 parts", "model A equation x = a", ".b", "", "", "; end A;", 0},
        {"more than 65535 parts", "model A a", ".b", " x", "", "; end A;", 0},
        {"more than 65535 subscripts", "model A equation x = a[1", ", 1", "]", "", "; end A;", 0},
        {"at most 65535 names", "model A import a", ".b", "", "", "; end A;", 0},
    };
    for (size_t i = 0; i < sizeof too_long / sizeof *too_long; i++) {
        char *text = nested(&too_long[i], 70000);
        CHECK_INT(errors_of(text, too_long[i].name), 1);
        free(text);
    }
}

TEST_MAIN(T(within_the_limit), T(beyond_the_limit), T(unclosed), T(long_chains))
