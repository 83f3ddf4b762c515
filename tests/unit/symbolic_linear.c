/* Linear forms: known ones, random ones against numerical differences, long sums, deep nesting. */
#include "symbolic_random.h"

/* x, y, z are unknown; so is everything from 1000 on. */
static bool unknown(void *arg, uint32_t var)
{
    (void)arg;
    return (var >= 'x' - 'a' && var <= 'z' - 'a') || var >= 1000;
}

/* "x: coef; y: coef; rest; non: z" */
static const char *form(const char *text)
{
    static char out[1000];
    LinearForm f = expr_linear(S, arena, canon(text), unknown, NULL);
    size_t n = 0;
    for (int i = 0; i < f.n; i++)
        n += (size_t)snprintf(out + n, sizeof out - n, "%c: %s; ", 'a' + (int)f.var[i],
                              show(f.coef[i]));
    n += (size_t)snprintf(out + n, sizeof out - n, "%s", show(f.rest));
    for (int i = 0; i < f.nnon; i++)
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%c",
                              i ? " " : "; non: ", 'a' + (int)f.non[i]);
    return out;
}

TEST(known_forms)
{
    fixture_open();
    CHECK_STR(form("a + b"), "a + b");
    CHECK_STR(form("x"), "x: 1; 0");
    CHECK_STR(form("a*x + b"), "x: a; b");
    CHECK_STR(form("x/b + c*x - d"), "x: 1/b + c; -d");
    CHECK_STR(form("2*(x - 3*y) + 4"), "x: 2; y: -6; 4");
    CHECK_STR(form("a*(x + b*(y + c*(z + d)))"), "x: a; y: a*b; z: a*b*c; a*b*c*d");
    CHECK_STR(form("(x + y)/(a + b)"), "x: 1/(a + b); y: 1/(a + b); 0");
    CHECK_STR(form("-(a*x - y)"), "x: -a; y: 1; 0");
    CHECK_STR(form("x*y"), "x*y; non: x y");
    CHECK_STR(form("x*y + x"), "x: 1; x*y; non: x y");
    CHECK_STR(form("a*(x + sin(y)) + b"), "x: a; a*sin(y) + b; non: y");
    CHECK_STR(form("sin(x) + y"), "y: 1; sin(x); non: x");
    CHECK_STR(form("a/x"), "a/x; non: x");
    CHECK_STR(form("x^2"), "x^2; non: x");
    CHECK_STR(form("if a > 0 then b*x + c else d*x"),
              "x: if a > 0 then b else d; if a > 0 then c else 0");
    CHECK_STR(form("if a > 0 then x else y"),
              "x: if a > 0 then 1 else 0; y: if a > 0 then 0 else 1; 0");
    CHECK_STR(form("if x > 0 then y else z"), "if x > 0 then y else z; non: x y z");
    CHECK_STR(form("noEvent(if a > 0 then x else 2*x)"), "x: if noEvent(a > 0) then 1 else 2; 0");
    CHECK_STR(form("smooth(1, a*x) + pre(x)"), "x: a; pre(x)");
    CHECK_STR(form("pre(x)*y + delay(x, a)"), "y: pre(x); delay(x, a)");
    CHECK_STR(form("homotopy(x, y)"), "homotopy(x, y); non: x y");
    CHECK_STR(form("3"), "3");
    fixture_close();
}

/* sum(coef*var) + rest has the same value, and coefficients and rest have no linear unknown */
TEST(random_forms)
{
    fixture_open();
    int linear = 0;
    for (int round = 0; round < 5000; round++) {
        /* variables 0, 1 of the random expression stay known, 2 and 3 become x and y */
        Expr e = expr_replace(S, random_raw(1 + random_below(5)), leaf_itself, NULL);
        double v[26] = {0}, value, error;
        random_values(v);
        if (!stable_value(e, v, &value, &error))
            continue;
        char text[8192];
        if ((size_t)snprintf(text, sizeof text, "%s", show(e)) >= sizeof text)
            continue;
        for (char *c = text; *c; c++)
            if ((*c == 'c' || *c == 'd') &&
                !((c > text && isalpha((unsigned char)c[-1])) || isalpha((unsigned char)c[1])))
                *c = *c == 'c' ? 'x' : 'y';
        e = canon(text);
        v['x' - 'a'] = v[2];
        v['y' - 'a'] = v[3];
        LinearForm f = expr_linear(S, arena, e, unknown, NULL);
        double sum = expr_value(S, f.rest, v, 0);
        for (int i = 0; i < f.n; i++) {
            sum += expr_value(S, f.coef[i], v, 0) * v[f.var[i]];
            for (uint32_t k = 23; k < 26; k++)
                CHECK(!expr_has_var(S, f.coef[i], k));
        }
        bool same = fabs(sum - value) <= 1e-9 * fmax(1, fabs(value)) + 1e3 * error;
        CHECK(same);
        if (!same)
            fprintf(stderr, "%s: %g, not %g\n", text, sum, value);
        for (uint32_t k = 23; k < 26; k++) {
            bool listed = false;
            for (int i = 0; i < f.nnon; i++)
                listed |= f.non[i] == k;
            CHECK(listed == expr_has_var(S, f.rest, k));
        }
        linear += f.n > 0 && !f.nnon;
    }
    CHECK(linear > 300);
    fixture_close();
}

TEST(long_sum)
{
    fixture_open();
    enum { N = 100000 };
    Expr *t = malloc(sizeof *t * N), a = raw("a");
    for (int i = 0; i < N; i++)
        t[i] = expr_mul2(S, i % 2 ? a : expr_real(S, i + 2),
                         expr_var(S, T_REAL, (uint32_t)(1000 + N - i)));
    Expr e = expr_add2(S, expr_add(S, N, t), raw("b"));
    LinearForm f = expr_linear(S, arena, e, unknown, NULL);
    CHECK_INT(f.n, N);
    CHECK_INT(f.nnon, 0);
    CHECK(f.rest == raw("b"));
    bool ascending = true;
    for (int i = 1; i < f.n; i++)
        ascending &= f.var[i - 1] < f.var[i];
    CHECK(ascending);
    CHECK(f.coef[N - 1] == expr_real(S, 2));
    CHECK(f.coef[N - 2] == a);
    /* all twice: 2*(..) + (..) has three times the coefficients */
    f = expr_linear(S, arena, expr_add2(S, e, expr_mul2(S, expr_real(S, 2), e)), unknown, NULL);
    CHECK_INT(f.n, N);
    CHECK(f.coef[N - 1] == expr_real(S, 6));
    free(t);
    fixture_close();
}

TEST(deep_and_shared)
{
    fixture_open();
    enum { N = 100000 };
    Expr e = raw("x"), a = raw("a"), b = raw("b");
    for (int i = 0; i < N; i++)
        e = expr_add2(S, expr_mul2(S, a, e), b);
    LinearForm f = expr_linear(S, arena, e, unknown, NULL);
    CHECK(f.n == 1 && f.nnon == 0);
    CHECK(f.coef[0] == expr_pow(S, a, expr_real(S, N)));
    e = raw("x");
    for (int i = 0; i < N; i++)
        e = expr_build(S, EX_SIN, T_REAL, 0, 0, 1,
                       (Expr[]){expr_add2(S, e, expr_var(S, T_REAL, (uint32_t)(1000 + i)))});
    f = expr_linear(S, arena, e, unknown, NULL);
    CHECK(f.n == 0 && f.nnon == N + 1);
    /* 2^60 paths to x */
    e = raw("x");
    for (int i = 0; i < 60; i++)
        e = expr_if(S, expr_build(S, EX_GT, T_BOOL, 0, 0, 2, (Expr[]){a, expr_real(S, i)}),
                    expr_mul2(S, expr_real(S, 2), e), expr_add2(S, e, b));
    f = expr_linear(S, arena, e, unknown, NULL);
    double v[26] = {3.5, 1, [23] = 2};
    CHECK_INT(f.n, 1);
    CHECK_REAL(expr_value(S, f.coef[0], v, 0), 16, 0);
    CHECK_REAL(expr_value(S, f.rest, v, 0), 56, 0);
    fixture_close();
}

TEST_MAIN(T(known_forms), T(random_forms), T(long_sum), T(deep_and_shared))
