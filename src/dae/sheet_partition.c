/* sheet_partition.c - assignment of variables to equations, and sorting (FM-22, FM-39).
 *
 * Assignment: equations in the order of the listing, each takes the first of its variables that is
 * free, else the first for which the others can make room (depth-first with look-ahead: Duff's
 * MC21, which the paper cites). Large systems begin with the fast matching of graph/. Sorting:
 * strong components (Tarjan), visited from the derivatives of the states, then the rest, outputs
 * last. A singular problem is not sorted: what is left over is listed (E-1). */
#include "dae/sheet_internal.h"
#include "dae/structure_internal.h"

enum { LARGE = 20000 };

typedef struct Partition {
    SheetWork *w;
    int n;             /* rows: an equation object has one for each of its results */
    int *eq;           /* [n] numbers in Sheet.eq */
    int *ptr, *col;    /* unknowns of the rows (variable numbers), in the order as written */
    int *row_of_eq;    /* [eq.n] first row, -1 */
    int *var_row;      /* [nvars] row a variable is assigned to, -1 */
    uint32_t *row_var; /* [n] */
    /* scratch of `augment` */
    int *stamp, *path, *at;
} Partition;

/* ---- Rows ---- */

static void make_rows(Partition *p)
{
    SheetWork *w = p->w;
    Sheet *s = w->s;
    VEC(int) eq = {0}, ptr = {0}, col = {0};
    NumberList in = {0};
    p->row_of_eq = ARENA_ARRAY(w->a, int, s->eq.n);
    for (int i = 0; i < s->eq.n; i++) {
        p->row_of_eq[i] = -1;
        if (s->eq.v[i].removed)
            continue;
        sheet_unknowns(s, w->a, &s->eq.v[i], &in);
        int rows = s->eq.v[i].lhs ? 1 : in.n;
        p->row_of_eq[i] = rows ? eq.n : -1;
        for (int k = 0; k < rows; k++) {
            vec_push(w->a, &eq, i);
            vec_push(w->a, &ptr, col.n);
            for (int j = 0; j < in.n; j++)
                vec_push(w->a, &col, (int)in.v[j]);
        }
    }
    vec_push(w->a, &ptr, col.n);
    p->n = eq.n;
    p->eq = eq.v;
    p->ptr = ptr.v;
    p->col = col.v;
}

/* ---- Assignment ---- */

static void assign(Partition *p, int row, int var)
{
    p->var_row[var] = row;
    p->row_var[row] = (uint32_t)var;
}

/* A free variable of a row, the first as written; -1. */
static int free_variable(const Partition *p, int row)
{
    for (int k = p->ptr[row]; k < p->ptr[row + 1]; k++)
        if (p->var_row[p->col[k]] < 0)
            return p->col[k];
    return -1;
}

/* Finds a variable for a row, the assigned ones moving as necessary. */
static bool augment(Partition *p, int row, int mark)
{
    int depth = 0;
    p->path[0] = row;
    p->at[0] = p->ptr[row];
    while (depth >= 0) {
        int r = p->path[depth], v = p->at[depth] == p->ptr[r] ? free_variable(p, r) : -1;
        if (v >= 0) {
            for (;;) {
                assign(p, p->path[depth], v);
                if (!depth)
                    return true;
                depth--;
                v = p->col[p->at[depth] - 1];
            }
        }
        while (p->at[depth] < p->ptr[r + 1]) {
            v = p->col[p->at[depth]++];
            if (p->stamp[v] != mark && p->var_row[v] >= 0) {
                p->stamp[v] = mark;
                depth++;
                p->path[depth] = p->var_row[v];
                p->at[depth] = p->ptr[p->path[depth]];
                break;
            }
        }
        if (p->path[depth] == r && p->at[depth] >= p->ptr[r + 1])
            depth--;
    }
    return false;
}

/* The fast matching, for systems where the order of the listing does not matter any more. */
static void match_large(Partition *p)
{
    int nvars = p->w->d->var.n;
    Pattern pat = {p->n, nvars, p->ptr, p->col, NULL};
    int *row_col = ARENA_ARRAY(p->w->a, int, p->n);
    for (int i = 0; i < p->n; i++)
        row_col[i] = -1;
    if (match_rows(&pat, ~0u, NULL, row_col, p->var_row) < 0)
        return;
    for (int i = 0; i < p->n; i++)
        if (row_col[i] >= 0)
            p->row_var[i] = (uint32_t)row_col[i];
}

static void assign_all(Partition *p)
{
    Arena *a = p->w->a;
    int nvars = p->w->d->var.n;
    p->var_row = ARENA_ARRAY(a, int, nvars);
    p->row_var = ARENA_ARRAY(a, uint32_t, p->n);
    p->stamp = ARENA_ARRAY(a, int, nvars);
    p->path = ARENA_ARRAY(a, int, p->n + 1);
    p->at = ARENA_ARRAY(a, int, p->n + 1);
    for (int i = 0; i < nvars; i++)
        p->var_row[i] = -1;
    for (int i = 0; i < p->n; i++)
        p->row_var[i] = NO_ALIAS;
    if (p->n > LARGE)
        match_large(p);
    for (int i = 0; i < p->n; i++)
        if (p->row_var[i] == NO_ALIAS)
            augment(p, i, i + 1);
}

static void note_leftovers(Partition *p)
{
    Sheet *s = p->w->s;
    NumberList left = {0};
    VEC(int) extra = {0};
    for (uint32_t v = 0; v < (uint32_t)p->w->d->var.n; v++)
        if (s->kind[v] == SV_UNKNOWN && p->var_row[v] < 0)
            vec_push(p->w->a, &left, v);
    for (int i = 0; i < s->eq.n; i++) {
        int rows = 0, assigned = 0;
        for (int r = p->row_of_eq[i]; r >= 0 && r < p->n && p->eq[r] == i; r++) {
            rows++;
            assigned += p->row_var[r] != NO_ALIAS;
        }
        if (!s->eq.v[i].removed && (assigned < rows || !rows))
            vec_push(p->w->a, &extra, i);
    }
    s->unassigned = left.v;
    s->nunassigned = left.n;
    s->extra = extra.v;
    s->nextra = extra.n;
    s->singular = left.n || extra.n;
}

/* ---- Sorting ---- */

/* Rows in the order in which they are visited: what computes derivatives of states, the rest,
 * outputs. */
static int *visiting_order(const Partition *p)
{
    SheetWork *w = p->w;
    int *order = ARENA_ARRAY(w->a, int, p->n), n = 0;
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < p->n; i++) {
            uint32_t v = p->row_var[i];
            bool derivative = w->of.v[v] && w->s->kind[w->of.v[v] - 1] == SV_STATE;
            int mine = derivative ? 0 : w->d->var.v[v].top_output ? 2 : 1;
            if (mine == pass)
                order[n++] = i;
        }
    return order;
}

/* Arcs from a row to those that compute its other variables; a derivative that counts as known
 * (FM-83) comes after its variable. */
static void arcs_of(const Partition *p, int row, const int *place, NumberList *out)
{
    SheetWork *w = p->w;
    Sheet *s = w->s;
    out->n = 0;
    for (int k = p->ptr[row]; k < p->ptr[row + 1]; k++)
        if ((uint32_t)p->col[k] != p->row_var[row] && p->var_row[p->col[k]] >= 0)
            vec_push(w->a, out, (uint32_t)place[p->var_row[p->col[k]]]);
    const SheetEq *e = &s->eq.v[p->eq[row]];
    if (!e->lhs) { /* the results of one object belong together; and it needs what it reads */
        int first = p->row_of_eq[p->eq[row]];
        int next = row + 1 < p->n && p->eq[row + 1] == p->eq[row] ? row + 1 : first;
        if (next != row)
            vec_push(w->a, out, (uint32_t)place[next]);
    } else {
        Expr side[2] = {e->lhs, e->rhs};
        VarList in = expr_vars(w->d->store, w->a, 2, side);
        for (int k = 0; k < in.n; k++) {
            uint32_t x = w->of.v[in.var[k]];
            if (x && s->kind[in.var[k]] == SV_KNOWN && s->kind[x - 1] == SV_UNKNOWN &&
                p->var_row[x - 1] >= 0)
                vec_push(w->a, out, (uint32_t)place[p->var_row[x - 1]]);
        }
    }
}

typedef struct InputArcs {
    const Partition *p;
    int row;
    const int *place;
    NumberList *out;
} InputArcs;

static void note_input(void *arg, uint32_t v)
{
    const InputArcs *k = arg;
    const Partition *p = k->p;
    Sheet *s = p->w->s;
    if (s->kind[v] == SV_ALIAS && expr_op(s->d->store, s->value[v]) == EX_VAR)
        v = sheet_var(s, s->value[v]);
    if (s->kind[v] == SV_UNKNOWN && p->var_row[v] >= 0 && p->eq[p->var_row[v]] != p->eq[k->row])
        vec_push(p->w->a, k->out, (uint32_t)k->place[p->var_row[v]]);
}

static void object_inputs(const Partition *p, int row, const int *place, NumberList *out)
{
    SheetWork *w = p->w;
    InputArcs arcs = {p, row, place, out};
    const DaeEq *q = &w->d->eq.v[w->s->eq.v[p->eq[row]].eq];
    if (q->kind == EQ_ALGORITHM) {
        body_reads(w->d, q->body, note_input, &arcs);
        return;
    }
    VarList in = expr_vars(w->d->store, w->a, 1, &q->rhs);
    for (int k = 0; k < in.n; k++)
        note_input(&arcs, in.var[k]);
}

/* Inside a block: the equations as one leads to the next, beginning after the first. */
static void order_block(const Partition *p, SheetBlock *b, const int *row, int n)
{
    Arena *a = p->w->a;
    int *local = ARENA_ARRAY(a, int, n), *stack = ARENA_ARRAY(a, int, n), found = 0, depth = 0;
    int *at = ARENA_ARRAY(a, int, n);
    Map place = {0};
    for (int i = 0; i < n; i++)
        map_set(&place, a, (uint64_t)row[i] + 1, (uint32_t)i + 1);
    bool *seen = ARENA_ARRAY(a, bool, n);
    stack[depth] = 0;
    at[depth++] = p->ptr[row[0]];
    seen[0] = true;
    while (depth) {
        int r = row[stack[depth - 1]];
        if (at[depth - 1] == p->ptr[r + 1]) {
            depth--;
            continue;
        }
        int other = p->var_row[p->col[at[depth - 1]++]];
        int i = other < 0 ? -1 : (int)map_get(&place, (uint64_t)other + 1, 0) - 1;
        if (i < 0 || seen[i])
            continue;
        seen[i] = true;
        local[found++] = i;
        stack[depth] = i;
        at[depth++] = p->ptr[row[i]];
    }
    for (int i = 1; i < n; i++)
        if (!seen[i])
            local[found++] = i;
    local[found++] = 0;
    for (int i = 0; i < n; i++) {
        b->eq[i] = p->eq[row[local[i]]];
        b->unknown[i] = p->row_var[row[local[i]]];
    }
}

static bool make_blocks(Partition *p)
{
    SheetWork *w = p->w;
    Sheet *s = w->s;
    int *visit = visiting_order(p), *place = ARENA_ARRAY(w->a, int, p->n);
    for (int i = 0; i < p->n; i++)
        place[visit[i]] = i;
    VEC(int) succ = {0};
    int *ptr = ARENA_ARRAY(w->a, int, p->n + 1);
    NumberList arcs = {0};
    for (int i = 0; i < p->n; i++) {
        ptr[i] = succ.n;
        arcs_of(p, visit[i], place, &arcs);
        if (!s->eq.v[p->eq[visit[i]]].lhs)
            object_inputs(p, visit[i], place, &arcs);
        for (int k = 0; k < arcs.n; k++)
            vec_push(w->a, &succ, (int)arcs.v[k]);
    }
    ptr[p->n] = succ.n;
    int *order = ARENA_ARRAY(w->a, int, p->n + 1), *border = ARENA_ARRAY(w->a, int, p->n + 1);
    int n = strong_components(p->n, ptr, succ.v, order, border);
    if (n < 0) {
        diag_error(w->d->ctx->diags, (Span){0}, "not enough memory to sort the equations");
        return false;
    }
    s->nblocks = n;
    s->block = ARENA_ARRAY(w->a, SheetBlock, n);
    for (int i = 0; i < n; i++) {
        SheetBlock *b = &s->block[i];
        b->n = border[i + 1] - border[i];
        b->eq = ARENA_ARRAY(w->a, int, b->n);
        b->unknown = ARENA_ARRAY(w->a, uint32_t, b->n);
        int *row = ARENA_ARRAY(w->a, int, b->n);
        for (int k = 0; k < b->n; k++)
            row[k] = visit[order[border[i] + k]];
        order_block(p, b, row, b->n);
        for (int k = 0; k < b->n; k++)
            b->differentiated = b->differentiated || s->eq.v[b->eq[k]].eq < 0;
    }
    return true;
}

bool sheet_partition(SheetWork *w)
{
    Sheet *s = w->s;
    Partition p = {.w = w};
    make_rows(&p);
    assign_all(&p);
    for (int i = 0; i < p.n; i++)
        if (p.row_var[i] != NO_ALIAS)
            s->eq.v[p.eq[i]].solved = p.row_var[i];
    note_leftovers(&p);
    s->partitioned = true;
    return s->singular || make_blocks(&p);
}
