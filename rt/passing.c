/* passing.c - positions in which the constraints of states depend on each other, passed.
 *
 * Such positions are single points of most motions that come to them: three angles when the second
 * is 90 degrees, a double point of a curve, bars of a loop in one line. More ways than one lead on
 * from there. A body that has a speed takes the one that continues its motion: accelerations are
 * finite. So the motion before the point is continued by parabolas to the other side of
 * it, where the states begin anew and all that follows from them is solved for, beginning with the
 * continuation. A solution elsewhere - on another branch - is refused. The error is of third order
 * in the distance. O(nv). */
#include "rt/passing.h"
#include "rt/event_policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool passing_open(KPassing *p, KInst *m)
{
    const KModel *model = m->run->model;
    size_t n = model->nsets ? 3 * (size_t)model->nv : 0;
    *p = (KPassing){.m = m, .nv = model->nv, .value = malloc((n + 1) * sizeof *p->value)};
    return p->value != NULL;
}

void passing_close(KPassing *p)
{
    free(p->value);
    *p = (KPassing){0};
}

double *passing_note(KPassing *p, int k)
{
    size_t n = (size_t)p->nv;
    return memcpy(p->value + (size_t)k * n, p->m->v, n * sizeof *p->value);
}

void passing_take(KPassing *p, double t, double dt)
{
    const KModel *model = p->m->run->model;
    size_t n = (size_t)p->nv;
    double *v = p->value, *d = v + n, *dd = d + n;
    p->t = t;
    for (int i = 0; i < model->nstates; i++) { /* x, x', x'': the derivatives are known */
        int x = model->state[i], dx = model->der[i];
        double first = v[dx], second = (4 * d[dx] - 3 * v[dx] - dd[dx]) / (2 * dt);
        d[x] = v[x] + dt * (first + 0.5 * dt * second);
        dd[x] = v[x] + 2 * dt * (first + dt * second);
    }
    for (size_t i = 0; i < n; i++) {
        double first = (4 * d[i] - 3 * v[i] - dd[i]) / (2 * dt);
        dd[i] = (v[i] - 2 * d[i] + dd[i]) / (dt * dt);
        d[i] = first;
    }
}

double passing_value(const KPassing *p, int var, double dt)
{
    size_t n = (size_t)p->nv, i = (size_t)var;
    return p->value[i] + dt * (p->value[n + i] + 0.5 * dt * p->value[2 * n + i]);
}

/* Whether the candidates of a set are where the continuation has them, against the way they went.
 */
static bool is_near(const KPassing *p, const KStateSet *set, double dt)
{
    double off = 0, way = 0;
    for (int k = 0; k < set->ngiven + set->n; k++) {
        int x = set->x[k];
        double expected = passing_value(p, x, dt), unit = k_nominal(p->m->run->model, x);
        off = fmax(off, fabs(p->m->v[x] - expected) / unit);
        way = fmax(way, fabs(p->value[x] - expected) / unit);
    }
    return off <= PASS_NEAR * way;
}

int passing_evaluate(KPassing *p, double dt)
{
    KInst *m = p->m;
    const KModel *model = m->run->model;
    bool trial = m->run->trial;
    m->time = p->t + dt;
    for (int i = 0; i < p->nv; i++) {
        double x = passing_value(p, i, dt);
        m->v[i] = isfinite(x) ? x : m->v[i];
    }
    m->run->trial = true;
    int result = code_relations(m);
    m->run->trial = trial;
    for (int i = 0; i < model->nsets && !result; i++)
        if (model->set[i].nstates && model->set[i].positions)
            result = is_near(p, &model->set[i], dt) ? 0 : 1;
    return result;
}
