/* sheet_scale.c - rows of a reduced system without the factors their terms have in common (BG-33).
 *
 * Elimination leaves rows such as m*m/J + 1/M, m*n/J, m*u/J. What most terms of a row are
 * multiplied or divided by is taken out, if that saves operations and is a parameter that is not
 * zero: m + J/(M*m), n, u. O(terms * factors) for each row. */
#include "dae/sheet_internal.h"

/* coefficient * base[0]^power[0] * ... */
typedef struct Monomial {
    int entry; /* of which entry of the row it is a term */
    double coefficient;
    VEC(struct Factor {
        Expr base;
        int power;
    })
    factor;
} Monomial;

typedef struct Factor Factor;

typedef struct Scale {
    Solve *k;
    ExprStore *st;
    VEC(Monomial) term;
    VEC(Expr) base; /* of all terms, each once */
} Scale;

/* ---- Terms ---- */

static void multiply(Scale *c, Monomial *m, Expr base, int power)
{
    for (int i = 0; i < m->factor.n; i++)
        if (m->factor.v[i].base == base) {
            m->factor.v[i].power += power;
            return;
        }
    vec_push(c->k->a, &m->factor, ((Factor){base, power}));
    for (int i = 0; i < c->base.n; i++)
        if (c->base.v[i] == base)
            return;
    vec_push(c->k->a, &c->base, base);
}

/* Depth is that of quotients of products: small. */
static void read_factors(Scale *c, Monomial *m, Expr e, int power)
{
    ExprStore *st = c->st;
    ExprOp op = expr_op(st, e);
    if (expr_is_number(st, e) && power > 0) {
        for (int i = 0; i < power; i++)
            m->coefficient *= expr_number(st, e);
    } else if (op == EX_NEG) {
        m->coefficient = power % 2 ? -m->coefficient : m->coefficient;
        read_factors(c, m, expr_arg(st, e, 0), power);
    } else if (op == EX_MUL || op == EX_DIV) {
        for (uint32_t i = 0; i < expr_node(st, e)->nargs; i++)
            read_factors(c, m, expr_arg(st, e, i), op == EX_DIV && i ? -power : power);
    } else if (op == EX_POW && expr_is_number(st, expr_arg(st, e, 1)) &&
               expr_number(st, expr_arg(st, e, 1)) == 2) {
        read_factors(c, m, expr_arg(st, e, 0), 2 * power);
    } else {
        multiply(c, m, e, power);
    }
}

static void read_entry(Scale *c, int entry, Expr e)
{
    bool sum = expr_op(c->st, e) == EX_ADD;
    uint32_t n = sum ? expr_node(c->st, e)->nargs : 1;
    for (uint32_t i = 0; i < n; i++) {
        Monomial m = {.entry = entry, .coefficient = 1};
        read_factors(c, &m, sum ? expr_arg(c->st, e, i) : e, 1);
        vec_push(c->k->a, &c->term, m);
    }
}

static Expr write_term(Scale *c, const Monomial *m)
{
    ExprStore *st = c->st;
    Expr over = 0, under = 0;
    for (int i = 0; i < m->factor.n; i++) {
        Factor f = m->factor.v[i];
        int n = f.power < 0 ? -f.power : f.power;
        Expr *part = f.power < 0 ? &under : &over;
        Expr power = n == 1 ? f.base : expr_pow(st, f.base, expr_int(st, n));
        if (n)
            *part = *part ? expr_mul2(st, *part, power) : power;
    }
    Expr e = expr_real(st, m->coefficient);
    if (over)
        e = expr_mul2(st, e, over);
    return under ? expr_div(st, e, under) : e;
}

static void write_row(Scale *c, int n, Expr *entry)
{
    for (int i = 0; i < n; i++)
        entry[i] = 0;
    for (int i = 0; i < c->term.n; i++) {
        const Monomial *m = &c->term.v[i];
        Expr t = write_term(c, m), *to = &entry[m->entry];
        *to = *to ? expr_add2(c->st, *to, t) : t;
    }
}

/* ---- Scaling ---- */

static long long cost(const Scale *c, int n, const Expr *entry)
{
    long long sum = 0;
    for (int i = 0; i < n; i++)
        sum += entry[i] ? expr_written_operations(c->st, entry[i]) : 0;
    return sum;
}

static int power_in(const Monomial *m, Expr base)
{
    for (int i = 0; i < m->factor.n; i++)
        if (m->factor.v[i].base == base)
            return m->factor.v[i].power;
    return 0;
}

/* The power that most terms have; 0: none has a majority. */
static int common_power(const Scale *c, Expr base)
{
    for (int i = 0; i < c->term.n; i++) {
        int power = power_in(&c->term.v[i], base), n = 0;
        for (int k = 0; k < c->term.n; k++)
            n += power_in(&c->term.v[k], base) == power;
        if (2 * n > c->term.n)
            return power;
    }
    return 0;
}

static bool is_nonzero_parameter(const Scale *c, Expr base)
{
    Dae *d = c->k->d;
    VarList in = expr_vars(c->st, c->k->a, 1, &base);
    for (int i = 0; i < in.n; i++)
        if (d->var.v[in.var[i]].kind > DV_PARAMETER)
            return false;
    double x = expr_value(c->st, base, dae_parameter_values(d), 0);
    return x > 0 || x < 0;
}

/* Divides the row by base^power. */
static void divide(Scale *c, Expr base, int power)
{
    for (int i = 0; i < c->term.n; i++)
        multiply(c, &c->term.v[i], base, -power);
}

void scale_row(Solve *k, int n, Expr *entry)
{
    Scale c = {.k = k, .st = k->st};
    for (int i = 0; i < n; i++)
        if (entry[i])
            read_entry(&c, i, entry[i]);
    Expr *trial = ARENA_ARRAY(k->a, Expr, n);
    long long least = cost(&c, n, entry);
    for (int i = 0; i < c.base.n; i++) {
        Expr base = c.base.v[i];
        int power = common_power(&c, base);
        if (!power || !is_nonzero_parameter(&c, base))
            continue;
        divide(&c, base, power);
        write_row(&c, n, trial);
        long long now = cost(&c, n, trial);
        if (now >= least) {
            divide(&c, base, -power);
            continue;
        }
        least = now;
        memcpy(entry, trial, sizeof *trial * (size_t)n);
    }
}
