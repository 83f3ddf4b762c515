/* dae.c - variables of the scalar model, their names, and printing for --dump. */
#include "dae/dae.h"
#include "model/flat.h"
#include "symbolic/func_print.h"

#include <stdlib.h>

/* Texts are for people. Hidden variables inside the meaning of hidden ones: so deep, then dots; the
 * parts that meanings share are written at every place, up to 2^n times. */
enum { HIDDEN_DEPTH = 2, LONGEST_NAME = 1000, LONGEST_TEXT = 20000 }; /* bytes */

DaeVar dae_hidden_var(Type type, DaeVarKind kind)
{
    return DAE_VAR(.type = type, .kind = (uint8_t)kind, .select = SELECT_DEFAULT,
                   .tear = SELECT_DEFAULT, .start_level = LEVEL_NONE, .hidden = true);
}

uint32_t dae_new_var(Dae *d, Type type, DaeVarKind kind)
{
    DaeVar *v = vec_add(d->arena, &d->var);
    *v = dae_hidden_var(type, kind);
    v->hidden = false;
    return (uint32_t)d->var.n - 1;
}

System *dae_system(const Dae *d, SystemRole role)
{
    for (int i = 0; i < d->system.n; i++)
        if (d->system.v[i]->role == role)
            return d->system.v[i];
    return NULL;
}

System *dae_add_system(Dae *d, SystemRole role)
{
    System *s = ARENA_NEW(d->arena, System);
    s->role = (uint8_t)role;
    for (int i = 0; i < d->system.n; i++)
        s->index += d->system.v[i]->role == role;
    vec_push(d->arena, &d->system, s);
    return s;
}

Expr dae_start(const Dae *d, uint32_t v)
{
    const DaeVar *var = &d->var.v[v];
    bool enumeration = type_info(expr_types(d->store), var->type)->base == TY_ENUM;
    Expr start = var->start              ? var->start
                 : var->type == T_STRING ? expr_string(d->store, name_cstr(d->ctx->names, ""))
                                         : expr_literal(d->store, var->type, enumeration);
    return var->type == T_REAL ? expr_to_real(d->store, start) : start;
}

uint32_t dae_derivative(Dae *d, uint32_t x)
{
    if (d->var.v[x].der_of != NONE)
        return d->var.v[x].der_of;
    uint32_t dx = dae_new_var(d, T_REAL, DV_DERIVATIVE);
    d->var.v[dx].int_of = x;
    d->var.v[dx].span = d->var.v[x].span;
    d->var.v[x].der_of = dx;
    if (d->var.v[x].kind == DV_ALGEBRAIC || d->var.v[x].kind == DV_DERIVATIVE)
        d->var.v[x].kind = DV_STATE;
    return dx;
}

uint32_t dae_root(const Dae *d, uint32_t number, int *sign)
{
    for (; d->var.v[number].alias != NONE; number = d->var.v[number].alias)
        if (sign)
            *sign *= d->var.v[number].alias_sign;
    return number;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

uint32_t *dae_candidates(Dae *d, const StateSet *set)
{
    uint32_t *x = arena_copy(d->arena, set->x + set->ngiven, (size_t)set->n * sizeof *x);
    qsort(x, (size_t)set->n, sizeof *x, by_number);
    return x;
}

void dae_print_candidates(Dae *d, const StateSet *set, Buf *out)
{
    const uint32_t *x = dae_candidates(d, set);
    buf_putc(out, '{');
    for (int k = 0; k < set->n; k++) {
        buf_puts(out, k ? ", " : "");
        dae_var_name(d, x[k], out);
    }
    buf_putc(out, '}');
}

/* What a set integrates has no name of its own. */
static void print_set_state(Dae *d, const StateSet *set, uint32_t number, Buf *out)
{
    int i = 0;
    while (set->state[i] != number)
        i++;
    buf_printf(out, "state %d of ", i + 1);
    dae_print_candidates(d, set, out);
}

/* The state whose old value it is in a step; NONE: none. */
static VarId old_of(const Dae *d, VarId number)
{
    VarId first = d->step.old && d->nstates ? d->step.old[0] : NONE;
    return number >= first && number - first < (VarId)d->nstates ? d->state[number - first] : NONE;
}

void dae_var_name(Dae *d, uint32_t number, Buf *out)
{
    const DaeVar *v = &d->var.v[number];
    if (number < d->nflat && !d->flat) {
        buf_printf(out, "v%u", number);
    } else if (number < d->nflat) {
        flat_scalar_name(d->flat, number, out);
    } else if (v->int_of != NONE) {
        buf_puts(out, "der(");
        dae_var_name(d, v->int_of, out);
        buf_putc(out, ')');
    } else if (d->naming < 0) {
        buf_printf(out, "$%u", number - d->nflat + 1);
    } else if (is_length_var(d, number)) {
        buf_putc(out, 'h');
    } else if (old_of(d, number) != NONE) {
        buf_puts(out, "old(");
        dae_var_name(d, old_of(d, number), out);
        buf_putc(out, ')');
    } else if (v->kind == DV_STATE && dae_set_of(d, number)) {
        print_set_state(d, dae_set_of(d, number), number, out);
    } else if (v->meaning && d->naming < HIDDEN_DEPTH) {
        ExprNames names = dae_names(d);
        names.most = LONGEST_NAME;
        bool inner = v->kind == DV_PARAMETER; /* a coefficient: stands inside other expressions */
        d->naming++;
        buf_puts(out, inner ? "(" : "");
        expr_print(d->store, v->meaning, &names, out);
        buf_puts(out, inner ? ")" : "");
        d->naming--;
    } else if (v->kind == DV_AUXILIARY) {
        buf_printf(out, "Q%u", 101 + number - d->nflat);
    } else {
        buf_puts(out, "...");
    }
}

const char *dae_text(Dae *d, Buf *text)
{
    const char *copy = arena_strdup(d->arena, buf_text(text));
    buf_free(text);
    return copy;
}

const char *dae_var_text(Dae *d, uint32_t number)
{
    Buf text = {0};
    dae_var_name(d, number, &text);
    return dae_text(d, &text);
}

Name dae_description(const Dae *d, uint32_t number)
{
    return d->flat && number < d->nflat ? flat_var_of(d->flat, number)->description : 0;
}

static void name_var(void *arg, Buf *out, uint32_t number)
{
    dae_var_name(arg, number, out);
}

static void name_array(void *arg, Buf *out, Expr e)
{
    Dae *d = arg;
    dae_var_name(d, (uint32_t)expr_node(d->store, e)->payload, out);
    buf_puts(out, "...");
}

static void name_number(void *arg, Buf *out, uint32_t number)
{
    (void)arg;
    buf_printf(out, "i%u", number);
}

static void name_func(void *arg, Buf *out, uint32_t number)
{
    Dae *d = arg;
    buf_puts(out, name_text(d->ctx->names, func_get(d->store, number)->name));
}

ExprNames dae_names(Dae *d)
{
    return (ExprNames){.arg = d,
                       .var = name_var,
                       .array = name_array,
                       .local = name_number,
                       .func = name_func,
                       .most = LONGEST_TEXT};
}

/* What an algorithm is for: with each of thousands of unknowns it stands again. */
static void print_outputs(Dae *d, const DaeEq *eq, Buf *out)
{
    enum { MOST = 20 };
    int own = 0, put = 0; /* hidden ones, unless there are no others, are for listings of ours */
    for (int i = 0; i < eq->noutputs; i++)
        own += !d->var.v[eq->output[i]].hidden;
    bool all = d->naming < 0 || !own;
    int total = all ? eq->noutputs : own, n = total <= MOST ? total : MOST - 1;
    for (int i = 0; i < eq->noutputs && put < n; i++) {
        if (!all && d->var.v[eq->output[i]].hidden)
            continue;
        buf_puts(out, put++ ? ", " : "");
        dae_var_name(d, eq->output[i], out);
    }
    if (n < total)
        buf_printf(out, " and %d more", total - n);
}

/* Its statements, or the first line of them, without the last semicolon. */
static void print_statements(Dae *d, const DaeEq *eq, bool first, Buf *out)
{
    ExprNames names = dae_names(d);
    Buf body = {0};
    func_print_body(d->store, eq->body, &names, 0, &body);
    if (first)
        body.n = strcspn(buf_text(&body), "\n");
    while (body.n && (body.s[body.n - 1] == '\n' || body.s[body.n - 1] == ';'))
        body.s[--body.n] = 0;
    buf_puts(out, buf_text(&body));
    buf_free(&body);
}

/* A function that is called for its effect has nothing but hidden variables to determine. */
static bool is_for_effect(const Dae *d, const DaeEq *eq)
{
    bool hidden = true;
    for (int i = 0; i < eq->noutputs; i++)
        hidden = hidden && eq->output[i] >= d->nflat;
    return hidden;
}

void dae_print_eq(Dae *d, int k, Buf *out)
{
    ExprNames names = dae_names(d);
    const DaeEq *eq = &d->eq.v[k];
    switch ((DaeEqKind)eq->kind) {
    case EQ_SCALAR:
        expr_print(d->store, eq->lhs, &names, out);
        buf_puts(out, " = ");
        expr_print(d->store, eq->rhs, &names, out);
        break;
    case EQ_CALL:
        buf_putc(out, '(');
        for (int i = 0; i < eq->noutputs; i++) {
            if (i)
                buf_puts(out, ", ");
            if (eq->output[i] != NONE)
                dae_var_name(d, eq->output[i], out);
        }
        buf_puts(out, ") = ");
        expr_print(d->store, eq->rhs, &names, out);
        break;
    case EQ_ALGORITHM:
        if (is_for_effect(d, eq)) {
            print_statements(d, eq, true, out); /* the second is for the hidden one */
            break;
        }
        buf_puts(out, "algorithm for ");
        print_outputs(d, eq, out);
        break;
    case EQ_ACTION:
        buf_puts(out, "when ");
        expr_print(d->store, eq->when, &names, out);
        buf_puts(out, ": ");
        print_statements(d, eq, false, out);
        break;
    case EQ_ASSERT:
        buf_puts(out, "assert ");
        expr_print(d->store, eq->rhs, &names, out);
        break;
    }
}

void dae_print(Dae *d, Buf *out)
{
    static const char *const kind[] = {"constant",   "parameter", "input",    "state",
                                       "derivative", "algebraic", "discrete", "auxiliary"};
    ExprNames names = dae_names(d);
    d->naming = -1;
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        buf_printf(out, "%s ", kind[v->kind]);
        dae_var_name(d, i, out);
        if (v->alias != NONE) {
            buf_puts(out, v->alias_sign < 0 ? " = -" : " = ");
            dae_var_name(d, v->alias, out);
        } else if (v->binding) {
            buf_puts(out, " = ");
            expr_print(d->store, v->binding, &names, out);
        }
        if (v->start) {
            buf_puts(out, v->fixed ? " (fixed start " : " (start ");
            expr_print(d->store, v->start, &names, out);
            buf_putc(out, ')');
        }
        buf_putc(out, '\n');
    }
    for (int i = 0; i < d->eq.n; i++) {
        if (d->eq.v[i].removed)
            continue;
        buf_printf(out, "%s%d: ", d->eq.v[i].initial ? "initial " : "", i);
        dae_print_eq(d, i, out);
        buf_putc(out, '\n');
    }
    d->naming = 0;
}

int dae_first_relaxed(const Dae *d, int eq)
{
    int lo = 0, hi = d->relax_mark.n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (d->relax_mark.v[mid].eq < eq)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}
