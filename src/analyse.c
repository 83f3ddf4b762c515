/* analyse.c - the library interface: equilibria, and models as linear systems. */
#include "rt/analyse.h"
#include "kron_internal.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>

/* ---- Getting there ---- */

typedef struct Analysis {
    const KronRunOptions *o;
    double at; /* NaN: the start */
    bool steady, linear;
    int free;
    KronLinear **out;
} Analysis;

static int no_point(void *arg, const KInst *m)
{
    (void)arg;
    (void)m;
    return 0;
}

static int progress(void *arg, KInst *inst, double time)
{
    KronModel *m = arg;
    (void)inst;
    (void)time;
    return m->cancelled;
}

/* Says why the instance failed; NULL: that has been said. */
static KronStatus run_failed(KronModel *m, const char *what)
{
    char text[K_MESSAGE_SIZE];
    const char *why = k_failure(m->inst, text, sizeof text);
    if (what)
        tell(m, KRON_ERROR, KRON_ABOUT_RUN, "%s%s%s", what, *why ? ": " : "", why);
    return strstr(why, k_no_memory) ? KRON_NO_MEMORY : KRON_RUN_FAILED;
}

/* Initializes the model, and runs it to `at`. */
static KronStatus arrive(KronModel *m, const Analysis *a, KOptions *options)
{
    KronRunOptions o = *a->o;
    double at = a->at;
    if (isfinite(at))
        o.stop = at;
    KronStatus status = options_of(m, &o, options);
    if (status || (status = instance_new(m)))
        return status;
    if (!isnan(at) && !(at >= options->start)) {
        tell(m, KRON_ERROR, KRON_ABOUT_CALL, "time %g is before the start, %g", at, options->start);
        return KRON_WRONG_CALL;
    }
    m->ran = true;
    m->stats = (KStats){.end_time = options->start};
    m->start = options->start;
    bool goes = at > options->start;
    int rc = k_params(m->inst);
    if (!rc)
        rc = goes ? k_simulate(m->inst, options,
                               &(KSink){.arg = m, .point = no_point, .progress = progress},
                               &m->stats)
                  : k_initialize(m->inst, options->start);
    const char *what = *m->stats.message ? m->stats.message : "the run failed";
    return rc ? run_failed(m, m->complained ? NULL : what) : KRON_OK;
}

/* ---- Linear systems ---- */

/* The variables of a kind that are Real: outputs, or inputs. */
static int find_ports(const KModel *model, bool outputs, const KVariable **list)
{
    int n = 0;
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        if (v->type == K_REAL && (outputs ? v->is_output : v->kind == K_INPUT && !v->is_alias))
            list[n++] = v;
    }
    return n;
}

/* Everything in one piece of memory, so that it is freed by one call. */
typedef struct Linear {
    KronLinear l;
    double *number;
    const char **name;
} Linear;

void kron_linear_free(KronLinear *l)
{
    Linear *all = (Linear *)(void *)l;
    if (!all)
        return;
    for (int i = 0; all->name && i < l->nx + l->nu + l->ny; i++)
        free((char *)(uintptr_t)all->name[i]);
    free(all->name);
    free(all->number);
    free(all);
}

static Linear *linear_new(int nx, int nu, int ny)
{
    Linear *all = calloc(1, sizeof *all);
    size_t x = (size_t)nx, u = (size_t)nu, y = (size_t)ny;
    if (!all)
        return NULL;
    all->number = calloc((x + y + 1) * (x + u + 1), sizeof *all->number);
    all->name = calloc(x + u + y + 1, sizeof *all->name);
    if (!all->number || !all->name) {
        kron_linear_free(&all->l);
        return NULL;
    }
    double *at = all->number;
    KronLinear *l = &all->l;
    *l = (KronLinear){.nx = nx, .nu = nu, .ny = ny};
    l->A = at;
    l->B = l->A + x * x;
    l->C = l->B + x * u;
    l->D = l->C + y * x;
    l->x0 = l->D + y * u;
    l->u0 = l->x0 + x;
    l->y0 = l->u0 + u;
    l->x = all->name;
    l->u = l->x + x;
    l->y = l->u + u;
    return all;
}

/* [A B; C D] into its parts. */
static void cut(const KronLinear *l, const double *matrix, double *out)
{
    int n = l->nx + l->nu;
    for (int part = 0; part < 4; part++) {
        int r0 = part < 2 ? 0 : l->nx, r1 = part < 2 ? l->nx : l->nx + l->ny;
        int c0 = part % 2 ? l->nx : 0, c1 = part % 2 ? n : l->nx;
        for (int r = r0; r < r1; r++)
            for (int c = c0; c < c1; c++)
                *out++ = matrix[(size_t)r * (size_t)n + (size_t)c];
    }
}

static bool name_all(Linear *all, const KInst *m, const KVariable **u, const KVariable **y)
{
    const KronLinear *l = &all->l;
    const KModel *model = k_inst_model(m);
    double *x0 = all->number + (l->x0 - all->number);
    bool good = true;
    for (int i = 0; i < l->nx + l->nu + l->ny; i++) {
        const KVariable *v = i < l->nx           ? NULL
                             : i < l->nx + l->nu ? u[i - l->nx]
                                                 : y[i - l->nx - l->nu];
        all->name[i] = strdup(v ? v->name : k_state_name(m, i));
        x0[i] = v ? k_value(m, v) : m->v[model->state[i]];
        good = good && all->name[i];
    }
    return good;
}

static KronStatus linear_system(KronModel *m, Analysis *a)
{
    const KModel *model = m->program->p->tables;
    size_t room = (size_t)model->nvariables + 1;
    const KVariable **u = calloc(2 * room, sizeof *u), **y = u + room;
    if (!u)
        return KRON_NO_MEMORY;
    int nu = find_ports(model, false, u), ny = find_ports(model, true, y);
    int nx = model->nstates;
    Linear *all = linear_new(nx, nu, ny);
    double *matrix = calloc((size_t)(nx + ny) * (size_t)(nx + nu) + 1, sizeof *matrix);
    KronStatus status = all && matrix ? KRON_OK : KRON_NO_MEMORY;
    if (!status && k_linearize(m->inst, nu, u, ny, y, matrix))
        status = run_failed(m, "the model cannot be linearized");
    if (!status && !name_all(all, m->inst, u, y))
        status = KRON_NO_MEMORY;
    if (!status) {
        cut(&all->l, matrix, all->number);
        all->l.time = m->inst->time;
        *a->out = &all->l;
    } else if (all) {
        kron_linear_free(&all->l);
    }
    free(matrix);
    free(u);
    return status;
}

/* ---- The calls ---- */

static KronStatus analyse(KronModel *m, void *arg)
{
    Analysis *a = arg;
    KOptions options = {0};
    m->stale = m->stale || (a->linear && !m->linear && m->program && m->program->p->next);
    m->linear = m->linear || a->linear;
    use_method(m, a->o->method);
    KronStatus status = reach(m, UNTIL_CODE);
    if (!status)
        status = arrive(m, a, &options);
    if (status)
        return status;
    KSteady steady = {0};
    if (a->steady && k_steady(m->inst, options.tolerance, &steady))
        return run_failed(m, "no equilibrium");
    a->free = steady.free;
    return a->linear ? linear_system(m, a) : KRON_OK;
}

static KronStatus start(KronModel *m, Analysis *a)
{
    KronRunOptions none = kron_run_options();
    if (!m)
        return KRON_WRONG_CALL;
    a->o = a->o ? a->o : &none;
    return guarded(m, analyse, a);
}

KronStatus kron_linearize(KronModel *m, const KronRunOptions *o, double at, bool steady,
                          KronLinear **out)
{
    if (!out)
        return KRON_WRONG_CALL;
    *out = NULL;
    return start(m, &(Analysis){.o = o, .at = at, .steady = steady, .linear = true, .out = out});
}

KronStatus kron_steady(KronModel *m, const KronRunOptions *o, int *free)
{
    Analysis a = {.o = o, .at = NAN, .steady = true};
    KronStatus status = start(m, &a);
    if (free)
        *free = a.free;
    return status;
}
