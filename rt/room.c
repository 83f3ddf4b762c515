/* room.c - the C stack of the thread: its end is asked for once. The compiler asks here too. */
#define _GNU_SOURCE
#include "rt/room.h"

#include <stdbool.h>
#include <stdint.h>

static _Thread_local uintptr_t lowest, highest;

#ifdef _WIN32
#include <windows.h>

/* The stack is one piece of memory, set aside as a whole. */
static void ask(uintptr_t here)
{
    MEMORY_BASIC_INFORMATION found;
    highest = here;
    lowest = VirtualQuery((void *)here, &found, sizeof found) ? (uintptr_t)found.AllocationBase : 0;
}
#else
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>

enum { UNKNOWN = 512 << 10 }; /* what is taken for the stack of a thread that does not tell */

/* The first thread's stack begins at the name of the program and may grow to its limit. */
static bool is_first(uintptr_t here)
{
    struct rlimit limit;
    uintptr_t top = getauxval(AT_EXECFN), most = 64 << 20;
    if (!top || getrlimit(RLIMIT_STACK, &limit))
        return false;
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < most)
        most = limit.rlim_cur;
    if (top < here || top - here > most)
        return false;
    lowest = top - most;
    highest = top;
    return true;
}

static void ask(uintptr_t here)
{
    pthread_attr_t attributes;
    void *at = NULL;
    size_t size = 0;
    lowest = here > UNKNOWN ? here - UNKNOWN : 0;
    highest = here;
    if (is_first(here) || pthread_getattr_np(pthread_self(), &attributes))
        return;
    if (!pthread_attr_getstack(&attributes, &at, &size) && here - (uintptr_t)at < size) {
        lowest = (uintptr_t)at;
        highest = lowest + size;
    }
    pthread_attr_destroy(&attributes);
}
#endif

size_t stack_room(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (here > highest || here < lowest)
        ask(here);
    return here - lowest;
}
