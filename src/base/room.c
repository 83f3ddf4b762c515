/* room.c - the C stack of the thread: its end is asked for once. (rt/room.c does the same for the
 * run time: neither part depends on the other.) */
#define _GNU_SOURCE
#include "base/room.h"

#include <pthread.h>
#include <stdint.h>

enum { UNKNOWN = 512 << 10 }; /* what is taken for the stack of a thread that does not tell */

static _Thread_local uintptr_t lowest, highest;

static void ask(uintptr_t here)
{
    pthread_attr_t attributes;
    void *at = NULL;
    size_t size = 0;
    lowest = here > UNKNOWN ? here - UNKNOWN : 0;
    highest = here;
    if (pthread_getattr_np(pthread_self(), &attributes))
        return;
    if (!pthread_attr_getstack(&attributes, &at, &size) && here - (uintptr_t)at < size) {
        lowest = (uintptr_t)at;
        highest = lowest + size;
    }
    pthread_attr_destroy(&attributes);
}

size_t stack_room(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (here > highest || here < lowest)
        ask(here);
    return here - lowest;
}
