/* delay.c - the delay operator: histories of values at accepted points.
 *
 * Between stored points the value comes from the polynomial through up to four neighbours that
 * belong to the same smooth piece (every event ends one and begins another, with two entries of
 * equal time), so it is of about the accuracy of the integration. The present point serves as the
 * last neighbour when the delay is shorter than the step. A look-up takes O(log n).
 *
 * A jump comes out of the delay as an event of its own: until that event the value before the jump
 * is taken at its instant, afterwards the value behind it. */
#include "rt/run_internal.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PRUNE_FROM = 1 << 20 };
static const double same_instant = 1e-11; /* relative */

void delay_reset(KInst *m)
{
    for (int i = 0; i < m->run->model->ndelays; i++) {
        KDelay *d = &m->run->delay[i];
        d->n = d->njumps = 0;
        d->longest = d->last_delay = 0;
        d->passed = NAN;
        d->pruned = d->placed = false;
    }
}

void delay_free(KDelay *d)
{
    free(d->t);
    free(d->x);
    free(d->jump);
}

/* Gives the line room for cap entries. */
static bool reserve(KDelay *d, size_t cap)
{
    double *t = realloc(d->t, cap * sizeof *t);
    if (t)
        d->t = t;
    double *x = t ? realloc(d->x, cap * sizeof *x) : NULL;
    if (!x)
        return false;
    d->x = x;
    d->cap = cap;
    return true;
}

bool delay_reserve(KDelay *d, size_t n)
{
    return d->n + n <= d->cap || reserve(d, 2 * (d->n + n));
}

bool delay_copy(KDelay *to, const KDelay *from)
{
    *to = (KDelay){0};
    if (from->n && !reserve(to, from->n))
        return false;
    double *t = to->t, *x = to->x, *jump = malloc((from->njumps + 1) * sizeof *jump);
    size_t cap = to->cap;
    if (!jump)
        return false;
    *to = *from;
    to->t = t;
    to->x = x;
    to->cap = cap;
    to->jump = jump;
    to->jump_cap = from->njumps + 1;
    memcpy(jump, from->jump ? from->jump : jump, from->njumps * sizeof *jump);
    if (from->n) {
        memcpy(t, from->t, from->n * sizeof *t);
        memcpy(x, from->x, from->n * sizeof *x);
    }
    return true;
}

/* Last entry with time <= t; t[0] <= t. */
static size_t last_not_after(const KDelay *d, double t)
{
    size_t lo = 0, hi = d->n;
    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2;
        if (d->t[mid] <= t)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

/* Drops what is older than twice the longest delay seen. */
static void prune(KDelay *d, double now)
{
    double oldest = now - 2 * d->longest;
    if (d->t[0] >= oldest)
        return;
    size_t from = last_not_after(d, oldest);
    from = from > 2 ? from - 2 : 0;
    if (from < d->n / 2)
        return;
    memmove(d->t, d->t + from, (d->n - from) * sizeof *d->t);
    memmove(d->x, d->x + from, (d->n - from) * sizeof *d->x);
    d->n -= from;
    d->pruned = true;
}

/* By more than the rounding of two evaluations? */
static bool differ(double a, double b)
{
    return fabs(a - b) > 1e-10 * (fabs(a) + fabs(b));
}

static bool add_jump(KDelay *d, double t)
{
    if (d->njumps && d->jump[d->njumps - 1] == t)
        return true;
    if (d->njumps == d->jump_cap) {
        size_t cap = d->jump_cap ? 2 * d->jump_cap : 16;
        double *more = realloc(d->jump, cap * sizeof *more);
        if (!more)
            return false;
        d->jump = more;
        d->jump_cap = cap;
    }
    d->jump[d->njumps++] = t;
    return true;
}

double delay_next(const KInst *m)
{
    double next = INFINITY;
    for (int i = 0; i < m->run->model->ndelays; i++) {
        const KDelay *d = &m->run->delay[i];
        if (d->njumps)
            next = fmin(next, d->jump[0] + d->last_delay);
    }
    return next > m->time ? next : INFINITY;
}

void delay_pass(KInst *m, double close)
{
    for (int i = 0; i < m->run->model->ndelays; i++) {
        KDelay *d = &m->run->delay[i];
        size_t n = 0;
        while (n < d->njumps && d->jump[n] + d->last_delay <= m->time + close)
            d->passed = d->jump[n++];
        if (n)
            memmove(d->jump, d->jump + n, (d->njumps -= n) * sizeof *d->jump);
    }
}

bool delay_settle(KInst *m)
{
    bool settled = true;
    for (int i = 0; i < m->run->model->ndelays; i++) {
        KDelay *d = &m->run->delay[i];
        if (d->moves || d->n != 1 || !differ(d->x[0], d->last_x))
            continue;
        settled = false;
        d->x[0] = d->last_x;
    }
    return settled;
}

int delay_record(KInst *m, bool begins)
{
    for (int i = 0; i < m->run->model->ndelays; i++) {
        KDelay *d = &m->run->delay[i];
        if (d->last_t != m->time)
            continue;
        if (d->moves) {
            if (transport_record(m, d, begins))
                return -1;
            continue;
        }
        if (!begins && d->n && d->t[d->n - 1] == d->last_t && d->x[d->n - 1] == d->last_x)
            continue;
        if (d->n == d->cap && d->n >= PRUNE_FROM)
            prune(d, m->time);
        bool jumps = d->n && d->t[d->n - 1] == d->last_t && differ(d->x[d->n - 1], d->last_x);
        if ((d->n == d->cap && !reserve(d, d->cap ? 2 * d->cap : 64)) ||
            (jumps && !add_jump(d, d->last_t))) {
            failure_format(m, "memory is exhausted by the history of a delay");
            return -1;
        }
        d->t[d->n] = d->last_t;
        d->x[d->n++] = d->last_x;
    }
    return 0;
}

/* Entry k; the one after the last is the present point. */
static void entry(const KDelay *d, size_t k, double *t, double *x)
{
    *t = k < d->n ? d->t[k] : d->last_t;
    *x = k < d->n ? d->x[k] : d->last_x;
}

/* The nearest entry below `from` (step -1) or above it (step 1) that is `far` away from it and
 * belongs to the same piece; `count` if there is none. */
static size_t neighbour(const KDelay *d, size_t from, int step, size_t count, double far)
{
    double t_from, t_last, t, x;
    entry(d, from, &t_from, &x);
    t_last = t_from;
    for (size_t k = from; step > 0 ? k + 1 < count : k > 0;) {
        k = step > 0 ? k + 1 : k - 1;
        entry(d, k, &t, &x);
        if (t == t_last)
            return count;
        if (fabs(t - t_from) >= far)
            return k;
        t_last = t;
    }
    return count;
}

/* Between entries j and j + 1: up to four entries of the piece, the nearest first. Entries very
 * near to each other would only amplify rounding errors. */
static double interpolate(const KDelay *d, size_t j, size_t count, double t)
{
    enum { NODES = 4 };
    double nt[NODES], nx[NODES];
    entry(d, j, &nt[0], &nx[0]);
    entry(d, j + 1, &nt[1], &nx[1]);
    double far = 1e-2 * (nt[1] - nt[0]);
    size_t low = neighbour(d, j, -1, count, far), high = neighbour(d, j + 1, 1, count, far);
    int n = 2;
    for (; n < NODES && (low < count || high < count); n++) {
        double lt = -INFINITY, ht = INFINITY, x;
        if (low < count)
            entry(d, low, &lt, &x);
        if (high < count)
            entry(d, high, &ht, &x);
        bool below = t - lt <= ht - t;
        entry(d, below ? low : high, &nt[n], &nx[n]);
        if (below)
            low = neighbour(d, low, -1, count, far);
        else
            high = neighbour(d, high, 1, count, far);
    }
    double sum = 0;
    bool constant = true;
    for (int k = 1; k < n; k++)
        constant = constant && nx[k] == nx[0];
    for (int k = 0; k < n; k++) {
        double c = nx[k];
        for (int l = 0; l < n; l++)
            if (l != k)
                c *= (t - nt[l]) / (nt[k] - nt[l]);
        sum += c;
    }
    return constant ? nx[0] : sum;
}

double delay_at(const KDelay *d, double t)
{
    size_t j = last_not_after(d, t);
    return d->t[j] == t || j + 1 >= d->n ? d->x[j] : interpolate(d, j, d->n, t);
}

/* t is a jump to within rounding: its time from the side that counts now; else t. */
static double beside_jump(const KDelay *d, double t, bool *before)
{
    double close = same_instant * fmax(1, fabs(t));
    *before = d->njumps && fabs(t - d->jump[0]) <= close;
    if (*before)
        return d->jump[0];
    return fabs(t - d->passed) <= close ? d->passed : t;
}

static _Noreturn void refuse_delay(KInst *m, int at, double delay, const char *form,
                                   const char *why)
{
    char text[400];
    Text t = {text, sizeof text};
    text_add(&t, "the time of a delay is %g: %s", delay, why);
    text_place(&t, k_place(m->run->model, at));
    code_throw_at(m, at, form, text);
}

double k_delay(KInst *m, int i, int at, double value, double delay)
{
    KDelay *d = &m->run->delay[i];
    d->last_t = m->time;
    d->last_x = value;
    d->last_delay = delay;
    if (!(delay >= -same_instant * fmax(1, fabs(m->time))))
        refuse_delay(
            m, at, delay, "the time of a delay is %g: it must be a number and not negative",
            isnan(delay)
                ? "it must be a number and not negative"
                : "it must be a number and not negative; limit it, as by max(0, ...), or end what "
                  "makes it smaller");
    if (isinf(delay))
        refuse_delay(m, at, delay, "the time of a delay is %g: it must be a finite number",
                     "it must be a finite number");
    if (delay > d->longest)
        d->longest = delay;
    if (d->n == 0 || !(delay > 0))
        return value;
    double t = m->time - delay;
    if (t <= d->t[0]) {
        if (d->pruned && t < d->t[0])
            refuse_delay(m, at, delay,
                         "the time of a delay is %g: it grew beyond the history that was kept",
                         "it grew beyond the history that was kept");
        return d->x[0];
    }
    bool before;
    t = beside_jump(d, t, &before);
    size_t j = last_not_after(d, t);
    while (before && j > 0 && d->t[j - 1] == t)
        j--;
    size_t count = d->n + (m->time > d->t[d->n - 1]);
    if (d->t[j] == t || j + 1 >= count)
        return d->x[j];
    return interpolate(d, j, count, t);
}
