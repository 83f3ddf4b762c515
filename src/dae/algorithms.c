/* algorithms.c - relations in algorithm sections.
 *
 * Equal expressions are one node, but in an algorithm a variable may have another value at each
 * place: `if x > 1 ...; x := x - 1; if x > 1 ...` has two relations, each with its own mode. So a
 * relation on what the algorithm itself assigns gets a number of the place it stands at. Inside
 * loops that run while the model runs, comprehensions among them, one place has many values:
 * relations there are taken literally, as in functions. Linear in the size of the algorithms. */
#include "dae/walk.h"

typedef struct Places {
    Dae *d;
    bool *assigned; /* [nvars] by the algorithm at hand */
    uint64_t place; /* number of the expression at hand */
    bool in_loop;
} Places;

static bool is_assigned(void *arg, uint32_t var)
{
    return ((const bool *)arg)[var];
}

static bool is_iterator(void *arg, Expr e)
{
    return expr_op(arg, e) == EX_ITER;
}

static Expr place_node(void *arg, Expr old, Expr now)
{
    Places *w = arg;
    ExprStore *s = w->d->store;
    (void)old;
    if (!is_event_relation(s, now) && !is_event_function(s, now))
        return now;
    ExprNode n = *expr_node(s, now);
    bool in_loop = w->in_loop || (n.traits & ET_LOCAL && expr_any(s, now, is_iterator, s));
    if (!in_loop && !dae_any_var(w->d, now, is_assigned, w->assigned))
        return now;
    Expr *operand = ARENA_ARRAY(w->d->arena, Expr, n.nargs);
    for (uint32_t i = 0; i < n.nargs; i++)
        operand[i] = expr_arg(s, now, i);
    unsigned flags = n.flags | (in_loop ? EF_NOEVENT : 0);
    return expr_make(s, (ExprOp)n.op, n.type, (uint8_t)flags, in_loop ? n.payload : w->place,
                     n.nargs, operand);
}

static void place_slot(Places *w, Expr *slot)
{
    if (!*slot)
        return;
    w->place++;
    *slot = dae_rewrite(w->d, *slot, place_node, w);
}

static void place_statements(Places *w, Stmt *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        Stmt *s = body[i];
        bool outer = w->in_loop;
        place_slot(w, &s->value);
        place_slot(w, &s->range);
        w->in_loop = outer || s->kind == ST_FOR || s->kind == ST_WHILE;
        for (int k = 0; k < s->nbranches; k++) {
            place_slot(w, &s->branch[k].condition);
            place_statements(w, s->branch[k].body, s->branch[k].n);
        }
        w->in_loop = outer;
    }
}

void dae_number_places(Dae *d)
{
    Arena *a = arena_new();
    Places w = {.d = d, .assigned = ARENA_ARRAY(a, bool, d->var.n)};
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_ALGORITHM || eq->removed)
            continue;
        for (int mark = 1; mark >= 0; mark--) {
            for (int i = 0; i < eq->noutputs; i++)
                if (eq->output[i] != NONE)
                    w.assigned[eq->output[i]] = mark;
            if (mark)
                place_statements(&w, eq->body->body, eq->body->nbody);
        }
    }
    arena_free(a);
}
