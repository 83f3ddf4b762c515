/* array.c - arrays of functions: shapes, operators, construction, slices.
 *
 * Elements are contiguous, last index fastest. Results always get new memory on the instance's
 * stack, so that an argument may also be the result. */
#include "rt/run_internal.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

int k_count(const KArr *a)
{
    int count = 1;
    for (int k = 0; k < a->nd; k++)
        count *= a->n[k];
    return count;
}

/* The array of that shape with memory that is not zeroed. */
static KArr fresh(KInst *m, int nd, const int *n)
{
    KArr a = {.nd = nd};
    if (nd > K_MAX_DIMS)
        code_throw(m, "an array has too many dimensions");
    double count = 1;
    for (int k = 0; k < nd; k++) {
        a.n[k] = n[k] > 0 ? n[k] : 0;
        count *= a.n[k];
    }
    if (count > INT_MAX)
        code_throw(m, "an array has more than 2147483647 elements");
    a.d = stack_alloc(m, (size_t)count * sizeof *a.d);
    return a;
}

int k_same(const KArr *a, const KArr *b)
{
    return a->nd == b->nd && !memcmp(a->n, b->n, (size_t)a->nd * sizeof *a->n);
}

static void copy_elements(double *to, const double *from, int count)
{
    if (count > 0)
        memcpy(to, from, (size_t)count * sizeof *to);
}

static bool negative(int nd, const int *n)
{
    for (int k = 0; k < nd; k++)
        if (n[k] < 0)
            return true;
    return false;
}

int k_shape(KInst *m, KArr *a, int nd, const int *n)
{
    KArr r = fresh(m, nd, n);
    memset(r.d, 0, (size_t)k_count(&r) * sizeof *r.d);
    *a = r;
    return negative(nd, n);
}

void k_copy(KInst *m, KArr *to, const KArr *from)
{
    KArr r = fresh(m, from->nd, from->n);
    copy_elements(r.d, from->d, k_count(&r));
    *to = r;
}

/* ---- Linear algebra ---- */

/* r[rows, cols] = a[rows, inner] * b[inner, cols] */
static void multiply(double *r, const double *a, const double *b, int rows, int inner, int cols)
{
    for (int i = 0; i < rows; i++) {
        double *row = r + (size_t)i * (size_t)cols;
        for (int j = 0; j < cols; j++)
            row[j] = 0;
        for (int k = 0; k < inner; k++) {
            double x = a[(size_t)i * (size_t)inner + (size_t)k];
            const double *other = b + (size_t)k * (size_t)cols;
            for (int j = 0; j < cols; j++)
                row[j] += x * other[j];
        }
    }
}

int k_matmul(KInst *m, KArr *out, const KArr *a, const KArr *b)
{
    if (a->nd < 1 || a->nd > 2 || b->nd < 1 || b->nd > 2)
        return 1;
    int rows = a->nd == 2 ? a->n[0] : 1, inner = a->n[a->nd - 1];
    int cols = b->nd == 2 ? b->n[1] : 1;
    if (inner != b->n[0])
        return 1;
    int n[2], nd = 0;
    if (a->nd == 2)
        n[nd++] = rows;
    if (b->nd == 2)
        n[nd++] = cols;
    KArr r = fresh(m, nd, n);
    multiply(r.d, a->d, b->d, rows, inner, cols);
    *out = r;
    return 0;
}

int k_matpow(KInst *m, KArr *out, const KArr *a, int n)
{
    if (a->nd != 2 || a->n[0] != a->n[1] || n < 0)
        return 1;
    KArr result, power, t;
    k_identity(m, &result, a->n[0]);
    k_copy(m, &power, a);
    t = fresh(m, 2, a->n);
    for (unsigned u = (unsigned)n; u; u >>= 1) {
        if (u & 1) {
            multiply(t.d, result.d, power.d, a->n[0], a->n[0], a->n[0]);
            copy_elements(result.d, t.d, k_count(a));
        }
        multiply(t.d, power.d, power.d, a->n[0], a->n[0], a->n[0]);
        copy_elements(power.d, t.d, k_count(a));
    }
    *out = result;
    return 0;
}

int k_transpose(KInst *m, KArr *out, const KArr *a)
{
    if (a->nd < 2)
        return 1;
    int n[K_MAX_DIMS];
    memcpy(n, a->n, sizeof n);
    n[0] = a->n[1];
    n[1] = a->n[0];
    KArr r = fresh(m, a->nd, n);
    int inner = 1;
    for (int k = 2; k < a->nd; k++)
        inner *= a->n[k];
    for (int i = 0; i < n[0]; i++)
        for (int j = 0; j < n[1]; j++)
            copy_elements(r.d + (i * n[1] + j) * inner, a->d + (j * n[0] + i) * inner, inner);
    *out = r;
    return 0;
}

int k_outer(KInst *m, KArr *out, const KArr *a, const KArr *b)
{
    if (a->nd != 1 || b->nd != 1)
        return 1;
    KArr r = fresh(m, 2, (int[]){a->n[0], b->n[0]});
    multiply(r.d, a->d, b->d, a->n[0], 1, b->n[0]);
    *out = r;
    return 0;
}

int k_symmetric(KInst *m, KArr *out, const KArr *a)
{
    if (a->nd != 2 || a->n[0] != a->n[1])
        return 1;
    int n = a->n[0];
    KArr r = fresh(m, 2, a->n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            r.d[i * n + j] = i <= j ? a->d[i * n + j] : a->d[j * n + i];
    *out = r;
    return 0;
}

int k_cross(KInst *m, KArr *out, const KArr *a, const KArr *b)
{
    if (a->nd != 1 || b->nd != 1 || a->n[0] != 3 || b->n[0] != 3)
        return 1;
    const double *x = a->d, *y = b->d;
    KArr r = fresh(m, 1, a->n);
    r.d[0] = x[1] * y[2] - x[2] * y[1];
    r.d[1] = x[2] * y[0] - x[0] * y[2];
    r.d[2] = x[0] * y[1] - x[1] * y[0];
    *out = r;
    return 0;
}

int k_skew(KInst *m, KArr *out, const KArr *a)
{
    if (a->nd != 1 || a->n[0] != 3)
        return 1;
    const double x = a->d[0], y = a->d[1], z = a->d[2];
    const double s[9] = {0, -z, y, z, 0, -x, -y, x, 0};
    KArr r = fresh(m, 2, (int[]){3, 3});
    memcpy(r.d, s, sizeof s);
    *out = r;
    return 0;
}

/* ---- Reductions ---- */

double k_sum(const KArr *a)
{
    double s = 0;
    for (int i = 0, count = k_count(a); i < count; i++)
        s += a->d[i];
    return s;
}

double k_product(const KArr *a)
{
    double p = 1;
    for (int i = 0, count = k_count(a); i < count; i++)
        p *= a->d[i];
    return p;
}

double k_minof(const KArr *a)
{
    double x = DBL_MAX;
    for (int i = 0, count = k_count(a); i < count; i++)
        x = k_min(x, a->d[i]);
    return x;
}

double k_maxof(const KArr *a)
{
    double x = -DBL_MAX;
    for (int i = 0, count = k_count(a); i < count; i++)
        x = k_max(x, a->d[i]);
    return x;
}

/* ---- Construction ---- */

int k_identity(KInst *m, KArr *out, int n)
{
    if (k_shape(m, out, 2, (int[]){n, n}))
        return 1;
    for (int i = 0; i < n; i++)
        out->d[i * n + i] = 1;
    return 0;
}

void k_diagonal(KInst *m, KArr *out, const KArr *a)
{
    int n = k_count(a);
    KArr r;
    k_shape(m, &r, 2, (int[]){n, n});
    for (int i = 0; i < n; i++)
        r.d[i * n + i] = a->d[i];
    *out = r;
}

int k_fill(KInst *m, KArr *out, const KArr *value, int nd, const int *n)
{
    int all[2 * K_MAX_DIMS];
    if (nd + value->nd > K_MAX_DIMS)
        code_throw(m, "an array has too many dimensions");
    memcpy(all, n, (size_t)nd * sizeof *n);
    memcpy(all + nd, value->n, (size_t)value->nd * sizeof *n);
    KArr r = fresh(m, nd + value->nd, all);
    int inner = k_count(value);
    for (int i = 0, count = k_count(&r); i < count; i += inner)
        copy_elements(r.d + i, value->d, inner);
    *out = r;
    return negative(nd, n);
}

int k_linspace(KInst *m, KArr *out, double a, double b, int n)
{
    KArr r = fresh(m, 1, &n);
    for (int i = 0; i < r.n[0]; i++)
        r.d[i] = i == 0 ? a : i == n - 1 ? b : a + (b - a) * i / (n - 1);
    *out = r;
    return n < 2;
}

int k_range_count(double a, double s, double b)
{
    /* A last element that is missed by rounding only is meant to belong to the range. */
    double n = floor((b - a) / s * (1 + 4 * DBL_EPSILON));
    return s == 0 || !(n < INT_MAX) ? -1 : n >= 0 ? (int)n + 1 : 0;
}

void k_range(KInst *m, KArr *out, double start, double step, double stop)
{
    int n = k_range_count(start, step, stop);
    if (n < 0)
        code_throw(m,
                   step == 0 ? "a range has step 0" : "an array has more than 2147483647 elements");
    KArr r = fresh(m, 1, &n);
    for (int i = 0; i < n; i++)
        r.d[i] = start + i * step;
    *out = r;
}

/* Shape of arr[0..narr) joined along dimension k; false if they do not fit. */
static bool joined_shape(int narr, const KArr **arr, int k, int *n)
{
    memcpy(n, arr[0]->n, sizeof arr[0]->n);
    n[k] = 0;
    for (int i = 0; i < narr; i++) {
        if (arr[i]->nd != arr[0]->nd)
            return false;
        for (int j = 0; j < arr[0]->nd; j++)
            if (j != k && arr[i]->n[j] != n[j])
                return false;
        n[k] += arr[i]->n[k];
    }
    return true;
}

int k_cat(KInst *m, KArr *out, int dim, int narr, const KArr **arr)
{
    int n[K_MAX_DIMS];
    if (narr < 1 || dim < 1 || dim > arr[0]->nd || !joined_shape(narr, arr, dim - 1, n))
        return 1;
    KArr r = fresh(m, arr[0]->nd, n);
    int outer = 1, inner = 1;
    for (int j = 0; j < dim - 1; j++)
        outer *= n[j];
    for (int j = dim; j < r.nd; j++)
        inner *= n[j];
    double *to = r.d;
    for (int o = 0; o < outer; o++)
        for (int i = 0; i < narr; i++) {
            int piece = arr[i]->n[dim - 1] * inner;
            copy_elements(to, arr[i]->d + (size_t)o * (size_t)piece, piece);
            to += piece;
        }
    *out = r;
    return 0;
}

int k_stack(KInst *m, KArr *out, int n, const KArr **arr)
{
    if (n < 1)
        return 1;
    for (int i = 1; i < n; i++)
        if (!k_same(arr[0], arr[i]))
            return 1;
    int all[K_MAX_DIMS + 1] = {n};
    memcpy(all + 1, arr[0]->n, (size_t)arr[0]->nd * sizeof *all);
    KArr r = fresh(m, arr[0]->nd + 1, all);
    int inner = k_count(arr[0]);
    for (int i = 0; i < n; i++)
        copy_elements(r.d + i * inner, arr[i]->d, inner);
    *out = r;
    return 0;
}

/* ---- Slices ---- */

/* The elements that subscripts choose, one after the other: position in a dimension d is
 * count[d] values, sub[d] says which. */
typedef struct Walk {
    const KArr *a, *sub;
    int count[K_MAX_DIMS], at[K_MAX_DIMS];
    int total;
} Walk;

/* Position that subscript number i of a dimension names, from 0. */
static int chosen(const KArr *sub, int i)
{
    return sub->nd < 0 ? i : (int)sub->d[i] - 1;
}

/* Prepares the walk and the shape of the result; false if a subscript is out of range. */
static bool walk_start(Walk *w, const KArr *a, const KArr *sub, int *nd, int *n)
{
    *w = (Walk){.a = a, .sub = sub, .total = 1};
    *nd = 0;
    for (int k = 0; k < a->nd; k++) {
        w->count[k] = sub[k].nd < 0 ? a->n[k] : sub[k].nd == 0 ? 1 : sub[k].n[0];
        w->total *= w->count[k];
        if (sub[k].nd != 0)
            n[(*nd)++] = w->count[k];
        for (int i = 0; sub[k].nd >= 0 && i < w->count[k]; i++)
            if (!(sub[k].d[i] >= 1 && sub[k].d[i] <= a->n[k]))
                return false;
    }
    return true;
}

/* Element of the array where the walk stands; moves on. */
static double *walk_next(Walk *w)
{
    size_t at = 0;
    for (int k = 0; k < w->a->nd; k++)
        at = at * (size_t)w->a->n[k] + (size_t)chosen(&w->sub[k], w->at[k]);
    for (int k = w->a->nd - 1; k >= 0; k--) {
        if (++w->at[k] < w->count[k])
            break;
        w->at[k] = 0;
    }
    return w->a->d + at;
}

int k_slice(KInst *m, KArr *out, const KArr *a, const KArr *sub)
{
    Walk w;
    int nd, n[K_MAX_DIMS];
    if (!walk_start(&w, a, sub, &nd, n))
        return 1;
    KArr r = fresh(m, nd, n);
    for (int i = 0; i < w.total; i++)
        r.d[i] = *walk_next(&w);
    *out = r;
    return 0;
}

int k_assign_slice(KInst *m, KArr *to, const KArr *sub, const KArr *value)
{
    Walk w;
    KArr shape = {0}, copy;
    if (!walk_start(&w, to, sub, &shape.nd, shape.n) || !k_same(&shape, value))
        return 1;
    long mark = k_mark(m);
    k_copy(m, &copy, value); /* it may be a part of `to` */
    for (int i = 0; i < w.total; i++)
        *walk_next(&w) = copy.d[i];
    k_release(m, mark);
    return 0;
}

/* ---- Assignments in place ---- */

static void add_sizes(Text *t, const char *is, const KArr *a)
{
    text_add(t, "%s %s", is, a->nd ? "" : "a scalar");
    for (int k = 0; k < a->nd; k++)
        text_add(t, "%s%d", k ? ", " : "[", a->n[k]);
    text_add(t, "%s", a->nd ? "]" : "");
}

int k_misfit(KInst *m, int i, const char *a_is, const KArr *a, const char *b_is, const KArr *b)
{
    char text[400];
    Text t = {text, sizeof text};
    text_add(&t, "the sizes of arrays do not fit: ");
    add_sizes(&t, a_is, a);
    text_add(&t, ", ");
    add_sizes(&t, b_is, b);
    return k_fault(m, i, text);
}

int k_assign(KArr *to, const KArr *from)
{
    if (!k_same(to, from))
        return 1;
    if (k_count(to)) /* one without elements may have no place */
        memmove(to->d, from->d, (size_t)k_count(to) * sizeof *to->d); /* both may be views of v */
    return 0;
}

int k_keep(KInst *m, KArr *to, const KArr *from)
{
    if (to->nd != from->nd)
        return 1;
    if (k_assign(to, from))
        k_copy(m, to, from);
    return 0;
}

int k_replace(KInst *m, long mark, KArr *to, const KArr *from)
{
    KArr copy, *kept[1] = {&copy};
    if (to->nd != from->nd)
        return 1;
    if (!k_assign(to, from)) {
        k_release(m, mark);
        return 0;
    }
    k_copy(m, &copy, from);
    k_return(m, mark, 1, kept, 0, NULL);
    *to = copy;
    return 0;
}

/* ---- Loops ---- */

int k_append(KInst *m, KArr *a, int *at, int outer, const KArr *b)
{
    if (!a->d) {
        for (int i = 0; i < b->nd; i++)
            a->n[outer + i] = b->n[i];
        k_shape(m, a, outer + b->nd, a->n);
    }
    for (int i = 0; i < b->nd; i++)
        if (a->n[outer + i] != b->n[i])
            return 1;
    for (int i = 0, n = k_count(b); i < n; i++)
        a->d[(*at)++] = b->d[i];
    return 0;
}

double k_size(const KArr *a, double k)
{
    return k >= 1 && k <= a->nd ? a->n[(int)k - 1] : 0;
}

const char *k_literal(const char *const *name, int n, double k)
{
    return name[k >= 1 && k <= n ? (int)k - 1 : n];
}
