/* algorithms.c - relations in algorithm sections.
 *
 * Equal expressions are one node, but in an algorithm a variable may have another value at each
 * place: `if x > 1 ...; x := x - 1; if x > 1 ...` has two relations, each with its own mode. So a
 * relation on what the algorithm itself assigns gets a number of the place it stands at. Inside
 * loops that run while the model runs, comprehensions among them, one place has many values:
 * relations there on what a turn may change are taken literally, as in functions. Linear in the
 * size of the algorithms. */
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

/* Iterators that the comprehensions inside an expression bind; their numbers are unique. */
typedef struct Bound {
    const ExprStore *s;
    Arena *a;
    Map iter;
} Bound;

static void note_bound(void *arg, Expr e)
{
    Bound *b = arg;
    ExprOp op = expr_op(b->s, e);
    if (op < EX_FORARRAY || op > EX_FORMAX)
        return;
    for (uint32_t i = 1; i < expr_node(b->s, e)->nargs; i += 2)
        map_set(&b->iter, b->a, expr_node(b->s, expr_arg(b->s, e, i))->payload + 1, 1);
}

static bool is_free_iterator(void *arg, Expr e)
{
    Bound *b = arg;
    return expr_op(b->s, e) == EX_ITER && !map_get(&b->iter, expr_node(b->s, e)->payload + 1, 0);
}

/* Has one value for each turn of a comprehension around it. */
static bool varies_in_loop(Dae *d, Expr e)
{
    if (!(expr_node(d->store, e)->traits & ET_LOCAL))
        return false;
    Bound b = {.s = d->store, .a = d->arena};
    expr_visit(d->store, e, note_bound, &b);
    return expr_any(d->store, e, is_free_iterator, &b);
}

static Expr place_node(void *arg, Expr old, Expr now)
{
    Places *w = arg;
    ExprStore *s = w->d->store;
    (void)old;
    if (!is_event_relation(s, now) && !is_event_function(s, now))
        return now;
    ExprNode n = *expr_node(s, now);
    bool assigned = dae_any_var(w->d, now, is_assigned, w->assigned);
    bool in_loop = (w->in_loop && (assigned || n.traits & ET_LOCAL)) || varies_in_loop(w->d, now);
    if (!in_loop && !assigned)
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
        Expr *slot[] = {&s->value, &s->range, &s->message, &s->level};
        for (size_t k = 0; k < sizeof slot / sizeof *slot; k++)
            place_slot(w, slot[k]);
        for (int k = 0; k < s->ntargets; k++) /* their subscripts */
            place_slot(w, &s->target[k]);
        w->in_loop = outer || (s->kind == ST_FOR && !s->once) || s->kind == ST_WHILE;
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
