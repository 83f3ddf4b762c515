/* master.c - a small master for FMUs, on Linux and, compiled by mingw-w64, on Windows.
 *
 * master LIBRARY 2|3 me|cs TOKEN RESOURCES STOP STEPS STATES REFERENCE...: runs a binary of an FMU
 * and prints, for each of STEPS equal steps, the time and the values with these references.
 * Co-Simulation: a step each. Model Exchange: Heun's method with the same step; every step ends
 * with an event, which settles conditions, so that events are late by a step at most. Only what
 * both versions of FMI have in common is needed: it is meant for models without inputs. */
#include "rt/fmi/fmi2.h"
#include "rt/fmi/fmi3.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
static void *load(const char *path)
{
    return (void *)LoadLibraryA(path);
}
static void *find(void *library, const char *name)
{
    return (void *)GetProcAddress((HMODULE)library, name);
}
#else
#include <dlfcn.h>
static void *load(const char *path)
{
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}
static void *find(void *library, const char *name)
{
    return dlsym(library, name);
}
#endif

#define POINTER(result, name, parameters) result(*name) parameters;
static struct {
    FMI2_FUNCTIONS(POINTER)
} two;
static struct {
    FMI3_FUNCTIONS(POINTER)
} three;

enum { MOST = 10000 };
static int version, nstates, nvalues;
static bool exchange;
static void *instance;
static unsigned reference[MOST];
static double x[MOST], dx[MOST], begun[MOST], value[MOST];

static void must(int status, const char *what)
{
    if (status <= 1)
        return;
    fprintf(stderr, "%s failed: %d\n", what, status);
    exit(1);
}
#define BOTH(name, args) must(version == 2 ? (int)two.name args : (int)three.name args, #name)

static void log2(fmi2ComponentEnvironment e, fmi2String name, fmi2Status status,
                 fmi2String category, fmi2String format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
}

static void log3(fmi3InstanceEnvironment e, fmi3Status status, fmi3String category,
                 fmi3String message)
{
    fprintf(stderr, "%s\n", message);
}

static void take_functions(void *library)
{
#define TAKE2(result, name, parameters) *(void **)&two.name = find(library, "fmi2" #name);
#define TAKE3(result, name, parameters) *(void **)&three.name = find(library, "fmi3" #name);
    if (version == 2) {
        FMI2_FUNCTIONS(TAKE2)
    } else {
        FMI3_FUNCTIONS(TAKE3)
    }
    if (version == 2 ? !two.Instantiate || !two.DoStep
                     : !three.InstantiateCoSimulation || !three.DoStep)
        must(9, "finding the functions");
}

static void instantiate(const char *token, const char *resources)
{
    static fmi2CallbackFunctions functions = {log2, calloc, free, NULL, NULL};
    instance = version == 2 ? two.Instantiate("it", exchange ? fmi2ModelExchange : fmi2CoSimulation,
                                              token, resources, &functions, 0, 0)
               : exchange   ? three.InstantiateModelExchange("it", token, resources, false, false,
                                                             NULL, log3)
                            : three.InstantiateCoSimulation("it", token, resources, false, false,
                                                            false, false, NULL, 0, NULL, log3, NULL);
    must(instance ? 0 : 9, "instantiating");
}

static void print_values(double t)
{
    size_t n = (size_t)nvalues;
    must(version == 2 ? (int)two.GetReal(instance, reference, n, value)
                      : (int)three.GetFloat64(instance, reference, n, value, n),
         "getting values");
    printf("%.17g", t);
    for (int i = 0; i < nvalues; i++)
        printf(",%.17g", value[i]);
    printf("\n");
}

static void initialize(double stop)
{
    if (version == 2) {
        must((int)two.SetupExperiment(instance, 1, 1e-8, 0, 1, stop), "SetupExperiment");
        must((int)two.EnterInitializationMode(instance), "EnterInitializationMode");
    } else {
        must((int)three.EnterInitializationMode(instance, true, 1e-8, 0, true, stop),
             "EnterInitializationMode");
    }
    BOTH(ExitInitializationMode, (instance));
}

/* From Event Mode to Continuous-Time Mode. */
static void settle(void)
{
    fmi2EventInfo info = {.newDiscreteStatesNeeded = 1};
    bool again = true, terminate, nominals, values, has_next;
    double next;
    while (version == 2 ? info.newDiscreteStatesNeeded != 0 : again)
        must(version == 2 ? (int)two.NewDiscreteStates(instance, &info)
                          : (int)three.UpdateDiscreteStates(instance, &again, &terminate, &nominals,
                                                            &values, &has_next, &next),
             "an event");
    BOTH(EnterContinuousTimeMode, (instance));
    if (nstates)
        BOTH(GetContinuousStates, (instance, x, (size_t)nstates));
}

static void derivatives(double t)
{
    BOTH(SetTime, (instance, t));
    if (!nstates)
        return;
    BOTH(SetContinuousStates, (instance, x, (size_t)nstates));
    must(version == 2 ? (int)two.GetDerivatives(instance, dx, (size_t)nstates)
                      : (int)three.GetContinuousStateDerivatives(instance, dx, (size_t)nstates),
         "derivatives");
}

static void heun(double t, double h)
{
    derivatives(t);
    for (int i = 0; i < nstates; i++) {
        begun[i] = x[i] + h / 2 * dx[i];
        x[i] += h * dx[i];
    }
    derivatives(t + h);
    for (int i = 0; i < nstates; i++)
        x[i] = begun[i] + h / 2 * dx[i];
    derivatives(t + h);
    BOTH(EnterEventMode, (instance));
    settle();
}

static void step(double t, double h)
{
    bool event, terminate, early;
    double last;
    must(version == 2 ? (int)two.DoStep(instance, t, h, 1)
                      : (int)three.DoStep(instance, t, h, true, &event, &terminate, &early, &last),
         "DoStep");
}

int main(int argc, char **argv)
{
    if (argc < 9 || argc > MOST)
        return 2;
    version = atoi(argv[2]);
    exchange = !strcmp(argv[3], "me");
    double stop = atof(argv[6]);
    int steps = atoi(argv[7]);
    nstates = exchange ? atoi(argv[8]) : 0;
    for (int i = 9; i < argc; i++)
        reference[nvalues++] = (unsigned)strtoul(argv[i], NULL, 10);
    void *library = load(argv[1]);
    must(library ? 0 : 9, "loading");
    take_functions(library);
    instantiate(argv[4], argv[5]);
    initialize(stop);
    if (exchange)
        settle();
    print_values(0);
    for (int i = 0; i < steps; i++) {
        (exchange ? heun : step)(i * stop / steps, stop / steps);
        print_values((i + 1) * stop / steps);
    }
    BOTH(Terminate, (instance));
    if (version == 2)
        two.FreeInstance(instance);
    else
        three.FreeInstance(instance);
    return 0;
}
