/* sim_watch.c - does an event change the course? States, derivatives and the unknowns that the
 * method computes are compared before and after it, there, in the middle and at the end of the
 * step: where none differs the step goes on, with the same polynomial. */
#include "rt/sim_internal.h"

#include <math.h>
#include <stdlib.h>

bool watch_open(Sim *s)
{
    Watch *w = &s->watch;
    const KModel *model = s->model;
    int nx = model->nstates;
    w->n = 2 * nx + s->in->nextra;
    w->nsame = nx;
    size_t n = (size_t)w->n + 1;
    w->var = malloc(n * sizeof *w->var);
    w->noise = malloc(4 * n * sizeof *w->noise);
    if (!w->var || !w->noise)
        return false;
    w->now = w->noise + n;
    w->mid = w->now + n;
    w->end = w->mid + n;
    for (int i = 0; i < w->n; i++) {
        w->var[i] = i < nx       ? model->state[i]
                    : i < 2 * nx ? model->der[i - nx]
                                 : s->in->extra[i - 2 * nx];
        int scale = i < 2 * nx ? model->state[i % nx] : w->var[i];
        double nominal = k_nominal(model, scale);
        w->noise[i] = i < nx ? 0 : 1e-12 * nominal / (i < 2 * nx ? s->span : 1);
    }
    return true;
}

void watch_take(const Sim *s, double *to)
{
    for (int i = 0; i < s->watch.n; i++)
        to[i] = s->m->v[s->watch.var[i]];
}

/* How much larger differences are that rounding makes near a singular position (bridge.c). */
static double grain(const Sim *s)
{
    double room = s->model->nsets ? s->sets.room : 1;
    return room > 0 ? fmin(fmax(1, SAME_LEFT / (room * room * room) / SAME_COURSE), SAME_MOST) : 1;
}

/* Do the computed values differ from those taken before? States: any difference. */
static bool watch_differs(const Sim *s, const double *from, int first)
{
    const Watch *w = &s->watch;
    double grown = grain(s);
    for (int i = first; i < w->n; i++) {
        double a = from[i], b = s->m->v[w->var[i]];
        double allowed =
            i < w->nsame ? 0 : grown * (SAME_COURSE * (fabs(a) + fabs(b)) + w->noise[i]);
        if (!(fabs(a - b) <= allowed))
            return true;
    }
    return false;
}

void watch_ahead(Sim *s, double t)
{
    Watch *w = &s->watch;
    w->ahead = false;
    if (s->step_end - t <= s->close || s->skip)
        return;
    if (integrator_evaluate(s->in, t + 0.5 * (s->step_end - t)))
        return;
    watch_take(s, w->mid);
    if (integrator_evaluate(s->in, s->step_end))
        return;
    watch_take(s, w->end);
    w->ahead = true;
}

int watch_decide(Sim *s, double t, bool *restart)
{
    Watch *w = &s->watch;
    *restart = true;
    bool left =
        s->method && !s->run->gap; /* a reinit has ended the motion of a bridge (bridge.c) */
    if (s->skip || left ||
        watch_differs(s, w->now, s->method ? w->nsame : 0)) /* (moved by bridge_reinit) */
        return 0;
    if (s->step_end - t > s->close) {
        if (!w->ahead || integrator_evaluate(s->in, t + 0.5 * (s->step_end - t)))
            return integrator_evaluate(s->in, t);
        bool same = !watch_differs(s, w->mid, w->nsame);
        same =
            same && !integrator_evaluate(s->in, s->step_end) && !watch_differs(s, w->end, w->nsame);
        *restart = !same;
        return integrator_evaluate(s->in, t);
    }
    *restart = false;
    return 0;
}
