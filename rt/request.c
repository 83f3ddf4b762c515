/* request.c - options, names and settings as users write them. */
#include "rt/request.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include "rt/plain/posix.h"
#endif

enum { DEFAULT_INTERVALS = 500 };

/* ---- Options ---- */

static double given(double option, double annotation, double otherwise)
{
    return !isnan(option) ? option : !isnan(annotation) ? annotation : otherwise;
}

static const struct {
    const char *name;
    int stages; /* of what is inlined */
} known_method[K_METHODS] = {
    [K_CVODE] = {"cvode", 0},         [K_IDA] = {"ida", 0},
    [K_RK45] = {"rk45", 0},           [K_RK8] = {"rk8", 0},
    [K_AUTO] = {"auto", 0},           [K_BDF] = {"bdf", 1},
    [K_SDIRK] = {"sdirk", 1},         [K_RADAU] = {"radau", 3},
    [K_EULER] = {"euler", 0},         [K_IMPLICIT_EULER] = {"implicit-euler", 1},
    [K_TRAPEZOID] = {"trapezoid", 1}, [K_BDF1] = {"bdf1", 1},
    [K_BDF2] = {"bdf2", 1},           [K_BDF3] = {"bdf3", 1},
    [K_BDF4] = {"bdf4", 1},           [K_BDF5] = {"bdf5", 1},
    [K_BDF6] = {"bdf6", 1},           [K_MIXED] = {"mixed", 1},
};

int k_method_named(const char *name)
{
    for (int i = 0; i < K_METHODS; i++)
        if (!strcmp(name, known_method[i].name))
            return i;
    return -1;
}

const char *k_method_name(int i)
{
    return i >= 0 && i < K_METHODS ? known_method[i].name : NULL;
}

int k_method_stages(const char *name)
{
    int method = name ? k_method_named(name) : -1;
    return method < 0 ? 0 : known_method[method].stages;
}

/* Nonlinear equations that feed the derivatives go into the integrator's Newton iteration, unless
 * they hold constraints of a set of states: these change often, which is cheap for methods of one
 * step. */
static KMethod method_for(const KModel *model)
{
    for (int i = 0; i < model->nblocks; i++)
        if (model->block[i].needed_rhs && !model->block[i].linear && !model->block[i].of_set)
            return K_IDA;
    return K_AUTO;
}

static const char *wrong_step(const KRequest *r, const KOptions *o)
{
    bool fixed = o->method >= K_EULER;
    if (fixed && isnan(r->step))
        return "this method is of fixed step: it needs --step H";
    if (!fixed && !isnan(r->step))
        return "--step is for methods of fixed step: euler, implicit-euler, trapezoid, bdf1 to "
               "bdf6; --max-step limits the others";
    if (fixed && !isnan(r->max_step))
        return "--max-step is for methods of variable step";
    if (!isnan(r->step) && !(r->step > 0 && isfinite(r->step)))
        return "the step must be positive";
    if (!isnan(r->max_step) && !(r->max_step > 0))
        return "the longest step must be positive";
    return NULL;
}

static const char *wrong_option(const KRequest *r, const KOptions *o, double n)
{
    if (!(o->stop >= o->start))
        return "the stop time lies before the start time";
    if (!isfinite(o->start) || !isfinite(o->stop))
        return "start and stop time must be finite";
    if (!(o->tolerance >= 1e-14 && o->tolerance < 1))
        return "the tolerance must lie between 1e-14 and 1";
    if (o->atol < 0)
        return "the absolute tolerance must not be negative";
    if (!isnan(r->interval) && !(r->interval > 0))
        return "the output interval must be positive";
    if (!isnan(r->intervals) && (r->intervals != floor(r->intervals) || r->intervals < 1))
        return "the number of output intervals must be a whole number, at least 1";
    if (!isnan(r->interval) && !isnan(r->intervals))
        return "the length of output intervals or their number: one of the two can be given";
    if (!(n >= 0 && n <= 1e8))
        return "there are more than 1e8 output points";
    return wrong_step(r, o);
}

const char *k_options(const KModel *model, const KRequest *r, KOptions *o)
{
    o->start = given(r->start, model->start, 0);
    o->stop = given(r->stop, model->stop, o->start + 1);
    o->tolerance = given(r->tolerance, model->tolerance, 1e-6);
    o->atol = given(r->atol, NAN, 0);
    double n = DEFAULT_INTERVALS, interval = given(r->interval, model->interval, 0);
    if (!isnan(r->intervals)) {
        n = r->intervals;
    } else if (interval > 0) {
        n = ceil((o->stop - o->start) / interval - 1e-9);
        o->interval = interval;
    }
    int method = k_method_named(r->method);
    bool free = method < 0 || method == K_AUTO;
    o->method = free ? method_for(model) : (KMethod)method;
    const char *wrong = wrong_option(r, o, n);
    if (wrong)
        return wrong;
    if (known_method[o->method].stages && model->nstates && !model->step_old)
        return "the model was translated without the equations of this method's step";
    o->intervals = n < 1 ? 1 : (int)n;
    o->step = given(r->step, NAN, 0);
    o->max_step = given(r->max_step, NAN, 0);
    o->fallback = free;
    return NULL;
}

/* ---- Output points ---- */

/* To within what its computation rounds. */
static bool is_whole(double x)
{
    return fabs(x - round(x)) <= 8 * DBL_EPSILON * fabs(x) && x >= 1;
}

/* Quotients of whole numbers where the interval divides the run, or 1: 0.3 and not 3*0.1. */
double k_output_time(const KOptions *o, long i)
{
    if (o->intervals <= 0 || i > o->intervals)
        return INFINITY;
    if (i == o->intervals)
        return o->stop;
    double span = o->stop - o->start, each = o->interval, n = o->intervals;
    if (each > 0 && !is_whole(span / each)) {
        span = 1;
        n = is_whole(1 / each) ? round(1 / each) : 0;
    }
    return o->start + (n > 0 ? (double)i * span / n : (double)i * each);
}

/* ---- Names ---- */

bool k_glob_matches(const char *p, const char *s)
{
    const char *star = NULL, *from = NULL;
    while (*s) {
        if (*p == '*') {
            star = p++;
            from = s;
        } else if (*p == '?' || *p == *s) {
            p++;
            s++;
        } else if (star) {
            p = star + 1;
            s = ++from;
        } else {
            return false;
        }
    }
    while (*p == '*')
        p++;
    return !*p;
}

const KVariable *k_find(const KModel *model, const char *name, size_t n)
{
    for (int i = 0; i < model->nvariables; i++)
        if (!strncmp(model->variable[i].name, name, n) && !model->variable[i].name[n])
            return &model->variable[i];
    return NULL;
}

bool k_matches_any(const KModel *model, const char *pattern)
{
    bool any = !strcmp(pattern, "*"); /* all, be there none */
    for (int i = 0; i < model->nvariables && !any; i++)
        any = k_glob_matches(pattern, model->variable[i].name);
    return any;
}

int k_choose(const KModel *model, int npatterns, const char *const *pattern, int *out)
{
    int n = 0;
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        bool wanted = !npatterns && v->kind != K_PARAMETER && v->kind != K_CONSTANT;
        for (int k = 0; k < npatterns && !wanted; k++)
            wanted = k_glob_matches(pattern[k], v->name);
        if (wanted && v->type != K_STRING)
            out[n++] = i;
    }
    return n;
}

/* ---- Settings ---- */

static const char *set_string(KInst *m, const KVariable *v, const char *value)
{
    size_t n = strlen(value);
    if (n < 2 || value[0] != '"' || value[n - 1] != '"')
        return "a text in quotation marks is needed here";
    char *text = strndup(value + 1, n - 2);
    if (!text)
        return "out of memory";
    k_set_string(m, v->index, text);
    free(text);
    return NULL;
}

const char *k_set_text(KInst *m, const char *name, const char *value)
{
    const char *dot = strrchr(name, '.');
    bool start = dot && !strcmp(dot, ".start");
    const KVariable *v = k_find(k_inst_model(m), name, start ? (size_t)(dot - name) : strlen(name));
    char *end = NULL;
    bool truth = !strcmp(value, "true"), number = truth || !strcmp(value, "false");
    double x = number ? truth : strtod(value, &end);
    if (!v)
        return "there is no such variable";
    if (v->type != K_STRING && !number && (*end || end == value))
        return "a number is needed here";
    if (!start && !v->settable)
        return "it is not a parameter that can be changed";
    if (v->type == K_STRING)
        return set_string(m, v, value);
    if (v->negated)
        x = v->type == K_BOOLEAN ? 1 - x : -x;
    if (start)
        k_set_start(m, v->index, x);
    else
        k_set_value(m, v->index, x);
    return NULL;
}
