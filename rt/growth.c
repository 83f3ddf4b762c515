/* growth.c - states that grow faster and faster up to the end of a run: a warning, because a sign or
 * a parameter may be wrong although nothing failed.
 *
 * The sizes of each state in four parts of the time are compared, at the points that are written. A
 * state that an unstable mode drives becomes so many times as large in each part as it was before;
 * an integral, or what begins late, does not. Linear in the states at each point. */
#include "rt/growth.h"
#include "rt/analyse.h"
#include "rt/integrator.h"

#include <math.h>
#include <stdlib.h>

enum { GROWTH_PARTS = 4 };

static const double part_end[GROWTH_PARTS - 1] = {0.5, 0.7, 0.85};
static const double times_as_large = 10; /* in each part */
static const double beyond = 1e6;        /* times what is usual, at the end */

bool growth_open(KGrowth *g, const KModel *model)
{
    *g = (KGrowth){.n = model->nstates};
    g->most = calloc((size_t)g->n * GROWTH_PARTS + 1, sizeof *g->most);
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
    for (int i = 0; i < g->n; i++)
        most[i] = fmax(most[i], fabs(m->v[m->run->model->state[i]]));
}

static bool grows(const KGrowth *g, const KInst *m, int state)
{
    const KModel *model = m->run->model;
    int var = model->state[state];
    double usual = fmax(fmax(1, fabs(m->start[var])), fabs(k_nominal(model, var)));
    double last = g->most[state];
    bool all = last > 0;
    for (int k = 1; k < GROWTH_PARTS && all; k++) {
        double size = g->most[(size_t)k * (size_t)g->n + (size_t)state];
        all = size > times_as_large * last;
        last = size;
    }
    return all && last > beyond * usual;
}

void growth_tell(const KGrowth *g, const KInst *m)
{
    int found = -1;
    for (int i = 0; i < g->n; i++)
        if (grows(g, m, i) && (found < 0 || fabs(m->v[m->run->model->state[i]]) >
                                                fabs(m->v[m->run->model->state[found]])))
            found = i;
    if (found < 0)
        return;
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    text_growing(&t, m, found);
    run_message(m, K_MSG_WARNING,
                "at time %g %s has grown to %g, faster and faster: the model is unstable%s", m->time,
                k_state_name(m, found), m->v[m->run->model->state[found]], text);
}
