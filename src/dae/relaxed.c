/* relaxed.c - relax(x) in equations: the relaxed block lower triangular form, and what is wrong
 * where there is none (RX-10, RX-12, RX-31, E-2; paper `relaxing-1996`).
 *
 * relax(x) says that an equation is not to be solved for x: x counts as known there. A mark belongs
 * to an equation and a variable, so it survives the elimination of aliases (the variable that is
 * left), differentiation (the derivatives of x in the derivative of the equation) and everything
 * else that leaves the equation its number. It has a meaning inside a system only; an equation that
 * is solved by itself is solved for what there is.
 *
 * The equations are matched without what is relaxed. If that fails for sums at connections only,
 * whose flows are all given by relaxed equations, these sums and the unknowns that nothing
 * determines (Dulmage and Mendelsohn) are left as a system of their own: nodes and potentials, as
 * modified nodal analysis has them (RX-40 to RX-42). Anything else is an error. An equation with
 * residue(x) may be matched to x whatever stands in it. Near-linear but for the matching. */
#include "dae/relaxed.h"
#include "base/die.h"
#include "dae/diagnose.h"

#include <stdlib.h>

/* ---- Marks ---- */

/* Marks of a problem, by row. */
struct RelaxedMarks {
    Map at;       /* (row, column) + 1 each -> 1 */
    bool *row;    /* [rows] has one */
    Map named;    /* variable + 1 that is relaxed under this name: 1 */
    Map flow_of;  /* variable + 1 that is the only flow left at a connection: 1 */
    int *scratch; /* [columns] local number, -1 */
};

bool relaxed_is_on(const Problem *p)
{
    return p->d->relax != RELAX_OFF && p->d->relax_mark.n > 0 && p->role != SYSTEM_HIGHEST;
}

/* x and its derivatives, up to the order of the equation. */
static void mark_column(Problem *p, struct RelaxedMarks *m, int r, VarId x, int order)
{
    const Dae *d = p->d;
    for (int k = 0; k <= order && x != NONE; k++) {
        VarId root = dae_root(d, x, NULL);
        int c = problem_col(p, root);
        map_set(&m->named, p->a, (uint64_t)x + 1, 1);
        if (c >= 0) {
            map_set(&m->at, p->a, map_pair((uint32_t)r + 1, (uint32_t)c + 1), 1);
            m->row[r] = true;
        }
        x = d->var.v[x].der_of != NONE ? d->var.v[x].der_of : d->var.v[root].der_of;
    }
}

static void mark_row(Problem *p, struct RelaxedMarks *m, int r)
{
    const Dae *d = p->d;
    int eq = p->row.v[r].eq, order = 0;
    if (eq < 0 || p->row.v[r].kind == ROW_OBJECT)
        return;
    for (; d->eq.v[eq].source != NONE; order++)
        eq = (int)d->eq.v[eq].source;
    for (int i = dae_first_relaxed(d, eq); i < d->relax_mark.n && d->relax_mark.v[i].eq == eq; i++)
        mark_column(p, m, r, d->relax_mark.v[i].of, order);
}

/* The flow that a sum at a connection, which has been used to eliminate one, is about: its others
 * are that one or none, as those of pins that nothing else is connected to. */
static VarId only_flow(const Dae *d, const VarList *in)
{
    VarId x = NONE;
    for (int i = 0; i < in->n; i++) {
        VarId root = dae_root(d, in->var[i], NULL);
        if (root == x || dae_var(d, root)->kind <= DV_PARAMETER)
            continue;
        if (x != NONE)
            return NONE;
        x = root;
    }
    return x;
}

static struct RelaxedMarks *marks_of(Problem *p)
{
    if (p->relaxed)
        return p->relaxed;
    struct RelaxedMarks *m = p->relaxed = ARENA_NEW(p->a, struct RelaxedMarks);
    const Dae *d = p->d;
    m->row = ARENA_ARRAY(p->a, bool, p->row.n + 1);
    m->scratch = ints_filled(p->a, p->col.n, -1);
    for (int r = 0; r < p->row.n; r++)
        mark_row(p, m, r);
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        Sides w = q->flow_sum && q->removed ? written_sides(d, k) : (Sides){0};
        VarList in = w.lhs ? expr_vars(d->store, p->a, 2, (Expr[]){w.lhs, w.rhs}) : (VarList){0};
        VarId x = only_flow(d, &in);
        if (x != NONE)
            map_set(&m->flow_of, p->a, (uint64_t)x + 1, 1);
    }
    return m;
}

bool is_relaxed(Problem *p, int r, int c)
{
    return relaxed_is_on(p) && marks_of(p)->row[r] &&
           map_get(&marks_of(p)->at, map_pair((uint32_t)r + 1, (uint32_t)c + 1), 0);
}

/* ---- Components that belong together ---- */

typedef struct Join {
    Problem *p;
    const int *order, *border;
    int n;       /* components */
    int *of_col; /* [columns] component */
    int *parent; /* [n] union-find: what they are joined to */
} Join;

static int leader(Join *j, int k)
{
    while (j->parent[k] != k)
        k = j->parent[k] = j->parent[j->parent[k]];
    return k;
}

/* The system of several equations before component k that its only equation should be solved in;
 * -1: none. */
static int system_before(const Join *j, int k)
{
    const Problem *p = j->p;
    int r = j->order[j->border[k]], found = -1;
    if (j->border[k + 1] - j->border[k] > 1 || !is_relaxed(j->p, r, p->row_col[r]))
        return -1;
    for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
        int before = j->of_col[p->p.col[e]];
        if (before < 0 || before == k || is_relaxed(j->p, r, p->p.col[e]))
            continue;
        bool several = j->border[before + 1] - j->border[before] > 1;
        found = several && before > found ? before : found;
    }
    return found;
}

/* Whether component k needs one that is joined to `with`; those between are joined, too. */
static void join_between(Join *j, int first, int last)
{
    const Problem *p = j->p;
    bool *needs = ARENA_ARRAY(p->a, bool, last - first + 1);
    int with = leader(j, first);
    needs[0] = true;
    bool *needed = ARENA_ARRAY(p->a, bool, last - first + 1);
    for (int k = first + 1; k <= last; k++)
        for (int i = j->border[k]; i < j->border[k + 1] && !needs[k - first]; i++)
            for (int e = p->p.ptr[j->order[i]]; e < p->p.ptr[j->order[i] + 1]; e++) {
                int before = j->of_col[p->p.col[e]];
                if (before >= first && before < k && needs[before - first])
                    needs[k - first] = true;
            }
    needed[last - first] = true;
    for (int k = last; k > first; k--)
        for (int i = j->border[k]; i < j->border[k + 1] && needed[k - first]; i++)
            for (int e = p->p.ptr[j->order[i]]; e < p->p.ptr[j->order[i] + 1]; e++) {
                int before = j->of_col[p->p.col[e]];
                if (before >= first && before < k)
                    needed[before - first] = true;
            }
    for (int k = first + 1; k <= last; k++)
        if (needs[k - first] && needed[k - first])
            j->parent[leader(j, k)] = with;
}

/* Components in the order of the graph in which those that are joined are one. */
static int sort_joined(Join *j, int *order, int *border)
{
    Problem *p = j->p;
    int n = j->border[j->n], *number = ints_filled(p->a, j->n, -1), count = 0, narcs = 0;
    for (int k = 0; k < j->n; k++)
        if (leader(j, k) == k)
            number[k] = count++;
    int *first = ints_filled(p->a, count + 1, -1), *next = ints_filled(p->a, j->n, -1);
    for (int k = j->n - 1; k >= 0; k--) {
        int of = number[leader(j, k)];
        next[k] = first[of];
        first[of] = k;
    }
    for (int i = 0; i < n; i++)
        narcs += p->p.ptr[j->order[i] + 1] - p->p.ptr[j->order[i]];
    int *ptr = ARENA_ARRAY(p->a, int, count + 1), *succ = ARENA_ARRAY(p->a, int, narcs + 1), at = 0;
    for (int c = 0; c < count; c++) {
        for (int k = first[c]; k >= 0; k = next[k])
            for (int i = j->border[k]; i < j->border[k + 1]; i++)
                for (int e = p->p.ptr[j->order[i]]; e < p->p.ptr[j->order[i] + 1]; e++) {
                    int before = j->of_col[p->p.col[e]];
                    if (before >= 0 && number[leader(j, before)] != c)
                        succ[at++] = number[leader(j, before)];
                }
        ptr[c + 1] = at;
    }
    int *sorted = ARENA_ARRAY(p->a, int, count + 1), *ends = ARENA_ARRAY(p->a, int, count + 2);
    int nsorted = strong_components(count, ptr, succ, sorted, ends), *old = order;
    KRON_MEMORY(nsorted >= 0);
    old = arena_copy(p->a, order, (size_t)n * sizeof *order);
    const int *was = arena_copy(p->a, border, (size_t)(j->n + 1) * sizeof *border);
    at = 0;
    for (int c = 0; c < nsorted; c++) {
        for (int i = ends[c]; i < ends[c + 1]; i++)
            for (int k = first[sorted[i]]; k >= 0; k = next[k])
                for (int m = was[k]; m < was[k + 1]; m++)
                    order[at++] = old[m];
        border[c + 1] = at;
    }
    return nsorted;
}

void relaxed_join(Problem *p, int *order, int *border, int *ncomponents)
{
    if (!relaxed_is_on(p))
        return;
    Join j = {p,
              order,
              border,
              *ncomponents,
              ints_filled(p->a, p->col.n, -1),
              ints_counting(p->a, *ncomponents)};
    bool any = false;
    for (int k = 0; k < j.n; k++)
        for (int i = border[k]; i < border[k + 1]; i++)
            j.of_col[p->row_col[order[i]]] = k;
    for (int k = 0; k < j.n; k++) {
        int before = system_before(&j, k);
        any = any || before >= 0;
        if (before >= 0)
            join_between(&j, before, k);
    }
    if (any)
        *ncomponents = sort_joined(&j, order, border);
}

/* ---- The form ---- */

typedef struct Forming {
    Problem *p;
    struct RelaxedMarks *m;
    RelaxedForm *f;
    int *place;      /* [columns of the problem] local number, -1 */
    int *at;         /* [n] rows of the pattern: those that may be left come last ... */
    int end[3];      /* ... behind the others, those of joined flows, sums at nodes */
    Pattern pattern; /* of rows at[], without what is relaxed */
    int *rc, *cr;    /* the matching */
} Forming;

/* A sum of flows at a connection, or an equation of a flow that is the only other one at its
 * connection: what stands for a node. */
static bool is_node(const Forming *w, int i)
{
    const Row *row = &w->p->row.v[w->f->row[i]];
    return row->kind == ROW_EQUATION && row->eq >= 0 && w->p->d->eq.v[row->eq].flow_sum;
}

/* Whether an equation has a flow that the connection of two elements has made one of two; it may
 * be known, as that of an inductor or of a source. */
static bool has_joined_flow(const Forming *w, int r)
{
    const Dae *d = w->p->d;
    Sides at = written_sides(d, w->p->row.v[r].eq);
    VarList in = expr_vars(d->store, w->p->a, 2, (Expr[]){at.lhs, at.rhs});
    for (int i = 0; i < in.n; i++) {
        VarId x = dae_root(d, in.var[i], NULL);
        int c = problem_col(w->p, x);
        bool none = dae_var(d, x)->was_variable; /* nothing flows */
        if ((c < 0 || !is_relaxed(w->p, r, c)) &&
            (none || map_get(&w->m->flow_of, (uint64_t)x + 1, 0)))
            return true;
    }
    return false;
}

/* An equation with marks and such a flow, and no other unknown: it stands for the sum at the node
 * of the two. */
static bool is_of_joined_flow(const Forming *w, int i)
{
    int r = w->f->row[i], n = 0;
    for (int e = w->p->p.ptr[r]; e < w->p->p.ptr[r + 1] && w->m->row[r]; e++) {
        int c = w->p->p.col[e];
        n += w->place[c] >= 0 && !is_relaxed(w->p, r, c);
    }
    return w->m->row[r] && n <= 1 && has_joined_flow(w, r);
}

/* Notes what is relaxed; [n] whether an unknown also occurs as it is. */
static bool *find_occurrences(const Forming *w)
{
    const Problem *p = w->p;
    bool *plain = ARENA_ARRAY(p->a, bool, w->f->n + 1);
    for (int i = 0; i < w->f->n; i++) {
        int r = w->f->row[i];
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
            int c = w->place[p->p.col[e]];
            if (c < 0)
                continue;
            bool relaxed = is_relaxed(w->p, r, p->p.col[e]);
            plain[c] = plain[c] || !relaxed;
            w->f->relaxed[c] = w->f->relaxed[c] || relaxed;
        }
    }
    return plain;
}

/* The unknown of the system that column c follows from by an equation outside of it, with a mark or
 * without one; -1: there is none, or several. */
static int place_behind(const Forming *w, int c)
{
    const Problem *p = w->p;
    int r = p->col_row[c], found = -1;
    for (int e = r < 0 ? 0 : p->p.ptr[r]; r >= 0 && e < p->p.ptr[r + 1]; e++) {
        int place = w->place[p->p.col[e]];
        if (place >= 0 && found >= 0)
            return -1;
        found = place >= 0 ? place : found;
    }
    return found;
}

/* The unknown of a pair that residue() gives, if an equation may be left over for it; -1.
 * Elimination gives it an entry there, if it has none (two joints without a body between them), by
 * equations in which it is not relaxed (RX-55). Where an unknown of a neighbour is the same, as the
 * acceleration that a hinge on the world passes on, what is relaxed under that name is the
 * neighbour's. */
static int given_place(const Forming *w, int pair, const bool *plain)
{
    const Problem *p = w->p;
    VarId of = p->d->hint.v[pair].of;
    int c = problem_col(p, dae_root(p->d, of, NULL));
    int place = c < 0 ? -1 : w->place[c] < 0 ? place_behind(w, c) : w->place[c];
    bool named = map_get(&w->m->named, (uint64_t)of + 1, 0);
    return place >= 0 && (plain[place] || !named) ? place : -1;
}

/* The unknowns that an equation is left over for: that of residue() in it; or, if the equation with
 * residue() has been eliminated (the torque about an axis of the world is 0), those whose torques
 * it has. */
static void put_given(const Forming *w, PatternBuilder *b, int r, const bool *plain)
{
    Problem *p = w->p;
    int one, *pair = &one, eq = p->row.v[r].kind == ROW_OBJECT ? -1 : p->row.v[r].eq;
    int n = given_residual(p, eq, &one) != NONE ? 1 : given_by_laws(p, eq, &pair);
    for (int i = 0; i < n; i++)
        pattern_put(b, given_place(w, pair[i], plain), KIND_NON);
}

static void make_pattern(Forming *w)
{
    Problem *p = w->p;
    RelaxedForm *f = w->f;
    int n = 0;
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < f->n; i++) {
            int mine = is_node(w, i) ? 2 : is_of_joined_flow(w, i) ? 1 : 0;
            if (mine == pass)
                w->at[n++] = i;
        }
        w->end[pass] = n;
    }
    const bool *plain = find_occurrences(w);
    PatternBuilder b = pattern_begin(p->a, f->n, f->n);
    for (int k = 0; k < f->n; k++) {
        int r = f->row[w->at[k]];
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
            if (w->place[p->p.col[e]] >= 0 && !is_relaxed(p, r, p->p.col[e]))
                pattern_put(&b, w->place[p->p.col[e]], p->p.kind[e]);
        put_given(w, &b, r, plain);
        pattern_next(&b);
    }
    w->pattern = b.p;
}

/* What must not be left first, then the rest. Entries that are safe to divide by are preferred. */
static int match_form(Forming *w)
{
    static const uint32_t stage[] = {MASK_NUMBER, MASK_PARAM, MASK_LINEAR, MASK_SOLVABLE};
    Pattern some = w->pattern;
    int matched = 0;
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < sizeof stage / sizeof *stage; i++) {
            some.nrows = w->end[pass];
            matched = match_rows(&some, stage[i], NULL, w->rc, w->cr);
            KRON_MEMORY(matched >= 0);
        }
    return matched;
}

/* Columns that no equation determines: those reached from the ones that are not matched. */
static bool *undetermined(Forming *w, int *count)
{
    int n = w->f->n, nstart = 0, *cols = ARENA_ARRAY(w->p->a, int, n + 1);
    bool *is = ARENA_ARRAY(w->p->a, bool, n + 1);
    Pattern t;
    for (int c = 0; c < n; c++)
        if (w->cr[c] < 0)
            cols[nstart++] = c;
    KRON_MEMORY(pattern_transpose(&w->pattern, &t));
    *count = dm_over_set(&t, w->rc, cols, nstart);
    pattern_free(&t);
    KRON_MEMORY(*count >= 0);
    for (int i = 0; i < *count; i++)
        is[cols[i]] = true;
    return is;
}

/* Whether an equation that is not matched may be left: all its flows are given by equations with
 * marks. */
static bool may_be_left(const Forming *w, int k)
{
    if (k < w->end[0])
        return false;
    for (int e = w->pattern.ptr[k]; e < w->pattern.ptr[k + 1]; e++) {
        int by = w->cr[w->pattern.col[e]];
        if (by < 0 || !w->m->row[w->f->row[w->at[by]]])
            return false;
    }
    return true;
}

static void note_fault(Forming *w, int k, const bool *open)
{
    RelaxedForm *f = w->f;
    Arena *a = w->p->a;
    int *rows = ARENA_ARRAY(a, int, f->n + 1);
    rows[0] = k;
    f->nover = dm_over_set(&w->pattern, w->cr, rows, 1);
    KRON_MEMORY(f->nover >= 0);
    f->over = ARENA_ARRAY(a, int, f->nover + 1);
    for (int i = 0; i < f->nover; i++)
        f->over[i] = w->at[rows[i]];
    f->under = ARENA_ARRAY(a, int, f->n + 1);
    for (int c = 0; c < f->n; c++)
        if (open[c])
            f->under[f->nunder++] = c;
}

/* Strong components of the equations that are solved for something. */
static void sort_form(Forming *w, const bool *open)
{
    RelaxedForm *f = w->f;
    Arena *a = w->p->a;
    int n = f->n, *node = ints_filled(a, n, -1), *rows = ARENA_ARRAY(a, int, n + 1), m = 0, at = 0;
    for (int i = 0; i < n; i++)
        f->solved[i] = -1;
    for (int k = 0; k < n; k++)
        if (w->rc[k] >= 0 && !open[w->rc[k]])
            f->solved[w->at[k]] = w->rc[k];
    for (int i = 0; i < n; i++) /* in the order of the block */
        if (f->solved[i] >= 0) {
            node[f->solved[i]] = m;
            rows[m++] = i;
        }
    int *inverse = ARENA_ARRAY(a, int, n + 1), *ptr = ARENA_ARRAY(a, int, m + 1);
    int *succ = ARENA_ARRAY(a, int, w->pattern.ptr[n] + 1);
    for (int k = 0; k < n; k++)
        inverse[w->at[k]] = k;
    for (int i = 0; i < m; i++) {
        int k = inverse[rows[i]];
        for (int e = w->pattern.ptr[k]; e < w->pattern.ptr[k + 1]; e++)
            if (node[w->pattern.col[e]] >= 0 && node[w->pattern.col[e]] != i)
                succ[at++] = node[w->pattern.col[e]];
        ptr[i + 1] = at;
    }
    f->order = ARENA_ARRAY(a, int, m + 1);
    f->begin = ARENA_ARRAY(a, int, m + 2);
    f->npairs = m;
    f->nblocks = strong_components(m, ptr, succ, f->order, f->begin);
    KRON_MEMORY(f->nblocks >= 0);
    for (int i = 0; i < m; i++)
        f->order[i] = rows[f->order[i]];
    f->row_left = ARENA_ARRAY(a, int, n - m + 1);
    f->col_left = ARENA_ARRAY(a, int, n - m + 1);
    for (int i = 0; i < n; i++) {
        if (f->solved[i] < 0)
            f->row_left[f->nleft++] = i;
    }
    for (int c = 0, k = 0; c < n; c++)
        if (open[c])
            f->col_left[k++] = c;
}

RelaxedForm *relaxed_form(Problem *p, const int *row, const int *col, int n)
{
    if (!relaxed_is_on(p) || n < 2)
        return NULL;
    struct RelaxedMarks *m = marks_of(p);
    Forming w = {.p = p, .m = m, .place = m->scratch};
    bool any = false;
    for (int i = 0; i < n; i++)
        w.place[col[i]] = i;
    for (int i = 0; i < n && !any; i++)
        for (int e = p->p.ptr[row[i]]; e < p->p.ptr[row[i] + 1] && m->row[row[i]] && !any; e++)
            any = w.place[p->p.col[e]] >= 0 && is_relaxed(p, row[i], p->p.col[e]);
    if (any) {
        w.f = ARENA_NEW(p->a, RelaxedForm);
        *w.f = (RelaxedForm){.n = n, .row = row, .col = col};
        w.f->solved = ARENA_ARRAY(p->a, int, n + 1);
        w.f->relaxed = ARENA_ARRAY(p->a, bool, n + 1);
        w.at = ARENA_ARRAY(p->a, int, n + 1);
        w.rc = ints_filled(p->a, n, -1);
        w.cr = ints_filled(p->a, n, -1);
        make_pattern(&w);
        match_form(&w);
        int nopen = 0;
        bool *open = undetermined(&w, &nopen);
        for (int k = 0; k < n && !w.f->nover; k++)
            if (w.rc[k] < 0 && !may_be_left(&w, k))
                note_fault(&w, k, open);
        if (!w.f->nover)
            sort_form(&w, open);
    }
    for (int i = 0; i < n; i++)
        w.place[col[i]] = -1;
    return w.f;
}

/* ---- What is wrong (E-2) ---- */

typedef struct Misfit {
    Problem *p;
    const RelaxedForm *f;
    bool *under; /* [n] nothing determines it */
} Misfit;

/* The equation as it stands in the text, with its marks. */
static const char *text_of_row(const Misfit *w, int i)
{
    Dae *d = w->p->d;
    Buf text = {0};
    if (marks_of(w->p)->row[w->f->row[i]])
        source_text(d->ctx->sources, d->eq.v[w->p->row.v[w->f->row[i]].eq].span, &text);
    for (char *s = text.s; s && s < text.s + text.n; s++)
        *s = *s == '\n' || *s == '\t' ? ' ' : *s;
    return text.n && text.n < 100 ? dae_text(d, &text)
                                  : dae_written_text(d, w->p->row.v[w->f->row[i]].eq);
}

static const char *owner_of_row(const Misfit *w, int i)
{
    return eq_owner(w->p->d, w->p->row.v[w->f->row[i]].eq);
}

/* The name by which an equation has a variable; NONE if it does not have it. */
static VarId name_in(const Misfit *w, int i, int col)
{
    Dae *d = w->p->d;
    int eq = w->p->row.v[w->f->row[i]].eq;
    Sides q = written_sides(d, eq);
    VarList in = expr_vars(d->store, w->p->a, 2, (Expr[]){q.lhs, q.rhs});
    VarId root = w->p->col.v[w->f->col[col]];
    for (int k = 0; k < in.n; k++)
        if (dae_root(d, in.var[k], NULL) == root)
            return in.var[k];
    return NONE;
}

/* A potential, or the derivative of one: what two ends of a component have both. */
static bool is_flow(const Misfit *w, VarId x)
{
    const Dae *d = w->p->d;
    for (int k = 0; k < d->eq.n; k++) {
        Sides q = d->eq.v[k].flow_sum ? written_sides(d, k) : (Sides){0};
        if (q.lhs && (expr_has_var(d->store, q.lhs, x) || expr_has_var(d->store, q.rhs, x)))
            return true;
    }
    return false;
}

/* Whether the equation would be right if the component were turned: it relaxes a potential that
 * nothing determines and is solved for another one. `from`, `to`: their names in it. */
static bool is_turned(const Misfit *w, int i, VarId *from, VarId *to)
{
    Problem *p = w->p;
    int r = w->f->row[i];
    *from = *to = NONE;
    for (int c = 0; c < w->f->n; c++) {
        VarId x = name_in(w, i, c);
        if (x == NONE || is_flow(w, x))
            continue;
        if (is_relaxed(p, r, w->f->col[c]) && w->under[c])
            *from = x;
        else if (!is_relaxed(p, r, w->f->col[c]) && !w->under[c])
            *to = x;
    }
    return *from != NONE && *to != NONE && *owner_of_row(w, i);
}

static void advise_turning(const Misfit *w)
{
    Dae *d = w->p->d;
    const RelaxedForm *f = w->f;
    VarId from, to;
    for (int i = 0; i < f->nover; i++) {
        int k = f->over[i];
        if (!is_turned(w, k, &from, &to))
            continue;
        diag_note(d->ctx->diags, users_place_of_eq(d, w->p->row.v[f->row[k]].eq),
                  "turn `%s` around, with its ends exchanged%s: its equation gives `%s` from `%s`, "
                  "and here `%s` is determined already; or tear with %sresidue() instead of "
                  "relaxing, which does not depend on the orientation",
                  owner_of_row(w, k),
                  d->classic
                      ? " (in connect with `\\` before its name, or without it where it stands)"
                      : "",
                  dae_var_text(d, to), dae_var_text(d, from), dae_var_text(d, to),
                  d->classic ? "" : "Kron.");
        return;
    }
    diag_note(d->ctx->diags, (Span){0},
              "relax all unknowns of an equation but the one it is to be solved for; take away a "
              "%srelax() of `%s`, or turn a component around",
              d->classic ? "" : "Kron.",
              f->nunder ? dae_var_text(d, w->p->col.v[f->col[f->under[0]]]) : "a variable");
}

static void report_fault(Problem *p, const RelaxedForm *f)
{
    enum { MOST = 6 };
    Dae *d = p->d;
    Misfit w = {p, f, ARENA_ARRAY(p->a, bool, f->n + 1)};
    VarId *name = ARENA_ARRAY(p->a, VarId, f->n + 1);
    for (int i = 0; i < f->nunder; i++) {
        w.under[f->under[i]] = true;
        name[i] = p->col.v[f->col[f->under[i]]];
    }
    int first = f->over[0];
    VarId from, to;
    bool turned = false;
    for (int i = f->nover - 1; i >= 0; i--) {
        bool its = is_turned(&w, f->over[i], &from, &to);
        if (its || (!turned && marks_of(p)->row[f->row[f->over[i]]]))
            first = f->over[i];
        turned = turned || its;
    }
    diag_error(d->ctx->diags, users_place_of_eq(d, p->row.v[f->row[first]].eq),
               "relax() leaves nothing to determine %s: without what is relaxed, %d equations of "
               "the system of %d determine %d unknown%s",
               names_text(d, name, f->nunder, MOST), f->nover, f->n, f->nover - 1,
               f->nover == 2 ? "" : "s");
    for (int i = 0; i < f->nover && i < MOST; i++) {
        const char *owner = owner_of_row(&w, f->over[i]);
        diag_note(d->ctx->diags, d->eq.v[p->row.v[f->row[f->over[i]]].eq].span, "%s%s%s%s",
                  *owner ? "in `" : "", owner, *owner ? "`: " : "", text_of_row(&w, f->over[i]));
    }
    advise_turning(&w);
}

bool relaxed_check(Problem *p, const int *order, const int *border, int ncomponents)
{
    bool good = true;
    for (int k = 0; k < ncomponents && relaxed_is_on(p); k++) {
        int n = border[k + 1] - border[k], *col = ARENA_ARRAY(p->a, int, n + 1);
        for (int i = 0; i < n; i++)
            col[i] = p->row_col[order[border[k] + i]];
        const RelaxedForm *f = n > 1 ? relaxed_form(p, order + border[k], col, n) : NULL;
        if (f && f->nover)
            report_fault(p, f);
        good = good && !(f && f->nover);
    }
    return good;
}
