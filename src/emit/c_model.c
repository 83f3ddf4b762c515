/* c_model.c - the whole program of a model.
 *
 * Every block of the simulation is written once, in a function of the part it belongs to
 * (derivatives, relations, other continuous variables, discrete ones); rhs, cross, out and event
 * call those they need in order. */
#include "dae/incidence.h"
#include "dae/walk.h"
#include "emit/emit_internal.h"

/* rt/abi.h and abi_array.h, by tools/embed.sh */
extern const char *const abi_lines[], *const abi_array_lines[];

/* ---- Blocks in order ---- */

/* Blocks solved at run time have numbers from `first` on. */
static const uint32_t *block_numbers(Emit *e, const System *s, uint32_t first)
{
    uint32_t *number = ARENA_ARRAY(e->arena, uint32_t, s->nblocks + 1);
    for (int i = 0; i < s->nblocks; i++)
        number[i] = block_is_solved(s->block[i]) ? first++ : 0;
    return number;
}

/* Relations in a mixed block whose operands are known before it: inside they keep their modes, and
 * at initialization nothing else would have set them. */
static void given_relations(Emit *e, const BlockCore *c, Items *items)
{
    for (int i = 0; i < c->ngiven; i++)
        vec_push(e->arena, items,
                 ((Item){.to = TO_NONE, .value = e->d->relation.v[c->given[i]].e}));
}

/* What evaluates the blocks of a system; those solved at run time are numbered from `first` on. */
static Items system_items(Emit *e, const System *s, const int *order, uint32_t first)
{
    Items items = {0};
    const uint32_t *number = block_numbers(e, s, first);
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[order[i]];
        Part part = s->role != SYSTEM_SIMULATION ? PART_RHS : block_part(b);
        if (block_is_solved(b) && s->role == SYSTEM_INITIAL)
            given_relations(e, b->core, &items);
        if (block_is_solved(b))
            vec_push(e->arena, &items, solve_item(b, number[order[i]], part));
        else
            assign_items(e, b->nassign, b->assign, part, &items);
    }
    return items;
}

/* Functions of the items, and the part of KCode that calls them. */
static void emit_part(Emit *e, const char *part, Sequence q, const Items *items)
{
    Buf calls = {0};
    emit_sequence(e, &q, items);
    put_calls(&calls, &q, ALL_PARTS);
    put_code(e, part, q.has_r ? ",double*r" : "", &calls);
}

/* ---- Directional derivatives ---- */

static Moving moving_states(Emit *e)
{
    Moving m = {.v = ARENA_ARRAY(e->arena, bool, e->num->nv)};
    for (uint32_t i = 0; i < e->num->nv; i++) {
        const DaeVar *v = &e->d->var.v[i];
        m.v[i] =
            v->alias == NONE && v->type == T_REAL && (v->kind == DV_STATE || v->kind == DV_INPUT);
    }
    return m;
}

/* All blocks of the simulation, and jvp if that is possible. */
static void emit_directions(Emit *e)
{
    const System *s = dae_system(e->d, SYSTEM_SIMULATION);
    Moving moving = moving_states(e);
    Items items = {0};
    const uint32_t *number = block_numbers(e, s, 0);
    bool good = true, wanted = e->d->nstates || e->d->outputs_move;
    for (int i = 0; i < s->nblocks; i++) {
        int k = e->sim_order[i];
        const Block *b = s->block[k];
        bool rhs = block_part(b) == PART_RHS;
        if (block_is_solved(b)) {
            bool has_direction = emit_block(e, number[k], rhs ? &moving : NULL);
            good = good && (has_direction || !rhs);
            if (rhs) {
                vec_push(e->arena, &items, solve_item(b, number[k], PART_RHS));
                vec_last(&items).to = TO_SOLVE_DIR;
            }
        } else if (rhs && wanted) {
            direction_items(e, b->nassign, b->assign, PART_RHS, &moving, &items);
        }
    }
    emit_alike(e);
    if (!good || !wanted)
        return;
    for (int i = 0; i < e->d->nstates; i++) { /* derivatives that do not move */
        uint32_t der = e->d->var.v[e->d->state[i]].der_of;
        int sign = 1;
        uint32_t root = dae_root(e->d, der, &sign);
        if (root == der && !moving.v[der])
            vec_push(e->arena, &items,
                     ((Item){.to = TO_DV, .n = der, .value = expr_real(e->s, 0)}));
    }
    emit_part(e, "jvp", (Sequence){.name = "jvp"}, &items);
}

/* ---- Relations, time events, samples ---- */

/* Algorithms for discrete unknowns of mixed blocks: frozen modes do not need them, but the
 * relations inside are found by running them. */
static void mode_algorithms(Emit *e, Items *items)
{
    const System *s = dae_system(e->d, SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks; i++) {
        const BlockCore *c = s->block[i]->core;
        for (int k = 0; k < c->nmodes; k++)
            if (has_inner_events(e->d, &c->mode[k]))
                assign_items(e, 1, &c->mode[k], PART_CROSS, items);
    }
}

static Items crossing_items(Emit *e)
{
    Items items = {0};
    Dae *d = e->d;
    mode_algorithms(e, &items);
    for (int i = 0; i < d->relation.n; i++)
        if (!e->num->in_algorithm[i] && !d->relation.v[i].initial)
            vec_push(e->arena, &items,
                     ((Item){.to = TO_G, .n = (uint32_t)i, .value = d->relation.v[i].e}));
    for (int i = 0; i < d->kept.n; i++)
        if (!e->num->kept_in_algorithm[i])
            vec_push(e->arena, &items, ((Item){.to = TO_NONE, .value = d->kept.v[i]}));
    return items;
}

/* time op e, or e op time. */
static Expr event_instant(Emit *e, Expr relation)
{
    Expr a = expr_arg(e->s, relation, 0), b = expr_arg(e->s, relation, 1);
    return expr_op(e->s, a) == EX_TIME ? b : expr_op(e->s, b) == EX_TIME ? a : 0;
}

static void emit_next_time(Emit *e)
{
    Items items = {0};
    for (int i = 0; i < e->d->relation.n; i++) {
        const Relation *r = &e->d->relation.v[i];
        Expr instant = r->time_event && !r->initial ? event_instant(e, r->e) : 0;
        if (instant)
            vec_push(e->arena, &items, ((Item){.to = TO_TIME, .value = instant}));
    }
    if (!items.n)
        return;
    Sequence q = {.name = "next", .has_r = true};
    emit_sequence(e, &q, &items);
    Buf calls = {0};
    put(&calls, "*r=1e308*10.;\n");
    put_calls(&calls, &q, ALL_PARTS);
    put_code(e, "next_time", ",double*r", &calls);
}

static void emit_sets(Emit *e)
{
    Items items = {0};
    uint32_t n = 0;
    for (int i = 0; i < e->d->set.n; i++) {
        const StateSet *set = &e->d->set.v[i];
        for (int k = 0; k < set->m * (set->ngiven + set->n); k++)
            if (set->entry[k])
                vec_push(e->arena, &items, ((Item){.to = TO_R, .n = n++, .value = set->entry[k]}));
    }
    emit_part(e, "sets", (Sequence){.name = "set", .has_r = true}, &items);
}

static void emit_divisors(Emit *e)
{
    Items items = {0};
    for (int i = 0; i < e->d->divisor.n; i++)
        vec_push(e->arena, &items,
                 ((Item){.to = TO_R, .n = (uint32_t)i, .value = e->d->divisor.v[i].e}));
    emit_part(e, "divisors", (Sequence){.name = "divisor", .has_r = true}, &items);
}

static void emit_samples(Emit *e)
{
    static const char *const name[] = {"sample_start", "sample_interval"};
    if (!e->d->sample.n)
        return;
    Sequence q[2] = {{0}};
    for (uint32_t k = 0; k < 2; k++) {
        Items items = {0};
        for (int i = 0; i < e->d->sample.n; i++)
            vec_push(e->arena, &items,
                     ((Item){.to = TO_R,
                             .n = (uint32_t)i,
                             .value = expr_arg(e->s, e->d->sample.v[i], k)}));
        q[k] = (Sequence){.name = name[k], .has_r = true, .literal = true};
        emit_sequence(e, &q[k], &items);
    }
    Buf calls = {0};
    put(&calls, "double*r=start;\n");
    put_calls(&calls, &q[0], ALL_PARTS);
    put(&calls, "r=interval;\n");
    put_calls(&calls, &q[1], ALL_PARTS);
    put_code(e, "samples", ",double*start,double*interval", &calls);
}

/* ---- Asserts and actions ---- */

enum { STATEMENTS_A_FUNCTION = 40 };

/* if (when) { body } */
static void write_action(Code *c, const DaeEq *eq)
{
    put(&c->text, "{\n");
    if (eq->when) {
        code_one(c, eq->when);
        put(&c->text, "if(");
        put_expr(c, eq->when, PREC_ANY);
        buf_putc(&c->text, ')');
    }
    put(&c->text, "{\n");
    write_stmts(c, eq->body->nbody, eq->body->body);
    put(&c->text, "}\n}\n");
}

/* Writes functions NAME_0, ... of the equations of one kind, and their calls. */
static void emit_statements(Emit *e, DaeEqKind kind, bool initial, const char *name, Buf *calls)
{
    int functions = 0, n = 0;
    Code c;
    for (int i = 0; i < e->d->eq.n; i++) {
        const DaeEq *eq = &e->d->eq.v[i];
        if (eq->kind != kind || eq->removed || eq->initial != initial)
            continue;
        if (!n)
            code_begin(&c, e, CODE_MODEL, eq->body);
        c.f = eq->body;
        c.at = eq->span;
        if (kind == EQ_ASSERT)
            write_assert(&c, eq->rhs, eq->message, eq->level, eq->span);
        else
            write_action(&c, eq);
        if (++n == STATEMENTS_A_FUNCTION) {
            code_end(&c, arena_printf(e->arena, "%s_%d", name, functions++), "KInst*m");
            n = 0;
        }
    }
    if (n)
        code_end(&c, arena_printf(e->arena, "%s_%d", name, functions++), "KInst*m");
    for (int i = 0; i < functions; i++)
        putf(calls, "if((rc=%s_%d(m)))return rc;\n", name, i);
}

/* ---- Everything ---- */

/* Delays evaluate their operands once more when everything else is known, in functions of their
 * own, where nothing is shared with what was computed before: what is recorded at the end of a step
 * must not come from the evaluation before. */
static Items delay_items(Emit *e)
{
    Items out = {0};
    for (int i = 0; i < e->num->delays.n; i++)
        vec_push(e->arena, &out,
                 ((Item){.to = TO_NONE, .part = PART_OUT, .value = e->num->delays.v[i]}));
    return out;
}

/* What is computed in a simulation, and the functions that do it. */
typedef struct Simulation {
    Items all;
    Sequence q;
} Simulation;

static Simulation emit_simulation(Emit *e)
{
    const System *s = dae_system(e->d, SYSTEM_SIMULATION);
    Items all = system_items(e, s, e->sim_order, 0), crossing = crossing_items(e);
    Items delays = delay_items(e);
    Sequence sim = {.name = "sim"}, g = {.name = "g"}, past = {.name = "past"};
    Buf calls = {0};
    put_heading(e, "Simulation");
    emit_sequence(e, &sim, &all);
    emit_sequence(e, &g, &crossing);
    emit_sequence(e, &past, &delays);
    put_calls(&calls, &sim, 1u << PART_RHS);
    put_code(e, "rhs", "", &calls);
    put_calls(&calls, &sim, 1u << PART_OUT | 1u << PART_CROSS);
    put_calls(&calls, &past, ALL_PARTS);
    put_code(e, "out", "", &calls);
    put_calls(&calls, &sim, 1u << PART_CROSS);
    put_calls(&calls, &g, ALL_PARTS);
    put_code(e, "cross", "", &calls);
    put_calls(&calls, &sim, ALL_PARTS);
    put_calls(&calls, &past, ALL_PARTS);
    emit_statements(e, EQ_ACTION, false, "action", &calls);
    put_code(e, "event", "", &calls);
    emit_statements(e, EQ_ASSERT, false, "check", &calls);
    put_code(e, "check", "", &calls);
    return (Simulation){all, sim};
}

/* Whether the item reads one of the variables. */
static bool reads_any(Emit *e, const Item *i, const bool *var)
{
    VarList list = i->value ? expr_vars(e->s, e->arena, 1, &i->value) : (VarList){0};
    for (int k = 0; k < list.n; k++)
        if (var[list.var[k]] || var[dae_root(e->d, list.var[k], NULL)])
            return true;
    return false;
}

/* Which of the initial items are those of rhs, all of which must be there, as assignments; false:
 * they are not. `first`, `end`: where they lie. */
static bool find_rhs(Emit *e, const Items *rhs, const Items *items, bool *is_rhs, int *first,
                     int *end)
{
    int *of = ARENA_ARRAY(e->arena, int, e->num->nv + 1), found = 0, wanted = 0;
    for (int i = 0; i < rhs->n; i++) {
        if (rhs->v[i].part != PART_RHS)
            continue;
        if (rhs->v[i].to != TO_V || of[rhs->v[i].n])
            return false;
        of[rhs->v[i].n] = i + 1;
        wanted++;
    }
    *first = *end = 0;
    for (int i = 0; i < items->n; i++) {
        const Item *a = &items->v[i], *b = a->to == TO_V && of[a->n] ? &rhs->v[of[a->n] - 1] : NULL;
        if (!b || a->value != b->value)
            continue;
        is_rhs[i] = true;
        *first = found++ ? *first : i;
        *end = i + 1;
    }
    return found && found == wanted;
}

/* Initial problems where everything that rhs computes has the same formulas, since the states are
 * given, call rhs for it: `items` keeps what comes before, `after` gets what comes behind. Else
 * false, and nothing has changed. */
static bool call_rhs(Emit *e, const Simulation *sim, Items *items, Items *after)
{
    bool *is_rhs = ARENA_ARRAY(e->arena, bool, items->n + 1),
         *later = ARENA_ARRAY(e->arena, bool, e->num->nv + 1);
    bool *behind = ARENA_ARRAY(e->arena, bool, items->n + 1),
         *own = ARENA_ARRAY(e->arena, bool, e->num->nv + 1);
    int first, end, n = 0;
    if (!find_rhs(e, &sim->all, items, is_rhs, &first, &end))
        return false;
    for (int i = first; i < items->n; i++) {
        const Item *item = &items->v[i];
        bool simple = item->to == TO_V || item->to == TO_FROM_START;
        behind[i] = i >= end || (simple && !is_rhs[i] &&
                                 (reads_any(e, item, later) || reads_any(e, item, own)));
        if ((!simple && i < end) || (is_rhs[i] && reads_any(e, item, own)))
            return false;
        if (simple && (behind[i] || is_rhs[i]))
            (is_rhs[i] ? later : own)[item->n] = true;
    }
    for (int i = 0; i < items->n; i++)
        if (behind[i])
            vec_push(e->arena, after, items->v[i]);
        else if (!is_rhs[i])
            items->v[n++] = items->v[i];
    items->n = n;
    return true;
}

static void emit_initial(Emit *e, const Simulation *sim)
{
    put_heading(e, "The initial problem");
    e->own.discrete = true;
    for (int k = e->num->nsim_blocks; k < e->num->ninit_blocks; k++)
        emit_block(e, (uint32_t)k, NULL);
    emit_alike(e);
    e->own.discrete = false;
    const System *s = dae_system(e->d, SYSTEM_INITIAL);
    Items items = system_items(e, s, block_order(e, s), (uint32_t)e->num->nsim_blocks);
    Items after = {0};
    Sequence q = {.name = "init"}, end = {.name = "settled"};
    Buf calls = {0}, checks = {0};
    bool shares = call_rhs(e, sim, &items, &after);
    emit_sequence(e, &q, &items);
    emit_sequence(e, &end, &after);
    put_calls(&calls, &q, ALL_PARTS);
    put_calls(&calls, &sim->q, shares ? 1u << PART_RHS : 0);
    put_calls(&calls, &end, ALL_PARTS);
    emit_statements(e, EQ_ASSERT, true, "initial", &checks);
    emit_statements(e, EQ_ACTION, true, "start", &checks);
    if (checks.n) /* not for a simplified problem */
        putf(&calls, "if(m->lambda!=1)return 0;\n%s", buf_text(&checks));
    put_code(e, "init", "", &calls);
    buf_free(&checks);
}

/* Nodes that change while h stays (arg: Still). */
typedef struct Still {
    Emit *e;
    bool *var; /* [nv] assigned from h and what changes at events only */
} Still;

static bool moves_in_step(void *arg, Expr x)
{
    const Still *s = arg;
    const ExprNode *n = expr_node(s->e->s, x);
    if (is_event_relation(s->e->s, x)) /* keeps its truth */
        return false;
    return !(n->op == EX_VAR && s->var[n->payload]) && may_move(s->e->d, x);
}

/* The variables that integrators put guesses into: derivatives of states, in any stage. */
static bool *find_guessed(const Emit *e)
{
    const Dae *d = e->d;
    bool *guessed = ARENA_ARRAY(e->arena, bool, e->num->nv + 1);
    for (int i = 0; i < d->nstates; i++)
        guessed[dae_root(d, d->var.v[d->state[i]].der_of, NULL)] = true;
    for (int i = 0; i < 3 * d->step.ntriples; i++)
        guessed[d->step.triple[i]] = true;
    return guessed;
}

/* What depends on nothing but h, parameters and modes is computed when one of these changes: out of
 * `items` into `still`. What a guess may be put into is computed in every step. */
static void take_still(Emit *e, VarId h, Items *items, Items *still)
{
    Still s = {e, ARENA_ARRAY(e->arena, bool, e->num->nv + 1)};
    const bool *guessed = find_guessed(e);
    int n = 0;
    s.var[h] = true;
    for (int i = 0; i < items->n; i++) {
        Item item = items->v[i];
        bool moves = item.to != TO_V || guessed[item.n] ||
                     dae_any_between(e->d, item.value, moves_in_step, &s);
        if (moves) {
            items->v[n++] = item;
        } else {
            s.var[item.n] = true;
            vec_push(e->arena, still, item);
        }
    }
    items->n = n;
}

/* What the simulation evaluates at events only has its value. */
static void leave_held(Emit *e, Items *items)
{
    const System *sim = dae_system(e->d, SYSTEM_SIMULATION);
    bool *held = ARENA_ARRAY(e->arena, bool, e->num->nv + 1);
    int n = 0;
    for (int i = 0; i < sim->nblocks; i++)
        for (int k = 0; k < sim->block[i]->n && sim->block[i]->discrete; k++)
            held[sim->block[i]->var[k]] = true;
    for (int i = 0; i < items->n; i++)
        if (items->v[i].to != TO_V || !held[items->v[i].n])
            items->v[n++] = items->v[i];
    items->n = n;
}

typedef struct Wanted {
    Emit *e;
    bool *var; /* [nv] */
} Wanted;

static void want_vars(void *arg, Expr x)
{
    Wanted *w = arg;
    VarList list = x ? expr_vars(w->e->s, w->e->arena, 1, &x) : (VarList){0};
    for (int i = 0; i < list.n; i++)
        w->var[list.var[i]] = true;
}

static void want_var(void *arg, VarId var)
{
    Wanted *w = arg;
    w->var[var] = w->var[dae_root(w->e->d, var, NULL)] = true;
}

/* What a call or an algorithm reads. */
static void want_object(Wanted *w, int eq)
{
    object_reads(w->e->d, &w->e->d->eq.v[eq], want_var, w);
}

/* States and their derivatives, unknowns from which blocks of the run begin, and what blocks read.
 */
static void want_solution(Wanted *w, const System *step)
{
    const Dae *d = w->e->d;
    const System *of[] = {step, dae_system(d, SYSTEM_SIMULATION)};
    for (int i = 0; i < d->nstates; i++) {
        w->var[d->state[i]] = true;
        w->var[dae_root(d, d->var.v[d->state[i]].der_of, NULL)] = true;
    }
    for (int i = 0; i < 3 * d->step.ntriples; i++)
        w->var[d->step.triple[i]] = true;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++)
        for (int i = 0; i < of[k]->nblocks; i++) {
            const Block *b = of[k]->block[i];
            for (int j = 0; j < b->core->ntorn; j++)
                w->var[b->core->torn[j]] = true;
            if (of[k] == step && block_is_solved(b))
                block_visit(d, b, want_vars, w);
            for (int j = 0; of[k] == step && j < b->nassign; j++)
                if (b->assign[j].var == NONE)
                    want_object(w, b->assign[j].eq);
        }
}

/* What the solution of a step does not depend on is computed where its values are looked at: out of
 * `items` into `aside`. */
static void take_aside(Emit *e, const System *step, Items *items, Items *aside)
{
    Wanted w = {e, ARENA_ARRAY(e->arena, bool, e->num->nv + 1)};
    bool *apart = ARENA_ARRAY(e->arena, bool, items->n + 1);
    int n = 0;
    want_solution(&w, step);
    for (int i = items->n - 1; i >= 0 && !e->num->delays.n;
         i--) { /* delays shorter than a step read it */
        const Item *item = &items->v[i];
        apart[i] = item->to == TO_V && !w.var[item->n] && e->d->var.v[item->n].type == T_REAL;
        if (!apart[i])
            want_vars(&w, item->value);
    }
    for (int i = 0; i < items->n; i++)
        if (apart[i])
            vec_push(e->arena, aside, items->v[i]);
        else
            items->v[n++] = items->v[i];
    items->n = n;
}

/* Blocks from `first` on to `end`, and the parts that solve them. */
static void emit_step(Emit *e, SystemRole role, int first, int end)
{
    const System *s = dae_system(e->d, role);
    bool one = role == SYSTEM_STEP;
    if (!s)
        return;
    put_heading(e, one ? "A step of the integration method" : "All stages of a step");
    for (int k = first; k < end; k++)
        emit_block(e, (uint32_t)k, NULL);
    emit_alike(e);
    Items items = system_items(e, s, block_order(e, s), (uint32_t)first), still = {0}, aside = {0};
    leave_held(e, &items);
    take_aside(e, s, &items, &aside);
    take_still(e, one ? e->d->step.h : e->d->step.stages_h, &items, &still);
    const char *name[] = {one ? "still" : "stages_still", one ? "step" : "stages"};
    emit_part(e, name[0], (Sequence){.name = name[0]}, &still);
    emit_part(e, name[1], (Sequence){.name = name[1]}, &items);
    if (one) /* of several stages the end is evaluated anyway */
        emit_part(e, "aside", (Sequence){.name = "aside"}, &aside);
}

static void put_entry(Emit *e)
{
    put_heading(e, "The entry");
    put(&e->text, "void k_entry(KCode*code){\n");
    if (e->num->nblocks)
        put(&e->text, "KBlockCode*b;\n");
    buf_write(&e->text, buf_text(&e->entries), e->entries.n);
    if (strstr(buf_text(&e->text), "m->terminal"))
        put(&e->text, "code->asks_terminal=1;\n");
    put(&e->text, "}\n");
}

static void put_lines(Buf *out, const char *const *line)
{
    for (; *line; line++) {
        put(out, *line);
        buf_putc(out, '\n');
    }
}

/* Most programs need nothing of abi_array.h, and reading it takes time. */
static bool uses_arrays(const char *text)
{
    return strstr(text, "KArr") || strstr(text, "KSlot") || strstr(text, "k_ints") ||
           strstr(text, "k_records") || strstr(text, "k_mark") || strstr(text, "k_str") ||
           strstr(text, "k_literal") || strstr(text, "k_range_count");
}

void emit_open(Emit *e, Numbers *(*numbers)(Dae *d, Arena *a))
{
    e->s = e->d->store;
    e->arena = arena_new();
    e->num = numbers(e->d, e->arena);
    e->graph = graph_new(e->s, e->arena);
    e->own.v = ARENA_ARRAY(e->arena, bool, e->num->nv + 1);
}

bool emit_parts(Emit *e)
{
    emit_open(e, emit_numbers);
    emit_params(e);
    if (e->failed)
        return false;
    e->sim_order = block_order(e, dae_system(e->d, SYSTEM_SIMULATION));
    put_heading(e, "Directions and blocks");
    emit_directions(e);
    Simulation sim = emit_simulation(e);
    emit_initial(e, &sim);
    emit_step(e, SYSTEM_STEP, e->num->ninit_blocks, e->num->nstep_blocks);
    emit_step(e, SYSTEM_STAGES, e->num->nstep_blocks, e->num->nsolved);
    emit_next_time(e);
    emit_samples(e);
    emit_sets(e);
    emit_divisors(e);
    emit_time(e);
    emit_funcs(e);
    put_entry(e);
    return !e->failed;
}

void emit_free(Emit *e)
{
    buf_free(&e->tables);
    buf_free(&e->protos);
    buf_free(&e->text);
    buf_free(&e->entries);
    arena_free(e->arena);
}

static void put_program(const Emit *e, Buf *out)
{
    put_lines(out, abi_lines);
    if (uses_arrays(buf_text(&e->text)))
        put_lines(out, abi_array_lines);
    buf_write(out, buf_text(&e->protos), e->protos.n);
    buf_write(out, buf_text(&e->tables), e->tables.n);
    buf_write(out, buf_text(&e->text), e->text.n);
}

bool emit_program(Dae *d, Buf *out, bool rolls)
{
    Emit e = {.d = d, .rolls = rolls};
    bool good = emit_parts(&e);
    if (good)
        put_program(&e, out);
    emit_free(&e);
    return good;
}

bool emit_c_parameters(Dae *d, Buf *out)
{
    Emit e = {.d = d, .rolls = true};
    emit_open(&e, emit_numbers);
    emit_params(&e);
    emit_funcs(&e);
    put_entry(&e);
    bool good = !e.failed;
    if (good)
        put_program(&e, out);
    emit_free(&e);
    return good;
}

bool emit_function(Dae *d, uint32_t number, Buf *out)
{
    Emit e = {.d = d};
    emit_open(&e, plain_numbers);
    vec_push(e.arena, &e.func, number);
    map_set(&e.func_known, e.arena, number, (uint32_t)e.func.n);
    emit_funcs(&e);
    emit_slots(&e, func_get(e.s, number));
    put_entry(&e);
    if (!e.failed)
        put_program(&e, out);
    bool good = !e.failed;
    emit_free(&e);
    return good;
}

bool emit_c(Dae *d, Buf *out)
{
    return emit_program(d, out, true);
}
