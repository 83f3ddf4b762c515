/* passive.c - elements of the user's that give out what they should take up, because a sign is
 * wrong: a tank that empties when something flows in, a resistor whose current flows uphill.
 *
 * An element with one or two connectors, a potential and a flow each, whose equations are linear
 * with parameters that are not negative, is replaced by its response to growing exponentials:
 * der(x) is s*x. What flows in by a potential of 1 (against the other connector, or at both) is
 * positive for every positive s if the element takes up energy: resistors, capacities, springs,
 * dampers, masses, inductors alike (a positive real function; Brune 1931). If it is negative for a
 * small, a middle and a large s alike the element is told, once for its class. Sources, which leave
 * the flow open, and sensors have none. O(equations) and one small elimination for a class. */
#include "dae/diagnose.h"
#include "dae/incidence.h"
#include "model/flat.h"

#include <math.h>

enum {
    MOST_COLUMNS = 40,
    MOST_EQUATIONS = MOST_COLUMNS,
    MOST_PORTS = 2,
    MOST_ROWS = MOST_EQUATIONS + MOST_COLUMNS + MOST_PORTS +
                1, /* open inputs, potentials, the sum of flows */
    MOST_TOLD = 3,
};

typedef struct Element {
    int nports;
    VarId potential[MOST_PORTS], flow[MOST_PORTS];
    bool other; /* it has connectors of another kind */
    int first;  /* equation + 1 */
} Element;

/* Rows of equations over the columns, and the right side. */
typedef struct Rows {
    int n;
    double v[MOST_ROWS][MOST_COLUMNS + 2];
} Rows;

typedef struct Passive {
    Dae *d;
    Arena *a;
    Element *element; /* [nparts] */
    int *next;        /* [neqs] the next equation of the same element + 1 */
    uint32_t at;      /* the element looked at */
    int ncolumns;
    VarId column[MOST_COLUMNS];
    bool odd; /* a negative parameter, or a variable of something else */
    Rows rows;
} Passive;

static uint32_t connector_of(const FlatModel *f, VarId var)
{
    uint32_t part = flat_var_of(f, var)->part;
    while (part && !f->part.v[part].is_connector)
        part = f->part.v[part].parent;
    return part;
}

/* The place of a connector among those of its element, by a variable of it; -1: it is one too many.
 */
static int port_of(const Passive *w, Element *e, VarId var)
{
    const FlatModel *f = w->d->flat;
    uint32_t c = connector_of(f, var);
    for (int i = 0; i < e->nports; i++) {
        VarId known = e->potential[i] != NONE ? e->potential[i] : e->flow[i];
        if (connector_of(f, known) == c)
            return i;
    }
    if (e->nports == MOST_PORTS)
        return -1;
    e->potential[e->nports] = e->flow[e->nports] = NONE;
    return e->nports++;
}

static void find_elements(Passive *w)
{
    const FlatModel *f = w->d->flat;
    for (VarId v = 0; v < w->d->nflat; v++) {
        ConnectorRole role = connector_role(w->d, v);
        if (role == ROLE_NONE)
            continue;
        Element *e = &w->element[f->part.v[connector_of(f, v)].parent];
        int i = port_of(w, e, v);
        VarId *place = i < 0 ? NULL : role == ROLE_FLOW ? &e->flow[i] : &e->potential[i];
        e->other = e->other || !place || *place != NONE;
        if (place)
            *place = v;
    }
}

static void find_equations(Passive *w)
{
    Dae *d = w->d;
    w->next = ARENA_ARRAY(w->a, int, d->eq.n + 1);
    for (int k = d->eq.n - 1; k >= 0; k--) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->initial || eq->from_connect || eq->source != NONE || eq->kind == EQ_ASSERT)
            continue;
        Element *e = &w->element[d->owner_part.v[eq->owner]];
        e->other = e->other || eq->kind != EQ_SCALAR;
        w->next[k] = e->first;
        e->first = k + 1;
    }
}

static bool varies(void *arg, uint32_t var)
{
    const Dae *d = arg;
    return d->var.v[var].kind > DV_PARAMETER || d->var.v[var].was_variable;
}

static void look_at_parameter(void *arg, Expr e)
{
    Passive *w = arg;
    const Dae *d = w->d;
    if (expr_op(d->store, e) == EX_VAR)
        w->odd = w->odd || !(dae_parameter_values(w->d)[var_number(d->store, e)] >= 0);
}

/* The column of a variable of the element; -1: it is none, or there are too many. */
static int column_of(Passive *w, VarId var)
{
    const FlatModel *f = w->d->flat;
    for (int i = 0; i < w->ncolumns; i++)
        if (w->column[i] == var)
            return i;
    bool own = var < w->d->nflat && w->d->var.v[var].type == T_REAL &&
               flat_owner(f, f->part.v[flat_var_of(f, var)->part].parent) == w->at;
    if (!own || w->ncolumns == MOST_COLUMNS)
        return -1;
    w->column[w->ncolumns] = var;
    return w->ncolumns++;
}

/* An equation with der(x) = s*x, without what does not vary. */
static bool add_row(Passive *w, Rows *r, int k, double s)
{
    Dae *d = w->d;
    Sides q = written_sides(d, k);
    double *row = r->v[r->n];
    if (r->n == MOST_EQUATIONS || expr_type(d->store, q.lhs) != T_REAL)
        return false;
    memset(row, 0, sizeof r->v[0]);
    LinearForm f = equation_linear(d->store, w->a, q.lhs, q.rhs, varies, d);
    for (int i = 0; i < f.n; i++) {
        VarId of = f.var[i] >= d->nflat ? d->var.v[f.var[i]].int_of : NONE;
        int c = column_of(w, of == NONE ? f.var[i] : of);
        double x = expr_value(d->store, f.coef[i], dae_parameter_values(d), NAN);
        expr_visit(d->store, f.coef[i], look_at_parameter, w);
        if (c < 0 || !isfinite(x) || w->odd)
            return false;
        row[c] += of == NONE ? x : s * x;
    }
    r->n++;
    return !f.nnon;
}

/* Gauss and Jordan, the last column but one left for the end; false: a contradiction. */
static bool eliminate(Rows *r, int ncolumns)
{
    int done = 0;
    for (int c = 0; c < ncolumns - 1; c++) {
        int best = done;
        for (int i = done; i < r->n; i++)
            best = fabs(r->v[i][c]) > fabs(r->v[best][c]) ? i : best;
        if (done == r->n || fabs(r->v[best][c]) < 1e-12)
            continue;
        for (int j = 0; j <= ncolumns; j++) {
            double x = r->v[best][j];
            r->v[best][j] = r->v[done][j];
            r->v[done][j] = x;
        }
        for (int i = 0; i < r->n; i++) {
            double factor = r->v[i][c] / r->v[done][c];
            for (int j = 0; i != done && j <= ncolumns; j++) {
                double x = r->v[i][j] - factor * r->v[done][j];
                bool lost = fabs(x) < 1e-12 * (fabs(r->v[i][j]) + fabs(factor * r->v[done][j]));
                r->v[i][j] = lost ? 0 : x;
            }
        }
        done++;
    }
    for (int i = done; i < r->n; i++)
        if (r->v[i][ncolumns - 1] == 0 && r->v[i][ncolumns] != 0)
            return false;
    return true;
}

static void give(Rows *r, int column, double value, int ncolumns)
{
    memset(r->v[r->n], 0, sizeof r->v[0]);
    r->v[r->n][column] = 1;
    r->v[r->n++][ncolumns] = value;
}

/* What flows in for a potential of 1, at the first connector against the second or (common) at
 * both; NAN: it is not determined, or the element is not of the kind. */
static double response(Passive *w, const Element *e, double s, bool common)
{
    Rows *r = &w->rows;
    r->n = w->ncolumns = 0;
    w->odd = false;
    for (int i = 0; i < e->nports; i++)
        if (column_of(w, e->potential[i]) < 0 || column_of(w, e->flow[i]) < 0)
            return NAN;
    for (int k = e->first; k; k = w->next[k - 1])
        if (!add_row(w, r, k - 1, s))
            return NAN;
    int sum = w->ncolumns, n = sum + 1;
    for (int i = 0; i < w->ncolumns; i++)
        if (is_open_input(w->d, w->column[i]))
            give(r, i, 0, n);
    for (int i = 0; i < e->nports; i++)
        give(r, 2 * i, common || !i ? 1 : 0, n);
    give(r, sum, 0, n); /* of the flows that count */
    for (int i = 0; i < (common ? e->nports : 1); i++)
        r->v[r->n - 1][2 * i + 1] = -1;
    if (!eliminate(r, n))
        return NAN;
    for (int i = 0; i < r->n; i++) {
        bool alone = r->v[i][sum] != 0;
        for (int c = 0; c < sum && alone; c++)
            alone = r->v[i][c] == 0;
        if (alone)
            return r->v[i][n] / r->v[i][sum];
    }
    return NAN;
}

static bool is_active(Passive *w, const Element *e, bool common)
{
    static const double s[] = {1e-3, 1, 1e3};
    for (int i = 0; i < 3; i++)
        if (!(response(w, e, s[i], common) < 0))
            return false;
    return true;
}

/* i = p.i, v = p.v - n.v: only names are given. */
static bool is_naming(const Passive *w, int k)
{
    Dae *d = w->d;
    Sides q = written_sides(d, k);
    LinearForm f = equation_linear(d->store, w->a, q.lhs, q.rhs, varies, d);
    bool plain = !f.nnon;
    for (int i = 0; i < f.n && plain; i++) {
        double c = expr_is_number(d->store, f.coef[i]) ? fabs(expr_number(d->store, f.coef[i])) : 0;
        plain = c == 1 && (f.var[i] < d->nflat || d->var.v[f.var[i]].int_of == NONE);
    }
    return plain;
}

/* Of two terms, and in each one side is the other with a minus: C*der(h) = -q. */
static bool is_turned(const Passive *w, int k)
{
    Dae *d = w->d;
    Sides q = written_sides(d, k);
    LinearForm f = equation_linear(d->store, w->a, q.lhs, q.rhs, varies, d);
    if (f.n != 2 || f.nnon)
        return false;
    return expr_value(d->store, f.coef[0], dae_parameter_values(d), NAN) *
               expr_value(d->store, f.coef[1], dae_parameter_values(d), NAN) >
           0;
}

/* The last equation of the user's with a minus of its own, or that says more than what something is
 * called; -1: none. */
static int suspect(const Passive *w, const Element *e)
{
    int found = -1, most = -1;
    for (int k = e->first; k; k = w->next[k - 1]) {
        if (!is_in_users_file(w->d, w->d->eq.v[k - 1].span) || w->d->eq.v[k - 1].kind != EQ_SCALAR)
            continue;
        int rank = is_naming(w, k - 1) ? 0 : 1 + is_turned(w, k - 1);
        found = rank >= most ? k - 1 : found;
        most = rank >= most ? rank : most;
    }
    return found;
}

/* a.i = b.i: both come in, which flows.c tells. */
static bool has_equal_flows(const Passive *w, const Element *e)
{
    Dae *d = w->d;
    for (int k = e->first; k && e->nports == 2; k = w->next[k - 1]) {
        LinearForm f = written_sum(d, w->a, written_sides(d, k - 1));
        bool both = f.n == 2 && !f.nnon && connector_role(d, f.var[0]) == ROLE_FLOW &&
                    connector_role(d, f.var[1]) == ROLE_FLOW;
        if (both && !is_turned(w, k - 1))
            return true;
    }
    return false;
}

static bool report(Passive *w, const Element *e)
{
    Dae *d = w->d;
    int k = suspect(w, e);
    if (k < 0)
        return false;
    Buf text = {0};
    source_text(d->ctx->sources, d->eq.v[k].span, &text);
    diag_warning(
        d->ctx->diags, d->eq.v[k].span,
        "`%s` gives out what it should take up: a flow counts positive into a component, and "
        "with what flows in `%s` falls; is a sign wrong, as in `%s`?",
        flat_part_text(d->flat, w->at), dae_var_text(d, e->potential[0]), buf_text(&text));
    buf_free(&text);
    return true;
}

void warn_active(Dae *d)
{
    if (!d->flat || d->of_library || d->classic || d->policy)
        return;
    const FlatModel *f = d->flat;
    Passive w = {.d = d, .a = arena_new()};
    w.element = ARENA_ARRAY(w.a, Element, f->part.n + 1);
    bool *looked = ARENA_ARRAY(w.a, bool, f->cls.n + 1); /* at a class */
    find_elements(&w);
    find_equations(&w);
    int told = 0;
    for (w.at = 1; w.at < (uint32_t)f->part.n && told < MOST_TOLD; w.at++) {
        const Element *e = &w.element[w.at];
        bool whole =
            e->nports && !e->other && e->first && w.at != f->root && !looked[f->part.v[w.at].cls];
        for (int i = 0; i < e->nports && whole; i++)
            whole = e->potential[i] != NONE && e->flow[i] != NONE;
        if (!whole || suspect(&w, e) < 0 || has_equal_flows(&w, e))
            continue;
        looked[f->part.v[w.at].cls] = true;
        if (is_active(&w, e, false) || (e->nports > 1 && is_active(&w, e, true)))
            told += report(&w, e);
    }
    arena_free(w.a);
}
