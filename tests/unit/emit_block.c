/* Blocks solved by the run time, directional derivatives, patterns and tables: models from text,
 * against solutions known otherwise. */
#include "emit_model.h"
#include "rt/texts.h"

/* ---- Derivatives ---- */

static void set_states(const double *x)
{
    for (int i = 0; i < T.model->nstates; i++)
        T.inst->v[T.model->state[i]] = x[i];
}

/* Derivatives of the states' derivatives by central differences: f[i] for the change of state j. */
static void difference(const double *x, int j, double *f)
{
    int n = T.model->nstates;
    double *y = malloc((size_t)n * sizeof *y), h = 1e-6 * fmax(1, fabs(x[j]));
    const KCode *code = jit_code(T.jit);
    for (int side = -1; side <= 1; side += 2) {
        memcpy(y, x, (size_t)n * sizeof *y);
        y[j] += side * h;
        set_states(y);
        CHECK_INT(code->rhs(T.inst), 0);
        for (int i = 0; i < n; i++)
            f[i] = side < 0 ? T.inst->v[T.model->der[i]]
                            : (T.inst->v[T.model->der[i]] - f[i]) / (2 * h);
    }
    set_states(x);
    CHECK_INT(code->rhs(T.inst), 0);
    free(y);
}

static bool in_pattern(int row, int col)
{
    if (!T.model->jac_nnz)
        return false;
    for (int p = T.model->jac_colptr[col]; p < T.model->jac_colptr[col + 1]; p++)
        if (T.model->jac_rowidx[p] == row)
            return true;
    return false;
}

/* jvp against differences at the present point, column by column; entries outside the pattern are
 * 0. */
static void check_jvp(double tolerance)
{
    int n = T.model->nstates;
    double *x = malloc(2 * (size_t)n * sizeof *x), *f = x + n;
    const KCode *code = jit_code(T.jit);
    CHECK(code->jvp != NULL);
    for (int i = 0; i < n; i++)
        x[i] = T.inst->v[T.model->state[i]];
    memset(T.inst->dv, 0, (size_t)T.model->nv * sizeof(double));
    for (int j = 0; j < n && code->jvp; j++) {
        difference(x, j, f);
        T.inst->dv[T.model->state[j]] = 1;
        CHECK_INT(code->jvp(T.inst), 0);
        T.inst->dv[T.model->state[j]] = 0;
        for (int i = 0; i < n; i++) {
            CHECK_REAL(T.inst->dv[T.model->der[i]], f[i], tolerance);
            if (!in_pattern(i, j))
                CHECK(fabs(f[i]) < tolerance && T.inst->dv[T.model->der[i]] == 0);
        }
    }
    free(x);
}

TEST(directional_derivatives)
{
    OPEN_MODEL(
        "model M\n"
        "  function f input Real x; input Real y; output Real z; protected Real s;\n"
        "  algorithm s := 0; for i in 1:3 loop s := s + x^i*sin(y); end for; z := s; end f;\n"
        "  function g input Real u[:]; output Real v[size(u, 1)];\n"
        "  algorithm for i in 1:size(u, 1) loop v[i] := u[i]^2/(1 + i); end for; end g;\n"
        "  function p input Real u[:]; output Real v; algorithm v := product(u); end p;\n"
        "  Real x[6](start = {0.3, 0.5, -0.7, 1.1, 0.9, 0.2}, each fixed = true);\n"
        "  Real a, b, c[2], q, w;\n"
        "equation\n"
        "  der(x[1]) = f(x[1], x[2])*exp(-x[3]^2) + time;\n"
        "  der(x[2]) = if x[1] > 0 then sqrt(x[4] + 2) else x[2]/x[4];\n"
        "  c = g({x[5], x[6]*x[1]});\n"
        "  der(x[3]) = c[1] - c[2]*x[3];\n"
        "  a^3 + a = x[4] + x[5];\n" /* Newton */
        "  b + 2*a = atan2(x[2], x[6]);\n"
        "  der(x[4]) = a*b + abs(x[3]);\n"
        "  der(x[5]) = p({x[1], x[2], x[6]}) + max(x[1], x[2]);\n" /* no derivative: a difference */
        "  der(x[6]) = w + q;\n"
        "algorithm\n" /* a difference too */
        "  w := 0; q := x[2];\n"
        "  for i in 1:4 loop w := w + i*x[i]^2; q := q*0.5 + x[i]; end for;\n"
        "end M;\n");
    CHECK(model_run(0.2));
    check_jvp(2e-6);
    model_close();
}

/* ---- Linear and nonlinear blocks ---- */

/* A chain of n resistors of growing size between 1 and 0: node voltages by the voltage divider. */
static void resistor_chain(int n)
{
    char text[1200];
    snprintf(text, sizeof text,
             "model M\n"
             "  parameter Integer n = %d;\n"
             "  Real v[n + 1], i[n]; Real x(start = 1, fixed = true);\n"
             "equation\n"
             "  der(x) = -x + i[1];\n"
             "  v[1] = x; v[n + 1] = 0;\n"
             "  for k in 1:n loop v[k] - v[k + 1] = k*(1 + 0*x)*i[k]; end for;\n"
             "  for k in 1:n - 1 loop (1 + x^2)*i[k] = (1 + x^2)*i[k + 1]; end for;\n"
             "end M;\n",
             n);
    OPEN_MODEL(text);
    CHECK(model_run(1));
    double x = value("x"), total = n * (n + 1) / 2.0;
    CHECK_REAL(x, exp(-(1 - 1 / total)), 1e-6);
    CHECK_REAL(value("i[1]"), x / total, 1e-9);
    char name[20];
    snprintf(name, sizeof name, "v[%d]", n);
    CHECK_REAL(value(name), n * x / total, 1e-9);
    check_jvp(1e-6);
    Rows rows = {0};
    CHECK_INT(run_code(jit_code(T.jit), K_IDA, 1, &rows), 0);
    CHECK_REAL(value("x"), x, 1e-5);
    free(rows.data);
    model_close();
}

TEST(linear_blocks)
{
    resistor_chain(3);
    resistor_chain(12);
    resistor_chain(200);
}

TEST(nonlinear_blocks)
{
    /* Kepler's equation and a circle: one unknown each way, then two together */
    OPEN_MODEL(
        "model M\n"
        "  parameter Real e = 0.3;\n"
        "  Real E(start = 0.5), x(start = 0.6), y(start = 0.8), s(start = 0, fixed = true);\n"
        "equation\n"
        "  der(s) = E;\n"
        "  E - e*sin(E) = 1 + time;\n"
        "  x^2 + y^2 = 1 + 0.1*E;\n"
        "  x*y + 0.01*exp(x) = 0.48;\n"
        "end M;\n");
    CHECK(T.model->nblocks >= 2);
    CHECK(model_run(1));
    double E = value("E"), x = value("x"), y = value("y");
    CHECK_REAL(E - 0.3 * sin(E), 2, 1e-9);
    CHECK_REAL(x * x + y * y, 1 + 0.1 * E, 1e-9);
    CHECK_REAL(x * y + 0.01 * exp(x), 0.48, 1e-9);
    check_jvp(1e-6);
    model_close();
}

/* Ideal diodes: two rectifiers of one source, currents that would be negative are cut off. */
TEST(mixed_blocks)
{
    OPEN_MODEL("model M\n"
               "  Real u = sin(time), s[2], v[2], i[2], w[2], x(start = 0, fixed = true);\n"
               "  Boolean off[2];\n"
               "equation\n"
               "  for k in 1:2 loop\n"
               "    off[k] = s[k] < 0;\n"
               "    v[k] = if off[k] then s[k] else 0;\n"
               "    i[k] = if off[k] then 0 else s[k];\n"
               "    w[k] = k*i[k];\n"
               "  end for;\n"
               "  v[1] + w[1] = u + 0.1*i[2];\n"
               "  v[2] + w[2] = -u + 0.1*i[1];\n"
               "  der(x) = i[1];\n"
               "end M;\n");
    bool mixed = false;
    for (int k = 0; k < T.model->nblocks; k++)
        mixed |= T.model->block[k].mixed;
    CHECK(mixed);
    CHECK(model_run(4)); /* sin 4 < 0: the second conducts */
    double u = sin(4);
    CHECK(value("off[1]") == 1 && value("off[2]") == 0);
    CHECK_REAL(value("i[2]"), -u / 2, 1e-9);
    CHECK_REAL(value("v[1]"), u + 0.1 * value("i[2]"), 1e-9);
    model_close();
}

/* An assertion of the initial equations is heard. */
TEST(initial_asserts)
{
    OPEN_MODEL("model M\n  parameter Real p = 1; Real x(start = 1);\n"
               "initial equation\n  x = 2*p;\n  assert(x < 5, \"x begins too high\");\n"
               "equation\n  der(x) = 10;\nend M;\n");
    CHECK(model_run(1)); /* later it may grow */
    k_set_value(T.inst, find_variable("p")->index, 3);
    CHECK_INT(k_params(T.inst), 0);
    CHECK(k_initialize(T.inst, 0) != 0);
    CHECK(strstr(T.message, "x begins too high"));
    model_close();
}

/* ---- Messages ---- */

TEST(texts)
{
    OPEN_MODEL("model M\n"
               "  Real x(start = 1, fixed = true), y(start = 1), z;\n"
               "equation\n"
               "  der(x) = -1;\n"
               "  y^2 + exp(y) = -1 - x^2;\n"
               "  z = if x > 0.5 then y else -y;\n"
               "end M;\n");
    const KTexts *t = k_texts(T.model);
    CHECK_STR(t->name[find_variable("y")->index], "y");
    CHECK_STR(k_equation(t, t->relation, 0)->text, "x > 0.5");
    CHECK(T.model->nblocks > 0);
    const KEquation *equation = k_equation(t, t->residual, t->first[0]);
    CHECK(equation && strstr(equation->text, "exp(y)"));
    CHECK(equation && strstr(equation->place, ":5"));
    CHECK(run_code(jit_code(T.jit), K_CVODE, 1, &(Rows){0}) != 0);
    CHECK(strstr(T.stats.message, "exp(y)"));
    model_close();
    OPEN_MODEL("model M\n  Real x(start = 1, fixed = true), y;\n"
               "equation\n  der(x) = 3*y;\n  y = 1/(x - 1);\nend M;\n");
    CHECK(run_code(jit_code(T.jit), K_CVODE, 1, &(Rows){0}) != 0);
    CHECK(strstr(T.stats.message, "division by zero"));
    CHECK(strstr(T.stats.message, ":5)"));
    model_close();
}

/* ---- Tables ---- */

TEST(variables)
{
    OPEN_MODEL("model M\n"
               "  parameter Real p(unit = \"m\") = 2; final constant Integer k = 3;\n"
               "  Real x(start = 1, fixed = true, nominal = 50, min = -p), y, z; Boolean b, nb; "
               "Real w, c0;\n"
               "  String s = \"text\"; input Real u(start = 0);\n"
               "protected\n  Real hidden_one;\n"
               "equation\n"
               "  der(x) = y + u; y = -z; z = x + p; b = x > 0; nb = not b; hidden_one = 2*x;\n"
               "  w = 0; c0 = k;\n"
               "end M;\n");
    CHECK(model_run(0.5));
    const KVariable *x = find_variable("x"), *y = find_variable("y"), *z = find_variable("z");
    CHECK(x->kind == K_STATE && find_variable("der(x)")->kind == K_DERIVATIVE);
    CHECK(y->index == z->index && y->negated != z->negated);
    CHECK(value("y") == -value("z") && value("nb") == 1 - value("b"));
    CHECK(find_variable("nb")->type == K_BOOLEAN && find_variable("s")->type == K_STRING);
    CHECK(find_variable("p")->settable && find_variable("p")->kind == K_PARAMETER);
    CHECK_STR(find_variable("p")->unit, "m");
    CHECK(find_variable("hidden_one")->is_protected && !x->is_protected);
    CHECK(find_variable("u")->kind == K_INPUT);
    CHECK(value("w") == 0 && value("c0") == 3); /* eliminated, but shown */
    CHECK(T.model->nominal[x->index] == 50 && T.model->min[x->index] == -2);
    CHECK(T.model->max[x->index] == INFINITY && T.model->nominal[y->index] == 0);
    CHECK_INT(T.model->nstates, 1);
    CHECK(T.model->state[0] == x->index && T.model->der[0] == find_variable("der(x)")->index);
    model_close();
}

TEST(parameters)
{
    OPEN_MODEL(
        "model M\n"
        "  parameter Real a = 2*b, b = c + 1, c = 3; parameter Real d(fixed = false, start = 5);\n"
        "  parameter Integer n[3] = {1, n[1] + 1, n[2]*2};\n"
        "  Real x(start = a, fixed = true);\n"
        "initial equation\n  d^2 = b;\n"
        "equation\n  der(x) = -d*0;\nend M;\n");
    CHECK(model_run(0.1));
    CHECK(value("a") == 8 && value("b") == 4 && value("n[3]") == 4 && value("x") == 8);
    CHECK_REAL(value("d"), 2, 1e-9);
    KInst *m = k_inst_new(T.model, jit_code(T.jit), note_message, NULL);
    k_set_value(m, find_variable("b")->index, 10);
    CHECK_INT(k_params(m), 0);
    CHECK(k_value(m, find_variable("a")) == 20 && k_value(m, find_variable("b")) == 10);
    CHECK(m->start[find_variable("x")->index] == 20);
    k_inst_free(m);
    model_close();
    /* the same for many: a loop that leaves out what was set */
    OPEN_MODEL("model M\n  parameter Integer n = 40; parameter Real base = 2;\n"
               "  parameter Real p[n] = {i*base + 1 for i in 1:n};\n"
               "  parameter Real q[n] = {sqrt(p[i]) for i in 1:n};\n"
               "  Real x = q[n]*time;\nend M;\n");
    CHECK(model_run(1));
    CHECK(value("p[7]") == 15 && value("q[24]") == 7 && value("x") == 9);
    CHECK(strstr(buf_text(&T.text), "if(!m->set["));
    CHECK(T.text.n < T.plain.n);
    k_set_value(T.inst, find_variable("p[7]")->index, 100);
    k_set_value(T.inst, find_variable("base")->index, 3);
    CHECK_INT(k_params(T.inst), 0);
    CHECK(value("p[7]") == 100 && value("q[7]") == 10 && value("p[8]") == 25 && value("q[8]") == 5);
    model_close();
    CHECK(!model_open("model M\n  parameter Real a = 2*b;\n  parameter Real b = c + 1;\n"
                      "  parameter Real c = a;\n  Real x = a;\nend M;\n"));
    CHECK(strstr(diagnostics(), "depend"));
    model_close();
}

TEST_MAIN(T(directional_derivatives), T(linear_blocks), T(nonlinear_blocks), T(mixed_blocks),
          T(initial_asserts), T(texts), T(variables), T(parameters))
