/* Alias elimination: which variables go, what the others become, and what is reported. */
#include "dae_test.h"

static Fixture aliased(const char *text)
{
    Fixture f = fixture_of(text);
    if (f.d && !dae_alias(f.d))
        f.d = NULL;
    return f;
}

/* `name` was replaced by sign * root. */
static bool is_alias(const Fixture *f, const char *name, const char *root, int sign)
{
    const DaeVar *v = &f->d->var.v[named(f, name)];
    return v->alias == named(f, root) && v->alias_sign == sign;
}

static bool is_kept(const Fixture *f, const char *name)
{
    const DaeVar *v = &f->d->var.v[named(f, name)];
    return v->alias == NONE && v->kind > DV_PARAMETER;
}

static bool is_constant(const Fixture *f, const char *name, double value)
{
    const DaeVar *v = &f->d->var.v[named(f, name)];
    return v->kind == DV_CONSTANT && expr_is_number(f->d->store, v->binding) &&
           expr_number(f->d->store, v->binding) == value;
}

static int equations_left(const Fixture *f)
{
    int n = 0;
    for (int k = 0; k < f->d->eq.n; k++)
        n += !f->d->eq.v[k].removed && !f->d->eq.v[k].initial;
    return n;
}

static bool complains(const char *text, const char *part)
{
    Fixture f = aliased(text);
    bool found = !f.d && strstr(fixture_said(&f), part);
    if (!found)
        fprintf(stderr, "said: %s\n", f.said ? f.said : "nothing");
    fixture_close(&f);
    return found;
}

/* ---- What is eliminated ---- */

TEST(simple)
{
    Fixture f =
        aliased("model M Real a, b, c, d, e, g; equation a = sin(time); b = a; c = -b; d = 0;"
                " 2*e = 6; g = a + d*time; end M;");
    CHECK(is_kept(&f, "a"));
    CHECK(is_alias(&f, "b", "a", 1));
    CHECK(is_alias(&f, "c", "a", -1));
    CHECK(is_constant(&f, "d", 0));
    CHECK(is_constant(&f, "e", 3));
    CHECK(is_alias(&f, "g", "a", 1)); /* 0*time is gone, so this is one too */
    CHECK_INT(equations_left(&f), 1);
    CHECK_INT(f.d->naliases, 5);
    CHECK_INT(f.d->nunknowns_flat, 6);
    fixture_close(&f);
}

TEST(rows_that_become_short)
{
    Fixture f =
        aliased("model M Real a, b, c, d, e, u, v; equation a + b - c = 0; b = 0; a + d = c + e;"
                " a = sin(time); d = cos(time); u + v = a + c; v = a; end M;");
    CHECK(is_alias(&f, "c", "a", 1));
    CHECK(is_alias(&f, "e", "d", 1)); /* a and c cancel */
    CHECK(is_alias(&f, "v", "a", 1));
    CHECK(is_alias(&f, "u", "a", 1)); /* u + a = 2a */
    CHECK_INT(equations_left(&f), 2);
    fixture_close(&f);
}

TEST(twice_the_same_variable)
{
    Fixture f = aliased("model M Real a, b, c; equation a = b; a + b = 4; c = a; end M;");
    CHECK(is_constant(&f, "a", 2));
    CHECK(is_constant(&f, "b", 2));
    CHECK(is_constant(&f, "c", 2));
    CHECK_INT(equations_left(&f), 0);
    fixture_close(&f);
}

TEST(opposite_of_itself_is_zero)
{
    Fixture f = aliased("model M Real a, b; equation a = b; a = -b; end M;");
    CHECK(is_constant(&f, "a", 0));
    CHECK(is_constant(&f, "b", 0));
    fixture_close(&f);
}

TEST(products_with_zero)
{
    Fixture f = aliased("model M parameter Real R = 5; Real u, i, p, q; equation u = R*i; i = 0;"
                        " p = u*q; q = exp(time) + p; end M;");
    CHECK(is_constant(&f, "i", 0));
    CHECK(is_constant(&f, "u", 0));
    CHECK(is_constant(&f, "p", 0)); /* by a second pass */
    CHECK(is_kept(&f, "q"));
    CHECK_INT(equations_left(&f), 1);
    fixture_close(&f);
}

TEST(chain_of_100000)
{
    enum { N = 100000 };
    Fixture f = aliased("model M parameter Integer N = 100000; Real x[N]; equation"
                        " for i in 1:N-1 loop x[i+1] = -x[i]; end for; x[N] = sin(time); end M;");
    uint32_t first = named(&f, "x[1]");
    int wrong = 0;
    for (uint32_t i = 1; i < N; i++) {
        const DaeVar *v = &f.d->var.v[first + i];
        wrong += v->alias != first || v->alias_sign != (i % 2 ? -1 : 1);
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(equations_left(&f), 1);
    fixture_close(&f);
}

TEST(sum_of_100000)
{
    Fixture f = aliased("model M parameter Integer N = 100000; Real x[N], s, t; equation"
                        " for i in 1:N-1 loop x[i] = 0; end for; s = sum(x); x[N] = sin(time);"
                        " t = sum(x[i]*i for i in 1:N); end M;");
    CHECK(is_alias(&f, "s", "x[100000]", 1));
    CHECK(is_constant(&f, "x[7]", 0));
    CHECK(is_kept(&f, "t")); /* 100000*x[100000] */
    CHECK_INT(equations_left(&f), 2);
    fixture_close(&f);
}

TEST(booleans)
{
    Fixture f =
        aliased("model M Boolean a, b, c, d, e; equation a = time > 1; b = not a; c = not b;"
                " d = true; e = not d; end M;");
    CHECK(is_alias(&f, "b", "a", -1));
    CHECK(is_alias(&f, "c", "a", 1));
    CHECK(is_constant(&f, "d", 1));
    CHECK(is_constant(&f, "e", 0));
    fixture_close(&f);
}

TEST(integers_and_enumerations)
{
    Fixture f =
        aliased("model M type E = enumeration(x, y, z); E e, g; Integer i, j, k; equation"
                " e = if time > 1 then E.x else E.y; g = e; i = integer(time); j = -i; 2*k = 4;"
                " end M;");
    CHECK(is_alias(&f, "g", "e", 1));
    CHECK(is_alias(&f, "j", "i", -1));
    CHECK(is_constant(&f, "k", 2));
    fixture_close(&f);
}

/* ---- What is not ---- */

TEST(different_kinds_stay)
{
    Fixture f = aliased(
        "model M input Real u; parameter Real p = 1; Real a, b, c, y; discrete Real d(start=0);"
        " equation a = u; b = p; when time > 1 then d = 3*time; end when; c = d;"
        " y = a + b + c; end M;");
    CHECK(is_alias(&f, "a", "u", 1)); /* inputs are roots */
    CHECK(is_kept(&f, "b"));
    CHECK(is_kept(&f, "c"));
    CHECK(is_kept(&f, "d"));
    fixture_close(&f);
}

TEST(targets_of_algorithms_stay)
{
    Fixture f =
        aliased("model M Real a, b, c; algorithm b := sin(time); c := b; equation a = -b; end M;");
    CHECK(is_alias(&f, "a", "b", -1));
    CHECK(is_kept(&f, "b"));
    CHECK(is_kept(&f, "c"));
    fixture_close(&f);
}

TEST(when_variables_are_not_negated)
{
    Fixture f = aliased(
        "model M Integer i(start=1), a; equation when time > 1 then i = pre(i) + 1; end when;"
        " a = -i; end M;");
    CHECK(is_alias(&f, "a", "i", -1));
    fixture_close(&f);
}

TEST(pre_goes_to_the_root)
{
    Fixture f = aliased("model M Boolean a, b; Real x, y; equation a = time > 1; b = not a;"
                        " x = if pre(b) then 1 else time; y = x; end M;");
    uint32_t a = named(&f, "a"), x = named(&f, "x");
    Buf text = {0};
    for (int k = 0; k < f.d->eq.n; k++)
        if (!f.d->eq.v[k].removed && expr_has_var(f.d->store, f.d->eq.v[k].lhs, x))
            dae_print_eq(f.d, k, &text);
    CHECK_STR(buf_text(&text), "x = if pre(a) then time else 1"); /* pre(b) is not pre(a) */
    CHECK(a != NONE);
    buf_free(&text);
    fixture_close(&f);
}

/* ---- States ---- */

TEST(states_that_are_equal)
{
    Fixture f = aliased("model M Real x(start=1), y, a, b; equation x = -y; der(x) = a; der(y) = b;"
                        " a + 2*b = time; end M;");
    CHECK(is_kept(&f, "x"));
    CHECK(is_alias(&f, "y", "x", -1));
    CHECK(is_alias(&f, "der(y)", "der(x)", -1));
    CHECK(is_alias(&f, "a", "der(x)", 1));
    CHECK(is_alias(&f, "b", "der(x)", -1));
    fixture_close(&f);
}

TEST(constant_state)
{
    Fixture f = aliased("model M Real x, y; equation x = 3; y = der(x) + time; end M;");
    CHECK(is_constant(&f, "x", 3));
    CHECK(is_constant(&f, "der(x)", 0));
    fixture_close(&f);
}

TEST(derivative_is_not_replaced_by_a_state)
{
    Fixture f =
        aliased("model M Real x(start=0), v(start=1), a; equation der(x) = v; der(v) = a; a = -x;"
                " end M;");
    CHECK(is_kept(&f, "x"));
    CHECK(is_kept(&f, "v"));
    CHECK(is_kept(&f, "der(x)"));
    CHECK(is_alias(&f, "a", "der(v)", 1));
    fixture_close(&f);
}

/* ---- Which is kept ---- */

TEST(shorter_path_and_output)
{
    Fixture f = aliased(
        "model M model S Real b; end S; S s; Real a; output Real y; Real x(start=1); Real z;"
        " equation s.b = sin(time); a = s.b; y = 2*x; der(x) = -2*z; z = x; end M;");
    CHECK(is_alias(&f, "s.b", "a", 1));
    CHECK(is_alias(&f, "z", "x", 1));
    CHECK(is_kept(&f, "y"));
    fixture_close(&f);
}

/* ---- Attributes ---- */

TEST(attributes_are_merged)
{
    Fixture f = aliased(
        "model M model S Real b(start=5, min=-2, max=7, nominal=10); end S; S s(b(start=4));"
        " Real a(start=1, fixed=true, min=-3, max=1, nominal=2, stateSelect=StateSelect.prefer);"
        " equation a = -s.b; der(a) = 1; end M;");
    const DaeVar *v = &f.d->var.v[named(&f, "a")];
    CHECK(is_alias(&f, "s.b", "a", -1));
    CHECK(v->fixed);
    CHECK_REAL(expr_number(f.d->store, v->min), -3, 0); /* b <= 7 is a >= -7: weaker */
    CHECK_REAL(expr_number(f.d->store, v->max), 1, 0);
    CHECK_REAL(expr_number(f.d->store, v->nominal), 10, 0);
    CHECK_INT(v->select, 4);
    fixture_close(&f);
}

TEST(start_of_the_fixed_one)
{
    Fixture f = aliased(
        "model M Real a(start=1), b(start=2, fixed=true); equation a = b; der(b) = 1; end M;");
    const DaeVar *v = &f.d->var.v[named(&f, "b")];
    CHECK(v->alias == NONE);
    CHECK_REAL(expr_number(f.d->store, v->start), 2, 0);
    fixture_close(&f);
}

TEST(contradicting_attributes)
{
    CHECK(complains("model M Real a(start=1, fixed=true), b(start=2, fixed=true); equation a = b;"
                    " der(a) = 1; end M;",
                    "`a` and `b` are equal, but their fixed start values differ"));
    CHECK(complains("model M Real a(min=1), b(max=-2); equation a = b; a = 3 + time; end M;",
                    "no value lies between min and max of both"));
    CHECK(
        complains("model M Real a(start=1, fixed=true); Real b; equation a = 2; b = der(a); end M;",
                  "`a` is 2 by the equations, but its fixed start value is 1"));
}

/* ---- Redundant and contradictory equations ---- */

TEST(redundant_equation_stays)
{
    Fixture f = aliased("model M Real a, b, c; equation a = b; b = a; a = sin(time); end M;");
    CHECK_INT(equations_left(&f), 2); /* `b = a` without unknowns, and the one for a */
    fixture_close(&f);
}

TEST(contradiction)
{
    Fixture f = aliased("model M\n Real a, b, c;\nequation\n a = b;\n b = 1;\n a = 2;\nend M;");
    CHECK(!f.d);
    const char *said = fixture_said(&f);
    CHECK(strstr(said, ":6:2: error: the equation `a = 2` contradicts others"));
    CHECK(strstr(said, "known from `b = 1`"));
    CHECK(strstr(said, "known from `a = b`"));
    fixture_close(&f);
}

TEST(rounding_is_no_contradiction)
{
    Fixture f =
        aliased("model M Real a, b, c, d; equation a = 0.1; b = 0.2; c = 0.3; a + b = c; end M;");
    CHECK(f.d != NULL);
    fixture_close(&f);
}

TEST_MAIN(T(simple), T(rows_that_become_short), T(twice_the_same_variable),
          T(opposite_of_itself_is_zero), T(products_with_zero), T(chain_of_100000),
          T(sum_of_100000), T(booleans), T(integers_and_enumerations), T(different_kinds_stay),
          T(targets_of_algorithms_stay), T(when_variables_are_not_negated), T(pre_goes_to_the_root),
          T(states_that_are_equal), T(constant_state), T(derivative_is_not_replaced_by_a_state),
          T(shorter_path_and_output), T(attributes_are_merged), T(start_of_the_fixed_one),
          T(contradicting_attributes), T(redundant_equation_stays), T(contradiction),
          T(rounding_is_no_contradiction))
