/* Integration without events: analytic solutions, published end values, by all methods. */
#include "rt_test.h"

static int both[3] = {K_CVODE, K_IDA, K_RK45};

/* v0' = v1 = -v2*v0: decay with parameter v2. */
static int decay_params(KInst *m)
{
    if (!m->set[2])
        m->v[2] = 1;
    m->start[0] = 1;
    return 0;
}
static int decay_init(KInst *m)
{
    m->v[0] = m->start[0];
    m->v[1] = -m->v[2] * m->v[0];
    return 0;
}
static int decay_rhs(KInst *m)
{
    m->v[1] = -m->v[2] * m->v[0];
    return 0;
}
static int decay_jvp(KInst *m)
{
    m->dv[1] = -m->v[2] * m->dv[0];
    return 0;
}
static const int decay_x[] = {0}, decay_dx[] = {1};
static const double ones[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static const KVariable decay_vars[] = {
    {.name = "x", .kind = K_STATE, .index = 0},
    {.name = "der(x)", .kind = K_DERIVATIVE, .index = 1},
    {.name = "a", .kind = K_PARAMETER, .index = 2, .settable = true},
};
static const KModel decay = {.name = "decay",
                             .nv = 3,
                             .nstates = 1,
                             .state = decay_x,
                             .der = decay_dx,
                             .nominal = ones,
                             .nvariables = 3,
                             .variable = decay_vars,
                             TEST_TEXTS};
static const KCode decay_code = {
    .params = decay_params, .init = decay_init, .rhs = decay_rhs, .jvp = decay_jvp};

TEST(linear_test_equation)
{
    for (int k = 0; k < 2; k++) {
        double worst[2];
        for (int tight = 0; tight < 2; tight++) {
            Record r;
            KStats st;
            KOptions o = {.method = (KMethod)both[k],
                          .stop = 5,
                          .tolerance = tight ? 1e-9 : 1e-5,
                          .intervals = 10};
            CHECK_INT(run_model(&decay, &decay_code, &o, &r, &st), 0);
            CHECK_INT(r.rows, 11);
            CHECK_REAL(st.end_time, 5, 0);
            worst[tight] = 0;
            for (int i = 0; i < r.rows; i++) {
                CHECK_REAL(row_time(&r, i), i * 5.0 / 10, 0);
                worst[tight] = fmax(worst[tight], fabs(row_value(&r, i, 0) - exp(-i * 0.5)));
                /* out-of-step consistency: the derivative belongs to the state in the row */
                CHECK_REAL(row_value(&r, i, 1), -row_value(&r, i, 0), 1e-15);
            }
            CHECK(st.steps > 10 && st.jacobians > 0 && st.evaluations > st.steps);
            record_free(&r);
        }
        CHECK(worst[0] < 1e-3 && worst[1] < 1e-7 && worst[1] < worst[0] / 100);
    }
}

TEST(without_jvp)
{
    KCode code = decay_code;
    code.jvp = NULL;
    for (int k = 0; k < 3; k++) {
        Record r;
        KStats st;
        KOptions o = {.method = (KMethod)both[k], .stop = 2, .tolerance = 1e-8, .intervals = 4};
        CHECK_INT(run_model(&decay, &code, &o, &r, &st), 0);
        CHECK_REAL(row_value(&r, 4, 0), exp(-2.0), 1e-6);
        record_free(&r);
    }
}

TEST(parameter_set_from_outside)
{
    Record r = {.nv = 3};
    KStats st;
    KInst *m = k_inst_new(&decay, &decay_code, record_message, &r);
    KSink sink = {.arg = &r, .point = record_point};
    KOptions o = {.stop = 1, .tolerance = 1e-9, .intervals = 1};
    k_set_value(m, 2, 3);
    k_set_start(m, 0, 2);
    CHECK_INT(k_params(m), 0);
    CHECK_INT(k_simulate(m, &o, &sink, &st), 0);
    CHECK_REAL(row_value(&r, 1, 0), 2 * exp(-3.0), 1e-7);
    CHECK_INT(k_params(m), 0);
    CHECK_REAL(m->v[2], 3, 0);
    CHECK_REAL(m->start[0], 2, 0);
    k_inst_free(m);
    record_free(&r);
}

/* Rows at the ends of steps when no intervals are asked for. */
TEST(rows_at_steps)
{
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-6};
    CHECK_INT(run_model(&decay, &decay_code, &o, &r, &st), 0);
    CHECK_INT(r.rows, st.steps + 1);
    CHECK_REAL(row_time(&r, r.rows - 1), 1, 0);
    record_free(&r);
}

TEST(max_step_is_kept)
{
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-3, .max_step = 0.01};
    CHECK_INT(run_model(&decay, &decay_code, &o, &r, &st), 0);
    for (int i = 1; i < r.rows; i++)
        CHECK(row_time(&r, i) - row_time(&r, i - 1) <= 0.01 * (1 + 1e-12));
    record_free(&r);
}

TEST(stop_before_start_gives_one_row)
{
    Record r;
    KStats st;
    KOptions o = {.start = 1, .stop = 1, .tolerance = 1e-6, .intervals = 10};
    CHECK_INT(run_model(&decay, &decay_code, &o, &r, &st), 0);
    CHECK_INT(r.rows, 1);
    record_free(&r);
}

/* Harmonic oscillator v0' = v2 = v1, v1' = v3 = -v0. */
static int osc_params(KInst *m)
{
    m->start[0] = 1;
    m->start[1] = 0;
    return 0;
}
static int osc_rhs(KInst *m)
{
    m->v[2] = m->v[1];
    m->v[3] = -m->v[0];
    return 0;
}
static int osc_init(KInst *m)
{
    m->v[0] = m->start[0];
    m->v[1] = m->start[1];
    return osc_rhs(m);
}
static int osc_jvp(KInst *m)
{
    m->dv[2] = m->dv[1];
    m->dv[3] = -m->dv[0];
    return 0;
}
static const int osc_x[] = {0, 1}, osc_dx[] = {2, 3};
static const KModel osc = {.name = "oscillator",
                           .nv = 4,
                           .nstates = 2,
                           .state = osc_x,
                           .der = osc_dx,
                           .nominal = ones,
                           TEST_TEXTS};
static const KCode osc_code = {
    .params = osc_params, .init = osc_init, .rhs = osc_rhs, .jvp = osc_jvp};

TEST(harmonic_oscillator)
{
    for (int k = 0; k < 3; k++) {
        Record r;
        KStats st;
        KOptions o = {.method = (KMethod)both[k], .stop = 20, .tolerance = 1e-9, .intervals = 200};
        CHECK_INT(run_model(&osc, &osc_code, &o, &r, &st), 0);
        CHECK_INT(r.rows, 201);
        for (int i = 0; i < r.rows; i++) {
            CHECK_REAL(row_value(&r, i, 0), cos(row_time(&r, i)), 3e-6);
            CHECK_REAL(row_value(&r, i, 1), -sin(row_time(&r, i)), 3e-6);
        }
        record_free(&r);
    }
}

/* Robertson's reaction: states v0..v2, derivatives v3..v5. */
static int rob_params(KInst *m)
{
    m->start[0] = 1;
    return 0;
}
static int rob_rhs(KInst *m)
{
    const double *y = m->v;
    double a = 0.04 * y[0], b = 1e4 * y[1] * y[2], c = 3e7 * y[1] * y[1];
    m->v[3] = -a + b;
    m->v[4] = a - b - c;
    m->v[5] = c;
    return 0;
}
static int rob_init(KInst *m)
{
    for (int i = 0; i < 3; i++)
        m->v[i] = m->start[i];
    return rob_rhs(m);
}
static int rob_jvp(KInst *m)
{
    const double *y = m->v, *d = m->dv;
    double a = 0.04 * d[0], b = 1e4 * (d[1] * y[2] + y[1] * d[2]), c = 6e7 * y[1] * d[1];
    m->dv[3] = -a + b;
    m->dv[4] = a - b - c;
    m->dv[5] = c;
    return 0;
}
static const int rob_x[] = {0, 1, 2}, rob_dx[] = {3, 4, 5};
static const double rob_nominal[] = {1, 1e-5, 1, 1, 1, 1};
static const KModel rob = {.name = "robertson",
                           .nv = 6,
                           .nstates = 3,
                           .state = rob_x,
                           .der = rob_dx,
                           .nominal = rob_nominal,
                           TEST_TEXTS};
static const KCode rob_code = {
    .params = rob_params, .init = rob_init, .rhs = rob_rhs, .jvp = rob_jvp};

TEST(robertson)
{
    static const double end[3] = {0.7158270687, 9.185534765e-6, 0.2841637457};
    for (int k = 0; k < 2; k++) {
        Record r;
        KStats st;
        KOptions o = {.method = (KMethod)both[k], .stop = 40, .tolerance = 1e-8, .intervals = 4};
        CHECK_INT(run_model(&rob, &rob_code, &o, &r, &st), 0);
        for (int i = 0; i < 3; i++)
            CHECK(fabs(row_value(&r, 4, i) / end[i] - 1) < 1e-6);
        CHECK(st.steps < 1000);
        record_free(&r);
    }
}

TEST(robertson_long)
{
    static const double end[3] = {2.083340149701255e-8, 8.333360770334713e-14, 0.9999999791665050};
    Record r;
    KStats st;
    KOptions o = {.stop = 1e11, .tolerance = 1e-8, .atol = 1e-16, .intervals = 1};
    CHECK_INT(run_model(&rob, &rob_code, &o, &r, &st), 0);
    for (int i = 0; i < 3; i++)
        CHECK(fabs(row_value(&r, 1, i) / end[i] - 1) < 1e-3);
    record_free(&r);
}

/* Diffusion on a line of N cells with ends at 0: eigenvector sin(pi i/(N+1)) decays with
 * lambda = 2 - 2 cos(pi/(N+1)). Sparse Jacobian. */
enum { N = 200 };
static int line_rhs(KInst *m)
{
    const double *x = m->v;
    for (int i = 0; i < N; i++)
        m->v[N + i] = (i ? x[i - 1] : 0) - 2 * x[i] + (i < N - 1 ? x[i + 1] : 0);
    return 0;
}
static int line_jvp_calls;
static int line_jvp(KInst *m)
{
    const double *x = m->dv;
    line_jvp_calls++;
    for (int i = 0; i < N; i++)
        m->dv[N + i] = (i ? x[i - 1] : 0) - 2 * x[i] + (i < N - 1 ? x[i + 1] : 0);
    return 0;
}
static int line_init(KInst *m)
{
    for (int i = 0; i < N; i++)
        m->v[i] = sin(acos(-1) * (i + 1) / (N + 1));
    return line_rhs(m);
}

TEST(sparse_jacobian)
{
    static int x[N], dx[N], colptr[N + 1], rowidx[3 * N];
    int nnz = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i;
        dx[i] = N + i;
        colptr[i] = nnz;
        /* without the diagonal where it can be left out: the run time adds it */
        for (int k = i - 1; k <= i + 1; k++)
            if (k >= 0 && k < N)
                rowidx[nnz++] = k;
    }
    colptr[N] = nnz;
    static const KCode code = {.init = line_init, .rhs = line_rhs, .jvp = line_jvp};
    double rate = 2 - 2 * cos(acos(-1) / (N + 1));
    for (int k = 0; k < 2; k++) {
        for (int sparse = 0; sparse < 2; sparse++) {
            KModel line = {.nv = 2 * N, .nstates = N, .state = x, .der = dx};
            if (sparse) {
                line.jac_nnz = line.dae_nnz = nnz;
                line.jac_colptr = line.dae_colptr = colptr;
                line.jac_rowidx = line.dae_rowidx = rowidx;
            }
            Record r;
            KStats st;
            KOptions o = {
                .method = (KMethod)both[k], .stop = 2000, .tolerance = 1e-7, .intervals = 2};
            line_jvp_calls = 0;
            CHECK_INT(run_model(&line, &code, &o, &r, &st), 0);
            for (int i = 0; i < N; i += 17)
                CHECK_REAL(row_value(&r, 2, i),
                           sin(acos(-1) * (i + 1) / (N + 1)) * exp(-2000 * rate), 1e-5);
            CHECK(st.jacobians > 0);
            /* Three colours for a tridiagonal matrix, N columns for a dense one. */
            CHECK_INT(line_jvp_calls, st.jacobians * (sparse ? 3 : N));
            record_free(&r);
        }
    }
}

/* Failing trials: sqrt of a state that a large step makes negative is recoverable. */
static int root_rhs(KInst *m)
{
    if (m->v[0] < 0)
        return 1;
    m->v[1] = -2 * sqrt(m->v[0]) - 1e-3;
    return 0;
}
static int root_init(KInst *m)
{
    m->v[0] = 1;
    return root_rhs(m);
}
static int root_jvp(KInst *m)
{
    m->dv[1] = -m->dv[0] / sqrt(m->v[0]);
    return 0;
}
static const KCode root_code = {.init = root_init, .rhs = root_rhs, .jvp = root_jvp};

TEST(recoverable_trial)
{
    for (int k = 0; k < 3; k++) {
        Record r;
        KStats st;
        KOptions o = {.method = (KMethod)both[k], .stop = 0.9, .tolerance = 1e-6, .intervals = 9};
        CHECK_INT(run_model(&decay, &root_code, &o, &r, &st), 0);
        CHECK_REAL(row_value(&r, 9, 0), 0.01, 3e-3); /* about (1 - t)^2 */
        record_free(&r);
        /* Beyond the zero there is no solution: the run stops there and says so. */
        o.stop = 2;
        CHECK_INT(run_model(&decay, &root_code, &o, &r, &st), -1);
        CHECK(st.end_time > 0.9 && st.end_time < 1.1);
        CHECK_INT(r.errors, 1);
        CHECK(strstr(st.message, "at time") != NULL);
        CHECK_INT(r.rows, 5); /* what was computed is there: every 2/9 */
        record_free(&r);
    }
}

TEST(number_of_steps_is_limited)
{
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-8, .intervals = 1, .max_steps = 5};
    CHECK_INT(run_model(&decay, &decay_code, &o, &r, &st), -1);
    CHECK(strstr(st.message, "more than 5 steps") != NULL);
    CHECK(st.end_time < 1);
    record_free(&r);
}

/* A derivative that is not finite at the start. */
static int nan_rhs(KInst *m)
{
    m->v[1] = log(-1 + 0 * m->v[0]);
    return 0;
}
static int nan_init(KInst *m)
{
    m->v[0] = 1;
    return 0;
}
static const KCode nan_code = {.init = nan_init, .rhs = nan_rhs};

TEST(not_finite_is_named)
{
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-6, .intervals = 1};
    CHECK_INT(run_model(&decay, &nan_code, &o, &r, &st), -1);
    CHECK(strstr(r.text, "v1") != NULL);
    record_free(&r);
}

TEST(sink_stops_the_run)
{
    Record r = {.nv = 3, .stop_after = 3};
    KStats st;
    KInst *m = k_inst_new(&decay, &decay_code, record_message, &r);
    KSink sink = {.arg = &r, .point = record_point};
    KOptions o = {.stop = 1, .tolerance = 1e-6, .intervals = 10};
    CHECK_INT(k_params(m), 0);
    CHECK_INT(k_simulate(m, &o, &sink, &st), -1);
    CHECK_INT(r.rows, 3);
    k_inst_free(m);
    record_free(&r);
}

/* A stiff system on a small scale of time: nothing may depend on the unit of time. */
static int fast_rhs(KInst *m)
{
    m->v[1] = -1e9 * m->v[0];
    return 0;
}
static int fast_jvp(KInst *m)
{
    m->dv[1] = -1e9 * m->dv[0];
    return 0;
}
TEST(nanoseconds)
{
    static const KCode code = {.init = nan_init, .rhs = fast_rhs, .jvp = fast_jvp};
    Record r;
    KStats st;
    KOptions o = {.stop = 1e-9, .tolerance = 1e-8, .intervals = 10};
    CHECK_INT(run_model(&decay, &code, &o, &r, &st), 0);
    CHECK_INT(r.rows, 11);
    CHECK_REAL(row_value(&r, 10, 0), exp(-1.0), 1e-6);
    record_free(&r);
}

TEST_MAIN(T(linear_test_equation), T(without_jvp), T(parameter_set_from_outside), T(rows_at_steps),
          T(max_step_is_kept), T(stop_before_start_gives_one_row), T(harmonic_oscillator),
          T(robertson), T(robertson_long), T(sparse_jacobian), T(recoverable_trial),
          T(number_of_steps_is_limited), T(not_finite_is_named), T(sink_stops_the_run),
          T(nanoseconds))
