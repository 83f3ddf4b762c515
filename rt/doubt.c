/* doubt.c - runs that go well with a course that its author can hardly have meant: nothing in the
 * model changes at all; a state has left its start value in a vanishing part of the run, or is
 * carried to its rest so slowly that the run is a vanishing part of that; a condition on states
 * never changes, because each of its values drives the states away from where it would.
 *
 * A condition of two points holds itself if the states move it on while it is true, and back while
 * it is not: that is tried by evaluating with both values. Each of the others is a comparison of
 * numbers that the run has left. Linear in the values, and some evaluations for each slow state and
 * each condition. */
#include "rt/doubt.h"
#include "rt/analyse.h"
#include "rt/beyond.h"
#include "rt/idle.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ASKED = 30 }; /* not in models so large that the questions take time */

static const double at_once = 1e-6;  /* of the run: what leaves its start value in it */
static const double lost = 0.5;      /* of a start value */
static const double too_slow = 1e-4; /* of a time constant: a run shows nothing of it */
static const double visible = 1e-3;  /* of the size of a state */
static const double little = 1e-3;   /* a change by which slopes are found, relative */

static double size_of(const KModel *model, int var, double x)
{
    return fmax(fmax(1, fabs(x)), fabs(k_nominal(model, var)));
}

/* A state whose derivative is one, too: it moves as that does. */
static bool is_place(const KModel *model, int state)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->state[i] == model->der[state])
            return true;
    return false;
}

/* ---- Nothing changes ---- */

static bool differs(double x, double y)
{
    static const double rounding = 1e-6; /* where nothing is known of the size */
    return fabs(x - y) > fmax(visible * (fabs(x) + fabs(y)), rounding);
}

/* The first variable of the user's that was not the same in the middle and at the end, and what it
 * was in the middle; NULL: there is none. (Not all are known from the beginning.) */
static const KVariable *find_changed(const KGrowth *g, const KInst *m, double *value)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        if (v->type != K_REAL || v->is_protected || v->index >= g->nv ||
            !differs(g->within[v->index], m->v[v->index]))
            continue;
        *value = g->within[v->index];
        *value = v->negated ? -*value : *value;
        return v;
    }
    return NULL;
}

/* Whether any variable that has a name changes. */
static bool changes_at_all(const KGrowth *g, const KInst *m)
{
    const KModel *model = m->run->model;
    for (int k = 0; k < model->nvariables; k++) {
        int i = model->variable[k].index;
        if (model->variable[k].type != K_STRING && i < g->nv &&
            (m->v[i] != m->run->initial[i] || g->within[i] != m->run->initial[i]))
            return true;
    }
    return false;
}

/* Whether initial equations have found a state or a parameter: rest may be what they ask for. */
static bool is_start_found(const KInst *m)
{
    const KModel *model = m->run->model;
    for (int k = 0; k < model->nvariables; k++)
        if (model->variable[k].sought)
            return true;
    for (int i = 0; i < model->nstates; i++)
        if (m->run->initial[model->state[i]] != m->start[model->state[i]])
            return true;
    return false;
}

static bool tell_rest(const KGrowth *g, const KInst *m)
{
    enum { NAMED = 3 };
    const KModel *model = m->run->model;
    char text[400] = "";
    Text t = {text, sizeof text};
    double value = 0;
    for (int i = 0; i < g->n; i++)
        if (growth_distance(g, i) > 0)
            return false;
    for (int i = 0; i < model->nstates && i < NAMED; i++) {
        text_add(&t, i ? ", " : "");
        text_variable(&t, model, model->state[i]);
        text_add(&t, " = %g", m->v[model->state[i]]);
    }
    const char *others = model->nstates > NAMED ? " and all other states" : "",
               *s = model->nstates == 1 ? "s" : "";
    const KVariable *changed = g->has_within ? find_changed(g, m, &value) : NULL;
    if (changed)
        run_message(m, K_MSG_INFO,
                    "no state moves in the whole run: %s%s stay%s as at the start, although %s "
                    "changes (it was %g in the middle of the run): is what holds "
                    "them, as a friction, a brake or a stop, stronger than meant, or does that act "
                    "on something else?",
                    text, others, s, changed->name, value);
    else if (g->has_within && !changes_at_all(g, m) && !is_start_found(m))
        run_message(m, K_MSG_INFO,
                    "nothing changes in the whole run: %s%s stay%s as at the start, for there all "
                    "that acts balances; is a "
                    "start value or a source missing, or a sign, an axis or a connection wrong "
                    "that would make it move?",
                    text, others, s);
    return true;
}

/* ---- Events that change nothing ---- */

/* A variable of the user's that events may change; has_moved: one has. */
static int find_unmoved(const KGrowth *g, const KInst *m, bool *has_moved)
{
    const KModel *model = m->run->model;
    unsigned char *shown = calloc((size_t)model->nv + 1, 1);
    int found = -1;
    for (int k = 0; k < model->nvariables && shown; k++)
        if (model->variable[k].type != K_STRING)
            shown[model->variable[k].index] = 1;
    for (int i = 0; i < model->ndiscrete && shown; i++) {
        if (!shown[model->discrete[i]])
            continue;
        found = found < 0 ? model->discrete[i] : found;
        *has_moved |= growth_distance(g, model->nstates + i) > 0;
    }
    free(shown);
    return found;
}

static bool is_boolean(const KModel *model, int var)
{
    for (int k = 0; k < model->nvariables; k++)
        if (model->variable[k].index == var)
            return model->variable[k].type == K_BOOLEAN;
    return false;
}

/* The condition of a `when` became true, and no variable has ever changed by an event. */
static void tell_no_effect(const KGrowth *g, const KInst *m)
{
    const KModel *model = m->run->model;
    bool has_moved = m->run->moved_at >= m->run->begin;
    int var = model->rel_when && !has_moved ? find_unmoved(g, m, &has_moved) : -1;
    for (int i = 0; i < model->nrel && var >= 0 && !has_moved; i++) {
        if ((model->rel_when[i] & K_WHEN_KIND) != K_WHEN_CONDITION ||
            model->rel_when[i] & (K_WHEN_PART | K_WHEN_ENDS) || !idle_became_true(m, i))
            continue;
        char text[600], name[200];
        Text t = {text, sizeof text}, n = {name, sizeof name};
        text_relation(&t, model, i);
        text_variable(&n, model, var);
        if (is_boolean(model, var))
            text_add(&n, " = %s", m->v[var] != 0 ? "true" : "false");
        else
            text_add(&n, " = %g", m->v[var]);
        run_message(m, K_MSG_INFO,
                    "%s became true, but its `when` gave what was there before: %s has never "
                    "changed; is what it gives "
                    "exchanged with that of another condition?",
                    text, name);
        return;
    }
}

/* ---- Too fast ---- */

/* How long a state would take at its first speed for the way it had gone at the second row. */
static double first_stay(const KGrowth *g, const KInst *m, int state)
{
    double rate = m->run->initial[m->run->model->der[state]],
           way = fabs(g->second[state] - g->first[state]);
    return rate != 0 ? way / fabs(rate) : INFINITY;
}

/* Whether it had lost its start value by then, and has never come back. */
static bool is_lost(const KGrowth *g, const KInst *m, int state)
{
    double first = g->first[state], second = g->second[state],
           end = m->v[m->run->model->state[state]];
    return first != 0 && fabs(second - first) > lost * fabs(first) &&
           fabs(end - first) > lost * fabs(first);
}

static bool tell_fast(const KGrowth *g, KInst *m)
{
    const KModel *model = m->run->model;
    int found = -1;
    for (int i = 0; i < model->nstates && g->rows > 1; i++)
        if (is_lost(g, m, i) && first_stay(g, m, i) < at_once * k_span(m) &&
            (found < 0 || first_stay(g, m, i) < first_stay(g, m, found)))
            found = i;
    if (found < 0)
        return false;
    char text[FAIL_TEXT_SIZE] = "";
    Text t = {text, sizeof text};
    double stay = first_stay(g, m, found), now = m->time,
           *kept = malloc((size_t)model->nv * sizeof *kept);
    if (kept) { /* the equations, with the values that counted */
        memcpy(kept, m->v, (size_t)model->nv * sizeof *kept);
        memcpy(m->v, m->run->initial, (size_t)model->nv * sizeof *kept);
        m->time = m->run->begin;
        text_source(&t, m, model->der[found]);
        memcpy(m->v, kept, (size_t)model->nv * sizeof *kept);
        m->time = now;
        free(kept);
    }
    run_message(m, K_MSG_WARNING,
                "%s leaves its start value %g within %.2g, which is %.1g of the run, and is %g "
                "soon: is a parameter in what "
                "moves it in another unit, as kJ for J, or its exponent wrong?%s",
                k_state_name(m, found), g->first[found], stay, stay / k_span(m), g->second[found],
                text);
    return true;
}

/* ---- Too slow ---- */

/* d der(x)/dx of one state by itself. */
static double own_slope(KInst *m, int state)
{
    const KModel *model = m->run->model;
    int x = model->state[state], der = model->der[state];
    double at = m->v[x], rate = m->v[der], step = little * size_of(model, x, at);
    m->v[x] = at + step;
    double slope = code_rhs(m, K_TRIAL) ? 0 : (m->v[der] - rate) / step;
    failure_clear(m);
    m->v[x] = at;
    if (code_rhs(m, K_TRIAL))
        failure_clear(m);
    return slope;
}

static bool tell_slow_state(const KGrowth *g, KInst *m, int state)
{
    const KModel *model = m->run->model;
    int x = model->state[state], der = model->der[state];
    double rate = m->v[der], slope = own_slope(m, state), way = slope < 0 ? -rate / slope : 0;
    if (!(fabs(way) > visible * fabs(m->v[x])) || !(-slope * k_span(m) < too_slow))
        return false;
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    int var = growth_hold_back(&t, m, state, 0);
    if (var < 0)
        return false;
    text_source(&t, m, var);
    run_message(m, K_MSG_INFO,
                "%s has moved from %g to %g only, on the way to %g or so: its time constant is "
                "%.2g, %.2g times the run, by "
                "%s\n  is that meant, or is the exponent or the unit wrong?",
                k_state_name(m, state), g->first[state], m->v[x], m->v[x] + way, -1 / slope,
                -1 / (slope * k_span(m)), text);
    return true;
}

static bool tell_slow(const KGrowth *g, KInst *m)
{
    const KModel *model = m->run->model;
    for (int i = 0, asked = 0; i < model->nstates && asked < MOST_ASKED; i++) {
        double way = fabs(m->v[model->state[i]] - g->first[i]), rate = m->v[model->der[i]];
        if (way == 0 || rate == 0 || way > visible * size_of(model, model->state[i], g->first[i]) ||
            is_place(model, i))
            continue;
        asked++;
        if (tell_slow_state(g, m, i))
            return true;
    }
    return false;
}

/* ---- Conditions that hold themselves ---- */

typedef struct Sides {
    KInst *m;
    double *at; /* [nv] where the run ends */
    double *here, *there,
        *other;   /* [nstates] derivatives as it is, with the other value of a relation, and work */
    bool through; /* what changes at events follows it, too */
    bool is_condition; /* of a `when`, which would act */
} Sides;

/* What is tried is no point of the run, of which something would be told. */
static bool evaluate(KInst *m, bool through)
{
    KMessage *message = m->run->message;
    m->run->message = NULL;
    bool good = !(through ? code_call(m, m->run->code.event, K_POINT) : code_rhs(m, K_POINT));
    m->run->message = message;
    m->run->npending = 0;
    failure_clear(m);
    return good;
}

static void put_back(Sides *s)
{
    memcpy(s->m->v, s->at, (size_t)s->m->run->model->nv * sizeof *s->at);
}

/* The derivatives with the other value of a relation; false: they are the same, or it has an effect
 * on itself. */
static bool take_other(Sides *s, int relation, bool through)
{
    KInst *m = s->m;
    const KModel *model = m->run->model;
    double g = m->g[relation];
    bool ends = m->run->terminate, differs = false, remembered = !through;
    m->rel[relation] = !m->rel[relation];
    bool good = evaluate(m, through);
    for (int i = 0; i < model->nstates && good; i++) {
        s->there[i] = m->v[model->der[i]];
        differs |= fabs(s->there[i] - s->here[i]) > little * (fabs(s->there[i]) + fabs(s->here[i]));
    }
    for (int i = 0; i < model->ndiscrete && through;
         i++) /* (by an event only what remembers it follows) */
        remembered |= m->v[model->discrete[i]] != s->at[model->discrete[i]];
    good = good && differs && remembered && !code_call(m, m->run->code.cross, K_TRIAL) &&
           m->g[relation] == g;
    failure_clear(m);
    m->rel[relation] = !m->rel[relation];
    m->run->terminate = ends;
    put_back(s);
    return good;
}

/* The zero function of a relation a little later by these derivatives. */
static double later(Sides *s, int relation, const double *der)
{
    KInst *m = s->m;
    for (int i = 0; i < m->run->model->nstates; i++)
        m->v[m->run->model->state[i]] += little * k_span(m) * der[i];
    bool good = !code_rhs(m, K_TRIAL) && !code_call(m, m->run->code.cross, K_TRIAL);
    failure_clear(m);
    put_back(s);
    return good ? m->g[relation] : NAN;
}

/* How far derivatives with the two values of a relation are apart, where the states have gone on
 * for dt with the other one. */
static double apart(Sides *s, int relation, double dt)
{
    KInst *m = s->m;
    const KModel *model = m->run->model;
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < model->nstates; i++)
            m->v[model->state[i]] += dt * s->there[i];
        m->rel[relation] = side ? !m->rel[relation] : m->rel[relation];
        bool good = evaluate(m, s->through);
        for (int i = 0; i < model->nstates && good; i++)
            sum = fmax(sum, fabs(side ? m->v[model->der[i]] - s->other[i] : 0));
        for (int i = 0; i < model->nstates && !side; i++)
            s->other[i] = good ? m->v[model->der[i]] : NAN;
        m->rel[relation] = side ? !m->rel[relation] : m->rel[relation];
        put_back(s);
    }
    return sum;
}

/* Whether another relation stands at the same place: of a chain of limits it takes the other part.
 */
static bool has_neighbour(const KModel *model, int relation)
{
    const KTexts *texts = k_texts(model);
    for (int i = 0; texts && i < model->nrel; i++)
        if (i != relation && !strcmp(k_equation(texts, texts->relation, i)->place,
                                     k_equation(texts, texts->relation, relation)->place))
            return true;
    return false;
}

/* Whether it stays away from its limit as it is, and with its other value would stay on the other
 * side. (The branches of a limiter meet where it begins to act: half way there they are less far
 * apart.) */
static bool holds_itself(Sides *s, int relation)
{
    static const double same = 0.75;
    double g = s->m->g[relation];
    bool found = take_other(s, relation, s->through = false) ||
                 (!s->is_condition && take_other(s, relation, s->through = true));
    if (!found || g == 0)
        return false;
    double as_is = (later(s, relation, s->here) - g) / g,
           other = (later(s, relation, s->there) - g) / g;
    if (!(as_is >= 0 && other < -little) ||
        (!s->through && has_neighbour(s->m->run->model, relation)))
        return false;
    double half = -0.5 / other * little * k_span(s->m);
    return apart(s, relation, half) > same * apart(s, relation, 0);
}

static bool tell_side(Sides *s, int relation)
{
    const KInst *m = s->m;
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->relation, relation) : NULL;
    bool now = m->rel[relation];
    char text[900];
    Text t = {text, sizeof text};
    int n = 0;
    if (!e)
        return false;
    text_relation(&t, model, relation);
    text_add(&t, " is %s in the whole run, and keeps itself so", now ? "true" : "false");
    for (int i = 0; i < model->nstates && n < 2; i++) {
        if (s->here[i] == s->there[i])
            continue;
        text_add(&t, n++ ? ", " : ": while it is true ");
        text_variable(&t, model, model->der[i]);
        text_add(&t, " = %g, while it is false %g", now ? s->here[i] : s->there[i],
                 now ? s->there[i] : s->here[i]);
    }
    text_add(&t, ", which leads away from its limit");
    for (int i = 0; i < e->nvars && i < FAIL_NAMED; i++) {
        text_add(&t, i ? ", " : " (");
        text_variable(&t, model, e->var[i]);
        text_add(&t, " = %g", m->v[e->var[i]]);
    }
    run_message(m, K_MSG_INFO,
                "%s at the end); what switches to hold something at a limit acts the other way: is "
                "a `not` missing, or are "
                "the two outputs exchanged?",
                text);
    return true;
}

/* ---- Conditions without effect ---- */

/* The variable in whose equation a relation stands as it is written; -1: it is in none, or hidden
 * in others. */
static int variable_with(const KInst *m, const KEquation *e)
{
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    for (int y = 0; y < model->nv; y++) {
        const KEquation *by =
            m->run->is_number[y] == 1 ? k_equation(texts, texts->defining, y) : NULL;
        const char *branch = by ? strstr(by->text, "if ") : NULL;
        if (branch && strstr(branch, e->text))
            return y;
    }
    return -1;
}

/* Whether nothing is another with the other truth of a relation. */
static bool has_no_effect(Sides *s, int relation)
{
    KInst *m = s->m;
    m->rel[relation] = !m->rel[relation];
    bool same = evaluate(m, false);
    for (int i = 0; i < m->run->model->nv && same; i++)
        same = m->v[i] == s->at[i];
    m->rel[relation] = !m->rel[relation];
    put_back(s);
    return same;
}

/* Whether a variable was the same at the beginning, in the middle and at the end. */
static bool is_always(const KGrowth *g, const KInst *m, int y)
{
    return y < g->nv && g->has_within && m->v[y] == m->run->initial[y] && m->v[y] == g->within[y];
}

/* A relation that has become what it is, once and far behind its limit now, and both branches of
 * its `if` give the same, as they always did. (Of several conditions at one place another one may
 * have its effect.) */
static bool tell_without_effect(const KGrowth *g, Sides *s, int relation)
{
    static const double far = 1e-2;
    KInst *m = s->m;
    const KModel *model = m->run->model;
    if (idle_never_changed(m, relation) || !idle_changed_once(m, relation) ||
        !has_no_effect(s, relation))
        return false;
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->relation, relation) : NULL;
    double size = 0;
    for (int k = 0; e && k < e->nvars; k++)
        size = fmax(size, fabs(m->v[e->var[k]]));
    if (!e || !(fabs(m->g[relation]) > far * fmax(size, 1)) || has_neighbour(model, relation))
        return false;
    int y = variable_with(m, e);
    if (y < 0 || !is_always(g, m, y))
        return false;
    char text[900], name[160];
    Text t = {text, sizeof text}, n = {name, sizeof name};
    text_relation(&t, model, relation);
    text_variable(&n, model, y);
    run_message(m, K_MSG_INFO,
                "%s became %s and stays so, but that changes nothing: %s = %g either way; is a "
                "sign, or one of the two branches, "
                "wrong?",
                text, m->rel[relation] ? "true" : "false", name, m->v[y]);
    return true;
}

static void tell_held_condition(const KGrowth *g, KInst *m)
{
    enum { MOST_RELATIONS = 10 };
    const KModel *model = m->run->model;
    double *room = malloc(((size_t)model->nv + 3 * (size_t)model->nstates) * sizeof *room + 1);
    Sides s = {.m = m,
               .at = room,
               .here = room ? room + model->nv : NULL,
               .there = room ? room + model->nv + model->nstates : NULL,
               .other = room ? room + model->nv + 2 * model->nstates : NULL};
    bool good = room && evaluate(m, false) && !code_call(m, m->run->code.cross, K_TRIAL);
    failure_clear(m);
    for (int i = 0; i < model->nstates && good; i++)
        s.here[i] = m->v[model->der[i]];
    if (good)
        memcpy(s.at, m->v, (size_t)model->nv * sizeof *s.at);
    for (int i = 0, asked = 0; i < model->nrel && good && asked < MOST_RELATIONS; i++) {
        if (!idle_never_changed(m, i) || (model->rel_time && model->rel_time[i]))
            continue;
        asked++;
        s.is_condition = model->rel_when && model->rel_when[i];
        if (holds_itself(&s, i) && tell_side(&s, i))
            break;
    }
    for (int i = 0; i < model->nrel && good && i < MOST_ASKED; i++)
        if (!(model->rel_time && model->rel_time[i]) && tell_without_effect(g, &s, i))
            break;
    free(room);
}

/* ---- Another solution than was asked for ---- */

/* Whether the initial problem is not linear in a variable. */
static bool is_sought(const KModel *model, int var)
{
    for (int k = 0; k < model->nblocks; k++) {
        const KBlock *b = &model->block[k];
        for (int i = 0; i < b->n && !b->linear && !b->of_run; i++)
            if (b->var[i] == var)
                return true;
    }
    return false;
}

void doubt_tell_start(KInst *m)
{
    static const double nothing = 1e-8, something = 1e-3; /* of a start value */
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nvariables && model->nv <= GROWTH_VALUES; i++) {
        const KVariable *v = &model->variable[i];
        double guess = v->start == K_START_GUESS || v->start == K_START_CONDITION
                           ? m->start[v->index]
                           : 0,
               x = m->v[v->index];
        bool none = v->kind == K_STATE && fabs(x) <= nothing * fabs(guess),
             other = x * guess < 0 && fabs(x) > something * fabs(guess);
        if (guess == 0 || !(none || other) || v->is_alias || v->is_protected ||
            strchr(v->name, '.') || !is_sought(model, v->index))
            continue;
        char text[900] = "";
        Text t = {text, sizeof text};
        text_defining(&t, model, v->index, "\n  by ");
        text_source(&t, m, v->index);
        run_message(m, K_MSG_INFO,
                    "at the start %s = %g, though its start value is %g: the initial equations "
                    "have %s with the values there "
                    "are; is a sign or a parameter wrong, or is another solution meant, which a "
                    "start value nearer to it finds?%s",
                    v->name, none ? 0 : x, guess,
                    none ? "the solution in which it vanishes" : "a solution of the other sign",
                    text);
        return;
    }
}

void doubt_tell(const KGrowth *g, KInst *m, bool still)
{
    const KModel *model = m->run->model;
    if (!model->nstates || model->nv > GROWTH_VALUES || !(k_span(m) > 0) ||
        (!still && tell_rest(g, m)))
        return;
    if (!model->nsets && !tell_fast(g, m) && !still)
        (void)tell_slow(g, m);
    beyond_tell(g, m);
    if (model->nrel)
        tell_no_effect(g, m);
    if (model->nrel && !model->nsets)
        tell_held_condition(g, m);
}
