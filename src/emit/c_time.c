/* c_time.c - what the derivatives have of time.
 *
 * A drive is a largest part of the equations for derivatives that depends on time and on nothing
 * else that changes between events: the voltage of a source, der(x) = f(time). Where time comes in
 * by drives alone, KCode.drives evaluates them, for pulses.c to look ahead without the rest. One
 * walk over the equations. */
#include "dae/incidence.h"
#include "dae/walk.h"
#include "emit/emit_internal.h"

typedef struct TimeUse {
    Emit *e;
    Dae *d;
    bool *timed;      /* [nv] follows from time alone */
    bool *derivative; /* [nv] of a state */
    Items items;      /* what assigns those that follow from time, then the drives */
    Map seen;         /* drives */
    VEC(Expr) drive;
    bool found; /* time, a delay or a clock, otherwise than by relations */
    bool other; /* not by drives alone */
} TimeUse;

static bool is_driven(void *arg, Expr e)
{
    const TimeUse *u = arg;
    const ExprNode *n = expr_node(u->d->store, e);
    return n->op == EX_TIME || (n->op == EX_VAR && u->timed[n->payload]);
}

static bool is_driven_or_delayed(void *arg, Expr e)
{
    return expr_op(((TimeUse *)arg)->d->store, e) == EX_DELAY || is_driven(arg, e);
}

static bool moves_otherwise(void *arg, Expr e)
{
    const TimeUse *u = arg;
    return !is_event_relation(u->d->store, e) && !is_driven(arg, e) && may_move(u->d, e);
}

static bool is_timed(TimeUse *u, Expr e)
{
    return dae_any_between(u->d, e, is_driven, u) && !dae_any_between(u->d, e, moves_otherwise, u);
}

static void add_drive(TimeUse *u, Expr e)
{
    if (map_get(&u->seen, e, 0))
        return;
    map_set(&u->seen, u->e->arena, e, 1);
    vec_push(u->e->arena, &u->drive, e);
}

static bool visit_part(void *arg, Expr e)
{
    TimeUse *u = arg;
    if (is_event_relation(u->d->store, e))
        return false;
    if (!is_timed(u, e))
        return true;
    if (expr_type(u->d->store, e) == T_REAL)
        add_drive(u, e);
    else
        u->other = true;
    return false;
}

static void note_drives(void *arg, Expr e)
{
    TimeUse *u = arg;
    if ((u->found && u->other) || !dae_any_between(u->d, e, is_driven_or_delayed, u))
        return;
    u->found = true;
    if (!u->other)
        dae_walk(u->d, e, visit_part, u);
}

/* ---- Blocks ---- */

static bool *find_derivatives(const Emit *e)
{
    bool *found = ARENA_ARRAY(e->arena, bool, e->num->nv + 1);
    for (int i = 0; i < e->d->nstates; i++)
        found[dae_root(e->d, e->d->var.v[e->d->state[i]].der_of, NULL)] = true;
    return found;
}

/* Whether a block says that the derivative of a state is a number or a parameter: it is a clock. */
static bool makes_clock(const TimeUse *u, const Block *b)
{
    const Assign *a = b->assign;
    return b->nassign == 1 && a->value && a->var != NONE && u->derivative[a->var] &&
           !expr_is_zero(u->d->store, a->value) && is_parametric(u->d, a->value);
}

static bool is_timed_block(TimeUse *u, const Block *b)
{
    return !block_is_solved(b) && b->nassign == 1 && b->assign->value && b->assign->var != NONE &&
           u->d->var.v[b->assign->var].type == T_REAL && is_timed(u, b->assign->value);
}

static void note_block(TimeUse *u, const Block *b)
{
    if (is_timed_block(u, b)) {
        u->found = true;
        u->timed[b->assign->var] = true;
        assign_items(u->e, b->nassign, b->assign, PART_RHS, &u->items);
        if (u->derivative[b->assign->var])
            add_drive(u, expr_var(u->d->store, T_REAL, b->assign->var));
        return;
    }
    block_visit(u->d, b, note_drives, u);
    if (makes_clock(u, b))
        u->found = u->other = true;
}

void emit_time(Emit *e)
{
    const System *s = dae_system(e->d, SYSTEM_SIMULATION);
    TimeUse u = {.e = e, .d = e->d, .timed = ARENA_ARRAY(e->arena, bool, e->num->nv + 1)};
    u.derivative = find_derivatives(e);
    u.other = e->num->delays.n > 0;
    for (int i = 0; s && i < s->nblocks; i++)
        if (block_part(s->block[e->sim_order[i]]) == PART_RHS)
            note_block(&u, s->block[e->sim_order[i]]);
    if (u.found)
        put(&e->entries, "code->asks_time=1;\n");
    if (!u.found || u.other || !u.drive.n)
        return;
    for (int i = 0; i < u.drive.n; i++)
        vec_push(e->arena, &u.items, ((Item){.to = TO_R, .n = (uint32_t)i, .value = u.drive.v[i]}));
    putf(&e->entries, "code->ndrives=%d;\n", u.drive.n);
    Buf calls = {0};
    Sequence q = {.name = "drive", .has_r = true};
    emit_sequence(e, &q, &u.items);
    put_calls(&calls, &q, ALL_PARTS);
    put_code(e, "drives", ",double*r", &calls);
}
