/* test.h - the frame of a unit test: TEST functions, CHECK, and a main that counts.
 *
 *     #include "test.h"
 *     TEST(addition) { CHECK(1 + 1 == 2); CHECK_INT(1 + 1, 2); }
 *     TEST_MAIN(T(addition))
 *
 * The program prints one line per failed check and "name: N passed, M failed" at the end; its
 * exit status is 0 only if nothing failed. */
#ifndef KRON_TEST_H
#define KRON_TEST_H

#include "base/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int test_checks_failed;

#define TEST(name) static void test_##name(void)

#define CHECK(c)                                                                                   \
    ((c) ? (void)0                                                                                 \
         : (void)(test_checks_failed++,                                                            \
                  fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #c)))

#define CHECK_INT(got, want)                                                                       \
    do {                                                                                           \
        long long g_ = (got), w_ = (want);                                                         \
        if (g_ != w_) {                                                                            \
            test_checks_failed++;                                                                  \
            fprintf(stderr, "%s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #got, g_, w_);    \
        }                                                                                          \
    } while (0)

#define CHECK_STR(got, want)                                                                       \
    do {                                                                                           \
        const char *g_ = (got), *w_ = (want);                                                      \
        if (strcmp(g_, w_)) {                                                                      \
            test_checks_failed++;                                                                  \
            fprintf(stderr, "%s:%d: %s is\n  %s\nnot\n  %s\n", __FILE__, __LINE__, #got, g_, w_);  \
        }                                                                                          \
    } while (0)

/* |got - want| <= tol * max(1, |want|) */
#define CHECK_REAL(got, want, tol)                                                                 \
    do {                                                                                           \
        double g_ = (got), w_ = (want);                                                            \
        if (!(fabs(g_ - w_) <= (tol)*fmax(1, fabs(w_)))) {                                         \
            test_checks_failed++;                                                                  \
            fprintf(stderr, "%s:%d: %s is %.17g, not %.17g\n", __FILE__, __LINE__, #got, g_, w_);  \
        }                                                                                          \
    } while (0)

typedef struct {
    const char *name;
    void (*run)(void);
} TestCase;

static int test_run(const char *file, const TestCase *t, int n, int argc, char **argv)
{
    int passed = 0, failed = 0;
    for (int i = 0; i < n; i++) {
        if (argc > 1 && strcmp(argv[1], t[i].name))
            continue;
        test_checks_failed = 0;
        t[i].run();
        if (test_checks_failed) {
            fprintf(stderr, "%s: %s FAILED\n", file, t[i].name);
            failed++;
        } else {
            passed++;
        }
    }
    printf("%s: %d passed, %d failed\n", file, passed, failed);
    return failed ? 1 : 0;
}

#define TEST_MAIN(...)                                                                             \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        static const TestCase all[] = {__VA_ARGS__};                                               \
        return test_run(__FILE__, all, (int)(sizeof all / sizeof *all), argc, argv);               \
    }
#define T(name)                                                                                    \
    {                                                                                              \
#name, test_##name                                                                         \
    }

/* All messages that have not been shown, as file:line:column: error: text. */
static inline void diags_print(Diags *d, FILE *out)
{
    static const char *const word[] = {"error", "warning", "note"};
    for (DiagShown m; diags_next(d, &m);) {
        if (m.place.file)
            fprintf(out, "%s:%u:%u: ", m.place.file->path, m.place.line, m.place.column);
        int code = m.kind == DIAG_NOTE ? 0 : 9; /* " [KABCDE]" */
        fprintf(out, "%s: %.*s\n%s", word[m.kind], (int)strlen(m.text) - code, m.text, m.excerpt);
    }
}

#endif
