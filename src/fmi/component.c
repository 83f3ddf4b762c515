/* component.c - FMUs as components of a model (rt/foreign.h): a child process for each, which loads the
 * binary, answers requests through a socket, and may crash without ending anything but itself.
 *
 * An FMU is unpacked once; the folder stays until the process ends. Cost of a communication point: two
 * switches between processes, linear in the values that are exchanged. */
#define _GNU_SOURCE
#include "fmi/fmi_internal.h"
#include "rt/external.h"
#include "rt/foreign.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Files that are open ---- */

typedef struct Kept {
    FmuFile *f;
    struct stat st;
    pid_t owner;
    struct Kept *next;
} Kept;

static Kept *kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void close_all(void)
{
    for (Kept *k = kept; k; k = k->next)
        if (k->owner == getpid())
            fmu_remove(k->f->folder);
}

static bool is_there(const char *path, char *why)
{
    if (!access(path, R_OK))
        return true;
    snprintf(why, K_FOREIGN_WHY, "the FMU `%s` cannot be read: %s", path, strerror(errno));
    return false;
}

static FmuFile *open_kept(const char *path, char *why)
{
    struct stat st = {0};
    Buf text = {0};
    stat(path, &st);
    for (Kept *k = kept; k; k = k->next)
        if (k->st.st_dev == st.st_dev && k->st.st_ino == st.st_ino && k->st.st_size == st.st_size &&
            k->st.st_mtim.tv_sec == st.st_mtim.tv_sec && k->st.st_mtim.tv_nsec == st.st_mtim.tv_nsec &&
            k->owner == getpid())
            return k->f;
    const char *temporary = getenv("TMPDIR");
    FmuFile *f = fmu_open(path, temporary && *temporary == '/' ? temporary : NULL, &text);
    Kept *k = f ? malloc(sizeof *k) : NULL;
    if (k) {
        if (!kept)
            atexit(close_all);
        *k = (Kept){f, st, getpid(), kept};
        kept = k;
    } else {
        snprintf(why, K_FOREIGN_WHY, "%s", f ? "out of memory" : buf_text(&text));
        fmu_close(f);
    }
    buf_free(&text);
    return k ? f : NULL;
}

/* ---- Variables ---- */

typedef struct Unit {
    FmuFile *f;
    char *name;
    VEC(const FmuVariable *) parameter, text, input, output;
    Arena *a;
    double *value;     /* of all parameters */
    const char **word; /* of all Strings */
    size_t nin, nout;
    double tolerance;
    pid_t pid; /* 0: there is no child */
    int socket;
    bool begun;     /* it has made a step */
    double time;    /* where it is */
    double *out;    /* [nout] there */
} Unit;

static const FmuVariable *variable_named(const FmuFile *f, const char *name, size_t n)
{
    for (int i = 0; i < f->var.n; i++)
        if (!strncmp(f->var.v[i].name, name, n) && !f->var.v[i].name[n])
            return &f->var.v[i];
    return NULL;
}

/* One line of the setup; false: the FMU is not what the wrapper was written for. */
static bool add_named(Unit *u, char kind, const char *name, size_t n, size_t count[4])
{
    const FmuVariable *v = variable_named(u->f, name, n);
    bool text = kind == 's';
    if (!v || (v->type == FT_STRING) != text || v->type > FT_STRING)
        return false;
    switch (kind) {
    case 'p':
        vec_push(u->a, &u->parameter, v);
        count[0] += v->n;
        return true;
    case 's':
        vec_push(u->a, &u->text, v);
        count[1] += v->n;
        return true;
    case 'i':
        vec_push(u->a, &u->input, v);
        count[2] += v->n;
        return true;
    default:
        vec_push(u->a, &u->output, v);
        count[3] += v->n;
        return kind == 'o';
    }
}

static bool take_setup(Unit *u, const KForeignSetup *s, char *why)
{
    size_t count[4] = {0};
    for (const char *at = s->variables; *at;) {
        size_t n = strcspn(at, "\n");
        if (n < 3 || !add_named(u, at[0], at + 2, n - 2, count)) {
            snprintf(why, K_FOREIGN_WHY, "the FMU `%s` has no variable `%.*s` as it had when its wrapper "
                     "was written: `kron import` writes it anew", s->path, n > 2 && n < 200 ? (int)n - 2 : 0,
                     at + 2);
            return false;
        }
        at += n + (at[n] == '\n');
    }
    if (count[0] != s->nvalues || count[1] != s->ntexts) {
        snprintf(why, K_FOREIGN_WHY, "the FMU `%s` has arrays of other sizes than when its wrapper was "
                 "written: `kron import` writes it anew", s->path);
        return false;
    }
    u->value = arena_copy(u->a, s->value, s->nvalues * sizeof *u->value);
    u->word = ARENA_ARRAY(u->a, const char *, s->ntexts + 1);
    for (size_t i = 0; i < s->ntexts; i++)
        u->word[i] = arena_strdup(u->a, s->text[i]);
    u->nin = count[2];
    u->nout = count[3];
    u->out = ARENA_ARRAY(u->a, double, u->nout + 1);
    return true;
}

/* ---- Messages between both ---- */

typedef enum { ASK_START, ASK_STEP, SAY_MESSAGE, SAY_DONE } Kind;
typedef struct Head {
    int kind, level, result;
    size_t size; /* bytes that follow */
    double time;
} Head;

static bool send_all(int to, const void *bytes, size_t n)
{
    for (const char *at = bytes; n;) {
        ssize_t done = send(to, at, n, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

static bool receive_all(int from, void *to, size_t n)
{
    for (char *at = to; n;) {
        ssize_t done = recv(from, at, n, 0);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

/* ---- The child ---- */

typedef struct Child {
    Unit *u;
    Loaded l;
    int socket;
    bool open, running; /* in Initialization Mode, or after it */
    double time;
    double *in, *last;
} Child;

static void say(void *arg, KLevel level, const char *text)
{
    Child *c = arg;
    Head h = {SAY_MESSAGE, (int)level, 0, strlen(text) + 1, 0};
    (void)(send_all(c->socket, &h, sizeof h) && send_all(c->socket, text, h.size));
}

static int set_parameters(Child *c)
{
    Unit *u = c->u;
    const double *value = u->value;
    int result = 0, word = 0;
    for (int i = 0; i < u->parameter.n && !result; i++) {
        result = loaded_set(&c->l, u->parameter.v[i], value);
        value += u->parameter.v[i]->n;
    }
    for (int i = 0; i < u->text.n && !result; i++)
        result = loaded_set_string(&c->l, u->text.v[i], u->word[word++]);
    return result;
}

/* discrete: those that only Event Mode may set. */
static int set_inputs(Child *c, bool continuous, bool discrete)
{
    const double *value = c->in;
    int result = 0;
    for (int i = 0; i < c->u->input.n && !result; i++) {
        const FmuVariable *v = c->u->input.v[i];
        if (v->vary == FV_CONTINUOUS ? continuous : discrete)
            result = loaded_set(&c->l, v, value);
        value += v->n;
    }
    return result;
}

static int get_outputs(Child *c)
{
    double *to = c->u->out;
    int result = 0;
    for (int i = 0; i < c->u->output.n && !result; i++) {
        result = loaded_get(&c->l, c->u->output.v[i], to);
        to += c->u->output.v[i]->n;
    }
    return result;
}

static int serve_start(Child *c, double t)
{
    Unit *u = c->u;
    if (!c->open) {
        c->l.arg = c;
        if (!loaded_open(&c->l, u->name) || set_parameters(c) ||
            loaded_enter(&c->l, t, NAN, u->tolerance))
            return -1;
        c->open = true;
        c->time = t;
    }
    int result = set_inputs(c, true, true);
    memcpy(c->last, c->in, u->nin * sizeof *c->last);
    return result ? result : get_outputs(c);
}

static bool discrete_changed(const Child *c)
{
    size_t at = 0;
    for (int i = 0; i < c->u->input.n; i++) {
        const FmuVariable *v = c->u->input.v[i];
        for (size_t k = 0; k < v->n; k++, at++)
            if (v->vary != FV_CONTINUOUS && c->in[at] != c->last[at])
                return true;
    }
    return false;
}

static int serve_step(Child *c, double t)
{
    bool terminate = false;
    int result = 0;
    if (!c->running)
        result = loaded_exit(&c->l);
    if (!result && !c->running)
        result = loaded_begin_steps(&c->l, &terminate);
    c->running = true;
    if (!result && c->l.event_mode && discrete_changed(c)) {
        result = loaded_enter_event(&c->l);
        if (!result)
            result = set_inputs(c, true, true);
        if (!result)
            result = loaded_step_event(&c->l, &terminate);
    } else if (!result) {
        result = set_inputs(c, true, !c->l.event_mode);
    }
    memcpy(c->last, c->in, c->u->nin * sizeof *c->last);
    while (!result && !terminate && c->time < t) {
        bool event = false;
        result = loaded_step(&c->l, c->time, t - c->time, &c->time, &event, &terminate);
        if (!result && !terminate && event)
            result = loaded_enter_event(&c->l);
        if (!result && !terminate && event)
            result = loaded_step_event(&c->l, &terminate);
    }
    if (result > 0)
        say(c, K_MSG_ERROR, "the FMU discards a communication step");
    if (result || (result = get_outputs(c)))
        return -1;
    return terminate ? 1 : 0;
}

static _Noreturn void be_child(Unit *u, int end, pid_t parent)
{
    static Child child; /* one FMU a process */
    Child *c = &child;
    int own = fcntl(end, F_DUPFD, 3);
    dup2(own, 3); /* nothing else of the parent's stays open */
    for (int i = 4; i < 1024; i++)
        close(i);
    dup2(STDERR_FILENO, STDOUT_FILENO); /* what it prints is no result */
    static const int ordinary[] = {SIGPIPE, SIGINT, SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++)
        signal(ordinary[i], SIG_DFL);
    fmu_watch(3, parent, u->f->folder);
    *c = (Child){.u = u, .socket = 3};
    c->l = (Loaded){.f = u->f, .message = say, .next = INFINITY};
    c->in = ARENA_ARRAY(u->a, double, u->nin + 1);
    c->last = ARENA_ARRAY(u->a, double, u->nin + 1);
    Head h;
    while (receive_all(3, &h, sizeof h) && h.size == u->nin * sizeof(double) &&
           receive_all(3, c->in, h.size)) {
        int result = h.kind == ASK_START ? serve_start(c, h.time) : serve_step(c, h.time);
        Head done = {SAY_DONE, 0, result, u->nout * sizeof(double), c->time};
        if (!send_all(3, &done, sizeof done) || !send_all(3, u->out, done.size))
            break;
    }
    loaded_close(&c->l);
    fmu_leave(0);
}

/* ---- The parent ---- */

static void end_child(Unit *u, int *status)
{
    if (!u->pid)
        return;
    shutdown(u->socket, SHUT_RDWR);
    close(u->socket);
    while (waitpid(u->pid, status, 0) < 0 && errno == EINTR)
        ;
    u->pid = 0;
}

static int begin_child(Unit *u, char *why)
{
    int ends[2];
    pid_t own = getpid(), pid = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) ? -1 : fork();
    if (pid < 0) {
        snprintf(why, K_FOREIGN_WHY, "no process can be started for an FMU: %s", strerror(errno));
        return -1;
    }
    if (!pid)
        be_child(u, ends[1], own);
    close(ends[1]);
    u->pid = pid;
    u->socket = ends[0];
    u->begun = false;
    return 0;
}

/* The child has ended by itself. */
static int explain(Unit *u, char *why)
{
    int status = 0;
    end_child(u, &status);
    if (WIFSIGNALED(status))
        snprintf(why, K_FOREIGN_WHY, "the process of the FMU `%s` (%s) ended by signal %d: %s", u->f->path,
                 u->name, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(why, K_FOREIGN_WHY, "the FMU `%s` (%s) ended its process with status %d", u->f->path, u->name,
                 WEXITSTATUS(status));
    return -1;
}

/* What the FMU says is passed on, but for errors, which become the reason. */
static bool take_message(Unit *u, const Head *h, char *why)
{
    char text[4000];
    size_t n = h->size < sizeof text ? h->size : sizeof text;
    if (h->size > 1 << 16 || !receive_all(u->socket, text, n))
        return false;
    for (size_t i = n; i < h->size; i++) {
        char rest;
        if (!receive_all(u->socket, &rest, 1))
            return false;
    }
    text[n ? n - 1 : 0] = 0;
    if (h->level == K_MSG_ERROR)
        snprintf(why, K_FOREIGN_WHY, "%s: %.500s", u->name, text);
    else
        k_message("%s: %s", u->name, text);
    return true;
}

static int ask(Unit *u, Kind kind, double time, const double *in, char *why)
{
    Head h = {(int)kind, 0, 0, u->nin * sizeof *in, time};
    why[0] = 0;
    if (!send_all(u->socket, &h, sizeof h) || !send_all(u->socket, in, h.size))
        return explain(u, why);
    for (;;) {
        if (!receive_all(u->socket, &h, sizeof h))
            return explain(u, why);
        if (h.kind == SAY_MESSAGE) {
            if (!take_message(u, &h, why))
                return explain(u, why);
            continue;
        }
        if (h.kind != SAY_DONE || h.size != u->nout * sizeof *u->out ||
            !receive_all(u->socket, u->out, h.size))
            return explain(u, why);
        if (h.result > 0)
            snprintf(why, K_FOREIGN_WHY, "%s: the FMU ends the simulation", u->name);
        else if (h.result && !*why)
            snprintf(why, K_FOREIGN_WHY, "%s: the FMU fails", u->name);
        return h.result;
    }
}

static void close_unit(void *unit)
{
    Unit *u = unit;
    int status;
    end_child(u, &status);
    arena_free(u->a);
}

static void *open_unit(const KForeignSetup *s, char *why)
{
    Arena *a = arena_new();
    Unit *u = ARENA_NEW(a, Unit);
    *u = (Unit){.a = a, .name = arena_strdup(a, s->instance), .tolerance = s->tolerance};
    pthread_mutex_lock(&lock); /* asks one by one */
    bool good = is_there(s->path, why) && fmu_is_trusted(s->path, why, K_FOREIGN_WHY) &&
                (u->f = open_kept(s->path, why));
    pthread_mutex_unlock(&lock);
    if (good && !u->f->cs) {
        snprintf(why, K_FOREIGN_WHY, "the FMU `%s` is not for Co-Simulation", s->path);
        good = false;
    }
    if (good && take_setup(u, s, why) && !begin_child(u, why))
        return u;
    arena_free(a);
    return NULL;
}

static bool fits(const Unit *u, size_t nin, size_t nout, char *why)
{
    if (nin == u->nin && nout == u->nout)
        return true;
    snprintf(why, K_FOREIGN_WHY, "the FMU `%s` has other inputs or outputs than its wrapper", u->f->path);
    return false;
}

static int start_unit(void *unit, double time, size_t nin, const double *in, size_t nout, double *out,
                      char *why)
{
    Unit *u = unit;
    int status;
    if (!fits(u, nin, nout, why))
        return -1;
    if (u->begun)
        end_child(u, &status); /* a new run: a new process */
    if ((!u->pid && begin_child(u, why)) || ask(u, ASK_START, time, in, why))
        return -1;
    u->time = time;
    memcpy(out, u->out, nout * sizeof *out);
    return 0;
}

static int step_unit(void *unit, double time, size_t nin, const double *in, size_t nout, double *out,
                     char *why)
{
    Unit *u = unit;
    int result = 0;
    if (!fits(u, nin, nout, why))
        return -1;
    if (!u->pid) {
        snprintf(why, K_FOREIGN_WHY, "the FMU `%s` has ended", u->f->path);
        return -1;
    }
    if (time > u->time) {
        u->begun = true;
        result = ask(u, ASK_STEP, time, in, why);
        u->time = time;
    } else if (time < u->time) {
        snprintf(why, K_FOREIGN_WHY, "the FMU `%s` cannot go back in time", u->f->path);
        return -1;
    }
    memcpy(out, u->out, nout * sizeof *out);
    return result;
}

void fmu_components(void)
{
    static const KForeign own = {open_unit, start_unit, step_unit, close_unit};
    k_foreign = &own;
}
