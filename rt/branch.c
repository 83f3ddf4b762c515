/* branch.c - another solution of the nonlinear equations of a block, where Newton's iteration finds
 * none: the last one has come to an end (op-amps with positive feedback, tunnel diodes), or the
 * guess is too far off.
 *
 * From a point x0 the curve r(x) = mu*e, e = r(x0)/|r(x0)|, is followed in both directions until mu
 * is 0 (Newton homotopy; Allgower and Georg, Numerical Continuation Methods). It passes through
 * extrema of the residuals, where Newton's iteration comes to a standstill: for one unknown it
 * visits every x until a solution is met. Its length is measured in x only, so that steep kinks do
 * not look like turns. Each step solves a dense system of n + 1 equations. */
#include "rt/block_internal.h"
#include "rt/newton_policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Curve {
    KInst *m;
    int k, n;
    KBlockWork *w;
    KLinear *lin;     /* of n + 1 equations */
    double *unit;     /* [n+1] */
    double *e;        /* [n] direction of the residuals */
    double *at;       /* [n+1] a point of the curve: x, mu */
    double *tangent;  /* [n+1], unit length of the x part in units */
    double *next;     /* [n+1] the point after it */
    double *d;        /* [n+1] right-hand side, correction */
    double *matrix;   /* [(n+1)^2], by columns */
    double *residual; /* [n] */
} Curve;

/* Most blocks never ask for it. */
static bool curve_open(KBlockWork *w)
{
    size_t n = (size_t)w->n + 1;
    Curve *c = w->curve = calloc(1, sizeof *c + (7 * n + n * n) * sizeof(double));
    if (!c)
        return false;
    *c = (Curve){.n = w->n, .w = w};
    double **part[] = {&c->unit, &c->e, &c->at, &c->tangent, &c->next, &c->d, &c->residual};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        *part[i] = (double *)(void *)(c + 1) + i * n;
    c->matrix = c->residual + n;
    if ((c->lin = linear_new((int)n, 0, NULL, NULL, false, 0, c->unit)) != NULL)
        return true;
    branch_close(w);
    return false;
}

void branch_close(KBlockWork *w)
{
    if (w->curve)
        linear_free(w->curve->lin);
    free(w->curve);
    w->curve = NULL;
}

/* Factors of the system at x, whose residuals have just been evaluated: J dx - e dmu, and the
 * component along the tangent. */
static int factor(Curve *c)
{
    int n = c->n;
    const KBlockWork *w = c->w;
    memcpy(c->w->r, c->residual, (size_t)n * sizeof *c->residual);
    int result = block_jacobian(c->m, c->k, c->w);
    if (result)
        return result;
    memset(c->matrix, 0, (size_t)(n + 1) * (size_t)(n + 1) * sizeof *c->matrix);
    for (int j = 0; j <= n; j++) {
        double *column = c->matrix + (long)j * (n + 1);
        if (j == n)
            for (int i = 0; i < n; i++)
                column[i] = -c->e[i];
        else if (w->nnz > 0)
            for (int p = w->colptr[j]; p < w->colptr[j + 1]; p++)
                column[w->rowidx[p]] = w->entry[p];
        else
            memcpy(column, c->w->entry + (long)j * n, (size_t)n * sizeof *column);
        if (j < n)
            column[n] = c->tangent[j] / (c->unit[j] * c->unit[j]);
    }
    return linear_factor(c->lin, c->matrix);
}

static double length(const Curve *c, const double *d)
{
    double sum = 0;
    for (int j = 0; j < c->n; j++)
        sum += d[j] / c->unit[j] * (d[j] / c->unit[j]);
    return sqrt(sum);
}

/* The tangent at c->next (factored), going on in the same direction. */
static int turn(Curve *c)
{
    memset(c->d, 0, (size_t)c->n * sizeof *c->d);
    c->d[c->n] = 1;
    if (linear_solve(c->lin, c->d))
        return 1;
    double size = length(c, c->d);
    if (!(size > 0) || !isfinite(size))
        return 1;
    for (int j = 0; j <= c->n; j++)
        c->tangent[j] = c->d[j] / size;
    return 0;
}

/* A point of the curve at distance h: into c->next, with its factors. Positive: none was found. */
static int correct(Curve *c, double h)
{
    int n = c->n;
    for (int j = 0; j <= n; j++)
        c->next[j] = c->at[j] + h * c->tangent[j];
    for (int i = 0; i < CORRECTIONS; i++) {
        int result = block_residual(c->m, c->k, c->next, c->residual);
        if (result || (result = factor(c)))
            return result;
        for (int j = 0; j < n; j++)
            c->d[j] = c->residual[j] - c->next[n] * c->e[j];
        c->d[n] = 0; /* the correction is orthogonal to the tangent */
        if (linear_solve(c->lin, c->d))
            return 1;
        double size = length(c, c->d);
        for (int j = 0; j <= n; j++)
            c->next[j] -= c->d[j];
        if (!isfinite(size) || size > h)
            return 1;
        if (size <= on_the_curve * h)
            return 0;
    }
    return 1;
}

static bool is_far(const Curve *c)
{
    for (int j = 0; j < c->n; j++)
        if (!(fabs(c->at[j]) <= far_away * c->unit[j]))
            return true;
    return false;
}

/* Follows the curve from c->at along the tangent. 0: mu has changed its sign, the point between is
 * in w->x. */
static int follow(Curve *c)
{
    double h = first_step;
    int n = c->n;
    for (int i = 0; i < STEPS && h >= least_step && !is_far(c); i++) {
        int result = correct(c, h);
        if (result < 0)
            return result;
        if (result > 0) {
            h /= 4;
            continue;
        }
        double mu0 = c->at[n], mu1 = c->next[n];
        if (mu1 <= 0) {
            double part = mu0 / (mu0 - mu1);
            for (int j = 0; j < n; j++)
                c->w->x[j] = c->at[j] + part * (c->next[j] - c->at[j]);
            return 0;
        }
        if (turn(c)) {
            h /= 4;
            continue;
        }
        memcpy(c->at, c->next, (size_t)(n + 1) * sizeof *c->at);
        h = fmin(2 * h, longest_step);
    }
    return 1;
}

/* The curve through x0: the direction of the residuals, and a first tangent. */
static int begin(Curve *c, const double *x0, double sign)
{
    int n = c->n;
    int result = block_residual(c->m, c->k, x0, c->residual);
    double size = 0, along = 0;
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(c->residual[i]));
    if (result || !(size > 0))
        return result ? result : 1;
    for (int i = 0; i < n; i++) {
        c->e[i] = c->residual[i] / size;
        c->at[i] = c->next[i] = x0[i];
        c->unit[i] = fmax(fabs(x0[i]), 1e-3 * c->w->unit[i]);
    }
    c->at[n] = c->next[n] = size;
    c->unit[n] = 1;
    for (int tries = 0; tries < 2; tries++) { /* a vector that is not orthogonal to the curve */
        for (int j = 0; j < n; j++)
            c->tangent[j] = c->unit[j] * (tries || j % 2 ? 1 + 0.1 * (j % 7) : -1);
        if ((result = factor(c)) < 0)
            return result;
        if (!result && !turn(c))
            break;
        result = 1;
    }
    for (int j = 0; j < n; j++)
        if (fabs(c->tangent[j]) > fabs(along) * c->unit[j])
            along = c->tangent[j] / c->unit[j];
    for (int j = 0; j <= n; j++)
        c->tangent[j] *= (along < 0 ? -1 : 1) * sign;
    return result;
}

int branch_follow(KInst *m, int k, KBlockWork *w, const double *x0, double sign)
{
    if (w->n > LARGEST)
        return 1;
    if (!w->curve && !curve_open(w)) {
        failure_format(m, "memory is exhausted by a system of %d equations", w->n);
        return -1;
    }
    Curve *c = w->curve;
    c->m = m;
    c->k = k;
    linear_renew(c->lin);
    int result = begin(c, x0, sign);
    return result ? result : follow(c);
}
