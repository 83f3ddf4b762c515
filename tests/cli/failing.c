/* failing.c - the n-th request for memory fails (tests/cli/failing.sh). Preloaded; counted are
 * those of the program itself, or with FAIL_WHO=libraries those of the libraries it calls. */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

static uintptr_t first, last; /* the program's code */
static long count, fails_at;
static int libraries;

static int find(struct dl_phdr_info *object, size_t size, void *arg)
{
    (void)size, (void)arg;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_LOAD && object->dlpi_phdr[i].p_flags & PF_X) {
            first = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
            last = first + object->dlpi_phdr[i].p_memsz;
        }
    return 1; /* the program is the first object */
}

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_AT"), *who = getenv("FAIL_WHO");
    dl_iterate_phdr(find, NULL);
    libraries = who && !strcmp(who, "libraries");
    fails_at = at ? atol(at) : -1;
    count = 0;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAIL_COUNT");
    FILE *f = path ? fopen(path, "w") : NULL;
    if (f) {
        fprintf(f, "%ld\n", count);
        fclose(f);
    }
}

static int fails(const void *caller)
{
    int own = (uintptr_t)caller - first < last - first;
    if (!last || own == libraries || ++count != fails_at)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, size);
}
