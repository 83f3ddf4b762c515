/* algorithms.c - relations in algorithm sections.
 *
 * Equal expressions are one node, but in an algorithm a variable may have another value at each
 * place: `if x > 1 ...; x := x - 1; if x > 1 ...` has two relations, each with its own mode. So a
 * relation on what the algorithm itself assigns gets a number of the place it stands at. Inside
 * loops that run while the model runs, comprehensions among them, one place has many values:
 * relations there on what a turn may change are taken literally, as in functions.
 *
 * The instant of `time >= e` is computed between events, when all statements have been run. What is
 * assigned before the place and again after it has another value then (what is assigned after it
 * alone has the value with which the statements are entered the next time): such a relation is
 * searched for. What a delay takes is recorded then, too: of what has another value it takes a
 * hidden variable, which is assigned where the delay stands. Linear in the size of the
 * algorithms. */
#include "dae/walk.h"

typedef struct Places {
    Dae *d;
    uint32_t n;     /* variables; later ones are hidden and assigned once */
    bool *assigned; /* [nvars] by the algorithm at hand */
    bool *passed;   /* [nvars] in a statement before the one at hand */
    int *to_come;   /* [nvars] statements from the one at hand on that assign it */
    uint64_t place; /* number of the expression at hand */
    Span at;        /* the statement at hand */
    bool in_loop;
    int depth;        /* of statements around it */
    DaeEq *eq;        /* the algorithm */
    VEC(Stmt *) body; /* its statements so far */
} Places;

static bool is_assigned(void *arg, uint32_t var)
{
    const Places *w = arg;
    return var >= w->n || w->assigned[var];
}

static bool is_passing(void *arg, uint32_t var)
{
    const Places *w = arg;
    return var < w->n && w->passed[var] && w->to_come[var] > 0;
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

/* What holds one of the results of a call inside an expression belongs to one algorithm, but has
 * the same number in all of them. */
static bool is_result(void *arg, Expr e)
{
    const Dae *d = arg;
    return expr_op(d->store, e) == EX_LOCAL;
}

static bool has_other_value(Places *w, Expr e)
{
    return expr_any(w->d->store, e, is_result, w->d) || dae_any_var(w->d, e, is_passing, w) ||
           (w->in_loop && dae_any_var(w->d, e, is_assigned, w));
}

/* A hidden variable that is assigned this value before the statement at hand. */
static Expr keep_value(Places *w, Expr value)
{
    Dae *d = w->d;
    DaeEq *eq = w->eq;
    Type type = expr_type(d->store, value);
    VarId v = dae_new_var(d, type, type == T_REAL ? DV_ALGEBRAIC : DV_DISCRETE);
    d->var.v[v].span = w->at;
    d->var.v[v].meaning = value;
    VarId *output = ARENA_ARRAY(d->arena, VarId, eq->noutputs + 1);
    for (int i = 0; i < eq->noutputs; i++)
        output[i] = eq->output[i];
    output[eq->noutputs++] = v;
    eq->output = output;
    Expr *target = ARENA_NEW(d->arena, Expr);
    *target = expr_var(d->store, type, v);
    Stmt *s = ARENA_NEW(d->arena, Stmt);
    *s = (Stmt){.kind = ST_ASSIGN, .span = w->at, .ntargets = 1, .target = target, .value = value};
    vec_push(d->arena, &w->body, s);
    return *target;
}

/* What a delay takes is recorded when all statements have been run. */
static Expr place_delay(Places *w, Expr e)
{
    const ExprStore *s = w->d->store;
    ExprNode n = *expr_node(s, e);
    Expr *arg = ARENA_ARRAY(w->d->arena, Expr, n.nargs);
    bool any = false, good = n.op == EX_DELAY && !w->depth && !w->eq->initial;
    for (uint32_t i = 0; i < n.nargs; i++) {
        arg[i] = expr_arg(s, e, i);
        if (!has_other_value(w, arg[i]))
            continue;
        any = true;
        arg[i] = good ? keep_value(w, arg[i]) : arg[i];
    }
    if (any && !good)
        diag_error(w->d->ctx->diags, w->at,
                   "`%s` takes what has another value at the end of the algorithm: assign it to a "
                   "variable of its own, and use that",
                   n.op == EX_DELAY ? "delay" : "spatialDistribution");
    return any ? expr_make(w->d->store, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, arg) : e;
}

static Expr place_node(void *arg, Expr old, Expr now)
{
    Places *w = arg;
    ExprStore *s = w->d->store;
    (void)old;
    if (expr_op(s, now) == EX_DELAY || expr_op(s, now) == EX_BOUNDARY)
        return place_delay(w, now);
    if (!is_event_relation(s, now) && !is_event_function(s, now))
        return now;
    ExprNode n = *expr_node(s, now);
    bool result = n.traits & ET_LOCAL && expr_any(s, now, is_result, w->d);
    bool assigned = result || dae_any_var(w->d, now, is_assigned, w);
    bool in_loop = (w->in_loop && (assigned || n.traits & ET_LOCAL)) || varies_in_loop(w->d, now);
    if (!in_loop && !assigned)
        return now;
    Expr *operand = ARENA_ARRAY(w->d->arena, Expr, n.nargs);
    for (uint32_t i = 0; i < n.nargs; i++)
        operand[i] = expr_arg(s, now, i);
    unsigned flags = n.flags | (in_loop ? EF_NOEVENT : 0) |
                     (result || dae_any_var(w->d, now, is_passing, w) ? EF_PASSING : 0);
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

static void note_coming(void *arg, uint32_t var)
{
    ((int *)arg)[var]++;
}

static void note_passed(void *arg, uint32_t var)
{
    Places *w = arg;
    w->passed[var] = true;
    w->to_come[var]--;
}

static void visit_targets(Dae *d, const Stmt *s, VarVisit *visit, void *arg)
{
    for (int k = 0; k < s->ntargets; k++) {
        bool element = expr_op(d->store, s->target[k]) == EX_INDEX;
        dae_visible_vars(d, element ? expr_arg(d->store, s->target[k], 0) : s->target[k], visit,
                         arg);
    }
}

static void count_statements(Places *w, Stmt *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        visit_targets(w->d, body[i], note_coming, w->to_come);
        for (int k = 0; k < body[i]->nbranches; k++)
            count_statements(w, body[i]->branch[k].body, body[i]->branch[k].n);
    }
}

static void place_statements(Places *w, Stmt *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        Stmt *s = body[i];
        bool outer = w->in_loop;
        w->at = s->span;
        Expr *slot[] = {&s->value, &s->range, &s->message, &s->level};
        for (size_t k = 0; k < sizeof slot / sizeof *slot; k++)
            place_slot(w, slot[k]);
        for (int k = 0; k < s->ntargets; k++) /* their subscripts */
            place_slot(w, &s->target[k]);
        visit_targets(w->d, s, note_passed, w);
        w->in_loop = outer || (s->kind == ST_FOR && !s->once) || s->kind == ST_WHILE;
        w->depth += s->kind == ST_FOR || s->kind == ST_WHILE;
        for (int k = 0; k < s->nbranches; k++) {
            place_slot(w, &s->branch[k].condition);
            w->depth++;
            place_statements(w, s->branch[k].body, s->branch[k].n);
            w->depth--;
        }
        w->depth -= s->kind == ST_FOR || s->kind == ST_WHILE;
        w->in_loop = outer;
        if (!w->depth)
            vec_push(w->d->arena, &w->body, s);
    }
}

static void place_algorithm(Places *w, DaeEq *eq)
{
    w->eq = eq;
    w->body.v = NULL;
    w->body.n = w->body.cap = 0;
    count_statements(w, eq->body->body, eq->body->nbody);
    place_statements(w, eq->body->body, eq->body->nbody);
    eq->body->body = w->body.v;
    eq->body->nbody = w->body.n;
}

static void mark_outputs(Places *w, const DaeEq *eq, bool assigned)
{
    for (int i = 0; i < eq->noutputs; i++) {
        if (eq->output[i] == NONE || eq->output[i] >= w->n)
            continue;
        w->assigned[eq->output[i]] = assigned;
        w->passed[eq->output[i]] = false;
    }
}

void dae_number_places(Dae *d)
{
    Arena *a = arena_new();
    Places w = {.d = d,
                .n = (uint32_t)d->var.n,
                .assigned = ARENA_ARRAY(a, bool, d->var.n),
                .passed = ARENA_ARRAY(a, bool, d->var.n),
                .to_come = ARENA_ARRAY(a, int, d->var.n)};
    for (int k = 0; k < d->eq.n; k++) {
        DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_ALGORITHM || eq->removed)
            continue;
        mark_outputs(&w, eq, true);
        place_algorithm(&w, eq);
        mark_outputs(&w, eq, false);
    }
    arena_free(a);
}
