/* unstable.c - which known values let a model grow: the rate of its fastest mode where it stands,
 * and what another value of each makes of it.
 *
 * The rate is the largest real part of the eigenvalues of A = d der(x)/dx (linearize.c). It is
 * found from the size of exp(A*t) for long t: exp(A*h) with a short h by its series, squared again
 * and again, with its size taken out each time; FMUs have no library for eigenvalues. Cubic in the
 * states, for each value. */
#include "rt/unstable.h"
#include "rt/analyse.h"
#include "rt/idle.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FOR_RATE = 200, MOST_SLOWER = 3, SQUARINGS = 40 };

static const double change = 1e-4;    /* relative, of a value */
static const double vanishing = 1e-6; /* of a rate: nothing grows */

typedef struct Mode {
    KInst *m;
    int n;
    double *a, *power, *work; /* [n*n] */
    double sign;              /* -1: of -A, the rate at which the fastest mode decays */
    KSeen seen;               /* variables in the equations that move the state */
    double time, *now;        /* where the run is: [nv] values ... */
    unsigned char *rel;       /* [nrel] ... and relations */
} Mode;

/* ---- The rate ---- */

/* False: it has none, as where an equation has no derivative. */
static bool take_matrix(Mode *s)
{
    bool good = !k_linearize(s->m, 0, NULL, 0, NULL, s->a);
    failure_clear(s->m);
    return good;
}

/* out = x*y, for out neither of them. */
static void multiply(int n, const double *x, const double *y, double *out)
{
    memset(out, 0, (size_t)n * (size_t)n * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int l = 0; l < n; l++)
            for (int k = 0; k < n; k++)
                out[i * n + k] += x[i * n + l] * y[l * n + k];
}

static double size_of(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n * n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* power = exp(a*h), with h*|a| <= 1: by the scheme of Horner. */
static void exponential(Mode *s, double h)
{
    int n = s->n;
    memset(s->power, 0, (size_t)n * (size_t)n * sizeof *s->power);
    for (int i = 0; i < n; i++)
        s->power[i * n + i] = 1;
    for (int term = 12; term > 0; term--) {
        multiply(n, s->a, s->power, s->work);
        for (int i = 0; i < n * n; i++)
            s->power[i] = s->work[i] * h / term;
        for (int i = 0; i < n; i++)
            s->power[i * n + i] += 1;
    }
}

/* Units of the states in which what goes into each is as large as what comes out; what has only the
 * one, as an integral that acts on nothing, has no part in a mode. The eigenvalues stay. */
static void balance(Mode *s)
{
    enum { MOST_ROUNDS = 20 };
    int n = s->n;
    bool any = true;
    for (int round = 0; round < MOST_ROUNDS * n && any; round++) {
        any = false;
        for (int i = 0; i < n; i++) {
            double in = 0, out = 0;
            for (int k = 0; k < n; k++)
                if (k != i) {
                    in = fmax(in, fabs(s->a[i * n + k]));
                    out = fmax(out, fabs(s->a[k * n + i]));
                }
            if ((in == 0 && out == 0) || !isfinite(in) || !isfinite(out) ||
                (in <= 4 * out && out <= 4 * in))
                continue;
            double by = in == 0 || out == 0 ? 0 : sqrt(out / in);
            any = true;
            for (int k = 0; k < n; k++)
                if (k != i) {
                    s->a[i * n + k] *= by;
                    s->a[k * n + i] *= by == 0 ? 0 : 1 / by;
                }
        }
    }
}

/* Of the matrix there is; NAN: it is not known. */
static double rate_of_matrix(Mode *s)
{
    balance(s);
    double size = size_of(s->a, s->n) * s->n, grown = 0;
    if (!(size > 0) || !isfinite(size))
        return NAN;
    exponential(s, s->sign / size);
    for (int i = 0; i < SQUARINGS; i++) {
        double now = size_of(s->power, s->n);
        if (!(now > 0))
            return NAN;
        for (int k = 0; k < s->n * s->n; k++)
            s->power[k] /= now;
        grown = 2 * (grown + log(now));
        multiply(s->n, s->power, s->power, s->work);
        memcpy(s->power, s->work, (size_t)(s->n * s->n) * sizeof *s->power);
    }
    return ldexp(grown, -SQUARINGS) * size;
}

static double growth_rate(Mode *s)
{
    return take_matrix(s) ? rate_of_matrix(s) : NAN;
}

/* ---- Known values ---- */

/* What the equations do not compute: parameters, and what follows from them alone. */
static bool may_be_known(const KInst *m, int var)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nstates; i++)
        if (model->state[i] == var || model->der[i] == var)
            return false;
    for (int i = 0; i < model->ndiscrete; i++)
        if (model->discrete[i] == var)
            return false;
    return m->v[var] != 0;
}

/* The rate with another value; NAN: it is not known, or the equations compute the value. */
static double rate_with(Mode *s, int var, double to)
{
    double at = s->m->v[var];
    vary_value(s->m, var, to);
    double rate = growth_rate(s);
    if (s->m->v[var] != to)
        return NAN;
    vary_value(s->m, var, at);
    return rate;
}

/* What the rate changes by when a value grows by its own size; 0: it is not known. */
static double effect_of(Mode *s, int var, double rate)
{
    double moved = may_be_known(s->m, var) ? rate_with(s, var, s->m->v[var] * (1 + change)) : NAN;
    return isfinite(moved) ? (moved - rate) / change : 0;
}

/* Names of values with what is said of each, then where they come from. */
typedef struct Told {
    Text *t;
    const KInst *m;
    int n, var[MOST_SLOWER];
} Told;

static void tell_value(Told *w, const char *first, const char *which, int var)
{
    text_add(w->t, "%s%s", w->n ? ", " : first, which);
    text_variable(w->t, w->m->run->model, w->var[w->n++] = var);
    text_add(w->t, " (it is %g", w->m->v[var]);
}

static void tell_sources(const Told *w)
{
    for (int i = 0; i < w->n; i++)
        text_source(w->t, w->m, w->var[i]);
}

static bool decays(Mode *s, int var, double to, double rate)
{
    return rate_with(s, var, to) <= vanishing * rate;
}

/* A negative value with which nothing would grow if it were positive. */
static bool tell_negative(Text *t, Mode *s, double rate)
{
    Told w = {.t = t, .m = s->m};
    for (int i = 0; i < s->seen.n && !w.n; i++) {
        int var = s->seen.var[i];
        if (!may_be_known(s->m, var) || !(s->m->v[var] < 0) || !decays(s, var, -s->m->v[var], rate))
            continue;
        tell_value(&w, "\n  it does not grow with a positive ", "", var);
        text_add(t, ")");
    }
    tell_sources(&w);
    return w.n > 0;
}

/* Values with which nothing would grow if they were larger or smaller, on the way on which it grows
 * more slowly or on the other one. */
static void tell_enough_on(Told *w, Mode *s, double rate, const double *effect, bool slower)
{
    static const double factor[] = {2, 10};
    for (int i = 0; i < s->seen.n && w->n < MOST_SLOWER; i++) {
        int var = s->seen.var[i];
        double value = s->m->v[var];
        bool larger = ((effect[i] < 0) == (value > 0)) == slower;
        for (int k = 0; k < 2 && effect[i] != 0; k++) {
            double to = larger ? value * factor[k] : value / factor[k];
            if (!decays(s, var, to, rate))
                continue;
            tell_value(w, "\n  nothing would grow with ", larger ? "larger " : "smaller ", var);
            text_add(w->t, ", %g is enough)", to);
            break;
        }
    }
}

/* Only if none is on the near way the other one is asked: a rate may come back from beyond
 * infinity, as that of coils that are coupled too well. */
static void tell_enough(Told *w, Mode *s, double rate, const double *effect)
{
    tell_enough_on(w, s, rate, effect, true);
    if (!w->n)
        tell_enough_on(w, s, rate, effect, false);
}

/* ... or if their sign were another; not those that cannot be negative, as masses. What is 1 in
 * size, the sign of a term and no more, comes first. */
static void tell_signs(Told *w, Mode *s, double rate, const double *effect, bool likely)
{
    const KModel *model = s->m->run->model;
    bool first = true;
    for (int i = 0; i < 2 * s->seen.n && w->n < MOST_SLOWER; i++) {
        int k = i % s->seen.n, var = s->seen.var[k];
        bool is_sign = fabs(s->m->v[var]) == 1;
        if (is_sign != (i < s->seen.n) || effect[k] == 0 || (model->min && model->min[var] >= 0) ||
            !decays(s, var, -s->m->v[var], rate))
            continue;
        tell_value(w, "\n  nothing would grow with the opposite sign of ", "", var);
        text_add(w->t, ")");
        first = false;
    }
    if (!first)
        text_add(w->t,
                 ": %s, there or in the loop it is in, as by exchanged inputs of a difference",
                 likely ? "a sign seems to be wrong" : "or is a sign wrong");
}

/* The equation of derivatives, of all states that have it at one place, with which nothing would
 * grow if their signs were others. */
static bool tell_equations(Text *t, Mode *s, double rate)
{
    const KModel *model = s->m->run->model;
    const KTexts *texts = k_texts(model);
    for (int i = 0; i < s->n; i++) {
        const KEquation *e = k_equation(texts, texts->defining, model->der[i]);
        if (!e || !*e->place || !take_matrix(s))
            continue;
        for (int row = 0; row < s->n; row++) {
            const KEquation *other = k_equation(texts, texts->defining, model->der[row]);
            for (int k = 0; other && !strcmp(other->place, e->place) && k < s->n; k++)
                s->a[row * s->n + k] *= -1;
        }
        if (!(rate_of_matrix(s) <= vanishing * rate))
            continue;
        text_add(t, "\n  nothing would grow if ");
        text_variable(t, model, model->der[i]);
        text_add(t, " had the opposite sign in %s", e->text);
        text_place(t, e->place);
        text_add(t, ": a sign seems to be wrong there");
        return true;
    }
    return false;
}

static void tell_more_slowly(Told *w, const Mode *s, const double *effect, double most)
{
    for (int i = 0; i < s->seen.n && w->n < MOST_SLOWER; i++) {
        bool larger = (effect[i] < 0) == (s->m->v[s->seen.var[i]] > 0);
        if (!(fabs(effect[i]) > 0.2 * most))
            continue;
        tell_value(w, "\n  it grows more slowly with ", larger ? "larger " : "smaller ",
                   s->seen.var[i]);
        text_add(w->t, ")");
    }
}

/* The effects of all values on the rate where the model stands; the largest. */
static double take_effects(Mode *s, double rate, double effect[SEEN_MOST])
{
    double most = 0.05 * rate;
    for (int i = 0; i < s->seen.n; i++) {
        effect[i] = effect_of(s, s->seen.var[i], rate);
        most = fmax(most, fabs(effect[i]));
    }
    return most;
}

/* Where the run began: before it grew other terms counted too. */
static bool tell_begin(Text *t, Mode *s, double rate)
{
    double effect[SEEN_MOST];
    Told enough = {.t = t, .m = s->m};
    if (!(rate > 0))
        return false;
    take_effects(s, rate, effect);
    tell_enough(&enough, s, rate, effect);
    tell_sources(&enough);
    return enough.n > 0;
}

/* Where it has come to; `unlikely`: that a sign is wrong, for what was stable at the start has been
 * driven away. */
static void tell_end(Text *t, Mode *s, bool enough, bool unlikely)
{
    double effect[SEEN_MOST], rate = growth_rate(s);
    Told signs = {.t = t, .m = s->m}, slower = signs;
    if (!(rate > 0))
        return;
    double most = take_effects(s, rate, effect);
    if (!enough && tell_negative(t, s, rate))
        return;
    tell_signs(&signs, s, rate, effect, !unlikely);
    if (!enough)
        tell_sources(&signs);
    if (enough || signs.n || tell_equations(t, s, rate))
        return;
    tell_more_slowly(&slower, s, effect, most);
    tell_sources(&slower);
}

/* To where the run began. */
static void go_to_begin(const Mode *s)
{
    KInst *m = s->m;
    memcpy(m->v, m->run->initial, (size_t)m->run->model->nv * sizeof *m->v);
    idle_put_begin(m);
    m->time = m->run->begin;
}

static void come_back(const Mode *s)
{
    KInst *m = s->m;
    memcpy(m->v, s->now, (size_t)m->run->model->nv * sizeof *m->v);
    memcpy(m->rel, s->rel, (size_t)m->run->model->nrel);
    m->time = s->time;
}

/* False: it is too large, or memory is short. */
static bool mode_open(Mode *s, KInst *m, int most)
{
    int n = m->run->model->nstates;
    size_t count = (size_t)n * (size_t)n;
    size_t nv = (size_t)m->run->model->nv, nrel = (size_t)m->run->model->nrel;
    double *room = n && n <= most ? calloc((3 * count + nv) * sizeof *room + nrel, 1) : NULL;
    *s = (Mode){.m = m, .n = n, .a = room, .sign = 1, .time = m->time};
    if (room) {
        s->power = room + count;
        s->work = room + 2 * count;
        s->now = room + 3 * count;
        s->rel = (unsigned char *)(s->now + nv);
        memcpy(s->now, m->v, nv * sizeof *room);
        memcpy(s->rel, m->rel, nrel);
    }
    return room != NULL;
}

static void mode_close(Mode *s)
{
    (void)code_rhs(s->m, K_TRIAL);
    free(s->a);
}

static double rate_of(KInst *m, double sign)
{
    Mode s;
    if (!mode_open(&s, m, MOST_FOR_RATE))
        return NAN;
    s.sign = sign;
    double rate = growth_rate(&s);
    mode_close(&s);
    return rate;
}

double unstable_rate(KInst *m)
{
    return rate_of(m, 1);
}

double euler_limit(KInst *m)
{
    double decay = rate_of(m, -1);
    return rate_of(m, 1) < 0.1 * decay ? 2 / decay : NAN;
}

double unstable_rate_at_begin(KInst *m)
{
    Mode s;
    if (!mode_open(&s, m, UNSTABLE_STATES))
        return NAN;
    go_to_begin(&s);
    double rate = growth_rate(&s);
    come_back(&s);
    mode_close(&s);
    return rate;
}

/* Parameters that follow from others are exchanged for these. */
static void see_roots(Mode *s)
{
    KSeen all = {0};
    for (int i = 0; i < s->seen.n; i++) {
        int root[MOST_ROOTS], n = roots_behind(s->m, s->seen.var[i], root);
        k_see(&all, &(KEquation){.nvars = n, .var = root});
    }
    s->seen = all;
}

/* Whether a state has come so far that sums there are beyond all numbers with another sign. */
static bool is_too_far(const KInst *m, const double *v)
{
    static const double far = 1e150;
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nstates; i++)
        if (!(fabs(v[model->state[i]]) < far))
            return true;
    return false;
}

/* The variables in the equations that move a state. */
static void see_movers(Mode *s, const KTexts *texts, int state)
{
    const KModel *model = s->m->run->model;
    k_see(&s->seen, k_equation(texts, texts->defining, model->der[state]));
    for (int i = 0; i < s->seen.n; i++) {
        int of = s->seen.var[i];
        for (int k = 0; k < model->nstates; k++)
            of = model->state[k] == of ? model->der[k] : of;
        k_see(&s->seen, k_equation(texts, texts->defining, of));
    }
    see_roots(s);
}

void text_slower(Text *t, KInst *m, int state)
{
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    Mode s;
    if (!texts || !mode_open(&s, m, UNSTABLE_STATES))
        return;
    see_movers(&s, texts, state);
    go_to_begin(&s);
    double first = growth_rate(&s);
    bool enough = tell_begin(t, &s, first), same = is_too_far(m, s.now) && first > 0;
    if (!same)
        come_back(&s);
    if (first <= 0 && !model->ndelays &&
        !model->nsamples) /* (what delays and samples bring is not in it) */
        text_add(
            t,
            "\n  where it began it was stable: what drives it has carried it to where it is not");
    tell_end(t, &s, enough, enough || first <= 0);
    come_back(&s);
    mode_close(&s);
}

/* ---- Driven away from a set point ---- */

/* Whether a derivative doubles with some states, at the values `kept`. */
static bool doubles(KInst *m, const double *kept, int state, int first, int end)
{
    static const double exact = 1e-6;
    const KModel *model = m->run->model;
    double twice = 2 * kept[model->der[state]];
    for (int i = first; i < end; i++)
        m->v[model->state[i]] *= 2;
    bool same =
        !code_rhs(m, K_TRIAL) && fabs(m->v[model->der[state]] - twice) <= exact * fabs(twice);
    memcpy(m->v, kept, (size_t)model->nv * sizeof *kept);
    return same;
}

/* Whether a derivative, now another, is 0 where its state is: nothing comes of nothing, as with
 * what lives or is kindled. */
static bool vanishes(KInst *m, const double *kept, int state)
{
    const KModel *model = m->run->model;
    m->v[model->state[state]] = 0;
    bool none =
        kept[model->der[state]] != 0 && !code_rhs(m, K_TRIAL) && m->v[model->der[state]] == 0;
    memcpy(m->v, kept, (size_t)model->nv * sizeof *kept);
    return none;
}

bool has_set_point(KInst *m, int state)
{
    const KModel *model = m->run->model;
    double *kept = malloc((size_t)model->nv * sizeof *kept);
    bool found = kept && !code_rhs(m, K_TRIAL);
    if (found) {
        memcpy(kept, m->v, (size_t)model->nv * sizeof *kept);
        found = !doubles(m, kept, state, 0, model->nstates) &&
                !doubles(m, kept, state, state, state + 1) && !vanishes(m, kept, state);
    }
    failure_clear(m);
    free(kept);
    return found;
}

bool moves_by_others(KInst *m, int state)
{
    const KModel *model = m->run->model;
    double *kept = malloc((size_t)model->nv * sizeof *kept);
    bool found = kept && !code_rhs(m, K_TRIAL);
    if (found) {
        memcpy(kept, m->v, (size_t)model->nv * sizeof *kept);
        found = doubles(m, kept, state, 0, model->nstates) &&
                !doubles(m, kept, state, state, state + 1);
    }
    failure_clear(m);
    free(kept);
    return found;
}

/* The speed of another state: what drives it grows with the way, as no force of a spring does. */
static bool is_speed(const KModel *model, int state)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->der[i] == model->state[state])
            return true;
    return false;
}

/* Whether nothing grows if a state stands still. */
static bool is_in_mode(Mode *s, int state)
{
    if (!take_matrix(s))
        return false;
    for (int k = 0; k < s->n; k++)
        s->a[state * s->n + k] = s->a[k * s->n + state] = 0;
    double rate = rate_of_matrix(s);
    return isnan(rate) || rate <= 0; /* (NAN: nothing is left) */
}

static bool was_stable(Mode *s)
{
    go_to_begin(s);
    double rate = growth_rate(s);
    come_back(s);
    return rate < 0;
}

/* Whether where the run is a state is drawn back by itself about as fast as it drove itself away
 * where it began: it has left a place that is unstable for one that is not, as an angle that is
 * found by its sine, and follows that. */
static bool is_held_again(Mode *s, int state, double rate)
{
    const double *own = &s->a[state * s->n + state];
    bool drove = take_matrix(s) && *own > rate / 2;
    if (!drove)
        return false;
    come_back(s);
    bool held = take_matrix(s) && *own < -rate / 2;
    go_to_begin(s);
    return held;
}

bool text_repelled(Text *t, KInst *m, int state, int how)
{
    static const double least_times = 1.5; /* that e is in the growth over the run */
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    double effect[SEEN_MOST];
    Mode s;
    if (!texts || !mode_open(&s, m, UNSTABLE_STATES))
        return false;
    see_movers(&s, texts, state);
    if (how & REPELLED_BEGIN)
        go_to_begin(&s);
    double rate = growth_rate(&s);
    Told signs = {.t = t, .m = m}, enough = signs;
    bool found = false;
    Text before = *t;
    if (rate * k_span(m) > least_times && is_in_mode(&s, state) &&
        !(how & REPELLED_BEGIN && is_held_again(&s, state, rate))) {
        take_effects(&s, rate, effect);
        if (tell_negative(t, &s, rate))
            found = true;
        else if (is_speed(model, state) || has_set_point(m, state)) {
            if (!(how & REPELLED_SIGNS))
                tell_enough_on(&enough, &s, rate, effect, true);
            tell_signs(&signs, &s, rate, effect, !enough.n);
            tell_sources(enough.n ? &enough : &signs);
            found = enough.n || signs.n || (how & REPELLED_WHOLE && tell_equations(t, &s, rate));
            if (found && how & REPELLED_CARRIED && was_stable(&s)) {
                *t = before;
                text_add(t, "\n  where it began it was stable: what drives it has carried it to "
                            "where it is not");
            }
        }
    }
    come_back(&s);
    mode_close(&s);
    return found;
}
