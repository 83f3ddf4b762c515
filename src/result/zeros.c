/* zeros.c - the zeros of a linear system: where the rank of [A - s*I, B; C, D] falls.
 *
 * The method of Emami-Naeini and Van Dooren: rows of D are compressed to full rank; outputs without
 * D show some states, whose equations then take the place of those outputs; what remains is a
 * smaller system with the same zeros, and the same again for the transposed system gives one with D
 * square and regular. Its zeros are the eigenvalues of a regular pencil, so infinite ones never
 * appear. Ranks are found by singular values after states, inputs, outputs and time have been
 * scaled to comparable sizes. O(n^3) a step, at most n steps; in practice few. */
#include "base/die.h"
#include "result/linear.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a,
             const int *lda, double *s, double *u, const int *ldu, double *vt, const int *ldvt,
             double *work, const int *lwork, int *info);
void dggev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
            double *b, const int *ldb, double *ar, double *ai, double *beta, double *vl,
            const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork,
            int *info);

/* [A, B; C, D] with n states, m inputs, p outputs, column by column with `ld` rows. */
typedef struct Compound {
    int n, m, p, ld;
    double *a;
    double *room; /* for one more of the largest size */
    double tolerance;
} Compound;

static double *entry(const Compound *s, int row, int column)
{
    return s->a + (size_t)column * (size_t)s->ld + (size_t)row;
}

/* ---- Scaling ---- */

/* The size of a row or a column, without the diagonal of A. */
static double size_of(const Compound *s, int k, bool row)
{
    double sum = 0;
    int last = row ? s->n + s->m : s->n + s->p;
    for (int i = 0; i < last; i++)
        if (i != k || k >= s->n)
            sum = hypot(sum, row ? *entry(s, k, i) : *entry(s, i, k));
    return sum;
}

static void scale(Compound *s, int k, bool row, double by)
{
    for (int i = 0; i < (row ? s->n + s->m : s->n + s->p); i++)
        *(row ? entry(s, k, i) : entry(s, i, k)) *= by;
}

/* By powers of two: nothing is rounded. */
static void balance(Compound *s)
{
    enum { ROUNDS = 12 };
    for (int i = 0; i < ROUNDS; i++) {
        for (int k = 0; k < s->n; k++) {
            double r = size_of(s, k, true), c = size_of(s, k, false);
            double f = r > 0 && c > 0 ? exp2(round(log2(c / r) / 2)) : 1;
            scale(s, k, true, f);
            scale(s, k, false, 1 / f);
        }
        for (int k = s->n; k < s->n + s->m; k++) {
            double c = size_of(s, k, false);
            scale(s, k, false, c > 0 ? exp2(-round(log2(c))) : 1);
        }
        for (int k = s->n; k < s->n + s->p; k++) {
            double r = size_of(s, k, true);
            scale(s, k, true, r > 0 ? exp2(-round(log2(r))) : 1);
        }
    }
}

/* ---- Compression ---- */

/* Singular values of a block, its rank, and U (rows by rows) and V' (columns by columns); -1:
 * they were not found. */
static int decompose(const Compound *s, int row, int column, int rows, int columns, double *u,
                     double *vt)
{
    int least = rows < columns ? rows : columns, room = 10 * (rows + columns) + 64, info = 0,
        rank = 0;
    double *a =
        memory_new((size_t)rows * (size_t)columns + (size_t)least + (size_t)room + 2, sizeof *a);
    double *value = a + (size_t)rows * (size_t)columns, *work = value + least + 1;
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++)
            a[(size_t)c * (size_t)rows + (size_t)r] = *entry(s, row + r, column + c);
    int lead = rows > 0 ? rows : 1, leadv = columns > 0 ? columns : 1;
    dgesvd_("A", "A", &rows, &columns, a, &lead, value, u, &lead, vt, &leadv, work, &room, &info);
    for (int i = 0; i < least && !info; i++)
        rank += value[i] > s->tolerance;
    free(a);
    return info ? -1 : rank;
}

/* Rows from `row` on become U' times themselves. */
static void turn_rows(Compound *s, int row, int rows, const double *u)
{
    for (int c = 0; c < s->n + s->m; c++) {
        for (int i = 0; i < rows; i++) {
            double sum = 0;
            for (int k = 0; k < rows; k++)
                sum += u[(size_t)i * (size_t)rows + (size_t)k] * *entry(s, row + k, c);
            s->room[i] = sum;
        }
        for (int i = 0; i < rows; i++)
            *entry(s, row + i, c) = s->room[i];
    }
}

/* Other states: x = V*(new x), where those that the last rows of V' give come first. */
static void turn_states(Compound *s, int shown, const double *vt)
{
    int n = s->n;
    for (int r = 0; r < n + s->p; r++) {
        for (int i = 0; i < n; i++) {
            int from = (i + shown) % n;
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += *entry(s, r, k) * vt[(size_t)k * (size_t)n + (size_t)from];
            s->room[i] = sum;
        }
        for (int i = 0; i < n; i++)
            *entry(s, r, i) = s->room[i];
    }
    for (int c = 0; c < n + s->m; c++) {
        for (int i = 0; i < n; i++) {
            int from = (i + shown) % n;
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += vt[(size_t)k * (size_t)n + (size_t)from] * *entry(s, k, c);
            s->room[i] = sum;
        }
        for (int i = 0; i < n; i++)
            *entry(s, i, c) = s->room[i];
    }
}

/* Without `shown` states: the last ones, whose equations become outputs behind the `rank` that
 * have D. */
static void leave_out(Compound *s, int rank, int shown)
{
    Compound old = *s;
    size_t size = (size_t)s->ld * (size_t)(s->n + s->m);
    memcpy(s->room, s->a, size * sizeof *s->a);
    old.a = s->room;
    s->n -= shown;
    s->p = rank + shown;
    for (int c = 0; c < s->n + s->m; c++) {
        int from = c < s->n ? c : c + shown;
        for (int r = 0; r < s->n + s->p; r++) {
            int row = r < s->n ? r : r < s->n + rank ? old.n + r - s->n : s->n + (r - s->n - rank);
            *entry(s, r, c) = *entry(&old, row, from);
        }
    }
}

/* D gets full row rank. */
static bool reduce(Compound *s)
{
    size_t most = (size_t)s->ld;
    double *u = memory_new(2 * most * most, sizeof *u), *vt = u + most * most;
    bool good = true;
    while (good && s->p) {
        int rank = decompose(s, s->n, s->n, s->p, s->m, u, vt);
        good = rank >= 0;
        if (!good || rank == s->p)
            break;
        turn_rows(s, s->n, s->p, u);
        int shown = s->n ? decompose(s, s->n + rank, 0, s->p - rank, s->n, u, vt) : 0;
        good = shown >= 0;
        if (good && shown) {
            turn_states(s, shown, vt);
            leave_out(s, rank, shown);
        } else if (good) {
            s->p = rank;
            break;
        }
    }
    free(u);
    return good;
}

static void transpose(Compound *s)
{
    Compound old = *s;
    memcpy(s->room, s->a, (size_t)s->ld * (size_t)s->ld * sizeof *s->a);
    old.a = s->room;
    s->m = old.p;
    s->p = old.m;
    for (int r = 0; r < s->n + s->p; r++)
        for (int c = 0; c < s->n + s->m; c++)
            *entry(s, r, c) = *entry(&old, c, r);
}

/* ---- Zeros ---- */

/* Of a system with D square and regular: with N the directions in which [C, D] is 0, those of
 * [A, B]*N - s*[I, 0]*N. */
static int eigenvalues(const Compound *s, double speed, double complex *z)
{
    int n = s->n, k = s->n + s->m, one = 1, room = 10 * n + 64, info = 0;
    size_t nn = (size_t)n, kk = (size_t)k;
    double *u = memory_new((kk * kk * 2) + 2 * nn * nn + 3 * nn + (size_t)room + 1, sizeof *u);
    double *vt = u + kk * kk, *a = vt + kk * kk, *b = a + nn * nn, *re = b + nn * nn, *im = re + nn,
           *beta = im + nn, *work = beta + nn, unused;
    bool good = decompose(s, n, 0, s->p, k, u, vt) >= 0;
    for (int j = 0; j < n && good; j++)
        for (int i = 0; i < n; i++) {
            const double *null = vt + s->m + j; /* entry c of it stands k apart */
            for (int c = 0; c < k; c++)
                a[(size_t)j * nn + (size_t)i] += *entry(s, i, c) * null[(size_t)c * kk];
            b[(size_t)j * nn + (size_t)i] = null[(size_t)i * kk];
        }
    if (good && n)
        dggev_("N", "N", &n, a, &n, b, &n, re, im, beta, &unused, &one, &unused, &one, work, &room,
               &info);
    for (int i = 0; i < n && good && !info; i++)
        z[i] = speed * (re[i] + im[i] * I) / beta[i];
    free(u);
    return good && !info ? n : -1;
}

int linear_zeros(const LinearSystem *l, double complex *z)
{
    int most = l->nx + (l->nu > l->ny ? l->nu : l->ny) + 1;
    size_t size = (size_t)most * (size_t)most;
    double *memory = memory_new(2 * size, sizeof *memory), speed = 0, norm = 0;
    Compound s = {.n = l->nx, .m = l->nu, .p = l->ny, .ld = most, .a = memory};
    int found = -1;
    if (!l->nu || !l->ny) {
        free(memory);
        return 0;
    }
    s.room = memory + size;
    for (int r = 0; r < s.n + s.p; r++)
        for (int c = 0; c < s.n + s.m; c++) {
            size_t row = (size_t)(r < s.n ? r : r - s.n), column = (size_t)(c < s.n ? c : c - s.n);
            const double *from = r < s.n ? c < s.n ? l->A : l->B : c < s.n ? l->C : l->D;
            *entry(&s, r, c) = from[row * (size_t)(c < s.n ? s.n : s.m) + column];
        }
    balance(&s);
    for (int r = 0; r < s.n; r++)
        for (int c = 0; c < s.n; c++)
            speed = fmax(speed, fabs(*entry(&s, r, c)));
    speed = speed > 0 ? speed : 1;
    for (int r = 0; r < s.n; r++)
        scale(&s, r, true, 1 / speed);
    for (size_t i = 0; i < size; i++)
        norm = hypot(norm, s.a[i]);
    s.tolerance = 10 * most * DBL_EPSILON * norm;
    if (reduce(&s)) {
        transpose(&s);
        if (reduce(&s)) {
            transpose(&s);
            found = s.m ? eigenvalues(&s, speed, z) : 0; /* no input reaches an output */
        }
    }
    free(memory);
    linear_sort(z, found);
    return found;
}
