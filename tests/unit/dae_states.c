/* Which variables are integrated: dummy derivatives (DS-12 to DS-14), wishes, sets that are chosen
 * during the run (DS-17, DS-19), and what cannot be met. */
#include "dae_test.h"

static bool is_state(const Fixture *f, const char *name)
{
    int sign = 1;
    return f->d->var.v[dae_root(f->d, named(f, name), &sign)].kind == DV_STATE;
}

static int states(const Fixture *f)
{
    int n = 0;
    for (int i = 0; i < f->d->var.n; i++)
        n += f->d->var.v[i].kind == DV_STATE && f->d->var.v[i].alias == NONE;
    return n;
}

/* ---- Constant coefficients ---- */

#define TRAIN                                                                                      \
    "parameter Real J1 = 1, J2 = 2, r = 3; Real t; Real phi1%s, w1%s, phi2%s, w2%s; equation"      \
    " phi1 = r*phi2; der(phi1) = w1; der(phi2) = w2; J1*der(w1) = sin(time) - t;"                  \
    " J2*der(w2) = r*t; end M;"

/* Two inertias and an ideal gear: one angle and one speed are left of four. */
static Fixture train(const char *phi1, const char *w1, const char *phi2, const char *w2)
{
    Buf text = {0};
    buf_printf(&text, "model M " TRAIN, phi1, w1, phi2, w2);
    Fixture f = fixture_structured(buf_text(&text));
    buf_free(&text);
    return f;
}

/* Without wishes what is declared first stays. */
TEST(order_of_declaration)
{
    Fixture f = train("", "", "", "");
    CHECK_INT(states(&f), 2);
    CHECK(is_state(&f, "phi1") && is_state(&f, "w1"));
    CHECK_INT(f.d->set.n, 0);
    fixture_close(&f);
}

TEST(wishes)
{
    Fixture f =
        train("", "", "(stateSelect = StateSelect.prefer)", "(stateSelect = StateSelect.prefer)");
    CHECK_INT(states(&f), 2);
    CHECK(is_state(&f, "phi2") && is_state(&f, "w2"));
    fixture_close(&f);
    f = train("(stateSelect = StateSelect.avoid)", "", "", "(stateSelect = StateSelect.always)");
    CHECK(is_state(&f, "phi2") && is_state(&f, "w2"));
    fixture_close(&f);
    f = train("(stateSelect = StateSelect.never)", "(stateSelect = StateSelect.never)", "", "");
    CHECK(is_state(&f, "phi2") && is_state(&f, "w2"));
    fixture_close(&f);
    /* a value to begin with is a wish too, weaker than those */
    f = train("", "", "(start = 1, fixed = true)", "(start = 1, fixed = true)");
    CHECK(is_state(&f, "phi2") && is_state(&f, "w2"));
    fixture_close(&f);
}

/* x1 + x2 = sin(t), x2 + x3 = cos(t), and x3 + x4 = 2: any one of the four determines the others,
 * found by elimination through the rows between. */
TEST(chains)
{
    for (int k = 1; k <= 4; k++) {
        Buf text = {0};
        buf_puts(&text, "model M Real u1, u2, u3");
        for (int i = 1; i <= 4; i++)
            buf_printf(&text, ", x%d%s", i, i == k ? "(stateSelect = StateSelect.prefer)" : "");
        buf_puts(&text, "; equation x1 + x2 = sin(time); x2 + x3 = cos(time); x3 + x4 = 2*time;"
                        " der(x1) = u1; der(x2) = u1 + u2; der(x3) = u2 + u3; der(x4) = u3 - x1;"
                        " end M;");
        Fixture f = fixture_structured(buf_text(&text));
        char name[16];
        snprintf(name, sizeof name, "x%d", k);
        CHECK_INT(states(&f), 1);
        CHECK(is_state(&f, name));
        buf_free(&text);
        fixture_close(&f);
    }
}

/* x + y and x + y + z are given, so z is: it cannot be integrated, however it is wished. */
TEST(cancellation)
{
    Fixture f = fixture_structured(
        "model M Real x, y, z(stateSelect = StateSelect.prefer), u, v; equation"
        " x + y = sin(time); x + y + z = cos(time); der(x) = u; der(y) = v; der(z) = u - v + x;"
        " end M;");
    CHECK_INT(states(&f), 1);
    CHECK(is_state(&f, "x"));
    fixture_close(&f);
}

/* A coefficient that is 0 with the value of its parameter is no pivot: z was declared last and
 * would go first, but x + p*z = sin(t) says nothing about it. */
TEST(parameter_that_is_zero)
{
    for (int p = 0; p < 2; p++) {
        Buf text = {0};
        buf_printf(&text,
                   "model M parameter Real p(min = -1) = %d; Real x, z, u; equation"
                   " x + p*z = sin(time); der(x) = u; der(z) = 2*u + x; end M;",
                   p);
        Fixture f = fixture_structured(buf_text(&text));
        CHECK_INT(states(&f), 1);
        CHECK(is_state(&f, p ? "x" : "z"));
        buf_free(&text);
        fixture_close(&f);
    }
}

/* ---- Coefficients that vary ---- */

/* The pendulum in Cartesian coordinates: a set of one of two for the positions and one for the
 * velocities (DS-19), whose constraint has the entries 2x and 2y. */
TEST(pendulum)
{
    Fixture f = fixture_structured(
        "model M Real x(start = 1), y, vx, vy, F; equation der(x) = vx; der(y) = vy;"
        " der(vx) = -F*x; der(vy) = -F*y - 9.81; x^2 + y^2 = 1; end M;");
    CHECK_INT(f.d->set.n, 2);
    for (int i = 0; i < f.d->set.n; i++) {
        const StateSet *set = &f.d->set.v[i];
        CHECK(!set->decided);
        CHECK_INT(set->m, 1);
        CHECK_INT(set->n, 2);
        CHECK_INT(set->nstates, 1);
    }
    CHECK_INT(states(&f), 2);
    CHECK(!is_state(&f, "x") && !is_state(&f, "y"));
    fixture_close(&f);
}

/* With the angle as well (DS-36): its coefficients in x = sin(phi), y = -cos(phi) are cos(phi) and
 * sin(phi), those of x and y are 1, so x and y are given up, twice, and nothing is left to choose.
 */
TEST(pendulum_with_angle)
{
    Fixture f = fixture_structured(
        "model M Real x, y, vx, vy, phi, omega, alpha, F; equation der(vx) = -F*sin(phi);"
        " der(vy) = F*cos(phi) - 9.81; x = sin(phi); y = -cos(phi); alpha = der(omega);"
        " der(x) = vx; der(y) = vy; der(phi) = omega; end M;");
    CHECK_INT(states(&f), 2);
    CHECK(is_state(&f, "phi") && is_state(&f, "omega"));
    CHECK_INT(f.d->set.n, 0);
    fixture_close(&f);
}

/* A wish decides it: no set is left to the run but the one that is watched. */
TEST(pendulum_with_marks)
{
    Fixture f = fixture_structured(
        "model M Real x(start = 1), y(stateSelect = StateSelect.always), vx,"
        " vy(stateSelect = StateSelect.always), F; equation der(x) = vx; der(y) = vy;"
        " der(vx) = -F*x; der(vy) = -F*y - 9.81; x^2 + y^2 = 1; end M;");
    CHECK_INT(states(&f), 2);
    CHECK(is_state(&f, "y") && is_state(&f, "vy"));
    for (int i = 0; i < f.d->set.n; i++)
        CHECK(f.d->set.v[i].decided);
    fixture_close(&f);
}

/* Two rows, x + y + z = sin(t) and x*y = cos(t): the first is solved for what is declared last, a
 * pivot that is a number; what is left of the second is for the run. */
TEST(number_before_expression)
{
    Fixture f = fixture_structured(
        "model M Real x(start = 1), y(start = 2), z, u, v; equation x + y + z = sin(time);"
        " x*y = 1 + cos(time); der(x) = u; der(y) = v; der(z) = u - v + x; end M;");
    CHECK_INT(states(&f), 1);
    CHECK_INT(f.d->set.n, 1);
    CHECK_INT(f.d->set.v[0].nstates, 1);
    CHECK(!is_state(&f, "z"));
    fixture_close(&f);
}

/* ---- What cannot be met ---- */

TEST(too_many_marks)
{
    Fixture f = fixture_structured(
        "model M Real x(stateSelect = StateSelect.always), y(stateSelect = StateSelect.always), u;"
        " equation x + 2*y = sin(time); der(x) = u; der(y) = 3*u + x; end M;");
    CHECK(!f.d);
    CHECK(strstr(fixture_said(&f), "leaves freedom for fewer states") != NULL);
    fixture_close(&f);
}

TEST(no_constraint)
{
    Fixture f = fixture_structured("model M Real x, y; equation der(x) = y; der(y) = -x; end M;");
    CHECK_INT(states(&f), 2);
    CHECK_INT(f.d->set.n, 0);
    fixture_close(&f);
}

TEST_MAIN(T(order_of_declaration), T(wishes), T(chains), T(cancellation), T(parameter_that_is_zero),
          T(pendulum), T(pendulum_with_angle), T(pendulum_with_marks), T(number_before_expression),
          T(too_many_marks), T(no_constraint))
