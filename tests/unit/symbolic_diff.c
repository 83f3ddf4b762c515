/* Differentiation: each function against numerical differences in its domain, printed forms, rules
 * for event operators, calls with and without annotation, long products, deep chains. */
#include "symbolic_random.h"

/* Central difference by Richardson extrapolation. */
static double numeric_step(Expr e, const double *v, int k, double h)
{
    double w[26], d[2];
    memcpy(w, v, sizeof w);
    for (int i = 0; i < 2; i++, h /= 2) {
        w[k] = v[k] + h;
        double up = expr_value(S, e, w, 0.7);
        w[k] = v[k] - h;
        d[i] = (up - expr_value(S, e, w, 0.7)) / (2 * h);
    }
    return (4 * d[1] - d[0]) / 3;
}

static double numeric(Expr e, const double *v, int k)
{
    return numeric_step(e, v, k, 1e-3 * fmax(0.1, fabs(v[k])));
}

typedef struct {
    const char *text;
    double lo, hi; /* range of all variables */
} Case;

static const Case cases[] = {
    {"a + 2*b - c", -2, 2},
    {"a*b*c", -2, 2},
    {"a^2*b", -2, 2},
    {"a/b", 0.5, 2},
    {"a/(b*c) + b/a", 0.5, 2},
    {"a^3", -2, 2},
    {"a^(-2)", 0.5, 2},
    {"a^b", 0.5, 2},
    {"2^a", -2, 2},
    {"b + 0^a", 0.5, 2},
    {"(a*b)^(a + c)", 0.5, 2},
    {"a^2.5", 0.5, 2},
    {"-a*b", -2, 2},
    {"abs(a*b)", 0.3, 2},
    {"abs(-a)", 0.3, 2},
    {"sqrt(a*b)", 0.5, 2},
    {"sin(a*b)", -2, 2},
    {"cos(a*b)", -2, 2},
    {"tan(a*b)", -1, 1},
    {"asin(a*b)", -0.8, 0.8},
    {"acos(a*b)", -0.8, 0.8},
    {"atan(a*b)", -2, 2},
    {"atan2(a, b)", 0.5, 2},
    {"atan2(a*b, c)", 0.5, 2},
    {"sinh(a*b)", -1, 1},
    {"cosh(a*b)", -1, 1},
    {"tanh(a*b)", -1, 1},
    {"exp(a*b)", -1, 1},
    {"log(a*b)", 0.5, 2},
    {"log10(a*b)", 0.5, 2},
    {"min(a, b*c)", 0.5, 2},
    {"max(a, b*c)", 0.5, 2},
    {"mod(a*7 + 0.5, b)", 1.01, 1.04},
    {"rem(a*7 + 0.5, b)", 1.01, 1.04},
    {"floor(a) + ceil(b) + div(a, b) + sign(a)", 1.2, 1.4},
    {"if a > b then a*b else sin(b)", 0.5, 2},
    {"noEvent(if a > b then a*b else sin(b))", 0.5, 2},
    {"smooth(2, if a > b then a^2 else b^2)", 0.5, 2},
    {"homotopy(a*b, a)", 0.5, 2},
    {"semiLinear(a - b, c, d)", 0.5, 2},
    {"time*a", 0.5, 2},
    {"a*b*c*d*sin(a)*exp(b)*cos(c)", 0.5, 2},
    {"exp(a + sin(b/c + a*b - d)*(exp(c) + 1))^2", 0.1, 0.4},
};

static bool close_to(double got, double want, double tol)
{
    return fabs(got - want) <= tol * fmax(1, fabs(want));
}

TEST(functions)
{
    fixture_open();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Expr e = canon(cases[i].text);
        int compared = 0;
        for (int round = 0; round < 40; round++) {
            double v[26];
            for (int k = 0; k < 26; k++)
                v[k] = random_in(cases[i].lo, cases[i].hi);
            for (int k = 0; k < 4; k++) {
                CalcError err = {0};
                Expr d = expr_diff(S, e, (uint32_t)k, &err);
                double got = d ? expr_value(S, d, v, 0.7) : NAN, want = numeric(e, v, k);
                if (!close_to(numeric_step(e, v, k, 1e-5), want, 1e-5))
                    continue; /* a kink near by */
                compared++;
                if (!close_to(got, want, 1e-6))
                    fprintf(stderr, "d %s by %c: %g, not %g\n", cases[i].text, 'a' + k, got, want);
                CHECK(close_to(got, want, 1e-6));
            }
        }
        CHECK(compared > 4 * 30);
    }
    fixture_close();
}

/* The derivative prints as a person would write it. */
static const struct {
    const char *e, *by_x;
} printed_forms[] = {
    {"3", "0"},
    {"a", "0"},
    {"x", "1"},
    {"a*x", "a"},
    {"x^2", "2*x"},
    {"x^3", "3*x^2"},
    {"x^a", "a*x^(a - 1)"},
    {"2^x", "0.6931471805599453*2^x"},
    {"a/x", "-a/x^2"},
    {"x/a", "1/a"},
    {"sqrt(x)", "1/(2*sqrt(x))"},
    {"sin(a*x)", "a*cos(a*x)"},
    {"exp(-x)", "-exp(-x)"},
    {"log(x)", "1/x"},
    {"x*y", "y"},
    {"x*y*x", "2*x*y"},
    {"if x > 0 then x^2 else a*x", "if x > 0 then 2*x else a"},
    {"noEvent(if x > 0 then x^2 else 0)", "noEvent(if x > 0 then 2*x else 0)"},
    {"abs(x)", "if noEvent(x >= 0) then 1 else -1"},
    {"smooth(2, if x > 0 then x^3 else x^2)", "smooth(1, if x > 0 then 3*x^2 else 2*x)"},
    {"smooth(0, if x > 0 then x else 2*x)", "if x > 0 then 1 else 2"},
    {"pre(x)", "0"},
    {"floor(x)", "0"},
    {"delay(x, a)", "0"},
    {"if b1 then a else y", "0"},
    {"homotopy(x*a, x)", "homotopy(a, 1)"},
    {"semiLinear(x, a, y)", "if x >= 0 then a else y"},
};

TEST(printed)
{
    fixture_open();
    for (size_t i = 0; i < sizeof printed_forms / sizeof *printed_forms; i++) {
        CalcError err = {0};
        Expr d = expr_diff(S, canon(printed_forms[i].e), 23, &err);
        CHECK_STR(d ? show(d) : err.why, printed_forms[i].by_x);
    }
    fixture_close();
}

TEST(random_expressions)
{
    fixture_open();
    int compared = 0, singular = 0;
    for (int round = 0; round < 5000; round++) {
        Expr e = expr_replace(S, random_raw(1 + random_below(4)), leaf_itself, NULL);
        double v[26] = {0}, value, error;
        random_values(v);
        if (!stable_value(e, v, &value, &error) || fabs(value) > 1e6)
            continue;
        for (int k = 0; k < RANDOM_VARS; k++) {
            CalcError err = {0};
            Expr d = expr_diff(S, e, (uint32_t)k, &err);
            CHECK(d != 0);
            double want = numeric(e, v, k), wide = numeric_step(e, v, k, 1e-2);
            if (!close_to(wide, want, 1e-5) || fabs(want) > 1e4)
                continue; /* a kink or a pole near by is no place for differences */
            compared++;
            double got = expr_value(S, d, v, 0.7);
            if (!isfinite(got)) {
                singular++; /* asin(x/x): at the edge of its domain everywhere */
                continue;
            }
            if (!close_to(got, want, 1e-4))
                fprintf(stderr, "d %s by %c: %g, not %g\n", show(e), 'a' + k, got, want);
            CHECK(close_to(got, want, 1e-4));
        }
    }
    CHECK(compared > 5000 && singular < compared / 1000);
    fixture_close();
}

/* ---- Total derivatives ---- */

/* x has the derivative y, y has z, time 1; a is constant; w cannot be differentiated. */
static Expr along(void *arg, Expr leaf)
{
    (void)arg;
    if (expr_op(S, leaf) == EX_TIME)
        return expr_real(S, 1);
    switch (expr_node(S, leaf)->payload) {
    case 'x' - 'a':
        return raw("y");
    case 'y' - 'a':
        return raw("z");
    case 'w' - 'a':
        return 0;
    default:
        return expr_real(S, 0);
    }
}

static const char *total(const char *text)
{
    CalcError err = {0};
    Expr d = expr_derivative(S, canon(text), along, NULL, &err);
    return d ? show(d) : err.why;
}

TEST(total_derivatives)
{
    fixture_open();
    CHECK_STR(total("a"), "0");
    CHECK_STR(total("x"), "y");
    CHECK_STR(total("x^2 + y^2 - a^2"), "2*x*y + 2*y*z");
    CHECK_STR(total("a*time"), "a");
    CHECK_STR(total("sin(x)"), "y*cos(x)");
    CHECK_STR(total("delay(x, a)"), "delay(y, a)");
    CHECK_STR(total("delay(a, x)"), "0");
    CHECK_STR(total("pre(x) + time"), "1");
    CHECK_STR(total("if x > 0 then x else a"), "if x > 0 then y else 0");
    CalcError err = {0};
    CHECK(!expr_derivative(S, canon("a + sin(w)*x"), along, NULL, &err));
    CHECK(err.at == raw("w") && err.why);
    CHECK_STR(total("der(x)"), "it has no derivative");
    CHECK_STR(total("delay(y, x)"), "delay(z, x)*(1 - y)");
    CHECK_STR(total("n1*x"), "y*n1");
    fixture_close();
}

/* ---- Size ---- */

TEST(long_product)
{
    fixture_open();
    enum { N = 10000 };
    Expr *f = malloc(sizeof *f * N);
    for (int i = 0; i < N; i++) {
        Expr x = expr_mul2(S, expr_var(S, T_REAL, 0), expr_real(S, 1e-5 * (i + 1)));
        f[i] = expr_add2(S, x, expr_real(S, 1));
    }
    Expr product = expr_mul(S, N, f);
    uint32_t before = exprs_count(S);
    CalcError err = {0};
    Expr d = expr_diff(S, product, 0, &err);
    CHECK(exprs_count(S) - before < 4 * N);
    double x = 0.01, log_derivative = 0, value = 1;
    for (int i = 0; i < N; i++) {
        double c = 1e-5 * (i + 1);
        log_derivative += c / (1 + c * x);
        value *= 1 + c * x;
    }
    CHECK_REAL(expr_value(S, d, &x, 0), value * log_derivative, 1e-9);
    free(f);
    fixture_close();
}

TEST(long_and_deep)
{
    fixture_open();
    enum { N = 100000 };
    Expr *t = malloc(sizeof *t * N), x = raw("x"), deep = x;
    for (int i = 0; i < N; i++) {
        Expr var = expr_var(S, T_REAL, (uint32_t)i);
        t[i] = expr_mul2(S, var, var);
        deep = expr_build(S, EX_SIN, T_REAL, 0, 0, 1, &deep);
    }
    Expr sum = expr_add(S, N, t);
    CalcError err = {0};
    CHECK(expr_diff(S, sum, 777, &err) == expr_mul2(S, expr_real(S, 2), expr_var(S, T_REAL, 777)));
    double v[26] = {[23] = 0.5}, want = 1, value = 0.5;
    for (int i = 0; i < 20; i++) {
        want *= cos(value);
        value = sin(value);
    }
    Expr small = x;
    for (int i = 0; i < 20; i++)
        small = expr_build(S, EX_SIN, T_REAL, 0, 0, 1, &small);
    CHECK_REAL(expr_value(S, expr_diff(S, small, 23, &err), v, 0), want, 1e-12);
    Expr nest = x;
    for (int i = 0; i < N / 10; i++)
        nest =
            expr_build(S, EX_ATAN, T_REAL, 0, 0, 1, (Expr[]){expr_add2(S, nest, expr_real(S, 1))});
    Expr d = expr_diff(S, nest, 23, &err);
    CHECK(d != 0 && isfinite(expr_value(S, d, v, 0)));
    CHECK(expr_diff(S, deep, 23, &err) != 0);
    free(t);
    fixture_close();
}

/* 2^60 tree nodes: linear in the 180 distinct ones. */
TEST(exponential_tree)
{
    fixture_open();
    Expr x = raw("a");
    double v[26] = {0.3}, dx = 1, value = 0.3;
    for (int i = 0; i < 60; i++) {
        x = expr_add2(S, x,
                      expr_mul2(S, expr_real(S, 0.01),
                                expr_mul2(S, x, expr_build(S, EX_COS, T_REAL, 0, 0, 1, &x))));
        dx = dx + 0.01 * (dx * cos(value) - value * sin(value) * dx);
        value = value + 0.01 * value * cos(value);
    }
    CalcError err = {0};
    uint32_t before = exprs_count(S);
    Expr d = expr_diff(S, x, 0, &err);
    CHECK(exprs_count(S) - before < 3000);
    CHECK_REAL(expr_value(S, d, v, 0), dx, 1e-9);
    fixture_close();
}

TEST_MAIN(T(functions), T(printed), T(random_expressions), T(total_derivatives), T(long_product),
          T(long_and_deep), T(exponential_tree))
