/* emit_cache.h - the system's compiler in tests: a cache of the test's own, removed at exit. */
#ifndef KRON_EMIT_CACHE_H
#define KRON_EMIT_CACHE_H

#include "emit/emit.h"

#include <dirent.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static char cache_path[64], cache_folder[80];
static Compiler cache_compiler = {.command = "cc", .cache = cache_folder};

/* Calls visit with the path of every file in the cache; returns their number. */
static inline int cache_files(void (*visit)(const char *path))
{
    char path[400];
    DIR *d = opendir(cache_folder);
    int n = 0;
    for (struct dirent *f; d && (f = readdir(d));) {
        if (f->d_name[0] == '.')
            continue;
        n++;
        snprintf(path, sizeof path, "%s/%s", cache_folder, f->d_name);
        if (visit)
            visit(path);
    }
    if (d)
        closedir(d);
    return n;
}

static inline void cache_delete(const char *path)
{
    unlink(path);
}

static inline void cache_remove(void)
{
    cache_files(cache_delete);
    rmdir(cache_folder);
    rmdir(cache_path);
}

static inline void cache_open(void)
{
    if (*cache_path)
        return;
    snprintf(cache_path, sizeof cache_path, "/tmp/kron-test-XXXXXX");
    if (mkdtemp(cache_path)) {
        snprintf(cache_folder, sizeof cache_folder, "%s/kron", cache_path);
        atexit(cache_remove);
    }
}

static inline void wait_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* The code of a text by the system's compiler; NULL if that fails within a minute. */
static inline const KCode *compile_native(const char *text, int nblocks, Native **native)
{
    const KCode *code = NULL;
    cache_open();
    *native = native_start(&cache_compiler, text, nblocks);
    for (int i = 0; *native && i < 60000 && !(code = native_poll(*native)); i++)
        wait_a_little();
    return code;
}

#endif
