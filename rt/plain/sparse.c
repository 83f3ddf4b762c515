/* sparse.c - sparse LU for FMUs that have no SuiteSparse: those for Windows.
 *
 * Columns are eliminated in an order of minimum degree on A + A', by cliques: eliminating a
 * variable makes one of what it and its cliques are connected with (George and Liu). The
 * factorization goes from column to column: a search through the graph of L finds which entries
 * there will be, in an order in which they can be computed (Gilbert and Peierls), so that the work
 * is proportional to the operations. Diagonal pivots are preferred, which keeps the fill as it was
 * foreseen. */
#include "rt/plain/amd.h"
#include "rt/plain/klu.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- Order ---- */

typedef struct List {
    int n, room, *v;
} List;

static bool put(List *l, int x)
{
    if (l->n == l->room) {
        int room = 2 * l->room + 4, *v = realloc(l->v, (size_t)room * sizeof *v);
        if (!v)
            return false;
        l->v = v;
        l->room = room;
    }
    l->v[l->n++] = x;
    return true;
}

typedef struct Order {
    int n;
    List *near;            /* [n] variables that a variable is connected with, besides by cliques */
    List *cliques;         /* [n] that a variable is in */
    List *clique;          /* [n] members, of the clique that the elimination of a variable made */
    bool *done, *absorbed; /* [n] */
    int *degree, *mark;    /* [n] */
    int *first, *next, *before; /* [n] variables by degree */
} Order;

static void unlink_variable(Order *o, int i)
{
    if (o->before[i] >= 0)
        o->next[o->before[i]] = o->next[i];
    else
        o->first[o->degree[i]] = o->next[i];
    if (o->next[i] >= 0)
        o->before[o->next[i]] = o->before[i];
}

static void link_variable(Order *o, int i, int degree)
{
    o->degree[i] = degree < o->n ? degree : o->n - 1;
    int *first = &o->first[o->degree[i]];
    o->before[i] = -1;
    o->next[i] = *first;
    if (*first >= 0)
        o->before[*first] = i;
    *first = i;
}

static bool read_pattern(Order *o, const int *colptr, const int *rowidx)
{
    for (int j = 0; j < o->n; j++)
        for (int p = colptr[j]; p < colptr[j + 1]; p++)
            if (rowidx[p] != j && (!put(&o->near[j], rowidx[p]) || !put(&o->near[rowidx[p]], j)))
                return false;
    for (int i = 0; i < o->n; i++) { /* each once */
        int n = 0;
        for (int k = 0; k < o->near[i].n; k++)
            if (o->mark[o->near[i].v[k]] != i + 1) {
                o->mark[o->near[i].v[k]] = i + 1;
                o->near[i].v[n++] = o->near[i].v[k];
            }
        o->near[i].n = n;
        link_variable(o, i, n);
    }
    memset(o->mark, 0, (size_t)o->n * sizeof *o->mark);
    return true;
}

static bool join(Order *o, int p, const List *from)
{
    for (int k = 0; k < from->n; k++) {
        int i = from->v[k];
        if (o->done[i] || o->mark[i] == p + 1)
            continue;
        o->mark[i] = p + 1;
        if (!put(&o->clique[p], i))
            return false;
    }
    return true;
}

/* Variable i of the new clique of p: what the clique says already is dropped. */
static bool renew(Order *o, int i, int p)
{
    List *near = &o->near[i], *in = &o->cliques[i];
    int n = 0, degree = o->clique[p].n - 1;
    for (int k = 0; k < near->n; k++)
        if (!o->done[near->v[k]] && o->mark[near->v[k]] != p + 1)
            near->v[n++] = near->v[k];
    near->n = n;
    degree += n;
    n = 0;
    for (int k = 0; k < in->n; k++)
        if (!o->absorbed[in->v[k]]) {
            degree = degree < o->n ? degree + o->clique[in->v[k]].n - 1 : o->n;
            in->v[n++] = in->v[k];
        }
    in->n = n;
    unlink_variable(o, i);
    link_variable(o, i, degree);
    return put(in, p);
}

static bool eliminate(Order *o, int p)
{
    bool good = true;
    unlink_variable(o, p);
    o->done[p] = true;
    o->mark[p] = p + 1;
    good = join(o, p, &o->near[p]);
    for (int k = 0; k < o->cliques[p].n && good; k++) {
        int e = o->cliques[p].v[k];
        good = join(o, p, &o->clique[e]);
        o->absorbed[e] = true;
        free(o->clique[e].v);
        o->clique[e] = (List){0};
    }
    for (int k = 0; k < o->clique[p].n && good; k++)
        good = renew(o, o->clique[p].v[k], p);
    return good;
}

static void free_lists(List *l, int n)
{
    for (int i = 0; l && i < n; i++)
        free(l[i].v);
    free(l);
}

int amd_order(int n, const int *colptr, const int *rowidx, int *order, double *control,
              double *info)
{
    size_t m = (size_t)n + 1;
    Order o = {.n = n,
               .near = calloc(m, sizeof(List)),
               .cliques = calloc(m, sizeof(List)),
               .clique = calloc(m, sizeof(List)),
               .done = calloc(m, 1),
               .absorbed = calloc(m, 1),
               .degree = calloc(m, sizeof(int)),
               .mark = calloc(m, sizeof(int)),
               .first = malloc(m * sizeof(int)),
               .next = malloc(m * sizeof(int)),
               .before = malloc(m * sizeof(int))};
    bool good = o.near && o.cliques && o.clique && o.done && o.absorbed && o.degree && o.mark &&
                o.first && o.next && o.before;
    (void)control;
    (void)info;
    for (int i = 0; i < n && good; i++)
        o.first[i] = -1;
    good = good && read_pattern(&o, colptr, rowidx);
    for (int k = 0; k < n && good; k++) {
        int least = 0;
        while (o.first[least] < 0)
            least++;
        order[k] = o.first[least];
        good = eliminate(&o, order[k]);
    }
    free_lists(o.near, n);
    free_lists(o.cliques, n);
    free_lists(o.clique, n);
    free(o.done);
    free(o.absorbed);
    free(o.degree);
    free(o.mark);
    free(o.first);
    free(o.next);
    free(o.before);
    return good ? AMD_OK : AMD_OUT_OF_MEMORY;
}

/* ---- Factors ---- */

int klu_defaults(klu_common *common)
{
    *common = (klu_common){.tol = 0.001};
    return 1;
}

klu_symbolic *klu_analyze_given(int n, int *colptr, int *rowidx, int *rows, int *columns,
                                klu_common *common)
{
    klu_symbolic *s = calloc(1, sizeof *s);
    int *column = malloc(((size_t)n + 1) * sizeof *column);
    (void)rows;
    if (!s || !column || (!columns && amd_order(n, colptr, rowidx, column, NULL, NULL) < 0)) {
        free(s);
        free(column);
        common->status = KLU_OUT_OF_MEMORY;
        return NULL;
    }
    if (columns && n)
        memcpy(column, columns, (size_t)n * sizeof *column);
    *s = (klu_symbolic){.n = n, .Q = column, .P = column, .nblocks = 1};
    common->status = KLU_OK;
    return s;
}

klu_symbolic *klu_analyze(int n, int *colptr, int *rowidx, klu_common *common)
{
    return klu_analyze_given(n, colptr, rowidx, NULL, NULL, common);
}

int klu_free_symbolic(klu_symbolic **symbolic, klu_common *common)
{
    (void)common;
    if (*symbolic)
        free((*symbolic)->Q);
    free(*symbolic);
    *symbolic = NULL;
    return 1;
}

int klu_free_numeric(klu_numeric **numeric, klu_common *common)
{
    klu_numeric *f = *numeric;
    (void)common;
    if (f) {
        void *all[] = {f->lp, f->up,   f->li,     f->ui,   f->lx,    f->ux, f->Udiag,
                       f->x,  f->Pnum, f->number, f->mark, f->stack, f->at, f->found};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            free(all[i]);
    }
    free(f);
    *numeric = NULL;
    return 1;
}

static klu_numeric *new_numeric(int n)
{
    klu_numeric *f = calloc(1, sizeof *f);
    size_t m = (size_t)n + 1;
    klu_common none;
    if (!f)
        return NULL;
    *f = (klu_numeric){.n = n,
                       .lp = calloc(m, sizeof(int)),
                       .up = calloc(m, sizeof(int)),
                       .Udiag = calloc(m, sizeof(double)),
                       .x = calloc(m, sizeof(double)),
                       .Pnum = calloc(m, sizeof(int)),
                       .number = malloc(m * sizeof(int)),
                       .mark = calloc(m, sizeof(int)),
                       .stack = malloc(m * sizeof(int)),
                       .at = malloc(m * sizeof(int)),
                       .found = malloc(m * sizeof(int))};
    if (!f->lp || !f->up || !f->Udiag || !f->x || !f->Pnum || !f->number || !f->mark || !f->stack ||
        !f->at || !f->found)
        klu_free_numeric(&f, &none);
    for (int i = 0; f && i < n; i++)
        f->number[i] = -1;
    return f;
}

/* Room for one more number of `size` bytes. */
static void *grown(void *v, int n, int *room, size_t size)
{
    if (n < *room)
        return v;
    void *more = realloc(v, (size_t)(2 * n + 4) * size);
    *room = more ? 2 * n + 4 : *room;
    return more;
}

static bool put_entry(int **list, double **values, int *n, int *room, int *values_room, int at,
                      double value)
{
    int *indices = grown(*list, *n, room, sizeof *indices);
    *list = indices ? indices : *list;
    double *x = grown(*values, *n, values_room, sizeof *x);
    *values = x ? x : *values;
    if (!indices || !x)
        return false;
    indices[*n] = at;
    x[(*n)++] = value;
    return true;
}

static bool put_lower(klu_numeric *f, int row, double value)
{
    return put_entry(&f->li, &f->lx, &f->ln, &f->li_room, &f->lx_room, row, value);
}

static bool put_upper(klu_numeric *f, int pivot, double value)
{
    return put_entry(&f->ui, &f->ux, &f->un, &f->ui_room, &f->ux_room, pivot, value);
}

/* Rows that column k will have, those of pivots behind all that follow from them: found[top ..]. */
static int search(klu_numeric *f, int k, const int *rowidx, int from, int to)
{
    int top = f->n;
    for (int p = from; p < to; p++) {
        int depth = 0;
        if (f->mark[rowidx[p]] == k + 1)
            continue;
        f->stack[0] = rowidx[p];
        f->mark[rowidx[p]] = k + 1;
        f->at[0] = f->number[rowidx[p]] < 0 ? 0 : f->lp[f->number[rowidx[p]]];
        while (depth >= 0) {
            int i = f->stack[depth], pivot = f->number[i];
            bool deeper = false;
            while (pivot >= 0 && f->at[depth] < f->lp[pivot + 1] && !deeper) {
                int next = f->li[f->at[depth]++];
                if (f->mark[next] == k + 1)
                    continue;
                f->mark[next] = k + 1;
                f->stack[++depth] = next;
                f->at[depth] = f->number[next] < 0 ? 0 : f->lp[f->number[next]];
                deeper = true;
            }
            if (!deeper) {
                f->found[--top] = i;
                depth--;
            }
        }
    }
    return top;
}

/* x - L(:, pivot) * value */
static void subtract(klu_numeric *f, int pivot, double value)
{
    if (value != 0)
        for (int p = f->lp[pivot]; p < f->lp[pivot + 1]; p++)
            f->x[f->li[p]] -= f->lx[p] * value;
}

/* The row of the pivot among found[top ..]; -1: none. */
static int choose(const klu_numeric *f, int top, int diagonal, double tol)
{
    int best = -1;
    double most = 0;
    for (int k = top; k < f->n; k++) {
        int i = f->found[k];
        if (f->number[i] < 0 && fabs(f->x[i]) > most) {
            most = fabs(f->x[i]);
            best = i;
        }
    }
    bool keep = best >= 0 && f->number[diagonal] < 0 && fabs(f->x[diagonal]) >= tol * most;
    return keep ? diagonal : best;
}

/* Column k of both factors from x; 0: singular, negative: no memory. */
static int finish_column(klu_numeric *f, int k, int top, int column, double tol)
{
    int row = choose(f, top, column, tol);
    bool good = true;
    if (row >= 0) {
        f->Udiag[k] = f->x[row];
        f->Pnum[k] = row;
        f->number[row] = k;
    }
    for (int p = top; p < f->n; p++) {
        int i = f->found[p];
        if (row >= 0 && good && i != row)
            good = f->number[i] >= 0 ? put_upper(f, f->number[i], f->x[i])
                                     : put_lower(f, i, f->x[i] / f->Udiag[k]);
        f->x[i] = 0;
    }
    f->lp[k + 1] = f->ln;
    f->up[k + 1] = f->un;
    return row < 0 ? 0 : good ? 1 : -1;
}

klu_numeric *klu_factor(int *colptr, int *rowidx, double *a, klu_symbolic *symbolic,
                        klu_common *common)
{
    int n = symbolic->n, result = 1;
    klu_numeric *f = new_numeric(n);
    common->status = f ? KLU_OK : KLU_OUT_OF_MEMORY;
    common->singular_col = n;
    for (int k = 0; k < n && f && result > 0; k++) {
        int j = symbolic->Q[k], top = search(f, k, rowidx, colptr[j], colptr[j + 1]);
        for (int p = colptr[j]; p < colptr[j + 1]; p++)
            f->x[rowidx[p]] += a[p];
        for (int p = top; p < n; p++)
            if (f->number[f->found[p]] >= 0)
                subtract(f, f->number[f->found[p]], f->x[f->found[p]]);
        result = finish_column(f, k, top, j, common->tol);
        if (result == 0) {
            common->status = KLU_SINGULAR;
            common->singular_col = j;
        } else if (result < 0) {
            common->status = KLU_OUT_OF_MEMORY;
        }
    }
    if (f && common->status != KLU_OK)
        klu_free_numeric(&f, common);
    if (f) {
        f->lnz = f->ln + n;
        f->unz = f->un + n;
    }
    return f;
}

int klu_extract(klu_numeric *f, klu_symbolic *symbolic, int *lp, int *li, double *lx, int *up,
                int *ui, double *ux, int *fp, int *fi, double *fx, int *p, int *q, double *scale,
                int *r, klu_common *common)
{
    int n = f->n, l = 0, u = 0;
    (void)fi, (void)fx, (void)scale;
    common->status = KLU_OK;
    for (int k = 0; k < n; k++) {
        lp[k] = l;
        li[l] = k;
        lx[l++] = 1;
        for (int e = f->lp[k]; e < f->lp[k + 1]; e++, l++) {
            li[l] = f->number[f->li[e]];
            lx[l] = f->lx[e];
        }
        up[k] = u;
        for (int e = f->up[k]; e < f->up[k + 1]; e++, u++) {
            ui[u] = f->ui[e];
            ux[u] = f->ux[e];
        }
        ui[u] = k;
        ux[u++] = f->Udiag[k];
        p[k] = f->Pnum[k];
        q[k] = symbolic->Q[k];
    }
    lp[n] = l;
    up[n] = u;
    memset(fp, 0, ((size_t)n + 1) * sizeof *fp);
    r[0] = 0;
    r[1] = n;
    return 1;
}

int klu_refactor(int *colptr, int *rowidx, double *a, klu_symbolic *symbolic, klu_numeric *f,
                 klu_common *common)
{
    common->status = KLU_OK;
    for (int k = 0; k < f->n; k++) {
        int j = symbolic->Q[k];
        for (int p = colptr[j]; p < colptr[j + 1]; p++)
            f->x[rowidx[p]] += a[p];
        for (int p = f->up[k]; p < f->up[k + 1]; p++) {
            int pivot = f->ui[p];
            f->ux[p] = f->x[f->Pnum[pivot]];
            f->x[f->Pnum[pivot]] = 0;
            subtract(f, pivot, f->ux[p]);
        }
        f->Udiag[k] = f->x[f->Pnum[k]];
        f->x[f->Pnum[k]] = 0;
        for (int p = f->lp[k]; p < f->lp[k + 1]; p++) {
            f->lx[p] = f->x[f->li[p]] / f->Udiag[k];
            f->x[f->li[p]] = 0;
        }
        if (!(fabs(f->Udiag[k]) > 0)) {
            common->status = KLU_SINGULAR;
            common->singular_col = j;
            return 0;
        }
    }
    return 1;
}

int klu_rcond(klu_symbolic *symbolic, klu_numeric *f, klu_common *common)
{
    double least = INFINITY, most = 0;
    (void)symbolic;
    for (int k = 0; k < f->n; k++) {
        double size = fabs(f->Udiag[k]);
        least = size < least ? size : least;
        most = size > most ? size : most;
        if (isnan(size))
            least = 0;
    }
    common->rcond = f->n == 0 ? 1 : most > 0 && isfinite(most) ? least / most : 0;
    return 1;
}

int klu_solve(klu_symbolic *symbolic, klu_numeric *f, int ldim, int nrhs, double *b,
              klu_common *common)
{
    (void)ldim;
    (void)nrhs;
    common->status = KLU_OK;
    for (int k = 0; k < f->n; k++) {
        double x = b[f->Pnum[k]];
        f->x[k] = x;
        for (int p = f->lp[k]; p < f->lp[k + 1] && x != 0; p++)
            b[f->li[p]] -= f->lx[p] * x;
    }
    for (int k = f->n - 1; k >= 0; k--) {
        double x = f->x[k] / f->Udiag[k];
        b[symbolic->Q[k]] = x;
        f->x[k] = 0;
        for (int p = f->up[k]; p < f->up[k + 1]; p++)
            f->x[f->ui[p]] -= f->ux[p] * x;
    }
    return 1;
}
