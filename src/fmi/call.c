/* call.c - the functions of a loaded FMU, those of both versions of FMI alike. */
#define _GNU_SOURCE
#include "fmi/fmi_internal.h"

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages ---- */

static void say(Loaded *l, KLevel level, const char *format, ...)
{
    char text[1500];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    l->message(l->arg, level, text);
}

static KLevel level_of(int status)
{
    return status >= 3 ? K_MSG_ERROR : status ? K_MSG_WARNING : K_MSG_INFO;
}

static void log_two(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                    fmi2String category, fmi2String format, ...)
{
    char text[1400];
    va_list args;
    (void)name;
    (void)category;
    va_start(args, format);
    vsnprintf(text, sizeof text, format ? format : "", args);
    va_end(args);
    say(environment, level_of((int)status), "FMU: %s", text);
}

static void log_three(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                      fmi3String message)
{
    const Loaded *l = environment;
    (void)category;
    if (!l->quiet)
        say(environment, level_of((int)status), "FMU: %s", message ? message : "");
}

/* The status of both versions, without FMI 2's `pending`. */
static int result_of(Loaded *l, int status, const char *function)
{
    if (status <= 1)
        return 0;
    if (status == 2)
        return 1;
    if (!l->failed)
        say(l, K_MSG_ERROR, "the FMU's function %s failed", function);
    l->failed = true;
    return -1;
}

#define CALL(l, function, two_args, three_args)                                                    \
    ((l)->failed ? -1                                                                              \
                 : result_of(l,                                                                    \
                             (l)->f->version == 2 ? (int)(l)->two.function two_args                \
                                                  : (int)(l)->three.function three_args,           \
                             #function))
#define CALL2(l, function, args)                                                                   \
    ((l)->failed ? -1 : result_of(l, (int)(l)->two.function args, "fmi2" #function))
#define CALL3(l, function, args)                                                                   \
    ((l)->failed ? -1 : result_of(l, (int)(l)->three.function args, "fmi3" #function))

/* ---- Loading ---- */

static const char *binary_of(const Loaded *l)
{
    const FmuFile *f = l->f;
    return arena_printf(f->a, "%s/binaries/%s/%s.so", f->folder,
                        f->version == 2 ? "linux64" : "x86_64-linux",
                        l->me   ? f->me
                        : l->se ? f->se
                                : f->cs);
}

static void take(void *handle, const char *prefix, const char *name, void *to, const char **missing)
{
    char full[100];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    void *p = dlsym(handle, full);
    memcpy(to, &p, sizeof p);
    if (!p && !*missing)
        *missing = name;
}

/* Functions that only the other type needs may be missing. */
static bool take_all(Loaded *l, void *handle)
{
    const char *ignored = NULL, *needed = NULL;
#define TAKE2(result, name, parameters) take(handle, "fmi2", #name, &l->two.name, &ignored);
#define TAKE3(result, name, parameters) take(handle, "fmi3", #name, &l->three.name, &ignored);
    if (l->f->version == 2) {
        FMI2_FUNCTIONS(TAKE2)
        needed = !l->two.Instantiate || !l->two.FreeInstance || !l->two.SetupExperiment ||
                         !l->two.EnterInitializationMode || !l->two.ExitInitializationMode ||
                         !l->two.GetReal || !l->two.SetReal || !l->two.GetInteger ||
                         !l->two.SetInteger || !l->two.GetBoolean || !l->two.SetBoolean ||
                         !l->two.GetString || !l->two.SetString ||
                         (l->me ? !l->two.GetDerivatives || !l->two.SetContinuousStates ||
                                      !l->two.SetTime || !l->two.NewDiscreteStates ||
                                      !l->two.EnterEventMode || !l->two.EnterContinuousTimeMode ||
                                      !l->two.GetContinuousStates || !l->two.GetEventIndicators ||
                                      !l->two.CompletedIntegratorStep
                                : !l->two.DoStep)
                     ? ignored
                     : NULL;
    } else {
        FMI3_FUNCTIONS(TAKE3)
        needed = ignored; /* all are mandatory */
    }
    if (needed)
        say(l, K_MSG_ERROR, "the FMU's binary has no function %s", needed);
    return !needed;
}

/* file:///tmp/a%20b/resources */
static const char *resource_uri(const Loaded *l)
{
    Buf b = {0};
    buf_puts(&b, "file://");
    for (const char *at = l->f->folder; *at; at++)
        if (strchr(" %#?\"<>", *at))
            buf_printf(&b, "%%%02X", (unsigned char)*at);
        else
            buf_putc(&b, *at);
    buf_puts(&b, "/resources");
    const char *text = arena_strdup(l->f->a, buf_text(&b));
    buf_free(&b);
    return text;
}

/* Clocks are asked after each partition, and no partition is interrupted. */
static void ignore_update(fmi3InstanceEnvironment environment)
{
    (void)environment;
}

static void ignore_lock(void)
{
}

/* With Event Mode, unless the FMU, whatever its description says, has none. */
static void *co_simulation(Loaded *l, const char *name, const char *folder)
{
    void *instance = NULL;
    for (int i = l->event_mode ? 0 : 1; i < 2 && !instance; i++) {
        l->event_mode = i == 0;
        l->quiet = i == 0;
        instance =
            l->three.InstantiateCoSimulation(name, l->f->token, folder, false, false, l->event_mode,
                                             l->event_mode, NULL, 0, l, log_three, NULL);
    }
    l->quiet = false;
    return instance;
}

/* Structural parameters, in Configuration Mode. */
static int configure(Loaded *l)
{
    const FmuFile *f = l->f;
    int code = 0;
    if (!f->configured.n)
        return 0;
    code = CALL3(l, EnterConfigurationMode, (l->instance));
    for (int i = 0; i < f->configured.n && !code; i++) {
        const FmuVariable *v = &f->var.v[f->configured.v[i]];
        double value = !strcmp(v->start, "true") ? 1 : strtod(v->start, NULL);
        code = loaded_set(l, v, &value);
    }
    return code ? code : CALL3(l, ExitConfigurationMode, (l->instance));
}

bool loaded_open(Loaded *l, const char *name)
{
    FmuFile *f = l->f;
    l->event_mode = !l->me && !l->se && f->version == 3 && f->cs_event_mode;
    void *handle = dlopen(binary_of(l), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        say(l, K_MSG_ERROR, "the FMU's binary cannot be loaded: %s", dlerror());
        return false;
    }
    if (!take_all(l, handle))
        return false;
    static fmi2CallbackFunctions functions; /* stays: one FMU a process */
    functions = (fmi2CallbackFunctions){log_two, calloc, free, NULL, l};
    const char *folder = arena_printf(f->a, "%s/resources/", f->folder);
    if (f->version == 2)
        l->instance = l->two.Instantiate(name, l->me ? fmi2ModelExchange : fmi2CoSimulation,
                                         f->token, resource_uri(l), &functions, 0, 0);
    else if (l->se)
        l->instance = l->three.InstantiateScheduledExecution(name, f->token, folder, false, false,
                                                             l, log_three, ignore_update,
                                                             ignore_lock, ignore_lock);
    else if (l->me)
        l->instance =
            l->three.InstantiateModelExchange(name, f->token, folder, false, false, l, log_three);
    else
        l->instance = co_simulation(l, name, folder);
    if (!l->instance)
        say(l, K_MSG_ERROR, "the FMU makes no instance");
    return l->instance && !configure(l);
}

void loaded_close(Loaded *l)
{
    if (!l->instance)
        return;
    if (!l->failed && l->initialized)
        (void)CALL(l, Terminate, (l->instance), (l->instance));
    if (l->f->version == 2)
        l->two.FreeInstance(l->instance);
    else
        l->three.FreeInstance(l->instance);
    l->instance = NULL;
}

/* ---- Values ---- */

/* Numbers of another type than double, one after the other. */
#define CONVERT(l, v, Type, Name, set)                                                             \
    do {                                                                                           \
        fmi3##Type *list = calloc((v)->n + 1, sizeof *list);                                       \
        int code = list ? 0 : -1;                                                                  \
        for (size_t i = 0; set && list && i < (v)->n; i++)                                         \
            list[i] = (fmi3##Type)value[i];                                                        \
        if (list && set)                                                                           \
            code = CALL3(l, Set##Name, ((l)->instance, &(v)->reference, 1, list, (v)->n));         \
        else if (list)                                                                             \
            code = CALL3(l, Get##Name, ((l)->instance, &(v)->reference, 1, list, (v)->n));         \
        for (size_t i = 0; !(set) && list && i < (v)->n; i++)                                      \
            value[i] = (double)list[i];                                                            \
        free(list);                                                                                \
        return code;                                                                               \
    } while (0)

static int convert(Loaded *l, const FmuVariable *v, double *value, bool set)
{
    switch (v->type) {
    case FT_FLOAT32:
        CONVERT(l, v, Float32, Float32, set);
    case FT_INT8:
        CONVERT(l, v, Int8, Int8, set);
    case FT_UINT8:
        CONVERT(l, v, UInt8, UInt8, set);
    case FT_INT16:
        CONVERT(l, v, Int16, Int16, set);
    case FT_UINT16:
        CONVERT(l, v, UInt16, UInt16, set);
    case FT_INT32:
        CONVERT(l, v, Int32, Int32, set);
    case FT_UINT32:
        CONVERT(l, v, UInt32, UInt32, set);
    case FT_INT64:
    case FT_ENUM:
        CONVERT(l, v, Int64, Int64, set);
    case FT_UINT64:
        CONVERT(l, v, UInt64, UInt64, set);
    case FT_BOOLEAN:
        CONVERT(l, v, Boolean, Boolean, set);
    default:
        return 0;
    }
}

int loaded_set(Loaded *l, const FmuVariable *v, const double *value)
{
    fmi2Integer whole = (fmi2Integer)value[0];
    if (l->f->version == 3)
        return v->type == FT_FLOAT64
                   ? CALL3(l, SetFloat64, (l->instance, &v->reference, 1, value, v->n))
                   : convert(l, v, (double *)value, true);
    if (v->type == FT_FLOAT64)
        return CALL2(l, SetReal, (l->instance, &v->reference, 1, value));
    return v->type == FT_BOOLEAN ? CALL2(l, SetBoolean, (l->instance, &v->reference, 1, &whole))
                                 : CALL2(l, SetInteger, (l->instance, &v->reference, 1, &whole));
}

int loaded_get(Loaded *l, const FmuVariable *v, double *value)
{
    fmi2Integer whole = 0;
    if (l->f->version == 3)
        return v->type == FT_FLOAT64
                   ? CALL3(l, GetFloat64, (l->instance, &v->reference, 1, value, v->n))
                   : convert(l, v, value, false);
    if (v->type == FT_FLOAT64)
        return CALL2(l, GetReal, (l->instance, &v->reference, 1, value));
    int code = v->type == FT_BOOLEAN
                   ? CALL2(l, GetBoolean, (l->instance, &v->reference, 1, &whole))
                   : CALL2(l, GetInteger, (l->instance, &v->reference, 1, &whole));
    *value = whole;
    return code;
}

int loaded_set_strings(Loaded *l, const FmuVariable *v, const char *const *text)
{
    return CALL(l, SetString, (l->instance, &v->reference, 1, text),
                (l->instance, &v->reference, 1, text, v->n));
}

int loaded_get_strings(Loaded *l, const FmuVariable *v, const char **text)
{
    return CALL(l, GetString, (l->instance, &v->reference, 1, text),
                (l->instance, &v->reference, 1, text, v->n));
}

int loaded_get_clock(Loaded *l, const FmuVariable *v, bool *ticks)
{
    return CALL3(l, GetClock, (l->instance, &v->reference, 1, ticks));
}

/* ---- Life ---- */

int loaded_enter(Loaded *l, double start, double stop, double tolerance)
{
    bool has_stop = !isnan(stop), has_tolerance = tolerance > 0;
    stop = has_stop ? stop : 0;
    if (l->f->version == 3)
        return CALL3(l, EnterInitializationMode,
                     (l->instance, has_tolerance, tolerance, start, has_stop, stop));
    int code =
        CALL2(l, SetupExperiment, (l->instance, has_tolerance, tolerance, start, has_stop, stop));
    return code ? code : CALL2(l, EnterInitializationMode, (l->instance));
}

int loaded_exit(Loaded *l)
{
    int code = CALL(l, ExitInitializationMode, (l->instance), (l->instance));
    l->initialized = !code;
    return code;
}

int loaded_states(Loaded *l, double *x)
{
    size_t n = (size_t)l->nstates;
    return n ? CALL(l, GetContinuousStates, (l->instance, x, n), (l->instance, x, n)) : 0;
}

int loaded_nominals(Loaded *l, double *x)
{
    size_t n = (size_t)l->nstates;
    if (!n || (l->f->version == 2 && !l->two.GetNominalsOfContinuousStates))
        return 0;
    return CALL(l, GetNominalsOfContinuousStates, (l->instance, x, n), (l->instance, x, n));
}

int loaded_go(Loaded *l, double t, const double *x)
{
    size_t n = (size_t)l->nstates;
    int code = CALL(l, SetTime, (l->instance, t), (l->instance, t));
    if (code || !n)
        return code;
    return CALL(l, SetContinuousStates, (l->instance, x, n), (l->instance, x, n));
}

int loaded_derivatives(Loaded *l, double *dx)
{
    size_t n = (size_t)l->nstates;
    if (!n)
        return 0;
    return l->f->version == 2 ? CALL2(l, GetDerivatives, (l->instance, dx, n))
                              : CALL3(l, GetContinuousStateDerivatives, (l->instance, dx, n));
}

int loaded_indicators(Loaded *l, double *z)
{
    size_t n = (size_t)l->f->nindicators;
    return n ? CALL(l, GetEventIndicators, (l->instance, z, n), (l->instance, z, n)) : 0;
}

static int update_two(Loaded *l, bool *terminate)
{
    enum { MOST = 1000 };
    fmi2EventInfo info = {.newDiscreteStatesNeeded = 1};
    int code = 0;
    for (int i = 0; !code && info.newDiscreteStatesNeeded && !info.terminateSimulation && i < MOST;
         i++)
        code = CALL2(l, NewDiscreteStates, (l->instance, &info));
    *terminate = info.terminateSimulation;
    l->next = info.nextEventTimeDefined ? info.nextEventTime : INFINITY;
    return code;
}

static int update_three(Loaded *l, bool *terminate)
{
    enum { MOST = 1000 };
    bool again = true, nominals, values, has_next = false;
    double next = 0;
    int code = 0;
    *terminate = false;
    for (int i = 0; !code && again && !*terminate && i < MOST; i++)
        code = CALL3(l, UpdateDiscreteStates,
                     (l->instance, &again, terminate, &nominals, &values, &has_next, &next));
    l->next = has_next ? next : INFINITY;
    return code;
}

int loaded_enter_event(Loaded *l)
{
    return CALL(l, EnterEventMode, (l->instance), (l->instance));
}

int loaded_event(Loaded *l, bool *terminate)
{
    int code = l->f->version == 2 ? update_two(l, terminate) : update_three(l, terminate);
    return code ? code : CALL(l, EnterContinuousTimeMode, (l->instance), (l->instance));
}

int loaded_completed(Loaded *l, bool *event, bool *terminate)
{
    *event = *terminate = false;
    if (!l->f->needs_completed)
        return 0;
    if (l->f->version == 3)
        return CALL3(l, CompletedIntegratorStep, (l->instance, true, event, terminate));
    fmi2Boolean e = 0, t = 0;
    int code = CALL2(l, CompletedIntegratorStep, (l->instance, 1, &e, &t));
    *event = e != 0;
    *terminate = t != 0;
    return code;
}

int loaded_step_event(Loaded *l, bool *terminate)
{
    int code = update_three(l, terminate);
    return code ? code : CALL3(l, EnterStepMode, (l->instance));
}

int loaded_begin_steps(Loaded *l, bool *terminate)
{
    *terminate = false;
    return l->event_mode ? loaded_step_event(l, terminate) : 0;
}

int loaded_step(Loaded *l, double t, double h, double *reached, bool *event, bool *terminate)
{
    *terminate = *event = false;
    *reached = t + h;
    if (l->f->version == 3) {
        bool early = false, planned = l->event_mode && l->next > t && l->next <= t + h;
        double end = planned ? l->next : t + h, last = end;
        int code =
            CALL3(l, DoStep, (l->instance, t, end - t, true, event, terminate, &early, &last));
        *event = (*event && l->event_mode) || (planned && !early);
        bool stopped = *terminate && last >= t && last < end;
        *reached = (early && l->event_mode) || stopped ? last : end;
        if (!code && early && l->event_mode && !*event && !(last > t)) {
            say(l, K_MSG_ERROR, "the FMU returns from a step at once, and wants no event");
            code = -1;
        }
        return code;
    }
    int code = CALL2(l, DoStep, (l->instance, t, h, 1));
    fmi2Boolean ended = 0;
    double last = t + h;
    if (code > 0 && l->two.GetBooleanStatus)
        l->two.GetBooleanStatus(l->instance, fmi2Terminated, &ended);
    if (ended && l->two.GetRealStatus &&
        l->two.GetRealStatus(l->instance, fmi2LastSuccessfulTime, &last) == fmi2OK)
        *reached = last >= t && last < t + h ? last : t + h;
    *terminate = ended != 0;
    return ended ? 0 : code;
}

int loaded_interval(Loaded *l, const FmuVariable *clock, double *interval,
                    fmi3IntervalQualifier *qualifier)
{
    return CALL3(l, GetIntervalDecimal, (l->instance, &clock->reference, 1, interval, qualifier));
}

int loaded_activate(Loaded *l, const FmuVariable *clock, double t)
{
    const fmi3Clock ticks = true;
    return l->se ? CALL3(l, ActivateModelPartition, (l->instance, clock->reference, t))
                 : CALL3(l, SetClock, (l->instance, &clock->reference, 1, &ticks));
}

int loaded_directional(Loaded *l, size_t nz, const unsigned *z, size_t nv, const unsigned *v,
                       const double *dv, double *dz)
{
    return CALL(l, GetDirectionalDerivative, (l->instance, z, nz, v, nv, dv, dz),
                (l->instance, z, nz, v, nv, dv, nv, dz, nz));
}
