/* events.c - relations, samples and jumping functions of the equations, and which blocks are needed
 * for derivatives and for relations.
 *
 * Blocks that read nothing that moves between events (parameters, discrete variables, other such
 * blocks) are discrete too: they are found forwards, in the order of the blocks. Need is marked
 * backwards. What is discrete is constant between events and ends the search. O(size of the
 * expressions). */
#include "dae/diagnose.h"
#include "dae/problem.h"

typedef struct Events {
    Dae *d;
    Arena *a;
    Map seen;    /* expression -> number + 1 in its list */
    Map visited; /* root expressions visited */
    int eq;
    bool initial, bad;
    int *block_of;     /* [nvars] block that determines a variable, -1 */
    bool *rhs, *cross; /* [nblocks] */
    VEC(int) work;
    bool *mark; /* rhs or cross: what is being marked */
    System *sim;
    bool *still; /* [nvars] unknowns of blocks that are evaluated at events only */
} Events;

/* ---- Relations ---- */

/* time >= e or time < e, whose value at the instant e is the new one (algorithms.c: e has the value
 * of its place between events). */
static bool is_time_event(Dae *d, Expr e)
{
    ExprStore *s = d->store;
    Expr a = expr_arg(s, e, 0), b = expr_arg(s, e, 1);
    if (expr_node(s, e)->flags & EF_PASSING)
        return false;
    switch (expr_op(s, e)) {
    case EX_GE:
    case EX_LT:
        return expr_op(s, a) == EX_TIME && !dae_any(d, b, may_move, d);
    case EX_LE:
    case EX_GT:
        return expr_op(s, b) == EX_TIME && !dae_any(d, a, may_move, d);
    default:
        return false;
    }
}

/* Start and interval that a library leaves to variables must have come to parameters (fold.c). */
static bool check_sample(Events *w, Expr e)
{
    Dae *d = w->d;
    for (uint32_t i = 0; i < 2; i++) {
        Expr arg = expr_arg(d->store, e, i);
        if (is_parametric(d, arg))
            continue;
        diag_error(d->ctx->diags, users_place_of_eq(d, w->eq),
                   "the %s of this sample varies in time; it must follow from parameters",
                   i ? "interval" : "start");
        return false;
    }
    return true;
}

static void note_node(void *arg, Expr e)
{
    Events *w = arg;
    Dae *d = w->d;
    bool relation = is_event_relation(d->store, e), jumps = is_event_function(d->store, e);
    bool sample = expr_op(d->store, e) == EX_SAMPLE;
    if ((!relation && !jumps && !sample) || map_get(&w->seen, e, 0))
        return;
    if (relation) {
        Relation *r = vec_add(d->arena, &d->relation);
        *r = (Relation){.e = e, .eq = w->eq, .initial = w->initial};
        d->relation.v[d->relation.n - 1].time_event = is_time_event(d, e);
    } else if (sample) {
        w->bad |= !check_sample(w, e);
        vec_push(d->arena, &d->sample, e);
    } else {
        vec_push(d->arena, &d->kept, e);
    }
    map_set(&w->seen, w->a, e, relation ? (uint32_t)d->relation.n : 1);
}

static void collect(Events *w, Expr e, int eq)
{
    if (!e || map_get(&w->visited, e, 0))
        return;
    map_set(&w->visited, w->a, e, 1);
    w->eq = eq;
    expr_visit(w->d->store, e, note_node, w);
}

static void collect_object(Events *w, int k)
{
    const DaeEq *eq = &w->d->eq.v[k];
    collect(w, eq->rhs, k);
    collect(w, eq->when, k);
    w->eq = k;
    if (eq->body)
        body_nodes(w->d->store, eq->body, note_node, w);
}

static void collect_assigns(Events *w, const Assign *a, int n)
{
    for (int i = 0; i < n; i++) {
        if (a[i].var == NONE)
            collect_object(w, a[i].eq);
        else if (!a[i].start_of)
            collect(w, a[i].value, a[i].eq);
    }
}

/* The same equations as they are; NULL: there are none. */
static const BlockCore *whole_of(const BlockCore *c)
{
    return c->whole ? c->whole->core : NULL;
}

static void collect_system(Events *w, const System *s)
{
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        collect_assigns(w, b->assign, b->nassign);
        collect_assigns(w, b->core->mode, b->core->nmodes);
        for (const BlockCore *c = b->core; c; c = whole_of(c))
            for (int k = 0; k < c->ntorn; k++)
                collect(w, c->residual[k], c->residual_eq[k]);
    }
}

/* Actions are conditions of the simulation too. Asserts are checked at accepted points: a relation
 * that occurs in them alone is compared as it is and generates no events. */
static void collect_actions(Events *w)
{
    for (int k = 0; k < w->d->eq.n; k++) {
        const DaeEq *eq = &w->d->eq.v[k];
        if (eq->kind == EQ_ACTION && !eq->removed && !eq->initial)
            collect_object(w, k);
    }
}

/* ---- Relations of mixed blocks ---- */

bool has_inner_events(const Dae *d, const Assign *a)
{
    Func *body = a->var == NONE ? d->eq.v[a->eq].body : NULL;
    return body && body_has_events(d->store, body);
}

typedef struct BlockRelations {
    Events *w;
    bool *mine; /* [nvars] unknowns of the block */
    VEC(int) number, given;
} BlockRelations;

static bool is_mine(void *arg, uint32_t var)
{
    return ((const bool *)arg)[var];
}

static void add_block_relation(BlockRelations *b, Expr e, bool given)
{
    int number = (int)map_get(&b->w->seen, e, 0) - 1;
    const int *has = given ? b->given.v : b->number.v;
    bool known = false;
    for (int i = 0; i < (given ? b->given.n : b->number.n); i++)
        known = known || has[i] == number;
    if (!known && given)
        vec_push(b->w->a, &b->given, number);
    else if (!known)
        vec_push(b->w->a, &b->number, number);
}

static void note_block_relation(void *arg, Expr e)
{
    BlockRelations *b = arg;
    Dae *d = b->w->d;
    if (is_event_relation(d->store, e))
        add_block_relation(b, e, !dae_any_var(d, e, is_mine, b->mine));
}

/* In an algorithm, which is run with the modes that the block has. */
static void note_inner_relation(void *arg, Expr e)
{
    BlockRelations *b = arg;
    if (is_event_relation(b->w->d->store, e))
        add_block_relation(b, e, false);
}

static void note_relations(BlockRelations *r, const Assign *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i].value)
            expr_visit(r->w->d->store, a[i].value, note_block_relation, r);
}

static void note_inner_relations(BlockRelations *r, const Assign *a, int n)
{
    for (int i = 0; i < n; i++)
        if (has_inner_events(r->w->d, &a[i]))
            body_nodes(r->w->d->store, r->w->d->eq.v[a[i].eq].body, note_inner_relation, r);
}

static void block_relations(Events *w, Block *b, bool *mine)
{
    BlockRelations r = {.w = w, .mine = mine};
    for (int i = 0; i < b->n; i++)
        mine[b->var[i]] = true;
    note_relations(&r, b->assign, b->nassign);
    for (const BlockCore *c = b->core; c; c = whole_of(c))
        for (int i = 0; i < c->ntorn; i++)
            expr_visit(w->d->store, c->residual[i], note_block_relation, &r);
    note_relations(&r, b->core->mode, b->core->nmodes);
    b->core->nplain = r.number.n;
    note_inner_relations(&r, b->assign, b->nassign);
    note_inner_relations(&r, b->core->mode, b->core->nmodes);
    for (int i = 0; i < b->n; i++)
        mine[b->var[i]] = false;
    b->core->nrelations = r.number.n;
    b->core->relation = arena_copy(w->d->arena, r.number.v, (size_t)r.number.n * sizeof(int));
    b->core->ngiven = r.given.n;
    b->core->given = arena_copy(w->d->arena, r.given.v, (size_t)r.given.n * sizeof(int));
}

static void relations_of_blocks(Events *w, System *s)
{
    bool *mine = ARENA_ARRAY(w->a, bool, w->d->var.n);
    for (int i = 0; i < s->nblocks; i++)
        if (s->block[i]->kind == BLOCK_MIXED)
            block_relations(w, s->block[i], mine);
}

/* ---- What stands still between events ---- */

/* Integers that functions change between events are evaluated as Reals are. */
static void find_drifting(Events *w)
{
    Dae *d = w->d;
    for (int i = 0; i < w->sim->nblocks; i++) {
        Block *b = w->sim->block[i];
        int eq = b->nassign == 1 ? b->assign->eq : -1;
        if (eq < 0 || !d->eq.v[eq].drifts || b->kind == BLOCK_MIXED)
            continue;
        b->discrete = false;
        for (int k = 0; k < b->n; k++)
            d->var.v[b->var[k]].drifts = d->var.v[b->var[k]].type != T_REAL;
    }
}

static bool is_moving_node(void *arg, Expr e)
{
    const Events *w = arg;
    const ExprNode *n = expr_node(w->d->store, e);
    return n->op != EX_ARRVAR && is_moving(n);
}

static bool is_moving_var(void *arg, VarId var)
{
    const Events *w = arg;
    const DaeVar *v = &w->d->var.v[var];
    return v->kind == DV_INPUT || v->drifts ||
           (v->kind > DV_PARAMETER && !is_mode_var(v) && !w->still[var]);
}

static bool moves(Events *w, Expr e)
{
    return dae_any(w->d, e, is_moving_node, w) || dae_any_var(w->d, e, is_moving_var, w);
}

static bool block_moves(Events *w, const Block *b)
{
    Dae *d = w->d;
    if (b->kind == BLOCK_MIXED)
        return true;
    for (int i = 0; i < b->nassign; i++) {
        const DaeEq *object = b->assign[i].var == NONE ? &d->eq.v[b->assign[i].eq] : NULL;
        if (object && (object->kind != EQ_CALL || object->when))
            return true;
        if (moves(w, object ? object->rhs : b->assign[i].value))
            return true;
    }
    for (const BlockCore *c = b->core; c; c = whole_of(c))
        for (int i = 0; i < c->ntorn; i++)
            if (moves(w, c->residual[i]))
                return true;
    return false;
}

/* The unknowns of a block stand still if nothing else that it reads moves. */
static void find_still(Events *w)
{
    Dae *d = w->d;
    w->still = ARENA_ARRAY(w->a, bool, d->var.n + 1);
    bool *derivative = ARENA_ARRAY(w->a, bool, d->var.n + 1);
    for (int i = 0; i < d->nstates; i++)
        derivative[dae_root(d, d->var.v[d->state[i]].der_of, NULL)] = true;
    for (int i = 0; i < w->sim->nblocks; i++) {
        Block *b = w->sim->block[i];
        bool still = !b->discrete;
        for (int k = 0; k < b->n; k++) {
            still = still && !derivative[b->var[k]] && d->var.v[b->var[k]].kind == DV_ALGEBRAIC;
            w->still[b->var[k]] = true;
        }
        b->discrete = b->discrete || (still && !block_moves(w, b));
        for (int k = 0; k < b->n; k++)
            w->still[b->var[k]] = b->discrete;
    }
}

static bool is_moving_leaf(void *arg, Expr e)
{
    const Events *w = arg;
    return expr_op(w->d->store, e) == EX_VAR ? is_moving_var(arg, var_number(w->d->store, e))
                                             : is_moving_node(arg, e);
}

/* A Real that is declared discrete is evaluated at events only: outside of `when` (specification,
 * 4.5.2) it can have a value that does not vary between them. */
static bool accept_discrete(Events *w)
{
    Dae *d = w->d;
    bool good = true;
    for (int i = 0; i < w->sim->nblocks; i++) {
        const Block *b = w->sim->block[i];
        const Assign *a = b->n == 1 && b->nassign == 1 ? b->assign : NULL;
        if (!a || a->var == NONE || a->eq < 0 || d->eq.v[a->eq].discrete ||
            d->var.v[a->var].kind != DV_DISCRETE)
            continue;
        bool drifts = dae_any_between(d, a->value, is_moving_leaf, w);
        if (drifts)
            diag_error(d->ctx->diags, d->eq.v[a->eq].span,
                       "`%s` is discrete, but this varies continuously: give it a value in a "
                       "`when`, or declare it without "
                       "`discrete`",
                       dae_var_text(d, a->var));
        good = good && !drifts;
    }
    return good;
}

/* ---- What is needed for what ---- */

static void need_var(void *arg, uint32_t var)
{
    Events *w = arg;
    int b = w->block_of[var];
    if (b < 0 || w->mark[b] || w->sim->block[b]->discrete)
        return;
    w->mark[b] = true;
    vec_push(w->a, &w->work, b);
}

static void need_expr(Events *w, Expr e);

static bool need_delayed(void *arg, Expr e)
{
    Events *w = arg;
    ExprNode n = *expr_node(w->d->store, e);
    for (uint32_t i = 0; i < n.nargs && (n.op == EX_DELAY || n.op == EX_BOUNDARY); i++)
        need_expr(w, expr_arg(w->d->store, e, i));
    return false;
}

/* Also what delays take: where one is shorter than a step the present value serves. */
static void need_expr(Events *w, Expr e)
{
    dae_visible_vars(w->d, e, need_var, w);
    dae_any(w->d, e, need_delayed, w);
}

static void need_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Events *w = arg;
    (void)stmt, (void)role;
    dae_any(w->d, *slot, need_delayed, w);
}

static void need_object(Events *w, const DaeEq *eq)
{
    object_reads(w->d, eq, need_var, w);
    if (eq->rhs)
        dae_any(w->d, eq->rhs, need_delayed, w);
    if (eq->body)
        body_slots(eq->body, need_slot, w);
}

static void need_assigns(Events *w, const Assign *a, int n)
{
    Dae *d = w->d;
    for (int i = 0; i < n; i++) {
        if (a[i].var != NONE)
            need_expr(w, a[i].value);
        else
            need_object(w, &d->eq.v[a[i].eq]);
    }
}

static void need_inputs(Events *w)
{
    while (w->work.n) {
        const Block *b = w->sim->block[vec_pop(&w->work)];
        need_assigns(w, b->assign, b->nassign);
        for (int i = 0; i < b->core->nmodes; i++)
            if (has_inner_events(w->d, &b->core->mode[i]))
                need_assigns(w, &b->core->mode[i], 1);
        for (const BlockCore *c = b->core; c; c = whole_of(c))
            for (int i = 0; i < c->ntorn; i++)
                need_expr(w, c->residual[i]);
    }
}

/* Algorithms with relations inside are run for their sake. */
static void need_algorithms(Events *w)
{
    for (int i = 0; i < w->sim->nblocks; i++) {
        const Block *b = w->sim->block[i];
        bool events = false;
        for (int k = 0; k < b->nassign; k++)
            events = events || has_inner_events(w->d, &b->assign[k]);
        for (int k = 0; k < b->core->nmodes; k++)
            events = events || has_inner_events(w->d, &b->core->mode[k]);
        if (events && !w->mark[i]) {
            w->mark[i] = true;
            vec_push(w->a, &w->work, i);
        }
    }
}

static void mark_needs(Events *w)
{
    Dae *d = w->d;
    w->block_of = ints_filled(w->a, d->var.n, -1);
    for (int i = 0; i < w->sim->nblocks; i++)
        for (int k = 0; k < w->sim->block[i]->n; k++)
            w->block_of[w->sim->block[i]->var[k]] = i;
    w->rhs = w->mark = ARENA_ARRAY(w->a, bool, w->sim->nblocks + 1);
    for (int i = 0; i < d->nstates; i++)
        need_var(w, dae_root(d, d->var.v[d->state[i]].der_of, NULL));
    for (uint32_t i = 0; d->outputs_move && i < d->nflat; i++)
        if (d->var.v[i].top_output)
            need_var(w, dae_root(d, i, NULL));
    for (int i = 0; i < d->set.n; i++)
        for (int k = 0; k < d->set.v[i].m * (d->set.v[i].ngiven + d->set.v[i].n); k++)
            if (d->set.v[i].entry[k])
                dae_visible_vars(d, d->set.v[i].entry[k], need_var, w);
    need_inputs(w);
    w->cross = w->mark = ARENA_ARRAY(w->a, bool, w->sim->nblocks + 1);
    for (int i = 0; i < d->relation.n; i++)
        if (!d->relation.v[i].time_event && !d->relation.v[i].initial)
            need_expr(w, d->relation.v[i].e);
    for (int i = 0; i < d->kept.n; i++)
        dae_visible_vars(d, d->kept.v[i], need_var, w);
    need_algorithms(w);
    need_inputs(w);
    for (int i = 0; i < w->sim->nblocks; i++) {
        w->sim->block[i]->needed_rhs = w->rhs[i];
        w->sim->block[i]->needed_cross = w->cross[i];
    }
}

bool dae_events(Dae *d)
{
    Arena *a = arena_new();
    System *sim = dae_system(d, SYSTEM_SIMULATION), *initial = dae_system(d, SYSTEM_INITIAL);
    Events w = {.d = d, .a = a, .sim = sim};
    d->relation.n = d->sample.n = d->kept.n = 0;
    find_drifting(&w);
    collect_system(&w, sim);
    collect_actions(&w);
    w.initial = true;
    collect_system(&w, initial);
    relations_of_blocks(&w, sim);
    relations_of_blocks(&w, initial);
    find_still(&w);
    bool good = accept_discrete(&w) && !w.bad;
    mark_needs(&w);
    dae_divisors(d);
    arena_free(a);
    return good;
}
