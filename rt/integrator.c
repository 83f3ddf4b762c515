/* integrator.c - what the integration methods share: evaluation inside a step, and the message when
 * they give up. */
#include "rt/integrator.h"
#include "rt/step_policy.h"

#include <math.h>
#include <stdlib.h>

void *integrator_new(KInst *m, const KIntegratorType *type, size_t size)
{
    KIntegrator *s = calloc(1, size);
    if (s)
        *s = (KIntegrator){.type = type, .m = m};
    else
        failure_format(m, "memory is exhausted");
    return s;
}

int integrator_evaluate(KIntegrator *s, double t)
{
    KRun *run = s->m->run;
    bool trial = run->trial;
    run->trial = true;
    s->type->interpolate(s, t);
    int result = code_relations(s->m);
    run->trial = trial;
    return result;
}

void integrator_at(KInst *m, double t)
{
    KGuess *g = &m->run->guess;
    for (int i = 0; i < g->n && t < g->t; i++)
        m->v[g->var[i]] = g->value[i];
    g->t = t;
}

double weights_begin(const KInst *m, const KOptions *o, int n, const int *var, double *size,
                     double *atol)
{
    const KModel *model = m->run->model;
    double tolerance = sharper * (o->tolerance > 0 ? o->tolerance : 1e-6);
    for (int i = 0; i < n; i++) {
        double nominal = k_nominal(model, var[i]);
        bool guess = o->atol <= 0 && i < model->nstates && !k_nominal_given(model, var[i]);
        size[i] = guess ? LEAST_SIZE : -1;
        atol[i] = o->atol > 0 ? sharper * o->atol : tolerance * (guess ? LEAST_SIZE : nominal);
    }
    return tolerance;
}

void weights_take(int n, const double *x, double tolerance, double *size, double *atol, double *w)
{
    for (int i = 0; i < n; i++) {
        if (size[i] >= 0 && fabs(x[i]) > size[i]) {
            size[i] = fabs(x[i]);
            atol[i] = tolerance * fmin(1, size[i]);
        }
        w[i] = 1 / (tolerance * fabs(x[i]) + atol[i]);
    }
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

static void add_worst(Text *t, const KInst *m, const KStepView *v)
{
    const KModel *model = m->run->model;
    int worst = 0;
    for (int i = 1; i < v->n; i++)
        if (!(relative_error(v, i) <= relative_error(v, worst)))
            worst = i;
    double size = relative_error(v, worst);
    if (size == 0)
        return;
    text_add(t, "\n  the largest error is in ");
    text_variable(t, model, v->var[worst]);
    text_add(t, " = %g: %.3g times what is tolerated", v->x[worst], size);
    if (worst < model->nstates)
        add_derivative(t, m, worst);
}

/* A state that has grown beyond all others and every scale. */
static void add_growth(Text *t, const KInst *m, const KStepView *v)
{
    enum { NONE_GROWS = -1 };
    int most = NONE_GROWS;
    for (int i = 0; i < v->n; i++)
        if (most < 0 || !(fabs(v->x[i]) <= fabs(v->x[most])))
            most = i;
    double scale = most < 0 ? 1 : fmax(1, fabs(k_nominal(m->run->model, v->var[most])));
    if (most < 0 || fabs(v->x[most]) < 1e6 * scale)
        return;
    text_add(t, "\n  ");
    text_variable(t, m->run->model, v->var[most]);
    text_add(t, " has grown to %g: the model is unstable, or its solution ends at this time",
             v->x[most]);
}

int integrator_failed(KInst *m, const char *why, const KStepView *v)
{
    char reason[1200], all[1500];
    failure_text(m, reason, sizeof reason);
    Text t = {all, sizeof all};
    text_add(&t, "%s", why);
    if (v->error && v->n > 0)
        add_worst(&t, m, v);
    else if (*reason)
        text_add(&t, ": %s", reason);
    if (isfinite(v->h))
        text_add(&t, "\n  the step was cut down to %.2g", v->h);
    if (v->order > 0)
        text_add(&t, " at order %d", v->order);
    text_add(&t, ", %ld steps were accepted and %ld rejected before", v->steps, v->rejected);
    add_growth(&t, m, v);
    if (v->stiff)
        text_add(&t, "\n  the model is stiff: try --method cvode");
    failure_format(m, "%s", all);
    return -1;
}
