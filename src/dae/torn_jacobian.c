/* torn_jacobian.c - what is kept of a part in its block: torn unknowns, residuals, their Jacobian,
 * assignments. Linear in the entries; through inner assignments, assignments times torn unknowns.
 */
#include "base/die.h"
#include "dae/torn_internal.h"

/* ---- The Jacobian of a part without inner assignments ---- */

typedef VEC(Expr) ExprVec;

typedef struct Jacobian {
    Part *t;
    int *position;   /* [n] local unknown -> column */
    ExprVec *column; /* [n] entries of the row at hand, by column */
    VEC(int) touched;
    VEC(int) row, col;
    VEC(Expr) entry;
    Expr term;
    bool failed;
} Jacobian;

static void add_to_entry(Jacobian *j, int col, Expr e)
{
    if (!j->column[col].n)
        vec_push(j->t->p->a, &j->touched, col);
    vec_push(j->t->p->a, &j->column[col], e);
}

static void differentiate_term(void *arg, uint32_t var)
{
    Jacobian *j = arg;
    if (!is_local(j->t->p, var))
        return;
    CalcError error = {0};
    Expr e = expr_diff(dae_of(j->t)->store, j->term, var, &error);
    j->failed = j->failed || !e;
    add_to_entry(j, j->position[local_of(j->t, var)], e ? e : expr_real(dae_of(j->t)->store, 0));
}

/* Nonlinear terms one by one: each has few variables. */
static void row_entries(Jacobian *j, const LinearForm *f)
{
    ExprStore *s = dae_of(j->t)->store;
    for (int k = 0; k < f->n; k++)
        add_to_entry(j, j->position[local_of(j->t, f->var[k])], f->coef[k]);
    if (!f->nnon)
        return;
    bool sum = expr_op(s, f->rest) == EX_ADD;
    uint32_t n = sum ? expr_node(s, f->rest)->nargs : 1;
    for (uint32_t i = 0; i < n; i++) {
        j->term = sum ? expr_arg(s, f->rest, i) : f->rest;
        dae_visible_vars(dae_of(j->t), j->term, differentiate_term, j);
    }
}

static void finish_row(Jacobian *j, int row)
{
    Arena *a = j->t->p->a;
    for (int i = 0; i < j->touched.n; i++) {
        ExprVec *terms = &j->column[j->touched.v[i]];
        Expr e = terms->n == 1 ? terms->v[0]
                               : expr_add(dae_of(j->t)->store, (uint32_t)terms->n, terms->v);
        vec_push(a, &j->row, row);
        vec_push(a, &j->col, j->touched.v[i]);
        vec_push(a, &j->entry, e);
        terms->n = 0;
    }
    j->touched.n = 0;
}

/* Entries column by column, rows ascending. */
static void keep_jacobian(Jacobian *j)
{
    Part *t = j->t;
    Block *b = t->b;
    Arena *a = dae_of(t)->arena;
    b->core->ntorn = t->torn.n;
    b->core->nnz = j->row.n;
    b->core->colptr = ARENA_ARRAY(a, int, b->core->ntorn + 1);
    b->core->rowidx = ARENA_ARRAY(a, int, b->core->nnz);
    Expr *entry = ARENA_ARRAY(a, Expr, b->core->nnz);
    for (int i = 0; i < j->col.n; i++)
        b->core->colptr[j->col.v[i] + 1]++;
    for (int c = 0; c < b->core->ntorn; c++)
        b->core->colptr[c + 1] += b->core->colptr[c];
    int *next = arena_copy(t->p->a, b->core->colptr, ((size_t)b->core->ntorn + 1) * sizeof(int));
    for (int i = 0; i < j->row.n; i++) {
        int at = next[j->col.v[i]]++;
        b->core->rowidx[at] = j->row.v[i];
        entry[at] = thawed(t, j->entry.v[i]);
    }
    b->core->entry = j->failed ? NULL : entry;
}

static void make_jacobian(Part *t)
{
    Arena *a = t->p->a;
    Jacobian j = {
        .t = t, .position = ARENA_ARRAY(a, int, t->n), .column = ARENA_ARRAY(a, ExprVec, t->n)};
    for (int i = 0; i < t->torn.n; i++)
        j.position[t->torn.v[i]] = i;
    for (int i = 0; i < t->residual.n; i++) {
        row_entries(&j, &t->form[t->residual.v[i]]);
        finish_row(&j, i);
    }
    keep_jacobian(&j);
}

/* ---- ... and through inner assignments, by the chain rule ---- */

/* The derivatives of a variable with respect to the torn ones it depends on. */
typedef struct Slope {
    int col;
    Expr value;
} Slope;

typedef struct Through {
    Jacobian j;
    Dae *d;
    Map list; /* variable + 1 -> number of its first derivative + 1 */
    VEC(Slope) slope;
    VEC(int) count;  /* of derivatives, beside the first one of a variable */
    int *stamp, now; /* [torn] */
    int col;         /* with respect to which */
} Through;

static const Slope *slopes_of(const Through *w, VarId x, int *n)
{
    int first = (int)map_get(&w->list, x + 1, 0) - 1;
    *n = first < 0 ? 0 : w->count.v[first];
    return first < 0 ? NULL : w->slope.v + first;
}

static Expr through_leaf(void *arg, Expr leaf)
{
    Through *w = arg;
    ExprStore *s = w->d->store;
    int n = 0;
    const Slope *of = expr_op(s, leaf) == EX_VAR ? slopes_of(w, var_number(s, leaf), &n) : NULL;
    for (int i = 0; i < n; i++)
        if (of[i].col == w->col)
            return of[i].value;
    return expr_real(s, 0);
}

static void push_slope(Through *w, int col, Expr value)
{
    vec_push(w->j.t->p->a, &w->slope, ((Slope){col, value}));
    vec_push(w->j.t->p->a, &w->count, 0);
}

/* Derivatives of e: those of the variables in it, which come before. */
static void push_slopes(Through *w, Expr e)
{
    Arena *a = w->j.t->p->a;
    VarList list = expr_vars(w->d->store, a, 1, &e);
    VEC(int) cols = {0};
    w->now++;
    for (int i = 0; i < list.n; i++) {
        int n;
        const Slope *of = slopes_of(w, list.var[i], &n);
        for (int k = 0; k < n; k++)
            if (w->stamp[of[k].col] != w->now) {
                w->stamp[of[k].col] = w->now;
                vec_push(a, &cols, of[k].col);
            }
    }
    for (int i = 0; i < cols.n && !w->j.failed; i++) {
        CalcError error = {0};
        w->col = cols.v[i];
        Expr slope = expr_derivative(w->d->store, e, through_leaf, w, &error);
        w->j.failed = !slope;
        if (slope && !expr_is_zero(w->d->store, slope))
            push_slope(w, w->col, slope);
    }
}

static void name_slopes(Through *w, VarId x, int first)
{
    if (w->slope.n == first)
        return;
    w->count.v[first] = w->slope.n - first;
    map_set(&w->list, w->j.t->p->a, x + 1, (uint32_t)first + 1);
}

static bool has_plain_assigns(const Part *t)
{
    for (int i = 0; i < t->assign.n; i++)
        if (t->assign.v[i].var == NONE || t->assign.v[i].pre)
            return false;
    return true;
}

/* Variable by variable: the derivatives of the inner ones, then the entries row by row. */
bool make_jacobian_through(Part *t)
{
    Through w = {.j = {.t = t}, .d = dae_of(t)};
    Arena *a = t->p->a;
    int all = t->assign.n + t->torn.n;
    int most = all > THROUGH_LIMIT / THROUGH_EACH ? THROUGH_EACH * all : THROUGH_LIMIT;
    if (!has_plain_assigns(t))
        return false;
    w.stamp = ARENA_ARRAY(a, int, t->torn.n + 1);
    for (int c = 0; c < t->torn.n; c++) {
        push_slope(&w, c, expr_real(w.d->store, 1));
        name_slopes(&w, t->var[t->torn.v[c]], c);
    }
    for (int i = 0; i < t->assign.n && !w.j.failed && w.slope.n <= most; i++) {
        int first = w.slope.n;
        push_slopes(&w, t->assign.v[i].value);
        name_slopes(&w, t->assign.v[i].var, first);
    }
    for (int i = 0; i < t->residual.n && !w.j.failed && w.slope.n <= most; i++) {
        int r = t->residual.v[i], first = w.slope.n;
        push_slopes(&w, expr_sub(w.d->store, t->lhs[r], t->rhs[r]));
        for (int k = first; k < w.slope.n; k++) {
            vec_push(a, &w.j.row, i);
            vec_push(a, &w.j.col, w.slope.v[k].col);
            vec_push(a, &w.j.entry, w.slope.v[k].value);
        }
    }
    if (w.j.failed || w.slope.n > most)
        return false;
    keep_jacobian(&w.j);
    return true;
}

/* ---- Blocks ---- */

void keep_torn(Part *t)
{
    Block *b = t->b;
    Dae *d = dae_of(t);
    b->core->ntorn = t->torn.n;
    if (t->nparts > 1) {
        b->core->nparts = t->nparts;
        b->core->part = arena_copy(d->arena, t->part, ((size_t)t->nparts + 1) * sizeof *t->part);
    }
    b->core->torn = ARENA_ARRAY(d->arena, uint32_t, b->core->ntorn);
    b->core->residual = ARENA_ARRAY(d->arena, Expr, b->core->ntorn);
    b->core->residual_eq = ARENA_ARRAY(d->arena, int, b->core->ntorn);
    for (int i = 0; i < b->core->ntorn; i++) {
        int r = t->residual.v[i];
        KRON_ASSERT(!is_object_row(t, r));
        b->core->torn[i] = t->var[t->torn.v[i]];
        b->core->residual[i] = thawed(t, expr_sub(d->store, t->lhs[r], t->rhs[r]));
        b->core->residual_eq[i] = t->p->row.v[t->row[r]].eq;
    }
    if (b->core->ntorn && !t->assign.n && !t->iterated)
        make_jacobian(t);
    else if (b->core->ntorn && !t->iterated && !t->derived)
        make_jacobian_through(t);
    b->sparse = is_factored_sparse(b->core->ntorn, b->core->nnz);
    AssignVec list = {0};
    for (int i = 0; i < t->before.n; i++)
        push_assign(t->p, &list, t->before.v[i]);
    for (int i = 0; i < t->assign.n; i++)
        vec_push(t->p->a, &list, t->assign.v[i]);
    for (int i = 0; i < t->after.n; i++)
        push_assign(t->p, &list, t->after.v[i]);
    for (int i = 0; i < list.n; i++)
        list.v[i].value = thawed(t, list.v[i].value);
    keep_assigns(b, d, &list);
}
