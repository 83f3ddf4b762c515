/* Expressions: every operator compiled in memory and by cc, against the evaluator of the symbolic
 * layer, bit by bit. */
#include "emit_test.h"

enum { NVARS = 6, EXPRESSIONS = 400, POINTS = 60 };

/* ---- Random expressions ---- */

static Expr random_number(void)
{
    static const double number[] = {0, 1, -1, 2, 0.5, -3, 0.1, 7, -0.25, -0.0, 1e-300, 12345.678};
    return expr_real(S, number[random_below(12)]);
}

static Expr random_boolean(int depth);

static Expr random_real(int depth)
{
    static const ExprOp unary[] = {EX_SIN,  EX_COS,   EX_EXP,   EX_ATAN, EX_ABS,  EX_TANH,
                                   EX_SQRT, EX_LOG,   EX_TAN,   EX_SINH, EX_COSH, EX_ASIN,
                                   EX_ACOS, EX_LOG10, EX_FLOOR, EX_CEIL};
    static const ExprOp binary[] = {EX_ADD, EX_SUB,   EX_MUL, EX_DIV,  EX_ADD,
                                    EX_MUL, EX_SUB,   EX_DIV, EX_QUOT, EX_MOD,
                                    EX_REM, EX_ATAN2, EX_POW, EX_MIN,  EX_MAX};
    if (!depth)
        return random_below(4) ? var((uint32_t)random_below(NVARS)) : random_number();
    Expr a = random_real(depth - 1 - random_below(depth)), b = random_real(depth - 1);
    switch (random_below(8)) {
    case 0:
        return expr_make(S, unary[random_below(16)], T_REAL, 0, 0, 1, &a);
    case 1:
        return expr_make(S, EX_NEG, T_REAL, 0, 0, 1, &a);
    case 2:
        return expr_make(S, EX_IF, T_REAL, 0, 0, 3, (Expr[]){random_boolean(depth - 1), a, b});
    case 3: {
        Expr list[5] = {a, b};
        uint32_t n = 2 + (uint32_t)random_below(4);
        for (uint32_t i = 2; i < n; i++)
            list[i] = random_real(depth - 1);
        return expr_make(S, random_below(2) ? EX_ADD : EX_MUL, T_REAL, 0, 0, n, list);
    }
    case 4:
        return random_below(3) ? expr_make(S, EX_NOEVENT, T_REAL, 0, 0, 1, &a)
                               : expr_make(S, EX_SEMILINEAR, T_REAL, 0, 0, 3,
                                           (Expr[]){a, b, random_real(depth - 1)});
    default:
        return node2(binary[random_below(15)], T_REAL, 0, a, b);
    }
}

static Expr random_boolean(int depth)
{
    static const ExprOp relation[] = {EX_LT, EX_LE, EX_GT, EX_GE, EX_EQ, EX_NE};
    if (depth > 1 && random_below(3) == 0) {
        Expr list[3];
        uint32_t n = 2 + (uint32_t)random_below(2);
        for (uint32_t i = 0; i < n; i++)
            list[i] = random_boolean(depth - 1);
        if (random_below(3) == 0)
            return expr_make(S, EX_NOT, T_BOOL, 0, 0, 1, list);
        return expr_make(S, random_below(2) ? EX_AND : EX_OR, T_BOOL, 0, 0, n, list);
    }
    return node2(relation[random_below(6)], T_BOOL, 0, random_real(depth > 2 ? 2 : depth),
                 random_real(depth > 1));
}

static double random_point(void)
{
    static const double special[] = {0,   -0.0,  1,      -1,        INFINITY, -INFINITY,
                                     NAN, 1e308, 5e-324, -2.5e-310, 0.1,      3};
    int k = random_below(20);
    return k < 12 ? special[k] : random_in(-5, 5);
}

/* ---- Comparison ---- */

static uint32_t first_result;

/* Values of all results by the compiled code, against the evaluator; returns the number that
 * differ. */
static int compare(const KCode *code, const Expr *e, int n)
{
    int wrong = 0;
    double *x = ARENA_ARRAY(arena, double, M.d.var.n);
    for (int k = 0; k < POINTS; k++) {
        for (int i = 0; i < NVARS; i++)
            x[i] = M.m->v[i] = k < POINTS / 2 ? random_in(-3, 3) : random_point();
        if (code->rhs(M.m))
            wrong++;
        for (int i = 0; i < n; i++) {
            double want = expr_value(S, e[i], x, 0), got = M.m->v[first_result + (uint32_t)i];
            if (!same_bits(got, want) && wrong++ < 5)
                fprintf(stderr, "%s\n is %.17g, not %.17g\n", show(e[i]), got, want);
        }
    }
    return wrong;
}

TEST(random_expressions)
{
    static Expr e[EXPRESSIONS];
    made_open(NVARS);
    first_result = NVARS;
    for (int i = 0; i < EXPRESSIONS; i++) {
        e[i] = random_real(1 + random_below(6));
        made_assign(made_var(T_REAL, DV_ALGEBRAIC), e[i]);
    }
    CHECK(made_compile());
    CHECK_INT(compare(M.code, e, EXPRESSIONS), 0);
    CHECK(made_native());
    CHECK_INT(compare(M.native_code, e, EXPRESSIONS), 0);
    made_close();
}

/* Graphs with much sharing across branches: every node is computed where it is needed. */
static Expr grow(Expr *real, int nreal, Expr *boolean, int nboolean)
{
    static const ExprOp binary[] = {EX_ADD, EX_SUB, EX_MUL, EX_DIV};
    int from = nreal > 30 && random_below(3) ? nreal - 30 : 0;
    Expr a = real[from + random_below(nreal - from)], b = real[from + random_below(nreal - from)];
    Expr c = boolean[random_below(nboolean)], d = boolean[random_below(nboolean)];
    switch (random_below(6)) {
    case 0:
    case 1:
    case 2: {
        if (random_below(3) == 0)
            c = expr_make(S, random_below(2) ? EX_AND : EX_OR, T_BOOL, 0, 0, 2, (Expr[]){c, d});
        return expr_make(S, EX_IF, T_REAL, 0, 0, 3, (Expr[]){c, a, b});
    }
    case 3:
        return expr_make(S, random_below(2) ? EX_SIN : EX_SQRT, T_REAL, 0, 0, 1, &a);
    default:
        return node2(binary[random_below(4)], T_REAL, 0, a, b);
    }
}

TEST(random_graphs)
{
    enum { NODES = 400, GRAPHS = 12 };
    static Expr real[NODES + NVARS], boolean[NODES], e[EXPRESSIONS];
    for (int g = 0; g < GRAPHS; g++) {
        int nreal = 0, nboolean = 0, n = 20 + 30 * (g % 4);
        made_open(NVARS);
        first_result = NVARS;
        for (uint32_t i = 0; i < NVARS; i++)
            real[nreal++] = var(i);
        for (; nboolean < 6; nboolean++)
            boolean[nboolean] = node2(EX_LT, T_BOOL, EF_NOEVENT, var((uint32_t)nboolean),
                                      var((uint32_t)random_below(NVARS)));
        for (int i = 0; i < NODES; i++) {
            real[nreal] = grow(real, nreal, boolean, nboolean);
            nreal++;
            if (i % 5 == 0)
                boolean[nboolean++] = node2(EX_GT, T_BOOL, EF_NOEVENT, real[nreal - 1], var(0));
        }
        for (int i = 0; i < n; i++) {
            e[i] = real[nreal - 1 - random_below(g % 3 ? 40 : 300)];
            made_assign(made_var(T_REAL, DV_ALGEBRAIC), e[i]);
        }
        CHECK(made_compile());
        CHECK(M.text.n < 200000); /* no copies of copies */
        CHECK_INT(compare(M.code, e, n), 0);
        made_close();
    }
}

/* Canonical forms of the same kind: nodes are shared between expressions. */
TEST(canonical_expressions)
{
    static Expr e[EXPRESSIONS];
    made_open(NVARS);
    first_result = NVARS;
    for (int i = 0; i < EXPRESSIONS; i++) {
        Expr raw_form = random_real(1 + random_below(6));
        e[i] = expr_replace(S, raw_form, leaf_itself, NULL);
        if (expr_type(S, e[i]) != T_REAL)
            e[i] = expr_build(S, EX_TOREAL, T_REAL, 0, 0, 1, &e[i]);
        made_assign(made_var(T_REAL, DV_ALGEBRAIC), e[i]);
    }
    CHECK(made_compile());
    CHECK_INT(compare(M.code, e, EXPRESSIONS), 0);
    CHECK(made_native());
    CHECK_INT(compare(M.native_code, e, EXPRESSIONS), 0);
    made_close();
}

/* ---- Edges ---- */

/* Small integer exponents are multiplications; min and max take their first operand where the
 * second is not smaller or larger. */
TEST(powers_and_extremes)
{
    static const double x[] = {2, -3, 0.1, 1e-200, -0.0, 0, INFINITY, NAN, 7.25};
    made_open(2);
    for (int n = -6; n <= 6; n++)
        made_assign(made_var(T_REAL, DV_ALGEBRAIC),
                    node2(EX_POW, T_REAL, 0, var(0), expr_int(S, n)));
    uint32_t half = made_var(T_REAL, DV_ALGEBRAIC), any = made_var(T_REAL, DV_ALGEBRAIC);
    uint32_t min = made_var(T_REAL, DV_ALGEBRAIC), max = made_var(T_REAL, DV_ALGEBRAIC);
    made_assign(half, node2(EX_POW, T_REAL, 0, var(0), expr_real(S, 0.5)));
    made_assign(any, node2(EX_POW, T_REAL, 0, var(0), var(1)));
    made_assign(min, node2(EX_MIN, T_REAL, 0, var(0), var(1)));
    made_assign(max, node2(EX_MAX, T_REAL, 0, var(0), var(1)));
    CHECK(made_compile());
    double *v = M.m->v;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        for (size_t j = 0; j < sizeof x / sizeof *x; j++) {
            v[0] = x[i];
            v[1] = x[j];
            CHECK_INT(M.code->rhs(M.m), 0);
            for (int n = -6; n <= 6; n++)
                CHECK(same_bits(v[2 + n + 6], k_powi(x[i], n)));
            CHECK(same_bits(v[half], pow(x[i], 0.5)));
            CHECK(same_bits(v[any], k_pow(x[i], x[j])));
            CHECK(same_bits(v[min], k_min(x[i], x[j])) && same_bits(v[max], k_max(x[i], x[j])));
        }
    made_close();
}

/* Constants arrive with all their bits. */
TEST(literals)
{
    enum { N = 3000 };
    static double x[N];
    static const double special[] = {0,
                                     -0.0,
                                     INFINITY,
                                     -INFINITY,
                                     NAN,
                                     5e-324,
                                     1e308,
                                     0.1,
                                     1 / 3.0,
                                     1e15,
                                     1e16,
                                     9007199254740993.0,
                                     -1e-310,
                                     2.2250738585072011e-308,
                                     123456789012345678.0};
    made_open(1);
    for (int i = 0; i < N; i++) {
        uint64_t bits = random_bits();
        memcpy(&x[i], &bits, sizeof bits);
        if (i < (int)(sizeof special / sizeof *special))
            x[i] = special[i];
        Expr e = expr_real(S, x[i]);
        if (i % 3 == 1) /* inside a sum and a product, where signs are moved */
            e = node2(EX_ADD, T_REAL, 0, var(0), e);
        else if (i % 3 == 2)
            e = node2(EX_SUB, T_REAL, 0, var(0),
                      node2(EX_MUL, T_REAL, 0, e, node2(EX_ADD, T_REAL, 0, var(0), var(0))));
        made_assign(made_var(T_REAL, DV_ALGEBRAIC), e);
    }
    CHECK(made_compile());
    M.m->v[0] = 0.25;
    CHECK_INT(M.code->rhs(M.m), 0);
    for (int i = 0; i < N; i++)
        CHECK(same_bits(M.m->v[1 + i], i % 3 == 0   ? x[i]
                                       : i % 3 == 1 ? 0.25 + x[i]
                                                    : 0.25 - x[i] * 0.5));
    made_close();
}

/* ---- Sharing ---- */

static int occurrences(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
        n++;
    return n;
}

/* The code behind the declarations of abi.h. */
static const char *body_text(void)
{
    return strstr(buf_text(&M.text), "#endif");
}

TEST(common_parts_once)
{
    made_open(40);
    Expr shared = raw("sin(a*b + c)");
    for (uint32_t i = 0; i < 20; i++)
        made_assign(10 + i, node2(EX_MUL, T_REAL, 0, expr_real(S, i), shared));
    CHECK(made_compile());
    CHECK_INT(occurrences(body_text(), "sin("), 1);
    M.m->v[0] = 2;
    M.m->v[1] = 3;
    M.m->v[2] = 0.5;
    CHECK_INT(M.code->rhs(M.m), 0);
    for (int i = 0; i < 20; i++)
        CHECK(same_bits(M.m->v[10 + i], i * sin(2.0 * 3.0 + 0.5)));
    made_close();
}

/* In one branch only, or in both: what costs time is computed where it is needed, and once. */
TEST(branches_keep_their_parts)
{
    made_open(30);
    Expr c = node2(EX_GT, T_BOOL, EF_NOEVENT, var(0), expr_real(S, 0)), f = raw("exp(b)*exp(b)");
    Expr g = raw("log(c)"), both = raw("cos(d)");
    Expr sum = node2(EX_ADD, T_REAL, 0, f, both), other = node2(EX_SUB, T_REAL, 0, g, both);
    made_assign(10, expr_make(S, EX_IF, T_REAL, 0, 0, 3, (Expr[]){c, sum, other}));
    CHECK(made_compile());
    const char *text = body_text();
    CHECK_INT(occurrences(text, "exp("), 1);
    CHECK_INT(occurrences(text, "cos("), 1);
    CHECK(strstr(text, "cos(") < strstr(text, "exp(")); /* before the branches */
    double *v = M.m->v;
    v[1] = 0.3, v[2] = 2, v[3] = 0.7;
    v[0] = 1;
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(same_bits(v[10], exp(0.3) * exp(0.3) + cos(0.7)));
    v[0] = -1;
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(same_bits(v[10], log(2) - cos(0.7)));
    made_close();
}

/* x(k+1) = if c then f(x(k)) else g(x(k)), each x used four times: the text stays linear. */
TEST(nested_choices_stay_small)
{
    enum { DEPTH = 60 };
    made_open(DEPTH + 3);
    Expr x = raw("a/b");
    for (uint32_t k = 0; k < DEPTH; k++) {
        Expr c = node2(EX_GT, T_BOOL, EF_NOEVENT, var(2 + k), expr_real(S, 0));
        Expr d = node2(EX_LT, T_BOOL, EF_NOEVENT, var(2 + k), expr_real(S, -1));
        Expr half = node2(EX_DIV, T_REAL, 0, x, expr_real(S, 2));
        Expr inner = expr_make(S, EX_IF, T_REAL, 0, 0, 3, (Expr[]){d, half, raw("sqrt(b)")});
        x = expr_make(S, EX_IF, T_REAL, 0, 0, 3,
                      (Expr[]){c, node2(EX_ADD, T_REAL, 0, x, expr_real(S, 1)), inner});
    }
    made_assign(DEPTH + 2, x);
    CHECK(made_compile());
    CHECK(strlen(body_text()) < 60000);
    double *v = M.m->v;
    v[0] = 1, v[1] = 4;
    for (int k = 0; k < DEPTH; k++)
        v[2 + k] = k % 3 ? 1 : -2; /* halves or adds */
    double want = 0.25;
    for (int k = 0; k < DEPTH; k++)
        want = k % 3 ? want + 1 : want / 2;
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(same_bits(v[DEPTH + 2], want));
    made_close();
}

/* ---- Size ---- */

TEST(deep_and_long)
{
    enum { N = 100000 };
    made_open(5);
    Expr deep = var(0), *term = malloc(N * sizeof *term);
    for (int i = 0; i < N; i++) {
        deep =
            i % 2 ? node2(EX_MUL, T_REAL, 0, deep, var(1)) : node2(EX_ADD, T_REAL, 0, var(2), deep);
        term[i] = i % 3 ? var(0) : node2(EX_MUL, T_REAL, 0, var(1), expr_real(S, i));
    }
    made_assign(3, deep);
    made_assign(4, expr_make(S, EX_ADD, T_REAL, 0, 0, N, term));
    CHECK(made_compile());
    double *v = M.m->v, want = v[0] = 0.1, sum = 0;
    v[1] = 0.999;
    v[2] = 1e-3;
    for (int i = 0; i < N; i++) {
        want = i % 2 ? want * v[1] : v[2] + want;
        double t = i % 3 ? v[0] : v[1] * i;
        sum = i ? sum + t : t;
    }
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(same_bits(v[3], want));
    CHECK(same_bits(v[4], sum));
    free(term);
    made_close();
}

/* A long sum over neighbours is a loop; the order of additions is kept. */
TEST(sums_over_neighbours)
{
    enum { N = 500 };
    static Expr term[N];
    made_open(N + 2);
    for (uint32_t i = 0; i < N; i++) {
        Expr x = var(i < 300 ? i : i - 1);
        term[i] = x;
        if (i >= 100 && i < 350)
            term[i] = expr_make(S, EX_NEG, T_REAL, 0, 0, 1, &x);
    }
    made_assign(N, expr_make(S, EX_ADD, T_REAL, 0, 0, N, term));
    CHECK(made_compile());
    CHECK(strstr(body_text(), "for(int"));
    CHECK(strlen(body_text()) < 3000);
    double *v = M.m->v, sum = 0;
    for (int i = 0; i < N; i++)
        v[i] = random_in(-1, 1);
    for (int i = 0; i < N; i++) {
        double x = v[i < 300 ? i : i - 1];
        sum = i == 0 ? x : i >= 100 && i < 350 ? sum - x : sum + x;
    }
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(same_bits(v[N], sum));
    made_close();
}

/* ---- Other types ---- */

TEST(booleans_integers_strings)
{
    made_open(3);
    uint32_t b1 = made_var(T_BOOL, DV_DISCRETE), b2 = made_var(T_BOOL, DV_DISCRETE);
    uint32_t n = made_var(T_INT, DV_DISCRETE), s1 = made_var(T_STRING, DV_DISCRETE);
    uint32_t s2 = made_var(T_STRING, DV_DISCRETE), b3 = made_var(T_BOOL, DV_DISCRETE);
    Expr less = node2(EX_LT, T_BOOL, EF_NOEVENT, var(0), var(1));
    Expr not_less = expr_make(S, EX_NOT, T_BOOL, 0, 0, 1, &less), b = var(b1);
    Expr pre = expr_make(S, EX_PRE, T_BOOL, 0, 0, 1, &b);
    made_assign(b1, less);
    made_assign(b2, expr_make(S, EX_AND, T_BOOL, 0, 0, 2,
                              (Expr[]){not_less, expr_make(S, EX_NOT, T_BOOL, 0, 0, 1, &pre)}));
    made_assign(
        n, expr_make(S, EX_IF, T_INT, 0, 0, 3, (Expr[]){var(b2), expr_int(S, 7), expr_int(S, -7)}));
    Expr options[] = {var(0), expr_int(S, 8), expr_bool(S, false), expr_int(S, 3)};
    Expr text = expr_make(S, EX_TOSTRING, T_STRING, 0, STRING_FORM_OPTIONS, 4, options);
    Expr quoted = expr_string(S, name_cstr(names, "\"a\\b\"\?\?/\n\xC3\xA4"));
    made_assign(s1, node2(EX_CONCAT, T_STRING, 0, quoted, text));
    made_assign(s2, expr_make(S, EX_IF, T_STRING, 0, 0, 3,
                              (Expr[]){var(b1), var(s1), expr_string(S, name_cstr(names, "no"))}));
    made_assign(b3, node2(EX_EQ, T_BOOL, EF_NOEVENT, var(s1), var(s2)));
    CHECK(made_compile());
    double *v = M.m->v;
    v[0] = 1.25, v[1] = 2;
    M.m->pre[b1] = 0;
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(v[b1] == 1 && v[b2] == 0 && v[n] == -7 && v[b3] == 1);
    CHECK_STR(M.m->s[0], "\"a\\b\"\?\?/\n\xC3\xA4    1.25");
    CHECK_STR(M.m->s[1], M.m->s[0]);
    v[0] = 3;
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(v[b1] == 0 && v[b2] == 1 && v[n] == 7 && v[b3] == 0);
    CHECK_STR(M.m->s[1], "no");
    k_release(M.m, 0);
    M.m->s[0] = M.m->s[1] = "";
    made_close();
}

/* Only the actual expression counts when lambda is 1: the other is not even defined here. */
TEST(homotopy)
{
    made_open(4);
    Expr arg[] = {raw("a*a"), raw("sqrt(b)")};
    made_assign(2, expr_make(S, EX_HOMOTOPY, T_REAL, 0, 0, 2, arg));
    CHECK(made_compile());
    CHECK(M.model->uses_homotopy);
    double *v = M.m->v;
    v[0] = 1.5, v[1] = -1;
    M.m->lambda = 1;
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(v[2] == 2.25);
    v[1] = 16;
    M.m->lambda = 0;
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(v[2] == 4);
    M.m->lambda = 0.25;
    CHECK_INT(M.code->rhs(M.m), 0);
    CHECK(v[2] == 0.25 * 2.25 + 0.75 * 4);
    made_close();
}

/* Relations hold their modes between events; those inside noEvent and of Integers do not. */
TEST(relations)
{
    static const ExprOp op[] = {EX_LT, EX_LE, EX_GT, EX_GE, EX_EQ, EX_NE};
    made_open(20);
    for (uint32_t i = 0; i < 6; i++) {
        Expr e = node2(op[i], T_BOOL, 0, var(0), var(1));
        uint32_t b = made_var(T_BOOL, DV_DISCRETE);
        vec_push(arena, &M.d.relation, ((Relation){.e = e, .eq = -1}));
        made_assign(b, e)->needed_cross = true;
        made_assign(2 + i, expr_make(S, EX_IF, T_REAL, 0, 0, 3, (Expr[]){e, raw("1"), raw("0")}));
        made_assign(8 + i, expr_make(S, EX_IF, T_REAL, 0, 0, 3,
                                     (Expr[]){node2(op[i], T_BOOL, EF_NOEVENT, var(0), var(1)),
                                              raw("1"), raw("0")}));
    }
    CHECK(made_compile());
    double *v = M.m->v;
    static const double pair[][2] = {{1, 2}, {2, 2}, {3, 2}};
    for (int k = 0; k < 3; k++) {
        double a = pair[k][0], b = pair[k][1];
        const double want[] = {a<b, a <= b, a> b, a >= b, a == b, a != b};
        v[0] = a, v[1] = b;
        M.m->mode = K_LIVE;
        CHECK_INT(M.code->rhs(M.m), 0);
        M.m->mode = K_POINT;
        v[0] = 10 - a; /* the other way round: frozen */
        CHECK_INT(M.code->rhs(M.m), 0);
        CHECK_INT(M.code->cross(M.m), 0);
        const double now[] = {10 - a<b, 10 - a <= b, 10 - a> b, 10 - a >= b, 0, 1};
        for (int i = 0; i < 6; i++) {
            CHECK(M.m->rel[i] == want[i] && v[20 + i] == want[i] && v[2 + i] == want[i]);
            CHECK(v[8 + i] == now[i] && M.m->g[i] == 10 - a - b);
        }
    }
    made_close();
}

/* ---- Loops ---- */

/* Assignment i of some form from variables before it: near by, evenly spaced, or anywhere. */
static Expr random_form(int form, int i, int spread)
{
    uint32_t a = (uint32_t)(i - 1 - spread), b = (uint32_t)random_below(i), c = (uint32_t)(i / 2);
    Expr x = var(a), y = var(random_below(3) ? b : c), z = expr_real(S, random_below(4));
    switch (form) {
    case 0:
        return node2(EX_ADD, T_REAL, 0, x, node2(EX_MUL, T_REAL, 0, expr_real(S, 0.5), y));
    case 1:
        return node2(EX_SUB, T_REAL, 0, node2(EX_MUL, T_REAL, 0, x, x), z);
    case 2: {
        Expr condition = node2(EX_GT, T_BOOL, EF_NOEVENT, x, y);
        Expr root = expr_make(S, EX_ABS, T_REAL, 0, 0, 1, &y);
        root = expr_make(S, EX_SQRT, T_REAL, 0, 0, 1, &root);
        return expr_make(S, EX_IF, T_REAL, 0, 0, 3, (Expr[]){condition, root, z});
    }
    case 3:
        return expr_make(S, EX_SIN, T_REAL, 0, 0, 1, &x);
    case 4:
        return node2(EX_ADD, T_REAL, 0, x, node2(EX_MUL, T_REAL, 0, y, var(c)));
    default:
        return node2(EX_DIV, T_REAL, 0, y, node2(EX_ADD, T_REAL, 0, x, expr_real(S, 3)));
    }
}

/* Runs and periods of random forms, broken now and then: with loops and without, the same bits.
 * (Loops may add three terms and more in another order, so there are no more than two.) */
TEST(random_loops)
{
    enum { N = 5000, BASE = 10 }; /* also by shape */
    for (int trial = 0; trial < 8; trial++) {
        made_open(N + BASE);
        int pattern[8], period = 1, left = 0;
        for (int i = BASE; i < N + BASE; i++, left--) {
            if (left <= 0) {
                period = 1 + random_below(trial < 4 ? 3 : 7);
                left = period * random_below(60) + random_below(3);
                for (int k = 0; k < 8; k++)
                    pattern[k] = random_below(6);
            }
            made_assign((uint32_t)i, random_form(pattern[i % period], i, random_below(50) ? 0 : 3));
        }
        CHECK(made_compile());
        Buf plain = {0};
        const char *why = NULL;
        CHECK(emit_program(&M.d, &plain, false));
        Jit *other = jit_compile(buf_text(&plain), 0, &why);
        CHECK(other != NULL);
        CHECK(occurrences(buf_text(&M.text), "for(int") > 3 && M.text.n < plain.n);
        double *want = malloc((N + BASE) * sizeof *want), *v = M.m->v;
        for (int i = 0; i < BASE; i++)
            v[i] = want[i] = random_in(-2, 2);
        CHECK_INT(M.code->rhs(M.m), 0);
        memcpy(want, v, (N + BASE) * sizeof *want);
        memset(v + BASE, 0, N * sizeof *v);
        CHECK_INT(jit_code(other)->rhs(M.m), 0);
        CHECK(!memcmp(want, v, (N + BASE) * sizeof *want));
        free(want);
        jit_free(other);
        buf_free(&plain);
        made_close();
    }
}

/* Equal models give equal texts. */
TEST(deterministic)
{
    made_open(NVARS);
    for (int i = 0; i < 200; i++)
        made_assign(made_var(T_REAL, DV_ALGEBRAIC), random_real(4));
    CHECK(made_compile());
    Buf again = {0};
    CHECK(emit_c(&M.d, &again));
    CHECK_STR(buf_text(&again), buf_text(&M.text));
    buf_free(&again);
    made_close();
}

/* About 30 ms each for writing and compiling; the limit is far off, for loaded machines. */
TEST(ten_thousand_assignments)
{
    enum { N = 10000 };
    made_open(N + 8);
    for (uint32_t i = 8; i < N + 8; i++) {
        Expr product = node2(EX_MUL, T_REAL, 0, var((uint32_t)random_below((int)i)),
                             node2(EX_SUB, T_REAL, 0, var((uint32_t)random_below((int)i)),
                                   var((uint32_t)random_below((int)i))));
        made_assign(i, node2(EX_ADD, T_REAL, 0, product, expr_real(S, random_in(0, 1))));
    }
    made_systems();
    clock_t t = clock();
    CHECK(emit_program(&M.d, &M.text, false));
    const char *why = NULL;
    M.jit = jit_compile(buf_text(&M.text), 0, &why);
    double seconds = (double)(clock() - t) / CLOCKS_PER_SEC;
    CHECK(M.jit != NULL);
    CHECK(seconds < 1);
    made_close();
}

TEST_MAIN(T(random_expressions), T(random_graphs), T(canonical_expressions), T(powers_and_extremes),
          T(literals), T(common_parts_once), T(branches_keep_their_parts),
          T(nested_choices_stay_small), T(deep_and_long), T(sums_over_neighbours),
          T(booleans_integers_strings), T(homotopy), T(relations), T(random_loops),
          T(deterministic), T(ten_thousand_assignments))
