/* poles.c - equations that become singular between two points of a run: a divisor, or the
 * determinant of a linear block, has changed its sign, and what was divided has gone through
 * infinity where no step has seen it.
 *
 * The signs cost next to nothing: divisors are expressions (KCode.divisors), the sign of a
 * determinant is that of the pivots there are. Where one has changed, the instant is found by
 * bisection, as for events, and the neighbourhood looked at. Many quotients stay finite there - the
 * dividend vanishes too, a condition takes another formula, a pivot of an elimination vanishes
 * though the equations have a solution. A variable is unbounded if its differences from one point
 * to the next, each POLE_FACTOR times nearer, grow by nearly that factor, or for a pole of higher
 * order by a larger one, each time by the same. A difference after none is the last digit of a sum
 * of large terms; differences that grow unevenly are rounding: the angle of a phasor that vanishes
 * (where a divisor touches 0 the point is not known well enough to tell).
 *
 * A divisor may also touch 0 without a change of sign. Where the parabola through its last three
 * values has its vertex in the step, and not far from 0 there, its least value is searched for; is
 * it 0, the neighbourhood is looked at in the same way.
 *
 * Where a quotient that the model writes grows without bound and nothing that is integrated does,
 * it has a value on both sides: a warning says so, once, and the run goes on. Otherwise it ends. */
#include "rt/poles.h"
#include "rt/block_internal.h"
#include "rt/event_policy.h"
#include "rt/texts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Blocks with sets of states are watched by sets.c: their unknowns change. */
static bool is_watched(const KModel *model, int k)
{
    const KBlock *b = &model->block[k];
    return b->of_run && b->linear && !b->iterated && !b->constant && !b->of_set && !b->nsets;
}

bool poles_open(KPoles *p, KInst *m)
{
    const KModel *model = m->run->model;
    *p = (KPoles){.m = m, .nv = model->nv, .n = model->ndivisors};
    p->block = malloc(((size_t)model->nblocks + 1) * sizeof *p->block);
    p->out = model->divisors_out;
    for (int k = 0; p->block && k < model->nblocks; k++)
        if (is_watched(model, k)) {
            p->block[p->nblocks++] = k;
            p->out = p->out || !model->block[k].needed_rhs;
        }
    p->n += p->nblocks;
    size_t near = p->n ? (size_t)POLE_POINTS * (size_t)model->nv : 0;
    p->g = calloc(7 * (size_t)p->n + near + 1, sizeof *p->g);
    if (!p->block || !p->g)
        return false;
    p->last = p->g + p->n;
    p->now = p->last + p->n;
    p->value = p->now + p->n;
    p->older = p->value + p->n;
    p->most = p->older + p->n;
    p->least = p->most + p->n;
    p->near = p->least + p->n;
    for (int i = 0; i < p->n; i++)
        p->least[i] = INFINITY;
    p->warned = calloc((size_t)model->nwritten + 1, sizeof *p->warned);
    return p->warned;
}

void poles_close(KPoles *p)
{
    free(p->block);
    free(p->warned);
    free(p->g);
    *p = (KPoles){0};
}

/* Twice that if it was solved as a whole, which has another determinant. */
static double sign_of_block(const KPoles *p, int k)
{
    const KRun *run = p->m->run;
    const KBlockWork *w = run->block[k];
    bool whole = w && w->on_whole;
    w = whole ? run->block[run->model->block[k].whole] : w;
    return w && w->fresh ? (whole ? 2 : 1) * linear_sign(w->lin) : 0;
}

/* p->g and p->now at the present values. */
static void read_signs(KPoles *p)
{
    KInst *m = p->m;
    int n = p->n - p->nblocks;
    bool failed =
        (p->out && code_out(m, K_TRIAL)) || code_values(m, m->run->code.divisors, p->g, K_TRIAL);
    for (int i = 0; i < n; i++) {
        p->now[i] = failed || !isfinite(p->g[i]) ? 0 : p->g[i];
        p->g[i] = k_sign(p->now[i]);
    }
    if (failed)
        failure_clear(m);
    for (int i = 0; i < p->nblocks; i++)
        p->g[n + i] = sign_of_block(p, p->block[i]);
}

void poles_begin(KPoles *p)
{
    if (!p->n)
        return;
    read_signs(p);
    memcpy(p->last, p->g, (size_t)p->n * sizeof *p->g);
    memcpy(p->value, p->now, (size_t)p->n * sizeof *p->now);
    p->t_value = p->m->time;
    p->t_older = NAN;
}

/* Where function i changes its sign, between *lo and *hi. */
static void locate(KPoles *p, KIntegrator *in, int i, double end, double *lo, double *hi)
{
    double width = POLE_WITHIN * (*hi - *lo);
    for (int k = 0; k<POLE_HALVINGS && * hi - *lo> width; k++) {
        double mid = *lo + 0.5 * (*hi - *lo);
        if (!(mid > *lo && mid < *hi) || integrator_evaluate(in, mid))
            return;
        read_signs(p);
        *(p->g[i] * end > 0 ? hi : lo) = mid;
    }
}

static bool is_integrated(const KModel *model, int v)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->state[i] == v || model->der[i] == v)
            return true;
    return false;
}

/* The variable of the user that grows without bound towards t, seen from `side` (-1 or 1) no
 * farther than `room`, by more than `visible` of its size; -1: none, or it cannot be seen.
 * p->integrated: whether an integrated one does. */
static int unbounded(KPoles *p, KIntegrator *in, double t, double side, double room, double near,
                     double visible)
{
    const KRun *run = p->m->run;
    size_t nv = (size_t)p->nv;
    double d = near;
    int found = -1;
    double most = 0;
    for (int k = 0; k < POLE_POINTS; k++, d *= POLE_FACTOR) {
        if (d > room || integrator_evaluate(in, t + side * d) || code_out(p->m, K_POINT))
            return -1;
        memcpy(p->near + (size_t)k * nv, p->m->v, nv * sizeof *p->near);
    }
    for (size_t v = 0; v < nv; v++) {
        double far = p->near[(POLE_POINTS - 1) * nv + v], nearest = 0;
        double growth = INFINITY, fastest = 0;
        for (int k = POLE_POINTS - 2; k >= 0; k--) {
            double x = p->near[(size_t)k * nv + v],
                   step = fabs(x - p->near[(size_t)(k + 1) * nv + v]);
            double ratio = nearest > 0 ? step / nearest : 0;
            if (k < POLE_POINTS - 2) {
                growth = fmin(growth, ratio);
                fastest = fmax(fastest, ratio);
            }
            nearest = step;
        }
        double size = nearest / (fabs(far) + k_nominal(run->model, (int)v));
        if (growth < POLE_GROWTH || (fastest > POLE_UNEVEN * growth && !p->touching) ||
            size <= visible)
            continue;
        p->integrated = p->integrated || is_integrated(run->model, (int)v);
        if (run->is_number[v] && size > most) {
            most = size;
            found = (int)v;
        }
    }
    return found;
}

/* Divisor i with another value of a parameter. */
static double divisor_with(KPoles *p, int i, int var, double to)
{
    double value = p->m->v[var];
    vary_value(p->m, var, to);
    (void)code_rhs(p->m, K_TRIAL);
    read_signs(p);
    vary_value(p->m, var, value);
    return p->now[i];
}

/* The parameters in what gives a divisor. */
static KSeen parameters_behind(const KInst *m, const KEquation *e)
{
    const KTexts *texts = k_texts(m->run->model);
    KSeen seen = {0}, all = {0};
    k_see(&seen, e);
    for (int k = 0; e && k < seen.n; k++)
        k_see(&seen, k_equation(texts, texts->defining, seen.var[k]));
    for (int k = 0; k < seen.n; k++) {
        int root[MOST_ROOTS], n = roots_behind(m, seen.var[k], root);
        for (int j = 0; j < n; j++)
            if (m->run->is_parameter[root[j]] && m->v[root[j]] != 0)
                k_see(&all, &(KEquation){.nvars = 1, .var = &root[j]});
    }
    return all;
}

/* A negative one with which the divisor would be far from 0 if it were positive. */
static bool add_negative(KPoles *p, int i, const KSeen *seen, Text *text)
{
    for (int k = 0; k < seen->n; k++) {
        double value = p->m->v[seen->var[k]];
        if (value > 0 || !(fabs(divisor_with(p, i, seen->var[k], -value)) > POLE_AWAY * p->most[i]))
            continue;
        text_add(text, "\n  is the sign of ");
        text_variable(text, p->m->run->model, seen->var[k]);
        text_add(text,
                 " meant, which is %g? With a positive one the divisor would stay away from 0",
                 value);
        text_source(text, p->m, seen->var[k]);
        return true;
    }
    return false;
}

/* One of 0 with which the divisor would be far from 0 if it were as large as another one: a mass
 * that was forgotten. */
static bool add_zero(KPoles *p, int i, const KEquation *e, const KSeen *seen, Text *text)
{
    double size = 0;
    for (int k = 0; k < seen->n; k++)
        size = fmax(size, fabs(p->m->v[seen->var[k]]));
    for (int k = 0; e && k < e->nvars; k++) {
        int var = e->var[k];
        if (!p->m->run->is_parameter[var] || p->m->run->is_number[var] != 1 || p->m->v[var] != 0 ||
            !(fabs(divisor_with(p, i, var, size)) > POLE_AWAY * p->most[i]))
            continue;
        text_add(text, "\n  ");
        text_variable(text, p->m->run->model, var);
        text_add(text, " is 0: with a positive value the divisor would stay away from 0");
        text_source(text, p->m, var);
        return true;
    }
    return false;
}

/* Those that move the divisor most, and which way it stays on its side. */
static void add_larger(KPoles *p, int i, const KSeen *seen, Text *text)
{
    enum { MOST = 2 };
    static const double change = 1e-4, counts = 0.05;
    double weight[FAIL_NAMED], effect[SEEN_MOST];
    int largest[FAIL_NAMED], n = 0;
    double here = seen->n ? divisor_with(p, i, seen->var[0], p->m->v[seen->var[0]]) : 0;
    for (int k = 0; k < seen->n; k++) {
        double value = p->m->v[seen->var[k]];
        effect[k] =
            (divisor_with(p, i, seen->var[k], value * (1 + change)) - here) / change * p->side;
        if (isfinite(effect[k]) && effect[k] != 0)
            largest_insert(&n, largest, weight, k, fabs(effect[k]));
    }
    for (int k = 0; k < n && k < MOST && weight[k] > counts * weight[0]; k++) {
        double value = p->m->v[seen->var[largest[k]]];
        text_add(text, "%s%s ",
                 k ? " or " : "\n  at this position it is still on its side of 0 with ",
                 (effect[largest[k]] > 0) == (value > 0) ? "larger" : "smaller");
        text_variable(text, p->m->run->model, seen->var[largest[k]]);
        text_add(text, " (it is %g)", value);
    }
}

/* What parameters have to do with a divisor that vanishes. */
static void add_parameters(KPoles *p, int i, const KEquation *e, Text *text)
{
    KSeen seen = parameters_behind(p->m, e);
    if (!add_zero(p, i, e, &seen, text) && !add_negative(p, i, &seen, text))
        add_larger(p, i, &seen, text);
    (void)code_rhs(p->m, K_TRIAL);
    failure_clear(p->m);
}

/* The values in a divisor, and where they come from, first of what moves. */
static void add_inside(const KInst *m, const KEquation *e, Text *text)
{
    enum { MOST = 2 };
    for (int k = 0; e && e->nvars > MOST && k < e->nvars && k < 2 * FAIL_NAMED; k++) {
        text_add(text, k ? ", " : "\n  where ");
        text_variable(text, m->run->model, e->var[k]);
        text_add(text, " = %g", m->v[e->var[k]]);
    }
    for (int pass = 0, n = 0; pass < 2; pass++)
        for (int k = 0; e && k < e->nvars && n < MOST; k++)
            if (!m->run->is_parameter[e->var[k]] == !pass) {
                text_source(text, m, e->var[k]);
                n++;
            }
}

static void add_divisor(KPoles *p, int i, Text *text)
{
    const KTexts *texts = k_texts(p->m->run->model);
    const KEquation *e = texts ? k_equation(texts, texts->divisor, i) : NULL;
    text_add(text, "the divisor ");
    if (e)
        text_add(text, "%s", e->text);
    text_add(text, p->touching ? " touches 0" : " passes through 0");
    if (e)
        text_place(text, e->place);
    add_inside(p->m, e, text);
    add_parameters(p, i, e, text);
    if (e && e->nvars)
        text_add(text,
                 "\n  let a condition end what moves it before the divisor is 0, or let an `if` "
                 "say what holds there");
}

static void add_block(const KPoles *p, int k, Text *text)
{
    const KModel *model = p->m->run->model;
    const KTexts *texts = k_texts(model);
    int row, col;
    if (p->m->run->block[k]->on_whole)
        k = model->block[k].whole;
    KBlockWork *w = p->m->run->block[k];
    linear_weakest(w->lin, &row, &col);
    w->fresh = w->factored = false;
    linear_renew(w->lin);
    text_add(text, "the determinant of a linear system of %d equations passes through 0", w->n);
    const KEquation *e =
        row < 0 || !texts ? NULL : k_equation(texts, texts->residual, texts->first[k] + row);
    if (col >= 0) {
        text_add(text, ", the last pivot is that of ");
        text_variable(text, model, w->var[col]);
    }
    if (e) {
        text_add(text, " in\n  %s", e->text);
        text_place(text, e->place);
    }
}

static void add_function(KPoles *p, int i, Text *text)
{
    int n = p->n - p->nblocks;
    if (i < n)
        add_divisor(p, i, text);
    else
        add_block(p, p->block[i - n], text);
}

/* What has grown without bound is a quotient that the model writes, and has a value again. */
static bool may_pass(KPoles *p, int i, char *text, size_t size)
{
    const KModel *model = p->m->run->model;
    int k = i - (model->ndivisors - model->nwritten);
    if (k < 0 || i >= model->ndivisors || p->integrated)
        return false;
    k_add_code(text, size, "a quotient grows without bound: %s");
    if (!p->warned[k])
        run_message(p->m, K_MSG_WARNING, "at time %g: %s", p->m->time, text);
    p->warned[k] = true;
    return true;
}

/* Divisor i at a point, NaN if it cannot be had. */
static double divisor_at(KPoles *p, KIntegrator *in, int i, double t)
{
    KInst *m = p->m;
    if (integrator_evaluate(in, t) || (p->out && code_out(m, K_POINT)) ||
        code_values(m, m->run->code.divisors, p->g, K_POINT))
        return NAN;
    return fabs(p->g[i]);
}

/* Whether the sign has changed because the divisor itself has a pole: it grows towards t. */
static bool is_pole(KPoles *p, KIntegrator *in, int i, double t, double room, double near)
{
    if (i >= p->n - p->nblocks || POLE_FACTOR * near > room)
        return false;
    double beside = divisor_at(p, in, i, t - near);
    double farther = divisor_at(p, in, i, t - POLE_FACTOR * near);
    return beside > 0.5 * POLE_FACTOR * farther;
}

/* Function i is 0 between lo and hi, which lie between `from` and t: looks from `near` around. */
static int look_around(KPoles *p, KIntegrator *in, int i, const double at[2], const double step[2],
                       double near)
{
    char buffer[FAIL_TEXT_SIZE - 600];
    Text text = {buffer, sizeof buffer};
    double rounding = POLE_NOISE * (step[1] - step[0]) + 16 * DBL_EPSILON * fabs(step[1]);
    double visible = fmax(POLE_VISIBLE, rounding / near);
    p->integrated = false;
    int v = unbounded(p, in, at[0], -1, at[0] - step[0], near, visible);
    if (v < 0)
        v = unbounded(p, in, at[1], 1, step[1] - at[1], near, visible);
    if (v < 0)
        return 0;
    text_variable(&text, p->m->run->model, v);
    text_add(&text, " grows without bound (%g at %g):\n  ", p->near[v], p->m->time);
    p->m->time = at[1];
    add_function(p, i, &text);
    if (may_pass(p, i, buffer, sizeof buffer))
        return 0;
    failure_say(p->m, "%s grows without bound (%g at %g)", buffer);
    p->told = true;
    return -1;
}

/* Function i has changed its sign between `from` and t. */
static int examine(KPoles *p, KIntegrator *in, int i, double end, double from, double t)
{
    double at[2] = {from, t}, near = fmax(POLE_NEAR * (t - from), 32 * DBL_EPSILON * fabs(t));
    p->touching = false;
    locate(p, in, i, end, &at[0], &at[1]);
    return is_pole(p, in, i, at[0], at[0] - from, near)
               ? 0
               : look_around(p, in, i, at, (double[]){from, t}, near);
}

/* ---- Divisors that touch 0 ---- */

/* The parabola through the last three values of divisor i has its vertex in this step, near 0. */
static bool may_touch(const KPoles *p, int i, double t)
{
    double a = p->older[i], b = p->value[i], c = p->now[i];
    double before = p->t_value - p->t_older, after = t - p->t_value;
    if (!(a * b > 0 && b * c > 0 && before > 0 && after > 0))
        return false;
    double d1 = (b - a) / before, d2 = (c - b) / after, bend = (d2 - d1) / (before + after);
    double slope = d1 + bend * before, vertex = -slope / (2 * bend);
    return bend * b > 0 && vertex > 0 && vertex < after &&
           fabs(b + 0.5 * slope * vertex) <= TOUCH_NEAR * fmax(fabs(a), fabs(c));
}

/* It is least between `from` and t (golden section), and 0 there: what grows? */
static int examine_touch(KPoles *p, KIntegrator *in, int i, double from, double t)
{
    double lo = from, hi = t, size = fmax(fabs(p->older[i]), fabs(p->now[i]));
    double x = hi - GOLDEN * (hi - lo), y = lo + GOLDEN * (hi - lo);
    double at_x = divisor_at(p, in, i, x), at_y = divisor_at(p, in, i, y);
    for (int k = 0; k < TOUCH_PARTS && !isnan(at_x) && !isnan(at_y); k++)
        if (at_x < at_y) {
            hi = y, y = x, at_y = at_x;
            at_x = divisor_at(p, in, i, x = hi - GOLDEN * (hi - lo));
        } else {
            lo = x, x = y, at_x = at_y;
            at_y = divisor_at(p, in, i, y = lo + GOLDEN * (hi - lo));
        }
    double at = 0.5 * (lo + hi);
    if (!isnan(at_x) && fmin(at_x, at_y) > TOUCH_LEAST * size)
        return 0;
    p->touching = true;
    return look_around(p, in, i, (double[]){at, at}, (double[]){from, t},
                       TOUCH_BESIDE * (t - from));
}

int poles_check(KPoles *p, KIntegrator *in, double from, double t)
{
    KFailure *failure = &p->m->run->failure, first = {.time = INFINITY};
    int result = 0;
    if (!p->n)
        return 0;
    read_signs(p);
    for (int i = 0; i < p->n && !result; i++) {
        double end = p->g[i], last = p->last[i];
        if (end != 0)
            p->last[i] = end;
        bool touch = i < p->n - p->nblocks && p->t_value == from && may_touch(p, i, t);
        if (!touch && (end == 0 || end != -last))
            continue;
        p->side = last;
        int found = touch ? examine_touch(p, in, i, from, t) : examine(p, in, i, end, from, t);
        if (found && failure->time < first.time)
            first = *failure;
        failure_clear(p->m);
        if (!(result = integrator_evaluate(in, t)))
            read_signs(p);
    }
    if (p->told) {
        *failure = first;
        return -1;
    }
    double *oldest = p->older;
    p->older = p->value;
    p->value = p->now;
    p->now = oldest;
    p->t_older = p->t_value;
    p->t_value = t;
    return result;
}

bool poles_far(const KPoles *p, double t)
{
    int n = p->n - p->nblocks;
    double ahead = POLE_SPEED * (t - p->t_value) / (p->t_value - p->t_older);
    for (int i = 0; i < n; i++)
        if (!(fabs(p->value[i]) > fabs(p->value[i] - p->older[i]) * ahead))
            return false;
    for (int i = n; i < p->n; i++)
        if (p->last[i] != 0)
            return false;
    return true;
}

bool poles_small(KPoles *p, double part)
{
    bool small = false;
    for (int i = 0; i < p->n - p->nblocks; i++) {
        double size = fabs(p->value[i]);
        p->most[i] = size > p->most[i] ? size : p->most[i];
        if (size > 0 && size < part * p->most[i] && size < 0.5 * p->least[i]) {
            p->least[i] = size;
            small = true;
        }
    }
    return small;
}

/* The states go on for dt as they do now. */
static int evaluate_ahead(KInst *m, double t, double dt, const double *x, const double *dx)
{
    const KModel *model = m->run->model;
    m->time = t + dt;
    for (int i = 0; i < model->nstates; i++)
        m->v[model->state[i]] = x[i] + dt * dx[i];
    return code_relations(m, K_TRIAL);
}

/* The divisor that has come down farthest from the largest it was; -1: none has. p->now has their
 * values. */
static int vanishing(const KPoles *p)
{
    int found = -1;
    double least = POLE_VANISHED;
    for (int i = 0; i < p->n - p->nblocks; i++)
        if (p->now[i] != 0 && fabs(p->now[i]) < least * p->most[i]) {
            least = fabs(p->now[i]) / p->most[i];
            found = i;
        }
    return found;
}

/* What comes down to 0 without a change of sign, as a distance does. */
static void add_vanishing(KPoles *p, int i, Text *text)
{
    const KTexts *texts = k_texts(p->m->run->model);
    const KEquation *e = texts ? k_equation(texts, texts->divisor, i) : NULL;
    text_add(text, "it is divided by ");
    text_add(text, e ? "`%s`" : "what", e ? e->text : "");
    text_add(text, ", which comes down to 0: %g here, %g at the most", fabs(p->now[i]), p->most[i]);
    if (e)
        text_place(text, e->place);
    add_inside(p->m, e, text);
    add_parameters(p, i, e, text);
    text_add(text, "\n  is a start value or a sign wrong that leads there? Otherwise let a "
                   "condition end the motion "
                   "before, or let an `if` say what holds near 0");
}

/* How much of a failure is told before the divisor: of steps that have become too small not what
 * trials ahead of them met. */
static int told_before(const KFailure *f)
{
    static const char steps[] = "the steps have become too small";
    return (int)strcspn(f->text, strncmp(f->text, steps, sizeof steps - 1) ? "\n" : ":\n");
}

void poles_explain(KPoles *p, double span)
{
    char buffer[FAIL_TEXT_SIZE - 600];
    Text text = {buffer, sizeof buffer};
    KInst *m = p->m;
    const KModel *model = m->run->model;
    KFailure failure = m->run->failure;
    double t = m->time, *x = p->near, *dx = x + model->nstates;
    if (!p->n || p->told || failure.kind != FAIL_TEXT)
        return;
    for (int i = 0; i < model->nstates; i++) {
        x[i] = m->v[model->state[i]];
        dx[i] = m->v[model->der[i]];
    }
    read_signs(p);
    int found = -1, least = vanishing(p);
    if (least >= 0) {
        text_add(&text, "%.*s: ", told_before(&failure), failure.text);
        p->side = p->last[least];
        add_vanishing(p, least, &text);
    }
    for (double dt = POLE_AHEAD_FIRST * span; dt < POLE_AHEAD * span && found < 0; dt *= 4) {
        if (evaluate_ahead(m, t, dt, x, dx))
            continue;
        read_signs(p);
        for (int i = 0; i < p->n && found < 0; i++)
            found = p->g[i] != 0 && p->g[i] == -p->last[i] ? i : -1;
    }
    if (found >= 0) {
        text = (Text){buffer, sizeof buffer};
        p->side = p->last[found];
        text_add(&text, "%.*s: just after it ", told_before(&failure), failure.text);
        add_function(p, found, &text);
    }
    if (found >= 0 || least >= 0) {
        failure_say(m, failure.form, buffer);
        m->run->failure.time = failure.time;
    } else {
        m->run->failure = failure;
    }
}
