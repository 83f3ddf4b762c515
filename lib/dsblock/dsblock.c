/* dsblock.c - what DSblocks have in common (kron translate --to dsblock): lang_dsblock.c writes the
 * parts that a model needs around the model's own functions. A part begins with a line //! NAME. */
//! info
#ifndef DSBLOCK_INFO
#define DSBLOCK_INFO
/* Sizes, names and values of a model; arrays have one element more than they need. */
struct dsblock_info {
    const char *name;
    int nx, nz, nu, ny, np; /* states, unknowns of systems, inputs, outputs, parameters */
    const char *const *x_name, *const *z_name, *const *u_name, *const *y_name, *const *p_name;
    const double *u, *p; /* values of inputs and parameters if none are given */
    double start, stop, step;
};
#endif

//! wild
/* Whether one of the values is not finite. */
static int dsblock_wild(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return 1;
    return 0;
}

//! solve
/* Solves A*x = b by elimination with partial pivoting; A is by rows, b becomes x. 1: singular. */
static int dsblock_solve(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[pivot * n + k]))
                pivot = i;
        if (!(fabs(A[pivot * n + k]) > 0))
            return 1;
        for (int j = 0; j < n && pivot != k; j++) {
            double a = A[k * n + j];
            A[k * n + j] = A[pivot * n + j];
            A[pivot * n + j] = a;
        }
        double c = b[k];
        b[k] = b[pivot];
        b[pivot] = c;
        for (int i = k + 1; i < n; i++) {
            double f = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++)
                A[i * n + j] -= f * A[k * n + j];
            b[i] -= f * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= A[k * n + j] * b[j];
        b[k] /= A[k * n + k];
    }
    return 0;
}

//! newton
static double dsblock_norm(int n, const double *r)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += r[i] * r[i];
    return sum;
}

/* The step of least length where J is singular: (J'J + m*I) s = J'r with a small m. */
static int dsblock_least(int n, const double *J, double *s)
{
    double A[NEWTON_SIZE * NEWTON_SIZE], b[NEWTON_SIZE];
    double m = 1e-12 * dsblock_norm(n * n, J);
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        for (int j = 0; j < n; j++)
            A[i * n + j] = i == j ? m : 0;
        for (int k = 0; k < n; k++) {
            b[i] += J[k * n + i] * s[k];
            for (int j = 0; j < n; j++)
                A[i * n + j] += J[k * n + i] * J[k * n + j];
        }
    }
    for (int i = 0; i < n; i++)
        s[i] = b[i];
    return dsblock_solve(n, A, s);
}

/* Solves f(x) = 0 from x on by Newton's method with damping. 0: solved. */
static int dsblock_newton(int n, int (*f)(void *arg, const double *x, double *r), void *arg,
                          double *x)
{
    double r[NEWTON_SIZE], s[NEWTON_SIZE], y[NEWTON_SIZE];
    double J[NEWTON_SIZE * NEWTON_SIZE], A[NEWTON_SIZE * NEWTON_SIZE];
    for (int iteration = 0; iteration < 50; iteration++) {
        if (f(arg, x, r))
            return 1;
        for (int j = 0; j < n; j++) {
            double old = x[j], h = 1e-7 * fmax(fabs(old), 1e-3);
            x[j] = old + h;
            if (f(arg, x, s))
                return 1;
            for (int i = 0; i < n; i++)
                J[i * n + j] = (s[i] - r[i]) / (x[j] - old);
            x[j] = old;
        }
        double norm = dsblock_norm(n, r), size = 0, damping = 1;
        for (int i = 0; i < n; i++)
            s[i] = r[i];
        for (int i = 0; i < n * n; i++)
            A[i] = J[i];
        if (norm == 0)
            return 0;
        if (dsblock_solve(n, A, s)) {
            for (int i = 0; i < n; i++)
                s[i] = r[i];
            if (dsblock_least(n, J, s))
                return 1;
        }
        for (int i = 0; i < n; i++)
            size = fmax(size, fabs(s[i]) / (fabs(x[i]) + 1e-6));
        for (; damping > 1e-3; damping /= 2) {
            for (int i = 0; i < n; i++)
                y[i] = x[i] - damping * s[i];
            if (!f(arg, y, r) && (dsblock_norm(n, r) < norm || size < 1e-7))
                break;
        }
        if (damping <= 1e-3) /* over a corner: the whole step */
            damping = 1;
        for (int i = 0; i < n; i++)
            x[i] -= damping * s[i];
        if (size * damping < 1e-9)
            return 0;
    }
    return 1;
}

//! main
#include <stdio.h>
#include <stdlib.h>

static const struct dsblock_info *const model = &DSBLOCK(info);
static double x[SIZE_X + SIZE_Z + 1], u[SIZE_U + 1], p[SIZE_P + 1], y[SIZE_Y + 1];
static double start, stop, step, every = 1;

static int set(int n, const char *const *name, double *value, const char *text, const char *end)
{
    for (int i = 0; i < n; i++)
        if (!strncmp(name[i], text, (size_t)(end - text)) && !name[i][end - text]) {
            value[i] = atof(end + 1);
            return 1;
        }
    return 0;
}

/* -stop=T and the like, or NAME=VALUE for parameters, inputs and states. */
static int set_all(int argc, char **argv)
{
    static const char *const option[] = {"-start", "-stop", "-step", "-every"};
    double *const value[] = {&start, &stop, &step, &every};
    for (int i = 1; i < argc; i++) {
        const char *end = strchr(argv[i], '=');
        int good = 0;
        for (int k = 0; k < 4 && end; k++)
            good |= set(1, option + k, value[k], argv[i], end);
        good = good || (end && (set(model->np, model->p_name, p, argv[i], end) ||
                                set(model->nu, model->u_name, u, argv[i], end) ||
                                set(model->nx, model->x_name, x, argv[i], end)));
        if (!good) {
            fprintf(stderr, "%s: unknown setting\n", argv[i]);
            return 1;
        }
    }
    return 0;
}

static void put_names(int n, const char *const *name)
{
    for (int i = 0; i < n; i++)
        printf(strchr(name[i], ',') ? ",\"%s\"" : ",%s", name[i]);
}

static void put_values(int n, const double *value)
{
    for (int i = 0; i < n; i++)
        printf(",%.12g", value[i]);
}

static void put_row(double t, const double *z)
{
    printf("%.12g", t);
    put_values(model->nx, x);
    put_values(model->nz, z);
    put_values(model->ny, y);
    printf("\n");
}

//! ode
static int step_from(double t, double h, double *z, double *k1)
{
    double k[SIZE_X + 1], sum[SIZE_X + 1], stage[SIZE_X + 1], no_y[SIZE_Y + 1];
    static const double at[] = {0.5, 0.5, 1}, weight[] = {2, 2, 1};
    for (int i = 0; i < SIZE_X; i++)
        k[i] = sum[i] = k1[i];
    for (int s = 0; s < 3; s++) {
        for (int i = 0; i < SIZE_X; i++)
            stage[i] = x[i] + at[s] * h * k[i];
        if (DSBLOCK(ode)(t + at[s] * h, stage, u, p, z, k, no_y))
            return 1;
        for (int i = 0; i < SIZE_X; i++)
            sum[i] += weight[s] * k[i];
    }
    for (int i = 0; i < SIZE_X; i++)
        x[i] += h / 6 * sum[i];
    return 0;
}

static int evaluate(double t, double *z, double *dx)
{
    return DSBLOCK(ode)(t, x, u, p, z, dx, y);
}

//! dae
static double now, length, before[SIZE_X + 1];

/* Unknown are the derivatives and z. */
static int at_start(void *arg, const double *w, double *r)
{
    double full[SIZE_X + SIZE_Z + 1];
    (void)arg;
    for (int i = 0; i < SIZE_X + SIZE_Z; i++)
        full[i] = i < SIZE_X ? before[i] : w[i];
    return DSBLOCK(dae)(now, full, w, u, p, r, y);
}

/* Unknown are the states and z at the end of the step. */
static int at_end(void *arg, const double *w, double *r)
{
    double xd[SIZE_X + 1];
    (void)arg;
    for (int i = 0; i < SIZE_X; i++)
        xd[i] = (w[i] - before[i]) / length;
    return DSBLOCK(dae)(now, w, xd, u, p, r, y);
}

static int step_from(double t, double h, double *z, double *k1)
{
    (void)z, (void)k1;
    for (int i = 0; i < SIZE_X; i++)
        before[i] = x[i];
    now = t + h;
    length = h;
    return dsblock_newton(SIZE_X + SIZE_Z, at_end, NULL, x);
}

/* Outputs, and z where the states alone are known: at the start. */
static int evaluate(double t, double *z, double *dx)
{
    double w[SIZE_X + SIZE_Z + 1];
    for (int i = 0; i < SIZE_X; i++) {
        before[i] = x[i];
        w[i] = dx[i];
    }
    for (int i = 0; i < SIZE_Z; i++)
        w[SIZE_X + i] = z[i];
    now = t;
    if (dsblock_newton(SIZE_X + SIZE_Z, at_start, NULL, w))
        return 1;
    for (int i = 0; i < SIZE_X; i++)
        dx[i] = w[i];
    for (int i = 0; i < SIZE_Z; i++)
        z[i] = w[SIZE_X + i];
    return 0;
}

//! run
int main(int argc, char **argv)
{
    double dx[SIZE_X + 1] = {0}, *z = x + SIZE_X;
    memcpy(u, model->u, sizeof u);
    memcpy(p, model->p, sizeof p);
    start = model->start, stop = model->stop, step = model->step;
    if (set_all(argc, argv))
        return 2;
    DSBLOCK(start)(p, x, z);
    if (set_all(argc, argv)) /* states again: they have their start values now */
        return 2;
    printf("time");
    put_names(model->nx, model->x_name);
    put_names(model->nz, model->z_name);
    put_names(model->ny, model->y_name);
    printf("\n");
    long n = (long)((stop - start) / step + 0.5);
    for (long i = 0; i <= n; i++) {
        double t = start + (double)i * step;
        if (evaluate(t, z, dx)) {
            fprintf(stderr, "the equations cannot be solved at time = %.12g\n", t);
            return 3;
        }
        if (i % (long)every == 0 || i == n)
            put_row(t, z);
        if (i < n && step_from(t, step, z, dx)) {
            fprintf(stderr, "no step from time = %.12g\n", t);
            return 3;
        }
    }
    return 0;
}
#endif
