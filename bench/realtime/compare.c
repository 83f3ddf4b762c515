/* Steps of the written program against those of hand.c, interleaved; prints ns a step of both, and
 * the ratio. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int init(void), step(double h);
void hand_init(void), hand_step(double h);
double hand_x(void), written_x(void);

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    enum { RUNS = 15, STEPS = 100000 };
    double hand[RUNS], written[RUNS], h = 1e-3;
    for (int i = 0; i < RUNS; i++) {
        hand_init();
        double t = seconds();
        for (int k = 0; k < STEPS; k++)
            hand_step(h);
        hand[i] = seconds() - t;
        if (init())
            return 1;
        t = seconds();
        for (int k = 0; k < STEPS; k++)
            if (step(h))
                return 1;
        written[i] = seconds() - t;
    }
    qsort(hand, RUNS, sizeof *hand, compare);
    qsort(written, RUNS, sizeof *written, compare);
    printf("hand %.1f ns, written %.1f ns a step, ratio %.2f; difference of x %.1e\n",
           1e9 * hand[RUNS / 2] / STEPS, 1e9 * written[RUNS / 2] / STEPS,
           written[RUNS / 2] / hand[RUNS / 2], written_x() - hand_x());
    return 0;
}
