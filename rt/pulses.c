/* pulses.c - pulses that a long step would miss.
 *
 * Integrators see the right-hand sides only where they evaluate them. Where a solution is at rest
 * steps become long, and what an explicit function of time does in between is jumped over: a narrow
 * pulse, the first period of the mains. So a model that depends on time otherwise than by events is
 * evaluated at points ahead of long steps, with the states as they are, one point in each LOOKS-th
 * part of the run and not in equal distances, which would be blind for periods. Where a derivative
 * changes from point to point by a good part of the range it has ever had, and not as it did
 * before, steps end at both points: what goes on as it went integrators see. Each point costs one
 * evaluation, once, and only if the next step may be as long as the points are apart.
 *
 * States whose derivatives do not change go on as they do: they may be clocks (der(t) = 1), of
 * which a pulse is a function as it is of time.
 *
 * Where time comes in by functions of it alone (KCode.drives), only these are evaluated at every
 * point, and the rest where one of them turns, has moved by half of its range, changes fast, or
 * goes on straight like time itself, of which states may make a pulse.
 *
 * What comes out of a delay is known as far ahead as the delay is long; those shorter than the
 * points are apart do not matter. */
#include "rt/pulses.h"
#include "rt/step_policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool pulses_open(KPulses *p, KInst *m, double tolerance)
{
    size_t nv = (size_t)m->run->model->nv, n = (size_t)m->run->model->nstates;
    *p = (KPulses){.m = m, .tolerance = tolerance, .part = INFINITY};
    if (!m->run->code.asks_time || !n)
        return true;
    p->ndrives = m->run->code.drives ? m->run->code.ndrives : 0;
    p->v = calloc(nv + 8 * n + 6 * (size_t)p->ndrives + 1, sizeof *p->v);
    if (!p->v)
        return false;
    p->last = p->v + nv;
    p->low = p->last + n;
    p->high = p->low + n;
    p->range = p->high + n;
    p->rate = p->range + n;
    p->from = p->rate + n;
    p->slope = p->from + n;
    p->given = p->slope + n;
    p->t_given = INFINITY;
    p->drive = p->given + n;
    for (int i = 0; i < p->ndrives; i++) {
        p->drive[DRIVE_LOW * p->ndrives + i] = INFINITY;
        p->drive[DRIVE_HIGH * p->ndrives + i] = -INFINITY;
    }
    return true;
}

void pulses_close(KPulses *p)
{
    free(p->v);
    p->v = NULL;
}

void pulses_begin(KPulses *p, double t, double part)
{
    p->part = p->v ? part : INFINITY;
    p->seen = t;
    p->nstops = p->npoints = 0;
    p->t_given = INFINITY;
}

/* The derivatives at t with the states as they are at p->at. False: there are none. */
static bool look(KPulses *p, double t)
{
    const KModel *model = p->m->run->model;
    for (int i = 0; i < model->nstates; i++)
        p->m->v[model->state[i]] = p->from[i] + p->slope[i] * (t - p->at);
    p->m->time = t;
    int result = code_rhs(p->m, K_TRIAL | K_ROUGH);
    if (result)
        failure_clear(p->m);
    return !result;
}

static void note_first(KPulses *p)
{
    const KModel *model = p->m->run->model;
    for (int i = 0; i < model->nstates; i++)
        p->last[i] = p->low[i] = p->high[i] = p->m->v[model->der[i]];
}

/* The states are those at t; which of them go on as they do: their derivatives are the same, to the
 * last digit, a little later. */
static void note_states(KPulses *p, double t)
{
    const KModel *model = p->m->run->model;
    p->at = p->looked = t;
    for (int i = 0; i < model->nstates; i++) {
        p->from[i] = p->m->v[model->state[i]];
        p->slope[i] = 0;
    }
    if (p->t_given == t)
        for (int i = 0; i < model->nstates; i++)
            p->m->v[model->der[i]] = p->given[i];
    else if (!look(p, t))
        return;
    note_first(p);
    if (p->ndrives) /* clocks are none of them */
        return;
    memcpy(p->slope, p->last, (size_t)model->nstates * sizeof *p->slope);
    bool good = look(p, t + clock_part * p->part);
    for (int i = 0; i < model->nstates; i++)
        if (!good || p->m->v[model->der[i]] != p->last[i])
            p->slope[i] = 0;
}

void pulses_given(KPulses *p)
{
    const KModel *model = p->m->run->model;
    for (int i = 0; i < model->nstates && p->v; i++)
        p->given[i] = p->m->v[model->der[i]];
    p->t_given = p->m->time;
}

/* Whether a derivative has changed much from the point before, `distance` ago, and otherwise than
 * up to there. */
static bool note(KPulses *p, double distance)
{
    const KModel *model = p->m->run->model;
    bool much = false;
    for (int i = 0; i < model->nstates; i++) {
        double now = p->m->v[model->der[i]], change = fabs(now - p->last[i]);
        double rate = (now - p->last[i]) / distance, bend = fabs(rate - p->rate[i]);
        double size = fabs(p->m->v[model->state[i]]) + k_nominal(model, model->state[i]);
        p->low[i] = fmin(p->low[i], now);
        p->high[i] = fmax(p->high[i], now);
        p->range[i] = fmax(p->range[i], p->high[i] - p->low[i]);
        p->last[i] = now;
        p->rate[i] = rate;
        much |= change > pulse_change * p->range[i] && bend > pulse_change * fabs(rate) &&
                change * distance > p->tolerance * size;
    }
    return much;
}

/* The next point: in its part of the run at a place that does not repeat. */
static double next_point(const KPulses *p, double t)
{
    double part = floor(t / p->part) + 1, place = part * 0.6180339887498949;
    return p->part * (part + place - floor(place));
}

/* Looks at points from p->seen, which is not before t, on up to `end`. */
static void look_ahead(KPulses *p, double end)
{
    bool good = look(p, p->seen);
    if (good)
        note_first(p);
    while (p->seen < end && p->nstops + 2 <= PULSE_STOPS) {
        double at = fmin(next_point(p, p->seen), end);
        bool there = look(p, at);
        if (there && good && note(p, at - p->seen)) {
            p->stop[p->nstops++] = p->seen;
            p->stop[p->nstops++] = at;
        }
        if (there && !good)
            note_first(p);
        good = there;
        p->seen = at;
    }
}

/* ---- Drives ---- */

/* Their values at t. False: there are none. */
static bool drives_at(KPulses *p, double t)
{
    p->m->time = t;
    int result =
        code_values(p->m, p->m->run->code.drives, p->drive + DRIVE_NOW * p->ndrives, K_TRIAL);
    if (result)
        failure_clear(p->m);
    return !result;
}

/* What drive i has done from the point before, `distance` ago. */
static DriveMotion drive_motion(KPulses *p, int i, double distance)
{
    double *d = p->drive + i, now = d[DRIVE_NOW * p->ndrives];
    double *before = d + DRIVE_BEFORE * p->ndrives, *slope = d + DRIVE_SLOPE * p->ndrives;
    double *low = d + DRIVE_LOW * p->ndrives, *high = d + DRIVE_HIGH * p->ndrives;
    double change = now - *before, base = d[DRIVE_BASE * p->ndrives];
    double rate = fabs(change) > drive_rounding * fabs(now) ? change / distance : 0;
    *low = fmin(*low, now);
    *high = fmax(*high, now);
    double range = *high - *low;
    bool straight = rate != 0 && fabs(rate - *slope) <= drive_straight * fabs(rate);
    bool turns = rate * *slope < 0, fast = rate != 0 && fabs(change) > pulse_change * range;
    *before = now;
    *slope = rate;
    return fast ? DRIVE_JUMPS
           : (p->npoints > 1 && (straight || turns)) || !(fabs(now - base) <= drive_moved * range)
               ? DRIVE_MOVES
               : DRIVE_RESTS;
}

/* Moves on to the point at t: whether the derivatives have to be looked at there. */
static DriveMotion drives_move(KPulses *p, double t)
{
    DriveMotion most = DRIVE_RESTS;
    if (!drives_at(p, t))
        return DRIVE_JUMPS;
    for (int i = 0; i < p->ndrives; i++) {
        DriveMotion one = drive_motion(p, i, t - p->seen);
        most = one > most ? one : most;
    }
    p->npoints++;
    return most;
}

static void copy_drives(KPulses *p, int to, int from)
{
    memcpy(p->drive + to * p->ndrives, p->drive + from * p->ndrives,
           (size_t)p->ndrives * sizeof *p->drive);
}

/* Before the first look at the derivatives: what the instance has is kept, the states are those at
 * t. */
static void begin_looks(KPulses *p, KIntegrator *in, double t, double time)
{
    KInst *m = p->m;
    drives_at(p, time);
    memcpy(p->v, m->v, (size_t)m->run->model->nv * sizeof *m->v);
    if (in)
        in->type->interpolate(in, t);
    note_states(p, t);
}

/* Looks at the derivatives at a point after a drive has moved. */
static void look_after(KPulses *p, DriveMotion motion, double at)
{
    if (!look(p, at))
        return;
    if (note(p, at - p->looked)) {
        p->stop[p->nstops] = p->seen;
        p->nstops += motion == DRIVE_JUMPS;
        p->stop[p->nstops++] = at;
    }
    p->looked = at;
    copy_drives(p, DRIVE_BASE, DRIVE_BEFORE);
}

/* From t, where the states are, at points from p->seen on up to `end`. */
static void follow_drives(KPulses *p, KIntegrator *in, double t, double end)
{
    KInst *m = p->m;
    double time = m->time;
    bool looked = false;
    if (p->npoints == 0 && drives_at(p, p->seen)) {
        copy_drives(p, DRIVE_BEFORE, DRIVE_NOW);
        p->npoints = 1;
    }
    copy_drives(p, DRIVE_BASE, DRIVE_BEFORE);
    while (p->seen < end && p->nstops + 2 <= PULSE_STOPS) {
        double at = fmin(next_point(p, p->seen), end);
        DriveMotion motion = drives_move(p, at);
        if (motion != DRIVE_RESTS && !looked)
            begin_looks(p, in, t, time);
        looked = looked || motion != DRIVE_RESTS;
        if (motion != DRIVE_RESTS)
            look_after(p, motion, at);
        p->seen = at;
    }
    if (looked)
        memcpy(m->v, p->v, (size_t)m->run->model->nv * sizeof *m->v);
    else
        drives_at(p, time);
    m->time = time;
}

static void drop_stops(KPulses *p, double t)
{
    int n = 0;
    for (int i = 0; i < p->nstops; i++)
        if (p->stop[i] > t)
            p->stop[n++] = p->stop[i];
    p->nstops = n;
}

/* Up to where what delays give is known at t. */
static double known_until(const KPulses *p, double t)
{
    const KRun *run = p->m->run;
    double until = INFINITY;
    for (int i = 0; i < run->model->ndelays; i++)
        if (!run->delay[i].moves && run->delay[i].last_delay > p->part)
            until = fmin(until, t + run->delay[i].last_delay);
    return until;
}

double pulses_stop(KPulses *p, KIntegrator *in, double t, double h, double end)
{
    KInst *m = p->m;
    size_t size = (size_t)m->run->model->nv * sizeof *m->v;
    double growth = in ? in->growth : most_factor;
    if (!(growth * h > p->part))
        return INFINITY;
    drop_stops(p, t);
    if (p->seen < t) {
        p->seen = t;
        p->npoints = 0;
    }
    end = fmin(end, known_until(p, t));
    double batch = p->seen + PULSE_BATCH * p->part;
    if (p->ndrives && p->seen < fmin(end, t + growth * h)) {
        follow_drives(p, in, t, fmin(end, fmax(t + growth * h, batch)));
    } else if (!p->ndrives && p->seen < fmin(end, t + 2 * h)) {
        double time = m->time;
        memcpy(p->v, m->v, size);
        if (in)
            in->type->interpolate(in, t);
        note_states(p, t);
        look_ahead(p, fmin(end, fmax(t + 4 * h, batch)));
        memcpy(m->v, p->v, size);
        m->time = time;
    }
    return p->nstops ? p->stop[0] : p->seen;
}
