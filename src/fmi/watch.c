/* watch.c - a process that runs an FMU does not outlive who started it: a thread waits for the end
 * of the channel between both. If the other side has only closed it, the FMU has some time to end
 * by itself; if it is gone, the folder of the FMU, which nobody else would remove, is removed at
 * once. Costs nothing while it waits. */
#define _GNU_SOURCE /* POLLRDHUP */
#include "fmi/fmi_internal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

enum { GRACE = 5 }; /* seconds */

static int end;
static pid_t parent;
static const char *folder;

void fmu_leave(int status)
{
    if (getppid() != parent)
        fmu_remove(folder);
    _exit(status);
}

static void *watch(void *arg)
{
    struct pollfd p = {.fd = end, .events = POLLRDHUP};
    while (poll(&p, 1, -1) < 0 && errno == EINTR)
        ;
    for (int tenth = 0; tenth < 10 * GRACE && getppid() == parent; tenth++)
        poll(NULL, 0, 100);
    fmu_leave(1);
    return arg;
}

void fmu_watch(int own_end, pid_t starter, const char *unpacked)
{
    pthread_t thread;
    end = own_end;
    parent = starter;
    folder = unpacked;
    if (!pthread_create(&thread, NULL, watch, NULL))
        pthread_detach(thread);
}
