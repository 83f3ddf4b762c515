/* inst.c - instances: one memory block with all values of a model, and what is set from outside.
 *
 * The block begins with KInst and KRun, then tables of pointers, then the values that a copy takes
 * over as they are. What grows (delay lines, function stack) and solver work space is separate. */
#include "rt/run_internal.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _WIN32
#include "rt/plain/posix.h"
#endif

double k_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Hands out parts of a block; with base NULL only counts. */
typedef struct Layout {
    char *base;
    size_t used;
} Layout;

static void *part(Layout *l, size_t count, size_t size)
{
    l->used = (l->used + 15) / 16 * 16;
    void *p = l->base ? l->base + l->used : NULL;
    l->used += count * size;
    return p;
}

static void lay_out(Layout *l, KInst *m, KRun *r, const KModel *model)
{
    size_t nv = (size_t)model->nv, ns = (size_t)model->ns, nx = (size_t)model->nstates;
    part(l, 1, sizeof *m);
    part(l, 1, sizeof *r);
    m->s = part(l, 2 * ns, sizeof *m->s);
    r->own = part(l, 2 * ns, sizeof *r->own);
    r->delay = part(l, (size_t)model->ndelays, sizeof *r->delay);
    r->block = part(l, (size_t)model->nblocks, sizeof(KBlockWork *));
    r->is_parameter = part(l, nv, 1);
    r->is_number = part(l, nv, 1);
    r->is_given = part(l, nv, 1);
    r->number = part(l, nv, sizeof *r->number);
    for (int i = 0; i < model->nsets; i++)
        nx += (size_t)model->set[i].n; /* candidates may be reinitialized too */
    r->pending_var = part(l, nx, sizeof *r->pending_var);
    r->pending_value = part(l, nx, sizeof *r->pending_value);
    r->met = part(l, (size_t)model->nrel, 1);
    r->values = part(l, 0, 1);
    size_t from = l->used;
    m->v = part(l, nv, sizeof *m->v);
    m->pre = part(l, nv, sizeof *m->pre);
    m->dv = part(l, nv, sizeof *m->dv);
    m->start = part(l, nv, sizeof *m->start);
    r->initial = part(l, nv, sizeof *r->initial);
    m->g = part(l, (size_t)model->nrel, sizeof *m->g);
    r->kept = part(l, (size_t)model->nkept, sizeof *r->kept);
    r->sample_start = part(l, (size_t)model->nsamples, sizeof *r->sample_start);
    r->sample_interval = part(l, (size_t)model->nsamples, sizeof *r->sample_interval);
    r->sample_k = part(l, (size_t)model->nsamples, sizeof *r->sample_k);
    m->rel = part(l, (size_t)model->nrel, 1);
    r->held = part(l, (size_t)model->nrel, 1);
    m->tick = part(l, (size_t)model->nsamples, 1);
    r->set = part(l, nv + ns, 1);
    r->values_size = l->used - from;
}

KInst *k_inst_new(const KModel *model, const KCode *code, KMessage *message, void *arg)
{
    KInst counted = {0};
    KRun counted_run = {0};
    Layout count = {NULL, 0};
    lay_out(&count, &counted, &counted_run, model);
    Layout l = {calloc(1, count.used), 0};
    if (!l.base)
        return NULL;
    KInst *m = (KInst *)(void *)l.base;
    KRun *r = (KRun *)(void *)(l.base + (sizeof *m + 15) / 16 * 16);
    lay_out(&l, m, r, model);
    if (!stack_open(r)) {
        free(m);
        return NULL;
    }
    m->run = r;
    m->x = model->external;
    m->set = r->set;
    m->lambda = 1;
    m->solve = block_solve;
    m->solve_dir = block_solve_dir;
    r->model = model;
    r->code = *code;
    r->message = message;
    r->message_arg = arg;
    for (int i = 0; i < 2 * model->ns; i++)
        m->s[i] = "";
    for (int i = 0; i < model->nobjects; i++)
        r->is_parameter[model->object[i]] = 1;
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        if (v->type == K_STRING)
            continue;
        if (v->known || v->kind == K_CONSTANT || v->kind == K_PARAMETER)
            r->is_parameter[v->index] = 1;
        r->is_number[v->index] = v->type == K_INTEGER ? 2 : 1;
        r->is_given[v->index] |= v->start != K_START_NONE;
    }
    for (int i = 0; i < model->nv; i++)
        if (r->is_number[i] && !r->is_parameter[i])
            r->number[r->nnumbers++] = i;
    return m;
}

void k_inst_free(KInst *m)
{
    if (!m)
        return;
    KRun *r = m->run;
    objects_free(m);
    for (int i = 0; i < 2 * r->model->ns; i++)
        free(r->own[i]);
    for (int i = 0; i < r->model->ndelays; i++)
        delay_free(&r->delay[i]);
    block_free(r);
    stack_free(r);
    memo_free(r);
    strings_free(r);
    free(r->override);
    free(r->input);
    free(r->warned);
    free(r->memory);
    free(r->extension);
    free(m);
}

/* Arrays of an instance: where they are, and their sizes with the first of two models. */
static void copy_arrays(KInst *to, KRun *run, const KInst *from, const KModel *model)
{
    const KRun *r = from->run;
    size_t nv = (size_t)model->nv, ns = (size_t)model->ns, nrel = (size_t)model->nrel;
    size_t nsamples = (size_t)model->nsamples;
    double *const real[][2] = {{to->v, from->v},
                               {to->pre, from->pre},
                               {to->dv, from->dv},
                               {to->start, from->start},
                               {run->initial, r->initial}};
    for (size_t i = 0; i < sizeof real / sizeof *real; i++)
        memcpy(real[i][0], real[i][1], nv * sizeof(double));
    memcpy(to->s, from->s, 2 * ns * sizeof *to->s);
    memcpy(run->own, r->own, 2 * ns * sizeof *run->own);
    memcpy(run->delay, r->delay, (size_t)model->ndelays * sizeof *run->delay);
    memcpy(run->is_parameter, r->is_parameter, nv);
    memcpy(run->is_number, r->is_number, nv);
    memcpy(run->is_given, r->is_given, nv);
    memcpy(run->number, r->number, nv * sizeof *run->number);
    memcpy(to->g, from->g, nrel * sizeof *to->g);
    memcpy(run->kept, r->kept, (size_t)model->nkept * sizeof *run->kept);
    memcpy(run->sample_start, r->sample_start, nsamples * sizeof *run->sample_start);
    memcpy(run->sample_interval, r->sample_interval, nsamples * sizeof *run->sample_interval);
    memcpy(run->sample_k, r->sample_k, nsamples * sizeof *run->sample_k);
    memcpy(to->rel, from->rel, nrel);
    memcpy(run->held, r->held, nrel);
    memcpy(run->met, r->met, nrel);
    memcpy(to->tick, from->tick, nsamples);
    memcpy(run->set, r->set, nv);
}

/* Parameters that the larger model has besides get their values; the first n variables, and the
 * texts, keep theirs. */
static int compute_further_parameters(KInst *m, int n)
{
    KRun *r = m->run;
    size_t nv = (size_t)n, ns = (size_t)r->model->ns, size = nv * sizeof(double);
    double *kept = malloc(2 * size + 1);
    unsigned char *set = malloc((size_t)r->model->nv + ns + 1);
    int result = -1;
    if (kept && set) {
        memcpy(set, r->set, (size_t)r->model->nv + ns);
        memcpy(kept, m->v, size);
        memcpy(kept + n, m->start, size);
        memset(r->set, 1, nv);
        memset(r->set + r->model->nv, 1, ns);
        result = code_call(m, r->code.params, K_POINT);
        if (!result)
            result = code_call(m, r->code.guess, K_POINT);
        memcpy(r->set, set, (size_t)r->model->nv + ns);
        memcpy(m->v, kept, size);
        memcpy(m->start, kept + n, size);
    }
    free(kept);
    free(set);
    return result;
}

int k_inst_extend(KInst *m, const KModel *model, const KCode *code)
{
    KInst next = *m;
    int known = m->run->model->nv;
    KRun *r = m->run, run = *r;
    Layout l = {NULL, 0};
    lay_out(&l, &next, &run, model);
    l = (Layout){calloc(1, l.used), 0};
    if (!l.base)
        return -1;
    lay_out(&l, &next, &run, model);
    copy_arrays(&next, &run, m, r->model);
    memcpy(run.set + model->nv, r->set + r->model->nv, (size_t)model->ns);
    block_free(r);
    free(r->extension);
    run.extension = l.base;
    run.model = model;
    run.code = *code;
    next.set = run.set;
    next.x = model->external;
    *m = next;
    *r = run;
    return compute_further_parameters(m, known);
}

/* What grows is copied by itself. */
static bool copy_separate(KInst *to, const KInst *from)
{
    KRun *r = to->run;
    const KRun *f = from->run;
    for (int i = 0; i < 2 * r->model->ns; i++)
        to->s[i] = from->s[i];
    if (!inst_keep_strings(to))
        return false;
    for (int i = 0; i < r->model->ndelays; i++)
        if (!delay_copy(&r->delay[i], &f->delay[i]))
            return false;
    if (f->noverrides) {
        size_t size = (size_t)f->noverrides * sizeof *r->override;
        if (!(r->override = malloc(size)))
            return false;
        memcpy(r->override, f->override, size);
        r->noverrides = r->override_cap = f->noverrides;
    }
    return true;
}

KInst *k_inst_copy(const KInst *m)
{
    const KRun *r = m->run;
    KInst *copy = k_inst_new(r->model, &r->code, r->message, r->message_arg);
    if (!copy)
        return NULL;
    memcpy(copy->run->values, r->values, r->values_size);
    copy->time = m->time;
    copy->initial = m->initial;
    copy->terminal = m->terminal;
    copy->lambda = m->lambda;
    if (!copy_separate(copy, m)) {
        k_inst_free(copy);
        return NULL;
    }
    return copy;
}

void k_inst_set_code(KInst *m, const KCode *code)
{
    m->run->code = *code;
}

double k_span(const KInst *m)
{
    return m->run->span;
}

double k_elapsed(const KInst *m)
{
    return m->time - m->run->begin;
}

double k_began(const KInst *m, int var)
{
    return m->run->initial[var];
}

const KModel *k_inst_model(const KInst *m)
{
    return m->run->model;
}

double k_start_missed(const KInst *m, int index, double start)
{
    double x = m->run->initial[index];
    return fabs(x - start) / (k_nominal(m->run->model, index) + fabs(start) + fabs(x));
}

double k_value(const KInst *m, const KVariable *var)
{
    if (var->type == K_STRING)
        return 0;
    double v = m->v[var->index];
    if (var->negated)
        v = var->type == K_BOOLEAN ? 1 - v : -v;
    return v == 0 ? 0 : v; /* not -0 */
}

/* Old texts go after all new ones are made: a variable may have the old text of another. */
bool inst_keep_strings(KInst *m)
{
    KRun *r = m->run;
    bool good = true;
    for (int i = 0; i < 2 * r->model->ns; i++) {
        if (m->s[i] == r->own[i])
            continue;
        m->s[i] = r->own[i] && !strcmp(m->s[i], r->own[i]) ? r->own[i] : strdup(m->s[i]);
        good = good && m->s[i];
    }
    for (int i = 0; i < 2 * r->model->ns; i++) {
        if (m->s[i] != r->own[i]) {
            free(r->own[i]);
            r->own[i] = (char *)m->s[i];
        }
        m->s[i] = m->s[i] ? m->s[i] : "";
    }
    return good;
}

static void override_add(KInst *m, int index, bool is_start, double value)
{
    KRun *r = m->run;
    for (int i = 0; i < r->noverrides; i++)
        if (r->override[i].index == index && r->override[i].is_start == is_start) {
            r->override[i].value = value;
            return;
        }
    if (r->noverrides == r->override_cap) {
        int cap = r->override_cap ? 2 * r->override_cap : 8;
        KOverride *more = realloc(r->override, (size_t)cap * sizeof *more);
        if (!more)
            return;
        r->override = more;
        r->override_cap = cap;
    }
    r->override[r->noverrides++] = (KOverride){index, is_start, value};
}

void k_set_value(KInst *m, int index, double value)
{
    m->v[index] = value;
    m->run->set[index] = 1;
    override_add(m, index, false, value);
}

void k_set_start(KInst *m, int index, double value)
{
    m->start[index] = value;
    override_add(m, index, true, value);
}

void k_set_string(KInst *m, int index, const char *text)
{
    m->s[index] = text;
    inst_keep_strings(m);
    m->run->set[m->run->model->nv + index] = 1;
}

/* Records the first parameter that is not finite and was not set so. */
static int parameters_finite(KInst *m)
{
    const KRun *r = m->run;
    for (int i = 0; i < r->model->nv; i++) {
        if (!r->is_parameter[i] || !r->is_number[i] || r->set[i] || isfinite(m->v[i]))
            continue;
        KFailure *f = failure_set(m, FAIL_FINITE);
        f->col[f->ncols] = i;
        f->value[f->ncols++] = m->v[i];
        return 1;
    }
    return 0;
}

/* What follows from guesses may have no value yet, and nothing is wrong then. */
static void take_guesses(KInst *m)
{
    KRun *r = m->run;
    if (!r->code.guess)
        return;
    code_call(m, r->code.guess, K_TRIAL);
    failure_clear(m);
    for (int i = 0; i < r->model->nv; i++) {
        if (r->is_parameter[i] && r->is_number[i] && !isfinite(m->v[i]))
            m->v[i] = 0;
        if (!isfinite(m->start[i]))
            m->start[i] = 0;
    }
}

/* What the initial problem has determined stays: parameters count as given. */
static void take_starts(KInst *m)
{
    KRun *r = m->run;
    size_t n = (size_t)(r->model->nv + r->model->ns);
    unsigned char *set = malloc(n + 1);
    if (!set)
        return;
    memcpy(set, r->set, n);
    memset(r->set, 1, n);
    code_call(m, r->code.guess, K_TRIAL);
    memcpy(r->set, set, n);
    free(set);
}

bool inst_restart(KInst *m, double *before)
{
    const KRun *r = m->run;
    bool moved = false;
    if (!r->code.guess)
        return false;
    memcpy(before, m->start, (size_t)r->model->nv * sizeof *before);
    take_starts(m);
    for (int i = 0; i < r->noverrides; i++)
        if (r->override[i].is_start)
            m->start[r->override[i].index] = r->override[i].value;
    for (int i = 0; i < r->model->nv; i++) {
        if (!isfinite(m->start[i]))
            m->start[i] = before[i];
        moved = moved || (m->start[i] != before[i] && !r->is_parameter[i]);
    }
    return moved;
}

int k_params(KInst *m)
{
    KRun *r = m->run;
    block_reset(m);
    failure_clear(m);
    objects_free(m);             /* they are made anew */
    feclearexcept(FE_DIVBYZERO); /* what divides by 0 from here on is asked about at the start */
    int result = code_call(m, r->code.params, K_TRIAL);
    if (!result)
        result = parameters_finite(m);
    if (!result)
        take_guesses(m);
    for (int i = 0; i < r->noverrides; i++) {
        const KOverride *o = &r->override[i];
        (o->is_start ? m->start : m->v)[o->index] = o->value;
    }
    if (result) {
        char text[FAIL_TEXT_SIZE];
        run_message(m, K_MSG_ERROR, "parameters could not be computed: %s",
                    failure_text(m, text, sizeof text));
    }
    return result ? -1 : 0;
}
