/* Models in several threads at once, one context for all: translated, run, changed and run again.
 * `make check` builds this with ThreadSanitizer too. The results are those of one thread alone. */
#include "kron.h"
#include "test.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 3 };

static const char *const text[2] = {
    "model Pendulum\n"
    "  parameter Real m = 1, L = 1, g = 9.81;\n"
    "  Real x(start = 0.6), y(start = -0.8), vx(start = 0), vy, F;\n"
    "equation\n"
    "  der(x) = vx; der(y) = vy;\n"
    "  m*der(vx) = -F*x; m*der(vy) = -F*y - m*g;\n"
    "  x^2 + y^2 = L^2;\n"
    "end Pendulum;\n",
    "model Switched\n"
    "  parameter Real R = 2, C = 0.1;\n"
    "  Real u(start = 0, fixed = true), i, w(start = 1);\n"
    "  Boolean on = sin(10*time) > 0;\n"
    "equation\n"
    "  (if on then 1 else 0) = R*i + u;\n"
    "  C*der(u) = i;\n"
    "  w^3 + w = 2 + u;\n"
    "end Switched;\n"};
static const char *const parameter[2] = {"m", "R"}, *const watched[2] = {"y", "w"};

typedef struct Worker {
    KronContext *context;
    int which;
    double value[ROUNDS]; /* last ones of the watched variable */
    int failed;
} Worker;

static void *work(void *arg)
{
    Worker *w = arg;
    KronModel *m;
    w->failed = kron_load_text(w->context, "t.mo", text[w->which], &m) != KRON_OK;
    for (int i = 0; i < ROUNDS && !w->failed; i++) {
        KronResult *r = NULL;
        const char *listing;
        w->failed |= kron_set_number(m, parameter[w->which], 1 + i) != KRON_OK;
        w->failed |= kron_run(m, NULL, &r) != KRON_OK;
        if (r && kron_result_points(r))
            w->value[i] = kron_result_column(r, watched[w->which])[kron_result_points(r) - 1];
        w->failed |= kron_text(m, KRON_STRUCTURE_JSON, &listing) != KRON_OK;
        kron_result_free(r);
    }
    w->failed |= kron_translations(m) != 1;
    kron_model_free(m);
    return NULL;
}

TEST(several_at_once)
{
    KronContext *context = kron_context_new();
    Worker alone[2] = {{.context = context}, {.context = context, .which = 1}};
    for (int i = 0; i < 2; i++) {
        work(&alone[i]);
        CHECK(!alone[i].failed);
    }
    Worker w[THREADS];
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
        w[i] = (Worker){.context = context, .which = i % 2};
        CHECK_INT(pthread_create(&thread[i], NULL, work, &w[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        CHECK(!w[i].failed);
        for (int k = 0; k < ROUNDS; k++)
            CHECK(w[i].value[k] == alone[i % 2].value[k]);
    }
    kron_context_free(context);
}

/* Runs of one program in several threads: the method changes during the run, some values need a
 * program of their own, some runs fail. */
static const char *const swept =
    "model Swept\n"
    "  parameter Real mu = 1;\n"
    "  parameter Integer n = 2;\n"
    "  output Real x(start = 2, fixed = true);\n"
    "  Real y(start = 0, fixed = true), w[n](each start = 1, each fixed = true);\n"
    "equation\n"
    "  assert(mu < 900 or time < 1, \"too stiff\");\n"
    "  der(x) = y;\n"
    "  der(y) = mu*(1 - x^2)*y - x;\n"
    "  for i in 1:n loop der(w[i]) = -i*w[i]; end for;\n"
    "end Swept;\n";

TEST(sweep)
{
    const char *const vary[] = {"mu=1..1000/log12", "n=2,3"};
    KronDesign *d = kron_design(2, vary, 0, 1, false);
    KronContext *context = kron_context_new();
    KronRunOptions o = kron_run_options();
    KronTable *t[2];
    CHECK_INT((int)d->nruns, 24);
    o.stop = 20;
    for (int i = 0; i < 2; i++) {
        KronModel *m;
        KronSweep s = {
            .nvaried = 2, .name = d->name, .nruns = d->nruns, .value = d->value, .jobs = 1 + 2 * i};
        CHECK_INT(kron_load_text(context, "t.mo", swept, &m), KRON_OK);
        CHECK_INT(kron_sweep(m, &o, &s, &t[i]), KRON_OK);
        kron_model_free(m);
    }
    for (size_t row = 0; row < d->nruns; row++) {
        CHECK((kron_table_failure(t[0], row) != NULL) == (d->value[2 * row] >= 900));
        CHECK(!kron_table_failure(t[0], row) == !kron_table_failure(t[1], row));
        for (int k = 0; k < kron_table_columns(t[0]); k++) {
            double a = kron_table_value(t[0], row, k), b = kron_table_value(t[1], row, k);
            CHECK(a == b || (a != a && b != b));
        }
    }
    CHECK_INT(kron_table_columns(t[0]), 6);
    kron_table_free(t[0]);
    kron_table_free(t[1]);
    kron_design_free(d);
    kron_context_free(context);
}

TEST_MAIN(T(several_at_once), T(sweep))
