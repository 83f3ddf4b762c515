/* integrator.c - what the integration methods share: evaluation inside a step, and the message when
 * they give up. */
#include "rt/integrator.h"
#include "rt/step_policy.h"
#include "rt/texts.h"
#include "rt/unstable.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void *integrator_new(KInst *m, const KIntegratorType *type, size_t size)
{
    KIntegrator *s = calloc(1, size);
    if (s)
        *s = (KIntegrator){.type = type, .m = m, .growth = most_factor};
    else
        failure_format(m, "memory is exhausted");
    return s;
}

int integrator_evaluate(KIntegrator *s, double t)
{
    s->type->interpolate(s, t);
    return code_relations(s->m, K_TRIAL);
}

/* Unknown i at t, from the last accepted point on. */
static double guessed(const KGuess *g, int i, double t)
{
    double h = t - *g->since;
    return g->value[i] + h * (g->slope[i] + 0.5 * h * g->bend[i]);
}

void integrator_at(KInst *m, double t)
{
    KGuess *g = &m->run->guess;
    for (int i = 0; i < g->n; i++)
        if (t < g->t || g->rate[i])
            m->v[g->var[i]] = guessed(g, i, t);
    g->t = t;
}

void integrator_guess(KInst *m, double t)
{
    const KGuess *g = &m->run->guess;
    for (int i = 0; i < g->n; i++)
        if (g->rate[i])
            m->v[g->var[i]] = guessed(g, i, t);
}

double tolerance_asked(const KOptions *o)
{
    return o->tolerance > 0 ? o->tolerance : 1e-6;
}

double weights_begin(const KInst *m, const KOptions *o, double share, int n, const int *var,
                     double *size, double *atol)
{
    const KModel *model = m->run->model;
    double tolerance = share * tolerance_asked(o);
    for (int i = 0; i < n; i++) {
        double nominal = k_nominal(model, var[i]);
        bool guess = o->atol <= 0 && i < model->nstates && !k_nominal_given(model, var[i]);
        size[i] = guess ? LEAST_SIZE : -1;
        atol[i] = o->atol > 0 ? share * o->atol : tolerance * (guess ? LEAST_SIZE : nominal);
    }
    return tolerance;
}

void weights_take(int n, const double *restrict x, double tolerance, double *restrict size,
                  double *restrict atol, double *restrict w)
{
    for (int i = 0; i < n; i++) {
        double now = fabs(x[i]), most = size[i], least = atol[i];
        double grown = tolerance * (now < 1 ? now : 1);
        bool grows = (most >= 0) & (now > most);
        size[i] = grows ? now : most;
        atol[i] = least = grows ? grown : least;
        w[i] = 1 / (tolerance * now + least);
    }
}

bool weights_allow(int n, const double *size, double *noise, double *w)
{
    bool noisy = false;
    for (int i = 0; i < n; i++) {
        noise[i] = noise[i] > DBL_MIN ? NOISE_FADES * noise[i] : 0;
        if (size[i] >= 0 && noise[i] > 0)
            w[i] = fmin(w[i], 1 / (STEP_NOISE * noise[i]));
        noisy |= noise[i] > 0;
    }
    return noisy;
}

/* Error of unknown i in units of what is tolerated. */
static double relative_error(const KStepView *v, int i)
{
    return fabs(v->error[i]) / (v->atol[i] + v->tolerance * fabs(v->x[i]));
}

static void add_derivative(Text *t, const KInst *m, int state)
{
    const KModel *model = m->run->model;
    text_add(t, ", ");
    text_variable(t, model, model->der[state]);
    text_add(t, " = %g", m->v[model->der[state]]);
    text_defining(t, model, model->der[state], " by\n  ");
}

/* The unknown whose error is largest, if that is why the step was refused; -1: it is not. */
static int worst_of(const KStepView *v)
{
    int worst = 0;
    if (!v->error || v->n <= 0)
        return -1;
    for (int i = 1; i < v->n; i++)
        if (!(relative_error(v, i) <= relative_error(v, worst)))
            worst = i;
    return relative_error(v, worst) < 0.01 ? -1 : worst;
}

static void add_worst(Text *t, const KInst *m, const KStepView *v, int worst)
{
    const KModel *model = m->run->model;
    double size = relative_error(v, worst);
    text_add(t, "\n  the largest error is in ");
    text_variable(t, model, v->var[worst]);
    text_add(t, " = %g: %.3g times what is tolerated", v->x[worst], size);
    if (worst < model->nstates)
        add_derivative(t, m, worst);
}

/* The kind of a variable; -1: it is none of the user's. */
static int kind_of(const KModel *model, int var)
{
    for (int i = 0; i < model->nvariables; i++)
        if (model->variable[i].index == var && model->variable[i].type != K_STRING)
            return model->variable[i].kind;
    return -1;
}

static bool is_parameter(const KModel *model, int var)
{
    int kind = kind_of(model, var);
    return kind >= 0 && kind <= K_PARAMETER;
}

/* Of a state its derivative, else the variable itself. */
static int moved_by(const KModel *model, int var)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->state[i] == var)
            return model->der[i];
    return var;
}

/* The unknown that `of` follows most by the compiler's word; `largest` if it does not say; -1: it
 * is told, but for the first of those, or there is none. */
static int driver_of(const KInst *m, int of, const int *told, int ntold, int largest)
{
    KTexts *texts = k_texts(m->run->model);
    int found = texts && texts->driver ? texts->driver(texts, m, of) : largest;
    for (int k = 1; k < ntold; k++)
        if (found == told[k])
            return -1;
    return found;
}

/* An equation by which something grows, with its values; what drives it among them, which an
 * equation gives; -1: none. */
static int add_driver(Text *t, const KInst *m, int of, const int *told, int ntold)
{
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->defining, of) : NULL;
    int shown = 0, largest = -1;
    text_defining(t, model, of, ntold > 2 ? "\n  with " : "\n  it grows by ");
    for (int i = 0; e && i < e->nvars && shown < 2 * FAIL_NAMED; i++) {
        int var = e->var[i];
        bool known = var == of;
        for (int k = 0; k < ntold; k++)
            known = known || var == told[k];
        if (known)
            continue;
        text_add(t, shown++ ? ", " : " where ");
        text_variable(t, model, var);
        text_add(t, " = %g", m->v[var]);
        if ((moved_by(model, var) != var || k_equation(texts, texts->defining, var)) &&
            !is_parameter(model, var) && (largest < 0 || fabs(m->v[var]) > fabs(m->v[largest])))
            largest = var;
    }
    int found = driver_of(m, of, told, ntold, largest);
    if (found >= 0 && found == told[0]) {
        text_add(t, shown ? ", and " : " where ");
        text_variable(t, model, found);
        text_add(t, " closes the loop");
        return -1;
    }
    return found >= 0 && k_equation(texts, texts->defining, moved_by(model, found)) ? found : -1;
}

const char k_held[] = " is held between events: if it controls, its sign is wrong or its samples "
                      "come too seldom for this gain; a "
                      "shorter interval or a smaller gain keeps a loop stable";

void text_held(Text *t, const KInst *m, int var)
{
    text_add(t, "\n  ");
    text_variable(t, m->run->model, var);
    text_add(t, "%s", k_held);
}

/* From what gives x, its derivative or itself, on to what drives it, so that a loop is seen in
 * which a sign is wrong. */
static void add_growing(Text *t, const KInst *m, int x, int by)
{
    enum { MOST_DRIVERS = 8 };
    const KModel *model = m->run->model;
    const KTexts *texts = k_texts(model);
    int told[MOST_DRIVERS + 2] = {x, by}, n = 2;
    if (!texts || !k_equation(texts, texts->defining, by))
        return;
    bool late = false;
    for (int of = by; of >= 0 && n < MOST_DRIVERS + 2;) {
        const KEquation *e = k_equation(texts, texts->defining, of);
        late = late || (e && strstr(e->text, "delay("));
        int driver = add_driver(t, m, of, told, n);
        told[n++] = driver;
        of = driver < 0 ? -1 : moved_by(model, driver);
    }
    text_add(t, ": is a sign or a parameter wrong there?");
    if (late)
        text_add(t, "\n  what `delay` gives comes late: a smaller gain or a shorter delay keeps "
                    "the loop stable");
    for (int i = 2; i < n; i++)
        if (told[i] >= 0 && kind_of(model, told[i]) == K_DISCRETE) {
            text_held(t, m, told[i]);
            return;
        }
}

void text_growing(Text *t, const KInst *m, int state)
{
    const KModel *model = m->run->model;
    add_growing(t, m, model->state[state], model->der[state]);
}

void text_recursion(Text *t, const KInst *m, int var)
{
    add_growing(t, m, var, var);
}

/* A state whose derivative has grown so far that it would pass its own size in a vanishing part of
 * the time there was: its solution goes to infinity. */
static void add_escape(Text *t, KInst *m, const KStepView *v)
{
    static const double vanishing = 1e-9;
    const KModel *model = m->run->model;
    int most = -1;
    double least = vanishing * fabs(m->time);
    for (int i = 0; i < v->n && i < model->nstates; i++) {
        double size = fmax(fabs(v->x[i]), fabs(k_nominal(model, v->var[i])));
        double left = size / fabs(m->v[model->der[i]]);
        if (left < least && v->x[i] * m->v[model->der[i]] > 0) {
            least = left;
            most = i;
        }
    }
    if (most < 0)
        return;
    text_add(t, "\n  ");
    text_variable(t, model, v->var[most]);
    text_add(t,
             " = %g grows faster and faster, now by %g in a unit of time: its solution goes to "
             "infinity at this time",
             v->x[most], m->v[model->der[most]]);
    text_growing(t, m, most);
    text_slower(t, m, most);
}

void text_grown(Text *t, KInst *m)
{
    static const double beyond = 1e100;
    const KModel *model = m->run->model;
    int most = -1;
    for (int i = 0; i < model->nstates; i++) {
        double x = fabs(m->v[model->state[i]]);
        if (x > (most < 0 ? beyond : fabs(m->v[model->state[most]])))
            most = i;
    }
    if (most < 0)
        return;
    text_add(t, "\n  ");
    text_variable(t, model, model->state[most]);
    text_add(t, " has grown to %g: the model is unstable, or its solution ends at this time",
             m->v[model->state[most]]);
    text_growing(t, m, most);
    text_slower(t, m, most);
}

/* A state that has grown beyond all others and every scale. */
static void add_growth(Text *t, KInst *m, const KStepView *v)
{
    enum { NONE_GROWS = -1 };
    int most = NONE_GROWS;
    for (int i = 0; i < v->n; i++)
        if (most < 0 || !(fabs(v->x[i]) <= fabs(v->x[most])))
            most = i;
    double scale = most < 0 ? 1 : fmax(1, fabs(k_nominal(m->run->model, v->var[most])));
    if (most >= 0)
        scale = fmax(scale, fabs(m->start[v->var[most]]));
    if (most < 0 || fabs(v->x[most]) < 1e6 * scale) {
        add_escape(t, m, v);
        return;
    }
    text_add(t, "\n  ");
    text_variable(t, m->run->model, v->var[most]);
    text_add(t, " has grown to %g: the model is unstable, or its solution ends at this time",
             v->x[most]);
    if (most < m->run->model->nstates) {
        text_growing(t, m, most);
        text_slower(t, m, most);
    }
}

/* Steps that are accepted and vanish all the same: what fails just after them is the reason. Points
 * further and further on, from one to the next along the derivatives. */
static void look_ahead(KInst *m)
{
    const KModel *model = m->run->model;
    double t = m->time, size = fmax(1, fabs(t)), last = 0;
    int failed = code_rhs(m, K_TRIAL);
    for (double dt = 4 * DBL_EPSILON * size; !failed && dt < 1e-6 * size; dt *= 8) {
        m->time = t + dt;
        for (int i = 0; i < model->nstates; i++)
            m->v[model->state[i]] += (dt - last) * m->v[model->der[i]];
        last = dt;
        failed = code_rhs(m, K_TRIAL);
    }
    m->time = t;
}

static void add_steps(Text *t, const KStepView *v)
{
    if (isfinite(v->h))
        text_add(t, "\n  the step was cut down to %.2g", v->h);
    if (v->order > 0)
        text_add(t, " at order %d", v->order);
    text_add(t, ", %ld steps were accepted and %ld rejected before", v->steps, v->rejected);
}

int integrator_failed(KInst *m, const char *why, const KStepView *v)
{
    char reason[FAIL_TEXT_SIZE / 2], all[FAIL_TEXT_SIZE];
    const char *form;
    int worst = worst_of(v);
    if (worst < 0 && m->run->failure.kind == FAIL_NONE)
        look_ahead(m);
    failure_words(m, reason, sizeof reason, &form);
    if (!*form || worst >= 0)
        form = why;
    Text t = {all, sizeof all};
    text_add(&t, "%s", why);
    if (worst < 0 && *reason)
        text_add(&t, ": %s", reason);
    const char *cause = t.at;
    text_jumps(&t, m, worst < 0 ? K_JUMPS_CLOSE : K_JUMPS_ALL);
    if (!strstr(all, " has grown to "))
        add_growth(&t, m, v);
    bool told = *cause || (worst < 0 && *reason);
    if (!told && worst >= 0) /* what the method saw says little beside a cause */
        add_worst(&t, m, v, worst);
    if (!told && (v->steps || v->rejected))
        add_steps(&t, v);
    if (v->stiff)
        text_add(&t, "\n  the model is stiff: try --method cvode");
    failure_say(m, form, all);
    return -1;
}
