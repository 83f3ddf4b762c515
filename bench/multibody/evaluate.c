/* evaluate.c - nanoseconds of one evaluation of the right-hand side of a model that `kron translate
 * --to c` has written: cc -O2 -DMODEL='"chain.c"' evaluate.c.
 *
 *     evaluate SECONDS [NAME-FORMAT N]
 *
 * initializes the model, measures for about so many seconds, alternating between times and states
 * that differ a little so that nothing that is remembered helps, and prints "ns NUMBER", then one
 * line "a NUMBER" for each of the variables NAME-FORMAT with 1 .. N in it. */
#define _POSIX_C_SOURCE 200809L
#define main model_main
#include MODEL
#undef main

#include "rt/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void message(void *arg, KLevel level, const char *text)
{
    (void)arg, (void)level;
    fprintf(stderr, "%s\n", text);
}

/* One batch of evaluations, each at other states. */
static int batch(KInst *m, const KCode *code, const double *x, long count)
{
    for (long i = 0; i < count; i++) {
        double factor = 1 + 1e-6 * (double)(i & 7);
        m->time = factor - 1;
        for (int k = 0; k < model.nstates; k++)
            m->v[model.state[k]] = factor * x[k];
        int rc = code->rhs(m);
        if (rc)
            return rc;
    }
    return 0;
}

static int find(const char *name)
{
    for (int i = 0; i < model.nvariables; i++)
        if (!strcmp(model.variable[i].name, name))
            return i;
    return -1;
}

int main(int argc, char **argv)
{
    KCode code = {.block = calloc((size_t)model.nblocks + 1, sizeof *code.block)};
    k_entry(&code);
    KInst *m = k_inst_new(&model, &code, message, NULL);
    if (!m || k_params(m) || k_initialize(m, 0))
        return fprintf(stderr, "the model has no initial values\n"), 1;
    double *x = malloc(sizeof *x * (size_t)(model.nstates + 1));
    for (int k = 0; k < model.nstates; k++)
        x[k] = m->v[model.state[k]];
    double limit = argc > 1 ? atof(argv[1]) : 0.2, best = HUGE_VAL, spent = 0;
    for (long count = 8; spent < limit;) {
        double t = processor();
        if (batch(m, &code, x, count))
            return fprintf(stderr, "the evaluation failed\n"), 1;
        t = processor() - t;
        spent += t;
        if ((t > 0.001 || spent >= limit) && t / (double)count < best)
            best = t / (double)count;
        if (t < limit / 10)
            count *= 2;
    }
    printf("ns %.6g\nstates %d\n", 1e9 * best, model.nstates);
    if (argc < 4)
        return 0;
    if (batch(m, &code, x, 1) || (code.out && code.out(m)))
        return 1;
    for (int i = 1; i <= atoi(argv[3]); i++) {
        char name[200];
        snprintf(name, sizeof name, argv[2], i);
        int at = find(name);
        printf("a %.17g\n", at < 0 ? NAN : k_value(m, &model.variable[at]));
    }
    return 0;
}
