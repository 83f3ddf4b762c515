/* sim_point.c - a point of the run: evaluated, examined, written; what is kept of the last one. */
#include "rt/sim_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_AHEAD = 8 }; /* times their distance the line through two points is followed */

/* A point as near to the next output point as instants are told apart has its time. */
int sim_row(Sim *s)
{
    KInst *m = s->m;
    double t = m->time;
    int result = 0;
    s->t_row = t;
    bounds_check(&s->bounds, m);
    growth_note(&s->growth, m, (t - s->o->start) / s->span);
    surge_note(&s->surge, m);
    if (fabs(t - s->tout) <= s->close)
        m->time = s->tout;
    if (s->sink && s->sink->point && s->sink->point(s->sink->arg, m)) {
        failure_format(m, "stopped while results were written");
        s->run->failure.certain = true;
        result = -1;
    }
    m->time = t;
    return result;
}

void sim_pass_output(Sim *s, double t)
{
    while (s->tout <= t + s->close)
        s->tout = k_output_time(s->o, ++s->point);
}

int sim_examine(Sim *s, bool check, KMode mode)
{
    int result = code_out(s->m, mode);
    return result || !check ? result : code_call(s->m, s->run->code.check, mode);
}

int sim_complete(Sim *s, bool check, bool write)
{
    int result = check || write ? sim_examine(s, check, K_POINT) : 0;
    if (!result && write)
        result = sim_row(s);
    return result ? result : delay_record(s->m, true);
}

int sim_evaluate_from(Sim *s, double t, const double *v)
{
    const Kept *k = &s->kept;
    if (s->method)
        return integrator_evaluate(s->in, t);
    s->in->type->interpolate(s->in, t);
    double ahead = k->t > k->t_before ? (t - k->t) / (k->t - k->t_before) : 0;
    if (fabs(ahead) > MOST_AHEAD)
        ahead = 0; /* two points too near each other */
    for (int i = 0; i < k->nx; i++)
        k->x[i] = s->m->v[s->model->state[i]];
    for (int i = k->nx; i < k->n; i++)
        s->m->v[k->var[i]] = v            ? v[k->var[i]]
                             : ahead == 0 ? k->value[i]
                                          : k->value[i] + ahead * (k->value[i] - k->before[i]);
    if (!v)
        integrator_guess(s->m, t);
    for (int i = 0; i < k->nx; i++) /* some are unknowns of blocks of the initial problem */
        s->m->v[s->model->state[i]] = k->x[i];
    int result = code_relations(s->m, K_TRIAL);
    return result && !v ? integrator_evaluate(s->in, t) : result;
}

int sim_evaluate(Sim *s, double t)
{
    if (!s->skip)
        return s->model->nsets ? sim_evaluate_from(s, t, NULL) : integrator_evaluate(s->in, t);
    s->m->time = t;
    int result = code_relations(s->m, K_POINT);
    if (result > 0) { /* what has no solution there has that of the same instant, as far as they are
                         told apart */
        s->m->time = s->t;
        result = code_relations(s->m, K_POINT);
        s->m->time = t;
    }
    return result;
}

int sim_examine_at(Sim *s, double t, bool check)
{
    KInst *m = s->m;
    int first = sim_examine(s, check, K_POINT), result;
    if (!first || s->skip || s->model->nstates == 0 || s->model->nsets > 0)
        return first;
    KFailure failure = s->run->failure;
    failure_clear(m);
    for (int i = 0; i < s->model->nstates; i++)
        m->v[s->model->state[i]] -= 4 * s->close * m->v[s->model->der[i]];
    result = code_relations(m, K_TRIAL);
    if (!result)
        result = sim_examine(s, check, K_TRIAL);
    if (!result)
        return 0;
    result = sim_evaluate(s, t);
    s->run->failure = failure;
    return result ? result : first;
}

static bool has_branches(const KBlock *b)
{
    return !b->linear && !b->of_step;
}

/* The derivatives of unknowns that are candidates of sets. */
static void find_rates(const KModel *model, Kept *k)
{
    for (int i = k->nx; i < k->n; i++)
        k->rate[i] = sets_rate_of(model, k->var[i]);
    for (int i = k->nx; i < k->n; i++)
        k->second[i] =
            k->rate[i] ? sets_rate_of(model, abs(k->rate[i]) - 1) * (k->rate[i] > 0 ? 1 : -1) : 0;
}

/* States, then the unknowns of blocks with branches, each once: the initial problem has many of the
 * simulation again. False: memory is exhausted. */
static bool list_kept(const KModel *model, Kept *k)
{
    bool *listed = calloc((size_t)model->nv + 1, sizeof *listed);
    if (!listed)
        return false;
    for (k->nx = 0; k->nx < model->nstates; k->nx++) {
        k->var[k->nx] = model->state[k->nx];
        listed[model->state[k->nx]] = true;
    }
    k->n = k->nx;
    for (int b = 0; b < model->nblocks; b++)
        for (int i = 0; i < model->block[b].n && has_branches(&model->block[b]); i++) {
            int var = model->block[b].var[i];
            if (!listed[var])
                k->var[k->n++] = var;
            listed[var] = true;
        }
    if (k->n == k->nx)
        k->n = 0; /* no branches: nothing is kept */
    free(listed);
    return true;
}

bool kept_open(Sim *s)
{
    Kept *k = &s->kept;
    const KModel *model = s->model;
    size_t most = (size_t)model->nstates;
    for (int b = 0; b < model->nblocks; b++)
        most += has_branches(&model->block[b]) ? (size_t)model->block[b].n : 0;
    k->var = calloc(3 * most + 1, sizeof *k->var);
    if (!k->var || !list_kept(model, k))
        return false;
    k->value = malloc((size_t)(4 * k->n + 3 * k->nx + 1) * sizeof *k->value);
    if (!k->value)
        return false;
    k->rate = k->var + k->n;
    k->second = k->rate + k->n;
    k->before = k->value + k->n;
    k->slope = k->before + k->n;
    k->bend = k->slope + k->n;
    k->x = k->bend + k->n;
    k->dx = k->x + k->nx;
    k->ddx = k->dx + k->nx;
    k->t = k->t_before = INFINITY;
    for (int i = 0; i < k->n; i++) { /* nothing is kept yet: blocks begin from start values */
        k->value[i] = k->before[i] = NAN;
        k->slope[i] = k->bend[i] = 0;
    }
    find_rates(model, k);
    if (k->n)
        s->run->guess = (KGuess){k->n - k->nx,    k->var + k->nx,   k->value + k->nx,
                                 k->rate + k->nx, k->slope + k->nx, k->bend + k->nx,
                                 &k->t,           s->o->start};
    return true;
}

void kept_take(Sim *s)
{
    Kept *k = &s->kept;
    bool near = k->t_before < k->t && s->t_event <= k->t_before &&
                MOST_AHEAD * (s->t - k->t) <
                    k->t - k->t_before; /* they say less than the one before them */
    if (s->t > k->t && !near) {
        if (s->model->nsets) /* else nobody asks */
            memcpy(k->before, k->value, (size_t)k->n * sizeof *k->value);
        k->t_before = s->t_event < k->t ? k->t : s->t; /* not before an event */
    }
    for (int i = 0; i < k->n; i++)
        k->value[i] = s->m->v[k->var[i]];
    for (int i = 0; i < k->n && s->model->nsets; i++) {
        k->slope[i] = sets_rate(s->m->v, k->rate[i]);
        k->bend[i] = sets_rate(s->m->v, k->second[i]);
    }
    k->t = s->t;
}

void kept_guess(const Sim *s)
{
    const Kept *k = &s->kept;
    for (int i = k->nx; i < k->n; i++)
        s->m->v[k->var[i]] = k->value[i];
    if (k->n > k->nx)
        block_solved_here(s->m);
}

int sim_examine_inside(Sim *s, double t)
{
    kept_guess(s);
    int result = integrator_evaluate(s->in, t);
    return result ? result : sim_examine(s, true, K_TRIAL);
}
