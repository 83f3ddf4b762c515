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
    Sun sun;
    int *var;    /* [sun.n] */
    int *offset; /* KDaeForm.offset */
    double *r;   /* residuals and their directional derivatives */
    KDaeForm form;
    KOptions options;
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
    if (b->n && !b->iterated &&
        (!b->whole || b->spare || m->run->model->block[b->whole].n > K_SOLVED_INSIDE))
        m->run->dae->offset[k] = 0;
    return block_solve(m, k);
}

static void enter_form(Ida *s)
{
    KInst *m = s->sun.base.m;
    m->run->dae = &s->form;
    m->solve = evaluate_block;
    m->solve_dir = direct_block;
}

static void leave_form(Ida *s)
{
    KInst *m = s->sun.base.m;
    m->run->dae = NULL;
    m->solve = block_solve;
    m->solve_dir = block_solve_dir;
}

/* ---- Callbacks ---- */

static int residual(double t, N_Vector yy, N_Vector yp, N_Vector rr, void *arg)
{
    Ida *s = arg;
    KInst *m = s->sun.base.m;
    const KModel *model = m->run->model;
    const double *dy = N_VGetArrayPointer(yp);
    double *r = N_VGetArrayPointer(rr);
    integrator_at(m, t);
    sun_set(&s->sun, t, yy);
    enter_form(s);
    int result = code_rhs(m, K_TRIAL);
    leave_form(s);
    if (result)
        return result;
    for (int i = 0; i < model->nstates; i++)
        r[i] = dy[i] - m->v[model->der[i]];
    double zero = 0;
    for (int i = model->nstates; i < s->sun.n; i++) {
        r[i] = s->r[i - model->nstates];
        zero += r[i] * 0.0;
    }
    return zero == 0 ? 0 : 1;
}

/* J := cj for the states' own derivatives, less or plus the model's. */
static void complete(const Sun *s, SUNMatrix J, double cj)
{
    KJacobian *j = s->jacobian;
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
    sun_store(s, J);
}

static int jacobian(double t, double cj, N_Vector yy, N_Vector yp, N_Vector rr, SUNMatrix J,
                    void *arg, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
    (void)rr, (void)tmp2, (void)tmp3;
    Ida *s = arg;
    int result = sun_same_point(&s->sun, t, yy) ? 0 : residual(t, yy, yp, tmp1, arg);
    if (result)
        return result;
    enter_form(s);
    result = jacobian_fill(s->sun.base.m, s->sun.jacobian);
    leave_form(s);
    if (!result)
        complete(&s->sun, J, cj);
    return result;
}

/* ---- The integrator ---- */

/* IDA's norm is a mean over all unknowns, in which an error that one state has alone is told as a
 * sqrt(n)-th of it; made up for, in part where there are many. */
static int weights(N_Vector y, N_Vector weight, void *arg)
{
    const Sun *s = arg;
    int result = sun_weights(y, weight, arg);
    N_VScale(sqrt(fmin(s->n, ALONE_AMONG)), weight, weight);
    return result;
}

static int begin(Sun *s)
{
    if (s->begun)
        return IDAReInit(s->mem, s->t, s->y, s->yp);
    bool good = IDAInit(s->mem, residual, s->t, s->y, s->yp) >= 0 &&
                IDAWFtolerances(s->mem, weights) >= 0 && IDASetId(s->mem, s->id) >= 0 &&
                IDASetSuppressAlg(s->mem, SUNTRUE) >= 0 &&
                IDASetLinearSolver(s->mem, s->solver, s->matrix) >= 0 &&
                (!s->jacobian || IDASetJacFn(s->mem, jacobian) >= 0);
    return good ? 0 : -1;
}

static int step(Sun *s, double tstop)
{
    IDASetStopTime(s->mem, tstop);
    return IDASolve(s->mem, tstop, &s->t, s->y, s->yp, IDA_ONE_STEP);
}

static const SunMethod method = {
    .name = "IDA",
    .not_evaluated = "the equations cannot be evaluated",
    .failed = "IDA failed",
    .begin = begin,
    .step = step,
    .dky = IDAGetDky,
    .errors = IDAGetEstLocalErrors,
    .last_size = IDAGetCurrentStep,
    .last_order = IDAGetCurrentOrder,
    .count = {IDAGetNumSteps, IDAGetNumErrTestFails, IDAGetNumStepSolveFails, IDAGetNumJacEvals,
              IDAGetNumNonlinSolvIters},
    .free = IDAFree,
};

static void ida_close(KIntegrator *base)
{
    Ida *s = (Ida *)base;
    free(s->var);
    free(s->offset);
    free(s->r);
    sun_close(base);
}

/* Finds the blocks of rhs and lists the unknowns. */
static bool list_unknowns(Ida *s)
{
    KInst *m = s->sun.base.m;
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
    int result = code_rhs(m, K_POINT);
    leave_form(s);
    if (result)
        return false;
    for (int i = 0; i < model->nstates; i++)
        s->var[s->sun.n++] = model->state[i];
    for (int k = 0; k < model->nblocks; k++) {
        if (s->offset[k] < 0)
            continue;
        s->offset[k] = s->sun.n - model->nstates;
        for (int i = 0; i < model->block[k].n; i++)
            s->var[s->sun.n++] = model->block[k].var[i];
    }
    s->sun.var = s->var;
    return true;
}

/* The model's pattern is for all blocks: number[i] is the place of unknown i, -1 if not used. */
static void number_unknowns(const Ida *s, int *number)
{
    const KModel *model = s->sun.base.m->run->model;
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
    const KModel *model = s->sun.base.m->run->model;
    int all = model->nstates, nnz = model->dae_nnz;
    for (int k = 0; k < model->nblocks; k++)
        all += model->block[k].n;
    int *number = malloc((2 * (size_t)all + (size_t)nnz + 2) * sizeof *number);
    if (!number) {
        failure_format(s->sun.base.m, "memory is exhausted");
        return false;
    }
    int *colptr = number + all, *rowidx = colptr + all + 1;
    number_unknowns(s, number);
    if (nnz > 0) {
        cut_pattern(model, number, all, colptr, rowidx);
        nnz = colptr[s->sun.n];
    }
    bool good = sun_open(&s->sun, &s->options, nnz, colptr, rowidx);
    free(number);
    return good;
}

static bool open_memory(Ida *s)
{
    void *mem = s->sun.mem = IDACreate(s->sun.context);
    if (!mem) {
        failure_format(s->sun.base.m, "memory is exhausted");
        return false;
    }
    IDASetErrHandlerFn(mem, sun_quiet, NULL);
    IDASetUserData(mem, s);
    IDASetMaxErrTestFails(mem, SUN_ERROR_FAILS);
    IDASetMaxStep(mem, s->options.max_step);
    return true;
}

/* Begins anew where a step has failed, with the blocks solved in each evaluation, by their own
 * damped iteration, from now on: the unknowns are the states alone. The integrator's iteration is
 * not damped, exponential functions deceive its test of convergence, and where the matrix is
 * nearly singular residuals at the level of rounding ask for large corrections at any step size. */
static int advance_with_blocks_inside(Ida *s, double tstop)
{
    KIntegrator *base = &s->sun.base;
    const KModel *model = base->m->run->model;
    Sun next = {
        .base = *base, .method = &method, .t = s->sun.t, .n = model->nstates, .var = s->var};
    sun_set(&s->sun, s->sun.t, s->sun.y);
    sun_count(base, &next.earlier);
    sun_release(&s->sun);
    s->sun = next;
    for (int k = 0; k < model->nblocks; k++)
        s->offset[k] = -1;
    if (!sun_open(&s->sun, &s->options, model->jac_nnz, model->jac_colptr, model->jac_rowidx) ||
        !open_memory(s))
        return IDA_MEM_FAIL;
    if (code_rhs(base->m, K_TRIAL) || sun_restart(base))
        return IDA_RES_FAIL;
    return sun_advance(&s->sun, tstop);
}

static int ida_step(KIntegrator *base, double tstop, double *t)
{
    Ida *s = (Ida *)base;
    KRun *run = base->m->run;
    int flag = sun_advance(&s->sun, tstop);
    if (flag < 0 && !run->exhausted && s->sun.n > run->model->nstates)
        flag = advance_with_blocks_inside(s, tstop);
    *t = s->sun.t;
    if (!s->sun.mem)
        return -1;
    return flag >= 0 ? 0 : sun_failed(&s->sun, flag);
}

static KIntegrator *ida_open(KInst *m, const KOptions *o)
{
    Ida *s = integrator_new(m, &integrator_ida, sizeof *s);
    if (!s)
        return NULL;
    s->sun.method = &method;
    s->options = *o;
    KIntegrator *base = &s->sun.base;
    if (!list_unknowns(s) || !open_sun(s) || !open_memory(s)) {
        ida_close(base);
        return NULL;
    }
    base->growth = twofold;
    base->nextra = s->sun.n - m->run->model->nstates;
    base->extra = s->var + m->run->model->nstates;
    return base;
}

const KIntegratorType integrator_ida = {
    "ida", ida_open, sun_restart, ida_step, sun_interpolate, NULL, sun_count, ida_close, NULL,
};
