/* channel.c - bytes between the process that runs an FMU and the one that has started it: a pair of
 * sockets, so that writing to a side that is gone is an error and no signal. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "fmi/fmi_internal.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

pid_t fmu_fork(int *end)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return -1;
    pid_t pid = fork();
    int why = errno;
    close(ends[pid ? 1 : 0]);
    *end = ends[pid ? 0 : 1];
    if (pid < 0)
        close(*end);
    errno = why;
    return pid;
}

bool fmu_send(int to, const void *bytes, size_t n)
{
    for (const char *at = bytes; n;) {
        ssize_t done = send(to, at, n, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

bool fmu_receive(int from, void *to, size_t n, const volatile sig_atomic_t *interrupted)
{
    for (char *at = to; n;) {
        ssize_t done = recv(from, at, n, 0);
        if (done < 0 && errno == EINTR && !(interrupted && *interrupted))
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}
