/* Faults end the guarded call they happen in, with its arenas, and no other. */
#include "base/arena.h"
#include "base/die.h"
#include "test.h"

static Arena *outer_arena, *kept;

static void good(void *arg)
{
    kept = arena_new();
    arena_free(arena_new());
    *(int *)arg = 1;
}

static void bad(void *arg)
{
    arena_alloc(arena_new(), 1000); /* freed by the guard */
    arena_free(arena_new());
    KRON_ASSERT(arg == NULL);
}

static void hungry(void *arg)
{
    (void)arg;
    die_memory(7, 8);
}

static void hungry_pass(void *arg)
{
    (void)arg;
    faults_in("index");
    KRON_MEMORY(false);
}

static void nested(void *arg)
{
    OwnFault fault = {0};
    outer_arena = arena_new();
    CHECK(!survive(bad, arg, &fault) && strstr(fault.text, "arg == NULL"));
    arena_strdup(outer_arena, "still there");
    die("%s", "outer");
}

TEST(guards)
{
    OwnFault fault = {0};
    int done = 0;
    CHECK(survive(good, &done, &fault) && done == 1);
    arena_strdup(kept, "stays");
    arena_free(kept);
    CHECK(!survive(bad, &done, &fault) && !fault.memory);
    CHECK(!survive(hungry, NULL, &fault) && fault.memory && strstr(fault.text, "7 bytes"));
    CHECK(!survive(hungry_pass, NULL, &fault) && fault.memory);
    CHECK(!strcmp(fault.text, "out of memory in the pass `index`"));
    CHECK(!survive(hungry, NULL, &fault) && !strstr(fault.text, "pass"));
    CHECK(!survive(nested, &done, &fault) && !strcmp(fault.text, "outer"));
    CHECK(survive(good, &done, &fault)); /* as before */
    arena_free(kept);
}

TEST_MAIN(T(guards))
