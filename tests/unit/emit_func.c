/* Functions: every statement and array operator, through the front end, compiled and run. Expected
 * values are computed here. */
#include "emit_model.h"

TEST(scalars_and_control_flow)
{
    OPEN_MODEL("model M\n"
               "  function collatz input Integer n; output Integer steps; protected Integer k;\n"
               "  algorithm\n"
               "    k := n; steps := 0;\n"
               "    while k <> 1 loop\n"
               "      if mod(k, 2) == 0 then k := div(k, 2); else k := 3*k + 1; end if;\n"
               "      steps := steps + 1;\n"
               "    end while;\n"
               "  end collatz;\n"
               "  function first input Real limit; output Integer i; output Real s;\n"
               "  algorithm\n"
               "    s := 0; i := 0;\n"
               "    for k in 1:1000 loop\n"
               "      s := s + 1/k; i := k;\n"
               "      if s > limit then break; end if;\n"
               "    end for;\n"
               "  end first;\n"
               "  function early input Real x; output Real y;\n"
               "  algorithm\n"
               "    y := 1;\n"
               "    if x > 2 then y := 2; return; elseif x > 1 then y := 1.5; return; end if;\n"
               "    for i in 3:-1:1 loop y := y*i; if y > 5 then return; end if; end for;\n"
               "  end early;\n"
               "  function factorial input Integer n; output Integer f;\n"
               "  algorithm f := if n < 2 then 1 else n*factorial(n - 1); end factorial;\n"
               "  function steps input Real a; input Real b; output Real s;\n"
               "  algorithm s := 0; for x in a:0.1:b loop s := s + x; end for;\n"
               "    for y in {1, 10, 100} loop s := s + y; end for; end steps;\n"
               "  parameter Integer n = 27;\n"
               "  Integer c = collatz(n); Integer i; Real s; Real e1, e2, e3; Integer f; Real t;\n"
               "equation\n"
               "  (i, s) = first(2 + 0*time);\n"
               "  e1 = early(3 + 0*time); e2 = early(1.2 + 0*time); e3 = early(0*time);\n"
               "  f = factorial(integer(10 + 0*time)); t = steps(0*time, 0.5);\n"
               "end M;\n");
    CHECK(model_run(0.1));
    CHECK_INT((long long)value("c"), 111); /* known */
    double s = 0;
    int i = 0;
    while (s <= 2)
        s += 1.0 / ++i;
    CHECK_INT((long long)value("i"), i);
    CHECK(value("s") == s);
    CHECK(value("e1") == 2 && value("e2") == 1.5 && value("e3") == 6);
    CHECK(value("f") == 3628800);
    CHECK_REAL(value("t"), 0.1 + 0.2 + 0.3 + 0.4 + 0.5 + 111, 1e-14);
    model_close();
}

TEST(arrays)
{
    OPEN_MODEL(
        "model M\n"
        "  function f\n"
        "    input Real a[:, :]; input Real x[size(a, 2)]; input Integer k;\n"
        "    output Real y[size(a, 1)]; output Real z[12];\n"
        "  protected\n"
        "    Real b[size(a, 2), size(a, 1)] = transpose(a);\n"
        "    Real g[:]; Boolean big[size(a, 1)]; Real w[2, 3]; Real n[3];\n"
        "  algorithm\n"
        "    y := a*x - 2*(x*b) + fill(0.5, size(a, 1));\n"
        "    z[1] := x*x; z[2] := sum(a); z[3] := product(x); z[4] := min(x); z[5] := max(a);\n"
        "    g := zeros(0);\n"
        "    for i in 1:4 loop g := cat(1, g, {i^2, -i}); end for;\n"
        "    z[6] := g[7] + g[8] + size(g, 1);\n"
        "    z[7:8] := (identity(2)*diagonal({3, 4}))*{1, 2};\n"
        "    w := [1, 2, 3; x[1], x[2], x[1]];\n"
        "    w[:, 2] := {10, 20};\n"
        "    w[2, {3, 1}] := {7, 8};\n"
        "    z[9] := sum(w[2, :]);\n"
        "    z[10] := sum({i*j for i in 1:3, j in 1:2});\n"
        "    z[11] := sum(a[i, k]*i for i in 1:size(a, 1));\n"
        "    big := {y[i] > 0 for i in 1:size(y, 1)};\n"
        "    z[12] := if big[1] and not big[2] then max(abs(y[i]) for i in 1:2) else -1;\n"
        "    n := cross({1, 0, 0}, {0, 1, 0}); y := sin(y)./{2, 4} + n[2:3];\n"
        "  end f;\n"
        "  Real p(start = 2, fixed = true); Real y[2], z[12];\n"
        "equation\n"
        "  der(p) = 0; (y, z) = f([1, p; 3, 4], {p, 1}, 2);\n"
        "end M;\n");
    CHECK(model_run(0.1));
    /* a = [1 2; 3 4], x = {2, 1}: a*x = {4, 10}, x*b = x*a' = {4, 10} */
    double y[] = {4 - 8 + 0.5, 10 - 20 + 0.5};
    CHECK_REAL(value("y[1]"), sin(y[0]) / 2 + 0, 1e-15);
    CHECK_REAL(value("y[2]"), sin(y[1]) / 4 + 1, 1e-15);
    static const double z[] = {5, 10, 2, 1, 4, 16 - 4 + 8, 3, 8, 8 + 20 + 7, 6 * 3, 2 + 8, -1};
    for (int i = 0; i < 12; i++) {
        char name[20];
        snprintf(name, sizeof name, "z[%d]", i + 1);
        CHECK_REAL(value(name), z[i], 1e-15);
    }
    model_close();
}

TEST(strings_and_asserts)
{
    OPEN_MODEL(
        "model M\n"
        "  type Color = enumeration(red, green, blue);\n"
        "  function describe input Real x; input Integer n; input Color c; output String s;\n"
        "  algorithm\n"
        "    s := \"x=\" + String(x, significantDigits = 3) + \";\" + String(n, minimumLength = 4) "
        "+ \";\";\n"
        "    if n > 2 then s := s + String(c); end if;\n"
        "    assert(n < 100, \"n is \" + String(n));\n"
        "    assert(x < 50, \"x is large\", AssertionLevel.warning);\n"
        "  end describe;\n"
        "  parameter Integer n = 7; parameter Color c = Color.green; parameter Real x = 3.14159;\n"
        "  parameter String s = describe(x, n, c); parameter String t = describe(2.5, 1, "
        "Color.red);\n"
        "  parameter Boolean same = s == t;\n"
        "  Real y = time;\n"
        "end M;\n");
    CHECK(model_run(0.1));
    CHECK_STR(string_value("s"), "x=3.14;7   ;green");
    CHECK_STR(string_value("t"), "x=2.5;1   ;");
    CHECK(value("same") == 0);
    /* set from outside: parameters that depend on it follow, and the assertion is heard */
    k_set_value(T.inst, find_variable("n")->index, 3);
    CHECK_INT(k_params(T.inst), 0);
    CHECK_STR(string_value("s"), "x=3.14;3   ;green");
    k_set_value(T.inst, find_variable("n")->index, 100);
    CHECK(k_params(T.inst) != 0);
    CHECK(strstr(T.message, "n is 100") && strstr(T.message, "/tmp/kron-emit-"));
    k_set_value(T.inst, find_variable("n")->index, 1);
    k_set_string(T.inst, find_variable("t")->index, "mine");
    CHECK_INT(k_params(T.inst), 0);
    CHECK_STR(string_value("t"), "mine");
    model_close();
}

TEST(faults)
{
    static const struct {
        const char *body, *says;
    } wrong[] = {
        {"y := a[k];", "subscript 5 of `a` is outside 1 .. 3"},
        {"a[k] := 1; y := a[1];", "subscript 5 of `a` is outside 1 .. 3"},
        {"y := sum(a[1:k]);", "a subscript of `a` is out of range"},
        {"a := ones(k); y := a[1];", "`a` is [3], what is assigned to it is [5]"},
        {"y := sum(a + ones(k));", "`a` is [3], the other is [5]"},
        {"y := a*ones(k);", "do not fit"},
        {"for i in 1:k - 5:3 loop y := i; end for;", "step 0"},
        {"while k > 0 loop y := y + 1; end while;", "a while loop does not end"},
        {"y := f(x, k);", "too deep"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "model M\n"
                 "  function f input Real x; input Integer k; output Real y;\n"
                 "  protected Real a[3] = {x, 2, 3};\n"
                 "  algorithm\n    %s\n  end f;\n"
                 "  Real y = f(time, 5);\nend M;\n",
                 wrong[i].body);
        OPEN_MODEL(text);
        CHECK(run_code(jit_code(T.jit), K_CVODE, 1, &(Rows){0}) != 0);
        bool placed = strstr(T.stats.message, ":5)") || i + 1 == sizeof wrong / sizeof *wrong;
        if (!strstr(T.stats.message, wrong[i].says) || !placed)
            fprintf(stderr, "%s: says %s\n", wrong[i].body, T.stats.message), test_checks_failed++;
        model_close();
    }
}

/* A function that is not called by the running branch does not fail, and one call serves all
 * results. */
TEST(guards_and_calls)
{
    OPEN_MODEL(
        "model M\n"
        "  function g input Real x; output Real y;\n"
        "  algorithm assert(x > 0, \"g needs a positive number\"); y := log(x); end g;\n"
        "  function pair input Real x; output Real a; output Real b[2];\n"
        "  algorithm a := x + 1; b := {x, 2*x}; for i in 1:1 loop a := a + i; end for; end pair;\n"
        "  Real x(start = 1, fixed = true), y, z, a, b[2], c, w;\n"
        "equation\n"
        "  der(x) = -1;\n"
        "  y = if noEvent(x > 0) then g(x) else 0;\n"
        "  z = if noEvent(x > 0 and g(x) < 0) then 1 else 0;\n"
        "  (a, b) = pair(x);\n"
        "  c = a + b[1] + b[2];\n"
        "  w = noEvent(if x > 0.5 then g(x - 0.5) else g(1 - x));\n"
        "end M;\n");
    CHECK(model_run(2));
    CHECK(value("y") == 0 && value("z") == 0);
    CHECK_REAL(value("c"), -1 + 2 - 1 - 2, 1e-6);
    CHECK_REAL(value("w"), log(2), 1e-6);
    int calls = 0;
    for (const char *at = buf_text(&T.text); (at = strstr(at, "rc=f_")); at++)
        calls++;
    CHECK(calls > 0);
    model_close();
}

/* f1 calls f2 calls .. fN, and a chain of N elseif: neither is nested in C. */
TEST(long_chains)
{
    enum { N = 5000 };
    Buf b = {0};
    buf_puts(&b, "model M\n  function choose input Real x; output Real y;\n  algorithm\n"
                 "    if x < 0.5 then y := 0;\n");
    for (int i = 1; i < 4 * N; i++)
        buf_printf(&b, "    elseif x < %d.5 then y := %d*x;\n", i, i);
    buf_puts(&b, "    else y := -1; end if;\n  end choose;\n");
    for (int i = 1; i <= N; i++) {
        buf_printf(&b, "  function f%d input Real x; output Real y;\n  algorithm\n", i);
        buf_printf(&b, "    for k in 1:2 loop y := %s%d(x) + k; end for;\n  end f%d;\n",
                   i < N ? "f" : "g", i < N ? i + 1 : 0, i);
    }
    buf_puts(&b, "  function g0 input Real x; output Real y;\n"
                 "  algorithm y := x; annotation(Inline = false); end g0;\n"
                 "  Real a = choose(7 + 0*time), c = choose(-1 + 0*time), d = choose(1e9 + time);\n"
                 "  Real e = if time < -1 then f1(time) else time;\nend M;\n");
    OPEN_MODEL(buf_text(&b));
    buf_free(&b);
    Rows rows = {0};
    CHECK(!run_code(jit_code(T.jit), K_CVODE, 0.1, &rows));
    free(rows.data);
    CHECK(value("a") == 49 && value("c") == 0 && value("d") == -1);
    CHECK(!strstr(buf_text(&T.text), "k_deep(m)")); /* nothing is recursive */
    model_close();
}

/* In every cycle of calls the depth is watched. */
TEST(mutual_recursion)
{
    OPEN_MODEL("model M\n"
               "  function even input Real x; output Real y;\n"
               "  algorithm if x < 0.5 then y := 1; else y := odd(x - 1); end if; end even;\n"
               "  function odd input Real x; output Real y;\n"
               "  algorithm if x < 0.5 then y := 0; else y := even(x - 1); end if; end odd;\n"
               "  parameter Real n = 10;\n"
               "  Real a = even(n + 0*time), b = odd(7 + 0*time), c = even(n - 3 + 0*time);\n"
               "end M;\n");
    CHECK(model_run(0.1));
    CHECK(value("a") == 1 && value("b") == 1 && value("c") == 0);
    k_inst_free(T.inst);
    T.inst = k_inst_new(T.model, jit_code(T.jit), note_message, NULL);
    k_set_value(T.inst, find_variable("n")->index, 1e9);
    KOptions o = {.method = K_CVODE, .stop = 0.1, .tolerance = 1e-6, .intervals = 1};
    CHECK(!k_params(T.inst) && k_simulate(T.inst, &o, &(KSink){0}, &T.stats));
    CHECK(strstr(T.stats.message, "too deep"));
    model_close();
}

/* Variables that turned out to be constant have their values in the running model. */
TEST(constant_variables)
{
    OPEN_MODEL("model M\n"
               "  Real x[3] = {1, 2, 3}, z = 2, q = -z; Integer n = 7; Boolean b = n > 3;\n"
               "  Real s(start = 1, fixed = true);\n"
               "equation\n  der(s) = -z*s;\nend M;\n");
    CHECK(model_run(0.1));
    CHECK(value("x[1]") == 1 && value("x[3]") == 3 && value("z") == 2 && value("q") == -2);
    CHECK(value("n") == 7 && value("b") == 1);
    model_close();
}

/* Relations of parameters have no modes, even if an equation has the same relation. */
TEST(relations_of_parameters)
{
    OPEN_MODEL("model M\n"
               "  function f input Integer x; output Integer y;\n"
               "  algorithm y := x; for i in 1:2 loop y := y - 1; end for; end f;\n"
               "  constant Integer k = 1; constant Boolean c = f(div(k, k)) <= 0.5;\n"
               "  Integer j = integer(1.5 + 0*time); Boolean v = f(div(j, j)) <= 0.5;\n"
               "end M;\n");
    CHECK(model_run(0.1));
    CHECK(value("c") == 1 && value("v") == 1);
    model_close();
}

TEST_MAIN(T(scalars_and_control_flow), T(arrays), T(strings_and_asserts), T(faults),
          T(guards_and_calls), T(long_chains), T(mutual_recursion), T(constant_variables),
          T(relations_of_parameters))
