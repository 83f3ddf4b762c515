/* growth.c - states that grow faster and faster up to the end of a run: a warning, because a sign or
 * a parameter may be wrong although nothing failed.
 *
 * How far each state comes from its beginning in four parts of the time is compared, at the points that are
 * written. A state that an unstable mode drives comes so many times as far in each part as before;
 * an integral, or what begins late, does not. What comes very far is told, what comes less far if the model
 * has an unstable mode where it ends. Linear in the states at each point. */
#include "rt/growth.h"
#include "rt/analyse.h"
#include "rt/integrator.h"
#include "rt/unstable.h"

#include <math.h>
#include <stdlib.h>

enum { GROWTH_PARTS = 4 };

static const double part_end[GROWTH_PARTS - 1] = {0.5, 0.7, 0.85};
typedef struct Bounds {
    double times, beyond; /* as far in each part as before; times what is usual, at the end */
} Bounds;

/* der(x) = x over ten time constants, 4.5 times in the last part, is what its author meant. */
static const Bounds sure = {5, 1e3}, with_mode = {5, 10};
static const double most_times = 5; /* that e is in the growth of a mode over the run, at least */

bool growth_open(KGrowth *g, const KModel *model)
{
    *g = (KGrowth){.n = model->nstates};
    g->most = calloc((size_t)g->n * (GROWTH_PARTS + 1) + 1, sizeof *g->most);
    g->first = g->most ? g->most + (size_t)g->n * GROWTH_PARTS : NULL;
    return g->most != NULL;
}

void growth_close(KGrowth *g)
{
    free(g->most);
    *g = (KGrowth){0};
}

void growth_note(KGrowth *g, const KInst *m, double part)
{
    int k = 0;
    while (k < GROWTH_PARTS - 1 && part > part_end[k])
        k++;
    double *most = g->most + (size_t)k * (size_t)g->n;
    for (int i = 0; i < g->n; i++) {
        double x = m->v[m->run->model->state[i]];
        if (!g->begun)
            g->first[i] = x;
        most[i] = fmax(most[i], fabs(x - g->first[i]));
    }
    g->begun = true;
}

static bool grows(const KGrowth *g, const KInst *m, int state, Bounds bounds)
{
    const KModel *model = m->run->model;
    int var = model->state[state];
    double usual = fmax(fmax(1, fabs(g->first[state])), fabs(k_nominal(model, var)));
    double last = g->most[state];
    bool all = last > 0;
    for (int k = 1; k < GROWTH_PARTS && all; k++) {
        double size = g->most[(size_t)k * (size_t)g->n + (size_t)state];
        all = size > bounds.times * last;
        last = size;
    }
    return all && last > bounds.beyond * usual;
}

/* Whether all decays, and only steps beyond the limit of stability let a state grow. */
static bool tell_step(KInst *m, int state, double step)
{
    double limit = step > 0 ? euler_limit(m) : NAN;
    if (!(step > limit))
        return false;
    run_message(m, K_MSG_WARNING,
                "at time %g %s has grown to %g by the steps alone: those of explicit Euler are stable "
                "up to %.3g here, they are %g; choose shorter ones, or an implicit method (--method "
                "implicit-euler)",
                m->time, k_state_name(m, state), m->v[m->run->model->state[state]], limit, step);
    return true;
}

/* The largest state that grows; -1: none. */
static int find_growing(const KGrowth *g, const KInst *m, Bounds bounds)
{
    int found = -1;
    for (int i = 0; i < g->n; i++)
        if (grows(g, m, i, bounds) && (found < 0 || fabs(m->v[m->run->model->state[i]]) >
                                                        fabs(m->v[m->run->model->state[found]])))
            found = i;
    return found;
}

void growth_tell(const KGrowth *g, KInst *m, double explicit_step)
{
    int found = find_growing(g, m, sure);
    if (found < 0 && (found = find_growing(g, m, with_mode)) >= 0 &&
        !(unstable_rate(m) * k_span(m) > most_times))
        return;
    if (found < 0 || tell_step(m, found, explicit_step))
        return;
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    text_growing(&t, m, found);
    text_slower(&t, m, found);
    run_message(m, K_MSG_WARNING,
                "at time %g %s has grown to %g, faster and faster: the model is unstable%s", m->time,
                k_state_name(m, found), m->v[m->run->model->state[found]], text);
}
