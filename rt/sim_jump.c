/* sim_jump.c - over a jump of derivatives that makes no event, as where `noEvent(T < limit)`
 * changes.
 *
 * An implicit step that ends behind the jump goes by the derivatives there. If these do not lead
 * over it no step has a solution, however short it is: neither side agrees with its own
 * derivatives. The solution goes on all the same, since time and the derivatives before the jump
 * lead up to it: an explicit step as short as the tolerance allows leads over it, and is off by its
 * length times the jump at most. Where that comes to the next jump at once, both sides drive the
 * solution to the limit, and the run would creep along it: that is an error. */
#include "rt/sim_internal.h"

#include <math.h>
#include <string.h>

/* How the derivatives at the present point differ from those before. */
typedef struct Difference {
    double part; /* of themselves, at most */
    double off;  /* over the way between the points, of what is tolerated */
} Difference;

static Difference difference(const Sim *s, const double *from, double dt)
{
    const KInst *m = s->m;
    const KModel *model = s->model;
    double tolerance = tolerance_asked(s->o);
    Difference most = {0, 0};
    for (int i = 0; i < model->nstates; i++) {
        double now = m->v[model->der[i]], d = fabs(now - from[i]),
               all = fmax(fabs(now), fabs(from[i]));
        double size = fabs(m->v[model->state[i]]) + k_nominal(model, model->state[i]);
        most.part = fmax(most.part, all > 0 ? d / all : 0);
        most.off = isfinite(d) ? fmax(most.off, dt * d / (tolerance * size)) : INFINITY;
    }
    return most;
}

/* The states dt after s->t by the derivatives there, evaluated; `from` are these. False: there are
 * no values. */
static bool place(Sim *s, bool fresh, double dt, double *from)
{
    KInst *m = s->m;
    const KModel *model = s->model;
    bool good = sim_place_at_begin(s, fresh, dt);
    for (int i = 0; i < model->nstates && good; i++)
        from[i] = m->v[model->der[i]];
    m->time = s->t + dt;
    return good && !code_relations(m, K_TRIAL);
}

/* The longest step over a jump that differs by little; 0: no jump lies near. What differs by
 * JUMP_PART at one point, and hardly at one a quarter as far, has jumped; what has jumped before
 * the first point is the same at the second. Slopes that are steep, as of a root near 0, are not.
 * Derivatives are left in `from`. */
static double find_length(Sim *s, bool fresh, double most, double *from)
{
    double found = 0, before = 0;
    bool jump = false, first = true;
    for (double dt = AHEAD * s->close; dt <= most; dt *= AHEAD) {
        if (!place(s, fresh, dt, from))
            break;
        Difference d = difference(s, from, dt);
        if (!(d.off <= JUMP_LITTLE))
            break;
        bool behind = before > JUMP_PART && d.part < JUMP_SAME * before && first;
        jump = jump || behind || (d.part > JUMP_PART && before * JUMP_SUDDEN < d.part && found > 0);
        first = found == 0;
        before = d.part;
        found = dt;
        if (!jump && dt > JUMP_NEAR * fmax(s->in->unsolved, s->close))
            break;
    }
    return jump ? found : 0;
}

bool sim_may_jump(const Sim *s)
{
    bool again = s->t - s->jump_end < JUMP_APART * s->span;
    return s->model->nstates > 0 && s->model->nsets == 0 && !(again && s->jumps >= JUMPS);
}

int sim_leave_jump(Sim *s, bool fresh)
{
    bool again = s->t - s->jump_end < JUMP_APART * s->span;
    if (!sim_may_jump(s))
        return 1;
    KFailure failure = s->run->failure;
    double most = fmin(s->next, s->until) - s->t, *from = s->jump_from;
    double dt = find_length(s, fresh, most, from);
    failure_clear(s->m);
    if (dt == 0 || !place(s, fresh, dt, from)) {
        s->run->failure = failure;
        s->jump_end = s->t;
        s->jumps = JUMPS;
        return 1;
    }
    double t = s->t + dt;
    double t_event = s->t_event;
    long steps = s->steps;
    int result = sim_settle_event(s, t);
    s->t_event = t_event; /* it is none, for the pace of the run */
    s->steps = steps;
    s->jump_end = t;
    s->jumps = again ? s->jumps + 1 : 1;
    s->restart = true;
    s->step_end = t;
    return result;
}
