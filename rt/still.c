/* still.c - the integrator of models without states. It walks over the interval in a quarter of
 * the output interval, so that crossings of relations are seen. */
#include "rt/integrator.h"

#include <math.h>
#include <stdlib.h>

typedef struct Still {
    KIntegrator base;
    double step, t;
    long steps;
} Still;

static KIntegrator *still_open(KInst *m, const KOptions *o)
{
    Still *s = integrator_new(m, &integrator_still, sizeof *s);
    if (!s)
        return NULL;
    s->step = (o->stop - o->start) / (o->intervals > 0 ? 4.0 * o->intervals : 2000);
    if (o->max_step > 0)
        s->step = fmin(s->step, o->max_step);
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
    s->t = tstop - s->t > 1.5 * s->step ? s->t + s->step : tstop;
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
    "still", still_open, still_restart, still_step, still_interpolate, still_count, still_close,
};
