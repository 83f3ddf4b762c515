/* The initial problem: what determines what at the start. */
#include "dae_test.h"

/* Values after the initial problem with start values as they are declared. */
static Fixture initialized(const char *text)
{
    Fixture f = fixture_structured(text);
    if (!f.d)
        return f;
    fill_parameters(&f);
    for (int i = 0; i < f.d->var.n; i++)
        if (f.d->var.v[i].start && f.d->var.v[i].kind > DV_PARAMETER)
            f.v[i] = value_of(&f, f.d->var.v[i].start);
    evaluate(&f, dae_system(f.d, SYSTEM_INITIAL));
    return f;
}

static bool warns(Fixture *f, const char *what)
{
    const char *said = fixture_said(f);
    return what ? strstr(said, what) != NULL : strstr(said, "warning") == NULL;
}

TEST(fixed_states)
{
    Fixture f = initialized(
        "model M Real x(start=2, fixed=true), y(start=3, fixed=true), z; equation der(x) = -y;"
        " der(y) = x*z; z = x + y; end M;");
    CHECK_REAL(get_value(&f, "x"), 2, 0);
    CHECK_REAL(get_value(&f, "der(x)"), -3, 0);
    CHECK_REAL(get_value(&f, "der(y)"), 10, 0);
    CHECK(warns(&f, NULL));
    for (int i = 0; i < dae_system(f.d, SYSTEM_INITIAL)->nblocks; i++)
        CHECK_INT(dae_system(f.d, SYSTEM_INITIAL)->block[i]->n, 1);
    fixture_close(&f);
}

TEST(start_attributes_are_read_at_run_time)
{
    Fixture f = initialized(
        "model M parameter Real p = 4; Real x(start=2*p, fixed=true); equation der(x) = -x;"
        " end M;");
    uint32_t x = named(&f, "x");
    int found = 0;
    for (int i = 0; i < dae_system(f.d, SYSTEM_INITIAL)->nblocks; i++)
        for (int k = 0; k < dae_system(f.d, SYSTEM_INITIAL)->block[i]->nassign; k++)
            found += dae_system(f.d, SYSTEM_INITIAL)->block[i]->assign[k].var == x &&
                     dae_system(f.d, SYSTEM_INITIAL)->block[i]->assign[k].start_of == x + 1;
    CHECK_INT(found, 1);
    CHECK_REAL(get_value(&f, "x"), 8, 0);
    fixture_close(&f);
}

TEST(given_start_is_taken_silently)
{
    Fixture f = initialized("model M Real x(start=2); equation der(x) = -x; end M;");
    CHECK_REAL(get_value(&f, "x"), 2, 0);
    CHECK(warns(&f, NULL));
    fixture_close(&f);
}

TEST(missing_start_is_reported)
{
    Fixture f = initialized(
        "model M Real x, y(start=1), z; equation der(x) = -x; der(y) = x; der(z) = y; end M;");
    CHECK(warns(&f, "start values are used as initial conditions: `x`, `z`\n"));
    fixture_close(&f);
}

TEST(steady_state)
{
    Fixture f = initialized(
        "model M parameter Real k = 2; Real x(start=1), y; initial equation der(x) = 0; equation"
        " der(x) = 6 - k*x; y = x^2; end M;");
    CHECK_REAL(get_value(&f, "x"), 3, 1e-12);
    CHECK_REAL(get_value(&f, "der(x)"), 0, 1e-12);
    CHECK_REAL(get_value(&f, "y"), 9, 1e-12);
    CHECK(warns(&f, NULL));
    fixture_close(&f);
}

TEST(nonlinear_steady_state)
{
    Fixture f = initialized(
        "model M Real x(start=0.8); initial equation der(x) = 0; equation der(x) = cos(x) - x;"
        " end M;");
    CHECK_REAL(get_value(&f, "x"), 0.7390851332151607, 1e-12); /* the fixed point of cos */
    fixture_close(&f);
}

TEST(start_fills_what_is_open)
{
    /* two states, one initial equation: the state whose start was written keeps it */
    Fixture f = initialized(
        "model M Real x, y(start=5); initial equation x + y = 7; equation der(x) = -y; der(y) = x;"
        " end M;");
    CHECK_REAL(get_value(&f, "y"), 5, 0);
    CHECK_REAL(get_value(&f, "x"), 2, 0);
    CHECK(warns(&f, NULL));
    fixture_close(&f);
}

TEST(algebraic_variable_with_fixed_start)
{
    Fixture f = initialized(
        "model M Real x, y(start=6, fixed=true); equation der(x) = -x; y = 2*x; end M;");
    CHECK_REAL(get_value(&f, "x"), 3, 1e-15);
    fixture_close(&f);
}

/* Conditions that are left over become assertions of the initial problem. */
static int count_checks(const Fixture *f)
{
    int n = 0;
    for (int k = 0; k < f->d->eq.n; k++)
        n += f->d->eq.v[k].kind == EQ_ASSERT && f->d->eq.v[k].initial;
    return n;
}

TEST(too_many_conditions)
{
    Fixture f = fixture_structured(
        "model M Real x(start=1, fixed=true); initial equation x = 2; der(x) = 0; equation"
        " der(x) = -x + time; end M;");
    CHECK_INT(count_checks(&f), 2);
    CHECK(strstr(fixture_said(&f), "one too many"));
    fixture_close(&f);
}

TEST(one_condition_too_many)
{
    Fixture f = fixture_structured(
        "model M Real y(start=1, fixed=true); equation y = sin(time) + 2; end M;");
    CHECK_INT(count_checks(&f), 1);
    CHECK(strstr(fixture_said(&f), "`y = 1`"));
    fixture_close(&f);
}

TEST(free_parameter)
{
    Fixture f = initialized(
        "model M parameter Real k(fixed=false, start=1), h = 3*k; Real x(start=2, fixed=true);"
        " initial equation der(x) = 10; equation der(x) = k*x - h*0.5; end M;");
    CHECK_REAL(get_value(&f, "k"), 20, 1e-12); /* k*2 - 1.5*k = 10 */
    CHECK_REAL(get_value(&f, "h"), 60, 1e-12);
    fixture_close(&f);
}

TEST(free_parameter_keeps_its_start)
{
    Fixture f = initialized(
        "model M parameter Real k(fixed=false, start=7); Real x(start=2, fixed=true); equation"
        " der(x) = k*x; end M;");
    CHECK_REAL(get_value(&f, "k"), 7, 0);
    CHECK(warns(&f, "start values are used as initial conditions: `k`"));
    fixture_close(&f);
}

/* ---- Discrete variables ---- */

TEST(when_is_not_active)
{
    Fixture f = initialized(
        "model M Real x(start=2, fixed=true); Integer n(start=5); Boolean b(start=false); equation"
        " der(x) = 1; b = x > 1; when {b, x > 1.5} then n = pre(n) + 1; end when; end M;");
    CHECK_REAL(get_value(&f, "n"), 5, 0); /* though b and x > 1.5 are true from the beginning */
    CHECK_REAL(get_value(&f, "b"), 1, 0);
    fixture_close(&f);
}

TEST(when_initial_is_active)
{
    Fixture f = initialized(
        "model M Real x(start=2, fixed=true); Integer n(start=5), m(start=1); equation der(x) = 1;"
        " when {initial(), x > 3} then n = pre(n) + 10; end when;"
        " when initial() then m = n; elsewhen x > 1 then m = 7; end when; end M;");
    CHECK_REAL(get_value(&f, "n"), 15, 0);
    CHECK_REAL(get_value(&f, "m"), 15, 0);
    fixture_close(&f);
}

TEST(initial_equation_for_pre)
{
    Fixture f = initialized(
        "model M Integer n(start=5); Real y; initial equation pre(n) = 8; equation when time > 1"
        " then n = pre(n) + 1; end when; y = 2*n; end M;");
    CHECK_REAL(get_value(&f, "n"), 8, 0);
    CHECK_REAL(get_value(&f, "y"), 16, 0);
    fixture_close(&f);
}

TEST(initial_equation_for_a_when_variable)
{
    /* n = 8 determines pre(n) by n = pre(n) */
    Fixture f = initialized(
        "model M Integer n(start=5); initial equation n = 8; equation when time > 1 then"
        " n = pre(n) + 1; end when; end M;");
    CHECK_REAL(get_value(&f, "n"), 8, 0);
    CHECK_REAL(f.v[f.d->var.v[named(&f, "n")].pre_var], 8, 0);
    fixture_close(&f);
}

TEST(pre_is_assigned)
{
    Fixture f = initialized(
        "model M Integer n(start=5); equation when time > 1 then n = pre(n) + 1; end when; end M;");
    uint32_t n = named(&f, "n");
    int pre = 0;
    for (int i = 0; i < dae_system(f.d, SYSTEM_INITIAL)->nblocks; i++)
        for (int k = 0; k < dae_system(f.d, SYSTEM_INITIAL)->block[i]->nassign; k++)
            pre += dae_system(f.d, SYSTEM_INITIAL)->block[i]->assign[k].pre &&
                   dae_system(f.d, SYSTEM_INITIAL)->block[i]->assign[k].var == n;
    CHECK_INT(pre, 1);
    fixture_close(&f);
}

TEST(initial_in_an_expression)
{
    Fixture f = initialized(
        "model M Real x(start=4); equation 0 = if initial() then x - 3 else der(x) + x; end M;");
    CHECK(f.d != NULL);
    if (f.d) {
        CHECK_REAL(get_value(&f, "x"), 3, 0);
        CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 1); /* der(x) = -x */
        CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->kind, BLOCK_EXPLICIT);
    }
    fixture_close(&f);
}

TEST(initial_algorithm)
{
    Fixture f = initialized(
        "model M Integer n(start=5); initial algorithm n := 3; algorithm when time > 1 then"
        " n := pre(n) + 1; end when; end M;");
    CHECK(f.d != NULL);
    if (f.d)
        CHECK_INT(dae_system(f.d, SYSTEM_INITIAL)->nunknowns, 3); /* n, pre(n), the condition */
    fixture_close(&f);
}

TEST_MAIN(T(fixed_states), T(start_attributes_are_read_at_run_time),
          T(given_start_is_taken_silently), T(missing_start_is_reported), T(steady_state),
          T(nonlinear_steady_state), T(start_fills_what_is_open),
          T(algebraic_variable_with_fixed_start), T(too_many_conditions), T(one_condition_too_many),
          T(free_parameter), T(free_parameter_keeps_its_start), T(when_is_not_active),
          T(when_initial_is_active), T(initial_equation_for_pre),
          T(initial_equation_for_a_when_variable), T(pre_is_assigned), T(initial_in_an_expression),
          T(initial_algorithm))
