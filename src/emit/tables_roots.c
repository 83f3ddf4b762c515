/* tables_roots.c - values that follow from parameters alone, for messages: users change what they gave as a
 * number, not what a library computes from it.
 *
 * From a value back through bindings and assignments to parameters without either; and forward, what follows
 * from one of these with another value. Linear in the variables, for each. */
#include "emit/tables_internal.h"

#include <math.h>

typedef struct Roots {
    const Dae *d;
    Arena *a;
    Expr *value; /* [nvars] what gives a variable; 0: nothing alone, or it is a root */
    Map seen;
    int n, most, *root;
    bool other; /* it depends on more than parameters */
} Roots;

static bool is_number(const DaeVar *v)
{
    return v->type == T_REAL || v->type == T_INT;
}

/* What variables are computed by, each by itself. */
static Expr *find_values(const Dae *d, const KInst *m, Arena *a)
{
    Expr *value = ARENA_ARRAY(a, Expr, d->var.n + 1);
    const System *s = dae_system(d, m->initial ? SYSTEM_INITIAL : SYSTEM_SIMULATION);
    for (int i = 0; i < d->var.n; i++)
        if (d->var.v[i].kind == DV_PARAMETER && is_number(&d->var.v[i]) && !m->set[i])
            value[i] = d->var.v[i].binding;
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->nassign && !s->block[i]->core->ntorn; k++) {
            const Assign *by = &s->block[i]->assign[k];
            if (by->var != NONE && !by->pre && by->value && is_number(&d->var.v[by->var]) &&
                d->var.v[by->var].kind == DV_ALGEBRAIC)
                value[by->var] = by->value;
        }
    return value;
}

static bool is_time(void *arg, Expr e)
{
    return expr_op(((const Dae *)arg)->store, e) == EX_TIME;
}

static void find_roots(Roots *r, VarId var)
{
    const DaeVar *v = &r->d->var.v[var];
    Expr value = r->value[var];
    if (v->kind == DV_CONSTANT || map_get(&r->seen, var + 1, 0))
        return;
    map_set(&r->seen, r->a, var + 1, 1);
    r->other |= !is_number(v) || (!value && v->kind != DV_PARAMETER) ||
                (value && expr_any(r->d->store, value, is_time, (void *)r->d));
    VarList in = value ? expr_vars(r->d->store, r->a, 1, &value) : (VarList){0};
    for (int i = 0; i < in.n && !r->other; i++)
        find_roots(r, in.var[i]);
    if (!in.n && !v->hidden && r->n < r->most)
        r->root[r->n++] = (int)var;
}

int roots_of(const Dae *d, const KInst *m, VarId var, int *root, int most)
{
    Arena *a = arena_new();
    Roots r = {.d = d, .a = a, .value = find_values(d, m, a), .most = most, .root = root};
    find_roots(&r, var);
    arena_free(a);
    return r.other ? 0 : r.n;
}

typedef struct Following {
    const Dae *d;
    KInst *m;
    Arena *a;
    Expr *value;
    unsigned char *state; /* [nvars] */
} Following;

enum { UNSEEN, STAYS, MOVES };

/* Whether a value moves with one that is marked so; then it is the new one. */
static bool follow(Following *f, VarId var)
{
    Expr value = f->value[var];
    if (f->state[var] != UNSEEN)
        return f->state[var] == MOVES;
    f->state[var] = STAYS;
    VarList in = value ? expr_vars(f->d->store, f->a, 1, &value) : (VarList){0};
    bool moves = false;
    for (int i = 0; i < in.n; i++)
        moves = follow(f, in.var[i]) || moves;
    double x = moves ? expr_value(f->d->store, value, f->m->v, f->m->time) : NAN;
    if (isnan(x))
        return false;
    f->m->v[var] = x;
    f->state[var] = MOVES;
    return true;
}

void vary_parameter(const Dae *d, KInst *m, VarId var, double to)
{
    Arena *a = arena_new();
    Following f = {d, m, a, find_values(d, m, a), ARENA_ARRAY(a, unsigned char, d->var.n + 1)};
    m->v[var] = to;
    f.state[var] = MOVES;
    for (int i = 0; i < d->var.n; i++)
        follow(&f, (VarId)i);
    arena_free(a);
}
