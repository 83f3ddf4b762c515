/* bridge_stiff.c - the points of a motion (bridge_find.c) in stiff models.
 *
 * The equations say that the states at the points behind the gap are integrals of the derivatives
 * at all points. Here they are solved by Newton's iteration, with the derivatives of the model at
 * the end of the gap for all points: a system of all states at all points, factored once by KLU.
 * Points before the gap, other than the start, are of no use: a motion that decays fast has come
 * from anywhere. */
#include "rt/bridge_internal.h"
#include "rt/jacobian.h"
#include "rt/linear.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Stiff {
    KBridge *b;
    KJacobian *j;
    KLinear *lin;
    int nx, points; /* states, points behind the gap: unknowns are states of one after the other */
    int *colptr, *rowidx; /* of the matrix, [nx * points + 1] and its entries */
    double *entry, *x,
        *unit;    /* its entries; [nx * points] corrections, and sizes of the unknowns */
    double *area; /* [points * BRIDGE_NODES] weights of derivatives in the integrals */
} Stiff;

static void close_stiff(Stiff *s)
{
    if (s->j)
        jacobian_free(s->j);
    if (s->lin)
        linear_free(s->lin);
    free(s->colptr);
    free(s->entry);
}

/* Entries of column c of the derivatives. */
static int first_entry(const Stiff *s, int c)
{
    return s->j->nnz ? s->j->colptr[c] : c * s->nx;
}

static int row_of(const Stiff *s, int entry)
{
    return s->j->nnz ? s->j->rowidx[entry] : entry % s->nx;
}

/* Where the derivatives of a model are not 0 each point depends on each. */
static int make_pattern(Stiff *s)
{
    int at = 0;
    for (int col = 0; col < s->points * s->nx; col++) {
        s->colptr[col] = at;
        for (int k = 0; k < s->points; k++)
            for (int p = first_entry(s, col % s->nx); p < first_entry(s, col % s->nx + 1); p++)
                s->rowidx[at++] = k * s->nx + row_of(s, p);
    }
    return s->colptr[s->points * s->nx] = at;
}

static bool open_stiff(Stiff *s, KBridge *b)
{
    const KModel *model = bridge_model(b);
    s->b = b;
    s->nx = model->nstates;
    s->points = b->n - b->end;
    s->j = jacobian_new(s->nx, model->state, model->jac_nnz, model->jac_colptr, model->jac_rowidx);
    if (!s->j)
        return false;
    size_t n = (size_t)s->points * (size_t)s->nx;
    size_t nnz = (size_t)(s->points * s->points) * (size_t)first_entry(s, s->nx);
    s->colptr = malloc((n + 1 + nnz) * sizeof *s->colptr);
    s->entry = malloc((nnz + 2 * n + (size_t)s->points * BRIDGE_NODES) * sizeof *s->entry);
    if (!s->colptr || !s->entry)
        return false;
    s->rowidx = s->colptr + n + 1;
    s->x = s->entry + nnz;
    s->unit = s->x + n;
    s->area = s->unit + n;
    for (int k = 0; k < s->points; k++) {
        bridge_weigh(b, b->n, b->t[b->end + k]);
        memcpy(s->area + k * BRIDGE_NODES, b->area, sizeof b->area);
        for (int i = 0; i < s->nx; i++)
            s->unit[k * s->nx + i] = bridge_size(b, i);
    }
    s->lin = linear_new((int)n, make_pattern(s), s->colptr, s->rowidx, true, 0, s->unit);
    return s->lin != NULL;
}

/* 1 less the weights times the derivatives. */
static int factor(Stiff *s)
{
    int at = 0;
    for (int col = 0; col < s->points * s->nx; col++)
        for (int k = 0; k < s->points; k++) {
            double weight = s->area[k * BRIDGE_NODES + s->b->end + col / s->nx];
            for (int p = first_entry(s, col % s->nx); p < first_entry(s, col % s->nx + 1);
                 p++, at++)
                s->entry[at] = (s->rowidx[at] == col) - weight * s->j->value[p];
        }
    return linear_factor(s->lin, s->entry);
}

static int solve_points(KBridge *b)
{
    int result = 0;
    for (int k = b->end; k < b->n && !result; k++)
        result = bridge_solve(b, k);
    return result;
}

/* One correction of all states; how much they move. */
static double correct(Stiff *s)
{
    KBridge *b = s->b;
    const KModel *model = bridge_model(b);
    double most = 0;
    if (solve_points(b))
        return INFINITY;
    for (int k = 0; k < s->points; k++) {
        memcpy(b->area, s->area + k * BRIDGE_NODES, sizeof b->area);
        for (int i = 0; i < s->nx; i++) {
            int x = model->state[i];
            double sum = bridge_sum(b, b->value, b->n, x, model->der[i] + 1);
            s->x[k * s->nx + i] = b->value[b->end + k][x] - sum;
        }
    }
    if (linear_solve(s->lin, s->x))
        return INFINITY;
    for (int i = 0; i < s->points * s->nx; i++) {
        double moved = fabs(s->x[i]) / s->unit[i];
        b->value[b->end + i / s->nx][model->state[i % s->nx]] -= s->x[i];
        most = moved >= 0 ? fmax(most, moved) : INFINITY;
    }
    return most;
}

double bridge_settle_stiff(KBridge *b)
{
    Stiff s = {0};
    double left = INFINITY, enough = fmax(BRIDGE_SETTLED * b->tolerance, 4 * DBL_EPSILON);
    bool goes_on = open_stiff(&s, b) && !bridge_solve(b, b->end) && !jacobian_fill(b->in.m, s.j) &&
                   !factor(&s);
    for (int round = 0; round < BRIDGE_ROUNDS && goes_on; round++) {
        double before = left;
        left = correct(&s);
        goes_on = left > enough && left < INFINITY && !(round > 4 && left > 0.5 * before);
    }
    code_forget_directions(b->in.m);
    close_stiff(&s);
    return left < INFINITY && solve_points(b) ? INFINITY : left;
}
