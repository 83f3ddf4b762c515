/* Solving: the example of the papers (FM-40), each inverse by substitution, what must be refused,
 * permissions, signs. */
#include "symbolic_random.h"

static const SolveRules principal = {.principal = true};
static const SolveRules careful = {.principal = false};

static Expr solve_rules(const char *lhs, const char *rhs, const SolveRules *rules)
{
    return expr_solve(S, canon(lhs), canon(rhs), 'x' - 'a', rules);
}

static const char *solve(const char *lhs, const char *rhs)
{
    Expr e = solve_rules(lhs, rhs, &careful);
    return e ? show(e) : "no";
}

TEST(the_papers_example)
{
    fixture_open();
    Expr x = solve_rules("exp(a + sin(x/b + c*x - d)*(exp(e) + 1))^2 - f", "2*g", &principal);
    CHECK(x == canon("(asin((log(sqrt(2*g + f)) - a)/(exp(e) + 1)) + d)/(1/b + c)"));
    if (x) {
        CHECK_STR(show(x), "(asin((log(sqrt(f + 2*g)) - a)/(exp(e) + 1)) + d)/(1/b + c)");
        double v[26] = {0.1, 2, 0.5, 0.3, 0.2, 1, 0.4516035915212464};
        CHECK_REAL(expr_value(S, x, v, 0), 0.4, 1e-14);
    }
    CHECK(!solve_rules("exp(a + sin(x/b + c*x - d)*(exp(e) + 1))^2 - f", "2*g", &careful));
    fixture_close();
}

TEST(linear)
{
    fixture_open();
    CHECK_STR(solve("x", "a"), "a");
    CHECK_STR(solve("a", "x"), "a");
    CHECK_STR(solve("a*x + b", "c"), "(c - b)/a");
    CHECK_STR(solve("a*x", "b*x + c"), "c/(a - b)");
    CHECK_STR(solve("a - x", "b"), "a - b");
    CHECK_STR(solve("x/a", "b"), "a*b");
    CHECK_STR(solve("2*(x - a)", "b"), "a + 0.5*b");
    CHECK_STR(solve("a*x/b", "c"), "b*c/a");
    CHECK_STR(solve("if b1 then a*x else x", "b"), "b/(if b1 then a else 1)");
    CHECK_STR(solve("a + b", "c"), "no");
    CHECK_STR(solve("x - x", "c"), "no");
    CHECK_STR(solve("x + a", "x + b"), "no");
    CHECK_STR(solve("pre(x) + a", "b"), "no");
    CHECK_STR(solve("x", "pre(x) + delay(x, a)"), "delay(x, a) + pre(x)");
    CHECK_STR(solve("x - sin(a)*x", "b"), "b/(1 - sin(a))");
    CHECK_STR(solve("noEvent(x)", "b"), "b");
    fixture_close();
}

TEST(inverses)
{
    fixture_open();
    CHECK_STR(solve("exp(x)", "a"), "log(a)");
    CHECK_STR(solve("log(x)", "a"), "exp(a)");
    CHECK_STR(solve("log10(x)", "a"), "10^a");
    CHECK_STR(solve("2^x", "a"), "log(a)/0.6931471805599453");
    CHECK_STR(solve("sqrt(x)", "exp(a)"), "exp(a)^2");
    CHECK_STR(solve("sqrt(x)", "a"), "no"); /* a may be negative */
    CHECK_STR(solve("sqrt(x)", "2"), "4");
    CHECK_STR(solve("x^2", "a"), "no");
    CHECK_STR(solve("sin(x)", "a"), "no");
    CHECK_STR(solve("cos(x)", "a"), "no");
    CHECK_STR(solve("tan(x)", "a"), "no");
    CHECK_STR(solve("asin(x)", "a"), "no");
    CHECK_STR(solve("asin(x)", "0.5"), "0.479425538604203");
    CHECK_STR(solve("x^3", "a"), "if noEvent(a >= 0) then a^0.3333333333333333 else "
                                 "-(-a)^0.3333333333333333");
    CHECK_STR(solve("x^3", "8"), "2");
    CHECK_STR(solve("x^(-1)", "a"), "1/a");
    CHECK_STR(solve("x^1.5", "a"), "a^0.6666666666666666");
    CHECK_STR(solve("a/x", "b"), "a/b");
    CHECK_STR(solve("tanh(x)", "a"), "0.5*log((a + 1)/(1 - a))");
    CHECK_STR(solve("abs(x)", "a"), "no");
    CHECK_STR(solve("min(x, a)", "b"), "no");
    CHECK_STR(solve("integer(x)", "3"), "no");
    CHECK_STR(solve("x + exp(x)", "a"), "no");
    CHECK_STR(solve("if x > 0 then x else 2*x", "a"), "no");
    /* several occurrences of one subexpression */
    CHECK_STR(solve("a*exp(x) + b*exp(x)", "c"), "log(c/(a + b))");
    CHECK_STR(solve("a*exp(2*x + b*x)", "c/exp(d)"), "log(c/(a*exp(d)))/(b + 2)");
    fixture_close();
}

/* f(x) = r has the solution x for r = f(x) */
static const struct {
    const char *f;
    double lo, hi; /* of x, inside the principal branch */
} round_trips[] = {
    {"exp(x)", -2, 2},
    {"log(x)", 0.1, 3},
    {"log10(x)", 0.1, 3},
    {"sqrt(x)", 0, 3},
    {"sin(x)", -1.5, 1.5},
    {"cos(x)", 0.1, 3},
    {"tan(x)", -1.5, 1.5},
    {"asin(x)", -0.9, 0.9},
    {"acos(x)", -0.9, 0.9},
    {"atan(x)", -3, 3},
    {"sinh(x)", -3, 3},
    {"cosh(x)", 0.1, 3},
    {"tanh(x)", -2, 2},
    {"x^2", 0.1, 3},
    {"x^3", -3, 3},
    {"x^4", 0.1, 3},
    {"x^(-2)", 0.1, 3},
    {"x^(-3)", -3, -0.1},
    {"x^0.5", 0.1, 3},
    {"x^2.5", 0.1, 3},
    {"3^x", -2, 2},
    {"a/x", 0.1, 3},
    {"x^b", 0.1, 3},
    {"b^x", -2, 2},
    {"a*exp(b*x + 1) - 3", -1, 1},
    {"1/(1 + exp(-x))", -2, 2},
    {"log(a + 3*x^3 + b)", 0.1, 3},
    {"(a*x + b*x + 1)^3", -2, 2},
    {"smooth(2, noEvent(tanh(x/b)))", -2, 2},
};

TEST(back_substitution)
{
    fixture_open();
    for (size_t i = 0; i < sizeof round_trips / sizeof *round_trips; i++) {
        Expr x = solve_rules(round_trips[i].f, "y", &principal), f = canon(round_trips[i].f);
        if (!x)
            fprintf(stderr, "%s is not solved\n", round_trips[i].f);
        CHECK(x != 0);
        for (int k = 0; k < 50 && x; k++) {
            double v[26] = {1.3, 1.7}, want = random_in(round_trips[i].lo, round_trips[i].hi);
            v['x' - 'a'] = want;
            v['y' - 'a'] = expr_value(S, f, v, 0);
            double got = expr_value(S, x, v, 0);
            if (!(fabs(got - want) <= 1e-7))
                fprintf(stderr, "%s at %g: %g\n", round_trips[i].f, want, got);
            CHECK(fabs(got - want) <= 1e-7);
        }
    }
    fixture_close();
}

/* Random nestings of operators around x: what is solved without guessing is a solution. */
TEST(random_equations)
{
    fixture_open();
    static const ExprOp unary[] = {EX_EXP, EX_SINH, EX_TANH, EX_ATAN, EX_SIN, EX_SQRT, EX_LOG};
    int solved = 0;
    for (int round = 0; round < 3000; round++) {
        Expr f = raw("x");
        for (int k = 0; k < 5; k++) {
            Expr c = random_leaf();
            if (expr_has_var(S, c, 23))
                continue;
            switch (random_below(4)) {
            case 0:
                f = expr_add2(S, f, c);
                break;
            case 1:
                f = expr_mul2(S, c, f);
                break;
            case 2:
                f = expr_sub(S, expr_mul2(S, c, f), f);
                break;
            default:
                f = expr_build(S, unary[random_below(7)], T_REAL, 0, 0, 1, &f);
            }
        }
        Expr x = expr_solve(S, f, raw("y"), 23, &careful);
        if (!x)
            continue;
        CHECK(!expr_has_var(S, x, 23));
        double v[26];
        random_values(v);
        v[23] = random_in(-1, 1);
        v[24] = expr_value(S, f, v, 0);
        double value = expr_value(S, x, v, 0), slope;
        CalcError err = {0};
        Expr d = expr_diff(S, f, 23, &err);
        slope = d ? expr_value(S, d, v, 0) : 0;
        if (!isfinite(v[24]) || !isfinite(value) || !(fabs(slope) > 1e-3))
            continue;
        solved++;
        /* what it gives is a solution, perhaps another one */
        v[23] = value;
        double again = expr_value(S, f, v, 0);
        bool solves = fabs(again - v[24]) <= 1e-8 * fmax(1, fabs(v[24]));
        CHECK(solves);
        if (!solves)
            fprintf(stderr, "%s = %.17g: %.17g\n", show(f), v[24], again);
    }
    CHECK(solved > 700);
    fixture_close();
}

static bool only_b(void *arg, Expr e)
{
    ++*(int *)arg;
    return e == raw("b");
}

static bool range_of_x(void *arg, Expr e, double *lo, double *hi)
{
    const double *range = arg;
    *lo = range[0];
    *hi = range[1];
    return e == raw("x");
}

TEST(permissions)
{
    fixture_open();
    int asked = 0;
    SolveRules rules = {.arg = &asked, .divisor = only_b};
    CHECK(solve_rules("a*x", "c", &rules) == 0);
    CHECK_INT(asked, 1);
    CHECK(solve_rules("b*x", "c", &rules) == canon("c/b"));
    CHECK(solve_rules("b*x/a", "c", &rules) == canon("a*c/b")); /* only what is above counts */
    CHECK(solve_rules("x/a", "c", &rules) == canon("a*c"));
    CHECK(solve_rules("2*x", "c", &rules) == canon("0.5*c"));
    CHECK(solve_rules("b/x", "c", &rules) == 0); /* c may be zero */
    CHECK(solve_rules("b/x", "b", &rules) == canon("b/b"));
    double narrow[] = {-1, 1}, right[] = {0.5, 2}, left[] = {-4, -2};
    rules = (SolveRules){.arg = narrow, .range = range_of_x};
    CHECK(solve_rules("sin(x)", "c", &rules) == canon("asin(c)"));
    CHECK(solve_rules("cos(x)", "c", &rules) == 0);
    CHECK(solve_rules("x^2", "c", &rules) == 0);
    rules.arg = right;
    CHECK(solve_rules("x^2", "c", &rules) == canon("sqrt(c)"));
    CHECK(solve_rules("cos(x)", "c", &rules) == canon("acos(c)"));
    CHECK(solve_rules("sin(x)", "c", &rules) == 0);
    rules.arg = left;
    CHECK(solve_rules("x^2", "c", &rules) == canon("-sqrt(c)"));
    CHECK(solve_rules("x^4", "c", &rules) == canon("-(c^0.25)"));
    fixture_close();
}

TEST(signs)
{
    static const struct {
        const char *e;
        ExprSign sign;
    } known[] = {
        {"2", SIGN_POSITIVE},
        {"-0.5", SIGN_NEGATIVE},
        {"0", SIGN_ZERO},
        {"a", SIGN_UNKNOWN},
        {"a^2", SIGN_UNKNOWN},
        {"a^2 + 1", SIGN_POSITIVE},
        {"-1 - a^2", SIGN_NEGATIVE},
        {"a^2 + b^2", SIGN_UNKNOWN},
        {"a^3 + 1", SIGN_UNKNOWN},
        {"exp(a)", SIGN_POSITIVE},
        {"exp(a) + sqrt(b)", SIGN_POSITIVE},
        {"-exp(a)*cosh(b)", SIGN_NEGATIVE},
        {"1/exp(a)", SIGN_POSITIVE},
        {"1/a", SIGN_NONZERO},
        {"1/a^2", SIGN_POSITIVE},
        {"a^(-2)", SIGN_POSITIVE},
        {"sqrt(exp(a))", SIGN_POSITIVE},
        {"abs(a) + 1", SIGN_POSITIVE},
        {"abs(exp(a))", SIGN_POSITIVE},
        {"if a > b then 1 else 2", SIGN_POSITIVE},
        {"if a > b then 1 else -2", SIGN_NONZERO},
        {"if a > b then 1 else 0", SIGN_UNKNOWN},
        {"max(a, 1)", SIGN_POSITIVE},
        {"max(a, -1)", SIGN_UNKNOWN},
        {"min(a, -1)", SIGN_NEGATIVE},
        {"min(exp(a), 1)", SIGN_POSITIVE},
        {"exp(a) - exp(b)", SIGN_UNKNOWN},
        {"a*exp(b)", SIGN_UNKNOWN},
        {"exp(a)^b", SIGN_POSITIVE},
        {"atan(exp(a))", SIGN_POSITIVE},
        {"sin(a)", SIGN_UNKNOWN},
        {"2^a", SIGN_POSITIVE},
    };
    fixture_open();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ExprSign sign = expr_sign(S, canon(known[i].e));
        if (sign != known[i].sign)
            fprintf(stderr, "%s: %d\n", known[i].e, sign);
        CHECK(sign == known[i].sign);
    }
    Expr deep = raw("a");
    for (int i = 0; i < 100000; i++)
        deep = expr_build(S, EX_EXP, T_REAL, 0, 0, 1, &deep);
    CHECK(expr_sign(S, deep) == SIGN_POSITIVE);
    fixture_close();
}

TEST(long_and_deep)
{
    fixture_open();
    enum { N = 100000 };
    Expr *t = malloc(sizeof *t * N);
    for (int i = 0; i < N; i++)
        t[i] = expr_var(S, T_REAL, (uint32_t)i);
    Expr sum = expr_add(S, N, t);
    Expr x = expr_solve(S, sum, expr_real(S, 0), 23, &principal);
    CHECK(x && !expr_has_var(S, x, 23) && expr_has_var(S, x, N - 1));
    Expr deep = raw("x");
    for (int i = 0; i < 1000; i++)
        deep = expr_build(S, EX_TANH, T_REAL, 0, 0, 1, &deep);
    CHECK(expr_solve(S, deep, raw("y"), 23, &careful) != 0);
    free(t);
    fixture_close();
}

/* A function of two numbers whose only statement is result := op(a, b). */
static uint32_t function_of(Arena *a, ExprOp op, FuncInverse *inverse)
{
    static FuncVar var[] = {{.type = T_REAL}, {.type = T_REAL}, {.type = T_REAL}};
    Expr in[] = {expr_make(S, EX_LOCAL, T_REAL, 0, 0, 0, NULL),
                 expr_make(S, EX_LOCAL, T_REAL, 0, 1, 0, NULL)};
    Expr *target = ARENA_NEW(a, Expr);
    *target = expr_make(S, EX_LOCAL, T_REAL, 0, 2, 0, NULL);
    Stmt *t = ARENA_NEW(a, Stmt), **body = ARENA_NEW(a, Stmt *);
    *t = (Stmt){.kind = ST_ASSIGN,
                .ntargets = 1,
                .target = target,
                .value = expr_build(S, op, T_REAL, 0, 0, 2, in)};
    *body = t;
    Func *f = ARENA_NEW(a, Func);
    *f = (Func){.ninputs = 2,
                .noutputs = 1,
                .nvars = 3,
                .result = T_REAL,
                .var = var,
                .nbody = 1,
                .body = body};
    f->inverse = inverse;
    f->ninverses = inverse != NULL;
    return func_add(S, f);
}

/* The inverse annotation: y = x/p has x = y*p, which is used; x = y/p gives another x back, and is
 * not. */
TEST(inverse_functions)
{
    fixture_open();
    Expr swapped[] = {expr_make(S, EX_LOCAL, T_REAL, 0, 2, 0, NULL),
                      expr_make(S, EX_LOCAL, T_REAL, 0, 1, 0, NULL)};
    Arena *a = arena_new();
    FuncInverse good = {
        .func = function_of(a, EX_MUL, NULL), .input = 0, .arg = swapped, .nargs = 2};
    FuncInverse bad = {
        .func = function_of(a, EX_DIV, NULL), .input = 0, .arg = swapped, .nargs = 2};
    uint32_t number = function_of(a, EX_DIV, &good), other = function_of(a, EX_DIV, &bad);
    Expr arg[] = {canon("2*x"), raw("p")}, back[] = {raw("p"), raw("x")};
    Expr x = expr_solve(S, expr_build(S, EX_CALL, T_REAL, 0, number, 2, arg), canon("a + b"), 23,
                        &careful);
    CHECK_STR(x ? show(x) : "no", "0.5*f1(a + b, p)");
    CHECK(!expr_solve(S, expr_build(S, EX_CALL, T_REAL, 0, other, 2, arg), canon("a + b"), 23,
                      &careful));
    CHECK(
        !expr_solve(S, expr_build(S, EX_CALL, T_REAL, 0, number, 2, back), raw("a"), 23, &careful));
    arena_free(a);
    fixture_close();
}

TEST_MAIN(T(the_papers_example), T(linear), T(inverses), T(back_substitution), T(random_equations),
          T(permissions), T(signs), T(long_and_deep), T(inverse_functions))
