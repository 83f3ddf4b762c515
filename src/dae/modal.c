/* modal.c - systems that are solvable as a whole, but not in every mode.
 *
 * Equations with conditions are matched and sorted with the unknowns of all their branches. Where
 * one branch has fewer, the others may have to stand in for it (an ideal switch: voltage or current
 * is zero), and if they cannot, the equation is a constraint between known variables in that mode
 * and none in the others: what has to be differentiated would depend on the mode. So every branch
 * of every `if` is taken by itself - all other conditions are left open, which gives more unknowns
 * than any mode has: what is told is singular whatever they are. Only inside strong components,
 * as no matching leaves them. O(branches * size of their component) at worst.
 *
 * In the user's own model that is an error, in components of libraries a warning: a run that never
 * gets there (a breaker that stays closed, an engine that keeps turning) needs no such mode, and
 * one that does ends there with the equation. */
#include "base/die.h"
#include "dae/diagnose.h"

#include <stdlib.h>
#include <string.h>

typedef struct Occurrence {
    Expr condition;
    int place; /* of the row in the component */
} Occurrence;

enum { LONGEST = 100 }; /* branches of one `if` that are looked at */

typedef struct Modal {
    Problem *p;
    Arena *a;
    const int *row; /* [n] of the component at hand */
    int n, place;
    VEC(Occurrence) found;
    VEC(Expr) chosen; /* `if` expressions, each once */
    Map known;        /* the same in all components */
    /* The branch at hand of one of them: conditions that are false, then one that is true. */
    Expr condition[LONGEST];
    int ndecided;
    bool last;       /* the last of them is true */
    bool *concerned; /* [n] rows with one of the conditions */
    uint32_t *stamp; /* [ncols] */
    uint32_t now;
    Pattern local; /* with that */
    int *row_col, *col_row;
    bool *of_states; /* [ncols] the unknown follows from states; NULL: not asked for yet */
    bool told;       /* the first is enough; ... */
    bool refused;    /* ... it is in the user's own model */
} Modal;

/* ---- Conditions ---- */

static bool note_condition(void *arg, Expr e)
{
    Modal *w = arg;
    ExprStore *s = w->p->d->store;
    if (expr_op(s, e) != EX_IF)
        return true;
    vec_push(w->a, &w->found, ((Occurrence){expr_arg(s, e, 0), w->place}));
    vec_push(w->a, &w->chosen, e);
    return true;
}

static int by_condition(const void *a, const void *b)
{
    const Occurrence *x = a, *y = b;
    return x->condition != y->condition ? (x->condition < y->condition ? -1 : 1)
                                        : x->place - y->place;
}

static void find_conditions(Modal *w)
{
    Dae *d = w->p->d;
    w->found.n = w->chosen.n = 0;
    for (w->place = 0; w->place < w->n; w->place++) {
        const Row *row = &w->p->row.v[w->row[w->place]];
        if (row->kind != ROW_EQUATION || d->eq.v[row->eq].discrete)
            continue;
        dae_walk(d, row->lhs, note_condition, w);
        dae_walk(d, row->rhs, note_condition, w);
    }
    if (w->found.n)
        qsort(w->found.v, (size_t)w->found.n, sizeof *w->found.v, by_condition);
}

/* ---- One mode ---- */

static Expr decide(void *arg, Expr old, Expr now)
{
    const Modal *w = arg;
    for (int i = 0; i < w->ndecided; i++)
        if (old == w->condition[i])
            return expr_bool(w->p->d->store, w->last && i == w->ndecided - 1);
    return now;
}

static void stamp_column(void *arg, VarId var)
{
    Modal *w = arg;
    int col = problem_col(w->p, var);
    if (col >= 0)
        w->stamp[col] = w->now;
}

/* What a row says in this mode is 0. */
static Expr residual_of(Modal *w, int r)
{
    Dae *d = w->p->d;
    const Row *row = &w->p->row.v[r];
    Expr lhs = dae_rewrite(d, row->lhs, decide, w), rhs = dae_rewrite(d, row->rhs, decide, w);
    return expr_drop_zeros(d->store, expr_sub(d->store, lhs, rhs));
}

/* Marks the columns that are left of a row. */
static void stamp_row(Modal *w, int r)
{
    w->now++;
    dae_visible_vars(w->p->d, residual_of(w, r), stamp_column, w);
}

/* Where the occurrences of a condition begin. */
static int first_of(const Modal *w, Expr condition)
{
    int lo = 0, hi = w->found.n;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (w->found.v[mid].condition < condition)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Marks the rows with the conditions that are decided. Whether one of them loses what it is
 * matched to. */
static bool loses_column(Modal *w)
{
    const Occurrence *o = w->found.v;
    bool loses = false;
    memset(w->concerned, 0, (size_t)w->n * sizeof *w->concerned);
    for (int k = 0; k < w->ndecided; k++) {
        int at = first_of(w, w->condition[k]);
        for (; at < w->found.n && o[at].condition == w->condition[k]; at++)
            w->concerned[o[at].place] = true;
    }
    for (int i = 0; i < w->n && !loses; i++) {
        if (!w->concerned[i])
            continue;
        stamp_row(w, w->row[i]);
        loses = w->stamp[w->p->row_col[w->row[i]]] != w->now;
    }
    return loses;
}

/* The component with the conditions decided: rows and columns by their places in it. */
static void make_local(Modal *w)
{
    const Problem *p = w->p;
    PatternBuilder b = pattern_begin(w->a, w->n, w->n);
    for (int i = 0; i < w->n; i++)
        p->local[p->row_col[w->row[i]]] = i;
    for (int i = 0; i < w->n; i++, pattern_next(&b)) {
        int r = w->row[i];
        if (w->concerned[i])
            stamp_row(w, r);
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
            if (KIND_BIT(p->p.kind[e]) & MASK_SOLVABLE &&
                (!w->concerned[i] || w->stamp[p->p.col[e]] == w->now))
                pattern_put(&b, p->local[p->p.col[e]], 0);
    }
    for (int i = 0; i < w->n; i++)
        p->local[p->row_col[w->row[i]]] = LOCAL_NONE;
    w->local = b.p;
}

/* The pairs there are, where they are left, and others. */
static bool match_local(Modal *w)
{
    w->row_col = ints_filled(w->a, w->n, -1);
    w->col_row = ints_filled(w->a, w->n, -1);
    for (int i = 0; i < w->n; i++)
        for (int e = w->local.ptr[i]; e < w->local.ptr[i + 1]; e++)
            if (w->local.col[e] == i)
                w->row_col[i] = w->col_row[i] = i;
    int matched = match_rows(&w->local, ~0u, NULL, w->row_col, w->col_row);
    KRON_MEMORY(matched >= 0);
    return matched == w->n;
}

/* ---- Messages ---- */

/* The unknowns that a row loses in this mode, and those it keeps. */
static void split_unknowns(Modal *w, int r, VarVec *lost, VarVec *kept)
{
    const Problem *p = w->p;
    stamp_row(w, r);
    for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
        int col = p->p.col[e];
        if (KIND_BIT(p->p.kind[e]) & MASK_SOLVABLE)
            vec_push(w->a, w->stamp[col] == w->now ? kept : lost, p->col.v[col]);
    }
}

/* A state, or an unknown of another component that follows from states. */
static bool is_of_states(void *arg, VarId var)
{
    const Modal *w = arg;
    const DaeVar *v = &w->p->d->var.v[var];
    int col = problem_col(w->p, var);
    if (v->kind <= DV_INPUT || v->type != T_REAL || v->kind == DV_DISCRETE)
        return false;
    return col < 0 || w->of_states[col];
}

/* Which unknowns follow from states; the others from time and inputs alone. Components are in the
 * order in which they are solved. */
static void follow_states(Modal *w)
{
    const Problem *p = w->p;
    w->of_states = ARENA_ARRAY(w->a, bool, p->col.n + 1);
    for (int i = 0; i < p->ncomponents; i++) {
        bool follows = false;
        for (int k = p->border[i]; k < p->border[i + 1] && !follows; k++) {
            const Row *row = &p->row.v[p->order[k]];
            follows = row->kind != ROW_EQUATION || dae_any_var(p->d, row->lhs, is_of_states, w) ||
                      dae_any_var(p->d, row->rhs, is_of_states, w);
        }
        for (int k = p->border[i]; k < p->border[i + 1]; k++)
            w->of_states[p->row_col[p->order[k]]] = follows;
    }
}

/* A known variable that is not given: what says something about it binds states. */
static bool binds(void *arg, VarId var)
{
    const Modal *w = arg;
    int col = problem_col(w->p, var);
    return (col < 0 || w->p->local[col] == LOCAL_NONE) && is_of_states(arg, var);
}

/* The rows that are too many in this mode into over[], how many; 0: they say nothing about known
 * variables and may agree with each other, as switches that are closed in parallel do. */
static int find_constraint(Modal *w, int *over)
{
    const Problem *p = w->p;
    bool found = false;
    for (int i = 0; i < w->n; i++) {
        p->local[p->row_col[w->row[i]]] = i;
        if (w->row_col[i] < 0)
            over[0] = i;
    }
    if (!w->of_states)
        follow_states(w);
    int n = dm_over_set(&w->local, w->col_row, over, 1);
    KRON_MEMORY(n >= 0);
    for (int i = 0; i < n && !found; i++)
        found = p->row.v[w->row[over[i]]].kind != ROW_EQUATION ||
                dae_any_var(p->d, residual_of(w, w->row[over[i]]), binds, w);
    for (int i = 0; i < w->n; i++)
        p->local[p->row_col[w->row[i]]] = LOCAL_NONE;
    return found ? n : 0;
}

static const char *mode_text(Modal *w)
{
    Dae *d = w->p->d;
    Buf text = {0};
    ExprNames names = dae_names(d);
    for (int i = 0; i < w->ndecided; i++) {
        buf_puts(&text, i ? " and `" : "`");
        expr_print(d->store, w->condition[i], &names, &text);
        buf_puts(&text, w->last && i == w->ndecided - 1 ? "` is true" : "` is false");
    }
    return dae_text(d, &text);
}

/* A state in the rows that are too many, by the name of its declaration: "`l.i`, a state,";
 * "states": none alone. */
static const char *bound_text(Modal *w, const int *over, int nover)
{
    Dae *d = w->p->d;
    for (int i = 0; i < nover; i++) {
        if (w->p->row.v[w->row[over[i]]].kind != ROW_EQUATION) /* a call has no residual */
            continue;
        Expr e = residual_of(w, w->row[over[i]]);
        VarList all = expr_vars(d->store, w->a, 1, &e);
        for (int k = 0; k < all.n; k++)
            if (d->var.v[all.var[k]].kind == DV_STATE && !d->var.v[all.var[k]].hidden)
                return arena_printf(d->arena, "`%s`, a state,", dae_var_text(d, all.var[k]));
    }
    return "states";
}

/* Another equation of the user's that gives a variable, which is more than another name of it. */
static bool is_given_elsewhere(Dae *d, Arena *a, VarId v, int eq)
{
    for (int k = 0; k < d->eq.n; k++)
        if (k != eq && given_by_eq(d, k) == v && is_in_users_file(d, d->eq.v[k].span)) {
            LinearForm f = written_sum(d, a, written_sides(d, k));
            if (f.n != 2 || f.nnon)
                return true;
        }
    return false;
}

static void report(Modal *w, const int *over, int nover)
{
    Dae *d = w->p->d;
    int blamed = -1;
    for (int i = 0; i < nover && blamed < 0; i++)
        blamed = w->concerned[over[i]] ? over[i] : -1;
    int eq = w->p->row.v[w->row[blamed]].eq;
    VarVec lost = {0}, kept = {0};
    split_unknowns(w, w->row[blamed], &lost, &kept);
    Diags *to = d->ctx->diags;
    w->refused = is_in_users_file(d, d->eq.v[eq].span);
    (w->refused ? diag_error : diag_warning)(
        to, users_place_of_eq(d, eq),
        "the number of constraints depends on the mode: when %s, `%s` says nothing about "
        "%s, which it has to determine otherwise%s",
        mode_text(w), dae_written_text(d, eq), names_text(d, lost.v, lost.n, 4),
        kept.n ? "; with the equations below it gives one condition too many"
               : ": it is a constraint between variables that are known");
    for (int i = 0; i < nover && i < 6 && kept.n; i++)
        if (over[i] != blamed && w->p->row.v[w->row[over[i]]].eq >= 0)
            note_equation(d, w->p->row.v[w->row[over[i]]].eq, "", "");
    if (lost.n == 1 && kept.n == 1 && is_given_elsewhere(d, w->a, kept.v[0], eq)) {
        diag_note(
            d->ctx->diags, d->eq.v[eq].span,
            "there it gives `%s`, which another equation gives: is `%s` meant in that branch?",
            dae_var_text(d, kept.v[0]), dae_var_text(d, lost.v[0]));
        return;
    }
    diag_note(d->ctx->diags, d->eq.v[eq].span,
              "%s cannot be free in one mode and bound in another, as the current of a coil whose "
              "circuit is opened%s: "
              "let all branches constrain the same variables, or none (a stiff spring, a large "
              "resistance, a diode beside the "
              "coil)",
              bound_text(w, over, nover), w->refused ? "" : ", so a run that gets there ends");
}

/* Tells of the first branch of an `if` in which the component cannot be solved. */
static void check_branches(Modal *w, Expr e)
{
    const ExprStore *s = w->p->d->store;
    w->ndecided = 0;
    while (expr_op(s, e) == EX_IF && w->ndecided < LONGEST && !w->told) {
        Expr c = expr_arg(s, e, 0);
        w->condition[w->ndecided++] = c;
        e = expr_arg(s, e, 2);
        if (is_parametric(w->p->d, c))
            break;
        for (int truth = 1; truth >= 0 && !w->told; truth--) {
            w->last = truth;
            if (!loses_column(w))
                continue;
            make_local(w);
            int *over = match_local(w) ? NULL : ARENA_ARRAY(w->a, int, w->n + 1);
            int nover = over ? find_constraint(w, over) : 0;
            if (nover)
                report(w, over, nover);
            w->told = nover > 0;
        }
    }
}

static void check_component(Modal *w)
{
    find_conditions(w);
    w->concerned = ARENA_ARRAY(w->a, bool, w->found.n ? w->n + 1 : 1);
    for (int i = 0; i < w->chosen.n && !w->told; i++) {
        if (map_get(&w->known, w->chosen.v[i], 0))
            continue;
        map_set(&w->known, w->a, w->chosen.v[i], 1);
        check_branches(w, w->chosen.v[i]);
    }
}

/* A variable that stands alone on the left is there in every mode. */
static bool is_assignment(const Problem *p, int r)
{
    const Row *row = &p->row.v[r];
    return row->kind != ROW_EQUATION ||
           row->lhs == expr_var(p->d->store, T_REAL, p->col.v[p->row_col[r]]);
}

bool problem_check_modes(Problem *p)
{
    Modal w = {.p = p, .a = p->a, .stamp = ARENA_ARRAY(p->a, uint32_t, p->col.n + 1)};
    for (int i = 0; i < p->ncomponents && !w.told; i++) {
        w.row = p->order + p->border[i];
        w.n = p->border[i + 1] - p->border[i];
        if (w.n > 1 || !is_assignment(p, *w.row))
            check_component(&w);
    }
    return !w.refused;
}
