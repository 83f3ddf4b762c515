/* run.c - runs a model of kron: processor time of the run alone.
 *
 *     run MODEL N METHOD TOLERANCE STOP POINTS SECONDS NAME...
 *
 * repeats the run (of trapezoid TOLERANCE is the step, as part of the run) for about SECONDS and
 * prints "cpu SECONDS", "steps N", "translation SECONDS", and, from the last run, lines "a VALUE":
 * time and the variables at each output point. */
#include "../measure.h"

#include "kron.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    KronModel *m;
    KronRunOptions o;
    int n, index[100], row;
    double *value;
} Run;

static int point(void *arg, KronModel *m, double time)
{
    Run *r = arg;
    double *to = r->value + (size_t)r->row * ((size_t)r->n + 1);
    if (r->row > (int)r->o.intervals)
        return 0;
    *to++ = time;
    for (int i = 0; i < r->n; i++)
        *to++ = kron_value(m, r->index[i]);
    r->row++;
    return 0;
}

static int once(void *arg, long i)
{
    Run *r = arg;
    (void)i;
    r->row = 0;
    return kron_run(r->m, &r->o, NULL) != KRON_OK;
}

static int complain(KronModel *m, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, m && kron_message_count(m) ? kron_message(m, 0).text : "");
    return 1;
}

int main(int argc, char **argv)
{
    if (argc < 9 || argc > 100)
        return fprintf(stderr, "usage: run MODEL N METHOD TOLERANCE STOP POINTS SECONDS NAME...\n"),
               2;
    Run r = {.o = kron_run_options(), .n = argc - 8};
    KronContext *c = kron_context_new();
    const char *library = getenv("KRON_LIBRARY");
    if (library)
        kron_set_own_library(c, library);
    if (getenv("CC")) /* as `kron simulate` with KRON_NATIVE=now */
        kron_set_compiler(c, getenv("CC"), getenv("XDG_CACHE_HOME"), NULL,
                          KRON_COMPILE_BEFORE_RUNS);
    double begin = processor();
    if (kron_load(c, argv[1], &r.m) || kron_set(r.m, "n", argv[2]) ||
        kron_set_method(r.m, argv[3]) || kron_translate(r.m))
        return complain(r.m, "translation");
    double translation = processor() - begin;
    r.o.method = argv[3];
    r.o.start = 0;
    r.o.stop = atof(argv[5]);
    if (strcmp(argv[3], "trapezoid") == 0)
        r.o.step = atof(argv[4]) * r.o.stop;
    else
        r.o.tolerance = atof(argv[4]);
    r.o.intervals = atof(argv[6]);
    r.o.arg = &r;
    r.o.point = point;
    for (int i = 0; i < r.n; i++)
        if ((r.index[i] = kron_find(r.m, argv[8 + i])) < 0)
            return complain(NULL, argv[8 + i]);
    r.value = calloc(((size_t)r.o.intervals + 2) * ((size_t)r.n + 1), sizeof *r.value);
    /* What the first run translates besides, as `auto` does where a model turns out stiff, is apart
     * too, and cc's code for it, which the second one gets. */
    bool failed = !r.value || (atof(argv[7]) > 1e-3 && (once(&r, 0) || once(&r, 0)));
    double seconds = failed ? -1 : measure(atof(argv[7]), once, &r);
    if (seconds < 0)
        return complain(r.m, "run");
    printf("cpu %.9g\nsteps %ld\ntranslation %.9g\n", seconds, kron_statistics(r.m).steps,
           translation);
    for (int i = 0; i < r.row * (r.n + 1); i++)
        printf("a %.17g\n", r.value[i]);
    return 0;
}
