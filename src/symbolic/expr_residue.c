/* expr_residue.c - residue.h. The product of two numbers of 61 bits is split into halves; a
 * quotient is a product with the power p - 2 (Fermat). */
#include "symbolic/residue.h"
#include "symbolic/expr_internal.h"

#include <math.h>
#include <stdlib.h>

static const uint64_t prime = ((uint64_t)1 << 61) - 1;

static Residue reduced(uint64_t x)
{
    x = (x & prime) + (x >> 61);
    return x >= prime ? x - prime : x;
}

Residue residue_mul(Residue a, Residue b)
{
    const uint64_t low31 = ((uint64_t)1 << 31) - 1, low30 = ((uint64_t)1 << 30) - 1;
    uint64_t ah = a >> 31, al = a & low31, bh = b >> 31, bl = b & low31, mid = al * bh + ah * bl;
    return reduced(ah * bh * 2 + (mid >> 30) + ((mid & low30) << 31) + al * bl);
}

Residue residue_neg(Residue a)
{
    return a ? prime - a : 0;
}

Residue residue_sub(Residue a, Residue b)
{
    return a >= b ? a - b : a + (prime - b);
}

static Residue residue_power(Residue a, uint64_t n)
{
    Residue x = 1;
    for (; n; n >>= 1, a = residue_mul(a, a))
        x = n & 1 ? residue_mul(x, a) : x;
    return x;
}

Residue residue_div(Residue a, Residue b)
{
    return residue_mul(a, residue_power(b, prime - 2));
}

Residue residue_random(uint64_t n)
{
    n += 0x9E3779B97F4A7C15u;
    n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9u;
    n = (n ^ n >> 27) * 0x94D049BB133111EBu;
    return reduced(n ^ n >> 31);
}

/* A number is its mantissa times a power of 2. */
static Residue of_number(double x)
{
    int exponent;
    double mantissa = frexp(fabs(x), &exponent);
    if (!isfinite(x))
        return residue_random(x > 0 ? 1 : 2);
    Residue m = reduced((uint64_t)ldexp(mantissa, 53));
    exponent -= 53;
    Residue power = residue_power(2, (uint64_t)abs(exponent));
    m = exponent < 0 ? residue_div(m, power) : residue_mul(m, power);
    return x < 0 ? residue_neg(m) : m;
}

static Residue mixed(Residue x, Residue y)
{
    return residue_random(x * 0x9E3779B97F4A7C15u + y);
}

static Residue of_power(const ExprStore *s, Expr e, Residue base, Residue exponent)
{
    Expr n = expr_arg(s, e, 1);
    double k = expr_is_number(s, n) ? expr_number(s, n) : NAN;
    if (!(fabs(k) <= 64 && k == floor(k)))
        return mixed(mixed(EX_POW, base), exponent);
    Residue x = residue_power(base, (uint64_t)fabs(k));
    return k < 0 ? residue_div(1, x) : x;
}

/* Sine and cosine of x are a point of the circle, that of -x its mirror image: (2*t, 1 - t^2)/(1 + t^2). */
static Residue of_angle(ExprOp op, Residue x)
{
    Residue minus = residue_neg(x), t = x ? residue_random(x < minus ? x : minus) : 0;
    Residue square = residue_mul(t, t), below = residue_sub(1, residue_neg(square));
    Residue above = op == EX_COS ? residue_sub(1, square) : residue_mul(2, t);
    return residue_div(op == EX_SIN && x > minus ? residue_neg(above) : above, below);
}

static Residue of_operator(const ExprStore *s, const Memo *m, Expr e, bool angles)
{
    const ExprNode *n = expr_node(s, e);
    Residue x = n->nargs ? m->value[memo_find(m, expr_arg(s, e, 0))] : 0;
    if (angles && (n->op == EX_SIN || n->op == EX_COS))
        return of_angle((ExprOp)n->op, x);
    Residue other = mixed(mixed(n->op, n->payload), x);
    if (n->op == EX_NEG)
        return residue_neg(x);
    for (uint32_t i = 1; i < n->nargs; i++) {
        Residue y = m->value[memo_find(m, expr_arg(s, e, i))];
        other = mixed(other, y);
        x = n->op == EX_ADD   ? residue_sub(x, residue_neg(y))
            : n->op == EX_SUB ? residue_sub(x, y)
            : n->op == EX_MUL ? residue_mul(x, y)
            : n->op == EX_DIV ? residue_div(x, y)
            : n->op == EX_POW ? of_power(s, e, x, y)
                              : x;
    }
    bool arithmetic = n->op == EX_ADD || n->op == EX_SUB || n->op == EX_MUL || n->op == EX_DIV ||
                      n->op == EX_POW;
    return arithmetic ? x : other;
}

Residue expr_residue(const ExprStore *s, Expr e, const Residue *vars, bool angles)
{
    Memo *m = memo_take(s);
    walk_collect(s, m, e, enter_scalars, NULL);
    for (uint32_t i = 0; i < m->n; i++) {
        Expr x = m->key[i];
        const ExprNode *n = expr_node(s, x);
        m->value[i] = expr_is_number(s, x)                            ? of_number(expr_number(s, x))
                      : n->op == EX_VAR                               ? vars[n->payload]
                      : !n->nargs || !enter_scalars(NULL, s, x) ? residue_random(x)
                                                                : of_operator(s, m, x, angles);
    }
    Residue result = m->value[m->n - 1];
    memo_give(s, m);
    return result;
}
