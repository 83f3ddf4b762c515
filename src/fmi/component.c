/* component.c - FMUs as components of a model (rt/foreign.h): a child process for each, which loads
 * the binary, answers requests through a socket, and may crash without ending anything but itself.
 *
 * An FMU is unpacked once; the folder stays until the process ends. Cost of a communication point:
 * two switches between processes, linear in the values that are exchanged. */
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
    char *configuration; /* structural parameters, as the setup has them */
    pid_t owner;
    struct Kept *next;
} Kept;

typedef VEC(FmuSetting) FmuSettings;

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

/* "c NAME=VALUE" at the beginning of a setup; how many bytes they are. */
static size_t settings_in(Arena *a, const char *variables, FmuSettings *list)
{
    const char *at = variables;
    while (at[0] == 'c' && at[1] == ' ') {
        size_t n = strcspn(at, "\n");
        char *name = arena_strndup(a, at + 2, n - 2), *value = strrchr(name, '=');
        if (value) {
            *value = 0;
            vec_push(a, list, ((FmuSetting){name, value + 1}));
        }
        at += n + (at[n] == '\n');
    }
    return (size_t)(at - variables);
}

static bool is_same(const Kept *k, const struct stat *st, const char *configuration)
{
    return k->st.st_dev == st->st_dev && k->st.st_ino == st->st_ino &&
           k->st.st_size == st->st_size && k->st.st_mtim.tv_sec == st->st_mtim.tv_sec &&
           k->st.st_mtim.tv_nsec == st->st_mtim.tv_nsec && k->owner == getpid() &&
           !strcmp(k->configuration, configuration);
}

static FmuFile *open_kept(Arena *a, const KForeignSetup *s, char *why)
{
    struct stat st = {0};
    Buf text = {0};
    FmuSettings list = {0};
    const char *configuration = arena_strndup(a, s->variables, settings_in(a, s->variables, &list));
    stat(s->path, &st);
    for (Kept *k = kept; k; k = k->next)
        if (is_same(k, &st, configuration))
            return k->f;
    const char *temporary = getenv("TMPDIR");
    FmuFile *f =
        fmu_open(s->path, temporary && *temporary == '/' ? temporary : NULL, list.n, list.v, &text);
    Kept *k = f ? malloc(sizeof *k) : NULL;
    if (k) {
        if (!kept)
            atexit(close_all);
        *k = (Kept){f, st, arena_strdup(f->a, configuration), getpid(), kept};
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
    VEC(const FmuVariable *) parameter, text, input, output, text_input, text_output;
    Arena *a;
    double *value;                           /* of all parameters */
    const char **word;                       /* of all Strings */
    size_t nin, nout, ntexts_in, ntexts_out; /* elements */
    double tolerance;
    pid_t pid; /* 0: there is no child */
    int socket;
    bool begun;            /* it has made a step */
    double time;           /* where it is */
    double *out;           /* [nout] there */
    const char **out_text; /* [ntexts_out] */
    char *room;            /* where these are */
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
    bool text = kind == 's' || kind == 't' || kind == 'w', clock = v && v->type == FT_CLOCK;
    if (!v || (v->type == FT_STRING) != text || v->type == FT_BINARY ||
        (clock && kind != 'i' && kind != 'o'))
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
    case 't':
        vec_push(u->a, &u->text_input, v);
        u->ntexts_in += v->n;
        return true;
    case 'w':
        vec_push(u->a, &u->text_output, v);
        u->ntexts_out += v->n;
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
        if (at[0] != 'c' && (n < 3 || !add_named(u, at[0], at + 2, n - 2, count))) {
            snprintf(why, K_FOREIGN_WHY,
                     "the FMU `%s` has no variable `%.*s` as it had when its wrapper "
                     "was written: `kron import` writes it anew",
                     s->path, n > 2 && n < 200 ? (int)n - 2 : 0, at + 2);
            return false;
        }
        at += n + (at[n] == '\n');
    }
    if (count[0] != s->nvalues || count[1] != s->ntexts) {
        snprintf(why, K_FOREIGN_WHY,
                 "the FMU `%s` has arrays of other sizes than when its wrapper was "
                 "written: `kron import` writes it anew",
                 s->path);
        return false;
    }
    u->value = arena_copy(u->a, s->value, s->nvalues * sizeof *u->value);
    u->word = ARENA_ARRAY(u->a, const char *, s->ntexts + 1);
    for (size_t i = 0; i < s->ntexts; i++)
        u->word[i] = arena_strdup(u->a, s->text[i]);
    u->nin = count[2];
    u->nout = count[3];
    u->out = ARENA_ARRAY(u->a, double, u->nout + 1);
    u->out_text = ARENA_ARRAY(u->a, const char *, u->ntexts_out + 1);
    for (size_t i = 0; i < u->ntexts_out; i++)
        u->out_text[i] = "";
    return true;
}

/* ---- Messages between both ---- */

typedef enum { ASK_START, ASK_STEP, SAY_MESSAGE, SAY_DONE } Kind;
typedef struct Head {
    int kind, level, result;
    size_t size; /* bytes that follow */
    double time;
} Head;

/* Numbers, then texts, each with its 0; `from` has room for `size` bytes and one. False: the texts
 * are not as many. */
static bool take_texts(const char *from, size_t size, size_t ntexts, const char **text)
{
    const char *end = from + size;
    for (size_t i = 0; i < ntexts; i++) {
        if (from >= end)
            return false;
        text[i] = from;
        from += strlen(from) + 1;
    }
    return from == end;
}

static size_t texts_size(const char *const *text, size_t n)
{
    size_t size = 0;
    for (size_t i = 0; i < n; i++)
        size += strlen(text[i]) + 1;
    return size;
}

/* The head, then numbers and texts. */
static bool send_values(int to, Head h, const double *number, size_t n, const char *const *text,
                        size_t ntexts)
{
    h.size = n * sizeof *number + texts_size(text, ntexts);
    bool good = fmu_send(to, &h, sizeof h) && fmu_send(to, number, n * sizeof *number);
    for (size_t i = 0; i < ntexts && good; i++)
        good = fmu_send(to, text[i], strlen(text[i]) + 1);
    return good;
}

/* What follows a head of `size` bytes; texts stay until the next call with the same `room`. */
static bool receive_values(int from, size_t size, double *number, size_t n, const char **text,
                           size_t ntexts, char **room)
{
    enum { MOST = 1 << 28 };
    size_t rest = size - n * sizeof *number;
    if (size < n * sizeof *number || rest > MOST ||
        !fmu_receive(from, number, n * sizeof *number, NULL))
        return false;
    char *bytes = realloc(*room, rest + 1);
    if (!bytes)
        return false;
    *room = bytes;
    bytes[rest] = 0;
    return fmu_receive(from, bytes, rest, NULL) && take_texts(bytes, rest, ntexts, text);
}

/* ---- The child ---- */

typedef struct Child {
    Unit *u;
    Loaded l;
    int socket;
    bool open, running; /* in Initialization Mode, or after it */
    double time;
    double *in, *last;
    const char **text, **last_text; /* [ntexts_in] */
    char *room, *last_room;         /* where these are */
    Schedule *clocks;               /* NULL: it has none */
    double *ticked;                 /* [output.n] how often output clocks have so far */
} Child;

static Child child; /* one FMU a process */

static void say(void *arg, KLevel level, const char *text)
{
    Child *c = arg;
    Head h = {SAY_MESSAGE, (int)level, 0, strlen(text) + 1, 0};
    (void)(fmu_send(c->socket, &h, sizeof h) && fmu_send(c->socket, text, h.size));
}

static int set_parameters(Child *c)
{
    Unit *u = c->u;
    const double *value = u->value;
    const char *const *word = u->word;
    int result = 0;
    for (int i = 0; i < u->parameter.n && !result; i++) {
        result = loaded_set(&c->l, u->parameter.v[i], value);
        value += u->parameter.v[i]->n;
    }
    for (int i = 0; i < u->text.n && !result; i++) {
        result = loaded_set_strings(&c->l, u->text.v[i], word);
        word += u->text.v[i]->n;
    }
    return result;
}

/* discrete: those that only Event Mode may set. */
static int set_inputs(Child *c, bool continuous, bool discrete)
{
    const double *value = c->in;
    const char *const *text = c->text;
    int result = 0;
    for (int i = 0; i < c->u->input.n && !result; i++) {
        const FmuVariable *v = c->u->input.v[i];
        if (v->type != FT_CLOCK && (v->vary == FV_CONTINUOUS ? continuous : discrete))
            result = loaded_set(&c->l, v, value);
        value += v->n;
    }
    for (int i = 0; i < c->u->text_input.n && !result && discrete; i++) {
        result = loaded_set_strings(&c->l, c->u->text_input.v[i], text);
        text += c->u->text_input.v[i]->n;
    }
    return result;
}

static int get_outputs(Child *c)
{
    double *to = c->u->out;
    const char **text = c->u->out_text;
    int result = 0;
    for (int i = 0; i < c->u->output.n && !result; i++) {
        const FmuVariable *v = c->u->output.v[i];
        if (v->type == FT_CLOCK)
            *to = c->ticked[i];
        else
            result = loaded_get(&c->l, v, to);
        to += v->n;
    }
    memset(text, 0, c->u->ntexts_out * sizeof *text);
    for (int i = 0; i < c->u->text_output.n && !result; i++) {
        result = loaded_get_strings(&c->l, c->u->text_output.v[i], text);
        text += c->u->text_output.v[i]->n;
    }
    for (size_t i = 0; i < c->u->ntexts_out; i++)
        if (!c->u->out_text[i])
            c->u->out_text[i] = "";
    return result;
}

/* In Event Mode: the output clocks that tick in it. */
static int count_ticks(Child *c)
{
    int result = 0;
    for (int i = 0; i < c->u->output.n && !result; i++) {
        bool now = false;
        if (c->u->output.v[i]->type == FT_CLOCK)
            result = loaded_get_clock(&c->l, c->u->output.v[i], &now);
        c->ticked[i] += now;
    }
    return result;
}

/* The inputs are those of the point before from now on. */
static void keep_inputs(Child *c)
{
    memcpy(c->last, c->in, c->u->nin * sizeof *c->last);
    char *room = c->last_room;
    const char **text = c->last_text;
    c->last_room = c->room;
    c->last_text = c->text;
    c->room = room;
    c->text = text;
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
    keep_inputs(c);
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
    for (size_t i = 0; i < c->u->ntexts_in; i++)
        if (strcmp(c->text[i], c->last_text[i]) != 0)
            return true;
    return false;
}

/* A clock that the model ticks does where its input has become 1. */
static bool is_triggered(const FmuVariable *clock, double t)
{
    (void)t;
    size_t at = 0;
    for (int i = 0; i < child.u->input.n; at += child.u->input.v[i++]->n)
        if (child.u->input.v[i] == clock)
            return child.in[at] != 0 && (child.last[at] == 0 || !child.running);
    return false;
}

static bool no_trigger(const FmuVariable *clock, double t)
{
    (void)clock;
    (void)t;
    return false;
}

static bool ticks(const Child *c, double t)
{
    return c->clocks && schedule_next(c->clocks) <= t + 1e-12 * fmax(1, fabs(t));
}

/* Event Mode: discrete inputs, clocks. */
static int serve_event(Child *c, bool inputs, bool *terminate)
{
    int result = loaded_enter_event(&c->l);
    if (!result && inputs)
        result = set_inputs(c, true, true);
    if (!result && c->clocks)
        result = schedule_tick(c->clocks, c->time, inputs ? is_triggered : no_trigger);
    if (!result)
        result = count_ticks(c);
    if (!result)
        result = loaded_step_event(&c->l, terminate);
    return result || !c->clocks ? result : schedule_ask(c->clocks, c->time);
}

static int begin_steps(Child *c, bool *terminate)
{
    int result = loaded_exit(&c->l);
    if (!result && c->l.event_mode)
        result = count_ticks(c);
    if (!result)
        result = loaded_begin_steps(&c->l, terminate);
    if (!result && c->l.event_mode && fmu_has_clocks(c->u->f))
        result = (c->clocks = schedule_new(&c->l, c->time)) ? 0 : -1;
    return result;
}

/* From the last point to t. */
static int serve_interval(Child *c, double t, bool *terminate)
{
    int result = 0;
    while (!result && !*terminate && c->time < t) {
        bool event = false;
        double to = c->clocks ? fmin(t, schedule_next(c->clocks)) : t;
        if (to > c->time) /* a countdown may end where it began */
            result = loaded_step(&c->l, c->time, to - c->time, &c->time, &event, terminate);
        if (!result && !*terminate && (event || (c->time < t && ticks(c, c->time))))
            result = serve_event(c, false, terminate);
    }
    return result;
}

static int serve_step(Child *c, double t)
{
    bool terminate = false, first = !c->running;
    int result = first ? begin_steps(c, &terminate) : 0;
    if (!result && !terminate) {
        if (c->l.event_mode && (discrete_changed(c) || (first && c->clocks) || ticks(c, c->time)))
            result = serve_event(c, true, &terminate);
        else
            result = set_inputs(c, true, !c->l.event_mode);
    }
    c->running = true;
    keep_inputs(c);
    if (!result)
        result = serve_interval(c, t, &terminate);
    if (result > 0)
        say(c, K_MSG_ERROR, "the FMU discards a communication step");
    if (result || (result = get_outputs(c)))
        return -1;
    return terminate ? 1 : 0;
}

static _Noreturn void be_child(Unit *u, int end, pid_t parent)
{
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
    c->text = ARENA_ARRAY(u->a, const char *, u->ntexts_in + 1);
    c->last_text = ARENA_ARRAY(u->a, const char *, u->ntexts_in + 1);
    c->ticked = ARENA_ARRAY(u->a, double, u->output.n + 1);
    Head h;
    while (fmu_receive(3, &h, sizeof h, NULL) &&
           receive_values(3, h.size, c->in, u->nin, c->text, u->ntexts_in, &c->room)) {
        int result = h.kind == ASK_START ? serve_start(c, h.time) : serve_step(c, h.time);
        Head done = {SAY_DONE, 0, result, 0, c->time};
        if (!send_values(3, done, u->out, u->nout, u->out_text, u->ntexts_out))
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
    pid_t own = getpid(), pid = fmu_fork(&u->socket);
    if (pid < 0) {
        snprintf(why, K_FOREIGN_WHY, "no process can be started for an FMU: %s", strerror(errno));
        return -1;
    }
    if (!pid)
        be_child(u, u->socket, own);
    u->pid = pid;
    u->begun = false;
    return 0;
}

/* The child has ended by itself. */
static int explain(Unit *u, char *why)
{
    int status = 0;
    end_child(u, &status);
    if (WIFSIGNALED(status))
        snprintf(why, K_FOREIGN_WHY, "the process of the FMU `%s` (%s) ended by signal %d: %s",
                 u->f->path, u->name, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(why, K_FOREIGN_WHY, "the FMU `%s` (%s) ended its process with status %d",
                 u->f->path, u->name, WEXITSTATUS(status));
    return -1;
}

/* What the FMU says is passed on, but for errors, which become the reason. */
static bool take_message(Unit *u, const Head *h, char *why)
{
    char text[4000];
    size_t n = h->size < sizeof text ? h->size : sizeof text;
    if (h->size > 1 << 16 || !fmu_receive(u->socket, text, n, NULL))
        return false;
    for (size_t i = n; i < h->size; i++) {
        char rest;
        if (!fmu_receive(u->socket, &rest, 1, NULL))
            return false;
    }
    text[n ? n - 1 : 0] = 0;
    if (h->level == K_MSG_ERROR)
        snprintf(why, K_FOREIGN_WHY, "%s: %.500s", u->name, text);
    else
        k_message("%s: %s", u->name, text);
    return true;
}

static int ask(Unit *u, Kind kind, const KForeignPoint *p, char *why)
{
    Head h = {(int)kind, 0, 0, 0, p->time};
    why[0] = 0;
    if (!send_values(u->socket, h, p->in, p->nin, p->text, p->ntexts))
        return explain(u, why);
    for (;;) {
        if (!fmu_receive(u->socket, &h, sizeof h, NULL))
            return explain(u, why);
        if (h.kind == SAY_MESSAGE) {
            if (!take_message(u, &h, why))
                return explain(u, why);
            continue;
        }
        if (h.kind != SAY_DONE || !receive_values(u->socket, h.size, u->out, u->nout, u->out_text,
                                                  u->ntexts_out, &u->room))
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
    free(u->room);
    arena_free(u->a);
}

static void *open_unit(const KForeignSetup *s, char *why)
{
    Arena *a = arena_new();
    Unit *u = ARENA_NEW(a, Unit);
    *u = (Unit){.a = a, .name = arena_strdup(a, s->instance), .tolerance = s->tolerance};
    pthread_mutex_lock(&lock); /* asks one by one */
    bool good = is_there(s->path, why) && fmu_is_trusted(s->path, why, K_FOREIGN_WHY) &&
                (u->f = open_kept(a, s, why));
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

/* The last of the wrapper's outputs is the time of the point. */
static bool fits(const Unit *u, const KForeignPoint *p, char *why)
{
    if (p->nin == u->nin && p->nout == u->nout + 1 && p->ntexts == u->ntexts_in)
        return true;
    snprintf(why, K_FOREIGN_WHY, "the FMU `%s` has other inputs or outputs than its wrapper",
             u->f->path);
    return false;
}

static void give_outputs(const Unit *u, const KForeignPoint *p)
{
    memcpy(p->out, u->out, u->nout * sizeof *u->out);
    p->out[u->nout] = p->time;
}

static int start_unit(void *unit, const KForeignPoint *p, char *why)
{
    Unit *u = unit;
    int status;
    if (!fits(u, p, why))
        return -1;
    if (u->begun)
        end_child(u, &status); /* a new run: a new process */
    if ((!u->pid && begin_child(u, why)) || ask(u, ASK_START, p, why))
        return -1;
    u->time = p->time;
    give_outputs(u, p);
    return 0;
}

static int step_unit(void *unit, const KForeignPoint *p, char *why)
{
    Unit *u = unit;
    int result = 0;
    if (!fits(u, p, why))
        return -1;
    if (!u->pid) {
        snprintf(why, K_FOREIGN_WHY, "the FMU `%s` has ended", u->f->path);
        return -1;
    }
    if (p->time > u->time) {
        u->begun = true;
        result = ask(u, ASK_STEP, p, why);
        u->time = p->time;
    } else if (p->time < u->time) {
        snprintf(why, K_FOREIGN_WHY, "the FMU `%s` cannot go back in time", u->f->path);
        return -1;
    }
    give_outputs(u, p);
    return result;
}

static const char *text_of(void *unit, int number)
{
    const Unit *u = unit;
    return number >= 1 && (size_t)number <= u->ntexts_out ? u->out_text[number - 1] : NULL;
}

void fmu_components(void)
{
    static const KForeign own = {open_unit, start_unit, step_unit, text_of, close_unit};
    k_foreign = &own;
}
