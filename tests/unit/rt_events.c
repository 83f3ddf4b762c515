/* Events: location, iteration, time events and samples, reinit, terminate, asserts, delay. */
#include "rt/run_internal.h"
#include "rt_test.h"

static const int at0[] = {0}, at1[] = {1}, at4[] = {4}, at01[] = {0, 1};
static const unsigned char gt[] = {K_GT, K_GT}, ge[] = {K_GE}, le[] = {K_LE}, eq[] = {K_EQ};
static const double pi = 3.14159265358979323846;

/* ---- Bouncing ball: v0 height, v1 velocity, v2 v3 their derivatives, v4 = height <= 0 ---- */
static const double gravity = 9.81, bounce = 0.8;
static int ball_rhs(KInst *m)
{
    m->v[2] = m->v[1];
    m->v[3] = -gravity;
    return 0;
}
static int ball_jvp(KInst *m)
{
    m->dv[2] = m->dv[1];
    m->dv[3] = 0;
    return 0;
}
static int ball_init(KInst *m)
{
    m->v[0] = 1;
    m->v[1] = 0;
    m->v[4] = k_le(m, 0, m->v[0], 0);
    return ball_rhs(m);
}
static int ball_cross(KInst *m)
{
    m->g[0] = m->v[0];
    return 0;
}
static int ball_event(KInst *m)
{
    ball_rhs(m);
    m->v[4] = k_le(m, 0, m->v[0], 0);
    if (m->v[4] != 0 && m->pre[4] == 0)
        k_reinit(m, 1, -bounce * m->v[1]);
    return 0;
}
static const int ball_dx[] = {2, 3};
static const KModel ball = {.name = "ball",
                            .nv = 5,
                            .nstates = 2,
                            .state = at01,
                            .der = ball_dx,
                            .nrel = 1,
                            .rel_op = le,
                            .ndiscrete = 1,
                            .discrete = at4,
                            .npre = 1,
                            .pre = at4,
                            TEST_TEXTS};
static const KCode ball_code = {
    .init = ball_init, .rhs = ball_rhs, .cross = ball_cross, .event = ball_event, .jvp = ball_jvp};

TEST(bouncing_ball)
{
    for (int method = K_CVODE; method <= K_RK45; method++) {
        Record r;
        KStats st;
        KOptions o = {.method = (KMethod)method, .stop = 3, .tolerance = 1e-10, .intervals = 30};
        CHECK_INT(run_model(&ball, &ball_code, &o, &r, &st), 0);
        double t = sqrt(2 / gravity), speed = gravity * t;
        int bounces = 0;
        for (int i = 1; i < r.rows; i++) {
            double before = row_value(&r, i - 1, 1), after = row_value(&r, i, 1);
            if (!(before < 0 && after > 0 && row_time(&r, i) == row_time(&r, i - 1)))
                continue;
            CHECK_REAL(row_time(&r, i), t, 1e-8);
            CHECK_REAL(before, -speed, 1e-8);
            CHECK_REAL(after, bounce * speed, 1e-8);
            speed *= bounce;
            t += 2 * speed / gravity;
            bounces++;
        }
        int expected = 0;
        for (double u = sqrt(2 / gravity), v = gravity * u; u < 3; expected++) {
            v *= bounce;
            u += 2 * v / gravity;
        }
        CHECK_INT(bounces, expected);
        record_free(&r);
    }
}

/* ---- Sliding: x' = if x > 0 then -1 else 1 ---- */
static int slide_rhs(KInst *m)
{
    m->v[1] = k_gt(m, 0, m->v[0], 0) ? -1 : 1;
    return 0;
}
static int slide_init(KInst *m)
{
    m->v[0] = 0.5;
    return slide_rhs(m);
}
static const KModel one_state = {
    .nv = 2, .nstates = 1, .state = at0, .der = at1, .nrel = 1, .rel_op = gt, TEST_TEXTS};

/* It gets a hysteresis, and the user a warning. */
TEST(chattering_is_reported)
{
    static const KCode code = {
        .init = slide_init, .rhs = slide_rhs, .cross = ball_cross, .event = slide_rhs};
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-6, .intervals = 10};
    CHECK_INT(run_model(&one_state, &code, &o, &r, &st), 0);
    CHECK_REAL(st.end_time, 1, 1e-12);
    CHECK(strstr(r.text, "first relation") != NULL);
    CHECK_INT(r.errors, 0);
    record_free(&r);
}

/* ---- One state x' = slope from x0, a counter of events of one relation against a level ----
 * v0 x, v1 x', v2 counter, v3 relation. */
static double ramp_start, ramp_slope, ramp_level;
static int (*ramp_relation)(KInst *, int, double, double);
static double (*ramp_function)(double t);
static int ramp_rhs(KInst *m)
{
    m->v[1] = ramp_slope;
    return 0;
}
static double ramp_left(const KInst *m)
{
    return ramp_function ? ramp_function(m->time) : m->v[0];
}
static int ramp_cross(KInst *m)
{
    m->g[0] = ramp_left(m) - ramp_level;
    return 0;
}
static int ramp_event(KInst *m)
{
    ramp_rhs(m);
    m->v[3] = ramp_relation(m, 0, ramp_left(m), ramp_level);
    m->v[2] = m->pre[2] + (m->v[3] != m->pre[3]);
    return 0;
}
static int ramp_init(KInst *m)
{
    m->v[0] = ramp_start;
    m->v[2] = 0;
    m->v[3] = ramp_relation(m, 0, ramp_left(m), ramp_level);
    return ramp_rhs(m);
}
static const int ramp_discrete[] = {2, 3};
static KModel ramp = {.nv = 4,
                      .nstates = 1,
                      .state = at0,
                      .der = at1,
                      .nrel = 1,
                      .rel_op = gt,
                      .ndiscrete = 2,
                      .discrete = ramp_discrete,
                      .npre = 2,
                      .pre = ramp_discrete,
                      TEST_TEXTS};
static const KCode ramp_code = {
    .init = ramp_init, .rhs = ramp_rhs, .cross = ramp_cross, .event = ramp_event};

static int run_ramp(double start, double slope, double level, KOptions o, Record *r, KStats *st)
{
    ramp_start = start;
    ramp_slope = slope;
    ramp_level = level;
    return run_model(&ramp, &ramp_code, &o, r, st);
}

/* A relation that is exactly at its border at the start: no event is lost or doubled. */
TEST(zero_at_start)
{
    static const struct {
        const unsigned char *op;
        int (*relation)(KInst *, int, double, double);
        double slope;
        int events, last;
    } cases[] = {
        {gt, k_gt, 1, 1, 1},  {gt, k_gt, -1, 0, 0}, {ge, k_ge, 1, 0, 1},
        {ge, k_ge, -1, 1, 0}, {gt, k_gt, 0, 0, 0},
    };
    ramp_function = NULL;
    for (int i = 0; i < 5; i++) {
        Record r;
        KStats st;
        ramp.rel_op = cases[i].op;
        ramp_relation = cases[i].relation;
        KOptions o = {.stop = 1, .tolerance = 1e-6, .intervals = 2};
        CHECK_INT(run_ramp(0.25, cases[i].slope, 0.25, o, &r, &st), 0);
        CHECK_INT(st.state_events, cases[i].events);
        CHECK_REAL(row_value(&r, r.rows - 1, 2), cases[i].events, 0);
        CHECK_REAL(row_value(&r, r.rows - 1, 3), cases[i].last, 0);
        for (int k = 0; k < r.rows; k++)
            if (row_value(&r, k, 2) == 1 && row_value(&r, k - 1, 2) == 0)
                CHECK(row_time(&r, k) < 1e-12);
        record_free(&r);
    }
}

TEST(crossing_time)
{
    Record r;
    KStats st;
    ramp.rel_op = gt;
    ramp_relation = k_gt;
    ramp_function = NULL;
    KOptions o = {.stop = 10, .tolerance = 1e-6, .intervals = 1};
    CHECK_INT(run_ramp(0, 1, 3.7, o, &r, &st), 0);
    CHECK_INT(r.rows, 4);
    CHECK_REAL(row_time(&r, 1), 3.7, 1e-12);
    CHECK_REAL(row_value(&r, 1, 2), 0, 0);
    CHECK_REAL(row_value(&r, 2, 2), 1, 0);
    CHECK(row_value(&r, 1, 0) > 3.7); /* just after the crossing */
    CHECK(row_time(&r, 1) == row_time(&r, 2));
    record_free(&r);
}

static double bump(double t)
{
    return 1e-4 - (t - 0.5) * (t - 0.5);
}
static double late_bump(double t)
{
    return 1e-2 - (t - 6.5) * (t - 6.5);
}

/* Steps of the ramp are as long as they like; the bump lies inside one. */
TEST(double_crossing)
{
    ramp.rel_op = gt;
    ramp_relation = k_gt;
    for (int late = 0; late < 2; late++) {
        Record r;
        KStats st;
        ramp_function = late ? late_bump : bump;
        double centre = late ? 6.5 : 0.5, half = late ? 0.1 : 0.01;
        KOptions o = {.stop = 10, .tolerance = 1e-6, .intervals = 1};
        CHECK_INT(run_ramp(0, 1, 0, o, &r, &st), 0);
        CHECK_INT(st.state_events, 2);
        CHECK_INT(r.rows, 6);
        CHECK_REAL(row_time(&r, 1), centre - half, 1e-11);
        CHECK_REAL(row_time(&r, 3), centre + half, 1e-11);
        record_free(&r);
    }
    ramp_function = NULL;
}

/* v0 = time by integration, v1 = der(v0), v2 = v0 > 0.5. Event code and continuous equations do not
 * agree within 1e-6 after the crossing: the mode stays until they do. */
static int late_rhs(KInst *m)
{
    m->v[1] = 1;
    return 0;
}
static int late_cross(KInst *m)
{
    m->g[0] = m->v[0] - 0.5 + (m->v[0] > 0.5 ? 1e-8 : 0);
    return 0;
}
static int late_event(KInst *m)
{
    m->v[2] = k_gt(m, 0, m->v[0] - 1e-6, 0.5);
    return late_rhs(m);
}
static int late_init(KInst *m)
{
    m->v[0] = 0;
    return late_event(m);
}

TEST(mode_follows_in_the_end)
{
    static const int at2[] = {2};
    static const KModel late = {.name = "late",
                                .nv = 3,
                                .nstates = 1,
                                .state = at0,
                                .der = at1,
                                .nrel = 1,
                                .rel_op = gt,
                                .ndiscrete = 1,
                                .discrete = at2,
                                .npre = 1,
                                .pre = at2,
                                TEST_TEXTS};
    static const KCode code = {
        .init = late_init, .rhs = late_rhs, .cross = late_cross, .event = late_event};
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-6, .intervals = 10};
    CHECK_INT(run_model(&late, &code, &o, &r, &st), 0);
    CHECK_REAL(row_value(&r, r.rows - 2, 2), 1, 0);
    CHECK(st.state_events < 20);
    record_free(&r);
}

TEST(equality_makes_an_event)
{
    Record r;
    KStats st;
    ramp.rel_op = eq;
    ramp_relation = k_eq;
    ramp_function = NULL;
    KOptions o = {.stop = 1, .tolerance = 1e-6, .intervals = 1};
    CHECK_INT(run_ramp(0, 1, 0.5, o, &r, &st), 0);
    /* One when it is reached, and one when it is left if it was hit exactly. */
    CHECK(st.state_events == 1 || st.state_events == 2);
    CHECK_REAL(row_time(&r, 1), 0.5, 1e-12);
    ramp.rel_op = gt;
    record_free(&r);
}

/* An event that no derivative depends on does not disturb the integration. */
static int wave_rhs(KInst *m)
{
    m->v[1] = cos(m->time);
    return 0;
}
static int wave_event(KInst *m)
{
    wave_rhs(m);
    m->v[3] = k_gt(m, 0, m->v[0], 0.5);
    m->v[2] = m->pre[2] + (m->v[3] != m->pre[3]);
    return 0;
}
static int wave_init(KInst *m)
{
    m->v[0] = 0;
    m->v[3] = k_gt(m, 0, m->v[0], 0.5);
    return wave_rhs(m);
}
static int wave_cross(KInst *m)
{
    m->g[0] = m->v[0] - 0.5;
    return 0;
}
TEST(history_is_kept)
{
    KCode code = {.init = wave_init, .rhs = wave_rhs, .cross = wave_cross, .event = wave_event};
    KModel plain = ramp;
    Record r;
    KStats with, without;
    KOptions o = {.stop = 40, .tolerance = 1e-9, .intervals = 10};
    plain.nrel = 0;
    CHECK_INT(run_model(&ramp, &code, &o, &r, &with), 0);
    CHECK_INT(with.state_events, 13); /* sin t = 1/2: t = pi/6 + 2 k pi, 5 pi/6 + 2 k pi */
    for (int i = 1, n = 0; i < r.rows; i++)
        if (row_value(&r, i, 2) != row_value(&r, i - 1, 2)) {
            double turn = 2 * pi * (n / 2) + (n % 2 ? 5 * pi / 6 : pi / 6);
            CHECK_REAL(row_time(&r, i), turn, 1e-6);
            n++;
        }
    record_free(&r);
    code.cross = NULL;
    code.event = wave_rhs;
    code.init = wave_rhs;
    CHECK_INT(run_model(&plain, &code, &o, &r, &without), 0);
    CHECK_INT(with.steps, without.steps);
    record_free(&r);
}

/* A mode that changes the course although derivatives are continuous at the event:
 * x' = 1 until x = 1, then x' = x: x(2) = e. */
static int bend_rhs(KInst *m)
{
    m->v[1] = k_gt(m, 0, m->v[0], 1) ? m->v[0] : 1;
    return 0;
}
static int bend_cross(KInst *m)
{
    m->g[0] = m->v[0] - 1;
    return 0;
}
static int bend_init(KInst *m)
{
    m->v[0] = 0;
    return bend_rhs(m);
}
TEST(continuous_derivative)
{
    static const KCode code = {
        .init = bend_init, .rhs = bend_rhs, .cross = bend_cross, .event = bend_rhs};
    for (int method = K_CVODE; method <= K_RK45; method++) {
        Record r;
        KStats st;
        KOptions o = {.method = (KMethod)method, .stop = 2, .tolerance = 1e-8, .intervals = 1};
        CHECK_INT(run_model(&one_state, &code, &o, &r, &st), 0);
        CHECK_INT(st.state_events, 1);
        CHECK_REAL(row_value(&r, r.rows - 1, 0), exp(1), 1e-6);
        record_free(&r);
    }
}

/* ---- No states: v0 = sin(time), v1 = v0 > 0, v2 counts ---- */
static int still_out(KInst *m)
{
    m->v[0] = sin(m->time);
    return 0;
}
static int still_cross(KInst *m)
{
    m->g[0] = sin(m->time);
    return 0;
}
static int still_event(KInst *m)
{
    still_out(m);
    m->v[1] = k_gt(m, 0, m->v[0], 0);
    m->v[2] = m->pre[2] + (m->v[1] != m->pre[1]);
    return 0;
}
static int still_init(KInst *m)
{
    still_out(m);
    m->v[1] = k_gt(m, 0, m->v[0], 0);
    return 0;
}
static const int still_discrete[] = {1, 2};
TEST(no_states)
{
    static const KModel model = {.nv = 3,
                                 .nrel = 1,
                                 .rel_op = gt,
                                 .ndiscrete = 2,
                                 .discrete = still_discrete,
                                 .npre = 2,
                                 .pre = still_discrete,
                                 TEST_TEXTS};
    static const KCode code = {
        .init = still_init, .cross = still_cross, .out = still_out, .event = still_event};
    for (int intervals = 0; intervals <= 50; intervals += 25) {
        Record r;
        KStats st;
        KOptions o = {.start = 1, .stop = 10, .tolerance = 1e-6, .intervals = intervals};
        CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
        CHECK_INT(st.state_events, 3);
        if (intervals)
            CHECK_INT(r.rows, intervals + 1 + 6);
        int n = 0;
        for (int i = 1; i < r.rows; i++) {
            CHECK_REAL(row_value(&r, i, 0), sin(row_time(&r, i)), 1e-15);
            if (row_value(&r, i, 2) != row_value(&r, i - 1, 2))
                CHECK_REAL(row_time(&r, i), pi * ++n, 1e-12);
        }
        CHECK_INT(n, 3);
        record_free(&r);
    }
}

/* ---- Time events: x' = if time >= e then 1 else 0, e = 0.3 and a second one ---- */
static double second_time;
static int timed_rhs(KInst *m)
{
    m->v[1] = k_ge(m, 0, m->time, 0.3) + 10 * k_ge(m, 1, m->time, second_time);
    return 0;
}
static int timed_next(KInst *m, double *t)
{
    *t = m->time < 0.3 ? 0.3 : INFINITY;
    if (m->time < second_time && second_time < *t)
        *t = second_time;
    return 0;
}
static KModel timed_model(void)
{
    static const unsigned char op[] = {K_GE, K_GE}, by_time[] = {1, 1};
    KModel model = one_state;
    model.nrel = 2;
    model.rel_op = op;
    model.rel_time = by_time;
    return model;
}
TEST(time_event_is_exact)
{
    KModel model = timed_model();
    KCode code = {.init = timed_rhs, .rhs = timed_rhs, .event = timed_rhs, .next_time = timed_next};
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-8, .intervals = 3};
    second_time = 0.7;
    CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
    CHECK_INT(st.time_events, 2);
    CHECK_INT(st.state_events, 0);
    CHECK_INT(r.rows, 8);
    CHECK(row_time(&r, 1) == 0.3 && row_time(&r, 2) == 0.3);
    CHECK(row_value(&r, 1, 1) == 0 && row_value(&r, 2, 1) == 1);
    CHECK(row_time(&r, 5) == 0.7 && row_time(&r, 6) == 0.7);
    CHECK(row_value(&r, 5, 1) == 1 && row_value(&r, 6, 1) == 11);
    CHECK_REAL(row_value(&r, 7, 0), 0.7 + 3, 1e-9);
    record_free(&r);
    /* Two instants that differ by rounding are one event. */
    second_time = 0.3 + 1e-15;
    CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
    CHECK_INT(st.time_events, 1);
    CHECK_INT(r.rows, 6);
    CHECK(row_value(&r, 2, 1) == 11);
    record_free(&r);
    /* At the very end. */
    second_time = 1;
    CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
    CHECK_INT(st.time_events, 2);
    CHECK(row_time(&r, r.rows - 1) == 1 && row_time(&r, r.rows - 2) == 1);
    CHECK(row_value(&r, r.rows - 1, 1) == 11 && row_value(&r, r.rows - 2, 1) == 1);
    record_free(&r);
}

/* ---- Samples: v0 x, v1 x' = 1, v2 counts, v3 time of the last sample, v4 = sample() ---- */
static double sample_from, sample_each;
static int sampled_rhs(KInst *m)
{
    m->v[1] = 1;
    return 0;
}
static int sampled_event(KInst *m)
{
    m->v[1] = 1;
    m->v[4] = m->tick[0];
    if (m->v[4] != 0 && m->pre[4] == 0) {
        m->v[2] = m->pre[2] + 1;
        m->v[3] = m->time;
    }
    return 0;
}
static int sampled_times(KInst *m, double *start, double *interval)
{
    (void)m;
    start[0] = sample_from;
    interval[0] = sample_each;
    return 0;
}
static const int sampled_discrete[] = {2, 3, 4};
static const KModel sampled = {.nv = 5,
                               .nstates = 1,
                               .state = at0,
                               .der = at1,
                               .nsamples = 1,
                               .ndiscrete = 3,
                               .discrete = sampled_discrete,
                               .npre = 3,
                               .pre = sampled_discrete,
                               TEST_TEXTS};
static const KCode sampled_code = {
    .init = sampled_rhs, .rhs = sampled_rhs, .event = sampled_event, .samples = sampled_times};

TEST(samples)
{
    Record r;
    KStats st;
    KOptions o = {.stop = 10, .tolerance = 1e-6, .intervals = 1};
    sample_from = 0;
    sample_each = 0.001;
    CHECK_INT(run_model(&sampled, &sampled_code, &o, &r, &st), 0);
    CHECK_INT(r.rows, 20001);
    CHECK_REAL(row_value(&r, 0, 2), 1, 0); /* the one at the start */
    for (int k = 1; k <= 10000; k++) {
        CHECK_REAL(row_time(&r, 2 * k), k * 0.001, 0);
        CHECK_REAL(row_value(&r, 2 * k - 1, 2), k, 0);
        CHECK_REAL(row_value(&r, 2 * k, 2), k + 1, 0);
        CHECK_REAL(row_value(&r, 2 * k, 3), k * 0.001, 0);
        if (test_checks_failed > 10)
            break;
    }
    CHECK_INT(st.time_events, 10000);
    CHECK_REAL(row_value(&r, r.rows - 1, 0), 10, 1e-9);
    record_free(&r);
    /* Starting in the middle of the sequence, at an instant that rounding makes uncertain. */
    o = (KOptions){.start = 0.3, .stop = 1, .tolerance = 1e-6, .intervals = 7};
    sample_from = -10;
    sample_each = 0.1;
    CHECK_INT(run_model(&sampled, &sampled_code, &o, &r, &st), 0);
    CHECK_REAL(row_value(&r, r.rows - 1, 2), 8, 0); /* 0.3, 0.4, ... 1.0 */
    CHECK_INT(r.rows, 1 + 7 * 2);                   /* output points coincide with samples */
    record_free(&r);
    /* A bad interval is an error, not an endless loop. */
    sample_each = 0;
    CHECK_INT(run_model(&sampled, &sampled_code, &o, &r, &st), -1);
    CHECK(strstr(r.text, "sample") != NULL);
    record_free(&r);
}

/* Sampled control: x' = u, at each sample u := -x: x(k T) = (1 - T)^k. */
static int held_rhs(KInst *m)
{
    m->v[1] = m->v[2];
    return 0;
}
static int held_event(KInst *m)
{
    m->v[4] = m->tick[0];
    if (m->v[4] != 0 && m->pre[4] == 0)
        m->v[2] = -m->v[0];
    return held_rhs(m);
}
static int held_init(KInst *m)
{
    m->v[0] = 1;
    return held_rhs(m);
}
TEST(sample_and_hold)
{
    static const KCode code = {
        .init = held_init, .rhs = held_rhs, .event = held_event, .samples = sampled_times};
    sample_from = 0;
    sample_each = 0.1;
    for (int method = K_CVODE; method <= K_RK45; method++) {
        Record r;
        KStats st;
        KOptions o = {.method = (KMethod)method, .stop = 3, .tolerance = 1e-8, .intervals = 30};
        CHECK_INT(run_model(&sampled, &code, &o, &r, &st), 0);
        CHECK_INT(r.rows, 61);
        for (int k = 1; k <= 30; k++) {
            double x = pow(0.9, k);
            CHECK_REAL(row_value(&r, 2 * k, 0), x, 1e-9);
            CHECK_REAL(row_value(&r, 2 * k - 1, 2), -pow(0.9, k - 1), 1e-9);
            CHECK_REAL(row_value(&r, 2 * k, 2), -x, 1e-9);
            CHECK_REAL(row_value(&r, 2 * k, 1), -x, 1e-9); /* the derivative follows */
        }
        record_free(&r);
    }
}

/* ---- reinit, chains of discrete variables, terminate, terminal ----
 * v0 x (x' = v2 = 1), v1 y (y' = v3 = 0), v4 = x > 1, v5 follows pre(v4), v6 follows pre(v5). */
static int chain_end; /* what the last link does */
static int chain_rhs(KInst *m)
{
    m->v[2] = 1;
    m->v[3] = 0;
    return 0;
}
static int chain_init(KInst *m)
{
    m->v[0] = 0;
    m->v[1] = 5;
    return chain_rhs(m);
}
static int chain_cross(KInst *m)
{
    m->g[0] = m->v[0] - 1;
    return 0;
}
static int chain_event(KInst *m)
{
    chain_rhs(m);
    m->v[4] = k_gt(m, 0, m->v[0], 1);
    m->v[5] = m->pre[4];
    m->v[6] = m->pre[5];
    if (m->v[6] != 0 && m->pre[6] == 0) {
        if (chain_end == 0) { /* exchange: both values from before */
            k_reinit(m, 0, m->v[1]);
            k_reinit(m, 1, m->v[0]);
        } else if (chain_end == 1) {
            k_terminate(m, "enough");
        }
    }
    if (chain_end == 2 && m->v[4] != 0)
        m->v[5] = m->pre[5] == 0;
    if (chain_end == 3)
        m->v[4] = m->terminal;
    return 0;
}
static const int chain_discrete[] = {4, 5, 6}, chain_dx[] = {2, 3};
static const KModel chain = {.nv = 7,
                             .nstates = 2,
                             .state = at01,
                             .der = chain_dx,
                             .nrel = 1,
                             .rel_op = gt,
                             .ndiscrete = 3,
                             .discrete = chain_discrete,
                             .npre = 3,
                             .pre = chain_discrete,
                             TEST_TEXTS};
static const KCode chain_code = {
    .init = chain_init, .rhs = chain_rhs, .cross = chain_cross, .event = chain_event};

TEST(reinit_of_several_states)
{
    Record r;
    KStats st;
    KOptions o = {.stop = 2, .tolerance = 1e-8, .intervals = 1};
    chain_end = 0;
    CHECK_INT(run_model(&chain, &chain_code, &o, &r, &st), 0);
    CHECK_INT(r.rows, 4);
    CHECK_REAL(row_time(&r, 2), 1, 1e-12);
    CHECK_REAL(row_value(&r, 2, 0), 5, 1e-12);
    CHECK_REAL(row_value(&r, 2, 1), 1, 1e-12);
    for (int k = 4; k <= 6; k++) { /* the whole chain has settled in one event */
        CHECK_REAL(row_value(&r, 1, k), 0, 0);
        CHECK_REAL(row_value(&r, 2, k), 1, 0);
    }
    CHECK_REAL(row_value(&r, 3, 0), 6, 1e-9);
    record_free(&r);
}

TEST(terminate_ends_the_run)
{
    Record r;
    KStats st;
    KOptions o = {.stop = 2, .tolerance = 1e-8, .intervals = 4};
    chain_end = 1;
    CHECK_INT(run_model(&chain, &chain_code, &o, &r, &st), 0);
    CHECK(st.terminated);
    CHECK_REAL(st.end_time, 1, 1e-9);
    CHECK_STR(st.message, "enough");
    CHECK_REAL(row_time(&r, r.rows - 1), 1, 1e-9);
    CHECK_INT(r.errors, 0);
    CHECK_INT(r.infos, 1);
    record_free(&r);
}

TEST(endless_event_is_named)
{
    Record r;
    KStats st;
    KOptions o = {.stop = 2, .tolerance = 1e-8, .intervals = 4};
    chain_end = 2;
    CHECK_INT(run_model(&chain, &chain_code, &o, &r, &st), -1);
    CHECK(strstr(st.message, "v5") != NULL);
    CHECK(strstr(st.message, "v4") == NULL);
    record_free(&r);
}

TEST(terminal_event)
{
    Record r;
    KStats st;
    KOptions o = {.stop = 0.5, .tolerance = 1e-8, .intervals = 1};
    chain_end = 3;
    CHECK_INT(run_model(&chain, &chain_code, &o, &r, &st), 0);
    CHECK_INT(r.rows, 3);
    CHECK_REAL(row_value(&r, 1, 4), 0, 0);
    CHECK_REAL(row_value(&r, 2, 4), 1, 0);
    record_free(&r);
}

/* ---- A relation that the event does not evaluate (short-circuit) must not come back ---- */
static int lazy_event(KInst *m)
{
    chain_rhs(m);
    return 0;
}
TEST(relation_not_evaluated)
{
    static const KCode code = {
        .init = chain_init, .rhs = chain_rhs, .cross = chain_cross, .event = lazy_event};
    Record r;
    KStats st;
    KOptions o = {.stop = 2, .tolerance = 1e-8, .intervals = 1};
    CHECK_INT(run_model(&chain, &code, &o, &r, &st), 0);
    CHECK_INT(st.state_events, 1);
    record_free(&r);
}

/* ---- Asserts: x' = 1; error above 0.7, warning above 0.2 ---- */
static int assert_check(KInst *m)
{
    if (m->v[0] > 0.2 && k_assert(m, 1, 1, "getting warm"))
        return -1;
    return m->v[0] > 0.7 ? k_assert(m, 3, 0, "too hot") : 0;
}
static int assert_rhs(KInst *m)
{
    m->v[1] = 1;
    return 0;
}
/* The same inside a function of the right-hand side: a trial beyond is cut back. */
static int assert_in_rhs(KInst *m)
{
    m->v[1] = 1;
    return m->v[0] > 0.7 ? k_assert(m, 3, 0, "too hot") : 0;
}
TEST(asserts)
{
    KModel model = one_state;
    model.nrel = 0;
    KCode code = {.init = assert_rhs, .rhs = assert_rhs, .check = assert_check};
    Record r;
    KStats st;
    KOptions o = {.stop = 1, .tolerance = 1e-6, .intervals = 10};
    CHECK_INT(run_model(&model, &code, &o, &r, &st), -1);
    CHECK(strstr(st.message, "too hot (m.mo:12)") != NULL);
    CHECK_INT(r.errors, 1);
    CHECK_INT(r.warnings, 1);
    CHECK(r.rows >= 7);
    record_free(&r);
    code = (KCode){.init = assert_rhs, .rhs = assert_in_rhs};
    CHECK_INT(run_model(&model, &code, &o, &r, &st), -1);
    CHECK(strstr(st.message, "too hot (m.mo:12)") != NULL);
    CHECK_REAL(st.end_time, 0.7, 1e-5);
    CHECK_INT(r.errors, 1);
    CHECK(r.rows == 7 || r.rows == 8); /* to 0.6, or to 0.7 if it was reached */
    record_free(&r);
}

/* An event lies before a point that cannot be evaluated: x' = -1 until x = 0.5, where it stops;
 * with the old mode the relation has no value below 0.49. */
static int guard_rhs(KInst *m)
{
    m->v[1] = k_le(m, 0, m->v[0], 0.5) ? 0 : -1;
    return 0;
}
static int guard_init(KInst *m)
{
    m->v[0] = 1;
    return guard_rhs(m);
}
static int guard_cross(KInst *m)
{
    if (!m->rel[0] && m->v[0] < 0.49)
        return k_fault(m, 3, "no value");
    m->g[0] = m->v[0] - 0.5;
    return 0;
}
TEST(event_before_failure)
{
    static const KCode code = {
        .init = guard_init, .rhs = guard_rhs, .cross = guard_cross, .event = guard_rhs};
    KModel model = one_state;
    model.rel_op = le;
    Record r;
    KStats st;
    KOptions o = {.stop = 10, .tolerance = 1e-6, .intervals = 1};
    CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
    CHECK_INT(st.state_events, 1);
    CHECK_REAL(row_time(&r, 1), 0.5, 1e-9);
    CHECK_REAL(row_value(&r, r.rows - 1, 0), 0.5, 1e-9);
    record_free(&r);
}

/* ---- floor, ceil, div, mod of a ramp from -2.5 to 2.5 over 5 s ---- */
static int kept_values(KInst *m)
{
    double x = m->v[0];
    m->v[2] = k_floor_e(m, 0, x);
    m->v[3] = k_ceil_e(m, 1, x);
    m->v[4] = k_div_e(m, 2, x, 1);
    m->v[5] = k_mod_e(m, 3, x, 2);
    m->v[6] = k_rem_e(m, 4, x, 2);
    return 0;
}
static double kept_slope;
static int kept_rhs(KInst *m)
{
    m->v[1] = kept_slope;
    return 0;
}
static int kept_event(KInst *m)
{
    kept_rhs(m);
    return kept_values(m);
}
static int kept_init(KInst *m)
{
    m->v[0] = -2.5 * kept_slope;
    return kept_event(m);
}
TEST(event_generating_functions)
{
    static const KModel model = {
        .nv = 7, .nstates = 1, .state = at0, .der = at1, .nkept = 5, TEST_TEXTS};
    static const KCode code = {.init = kept_init,
                               .rhs = kept_rhs,
                               .cross = kept_values,
                               .out = kept_values,
                               .event = kept_event};
    for (kept_slope = -1; kept_slope <= 1; kept_slope += 2) {
        Record r;
        KStats st;
        KOptions o = {.stop = 5, .tolerance = 1e-8, .intervals = 53};
        CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
        for (int i = 0; i < r.rows; i++) {
            double x = row_value(&r, i, 0);
            if (fabs(x - round(x)) < 1e-6)
                continue; /* at the events */
            CHECK_REAL(row_value(&r, i, 2), floor(x), 0);
            CHECK_REAL(row_value(&r, i, 3), ceil(x), 0);
            CHECK_REAL(row_value(&r, i, 4), trunc(x), 0);
            CHECK_REAL(row_value(&r, i, 5), x - floor(x / 2) * 2, 1e-12);
            CHECK_REAL(row_value(&r, i, 6), x - trunc(x / 2) * 2, 1e-12);
        }
        /* At x = -2, -1, 0, 1, 2 something changes; floor and ceil at once or one after the
         * other (at the value, and just beyond). */
        CHECK(st.state_events >= 5 && st.state_events <= 10);
        record_free(&r);
    }
}

/* ---- delay ---- */
static int delayed_rhs(KInst *m)
{
    m->v[1] = cos(m->time);
    m->v[2] = k_delay(m, 0, 0, m->v[0], 0.5);
    return 0;
}
TEST(delay_of_sine)
{
    static const KModel model = {
        .nv = 3, .nstates = 1, .state = at0, .der = at1, .ndelays = 1, TEST_TEXTS};
    static const KCode code = {.init = delayed_rhs, .rhs = delayed_rhs};
    Record r;
    KStats st;
    KOptions o = {.stop = 10, .tolerance = 1e-8, .intervals = 100};
    CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
    for (int i = 0; i < r.rows; i++)
        CHECK_REAL(row_value(&r, i, 2), sin(fmax(row_time(&r, i) - 0.5, 0)), 1e-5);
    record_free(&r);
}
/* x'(t) = -x(t - 1), x = 1 before 0: x(t) = sum (-1)^k (t - k + 1)^k / k!. */
static int lag_rhs(KInst *m)
{
    m->v[1] = -k_delay(m, 0, 0, m->v[0], 1);
    return 0;
}
static int lag_init(KInst *m)
{
    m->v[0] = 1;
    return lag_rhs(m);
}
TEST(delay_differential_equation)
{
    static const KModel model = {
        .nv = 2, .nstates = 1, .state = at0, .der = at1, .ndelays = 1, TEST_TEXTS};
    static const KCode code = {.init = lag_init, .rhs = lag_rhs};
    Record r;
    KStats st;
    KOptions o = {.stop = 4, .tolerance = 1e-7, .intervals = 4};
    CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
    for (int i = 0; i < r.rows; i++) {
        double x = 0, factorial = 1;
        for (int k = 0; k - 1 < i; factorial *= ++k)
            x += (k % 2 ? -1 : 1) * pow(i - k + 1, k) / factorial;
        CHECK_REAL(row_value(&r, i, 0), x, 1e-4);
    }
    record_free(&r);
}

/* Histories are copied; very long ones are cut to what can be asked for. */
static int waiting_rhs(KInst *m)
{
    m->v[2] = k_delay(m, 0, 0, m->v[0], m->v[1]);
    return 0;
}
TEST(delay_history)
{
    static const KModel model = {.nv = 3, .ndelays = 1, TEST_TEXTS};
    static const KCode code = {.rhs = waiting_rhs};
    Record r = {0};
    KInst *m = k_inst_new(&model, &code, record_message, &r);
    enum { POINTS = 3000000 };
    m->v[1] = 1;
    for (int i = 0; i <= POINTS; i++) { /* a ramp with a jump of 5 at time 2 */
        m->time = i * 1e-3;
        m->v[0] = m->time + (m->time >= 2 ? 5 : 0);
        CHECK_INT(code_rhs(m, K_POINT), 0);
        CHECK_INT(delay_record(m, false), 0);
        if (i == 2000) {
            m->v[0] = 2; /* the value before the jump */
            m->run->delay[0].n--;
            CHECK_INT(code_rhs(m, K_POINT) | delay_record(m, false), 0);
            m->v[0] = 7;
            CHECK_INT(code_rhs(m, K_POINT) | delay_record(m, false), 0);
        }
        if (i == 3000) {
            CHECK_REAL(m->v[2], 2, 0); /* at the jump: the value before it until its event */
            CHECK(isinf(delay_next(m)));
            m->time = 2.9;
            CHECK_REAL(delay_next(m), 3, 0);
            m->time = 3;
            delay_pass(m, 1e-12);
            CHECK_INT(code_rhs(m, K_POINT), 0);
            CHECK_REAL(m->v[2], 7, 0);
            m->v[1] = 1.0005;
            CHECK_INT(code_rhs(m, K_POINT), 0);
            CHECK_REAL(m->v[2], 1.9995, 1e-12);
            m->v[1] = 0.9995;
            CHECK_INT(code_rhs(m, K_POINT), 0);
            CHECK_REAL(m->v[2], 7.0005, 1e-12);
            m->v[1] = 1;
        }
        if (test_checks_failed)
            break;
    }
    CHECK_REAL(m->v[2], POINTS * 1e-3 + 4, 1e-12);
    CHECK(m->run->delay[0].n < POINTS / 2);
    KInst *copy = k_inst_copy(m);
    copy->v[1] = 1.2345;
    CHECK_INT(code_rhs(copy, K_POINT), 0);
    CHECK_REAL(copy->v[2], POINTS * 1e-3 + 5 - 1.2345, 1e-11);
    copy->v[1] = 2500; /* longer than anything before: an error, not a wrong value */
    CHECK_INT(code_rhs(copy, K_POINT), -1);
    k_inst_free(m);
    k_inst_free(copy);
}

/* ---- Copies ---- */
TEST(copy_goes_on_alike)
{
    Record a = {.nv = ball.nv}, b = {.nv = ball.nv};
    KStats st, other;
    KInst *m = k_inst_new(&ball, &ball_code, record_message, &a);
    KSink sink = {.arg = &a, .point = record_point};
    KOptions o = {.stop = 1.3, .tolerance = 1e-8, .intervals = 13};
    CHECK_INT(k_params(m), 0);
    CHECK_INT(k_simulate(m, &o, &sink, &st), 0);
    KInst *copy = k_inst_copy(m);
    o.start = 1.3;
    o.stop = 2.6;
    o.resume = true;
    a.rows = 0;
    CHECK_INT(k_simulate(m, &o, &sink, &st), 0);
    sink.arg = &b;
    CHECK_INT(k_simulate(copy, &o, &sink, &other), 0);
    CHECK_INT(st.state_events, other.state_events);
    CHECK(st.state_events > 1);
    CHECK_INT(a.rows, b.rows);
    CHECK(!memcmp(a.data, b.data, (size_t)(a.rows * (a.nv + 1)) * sizeof(double)));
    CHECK_REAL(row_time(&a, 0), 1.3, 0);
    k_inst_free(m);
    k_inst_free(copy);
    record_free(&a);
    record_free(&b);
}

/* A run in two parts counts the same samples as one. */
TEST(resume_keeps_queues)
{
    Record r = {.nv = sampled.nv};
    KStats st;
    sample_from = 0.05;
    sample_each = 0.1;
    KInst *m = k_inst_new(&sampled, &sampled_code, record_message, &r);
    KSink sink = {.arg = &r, .point = record_point};
    KOptions o = {.stop = 0.5, .tolerance = 1e-8, .intervals = 5};
    CHECK_INT(k_simulate(m, &o, &sink, &st), 0);
    KInst *copy = k_inst_copy(m);
    k_inst_free(m);
    o.start = 0.5;
    o.stop = 1;
    o.resume = true;
    CHECK_INT(k_simulate(copy, &o, &sink, &st), 0);
    CHECK_REAL(copy->v[2], 10, 0);
    CHECK_REAL(copy->v[0], 1, 1e-12);
    k_inst_free(copy);
    record_free(&r);
}

/* ---- Progress: called now and then, may stop the run ---- */
static int stop_at_once(void *arg, KInst *m, double time)
{
    (void)m, (void)time;
    ++*(int *)arg;
    return 1;
}
TEST(interruption)
{
    int calls = 0;
    KStats st;
    Record r = {0};
    KInst *m = k_inst_new(&ball, &ball_code, record_message, &r);
    KSink sink = {.arg = &calls, .progress = stop_at_once};
    KOptions o = {.stop = 3, .tolerance = 1e-8, .intervals = 3};
    CHECK_INT(k_simulate(m, &o, &sink, &st), -1);
    CHECK_INT(calls, 1);
    CHECK(strstr(st.message, "interrupted") != NULL);
    k_inst_free(m);
}

static int other_rhs(KInst *m)
{
    m->v[2] = m->v[1];
    m->v[3] = -gravity;
    return 0;
}
static int exchange_code(void *arg, KInst *m, double time)
{
    KCode code = ball_code;
    code.rhs = other_rhs;
    (void)time;
    ++*(int *)arg;
    k_inst_set_code(m, &code);
    return 0;
}
TEST(code_is_exchanged_during_the_run)
{
    int calls = 0;
    KStats st;
    KInst *m = k_inst_new(&ball, &ball_code, NULL, NULL);
    KSink sink = {.arg = &calls, .progress = exchange_code};
    KOptions o = {.stop = 0.4, .tolerance = 1e-8, .intervals = 3};
    CHECK_INT(k_simulate(m, &o, &sink, &st), 0);
    CHECK(calls >= 1);
    CHECK_REAL(m->v[0], 1 - gravity / 2 * 0.16, 1e-7);
    k_inst_free(m);
}

/* ---- Events nearer than a step can cover ----
 * v0 x (x' = v1 = 1), v2 = x > 0.5, v3 = time >= v4. The time event is known beforehand (then both
 * are one), or set by the state event to be very soon (then it follows without a step). */
static double soon;
static int twin_rhs(KInst *m)
{
    m->v[1] = 1;
    return 0;
}
static int twin_event(KInst *m)
{
    m->v[1] = 1;
    m->v[2] = k_gt(m, 0, m->v[0], 0.5);
    if (m->v[2] != 0 && m->pre[2] == 0 && m->v[4] == 2)
        m->v[4] = soon = m->time + 4e-13;
    m->v[3] = k_ge(m, 1, m->time, m->v[4]);
    return 0;
}
static int twin_init(KInst *m)
{
    m->v[4] = soon;
    return twin_event(m);
}
static int twin_cross(KInst *m)
{
    m->g[0] = m->v[0] - 0.5;
    m->g[1] = m->time - m->v[4];
    return 0;
}
static int twin_next(KInst *m, double *t)
{
    *t = m->time < m->v[4] ? m->v[4] : INFINITY;
    return 0;
}
static const int twin_discrete[] = {2, 3, 4};
TEST(events_almost_together)
{
    static const unsigned char op[] = {K_GT, K_GE}, by_time[] = {0, 1};
    static const KModel model = {.nv = 5,
                                 .nstates = 1,
                                 .state = at0,
                                 .der = at1,
                                 .nrel = 2,
                                 .rel_op = op,
                                 .rel_time = by_time,
                                 .ndiscrete = 3,
                                 .discrete = twin_discrete,
                                 .npre = 3,
                                 .pre = twin_discrete,
                                 TEST_TEXTS};
    static const KCode code = {.init = twin_init,
                               .rhs = twin_rhs,
                               .cross = twin_cross,
                               .event = twin_event,
                               .next_time = twin_next};
    for (int later = 0; later < 2; later++) {
        Record r;
        KStats st;
        KOptions o = {.stop = 1, .tolerance = 1e-8, .intervals = 1};
        soon = later ? 2 : 0.5 + 4e-13;
        CHECK_INT(run_model(&model, &code, &o, &r, &st), 0);
        CHECK_INT(st.time_events, 1);
        CHECK_INT(st.state_events, later);
        CHECK_REAL(row_value(&r, r.rows - 1, 2) + row_value(&r, r.rows - 1, 3), 2, 0);
        CHECK_REAL(row_value(&r, r.rows - 1, 0), 1, 1e-9);
        bool exact = false;
        for (int i = 0; i < r.rows; i++)
            exact |= row_time(&r, i) == soon && row_value(&r, i, 3) == 1;
        CHECK(exact);
        record_free(&r);
    }
}

/* ---- Initial conditions that contradict each other ---- */
static int flip_init(KInst *m)
{
    m->v[0] = m->v[0] == 0;
    return 0;
}
TEST(endless_initialization)
{
    static const KModel model = {.nv = 1, .ndiscrete = 1, .discrete = at0, TEST_TEXTS};
    static const KCode code = {.init = flip_init};
    Record r = {0};
    KInst *m = k_inst_new(&model, &code, record_message, &r);
    CHECK_INT(k_initialize(m, 0), -1);
    CHECK_INT(r.errors, 1);
    CHECK(strstr(r.text, "initial") != NULL);
    k_inst_free(m);
}

/* ---- Event code that rounds otherwise: v0 = x, v1 = der(x), v2 = -sin(pi*x) > 0 ---- */
static int apart_rhs(KInst *m)
{
    m->v[1] = 1;
    return 0;
}
static int apart_cross(KInst *m)
{
    m->g[0] = -sin(pi * m->v[0]);
    return 0;
}
static int apart_event(KInst *m)
{
    m->v[2] = k_gt(m, 0, -sin(pi * m->v[0]) - 1e-13, 0);
    return apart_rhs(m);
}
static int apart_init(KInst *m)
{
    m->v[0] = 0.5;
    return apart_event(m);
}
static int apart_next(KInst *m, double *t)
{
    *t = m->time < 1 ? 1 : INFINITY;
    return 0;
}
/* A relation that did not settle at one event is found to change after the next. */
TEST(relation_is_free_again)
{
    static const int discrete[] = {2};
    const KModel apart = {.nv = 3,
                          .nstates = 1,
                          .state = at0,
                          .der = at1,
                          .nrel = 1,
                          .rel_op = gt,
                          .ndiscrete = 1,
                          .discrete = discrete,
                          .npre = 1,
                          .pre = discrete,
                          TEST_TEXTS};
    const KCode code = {.init = apart_init,
                        .rhs = apart_rhs,
                        .cross = apart_cross,
                        .event = apart_event,
                        .next_time = apart_next};
    Record r;
    KStats st;
    KOptions o = {.method = K_RK45, .stop = 2, .tolerance = 1e-8, .intervals = 20};
    CHECK_INT(run_model(&apart, &code, &o, &r, &st), 0);
    CHECK_REAL(row_value(&r, row_at(&r, 0.45), 2), 0, 0);
    CHECK_REAL(row_value(&r, row_at(&r, 1.25), 2), 1, 0);
    CHECK_REAL(row_value(&r, row_at(&r, 1.55), 2), 0, 0);
    record_free(&r);
}

TEST_MAIN(T(relation_is_free_again), T(delay_history), T(code_is_exchanged_during_the_run),
          T(events_almost_together), T(endless_initialization), T(bouncing_ball),
          T(chattering_is_reported), T(zero_at_start), T(crossing_time), T(double_crossing),
          T(mode_follows_in_the_end), T(equality_makes_an_event), T(history_is_kept),
          T(continuous_derivative), T(no_states), T(time_event_is_exact), T(samples),
          T(sample_and_hold), T(reinit_of_several_states), T(terminate_ends_the_run),
          T(endless_event_is_named), T(terminal_event), T(relation_not_evaluated), T(asserts),
          T(event_before_failure), T(event_generating_functions), T(delay_of_sine),
          T(delay_differential_equation), T(copy_goes_on_alike), T(resume_keeps_queues),
          T(interruption))
