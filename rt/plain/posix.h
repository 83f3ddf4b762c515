/* posix.h - the functions of POSIX that the run time uses and Windows lacks. Included after all
 * other headers, where FMUs for Windows are compiled. */
#ifndef KRON_RT_PLAIN_POSIX_H
#define KRON_RT_PLAIN_POSIX_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

static inline char *windows_strndup(const char *text, size_t n)
{
    size_t length = strnlen(text, n);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

/* A line with its end; -1: there is none. */
static inline ssize_t windows_getline(char **line, size_t *room, FILE *file)
{
    size_t n = 0;
    for (int c; (c = getc(file)) != EOF;) {
        if (n + 2 > *room) {
            char *more = realloc(*line, 2 * n + 100);
            if (!more)
                return -1;
            *line = more;
            *room = 2 * n + 100;
        }
        (*line)[n++] = (char)c;
        (*line)[n] = 0;
        if (c == '\n')
            break;
    }
    return n ? (ssize_t)n : -1;
}

/* By milliseconds since the system was started. */
unsigned long long __stdcall GetTickCount64(void);
static inline int windows_clock_gettime(int clock, struct timespec *now)
{
    unsigned long long ms = GetTickCount64();
    (void)clock;
    now->tv_sec = (time_t)(ms / 1000);
    now->tv_nsec = (long)(ms % 1000) * 1000000;
    return 0;
}

#define clock_gettime windows_clock_gettime
#define strndup windows_strndup
#define getline windows_getline
#define realpath(name, to) _fullpath(to, name, 0)
#define mkdir(name, mode) mkdir(name)
#define setenv(name, value, overwrite) _putenv_s(name, value)

#endif
