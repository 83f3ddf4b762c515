/* fmi3.h - the types and functions of FMI 3.0, declared from the standard's text. */
#ifndef KRON_RT_FMI_FMI3_H
#define KRON_RT_FMI_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean, fmi3Clock;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent
} fmi3DependencyKind;
typedef enum {
    fmi3IntervalNotYetKnown,
    fmi3IntervalUnchanged,
    fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category,
                                       fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64 time,
                                               fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                               fmi3Boolean step_finished, fmi3Boolean may_return,
                                               fmi3Boolean *return_requested,
                                               fmi3Float64 *return_time);

/* X(result, name, parameters): all functions. */
#define FMI3_FUNCTIONS(X)                                                                          \
    X(const char *, GetVersion, (void))                                                            \
    X(fmi3Status, SetDebugLogging, (fmi3Instance, fmi3Boolean, size_t, const fmi3String[]))        \
    X(fmi3Instance, InstantiateModelExchange,                                                      \
      (fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3InstanceEnvironment,      \
       fmi3LogMessageCallback))                                                                    \
    X(fmi3Instance, InstantiateCoSimulation,                                                       \
      (fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean,     \
       const fmi3ValueReference[], size_t, fmi3InstanceEnvironment, fmi3LogMessageCallback,        \
       fmi3IntermediateUpdateCallback))                                                            \
    X(fmi3Instance, InstantiateScheduledExecution,                                                 \
      (fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3InstanceEnvironment,      \
       fmi3LogMessageCallback, fmi3ClockUpdateCallback, fmi3LockPreemptionCallback,                \
       fmi3LockPreemptionCallback))                                                                \
    X(void, FreeInstance, (fmi3Instance))                                                          \
    X(fmi3Status, EnterInitializationMode,                                                         \
      (fmi3Instance, fmi3Boolean, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Float64))             \
    X(fmi3Status, ExitInitializationMode, (fmi3Instance))                                          \
    X(fmi3Status, EnterEventMode, (fmi3Instance))                                                  \
    X(fmi3Status, Terminate, (fmi3Instance))                                                       \
    X(fmi3Status, Reset, (fmi3Instance))                                                           \
    X(fmi3Status, EnterConfigurationMode, (fmi3Instance))                                          \
    X(fmi3Status, ExitConfigurationMode, (fmi3Instance))                                           \
    X(fmi3Status, EvaluateDiscreteStates, (fmi3Instance))                                          \
    X(fmi3Status, EnterContinuousTimeMode, (fmi3Instance))                                         \
    X(fmi3Status, EnterStepMode, (fmi3Instance))                                                   \
    X(fmi3Status, GetFloat32,                                                                      \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float32[], size_t))                   \
    X(fmi3Status, SetFloat32,                                                                      \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float32[], size_t))             \
    X(fmi3Status, GetFloat64,                                                                      \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[], size_t))                   \
    X(fmi3Status, SetFloat64,                                                                      \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[], size_t))             \
    X(fmi3Status, GetInt8, (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int8[], size_t)) \
    X(fmi3Status, SetInt8,                                                                         \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int8[], size_t))                \
    X(fmi3Status, GetUInt8,                                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt8[], size_t))                     \
    X(fmi3Status, SetUInt8,                                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt8[], size_t))               \
    X(fmi3Status, GetInt16,                                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int16[], size_t))                     \
    X(fmi3Status, SetInt16,                                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int16[], size_t))               \
    X(fmi3Status, GetUInt16,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt16[], size_t))                    \
    X(fmi3Status, SetUInt16,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt16[], size_t))              \
    X(fmi3Status, GetInt32,                                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int32[], size_t))                     \
    X(fmi3Status, SetInt32,                                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int32[], size_t))               \
    X(fmi3Status, GetUInt32,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt32[], size_t))                    \
    X(fmi3Status, SetUInt32,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt32[], size_t))              \
    X(fmi3Status, GetInt64,                                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int64[], size_t))                     \
    X(fmi3Status, SetInt64,                                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int64[], size_t))               \
    X(fmi3Status, GetUInt64,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64[], size_t))                    \
    X(fmi3Status, SetUInt64,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt64[], size_t))              \
    X(fmi3Status, GetBoolean,                                                                      \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Boolean[], size_t))                   \
    X(fmi3Status, SetBoolean,                                                                      \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Boolean[], size_t))             \
    X(fmi3Status, GetString,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3String[], size_t))                    \
    X(fmi3Status, SetString,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3String[], size_t))              \
    X(fmi3Status, GetBinary,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, size_t[], fmi3Binary[], size_t))          \
    X(fmi3Status, SetBinary,                                                                       \
      (fmi3Instance, const fmi3ValueReference[], size_t, const size_t[], const fmi3Binary[],       \
       size_t))                                                                                    \
    X(fmi3Status, GetClock, (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Clock[]))       \
    X(fmi3Status, SetClock, (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Clock[])) \
    X(fmi3Status, GetNumberOfVariableDependencies, (fmi3Instance, fmi3ValueReference, size_t *))   \
    X(fmi3Status, GetVariableDependencies,                                                         \
      (fmi3Instance, fmi3ValueReference, size_t[], fmi3ValueReference[], size_t[],                 \
       fmi3DependencyKind[], size_t))                                                              \
    X(fmi3Status, GetFMUState, (fmi3Instance, fmi3FMUState *))                                     \
    X(fmi3Status, SetFMUState, (fmi3Instance, fmi3FMUState))                                       \
    X(fmi3Status, FreeFMUState, (fmi3Instance, fmi3FMUState *))                                    \
    X(fmi3Status, SerializedFMUStateSize, (fmi3Instance, fmi3FMUState, size_t *))                  \
    X(fmi3Status, SerializeFMUState, (fmi3Instance, fmi3FMUState, fmi3Byte[], size_t))             \
    X(fmi3Status, DeserializeFMUState, (fmi3Instance, const fmi3Byte[], size_t, fmi3FMUState *))   \
    X(fmi3Status, GetDirectionalDerivative,                                                        \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3ValueReference[], size_t,       \
       const fmi3Float64[], size_t, fmi3Float64[], size_t))                                        \
    X(fmi3Status, GetAdjointDerivative,                                                            \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3ValueReference[], size_t,       \
       const fmi3Float64[], size_t, fmi3Float64[], size_t))                                        \
    X(fmi3Status, GetIntervalDecimal,                                                              \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[], fmi3IntervalQualifier[]))  \
    X(fmi3Status, GetIntervalFraction,                                                             \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64[], fmi3UInt64[],               \
       fmi3IntervalQualifier[]))                                                                   \
    X(fmi3Status, GetShiftDecimal,                                                                 \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[]))                           \
    X(fmi3Status, GetShiftFraction,                                                                \
      (fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64[], fmi3UInt64[]))              \
    X(fmi3Status, SetIntervalDecimal,                                                              \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[]))                     \
    X(fmi3Status, SetIntervalFraction,                                                             \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt64[], const fmi3UInt64[]))  \
    X(fmi3Status, SetShiftDecimal,                                                                 \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[]))                     \
    X(fmi3Status, SetShiftFraction,                                                                \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt64[], const fmi3UInt64[]))  \
    X(fmi3Status, UpdateDiscreteStates,                                                            \
      (fmi3Instance, fmi3Boolean *, fmi3Boolean *, fmi3Boolean *, fmi3Boolean *, fmi3Boolean *,    \
       fmi3Float64 *))                                                                             \
    X(fmi3Status, CompletedIntegratorStep,                                                         \
      (fmi3Instance, fmi3Boolean, fmi3Boolean *, fmi3Boolean *))                                   \
    X(fmi3Status, SetTime, (fmi3Instance, fmi3Float64))                                            \
    X(fmi3Status, SetContinuousStates, (fmi3Instance, const fmi3Float64[], size_t))                \
    X(fmi3Status, GetContinuousStateDerivatives, (fmi3Instance, fmi3Float64[], size_t))            \
    X(fmi3Status, GetEventIndicators, (fmi3Instance, fmi3Float64[], size_t))                       \
    X(fmi3Status, GetContinuousStates, (fmi3Instance, fmi3Float64[], size_t))                      \
    X(fmi3Status, GetNominalsOfContinuousStates, (fmi3Instance, fmi3Float64[], size_t))            \
    X(fmi3Status, GetNumberOfEventIndicators, (fmi3Instance, size_t *))                            \
    X(fmi3Status, GetNumberOfContinuousStates, (fmi3Instance, size_t *))                           \
    X(fmi3Status, GetOutputDerivatives,                                                            \
      (fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int32[], fmi3Float64[],         \
       size_t))                                                                                    \
    X(fmi3Status, DoStep,                                                                          \
      (fmi3Instance, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Boolean *, fmi3Boolean *,          \
       fmi3Boolean *, fmi3Float64 *))                                                              \
    X(fmi3Status, ActivateModelPartition, (fmi3Instance, fmi3ValueReference, fmi3Float64))

#endif
