/* sweep_command.c - `kron sweep`: values, processes, progress, the table and its pictures. */
#include "base/buf.h"
#include "commands.h"
#include "rt/run.h"
#include "rt/texts.h"
#include "sweep_svg.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    interrupted = number;
}

typedef struct Bar {
    const Arguments *a;
    double begun, last;
    size_t first; /* runs that were done before */
    bool began;
} Bar;

static int progress(void *arg, size_t done, size_t nruns)
{
    Bar *b = arg;
    double now = k_clock(), rate;
    if (!b->began)
        *b = (Bar){b->a, now, now, done, true};
    if (b->a->printer->bar && now - b->last > 0.3) {
        b->last = now;
        rate = (double)(done - b->first) / (now - b->begun);
        fprintf(stderr, "\r%zu of %zu runs", done, nruns);
        if (rate > 0)
            fprintf(stderr, ", %.0f s left", ceil((double)(nruns - done) / rate));
        fputs("\033[K", stderr);
        fflush(stderr);
    }
    return interrupted;
}

/* ---- Several processes ---- */

/* How mpirun (Open MPI), other starters and srun tell a process which one it is. */
static const struct {
    const char *rank, *size, *local, *job;
} starters[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE",
     "PMIX_NAMESPACE"},
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS", "PMI_JOBID"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_TASKS_PER_NODE", "SLURM_JOB_ID"},
};

static int number_in(const char *name)
{
    const char *text = getenv(name);
    return text ? atoi(text) : -1;
}

static unsigned long long job_number(const char *name)
{
    unsigned long long h = 1469598103934665603u;
    for (const char *at = getenv(name); at && *at; at++)
        h = (h ^ (unsigned char)*at) * 1099511628211u;
    return h;
}

/* Processes of one machine share its processors, unless each is bound to its own. */
static int share_of_processors(int local)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return local > 1 && n > 0 ? (int)(n > local ? n / local : 1) : 0;
}

static void find_processes(KronSweep *s)
{
    for (size_t i = 0; i < sizeof starters / sizeof *starters; i++) {
        int rank = number_in(starters[i].rank), size = number_in(starters[i].size);
        if (size < 2 || rank < 0 || rank >= size)
            continue;
        s->rank = rank;
        s->processes = size;
        s->job = job_number(starters[i].job);
        s->jobs = s->jobs ? s->jobs : share_of_processors(number_in(starters[i].local));
        return;
    }
}

/* ---- The report ---- */

static size_t count_failed(const KronTable *t)
{
    size_t n = 0;
    for (size_t i = 0; i < kron_table_rows(t); i++)
        n += kron_table_failure(t, i) != NULL;
    return n;
}

static double cpu_seconds(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)u.ru_utime.tv_sec + (double)u.ru_stime.tv_sec +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static void report(const Arguments *a, KronModel *m, const KronTable *t, double wall, double cpu,
                   int status)
{
    size_t n = kron_table_rows(t), failed = count_failed(t);
    if (a->json) {
        Buf b = {0};
        answer_open(&b, a);
        json_text(&b, "model", kron_model_name(m));
        buf_printf(&b,
                   ", \"runs\": %zu, \"failed\": %zu, \"seconds\": {\"wall\": %.6f, \"cpu\": %.6f}",
                   n, failed, wall, cpu);
        answer_close(&b, a, status);
        fputs(buf_text(&b), stdout);
        buf_free(&b);
    } else if (!a->quiet) {
        FILE *out = a->run.file && strcmp(a->run.file, "-") ? stdout : stderr;
        k_say(out, "%s: %zu runs, %zu failed, %.2f s, %.2f s of processors\n", kron_model_name(m),
              n, failed, wall, cpu);
    }
}

static int write_picture(const Buf *b, const char *path, const char *wrong)
{
    if (!wrong)
        return give_picture(b, path, false);
    say_error("%s: %s", path, wrong);
    return STATUS_USAGE;
}

static int draw(const Arguments *a, KronModel *m, const KronDesign *d, const KronTable *t)
{
    int status = STATUS_GOOD;
    Buf b = {0};
    if (a->envelope) {
        const char *wrong = envelope_svg(t, kron_model_name(m), &b);
        status = write_picture(&b, a->envelope, wrong);
    }
    buf_clear(&b);
    if (a->heatmap) {
        const char *wrong = heatmap_svg(t, d, kron_model_name(m), &b);
        int other = write_picture(&b, a->heatmap, wrong);
        status = other ? other : status;
    }
    buf_free(&b);
    return status;
}

/* ---- The command ---- */

static KronStatus run(const Arguments *a, KronModel *m, KronSweep *s, KronTable **t)
{
    Bar bar = {.a = a};
    struct sigaction once = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND}, before[2];
    s->arg = &bar;
    s->progress = progress;
    interrupted = 0;
    sigaction(SIGINT, &once, &before[0]);
    sigaction(SIGTERM, &once, &before[1]);
    a->printer->bar = isatty(STDERR_FILENO) && !a->quiet && !s->rank;
    KronStatus status = kron_sweep(m, &a->run, s, t);
    if (a->printer->bar)
        fputs("\r\033[K", stderr);
    a->printer->bar = false;
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
    if (status == KRON_CANCELLED)
        k_say(stderr, s->journal ? "kron: interrupted; the same command goes on from there\n"
                                 : "kron: interrupted\n");
    return status;
}

static int sweep_with(const Arguments *a, KronModel *m, const KronDesign *d, const char *journal)
{
    KronSweep s = {.nvaried = d->nvaried,
                   .name = d->name,
                   .nruns = d->nruns,
                   .value = d->value,
                   .variables = a->nvars ? a->vars : NULL,
                   .curves = a->envelope != NULL,
                   .jobs = isnan(a->jobs) ? 0 : (int)a->jobs,
                   .journal = journal};
    find_processes(&s);
    if (s.processes > 1 && !journal) {
        say_error("several processes need a table that is a file: -o FILE");
        return STATUS_USAGE;
    }
    KronTable *t = NULL;
    if (!a->run.method)
        kron_set_method(m, "auto");
    int status = exit_status(kron_translate(m));
    double wall = k_clock(), cpu = cpu_seconds();
    if (!status)
        status = exit_status(run(a, m, &s, &t));
    wall = k_clock() - wall;
    cpu = cpu_seconds() - cpu;
    if (!status && !s.rank) {
        KronStatus written = kron_table_write(t, a->run.file ? a->run.file : "-");
        if (written)
            say_error("cannot write %s: %s", a->run.file ? a->run.file : "the table",
                      strerror(errno));
        status = written ? STATUS_NUMERIC : draw(a, m, d, t);
        if (!written)
            kron_table_finish(t);
        if (!status && count_failed(t) == kron_table_rows(t))
            status = STATUS_NUMERIC;
        report(a, m, t, wall, cpu, status);
    }
    kron_table_free(t);
    return status;
}

static int sweep(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    double samples = isnan(a->samples) ? 0 : a->samples, seed = isnan(a->seed) ? 1 : a->seed;
    bool whole = samples >= 0 && samples <= 1e8 && samples == floor(samples) && seed >= 0 &&
                 seed <= 0x1p53 && seed == floor(seed) && (isnan(a->jobs) || a->jobs >= 1);
    KronDesign *d =
        whole ? kron_design(a->nvary, a->vary, (size_t)samples, (unsigned long long)seed, a->latin)
              : NULL;
    if (!d || d->wrong) {
        say_error("%s", d ? d->wrong
                        : !whole
                            ? "--samples, --seed and --jobs are whole numbers that are not negative"
                            : k_no_memory);
        kron_design_free(d);
        return STATUS_USAGE;
    }
    if (a->heatmap && !heatmap_fits(d)) {
        say_error(
            "--heatmap needs one or two --vary with lists or ranges, and nothing else varied");
        kron_design_free(d);
        return STATUS_USAGE;
    }
    const char *file = a->run.file && strcmp(a->run.file, "-") ? a->run.file : NULL;
    Buf journal = {0};
    if (a->journal)
        buf_puts(&journal, a->journal);
    else if (file && strncmp(file, "/dev/", 5))
        buf_printf(&journal, "%s.journal", file);
    int status = sweep_with(a, m, d, journal.n ? buf_text(&journal) : NULL);
    buf_free(&journal);
    kron_design_free(d);
    return status;
}

int command_sweep(const Arguments *a)
{
    if (!a->nvary || (a->json && (!a->run.file || !strcmp(a->run.file, "-")))) {
        say_error(a->nvary ? "--json and the table print to the same place: -o FILE"
                           : "`kron sweep MODEL --vary NAME=VALUES...`");
        return STATUS_USAGE;
    }
    return with_one_model(a, "sweep", sweep);
}
