/* linear.c - linear systems.
 *
 * Poles are eigenvalues of A (LAPACK dgeev), zeros are in zeros.c. A frequency response solves one
 * complex system a frequency (zgesv), a step response is stepped by the exponential of [A b; 0
 * 0]*h, by scaling and squaring: exact at the points. O(nx^3) each, for a frequency too. */
#include "result/linear.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
            double *wr, double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr,
            double *work, const int *lwork, int *info);
void zgesv_(const int *n, const int *nrhs, double complex *a, const int *lda, int *pivot,
            double complex *b, const int *ldb, int *info);

/* Magnitude, then real part, then the upper one of a pair. */
static int by_speed(const void *p, const void *q)
{
    double complex a = *(const double complex *)p, b = *(const double complex *)q;
    double x = cabs(a), y = cabs(b);
    if (fabs(x - y) > 1e-9 * fmax(x, y))
        return x < y ? -1 : 1;
    if (fabs(creal(a) - creal(b)) > 1e-9 * fmax(x, y))
        return creal(a) < creal(b) ? -1 : 1;
    return (cimag(a) < cimag(b)) - (cimag(a) > cimag(b));
}

void linear_sort(double complex *z, int n)
{
    if (n > 1)
        qsort(z, (size_t)n, sizeof *z, by_speed);
}

bool linear_poles(const LinearSystem *l, double complex *z)
{
    int n = l->nx, one = 1, room = 8 * n + 1, info = 0;
    size_t k = (size_t)n;
    double *a = memory_new(k * k + 10 * k + 2, sizeof *a);
    double *re = a + k * k, *im = re + k, *work = im + k, unused;
    for (size_t i = 0; i < k * k; i++)
        a[i] = l->A[i % k * k + i / k];
    if (n)
        dgeev_("N", "N", &n, a, &n, re, im, &unused, &one, &unused, &one, work, &room, &info);
    for (int i = 0; i < n && !info; i++)
        z[i] = re[i] + im[i] * I;
    free(a);
    linear_sort(z, n);
    return !info;
}

int linear_zeros_between(const LinearSystem *l, int u, int y, double complex *z)
{
    size_t n = (size_t)l->nx;
    double *b = memory_new(n + 1, sizeof *b);
    for (size_t i = 0; i < n; i++)
        b[i] = l->B[i * (size_t)l->nu + (size_t)u];
    LinearSystem one = {
        l->nx, 1, 1, l->A, b, l->C + (size_t)y * n, l->D + (size_t)y * (size_t)l->nu + (size_t)u};
    int found = linear_zeros(&one, z);
    free(b);
    return found;
}

double complex linear_response(const LinearSystem *l, int u, int y, double w)
{
    int n = l->nx, one = 1, info = 0;
    size_t k = (size_t)n;
    double complex *a = memory_new(k * k + k + 1, sizeof *a), *b = a + k * k;
    int *pivot = memory_new(k + 1, sizeof *pivot);
    for (size_t c = 0; c < k; c++)
        for (size_t r = 0; r < k; r++)
            a[c * k + r] = (r == c ? w * I : 0) - l->A[r * k + c];
    for (size_t r = 0; r < k; r++)
        b[r] = l->B[r * (size_t)l->nu + (size_t)u];
    if (n)
        zgesv_(&n, &one, a, &n, pivot, b, &n, &info);
    double complex out = l->D[(size_t)y * (size_t)l->nu + (size_t)u];
    for (size_t r = 0; r < k; r++)
        out += l->C[(size_t)y * k + r] * b[r];
    free(a);
    free(pivot);
    return info ? NAN : out;
}

/* c = a*b, of n*n. */
static void multiply(size_t n, const double *a, const double *b, double *c)
{
    memset(c, 0, n * n * sizeof *c);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++)
                c[i * n + k] += a[i * n + j] * b[j * n + k];
}

/* e = exp(a), of n*n; a is changed, t has room for as much. */
static void exponential(size_t n, double *a, double *e, double *t)
{
    enum { TERMS = 18 };
    double norm = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += fabs(a[i * n + j]);
        norm = fmax(norm, sum);
    }
    int halvings = norm > 0.5 ? (int)ceil(log2(norm / 0.5)) : 0;
    for (size_t i = 0; i < n * n; i++)
        a[i] = ldexp(a[i], -halvings);
    memset(e, 0, n * n * sizeof *e);
    for (int k = TERMS; k >= 0; k--) { /* Horner's rule: e = I + a*e/k */
        if (k < TERMS) {
            multiply(n, a, e, t);
            for (size_t i = 0; i < n * n; i++)
                e[i] = t[i] / (k + 1);
        }
        for (size_t i = 0; i < n; i++)
            e[i * n + i] += 1;
    }
    for (int k = 0; k < halvings; k++) {
        multiply(n, e, e, t);
        memcpy(e, t, n * n * sizeof *e);
    }
}

void linear_step(const LinearSystem *l, int u, int y, double t, int n, double *out)
{
    size_t x = (size_t)l->nx, k = x + 1;
    double h = t / (n - 1);
    double *a = memory_new(3 * k * k + 2 * k, sizeof *a);
    double *e = a + k * k, *room = e + k * k, *now = room + k * k, *next = now + k;
    for (size_t r = 0; r < x; r++) {
        for (size_t c = 0; c < x; c++)
            a[r * k + c] = h * l->A[r * x + c];
        a[r * k + x] = h * l->B[r * (size_t)l->nu + (size_t)u];
    }
    exponential(k, a, e, room);
    now[x] = 1;
    for (int i = 0; i < n; i++) {
        out[i] = l->D[(size_t)y * (size_t)l->nu + (size_t)u];
        for (size_t c = 0; c < x; c++)
            out[i] += l->C[(size_t)y * x + c] * now[c];
        for (size_t r = 0; r < k; r++) {
            next[r] = 0;
            for (size_t c = 0; c < k; c++)
                next[r] += e[r * k + c] * now[c];
        }
        memcpy(now, next, k * sizeof *now);
    }
    free(a);
}

void linear_span(const double complex *pole, int n, double *slowest, double *fastest)
{
    *slowest = INFINITY;
    *fastest = 0;
    for (int i = 0; i < n; i++) {
        double w = cabs(pole[i]);
        *fastest = fmax(*fastest, w);
        if (w > 0)
            *slowest = fmin(*slowest, w);
    }
    for (int i = 0; i < n; i++) /* poles that are 0 but for rounding */
        if (cabs(pole[i]) > 1e-9 * *fastest)
            *slowest = fmax(*slowest, 1e-9 * *fastest);
    if (!(*fastest > 0))
        *slowest = *fastest = 1;
}
