/* linear_solve.c - small linear systems solved symbolically by Gaussian elimination.
 *
 * Pivots are numbers or expressions that are never zero; the last one may be any, because if it
 * vanishes the system is singular anyhow. So may the determinant of the last two equations. Among
 * those of one kind the one with least fill (Markowitz). Coefficients larger than a leaf become
 * auxiliary variables, so that what is used twice is computed once: the papers' Q101 = R1.R + R2.R.
 * O(n^3) expressions, n <= 4. */
#include "dae/structure_internal.h"

/* A coefficient: as it is used (with auxiliary variables), and written out, which tells its kind.
 */
typedef struct Coef {
    Expr use, full; /* 0: zero */
} Coef;

typedef struct Elimination {
    Problem *p;
    ExprStore *s;
    int n;
    Coef *a; /* [n * n] */
    Expr *b; /* [n] */
    bool *row_used, *col_used;
    int *pivot_row, *pivot_col; /* [n] in order */
    Expr determinant;           /* of the last two rows and columns; 0: they have pivots */
    AssignVec *out;
} Elimination;

static bool is_leaf(ExprStore *s, Expr e)
{
    if (expr_op(s, e) == EX_NEG)
        e = expr_arg(s, e, 0);
    return expr_node(s, e)->nargs == 0 || expr_op(s, e) == EX_PRE;
}

/* A value that is used more than once: itself if it is a leaf, else a variable for it. */
static Expr shared(Elimination *w, Expr e)
{
    if (is_leaf(w->s, e))
        return e;
    Dae *d = w->p->d;
    uint32_t q = dae_new_var(d, T_REAL, DV_AUXILIARY);
    d->var.v[q].hidden = true;
    vec_push(w->p->a, w->out, ((Assign){.var = q, .value = e, .eq = -1}));
    return expr_var(w->s, T_REAL, q);
}

typedef struct ZeroBranch {
    ExprStore *s;
    bool found;
} ZeroBranch;

static bool visit_branches(void *arg, Expr e)
{
    ZeroBranch *z = arg;
    z->found =
        z->found || (expr_op(z->s, e) == EX_IF && (expr_is_zero(z->s, expr_arg(z->s, e, 1)) ||
                                                   expr_is_zero(z->s, expr_arg(z->s, e, 2))));
    return !z->found;
}

bool may_vanish_by_mode(Dae *d, Expr e)
{
    ZeroBranch z = {d->store, false};
    dae_walk(d, e, visit_branches, &z);
    return z.found;
}

/* 0 best; -1: must not be divided by. */
static int pivot_rank(Elimination *w, Expr full, bool last)
{
    CoefKind kind = coef_kind(w->p, full);
    if (kind <= KIND_SAFE)
        return (int)kind;
    return last && kind <= KIND_LIN && !may_vanish_by_mode(w->p->d, full) ? (int)kind : -1;
}

static int count_row(const Elimination *w, int i)
{
    int n = 0;
    for (int j = 0; j < w->n; j++)
        n += !w->col_used[j] && w->a[i * w->n + j].full;
    return n;
}

static int count_col(const Elimination *w, int j)
{
    int n = 0;
    for (int i = 0; i < w->n; i++)
        n += !w->row_used[i] && w->a[i * w->n + j].full;
    return n;
}

static bool choose_pivot(Elimination *w, int step)
{
    int best = -1;
    for (int i = 0; i < w->n; i++)
        for (int j = 0; j < w->n; j++) {
            const Coef *c = &w->a[i * w->n + j];
            if (w->row_used[i] || w->col_used[j] || !c->full)
                continue;
            int rank = pivot_rank(w, c->full, step == w->n - 1);
            int score = 100 * rank + (count_row(w, i) - 1) * (count_col(w, j) - 1);
            if (rank < 0 || (best >= 0 && score >= best))
                continue;
            best = score;
            w->pivot_row[step] = i;
            w->pivot_col[step] = j;
        }
    return best >= 0;
}

static Coef coef_sub_product(Elimination *w, Coef x, Coef factor, Coef y)
{
    ExprStore *s = w->s;
    Expr full = expr_mul2(s, factor.full, y.full), use = expr_mul2(s, factor.use, y.use);
    Coef r = {x.full ? expr_sub(s, x.use, use) : expr_neg(s, use),
              x.full ? expr_sub(s, x.full, full) : expr_neg(s, full)};
    if (expr_is_number(s, r.full))
        r.use = r.full;
    if (expr_is_number(s, r.full) && expr_number(s, r.full) == 0)
        return (Coef){0, 0};
    r.use = shared(w, r.use);
    return r;
}

static void eliminate_column(Elimination *w, int step)
{
    ExprStore *s = w->s;
    int n = w->n, i = w->pivot_row[step], j = w->pivot_col[step];
    if (count_col(w, j) > 1) /* the row is used again when the solution is put in */
        for (int k = 0; k < n; k++)
            if (!w->col_used[k] && w->a[i * n + k].full)
                w->a[i * n + k].use = shared(w, w->a[i * n + k].use);
    Coef pivot = w->a[i * n + j];
    w->row_used[i] = w->col_used[j] = true;
    for (int r = 0; r < n; r++) {
        Coef c = w->a[r * n + j];
        if (w->row_used[r] || !c.full)
            continue;
        Coef factor = {expr_div(s, c.use, pivot.use), expr_div(s, c.full, pivot.full)};
        w->b[i] = shared(w, w->b[i]);
        if (count_row(w, i) + !expr_is_zero(s, w->b[i]) > 1)
            factor.use = shared(w, factor.use);
        for (int k = 0; k < n; k++)
            if (!w->col_used[k] && w->a[i * n + k].full)
                w->a[r * n + k] = coef_sub_product(w, w->a[r * n + k], factor, w->a[i * n + k]);
        w->b[r] = expr_sub(s, w->b[r], expr_mul2(s, factor.use, w->b[i]));
        w->a[r * n + j] = (Coef){0, 0};
    }
}

/* ---- The last two equations ---- */

/* The determinant of the two rows and columns that are left, if no entry is one that a condition
 * switches off. */
static bool take_determinant(Elimination *w)
{
    ExprStore *s = w->s;
    int n = w->n, row = n - 2, col = n - 2;
    for (int i = 0; i < n; i++) {
        if (!w->row_used[i])
            w->pivot_row[row++] = i;
        if (!w->col_used[i])
            w->pivot_col[col++] = i;
    }
    Coef *a[4];
    for (int k = 0; k < 4; k++) {
        a[k] = &w->a[w->pivot_row[n - 2 + k / 2] * n + w->pivot_col[n - 2 + k % 2]];
        if (!a[k]->full || coef_kind(w->p, a[k]->full) > KIND_LIN ||
            may_vanish_by_mode(w->p->d, a[k]->full))
            return false;
    }
    Expr full =
        expr_sub(s, expr_mul2(s, a[0]->full, a[3]->full), expr_mul2(s, a[1]->full, a[2]->full));
    if (expr_is_number(s, full))
        return false;
    for (int k = 0; k < 4; k++)
        a[k]->use = shared(w, a[k]->use);
    w->determinant = shared(
        w, expr_sub(s, expr_mul2(s, a[0]->use, a[3]->use), expr_mul2(s, a[1]->use, a[2]->use)));
    return true;
}

/* Cramer's rule. */
static void solve_last_two(Elimination *w, const SmallSystem *system)
{
    ExprStore *s = w->s;
    int n = w->n;
    for (int k = 0; k < 2; k++)
        w->b[w->pivot_row[n - 2 + k]] = shared(w, w->b[w->pivot_row[n - 2 + k]]);
    for (int k = 0; k < 2; k++) {
        int one = w->pivot_row[n - 2 + k], other = w->pivot_row[n - 1 - k], mine = n - 2 + k;
        Coef *beside = &w->a[one * n + w->pivot_col[n - 1 - k]];
        Coef *opposite = &w->a[other * n + w->pivot_col[n - 1 - k]];
        Expr x = expr_sub(s, expr_mul2(s, w->b[one], opposite->use),
                          expr_mul2(s, beside->use, w->b[other]));
        vec_push(w->p->a, w->out,
                 ((Assign){.var = system->var[w->pivot_col[mine]],
                           .value = expr_div(s, x, w->determinant),
                           .eq = system->eq[one]}));
    }
}

static void substitute_back(Elimination *w, const SmallSystem *system)
{
    ExprStore *s = w->s;
    int n = w->n;
    if (w->determinant)
        solve_last_two(w, system);
    for (int k = w->determinant ? n - 3 : n - 1; k >= 0; k--) {
        int i = w->pivot_row[k], j = w->pivot_col[k];
        Expr sum = w->b[i];
        for (int m = k + 1; m < n; m++) {
            int c = w->pivot_col[m];
            if (w->a[i * n + c].full)
                sum = expr_sub(
                    s, sum, expr_mul2(s, w->a[i * n + c].use, expr_var(s, T_REAL, system->var[c])));
        }
        Expr x = expr_div(s, sum, w->a[i * n + j].use);
        vec_push(w->p->a, w->out,
                 ((Assign){.var = system->var[j], .value = x, .eq = system->eq[i]}));
    }
}

/* An auxiliary value that only one assignment uses is written there. */
static Expr put_value(void *arg, Expr e)
{
    const Assign *q = ((void **)arg)[0];
    const ExprStore *s = ((void **)arg)[1];
    return expr_op(s, e) == EX_VAR && var_number(s, e) == q->var ? q->value : e;
}

static void inline_single_uses(Elimination *w, int first)
{
    for (int i = w->out->n - 1; i >= first; i--) {
        Assign *q = &w->out->v[i], *user = NULL;
        int users = 0;
        if (q->eq >= 0 || w->p->d->var.v[q->var].kind != DV_AUXILIARY)
            continue;
        for (int k = i + 1; k < w->out->n; k++)
            if (expr_has_var(w->s, w->out->v[k].value, q->var)) {
                user = &w->out->v[k];
                users++;
            }
        if (users > 1)
            continue;
        void *arg[2] = {q, w->s};
        if (user)
            user->value = expr_replace(w->s, user->value, put_value, arg);
        memmove(q, q + 1, (size_t)(w->out->n - i - 1) * sizeof *q);
        w->out->n--;
    }
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

bool solve_symbolic(Problem *p, SmallSystem *system, AssignVec *out)
{
    int n = system->n, before = out->n;
    Elimination w = {.p = p, .s = p->d->store, .n = n, .out = out};
    w.a = ARENA_ARRAY(p->a, Coef, n * n);
    w.b = ARENA_ARRAY(p->a, Expr, n);
    w.row_used = ARENA_ARRAY(p->a, bool, n);
    w.col_used = ARENA_ARRAY(p->a, bool, n);
    w.pivot_row = ARENA_ARRAY(p->a, int, n);
    w.pivot_col = ARENA_ARRAY(p->a, int, n);
    for (int i = 0; i < n * n; i++)
        if (system->coef[i])
            w.a[i] = (Coef){system->coef[i], system->coef[i]};
    for (int i = 0; i < n; i++)
        w.b[i] = system->rhs[i];
    for (int step = 0; step < n; step++) {
        if (choose_pivot(&w, step)) {
            eliminate_column(&w, step);
            continue;
        }
        if (step == n - 2 && take_determinant(&w))
            break;
        out->n = before;
        return false;
    }
    substitute_back(&w, system);
    inline_single_uses(&w, before);
    for (int i = before; i < out->n; i++)
        out->v[i].value = without_minus(w.s, out->v[i].value);
    return true;
}
