/* sim_method.c - the method of a run, its steps, and which one goes on where it is too slow or
 * fails. */
#include "rt/sim_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const KIntegratorType *sim_method(const Sim *s)
{
    const KIntegratorType *const types[] = {
        [K_CVODE] = &integrator_cvode,
        [K_IDA] = s->o->fallback && s->run->code.step ? &integrator_bdf : &integrator_ida,
        [K_RK45] = &integrator_rk45,
        [K_RK8] = &integrator_rk8,
        [K_BDF] = &integrator_bdf,
        [K_SDIRK] = &integrator_sdirk,
        [K_RADAU] = &integrator_radau,
        [K_MIXED] = &integrator_bdf,
        [K_AUTO] = s->o->tolerance < 1e-7 ? &integrator_rk8 : &integrator_rk45,
    };
    return s->model->nstates == 0    ? &integrator_still
           : s->o->method >= K_EULER ? &integrator_fixed
                                     : types[s->o->method];
}

int sim_inline(Sim *s)
{
    if (s->run->code.step || !s->sink || !s->sink->inlined || !s->o->fallback)
        return 1;
    int none = s->sink->inlined(s->sink->arg, s->m);
    s->model = s->run->model;
    return none < 0 || (!none && !block_open(s->m)) ? -1 : none;
}

/* The method for a stiff model: an inlined one, where the program has one or can get it and it is
 * not that which failed. Beside oscillations it is of order 4 and stable: BDF of orders 3 to 5 is
 * not. */
static const KIntegratorType *stiff_method(Sim *s, const KIntegratorType *failed)
{
    s->smooth.failed = s->smooth.failed || (s->smooth.pace > 0 && failed == &integrator_sdirk);
    if (s->smooth.failed)
        return sim_method(s);
    if (failed == &integrator_bdf)
        return &integrator_cvode;
    int none = sim_inline(s);
    if (none < 0)
        return NULL;
    if (!none) {
        free(s->begun);
        s->begun = malloc((size_t)s->model->nv * sizeof *s->begun);
        if (!s->begun || !crossing_extend(s->crossing))
            return NULL;
    }
    return !s->run->code.step   ? &integrator_cvode
           : s->smooth.left > 0 ? &integrator_sdirk
                                : &integrator_bdf;
}

void sim_prove_smooth(Sim *s)
{
    if (s->smooth.left <= 0 || --s->smooth.left > 0)
        return;
    double length = (s->step_end - s->smooth.from) / SMOOTH_PROOF;
    s->smooth.failed = length < smooth_gain * s->smooth.pace;
    s->in->stiff = s->in->may_change = s->smooth.failed;
}

/* Why the method changes. */
static void say_why(Sim *s, const KIntegratorType *failed)
{
    char *why = s->stats->why;
    size_t size = sizeof s->stats->why;
    if (s->smooth.failed)
        snprintf(why, size, "not stiff");
    else if (failed)
        snprintf(why, size, "%s could not go on at time %.4g", failed->name, s->t);
    else if (s->smooth.left > 0)
        snprintf(why, size, "smooth beside fast oscillations from time %.4g on", s->t);
    else
        snprintf(why, size, "stiff from time %.4g on", s->t);
}

int sim_change_method(Sim *s)
{
    KIntegrator *old = s->in;
    const KIntegratorType *failed = old->stiff ? NULL : old->type;
    s->in = NULL;
    s->smooth.left = old->smooth > 0 ? SMOOTH_PROOF : 0;
    s->smooth.from = s->t;
    if (old->smooth > 0)
        s->smooth.pace = old->smooth;
    if (!s->restart)
        old->type->interpolate(old, s->t);
    old->type->count(old, s->stats);
    old->type->close(old);
    s->restart = true;
    int result = code_rhs(s->m, K_POINT);
    const KIntegratorType *next = result ? NULL : stiff_method(s, failed);
    if (!result && (!next || !sim_open_method(s, next)))
        result = -1;
    say_why(s, failed);
    if (!result && s->smooth.failed)
        s->in->may_change = s->in->rough = true;
    s->smooth.pace = s->smooth.failed ? 0 : s->smooth.pace;
    s->smooth.failed = false;
    pulses_close(&s->pulses); /* the step of the method has brought more variables */
    if (!result && !pulses_open(&s->pulses, s->m, s->o->tolerance))
        result = -1;
    pulses_begin(&s->pulses, s->t, s->span / LOOKS);
    return result;
}

bool sim_open_method(Sim *s, const KIntegratorType *type)
{
    s->in = type->open(s->m, s->o);
    if (s->in)
        s->in->replaceable = s->choice;
    return s->in;
}

/* The method that is there goes on from s->t with these options. */
static int reopen(Sim *s, const KOptions *o)
{
    KIntegrator *old = s->in;
    const KIntegratorType *type = old->type;
    bool may_change = old->may_change, rough = old->rough;
    old->type->count(old, s->stats);
    old->type->close(old);
    s->o = o;
    s->restart = true;
    if (!sim_open_method(s, type))
        return -1;
    s->in->may_change = may_change;
    s->in->rough = rough;
    s->bridge.tolerance = tolerance_asked(o);
    return 0;
}

bool sim_look_closer(Sim *s)
{
    double part = fmax(CLOSER_PART, CLOSER_LEAST / tolerance_asked(s->o));
    if (part >= 1 || s->o->method >= K_EULER)
        return false;
    KOptions closer = *s->o;
    closer.tolerance = part * tolerance_asked(s->o);
    closer.atol *= part;
    s->asked = s->asked ? s->asked : s->o;
    s->closer = closer;
    return reopen(s, &s->closer) == 0;
}

int sim_look_from_afar(Sim *s)
{
    const KOptions *asked = s->asked;
    s->asked = NULL;
    if (!s->restart)
        s->in->type->interpolate(s->in, s->t);
    int result = reopen(s, asked);
    return result ? result : code_rhs(s->m, K_POINT);
}

/* A step of the integrator that is there, first where it begins anew if `restart` says so. */
static int try_step(Sim *s, double tstop)
{
    int result = 0;
    if (s->restart)
        memcpy(s->begun, s->m->v, (size_t)s->model->nv * sizeof *s->begun);
    if (s->restart)
        result = s->in->type->restart(s->in);
    s->restart = false;
    return result ? result : s->in->type->step(s->in, tstop, &s->step_end);
}

/* The same; where steps that move no state have no solution, over what may be a jump. *over: it was
 * one. */
static int step_or_jump(Sim *s, double tstop, bool *over)
{
    KIntegrator *in = s->in;
    bool fresh = s->restart;
    in->early = sim_may_jump(s);
    int result = try_step(s, tstop);
    in->early = false;
    *over = false;
    if (result >= 0 || in->unsolved == 0 || s->run->exhausted)
        return result;
    int left = sim_leave_jump(s, fresh);
    *over = left <= 0;
    if (*over)
        return left;
    failure_clear(s->m);
    s->restart = fresh;
    sim_place_at_begin(s, fresh, 0);
    return try_step(s, tstop);
}

int sim_integrator_step(Sim *s, double tstop)
{
    for (;;) {
        KInst *m = s->m;
        bool fresh = s->restart, last = s->in->type == &integrator_cvode;
        bool over;
        int result = step_or_jump(s, tstop, &over);
        if (s->run->exhausted)
            return -1;
        if (over)
            return result;
        if (result < 0 && !sim_leave_branch(s))
            return 0;
        int left = result < 0 ? sim_leave_ahead(s, fresh) : 1;
        if (left <= 0)
            return left;
        if (result >= 0 || !s->choice || last)
            return result;
        failure_clear(m);
        s->restart = fresh;
        m->time = s->t;
        if (fresh)
            memcpy(m->v, s->begun, (size_t)s->model->nv * sizeof *s->begun);
        bool ida = s->in->type == &integrator_ida;
        if (sim_change_method(s))
            return -1;
        if (ida)
            run_message(m, K_MSG_INFO,
                        "at time %g ida cannot solve the equations of a step: %s goes on", s->t,
                        s->in->type->name);
    }
}
