/* arithmetic.c - canonical sums, products, quotients and powers of scalars.
 *
 * A sum is ADD(c, t1, t2, ...): at most one literal, first, then the terms in canonical order. No
 * term is a sum or the negative of one, so -(a + b) is ADD(NEG a, NEG b). A term is, for rests x
 * without literal factor,
 *     x, NEG(x), MUL(c, factors of x), DIV(MUL(c, ..), d) or DIV(c, d),    c not 0, 1, -1;
 * terms with equal rests are merged. (c is 0 only where 0*x must be kept because x may fail.)
 * A product is MUL(c, f1, f2, ...) with the literal first; no factor is a product, a quotient or
 * negative; equal bases with integer exponents of one sign are one power, for Reals. A quotient is
 * DIV(n, d) with products n and d, each with a positive literal factor or none; a literal d is
 * never a power of two. A factor 0.5 above a denominator is a factor 2 below.
 * Sums and products of more than OPEN_LIMIT operands are an exception: they are made flat, but not
 * opened again inside others, so that growing one term at a time is not quadratic.
 *
 * Sums and products are collected into a list, sorted and merged: O(n log n), or O(n) if they come
 * in order. */
#include "symbolic/expr_internal.h"

#include <math.h>
#include <stdlib.h>

/* ---- Literal numbers, of type T_REAL (r) or T_INT (i) ---- */

typedef struct Num {
    double r;
    int64_t i;
} Num;

static Num num_of(const ExprStore *s, Expr literal)
{
    Num x = {.r = expr_number(s, literal)};
    x.i = expr_op(s, literal) == EX_REAL ? 0 : (int64_t)expr_node(s, literal)->payload;
    return x;
}

static Expr num_expr(ExprStore *s, Type type, Num x)
{
    return type == T_INT ? expr_int(s, x.i) : expr_real(s, x.r);
}

static bool num_is(Type type, Num x, int value)
{
    return type == T_INT ? x.i == value : x.r == value;
}

static Num num_small(int value)
{
    return (Num){value, value};
}

/* False if the result cannot be represented; Integer results keep r beside i for sorting. */
static bool num_add(Type type, Num *x, Num y)
{
    if (type == T_INT) {
        if (__builtin_add_overflow(x->i, y.i, &x->i))
            return false;
        x->r = (double)x->i;
        return true;
    }
    x->r += y.r;
    return isfinite(x->r);
}

static bool num_mul(Type type, Num *x, Num y)
{
    if (type == T_INT) {
        if (__builtin_mul_overflow(x->i, y.i, &x->i))
            return false;
        x->r = (double)x->i;
        return true;
    }
    double product = x->r * y.r;
    bool lost = product == 0 && x->r != 0 && y.r != 0;
    x->r = product;
    return isfinite(product) && !lost;
}

static bool num_negate(Type type, Num *x)
{
    if (type == T_INT && x->i == INT64_MIN)
        return false;
    x->r = -x->r;
    x->i = -x->i;
    return true;
}

/* Factors: variables and times, then functions, then sums. */
static uint8_t factor_rank(const ExprStore *s, Expr e)
{
    if (expr_op(s, e) == EX_TOREAL)
        e = expr_arg(s, e, 0);
    if (expr_is_number(s, e))
        return 0;
    return op_info[expr_op(s, e)].flags & OPF_LEAF ? 1 : expr_op(s, e) == EX_ADD ? 3 : 2;
}

/* ---- Lists with room for a few on the C stack ---- */

typedef struct Part {
    ExprKey key; /* of the rest of a term, or of the base of a factor */
    Num coef;    /* coefficient of a term, or (i) exponent of a factor */
    Expr term;   /* terms: the whole, 0 if it has to be made from coef and rest */
    bool below;  /* factors of the denominator */
} Part;

enum {
    FEW = 12,
    OPEN_LIMIT = 128, /* operands of sums and products that are opened inside others */
};

typedef struct Parts {
    Part *v;
    uint32_t n, cap;
    Part few[FEW];
} Parts;

static void parts_start(Parts *p)
{
    p->v = p->few;
    p->n = 0;
    p->cap = FEW;
}

static Part *parts_add(Parts *p)
{
    if (p->n == p->cap) {
        p->cap *= 2;
        p->v = store_resize(p->v == p->few ? NULL : p->v, p->cap, sizeof *p->v);
        if (p->n == FEW)
            memcpy(p->v, p->few, sizeof p->few);
    }
    p->v[p->n] = (Part){0};
    return &p->v[p->n++];
}

static void parts_end(Parts *p)
{
    if (p->v != p->few)
        free(p->v);
}

static int part_compare(const void *x, const void *y)
{
    const Part *a = x, *b = y;
    COMPARE(a->below, b->below);
    int order = key_compare(&a->key, &b->key);
    if (order)
        return order;
    COMPARE(a->coef.r, b->coef.r);
    return 0;
}

static void parts_sort(Parts *p)
{
    for (uint32_t i = 1; i < p->n; i++) {
        if (part_compare(&p->v[i - 1], &p->v[i]) <= 0)
            continue;
        qsort(p->v, p->n, sizeof *p->v, part_compare);
        return;
    }
}

static int by_value(const void *x, const void *y)
{
    const Part *a = x, *b = y;
    COMPARE(a->coef.r, b->coef.r);
    COMPARE(a->coef.i, b->coef.i);
    return 0;
}

/* Sums and products still to be opened; turned: in a negative term, or below the line. */
typedef struct Work {
    struct WorkItem {
        Expr e;
        bool turned;
    } * v;
    uint32_t n, cap;
    struct WorkItem few[2 * FEW];
} Work;

static void work_start(Work *w)
{
    w->v = w->few;
    w->n = 0;
    w->cap = 2 * FEW;
}

static void work_push(Work *w, Expr e, bool turned)
{
    if (w->n == w->cap) {
        w->cap *= 2;
        w->v = store_resize(w->v == w->few ? NULL : w->v, w->cap, sizeof *w->v);
        if (w->n == 2 * FEW)
            memcpy(w->v, w->few, sizeof w->few);
    }
    w->v[w->n++] = (struct WorkItem){e, turned};
}

static void work_end(Work *w)
{
    if (w->v != w->few)
        free(w->v);
}

/* Operands of the node to be made. */
typedef struct Operands {
    Expr *v;
    uint32_t n;
    Expr few[2 * FEW];
} Operands;

static void operands_start(Operands *o, size_t most)
{
    o->n = 0;
    o->v = most > 2 * FEW ? store_resize(NULL, most, sizeof *o->v) : o->few;
}

static Expr operands_make(ExprStore *s, Operands *o, ExprOp op, Type type)
{
    Expr e = o->n == 1 ? o->v[0] : expr_make(s, op, type, 0, 0, o->n, o->v);
    if (o->v != o->few)
        free(o->v);
    return e;
}

/* ---- Types ---- */

/* T_REAL or T_INT; T_NONE if an operand is neither. */
static Type common_type(const ExprStore *s, uint32_t n, const Expr *e)
{
    Type type = n ? T_INT : T_REAL;
    for (uint32_t i = 0; i < n; i++) {
        Type t = expr_type(s, e[i]);
        if (t != T_REAL && t != T_INT)
            return T_NONE;
        if (t == T_REAL)
            type = T_REAL;
    }
    return type;
}

Expr expr_to_real(ExprStore *s, Expr e)
{
    if (expr_type(s, e) != T_INT)
        return e;
    if (expr_op(s, e) == EX_INT)
        return expr_real(s, expr_number(s, e));
    return expr_make(s, EX_TOREAL, T_REAL, 0, 0, 1, &e);
}

static bool is_open(const ExprStore *s, Expr e, ExprOp op)
{
    const ExprNode *n = expr_node(s, e);
    return n->op == op && n->nargs <= OPEN_LIMIT;
}

bool term_negative(const ExprStore *s, Expr term)
{
    if (expr_op(s, term) == EX_NEG)
        return true;
    if (expr_op(s, term) == EX_DIV)
        term = expr_arg(s, term, 0);
    if (expr_op(s, term) == EX_MUL)
        term = expr_arg(s, term, 0);
    ExprOp op = expr_op(s, term);
    return (op == EX_REAL || op == EX_INT) && signbit(expr_number(s, term));
}

/* ---- Sums ---- */

/* Splits a canonical term into literal coefficient and rest; the coefficient is 1 (of the
 * term's type) if there is none. A literal has rest 0. */
static Expr term_split(ExprStore *s, Expr term, Expr *rest)
{
    const ExprNode *n = expr_node(s, term);
    const Expr *args = expr_args(s, term);
    Type type = n->type;
    Expr coef = 0;
    *rest = term;
    if (n->op == EX_REAL || n->op == EX_INT) {
        coef = term;
        *rest = 0;
    } else if (n->op == EX_NEG) {
        *rest = args[0];
        return expr_literal(s, type, -1);
    } else if (is_open(s, term, EX_MUL) && expr_is_number(s, args[0])) {
        coef = args[0];
        *rest = n->nargs == 2 ? args[1] : expr_make(s, EX_MUL, type, 0, 0, n->nargs - 1, args + 1);
    } else if (n->op == EX_DIV && (expr_op(s, args[0]) == EX_MUL || expr_is_number(s, args[0]))) {
        Expr above, below = args[1];
        coef = term_split(s, args[0], &above);
        if (expr_is_one(s, coef))
            return coef;
        if (!above)
            above = expr_real(s, 1);
        *rest = expr_make(s, EX_DIV, type, 0, 0, 2, (Expr[]){above, below});
    }
    return coef ? coef : expr_literal(s, type, 1);
}

/* One term that is not a sum: into the list of terms or of literals. */
static void collect_term(ExprStore *s, Type type, Expr e, bool negative, Parts *terms,
                         Parts *literals)
{
    Num coef;
    Expr rest;
    if (expr_is_number(s, e)) {
        coef = num_of(s, e);
        if (!negative || num_negate(type, &coef)) {
            parts_add(literals)->coef = coef;
            return;
        }
        rest = e;
        coef = num_small(-1);
    } else {
        ExprOp op = expr_op(s, e);
        rest = e;
        coef = num_small(1);
        if (op == EX_NEG || is_open(s, e, EX_MUL) || op == EX_DIV)
            coef = num_of(s, term_split(s, e, &rest));
        if (negative && !num_negate(type, &coef)) {
            rest = e;
            coef = num_small(-1);
        }
    }
    Part *p = parts_add(terms);
    p->key = expr_key(s, rest, 0);
    p->coef = coef;
    p->term = negative ? 0 : e;
}

static void collect_sum(ExprStore *s, Type type, uint32_t n, const Expr *e, Expr minus,
                        Parts *terms, Parts *literals)
{
    Work work;
    work_start(&work);
    if (minus)
        work_push(&work, minus, true);
    for (uint32_t i = n; i-- > 0;)
        work_push(&work, e[i], false);
    while (work.n) {
        struct WorkItem top = work.v[--work.n];
        const ExprNode *node = expr_node(s, top.e);
        const Expr *args = expr_args(s, top.e);
        if (node->type != type) {
            collect_term(s, type, expr_to_real(s, top.e), top.turned, terms, literals);
        } else if (is_open(s, top.e, EX_ADD)) {
            for (uint32_t i = node->nargs; i-- > 0;)
                work_push(&work, args[i], top.turned);
        } else if (node->op == EX_SUB) {
            work_push(&work, args[1], !top.turned);
            work_push(&work, args[0], top.turned);
        } else if (node->op == EX_NEG) {
            work_push(&work, args[0], !top.turned);
        } else {
            collect_term(s, type, top.e, top.turned, terms, literals);
        }
    }
    work_end(&work);
}

static Expr scaled(ExprStore *s, Type type, Num coef, Expr rest)
{
    if (num_is(type, coef, 1))
        return rest;
    return expr_mul2(s, num_expr(s, type, coef), rest);
}

/* The sum of the coefficients of parts [i, j); false if it cannot be represented. */
static bool add_parts(Type type, const Parts *p, uint32_t i, uint32_t j, Num *sum)
{
    bool exact = true;
    *sum = p->v[i].coef;
    while (++i < j && exact)
        exact = num_add(type, sum, p->v[i].coef);
    return exact;
}

static void put_literals(ExprStore *s, Type type, Parts *literals, bool alone, Operands *out)
{
    Num sum;
    if (!literals->n)
        return;
    if (literals->n > 1)
        qsort(literals->v, literals->n, sizeof *literals->v, by_value);
    if (!add_parts(type, literals, 0, literals->n, &sum)) {
        for (uint32_t i = 0; i < literals->n; i++)
            out->v[out->n++] = num_expr(s, type, literals->v[i].coef);
    } else if (alone || !num_is(type, sum, 0)) {
        out->v[out->n++] = num_expr(s, type, sum);
    }
}

/* Terms [i, j) have one rest: their sum, or each of them if it cannot be represented. True if a
 * sum came out, as for 3*(a + b) - 2*(a + b), which has to be flattened again. */
static bool put_group(ExprStore *s, Type type, const Parts *terms, uint32_t i, uint32_t j,
                      Operands *out)
{
    const Part *p = &terms->v[i];
    Expr rest = p->key.e;
    if (j == i + 1) {
        out->v[out->n++] = p->term ? p->term : scaled(s, type, p->coef, rest);
        return is_open(s, out->v[out->n - 1], EX_ADD);
    }
    Num sum;
    if (!add_parts(type, terms, i, j, &sum)) {
        for (uint32_t k = i; k < j; k++)
            out->v[out->n++] = scaled(s, type, terms->v[k].coef, rest);
        return false;
    }
    if (num_is(type, sum, 0) && (s->drop_zeros || is_pure(s, rest)))
        return false;
    out->v[out->n++] = scaled(s, type, sum, rest);
    return is_open(s, out->v[out->n - 1], EX_ADD);
}

/* The sum of e[0 .. n) minus `minus` (0: nothing). */
static Expr sum_of(ExprStore *s, Type type, uint32_t n, const Expr *e, Expr minus)
{
    Parts terms, literals;
    parts_start(&terms);
    parts_start(&literals);
    collect_sum(s, type, n, e, minus, &terms, &literals);
    parts_sort(&terms);
    Operands out;
    bool again = false;
    operands_start(&out, (size_t)terms.n + literals.n + 1);
    put_literals(s, type, &literals, !terms.n, &out);
    for (uint32_t i = 0, j; i < terms.n; i = j) {
        for (j = i + 1; j < terms.n && terms.v[j].key.e == terms.v[i].key.e; j++)
            ;
        again |= put_group(s, type, &terms, i, j, &out);
    }
    parts_end(&terms);
    parts_end(&literals);
    if (!out.n)
        out.v[out.n++] = expr_literal(s, type, 0);
    Expr sum = operands_make(s, &out, EX_ADD, type);
    return again && expr_op(s, sum) == EX_ADD ? sum_of(s, type, 1, &sum, 0) : sum;
}

Expr expr_add(ExprStore *s, uint32_t n, const Expr *terms)
{
    Type type = common_type(s, n, terms);
    if (type == T_NONE)
        return expr_apply(s, EX_ADD, 0, n, terms);
    return sum_of(s, type, n, terms, 0);
}

Expr expr_add2(ExprStore *s, Expr a, Expr b)
{
    return expr_add(s, 2, (Expr[]){a, b});
}

Expr expr_sub(ExprStore *s, Expr a, Expr b)
{
    Type type = common_type(s, 2, (Expr[]){a, b});
    if (type == T_NONE)
        return expr_apply(s, EX_SUB, 0, 2, (Expr[]){a, b});
    return sum_of(s, type, 1, &a, b);
}

/* The same terms, each negated: the order does not depend on signs. */
static Expr negate_sum(ExprStore *s, Expr sum)
{
    const ExprNode *n = expr_node(s, sum);
    Type type = n->type;
    uint32_t nargs = n->nargs;
    Operands out;
    operands_start(&out, nargs);
    for (uint32_t i = 0; i < nargs; i++)
        out.v[out.n++] = expr_neg(s, expr_arg(s, sum, i));
    return operands_make(s, &out, EX_ADD, type);
}

/* ---- Products and quotients ---- */

typedef struct Product {
    Type type;
    bool negative;
    bool absorbed;    /* a variable was dropped beside a zero */
    Num above, below; /* literal factors, not negative */
    Parts factors;
} Product;

static Part *add_factor(ExprStore *s, Product *p, Expr base, int64_t power, bool below)
{
    Part *f = parts_add(&p->factors);
    f->key = expr_key(s, base, factor_rank(s, base));
    f->coef = (Num){(double)power, power};
    f->below = below;
    return f;
}

enum { MAX_POWER = 1000000 }; /* exponents beyond are not merged */

static void collect_factor(ExprStore *s, Product *p, Expr e, bool below, Parts *literals)
{
    const ExprNode *n = expr_node(s, e);
    const Expr *args = expr_args(s, e);
    int64_t k;
    Num x;
    if (expr_is_number(s, e)) {
        x = num_of(s, e);
        bool minus = signbit(x.r);
        if (minus && !num_negate(p->type, &x)) {
            add_factor(s, p, e, 1, below);
            return;
        }
        p->negative ^= minus;
        Part *literal = parts_add(literals);
        literal->coef = x;
        literal->below = below;
    } else if (n->op == EX_POW && expr_is_int_literal(s, args[1], &k) && k != 0 && k <= MAX_POWER &&
               k >= -MAX_POWER) {
        add_factor(s, p, args[0], k, below);
    } else {
        add_factor(s, p, e, 1, below);
    }
}

static void collect_product(ExprStore *s, Product *p, Work *work, Parts *literals)
{
    while (work->n) {
        struct WorkItem top = work->v[--work->n];
        Expr e = p->type == T_REAL ? expr_to_real(s, top.e) : top.e;
        const ExprNode *n = expr_node(s, e);
        const Expr *args = expr_args(s, e);
        if (is_open(s, e, EX_MUL)) {
            for (uint32_t i = n->nargs; i-- > 0;)
                work_push(work, args[i], top.turned);
        } else if (n->op == EX_DIV) {
            work_push(work, args[1], !top.turned);
            work_push(work, args[0], top.turned);
        } else if (n->op == EX_NEG) {
            p->negative = !p->negative;
            work_push(work, args[0], top.turned);
        } else {
            collect_factor(s, p, e, top.turned, literals);
        }
    }
}

/* Multiplies the literals above and below; those whose product cannot be represented stay
 * factors of their own. */
static void fold_literals(ExprStore *s, Product *p, Parts *literals)
{
    p->above = p->below = num_small(1);
    if (literals->n > 1)
        qsort(literals->v, literals->n, sizeof *literals->v, by_value);
    for (int below = 0; below < 2; below++) {
        Num x = num_small(1);
        bool exact = true;
        for (uint32_t i = 0; i < literals->n && exact; i++)
            if (literals->v[i].below == below)
                exact = num_mul(p->type, &x, literals->v[i].coef);
        for (uint32_t i = 0; i < literals->n && !exact; i++)
            if (literals->v[i].below == below)
                add_factor(s, p, num_expr(s, p->type, literals->v[i].coef), 1, below);
        if (exact)
            *(below ? &p->below : &p->above) = x;
    }
}

/* Equal bases become one factor; exponents of different sign are kept apart (no x/x = 1). */
static void merge_powers(Product *p)
{
    Parts *f = &p->factors;
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        Part *last = n ? &f->v[n - 1] : NULL, part = f->v[i];
        if (last && last->key.e == part.key.e && last->below == part.below && part.key.rank != 0 &&
            (last->coef.i > 0) == (part.coef.i > 0) &&
            llabs(last->coef.i + part.coef.i) <= MAX_POWER)
            last->coef.i += part.coef.i;
        else
            f->v[n++] = part;
    }
    f->n = n;
}

static bool is_power_of_two(double x)
{
    int exponent;
    return isfinite(x) && frexp(x, &exponent) == 0.5;
}

static bool divides(double x, double by)
{
    return by != 0 && fmod(x, by) == 0 && isfinite(x / by);
}

/* Moves the literal factors c above and d below to their canonical places. */
static void balance(Product *p, bool factors_above, bool factors_below)
{
    double c = p->above.r, d = p->below.r;
    if (d == 0)
        return;
    bool alone = !factors_above && !factors_below;
    if ((alone && isfinite(c / d) && (c == 0 || c / d != 0)) || divides(c, d)) {
        c /= d;
        d = 1;
    } else if (c != 1 && divides(d, c)) {
        d /= c;
        c = 1;
    }
    if (is_power_of_two(d) && (!factors_below || d < 1) && isfinite(c / d) && c / d * d == c) {
        c /= d;
        d = 1;
    }
    if (factors_below && c < 1 && is_power_of_two(c) && isfinite(d / c)) {
        d /= c;
        c = 1;
    }
    p->above.r = c;
    p->below.r = d;
}

/* The product of the factors [i, j) and a literal; 0 factors: the literal. */
static Expr make_product(ExprStore *s, const Product *p, uint32_t i, uint32_t j, Num literal)
{
    Operands out;
    operands_start(&out, (size_t)(j - i) + 1);
    if (i == j || !num_is(p->type, literal, 1))
        out.v[out.n++] = num_expr(s, p->type, literal);
    for (; i < j; i++) {
        Expr f = p->factors.v[i].key.e;
        int64_t power = p->factors.v[i].coef.i;
        if (power != 1) {
            Expr base_and_power[] = {f, expr_real(s, (double)power)};
            f = expr_make(s, EX_POW, T_REAL, 0, 0, 2, base_and_power);
        }
        out.v[out.n++] = f;
    }
    return operands_make(s, &out, EX_MUL, p->type);
}

/* 0 times a variable is 0 (0 times what may be infinite is not): beside a literal zero, variables
 * and times are dropped, above and below the line. */
static void absorb_variables(Product *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->factors.n; i++) {
        Part f = p->factors.v[i];
        bool zero = num_is(p->type, f.below ? p->below : p->above, 0);
        if (!zero || f.key.rank > 1 || f.coef.i < 0)
            p->factors.v[n++] = f;
    }
    p->absorbed = n < p->factors.n;
    p->factors.n = n;
}

/* Makes the quotient of the collected factors, numerator first in the list. */
static Expr finish_product(ExprStore *s, Product *p)
{
    absorb_variables(p);
    uint32_t n = p->factors.n, above = 0;
    while (above < n && !p->factors.v[above].below)
        above++;
    if (p->type == T_REAL)
        balance(p, above > 0, above < n);
    if (num_is(p->type, p->above, 0)) {
        if (s->drop_zeros)
            return expr_literal(s, p->type, 0);
        p->negative &= !n && !p->absorbed;
    }
    bool quotient = above < n || p->below.r != 1;
    bool sign_inside = !num_is(p->type, p->above, 1) || (!above && !quotient);
    if (p->negative && sign_inside)
        num_negate(p->type, &p->above);
    Expr e = make_product(s, p, 0, above, p->above);
    if (quotient) {
        Expr below = make_product(s, p, above, n, p->below);
        e = expr_make(s, EX_DIV, T_REAL, 0, 0, 2, (Expr[]){e, below});
    }
    if (!p->negative || sign_inside)
        return e;
    return is_open(s, e, EX_ADD) ? negate_sum(s, e) : expr_make(s, EX_NEG, p->type, 0, 0, 1, &e);
}

static Expr product(ExprStore *s, Type type, bool negative, uint32_t n, const Expr *above,
                    Expr below)
{
    Parts literals;
    Work work;
    Product p;
    p.type = type;
    p.negative = negative;
    p.absorbed = false;
    work_start(&work);
    parts_start(&literals);
    parts_start(&p.factors);
    if (below)
        work_push(&work, below, true);
    for (uint32_t i = n; i-- > 0;)
        work_push(&work, above[i], false);
    collect_product(s, &p, &work, &literals);
    fold_literals(s, &p, &literals);
    parts_sort(&p.factors);
    if (type == T_REAL)
        merge_powers(&p);
    Expr e = finish_product(s, &p);
    work_end(&work);
    parts_end(&literals);
    parts_end(&p.factors);
    return e;
}

Expr expr_mul(ExprStore *s, uint32_t n, const Expr *factors)
{
    Type type = common_type(s, n, factors);
    if (type == T_NONE)
        return expr_apply(s, EX_MUL, 0, n, factors);
    return product(s, type, false, n, factors, 0);
}

Expr expr_div(ExprStore *s, Expr a, Expr b)
{
    if (common_type(s, 2, (Expr[]){a, b}) == T_NONE)
        return expr_apply(s, EX_DIV, 0, 2, (Expr[]){a, b});
    return product(s, T_REAL, false, 1, &a, b);
}

Expr expr_neg(ExprStore *s, Expr a)
{
    Type type = common_type(s, 1, &a);
    if (type == T_NONE)
        return expr_apply(s, EX_NEG, 0, 1, &a);
    if (is_open(s, a, EX_ADD))
        return negate_sum(s, a);
    return product(s, type, true, 1, &a, 0);
}

Expr expr_mul2(ExprStore *s, Expr a, Expr b)
{
    return expr_mul(s, 2, (Expr[]){a, b});
}

/* ---- Powers ---- */

/* a^k for an integer k: signs outwards, powers of powers. 0 if no rule applies. */
static Expr integer_power(ExprStore *s, Expr a, int64_t k)
{
    int64_t inner;
    if (k == 1)
        return a;
    if (k == 0)
        return is_pure(s, a) ? expr_real(s, 1) : 0;
    if (term_negative(s, a)) {
        Expr power = expr_pow(s, expr_neg(s, a), expr_real(s, (double)k));
        return k % 2 ? expr_neg(s, power) : power;
    }
    if (expr_op(s, a) == EX_POW && expr_is_int_literal(s, expr_arg(s, a, 1), &inner) && inner > 0 &&
        k > 0 && inner <= MAX_POWER && k <= MAX_POWER)
        return expr_pow(s, expr_arg(s, a, 0), expr_real(s, (double)(inner * k)));
    return 0;
}

Expr expr_pow(ExprStore *s, Expr a, Expr b)
{
    if (common_type(s, 2, (Expr[]){a, b}) == T_NONE)
        return expr_apply(s, EX_POW, 0, 2, (Expr[]){a, b});
    a = expr_to_real(s, a);
    b = expr_to_real(s, b);
    if (expr_is_number(s, a) && expr_is_number(s, b)) {
        double x = op_rule[EX_POW].eval2(expr_number(s, a), expr_number(s, b));
        if (isfinite(x) && (x != 0 || expr_number(s, a) == 0))
            return expr_real(s, x);
    }
    int64_t k;
    Expr simpler = 0;
    if (expr_is_int_literal(s, b, &k) && !expr_is_number(s, a))
        simpler = integer_power(s, a, k);
    else if (expr_is_one(s, a) && is_pure(s, b))
        simpler = a;
    if (simpler)
        return simpler;
    return expr_make(s, EX_POW, T_REAL, 0, 0, 2, (Expr[]){a, b});
}
