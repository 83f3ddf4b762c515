/* idle.c - `when` clauses of the user whose condition was never true in a run, or always: a note,
 * since a limit in another unit, or a wrong direction, fails in silence. What relations were is
 * collected at events, which is where they change. */
#include "rt/idle.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAS_TRUE = 1,
    WAS_FALSE = 2,
    BOTH = 3,
    BECAME_TRUE = 4,
    BECAME_FALSE = 8,
    BEGAN_TRUE = 16,
    TOGETHER = 32
}; /* KRun.met */

/* Whether all relations of a ring are true. */
static bool all_true(const KInst *m, int relation)
{
    const int *next = m->run->model->rel_next;
    bool all = m->rel[relation];
    for (int i = next[relation]; i != relation; i = next[i])
        all = all && m->rel[i];
    return all;
}

static void note_together(const KInst *m)
{
    const KModel *model = m->run->model;
    for (int i = 0; model->rel_next && i < model->nrel; i++)
        if (model->rel_next[i] >= 0 && m->rel[i] && all_true(m, i))
            m->run->met[i] |= TOGETHER;
}

void idle_begin(KInst *m)
{
    for (int i = 0; i < m->run->model->nrel; i++)
        m->run->met[i] = m->rel[i] ? WAS_TRUE | BEGAN_TRUE : WAS_FALSE;
    note_together(m);
}

void idle_put_begin(KInst *m)
{
    for (int i = 0; i < m->run->model->nrel; i++)
        m->rel[i] = (m->run->met[i] & BEGAN_TRUE) != 0;
}

void idle_note(KInst *m)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nrel; i++) {
        unsigned char met = m->run->met[i];
        met |=
            m->rel[i] ? (met & WAS_FALSE ? BECAME_TRUE : 0) : (met & WAS_TRUE ? BECAME_FALSE : 0);
        m->run->met[i] = met | (m->rel[i] ? WAS_TRUE : WAS_FALSE);
    }
    note_together(m);
}

bool idle_never_changed(const KInst *m, int relation)
{
    return (m->run->met[relation] & BOTH) != BOTH;
}

bool idle_changed_once(const KInst *m, int relation)
{
    int met = m->run->met[relation];
    return m->rel[relation] ? !(met & BECAME_FALSE) : !(met & BECAME_TRUE);
}

bool idle_became_true(const KInst *m, int relation)
{
    return m->run->met[relation] & BECAME_TRUE;
}

/* Whether a relation is about to change where the run ends. */
static bool is_near(const KInst *m, int relation)
{
    static const double near = 1e-3;
    const KTexts *texts = k_texts(m->run->model);
    const KEquation *e = texts ? k_equation(texts, texts->relation, relation) : NULL;
    double size = 0;
    for (int k = 0; e && k < e->nvars; k++)
        size = fmax(size, fabs(m->v[e->var[k]]));
    return fabs(m->g[relation]) <= near * fmax(size, 1);
}

/* An instant so far behind the end of the run that its unit is in doubt. */
static bool tell_late(const KInst *m, int relation)
{
    static const double far = 100, never = 1e6;
    const KModel *model = m->run->model;
    char text[600];
    Text t = {text, sizeof text};
    int var = model->rel_instant[relation];
    if (var < 0 || !(m->v[var] >= far * m->time && m->v[var] <= never * m->time))
        return false;
    text_relation(&t, model, relation);
    text_add(&t, " never changed: ");
    text_variable(&t, model, var);
    text_add(&t, " = %g is %.3g times the end of the run; is it given in another unit, as ms?",
             m->v[var], m->v[var] / m->time);
    run_message(m, K_MSG_INFO, "%s", text);
    return true;
}

/* Whether a variable, which each event makes from its last value, has kept it all the time. */
static const KEquation *stays(const KInst *m, int var)
{
    const KTexts *texts = k_texts(m->run->model);
    const KEquation *e = k_equation(texts, texts->defining, var);
    bool own = false, discrete = false;
    for (int i = 0; e && i < e->nvars; i++)
        own |= e->var[i] == var;
    for (int i = 0; i < m->run->model->ndiscrete; i++)
        discrete |= m->run->model->discrete[i] == var;
    return own && discrete && strstr(e->text, "pre(") && m->v[var] == k_began(m, var) ? e : NULL;
}

/* time >= pre(next), where next = pre(next) + 0: it becomes true once, and no event comes again. */
static bool tell_standing(const KInst *m, int relation)
{
    const KModel *model = m->run->model;
    const KTexts *texts = m->rel[relation] ? k_texts(model) : NULL;
    const KEquation *e = texts ? k_equation(texts, texts->relation, relation) : NULL, *by = NULL;
    int var = -1;
    for (int i = 0; e && i < e->nvars && !by; i++)
        by = stays(m, var = e->var[i]);
    if (!by)
        return false;
    char text[900], which[300];
    Text t = {text, sizeof text}, condition = {which, sizeof which};
    text_relation(&condition, model, relation);
    text_variable(&t, model, var);
    text_add(&t, " = %g never changes", m->v[var]);
    text_defining(&t, model, var, " by ");
    for (int i = 0; i < by->nvars; i++)
        if (m->run->is_parameter[by->var[i]] && m->v[by->var[i]] == 0)
            text_source(&t, m, by->var[i]);
    run_message(m, K_MSG_WARNING, "%s stays true after its first event, and no other one comes: %s",
                which, text);
    return true;
}

/* A parameter that is compared with something many times smaller or larger. */
static void add_scale(const KInst *m, const KEquation *e, Text *t)
{
    static const double far = 10;
    for (int k = 0; k < 2; k++) {
        double limit = fabs(m->v[e->var[k]]), other = fabs(m->v[e->var[1 - k]]);
        if (!m->run->is_parameter[e->var[k]] || m->run->is_parameter[e->var[1 - k]] || limit == 0 ||
            other == 0 || (limit < far * other && other < far * limit))
            continue;
        text_add(t, "; is ");
        text_variable(t, m->run->model, e->var[k]);
        text_add(t, " given in another unit?");
        text_source(t, m, e->var[k]);
    }
}

/* True from the start on: it never became so. */
static bool tell_always(const KInst *m, int relation)
{
    char text[600];
    Text t = {text, sizeof text};
    if ((m->run->met[relation] & BOTH) != WAS_TRUE ||
        m->run->model->rel_when[relation] & (K_WHEN_STARTS | K_WHEN_PART))
        return false;
    text_relation(&t, m->run->model, relation);
    run_message(m, K_MSG_INFO,
                "%s was true from the start on: a `when` acts at the instant at which its "
                "condition becomes true, so "
                "nothing happened in it; when {initial(), ...} acts at the start, too",
                text);
    return true;
}

/* The condition that was to end the run was true where it began, and then false. */
static bool tell_no_end(const KInst *m, int relation)
{
    const KModel *model = m->run->model;
    int kind = model->rel_when[relation];
    char text[600];
    Text t = {text, sizeof text};
    if (!(kind & K_WHEN_ENDS) || kind & (K_WHEN_KIND | K_WHEN_STARTS) ||
        (m->run->met[relation] & BOTH) != BOTH)
        return false;
    text_relation(&t, model, relation);
    run_message(m, K_MSG_INFO,
                "%s was true from the start on and became false: a `when` acts at the instant at "
                "which its condition "
                "becomes true, so its `terminate` did not end the run; is the comparison the wrong "
                "way round?",
                text);
    return true;
}

/* The first of a ring of relations that all were true, but never together. */
static bool tell_never_together(const KInst *m, int relation)
{
    const KModel *model = m->run->model;
    const int *next = model->rel_next;
    char text[900];
    Text t = {text, sizeof text};
    if (next[relation] < 0 || m->run->met[relation] & TOGETHER ||
        !(m->run->met[relation] & WAS_TRUE))
        return false;
    for (int i = next[relation]; i != relation; i = next[i])
        if (i < relation ||
            !(m->run->met[i] & WAS_TRUE)) /* (what was never true is told by itself) */
            return false;
    text_relation(&t, model, relation);
    for (int i = next[relation]; i != relation; i = next[i]) {
        text_add(&t, " and ");
        text_relation(&t, model, i);
    }
    run_message(m, K_MSG_INFO,
                "%s became true, but never at the same time, so nothing happened in their `when`: "
                "is one of them the "
                "wrong way round, or `or` meant?",
                text);
    return true;
}

static bool tell_never(const KInst *m, int relation)
{
    const KModel *model = m->run->model;
    char text[600];
    Text t = {text, sizeof text};
    text_relation(&t, model, relation);
    text_add(&t, " never became true, so nothing happened in its `when`");
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->relation, relation) : NULL;
    for (int k = 0; e && k < e->nvars && k < 2 * FAIL_NAMED; k++) {
        text_add(&t, k ? ", " : "; at the end ");
        text_variable(&t, model, e->var[k]);
        text_add(&t, " = %g", m->v[e->var[k]]);
    }
    if (e && e->nvars == 2)
        add_scale(m, e, &t);
    run_message(m, K_MSG_INFO, "%s", text);
    return true;
}

/* Instants of the user's that all lie in the very beginning of the run, and would lie in it if they
 * were given in minutes, hours or days. */
static void tell_early(const KInst *m)
{
    static const struct {
        double seconds;
        const char *name;
    } unit[] = {{60, "minutes"}, {3600, "hours"}, {86400, "days"}};
    static const double early = 1e-3, late = 0.2;
    const KModel *model = m->run->model;
    double last = 0, first = INFINITY, span = k_span(m);
    int n = 0, relation = -1, var = -1;
    for (int i = 0; i < model->nrel; i++) {
        int kind = model->rel_when[i] & K_WHEN_KIND,
            at = kind == K_WHEN_TIME ? model->rel_instant[i] : -1;
        n += kind == K_WHEN_TIME_PRE || (kind == K_WHEN_TIME && at < 0); /* others */
        if (at < 0 || m->v[at] <= 0)
            continue;
        first = fmin(first, m->v[at]);
        if (m->v[at] > last) {
            last = m->v[at];
            relation = i;
            var = at;
        }
    }
    if (n || var < 0 || !(first < last && last < early * span) || model->nsamples)
        return;
    for (size_t k = 0; k < sizeof unit / sizeof *unit; k++)
        if (last * unit[k].seconds <= span && last * unit[k].seconds >= late * span) {
            char which[500], source[400] = "";
            Text condition = {which, sizeof which}, from = {source, sizeof source};
            text_relation(&condition, model, relation);
            text_source(&from, m, var);
            run_message(
                m, K_MSG_WARNING,
                "%s is the last condition on time, at %g of %g: after that it changes nothing; "
                "are the instants given in %s, where time is in seconds?%s",
                which, last, span, unit[k].name, source);
            return;
        }
}

/* ", where x >= 1": the condition of a `when` that has a variable. */
static void add_condition_of(const KInst *m, int var, Text *t)
{
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    for (int i = 0; texts && model->rel_when && i < model->nrel; i++) {
        const KEquation *e = (model->rel_when[i] & K_WHEN_KIND) == K_WHEN_CONDITION
                                 ? k_equation(texts, texts->relation, i)
                                 : NULL;
        for (int k = 0; e && k < e->nvars; k++)
            if (e->var[k] == var) {
                text_add(t, ", where ");
                text_relation(t, model, i);
                return;
            }
    }
}

/* Whether a variable moves a state, or is in a relation: a counter does not. */
static bool acts(const KInst *m, int var)
{
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    unsigned char *met = texts ? calloc((size_t)model->nv + 1, 1) : NULL;
    if (met)
        met[var] = 1;
    bool found = !met || !k_follow(texts, model, met, false);
    for (int i = 0; i < model->nstates && !found; i++)
        found = met[model->der[i]];
    for (int i = 0; i < model->nrel && !found; i++) {
        const KEquation *e = k_equation(texts, texts->relation, i);
        for (int k = 0; e && k < e->nvars && !found; k++)
            found = met[e->var[k]];
    }
    free(met);
    return found;
}

/* All that reinit ever did was to set variables to what they were, as a stop does that leaves the
 * speed alone. */
static void tell_moved_nothing(const KInst *m)
{
    const KRun *run = m->run;
    const KModel *model = run->model;
    char text[900];
    Text t = {text, sizeof text};
    if (!(run->moved_at >= run->begin) || run->moved_anything ||
        m->v[run->last_moved] == run->moved_to ||
        (run->moved_beside >= 0 && acts(m, run->moved_beside)))
        return; /* (what stays where it was set has nothing that moves it on) */
    text_variable(&t, model, run->last_moved);
    text_add(&t, " to %g, which it was already", run->moved_to);
    add_condition_of(m, run->last_moved, &t);
    text_add(&t,
             ": that changes nothing, it goes on as before and is %g at the end; let reinit change "
             "what moves it "
             "too, as the speed that a stop ends",
             m->v[run->last_moved]);
    text_source(&t, m, run->last_moved);
    run_message(m, K_MSG_WARNING, "at time %g reinit sets %s", run->moved_at, text);
}

/* What reinit sets is in the condition of the `when` that it stands in, and leaves it true: it will
 * not act again. */
static void tell_stays_beyond(const KInst *m)
{
    static const double visible =
        1e-3; /* of a value: what is set to a limit itself is moved by rounding only */
    const KRun *run = m->run;
    const KModel *model = run->model;
    bool moved = run->moved_at >= run->begin &&
                 fabs(run->moved_to - run->moved_from) > visible * fabs(run->moved_from);
    const KTexts *texts = moved && model->rel_when ? k_texts(model) : NULL;
    for (int i = 0; texts && i < model->nrel; i++) {
        const KEquation *e =
            model->rel_when[i] == K_WHEN_CONDITION ? k_equation(texts, texts->relation, i) : NULL;
        bool found = false;
        for (int k = 0; e && k < e->nvars; k++)
            found = found || e->var[k] == run->last_moved;
        if (!found || !m->rel[i] || !(run->met[i] & BECAME_TRUE) || run->met[i] & BECAME_FALSE)
            continue;
        char text[900] = "", which[400];
        Text t = {text, sizeof text}, condition = {which, sizeof which};
        text_relation(&condition, model, i);
        text_variable(&t, model, run->last_moved);
        text_add(&t, " from %g to %g, where %s", run->moved_from, run->moved_to, which);
        run_message(m, K_MSG_WARNING,
                    "at time %g reinit sets %s is still true: a `when` acts at the instant at "
                    "which its condition becomes true, so "
                    "it never acts again; is the new value on the wrong side of the limit?",
                    run->moved_at, text);
        return;
    }
}

/* A speed that reinit has made smaller only, at a limit of what it moves, which went on beyond
 * that: a body that bounces turns round. (A gain of speed is meant so.) */
static void tell_not_turned(const KInst *m)
{
    const KRun *run = m->run;
    const KModel *model = run->model;
    char text[900], limit[400] = "";
    Text t = {text, sizeof text}, condition = {limit, sizeof limit};
    double part = run->moved_to / run->moved_from, way;
    if (!(run->moved_at >= run->begin) || !(part > 0 && part < 1) || isnan(run->moved_where))
        return;
    int place = 0;
    while (place < model->nstates && model->der[place] != run->last_moved)
        place++;
    if (place == model->nstates)
        return;
    place = model->state[place];
    way = m->v[place] - run->moved_where;
    add_condition_of(m, place, &condition);
    if (!*limit || !(way * run->moved_to > 0) ||
        !(fabs(way) > fabs(run->moved_where - k_began(m, place))))
        return;
    text_variable(&t, model, run->last_moved);
    text_add(&t, " from %g to %g%s: it does not turn round, and ", run->moved_from, run->moved_to,
             limit);
    text_variable(&t, model, place);
    text_add(&t,
             " goes on beyond that to %g at the end; if a body is to bounce, the new speed needs "
             "the opposite sign, "
             "as in -e*pre(",
             m->v[place]);
    text_variable(&t, model, run->last_moved);
    text_add(&t, ")");
    run_message(m, K_MSG_WARNING, "at time %g reinit sets the speed %s", run->moved_at, text);
}

/* Where the factor of a rebound is a parameter. */
static void add_factor(const KInst *m, double factor, Text *t)
{
    static const double same = 1e-9;
    const KRun *run = m->run;
    for (int v = 0; v < run->model->nv; v++)
        if (run->is_parameter[v] && run->is_number[v] == 1 &&
            fabs(m->v[v] - factor) <= same * factor) {
            text_source(t, m, v);
            return;
        }
}

/* Every rebound of a speed is faster than what came: nothing that hits gives more back than it has.
 */
static void tell_gained(const KInst *m)
{
    enum { LEAST = 3 };
    const KRun *run = m->run;
    char text[400] = "", speed[160];
    Text t = {text, sizeof text}, v = {speed, sizeof speed};
    double factor = fabs(run->moved_to / run->moved_from);
    if (!(run->moved_at >= run->begin) || run->turned < LEAST || run->gained < run->turned)
        return;
    text_variable(&v, run->model, run->last_moved);
    add_factor(m, factor, &t);
    run_message(m, K_MSG_WARNING,
                "at time %g reinit sets the speed %s from %g to %g, %g times as fast, and gained "
                "at each of its %d rebounds: "
                "a body that bounces keeps less than it has; is the factor, as e in -e*pre(%s), "
                "greater than 1?%s",
                run->moved_at, speed, run->moved_from, run->moved_to, factor, run->turned, speed,
                text);
}

void idle_tell(const KInst *m)
{
    tell_moved_nothing(m);
    tell_not_turned(m);
    tell_stays_beyond(m);
    tell_gained(m);
    if (m->run->model->rel_when)
        tell_early(m);
    enum { MOST = 3 };
    const KModel *model = m->run->model;
    for (int i = 0, n = 0; i < model->nrel && model->rel_when && n < MOST; i++) {
        int kind = model->rel_when[i] & K_WHEN_KIND;
        if (tell_no_end(m, i) || tell_never_together(m, i))
            n++;
        else if (kind == K_WHEN_TIME)
            n += tell_late(m, i);
        else if (kind == K_WHEN_TIME_PRE)
            n += tell_always(m, i) || tell_standing(m, i);
        else if (kind && !(m->run->met[i] & WAS_TRUE) && !is_near(m, i))
            n += tell_never(m, i);
        else if (kind)
            n += tell_always(m, i);
    }
}
