/* hoist.c - what is computed once before a block that is solved by repeated evaluation: functions
 * of known variables, such as sines and cosines of angles in equations for forces, and the
 * coefficients that elimination has made (linear_solve.c).
 *
 * A function is taken out if it has a value whatever its operand is, since it may stand behind a
 * condition, and if no variable that the block computes is in it. What is taken out for one block
 * serves the later ones too. O(size of the expressions) but for functions inside functions. */
#include "dae/blocks.h"

typedef struct Hoist {
    Problem *p;
    bool *mine;  /* [nvars] computed by the block */
    Map hoisted; /* expression -> variable that has its value */
    Map inner;   /* auxiliary variable + 1 that the block computes -> 1 */
    AssignVec out;
} Hoist;

static bool is_total_function(ExprOp op)
{
    return op == EX_SIN || op == EX_COS || op == EX_ATAN || op == EX_TANH || op == EX_EXP;
}

/* Computed by the block, or not defined everywhere. */
static bool is_obstacle(void *arg, Expr e)
{
    const Hoist *h = arg;
    const ExprNode *n = expr_node(h->p->d->store, e);
    switch (n->op) {
    case EX_VAR:
        return n->payload >= h->p->nvars || h->mine[n->payload];
    case EX_REAL:
    case EX_INT:
    case EX_TIME:
    case EX_ADD:
    case EX_SUB:
    case EX_NEG:
    case EX_MUL:
    case EX_TOREAL:
        return false;
    default:
        return !is_total_function((ExprOp)n->op);
    }
}

static bool is_time(void *store, Expr e)
{
    return expr_op(store, e) == EX_TIME;
}

static bool may_be_hoisted(Hoist *h, Expr e)
{
    Dae *d = h->p->d;
    return is_total_function(expr_op(d->store, e)) &&
           (expr_node(d->store, e)->var_mask || dae_any(d, e, is_time, d->store)) &&
           !dae_any(d, e, is_obstacle, h);
}

static Expr hoist_node(void *arg, Expr old, Expr now)
{
    Hoist *h = arg;
    Dae *d = h->p->d;
    if (!may_be_hoisted(h, old))
        return now;
    uint32_t q = map_get(&h->hoisted, old, 0);
    if (!q) {
        q = dae_new_var(d, T_REAL, DV_AUXILIARY);
        d->var.v[q].hidden = true;
        d->var.v[q].meaning = old;
        vec_push(h->p->a, &h->out, ((Assign){.var = q, .value = old, .eq = -1}));
        map_set(&h->hoisted, h->p->a, old, q);
    }
    return expr_var(d->store, T_REAL, q);
}

static bool is_inner(void *arg, uint32_t var)
{
    const Hoist *h = arg;
    return var < h->p->nvars ? h->mine[var] : map_get(&h->inner, (uint64_t)var + 1, 0) != 0;
}

/* Auxiliary values that depend on nothing in the block. */
static void hoist_values(Hoist *h, Block *b)
{
    Dae *d = h->p->d;
    int kept = 0;
    for (int i = 0; i < b->nassign; i++) {
        Assign a = b->assign[i];
        if (a.eq < 0 && !a.pre && !a.start_of && a.var >= h->p->nvars &&
            d->var.v[a.var].kind == DV_AUXILIARY && !dae_any_var(d, a.value, is_inner, h)) {
            vec_push(h->p->a, &h->out, a);
            continue;
        }
        if (a.var != NONE && a.var >= h->p->nvars)
            map_set(&h->inner, h->p->a, (uint64_t)a.var + 1, 1);
        b->assign[kept++] = a;
    }
    b->nassign = kept;
}

static void mark_mine(Hoist *h, const Block *b, bool value)
{
    for (int i = 0; i < b->n; i++)
        if (b->var[i] < h->p->nvars)
            h->mine[b->var[i]] = value;
}

static void hoist_core(Hoist *h, BlockCore *c)
{
    Dae *d = h->p->d;
    for (int i = 0; i < c->ntorn; i++) {
        c->residual[i] = dae_rewrite(d, c->residual[i], hoist_node, h);
        if (c->size)
            c->size[i] = dae_rewrite(d, c->size[i], hoist_node, h);
    }
    for (int i = 0; c->entry && i < c->nnz; i++)
        c->entry[i] = dae_rewrite(d, c->entry[i], hoist_node, h);
}

/* Assignments that are made before the block; NULL: none. */
static Block *hoist_block(Hoist *h, Block *b)
{
    Dae *d = h->p->d;
    h->out.n = 0;
    h->inner = (Map){0};
    mark_mine(h, b, true);
    hoist_values(h, b);
    for (int i = 0; i < b->nassign; i++)
        if (b->assign[i].value && !b->assign[i].start_of)
            b->assign[i].value = dae_rewrite(d, b->assign[i].value, hoist_node, h);
    hoist_core(h, b->core);
    if (b->core->whole)
        hoist_core(h, b->core->whole->core);
    mark_mine(h, b, false);
    if (!h->out.n)
        return NULL;
    Block *before = ARENA_NEW(d->arena, Block);
    *before = (Block){.kind = BLOCK_EXPLICIT, .solved = SOLVE_ASSIGN, .n = h->out.n};
    before->core = &d->no_core;
    before->var = ARENA_ARRAY(d->arena, uint32_t, h->out.n);
    before->assign = arena_copy(d->arena, h->out.v, (size_t)h->out.n * sizeof(Assign));
    before->nassign = h->out.n;
    for (int i = 0; i < h->out.n; i++)
        before->var[i] = h->out.v[i].var;
    return before;
}

void system_hoist(Problem *p)
{
    System *s = dae_system(p->d, p->role);
    Hoist h = {.p = p, .mine = ARENA_ARRAY(p->a, bool, p->nvars + 1)};
    VEC(Block *) block = {0};
    for (int i = 0; i < s->nblocks; i++) {
        Block *before = s->block[i]->core->ntorn ? hoist_block(&h, s->block[i]) : NULL;
        if (before)
            vec_push(p->a, &block, before);
        vec_push(p->a, &block, s->block[i]);
    }
    if (block.n > s->nblocks)
        s->block = arena_copy(p->d->arena, block.v, (size_t)block.n * sizeof *block.v);
    s->nblocks = block.n;
}
