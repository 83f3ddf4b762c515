/* cvode.c - the states as an ordinary differential equation, by CVODE's BDF. Algebraic blocks are
 * solved inside each evaluation; the Jacobian comes from directional derivatives. */
#include "rt/step_policy.h"
#include "rt/sundials_internal.h"
#include "rt/texts.h"

#include <cvode/cvode.h>

static int rhs(double t, N_Vector y, N_Vector ydot, void *arg)
{
    KInst *m = ((Sun *)arg)->base.m;
    const KModel *model = m->run->model;
    double *dx = N_VGetArrayPointer(ydot);
    integrator_at(m, t);
    sun_set(arg, t, y);
    int result = code_rhs(m, K_TRIAL);
    for (int i = 0; i < model->nstates && !result; i++)
        dx[i] = m->v[model->der[i]];
    return result;
}

static int jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix J, void *arg, N_Vector tmp1,
                    N_Vector tmp2, N_Vector tmp3)
{
    (void)fy, (void)tmp2, (void)tmp3;
    Sun *s = arg;
    int result = sun_same_point(s, t, y) ? 0 : rhs(t, y, tmp1, arg);
    if (!result)
        result = jacobian_fill(s->base.m, s->jacobian);
    if (!result)
        sun_store(s, J);
    return result;
}

static int begin(Sun *s)
{
    if (s->begun)
        return CVodeReInit(s->mem, s->t, s->y);
    bool good = CVodeInit(s->mem, rhs, s->t, s->y) >= 0 &&
                CVodeWFtolerances(s->mem, sun_weights) >= 0 &&
                CVodeSetLinearSolver(s->mem, s->solver, s->matrix) >= 0 &&
                (!s->jacobian || CVodeSetJacFn(s->mem, jacobian) >= 0);
    return good ? 0 : -1;
}

static int step(Sun *s, double tstop)
{
    CVodeSetStopTime(s->mem, tstop);
    return CVode(s->mem, tstop, s->y, &s->t, CV_ONE_STEP);
}

static const SunMethod method = {
    .name = "CVODE",
    .not_evaluated = "the derivatives cannot be evaluated",
    .failed = "CVODE failed",
    .begin = begin,
    .step = step,
    .dky = CVodeGetDky,
    .errors = CVodeGetEstLocalErrors,
    .last_size = CVodeGetCurrentStep,
    .last_order = CVodeGetCurrentOrder,
    .count = {CVodeGetNumSteps, CVodeGetNumErrTestFails, CVodeGetNumStepSolveFails,
              CVodeGetNumJacEvals, CVodeGetNumNonlinSolvIters},
    .free = CVodeFree,
};

static int cvode_step(KIntegrator *base, double tstop, double *t)
{
    Sun *s = (Sun *)base;
    int flag = sun_advance(s, tstop);
    *t = s->t;
    return flag >= 0 ? 0 : sun_failed(s, flag);
}

static KIntegrator *cvode_open(KInst *m, const KOptions *o)
{
    const KModel *model = m->run->model;
    Sun *s = integrator_new(m, &integrator_cvode, sizeof *s);
    if (!s)
        return NULL;
    s->method = &method;
    s->n = model->nstates;
    s->var = model->state;
    bool good = sun_open(s, o, model->jac_nnz, model->jac_colptr, model->jac_rowidx);
    if (good && !(s->mem = CVodeCreate(CV_BDF, s->context))) {
        failure_say(m, k_no_memory, k_no_memory);
        good = false;
    }
    if (!good) {
        sun_close(&s->base);
        return NULL;
    }
    CVodeSetErrHandlerFn(s->mem, sun_quiet, NULL);
    CVodeSetUserData(s->mem, s);
    CVodeSetMaxStep(s->mem, o->max_step);
    CVodeSetMaxErrTestFails(s->mem, SUN_ERROR_FAILS);
    CVodeSetMaxHnilWarns(s->mem, -1);
    return &s->base;
}

const KIntegratorType integrator_cvode = {
    "cvode", cvode_open, sun_restart, cvode_step, sun_interpolate, NULL, sun_count, sun_close, NULL,
};
