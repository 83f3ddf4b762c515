/* evaluate.c - nanoseconds of one evaluation of the right-hand side of a model that `kron translate
 * --to c` has written: cc -O2 -DMODEL='"chain.c"' evaluate.c.
 *
 *     evaluate SECONDS [NAME]...
 *
 * initializes the model, measures for about so many seconds, alternating between times and states
 * that differ a little so that nothing that is remembered helps, and prints "ns NUMBER", then one
 * line "a NUMBER" for each of the variables. */
#include "../measure.h"

#define main model_main
#include MODEL
#undef main

#include "rt/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void message(void *arg, KLevel level, const char *text)
{
    (void)arg, (void)level;
    fprintf(stderr, "%s\n", text);
}

typedef struct {
    KInst *m;
    KCode code;
    double *x; /* states */
} Run;

static int evaluate(void *arg, long i)
{
    Run *r = arg;
    r->m->time = other_state(i) - 1;
    for (int k = 0; k < model.nstates; k++)
        r->m->v[model.state[k]] = other_state(i) * r->x[k];
    return r->code.rhs(r->m);
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
    Run r = {.code.block = calloc((size_t)model.nblocks + 1, sizeof *r.code.block)};
    k_entry(&r.code);
    KInst *m = r.m = k_inst_new(&model, &r.code, message, NULL);
    if (!m || k_params(m) || k_initialize(m, 0))
        return fprintf(stderr, "the model has no initial values\n"), 1;
    r.x = malloc(sizeof *r.x * (size_t)(model.nstates + 1));
    for (int k = 0; k < model.nstates; k++)
        r.x[k] = m->v[model.state[k]];
    double t = measure(argc > 1 ? atof(argv[1]) : 0.2, evaluate, &r);
    if (t < 0)
        return fprintf(stderr, "the evaluation failed\n"), 1;
    printf("ns %.6g\nstates %d\n", 1e9 * t, model.nstates);
    if (evaluate(&r, AS_GIVEN) || (r.code.out && r.code.out(m)))
        return 1;
    for (int i = 2; i < argc; i++) {
        int at = find(argv[i]);
        printf("a %.17g\n", at < 0 ? NAN : k_value(m, &model.variable[at]));
    }
    return 0;
}
