/* Units of measure: the grammar of the specification, products, conversions. */
#include "base/units.h"
#include "test.h"

static const char *shown(const char *text)
{
    static char out[200];
    Unit u;
    Buf b = {0};
    const char *why = unit_read(text, &u);
    if (why)
        return why;
    unit_print(&u, &b);
    snprintf(out, sizeof out, "%s", buf_text(&b));
    buf_free(&b);
    return out;
}

static bool same(const char *a, const char *b)
{
    Unit u, v;
    return !unit_read(a, &u) && !unit_read(b, &v) && unit_same(&u, &v);
}

TEST(grammar)
{
    CHECK(same("N.m", "J"));
    CHECK(same("kg.m/s2", "N"));
    CHECK(same("kg.m.s-2", "N"));
    CHECK(same("1/rad", "1"));
    CHECK(same("J/(kg.K)", "J.kg-1.K-1"));
    CHECK(same("(m/s)/(s)", "m/s2"));
    CHECK(same("m+2", "m2"));
    CHECK(same("V/Hz(1/2)", "V.s(1/2)"));
    CHECK(same("mm2", "1e") == false);
    CHECK(same("W.s", "V.A.s"));
    CHECK(same("T", "Wb/m2"));
    CHECK(same("dam", "m") == false);
    CHECK(same("l", "dm3"));
    CHECK(same("kWh", "kW.h"));
    CHECK(same("km/h", "m/s") == false);
}

TEST(mistakes)
{
    static const char *const wrong[] = {"Nm", "m/s/s", "m*s", "m^2", "m 2", "",       "kg.",
                                        "(m", "m)",    "xyz", "2",   "m/",  "m(1/0)", "m1000"};
    Unit u;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(unit_read(wrong[i], &u) != NULL);
}

TEST(prefixes_follow_symbols)
{
    CHECK(same("m", "m") && same("min", "min"));
    Unit u;
    CHECK(!unit_read("min", &u) && u.factor == 60); /* not milli-inch */
    CHECK(!unit_read("TW", &u) && u.factor == 1e12);
    CHECK(!unit_read("mm2", &u) && fabs(u.factor - 1e-6) < 1e-20); /* the prefix is squared too */
    CHECK(!unit_read("kg", &u) && u.factor == 1);
}

TEST(conversion)
{
    double x = -20;
    CHECK(unit_convert("degC", "K", &x) && fabs(x - 253.15) < 1e-12);
    x = 300;
    CHECK(unit_convert("K", "degF", &x) && fabs(x - 80.33) < 1e-9);
    x = 1.01325;
    CHECK(unit_convert("bar", "Pa", &x) && fabs(x - 101325) < 1e-9);
    x = 3.14159265358979323846;
    CHECK(unit_convert("rad", "deg", &x) && fabs(x - 180) < 1e-12);
    x = 72;
    CHECK(unit_convert("km/h", "m/s", &x) && fabs(x - 20) < 1e-12);
    x = 1;
    CHECK(!unit_convert("m", "s", &x) && x == 1);
    CHECK(!unit_convert("m", "foo", &x));
}

TEST(text)
{
    CHECK_STR(shown("kg.m/s2"), "N");
    CHECK_STR(shown("m/s"), "m/s");
    CHECK_STR(shown("A2.s4/(kg.m2)"), "F");
    CHECK_STR(shown("m/(s.K)"), "m/(s.K)");
    CHECK_STR(shown("1/s"), "1/s");
    CHECK_STR(shown("Pa.s"), "Pa.s");
    CHECK_STR(shown("kg.m2/(s4.A)"), "V/s");
    CHECK_STR(shown("kg.m2/(s2.K.mol)"), "J/(K.mol)");
    CHECK_STR(shown("kg.m2/s"), "N.m.s");
    CHECK_STR(shown("s3.K/(kg.m2)"), "K/W");
    CHECK_STR(shown("V(3/2)"), "V(3/2)");
    CHECK_STR(shown("kg/m3"), "kg/m3");
    CHECK_STR(shown("m2/s2"), "m2/s2");
}

TEST(roots)
{
    Unit u, r;
    CHECK(!unit_read("m2", &u) && unit_multiply(&unit_one, &u, 1, 2, &r) &&
          r.power[0] == UNIT_PART);
    CHECK(!unit_read("m", &u) && unit_multiply(&unit_one, &u, 1, 2, &r) &&
          r.power[0] == UNIT_PART / 2);
    CHECK(!unit_multiply(&unit_one, &u, 1, 7, &r));
}

TEST_MAIN(T(grammar), T(mistakes), T(prefixes_follow_symbols), T(conversion), T(text), T(roots))
