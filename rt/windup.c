/* windup.c - integral parts of controllers that grow on where a run ends, behind a limit that hides
 * them: nothing failed, but what is controlled will not come back before they have.
 *
 * Such a state acts on no derivative, not even if it goes on far beyond where it is, because a
 * value in between stays at a limit; it would act on its own derivative through other states, which
 * is a loop; and its derivative is the difference of these and a set point. (The way of a body that
 * nothing touches has no set point, the speed of one that is pushed as strongly as can be moves on
 * itself, and contacts let go at 0.) One evaluation a state. */
#include "rt/windup.h"
#include "rt/texts.h"
#include "rt/unstable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATES = 200,
    MOST_VALUES = 5000
}; /* not in models so large that the question takes time */

static const double beyond = 1.5; /* times the limit, what is limited */

typedef struct Windup {
    KInst *m;
    const KModel *model;
    const KTexts *texts;
    double *at, *moved; /* [nv] the values where the run ends, and with the integral farther on */
    unsigned char *met; /* [nv] */
} Windup;

static bool is_rate_a_state(const Windup *w, int state)
{
    for (int i = 0; i < w->model->nstates; i++)
        if (w->model->state[i] == w->model->der[state])
            return true;
    return false;
}

/* Moves values and evaluates, with relations as they are; what comes out is in `moved`. */
static bool evaluate(Windup *w)
{
    bool good = !code_rhs(w->m, K_TRIAL);
    failure_clear(w->m);
    memcpy(w->moved, w->m->v, (size_t)w->model->nv * sizeof *w->moved);
    memcpy(w->m->v, w->at, (size_t)w->model->nv * sizeof *w->at);
    return good;
}

/* Whether no derivative changes if the state goes on as far as it has come, away from its
 * beginning. */
static bool is_hidden(Windup *w, int state)
{
    int x = w->model->state[state];
    double way = w->at[x] - k_began(w->m, x), rate = w->at[w->model->der[state]];
    if (!(way * rate > 0) || is_rate_a_state(w, state))
        return false;
    w->m->v[x] += way;
    if (!evaluate(w))
        return false;
    for (int i = 0; i < w->model->nstates; i++)
        if (w->moved[w->model->der[i]] != w->at[w->model->der[i]])
            return false;
    return true;
}

/* Whether a variable moves the derivative of a state through other states, and not by itself. */
static bool closes_loop(Windup *w, int var, int state)
{
    int der = w->model->der[state];
    memset(w->met, 0, (size_t)w->model->nv);
    w->met[var] = 1;
    if (!k_follow(w->texts, w->model, w->met, false) || w->met[der])
        return false;
    return k_follow(w->texts, w->model, w->met, true) && w->met[der];
}

/* Whether a variable follows, by more than rounding. */
static bool follows(const Windup *w, int u)
{
    static const double visible = 1e-6;
    return fabs(w->moved[u] - w->at[u]) > visible * fabs(w->at[u]);
}

/* What alone in an equation follows the state, without which the others could make up for it; -1:
 * there is none. */
static int only_follower(const Windup *w, const KEquation *e)
{
    int found = -1;
    for (int i = 0; e && i < e->nvars; i++) {
        if (!follows(w, e->var[i]) || e->var[i] == found)
            continue;
        if (found >= 0)
            return -1;
        found = e->var[i];
    }
    return found;
}

/* What stays although something in its equation follows the state, far beyond it: a limit acts; -1:
 * there is none. */
static int limited_by(Windup *w, int state, int *limited)
{
    for (int y = 0; y < w->model->nv; y++) {
        const KEquation *e = w->at[y] == w->moved[y] && w->at[y] != 0
                                 ? k_equation(w->texts, w->texts->defining, y)
                                 : NULL;
        int u = only_follower(w, e);
        if (u >= 0 && w->at[u] / w->at[y] > beyond && closes_loop(w, y, state)) {
            *limited = u;
            return y;
        }
    }
    return -1;
}

/* What events make of a state acts after the next one. */
static bool is_sampled(Windup *w, int x)
{
    memset(w->met, 0, (size_t)w->model->nv);
    w->met[x] = 1;
    if (!k_follow(w->texts, w->model, w->met, false))
        return true;
    for (int i = 0; i < w->model->ndiscrete; i++)
        if (w->met[w->model->discrete[i]] && w->m->run->is_number[w->model->discrete[i]] == 1)
            return true;
    return false;
}

static bool tell(Windup *w, int state)
{
    int x = w->model->state[state], u = -1;
    if (!is_hidden(w, state) || is_sampled(w, x))
        return false;
    int y = limited_by(w, state, &u);
    if (y < 0 || !has_set_point(w->m, state))
        return false;
    char grows[160], stays[160], text[1200] = "";
    Text t = {text, sizeof text}, first = {grows, sizeof grows}, second = {stays, sizeof stays};
    text_variable(&first, w->model, x);
    text_variable(&second, w->model, y);
    text_defining(&t, w->model, y, "\n  by ");
    text_add(&t, " where ");
    text_variable(&t, w->model, u);
    text_add(&t, " = %g", w->at[u]);
    text_defining(&t, w->model, w->model->der[state], "\n  it grows by ");
    text_add(&t, "\n  hold it while the limit acts, or lead the difference of %s and ", stays);
    text_variable(&t, w->model, u);
    text_add(&t,
             " back to it (anti-windup); or is the set point out of reach, the limit too small?");
    run_message(w->m, K_MSG_WARNING,
                "at time %g %s is %g and goes on without effect, for %s stays at %g: the integral "
                "winds up, and must first "
                "come back before anything changes%s",
                w->m->time, grows, w->at[x], stays, w->at[y], text);
    return true;
}

void windup_tell(KInst *m)
{
    const KModel *model = m->run->model;
    size_t n = (size_t)model->nv;
    if (!model->nstates || model->nstates > MOST_STATES || model->nv > MOST_VALUES || model->nsets)
        return;
    double *room = malloc(2 * n * sizeof *room + n);
    Windup w = {.m = m,
                .model = model,
                .at = room,
                .moved = room ? room + n : NULL,
                .met = room ? (unsigned char *)(room + 2 * n) : NULL};
    if (!room || code_rhs(m, K_TRIAL)) {
        failure_clear(m);
        free(room);
        return;
    }
    memcpy(w.at, m->v, n * sizeof *room);
    for (int i = 0; i < model->nstates; i++) {
        if (!is_hidden(&w, i))
            continue;
        w.texts = w.texts ? w.texts : k_texts(model);
        if (!w.texts || tell(&w, i))
            break;
    }
    (void)code_rhs(m, K_TRIAL);
    free(room);
}
