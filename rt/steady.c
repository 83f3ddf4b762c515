/* steady.c - equilibria.
 *
 * Newton's method for der(x) = 0 with the exact Jacobian. A step is the shortest one that solves
 * the linear equations in the least-squares sense, measured by the sizes of the states (complete
 * orthogonal factorisation, LAPACK's dgelsy): what is free - a position that nothing holds - stays.
 * It is cut until the next step from there would be shorter (Deuflhard's natural monotonicity
 * test). Where that gets stuck, steps of implicit Euler that become longer as the derivatives
 * become smaller follow the model's own motion (pseudo-transient continuation). Conditions are
 * frozen in an iteration; where that has found an equilibrium its event is iterated, and what
 * changes begins it anew. O(n^3) a step. */
#include "rt/analyse.h"
#include "rt/run_internal.h"
#include "rt/texts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void dgelsy_(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
             const int *ldb, int *jpvt, const double *rcond, int *rank, double *work,
             const int *lwork, int *info);

enum {
    NEWTON_STEPS = 60,  /* then the motion is followed */
    EULER_STEPS = 2000, /* then there is no equilibrium near */
    HALVINGS = 12,
    MODES = 20 /* changes of conditions */
};

typedef struct Steady {
    KInst *m;
    int n;
    double tolerance;
    double *x, *f, *size;    /* states, derivatives, sizes of the states */
    double *step, *next;     /* Newton steps here and at a trial point ... */
    double *trial, *f_trial; /* ... and that with its derivatives */
    double *jacobian, *lu;   /* n*n, columns */
    double *work;
    int nwork, *pivot, rank;
} Steady;

static bool steady_open(Steady *s, KInst *m, double tolerance)
{
    int n = m->run->model->nstates;
    size_t k = (size_t)n;
    *s = (Steady){.m = m, .n = n, .tolerance = tolerance, .nwork = 64 * (n + 1) + 4 * n};
    s->x = calloc(7 * k + 1, sizeof *s->x);
    s->jacobian = calloc(2 * k * k + (size_t)s->nwork + 1, sizeof *s->jacobian);
    s->pivot = calloc(k + 1, sizeof *s->pivot);
    if (!s->x || !s->jacobian || !s->pivot)
        return false;
    s->f = s->x + n;
    s->size = s->f + n;
    s->step = s->size + n;
    s->next = s->step + n;
    s->trial = s->next + n;
    s->f_trial = s->trial + n;
    s->lu = s->jacobian + k * k;
    s->work = s->lu + k * k;
    return true;
}

static void steady_close(Steady *s)
{
    free(s->x);
    free(s->jacobian);
    free(s->pivot);
}

/* ---- Evaluation ---- */

static void set_sizes(Steady *s)
{
    const KModel *model = s->m->run->model;
    for (int i = 0; i < s->n; i++)
        s->size[i] = k_nominal_given(model, model->state[i]) ? k_nominal(model, model->state[i])
                                                             : fmax(1, fabs(s->x[i]));
}

static int evaluate(Steady *s, const double *x, double *f)
{
    const KModel *model = s->m->run->model;
    for (int i = 0; i < s->n; i++)
        s->m->v[model->state[i]] = x[i];
    int result = code_rhs(s->m, K_TRIAL);
    for (int i = 0; i < s->n && !result; i++)
        f[i] = s->m->v[model->der[i]];
    return result;
}

static int fill_jacobian(Steady *s)
{
    KInst *m = s->m;
    const KModel *model = m->run->model;
    int result = 0;
    for (int c = 0; c < s->n && !result; c++) {
        result = k_along(m, model->state[c], 1, K_TRIAL);
        for (int r = 0; r < s->n && !result; r++) {
            double d = m->dv[model->der[r]];
            s->jacobian[(size_t)c * (size_t)s->n + (size_t)r] = d;
            if (!isfinite(d)) {
                failure_format(m, "the derivative along `%s` is not finite", k_state_name(m, c));
                result = 1;
            }
        }
    }
    code_forget_directions(m);
    return result;
}

/* The shortest step of (J - I/h) step = -f; h infinite: of Newton's method. */
static bool solve(Steady *s, double h, const double *f, double *step)
{
    static const double dependent = 1e-12; /* pivots this much smaller than the largest are 0 */
    int n = s->n, one = 1, info;
    for (int c = 0; c < n; c++) {
        double *column = s->lu + (size_t)c * (size_t)n;
        memcpy(column, s->jacobian + (size_t)c * (size_t)n, (size_t)n * sizeof *column);
        column[c] -= 1 / h;
        for (int r = 0; r < n; r++)
            column[r] *= s->size[c] / s->size[r];
        s->pivot[c] = 0;
        step[c] = -f[c] / s->size[c];
    }
    dgelsy_(&n, &n, &one, s->lu, &n, step, &n, s->pivot, &dependent, &s->rank, s->work, &s->nwork,
            &info);
    bool good = !info;
    for (int i = 0; i < n; i++) {
        step[i] *= s->size[i];
        good = good && isfinite(step[i]);
    }
    return good;
}

static double length(const Steady *s, const double *step)
{
    double most = 0;
    for (int i = 0; i < s->n; i++)
        most = fmax(most, fabs(step[i]) / s->size[i]);
    return most;
}

/* ---- Iterations ---- */

static void move(const Steady *s, double part, double *to)
{
    for (int i = 0; i < s->n; i++)
        to[i] = s->x[i] + part * s->step[i];
}

/* One step of Newton's method; positive: stuck. *moved: how far. */
static int newton_step(Steady *s, double *moved)
{
    if (fill_jacobian(s) || !solve(s, INFINITY, s->f, s->step))
        return 1;
    double full = length(s, s->step), part = 1;
    for (int k = 0; k < HALVINGS; k++, part /= 2) {
        move(s, part, s->trial);
        bool good = !evaluate(s, s->trial, s->f_trial) && solve(s, INFINITY, s->f_trial, s->next);
        if (!good || (length(s, s->next) > (1 - part / 4) * full && full > s->tolerance))
            continue;
        memcpy(s->x, s->trial, (size_t)s->n * sizeof *s->x);
        memcpy(s->f, s->f_trial, (size_t)s->n * sizeof *s->f);
        *moved = part * full;
        return 0;
    }
    return evaluate(s, s->x, s->f) < 0 ? -1 : 1;
}

static int newton(Steady *s, KSteady *out)
{
    for (int k = 0; k < NEWTON_STEPS; k++) {
        double moved;
        int result = newton_step(s, &moved);
        out->iterations++;
        if (result)
            return result;
        if (moved <= s->tolerance)
            return 0;
    }
    return 1;
}

static double speed(const Steady *s)
{
    return length(s, s->f);
}

/* Steps of implicit Euler, one Newton correction each, longer as it becomes slower; 0: slow enough
 * for Newton's method. */
static int follow(Steady *s, KSteady *out)
{
    double h = 0.1 / fmax(speed(s), DBL_MIN), began = speed(s);
    for (int k = 0; k < EULER_STEPS; k++) {
        double before = speed(s);
        out->iterations++;
        if (fill_jacobian(s) || !solve(s, h, s->f, s->step))
            return 1;
        move(s, 1, s->trial);
        int result = length(s, s->step) <= 1 ? evaluate(s, s->trial, s->f) : 1;
        if (result < 0)
            return result;
        if (result > 0) {
            h /= 4;
            if (evaluate(s, s->x, s->f))
                return 1;
            if (!(h > DBL_MIN))
                return 1;
            continue;
        }
        memcpy(s->x, s->trial, (size_t)s->n * sizeof *s->x);
        h *= fmin(4, fmax(0.5, before / fmax(speed(s), DBL_MIN) * 1.2));
        if (speed(s) <= 1e-6 * began || h * speed(s) > 1e6)
            return 0;
    }
    return 1;
}

static int find(Steady *s, KSteady *out)
{
    int n = s->n;
    size_t size = (size_t)n * sizeof *s->x;
    double *start = malloc(size + 1);
    if (!start) {
        failure_say(s->m, k_no_memory, k_no_memory);
        return -1;
    }
    memcpy(start, s->x, size);
    int result = evaluate(s, s->x, s->f);
    if (!result)
        result = newton(s, out);
    if (result > 0) {
        failure_clear(s->m);
        memcpy(s->x, start, size);
        if (!(result = evaluate(s, s->x, s->f)) && !(result = follow(s, out)))
            result = newton(s, out);
    }
    free(start);
    return result;
}

/* A derivative against what the states' sizes would make of it by the Jacobian: it counts as 0 up
 * to that times the tolerance. */
static double part_left(const Steady *s, int r)
{
    double sum = 0;
    for (int c = 0; c < s->n; c++)
        sum += fabs(s->jacobian[(size_t)c * (size_t)s->n + (size_t)r]) * s->size[c];
    return s->f[r] == 0 ? 0 : fabs(s->f[r]) / fmax(sum, DBL_MIN);
}

static double most_left(const Steady *s)
{
    double most = 0;
    for (int r = 0; r < s->n; r++)
        most = fmax(most, part_left(s, r));
    return most;
}

/* Whether no state has an influence on the derivative of state r. */
static bool is_driven(const Steady *s, int r)
{
    for (int c = 0; c < s->n; c++)
        if (s->jacobian[(size_t)c * (size_t)s->n + (size_t)r] != 0)
            return false;
    return true;
}

static int no_equilibrium(Steady *s)
{
    static const char form[] = "the derivatives of the states do not become 0 together near the "
                               "start values; what is left: ";
    int n = 0, index[FAIL_NAMED];
    double weight[FAIL_NAMED], most = fmin(most_left(s), DBL_MAX);
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    text_add(&t, "%s", form);
    for (int r = 0; r < s->n; r++)
        if (part_left(s, r) >= 0.1 * most)
            largest_insert(&n, index, weight, r, part_left(s, r));
    for (int i = 0; i < n; i++) {
        int der = s->m->run->model->der[index[i]];
        text_add(&t, "\n  der(%s) = %g", k_state_name(s->m, index[i]), s->f[index[i]]);
        text_defining(&t, s->m->run->model, der, " by ");
        if (is_driven(s, index[i]))
            text_add(&t, ": no state has an influence on it, so nothing can bring it to 0; what "
                         "drives it must be 0, or something hold the state, as a load, a spring or "
                         "a controller does");
    }
    failure_say(s->m, form, text);
    return 1;
}

/* With the conditions as they are; then these are looked at. *settled: none has changed. */
static int find_settled(Steady *s, KSteady *out, bool *settled)
{
    KInst *m = s->m;
    const KModel *model = m->run->model;
    for (int i = 0; i < s->n; i++)
        s->x[i] = m->v[model->state[i]];
    set_sizes(s);
    int result = find(s, out);
    if (result > 0)
        return no_equilibrium(s);
    if (result || (result = event_iterate(m)) || (result = code_rhs(m, K_POINT)))
        return result;
    for (int i = 0; i < s->n; i++)
        s->f[i] = m->v[model->der[i]];
    out->residual = most_left(s);
    *settled = out->residual <= 1e3 * s->tolerance;
    return 0;
}

int k_steady(KInst *m, double tolerance, KSteady *out)
{
    Steady s;
    *out = (KSteady){0};
    if (!m->run->model->nstates)
        return 0;
    if (!m->run->code.jvp) {
        failure_format(m, "an equation of the model has no derivative");
        return 1;
    }
    int result = -1;
    bool settled = false;
    if (steady_open(&s, m, tolerance))
        for (int k = result = 0; k < MODES && !result && !settled; k++)
            result = find_settled(&s, out, &settled);
    else
        failure_say(m, k_no_memory, k_no_memory);
    if (!result && !settled)
        result = no_equilibrium(&s);
    out->free = s.n - s.rank;
    steady_close(&s);
    return result ? result : code_out(m, K_POINT);
}
