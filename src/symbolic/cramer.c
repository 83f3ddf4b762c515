/* cramer.c - Cramer's rule over polynomials with integer coefficients.
 *
 * The entries are read as quotients of polynomials in atoms; a row is multiplied by the least
 * common denominator of its entries and divided by its content. A literal that is a quotient of
 * small integers becomes a coefficient, any other is an atom, so that all arithmetic is exact. If
 * coefficients leave the range of int64_t, everything is done again with all but the smallest
 * literals as atoms.
 *
 * The n + 1 maximal minors of [A | b] come out of one sweep down the rows: the minors of the first
 * k rows, by set of columns, are expanded along row k + 1. A set is dropped when it lacks two
 * columns that no later row has. Rows that touch few new columns come first, so for the sparse
 * matrices of physical models few sets are alive at a time; dense matrices have 2^n of them. The
 * minors alive at a time have at most `limit` terms together.
 *
 * sin(u)^2 + cos(u)^2 = 1 is used where it makes a numerator or denominator shorter. Then their
 * greatest common divisor is cancelled. Which atoms can occur in it is found from univariate images
 * modulo a prime, all other atoms at pseudo-random values (an image of degree 0 is a proof); mostly
 * none can. By atoms that cannot the polynomials are split, and the divisor of the parts is found
 * by trial division or, last, a primitive remainder sequence (Knuth, The Art of Computer
 * Programming 2, 4.6.1). If that takes too long only content and common powers are cancelled. */
#include "symbolic/cramer.h"
#include "base/map.h"
#include "base/vec.h"
#include "symbolic/expr_internal.h"

#include <math.h>
#include <stdlib.h>

enum {
    MAX_UNKNOWNS = 63,
    MAX_EXPONENT = 64,  /* of powers that are multiplied out */
    WORK_FACTOR = 1000, /* terms made in all, as a multiple of `limit` */
};

/* Terms in descending lexical order of their powers; no coefficient is 0. */
typedef struct Poly {
    int n;
    int64_t *coef;  /* [n] */
    uint8_t *power; /* [n][width] exponents of the atoms */
} Poly;

typedef struct Fraction {
    Poly num, den;
} Fraction;

typedef struct Cramer {
    ExprStore *store;
    Arena *arena; /* where polynomials go now */
    Expr *atom;   /* [natoms] in order */
    int natoms;
    Map place;    /* of an atom */
    size_t width; /* bytes of a power: natoms, at least 1 */
    int limit;
    int64_t work;      /* terms that may still be made */
    double small;      /* p/q is a coefficient if |p|*q is at most this */
    bool failed;       /* a limit was met: results are meaningless */
    bool overflow;     /* it was the range of coefficients */
    uint8_t *shifted;  /* [width] workspace of add_product */
    uint8_t *no_power; /* [width] 0 */
} Cramer;

/* ---- Polynomials ---- */

static Poly poly_room(Cramer *s, int n)
{
    return (Poly){0, ARENA_ARRAY(s->arena, int64_t, n),
                  ARENA_ARRAY(s->arena, uint8_t, (size_t)n * s->width)};
}

static uint8_t *power_at(const Cramer *s, Poly p, int i)
{
    return p.power + (size_t)i * s->width;
}

static void put_term(const Cramer *s, Poly *p, int64_t coef, const uint8_t *power)
{
    p->coef[p->n] = coef;
    memcpy(power_at(s, *p, p->n), power, s->width);
    p->n++;
}

static Poly single(Cramer *s, int64_t coef, const uint8_t *power)
{
    Poly p = poly_room(s, 1);
    put_term(s, &p, coef, power);
    return p;
}

static Poly constant(Cramer *s, int64_t value)
{
    return value ? single(s, value, s->no_power) : (Poly){0};
}

static bool is_constant(const Cramer *s, Poly p)
{
    return p.n == 1 && !memcmp(p.power, s->no_power, s->width);
}

static Poly poly_copy(Cramer *s, Poly p)
{
    Poly q = poly_room(s, p.n);
    for (int i = 0; i < p.n; i++)
        put_term(s, &q, p.coef[i], power_at(s, p, i));
    return q;
}

static int64_t times(Cramer *s, int64_t a, int64_t b)
{
    int64_t c = 0;
    if (__builtin_mul_overflow(a, b, &c) || c == INT64_MIN)
        s->failed = s->overflow = true;
    return c;
}

static int64_t plus(Cramer *s, int64_t a, int64_t b)
{
    int64_t c = 0;
    if (__builtin_add_overflow(a, b, &c) || c == INT64_MIN)
        s->failed = s->overflow = true;
    return c;
}

static void power_product(Cramer *s, const uint8_t *a, const uint8_t *b, uint8_t *product)
{
    for (size_t k = 0; k < s->width; k++) {
        s->failed |= a[k] + b[k] > UINT8_MAX;
        product[k] = (uint8_t)(a[k] + b[k]);
    }
}

/* p + coef*power*q */
static Poly add_product(Cramer *s, Poly p, int64_t coef, const uint8_t *power, Poly q)
{
    s->work -= p.n + q.n;
    if (s->work < 0)
        s->failed = true;
    if (s->failed)
        return (Poly){0};
    Poly sum = poly_room(s, p.n + q.n);
    int i = 0;
    for (int j = 0; j < q.n; j++) {
        power_product(s, power, power_at(s, q, j), s->shifted);
        int order = 1;
        while (i < p.n && (order = memcmp(power_at(s, p, i), s->shifted, s->width)) > 0) {
            put_term(s, &sum, p.coef[i], power_at(s, p, i));
            i++;
        }
        int64_t c = times(s, coef, q.coef[j]);
        if (i < p.n && order == 0)
            c = plus(s, c, p.coef[i++]);
        if (c)
            put_term(s, &sum, c, s->shifted);
    }
    for (; i < p.n; i++)
        put_term(s, &sum, p.coef[i], power_at(s, p, i));
    s->failed |= sum.n > s->limit;
    return sum;
}

static Poly poly_mul_add(Cramer *s, Poly sum, int64_t sign, Poly p, Poly q)
{
    Poly few = p.n < q.n ? p : q, many = p.n < q.n ? q : p;
    for (int i = 0; i < few.n; i++)
        sum = add_product(s, sum, sign * few.coef[i], power_at(s, few, i), many);
    return sum;
}

static Poly poly_mul(Cramer *s, Poly p, Poly q)
{
    if (is_constant(s, p) && p.coef[0] == 1)
        return q;
    if (is_constant(s, q) && q.coef[0] == 1)
        return p;
    return poly_mul_add(s, (Poly){0}, 1, p, q);
}

static bool power_divides(const Cramer *s, const uint8_t *a, const uint8_t *b)
{
    for (size_t k = 0; k < s->width; k++)
        if (a[k] > b[k])
            return false;
    return true;
}

static void power_quotient(const Cramer *s, const uint8_t *a, const uint8_t *b, uint8_t *quotient)
{
    for (size_t k = 0; k < s->width; k++)
        quotient[k] = (uint8_t)(a[k] - b[k]);
}

/* *quotient = p/q for a single term q. */
static bool divide_by_term(Cramer *s, Poly p, Poly q, Poly *quotient)
{
    Poly out = poly_copy(s, p);
    for (int i = 0; i < p.n; i++) {
        if (!power_divides(s, q.power, power_at(s, p, i)) || p.coef[i] % q.coef[0])
            return false;
        out.coef[i] /= q.coef[0];
        power_quotient(s, power_at(s, p, i), q.power, power_at(s, out, i));
    }
    *quotient = out;
    return true;
}

/* *quotient = p/q if the division leaves no remainder and no fractions. */
static bool divide(Cramer *s, Poly p, Poly q, Poly *quotient)
{
    if (q.n == 1)
        return divide_by_term(s, p, q, quotient);
    int room = 8;
    Poly out = poly_room(s, room);
    uint8_t *power = ARENA_ARRAY(s->arena, uint8_t, s->width);
    while (p.n && !s->failed) {
        if (!power_divides(s, q.power, p.power) || p.coef[0] % q.coef[0])
            return false;
        if (out.n == room) {
            Poly wider = poly_room(s, room *= 2);
            for (int i = 0; i < out.n; i++)
                put_term(s, &wider, out.coef[i], power_at(s, out, i));
            out = wider;
        }
        power_quotient(s, p.power, q.power, power);
        int64_t c = p.coef[0] / q.coef[0];
        put_term(s, &out, c, power);
        p = add_product(s, p, times(s, c, -1), power, q);
    }
    *quotient = out;
    return !s->failed;
}

/* ---- Common factors ---- */

static int64_t gcd_int(int64_t a, int64_t b)
{
    uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
    while (y) {
        uint64_t r = x % y;
        x = y;
        y = r;
    }
    return x > INT64_MAX ? 1 : (int64_t)x;
}

static void content_of(const Cramer *s, Poly p, int64_t *coef, uint8_t *power)
{
    for (int i = 0; i < p.n && (*coef != 1 || memcmp(power, s->no_power, s->width)); i++) {
        *coef = gcd_int(*coef, p.coef[i]);
        for (size_t k = 0; k < s->width; k++)
            if (power_at(s, p, i)[k] < power[k])
                power[k] = power_at(s, p, i)[k];
    }
}

/* The largest term that divides all terms of p and q; one of them is not 0. */
static Poly content(Cramer *s, Poly p, Poly q)
{
    Poly c = single(s, 0, p.n ? p.power : q.power);
    content_of(s, p, &c.coef[0], c.power);
    content_of(s, q, &c.coef[0], c.power);
    return c;
}

/* [width] of each atom in p. */
static uint8_t *degrees(Cramer *s, Poly p)
{
    uint8_t *degree = ARENA_ARRAY(s->arena, uint8_t, s->width);
    for (int i = 0; i < p.n; i++)
        for (size_t k = 0; k < s->width; k++)
            if (power_at(s, p, i)[k] > degree[k])
                degree[k] = power_at(s, p, i)[k];
    return degree;
}

/* -- Images modulo a prime -- */

#define PRIME UINT64_C(2147483647)

static uint64_t power_mod(uint64_t x, uint64_t k)
{
    uint64_t y = 1;
    for (; k; k >>= 1, x = x * x % PRIME)
        if (k & 1)
            y = y * x % PRIME;
    return y;
}

static uint64_t inverse_mod(uint64_t x)
{
    return power_mod(x, PRIME - 2);
}

/* The value at which atom k is taken. */
static uint64_t sample(size_t k)
{
    uint64_t x = (k + 1) * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
    return 1 + (x >> 20) % (PRIME - 1);
}

static uint64_t *term_values(Cramer *s, Poly p)
{
    uint64_t *value = ARENA_ARRAY(s->arena, uint64_t, p.n);
    for (int i = 0; i < p.n; i++) {
        int64_t c = p.coef[i] % (int64_t)PRIME;
        value[i] = c < 0 ? (uint64_t)(c + (int64_t)PRIME) : (uint64_t)c;
        for (size_t k = 0; k < s->width; k++)
            if (power_at(s, p, i)[k])
                value[i] = value[i] * power_mod(sample(k), power_at(s, p, i)[k]) % PRIME;
    }
    return value;
}

/* The coefficients by powers of atom x with all other atoms at their samples. */
static void image(const Cramer *s, Poly p, const uint64_t *value, size_t x, uint64_t *out)
{
    uint64_t inverse = inverse_mod(sample(x));
    memset(out, 0, sizeof *out * (UINT8_MAX + 1));
    for (int i = 0; i < p.n; i++) {
        uint8_t e = power_at(s, p, i)[x];
        out[e] = (out[e] + value[i] * power_mod(inverse, e)) % PRIME;
    }
}

/* Whether a and b, of degrees da and db > 0, have a common factor modulo the prime. */
static bool images_share(uint64_t *a, int da, uint64_t *b, int db)
{
    while (db > 0) {
        uint64_t inverse = inverse_mod(b[db]);
        for (; da >= db; da--) {
            uint64_t c = a[da] * inverse % PRIME;
            for (int i = 0; i <= db; i++)
                a[da - db + i] = (a[da - db + i] + (PRIME - c) * b[i]) % PRIME;
        }
        while (da >= 0 && !a[da])
            da--;
        if (da < 0)
            return true;
        uint64_t *swap = a;
        a = b, b = swap;
        int degree = da;
        da = db, db = degree;
    }
    return false;
}

/* Whether atom x, of degrees dp and dq > 0, may occur in a common factor of p and q. */
static bool may_share(const Cramer *s, Poly p, Poly q, const uint64_t *vp, const uint64_t *vq,
                      size_t x, int dp, int dq)
{
    uint64_t a[UINT8_MAX + 1], b[UINT8_MAX + 1];
    image(s, p, vp, x, a);
    image(s, q, vq, x, b);
    return !a[dp] || !b[dq] || images_share(a, dp, b, dq);
}

/* -- Divisors -- */

/* The coefficients of p by powers of atom x: [*degree + 1]. */
static Poly *split(Cramer *s, Poly p, size_t x, int *degree)
{
    *degree = 0;
    for (int i = 0; i < p.n; i++)
        if (power_at(s, p, i)[x] > *degree)
            *degree = power_at(s, p, i)[x];
    Poly *part = ARENA_ARRAY(s->arena, Poly, *degree + 1);
    for (int i = 0; i < p.n; i++) {
        Poly *to = &part[power_at(s, p, i)[x]];
        if (!to->coef)
            *to = poly_room(s, p.n - i);
        put_term(s, to, p.coef[i], power_at(s, p, i));
        power_at(s, *to, to->n - 1)[x] = 0;
    }
    s->work -= p.n;
    s->failed |= s->work < 0;
    return part;
}

static Poly divisor(Cramer *s, Poly p, Poly q);

/* The divisor of all coefficients of p by powers of atom x. */
static Poly content_by(Cramer *s, Poly p, size_t x)
{
    int n, least = 0;
    const Poly *part = split(s, p, x, &n);
    for (int i = 0; i <= n; i++)
        if (part[i].n && (!part[least].n || part[i].n < part[least].n))
            least = i;
    Poly g = part[least];
    for (int i = 0; i <= n && !s->failed; i++)
        if (i != least && !(is_constant(s, g) && g.coef[0] == 1))
            g = divisor(s, g, part[i]);
    return g;
}

/* The remainder of p times a power of the leading coefficient of q, divided by q; *degree in x. */
static Poly pseudo_remainder(Cramer *s, Poly p, Poly q, size_t x, int *degree)
{
    int dq;
    Poly lead_q = split(s, q, x, &dq)[dq];
    for (*degree = 0; p.n && !s->failed;) {
        Poly lead_p = split(s, p, x, degree)[*degree];
        if (*degree < dq)
            break;
        for (int i = 0; i < lead_p.n; i++)
            power_at(s, lead_p, i)[x] = (uint8_t)(*degree - dq);
        p = poly_mul_add(s, poly_mul(s, lead_q, p), -1, lead_p, q);
    }
    return p;
}

/* The common divisor of p and q, whose coefficients by powers of x are coprime; p has the higher
 * degree. */
static Poly remainder_sequence(Cramer *s, Poly p, Poly q, size_t x)
{
    Poly r;
    int degree;
    while (!s->failed && !divide(s, p, q, &r)) {
        r = pseudo_remainder(s, p, q, x, &degree);
        if (!r.n)
            break;
        if (!degree)
            return constant(s, 1);
        p = q;
        divide(s, r, content_by(s, r, x), &q);
    }
    return q;
}

/* A greatest common divisor of p and q, which have the same atoms, by powers of x. */
static Poly divisor_by(Cramer *s, Poly p, Poly q, size_t x, bool p_first)
{
    Poly cp = content_by(s, p, x), cq = content_by(s, q, x), c = divisor(s, cp, cq);
    if (s->failed || !divide(s, p, cp, &p) || !divide(s, q, cq, &q))
        return c;
    return poly_mul(s, c, remainder_sequence(s, p_first ? p : q, p_first ? q : p, x));
}

/* A greatest common divisor of p and q, not both 0. Every call inside has fewer atoms. */
static Poly divisor(Cramer *s, Poly p, Poly q)
{
    if (!p.n || !q.n)
        return p.n ? p : q;
    Poly common = content(s, p, q), rest;
    if (p.n == 1 || q.n == 1 || s->failed)
        return common;
    divide(s, p, content(s, p, (Poly){0}), &p);
    divide(s, q, content(s, q, (Poly){0}), &q);
    uint8_t *dp = degrees(s, p), *dq = degrees(s, q);
    const uint64_t *vp = term_values(s, p), *vq = term_values(s, q);
    size_t alone = s->width, main_atom = s->width;
    for (size_t k = 0; k < s->width; k++)
        if (dp[k] && dq[k] && may_share(s, p, q, vp, vq, k, dp[k], dq[k]))
            main_atom = main_atom == s->width || dp[k] + dq[k] < dp[main_atom] + dq[main_atom]
                            ? k
                            : main_atom;
        else if (dp[k] || dq[k])
            alone = k;
    if (main_atom == s->width)
        return common;
    if (divide(s, p.n < q.n ? q : p, p.n < q.n ? p : q, &rest))
        return poly_mul(s, common, p.n < q.n ? p : q);
    rest = alone < s->width ? divisor(s, content_by(s, p, alone), content_by(s, q, alone))
                            : divisor_by(s, p, q, main_atom, dp[main_atom] >= dq[main_atom]);
    return poly_mul(s, common, rest);
}

/* Divides p and q, not both 0, by their greatest common divisor; by their common content if
 * finding it takes too long. */
static void cancel(Cramer *s, Poly *p, Poly *q)
{
    if (s->failed)
        return;
    Cramer saved = *s;
    Poly over = {0}, under = {0}, g;
    s->work /= 8;
    g = divisor(s, *p, *q);
    bool done = !s->failed && divide(s, *p, g, &over) && divide(s, *q, g, &under);
    *s = saved;
    if (!done) {
        g = content(s, *p, *q);
        divide(s, *p, g, &over);
        divide(s, *q, g, &under);
    }
    *p = over;
    *q = under;
}

/* ---- Reading ---- */

/* x = p/q with small integers; by continued fractions. */
static bool as_ratio(const Cramer *s, double x, int64_t *p, int64_t *q)
{
    double rest = fabs(x), p0 = 0, q0 = 1, p1 = 1, q1 = 0;
    for (;;) {
        double whole = floor(rest), p2 = whole * p1 + p0, q2 = whole * q1 + q0;
        if (!(p2 * q2 <= s->small))
            return false;
        p0 = p1, q0 = q1, p1 = p2, q1 = q2;
        if (p1 / q1 == fabs(x))
            break;
        rest = 1 / (rest - whole);
    }
    *p = x < 0 ? -(int64_t)p1 : (int64_t)p1;
    *q = (int64_t)q1;
    return true;
}

/* Whether the node is read as an operation on polynomials. */
static bool is_operation(void *arg, const ExprStore *store, Expr e)
{
    (void)arg;
    int64_t k;
    switch (expr_op(store, e)) {
    case EX_ADD:
    case EX_SUB:
    case EX_MUL:
    case EX_DIV:
    case EX_NEG:
    case EX_TOREAL:
        return true;
    case EX_POW:
        return expr_is_int_literal(store, expr_arg(store, e, 1), &k) && llabs(k) <= MAX_EXPONENT;
    default:
        return false;
    }
}

/* The atom of a leaf of the reading, 0 if it is a coefficient. Signs are not part of literals. */
static Expr atom_of(Cramer *s, Expr e)
{
    int64_t p, q;
    if (is_operation(NULL, s->store, e))
        return 0;
    if (!expr_is_number(s->store, e))
        return e;
    double x = expr_number(s->store, e);
    s->failed |= !isfinite(x);
    return as_ratio(s, x, &p, &q) ? 0 : expr_real(s->store, fabs(x));
}

static int by_key(const void *a, const void *b)
{
    return key_compare(a, b);
}

/* Variables, then functions, then literals. */
static void find_atoms(Cramer *s, const Memo *memo)
{
    ExprKey *key = ARENA_ARRAY(s->arena, ExprKey, memo->n);
    size_t n = 0;
    for (uint32_t i = 0; i < memo->n; i++) {
        Expr e = atom_of(s, memo->key[i]);
        bool leaf = op_info[expr_op(s->store, e ? e : memo->key[i])].flags & OPF_LEAF;
        if (e)
            key[n++] = expr_key(s->store, e, expr_is_number(s->store, e) ? 2 : !leaf);
    }
    if (n)
        qsort(key, n, sizeof *key, by_key);
    s->atom = ARENA_ARRAY(s->arena, Expr, n);
    s->natoms = 0;
    for (size_t i = 0; i < n; i++)
        if (!i || key[i].e != key[i - 1].e) {
            map_set(&s->place, s->arena, key[i].e, (uint32_t)s->natoms);
            s->atom[s->natoms++] = key[i].e;
        }
    s->width = s->natoms ? (size_t)s->natoms : 1;
    s->shifted = ARENA_ARRAY(s->arena, uint8_t, s->width);
    s->no_power = ARENA_ARRAY(s->arena, uint8_t, s->width);
}

static Fraction whole(Cramer *s, Poly p)
{
    return (Fraction){p, constant(s, 1)};
}

static Fraction read_leaf(Cramer *s, Expr e)
{
    int64_t p, q, sign = 1;
    if (expr_is_number(s->store, e)) {
        double x = expr_number(s->store, e);
        if (as_ratio(s, x, &p, &q))
            return (Fraction){constant(s, p), constant(s, q)};
        sign = x < 0 ? -1 : 1;
        e = expr_real(s->store, fabs(x));
    }
    Poly atom = constant(s, sign);
    atom.power[map_get(&s->place, e, 0)] = 1;
    return whole(s, atom);
}

static Fraction fraction_add(Cramer *s, Fraction a, Fraction b, int64_t sign)
{
    Poly rest_a = a.den, rest_b = b.den;
    cancel(s, &rest_a, &rest_b);
    a.num = poly_mul_add(s, poly_mul(s, a.num, rest_b), sign, b.num, rest_a);
    a.den = poly_mul(s, a.den, rest_b);
    return a;
}

static Fraction fraction_mul(Cramer *s, Fraction a, Fraction b)
{
    return (Fraction){poly_mul(s, a.num, b.num), poly_mul(s, a.den, b.den)};
}

static Fraction fraction_inverse(Cramer *s, Fraction a)
{
    s->failed |= !a.num.n;
    return (Fraction){a.den, a.num};
}

static Fraction fraction_power(Cramer *s, Fraction a, int64_t k)
{
    Fraction result = whole(s, constant(s, 1));
    for (int64_t i = llabs(k); i-- > 0;)
        result = fraction_mul(s, result, a);
    return k < 0 ? fraction_inverse(s, result) : result;
}

static Fraction read_operation(Cramer *s, const Memo *memo, const Fraction *value, Expr e)
{
    ExprOp op = expr_op(s->store, e);
    Fraction result = value[memo_find(memo, expr_arg(s->store, e, 0))];
    int64_t k = 0;
    if (op == EX_NEG)
        return fraction_add(s, whole(s, (Poly){0}), result, -1);
    if (op == EX_POW) {
        expr_is_int_literal(s->store, expr_arg(s->store, e, 1), &k);
        return fraction_power(s, result, k);
    }
    for (uint32_t i = 1; i < expr_node(s->store, e)->nargs && !s->failed; i++) {
        Fraction b = value[memo_find(memo, expr_arg(s->store, e, i))];
        if (op == EX_ADD || op == EX_SUB)
            result = fraction_add(s, result, b, op == EX_ADD ? 1 : -1);
        else
            result = fraction_mul(s, result, op == EX_DIV ? fraction_inverse(s, b) : b);
    }
    return result;
}

/* The row as polynomials without a common factor of their terms. */
static void clear_row(Cramer *s, int n, Fraction *entry, Poly *row)
{
    Fraction all = whole(s, (Poly){0});
    for (int j = 0; j < n && !s->failed; j++)
        all = fraction_add(s, all, (Fraction){{0}, entry[j].den}, 1);
    Poly factor = {0}, common = {0};
    for (int j = 0; j < n && !s->failed; j++) {
        divide(s, all.den, entry[j].den, &factor);
        row[j] = poly_mul(s, entry[j].num, factor);
        if (row[j].n)
            common = content(s, row[j], common);
    }
    for (int j = 0; j < n && !s->failed; j++)
        if (row[j].n)
            divide(s, row[j], common, &row[j]);
}

/* m as polynomials. */
static Poly *read_system(Cramer *s, int n, const Expr *m)
{
    Memo *memo = memo_take(s->store);
    for (int i = 0; i < n * (n + 1); i++)
        if (m[i])
            walk_collect(s->store, memo, m[i], is_operation, NULL);
    find_atoms(s, memo);
    Fraction *value = ARENA_ARRAY(s->arena, Fraction, memo->n);
    for (uint32_t i = 0; i < memo->n && !s->failed; i++) {
        Expr e = memo->key[i];
        value[i] =
            is_operation(NULL, s->store, e) ? read_operation(s, memo, value, e) : read_leaf(s, e);
    }
    Poly *system = ARENA_ARRAY(s->arena, Poly, n * (n + 1));
    Fraction *row = ARENA_ARRAY(s->arena, Fraction, n + 1), zero = whole(s, (Poly){0});
    for (int i = 0; i < n * (n + 1) && !s->failed; i += n + 1) {
        for (int j = 0; j <= n; j++)
            row[j] = m[i + j] ? value[memo_find(memo, m[i + j])] : zero;
        clear_row(s, n + 1, row, system + i);
    }
    memo_give(s->store, memo);
    return system;
}

/* ---- Minors ---- */

typedef struct Minors {
    struct Minor {
        uint64_t columns;
        Poly det;
    } * v;
    int n, cap;
} Minors;

static uint64_t columns_of(int n, const Poly *row)
{
    uint64_t set = 0;
    for (int j = 0; j <= n; j++)
        if (row[j].n)
            set |= UINT64_C(1) << j;
    return set;
}

/* The rows in the order of the sweep: the next one touches the fewest new columns. */
static void order_rows(int n, const uint64_t *columns, int *order)
{
    uint64_t touched = 0;
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int k = 0; k < n; k++) {
        int best = k, least = INT32_MAX;
        for (int i = k; i < n; i++) {
            uint64_t set = columns[order[i]];
            int cost = 64 * __builtin_popcountll(set & ~touched) + __builtin_popcountll(set);
            if (cost < least) {
                least = cost;
                best = i;
            }
        }
        int row = order[best];
        order[best] = order[k];
        order[k] = row;
        touched |= columns[row];
    }
}

/* The minors of one row more, of the sets of columns that lack at most one of `closed`. */
static Minors expand(Cramer *s, int n, const Minors *old, const Poly *row, uint64_t closed)
{
    Minors next = {0};
    Map at = {0};
    int64_t total = 0;
    for (int i = 0; i < old->n; i++)
        for (int j = 0; j <= n && !s->failed; j++) {
            uint64_t column = UINT64_C(1) << j, set = old->v[i].columns | column;
            if (!row[j].n || set == old->v[i].columns || __builtin_popcountll(closed & ~set) > 1)
                continue;
            uint32_t k = map_get(&at, set, (uint32_t)next.n);
            if (k == (uint32_t)next.n) {
                vec_add(s->arena, &next)->columns = set;
                map_set(&at, s->arena, set, k);
            }
            struct Minor *minor = &next.v[k];
            bool odd = __builtin_popcountll(set & ~(2 * column - 1)) & 1;
            total -= minor->det.n;
            minor->det = poly_mul_add(s, minor->det, odd ? -1 : 1, row[j], old->v[i].det);
            total += minor->det.n;
            s->failed |= total > s->limit;
        }
    return next;
}

/* minor[k]: the determinant of the system without column k, up to a sign common to all. */
static void maximal_minors(Cramer *s, int n, const Poly *system, Poly *minor)
{
    int order[MAX_UNKNOWNS];
    uint64_t columns[MAX_UNKNOWNS];
    for (int i = 0; i < n; i++)
        columns[i] = columns_of(n, system + i * (n + 1));
    order_rows(n, columns, order);
    Arena *kept = s->arena, *last = NULL;
    Minors minors = {0};
    *vec_add(kept, &minors) = (struct Minor){0, constant(s, 1)};
    for (int k = 0; k < n && !s->failed; k++) {
        uint64_t later = 0;
        for (int i = k + 1; i < n; i++)
            later |= columns[order[i]];
        uint64_t all = n == 63 ? UINT64_MAX : (UINT64_C(2) << n) - 1;
        s->arena = arena_new();
        minors = expand(s, n, &minors, system + order[k] * (n + 1), all & ~later);
        if (last)
            arena_free(last);
        last = s->arena;
    }
    s->arena = kept;
    memset(minor, 0, sizeof *minor * ((size_t)n + 1));
    for (int i = 0; i < minors.n && !s->failed; i++)
        for (int k = 0; k <= n; k++)
            if (!(minors.v[i].columns >> k & 1))
                minor[k] = poly_copy(s, minors.v[i].det);
    if (last)
        arena_free(last);
}

/* ---- sin^2 + cos^2 = 1 ---- */

/* p with the square of atom `square` replaced by 1 - other^2 wherever it occurs. */
static Poly replace_square(Cramer *s, Poly p, size_t square, size_t other)
{
    uint8_t *other_squared = single(s, 1, s->no_power).power;
    other_squared[other] = 2;
    for (;;) {
        Poly with = poly_room(s, p.n), without = poly_room(s, p.n);
        for (int i = 0; i < p.n; i++) {
            bool has = power_at(s, p, i)[square] >= 2;
            put_term(s, has ? &with : &without, p.coef[i], power_at(s, p, i));
            if (has)
                power_at(s, with, with.n - 1)[square] -= 2;
        }
        if (!with.n || s->failed)
            return p;
        p = add_product(s, without, 1, s->no_power, with);
        p = add_product(s, p, -1, other_squared, with);
    }
}

/* p in the shortest of the forms that the squares of sines and cosines allow. */
static Poly shorten_squares(Cramer *s, Poly p)
{
    for (int i = 0; i < s->natoms; i++) {
        if (expr_op(s->store, s->atom[i]) != EX_SIN)
            continue;
        Expr u = expr_arg(s->store, s->atom[i], 0);
        for (int j = 0; j < s->natoms; j++) {
            if (expr_op(s->store, s->atom[j]) != EX_COS || expr_arg(s->store, s->atom[j], 0) != u)
                continue;
            Poly sines = replace_square(s, p, (size_t)j, (size_t)i);
            Poly cosines = replace_square(s, p, (size_t)i, (size_t)j);
            Poly shorter = cosines.n < sines.n ? cosines : sines;
            if (shorter.n < p.n)
                p = shorter;
        }
    }
    return p;
}

/* ---- The result ---- */

static Expr poly_expr(Cramer *s, Poly p)
{
    Expr *term = ARENA_ARRAY(s->arena, Expr, p.n + 1);
    Expr *factor = ARENA_ARRAY(s->arena, Expr, s->width + 1);
    for (int i = 0; i < p.n; i++) {
        uint32_t n = 0;
        factor[n++] = expr_real(s->store, (double)p.coef[i]);
        for (int k = 0; k < s->natoms; k++) {
            uint8_t e = power_at(s, p, i)[k];
            if (e)
                factor[n++] = expr_pow(s->store, s->atom[k], expr_real(s->store, e));
        }
        term[i] = expr_mul(s->store, n, factor);
    }
    return p.n ? expr_add(s->store, (uint32_t)p.n, term) : expr_real(s->store, 0);
}

/* num/den in lowest terms, the leading coefficient below positive. */
static Quotient quotient(Cramer *s, Poly num, Poly den)
{
    cancel(s, &num, &den);
    if (den.coef[0] < 0) {
        num = add_product(s, (Poly){0}, -1, s->no_power, num);
        den = add_product(s, (Poly){0}, -1, s->no_power, den);
    }
    return (Quotient){poly_expr(s, num), poly_expr(s, den)};
}

static bool solve(Cramer *s, int n, const Expr *m, Quotient *x, bool *singular)
{
    Poly *system = read_system(s, n, m);
    Poly *minor = ARENA_ARRAY(s->arena, Poly, n + 1);
    if (!s->failed)
        maximal_minors(s, n, system, minor);
    Poly den = s->failed ? (Poly){0} : shorten_squares(s, minor[n]);
    *singular = !s->failed && !den.n;
    Arena *kept = s->arena;
    for (int k = 0; k < n && den.n && !s->failed; k++) {
        s->arena = arena_new();
        Poly num = shorten_squares(s, minor[k]);
        if ((n - 1 - k) % 2)
            num = add_product(s, (Poly){0}, -1, s->no_power, num);
        if (!s->failed)
            x[k] = quotient(s, num, den);
        *singular |= !s->failed && expr_is_zero(s->store, x[k].den);
        arena_free(s->arena);
    }
    s->arena = kept;
    return !s->failed && !*singular;
}

bool expr_cramer(ExprStore *store, int n, const Expr *m, int limit, Quotient *x, bool *singular)
{
    static const double small[] = {0x1p44, 16};
    bool solved = false, overflow = true;
    *singular = false;
    for (int i = 0; i < 2 && overflow && n <= MAX_UNKNOWNS; i++) {
        Cramer s = {.store = store, .arena = arena_new(), .limit = limit, .small = small[i]};
        s.work = (int64_t)WORK_FACTOR * limit;
        solved = solve(&s, n, m, x, singular);
        overflow = s.overflow;
        arena_free(s.arena);
    }
    return solved;
}
