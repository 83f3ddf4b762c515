/* unstable.c - which parameters let a model grow: the rate of its fastest mode where it stands, and
 * what a small change of each parameter makes of it.
 *
 * The rate is the largest real part of the eigenvalues of A = d der(x)/dx, which is made by differences. It is
 * found from the size of exp(A*t) for long t: exp(A*h) with a short h by its series, squared again and
 * again, with its size taken out each time. Cubic in the states, for each parameter. */
#include "rt/unstable.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 40, MOST_SEEN = 40, MOST_SLOWER = 3, SQUARINGS = 40 };

static const double change = 1e-4; /* relative, of a parameter */

typedef struct Mode {
    KInst *m;
    int n;
    double *a, *power, *work; /* [n*n] */
    int nseen, seen[MOST_SEEN]; /* variables in the equations that move the state */
} Mode;

/* ---- The rate ---- */

static bool take_matrix(Mode *s)
{
    KInst *m = s->m;
    const KModel *model = m->run->model;
    if (code_rhs(m, K_TRIAL))
        return false;
    for (int i = 0; i < s->n; i++)
        s->work[i] = m->v[model->der[i]];
    for (int k = 0; k < s->n; k++) {
        double *x = &m->v[model->state[k]], at = *x;
        double step = 1e-7 * fmax(fabs(at), fabs(k_nominal(model, model->state[k])));
        *x = at + step;
        int result = code_rhs(m, K_TRIAL);
        *x = at;
        for (int i = 0; i < s->n; i++)
            s->a[i * s->n + k] = (m->v[model->der[i]] - s->work[i]) / step;
        if (result)
            return false;
    }
    return true;
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
    exponential(s, 1 / size);
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

/* ---- Parameters ---- */

static void see(Mode *s, int of)
{
    const KTexts *texts = k_texts(s->m->run->model);
    const KEquation *e = k_equation(texts, texts->defining, of);
    for (int i = 0; e && i < e->nvars && s->nseen < MOST_SEEN; i++) {
        bool old = false;
        for (int k = 0; k < s->nseen; k++)
            old |= s->seen[k] == e->var[i];
        if (!old)
            s->seen[s->nseen++] = e->var[i];
    }
}

/* What the rate changes by when a parameter grows by its own size. */
static double effect_of(Mode *s, int var, double rate)
{
    double *p = &s->m->v[var], at = *p;
    if (!s->m->run->is_parameter[var] || at == 0)
        return 0;
    *p = at * (1 + change);
    double moved = growth_rate(s);
    *p = at;
    return isfinite(moved) ? (moved - rate) / change : 0;
}

static void tell_slower(Text *t, Mode *s, double rate)
{
    double effect[MOST_SEEN], most = 0.05 * rate;
    for (int i = 0; i < s->nseen; i++) {
        effect[i] = effect_of(s, s->seen[i], rate);
        most = fmax(most, fabs(effect[i]));
    }
    int n = 0;
    for (int i = 0; i < s->nseen && n < MOST_SLOWER; i++) {
        double value = s->m->v[s->seen[i]];
        if (!(fabs(effect[i]) > 0.2 * most))
            continue;
        text_add(t, "%s%s ", n++ ? ", " : "\n  it grows more slowly with ",
                 (effect[i] < 0) == (value > 0) ? "larger" : "smaller");
        text_variable(t, s->m->run->model, s->seen[i]);
        text_add(t, " (it is %g)", value);
    }
}

/* False: it is too large, or memory is short. */
static bool mode_open(Mode *s, KInst *m)
{
    int n = m->run->model->nstates;
    size_t count = (size_t)n * (size_t)n;
    double *room = n && n <= MOST_STATES ? calloc(3 * count, sizeof *room) : NULL;
    *s = (Mode){.m = m, .n = n, .a = room};
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

double unstable_rate(KInst *m)
{
    Mode s;
    if (!mode_open(&s, m))
        return NAN;
    double rate = growth_rate(&s);
    mode_close(&s);
    return rate;
}

void text_slower(Text *t, KInst *m, int state)
{
    const KModel *model = m->run->model;
    int n = model->nstates;
    Mode s;
    if (!k_texts(model) || !mode_open(&s, m))
        return;
    see(&s, model->der[state]);
    for (int i = 0; i < s.nseen; i++) {
        int of = s.seen[i];
        for (int k = 0; k < n; k++)
            of = model->state[k] == of ? model->der[k] : of;
        see(&s, of);
    }
    double rate = growth_rate(&s);
    if (rate > 0)
        tell_slower(t, &s, rate);
    mode_close(&s);
}
