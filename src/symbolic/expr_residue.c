/* expr_residue.c - residue.h. The prime is just below a power of 2, so that remainders are sums; a
 * quotient is a product with the power p - 2 (Fermat), a root one with (p + 1)/4. */
#include "symbolic/expr_internal.h"
#include "symbolic/residue.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* 2^61 - 11913, the first in which 2, 3, 5 ... 29 have square roots. */
enum { BELOW_POWER = 11913 };
static const uint64_t power = (uint64_t)1 << 61, prime = ((uint64_t)1 << 61) - BELOW_POWER;

__extension__ typedef unsigned __int128 Wide;

static Residue reduced(uint64_t x)
{
    x = (x & (power - 1)) + (x >> 61) * BELOW_POWER;
    return x >= prime ? x - prime : x;
}

Residue residue_mul(Residue a, Residue b)
{
    Wide x = (Wide)a * b;
    x = (x & (power - 1)) + (x >> 61) * BELOW_POWER;
    return reduced((uint64_t)(x & (power - 1)) + (uint64_t)(x >> 61) * BELOW_POWER);
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

/* ---- Numbers ---- */

/* The fraction above/below that is x > 0 but for its rounding, from its continued fraction; 0/1:
 * none of numbers so small that it cannot be by chance (one in a million is). */
typedef struct Fraction {
    uint64_t above, below;
} Fraction;

static Fraction as_fraction(double x, double most)
{
    double rest = x, h0 = 0, h = 1, k0 = 1, k = 0; /* convergents h/k */
    for (;;) {
        double a = floor(rest), h1 = a * h + h0, k1 = a * k + k0;
        if (!(h1 * k1 <= most))
            return (Fraction){0, 1};
        h0 = h, h = h1;
        k0 = k, k = k1;
        if (fabs(x - h / k) <= 4 * DBL_EPSILON * x)
            return (Fraction){(uint64_t)h, (uint64_t)k};
        rest = 1 / (rest - a);
    }
}

/* The square root of n by those of its prime factors, so that products of roots are roots of
 * products; 0: one of them has none in the field. */
static Residue root_of(uint64_t n)
{
    Residue x = 1;
    for (uint64_t factor = 2; n > 1; factor = factor * factor < n ? factor + 1 : n)
        for (; n % factor == 0; n /= factor) {
            Residue root = residue_power(factor, (prime + 1) / 4);
            if (n / factor % factor == 0)
                root = factor, n /= factor;
            else if (residue_mul(root, root) != factor)
                return 0;
            x = residue_mul(x, root);
        }
    return x;
}

/* A number that is a fraction but for its rounding is that fraction, and one whose square is is the
 * root of one: the square of an axis {1, 2, 2}/3 or {1, 1, 0}/sqrt(2) is 1. Others are a mantissa
 * times a power of 2. */
static Residue of_magnitude(double x)
{
    enum { MOST = 100000000, MOST_OF_ROOT = 1000000 };
    int exponent;
    double mantissa = frexp(x, &exponent);
    Fraction f = x == floor(x) ? (Fraction){0, 1} : as_fraction(x, MOST);
    if (f.above)
        return residue_div(f.above, f.below);
    f = x == floor(x) ? f : as_fraction(x * x, MOST_OF_ROOT);
    Residue root = f.above ? root_of(f.above * f.below) : 0;
    if (root)
        return residue_div(root, f.below);
    Residue m = reduced((uint64_t)ldexp(mantissa, 53));
    exponent -= 53;
    Residue scale = residue_power(2, (uint64_t)abs(exponent));
    return exponent < 0 ? residue_div(m, scale) : residue_mul(m, scale);
}

static Residue of_number(double x)
{
    if (!isfinite(x))
        return residue_random(x > 0 ? 1 : 2);
    return x < 0 ? residue_neg(of_magnitude(-x)) : of_magnitude(x);
}

/* ---- Expressions ---- */

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

/* Sine and cosine of x are a point of the circle, that of -x its mirror image: (2*t, 1 - t^2)/(1 +
 * t^2). */
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
    bool arithmetic =
        n->op == EX_ADD || n->op == EX_SUB || n->op == EX_MUL || n->op == EX_DIV || n->op == EX_POW;
    return arithmetic ? x : other;
}

Residue expr_residue(const ExprStore *s, Expr e, const Residue *vars, bool angles)
{
    Memo *m = memo_take(s);
    walk_collect(s, m, e, enter_scalars, NULL);
    for (uint32_t i = 0; i < m->n; i++) {
        Expr x = m->key[i];
        const ExprNode *n = expr_node(s, x);
        m->value[i] = expr_is_number(s, x)                      ? of_number(expr_number(s, x))
                      : n->op == EX_VAR                         ? vars[n->payload]
                      : !n->nargs || !enter_scalars(NULL, s, x) ? residue_random(x)
                                                                : of_operator(s, m, x, angles);
    }
    Residue result = m->value[m->n - 1];
    memo_give(s, m);
    return result;
}
