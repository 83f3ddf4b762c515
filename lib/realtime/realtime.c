
/* ---- The program around the model ----
 *
 * init() begins at START; step(h) goes on by h. Both return 0, or what has gone wrong. Nothing is
 * allocated; the iterations for a system are at most MOST_ITERATIONS, then MOST_DAMPED.
 * With steps of one length the method has its order from the first step on: the first ones of a
 * formula of several steps are of order 4, extrapolated for orders 5 and 6. Events take place at
 * the end of the step in which they are due; then a formula of several steps begins anew.
 * Values are in v[V_...], the time in model_time(). */

enum {
    MOST_ITERATIONS = 12, /* then MOST_DAMPED with steps that may be shorter */
    MOST_DAMPED = 40,
    TRUE_NEWTON = 3, /* systems up to here get a new matrix in every iteration */
    MOST_PASSES = 50,
    STAGES = 6,
    LEVELS = 3,
};
#define CONVERGED 1e-11
#define KEEPS_MATRIX 0.1 /* corrections shrink at least to this part */

enum { FAILED_ITERATION = 1, FAILED_MATRIX = 2, FAILED_MODEL = 3, FAILED_EVENTS = 4 };

static double v[SIZE_V + 1], pre_v[SIZE_V + 1], dv[SIZE_V + 1], start_v[SIZE_V + 1];
static double g_v[SIZE_REL + 1], kept_v[SIZE_KEPT + 1], sample_next[SIZE_SAMPLES + 1];
static double sample_from[SIZE_SAMPLES + 1], sample_every[SIZE_SAMPLES + 1];
static unsigned char rel_v[SIZE_REL + 1], tick_v[SIZE_SAMPLES + 1], set_v[SIZE_V + 1];
static KBlockCode block_code[SIZE_BLOCKS + 1];
static KCode code = {.block = block_code};
static double matrix[SIZE_MATRIX + 1], entry_of[SIZE_MATRIX + 1];
static double residual_of[SIZE_N + 1], direction_of[SIZE_N + 1];
static int pivot_of[SIZE_PIVOTS + 1];
static double matrix_h[SIZE_BLOCKS + 1]; /* h at which it was made; NAN: it is to be made */
static double x_of[ORDER][SIZE_X + 1];   /* states at the last points, the newest first */
static double guess_of[3][SIZE_GUESS + 1];
static double stage_of[STAGES][SIZE_X + 1], level_of[LEVELS][SIZE_X + 1], slope_of[SIZE_X + 1];
static int known_points, known_guesses, stopped, reinitialized;
static double last_h, still_h, x_distance, origin, t_end; /* steps end at origin + count * h */
static long count;

static int solve_block(KInst *m, int k);
static KInst model = {.v = v,
                      .pre = pre_v,
                      .dv = dv,
                      .start = start_v,
                      .rel = rel_v,
                      .g = g_v,
                      .tick = tick_v,
                      .set = set_v,
                      .lambda = 1,
                      .solve = solve_block};

/* What generated code calls. */
double k_sign(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}
double k_min(double a, double b)
{
    return a < b ? a : b;
}
double k_max(double a, double b)
{
    return a > b ? a : b;
}
double k_div(double a, double b)
{
    return trunc(a / b);
}
double k_mod(double a, double b)
{
    return a - floor(a / b) * b;
}
double k_rem(double a, double b)
{
    return a - trunc(a / b) * b;
}
double k_powi(double a, int n)
{
    double r = 1;
    int negative = n < 0;
    for (n = negative ? -n : n; n; n >>= 1, a *= a)
        r *= n & 1 ? a : 1;
    return negative ? 1 / r : r;
}
double k_pow(double a, double b)
{
    return b == (int)b && fabs(b) <= 64 ? k_powi(a, (int)b) : pow(a, b);
}
static int relation(KInst *m, int i, int truth, double g)
{
    m->g[i] = g;
    return m->mode & K_LIVE ? (m->rel[i] = (unsigned char)truth) : m->rel[i];
}
int k_lt(KInst *m, int i, double a, double b)
{
    return relation(m, i, a < b, a - b);
}
int k_le(KInst *m, int i, double a, double b)
{
    return relation(m, i, a <= b, a - b);
}
int k_gt(KInst *m, int i, double a, double b)
{
    return relation(m, i, a > b, a - b);
}
int k_ge(KInst *m, int i, double a, double b)
{
    return relation(m, i, a >= b, a - b);
}
int k_eq(KInst *m, int i, double a, double b)
{
    return relation(m, i, a == b, a - b);
}
int k_ne(KInst *m, int i, double a, double b)
{
    return relation(m, i, a != b, a - b);
}
int k_lt_g(KInst *m, int i, double a, double b)
{
    return k_lt(m, i, a, b);
}
int k_le_g(KInst *m, int i, double a, double b)
{
    return k_le(m, i, a, b);
}
int k_gt_g(KInst *m, int i, double a, double b)
{
    return k_gt(m, i, a, b);
}
int k_ge_g(KInst *m, int i, double a, double b)
{
    return k_ge(m, i, a, b);
}
int k_eq_g(KInst *m, int i, double a, double b)
{
    return k_eq(m, i, a, b);
}
int k_ne_g(KInst *m, int i, double a, double b)
{
    return k_ne(m, i, a, b);
}
static double kept(KInst *m, int i, double x)
{
    return m->mode & K_LIVE ? (kept_v[i] = x) : kept_v[i];
}
double k_floor_e(KInst *m, int i, double x)
{
    return kept(m, i, floor(x));
}
double k_ceil_e(KInst *m, int i, double x)
{
    return kept(m, i, ceil(x));
}
double k_div_e(KInst *m, int i, double a, double b)
{
    return kept(m, i, trunc(a / b));
}
double k_mod_e(KInst *m, int i, double a, double b)
{
    return a - kept(m, i, floor(a / b)) * b;
}
double k_rem_e(KInst *m, int i, double a, double b)
{
    return a - kept(m, i, trunc(a / b)) * b;
}
void k_reinit(KInst *m, int var, double value)
{
    m->v[var] = value;
    reinitialized = 1;
}
int k_assert(KInst *m, int i, int level, const char *message)
{
    return level ? 0 : -1;
}
void k_terminate(KInst *m, const char *message)
{
    stopped = 1;
}
int k_fault(KInst *m, int i, const char *what)
{
    return 1;
}
int k_outside(KInst *m, int i, int sub, int size, const char *name)
{
    return 1;
}
double k_enum(KInst *m, int i, double x, int n)
{
    return x;
}
int k_deep(KInst *m)
{
    return 0;
}
void k_busy(KInst *m)
{
}
const double *k_known(KInst *m, int function, int nin, const double *in)
{
    return 0;
}
void k_remember(KInst *m, int function, int nin, const double *in, int nout, const double *out)
{
}

/* Systems of equations. */

/* The matrix of block k by columns, in `a`. */
static int make_matrix(KInst *m, int k, double *a)
{
    const int n = block_n[k], *var = block_var + block_first[k];
    const int *col = block_col[k], *row = block_row[k];
    if (!code.block[k].jacobian) {
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < SIZE_V; i++)
                dv[i] = 0;
            dv[var[j]] = 1;
            if (code.block[k].direction(m, a + (long)j * n))
                return FAILED_MODEL;
        }
        return 0;
    }
    if (code.block[k].jacobian(m, col ? entry_of : a))
        return FAILED_MODEL;
    for (int i = 0; i < n * n && col; i++)
        a[i] = 0;
    for (int j = 0; j < n && col; j++)
        for (int e = col[j]; e < col[j + 1]; e++)
            a[j * n + row[e]] = entry_of[e];
    return 0;
}

/* LU with partial pivoting, by columns. */
static int factor(int n, double *a, int *pivot)
{
    for (int j = 0; j < n; j++) {
        int p = j;
        for (int i = j + 1; i < n; i++)
            p = fabs(a[j * n + i]) > fabs(a[j * n + p]) ? i : p;
        pivot[j] = p;
        if (!(fabs(a[j * n + p]) > 0))
            return FAILED_MATRIX;
        for (int c = 0; c < n && p != j; c++) {
            double t = a[c * n + j];
            a[c * n + j] = a[c * n + p];
            a[c * n + p] = t;
        }
        for (int i = j + 1; i < n; i++)
            a[j * n + i] /= a[j * n + j];
        for (int c = j + 1; c < n; c++)
            for (int i = j + 1; i < n; i++)
                a[c * n + i] -= a[j * n + i] * a[c * n + j];
    }
    return 0;
}

static void back_substitute(int n, const double *a, const int *pivot, double *b)
{
    for (int j = 0; j < n; j++) {
        double t = b[pivot[j]];
        b[pivot[j]] = b[j];
        b[j] = t;
        for (int i = j + 1; i < n; i++)
            b[i] -= a[j * n + i] * t;
    }
    for (int j = n - 1; j >= 0; j--) {
        b[j] /= a[j * n + j];
        for (int i = 0; i < j; i++)
            b[i] -= a[j * n + i] * b[j];
    }
}

static int solve_one(KInst *m, int k)
{
    const int var = block_var[block_first[k]];
    double r, slope, before = 0;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        if (code.block[k].residual(m, &r))
            return FAILED_MODEL;
        if (make_matrix(m, k, &slope))
            return FAILED_MODEL;
        if (!(fabs(slope) > 0))
            return FAILED_MATRIX;
        double d = r / slope, size = fabs(d) / (fabs(m->v[var]) + 1);
        m->v[var] -= d;
        double rate = i ? size / (before * before) : 10;
        if (block_linear[k] || size * size * fmax(rate, 1) <= CONVERGED)
            return code.block[k].residual(m, &r) ? FAILED_MODEL : 0;
        before = size;
    }
    return FAILED_ITERATION;
}

static int solve_continuous(KInst *m, int k)
{
    const int n = block_n[k], *var = block_var + block_first[k], own = n <= TRUE_NEWTON;
    double *a = matrix + block_at[k], *d = residual_of, before = 0;
    int *pivot = pivot_of + block_first[k];
    if (n == 1)
        return solve_one(m, k);
    if (block_linear[k] || !(matrix_h[k] == last_h))
        matrix_h[k] = NAN;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        if (code.block[k].residual(m, d))
            return FAILED_MODEL;
        if (own || isnan(matrix_h[k])) {
            int result = make_matrix(m, k, a);
            if (result || (result = factor(n, a, pivot)))
                return result;
            matrix_h[k] = last_h;
        }
        back_substitute(n, a, pivot, d);
        double size = 0;
        for (int j = 0; j < n; j++) {
            size = fmax(size, fabs(d[j]) / (fabs(m->v[var[j]]) + 1));
            m->v[var[j]] -= d[j];
        }
        double rate = i ? size / before : 1;
        if (!isfinite(size))
            return FAILED_ITERATION;
        if (block_linear[k] || size <= CONVERGED ||
            (i && rate < 1 && size * rate / (1 - rate) <= CONVERGED))
            return code.block[k].residual(m, d) ? FAILED_MODEL : 0;
        if (!own && i && rate > KEEPS_MATRIX)
            matrix_h[k] = NAN;
        before = size;
    }
    matrix_h[k] = NAN;
    return FAILED_ITERATION;
}

/* Where full corrections lead nowhere: each as long as it makes the residuals smaller. */
static int solve_damped(KInst *m, int k)
{
    const int n = block_n[k], *var = block_var + block_first[k];
    double *a = matrix + block_at[k], *d = direction_of, *r = residual_of;
    int *pivot = pivot_of + block_first[k];
    for (int i = 0; i < MOST_DAMPED; i++) {
        double norm = 0, size = 0, part = 1;
        if (code.block[k].residual(m, r) || make_matrix(m, k, a) || factor(n, a, pivot))
            return FAILED_MATRIX;
        for (int j = 0; j < n; j++) {
            norm += r[j] * r[j];
            d[j] = r[j];
        }
        back_substitute(n, a, pivot, d);
        for (int j = 0; j < n; j++)
            size = fmax(size, fabs(d[j]) / (fabs(m->v[var[j]]) + 1));
        if (size <= CONVERGED)
            return 0;
        for (double taken = 0; part > 1e-6; part /= 2) {
            double now = 0;
            for (int j = 0; j < n; j++)
                m->v[var[j]] -= (part - taken) * d[j];
            taken = part;
            int wrong = code.block[k].residual(m, r);
            for (int j = 0; j < n; j++)
                now += r[j] * r[j];
            if (!wrong && (now < norm || now == 0))
                break;
        }
    }
    return FAILED_ITERATION;
}

/* From the point before, if the guess is not good. */
static int solve_anyhow(KInst *m, int k)
{
    const int n = block_n[k], *var = block_var + block_first[k];
    double begin[SIZE_N + 1];
    for (int j = 0; j < n; j++)
        begin[j] = m->v[var[j]];
    int result = solve_continuous(m, k);
    if (!result || block_linear[k])
        return result;
    for (int j = 0; j < n; j++)
        m->v[var[j]] = begin[j];
    matrix_h[k] = NAN;
    return solve_damped(m, k);
}

/* With its modes, if it has some. */
static int solve_block(KInst *m, int k)
{
    int result = solve_anyhow(m, k);
    for (int pass = 0; pass < MOST_PASSES && !result && m->mode & K_LIVE && code.block[k].modes;
         pass++) {
        unsigned char before[SIZE_REL + 1];
        double values[SIZE_DISCRETE + 1];
        int same = 1;
        for (int i = 0; i < SIZE_REL; i++)
            before[i] = rel_v[i];
        for (int i = 0; i < SIZE_DISCRETE; i++)
            values[i] = v[discrete_var[i]];
        if (code.block[k].modes(m))
            return FAILED_MODEL;
        for (int i = 0; i < SIZE_REL; i++)
            same = same && before[i] == rel_v[i];
        for (int i = 0; i < SIZE_DISCRETE; i++)
            same = same && values[i] == v[discrete_var[i]];
        if (same)
            return 0;
        matrix_h[k] = NAN;
        result = solve_anyhow(m, k);
    }
    return result;
}

/* Events. */

static void forget_matrices(void)
{
    for (int k = 0; k < SIZE_BLOCKS; k++)
        matrix_h[k] = NAN;
    still_h = NAN;
}

static void take_previous(void)
{
    for (int i = 0; i < SIZE_PRE; i++)
        pre_v[pre_var[i]] = v[pre_var[i]];
    for (int i = 0; i < SIZE_DISCRETE; i++)
        pre_v[discrete_var[i]] = v[discrete_var[i]];
}

/* Passes until nothing changes any more; *changed: something has. */
static int settle(int *changed)
{
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        unsigned char before[SIZE_REL + 1];
        double values[SIZE_DISCRETE + 1];
        int same = 1;
        take_previous();
        for (int i = 0; i < SIZE_REL; i++)
            before[i] = rel_v[i];
        for (int i = 0; i < SIZE_DISCRETE; i++)
            values[i] = v[discrete_var[i]];
        reinitialized = 0;
        if (code.event && code.event(&model))
            return FAILED_MODEL;
        for (int i = 0; i < SIZE_REL; i++)
            same = same && before[i] == rel_v[i];
        for (int i = 0; i < SIZE_DISCRETE; i++)
            same = same && values[i] == v[discrete_var[i]];
        if (same && !reinitialized)
            return 0;
        *changed = 1;
    }
    return FAILED_EVENTS;
}

static int do_events(int *changed)
{
    if (!HAS_EVENTS)
        return 0;
    int ticks = 0, result;
    for (int i = 0; i < SIZE_SAMPLES; i++) {
        tick_v[i] = model.time >= sample_next[i] - 1e-9 * sample_every[i];
        if (tick_v[i])
            sample_next[i] += sample_every[i];
        ticks = ticks || tick_v[i];
    }
    model.mode = K_LIVE;
    result = settle(changed);
    for (int i = 0; i < SIZE_SAMPLES; i++)
        tick_v[i] = 0;
    if (ticks && !result)
        result = settle(changed);
    model.mode = K_POINT;
    return result;
}

/* Steps. */

static void take_point(int equal)
{
    for (int j = ORDER - 1; j > 0; j--)
        for (int i = 0; i < SIZE_X; i++)
            x_of[j][i] = x_of[j - 1][i];
    for (int i = 0; i < SIZE_X; i++)
        x_of[0][i] = v[state_var[i]];
    for (int i = 0; i < SIZE_GUESS; i++) {
        guess_of[2][i] = guess_of[1][i];
        guess_of[1][i] = guess_of[0][i];
        guess_of[0][i] = v[guess_var[i]];
    }
    known_points = !equal ? 1 : known_points < 7 ? known_points + 1 : 7;
    known_guesses = !equal ? 1 : known_guesses < 3 ? known_guesses + 1 : 3;
}

/* x = h*der(x) + old(x) at t; v[V_old...] are there. guessed: how many points unknowns follow. */
static int solve_step(double t, double h, int guessed)
{
    model.time = t;
    v[STEP_H] = last_h = h;
    for (int i = 0; i < SIZE_GUESS && guessed; i++)
        v[guess_var[i]] = guessed == 1   ? guess_of[0][i]
                          : guessed == 2 ? 2 * guess_of[0][i] - guess_of[1][i]
                                         : 3 * (guess_of[0][i] - guess_of[1][i]) + guess_of[2][i];
    if (still_h != h) {
        if (code.still && code.still(&model))
            return FAILED_MODEL;
        still_h = h;
    }
    return code.step(&model);
}

/* Derivatives at a point, from the states in v. */
static int evaluate(double t)
{
    model.time = t;
    if (code.rhs && code.rhs(&model))
        return FAILED_MODEL;
    for (int i = 0; i < SIZE_X; i++)
        slope_of[i] = der_var[i] >= 0 ? v[der_var[i]] : 0;
    return 0;
}

static int explicit_euler(double h)
{
    int result = evaluate(model.time);
    for (int i = 0; i < SIZE_X; i++)
        v[state_var[i]] = x_of[0][i] + h * slope_of[i];
    model.time = t_end;
    return result;
}

static int implicit_euler(double h)
{
    for (int i = 0; i < SIZE_X; i++)
        v[old_var[i]] = x_of[0][i];
    return solve_step(t_end, h, known_guesses);
}

static int trapezoid(double h)
{
    for (int i = 0; i < SIZE_X; i++)
        v[old_var[i]] = x_of[0][i] + 0.5 * h * slope_of[i];
    int result = solve_step(t_end, 0.5 * h, known_guesses);
    for (int i = 0; i < SIZE_X; i++)
        slope_of[i] = v[der_var[i]];
    return result;
}

static int bdf(double h)
{
    static const double f[] = {0, 1, 2, 6, 12, 60, 60}, d[] = {1, 1, 3, 11, 25, 137, 147};
    static const double w[7][6] = {{0},
                                   {1},
                                   {4, -1},
                                   {18, -9, 2},
                                   {48, -36, 16, -3},
                                   {300, -300, 200, -75, 12},
                                   {360, -450, 400, -225, 72, -10}};
    for (int i = 0; i < SIZE_X; i++) {
        double old = 0;
        for (int j = 0; j < ORDER; j++)
            old += w[ORDER][j] / d[ORDER] * x_of[j][i];
        v[old_var[i]] = old;
    }
    return solve_step(t_end, h * f[ORDER] / d[ORDER], known_guesses);
}

/* A step of order 4 from the states in v at t (ESDIRK4(3)6L[2]SA of Kennedy and Carpenter). */
static int start_part(double t, double h)
{
    static const double node[STAGES] = {0, 0.5, 0.332, 0.62, 0.85, 1};
    static const double a[STAGES][STAGES] = {
        {0},
        {0.25, 0.25},
        {8611.0 / 62500, -1743.0 / 31250, 0.25},
        {5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108, 0.25},
        {15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768,
         2285395.0 / 8070912, 0.25},
        {82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211, 0.25}};
    double x0[SIZE_X + 1];
    int result = evaluate(t);
    for (int i = 0; i < SIZE_X; i++) {
        x0[i] = v[state_var[i]];
        stage_of[0][i] = slope_of[i];
    }
    for (int s = 1; s < STAGES && !result; s++) {
        for (int i = 0; i < SIZE_X; i++) {
            double old = x0[i];
            for (int j = 0; j < s; j++)
                old += h * a[s][j] * stage_of[j][i];
            v[old_var[i]] = old;
        }
        result = solve_step(t + node[s] * h, 0.25 * h, 0);
        for (int i = 0; i < SIZE_X; i++)
            stage_of[s][i] = v[der_var[i]];
    }
    return result;
}

/* Its first steps: order 4, extrapolated for 5 and 6. */
static int start_step(double h)
{
    const int n = ORDER > 4 ? ORDER - 3 : 1;
    double t = model.time;
    int result = 0;
    for (int l = n - 1; l >= 0 && !result; l--) {
        int parts = 1 << l;
        for (int i = 0; i < SIZE_X; i++)
            v[state_var[i]] = x_of[0][i];
        for (int p = 0; p < parts && !result; p++)
            result = start_part(t + h * p / parts, h / parts);
        for (int i = 0; i < SIZE_X; i++)
            level_of[l][i] = v[state_var[i]];
    }
    for (int order = 4, left = n - 1; left > 0 && !result; order++, left--)
        for (int l = 0; l < left; l++)
            for (int i = 0; i < SIZE_X; i++)
                level_of[l][i] =
                    level_of[l + 1][i] + (level_of[l + 1][i] - level_of[l][i]) / ((1 << order) - 1);
    for (int i = 0; i < SIZE_X; i++)
        v[state_var[i]] = level_of[0][i];
    model.time = t_end;
    return result;
}

double model_time(void)
{
    return model.time;
}

/* All that is not needed for the next step. */
int outputs(void)
{
    return (code.rhs && code.rhs(&model)) || (code.out && code.out(&model)) ? FAILED_MODEL : 0;
}

static int begin_again(void)
{
    forget_matrices();
    int result = evaluate(model.time);
    take_point(0);
    return result;
}

int init(void)
{
    int changed = 0;
    k_entry(&code);
    model.time = START;
    model.initial = 1;
    model.mode = K_LIVE;
    stopped = known_points = known_guesses = 0;
    last_h = 0;
    count = 0;
    forget_matrices();
    if (code.params && code.params(&model))
        return FAILED_MODEL;
    for (int i = 0; i < SIZE_V; i++)
        if (is_start[i])
            v[i] = pre_v[i] = start_v[i];
    if (code.samples && code.samples(&model, sample_from, sample_every))
        return FAILED_MODEL;
    for (int i = 0; i < SIZE_SAMPLES; i++)
        sample_next[i] = sample_from[i];
    int result = code.init ? code.init(&model) : 0;
    model.initial = 0;
    model.mode = K_POINT;
    if (!result)
        take_previous();
    if (!result)
        result = do_events(&changed);
    return result ? result : begin_again();
}

int step(double h)
{
    int changed = 0, equal = known_points > 1 ? h == x_distance : 1;
    double t = model.time;
    if (!equal)
        known_points = known_guesses = 1;
    if (h != x_distance || !count) {
        origin = t;
        count = 0;
    }
    x_distance = h;
    t_end = origin + (double)++count * h;
    int result = EXPLICIT                ? explicit_euler(h)
                 : TRAPEZOID             ? trapezoid(h)
                 : ORDER == 1            ? implicit_euler(h)
                 : known_points >= ORDER ? bdf(h)
                                         : start_step(h);
    if (result) { /* stays where it was */
        model.time = t;
        count = 0;
        for (int i = 0; i < SIZE_X; i++)
            v[state_var[i]] = x_of[0][i];
        return result;
    }
    take_point(1);
    if ((result = do_events(&changed)))
        return result;
    return changed ? begin_again() : 0;
}

int is_terminated(void)
{
    return stopped;
}

#ifdef REALTIME_MAIN
#include <stdio.h>
#include <stdlib.h>

/* PROGRAM STOP STEP: the last values of the states. */
int main(int argc, char **argv)
{
    double stop = argc > 1 ? atof(argv[1]) : 1, h = argc > 2 ? atof(argv[2]) : STEP;
    long n = (long)floor((stop - START) / h + 0.5);
    int result = init();
    for (long i = 0; i < n && !result && !is_terminated(); i++)
        result = step(h);
    if (!result)
        result = outputs();
    printf("time %.17g status %d\n", model_time(), result);
    for (int i = 0; i < SIZE_X; i++)
        printf("%s %.17g\n", state_name[i], v[state_var[i]]);
    return result;
}
#endif
