/* exponents.c - exponentials of unknowns in the nonlinear blocks of an inlined step.
 *
 * Newton's iteration overshoots where an exponential comes into play (a junction that begins to
 * conduct) and comes down again by one unit of its argument each time. It need not, if it follows
 * the value of the exponential instead of its argument: circuit simulators limit the voltages of
 * their junctions so (Nagel: SPICE2, 1975). Here exp(a) becomes
 *
 *     if bent then exp(p)*(1 + a - p) else exp(a)
 *
 * its tangent at a point p that the run time chooses while it is far from the solution
 * (rt/tangents.c), whatever variables the block iterates over: Newton's method does not depend on
 * that. The arguments become variables, if they are not, for the run time to see. Entries of the
 * Jacobian have the slope at p. O(size of the expressions). */
#include "dae/blocks.h"

typedef struct Exponents {
    Problem *p;
    bool *mine;     /* [nvars] computed by the block */
    Map inner;      /* auxiliary variable + 1 that the block computes -> 1 */
    Map place;      /* argument -> its place in the lists + 1 */
    VEC(VarId) arg; /* the variables that have the arguments */
    VEC(VarId) at;  /* the points of tangents */
    AssignVec out;  /* the block's assignments, as they will be */
    bool slope;     /* of a Jacobian: only what exp itself is there */
} Exponents;

static bool is_computed(void *arg, uint32_t var)
{
    const Exponents *x = arg;
    return var < x->p->nvars ? x->mine[var] : map_get(&x->inner, (uint64_t)var + 1, 0) != 0;
}

/* An argument that has a value wherever it is asked for: it may stand behind a condition. */
static bool is_guarded(void *store, Expr e)
{
    switch (expr_op(store, e)) {
    case EX_VAR:
    case EX_REAL:
    case EX_INT:
    case EX_ADD:
    case EX_SUB:
    case EX_NEG:
    case EX_MUL:
    case EX_DIV:
    case EX_TOREAL:
        return false;
    default:
        return true;
    }
}

static VarId new_hidden(Dae *d, Expr meaning)
{
    VarId v = dae_new_var(d, T_REAL, DV_AUXILIARY);
    d->var.v[v].hidden = true;
    d->var.v[v].meaning = meaning;
    return v;
}

/* The place of an argument in the lists; -1: it has none. */
static int place_of(Exponents *x, Expr argument)
{
    Dae *d = x->p->d;
    int k = (int)map_get(&x->place, argument, 0) - 1;
    if (k >= 0 || x->slope || !dae_any_var(d, argument, is_computed, x) ||
        dae_any(d, argument, is_guarded, d->store))
        return k;
    VarId var;
    if (expr_op(d->store, argument) == EX_VAR) {
        var = (VarId)expr_node(d->store, argument)->payload;
    } else {
        var = new_hidden(d, argument);
        map_set(&x->inner, x->p->a, (uint64_t)var + 1, 1);
        vec_push(x->p->a, &x->out, ((Assign){.var = var, .value = argument, .eq = -1}));
    }
    if (!d->step.bent) {
        d->step.bent = dae_new_var(d, T_BOOL, DV_AUXILIARY);
        d->var.v[d->step.bent].hidden = true;
    }
    vec_push(x->p->a, &x->arg, var);
    vec_push(x->p->a, &x->at, new_hidden(d, 0));
    map_set(&x->place, x->p->a, argument, (uint32_t)x->arg.n);
    return x->arg.n - 1;
}

static Expr exponential(Dae *d, Expr a)
{
    return expr_build(d->store, EX_EXP, T_REAL, 0, 0, 1, &a);
}

static Expr bend_node(void *arg, Expr old, Expr now)
{
    Exponents *x = arg;
    Dae *d = x->p->d;
    int k = expr_op(d->store, old) == EX_EXP ? place_of(x, expr_arg(d->store, old, 0)) : -1;
    if (k < 0)
        return now;
    Expr a = expr_var(d->store, T_REAL, x->arg.v[k]), p = expr_var(d->store, T_REAL, x->at.v[k]);
    Expr value = exponential(d, p), term[] = {expr_real(d->store, 1), a, expr_neg(d->store, p)};
    if (!x->slope)
        value = expr_mul2(d->store, value, expr_add(d->store, 3, term));
    return expr_if(d->store, expr_var(d->store, T_BOOL, d->step.bent), value, exponential(d, a));
}

static void mark_mine(Exponents *x, const Block *b, bool value)
{
    for (int i = 0; i < b->n; i++)
        if (b->var[i] < x->p->nvars)
            x->mine[b->var[i]] = value;
}

static void bend_core(Exponents *x, BlockCore *c)
{
    Dae *d = x->p->d;
    for (int i = 0; i < c->ntorn; i++)
        if (c->residual[i])
            c->residual[i] = dae_rewrite(d, c->residual[i], bend_node, x);
    x->slope = true;
    for (int i = 0; c->entry && i < c->nnz; i++)
        c->entry[i] = dae_rewrite(d, c->entry[i], bend_node, x);
    x->slope = false;
}

static void bend_block(Exponents *x, Block *b)
{
    Dae *d = x->p->d;
    x->inner = x->place = (Map){0};
    x->out.n = x->arg.n = x->at.n = 0;
    mark_mine(x, b, true);
    for (int i = 0; i < b->nassign; i++) {
        Assign a = b->assign[i];
        if (a.value && !a.start_of)
            a.value = dae_rewrite(d, a.value, bend_node, x);
        vec_push(x->p->a, &x->out, a);
        if (a.var != NONE && a.var >= x->p->nvars)
            map_set(&x->inner, x->p->a, (uint64_t)a.var + 1, 1);
    }
    bend_core(x, b->core);
    mark_mine(x, b, false);
    if (!x->arg.n)
        return;
    b->assign = arena_copy(d->arena, x->out.v, (size_t)x->out.n * sizeof *b->assign);
    b->nassign = x->out.n;
    b->core->nbent = x->arg.n;
    b->core->bent_arg = arena_copy(d->arena, x->arg.v, (size_t)x->arg.n * sizeof(VarId));
    b->core->bent_at = arena_copy(d->arena, x->at.v, (size_t)x->at.n * sizeof(VarId));
}

void step_exponents(Problem *p)
{
    const System *s = dae_system(p->d, p->role);
    Exponents x = {.p = p, .mine = ARENA_ARRAY(p->a, bool, p->nvars + 1)};
    for (int i = 0; i < s->nblocks; i++)
        if (s->block[i]->solved == SOLVE_NEWTON && s->block[i]->core->ntorn)
            bend_block(&x, s->block[i]);
}
