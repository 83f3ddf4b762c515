/* Hidden constraints and redundant equations: what the exact elimination finds, worked out by hand.
 * Index reduction differentiates the constraints (DS-10, DS-11). */
#include "dae_test.h"

/* A model through the passes up to exact.c; f.d is NULL if it reports an error. */
static Fixture exact(const char *text)
{
    Fixture f = fixture_of(text);
    if (f.d && !(dae_fold(f.d) && dae_alias(f.d) && dae_exact(f.d)))
        f.d = NULL;
    return f;
}

static bool is_any(void *arg, uint32_t var)
{
    const Dae *d = arg;
    return d->var.v[var].kind >= DV_STATE && d->var.v[var].kind <= DV_ALGEBRAIC;
}

/* lhs - rhs of an equation in the variables of the model. */
static LinearForm form_of(const Fixture *f, int eq)
{
    const DaeEq *q = &f->d->eq.v[eq];
    return expr_linear(f->d->store, f->d->arena, expr_sub(f->d->store, q->lhs, q->rhs), is_any,
                       f->d);
}

/* The equations that were changed; with `none`, those of which nothing is left. */
static int changed(const Fixture *f, bool none)
{
    int n = 0;
    for (int k = 0; k < f->d->eq.n; k++)
        n += !f->d->eq.v[k].removed && f->d->eq.v[k].written_lhs && (!none || form_of(f, k).n == 0);
    return n;
}

/* Whether an equation says coef[0]*name[0] + ... = something, or a multiple of it. */
static bool is_said(const Fixture *f, int n, const char *const *name, const double *coef)
{
    for (int k = 0; k < f->d->eq.n; k++) {
        LinearForm form = form_of(f, k);
        bool same = !f->d->eq.v[k].removed && form.n == n && !form.nnon;
        double scale = 0;
        for (int i = 0; i < n && same; i++) {
            uint32_t v = named(f, name[i]);
            int at = 0;
            while (at < n && form.var[at] != v)
                at++;
            double x = at < n
                           ? expr_value(f->d->store, form.coef[at], dae_parameter_values(f->d), NAN)
                           : NAN;
            scale = i ? scale : x / coef[0];
            same = x == scale * coef[i];
        }
        if (same)
            return true;
    }
    return false;
}

/* ---- Constraints ---- */

/* Three capacitors in a loop: v1 + v2 + v3 = (a - b) + (b - c) + (c - a) = 0. */
TEST(loop_of_capacitors)
{
    Fixture f = exact("model M Real v1, v2, v3, a, b, c, i; equation v1 = a - b; v2 = b - c;"
                      " v3 = c - a; c = 0; der(v1) = i - 1; der(v2) = i - sin(time);"
                      " der(v3) = i; end M;");
    CHECK(is_said(&f, 3, (const char *const[]){"v1", "v2", "v3"}, (double[]){1, 1, 1}));
    fixture_close(&f);
}

/* Inductors in a cut set: i1 + i2 = i3 by way of a and b. */
TEST(cut_set_of_inductors)
{
    Fixture f = exact("model M Real i1, i2, i3, a, b, u; equation i1 + i2 = a; 2*a = b; 2*i3 = b;"
                      " der(i1) = u; der(i2) = u - 1; der(i3) = cos(time) - u; end M;");
    CHECK(is_said(&f, 3, (const char *const[]){"i1", "i2", "i3"}, (double[]){1, 1, -1}));
    fixture_close(&f);
}

/* Integer coefficients: from 3x + 2a = 0 and 5y - 7a = 0 follows 21x + 10y = 0, exactly. */
TEST(whole_numbers)
{
    Fixture f = exact("model M Real x, y, a, u; equation 3*x + 2*a = 0; 5*y - 7*a = 0;"
                      " der(x) = u; der(y) = 2*u + 1; end M;");
    CHECK(is_said(&f, 2, (const char *const[]){"x", "y"}, (double[]){21, 10}));
    fixture_close(&f);
}

/* Ratios that are parameters: a = r*x and a = r*y say x = y, whatever r is but 0. */
TEST(ratios)
{
    Fixture f = exact("model M parameter Real r = 3; Real x, y, a, u; equation a = r*x; a = r*y;"
                      " der(x) = u; der(y) = 2*u - 1; end M;");
    CHECK(is_said(&f, 2, (const char *const[]){"x", "y"}, (double[]){1, -1}));
    fixture_close(&f);
    /* of different ones both stay: p*x = r*y */
    f = exact("model M parameter Real p = 2, r = 3; Real x, y, a, u; equation a = p*x; a = r*y;"
              " der(x) = u; der(y) = 2*u - 1; end M;");
    CHECK(is_said(&f, 2, (const char *const[]){"x", "y"}, (double[]){2, -3}));
    fixture_close(&f);
    /* one that is 0 is not divided by: x is free, nothing is found */
    f = exact("model M parameter Real p = 0, r = 3; Real x, y, a, u; equation p*a = x; a = r*y;"
              " der(x) = u; der(y) = 2*u - 1; end M;");
    CHECK(!is_said(&f, 2, (const char *const[]){"x", "y"}, (double[]){1, 0}));
    fixture_close(&f);
}

/* Different products that meet in one term: equal only by their values, so it is not said that the
 * equation is superfluous. */
TEST(products_that_are_equal_by_value)
{
    Fixture f = exact("model M parameter Real p = 2, r = 2; Real x, a; equation a = p*x; a = r*x;"
                      " end M;");
    CHECK_INT(changed(&f, true), 0);
    fixture_close(&f);
}

/* ---- Redundancy ---- */

/* The third is the sum of the others: what is left of one of them is 0 = 0. */
TEST(redundant)
{
    Fixture f = exact("model M Real x, y, z; equation x + y + z = 6; x + 2*y + 3*z = 14;"
                      " 2*x + 3*y + 4*z = 20; end M;");
    CHECK_INT(changed(&f, true), 1);
    for (int k = 0; k < f.d->eq.n; k++)
        if (form_of(&f, k).n == 0)
            CHECK_REAL(value_of(&f, f.d->eq.v[k].rhs), 0, 0);
    fixture_close(&f);
}

/* With 21 instead of 20 they say 0 = 1; with half of everything 0 = 0.5. */
TEST(contradiction)
{
    Fixture f = exact("model M Real x, y, z; equation x + y + z = 6; x + 2*y + 3*z = 14;"
                      " 2*x + 3*y + 4*z = 21; end M;");
    CHECK(!f.d);
    CHECK(strstr(fixture_said(&f), "contradicts others: together they say 0 = 1\n") != NULL);
    fixture_close(&f);
}

/* Where the structure shows what is wrong, equations stay as they are written. */
TEST(wrong_by_structure)
{
    Fixture f = exact("model M Real x, y, z; equation x + y = 1; x + y = 1; x - y = time; end M;");
    CHECK(f.d && changed(&f, false) == 0);
    fixture_close(&f);
}

/* ---- Limits ---- */

/* s = p*a + 7b, a = p*b + 7c, b = p*c + 7d, c = p*d. With p = 9: b = 88d, a = 855d, s = 8311d. With
 * p = 900: s = 656117010049d, beyond the limit for coefficients; then nothing is said. */
TEST(large_coefficients)
{
    for (int p = 9; p <= 900; p += 891) {
        Buf text = {0};
        buf_printf(&text,
                   "model M Real s, a, b, c, d, u; equation s = %d*a + 7*b; a = %d*b + 7*c;"
                   " b = %d*c + 7*d; c = %d*d; der(s) = u; der(d) = 2*u + 1; end M;",
                   p, p, p, p);
        Fixture f = exact(buf_text(&text));
        double factor = p == 9 ? 8311 : 656117010049;
        CHECK(is_said(&f, 2, (const char *const[]){"s", "d"}, (double[]){1, -factor}) == (p == 9));
        buf_free(&text);
        fixture_close(&f);
    }
}

/* A sum of more terms than are read: nothing is found, nothing is wrong. */
TEST(long_sums)
{
    Buf text = {0};
    buf_puts(&text, "model M Real x[60], s; equation s = sum(x); for i in 1:60 loop"
                    " x[i] = i*time; end for; end M;");
    Fixture f = exact(buf_text(&text));
    CHECK(f.d && changed(&f, false) == 0);
    buf_free(&text);
    fixture_close(&f);
}

TEST(nothing)
{
    Fixture f = exact("model M end M;");
    CHECK(f.d && f.d->eq.n == 0);
    fixture_close(&f);
}

TEST_MAIN(T(loop_of_capacitors), T(cut_set_of_inductors), T(whole_numbers), T(ratios),
          T(products_that_are_equal_by_value), T(redundant), T(contradiction),
          T(wrong_by_structure), T(large_coefficients), T(long_sums), T(nothing))
