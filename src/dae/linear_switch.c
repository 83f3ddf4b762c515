/* linear_switch.c - unknowns that a switch gives to one of two equations.
 *
 * A clutch that slips has an acceleration, one that sticks a torque; an ideal diode has a current
 * or a voltage. Both are functions of one unknown s, which stands for the one or the other:
 * a1*s + r1 = 0, a2*s + r2 = 0, where one of a1 and a2 is 0, or small, by the mode. Neither
 * equation can be solved for s in all modes; but they are equivalent to
 *
 *     a2*r1 - a1*r2 = 0,   s = -(a1*r1 + a2*r2)/(a1^2 + a2^2)
 *
 * which is a rotation: no digits are lost. The first is in each mode one of the two equations, and
 * s follows when all else is known. Near-linear. */
#include "dae/linear_internal.h"

typedef struct Switches {
    Elimination w; /* to look at cells */
    Arena *a;
    int *first, *second, *count; /* [n] rows in which a column occurs */
    int *first_at, *second_at;   /* its place in their forms */
    bool *touched;               /* [n] rows that were changed in this round */
} Switches;

static void find_occurrences(Switches *t)
{
    const LinearSystem *s = t->w.sys;
    for (int j = 0; j < s->n; j++) {
        t->count[j] = 0;
        t->touched[j] = false;
    }
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->form[i].n && !s->row_stays[i]; k++) {
            int j = s->p->local[problem_col(s->p, s->form[i].var[k])];
            (t->count[j] ? t->second : t->first)[j] = i;
            (t->count[j] ? t->second_at : t->first_at)[j] = k;
            t->count[j]++;
        }
    for (int i = 0; i < s->n; i++) /* what stands in rows that stay is not for us */
        for (int k = 0; k < s->form[i].n && s->row_stays[i]; k++)
            t->count[s->p->local[problem_col(s->p, s->form[i].var[k])]] += 2;
}

/* Whether a mode makes it small or 0. */
static bool is_switched(Switches *t, Expr coef)
{
    Cell c = first_cell(&t->w, coef);
    return c.modal && (is_swinging(&c) || cell_kind(&t->w, &c) > KIND_PARAM);
}

static Expr product(Switches *t, Expr x, Expr y)
{
    return by_branches(t->w.sys->p, expr_mul2(t->w.s, x, y));
}

/* x*f - y*g without column j, in order of variables. */
static LinearForm combined(Switches *t, Expr x, const LinearForm *f, Expr y, const LinearForm *g,
                           VarId without)
{
    ExprStore *s = t->w.s;
    LinearForm r = {0};
    Arena *a = t->w.sys->p->a;
    r.var = ARENA_ARRAY(a, VarId, f->n + g->n);
    r.coef = ARENA_ARRAY(a, Expr, f->n + g->n);
    for (int k = 0, m = 0; k < f->n || m < g->n;) {
        bool of_f = k < f->n && (m == g->n || f->var[k] <= g->var[m]);
        bool of_g = m < g->n && (k == f->n || g->var[m] <= f->var[k]);
        VarId var = of_f ? f->var[k] : g->var[m];
        Expr c = of_f ? product(t, x, f->coef[k++]) : 0;
        if (of_g) {
            Expr other = product(t, y, g->coef[m++]);
            c = c ? by_branches(t->w.sys->p, expr_sub(s, c, other)) : expr_neg(s, other);
        }
        if (var == without || is_number_zero(s, c))
            continue;
        r.var[r.n] = var;
        r.coef[r.n++] = c;
    }
    r.rest = expr_sub(s, product(t, x, f->rest), product(t, y, g->rest));
    return r;
}

static Expr written(Switches *t, const LinearForm *f)
{
    Expr sum = f->rest;
    for (int k = 0; k < f->n; k++)
        sum = expr_add2(t->w.s, sum,
                        expr_mul2(t->w.s, f->coef[k], expr_var(t->w.s, T_REAL, f->var[k])));
    return sum;
}

/* The variables of nonlinear terms: those of both. */
static void unite_nonlinear(Switches *t, LinearForm *r, const LinearForm *f, const LinearForm *g)
{
    r->non = ARENA_ARRAY(t->w.sys->p->a, VarId, f->nnon + g->nnon + 1);
    for (int k = 0, m = 0; k < f->nnon || m < g->nnon;) {
        bool of_f = k < f->nnon && (m == g->nnon || f->non[k] <= g->non[m]);
        bool of_g = m < g->nnon && (k == f->nnon || g->non[m] <= f->non[k]);
        r->non[r->nnon++] = of_f ? f->non[k] : g->non[m];
        k += of_f;
        m += of_g;
    }
}

static bool separate(Switches *t, int j)
{
    LinearSystem *s = t->w.sys;
    int i1 = t->first[j], i2 = t->second[j];
    if (t->touched[i1] || t->touched[i2]) /* its places have changed */
        return false;
    LinearForm f = s->form[i1], g = s->form[i2];
    Expr a1 = f.coef[t->first_at[j]], a2 = g.coef[t->second_at[j]];
    if (!is_switched(t, a1) || !is_switched(t, a2))
        return false;
    ExprStore *e = t->w.s;
    Expr size = by_branches(s->p, expr_add2(e, product(t, a1, a1), product(t, a2, a2)));
    Cell c = first_cell(&t->w, size);
    if (cell_kind(&t->w, &c) > KIND_PARAM)
        return false;
    VarId var = s->var[j];
    Expr q1 = by_branches(s->p, expr_div(e, a1, size)),
         q2 = by_branches(s->p, expr_div(e, a2, size));
    LinearForm value = combined(t, expr_neg(e, q1), &f, q2, &g, var);
    vec_push(s->p->a, &s->last,
             ((Assign){.var = var, .value = written(t, &value), .eq = s->eq[i2]}));
    s->form[i1] = combined(t, a2, &f, a1, &g, var);
    unite_nonlinear(t, &s->form[i1], &f, &g);
    s->form[i2] = (LinearForm){.rest = expr_real(e, 0)};
    s->row_done[i2] = s->col_done[j] = true;
    s->changed[i1] = true;
    t->touched[i1] = t->touched[i2] = true;
    return true;
}

void separate_switches(LinearSystem *s)
{
    Arena *a = s->p->a;
    Switches t = {.w = {.sys = s, .s = s->p->d->store, .n = s->n}, .a = a};
    int **list[] = {&t.first, &t.second, &t.count, &t.first_at, &t.second_at};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        *list[i] = ARENA_ARRAY(a, int, s->n + 1);
    t.touched = ARENA_ARRAY(a, bool, s->n + 1);
    bool more = true;
    while (more) {
        more = false;
        find_occurrences(&t);
        for (int j = 0; j < s->n; j++)
            if (t.count[j] == 2 && !s->col_stays[j] && !s->col_done[j])
                more = separate(&t, j) || more;
    }
}
