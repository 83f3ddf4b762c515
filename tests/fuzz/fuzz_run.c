/* fuzz_run.c - any bytes as a model, through the library: checked, shown in one of the forms,
 * written in one of the languages, and run for a short time. That must end with a result or with
 * messages, never with a crash, a hang or an internal fault. MODELICAPATH has libraries, if any. */
#include "kron.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef FUZZ_FILE
#define FUZZ_FILE "fuzz.mo"
#endif

enum { MOST_SECONDS = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Fails without a message, or succeeds with one; faults of ours. */
static void judge(const KronModel *m, const char *what, KronStatus status)
{
    int errors = 0;
    for (int i = 0; i < kron_message_count(m); i++)
        errors += kron_message(m, i).severity == KRON_ERROR;
    if (status != KRON_INTERNAL && (status == KRON_OK) == !errors)
        return;
    fprintf(stderr, "%s: %s\n", what, kron_status_text(status));
    for (int i = 0; i < kron_message_count(m); i++)
        fprintf(stderr, "%s\n", kron_message(m, i).text);
    abort();
}

/* Runs may be long: that is no fault. */
static int progress(void *arg, KronModel *m, double time, double part)
{
    (void)m, (void)time, (void)part;
    return (double)clock() / CLOCKS_PER_SEC > *(const double *)arg;
}

static void run(KronModel *m, const char *method)
{
    double end = (double)clock() / CLOCKS_PER_SEC + MOST_SECONDS;
    KronRunOptions o = kron_run_options();
    o.stop = 0.01;
    o.intervals = 2;
    o.method = method;
    if (method && !strcmp(method, "trapezoid"))
        o.step = 1e-3;
    o.progress = progress;
    o.arg = &end;
    kron_clear_messages(m);
    KronStatus status = kron_run(m, &o, NULL);
    if (status != KRON_CANCELLED)
        judge(m, "run", status);
}

/* Shown and written in one of the ways, and run; mostly as the model says, sometimes by a method
 * that is given. */
static void use(KronModel *m, unsigned hash)
{
    static const char *const methods[] = {"bdf", "sdirk", "trapezoid", "cvode", "ida"};
    enum { METHODS = sizeof methods / sizeof *methods };
    const char *method = hash / 11 % 4 ? NULL : methods[hash / 44 % METHODS], *shown;
    int ntargets = 0;
    while (kron_target(ntargets))
        ntargets++;
    if (method)
        judge(m, "method", kron_set_method(m, method));
    judge(m, "show", kron_text(m, (KronText)(hash % (KRON_LISTING + 1)), &shown));
    kron_clear_messages(m);
    const char *target = kron_target((int)(hash / 5 % (unsigned)ntargets));
    judge(m, target, kron_program(m, target, NULL, NULL, &shown));
    run(m, method);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    unsigned hash = (unsigned)size;
    for (size_t i = 0; text && i < size; i++) {
        text[i] = data[i] ? (char)data[i] : ' ';
        hash = 31 * hash + data[i];
    }
    text[size] = 0;
    KronContext *c = kron_context_new();
    KronModel *m = NULL;
    kron_add_environment(c);
    kron_set_relax(c, (KronRelax)(hash / 7 % (KRON_RELAX_OFF + 1)));
    KronStatus status = kron_load_text(c, FUZZ_FILE, text, &m);
    if (status == KRON_OK)
        status = kron_check(m);
    judge(m, "check", status);
    if (status == KRON_OK)
        use(m, hash);
    kron_model_free(m);
    kron_context_free(c);
    free(text);
    return 0;
}
