/* ops.c - the operator table (ops.def) and the mathematics of each function: value, derivative,
 * inverse, symmetry and sign. One row of op_rule is all that simplifier, differentiator, solver
 * and evaluator know about an elementary function. */
#include "symbolic/expr_internal.h"

#include "base/die.h"

#include <math.h>

#define E OPF_ELEMENTARY
#define D OPF_DOMAIN
#define V OPF_EVENT
#define A OPF_ARRAY
#define L OPF_LEAF
const OpInfo op_info[EX_COUNT] = {
    [EX_NONE] = {"NONE", "", 0, 0, "", 0},
#define X(id, text, arity, prec, c_name, flags) [EX_##id] = {#id, text, arity, prec, c_name, flags},
#include "symbolic/ops.def"
#undef X
};
#undef E
#undef D
#undef V
#undef A
#undef L

/* ---- Values: bit for bit those of rt/func.c ---- */

#define UNARY(name, value)                                                                         \
    static double name(double x)                                                                   \
    {                                                                                              \
        return value;                                                                              \
    }
#define BINARY(name, value)                                                                        \
    static double name(double x, double y)                                                         \
    {                                                                                              \
        return value;                                                                              \
    }
UNARY(sign, x > 0 ? 1 : x < 0 ? -1 : 0)
UNARY(negate, -x)
UNARY(not, x == 0)
UNARY(same, x)
BINARY(plus, x + y)
BINARY(minus, x - y)
BINARY(times, (x * y))
BINARY(divide, x / y)
BINARY(smaller, y < x ? y : x)
BINARY(larger, y > x ? y : x)
BINARY(quotient, trunc(x / y))
BINARY(modulo, x - floor(x / y) * y)
BINARY(remainder_of, x - trunc(x / y) * y)
BINARY(lt, x < y)
BINARY(le, x <= y)
BINARY(gt, x > y)
BINARY(ge, x >= y)
BINARY(eq, x == y)
BINARY(ne, x != y)
BINARY(both, x != 0 && y != 0)
BINARY(either, x != 0 || y != 0)

/* Small integer exponents by multiplication, in the order of the generated code (k_powi). */
static double power(double x, double y)
{
    if (fabs(y) > 64 || y != floor(y))
        return pow(x, y);
    double result = 1;
    for (unsigned n = (unsigned)fabs(y); n; n >>= 1, x *= x)
        if (n & 1)
            result *= x;
    return y < 0 ? 1 / result : result;
}

/* ---- Rules ---- */

#define RPN(...) ((const uint8_t[]){__VA_ARGS__, EX_NONE})
#define U2_PLUS_V2 W_U, W_2, EX_POW, W_V, W_2, EX_POW, EX_ADD
#define ROOT_1_MINUS_U2 W_1, W_U, W_2, EX_POW, EX_SUB, EX_SQRT
#define ROOT_R2_PLUS_1 W_R, W_2, EX_POW, W_1, EX_ADD, EX_SQRT
#define HALF_PI 1.5707963267948966
#define PI 3.1415926535897931

const OpRule op_rule[EX_COUNT] = {
    [EX_ADD] = {.eval2 = plus},
    [EX_SUB] = {.eval2 = minus},
    [EX_MUL] = {.eval2 = times},
    [EX_DIV] = {.eval2 = divide},
    [EX_NEG] = {.eval1 = negate},
    [EX_POW] = {.eval2 = power},
    [EX_LT] = {.eval2 = lt},
    [EX_LE] = {.eval2 = le},
    [EX_GT] = {.eval2 = gt},
    [EX_GE] = {.eval2 = ge},
    [EX_EQ] = {.eval2 = eq},
    [EX_NE] = {.eval2 = ne},
    [EX_AND] = {.eval2 = both},
    [EX_OR] = {.eval2 = either},
    [EX_NOT] = {.eval1 = not },
    [EX_ABS] = {.eval1 = fabs, .parity = 'e', .sign = 'a'},
    [EX_SIGN] = {.eval1 = sign, .partial = {RPN(W_0)}, .sign = 'u'},
    [EX_SQRT] = {.eval1 = sqrt,
                 .partial = {RPN(W_1, W_2, W_F, EX_MUL, EX_DIV)},
                 .inverse = RPN(W_R, W_2, EX_POW),
                 .result = {0, INFINITY},
                 .sign = 'a'},
    [EX_SIN] = {.eval1 = sin,
                .partial = {RPN(W_U, EX_COS)},
                .inverse = RPN(W_R, EX_ASIN),
                .branch = {-HALF_PI, HALF_PI},
                .parity = 'o'},
    [EX_COS] = {.eval1 = cos,
                .partial = {RPN(W_U, EX_SIN, EX_NEG)},
                .inverse = RPN(W_R, EX_ACOS),
                .branch = {0, PI},
                .parity = 'e'},
    [EX_TAN] = {.eval1 = tan,
                .partial = {RPN(W_F, W_2, EX_POW, W_1, EX_ADD)},
                .inverse = RPN(W_R, EX_ATAN),
                .branch = {-HALF_PI, HALF_PI},
                .parity = 'o'},
    [EX_ASIN] = {.eval1 = asin,
                 .partial = {RPN(W_1, ROOT_1_MINUS_U2, EX_DIV)},
                 .inverse = RPN(W_R, EX_SIN),
                 .result = {-HALF_PI, HALF_PI},
                 .parity = 'o',
                 .sign = 'u'},
    [EX_ACOS] = {.eval1 = acos,
                 .partial = {RPN(W_1, ROOT_1_MINUS_U2, EX_DIV, EX_NEG)},
                 .inverse = RPN(W_R, EX_COS),
                 .result = {0, PI},
                 .sign = '0'},
    [EX_ATAN] = {.eval1 = atan,
                 .partial = {RPN(W_1, W_U, W_2, EX_POW, W_1, EX_ADD, EX_DIV)},
                 .inverse = RPN(W_R, EX_TAN),
                 .result = {-HALF_PI, HALF_PI},
                 .parity = 'o',
                 .sign = 'u'},
    [EX_ATAN2] = {.eval2 = atan2,
                  .partial = {RPN(W_V, U2_PLUS_V2, EX_DIV), RPN(W_U, U2_PLUS_V2, EX_DIV, EX_NEG)}},
    [EX_SINH] = {.eval1 = sinh,
                 .partial = {RPN(W_U, EX_COSH)},
                 .inverse = RPN(W_R, W_0, EX_GE, ROOT_R2_PLUS_1, W_R, EX_ADD, EX_LOG,
                                ROOT_R2_PLUS_1, W_R, EX_SUB, EX_LOG, EX_NEG, EX_IF),
                 .parity = 'o',
                 .sign = 'u'},
    [EX_COSH] = {.eval1 = cosh,
                 .partial = {RPN(W_U, EX_SINH)},
                 .inverse = RPN(W_R, W_2, EX_POW, W_1, EX_SUB, EX_SQRT, W_R, EX_ADD, EX_LOG),
                 .branch = {0, INFINITY},
                 .parity = 'e',
                 .sign = '+'},
    [EX_TANH] = {.eval1 = tanh,
                 .partial = {RPN(W_1, W_F, W_2, EX_POW, EX_SUB)},
                 .inverse = RPN(W_1, W_R, EX_ADD, W_1, W_R, EX_SUB, EX_DIV, EX_LOG, W_2, EX_DIV),
                 .parity = 'o',
                 .sign = 'u'},
    [EX_EXP] = {.eval1 = exp, .partial = {RPN(W_F)}, .inverse = RPN(W_R, EX_LOG), .sign = '+'},
    [EX_LOG] = {.eval1 = log, .partial = {RPN(W_1, W_U, EX_DIV)}, .inverse = RPN(W_R, EX_EXP)},
    [EX_LOG10] = {.eval1 = log10,
                  .partial = {RPN(W_1, W_U, W_10, EX_LOG, EX_MUL, EX_DIV)},
                  .inverse = RPN(W_10, W_R, EX_POW)},
    [EX_MIN] = {.eval2 = smaller},
    [EX_MAX] = {.eval2 = larger},
    [EX_QUOT] = {.eval2 = quotient, .partial = {RPN(W_0), RPN(W_0)}},
    [EX_MOD] = {.eval2 = modulo, .partial = {RPN(W_1), RPN(W_U, W_V, EX_DIV, EX_FLOOR, EX_NEG)}},
    [EX_REM] = {.eval2 = remainder_of, .partial = {RPN(W_1), RPN(W_U, W_V, EX_QUOT, EX_NEG)}},
    [EX_CEIL] = {.eval1 = ceil, .partial = {RPN(W_0)}},
    [EX_FLOOR] = {.eval1 = floor, .partial = {RPN(W_0)}},
    [EX_INTEGER] = {.eval1 = floor, .partial = {RPN(W_0)}},
    [EX_TOREAL] = {.eval1 = same, .sign = 'u'},
    [EX_ENUMINT] = {.eval1 = same, .sign = '+'},
    [EX_INTENUM] = {.eval1 = same},
};

bool op_has_value(ExprOp op)
{
    return op_rule[op].eval1 || op_rule[op].eval2 || op == EX_SEMILINEAR;
}

double op_value(ExprOp op, uint32_t n, const double *x)
{
    if (op == EX_SEMILINEAR)
        return x[0] * x[x[0] >= 0 ? 1 : 2];
    double value = n == 1 ? op_rule[op].eval1(x[0]) : x[0];
    for (uint32_t i = 1; i < n; i++)
        value = op_rule[op].eval2(value, x[i]);
    return value;
}

enum { MAX_FORMULA = 8 }; /* operands waiting at a time */

Expr op_formula(ExprStore *s, const uint8_t *rpn, Expr f, Expr u, Expr v)
{
    Expr stack[MAX_FORMULA];
    uint32_t n = 0;
    for (; *rpn != EX_NONE; rpn++) {
        KRON_ASSERT(n < MAX_FORMULA);
        switch ((int)*rpn) {
        case W_U:
        case W_R:
            stack[n++] = u;
            break;
        case W_V:
            stack[n++] = v;
            break;
        case W_F:
            stack[n++] = f;
            break;
        case W_0:
        case W_1:
        case W_2:
            stack[n++] = expr_real(s, *rpn - W_0);
            break;
        case W_10:
            stack[n++] = expr_real(s, 10);
            break;
        default: {
            int arity = op_info[*rpn].arity;
            uint32_t k = arity < 0 ? 2 : (uint32_t)arity;
            bool event = op_info[*rpn].flags & OPF_EVENT;
            KRON_ASSERT(n >= k);
            n -= k;
            stack[n] = expr_apply(s, (ExprOp)*rpn, event ? EF_NOEVENT : 0, k, &stack[n]);
            n++;
        }
        }
    }
    KRON_ASSERT(n == 1);
    return stack[0];
}

bool op_hides_vars(ExprOp op)
{
    return op == EX_PRE || op == EX_DELAY || op == EX_BOUNDARY || op == EX_SAMPLE || op == EX_DER ||
           op == EX_CLOCKED || op == EX_PREVIOUS || op == EX_KEPT;
}
