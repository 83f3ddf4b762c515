/* tables_roots.c - values that follow from parameters alone, for messages: users change what they
 * gave as a number, not what a library computes from it.
 *
 * From a value back through bindings and assignments to parameters without either; and forward,
 * what follows from one of these with another value. Linear in the variables, for each; a chain of
 * them may be as long as the model is large. */
#include "emit/tables_internal.h"

#include <math.h>

typedef struct Values {
    const Dae *d;
    Arena *a;
    Expr *by;            /* [nvars] what gives a variable; 0: nothing alone, or it is a root */
    VarList *in;         /* [nvars] variables in that, of those in `order` */
    unsigned char *seen; /* [nvars] */
    VEC(VarId) order;    /* what a variable follows from stands before it */
} Values;

static bool is_number(const DaeVar *v)
{
    return v->type == T_REAL || v->type == T_INT;
}

/* What variables are computed by, each by itself. */
static void find_values(Values *w, const KInst *m)
{
    const Dae *d = w->d;
    const System *s = dae_system(d, m->initial ? SYSTEM_INITIAL : SYSTEM_SIMULATION);
    for (int i = 0; i < d->var.n; i++)
        if (d->var.v[i].kind == DV_PARAMETER && is_number(&d->var.v[i]) && !m->set[i])
            w->by[i] = d->var.v[i].binding;
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->nassign && !s->block[i]->core->ntorn; k++) {
            const Assign *by = &s->block[i]->assign[k];
            if (by->var != NONE && !by->pre && by->value && is_number(&d->var.v[by->var]) &&
                d->var.v[by->var].kind == DV_ALGEBRAIC)
                w->by[by->var] = by->value;
        }
}

static Values values_open(const Dae *d, const KInst *m)
{
    Arena *a = arena_new();
    Values w = {.d = d, .a = a, .by = ARENA_ARRAY(a, Expr, d->var.n + 1)};
    w.in = ARENA_ARRAY(a, VarList, d->var.n + 1);
    w.seen = ARENA_ARRAY(a, unsigned char, d->var.n + 1);
    find_values(&w, m);
    return w;
}

/* Adds a variable to the order, behind what it follows from. */
static void put_in_order(Values *w, VarId var)
{
    typedef struct Pending {
        VarId var;
        int next; /* of those in it */
    } Pending;
    VEC(Pending) stack = {0};
    for (;;) {
        if (!w->seen[var]) {
            w->seen[var] = 1;
            w->in[var] = w->by[var] ? expr_vars(w->d->store, w->a, 1, &w->by[var]) : (VarList){0};
            vec_push(w->a, &stack, ((Pending){var, 0}));
        }
        while (stack.n && vec_last(&stack).next == w->in[vec_last(&stack).var].n)
            vec_push(w->a, &w->order, vec_pop(&stack).var);
        if (!stack.n)
            return;
        Pending *v = &vec_last(&stack);
        var = w->in[v->var].var[v->next++];
    }
}

static bool is_time(void *arg, Expr e)
{
    return expr_op(((const Dae *)arg)->store, e) == EX_TIME;
}

/* Whether more than parameters is behind a value. */
static bool has_other(const Values *w, VarId var)
{
    const DaeVar *v = &w->d->var.v[var];
    Expr by = w->by[var];
    return v->kind != DV_CONSTANT && (!is_number(v) || (!by && v->kind != DV_PARAMETER) ||
                                      (by && expr_any(w->d->store, by, is_time, (void *)w->d)));
}

int roots_of(const Dae *d, const KInst *m, VarId var, int *root, int most)
{
    Values w = values_open(d, m);
    int n = 0;
    bool other = false;
    put_in_order(&w, var);
    for (int i = 0; i < w.order.n && !other; i++) {
        VarId at = w.order.v[i];
        const DaeVar *v = &d->var.v[at];
        other = has_other(&w, at);
        if (v->kind != DV_CONSTANT && !w.in[at].n && !v->hidden && n < most)
            root[n++] = (int)at;
    }
    arena_free(w.a);
    return other ? 0 : n;
}

void vary_parameter(const Dae *d, KInst *m, VarId var, double to)
{
    Values w = values_open(d, m);
    bool *moves = ARENA_ARRAY(w.a, bool, d->var.n + 1); /* a value has moved with it */
    m->v[var] = to;
    moves[var] = true;
    for (int i = 0; i < d->var.n; i++)
        put_in_order(&w, (VarId)i);
    for (int i = 0; i < w.order.n; i++) {
        VarId at = w.order.v[i];
        bool any = false;
        for (int k = 0; k < w.in[at].n; k++)
            any |= moves[w.in[at].var[k]];
        double x = any && !moves[at] ? expr_value(d->store, w.by[at], m->v, m->time) : NAN;
        if (isnan(x))
            continue;
        m->v[at] = x;
        moves[at] = true;
    }
    arena_free(w.a);
}
