/* events.c - what happens at an event: the iteration of the discrete equations, and the queue of
 * sample operators. Where events lie between steps is found in crossing.c. */
#include "rt/bridge.h"
#include "rt/event_policy.h"
#include "rt/idle.h"
#include "rt/run_internal.h"
#include "rt/sets.h"
#include "rt/texts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double event_close(double t, double span)
{
    return 1e-12 * fmax(fmin(1, span), fabs(t));
}

void event_store_pre(KInst *m)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->npre; i++)
        m->pre[model->pre[i]] = m->v[model->pre[i]];
    for (int i = 0; i < model->ndiscrete; i++)
        m->pre[model->discrete[i]] = m->v[model->discrete[i]];
    for (int i = 0; i < model->ns; i++)
        m->s[model->ns + i] = m->s[i];
    if (model->ns)
        inst_keep_strings(m);
}

/* Has discrete variable number i changed since pre was stored? */
static bool has_changed(const KInst *m, int i)
{
    int var = m->run->model->discrete[i];
    return m->v[var] != m->pre[var] && !(isnan(m->v[var]) && isnan(m->pre[var]));
}

static bool any_changed(const KInst *m)
{
    for (int i = 0; i < m->run->model->ndiscrete; i++)
        if (has_changed(m, i))
            return true;
    for (int i = 0; i < m->run->model->ns; i++)
        if (strcmp(m->s[i], m->s[m->run->model->ns + i]))
            return true;
    return false;
}

/* Whether what reinit is about to do, or the event it belongs to, changes anything that the user
 * has. */
static bool reinit_moves(const KInst *m, int *beside)
{
    static const double nothing = 1e-9; /* relative: where events are found */
    const KRun *run = m->run;
    for (int i = 0; i < run->npending; i++) {
        int var = run->pending_var[i];
        double size = fabs(m->v[var]) + fabs(k_nominal(run->model, var));
        if (!(fabs(run->pending_value[i] - m->v[var]) <= nothing * size))
            return true;
    }
    for (int i = 0; i < run->model->ndiscrete; i++) {
        int var = run->model->discrete[i];
        if (!run->is_number[var] || !has_changed(m, i) || var == *beside)
            continue;
        if (*beside >= 0)
            return true;
        *beside = var;
    }
    return false;
}

/* Of a speed, the state that it moves; -1: it is none. */
static int place_of_speed(const KModel *model, int var)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->der[i] == var)
            return model->state[i];
    return -1;
}

/* Rebounds of one speed, and those that are faster than what came. */
static void note_turn(KRun *run, int var, double to)
{
    static const double more = 1 + 1e-6;
    bool turns = run->moved_from * to < 0;
    if (!(run->moved_at > -INFINITY) || var != run->last_moved)
        run->turned = run->gained = 0;
    run->turned += turns;
    run->gained += turns && fabs(to) > more * fabs(run->moved_from);
}

/* A value that is none is not set: what it comes from is told with the values as they are. */
static bool reinit_fails(KInst *m)
{
    const KRun *run = m->run;
    for (int i = 0; i < run->npending; i++)
        if (!isfinite(run->pending_value[i])) {
            KFailure *f = failure_set(m, FAIL_FINITE);
            f->col[f->ncols] = run->pending_var[i];
            f->value[f->ncols++] = run->pending_value[i];
            return true;
        }
    return false;
}

/* At the end of a pass, before pre is stored for the next one (8.3.6). */
static bool apply_reinit(KInst *m)
{
    KRun *run = m->run;
    if (run->npending && !run->moved_anything)
        run->moved_anything = reinit_moves(m, &run->moved_beside);
    bool any = run->npending > 0;
    if (any) {
        int place = place_of_speed(run->model, run->pending_var[0]);
        run->moved_from = m->v[run->pending_var[0]];
        run->moved_where = place < 0 ? NAN : m->v[place];
    }
    for (int i = 0; i < run->npending; i++) {
        sets_take(m, run->pending_var[i], run->pending_value[i]);
        if (run->gap)
            bridge_reinit(run->gap, run->pending_var[i], run->pending_value[i]);
        m->v[run->pending_var[i]] = run->pending_value[i];
    }
    if (any) {
        note_turn(run, run->pending_var[0], run->pending_value[0]);
        run->last_moved = run->pending_var[0];
        run->moved_to = run->pending_value[0];
        run->moved_at = m->time;
    }
    run->nmoved = run->npending;
    run->npending = 0;
    return any;
}

/* sample() is true in the first pass only (3.7.5). */
static bool clear_ticks(KInst *m)
{
    size_t n = (size_t)m->run->model->nsamples;
    bool any = n && memchr(m->tick, 1, n);
    if (any)
        memset(m->tick, 0, n);
    return any;
}

/* The states that the last pass has moved. */
static void add_moved(Text *t, const KRun *run)
{
    for (int i = 0; i < run->nmoved && i < FAIL_NAMED; i++) {
        text_add(t, i ? ", " : "");
        text_variable(t, run->model, run->pending_var[i]);
        text_add(t, ", which reinit sets to %g", run->pending_value[i]);
    }
}

/* The other values in the equation that gives a variable. */
static void add_inside(Text *t, const KInst *m, int var)
{
    const KTexts *texts = k_texts(m->run->model);
    const KEquation *e = texts ? k_equation(texts, texts->defining, var) : NULL;
    int shown = 0;
    for (int i = 0; e && i < e->nvars && shown < FAIL_NAMED; i++)
        if (e->var[i] != var) {
            text_add(t, shown++ ? ", " : " where ");
            text_variable(t, m->run->model, e->var[i]);
            text_add(t, " = %g", m->v[e->var[i]]);
        }
}

/* A variable and what gives it; the condition of a `when` is called as it is written and needs its
 * place only. */
static void add_changing(Text *t, const KModel *model, int var)
{
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->defining, var) : NULL;
    text_variable(t, model, var);
    if (e && !strcmp(e->text, texts->name[var]))
        text_place(t, e->place);
    else
        text_defining(t, model, var, " by ");
}

static int report_endless(KInst *m)
{
    const KModel *model = m->run->model;
    char names[800] = "";
    Text text = {names, sizeof names};
    int named = 0;
    add_moved(&text, m->run);
    for (int i = 0; i < model->ndiscrete && named < FAIL_NAMED; i++) {
        if (!has_changed(m, i))
            continue;
        text_add(&text, named++ ? ", " : m->run->nmoved ? "; with it changes: " : "");
        add_changing(&text, model, model->discrete[i]);
        if (!m->run->nmoved)
            add_inside(&text, m, model->discrete[i]);
    }
    if (m->run->nmoved)
        failure_format(m,
                       "the event does not come to rest; still changing: %s\n  each new value "
                       "makes a condition true that leads to the next one at the same time: choose "
                       "new values for which no other `when` becomes true",
                       names);
    else
        failure_format(
            m,
            "the event does not come to rest; still changing: %s\n  each new value makes "
            "another one at the same time: a `when`, whose equations hold at one instant "
            "only, or a condition that does not depend on `pre` of the variable ends it; of a "
            "hysteresis "
            "the limits may be exchanged, and what leads to and fro may be true at once",
            names);
    return 1;
}

/* Inputs that the caller has set for this event have their new values from its first pass on. */
static void apply_late(KInst *m)
{
    KRun *run = m->run;
    for (int i = 0; i < run->nlate; i++)
        m->v[run->late_var[i]] = run->late_value[i];
    run->nlate = 0;
}

/* One pass of the event code. May a mixed block leave its solution to the next one? */
static int event_pass(KInst *m, bool may_postpone)
{
    KRun *run = m->run;
    event_store_pre(m);
    apply_late(m);
    run->postponed = false;
    const unsigned char *doubtful = run->doubtful;
    if (run->gap && bridge_inside(run->gap))
        run->doubtful = run->gap->doubtful;
    int result = code_call(m, run->code.event, may_postpone ? K_LIVE | K_MAY_POSTPONE : K_LIVE);
    run->doubtful = doubtful;
    idle_note(m);
    if (result)
        run->npending = 0;
    return result;
}

/* Whether a discrete variable of the user's has no finite value. */
static bool any_valueless(const KInst *m)
{
    double zero = 0; /* stays 0 only if all are finite */
    for (int i = 0; i < m->run->model->ndiscrete; i++)
        if (m->run->is_number[m->run->model->discrete[i]])
            zero += m->v[m->run->model->discrete[i]] * 0.0;
    return zero != 0;
}

/* v and pre as they are where a value without number arises, for the message: later passes have
 * only the value itself. NULL: none arose, or memory is short. */
static double *note_valueless(const KInst *m, double *noted)
{
    size_t n = (size_t)m->run->model->nv;
    if (noted || !any_valueless(m) || !(noted = malloc(2 * n * sizeof *noted)))
        return noted;
    memcpy(noted, m->v, n * sizeof *noted);
    memcpy(noted + n, m->pre, n * sizeof *noted);
    return noted;
}

static int report_valueless(KInst *m, const double *noted)
{
    const KModel *model = m->run->model;
    size_t n = (size_t)model->nv;
    memcpy(m->v, noted, n * sizeof *noted);
    memcpy(m->pre, noted + n, n * sizeof *noted);
    KFailure *f = failure_set(m, FAIL_FINITE);
    for (int i = 0; i < model->ndiscrete && f->ncols < FAIL_NAMED; i++)
        if (!isfinite(m->v[model->discrete[i]])) {
            f->value[f->ncols] = m->v[model->discrete[i]];
            f->col[f->ncols++] = model->discrete[i];
        }
    return 1;
}

/* A pass with its relations as they were before it, where passes do not come to an end: those that
 * have changed and are as good as zero keep from here on what they are. */
static int loosening_pass(KInst *m, bool may_postpone)
{
    KRun *run = m->run;
    size_t n = (size_t)run->model->nrel;
    unsigned char *before = malloc(n + 1);
    if (before)
        memcpy(before, m->rel, n);
    int result = event_pass(m, may_postpone);
    if (before && !result && !code_relations(m, K_TRIAL))
        for (size_t i = 0; i < n; i++)
            if (m->rel[i] != before[i] && fabs(m->g[i]) <= MODE_NEARLY * run->relation_size[i])
                run->loose[i] = fmax(run->loose[i], 2 * fabs(m->g[i]));
    failure_clear(m);
    free(before);
    return result;
}

/* Whether a discrete variable changes that has not since `seen`, by number of discrete variable,
 * was zeroed. */
static bool any_new(const KInst *m, unsigned char *seen)
{
    bool any = false;
    for (int i = 0; i < m->run->model->ndiscrete && seen; i++)
        if (!seen[i] && has_changed(m, i))
            seen[i] = any = true;
    return any;
}

/* Passes until nothing changes. A chain of relays may be as long as it likes: what counts are
 * passes in which nothing changes for the first time. */
static int iterate(KInst *m, double **noted, unsigned char **seen)
{
    bool same = false; /* a block has no solution, and the next pass would be as this one */
    if (reinit_fails(m))
        return 1;
    apply_reinit(m); /* of the initial problem */
    for (int pass = 0; pass < EVENT_PASSES; pass++) {
        bool may_postpone = !same && pass < EVENT_PASSES - 1;
        bool endless = pass >= EVENT_PASSES / 2 && m->run->loose && m->run->code.cross;
        int result = endless ? loosening_pass(m, may_postpone) : event_pass(m, may_postpone);
        if (result)
            return result;
        *noted = note_valueless(m, *noted);
        bool changed = any_changed(m);
        if (reinit_fails(m))
            return 1;
        changed = apply_reinit(m) || changed;
        changed = clear_ticks(m) || changed;
        if (!changed && !m->run->postponed)
            return 0;
        same = !changed;
        if (pass < EVENT_PASSES / 2 - 1)
            continue;
        if (!*seen)
            *seen = calloc((size_t)m->run->model->ndiscrete + 1, 1);
        if (any_new(m, *seen))
            pass = EVENT_PASSES / 2 - 2;
    }
    return report_endless(m);
}

/* An Integer that has grown beyond the whole numbers that are exact. */
static int check_integers(KInst *m)
{
    static const double exact = 9007199254740992; /* 2^53 */
    const KModel *model = m->run->model;
    for (int i = 0; i < model->ndiscrete; i++) {
        int var = model->discrete[i];
        if (m->run->is_number[var] != 2 || fabs(m->v[var]) <= exact)
            continue;
        char text[600];
        Text t = {text, sizeof text};
        text_variable(&t, model, var);
        text_add(&t, fabs(m->v[var]) < 1e20 ? " = %.0f" : " = %.17g", m->v[var]);
        text_defining(&t, model, var, ", by ");
        failure_format(
            m, "an Integer is too large, whole numbers are exact up to 2^53 = 9007199254740992: %s",
            text);
        return 1;
    }
    return 0;
}

int event_iterate(KInst *m)
{
    double *noted = NULL;
    unsigned char *seen = NULL;
    int result = iterate(m, &noted, &seen);
    if (!result && noted && any_valueless(m))
        result = report_valueless(m, noted);
    free(noted);
    free(seen);
    return result ? result : check_integers(m);
}

/* ---- sample ---- */

static int samples(KInst *m)
{
    return m->run->code.samples(m, m->run->sample_start, m->run->sample_interval);
}

static double instant(const KRun *run, int i)
{
    return run->sample_start[i] + (double)run->sample_k[i] * run->sample_interval[i];
}

/* ", as sample(0, Ts) (file:line)". */
static const char *written_sample(const KInst *m, int i, char *text, size_t size)
{
    const KTexts *texts = k_texts(m->run->model);
    const KEquation *e = texts ? k_equation(texts, texts->sample, i) : NULL;
    Text t = {text, size};
    if (e) {
        text_add(&t, " in %s", e->text);
        text_place(&t, e->place);
        for (int k = 0; k < e->nvars && k < FAIL_NAMED; k++) {
            text_add(&t, k ? ", " : "\n  with ");
            text_variable(&t, m->run->model, e->var[k]);
            text_add(&t, " = %g", m->v[e->var[k]]);
        }
        for (int k = 0; k < e->nvars && k < FAIL_NAMED; k++)
            text_source(&t, m, e->var[k]);
    }
    return text;
}

int samples_start(KInst *m, double t, double close)
{
    KRun *run = m->run;
    int n = run->model->nsamples;
    if (n == 0)
        return 0;
    char text[1000] = "";
    int result = code_call(m, samples, K_POINT);
    for (int i = 0; i < n && !result; i++) {
        double start = run->sample_start[i], interval = run->sample_interval[i];
        if (!(interval > 0) || !isfinite(start) || !isfinite(interval)) {
            failure_format(m, "the interval of a sample or clock must be positive%s; it is %g%s",
                           interval > 0 ? ", and its start finite"
                           : interval == 0 && start > 0
                               ? ", the second argument of sample(start, interval)"
                               : "",
                           interval, written_sample(m, i, text, sizeof text));
            return 1;
        }
        double k = ceil((t - close - start) / interval);
        if (interval <= close || !(k < 1 / DBL_EPSILON)) {
            failure_format(m, "sample(%g, %g): the interval is too small for the digits of time%s",
                           start, interval, written_sample(m, i, text, sizeof text));
            return 1;
        }
        run->sample_k[i] = k > 0 ? (int64_t)k : 0;
        while (run->sample_k[i] > 0 && instant(run, i) - interval >= t - close)
            run->sample_k[i]--;
        while (instant(run, i) < t - close)
            run->sample_k[i]++;
    }
    return result;
}

double samples_next(const KInst *m)
{
    double next = INFINITY;
    for (int i = 0; i < m->run->model->nsamples; i++)
        next = fmin(next, instant(m->run, i));
    return next;
}

void samples_fire(KInst *m, double t, double close)
{
    for (int i = 0; i < m->run->model->nsamples; i++)
        while (instant(m->run, i) <= t + close) {
            m->tick[i] = 1;
            m->run->sample_k[i]++;
        }
}
