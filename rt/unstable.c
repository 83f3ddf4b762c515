/* unstable.c - which known values let a model grow: the rate of its fastest mode where it stands, and
 * what another value of each makes of it.
 *
 * The rate is the largest real part of the eigenvalues of A = d der(x)/dx (linearize.c). It is found from the
 * size of exp(A*t) for long t: exp(A*h) with a short h by its series, squared again and again, with its
 * size taken out each time; FMUs have no library for eigenvalues. Cubic in the states, for each value. */
#include "rt/unstable.h"
#include "rt/analyse.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 40, MOST_FOR_RATE = 200, MOST_SLOWER = 3, SQUARINGS = 40 };

static const double change = 1e-4; /* relative, of a value */

typedef struct Mode {
    KInst *m;
    int n;
    double *a, *power, *work; /* [n*n] */
    double sign;  /* -1: of -A, the rate at which the fastest mode decays */
    KSeen seen;   /* variables in the equations that move the state */
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

/* NAN: it is not known. */
static double growth_rate(Mode *s)
{
    if (!take_matrix(s))
        return NAN;
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
    double *p = &s->m->v[var], at = *p;
    *p = to;
    double rate = growth_rate(s);
    if (*p != to)
        return NAN;
    *p = at;
    return rate;
}

/* What the rate changes by when a value grows by its own size; 0: it is not known. */
static double effect_of(Mode *s, int var, double rate)
{
    double moved = may_be_known(s->m, var) ? rate_with(s, var, s->m->v[var] * (1 + change)) : NAN;
    return isfinite(moved) ? (moved - rate) / change : 0;
}

/* A negative value with which nothing would grow if it were positive. */
static bool tell_negative(Text *t, Mode *s, int var)
{
    double value = s->m->v[var], other = value < 0 ? rate_with(s, var, -value) : NAN;
    if (!(other <= 0))
        return false;
    text_add(t, "\n  it does not grow with a positive ");
    text_variable(t, s->m->run->model, var);
    text_add(t, " (it is %g)", value);
    text_source(t, s->m, var);
    return true;
}

static void tell_slower(Text *t, Mode *s, double rate)
{
    double effect[SEEN_MOST], most = 0.05 * rate;
    int told[MOST_SLOWER], n = 0;
    for (int i = 0; i < s->seen.n; i++) {
        effect[i] = effect_of(s, s->seen.var[i], rate);
        most = fmax(most, fabs(effect[i]));
    }
    for (int i = 0; i < s->seen.n; i++)
        if (effect[i] != 0 && tell_negative(t, s, s->seen.var[i]))
            return;
    for (int i = 0; i < s->seen.n && n < MOST_SLOWER; i++) {
        double value = s->m->v[s->seen.var[i]];
        if (!(fabs(effect[i]) > 0.2 * most))
            continue;
        text_add(t, "%s%s ", n ? ", " : "\n  it grows more slowly with ",
                 (effect[i] < 0) == (value > 0) ? "larger" : "smaller");
        text_variable(t, s->m->run->model, told[n++] = s->seen.var[i]);
        text_add(t, " (it is %g)", value);
    }
    for (int i = 0; i < n; i++)
        text_source(t, s->m, told[i]);
}

/* False: it is too large, or memory is short. */
static bool mode_open(Mode *s, KInst *m, int most)
{
    int n = m->run->model->nstates;
    size_t count = (size_t)n * (size_t)n;
    double *room = n && n <= most ? calloc(3 * count, sizeof *room) : NULL;
    *s = (Mode){.m = m, .n = n, .a = room, .sign = 1};
    if (room) {
        s->power = room + count;
        s->work = room + 2 * count;
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

void text_slower(Text *t, KInst *m, int state)
{
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    Mode s;
    if (!texts || !mode_open(&s, m, MOST_STATES))
        return;
    k_see(&s.seen, k_equation(texts, texts->defining, model->der[state]));
    for (int i = 0; i < s.seen.n; i++) {
        int of = s.seen.var[i];
        for (int k = 0; k < model->nstates; k++)
            of = model->state[k] == of ? model->der[k] : of;
        k_see(&s.seen, k_equation(texts, texts->defining, of));
    }
    double rate = growth_rate(&s);
    if (rate > 0)
        tell_slower(t, &s, rate);
    mode_close(&s);
}
