/* init.c - initialization: from start values to all variables at the start time.
 *
 * The initial equations are evaluated with live relations until modes and discrete variables
 * stay. If the model uses homotopy, the simplified problem (lambda = 0) is solved first and lambda
 * led to 1 in steps that adapt to success; if that fails, the actual problem is solved directly.
 * Start values that follow from parameters which it determines are known only then: if they are
 * others than those it was solved from, it is solved again.
 * Then comes the initial event, with the samples that are due at the start. */
#include "rt/event_policy.h"
#include "rt/follow.h"
#include "rt/inputs.h"
#include "rt/sets.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Copies of what an attempt changes. */
typedef struct Saved {
    double *v, *pre;      /* [nv] at the last lambda that was solved */
    unsigned char *rel;   /* [nrel] */
    double *discrete;     /* [ndiscrete] before a pass */
    double *start;        /* [nv] start values before they are moved */
    int objects;          /* how many external objects parameters are */
    unsigned char *modes; /* [nrel] before a pass */
    KKept *kept;          /* [nkept] before a pass */
    KSets sets;
} Saved;

static bool saved_new(Saved *s, KInst *m)
{
    const KModel *model = m->run->model;
    size_t nv = (size_t)model->nv, nrel = (size_t)model->nrel;
    *s = (Saved){
        .v = malloc((3 * nv + (size_t)model->ndiscrete + 1) * sizeof(double)),
        .rel = malloc(2 * nrel + 1),
        .kept = malloc(((size_t)model->nkept + 1) * sizeof(KKept)),
        .objects = objects_count(m->run),
    };
    if (!s->v || !s->rel || !s->kept || !sets_open(&s->sets, m))
        return false;
    s->pre = s->v + nv;
    s->start = s->pre + nv;
    s->discrete = s->start + nv;
    s->modes = s->rel + nrel;
    return true;
}

static void saved_free(Saved *s)
{
    free(s->v);
    free(s->rel);
    free(s->kept);
    sets_close(&s->sets);
}

static void guess_from_start(KInst *m, Saved *s)
{
    const KRun *run = m->run;
    for (int i = 0; i < run->model->nv; i++) {
        if (!run->is_parameter[i] && !run->set[i])
            m->v[i] = m->start[i];
        m->pre[i] = m->v[i];
    }
    memset(m->rel, 0, (size_t)run->model->nrel);
    for (int i = 0; i < run->model->nkept; i++)
        run->kept[i].kind = KEPT_UNUSED;
    sets_begin(&s->sets, true);
}

static void remember_modes(const KInst *m, Saved *s)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->ndiscrete; i++)
        s->discrete[i] = m->v[model->discrete[i]];
    memcpy(s->modes, m->rel, (size_t)model->nrel);
    memcpy(s->kept, m->run->kept, (size_t)model->nkept * sizeof *s->kept);
}

static bool modes_changed(const KInst *m, const Saved *s)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->ndiscrete; i++)
        if (m->v[model->discrete[i]] != s->discrete[i])
            return true;
    for (int i = 0; i < model->nkept; i++)
        if (m->run->kept[i].q != s->kept[i].q)
            return true;
    return memcmp(s->modes, m->rel, (size_t)model->nrel) != 0;
}

/* What has no value cannot come to rest; false: all have one. */
static bool report_valueless(KInst *m)
{
    const KModel *model = m->run->model;
    int var[FAIL_NAMED], n = 0;
    bool any = false;
    for (int i = 0; i < model->ndiscrete && n < FAIL_NAMED; i++)
        if (isnan(m->v[model->discrete[i]]))
            var[n++] = model->discrete[i];
    for (int i = 0; i < model->nkept; i++)
        any |= m->run->kept[i].kind != KEPT_UNUSED && isnan(m->run->kept[i].q);
    if (!n && !any)
        return false;
    KFailure *f = failure_set(m, FAIL_FINITE);
    for (int i = 0; i < n; i++) {
        f->value[f->ncols] = m->v[var[i]];
        f->col[f->ncols++] = var[i];
    }
    return true;
}

static int report_unsettled(KInst *m, const Saved *s)
{
    const KModel *model = m->run->model;
    char words[800] = "";
    Text t = {words, sizeof words};
    int n = 0;
    if (report_valueless(m))
        return 1;
    for (int i = 0; i < model->ndiscrete && n < FAIL_NAMED; i++)
        if (m->v[model->discrete[i]] != s->discrete[i]) {
            text_add(&t, n++ ? ", " : "");
            text_variable(&t, model, model->discrete[i]);
            text_defining(&t, model, model->discrete[i], " by ");
        }
    for (int i = 0; i < model->nrel && n < FAIL_NAMED; i++)
        if (m->rel[i] != s->modes[i]) {
            text_add(&t, n++ ? ", " : "");
            text_relation(&t, model, i);
        }
    failure_format(
        m,
        "the conditions of the initial equations contradict each other: %s\n  what holds at "
        "the start where one is true makes it false, and the other way round",
        words);
    return 1;
}

/* The initial problem for the present lambda. */
static int solve_in(KInst *m, Saved *s, KMode mode)
{
    for (int pass = 0; pass < INITIAL_PASSES; pass++) {
        remember_modes(m, s);
        objects_end(m, s->objects); /* each pass makes those of equations anew */
        m->run->npending = 0;
        m->run->terminate = false;
        int result = code_call(m, m->run->code.init, mode);
        if (result || !modes_changed(m, s))
            return result;
    }
    return report_unsettled(m, s);
}

static int solve_initial(KInst *m, Saved *s)
{
    return solve_in(m, s, K_LIVE | K_TRIAL);
}

static void keep_solution(const KInst *m, Saved *s)
{
    size_t size = (size_t)m->run->model->nv * sizeof(double);
    memcpy(s->v, m->v, size);
    memcpy(s->pre, m->pre, size);
    memcpy(s->rel, m->rel, (size_t)m->run->model->nrel);
}

static void back_to_solution(KInst *m, const Saved *s)
{
    size_t size = (size_t)m->run->model->nv * sizeof(double);
    memcpy(m->v, s->v, size);
    memcpy(m->pre, s->pre, size);
    memcpy(m->rel, s->rel, (size_t)m->run->model->nrel);
}

static int solve_by_homotopy(KInst *m, Saved *s)
{
    guess_from_start(m, s);
    m->lambda = 0;
    int result = solve_initial(m, s);
    double at = 0, step = homotopy_first;
    while (!result && at < 1) {
        keep_solution(m, s);
        m->lambda = at + step > 1 - 1e-9 ? 1 : at + step;
        result = solve_in(m, s, K_LIVE | K_TRIAL | K_KEEP_BRANCH);
        if (!result) {
            at = m->lambda;
            step *= 2;
        } else if (result > 0 && step > homotopy_least) {
            back_to_solution(m, s);
            step /= 4;
            result = 0;
        }
    }
    m->lambda = 1;
    return result;
}

/* The initial problem, its conditions chosen at the position that it has given. */
static int solve_chosen(KInst *m, Saved *s)
{
    int result = solve_initial(m, s);
    for (int i = 0; i < INITIAL_CHOICES && result >= 0 && sets_begin(&s->sets, false); i++) {
        failure_clear(m);
        result = solve_initial(m, s);
    }
    return result;
}

/* Positions are those nearest to the start values: as far as there are solutions on the way. What
 * says something about the motion is decided anew there. */
static int solve_projected(KInst *m, Saved *s)
{
    int result = 0;
    keep_solution(m, s);
    for (int i = 0; i < INITIAL_PROJECTIONS && !result && sets_project(&s->sets); i++)
        if (!(result = solve_initial(m, s)))
            keep_solution(m, s);
    for (int i = 0; i < INITIAL_CHOICES && !result && sets_begin(&s->sets, false); i++)
        if (!(result = solve_initial(m, s)))
            keep_solution(m, s);
    if (result > 0) {
        failure_clear(m);
        back_to_solution(m, s);
    }
    return result < 0 ? result : 0;
}

/* What start values have become. */
static void keep_initial(KInst *m)
{
    memcpy(m->run->initial, m->v, (size_t)m->run->model->nv * sizeof(double));
}

static bool fixed_met(KInst *m, const Saved *s)
{
    keep_initial(m);
    return sets_met(&s->sets);
}

/* Whether the constraints of positions depend on each other at the solution, though not all of
 * these are given: elsewhere they may not. */
static bool is_singular_by_chance(KInst *m, Saved *s)
{
    const KModel *model = m->run->model;
    bool found = false;
    for (int i = 0; i < model->nsets && !found; i++)
        found = model->set[i].nstates && !sets_given(&s->sets, i) &&
                sets_pivot(&s->sets, i) < FOUND_FLAT;
    sets_forget(&s->sets);
    failure_clear(m);
    return found;
}

/* From start values, with those that are not given moved the n-th time; `nearest`: from positions
 * near to that which fit the constraints. */
static int solve_moved(KInst *m, Saved *s, int n, bool nearest, bool keep_given)
{
    follow_disturb(m, s->start, n);
    guess_from_start(m, s);
    sets_disturb(&s->sets, n);
    sets_begin(&s->sets, true);
    double given = keep_given ? n % 2 * NEAREST_GIVEN : n % 2 ? 1 : NEAREST_GIVEN;
    if (nearest && nearest_positions(m, given))
        sets_begin(&s->sets, false);
    int result = solve_chosen(m, s);
    return !result && (!fixed_met(m, s) || is_singular_by_chance(m, s)) ? 1 : result;
}

/* It failed from the start values: from others, where none are given; later, or if `keep_given` not
 * at all, also where only guesses are. */
static int solve_disturbed(KInst *m, Saved *s, bool keep_given)
{
    KFailure first = m->run->failure;
    size_t size = (size_t)m->run->model->nv * sizeof(double);
    int result = 1;
    memcpy(s->start, m->start, size);
    for (int i = 0; i < INITIAL_MOVED && result > 0; i++)
        result = solve_moved(m, s, i, false, keep_given);
    for (int i = 0; i < (keep_given ? INITIAL_MOVED : INITIAL_GUESSES) && result > 0; i++)
        result = solve_moved(m, s, i, true, keep_given);
    if (result) {
        m->run->failure = first;
        memcpy(m->start, s->start, size);
    }
    return result;
}

/* Whether all positions are given, and fit, where the constraints depend on each other: then the
 * speeds leave the motion open, or contradict it, and that is the failure. */
static bool starts_singular(KInst *m, Saved *s)
{
    KFailure failure = m->run->failure;
    guess_from_start(m, s);
    bool found = nearest_met(m) && sets_singular(&s->sets, LOST_IN_NOISE) &&
                 sets_given(&s->sets, s->sets.found);
    if (!found)
        m->run->failure = failure;
    return found;
}

/* Fixed start values that are not met may be so because the others are not where they could be; so
 * may be positions at which the constraints depend on each other. */
static int solve_without_homotopy(KInst *m, Saved *s)
{
    guess_from_start(m, s);
    failure_clear(m);
    int result = solve_chosen(m, s);
    if ((!m->run->model->nsets && (!m->run->model->nbegin || !result)) || result < 0 ||
        (!result && fixed_met(m, s) && !is_singular_by_chance(m, s)))
        return result;
    if (result && starts_singular(m, s))
        return result;
    int other = solve_disturbed(m, s, !result);
    if (other <= 0 || result)
        return other;
    guess_from_start(m, s);
    return solve_chosen(m, s);
}

static int solve_all(KInst *m, Saved *s)
{
    int result = m->run->model->uses_homotopy ? solve_by_homotopy(m, s) : 1;
    return result > 0 ? solve_without_homotopy(m, s) : result;
}

/* Once more from start values that are known only now, if there are some; `result` is that of the
 * first time, which holds where nothing is found from there. */
static int solve_restarted(KInst *m, Saved *s, int result)
{
    size_t size = (size_t)m->run->model->nv * sizeof(double);
    double *before = result < 0 ? NULL : malloc(size + 1);
    if (!before)
        return result;
    KFailure first = m->run->failure;
    if (inst_restart(m, before)) {
        int again = solve_all(m, s);
        if (again > 0)
            memcpy(m->start, before, size);
        if (again > 0 && !result)
            again = solve_all(m, s);
        result = again;
    }
    if (result > 0)
        m->run->failure = first;
    free(before);
    return result;
}

/* ---- Start values of what follows from states ---- */

static int try_initial(void *arg)
{
    Saved *s = arg;
    return solve_initial(s->sets.m, s);
}

static void try_keep(void *arg)
{
    keep_solution(((Saved *)arg)->sets.m, arg);
}

static void try_back(void *arg)
{
    failure_clear(((Saved *)arg)->sets.m);
    back_to_solution(((Saved *)arg)->sets.m, arg);
}

/* Positions or, `rates`, speeds. */
static int solve_followed(KInst *m, Saved *s, bool rates)
{
    const KTrial trial = {s, try_initial, try_keep, try_back};
    if (!m->run->model->nbegin)
        return 0;
    keep_solution(m, s);
    return follow_starts(m, &trial, rates);
}

/* Begins where start values say, as far as the equations allow. */
static int solve_nearest(KInst *m, Saved *s)
{
    int result = solve_followed(m, s, false);
    if (!result)
        result = solve_projected(m, s);
    return result ? result : solve_followed(m, s, true);
}

/* Whether it failed because all positions are fixed, and a place that meets the constraints is
 * elsewhere: then these values are the failure. */
static bool contradicts(KInst *m, Saved *s)
{
    KFailure failure = m->run->failure;
    if (!m->run->model->nsets)
        return false;
    keep_solution(m, s); /* messages name values at which it failed */
    guess_from_start(m, s);
    if (nearest_released(m)) {
        keep_initial(m);
        if (!sets_check(&s->sets))
            return true;
    }
    m->run->failure = failure;
    back_to_solution(m, s);
    return false;
}

static int solve_from_start(KInst *m)
{
    Saved s;
    int result = -1;
    if (!saved_new(&s, m)) {
        failure_say(m, k_no_memory, k_no_memory);
    } else {
        result = solve_restarted(m, &s, solve_all(m, &s));
        if (result > 0 && !contradicts(m, &s))
            sets_singular(&s.sets, LOST_IN_NOISE); /* says it better */
        if (!result)
            result = solve_nearest(m, &s);
        keep_initial(m);
        if (!result && !sets_check(&s.sets))
            result = -1;
    }
    saved_free(&s);
    return result;
}

/* At the start delay(x, T) is x, also where an algorithm computes x from it: by iteration. In
 * equations it is x itself (dae/initial.c), and one evaluation is enough. */
static int start_delays(KInst *m)
{
    enum { MOST = 200 };
    int result = delay_record(m, false);
    bool settled = !m->run->model->ndelays;
    for (int k = 0; k < MOST && !settled && !result; k++) {
        if (!(result = code_rhs(m, K_POINT)))
            result = code_out(m, K_POINT);
        settled = !result && delay_settle(m);
    }
    if (result || settled)
        return result;
    failure_format(m, "an algorithm depends on a delay of what it computes, and finds no values "
                      "for the start, where delay(x, T) is x");
    return -1;
}

/* The equations cannot be solved at the position that was found: because the constraints of states
 * depend on each other there, if they do. */
static void explain_singular(KInst *m)
{
    KSets sets;
    KFailure failure = m->run->failure;
    if (failure.kind != FAIL_NEWTON && failure.kind != FAIL_SINGULAR)
        return;
    if (!sets_open(&sets, m) || !sets_singular(&sets, LOST_IN_NOISE))
        m->run->failure = failure;
    sets_close(&sets);
}

int init_solve(KInst *m, double t)
{
    KRun *run = m->run;
    m->time = t;
    m->lambda = 1;
    m->terminal = 0;
    run->terminate = run->started = false;
    run->nwarned = 0;
    block_reset(m);
    delay_reset(m);
    failure_clear(m);
    m->initial = 1;
    inputs_start(m, t);
    if (run->model->nsamples)
        memset(m->tick, 0, (size_t)run->model->nsamples);
    int result = solve_from_start(m);
    m->initial = 0;
    if (!result)
        failure_clear(m);
    return result;
}

int init_event(KInst *m, double t, double close)
{
    int result = samples_start(m, t, close);
    if (result)
        return result;
    samples_fire(m, t, close);
    if ((result = event_iterate(m)) || (result = code_rhs(m, K_POINT)) ||
        (result = code_out(m, K_POINT))) {
        explain_singular(m);
        return result;
    }
    result = start_delays(m);
    m->run->started = !result;
    return result;
}

int init_finish(KInst *m, double t, double close)
{
    block_warn_initial(m);
    return init_event(m, t, close);
}

/* k_initialize without messages: nonzero with the failure recorded. */
static int init_run(KInst *m, double t, double close)
{
    int result = init_solve(m, t);
    return result ? result : init_finish(m, t, close);
}

int k_initialize(KInst *m, double t)
{
    int result = init_run(m, t, event_close(t, 1));
    if (result) {
        char text[FAIL_TEXT_SIZE];
        run_message(m, K_MSG_ERROR, "initialization failed at time %g: %s", t,
                    failure_text(m, text, sizeof text));
    }
    return result ? -1 : 0;
}
