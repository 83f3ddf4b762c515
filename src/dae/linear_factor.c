/* linear_factor.c - equations all of whose terms vanish with one known variable x.
 *
 * Streams that mix give such equations: with y = semiLinear(x, sa, s) and y = semiLinear(x, s, sb)
 * follows x*s = x*sa for x > 0 and x*s = x*sb for x < 0. Divided by x on either side of 0 it says
 * s = if x >= 0 then sa else sb, which the language demands also at x = 0 (semiLinear, rule 1).
 * O(size of the expressions), which are small. */
#include "dae/linear_internal.h"

/* e/x; 0 if e has no factor x. */
static Expr quotient(ExprStore *s, Expr e, Expr x)
{
    if (e == x)
        return expr_real(s, 1);
    if (expr_is_number(s, e) && expr_number(s, e) == 0)
        return expr_real(s, 0);
    ExprOp op = expr_op(s, e);
    uint32_t n = expr_node(s, e)->nargs;
    if (op == EX_NEG || op == EX_DIV) {
        Expr q = quotient(s, expr_arg(s, e, 0), x);
        return !q ? 0 : op == EX_NEG ? expr_neg(s, q) : expr_div(s, q, expr_arg(s, e, 1));
    }
    if (op != EX_ADD && op != EX_MUL)
        return 0;
    Expr result = 0;
    for (uint32_t i = 0; i < n; i++) {
        Expr q = quotient(s, expr_arg(s, e, i), x);
        if (op == EX_ADD && !q)
            return 0;
        if (op == EX_ADD) {
            result = result ? expr_add2(s, result, q) : q;
        } else if (q) {
            for (uint32_t k = 0; k < n; k++)
                q = k == i ? q : expr_mul2(s, q, expr_arg(s, e, k));
            return q;
        }
    }
    return result;
}

/* The variable whose sign a condition asks for: x in x >= 0, -x > 0, ...; 0: none. *up: it is true
 * for positive x. */
static Expr asks_sign(const ExprStore *s, Expr c, bool *up)
{
    ExprOp op = expr_op(s, c);
    if (op != EX_GE && op != EX_GT && op != EX_LE && op != EX_LT)
        return 0;
    Expr x = expr_arg(s, c, 0), zero = expr_arg(s, c, 1);
    if (!expr_is_number(s, zero) || expr_number(s, zero) != 0)
        return 0;
    *up = op == EX_GE || op == EX_GT;
    if (expr_op(s, x) == EX_NEG) {
        x = expr_arg(s, x, 0);
        *up = !*up;
    }
    return expr_op(s, x) == EX_VAR ? x : 0;
}

typedef struct Half {
    ExprStore *s;
    Expr x;
    bool positive;
} Half;

static Expr take_half(void *arg, Expr old, Expr now)
{
    const Half *h = arg;
    bool up = false;
    if (expr_op(h->s, old) != EX_IF || expr_op(h->s, now) != EX_IF ||
        asks_sign(h->s, expr_arg(h->s, old, 0), &up) != h->x)
        return now;
    return expr_arg(h->s, now, up == h->positive ? 1 : 2);
}

typedef struct Factors {
    const ExprStore *s;
    int n;
    Expr x[MOST_FACTORS], condition[MOST_FACTORS];
} Factors;

static bool find_factor(void *arg, Expr e)
{
    Factors *f = arg;
    bool up = false;
    Expr x = expr_op(f->s, e) == EX_IF ? asks_sign(f->s, expr_arg(f->s, e, 0), &up) : 0;
    bool known = !x || f->n == MOST_FACTORS;
    for (int i = 0; i < f->n && !known; i++)
        known = f->x[i] == x;
    if (!known) {
        f->condition[f->n] = expr_arg(f->s, e, 0);
        f->x[f->n++] = x;
    }
    return true;
}

/* e/x on either side of 0; 0 if it has no such factor. */
static Expr divided(Dae *d, Expr e, Expr x, Expr condition)
{
    ExprStore *s = d->store;
    Expr side[2];
    for (int k = 0; k < 2; k++) {
        Half h = {s, x, k == 0};
        side[k] = quotient(s, dae_rewrite(d, e, take_half, &h), x);
        if (!side[k])
            return 0;
    }
    Expr both[2] = {x, expr_real(s, 0)};
    unsigned flags = expr_node(s, condition)->flags;
    Expr up = expr_build(s, EX_GE, T_BOOL, flags, 0, 2, both);
    return side[0] == side[1] ? side[0] : expr_if(s, up, side[0], side[1]);
}

static bool divide_row_by(Elimination *w, int i, Expr x, Expr condition, Expr *q)
{
    Line *row = &w->row[i];
    Dae *d = w->sys->p->d;
    Expr rhs = divided(d, row->full, x, condition);
    const CellEntry *at = echelon_row(&w->e, i);
    int n = w->e.row[i].n;
    for (int m = 0; m < n && rhs; m++) {
        q[m] = divided(d, at[m].cell->full, x, condition);
        if (!q[m])
            return false;
    }
    if (!rhs)
        return false;
    Step step = {.row = i, .by = -1};
    coef_samples(w->sys->p, x, step.factor);
    for (int m = 0; m < n; m++) {
        Cell new = first_cell(w, q[m]);
        for (int k = 0; k < SAMPLES; k++)
            new.x[k] = at[m].cell->x[k] / step.factor[k];
        *at[m].cell = new;
    }
    vec_push(w->a, &w->step, step);
    row->rhs = row->full = rhs;
    row->known = false;
    row->changed = true;
    return true;
}

bool divide_row(Elimination *w, int i)
{
    const Line *row = &w->row[i];
    Factors f = {.s = w->s};
    if (!row->full || row->stays)
        return false;
    const CellEntry *at = echelon_row(&w->e, i);
    for (int m = 0; m < w->e.row[i].n; m++) {
        if (!at[m].cell->full)
            return false;
        dae_walk(w->sys->p->d, at[m].cell->full, find_factor, &f);
    }
    Expr *q = ARENA_ARRAY(w->a, Expr, w->e.row[i].n + 1);
    for (int k = 0; k < f.n; k++)
        if (divide_row_by(w, i, f.x[k], f.condition[k], q))
            return true;
    return false;
}
