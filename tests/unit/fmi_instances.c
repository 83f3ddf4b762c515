/* The run time of FMUs (rt/fmi), with a bouncing ball written by hand: instances by the thousand
 * and in threads, states saved and restored to the last bit, directional derivatives, what must not
 * be called. `make check` builds this with ThreadSanitizer too. */
#include "rt/fmi/fmi2.h"
#include "rt/fmi/fmi3.h"
#include "rt/fmi/fmu.h"
#include "rt/run.h"
#include "test.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define DECLARE2(result, name, parameters) result fmi2##name parameters;
#define DECLARE3(result, name, parameters) result fmi3##name parameters;
FMI2_FUNCTIONS(DECLARE2)
FMI3_FUNCTIONS(DECLARE3)

/* ---- The model: der(h) = v; der(v) = u - g; when h < 0 then reinit(v, -e*v); n = pre(n) + 1 ----
 */

enum { E, G, H, V, DV, N, U, LOW, Y, NV };

static int do_params(KInst *m)
{
    if (!m->set[E])
        m->v[E] = 0.7;
    if (!m->set[G])
        m->v[G] = 9.81;
    m->start[H] = 1;
    return 0;
}

static int do_init(KInst *m)
{
    m->v[H] = m->start[H];
    m->v[V] = m->start[V];
    m->v[N] = 0;
    m->v[LOW] = k_lt(m, 0, m->v[H], 0);
    return 0;
}

static int do_rhs(KInst *m)
{
    m->v[DV] = m->v[U] - m->v[G];
    return 0;
}

static int do_cross(KInst *m)
{
    m->g[0] = m->v[H];
    return 0;
}

static int do_out(KInst *m)
{
    m->v[Y] = m->v[H] * m->v[V];
    return 0;
}

static int do_event(KInst *m)
{
    m->v[LOW] = k_lt(m, 0, m->v[H], 0);
    m->v[N] = m->pre[N];
    if (m->v[LOW] != 0 && m->pre[LOW] == 0) {
        k_reinit(m, V, -m->v[E] * m->v[V]);
        m->v[N] = m->pre[N] + 1;
    }
    return do_rhs(m);
}

static int do_jvp(KInst *m)
{
    m->dv[DV] = m->dv[U];
    m->dv[Y] = m->v[H] * m->dv[V] + m->dv[H] * m->v[V];
    return 0;
}

static void entry(KCode *code)
{
    code->params = do_params;
    code->init = do_init;
    code->rhs = do_rhs;
    code->cross = do_cross;
    code->out = do_out;
    code->event = do_event;
    code->jvp = do_jvp;
}

static const KVariable variable[] = {
    {.name = "e", .description = "", .unit = "", .kind = K_PARAMETER, .settable = true, .index = E},
    {.name = "g", .description = "", .unit = "", .kind = K_PARAMETER, .settable = true, .index = G},
    {.name = "h",
     .description = "",
     .unit = "",
     .kind = K_STATE,
     .start = K_START_CONDITION,
     .index = H},
    {.name = "v",
     .description = "",
     .unit = "",
     .kind = K_STATE,
     .start = K_START_CONDITION,
     .index = V},
    {.name = "n", .description = "", .unit = "", .type = K_INTEGER, .kind = K_DISCRETE, .index = N},
    {.name = "u", .description = "", .unit = "", .kind = K_INPUT, .index = U},
    {.name = "y", .description = "", .unit = "", .kind = K_ALGEBRAIC, .index = Y},
};
static const KModel ball = {.name = "Ball",
                            .nv = NV,
                            .nstates = 2,
                            .state = (const int[]){H, V},
                            .der = (const int[]){V, DV},
                            .nrel = 1,
                            .rel_op = (const unsigned char[]){K_LT},
                            .ndiscrete = 2,
                            .discrete = (const int[]){N, LOW},
                            .nvariables = sizeof variable / sizeof *variable,
                            .variable = variable,
                            .start = 0,
                            .stop = 3,
                            .tolerance = 1e-8,
                            .interval = NAN};
static const KArray arrays[] = {{H, 2}}; /* h and v as one variable of FMI 3, with the reference */
enum { HV = 2 * NV + 1 };
const KFmu k_fmu = {&ball, entry, "token", 1, arrays, "", NULL};

/* ---- Helpers ---- */

static const fmi2CallbackFunctions callbacks;

static fmi2Component begin(fmi2Type type)
{
    fmi2Component c = fmi2Instantiate("ball", type, "token", NULL, &callbacks, 0, 0);
    bool good = c && !fmi2SetupExperiment(c, 1, 1e-8, 0, 1, 3) && !fmi2EnterInitializationMode(c) &&
                !fmi2ExitInitializationMode(c);
    return good ? c : NULL;
}

/* Steps from i/100 to to/100. */
static bool steps(fmi2Component c, int from, int to)
{
    for (int i = from; i < to; i++)
        if (fmi2DoStep(c, i / 100.0, (i + 1) / 100.0 - i / 100.0, 1))
            return false;
    return true;
}

static const fmi2ValueReference seen_reals[] = {H, V, Y};
typedef struct Seen {
    double x[3];
    int n;
} Seen;

static Seen look(fmi2Component c)
{
    static const fmi2ValueReference count = N;
    Seen s = {{0}, 0};
    if (fmi2GetReal(c, seen_reals, 3, s.x) || fmi2GetInteger(c, &count, 1, &s.n))
        s.n = -1;
    return s;
}

static bool same(Seen a, Seen b)
{
    return !memcmp(a.x, b.x, sizeof a.x) && a.n == b.n && a.n >= 0;
}

/* Height and number of impacts at time t, from the formulas. */
static double exact_height(double t, int *n)
{
    double v = 0, h = 1, g = 9.81, at = 0, flight = sqrt(2 / g);
    *n = 0;
    while (t > at + flight) {
        at += flight;
        v = (v - g * flight) * -0.7;
        h = 0;
        flight = 2 * v / g;
        ++*n;
    }
    double s = t - at;
    return h + v * s - 0.5 * g * s * s;
}

/* ---- Tests ---- */

TEST(co_simulation_meets_the_formulas)
{
    fmi2Component c = begin(fmi2CoSimulation);
    int n;
    CHECK(c && steps(c, 0, 150));
    Seen s = look(c);
    double h = exact_height(1.5, &n);
    CHECK(fabs(s.x[0] - h) < 1e-6 && s.n == n && n == 2);
    fmi2FreeInstance(c);
}

TEST(a_thousand_instances)
{
    enum { MANY = 1000 };
    static fmi2Component list[MANY];
    fmi2Component one = begin(fmi2CoSimulation);
    CHECK(one && steps(one, 0, 60));
    Seen seen = look(one);
    int good = 0;
    for (int i = 0; i < MANY; i++)
        list[i] = begin(fmi2CoSimulation);
    for (int i = 0; i < MANY; i++)
        good += list[i] && steps(list[i], 0, 60) && same(look(list[i]), seen);
    CHECK(good == MANY);
    for (int i = 0; i < MANY; i++)
        fmi2FreeInstance(list[i]);
    fmi2FreeInstance(one);
}

static void *work(void *arg)
{
    int *good = arg;
    for (int i = 0; i < 20; i++) {
        fmi2Component c = begin(fmi2CoSimulation);
        int n;
        *good += c && steps(c, 0, 100) && fabs(look(c).x[0] - exact_height(1, &n)) < 1e-6;
        fmi2FreeInstance(c);
    }
    return NULL;
}

TEST(in_threads)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    int good[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, &good[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        CHECK(good[i] == 20);
    }
}

TEST(states_are_restored_to_the_last_bit)
{
    fmi2Component c = begin(fmi2CoSimulation), other = begin(fmi2CoSimulation);
    fmi2FMUstate state = NULL, copy = NULL;
    size_t size = 0;
    CHECK(c && other && steps(c, 0, 40));
    CHECK(!fmi2GetFMUstate(c, &state) && !fmi2SerializedFMUstateSize(c, state, &size));
    CHECK(steps(c, 40, 150));
    Seen first = look(c);
    CHECK(!fmi2SetFMUstate(c, state) && steps(c, 40, 150) && same(look(c), first));
    char *bytes = malloc(size);
    CHECK(!fmi2SerializeFMUstate(c, state, bytes, size));
    CHECK(!fmi2DeSerializeFMUstate(other, bytes, size, &copy) && !fmi2SetFMUstate(other, copy));
    CHECK(steps(other, 40, 150) && same(look(other), first));
    bytes[0] ^= 1;
    CHECK(!fmi2DeSerializeFMUstate(other, bytes, size, &copy) &&
          fmi2SetFMUstate(other, copy) == fmi2Error);
    CHECK(!fmi2DeSerializeFMUstate(other, bytes, size / 2, &copy) &&
          fmi2SetFMUstate(other, copy) == fmi2Error);
    free(bytes);
    fmi2FreeFMUstate(c, &state);
    fmi2FreeFMUstate(c, &copy);
    fmi2FreeInstance(c);
    fmi2FreeInstance(other);
}

/* Euler's method with a step so small that the impact is between two steps. */
TEST(model_exchange_by_the_book)
{
    fmi2Component c = begin(fmi2ModelExchange);
    fmi2EventInfo info;
    double x[2], dx[2], z, before = 0, impact = 0;
    fmi2Boolean event, end;
    CHECK(c && !fmi2NewDiscreteStates(c, &info) && !info.newDiscreteStatesNeeded &&
          !info.nextEventTimeDefined && !fmi2EnterContinuousTimeMode(c));
    CHECK(!fmi2GetContinuousStates(c, x, 2) && x[0] == 1);
    for (int i = 1; i <= 5000 && impact == 0; i++) {
        CHECK(!fmi2GetDerivatives(c, dx, 2));
        x[0] += 1e-4 * dx[0];
        x[1] += 1e-4 * dx[1];
        CHECK(!fmi2SetTime(c, i * 1e-4) && !fmi2SetContinuousStates(c, x, 2) &&
              !fmi2GetEventIndicators(c, &z, 1) &&
              !fmi2CompletedIntegratorStep(c, 1, &event, &end));
        if (before > 0 && z < 0)
            impact = i * 1e-4;
        before = z;
    }
    CHECK(fabs(impact - sqrt(2 / 9.81)) < 3e-4);
    CHECK(!fmi2EnterEventMode(c) && !fmi2NewDiscreteStates(c, &info));
    CHECK(info.valuesOfContinuousStatesChanged && !fmi2GetContinuousStates(c, dx, 2));
    CHECK(dx[1] == -0.7 * x[1] && look(c).n == 1);
    CHECK(fmi2DoStep(c, 0, 1, 1) == fmi2Error);
    fmi2FreeInstance(c);
}

TEST(parameters_before_and_during_the_run)
{
    static const fmi2ValueReference g = G, e = E, h = H;
    fmi2Component c = fmi2Instantiate("b", fmi2CoSimulation, "token", NULL, &callbacks, 0, 0);
    double value = 1, start = 2;
    CHECK(!fmi2SetReal(c, &g, 1, &value) && !fmi2SetReal(c, &h, 1, &start));
    CHECK(!fmi2SetupExperiment(c, 0, 0, 0, 0, 0) && !fmi2EnterInitializationMode(c) &&
          !fmi2ExitInitializationMode(c) && steps(c, 0, 100));
    CHECK(fabs(look(c).x[0] - 1.5) < 1e-6); /* 2 - 1/2 */
    value = 3;
    CHECK(!fmi2SetReal(c, &g, 1, &value) && steps(c, 100, 120));
    CHECK(fabs(look(c).x[0] - (1.5 - 0.2 - 1.5 * 0.04)) < 1e-6);
    CHECK(fmi2SetReal(c, &h, 1, &start) == fmi2Error);
    CHECK(!fmi2GetReal(c, &e, 1, &value) && value == 0.7);
    CHECK(!fmi2Reset(c) && !fmi2GetReal(c, &g, 1, &value) && value == 9.81);
    fmi2FreeInstance(c);
    CHECK(!fmi2Instantiate("b", fmi2CoSimulation, "another", NULL, &callbacks, 0, 0));
}

TEST(directional_derivatives)
{
    static const fmi3ValueReference known[] = {H, V, U}, unknown[] = {V, DV, Y};
    fmi3Instance c = fmi3InstantiateModelExchange("b", "token", NULL, false, false, NULL, NULL);
    double seed[3] = {2, 3, 5}, out[3] = {0}, state[2] = {0.5, -4};
    bool again, end, nominals, values, has_next;
    double next;
    CHECK(!fmi3EnterInitializationMode(c, false, 0, 0, false, 0) && !fmi3ExitInitializationMode(c));
    CHECK(!fmi3UpdateDiscreteStates(c, &again, &end, &nominals, &values, &has_next, &next));
    CHECK(!fmi3EnterContinuousTimeMode(c) && !fmi3SetContinuousStates(c, state, 2));
    CHECK(!fmi3GetDirectionalDerivative(c, unknown, 3, known, 3, seed, 3, out, 3));
    CHECK(out[0] == 3 && out[1] == 5 && out[2] == 0.5 * 3 + 2 * -4);
    CHECK(fmi3GetClock(c, known, 1, NULL) == fmi3Error);
    fmi3ValueReference both = HV; /* arrays by their elements */
    double changes[2] = {7, 11};
    CHECK(!fmi3GetDirectionalDerivative(c, &unknown[2], 1, &both, 1, changes, 2, out, 1));
    CHECK(out[0] == 0.5 * 11 + 7 * -4);
    CHECK(!fmi3GetDirectionalDerivative(c, &both, 1, &both, 1, changes, 2, out, 2) && out[1] == 11);
    CHECK(fmi3GetDirectionalDerivative(c, &unknown[2], 1, &both, 1, changes, 1, out, 1) ==
          fmi3Error);
    fmi3FreeInstance(c);
}

/* ---- Event Mode of Co-Simulation ---- */

typedef struct Step {
    bool event, terminate, early;
    double reached;
} Step;

static Step step3(fmi3Instance c, double t, double h)
{
    Step s = {.reached = -1};
    CHECK(!fmi3DoStep(c, t, h, false, &s.event, &s.terminate, &s.early, &s.reached));
    return s;
}

static double get3(fmi3Instance c, fmi3ValueReference reference)
{
    double x = NAN;
    CHECK(!fmi3GetFloat64(c, &reference, 1, &x, 1));
    return x;
}

static int bounces(fmi3Instance c)
{
    fmi3ValueReference reference = N;
    int32_t n = -1;
    CHECK(!fmi3GetInt32(c, &reference, 1, &n, 1));
    return n;
}

/* Event Mode up to the end. */
static bool handle(fmi3Instance c)
{
    bool again = true, end = false, nominals, values, has_next;
    double next;
    while (again)
        if (fmi3UpdateDiscreteStates(c, &again, &end, &nominals, &values, &has_next, &next) || end)
            return false;
    return !fmi3EnterStepMode(c);
}

static fmi3Instance begin3(bool early)
{
    fmi3Instance c = fmi3InstantiateCoSimulation("b", "token", NULL, false, false, true, early,
                                                 NULL, 0, NULL, NULL, NULL);
    CHECK(c && !fmi3EnterInitializationMode(c, true, 1e-8, 0, false, 0) &&
          !fmi3ExitInitializationMode(c));
    CHECK(handle(c));
    return c;
}

/* With events: that h < 0 ends after a bounce is one, too. */
static void go3(fmi3Instance c, double t, double to)
{
    for (int i = 0; i < 10 && t < to; i++) {
        Step s = step3(c, t, to - t);
        CHECK(s.reached >= t && s.early == (s.reached < to) && s.early <= s.event);
        t = s.reached;
        CHECK(!s.event || (!fmi3EnterEventMode(c) && handle(c)));
    }
    CHECK(t == to);
}

TEST(event_mode_of_co_simulation)
{
    int n;
    double hit = sqrt(2 / 9.81), v = -9.81 * hit, hover = 9.81;
    fmi3Instance c = begin3(true);
    Step s = step3(c, 0, 1);
    CHECK(s.event && s.early && !s.terminate && fabs(s.reached - hit) < 1e-7);
    CHECK(fabs(get3(c, V) - v) < 1e-6 && fabs(get3(c, H)) < 1e-6 && bounces(c) == 0);
    CHECK(!fmi3EnterEventMode(c) &&
          fmi3DoStep(c, s.reached, 1, false, &s.event, &s.terminate, &s.early, &s.reached));
    fmi3FMUState kept = NULL;
    fmi3Instance other = begin3(true);
    CHECK(!fmi3GetFMUState(c, &kept) && !fmi3SetFMUState(other, kept) && handle(c) &&
          handle(other));
    CHECK(fabs(get3(c, V) + 0.7 * v) < 1e-6 && bounces(c) == 1 && bounces(other) == 1);
    go3(c, s.reached, 1);
    go3(other, s.reached, 1);
    CHECK(fabs(get3(c, H) - exact_height(1, &n)) < 1e-6 && bounces(c) == 1);
    CHECK(get3(other, H) == get3(c, H) && get3(other, V) == get3(c, V));
    fmi3ValueReference u = U;
    v = get3(c, V);
    CHECK(!fmi3EnterEventMode(c) && !fmi3SetFloat64(c, &u, 1, &hover, 1) && handle(c));
    s = step3(c, 1, 0.05);
    CHECK(!s.event && fabs(get3(c, V) - v) < 1e-9);
    fmi3FreeFMUState(c, &kept);
    fmi3FreeInstance(c);
    fmi3FreeInstance(other);
    c = begin3(false); /* without early returns events between communication points are its own */
    s = step3(c, 0, 1);
    CHECK(!s.event && !s.early && s.reached == 1 && bounces(c) == 1);
    fmi3FreeInstance(c);
    c = fmi3InstantiateCoSimulation("b", "token", NULL, false, false, false, false, NULL, 0, NULL,
                                    NULL, NULL);
    CHECK(!fmi3EnterInitializationMode(c, false, 0, 0, false, 0) && !fmi3ExitInitializationMode(c));
    CHECK(fmi3EnterEventMode(c) == fmi3Error);
    fmi3FreeInstance(c);
}

TEST_MAIN(T(co_simulation_meets_the_formulas), T(a_thousand_instances), T(in_threads),
          T(states_are_restored_to_the_last_bit), T(model_exchange_by_the_book),
          T(parameters_before_and_during_the_run), T(directional_derivatives),
          T(event_mode_of_co_simulation))
