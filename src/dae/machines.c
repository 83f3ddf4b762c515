/* machines.c - state machines as equations on a clock (specification, chapter 17).
 *
 * States are found from the transitions; those that are coupled are a machine. A machine has the
 * equations of 17.3.4, over hidden variables: the transition that fires, the active state, and for
 * each state whether it is active and whether it is reset. What belongs to a state is marked with
 * it, so that the pass `clocks` lets its equations hold only while it is active. In these equations
 *
 *     previous(x)        is the start value of x where the state that x is declared in is reset
 *     activeState(s)     is the variable that says so
 *     ticksInState()     is a counter of the machine; timeInState() the time since it was 1
 *
 * An immediate transition is asked before anything happens in the state, so what its condition
 * says of the time in the state, and whether machines in the state have ended, is as if it stayed.
 * Linear in the equations and in the depth of states. */
#include "dae/machines_internal.h"

#include <stdarg.h>
#include <stdlib.h>

void machines_report(Machines *m, Span at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    diag_vadd(m->d->ctx->diags, DIAG_ERROR, at, fmt, args);
    va_end(args);
    m->failed = true;
}

/* ---- Places ---- */

uint64_t elements_of(const FlatPart *p)
{
    uint64_t n = 1;
    for (int k = 0; k < p->ndims; k++)
        n *= (uint64_t)p->dim[k];
    return n;
}

FlatPlace flat_place(const FlatModel *f, uint32_t part, const IterValue *iters)
{
    if (!part)
        return (FlatPlace){0};
    const FlatPart *p = &f->part.v[part];
    FlatPlace place = {part, flat_place(f, p->parent, iters).at};
    for (uint32_t k = 0; k < p->ndims; k++) {
        const IterValue *v = iters;
        while (v && v->iter != p->iter + k)
            v = v->outer;
        place.at = place.at * (uint64_t)p->dim[k] + (v ? (uint64_t)v->value - 1 : 0);
    }
    return place;
}

FlatPlace place_around(const Machines *m, FlatPlace p)
{
    uint64_t n = elements_of(&m->f->part.v[p.part]);
    return (FlatPlace){m->f->part.v[p.part].parent, n ? p.at / n : 0};
}

static uint64_t place_key(FlatPlace p)
{
    return (uint64_t)p.part << 32 | (uint32_t)p.at;
}

int state_around(const Machines *m, FlatPlace p)
{
    for (; p.part; p = place_around(m, p)) {
        uint32_t k = map_get(&m->state_at, place_key(p), 0);
        if (k)
            return (int)k - 1;
    }
    return -1;
}

FlatPlace place_of_scalar(const Machines *m, VarId v)
{
    const FlatVar *var = flat_var_of(m->f, v);
    return (FlatPlace){var->part, v - var->first};
}

/* The place that ACTIVESTATE names; part 0: none. */
static FlatPlace named_place(const Machines *m, Expr e)
{
    const ExprStore *s = m->d->store;
    uint32_t n = expr_node(s, e)->nargs, rest[8 * MAX_DIMS], nrest = 0;
    int64_t sub[8 * MAX_DIMS];
    for (uint32_t i = 0; i < n; i++) {
        if (expr_op(s, expr_arg(s, e, i)) != EX_INT)
            return (FlatPlace){0};
        sub[i] = (int64_t)expr_node(s, expr_arg(s, e, i))->payload;
    }
    uint32_t part = flat_descend(m->f, (uint32_t)expr_node(s, e)->payload, n, sub, rest, &nrest);
    int32_t dim[8 * MAX_DIMS];
    uint32_t nd = 0;
    for (uint32_t p = part; p; p = m->f->part.v[p].parent)
        for (int k = m->f->part.v[p].ndims; k-- > 0 && nd < 8 * MAX_DIMS;)
            dim[nd++] = m->f->part.v[p].dim[k];
    FlatPlace place = {nd == nrest ? part : 0, 0};
    for (uint32_t i = 0; i < nd && place.part; i++) {
        int64_t k = sub[rest[i]];
        if (k < 1 || k > dim[nd - 1 - i])
            return (FlatPlace){0};
        place.at = place.at * (uint64_t)dim[nd - 1 - i] + (uint64_t)k - 1;
    }
    return place;
}

const char *state_text(Machines *m, int state)
{
    Buf text = {0};
    flat_place_name(m->f, m->state.v[state].place.part, m->state.v[state].place.at, &text);
    return dae_text(m->d, &text);
}

/* Results show a state as a component `active` of it, unless it has one. */
static void name_state(Machines *m, int state)
{
    Dae *d = m->d;
    State *t = &m->state.v[state];
    MachineState shown = {t->active, t->reset, 0};
    Name active = name_cstr(d->ctx->names, "active");
    bool taken = false;
    for (int i = 1; i < m->f->part.n && !taken; i++)
        taken = m->f->part.v[i].parent == t->place.part && m->f->part.v[i].name == active;
    const char *text =
        arena_printf(d->arena, taken ? "activeState(%s)" : "%s.active", state_text(m, state));
    shown.name = name_cstr(d->ctx->names, text);
    Expr yes = expr_bool(d->store, true);
    d->var.v[t->active].meaning = expr_make(d->store, EX_SPELLED, T_BOOL, 0, shown.name, 1, &yes);
    vec_push(d->arena, &d->machine_state, shown);
}

/* ---- States and machines ---- */

static int find(Machines *m, int k)
{
    while (m->state.v[k].up != k)
        k = m->state.v[k].up = m->state.v[m->state.v[k].up].up;
    return k;
}

static int state_named(Machines *m, Expr e, Span at)
{
    FlatPlace p = named_place(m, e);
    if (!p.part) {
        machines_report(m, at, "which state this is must be known during translation");
        return -1;
    }
    uint32_t k = map_get(&m->state_at, place_key(p), 0);
    if (k)
        return (int)k - 1;
    State s = {.place = p, .span = at, .up = m->state.n, .machine = -1, .parent = -1};
    vec_push(m->a, &m->state, s);
    map_set(&m->state_at, m->a, place_key(p), (uint32_t)m->state.n);
    return m->state.n - 1;
}

static void add_step(Machines *m, const MachineStatement *by, int from, int to)
{
    if (by->priority < 1)
        machines_report(m, by->span, "the priority of a transition is %lld; it must be at least 1",
                        (long long)by->priority);
    m->state.v[from].left = true;
    m->state.v[find(m, to)].up = find(m, from);
    vec_push(m->a, &m->step, ((Step){by, from, to, 0}));
}

/* Machines in the order in which they are met, with their states. */
static void number_machines(Machines *m)
{
    for (int i = 0; i < m->state.n; i++) {
        State *s = &m->state.v[i], *lead = &m->state.v[find(m, i)];
        s->parent = state_around(m, place_around(m, s->place));
        if (lead->machine < 0) {
            lead->machine = m->machine.n;
            vec_push(m->a, &m->machine,
                     ((Machine){.parent = s->parent,
                                .initial = -1,
                                .span = s->span,
                                .final = NONE,
                                .ticks = NONE,
                                .since = NONE}));
        }
        s->machine = lead->machine;
        Machine *k = &m->machine.v[s->machine];
        if (k->parent != s->parent)
            machines_report(m, s->span,
                            "`%s` and `%s` are states of one machine, but not of one "
                            "model: a transition cannot lead into or out of a state",
                            state_text(m, k->state.v[0]), state_text(m, i));
        vec_push(m->a, &k->state, i);
    }
}

static void choose_initial(Machines *m, const MachineNotes *notes)
{
    Span *first = ARENA_ARRAY(m->a, Span, m->machine.n);
    for (int i = 0; i < notes->statement.n; i++) {
        const MachineStatement *n = &notes->statement.v[i];
        if (n->to)
            continue;
        int state = state_named(m, n->from, n->span);
        Machine *k = &m->machine.v[m->state.v[state].machine];
        if (k->initial >= 0) {
            machines_report(m, n->span, "this state machine has two initial states");
            diag_note(m->d->ctx->diags, first[m->state.v[state].machine], "the other one");
        }
        k->initial = state;
        first[m->state.v[state].machine] = n->span;
    }
    for (int i = 0; i < m->machine.n; i++) {
        Machine *k = &m->machine.v[i];
        if (k->initial < 0) {
            machines_report(m, k->span,
                            "the state machine of `%s` has no initial state; write "
                            "`initialState(...)` with one of its states",
                            state_text(m, k->state.v[0]));
            continue;
        }
        m->state.v[k->initial].number = 1;
        for (int j = 0, n = 1; j < k->state.n; j++)
            if (k->state.v[j] != k->initial)
                m->state.v[k->state.v[j]].number = ++n;
    }
}

static int by_priority(const void *x, const void *y)
{
    const Step *a = x, *b = y;
    return a->by->priority != b->by->priority ? (a->by->priority < b->by->priority ? -1 : 1)
                                              : (a->by > b->by) - (a->by < b->by);
}

static void sort_steps(Machines *m)
{
    Map seen = {0};
    if (m->step.n)
        qsort(m->step.v, (size_t)m->step.n, sizeof *m->step.v, by_priority);
    for (int i = 0; i < m->step.n; i++) {
        const Step *s = &m->step.v[i];
        uint64_t key = map_pair((uint32_t)s->from, (uint32_t)s->by->priority);
        uint32_t other = map_get(&seen, key, 0);
        if (other) {
            machines_report(m, s->by->span,
                            "two transitions from `%s` have the priority %lld; they must differ",
                            state_text(m, s->from), (long long)s->by->priority);
            diag_note(m->d->ctx->diags, m->step.v[other - 1].by->span, "the other one");
        }
        map_set(&seen, m->a, key, (uint32_t)i + 1);
        vec_push(m->a, &m->machine.v[m->state.v[s->from].machine].step, i);
    }
}

static void find_machines(Machines *m, const MachineNotes *notes)
{
    for (int i = 0; i < notes->statement.n && !m->failed; i++) {
        const MachineStatement *n = &notes->statement.v[i];
        int from = state_named(m, n->from, n->span);
        int to = n->to ? state_named(m, n->to, n->span) : -1;
        if (from >= 0 && to >= 0)
            add_step(m, n, from, to);
    }
    if (m->failed)
        return;
    number_machines(m);
    if (!m->failed)
        choose_initial(m, notes);
    sort_steps(m);
}

/* ---- Variables and equations ---- */

VarId machine_variable(Machines *m, Type type, Expr start, Span at)
{
    Dae *d = m->d;
    VarId v = dae_new_var(d, type, DV_DISCRETE);
    d->var.v[v].hidden = true;
    d->var.v[v].span = at;
    d->var.v[v].start = start;
    d->var.v[v].fixed = true;
    return v;
}

DaeEq *machine_equation(Machines *m, VarId v, Expr value, Span at)
{
    DaeEq *eq = vec_add(m->d->arena, &m->d->eq);
    *eq = DAE_EQ(.kind = EQ_SCALAR, .lhs = value_of(m->d, v), .rhs = value, .discrete = true,
                 .span = at);
    return eq;
}

static Expr is_equal(Dae *d, Expr x, int64_t k)
{
    Expr both[2] = {x, expr_int(d->store, k)};
    return expr_build(d->store, EX_EQ, T_BOOL, EF_NOEVENT, 0, 2, both);
}

static Expr both_of(Dae *d, Expr a, Expr b)
{
    if (!a || !b)
        return a ? a : b;
    return expr_build(d->store, EX_AND, T_BOOL, 0, 0, 2, (Expr[]){a, b});
}

static Expr either_of(Dae *d, Expr a, Expr b)
{
    if (!a || !b)
        return a ? a : b;
    return expr_build(d->store, EX_OR, T_BOOL, 0, 0, 2, (Expr[]){a, b});
}

/* A variable that keeps its value while the machine is not active. */
static void machine_keeps(Machines *m, const Machine *k, VarId v, Expr value)
{
    Expr now = k->active ? expr_if(m->d->store, k->active, value, previous_of(m->d, v)) : value;
    machine_equation(m, v, now, k->span);
}

/* All variables first: equations refer to machines inside and around. */
static void declare_machine(Machines *m, Machine *k)
{
    Dae *d = m->d;
    ExprStore *s = d->store;
    k->current = machine_variable(m, T_INT, expr_int(s, 1), k->span);
    k->next = machine_variable(m, T_INT, expr_int(s, 1), k->span);
    k->fired = machine_variable(m, T_INT, expr_int(s, 0), k->span);
    for (int i = 0; i < k->state.n; i++) {
        State *t = &m->state.v[k->state.v[i]];
        Expr no = expr_bool(s, false);
        t->active = machine_variable(m, T_BOOL, no, t->span);
        t->reset = machine_variable(m, T_BOOL, no, t->span);
        t->again = machine_variable(m, T_BOOL, no, t->span);
    }
}

/* Whether the machine is in a state without exit. */
static VarId final_of(Machines *m, Machine *k)
{
    Expr any = expr_bool(m->d->store, false);
    if (k->final != NONE)
        return k->final;
    for (int i = 0; i < k->state.n; i++) {
        const State *t = &m->state.v[k->state.v[i]];
        if (!t->left)
            any = either_of(m->d, any, is_equal(m->d, value_of(m->d, k->current), t->number));
    }
    k->final = machine_variable(m, T_BOOL, expr_bool(m->d->store, false), k->span);
    machine_equation(m, k->final, any, k->span);
    return k->final;
}

/* The condition of a transition: with `synchronize` all machines in the state have ended too. */
static Expr full_condition(Machines *m, const Step *s)
{
    Expr c = value_of(m->d, s->by->condition);
    for (int i = 0; s->by->synchronize && i < m->machine.n; i++) {
        if (m->machine.v[i].parent != s->from)
            continue;
        VarId end = final_of(m, &m->machine.v[i]);
        c = both_of(m->d, c, s->by->immediate ? previous_of(m->d, end) : value_of(m->d, end));
    }
    return c;
}

/* Which transition fires: the first, in the order of priorities, whose condition holds, or did
 * before. */
static void fire(Machines *m, const Machine *k, Expr selected)
{
    Dae *d = m->d;
    ExprStore *s = d->store;
    Expr value = expr_int(s, 0);
    for (int i = k->step.n - 1; i >= 0; i--) {
        Step *t = &m->step.v[k->step.v[i]];
        int from = m->state.v[t->from].number;
        Expr c = full_condition(m, t);
        if (t->by->immediate) {
            t->fires = both_of(d, is_equal(d, selected, from), c);
        } else {
            VarId wait = machine_variable(m, T_BOOL, expr_bool(s, false), t->by->span);
            machine_equation(m, wait, both_of(d, is_equal(d, value_of(d, k->next), from), c),
                             t->by->span);
            t->fires = previous_of(d, wait);
        }
        value = expr_if(s, t->fires, expr_int(s, i + 1), value);
    }
    machine_equation(m, k->fired, value, k->span);
}

static void state_equations(Machines *m, const Machine *k, const State *t, Expr restart)
{
    Dae *d = m->d;
    ExprStore *s = d->store;
    Expr here = is_equal(d, value_of(d, k->current), t->number);
    Expr again = either_of(d, k->reset, previous_of(d, t->again));
    machine_equation(m, t->active, both_of(d, k->active, here), t->span);
    machine_equation(m, t->reset, both_of(d, value_of(d, t->active), either_of(d, restart, again)),
                     t->span);
    machine_keeps(m, k, t->again, both_of(d, expr_not(s, here), again));
}

static void machine_equations(Machines *m, Machine *k)
{
    Dae *d = m->d;
    ExprStore *s = d->store;
    if (k->parent >= 0) {
        k->active = value_of(d, m->state.v[k->parent].active);
        k->reset = value_of(d, m->state.v[k->parent].reset);
    } else {
        VarId begins = machine_variable(m, T_BOOL, expr_bool(s, true), k->span);
        machine_equation(m, begins, expr_bool(s, false), k->span);
        k->reset = previous_of(d, begins);
    }
    Expr selected = expr_if(s, k->reset, expr_int(s, 1), previous_of(d, k->next));
    fire(m, k, selected);
    Expr to = previous_of(d, k->next), restart = expr_bool(s, false), any = restart;
    for (int i = k->step.n - 1; i >= 0; i--) {
        const Step *t = &m->step.v[k->step.v[i]];
        Expr fired = is_equal(d, value_of(d, k->fired), i + 1);
        to = expr_if(s, fired, expr_int(s, m->state.v[t->to].number), to);
        any = either_of(d, any, fired);
        if (t->by->reset)
            restart = either_of(d, restart, fired);
    }
    k->entered = either_of(d, k->reset, any);
    machine_equation(m, k->current, expr_if(s, k->reset, expr_int(s, 1), to), k->span);
    machine_keeps(m, k, k->next, value_of(d, k->current));
    for (int i = 0; i < k->state.n; i++)
        state_equations(m, k, &m->state.v[k->state.v[i]], restart);
}

/* ---- The time in a state ---- */

/* The state of a machine, or one around it, becomes active. own: by a transition of its own. */
static Expr is_entered(Machines *m, const Machine *k, bool own)
{
    Expr e = own ? k->entered : k->reset;
    for (int p = k->parent; p >= 0; p = m->state.v[p].parent)
        e = either_of(m->d, e, m->machine.v[m->state.v[p].machine].entered);
    return e;
}

static VarId ticks_of(Machines *m, Machine *k)
{
    ExprStore *s = m->d->store;
    if (k->ticks != NONE)
        return k->ticks;
    VarId v = k->ticks = machine_variable(m, T_INT, expr_int(s, 0), k->span);
    Expr more = expr_add2(s, previous_of(m->d, v), expr_int(s, 1));
    machine_keeps(m, k, v, expr_if(s, is_entered(m, k, true), expr_int(s, 1), more));
    return v;
}

static VarId since_of(Machines *m, Machine *k)
{
    ExprStore *s = m->d->store;
    Expr time = expr_make(s, EX_TIME, T_REAL, 0, 0, 0, NULL);
    if (k->since != NONE)
        return k->since;
    VarId v = k->since = machine_variable(m, T_REAL, expr_real(s, 0), k->span);
    machine_keeps(m, k, v, expr_if(s, is_entered(m, k, true), time, previous_of(m->d, v)));
    return v;
}

/* ticksInState() or timeInState(); `staying`: where an immediate transition asks, so that the state
 * is taken to stay. */
static Expr time_in_state(Machines *m, Machine *k, ExprOp op, bool staying)
{
    Dae *d = m->d;
    ExprStore *s = d->store;
    Expr time = expr_make(s, EX_TIME, T_REAL, 0, 0, 0, NULL), fresh = is_entered(m, k, false);
    if (op == EX_TICKSINSTATE) {
        VarId v = ticks_of(m, k);
        Expr more = expr_add2(s, previous_of(d, v), expr_int(s, 1));
        return staying ? expr_if(s, fresh, expr_int(s, 1), more) : value_of(d, v);
    }
    VarId v = since_of(m, k);
    return staying ? expr_if(s, fresh, expr_real(s, 0), expr_sub(s, time, previous_of(d, v)))
                   : expr_sub(s, time, value_of(d, v));
}

/* ---- Equations of states ---- */

Expr value_before(Machines *m, VarId v)
{
    Dae *d = m->d;
    int of = d->var.v[v].in_state - 1;
    Expr kept = previous_of(d, v);
    if (of < 0)
        return kept;
    Expr start = dae_start(d, v);
    return expr_if(d->store, value_of(d, m->state.v[of].reset),
                   d->var.v[v].type == T_REAL ? expr_to_real(d->store, start) : start, kept);
}

/* A row of variables, some of which may have copies in a state. */
static Expr array_of_copies(Machines *m, int state, Expr e)
{
    ExprStore *s = m->d->store;
    const ExprNode *n = expr_node(s, e);
    const TypeInfo *t = type_info(expr_types(s), n->type);
    VarId first = var_number(s, e);
    uint32_t count = t->ndims ? (uint32_t)type_elements(expr_types(s), n->type) : 0;
    VarId copy = copy_in_state(m, state, first);
    bool any = false, row = copy != NONE;
    for (uint32_t i = 0; i < count; i++) {
        VarId c = copy_in_state(m, state, first + i);
        any = any || c != NONE;
        row = row && c == copy + i;
    }
    if (!any || row)
        return any ? expr_make(s, EX_ARRVAR, n->type, 0, copy, 0, NULL) : e;
    uint32_t rows = (uint32_t)t->dim[0], each = rows ? count / rows : 0;
    Type type = type_array(expr_types(s), t->scalar, t->ndims - 1, t->dim + 1);
    Expr *part = ARENA_ARRAY(m->a, Expr, rows);
    for (uint32_t i = 0; i < rows; i++) {
        VarId v = first + i * each, c = copy_in_state(m, state, v);
        part[i] = t->ndims == 1
                      ? value_of(m->d, c == NONE ? v : c)
                      : array_of_copies(m, state, expr_make(s, EX_ARRVAR, type, 0, v, 0, NULL));
    }
    return expr_make(s, EX_ARRAY, expr_type(s, e), 0, 0, rows, part);
}

typedef struct Rewrite {
    Machines *m;
    int eq, state;
    const Step *step; /* its condition; NULL */
} Rewrite;

static Expr machine_node(void *arg, Expr old, Expr now)
{
    Rewrite *r = arg;
    Machines *m = r->m;
    Dae *d = m->d;
    ExprStore *s = d->store;
    ExprOp op = expr_op(s, old);
    Span at = d->eq.v[r->eq].span;
    VarId copy;
    switch (op) {
    case EX_VAR:
    case EX_ARRVAR:
        copy = copy_in_state(m, r->state, var_number(s, old));
        return copy == NONE || op == EX_ARRVAR ? array_of_copies(m, r->state, old)
                                               : value_of(d, copy);
    case EX_PREVIOUS:
        return expr_op(s, expr_arg(s, old, 0)) == EX_VAR
                   ? value_before(m, var_number(s, expr_arg(s, old, 0)))
                   : now;
    case EX_ACTIVESTATE: {
        FlatPlace p = named_place(m, old);
        uint32_t k = p.part ? map_get(&m->state_at, place_key(p), 0) : 0;
        if (k)
            return value_of(d, m->state.v[k - 1].active);
        machines_report(m, at, "`%s` is not a state of a state machine",
                        flat_part_text(m->f, (uint32_t)expr_node(s, old)->payload));
        return expr_bool(s, false);
    }
    case EX_TICKSINSTATE:
    case EX_TIMEINSTATE: {
        int of = r->step ? r->step->from : r->state;
        if (of >= 0)
            return time_in_state(m, &m->machine.v[m->state.v[of].machine], op,
                                 r->step && r->step->by->immediate);
        machines_report(m, at,
                        "`%s` can only be used in a state or in the condition of a "
                        "transition",
                        op_info[op].text);
        return op == EX_TICKSINSTATE ? expr_int(s, 0) : expr_real(s, 0);
    }
    default:
        return now;
    }
}

static void rewrite_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Rewrite *r = arg;
    (void)stmt;
    (void)role;
    *slot = dae_rewrite(r->m->d, *slot, machine_node, r);
}

/* A variable that an algorithm of a state assigns begins with what it has kept. */
static void begin_with_kept(Machines *m, DaeEq *e, int state)
{
    Dae *d = m->d;
    Func *body = e->body;
    Stmt **all = ARENA_ARRAY(d->arena, Stmt *, body->nbody + e->noutputs);
    int n = 0;
    for (int i = 0; i < e->noutputs; i++) {
        VarId copy = e->output[i] == NONE ? NONE : copy_in_state(m, state, e->output[i]);
        if (copy == NONE)
            continue;
        Expr target = value_of(d, copy);
        Stmt *stmt = ARENA_NEW(d->arena, Stmt);
        *stmt = (Stmt){.kind = ST_ASSIGN, .span = body->span, .ntargets = 1};
        stmt->target = arena_copy(d->arena, &target, sizeof target);
        stmt->value = value_before(m, e->output[i]);
        all[n++] = stmt;
    }
    memcpy(all + n, body->body, (size_t)body->nbody * sizeof *all);
    body->body = all;
    body->nbody += n;
}

static void rewrite_equation(Machines *m, int k, const Step *step)
{
    Dae *d = m->d;
    DaeEq e = d->eq.v[k]; /* others may be added */
    Rewrite r = {m, k, e.in_state - 1, step};
    Expr *slot[] = {&e.lhs, &e.rhs, &e.when, &e.clock, &e.message};
    for (int i = 0; i < 5; i++)
        if (*slot[i])
            *slot[i] = dae_rewrite(d, *slot[i], machine_node, &r);
    if (e.body) {
        e.body = body_copy(d->arena, e.body);
        body_slots(e.body, rewrite_slot, &r);
        if (e.kind == EQ_ALGORITHM)
            begin_with_kept(m, &e, r.state);
    }
    VarId *output = ARENA_ARRAY(d->arena, VarId, e.noutputs);
    for (int i = 0; i < e.noutputs; i++) {
        VarId copy = e.output[i] == NONE ? NONE : copy_in_state(m, r.state, e.output[i]);
        output[i] = copy == NONE ? e.output[i] : copy;
    }
    e.output = e.noutputs ? output : NULL;
    d->eq.v[k] = e;
}

static void rewrite_all(Machines *m, int neqs)
{
    Map by_condition = {0};
    for (int i = 0; i < m->step.n; i++)
        map_set(&by_condition, m->a, (uint64_t)m->step.v[i].by->condition + 1, (uint32_t)i + 1);
    for (int k = 0; k < neqs; k++) {
        const DaeEq *e = &m->d->eq.v[k];
        bool plain = e->kind == EQ_SCALAR && expr_op(m->d->store, e->lhs) == EX_VAR;
        uint32_t step =
            plain ? map_get(&by_condition, (uint64_t)var_number(m->d->store, e->lhs) + 1, 0) : 0;
        if (step) /* it is asked whether its machine is active or not */
            rewrite_equation(m, k, &m->step.v[step - 1]);
        else
            rewrite_equation(m, k, NULL);
        if (step) {
            m->d->eq.v[k].in_state = 0;
            m->d->eq.v[k].decides = m->step.v[step - 1].by->immediate;
        }
    }
}

/* Equations and variables know the state they are in. */
static void mark_states(Machines *m, const MachineNotes *notes)
{
    Dae *d = m->d;
    for (int i = 0; i < notes->place.n; i++) {
        int end = i + 1 < notes->place.n ? notes->place.v[i + 1].first : d->eq.n;
        int state = state_around(m, notes->place.v[i].place);
        for (int k = notes->place.v[i].first; k < end; k++)
            d->eq.v[k].in_state = d->eq.v[k].initial ? 0 : state + 1;
    }
    for (VarId v = 0; v < d->nflat; v++)
        if (d->var.v[v].kind > DV_PARAMETER)
            d->var.v[v].in_state = state_around(m, place_of_scalar(m, v)) + 1;
}

bool machines_complete(Dae *d, const MachineNotes *notes, int64_t *own)
{
    Machines m = {.d = d, .f = d->flat, .a = arena_new(), .own = own};
    find_machines(&m, notes);
    if (!m.failed) {
        mark_states(&m, notes);
        for (int i = 0; i < m.machine.n; i++)
            declare_machine(&m, &m.machine.v[i]);
        int neqs = d->eq.n;
        merge_outer(&m);
        merge_connected(&m);
        for (int i = 0; i < m.machine.n; i++)
            machine_equations(&m, &m.machine.v[i]);
        rewrite_all(&m, neqs);
        for (int i = 0; i < m.state.n; i++)
            name_state(&m, i);
    }
    arena_free(m.a);
    return !m.failed;
}
