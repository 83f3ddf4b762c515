/* die.c - the two ways the process ends early. */
#include "base/die.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void die(const char *fmt, ...)
{
    va_list ap;
    fputs("kron: internal: ", stderr);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    abort();
}

_Noreturn void die_memory(unsigned long long bytes_wanted, unsigned long long bytes_used)
{
    fprintf(stderr, "kron: out of memory: %llu bytes wanted, %llu in use\n", bytes_wanted,
            bytes_used);
    exit(1);
}
