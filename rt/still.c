/* still.c - the integrator of models without states. It walks over the run from one output point to
 * the next, and, if there are relations, in STILL_LOOKS steps at least, so that their crossings are
 * seen. */
#include "rt/integrator.h"
#include "rt/step_policy.h"

#include <math.h>
#include <stdlib.h>

/* Output intervals that fit into the run to so many digits are equal parts of it. */
#define POINT_DIGITS 1e-12

typedef struct Still {
    KIntegrator base;
    double begin, span, parts; /* points are begin + k*span/parts */
    double step, t;
    long steps;
} Still;

/* Whether anything can cross between two points: not what depends on time alone, whose instants are
 * known. */
static bool can_cross(const KModel *model)
{
    bool any = model->nkept > 0;
    for (int i = 0; i < model->nrel; i++)
        any |= !model->rel_time || !model->rel_time[i];
    return any;
}

static KIntegrator *still_open(KInst *m, const KOptions *o)
{
    Still *s = integrator_new(m, &integrator_still, sizeof *s);
    if (!s)
        return NULL;
    double points = o->intervals > 0 ? (double)o->intervals : 1;
    s->begin = o->start;
    s->span = o->stop - o->start;
    s->parts = points;
    double longest = can_cross(m->run->model) ? s->span / STILL_LOOKS : s->span;
    if (fabs(points * o->interval - s->span) > POINT_DIGITS * s->span && o->interval > 0) {
        s->span = o->interval;
        s->parts = 1;
    }
    if (o->max_step > 0)
        longest = fmin(longest, o->max_step);
    for (s->step = s->span / s->parts; s->step > longest && s->parts < 1e15; s->step /= 2)
        s->parts *= 2; /* so that output points are hit to the last digit */
    return &s->base;
}

static int still_restart(KIntegrator *base)
{
    ((Still *)base)->t = base->m->time;
    return 0;
}

static int still_step(KIntegrator *base, double tstop, double *t)
{
    Still *s = (Still *)base;
    double next = s->begin + (floor((s->t - s->begin) / s->step + 0.5) + 1) * s->span / s->parts;
    s->t = tstop - next > 0.5 * s->step ? next : tstop;
    s->steps++;
    *t = s->t;
    return 0;
}

static void still_interpolate(KIntegrator *base, double t)
{
    base->m->time = t;
}

static void still_count(KIntegrator *base, KStats *stats)
{
    stats->steps += ((Still *)base)->steps;
}

static void still_close(KIntegrator *base)
{
    free(base);
}

const KIntegratorType integrator_still = {
    "still", still_open,  still_restart, still_step, still_interpolate,
    NULL,    still_count, still_close,   NULL,
};
