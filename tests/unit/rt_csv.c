/* Results as CSV: names, numbers that read back, whole lines, write errors. */
#include "rt/result.h"
#include "rt_test.h"

#include <float.h>
#include <unistd.h>

static const KVariable variables[] = {
    {.name = "x", .kind = K_ALGEBRAIC, .index = 0},
    {.name = "a[1,2]", .kind = K_ALGEBRAIC, .index = 1},
    {.name = "say \"hi\"", .kind = K_ALGEBRAIC, .index = 0, .negated = true},
    {.name = "on", .type = K_BOOLEAN, .kind = K_DISCRETE, .index = 2},
    {.name = "off", .type = K_BOOLEAN, .kind = K_DISCRETE, .index = 2, .negated = true},
    {.name = "name", .type = K_STRING, .kind = K_PARAMETER, .index = 0},
    {.name = "mode", .type = K_ENUM, .kind = K_DISCRETE, .index = 3},
};
static const KModel model = {.nv = 4, .ns = 1, .nvariables = 7, .variable = variables};
static const int columns[] = {0, 1, 2, 3, 4, 5, 6};
static const KCode code = {0};

static char path[64];

/* What the file has now; the caller frees it. */
static char *contents(void)
{
    FILE *f = fopen(path, "r");
    char *text = calloc(1, 1 << 22);
    size_t n = f ? fread(text, 1, (1 << 22) - 1, f) : 0;
    text[n] = 0;
    if (f)
        fclose(f);
    return text;
}

static void new_path(void)
{
    snprintf(path, sizeof path, "/tmp/rt_csv_test_%ld.csv", (long)getpid());
}

TEST(header_and_values)
{
    const char *why = "";
    new_path();
    KInst *m = k_inst_new(&model, &code, NULL, NULL);
    KResult *csv = k_result_open(path, m, 7, columns, true, 0, 1, &why);
    CHECK(csv != NULL);
    m->v[3] = 2;
    CHECK_INT(k_result_point(csv, m), 0);
    m->time = 0.3;
    m->v[0] = -1.5;
    m->v[1] = 1e-7;
    m->v[2] = 1;
    CHECK_INT(k_result_point(csv, m), 0);
    m->time = 0.4; /* cells that stay, one that changes, one that changes back */
    m->v[1] = -2.5e-17;
    m->v[2] = 0;
    CHECK_INT(k_result_point(csv, m), 0);
    CHECK_INT(k_result_close(csv, &why), 0);
    char *text = contents();
    CHECK_STR(text, "time,x,\"a[1,2]\",\"say \"\"hi\"\"\",on,off,mode\n"
                    "0,0,0,0,0,1,2\n"
                    "0.3,-1.5,1e-07,1.5,1,0,2\n"
                    "0.4,-1.5,-2.5e-17,1.5,0,1,2\n");
    free(text);
    unlink(path);
    k_inst_free(m);
}

static unsigned long seed = 99;
static unsigned long next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* Digits that a number has, leading and trailing zeros not counted. */
static int digits_of(const char *s)
{
    int n = 0, last = 0;
    for (; *s && *s != 'e' && *s != ',' && *s != '\n'; s++)
        if (*s >= '0' && *s <= '9' && (n || *s != '0') && (++n, *s != '0'))
            last = n;
    return last;
}

/* Every number must read back the same, and with no more digits than needed. */
TEST(numbers_read_back)
{
    enum { COUNT = 60000 };
    static double value[COUNT];
    static const double special[] = {0.1,
                                     0.2,
                                     0.3,
                                     1.0 / 3,
                                     1e15,
                                     1e16,
                                     1e22,
                                     1e23,
                                     123456.75,
                                     1e-4,
                                     1e-5,
                                     DBL_MAX,
                                     DBL_MIN,
                                     5e-324,
                                     1e-10,
                                     9.999e-5,
                                     0.30000000000000004,
                                     1e300,
                                     -1e-300,
                                     4503599627370496.5,
                                     999999999999999.9};
    const char *why = "";
    new_path();
    static const KVariable one = {.name = "x"};
    static const KModel single = {.nv = 1, .nvariables = 1, .variable = &one};
    KInst *m = k_inst_new(&single, &code, NULL, NULL);
    KResult *csv = k_result_open(path, m, 1, columns, true, 0, 1, &why);
    for (int i = 0; i < COUNT; i++) {
        double x;
        unsigned long bits = next_random();
        if (i < (int)(sizeof special / sizeof *special)) {
            x = special[i];
        } else if (i % 4 == 0) { /* any bit pattern */
            memcpy(&x, &bits, sizeof x);
            if (!isfinite(x))
                x = 1;
        } else if (i % 4 == 1) { /* few digits */
            x = (double)(bits % 1000000) / pow(10, (int)(bits >> 40) % 12);
        } else { /* typical magnitudes, all bits */
            x = ldexp((double)(bits >> 11), -53) * pow(10, (int)(bits % 60) - 45);
        }
        value[i] = m->v[0] = x;
        CHECK_INT(k_result_point(csv, m), 0);
    }
    CHECK_INT(k_result_close(csv, &why), 0);
    char *text = contents(), *at = strchr(text, '\n');
    for (int i = 0; i < COUNT && at && test_checks_failed < 10; i++) {
        const char *number = strchr(at + 1, ',') + 1;
        if (strtod(number, NULL) != value[i])
            fprintf(stderr, "%.17g: %.30s\n", value[i], number);
        CHECK(strtod(number, NULL) == value[i]);
        int shortest = 15;
        char trial[40];
        for (; shortest < 17; shortest++) {
            snprintf(trial, sizeof trial, "%.*g", shortest, value[i]);
            if (strtod(trial, NULL) == value[i])
                break;
        }
        CHECK(digits_of(number) <= shortest);
        at = strchr(at + 1, '\n');
    }
    CHECK(at != NULL && at[1] == 0);
    free(text);
    unlink(path);
    k_inst_free(m);
}

TEST(errors)
{
    const char *why = "";
    KInst *m = k_inst_new(&model, &code, NULL, NULL);
    CHECK(k_result_open("/nonexistent/x.csv", m, 7, columns, true, 0, 1, &why) == NULL);
    CHECK(strlen(why) > 0);
    /* A full disk shows when the buffer is written, at the latest at the end. */
    KResult *csv = k_result_open("/dev/full", m, 7, columns, true, 0, 1, &why);
    CHECK(csv != NULL);
    CHECK_INT(k_result_point(csv, m), 0);
    why = "";
    CHECK_INT(k_result_close(csv, &why), -1);
    CHECK(strstr(why, "space") != NULL);
    csv = k_result_open("/dev/full", m, 7, columns, true, 0, 1, &why);
    int rows = 0;
    while (rows < 100000 && k_result_point(csv, m) == 0)
        rows++;
    CHECK(rows < 100000);
    CHECK_INT(k_result_point(csv, m), -1);
    CHECK_INT(k_result_close(csv, &why), -1);
    k_inst_free(m);
}

/* While a run goes on the file has whole lines only, and they come within a second or so. */
TEST(whole_lines_while_running)
{
    const char *why = "";
    new_path();
    KInst *m = k_inst_new(&model, &code, NULL, NULL);
    KResult *csv = k_result_open(path, m, 7, columns, true, 0, 1, &why);
    for (int i = 0; i < 20000; i++) {
        m->time = i * 0.1;
        CHECK_INT(k_result_point(csv, m), 0);
    }
    char *text = contents();
    size_t n = strlen(text);
    CHECK(n > 100000);
    CHECK(n > 0 && text[n - 1] == '\n');
    free(text);
    usleep(1100000);
    m->time = 5000;
    CHECK_INT(k_result_point(csv, m), 0);
    text = contents();
    CHECK(strstr(text, "\n5000,") != NULL);
    free(text);
    CHECK_INT(k_result_close(csv, &why), 0);
    unlink(path);
    k_inst_free(m);
}

TEST_MAIN(T(header_and_values), T(numbers_read_back), T(errors), T(whole_lines_while_running))
