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
    static const ExprOp unary[] = {EX_SIN, EX_COS,  EX_EXP,  EX_ATAN,  EX_ABS,  EX_TANH,
                                   EX_SQRT, EX_LOG, EX_TAN,  EX_SINH,  EX_COSH, EX_ASIN,
                                   EX_ACOS, EX_LOG10, EX_FLOOR, EX_CEIL};
    static const ExprOp binary[] = {EX_ADD, EX_SUB, EX_MUL,  EX_DIV, EX_ADD,  EX_MUL,
                                    EX_SUB, EX_DIV, EX_QUOT, EX_MOD, EX_REM, EX_ATAN2};
    if (!depth)
        return random_below(4) ? var((uint32_t)random_below(NVARS)) : random_number();
    Expr a = random_real(depth - 1 - random_below(depth)), b = random_real(depth - 1);
    switch (random_below(8)) {
    case 0: return expr_make(S, unary[random_below(16)], T_REAL, 0, 0, 1, &a);
    case 1: return expr_make(S, EX_NEG, T_REAL, 0, 0, 1, &a);
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
    default: return node2(binary[random_below(12)], T_REAL, 0, a, b);
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
    static const double special[] = {0,   -0.0,  1,     -1,       INFINITY, -INFINITY,
                                     NAN, 1e308, 5e-324, -2.5e-310, 0.1,     3};
    int k = random_below(20);
    return k < 12 ? special[k] : random_in(-5, 5);
}

/* ---- Comparison ---- */

static uint32_t first_result;

/* Values of all results by the compiled code, against the evaluator; returns the number that differ. */
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

TEST_MAIN(T(random_expressions), T(canonical_expressions))
