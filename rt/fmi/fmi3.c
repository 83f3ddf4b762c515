/* fmi3.c - the functions of FMI 3.0, for Model Exchange and Co-Simulation. Of Scheduled Execution,
 * clocks and binary values there is nothing here: FMUs have none. */
#include "rt/fmi/fmi3.h"
#include "rt/fmi/fmi.h"

#define DECLARE(result, name, parameters) result fmi3##name parameters;
FMI3_FUNCTIONS(DECLARE)

#define ALLOWED(f, stages, function)                                                               \
    do                                                                                             \
        if (!fmi_allowed(f, stages, function))                                                     \
            return fmi3Error;                                                                      \
    while (0)

enum { STAGES_SET = STAGES_EQUATIONS | STAGE_INSTANTIATED | STAGE_INITIALIZING };

static void tell(Fmi *f, int level, const char *text)
{
    static const char *const category[] = {"logStatusError", "logStatusWarning", "logInformation"};
    fmi3LogMessageCallback log = (fmi3LogMessageCallback)f->logger;
    fmi3Status status = level == 0 ? fmi3Error : level == 1 ? fmi3Warning : fmi3OK;
    if (log && (level == 0 || f->logging))
        log(f->environment, status, category[level > 2 ? 2 : level], text);
}

static fmi3Status lacks(Fmi *f, const char *what)
{
    return f ? (fmi3Status)fmi_fail(f, "%s: this FMU has none", what) : fmi3Error;
}

/* ---- Life ---- */

const char *fmi3GetVersion(void)
{
    return "3.0";
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log)
{
    (void)visible;
    return fmi_new(&k_fmu, name, token, resources, false, tell, environment, (void (*)(void))log,
                   logging);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean events, fmi3Boolean early,
                                         const fmi3ValueReference intermediate[], size_t n,
                                         fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update)
{
    (void)visible;
    (void)intermediate;
    (void)update;
    Fmi *f = fmi_new(&k_fmu, name, token, resources, true, tell, environment, (void (*)(void))log,
                     logging);
    if (f && n) {
        lacks(f, "intermediate variables");
        fmi_free(f);
        return NULL;
    }
    if (f) {
        f->event_mode = events;
        f->early = early;
    }
    return f;
}

fmi3Instance
fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                  fmi3Boolean visible, fmi3Boolean logging,
                                  fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                  fmi3ClockUpdateCallback clock, fmi3LockPreemptionCallback lock,
                                  fmi3LockPreemptionCallback unlock)
{
    (void)name;
    (void)token;
    (void)resources;
    (void)visible;
    (void)logging;
    (void)clock;
    (void)lock;
    (void)unlock;
    if (log)
        log(environment, fmi3Error, "logStatusError", "Scheduled Execution is not supported");
    return NULL;
}

void fmi3FreeInstance(fmi3Instance c)
{
    fmi_free(c);
}

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String list[])
{
    Fmi *f = c;
    (void)n;
    (void)list;
    ALLOWED(f, STAGES_READ, "fmi3SetDebugLogging");
    f->logging = on;
    return fmi3OK;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean has_stop, fmi3Float64 stop)
{
    ALLOWED(c, STAGE_INSTANTIATED, "fmi3EnterInitializationMode");
    return (fmi3Status)fmi_enter_initialization(c, start, has_stop ? stop : NAN,
                                                has_tolerance ? tolerance : 0);
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    ALLOWED(c, STAGE_INITIALIZING, "fmi3ExitInitializationMode");
    return (fmi3Status)fmi_exit_initialization(c);
}

fmi3Status fmi3Terminate(fmi3Instance c)
{
    Fmi *f = c;
    ALLOWED(f, STAGES_EQUATIONS | STAGE_TERMINATED, "fmi3Terminate");
    fmi_terminate(f);
    return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance c)
{
    ALLOWED(c, STAGES_READ, "fmi3Reset");
    return fmi_reset(c) ? fmi3OK : fmi3Fatal;
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance c)
{
    return lacks(c, "structural parameters");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance c)
{
    return lacks(c, "structural parameters");
}

/* ---- Values ---- */

/* All elements of the variables, one after the other. */
#define ACCESS(Name, kind, from, to)                                                               \
    fmi3Status fmi3Get##Name(fmi3Instance c, const fmi3ValueReference reference[], size_t n,       \
                             fmi3##Name value[], size_t nvalues)                                   \
    {                                                                                              \
        ALLOWED(c, STAGES_READ, "fmi3Get" #Name);                                                  \
        size_t at = 0;                                                                             \
        for (size_t i = 0; i < n; i++) {                                                           \
            KArray e;                                                                              \
            fmi_elements(c, reference[i], &e);                                                     \
            for (int k = 0; k < e.n; k++, at++) {                                                  \
                double x = 0;                                                                      \
                FmiStatus status = at < nvalues ? fmi_get(c, (unsigned)(e.first + k), kind, &x)    \
                                                : fmi_fail(c, "fmi3Get" #Name ": no room");        \
                if (status)                                                                        \
                    return (fmi3Status)status;                                                     \
                value[at] = (fmi3##Name)(to);                                                      \
            }                                                                                      \
        }                                                                                          \
        return fmi3OK;                                                                             \
    }                                                                                              \
    fmi3Status fmi3Set##Name(fmi3Instance c, const fmi3ValueReference reference[], size_t n,       \
                             const fmi3##Name value[], size_t nvalues)                             \
    {                                                                                              \
        ALLOWED(c, STAGES_SET, "fmi3Set" #Name);                                                   \
        size_t at = 0;                                                                             \
        for (size_t i = 0; i < n; i++) {                                                           \
            KArray e;                                                                              \
            fmi_elements(c, reference[i], &e);                                                     \
            for (int k = 0; k < e.n; k++, at++) {                                                  \
                fmi3##Name x = at < nvalues ? value[at] : 0;                                       \
                FmiStatus status = at < nvalues ? fmi_set(c, (unsigned)(e.first + k), kind, from)  \
                                                : fmi_fail(c, "fmi3Set" #Name ": too few values"); \
                if (status)                                                                        \
                    return (fmi3Status)status;                                                     \
            }                                                                                      \
        }                                                                                          \
        return fmi3OK;                                                                             \
    }

ACCESS(Float64, VALUE_REAL, x, x)
ACCESS(Float32, VALUE_REAL, (double)x, x)
ACCESS(Int8, VALUE_INTEGER, x, x)
ACCESS(UInt8, VALUE_INTEGER, x, x)
ACCESS(Int16, VALUE_INTEGER, x, x)
ACCESS(UInt16, VALUE_INTEGER, x, x)
ACCESS(Int32, VALUE_INTEGER, x, x)
ACCESS(UInt32, VALUE_INTEGER, x, x)
ACCESS(Int64, VALUE_INTEGER, (double)x, x)
ACCESS(UInt64, VALUE_INTEGER, (double)x, x)
ACCESS(Boolean, VALUE_BOOLEAN, x, x != 0)

fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference reference[], size_t n,
                         fmi3String value[], size_t nvalues)
{
    ALLOWED(c, STAGES_READ, "fmi3GetString");
    FmiStatus status = nvalues < n ? fmi_fail(c, "fmi3GetString: no room") : FMI_GOOD;
    for (size_t i = 0; i < n && !status; i++)
        status = fmi_get_string(c, reference[i], &value[i]);
    return (fmi3Status)status;
}

fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference reference[], size_t n,
                         const fmi3String value[], size_t nvalues)
{
    ALLOWED(c, STAGES_SET, "fmi3SetString");
    FmiStatus status = nvalues < n ? fmi_fail(c, "fmi3SetString: too few values") : FMI_GOOD;
    for (size_t i = 0; i < n && !status; i++)
        status = fmi_set_string(c, reference[i], value[i]);
    return (fmi3Status)status;
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknown[],
                                        size_t nunknowns, const fmi3ValueReference known[],
                                        size_t nknowns, const fmi3Float64 seed[], size_t nseeds,
                                        fmi3Float64 value[], size_t nvalues)
{
    ALLOWED(c, STAGES_EQUATIONS | STAGE_INITIALIZING, "fmi3GetDirectionalDerivative");
    if (nseeds != fmi_count(c, nknowns, known) || nvalues != fmi_count(c, nunknowns, unknown))
        return (fmi3Status)fmi_fail(
            c, "fmi3GetDirectionalDerivative: the numbers of seeds and values are those of "
               "the elements");
    return (fmi3Status)fmi_derivative(c, nunknowns, unknown, nknowns, known, seed, value);
}

/* ---- States of the FMU ---- */

fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state)
{
    (void)c;
    fmi_free_state(state);
    return fmi3OK;
}

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state)
{
    ALLOWED(c, STAGES_READ, "fmi3GetFMUState");
    return (fmi3Status)fmi_get_state(c, state);
}

fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state)
{
    ALLOWED(c, STAGES_READ, "fmi3SetFMUState");
    return (fmi3Status)fmi_set_state(c, state);
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
    ALLOWED(c, STAGES_READ, "fmi3SerializedFMUStateSize");
    return (fmi3Status)fmi_state_size(c, state, size);
}

fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte to[], size_t size)
{
    ALLOWED(c, STAGES_READ, "fmi3SerializeFMUState");
    return (fmi3Status)fmi_serialize(c, state, to, size);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte from[], size_t size,
                                   fmi3FMUState *state)
{
    ALLOWED(c, STAGES_READ, "fmi3DeserializeFMUState");
    return (fmi3Status)fmi_deserialize(c, from, size, state);
}

/* ---- Events ---- */

fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
    Fmi *f = c;
    ALLOWED(f,
            STAGE_CONTINUOUS | STAGE_EVENT |
                (f && f->event_mode ? STAGE_STEPS | STAGE_STEP_EVENT : 0),
            "fmi3EnterEventMode");
    f->stage = f->cs ? STAGE_STEP_EVENT : STAGE_EVENT;
    return fmi3OK;
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c)
{
    ALLOWED(c, STAGE_INITIALIZING | STAGE_EVENT | STAGE_STEP_EVENT, "fmi3EvaluateDiscreteStates");
    return (fmi3Status)fmi_need(c, false, true);
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals, fmi3Boolean *values,
                                    fmi3Boolean *has_next, fmi3Float64 *next)
{
    FmiEvent e;
    ALLOWED(c, STAGE_EVENT | STAGE_STEP_EVENT, "fmi3UpdateDiscreteStates");
    FmiStatus status = ((Fmi *)c)->cs ? fmi_step_event(c, &e) : fmi_event(c, &e);
    *again = *nominals = false;
    *terminate = e.terminate;
    *values = e.states_changed;
    *has_next = isfinite(e.next);
    *next = *has_next ? e.next : 0;
    return (fmi3Status)status;
}

/* ---- Model Exchange ---- */

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c)
{
    Fmi *f = c;
    ALLOWED(f, STAGE_EVENT, "fmi3EnterContinuousTimeMode");
    f->stage = STAGE_CONTINUOUS;
    return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean final, fmi3Boolean *event,
                                       fmi3Boolean *terminate)
{
    (void) final;
    ALLOWED(c, STAGE_CONTINUOUS, "fmi3CompletedIntegratorStep");
    return (fmi3Status)fmi_completed_step(c, event, terminate);
}

fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 t)
{
    ALLOWED(c, STAGE_EVENT | STAGE_CONTINUOUS, "fmi3SetTime");
    fmi_set_time(c, t);
    return fmi3OK;
}

/* Whether an array has one element for each state. */
static bool fits(Fmi *f, size_t n, const char *function)
{
    if (n == (size_t)f->model.nstates)
        return true;
    fmi_fail(f, "%s: the model has %d continuous states", function, f->model.nstates);
    return false;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n)
{
    ALLOWED(c, STAGE_EVENT | STAGE_CONTINUOUS, "fmi3SetContinuousStates");
    if (!fits(c, n, "fmi3SetContinuousStates"))
        return fmi3Error;
    fmi_set_states(c, x);
    return fmi3OK;
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 dx[], size_t n)
{
    ALLOWED(c, STAGES_EQUATIONS | STAGE_INITIALIZING | STAGE_TERMINATED,
            "fmi3GetContinuousStateDerivatives");
    return fits(c, n, "fmi3GetContinuousStateDerivatives") ? (fmi3Status)fmi_derivatives(c, dx)
                                                           : fmi3Error;
}

fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 z[], size_t n)
{
    Fmi *f = c;
    ALLOWED(f, STAGES_EQUATIONS | STAGE_INITIALIZING | STAGE_TERMINATED, "fmi3GetEventIndicators");
    if (n != (size_t)fmi_indicator_count(&f->model))
        return (fmi3Status)fmi_fail(f, "fmi3GetEventIndicators: the model has %d of them",
                                    fmi_indicator_count(&f->model));
    return (fmi3Status)fmi_indicators(f, z);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    ALLOWED(c, STAGES_READ, "fmi3GetContinuousStates");
    return fits(c, n, "fmi3GetContinuousStates") ? (fmi3Status)fmi_states(c, x) : fmi3Error;
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 nominal[], size_t n)
{
    ALLOWED(c, STAGES_READ, "fmi3GetNominalsOfContinuousStates");
    if (!fits(c, n, "fmi3GetNominalsOfContinuousStates"))
        return fmi3Error;
    fmi_nominals(c, nominal);
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n)
{
    const Fmi *f = c;
    ALLOWED(c, STAGES_READ, "fmi3GetNumberOfEventIndicators");
    *n = (size_t)fmi_indicator_count(&f->model);
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n)
{
    const Fmi *f = c;
    ALLOWED(c, STAGES_READ, "fmi3GetNumberOfContinuousStates");
    *n = (size_t)f->model.nstates;
    return fmi3OK;
}

/* ---- Co-Simulation ---- */

fmi3Status fmi3EnterStepMode(fmi3Instance c)
{
    Fmi *f = c;
    ALLOWED(f, STAGE_STEP_EVENT, "fmi3EnterStepMode");
    f->stage = STAGE_STEPS;
    return fmi3OK;
}

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_set_before,
                      fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early,
                      fmi3Float64 *reached)
{
    Fmi *f = c;
    (void)no_set_before;
    ALLOWED(f, STAGE_STEPS, "fmi3DoStep");
    *early = false;
    *reached = t;
    FmiStatus status = fmi_check_step(f, t, h);
    if (status)
        return (fmi3Status)status;
    status = fmi_step(f, t + h, reached, event, terminate);
    /* Who allows none finds where it ended in *reached. */
    *early = f->early && *reached < t + h && (*terminate || *event);
    return (fmi3Status)status;
}

/* ---- What is not here ---- */

#define LACKS(name, what, parameters, ...)                                                         \
    fmi3Status fmi3##name parameters                                                               \
    {                                                                                              \
        const void *const unused[] = {__VA_ARGS__};                                                \
        (void)unused;                                                                              \
        return lacks(c, what);                                                                     \
    }
#define VALUES fmi3Instance c, const fmi3ValueReference r[], size_t n

LACKS(GetBinary, "binary variables", (VALUES, size_t s[], fmi3Binary v[], size_t m), r, s, v, &n,
      &m)
LACKS(SetBinary, "binary variables", (VALUES, const size_t s[], const fmi3Binary v[], size_t m), r,
      s, v, &n, &m)
LACKS(GetClock, "clocks", (VALUES, fmi3Clock v[]), r, v, &n)
LACKS(SetClock, "clocks", (VALUES, const fmi3Clock v[]), r, v, &n)
LACKS(GetNumberOfVariableDependencies, "dependencies that change",
      (fmi3Instance c, fmi3ValueReference r, size_t *n), &r, n)
LACKS(GetVariableDependencies, "dependencies that change",
      (fmi3Instance c, fmi3ValueReference r, size_t i[], fmi3ValueReference v[], size_t j[],
       fmi3DependencyKind k[], size_t n),
      &r, i, v, j, k, &n)
LACKS(GetAdjointDerivative, "adjoint derivatives",
      (VALUES, const fmi3ValueReference s[], size_t ns, const fmi3Float64 seed[], size_t nseed,
       fmi3Float64 v[], size_t m),
      r, &n, s, &ns, seed, &nseed, v, &m)
LACKS(GetIntervalDecimal, "clocks", (VALUES, fmi3Float64 v[], fmi3IntervalQualifier q[]), r, v, q,
      &n)
LACKS(GetIntervalFraction, "clocks",
      (VALUES, fmi3UInt64 a[], fmi3UInt64 b[], fmi3IntervalQualifier q[]), r, a, b, q, &n)
LACKS(GetShiftDecimal, "clocks", (VALUES, fmi3Float64 v[]), r, v, &n)
LACKS(GetShiftFraction, "clocks", (VALUES, fmi3UInt64 a[], fmi3UInt64 b[]), r, a, b, &n)
LACKS(SetIntervalDecimal, "clocks", (VALUES, const fmi3Float64 v[]), r, v, &n)
LACKS(SetIntervalFraction, "clocks", (VALUES, const fmi3UInt64 a[], const fmi3UInt64 b[]), r, a, b,
      &n)
LACKS(SetShiftDecimal, "clocks", (VALUES, const fmi3Float64 v[]), r, v, &n)
LACKS(SetShiftFraction, "clocks", (VALUES, const fmi3UInt64 a[], const fmi3UInt64 b[]), r, a, b, &n)
LACKS(GetOutputDerivatives, "derivatives of outputs",
      (VALUES, const fmi3Int32 o[], fmi3Float64 v[], size_t m), r, o, v, &n, &m)
LACKS(ActivateModelPartition, "model partitions",
      (fmi3Instance c, fmi3ValueReference r, fmi3Float64 t), &r, &t)
