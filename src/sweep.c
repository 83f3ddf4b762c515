/* sweep.c - the library interface: one model run with many values, on all processors.
 *
 * All runs have the same program; each has an instance of its own, which is all that a run changes,
 * so threads share nothing but the list of what is to be done. Values that the program cannot take
 * (structural parameters; 0) are runs of a program of their own. A run's numbers depend on its
 * values alone, never on what ran before or elsewhere: the table is the same on any number of
 * processors. Runs that are done go to the journal at once. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "base/die.h"
#include "journal.h"
#include "rt/request.h"
#include "rt/texts.h"
#include "sweep_internal.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_JOBS = 1024, REASON = 1000 };

/* A program and what a run of it needs. */
typedef struct Build {
    KronModel *m;
    Pipeline *p;
    const KModel *tables;
    _Atomic(const KCode *) code; /* that of the system's compiler takes over */
    KOptions options;
    int *chosen;          /* [nvars] among tables->variable; -1: it has none of the name */
    pthread_mutex_t lock; /* of the next three, and of the pipeline */
    bool inlined;         /* it has been tried */
    const KModel *more;   /* with an inlined method; NULL: there is none */
    const KCode *more_code;
} Build;

typedef struct Sweep {
    KronModel *m;
    const KronRunOptions *o;
    const KronSweep *s;
    KronTable *t;
    bool *boolean; /* [nvaried] */
    Build base;
    Journal *journal;
    Native *native;
    pthread_mutex_t lock; /* of the next ones, the journal and the table */
    pthread_cond_t idle;  /* a worker has ended */
    size_t next, done;
    int running;
    _Atomic bool stop;
    KronStatus status;
    int lost; /* errno where the journal could not be written; 0: it could */
} Sweep;

/* A run under way. */
typedef struct Watch {
    Sweep *w;
    Build *b;
    double *record;          /* as the table has it */
    double *last, *integral; /* [nvars] */
    double first, t;
    size_t points, grid; /* output points so far; the next one of the curves */
    char failure[REASON];
} Watch;

/* ---- One run ---- */

static void on_message(void *arg, KLevel level, const char *text)
{
    Watch *k = arg;
    if (level == K_MSG_ERROR)
        snprintf(k->failure, sizeof k->failure, "%s", text);
}

/* Two rows of an event have one place: the second counts. */
static void keep_curve(Watch *k, double t)
{
    const KronTable *table = k->w->t;
    while (k->grid < table->npoints && table->time[k->grid] < t)
        k->grid++;
    if (k->grid == table->npoints || table->time[k->grid] != t)
        return;
    double *curve = k->record + STATISTICS * table->nvars;
    for (int i = 0; i < table->nvars; i++)
        curve[(size_t)i * table->npoints + k->grid] = k->last[i];
}

static int point(void *arg, const KInst *m)
{
    Watch *k = arg;
    double dt = m->time - k->t;
    for (int i = 0; i < k->w->t->nvars; i++) {
        double *r = k->record + STATISTICS * i;
        int at = k->b->chosen[i];
        double x = at < 0 ? NAN : k_value(m, &k->b->tables->variable[at]);
        r[0] = x;
        r[1] = k->points ? fmin(r[1], x) : x;
        r[2] = k->points ? fmax(r[2], x) : x;
        k->integral[i] += k->points ? 0.5 * (x + k->last[i]) * dt : 0;
        k->last[i] = x;
    }
    if (!k->points++)
        k->first = m->time;
    k->t = m->time;
    if (k->w->t->npoints)
        keep_curve(k, m->time);
    return 0;
}

static int progress(void *arg, KInst *inst, double time)
{
    (void)inst, (void)time;
    return atomic_load(&((Watch *)arg)->w->stop);
}

static void do_inline(void *arg)
{
    KRON_TURN; /* messages of other runs use the same pipeline */
    Build *b = arg;
    Pipeline *p = inline_program(b->m);
    if (p) {
        b->more = p->tables;
        b->more_code = jit_code(p->jit);
    }
}

static int inlined(void *arg, KInst *inst)
{
    Build *b = ((Watch *)arg)->b;
    OwnFault fault;
    pthread_mutex_lock(&b->lock);
    if (!b->inlined && !survive(do_inline, b, &fault))
        b->more = NULL;
    b->inlined = true;
    pthread_mutex_unlock(&b->lock);
    if (!b->more)
        return 1;
    return k_inst_extend(inst, b->more, b->more_code) ? -1 : 0;
}

/* Inputs of the model, which the instance follows. */
static const char *set_inputs(const KronModel *m, KInst *inst)
{
    for (int i = 0; i < m->input.n; i++) {
        const Input *input = &m->input.v[i];
        const KVariable *v = k_find(k_inst_model(inst), input->name, strlen(input->name));
        if (!v || v->kind != K_INPUT)
            return "an input is none any more";
        if (k_set_input(inst, v, &input->series))
            return k_no_memory;
    }
    return NULL;
}

/* The value of variation k in a run, as the model could contain it. */
static void put_value(const Sweep *w, size_t run, int k, char *text, size_t size)
{
    double x = w->s->value[run * (size_t)w->s->nvaried + (size_t)k];
    if (w->boolean[k] && (x == 0 || x == 1))
        snprintf(text, size, "%s", x != 0 ? "true" : "false");
    else
        snprintf(text, size, "%.17g", x);
}

/* What the program was not translated with. `run` SIZE_MAX: nothing is varied. */
static const char *set_values(const Sweep *w, const KronModel *m, KInst *inst, size_t run)
{
    const char *wrong = NULL;
    char text[40];
    for (int i = 0; i < m->setting.n && !wrong; i++)
        if (m->setting.v[i].exchanged)
            wrong = k_set_text(inst, m->setting.v[i].name, m->setting.v[i].value);
    for (int k = 0; k < w->s->nvaried && run != SIZE_MAX && !wrong; k++) {
        put_value(w, run, k, text, sizeof text);
        wrong = k_set_text(inst, w->s->name[k], text);
    }
    return wrong ? wrong : set_inputs(m, inst);
}

static void clear_record(Watch *k)
{
    for (size_t i = 0; i < k->w->t->width; i++)
        k->record[i] = NAN;
}

static void run_instance(Watch *k, const KronModel *m, size_t run)
{
    Build *b = k->b;
    KStats stats;
    KInst *inst = k_inst_new(b->tables, atomic_load(&b->code), on_message, k);
    const char *wrong = inst ? set_values(k->w, m, inst, run) : k_no_memory;
    memset(k->integral, 0, (size_t)k->w->t->nvars * sizeof *k->integral);
    clear_record(k);
    k->points = k->grid = 0;
    k->t = 0;
    KSink sink = {k, point, progress, inlined};
    if (inst)
        k_listen(inst, &sink);
    bool good = !wrong && !k_params(inst) && !k_simulate(inst, &b->options, &sink, &stats);
    if (wrong)
        snprintf(k->failure, sizeof k->failure, "%s", wrong);
    else if (!good && !*k->failure)
        snprintf(k->failure, sizeof k->failure, "the run failed");
    for (int i = 0; i < k->w->t->nvars && good; i++)
        k->record[STATISTICS * i + 3] =
            k->t > k->first ? k->integral[i] / (k->t - k->first) : k->last[i];
    if (!good)
        clear_record(k);
    k_inst_free(inst);
}

/* ---- Programs ---- */

static KronStatus build_open(Sweep *w, Build *b, KronModel *m)
{
    *b = (Build){.m = m, .p = m->program->p, .tables = m->program->p->tables};
    atomic_store(&b->code, jit_code(b->p->jit));
    pthread_mutex_init(&b->lock, NULL);
    b->chosen = calloc((size_t)b->tables->nvariables + (size_t)(w->t ? w->t->nvars : 0) + 1,
                       sizeof *b->chosen);
    KronStatus status = b->chosen ? options_of(m, w->o, &b->options) : KRON_NO_MEMORY;
    for (int i = 0; w->t && i < w->t->nvars && !status; i++) {
        const KVariable *v = k_find(b->tables, w->t->variable[i], strlen(w->t->variable[i]));
        b->chosen[i] = v && v->type != K_STRING ? (int)(v - b->tables->variable) : -1;
    }
    return status;
}

static void build_close(Build *b)
{
    if (b->p)
        pthread_mutex_destroy(&b->lock);
    free(b->chosen);
}

static void take_reason(Watch *k, const KronModel *m)
{
    for (int i = 0; i < m->message.n; i++)
        if (m->message.v[i].severity == KRON_ERROR) {
            snprintf(k->failure, sizeof k->failure, "%s", m->message.v[i].text);
            return;
        }
    snprintf(k->failure, sizeof k->failure, "the model cannot be translated with these values");
}

/* The run has a program of its own. */
static void run_translated(Watch *k, size_t run)
{
    Sweep *w = k->w;
    KronModel *m = w->m, *own = NULL;
    KronContext quiet = *m->c;
    Build b = {0}, *base = k->b;
    char text[40];
    quiet.on_message = NULL;
    quiet.pass = NULL;
    KronStatus status =
        m->text ? kron_load_text(&quiet, m->name, m->text, &own) : kron_load(&quiet, m->name, &own);
    for (int i = 0; i < m->setting.n && !status; i++)
        status = kron_set(own, m->setting.v[i].name, m->setting.v[i].value);
    for (int i = 0; i < w->s->nvaried && !status; i++) {
        put_value(w, run, i, text, sizeof text);
        status = kron_set(own, w->s->name[i], text);
    }
    if (!status)
        status = kron_set_method(own, w->o->method);
    if (!status)
        status = kron_translate(own);
    if (!status && !(status = build_open(w, &b, own))) {
        k->b = &b;
        for (int i = 0; i < m->input.n; i++)
            vec_push(own->arena, &own->input, m->input.v[i]);
        run_instance(k, own, SIZE_MAX);
    } else {
        clear_record(k);
        if (own)
            take_reason(k, own);
        else
            snprintf(k->failure, sizeof k->failure, "%s", k_no_memory);
    }
    k->b = base;
    build_close(&b);
    kron_model_free(own);
}

static bool can_take(const Sweep *w, size_t run)
{
    char text[40];
    for (int k = 0; k < w->s->nvaried; k++) {
        put_value(w, run, k, text, sizeof text);
        if (!can_exchange(w->base.tables, w->s->name[k], text))
            return false;
    }
    return true;
}

/* ---- Workers ---- */

/* The next run that is this process' share and not done; false: there is none. */
static bool take_run(Sweep *w, size_t *run)
{
    const KronSweep *s = w->s;
    size_t processes = s->processes > 1 ? (size_t)s->processes : 1;
    bool found = false;
    pthread_mutex_lock(&w->lock);
    for (; w->next < s->nruns && !found && !atomic_load(&w->stop); w->next++) {
        found = w->next % processes == (size_t)(processes > 1 ? s->rank : 0) &&
                w->t->state[w->next] == NOT_DONE;
        *run = w->next;
    }
    pthread_mutex_unlock(&w->lock);
    return found;
}

static void finish_run(Sweep *w, size_t run, const Watch *k)
{
    const char *failure = *k->failure ? k->failure : NULL;
    pthread_mutex_lock(&w->lock);
    if (!atomic_load(&w->stop) || !failure) { /* it may have been stopped */
        if (w->journal && !journal_add(w->journal, run, k->record, failure)) {
            w->status = KRON_FILE_ERROR;
            w->lost = errno;
            atomic_store(&w->stop, true);
        }
        table_set(w->t, run, k->record, failure);
        w->done++;
    }
    pthread_mutex_unlock(&w->lock);
}

static KronStatus work(KronModel *none, void *arg)
{
    (void)none;
    Sweep *w = arg;
    size_t n = (size_t)w->t->nvars, run;
    double *memory = malloc((w->t->width + 2 * n + 1) * sizeof *memory);
    Watch k = {.w = w, .b = &w->base, .record = memory};
    if (!memory)
        return KRON_NO_MEMORY;
    k.last = memory + w->t->width;
    k.integral = k.last + n;
    while (take_run(w, &run)) {
        *k.failure = 0;
        if (can_take(w, run))
            run_instance(&k, w->m, run);
        else
            run_translated(&k, run);
        finish_run(w, run, &k);
    }
    free(memory);
    return KRON_OK;
}

static void *worker(void *arg)
{
    Sweep *w = arg;
    KronStatus status = guarded(NULL, work, w);
    pthread_mutex_lock(&w->lock);
    if (status) {
        w->status = status;
        atomic_store(&w->stop, true);
    }
    w->running--;
    pthread_cond_signal(&w->idle);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static int count_processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n < 1 ? 1 : n > MOST_JOBS ? MOST_JOBS : n;
}

/* ---- Meanwhile ---- */

/* The system's compiler, where the sweep is long enough. */
static void follow_native(Sweep *w, double elapsed)
{
    const KronContext *c = w->m->c;
    double left = w->done ? elapsed * (double)(w->s->nruns - w->done) / (double)w->done : 1e9;
    bool wanted = c->compiler.command && c->when != KRON_COMPILE_EXTERNAL;
    pthread_mutex_lock(&w->base.lock);
    if (wanted && !w->native && !w->base.inlined && elapsed > 0.5 && left > 1)
        w->native = native_start(&c->compiler, buf_text(&w->base.p->source), w->base.p->nblocks);
    pthread_mutex_unlock(&w->base.lock);
    const KCode *code = w->native ? native_poll(w->native) : NULL;
    if (code)
        atomic_store(&w->base.code, code);
}

static bool cancels(Sweep *w)
{
    const KronSweep *s = w->s;
    if (s->progress && s->progress(s->arg, w->done, s->nruns) && !w->status) {
        w->status = KRON_CANCELLED;
        atomic_store(&w->stop, true);
    }
    return w->status != KRON_OK;
}

static void nap(struct timespec *t)
{
    clock_gettime(CLOCK_REALTIME, t);
    t->tv_nsec += 50000000;
    t->tv_sec += t->tv_nsec / 1000000000;
    t->tv_nsec %= 1000000000;
}

/* Runs all workers, and looks after them. */
static void run_workers(Sweep *w)
{
    int jobs = w->s->jobs > 0 ? w->s->jobs : count_processors();
    pthread_t thread[MOST_JOBS];
    double begun = k_clock();
    int n = 0;
    jobs = jobs < MOST_JOBS ? jobs : MOST_JOBS;
    jobs = (size_t)jobs < w->s->nruns ? jobs : (int)w->s->nruns;
    w->running = jobs;
    while (n < jobs && !pthread_create(&thread[n], NULL, worker, w))
        n++;
    pthread_mutex_lock(&w->lock);
    w->running -= jobs - n;
    if (!n && jobs)
        w->status = KRON_NO_MEMORY;
    while (w->running) {
        struct timespec until;
        nap(&until);
        pthread_cond_timedwait(&w->idle, &w->lock, &until);
        cancels(w);
        pthread_mutex_unlock(&w->lock);
        follow_native(w, k_clock() - begun);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
}

/* ---- The journal ---- */

static void take_done(void *arg, uint64_t run, const double *value, const char *failure)
{
    Sweep *w = arg;
    if (run < w->t->nruns && w->t->state[run] == NOT_DONE) {
        table_set(w->t, (size_t)run, value, failure);
        w->done++;
    }
}

static void hash_bytes(uint64_t h[2], const void *data, size_t n)
{
    const unsigned char *at = data;
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            h[k] = (h[k] ^ at[i]) * (k ? 0x9E3779B97F4A7C15u : 0x100000001B3u);
            h[k] ^= h[k] >> 29;
        }
}

static void hash_text(uint64_t h[2], const char *text)
{
    hash_bytes(h, text, strlen(text) + 1);
}

/* All that the table depends on: version, program, values, options. */
static void find_key(const Sweep *w, uint64_t h[2])
{
    const KronSweep *s = w->s;
    const KOptions *o = &w->base.options;
    const double number[] = {
        o->method,    o->start, o->stop,     o->tolerance,        o->atol,         o->interval,
        o->intervals, o->step,  o->max_step, (double)o->fallback, (double)s->nruns};
    h[0] = 0xCBF29CE484222325u;
    h[1] = 0x84222325CBF29CE4u;
    hash_text(h, kron_version());
    hash_text(h, buf_text(&w->base.p->source));
    hash_bytes(h, number, sizeof number);
    for (int i = 0; i < w->m->setting.n; i++) {
        hash_text(h, w->m->setting.v[i].name);
        hash_text(h, w->m->setting.v[i].value);
    }
    for (int i = 0; i < w->m->input.n; i++) {
        const Input *in = &w->m->input.v[i];
        hash_text(h, in->name);
        hash_bytes(h, in->series.t, in->series.n * sizeof(double));
        hash_bytes(h, in->series.x, in->series.n * sizeof(double));
    }
    for (int i = 0; i < s->nvaried; i++)
        hash_text(h, s->name[i]);
    hash_bytes(h, s->value, s->nruns * (size_t)s->nvaried * sizeof *s->value);
    for (int i = 0; i < w->t->nvars; i++)
        hash_text(h, w->t->variable[i]);
}

static KronStatus open_journal(Sweep *w)
{
    Buf why = {0};
    uint64_t key[2];
    if (!w->s->journal)
        return KRON_OK;
    find_key(w, key);
    w->journal =
        journal_open(w->s->journal, w->s->processes > 1 ? w->s->rank : 0, key, w->t->width, &why);
    bool good = w->journal && journal_read(w->journal, take_done, w, &why);
    if (!good)
        tell(w->m, KRON_ERROR, KRON_ABOUT_CALL, "%s", buf_text(&why));
    else if (w->done)
        tell(w->m, KRON_WARNING, KRON_ABOUT_CALL, "%zu of %zu runs are taken from %s", w->done,
             w->s->nruns, w->s->journal);
    buf_free(&why);
    return good ? KRON_OK : KRON_FILE_ERROR;
}

/* Rank 0 has what the others have done, once they have. */
static void wait_for_others(Sweep *w)
{
    const KronSweep *s = w->s;
    Buf why = {0};
    if (s->processes < 2 || w->status)
        return;
    if (s->rank && !journal_end(w->journal, s->rank, s->job)) {
        w->status = KRON_FILE_ERROR;
        w->lost = errno;
    }
    while (!s->rank && !cancels(w)) {
        if (!journal_read(w->journal, take_done, w, &why)) {
            tell(w->m, KRON_ERROR, KRON_ABOUT_CALL, "%s", buf_text(&why));
            w->status = KRON_FILE_ERROR;
        } else if (w->done == s->nruns && journal_ended(w->journal, s->processes, s->job)) {
            break;
        }
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    buf_free(&why);
}

/* ---- The sweep ---- */

/* Outputs of the model; without any its states. */
static int choose_usual(const KModel *model, int *chosen)
{
    int n = 0;
    for (int pass = 0; pass < 2 && !n; pass++)
        for (int i = 0; i < model->nvariables; i++) {
            const KVariable *v = &model->variable[i];
            bool wanted = pass ? v->kind == K_STATE && !v->is_alias : v->is_output;
            if (wanted && v->type != K_STRING)
                chosen[n++] = i;
        }
    return n;
}

static KronStatus choose(Sweep *w)
{
    const KModel *model = w->base.tables;
    int npatterns = 0, n;
    const char *const *pattern = w->s->variables;
    while (pattern && pattern[npatterns])
        npatterns++;
    for (int i = 0; i < npatterns; i++)
        if (!k_matches_any(model, pattern[i])) {
            tell_no_variable(w->m, pattern[i]);
            return KRON_WRONG_CALL;
        }
    n = npatterns ? k_choose(model, npatterns, pattern, w->base.chosen)
                  : choose_usual(model, w->base.chosen);
    const char **name = calloc((size_t)n + 1, sizeof *name);
    for (int i = 0; name && i < n; i++)
        name[i] = model->variable[w->base.chosen[i]].name;
    size_t points = w->s->curves ? (size_t)w->base.options.intervals + 1 : 0;
    w->t = name ? table_new(w->s, n, name, points) : NULL;
    free(name);
    for (size_t i = 0; w->t && i < points; i++)
        w->t->time[i] = k_output_time(&w->base.options, (long)i);
    return w->t ? KRON_OK : KRON_NO_MEMORY;
}

/* What is varied must be something. */
static KronStatus check_names(Sweep *w)
{
    const KModel *model = w->base.tables;
    w->boolean = calloc((size_t)w->s->nvaried + 1, sizeof *w->boolean);
    if (!w->boolean)
        return KRON_NO_MEMORY;
    for (int k = 0; k < w->s->nvaried; k++) {
        const char *name = w->s->name[k], *dot = strrchr(name, '.');
        bool start = dot && !strcmp(dot, ".start");
        const KVariable *v = k_find(model, name, start ? (size_t)(dot - name) : strlen(name));
        w->boolean[k] = v && v->type == K_BOOLEAN;
        if (v && v->type != K_STRING && (start || v->kind <= K_PARAMETER || v->kind == K_INPUT))
            continue;
        tell(w->m, KRON_ERROR, KRON_ABOUT_CALL,
             v ? "`%s` is not a parameter: only parameters, inputs and start values that are "
                 "numbers can "
                 "be varied"
               : "there is no `%s` to be varied",
             name);
        return KRON_WRONG_CALL;
    }
    return KRON_OK;
}

static KronStatus sweep(KronModel *m, void *arg)
{
    Sweep *w = arg;
    use_method(m, w->o->method);
    KronStatus status = reach(m, UNTIL_CODE);
    if (!status)
        status = instance_new(m); /* for what is wrong with settings and inputs */
    if (!status)
        status = build_open(w, &w->base, m);
    if (!status)
        status = check_names(w);
    if (!status)
        status = choose(w);
    if (!status) {
        warn_inputs(m, w->base.options.start, w->base.options.stop);
        status = open_journal(w);
    }
    if (!status) {
        run_workers(w);
        wait_for_others(w);
        status = w->status;
        if (w->lost)
            tell(m, KRON_ERROR, KRON_ABOUT_CALL, "cannot write %s: %s", w->s->journal,
                 strerror(w->lost));
    }
    instance_drop(m);
    return status;
}

KronStatus kron_sweep(KronModel *m, const KronRunOptions *o, const KronSweep *s, KronTable **out)
{
    KronRunOptions none = kron_run_options();
    Sweep w = {.m = m, .o = o ? o : &none, .s = s};
    if (out)
        *out = NULL;
    bool good = m && s && out && s->nvaried >= 0 && (s->name || !s->nvaried) && s->nruns &&
                (s->value || !s->nvaried) && s->rank >= 0 &&
                (s->processes < 2 || (s->rank < s->processes && s->journal));
    for (size_t i = 0; good && i < s->nruns * (size_t)s->nvaried; i++)
        good = isfinite(s->value[i]);
    if (!good)
        return KRON_WRONG_CALL;
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.idle, NULL);
    KronStatus status = guarded(m, sweep, &w);
    native_free(w.native);
    journal_close(w.journal);
    build_close(&w.base);
    free(w.boolean);
    pthread_cond_destroy(&w.idle);
    pthread_mutex_destroy(&w.lock);
    *out = w.t;
    return status;
}

void kron_table_finish(const KronTable *t)
{
    if (t && t->journal)
        journal_remove(t->journal);
}
