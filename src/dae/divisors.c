/* divisors.c - what is divided by and may pass through 0 during a run: there a system of equations
 * is singular, and what it determines may grow without bound (rt/poles.c watches the signs).
 *
 * Divisors stand in what blocks assign - equations solved for a variable, systems solved
 * symbolically, divisions as written -, and in residuals. Matrices that the run time factors are
 * its own business. Left out is what changes at events only, what is never 0, and what
 * stands in a branch: a condition that guards a quotient says what happens where it grows. A
 * quotient that the model writes has the value that it says on both sides of a pole; equations that
 * are singular have none there. Two walks over the expressions: linear, besides the proofs of
 * signs. */
#include "dae/problem.h"

typedef struct Divisors {
    Dae *d;
    Arena *a;
    Map seen;    /* expressions that were looked into */
    Map divided; /* by this expression: DIVIDED, or DIVIDED + 1 + its number */
    VEC(Expr) work;
    int eq;
    bool out;
    bool written; /* the equations as they are, after those that were solved: marks what it finds */
} Divisors;

enum { DIVIDED = 1 };

static bool may_change(void *arg, Expr e)
{
    const Dae *d = arg;
    const ExprNode *n = expr_node(d->store, e);
    if (n->op != EX_VAR)
        return is_moving(n);
    const DaeVar *v = &d->var.v[n->payload];
    return v->kind > DV_PARAMETER && !is_mode_var(v);
}

static void push(Divisors *w, Expr e)
{
    if (map_get(&w->seen, e, 0))
        return;
    map_set(&w->seen, w->a, e, 1);
    vec_push(w->a, &w->work, e);
}

/* One factor of a divisor. */
static void add_factor(Divisors *w, Expr e)
{
    Dae *d = w->d;
    const ExprNode *n = expr_node(d->store, e);
    int known = (int)map_get(&w->divided, e, 0);
    if (w->written && known > DIVIDED)
        d->divisor.v[known - DIVIDED - 1].written = true;
    if (w->written || known || expr_is_number(d->store, e) || n->type != T_REAL ||
        n->traits & (ET_LOCAL | ET_IMPURE))
        return;
    map_set(&w->divided, w->a, e, DIVIDED);
    if (!dae_any(d, e, may_change, d) || is_nonzero(d, e))
        return;
    map_set(&w->divided, w->a, e, (uint32_t)(DIVIDED + 1 + d->divisor.n));
    vec_push(d->arena, &d->divisor, ((Divisor){.e = e, .eq = w->eq, .out = w->out}));
}

/* Its factors; of a power what is raised: that changes its sign where an even power does not. */
static void add_divisor(Divisors *w, Expr e)
{
    const ExprStore *s = w->d->store;
    ExprOp op = expr_op(s, e);
    uint32_t n = op == EX_MUL ? expr_node(s, e)->nargs : op == EX_POW;
    for (uint32_t i = 0; i < n; i++)
        add_divisor(w, expr_arg(s, e, i));
    if (!n)
        add_factor(w, e);
}

static void look_into(Divisors *w, Expr root, int eq, bool out)
{
    const ExprStore *s = w->d->store;
    if (!root)
        return;
    w->eq = eq;
    w->out = out;
    push(w, root);
    while (w->work.n) {
        Expr e = vec_pop(&w->work);
        ExprOp op = expr_op(s, e);
        if (op == EX_PRE || op_hides_vars(op))
            continue;
        if (op == EX_DIV)
            add_divisor(w, expr_arg(s, e, 1));
        if (op == EX_TAN) { /* sin/cos */
            Expr angle = expr_arg(s, e, 0);
            add_factor(w, expr_build(w->d->store, EX_COS, T_REAL, 0, 0, 1, &angle));
        }
        bool branches = op == EX_IF || op == EX_AND || op == EX_OR;
        for (uint32_t i = 0; i < (branches ? 1 : expr_node(s, e)->nargs); i++)
            push(w, expr_arg(s, e, i));
    }
}

/* Those by which the model itself divides are marked, and put after the others. */
static void find_written(Divisors *w)
{
    Dae *d = w->d;
    w->written = true;
    w->seen = (Map){0};
    for (int i = 0; i < d->eq.n && d->divisor.n; i++)
        if (d->eq.v[i].kind == EQ_SCALAR && !d->eq.v[i].removed) {
            look_into(w, d->eq.v[i].lhs, i, false);
            look_into(w, d->eq.v[i].rhs, i, false);
        }
    Divisor *last = ARENA_ARRAY(w->a, Divisor, d->divisor.n + 1);
    int n = 0, nlast = 0;
    for (int i = 0; i < d->divisor.n; i++)
        if (d->divisor.v[i].written)
            last[nlast++] = d->divisor.v[i];
        else
            d->divisor.v[n++] = d->divisor.v[i];
    for (int i = 0; i < nlast; i++)
        d->divisor.v[n++] = last[i];
}

void dae_divisors(Dae *d)
{
    Arena *a = arena_new();
    Divisors w = {.d = d, .a = a};
    const System *sim = dae_system(d, SYSTEM_SIMULATION);
    d->divisor.n = 0;
    for (int i = 0; i < sim->nblocks; i++) {
        const Block *b = sim->block[i];
        bool out = !b->needed_rhs && !b->needed_cross;
        for (int k = 0; k < b->nassign && !b->discrete; k++)
            if (b->assign[k].var != NONE)
                look_into(&w, b->assign[k].value, b->assign[k].eq, out);
        for (int k = 0; k < b->core->ntorn && !b->discrete; k++)
            look_into(&w, b->core->residual[k], b->core->residual_eq[k], out);
    }
    find_written(&w);
    arena_free(a);
}
