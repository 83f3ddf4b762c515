/* gap.c - why a nonlinear block has no solution: the known values in its equations that would give it
 * one, and which way.
 *
 * At the smallest residuals r the unknowns cannot make them smaller, so that a known value p closes the gap
 * at the rate r*dr/dp; from its size, p moves by about r*r/(r*dr/dp). Where a solution ends the residual
 * of the single unknown x is that of a parabola over x: it has zeros on the side of its bend only.
 *
 * What is known is found by trial: the block's code assigns what it computes, so a value that it leaves as
 * it was is one it was given. Equations of what it computes lead on to more. One evaluation each. */
#include "rt/gap.h"
#include "rt/block_internal.h"
#include "rt/texts.h"

#include <math.h>

enum { MOST_VARS = 40, MOST_TOLD = 4 };

static const double trial = 1e-6;       /* relative change of a value */
static const double smallest = 0.1;     /* relative change of r*r by a relative change of x, at the minimum */
static const double counts = 0.02;      /* of the strongest influence */
static const double most_change = 0.95; /* of a value that is to close the gap, times its size */

typedef struct Gap {
    KInst *m;
    const KFailure *f;
    double x[FAIL_NAMED], r[FAIL_NAMED], moved[FAIL_NAMED];
    double weight[FAIL_NAMED]; /* of the residuals: what closes the gap makes their sum smaller */
    int n, nvars, var[MOST_VARS]; /* variables seen */
    int nknown, known[MOST_VARS];
    double rate[MOST_VARS]; /* weight*dr/dp of each of them */
    double aim;             /* what rate*(change of p) is to be; 0: not known */
} Gap;

static void see(Gap *g, const KEquation *e)
{
    for (int i = 0; e && i < e->nvars && g->nvars < MOST_VARS; i++) {
        bool old = false;
        for (int k = 0; k < g->nvars; k++)
            old |= g->var[k] == e->var[i];
        if (!old)
            g->var[g->nvars++] = e->var[i];
    }
}

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

static void note_known(Gap *g, int var)
{
    const KTexts *texts = k_texts(g->m->run->model);
    double p = g->m->v[var], step = p * trial, rate = 0;
    bool given;
    if (p == 0)
        return;
    bool good = try_change(g, var, p + step, &given);
    if (!given) {
        see(g, k_equation(texts, texts->defining, var));
        return;
    }
    for (int i = 0; i < g->n; i++)
        rate += g->weight[i] * (g->moved[i] - g->r[i]) / step;
    if (!good || rate == 0 || !isfinite(rate))
        return;
    g->rate[g->nknown] = rate;
    g->known[g->nknown++] = var;
}

/* Where a solution ends: the residual bends like a parabola, its slope vanishes. False: it does not. */
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

/* False: a change of the unknowns makes the residuals smaller. */
static bool weigh_residuals(Gap *g)
{
    const KBlockWork *w = g->m->run->block[g->f->block];
    for (int i = 0; i < g->n; i++) {
        g->weight[i] = g->r[i];
        g->aim -= g->r[i] * g->r[i];
    }
    for (int k = 0; k < g->n; k++) {
        double x = g->x[k], size = fmax(fabs(x), 1e-3 * fabs(w->unit[k])), rate = 0;
        g->x[k] = x + trial * size;
        bool good = block_residual(g->m, g->f->block, g->x, g->moved) == 0;
        g->x[k] = x;
        for (int i = 0; i < g->n && good; i++)
            rate += g->r[i] * (g->moved[i] - g->r[i]) / trial;
        if (!good || fabs(rate) > smallest * -g->aim)
            return false;
    }
    return true;
}

static double strongest(const Gap *g)
{
    double most = 0;
    for (int i = 0; i < g->nknown; i++)
        most = fmax(most, fabs(g->rate[i] * g->m->v[g->known[i]]));
    return most;
}

static void add_known_value(Text *t, const Gap *g, int i, bool first, bool last)
{
    const KModel *model = g->m->run->model;
    int var = g->known[i];
    double p = g->m->v[var], change = g->aim / g->rate[i];
    text_add(t, "%s%s ", first ? "" : last ? " or " : ", ", g->rate[i] < 0 ? "larger" : "smaller");
    text_variable(t, model, var);
    text_add(t, " (it is %g", p);
    if (g->aim != 0 && fabs(change) < most_change * fabs(p))
        text_add(t, ", about %.3g is enough", p + change);
    text_defining(t, model, var, " by ");
    text_add(t, ")");
}

static void tell(Text *t, const Gap *g, const char *before)
{
    int told[MOST_TOLD], n = 0;
    double most = strongest(g);
    for (int i = 0; i < g->nknown && n < MOST_TOLD; i++)
        if (fabs(g->rate[i] * g->m->v[g->known[i]]) > counts * most)
            told[n++] = i;
    for (int i = 0; i < n; i++) {
        text_add(t, "%s", i ? "" : before);
        add_known_value(t, g, told[i], i == 0, i == n - 1);
    }
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
        see(g, k_equation(texts, texts->residual, texts->first[f->block] + i));
    return true;
}

static bool is_unknown_of(const Gap *g, int var)
{
    for (int i = 0; i < g->f->ncols; i++)
        if (g->f->col[i] == var)
            return true;
    return false;
}

void text_gap(Text *t, KInst *m, const KFailure *f, bool ends)
{
    Gap g = {.m = m, .f = f};
    if (!begin(&g) || !(ends ? weigh_bend(&g) : weigh_residuals(&g)))
        return;
    for (int i = 0; i < g.nvars; i++)
        if (!is_unknown_of(&g, g.var[i]))
            note_known(&g, g.var[i]);
    tell(t, &g, ends ? "\n  it goes on with " : "\n  there is one with ");
    block_residual(m, f->block, g.x, g.r);
}
