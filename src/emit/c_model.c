/* c_model.c - the whole program of a model.
 *
 * Every block of the simulation is written once, in a function of the part it belongs to
 * (derivatives, relations, other continuous variables, discrete ones); rhs, cross, out and event
 * call those they need in order. */
#include "emit/emit_internal.h"

/* rt/abi.h and abi_array.h, by tools/embed.sh */
extern const char *const abi_lines[], *const abi_array_lines[];

/* ---- Blocks in order ---- */

/* What evaluates the blocks of a system; those solved at run time are numbered from `first` on. */
static Items system_items(Emit *e, const System *s, const int *order, uint32_t first)
{
    Items items = {0};
    uint32_t *number = ARENA_ARRAY(e->arena, uint32_t, s->nblocks + 1);
    for (int i = 0; i < s->nblocks; i++)
        number[i] = block_is_solved(s->block[i]) ? first++ : 0;
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[order[i]];
        Part part = s->role == SYSTEM_INITIAL ? PART_RHS : block_part(b);
        if (block_is_solved(b))
            vec_push(e->arena, &items,
                     ((Item){.to = TO_SOLVE, .part = (uint8_t)part, .n = number[order[i]]}));
        else
            assign_items(e, b->nassign, b->assign, part, &items);
    }
    return items;
}

/* ---- Directional derivatives ---- */

static Moving moving_states(Emit *e)
{
    Moving m = {ARENA_ARRAY(e->arena, bool, e->num->nv)};
    for (uint32_t i = 0; i < e->num->nv; i++) {
        const DaeVar *v = &e->d->var.v[i];
        m.v[i] =
            v->alias == NONE && v->type == T_REAL && (v->kind == DV_STATE || v->kind == DV_INPUT);
    }
    return m;
}

/* All blocks of the simulation, and jvp; false if that is not possible. */
static bool emit_directions(Emit *e)
{
    const System *s = dae_system(e->d, SYSTEM_SIMULATION);
    Moving moving = moving_states(e);
    Items items = {0};
    uint32_t *number = ARENA_ARRAY(e->arena, uint32_t, s->nblocks + 1), next = 0;
    bool good = true;
    for (int i = 0; i < s->nblocks; i++)
        number[i] = block_is_solved(s->block[i]) ? next++ : 0;
    for (int i = 0; i < s->nblocks; i++) {
        int k = e->sim_order[i];
        const Block *b = s->block[k];
        bool rhs = block_part(b) == PART_RHS;
        if (block_is_solved(b)) {
            bool has_direction = emit_block(e, number[k], rhs ? &moving : NULL);
            good = good && (has_direction || !rhs);
            if (rhs)
                vec_push(e->arena, &items, ((Item){.to = TO_SOLVE_DIR, .n = number[k]}));
        } else if (rhs && e->d->nstates) {
            direction_items(e, b->nassign, b->assign, PART_RHS, &moving, &items);
        }
    }
    if (!good || !e->d->nstates)
        return false;
    for (int i = 0; i < e->d->nstates; i++) { /* derivatives that do not move */
        uint32_t der = e->d->var.v[e->d->state[i]].der_of;
        int sign = 1;
        uint32_t root = dae_root(e->d, der, &sign);
        if (root == der && !moving.v[der])
            vec_push(e->arena, &items,
                     ((Item){.to = TO_DV, .n = der, .value = expr_real(e->s, 0)}));
    }
    Sequence q = {.name = "jvp"};
    emit_sequence(e, &q, &items);
    put_driver(e, "do_jvp", &q, ALL_PARTS);
    return true;
}

/* ---- Relations, time events, samples ---- */

static Items crossing_items(Emit *e)
{
    Items items = {0};
    Dae *d = e->d;
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

static bool emit_next_time(Emit *e)
{
    Items items = {0};
    for (int i = 0; i < e->d->relation.n; i++) {
        const Relation *r = &e->d->relation.v[i];
        Expr instant = r->time_event && !r->initial ? event_instant(e, r->e) : 0;
        if (instant)
            vec_push(e->arena, &items, ((Item){.to = TO_TIME, .value = instant}));
    }
    if (!items.n)
        return false;
    Sequence q = {.name = "next", .has_r = true};
    emit_sequence(e, &q, &items);
    Buf calls = {0};
    put(&calls, "*r=1e308*10.;\n");
    put_calls(&calls, &q, ALL_PARTS);
    put_calling(e, "do_next_time", ",double*r", &calls);
    return true;
}

static bool emit_sets(Emit *e)
{
    Items items = {0};
    uint32_t n = 0;
    for (int i = 0; i < e->d->set.n; i++) {
        const StateSet *set = &e->d->set.v[i];
        for (int k = 0; k < set->m * (set->ngiven + set->n); k++)
            if (set->entry[k])
                vec_push(e->arena, &items, ((Item){.to = TO_R, .n = n++, .value = set->entry[k]}));
    }
    if (!n)
        return false;
    Sequence q = {.name = "set", .has_r = true};
    emit_sequence(e, &q, &items);
    put_driver(e, "do_sets", &q, ALL_PARTS);
    return true;
}

static bool emit_samples(Emit *e)
{
    static const char *const name[] = {"sample_start", "sample_interval"};
    if (!e->d->sample.n)
        return false;
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
    put_calling(e, "do_samples", ",double*start,double*interval", &calls);
    return true;
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

/* Writes functions NAME_0, ... of the equations of one kind; returns how many. */
static int emit_statements(Emit *e, DaeEqKind kind, bool initial, const char *name)
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
    return functions;
}

static void put_numbered_calls(Buf *b, const char *name, int n)
{
    for (int i = 0; i < n; i++)
        putf(b, "if((rc=%s_%d(m)))return rc;\n", name, i);
}

/* ---- Everything ---- */

/* Which parts of KCode the program has. */
typedef struct Parts {
    bool rhs, cross, out, event, jvp, next_time, samples, sets, check;
} Parts;

static bool has_part(const Sequence *q, Part part)
{
    for (int i = 0; i < q->part.n; i++)
        if (q->part.v[i] == part)
            return true;
    return false;
}

/* Delays evaluate their operands once more when everything else is known: what is recorded at the
 * end of a step must not come from the evaluation before. */
static void delay_items(Emit *e, Items *out)
{
    for (int i = 0; i < e->num->delays.n; i++)
        vec_push(e->arena, out,
                 ((Item){.to = TO_NONE, .part = PART_OUT, .value = e->num->delays.v[i]}));
}

static void emit_simulation(Emit *e, Parts *has)
{
    const System *s = dae_system(e->d, SYSTEM_SIMULATION);
    Items all = system_items(e, s, e->sim_order, 0), crossing = crossing_items(e);
    delay_items(e, &all);
    Sequence sim = {.name = "sim"}, g = {.name = "g"};
    Buf calls = {0};
    put_heading(e, "Simulation");
    emit_sequence(e, &sim, &all);
    emit_sequence(e, &g, &crossing);
    put_driver(e, "do_rhs", &sim, 1u << PART_RHS);
    has->rhs = true;
    has->out = has_part(&sim, PART_OUT) || has_part(&sim, PART_CROSS);
    if (has->out)
        put_driver(e, "do_out", &sim, 1u << PART_OUT | 1u << PART_CROSS);
    has->cross = crossing.n > 0 || has_part(&sim, PART_CROSS);
    if (has->cross) {
        put_calls(&calls, &sim, 1u << PART_CROSS);
        put_calls(&calls, &g, ALL_PARTS);
        put_calling(e, "do_cross", "", &calls);
    }
    int actions = emit_statements(e, EQ_ACTION, false, "action");
    has->event = true;
    put_calls(&calls, &sim, ALL_PARTS);
    put_numbered_calls(&calls, "action", actions);
    put_calling(e, "do_event", "", &calls);
    int checks = emit_statements(e, EQ_ASSERT, false, "check");
    has->check = checks > 0;
    if (checks) {
        put_numbered_calls(&calls, "check", checks);
        put_calling(e, "do_check", "", &calls);
    }
}

static void emit_initial(Emit *e)
{
    put_heading(e, "The initial problem");
    for (int k = e->num->nsim_blocks; k < e->num->nsolved; k++)
        emit_block(e, (uint32_t)k, NULL);
    const System *s = dae_system(e->d, SYSTEM_INITIAL);
    Items items = system_items(e, s, block_order(e, s), (uint32_t)e->num->nsim_blocks);
    Sequence q = {.name = "init"};
    emit_sequence(e, &q, &items);
    int checks = emit_statements(e, EQ_ASSERT, true, "initial");
    Buf calls = {0};
    put_calls(&calls, &q, ALL_PARTS);
    if (checks)
        put(&calls, "if(m->lambda!=1)return 0;\n"); /* a simplified problem */
    put_numbered_calls(&calls, "initial", checks);
    put_calling(e, "do_init", "", &calls);
}

static void put_entry(Emit *e, const Parts *has)
{
    Buf *out = &e->text;
    const struct {
        const char *name;
        bool present;
    } part[] = {{"params", true},          {"init", true},
                {"rhs", has->rhs},         {"cross", has->cross},
                {"out", has->out},         {"event", has->event},
                {"jvp", has->jvp},         {"next_time", has->next_time},
                {"samples", has->samples}, {"sets", has->sets},
                {"check", has->check}};
    put_heading(e, "The entry");
    put(out, "void k_entry(KCode*code){\n");
    if (e->num->nblocks)
        put(out, "KBlockCode*b;\n");
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        putf(out, part[i].present ? "code->%s=do_%s;\n" : "code->%s=0;\n", part[i].name,
             part[i].name);
    buf_write(out, buf_text(&e->entries), e->entries.n);
    put(out, "}\n");
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
    return strstr(text, "KArr") || strstr(text, "k_mark") || strstr(text, "k_str") ||
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
    Parts has = {0};
    emit_open(e, emit_numbers);
    emit_params(e);
    if (e->failed)
        return false;
    e->sim_order = block_order(e, dae_system(e->d, SYSTEM_SIMULATION));
    put_heading(e, "Directions and blocks");
    has.jvp = emit_directions(e);
    emit_simulation(e, &has);
    emit_initial(e);
    has.next_time = emit_next_time(e);
    has.samples = emit_samples(e);
    has.sets = emit_sets(e);
    emit_funcs(e);
    put_entry(e, &has);
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

bool emit_program(Dae *d, Buf *out, bool rolls)
{
    Emit e = {.d = d, .rolls = rolls};
    bool good = emit_parts(&e);
    if (good) {
        put_lines(out, abi_lines);
        if (uses_arrays(buf_text(&e.text)))
            put_lines(out, abi_array_lines);
        buf_write(out, buf_text(&e.protos), e.protos.n);
        buf_write(out, buf_text(&e.tables), e.tables.n);
        buf_write(out, buf_text(&e.text), e.text.n);
    }
    emit_free(&e);
    return good;
}

bool emit_c(Dae *d, Buf *out)
{
    return emit_program(d, out, true);
}
