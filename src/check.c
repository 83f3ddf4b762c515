/* check.c - `kron check`: models, and all classes of packages on all cores.
 *
 * The files of a package are read once; then every class is checked by a process of its own, forked
 * from the one that has read them, with bounds on its time and memory: a class that takes too much
 * of them, or meets a fault, is reported and no more. A process writes a report of fixed form to a
 * pipe; messages stand in the order of the classes, each only once. */
#include "base/die.h"
#include "commands.h"

#include "base/arena.h"
#include "base/vec.h"
#include "rt/run.h"
#include "rt/texts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 120, MOST_JOBS = 256 };

#ifdef __SANITIZE_ADDRESS__
enum { BOUNDED = 0 }; /* a sanitizer needs more addresses than any bound */
#else
enum { BOUNDED = 1 };
#endif

typedef enum { GOOD, WARNED, INCOMPLETE, WRONG, PARTIAL, NOT_DONE, VERDICTS } Verdict;
static const char *const verdict_names[] = {"good",  "warnings", "incomplete",
                                            "wrong", "partial",  "not checked"};
static const char *const kind_names[] = {"model",     "function", "record",
                                         "connector", "package",  "other"};
static const char *const kind_lines[] = {"models and blocks", "functions", "records", "connectors"};
enum { KINDS = sizeof kind_lines / sizeof *kind_lines };

/* What is known of a class. */
typedef struct Checked {
    KronClass c;
    Verdict verdict;
    bool open; /* a component with connectors */
    int errors, warnings;
    double seconds;
    Buf report; /* what its process has written */
    bool done;
} Checked;

/* A process at work. */
typedef struct Worker {
    pid_t pid;
    int pipe, which; /* of the classes */
    double begun;
} Worker;

typedef struct PackageCheck {
    const Arguments *a;
    KronModel *m;
    const char *name;
    int n;
    Checked *list;
    int next, shown, finished; /* to begin, to be shown, that have ended */
    int njobs;
    Worker *worker;
    struct pollfd *poll;
    Arena *arena;
    VEC(const char *) said; /* warnings that have been printed */
    double begun, last_bar;
} PackageCheck;

static volatile sig_atomic_t stopped;

static void on_stop(int number)
{
    stopped = number;
}

/* ---- A process ---- */

/* Fields of a report: numbers, and texts with their length, so that they may contain anything. */
static const char mark[] = "\nkron-report\n";

static void put_int(Buf *b, int x)
{
    buf_write(b, (const char *)&x, sizeof x);
}

static void put_text(Buf *b, const char *s)
{
    put_int(b, (int)strlen(s));
    buf_write(b, s, strlen(s) + 1);
}

static void note_message(void *arg, KronModel *m, const KronMessage *k)
{
    Buf *b = arg;
    (void)m;
    put_int(b, (int)k->severity);
    put_int(b, (int)k->about);
    put_int(b, k->line);
    put_int(b, k->column);
    put_int(b, k->file != NULL);
    put_text(b, k->file ? k->file : "");
    put_text(b, k->text);
    put_text(b, k->excerpt);
}

/* Time and memory of one class; what goes to standard error goes into the report. */
static void confine(const PackageCheck *k, int out)
{
    int none = open("/dev/null", O_RDWR);
    double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / k->njobs;
    struct rlimit seconds = {SECONDS, SECONDS + 1}, bytes = {(rlim_t)memory, (rlim_t)memory};
    dup2(out, STDERR_FILENO);
    if (none >= 0) {
        dup2(none, STDIN_FILENO);
        dup2(none, STDOUT_FILENO);
    }
    setrlimit(RLIMIT_CPU, &seconds);
    if (BOUNDED)
        setrlimit(RLIMIT_AS, &bytes);
    signal(SIGINT, SIG_IGN); /* the first process ends the others */
    signal(SIGTERM, SIG_DFL);
}

static _Noreturn void check_one(PackageCheck *k, int which, int out, KronContext *c)
{
    Buf b = {0}, head = {0};
    KronVerdict verdict = KRON_CLASS_WRONG;
    confine(k, out);
    kron_on_message(c, note_message, &b);
    kron_check_class(k->m, which, &verdict);
    buf_puts(&head, mark);
    put_int(&head, (int)verdict);
    buf_write(&head, buf_text(&b), b.n);
    for (size_t at = 0; at < head.n;) {
        ssize_t n = write(out, head.s + at, head.n - at);
        if (n < 0 && errno != EINTR)
            break;
        at += n > 0 ? (size_t)n : 0;
    }
    _exit(0);
}

/* ---- Reports ---- */

typedef struct Reader {
    const char *at, *end;
} Reader;

static int get_int(Reader *r)
{
    int x = 0;
    if (r->end - r->at >= (ptrdiff_t)sizeof x) {
        memcpy(&x, r->at, sizeof x);
        r->at += sizeof x;
    } else {
        r->at = r->end;
    }
    return x;
}

static const char *get_text(Reader *r)
{
    int n = get_int(r);
    const char *text = r->at;
    if (n < 0 || r->end - r->at <= n)
        return "";
    r->at += n + 1;
    return text;
}

static bool get_message(Reader *r, KronMessage *m)
{
    if (r->at >= r->end)
        return false;
    m->severity = (KronSeverity)get_int(r);
    m->about = (KronAbout)get_int(r);
    m->line = get_int(r);
    m->column = get_int(r);
    bool placed = get_int(r);
    const char *file = get_text(r);
    m->file = placed ? file : NULL;
    m->text = get_text(r);
    m->excerpt = get_text(r);
    return true;
}

/* The messages of a class; the report has been made sound when its process ended. */
static Reader messages_of(const Checked *c)
{
    return (Reader){buf_text(&c->report), buf_text(&c->report) + c->report.n};
}

/* A report for what has ended without one: killed by a bound, or by a fault. */
static void report_end(Checked *c, int status)
{
    Buf b = {0};
    KronMessage m = {.severity = KRON_ERROR, .text = "", .excerpt = ""};
    const char *text = buf_text(&c->report), *said = strstr(text, "error: ");
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        buf_printf(&b, "`%s` takes more than %d s to be checked", c->c.name, SECONDS);
    else if (said)
        buf_printf(&b, "`%s`: %.*s", c->c.name, (int)strcspn(said + 7, "\n"), said + 7);
    else
        buf_printf(&b, "`%s` cannot be checked: a fault in kron (%s %d)", c->c.name,
                   WIFSIGNALED(status) ? "signal" : "status",
                   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    m.text = buf_text(&b);
    buf_clear(&c->report);
    note_message(&c->report, NULL, &m);
    buf_free(&b);
}

/* Cuts the report down to its messages and counts them. */
static void read_report(Checked *c, int status)
{
    const char *text = buf_text(&c->report);
    size_t n = strlen(mark);
    const char *found = strstr(text, mark);
    KronMessage m;
    c->verdict = WRONG;
    if (found && found + n + sizeof(int) <= text + c->report.n) {
        int verdict;
        memcpy(&verdict, found + n, sizeof verdict);
        c->open = verdict == KRON_CLASS_OPEN;
        c->verdict = verdict == KRON_CLASS_WRONG        ? WRONG
                     : verdict == KRON_CLASS_INCOMPLETE ? INCOMPLETE
                                                        : GOOD;
        Buf rest = {0};
        const char *from = found + n + sizeof verdict;
        buf_write(&rest, from, (size_t)(text + c->report.n - from));
        buf_free(&c->report);
        c->report = rest;
    } else {
        report_end(c, status);
    }
    for (Reader r = messages_of(c); get_message(&r, &m);) {
        c->errors += m.severity == KRON_ERROR;
        c->warnings += m.severity == KRON_WARNING;
    }
    if (c->verdict == GOOD && c->warnings)
        c->verdict = WARNED;
    c->done = true;
}

/* A warning that several classes have, since it is about what they use, is printed once. */
static bool is_said(PackageCheck *k, const KronMessage *m)
{
    const char *text =
        arena_printf(k->arena, "%s:%d:%d:%s", m->file ? m->file : "", m->line, m->column, m->text);
    for (int i = 0; i < k->said.n; i++)
        if (!strcmp(k->said.v[i], text))
            return true;
    vec_push(k->arena, &k->said, text);
    return false;
}

static void show_class(PackageCheck *k, const Checked *c)
{
    KronMessage m;
    bool again = false;
    for (Reader r = messages_of(c); get_message(&r, &m);) {
        if (m.severity != KRON_NOTE)
            again = is_said(k, &m);
        if (!again)
            print_message(k->a->printer, &m);
    }
}

/* ---- Processes ---- */

static bool is_checked(const Checked *c)
{
    return c->c.kind < (KronClassKind)KINDS && !c->c.partial;
}

static void draw_bar(PackageCheck *k, const char *name)
{
    if (!k->a->printer->bar || k_clock() - k->last_bar < 0.1)
        return;
    k->last_bar = k_clock();
    fprintf(stderr, "\r\033[K%d of %d  ", k->finished, k->n);
    k_say(stderr, "%.60s", name);
    fflush(stderr);
}

/* Begins the next class that is to be checked; false: there is none. */
static bool begin_next(PackageCheck *k, KronContext *c, Worker *w)
{
    int ends[2];
    while (k->next < k->n && !is_checked(&k->list[k->next])) {
        Checked *skipped = &k->list[k->next++];
        skipped->verdict = skipped->c.partial ? PARTIAL : GOOD;
        skipped->done = true;
        k->finished++;
    }
    if (k->next >= k->n || stopped || pipe(ends))
        return false;
    fflush(stdout);
    fflush(stderr);
    *w = (Worker){fork(), ends[0], k->next, k_clock()};
    if (!w->pid) {
        close(ends[0]);
        check_one(k, w->which, ends[1], c);
    }
    close(ends[1]);
    if (w->pid < 0) {
        close(ends[0]);
        w->pid = 0;
        return false;
    }
    draw_bar(k, k->list[k->next++].c.name);
    return true;
}

/* Shows what is done, in order. */
static void show_done(PackageCheck *k)
{
    for (; k->shown < k->n && k->list[k->shown].done; k->shown++)
        show_class(k, &k->list[k->shown]);
}

/* Takes what a process has written; at the end of it, its report. */
static void hear(PackageCheck *k, Worker *w)
{
    char bytes[1 << 14];
    int status = 0;
    Checked *c = &k->list[w->which];
    ssize_t n = read(w->pipe, bytes, sizeof bytes);
    if (n > 0)
        buf_write(&c->report, bytes, (size_t)n);
    if (n > 0 || (n < 0 && errno == EINTR))
        return;
    close(w->pipe);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        ;
    c->seconds = k_clock() - w->begun;
    w->pid = 0;
    k->finished++;
    read_report(c, status);
    show_done(k);
}

static void end_workers(PackageCheck *k)
{
    for (int i = 0; i < k->njobs; i++)
        if (k->worker[i].pid) {
            kill(k->worker[i].pid, SIGKILL);
            while (waitpid(k->worker[i].pid, NULL, 0) < 0 && errno == EINTR)
                ;
            close(k->worker[i].pipe);
            k->worker[i].pid = 0;
        }
}

static void check_all(PackageCheck *k, KronContext *c)
{
    for (bool busy = true; busy && !stopped;) {
        busy = false;
        for (int i = 0; i < k->njobs; i++) {
            if (!k->worker[i].pid)
                begin_next(k, c, &k->worker[i]);
            bool works = k->worker[i].pid != 0;
            k->poll[i] = (struct pollfd){works ? k->worker[i].pipe : -1, POLLIN, 0};
            busy = busy || works;
        }
        if (busy && poll(k->poll, (nfds_t)k->njobs, -1) > 0)
            for (int i = 0; i < k->njobs; i++)
                if (k->poll[i].revents)
                    hear(k, &k->worker[i]);
    }
    end_workers(k);
    for (int i = 0; i < k->n; i++)
        if (!k->list[i].done)
            k->list[i].verdict = NOT_DONE;
    show_done(k);
}

/* ---- Summary ---- */

/* The first error of a class, with names in it left out: what several classes have in common. */
static const char *first_error(PackageCheck *k, const Checked *c)
{
    KronMessage m;
    Buf b = {0};
    bool quoted = false;
    for (Reader r = messages_of(c); get_message(&r, &m);) {
        if (m.severity != KRON_ERROR)
            continue;
        for (const char *s = m.text; *s && b.n < 200; s++) {
            if (*s == '`')
                buf_puts(&b, quoted ? "`" : "`...");
            else if (!quoted && !(*s >= '0' && *s <= '9' && b.n && b.s[b.n - 1] == '#'))
                buf_putc(&b, *s >= '0' && *s <= '9' ? '#' : *s);
            quoted ^= *s == '`';
        }
        break;
    }
    const char *text = arena_strdup(k->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

typedef struct Kind {
    const char *text, *example;
    int n;
} Kind;

static int by_count(const void *a, const void *b)
{
    const Kind *x = a, *y = b;
    return x->n != y->n ? (x->n < y->n) - (x->n > y->n) : strcmp(x->text, y->text);
}

static void print_errors(PackageCheck *k, FILE *out)
{
    enum { SHOWN = 20 };
    VEC(Kind) kinds = {0};
    for (int i = 0; i < k->n; i++) {
        if (k->list[i].verdict != WRONG)
            continue;
        const char *text = first_error(k, &k->list[i]);
        int at = 0;
        while (at < kinds.n && strcmp(kinds.v[at].text, text))
            at++;
        if (at == kinds.n)
            vec_push(k->arena, &kinds, ((Kind){text, k->list[i].c.name, 0}));
        kinds.v[at].n++;
    }
    if (kinds.n) {
        qsort(kinds.v, (size_t)kinds.n, sizeof *kinds.v, by_count);
        fputs("classes by their first error, and one of them:\n", out);
    }
    for (int i = 0; i < kinds.n && i < SHOWN; i++)
        k_say(out, "%6d  %s (%s)\n", kinds.v[i].n, kinds.v[i].text, kinds.v[i].example);
    if (kinds.n > SHOWN)
        fprintf(out, "        ... and %d more\n", kinds.n - SHOWN);
}

static int count(const PackageCheck *k, int kind, Verdict verdict)
{
    int n = 0;
    for (int i = 0; i < k->n; i++)
        n += (kind < 0 ? is_checked(&k->list[i]) || k->list[i].verdict == PARTIAL
                       : (int)k->list[i].c.kind == kind) &&
             k->list[i].verdict == verdict;
    return n;
}

static void print_summary(PackageCheck *k, FILE *out)
{
    fprintf(out, "%-20s%10s%10s%12s%10s%10s\n", "", "good", "warnings", "incomplete", "wrong",
            "partial");
    for (int kind = 0; kind < KINDS; kind++)
        fprintf(out, "%-20s%10d%10d%12d%10d%10d\n", kind_lines[kind], count(k, kind, GOOD),
                count(k, kind, WARNED), count(k, kind, INCOMPLETE), count(k, kind, WRONG),
                count(k, kind, PARTIAL));
    print_errors(k, out);
    int done = 0;
    for (Verdict v = GOOD; v <= WRONG; v++)
        done += count(k, -1, v);
    k_say(out, "%s: %d classes checked in %.1f s, %d wrong", k->name, done, k_clock() - k->begun,
          count(k, -1, WRONG));
    int left = count(k, -1, NOT_DONE);
    if (left)
        fprintf(out, ", %d not checked", left);
    fputc('\n', out);
}

static void json_class(Buf *b, const Checked *c)
{
    KronMessage m;
    Buf list = {0};
    buf_puts(b, "{\"name\": ");
    buf_json(b, c->c.name);
    buf_printf(b, ", \"kind\": \"%s\", \"verdict\": \"%s\", \"component\": %s",
               kind_names[c->c.kind], verdict_names[c->verdict], c->open ? "true" : "false");
    json_field(b, "seconds", c->seconds);
    for (Reader r = messages_of(c); get_message(&r, &m);)
        json_message(&list, &m);
    buf_printf(b, ", \"messages\": [%s]}", buf_text(&list));
    buf_free(&list);
}

/* The package as an object of JSON. */
static void json_package(PackageCheck *k, Buf *b)
{
    buf_puts(b, "{\"name\": ");
    buf_json(b, k->name);
    buf_puts(b, ", \"kind\": \"package\", \"counts\": {");
    for (Verdict v = GOOD; v < VERDICTS; v++)
        buf_printf(b, "%s\"%s\": %d", v ? ", " : "", verdict_names[v], count(k, -1, v));
    buf_putc(b, '}');
    json_field(b, "seconds", k_clock() - k->begun);
    buf_puts(b, ", \"classes\": [");
    const char *comma = "";
    for (int i = 0; i < k->n; i++)
        if (k->list[i].c.kind < (KronClassKind)KINDS) {
            buf_printf(b, "%s\n  ", comma);
            json_class(b, &k->list[i]);
            comma = ",";
        }
    buf_puts(b, "]}");
}

/* ---- The command ---- */

static int jobs_of(const Arguments *a)
{
    double n = isnan(a->jobs) ? (double)sysconf(_SC_NPROCESSORS_ONLN) : a->jobs;
    return n < 1 ? 1 : n > MOST_JOBS ? MOST_JOBS : (int)n;
}

/* Interruption ends the processes; what is done is shown. */
static void check_interruptibly(PackageCheck *k, KronContext *c)
{
    struct sigaction stop = {.sa_handler = on_stop}, before[2];
    stopped = 0;
    sigaction(SIGINT, &stop, &before[0]);
    sigaction(SIGTERM, &stop, &before[1]);
    k->a->printer->bar = isatty(STDERR_FILENO) && !k->a->quiet;
    check_all(k, c);
    if (k->a->printer->bar)
        fputs("\r\033[K", stderr);
    k->a->printer->bar = false;
    sigaction(SIGINT, &before[0], NULL);
    sigaction(SIGTERM, &before[1], NULL);
}

static int check_package(const Arguments *a, KronContext *c, KronModel *m, Buf *json)
{
    int n;
    PackageCheck k = {.a = a, .m = m, .name = kron_model_name(m), .njobs = jobs_of(a)};
    k.begun = k_clock();
    KronStatus read = kron_classes(m, &n);
    k.n = n;
    k.list = memory_new((size_t)n + 1, sizeof *k.list);
    k.worker = memory_new((size_t)k.njobs, sizeof *k.worker);
    k.poll = memory_new((size_t)k.njobs, sizeof *k.poll);
    k.arena = arena_new();
    int status = exit_status(read);
    for (int i = 0; i < n; i++)
        kron_class(m, i, &k.list[i].c);
    check_interruptibly(&k, c);
    print_left_out(a->printer);
    status = stopped ? STATUS_INTERRUPTED : count(&k, -1, WRONG) ? STATUS_MODEL : status;
    if (stopped)
        say_error("interrupted");
    else if (count(&k, -1, NOT_DONE)) {
        say_error("processes cannot be started: not all classes are checked");
        status = STATUS_MODEL;
    }
    if (a->json)
        json_package(&k, json);
    else
        print_summary(&k, stdout);
    for (int i = 0; i < n; i++)
        buf_free(&k.list[i].report);
    free(k.list);
    free(k.worker);
    free(k.poll);
    arena_free(k.arena);
    return status;
}

/* A model, or a class of another kind by itself; json: its object. */
static int check_model(const Arguments *a, const char *name, KronModel *m, Buf *json)
{
    int status = exit_status(kron_check(m));
    KronStatistics s = kron_statistics(m);
    buf_puts(json, "{\"name\": ");
    buf_json(json, *kron_model_name(m) ? kron_model_name(m) : name);
    buf_printf(json, ", \"kind\": \"model\", \"status\": %d", status);
    if (!status)
        buf_printf(json, ", \"equations\": %d, \"unknowns\": %d, \"states\": %d", s.equations,
                   s.unknowns, s.states);
    buf_putc(json, '}');
    if (!status && !a->quiet && !a->json)
        printf("%s: %d equations and unknowns, %d states\n", name, s.equations, s.states);
    return status;
}

int command_check(const Arguments *a)
{
    int worst = STATUS_GOOD;
    Buf list = {0}, b = {0};
    for (int i = 0; i < a->noperands && worst != STATUS_INTERRUPTED; i++) {
        buf_puts(&list, list.n ? ", " : "");
        if (is_fmu(a->operand[i])) {
            int found = fmu_check(a, a->operand[i], &list);
            worst = found ? found : worst;
            continue;
        }
        KronContext *c = context_for(a);
        KronModel *m;
        int status = begin_model(a, c, a->operand[i], &m);
        if (!status && kron_class_kind(m) == KRON_CLASS_PACKAGE) {
            status = check_package(a, c, m, &list);
        } else if (!status) {
            status = check_model(a, a->operand[i], m, &list);
        } else {
            buf_puts(&list, "{\"name\": ");
            buf_json(&list, a->operand[i]);
            buf_printf(&list, ", \"status\": %d}", status);
        }
        end_model(a, c, m, status);
        worst = status ? status : worst;
    }
    if (a->json) {
        answer_open(&b, a);
        buf_printf(&b, ", \"checked\": [%s]", buf_text(&list));
        answer_close(&b, a, worst);
        fputs(buf_text(&b), stdout);
    }
    buf_free(&list);
    buf_free(&b);
    return worst;
}
