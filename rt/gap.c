/* gap.c - why a nonlinear block has no solution: the known values in its equations that would give
 * it one, and which way.
 *
 * At the smallest residuals r the unknowns cannot make them smaller, so that a known value p closes
 * the gap at the rate r*dr/dp; from its size, p moves by about r*r/(r*dr/dp). Where a solution ends
 * the residual of the single unknown x is that of a parabola over x: it has zeros on the side of
 * its bend only.
 *
 * What is known is found by trial: the block's code assigns what it computes, so a value that it
 * leaves as it was is one it was given. Equations of what it computes lead on to more. One
 * evaluation each. */
#include "rt/gap.h"
#include "rt/block_internal.h"
#include "rt/texts.h"

#include <math.h>
#include <string.h>

enum { MOST_TOLD = 4 };

static const double trial = 1e-6; /* relative change of a value */
static const double smallest =
    0.1; /* relative change of r*r by a relative change of x, at the minimum */
static const double vanishing = 1e-6; /* of the squares at the beginning: that is a solution */
static const double counts = 0.02;    /* of the strongest influence */
static const double near_zero = 0.05; /* of a value: with so little left of it, it is 0 */

typedef struct Gap {
    KInst *m;
    const KFailure *f;
    double x[FAIL_NAMED], r[FAIL_NAMED], moved[FAIL_NAMED];
    double weight[FAIL_NAMED]; /* of the residuals: what closes the gap makes their sum smaller */
    int n;
    KSeen seen;
    int nknown, known[SEEN_MOST];
    double rate[SEEN_MOST]; /* weight*dr/dp of each of them */
    double aim;             /* what rate*(change of p) is to be; 0: not known */
} Gap;

/* The residuals with a changed variable; *given: it is none that the block computes. */
static bool try_change(Gap *g, int var, double to, bool *given)
{
    double *v = &g->m->v[var], before = *v;
    *v = to;
    bool good = block_residual(g->m, g->f->block, g->x, g->moved) == 0;
    *given = *v == to;
    if (*given)
        *v = before;
    return good;
}

/* How fast a value that is given closes the gap; the value has been moved by `step`. */
static void note_rate(Gap *g, int var, double step)
{
    double rate = 0;
    for (int i = 0; i < g->n; i++)
        rate += g->weight[i] * (g->moved[i] - g->r[i]) / step;
    if (rate == 0 || !isfinite(rate) || g->nknown == SEEN_MOST)
        return;
    g->rate[g->nknown] = rate;
    g->known[g->nknown++] = var;
}

/* The parameters from which one in the equations follows, each once. */
static void note_roots(Gap *g, int n, const int *root)
{
    for (int i = 0; i < n; i++) {
        double p = g->m->v[root[i]], step = p * trial;
        bool noted = p == 0;
        for (int k = 0; k < g->nknown; k++)
            noted |= g->known[k] == root[i];
        if (noted)
            continue;
        vary_value(g->m, root[i], p + step);
        bool good = block_residual(g->m, g->f->block, g->x, g->moved) == 0;
        vary_value(g->m, root[i], p);
        if (good)
            note_rate(g, root[i], step);
    }
}

static void note_known(Gap *g, int var)
{
    const KTexts *texts = k_texts(g->m->run->model);
    double p = g->m->v[var], step = p * trial;
    int root[MOST_ROOTS], n = roots_behind(g->m, var, root);
    bool given;
    if (n > 1 || root[0] != var) {
        note_roots(g, n, root);
        return;
    }
    for (int k = 0; k < g->nknown; k++)
        if (g->known[k] == var)
            return;
    if (p == 0)
        return;
    bool good = try_change(g, var, p + step, &given);
    if (!given)
        k_see(&g->seen, k_equation(texts, texts->defining, var));
    else if (good)
        note_rate(g, var, step);
}

/* Where a solution ends: the residual bends like a parabola, its slope vanishes. False: it does
 * not. */
static bool weigh_bend(Gap *g)
{
    double h = 1e-3 * fmax(fabs(g->x[0]), 1e-3 * fabs(k_nominal(g->m->run->model, g->f->col[0])));
    double x = g->x[0], side[2];
    bool good = g->n == 1;
    for (int i = 0; i < 2 && good; i++) {
        g->x[0] = i ? x + h : x - h;
        good = block_residual(g->m, g->f->block, g->x, g->moved) == 0;
        side[i] = g->moved[0];
        g->x[0] = x;
    }
    if (!good)
        return false;
    double bend = side[0] + side[1] - 2 * g->r[0];
    g->weight[0] = bend > 0 ? 1 : -1;
    return fabs(bend) > 2 * fabs(side[1] - side[0]);
}

static double sum_of_squares(const double *r, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += r[i] * r[i];
    return sum;
}

/* J, by differences; its columns for unknowns in units of their size. */
static bool take_jacobian(Gap *g, double *jac, double *size)
{
    const KBlockWork *w = g->m->run->block[g->f->block];
    for (int k = 0; k < g->n; k++) {
        double x = g->x[k];
        size[k] = fmax(fabs(x), 1e-3 * fabs(w->unit[k]));
        g->x[k] = x + trial * size[k];
        bool good = block_residual(g->m, g->f->block, g->x, g->moved) == 0;
        g->x[k] = x;
        for (int i = 0; i < g->n; i++)
            jac[i * g->n + k] = (g->moved[i] - g->r[i]) / trial;
        if (!good)
            return false;
    }
    return true;
}

/* The step d of Levenberg and Marquardt, (J'J + damping)*d = -J'r, by elimination: its matrix is
 * positive definite. */
static void damped_step(const Gap *g, const double *jac, double damping, double *d)
{
    int n = g->n;
    double a[FAIL_NAMED * FAIL_NAMED] = {0};
    for (int i = 0; i < n; i++) {
        d[i] = 0;
        a[i * n + i] = damping;
        for (int l = 0; l < n; l++) {
            d[i] -= jac[l * n + i] * g->r[l];
            for (int k = 0; k < n; k++)
                a[i * n + k] += jac[l * n + i] * jac[l * n + k];
        }
    }
    for (int p = 0; p < n; p++)
        for (int i = p + 1; i < n; i++) {
            double factor = a[i * n + p] / a[p * n + p];
            for (int k = p; k < n; k++)
                a[i * n + k] -= factor * a[p * n + k];
            d[i] -= factor * d[p];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            d[i] -= a[i * n + k] * d[k];
        d[i] /= a[i * n + i];
    }
}

/* One step to smaller residuals; false: there is none. */
static bool descend(Gap *g, double *damping)
{
    double jac[FAIL_NAMED * FAIL_NAMED], size[FAIL_NAMED], d[FAIL_NAMED], x[FAIL_NAMED];
    double now = sum_of_squares(g->r, g->n), scale = 0;
    if (!take_jacobian(g, jac, size))
        return false;
    scale = sum_of_squares(jac, g->n * g->n);
    for (; *damping < 1e8 && scale > 0; *damping *= 10) {
        damped_step(g, jac, *damping * scale, d);
        for (int i = 0; i < g->n; i++)
            x[i] = g->x[i] + d[i] * size[i];
        if (block_residual(g->m, g->f->block, x, g->moved) == 0 &&
            sum_of_squares(g->moved, g->n) < now * (1 - 1e-9)) {
            memcpy(g->x, x, (size_t)g->n * sizeof *x);
            memcpy(g->r, g->moved, (size_t)g->n * sizeof *x);
            *damping /= 100;
            return true;
        }
    }
    return false;
}

/* The unknowns with the smallest residuals; false: there seems to be a solution, or no minimum. */
static bool weigh_residuals(Gap *g)
{
    enum { MOST_STEPS = 200 };
    double damping = 1e-3, jac[FAIL_NAMED * FAIL_NAMED], size[FAIL_NAMED];
    double begin = sum_of_squares(g->r, g->n);
    for (int i = 0; i < MOST_STEPS && descend(g, &damping); i++)
        damping = fmax(damping, 1e-12);
    double least = sum_of_squares(g->r, g->n);
    bool no_solution =
        g->f->one_sign; /* at the end of where the residual has a value it has a slope */
    if (!no_solution && (least < vanishing * begin || !take_jacobian(g, jac, size)))
        return false;
    for (int k = 0; k < g->n && !no_solution; k++) {
        double rate = 0;
        for (int i = 0; i < g->n; i++)
            rate += g->r[i] * jac[i * g->n + k];
        if (!(fabs(rate) < smallest * least))
            return false;
    }
    memcpy(g->weight, g->r, (size_t)g->n * sizeof *g->r);
    g->aim = -least;
    return true;
}

/* How much a value closes the gap by when it changes by its own size. */
static double effect_of(const Gap *g, int i)
{
    return fabs(g->rate[i] * g->m->v[g->known[i]]);
}

/* The known values with the greatest effects, these first. */
static int choose(const Gap *g, int told[MOST_TOLD])
{
    int n = 0;
    for (int i = 0; i < g->nknown; i++) {
        int at = n < MOST_TOLD ? n++ : MOST_TOLD;
        for (; at > 0 && effect_of(g, told[at - 1]) < effect_of(g, i); at--)
            if (at < MOST_TOLD)
                told[at] = told[at - 1];
        if (at < MOST_TOLD)
            told[at] = i;
    }
    while (n > 1 && effect_of(g, told[n - 1]) < counts * effect_of(g, told[0]))
        n--;
    return n;
}

/* About the value with which there is a solution; NaN: it is too far off to tell. */
static double enough(const Gap *g, int i)
{
    double p = g->m->v[g->known[i]], change = g->aim / g->rate[i];
    if (g->aim == 0 || fabs(change) > (1 + near_zero) * fabs(p))
        return NAN;
    return fabs(p + change) > near_zero * fabs(p) ? p + change : 0;
}

/* What is computed before the equations can be limited. */
static void add_limit(Text *t, const Gap *g, int i)
{
    const KModel *model = g->m->run->model;
    int var = g->known[i];
    if (g->m->run->is_parameter[var] || g->m->initial)
        return;
    if (k_is_state(model, var)) {
        text_add(t, "\n  is a sign wrong in what moves ");
        text_variable(t, model, var);
        text_add(t, "? Otherwise let a condition end its motion before");
        return;
    }
    text_add(t, "\n  is a sign wrong in what gives ");
    text_variable(t, model, var);
    text_add(t, "? Otherwise limit it before it comes here, as by %s(",
             g->rate[i] < 0 ? "max" : "min");
    text_variable(t, model, var);
    if (isnan(enough(g, i)))
        text_add(t, ", ...)");
    else
        text_add(t, ", %.3g)", enough(g, i));
}

static void add_known_value(Text *t, const Gap *g, int i, bool first, bool last)
{
    const KModel *model = g->m->run->model;
    int var = g->known[i];
    double p = g->m->v[var], to = enough(g, i);
    text_add(t, "%s%s ", first ? "" : last ? " or " : ", ", g->rate[i] < 0 ? "larger" : "smaller");
    text_variable(t, model, var);
    text_add(t, " (it is %g", p);
    if (!isnan(to))
        text_add(t, ", about %.3g is enough", to);
    text_add(t, ")");
}

static void tell(Text *t, const Gap *g, const char *before)
{
    int told[MOST_TOLD], n = choose(g, told);
    for (int i = 0; i < n; i++) {
        text_add(t, "%s", i ? "" : before);
        add_known_value(t, g, told[i], i == 0, i == n - 1);
    }
    for (int i = 0; i < n; i++)
        text_source(t, g->m, g->known[told[i]]);
    if (n)
        add_limit(t, g, told[0]);
}

static bool begin(Gap *g)
{
    const KTexts *texts = k_texts(g->m->run->model);
    const KFailure *f = g->f;
    g->n = g->m->run->model->block[f->block].n;
    KBlockWork *w = g->m->run->block[f->block];
    if (!texts || !w || w->n != g->n || w->row || f->ncols != g->n || g->n > FAIL_NAMED)
        return false;
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < g->n; k++)
            if (w->var[i] == f->col[k])
                g->x[i] = f->value[k];
    if (block_residual(g->m, f->block, g->x, g->r))
        return false;
    for (int i = 0; i < g->n; i++)
        k_see(&g->seen, k_equation(texts, texts->residual, texts->first[f->block] + i));
    return true;
}

static bool is_unknown_of(const Gap *g, int var)
{
    for (int i = 0; i < g->f->ncols; i++)
        if (g->f->col[i] == var)
            return true;
    return false;
}

void text_gap(Text *t, KInst *m, bool ends)
{
    const KFailure failure = m->run->failure; /* trials may fail in other ways */
    Gap g = {.m = m, .f = &failure};
    if (begin(&g) && (ends ? weigh_bend(&g) : weigh_residuals(&g))) {
        for (int i = 0; i < g.seen.n; i++)
            if (!is_unknown_of(&g, g.seen.var[i]))
                note_known(&g, g.seen.var[i]);
        tell(t, &g, ends ? "\n  it goes on with " : "\n  there is one with ");
        block_residual(m, failure.block, g.x, g.r);
    }
    m->run->failure = failure;
}
