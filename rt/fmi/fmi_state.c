/* fmi_state.c - the state of an instance for FMI as one piece of bytes.
 *
 * One walk over all that makes up a state counts, writes or reads it. Not part of it are solvers
 * and integrators: these begin anew, also in the instance that goes on. */
#include "rt/fmi/fmi.h"
#include "rt/texts.h"

#include <stdlib.h>
#include <string.h>

typedef enum { COUNT, WRITE, READ } Way;

typedef struct Walk {
    Way way;
    char *at; /* WRITE, READ */
    size_t n, room;
    bool failed;
} Walk;

static void bytes(Walk *w, void *p, size_t size)
{
    if (w->way != COUNT && (w->failed || size > w->room - w->n)) {
        w->failed = true;
        return;
    }
    if (size && w->way == WRITE)
        memcpy(w->at + w->n, p, size);
    else if (size && w->way == READ)
        memcpy(p, w->at + w->n, size);
    w->n += size;
}

#define FIELD(w, x) bytes(w, &(x), sizeof(x))

/* An array that grows; READ: it is made anew. */
static void grown(Walk *w, void **p, size_t n, size_t size)
{
    if (w->way == READ) {
        void *new = NULL;
        if (w->failed || n > (w->room - w->n) / (size ? size : 1) ||
            !(new = malloc(n * size + 1))) {
            w->failed = true;
            return;
        }
        free(*p);
        *p = new;
    }
    bytes(w, *p, n * size);
}

static void walk_delay(Walk *w, KDelay *d)
{
    KDelay fixed = *d;
    FIELD(w, fixed);
    if (w->way == READ) {
        if (w->failed)
            return;
        fixed.t = d->t;
        fixed.x = d->x;
        fixed.jump = d->jump;
        fixed.cap = fixed.n;
        fixed.jump_cap = fixed.njumps;
        *d = fixed;
    }
    grown(w, (void **)&d->t, d->n, sizeof *d->t);
    grown(w, (void **)&d->x, d->n, sizeof *d->x);
    grown(w, (void **)&d->jump, d->njumps, sizeof *d->jump);
}

/* Texts one after the other, each with its zero. */
static void walk_strings(Walk *w, KInst *m)
{
    for (int i = 0; i < 2 * m->run->model->ns; i++) {
        if (w->way != READ) {
            bytes(w, (void *)m->s[i], strlen(m->s[i]) + 1);
            continue;
        }
        const char *end = w->failed ? NULL : memchr(w->at + w->n, 0, w->room - w->n);
        w->failed = !end;
        if (!end)
            return;
        m->s[i] = w->at + w->n;
        w->n += strlen(m->s[i]) + 1;
    }
    if (w->way == READ && !inst_keep_strings(m))
        w->failed = true;
}

static void walk_run(Walk *w, KInst *m)
{
    KRun *r = m->run;
    FIELD(w, m->time);
    bytes(w, r->values, r->values_size);
    walk_strings(w, m);
    for (int i = 0; i < r->model->ndelays; i++)
        walk_delay(w, &r->delay[i]);
    FIELD(w, r->noverrides);
    if (w->way == READ)
        r->override_cap = r->noverrides;
    if (r->noverrides < 0)
        w->failed = true;
    else
        grown(w, (void **)&r->override, (size_t)r->noverrides, sizeof *r->override);
    FIELD(w, r->memory_size);
    grown(w, &r->memory, r->memory_size, 1);
    if (w->way == READ && !r->memory_size) {
        free(r->memory);
        r->memory = NULL;
    }
    FIELD(w, r->terminate);
}

static int count_inputs(const KModel *model)
{
    int n = 0;
    for (int i = 0; i < model->nvariables; i++)
        n += model->variable[i].kind == K_INPUT;
    return n;
}

static void walk(Walk *w, Fmi *f)
{
    const KModel *model = &f->model;
    walk_run(w, f->m);
    FIELD(w, f->stage);
    FIELD(w, f->start);
    FIELD(w, f->stop);
    FIELD(w, f->span);
    FIELD(w, f->tolerance);
    FIELD(w, f->params);
    FIELD(w, f->initial);
    FIELD(w, f->tuned);
    FIELD(w, f->changed);
    FIELD(w, f->next);
    FIELD(w, f->event_mode);
    FIELD(w, f->early);
    FIELD(w, f->njumps);
    if (f->njumps < 0 || f->njumps > count_inputs(model)) {
        w->failed = true;
        return;
    }
    bytes(w, f->jump_var, (size_t)f->njumps * sizeof *f->jump_var);
    bytes(w, f->jump_was, (size_t)f->njumps * sizeof *f->jump_was);
    bytes(w, f->size, ((size_t)model->nrel + 2 * (size_t)model->nkept) * sizeof *f->size);
    bytes(w, f->base, (size_t)model->nv * sizeof *f->base);
    KOptions o = f->options;
    FIELD(w, o);
    if (w->way == READ)
        f->options = o;
}

/* Solvers and integrators begin anew. */
static void forget(Fmi *f)
{
    k_sim_close(f->sim);
    f->sim = NULL;
    block_free(f->m->run);
    memo_free(f->m->run);
    f->m->run->memo = NULL;
    if (f->has_sets)
        sets_forget(&f->sets);
    f->rhs = f->relations = f->out = false;
}

/* What precedes the bytes of a state. */
typedef struct Head {
    char mark[8];
    size_t size;
    unsigned token; /* of the model */
} Head;

static Head head_of(const Fmi *f, size_t size)
{
    Head h = {"kronfmu", size, 5381};
    for (const char *at = f->fmu->token; *at; at++)
        h.token = h.token * 33 ^ (unsigned char)*at;
    return h;
}

/* The state as bytes, to be freed; NULL: no memory. */
static char *take(Fmi *f, size_t *size)
{
    Walk count = {.way = COUNT};
    forget(f);
    past_begin(f->past, f->m);
    walk(&count, f);
    *size = sizeof(Head) + count.n;
    char *made = calloc(1, *size);
    if (!made) {
        fmi_fail(f, "%s", k_no_memory);
        return NULL;
    }
    Head head = head_of(f, *size);
    memcpy(made, &head, sizeof head);
    Walk write = {.way = WRITE, .at = made + sizeof head, .room = count.n};
    walk(&write, f);
    return made;
}

static FmiStatus put(Fmi *f, const void *from, size_t size)
{
    Head head = head_of(f, size), given;
    if (size < sizeof head)
        return fmi_fail(f, "these bytes are no state of this FMU");
    memcpy(&given, from, sizeof given);
    if (memcmp(given.mark, head.mark, sizeof head.mark) || given.size != size ||
        given.token != head.token)
        return fmi_fail(f, "these bytes are no state of this FMU");
    if (f->model.nobjects && !f->params) /* external objects are not part of it */
        (void)fmi_parameters(f);
    forget(f);
    Walk read = {.way = READ, .at = (char *)from + sizeof head, .room = size - sizeof head};
    walk(&read, f);
    if (read.failed) {
        f->stage = STAGE_FAILED;
        return fmi_fail(f, "the state cannot be taken over: %s", k_no_memory);
    }
    past_begin(f->past, f->m);
    if (f->stage & (STAGE_EVENT | STAGE_CONTINUOUS))
        return fmi_open_events(f);
    return FMI_GOOD;
}

/* ---- What callers keep ---- */

typedef struct State {
    size_t size;
    char *bytes;
} State;

void fmi_free_state(void **state)
{
    State *s = state ? *state : NULL;
    if (s)
        free(s->bytes);
    free(s);
    if (state)
        *state = NULL;
}

/* Takes `bytes` over, which may be NULL: there was no memory. */
static FmiStatus keep(Fmi *f, char *bytes, size_t size, void **state)
{
    State *s = calloc(1, sizeof *s);
    if (!s || !bytes) {
        free(s);
        free(bytes);
        return fmi_fail(f, "%s", k_no_memory);
    }
    fmi_free_state(state);
    *s = (State){size, bytes};
    *state = s;
    return FMI_GOOD;
}

FmiStatus fmi_get_state(Fmi *f, void **state)
{
    size_t size = 0;
    char *bytes = take(f, &size);
    return keep(f, bytes, size, state);
}

FmiStatus fmi_set_state(Fmi *f, const void *state)
{
    const State *s = state;
    return s ? put(f, s->bytes, s->size) : fmi_fail(f, "there is no state");
}

FmiStatus fmi_state_size(Fmi *f, const void *state, size_t *size)
{
    const State *s = state;
    *size = s ? s->size : 0;
    return s ? FMI_GOOD : fmi_fail(f, "there is no state");
}

FmiStatus fmi_serialize(Fmi *f, const void *state, void *to, size_t size)
{
    const State *s = state;
    if (!s || size < s->size)
        return fmi_fail(f, s ? "there is no room for the state" : "there is no state");
    memcpy(to, s->bytes, s->size);
    return FMI_GOOD;
}

FmiStatus fmi_deserialize(Fmi *f, const void *from, size_t size, void **state)
{
    char *bytes = malloc(size + 1);
    if (bytes)
        memcpy(bytes, from, size);
    return keep(f, bytes, size, state);
}
