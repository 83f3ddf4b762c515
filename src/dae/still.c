/* still.c - what cannot move because a parameter is 0: a gear of ratio 0, a rack of radius 0. The
 * model can be solved, but what is behind the factor is cut off, which is hardly meant. Linear in
 * the equations, and nothing where no variable with a derivative has become constant. */
#include "dae/diagnose.h"

#include <string.h>

typedef struct Search {
    Dae *d;
    VarId *up;       /* [nvars] towards the root of the constants that equations make equal */
    VarId *changing; /* [nvars] of a root: a member with a derivative; NONE */
    bool *given;     /* [nvars] constants that an equation gives by themselves: they link nothing */
    VarId zero;      /* the parameter; NONE */
    VarId stopped;   /* what it stops; NONE */
    VarId pair[2];   /* constants of an equation */
    int constants, moving;
    int cut; /* those of the moving unknowns that the parameter takes away */
} Search;

static bool is_constant(const Dae *d, VarId var)
{
    return d->var.v[var].kind == DV_CONSTANT && d->var.v[var].was_variable;
}

static bool moves(const Dae *d, VarId var)
{
    return d->var.v[var].kind > DV_PARAMETER;
}

static VarId root_of(const Search *w, VarId v)
{
    while (w->up[v] != v)
        v = w->up[v] = w->up[w->up[v]];
    return v;
}

static void look_at_variable(void *arg, uint32_t var)
{
    Search *w = arg;
    w->moving += moves(w->d, var);
    if (!is_constant(w->d, var) || w->given[var])
        return;
    if (w->constants < 2)
        w->pair[w->constants] = var;
    w->constants++;
    if (w->changing[root_of(w, var)] != NONE)
        w->stopped = w->changing[root_of(w, var)];
}

static bool is_asked(const DaeEq *q)
{
    return q->kind == EQ_SCALAR && !q->initial && !q->discrete;
}

static void look_at_equation(Search *w, int k)
{
    w->moving = w->constants = w->cut = 0;
    w->zero = w->stopped = NONE;
    written_vars(w->d, k, look_at_variable, w);
}

static void join_pair(Search *w)
{
    VarId a = root_of(w, w->pair[0]), b = root_of(w, w->pair[1]);
    w->up[b] = a;
    if (w->changing[a] == NONE)
        w->changing[a] = w->changing[b];
}

/* Joins constants that are equal by an equation; false: none of them has a derivative. */
static bool join(Search *w)
{
    Dae *d = w->d;
    bool any = false;
    for (int v = 0; v < d->var.n; v++) {
        bool changing = is_constant(d, (VarId)v) && d->var.v[v].der_of != NONE;
        w->up[v] = (VarId)v;
        w->changing[v] = changing ? (VarId)v : NONE;
        any = any || changing;
    }
    for (int pairs = 0; pairs < 2 && any; pairs++)
        for (int k = 0; k < d->eq.n; k++) {
            if (!is_asked(&d->eq.v[k]))
                continue;
            look_at_equation(w, k);
            if (w->moving || w->constants != 1 + pairs)
                continue;
            if (pairs)
                join_pair(w);
            else
                w->given[w->pair[0]] = true;
        }
    return any;
}

bool is_given_zero(Dae *d, VarId var)
{
    enum { MOST_NAMES = 8 };
    for (int k = 0; k < MOST_NAMES; k++) {
        const DaeVar *v = &d->var.v[var];
        if (v->kind != DV_PARAMETER || v->type != T_REAL || strchr(dae_var_text(d, var), '['))
            return false;
        if (v->valueless || (v->binding && expr_is_number(d->store, v->binding)))
            return v->valueless || expr_number(d->store, v->binding) == 0;
        if (!v->binding || expr_op(d->store, v->binding) != EX_VAR)
            return false;
        var = var_number(d->store, v->binding);
    }
    return false;
}

/* A factor of 0 that is a parameter by itself: elements of arrays, as axes of joints, are not. */
static void look_at_product(void *arg, Expr e)
{
    Search *w = arg;
    Dae *d = w->d;
    VarId zero = NONE;
    int cut = 0;
    for (uint32_t i = 0; expr_op(d->store, e) == EX_MUL && i < expr_node(d->store, e)->nargs; i++) {
        Expr factor = expr_arg(d->store, e, i);
        VarId var = expr_op(d->store, factor) == EX_VAR ? var_number(d->store, factor) : NONE;
        if (var == NONE)
            continue;
        cut += moves(d, var);
        if (is_given_zero(d, var))
            zero = var;
    }
    if (zero == NONE)
        return;
    w->zero = zero;
    w->cut += cut;
}

void warn_still(Dae *d)
{
    Arena *a = arena_new();
    Search w = {.d = d,
                .up = ARENA_ARRAY(a, VarId, d->var.n + 1),
                .changing = ARENA_ARRAY(a, VarId, d->var.n + 1),
                .given = ARENA_ARRAY(a, bool, d->var.n + 1)};
    bool told = diags_errors(d->ctx->diags) > 0 || !join(&w);
    for (int k = 0; k < d->eq.n && !told; k++) {
        if (!is_asked(&d->eq.v[k]))
            continue;
        look_at_equation(&w, k);
        if (w.stopped == NONE || !w.moving)
            continue;
        Sides q = written_sides(d, k);
        expr_visit(d->store, q.lhs, look_at_product, &w);
        expr_visit(d->store, q.rhs, look_at_product, &w);
        if (w.zero == NONE || w.cut != w.moving)
            continue;
        told = true;
        diag_warning(
            d->ctx->diags, users_place_of_var(d, w.zero),
            "`%s` is 0: by that `%s` never changes, whose derivative the model has; is that "
            "meant?",
            dae_var_text(d, w.zero), dae_var_text(d, w.stopped));
        note_equation(d, k, "by ", "");
    }
    arena_free(a);
}

/* ---- What several equations hold ---- */

typedef struct Held {
    Dae *d;
    const Block *b;
    const int *place; /* of its unknowns (block_places) */
    bool other;       /* something that is no unknown of the block and changes */
    VarVec known;     /* parameters, each once */
    Arena *a;
} Held;

static void look_at_part(void *arg, Expr e)
{
    Held *h = arg;
    const ExprNode *n = expr_node(h->d->store, e);
    if (n->op != EX_VAR) {
        h->other |= is_moving(n);
        return;
    }
    VarId var = (VarId)n->payload;
    bool parameter = h->d->var.v[var].kind == DV_PARAMETER;
    h->other |= moves(h->d, var) && !h->place[var];
    for (int i = 0; i < h->known.n; i++)
        parameter = parameter && h->known.v[i] != var;
    if (parameter)
        vec_push(h->a, &h->known, var);
}

/* Whether a block determines a position by parameters alone. */
static bool is_held(Held *h)
{
    Dae *d = h->d;
    const Block *b = h->b;
    bool literal, position = false;
    for (int i = 0; i < b->n; i++)
        position |= d->var.v[b->var[i]].der_of != NONE && !d->var.v[b->var[i]].hidden;
    if (!position || b->n < 2 || b->discrete ||
        (b->kind != BLOCK_LINEAR && b->solved != SOLVE_SYMBOLIC))
        return false;
    for (int i = 0; i < b->neq && !h->other; i++) {
        const DaeEq *q = b->eq[i] < 0 ? NULL : &d->eq.v[b->eq[i]];
        h->other = !q || !is_asked(q) || q->ndiff;
        if (!h->other) {
            expr_visit(d->store, q->lhs, look_at_part, h);
            expr_visit(d->store, q->rhs, look_at_part, h);
        }
    }
    return !h->other && h->known.n && !dependent_in_block(d, h->a, b, h->place, &literal).n;
}

/* Equations between positions alone that leave none of them free, although the model differentiates
 * them: two gears of different ratio side by side. Linear in the blocks, besides elimination in
 * those that are told. */
void warn_held(Dae *d)
{
    enum { MOST_NAMES = 4 };
    const System *s = dae_system(d, SYSTEM_SIMULATION);
    bool told = diags_errors(d->ctx->diags) > 0;
    Arena *a = arena_new();
    int *place = ARENA_ARRAY(a, int, d->var.n + 1);
    for (int k = 0; k < s->nblocks && !told; k++) {
        const Block *b = s->block[k];
        Held h = {.d = d, .b = b, .place = place, .a = a};
        block_places(b, place, true);
        told = is_held(&h);
        block_places(b, place, false);
        if (!told)
            continue;
        diag_warning(d->ctx->diags, users_place_of_eq(d, b->eq[0]),
                     "%s never change, whatever acts on them, although the model has their "
                     "derivatives: these %d "
                     "equations allow one position only; is that meant?",
                     names_text(d, b->var, b->n, MOST_NAMES), b->neq);
        for (int i = 0; i < b->neq && i < MOST_NAMES; i++)
            note_equation(d, b->eq[i], "by ", "");
        diag_note(d->ctx->diags, (Span){0},
                  "%s: with values that fit together, as equal ratios of gears side by side, one "
                  "of the equations "
                  "follows from the others and it can move",
                  values_text(d, &h.known));
    }
    arena_free(a);
}

/* ---- What a `when` gives is what it was ---- */

/* Whether every value of an if-expression is the number x or the variable's last value; given: one
 * is x. */
static bool gives_only(const Dae *d, Expr e, VarId var, double x, bool *given)
{
    const ExprStore *s = d->store;
    if (expr_op(s, e) == EX_IF)
        return gives_only(d, expr_arg(s, e, 1), var, x, given) &&
               gives_only(d, expr_arg(s, e, 2), var, x, given);
    if (expr_op(s, e) == EX_PRE) {
        Expr of = expr_arg(s, e, 0);
        return expr_op(s, of) == EX_VAR && var_number(s, of) == var;
    }
    bool same = expr_is_number(s, e) && expr_number(s, e) == x;
    *given = *given || same;
    return same;
}

static bool begins_by_equation(const Dae *d, VarId var)
{
    for (int k = 0; k < d->eq.n; k++)
        if (d->eq.v[k].initial &&
            (d->eq.v[k].body || (d->eq.v[k].lhs && expr_has_var(d->store, d->eq.v[k].lhs, var)) ||
             (d->eq.v[k].rhs && expr_has_var(d->store, d->eq.v[k].rhs, var))))
            return true;
    return false;
}

/* A variable of the user's that `when` clauses give what it was at the start, and nothing else:
 * they do nothing. Linear in the equations. */
void warn_unchanging(Dae *d)
{
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        VarId var = q->kind == EQ_SCALAR && q->lhs && expr_op(d->store, q->lhs) == EX_VAR
                        ? var_number(d->store, q->lhs)
                        : NONE;
        const DaeVar *v = var == NONE ? NULL : &d->var.v[var];
        bool given = false;
        if (!v || v->hidden || q->initial || expr_op(d->store, q->rhs) != EX_IF ||
            (v->start && !expr_is_number(d->store, v->start)))
            continue;
        double x = v->start ? expr_number(d->store, v->start) : 0;
        if (!gives_only(d, q->rhs, var, x, &given) || !given || !is_in_users_file(d, q->span) ||
            begins_by_equation(d, var))
            continue;
        Buf value = {0};
        ExprNames names = dae_names(d);
        expr_print(d->store, v->start ? v->start : expr_literal(d->store, v->type, 0), &names,
                   &value);
        diag_warning(d->ctx->diags, q->span,
                     "this changes nothing: `%s` is %s from the start on, and no `when` gives it "
                     "another value",
                     dae_var_text(d, var), buf_text(&value));
        buf_free(&value);
    }
}
