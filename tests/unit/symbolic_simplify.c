/* The simplifier: rules one by one, then random expressions against their value before. */
#include "symbolic_random.h"

typedef struct {
    const char *a, *b;
} Pair;

/* both sides are the same node */
static const Pair equal[] = {
    {"a + b + c", "c + (b + a)"},
    {"a*b*c", "c*(b*a)"},
    {"a + a", "2*a"},
    {"a + a + a", "3*a"},
    {"2*a + 3*a", "5*a"},
    {"a - a", "0.0"},
    {"a*b - b*a", "0.0"},
    {"2*a*b - a*b", "a*b"},
    {"a - (b - a)", "2*a - b"},
    {"-(-a)", "a"},
    {"-(a - b)", "b - a"},
    {"a*(-b)", "-(a*b)"},
    {"(-a)*(-b)", "a*b"},
    {"(-a)/b", "-(a/b)"},
    {"a/(-b)", "-(a/b)"},
    {"a*a", "a^2"},
    {"a*a^2*a", "a^4"},
    {"(a^2)^3", "a^6"},
    {"a + 0", "a"},
    {"a*1", "a"},
    {"a/1", "a"},
    {"a^1", "a"},
    {"a^0", "1.0"},
    {"0*a", "0.0"},
    {"a*0*b", "0.0"},
    {"1 + a + 2", "a + 3"},
    {"2*a*3", "6*a"},
    {"a/2", "0.5*a"},
    {"a/b/c", "a/(b*c)"},
    {"a*(b/c)", "a*b/c"},
    {"a/(b/c)", "a*c/b"},
    {"6*a/3", "2*a"},
    {"2*a/6", "a/3"},
    {"2*a/(4*b)", "a/(2*b)"},
    {"0.5*a/b", "a/(2*b)"},
    {"a/b + a/b", "2*a/b"},
    {"a/(2*b) + a/(2*b)", "a/b"},
    {"3*(a + b) - 2*(a + b)", "a + b"},
    {"2*(a + b) - 3*(a + b) + b", "-a"},
    {"2 + 3*4", "14.0"},
    {"sin(0)", "0.0"},
    {"sin(-a)", "-sin(a)"},
    {"cos(-a)", "cos(a)"},
    {"abs(-2*a)", "abs(2*a)"},
    {"(-a)^2", "a^2"},
    {"(-a)^3", "-(a^3)"},
    {"if true then a else b", "a"},
    {"if 1 > 2 then a else b", "b"},
    {"if a > b then c else c", "c"},
    {"if not a > b then c else d", "if a > b then d else c"},
    {"if a > b then (if a > b then c else d) else e", "if a > b then c else e"},
    {"if a > b then c else (if a > b then d else e)", "if a > b then c else e"},
    {"if b1 then true else false", "b1"},
    {"if b1 then false else true", "not b1"},
    {"not not1", "b1"},
    {"b1 and true", "b1"},
    {"b1 and b2 and b1", "b1 and b2"},
    {"b1 or true", "true"},
    {"b1 and false", "false"},
    {"b1 >= true", "b1"},
    {"true >= b1", "true"},
    {"b1 == false", "not b1"},
    {"true <> b1", "not b1"},
    {"b1 < false", "false"},
    {"(u < v) == true", "u < v"},
    {"(b1 or b2) or b3", "b1 or (b2 or b3)"},
    {"1 < 2 and 2 <= 2", "true"},
    {"true == false", "false"},
    {"min(a, a)", "a"},
    {"noEvent(a)", "a"},
    {"smooth(2, a)", "a"},
    {"homotopy(a, a)", "a"},
    {"semiLinear(2.0, a, b)", "2*a"},
    {"semiLinear(-2.0, a, b)", "-2*b"},
    {"integer(2.7)", "2"},
    {"integer(-2.2)", "-3"},
    {"div(-7, 2)", "-3"},
    {"mod(-7, 2)", "1"},
    {"rem(-7, 2)", "-1"},
    {"mod(7, -2)", "-1"},
    {"mod(3.0, 1.4)", "3.0 - 2*1.4"},
    {"min(2, 3)", "2"},
    {"abs(-5)", "5"},
    {"sign(-2.5)", "-1"},
    {"n1 + n1", "2*n1"},
    {"n1*x", "x*n1"},
    {"2^3", "8.0"},
    {"pre(3)", "3"},
    {"der(3)", "0.0"},
    {"delay(3, a)", "3.0"},
};

static Expr numeric(const char *text)
{
    Expr e = canon(strcmp(text, "not not1") ? text : "not (not b1)");
    return e;
}

TEST(rules)
{
    fixture_open();
    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
        Expr a = numeric(equal[i].a), b = numeric(equal[i].b);
        bool same = a == b;
        /* an Integer and a Real literal of the same value are told apart elsewhere */
        if (expr_is_number(S, a) && expr_is_number(S, b))
            same = expr_number(S, a) == expr_number(S, b);
        if (!same) {
            char left[200];
            snprintf(left, sizeof left, "%s", show(a));
            fprintf(stderr, "%s is %s, %s is %s\n", equal[i].a, left, equal[i].b, show(b));
        }
        CHECK(same);
    }
    fixture_close();
}

/* not simplified, because the value could change where something fails, is 0 or infinite */
static const char *const kept[] = {
    "a/a",
    "a/b - a/b",
    "sqrt(a^2)",
    "sqrt(a)^2",
    "0*sin(a)",
    "0/a",
    "0*a^(-1)",
    "a^(-1) - a^(-1)",
    "a^2/a",
    "a^2*a^(-1)",
    "log(exp(a))",
    "if a/b > c then d else d",
    "(1/a)^0",
    "1/0",
    "log(-1)",
    "sqrt(-1)",
    "asin(2)",
    "1e308*10",
    "1e308 + 1e308 + a",
    "1e-300*1e-300*a",
    "0^(-1)",
    "exp(1000)",
    "(-8)^0.5",
    "mod(3, 0)",
    "floor(a) + ceil(a)",
};

/* NaN or infinite literals inside */
static void find_bad_literal(void *arg, Expr e)
{
    if (expr_op(S, e) == EX_REAL && !isfinite(expr_number(S, e)))
        *(bool *)arg = true;
}

TEST(kept_alone)
{
    fixture_open();
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        Expr e = canon(kept[i]);
        bool bad = false;
        expr_visit(S, e, find_bad_literal, &bad);
        CHECK(!bad);
        if (expr_is_number(S, e) || expr_op(S, e) == EX_VAR)
            fprintf(stderr, "%s became %s\n", kept[i], show(e));
        CHECK(!expr_is_number(S, e));
        CHECK(expr_op(S, e) != EX_VAR);
        if (expr_replace(S, e, leaf_itself, NULL) != e)
            fprintf(stderr, "%s: %s\n", kept[i], show(expr_replace(S, e, leaf_itself, NULL)));
        CHECK(expr_replace(S, e, leaf_itself, NULL) == e);
    }
    fixture_close();
}

TEST(signs_of_zero)
{
    fixture_open();
    CHECK(canon("-0.0") == expr_real(S, -0.0));
    CHECK(canon("0.0*(-1.0)") == expr_real(S, -0.0));
    CHECK(canon("0.0 + (-0.0)") == expr_real(S, 0.0));
    CHECK(canon("-0.0 + (-0.0)") == expr_real(S, -0.0));
    CHECK(canon("atan2(0.0, -0.0)") == expr_real(S, atan2(0.0, -0.0)));
    CHECK(canon("0 - a") == canon("-a"));
    fixture_close();
}

TEST(integers)
{
    fixture_open();
    Expr big = expr_int(S, INT64_MAX), one = expr_int(S, 1), n1 = raw("n1");
    Expr sum = expr_add2(S, big, one);
    CHECK(expr_op(S, sum) == EX_ADD && expr_type(S, sum) == T_INT);
    CHECK(expr_build(S, EX_ADD, T_INT, 0, 0, 2, expr_args(S, sum)) == sum);
    CHECK(expr_op(S, expr_mul2(S, big, expr_int(S, 2))) == EX_MUL);
    CHECK(expr_op(S, expr_neg(S, expr_int(S, INT64_MIN))) == EX_NEG);
    Expr twice = expr_mul2(S, big, n1);
    CHECK(expr_op(S, expr_add2(S, twice, twice)) == EX_ADD);
    CHECK(expr_add2(S, expr_int(S, 2), expr_int(S, 3)) == expr_int(S, 5));
    CHECK(expr_type(S, expr_div(S, expr_int(S, 4), expr_int(S, 2))) == T_REAL);
    CHECK(expr_div(S, expr_int(S, 1), expr_int(S, 2)) == expr_real(S, 0.5));
    CHECK(expr_type(S, expr_mul2(S, n1, n1)) == T_INT);
    CHECK(expr_type(S, canon("n1*n1*n1")) == T_INT);
    CHECK(canon("n1*n1") == expr_make(S, EX_MUL, T_INT, 0, 0, 2, (Expr[]){n1, n1}));
    Expr mixed = canon("n1 + x");
    CHECK(expr_type(S, mixed) == T_REAL);
    CHECK(expr_op(S, expr_arg(S, mixed, 1)) == EX_TOREAL);
    CHECK(canon("(n1 + n2) + x") != canon("n1 + (n2 + x)")); /* Integer sums may overflow */
    CHECK(canon("n1 > 2") != canon("n1 > 2.0"));
    CHECK(expr_type(S, canon("if x > 0 then n1 else x")) == T_REAL);
    /* 2^53 + 1 is no double, but comparing Integers is exact */
    CHECK(canon("9007199254740993 > 9007199254740992") == expr_bool(S, true));
    fixture_close();
}

TEST(enumerations_and_strings)
{
    fixture_open();
    Name literal[] = {name_cstr(names, "a"), name_cstr(names, "b")};
    Type t = type_enum(expr_types(S), name_cstr(names, "E"), 2, literal);
    Expr a = expr_enum(S, t, 1), b = expr_enum(S, t, 2);
    Expr less = expr_build(S, EX_LT, T_BOOL, 0, 0, 2, (Expr[]){a, b});
    CHECK(less == expr_bool(S, true));
    CHECK(expr_build(S, EX_ENUMINT, T_INT, 0, 0, 1, &b) == expr_int(S, 2));
    Expr two = expr_int(S, 2), three = expr_int(S, 3);
    CHECK(expr_build(S, EX_INTENUM, t, 0, 0, 1, &two) == b);
    CHECK(expr_op(S, expr_build(S, EX_INTENUM, t, 0, 0, 1, &three)) == EX_INTENUM);
    Expr ab[] = {expr_string(S, literal[0]), expr_string(S, literal[1])};
    CHECK(expr_build(S, EX_CONCAT, T_STRING, 0, 0, 2, ab) ==
          expr_string(S, name_cstr(names, "ab")));
    CHECK(expr_build(S, EX_EQ, T_BOOL, 0, 0, 2, ab) == expr_bool(S, false));
    fixture_close();
}

TEST(subscripts)
{
    fixture_open();
    TypeTable *t = expr_types(S);
    Type m = type_array(t, T_REAL, 2, (int32_t[]){2, 3});
    Expr arr = expr_make(S, EX_ARRVAR, m, 0, 10, 0, NULL);
    Expr i[] = {arr, expr_int(S, 2), expr_int(S, 1)};
    CHECK(expr_build(S, EX_INDEX, T_REAL, 0, 0, 3, i) == expr_var(S, T_REAL, 13));
    i[2] = expr_int(S, 4);
    CHECK(expr_op(S, expr_build(S, EX_INDEX, T_REAL, 0, 0, 3, i)) == EX_INDEX);
    Type v = type_array(t, T_REAL, 1, (int32_t[]){2});
    Expr ab = expr_make(S, EX_ARRAY, v, 0, 0, 2, (Expr[]){raw("a"), raw("b")});
    Expr j[] = {ab, expr_int(S, 2)};
    CHECK(expr_build(S, EX_INDEX, T_REAL, 0, 0, 2, j) == raw("b"));
    Expr size[] = {arr, expr_int(S, 2)};
    CHECK(expr_build(S, EX_SIZE, T_INT, 0, 0, 2, size) == expr_int(S, 3));
    fixture_close();
}

/* ---- Random expressions ---- */

TEST(value_is_kept)
{
    fixture_open();
    int compared = 0;
    for (int k = 0; k < 20000; k++) {
        Expr e = random_raw(1 + random_below(6));
        Expr simple = expr_replace(S, e, leaf_itself, NULL);
        double v[RANDOM_VARS], want, error;
        random_values(v);
        if (!stable_value(e, v, &want, &error))
            continue;
        compared++;
        double got = expr_value(S, simple, v, 0);
        bool kept_value = fabs(got - want) <= 1e-9 * fmax(1, fabs(want)) + 1e3 * error;
        CHECK(kept_value);
        if (!kept_value)
            fprintf(stderr, "%.17g, not %.17g: %s\n", got, want, show(e));
    }
    CHECK(compared > 10000);
    fixture_close();
}

TEST(idempotent_and_readable)
{
    fixture_open();
    int same_nodes = 0;
    for (int k = 0; k < 20000; k++) {
        Expr e = expr_replace(S, random_raw(1 + random_below(6)), leaf_itself, NULL);
        bool bad = false;
        expr_visit(S, e, find_bad_literal, &bad);
        CHECK(!bad);
        bool idempotent = expr_replace(S, e, leaf_itself, NULL) == e;
        CHECK(idempotent);
        if (!idempotent)
            fprintf(stderr, "not canonical: %s\n", show(e));
        char text[8192];
        if ((size_t)snprintf(text, sizeof text, "%s", show(e)) >= sizeof text)
            continue;
        /* Real literals without a point read as Integer: `if c then 1 else 2` is another node */
        Expr back = canon(text);
        double v[RANDOM_VARS], want, error;
        random_values(v);
        bool same = back == e;
        same_nodes += same;
        if (!same && stable_value(e, v, &want, &error))
            same =
                fabs(expr_value(S, back, v, 0) - want) <= 1e-9 * fmax(1, fabs(want)) + 1e3 * error;
        else
            same = true;
        CHECK(same);
        if (!same)
            fprintf(stderr, "%s\n  reads back as %s\n", text, show(back));
    }
    CHECK(same_nodes > 15000);
    fixture_close();
}

static void shuffle(Expr *e, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = random_below(i + 1);
        Expr x = e[i];
        e[i] = e[j];
        e[j] = x;
    }
}

/* Literals that are not dyadic add up differently when grouped. */
static bool same_but_rounding(Expr a, Expr b)
{
    double v[RANDOM_VARS], want, error;
    random_values(v);
    if (a == b || !stable_value(b, v, &want, &error))
        return true;
    return fabs(expr_value(S, a, v, 0) - want) <= 1e-12 * fmax(1, fabs(want)) + error;
}

/* The same terms in any order and grouping are one node, whatever was made before. */
TEST(order_does_not_matter)
{
    fixture_open();
    for (int k = 0; k < 2000; k++) {
        enum { N = 7 };
        Expr e[N], whole[2][2];
        for (int i = 0; i < N; i++)
            do
                e[i] = expr_replace(S, random_raw(2), leaf_itself, NULL);
            while (expr_is_number(S, e[i]) || expr_op(S, e[i]) == EX_ADD ||
                   expr_type(S, e[i]) != T_REAL);
        for (int round = 0; round < 2; round++) {
            shuffle(e, N);
            int cut = 1 + random_below(N - 1);
            Expr part[2];
            whole[0][round] = expr_add(S, N, e);
            part[0] = expr_add(S, (uint32_t)cut, e);
            part[1] = expr_add(S, (uint32_t)(N - cut), e + cut);
            CHECK(round == 0 || whole[0][0] == whole[0][1]);
            if (!(expr_node(S, whole[0][0])->traits & ET_FAIL))
                CHECK(same_but_rounding(expr_add2(S, part[1], part[0]), whole[0][0]));
            whole[1][round] = expr_mul(S, N, e);
        }
        CHECK(whole[1][0] == whole[1][1]);
    }
    fixture_close();
}

TEST(long_sum)
{
    fixture_open();
    enum { N = 100000 };
    Expr *term = malloc(sizeof *term * N);
    for (int i = 0; i < N; i++) {
        Expr x = expr_var(S, T_REAL, (uint32_t)i);
        term[i] = i % 3 ? x : expr_mul2(S, expr_real(S, 3), x);
    }
    Expr sum = expr_add(S, N, term);
    CHECK_INT(expr_node(S, sum)->nargs, N);
    shuffle(term, N);
    CHECK(expr_add(S, N, term) == sum);
    CHECK(expr_add(S, 1, &sum) == sum);
    CHECK(expr_neg(S, expr_neg(S, sum)) == sum);
    CHECK(expr_sub(S, sum, sum) == expr_real(S, 0));
    CHECK(expr_replace(S, sum, leaf_itself, NULL) == sum);
    Expr product = expr_mul(S, N, term);
    shuffle(term, N);
    CHECK(expr_mul(S, N, term) == product);
    for (int i = 0; i < N; i++)
        term[i] = expr_var(S, T_REAL, (uint32_t)(i % 10));
    sum = expr_add(S, N, term);
    CHECK_INT(expr_node(S, sum)->nargs, 10);
    CHECK(expr_arg(S, sum, 3) == expr_mul2(S, expr_real(S, N / 10), expr_var(S, T_REAL, 3)));
    free(term);
    fixture_close();
}

/* Nested a*(a*(..) + b) + b, 100,000 deep, is rebuilt in linear time. */
TEST(deep)
{
    fixture_open();
    Expr a = raw("a"), b = raw("b"), e = raw("c");
    for (int i = 0; i < 100000; i++)
        e = expr_add2(S, expr_mul2(S, a, e), b);
    CHECK(expr_replace(S, e, leaf_itself, NULL) == e);
    Expr f = raw("c"), cond = raw("a > b");
    for (int i = 0; i < 100000; i++)
        f = expr_if(S, cond, a, expr_neg(S, expr_add2(S, f, b)));
    CHECK(expr_replace(S, f, leaf_itself, NULL) == f);
    fixture_close();
}

TEST_MAIN(T(rules), T(kept_alone), T(signs_of_zero), T(integers), T(enumerations_and_strings),
          T(subscripts), T(value_is_kept), T(idempotent_and_readable), T(order_does_not_matter),
          T(long_sum), T(deep))
