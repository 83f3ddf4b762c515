/* reciprocal.c - in a step of an inlined method, quotients by pivots of eliminations that depend on
 * h, parameters and modes only become products: the reciprocal is computed when one of these
 * changes (emit/c_model.c), not in every step. Along a ladder each quotient would wait for the one
 * before. Linear. */
#include "dae/blocks.h"

typedef struct Steady {
    Problem *p;
    Map steady;  /* variable + 1 -> 1: such a pivot */
    Map inverse; /* variable + 1 -> the variable that is its reciprocal */
    AssignVec made;
} Steady;

static bool is_auxiliary(const Steady *w, VarId x)
{
    return x >= w->p->nvars && dae_var(w->p->d, x)->kind == DV_AUXILIARY;
}

bool step_keeps(const Problem *p, VarId x)
{
    const DaeVar *v = dae_var(p->d, x);
    return v->kind <= DV_PARAMETER || is_mode_var(v) || x == p->d->step.h ||
           (p->role != SYSTEM_STEP && x == p->d->step.stages_h);
}

static bool moves(void *arg, uint32_t x)
{
    const Steady *w = arg;
    return !step_keeps(w->p, x) && !map_get(&w->steady, (uint64_t)x + 1, 0);
}

/* The pivot that e divides by; NONE: none. */
static VarId divisor(const Steady *w, Expr e)
{
    const ExprStore *s = w->p->d->store;
    Expr by = expr_op(s, e) == EX_DIV ? expr_arg(s, e, 1) : 0;
    VarId x = by && expr_op(s, by) == EX_VAR ? var_number(s, by) : NONE;
    return x != NONE && map_get(&w->steady, (uint64_t)x + 1, 0) ? x : NONE;
}

static Expr multiply(void *arg, Expr old, Expr now)
{
    Steady *w = arg;
    Dae *d = w->p->d;
    VarId x = divisor(w, now), q;
    (void)old;
    if (x == NONE)
        return now;
    if (!(q = map_get(&w->inverse, (uint64_t)x + 1, 0))) {
        q = dae_new_var(d, T_REAL, DV_AUXILIARY);
        d->var.v[q].hidden = true;
        Expr one = expr_div(d->store, expr_real(d->store, 1), expr_var(d->store, T_REAL, x));
        vec_push(w->p->a, &w->made, ((Assign){.var = q, .value = one, .eq = -1}));
        map_set(&w->inverse, w->p->a, (uint64_t)x + 1, q);
        map_set(&w->steady, w->p->a, (uint64_t)q + 1, 1);
    }
    return expr_mul2(d->store, expr_arg(d->store, now, 0), expr_var(d->store, T_REAL, q));
}

static void note_steady(Steady *w, const Assign *a)
{
    const ExprStore *s = w->p->d->store;
    map_set(&w->steady, w->p->a, (uint64_t)a->var + 1, 1);
    VarId x = divisor(w, a->value);
    if (x != NONE && expr_is_one(s, expr_arg(s, a->value, 0)))
        map_set(&w->inverse, w->p->a, (uint64_t)x + 1, a->var);
}

static void in_block(Steady *w, Block *b)
{
    Dae *d = w->p->d;
    w->made.n = 0;
    for (int i = 0; i < b->nassign; i++) {
        Assign a = b->assign[i];
        bool plain = a.var != NONE && a.value && !a.pre && !a.start_of;
        if (plain && a.eq < 0 && is_auxiliary(w, a.var) && !dae_any_var(d, a.value, moves, w))
            note_steady(w, &a);
        else if (plain)
            a.value = dae_rewrite(d, a.value, multiply, w);
        vec_push(w->p->a, &w->made, a);
    }
    if (w->made.n > b->nassign)
        b->assign = arena_copy(d->arena, w->made.v, (size_t)w->made.n * sizeof *w->made.v);
    else if (w->made.n)
        memcpy(b->assign, w->made.v, (size_t)w->made.n * sizeof *b->assign);
    b->nassign = w->made.n;
}

void step_reciprocals(Problem *p)
{
    Steady w = {.p = p};
    const System *s = dae_system(p->d, p->role);
    for (int i = 0; i < s->nblocks; i++)
        in_block(&w, s->block[i]);
}
