/* Both ways to machine code: libtcc in memory, and the system's compiler with its cache. */
#include "emit_cache.h"
#include "test.h"

#include "base/buf.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>

extern const char *const abi_lines[], *const abi_array_lines[];

static void put_abi(Buf *b)
{
    for (const char *const *line = abi_lines; *line; line++)
        buf_printf(b, "%s\n", *line);
    for (const char *const *line = abi_array_lines; *line; line++)
        buf_printf(b, "%s\n", *line);
}

/* Every name that a line declares as a function: a word before `(`, not a type in parentheses. */
static void put_addresses(Buf *b, const char *line, int *n)
{
    bool member = strstr(line, "(*"); /* of a struct */
    for (const char *at = line; !member && (at = strchr(at, '(')); at++) {
        const char *from = at;
        while (from > line && (isalnum((unsigned char)from[-1]) || from[-1] == '_'))
            from--;
        if (from == at || !strncmp(from, "k_entry", 7))
            continue;
        buf_printf(b, "(void*)%.*s,", (int)(at - from), from);
        ++*n;
    }
}

TEST(every_function_of_the_abi)
{
    Buf text = {0};
    int n = 0;
    const char *why = NULL;
    put_abi(&text);
    buf_puts(&text, "static int all(KInst*m){void*f[]={");
    for (const char *const *line = abi_lines; *line; line++)
        put_addresses(&text, *line, &n);
    for (const char *const *line = abi_array_lines; *line; line++)
        put_addresses(&text, *line, &n);
    buf_puts(&text, "0};int i;for(i=0;f[i];i++);return i;}\n"
                    "void k_entry(KCode*c){c->rhs=all;}\n");
    CHECK(n > 80);
    Jit *j = jit_compile(buf_text(&text), 0, &why);
    if (!j)
        fprintf(stderr, "%s\n", why);
    CHECK(j != NULL);
    if (j)
        CHECK_INT(jit_code(j)->rhs(NULL), n);
    jit_free(j);
    buf_free(&text);
}

TEST(wrong_programs)
{
    const char *why = NULL;
    CHECK(!jit_compile("int f(void){return x;}", 0, &why));
    CHECK(why && strstr(why, "'x' undeclared"));
    CHECK(!jit_compile("int missing(void); int f(void){return missing();}", 0, &why));
    CHECK(why && strstr(why, "missing"));
    why = NULL;
    CHECK(!jit_compile("int f(void){return 1;}", 0, &why)); /* no k_entry */
    CHECK(why != NULL);
}

/* rhs gives the number. */
static void program(Buf *text, int number)
{
    put_abi(text);
    buf_printf(text,
               "static int rhs(KInst*m){return %d;}\n"
               "static int r(KInst*m,double*x){x[0]=sqrt(%d.);return 0;}\n"
               "void k_entry(KCode*c){c->rhs=rhs;c->block[0].residual=r;c->block[2].residual=r;}\n",
               number, number);
}

static void *compile_many(void *arg)
{
    int *good = arg, seed = *good;
    *good = 0;
    for (int i = 0; i < 20; i++) {
        Buf text = {0};
        const char *why = NULL;
        program(&text, seed + i);
        Jit *j = jit_compile(buf_text(&text), 3, &why);
        double x = 0;
        *good += j && jit_code(j)->rhs(NULL) == seed + i &&
                 !jit_code(j)->block[2].residual(NULL, &x) && x == sqrt(seed + i);
        jit_free(j);
        buf_free(&text);
    }
    return NULL;
}

TEST(several_at_a_time)
{
    pthread_t thread[4];
    int result[4];
    for (int i = 0; i < 4; i++) {
        result[i] = 1000 * (i + 1);
        CHECK_INT(pthread_create(&thread[i], NULL, compile_many, &result[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
        CHECK_INT(result[i], 20);
    }
}

/* ---- The system's compiler ---- */

static bool no_children(void)
{
    return waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD;
}

TEST(cache)
{
    Buf text = {0};
    Native *n = NULL;
    program(&text, 42);
    const KCode *code = compile_native(buf_text(&text), 3, &n);
    double x = 0;
    CHECK(code && code->rhs(NULL) == 42 && !code->block[2].residual(NULL, &x) && x == sqrt(42));
    CHECK_INT(cache_files(NULL), 1);
    CHECK(no_children());
    Native *again = native_start(&cache_compiler, buf_text(&text), 3);
    CHECK(native_poll(again) != NULL); /* at once */
    native_free(again);
    CHECK(code && code->rhs(NULL) == 42);
    native_free(n);
    CHECK_INT(cache_files(NULL), 1);
    buf_clear(&text);
    program(&text, 43); /* another text is another file */
    code = compile_native(buf_text(&text), 3, &n);
    CHECK(code && code->rhs(NULL) == 43);
    native_free(n);
    CHECK_INT(cache_files(NULL), 2);
    buf_free(&text);
}

static void make_old(const char *path)
{
    struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    utimensat(AT_FDCWD, path, times, 0);
}

/* What has not been used for long is removed when something new is made. */
TEST(cache_is_trimmed)
{
    Buf text = {0};
    Native *n = NULL;
    program(&text, 4711);
    CHECK(compile_native(buf_text(&text), 3, &n) != NULL);
    native_free(n);
    cache_files(make_old);
    n = native_start(&cache_compiler, buf_text(&text), 3); /* used again */
    CHECK(native_poll(n) != NULL);
    native_free(n);
    buf_clear(&text);
    program(&text, 4712);
    CHECK(compile_native(buf_text(&text), 3, &n) != NULL);
    native_free(n);
    CHECK_INT(cache_files(NULL), 2);
    buf_free(&text);
}

/* A large program, given up while the compiler runs. */
TEST(cancelled)
{
    Buf text = {0};
    cache_open();
    int before = cache_files(NULL);
    put_abi(&text);
    for (int i = 0; i < 3000; i++)
        buf_printf(&text,
                   "static int f%d(KInst*m){double*v=m->v;v[%d]=v[1]*v[%d]+sin(v[2]);return 0;}\n",
                   i, i, i + 1);
    buf_puts(&text, "void k_entry(KCode*c){c->rhs=f0;c->out=f2999;}\n");
    for (int wait = 0; wait < 40; wait += 13) {
        Native *n = native_start(&cache_compiler, buf_text(&text), 0);
        CHECK(n != NULL);
        for (int i = 0; i < wait; i++)
            wait_a_little();
        CHECK(native_poll(n) == NULL);
        native_free(n);
        CHECK(no_children());
        CHECK_INT(cache_files(NULL), before);
    }
    buf_free(&text);
}

TEST(no_compiler)
{
    Buf text = {0};
    program(&text, 1000);
    cache_open();
    int before = cache_files(NULL);
    cache_compiler.command = "/nowhere/cc";
    CHECK(!native_start(&cache_compiler, buf_text(&text), 3));
    cache_compiler.command = "false"; /* one that fails */
    Native *n = native_start(&cache_compiler, buf_text(&text), 3);
    for (int i = 0; i < 200; i++) {
        CHECK(native_poll(n) == NULL);
        wait_a_little();
    }
    native_free(n);
    CHECK(no_children());
    CHECK_INT(cache_files(NULL), before);
    cache_compiler.command = "  cc  -g0 "; /* one with options */
    const KCode *code = compile_native(buf_text(&text), 3, &n);
    CHECK(code && code->rhs(NULL) == 1000);
    native_free(n);
    cache_compiler.command = "cc";
    buf_free(&text);
}

/* Without a cache a temporary folder serves, and nothing is left of it. */
TEST(no_cache)
{
    Buf text = {0};
    Native *n = NULL;
    char folder[] = "/tmp/kron-test-tmp-XXXXXX";
    program(&text, 77);
    cache_open();
    CHECK(mkdtemp(folder) != NULL);
    cache_compiler.cache = "/proc/nothing";
    cache_compiler.temporary = folder;
    n = native_start(&cache_compiler, buf_text(&text), 3);
    const KCode *code = NULL;
    for (int i = 0; n && i < 60000 && !(code = native_poll(n)); i++)
        wait_a_little();
    CHECK(code && code->rhs(NULL) == 77);
    CHECK_INT(rmdir(folder), 0); /* empty already */
    CHECK(code && code->rhs(NULL) == 77);
    native_free(n);
    cache_compiler.cache = cache_folder;
    cache_compiler.temporary = NULL;
    buf_free(&text);
}

TEST_MAIN(T(every_function_of_the_abi), T(wrong_programs), T(several_at_a_time), T(cache),
          T(cache_is_trimmed), T(cancelled), T(no_compiler), T(no_cache))
