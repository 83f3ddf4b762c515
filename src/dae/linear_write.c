/* linear_write.c - what an elimination leaves: assignments for the unknowns that were eliminated,
 * and the equations that are to be factored or iterated.
 *
 * Equations without a pivot fall into strong components. One equation may be divided by any
 * coefficient that no mode switches off, two by their determinant; others are left. */
#include "base/die.h"
#include "dae/linear_internal.h"

#include <math.h>

/* ---- Unknowns from the others ---- */

static Expr term_of(Elimination *w, const CellEntry *at)
{
    return expr_mul2(w->s, at->cell->use, expr_var(w->s, T_REAL, w->sys->var[at->col]));
}

/* The right-hand side of a row less its terms other than those of two columns. */
static Expr row_rest(Elimination *w, int i, int j, int k)
{
    VEC(Expr) term = {0};
    const CellEntry *at = echelon_row(&w->e, i);
    vec_push(w->a, &term, w->row[i].rhs);
    for (int m = 0; m < w->e.row[i].n; m++)
        if (at[m].col != j && at[m].col != k)
            vec_push(w->a, &term, expr_neg(w->s, term_of(w, &at[m])));
    return expr_add(w->s, (uint32_t)term.n, term.v);
}

/* a/(-b - c) is -a/(b + c). */
static Expr without_minus(ExprStore *s, Expr e)
{
    bool negative = expr_op(s, e) == EX_NEG;
    Expr quotient = negative ? expr_arg(s, e, 0) : e;
    if (expr_op(s, quotient) != EX_DIV)
        return e;
    Expr a = expr_arg(s, quotient, 0), b = expr_arg(s, quotient, 1), opposite = expr_neg(s, b);
    if (expr_node(s, opposite)->size >= expr_node(s, b)->size)
        return e;
    return expr_div(s, negative ? a : expr_neg(s, a), opposite);
}

static void assign_unknown(Elimination *w, AssignVec *out, int i, int j, Expr value)
{
    vec_push(w->a, out, ((Assign){.var = w->sys->var[j], .value = value, .eq = w->sys->eq[i]}));
}

/* The row that column j was eliminated by; -1: it is left, or later than formulas of rows are
 * needed. */
static int row_of(const Elimination *w, int j)
{
    return w->by_row && w->col[j].used ? w->by_row[j] : -1;
}

/* The right-hand side of row i less its terms other than that of column j. Where a term cancels
 * against the right-hand side, because its unknown follows from the same terms, that is put in. */
static Expr rest_put_in(Elimination *w, int i, int j)
{
    ExprStore *s = w->s;
    Expr sum = 0, x = w->row[i].rhs;
    const CellEntry *at = echelon_row(&w->e, i);
    for (int m = 0; m < w->e.row[i].n; m++) {
        int by = at[m].col == j ? -1 : row_of(w, at[m].col);
        if (by < 0)
            continue;
        const Cell *pivot = cell_at(w, by, at[m].col);
        Expr y = w->row[by].rhs;
        cancel_begin(w, at[m].cell, pivot);
        Expr left = cancel_pairs(w, &x, &y, pivot->use);
        if (!left)
            continue;
        Expr factor = expr_div(s, at[m].cell->use, pivot->use);
        Expr others = expr_sub(s, row_rest(w, by, at[m].col, at[m].col), w->row[by].rhs);
        left = expr_sub(s, left, expr_mul2(s, factor, expr_add2(s, y, others)));
        left = expr_add2(s, left, term_of(w, &at[m])); /* which row_rest takes away */
        sum = sum ? expr_add2(s, sum, left) : left;
    }
    if (!sum)
        return row_rest(w, i, j, j);
    Expr rest = expr_sub(s, row_rest(w, i, j, j), w->row[i].rhs);
    return expr_add2(s, expr_add2(s, rest, x), sum);
}

static void divide(Elimination *w, AssignVec *out, int i, int j)
{
    assign_unknown(w, out, i, j, expr_div(w->s, rest_put_in(w, i, j), cell_at(w, i, j)->use));
}

/* Where the run time checks the solution, a pivot may vanish now and then. */
static bool may_divide(Elimination *w, Cell *c)
{
    return w->sys->checked ? !c->full || !is_number_zero(w->s, c->full)
                           : cell_kind(w, c) <= KIND_LIN;
}

/* Whether Cramer's rule solves two equations in numbers as well as elimination would. */
static bool is_good_determinant(const Elimination *w, Cell *const *a)
{
    static const double b[][2] = {{1, 0}, {0, 1}, {1, 0.7}};
    int bad = 0;
    for (int k = 0; k < SAMPLES; k++)
        for (int m = 0; m < 3; m++) {
            double p = a[0]->x[k], q = a[1]->x[k], r = a[2]->x[k], s = a[3]->x[k];
            double d = p * s - q * r, x = (b[m][0] * s - q * b[m][1]) / d;
            double y = (b[m][1] * p - r * b[m][0]) / d;
            double first = fabs(p * x + q * y - b[m][0]), size = fabs(p * x) + fabs(q * y);
            double second = fabs(r * x + s * y - b[m][1]), other = fabs(r * x) + fabs(s * y);
            if (!(first <= CRAMER_GOOD * (size + b[m][0]) &&
                  second <= CRAMER_GOOD * (other + b[m][1])))
                bad++;
        }
    return bad <= (w->sys->checked ? SAMPLES : 0);
}

/* The determinant of two equations as it is used; 0 if it may vanish: an entry is one that a
 * condition switches off. */
static Expr determinant_of(Elimination *w, Cell **a)
{
    ExprStore *s = w->s;
    bool full = true, known = true;
    for (int k = 0; k < 4; k++) {
        full = full && a[k]->full;
        known = known && a[k]->known;
        if (!may_divide(w, a[k]))
            return 0;
    }
    Expr minor = full ? expr_mul2(s, a[1]->full, a[2]->full) : 0;
    Expr written = full ? expr_sub(s, expr_mul2(s, a[0]->full, a[3]->full), minor) : 0;
    if (!is_good_determinant(w, a) || (full && expr_is_number(s, written)) ||
        (full && !w->sys->checked && coef_kind(w->sys->p, written) > KIND_LIN))
        return 0;
    for (int k = 0; k < 4; k++)
        a[k]->use = shared(w, a[k]->use, a[k]->full, a[k]->known);
    minor = expr_mul2(s, a[1]->use, a[2]->use);
    return shared(w, expr_sub(s, expr_mul2(s, a[0]->use, a[3]->use), minor), written, known);
}

/* The same as a variable. */
static Expr rest_of_two(Elimination *w, AssignVec *out, int i, const int *col)
{
    ExprStore *s = w->s;
    Expr b = row_rest(w, i, col[0], col[1]);
    if (is_leaf(s, b))
        return b;
    Expr x = own_var(w, (OwnVar){0});
    vec_push(w->a, out, ((Assign){.var = var_number(s, x), .value = b, .eq = -1}));
    return x;
}

/* Cramer's rule for two equations. */
static bool solve_two(Elimination *w, AssignVec *out, const int *row, const int *col)
{
    ExprStore *s = w->s;
    Cell *a[4];
    for (int k = 0; k < 4; k++) {
        a[k] = cell_at(w, row[k / 2], col[k % 2]);
        if (!a[k])
            return false;
    }
    Expr determinant = determinant_of(w, a);
    if (!determinant)
        return false;
    Expr b[2];
    for (int k = 0; k < 2; k++)
        b[k] = rest_of_two(w, out, row[k], col);
    Expr x = expr_sub(s, expr_mul2(s, b[0], a[3]->use), expr_mul2(s, a[1]->use, b[1]));
    Expr y = expr_sub(s, expr_mul2(s, b[1], a[0]->use), expr_mul2(s, a[2]->use, b[0]));
    assign_unknown(w, out, row[0], col[0], expr_div(s, x, determinant));
    assign_unknown(w, out, row[1], col[1], expr_div(s, y, determinant));
    return true;
}

/* ---- What is left ---- */

/* What is only to be ordered is paired by the largest entries of rows first, those of kind 0, so
 * that the diagonal of a matrix of nodes is where a factorization expects it. */
static Pattern left_pattern(Elimination *w, const Left *l, const int *place)
{
    PatternBuilder b = pattern_begin(w->a, l->n, l->n);
    for (int i = 0; i < l->n; i++) {
        const CellEntry *at = echelon_sorted(&w->e, l->row[i]);
        int n = w->e.row[l->row[i]].n;
        double largest = 0;
        for (int m = 0; m < n; m++)
            largest = fmax(largest, fabs(at[m].cell->x[0]));
        for (int m = 0; m < n; m++)
            pattern_put(&b, place[at[m].col], w->dry && fabs(at[m].cell->x[0]) < largest);
        pattern_next(&b);
    }
    return b.p;
}

void list_left(Elimination *w, Left *l)
{
    int ncols = 0;
    l->row = ARENA_ARRAY(w->a, int, w->n + 1);
    l->col = ARENA_ARRAY(w->a, int, w->n + 1);
    for (int i = 0; i < w->n; i++) {
        if (!w->row[i].used)
            l->row[l->n++] = i;
        if (!w->col[i].used)
            l->col[ncols++] = i;
    }
    KRON_ASSERT(l->n == ncols);
}

bool order_left(Elimination *w, Left *l)
{
    int *place = ints_filled(w->a, w->n, -1), n = l->n;
    for (int k = 0; k < n; k++)
        place[l->col[k]] = k;
    Pattern p = left_pattern(w, l, place);
    int *row_col = ints_filled(w->a, n, -1), *col_row = ints_filled(w->a, n, -1);
    if (match_rows(&p, 1, NULL, row_col, col_row) < 0 ||
        match_rows(&p, ~0u, NULL, row_col, col_row) < n)
        return false;
    int *col = ARENA_ARRAY(w->a, int, n + 1);
    for (int i = 0; i < n; i++)
        col[i] = l->col[row_col[i]];
    for (int e = 0; e < p.ptr[n]; e++)
        p.col[e] = col_row[p.col[e]];
    l->col = col;
    l->order = ARENA_ARRAY(w->a, int, n + 1);
    l->border = ARENA_ARRAY(w->a, int, n + 2);
    l->ncomponents = strong_components(n, p.ptr, p.col, l->order, l->border);
    return l->ncomponents >= 0;
}

/* One or two equations that are solved directly. */
static bool solve_component(Elimination *w, const Left *l, int k, AssignVec *out)
{
    int n = l->border[k + 1] - l->border[k], row[2], col[2];
    if (n > 2)
        return false;
    for (int i = 0; i < n; i++) {
        row[i] = l->row[l->order[l->border[k] + i]];
        col[i] = l->col[l->order[l->border[k] + i]];
        if (w->row[row[i]].stays || w->col[col[i]].stays)
            return false;
    }
    if (n == 1 && !may_divide(w, cell_at(w, row[0], col[0])))
        return false;
    if (n == 1)
        divide(w, out, row[0], col[0]);
    else if (!solve_two(w, out, row, col))
        return false;
    w->sys->may_vanish = w->sys->may_vanish || n == 2 || !cell_at(w, row[0], col[0])->fixed;
    for (int i = 0; i < n; i++)
        w->row[row[i]].used = w->col[col[i]].used = true;
    return true;
}

/* Components before the first that must be factored, and after the last, are solved directly. */
static void solve_left(Elimination *w)
{
    Left l = {0};
    list_left(w, &l);
    if (w->sys->nonlinear || !l.n || !order_left(w, &l))
        return;
    int first = 0, last = l.ncomponents;
    while (first < last && solve_component(w, &l, first, &w->sys->before))
        first++;
    int before = w->sys->after.n, *end = ARENA_ARRAY(w->a, int, l.ncomponents + 1), nends = 0;
    for (; last > first + 1 && solve_component(w, &l, last - 1, &w->sys->after); last--)
        end[nends++] = w->sys->after.n;
    Assign *a = w->sys->after.v;
    AssignVec sorted = {0};
    for (int k = nends - 1; k >= 0; k--)
        for (int i = k ? end[k - 1] : before; i < end[k]; i++)
            vec_push(w->a, &sorted, a[i]);
    if (sorted.n)
        w->sys->after = sorted;
}

/* The forms of the rows that are left. */
static void write_left(Elimination *w)
{
    LinearSystem *s = w->sys;
    Left l = {0};
    list_left(w, &l);
    s->nleft = l.n;
    s->row_left = arena_copy(s->p->a, l.row, (size_t)l.n * sizeof(int));
    s->col_left = arena_copy(s->p->a, l.col, (size_t)l.n * sizeof(int));
    s->nparts = 0;
    if (!s->nonlinear && l.n && order_left(w, &l)) {
        s->nparts = l.ncomponents;
        s->part = arena_copy(s->p->a, l.border, ((size_t)l.ncomponents + 1) * sizeof(int));
        for (int i = 0; i < l.n; i++) {
            s->row_left[i] = l.row[l.order[i]];
            s->col_left[i] = l.col[l.order[i]];
        }
    }
    for (int i = 0; i < l.n; i++) {
        LinearForm *f = &s->form[l.row[i]];
        Line *row = &w->row[l.row[i]];
        if (!row->rhs) /* of an object */
            continue;
        int n = w->e.row[l.row[i]].n;
        const CellEntry *at = echelon_sorted(&w->e, l.row[i]);
        f->var = ARENA_ARRAY(s->p->a, uint32_t, n + 1);
        f->coef = ARENA_ARRAY(s->p->a, Expr, n + 1);
        f->n = 0;
        Expr known = 0;
        for (int m = 0; m < n; m++) {
            const Cell *c = at[m].cell;
            if (w->col[at[m].col].used) { /* solved directly, before */
                Expr term = term_of(w, &at[m]);
                known = known ? expr_add2(w->s, known, term) : term;
                continue;
            }
            f->var[f->n] = s->var[at[m].col];
            f->coef[f->n++] = row->changed ? shared(w, c->use, c->full, c->known) : c->use;
        }
        if (known)
            row->rhs = expr_sub(w->s, row->rhs, known);
        if (!row->nonlinear && (row->changed || known))
            row->rhs = shared(w, row->rhs, 0, row->known && !known);
        f->rest = expr_neg(w->s, row->rhs);
    }
}

/* ---- Unknowns that follow ---- */

/* An unknown of a recursion follows from the others by the equation that eliminated it, which has
 * unknowns of later pivots only; or by the same equation as it was, which is shorter where much has
 * been put into it: a force is the mass times an acceleration, not a sum over all that the
 * acceleration depends on.
 *
 * Not so an unknown that has a number in an equation left over, which would give it as well. Both
 * agree only as far as the given unknowns are exact, and nothing corrects the difference: if a
 * force is what keeps a free joint without torque, it has the rounding of the torques before it,
 * over a lever, and makes that of those after it, which grows by a factor from link to link. By the
 * equation as it is now the force follows from accelerations. */
typedef struct Follows {
    Expr value; /* by the equation as it was; 0: as it is now */
    int waits;  /* unknowns in that which are not computed yet */
    int first;  /* of those that wait for this one, in `waiting` */
    bool computed;
} Follows;

typedef struct PutIn {
    Elimination *w;
    Follows *of; /* [n] columns */
    int *pivot;  /* [n] of a column, -1: left */
    bool *twice; /* [n] columns that an equation left over would give as well */
    VEC(EchelonLink) waiting;
    VEC(int) ready;
} PutIn;

/* A coefficient of an equation as it was, by its name if it has one or is known. */
static Expr by_name(Elimination *w, Expr e)
{
    Expr x = map_get(&w->own_of, e, 0);
    return x ? x : has_known_value(w->sys->p->d, e) ? shared(w, e, 0, true) : e;
}

/* The unknown of a pivot that is a number, by the equation as it was; 0: that has another
 * coefficient, or the equation has not changed. */
static Expr original_value(Elimination *w, int i, int j)
{
    const LinearForm *f = &w->sys->form[i];
    Expr pivot = cell_at(w, i, j)->use, sum = 0;
    if (!w->row[i].changed || !expr_is_number(w->s, pivot))
        return 0;
    VEC(Expr) term = {0};
    vec_push(w->a, &term, by_name(w, expr_neg(w->s, f->rest)));
    for (int k = 0; k < f->n; k++) {
        Expr x = expr_var(w->s, T_REAL, f->var[k]);
        if (f->var[k] == w->sys->var[j] && f->coef[k] != pivot)
            return 0;
        if (f->var[k] != w->sys->var[j])
            vec_push(w->a, &term, expr_neg(w->s, expr_mul2(w->s, by_name(w, f->coef[k]), x)));
    }
    sum = expr_add(w->s, (uint32_t)term.n, term.v);
    return expr_div(w->s, sum, pivot);
}

static void wait_for(PutIn *q, int j, int other)
{
    if (other == j || q->pivot[other] < 0)
        return;
    vec_push(q->w->a, &q->waiting, ((EchelonLink){j, q->of[other].first}));
    q->of[other].first = q->waiting.n;
    q->of[j].waits++;
}

/* Which equation gives column j, and what it needs for that. */
static void choose_equation(PutIn *q, int i, int j)
{
    Elimination *w = q->w;
    const LinearForm *f = &w->sys->form[i];
    Expr value = q->twice[j] ? 0 : original_value(w, i, j);
    Expr now = value ? expr_div(w->s, row_rest(w, i, j, j), cell_at(w, i, j)->use) : 0;
    if (value && expr_written_operations(w->s, value) <= expr_written_operations(w->s, now))
        q->of[j].value = value;
    const CellEntry *at = echelon_row(&w->e, i);
    for (int m = 0; !q->of[j].value && m < w->e.row[i].n; m++)
        wait_for(q, j, at[m].col);
    for (int k = 0; q->of[j].value && k < f->n; k++)
        wait_for(q, j, w->sys->p->local[problem_col(w->sys->p, f->var[k])]);
}

static void put_in(PutIn *q, int j, bool original)
{
    Elimination *w = q->w;
    int i = w->e.pivot[q->pivot[j]].row;
    q->of[j].computed = true;
    if (original && q->of[j].value)
        assign_unknown(w, &w->sys->after, i, j, q->of[j].value);
    else
        divide(w, &w->sys->after, i, j);
    for (int k = q->of[j].first; k; k = q->waiting.v[k - 1].next)
        if (--q->of[q->waiting.v[k - 1].row].waits == 0)
            vec_push(w->a, &q->ready, q->waiting.v[k - 1].row);
}

static void find_twice(PutIn *q)
{
    const LinearSystem *sys = q->w->sys;
    for (int i = 0; i < q->w->n; i++) {
        const LinearForm *f = &sys->form[i];
        for (int k = 0; sys->pair[i] < 0 && k < f->n; k++)
            if (expr_is_number(q->w->s, f->coef[k]))
                q->twice[sys->p->local[problem_col(sys->p, f->var[k])]] = true;
    }
}

/* The last pivot first, but for those that wait for unknowns of earlier ones. Unknowns that wait
 * for each other follow from the equations as they are now, which always have an order. */
static void put_in_recursion(Elimination *w)
{
    PutIn q = {.w = w, .of = ARENA_ARRAY(w->a, Follows, w->n + 1)};
    q.pivot = ints_filled(w->a, w->n, -1);
    q.twice = ARENA_ARRAY(w->a, bool, w->n + 1);
    find_twice(&q);
    for (int k = 0; k < w->e.npivots; k++)
        q.pivot[w->e.pivot[k].col] = k;
    for (int k = 0; k < w->e.npivots; k++)
        choose_equation(&q, w->e.pivot[k].row, w->e.pivot[k].col);
    for (int k = 0; k < w->e.npivots; k++)
        if (!q.of[w->e.pivot[k].col].waits)
            vec_push(w->a, &q.ready, w->e.pivot[k].col);
    while (q.ready.n)
        put_in(&q, q.ready.v[--q.ready.n], true);
    for (int k = w->e.npivots - 1; k >= 0; k--)
        if (!q.of[w->e.pivot[k].col].computed)
            put_in(&q, w->e.pivot[k].col, false);
}

static void put_in_all(Elimination *w)
{
    w->by_row = ints_filled(w->a, w->n, -1);
    for (int k = 0; k < w->e.npivots; k++)
        w->by_row[w->e.pivot[k].col] = w->e.pivot[k].row;
    if (w->sys->pivots == PIVOTS_RECURSIVE)
        put_in_recursion(w);
    for (int k = w->e.npivots - 1; k >= 0 && w->sys->pivots != PIVOTS_RECURSIVE; k--)
        divide(w, &w->sys->after, w->e.pivot[k].row, w->e.pivot[k].col);
}

/* ---- Auxiliary values ---- */

typedef struct OwnUses {
    Elimination *w;
    uint32_t base; /* number of the first variable of our own */
    int *count;    /* [own] */
    Expr *value;   /* [own] what is written instead; 0: the variable */
    bool *outside; /* [own] used where it is not written */
    bool fixed;    /* what is counted now stays as it is */
} OwnUses;

static void count_use(void *arg, Expr e)
{
    OwnUses *u = arg;
    if (expr_op(u->w->s, e) != EX_VAR || var_number(u->w->s, e) < u->base)
        return;
    uint32_t q = var_number(u->w->s, e) - u->base;
    u->count[q]++;
    u->outside[q] = u->outside[q] || u->fixed;
}

static Expr put_value(void *arg, Expr e)
{
    const OwnUses *u = arg;
    if (expr_op(u->w->s, e) != EX_VAR || var_number(u->w->s, e) < u->base)
        return e;
    Expr value = u->value[var_number(u->w->s, e) - u->base];
    return value ? value : e;
}

/* An auxiliary value that one assignment uses is written there; one that none uses is dropped. */
static void inline_in(OwnUses *u, AssignVec *list, AssignVec *out)
{
    const OwnVar *own = u->w->own.v;
    for (int i = 0; i < list->n; i++) {
        Assign a = list->v[i];
        a.value = expr_replace(u->w->s, a.value, put_value, u);
        uint32_t q = a.var - u->base;
        if (a.var >= u->base && a.eq < 0 && !own[q].parameter &&
            (!u->count[q] || (u->count[q] == 1 && !u->outside[q]))) {
            u->value[q] = a.value;
            continue;
        }
        a.value = without_minus(u->w->s, a.value);
        vec_push(u->w->sys->p->a, out, a);
    }
}

static void write_assigns(Elimination *w)
{
    LinearSystem *s = w->sys;
    int own = w->own.n;
    OwnUses u = {.w = w, .base = (uint32_t)w->first_own};
    u.count = ARENA_ARRAY(w->a, int, own + 1);
    u.value = ARENA_ARRAY(w->a, Expr, own + 1);
    u.outside = ARENA_ARRAY(w->a, bool, own + 1);
    for (int i = 0; i < s->before.n; i++)
        expr_visit(w->s, s->before.v[i].value, count_use, &u);
    u.fixed = s->nleft > 0;
    for (int i = 0; i < s->after.n; i++)
        expr_visit(w->s, s->after.v[i].value, count_use, &u);
    for (int i = 0; i < s->nleft; i++) {
        const LinearForm *f = &s->form[s->row_left[i]];
        if (f->rest)
            expr_visit(w->s, f->rest, count_use, &u);
        for (int k = 0; k < f->n; k++)
            expr_visit(w->s, f->coef[k], count_use, &u);
    }
    AssignVec before = {0}, after = {0};
    inline_in(&u, &s->before, &before);
    inline_in(&u, &s->after, &after);
    s->before = before;
    s->after = after;
}

void write_solution(Elimination *w)
{
    solve_left(w);
    put_in_all(w);
    for (int i = 0; i < w->sys->last.n; i++)
        vec_push(w->a, &w->sys->after, w->sys->last.v[i]);
    write_left(w);
    write_assigns(w);
}
