/* fmi2.c - the functions of FMI 2.0, for Model Exchange and Co-Simulation. */
#include "rt/fmi/fmi2.h"
#include "rt/fmi/fmi.h"

#define DECLARE(result, name, parameters) result fmi2##name parameters;
FMI2_FUNCTIONS(DECLARE)

#define ALLOWED(f, stages, function)                                                               \
    do                                                                                             \
        if (!fmi_allowed(f, stages, function))                                                     \
            return fmi2Error;                                                                      \
    while (0)

typedef void Logger(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);

static void tell(Fmi *f, int level, const char *text)
{
    static const char *const category[] = {"logStatusError", "logStatusWarning", "logInformation"};
    Logger *logger = (Logger *)f->logger;
    fmi2Status status = level == 0 ? fmi2Error : level == 1 ? fmi2Warning : fmi2OK;
    if (logger && (level == 0 || f->logging))
        logger(f->environment, f->name, status, category[level > 2 ? 2 : level], "%s", text);
}

/* ---- Life ---- */

const char *fmi2GetTypesPlatform(void)
{
    return "default";
}

const char *fmi2GetVersion(void)
{
    return "2.0";
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible,
                              fmi2Boolean logging)
{
    (void)visible;
    return fmi_new(&k_fmu, name, guid, resources, type == fmi2CoSimulation, tell,
                   functions ? functions->componentEnvironment : NULL,
                   functions ? (void (*)(void))functions->logger : NULL, logging != 0);
}

void fmi2FreeInstance(fmi2Component c)
{
    fmi_free(c);
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String list[])
{
    Fmi *f = c;
    (void)n;
    (void)list;
    ALLOWED(f, STAGES_READ, "fmi2SetDebugLogging");
    f->logging = on != 0;
    return fmi2OK;
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
    Fmi *f = c;
    ALLOWED(f, STAGE_INSTANTIATED, "fmi2SetupExperiment");
    f->start = f->m->time = start;
    f->stop = has_stop ? stop : NAN;
    f->tolerance = has_tolerance ? tolerance : 0;
    return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    Fmi *f = c;
    ALLOWED(f, STAGE_INSTANTIATED, "fmi2EnterInitializationMode");
    return (fmi2Status)fmi_enter_initialization(f, f->start, f->stop, f->tolerance);
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    ALLOWED(c, STAGE_INITIALIZING, "fmi2ExitInitializationMode");
    return (fmi2Status)fmi_exit_initialization(c);
}

fmi2Status fmi2Terminate(fmi2Component c)
{
    Fmi *f = c;
    ALLOWED(f, STAGES_EQUATIONS | STAGE_TERMINATED, "fmi2Terminate");
    fmi_terminate(f);
    return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c)
{
    ALLOWED(c, STAGES_READ, "fmi2Reset");
    return fmi_reset(c) ? fmi2OK : fmi2Fatal;
}

/* ---- Values ---- */

#define ACCESS(Name, Type, kind, from, to)                                                         \
    fmi2Status fmi2Get##Name(fmi2Component c, const fmi2ValueReference reference[], size_t n,      \
                             Type value[])                                                         \
    {                                                                                              \
        ALLOWED(c, STAGES_READ, "fmi2Get" #Name);                                                  \
        FmiStatus status = FMI_GOOD;                                                               \
        for (size_t i = 0; i < n && !status; i++) {                                                \
            double x = 0;                                                                          \
            status = fmi_get(c, reference[i], kind, &x);                                           \
            value[i] = (Type)(to);                                                                 \
        }                                                                                          \
        return (fmi2Status)status;                                                                 \
    }                                                                                              \
    fmi2Status fmi2Set##Name(fmi2Component c, const fmi2ValueReference reference[], size_t n,      \
                             const Type value[])                                                   \
    {                                                                                              \
        ALLOWED(c, STAGES_EQUATIONS | STAGE_INSTANTIATED | STAGE_INITIALIZING, "fmi2Set" #Name);   \
        FmiStatus status = FMI_GOOD;                                                               \
        for (size_t i = 0; i < n && !status; i++) {                                                \
            Type x = value[i];                                                                     \
            status = fmi_set(c, reference[i], kind, from);                                         \
        }                                                                                          \
        return (fmi2Status)status;                                                                 \
    }

ACCESS(Real, fmi2Real, VALUE_REAL, x, x)
ACCESS(Integer, fmi2Integer, VALUE_INTEGER, (double)x, x)
ACCESS(Boolean, fmi2Boolean, VALUE_BOOLEAN, x != 0, x != 0)

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference reference[], size_t n,
                         fmi2String value[])
{
    ALLOWED(c, STAGES_READ, "fmi2GetString");
    FmiStatus status = FMI_GOOD;
    for (size_t i = 0; i < n && !status; i++)
        status = fmi_get_string(c, reference[i], &value[i]);
    return (fmi2Status)status;
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference reference[], size_t n,
                         const fmi2String value[])
{
    ALLOWED(c, STAGES_EQUATIONS | STAGE_INSTANTIATED | STAGE_INITIALIZING, "fmi2SetString");
    FmiStatus status = FMI_GOOD;
    for (size_t i = 0; i < n && !status; i++)
        status = fmi_set_string(c, reference[i], value[i]);
    return (fmi2Status)status;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
                                        size_t nunknowns, const fmi2ValueReference known[],
                                        size_t nknowns, const fmi2Real seed[], fmi2Real value[])
{
    ALLOWED(c, STAGES_EQUATIONS | STAGE_INITIALIZING, "fmi2GetDirectionalDerivative");
    return (fmi2Status)fmi_derivative(c, nunknowns, unknown, nknowns, known, seed, value);
}

/* ---- States of the FMU ---- */

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    (void)c;
    fmi_free_state(state);
    return fmi2OK;
}

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    ALLOWED(c, STAGES_READ, "fmi2GetFMUstate");
    return (fmi2Status)fmi_get_state(c, state);
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    ALLOWED(c, STAGES_READ, "fmi2SetFMUstate");
    return (fmi2Status)fmi_set_state(c, state);
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    ALLOWED(c, STAGES_READ, "fmi2SerializedFMUstateSize");
    return (fmi2Status)fmi_state_size(c, state, size);
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte to[], size_t size)
{
    ALLOWED(c, STAGES_READ, "fmi2SerializeFMUstate");
    return (fmi2Status)fmi_serialize(c, state, to, size);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte from[], size_t size,
                                   fmi2FMUstate *state)
{
    ALLOWED(c, STAGES_READ, "fmi2DeSerializeFMUstate");
    return (fmi2Status)fmi_deserialize(c, from, size, state);
}

/* ---- Model Exchange ---- */

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    Fmi *f = c;
    ALLOWED(f, STAGE_CONTINUOUS | STAGE_EVENT, "fmi2EnterEventMode");
    f->stage = STAGE_EVENT;
    return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    FmiEvent e;
    ALLOWED(c, STAGE_EVENT, "fmi2NewDiscreteStates");
    FmiStatus status = fmi_event(c, &e);
    *info = (fmi2EventInfo){.terminateSimulation = e.terminate,
                            .valuesOfContinuousStatesChanged = e.states_changed,
                            .nextEventTimeDefined = isfinite(e.next),
                            .nextEventTime = isfinite(e.next) ? e.next : 0};
    return (fmi2Status)status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    Fmi *f = c;
    ALLOWED(f, STAGE_EVENT, "fmi2EnterContinuousTimeMode");
    f->stage = STAGE_CONTINUOUS;
    return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean final, fmi2Boolean *event,
                                       fmi2Boolean *terminate)
{
    bool enter, end;
    (void) final;
    ALLOWED(c, STAGE_CONTINUOUS, "fmi2CompletedIntegratorStep");
    FmiStatus status = fmi_completed_step(c, &enter, &end);
    *event = enter;
    *terminate = end;
    return (fmi2Status)status;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t)
{
    ALLOWED(c, STAGE_EVENT | STAGE_CONTINUOUS, "fmi2SetTime");
    fmi_set_time(c, t);
    return fmi2OK;
}

/* Whether an array has one element for each state. */
static bool fits(Fmi *f, size_t n, const char *function)
{
    if (n == (size_t)f->model.nstates)
        return true;
    fmi_fail(f, "%s: the model has %d continuous states", function, f->model.nstates);
    return false;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
    ALLOWED(c, STAGE_EVENT | STAGE_CONTINUOUS, "fmi2SetContinuousStates");
    if (!fits(c, n, "fmi2SetContinuousStates"))
        return fmi2Error;
    fmi_set_states(c, x);
    return fmi2OK;
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real dx[], size_t n)
{
    ALLOWED(c, STAGES_EQUATIONS | STAGE_INITIALIZING | STAGE_TERMINATED, "fmi2GetDerivatives");
    return fits(c, n, "fmi2GetDerivatives") ? (fmi2Status)fmi_derivatives(c, dx) : fmi2Error;
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real z[], size_t n)
{
    Fmi *f = c;
    ALLOWED(f, STAGES_EQUATIONS | STAGE_INITIALIZING | STAGE_TERMINATED, "fmi2GetEventIndicators");
    if (n != (size_t)fmi_indicator_count(&f->model))
        return (fmi2Status)fmi_fail(f, "fmi2GetEventIndicators: the model has %d of them",
                                    fmi_indicator_count(&f->model));
    return (fmi2Status)fmi_indicators(f, z);
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
    Fmi *f = c;
    ALLOWED(f, STAGES_READ, "fmi2GetContinuousStates");
    if (!fits(f, n, "fmi2GetContinuousStates"))
        return fmi2Error;
    return (fmi2Status)fmi_states(f, x);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominal[], size_t n)
{
    ALLOWED(c, STAGES_READ, "fmi2GetNominalsOfContinuousStates");
    if (!fits(c, n, "fmi2GetNominalsOfContinuousStates"))
        return fmi2Error;
    fmi_nominals(c, nominal);
    return fmi2OK;
}

/* ---- Co-Simulation ---- */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference reference[],
                                       size_t n, const fmi2Integer order[], const fmi2Real value[])
{
    (void)reference;
    (void)n;
    (void)order;
    (void)value;
    return c ? (fmi2Status)fmi_fail(c, "derivatives of inputs are not supported") : fmi2Error;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference reference[],
                                        size_t n, const fmi2Integer order[], fmi2Real value[])
{
    (void)reference;
    (void)n;
    (void)order;
    (void)value;
    return c ? (fmi2Status)fmi_fail(c, "derivatives of outputs are not supported") : fmi2Error;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_set_before)
{
    Fmi *f = c;
    double reached = t;
    bool event, terminated;
    (void)no_set_before;
    ALLOWED(f, STAGE_STEPS, "fmi2DoStep");
    FmiStatus status = fmi_check_step(f, t, h);
    if (status)
        return (fmi2Status)status;
    status = fmi_step(f, t + h, &reached, &event, &terminated);
    return status ? (fmi2Status)status : terminated ? fmi2Discard : fmi2OK;
}

fmi2Status fmi2CancelStep(fmi2Component c)
{
    return c ? (fmi2Status)fmi_fail(c, "steps are complete when fmi2DoStep returns") : fmi2Error;
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    (void)c;
    (void)kind;
    *value = fmi2OK;
    return fmi2Discard;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    const Fmi *f = c;
    *value = f ? f->m->time : 0;
    return f && kind == fmi2LastSuccessfulTime ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
    (void)c;
    (void)kind;
    *value = 0;
    return fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    const Fmi *f = c;
    *value = f && f->m->run->terminate;
    return f && kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
    (void)c;
    (void)kind;
    *value = "";
    return fmi2Discard;
}
