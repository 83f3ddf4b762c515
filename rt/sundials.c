/* sundials.c - what cvode.c and ida.c share: vectors, matrix, linear solver, restarts, counts,
 * messages. */
#include "rt/step_policy.h"
#include "rt/sundials_internal.h"
#include "rt/texts.h"

#include <cvode/cvode.h>
#include <errno.h>
#include <float.h>
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

/* ---- Vectors and matrix ---- */

static bool open_vectors(Sun *s, const KOptions *o)
{
    const KModel *model = s->base.m->run->model;
    N_Vector *all[SUN_VECTORS] = {&s->y, &s->yp, &s->atol, &s->error, &s->id, &s->size};
    for (int i = 0; i < SUN_VECTORS; i++)
        if (!(*all[i] = N_VNew_Serial(s->n, s->context)))
            return false;
    N_VConst(0, s->error);
    s->tolerance = weights_begin(s->base.m, o, sharper, s->n, s->var, N_VGetArrayPointer(s->size),
                                 N_VGetArrayPointer(s->atol));
    for (int i = 0; i < s->n; i++)
        N_VGetArrayPointer(s->id)[i] = i < model->nstates;
    return true;
}

int sun_weights(N_Vector y, N_Vector weight, void *arg)
{
    Sun *s = arg;
    weights_take(s->n, N_VGetArrayPointer(y), s->tolerance, N_VGetArrayPointer(s->size),
                 N_VGetArrayPointer(s->atol), N_VGetArrayPointer(weight));
    return 0;
}

static bool open_matrix(Sun *s)
{
    int n = s->n;
    if (s->jacobian && s->jacobian->nnz > 0) {
        s->matrix = SUNSparseMatrix(n, n, s->jacobian->nnz, CSC_MAT, s->context);
        s->solver = s->matrix ? SUNLinSol_KLU(s->y, s->matrix, s->context) : NULL;
    } else {
        s->matrix = SUNDenseMatrix(n, n, s->context);
        s->solver = s->matrix ? SUNLinSol_Dense(s->y, s->matrix, s->context) : NULL;
    }
    return s->solver != NULL;
}

bool sun_open(Sun *s, const KOptions *o, int nnz, const int *colptr, const int *rowidx)
{
    KInst *m = s->base.m;
    int n = s->n;
    if (n <= SUN_DENSE || nnz > n * (double)n / SUN_DENSE_PART)
        nnz = 0;
    errno = 0;
    bool good = SUNContext_Create(NULL, &s->context) == 0 && open_vectors(s, o);
    if (good && m->run->code.jvp)
        good = (s->jacobian = jacobian_new(n, s->var, nnz, colptr, rowidx)) != NULL;
    if (good && open_matrix(s) && errno != ENOMEM)
        return true;
    m->run->exhausted = true;
    failure_format(m, "%s by an integrator for %d unknowns", k_no_memory, n);
    return false;
}

void sun_release(Sun *s)
{
    N_Vector all[SUN_VECTORS] = {s->y, s->yp, s->atol, s->error, s->id, s->size};
    if (s->mem && !s->base.m->run->exhausted) /* it frees what it did not get */
        s->method->free(&s->mem);
    for (int i = 0; i < SUN_VECTORS; i++)
        if (all[i])
            N_VDestroy(all[i]);
    if (s->solver)
        SUNLinSolFree(s->solver);
    if (s->matrix)
        SUNMatDestroy(s->matrix);
    jacobian_free(s->jacobian);
    if (s->context)
        SUNContext_Free(&s->context);
}

void sun_close(KIntegrator *base)
{
    sun_release((Sun *)base);
    free(base);
}

void sun_store(const Sun *s, SUNMatrix A)
{
    const KJacobian *j = s->jacobian;
    if (j->nnz > 0) {
        sunindextype *colptr = SUNSparseMatrix_IndexPointers(A);
        sunindextype *rowidx = SUNSparseMatrix_IndexValues(A);
        for (int c = 0; c <= j->n; c++)
            colptr[c] = j->colptr[c];
        for (int k = 0; k < j->nnz; k++)
            rowidx[k] = j->rowidx[k];
        memcpy(SUNSparseMatrix_Data(A), j->value, (size_t)j->nnz * sizeof *j->value);
    } else {
        memcpy(SUNDenseMatrix_Data(A), j->value, (size_t)j->n * (size_t)j->n * sizeof *j->value);
    }
}

/* ---- Steps ---- */

void sun_set(const Sun *s, double t, N_Vector y)
{
    KInst *m = s->base.m;
    const double *x = N_VGetArrayPointer(y);
    m->time = t;
    for (int i = 0; i < s->n; i++)
        m->v[s->var[i]] = x[i];
}

bool sun_same_point(const Sun *s, double t, N_Vector y)
{
    const KInst *m = s->base.m;
    const double *x = N_VGetArrayPointer(y);
    if (m->time != t)
        return false;
    for (int i = 0; i < s->n; i++)
        if (m->v[s->var[i]] != x[i])
            return false;
    return true;
}

int sun_restart(KIntegrator *base)
{
    Sun *s = (Sun *)base;
    KInst *m = base->m;
    const KModel *model = m->run->model;
    double *y = N_VGetArrayPointer(s->y), *yp = N_VGetArrayPointer(s->yp);
    for (int i = 0; i < s->n; i++) {
        y[i] = m->v[s->var[i]];
        yp[i] = i < model->nstates ? m->v[model->der[i]] : 0;
    }
    s->t = m->time;
    s->stalls = 0;
    KStats sum = {0};
    sun_count(base, &sum);
    s->earlier = sum;
    errno = 0;
    int flag = s->method->begin(s);
    m->run->exhausted = errno == ENOMEM; /* SUNDIALS does not always say so */
    if (flag < 0 || m->run->exhausted) {
        failure_format(m, "%s could not be started%s%s", s->method->name,
                       m->run->exhausted ? ": " : "", m->run->exhausted ? k_no_memory : "");
        return -1;
    }
    s->begun = true;
    return 0;
}

int sun_advance(Sun *s, double tstop)
{
    failure_clear(s->base.m);
    double t0 = s->t;
    errno = 0;
    int flag = s->method->step(s, tstop);
    if (errno == ENOMEM) {
        s->base.m->run->exhausted = true;
        return SUN_NO_MEMORY;
    }
    s->stalls = s->t - t0 > 4 * DBL_EPSILON * fabs(s->t) ? 0 : s->stalls + 1;
    return flag >= 0 && s->stalls > STALLS ? SUN_STALLED : flag;
}

void sun_interpolate(KIntegrator *base, double t)
{
    Sun *s = (Sun *)base;
    bool inside = t != s->t && s->method->dky(s->mem, t, 0, s->error) == CV_SUCCESS;
    sun_set(s, t, inside ? s->error : s->y);
}

void sun_count(KIntegrator *base, KStats *stats)
{
    Sun *s = (Sun *)base;
    long n[SUN_COUNTS] = {0};
    for (int i = 0; i < SUN_COUNTS && s->begun; i++)
        s->method->count[i](s->mem, &n[i]);
    stats->steps += s->earlier.steps + n[0];
    stats->rejected += s->earlier.rejected + n[1] + n[2];
    stats->jacobians += s->earlier.jacobians + n[3];
    stats->newton_iterations += s->earlier.newton_iterations + n[4];
}

/* ---- Messages ---- */

_Static_assert(CV_SUCCESS == IDA_SUCCESS && CV_TOO_MUCH_ACC == IDA_TOO_MUCH_ACC &&
                   CV_ERR_FAILURE == IDA_ERR_FAIL && CV_CONV_FAILURE == IDA_CONV_FAIL &&
                   CV_LSETUP_FAIL == IDA_LSETUP_FAIL && CV_LSOLVE_FAIL == IDA_LSOLVE_FAIL &&
                   CV_RHSFUNC_FAIL == IDA_RES_FAIL && CV_FIRST_RHSFUNC_ERR == IDA_REP_RES_ERR,
               "CVODE and IDA number their flags alike");

/* What IDA has at the other numbers of CVODE's - root functions, constraints - is not used. */
static const char *explain(const Sun *s, int flag)
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
    case IDA_FIRST_RES_FAIL:
        return s->method->not_evaluated;
    case SUN_STALLED:
        return "the steps have become too small for the digits of time";
    default:
        return s->method->failed;
    }
}

int sun_failed(Sun *s, int flag)
{
    KStats sum = {0};
    KStepView view = {.n = s->n, .var = s->var, .tolerance = s->tolerance};
    if (flag == SUN_NO_MEMORY) { /* what the integrator has may be incomplete */
        failure_format(s->base.m, "%s by the integrator", k_no_memory);
        return -1;
    }
    sun_count(&s->base, &sum);
    s->method->last_size(s->mem, &view.h);
    s->method->last_order(s->mem, &view.order);
    view.steps = sum.steps;
    view.rejected = sum.rejected;
    view.x = N_VGetArrayPointer(s->y);
    view.atol = N_VGetArrayPointer(s->atol);
    bool tested = flag == CV_ERR_FAILURE || flag == SUN_STALLED;
    if (tested) {
        s->method->errors(s->mem, s->error);
        view.error = N_VGetArrayPointer(s->error);
    }
    return integrator_failed(s->base.m, explain(s, flag), &view);
}

void sun_quiet(int code, const char *module, const char *function, char *text, void *arg)
{
    (void)code, (void)module, (void)function, (void)text, (void)arg;
}
