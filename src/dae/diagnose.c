/* diagnose.c - what is wrong with equations that cannot be matched, in the user's names.
 *
 * From an equation without unknown the search of Dulmage and Mendelsohn reaches a set of k
 * equations with k - 1 unknowns of which none can be left out; from an unknown without equation,
 * those that could be the undetermined one as well. If the matching is complete once every state
 * counts as unknown together with its derivative, the model is not wrong but of high index. Linear
 * in the size of the model. */
#include "base/die.h"
#include "dae/structure_internal.h"

#include <stdlib.h>

enum { MOST_NOTES = 8, MOST_NAMES = 8 };

void list_names(Dae *d, const uint32_t *var, int n, int most, Buf *out)
{
    for (int i = 0; i < n && i < most; i++) {
        buf_puts(out, i ? ", `" : "`");
        dae_var_name(d, var[i], out);
        buf_putc(out, '`');
    }
    if (n > most)
        buf_printf(out, " and %d more", n - most);
}

/* The equation as the user wrote it. */
void dae_print_written(Dae *d, int k, Buf *out)
{
    const DaeEq *eq = &d->eq.v[k];
    ExprNames names = dae_names(d);
    Expr lhs = eq->written_lhs ? eq->written_lhs : eq->lhs;
    Expr rhs = eq->written_lhs ? eq->written_rhs : eq->rhs;
    if (eq->kind != EQ_SCALAR) {
        dae_print_eq(d, k, out);
        return;
    }
    bool hidden = expr_op(d->store, lhs) == EX_VAR && d->var.v[var_number(d->store, lhs)].hidden;
    if (!hidden) {
        expr_print(d->store, lhs, &names, out);
        buf_puts(out, " = ");
    }
    expr_print(d->store, rhs, &names, out);
}

static void note_equation(Dae *d, int k, const char *before)
{
    Buf text = {0};
    const DaeEq *eq = &d->eq.v[k];
    dae_print_written(d, k, &text);
    const char *owner = eq->owner ? text_of(d->ctx, d->owner.v[eq->owner]) : "";
    diag_note(d->ctx->diags, eq->span, "%s`%s`%s%s%s%s", before, buf_text(&text),
              eq->from_connect ? " from a connection" : "", *owner ? " in `" : "", owner,
              *owner ? "`" : "");
    buf_free(&text);
}

/* ---- Eliminated equations ---- */

typedef struct Chain {
    Dae *d;
    Arena *a;
    int *first, *next;   /* lists of incidences: variable -> its removed equations */
    VEC(int) eq;         /* equation of an incidence */
    VEC(uint32_t) queue; /* variables reached */
    int *came;           /* [nvars] equation + 1 by which a variable was reached */
    uint32_t *from;      /* [nvars] the variable before it */
    VEC(uint32_t) var;   /* of the equation at hand */
} Chain;

static void collect_var(void *arg, uint32_t var)
{
    Chain *c = arg;
    if (c->d->var.v[var].kind > DV_PARAMETER || c->d->var.v[var].binding)
        vec_push(c->a, &c->var, var);
}

static void written_vars(Chain *c, int k)
{
    const DaeEq *eq = &c->d->eq.v[k];
    Expr side[2] = {eq->written_lhs ? eq->written_lhs : eq->lhs,
                    eq->written_lhs ? eq->written_rhs : eq->rhs};
    c->var.n = 0;
    for (int i = 0; i < 2 && eq->kind == EQ_SCALAR; i++)
        dae_visible_vars(c->d, side[i], collect_var, c);
}

static void open_chain(Chain *c)
{
    Dae *d = c->d;
    VEC(int) next = {0};
    c->first = ARENA_ARRAY(c->a, int, d->var.n);
    c->came = ARENA_ARRAY(c->a, int, d->var.n);
    c->from = ARENA_ARRAY(c->a, uint32_t, d->var.n);
    for (int k = 0; k < d->eq.n; k++) {
        if (!d->eq.v[k].removed || d->eq.v[k].kind != EQ_SCALAR)
            continue;
        written_vars(c, k);
        for (int i = 0; i < c->var.n; i++) {
            vec_push(c->a, &c->eq, k);
            vec_push(c->a, &next, c->first[c->var.v[i]]);
            c->first[c->var.v[i]] = c->eq.n;
        }
    }
    c->next = next.v;
}

static void note_chain(Chain *c, uint32_t v, int last)
{
    int notes = 0;
    if (last >= 0)
        note_equation(c->d, last, "known from ");
    for (; c->came[v] > 0 && notes < MOST_NOTES; v = c->from[v], notes++)
        note_equation(c->d, c->came[v] - 1, "known from ");
}

/* The shortest way from a variable over eliminated equations to another, or to one that has no
 * other variable. */
static bool note_way(Chain *c, uint32_t start, uint32_t goal)
{
    memset(c->came, 0, (size_t)c->d->var.n * sizeof *c->came);
    c->queue.n = 0;
    c->came[start] = -1;
    vec_push(c->a, &c->queue, start);
    for (int i = 0; i < c->queue.n; i++) {
        uint32_t v = c->queue.v[i];
        for (int e = c->first[v]; e; e = c->next[e - 1]) {
            int k = c->eq.v[e - 1];
            written_vars(c, k);
            if (goal == NO_ALIAS && c->var.n == 1) {
                note_chain(c, v, k);
                return true;
            }
            for (int j = 0; j < c->var.n; j++) {
                uint32_t u = c->var.v[j];
                if (c->came[u])
                    continue;
                c->came[u] = k + 1;
                c->from[u] = v;
                vec_push(c->a, &c->queue, u);
                if (u == goal) {
                    note_chain(c, u, -1);
                    return true;
                }
            }
        }
    }
    return false;
}

void explain_by_aliases(Dae *d, int eq)
{
    Arena *a = arena_new();
    Chain c = {.d = d, .a = a};
    open_chain(&c);
    written_vars(&c, eq);
    uint32_t *var = arena_copy(a, c.var.v, (size_t)c.var.n * sizeof *var);
    int n = c.var.n;
    if (n != 2 || !note_way(&c, var[0], var[1]))
        for (int i = 0; i < n && i < MOST_NOTES; i++)
            note_way(&c, var[i], NO_ALIAS);
    arena_free(a);
}

/* ---- Sets of equations ---- */

Pattern problem_solvable(const Problem *p)
{
    int n = p->row.n, k = 0;
    Pattern out = {.nrows = n,
                   .ncols = p->col.n,
                   .ptr = ARENA_ARRAY(p->a, int, n + 1),
                   .col = ARENA_ARRAY(p->a, int, p->p.ptr[n] + 1)};
    for (int r = 0; r < n; r++) {
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
            if (KIND_BIT(p->p.kind[e]) & MASK_SOLVABLE)
                out.col[k++] = p->p.col[e];
        out.ptr[r + 1] = k;
    }
    return out;
}

static bool is_users(const Problem *p, int r)
{
    int k = p->row.v[r].eq;
    return k >= 0 && !p->d->eq.v[k].from_connect && !p->d->eq.v[k].binding;
}

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

/* Those the user wrote as equations first; few in their order, many by distance. */
static void blame_users_first(const Problem *p, int *row, int n)
{
    int k = 0;
    int *sorted = ARENA_ARRAY(p->a, int, n);
    if (n <= MOST_NOTES)
        qsort(row, (size_t)n, sizeof *row, ascending);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++)
            if (is_users(p, row[i]) == !pass)
                sorted[k++] = row[i];
    memcpy(row, sorted, (size_t)n * sizeof *row);
}

static void note_rows(const Problem *p, const int *row, int n)
{
    int last = -1, notes = 0, more = 0;
    for (int i = 0; i < n; i++) {
        int k = p->row.v[row[i]].eq;
        if (k < 0 || k == last)
            continue;
        last = k;
        if (notes++ < MOST_NOTES)
            note_equation(p->d, k, "");
        else
            more++;
    }
    if (more)
        diag_note(p->d->ctx->diags, (Span){0, 0}, "and %d more equations", more);
}

static Span span_of(const Problem *p, int r)
{
    const Row *row = &p->row.v[r];
    return row->eq >= 0 ? p->d->eq.v[row->eq].span
                        : p->d->var.v[var_number(p->d->store, row->lhs)].span;
}

/* Unknowns matched to rows, in order of declaration. */
static int unknowns_of(const Problem *p, const int *row, int n, uint32_t *var)
{
    int k = 0, *col = ARENA_ARRAY(p->a, int, n);
    for (int i = 0; i < n; i++)
        if (p->row_col[row[i]] >= 0)
            col[k++] = p->row_col[row[i]];
    qsort(col, (size_t)k, sizeof *col, ascending);
    for (int i = 0; i < k; i++)
        var[i] = p->col.v[col[i]];
    return k;
}

/* "the model has 5 equations for 6 unknowns: " if that is so. */
static void print_counts(const Problem *p, Buf *out)
{
    int neq = p->row.n, nvar = p->col.n;
    if (neq == nvar)
        return;
    if (p->d->neq_flat - p->d->nunknowns_flat == neq - nvar) { /* as the user counts */
        neq = p->d->neq_flat;
        nvar = p->d->nunknowns_flat;
    }
    buf_printf(out, "the model has %d equation%s for %d unknown%s: ", neq, neq == 1 ? "" : "s",
               nvar, nvar == 1 ? "" : "s");
}

/* An equation that can be solved for nothing. */
static void report_useless(Problem *p, int r, const char *counts)
{
    Dae *d = p->d;
    int k = p->row.v[r].eq, n = 0;
    uint32_t *var = ARENA_ARRAY(p->a, uint32_t, p->p.ptr[r + 1] - p->p.ptr[r]);
    for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
        var[n++] = p->col.v[p->p.col[e]];
    Buf text = {0}, names = {0};
    dae_print_written(d, k, &text);
    list_names(d, var, n, MOST_NAMES, &names);
    if (n) {
        diag_error(d->ctx->diags, d->eq.v[k].span,
                   "%sthe equation `%s` cannot be solved for %s: a discrete unknown must stand "
                   "alone on one "
                   "side",
                   counts, buf_text(&text), buf_text(&names));
    } else {
        diag_error(d->ctx->diags, d->eq.v[k].span,
                   "%sthe equation `%s` determines nothing: what is in it is known already", counts,
                   buf_text(&text));
        explain_by_aliases(d, k);
    }
    buf_free(&text);
    buf_free(&names);
}

static void report_over(Problem *p, const Pattern *solvable, int free_row, const char *counts)
{
    Dae *d = p->d;
    int *row = ARENA_ARRAY(p->a, int, p->row.n);
    int n = dm_over_set(solvable, p->row_col, p->col_row, free_row, row);
    KRON_ASSERT(n > 0);
    uint32_t *var = ARENA_ARRAY(p->a, uint32_t, n);
    int nvar = unknowns_of(p, row, n, var);
    blame_users_first(p, row, n);
    Buf text = {0};
    if (n == 1) {
        report_useless(p, row[0], counts);
    } else {
        list_names(d, var, nvar, MOST_NAMES, &text);
        diag_error(d->ctx->diags, span_of(p, row[0]), "%s%d equations determine only %s%s", counts,
                   n, nvar == 1 ? "" : "the unknowns ", buf_text(&text));
        note_rows(p, row, n);
    }
    buf_free(&text);
}

static void report_under(Problem *p, const Pattern *solvable, int free_col, const char *counts)
{
    Dae *d = p->d;
    int *col = ARENA_ARRAY(p->a, int, p->col.n);
    int n = dm_under_set(solvable, p->row_col, p->col_row, free_col, col);
    KRON_ASSERT(n > 0);
    uint32_t *var = ARENA_ARRAY(p->a, uint32_t, n);
    for (int i = 0; i < n; i++)
        var[i] = p->col.v[col[i]];
    Buf first = {0}, others = {0};
    list_names(d, var, 1, 1, &first);
    list_names(d, var + 1, n - 1, MOST_NAMES, &others);
    diag_error(d->ctx->diags, d->var.v[var[0]].span, "%sno equation determines %s%s%s%s", counts,
               buf_text(&first), n > 1 ? " (it could also be " : "", buf_text(&others),
               n > 1 ? ")" : "");
    buf_free(&first);
    buf_free(&others);
}

/* ---- High index ---- */

typedef struct Merged {
    Problem *p;
    VEC(int) col;
    VEC(uint8_t) kind;
    int *stamp;
    int row;
} Merged;

static void add_merged(Merged *m, int col, uint8_t kind)
{
    if (col < 0 || m->stamp[col] == m->row + 1)
        return;
    m->stamp[col] = m->row + 1;
    vec_push(m->p->a, &m->col, col);
    vec_push(m->p->a, &m->kind, kind);
}

static void add_state_column(void *arg, uint32_t var)
{
    Merged *m = arg;
    const Dae *d = m->p->d;
    if (d->var.v[var].kind != DV_STATE)
        return;
    for (int sign = 1; d->var.v[var].der_of;)
        var = dae_root(d, d->var.v[var].der_of, &sign);
    add_merged(m, problem_col(m->p, var), KIND_NON);
}

/* The incidence with the columns of derivatives standing for their states too. */
static Pattern merged_pattern(Problem *p)
{
    Merged m = {.p = p, .stamp = ARENA_ARRAY(p->a, int, p->col.n + 1)};
    Pattern out = {
        .nrows = p->row.n, .ncols = p->col.n, .ptr = ARENA_ARRAY(p->a, int, p->row.n + 1)};
    for (int r = 0; r < p->row.n; r++) {
        const Row *row = &p->row.v[r];
        m.row = r;
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
            add_merged(&m, p->p.col[e], p->p.kind[e]);
        if (row->kind == ROW_OBJECT) {
            add_state_column(&m, p->d->eq.v[row->eq].output[row->output]);
        } else if (!p->d->eq.v[row->eq].discrete) {
            dae_visible_vars(p->d, row->lhs, add_state_column, &m);
            dae_visible_vars(p->d, row->rhs, add_state_column, &m);
        }
        out.ptr[r + 1] = m.col.n;
    }
    out.col = m.col.v;
    out.kind = m.kind.v;
    return out;
}

bool is_high_index(Problem *p)
{
    if (p->row.n != p->col.n)
        return false;
    Pattern merged = merged_pattern(p);
    int *row_col = arena_copy(p->a, p->row_col, (size_t)p->row.n * sizeof(int));
    int *col_row = arena_copy(p->a, p->col_row, (size_t)p->col.n * sizeof(int));
    return match_rows(&merged, MASK_SOLVABLE, NULL, row_col, col_row) == p->row.n;
}

/* ---- Problems ---- */

void diagnose_simulation(Problem *p)
{
    Pattern solvable = problem_solvable(p);
    Buf counts = {0};
    print_counts(p, &counts);
    bool over = false;
    for (int r = 0; r < p->row.n && !over; r++) {
        if (p->row_col[r] >= 0)
            continue;
        over = true;
        report_over(p, &solvable, r, p->row.n > p->col.n ? buf_text(&counts) : "");
    }
    for (int c = 0; c < p->col.n; c++)
        if (p->col_row[c] < 0) {
            report_under(p, &solvable, c, p->row.n < p->col.n ? buf_text(&counts) : "");
            break;
        }
    buf_free(&counts);
}

void diagnose_too_many(Problem *p, int nrows, int nequations)
{
    Dae *d = p->d;
    Pattern some = problem_solvable(p);
    some.nrows = nrows;
    uint8_t *row_part = ARENA_ARRAY(p->a, uint8_t, nrows + 1);
    uint8_t *col_part = ARENA_ARRAY(p->a, uint8_t, p->col.n + 1);
    int *row = ARENA_ARRAY(p->a, int, nrows + 1), k = 0, surplus = 0, last = 0;
    bool done = dm_decompose(&some, p->row_col, p->col_row, row_part, col_part);
    KRON_ASSERT(done);
    for (int r = 0; r < nrows; r++) {
        surplus += p->row_col[r] < 0;
        last = p->row_col[r] < 0 ? r : last;
        if (row_part[r] == DM_OVER && r >= nequations) /* the conditions among them */
            row[k++] = r;
    }
    if (!k)
        row[k++] = last;
    if (k == 1)
        diag_error(d->ctx->diags, span_of(p, row[0]),
                   "there is one initial condition too many: the equations determine what it sets");
    else
        diag_error(d->ctx->diags, span_of(p, row[0]),
                   "there are too many initial conditions: %d of these %d cannot be met", surplus,
                   k);
    for (int i = 0; i < k && i < MOST_NOTES; i++) {
        const Row *q = &p->row.v[row[i]];
        if (q->kind == ROW_START && q->start_of) {
            Buf name = {0};
            dae_var_name(d, q->start_of - 1, &name);
            diag_note(d->ctx->diags, d->var.v[q->start_of - 1].span,
                      "the fixed start value of `%s`", buf_text(&name));
            buf_free(&name);
        } else if (q->eq >= 0) {
            note_equation(d, q->eq, "");
        }
    }
}

void diagnose_too_few(Problem *p)
{
    Pattern solvable = problem_solvable(p);
    for (int c = 0; c < p->col.n; c++)
        if (p->col_row[c] < 0) {
            report_under(p, &solvable, c, "at the start ");
            return;
        }
}
