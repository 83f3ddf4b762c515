/* linear_solve.c - linear equations solved, or condensed, by symbolic elimination (eliminate.h).
 *
 * Pivots are numbers and expressions that are never zero, with the parameters as they are, in any
 * mode; among them the one with least fill and fewest operations (Markowitz 1957). What is left
 * falls into strong components; where they are of one or two equations they are solved, since if
 * what they are divided by vanishes the system is singular anyhow (linear_write.c). Other
 * components are left to the run time, which factors them.
 *
 * Coefficients larger than a leaf become variables, so that what is used twice is computed once:
 * the papers' Q101 = R1.R + R2.R; those of parameters alone become parameters of our own.
 *
 * In a step of an inlined method the kind of a coefficient is that at h = 0, where stages of a step
 * do not meet (IN-15): what is too long to be written out has as few terms there as in the model
 * itself.
 *
 * Accuracy: every coefficient carries numbers. A pivot must not be small against both its row and
 * its column in any of them, nor belong to a switch; in what no run time checks (a nonlinear part)
 * it is the part of its row that must not change with modes, unless it is large in its column, and
 * states of a step go first, by their own formula. Of pivots of equal merit a much larger one is
 * taken. There is one elimination, in the order these pivots come; whether its solutions have their
 * digits the run time checks, and factors the equations as they are where they have not
 * (rt/whole.c), or a certificate says (linear_probe.c). O(n * entries) and the size of the
 * expressions; n <= MOST_ELIMINATED.
 *
 * In larger systems, and where most unknowns follow from derivatives of states, the order of pivots
 * is sought first, with numbers and without formulas (linear_large.c), and then followed:
 * near-linear. If it ends with more than MOST_ELIMINATED equations nothing is eliminated: all of
 * them are factored, with its pivots first (rt/fill.c). That costs as much as to factor what would
 * be left, and solves each equation to rounding, which potentials alone do not: a current is a
 * difference of them. */
#include "base/die.h"
#include "dae/linear_internal.h"

#include <math.h>
#include <string.h>

/* ---- The matrix ---- */

/* A coefficient, read once for entries that are alike. */
static Cell *new_cell(Elimination *w, Map *known, Expr coef)
{
    Cell *to = ARENA_NEW(w->a, Cell);
    uint32_t k = map_get(known, coef, UINT32_MAX);
    if (k == UINT32_MAX) {
        k = (uint32_t)w->first.n;
        vec_push(w->a, &w->first, first_cell(w, coef));
        map_set(known, w->a, coef, k);
    }
    *to = w->first.v[k];
    return to;
}

/* Right-hand sides in numbers: what takes longest of reading large systems. */
static void read_rest(Elimination *w)
{
    LinearSystem *s = w->sys;
    if (s->rest)
        return;
    s->rest = ARENA_ARRAY(s->p->a, double, w->n *SAMPLES + 1);
    for (int i = 0; i < w->n; i++)
        if (s->form[i].rest)
            coef_samples(s->p, expr_neg(w->s, s->form[i].rest), s->rest + i * SAMPLES);
}

static void read_rows(Elimination *w)
{
    read_rest(w);
    Map known = {0};
    const LinearSystem *s = w->sys;
    const Problem *p = s->p;
    for (int i = 0; i < w->n; i++) {
        const LinearForm *f = &s->form[i];
        w->row[i].rhs = f->rest ? expr_neg(w->s, f->rest) : 0;
        w->row[i].full = f->nnon ? 0 : w->row[i].rhs;
        w->row[i].known = f->rest && !f->nnon && has_known_value(p->d, f->rest);
        w->row[i].nonlinear = f->nnon > 0;
        w->row[i].used = s->row_done && s->row_done[i];
        w->row[i].stays = s->row_stays[i] || (f->nnon && !s->through);
        memcpy(w->row[i].b, s->rest + i * SAMPLES, sizeof w->row[i].b);
        CellEntry *at = ARENA_ARRAY(w->a, CellEntry, f->n + 1);
        for (int k = 0; k < f->n; k++) {
            Cell *cell = new_cell(w, &known, f->coef[k]);
            at[k] = (CellEntry){p->local[problem_col(p, f->var[k])], cell};
            w->written = w->written || (s->nonlinear && at[k].cell->modal);
            w->row[i].swings = w->row[i].swings || (s->checked && is_swinging(at[k].cell));
        }
        KRON_MEMORY(echelon_add(&w->e, at, f->n) >= 0);
    }
}

/* Column j is eliminated by row i. */
void elimination_pivot(Elimination *w, int i, int j)
{
    Line *row = &w->row[i];
    /* The row is used again when the solution is put in. */
    bool again = w->e.col[j].count > 1 && !w->dry;
    const CellEntry *at = echelon_row(&w->e, i);
    for (int m = 0; again && m < w->e.row[i].n; m++) {
        Cell *c = at[m].cell;
        c->use = shared_cell(w, c);
    }
    if (again && !row->nonlinear)
        row->rhs = shared(w, row->rhs, 0, row->known);
    echelon_pivot(&w->e, i, j);
    KRON_MEMORY(!w->e.failed);
    row->used = w->col[j].used = true;
    w->sys->may_vanish = w->sys->may_vanish || !cell_at(w, i, j)->fixed;
}

/* ---- Pivots ---- */

/* Largest numbers of what is left of rows and columns. */
static void find_largest(Elimination *w)
{
    for (int i = 0; i < w->n; i++)
        for (int k = 0; k < SAMPLES; k++)
            w->row[i].largest[k] = w->col[i].largest[k] = 0;
    for (int i = 0; i < w->n; i++) {
        const CellEntry *at = echelon_row(&w->e, i);
        for (int m = 0; !w->row[i].used && m < w->e.row[i].n; m++)
            for (int k = 0; k < SAMPLES; k++) {
                double x = fabs(at[m].cell->x[k]);
                w->row[i].largest[k] = fmax(w->row[i].largest[k], x);
                w->col[at[m].col].largest[k] = fmax(w->col[at[m].col].largest[k], x);
            }
    }
}

/* What a cell has of the largest of its row or column in the trial where that is least: 1 at best.
 */
static double part_of(const Cell *c, const double *largest)
{
    double part = 1;
    for (int k = 0; k < SAMPLES; k++)
        part = fmin(part, largest[k] > 0 ? fabs(c->x[k]) / largest[k] : 1);
    return part;
}

bool has_part_of(const Cell *c, double part, const double *largest)
{
    for (int k = 0; k < SAMPLES; k++)
        if (!(fabs(c->x[k]) >= part * largest[k]))
            return false;
    return true;
}

/* What a pivot has of its row or of its column, whichever is more; 0: it is none. */
static double part_of_pivot(const Elimination *w, const Cell *c, int i, int j)
{
    const double *in_row = w->row[i].largest, *in_col = w->col[j].largest;
    bool alone = w->e.col[j].count == 1;
    if (w->sys->nonlinear && swings_in_row(c, in_row))
        return !alone && has_part_of(c, PIVOT_PART, in_col) ? part_of(c, in_col) : 0;
    double part = alone ? 1 : fmax(part_of(c, in_row), part_of(c, in_col));
    return part >= w->threshold ? part : 0;
}

/* Whether row j is x = h*der(x) + old(x) of the state in column j of a step. */
static bool is_state_formula(const Elimination *w, int j)
{
    return is_step(w->sys->p) && w->sys->eq[j] < 0;
}

/* Whether a state of a step would be eliminated by another equation than that: from der(x) = (u -
 * x)/T it follows with the error of u - T*der(x), however short h is. */
static bool is_state_of_other(const Elimination *w, int i, int j)
{
    return i != j && is_state_formula(w, j) && !w->row[j].used;
}

/* Lower is better: operations, then willingness to divide. Equations of switches come first, and
 * those of states in a nonlinear part, which nothing checks: der(x) that follows from them has all
 * its digits in steps much longer than its time constant, where it is a small difference otherwise.
 */
static int pivot_score(const Elimination *w, int i, int j, CoefKind kind)
{
    int others = w->e.col[j].count - 1, fill = (w->e.row[i].n - 1) * others;
    bool first = w->row[i].swings || (i == j && w->sys->nonlinear && is_state_formula(w, j));
    if (first && !w->row[i].changed)
        return fill;
    fill += is_state_of_other(w, i, j) ? 2 * THESE_FIRST : THESE_FIRST;
    return w->n <= SMALL_SYSTEM ? 1000 * (int)kind + fill
                                : 8 * fill + (kind > KIND_ONE ? 4 * others : 0) + (int)kind;
}

static bool choose_pivot(Elimination *w, int *row, int *col)
{
    int best = -1;
    double most = 0;
    find_largest(w);
    for (int i = 0; i < w->n; i++) {
        const CellEntry *at = echelon_row(&w->e, i);
        for (int m = 0; !w->row[i].used && !w->row[i].stays && m < w->e.row[i].n; m++) {
            Cell *c = at[m].cell;
            int j = at[m].col;
            if (w->col[j].stays)
                continue;
            CoefKind kind = cell_kind(w, c);
            int score = kind <= KIND_PARAM ? pivot_score(w, i, j, kind) : 0;
            if (kind > KIND_PARAM || (best >= 0 && score > best))
                continue;
            double part = part_of_pivot(w, c, i, j);
            bool larger = !w->sys->nonlinear && part > LARGER_PIVOT * most;
            if (part == 0 || (score == best && !larger))
                continue;
            best = score;
            most = part;
            *row = i;
            *col = j;
        }
    }
    return w->chosen = best >= 0;
}

/* Where no pivot is left, equations may have a factor in common to all terms. */
static bool divide_rows(Elimination *w)
{
    bool any = false;
    for (int i = 0; i < w->n; i++)
        any = (!w->row[i].used && divide_row(w, i)) || any;
    return any;
}

/* ---- All of it ---- */

/* What a pivot must have of its row or of its column. */
static double least_part(const LinearSystem *s)
{
    if (s->large)
        return s->nonlinear ? STEP_PART : PIVOT_PART;
    return s->known && !is_step(s->p) ? KNOWN_PART : PIVOT_PART;
}

void elimination_start(Elimination *w, LinearSystem *s, bool dry)
{
    int n = s->n;
    *w = (Elimination){.sys = s, .a = arena_new(), .s = s->p->d->store, .n = n, .large = s->large};
    w->first_own = dae_nvars(s->p->d);
    w->written = !s->large;
    w->dry = dry;
    w->threshold = least_part(s);
    KRON_MEMORY(echelon_open(&w->e, &cell_coefficients, w, n, n));
    w->e.oldest_first = true;
    w->row = ARENA_ARRAY(w->a, Line, n + 1);
    w->col = ARENA_ARRAY(w->a, Line, n + 1);
    for (int j = 0; j < n; j++) {
        w->col[j].stays = s->col_stays[j];
        w->col[j].used = s->col_done && s->col_done[j];
    }
    s->may_vanish = false;
    s->before.n = s->after.n = 0;
    s->before.v = s->after.v = NULL;
    s->before.cap = s->after.cap = 0;
    read_rows(w);
    balance_cells(w);
}

void elimination_drop(Elimination *w)
{
    w->sys->before.n = w->sys->after.n = 0;
    echelon_close(&w->e);
    arena_free(w->a);
}

void elimination_finish(Elimination *w)
{
    w->sys->error = w->error;
    write_solution(w);
    for (int i = 0; i < w->own.n; i++) {
        const OwnVar *own = &w->own.v[i];
        DaeVar v = dae_hidden_var(T_REAL, own->parameter ? DV_PARAMETER : DV_AUXILIARY);
        v.binding = v.start = own->parameter; /* initialization begins with start values */
        v.fixed = own->parameter != 0;
        v.meaning = own->meaning;
        plan_add_var(w->sys->p, w->sys->plan, v);
    }
    echelon_close(&w->e);
    arena_free(w->a);
}

void linear_eliminate(LinearSystem *s)
{
    Elimination w;
    int i = 0, j = 0;
    if (s->large) {
        eliminate_large(s);
        return;
    }
    s->nleft = s->n;
    elimination_start(&w, s, false);
    while (w.operations < (long)MOST_OPERATIONS * s->n &&
           (choose_pivot(&w, &i, &j) || divide_rows(&w)))
        if (w.chosen)
            elimination_pivot(&w, i, j);
    if (elimination_holds(&w))
        elimination_finish(&w);
    else
        elimination_drop(&w);
}
