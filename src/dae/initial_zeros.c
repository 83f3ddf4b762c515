/* initial_zeros.c - what initial equations say is 0, carried through the equations of the start.
 *
 * A start at rest says der(x) = 0. Put into the other equations this takes products away, and what
 * the derivatives of densities, masses and energies are made of: flows that must be the same all
 * along a pipe follow from its ends then, instead of from pressures in one large system, whose
 * matrix is singular where guesses let nothing flow. An equation of which nothing would be left
 * stays as it is. A queue of variables, linear in the size of the equations they occur in, times
 * the number of them in one equation. */
#include "dae/blocks.h"

typedef struct Zeros {
    Dae *d;
    Row *row;
    int n, at;
    Uses uses;
    bool *zero; /* [nvars] */
    bool any;   /* row was changed */
    VEC(VarId) queue;
} Zeros;

static void note_use(void *arg, VarId v)
{
    Zeros *w = arg;
    uses_add(&w->uses, v, w->at);
}

static bool is_unknown(void *arg, VarId v)
{
    const Dae *d = arg;
    return d->var.v[v].kind >= DV_STATE && d->var.v[v].kind <= DV_DISCRETE;
}

/* x = 0 or 0 = x: x, else NONE. */
static VarId zero_of(const Zeros *w, const Row *row)
{
    const ExprStore *s = w->d->store;
    if (row->kind != ROW_EQUATION || expr_type(s, row->lhs) != T_REAL)
        return NONE;
    if (expr_op(s, row->lhs) == EX_VAR && expr_is_zero(s, row->rhs))
        return var_number(s, row->lhs);
    return expr_op(s, row->rhs) == EX_VAR && expr_is_zero(s, row->lhs) ? var_number(s, row->rhs)
                                                                       : NONE;
}

static void take_zero(Zeros *w, const Row *row)
{
    VarId v = zero_of(w, row);
    if (v == NONE || w->zero[v] || !is_unknown(w->d, v))
        return;
    w->zero[v] = true;
    vec_push(w->uses.a, &w->queue, v);
}

/* 0, of whatever sign. */
static bool is_nil(const ExprStore *s, Expr e)
{
    const ExprNode *n = expr_node(s, e);
    return expr_is_zero(s, e) || (n->op == EX_REAL && !(n->payload << 1));
}

/* What is 0 as one of its operands is, whatever the others are: where they have no value 0*x is
 * none either, but x is not asked for then. */
static Expr zero_node(void *arg, Expr old, Expr now)
{
    const Zeros *w = arg;
    ExprStore *s = w->d->store;
    const ExprNode *n = expr_node(s, now);
    const Expr *x = expr_args(s, now);
    bool zero = (n->op == EX_VAR && w->zero[n->payload]) || (n->op == EX_REAL && is_nil(s, now));
    for (uint32_t i = 0; n->op == EX_MUL && i < n->nargs; i++)
        zero = zero || is_nil(s, x[i]);
    zero = zero || ((n->op == EX_DIV || n->op == EX_NEG) && is_nil(s, x[0])) ||
           (n->op == EX_IF && n->type == T_REAL && is_nil(s, x[1]) && is_nil(s, x[2]));
    (void)old;
    return zero ? expr_real(s, 0) : now;
}

static void put_zeros(Zeros *w, Row *row)
{
    if (row->kind != ROW_EQUATION || zero_of(w, row) != NONE)
        return;
    Row now = *row;
    now.lhs = dae_rewrite(w->d, row->lhs, zero_node, w);
    now.rhs = dae_rewrite(w->d, row->rhs, zero_node, w);
    if (!dae_any_var(w->d, now.lhs, is_unknown, w->d) &&
        !dae_any_var(w->d, now.rhs, is_unknown, w->d))
        return;
    w->any = w->any || now.lhs != row->lhs || now.rhs != row->rhs;
    *row = now;
    take_zero(w, row);
}

bool initial_carry_zeros(Dae *d, Arena *a, Row *row, int n)
{
    Zeros w = {.d = d, .row = row, .n = n, .uses = uses_open(a, d)};
    w.zero = ARENA_ARRAY(a, bool, d->var.n + 1);
    for (int i = 0; i < n; i++)
        if (row[i].eq >= 0 && d->eq.v[row[i].eq].initial)
            take_zero(&w, &row[i]);
    for (; w.queue.n && w.at < n; w.at++)
        if (row[w.at].kind == ROW_EQUATION) {
            dae_visible_vars(d, row[w.at].lhs, note_use, &w);
            dae_visible_vars(d, row[w.at].rhs, note_use, &w);
        }
    for (int i = 0; i < w.queue.n; i++)
        for (int e = w.uses.first[w.queue.v[i]]; e; e = w.uses.use.v[e - 1].next)
            put_zeros(&w, &row[w.uses.use.v[e - 1].eq]);
    return w.any;
}
