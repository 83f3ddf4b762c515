/* embed.c - a model inside a C program: load it, give it values, run it, read the result, change a
 * parameter and run it again without translating.
 *
 *     make        builds it with the flags of `pkg-config kron`
 *     ./embed     or  ./embed Class.Name FOLDER  for a model of a library in FOLDER */
#include <kron.h>

#include <stdio.h>

/* The model: a mass that falls and bounces. Models may also come from files and libraries. */
static const char *const ball = "model Ball \"A ball that bounces\"\n"
                                "  parameter Real e(min = 0, max = 1) = 0.8 \"Restitution\";\n"
                                "  parameter Real g(unit = \"m/s2\") = 9.81;\n"
                                "  Real h(start = 1, fixed = true, unit = \"m\") \"Height\";\n"
                                "  Real v(start = 0, fixed = true, unit = \"m/s\");\n"
                                "equation\n"
                                "  der(h) = v;\n"
                                "  der(v) = -g;\n"
                                "  when h < 0 then\n"
                                "    reinit(v, -e*pre(v));\n"
                                "  end when;\n"
                                "  annotation(experiment(StopTime = 1));\n"
                                "end Ball;\n";

/* Errors are values: a status, and messages that belong to the model. */
static int explain(KronStatus status, const KronModel *model)
{
    for (int i = 0; i < kron_message_count(model); i++) {
        KronMessage m = kron_message(model, i);
        if (m.file)
            fprintf(stderr, "%s:%d:%d: ", m.file, m.line, m.column);
        fprintf(stderr, "%s\n%s", m.text, m.excerpt);
    }
    if (status != KRON_OK)
        fprintf(stderr, "embed: %s\n", kron_status_text(status));
    return status != KRON_OK;
}

/* Called at the start, several times a second and at the end; a number other than 0 would cancel
 * the run. */
static int progress(void *arg, KronModel *model, double time, double part)
{
    int *calls = arg;
    (void)model;
    ++*calls;
    printf("  t = %-8g %3.0f %%\n", time, 100 * part);
    return 0;
}

/* Runs the model and prints the last value of a variable. */
static KronStatus run(KronModel *model, const char *name)
{
    int calls = 0;
    KronRunOptions options = kron_run_options(); /* what is not given is as the model says */
    options.tolerance = 1e-8;
    options.progress = progress;
    options.arg = &calls;
    KronResult *result;
    KronStatus status = kron_run(model, &options, &result);
    if (status != KRON_OK)
        return status;
    size_t n = kron_result_points(result);
    const double *time = kron_result_times(result);
    const double *value = kron_result_column(result, name);
    if (value && n)
        printf("  %s(%g) = %.6f, %zu points, %ld translation(s)\n", name, time[n - 1], value[n - 1],
               n, kron_translations(model));
    status = kron_result_write(result, "embed.csv");
    kron_result_free(result);
    return value ? status : KRON_WRONG_CALL;
}

/* Parameters with their values, units and descriptions. */
static void list_parameters(KronModel *model)
{
    KronVariable v;
    for (int i = 0; kron_variable(model, i, &v); i++)
        if (v.kind == KRON_PARAMETER)
            printf("  %-20s = %-8g %s  %s\n", v.name, kron_value(model, i), v.unit, v.description);
}

int main(int argc, char **argv)
{
    printf("kron %s\n", kron_version());
    KronContext *context = kron_context_new();
    if (!context)
        return 1;
    KronModel *model;
    KronStatus status;
    if (argc > 2) { /* a model of a library: it is run as it is, and no more */
        kron_add_library(context, argv[2]);
        status = kron_load(context, argv[1], &model);
        if (status == KRON_OK)
            status = kron_run(model, NULL, NULL);
    } else {
        status = kron_load_text(context, "ball.mo", ball, &model);
        if (status == KRON_OK)
            status = kron_set(model, "h.start", "2"); /* what a name and a value can be: kron.h */
        if (status == KRON_OK)
            status = run(model, "h");
        if (status == KRON_OK) {
            list_parameters(model);
            status = kron_set_number(model, "e", 0.5); /* not needed for the structure: */
        }
        if (status == KRON_OK)
            status = run(model, "h"); /* nothing is translated again */
    }
    int failed = explain(status, model);
    kron_model_free(model);
    kron_context_free(context);
    return failed;
}
