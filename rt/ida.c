/* ida.c - the model as a differential-algebraic equation, by IDA.
 *
 * Unknowns y are the states, then the unknowns z of the algebraic blocks that rhs solves. With
 * KInst.solve replaced by an evaluation of the block's residuals, one pass of rhs gives
 *     F = (x' - der(x, z), residuals(x, z)),
 * and jvp with solve_dir replaced likewise gives its Jacobian. Only states are in the error test.
 * At output points and events the blocks are solved properly, from interpolated z as guess. Once a
 * step has failed they are in each evaluation, and the states remain as unknowns. */
#include "rt/step_policy.h"
#include "rt/sundials_internal.h"

#include <ida/ida.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Ida {
    KIntegrator base;
    SunPart sun;
    void *mem;
    bool begun;
    double t;    /* end of the last step */
    int n;       /* unknowns */
    int *var;    /* [n] */
    int *offset; /* KDaeForm.offset */
    double *r;   /* residuals and their directional derivatives */
    KDaeForm form;
    KOptions options;
    N_Vector id; /* 1 differential, 0 algebraic */
    KStats earlier;
} Ida;

/* ---- The replaced solve functions ---- */

static int evaluate_block(KInst *m, int k)
{
    const KDaeForm *form = m->run->dae;
    if (form->offset[k] < 0)
        return block_solve(m, k);
    return m->run->code.block[k].residual(m, form->r + form->offset[k]);
}

static int direct_block(KInst *m, int k)
{
    const KDaeForm *form = m->run->dae;
    if (form->offset[k] < 0)
        return block_solve_dir(m, k);
    return m->run->code.block[k].direction(m, form->dr + form->offset[k]);
}

/* Notes which blocks rhs solves. Small ones whose solution is checked (whole.c) are solved
 * always. */
static int visit_block(KInst *m, int k)
{
    const KBlock *b = &m->run->model->block[k];
    if (b->n && (!b->whole || m->run->model->block[b->whole].n > K_SOLVED_INSIDE))
        m->run->dae->offset[k] = 0;
    return block_solve(m, k);
}

static void enter_form(Ida *s)
{
    KInst *m = s->base.m;
    m->run->dae = &s->form;
    m->solve = evaluate_block;
    m->solve_dir = direct_block;
}

static void leave_form(Ida *s)
{
    KInst *m = s->base.m;
    m->run->dae = NULL;
    m->solve = block_solve;
    m->solve_dir = block_solve_dir;
}

/* ---- Callbacks ---- */

static void set_unknowns(const Ida *s, double t, const double *y)
{
    KInst *m = s->base.m;
    m->time = t;
    for (int i = 0; i < s->n; i++)
        m->v[s->var[i]] = y[i];
}

static int residual(double t, N_Vector yy, N_Vector yp, N_Vector rr, void *arg)
{
    Ida *s = arg;
    KInst *m = s->base.m;
    const KModel *model = m->run->model;
    const double *dy = N_VGetArrayPointer(yp);
    double *r = N_VGetArrayPointer(rr);
    set_unknowns(s, t, N_VGetArrayPointer(yy));
    enter_form(s);
    int result = code_rhs(m);
    leave_form(s);
    if (result)
        return result;
    for (int i = 0; i < model->nstates; i++)
        r[i] = dy[i] - m->v[model->der[i]];
    double zero = 0;
    for (int i = model->nstates; i < s->n; i++) {
        r[i] = s->r[i - model->nstates];
        zero += r[i] * 0.0;
    }
    return zero == 0 ? 0 : 1;
}

/* J := cj for the states' own derivatives, less or plus the model's. */
static void complete(const Ida *s, SUNMatrix J, double cj)
{
    KJacobian *j = s->sun.jacobian;
    int nstates = s->base.m->run->model->nstates;
    for (int c = 0; c < s->n; c++) {
        int from = j->nnz > 0 ? j->colptr[c] : c * s->n;
        int to = j->nnz > 0 ? j->colptr[c + 1] : from + s->n;
        for (int p = from; p < to; p++) {
            int row = j->nnz > 0 ? j->rowidx[p] : p - from;
            if (row < nstates)
                j->value[p] = (row == c ? cj : 0) - j->value[p];
        }
    }
    sun_store(&s->sun, J, 1);
}

static int weights(N_Vector y, N_Vector weight, void *arg)
{
    return sun_weights(y, weight, &((Ida *)arg)->sun);
}

static int jacobian(double t, double cj, N_Vector yy, N_Vector yp, N_Vector rr, SUNMatrix J,
                    void *arg, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
    (void)rr, (void)tmp2, (void)tmp3;
    Ida *s = arg;
    int result = 0;
    if (!sun_same_point(&s->sun, t, N_VGetArrayPointer(yy), s->n, s->var))
        result = residual(t, yy, yp, tmp1, arg);
    if (result)
        return result;
    enter_form(s);
    result = jacobian_fill(s->base.m, s->sun.jacobian);
    leave_form(s);
    if (!result)
        complete(s, J, cj);
    return result;
}

/* ---- The integrator ---- */

static void ida_count(KIntegrator *base, KStats *stats)
{
    Ida *s = (Ida *)base;
    long steps = 0, errors = 0, solves = 0, jacobians = 0, iterations = 0;
    if (s->begun) {
        IDAGetNumSteps(s->mem, &steps);
        IDAGetNumErrTestFails(s->mem, &errors);
        IDAGetNumStepSolveFails(s->mem, &solves);
        IDAGetNumJacEvals(s->mem, &jacobians);
        IDAGetNumNonlinSolvIters(s->mem, &iterations);
    }
    stats->steps += s->earlier.steps + steps;
    stats->rejected += s->earlier.rejected + errors + solves;
    stats->jacobians += s->earlier.jacobians + jacobians;
    stats->newton_iterations += s->earlier.newton_iterations + iterations;
}

static void close_solver(Ida *s)
{
    if (s->mem)
        IDAFree(&s->mem);
    if (s->id)
        N_VDestroy(s->id);
    sun_close(&s->sun);
    s->sun = (SunPart){0};
    s->id = NULL;
    s->begun = false;
}

static void ida_close(KIntegrator *base)
{
    Ida *s = (Ida *)base;
    close_solver(s);
    free(s->var);
    free(s->offset);
    free(s->r);
    free(s);
}

static int begin(Ida *s)
{
    SunPart *p = &s->sun;
    double *id = N_VGetArrayPointer(s->id);
    for (int i = 0; i < s->n; i++)
        id[i] = i < s->base.m->run->model->nstates;
    if (IDAInit(s->mem, residual, s->t, p->y, p->yp) < 0 || IDAWFtolerances(s->mem, weights) < 0 ||
        IDASetId(s->mem, s->id) < 0 || IDASetSuppressAlg(s->mem, SUNTRUE) < 0 ||
        IDASetLinearSolver(s->mem, p->solver, p->matrix) < 0 ||
        (p->jacobian && IDASetJacFn(s->mem, jacobian) < 0))
        return -1;
    s->begun = true;
    return 0;
}

static int ida_restart(KIntegrator *base)
{
    Ida *s = (Ida *)base;
    KInst *m = base->m;
    const KModel *model = m->run->model;
    double *y = N_VGetArrayPointer(s->sun.y), *yp = N_VGetArrayPointer(s->sun.yp);
    for (int i = 0; i < s->n; i++) {
        y[i] = m->v[s->var[i]];
        yp[i] = i < model->nstates ? m->v[model->der[i]] : 0;
    }
    s->t = m->time;
    s->sun.stalls = 0;
    if (s->begun) {
        KStats sum = {0};
        ida_count(base, &sum);
        s->earlier = sum;
    }
    if ((s->begun ? IDAReInit(s->mem, s->t, s->sun.y, s->sun.yp) : begin(s)) < 0) {
        failure_format(m, "IDA could not be started");
        return -1;
    }
    return 0;
}

static const char *explain(int flag)
{
    switch (flag) {
    case IDA_TOO_MUCH_ACC:
        return "the tolerance is smaller than rounding errors";
    case IDA_ERR_FAIL:
        return "no step is small enough for the tolerance";
    case IDA_CONV_FAIL:
    case IDA_LSETUP_FAIL:
    case IDA_LSOLVE_FAIL:
        return "the equations of a step cannot be solved, however small it is";
    case IDA_RES_FAIL:
    case IDA_REP_RES_ERR:
    case IDA_FIRST_RES_FAIL:
        return "the equations cannot be evaluated";
    case SUN_STALLED:
        return "the steps have become too small for the digits of time";
    default:
        return "IDA failed";
    }
}

static int failed(Ida *s, int flag)
{
    SunPart *p = &s->sun;
    KStats sum = {0};
    KStepView view = {.n = s->n, .var = s->var, .tolerance = p->tolerance};
    ida_count(&s->base, &sum);
    IDAGetEstLocalErrors(s->mem, p->error);
    IDAGetCurrentStep(s->mem, &view.h);
    IDAGetCurrentOrder(s->mem, &view.order);
    view.steps = sum.steps;
    view.rejected = sum.rejected;
    view.x = N_VGetArrayPointer(p->y);
    view.atol = N_VGetArrayPointer(p->atol);
    bool tested = flag == IDA_ERR_FAIL || flag == SUN_STALLED;
    view.error = tested ? N_VGetArrayPointer(p->error) : NULL;
    return integrator_failed(s->base.m, explain(flag), &view);
}

static int advance(Ida *s, double tstop)
{
    failure_clear(s->base.m);
    IDASetStopTime(s->mem, tstop);
    double t0 = s->t;
    int flag = IDASolve(s->mem, tstop, &s->t, s->sun.y, s->sun.yp, IDA_ONE_STEP);
    return sun_flag(&s->sun, flag, t0, s->t);
}

static void ida_interpolate(KIntegrator *base, double t)
{
    Ida *s = (Ida *)base;
    N_Vector y = s->sun.y;
    if (t != s->t && IDAGetDky(s->mem, t, 0, s->sun.error) == IDA_SUCCESS)
        y = s->sun.error;
    set_unknowns(s, t, N_VGetArrayPointer(y));
}

/* Finds the blocks of rhs and lists the unknowns. */
static bool list_unknowns(Ida *s)
{
    KInst *m = s->base.m;
    const KModel *model = m->run->model;
    int all = model->nstates;
    for (int k = 0; k < model->nblocks; k++)
        all += model->block[k].n;
    s->var = malloc(((size_t)all + 1) * sizeof *s->var);
    s->offset = malloc(((size_t)model->nblocks + 1) * sizeof *s->offset);
    s->r = calloc(2 * (size_t)(all - model->nstates) + 1, sizeof *s->r);
    if (!s->var || !s->offset || !s->r) {
        failure_format(m, "memory is exhausted");
        return false;
    }
    s->form = (KDaeForm){s->offset, s->r, s->r + (all - model->nstates)};
    for (int k = 0; k < model->nblocks; k++)
        s->offset[k] = -1;
    m->run->dae = &s->form;
    m->solve = visit_block;
    int result = code_rhs(m);
    leave_form(s);
    if (result)
        return false;
    for (int i = 0; i < model->nstates; i++)
        s->var[s->n++] = model->state[i];
    for (int k = 0; k < model->nblocks; k++) {
        if (s->offset[k] < 0)
            continue;
        s->offset[k] = s->n - model->nstates;
        for (int i = 0; i < model->block[k].n; i++)
            s->var[s->n++] = model->block[k].var[i];
    }
    return true;
}

/* The model's pattern is for all blocks: number[i] is the place of unknown i, -1 if not used. */
static void number_unknowns(const Ida *s, int *number)
{
    const KModel *model = s->base.m->run->model;
    int all = 0, used = 0;
    for (; all < model->nstates; all++)
        number[all] = used++;
    for (int k = 0; k < model->nblocks; k++)
        for (int i = 0; i < model->block[k].n; i++)
            number[all++] = s->offset[k] < 0 ? -1 : used++;
}

/* The pattern of the unknowns used. */
static void cut_pattern(const KModel *model, const int *number, int all, int *colptr, int *rowidx)
{
    int at = 0, column = 0;
    colptr[0] = 0;
    for (int c = 0; c < all; c++) {
        if (number[c] < 0)
            continue;
        for (int p = model->dae_colptr[c]; p < model->dae_colptr[c + 1]; p++)
            if (number[model->dae_rowidx[p]] >= 0)
                rowidx[at++] = number[model->dae_rowidx[p]];
        colptr[++column] = at;
    }
}

static bool open_sun(Ida *s)
{
    const KModel *model = s->base.m->run->model;
    int all = model->nstates, nnz = model->dae_nnz;
    for (int k = 0; k < model->nblocks; k++)
        all += model->block[k].n;
    int *number = malloc((2 * (size_t)all + (size_t)nnz + 2) * sizeof *number);
    if (!number) {
        failure_format(s->base.m, "memory is exhausted");
        return false;
    }
    int *colptr = number + all, *rowidx = colptr + all + 1;
    number_unknowns(s, number);
    if (nnz > 0) {
        cut_pattern(model, number, all, colptr, rowidx);
        nnz = colptr[s->n];
    }
    bool good = sun_open(&s->sun, s->base.m, &s->options, s->n, s->var, nnz, colptr, rowidx);
    free(number);
    return good;
}

static bool open_memory(Ida *s)
{
    s->id = N_VClone(s->sun.y);
    s->mem = s->id ? IDACreate(s->sun.context) : NULL;
    if (!s->mem) {
        failure_format(s->base.m, "memory is exhausted");
        return false;
    }
    IDASetErrHandlerFn(s->mem, sun_quiet, NULL);
    IDASetUserData(s->mem, s);
    IDASetMaxErrTestFails(s->mem, SUN_ERROR_FAILS);
    IDASetMaxStep(s->mem, s->options.max_step);
    return true;
}

/* Begins anew where a step has failed, with the blocks solved in each evaluation, by their own
 * damped iteration, from now on: the unknowns are the states alone. The integrator's iteration is
 * not damped, exponential functions deceive its test of convergence, and where the matrix is
 * nearly singular residuals at the level of rounding ask for large corrections at any step size. */
static int advance_with_blocks_inside(Ida *s, double tstop)
{
    KInst *m = s->base.m;
    const KModel *model = m->run->model;
    KStats sum = {0};
    set_unknowns(s, s->t, N_VGetArrayPointer(s->sun.y));
    ida_count(&s->base, &sum);
    s->earlier = sum;
    close_solver(s);
    s->n = model->nstates;
    for (int k = 0; k < model->nblocks; k++)
        s->offset[k] = -1;
    if (!sun_open(&s->sun, m, &s->options, s->n, s->var, model->jac_nnz, model->jac_colptr,
                  model->jac_rowidx) ||
        !open_memory(s))
        return IDA_MEM_FAIL;
    if (code_rhs(m) || ida_restart(&s->base))
        return IDA_RES_FAIL;
    return advance(s, tstop);
}

static int ida_step(KIntegrator *base, double tstop, double *t)
{
    Ida *s = (Ida *)base;
    KRun *run = base->m->run;
    run->trial = true;
    int flag = advance(s, tstop);
    if (flag < 0 && s->n > run->model->nstates)
        flag = advance_with_blocks_inside(s, tstop);
    run->trial = false;
    *t = s->t;
    if (!s->mem)
        return -1;
    return flag >= 0 ? 0 : failed(s, flag);
}

static KIntegrator *ida_open(KInst *m, const KOptions *o)
{
    Ida *s = calloc(1, sizeof *s);
    if (!s) {
        failure_format(m, "memory is exhausted");
        return NULL;
    }
    s->base = (KIntegrator){.type = &integrator_ida, .m = m};
    s->options = *o;
    if (!list_unknowns(s) || !open_sun(s) || !open_memory(s)) {
        ida_close(&s->base);
        return NULL;
    }
    s->base.nextra = s->n - m->run->model->nstates;
    s->base.extra = s->var + m->run->model->nstates;
    return &s->base;
}

const KIntegratorType integrator_ida = {
    "ida", ida_open, ida_restart, ida_step, ida_interpolate, ida_count, ida_close,
};
