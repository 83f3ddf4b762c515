/* Arrays and strings of functions, and the stack they live on. */
#include "rt_test.h"

static int nothing(KInst *m)
{
    (void)m;
    return 0;
}
static KCode code = {.params = nothing};
static const KModel empty = {.name = "empty"};
static Record record;

static KInst *instance(void)
{
    record = (Record){0};
    return k_inst_new(&empty, &code, record_message, &record);
}

static KArr make(KInst *m, int nd, const int *n, const double *values)
{
    KArr a;
    k_shape(m, &a, nd, n);
    for (int i = 0; i < k_count(&a); i++)
        a.d[i] = values ? values[i] : i + 1;
    return a;
}

static KArr vector(KInst *m, int n, const double *values)
{
    return make(m, 1, &n, values);
}

static KArr matrix(KInst *m, int rows, int cols, const double *values)
{
    return make(m, 2, (int[]){rows, cols}, values);
}

static KArr scalar(KInst *m, double x)
{
    return make(m, 0, NULL, &x);
}

static bool equals(const KArr *a, int nd, const int *n, const double *values)
{
    if (a->nd != nd)
        return false;
    for (int k = 0; k < nd; k++)
        if (a->n[k] != n[k])
            return false;
    for (int i = 0; i < k_count(a); i++)
        if (a->d[i] != values[i])
            return false;
    return true;
}

#define N(...) ((int[]){__VA_ARGS__})
#define V(...) ((double[]){__VA_ARGS__})

TEST(scalar_functions)
{
    CHECK_REAL(k_sign(-3), -1, 0);
    CHECK_REAL(k_sign(0), 0, 0);
    CHECK_REAL(k_div(-7, 2), -3, 0);
    CHECK_REAL(k_mod(-7, 2), 1, 0);
    CHECK_REAL(k_mod(7, -2), -1, 0);
    CHECK_REAL(k_rem(-7, 2), -1, 0);
    CHECK_REAL(k_mod(3, 1.4), 0.2, 1e-15);
    CHECK_REAL(k_rem(-3, 1.4), -0.2, 1e-15);
    CHECK_REAL(k_min(2, -1), -1, 0);
    CHECK_REAL(k_max(2, -1), 2, 0);
    CHECK_REAL(k_powi(2, 10), 1024, 0);
    CHECK_REAL(k_powi(-3, 3), -27, 0);
    CHECK_REAL(k_powi(2, -2), 0.25, 0);
    CHECK_REAL(k_powi(0, 0), 1, 0);
    CHECK_REAL(k_powi(1, -2147483647 - 1), 1, 0);
    CHECK_REAL(k_pow(-2, 3), -8, 0);
    CHECK_REAL(k_pow(2, 0.5), sqrt(2), 1e-15);
    CHECK_REAL(k_pow(10, 300), 1e300, 1e-14);
    CHECK(isnan(k_pow(-2, 0.5)));
}

TEST(shapes)
{
    KInst *m = instance();
    KArr a = matrix(m, 2, 3, NULL);
    CHECK_INT(k_count(&a), 6);
    KArr e = make(m, 2, N(3, -2), NULL); /* negative sizes count as 0 */
    CHECK(e.n[0] == 3 && e.n[1] == 0);
    CHECK_INT(k_count(&e), 0);
    KArr s = scalar(m, 4);
    CHECK_INT(k_count(&s), 1);
    KArr c;
    k_copy(m, &c, &a);
    c.d[0] = 100;
    CHECK_REAL(a.d[0], 1, 0);
    k_inst_free(m);
}

TEST(matrix_algebra)
{
    KInst *m = instance();
    KArr a = matrix(m, 2, 3, V(1, 2, 3, 4, 5, 6)), b = matrix(m, 3, 2, V(1, 0, 0, 1, 2, 2)), out;
    KArr v = vector(m, 3, V(1, 1, 2)), w = vector(m, 2, V(1, -1));
    CHECK_INT(k_matmul(m, &out, &a, &b), 0);
    CHECK(equals(&out, 2, N(2, 2), V(7, 8, 16, 17)));
    CHECK_INT(k_matmul(m, &out, &a, &v), 0);
    CHECK(equals(&out, 1, N(2), V(9, 21)));
    CHECK_INT(k_matmul(m, &out, &w, &a), 0);
    CHECK(equals(&out, 1, N(3), V(-3, -3, -3)));
    CHECK_INT(k_matmul(m, &out, &v, &v), 0);
    CHECK(equals(&out, 0, NULL, V(6)));
    CHECK_INT(k_matmul(m, &out, &a, &a), 1);
    CHECK_INT(k_matmul(m, &out, &a, &w), 1);
    KArr e = matrix(m, 0, 3, NULL), f = matrix(m, 2, 0, NULL), g = matrix(m, 0, 4, NULL);
    CHECK_INT(k_matmul(m, &out, &e, &b), 0);
    CHECK(out.n[0] == 0 && out.n[1] == 2);
    CHECK_INT(k_matmul(m, &out, &f, &g), 0); /* an empty sum is 0 */
    CHECK(equals(&out, 2, N(2, 4), V(0, 0, 0, 0, 0, 0, 0, 0)));
    KArr s = matrix(m, 2, 2, V(1, 1, 1, 0));
    CHECK_INT(k_matpow(m, &out, &s, 10), 0); /* Fibonacci */
    CHECK(equals(&out, 2, N(2, 2), V(89, 55, 55, 34)));
    CHECK_INT(k_matpow(m, &out, &s, 0), 0);
    CHECK(equals(&out, 2, N(2, 2), V(1, 0, 0, 1)));
    CHECK_INT(k_matpow(m, &out, &a, 2), 1);
    CHECK_INT(k_transpose(m, &out, &a), 0);
    CHECK(equals(&out, 2, N(3, 2), V(1, 4, 2, 5, 3, 6)));
    CHECK_INT(k_transpose(m, &out, &v), 1);
    KArr cube = make(m, 3, N(2, 2, 2), NULL);
    CHECK_INT(k_transpose(m, &out, &cube), 0); /* the first two dimensions */
    CHECK(equals(&out, 3, N(2, 2, 2), V(1, 2, 5, 6, 3, 4, 7, 8)));
    CHECK_INT(k_outer(m, &out, &w, &v), 0);
    CHECK(equals(&out, 2, N(2, 3), V(1, 1, 2, -1, -1, -2)));
    KArr q = matrix(m, 2, 2, V(1, 2, 3, 4));
    CHECK_INT(k_symmetric(m, &out, &q), 0);
    CHECK(equals(&out, 2, N(2, 2), V(1, 2, 2, 4)));
    CHECK_INT(k_symmetric(m, &out, &a), 1);
    KArr x = vector(m, 3, V(1, 2, 3)), y = vector(m, 3, V(4, 5, 6));
    CHECK_INT(k_cross(m, &out, &x, &y), 0);
    CHECK(equals(&out, 1, N(3), V(-3, 6, -3)));
    CHECK_INT(k_cross(m, &out, &x, &w), 1);
    CHECK_INT(k_skew(m, &s, &x), 0);
    CHECK_INT(k_matmul(m, &out, &s, &y), 0); /* skew(x)*y = cross(x, y) */
    CHECK(equals(&out, 1, N(3), V(-3, 6, -3)));
    CHECK_INT(k_skew(m, &out, &w), 1);
    k_inst_free(m);
}

TEST(reductions)
{
    KInst *m = instance();
    KArr a = matrix(m, 2, 2, V(3, -1, 2, 5)), none = vector(m, 0, NULL);
    CHECK_REAL(k_sum(&a), 9, 0);
    CHECK_REAL(k_product(&a), -30, 0);
    CHECK_REAL(k_minof(&a), -1, 0);
    CHECK_REAL(k_maxof(&a), 5, 0);
    CHECK_REAL(k_sum(&none), 0, 0);
    CHECK_REAL(k_product(&none), 1, 0);
    CHECK(k_minof(&none) > 1e300 && k_maxof(&none) < -1e300);
    k_inst_free(m);
}

TEST(construction)
{
    KInst *m = instance();
    KArr out, v = vector(m, 2, V(3, 4)), s = scalar(m, 7);
    k_identity(m, &out, 2);
    CHECK(equals(&out, 2, N(2, 2), V(1, 0, 0, 1)));
    k_diagonal(m, &out, &v);
    CHECK(equals(&out, 2, N(2, 2), V(3, 0, 0, 4)));
    k_fill(m, &out, &s, 2, N(1, 3));
    CHECK(equals(&out, 2, N(1, 3), V(7, 7, 7)));
    k_fill(m, &out, &v, 1, N(2));
    CHECK(equals(&out, 2, N(2, 2), V(3, 4, 3, 4)));
    k_fill(m, &out, &v, 1, N(0));
    CHECK(equals(&out, 2, N(0, 2), V(0)));
    k_linspace(m, &out, 0, 1, 5);
    CHECK(equals(&out, 1, N(5), V(0, 0.25, 0.5, 0.75, 1)));
    k_linspace(m, &out, 2, 3, 1);
    CHECK(equals(&out, 1, N(1), V(2)));
    k_range(m, &out, 1, 1, 4);
    CHECK(equals(&out, 1, N(4), V(1, 2, 3, 4)));
    k_range(m, &out, 5, -2, 0);
    CHECK(equals(&out, 1, N(3), V(5, 3, 1)));
    k_range(m, &out, 1, 1, 0);
    CHECK_INT(out.n[0], 0);
    k_range(m, &out, 0, 0.1, 0.3); /* 0.3/0.1 is 2.9999999999999996 */
    CHECK_INT(out.n[0], 4);
    k_range(m, &out, 0, 0.1, 0.29);
    CHECK_INT(out.n[0], 3);
    k_inst_free(m);
}

TEST(joining)
{
    KInst *m = instance();
    KArr a = matrix(m, 2, 2, V(1, 2, 3, 4)), b = matrix(m, 1, 2, V(5, 6)),
         c = matrix(m, 2, 1, V(7, 8)), none = matrix(m, 0, 2, NULL), out;
    CHECK_INT(k_cat(m, &out, 1, 2, (const KArr *[]){&a, &b}), 0);
    CHECK(equals(&out, 2, N(3, 2), V(1, 2, 3, 4, 5, 6)));
    CHECK_INT(k_cat(m, &out, 2, 3, (const KArr *[]){&a, &c, &a}), 0);
    CHECK(equals(&out, 2, N(2, 5), V(1, 2, 7, 1, 2, 3, 4, 8, 3, 4)));
    CHECK_INT(k_cat(m, &out, 1, 2, (const KArr *[]){&none, &a}), 0);
    CHECK(equals(&out, 2, N(2, 2), V(1, 2, 3, 4)));
    CHECK_INT(k_cat(m, &out, 1, 2, (const KArr *[]){&a, &c}), 1);
    CHECK_INT(k_cat(m, &out, 3, 2, (const KArr *[]){&a, &a}), 1);
    KArr cube = make(m, 3, N(2, 1, 2), NULL), other = make(m, 3, N(2, 2, 2), NULL);
    CHECK_INT(k_cat(m, &out, 2, 2, (const KArr *[]){&cube, &other}), 0);
    CHECK(equals(&out, 3, N(2, 3, 2), V(1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 7, 8)));
    KArr x = scalar(m, 1), y = scalar(m, 2);
    CHECK_INT(k_stack(m, &out, 2, (const KArr *[]){&x, &y}), 0);
    CHECK(equals(&out, 1, N(2), V(1, 2)));
    CHECK_INT(k_stack(m, &out, 2, (const KArr *[]){&b, &b}), 0);
    CHECK(equals(&out, 3, N(2, 1, 2), V(5, 6, 5, 6)));
    CHECK_INT(k_stack(m, &out, 2, (const KArr *[]){&a, &b}), 1);
    k_inst_free(m);
}

TEST(slices)
{
    KInst *m = instance();
    KArr a = matrix(m, 3, 4, NULL), out, all = {.nd = -1};
    KArr two = scalar(m, 2), odd = vector(m, 2, V(3, 1)), none = vector(m, 0, NULL),
         five = scalar(m, 5), zero = scalar(m, 0);
    CHECK_INT(k_slice(m, &out, &a, (KArr[]){two, all}), 0);
    CHECK(equals(&out, 1, N(4), V(5, 6, 7, 8)));
    CHECK_INT(k_slice(m, &out, &a, (KArr[]){all, two}), 0);
    CHECK(equals(&out, 1, N(3), V(2, 6, 10)));
    CHECK_INT(k_slice(m, &out, &a, (KArr[]){odd, odd}), 0);
    CHECK(equals(&out, 2, N(2, 2), V(11, 9, 3, 1)));
    CHECK_INT(k_slice(m, &out, &a, (KArr[]){two, two}), 0);
    CHECK(equals(&out, 0, NULL, V(6)));
    CHECK_INT(k_slice(m, &out, &a, (KArr[]){none, all}), 0);
    CHECK(equals(&out, 2, N(0, 4), V(0)));
    CHECK_INT(k_slice(m, &out, &a, (KArr[]){five, all}), 1);
    CHECK_INT(k_slice(m, &out, &a, (KArr[]){all, zero}), 1);
    KArr nan = scalar(m, NAN);
    CHECK_INT(k_slice(m, &out, &a, (KArr[]){all, nan}), 1);
    KArr pair = vector(m, 2, V(100, 200)), col = vector(m, 3, V(-1, -2, -3)), x = scalar(m, 77);
    CHECK_INT(k_assign_slice(m, &a, (KArr[]){odd, two}, &pair), 0);
    CHECK(a.d[9] == 100 && a.d[1] == 200);
    CHECK_INT(k_assign_slice(m, &a, (KArr[]){all, two}, &col), 0);
    CHECK(a.d[1] == -1 && a.d[5] == -2 && a.d[9] == -3);
    CHECK_INT(k_assign_slice(m, &a, (KArr[]){two, two}, &x), 0);
    CHECK(a.d[5] == 77);
    CHECK_INT(k_assign_slice(m, &a, (KArr[]){all, all}, &col), 1);
    KArr v = vector(m, 3, V(1, 2, 3)), turned = vector(m, 3, V(3, 2, 1));
    CHECK_INT(k_assign_slice(m, &v, (KArr[]){turned}, &v), 0); /* value is the array itself */
    CHECK(equals(&v, 1, N(3), V(3, 2, 1)));
    k_inst_free(m);
}

/* ---- The stack ---- */

TEST(marks)
{
    KInst *m = instance();
    CHECK_INT(k_mark(m), 0);
    KArr a = vector(m, 10, NULL);
    long mark = k_mark(m);
    for (int i = 0; i < 100; i++) {
        KArr big = vector(m, 5000, NULL); /* several chunks */
        CHECK_REAL(big.d[4999], 5000, 0);
    }
    k_release(m, mark);
    CHECK_INT(k_mark(m), mark);
    KArr b = vector(m, 3, NULL);
    CHECK(b.d > a.d && b.d - a.d < 100); /* right behind a again */
    k_release(m, 0);
    CHECK_INT(k_mark(m), 0);
    k_inst_free(m);
}

/* Outputs among temporaries, given in any order, shared, empty, and of a size that spans
 * chunks. */
TEST(returns)
{
    for (int size = 1; size < 40000; size = size * 5 + 3) {
        KInst *m = instance();
        KArr outside = vector(m, 4, V(9, 8, 7, 6));
        long mark = k_mark(m);
        vector(m, size, NULL);
        KArr first = vector(m, size, NULL);
        vector(m, 7, NULL);
        const char *text = k_str_cat(m, -1, "one", "two"), *same = text, *literal = "fixed";
        KArr second = vector(m, 3, V(5, 6, 7)), empty_one = vector(m, 0, NULL);
        vector(m, size, NULL);
        KArr third = vector(m, 2 * size, NULL);
        k_return(m, mark, 4, (KArr *[]){&third, &second, &first, &empty_one}, 3,
                 (const char **[]){&text, &literal, &same});
        KArr later = vector(m, size, NULL); /* must not disturb the outputs */
        for (int i = 0; i < size; i++)
            later.d[i] = -1;
        CHECK(first.d[0] == 1 && first.d[size - 1] == size);
        CHECK(second.d[0] == 5 && second.d[2] == 7);
        CHECK(third.d[0] == 1 && third.d[2 * size - 1] == 2 * size);
        CHECK_STR(text, "onetwo");
        CHECK(same == text);
        CHECK_STR(literal, "fixed");
        CHECK(outside.d[0] == 9 && outside.d[3] == 6);
        k_release(m, mark);
        CHECK_INT(k_mark(m), mark);
        k_inst_free(m);
    }
}

/* A function that calls itself: each level returns an array one longer. */
static void recursive(KInst *m, int depth, KArr *out)
{
    long mark = k_mark(m);
    KArr inner, one;
    k_shape(m, &one, 1, N(1));
    one.d[0] = depth;
    if (depth == 0) {
        k_copy(m, out, &one);
    } else {
        recursive(m, depth - 1, &inner);
        k_cat(m, out, 1, 2, (const KArr *[]){&inner, &one});
    }
    k_return(m, mark, 1, (KArr *[]){out}, 0, NULL);
}

TEST(recursion)
{
    KInst *m = instance();
    KArr out;
    recursive(m, 500, &out);
    CHECK_INT(out.n[0], 501);
    for (int i = 0; i <= 500; i++)
        CHECK_REAL(out.d[i], i, 0);
    CHECK(k_mark(m) < 501 * 8 + 64);
    k_inst_free(m);
}

static volatile int forever = 1;
static int endless(KInst *m)
{
    volatile char frame[200];
    frame[0] = 1;
    if (k_deep(m)) {
        k_fault(m, 0, "calls that are nested too deeply");
        return -1;
    }
    int result = forever ? endless(m) : 0;
    return frame[0] ? result : 0;
}
static int huge(KInst *m)
{
    KArr a;
    k_shape(m, &a, 3, N(100000, 100000, 2));
    return 0;
}
static int too_many(KInst *m)
{
    KArr a, s = {.d = (double[]){1}};
    int n[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    k_fill(m, &a, &s, 16, n);
    k_stack(m, &a, 1, (const KArr *[]){&a});
    return 0;
}
static int standstill(KInst *m)
{
    KArr a;
    k_range(m, &a, 0, 0, 1);
    return 0;
}
static int bad_format(KInst *m)
{
    k_str_format(m, -1, 1, "%s");
    return 0;
}

/* Faults that cannot be returned end the call with a message, and leave the instance usable. */
TEST(faults_inside_functions)
{
    static int (*const parts[])(KInst *) = {endless, huge, too_many, standstill, bad_format};
    static const char *const texts[] = {"deeply", "more than", "dimensions", "step 0", "format"};
    for (int i = 0; i < 5; i++) {
        KCode one = {.params = parts[i]};
        record = (Record){0};
        KInst *m = k_inst_new(&empty, &one, record_message, &record);
        CHECK_INT(k_params(m), -1);
        CHECK(strstr(record.text, texts[i]) != NULL);
        CHECK_INT(record.errors, 1);
        CHECK_INT(k_mark(m), 0);
        k_inst_set_code(m, &code);
        CHECK_INT(k_params(m), 0);
        k_inst_free(m);
    }
}

/* ---- Strings ---- */

TEST(strings)
{
    KInst *m = instance();
    CHECK_STR(k_str_real(m, -1, 3.14159265, 6, 0, 1), "3.14159");
    CHECK_STR(k_str_real(m, -1, 1e10, 6, 0, 1), "1e+10");
    CHECK_STR(k_str_real(m, -1, 2.5, 6, 6, 1), "2.5   ");
    CHECK_STR(k_str_real(m, -1, 2.5, 6, 6, 0), "   2.5");
    CHECK_STR(k_str_real(m, -1, -0.0, 6, 0, 1), "0");
    CHECK_STR(k_str_format(m, -1, 3.14159, ".2f"), "3.14");
    CHECK_STR(k_str_format(m, -1, 3.14159, "%8.3e"), "3.142e+00");
    CHECK_STR(k_str_format(m, -1, 42, "5d"), "   42");
    CHECK_STR(k_str_format(m, -1, 42, "-5d"), "42   ");
    CHECK_STR(k_str_format(m, -1, 42, "+g"), "+42");
    CHECK_STR(k_str_int(m, -1, -12, 5, 0), "  -12");
    CHECK_STR(k_str_int(m, -1, 9007199254740992.0, 0, 1), "9007199254740992");
    CHECK_STR(k_str_bool(m, -1, 1, 0, 1), "true");
    CHECK_STR(k_str_bool(m, -1, 0, 7, 1), "false  ");
    CHECK_STR(k_str_text(m, -1, "ab", 4, 0), "  ab");
    CHECK_STR(k_str_text(m, -1, "ab", -4, 0), "ab");
    CHECK_STR(k_str_cat(m, -1, "", ""), "");
    CHECK_STR(k_str_cat(m, -1, "a", k_str_cat(m, -1, "b", "c")), "abc");
    CHECK_INT(k_str_compare("a", "b"), -1);
    CHECK_INT(k_str_compare("b", "a"), 1);
    CHECK_INT(k_str_compare("a", "a"), 0);
    k_inst_free(m);
}

/* String variables outlive the stack they were made on. */
static int name_params(KInst *m)
{
    if (!m->set[0])
        m->s[0] = "file";
    m->s[1] = k_str_cat(m, -1, m->s[0], ".mat");
    return 0;
}
TEST(string_variables)
{
    static const KModel model = {.ns = 2};
    KCode names = {.params = name_params};
    record = (Record){0};
    KInst *m = k_inst_new(&model, &names, record_message, &record);
    CHECK_STR(m->s[0], "");
    CHECK_INT(k_params(m), 0);
    memset(vector(m, 100, NULL).d, 'x', 800);
    CHECK_STR(m->s[0], "file");
    CHECK_STR(m->s[1], "file.mat");
    char text[] = "other";
    k_set_string(m, 0, text);
    text[0] = '?';
    CHECK_INT(k_params(m), 0);
    CHECK_STR(m->s[1], "other.mat");
    KInst *copy = k_inst_copy(m);
    k_inst_free(m);
    CHECK_STR(copy->s[0], "other");
    CHECK_STR(copy->s[1], "other.mat");
    k_inst_free(copy);
}

TEST_MAIN(T(scalar_functions), T(shapes), T(matrix_algebra), T(reductions), T(construction),
          T(joining), T(slices), T(marks), T(returns), T(recursion), T(faults_inside_functions),
          T(strings), T(string_variables))
