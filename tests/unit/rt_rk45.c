/* The explicit method: order, dense output, exactness for polynomials, stiffness, failure. */
#include "rt_test.h"

static const double ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};

/* v0' = v1, v1' = -v0: derivatives v2, v3. */
static int osc_init(KInst *m)
{
    m->v[0] = 1;
    m->v[1] = 0;
    return 0;
}
static int osc_rhs(KInst *m)
{
    m->v[2] = m->v[1];
    m->v[3] = -m->v[0];
    return 0;
}
static const int osc_x[] = {0, 1}, osc_dx[] = {2, 3};
static const KModel osc = {
    .nv = 4, .nstates = 2, .state = osc_x, .der = osc_dx, .nominal = ones, TEST_TEXTS};
static const KCode osc_code = {.init = osc_init, .rhs = osc_rhs};

/* Largest error at many points, and the steps taken. */
static double osc_error(double tolerance, long *steps)
{
    Record r;
    KStats st;
    KOptions o = {.method = K_RK45, .stop = 10, .tolerance = tolerance, .intervals = 1000};
    CHECK_INT(run_model(&osc, &osc_code, &o, &r, &st), 0);
    CHECK_STR(st.method, "rk45");
    double worst = 0;
    for (int i = 0; i < r.rows; i++)
        worst = fmax(worst, fabs(row_value(&r, i, 0) - cos(row_time(&r, i))));
    *steps = st.steps;
    record_free(&r);
    return worst;
}

TEST(order)
{
    /* By 1e4 in the tolerance: 1e4^(1/5) = 6.3 times the steps, errors in proportion. */
    long few, many;
    double coarse = osc_error(1e-5, &few), fine = osc_error(1e-9, &many);
    CHECK(coarse < 1e-3 && fine < 1e-7);
    CHECK(coarse / fine > 1e3 && coarse / fine < 1e6);
    CHECK((double)many / (double)few > 4 && (double)many / (double)few < 9);
    CHECK(few > 5 && many < 400);
}

/* v0' = v1 = 4 t^3: both the solution and its dense output of order 4 are exact for t^4. */
static int poly_init(KInst *m)
{
    m->v[0] = 0;
    return 0;
}
static int poly_rhs(KInst *m)
{
    m->v[1] = 4 * m->time * m->time * m->time;
    return 0;
}
static const int poly_x[] = {0}, poly_dx[] = {1};
static const KModel poly = {
    .nv = 2, .nstates = 1, .state = poly_x, .der = poly_dx, .nominal = ones, TEST_TEXTS};
static const KCode poly_code = {.init = poly_init, .rhs = poly_rhs};

TEST(dense_output_is_exact_for_degree_four)
{
    Record r;
    KStats st;
    KOptions o = {.method = K_RK45, .stop = 2, .tolerance = 1e-3, .intervals = 97};
    CHECK_INT(run_model(&poly, &poly_code, &o, &r, &st), 0);
    CHECK(st.steps < 40); /* most rows lie inside steps */
    for (int i = 0; i < r.rows; i++)
        CHECK_REAL(row_value(&r, i, 0), pow(row_time(&r, i), 4), 1e-13);
    record_free(&r);
}

/* v0' = v1 = -1e5*(v0 - cos t): stiff. */
static int stiff_rhs(KInst *m)
{
    m->v[1] = -1e5 * (m->v[0] - cos(m->time));
    return 0;
}
static int stiff_jvp(KInst *m)
{
    m->dv[1] = -1e5 * m->dv[0];
    return 0;
}
static const KCode stiff_code = {.init = poly_init, .rhs = stiff_rhs, .jvp = stiff_jvp};

TEST(stiffness_is_said_once)
{
    Record r;
    KStats st;
    KOptions o = {.method = K_RK45, .stop = 0.1, .tolerance = 1e-6, .intervals = 2};
    CHECK_INT(run_model(&poly, &stiff_code, &o, &r, &st), 0);
    CHECK_INT(r.warnings, 1);
    CHECK(strstr(r.text, "stiff") != NULL && strstr(r.text, "cvode") != NULL);
    CHECK_REAL(row_value(&r, 2, 0), cos(0.1), 1e-5);
    CHECK(st.steps > 1000);
    record_free(&r);
}

TEST(auto_changes_to_cvode)
{
    Record r;
    KStats st;
    KOptions o = {.method = K_AUTO, .stop = 1, .tolerance = 1e-6, .intervals = 10};
    CHECK_INT(run_model(&poly, &stiff_code, &o, &r, &st), 0);
    CHECK_INT(r.warnings, 0);
    CHECK_STR(st.method, "cvode");
    CHECK(st.steps < 1000 && st.jacobians > 0);
    CHECK_INT(r.rows, 11);
    for (int i = 1; i < r.rows; i++)
        CHECK_REAL(row_value(&r, i, 0), cos(row_time(&r, i)), 1e-4);
    record_free(&r);
    CHECK_INT(run_model(&osc, &osc_code, &o, &r, &st), 0);
    CHECK_STR(st.method, "rk45");
    record_free(&r);
}

/* v0' = v1 = v0^2 from 1: infinite at 1. All methods stop there in few steps and say where. */
static int escape_init(KInst *m)
{
    m->v[0] = 1;
    return 0;
}
static int escape_rhs(KInst *m)
{
    m->v[1] = m->v[0] * m->v[0];
    return 0;
}
static int escape_jvp(KInst *m)
{
    m->dv[1] = 2 * m->v[0] * m->dv[0];
    return 0;
}
static const KCode escape_code = {.init = escape_init, .rhs = escape_rhs, .jvp = escape_jvp};

TEST(no_step_is_small_enough)
{
    for (int method = K_CVODE; method <= K_RK45; method++) {
        Record r;
        KStats st;
        KOptions o = {.method = (KMethod)method, .stop = 2, .tolerance = 1e-6, .intervals = 100};
        CHECK_INT(run_model(&poly, &escape_code, &o, &r, &st), -1);
        CHECK(st.end_time > 0.999 && st.end_time < 1.001 && st.steps < 5000);
        CHECK_INT(r.errors, 1);
        CHECK(strstr(r.text, "v0 has grown to") != NULL);
        CHECK(strstr(r.text, "step") != NULL);
        CHECK(r.rows >= 50); /* the result up to there */
        record_free(&r);
    }
}

TEST_MAIN(T(order), T(dense_output_is_exact_for_degree_four), T(stiffness_is_said_once),
          T(auto_changes_to_cvode), T(no_step_is_small_enough))
