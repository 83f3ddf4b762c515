/* unreachable.c - branches that no mode of the model leads to.
 *
 * if locked then .. else if forward then .. else if backward then .. else sign(w): where locked is
 * not (forward or backward), the last branch is never taken, though only the equation of `locked`
 * says so. The conditions of a chain of branches are logical functions of a few atoms; so are the
 * equations of the Boolean variables among them, which hold. All values of the atoms are tried at
 * once, as the bits of words. O(branches * 2^MOST_ATOMS / 64) a chain. */
#include "dae/blocks.h"

enum { MOST_ATOMS = 10, WORDS = (1 << MOST_ATOMS) / 64, MOST_BRANCHES = 64 };

typedef struct Truth {
    uint64_t word[WORDS];
} Truth;

typedef struct Chain {
    const Problem *p;
    ExprStore *s;
    int n;
    Expr atom[MOST_ATOMS + 1];
    bool too_many;
} Chain;

static Truth constant(bool value)
{
    Truth t;
    memset(t.word, value ? 0xFF : 0, sizeof t.word);
    return t;
}

/* Atom k is bit k of the number of a trial. */
static Truth of_atom(Chain *c, Expr e)
{
    static const uint64_t low[6] = {0xAAAAAAAAAAAAAAAAu, 0xCCCCCCCCCCCCCCCCu, 0xF0F0F0F0F0F0F0F0u,
                                    0xFF00FF00FF00FF00u, 0xFFFF0000FFFF0000u, 0xFFFFFFFF00000000u};
    int k = 0;
    while (k < c->n && c->atom[k] != e)
        k++;
    if (k == MOST_ATOMS) {
        c->too_many = true;
        return constant(false);
    }
    c->atom[k] = e;
    c->n += k == c->n;
    Truth t;
    for (int i = 0; i < WORDS; i++)
        t.word[i] = k < 6 ? low[k] : i >> (k - 6) & 1 ? ~(uint64_t)0 : 0;
    return t;
}

static Truth truth_of(Chain *c, Expr e)
{
    const ExprNode *n = expr_node(c->s, e);
    if (n->op == EX_BOOL)
        return constant(n->payload != 0);
    if (n->op != EX_NOT && n->op != EX_AND && n->op != EX_OR)
        return of_atom(c, e);
    Truth t = constant(n->op != EX_OR);
    for (uint32_t k = 0; k < n->nargs; k++) {
        Truth u = truth_of(c, expr_arg(c->s, e, k));
        for (int i = 0; i < WORDS; i++)
            t.word[i] = n->op == EX_NOT   ? ~u.word[i]
                        : n->op == EX_AND ? t.word[i] & u.word[i]
                                          : t.word[i] | u.word[i];
    }
    return t;
}

static bool is_never(const Truth *t)
{
    uint64_t any = 0;
    for (int i = 0; i < WORDS; i++)
        any |= t->word[i];
    return !any;
}

/* The equation of a Boolean variable as a condition; 0: none. */
static Expr definition(const Chain *c, Expr e)
{
    if (expr_op(c->s, e) != EX_VAR)
        return 0;
    VarId var = var_number(c->s, e);
    int col = problem_col(c->p, var), r = col >= 0 ? c->p->col_row[col] : -1;
    const Row *row = r >= 0 ? &c->p->row.v[r] : NULL;
    return row && row->kind != ROW_OBJECT ? defined_value(c->p->d, row->lhs, row->rhs, var) : 0;
}

/* What is known: the equations of the variables among the first n atoms, if they have few atoms. */
static Truth known_truth(Chain *c)
{
    Truth all = constant(true);
    for (int k = 0, n = c->n; k < n; k++) {
        Expr value = definition(c, c->atom[k]);
        if (!value)
            continue;
        int before = c->n;
        Truth x = of_atom(c, c->atom[k]), y = truth_of(c, value);
        for (int i = 0; i < WORDS && !c->too_many; i++)
            all.word[i] &= ~(x.word[i] ^ y.word[i]);
        if (c->too_many)
            c->n = before;
        c->too_many = false;
    }
    return all;
}

/* The chain from a node on, without what is never reached. */
static Expr reached(Chain *c, Expr e, Truth left)
{
    Expr cond[MOST_BRANCHES], value[MOST_BRANCHES + 1];
    int n = 0;
    for (; expr_op(c->s, e) == EX_IF && n < MOST_BRANCHES; e = expr_arg(c->s, e, 2)) {
        Truth t = truth_of(c, expr_arg(c->s, e, 0)), here = left;
        for (int i = 0; i < WORDS; i++) {
            here.word[i] &= t.word[i];
            left.word[i] &= ~t.word[i];
        }
        if (is_never(&here))
            continue;
        cond[n] = expr_arg(c->s, e, 0);
        value[n++] = expr_arg(c->s, e, 1);
    }
    Expr result = n && is_never(&left) ? value[--n] : e;
    while (n-- > 0)
        result = expr_if(c->s, cond[n], value[n], result);
    return result;
}

Expr without_unreachable(void *arg, Expr old, Expr now)
{
    const Problem *p = arg;
    Chain c = {.p = p, .s = p->d->store};
    (void)old;
    if (expr_op(c.s, now) != EX_IF || expr_op(c.s, expr_arg(c.s, now, 2)) != EX_IF)
        return now;
    for (Expr e = now; expr_op(c.s, e) == EX_IF; e = expr_arg(c.s, e, 2))
        truth_of(&c, expr_arg(c.s, e, 0));
    return c.too_many ? now : reached(&c, now, known_truth(&c));
}
