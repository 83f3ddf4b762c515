/* growth.c - states, and Reals that events make from their last values, that grow faster and faster
 * up to the end of a run: a warning, because a sign or a parameter may be wrong although nothing
 * failed.
 *
 * How far each state comes from its beginning in four parts of the time is compared, at the points
 * that are written. A state that an unstable mode drives comes so many times as far in each part as
 * before; an integral, or what begins late, does not. What comes very far is told, what comes less
 * far if the model has an unstable mode where it ends. Linear in the states at each point. */
#include "rt/growth.h"
#include "rt/analyse.h"
#include "rt/integrator.h"
#include "rt/texts.h"
#include "rt/unstable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROWTH_PARTS = 4 };

static const double inside =
    0.618; /* of the run: where what swings is hardly at its beginning again */
static const double part_end[GROWTH_PARTS - 1] = {0.5, 0.7, 0.85};
typedef struct Bounds {
    double times, beyond; /* as far in each part as before; times what is usual, at the end */
} Bounds;

/* der(x) = x over ten time constants, 4.5 times in the last part, is what its author meant. */
static const Bounds sure = {5, 1e3}, with_mode = {5, 10};
/* ... where a state moves itself; a loop through others, which nothing else drives, is meant less
 * often. */
static const Bounds in_loop = {4, 1e3};
/* Nobody means an oscillation that grows on: less of it is told. One that begins small and comes to
 * its limits before the end of the run grows no more in the last part. */
static const Bounds swinging = {2, 5};
/* Ever faster than what falls: 1.96, 1.47 and 1.38 times as far, where an exponential of 2.4 time
 * constants comes 1.5. */
static const Bounds slowly = {1.5, 0};
/* Farther in each part than before, steadily 1.4, 1.21 and 1.18 times; somewhat less where what
 * drives it is used up. */
static const Bounds on_and_on = {1.1, 0};
/* The faster the farther, as a force that grows with the square of what it drives: near its end it
 * is fast against the run. */
static const Bounds runaway = {1.8, 3};
static const double runaway_times = 10;
static const Bounds swinging_slowly = {1.25, 0};
/* Of what is sampled alone no limit of steps is known; a ramp of an amplitude comes 1.4, 1.21
 * and 1.18 times as far. */
static const Bounds swaying = {1.6, 0.5};
static const double other_side =
    0.2; /* that it comes to the other side of its beginning, as a part of its size */
static const double most_times = 5; /* that e is in the growth of a mode over the run, at least */

bool growth_open(KGrowth *g, const KModel *model)
{
    *g = (KGrowth){.n = model->nstates + model->ndiscrete, .nv = model->nv};
    g->most = calloc((size_t)g->n * (GROWTH_PARTS + 4) + 1, sizeof *g->most);
    g->first = g->most ? g->most + (size_t)g->n * GROWTH_PARTS : NULL;
    g->second = g->most ? g->first + g->n : NULL;
    g->low = g->most ? g->second + g->n : NULL;
    g->high = g->most ? g->low + g->n : NULL;
    g->within =
        model->nv <= GROWTH_VALUES ? malloc((size_t)model->nv * sizeof *g->within + 1) : NULL;
    return g->most && (g->within || model->nv > GROWTH_VALUES);
}

static int variable_of(const KModel *model, int i)
{
    return i < model->nstates ? model->state[i] : model->discrete[i - model->nstates];
}

void growth_close(KGrowth *g)
{
    free(g->most);
    free(g->within);
    *g = (KGrowth){0};
}

void growth_note(KGrowth *g, const KInst *m, double part)
{
    int k = 0;
    while (k < GROWTH_PARTS - 1 && part > part_end[k])
        k++;
    double *most = g->most + (size_t)k * (size_t)g->n;
    if (part > g->at || !g->rows) /* (several rows may be at one instant) */
        g->rows++;
    g->at = part;
    if (part > inside && !g->has_within && g->within) {
        memcpy(g->within, m->v, (size_t)g->nv * sizeof *g->within);
        g->has_within = true;
    }
    for (int i = 0; i < g->n; i++) {
        double x = m->v[variable_of(m->run->model, i)];
        if (g->rows == 1)
            g->first[i] = x;
        else if (g->rows == 2)
            g->second[i] = x;
        most[i] = fmax(most[i], fabs(x - g->first[i]));
        if (k >= GROWTH_PARTS - 2) {
            g->low[i] = fmin(g->low[i], x - g->first[i]);
            g->high[i] = fmax(g->high[i], x - g->first[i]);
        }
    }
}

static bool grows(const KGrowth *g, const KInst *m, int state, Bounds bounds)
{
    const KModel *model = m->run->model;
    int var = variable_of(model, state);
    double usual = fmax(fmax(1, fabs(g->first[state])), fabs(k_nominal(model, var)));
    double last = g->most[state];
    bool all = last > 0;
    for (int k = 1; k < GROWTH_PARTS && all; k++) {
        double size = g->most[(size_t)k * (size_t)g->n + (size_t)state];
        all = size > bounds.times * last;
        last = size;
    }
    return all && last > bounds.beyond * usual;
}

static bool is_swinging(const KGrowth *g, int state)
{
    return fmin(-g->low[state], g->high[state]) > other_side * fmax(-g->low[state], g->high[state]);
}

/* Grows, and goes from one side of its beginning to the other. */
static bool swings(const KGrowth *g, const KInst *m, int state)
{
    return grows(g, m, state, swinging) && is_swinging(g, state);
}

/* Whether all decays, and only steps beyond the limit of stability let a state grow. */
static bool tell_step(KInst *m, int state, double step)
{
    double limit = step > 0 ? euler_limit(m) : NAN;
    if (!(step > limit))
        return false;
    run_message(
        m, K_MSG_WARNING,
        "at time %g %s has grown to %g by the steps alone: those of explicit Euler are stable "
        "up to %.3g here, they are %g; choose shorter ones, or an implicit method (--method "
        "implicit-euler)",
        m->time, k_state_name(m, state), m->v[m->run->model->state[state]], limit, step);
    return true;
}

/* The largest from first to before end that grows; -1: none. */
static int find_growing(const KGrowth *g, const KInst *m, int first, int end, Bounds bounds)
{
    const KModel *model = m->run->model;
    int found = -1;
    for (int i = first; i < end; i++)
        if (grows(g, m, i, bounds) && (found < 0 || fabs(m->v[variable_of(model, i)]) >
                                                        fabs(m->v[variable_of(model, found)])))
            found = i;
    return found;
}

/* ... and has an unstable mode all the time, as far as its beginning and its end tell. */
static int find_swinging_slowly(const KGrowth *g, KInst *m)
{
    static const double least_times = 1.5; /* that e is in the growth of the mode over the run */
    int found = -1;
    for (int i = 0;
         i < m->run->model->nstates && m->run->model->nstates <= UNSTABLE_STATES && found < 0; i++)
        found = grows(g, m, i, swinging_slowly) && is_swinging(g, i) ? i : -1;
    return found >= 0 && unstable_rate(m) * k_span(m) > least_times &&
                   unstable_rate_at_begin(m) * k_span(m) > least_times
               ? found
               : -1;
}

/* A state that may grow by an unstable mode; -1: none. */
static int find_less(const KGrowth *g, const KInst *m)
{
    int found = find_growing(g, m, 0, m->run->model->nstates, with_mode);
    for (int i = 0; i < m->run->model->nstates && found < 0; i++)
        found = swings(g, m, i) ? i : -1;
    return found;
}

/* A Real that is held between events and swings farther and farther; -1: none. */
static int find_sampled(const KGrowth *g, const KInst *m)
{
    for (int i = g->n - 1; i >= m->run->model->nstates;
         i--) /* the last is what comes out of a controller, if anything */
        if (m->run->is_number[variable_of(m->run->model, i)] == 1 && swings(g, m, i))
            return i;
    return -1;
}

/* A state that swings farther and farther together with such a Real: no mode between events tells
 * that. */
static bool swings_by_samples(const KGrowth *g, const KInst *m, int state)
{
    return find_sampled(g, m) >= 0 && swings(g, m, state);
}

/* Whether it grows faster at the end than an exponential would that has come as far: for that the
 * run is twice the logarithm of what the second half has added. */
static bool runs_away(const KGrowth *g, KInst *m, int state)
{
    static const double times = 3;
    int last = (GROWTH_PARTS - 1) * g->n + state;
    double way = fabs(m->v[m->run->model->state[state]] - g->first[state]),
           rate = fabs(m->v[m->run->model->der[state]]);
    return rate * k_span(m) > times * log(g->most[last] / g->most[state]) * way &&
           unstable_rate(m) * k_span(m) > runaway_times;
}

/* ... in a model with delays: no mode without them tells that. */
static bool swings_by_delay(const KGrowth *g, const KInst *m, int state)
{
    return m->run->model->ndelays && swings(g, m, state);
}

/* Whether a variable follows from its own last value, by the equations that give others. */
static bool is_recursive(const KInst *m, int var)
{
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->defining, var) : NULL;
    unsigned char *met = e ? calloc((size_t)model->nv + 1, 1) : NULL;
    bool found = false;
    if (met)
        met[var] = 1;
    bool known = met && k_follow(texts, model, met, false);
    for (int i = 0; known && i < e->nvars; i++)
        found = found || met[e->var[i]];
    free(met);
    return found;
}

/* Whether such a Real grows where nothing is integrated that might be what it follows. */
static int find_recursion(const KGrowth *g, const KInst *m)
{
    int first = m->run->model->nstates, found = find_growing(g, m, first, g->n, sure);
    for (int i = first; i < g->n && found < 0 && !first; i++)
        if (m->run->is_number[variable_of(m->run->model, i)] == 1 && grows(g, m, i, swaying) &&
            is_swinging(g, i) && is_recursive(m, variable_of(m->run->model, i)))
            found = i;
    return found;
}

/* A Real that grows from event to event. */
static bool tell_recursion(const KGrowth *g, const KInst *m)
{
    const KModel *model = m->run->model;
    int found = find_recursion(g, m), var = found < 0 ? -1 : variable_of(model, found);
    const KTexts *texts = var >= 0 ? k_texts(model) : NULL;
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    if (!texts || !k_equation(texts, texts->defining, var) || m->run->is_number[var] != 1)
        return false;
    text_variable(&t, model, var);
    text_add(&t,
             " has grown to %g, from event to event faster and faster: the recursion is unstable",
             m->v[var]);
    text_recursion(&t, m, var);
    text_add(&t, "\n  the factor with which its last value comes in must be less than 1 in size, "
                 "here or around the loop "
                 "it is in: is a parameter or a sign wrong?");
    run_message(m, K_MSG_WARNING, "at time %g %s", m->time, text);
    return true;
}

/* der(x) = v, where v is a state: what moves that says more. */
static int mover_of(const KModel *model, int state)
{
    for (int level = 0; level < 2; level++)
        for (int i = 0; i < model->nstates; i++)
            if (model->state[i] == model->der[state]) {
                state = i;
                break;
            }
    return state;
}

/* A state that goes away from a set point, as by the wrong sign of a controller, less fast than
 * what is told for sure, or with a limit that keeps its speed finite. */
static bool tell_repelled(const KGrowth *g, KInst *m)
{
    const KModel *model = m->run->model;
    double fastest = NAN; /* of the modes where the run ends, once it is asked for; else one may
                             have been where it began */
    for (int i = 0; i < model->nstates && model->nstates <= UNSTABLE_STATES && !model->nsets; i++) {
        double end = m->v[model->state[i]] - g->first[i], rate = m->v[model->der[i]];
        char text[FAIL_TEXT_SIZE] = "", why[FAIL_TEXT_SIZE] = "";
        Text t = {text, sizeof text}, because = {why, sizeof why};
        if (!grows(g, m, i, on_and_on) || !(end * rate > 0) || mover_of(model, i) != i)
            continue;
        fastest = isnan(fastest) ? unstable_rate(m) : fastest;
        bool unstable = fastest * k_span(m) > 1,
             now = unstable && grows(g, m, i, slowly); /* what turns is so in many positions */
        if (!(now && text_repelled(&because, m, i, REPELLED_WHOLE | REPELLED_CARRIED)) &&
            !text_repelled(&because, m, i,
                           REPELLED_BEGIN | REPELLED_SIGNS | (unstable ? REPELLED_WHOLE : 0)))
            continue;
        text_growing(&t, m, i);
        text_add(&t, "%s", why);
        run_message(
            m, K_MSG_WARNING,
            "at time %g %s has gone from %g to %g and goes on, away from where it would rest%s",
            m->time, k_state_name(m, i), g->first[i], m->v[model->state[i]], text);
        return true;
    }
    return false;
}

bool growth_tell(const KGrowth *g, KInst *m, double explicit_step)
{
    int n = m->run->model->nstates, found = find_growing(g, m, 0, n, sure);
    if (found < 0 && (found = find_less(g, m)) >= 0 && !swings_by_samples(g, m, found) &&
        !swings_by_delay(g, m, found) && !(unstable_rate(m) * k_span(m) > most_times))
        found = -1;
    if (found < 0 && (found = find_growing(g, m, 0, n, in_loop)) >= 0 && !moves_by_others(m, found))
        found = -1;
    found = found < 0 ? find_swinging_slowly(g, m) : found;
    if (found < 0 && (found = find_growing(g, m, 0, n, runaway)) >= 0 && !runs_away(g, m, found))
        found = -1;
    if (found < 0) {
        bool told = tell_recursion(g, m);
        return tell_repelled(g, m) || told;
    }
    if (g->told || tell_step(m, found, explicit_step))
        return true;
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    text_growing(&t, m, mover_of(m->run->model, found));
    if (swings_by_samples(g, m, found) && !strstr(text, k_held))
        text_held(&t, m, variable_of(m->run->model, find_sampled(g, m)));
    text_slower(&t, m, mover_of(m->run->model, found));
    run_message(m, K_MSG_WARNING,
                "at time %g %s has grown to %g, faster and faster: the model is unstable%s",
                m->time, k_state_name(m, found), m->v[m->run->model->state[found]], text);
    return true;
}

bool growth_tell_pace(KGrowth *g, KInst *m, double pace)
{
    static const double far = 1e6;
    const KModel *model = m->run->model;
    int most = -1;
    for (int i = 0; i < model->nstates; i++) {
        double size = fmax(fmax(1, fabs(k_began(m, model->state[i]))),
                           fabs(k_nominal(model, model->state[i])));
        if (fabs(m->v[model->state[i]]) > far * size &&
            (most < 0 || fabs(m->v[model->state[i]]) > fabs(m->v[model->state[most]])))
            most = i;
    }
    if (most < 0 || !(unstable_rate(m) * k_span(m) > most_times))
        return false;
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    text_growing(&t, m, mover_of(model, most));
    text_slower(&t, m, mover_of(model, most));
    run_message(m, K_MSG_WARNING,
                "at time %g %s has grown to %g and goes on, with steps of about %.2g: the model is "
                "unstable, and the run may not "
                "end%s",
                m->time, k_state_name(m, most), m->v[model->state[most]], pace, text);
    return g->told = true;
}

double growth_distance(const KGrowth *g, int state)
{
    double most = 0;
    for (int k = 0; k < GROWTH_PARTS; k++)
        most = fmax(most, g->most[(size_t)k * (size_t)g->n + (size_t)state]);
    return most;
}

static bool stood_still(const KGrowth *g, const KInst *m, int state)
{
    return m->v[m->run->model->der[state]] == 0 && growth_distance(g, state) == 0;
}

static bool hardly_moved(const KGrowth *g, const KInst *m, int state)
{
    static const double hardly = 1e-6; /* of its size: no curve shows that */
    const KModel *model = m->run->model;
    double most = growth_distance(g, state),
           size = fmax(fmax(1, fabs(g->first[state])), fabs(k_nominal(model, model->state[state])));
    return most > 0 && most < hardly * size && m->v[model->der[state]] != 0;
}

/* The parameter, at least so large, to which a derivative is in inverse proportion, as a capacity;
 * -1: there is none. */
static int hold_back(const KEquation *e, KInst *m, int der, double least)
{
    static const double by = 2;
    double rate = m->v[der];
    for (int i = 0; e && i < e->nvars; i++) {
        int var = e->var[i];
        double at = m->v[var];
        if (!m->run->is_parameter[var] || m->run->is_number[var] != 1 || !(fabs(at) >= least) ||
            at == 0)
            continue;
        vary_value(m, var, by * at);
        bool slower = !code_rhs(m, K_TRIAL) && fabs(by * m->v[der] - rate) <= 1e-3 * fabs(rate);
        failure_clear(m);
        vary_value(m, var, at);
        if (code_rhs(m, K_TRIAL))
            failure_clear(m);
        if (slower)
            return var;
    }
    return -1;
}

int growth_hold_back(Text *t, KInst *m, int state, double least)
{
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->defining, model->der[state]) : NULL;
    int var = hold_back(e, m, model->der[state], least);
    if (var < 0)
        return var;
    text_variable(t, model, var);
    text_add(t, " = %g in %s", m->v[var], e->text);
    text_place(t, e->place);
    return var;
}

/* A state that a large number holds where it is, as a capacity of 470e6 F. */
static bool tell_held(const KGrowth *g, KInst *m, int state)
{
    static const double large = 1e5;
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    int var = growth_hold_back(&t, m, state, large);
    if (var < 0)
        return false;
    text_add(&t, "; is that meant, or the sign of an exponent wrong?");
    text_source(&t, m, var);
    run_message(m, K_MSG_INFO, "%s was %g all the time but for %.2g, which no curve shows: %s",
                k_state_name(m, state), g->first[state], growth_distance(g, state), text);
    return true;
}

bool growth_tell_still(const KGrowth *g, KInst *m)
{
    enum {
        MOST_ASKED = 30,
        MOST_VALUES = 20000
    }; /* not in models so large that the question takes time */
    const KModel *model = m->run->model;
    for (int i = 0, asked = 0; i < model->nstates && asked < MOST_ASKED && model->nv < MOST_VALUES;
         i++) {
        if (hardly_moved(g, m, i) && ++asked && tell_held(g, m, i))
            return true;
        KTexts *texts = stood_still(g, m, i) ? k_texts(model) : NULL;
        const char *why = texts && texts->cut ? texts->cut(texts, m, model->state[i]) : NULL;
        asked += texts != NULL;
        if (!why)
            continue;
        run_message(m, K_MSG_INFO, "%s was %g all the time: %s; is that meant?", k_state_name(m, i),
                    m->v[model->state[i]], why);
        return true;
    }
    return false;
}
