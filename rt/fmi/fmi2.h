/* fmi2.h - the types and functions of FMI 2.0, declared from the standard's text. */
#ifndef KRON_RT_FMI_FMI2_H
#define KRON_RT_FMI_FMI2_H

#include <stddef.h>

typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef char fmi2Char, fmi2Byte;
typedef const char *fmi2String;

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
    fmi2DoStepStatus,
    fmi2PendingStatus,
    fmi2LastSuccessfulTime,
    fmi2Terminated
} fmi2StatusKind;

typedef struct {
    void (*logger)(fmi2ComponentEnvironment, fmi2String name, fmi2Status, fmi2String category,
                   fmi2String message, ...);
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged,
        valuesOfContinuousStatesChanged, nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

/* X(result, name, parameters): all functions. */
#define FMI2_FUNCTIONS(X)                                                                          \
    X(const char *, GetTypesPlatform, (void))                                                      \
    X(const char *, GetVersion, (void))                                                            \
    X(fmi2Status, SetDebugLogging, (fmi2Component, fmi2Boolean, size_t, const fmi2String[]))       \
    X(fmi2Component, Instantiate,                                                                  \
      (fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *, fmi2Boolean,   \
       fmi2Boolean))                                                                               \
    X(void, FreeInstance, (fmi2Component))                                                         \
    X(fmi2Status, SetupExperiment,                                                                 \
      (fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real))                     \
    X(fmi2Status, EnterInitializationMode, (fmi2Component))                                        \
    X(fmi2Status, ExitInitializationMode, (fmi2Component))                                         \
    X(fmi2Status, Terminate, (fmi2Component))                                                      \
    X(fmi2Status, Reset, (fmi2Component))                                                          \
    X(fmi2Status, GetReal, (fmi2Component, const fmi2ValueReference[], size_t, fmi2Real[]))        \
    X(fmi2Status, GetInteger, (fmi2Component, const fmi2ValueReference[], size_t, fmi2Integer[]))  \
    X(fmi2Status, GetBoolean, (fmi2Component, const fmi2ValueReference[], size_t, fmi2Boolean[]))  \
    X(fmi2Status, GetString, (fmi2Component, const fmi2ValueReference[], size_t, fmi2String[]))    \
    X(fmi2Status, SetReal, (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Real[]))  \
    X(fmi2Status, SetInteger,                                                                      \
      (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[]))                    \
    X(fmi2Status, SetBoolean,                                                                      \
      (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Boolean[]))                    \
    X(fmi2Status, SetString,                                                                       \
      (fmi2Component, const fmi2ValueReference[], size_t, const fmi2String[]))                     \
    X(fmi2Status, GetFMUstate, (fmi2Component, fmi2FMUstate *))                                    \
    X(fmi2Status, SetFMUstate, (fmi2Component, fmi2FMUstate))                                      \
    X(fmi2Status, FreeFMUstate, (fmi2Component, fmi2FMUstate *))                                   \
    X(fmi2Status, SerializedFMUstateSize, (fmi2Component, fmi2FMUstate, size_t *))                 \
    X(fmi2Status, SerializeFMUstate, (fmi2Component, fmi2FMUstate, fmi2Byte[], size_t))            \
    X(fmi2Status, DeSerializeFMUstate, (fmi2Component, const fmi2Byte[], size_t, fmi2FMUstate *))  \
    X(fmi2Status, GetDirectionalDerivative,                                                        \
      (fmi2Component, const fmi2ValueReference[], size_t, const fmi2ValueReference[], size_t,      \
       const fmi2Real[], fmi2Real[]))                                                              \
    X(fmi2Status, EnterEventMode, (fmi2Component))                                                 \
    X(fmi2Status, NewDiscreteStates, (fmi2Component, fmi2EventInfo *))                             \
    X(fmi2Status, EnterContinuousTimeMode, (fmi2Component))                                        \
    X(fmi2Status, CompletedIntegratorStep,                                                         \
      (fmi2Component, fmi2Boolean, fmi2Boolean *, fmi2Boolean *))                                  \
    X(fmi2Status, SetTime, (fmi2Component, fmi2Real))                                              \
    X(fmi2Status, SetContinuousStates, (fmi2Component, const fmi2Real[], size_t))                  \
    X(fmi2Status, GetDerivatives, (fmi2Component, fmi2Real[], size_t))                             \
    X(fmi2Status, GetEventIndicators, (fmi2Component, fmi2Real[], size_t))                         \
    X(fmi2Status, GetContinuousStates, (fmi2Component, fmi2Real[], size_t))                        \
    X(fmi2Status, GetNominalsOfContinuousStates, (fmi2Component, fmi2Real[], size_t))              \
    X(fmi2Status, SetRealInputDerivatives,                                                         \
      (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[], const fmi2Real[]))  \
    X(fmi2Status, GetRealOutputDerivatives,                                                        \
      (fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[], fmi2Real[]))        \
    X(fmi2Status, DoStep, (fmi2Component, fmi2Real, fmi2Real, fmi2Boolean))                        \
    X(fmi2Status, CancelStep, (fmi2Component))                                                     \
    X(fmi2Status, GetStatus, (fmi2Component, const fmi2StatusKind, fmi2Status *))                  \
    X(fmi2Status, GetRealStatus, (fmi2Component, const fmi2StatusKind, fmi2Real *))                \
    X(fmi2Status, GetIntegerStatus, (fmi2Component, const fmi2StatusKind, fmi2Integer *))          \
    X(fmi2Status, GetBooleanStatus, (fmi2Component, const fmi2StatusKind, fmi2Boolean *))          \
    X(fmi2Status, GetStringStatus, (fmi2Component, const fmi2StatusKind, fmi2String *))

#endif
