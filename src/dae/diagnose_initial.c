/* diagnose_initial.c - messages on the initial problem: conditions that are too many, with what
 * they depend on, and what is left open. */
#include "base/die.h"
#include "dae/diagnose.h"

enum { MOST_NOTES = 8, MOST_FAULTS = 3, FEW = 4, MOST_PAIRED = 30 };

/* Start values of which some are conditions, chosen during the run. */
static void note_choice(Dae *d, const StateSet *set)
{
    Buf all = {0};
    dae_print_candidates(d, set, &all);
    diag_note(d->ctx->diags, users_place_of_start(d, set->x[set->ngiven]),
              "start values of %s: %d of them %s, chosen at the start", dae_text(d, &all),
              set->nstates, set->nstates == 1 ? "is a condition" : "are conditions");
}

/* The set whose state's start value it is; NULL: none. */
static const StateSet *set_of_start(const Dae *d, const Row *q)
{
    bool hidden = q->kind == ROW_START && q->start_of && d->var.v[q->start_of - 1].hidden;
    return hidden ? dae_set_of(d, q->start_of - 1) : NULL;
}

static void note_condition(Diagnosis *w, const Row *q)
{
    Dae *d = w->d;
    if (q->eq >= 0) {
        note_equation(d, q->eq, "", "");
        return;
    }
    Buf value = {0};
    ExprNames names = dae_names(d);
    uint32_t v =
        q->kind == ROW_START && q->start_of ? q->start_of - 1 : var_number(d->store, q->lhs);
    if (d->var.v[v].kind == DV_STATE && dae_set_of(d, v)) /* no name of its own */
        return;
    expr_print(d->store, q->rhs, &names, &value);
    diag_note(d->ctx->diags, users_place_of_start(d, v), "the %s of `%s` is %s",
              q->kind == ROW_START ? "fixed start value" : "value", dae_var_text(d, v),
              dae_text(d, &value));
}

static Span place_of_row(Diagnosis *w, const Row *q)
{
    return q->eq >= 0 ? users_place_of_eq(w->d, q->eq)
                      : users_place_of_var(w->d, q->start_of ? q->start_of - 1
                                                             : var_number(w->d->store, q->lhs));
}

/* ---- Derivatives that a parameter of 0 takes out of the equations ---- */

typedef struct Lost {
    Dae *d;
    const VarId *integral; /* of a root: root of what it is the derivative of; NONE */
    VarId state, zero;     /* the root that is searched, NONE: any; the parameter found, NONE */
} Lost;

/* What v is the derivative of, or was before it disappeared from the equations; NONE. */
static VarId integral_of(const Dae *d, const DaeVar *v)
{
    bool was = v->int_of == NONE && v->meaning && expr_op(d->store, v->meaning) == EX_DER;
    Expr of = was ? expr_arg(d->store, v->meaning, 0) : 0;
    return of && expr_op(d->store, of) == EX_VAR ? var_number(d->store, of) : v->int_of;
}

static const VarId *integrals(Dae *d, Arena *a)
{
    VarId *of = ARENA_ARRAY(a, VarId, d->var.n + 1);
    for (int v = 0; v < d->var.n; v++)
        of[v] = NONE;
    for (int v = 0; v < d->var.n; v++)
        if (integral_of(d, &d->var.v[v]) != NONE)
            of[dae_root(d, (VarId)v, NULL)] = dae_root(d, integral_of(d, &d->var.v[v]), NULL);
    return of;
}

/* Whether var is a derivative, of the state that is searched if one is; of several the highest: a
 * damping of 0 takes a speed out of an equation, but not what says how it changes. */
static bool is_highest_derivative(const Lost *w, VarId var)
{
    enum { MOST_ORDER = 8 };
    VarId root = dae_root(w->d, var, NULL);
    for (int v = 0; v < w->d->var.n; v++)
        if (w->integral[v] == root)
            return false;
    for (int k = 0; k < MOST_ORDER && root != NONE; k++) {
        root = w->integral[root];
        if (root != NONE && (w->state == NONE || root == w->state))
            return true;
    }
    return false;
}

static VarId variable_in(const Dae *d, Expr e)
{
    return expr_op(d->store, e) == EX_VAR ? var_number(d->store, e) : NONE;
}

static void look_for_lost(void *arg, Expr e)
{
    Lost *w = arg;
    const Dae *d = w->d;
    VarId zero = NONE;
    uint32_t n = expr_op(d->store, e) == EX_MUL ? expr_node(d->store, e)->nargs : 0;
    for (uint32_t i = 0; i < n; i++) {
        VarId var = variable_in(d, expr_arg(d->store, e, i));
        if (var != NONE && d->var.v[var].kind == DV_PARAMETER && d->var.v[var].type == T_REAL &&
            dae_parameter_values(w->d)[var] == 0)
            zero = var;
    }
    for (uint32_t i = 0; i < n && zero != NONE; i++) {
        VarId var = variable_in(d, expr_arg(d->store, e, i));
        if (var != NONE && d->var.v[var].kind != DV_PARAMETER && is_highest_derivative(w, var))
            w->zero = zero;
    }
}

/* The parameter whose value another one takes as it is, or which makes a product 0; itself if it
 * has one of its own. */
static VarId given_by(Dae *d, VarId var)
{
    for (VarId next = var; next != NONE;) {
        Expr of = d->var.v[var = next].binding;
        bool product = of && expr_op(d->store, of) == EX_MUL;
        next = of && expr_op(d->store, of) == EX_VAR ? var_number(d->store, of) : NONE;
        for (uint32_t i = 0; product && i < expr_node(d->store, of)->nargs && next == NONE; i++) {
            Expr factor = expr_arg(d->store, of, i);
            bool zero = expr_op(d->store, factor) == EX_VAR &&
                        dae_parameter_values(d)[var_number(d->store, factor)] == 0;
            next = zero ? var_number(d->store, factor) : NONE;
        }
    }
    return var;
}

static bool takes_derivative(Lost *lost, int k)
{
    Dae *d = lost->d;
    if (d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].initial)
        return false;
    Sides q = written_sides(d, k);
    expr_visit(d->store, q.lhs, look_for_lost, lost);
    expr_visit(d->store, q.rhs, look_for_lost, lost);
    return lost->zero != NONE;
}

/* The start value of a variable whose derivative, or that of one it depends on, a parameter takes
 * out of equation k by being 0. */
static void lead_lost_derivative(Diagnosis *w, const Lost *lost, int k, VarId var)
{
    Dae *d = w->d;
    VarId given = given_by(d, lost->zero);
    bool valueless = d->var.v[given].valueless;
    const char *name = dae_var_text(d, given);
    diag_lead(
        d->ctx->diags, users_place_of_var(d, given),
        "`%s` is 0%s%s%s: with it the derivative is not in `%s`, so `%s` cannot start where one "
        "likes; give `%s` %s",
        name, valueless ? ", for it has no value" : "", given == lost->zero ? "" : ", and so is ",
        given == lost->zero ? "" : arena_printf(d->arena, "`%s`", dae_var_text(d, lost->zero)),
        dae_written_text(d, k), dae_var_text(d, var), name,
        valueless ? "a value" : "another value, or remove `fixed = true` of the start value");
}

/* One of the start values of a fault, first that of `except`, whose own derivative is lost, or else
 * that of one in the equations of the fault; false: none is. */
static bool lead_lost_of(Diagnosis *w, const Fault *f, int except)
{
    const VarId *integral = integrals(w->d, w->a);
    VarId start = NONE;
    for (int i = -1; i < f->nrows; i++) {
        int at = i < 0 ? except : f->row[i];
        const Row *row = at < 0 ? NULL : &w->p->row.v[at];
        if (!row || row->kind != ROW_START || !row->start_of)
            continue;
        VarId var = row->start_of - 1;
        Lost lost = {w->d, integral, dae_root(w->d, var, NULL), NONE};
        start = start == NONE ? var : start;
        for (int k = 0; k < w->d->eq.n; k++)
            if (takes_derivative(&lost, k)) {
                lead_lost_derivative(w, &lost, k, var);
                return true;
            }
    }
    for (int i = 0; i < f->nrows && start != NONE; i++) {
        const Row *row = &w->p->row.v[f->row[i]];
        Lost lost = {w->d, integral, NONE, NONE};
        if (row->eq >= 0 && !is_initial_condition(w->d, row) && takes_derivative(&lost, row->eq) &&
            is_users_value(w->d, lost.zero)) {
            lead_lost_derivative(w, &lost, row->eq, start);
            return true;
        }
    }
    return false;
}

void lead_lost(Dae *d)
{
    Arena *a = arena_new();
    Lost lost = {d, integrals(d, a), NONE, NONE};
    int k = 0;
    while (k < d->eq.n && !takes_derivative(&lost, k))
        k++;
    if (lost.zero != NONE && is_users_value(d, lost.zero))
        diag_lead(d->ctx->diags, users_place_of_var(d, lost.zero),
                  "`%s` is 0%s: with it the derivative is not in `%s`, which determines something "
                  "else then; give "
                  "`%s` %s value",
                  dae_var_text(d, lost.zero),
                  d->var.v[lost.zero].valueless ? ", for it has no value" : "",
                  dae_written_text(d, k), dae_var_text(d, lost.zero),
                  d->var.v[lost.zero].valueless ? "a" : "another");
    arena_free(a);
}

/* ---- Derivatives that were forgotten ---- */

typedef struct Derived {
    const Dae *d;
    VarId of; /* NONE: of anything */
} Derived;

static bool is_derivative_of(void *arg, uint32_t var)
{
    const Derived *w = arg;
    VarId of = integral_of(w->d, &w->d->var.v[var]);
    return of != NONE && (w->of == NONE || of == w->of) && var >= w->d->nflat;
}

static bool is_that(void *arg, uint32_t var)
{
    return var == *(const VarId *)arg;
}

static bool any_in_eq(Dae *d, int k, VarTest *test, void *arg)
{
    Sides q = written_sides(d, k);
    return dae_any_var(d, q.lhs, test, arg) || dae_any_var(d, q.rhs, test, arg);
}

/* m*v = F for m*der(v) = F: v begins with a fixed value, its derivative is in no equation, and this
 * one is another than der(x) = v. */
static void lead_no_derivative(Dae *d, VarId v)
{
    Derived own = {d, v}, any = {d, NONE};
    int found = -1;
    bool speed = false; /* der(x) = v */
    if (v >= d->nflat || d->var.v[v].type != T_REAL)
        return;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_SCALAR || eq->initial || eq->source != NONE)
            continue;
        if (any_in_eq(d, k, is_derivative_of, &own))
            return;
        if (eq->from_connect || !any_in_eq(d, k, is_that, &v))
            continue;
        bool rate = any_in_eq(d, k, is_derivative_of, &any);
        Sides q = written_sides(d, k);
        speed = speed ||
                (rate && expr_op(d->store, q.lhs) == EX_VAR && expr_op(d->store, q.rhs) == EX_VAR);
        if (!rate && found < 0 && is_in_users_file(d, eq->span) && !eq->binding)
            found = k;
    }
    if (found >= 0 && speed)
        diag_lead(
            d->ctx->diags, d->eq.v[found].span,
            "`%s` begins with a fixed value, but its derivative is in no equation: is der(%s) "
            "meant in `%s`?",
            dae_var_text(d, v), dae_var_text(d, v), dae_written_text(d, found));
}

/* A variable that has become constant. */
typedef struct Stilled {
    const Dae *d;
    VarId *var;
} Stilled;

static void look_for_stilled(void *arg, uint32_t var)
{
    const Stilled *s = arg;
    const DaeVar *v = &s->d->var.v[var];
    if (v->kind == DV_CONSTANT && v->was_variable)
        *s->var = var;
}

/* A parameter of 0 that takes something out of the equations of a fault; false: there is none. */
static bool note_zeros(Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    bool vanished = false;
    for (int i = 0; i < f->nrows && !vanished; i++) {
        const Row *row = &w->p->row.v[f->row[i]];
        vanished = row->eq >= 0 && !is_initial_condition(d, row) && note_zero(d, row->eq);
    }
    for (int i = 0; i < f->nrows && !vanished; i++) {
        const Row *row = &w->p->row.v[f->row[i]];
        VarId gone = NONE;
        Stilled stilled = {d, &gone};
        if (row->eq >= 0 && !is_initial_condition(d, row))
            written_vars(d, row->eq, look_for_stilled, &stilled);
        vanished = gone != NONE && note_zero_factor(d, gone);
    }
    return vanished;
}

/* The conditions of a fault but one, the equations by which they depend on each other, and what to
 * do. True: a parameter of 0 is the cause. */
static bool note_conditions(Diagnosis *w, const Fault *f, int except)
{
    Dae *d = w->d;
    int notes = 0, starts = 0, conditions = 0;
    bool vanished = false;
    int eq = except < 0 ? -1 : w->p->row.v[except].eq;
    EqId same = eq < 0 ? NONE : d->eq.v[eq].source; /* the algorithm it was part of */
    const StateSet *told = NULL;
    vanished = lead_lost_of(w, f, except);
    if (except >= 0 && w->p->row.v[except].kind == ROW_START && w->p->row.v[except].start_of &&
        !vanished)
        lead_no_derivative(d, fixed_name(d, w->p->row.v[except].start_of - 1));
    for (int i = 0; i < f->nrows; i++) {
        const Row *row = &w->p->row.v[f->row[i]];
        if (!is_initial_condition(d, row))
            continue;
        starts += row->kind == ROW_START;
        const StateSet *set = set_of_start(d, row), *before = told;
        told = set ? set : told;
        if (conditions++ >= MOST_NOTES || f->row[i] == except ||
            (row->eq >= 0 && (EqId)row->eq == same))
            continue;
        if (set && set != before)
            note_choice(d, set);
        else if (!set)
            note_condition(w, row);
    }
    for (int i = 0; i < f->nrows; i++) {
        const Row *row = &w->p->row.v[f->row[i]];
        bool written = row->eq >= 0 && !d->eq.v[row->eq].of_set;
        if (written && !is_initial_condition(d, row) && notes++ < FEW)
            note_equation(d, row->eq, "by ", "");
    }
    note_more(d, notes - FEW);
    if (f->nrows <= MOST_PAIRED)
        lead_given_twice(w, f);
    vanished = vanished || note_zeros(w, f);
    Chain chain = {.d = d, .a = w->a};
    find_ways(w, f, &chain);
    for (int i = 0, n = 0; i < chain.found.n; i++)
        if (d->eq.v[chain.found.v[i]].from_connect && n++ < FEW)
            note_equation(d, chain.found.v[i], "with ", "");
    if (conditions && !vanished)
        diag_note(
            d->ctx->diags, (Span){0}, "%s",
            !starts               ? "remove one of these initial equations"
            : starts < conditions ? "remove an initial equation, or `fixed = true` of a start "
                                    "value, which is only a guess then"
            : conditions == 1
                ? "remove `fixed = true`: the start value is only a guess then"
                : "remove `fixed = true` of one of them: its start value is only a guess then");
    return vanished;
}

static void open_conditions(Diagnosis *w, Problem *p, int nrows)
{
    *w = (Diagnosis){.p = p, .d = p->d, .a = p->a};
    find_members(w);
    w->pattern = solvable_part(p->a, &p->p);
    w->pattern.nrows = nrows;
    w->row_col = p->row_col;
    w->col_row = p->col_row;
}

bool diagnose_condition(Problem *p, int nrows, int row)
{
    Diagnosis w;
    open_conditions(&w, p, nrows);
    Fault f = {.surplus = 1, .row = ARENA_ARRAY(p->a, int, nrows + 1)};
    f.row[0] = row;
    f.nrows = dm_over_set(&w.pattern, w.col_row, f.row, 1);
    KRON_ASSERT(f.nrows > 0);
    return note_conditions(&w, &f, row);
}

void diagnose_too_many(Problem *p, int nrows)
{
    Diagnosis w;
    open_conditions(&w, p, nrows);
    find_over(&w);
    for (int i = 0; i < w.over.n && i < MOST_FAULTS; i++) {
        const Fault *f = &w.over.v[i];
        diag_error(p->d->ctx->diags, place_of_row(&w, &p->row.v[f->row[0]]),
                   "these equations and initial conditions cannot all be met: %d of them %s too "
                   "many at the start",
                   f->surplus, f->surplus == 1 ? "is" : "are");
        note_conditions(&w, f, -1);
    }
}

void diagnose_too_few(Problem *p)
{
    Diagnosis w = {.p = p, .d = p->d, .a = p->a};
    find_members(&w);
    find_faults(&w);
    for (int i = 0; i < w.under.n && i < MOST_FAULTS; i++)
        report_under(&w, &w.under.v[i], "at the start ");
}
