/* resume.c - a run that goes on where another one was.
 *
 * The initial problem is not solved: states and what changes at events only have the values that
 * they had. What else the instance holds follows from these: modes of relations and hidden
 * conditions of `when` by evaluating all equations as at an event, in which nothing happens; the
 * histories of delays by evaluating the points of the other run one after the other. */
#include "rt/resume.h"
#include "rt/event_policy.h"
#include "rt/inputs.h"
#include "rt/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIED = 2000 }; /* hidden variables that are looked at for memory */

void k_needed(const KInst *m, unsigned char *needed)
{
    const KModel *model = m->run->model;
    memset(needed, 0, (size_t)model->nv);
    for (int k = 0; k < model->nblocks; k++)
        for (int i = 0; i < model->block[k].n; i++)
            needed[model->block[k].var[i]] = 2;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        for (int k = 0; k < set->n; k++)
            needed[set->x[set->ngiven + k]] = needed[set->taken[k]] = 1;
    }
    for (int i = 0; i < model->nstates; i++)
        needed[model->state[i]] = 1;
    for (int i = 0; i < model->ndiscrete; i++)
        needed[model->discrete[i]] = 1;
    for (int i = 0; i < model->npre; i++)
        needed[model->pre[i]] = 1;
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        if (v->type == K_STRING)
            continue;
        if (v->kind <= K_PARAMETER || v->known)
            needed[v->index] = v->sought;
        else if (v->kind == K_DISCRETE)
            needed[v->index] = 1;
        else if (v->kind == K_INPUT)
            needed[v->index] = 2;
    }
}

/* Point i of the other run. */
static void load(KInst *m, const KPast *past, size_t i)
{
    const double *value = past->value + i * (size_t)past->nvars;
    for (int k = 0; k < past->nvars; k++)
        m->v[past->var[k]] = value[k];
    sets_restore(m);
}

/* All equations as at an event, from which nothing is taken over but what is hidden. */
static int evaluate(KInst *m, const KPast *past, size_t i)
{
    int result = code_call(m, m->run->code.event, K_LIVE);
    m->run->npending = 0;
    m->run->terminate = false;
    load(m, past, i);
    return result;
}

static bool has_changed(const KInst *m)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->ndiscrete; i++)
        if (m->v[model->discrete[i]] != m->pre[model->discrete[i]])
            return true;
    return false;
}

/* Modes and hidden variables at point i, taken as time t; then everything else. */
static int place(KInst *m, const KPast *past, size_t i, double t)
{
    int result = 0;
    m->time = t;
    load(m, past, i);
    for (int pass = 0; pass < EVENT_PASSES && !result; pass++) {
        event_store_pre(m);
        result = evaluate(m, past, i);
        if (!has_changed(m))
            break;
    }
    if (!result)
        result = code_rhs(m, K_POINT);
    return result ? result : code_out(m, K_POINT);
}

/* ---- What cannot be known ---- */

/* Whether variable `var` of what is hidden depends on what it was before. */
static bool remembers(KInst *m, const KPast *past, int var, double *v, double *pre)
{
    size_t size = (size_t)m->run->model->nv * sizeof *v;
    memcpy(v, m->v, size);
    memcpy(pre, m->pre, size);
    m->pre[var] = m->pre[var] == 0 ? 1 : 0;
    bool differs = !evaluate(m, past, past->n - 1) && m->v[var] != v[var];
    memcpy(m->v, v, size);
    memcpy(m->pre, pre, size);
    return differs;
}

static int list_hidden(KInst *m, const KPast *past, const unsigned char *known, Text *text)
{
    const KModel *model = m->run->model;
    double *room = malloc(2 * (size_t)model->nv * sizeof *room + 1);
    int n = 0;
    for (int i = 0; i < model->ndiscrete && i < MOST_TRIED && room; i++) {
        int var = model->discrete[i];
        if (known[var] || !remembers(m, past, var, room, room + model->nv))
            continue;
        if (n++ < FAIL_NAMED) {
            text_add(text, n > 1 ? ", " : "");
            text_variable(text, model, var);
        }
    }
    free(room);
    return n;
}

/* The same for text i. */
static bool text_remembers(KInst *m, const KPast *past, int i)
{
    int ns = m->run->model->ns;
    char *now = strdup(m->s[i]);
    if (!now)
        return true;
    m->s[ns + i] = "\x01";
    bool differs = !evaluate(m, past, past->n - 1) && strcmp(m->s[i], now);
    m->s[i] = m->s[ns + i] = now;
    inst_keep_strings(m);
    free(now);
    return differs;
}

static int list_strings(KInst *m, const KPast *past, Text *text, int n)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        if (v->type == K_STRING && v->kind == K_DISCRETE && !v->known &&
            text_remembers(m, past, v->index) && n++ < FAIL_NAMED)
            text_add(text, "%s%s", n > 1 ? ", " : "", v->name);
    }
    return n;
}

static void warn(KInst *m, const KPast *past)
{
    const KModel *model = m->run->model;
    unsigned char *known = calloc((size_t)model->nv + 1, 1);
    char names[1000] = "";
    Text text = {names, sizeof names};
    if (!known)
        return;
    for (int i = 0; i < past->nvars; i++)
        known[past->var[i]] = 1;
    for (int i = 0; i < model->nvariables; i++) /* the caller knows which of these are missing */
        if (model->variable[i].type != K_STRING)
            known[model->variable[i].index] = 1;
    int n = list_strings(m, past, &text, list_hidden(m, past, known, &text));
    if (n)
        run_message(
            m, K_MSG_WARNING,
            "the result does not hold all that the run goes on from, which begins anew: %s%s",
            names, n > FAIL_NAMED ? ", ..." : "");
    free(known);
}

/* ---- The beginning ---- */

/* Every point at its distance from the last one; an event ends one piece and begins another. */
static int fill_delays(KInst *m, const KPast *past, double t)
{
    int result = 0;
    double shift = t - past->time[past->n - 1];
    for (size_t i = 0; i < past->n && !result; i++) {
        double at = i + 1 < past->n ? past->time[i] + shift : t;
        result = place(m, past, i, at);
        if (!result)
            result = delay_record(m, i > 0 && past->time[i] == past->time[i - 1]);
        delay_pass(m, event_close(at, 1));
    }
    return result;
}

static int start_samples(KInst *m, double t, bool goes_on)
{
    double close = event_close(t, 1);
    int result = samples_start(m, t, close);
    if (result || !m->run->model->nsamples)
        return result;
    samples_fire(m, t, close);
    if (!goes_on) /* those at this instant have not been */
        return event_iterate(m);
    memset(m->tick, 0, (size_t)m->run->model->nsamples);
    return 0;
}

static void begin(KInst *m, double t)
{
    KRun *run = m->run;
    m->time = t;
    m->lambda = 1;
    m->initial = m->terminal = 0;
    run->terminate = false;
    run->nwarned = 0;
    block_reset(m);
    delay_reset(m);
    failure_clear(m);
    for (int i = 0; i < run->model->nv; i++) {
        if (!run->is_parameter[i] && !run->set[i])
            m->v[i] = m->start[i];
        m->pre[i] = m->v[i];
    }
    for (int i = 0; i < run->model->nkept; i++)
        run->kept[i].kind = KEPT_UNUSED;
    if (run->model->nsamples)
        memset(m->tick, 0, (size_t)run->model->nsamples);
    inputs_start(m, t);
}

int k_resume(KInst *m, const KPast *past, double t)
{
    size_t last = past->n - 1;
    begin(m, t);
    int result = m->run->model->ndelays ? fill_delays(m, past, t) : place(m, past, last, t);
    if (!result) {
        warn(m, past);
        result = start_samples(m, t, t == past->time[last]);
    }
    if (!result && !(result = code_rhs(m, K_POINT)))
        result = code_out(m, K_POINT);
    memcpy(m->run->initial, m->v, (size_t)m->run->model->nv * sizeof(double));
    if (result) {
        char text[FAIL_TEXT_SIZE];
        run_message(m, K_MSG_ERROR, "the run cannot go on at time %g: %s", t,
                    failure_text(m, text, sizeof text));
    }
    return result;
}
