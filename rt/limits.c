/* limits.c - loops that amplify what they are to correct, as by exchanged inputs of a difference:
 * without a limit they run away, which growth.c tells; with one the controller only stays at it,
 * and nothing comes near its set point.
 *
 * A limit is a relation with whose other truth one variable would no longer be what limits it but
 * what is compared with that. With this truth the model is asked for modes that grow where the run
 * ends, and for the values whose sign lets them (unstable.c). A limit that was left again, as that
 * of an oscillator, is no sign of that. What min or max limits followed the states at the
 * beginning, and follows none at the end: there the modes at the beginning are asked for. Linear in
 * the values for each relation and each state, and what a mode costs for each limit. */
#include "rt/limits.h"
#include "rt/analyse.h"
#include "rt/idle.h"
#include "rt/texts.h"
#include "rt/unstable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_RELATIONS = 30,
    MOST_LIMITS = 5,
    MOST_CLIPPED = 10,
    MOST_VALUES = 5000
}; /* not in models so large that the question takes time */

typedef struct Limit {
    KInst *m;
    const KGrowth *g;
    double *at; /* [nv] where the run ends */
    int asked;  /* limits found */
    int relation, limited,
        wanted; /* the variable at its limit, and that which would be its value */
} Limit;

static bool evaluate(KInst *m)
{
    bool good = !code_rhs(m, K_TRIAL);
    failure_clear(m);
    return good;
}

/* Whether a variable would be what the relation compares, and is what it is compared with, if that
 * is one. */
static bool is_limited(Limit *l, const KEquation *e, int y)
{
    const KInst *m = l->m;
    for (int k = 0; k < e->nvars && k < 2; k++) {
        int u = e->var[k], other = e->nvars == 2 ? e->var[1 - k] : -1;
        if (u == y || m->v[y] != l->at[u] || m->run->is_parameter[u] ||
            (other >= 0 && fabs(l->at[y]) != fabs(l->at[other])))
            continue;
        l->limited = y;
        l->wanted = u;
        return true;
    }
    return false;
}

/* Finds what the relation limits, with its other truth at the values there are: rather what its own
 * equation gives than what follows from that. */
static bool is_limit(Limit *l)
{
    const KInst *m = l->m;
    const KModel *model = m->run->model;
    if (!memcmp(m->v, l->at, (size_t)model->nv * sizeof *m->v))
        return false;
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->relation, l->relation) : NULL;
    bool found = false, own = false;
    for (int y = 0; e && y < model->nv && !own; y++) {
        const KEquation *by = m->v[y] != l->at[y] && m->run->is_number[y] == 1
                                  ? k_equation(texts, texts->defining, y)
                                  : NULL;
        bool same = by && !strcmp(by->place, e->place);
        if (!by || (found && !same) || !is_limited(l, e, y))
            continue;
        found = true;
        own = same;
    }
    return found;
}

static void tell(const Limit *l, int state, const char *why)
{
    KInst *m = l->m;
    const KModel *model = m->run->model;
    char text[FAIL_TEXT_SIZE] = "", limited[160], wanted[160];
    Text t = {text, sizeof text}, y = {limited, sizeof limited}, u = {wanted, sizeof wanted};
    text_variable(&y, model, l->limited);
    text_variable(&u, model, l->wanted);
    text_defining(&t, model, l->limited, "\n  by ");
    text_source(&t, m, l->wanted);
    run_message(m, K_MSG_WARNING,
                "at time %g %s = %g is at its limit, with %s = %g beyond it, and the loop it is in "
                "amplifies what it is to "
                "correct: without the limit %s would run away, with it it only stays away from "
                "where it is to rest%s%s",
                m->time, limited, l->at[l->limited], wanted, l->at[l->wanted],
                k_state_name(m, state), text, why);
}

/* It is at its limit in the middle of the run as well, by far: what is asked for is out of reach.
 */
static bool tell_always(const Limit *l)
{
    static const double far = 10;
    const KInst *m = l->m;
    const KModel *model = m->run->model;
    const double *within = l->g->has_within ? l->g->within : l->at;
    double limit = fabs(l->at[l->limited]);
    char text[FAIL_TEXT_SIZE] = "", limited[160], wanted[160];
    Text t = {text, sizeof text}, y = {limited, sizeof limited}, u = {wanted, sizeof wanted};
    bool never = limit == 0 && k_began(m, l->limited) == 0 &&
                 fabs(l->at[l->wanted]) >= fabs(within[l->wanted]) && l->g->has_within;
    if ((limit == 0 && !never) || l->limited >= l->g->nv || l->wanted >= l->g->nv ||
        within[l->limited] != l->at[l->limited] ||
        (!never && !(fmin(fabs(l->at[l->wanted]), fabs(within[l->wanted])) > far * limit)))
        return false;
    text_variable(&y, model, l->limited);
    text_variable(&u, model, l->wanted);
    text_defining(&t, model, l->limited, "\n  by ");
    text_source(&t, m, l->wanted);
    if (never)
        run_message(m, K_MSG_INFO,
                    "%s = 0 is at its limit in the whole run, for %s is beyond it and goes on, %g "
                    "at the end: what it is to control "
                    "never needs it, or is a set point in another unit than what it is compared "
                    "with, or a sign wrong?%s",
                    limited, wanted, l->at[l->wanted], text);
    else
        run_message(m, K_MSG_INFO,
                    "%s = %g is at its limit in most of the run, for %s is many times that, %g at "
                    "the end: is a set point in another "
                    "unit, as percent, a gain or the limit wrong?%s",
                    limited, l->at[l->limited], wanted, l->at[l->wanted], text);
    return true;
}

/* With the other truth of a relation. */
static bool tell_limit(Limit *l)
{
    KInst *m = l->m;
    const KModel *model = m->run->model;
    char why[FAIL_TEXT_SIZE] = "";
    int found = -1;
    m->rel[l->relation] = !m->rel[l->relation];
    bool is = evaluate(m) && is_limit(l);
    if (is && ++l->asked <= MOST_LIMITS && unstable_rate(m) * k_span(m) > 1)
        for (int i = 0; i < model->nstates && found < 0; i++)
            found = text_repelled(&(Text){why, sizeof why}, m, i, REPELLED_WHOLE | REPELLED_SIGNS)
                        ? i
                        : -1;
    m->rel[l->relation] = !m->rel[l->relation];
    memcpy(m->v, l->at, (size_t)model->nv * sizeof *l->at);
    (void)evaluate(m);
    if (found >= 0)
        tell(l, found, why);
    return found >= 0 || (is && tell_always(l));
}

static void tell_relations(Limit *l)
{
    const KInst *m = l->m;
    const KModel *model = m->run->model;
    for (int i = 0, asked = 0; i < model->nrel && asked < MOST_RELATIONS; i++) {
        if (!m->rel[i] || (model->rel_time && model->rel_time[i]) || !idle_changed_once(m, i))
            continue;
        asked++;
        l->relation = i;
        if (tell_limit(l))
            return;
    }
}

/* ---- min and max, which are no relations ---- */

typedef struct Clipped {
    int n, var[MOST_CLIPPED];
    bool follows[MOST_CLIPPED]; /* a state, where it was tried */
} Clipped;

/* What is given by min or max. */
static void find_clipped(const KInst *m, Clipped *c)
{
    const KTexts *texts = k_texts(m->run->model);
    for (int y = 0; texts && y < m->run->model->nv && c->n < MOST_CLIPPED; y++) {
        const KEquation *e =
            m->run->is_number[y] == 1 ? k_equation(texts, texts->defining, y) : NULL;
        if (e && (strstr(e->text, "min(") || strstr(e->text, "max(")))
            c->var[c->n++] = y;
    }
}

static void try_states(KInst *m, Clipped *c)
{
    static const double little = 1e-6;
    const KModel *model = m->run->model;
    double before[MOST_CLIPPED];
    memset(c->follows, 0, sizeof c->follows);
    if (!evaluate(m))
        return;
    for (int k = 0; k < c->n; k++)
        before[k] = m->v[c->var[k]];
    for (int i = 0; i < model->nstates; i++) {
        double *x = &m->v[model->state[i]], at = *x;
        *x = at + little * fmax(fabs(at), k_nominal(model, model->state[i]));
        bool good = evaluate(m);
        for (int k = 0; k < c->n && good; k++)
            c->follows[k] = c->follows[k] || m->v[c->var[k]] != before[k];
        *x = at;
    }
    (void)evaluate(m);
}

/* Whether a state, or what it moves, is as far from its beginning as it ever was. */
static bool is_farthest(const KGrowth *g, const KInst *m, int state)
{
    static const double nearly = 0.99;
    const KModel *model = m->run->model;
    bool found = false;
    for (int i = 0; i < model->nstates; i++)
        if (i == state || model->der[i] == model->state[state])
            found = found ||
                    fabs(m->v[model->state[i]] - g->first[i]) >= nearly * growth_distance(g, i);
    return found && growth_distance(g, state) > 0;
}

static bool tell_clipped_by(const Limit *l, int y)
{
    KInst *m = l->m;
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nstates; i++) {
        char why[FAIL_TEXT_SIZE] = "", text[FAIL_TEXT_SIZE] = "", limited[160];
        Text t = {text, sizeof text}, name = {limited, sizeof limited};
        if (!is_farthest(l->g, m, i) ||
            !text_repelled(&(Text){why, sizeof why}, m, i, REPELLED_BEGIN | REPELLED_SIGNS))
            continue;
        text_variable(&name, model, y);
        text_defining(&t, model, y, "\n  by ");
        run_message(m, K_MSG_WARNING,
                    "at time %g %s = %g is at its limit, and the loop it is in amplifies what it "
                    "is to correct: without the limit "
                    "%s would run away, with it it only stays away from where it is to rest%s%s",
                    m->time, limited, m->v[y], k_state_name(m, i), text, why);
        return true;
    }
    return false;
}

/* One that followed the states at the beginning, and where the run ends follows none. */
static void tell_clipped(const Limit *l)
{
    KInst *m = l->m;
    Clipped now = {0};
    bool any = false;
    for (int i = 0; i < m->run->model->nstates; i++)
        any = any || is_farthest(l->g, m, i);
    if (!any || !(unstable_rate_at_begin(m) * k_span(m) >
                  1)) /* before texts are asked for, which takes time */
        return;
    find_clipped(m, &now);
    Clipped first = now;
    unsigned char *rel = now.n ? malloc((size_t)m->run->model->nrel + 1) : NULL;
    if (!rel)
        return;
    double time = m->time;
    memcpy(rel, m->rel, (size_t)m->run->model->nrel);
    try_states(m, &now);
    memcpy(m->v, m->run->initial, (size_t)m->run->model->nv * sizeof *m->v);
    idle_put_begin(m);
    m->time = m->run->begin;
    try_states(m, &first);
    memcpy(m->v, l->at, (size_t)m->run->model->nv * sizeof *m->v);
    memcpy(m->rel, rel, (size_t)m->run->model->nrel);
    m->time = time;
    free(rel);
    bool told = !evaluate(m);
    for (int k = 0; k < now.n && !told; k++)
        told = first.follows[k] && !now.follows[k] && tell_clipped_by(l, now.var[k]);
}

void limits_tell(const KGrowth *g, KInst *m)
{
    const KModel *model = m->run->model;
    if (!model->nstates || model->nstates > UNSTABLE_STATES || model->nv > MOST_VALUES ||
        model->nsets || !(k_span(m) > 0) || !evaluate(m))
        return;
    Limit l = {.m = m, .g = g, .at = malloc((size_t)model->nv * sizeof *l.at)};
    if (!l.at)
        return;
    memcpy(l.at, m->v, (size_t)model->nv * sizeof *l.at);
    tell_relations(&l);
    tell_clipped(&l);
    free(l.at);
}
