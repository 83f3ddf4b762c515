/* compare.c - tubes around curves.
 *
 * The tube around a curve is what a rectangle of half the width and half the height of the tube
 * covers when its middle moves along the curve. Its borders at time t are the least and the
 * greatest value of the curve between t - width and t + width, moved by the height. Both come from
 * one window that slides over the curve with a queue of candidates for the extremum (each point
 * enters and leaves it once), and the values of the curve at the ends of the window: O(points). */
#include "result/compare.h"
#include "base/die.h"

#include <math.h>
#include <stdlib.h>

/* ---- The size of the tube ---- */

typedef struct Range {
    double least, most;
} Range;

static Range range_of(const Signal *s)
{
    Range r = {INFINITY, -INFINITY};
    for (size_t i = 0; i < s->n; i++) {
        r.least = fmin(r.least, signal_value(s, i));
        r.most = fmax(r.most, signal_value(s, i));
    }
    return r;
}

/* How often the curve goes from the lower third of its range to the upper one and back. */
static double count_periods(const Signal *s, Range r)
{
    double low = r.least + (r.most - r.least) / 3, high = r.most - (r.most - r.least) / 3;
    int side = 0, turns = 0;
    for (size_t i = 0; i < s->n; i++) {
        double x = signal_value(s, i);
        int now = x < low ? -1 : x > high ? 1 : 0;
        turns += now && side && now != side;
        side = now ? now : side;
    }
    return turns / 2.0;
}

Tube tube_around(const Signal *reference, double part)
{
    enum { PERIOD_PARTS = 20 };
    static const double resolved =
        1e-9; /* of the largest value: what runs can be expected to keep */
    Range r = range_of(reference);
    double span = signal_time(reference, reference->n - 1) - signal_time(reference, 0);
    double periods = count_periods(reference, r);
    double size = fmax(fabs(r.least), fabs(r.most)), height = part * (r.most - r.least);
    Tube t = {fmax(height, resolved * size), part * span};
    if (periods >= 1)
        t.width = fmin(t.width, span / periods / PERIOD_PARTS);
    return t;
}

/* ---- Windows ---- */

/* The least value of sign * curve between t - width and t + width, for t that do not decrease. */
typedef struct Window {
    const Signal *s;
    double sign, width;
    size_t next;         /* first point that has not entered */
    size_t *queue;       /* candidates, their values increase */
    size_t first, after; /* of the queue */
    size_t left, right;  /* points at or before the ends, for their values */
} Window;

static double signed_value(const Window *w, size_t i)
{
    return w->sign * signal_value(w->s, i);
}

/* The least value of the curve at time t, which lies between *at and the point behind it: both
 * sides of a jump. Outside of the curve its end goes on. */
static double value_at(const Window *w, size_t *at, double t)
{
    const Signal *s = w->s;
    while (*at + 1 < s->n && signal_time(s, *at + 1) < t)
        ++*at;
    size_t next = *at + 1 < s->n ? *at + 1 : *at;
    double t0 = signal_time(s, *at), t1 = signal_time(s, next);
    double part = t1 > t0 ? fmin(1, fmax(0, (t - t0) / (t1 - t0))) : 0;
    return (1 - part) * signed_value(w, *at) + part * signed_value(w, next);
}

static double window_least(Window *w, double t)
{
    const Signal *s = w->s;
    for (; w->next < s->n && signal_time(s, w->next) <= t + w->width; w->next++) {
        while (w->after > w->first &&
               signed_value(w, w->queue[w->after - 1]) >= signed_value(w, w->next))
            w->after--;
        w->queue[w->after++] = w->next;
    }
    while (w->first < w->after && signal_time(s, w->queue[w->first]) < t - w->width)
        w->first++;
    double least = fmin(value_at(w, &w->left, t - w->width), value_at(w, &w->right, t + w->width));
    return w->first < w->after ? fmin(least, signed_value(w, w->queue[w->first])) : least;
}

/* ---- Comparison ---- */

static Verdict failed(const char *reason, double time)
{
    return (Verdict){.worst = INFINITY, .time = time, .reason = reason};
}

/* The points of `other` within the span of `s` against the tube around s. */
static Verdict check_points(const Signal *s, const Signal *other, Tube tube, size_t *room)
{
    Window low = {.s = s, .sign = 1, .width = tube.width, .queue = room};
    Window high = {.s = s, .sign = -1, .width = tube.width, .queue = room + s->n};
    Verdict v = {.agree = true};
    double begin = signal_time(s, 0), end = signal_time(s, s->n - 1);
    for (size_t i = 0; i < other->n; i++) {
        double t = signal_time(other, i), x = signal_value(other, i);
        if (t < begin || t > end)
            continue;
        if (!isfinite(x))
            return failed("it has values that are not numbers", t);
        double lower = window_least(&low, t) - tube.height;
        double upper = tube.height - window_least(&high, t);
        double off = fmax(lower - x, x - upper);
        double excess = off <= 0 ? 0 : tube.height > 0 ? off / tube.height : INFINITY;
        if (excess > v.worst)
            v = (Verdict){false, excess, t, x, lower, upper, false, NULL};
    }
    return v;
}

Verdict compare_signals(const Signal *reference, const Signal *other, Tube tube)
{
    double begin = signal_time(reference, 0), end = signal_time(reference, reference->n - 1);
    double slack = fmax(tube.width, 1e-9 * (end - begin));
    for (size_t i = 0; i < reference->n; i++)
        if (!isfinite(signal_value(reference, i)))
            return failed("the reference has values that are not numbers",
                          signal_time(reference, i));
    if (signal_time(other, 0) > begin + slack)
        return failed("it begins late", signal_time(other, 0));
    if (signal_time(other, other->n - 1) < end - slack)
        return failed("it ends early", signal_time(other, other->n - 1));
    size_t longer = reference->n > other->n ? reference->n : other->n;
    size_t *room = memory_new(2 * longer, sizeof *room);
    Verdict v = check_points(reference, other, tube, room);
    Verdict w = check_points(other, reference, tube, room);
    free(room);
    w.reversed = !w.agree;
    return v.reason || w.worst <= v.worst ? v : w;
}
