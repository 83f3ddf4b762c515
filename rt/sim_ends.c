/* sim_ends.c - solutions that come to an end, where no step is small enough.
 *
 * Between events an algebraic block stays on its branch. Where that ends - op-amps with positive
 * feedback, tunnel diodes - the end is located, and another solution taken there as at an event.
 * The root of a level that is guarded by `if level > 0` has no value where that is about to change,
 * and the relation keeps its value until the event: that is the event. What is neither, as a failed
 * assertion, ends the rows where it begins. Places are found by halving. */
#include "rt/sim_internal.h"
#include "rt/step.h"
#include "rt/texts.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Evaluates dt after the point kept. */
static int evaluate_beyond(Sim *s, double dt, bool leave)
{
    Kept *k = &s->kept;
    KInst *m = s->m;
    m->time = k->t + dt;
    for (int i = 0; i < k->nx; i++)
        m->v[k->var[i]] = k->x[i] + dt * (k->dx[i] + 0.5 * dt * k->ddx[i]);
    kept_guess(s);
    KMode mode = leave ? K_TRIAL | K_LEAVE_BRANCH : K_TRIAL;
    int result = code_relations(m, mode);
    return result ? result : code_out(m, mode);
}

static bool no_solution(const Sim *s)
{
    KFailKind kind = s->run->failure.kind;
    return kind == FAIL_NEWTON || kind == FAIL_SINGULAR;
}

/* The interval after the kept point in which the branch ends; *lo = *hi = 0 if it ended there, to
 * within rounding. False: it does not end. */
static bool locate_end(Sim *s, double *lo, double *hi)
{
    Kept *k = &s->kept;
    double span = s->span;
    double limit = fmin(1e-3 * span, fmin(s->next, s->until) - k->t);
    for (int i = 0; i < k->nx && k->n; i++) {
        k->x[i] = k->value[i];
        k->dx[i] = k->ddx[i] = 0;
    }
    *lo = *hi = 0;
    if (k->n == 0)
        return false;
    if (evaluate_beyond(s, 0, false))
        return no_solution(s);
    for (int i = 0; i < k->nx; i++)
        k->dx[i] = s->m->v[s->model->der[i]];
    for (*hi = s->close; !evaluate_beyond(s, *hi, false); *hi = fmin(8 * *hi, limit)) {
        if (*hi >= limit)
            return false;
        *lo = *hi;
        for (int i = 0; i<k->nx && * hi> 1e-9 * span; i++)
            k->ddx[i] = (s->m->v[s->model->der[i]] - k->dx[i]) / *hi;
    }
    if (!no_solution(s))
        return false;
    while (*hi - *lo > s->close) {
        double mid = 0.5 * (*lo + *hi);
        *(evaluate_beyond(s, mid, false) ? hi : lo) = mid;
    }
    return true;
}

static void tell_jump(Sim *s, int block, double from, double to)
{
    if (s->kept.jumped)
        return;
    s->kept.jumped = true;
    char name[300], equation[600] = "";
    Text text = {name, sizeof name}, of = {equation, sizeof equation};
    text_variable(&text, s->model, s->model->block[block].var[0]);
    text_equation(&of, s->model, block, 0);
    run_message(s->m, K_MSG_INFO,
                "at time %g the solution of nonlinear equations ends, and another one is taken: %s "
                "jumps from %g to %g by %s; later jumps are not reported",
                s->m->time, name, from, to, equation);
}

/* The last row on the branch, and the first solution on another one. Positive: there
 * is none. */
static int change_branch(Sim *s, double before, double after)
{
    int result = 0;
    if (!evaluate_beyond(s, before, false)) {
        result = s->m->time > s->t_row ? sim_row(s) : 0;
        if (result || (result = delay_record(s->m, false)))
            return result;
    }
    (void)evaluate_beyond(s, after, false);
    int block = s->run->failure.block;
    if (block < 0)
        return 1;
    int var = s->model->block[block].var[0];
    double from = s->m->v[var];
    result = evaluate_beyond(s, after, true);
    if (!result)
        tell_jump(s, block, from, s->m->v[var]);
    return result;
}

int sim_leave_branch(Sim *s)
{
    KFailure failure = s->run->failure;
    double before = 0, after = 0;
    int result = locate_end(s, &before, &after) ? change_branch(s, before, after) : 1;
    if (result) {
        s->run->failure = failure;
        return -1;
    }
    failure_clear(s->m);
    double t = s->m->time;
    if ((result = pace_event(s, t, true)) || (result = sim_settle_event(s, t)))
        return result;
    s->restart = true;
    s->step_end = t;
    return 0;
}

/* What was examined at t is wrong. *lo, where it is not, and *hi, where it is, next to each other;
 * in between is where that begins. */
static void find_begin(Sim *s, double examined, double *lo, double *hi)
{
    if (*lo > examined && sim_examine_inside(s, *lo)) { /* points inside of a step are not */
        *hi = *lo;
        *lo = examined;
    }
    while (*hi - *lo > 4 * DBL_EPSILON * fmax(fabs(*lo), fabs(*hi))) {
        double mid = *lo + 0.5 * (*hi - *lo);
        if (!(mid > *lo && mid < *hi))
            break;
        *(sim_examine_inside(s, mid) ? hi : lo) = mid;
    }
}

/* Goes back to lo, where all is well; false if it is not. */
static bool back_to(Sim *s, double lo)
{
    if (sim_examine_inside(s, lo) || (lo > s->t_row && sim_row(s)))
        return false;
    s->t = lo;
    kept_take(s);
    return true;
}

static int fails_at(Sim *s, double t)
{
    s->t = t;
    int result = integrator_evaluate(s->in, t);
    return result ? result : sim_examine(s, true, K_POINT);
}

int sim_stop_where_it_begins(Sim *s, double lo, double t)
{
    double hi = t, examined = s->model->nstates == 0 ? s->t_row : s->begin;
    KFailure first = s->run->failure;
    find_begin(s, examined, &lo, &hi);
    bool fails = sim_examine_inside(s, hi), advanced = lo - examined > ADVANCED * s->span;
    if (fails ? no_solution(s) : advanced) {
        KFailure failure = s->run->failure;
        if (!back_to(s, lo))
            return -1;
        if (advanced && !sim_examine_inside(s, hi)) {
            failure_clear(s->m);
            s->restart = true;
            s->step_end = lo;
            return 0;
        }
        s->run->failure = failure;
        return sim_leave_branch(s);
    }
    if (lo > s->t_row && !sim_examine_inside(s, lo) && sim_row(s))
        return -1;
    int result = fails_at(s, hi);
    if (!result && hi < t) /* by rounding: then where it was seen */
        result = fails_at(s, t);
    if (!result && first.kind != FAIL_NONE)
        s->run->failure = first;
    else if (!result)
        failure_format(s->m, "the equations cannot be evaluated");
    return -1;
}

/* Has a relation changed for the states there are? Equations need not have a value. */
static bool is_beyond(Sim *s)
{
    KInst *m = s->m;
    (void)code_rhs(m, K_TRIAL);
    bool beyond = s->crossing->n && !code_call(m, s->run->code.cross, K_TRIAL) &&
                  crossing_beyond(s->crossing);
    failure_clear(m);
    return beyond;
}

/* The event at t, with the states there are. */
static int leave_domain(Sim *s, double t)
{
    int result;
    step_changed(s->m);
    if ((result = pace_event(s, t, false)) || (result = sim_settle_event(s, t)))
        return result;
    s->restart = true;
    s->step_end = t;
    return 0;
}

bool sim_place_at_begin(Sim *s, bool fresh, double dt)
{
    KInst *m = s->m;
    const KModel *model = s->model;
    m->time = s->t;
    if (fresh)
        memcpy(m->v, s->begun, (size_t)model->nv * sizeof *s->begun);
    else
        s->in->type->interpolate(s->in, s->t);
    kept_guess(s);
    bool good = !code_relations(m, K_TRIAL);
    for (int i = 0; i < model->nstates && good; i++)
        m->v[model->state[i]] += dt * m->v[model->der[i]];
    return good;
}

/* Whether dt is nothing to the states. */
static bool is_little(const Sim *s, double dt)
{
    const KInst *m = s->m;
    for (int i = 0; i < s->model->nstates; i++) {
        int x = s->model->state[i];
        double size = fabs(m->v[x]) + k_nominal(s->model, x);
        if (!(fabs(dt * m->v[s->model->der[i]]) <= AHEAD_LITTLE * s->o->tolerance * size))
            return false;
    }
    return true;
}

/* The place behind a change of a relation, as far as instants are not told apart; or farther, if
 * that is nothing to the states: what approaches the change ever more slowly, as the root of a
 * level does, may be too flat for a step before it is there. 0: there is none. */
static double find_ahead(Sim *s, bool fresh, bool *good)
{
    double dt = AHEAD * s->close;
    for (int k = 0; k <= AHEAD_FARTHER; k++, dt *= AHEAD) {
        *good = sim_place_at_begin(s, fresh, dt);
        if (k && !is_little(s, dt))
            break;
        if (is_beyond(s))
            return dt;
    }
    return 0;
}

int sim_leave_ahead(Sim *s, bool fresh)
{
    KFailure failure = s->run->failure;
    bool good;
    double dt = find_ahead(s, fresh, &good);
    if (dt == 0) {
        s->run->failure = failure;
        return 1;
    }
    if (good && s->t > s->t_row) {
        int result = sim_place_at_begin(s, fresh, 0) ? sim_row(s) : -1;
        if (result)
            return result;
        sim_place_at_begin(s, fresh, dt);
    }
    return leave_domain(s, s->t);
}

int sim_leave_point(Sim *s, double t)
{
    int result = sim_leave_branch(s);
    if (!result || !s->crossing->n || s->model->nsets)
        return result;
    KFailure failure = s->run->failure;
    double lo = s->t, hi = t;
    find_begin(s, s->t, &lo, &hi);
    s->in->type->interpolate(s->in, hi);
    if (!is_beyond(s)) {
        s->run->failure = failure;
        return result;
    }
    if (!sim_examine_inside(s, lo) && lo > s->t_row && (result = sim_row(s)))
        return result;
    s->in->type->interpolate(s->in, hi);
    return leave_domain(s, hi);
}
