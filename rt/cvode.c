/* cvode.c - the states as an ordinary differential equation, by CVODE's BDF. Algebraic blocks are
 * solved inside each evaluation; the Jacobian comes from directional derivatives. */
#include "rt/step_policy.h"
#include "rt/sundials_internal.h"

#include <cvode/cvode.h>
#include <stdlib.h>

typedef struct Cvode {
    KIntegrator base;
    SunPart sun;
    void *mem;
    bool begun;     /* CVodeInit was called */
    double t;       /* end of the last step */
    KStats earlier; /* counts before the last restart */
} Cvode;

static int rhs(double t, N_Vector y, N_Vector ydot, void *arg)
{
    KInst *m = ((SunPart *)arg)->m;
    const KModel *model = m->run->model;
    const double *x = N_VGetArrayPointer(y);
    double *dx = N_VGetArrayPointer(ydot);
    m->time = t;
    for (int i = 0; i < model->nstates; i++)
        m->v[model->state[i]] = x[i];
    int result = code_rhs(m);
    if (result)
        return result;
    for (int i = 0; i < model->nstates; i++)
        dx[i] = m->v[model->der[i]];
    return 0;
}

static int jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix J, void *arg, N_Vector tmp1,
                    N_Vector tmp2, N_Vector tmp3)
{
    (void)fy, (void)tmp2, (void)tmp3;
    SunPart *p = arg;
    const KModel *model = p->m->run->model;
    int result = 0;
    if (!sun_same_point(p, t, N_VGetArrayPointer(y), model->nstates, model->state))
        result = rhs(t, y, tmp1, arg);
    if (!result)
        result = jacobian_fill(p->m, p->jacobian);
    if (!result)
        sun_store(p, J, 1);
    return result;
}

static void cvode_count(KIntegrator *base, KStats *stats)
{
    Cvode *s = (Cvode *)base;
    long steps = 0, errors = 0, solves = 0, jacobians = 0, iterations = 0;
    if (s->begun) {
        CVodeGetNumSteps(s->mem, &steps);
        CVodeGetNumErrTestFails(s->mem, &errors);
        CVodeGetNumStepSolveFails(s->mem, &solves);
        CVodeGetNumJacEvals(s->mem, &jacobians);
        CVodeGetNumNonlinSolvIters(s->mem, &iterations);
    }
    stats->steps += s->earlier.steps + steps;
    stats->rejected += s->earlier.rejected + errors + solves;
    stats->jacobians += s->earlier.jacobians + jacobians;
    stats->newton_iterations += s->earlier.newton_iterations + iterations;
}

static void cvode_close(KIntegrator *base)
{
    Cvode *s = (Cvode *)base;
    if (s->mem)
        CVodeFree(&s->mem);
    sun_close(&s->sun);
    free(s);
}

/* Everything that needs CVodeInit first. */
static int begin(Cvode *s, double t)
{
    SunPart *p = &s->sun;
    if (CVodeInit(s->mem, rhs, t, p->y) < 0 || CVodeWFtolerances(s->mem, sun_weights) < 0 ||
        CVodeSetLinearSolver(s->mem, p->solver, p->matrix) < 0 ||
        (p->jacobian && CVodeSetJacFn(s->mem, jacobian) < 0))
        return -1;
    s->begun = true;
    return 0;
}

static int cvode_restart(KIntegrator *base)
{
    Cvode *s = (Cvode *)base;
    KInst *m = base->m;
    const KModel *model = m->run->model;
    double *y = N_VGetArrayPointer(s->sun.y);
    for (int i = 0; i < model->nstates; i++)
        y[i] = m->v[model->state[i]];
    s->t = m->time;
    s->sun.stalls = 0;
    if (s->begun) {
        KStats sum = {0};
        cvode_count(base, &sum);
        s->earlier = sum;
    }
    if ((s->begun ? CVodeReInit(s->mem, s->t, s->sun.y) : begin(s, s->t)) < 0) {
        failure_format(m, "CVODE could not be started");
        return -1;
    }
    return 0;
}

static const char *explain(int flag)
{
    switch (flag) {
    case CV_TOO_MUCH_ACC:
        return "the tolerance is smaller than rounding errors";
    case CV_ERR_FAILURE:
        return "no step is small enough for the tolerance";
    case CV_CONV_FAILURE:
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL:
        return "the equations of a step cannot be solved, however small it is";
    case CV_RHSFUNC_FAIL:
    case CV_UNREC_RHSFUNC_ERR:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
        return "the derivatives cannot be evaluated";
    case SUN_STALLED:
        return "the steps have become too small for the digits of time";
    default:
        return "CVODE failed";
    }
}

static int failed(Cvode *s, int flag)
{
    SunPart *p = &s->sun;
    KStats sum = {0};
    KStepView view = {.n = s->base.m->run->model->nstates,
                      .var = s->base.m->run->model->state,
                      .tolerance = p->tolerance};
    cvode_count(&s->base, &sum);
    CVodeGetEstLocalErrors(s->mem, p->error);
    CVodeGetCurrentStep(s->mem, &view.h);
    CVodeGetCurrentOrder(s->mem, &view.order);
    view.steps = sum.steps;
    view.rejected = sum.rejected;
    view.x = N_VGetArrayPointer(p->y);
    view.atol = N_VGetArrayPointer(p->atol);
    bool tested = flag == CV_ERR_FAILURE || flag == SUN_STALLED;
    view.error = tested ? N_VGetArrayPointer(p->error) : NULL;
    return integrator_failed(s->base.m, explain(flag), &view);
}

static int cvode_step(KIntegrator *base, double tstop, double *t)
{
    Cvode *s = (Cvode *)base;
    KRun *run = base->m->run;
    run->trial = true;
    failure_clear(base->m);
    CVodeSetStopTime(s->mem, tstop);
    double t0 = s->t;
    int flag = CVode(s->mem, tstop, s->sun.y, &s->t, CV_ONE_STEP);
    flag = sun_flag(&s->sun, flag, t0, s->t);
    run->trial = false;
    *t = s->t;
    return flag >= 0 ? 0 : failed(s, flag);
}

static void cvode_interpolate(KIntegrator *base, double t)
{
    Cvode *s = (Cvode *)base;
    KInst *m = base->m;
    const KModel *model = m->run->model;
    N_Vector y = s->sun.y;
    if (t != s->t && CVodeGetDky(s->mem, t, 0, s->sun.yp) == CV_SUCCESS)
        y = s->sun.yp;
    const double *x = N_VGetArrayPointer(y);
    m->time = t;
    for (int i = 0; i < model->nstates; i++)
        m->v[model->state[i]] = x[i];
}

static KIntegrator *cvode_open(KInst *m, const KOptions *o)
{
    const KModel *model = m->run->model;
    Cvode *s = calloc(1, sizeof *s);
    if (!s) {
        failure_format(m, "memory is exhausted");
        return NULL;
    }
    s->base = (KIntegrator){.type = &integrator_cvode, .m = m};
    bool good = sun_open(&s->sun, m, o, model->nstates, model->state, model->jac_nnz,
                         model->jac_colptr, model->jac_rowidx);
    if (good && !(s->mem = CVodeCreate(CV_BDF, s->sun.context))) {
        failure_format(m, "memory is exhausted");
        good = false;
    }
    if (!good) {
        cvode_close(&s->base);
        return NULL;
    }
    CVodeSetErrHandlerFn(s->mem, sun_quiet, NULL);
    CVodeSetUserData(s->mem, &s->sun);
    CVodeSetMaxStep(s->mem, o->max_step);
    CVodeSetMaxErrTestFails(s->mem, SUN_ERROR_FAILS);
    CVodeSetMaxHnilWarns(s->mem, -1);
    return &s->base;
}

const KIntegratorType integrator_cvode = {
    "cvode", cvode_open, cvode_restart, cvode_step, cvode_interpolate, cvode_count, cvode_close,
};
