/* Printing: canonical forms as a person writes them, raw nodes as they were written, and text that
 * reads back with the same meaning. */
#include "symbolic_text.h"

typedef struct {
    const char *from, *to;
} Pair;

/* from, made canonical, prints as to */
static const Pair canonical[] = {
    {"a - b", "a - b"},
    {"-a + b", "b - a"},
    {"b - a", "b - a"},
    {"-a - b", "-a - b"},
    {"-(a + b)", "-a - b"},
    {"1 + a", "a + 1"},
    {"1 - a", "1 - a"},
    {"a - 1", "a - 1"},
    {"-1 - a", "-a - 1"},
    {"2*x/y", "2*x/y"},
    {"x*2/y", "2*x/y"},
    {"x*x", "x^2"},
    {"x*x*x", "x^3"},
    {"(b + c)*a", "a*(b + c)"},
    {"a*(-b)", "-a*b"},
    {"a - 2*b*c", "a - 2*b*c"},
    {"a + (-2)*b/c", "a - 2*b/c"},
    {"-2*b/c", "-2*b/c"},
    {"-(b/c)", "-b/c"},
    {"-1/c", "-1/c"},
    {"1/(2*x)", "1/(2*x)"},
    {"0.5*a/b", "a/(2*b)"},
    {"a/(b*c)", "a/(b*c)"},
    {"a/b/c", "a/(b*c)"},
    {"a/(b/c)", "a*c/b"},
    {"a/3", "a/3"},
    {"a/4", "0.25*a"},
    {"(a^b)^c", "(a^b)^c"},
    {"a^(b^c)", "a^(b^c)"},
    {"a^(-1)", "a^(-1)"},
    {"(-a)^2", "a^2"},
    {"(-a)^3", "-a^3"},
    {"(a + b)^2", "(a + b)^2"},
    {"2^x", "2^x"},
    {"a - (b - c)", "a - b + c"},
    {"sin(-x)", "-sin(x)"},
    {"cos(-x)", "cos(x)"},
    {"if a > b then c else d", "if a > b then c else d"},
    {"2*(if a > b then c else d)", "2*(if a > b then c else d)"},
    {"if a > b then c else if b > c then a else d", "if a > b then c else if b > c then a else d"},
    {"noEvent(x > 0)", "noEvent(x > 0)"},
    {"noEvent(if x > 0 then sqrt(x) else 0)", "noEvent(if x > 0 then sqrt(x) else 0)"},
    {"not (b1 and b2)", "not (b1 and b2)"},
    {"(b1 or b2) and b3", "(b1 or b2) and b3"},
    {"b1 or b2 and b3", "b1 or b2 and b3"},
    {"not b1", "not b1"},
    {"a + b > c - d", "a + b > c - d"},
    {"n1*2", "2*n1"},
    {"n1*x", "x*n1"},
    {"1e-5*x", "1e-05*x"},
    {"1e20 + x", "x + 1e+20"},
    {"atan2(y, x)", "atan2(y, x)"},
    {"smooth(1, if x > 0 then x else y)", "smooth(1, if x > 0 then x else y)"},
    {"min(a, b)", "min(a, b)"},
    {"time*x", "x*time"},
};

TEST(canonical)
{
    fixture_open();
    for (size_t i = 0; i < sizeof canonical / sizeof *canonical; i++) {
        Expr e = canon(canonical[i].from);
        CHECK_STR(show(e), canonical[i].to);
    }
    fixture_close();
}

/* raw nodes print as written */
static const char *const as_written[] = {
    "a + b",
    "b + a",
    "c + b - a",
    "a - (b - c)",
    "a - (b + c)",
    "a + (b + c)",
    "a*(b*c)",
    "a*(b/c)",
    "a/b*c",
    "a/(b*c)",
    "a/(b/c)",
    "-(a + b)",
    "-(-a)",
    "-a*b",
    "(-a)*b + c",
    "a^2*b",
    "(a*b)^2",
    "(-a)^2",
    "(a^b)^c",
    "a^(b^c)",
    "a^(-1)",
    "if a > b then c else d",
    "(if a > b then c else d) + a",
    "(if a > b then c else d)*a",
    "not (not b1)",
    "not a > b",
    "(a > b) == b1",
    "b1 and (b2 and b3)",
    "b1 and b2 or b3",
    "der(x) + pre(y)",
    "div(n1, 2) + mod(n1, n2)",
};

TEST(raw)
{
    fixture_open();
    for (size_t i = 0; i < sizeof as_written / sizeof *as_written; i++)
        CHECK_STR(show(raw(as_written[i])), as_written[i]);
    fixture_close();
}

TEST(reads_back)
{
    fixture_open();
    for (size_t i = 0; i < sizeof canonical / sizeof *canonical; i++) {
        Expr e = canon(canonical[i].from);
        char text[256];
        snprintf(text, sizeof text, "%s", show(e));
        CHECK(canon(text) == e);
    }
    fixture_close();
}

TEST(literals)
{
    fixture_open();
    Name literal[] = {name_cstr(names, "off"), name_cstr(names, "on")};
    Type e = type_enum(expr_types(S), name_cstr(names, "P.Switch"), 2, literal);
    CHECK_STR(show(expr_enum(S, e, 2)), "P.Switch.on");
    CHECK_STR(show(expr_string(S, name_cstr(names, "a\"b\\c\n"))), "\"a\\\"b\\\\c\\n\"");
    CHECK_STR(show(expr_int(S, INT64_MIN)), "-9223372036854775808");
    CHECK_STR(show(expr_real(S, -0.0)), "-0.0");
    CHECK_STR(show(expr_real(S, 0.1)), "0.1");
    CHECK_STR(show(expr_bool(S, true)), "true");
    Expr x = expr_var(S, T_REAL, 0), minus2 = expr_real(S, -2);
    CHECK_STR(show(node2(EX_POW, T_REAL, 0, x, minus2)), "a^(-2)");
    CHECK_STR(show(node2(EX_MUL, T_REAL, 0, x, minus2)), "a*(-2)");
    CHECK_STR(show(node2(EX_SUB, T_REAL, 0, x, minus2)), "a - (-2)");
    Expr n = expr_var(S, T_INT, 101);
    Expr inten = expr_make(S, EX_INTENUM, e, 0, 0, 1, &n);
    CHECK_STR(show(inten), "P.Switch(n1)");
    fixture_close();
}

/* ---- By rank ---- */

/* z before y before ... before a; Integer and Boolean variables after them. */
static uint32_t backwards(void *arg, uint32_t number)
{
    (void)arg;
    return number < 26 ? 25 - number : number;
}

typedef struct {
    const char *from, *to, *positive;
} Ranked;

/* from, made canonical, prints by rank as `to`, with positive_first as `positive` */
static const Ranked ranked[] = {
    {"a + b + c", "c + b + a", "c + b + a"},
    {"a - c", "-c + a", "a - c"},
    {"c - a", "c - a", "c - a"},
    {"-a - c", "-c - a", "-c - a"},
    {"a - b + c - d", "-d + c - b + a", "c + a - d - b"},
    {"1 - c", "1 - c", "1 - c"},
    {"1 + time + a", "a + time + 1", "a + time + 1"},
    {"-1 + c", "c - 1", "c - 1"},
    {"a*b*c", "c*b*a", "c*b*a"},
    {"2*a*b", "2*b*a", "2*b*a"},
    {"-2*a*b", "-2*b*a", "-2*b*a"},
    {"-a*b", "-b*a", "-b*a"},
    {"time*a", "a*time", "a*time"},
    {"a*(b - d)", "(-d + b)*a", "(b - d)*a"},
    {"a*b/c + d", "d + b*a/c", "d + b*a/c"},
    {"d/(a + z) + y", "d/(z + a) + y", "d/(z + a) + y"},
    {"sin(a) + cos(b*d)", "cos(d*b) + sin(a)", "cos(d*b) + sin(a)"},
    {"n1*x + a", "x*n1 + a", "x*n1 + a"},
    {"a^2 + b", "b + a^2", "b + a^2"},
    {"(if a > d then b else c) + b", "(if a > d then b else c) + b",
     "(if a > d then b else c) + b"},
};

static const char *show_as(Expr e, ExprNames how)
{
    how.var = put_var;
    buf_clear(&printed);
    expr_print(S, e, &how, &printed);
    return buf_text(&printed);
}

TEST(rank)
{
    fixture_open();
    for (size_t i = 0; i < sizeof ranked / sizeof *ranked; i++) {
        Expr e = canon(ranked[i].from);
        CHECK_STR(show_as(e, (ExprNames){.rank = backwards}), ranked[i].to);
        CHECK_STR(show_as(e, (ExprNames){.rank = backwards, .positive_first = true}),
                  ranked[i].positive);
    }
    fixture_close();
}

/* Equal ranks leave the order as it is. */
static uint32_t all_alike(void *arg, uint32_t number)
{
    (void)arg, (void)number;
    return 7;
}

TEST(rank_is_stable)
{
    fixture_open();
    ExprNames how = {.rank = all_alike};
    CHECK_STR(show_as(raw("c + a"), how), "c + a");
    CHECK_STR(show_as(raw("b*a*c"), how), "b*a*c");
    CHECK_STR(show_as(raw("x*2"), how), "2*x");
    fixture_close();
}

/* ---- Other languages ---- */

static const char *const c_functions[][2] = {{"min", "fmin"}, {"integer", "floor"}, {NULL, NULL}};
static const ExprDialect in_c = {.power = "",
                                 .time = "t",
                                 .truth = {"0", "1"},
                                 .and_ = "&&",
                                 .or_ = "||",
                                 .not_ = "!",
                                 .not_equal = "!=",
                                 .conditional = {"(", " ? ", " : "},
                                 .function = c_functions,
                                 .real_literals = true};
static const char *const fortran_functions[][2] = {{"<", ".LT."}, {">=", ".GE."}, {NULL, NULL}};
static const ExprDialect in_fortran = {.power = "**",
                                       .truth = {".FALSE.", ".TRUE."},
                                       .and_ = ".AND.",
                                       .or_ = ".OR.",
                                       .not_ = ".NOT.",
                                       .equal = ".EQ.",
                                       .conditional = {"RSW(", ", ", ", "},
                                       .function = fortran_functions};

typedef struct {
    const char *from, *c, *fortran;
} Spoken;

static const Spoken spoken[] = {
    {"c*a^b", "c*pow(a, b)", "c*a**b"},
    {"(a + b)^2", "pow(a + b, 2.0)", "(a + b)**2"},
    {"1/x + 0.5", "1.0/x + 0.5", "1/x + 0.5"},
    {"n1 + 3", "n1 + 3.0", "n1 + 3"},
    {"a - 1e20", "a - 1e+20", "a - 1e+20"},
    {"sin(time)", "sin(t)", "sin(time)"},
    {"min(a, b)", "fmin(a, b)", "min(a, b)"},
    {"integer(a)", "floor(a)", "integer(a)"},
    {"if a < b then c else d + 1", "(a < b ? c : d + 1.0)", "RSW(a .LT. b, c, d + 1)"},
    {"2*(if b1 then c else d)", "2.0*(b1 ? c : d)", "2*RSW(b1, c, d)"},
    {"a >= b and (b1 or not b2)", "a >= b && (b1 || !b2)", "a .GE. b .AND. (b1 .OR. .NOT.b2)"},
    {"not (b1 and b2)", "!(b1 && b2)", ".NOT.(b1 .AND. b2)"},
    {"b1 or b2 and b3", "b1 || (b2 && b3)", "b1 .OR. (b2 .AND. b3)"},
    {"n1 == n2", "n1 == n2", "n1 .EQ. n2"},
    {"n1 <> n2", "n1 != n2", "n1 <> n2"},
    {"b1 or true", "1", ".TRUE."},
    {"noEvent(if x < 0 then y else z)", "(x < 0.0 ? y : z)", "RSW(x .LT. 0, y, z)"},
    {"smooth(1, if x < 0 then y else z) + a", "a + (x < 0.0 ? y : z)", "a + RSW(x .LT. 0, y, z)"},
    {"d*homotopy(a + b, c)", "d*(a + b)", "d*(a + b)"},
};

TEST(dialects)
{
    fixture_open();
    ExprNames c = {.dialect = &in_c, .in_function = true};
    ExprNames fortran = {.dialect = &in_fortran, .in_function = true};
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++) {
        Expr e = canon(spoken[i].from);
        CHECK_STR(show_as(e, c), spoken[i].c);
        CHECK_STR(show_as(e, fortran), spoken[i].fortran);
    }
    CHECK_STR(show_as(raw("not a > b"), c), "!(a > b)");
    Name literal[] = {name_cstr(names, "off"), name_cstr(names, "on")};
    Type t = type_enum(expr_types(S), name_cstr(names, "P.Switch"), 2, literal);
    CHECK_STR(show_as(expr_enum(S, t, 2), c), "2.0");
    CHECK_STR(show_as(expr_enum(S, t, 2), fortran), "2");
    CHECK_STR(show_as(expr_real(S, -0.0), fortran), "-0.0");
    fixture_close();
}

static Expr vector(uint32_t n, const Expr *e)
{
    Type t = type_array(expr_types(S), expr_type(S, e[0]), 1, (int32_t[]){(int32_t)n});
    return expr_make(S, EX_ARRAY, t, 0, 0, n, e);
}

TEST(arrays)
{
    fixture_open();
    Expr v = vector(2, (Expr[]){expr_int(S, 1), expr_int(S, 2)});
    Type vt = expr_type(S, v);
    CHECK_STR(show(v), "{1, 2}");
    CHECK_STR(show(vector(2, (Expr[]){v, v})), "{{1, 2}, {1, 2}}");
    CHECK_STR(show(node2(EX_MUL, vt, 0, v, v)), "{1, 2} .* {1, 2}");
    CHECK_STR(show(node2(EX_MATMUL, T_INT, 0, v, v)), "{1, 2}*{1, 2}");
    CHECK_STR(show(node2(EX_ADD, vt, 0, v, expr_int(S, 1))), "{1, 2} .+ 1");
    CHECK_STR(show(node2(EX_MUL, vt, 0, expr_int(S, 3), v)), "3*{1, 2}");
    CHECK_STR(show(node2(EX_POW, vt, 0, v, expr_int(S, 2))), "{1, 2} .^ 2");
    Expr u = expr_make(S, EX_LOCAL, vt, 0, 3, 0, NULL);
    Expr colon = expr_make(S, EX_COLON, T_NONE, 0, 0, 0, NULL);
    CHECK_STR(show(node2(EX_INDEX, T_INT, 0, u, expr_int(S, 2))), "u3[2]");
    CHECK_STR(show(node2(EX_INDEX, vt, 0, u, colon)), "u3[:]");
    CHECK_STR(show(node2(EX_INDEX, T_INT, 0, v, expr_int(S, 2))), "({1, 2})[2]");
    Expr range = node2(EX_RANGE, vt, 0, expr_int(S, 1), expr_int(S, 2));
    CHECK_STR(show(range), "1:2");
    Expr i = expr_make(S, EX_ITER, T_INT, 0, 7, 0, NULL);
    Expr loop = expr_make(S, EX_FORARRAY, vt, 0, 0, 3, (Expr[]){raw("n1 + 1"), i, range});
    CHECK_STR(show(loop), "{n1 + 1 for i7 in 1:2}");
    loop = expr_make(S, EX_FORSUM, T_INT, 0, 0, 5, (Expr[]){i, i, range, i, range});
    CHECK_STR(show(loop), "sum(i7 for i7 in 1:2, i7 in 1:2)");
    fixture_close();
}

TEST(calls)
{
    fixture_open();
    TypeTable *t = expr_types(S);
    Func f = {.name = name_cstr(names, "P.f"), .ninputs = 1, .noutputs = 2, .nvars = 3};
    FuncVar var[3] = {{.name = name_cstr(names, "x")},
                      {.name = name_cstr(names, "y")},
                      {.name = name_cstr(names, "z")}};
    f.var = var;
    uint32_t number = func_add(S, &f);
    Type m = type_array(t, T_REAL, 2, (int32_t[]){2, 3});
    Type tuple = type_tuple(t, 2, (Type[]){T_REAL, m});
    Expr x = expr_var(S, T_REAL, 23);
    Expr call = expr_make(S, EX_CALL, tuple, 0, number, 1, &x);
    CHECK_STR(show(call), "f1(x)");
    Expr pick = expr_make(S, EX_PICK, T_REAL, 0, UINT64_C(1) << 32 | 4, 1, &call);
    CHECK_STR(show(pick), "f1(x).z[2, 2]");
    call = expr_make(S, EX_CALL, m, 0, number, 1, &x);
    pick = expr_make(S, EX_PICK, T_REAL, 0, 2, 1, &call);
    CHECK_STR(show(pick), "f1(x)[1, 3]");
    Name field[] = {name_cstr(names, "re"), name_cstr(names, "im")};
    Type c = type_record(t, name_cstr(names, "Complex"), 2, field, (Type[]){T_REAL, T_REAL});
    Expr z = expr_make(S, EX_RECORD, c, 0, 0, 2, (Expr[]){x, x});
    CHECK_STR(show(z), "Complex(x, x)");
    CHECK_STR(show(expr_make(S, EX_FIELD, T_REAL, 0, 1, 1, &z)), "(Complex(x, x)).im");
    Expr form[] = {x, expr_int(S, 4), expr_bool(S, true)};
    Expr string = expr_make(S, EX_TOSTRING, T_STRING, 0, STRING_FORM_OPTIONS, 3, form);
    CHECK_STR(show(string), "String(x, minimumLength = 4, leftJustified = true)");
    CHECK_STR(show(expr_make(S, EX_INITIAL, T_BOOL, 0, 0, 0, NULL)), "initial()");
    fixture_close();
}

TEST(long_and_deep)
{
    fixture_open();
    enum { N = 100000 };
    Expr e = expr_var(S, T_REAL, 0);
    for (int i = 0; i < N; i++)
        e = expr_make(S, EX_SIN, T_REAL, 0, 0, 1, &e);
    CHECK_INT((long long)strlen(show(e)), 5 * N + 1);
    Expr *terms = malloc(sizeof *terms * N);
    for (int i = 0; i < N; i++)
        terms[i] = expr_var(S, T_REAL, 0);
    e = expr_make(S, EX_ADD, T_REAL, 0, 0, N, terms);
    CHECK_INT((long long)strlen(show(e)), 4 * N - 3);
    free(terms);
    fixture_close();
}

TEST_MAIN(T(canonical), T(raw), T(reads_back), T(rank), T(rank_is_stable), T(dialects), T(literals),
          T(arrays), T(calls), T(long_and_deep))
