/* c_params.c - parameters and constants in the order in which they depend on each other, then start
 * values. Literal values, which are most of them, come from tables. Linear. */
#include "emit/emit_internal.h"

/* ---- Tables of literals ---- */

/* Variables with a literal value: numbers in ascending order. */
typedef struct Literals {
    VEC(uint32_t) var;
    VEC(double) value;
} Literals;

/* Consecutive variables: first, count, and whether each has a value of its own (1) or all have one
 * (0). */
typedef struct Run {
    int first, count, step;
} Run;

static bool same_value(const Literals *l, int i, int k)
{
    return !memcmp(&l->value.v[i], &l->value.v[k], sizeof(double));
}

/* The run that begins at position i; a value repeated often ends one and makes another. */
static Run next_run(const Literals *l, int i)
{
    enum { OFTEN = 8 };
    int n = l->var.n, equal = 1, k = i + 1;
    while (k < n && l->var.v[k] == l->var.v[k - 1] + 1 && same_value(l, i, k))
        k++;
    if (k - i >= OFTEN)
        return (Run){i, k - i, 0};
    for (k = i + 1; k < n && l->var.v[k] == l->var.v[k - 1] + 1 && equal < OFTEN; k++)
        equal = same_value(l, k, k - 1) ? equal + 1 : 1;
    return (Run){i, equal >= OFTEN ? k - i - OFTEN : k - i, 1};
}

/* Writes the tables of runs and of values; returns the number of runs. */
static int put_runs(Emit *e, const Literals *l, uint32_t *runs, uint32_t *values)
{
    VEC(int64_t) run = {0};
    VEC(double) value = {0};
    for (int i = 0; i < l->var.n;) {
        Run r = next_run(l, i);
        vec_push(e->arena, &run, l->var.v[i]);
        vec_push(e->arena, &run, r.count);
        vec_push(e->arena, &run, r.step);
        for (int k = 0; k < (r.step ? r.count : 1); k++)
            vec_push(e->arena, &value, l->value.v[i + k]);
        i += r.count;
    }
    *runs = int_table(e, run.n, run.v);
    *values = real_table(e, value.n, value.v);
    return run.n / 3;
}

/* What the tables say, in a comment. */
static void put_values(Emit *e, const Literals *l)
{
    Buf text = {0};
    for (int i = 0, count; e->readable && i < l->var.n; i += count) {
        Run r = next_run(l, i);
        count = r.step ? 1 : r.count;
        buf_puts(&text, i ? ", " : "");
        dae_var_name(e->d, l->var.v[i], &text);
        buf_puts(&text, " = ");
        buf_real(&text, l->value.v[i]);
        if (count > 1)
            buf_printf(&text, " (%d times)", count);
    }
    if (text.n)
        put_comment(&e->text, buf_text(&text));
    buf_free(&text);
}

/* static int NAME(KInst*m): sets the places `to`[number]; guard: unless set from outside. */
static void literal_function(Emit *e, const char *name, const Literals *l, const char *to,
                             bool guard)
{
    uint32_t runs, values;
    int n = put_runs(e, l, &runs, &values);
    put_values(e, l);
    putf(&e->text, "static int %s(KInst*m){\nconst double*x=c%u;\nconst int*r=c%u;\nint i,k;\n",
         name, values, runs);
    putf(&e->text, "for(i=0;i<%d;i++,r+=3){\ndouble*const at=%s+r[0];\n", n, to);
    if (guard)
        put(&e->text, "const unsigned char*const set=m->set+r[0];\n"
                      "for(k=0;k<r[1];k++,x+=r[2])if(!set[k])at[k]=*x;\n");
    else
        put(&e->text, "for(k=0;k<r[1];k++,x+=r[2])at[k]=*x;\n");
    put(&e->text, "x+=1-r[2];\n}\nreturn 0;\n}\n");
}

/* ---- Order ---- */

typedef struct Order {
    Emit *e;
    uint8_t *state; /* [nv] 0 not seen, 1 on the path, 2 done */
    VEC(struct {
        uint32_t var;
        VarList needs;
        int next;
    })
    path;
    Items *out, *guess; /* by value; those that are guesses until the initial problem is solved */
    bool *free;         /* [nv] it, or what its value comes from, is determined there */
    bool failed;
} Order;

/* The value, or the start value of a parameter that the initial problem determines: others may need
 * it before; of a String input what it is until it is given another one. 0: none. */
static Expr value_of(const Emit *e, uint32_t var)
{
    const DaeVar *v = &e->d->var.v[var];
    bool text = e->num->string[var] >= 0;
    if (v->alias == NONE && v->kind == DV_INPUT && text)
        return v->start;
    return v->alias != NONE || v->kind > DV_PARAMETER ? 0
           : v->binding                               ? v->binding
           : !text                                    ? v->start
                                                      : 0;
}

static void report_cycle(Order *o, uint32_t var)
{
    Dae *d = o->e->d;
    Buf text = {0};
    int from = 0;
    while (o->path.v[from].var != var)
        from++;
    for (int i = from; i < o->path.n; i++) {
        buf_putc(&text, '`');
        dae_var_name(d, o->path.v[i].var, &text);
        buf_puts(&text, "` on ");
    }
    buf_putc(&text, '`');
    dae_var_name(d, var, &text);
    buf_putc(&text, '`');
    diag_error(d->ctx->diags, d->var.v[var].span,
               "parameters depend on each other: %s; give one of them a value by itself",
               buf_text(&text));
    buf_free(&text);
    o->failed = true;
}

static bool is_guess(const Order *o, Expr value)
{
    VarList needs = expr_vars(o->e->s, o->e->arena, 1, &value);
    for (int i = 0; i < needs.n; i++) {
        int sign = 1;
        uint32_t var = dae_root(o->e->d, needs.var[i], &sign);
        if (var < o->e->num->nv && o->free[var])
            return true;
    }
    return false;
}

static void enter(Order *o, uint32_t var)
{
    Emit *e = o->e;
    o->state[var] = 1;
    vec_add(e->arena, &o->path)->var = var;
    Expr value = value_of(e, var);
    vec_last(&o->path).needs = expr_vars(e->s, e->arena, 1, &value);
    vec_last(&o->path).next = 0;
}

static void leave(Order *o)
{
    Emit *e = o->e;
    uint32_t var = vec_pop(&o->path).var;
    Expr value = value_of(e, var);
    o->state[var] = 2;
    o->free[var] = o->free[var] || is_guess(o, value);
    vec_push(e->arena, o->free[var] ? o->guess : o->out,
             ((Item){.to = TO_PARAM, .n = var, .value = value, .at = e->d->var.v[var].span}));
}

/* var after everything it needs. */
static void order_from(Order *o, uint32_t var)
{
    const Emit *e = o->e;
    enter(o, var);
    while (o->path.n && !o->failed) {
        VarList needs = vec_last(&o->path).needs;
        int i = vec_last(&o->path).next;
        int sign = 1;
        uint32_t next = i < needs.n ? dae_root(e->d, needs.var[i], &sign) : 0;
        if (i == needs.n) {
            leave(o);
            continue;
        }
        vec_last(&o->path).next++;
        Expr value = value_of(e, next);
        if (!value || expr_is_number(e->s, value) || o->state[next] == 2)
            continue;
        if (o->state[next] == 1)
            report_cycle(o, next);
        else
            enter(o, next);
    }
}

/* ---- Start values ---- */

static Expr start_value(Emit *e, const DaeVar *v)
{
    const TypeInfo *t = type_info(expr_types(e->s), v->type);
    if (v->start)
        return v->start;
    return t->base == TY_ENUM ? expr_enum(e->s, v->type, 1) : 0;
}

static void add_value(Emit *e, Literals *l, uint32_t var, Expr value)
{
    vec_push(e->arena, &l->var, var);
    vec_push(e->arena, &l->value, expr_number(e->s, value));
}

static void start_items(Order *o, Literals *literal)
{
    Emit *e = o->e;
    for (uint32_t i = 0; i < e->num->nv; i++) {
        const DaeVar *v = &e->d->var.v[i];
        Expr start = v->alias == NONE && e->num->string[i] < 0 ? start_value(e, v) : 0;
        if (!start)
            continue;
        if (expr_is_number(e->s, start))
            add_value(e, literal, i, start);
        else
            vec_push(e->arena, is_guess(o, start) ? o->guess : o->out,
                     ((Item){.to = TO_START, .n = i, .value = start, .at = v->span}));
    }
}

/* Parameters that the initial problem determines begin with their start values. */
static void guess_items(Emit *e, Items *out)
{
    for (uint32_t i = 0; i < e->num->nv; i++) {
        const DaeVar *v = &e->d->var.v[i];
        if (v->kind == DV_PARAMETER && v->alias == NONE && !v->binding && e->num->string[i] < 0)
            vec_push(e->arena, out, ((Item){.to = TO_FROM_START, .n = i, .other = i}));
    }
}

/* Parameters without a value: the initial problem determines them. */
static bool *free_parameters(Emit *e)
{
    bool *free = ARENA_ARRAY(e->arena, bool, e->num->nv + 1);
    for (uint32_t i = 0; i < e->num->nv; i++) {
        const DaeVar *v = &e->d->var.v[i];
        free[i] = v->kind == DV_PARAMETER && v->alias == NONE && !v->fixed;
    }
    return free;
}

void emit_params(Emit *e)
{
    Items items = {0}, guesses = {0};
    Literals value = {0}, start = {0};
    put_heading(e, "Parameters and start values");
    Order o = {.e = e, .out = &items, .guess = &guesses};
    o.state = ARENA_ARRAY(e->arena, uint8_t, e->num->nv);
    o.free = free_parameters(e);
    for (uint32_t i = 0; i < e->num->nv && !o.failed; i++) {
        Expr given = value_of(e, i);
        if (!given)
            continue;
        if (expr_is_number(e->s, given))
            add_value(e, &value, i, given);
        else if (!o.state[i])
            order_from(&o, i);
    }
    e->failed |= o.failed;
    start_items(&o, &start);
    guess_items(e, &items);
    if (value.var.n)
        literal_function(e, "params_values", &value, "m->v", true);
    if (start.var.n)
        literal_function(e, "params_start", &start, "m->start", false);
    Sequence q = {.name = "params", .literal = true};
    emit_sequence(e, &q, &items);
    Buf calls = {0};
    if (value.var.n)
        put(&calls, "if((rc=params_values(m)))return rc;\n");
    if (start.var.n)
        put(&calls, "if((rc=params_start(m)))return rc;\n");
    put_calls(&calls, &q, ALL_PARTS);
    put_code(e, "params", "", &calls);
    Sequence g = {.name = "guess", .literal = true};
    emit_sequence(e, &g, &guesses);
    put_calls(&calls, &g, ALL_PARTS);
    put_code(e, "guess", "", &calls);
}
