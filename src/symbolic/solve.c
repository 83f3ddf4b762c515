/* solve.c - solving one equation for one variable, and signs of expressions.
 *
 * Let the equation be f(x) = r. The nodes through which every path from f to x leads (dominators)
 * make a chain f, u1, u2, .., x. Each link is undone in turn: u_k = g(u_k+1) is solved for u_k+1 if
 * g is linear in that node (which collects several occurrences), or if it is one operator with an
 * inverse. O(distinct nodes) for each link. */
#include "symbolic/calculus.h"
#include "symbolic/expr_internal.h"
#include "symbolic/func.h"

#include <math.h>
#include <stdlib.h>

typedef struct Solver {
    ExprStore *s;
    const SolveRules *rules;
    uint32_t var;
} Solver;

/* ---- Signs ---- */

/* A set of signs a value may have. */
enum { NEG = 1, NIL = 2, POS = 4, ALL = 7 };

static unsigned opposite(unsigned x)
{
    return (x & NIL) | (x & NEG ? POS : 0) | (x & POS ? NEG : 0);
}

static unsigned sign_of_sum(unsigned x, unsigned y)
{
    if (x == NIL || y == NIL)
        return x == NIL ? y : x;
    if ((x | y) & NEG && (x | y) & POS)
        return ALL;
    return (x & y & NIL) | ((x | y) & ~(unsigned)NIL);
}

static unsigned sign_of_product(unsigned x, unsigned y)
{
    unsigned sign = (x | y) & NIL;
    if (x & POS)
        sign |= y;
    if (x & NEG)
        sign |= opposite(y);
    return sign;
}

static unsigned sign_of_least(unsigned x, unsigned y)
{
    return x == NEG || y == NEG ? NEG : (x | y) & NEG ? ALL : x | y;
}

static unsigned sign_of_number(double x)
{
    return x > 0 ? POS : x < 0 ? NEG : NIL;
}

static unsigned sign_of_power(const ExprStore *s, Expr e, unsigned base)
{
    int64_t k;
    Expr exponent = expr_arg(s, e, 1);
    bool integer = expr_is_int_literal(s, exponent, &k);
    if (base == POS || (integer && k == 0))
        return POS;
    if (!integer) /* a negative base needs an exponent that happens to be an integer */
        return expr_is_number(s, exponent) || !(base & NEG) ? NIL | POS : ALL;
    unsigned sign = k % 2 ? base : (base & NIL) | (base & ~(unsigned)NIL ? POS : 0);
    return k < 0 ? sign & ~(unsigned)NIL : sign;
}

static unsigned sign_by_rule(char rule, unsigned operand)
{
    switch (rule) {
    case '+':
        return POS;
    case '0':
        return NIL | POS;
    case 'a':
        return (operand & NIL) | (operand & ~(unsigned)NIL ? POS : 0);
    case 'u':
        return operand;
    default:
        return ALL;
    }
}

static unsigned sign_of_node(const ExprStore *s, const Memo *m, Expr e)
{
    const ExprNode *n = expr_node(s, e);
    unsigned x[3] = {ALL, ALL, ALL};
    for (uint32_t i = 0; i < n->nargs && i < 3; i++)
        x[i] = (unsigned)m->value[memo_find(m, expr_arg(s, e, i))];
    switch (n->op) {
    case EX_ADD:
    case EX_MUL:
        for (uint32_t i = 1; i < n->nargs; i++) {
            unsigned y = (unsigned)m->value[memo_find(m, expr_arg(s, e, i))];
            x[0] = n->op == EX_ADD ? sign_of_sum(x[0], y) : sign_of_product(x[0], y);
        }
        return x[0];
    case EX_NEG:
        return opposite(x[0]);
    case EX_DIV:
        return sign_of_product(x[0], x[1] & ~(unsigned)NIL);
    case EX_POW:
        return sign_of_power(s, e, x[0]);
    case EX_IF:
        return x[1] | x[2];
    case EX_MIN:
        return sign_of_least(x[0], x[1]);
    case EX_MAX:
        return opposite(sign_of_least(opposite(x[0]), opposite(x[1])));
    case EX_NOEVENT:
    case EX_LATE:
        return x[0];
    case EX_SMOOTH:
        return x[1];
    case EX_HOMOTOPY:
        return x[0] | x[1];
    default:
        return sign_by_rule(op_rule[n->op].sign, x[0]);
    }
}

static bool enter_signs(void *arg, const ExprStore *s, Expr e)
{
    (void)arg;
    ExprOp op = expr_op(s, e);
    return op != EX_CALL && op != EX_PICK && !op_hides_vars(op) && !(op_info[op].flags & OPF_ARRAY);
}

static unsigned sign_set(const ExprStore *s, Expr e)
{
    Memo *m = memo_take(s);
    walk_collect(s, m, e, enter_signs, NULL);
    for (uint32_t i = 0; i < m->n; i++) {
        Expr key = m->key[i];
        if (expr_is_number(s, key))
            m->value[i] = sign_of_number(expr_number(s, key));
        else if (expr_node(s, key)->nargs && enter_signs(NULL, s, key))
            m->value[i] = sign_of_node(s, m, key);
        else
            m->value[i] = ALL;
    }
    unsigned sign = (unsigned)m->value[m->n - 1];
    memo_give(s, m);
    return sign;
}

ExprSign expr_sign(const ExprStore *s, Expr e)
{
    static const ExprSign known[ALL + 1] = {[NEG] = SIGN_NEGATIVE,
                                            [NIL] = SIGN_ZERO,
                                            [POS] = SIGN_POSITIVE,
                                            [NEG | POS] = SIGN_NONZERO};
    return known[sign_set(s, e)];
}

/* ---- Permissions ---- */

/* Whether a sum, product or quotient may be divided by: its numerator must not vanish. */
static bool may_divide(const Solver *v, Expr by)
{
    const ExprStore *s = v->s;
    while (expr_op(s, by) == EX_NEG || expr_op(s, by) == EX_DIV)
        by = expr_arg(s, by, 0);
    if (expr_is_number(s, by))
        return expr_number(s, by) != 0;
    return !v->rules->divisor || v->rules->divisor(v->rules->arg, by);
}

static bool in_range(const Solver *v, Expr e, double lo, double hi)
{
    double least, most;
    if (expr_is_number(v->s, e))
        least = most = expr_number(v->s, e);
    else if (!v->rules->range || !v->rules->range(v->rules->arg, e, &least, &most))
        return false;
    return least >= lo && most <= hi;
}

static bool is_nonnegative(const Solver *v, Expr e)
{
    return !(sign_set(v->s, e) & NEG) || in_range(v, e, 0, INFINITY);
}

/* ---- Inverses: u from f = r. 0 if there is none that is safe ---- */

static Expr root(Solver *v, Expr r, double n)
{
    if (n == 2)
        return expr_build(v->s, EX_SQRT, T_REAL, 0, 0, 1, &r);
    return expr_pow(v->s, r, expr_real(v->s, 1 / n));
}

/* u^k = r, k a positive integer */
static Expr undo_integer_power(Solver *v, Expr u, int64_t k, Expr r)
{
    ExprStore *s = v->s;
    if (k == 1)
        return r;
    if (k % 2 && is_nonnegative(v, r))
        return root(v, r, (double)k);
    if (k % 2) {
        Expr zero[] = {r, expr_real(s, 0)};
        Expr positive = expr_build(s, EX_GE, T_BOOL, EF_NOEVENT, 0, 2, zero);
        Expr below = expr_neg(s, root(v, expr_neg(s, r), (double)k));
        return expr_if(s, positive, root(v, r, (double)k), below);
    }
    if (is_nonnegative(v, u) || (v->rules->principal && !in_range(v, u, -INFINITY, 0)))
        return root(v, r, (double)k);
    return in_range(v, u, -INFINITY, 0) ? expr_neg(s, root(v, r, (double)k)) : 0;
}

/* u^p = r */
static Expr undo_power(Solver *v, Expr u, Expr p, Expr r)
{
    ExprStore *s = v->s;
    int64_t k;
    if (expr_is_int_literal(s, p, &k) && k != 0) {
        if (k < 0 && !may_divide(v, r))
            return 0;
        if (k < 0)
            r = expr_div(s, expr_real(s, 1), r);
        return undo_integer_power(v, u, k < 0 ? -k : k, r);
    }
    Expr inverse = expr_div(s, expr_real(s, 1), p);
    bool literal = expr_is_number(s, p);
    bool checked = literal && !expr_is_int_literal(s, inverse, &k); /* r^(1/p) fails for r < 0 */
    bool safe = checked || (is_nonnegative(v, r) && (literal || is_nonnegative(v, u)));
    if (!safe && !v->rules->principal)
        return 0;
    return may_divide(v, p) ? expr_pow(s, r, inverse) : 0;
}

/* a^u = r */
static Expr undo_exponent(Solver *v, Expr a, Expr r)
{
    ExprStore *s = v->s;
    Expr log_a = expr_build(s, EX_LOG, T_REAL, 0, 0, 1, &a);
    if ((expr_sign(s, a) != SIGN_POSITIVE && !v->rules->principal) || !may_divide(v, log_a))
        return 0;
    return expr_div(s, expr_build(s, EX_LOG, T_REAL, 0, 0, 1, &r), log_a);
}

/* f(u) = r by the table */
static Expr undo_function(Solver *v, ExprOp op, Expr u, Expr r)
{
    const OpRule *rule = &op_rule[op];
    bool one_branch = rule->branch[0] == rule->branch[1];
    bool any_result = rule->result[0] == rule->result[1];
    if (!rule->inverse)
        return 0;
    if (!v->rules->principal) {
        if (!one_branch && !in_range(v, u, rule->branch[0], rule->branch[1]))
            return 0;
        if (!any_result && !in_range(v, r, rule->result[0], rule->result[1]) &&
            !(op == EX_SQRT && is_nonnegative(v, r)))
            return 0;
    }
    return op_formula(v->s, rule->inverse, 0, r, 0);
}

typedef struct CallArguments {
    ExprStore *s;
    Expr call, result;
    const Func *f;
} CallArguments;

static Expr call_argument(void *arg, Expr leaf)
{
    const CallArguments *c = arg;
    const ExprNode *n = expr_node(c->s, leaf);
    if (n->op != EX_LOCAL)
        return leaf;
    if ((int)n->payload < c->f->ninputs)
        return expr_arg(c->s, c->call, (uint32_t)n->payload);
    return c->result;
}

/* The value of a function of the numbers x, if its body can be executed with them; NAN. */
static double value_of(ExprStore *s, uint32_t func, int n, const Expr *x)
{
    Expr y = func_get(s, func)->noutputs == 1 ? func_inline(s, func, (uint32_t)n, x, 0, 0, 1) : 0;
    return y && expr_is_number(s, y) ? expr_number(s, y) : NAN;
}

/* With the inputs x of f: whether the inverse gives the one it solves for back. Functions of flows
 * name approximations as their inverses, with which an equation would have another solution than
 * it has without; what cannot be evaluated is believed. */
static bool gives_back(ExprStore *s, const Func *f, const FuncInverse *inverse, const Expr *x)
{
    enum { MOST = 16 };
    static const double enough = 1e-3;
    double y = value_of(s, f->number, f->ninputs, x);
    if (!isfinite(y) || inverse->nargs > MOST)
        return true;
    Expr arg[MOST], call = expr_build(s, EX_CALL, T_REAL, 0, f->number, (uint32_t)f->ninputs, x);
    CallArguments c = {s, call, expr_real(s, y), f};
    for (int i = 0; i < inverse->nargs; i++)
        arg[i] = expr_replace(s, inverse->arg[i], call_argument, &c);
    double u = expr_number(s, x[inverse->input]),
           back = value_of(s, inverse->func, inverse->nargs, arg);
    return !isfinite(back) || fabs(back - u) <= enough * fabs(u);
}

/* Tried with numbers of many sizes for the input in question, and some for the others. */
static bool holds(ExprStore *s, const Func *f, FuncInverse *inverse)
{
    enum { MOST = 16, OTHERS = 3 };
    static const double u[] = {1e-5, 1e-3, 0.05, 0.3, 0.8, 2, 30, 1e3, 1e5};
    bool scalar = f->ninputs <= MOST && !f->external;
    for (int i = 0; i < f->ninputs; i++)
        scalar = scalar && f->var[i].type == T_REAL;
    if (inverse->holds || !scalar)
        return inverse->holds >= 0;
    inverse->holds = 1;
    for (size_t k = 0; k < 2 * OTHERS * sizeof u / sizeof *u && inverse->holds > 0; k++) {
        Expr x[MOST];
        for (int i = 0; i < f->ninputs; i++)
            x[i] = expr_real(s, 0.5 + (double)(k % OTHERS) + 0.25 * i);
        x[inverse->input] = expr_real(s, (k % 2 ? -1 : 1) * u[k / 2 / OTHERS]);
        if (!gives_back(s, f, inverse, x))
            inverse->holds = -1;
    }
    return inverse->holds > 0;
}

/* f(.., u, ..) = r by the `inverse` annotation */
static Expr undo_call(Solver *v, Expr call, uint32_t input, Expr r)
{
    ExprStore *s = v->s;
    const Func *f = func_get(s, (uint32_t)expr_node(s, call)->payload);
    CallArguments c = {s, call, r, f};
    for (int k = 0; k < f->ninverses; k++) {
        FuncInverse *inverse = &f->inverse[k];
        if (inverse->input != (int)input || !holds(s, f, inverse))
            continue;
        Expr *arg = store_resize(NULL, (size_t)inverse->nargs + 1, sizeof *arg);
        for (int i = 0; i < inverse->nargs; i++)
            arg[i] = expr_replace(s, inverse->arg[i], call_argument, &c);
        Expr e = expr_build(s, EX_CALL, T_REAL, 0, inverse->func, (uint32_t)inverse->nargs, arg);
        free(arg);
        return e;
    }
    return 0;
}

/* One operator with u as exactly one operand. */
static Expr undo_operator(Solver *v, Expr e, Expr u, Expr r)
{
    ExprStore *s = v->s;
    const ExprNode *n = expr_node(s, e);
    const Expr *arg = expr_args(s, e);
    uint32_t which = 0, found = 0;
    for (uint32_t i = 0; i < n->nargs; i++) {
        if (arg[i] != u)
            continue;
        which = i;
        found++;
    }
    if (found != 1)
        return 0;
    Expr other = n->nargs == 2 ? arg[1 - which] : 0;
    switch (n->op) {
    case EX_POW:
        return which ? undo_exponent(v, other, r) : undo_power(v, u, other, r);
    case EX_DIV: /* a/u = r; the other case is linear */
        return which && may_divide(v, other) && may_divide(v, r) ? expr_div(s, other, r) : 0;
    case EX_CALL:
        return undo_call(v, e, which, r);
    default:
        return n->nargs == 1 ? undo_function(v, (ExprOp)n->op, u, r) : 0;
    }
}

static Expr undo(Solver *v, Expr e, Expr u, Expr r)
{
    ExprStore *s = v->s;
    Expr coef, rest;
    if (!linear_in_node(s, e, u, &coef, &rest))
        return undo_operator(v, e, u, r);
    if (expr_is_number(s, coef) ? expr_number(s, coef) == 0 : !may_divide(v, coef))
        return 0;
    return expr_div(s, expr_sub(s, r, rest), coef);
}

/* ---- The chain of dominators ---- */

static bool may_have_var(void *arg, const ExprStore *s, Expr e)
{
    const Solver *v = arg;
    const ExprNode *n = expr_node(s, e);
    return (n->var_mask >> (v->var & 63) & 1) && n->min_var <= v->var &&
           !op_hides_vars((ExprOp)n->op);
}

static bool is_var(const ExprStore *s, Expr e, uint32_t var)
{
    const ExprNode *n = expr_node(s, e);
    return n->op == EX_VAR && n->payload == var;
}

/* Marks in the memo (value 1) the nodes from which x is reached. True if the root is one. */
static bool mark_paths(Solver *v, Memo *m, Expr root)
{
    const ExprStore *s = v->s;
    walk_collect(s, m, root, may_have_var, v);
    for (uint32_t i = 0; i < m->n; i++) {
        Expr e = m->key[i];
        const ExprNode *n = expr_node(s, e);
        bool reaches = v->var - (uint32_t)n->payload < leaf_vars(s, e);
        for (uint32_t k = 0; n->nargs && k < n->nargs && may_have_var(v, s, e) && !reaches; k++)
            reaches = m->value[memo_find(m, expr_arg(s, e, k))] != 0;
        m->value[i] = reaches;
    }
    return m->value[m->n - 1] != 0;
}

static int descending(const void *a, const void *b)
{
    Expr x = *(const Expr *)a, y = *(const Expr *)b;
    return x > y ? -1 : x < y;
}

/* The dominators of x below `root`, from the root on. Operands have lower numbers than users, so
 * going down by number, a node is passed by every path if no other is waiting. */
static uint32_t find_chain(Solver *v, Memo *m, Expr *chain)
{
    const ExprStore *s = v->s;
    uint32_t n = 0, length = 0, waiting = 1;
    Expr *node = store_resize(NULL, m->n, sizeof *node);
    for (uint32_t i = 0; i < m->n; i++)
        if (m->value[i])
            node[n++] = m->key[i];
    qsort(node, n, sizeof *node, descending);
    for (uint32_t i = 0; i < n; i++) {
        if (waiting == 1)
            chain[length++] = node[i];
        waiting--;
        for (uint32_t k = 0; k < expr_node(s, node[i])->nargs; k++) {
            uint32_t at = memo_find(m, expr_arg(s, node[i], k));
            if (at == MEMO_ABSENT || m->value[at] != 1)
                continue;
            m->value[at] = 2; /* waiting already */
            waiting++;
        }
    }
    free(node);
    return length;
}

Expr expr_solve(ExprStore *s, Expr lhs, Expr rhs, uint32_t var, const SolveRules *rules)
{
    Solver v = {s, rules, var};
    Memo *m = memo_take(s), *other = memo_take(s);
    bool left = mark_paths(&v, m, lhs), right = mark_paths(&v, other, rhs);
    memo_give(s, m);
    memo_give(s, other);
    Expr f = left ? lhs : rhs, r = left ? rhs : lhs;
    if (left && right) {
        f = expr_sub(s, lhs, rhs);
        r = expr_real(s, 0);
    }
    m = memo_take(s);
    Expr *chain = NULL;
    uint32_t length = 0;
    if ((left || right) && mark_paths(&v, m, f)) {
        chain = store_resize(NULL, m->n, sizeof *chain);
        length = find_chain(&v, m, chain);
    }
    memo_give(s, m);
    if (!length || !is_var(s, chain[length - 1], var))
        r = 0;
    for (uint32_t i = 0; i + 1 < length && r; i++)
        r = undo(&v, chain[i], chain[i + 1], r);
    free(chain);
    return r;
}
