/* fmi_past.c - Model Exchange: which of several solutions nonlinear blocks have.
 *
 * Equations with several solutions (op-amps with positive feedback, tunnel diodes) are solved from
 * the last one. Where it comes to an end there is another beyond. If an integrator comes back from
 * there, since its step was too long, the first solution must be found again; if it comes back for
 * the values at an output point, and goes on, it must not. So the solutions of the last evaluations
 * are kept in the order of time, and each evaluation begins with the latest that is not after it.
 * When derivatives are asked for at an earlier time, what was later is forgotten: callers do so for
 * steps, not for output points. */
#include "rt/fmi/fmi.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 16 };

struct FmiPast {
    int n;     /* unknowns of nonlinear blocks */
    int count; /* points, times ascending; the last is at (first + count - 1) % KEPT */
    int first;
    double time[KEPT];
    int *var;  /* [n] */
    double *x; /* [KEPT][n] */
};

static int list_unknowns(const KModel *model, int *var)
{
    int n = 0;
    for (int k = 0; k < model->nblocks; k++) {
        const KBlock *b = &model->block[k];
        for (int i = 0; i < b->n && b->of_run && !b->linear; i++, n++)
            if (var)
                var[n] = b->var[i];
    }
    return n;
}

FmiPast *past_new(const KModel *model)
{
    int n = list_unknowns(model, NULL);
    FmiPast *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->n = n;
    p->var = malloc(((size_t)n + 1) * sizeof *p->var);
    p->x = malloc(((size_t)n * KEPT + 1) * sizeof *p->x);
    if (!p->var || !p->x) {
        past_free(p);
        return NULL;
    }
    list_unknowns(model, p->var);
    return p;
}

void past_free(FmiPast *past)
{
    if (past) {
        free(past->var);
        free(past->x);
    }
    free(past);
}

static int place(const FmiPast *p, int i)
{
    return (p->first + i) % KEPT;
}

/* The number of points that are not later than t; the first counts always. */
static int points_until(const FmiPast *p, double t)
{
    int n = p->count;
    while (n > 1 && p->time[place(p, n - 1)] > t)
        n--;
    return n;
}

void past_begin(FmiPast *past, const KInst *m)
{
    past->count = 0;
    past_add(past, m);
}

void past_recall(const FmiPast *past, KInst *m)
{
    int n = points_until(past, m->time);
    const double *x = past->x + (size_t)place(past, n - 1) * (size_t)past->n;
    for (int i = 0; i < past->n && n > 0; i++)
        m->v[past->var[i]] = x[i];
}

void past_add(FmiPast *past, const KInst *m)
{
    int n = points_until(past, m->time);
    if (n && past->time[place(past, n - 1)] >= m->time)
        n--;
    if (n == KEPT) {
        past->first = place(past, 1);
        n--;
    }
    int at = place(past, n);
    past->time[at] = m->time;
    for (int i = 0; i < past->n; i++)
        past->x[(size_t)at * (size_t)past->n + (size_t)i] = m->v[past->var[i]];
    past->count = n + 1;
}
