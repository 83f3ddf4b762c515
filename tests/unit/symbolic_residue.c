/* Residues: the laws of a field, numbers, expressions that are equal and that are not. */
#include "symbolic/residue.h"
#include "symbolic_text.h"

enum { NVARS = 26 };
static Residue value[NVARS];

static Residue of(const char *text)
{
    for (uint64_t i = 0; i < NVARS; i++)
        value[i] = residue_random(i);
    return expr_residue(S, raw(text), value, false);
}

static Residue with_angles(const char *text)
{
    of("0");
    return expr_residue(S, raw(text), value, true);
}

TEST(field)
{
    const Residue prime = ((Residue)1 << 61) - 11913;
    for (uint64_t i = 0; i < 200; i++) {
        Residue a = residue_random(i), b = residue_random(i + 1000), c = residue_random(i + 2000);
        CHECK(a < prime);
        CHECK(residue_mul(a, residue_sub(b, c)) ==
              residue_sub(residue_mul(a, b), residue_mul(a, c)));
        CHECK(residue_mul(residue_mul(a, b), c) == residue_mul(a, residue_mul(b, c)));
        CHECK(residue_mul(residue_div(a, b), b) == a);
        CHECK(residue_sub(residue_neg(a), residue_neg(b)) == residue_sub(b, a));
    }
    /* (p - 1)*(p - 1) is 1, (p - 1)*2 is -2: products of the largest factors */
    CHECK(residue_mul(prime - 1, prime - 1) == 1);
    CHECK(residue_mul(prime - 1, 2) == prime - 2);
    CHECK(residue_neg(0) == 0);
}

TEST(equal)
{
    fixture_open();
    CHECK(of("(a + b)*(a - b)") == of("a*a - b*b"));
    CHECK(of("a/b - c/d") == of("(a*d - b*c)/(b*d)"));
    CHECK(of("(a - b)*c") == residue_neg(of("(b - a)*c")));
    CHECK(of("a*0.25 + a*0.75") == of("a"));
    CHECK(of("a^3/a") == of("a^2"));
    CHECK(expr_residue(S, canon("b*a^(-2)"), value, false) == of("b/(a*a)"));
    CHECK(of("sin(a*(b + c))") == of("sin(a*b + a*c)"));
    CHECK(of("3") == 3);
    CHECK(with_angles("sin(a*b)^2 + cos(b*a)^2") == 1);
    CHECK(with_angles("sin(a - b)") == residue_neg(with_angles("sin(b - a)")));
    CHECK(with_angles("cos(a - b)") == with_angles("cos(b - a)"));
    CHECK(with_angles("sin(a - a)") == 0 && with_angles("cos(a - a)") == 1);
    fixture_close();
}

/* Numbers as they are rounded; products of roots are roots of products, with their signs. */
TEST(numbers)
{
    fixture_open();
    CHECK(of("0.1 + 0.2") == of("0.3"));
    CHECK(of("0.3333333333333333*0.66666666666666663") == of("0.22222222222222221"));
    CHECK(of("0.33333333333333331^2 + 2*0.66666666666666663^2") == 1);
    CHECK(of("2*0.70710678118654757^2") == 1);
    CHECK(of("3*0.57735026918962573^2") == 1);
    CHECK(of("0.2672612419124244^2 + 0.53452248382484879^2 + 0.80178372573727319^2") == 1);
    CHECK(of("2*0.2672612419124244") == of("0.53452248382484879"));
    CHECK(of("1.4142135623730951*1.7320508075688772") == of("2.4494897427831779"));
    CHECK(of("-1.4142135623730951") == residue_neg(of("1.4142135623730951")));
    CHECK(of("1e-300 + 1e300") != of("1e300"));
    CHECK(of("1.0000000001") != 1);
    CHECK(of("0.30000000000001") != of("0.3"));
    fixture_close();
}

TEST(different)
{
    fixture_open();
    CHECK(of("a*b") != of("a*c"));
    CHECK(of("a + 1e-12*b") != of("a + 1e-12*c"));
    CHECK(of("sin(a)") != of("cos(a)"));
    CHECK(of("sin(a)") != of("sin(b)"));
    CHECK(with_angles("sin(a)^2 + cos(b)^2") != 1);
    CHECK(with_angles("sin(a)") != with_angles("sin(b)"));
    CHECK(of("max(a, b)") != of("max(a, c)"));
    CHECK(of("0.1 + a") != of("0.2 + a"));
    fixture_close();
}

TEST_MAIN(T(field), T(equal), T(numbers), T(different))
