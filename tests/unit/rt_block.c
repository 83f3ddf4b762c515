/* Algebraic blocks: linear, nonlinear, sparse, mixed; their directional derivatives; failures. */
#include "rt_test.h"

static const double ones[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static KInst *fresh(const KModel *model, const KCode *code, Record *r)
{
    *r = (Record){.nv = model->nv};
    return k_inst_new(model, code, record_message, r);
}

/* ---- One nonlinear equation inside an ODE ----
 * v0 = x, v1 = x', v2 = y with y + y^3 = x + x^3, hence y = x; v3 = inner = y^3; x' = -y. */
static int cubic_residual(KInst *m, double *r)
{
    double x = m->v[0], y = m->v[2];
    m->v[3] = y * y * y;
    r[0] = y + m->v[3] - x - x * x * x;
    return 0;
}
static int cubic_jacobian(KInst *m, double *entry)
{
    entry[0] = 1 + 3 * m->v[2] * m->v[2];
    return 0;
}
static int cubic_direction(KInst *m, double *dr)
{
    double x = m->v[0], y = m->v[2];
    m->dv[3] = 3 * y * y * m->dv[2];
    dr[0] = m->dv[2] + m->dv[3] - (1 + 3 * x * x) * m->dv[0];
    return 0;
}
static int cubic_rhs(KInst *m)
{
    int result = m->solve(m, 0);
    m->v[1] = -m->v[2];
    return result;
}
static int cubic_jvp(KInst *m)
{
    int result = m->solve_dir(m, 0);
    m->dv[1] = -m->dv[2];
    return result;
}
static int cubic_init(KInst *m)
{
    m->v[0] = 2;
    return cubic_rhs(m);
}
static const int zero_index[] = {0}, one_index[] = {1}, two_index[] = {2};
static const KBlock cubic_block = {.n = 1, .var = two_index};
static const KModel cubic = {.nv = 4,
                             .nstates = 1,
                             .state = zero_index,
                             .der = one_index,
                             .nominal = ones,
                             .nblocks = 1,
                             .block = &cubic_block,
                             TEST_TEXTS};

TEST(nonlinear_in_ode)
{
    for (int variant = 0; variant < 3; variant++) { /* entries, directions, differences */
        KBlockCode block = {cubic_residual, variant == 0 ? cubic_jacobian : NULL,
                            variant < 2 ? cubic_direction : NULL, NULL, NULL};
        KCode code = {.init = cubic_init,
                      .rhs = cubic_rhs,
                      .jvp = variant < 2 ? cubic_jvp : NULL,
                      .block = &block};
        for (int method = K_CVODE; method <= K_RK45; method++) {
            Record r;
            KStats st;
            KOptions o = {.method = (KMethod)method, .stop = 3, .tolerance = 1e-9, .intervals = 30};
            CHECK_INT(run_model(&cubic, &code, &o, &r, &st), 0);
            CHECK_INT(r.rows, 31);
            for (int i = 0; i < r.rows; i++) {
                CHECK_REAL(row_value(&r, i, 0), 2 * exp(-row_time(&r, i)), 1e-6);
                CHECK_REAL(row_value(&r, i, 2), row_value(&r, i, 0), 1e-11);
                CHECK_REAL(row_value(&r, i, 3), pow(row_value(&r, i, 2), 3), 1e-14);
            }
            record_free(&r);
        }
    }
}

/* d(der x)/dx through the block is -1 exactly, at any point; not only where it was factored. */
TEST(directional_derivative)
{
    KBlockCode block = {cubic_residual, NULL, cubic_direction, NULL, NULL};
    KCode code = {.init = cubic_init, .rhs = cubic_rhs, .jvp = cubic_jvp, .block = &block};
    Record r;
    KInst *m = fresh(&cubic, &code, &r);
    for (int i = 0; i < 5; i++) {
        m->v[0] = 3 - 1.1 * i;
        CHECK_INT(code.rhs(m), 0);
        m->dv[0] = 2;
        CHECK_INT(code.jvp(m), 0);
        CHECK_REAL(m->dv[1], -2, 1e-10);
        CHECK_REAL(m->dv[3], 3 * m->v[2] * m->v[2] * 2, 1e-9);
        memset(m->dv, 0, 4 * sizeof *m->dv); /* who reads directions leaves none behind */
    }
    k_inst_free(m);
}

/* ---- Single equations for Newton: v0 the unknown, v1 a known value ---- */
static int single_kind;
static int evaluations;
static int single_residual(KInst *m, double *r)
{
    double y = m->v[0], c = m->v[1];
    evaluations++;
    switch (single_kind) {
    case 0: /* far start: the undamped iteration diverges from |y| > 1.39 */
        r[0] = atan(y - c);
        break;
    case 1: /* not defined for y <= 0 */
        r[0] = log(y) + y - c;
        break;
    case 2: /* matrix singular at the start y = 0 */
        r[0] = y * y - c;
        break;
    case 3: /* no solution */
        r[0] = y * y + 1 + c;
        break;
    case 4: /* a diode with series resistance: (5 - y) = 1e-12 (exp(40 y) - 1) */
        r[0] = 1e-12 * (exp(40 * y) - 1) - (c - y);
        break;
    default: /* undefined everywhere */
        return k_fault(m, 3, "no value");
    }
    return 0;
}
static int single_init(KInst *m)
{
    return m->solve(m, 0);
}
static const KVariable single_vars[] = {
    {.name = "y", .kind = K_ALGEBRAIC, .index = 0},
    {.name = "c", .kind = K_PARAMETER, .index = 1},
};
static const KBlock single_block = {.n = 1, .var = zero_index};
static const KModel single = {.nv = 2,
                              .nominal = ones,
                              .nblocks = 1,
                              .block = &single_block,
                              .nvariables = 2,
                              .variable = single_vars,
                              TEST_TEXTS};
static KBlockCode single_code_block = {single_residual, NULL, NULL, NULL, NULL};
static const KCode single_code = {.init = single_init, .block = &single_code_block};

static int solve_single(int kind, double start, double c, double *y, Record *r)
{
    single_kind = kind;
    evaluations = 0;
    KInst *m = fresh(&single, &single_code, r);
    k_set_value(m, 1, c);
    m->start[0] = start;
    int result = k_initialize(m, 0);
    *y = m->v[0];
    k_inst_free(m);
    return result;
}

TEST(newton_damping)
{
    double y;
    Record r;
    CHECK_INT(solve_single(0, 10, 0, &y, &r), 0);
    CHECK_REAL(y, 0, 1e-12);
    CHECK_INT(solve_single(1, 100, 1, &y, &r), 0);
    CHECK_REAL(y, 1, 1e-12);
    CHECK_INT(solve_single(1, 1e-6, 1 + 1e3 + log(1e3), &y, &r), 0);
    CHECK(fabs(log(y) + y - (1 + 1e3 + log(1e3))) < 1e-9);
    CHECK_INT(solve_single(2, 0, 4, &y, &r), 0);
    CHECK_REAL(y * y, 4, 1e-12);
    CHECK_INT(solve_single(4, 3, 5, &y, &r), 0);
    CHECK(fabs(1e-12 * (exp(40 * y) - 1) - (5 - y)) < 1e-10);
    CHECK(evaluations < 400);
}

TEST(newton_failure_is_explained)
{
    double y;
    Record r;
    CHECK_INT(solve_single(3, 2, 5, &y, &r), -1);
    CHECK_INT(r.errors, 1);
    CHECK(strstr(r.text, "eq0 (m.mo:7): residual") != NULL);
    CHECK(strstr(r.text, "v0 = ") != NULL);
    CHECK_INT(solve_single(5, 2, 5, &y, &r), -1);
    CHECK(strstr(r.text, "no value (m.mo:12)") != NULL);
}

/* ---- Homotopy ----
 * The actual equation y^3 - 3 y + 20 = 0 has its only real root near -3.08; from y = 1.5 the
 * iteration is caught by the minimum at y = 1. */
static double least_lambda;
static int homotopy_residual(KInst *m, double *r)
{
    double y = m->v[0], l = m->lambda;
    least_lambda = fmin(least_lambda, l);
    if (y > 1.2)
        return 1; /* outside the range of the media, say */
    r[0] = l * (y * y * y - 3 * y + 20) + (1 - l) * (y + 3);
    return 0;
}
static int homotopy_init(KInst *m)
{
    if (m->lambda == 0)
        m->v[0] = 0;
    return m->solve(m, 0);
}
TEST(homotopy)
{
    KBlockCode block = {homotopy_residual, NULL, NULL, NULL, NULL};
    KCode code = {.init = homotopy_init, .block = &block};
    KModel model = single;
    for (int uses = 0; uses < 2; uses++) {
        Record r;
        model.uses_homotopy = uses;
        KInst *m = fresh(&model, &code, &r);
        m->start[0] = 1.5;
        least_lambda = 1;
        CHECK_INT(k_initialize(m, 0), uses ? 0 : -1);
        if (uses) {
            double y = m->v[0];
            CHECK(fabs(y * y * y - 3 * y + 20) < 1e-10);
            CHECK_REAL(least_lambda, 0, 0);
            CHECK_REAL(m->lambda, 1, 0);
        } else {
            CHECK_INT(r.errors, 1);
        }
        k_inst_free(m);
    }
}

/* ---- Several nonlinear unknowns: chord iteration keeps its matrix ----
 * z_i + 0.1 z_i^2 + 0.05 sum_j z_j = c_i with c chosen so that z_i = (i+1) t. */
enum { BIG = 12 };
static int factor_calls;
static double big_c(int i, double t)
{
    double z = (i + 1) * t, sum = t * BIG * (BIG + 1) / 2;
    return z + 0.1 * z * z + 0.05 * sum;
}
static int big_residual(KInst *m, double *r)
{
    double sum = 0;
    for (int i = 0; i < BIG; i++)
        sum += m->v[i];
    for (int i = 0; i < BIG; i++)
        r[i] = m->v[i] + 0.1 * m->v[i] * m->v[i] + 0.05 * sum - big_c(i, m->time);
    return 0;
}
static int big_jacobian(KInst *m, double *a)
{
    factor_calls++;
    for (int j = 0; j < BIG; j++)
        for (int i = 0; i < BIG; i++)
            a[j * BIG + i] = 0.05 + (i == j ? 1 + 0.2 * m->v[i] : 0);
    return 0;
}
static int big_rhs(KInst *m)
{
    return m->solve(m, 0);
}
static const int count_up[BIG] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
TEST(chord_iteration)
{
    KBlock b = {.n = BIG, .var = count_up};
    KModel model = {.nv = BIG, .nominal = ones, .nblocks = 1, .block = &b, TEST_TEXTS};
    KBlockCode block = {big_residual, big_jacobian, NULL, NULL, NULL};
    KCode code = {.init = big_rhs, .rhs = big_rhs, .block = &block};
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-6, .intervals = 1000};
    factor_calls = 0;
    CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
    for (int k = 0; k <= 1000; k += 50)
        for (int i = 0; i < BIG; i++)
            CHECK_REAL(row_value(&r, k, i), (i + 1) * row_time(&r, k), 1e-10);
    CHECK(factor_calls < 200);
    record_free(&r);
}

/* ---- Linear 3x3: A z = b, constant or A(t), b(t) from a known solution ----
 * v0..v2 = z, v3 = inner z0 + z1, v4 = x with x' = v5 = z2. z = (1 + t, cos t, x). */
static int linear_varying;
static double linear_a(const KInst *m, int i, int j)
{
    static const double a[3][3] = {{4, 1, -1}, {0.5, 0, 2}, {1, 3, 0}};
    return a[i][j] * (linear_varying ? 1 + m->time * (i + 1) : 1);
}
static int linear_residual(KInst *m, double *r)
{
    const double z[3] = {1 + m->time, cos(m->time), m->v[4]};
    m->v[3] = m->v[0] + m->v[1];
    for (int i = 0; i < 3; i++) {
        r[i] = 0;
        for (int j = 0; j < 3; j++)
            r[i] += linear_a(m, i, j) * (m->v[j] - z[j]);
    }
    return 0;
}
static int linear_jacobian(KInst *m, double *a)
{
    factor_calls++;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            a[j * 3 + i] = linear_a(m, i, j);
    return 0;
}
static int linear_direction(KInst *m, double *dr)
{
    const double dz[3] = {0, 0, m->dv[4]};
    m->dv[3] = m->dv[0] + m->dv[1];
    for (int i = 0; i < 3; i++) {
        dr[i] = 0;
        for (int j = 0; j < 3; j++)
            dr[i] += linear_a(m, i, j) * (m->dv[j] - dz[j]);
    }
    return 0;
}
static int linear_rhs(KInst *m)
{
    int result = m->solve(m, 0);
    m->v[5] = m->v[2];
    return result;
}
static int linear_jvp(KInst *m)
{
    int result = m->solve_dir(m, 0);
    m->dv[5] = m->dv[2];
    return result;
}
static int linear_init(KInst *m)
{
    m->v[4] = 1;
    return linear_rhs(m);
}
static const int linear_x[] = {4}, linear_dx[] = {5};

TEST(linear_block)
{
    for (int variant = 0; variant < 8; variant++) {
        linear_varying = variant & 1;
        KBlock b = {.n = 3, .var = count_up, .linear = true, .constant = !linear_varying};
        KModel model = {.nv = 6,
                        .nstates = 1,
                        .state = linear_x,
                        .der = linear_dx,
                        .nominal = ones,
                        .nblocks = 1,
                        .block = &b,
                        TEST_TEXTS};
        KBlockCode block = {linear_residual, variant & 2 ? linear_jacobian : NULL, linear_direction,
                            NULL, NULL};
        KCode code = {.init = linear_init, .rhs = linear_rhs, .jvp = linear_jvp, .block = &block};
        Record r;
        KStats st;
        KOptions o = {
            .method = variant & 4 ? K_IDA : K_CVODE, .stop = 2, .tolerance = 1e-8, .intervals = 20};
        factor_calls = 0;
        CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
        for (int i = 0; i < r.rows; i++) {
            double t = row_time(&r, i);
            CHECK_REAL(row_value(&r, i, 4), exp(t), 1e-5);
            CHECK_REAL(row_value(&r, i, 0), 1 + t, 1e-13);
            CHECK_REAL(row_value(&r, i, 1), cos(t), 1e-13);
            CHECK_REAL(row_value(&r, i, 2), row_value(&r, i, 4), 1e-13);
            CHECK_REAL(row_value(&r, i, 3), 1 + t + cos(t), 1e-13);
        }
        if ((variant & 3) == 2) /* factored once per run: at initialization */
            CHECK(factor_calls == 1);
        record_free(&r);
    }
}

/* ---- Sparse: 500 unknowns of a resistor ladder ----
 * Node i: 2 z_i - z_(i-1) - z_(i+1) = 0, z_(-1) = x (state), z_500 = 0:
 * z_i = x (500 - i)/501; x' = z_0 - x = -x/501. */
enum { LADDER = 500 };
static int ladder_residual(KInst *m, double *r)
{
    const double *z = m->v;
    for (int i = 0; i < LADDER; i++)
        r[i] = 2 * z[i] - (i ? z[i - 1] : m->v[LADDER]) - (i < LADDER - 1 ? z[i + 1] : 0);
    return 0;
}
static int ladder_direction(KInst *m, double *dr)
{
    const double *z = m->dv;
    for (int i = 0; i < LADDER; i++)
        dr[i] = 2 * z[i] - (i ? z[i - 1] : m->dv[LADDER]) - (i < LADDER - 1 ? z[i + 1] : 0);
    return 0;
}
static int ladder_rhs(KInst *m)
{
    int result = m->solve(m, 1);
    m->v[LADDER + 1] = m->v[0] - m->v[LADDER];
    return result;
}
static int ladder_jvp(KInst *m)
{
    int result = m->solve_dir(m, 1);
    m->dv[LADDER + 1] = m->dv[0] - m->dv[LADDER];
    return result;
}
/* Block 0 belongs to the initial equations only: x = 3 by 2 x = 6. */
static int start_residual(KInst *m, double *r)
{
    r[0] = 2 * m->v[LADDER] - 6;
    return 0;
}
static int ladder_init(KInst *m)
{
    int result = m->solve(m, 0);
    return result ? result : ladder_rhs(m);
}

TEST(sparse_block)
{
    static int var[LADDER], colptr[LADDER + 1], rowidx[3 * LADDER];
    static int dae_colptr[LADDER + 3], dae_rowidx[4 * LADDER];
    static const int x[] = {LADDER}, dx[] = {LADDER + 1};
    int nnz = 0, dae = 0;
    for (int j = 0; j < LADDER; j++) {
        var[j] = j;
        colptr[j] = nnz;
        for (int i = j - 1; i <= j + 1; i++)
            if (i >= 0 && i < LADDER)
                rowidx[nnz++] = i;
    }
    colptr[LADDER] = nnz;
    /* Unknowns: x, then the one of block 0 (x again), then z; rows alike. */
    dae_rowidx[dae++] = 0;
    dae_rowidx[dae++] = 2;
    dae_colptr[1] = dae;
    dae_rowidx[dae++] = 1;
    for (int j = 0; j < LADDER; j++) {
        dae_colptr[2 + j] = dae;
        if (j == 0)
            dae_rowidx[dae++] = 0;
        for (int i = j - 1; i <= j + 1; i++)
            if (i >= 0 && i < LADDER)
                dae_rowidx[dae++] = 2 + i;
    }
    dae_colptr[2 + LADDER] = dae;
    KBlock blocks[2] = {
        {.n = 1, .var = x, .linear = true},
        {.n = LADDER, .var = var, .linear = true, .nnz = nnz, .colptr = colptr, .rowidx = rowidx}};
    KModel model = {.nv = LADDER + 2,
                    .nstates = 1,
                    .state = x,
                    .der = dx,
                    .nblocks = 2,
                    .block = blocks,
                    .dae_nnz = dae,
                    .dae_colptr = dae_colptr,
                    .dae_rowidx = dae_rowidx,
                    TEST_TEXTS};
    KBlockCode block[2] = {{start_residual, NULL, NULL, NULL, NULL},
                           {ladder_residual, NULL, ladder_direction, NULL, NULL}};
    KCode code = {.init = ladder_init, .rhs = ladder_rhs, .jvp = ladder_jvp, .block = block};
    for (int method = K_CVODE; method <= K_IDA; method++)
        for (int nonlinear = 0; nonlinear < 2; nonlinear++) {
            blocks[1].linear = !nonlinear;
            Record r;
            KStats st;
            KOptions o = {
                .method = (KMethod)method, .stop = 1000, .tolerance = 1e-8, .intervals = 4};
            CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
            for (int i = 0; i < r.rows; i++) {
                double now = row_value(&r, i, LADDER);
                CHECK_REAL(now, 3 * exp(-row_time(&r, i) / (LADDER + 1)), 1e-6);
                for (int k = 0; k < LADDER; k += 99)
                    CHECK_REAL(row_value(&r, i, k), now * (LADDER - k) / (LADDER + 1), 1e-10);
            }
            record_free(&r);
        }
}

/* ---- Singular ----
 * v0 + v1 = 1, (2 - g) v0 + 2 v1 = c + ..., singular when g = 0: with c = 2 consistent. */
static int pair_residual(KInst *m, double *r)
{
    double g = m->v[2], c = m->v[3];
    r[0] = m->v[0] + m->v[1] - 1;
    r[1] = (2 - g) * m->v[0] + 2 * m->v[1] - c;
    return 0;
}
static int pair_init(KInst *m)
{
    return m->solve(m, 0);
}
TEST(singular_block)
{
    static const KVariable vars[] = {{.name = "g", .kind = K_PARAMETER, .index = 2},
                                     {.name = "c", .kind = K_PARAMETER, .index = 3}};
    KBlock b = {.n = 2, .var = count_up, .linear = true};
    KModel model = {.nv = 4,
                    .nominal = ones,
                    .nblocks = 1,
                    .block = &b,
                    .nvariables = 2,
                    .variable = vars,
                    TEST_TEXTS};
    static const struct {
        double g, c;
        int result;
    } cases[] = {{1, 5, 0}, {0, 3, -1}, {0, 2, 0}};
    for (int i = 0; i < 3; i++) {
        KBlockCode block = {pair_residual, NULL, NULL, NULL, NULL};
        KCode code = {.init = pair_init, .rhs = pair_init, .block = &block};
        Record r;
        KInst *m = fresh(&model, &code, &r);
        k_set_value(m, 2, cases[i].g);
        k_set_value(m, 3, cases[i].c);
        m->start[0] = 0.25;
        CHECK_INT(k_initialize(m, 0), cases[i].result);
        if (cases[i].result) {
            CHECK(strstr(r.text, "singular") && strstr(r.text, "is not determined"));
            CHECK(strstr(r.text, "(m.mo:7)") != NULL);
            CHECK(strstr(r.text, "v0") || strstr(r.text, "v1"));
        } else {
            CHECK_REAL(m->v[0] + m->v[1], 1, 1e-10);
        }
        /* A system that only leaves a choice is solved, with one warning. */
        CHECK_INT(r.warnings, i == 2);
        k_inst_free(m);
    }
}

/* ---- Mixed: ideal diode and resistor at a sine source ----
 * v0 = s (curve parameter), v1 = i, v2 = u over the diode, v3 = q, v4 = q' = i; R = 2.
 * Relation 0: s > 0 (conducting). */
static int diode_residual(KInst *m, double *r)
{
    double s = m->v[0];
    int on = k_gt(m, 0, s, 0);
    m->v[1] = on ? s : 0;
    m->v[2] = on ? 0 : s;
    r[0] = 2 * m->v[1] + m->v[2] - sin(m->time);
    return 0;
}
static int diode_direction(KInst *m, double *dr)
{
    m->dv[1] = m->rel[0] ? m->dv[0] : 0;
    m->dv[2] = m->rel[0] ? 0 : m->dv[0];
    dr[0] = 2 * m->dv[1] + m->dv[2];
    return 0;
}
static int diode_modes(KInst *m)
{
    k_gt(m, 0, m->v[0], 0);
    return 0;
}
static int diode_rhs(KInst *m)
{
    int result = m->solve(m, 0);
    m->v[4] = m->v[1];
    return result;
}
static int diode_jvp(KInst *m)
{
    int result = m->solve_dir(m, 0);
    m->dv[4] = m->dv[1];
    return result;
}
static int diode_cross(KInst *m)
{
    m->g[0] = m->v[0];
    return 0;
}

TEST(ideal_diode)
{
    static const int relations[] = {0};
    static const unsigned char op[] = {K_GT};
    static const int x[] = {3}, dx[] = {4};
    KBlock b = {
        .n = 1, .var = count_up, .linear = true, .mixed = true, .rel = relations, .nrel = 1};
    KModel model = {.nv = 5,
                    .nstates = 1,
                    .state = x,
                    .der = dx,
                    .nrel = 1,
                    .rel_op = op,
                    .nominal = ones,
                    .nblocks = 1,
                    .block = &b,
                    TEST_TEXTS};
    KBlockCode block = {diode_residual, NULL, diode_direction, diode_modes, NULL};
    KCode code = {.init = diode_rhs,
                  .rhs = diode_rhs,
                  .cross = diode_cross,
                  .event = diode_rhs,
                  .jvp = diode_jvp,
                  .block = &block};
    for (int method = K_CVODE; method <= K_RK45; method++) {
        Record r;
        KStats st;
        KOptions o = {.method = (KMethod)method, .stop = 20, .tolerance = 1e-8, .intervals = 100};
        CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
        CHECK_INT(st.state_events, 7); /* on just after 0, then pi, 2 pi, ... 6 pi */
        for (int i = 0; i < r.rows; i++) {
            double t = row_time(&r, i), u = sin(t), half = floor(t / acos(-1));
            double part = fmod(half, 2) == 0 ? 1 - cos(t) + half : half + 1;
            CHECK_REAL(row_value(&r, i, 1), fmax(u, 0) / 2, 1e-9);
            CHECK_REAL(row_value(&r, i, 2), fmin(u, 0), 1e-9);
            CHECK_REAL(row_value(&r, i, 3), part / 2, 1e-5);
        }
        record_free(&r);
    }
}

/* Linear complementarity problems w = M z + q, z, w >= 0, z w = 0 with P-matrices have one
 * solution for every q; it must be found whatever the modes at the start. */
enum { LCP = 4 };
static double lcp_m[LCP][LCP], lcp_q[LCP];
static int lcp_residual(KInst *m, double *r)
{
    for (int i = 0; i < LCP; i++) {
        int on = k_gt(m, i, m->v[i], 0);
        m->v[LCP + i] = on ? m->v[i] : 0;
        r[i] = on ? 0 : -m->v[i];
    }
    for (int i = 0; i < LCP; i++)
        for (int j = 0; j < LCP; j++)
            r[i] -= lcp_m[i][j] * m->v[LCP + j];
    for (int i = 0; i < LCP; i++)
        r[i] -= lcp_q[i];
    return 0;
}
static int lcp_modes(KInst *m)
{
    for (int i = 0; i < LCP; i++)
        k_gt(m, i, m->v[i], 0);
    return 0;
}
static int lcp_init(KInst *m)
{
    return m->solve(m, 0);
}
TEST(complementarity)
{
    static const int relations[] = {0, 1, 2, 3};
    static const unsigned char op[] = {K_GT, K_GT, K_GT, K_GT};
    KBlock b = {
        .n = LCP, .var = count_up, .linear = true, .mixed = true, .rel = relations, .nrel = LCP};
    KModel model = {.nv = 2 * LCP,
                    .nrel = LCP,
                    .rel_op = op,
                    .nominal = ones,
                    .nblocks = 1,
                    .block = &b,
                    TEST_TEXTS};
    KBlockCode block = {lcp_residual, NULL, NULL, lcp_modes, NULL};
    KCode code = {.init = lcp_init, .event = lcp_init, .rhs = lcp_init, .block = &block};
    srand(7);
    for (int trial = 0; trial < 300; trial++) {
        /* Triangular with unit diagonal: all principal minors are 1. */
        for (int i = 0; i < LCP; i++)
            for (int j = 0; j < LCP; j++)
                lcp_m[i][j] = i == j ? 1 : j > i ? rand() % 5 - 2 : 0;
        for (int i = 0; i < LCP; i++)
            lcp_q[i] = rand() % 2001 / 500.0 - 2;
        Record r;
        KInst *m = fresh(&model, &code, &r);
        CHECK_INT(k_initialize(m, 0), 0);
        for (int i = 0; i < LCP; i++) {
            double z = fmax(m->v[i], 0), w = fmax(-m->v[i], 0), sum = lcp_q[i];
            for (int j = 0; j < LCP; j++)
                sum += lcp_m[i][j] * fmax(m->v[j], 0);
            CHECK_REAL(w, sum, 1e-10);
            CHECK(z * w == 0);
        }
        k_inst_free(m);
    }
}

/* v0 = if v0 > 0 then -1 else 1 has no solution. */
static int never_residual(KInst *m, double *r)
{
    r[0] = m->v[0] - (k_gt(m, 0, m->v[0], 0) ? -1 : 1);
    return 0;
}
TEST(no_consistent_modes)
{
    static const int relations[] = {0};
    static const unsigned char op[] = {K_GT};
    KBlock b = {
        .n = 1, .var = count_up, .linear = true, .mixed = true, .rel = relations, .nrel = 1};
    KModel model = {
        .nv = 1, .nrel = 1, .rel_op = op, .nominal = ones, .nblocks = 1, .block = &b, TEST_TEXTS};
    KBlockCode block = {never_residual, NULL, NULL, diode_modes, NULL};
    KCode code = {.init = lcp_init, .block = &block};
    Record r;
    KInst *m = fresh(&model, &code, &r);
    CHECK_INT(k_initialize(m, 0), -1);
    CHECK(strstr(r.text, "first relation") != NULL);
    k_inst_free(m);
}

/* ---- Mixed with a discrete unknown: v0 = s, v1 = d in {-1, 0, 1} by thresholds, v2 = u ----
 * s = u + k d, d = 1 if s > 1, -1 if s < -1. */
static double feedback;
static int step_residual(KInst *m, double *r)
{
    r[0] = m->v[0] - m->v[2] - feedback * m->v[1];
    return 0;
}
static int step_modes(KInst *m)
{
    m->v[1] = k_gt(m, 0, m->v[0], 1) ? 1 : k_lt(m, 1, m->v[0], -1) ? -1 : 0;
    return 0;
}
TEST(discrete_unknown)
{
    static const int relations[] = {0, 1};
    static const unsigned char op[] = {K_GT, K_LT};
    static const KVariable vars[] = {{.name = "u", .kind = K_PARAMETER, .index = 2}};
    KBlock b = {.n = 1,
                .var = zero_index,
                .linear = true,
                .mixed = true,
                .rel = relations,
                .nrel = 2,
                .discrete = one_index,
                .ndiscrete = 1};
    KModel model = {.nv = 3,
                    .nrel = 2,
                    .rel_op = op,
                    .nominal = ones,
                    .nblocks = 1,
                    .block = &b,
                    .nvariables = 1,
                    .variable = vars,
                    TEST_TEXTS};
    KBlockCode block = {step_residual, NULL, NULL, step_modes, NULL};
    KCode code = {.init = lcp_init, .event = lcp_init, .rhs = lcp_init, .block = &block};
    static const struct {
        double u, feedback, s, d;
    } cases[] = {{2, 0.3, 2.3, 1},
                 {-3, 0.3, -3.3, -1},
                 {0.5, 0.3, 0.5, 0},
                 {1.5, -0.3, 1.2, 1},
                 {1.2, -0.3, NAN, 0}}; /* d = 0 gives s = 1.2, d = 1 gives 0.9: none fits */
    for (int i = 0; i < 5; i++) {
        Record r;
        KInst *m = fresh(&model, &code, &r);
        feedback = cases[i].feedback;
        k_set_value(m, 2, cases[i].u);
        bool solvable = !isnan(cases[i].s);
        CHECK_INT(k_initialize(m, 0), solvable ? 0 : -1);
        if (solvable) {
            CHECK_REAL(m->v[0], cases[i].s, 1e-14);
            CHECK_REAL(m->v[1], cases[i].d, 0);
        } else {
            CHECK(strstr(r.text, "other relation") && strstr(r.text, "v1 = "));
        }
        k_inst_free(m);
    }
}

/* ---- A matrix kept from the last call that has become useless: z_i^3 = c(t), i < 4 ---- */
static int power_residual(KInst *m, double *r)
{
    for (int i = 0; i < 4; i++)
        r[i] = pow(m->v[i], 3) - (m->time < 0.5 ? 1e-3 : 1e3 * (i + 1));
    return 0;
}
static int power_jacobian(KInst *m, double *a)
{
    for (int i = 0; i < 16; i++)
        a[i] = i % 5 ? 0 : 3 * m->v[i / 5] * m->v[i / 5];
    return 0;
}
static int power_init(KInst *m)
{
    for (int i = 0; i < 4; i++)
        m->v[i] = 0.2;
    return m->solve(m, 0);
}
TEST(stale_matrix)
{
    KBlock b = {.n = 4, .var = count_up};
    KModel model = {.nv = 4, .nominal = ones, .nblocks = 1, .block = &b, TEST_TEXTS};
    KBlockCode block = {power_residual, power_jacobian, NULL, NULL, NULL};
    KCode code = {.init = power_init, .rhs = lcp_init, .block = &block};
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-6, .intervals = 1};
    CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
    for (int i = 0; i < 4; i++) {
        CHECK_REAL(row_value(&r, 0, i), 0.1, 1e-12);
        CHECK_REAL(row_value(&r, 1, i), 10 * cbrt(i + 1), 1e-12);
    }
    record_free(&r);
}

/* ---- Restart from start values, inside min and max: 1/y = 1 from a guess without a value ---- */
static double lowest;
static int inverse_residual(KInst *m, double *r)
{
    if (m->v[0] < -4)
        return 1;
    lowest = fmin(lowest, m->v[0]);
    r[0] = 1 / m->v[0] - 1;
    return 0;
}
static int inverse_init(KInst *m)
{
    m->v[0] = -5;
    return m->solve(m, 0);
}
TEST(restart_within_bounds)
{
    static const double min[] = {0, 0}, max[] = {100, 100};
    KBlockCode block = {inverse_residual, NULL, NULL, NULL, NULL};
    KCode code = {.init = inverse_init, .block = &block};
    KModel model = single;
    model.min = min;
    model.max = max;
    Record r;
    KInst *m = fresh(&model, &code, &r);
    m->start[0] = 3;
    lowest = 100;
    CHECK_INT(k_initialize(m, 0), 0);
    CHECK_REAL(m->v[0], 1, 1e-12);
    CHECK(lowest > 0);
    k_inst_free(m);
}

/* ---- Homotopy with small steps: only near the last solution does the iteration succeed ---- */
static double solved_lambda;
static int tracking_residual(KInst *m, double *r)
{
    if (m->lambda > solved_lambda + 0.04)
        return 1;
    r[0] = m->v[0] - 1 - m->lambda;
    return 0;
}
static int tracking_init(KInst *m)
{
    int result = m->solve(m, 0);
    if (result == 0)
        solved_lambda = m->lambda;
    return result;
}
TEST(homotopy_in_small_steps)
{
    KBlockCode block = {tracking_residual, NULL, NULL, NULL, NULL};
    KCode code = {.init = tracking_init, .block = &block};
    KModel model = single;
    model.uses_homotopy = true;
    Record r;
    KInst *m = fresh(&model, &code, &r);
    solved_lambda = 0;
    CHECK_INT(k_initialize(m, 0), 0);
    CHECK_REAL(m->v[0], 2, 1e-12);
    k_inst_free(m);
}

/* ---- A residual that is not finite is shown with its equation ---- */
static int infinite_residual(KInst *m, double *r)
{
    r[0] = 1 / (m->v[0] - m->v[0]);
    return 0;
}
TEST(residual_not_finite)
{
    KBlock b = {.n = 1, .var = zero_index, .linear = true};
    KModel model = single;
    KBlockCode block = {infinite_residual, NULL, NULL, NULL, NULL};
    KCode code = {.init = single_init, .block = &block};
    for (int linear = 0; linear < 2; linear++) {
        Record r;
        model.block = linear ? &b : &single_block;
        KInst *m = fresh(&model, &code, &r);
        CHECK_INT(k_initialize(m, 0), -1);
        CHECK(strstr(r.text, "eq0 (m.mo:7)") != NULL);
        CHECK(strstr(r.text, "inf") != NULL);
        k_inst_free(m);
    }
}

TEST_MAIN(T(discrete_unknown), T(stale_matrix), T(restart_within_bounds),
          T(homotopy_in_small_steps), T(residual_not_finite), T(nonlinear_in_ode),
          T(directional_derivative), T(newton_damping), T(newton_failure_is_explained), T(homotopy),
          T(chord_iteration), T(linear_block), T(sparse_block), T(singular_block), T(ideal_diode),
          T(complementarity), T(no_consistent_modes))
