/* torn_linear.c - linear equations of a part eliminated (linear_solve.c).
 *
 * A linear part is eliminated as far as that can be done safely; what is left is factored. Of a
 * nonlinear part the unknowns that occur linearly everywhere are eliminated if fewer are torn then.
 * Where coefficients change during a run the equations are kept as they were, too: the run time
 * looks whether the solution fulfils them (rt/whole.c). O(n * entries), near-linear for more than
 * MOST_ELIMINATED. */
#include "base/die.h"
#include "dae/relaxed.h"
#include "dae/torn_internal.h"
#include "graph/eliminate.h"

#include <math.h>

typedef VEC(Expr) ExprVec;

bool has_constant_matrix(Part *t)
{
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < t->form[i].n; k++)
            if (!is_parametric(dae_of(t), coef_at_rest(t->p, t->form[i].coef[k])))
                return false;
    return true;
}

/* In a step a state that occurs nonlinearly follows from its derivative, which is what is best
 * torn: forces follow from accelerations. */
static void keep_slopes(const Part *t, bool *col)
{
    const Dae *d = dae_of(t);
    for (int i = 0; i < t->n && is_step(t->p) && !t->linear; i++) {
        VarId x = t->var[i];
        while (x != NONE && is_local(t->p, x) && col[i]) {
            col[local_of(t, x)] = true;
            x = d->var.v[x].der_of != NONE ? dae_root(d, d->var.v[x].der_of, NULL) : NONE;
        }
    }
}

/* What must not be eliminated: what occurs nonlinearly or belongs to an object, and sets of states.
 */
static void mark_stays(Part *t, bool *row, bool *col)
{
    Component all = {.n = t->n, .at = t->order, .index = t->order};
    int *given = ARENA_ARRAY(t->p->a, int, t->n + 1);
    int ngiven = t->n > SMALL_SYSTEM ? give_candidates(t, &all, given) : 0;
    bool objects = false, *left = ARENA_ARRAY(t->p->a, bool, t->n + 1);
    int ntorn = give_pairs(t, &all, given, ngiven, left);
    bool free = t->recursive && relaxed_is_on(t->p); /* the residues of relaxed systems */
    for (int k = 0; k < (free ? ngiven : ntorn); k++)
        col[given[k]] = true;
    for (int i = 0; i < t->n; i++) {
        const Row *r = &t->p->row.v[t->row[i]];
        row[i] = r->kind == ROW_OBJECT || (left[i] && !free) ||
                 (ngiven && r->eq >= 0 && dae_of(t)->eq.v[r->eq].of_set);
        col[i] = col[i] || r->kind == ROW_OBJECT || dae_of(t)->var.v[t->var[i]].type != T_REAL;
        for (int k = 0; k < t->form[i].nnon; k++)
            col[local_of(t, t->form[i].non[k])] = true;
        objects = objects || r->kind == ROW_OBJECT;
    }
    keep_slopes(t, col);
    Pattern p = {0};
    if (objects)
        p = component_pattern(t, &all, PEEL_OBJECTS);
    for (int i = 0; i < t->n && objects; i++)
        for (int e = p.ptr[i]; e < p.ptr[i + 1] && is_object_row(t, i); e++)
            col[p.col[e]] = true;
}

/* A copy whose arrays may be changed. */
static Part *part_copy(const Part *t)
{
    Arena *a = t->p->a;
    Part *u = arena_copy(a, t, sizeof *t);
    size_t n = (size_t)t->n;
    u->row = arena_copy(a, t->row, n * sizeof *t->row);
    u->lhs = arena_copy(a, t->lhs, n * sizeof *t->lhs);
    u->rhs = arena_copy(a, t->rhs, n * sizeof *t->rhs);
    u->form = arena_copy(a, t->form, n * sizeof *t->form);
    u->before.v = arena_copy(a, t->before.v, (size_t)t->before.n * sizeof *t->before.v);
    u->before.cap = t->before.n;
    u->order = ints_counting(a, t->n);
    u->border = ARENA_ARRAY(a, int, t->n + 2);
    return u;
}

Part *part_try(const Part *t)
{
    Part *u = part_copy(t);
    u->plan = plan_copy(t->p, t->plan);
    plan_follow(t->p, u->plan);
    return u;
}

void part_take(Part *t, const Part *u)
{
    Plan *plan = t->plan;
    *plan = *u->plan;
    *t = *u;
    t->plan = plan;
    plan_follow(t->p, plan);
}

void part_reject(const Part *t)
{
    plan_follow(t->p, t->plan);
    number_unknowns(t);
}

/* Rows and unknowns that are left, rows of objects beside their outputs, others in order. */
static void keep_left(Part *t, const LinearSystem *s)
{
    Problem *p = t->p;
    ExprStore *store = dae_of(t)->store;
    const uint32_t *var = t->var;
    for (int i = 0; i < t->n; i++)
        p->local[problem_col(p, var[i])] = LOCAL_NONE;
    bool *taken = ARENA_ARRAY(p->a, bool, t->n + 1);
    t->var = ARENA_ARRAY(p->a, uint32_t, s->nleft + 1);
    for (int i = 0; i < s->nleft; i++)
        if (is_object_row(t, s->row_left[i])) {
            t->var[i] = var[s->row_left[i]];
            taken[s->row_left[i]] = true;
        }
    for (int i = 0, next = 0; i < s->nleft; i++) {
        int r = s->row_left[i];
        if (is_object_row(t, r))
            continue;
        while (taken[s->col_left[next]])
            next++;
        t->var[i] = var[s->col_left[next++]];
    }
    const Part old = *part_copy(t);
    for (int i = 0; i < s->nleft; i++) {
        int r = s->row_left[i];
        t->row[i] = old.row[r];
        t->lhs[i] = old.lhs[r];
        t->rhs[i] = old.rhs[r];
        t->form[i] = s->form[r];
        if (is_object_row(t, i))
            continue;
        const LinearForm *f = &t->form[i];
        ExprVec term = {0};
        vec_push(p->a, &term, f->rest);
        for (int k = 0; k < f->n; k++)
            vec_push(p->a, &term, expr_mul2(store, f->coef[k], expr_var(store, T_REAL, f->var[k])));
        t->lhs[i] = expr_add(store, (uint32_t)term.n, term.v);
        t->rhs[i] = expr_real(store, 0);
    }
    t->n = s->nleft;
    number_unknowns(t);
    for (int i = 0; i < t->n; i++)
        if (s->changed && s->changed[s->row_left[i]])
            t->form[i] = equation_linear(store, p->a, t->lhs[i], t->rhs[i], is_local, p);
}

static bool has_modal_matrix(Part *t)
{
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < t->form[i].n; k++)
            if (has_condition(dae_of(t), t->form[i].coef[k]))
                return true;
    return false;
}

/* Whether translation knows every coefficient, but for the length of steps. */
static bool has_known_matrix(Part *t)
{
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < t->form[i].n; k++)
            if (!has_fixed_value(t->p, t->form[i].coef[k]))
                return false;
    return true;
}

/* Whether the order of pivots is sought with numbers alone. Switches are looked at more closely as
 * long as that does not take too long. */
static bool is_large(Part *t)
{
    bool many = t->n > MANY_EQUATIONS && (t->linear || is_step(t->p));
    return many && (t->n > MOST_ELIMINATED || !has_modal_matrix(t));
}

/* Eliminates what can be; false if nothing can. */
static bool condense(Part *t)
{
    Arena *a = t->p->a;
    int *eq = ARENA_ARRAY(a, int, t->n + 1);
    bool *row = ARENA_ARRAY(a, bool, t->n + 1), *col = ARENA_ARRAY(a, bool, t->n + 1);
    for (int i = 0; i < t->n; i++)
        eq[i] = t->p->row.v[t->row[i]].eq;
    mark_stays(t, row, col);
    LinearSystem s = {
        .p = t->p, .plan = t->plan, .n = t->n, .var = t->var, .eq = eq, .nonlinear = !t->linear};
    s.recursive = t->recursive;
    s.through = t->through;
    s.large = t->recursive || is_large(t);
    s.known = t->linear && has_known_matrix(t);
    s.checked = t->linear && !s.known;
    s.form = arena_copy(a, t->form, (size_t)t->n * sizeof *s.form);
    s.row_stays = row;
    s.col_stays = col;
    bool **mark[] = {&s.changed, &s.row_done, &s.col_done};
    for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
        *mark[i] = ARENA_ARRAY(a, bool, t->n + 1);
    if (is_step(t->p))
        separate_switches(&s);
    s.pair = t->pair;
    s.place = t->place;
    s.pivot = t->pivot;
    if (s.large && t->linear && !s.last.n && !s.pair)
        find_pairs(t, &s);
    linear_eliminate(&s);
    t->pair = s.pair;
    t->place = s.place;
    t->pivot = s.pivot;
    t->nfirst = s.nfirst;
    t->order_row = s.order_row;
    t->order_col = s.order_col;
    if (s.nleft == t->n)
        return false;
    keep_left(t, &s);
    for (int i = 0; i < s.before.n; i++)
        vec_push(a, &t->before, s.before.v[i]);
    sample_assigns(t->p, &s.before);
    t->error = s.error;
    t->may_vanish = s.may_vanish;
    t->after = s.after;
    t->nparts = s.nparts;
    t->part = s.part;
    t->condensed = true;
    t->b->pivots = s.pivots;
    return true;
}

/* Pairs rows with unknowns, and finds the strong components; false if they cannot be paired. */
static bool pair_left(Part *t)
{
    Arena *a = t->p->a;
    int n = t->n, *row_col = ARENA_ARRAY(a, int, n + 1), *col_row = ARENA_ARRAY(a, int, n + 1);
    uint8_t *frozen = ARENA_ARRAY(a, uint8_t, n + 1);
    t->order = ints_counting(a, n);
    for (int i = 0; i < n; i++) {
        frozen[i] = is_object_row(t, i);
        row_col[i] = col_row[i] = frozen[i] ? i : -1;
    }
    Component all = {.n = n, .at = t->order, .index = t->order};
    Pattern p = component_pattern(t, &all, PEEL_SAFE);
    int matched = match_rows(&p, 1, frozen, row_col, col_row);
    matched = matched < 0 ? matched : match_rows(&p, ~0u, frozen, row_col, col_row);
    if (matched < n)
        return false;
    uint32_t *var = ARENA_ARRAY(a, uint32_t, n + 1);
    for (int i = 0; i < n; i++)
        var[i] = t->var[row_col[i]];
    t->var = var;
    number_unknowns(t);
    VEC(int) succ = {0};
    int *ptr = ARENA_ARRAY(a, int, n + 1);
    for (int i = 0; i < n; i++) {
        for (int e = p.ptr[i]; e < p.ptr[i + 1]; e++)
            vec_push(a, &succ, col_row[p.col[e]]);
        for (int k = i - 1; k <= i + 1; k += 2)
            if (k >= 0 && k < n && frozen[i] && frozen[k] &&
                t->p->row.v[t->row[i]].eq == t->p->row.v[t->row[k]].eq)
                vec_push(a, &succ, k);
        ptr[i + 1] = succ.n;
    }
    t->ncomponents = strong_components(n, ptr, succ.v, t->order, t->border);
    KRON_MEMORY(t->ncomponents >= 0);
    return true;
}

/* How many unknowns would be torn. */
static int count_torn(Part *t)
{
    Component c = first_component(t);
    int torn = 0;
    while (next_component(t, &c))
        torn += tear_component(t, &c, PEEL_SAFE).ntorn;
    t->deep = false;
    return torn;
}

/* Condensed with pivots in rows that are linear, or in all (`through`); if less than `torn` is torn
 * then, how much. */
static int try_condensed(Part *t, bool through, bool loose, int torn, Part **best)
{
    Part *u = part_try(t);
    u->through = through;
    u->loose = loose;
    int n = condense(u) && pair_left(u) ? count_torn(u) : torn;
    if (n < torn)
        *best = u;
    part_reject(t);
    return n < torn ? n : torn;
}

/* In a step the marks of a library for the accelerations alone may be too strict: if more must be
 * torn than they give, the equations in which they stand may be solved for another unknown. */
void condense_nonlinear(Part *t)
{
    int torn = count_torn(t);
    Part *best = NULL;
    bool step = is_step(t->p);
    if (torn > 1)
        torn = try_condensed(t, false, false, torn, &best);
    if (torn > 1 && step)
        torn = try_condensed(t, true, false, torn, &best);
    int given = t->plan->npairs;
    if (given && torn > given && step)
        torn = try_condensed(t, false, true, torn, &best);
    if (given && torn > given && step)
        try_condensed(t, true, true, torn, &best);
    if (best) {
        part_take(t, best);
        number_unknowns(t);
        sample_assigns(t->p, &t->before);
    }
}

/* The sum of the magnitudes of the terms of a row. */
static Expr row_size(const Part *t, int i)
{
    ExprStore *s = dae_of(t)->store;
    const LinearForm *f = &t->form[i];
    ExprVec term = {0};
    for (int k = 0; k < f->n; k++)
        vec_push(t->p->a, &term, expr_mul2(s, f->coef[k], expr_var(s, T_REAL, f->var[k])));
    bool sum = f->rest && expr_op(s, f->rest) == EX_ADD;
    uint32_t nrest = sum ? expr_node(s, f->rest)->nargs : f->rest ? 1 : 0;
    for (uint32_t k = 0; k < nrest; k++)
        vec_push(t->p->a, &term, sum ? expr_arg(s, f->rest, k) : f->rest);
    for (int k = 0; k < term.n; k++)
        term.v[k] = expr_build(s, EX_ABS, T_REAL, 0, 0, 1, &term.v[k]);
    return expr_add(s, (uint32_t)term.n, term.v);
}

/* A part with all its equations as they are. */
static Block *whole_block(Part *t)
{
    Dae *d = dae_of(t);
    Block *b = ARENA_NEW(d->arena, Block);
    *b = (Block){.kind = BLOCK_LINEAR, .n = t->n};
    b->core = ARENA_NEW(d->arena, BlockCore);
    b->var = arena_copy(d->arena, t->var, (size_t)t->n * sizeof *t->var);
    Part *u = part_copy(t);
    u->b = b;
    for (int i = 0; i < t->n; i++) {
        vec_push(t->p->a, &u->torn, i);
        vec_push(t->p->a, &u->residual, i);
        push_pre(t->p, &u->after, t->var[i]);
    }
    keep_torn(u);
    b->solved = b->sparse ? SOLVE_KLU : SOLVE_LU;
    b->core->size = ARENA_ARRAY(d->arena, Expr, t->n + 1);
    for (int i = 0; i < t->n; i++)
        b->core->size[i] = thawed(t, row_size(t, i));
    return b;
}

Block *whole_nonlinear(Part *t)
{
    for (int i = 0; i < t->n; i++)
        if (is_object_row(t, i))
            return NULL;
    Block *b = whole_block(t);
    b->kind = BLOCK_NONLINEAR;
    b->solved = SOLVE_NEWTON;
    return b;
}

/* ---- The same equations again ---- */

/* Rows and unknowns of a part in another order. */
static void renumber(Part *t, const int *row, const int *col)
{
    const Part old = *part_copy(t);
    VarId *var = ARENA_ARRAY(t->p->a, VarId, t->n + 1);
    for (int i = 0; i < t->n; i++) {
        int r = row[i];
        t->row[i] = old.row[r];
        t->lhs[i] = old.lhs[r];
        t->rhs[i] = old.rhs[r];
        t->form[i] = old.form[r];
        var[i] = old.var[col[i]];
    }
    t->var = var;
    number_unknowns(t);
}

static SolvedOrder *keep_order(const Part *t)
{
    Dae *d = dae_of(t);
    SolvedOrder o = {.n = t->n, .eq = ARENA_ARRAY(d->arena, int, t->n + 1)};
    o.var = arena_copy(d->arena, t->var, (size_t)t->n * sizeof *t->var);
    for (int i = 0; i < t->n; i++)
        o.eq[i] = t->p->row.v[t->row[i]].eq;
    vec_push(d->arena, &d->solved_order, o);
    return &d->solved_order.v[d->solved_order.n - 1];
}

/* Whether a part has the equations and unknowns of an order; if so it is numbered like that. */
static bool take_order(Part *t, const SolvedOrder *o)
{
    Arena *a = t->p->a;
    Map at = {0};
    if (o->n != t->n)
        return false;
    for (int i = 0; i < t->n; i++)
        map_set(&at, a, (uint64_t)t->p->row.v[t->row[i]].eq, (uint32_t)i);
    bool *used = ARENA_ARRAY(a, bool, t->n + 1);
    int *row = ARENA_ARRAY(a, int, t->n + 1), *col = ARENA_ARRAY(a, int, t->n + 1);
    number_unknowns(t);
    for (int k = 0; k < t->n; k++) {
        uint32_t i = map_get(&at, (uint64_t)o->eq[k], NONE);
        if (o->eq[k] < 0 || i == NONE || used[i] || !is_local(t->p, o->var[k]))
            return false;
        used[i] = true;
        row[k] = (int)i;
        col[k] = local_of(t, o->var[k]);
    }
    renumber(t, row, col);
    return true;
}

/* How the same system was solved before; NULL: it was not. */
static const SolvedOrder *known_order(Part *t, bool eliminated)
{
    const Dae *d = dae_of(t);
    for (int k = 0; k < d->solved_order.n; k++) {
        const SolvedOrder *o = &d->solved_order.v[k];
        if ((o->pivot != NULL) == eliminated && take_order(t, o))
            return o;
    }
    return NULL;
}

static void keep_recursion(const Part *t, const Part *found)
{
    Arena *a = dae_of(t)->arena;
    size_t n = (size_t)t->n;
    SolvedOrder *o = keep_order(t);
    o->pivot = arena_copy(a, found->pivot, n * sizeof *o->pivot);
    o->pair = arena_copy(a, found->pair, n * sizeof *o->pair);
    o->place = arena_copy(a, found->place, n * sizeof *o->place);
}

/* A part that is factored as a whole, in the order that was found for that. */
static void follow_order(Part *t, int nfirst)
{
    t->b->core->nfirst = nfirst;
    t->b->pivots = PIVOTS_CONDENSING;
}

/* Whether derivatives of states determine the other unknowns, and these can all be eliminated along
 * that order (linear_recursion.c). That is found out once. */
static bool is_recursive(Part *t)
{
    if (t->n <= SMALL_SYSTEM || has_modal_matrix(t))
        return false;
    if (!t->recursion) {
        const SolvedOrder *known = t->n > MANY_EQUATIONS ? known_order(t, true) : NULL;
        t->pivot = known ? known->pivot : NULL;
        t->pair = known ? known->pair : t->pair;
        t->place = known ? known->place : t->place;
        t->recursion = part_try(t);
        t->recursion->recursive = true;
        condense(t->recursion);
        part_reject(t);
        if (!t->recursion->n && !known && t->n > MANY_EQUATIONS && t->recursion->pivot)
            keep_recursion(t, t->recursion);
    }
    t->pair = t->recursion->pair;
    t->place = t->recursion->place;
    return t->recursion->n == 0;
}

/* The smallest pivot against the largest of a matrix by columns, eliminated in place with partial
 * pivoting. */
static double pivot_spread(double *a, int n)
{
    double least = INFINITY, most = 0;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            best = fabs(a[k * n + i]) > fabs(a[k * n + best]) ? i : best;
        double pivot = a[k * n + best];
        least = fmin(least, fabs(pivot));
        most = fmax(most, fabs(pivot));
        if (pivot == 0)
            return 0;
        for (int j = k; j < n; j++) {
            double t = a[j * n + best];
            a[j * n + best] = a[j * n + k];
            a[j * n + k] = t;
            for (int i = k + 1; i < n && j > k && t != 0; i++)
                a[j * n + i] -= a[k * n + i] / pivot * t;
        }
    }
    return n ? least / most : 1;
}

/* Whether a matrix that is known may be so nearly singular that the run time has to look whether
 * the solution has digits (rt/digits.c). */
static bool may_lose_digits(Part *t)
{
    int n = t->n;
    if (n > MOST_LOOKED_AT)
        return false;
    number_unknowns(t);
    double *a = ARENA_ARRAY(t->p->a, double, n *n + 1), x[SAMPLES];
    for (int i = 0; i < n; i++) {
        double most = 0;
        for (int k = 0; k < t->form[i].n; k++) {
            coef_samples(t->p, t->form[i].coef[k], x);
            a[local_of(t, t->form[i].var[k]) * n + i] = x[0];
            most = fmax(most, fabs(x[0]));
        }
        for (int j = 0; j < n && most > 0; j++)
            a[j * n + i] /= most;
    }
    for (int j = 0; j < n; j++) {
        double most = 0;
        for (int i = 0; i < n; i++)
            most = fmax(most, fabs(a[j * n + i]));
        for (int i = 0; i < n && most > 0; i++)
            a[j * n + i] /= most;
    }
    return pivot_spread(a, n) < FAR_PIVOTS;
}

/* The run time checks the solution unless translation knows that it is good, or the equations are
 * few. */
static void eliminate_linear(Part *t)
{
    const SolvedOrder *order = t->n > MOST_ELIMINATED ? known_order(t, false) : NULL;
    if (order) {
        follow_order(t, order->nfirst);
        return;
    }
    bool known = has_known_matrix(t), far = known && may_lose_digits(t);
    Block *whole = whole_block(t);
    whole->constant = has_constant_matrix(t);
    bool recursive = !known && is_recursive(t);
    Part *u = recursive ? t->recursion : part_try(t);
    if (!recursive && !condense(u)) {
        t->plan->npairs = u->plan->npairs;
        part_reject(t);
        if (!u->order_row)
            return;
        renumber(t, u->order_row, u->order_col);
        follow_order(t, u->nfirst);
        keep_order(t)->nfirst = u->nfirst;
        return;
    }
    bool few = !u->n && !t->mixed && t->n <= SMALL_SYSTEM && !whole->constant && !u->may_vanish &&
               !has_modal_matrix(t);
    part_take(t, u);
    bool good = known ? u->error <= ROUNDED && !far : few;
    t->b->core->whole = good ? NULL : whole;
}

/* Of what an elimination has left all is torn. */
static void tear_left(Part *t)
{
    for (int i = 0; i < t->n; i++) {
        push_torn(t, i);
        vec_push(t->p->a, &t->residual, i);
    }
}

/* Diagonal blocks of several equations, for reports. */
static void list_diagonal(Part *t, const RelaxedForm *f)
{
    BlockCore *core = t->b->core;
    Arena *a = dae_of(t)->arena;
    core->diagonal = ARENA_ARRAY(a, DiagonalBlock, f->nblocks + 1);
    for (int k = 0; k < f->nblocks; k++) {
        if (f->begin[k + 1] - f->begin[k] == 1)
            continue;
        RelaxedBlock b = relaxed_block(t->p, f, k, t->p->a);
        DiagonalBlock *to = &core->diagonal[core->ndiagonal++];
        *to = (DiagonalBlock){b.n, b.t.ntorn, ARENA_ARRAY(a, VarId, b.n),
                              ARENA_ARRAY(a, VarId, b.t.ntorn + 1)};
        for (int i = 0; i < b.n; i++)
            to->var[i] = t->var[b.col[i]];
        for (int i = 0; i < b.t.ntorn; i++)
            to->torn[i] = t->var[b.col[b.t.torn[i]]];
    }
}

static void list_relaxed(Part *t, const RelaxedForm *f, const int *col)
{
    BlockCore *core = t->b->core;
    list_diagonal(t, f);
    core->relaxed = ARENA_ARRAY(dae_of(t)->arena, VarId, f->n + 1);
    for (int i = 0; i < f->n; i++)
        if (f->relaxed[i])
            core->relaxed[core->nrelaxed++] = t->p->col.v[col[i]];
}

bool solve_relaxed(Part *t)
{
    Problem *p = t->p;
    int *col = ARENA_ARRAY(p->a, int, t->n + 1), *eq = ARENA_ARRAY(p->a, int, t->n + 1);
    for (int i = 0; i < t->n; i++) {
        col[i] = problem_col(p, t->var[i]);
        eq[i] = p->row.v[t->row[i]].eq;
    }
    RelaxedForm *f = relaxed_form(p, t->row, col, t->n);
    if (!f || f->nover)
        return false;
    list_relaxed(t, f, col);
    if (!has_known_matrix(t) && is_recursive(t))
        return false;
    Block *whole = whole_block(t);
    whole->constant = has_constant_matrix(t);
    LinearSystem s = {.p = p, .plan = t->plan, .n = t->n, .var = t->var, .eq = eq};
    s.form = arena_copy(p->a, t->form, (size_t)t->n * sizeof *s.form);
    relaxed_eliminate(&s, f, false);
    for (int i = 0; i < s.before.n; i++)
        vec_push(p->a, &t->before, s.before.v[i]);
    keep_left(t, &s);
    t->after = s.after;
    t->may_vanish = s.may_vanish;
    t->condensed = true;
    BlockCore *core = t->b->core;
    t->b->pivots = PIVOTS_GIVEN;
    core->whole = whole;
    core->steady = f->steady;
    core->npivots = f->pivots.n / 2;
    core->pivot = arena_copy(dae_of(t)->arena, f->pivots.var, (size_t)f->pivots.n * sizeof(VarId));
    tear_left(t);
    return true;
}

/* One equation that residue() has left over, for one unknown, and what it is divided by is known
 * not to vanish: the same formula as if it had been relaxed (RX-34). */
static void solve_last(Part *t)
{
    ExprStore *s = dae_of(t)->store;
    const LinearForm *f = t->form;
    if (t->n != 1 || !t->condensed || is_object_row(t, 0) || f->n != 1 || f->nnon ||
        !has_fixed_value(t->p, f->coef[0]) || coef_kind(t->p, f->coef[0]) > KIND_PARAM)
        return;
    Arena *a = dae_of(t)->arena;
    BlockCore *core = t->b->core;
    core->diagonal = ARENA_NEW(a, DiagonalBlock);
    core->ndiagonal = 1;
    *core->diagonal = (DiagonalBlock){t->b->n, 1, t->b->var, arena_copy(a, t->var, sizeof *t->var)};
    vec_push(t->p->a, &t->before,
             ((Assign){.var = t->var[0],
                       .value = expr_neg(s, expr_div(s, f->rest, f->coef[0])),
                       .eq = t->p->row.v[t->row[0]].eq}));
    t->n = t->nparts = 0;
}

void solve_linear(Part *t)
{
    eliminate_linear(t);
    solve_last(t);
    tear_left(t);
}
