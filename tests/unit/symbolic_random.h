/* symbolic_random.h - random expressions for the tests of src/symbolic. */
#ifndef KRON_SYMBOLIC_RANDOM_H
#define KRON_SYMBOLIC_RANDOM_H

#include "symbolic_text.h"

enum { RANDOM_VARS = 4 };

static inline Expr random_leaf(void)
{
    static const double number[] = {0, 1, -1, 2, 0.5, -3, 0.1, 7, -0.25};
    switch (random_below(4)) {
    case 0:
        return expr_real(S, number[random_below(9)]);
    case 1:
        return expr_int(S, random_below(7) - 3);
    default:
        return expr_var(S, T_REAL, (uint32_t)random_below(RANDOM_VARS));
    }
}

static inline Expr random_condition(int depth);

/* A Real or Integer expression as a user might write it, unsimplified. */
static inline Expr random_raw(int depth)
{
    static const ExprOp unary[] = {EX_SIN, EX_COS, EX_EXP,  EX_ATAN, EX_ABS,  EX_TANH, EX_SQRT,
                                   EX_LOG, EX_TAN, EX_SINH, EX_COSH, EX_ASIN, EX_ACOS, EX_LOG10};
    if (!depth)
        return random_leaf();
    Expr a = random_raw(depth - 1 - random_below(depth)), b, c;
    switch (random_below(12)) {
    case 0:
    case 1:
        b = random_raw(depth - 1);
        return node2(EX_ADD, wider(a, b), 0, a, b);
    case 2:
    case 3:
        b = random_raw(depth - 1);
        return node2(EX_SUB, wider(a, b), 0, a, b);
    case 4:
    case 5:
        b = random_raw(depth - 1);
        return node2(EX_MUL, wider(a, b), 0, a, b);
    case 6:
        return node2(EX_DIV, T_REAL, 0, a, random_raw(depth - 1));
    case 7:
        return expr_make(S, EX_NEG, expr_type(S, a), 0, 0, 1, &a);
    case 8:
        return node2(EX_POW, T_REAL, 0, a, expr_int(S, random_below(6) - 2));
    case 9:
        b = random_raw(depth - 1);
        c = random_condition(depth - 1);
        return expr_make(S, EX_IF, wider(a, b), 0, 0, 3, (Expr[]){c, a, b});
    case 10:
        b = random_raw(depth - 1);
        return node2(random_below(2) ? EX_MIN : EX_MAX, wider(a, b), 0, a, b);
    default: {
        ExprOp op = unary[random_below(14)];
        return expr_make(S, op, op == EX_ABS ? expr_type(S, a) : T_REAL, 0, 0, 1, &a);
    }
    }
}

static inline Expr random_condition(int depth)
{
    static const ExprOp op[] = {EX_LT, EX_LE, EX_GT, EX_GE};
    Expr a = random_raw(depth > 2 ? 2 : depth), b = random_leaf();
    Expr c = node2(op[random_below(4)], T_BOOL, random_below(2) ? EF_NOEVENT : 0, a, b);
    if (random_below(4) == 0)
        c = expr_make(S, EX_NOT, T_BOOL, 0, 0, 1, &c);
    return c;
}

static inline void random_values(double *v)
{
    for (int i = 0; i < RANDOM_VARS; i++)
        v[i] = random_in(-2, 2);
}

typedef struct {
    const double *v;
    bool finite;
} FiniteCheck;

static inline void check_finite(void *arg, Expr e)
{
    FiniteCheck *c = arg;
    c->finite &= isfinite(expr_value(S, e, c->v, 0)) != 0;
}

/* The value at v and how much it moves when the variables do by a relative 1e-11: false if the
 * expression or a part of it is not defined there, or if it is too sensitive to compare. */
static inline bool stable_value(Expr e, const double *v, double *value, double *error)
{
    double w[RANDOM_VARS];
    FiniteCheck finite = {v, true};
    expr_visit(S, e, check_finite, &finite);
    *value = expr_value(S, e, v, 0);
    *error = 0;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < RANDOM_VARS; i++)
            w[i] = v[i] * (1 + random_in(-1e-11, 1e-11));
        double d = fabs(expr_value(S, e, w, 0) - *value);
        if (!(d <= *error))
            *error = d;
    }
    return finite.finite && *error <= 1e-6 * fmax(1, fabs(*value));
}

#endif
