/* Relations, time events, samples, and what is needed for what. */
#include "dae_test.h"

static const Relation *relation(const Fixture *f, const char *text)
{
    Buf b = {0};
    const Relation *found = NULL;
    ExprNames names = dae_names(f->d);
    for (int i = 0; i < f->d->relation.n && !found; i++) {
        buf_clear(&b);
        expr_print(f->d->store, f->d->relation.v[i].e, &names, &b);
        if (!strcmp(buf_text(&b), text))
            found = &f->d->relation.v[i];
    }
    buf_free(&b);
    return found;
}

TEST(each_relation_once)
{
    Fixture f = fixture_structured(
        "model M Real x(start=1, fixed=true), y, z; equation der(x) = if x > 2 then -1 else 1;"
        " y = if x > 2 then 3 else noEvent(if x < 7 then 1 else 2);"
        " z = if x > 2 and x <= 5 then y else 0; assert(x < 100, \"large\"); end M;");
    CHECK_INT(f.d->relation.n, 2);
    CHECK(relation(&f, "x > 2") != NULL);
    CHECK(relation(&f, "x <= 5") != NULL);
    fixture_close(&f);
}

TEST(time_events)
{
    Fixture f = fixture_structured(
        "model M parameter Real p = 3; discrete Real d(start=1); Real x(start=1), y; equation"
        " der(x) = if time >= p then 1 else 0; y = (if time < 2*d then 1 else 0) +"
        " (if p + 1 <= time then 1 else 0) + (if time > 4 then 1 else 0) +"
        " (if time >= x then 1 else 0); when time >= pre(d) then d = pre(d) + 1; end when;"
        " end M;");
    static const char *const found[] = {"time >= p", "time < 2*d", "time >= pre(d)"};
    for (int i = 0; i < 3; i++) {
        const Relation *r = relation(&f, found[i]);
        CHECK(r && r->time_event);
    }
    const Relation *mirrored = relation(&f, "p + 1 <= time");
    CHECK(mirrored && mirrored->time_event);
    const Relation *strict = relation(&f, "time > 4"); /* still false at 4: has to be searched */
    CHECK(strict && !strict->time_event);
    const Relation *moving = relation(&f, "time >= x");
    CHECK(moving && !moving->time_event);
    fixture_close(&f);
}

TEST(samples_and_jumping_functions)
{
    Fixture f = fixture_structured(
        "model M Integer n(start=0); Real y, z; equation when sample(0, 0.1) then n = pre(n) +"
        " 1; end when; y = floor(3*time) + floor(3*time); z = mod(y, 2) + div(n, 2);"
        " end M;");
    CHECK_INT(f.d->sample.n, 1);
    CHECK_INT(f.d->kept.n, 2); /* div of Integers does not jump between events */
    fixture_close(&f);
}

TEST(relations_of_the_initial_problem_only)
{
    Fixture f = fixture_structured(
        "model M parameter Real p = 1; Real x(start=1); initial equation x = if p + time > 2"
        " then 3 else 4; equation der(x) = if x > 1 then 1 else 2; end M;");
    CHECK_INT(f.d->relation.n, 2);
    CHECK(!f.d->relation.v[0].initial);
    CHECK(f.d->relation.v[1].initial);
    fixture_close(&f);
}

TEST(needs)
{
    Fixture f = fixture_structured(
        "model M Real x(start=1), a, b, c, e, u; Boolean s; equation der(x) = a; a = sin(b)*2;"
        " b = x + 1; c = 2*x + 3; s = c > 4; e = exp(c); u = if s then e else 0; end M;");
    CHECK(block_of(&f, "der(x)")->needed_rhs);
    CHECK(block_of(&f, "a")->needed_rhs);
    CHECK(block_of(&f, "b")->needed_rhs);
    CHECK(!block_of(&f, "b")->needed_cross);
    CHECK(block_of(&f, "c")->needed_cross);
    CHECK(!block_of(&f, "c")->needed_rhs);
    CHECK(!block_of(&f, "e")->needed_rhs && !block_of(&f, "e")->needed_cross);
    CHECK(!block_of(&f, "s")->needed_rhs && !block_of(&f, "s")->needed_cross);
    fixture_close(&f);
}

TEST(algorithms_with_relations)
{
    Fixture f = fixture_structured(
        "model M Real x(start=1), y; algorithm y := 0; if x > 2 then y := 1; end if; equation"
        " der(x) = 1; end M;");
    CHECK_INT(f.d->relation.n, 1);
    CHECK(block_of(&f, "y")->needed_cross);
    fixture_close(&f);
}

TEST_MAIN(T(each_relation_once), T(time_events), T(samples_and_jumping_functions),
          T(relations_of_the_initial_problem_only), T(needs), T(algorithms_with_relations))
