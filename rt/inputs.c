/* inputs.c - inputs of a model that follow tables over time.
 *
 * A table is a sequence of pieces, between which the value steps. The run is in one piece at a
 * time: at the instant of a step the value is that before it until the event has taken place, then
 * that after it. Inside a piece the point is looked for from where it was last. */
#include "rt/inputs.h"
#include "rt/run_internal.h"

#include <math.h>
#include <stdlib.h>

struct KInput {
    const KSeries *of;
    int var, stage[2];  /* in v; and in the first stages of a step, -1: none */
    bool negated, held; /* held: not a Real */
    bool boolean;
    size_t first, last; /* points of the piece at hand */
    size_t at;          /* the point before the last time asked for */
    size_t bend;        /* where the slope changes next was looked for up to this point */
};

static int stage_of(const KModel *model, int var, int stage)
{
    for (int i = 0; i < model->ntriples; i++)
        if (model->triple[3 * i + 2] == var)
            return model->triple[3 * i + stage];
    return -1;
}

int k_set_input(KInst *m, const KVariable *var, const KSeries *series)
{
    KRun *r = m->run;
    size_t n = (size_t)r->ninputs + 1;
    struct KInput *input = realloc(r->input, n * sizeof *input);
    if (!input)
        return -1;
    r->input = input;
    input[r->ninputs++] = (struct KInput){
        .of = series,
        .var = var->index,
        .stage = {stage_of(r->model, var->index, 0), stage_of(r->model, var->index, 1)},
        .negated = var->negated,
        .held = var->type != K_REAL,
        .boolean = var->type == K_BOOLEAN,
    };
    return 0;
}

/* Whether the value is another one from point i on: there a piece begins. */
static bool steps_at(const struct KInput *in, size_t i)
{
    const KSeries *s = in->of;
    return s->x[i] != s->x[i - 1] && (in->held || s->t[i] == s->t[i - 1]);
}

/* The piece that begins with point i. */
static void enter(struct KInput *in, size_t i)
{
    in->first = in->at = in->last = in->bend = i;
    while (in->last + 1 < in->of->n && !steps_at(in, in->last + 1))
        in->last++;
}

static double next_step(const struct KInput *in)
{
    return in->last + 1 < in->of->n ? in->of->t[in->last + 1] : INFINITY;
}

static void pass(struct KInput *in, double t)
{
    while (next_step(in) <= t)
        enter(in, in->last + 1);
}

void inputs_start(KInst *m, double t)
{
    for (int i = 0; i < m->run->ninputs; i++) {
        enter(&m->run->input[i], 0);
        pass(&m->run->input[i], t);
    }
}

/* The last point of the piece that is not after t, or its first one. */
static size_t find(const struct KInput *in, double t)
{
    size_t at = in->at;
    while (at < in->last && in->of->t[at + 1] <= t)
        at++;
    while (at > in->first && in->of->t[at] > t)
        at--;
    return at;
}

static double value_at(struct KInput *in, double t)
{
    const KSeries *s = in->of;
    size_t i = in->at = find(in, t);
    double x = s->x[i];
    if (!in->held && i < in->last && t > s->t[i])
        x += (s->x[i + 1] - x) * ((t - s->t[i]) / (s->t[i + 1] - s->t[i]));
    return !in->negated ? x : in->boolean ? 1 - x : -x;
}

void inputs_apply(KInst *m)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < m->run->ninputs; i++) {
        struct KInput *in = &m->run->input[i];
        m->v[in->var] = value_at(in, m->time);
        for (int k = 0; k < 2; k++)
            if (in->stage[k] >= 0)
                m->v[in->stage[k]] = value_at(in, m->v[model->stage_time[k]]);
    }
}

double inputs_next(const KInst *m)
{
    double next = INFINITY;
    for (int i = 0; i < m->run->ninputs; i++)
        next = fmin(next, next_step(&m->run->input[i]));
    return next;
}

void inputs_pass(KInst *m, double t, double close)
{
    for (int i = 0; i < m->run->ninputs; i++)
        pass(&m->run->input[i], t + close);
}

/* To within rounding the points i - 1, i and i + 1 lie on a line. */
static bool is_straight(const KSeries *s, size_t i)
{
    double before = (s->x[i] - s->x[i - 1]) * (s->t[i + 1] - s->t[i]);
    double after = (s->x[i + 1] - s->x[i]) * (s->t[i] - s->t[i - 1]);
    double size =
        (fabs(s->x[i]) + fabs(s->x[i - 1]) + fabs(s->x[i + 1])) * (s->t[i + 1] - s->t[i - 1]);
    return fabs(before - after) <= 1e-14 * size;
}

/* Before the first point, and after the last, the value is held. */
static bool bends_at(const KSeries *s, size_t i)
{
    if (s->n < 2)
        return false;
    return i == 0          ? s->x[0] != s->x[1]
           : i + 1 == s->n ? s->x[i] != s->x[i - 1]
                           : !is_straight(s, i);
}

static double next_bend(struct KInput *in, double t)
{
    const KSeries *s = in->of;
    size_t i = in->bend;
    if (in->held)
        return INFINITY;
    while (i <= in->last && (s->t[i] <= t || !bends_at(s, i)))
        i++;
    in->bend = i; /* accepted times do not go back */
    return i <= in->last ? s->t[i] : INFINITY;
}

double inputs_bend(KInst *m, double t, double close)
{
    double bend = INFINITY;
    for (int k = 0; k < m->run->ninputs; k++)
        bend = fmin(bend, next_bend(&m->run->input[k], t + close));
    return bend;
}
