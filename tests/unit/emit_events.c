/* Relations, times, samples, discrete equations and algorithms, delays: models from text, against
 * what the language says. Loops over repeated assignments give the same bits as straight code. */
#include "emit_model.h"

TEST(bouncing_ball)
{
    OPEN_MODEL("model Ball\n"
               "  Real h(start = 1, fixed = true), v(start = 0, fixed = true); Integer n(start = "
               "0, fixed = true);\n"
               "equation\n"
               "  der(h) = v; der(v) = -9.81;\n"
               "  when h < 0 then reinit(v, -0.8*pre(v)); n = pre(n) + 1; end when;\n"
               "end Ball;\n");
    CHECK(model_run(2));
    double t1 = sqrt(2 / 9.81), t = t1, v = 9.81 * t1; /* falls, then flies 2v/g each time */
    int n = 1;
    v *= 0.8;
    while (t + 2 * v / 9.81 < 2) {
        t += 2 * v / 9.81;
        v *= 0.8;
        n++;
    }
    double dt = 2 - t;
    CHECK_INT((long long)value("n"), n);
    CHECK_REAL(value("h"), v * dt - 9.81 / 2 * dt * dt, 1e-5);
    CHECK_INT(T.stats.state_events, 2 * n); /* h < 0 begins and ends to hold */
    model_close();
}

TEST(time_events_and_samples)
{
    OPEN_MODEL("model M\n"
               "  parameter Real t0 = 0.25; Real x(start = 0, fixed = true); Integer k(start = 0, "
               "fixed = true);\n"
               "  Integer late(start = 0, fixed = true), both(start = 0, fixed = true); discrete "
               "Real held(start = -1, fixed = true);\n"
               "  Real next(start = 0.4, fixed = true);\n"
               "equation\n"
               "  der(x) = if time < t0 then 0 else 1;\n"
               "  when sample(0.1, 0.2) then k = pre(k) + 1; held = x; end when;\n"
               "  when {time >= 0.5, time > 0.7} then late = pre(late) + 1; end when;\n"
               "  when time >= pre(next) then next = pre(next) + 0.3; end when;\n"
               "  when {sample(0, 0.5), sample(0.1, 0.2)} then both = pre(both) + 1; end when;\n"
               "end M;\n");
    CHECK(model_run(1));
    CHECK_REAL(value("x"), 0.75, 1e-8);
    CHECK_INT((long long)value("k"), 5);   /* 0.1 0.3 0.5 0.7 0.9 */
    CHECK_REAL(value("held"), 0.65, 1e-8); /* at 0.9 */
    CHECK_INT((long long)value("late"), 2);
    CHECK_REAL(value("next"), 1.3, 1e-12);  /* 0.4, 0.7, 1.0 */
    CHECK_INT((long long)value("both"), 7); /* 0 0.1 0.3 0.5 0.7 0.9 1: two that coincide are one */
    model_close();
}

TEST(discrete_operators)
{
    OPEN_MODEL("model M\n"
               "  Real x = time; Boolean up(start = false, fixed = true); Integer edges(start = 0, "
               "fixed = true);\n"
               "  Integer changes(start = 0, fixed = true); Integer which(start = 0, fixed = "
               "true); Boolean was(start = false, fixed = true);\n"
               "  Boolean in_range = x > 0.2 and x < 0.8;\n"
               "equation\n"
               "  up = sin(20*x) > 0;\n"
               "  when edge(up) then edges = pre(edges) + 1; end when;\n"
               "  when change(up) then changes = pre(changes) + 1; end when;\n"
               "  when x > 0.6 then which = 1; elsewhen x > 0.3 then which = 2; end when;\n"
               "  was = initial() or pre(was) and not in_range;\n"
               "end M;\n");
    CHECK(model_run(1));
    /* sin(20 t) changes sign at k pi/20: 6 times in (0, 1]; up at 2 pi/20, 4, 6 (and at 0+) */
    CHECK_INT((long long)value("changes"), 7);
    CHECK_INT((long long)value("edges"), 4);
    CHECK_INT((long long)value("which"), 1);
    CHECK(value("was") == 0 && value("in_range") == 0);
    model_close();
}

TEST(jumping_functions)
{
    OPEN_MODEL(
        "model M\n"
        "  Real x = 10*time, f = floor(x), c = ceil(x), m = mod(x, 3), r = rem(-x, 3), q = div(x, "
        "2);\n"
        "  Integer i = integer(x); Real s(start = 0, fixed = true); Real n = noEvent(floor(x));\n"
        "equation\n  der(s) = f;\nend M;\n");
    CHECK(model_run(0.95));
    CHECK(value("f") == 9 && value("c") == 10 && value("q") == 4 && value("i") == 9 &&
          value("n") == 9);
    CHECK_REAL(value("m"), 0.5, 1e-9);
    CHECK_REAL(value("r"), -0.5, 1e-9);
    CHECK_REAL(value("s"), 0.1 * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8) + 0.05 * 9,
               1e-8); /* exact between events */
    CHECK(T.stats.state_events >= 9);
    model_close();
}

TEST(algorithms)
{
    OPEN_MODEL(
        "model M\n"
        "  parameter Integer n = 5; Real x(start = 0, fixed = true), y[n], sum_y, high;\n"
        "  Integer count(start = 0, fixed = true); discrete Real last(start = -1, fixed = true);\n"
        "equation\n  der(x) = 1;\n"
        "algorithm\n"
        "  sum_y := 0; high := 0;\n"
        "  for k in 1:n loop\n"
        "    y[k] := k*x;\n"
        "    if y[k] > 2.5 then high := high + 1; end if;\n"
        "    sum_y := sum_y + y[k];\n"
        "  end for;\n"
        "  y[n] := -y[n];\n"
        "algorithm\n"
        "  when x > 0.5 then count := pre(count) + 1; last := x;\n"
        "  elsewhen x > 0.25 then count := count + 10; end when;\n"
        "end M;\n");
    CHECK(model_run(1));
    CHECK_REAL(value("sum_y"), 15, 1e-7);
    CHECK_REAL(value("y[3]"), 3, 1e-7);
    CHECK_REAL(value("y[5]"), -5, 1e-7);
    CHECK(value("high") == 3);
    CHECK_INT((long long)value("count"), 11);
    CHECK_REAL(value("last"), 0.5, 1e-6);
    model_close();
}

TEST(delays_and_termination)
{
    OPEN_MODEL("model M\n"
               "  Real x(start = 0, fixed = true), d, e; Boolean stop;\n"
               "equation\n"
               "  der(x) = cos(time); d = delay(x, 0.5); e = delay(x*x, 0.25);\n"
               "  stop = x > 0.8;\n"
               "  when stop then terminate(\"enough\"); end when;\n"
               "end M;\n");
    CHECK(model_run(2));
    double t = asin(0.8);
    CHECK(T.stats.terminated);
    CHECK_REAL(T.stats.end_time, t, 1e-6);
    CHECK_REAL(value("d"), sin(t - 0.5), 1e-4);
    CHECK_REAL(value("e"), pow(sin(t - 0.25), 2), 1e-4);
    model_close();
}

TEST(assertions)
{
    OPEN_MODEL("model M\n"
               "  Real x(start = 0, fixed = true), fast(start = 0, fixed = true);\n"
               "equation\n"
               "  der(x) = 1; der(fast) = 100*cos(100*time);\n"
               "  assert(x < 0.5, \"x is \" + String(x > 0.4));\n"
               "  assert(x < 0.25, \"soon\", AssertionLevel.warning);\n"
               "end M;\n");
    Rows rows = {0};
    CHECK(run_code(jit_code(T.jit), K_CVODE, 1, &rows) != 0);
    CHECK(strstr(T.stats.message, "x is true") && strstr(T.stats.message, ":5)"));
    CHECK(T.stats.end_time > 0.499999 && T.stats.end_time <= 0.6);
    CHECK_INT(T.warnings, 1);
    free(rows.data);
    model_close();
}

/* ---- Loops ---- */

static int count_of(const Buf *text, const char *word)
{
    int n = 0;
    for (const char *at = buf_text(text); (at = strstr(at, word)); at += strlen(word))
        n++;
    return n;
}

/* A line of cells with irregular neighbours: heat, with events in each cell. */
TEST(loops)
{
    OPEN_MODEL(
        "model M\n"
        "  parameter Integer n = 60;\n"
        "  parameter Real c[n] = {1 + mod(i*i, 7)/10 for i in 1:n};\n"
        "  parameter Integer to[n] = {1 + mod(7*i + 3, n) for i in 1:n};\n"
        "  Real x[n](start = {sin(i) for i in 1:n}, each fixed = true), q[n], s[n];\n"
        "  Boolean hot[n]; Integer m[n](each start = 0, each fixed = true);\n"
        "equation\n"
        "  for i in 1:n loop\n"
        "    s[i] = (if i > 1 then x[i - 1] else 0) - 2*x[i] + (if i < n then x[i + 1] else 0);\n"
        "    q[i] = if hot[i] then 0.5*s[i] else s[i] + 0.01*x[1 + mod(7*i + 3, n)];\n"
        "    c[i]*der(x[i]) = q[i] - 0.1*x[i]^3 + i*0.001;\n"
        "    hot[i] = x[i] > 0.3;\n"
        "    when hot[i] then m[i] = pre(m[i]) + 1; end when;\n"
        "  end for;\n"
        "end M;\n");
    CHECK(model_run(3)); /* with and without loops, both compilers: equal bits */
    CHECK(count_of(&T.text, "for(int") >= 4);
    CHECK_INT(count_of(&T.plain, "for(int"), 0);
    CHECK(T.text.n < T.plain.n / 2);
    CHECK(T.model->jac_nnz > 0 && T.model->jac_nnz < 60 * 8);
    model_close();
}

/* x[i] from x[i-1]: a loop must keep the order. */
TEST(recurrences)
{
    OPEN_MODEL(
        "model M\n"
        "  parameter Integer n = 100; Real a[n], b[n], t(start = 0, fixed = true);\n"
        "equation\n"
        "  der(t) = 1 + 0*b[n];\n"
        "  a[1] = t; b[1] = 1;\n"
        "  for i in 2:n loop a[i] = 0.5*a[i - 1] + i; b[i] = b[i - 1]*0.9 + a[i]/i; end for;\n"
        "end M;\n");
    CHECK(model_run(1));
    double a = value("t"), b = 1;
    for (int i = 2; i <= 100; i++) {
        a = 0.5 * a + i;
        b = b * 0.9 + a / i;
    }
    CHECK_REAL(value("a[100]"), a, 1e-13);
    CHECK_REAL(value("b[100]"), b, 1e-13);
    CHECK(count_of(&T.text, "for(int") >= 1);
    model_close();
}

TEST_MAIN(T(bouncing_ball), T(time_events_and_samples), T(discrete_operators), T(jumping_functions),
          T(algorithms), T(delays_and_termination), T(assertions), T(loops), T(recurrences))
