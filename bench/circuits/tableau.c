/* tableau.c - the circuits of run.py by IDA and KLU on the sparse tableau: for every branch its
 * voltage as the difference of two potentials and its law, for every node the sum of currents.
 *
 *     tableau KIND N TOLERANCE STOP POINTS NODE...
 *
 * KIND: RC, RLC or Diodes. Prints "cpu SECONDS", "steps N", and lines "a VALUE": time and
 * potentials of the nodes at each output point. */
#include "../measure.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

typedef enum { SOURCE, SINE, RESISTOR, INDUCTOR, CAPACITOR, DIODE } Kind;
typedef struct {
    Kind kind;
    int p, n; /* nodes; 0 is ground */
    double value, more;
} Branch;

static Branch *branch;
static int nbranches, nnodes;
enum { MOST_PROBES = 20 };
static const double saturation = 1e-9, thermal = 0.025864853, leak = 1e-12,
                    pi = 3.14159265358979323846;

static void add(Kind kind, int p, int n, double value, double more)
{
    branch[nbranches++] = (Branch){kind, p, n, value, more};
    nnodes = p > nnodes ? p : n > nnodes ? n : nnodes;
}

/* Nodes whose potentials are compared are 1 .. n. */
static void build(const char *kind, int n)
{
    branch = calloc(5 * (size_t)n + 10, sizeof *branch);
    if (!strcmp(kind, "RC")) {
        add(SOURCE, n + 1, 0, 1, 0);
        for (int i = 1; i <= n; i++) {
            add(RESISTOR, i == 1 ? n + 1 : i - 1, i, 1e3, 0);
            add(CAPACITOR, i, 0, 1e-9, 0);
        }
    } else if (!strcmp(kind, "RLC")) {
        add(SINE, 2 * n + 1, 0, 1, 2e6 / n);
        for (int i = 1; i <= n; i++) {
            add(RESISTOR, i == 1 ? 2 * n + 1 : i - 1, n + i, 2e3 / n, 0);
            add(INDUCTOR, n + i, i, 1e-3, 0);
            add(CAPACITOR, i, 0, 1e-9, 0);
        }
        add(RESISTOR, n, 0, 1e3, 0);
    } else {
        add(SINE, 2 * n + 1, 0, 5, 50);
        for (int i = 1; i <= n; i++) {
            add(RESISTOR, 2 * n + 1, n + i, 10, 0);
            add(DIODE, n + i, i, 0, 0);
            add(CAPACITOR, i, 0, 1e-4, 0);
            add(RESISTOR, i, 0, 500 * (1 + (double)i / n), 0);
            if (i < n)
                add(RESISTOR, i, i + 1, 100, 0);
        }
    }
}

/* Unknowns: potentials, then of each branch voltage and current. */
static int voltage(int b)
{
    return nnodes + 2 * b;
}

static double source(const Branch *b, double t)
{
    return b->kind == SOURCE ? b->value : b->value * sin(2 * pi * b->more * t);
}

static int residual(double t, N_Vector yy, N_Vector yp, N_Vector rr, void *arg)
{
    const double *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
    double *r = N_VGetArrayPointer(rr);
    (void)arg;
    memset(r, 0, (size_t)nnodes * sizeof *r);
    for (int k = 0; k < nbranches; k++) {
        const Branch *b = &branch[k];
        int at = voltage(k);
        double v = y[at], i = y[at + 1];
        r[at] = v - (b->p ? y[b->p - 1] : 0) + (b->n ? y[b->n - 1] : 0);
        r[at + 1] = b->kind <= SINE        ? v - source(b, t)
                    : b->kind == RESISTOR  ? v - b->value * i
                    : b->kind == INDUCTOR  ? b->value * d[at + 1] - v
                    : b->kind == CAPACITOR ? b->value * d[at] - i
                                           : i - saturation * (exp(v / thermal) - 1) - leak * v;
        if (b->p)
            r[b->p - 1] += i;
        if (b->n)
            r[b->n - 1] -= i;
        if (!isfinite(r[at + 1]))
            return 1;
    }
    return 0;
}

static long entries;
static sunindextype *colptr, *rowidx;

static void put(double *value, int row, double x)
{
    rowidx[entries] = row;
    value[entries++] = x;
}

/* Column by column: a node is in the voltages of its branches. */
static int jacobian(double t, double cj, N_Vector yy, N_Vector yp, N_Vector rr, SUNMatrix J,
                    void *arg, N_Vector a, N_Vector b2, N_Vector c)
{
    const int *first = arg, *of = first + nnodes + 1;
    const double *y = N_VGetArrayPointer(yy);
    double *value = SUNSparseMatrix_Data(J);
    (void)t, (void)yp, (void)rr, (void)a, (void)b2, (void)c;
    colptr = SUNSparseMatrix_IndexPointers(J);
    rowidx = SUNSparseMatrix_IndexValues(J);
    entries = 0;
    for (int k = 0; k < nnodes; k++) {
        colptr[k] = entries;
        for (int e = first[k]; e < first[k + 1]; e++)
            put(value, voltage(abs(of[e]) - 1), of[e] > 0 ? -1 : 1);
    }
    for (int k = 0; k < nbranches; k++) {
        const Branch *b = &branch[k];
        int at = voltage(k);
        colptr[at] = entries;
        put(value, at, 1);
        put(value, at + 1,
            b->kind <= RESISTOR    ? 1
            : b->kind == INDUCTOR  ? -1
            : b->kind == CAPACITOR ? b->value * cj
                                   : -saturation / thermal * exp(y[at] / thermal) - leak);
        colptr[at + 1] = entries;
        if (b->p)
            put(value, b->p - 1, 1);
        if (b->n)
            put(value, b->n - 1, -1);
        if (b->kind > SINE)
            put(value, at + 1,
                b->kind == RESISTOR    ? -b->value
                : b->kind == INDUCTOR  ? b->value * cj
                : b->kind == CAPACITOR ? -1
                                       : 1);
    }
    colptr[nnodes + 2 * nbranches] = entries;
    return 0;
}

/* Branches of each node: number + 1, negative where it is the second. */
static int *list_branches(void)
{
    int *first = calloc((size_t)nnodes + 2 + 2 * (size_t)nbranches, sizeof *first),
        *of = first + nnodes + 1;
    for (int k = 0; k < nbranches; k++) {
        first[branch[k].p]++;
        first[branch[k].n]++;
    }
    first[0] = 0;
    for (int k = 1; k <= nnodes; k++)
        first[k] += first[k - 1];
    for (int k = nbranches - 1; k >= 0; k--) {
        if (branch[k].p)
            of[--first[branch[k].p]] = k + 1;
        if (branch[k].n)
            of[--first[branch[k].n]] = -(k + 1);
    }
    for (int k = 0; k < nnodes; k++)
        first[k] = first[k + 1];
    first[nnodes] = 0;
    for (int k = 0; k < nbranches; k++)
        first[nnodes] += (branch[k].p > 0) + (branch[k].n > 0);
    return first;
}

static int failed(const char *what)
{
    fprintf(stderr, "%s\n", what);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc < 7)
        return failed("usage: tableau KIND N TOLERANCE STOP POINTS NODE...");
    build(argv[1], atoi(argv[2]));
    double tolerance = atof(argv[3]), stop = atof(argv[4]), t = 0;
    int points = atoi(argv[5]), n = nnodes + 2 * nbranches, *nodes = list_branches();
    SUNContext context;
    SUNContext_Create(NULL, &context);
    N_Vector y = N_VNew_Serial(n, context), yp = N_VNew_Serial(n, context),
             id = N_VNew_Serial(n, context);
    N_VConst(0, y);
    N_VConst(0, yp);
    N_VConst(0, id);
    for (int k = 0; k < nbranches; k++)
        if (branch[k].kind == CAPACITOR || branch[k].kind == INDUCTOR)
            N_VGetArrayPointer(id)[voltage(k) + (branch[k].kind == INDUCTOR)] = 1;
    double begin = processor();
    void *ida = IDACreate(context);
    SUNMatrix J = SUNSparseMatrix(n, n, 2 * (long)nnodes + 12 * (long)nbranches, CSC_MAT, context);
    SUNLinearSolver solver = SUNLinSol_KLU(y, J, context);
    IDAInit(ida, residual, 0, y, yp);
    IDASStolerances(ida, tolerance, 1e-3 * tolerance);
    IDASetUserData(ida, nodes);
    IDASetLinearSolver(ida, solver, J);
    IDASetJacFn(ida, jacobian);
    IDASetId(ida, id);
    IDASetSuppressAlg(ida, 1);
    IDASetMaxNumSteps(ida, 1000000);
    IDASetMaxNonlinIters(ida, 10); /* exponential functions need them */
    IDASetMaxConvFails(ida, 100);
    if (IDACalcIC(ida, IDA_YA_YDP_INIT, stop * 1e-6))
        return failed("no initial values");
    double *value = calloc((size_t)points * (size_t)argc, sizeof *value), *to = value;
    for (int i = 1; i <= points; i++) {
        if (IDASolve(ida, stop * i / points, &t, y, yp, IDA_NORMAL) < 0)
            return failed("IDA failed");
        *to++ = t;
        for (int k = 6; k < argc; k++)
            *to++ = N_VGetArrayPointer(y)[atoi(argv[k]) - 1];
    }
    long steps = 0;
    IDAGetNumSteps(ida, &steps);
    printf("cpu %.9g\nsteps %ld\n", processor() - begin, steps);
    for (const double *x = value; x < to; x++)
        printf("a %.17g\n", *x);
    return 0;
}
