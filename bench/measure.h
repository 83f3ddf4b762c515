/* measure.h - how long something takes: process time, the least of several batches. For C and C++;
 * to be included first. */
#ifndef KRON_BENCH_MEASURE_H
#define KRON_BENCH_MEASURE_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <math.h>
#include <time.h>

static double processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of one run, measured for about `limit` of them; batches of less than a millisecond do not
 * count. -1: a run has failed. i counts the runs. */
static double measure(double limit, int (*run)(void *arg, long i), void *arg)
{
    double best = HUGE_VAL, spent = 0;
    for (long count = 1, i = 0; spent < limit;) {
        double t = processor();
        for (long end = i + count; i < end; i++)
            if (run(arg, i))
                return -1;
        t = processor() - t;
        spent += t;
        if ((t > 0.001 || spent >= limit) && t / (double)count < best)
            best = t / (double)count;
        if (t < limit / 10)
            count *= 2;
    }
    return best;
}

/* What states are multiplied with in run i, so that nothing that is remembered helps: never 1, what
 * they are at first. In run AS_GIVEN, for accelerations that are compared, it is. */
enum { AS_GIVEN = -1 };
static inline double other_state(long i)
{
    return i == AS_GIVEN ? 1 : 1 + 1e-6 * (double)(1 + (i & 7));
}

#endif
