/* Solution of blocks: symbolic, condensed, factored, torn and mixed, checked by numbers. */
#include "dae_test.h"

static uint64_t seed = 88172645463325252u;

static double random_number(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (double)(seed >> 11) * 0x1p-53 * 4 - 2;
}

static int systems(const Fixture *f)
{
    int n = 0;
    for (int i = 0; i < dae_system(f->d, SYSTEM_SIMULATION)->nblocks; i++)
        n += dae_system(f->d, SYSTEM_SIMULATION)->block[i]->n > 1;
    return n;
}

/* ---- Symbolic ---- */

/* A dense system of n unknowns: coefficients literals or parameters without known sign. */
static Fixture dense_system(int n, bool parameters, double *a, double *b)
{
    Buf text = {0};
    buf_puts(&text, "model M ");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i * n + j] = random_number();
            if (parameters)
                buf_printf(&text, "parameter Real p%d_%d = %.17g; ", i, j, a[i * n + j]);
        }
    for (int i = 0; i < n; i++)
        buf_printf(&text, "Real x%d; ", i);
    buf_puts(&text, "equation ");
    for (int i = 0; i < n; i++) {
        b[i] = random_number();
        for (int j = 0; j < n; j++) {
            if (parameters)
                buf_printf(&text, " + p%d_%d*x%d", i, j, j);
            else
                buf_printf(&text, " + (%.17g)*x%d", a[i * n + j], j);
        }
        buf_printf(&text, " = %.17g;", b[i]);
    }
    buf_puts(&text, " end M;");
    Fixture f = fixture_structured(buf_text(&text));
    buf_free(&text);
    return f;
}

static double worst_difference(Fixture *f, int n, double *a, double *b)
{
    double worst = 0;
    fill_parameters(f);
    evaluate(f, dae_system(f->d, SYSTEM_SIMULATION));
    dense_solve(n, a, b);
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        worst = fmax(worst, fabs(get_value(f, name) - b[i]) / fmax(1, fabs(b[i])));
    }
    return worst;
}

TEST(small_systems_with_numbers)
{
    for (int n = 2; n <= 4; n++)
        for (int trial = 0; trial < 20; trial++) {
            double a[16], b[4];
            Fixture f = dense_system(n, false, a, b);
            CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 1);
            CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->solved, SOLVE_SYMBOLIC);
            CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->core->ntorn, 0);
            CHECK(worst_difference(&f, n, a, b) < 1e-10);
            fixture_close(&f);
        }
}

TEST(determinants_of_two_equations_may_be_divided_by)
{
    double a[16], b[4];
    Fixture f = dense_system(2, true, a, b);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->solved, SOLVE_SYMBOLIC);
    CHECK(worst_difference(&f, 2, a, b) < 1e-9);
    fixture_close(&f);
}

TEST(parameters_that_have_values_are_pivots)
{
    for (int n = 3; n <= 4; n++)
        for (int trial = 0; trial < 10; trial++) {
            double a[16], b[4];
            Fixture f = dense_system(n, true, a, b);
            CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->solved, SOLVE_SYMBOLIC);
            CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->core->ntorn, 0);
            CHECK(worst_difference(&f, n, a, b) < 1e-9);
            fixture_close(&f);
        }
}

TEST(what_may_vanish_is_no_pivot)
{
    Fixture f = fixture_structured(
        "model M input Real a, b, c, d, e; Real x, y, z; equation a*x + b*y + c*z = 1;"
        " b*x + d*y + e*z = 2; c*x + e*y + a*z = 3; end M;");
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->solved, SOLVE_LU);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->core->ntorn, 3);
    CHECK(!dae_system(f.d, SYSTEM_SIMULATION)->block[0]->constant);
    fixture_close(&f);
    /* a parameter that is 0, or is found at the start, is never divided by: x = 6/(2 + p), y = x -
     * 3, z = 1 - p*x */
    static const char *const parameter[] = {"p = 0", "p(fixed = false)"};
    for (int k = 0; k < 2; k++) {
        Buf text = {0};
        buf_printf(&text,
                   "model M parameter Real %s; Real x, y, z; initial equation %s"
                   " equation p*x + z = 1; x + y - z = 2; x - y = 3; end M;",
                   parameter[k], k ? "z = 0.5;" : "");
        f = fixture_structured(buf_text(&text));
        fill_parameters(&f);
        for (double p = 0; p >= -k; p--) {
            set_value(&f, "p", p);
            evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
            CHECK_REAL(get_value(&f, "x"), 6 / (2 + p), 1e-14);
            CHECK_REAL(get_value(&f, "y"), 6 / (2 + p) - 3, 1e-14);
            CHECK_REAL(get_value(&f, "z"), 1 - 6 * p / (2 + p), 1e-14);
        }
        buf_free(&text);
        fixture_close(&f);
    }
}

TEST(parameters_with_bounds_are_pivots)
{
    Fixture f = fixture_structured(
        "model M parameter Real a(min=1) = 2, b(max=-1) = -3, c(min=0) = 0; Real x, y;"
        " equation a*x + b*y = 1; b*x - (a + c)*y = sin(time); end M;");
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->solved, SOLVE_SYMBOLIC);
    fill_parameters(&f);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK_REAL(get_value(&f, "x"), -2 / (-4 - 9.0),
               1e-15); /* by Cramer: |1 b; 0 -a| / |a b; b -a| */
    CHECK_REAL(get_value(&f, "y"), 3 / (-4 - 9.0), 1e-15);
    CHECK(worst_equation(&f) < 1e-15);
    fixture_close(&f);
}

TEST(last_pivot_may_be_any)
{
    /* (R1 + R2)*i = u remains: singular if it vanishes, whatever the method */
    Fixture f = fixture_structured(
        "model M parameter Real R1 = 100, R2 = 20; Real u1, u2, i; equation u1 = R1*i;"
        " u2 = R2*i; u1 + u2 = 12; end M;");
    const Block *b = block_of(&f, "i");
    CHECK_INT(b->solved, SOLVE_SYMBOLIC);
    fill_parameters(&f);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK_REAL(get_value(&f, "i"), 0.1, 1e-15);
    CHECK_REAL(get_value(&f, "u2"), 2, 1e-15);
    fixture_close(&f);
}

TEST(coefficients_are_shared)
{
    /* what is used twice is an auxiliary value; no expression may grow into products of products */
    Fixture f = fixture_structured(
        "model M parameter Real a(min=1) = 2, b(min=1) = 3, c(min=1) = 4, d(min=1) = 5;"
        " input Real u; Real x, y, z, w; equation a*x + b*y = u; -b*x + c*y + d*z = 1;"
        " -d*y + a*z + b*w = 2; -b*z + c*w = 3; end M;");
    const Block *b = block_of(&f, "x");
    uint32_t largest = 0;
    CHECK_INT(b->solved, SOLVE_SYMBOLIC);
    for (int i = 0; i < b->nassign; i++) {
        uint32_t size = expr_node(f.d->store, b->assign[i].value)->size;
        largest = size > largest ? size : largest;
    }
    CHECK(largest <= 20);
    fill_parameters(&f);
    set_value(&f, "u", 7);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK(worst_equation(&f) < 1e-14);
    fixture_close(&f);
}

TEST(switch_that_may_vanish)
{
    /* the coefficient of x is zero in one mode: divided by, but the run time checks it */
    Fixture f = fixture_structured(
        "model M input Boolean open; Real x; equation (if open then 0 else 2)*x ="
        " (if open then 0 else time); end M;");
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->kind, BLOCK_LINEAR);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->solved, SOLVE_SYMBOLIC);
    const Block *whole = dae_system(f.d, SYSTEM_SIMULATION)->block[0]->core->whole;
    CHECK(whole && whole->core->ntorn == 1 && whole->core->entry);
    fixture_close(&f);
}

/* ---- Larger linear systems ---- */

/* (2 + c)*T_i = T_i-1 + T_i+1 + 1, T_0 = T_n+1 = 0. */
static Fixture chain(int n, double c)
{
    Buf text = {0};
    buf_printf(&text,
               "model M parameter Real c = %g; constant Integer n = %d; Real T[n]; equation (2 + "
               "c)*T[1] = T[2] + 1;"
               " for i in 2:n-1 loop (2 + c)*T[i] = T[i-1] + T[i+1] + 1; end for;"
               " (2 + c)*T[n] = T[n-1] + 1; end M;",
               c, n);
    Fixture f = fixture_structured(buf_text(&text));
    buf_free(&text);
    return f;
}

/* By elimination in order, which loses nothing. */
static void chain_solution(int n, double c, double *x)
{
    double *q = calloc((size_t)n + 1, sizeof *q);
    q[0] = 1 / (2 + c);
    x[0] = 1 / (2 + c);
    for (int i = 1; i < n; i++) {
        q[i] = 1 / (2 + c - q[i - 1]);
        x[i] = (1 + x[i - 1]) * q[i];
    }
    for (int i = n - 2; i >= 0; i--)
        x[i] += q[i] * x[i + 1];
    free(q);
}

static double chain_error(int n, double c)
{
    double *x = calloc((size_t)n, sizeof *x), worst = 0;
    Fixture f = chain(n, c);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->n, n);
    fill_parameters(&f);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    chain_solution(n, c, x);
    for (int i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "T[%d]", i + 1);
        worst = fmax(worst, fabs(get_value(&f, name) / x[i] - 1));
    }
    free(x);
    fixture_close(&f);
    return worst;
}

TEST(chain_is_not_a_shooting_method)
{
    static const int n[] = {10, 20, 40, 80, 200, 300};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
        CHECK(chain_error(n[i], 1) < 1e-13);
        CHECK(chain_error(n[i], 0.1) < 1e-13);
        CHECK(chain_error(n[i], 100) < 1e-13);
    }
}

TEST(chain_written_the_wrong_way_round)
{
    /* each equation solved for the next unknown by a 1 is a shooting method, and refused */
    Fixture f = fixture_structured(
        "model M constant Integer n = 60; Real T[n]; equation T[2] = 4*T[1] - 1;"
        " for i in 2:n-1 loop T[i+1] = 4*T[i] - T[i-1] - 1; end for; 4*T[n] = T[n-1] + 1; end M;");
    fill_parameters(&f);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    double x[60], worst = 0;
    chain_solution(60, 2, x);
    for (int i = 0; i < 60; i++) {
        char name[16];
        snprintf(name, sizeof name, "T[%d]", i + 1);
        worst = fmax(worst, fabs(get_value(&f, name) / x[i] - 1));
    }
    CHECK(worst < 1e-13);
    fixture_close(&f);
}

TEST(long_chain_is_eliminated)
{
    enum { N = 10000 };
    Fixture f = chain(N, 1);
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(b->n, N);
    CHECK_INT(b->core->ntorn, 0);
    CHECK_INT(b->solved, SOLVE_SYMBOLIC);
    CHECK_INT(b->pivots, PIVOTS_SPARSE);
    CHECK_INT(b->nassign, N);
    fill_parameters(&f);
    double *x = calloc(N, sizeof *x), worst = 0;
    chain_solution(N, 1, x);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    uint32_t first = named(&f, "T[1]");
    for (int i = 0; i < N; i++)
        worst = fmax(worst, fabs(f.v[first + (uint32_t)i] / x[i] - 1));
    CHECK(worst < 1e-12);
    free(x);
    fixture_close(&f);
}

TEST(bridge_of_resistors)
{
    Fixture f = fixture_structured(
        "model M parameter Real R[5] = {1, 2, 3, 4, 5}; Real u[5], i[5], i0, va, vb;"
        " equation for k in 1:5 loop u[k] = R[k]*i[k]; end for; u[1] = 10 - va;"
        " u[2] = va; u[3] = 10 - vb; u[4] = vb; u[5] = va - vb; i[1] = i[2] + i[5];"
        " i[3] + i[5] = i[4]; i0 = i[1] + i[3]; end M;");
    const Block *b = block_of(&f, "i[5]");
    CHECK_INT(b->kind, BLOCK_LINEAR);
    CHECK_INT(b->core->ntorn, 0);
    fill_parameters(&f);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK(worst_equation(&f) < 1e-13);
    /* by node equations: va*(1/1+1/2+1/5) - vb/5 = 10/1; vb*(1/3+1/4+1/5) - va/5 = 10/3 */
    double a = 1 + 0.5 + 0.2, d = 1 / 3.0 + 0.25 + 0.2, det = a * d - 0.04;
    CHECK_REAL(get_value(&f, "va"), (10 * d + 0.2 * 10 / 3) / det, 1e-12);
    CHECK_REAL(get_value(&f, "vb"), (a * 10 / 3 + 0.2 * 10) / det, 1e-12);
    fixture_close(&f);
}

TEST(coefficients_are_computed_before_what_is_factored)
{
    /* capacitances that vary: three nodes are left, their matrix does not depend on the unknowns */
    Fixture f = fixture_structured(
        "model M input Real a, b, c, d, e, g, s; Real x, y, z, i1, i2, i3, i4, i5, i6; equation"
        " i1 = a*x; i2 = b*y; i3 = c*z; i4 = d*(x - y); i5 = e*(y - z); i6 = g*(z - x);"
        " i1 + i4 = i6 + s; i2 + i5 = i4; i3 + i6 = i5; end M;");
    const Block *b = block_of(&f, "x");
    CHECK_INT(b->n, 9);
    CHECK_INT(b->core->ntorn, 3);
    CHECK_INT(b->core->nnz, 9);
    CHECK_INT(b->nassign, 6); /* the currents, afterwards */
    static const char *const name[] = {"a", "b", "c", "d", "e", "g", "s"};
    fill_parameters(&f);
    for (int k = 0; k < 7; k++)
        set_value(&f, name[k], 1 + k);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK(worst_equation(&f) < 1e-14);
    fixture_close(&f);
}

TEST(streams_that_mix)
{
    /* semiLinear, rule 1: one stream through two ports; the enthalpy comes from where it flows */
    Fixture f = fixture_structured(
        "model M input Real m; Real h1, h2, h3, H1, H2; equation H1 = semiLinear(m, 10, h1);"
        " H1 = semiLinear(m, h1, h2); H2 = semiLinear(-m, 20, h3); H2 = semiLinear(-m, h3, h2);"
        " H1 + H2 = 0; end M;");
    static const double m[] = {2, -3, 0};
    for (int k = 0; k < 3; k++) {
        fill_parameters(&f);
        set_value(&f, "m", m[k]);
        evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
        double h = m[k] >= 0 ? 10 : 20;
        CHECK_REAL(get_value(&f, "h1"), h, 1e-14);
        CHECK_REAL(get_value(&f, "h2"), h, 1e-14);
        CHECK_REAL(get_value(&f, "h3"), h, 1e-14);
        CHECK_REAL(get_value(&f, "H1"), m[k] * h, 1e-13);
        free(f.v);
        f.v = NULL;
    }
    fixture_close(&f);
}

/* ---- Nonlinear ---- */

TEST(linear_equations_inside_are_eliminated)
{
    /* a bridge of resistors feeds a diode: one unknown is iterated, the bridge is not */
    Fixture f = fixture_structured(
        "model M parameter Real R[5] = {1, 2, 3, 4, 5}; Real u[5], i[5], va, vb, j;"
        " equation for k in 1:5 loop u[k] = R[k]*i[k]; end for; u[1] = 10 - va;"
        " u[2] = va; u[3] = 10 - vb; u[4] = vb; u[5] = va - vb; i[1] = i[2] + i[5] + j;"
        " i[3] + i[5] = i[4]; j = 1e-6*(exp(va/0.5) - 1); end M;");
    const Block *b = block_of(&f, "va");
    CHECK_INT(b->kind, BLOCK_NONLINEAR);
    CHECK_INT(b->core->ntorn, 1);
    fixture_close(&f);
}

TEST(torn_at_a_known_solution)
{
    /* solution x = 1, y = 2, z = 3, w = 4 by construction of the constants */
    Fixture f =
        fixture_structured("model M Real x, y, z, w; equation x*y + exp(z - 3) = 3; x + y - z = 0;"
                           " w = 2*y + x - 1; w*w*x + z = 19; end M;");
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 1);
    CHECK_INT(b->n, 4);
    CHECK_INT(b->core->ntorn, 2);
    fill_parameters(&f);
    static const char *const name[] = {"x", "y", "z", "w"};
    for (int i = 0; i < b->core->ntorn; i++)
        for (int k = 0; k < 4; k++)
            if (b->core->torn[i] == named(&f, name[k]))
                f.v[b->core->torn[i]] = k + 1;
    double r[4];
    residuals(&f, b, r);
    for (int k = 0; k < 4; k++)
        CHECK_REAL(get_value(&f, name[k]), k + 1, 1e-15);
    for (int i = 0; i < b->core->ntorn; i++)
        CHECK_REAL(r[i], 0, 1e-14);
    fixture_close(&f);
}

TEST(torn_is_what_occurs_nonlinearly)
{
    Fixture f = fixture_structured(
        "model M parameter Real R = 100, Is = 1e-9; Real u, i, v; equation v = R*i;"
        " i = Is*(exp(u/0.025) - 1); u + v = 5; end M;");
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(b->core->ntorn, 1);
    CHECK(b->core->ntorn == 1 && b->core->torn[0] == named(&f, "u"));
    CHECK_INT(b->nassign, 2);
    fixture_close(&f);
}

TEST(one_nonlinear_equation)
{
    Fixture f =
        fixture_structured("model M Real x(start=1); equation x + exp(x) = 2 + time; end M;");
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(b->kind, BLOCK_NONLINEAR);
    CHECK_INT(b->core->ntorn, 1);
    CHECK_INT(b->core->nnz, 1);
    fill_parameters(&f);
    f.v[b->core->torn[0]] = 0.5;
    CHECK_REAL(value_of(&f, b->core->entry[0]), 1 + exp(0.5), 1e-15);
    fixture_close(&f);
}

TEST(invertible_equation_is_solved)
{
    Fixture f = fixture_structured("model M Real x; equation exp(2*x) - 1 = 3; end M;");
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->kind, BLOCK_EXPLICIT);
    fill_parameters(&f);
    evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK_REAL(get_value(&f, "x"), log(4) / 2, 1e-15);
    fixture_close(&f);
}

/* Entries of the Jacobian against differences. */
static double worst_entry(Fixture *f, const Block *b)
{
    double worst = 0;
    for (int j = 0; j < b->core->ntorn; j++)
        for (int p = b->core->colptr[j]; p < b->core->colptr[j + 1]; p++) {
            double x = f->v[b->core->torn[j]], h = 1e-6, entry = value_of(f, b->core->entry[p]);
            f->v[b->core->torn[j]] = x + h;
            double up = value_of(f, b->core->residual[b->core->rowidx[p]]);
            f->v[b->core->torn[j]] = x - h;
            double down = value_of(f, b->core->residual[b->core->rowidx[p]]);
            f->v[b->core->torn[j]] = x;
            worst = fmax(worst, fabs(entry - (up - down) / (2 * h)));
        }
    return worst;
}

TEST(large_nonlinear_chain_is_sparse)
{
    enum { N = 300 };
    Fixture f = fixture_structured(
        "model M constant Integer n = 300; Real T[n]; equation 3*T[1] + T[1]^3 = T[2] + 1;"
        " for i in 2:n-1 loop 3*T[i] + T[i]^3 = T[i-1] + T[i+1] + 1; end for;"
        " 3*T[n] + T[n]^3 = T[n-1] + 1; end M;");
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(b->n, N);
    CHECK_INT(b->core->ntorn, N);
    CHECK_INT(b->solved, SOLVE_NEWTON);
    CHECK_INT(b->core->nnz, 3 * N - 2);
    fill_parameters(&f);
    for (int i = 0; i < N; i++)
        f.v[b->core->torn[i]] = random_number();
    CHECK(b->core->entry && worst_entry(&f, b) < 1e-8);
    fixture_close(&f);
}

TEST(long_sum_of_nonlinear_terms)
{
    /* one row of 2000 nonlinear terms: its Jacobian term by term */
    Fixture f = fixture_structured(
        "model M constant Integer n = 2000; Real x[n], s; equation s = sum(x[i]^3 for i in"
        " 1:n) + time; for i in 1:n loop x[i] + exp(x[i]) = s + i; end for; end M;");
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(b->n, 2001);
    CHECK_INT(b->core->ntorn, 2001);
    CHECK_INT(b->core->nnz, 2001 + 2 * 2000);
    fixture_close(&f);
}

/* ---- Mixed ---- */

TEST(ideal_diode)
{
    /* u0 - R*i = v;  v = s or 0, i = 0 or s: conducting for u0 > 0 */
    Fixture f = fixture_structured(
        "model M input Real u0; parameter Real R = 10; Real v, i, s; Boolean off;"
        " equation off = s < 0; v = if off then s else 0; i = if off then 0 else s;"
        " u0 = v + R*i; end M;");
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(b->kind, BLOCK_MIXED);
    CHECK_INT(b->n, 4);
    CHECK_INT(b->core->nmodes, 1);
    CHECK(b->solved != SOLVE_NEWTON); /* linear with the mode known */
    static const double u0[] = {5, -5};
    for (int k = 0; k < 2; k++) {
        fill_parameters(&f);
        set_value(&f, "u0", u0[k]);
        evaluate(&f, dae_system(f.d, SYSTEM_SIMULATION));
        CHECK_REAL(get_value(&f, "i"), k ? 0 : 0.5, 1e-12);
        CHECK_REAL(get_value(&f, "v"), k ? -5 : 0, 1e-12);
        free(f.v);
        f.v = NULL;
    }
    fixture_close(&f);
}

TEST(relation_on_an_unknown)
{
    Fixture f = fixture_structured(
        "model M input Real u; Real x, y; equation y = if x > 1 then 2*x else x + 1;"
        " x + y = u; end M;");
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(b->kind, BLOCK_MIXED);
    CHECK_INT(b->core->nmodes, 0);
    CHECK_INT(b->core->nrelations, 1);
    CHECK(b->solved != SOLVE_NEWTON);
    fixture_close(&f);
}

TEST(relations_without_events_stay_nonlinear)
{
    Fixture f = fixture_structured(
        "model M input Real u; Real x, y; equation y = noEvent(if x > 1 then 2*x else x + 1);"
        " x + y = u; end M;");
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->kind, BLOCK_NONLINEAR);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->block[0]->core->ntorn, 1);
    fixture_close(&f);
}

TEST(mixed_part_that_falls_apart)
{
    /* with b known, x and y are computed one after the other */
    Fixture f = fixture_structured(
        "model M Real x, y; Boolean b; equation x = if b then 1 else 3; y = 2*x + time;"
        " b = y > 4; end M;");
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(b->kind, BLOCK_MIXED);
    CHECK_INT(b->n, 3);
    CHECK_INT(b->core->ntorn, 0);
    CHECK_INT(b->nassign, 2);
    CHECK_INT(b->core->nmodes, 1);
    fixture_close(&f);
}

TEST(modes_in_an_order_that_works)
{
    Fixture f = fixture_structured(
        "model M Real x, y; Boolean a, b, c; equation c = a and b; b = a or x > 3;"
        " a = x > 1; x + y = time; y = if c then x*2 else x; end M;");
    const Block *b = dae_system(f.d, SYSTEM_SIMULATION)->block[0];
    CHECK_INT(b->kind, BLOCK_MIXED);
    CHECK_INT(b->core->nmodes, 3);
    static const char *const order[] = {"a", "b", "c"};
    for (int i = 0; i < 3 && i < b->core->nmodes; i++)
        CHECK(b->core->mode[i].var == named(&f, order[i]));
    fixture_close(&f);
}

TEST(one_system_only)
{
    Fixture f = fixture_structured(
        "model M Real a, b, c, d; equation a + 2*b = time; a - b = 1; c = a*b; d = c + a;"
        " end M;");
    CHECK_INT(systems(&f), 1);
    CHECK_INT(dae_system(f.d, SYSTEM_SIMULATION)->nblocks, 3);
    fixture_close(&f);
}

TEST_MAIN(T(small_systems_with_numbers), T(determinants_of_two_equations_may_be_divided_by),
          T(parameters_that_have_values_are_pivots), T(what_may_vanish_is_no_pivot),
          T(parameters_with_bounds_are_pivots), T(last_pivot_may_be_any),
          T(coefficients_are_shared), T(switch_that_may_vanish), T(chain_is_not_a_shooting_method),
          T(long_chain_is_eliminated), T(bridge_of_resistors), T(chain_written_the_wrong_way_round),
          T(coefficients_are_computed_before_what_is_factored), T(streams_that_mix),
          T(linear_equations_inside_are_eliminated), T(torn_at_a_known_solution),
          T(torn_is_what_occurs_nonlinearly), T(one_nonlinear_equation),
          T(invertible_equation_is_solved), T(large_nonlinear_chain_is_sparse),
          T(long_sum_of_nonlinear_terms), T(ideal_diode), T(relation_on_an_unknown),
          T(relations_without_events_stay_nonlinear), T(mixed_part_that_falls_apart),
          T(modes_in_an_order_that_works), T(one_system_only))
