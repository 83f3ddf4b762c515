/* sundials.c - what cvode.c and ida.c share: vectors, matrix, linear solver, messages. */
#include "rt/step_policy.h"
#include "rt/sundials_internal.h"

#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

static bool open_vectors(SunPart *p, const KOptions *o, int n, const int *var)
{
    const KModel *model = p->m->run->model;
    N_Vector *all[SUN_VECTORS] = {&p->y, &p->yp, &p->atol, &p->error, &p->size};
    for (int i = 0; i < SUN_VECTORS; i++)
        if (!(*all[i] = N_VNew_Serial(n, p->context)))
            return false;
    N_VConst(0, p->error);
    double *atol = N_VGetArrayPointer(p->atol), *size = N_VGetArrayPointer(p->size);
    p->tolerance = sharper * (o->tolerance > 0 ? o->tolerance : 1e-6);
    for (int i = 0; i < n; i++) {
        bool guess = o->atol <= 0 && i < model->nstates && !k_nominal_given(model, var[i]);
        size[i] = guess ? LEAST_SIZE : -1;
        atol[i] = o->atol > 0 ? sharper * o->atol
                              : p->tolerance * (guess ? LEAST_SIZE : k_nominal(model, var[i]));
    }
    return true;
}

int sun_weights(N_Vector y, N_Vector weight, void *arg)
{
    SunPart *p = arg;
    const double *x = N_VGetArrayPointer(y);
    double *w = N_VGetArrayPointer(weight), *atol = N_VGetArrayPointer(p->atol);
    double *size = N_VGetArrayPointer(p->size);
    for (sunindextype i = 0; i < N_VGetLength(y); i++) {
        if (size[i] >= 0 && fabs(x[i]) > size[i]) {
            size[i] = fabs(x[i]);
            atol[i] = p->tolerance * fmin(1, size[i]);
        }
        w[i] = 1 / (p->tolerance * fabs(x[i]) + atol[i]);
    }
    return 0;
}

static bool open_matrix(SunPart *p, int n)
{
    if (p->jacobian && p->jacobian->nnz > 0) {
        p->matrix = SUNSparseMatrix(n, n, p->jacobian->nnz, CSC_MAT, p->context);
        p->solver = p->matrix ? SUNLinSol_KLU(p->y, p->matrix, p->context) : NULL;
    } else {
        p->matrix = SUNDenseMatrix(n, n, p->context);
        p->solver = p->matrix ? SUNLinSol_Dense(p->y, p->matrix, p->context) : NULL;
    }
    return p->solver != NULL;
}

bool sun_open(SunPart *p, KInst *m, const KOptions *o, int n, const int *var, int nnz,
              const int *colptr, const int *rowidx)
{
    p->m = m;
    int dense_limit = o->dense_limit > 0 ? o->dense_limit : SUN_DENSE;
    if (n <= dense_limit || nnz > n * (double)n / SUN_DENSE_PART)
        nnz = 0;
    bool good = SUNContext_Create(NULL, &p->context) == 0 && open_vectors(p, o, n, var);
    if (good && m->run->code.jvp)
        good = (p->jacobian = jacobian_new(n, var, nnz, colptr, rowidx)) != NULL;
    if (good && open_matrix(p, n))
        return true;
    failure_format(m, "memory is exhausted by an integrator for %d unknowns", n);
    return false;
}

void sun_close(SunPart *p)
{
    N_Vector all[SUN_VECTORS] = {p->y, p->yp, p->atol, p->error, p->size};
    for (int i = 0; i < SUN_VECTORS; i++)
        if (all[i])
            N_VDestroy(all[i]);
    if (p->solver)
        SUNLinSolFree(p->solver);
    if (p->matrix)
        SUNMatDestroy(p->matrix);
    jacobian_free(p->jacobian);
    if (p->context)
        SUNContext_Free(&p->context);
}

void sun_store(const SunPart *p, SUNMatrix A, double factor)
{
    const KJacobian *j = p->jacobian;
    if (j->nnz > 0) {
        double *data = SUNSparseMatrix_Data(A);
        sunindextype *colptr = SUNSparseMatrix_IndexPointers(A);
        sunindextype *rowidx = SUNSparseMatrix_IndexValues(A);
        for (int c = 0; c <= j->n; c++)
            colptr[c] = j->colptr[c];
        for (int k = 0; k < j->nnz; k++) {
            rowidx[k] = j->rowidx[k];
            data[k] = factor * j->value[k];
        }
        return;
    }
    for (int c = 0; c < j->n; c++) {
        double *column = SUNDenseMatrix_Column(A, c);
        for (int i = 0; i < j->n; i++)
            column[i] = factor * j->value[(long)c * j->n + i];
    }
}

bool sun_same_point(const SunPart *p, double t, const double *y, int n, const int *var)
{
    if (p->m->time != t)
        return false;
    for (int i = 0; i < n; i++)
        if (p->m->v[var[i]] != y[i])
            return false;
    return true;
}

int sun_flag(SunPart *p, int flag, double t0, double t)
{
    p->stalls = t - t0 > 4 * DBL_EPSILON * fabs(t) ? 0 : p->stalls + 1;
    return flag >= 0 && p->stalls > STALLS ? SUN_STALLED : flag;
}

void sun_quiet(int code, const char *module, const char *function, char *text, void *arg)
{
    (void)code, (void)module, (void)function, (void)text, (void)arg;
}
