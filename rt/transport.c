/* transport.c - the operator spatialDistribution: a distribution that moves between 0 and 1
 * (specification, 3.7.4.2).
 *
 * Material keeps its value z, so the distribution is z over s = x - xi, where x is how far
 * everything has moved and xi the position: from the end 1 to the end 0, s goes from x - 1 to x.
 * Flow in positive direction adds points at s = x and cuts those below x - 1, flow in negative
 * direction the other way round. Between points the value is that of delays (delay.c): polynomials
 * within smooth pieces. What enters since the last point is taken to be linear. A look-up takes
 * O(log n), a point O(n) for n points between the ends. */
#include "rt/run_internal.h"

#include <math.h>
#include <string.h>

/* ---- Points ---- */

static void push(KDelay *d, double s, double z)
{
    d->t[d->n] = s;
    d->x[d->n++] = z;
}

static void push_front(KDelay *d, double s, double z)
{
    memmove(d->t + 1, d->t, d->n * sizeof *d->t);
    memmove(d->x + 1, d->x, d->n * sizeof *d->x);
    d->t[0] = s;
    d->x[0] = z;
    d->n++;
}

/* The distribution at the start, counted from the end 0; its corners are ends of pieces. */
static void fill(KInst *m, KDelay *d, int n, const double *points, const double *values)
{
    bool good = n >= 2 && points[0] == 0 && points[n - 1] == 1;
    for (int i = 1; i < n && good; i++)
        good = points[i - 1] <= points[i];
    if (!good)
        code_throw(m, "the initialPoints of spatialDistribution must begin with 0, end with 1, and "
                      "not decrease");
    d->n = 0;
    if (!delay_reserve(d, 2 * (size_t)n + 4))
        code_throw(m, "memory is exhausted by spatialDistribution");
    for (int i = n - 1; i >= 0; i--) {
        push(d, -points[i], values[i]);
        if (i && i < n - 1)
            push(d, -points[i], values[i]);
    }
}

double k_boundary(KInst *m, int i, double in0, double in1, int n, const double *points,
                  const double *values)
{
    KDelay *d = &m->run->delay[i];
    d->moves = true;
    d->last_t = m->time;
    d->last_x = in0;
    d->last_in1 = in1;
    if (!d->placed)
        fill(m, d, n, points, values);
    return 0;
}

/* What has entered since the last point is linear between that and the present. */
static double entered(double s, double s0, double z0, double s1, double z1)
{
    return s1 == s0 ? z1 : z0 + (z1 - z0) * ((s - s0) / (s1 - s0));
}

double k_transport(KInst *m, int i, int end, double boundary, double x, double positive)
{
    KDelay *d = &m->run->delay[i];
    double now = d->placed ? x : 0, s = end ? now - 1 : now;
    (void)boundary;
    d->last_s = x;
    d->positive = positive != 0;
    double low = d->t[0], high = d->t[d->n - 1];
    if (s > high)
        return entered(s, high, d->fresh ? d->first_in[0] : d->x[d->n - 1], now, d->last_x);
    if (s < low)
        return entered(s, low, d->fresh ? d->first_in[1] : d->x[0], now - 1, d->last_in1);
    return delay_at(d, s);
}

/* ---- Accepted points ---- */

/* Nothing below s, or above it. */
static void cut_low(KDelay *d, double s)
{
    if (!(s > d->t[0]))
        return;
    double z = s < d->t[d->n - 1] ? delay_at(d, s) : d->x[d->n - 1];
    size_t k = 0;
    while (k < d->n && d->t[k] < s)
        k++;
    memmove(d->t, d->t + k, (d->n - k) * sizeof *d->t);
    memmove(d->x, d->x + k, (d->n - k) * sizeof *d->x);
    d->n -= k;
    if (!d->n || d->t[0] > s)
        push_front(d, s, z);
}

static void cut_high(KDelay *d, double s)
{
    if (!(s < d->t[d->n - 1]))
        return;
    double z = s > d->t[0] ? delay_at(d, s) : d->x[0];
    while (d->n && d->t[d->n - 1] > s)
        d->n--;
    if (!d->n || d->t[d->n - 1] < s)
        push(d, s, z);
}

/* It stands still: the value that enters changes, at an event with a jump. */
static void stand(KDelay *d, bool begins)
{
    size_t last = d->positive ? d->n - 1 : 0, next = d->positive ? d->n - 2 : 1;
    double z = d->positive ? d->last_x : d->last_in1;
    if (!begins && d->x[last] == z)
        return;
    if (d->n > 1 && d->t[next] == d->t[last])
        d->x[last] = z;
    else if (d->positive)
        push(d, d->t[last], z);
    else
        push_front(d, d->t[last], z);
}

/* The start: until it moves the ends have the values of the distribution. */
static void place(KDelay *d, double x)
{
    for (size_t k = 0; k < d->n; k++)
        d->t[k] += x;
    d->placed = d->fresh = true;
    d->first_in[0] = d->last_x;
    d->first_in[1] = d->last_in1;
}

int transport_record(KInst *m, KDelay *d, bool begins)
{
    double x = d->last_s;
    if (!delay_reserve(d, 4)) {
        failure_format(m, "memory is exhausted by spatialDistribution");
        return -1;
    }
    if (!d->placed) {
        place(d, x);
        return 0;
    }
    double high = d->t[d->n - 1];
    if (d->fresh && x > high)
        push(d, high, d->first_in[0]);
    if (d->fresh && x < high)
        push_front(d, d->t[0], d->first_in[1]);
    d->fresh = d->fresh && x == high && !begins;
    if (d->fresh)
        return 0;
    if (x > high) { /* the flow goes from 0 to 1 */
        double z = x - 1 > high ? entered(x - 1, high, d->x[d->n - 1], x, d->last_x) : 0;
        if (x - 1 > high) {
            d->n = 0;
            push(d, x - 1, z);
        }
        push(d, x, d->last_x);
        cut_low(d, x - 1);
    } else if (x < high) {
        double low = d->t[0], z = x < low ? entered(x, low, d->x[0], x - 1, d->last_in1) : 0;
        if (x < low) {
            d->n = 0;
            push(d, x, z);
        }
        cut_high(d, x);
        push_front(d, x - 1, d->last_in1);
    } else {
        stand(d, begins);
    }
    if (begins && x != high)
        stand(d, true);
    return 0;
}
