/* sundials.c - what cvode.c and ida.c share: vectors, matrix, linear solver, messages. */
#include "rt/sundials_internal.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { DENSE_LIMIT = 60 };

static bool open_vectors(SunPart *p, const KOptions *o, int n, const int *var)
{
    const KModel *model = p->m->run->model;
    N_Vector *all[SUN_VECTORS] = {&p->y, &p->yp, &p->atol, &p->weight, &p->error};
    for (int i = 0; i < SUN_VECTORS; i++)
        if (!(*all[i] = N_VNew_Serial(n, p->context)))
            return false;
    N_VConst(0, p->weight);
    N_VConst(0, p->error);
    double *atol = N_VGetArrayPointer(p->atol);
    p->tolerance = o->tolerance > 0 ? o->tolerance : 1e-6;
    for (int i = 0; i < n; i++)
        atol[i] =
            o->atol > 0 ? o->atol : p->tolerance * (model->nominal ? model->nominal[var[i]] : 1);
    return true;
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
    int dense_limit = o->dense_limit > 0 ? o->dense_limit : DENSE_LIMIT;
    if (n <= dense_limit || nnz > n * (double)n / 4)
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
    N_Vector all[SUN_VECTORS] = {p->y, p->yp, p->atol, p->weight, p->error};
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

int sun_failed(SunPart *p, const char *why, int n, const int *var)
{
    KInst *m = p->m;
    const KModel *model = m->run->model;
    char reason[1500];
    failure_text(m, reason, sizeof reason);
    if (*reason) {
        failure_format(m, "%s: %s", why, reason);
        return -1;
    }
    const double *weight = N_VGetArrayPointer(p->weight), *error = N_VGetArrayPointer(p->error);
    int worst = 0;
    for (int i = 1; i < n; i++)
        if (fabs(error[i] * weight[i]) > fabs(error[worst] * weight[worst]))
            worst = i;
    const char *name =
        n > 0 && model->variable_name ? model->variable_name(model->arg, var[worst]) : NULL;
    if (name && error[worst] != 0)
        failure_format(m, "%s; the largest error is in %s", why, name);
    else
        failure_format(m, "%s", why);
    return -1;
}

void sun_quiet(int code, const char *module, const char *function, char *text, void *arg)
{
    (void)code, (void)module, (void)function, (void)text, (void)arg;
}
