/* Matching, sorting and blocks; and the messages when that is not possible. The models are those of
 * the papers where an id is given. */
#include "dae_test.h"

static const char electric[] =
    "connector Pin Real v; flow Real i; end Pin;\n"
    "partial model Two Pin p, n; Real u, i; equation u = p.v - n.v; 0 = p.i + n.i; i = p.i; end "
    "Two;\n"
    "model Resistor extends Two; parameter Real R = 1; equation u = R*i; end Resistor;\n"
    "model Capacitor extends Two; parameter Real C = 1; equation C*der(u) = i; end Capacitor;\n"
    "model VSource extends Two; input Real V; equation u = V; end VSource;\n"
    "model CSource extends Two; input Real II; equation i = II; end CSource;\n"
    "model Ground Pin p; equation p.v = 0; end Ground;\n";

static Fixture electrical(const char *model, bool alias)
{
    Buf text = {0};
    buf_puts(&text, "package P\n");
    buf_puts(&text, electric);
    buf_puts(&text, "end P;\n");
    buf_puts(&text, model);
    Fixture f = fixture_of(buf_text(&text));
    if (f.d && alias && !dae_alias(f.d))
        f.d = NULL;
    if (f.d && !dae_structured(f.d))
        f.d = NULL;
    buf_free(&text);
    return f;
}

static const char *text_of_var(const Fixture *f, uint32_t v)
{
    static Buf text;
    buf_clear(&text);
    dae_var_name(f->d, v, &text);
    return buf_text(&text);
}

/* ---- Sorting ---- */

TEST(x2_order)
{
    Fixture f =
        fixture_structured("model M parameter Real c = 2, d = 5, e = 12; Real z1, z2, z3; equation"
                           " z1*z3 = e; z2 = c; z1 + z2 = d; end M;");
    static const char *const order[] = {"z2", "z1", "z3"};
    static const double value[] = {2, 3, 4}; /* c, d - c, e/(d - c) */
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 3);
    for (int i = 0; i < dae_system(f.d, SYSTEM_SIMULATION)->nblocks && i < 3; i++) {
        CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[i]->n, 1);
        CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[i]->kind, BLOCK_EXPLICIT);
        CHECK_STR(text_of_var(&f, dae_system(f.d, SYSTEM_SIMULATION)->block[i]->var[0]), order[i]);
    }
    fill_parameters(&f);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    for (int i = 0; i < 3; i++)
        CHECK_REAL(get_value(&f, order[i]), value[i], 1e-15);
    fixture_close(&f);
}

TEST(fm68_circuit)
{
    Fixture f = fixture_structured(
        "model M input Real U0; parameter Real R1 = 10, R2 = 20, C = 1e-6, L = 1.5e-3; Real uC, "
        "iL, uR1,"
        " uR2, iC, uL, i0; equation C*der(uC) = iC; L*der(iL) = uL; uR1 = R1*iC; uR2 = R2*iL;"
        " U0 = uR1 + uC; U0 = uR2 + uL; i0 = iC + iL; end M;");
    CHECK_INT(f.d->nstates, 2);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 7);
    fill_parameters(&f);
    set_value(&f, "U0", 10);
    set_value(&f, "uC", 3);
    set_value(&f, "iL", 0.1);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK_REAL(get_value(&f, "der(uC)"), (10 - 3.0) / (10 * 1e-6), 1e-14);
    CHECK_REAL(get_value(&f, "der(iL)"), (10 - 20 * 0.1) / 1.5e-3, 1e-14);
    CHECK_REAL(get_value(&f, "i0"), 0.1 + (10 - 3.0) / 10, 1e-14);
    fixture_close(&f);
}

TEST(fm70_divider)
{
    Fixture f = electrical(
        "model M import P.*; VSource U0(V = u); Resistor R1(R = 100), R2(R = 20); Ground G;"
        " input Real u; output Real y; equation connect(G.p, U0.n); connect(U0.p, R1.p);"
        " connect(R1.n, R2.p); connect(R2.n, G.p); y = R2.u; end M;",
        true);
    int systems = 0;
    for (int i = 0; i < dae_system(f.d, SYSTEM_SIMULATION)->nblocks; i++)
        systems += dae_system(f.d, SYSTEM_SIMULATION)->block[i]->n > 1;
    CHECK_INT(systems, 1);
    CHECK_INT(block_of(&f, "y")->kind, BLOCK_LINEAR);
    CHECK_INT(block_of(&f, "y")->solved, SOLVE_SYMBOLIC);
    fill_parameters(&f);
    set_value(&f, "u", 12);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK_REAL(get_value(&f, "y"), 2, 1e-15);
    CHECK_REAL(get_value(&f, "R1.i"), 0.1, 1e-15);
    CHECK_REAL(get_value(&f, "R1.n.v"), 2, 1e-15);
    fixture_close(&f);
}

TEST(fm75_loop)
{
    Fixture f =
        fixture_structured("model M Real x, y; equation y = cos(x); x = sin(y) + time; end M;");
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 1);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->n, 2);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->core->ntorn, 1);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->solved, SOLVE_NEWTON);
    fixture_close(&f);
}

TEST(blocks_are_minimal)
{
    /* two loops of two, one after the other, and an equation between them */
    Fixture f = fixture_structured(
        "model M parameter Real a = 2, b = 3; Real u, v, w, x, y; equation"
        " a*x + b*y = w; b*x - a*y = 1; u + b*v = time; a*u - v = 3; w = u*v; end M;");
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 3);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->n, 2);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[1]->n, 1);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[2]->n, 2);
    fill_parameters(&f);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK(worst_equation(&f) < 1e-13);
    fixture_close(&f);
}

TEST(divisions_by_parameters_are_avoided)
{
    /* R*i = u and u = v: i and u; solving the first for u needs no division */
    Fixture f = fixture_structured(
        "model M parameter Real R = 0; Real u, i; equation u = R*i; i + 0*u = cos(time);"
        " end M;");
    fill_parameters(&f);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK_REAL(get_value(&f, "u"), 0, 0);
    fixture_close(&f);
}

/* ---- Solvable by construction: hidden blocks and a hidden solution, shuffled ---- */

enum { BLOCKS = 12, MOST = 6 };

static uint64_t seed = 88172645463325252u;

static int below(int n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed >> 11 & 0x7FFFFFFF) % n;
}

static double coefficient(void)
{
    return (below(2) ? 1 : -1) * (1 + below(8) / 4.0);
}

/* Row i of a block from `first` of n unknowns: itself, its neighbour, two earlier ones. */
static void print_row(Buf *out, int first, int n, int i, const double *z)
{
    double sum = 0, c = 4 * coefficient();
    buf_printf(out, " %g*z%d", c, first + i);
    sum += c * z[first + i];
    if (n > 1) {
        int k = first + (i + 1) % n;
        c = coefficient();
        buf_printf(out, " + (%g)*z%d", c, k);
        sum += c * z[k];
    }
    for (int t = 0; t < 2 && first > 0; t++) {
        int k = below(first);
        buf_printf(out, " + sin(z%d)", k);
        sum += sin(z[k]);
    }
    buf_printf(out, " = %.17g + p;", sum);
}

TEST(solvable_by_construction)
{
    for (int trial = 0; trial < 30; trial++) {
        Buf row[BLOCKS * MOST] = {{0}}, text = {0};
        double z[BLOCKS * MOST];
        int n = 0, count[MOST + 1] = {0};
        for (int b = 0; b < BLOCKS; b++) {
            int size = 1 + below(MOST);
            for (int i = 0; i < size; i++)
                z[n + i] = coefficient();
            for (int i = 0; i < size; i++)
                print_row(&row[n + i], n, size, i, z);
            n += size;
            count[size]++;
        }
        buf_puts(&text, "model M parameter Real p = 0; Real ");
        for (int i = 0; i < n; i++)
            buf_printf(&text, "%sz%d", i ? ", " : "", n - 1 - i); /* in another order than solved */
        buf_puts(&text, "; equation");
        for (int i = n - 1; i >= 0; i--) { /* shuffled rows */
            int k = below(i + 1);
            buf_puts(&text, buf_text(&row[k]));
            buf_free(&row[k]);
            row[k] = row[i];
            row[i] = (Buf){0};
        }
        buf_puts(&text, " end M;");
        Fixture f = fixture_structured(buf_text(&text));
        int nblocks = 0;
        for (int i = 0; i < dae_system(f.d, SYSTEM_SIMULATION)->nblocks; i++) {
            if (!dae_system(f.d, SYSTEM_SIMULATION)->block[i]->neq)
                continue; /* functions taken out of the next block (hoist.c) */
            count[dae_system(f.d, SYSTEM_SIMULATION)->block[i]->n]--;
            nblocks++;
        }
        CHECK_INT(nblocks, BLOCKS);
        for (int i = 1; i <= MOST; i++)
            CHECK_INT(count[i], 0);
        fill_parameters(&f);
        evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
        double worst = 0;
        for (int i = 0; i < n; i++) {
            char name[16];
            snprintf(name, sizeof name, "z%d", i);
            worst = fmax(worst, fabs(get_value(&f, name) - z[i]));
        }
        CHECK(worst < 1e-9);
        fixture_close(&f);
        buf_free(&text);
    }
}

/* ---- Objects ---- */

static const char polar[] =
    "function f input Real x; input Real y; output Real r; output Real p; protected Real s;"
    " algorithm s := 0; for i in 1:2 loop s := s + x*x/2 + y*y/2; end for; r := sqrt(s);"
    " p := atan2(y, x); end f;\n";

TEST(call_with_two_results)
{
    Buf text = {0};
    buf_printf(&text,
               "%smodel M Real r, p, q; equation (r, p) = f(cos(time), 2); q = r + p; end M;",
               polar);
    Fixture f = fixture_structured(buf_text(&text));
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 2);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->n, 2);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->nassign, 1);
    CHECK(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->assign[0].var == NONE);
    CHECK(f.d->eq.v[dae_system(f.d, SYSTEM_SIMULATION)->block[0]->eq[0]].kind == EQ_CALL);
    fixture_close(&f);
    buf_free(&text);
}

TEST(call_in_a_loop_is_not_iterated_over)
{
    Buf text = {0};
    buf_printf(&text,
               "%smodel M Real r, p, x; equation (r, p) = f(x, 2); x = cos(r) + p*time; end M;",
               polar);
    Fixture f = fixture_structured(buf_text(&text));
    const Block *b = block_of(&f, "x");
    CHECK_INT(b->n, 3);
    CHECK_INT(b->core->ntorn, 1);
    CHECK_STR(text_of_var(&f, b->core->torn[0]), "x");
    CHECK_INT(b->nassign, 1);
    fixture_close(&f);
    buf_free(&text);
}

TEST(loop_of_calls_only)
{
    Buf text = {0};
    buf_printf(&text,
               "%smodel M Real r, p, s, q; equation (r, p) = f(s, q); (s, q) = f(r, time); end M;",
               polar);
    Fixture f = fixture_structured(buf_text(&text));
    CHECK(f.d != NULL);
    if (f.d) {
        const Block *b = block_of(&f, "r");
        CHECK(b->core->ntorn >= 1 && b->core->ntorn <= 2);
        for (int i = 0; i < b->core->ntorn; i++)
            CHECK(b->core->residual[i] != 0);
    }
    fixture_close(&f);
    buf_free(&text);
}

TEST(call_solved_for_its_input)
{
    Buf text = {0};
    buf_printf(&text, "%smodel M Real r, p, x; equation (r, p) = f(x, 2); r = 3 + time; end M;",
               polar);
    Fixture f = fixture_structured(buf_text(&text));
    CHECK(f.d != NULL);
    if (f.d)
        CHECK_STR(text_of_var(&f, block_of(&f, "x")->core->torn[0]), "x");
    fixture_close(&f);
    buf_free(&text);
}

TEST(algorithm_is_one_block)
{
    Fixture f =
        fixture_structured("model M Real a, b, c; algorithm a := sin(time); b := a + c; equation"
                           " c = cos(time); end M;");
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 2);
    const Block *b = block_of(&f, "b");
    CHECK_INT(b->kind, BLOCK_ALGORITHM);
    CHECK_INT(b->n, 2);
    CHECK(dae_system(f.d, SYSTEM_SIMULATION)->block[1] == b);
    fixture_close(&f);
}

TEST(loop_through_an_algorithm)
{
    Fixture f = fixture_structured(
        "model M Real a, c; algorithm a := sin(time) + c/2; if a > 3 then a := 3; end if;"
        " equation c = cos(a); end M;");
    CHECK(f.d != NULL);
    if (f.d) {
        const Block *b = block_of(&f, "a");
        CHECK_INT(b->core->ntorn, 1);
        CHECK_STR(text_of_var(&f, b->core->torn[0]), "c");
    }
    fixture_close(&f);
}

/* What an algorithm computes is not iterated even if nothing else may be. */
TEST(loop_through_an_algorithm_and_a_mark)
{
    Fixture f = fixture_structured(
        "model M Real a; Real c annotation(__OpenModelica_tearingSelect = TearingSelect.never);"
        " algorithm a := sin(time) + c/2; if a > 3 then a := 3; end if; equation c = cos(a); end "
        "M;");
    CHECK(f.d != NULL);
    if (f.d) {
        const Block *b = block_of(&f, "a");
        CHECK_INT(b->core->ntorn, 1);
        CHECK_STR(text_of_var(&f, b->core->torn[0]), "c");
        CHECK(dae_fault(f.d) == NULL);
    }
    fixture_close(&f);
}

/* Of two loops through calls each is taken apart. */
TEST(loops_of_calls)
{
    Fixture f = fixture_structured(
        "function F input Real u; output Real a, b; algorithm a := cos(u); b := u; end F;"
        "model M Real a, b, c, d, p, q, r, s; equation (a, b) = F(c + time); (c, d) = F(a);"
        " (p, q) = F(r/2 + a); (r, s) = F(p); end M;");
    CHECK(f.d != NULL);
    if (f.d) {
        CHECK(dae_fault(f.d) == NULL);
        CHECK_INT(block_of(&f, "a")->core->ntorn, 1);
        CHECK_INT(block_of(&f, "p")->core->ntorn, 1);
    }
    fixture_close(&f);
}

TEST(loop_of_algorithms_only)
{
    Fixture f = fixture_structured(
        "model M Real a, b; algorithm a := cos(b) + time; algorithm b := sin(a)/2; end M;");
    CHECK(f.d != NULL);
    if (f.d) {
        const Block *b = block_of(&f, "a");
        CHECK_INT(b->core->ntorn, 1);
        CHECK(b->core->ntorn == 1 && b->core->residual[0]);
        CHECK_INT(b->nassign, 2); /* both algorithms */
    }
    fixture_close(&f);
}

/* ---- Discrete equations ---- */

TEST(when_equations)
{
    Fixture f = fixture_structured(
        "model M Real x(start=1, fixed=true); discrete Real d(start=0); Boolean b;"
        " equation der(x) = -x + d; b = x > 0.5; when b then d = pre(d) + x;"
        " end when; end M;");
    CHECK_INT(block_of(&f, "d")->kind, BLOCK_DISCRETE);
    CHECK(block_of(&f, "d")->discrete);
    CHECK_INT(block_of(&f, "b")->kind, BLOCK_DISCRETE);
    CHECK_INT(block_of(&f, "der(x)")->kind, BLOCK_EXPLICIT);
    fixture_close(&f);
}

TEST(loop_of_booleans)
{
    Fixture f = fixture_structured(
        "model M Boolean a(start=true), b; equation a = b or time > 1; b = not a or"
        " time < 2; end M;");
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 1);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->kind, BLOCK_DISCRETE);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->nassign, 2);
    fixture_close(&f);
}

/* ---- Messages ---- */

/* The model is refused and all parts are in the message; no internal name is. */
static bool refused(Fixture f, int n, const char *const *part)
{
    bool good = !f.d && !strchr(fixture_said(&f), '$');
    for (int i = 0; i < n; i++)
        if (!f.said || !strstr(f.said, part[i])) {
            fprintf(stderr, "missing: %s\n", part[i]);
            good = false;
        }
    if (!good)
        fprintf(stderr, "said: %s\n", f.said ? f.said : "nothing");
    fixture_close(&f);
    return good;
}
#define PARTS(...)                                                                                 \
    (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)), (const char *const[])      \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

TEST(duplicate_equation)
{
    CHECK(refused(fixture_structured(
                      "model M Real a, b, c; equation a = b; b = a; c = 2*a + sin(time); end M;"),
                  PARTS("the equation `b = a` determines nothing", "known from `a = b`",
                        "no equation determines `c` (it could also be `a`)")));
}

TEST(too_many_for_some)
{
    CHECK(refused(fixture_structured(
                      "model M Real a, b, c; equation a + sin(c) = time; a*c = 2; a + exp(c) = 7;"
                      " end M;"),
                  PARTS("3 equations determine only the unknowns `a`, `c`",
                        "note: `a + sin(c) = time`", "note: `a*c = 2`", "note: `a + exp(c) = 7`",
                        "no equation determines `b`")));
}

TEST(only_the_culprits_are_named)
{
    Fixture f = fixture_structured(
        "model M Real a, b, c, d, e; equation a = sin(time); b = 2*a; c*exp(c) = time;"
        " c + cos(c) = 2; d = 3*c; end M;");
    CHECK(!f.d);
    CHECK(strstr(fixture_said(&f), "2 equations determine only `c`"));
    CHECK(!strstr(f.said, "`d = 3*c`"));
    CHECK(!strstr(f.said, "`b = 2*a`"));
    CHECK(strstr(f.said, "no equation determines `e`"));
    fixture_close(&f);
}

TEST(floating_circuit)
{
    CHECK(refused(electrical("model M import P.*; Resistor r1, r2; equation connect(r1.p, r2.p);"
                             " connect(r1.n, r2.n); end M;",
                             true),
                  PARTS("nothing determines the absolute values of `r1.p.v`, `r1.n.v`",
                        "a reference is missing")));
}

TEST(users_equations_are_blamed_first)
{
    Fixture f = electrical(
        "model M import P.*; Resistor r; Ground g1, g2; Real z; equation connect(r.p, g1.p);"
        " connect(r.n, g2.p); r.u = 3*r.i + sin(r.i); end M;",
        true);
    CHECK(!f.d);
    const char *first = strstr(fixture_said(&f), "error: ");
    CHECK(first && strncmp(first, "error: two equations give `r.u`", 31) == 0);
    CHECK(first && strstr(first, "note: `r.u = 3*r.i + sin(r.i)`"));
    fixture_close(&f);
}

TEST(hidden_conditions_are_described)
{
    CHECK(refused(
        fixture_structured("model M Real x(start=1), y; Integer i(start=0), k; equation der(x) = 1;"
                           " when x > 2*time then i = pre(i) + 1; end when;"
                           " i = if x > 3 then 2 else 0; y*y = x; end M;"),
        PARTS("two equations give `i`", "and none gives `k`", "`i = pre(i) + 1`", "x > 3")));
}

TEST(discrete_unknown_on_both_sides)
{
    CHECK(
        refused(fixture_structured(
                    "model M Real x(start=1); Boolean b, c; equation der(x) = if b then -x else x;"
                    " b = x > 0.5 and c; c = not b; end M;"),
                PARTS("`b`, `c` depend on each other at the same instant", "`pre`", "c = not b")));
}

/* ---- High index ---- */

static const char parcap[] =
    "model M import P.*; Capacitor C1(C = 0.2e-6), C2(C = 0.1e-6); CSource I0(II = i); Ground G; "
    "input Real i;"
    " output Real y; equation connect(G.p, I0.p); connect(I0.n, C1.p); connect(C1.p, C2.p);"
    " connect(C1.n, C2.n); connect(C1.n, G.p); y = C1.u; end M;";

/* One state, and the current divides as the capacitances. */
static void check_parcap(bool alias)
{
    Fixture f = electrical(parcap, alias);
    CHECK(f.d != NULL);
    if (f.d) {
        CHECK_INT(f.d->nstates, 1);
        fill_parameters(&f);
        set_value(&f, "i", 3e-3);
        evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
        CHECK_REAL(get_value(&f, "der(C1.u)"), 3e-3 / 0.3e-6, 1e-14);
        CHECK_REAL(get_value(&f, "C1.i"), 2e-3, 1e-14);
        CHECK_REAL(get_value(&f, "C2.i"), 1e-3, 1e-14);
    }
    fixture_close(&f);
}

TEST(fm80_parcap_without_aliases)
{
    check_parcap(false); /* by differentiation of C1.u = C2.u */
}

TEST(fm80_parcap_with_aliases)
{
    check_parcap(true); /* C1.u = C2.u is an alias of states: what FM-86 prints */
}

/* phi1 = 2*phi2 differentiated twice: 2*a1 = 1 - tau, 3*a2 = 2*tau, a1 = 2*a2. */
TEST(rigid_connection)
{
    Fixture f =
        fixture_structured("model M Real phi1(start=1), w1, phi2, w2, tau; equation der(phi1) = w1;"
                           " der(phi2) = w2; 2*der(w1) = 1 - tau; 3*der(w2) = 2*tau;"
                           " phi1 = 2*phi2; end M;");
    CHECK(f.d != NULL);
    if (f.d) {
        CHECK_INT(f.d->nstates, 2);
        int twice = 0;
        for (int k = 0; k < f.d->eq.n; k++)
            twice += report_times(f.d, k) == 2;
        CHECK_INT(twice, 1);
        fill_parameters(&f);
        evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
        CHECK_REAL(get_value(&f, "der(w2)"), 1 / 5.5, 1e-14);
        CHECK_REAL(get_value(&f, "der(w1)"), 2 / 5.5, 1e-14);
        CHECK_REAL(get_value(&f, "tau"), 1.5 / 5.5, 1e-14);
    }
    fixture_close(&f);
}

/* a = p - q and b = p - q match p and q, but say a = b. */
TEST(exact_finds_what_structure_hides)
{
    Fixture f =
        fixture_structured("model M Real a(start=1), b(start=2), p, q, i, k; equation a = p - q;"
                           " b = p - q; der(a) = i; 2*der(b) = k; i + k = -p; p + 3*q = 0; end M;");
    CHECK(f.d != NULL);
    if (f.d)
        CHECK_INT(f.d->nstates, 1);
    fixture_close(&f);
}

TEST(wrong_is_not_called_high_index)
{
    Fixture f = fixture_structured(
        "model M Real x(start=1), y, z; equation der(x) = y; x = 2*y; y = sin(time);"
        " end M;");
    CHECK(!f.d);
    CHECK(!strstr(fixture_said(&f), "index reduction"));
    fixture_close(&f);
}

TEST_MAIN(T(x2_order), T(fm68_circuit), T(fm70_divider), T(fm75_loop), T(blocks_are_minimal),
          T(divisions_by_parameters_are_avoided), T(solvable_by_construction),
          T(loop_of_algorithms_only), T(loop_through_an_algorithm_and_a_mark), T(loops_of_calls),
          T(call_with_two_results), T(call_in_a_loop_is_not_iterated_over), T(loop_of_calls_only),
          T(call_solved_for_its_input), T(algorithm_is_one_block), T(loop_through_an_algorithm),
          T(when_equations), T(loop_of_booleans), T(duplicate_equation), T(too_many_for_some),
          T(only_the_culprits_are_named), T(floating_circuit), T(users_equations_are_blamed_first),
          T(hidden_conditions_are_described), T(discrete_unknown_on_both_sides),
          T(fm80_parcap_without_aliases), T(fm80_parcap_with_aliases), T(rigid_connection),
          T(exact_finds_what_structure_hides), T(wrong_is_not_called_high_index))
