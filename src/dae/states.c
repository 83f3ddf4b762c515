/* states.c - which variables are integrated: dummy derivatives (Mattsson and Soderlind 1993; DS-12
 * to DS-14).
 *
 * In each block of the highest derivatives the m differentiated equations determine m of the n
 * differentiated variables by the others: their derivatives become ordinary unknowns (dummies), the
 * others stay states. If some are wished as states, all constraints that share variables are
 * decided together instead, as a group. The m columns are found by elimination in the matrix of the
 * highest derivatives, columns in the order in which one would give them up as states. Pivots are
 * numbers, values of parameters, or expressions that are never zero. What remains falls into
 * connected parts; a part that leaves a choice becomes a set whose states are chosen during the run
 * (state_sets.c). The same is done with the equations one differentiation earlier among the
 * dummies' integrals, until no equation is left. O(m * entries) in each block or group. */
#include "base/die.h"
#include "dae/diagnose.h"
#include "graph/eliminate.h"

#include <math.h>
#include <stdlib.h>

/* A candidate: der(x), where x may become a state. */
typedef struct Candidate {
    uint32_t der, x;
    int rank[4]; /* lower is given up first */
    bool dummy;
} Candidate;

/* An entry of the matrix (eliminate.h). */
typedef struct Cell {
    int col;
    Expr e;   /* 0: zero */
    double x; /* its value; NaN if it is not known before the run */
} Cell;

typedef VEC(Cell) CellRow;

typedef struct Choice {
    Dae *d;
    Problem *p;
    Arena *a;
    const double *value; /* [nvars] of parameters, NaN if not known */
    int m, n;
    int *eq;         /* [m] */
    Candidate *cand; /* [n] in the order in which they are given up */
    CellRow *whole;  /* [m] ascending columns, none of them zero: before elimination */
    Echelon e;       /* what is left of them */
    Expr factor;     /* of the pivot's row in the step at hand ... */
    double ratio;    /* ... and its value; NaN if it is not known before the run */
    int *pivot;      /* [n] row by which a column was eliminated, -1 */
    VarVec *lift;    /* gets derivatives that are to have derivatives; NULL: none may */
} Choice;

/* ---- Order of preference ---- */

/* How the state is wished: by StateSelect, always above what is reinitialized; then those the user
 * named before derivatives that only the equations name; then by start values; then in order
 * of declaration. */
enum { PREFERRED = SELECT_PREFER, REINITIALIZED = 5, ALWAYS = 6, RANKS = 4 };

static int wish(const DaeVar *v)
{
    return v->select == SELECT_ALWAYS ? ALWAYS : v->reinitialized ? REINITIALIZED : v->select;
}

static Candidate candidate_of(const Dae *d, uint32_t der)
{
    uint32_t x = d->var.v[der].int_of;
    const DaeVar *v = &d->var.v[x];
    bool given = v->start && v->start_level != LEVEL_NONE;
    return (Candidate){
        .der = der, .x = x, .rank = {wish(v), der < d->nindex, v->fixed ? 2 : given, -(int)x}};
}

static int compare_candidates(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    for (int i = 0; i < RANKS; i++)
        if (x->rank[i] != y->rank[i])
            return x->rank[i] < y->rank[i] ? -1 : 1;
    return 0;
}

/* ---- The matrix ---- */

static Cell make_cell(Choice *c, int col, Expr e)
{
    if (!e || expr_is_zero(c->d->store, e))
        return (Cell){col, 0, 0};
    return (Cell){col, e, expr_value_known(c->d->store, e, c->value)};
}

static void put_cell(Choice *c, CellRow *row, int col, Expr e)
{
    Cell q = make_cell(c, col, e);
    if (q.e)
        vec_push(c->a, row, q);
}

static int begin_step(void *arg, int row, int by, const void *from, const void *pivot)
{
    Choice *c = arg;
    const Cell *x = from, *y = pivot;
    ExprStore *s = c->d->store;
    (void)row, (void)by;
    c->ratio = x->x / y->x; /* NaN unless both are known */
    c->factor = isnan(c->ratio) ? expr_div(s, x->e, y->e) : expr_real(s, c->ratio);
    return 0;
}

static int combine_cells(void *arg, const void *of_row, const void *of_pivot, void *out)
{
    Choice *c = arg;
    ExprStore *s = c->d->store;
    const Cell *to = of_row, *from = of_pivot;
    Cell *q = out;
    double have = to ? to->x : 0, less = c->ratio * from->x, x = have - less;
    if (!isnan(x)) {
        *q = (Cell){0, expr_real(s, x), x};
        return fabs(x) > 1e-12 * fmax(fabs(have), fabs(less));
    }
    Expr product = expr_mul2(s, c->factor, from->e);
    *q = make_cell(c, 0, to ? expr_sub(s, to->e, product) : expr_neg(s, product));
    return q->e != 0;
}

static const Coefficients cell_coefficients = {sizeof(Cell), begin_step, combine_cells, NULL};

static bool is_candidate(void *arg, uint32_t var)
{
    return map_get(arg, var, 0) != 0;
}

/* Entries of row i where derivatives are arguments of the derivative of a function. */
static void fill_by_differentiation(Choice *c, int i, const Map *at)
{
    Dae *d = c->d;
    const DaeEq *eq = &d->eq.v[c->eq[i]];
    Expr e = expr_sub(d->store, eq->lhs, eq->rhs);
    for (int k = 0; k < c->n; k++) {
        uint32_t der = c->cand[k].der;
        CalcError error = {0};
        if (expr_has_var(d->store, e, der))
            put_cell(c, &c->whole[i], (int)map_get(at, der, 0) - 1,
                     expr_diff(d->store, e, der, &error));
    }
}

static void fill_matrix(Choice *c)
{
    Dae *d = c->d;
    Map at = {0}; /* variable -> column + 1 */
    for (int k = 0; k < c->n; k++)
        map_set(&at, c->a, c->cand[k].der, (uint32_t)k + 1);
    c->whole = ARENA_ARRAY(c->a, CellRow, c->m + 1);
    c->pivot = ints_filled(c->a, c->n, -1);
    KRON_MEMORY(echelon_open(&c->e, &cell_coefficients, c, c->n, c->n));
    for (int i = 0; i < c->m; i++) {
        const DaeEq *eq = &d->eq.v[c->eq[i]];
        LinearForm f = equation_linear(d->store, c->a, eq->lhs, eq->rhs, is_candidate, &at);
        for (int k = 0; k < f.n && !f.nnon; k++)
            put_cell(c, &c->whole[i], (int)map_get(&at, f.var[k], 0) - 1, f.coef[k]);
        if (f.nnon) /* linear all the same, but inside a function */
            fill_by_differentiation(c, i, &at);
        CellRow *row = &c->whole[i];
        if (row->n)
            qsort(row->v, (size_t)row->n, sizeof(Cell), echelon_by_column);
        KRON_MEMORY(echelon_add(&c->e, row->v, row->n) >= 0);
    }
}

/* ---- Pivots ---- */

/* How well a cell serves as a pivot: 0 not at all, else higher is better. */
static double pivot_quality(const Choice *c, const Cell *q)
{
    if (!q)
        return 0;
    if (!isnan(q->x))
        return fabs(q->x);
    return is_nonzero(c->d, q->e) ? 1e-6 : 0;
}

/* Whether a row has a variable that is wished less as a state than this one, and could not be given
 * up so far: then the row is not for it. */
static bool has_less_wished(const Choice *c, int i, int k)
{
    const Cell *cell = echelon_row(&c->e, i);
    for (int q = 0; q < c->e.row[i].n; q++) {
        const Candidate *other = &c->cand[cell[q].col];
        if (!other->dummy && other->rank[0] < c->cand[k].rank[0])
            return true;
    }
    return false;
}

static int best_pivot(const Choice *c, int k)
{
    int best = -1;
    double quality = 0;
    for (int at = c->e.col[k].first; at; at = c->e.occurrence[at - 1].next) {
        int i = c->e.occurrence[at - 1].row;
        double q = c->e.row[i].used || has_less_wished(c, i, k)
                       ? 0
                       : pivot_quality(c, echelon_entry(&c->e, i, k));
        if (q > quality || (q == quality && q > 0 && i < best)) {
            quality = q;
            best = i;
        }
    }
    return best;
}

/* Pivots that cannot vanish, among candidates with at most this wish to be a state. Returns how
 * many rows are left. */
static int safe_pivots(Choice *c, int select, int left)
{
    for (int k = 0; k < c->n && left; k++) {
        if (c->cand[k].dummy || c->cand[k].rank[0] > select)
            continue;
        int r = best_pivot(c, k);
        if (r < 0)
            continue;
        c->cand[k].dummy = true;
        c->pivot[k] = r;
        echelon_pivot(&c->e, r, k);
        left--;
    }
    return left;
}

/* ---- What is left ---- */

/* A connected part of the rows and columns without pivots. */
typedef struct Part {
    VEC(int) row, col; /* col in the order in which they are given up */
    int n;             /* the first n columns are for choice */
} Part;

/* The part row i belongs to; its rows and columns are marked. */
static Part connected_part(Choice *c, int i, bool *row_seen, bool *col_seen)
{
    Part part = {0};
    row_seen[i] = true;
    vec_push(c->a, &part.row, i);
    for (int next = 0; next < part.row.n; next++) {
        const Cell *cell = echelon_sorted(&c->e, part.row.v[next]);
        for (int q = 0; q < c->e.row[part.row.v[next]].n; q++) {
            int k = cell[q].col;
            if (col_seen[k] || c->cand[k].dummy)
                continue;
            col_seen[k] = true;
            vec_push(c->a, &part.col, k);
            for (int at = c->e.col[k].first; at; at = c->e.occurrence[at - 1].next) {
                int r = c->e.occurrence[at - 1].row;
                if (c->e.row[r].used || row_seen[r] || !echelon_entry(&c->e, r, k))
                    continue;
                row_seen[r] = true;
                vec_push(c->a, &part.row, r);
            }
        }
    }
    if (part.col.n)
        qsort(part.col.v, (size_t)part.col.n, sizeof(int), echelon_by_column);
    return part;
}

static int original_of(const Dae *d, int eq)
{
    while (d->eq.v[eq].ndiff)
        eq = (int)d->eq.v[eq].source;
    return eq;
}

/* The constraints of a part leave fewer variables than there are constraints: their matrix has not
 * the rank its structure promises. */
static void report_dependent(Choice *c, const Part *part)
{
    Dae *d = c->d;
    int first = original_of(d, c->eq[part->row.v[0]]);
    diag_error(d->ctx->diags, users_place_of_eq(d, first),
               "the constraint `%s` follows from others, or contradicts them: the states it "
               "constrains are determined without it",
               dae_written_text(d, first));
    explain_by_aliases(d, first);
}

static bool may_be_given_up(void *arg, uint32_t var)
{
    const DaeVar *v = &((Dae *)arg)->var.v[var];
    return v->kind == DV_STATE && wish(v) < ALWAYS;
}

/* In a = atan2(x, -y) the angle can be kept as a state if x and y, which have been differentiated
 * once more for the sake of other constraints, are on the same level: the derivatives of a part are
 * to be differentiated too. */
static bool lift_part(Choice *c, const Part *part)
{
    Dae *d = c->d;
    bool any = false;
    for (int i = 0; i < part->row.n && c->lift; i++) {
        const DaeEq *eq = &d->eq.v[original_of(d, c->eq[part->row.v[i]])];
        any = any || dae_any_var(d, eq->lhs, may_be_given_up, d) ||
              dae_any_var(d, eq->rhs, may_be_given_up, d);
    }
    for (int k = 0; k < part->col.n && any; k++) {
        any = d->var.v[c->cand[part->col.v[k]].der].der_of == NONE;
        if (any)
            vec_push(d->arena, c->lift, c->cand[part->col.v[k]].der);
    }
    return any;
}

typedef struct Marked {
    const Dae *d;
    Arena *a;
    VarVec var; /* those that are to be states in any case */
} Marked;

static void note_marked(void *arg, uint32_t var)
{
    Marked *w = arg;
    bool is_new = var < w->d->nflat && wish(&w->d->var.v[var]) == ALWAYS;
    for (int i = 0; i < w->var.n; i++)
        is_new = is_new && w->var.v[i] != var;
    if (is_new)
        vec_push(w->a, &w->var, var);
}

/* Candidates that are to be states in any case are not for choice. */
static bool take_out_always(Choice *c, Part *part)
{
    part->n = part->col.n;
    while (part->n > part->row.n && c->cand[part->col.v[part->n - 1]].rank[0] == ALWAYS)
        part->n--;
    if (c->cand[part->col.v[part->n - 1]].rank[0] < ALWAYS)
        return true;
    Dae *d = c->d;
    if (lift_part(c, part))
        return false;
    Marked w = {.d = d, .a = c->a};
    for (int i = 0; i < part->row.n; i++) {
        const DaeEq *eq = &d->eq.v[original_of(d, c->eq[part->row.v[i]])];
        dae_visible_vars(d, eq->lhs, note_marked, &w);
        dae_visible_vars(d, eq->rhs, note_marked, &w);
    }
    VarVec marked = w.var;
    int first = original_of(d, c->eq[part->row.v[0]]);
    diag_error(d->ctx->diags, d->eq.v[first].span,
               "the constraint `%s` leaves freedom for fewer states, but %s %s by "
               "stateSelect=StateSelect.always",
               dae_written_text(d, first), names_text(d, marked.v, marked.n, 8),
               marked.n == 1 ? "is to be a state" : "are all to be states");
    return false;
}

/* How many of the columns of a part are given up before the run: all that can be, or those that are
 * never to be states. Other wishes count when the choice is made (set_weight). */
static int given_up(const Choice *c, const Part *part)
{
    int m = part->row.n, n = 0;
    while (part->n > m && n < m && c->cand[part->col.v[n]].rank[0] == SELECT_NEVER)
        n++;
    return part->n == m ? m : n;
}

static const Cell *whole_entry(const Choice *c, int row, int col)
{
    const Cell key = {.col = col};
    const CellRow *cells = &c->whole[row];
    return bsearch(&key, cells->v, (size_t)cells->n, sizeof key, echelon_by_column);
}

/* Rows and columns of the whole matrix. The first ngiven columns are given up. */
typedef VEC(int) Numbers;

static void push_set(Choice *c, const Numbers *row, const Numbers *col, int ngiven, bool decided)
{
    Arena *a = c->d->arena;
    StateSet set = {.m = row->n, .ngiven = ngiven, .n = col->n - ngiven, .decided = decided};
    set.eq = ARENA_ARRAY(a, int, row->n + 1);
    set.x = ARENA_ARRAY(a, uint32_t, col->n + 1);
    set.entry = ARENA_ARRAY(a, Expr, row->n * col->n + 1);
    for (int k = 0; k < col->n; k++)
        set.x[k] = c->cand[col->v[k]].x;
    for (int i = 0; i < row->n; i++) {
        set.eq[i] = c->eq[row->v[i]];
        for (int k = 0; k < col->n; k++) {
            const Cell *q = whole_entry(c, row->v[i], col->v[k]);
            set.entry[i * col->n + k] = q ? q->e : 0;
        }
    }
    vec_push(a, &c->d->set, set);
}

/* Strong components of the rows by which columns are determined, each after those it needs. */
typedef struct Components {
    Choice *c;
    const Numbers *row, *given;
    int *row_col; /* [row->n] place in `given` */
    Map place;    /* variable on any level -> component + 1, or KNOWN_BEFORE */
    uint32_t at;  /* the component at hand */
} Components;

enum { KNOWN_BEFORE = 1 << 30 };

/* Places of a candidate and of all it is the derivative of. */
static void put_place(Components *w, int col, uint32_t place)
{
    const Dae *d = w->c->d;
    for (uint32_t v = w->c->cand[col].x; v != NONE; v = d->var.v[v].int_of)
        map_set(&w->place, w->c->a, v, place);
}

/* Whether a variable may depend on what the component at hand determines. */
static bool may_depend(void *arg, uint32_t var)
{
    Components *w = arg;
    DaeVarKind kind = w->c->d->var.v[var].kind;
    uint32_t place = map_get(&w->place, var, 0);
    return kind >= DV_STATE && kind != DV_DISCRETE && place != KNOWN_BEFORE &&
           !(place && place <= w->at);
}

/* Whether a component is linear: what its coefficients are made of comes before it. It has a
 * solution, one or many or unbounded, where its determinant passes through zero: that is seen by
 * what is divided (rt/poles.c). Else the solution itself may turn back there. */
static bool is_linear(Components *w, const Numbers *row, const Numbers *col)
{
    bool linear = true;
    for (int i = 0; i < row->n && linear; i++)
        for (int k = 0; k < row->n && linear; k++) {
            const Cell *q = whole_entry(w->c, row->v[i], col->v[k]);
            linear = !q || !dae_any_var(w->c->d, q->e, may_depend, w);
        }
    return linear;
}

/* What the rows of a strong component determine, and what they determine it from. */
static void push_component(Components *w, const int *member, int n)
{
    Choice *c = w->c;
    Numbers row = {0}, col = {0};
    bool *in = ARENA_ARRAY(c->a, bool, c->n + 1);
    for (int i = 0; i < n; i++) {
        vec_push(c->a, &row, w->row->v[member[i]]);
        vec_push(c->a, &col, w->given->v[w->row_col[member[i]]]);
        in[col.v[i]] = true;
    }
    if (is_linear(w, &row, &col))
        return;
    for (int i = 0; i < n; i++)
        for (int q = 0; q < c->whole[row.v[i]].n; q++) {
            int k = c->whole[row.v[i]].v[q].col;
            if (!in[k])
                vec_push(c->a, &col, k);
            in[k] = true;
        }
    if (col.n > n) /* else nothing else is possible */
        push_set(c, &row, &col, n, true);
}

/* A decided choice is singular where one of the strong components is in which its columns follow
 * from the rows: these are watched one by one. */
static void watch_components(Choice *c, const Numbers *row, Numbers *given, const Part *part)
{
    int n = row->n, nnz = 0, *at = ARENA_ARRAY(c->a, int, c->n + 1);
    for (int i = 0; i < n; i++)
        nnz += c->whole[row->v[i]].n;
    Pattern p = {.nrows = n, .ncols = given->n};
    p.ptr = ARENA_ARRAY(c->a, int, n + 1);
    p.col = ARENA_ARRAY(c->a, int, nnz + 1);
    for (int k = 0; k < given->n; k++)
        at[given->v[k]] = k + 1;
    for (int i = 0; i < n; i++) {
        p.ptr[i + 1] = p.ptr[i];
        for (int q = 0; q < c->whole[row->v[i]].n; q++)
            if (at[c->whole[row->v[i]].v[q].col])
                p.col[p.ptr[i + 1]++] = at[c->whole[row->v[i]].v[q].col] - 1;
    }
    int *row_col = ARENA_ARRAY(c->a, int, n + 1), *col_row = ARENA_ARRAY(c->a, int, n + 1);
    int *order = ARENA_ARRAY(c->a, int, n + 1), *border = ARENA_ARRAY(c->a, int, n + 2);
    for (int i = 0; i < n; i++)
        row_col[i] = col_row[i] = -1;
    int matched = match_rows(&p, ~0u, NULL, row_col, col_row);
    KRON_MEMORY(matched >= 0);
    if (matched < n) { /* nor anywhere else */
        for (int k = part->row.n; k < part->col.n; k++)
            vec_push(c->a, given, part->col.v[k]);
        push_set(c, row, given, n, true);
        return;
    }
    for (int e = 0; e < p.ptr[n]; e++)
        p.col[e] = col_row[p.col[e]];
    int ncomp = strong_components(n, p.ptr, p.col, order, border);
    KRON_MEMORY(ncomp >= 0);
    Components w = {.c = c, .row = row, .given = given, .row_col = row_col};
    for (int k = part->row.n; k < part->col.n; k++)
        put_place(&w, part->col.v[k], KNOWN_BEFORE);
    for (int t = 0; t < ncomp; t++)
        for (int i = border[t]; i < border[t + 1]; i++)
            put_place(&w, given->v[row_col[order[i]]], (uint32_t)t + 1);
    for (; w.at < (uint32_t)ncomp; w.at++)
        push_component(&w, order + border[w.at], border[w.at + 1] - border[w.at]);
}

/* The whole constraints of a part: with those that were solved for the variables given up before.
 * The first ngiven columns are given up; if these are as many as rows, nothing is left to choose.
 */
static void note_set(Choice *c, const Part *part, int ngiven)
{
    Numbers row = {0}, given = {0};
    bool *row_in = ARENA_ARRAY(c->a, bool, c->m + 1), *col_in = ARENA_ARRAY(c->a, bool, c->n + 1);
    for (int i = 0; i < part->row.n; i++) {
        vec_push(c->a, &row, part->row.v[i]);
        row_in[part->row.v[i]] = true;
    }
    for (int i = 0; i < row.n; i++)
        for (int q = 0; q < c->whole[row.v[i]].n; q++) {
            int k = c->whole[row.v[i]].v[q].col, r = c->pivot[k];
            if (r < 0 || col_in[k])
                continue;
            col_in[k] = true;
            vec_push(c->a, &given, k);
            if (!row_in[r])
                vec_push(c->a, &row, r);
            row_in[r] = true;
        }
    for (int i = 0; i < ngiven; i++)
        vec_push(c->a, &given, part->col.v[i]);
    int n = given.n;
    if (ngiven == part->row.n) {
        if (part->col.n > ngiven) /* else nothing else is possible */
            watch_components(c, &row, &given, part);
        return;
    }
    for (int k = ngiven; k < part->n; k++)
        vec_push(c->a, &given, part->col.v[k]);
    push_set(c, &row, &given, n, false);
}

/* Decides the rows without pivots, part by part. */
static bool decide_rest(Choice *c)
{
    bool *row_seen = ARENA_ARRAY(c->a, bool, c->m + 1), *col_seen = ARENA_ARRAY(c->a, bool, c->n);
    for (int i = 0; i < c->m; i++) {
        if (c->e.row[i].used || row_seen[i])
            continue;
        Part part = connected_part(c, i, row_seen, col_seen);
        if (part.col.n < part.row.n) {
            report_dependent(c, &part);
            return false;
        }
        if (!take_out_always(c, &part))
            return false;
        int given = given_up(c, &part);
        note_set(c, &part, given);
        bool decided = given == part.row.n;
        for (int k = 0; k < (decided ? given : part.n); k++) {
            c->cand[part.col.v[k]].dummy = true;
            c->pivot[part.col.v[k]] = k < given ? part.row.v[k] : -1;
        }
    }
    return true;
}

/* ---- Levels ---- */

/* The equations and candidates one differentiation earlier. */
static Choice *level_below(const Choice *c)
{
    Dae *d = c->d;
    Choice *below = ARENA_NEW(c->a, Choice);
    *below = (Choice){.d = d, .p = c->p, .a = c->a, .value = c->value, .lift = c->lift};
    below->eq = ARENA_ARRAY(c->a, int, c->m + 1);
    below->cand = ARENA_ARRAY(c->a, Candidate, c->n + 1);
    for (int i = 0; i < c->m; i++) {
        int k = (int)d->eq.v[c->eq[i]].source;
        if (d->eq.v[k].ndiff)
            below->eq[below->m++] = k;
    }
    for (int k = 0; k < c->n; k++)
        if (c->cand[k].dummy && d->var.v[c->cand[k].x].int_of != NONE)
            below->cand[below->n++] = candidate_of(d, c->cand[k].x);
    return below;
}

static void choose(Choice *c, bool *dummy)
{
    while (c->m) {
        qsort(c->cand, (size_t)c->n, sizeof *c->cand, compare_candidates);
        fill_matrix(c);
        int left = safe_pivots(c, PREFERRED - 1, c->m);
        if (left)
            left = safe_pivots(c, ALWAYS - 1, left);
        KRON_MEMORY(!c->e.failed);
        bool good = !left || decide_rest(c);
        echelon_close(&c->e);
        if (!good)
            return;
        for (int k = 0; k < c->n; k++) {
            dummy[c->cand[k].der] = c->cand[k].dummy;
            if (c->pivot[k] >= 0)
                c->d->var.v[c->cand[k].x].follows = (EqId)original_of(c->d, c->eq[c->pivot[k]]);
        }
        c = level_below(c);
    }
}

/* ---- Groups ---- */

static int group_of(int *group, int r)
{
    while (group[r] != r)
        r = group[r] = group[group[r]];
    return r;
}

static bool is_differentiated(const Problem *p, int r)
{
    return p->row.v[r].kind == ROW_EQUATION && p->d->eq.v[p->row.v[r].eq].ndiff > 0;
}

static bool is_derivative(const Problem *p, int col)
{
    return p->d->var.v[p->col.v[col]].int_of != NONE;
}

/* Joins rows in which the same derivative occurs. group[r] < 0: not differentiated. */
static int *group_rows(const Problem *p)
{
    int *group = ARENA_ARRAY(p->a, int, p->row.n + 1), *seen = ARENA_ARRAY(p->a, int, p->col.n + 1);
    for (int r = 0; r < p->row.n; r++)
        group[r] = is_differentiated(p, r) ? r : -1;
    for (int r = 0; r < p->row.n; r++)
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1] && group[r] >= 0; e++) {
            int col = p->p.col[e];
            if (!is_derivative(p, col))
                continue;
            if (seen[col])
                group[group_of(group, r)] = group_of(group, seen[col] - 1);
            seen[col] = r + 1;
        }
    return group;
}

/* The equations and derivatives of one block of the highest derivatives. */
static Choice choice_of_block(Problem *p, const int *row, int n, VarVec *lift)
{
    Choice c = {.d = p->d, .p = p, .a = p->a, .value = dae_parameter_values(p->d), .lift = lift};
    c.eq = ARENA_ARRAY(p->a, int, n + 1);
    c.cand = ARENA_ARRAY(p->a, Candidate, n + 1);
    for (int i = 0; i < n; i++) {
        int col = p->row_col[row[i]];
        if (is_differentiated(p, row[i]))
            c.eq[c.m++] = p->row.v[row[i]].eq;
        if (is_derivative(p, col))
            c.cand[c.n++] = candidate_of(p->d, p->col.v[col]);
    }
    return c;
}

/* Groups with a variable that is wished as a state: each block alone might have to give it up. */
static void flag_groups(const Problem *p, int *group, bool *flag)
{
    for (int r = 0; r < p->row.n; r++)
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1] && group[r] >= 0; e++) {
            int col = p->p.col[e];
            if (is_derivative(p, col) &&
                wish(&p->d->var.v[p->d->var.v[p->col.v[col]].int_of]) >= PREFERRED)
                flag[group_of(group, r)] = true;
        }
}

/* A block with rows of a flagged group takes its other groups along. */
static void spread_flags(const int *row, int n, int *group, bool *flag, bool *more)
{
    bool any = false;
    for (int i = 0; i < n; i++)
        any = any || (group[row[i]] >= 0 && flag[group_of(group, row[i])]);
    for (int i = 0; i < n && any; i++) {
        if (group[row[i]] < 0)
            continue;
        *more = *more || !flag[group_of(group, row[i])];
        flag[group_of(group, row[i])] = true;
    }
}

/* A group of equations, with all derivatives in them, each once; `first` is a row + 1. */
static void choose_group(Problem *p, int first, const int *next, VarVec *lift, bool *seen,
                         bool *dummy)
{
    VEC(int) eq = {0};
    VEC(Candidate) cand = {0};
    for (int r = first - 1; r >= 0; r = next[r] - 1) {
        vec_push(p->a, &eq, p->row.v[r].eq);
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
            int col = p->p.col[e];
            if (is_derivative(p, col) && !seen[col])
                vec_push(p->a, &cand, candidate_of(p->d, p->col.v[col]));
            seen[col] = true;
        }
    }
    Choice c = {.d = p->d, .p = p, .a = p->a, .m = eq.n, .eq = eq.v, .lift = lift};
    c.value = dae_parameter_values(p->d);
    c.cand = cand.v;
    c.n = cand.n;
    choose(&c, dummy);
}

static void choose_states(Problem *p, VarVec *lift, bool *dummy)
{
    int n = p->row.n, *group = group_rows(p);
    int *row = ints_counting(p->a, n), *order = ARENA_ARRAY(p->a, int, n + 1);
    int *border = ARENA_ARRAY(p->a, int, n + 1), *first = ARENA_ARRAY(p->a, int, n + 1);
    int *next = ARENA_ARRAY(p->a, int, n + 1);
    bool *flag = ARENA_ARRAY(p->a, bool, n + 1), *seen = ARENA_ARRAY(p->a, bool, p->col.n + 1);
    int count = row_components(p, row, n, order, border);
    flag_groups(p, group, flag);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < count; i++)
            spread_flags(order + border[i], border[i + 1] - border[i], group, flag, &more);
    }
    for (int i = 0; i < count; i++) {
        Choice c = choice_of_block(p, order + border[i], border[i + 1] - border[i], lift);
        bool grouped = false;
        for (int k = border[i]; k < border[i + 1]; k++)
            grouped = grouped || (group[order[k]] >= 0 && flag[group_of(group, order[k])]);
        if (c.m && !grouped)
            choose(&c, dummy);
    }
    for (int r = n - 1; r >= 0; r--) {
        if (group[r] < 0 || !flag[group_of(group, r)])
            continue;
        int g = group_of(group, r);
        next[r] = first[g];
        first[g] = r + 1;
    }
    for (int g = 0; g < n; g++)
        if (first[g])
            choose_group(p, first[g], next, lift, seen, dummy);
}

static void settle_kinds(Dae *d, const bool *dummy)
{
    for (int i = 0; i < d->var.n; i++) {
        DaeVar *v = &d->var.v[i];
        if (v->alias != NONE || v->kind < DV_STATE || v->kind > DV_ALGEBRAIC)
            continue;
        bool derivative = v->int_of != NONE && !dummy[i];
        v->kind = v->der_of != NONE && !dummy[v->der_of] ? DV_STATE
                  : derivative                           ? DV_DERIVATIVE
                                                         : DV_ALGEBRAIC;
    }
    d->states_chosen = true;
}

void settle_listed(Dae *d, bool only_wished)
{
    for (int i = 0; i < d->var.n; i++) {
        DaeVar *v = &d->var.v[i];
        if (v->kind < DV_STATE || v->kind > DV_ALGEBRAIC || v->type != T_REAL)
            continue;
        bool written = v->der_of != NONE && v->der_of < d->nscalar && v->select != SELECT_NEVER &&
                       !only_wished;
        v->kind = written || v->select == SELECT_ALWAYS ? DV_STATE
                  : v->int_of != NONE                   ? DV_DERIVATIVE
                                                        : DV_ALGEBRAIC;
    }
    d->states_chosen = true;
}

/* ---- reinit ---- */

/* The variables that code may write to: a state, or one of an array; how many, and the first. 0: it
 * is no variable. */
static int64_t reinitialized(const Dae *d, Expr target, uint32_t *first)
{
    Expr base = expr_op(d->store, target) == EX_INDEX ? expr_arg(d->store, target, 0) : target;
    const ExprNode *n = expr_node(d->store, base);
    *first = (uint32_t)n->payload;
    return n->op == EX_VAR      ? 1
           : n->op == EX_ARRVAR ? type_elements(expr_types(d->store), n->type)
                                : 0;
}

static void prefer_reinitialized(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Dae *d = arg;
    uint32_t first;
    (void)stmt;
    int64_t n = role == SLOT_REINIT ? reinitialized(d, *slot, &first) : 0;
    for (int64_t i = 0; i < n; i++)
        d->var.v[first + i].reinitialized = true;
}

/* The variable of a reinit as it is written: aliases of it may have been chosen since. */
static const char *written_target(Dae *d, Span at, uint32_t var)
{
    Buf b = {0};
    source_text(d->ctx->sources, at, &b);
    const char *text = buf_text(&b), *open = strchr(text, '(');
    size_t n = open ? strcspn(open + 1, ",[\n") : 0;
    const char *name =
        open && open[1 + n] == ',' ? arena_strndup(d->arena, open + 1, n) : dae_var_text(d, var);
    buf_free(&b);
    return name;
}

static bool is_state(void *arg, uint32_t var)
{
    return ((const Dae *)arg)->var.v[var].kind == DV_STATE;
}

/* y = 3*x: x is what may be reinitialized. */
static void note_given_by(Dae *d, uint32_t var)
{
    for (int k = 0; k < d->eq.n; k++) {
        Sides q = written_sides(d, k);
        if (d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].initial || d->eq.v[k].from_connect)
            continue;
        if (expr_op(d->store, q.lhs) == EX_VAR && var_number(d->store, q.lhs) == var &&
            dae_any_var(d, q.rhs, is_state, d)) {
            diag_note(d->ctx->diags, d->eq.v[k].span,
                      "it is given by this equation: reinitialize a state that is in it");
            return;
        }
    }
}

static void check_reinitialized(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Dae *d = arg;
    uint32_t first;
    if (role != SLOT_REINIT)
        return;
    int64_t n = reinitialized(d, *slot, &first);
    if (!n)
        diag_error(d->ctx->diags, stmt->span,
                   "reinit: which variable this is must be known before the run; in an algorithm a "
                   "subscript may vary");
    for (uint32_t i = first; i < first + n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->kind == DV_STATE || dae_set_of(d, i))
            continue;
        const char *name = written_target(d, stmt->span, i), *kept = dae_var_text(d, i);
        diag_error(d->ctx->diags, stmt->span, "reinit: `%s` is not a state%s", name,
                   v->der_of != NONE
                       ? ", because others that are reinitialized or marked determine it"
                       : "; only variables that are differentiated can be reinitialized");
        if (strcmp(name, kept))
            diag_note(d->ctx->diags, v->span, "it is the same as `%s`", kept);
        else
            diag_note(d->ctx->diags, v->span, "`%s` is declared here", kept);
        note_given_by(d, i);
    }
}

static void visit_reinits(Dae *d, SlotVisit *visit)
{
    for (int k = 0; k < d->eq.n; k++)
        if (d->eq.v[k].body && !d->eq.v[k].removed)
            body_slots(d->eq.v[k].body, visit, d);
}

/* A variable that is never to be a state, under every name it has: v = der(x) is integrated as
 * der(x) where only v is not to be. */
static bool must_not_be_state(const Dae *d, VarId i)
{
    const DaeVar *v = &d->var.v[i];
    return v->select == SELECT_NEVER &&
           (v->int_of == NONE || d->var.v[v->int_of].select == SELECT_NEVER);
}

static void list_states(Dae *d)
{
    VEC(uint32_t) state = {0};
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++)
        if (d->var.v[i].kind == DV_STATE && d->var.v[i].alias == NONE) {
            vec_push(d->arena, &state, i);
            if (must_not_be_state(d, i) && !d->policy)
                diag_error(d->ctx->diags, d->var.v[i].span,
                           "`%s` is never to be a state (stateSelect), but nothing else determines "
                           "it: it must be integrated",
                           dae_var_text(d, i));
        }
    d->nstates = state.n;
    d->state = state.v;
}

/* After the highest derivatives have been matched with the last derivatives of the equations: which
 * variables are integrated, and which follow from constraints. */
static void select_states(Problem *p, VarVec *lift)
{
    Dae *d = p->d;
    bool *dummy = ARENA_ARRAY(p->a, bool, d->var.n + 1);
    bool differentiated = false;
    if (d->policy) {
        settle_listed(d, d->policy->only_wished);
        return;
    }
    visit_reinits(d, prefer_reinitialized);
    for (int k = 0; k < d->eq.n; k++)
        differentiated = differentiated || d->eq.v[k].ndiff;
    if (differentiated)
        choose_states(p, lift, dummy);
    if (lift && lift->n)
        return;
    settle_kinds(d, dummy);
    for (int i = 0; i < d->set.n; i++)
        set_integrate(d, &d->set.v[i]);
    visit_reinits(d, check_reinitialized);
}

static Expr open_call(void *arg, Expr old, Expr now)
{
    (void)old;
    return expr_open_derivative(arg, now);
}

/* Derivatives of equations are solved for derivatives, in which calls of derivative functions are
 * linear: they are written so. */
static void open_derivatives(Dae *d)
{
    bool changed = false;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (!eq->ndiff || eq->kind != EQ_SCALAR || eq->removed)
            continue;
        Expr lhs = dae_rewrite(d, eq->lhs, open_call, d->store);
        Expr rhs = dae_rewrite(d, eq->rhs, open_call, d->store);
        changed = change_sides(&d->eq.v[k], lhs, rhs) || changed;
    }
    if (changed)
        problems_close(d);
}

/* What is preferred gets a derivative where it can; the rounds then find the constraints. */
static bool differentiate_preferred(Dae *d)
{
    VarList wish = preferred_states(problem_matched(d));
    if (!wish.n)
        return true;
    problems_close(d);
    for (int i = 0; i < wish.n; i++)
        dae_derivative(d, wish.var[i]);
    return index_rounds(d);
}

bool dae_states(Dae *d)
{
    int errors = diags_errors(d->ctx->diags);
    if (!d->policy)
        dae_guess_starts(d);
    VarVec lift = {0};
    if (!d->policy && !differentiate_preferred(d))
        return false;
    if (!d->policy)
        open_derivatives(d);
    select_states(problem_matched(d), d->policy ? NULL : &lift);
    problems_close(d);
    if (lift.n) {
        d->set.n = 0;
        for (int i = 0; i < lift.n; i++) {
            dae_derivative(d, lift.v[i]);
            d->var.v[lift.v[i]].select = SELECT_ALWAYS;
        }
        if (!index_rounds(d))
            return false;
        select_states(problem_matched(d), NULL);
        problems_close(d);
    }
    list_states(d);
    dae_late(d);
    return diags_errors(d->ctx->diags) == errors;
}
