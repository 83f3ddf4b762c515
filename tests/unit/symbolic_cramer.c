/* Cramer's rule: the formulas of the papers, random systems against elimination, singular
 * matrices, limits, time. */
#include "symbolic/cramer.h"
#include "symbolic_text.h"

#include <time.h>

enum { MOST = 16, LIMIT = 10000 };

typedef struct System {
    int n;
    Expr m[MOST * (MOST + 1)]; /* [n][n + 1] right sides last */
    Quotient x[MOST];
    bool solved, singular;
} System;

static System sys;

static bool solve_limited(int limit)
{
    sys.solved = expr_cramer(S, sys.n, sys.m, limit, sys.x, &sys.singular);
    return sys.solved;
}

/* The system whose rows are the given entries, right sides last. */
static void read_rows(int n, const char *const *entry)
{
    sys.n = n;
    for (int i = 0; i < n * (n + 1); i++)
        sys.m[i] = canon(entry[i]);
}

static bool solve_rows(int n, const char *const *entry)
{
    read_rows(n, entry);
    return solve_limited(LIMIT);
}

#define SOLVE(n, ...) solve_rows(n, (const char *const[]){__VA_ARGS__})

static void check_quotient(int line, int k, const char *num, const char *den)
{
    const char *want[] = {num, den};
    Expr got[] = {sys.x[k].num, sys.x[k].den};
    for (int i = 0; i < 2; i++)
        if (!sys.solved || got[i] != expr_add2(S, expr_real(S, 0), canon(want[i]))) {
            test_checks_failed++;
            fprintf(stderr, "line %d: %s of x[%d] is %s, not %s\n", line,
                    i ? "denominator" : "numerator", k, sys.solved ? show(got[i]) : "?", want[i]);
        }
}

#define CHECK_X(k, num, den) check_quotient(__LINE__, k, num, den)

/* Operations of the formulas as they stand, the denominator of the first one shared by all. */
static long long operations(void)
{
    long long sum = 0;
    for (int k = -1; k < sys.n; k++) {
        OpCount count;
        CHECK(k < 0 || sys.x[k].den == sys.x[0].den);
        expr_count(S, 1, k < 0 ? &sys.x[0].den : &sys.x[k].num, &count);
        sum += count.add + count.mul + count.div + count.call + (k >= 0);
    }
    return sum;
}

/* ---- Formulas of the papers ---- */

/* FM-72; a, b are R1.R, R2.R; c, d are R2.Vb, U0.Va */
TEST(divider)
{
    fixture_open();
    SOLVE(4, "-1", "1", "0", "0", "-c", /**/ "0", "1", "-b", "0", "0", /**/
          "0", "0", "-a", "1", "0", /**/ "1", "0", "0", "1", "d");
    CHECK_X(0, "a*c + b*d", "a + b");
    CHECK_X(1, "b*d - b*c", "a + b");
    CHECK_X(2, "d - c", "a + b");
    CHECK_X(3, "a*d - a*c", "a + b");
    fixture_close();
}

/* FM-86; a, b are C1.C, C2.C; i is i; the unknowns are C1.i, C2.i, C2.deru, C1.derVa, C1.deru */
TEST(parallel_capacitors)
{
    fixture_open();
    SOLVE(5, "1", "1", "0", "0", "0", "i", /**/ "0", "-1", "b", "0", "0", "0", /**/
          "0", "0", "1", "-1", "0", "0", /**/ "0", "0", "0", "-1", "1", "0",   /**/
          "-1", "0", "0", "0", "a", "0");
    CHECK_X(0, "a*i", "a + b");
    CHECK_X(1, "b*i", "a + b");
    for (int k = 2; k < 5; k++)
        CHECK_X(k, "i", "a + b");
    fixture_close();
}

/* BG-39 without the sink's residue: C1.f, C2.f, C1.dere, C2.dere. With the two operations before
 * the block 9 in all (BG-37). */
TEST(two_parallel_cs)
{
    fixture_open();
    SOLVE(4, "1", "1", "0", "0", "f", /**/ "-1", "0", "a", "0", "0", /**/
          "0", "-1", "0", "b", "0", /**/ "0", "0", "1", "-1", "0");
    CHECK_X(0, "a*f", "a + b");
    CHECK_X(1, "b*f", "a + b");
    CHECK_X(2, "f", "a + b");
    CHECK_X(3, "f", "a + b");
    CHECK_INT(2 + operations(), 9);
    fixture_close();
}

/* BG-20: a .. e are C1.C .. C5.C, f is one1.f1; the unknowns are C4.dere, C5.dere, one3.f1,
 * C2.dere, C1.f, C1.dere, C3.dere, C3.f, one2.f1. */
static void c_network(void)
{
    SOLVE(9, "d", "0", "-1", "0", "0", "0", "0", "0", "0", "0", /**/
          "1", "1", "0", "0", "0", "0", "-1", "0", "0", "0",    /**/
          "0", "e", "-1", "0", "0", "0", "0", "0", "0", "0",    /**/
          "0", "0", "0", "b", "0", "0", "0", "0", "-1", "0",    /**/
          "0", "0", "0", "0", "1", "0", "0", "0", "1", "f",     /**/
          "0", "0", "0", "0", "-1", "a", "0", "0", "0", "0",    /**/
          "0", "0", "0", "1", "0", "-1", "1", "0", "0", "0",    /**/
          "0", "0", "0", "0", "0", "0", "c", "-1", "0", "0",    /**/
          "0", "0", "1", "0", "0", "0", "0", "1", "-1", "0");
}

TEST(network_of_capacitors)
{
    fixture_open();
    c_network();
    /* d and e in series, beside c: s = d*e/(d + e) + c; in series with b, beside a */
    const char *den = "a*b*d + a*b*e + a*c*d + a*c*e + a*d*e + b*c*d + b*c*e + b*d*e";
    CHECK_X(0, "b*e*f", den);
    CHECK_X(1, "b*d*f", den);
    CHECK_X(2, "b*d*e*f", den);
    CHECK_X(3, "c*d*f + c*e*f + d*e*f", den);
    CHECK_X(4, "a*b*d*f + a*b*e*f + a*c*d*f + a*c*e*f + a*d*e*f", den);
    CHECK_X(5, "b*d*f + b*e*f + c*d*f + c*e*f + d*e*f", den);
    CHECK_X(6, "b*d*f + b*e*f", den);
    CHECK_X(7, "b*c*d*f + b*c*e*f", den);
    CHECK_X(8, "b*c*d*f + b*c*e*f + b*d*e*f", den);
    /* BG-22 */
    const double v[] = {1, 2, 3, 4, 5, 4.5};
    const double want[] = {0.2830188679, 0.2264150943,      1.132075472,
                           1.330188679,  4.5 - 2.660377358, 1.839622642,
                           0.5094339623, 3 * 0.5094339623,  2.660377358};
    for (int k = 0; k < 9; k++)
        CHECK_REAL(expr_value(S, sys.x[k].num, v, 0) / expr_value(S, sys.x[k].den, v, 0), want[k],
                   1e-9);
    CHECK_INT(2 + operations() + 2, 107); /* BG-37: with those before and after the block */
    clock_t start = clock();
    for (int round = 0; round < 10; round++)
        c_network();
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC / 10;
    CHECK(seconds < 0.05);
    fixture_close();
}

/* FM-91, differentiated: x = d*sin(t), y = -d*cos(t); the unknowns are der(vx), der(vy), der(om),
 * fx, fy; w is om. */
TEST(body_on_joint)
{
    fixture_open();
    SOLVE(5, "m", "0", "0", "-1", "0", "0", /**/ "0", "m", "0", "0", "-1", "-m*g", /**/
          "0", "0", "j", "d*cos(t)", "d*sin(t)", "0",                              /**/
          "1", "0", "-d*cos(t)", "0", "0", "-d*sin(t)*w^2",                        /**/
          "0", "1", "-d*sin(t)", "0", "0", "d*cos(t)*w^2");
    CHECK_X(2, "-d*g*m*sin(t)", "j + d^2*m");
    double v[26] = {0}, t = 0.3;
    v['m' - 'a'] = 2, v['j' - 'a'] = 0.5, v['d' - 'a'] = 0.75, v['g' - 'a'] = 9.81;
    v['t' - 'a'] = t;
    CHECK_REAL(expr_value(S, expr_div(S, sys.x[2].num, sys.x[2].den), v, 0), -2.676049133, 1e-9);
    CHECK_REAL(expr_value(S, sys.x[2].den, v, 0), 1.625, 1e-15);
    /* fx = m*der(vx), der(vx) = d*cos(t)*der(om) - d*sin(t)*om^2 */
    v['w' - 'a'] = 1.5;
    double vx = 0.75 * cos(t) * -2.676049133 - 0.75 * sin(t) * 2.25;
    CHECK_REAL(expr_value(S, expr_div(S, sys.x[0].num, sys.x[0].den), v, 0), vx, 1e-9);
    CHECK_REAL(expr_value(S, expr_div(S, sys.x[3].num, sys.x[3].den), v, 0), 2 * vx, 1e-9);
    for (int k = 0; k < 5; k++)
        CHECK(sys.x[k].den == sys.x[2].den);
    fixture_close();
}

/* FM-92: e is derE, exp(h) stands for gDER(h); the unknowns are derh, derr */
TEST(superheater)
{
    fixture_open();
    SOLVE(2, "v*r", "v*h", "e", /**/ "-exp(h)", "1", "0");
    CHECK_X(0, "e", "exp(h)*v*h + v*r");
    CHECK_X(1, "e*exp(h)", "exp(h)*v*h + v*r");
    fixture_close();
}

/* A ladder: x[k - 1] - (2 + a)*x[k] + x[k + 1] = 0 and x[-1] = b; at a = 0 x falls linearly. */
TEST(ladder)
{
    fixture_open();
    int n = sys.n = MOST;
    memset(sys.m, 0, sizeof sys.m);
    for (int i = 0; i < n; i++) {
        sys.m[i * (n + 1) + i] = canon("2 + a");
        if (i)
            sys.m[i * (n + 1) + i - 1] = sys.m[(i - 1) * (n + 1) + i] = canon("-1");
    }
    sys.m[n] = canon("b");
    CHECK(solve_limited(LIMIT));
    const double v[] = {0, 17};
    for (int k = 0; k < n && sys.solved; k++)
        CHECK_REAL(expr_value(S, expr_div(S, sys.x[k].num, sys.x[k].den), v, 0), n - k, 1e-12);
    fixture_close();
}

/* ---- Forms ---- */

TEST(denominators_and_literals)
{
    fixture_open();
    SOLVE(1, "1/a + 1/b", "c");
    CHECK_X(0, "a*b*c", "a + b");
    SOLVE(1, "c/(a + b) - c/(a - b)", "1/(a^2 - b^2)");
    CHECK_X(0, "-1", "2*b*c");
    SOLVE(1, "0.1*a", "0.3*b");
    CHECK_X(0, "3*b", "a");
    SOLVE(1, "a^(-2)", "b^2*(a + 1)^2/a");
    CHECK_X(0, "a^3*b^2 + 2*a^2*b^2 + a*b^2", "1");
    SOLVE(1, "3.141592653589793*a", "3.141592653589793*b - 6.5*a");
    CHECK_X(0, "2*3.141592653589793*b - 13*a", "2*3.141592653589793*a");
    SOLVE(1, "b - a", "c");
    CHECK_X(0, "-c", "a - b");
    SOLVE(1, "sqrt(a)*sin(b + c)", "sin(b + c)*a");
    CHECK_X(0, "a", "sqrt(a)");
    SOLVE(2, "a", "b", "0", /**/ "b", "c", "0");
    CHECK_X(0, "0", "1");
    CHECK_X(1, "0", "1");
    SOLVE(1, "n1", "n2");
    CHECK_X(0, "1.0*n2", "1.0*n1");
    fixture_close();
}

/* Factors common to numerator and denominator that are no single terms. */
TEST(polynomial_factors)
{
    fixture_open();
    SOLVE(1, "(a + b)*(c + d)", "(a + b)*(c - d)");
    CHECK_X(0, "c - d", "c + d");
    SOLVE(1, "(a + b)*(a + 2*b)", "(a + b)*(a + 3*b)");
    CHECK_X(0, "a + 3*b", "a + 2*b");
    SOLVE(1, "(a*b + c^2 - 1)^2*(a + c)", "(a*b + c^2 - 1)*(b - c)*d");
    CHECK_X(0, "b*d - c*d", "a^2*b + a*c^2 - a + a*b*c + c^3 - c");
    SOLVE(2, "a + b", "a - b", "(a + b)*c", /**/ "a - b", "a + b", "(a - b)*c");
    CHECK_X(0, "c", "1");
    CHECK_X(1, "0", "1");
    SOLVE(1, "a^2 - b^2", "a^3 - b^3");
    CHECK_X(0, "a^2 + a*b + b^2", "a + b");
    fixture_close();
}

TEST(squares_of_sine_and_cosine)
{
    fixture_open();
    SOLVE(2, "cos(t)", "-sin(t)", "a", /**/ "sin(t)", "cos(t)", "b");
    CHECK_X(0, "a*cos(t) + b*sin(t)", "1");
    CHECK_X(1, "b*cos(t) - a*sin(t)", "1");
    SOLVE(1, "a*cos(t)^4 + 2*a*cos(t)^2*sin(t)^2 + a*sin(t)^4", "b*sin(t)^2");
    CHECK_X(0, "b*sin(t)^2", "a");
    CHECK(!SOLVE(1, "cos(t)^2 + sin(t)^2 - 1", "b"));
    CHECK(sys.singular);
    fixture_close();
}

TEST(singular)
{
    fixture_open();
    CHECK(!SOLVE(2, "a", "b", "1", /**/ "a*c", "b*c", "0"));
    CHECK(sys.singular);
    CHECK(!SOLVE(2, "1/a", "1", "1", /**/ "b", "a*b", "0"));
    CHECK(sys.singular);
    CHECK(!SOLVE(2, "a", "0", "1", /**/ "b", "0", "0"));
    CHECK(sys.singular);
    CHECK(!SOLVE(1, "0.1234567890123*a - 0.1234567890123*a + 0", "1"));
    CHECK(sys.singular);
    CHECK(SOLVE(2, "a", "b", "1", /**/ "a*c", "b*c + 1", "0"));
    CHECK(!sys.singular);
    fixture_close();
}

/* A full matrix of n*n variables has n! terms in its determinant. */
TEST(limit)
{
    fixture_open();
    sys.n = 7;
    for (uint32_t i = 0; i < 56; i++)
        sys.m[i] = expr_var(S, T_REAL, i);
    CHECK(!solve_limited(8 * 5040 - 1));
    CHECK(!sys.singular);
    CHECK(solve_limited(8 * 5040));
    CHECK_INT(expr_node(S, sys.x[3].den)->nargs, 5040);
    CHECK_INT(expr_node(S, sys.x[3].num)->nargs, 5040);
    CHECK(!SOLVE(1, "(a + b + c + d + e + f)^30", "1"));
    CHECK(!sys.singular);
    /* products of these coefficients do not fit into 64 bits: they become atoms */
    CHECK(SOLVE(2, "1e10*a + 7", "3e11 + b", "1", /**/ "b - 7e9", "9e10*a - 1", "0"));
    const double v[] = {2.5, 3.5};
    double p = 2.5e10 + 7, q = 3e11 + 3.5, r = 3.5 - 7e9, t = 22.5e10 - 1;
    CHECK_REAL(expr_value(S, expr_div(S, sys.x[0].num, sys.x[0].den), v, 0) * 1e10,
               t / (p * t - q * r) * 1e10, 1e-12);
    fixture_close();
}

/* ---- Random systems ---- */

__extension__ typedef __int128 Wide;

typedef struct Ratio {
    Wide p, q;
} Ratio;

static Ratio ratio(Wide p, Wide q)
{
    Wide x = p < 0 ? -p : p, y = q < 0 ? -q : q;
    while (y) {
        Wide r = x % y;
        x = y;
        y = r;
    }
    x = q < 0 ? -x : x;
    return (Ratio){p / x, q / x};
}

/* Elimination of an integer matrix [n][n + 1] in rational numbers; false if it is singular. */
static bool eliminate(int n, const int *matrix, Ratio *x)
{
    Ratio a[6][7];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            a[i][j] = ratio(matrix[i * (n + 1) + j], 1);
    for (int k = 0; k < n; k++) {
        int pivot = k;
        while (pivot < n && !a[pivot][k].p)
            pivot++;
        if (pivot == n)
            return false;
        for (int j = 0; j <= n; j++) {
            Ratio swap = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swap;
        }
        for (int i = 0; i < n; i++) {
            Ratio f = ratio(a[i][k].p * a[k][k].q, a[i][k].q * a[k][k].p);
            for (int j = k; j <= n && i != k; j++) {
                Ratio t = ratio(f.p * a[k][j].p, f.q * a[k][j].q);
                a[i][j] = ratio(a[i][j].p * t.q - t.p * a[i][j].q, a[i][j].q * t.q);
            }
        }
    }
    for (int i = 0; i < n; i++)
        x[i] = ratio(a[i][n].p * a[i][i].q, a[i][n].q * a[i][i].p);
    return true;
}

TEST(random_integers)
{
    fixture_open();
    int singular = 0;
    for (int round = 0; round < 2000; round++) {
        int n = sys.n = 1 + random_below(6), matrix[42];
        for (int i = 0; i < n * (n + 1); i++)
            matrix[i] = random_below(3) ? random_below(15) - 7 : 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                sys.m[i * (n + 1) + j] = expr_real(S, matrix[i * (n + 1) + j]);
            sys.m[i * (n + 1) + n] = expr_int(S, matrix[i * (n + 1) + n]);
        }
        Ratio x[6];
        bool regular = eliminate(n, matrix, x);
        CHECK(solve_limited(LIMIT) == regular);
        CHECK(sys.singular == !regular);
        singular += !regular;
        for (int k = 0; k < n && regular; k++) {
            CHECK_REAL(expr_number(S, sys.x[k].num), (double)x[k].p, 0);
            CHECK_REAL(expr_number(S, sys.x[k].den), (double)x[k].q, 0);
        }
    }
    CHECK(singular > 50 && singular < 1500);
    fixture_close();
}

static Expr random_entry(void)
{
    static const char *const text[] = {
        "1",      "-1",  "a",       "-b",       "c + d",     "2*e",     "a*c",        "sin(f)",
        "cos(f)", "1/b", "(a - d)", "0.25*e*a", "1/(a + c)", "d^2 + 1", "3.3333333*f"};
    return canon(text[random_below(15)]);
}

/* Solves [n][n + 1] by elimination with partial pivoting; the smallest pivot. */
static double eliminate_reals(int n, double a[][MOST + 1])
{
    double least = HUGE_VAL;
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[pivot][k]))
                pivot = i;
        least = fmin(least, fabs(a[pivot][k]));
        for (int j = 0; j <= n; j++) {
            double swap = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swap;
        }
        for (int i = 0; i < n; i++) {
            double f = i == k ? 0 : a[i][k] / a[k][k];
            for (int j = k; j <= n; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    for (int i = 0; i < n; i++)
        a[i][n] /= a[i][i];
    return least;
}

TEST(random_symbolic)
{
    fixture_open();
    int compared = 0, singular = 0;
    for (int round = 0; round < 1000; round++) {
        int n = sys.n = 1 + random_below(9);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                sys.m[i * (n + 1) + j] = i == j || random_below(n) == 0 ? random_entry() : 0;
            sys.m[i * (n + 1) + n] = random_below(2) ? random_entry() : 0;
        }
        bool solved = solve_limited(LIMIT);
        double v[26], a[MOST][MOST + 1];
        for (int k = 0; k < 26; k++)
            v[k] = random_in(0.5, 2);
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= n; j++) {
                Expr e = sys.m[i * (n + 1) + j];
                a[i][j] = e ? expr_value(S, e, v, 0) : 0;
            }
        double pivot = eliminate_reals(n, a);
        if (!solved) {
            CHECK(sys.singular);
            CHECK(pivot < 1e-12);
            singular++;
        } else if (pivot > 1e-3) {
            compared++;
            for (int k = 0; k < n; k++)
                CHECK_REAL(expr_value(S, expr_div(S, sys.x[k].num, sys.x[k].den), v, 0), a[k][n],
                           1e-8);
        }
    }
    CHECK(compared > 700);
    CHECK(singular < 200);
    fixture_close();
}

TEST_MAIN(T(divider), T(parallel_capacitors), T(two_parallel_cs), T(network_of_capacitors),
          T(body_on_joint), T(superheater), T(ladder), T(denominators_and_literals),
          T(polynomial_factors), T(squares_of_sine_and_cosine), T(singular), T(limit),
          T(random_integers), T(random_symbolic))
