/* report_json.c - the structure as JSON (schema 1; fields may be added, never renamed). */
#include "dae/report.h"
#include "dae/walk.h"

static void put_eq(Dae *d, Buf *out, int k)
{
    Buf text = {0};
    dae_print_eq(d, k, &text);
    buf_json(out, dae_text(d, &text));
}

static void put_names(Dae *d, Buf *out, const uint32_t *var, int n)
{
    buf_putc(out, '[');
    for (int i = 0; i < n; i++) {
        buf_puts(out, i ? ", " : "");
        buf_json(out, dae_var_text(d, var[i]));
    }
    buf_putc(out, ']');
}

/* Tearing variables from .. to by the names under which the model gives them. */
static void put_torn(Dae *d, Buf *out, const Block *b, int from, int to)
{
    uint32_t *name = arena_copy(d->arena, b->core->torn + from, (size_t)(to - from) * sizeof *name);
    for (int i = from; i < to; i++)
        for (int k = 0; k < d->hint.n; k++)
            if (dae_root(d, d->hint.v[k].of, NULL) == b->core->torn[i])
                name[i - from] = d->hint.v[k].of;
    put_names(d, out, name, to - from);
}

static void put_residuals(Dae *d, Buf *out, const Block *b, int from, int to)
{
    ExprNames names = dae_names(d);
    buf_putc(out, '[');
    for (int i = from; i < to; i++) {
        Buf text = {0};
        buf_puts(out, i > from ? ", " : "");
        if (b->core->residual_eq[i] >= 0) {
            put_eq(d, out, b->core->residual_eq[i]);
            continue;
        }
        buf_puts(&text, "0 = ");
        expr_print(d->store, b->core->residual[i], &names, &text);
        buf_json(out, dae_text(d, &text));
    }
    buf_putc(out, ']');
}

static void put_equations(Dae *d, Buf *out, const Block *b)
{
    buf_putc(out, '[');
    for (int i = 0; i < b->neq; i++) {
        Buf text = {0};
        buf_puts(out, i ? ", " : "");
        report_equation(d, b, i, &text);
        buf_json(out, dae_text(d, &text));
    }
    buf_putc(out, ']');
}

static void put_count(Buf *out, OpCount c)
{
    buf_printf(out,
               "{\"add\": %lld, \"mul\": %lld, \"div\": %lld, \"call\": %lld, \"total\": %lld}",
               c.add, c.mul, c.div, c.call, c.add + c.mul + c.div + c.call);
}

/* Torn variables and residuals from .. to, and how they are solved. */
static void put_solution(Dae *d, Buf *out, const Block *b, int from, int to)
{
    const DiagonalBlock *all = b->core->diagonal; /* torn, and solved by a formula */
    buf_puts(out, ", \"tearing\": ");
    if (from == to && b->core->ndiagonal == 1 && all->n == b->n)
        put_names(d, out, all->torn, all->ntorn);
    else
        put_torn(d, out, b, from, to);
    buf_puts(out, ", \"residuals\": ");
    put_residuals(d, out, b, from, to);
    const Block *whole = from ? NULL : b->core->whole;
    buf_printf(
        out,
        ", \"iteration\": %d, \"whole\": %d, \"solved\": \"%s\", \"pivots\": \"%s\", \"relaxed\": ",
        to - from, whole ? whole->core->ntorn : 0, block_solved_name[b->solved],
        block_pivots_name[b->pivots]);
    put_names(d, out, b->core->relaxed, from ? 0 : b->core->nrelaxed);
}

static bool is_torn_here(void *arg, VarId var)
{
    const BlockCore *core = arg;
    for (int i = 0; i < core->ntorn; i++)
        if (core->torn[i] == var)
            return true;
    return false;
}

static void put_value(Dae *d, Buf *out, Expr e)
{
    ExprNames names = dae_names(d);
    Buf text = {0};
    Expr meaning = expr_op(d->store, e) == EX_VAR ? d->var.v[var_number(d->store, e)].meaning : 0;
    expr_print(d->store, meaning ? meaning : e, &names, &text);
    buf_json(out, dae_text(d, &text));
}

/* The system that relaxing has left, row by row (RX-41). */
static void put_remaining(Dae *d, Buf *out, const Block *b)
{
    enum { MOST = 60 };
    BlockCore *core = b->core;
    if (!core->nrelaxed || !core->ntorn || core->ntorn > MOST || b->solved == SOLVE_NEWTON)
        return;
    buf_puts(out, ", \"remaining\": {\"unknowns\": ");
    put_names(d, out, core->torn, core->ntorn);
    buf_puts(out, ", \"rows\": [");
    for (int i = 0; i < core->ntorn; i++) {
        LinearForm f = expr_linear(d->store, d->arena, core->residual[i], is_torn_here, core);
        buf_puts(out, i ? ", {\"entries\": [" : "{\"entries\": [");
        for (int j = 0; j < core->ntorn; j++) {
            Expr entry = expr_real(d->store, 0);
            for (int k = 0; k < f.n; k++)
                entry = f.var[k] == core->torn[j] ? f.coef[k] : entry;
            buf_puts(out, j ? ", " : "");
            put_value(d, out, entry);
        }
        buf_puts(out, "], \"rhs\": ");
        bool zero = !f.rest || expr_is_zero(d->store, f.rest);
        put_value(d, out, zero ? expr_real(d->store, 0) : expr_neg(d->store, f.rest));
        buf_putc(out, '}');
    }
    buf_puts(out, "]}");
}

/* The blocks of several equations of the relaxed form (RX-54, Q-11). */
static void put_diagonal(Dae *d, Buf *out, const BlockCore *core)
{
    for (int k = 0; k < core->ndiagonal; k++) {
        const DiagonalBlock *b = &core->diagonal[k];
        buf_printf(out, "%s{\"size\": %d, \"unknowns\": ", k ? ", " : ", \"diagonal\": [", b->n);
        put_names(d, out, b->var, b->n);
        buf_puts(out, ", \"tearing\": ");
        put_names(d, out, b->torn, b->ntorn);
        buf_putc(out, '}');
    }
    buf_puts(out, core->ndiagonal ? "]" : "");
}

/* Systems that are solved one after the other inside a block. */
static void put_parts(Dae *d, Buf *out, const Block *b)
{
    for (int k = 0; k < b->core->nparts; k++) {
        int from = b->core->part[k], to = b->core->part[k + 1];
        buf_printf(out, "%s{\"kind\": \"linear\", \"size\": %d, \"unknowns\": ", k ? ", " : "",
                   to - from);
        put_torn(d, out, b, from, to);
        put_solution(d, out, b, from, to);
        buf_puts(out, ", \"blocks\": []}");
    }
}

/* Linear systems that are solved by formulas inside of a nonlinear one. */
static void put_nested(Dae *d, Buf *out, const BlockCore *core)
{
    for (int k = 0; k < core->nnested; k++) {
        const DiagonalBlock *b = &core->nested[k];
        buf_printf(out, "%s{\"kind\": \"linear\", \"size\": %d, \"unknowns\": ",
                   k || core->nparts ? ", " : "", b->n);
        put_names(d, out, b->var, b->n);
        buf_puts(out, ", \"tearing\": ");
        put_names(d, out, b->torn, b->ntorn);
        buf_puts(out, ", \"residuals\": [], \"iteration\": 0, \"whole\": 0, \"solved\": "
                      "\"symbolic\", \"pivots\": "
                      "\"chosen\", \"relaxed\": [], \"blocks\": []}");
    }
}

static void put_block(Dae *d, Buf *out, const Block *b)
{
    buf_printf(out, "{\"kind\": \"%s\", \"size\": %d, \"unknowns\": ", block_kind_name[b->kind],
               b->n);
    put_names(d, out, b->var, b->n);
    buf_puts(out, ", \"equations\": ");
    put_equations(d, out, b);
    put_solution(d, out, b, 0, b->core->nparts ? 0 : b->core->ntorn);
    put_remaining(d, out, b);
    put_diagonal(d, out, b->core);
    if (b->n > 1 && b->kind >= BLOCK_LINEAR && b->kind <= BLOCK_MIXED)
        buf_printf(out, ", \"density\": %.3g", report_density(d, b));
    buf_puts(out, ", \"blocks\": [");
    put_parts(d, out, b);
    put_nested(d, out, b->core);
    buf_puts(out, "], \"operations\": ");
    put_count(out, report_block_operations(d, b));
    buf_putc(out, '}');
}

static void put_blocks(Dae *d, Buf *out, const System *s, const char *indent)
{
    bool any = false;
    buf_putc(out, '[');
    for (int i = 0; i < s->nblocks; i++) {
        if (!s->block[i]->neq) /* values for others (hoist.c), no equations */
            continue;
        buf_printf(out, "%s\n%s", any ? "," : "", indent);
        put_block(d, out, s->block[i]);
        any = true;
    }
    buf_putc(out, ']');
}

static void put_differentiated(Dae *d, Buf *out)
{
    bool any = false;
    buf_putc(out, '[');
    for (int k = 0; k < d->eq.n; k++) {
        int n = report_times(d, k);
        if (!n)
            continue;
        buf_puts(out, any ? ", {\"equation\": " : "{\"equation\": ");
        put_eq(d, out, k);
        buf_printf(out, ", \"times\": %d}", n);
        any = true;
    }
    buf_putc(out, ']');
}

/* Tearing variables given in the model, and what became of them. */
static void put_given(Dae *d, Buf *out)
{
    static const char *const fate[] = {
        [HINT_USED] = "torn", [HINT_NOT_NEEDED] = "not needed", [HINT_MISPLACED] = "not used"};
    buf_puts(out, ",\n  \"given_tearing\": [");
    for (int i = 0; i < d->hint.n; i++) {
        buf_puts(out, i ? ", {\"variable\": " : "{\"variable\": ");
        buf_json(out, dae_var_text(d, d->hint.v[i].of));
        buf_printf(out, ", \"use\": \"%s\"}", fate[d->hint.v[i].fate]);
    }
    buf_putc(out, ']');
}

/* Those whose choice is open are in the sets. */
static void put_states(Dae *d, Buf *out)
{
    uint32_t *state = ARENA_ARRAY(d->arena, uint32_t, d->nstates + 1);
    int n = 0;
    for (int i = 0; i < d->nstates; i++)
        if (!dae_set_of(d, d->state[i]))
            state[n++] = d->state[i];
    put_names(d, out, state, n);
}

static void put_sets(Dae *d, Buf *out)
{
    bool any = false;
    buf_putc(out, '[');
    for (int i = 0; i < d->set.n; i++) {
        const StateSet *set = &d->set.v[i];
        if (set->decided)
            continue;
        buf_puts(out, any ? ", {\"candidates\": " : "{\"candidates\": ");
        put_names(d, out, dae_candidates(d, set), set->n);
        buf_printf(out, ", \"select\": %d, \"at_start\": ", set->nstates);
        put_names(d, out, set->x + set->ngiven, set->nstates);
        buf_putc(out, '}');
        any = true;
    }
    buf_putc(out, ']');
}

/* Every variable that could be a state: whether it is, and why not. */
static void put_candidates(Dae *d, Buf *out)
{
    bool any = false;
    buf_putc(out, '[');
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->der_of == NONE || v->alias != NONE || v->hidden)
            continue;
        buf_puts(out, any ? ", {\"name\": " : "{\"name\": ");
        any = true;
        buf_json(out, dae_var_text(d, i));
        buf_printf(out, ", \"state\": \"%s\"",
                   v->kind == DV_STATE ? "yes"
                   : dae_set_of(d, i)  ? "set"
                                       : "no");
        if (v->follows != NONE) {
            buf_puts(out, ", \"why\": ");
            buf_json(out, arena_printf(d->arena, "follows from %s",
                                       dae_written_text(d, (int)v->follows)));
        }
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

void report_json(Dae *d, const char *more, Buf *out)
{
    buf_puts(out, "{\n  \"schema\": 1,\n  \"model\": ");
    buf_json(out, text_of(d->ctx, d->name));
    buf_printf(out,
               ",\n  \"equations\": %d,\n  \"unknowns\": %d,\n  \"aliases\": %d,\n  \"states\": ",
               d->neq_flat, d->nunknowns_flat, d->naliases);
    put_states(d, out);
    buf_puts(out, ",\n  \"state_sets\": ");
    put_sets(d, out);
    buf_puts(out, ",\n  \"candidates\": ");
    put_candidates(d, out);
    buf_printf(out, ",\n  \"index\": %d,\n  \"differentiated\": ", report_index(d));
    put_differentiated(d, out);
    put_given(d, out);
    buf_puts(out, ",\n  \"blocks\": ");
    put_blocks(d, out, dae_system(d, SYSTEM_SIMULATION), "    ");
    if (dae_system(d, SYSTEM_STEP)) {
        buf_puts(out, ",\n  \"step\": ");
        put_blocks(d, out, dae_system(d, SYSTEM_STEP), "    ");
    }
    if (dae_system(d, SYSTEM_STAGES)) {
        buf_puts(out, ",\n  \"stages\": ");
        put_blocks(d, out, dae_system(d, SYSTEM_STAGES), "    ");
    }
    buf_puts(out, ",\n  \"initial\": ");
    put_blocks(d, out, dae_system(d, SYSTEM_INITIAL), "    ");
    buf_puts(out, ",\n  \"operations\": ");
    put_count(out, report_operations(d, dae_system(d, SYSTEM_SIMULATION)));
    buf_printf(out, "%s\n}\n", more ? more : "");
}
