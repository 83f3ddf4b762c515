/* integrate.c - runs a model that `kron translate --to c --method M` has written: processor time
 * and counts of the run alone. cc -O2 -DMODEL='"ladder.c"' integrate.c.
 *
 *     integrate METHOD TOLERANCE STOP POINTS FILE SECONDS
 *
 * METHOD may be `standard`: a solver that knows nothing but the residuals - IDA with a dense matrix
 * by differences, the same code for der(x) (IN-55 A). States at POINTS output points go to FILE, as
 * doubles, unless it is `-`. The run is repeated for about SECONDS. Prints lines "name value". */
#include "../measure.h"

#define main model_main
#include MODEL
#undef main

#include "rt/request.h"
#include "rt/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void message(void *arg, KLevel level, const char *text)
{
    (void)arg;
    if (level == K_MSG_ERROR)
        fprintf(stderr, "%s\n", text);
}

typedef struct {
    const KModel *model;
    double *row, next, interval;
    FILE *file;
    KInst *m;
    KOptions options;
    KStats stats;
} Output;

/* At events there are further points: only those that all methods have are kept. */
static int point(void *arg, const KInst *m)
{
    Output *o = arg;
    if (!o->file || m->time < o->next)
        return 0;
    int n = 0;
    for (int i = 0; i < o->model->nvariables; i++)
        if (o->model->variable[i].kind == K_STATE)
            o->row[n++] = k_value(m, &o->model->variable[i]);
    o->next += o->interval;
    return fwrite(o->row, sizeof *o->row, (size_t)n, o->file) != (size_t)n;
}

/* What is factored: the largest matrix, and how many entries all of them have, were they dense. */
static void print_sizes(const KModel *of, int method)
{
    long most = 0, entries = 0, step = 0;
    for (int i = 0; i < of->nblocks; i++) {
        const KBlock *b = &of->block[i];
        bool inlined = method != K_CVODE && method != K_IDA;
        bool counts =
            inlined ? b->of_step : b->of_run && b->needed_rhs && !b->linear && !b->of_step;
        step += counts && method == K_IDA ? b->n : 0;
        entries += counts ? (long)b->n * b->n : 0;
        most = counts && b->n > most ? b->n : most;
    }
    if (method == K_CVODE || method == K_IDA) {
        most = of->nstates + step;
        entries = most * most;
    }
    printf("size %ld\nentries %ld\n", most, entries);
}

static int simulate(void *arg, long i)
{
    Output *o = arg;
    KSink sink = {o, point, NULL, NULL};
    (void)i;
    o->next = 0;
    return k_simulate(o->m, &o->options, &sink, &o->stats);
}

/* One that knows nothing but residuals. */
static void make_standard(KModel *of, KCode *code)
{
    code->jvp = NULL;
    of->jac_nnz = of->dae_nnz = 0;
}

int main(int argc, char **argv)
{
    if (argc != 7)
        return fprintf(stderr, "usage: METHOD TOLERANCE STOP POINTS FILE SECONDS\n"), 2;
    KModel own = model;
    KCode code = {.block = calloc((size_t)model.nblocks + 1, sizeof *code.block)};
    bool standard = !strcmp(argv[1], "standard");
    k_entry(&code);
    if (standard)
        make_standard(&own, &code);
    KRequest request = {.start = 0,
                        .stop = atof(argv[3]),
                        .interval = NAN,
                        .intervals = atof(argv[4]),
                        .tolerance = atof(argv[2]),
                        .atol = NAN,
                        .step = NAN,
                        .max_step = INFINITY,
                        .method = standard ? "ida" : argv[1]};
    KOptions options = {0};
    const char *wrong = k_options(&own, &request, &options);
    if (wrong)
        return fprintf(stderr, "%s\n", wrong), 1;
    Output o = {.model = &own,
                .options = options,
                .interval = options.stop / options.intervals * (1 - 1e-9)};
    o.row = malloc(sizeof(double) * (size_t)(own.nvariables + 1));
    o.m = k_inst_new(&own, &code, message, NULL);
    if (!o.m || !o.row || k_params(o.m))
        return fprintf(stderr, "there is no instance\n"), 1;
    if (strcmp(argv[5], "-") && !(o.file = fopen(argv[5], "wb")))
        return fprintf(stderr, "%s cannot be written\n", argv[5]), 1;
    double seconds = o.file ? simulate(&o, 0) ? -1 : 0 : measure(atof(argv[6]), simulate, &o);
    const KStats *s = &o.stats;
    printf("cpu %.9g\nsteps %ld\nrejected %ld\nevaluations %ld\njacobians %ld\niterations "
           "%ld\nevents %ld\nstates %d\n",
           seconds, s->steps, s->rejected, s->evaluations, s->jacobians, s->newton_iterations,
           s->state_events + s->time_events, own.nstates);
    print_sizes(&own, (int)options.method);
    if (o.file)
        fclose(o.file);
    return seconds < 0;
}
