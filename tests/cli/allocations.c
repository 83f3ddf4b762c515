/* allocations.c - counts how often the program itself asks for memory (tests/cli/allocations.sh).
 * Preloaded; what the libraries it calls allocate is theirs. */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

static uintptr_t first, last; /* the program's code */
static long count;

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
    dl_iterate_phdr(find, NULL);
}

__attribute__((destructor)) static void end(void)
{
    FILE *f = fopen(getenv("ALLOCATIONS"), "w");
    fprintf(f, "%ld\n", count);
    fclose(f);
}

static void note(const void *caller)
{
    count += (uintptr_t)caller - first < last - first;
}

void *malloc(size_t size)
{
    note(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    note(__builtin_return_address(0));
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    note(__builtin_return_address(0));
    return __libc_realloc(p, size);
}
